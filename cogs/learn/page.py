"""What the private boards share, and a step of a lesson for one person: the message, its menus and their ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import discord

from cogs.core.bot import Interaction, Reader
from cogs.core.components import ArenaModal, Item
from cogs.core.errors import Refusal
from cogs.core.text import DIALOG_LIMIT, LABEL_LIMIT, MESSAGE_LIMIT, Locale, cut, fitting, locale_of, plain, shown
from cogs.play.builder import Draft, Verb, back, pick, read_draft, read_steps, stage
from cogs.play.builder_view import ROW, ROWS, SMALL, Building, content, controls, preview
from cogs.ui.layout import Part, Scene, scene_of
from cogs.ui.pictures import draw_board, has_hands
from engine.errors import TurnError
from engine.game import Setup, Task
from engine.registry import games, get, name_of
from engine.seat import Seat
from engine.session import Session
from engine.teaching import Verdict, begin
from engine.text import Text, listed, say
from hosting.match.model import Person

# What private boards have in common: lessons, practice and puzzles.


TYPED = 400
"""Characters of a turn that is typed; the longest of a lesson has a tenth of that."""
MOVED_ON = say("This board has moved on, so nothing happened.")


class TurnForm(ArenaModal):
    """Asks for a turn in notation; what it does with the turn is its board's."""

    def __init__(self, locale: Locale) -> None:
        super().__init__(title=cut(plain(say("Type a turn"), locale), DIALOG_LIMIT))
        self.text: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=TYPED, custom_id="turn")
        label = cut(plain(say("In notation, as in a record"), locale), DIALOG_LIMIT)
        self.add_item(discord.ui.Label(text=label, component=self.text))

    @property
    def typed(self) -> str:
        """The turn as it was typed."""
        return self.text.value.strip()


def begun(session: Session, seat: Seat, text: str, error: TurnError) -> Draft:
    """Return the part of a turn to continue from: all of it, if only its end is missing."""
    if error.code != "turn-incomplete":
        return Draft()
    return Draft(tuple(entry.text for entry in session.preview(seat, text).entries))


def turn_controls(building: Building) -> Iterator[Item]:
    """Yield the turn builder's controls but Cancel: boards have others of their own."""
    return (item for item in controls(building) if item.custom_id != building.id(Verb.CANCEL, Draft()))


TURN = r":(?P<verb>[a-z])(?P<page>\d{0,3}):(?P<steps>[0-9a-z.]*):(?P<text>.*)"
"""The end of each custom id, behind what it says of its board: what to do, and the turn so far."""


@dataclass(frozen=True, slots=True)
class Press:
    """The contents of a custom id.

    Attributes:
        board: What it says of its board, by the groups of its template.
        verb: One of the turn builder's, or of the board's own.
        text: The turn so far, perhaps packed.
    """

    board: Mapping[str, str]
    verb: StrEnum
    page: int
    steps: tuple[int, ...]
    text: str

    def draft(self, session: Session, seat: Seat, key: str) -> Draft:
        """Return the turn after the press, in which `key` was picked; a new one after a verb of the board's own.

        Raises:
            DraftError: It does not fit the position.
        """
        if not isinstance(self.verb, Verb) or self.verb in (Verb.RESTART, Verb.CANCEL):
            return Draft()
        draft = read_draft(self.text, self.steps, session, seat)
        if self.verb is Verb.BACK:
            return back(session, seat, draft)
        return pick(session, seat, draft, key) if self.verb is Verb.CHOOSE else draft


def decode(template: re.Pattern[str], verbs: type[StrEnum], custom_id: str) -> Press | None:
    """Return the contents of a custom id; None if the template, or its verb, isn't its."""
    found = template.fullmatch(custom_id)
    if found is None:
        return None
    for verb in (*Verb, *verbs):
        if verb == found["verb"]:
            return Press(found.groupdict(), verb, int(found["page"] or 0), read_steps(found["steps"]), found["text"])
    return None


# A step of a lesson as one person has it before them.


NOBODY = -1
"""The opponent in a lesson: no person has this number."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step with its position; a `cogs.ui.pictures.Position`.

    Attributes:
        step: Which of its tasks, from 0.
        last: How many tasks there are.
        names: The learner in the seat of the task, and an opponent.
    """

    game: str
    step: int
    last: int
    task: Task
    session: Session
    names: tuple[str, ...]

    @property
    def setup(self) -> Setup:
        return self.session.setup


def tasks_of(game: str) -> tuple[Task, ...]:
    return next((each.lesson for each in games() if each.info.key == game), ())


def taught() -> Mapping[str, int]:
    return {each.info.key: len(each.lesson) for each in games() if each.lesson}


OTHER = say("Alex", context="name of the other player in lessons and puzzles: used like a person's, tells no gender")


def lesson_step_of(interaction: Interaction, game: str, step: int) -> LessonStep:
    tasks = tasks_of(game)
    if not 0 <= step < len(tasks):
        text = say("There's no such step: `/learn` shows all the lessons.")
        raise Refusal(text, code="no-such-step")
    task = tasks[step]
    session = begin(get(game), task)
    other = plain(OTHER, locale_of(interaction))
    mode = session.game.info.mode(session.setup.mode)
    seats = 0 if mode is None else mode.seats
    learner = Person(NOBODY, interaction.user.display_name).name
    names = tuple(learner if seat == task.seat else other for seat in range(1, seats + 1))
    return LessonStep(game, step, len(tasks), task, session, names)


# The custom ids of a lesson: `n:<game>:<step>:<verb><page>:<steps>:<turn so far>`; the draft is the builder's.


TEMPLATE = re.compile(r"n:(?P<game>[a-z0-9_-]{1,32}):(?P<step>\d{1,2})" + TURN)


class LessonVerb(StrEnum):
    """The actions of a lesson's controls, besides those of the turn builder (`cogs.play.builder.Verb`)."""

    OPEN = "o"
    """Show the step in the id."""

    ON = "g"
    """Go on where one is in the game in the id."""

    ANSWER = "a"
    """Show a turn that does what the step asks for."""

    TYPE = "t"
    """Ask for a turn in notation."""

    RULES = "l"
    """Open the rules at the first one that the step is about."""

    GAMES = "z"
    """Show all lessons."""


def beginning(game: str, step: int) -> str:
    return f"n:{game}:{step}"


def control_id(game: str, step: int, verb: LessonVerb) -> str:
    return f"{beginning(game, step)}:{verb}::"


MOST_EVENTS = 6
"""How many events of a turn are listed; the picture shows the others."""


@dataclass(frozen=True, slots=True)
class Page:
    """A message: its text, the scene above, its controls row by row, and the parts above those."""

    content: str
    scene: Scene
    items: tuple[Item, ...]
    below: tuple[Part, ...] = ()


async def step_page(
    lesson: LessonStep, reader: Reader, draft: Draft, page: int = 0, notices: Sequence[Text] = ()
) -> Page:
    seat = lesson.task.seat
    building = Building(
        lesson, beginning(lesson.game, lesson.step), seat, stage(lesson.session, seat, draft), page, reader
    )
    about = say("{heading}\n{task}", heading=heading(lesson), task=lesson.task.about)
    scene = await preview(building)
    text = content(building, about, *notices, room=min(scene.room, MESSAGE_LIMIT))
    return Page(text, scene, tuple(_controls(building, lesson)))


async def done_page(lesson: LessonStep, reader: Reader, verdict: Verdict, *, computers: bool) -> Page:
    """Return the page after a step was done, with the button to the next one; `computers`: whether there are any."""
    seat, after = lesson.task.seat, verdict.session
    events = [] if after.last is None else [each for each in after.last.events if each.known_to(seat)]
    above = [heading(lesson), say("✅ {closing}", closing=verdict.text)]
    below = [_rules(lesson)]
    if lesson.step + 1 == lesson.last:
        below.append(say("**That was the last step.** `/new` opens a table for a match with others."))
        if computers:
            below.append(say("With `computer:` you play against the computer at once."))
    happened = [shown(each.text(), reader.locale, lesson.names) for each in events[:MOST_EVENTS]]
    first, end = ([shown(each, reader.locale, lesson.names) for each in part] for part in (above, below))
    room = MESSAGE_LIMIT - sum(len(line) + 1 for line in (*first, *end)) - len(SMALL)
    summary = fitting(happened, room, "").replace("\n", " ")
    view = after.view(None if has_hands(lesson.game) else seat)
    board = await draw_board(lesson.game, view, events, lesson.names, reader)
    text = cut("\n".join([*first, *([SMALL + summary] if summary else []), *end]), MESSAGE_LIMIT)
    return Page(text, scene_of(board), tuple(_on(lesson, reader)))


def games_page(places: Mapping[str, int], lengths: Mapping[str, int], locale: Locale) -> Page:
    lines = [
        say("**Learn a game by playing it, step by step.** Only you see this, and it doesn't start a match."),
        say("-# Leave whenever you like: `/learn` continues where you were, in direct messages too."),
        say("Or practise freely: on your own board you move for everyone, and nothing is saved."),
    ]
    items = []
    for number, (game, last) in enumerate(lengths.items()):
        label = _progress(name_of(game), places.get(game), last)
        items.append(
            button(label, control_id(game, 0, LessonVerb.ON), locale, number // ROW, discord.ButtonStyle.primary)
        )
    return Page("\n".join(shown(line, locale) for line in lines), Scene(), tuple(items))


def heading(lesson: LessonStep) -> Text:
    return say(
        "**{game}, step {step} of {last}: {title}**",
        game=name_of(lesson.game),
        step=lesson.step + 1,
        last=lesson.last,
        title=lesson.task.title,
    )


def _progress(game: str, place: int | None, last: int) -> Text:
    if place is None or (place == 0 and last):
        return say("{game}: start", game=game)
    if place >= last:
        return say("{game}: done, do it again", game=game)
    return say("{game}: continue at step {step} of {last}", game=game, step=place + 1, last=last)


def _rules(lesson: LessonStep) -> Text:
    return say("-# In the rules: {rules}.", rules=listed(lesson.task.rules, "comma"))


def _controls(building: Building, lesson: LessonStep) -> Iterator[Item]:
    """Yield the turn builder's controls, with the lesson's own in place of Cancel."""
    yield from turn_controls(building)
    for label, verb in ((say("Type it"), LessonVerb.TYPE), (say("Show me"), LessonVerb.ANSWER)):
        yield button(label, control_id(lesson.game, lesson.step, verb), building.reader.locale, ROWS)


def _on(lesson: LessonStep, reader: Reader) -> Iterator[Item]:
    again = control_id(lesson.game, lesson.step, LessonVerb.OPEN)
    if lesson.step + 1 < lesson.last:
        following = control_id(lesson.game, lesson.step + 1, LessonVerb.OPEN)
        yield button(say("Next step"), following, reader.locale, 0, discord.ButtonStyle.primary)
    yield button(say("Do it again"), again, reader.locale, 0)
    for label, verb in ((say("Rules", context="button"), LessonVerb.RULES), (say("All lessons"), LessonVerb.GAMES)):
        yield button(label, control_id(lesson.game, lesson.step, verb), reader.locale, 0)


def button(
    label: Text,
    custom_id: str,
    locale: Locale,
    row: int,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Item:
    words = cut(plain(label, locale), LABEL_LIMIT)
    return discord.ui.Button(label=words, style=style, custom_id=custom_id, row=row)
