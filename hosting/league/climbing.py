"""The rules of challenges on a ladder: who may challenge whom, what a refusal comes to, who falls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from hosting.league.errors import (
    ChallengedAlready,
    ChallengeProtected,
    ChallengeWaits,
    NotALadder,
    OutOfReach,
)
from hosting.league.pauses import Lost
from hosting.league.standings import points
from hosting.league.standings.ladder import positions
from hosting.league.state import State
from hosting.league.terms import LadderTerms
from store.league.values import Challenge, Fixture, Side, Why

ANSWER = timedelta(days=3)
"""How long one who is challenged has to answer."""


def ladder_of(at: State) -> LadderTerms:
    """Return what the ladder of a season agrees on. Raises NotALadder."""
    if at.terms.ladder is None:
        raise NotALadder
    return at.terms.ladder


def standing(at: State) -> list[int]:
    """Return the entries that are there, from the top down."""
    return [each for each in positions(at.entries, at.fixtures) if each not in at.gone]


def check(at: State, challenges: Sequence[Challenge], one: int, other: int, now: datetime, lost: Lost) -> None:
    """Check that one entry may challenge another.

    Args:
        at: The season.
        challenges: All of it.
        one: Who challenges.
        other: Who is challenged.
        now: The time.
        lost: The time that does not count: nobody's protection is shorter for that.

    Raises:
        NotALadder, OutOfReach, ChallengeWaits, ChallengedAlready, ChallengeProtected: As it says.
    """
    terms, ranked = ladder_of(at), standing(at)
    if other not in ranked or not 0 < ranked.index(one) - ranked.index(other) <= terms.reach:
        raise OutOfReach(terms.reach)
    live = [side for each in at.fixtures if each.open for side in each.sides]
    waiting = [each for each in challenges if each.status == "open"]
    if any(each.entry == one for each in waiting) or any(side.entry == one and side.challenger for side in live):
        raise ChallengeWaits
    if any(each.against == other for each in waiting) or any(
        side.entry == other and not side.challenger for side in live
    ):
        raise ChallengedAlready
    ended = [each.ended_at for each in at.fixtures if other in each.entries and each.was_played and each.ended_at]
    if ended:
        until = max(ended) + timedelta(days=terms.protection) + lost.between(max(ended), now)
        if until > now:
            raise ChallengeProtected(until)


def is_lost(at: State, challenges: Sequence[Challenge], refused: Challenge) -> bool:
    """Return whether a challenge that is refused counts as lost, as too many in a row were refused before."""
    answers = [each.status for each in challenges if each.against == refused.against and each.id < refused.id]
    row = 0
    for status in reversed([each for each in answers if each != "withdrawn"]):
        if status != "refused":
            break
        row += 1
    return row >= ladder_of(at).refusals


def fixture(at: State, one: int, other: int, now: datetime, why: Why | None = None) -> Fixture:
    """Return the fixture of a challenge.

    Args:
        at: The season.
        one: Who challenges; who has had the first seat less often has it.
        other: Who is challenged.
        now: The time.
        why: Why it is over already: "forfeit" has the challenger as its winner, "inactivity" nobody; None for one that
            is to be played.
    """

    def leaning(entry: int) -> int:
        matches = (each for each in at.fixtures if not each.is_fall)
        return sum(1 if side.seat == 1 else -1 for each in matches for side in each.sides if side.entry == entry)

    order = (one, other) if leaning(one) < leaning(other) else (other, one)
    got = dict(zip(order, points.forfeited(at.terms, order, {other}), strict=True)) if why == "forfeit" else {}
    return Fixture(
        id=0,
        division=1,
        stage="ladder",
        round=1,
        leg=1,
        board=1 + max((each.board for each in at.fixtures), default=0),
        sides=tuple(Side(seat, entry, got.get(entry), challenger=entry == one) for seat, entry in enumerate(order, 1)),
        status="planned" if why is None else "over",
        why=why,
        planned_at=now,
        ended_at=None if why is None else now,
        method="challenge",
    )


def idle(at: State, challenges: Sequence[Challenge], now: datetime, lost: Lost) -> tuple[int, int] | None:
    """Return an entry that has not played for too long and the one below it, which has played; None for nobody.

    Args:
        at: The season, whole.
        challenges: All of it.
        now: The time.
        lost: The time in which nobody could play, which does not count.
    """
    terms = ladder_of(at)
    if terms.inactivity is None or at.season.started_at is None:
        return None
    time = timedelta(days=terms.inactivity)
    signs, falls = _signs(at, challenges, now, at.season.started_at)
    played = {
        side.entry: there.ended_at or now
        for there in sorted(at.fixtures, key=lambda each: each.ended_at or now)
        if there.was_played or there.status == "running"
        for side in there.sides
    }

    def is_active(last: datetime) -> bool:
        return now - last - lost.between(last, now) < time

    for above, below in pairwise(standing(at)):
        if above in at.vacant:
            continue  # nobody can play for it yet
        fallen = max(signs[above], falls.get(above, signs[above]))
        if below in played and is_active(played[below]) and not is_active(fallen):
            return above, below
    return None


def last_sign(at: State, challenges: Iterable[Challenge]) -> datetime | None:
    """Return when somebody came, challenged or began a match last on a ladder; None while something is to be played.

    Args:
        at: The season, whole.
        challenges: All of it.
    """
    there = list(challenges)
    if any(each.open for each in at.fixtures) or any(each.status == "open" for each in there):
        return None
    times = [at.season.started_at, *(each.joined_at for each in at.entries), *(each.asked_at for each in there)]
    times += [each.ended_at for each in at.fixtures if each.started_at is not None]
    return max((each for each in times if each is not None), default=None)


def _signs(
    at: State, challenges: Sequence[Challenge], now: datetime, started: datetime
) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """Return when each entry last came, challenged or played, now if it is to; and when it last fell, if it did."""
    signs = {each.id: max(each.joined_at, started) for each in at.entries}
    falls: dict[int, datetime] = {}
    for each in challenges:
        signs[each.entry] = max(signs[each.entry], each.asked_at)
    for there in at.fixtures:
        over = there.ended_at or now
        for side in there.sides:
            if there.why not in ("forfeit", "inactivity"):
                signs[side.entry] = max(signs[side.entry], over)
            elif not side.challenger:
                falls[side.entry] = max(falls.get(side.entry, over), over)
    return signs, falls
