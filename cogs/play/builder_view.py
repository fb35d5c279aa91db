"""The private message in which a turn is built: menus, buttons, pictures and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import discord

from cogs.core.bot import Reader
from cogs.core.components import Item
from cogs.core.text import (
    LABEL_LIMIT,
    LAYOUT_LIMIT,
    MESSAGE_LIMIT,
    MOST_OPTIONS,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    cut,
    fitting,
    plain,
    shown,
)
from cogs.play.builder import Draft, Stage, Verb, beginning, latest, origin, stage, written
from cogs.ui.boards import warned
from cogs.ui.holding import asked_scene, asked_shelf
from cogs.ui.layout import Scene, scene_of
from cogs.ui.pictures import Position, draw_board, has_hands, overlay_of
from engine.choices import Choice, Question
from engine.seat import Seat
from engine.text import Player, Text, say
from engine.turn import SEPARATOR, parse_turn
from hosting.match.model import Match

# How the alternatives of a turn that is being built are laid out: as buttons or menus, and on which pages.


BUTTONS = 5
"""Most alternatives shown as buttons; more become a menu."""
BUTTONS_TEXT = 130
"""Most characters of all buttons together; longer ones are easier to read in a menu."""
KEYS = 3 * 5
"""Most alternatives shown as a field of keys, where each is short."""
KEY_TEXT = 6

PROMPT_TEXT = 36
"""Characters of a question that a phone shows in a closed menu; a longer one is only read above it."""

ROW = 5
ROWS = 4
"""Rows for alternatives; a fifth row has the permanent buttons."""


@dataclass(frozen=True, slots=True)
class Building:
    """A turn being built.

    Attributes:
        begin: The beginning of its controls' custom ids, which identifies the draft's owner.
        page: Which page of the alternatives is shown, from 0; the last one for numbers beyond it.
    """

    match: Position
    begin: str
    seat: Seat
    stage: Stage
    page: int
    reader: Reader

    def id(self, verb: Verb, draft: Draft, number: int = 0) -> str:
        return written(self.match.session, self.seat, self.begin, verb, draft, number)

    def plain(self, text: Text) -> str:
        return plain(text, self.reader.locale, self.match.names)

    def shown(self, text: Text) -> str:
        return shown(text, self.reader.locale, self.match.names)


def of_match(match: Match, seat: Seat, here: Stage, page: int, reader: Reader) -> Building:
    return Building(match, beginning(match.session, seat, match.id, match.seq), seat, here, page, reader)


@dataclass(frozen=True, slots=True)
class Block:
    """Alternatives in one menu, or as buttons; `prompt` is the text of the menu before a pick."""

    options: tuple[Choice, ...]
    menu: bool
    prompt: Text

    @property
    def rows(self) -> int:
        return 1 if self.menu else -(-len(self.options) // ROW)


def question_of(building: Building) -> Question | None:
    """Return the game's question; of a complete turn, the question at its beginning."""
    session, here = building.match.session, building.stage
    if here.ready:
        return session.game.question(session.state, building.seat, ())
    return session.game.question(here.turn.state, building.seat, here.chosen)


def step_of(building: Building) -> Text:
    game, here = building.match.session.game, building.stage
    step = None if here.ready else game.step(here.turn.state, here.chosen)
    return say("Choose what to do next.") if step is None else step


def _prompt(building: Building) -> Text:
    """Return the prompt of a menu with all alternatives: the question, without its explanation."""
    asked = question_of(building)
    whole = building.plain(step_of(building) if asked is None else asked.ask)
    first, mark, _ = whole.partition("?")
    return say("{question}", question=first + mark)


def pages(building: Building) -> list[list[Block]]:
    """Return all alternatives, on each page as many as fit; mostly one page holds them all."""
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
    """Return a row with room for one more button on every page: above the permanent buttons, if it is free."""
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
            brief = group or say("Choose…")
            prompt = group or (ask if len(plain(ask)) <= PROMPT_TEXT else brief)
            if len(members) > MOST_OPTIONS:
                prompt = say("{menu} {first} … {last}", menu=brief, first=some[0].text, last=some[-1].text)
            yield Block(some, menu=True, prompt=prompt)


# What the button that plays a turn says: the turn in few words, as much of it as a label takes.


def confirming(building: Building) -> str:
    """Return the label: "Confirm: charge, 2 E7 → E6, charge". Moves that do not fit become an ellipsis."""
    text = ""
    for part in _parts(building):
        text = f"{text}, {part}" if text else part
        if len(text) > LABEL_LIMIT:
            break
    if not text:
        return cut(building.plain(say("Confirm", context="button")), LABEL_LIMIT)
    return cut(building.plain(say("Confirm: {turn}", turn=text, context="button")), LABEL_LIMIT)


def _parts(building: Building) -> Iterator[str]:
    """Yield the moves of the turn in order, without the one that only ends a list of others."""
    session, seat, turn = building.match.session, building.seat, building.stage.turn
    game = session.game
    listed = game.listing(session.state, seat)
    texts = [entry.text for entry in turn.entries]
    for place, (move, text) in enumerate(zip(turn.moves, texts, strict=True)):
        if place and listed is not None and text == listed.close:
            return
        before = parse_turn(session.game, session.state, seat, SEPARATOR.join(texts[:place])).state
        yield building.plain(game.brief(before, seat, move))


def controls(building: Building) -> Iterator[Item]:
    """Yield the menus and buttons of the alternatives, those that turn pages, and the permanent ones."""
    sheets = pages(building)
    number = min(building.page, len(sheets) - 1)
    row = 0
    for place, block in enumerate(sheets[number]):
        yield from [_menu(building, block, place, row)] if block.menu else _buttons(building, block, row)
        row += block.rows
    yield from _turning(building, number, len(sheets))
    yield from _always(building)


def _buttons(building: Building, block: Block, row: int) -> Iterator[Item]:
    for place, option in enumerate(block.options):
        yield discord.ui.Button(
            label=cut(building.plain(option.text), LABEL_LIMIT),
            style=discord.ButtonStyle.primary,
            custom_id=building.id(Verb.PICK, building.stage.picked(option)),
            row=row + place // ROW,
        )


def _menu(building: Building, block: Block, number: int, row: int) -> Item:
    here = building.stage
    written = dict(zip(here.options, here.written, strict=True))
    return discord.ui.Select(
        custom_id=building.id(Verb.CHOOSE, here.draft, number),
        placeholder=cut(building.plain(block.prompt), PROMPT_LIMIT),
        options=[
            discord.SelectOption(
                label=cut(building.plain(option.text), OPTION_LIMIT),
                value=option.key,
                description=cut(_note(building, option, written[option]), OPTION_LIMIT) or None,
            )
            for option in block.options
        ],
        row=row,
    )


def _note(building: Building, option: Choice, written: str) -> str:
    return written if option.note is None else building.plain(option.note)


def _turning(building: Building, here: int, count: int) -> Iterator[Item]:
    for text, number in ((say("◀ Previous page"), here - 1), (say("Next page ▶"), here + 1)):
        if 0 <= number < count:
            custom_id = building.id(Verb.SHOW, building.stage.draft, number)
            yield discord.ui.Button(label=cut(building.plain(text), LABEL_LIMIT), custom_id=custom_id, row=ROWS - 1)


def _always(building: Building) -> Iterator[Item]:
    """Yield the buttons that play the turn, go back and leave, as far as they apply."""
    here = building.stage
    if (ending := _ending(building)) is not None:
        yield ending
    ways = [(say("Cancel", context="button"), Verb.CANCEL, Draft(), discord.ButtonStyle.danger)]
    if here.draft != stage(building.match.session, building.seat, Draft()).draft:
        ways = [
            (say("Back", context="button"), Verb.BACK, here.draft, discord.ButtonStyle.secondary),
            (say("Start over"), Verb.RESTART, Draft(), discord.ButtonStyle.secondary),
            *ways,
        ]
    for text, verb, draft, style in ways:
        yield discord.ui.Button(
            label=cut(building.plain(text), LABEL_LIMIT), style=style, custom_id=building.id(verb, draft), row=ROWS
        )


def _ending(building: Building) -> Item | None:
    """Return the button that plays the turn; if nothing has been done yet, the one that passes."""
    here = building.stage
    if here.end is not None and here.ended is not None and not here.draft.actions:
        label, style = building.plain(here.end.text), discord.ButtonStyle.secondary
        return discord.ui.Button(
            label=cut(label, LABEL_LIMIT), style=style, custom_id=building.id(Verb.PICK, here.ended), row=ROWS
        )
    if not here.ready and here.ended is None:
        return None
    return discord.ui.Button(
        label=confirming(building),
        style=discord.ButtonStyle.success,
        custom_id=building.id(Verb.CONFIRM, here.ended or here.draft),
        row=ROWS,
    )


# What the private message shows in which a turn is built: the position, and what one holds of it to choose from.


TOLD = 1_200
"""Characters left below pictures, or their texts, for the choices so far and what to do."""


async def preview(building: Building, taken: int = 0) -> Scene:
    """Return the position after the finished actions, with the possible actions of the piece that is being moved.

    In games with hands the options of a decision are below it. They stand alone where several choose at once, as no
    choice has happened yet, and in a match if they show the position, too, as its board is in the channel. `taken`
    characters of the message are for something else, where it is text.
    """
    session, here, match = building.match.session, building.stage, building.match
    if not has_hands(match.game):
        return await _position(building)
    steps = latest(session, building.seat, here.draft) if here.ready else here.chosen
    state = origin(session, building.seat, here.draft) if here.ready else here.turn.state
    view, reader = session.game.view(state, building.seat), building.reader
    shelf = asked_shelf(match, view, reader)
    together = len(session.deciding) > 1 and shelf is not None
    pictured = shelf is not None and shelf.position and not reader.text_boards
    if pictured and not isinstance(match, Match):
        # No board in the channel shows the opponents: then it is the position, on which the same is marked.
        return await _position(building)
    alone = together or (pictured and not here.ready)
    above = Scene() if alone else await _position(building)
    room = max(above.room - TOLD - taken, 0)
    return above + await asked_scene(match, view, reader, [one.key for one in steps], above=above, room=room)


async def sealed_picture(match: Match, seat: Seat, reader: Reader) -> Scene:
    """Return the options of a sealed choice with the chosen ones marked; empty in games without hands."""
    if not has_hands(match.game):
        return Scene()
    session = match.session
    sealed = [move for each, move, _ in session.sealed if each == seat]
    keys = [choice.key for move in sealed for choice in session.game.choices(session.state, seat, move)]
    return await asked_scene(match, session.view(seat), reader, keys, room=LAYOUT_LIMIT - TOLD)


async def _position(building: Building) -> Scene:
    session, here, game = building.match.session, building.stage, building.match.game
    found = (session.game.reach(here.turn.state, building.seat, choice.key) for choice in reversed(here.chosen))
    overlay = next((overlay_of(reach) for reach in found if reach is not None), None)
    # A hand has pictures of its own, and would leave the board too small for a phone.
    view = session.game.view(here.turn.state, None if has_hands(game) else building.seat)
    board = await draw_board(game, view, here.turn.events, building.match.names, building.reader, overlay)
    return scene_of(board)


# What the private message says in which a turn is built by picking.


_MORE = say("More happens in this turn than fits here.")

SMALL = "-# "
"""Before a line that is shown in small letters."""


def content(building: Building, *notices: Text, room: int = MESSAGE_LIMIT) -> str:
    """Return the text of the message, `notices` first; of many events as many as fit in `room`."""
    above, below = ([building.shown(line) for line in part] for part in (_above(building, notices), _below(building)))
    lines = [building.shown(event.text()) for event in building.stage.turn.events]
    left = room - sum(len(line) + 1 for line in (*above, *below)) - len(SMALL)
    events = fitting(lines, left, building.shown(_MORE))
    # In one paragraph: lines of their own would push the picture above out of sight on a phone.
    happened = [SMALL + events.replace("\n", " ")] if events else []
    return cut("\n".join([*above, *happened, *below]), room)


def _above(building: Building, notices: Sequence[Text]) -> Iterator[Text]:
    """Yield the text before the events of the finished moves."""
    question = question_of(building)
    yield from notices
    yield from _inside(building, told=question is not None)
    if question is not None:
        yield say("**{heading}**", heading=question.heading)
        if not building.stage.ready:
            yield from question.about


def _below(building: Building) -> Iterator[Text]:
    here, secret, question = building.stage, len(building.match.session.deciding) > 1, question_of(building)
    # What comes of it is not known before it is played: then at least what was picked is said in words.
    untold = here.ready and (secret or here.turn.barrier) and not _closed(building)
    steps = latest(building.match.session, building.seat, here.draft) if untold else here.chosen
    if secret and here.ready:
        yield say("**Your choice:** {choice}", choice=_way(steps))
    elif untold and steps:
        yield _way(steps)
    if here.ready and len(here.turn.moves) == 1:
        game, state = building.match.session.game, building.match.session.state
        caution = game.caution(state, building.seat, here.turn.moves[0])
        if caution is not None:
            yield warned(caution)
    yield _next(here, question, _step(building), secret=secret, unfinished=_unfinished(building))
    yield from _notes(building)
    if not secret:
        yield from _veiled(here)
    if here.turn.text:
        yield say("-# In notation: `{turn}`", turn=here.turn.text)


def _inside(building: Building, *, told: bool) -> Iterator[Text]:
    """Yield whose turn waits for an answer, and the question; `told` if the game's question says that."""
    session, seat = building.match.session, building.seat
    asking = session.game.asked(session.state, seat)
    if asking is None:
        return
    whose = session.game.owner(session.state)
    if whose is not None and whose != seat:
        yield say("-# It's {player}'s turn, and they're waiting for your answer.", player=Player(whose))
    if not told:
        yield say("**{question}**", question=asking)


def _closed(building: Building) -> bool:
    listed = building.match.session.game.listing(building.match.session.state, building.seat)
    actions = building.stage.draft.actions
    return listed is not None and len(actions) > 1 and actions[-1] == listed.close


def _notes(building: Building) -> Iterator[Text]:
    """Yield the notes on alternatives that are buttons: those in menus have theirs beside them."""
    sheets = pages(building)
    for block in sheets[min(building.page, len(sheets) - 1)]:
        for option in block.options:
            if option.note is not None and not block.menu:
                yield say("-# **{option}** – {note}", option=option.text, note=option.note)


def _veiled(here: Stage) -> Iterator[Text]:
    """Yield what others read in place of the private parts of a turn that can be played."""
    for entry in here.turn.entries if here.ready else ():
        if entry.veil is not None:
            yield say("-# Others see “{deed}” instead of `{move}`.", move=entry.text, deed=entry.veil)


def _unfinished(building: Building) -> bool:
    """Return whether a list of several stops before a revelation: the rest of it comes after that."""
    here, session = building.stage, building.match.session
    listed = session.game.listing(here.turn.state, building.seat)
    return listed is not None and here.turn.barrier and here.draft.actions[-1] != listed.close


def _next(here: Stage, question: Question | None, step: Text, *, secret: bool, unfinished: bool) -> Text:
    if here.ready and secret and here.turn.entries[-1].veil is not None:
        return say(
            "Confirm to seal it: nobody else sees it until the match is over. You can change it until everyone "
            "has chosen."
        )
    if here.ready and secret:
        return say("Confirm to seal it: nobody else sees it until everyone has chosen.")
    if here.ready and unfinished:
        return say("Confirm to play it: everyone sees what it uncovers, and you carry on with your turn.")
    if here.ready:
        return say("-# Only you see it until you confirm.")
    ask = step if question is None else question.ask
    if here.end is not None and here.draft.actions:
        return say("{question} Or confirm to play it as it is and skip the rest.", question=ask)
    return ask


def _step(building: Building) -> Text:
    here, ask = building.stage, step_of(building)
    return say("{steps} › {question}", steps=_way(here.chosen), question=ask) if here.chosen else ask


def _way(steps: Sequence[Choice]) -> Text:
    way, *others = (choice.text for choice in steps)
    for step in others:
        way = say("{steps} › {step}", steps=way, step=step)
    return way
