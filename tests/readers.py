"""Everything that reads a text from outside, as functions of it: for fuzzing, for hostile lengths, for what was found.

A reader returns, or raises an `ArenaError`; anything else is a fault of the program.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

from hypothesis import strategies as st

from cogs.core.text import code, line, safe
from cogs.play.answers import completions, split
from cogs.settings.panel import read_zone, with_digest, with_quiet
from cogs.ui.boards import without_words
from engine import record, registry
from engine.__main__ import selfplay
from engine.chance import Chance
from engine.errors import ArenaError, RecordError, TurnError
from engine.events import Event
from engine.game import Game, Setup
from engine.session import Session
from engine.turn import complete_turn, parse_turn
from hosting.clock import read_clock
from hosting.errors import HostingError
from hosting.imports import understood
from hosting.match.answers import with_line
from hosting.match.model import PlayerSettings
from hosting.vacations import read_day
from store.tables.people import distinct_names
from tests.people import ANY

FOUND = Path(__file__).parent / "data" / "readers"
"""A folder for each reader: texts that once got the better of it, or that lead into a corner of it."""


_LONG = 4_000
"""Characters from which on a text is tried in one game alone."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads.

    Attributes:
        name: Of its folder.
        read: Reads a text, in all the ways in which this kind of text is read.
        seeds: Texts that it understands.
    """

    name: str
    read: Callable[[str], object]
    seeds: Callable[[], list[str]]

    def tried(self, text: str) -> ArenaError | None:
        """Read a text and return the error that it is refused by; None if it is read. Whatever else is raised, is."""
        try:
            self.read(text)
        except ArenaError as error:
            str(error), repr(error.text)
            return error
        return None

    def found(self) -> Iterator[tuple[str, str]]:
        """Yield name and text of what is kept."""
        for path in sorted((FOUND / self.name).glob("*.txt")):
            yield path.stem, path.read_bytes().decode("utf-8", "surrogatepass")


@st.composite
def changed(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """Texts that differ from some in a few places."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        until = draw(st.integers(at, min(len(text), at + 20)))
        other = draw(st.sampled_from(texts))
        piece = draw(st.text(ANY, max_size=6) | st.sampled_from(_PIECES) | st.just(other[at : at + 30]))
        text = text[:at] + piece + text[until:]
    return text


_PIECES = (
    "..",
    "T1..",
    "1.",
    "{",
    "}",
    ";",
    "!?",
    "(",
    ")",
    "/",
    "-",
    "[",
    '"',
    "*",
    "\n",
    "\ud800",
    "\u00b2",
    "9" * 5_000,
)


def readers() -> tuple[Reader, ...]:
    """Return every reader there is."""
    games = registry.games()
    return (
        Reader("record", understood, lambda: [text for game in games for text in _records(game)]),
        *(
            Reader(f"{kind}-{game.info.key}", functools.partial(read, game), functools.partial(seeds, game))
            for kind, read, seeds in _OF_A_GAME
            for game in games
            if game.info.open or kind != "plan"
        ),
        Reader("setup", _setup, lambda: ["2", "2 sight=forward", "3 mode=exploration"]),
        Reader("clock", read_clock, lambda: ["none", "3d", "36h", "3d+12h/5d", "1d 12h"]),
        Reader("quiet", functools.partial(with_quiet, PlayerSettings()), lambda: ["22-7", "22:30-07:00", "never"]),
        Reader("digest", functools.partial(with_digest, PlayerSettings()), lambda: ["8", "18:00", "never"]),
        Reader("zone", read_zone, lambda: ["Europe/Paris", "utc"]),
        Reader("day", _day, lambda: ["2026-08-31", "31.8.2026", "29.2.", "tomorrow"]),
        Reader("words", _words, lambda: ["[**b** ||s||](x)", "<@1> `a` @everyone", "a\u202eb"]),
    )


def _replayed(game: Game[Any, Any, Any], text: str) -> None:
    """Replay a record of one game; what is read is written so that it is read again."""
    read = record.read(text if text.lstrip("\ufeff").startswith("[") else f'[Game "{game.info.key}"]\n\n{text}')
    try:
        session = record.replay(read)
    except RecordError as error:
        assert min(error.where.line, error.where.column) >= 1, error.where
        raise
    again = record.replay(record.read(record.write(session, read.script.names, read.tags)))
    assert again.state == session.state, "written and read, it is another game"
    assert again.outcome == session.outcome, "written and read, it ends otherwise"


def _position(game: Game[Any, Any, Any], text: str) -> None:
    """Set a position up in every mode; what is read is written so that it is read again."""
    refused: ArenaError | None = None
    read = False
    for mode in game.info.modes:
        for options in ((), *((((each.key, each.choices[-1]),)) for each in game.info.options)):
            setup = Setup(mode.key, options, position=text or " ")
            try:
                state = game.initial(setup, Chance.from_text("x"))
            except ArenaError as error:
                refused = refused or error
                continue
            read = True
            written = game.write_position(state)
            again = game.initial(Setup(mode.key, options, position=written), Chance.from_text("x"))
            assert again == state, "written and read, it is another position"
            for seat in game.to_act(state):
                assert game.legal(state, seat), "nobody can go on"
    if refused is not None and not read:
        raise refused


@functools.cache
def _sessions(key: str) -> tuple[Session, ...]:
    """Return a game of each mode at its start, and at two places in the middle of a turn."""
    game, found = registry.get(key), []
    for whole in _ended(key):
        session = Session.start(game, whole.setup, whole.chance)
        marks = {0, len(whole.entries) // 3, 2 * len(whole.entries) // 3}
        for index, entry in enumerate(whole.entries):
            if index in marks:
                found.append(session)
            session = session.move(entry.seat, entry.text)
    return tuple(found)


def _tried(game: Game[Any, Any, Any], text: str, work: Callable[[Session], object]) -> None:
    """Read a text in every session, a long one in the first; whatever goes wrong in all of them is raised."""
    refused: list[ArenaError] = []
    sessions = _sessions(game.info.key)[: None if len(text) < _LONG else 1]
    for session in sessions:
        try:
            work(session)
        except ArenaError as error:
            str(error)
            refused.append(error)
    if len(refused) == len(sessions):
        raise refused[0]


def _turn(game: Game[Any, Any, Any], text: str) -> None:
    def played(session: Session) -> None:
        seat = min(session.to_act)
        complete_turn(game, session.state, seat, text)
        without_words(session, seat, text, _event_words)
        turn = parse_turn(game, session.state, seat, text)
        assert parse_turn(game, session.state, seat, turn.text).text == turn.text
        with contextlib.suppress(TurnError):  # not finished
            session.play(seat, text)

    _tried(game, text, played)


def _move(game: Game[Any, Any, Any], text: str) -> None:
    def parsed(session: Session) -> None:
        seat = min(session.to_act)
        move = game.parse(session.state, seat, text)
        written = game.format(session.state, seat, move)
        assert game.parse(session.state, seat, written) == move

    _tried(game, text, parsed)


def _plan(game: Game[Any, Any, Any], text: str) -> None:
    def planned(session: Session) -> None:
        completions(session, text)
        with contextlib.suppress(HostingError):  # a turn of one's own, mostly
            with_line((), session, 1, split(text))

    _tried(game, text, planned)


def _result(game: Game[Any, Any, Any], text: str) -> None:
    for session in _ended(game.info.key)[: None if len(text) < _LONG else 1]:
        mode = game.info.mode(session.setup.mode)
        if session.outcome is not None and mode is not None:
            names = [f"P{seat}" for seat in range(1, mode.seats + 1)]
            assert game.same_result(game.result_text(session.outcome, names), session.outcome, names)
            game.same_result(text, session.outcome, names)


@functools.cache
def _ended(key: str) -> tuple[Session, ...]:
    game = registry.get(key)
    return tuple(selfplay(game, Setup(mode.key), "readers") for mode in game.info.modes)


def _setup(text: str) -> None:
    """Set games up by mode and options as a player wrote them."""
    mode, *rest = text.split(maxsplit=25) or [""]  # a command of Discord has so many options at most
    options = tuple((key, value) for key, _, value in (each.partition("=") for each in rest))
    refused: list[ArenaError] = []
    for game in registry.games():
        try:
            game.initial(Setup(mode, options), Chance.from_text("x"))
        except ArenaError as error:
            refused.append(error)
    if len(refused) == len(registry.games()):
        raise refused[0]


def _day(text: str) -> date:
    return read_day(text, date(2026, 2, 28))


def _words(text: str) -> None:
    """Show a player's own words."""
    for shown in (safe(text), code(text), line(text)):
        assert "\n" not in shown
    first, second = distinct_names([text, text])
    assert first != second


def _event_words(event: Event) -> str:
    return str(event.text())


def _records(game: Game[Any, Any, Any]) -> list[str]:
    return [
        record.write(session, [f"P{seat}" for seat in range(1, 7)][: len(session.outcome.ranks)])
        for session in _ended(game.info.key)
        if session.outcome is not None
    ]


def _positions(game: Game[Any, Any, Any]) -> list[str]:
    return [game.write_position(session.state) for session in (*_sessions(game.info.key), *_ended(game.info.key))]


def _turns(game: Game[Any, Any, Any]) -> list[str]:
    found = []
    for session in _sessions(game.info.key):
        seat = min(session.to_act)
        found += session.complete(seat, "", 5)
        moves = game.legal(session.state, seat)
        found += [game.format(session.state, seat, move) for move in moves[:: max(1, len(moves) // 10)]]
    return found


def _results(game: Game[Any, Any, Any]) -> list[str]:
    return [
        game.result_text(session.outcome, [f"P{seat}" for seat in range(1, 7)][: len(session.outcome.ranks)])
        for session in _ended(game.info.key)
        if session.outcome is not None
    ]


_Read: TypeAlias = Callable[[Game[Any, Any, Any], str], None]
_Seeds: TypeAlias = Callable[[Game[Any, Any, Any]], list[str]]
_OF_A_GAME: tuple[tuple[str, _Read, _Seeds], ...] = (
    ("record", _replayed, _records),
    ("position", _position, _positions),
    ("turn", _turn, _turns),
    ("move", _move, _turns),
    ("result", _result, _results),
    ("plan", _plan, _turns),
)
