"""A match's game is not stored: it is what its events come to.

Events are only ever added. One that takes turns back leads to what an earlier event had led to, so what counts is found
by walking back from the last event: `Passed` are those that are left.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from engine.chance import Chance
from engine.errors import ArenaError
from engine.game import Game, Json
from engine.outcome import Outcome, Termination, ruling
from engine.seat import Seat
from engine.session import Session
from engine.text import dump_text, load_text
from store.tables.values import EventKind, StoredEvent, StoredMatch

_log = logging.getLogger(__name__)


class ReplayError(RuntimeError):
    """The events of a match no longer make a game: `__cause__` says why.

    Attributes:
        match_id: Which match.
        seq: Its event at fault; 0 if the game cannot even start.
        over: Whether it has ended, so that nobody waits for it.
    """

    def __init__(self, match_id: int, seq: int, cause: Exception, *, over: bool = False) -> None:
        super().__init__(f"match {match_id} does not replay at event {seq}: {_why(cause)}")
        self.match_id = match_id
        self.seq = seq
        self.over = over


@dataclass(frozen=True, slots=True)
class Passed:
    """An event that the game as it stands came through.

    Attributes:
        seq: Its number.
        kind: What it was: never "undo" or "substitute".
        seat: Whose doing; None for an organiser's.
        person_id: The person who did it.
        entries: How many entries the session had after it.
        automatic: Whether it was the only legal turn, and played by itself.
    """

    seq: int
    kind: EventKind
    seat: Seat | None
    person_id: int
    entries: int
    automatic: bool = False


def passed_by(event: StoredEvent, session: Session) -> Passed:
    """Return what the game came through when an event led to a session."""
    automatic = event.data.get("cause") == "automatic"
    return Passed(event.seq, event.kind, event.seat, event.person_id, len(session.entries), automatic)


def replay(game: Game[Any, Any, Any], stored: StoredMatch) -> Session:
    """Return the game as the loaded events of a match left it.

    Raises:
        ReplayError: They do not make a game.
    """
    return play_through(game, stored)[0]


def play_through(game: Game[Any, Any, Any], stored: StoredMatch) -> tuple[Session, tuple[Passed, ...]]:
    """Return the game as the loaded events of a match left it, and those that led there.

    Raises:
        ReplayError: They do not make a game.
    """
    seq = 0
    passed: list[Passed] = []
    try:
        session = _begun(game, stored)
        for event in _counting(stored.events):
            seq = event.seq
            session = _after(session, event)
            passed.append(passed_by(event, session))
        for seat, text in stored.sealed:
            session = _sealed(session, seat, text)
    except Exception as error:  # nobody can say what stored values that are not its own do to a game
        raise _unreadable(stored, seq, error) from error
    return session, tuple(passed)


def play_as_far(game: Game[Any, Any, Any], stored: StoredMatch) -> tuple[Session, tuple[Passed, ...], int]:
    """Return the game as far as the events of a match make one, the events that led there, and the last one's number.

    Events after a gap in their numbers are left out, and so are sealed choices.

    Raises:
        ReplayError: The game cannot even start.
    """
    whole = [event for index, event in enumerate(stored.events, 1) if event.seq == index]
    passed: list[Passed] = []
    try:
        session = _begun(game, stored)
    except Exception as error:
        raise _unreadable(stored, 0, error) from error
    try:
        for event in _counting(whole):
            session = _after(session, event)
            passed.append(passed_by(event, session))
    except Exception as error:  # noqa: BLE001 - as above: the match is read up to there
        _log.info("match %d is read up to where it fails: %s", stored.id, _why(error))
    return session, tuple(passed), passed[-1].seq if passed else 0


def game_of(games: Callable[[str], Game[Any, Any, Any]], stored: StoredMatch) -> Game[Any, Any, Any]:
    """Return the game of a match.

    Raises:
        ReplayError: This version does not know it.
    """
    try:
        return games(stored.game)
    except ArenaError as error:
        raise _unreadable(stored, 0, error) from error


def _unreadable(stored: StoredMatch, seq: int, cause: Exception) -> ReplayError:
    return ReplayError(stored.id, seq, cause, over=stored.status == "over")


def _why(error: Exception) -> str:
    """Return what is wrong, for the log, where no move is quoted: others may not know it yet."""
    return error.code if isinstance(error, ArenaError) else str(error) or repr(error)


def dump_outcome(outcome: Outcome) -> dict[str, Json]:
    """Return what is stored of a result, to be compared with what the events come to."""
    return {"ranks": list(outcome.ranks), "code": outcome.code, "termination": outcome.termination.value}


def dump_ruling(outcome: Outcome) -> dict[str, Json]:
    """Return a ruling as the data of its event."""
    return {
        "termination": outcome.termination.value,
        "ranks": list(outcome.ranks),
        "reason": dump_text(outcome.reason),
    }


def _counting(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Return the events that were not taken back and change the game, in order."""
    counting: list[StoredEvent] = []
    at, by_seq = events[-1].seq if events else 0, {event.seq: event for event in events}
    while at:
        event = by_seq[at]
        if event.kind == "undo":
            at = cast("int", event.data["to"])
            continue
        if event.kind != "substitute":
            counting.append(event)
        if event.kind == "position":
            break
        at -= 1
    return counting[::-1]


def _after(session: Session, event: StoredEvent) -> Session:
    for seat, text in event.choices:
        session = session.repeat(seat, text)
    match event.kind:
        case "turn":
            return session.repeat(_seat(event), event.text)
        case "forfeit":
            return session.forfeit(_seat(event), late=event.data.get("cause") == "time")
        case "ruling":
            return session.rule(_ruling(event.data))
        case "position":
            setup = replace(session.setup, position=str(event.data["position"]))
            return Session.start(session.game, setup, session.chance)
    return session


def _begun(game: Game[Any, Any, Any], stored: StoredMatch) -> Session:
    try:
        return Session.start(game, stored.setup, Chance(stored.seed))
    except ArenaError:
        if not stored.setup.loadouts:
            raise
        # Neither what was chosen in private nor what the rules say of it may come into a log.
        raise ValueError("what its seats began with does not fit") from None


def _sealed(session: Session, seat: Seat, text: str) -> Session:
    try:
        return session.repeat(seat, text)
    except ArenaError:
        # Neither the choice nor what the rules say of it may come into a log.
        raise ValueError(f"the choice that seat {seat} sealed does not fit") from None


def _seat(event: StoredEvent) -> Seat:
    if event.seat is None:
        raise ValueError(f"nobody's {event.kind}")
    return event.seat


def _ruling(data: Mapping[str, Json]) -> Outcome:
    ranks = cast("Sequence[int]", data["ranks"])
    return ruling(Termination(str(data["termination"])), ranks, load_text(data["reason"]))
