"""What players did with their seats: who sat there, and how many turns of their own they made.

An *own turn* is a turn, or a choice that was sealed, which the seat's player entered or had planned, and which was not
taken back. What is entered at once counts as one, also where it is a part of a turn: what comes of the first part may
have to be seen before the next. What the clock played is none, and neither is what was played by itself as the only
legal turn; that holds of choices, too, which another player's turn opens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

from engine.game import Json
from engine.seat import Seat
from store.results import GaveUp
from store.values import MatchSeat, Span, StoredEvent

OWN_CAUSES = (None, "plan", "prepared")
"""What may stand as the cause of an event for the turn to be its player's own: nothing, or what they had planned."""
_LEADING_BACK = frozenset(("undo", "position"))
LONGEST_OPENING = 60
"""Characters of a first turn that are kept; longer ones are cut."""


@dataclass(slots=True)
class Sitting:
    """What became of one seat.

    Attributes:
        starter_id: The person who sat there first.
        finisher_id: The person who sat there last.
        turns: How many own turns each person made there.
        excused: Whether an organiser excused the starter, who left.
        opening: The first own turn, in one line.
        thought: Seconds from the event before to each own turn that was no sealed choice, added up, without pauses.
        timed: How many these are.
        gave_up: Whether the seat resigned or lost by its time.
    """

    starter_id: int
    finisher_id: int
    turns: Counter[int] = field(default_factory=Counter)
    excused: bool = False
    opening: str | None = None
    thought: float = 0.0
    timed: int = 0
    gave_up: GaveUp | None = None


@dataclass(frozen=True, slots=True)
class StandIn:
    """A turn or a choice that a missed deadline made for a seat: the log of what was done tells of each.

    Attributes:
        seat: For which.
        at: When; a choice may have stayed sealed after that until others had chosen.
    """

    seat: Seat
    at: datetime


def sittings(
    seats: Iterable[MatchSeat],
    events: Sequence[StoredEvent],
    started_at: datetime,
    stand_ins: Sequence[StandIn] = (),
    pauses: Sequence[Span] = (),
) -> dict[Seat, Sitting]:
    """Return what became of each seat.

    Args:
        seats: With who sits there at the end.
        events: All of the match, in order; some may be missing in one that cannot be read.
        started_at: When the match started.
        stand_ins: What missed deadlines made.
        pauses: From when until when the match was paused.
    """
    found = {each.seat: Sitting(each.person_id, each.person_id) for each in seats}
    kinds = {event.kind for event in events}
    handovers = (
        {event.seq: handed for event in events if (handed := _handed_over(event)) is not None}
        if "substitute" in kinds
        else {}
    )
    for seat, was in reversed(handovers.values()):
        found[seat].starter_id = was
    present, before = {seat: each.starter_id for seat, each in found.items()}, started_at
    standing = _standing(events) if kinds & _LEADING_BACK else None
    for event in events:  # hundreds of them within the last turn's transaction: what is most frequent comes first
        if standing is not None and event.seq not in standing and event.seq not in handovers:
            pass
        elif event.kind == "turn" and event.seat is not None:
            if event.data.get("cause") in OWN_CAUSES:
                sitting = found[event.seat]
                _take(sitting, present[event.seat], event.text)
                sitting.thought += _between(before, event.at, pauses)
                sitting.timed += 1
        elif event.seq in handovers:
            seat, was = handovers[event.seq]
            present[seat] = cast("int", event.data["user"])
            if was == found[seat].starter_id:
                found[seat].excused = event.data.get("excused") is True
        else:
            for seat, text in _opened(event, {each.seat for each in stand_ins if before < each.at <= event.at}):
                _take(found[seat], present[seat], text)
            if event.kind == "forfeit" and event.seat is not None:
                found[event.seat].gave_up = "time" if event.data.get("cause") == "time" else "resigned"
        before = event.at
    return found


def _handed_over(event: StoredEvent) -> tuple[Seat, int] | None:
    """Return the seat that an event gave to another person, and whose it was; None for any other event."""
    if event.kind != "substitute" or event.seat is None:
        return None
    return event.seat, cast("int", event.data["was"])


def _take(sitting: Sitting, person_id: int, text: str) -> None:
    sitting.turns[person_id] += 1
    if sitting.opening is None:
        sitting.opening = " ".join(text.split())[:LONGEST_OPENING]


def _between(first: datetime, last: datetime, pauses: Sequence[Span]) -> float:
    """Return the seconds between two times that lie in no pause."""
    if not pauses:
        return (last - first).total_seconds()
    paused = sum((max(min(until, last) - max(since, first), timedelta()) for since, until in pauses), timedelta())
    return (last - first - paused).total_seconds()


def _opened(event: StoredEvent, late: Collection[Seat]) -> tuple[tuple[Seat, str], ...]:
    """Return the seats whose own choices an event opens, with what they chose.

    Args:
        event: Which.
        late: The seats for which missed deadlines have chosen since the event before.
    """
    if not event.choices:
        return ()
    causes = cast("Mapping[str, Json]", event.data.get("causes", {}))
    revealed = tuple(
        (seat, text) for seat, text in event.choices if seat not in late and causes.get(str(seat)) in OWN_CAUSES
    )
    if event.kind == "joint" and event.data.get("cause") not in OWN_CAUSES:
        return tuple(each for each in revealed if each[0] != event.seat)
    return revealed


def _standing(events: Sequence[StoredEvent]) -> frozenset[int]:
    """Return the numbers of the events that were not taken back and lie behind the last position that was set up."""
    by_seq = {event.seq: event for event in events}
    at, found = max(by_seq, default=0), set()
    while at > 0:
        event = by_seq.get(at)
        if event is not None and event.kind == "undo":
            at = min(cast("int", event.data["to"]), at - 1)
            continue
        found.add(at)
        if event is not None and event.kind == "position":
            break
        at -= 1
    return frozenset(found)
