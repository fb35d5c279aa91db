"""What players did with their seats: who sat there, and how many turns of their own they made.

An *own turn* is a turn of the game in which the seat's player entered or had planned something, a turn or a choice that
was sealed, which was not taken back. A turn is one however many parts it is entered in, as what comes of the first part
may have to be seen before the next; and so is what a seat answers within the turn of another. One that two persons made
in parts, as the seat was handed over within it, is that of who began it. What the clock played is none, and neither is
what was played by itself as the only legal turn; that holds of choices, too, which another player's turn opens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import cast

from engine.game import Json
from engine.seat import Seat
from store.results import GaveUp
from store.values import MatchSeat, Span, StoredEvent

OWN_CAUSES = (None, "plan", "prepared")
"""What may stand as the cause of an event for the turn to be its player's own: nothing, or what they had planned."""
_LEADING_BACK = frozenset(("undo", "position"))
_NO_TURNS: Mapping[int, int] = MappingProxyType({})
LONGEST_OPENING = 60
"""Characters of a first turn that are kept; longer ones are cut."""


@dataclass(slots=True)
class Sitting:
    """What became of one seat.

    Attributes:
        starter_id: The person who sat there first.
        finisher_id: The person who sat there last.
        excused: Whether an organiser excused the starter, who left.
        opening: The first own turn, in one line.
        spent: From the event before to each part of own turns that was no sealed choice, added up, without pauses.
        gave_up: Whether the seat resigned or lost by its time.
        made: In which turns of the game the own turns were made, numbers below 0 for turns that are not known, each
            with the person who began it.
        played: In which of them something was played that was no sealed choice.
    """

    starter_id: int
    finisher_id: int
    excused: bool = False
    opening: str | None = None
    spent: timedelta = timedelta()
    gave_up: GaveUp | None = None
    made: dict[int, int] = field(default_factory=dict)
    played: set[int] = field(default_factory=set)

    @property
    def turns(self) -> Counter[int]:
        """How many own turns each person made there."""
        return Counter(self.made.values())

    @property
    def thought(self) -> float:
        """What was spent, in seconds."""
        return self.spent.total_seconds()

    @property
    def timed(self) -> int:
        """Over how many own turns that is added up."""
        return len(self.played)


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
    game_turns: Mapping[int, int] = _NO_TURNS,
) -> dict[Seat, Sitting]:
    """Return what became of each seat.

    Args:
        seats: With who sits there at the end.
        events: All of the match, in order; some may be missing in one that cannot be read.
        started_at: When the match started.
        stand_ins: What missed deadlines made.
        pauses: From when until when the match was paused.
        game_turns: In which turn of the game events were, by their numbers, as `Game.turn` counts. Of an event that is
            not among them it is not known: it counts as a turn by itself.
    """
    found = {each.seat: Sitting(each.person_id, each.person_id) for each in seats}
    kinds = {event.kind for event in events}
    handovers = (
        {event.seq: handed for event in events if (handed := _handed_over(event)) is not None}
        if "substitute" in kinds
        else {}
    )
    for taken, was in reversed(handovers.values()):
        found[taken].starter_id = was
    present, before = {seat: each.starter_id for seat, each in found.items()}, started_at
    standing = _standing(events) if kinds & _LEADING_BACK else None
    for event in events:  # hundreds of them within the last turn's transaction: what is most frequent comes first
        seq, seat, at = event.seq, event.seat, event.at
        if standing is not None and seq not in standing and seq not in handovers:
            pass
        elif event.kind == "turn" and seat is not None:
            if not event.data or event.data.get("cause") in OWN_CAUSES:
                sitting, turn = found[seat], game_turns.get(seq, -seq)
                if not sitting.made:
                    sitting.opening = _in_a_line(event.text)
                sitting.made.setdefault(turn, present[seat])
                sitting.spent += at - before - _paused(before, at, pauses) if pauses else at - before
                sitting.played.add(turn)
        elif seq in handovers:
            taken, was = handovers[seq]
            present[taken] = cast("int", event.data["user"])
            if was == found[taken].starter_id:
                found[taken].excused = event.data.get("excused") is True
        else:
            for chose, text in _opened(event, {each.seat for each in stand_ins if before < each.at <= at}):
                if not (sitting := found[chose]).made:
                    sitting.opening = _in_a_line(text)
                sitting.made.setdefault(game_turns.get(seq, -seq), present[chose])
            if event.kind == "forfeit" and seat is not None:
                found[seat].gave_up = "time" if event.data.get("cause") == "time" else "resigned"
        before = at
    return found


def _handed_over(event: StoredEvent) -> tuple[Seat, int] | None:
    """Return the seat that an event gave to another person, and whose it was; None for any other event."""
    if event.kind != "substitute" or event.seat is None:
        return None
    return event.seat, cast("int", event.data["was"])


def _in_a_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_OPENING]


def _paused(first: datetime, last: datetime, pauses: Sequence[Span]) -> timedelta:
    """Return how much of the time between two times lies in pauses."""
    return sum((max(min(until, last) - max(since, first), timedelta()) for since, until in pauses), timedelta())


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
