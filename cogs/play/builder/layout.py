"""How the alternatives of a turn that is being built are laid out: as buttons or menus, and on which pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cogs.core.limits import MOST_OPTIONS
from cogs.core.reader import Reader
from cogs.core.text import plain, shown
from cogs.play.builder.custom_ids import Verb, beginning, written
from cogs.play.builder.state import Draft, Stage
from cogs.ui.position import Position
from engine.choices import Choice, Question
from engine.extras import Asking, Stepping
from engine.seat import Seat
from engine.text import Text, say
from hosting.match.model import Match

BUTTONS = 5
"""Most alternatives shown as buttons; more become a menu."""
BUTTONS_TEXT = 130
"""Most characters of all buttons together; longer ones are easier to read in a menu."""
KEYS = 3 * 5
"""Most alternatives shown as a field of keys, where each is short."""
KEY_TEXT = 6

ROW = 5
ROWS = 4
"""Rows for alternatives; a fifth row holds what is always there."""


@dataclass(frozen=True, slots=True)
class Building:
    """A turn being built.

    Attributes:
        match: As it stands.
        begin: How the custom ids of its controls begin, which say where the draft belongs.
        seat: Whose turn.
        stage: What is chosen, and what there is to choose.
        page: Which page of the alternatives is shown, from 0; the last one for numbers beyond it.
        reader: For whom.
    """

    match: Position
    begin: str
    seat: Seat
    stage: Stage
    page: int
    reader: Reader

    def id(self, verb: Verb, draft: Draft, number: int = 0) -> str:
        """Return the custom id of a control."""
        return written(self.match.session, self.seat, self.begin, verb, draft, number)

    def plain(self, text: Text) -> str:
        """Return a text for labels."""
        return plain(text, self.reader.locale, self.match.names)

    def shown(self, text: Text) -> str:
        """Return a text for the message."""
        return shown(text, self.reader.locale, self.match.names)


def of_match(match: Match, seat: Seat, here: Stage, page: int, reader: Reader) -> Building:
    """Return a turn of a match that is being built; the draft belongs to its `seq`."""
    return Building(match, beginning(match.session, seat, match.id, match.seq), seat, here, page, reader)


@dataclass(frozen=True, slots=True)
class Block:
    """Some alternatives that are shown in one way.

    Attributes:
        options: In order.
        menu: Whether as a menu; else as buttons.
        prompt: What the menu says before something is chosen.
    """

    options: tuple[Choice, ...]
    menu: bool
    prompt: Text

    @property
    def rows(self) -> int:
        """How many rows it takes."""
        return 1 if self.menu else -(-len(self.options) // ROW)


def question_of(building: Building) -> Question | None:
    """Return what the game asks: of a turn that is complete, what it asked at its beginning."""
    session, here = building.match.session, building.stage
    if not isinstance(session.game, Asking):
        return None
    if here.ready:
        return session.game.question(session.state, building.seat, ())
    return session.game.question(here.turn.state, building.seat, here.chosen)


def step_of(building: Building) -> Text:
    """Return what is chosen next, where the game asks nothing else."""
    game, here = building.match.session.game, building.stage
    if isinstance(game, Stepping) and not here.ready:
        return game.step(here.turn.state, here.chosen)
    return say("Choose how to go on.")


def _prompt(building: Building) -> Text:
    """Return what a menu says that holds all there is to choose: the question, without what is said behind it."""
    asked = question_of(building)
    whole = building.plain(step_of(building) if asked is None else asked.ask)
    first, mark, _ = whole.partition("?")
    return say("{question}", question=first + mark)


def pages(building: Building) -> list[list[Block]]:
    """Return all alternatives, on each page as many as there is room for; mostly one page holds them all."""
    blocks = list(_blocks(building.stage.options, building.plain, _prompt(building)))
    if sum(block.rows for block in blocks) <= ROWS:
        return [blocks]
    sheets: list[list[Block]] = [[]]
    for block in blocks:
        if sheets[-1] and sum(each.rows for each in sheets[-1]) + block.rows >= ROWS:
            sheets.append([])
        sheets[-1].append(block)
    return sheets


def spare(building: Building) -> int:
    """Return a row that has room for one button more, whatever the page: above what is always there, if it is free."""
    taken = max(sum(block.rows for block in page) for page in pages(building))
    return ROWS if taken == ROWS else ROWS - 1


def in_menu(options: Sequence[Choice], plain: Callable[[Text], str]) -> bool:
    """Return whether alternatives are shown as a menu, which takes two taps, but holds more."""
    lengths = [len(plain(option.text)) for option in options]
    if len(options) <= BUTTONS and sum(lengths) <= BUTTONS_TEXT:
        return False
    return len(options) > KEYS or max(lengths) > KEY_TEXT or any(option.note is not None for option in options)


def _blocks(options: Sequence[Choice], plain: Callable[[Text], str], ask: Text) -> Iterator[Block]:
    groups: dict[Text | None, list[Choice]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    for group, members in groups.items():
        if not in_menu(members, plain):
            yield Block(tuple(members), menu=False, prompt=ask)
            continue
        for first in range(0, len(members), MOST_OPTIONS):
            some = tuple(members[first : first + MOST_OPTIONS])
            prompt = group or ask
            if len(members) > MOST_OPTIONS:
                menu = group or say("Choose…")  # a question would leave no room
                prompt = say("{menu} {first} … {last}", menu=menu, first=some[0].text, last=some[-1].text)
            yield Block(some, menu=True, prompt=prompt)
