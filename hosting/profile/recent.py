"""What the latest results of a person tell: streaks, reliability, openings, how long a turn takes them.

Only what lies within a year, and no more than the last 50 matches: what a person did once is forgiven in time. It is
made of results alone, which are written when a match is over: nothing of one that goes on can be read off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import Enum

from store.holders import credited
from store.results import Result

REACH = timedelta(days=365)
MOST = 50
"""Matches looked at, those that ended last."""
OPENINGS = 3
"""First turns that are named, those played most."""

_NOT_PLAYED = ("void", "aborted")


class Course(Enum):
    """How a match went for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Conduct(Enum):
    """Whether a player played a match to its end."""

    FINISHED = "finished"
    LATE = "late"
    """Lost by time, after turns of their own."""
    ABSENT = "absent"
    """Never made a turn, and lost by time or was replaced."""
    LEFT = "left"
    """Handed the seat over, or it was taken from them."""
    EXCUSED = "excused"
    """The same, and an organiser excused it."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A first turn.

    Attributes:
        game: Key of the game.
        mode: Key of the mode.
        text: In notation.
        count: How often it was played.
    """

    game: str
    mode: str
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Streak:
    """The same result again and again.

    Attributes:
        course: Which.
        length: How many times, up to now; at least 1.
    """

    course: Course
    length: int


@dataclass(frozen=True, slots=True)
class Handover:
    """Seats that changed hands between a player and another one, as the first and the last who sat there.

    Attributes:
        person_id: The other one; None for one who does not appear to the reader.
        count: How many.
    """

    person_id: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Handovers:
    """Seats that changed hands on one side of a player: those that they took over, or those that they left to others.

    Attributes:
        count: How many.
        credited: In how many of them the result stands in the player's record.
        people: With whom, those with most seats first.
    """

    count: int = 0
    credited: int = 0
    people: tuple[Handover, ...] = ()


@dataclass(frozen=True, slots=True)
class Recent:
    """What the latest results of a person tell.

    Attributes:
        matches: How many are looked at.
        since: When the first of them ended; None without any.
        conduct: How often they did what; what never was is left out.
        taken_over: Seats that another player had first, and they had at the end.
        handed_over: Seats that they had first, and another player had at the end.
        streak: How the last matches that count went; None without any.
        best: The most matches in a row that were won.
        pace: How long a turn took them on the average; None where no turn tells.
        openings: First turns, the most played first.
    """

    matches: int = 0
    since: date | None = None
    conduct: tuple[tuple[Conduct, int], ...] = ()
    taken_over: Handovers = field(default_factory=Handovers)
    handed_over: Handovers = field(default_factory=Handovers)
    streak: Streak | None = None
    best: int = 0
    pace: timedelta | None = None
    openings: tuple[Opening, ...] = ()


def recent(person_id: int, results: Sequence[Result]) -> Recent:
    """Return what results tell of a person who sat there first or last.

    Args:
        person_id: Who.
        results: Of their seats, the match that ended last first.
    """
    if not results:
        return Recent()
    courses = [course for each in results if (course := course_of(person_id, each)) is not None]
    done = Counter(conduct for each in results if (conduct := conduct_of(person_id, each)) is not None)
    handed = [each for each in results if each.handed_over and conduct_of(person_id, each) is not None]
    return Recent(
        matches=len(results),
        since=min(each.ended_at for each in results).date(),
        conduct=tuple((each, done[each]) for each in Conduct if done[each]),
        taken_over=_handovers(person_id, ((each.starter_id, each) for each in handed if each.finisher_id == person_id)),
        handed_over=_handovers(
            person_id, ((each.finisher_id, each) for each in handed if each.starter_id == person_id)
        ),
        streak=_streak(courses),
        best=_longest(courses),
        pace=_pace(person_id, results),
        openings=_openings(person_id, results),
    )


def course_of(person_id: int, result: Result) -> Course | None:
    """Return how a match went for a player; None where it stands in no record of theirs."""
    if result.score is None or credited(result) != person_id:
        return None
    if result.rank > 1:
        return Course.LOST
    return Course.WON if result.score == 120 else Course.DRAWN


def conduct_of(person_id: int, result: Result) -> Conduct | None:
    """Return whether a player played a match to its end; None where there was nothing to play, or nobody who waits."""
    if result.score is None or result.why in _NOT_PLAYED:
        return None
    late = result.gave_up == "time"
    if result.handed_over and person_id == result.starter_id:
        if result.excused:
            return Conduct.EXCUSED
        return Conduct.LEFT if result.starter_turns else Conduct.ABSENT
    turns = result.starter_turns if person_id == result.starter_id else result.finisher_turns
    if late:
        return Conduct.LATE if turns else Conduct.ABSENT
    return Conduct.FINISHED


def _handovers(person_id: int, found: Iterable[tuple[int, Result]]) -> Handovers:
    """Return what seats that changed hands come to, each given with the other person."""
    seats = list(found)
    counts = Counter(other for other, _ in seats)
    people = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    credit = sum(credited(each) == person_id for _, each in seats)
    return Handovers(len(seats), credit, tuple(Handover(*each) for each in people))


def _streak(courses: Sequence[Course]) -> Streak | None:
    if not courses:
        return None
    length = next((index for index, each in enumerate(courses) if each is not courses[0]), len(courses))
    return Streak(courses[0], length)


def _longest(courses: Iterable[Course]) -> int:
    longest = running = 0
    for each in courses:
        running = running + 1 if each is Course.WON else 0
        longest = max(longest, running)
    return longest


def _pace(person_id: int, results: Iterable[Result]) -> timedelta | None:
    """Return the average time of a turn in seats that a person held alone; in others, turns of two are added up."""
    own = [each for each in results if each.starter_id == each.finisher_id == person_id]
    seconds, turns = sum(each.thought for each in own), sum(each.timed for each in own)
    return timedelta(seconds=seconds // turns) if turns else None


def _openings(person_id: int, results: Iterable[Result]) -> tuple[Opening, ...]:
    counts = Counter(
        (each.game, each.mode, each.opening)
        for each in results
        if each.opening is not None and each.starter_id == person_id and each.starter_turns
    )
    found = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return tuple(Opening(*what, count) for what, count in found[:OPENINGS])
