"""The viewer: a private message in which a person pages through a game, or a reel of it."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Self

import discord

from cogs.core.access import reader_of
from cogs.core.bot import Interaction, Reader
from cogs.core.components import EARLIER, Item, MatchButton, Persistent
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal, answering
from cogs.core.messages import reply
from cogs.core.text import (
    ALT_LIMIT,
    LABEL_LIMIT,
    MESSAGE_LIMIT,
    OPTION_LIMIT,
    PROMPT_LIMIT,
    called,
    cut,
    fitting,
    plain,
    shown,
)
from cogs.lobby.new import NewTable
from cogs.lobby.opening import open_table
from cogs.review.analyses import analysis_content, better_line, draw_analysis
from cogs.ui.boards import PRACTISE, turn_texts
from cogs.ui.pictures import Board, draw_board, look_of
from cogs.ui.replay import MATCH, ReplayedGame, caption, check_side, check_turns, find_replayed_game
from computer.analysis import Analysis, Turn, instead
from engine.events import Event
from engine.history import Moment, at
from engine.outcome import RULINGS
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Text, say
from hosting.computers.analyses import failed as analysis_failed
from render.animation import Shot, film
from render.registry import renderer

# A whole game, or some turns of it, in one file: an animated picture, or a text for those who read boards as text.


# Films take seconds: they have a thread of their own, so that no board has to wait for one.
_THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="filming")


@dataclass(frozen=True, slots=True)
class Reel:
    """Some turns of a game as a file, with a note."""

    file: discord.File
    note: Text


async def make_reel(story: ReplayedGame, first: int, last: int, reader: Reader, side: Seat | None = None) -> Reel:
    """Return some turns as a file, made in a thread; the position before the first turn (from 1) comes first."""
    make = partial(_text if reader.text_boards else _film, story, story.history[first - 1 : last + 1], reader, side)
    return await asyncio.get_running_loop().run_in_executor(_THREAD, make)


def _film(story: ReplayedGame, part: tuple[Moment, ...], reader: Reader, side: Seat | None) -> Reel:
    artist, look = renderer(story.game), look_of(reader, story.names, side)
    shots = [
        Shot(
            story.view(moment),
            story.events_at(moment) if moment is not part[0] else (),
            moment.number,
            caption(moment, over=story.open),
            None if moment.last is None else moment.last.seat,
            called(story.names_at(moment), reader.locale),
        )
        for moment in part
    ]
    ending = story.session.ruling
    if ending is not None and part[-1] is story.history[-1]:
        shots.append(Shot(shots[-1].view, (), shots[-1].number, ending.reason, names=look.names))
    made = film(artist, shots, look, turns=story.last)
    first, last = part[0].number + 1, part[-1].number
    told = say(
        "{game} as an animated picture, turns {first} to {last}. The last position:",
        game=story.session.game.info.name,
        first=first,
        last=last,
    )
    view, told_last = story.view(part[-1]), story.events_at(part[-1])
    words = artist.alt_text(view, told_last, look)
    file = discord.File(
        io.BytesIO(made.file),
        f"{story.game}-{story.id}.gif",
        description=cut(f"{plain(told, reader.locale, story.names)} {words}", ALT_LIMIT),
    )
    if made.step > 1:
        note = say("Turns {first} to {last}, {step} in each picture.", first=first, last=last, step=made.step)
    else:
        note = say("Turns {first} to {last}.", first=first, last=last)
    return Reel(file, note)


def _text(story: ReplayedGame, part: tuple[Moment, ...], reader: Reader, side: Seat | None) -> Reel:
    artist = renderer(story.game)
    pieces = []
    for moment in part:
        head = say("Turn {number}. {turn}", number=moment.number, turn=caption(moment, over=story.open))
        names, said = story.names_at(moment), None if moment.last is None else moment.last.surrender
        lines = [plain(head, reader.locale, names)]
        lines += [plain(event.text(), reader.locale, names) for event in story.events_at(moment) if event != said]
        lines += ["", artist.text_board(story.view(moment), look_of(reader, names, side))]
        pieces.append("\n".join(lines))
    outcome = story.session.outcome
    if outcome is not None and outcome.termination in RULINGS and part[-1] is story.history[-1]:
        pieces.append(plain(outcome.reason, reader.locale, story.names))
    file = discord.File(io.BytesIO("\n\n\n".join(pieces).encode()), f"{story.game}-{story.id}-boards.txt")
    return Reel(file, say("Turns {first} to {last}.", first=part[0].number + 1, last=part[-1].number))


# The custom ids of the viewer: `v:<m or i><id>:<turn>:<side>:<verb>`.
#
# What is shown is all in there, so it survives a restart.


TEMPLATE = r"v:(?P<kind>[mi])(?P<story>\d{1,18}):(?P<turn>\d{1,6}):(?P<side>\d):(?P<verb>[a-z])"
_TEMPLATE = re.compile(TEMPLATE)


class ViewerVerb(StrEnum):
    """The actions of the viewer's controls."""

    FIRST = "f"
    BACK = "b"
    FORWARD = "n"
    """These show the turn in the id."""

    LAST = "l"
    """Show the last turn, whichever it is by now."""

    SIDE = "s"
    """Show the turn in the id from the side that was chosen."""

    ANIMATE = "a"
    """Send all of it as an animated picture."""

    OPEN = "o"
    """Open a table that starts from the position after the turn in the id."""

    BETTER = "x"
    """Show what was better than the turn in the id."""

    ANALYSE = "y"
    """Send the analysis of the game, or make it first."""

    POINT = "p"
    """Open the viewer at a turn that was chosen in an analysis."""


@dataclass(frozen=True, slots=True)
class ViewerId:
    """The contents of a custom id.

    Attributes:
        kind: `"m"` for a match, `"i"` for an import.
        turn: 0 for the start.
        side: The seat from whose side; 0 for the board's own orientation.
    """

    kind: str
    story: int
    turn: int
    side: int
    verb: ViewerVerb

    @property
    def text(self) -> str:
        return f"v:{self.kind}{self.story}:{self.turn}:{self.side}:{self.verb}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        found = _TEMPLATE.fullmatch(text)
        if found is None or found["verb"] not in set(ViewerVerb):
            return None
        return cls(
            found["kind"], int(found["story"]), int(found["turn"]), int(found["side"]), ViewerVerb(found["verb"])
        )


# What the viewer's message says and offers: a position, the turn that led there, and the way to others.


@dataclass(frozen=True, slots=True)
class Viewing:
    """The position in the viewer: after turn `number`, from a side; None for the board's own orientation.

    Attributes:
        found: What an analysis found, if there was one.
        better: Whether the turn is shown that was better, in place of the one that was played.
        analysed: Whether the game can be analysed.
    """

    story: ReplayedGame
    number: int
    side: Seat | None
    reader: Reader
    found: Analysis | None = None
    better: bool = False
    analysed: bool = False

    @property
    def judged(self) -> Turn | None:
        """What the analysis says of the turn, if something was better."""
        return None if self.found is None else self.found.point(self.number)

    @property
    def session(self) -> Session:
        """The game at the position that is shown."""
        if self.better and self.judged is not None:
            return instead(self.story.session, self.story.history, self.judged)
        return at(self.story.session, self.story.moment(self.number))

    @property
    def seat(self) -> Seat | None:
        """Whose knowledge is shown; None for what everybody may know."""
        return self.side if self.story.open else None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the turn that is shown, as far as is known there."""
        last = self.session.last if self.better else self.story.moment(self.number).last
        return () if last is None else tuple(each for each in last.events if each.known_to(self.seat))

    def id(self, verb: ViewerVerb, number: int) -> str:
        return ViewerId(self.story.kind, self.story.id, number, self.side or 0, verb).text

    def plain(self, text: Text) -> str:
        return plain(text, self.reader.locale, self.names)

    def shown(self, text: Text) -> str:
        return shown(text, self.reader.locale, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        return self.story.names_at(self.story.moment(self.number))


def content(viewing: Viewing) -> str:
    """Return the text of the message; of a very long turn, as much as fits."""
    *lines, last = _lines(viewing)
    below = viewing.shown(last)
    text = fitting([viewing.shown(line) for line in lines], MESSAGE_LIMIT - len(below) - 1, viewing.shown(_IN_THE_FILE))
    return f"{text}\n{below}"


def whole_turn(viewing: Viewing) -> list[discord.File]:
    """Return a file with all of a turn that does not fit in the message, else nothing."""
    lines = _lines(viewing)
    if len("\n".join(map(viewing.shown, lines))) <= MESSAGE_LIMIT:
        return []
    text = "".join(f"{viewing.plain(line)}\n" for line in lines)
    return [discord.File(io.BytesIO(text.encode()), f"turn-{viewing.number}.txt")]


_IN_THE_FILE = say("-# More happened this turn: the file has it all.")


def _lines(viewing: Viewing) -> list[Text]:
    if viewing.better:
        return _better_lines(viewing)
    story, moment = viewing.story, viewing.story.moment(viewing.number)
    lines: list[Text] = []
    ended = story.ended(moment)
    if moment.last is None:
        lines.append(say("**The start.** Turns: {last}", last=story.last))
    else:
        lines.append(say("**Turn {number} of {last}**", number=moment.number, last=story.last))
        lines += turn_texts(moment.last, over=story.open)
        # Where it ended the game, the result says so.
        outcome = at(story.session, moment).outcome
        said = moment.last.surrender if moment.last.ended_by_surrender(outcome) else None
        lines += [event.text() for event in viewing.events if event != said]
    if viewing.found is not None and viewing.judged is not None:
        lines.append(better_line(viewing.found, viewing.judged, played=False))
    lines.append(ended or say("-# {headline}", headline=renderer(story.game).headline(story.view(moment))))
    return lines


def _better_lines(viewing: Viewing) -> list[Text]:
    turn, session = viewing.judged, viewing.session
    if viewing.found is None or turn is None or session.last is None:
        raise AssertionError(f"nothing was better than turn {viewing.number}")
    return [
        say("**Turn {number} of {last}: what was better**", number=turn.number, last=viewing.story.last),
        *turn_texts(session.last, over=True),
        *(event.text() for event in viewing.events),
        better_line(viewing.found, turn, played=True),
        say("-# {headline}", headline=renderer(viewing.story.game).headline(session.view(None))),
    ]


async def draw_position(viewing: Viewing) -> Board:
    """Return the position as parts of a message."""
    view = viewing.session.view(viewing.seat)
    return await draw_board(viewing.story.game, view, viewing.events, viewing.names, viewing.reader, side=viewing.side)


def controls(viewing: Viewing) -> Iterator[Item]:
    """Yield the buttons to other turns and to other forms of the game, and the menu of sides."""
    story, here = viewing.story, viewing.number
    over = story.session.outcome is not None
    for text, verb, number, dead in (
        (say("First", context="button"), ViewerVerb.FIRST, 0, here == 0),
        (say("Back", context="button"), ViewerVerb.BACK, max(here - 1, 0), here == 0),
        (say("Next", context="button"), ViewerVerb.FORWARD, here + 1, here == story.last),
        # While a match goes on there may be a later turn by the time of the press.
        (say("Last", context="button"), ViewerVerb.LAST, here, here == story.last and over),
    ):
        yield discord.ui.Button(
            label=cut(viewing.plain(text), LABEL_LIMIT), custom_id=viewing.id(verb, number), disabled=dead, row=0
        )
    yield _sides(viewing)
    whole = say("All as text") if viewing.reader.text_boards else say("Animated picture")
    yield discord.ui.Button(
        label=cut(viewing.plain(whole), LABEL_LIMIT),
        custom_id=viewing.id(ViewerVerb.ANIMATE, here),
        disabled=story.last == 0,
        row=2,
    )
    if viewing.judged is not None:
        other = say("What was played") if viewing.better else say("What was better")
        yield discord.ui.Button(
            label=cut(viewing.plain(other), LABEL_LIMIT),
            custom_id=viewing.id(ViewerVerb.FORWARD if viewing.better else ViewerVerb.BETTER, here),
            style=discord.ButtonStyle.primary,
            row=3,
        )
    if viewing.analysed:
        words = say("Analyse", context="button") if viewing.found is None else say("Analysis")
        yield discord.ui.Button(
            label=cut(viewing.plain(words), LABEL_LIMIT), custom_id=viewing.id(ViewerVerb.ANALYSE, here), row=3
        )
    if can_open(story, here) and not viewing.better:
        label = cut(viewing.plain(say("Open a table from here")), LABEL_LIMIT)
        yield discord.ui.Button(label=label, custom_id=viewing.id(ViewerVerb.OPEN, here), row=2)


def can_open(story: ReplayedGame, number: int) -> bool:
    info, position = story.session.game.info, at(story.session, story.moment(number))
    return info.open and not info.uses_chance and story.session.game.outcome(position.state) is None


def can_practise(story: ReplayedGame, number: int) -> bool:
    """Return whether a private board can start from the position after a turn: the game has no secrets."""
    over = story.kind == MATCH and story.session.outcome is not None
    return over and story.session.game.outcome(at(story.session, story.moment(number)).state) is None


def _sides(viewing: Viewing) -> Item:
    seats = range(1, len(viewing.story.names) + 1)
    labels = [say("Standard view"), *(say("From {player}'s side", player=Player(seat)) for seat in seats)]
    return discord.ui.Select(
        custom_id=viewing.id(ViewerVerb.SIDE, viewing.number),
        placeholder=cut(viewing.plain(say("From whose side?")), PROMPT_LIMIT),
        options=[
            discord.SelectOption(
                label=cut(viewing.plain(label), OPTION_LIMIT), value=str(seat), default=seat == (viewing.side or 0)
            )
            for seat, label in enumerate(labels)
        ],
        row=1,
    )


NO_SIDE = -1
"""A seat of no game."""

_filming: set[int] = set()
"""People for whom a film is being made: one at a time for each."""


class ViewerControl(Persistent, template=TEMPLATE):
    """A button or menu of the viewer."""

    async def act(self, interaction: Interaction) -> None:
        pressed = ViewerId.parse(self.custom_id)
        if pressed is None:
            raise Refusal(EARLIER, code="unknown-button")
        story = await find_replayed_game(interaction, pressed.kind, pressed.story)
        side = check_side(story, pressed.side or None)
        if pressed.verb is ViewerVerb.ANIMATE:
            await send_reel(interaction, story, *check_turns(story, None, None), side=side)
        elif pressed.verb is ViewerVerb.OPEN:
            await open_from(interaction, story, pressed.turn)
        elif pressed.verb is ViewerVerb.ANALYSE:
            await send_analysis(interaction, story)
        elif pressed.verb is ViewerVerb.POINT:
            await open_viewer(interaction, story, picked_turn(self.picked))
        else:
            if isinstance(self.item, discord.ui.Select):
                side = check_side(story, picked_side(self.picked))
            number = story.last if pressed.verb is ViewerVerb.LAST else pressed.turn
            await _turn_to(interaction, story, number, side, better=pressed.verb is ViewerVerb.BETTER)


def picked_side(values: Sequence[str]) -> int | None:
    """Return the picked seat, None for the board's own orientation."""
    return int(values[0]) or None if len(values) == 1 and re.fullmatch("[0-9]", values[0]) else NO_SIDE


def picked_turn(values: Sequence[str]) -> int:
    """Return the picked turn; the start, if none was picked."""
    return int(values[0]) if len(values) == 1 and re.fullmatch("[0-9]{1,6}", values[0]) else 0


async def viewing_of(
    interaction: Interaction, story: ReplayedGame, number: int, side: Seat | None, *, better: bool = False
) -> Viewing:
    """Return a position for the viewer, with what an analysis says of it, if there was one."""
    number = story.moment(number).number
    found = None
    if interaction.client.arena.analyses.can_analyse(story.session):
        found = await interaction.client.arena.analyses.find(story.kind, story.id, story.session)
    analysed = found is not None or can_be_analysed(interaction, story)
    viewing = Viewing(story, number, side, await reader_of(interaction), found, analysed=analysed)
    return replace(viewing, better=better and viewing.judged is not None)


def can_be_analysed(interaction: Interaction, story: ReplayedGame) -> bool:
    analyses = interaction.client.arena.analyses
    return analyses.core.computers_offered and analyses.can_analyse(story.session) and story.played


STEP_S = 3.0
"""Seconds between two looks at how far an analysis is."""


async def send_analysis(interaction: Interaction, story: ReplayedGame) -> None:
    """Answer with the analysis of a game; if there is none yet, it is made, and the answer says how far it is."""
    analyses = interaction.client.arena.analyses
    if not analyses.can_analyse(story.session):
        raise Refusal(say("I can only analyse games that are over, and not the Revolt."), code="no-analysis")
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = await reader_of(interaction)
    found = await analyses.find(story.kind, story.id, story.session)
    if found is None:
        progress = await analyses.begin(story.kind, story.id, story.session)
        shown_done = -1
        while not progress.result.done():
            if progress.done != shown_done:
                shown_done = progress.done
                await interaction.edit_original_response(
                    content=shown(_progress(shown_done, progress.total), reader.locale), view=_again(story, reader)
                )
            await progress.wait(STEP_S)
        if progress.result.cancelled():
            raise analysis_failed()
        found = progress.result.result()
    files = await draw_analysis(story, found, reader)
    content = analysis_content(story, found, reader)
    async with answering(interaction, content):
        await interaction.edit_original_response(content=content, attachments=files, view=_points(story, found, reader))


def _progress(done: int, total: int) -> Text:
    return say(
        "Analysing: {done} of {total}. If this line doesn't change any more, press **Analyse** again.",
        done=done,
        total=total,
    )


def _again(story: ReplayedGame, reader: Reader) -> discord.ui.View:
    """Return the button to ask for an analysis again, as the program may end before it is made."""
    custom_id = ViewerId(story.kind, story.id, 0, 0, ViewerVerb.ANALYSE).text
    view = discord.ui.View(timeout=None)
    return view.add_item(ViewerControl.button(custom_id, say("Analyse", context="button"), reader.locale))


def _points(story: ReplayedGame, found: Analysis, reader: Reader) -> discord.ui.View | None:
    """Return a menu of the turns that changed most, which opens the viewer there; None if there are none."""
    turns = found.turning_points()
    if not turns:
        return None
    labels = [
        say(
            "Turn {number}: {turn}, better {better}",
            number=turn.number,
            turn=cut(turn.text, _SHORT),
            better=cut(turn.better, _SHORT),
        )
        for turn in turns
    ]
    menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=ViewerId(story.kind, story.id, 0, 0, ViewerVerb.POINT).text,
        placeholder=cut(plain(say("Look at one of these turns"), reader.locale), PROMPT_LIMIT),
        options=[
            discord.SelectOption(label=cut(plain(label, reader.locale), OPTION_LIMIT), value=str(turn.number))
            for label, turn in zip(labels, turns, strict=True)
        ],
    )
    view = discord.ui.View(timeout=None)
    return view.add_item(ViewerControl(menu))


_SHORT = 30
"""Characters of a turn in a menu."""


async def open_viewer(interaction: Interaction, story: ReplayedGame, number: int, side: Seat | None = None) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    viewing = await viewing_of(interaction, story, number, side)
    board = await draw_position(viewing)
    files = [*board.files, *whole_turn(viewing)]
    await reply(interaction, content(viewing), embeds=board.embeds, files=files, view=viewer_view(viewing))


async def send_reel(
    interaction: Interaction,
    story: ReplayedGame,
    first: int,
    last: int,
    *,
    side: Seat | None = None,
    public: Reader | None = None,
) -> None:
    """Answer with some turns of a game, from 1, as one file, seen from a side.

    `public` are the readers of a public answer; None for a private one.
    """
    account = interaction.user.id
    if account in _filming:
        raise Refusal(say("Your last one is still being drawn; please wait for it."), code="filming")
    _filming.add(account)
    try:
        await interaction.response.defer(ephemeral=public is None, thinking=True)
        reader = public or await reader_of(interaction)
        reel = await make_reel(story, first, last, reader, side)
        await reply(
            interaction, shown(reel.note, reader.locale, story.names), files=[reel.file], public=public is not None
        )
    finally:
        _filming.discard(account)


async def open_from(interaction: Interaction, story: ReplayedGame, number: int) -> None:
    """Open a table whose match starts from a position of a game; the lobby is public."""
    session = at(story.session, story.moment(number))
    game, setup = session.game, session.setup
    mode = game.info.mode(setup.mode)
    if mode is None:
        raise AssertionError(f"a game in a mode that does not exist: {setup.mode}")
    await open_table(
        interaction,
        NewTable(
            game=game.info,
            mode=mode,
            options=setup.options,
            position=game.write_position(session.state),
        ),
    )


def viewer_view(viewing: Viewing) -> discord.ui.View:
    items: list[Persistent] = [ViewerControl(item) for item in controls(viewing)]
    if can_practise(viewing.story, viewing.number) and not viewing.better:
        pressed = MatchId(viewing.story.id, viewing.number, PRACTISE)
        button = MatchButton.button(pressed.text, say("Practise from here"), viewing.reader.locale, row=2)
        # Behind the first of its row: a phone has room for these two side by side, not for any other two of them.
        items.insert(1 + [item.row for item in items].index(2), button)
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


async def _turn_to(
    interaction: Interaction, story: ReplayedGame, number: int, side: Seat | None, *, better: bool = False
) -> None:
    await interaction.response.defer()
    viewing = await viewing_of(interaction, story, number, side, better=better)
    board = await draw_position(viewing)
    await interaction.edit_original_response(
        content=content(viewing),
        embeds=board.embeds,
        attachments=[*board.files, *whole_turn(viewing)],
        view=viewer_view(viewing),
    )
