"""The history of a game, turn by turn: all its positions from one replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import SetupError
from engine.events import Event
from engine.game import Game
from engine.script import Entry
from engine.seat import Seat
from engine.session import Played, Session
from engine.text import say
from engine.turn import SEPARATOR


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at its start or after a turn.

    Attributes:
        number: Turns played; 0 at the start.
        entries: Moves and surrenders of `Session.entries` so far.
        last: The turn that led here; None at the start. Choices revealed together are one turn, and answers of other
            seats belong to the turn.
    """

    number: int
    entries: int
    state: Any
    last: Played | None

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return the turn's events that a seat, or a spectator (None), may know."""
        events = () if self.last is None else self.last.events
        return tuple(event for event in events if event.known_to(seat))


def moments(session: Session) -> tuple[Moment, ...]:
    """Return a game's start and the position after each of its turns, oldest first."""
    here = Session.start(session.game, session.setup, session.chance)
    found = [Moment(0, 0, here.state, None)]
    for entry in session.entries:
        before, here = here, _after(here, entry, late=entry.seat in session.late)
        if len(here.entries) == len(before.entries):
            continue  # sealed: nothing has happened yet
        played, earlier = here.last, found[-1].last
        if played is not None and earlier is not None and _continues(earlier, entry, played):
            found.pop()
            if entry.forfeit:
                parts = earlier.parts + played.parts
                text = SEPARATOR.join(part.text for part in parts if part.seat == entry.seat)
                played = Played(entry.seat, text, earlier.events + played.events, parts)
        found.append(Moment(len(found), len(here.entries), here.state, played))
    return tuple(found)


def decisions(session: Session) -> Iterator[tuple[int, Any, Entry]]:
    """Yield each move of a game with the state in which its seat chose it, in the order in which they were chosen.

    The number before them is that of the entries of `Session.entries` that it followed; choices revealed together have
    the same.
    """
    here = Session.start(session.game, session.setup, session.chance)
    for entry in session.entries:
        if not entry.forfeit:
            yield len(here.entries), here.state, entry
        here = _after(here, entry, late=entry.seat in session.late)


def at(session: Session, moment: Moment) -> Session:
    """Return a game at one of its moments; at the last one, the whole game without sealed choices."""
    if moment.entries == len(session.entries):
        return replace(session, sealed=())
    entries = session.entries[: moment.entries]
    gone = {entry.seat for entry in entries if entry.forfeit}
    return replace(
        session,
        state=moment.state,
        entries=entries,
        sealed=(),
        last=moment.last,
        floor=min(session.floor, moment.entries),
        late=session.late & gone,
        ruling=None,
    )


def part(session: Session, first: int, last: int) -> Session:
    """Return some turns of a game as a game of their own, which starts from the position before them.

    `first` and `last` are numbers of turns, from 1.

    Raises:
        ValueError: The game has no such turns.
        SetupError: The game cannot start from a position, which lacks its hidden information and its draws.
    """
    every = moments(session)
    if not 1 <= first <= last < len(every):
        raise ValueError(f"no turns {first} to {last} among {len(every) - 1}")
    whole = at(session, every[last])
    if first == 1:
        return whole
    game, start = session.game, every[first - 1]
    if game.info.uses_chance or not game.info.open:
        raise SetupError(say("{game} can't start from a set-up position.", game=game.info.name), code="no-positions")
    setup = replace(session.setup, position=game.write_position(start.state))
    floor = max(0, whole.floor - start.entries)
    return replace(whole, setup=setup, entries=whole.entries[start.entries :], floor=floor)


def feats(game: Game[Any, Any, Any], history: Iterable[Moment], seats: int) -> tuple[int, ...]:
    """Return the number of feats of each seat, as far as public."""
    counts = [0] * seats
    for event in (event for moment in history for event in moment.events_for(None)):
        for seat, count in game.feats(event).items():
            counts[seat - 1] += count
    return tuple(counts)


def _continues(earlier: Played, entry: Entry, played: Played) -> bool:
    """Return whether an entry belongs to the turn before it, as a surrender of the turn's player does."""
    if entry.forfeit:
        return not earlier.together and (earlier.parts[-1].turn, earlier.seat) == (entry.turn, entry.seat)
    return len(played.parts) > 1 and played.parts[:-1] == earlier.parts


def _after(session: Session, entry: Entry, *, late: bool) -> Session:
    if entry.forfeit:
        return session.forfeit(entry.seat, late=late)
    return session.move(entry.seat, entry.text)
