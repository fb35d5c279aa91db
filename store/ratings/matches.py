"""What one match makes of the ratings of those who count for its seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from engine.seat import Seat
from store.ratings.model import BEGINNER, Skill, rate, rate_players

Rated: TypeAlias = Literal["full", "gain", "hold", "out"]
"""How a seat enters: it changes its player's rating; only where the mean does not fall; never; it is left out."""


class Seated(NamedTuple):
    """A seat of a match that is over.

    Attributes:
        seat: Its number.
        team: Its team; None where everybody plays alone.
        rank: 1 is best; equal ranks are ties.
        rated: How it enters.
        person_id: Whose rating it enters with; None for a seat that is out.
    """

    seat: Seat
    team: int | None
    rank: int
    rated: Rated
    person_id: int | None


class Moved(NamedTuple):
    """What a match made of a rating.

    Attributes:
        seat: By which seat.
        person_id: Whose.
        before: With what they entered.
        after: What came of it; the same where the seat is held.
    """

    seat: Seat
    person_id: int
    before: Skill
    after: Skill


def can_be_rated(seats: Sequence[Seated]) -> bool:
    """Return whether there is anything to compare: two whole sides, and nobody against themselves."""
    people = [person_id for _, _, _, rated, person_id in seats if rated != "out"]
    if None in people or len(set(people)) < len(people):
        return False
    if not _teamed(seats):
        return len(people) > 1
    return len(people) == len(seats) and len(_sides(seats)) > 1  # partners are rated as one


def rate_match(seats: Sequence[Seated], skills: Mapping[int, Skill]) -> list[Moved]:
    """Return what a match makes of ratings, by seat.

    Args:
        seats: All of the match, in order; they can be rated.
        skills: What is known of people; who is not among them is a beginner.
    """
    if not _teamed(seats):
        return _rate_alone(seats, skills)
    sides = _sides(seats)
    before = [[skills.get(person_id, BEGINNER) for _, person_id in side] for side in sides]
    after = rate(before, [min([each.rank for each, _ in side]) for side in sides])
    moved = [
        Moved(each.seat, person_id, skill, _kept(each.rated, skill, *numbers))
        for side, known, changed in zip(sides, before, after, strict=True)
        for (each, person_id), skill, numbers in zip(side, known, changed, strict=True)
    ]
    moved.sort()
    return moved


def _rate_alone(seats: Sequence[Seated], skills: Mapping[int, Skill]) -> list[Moved]:
    """Do as `rate_match` where everybody plays alone, in less time: thousands of matches are rated one by one."""
    entered = [each for each in seats if each[3] != "out"]
    before = [skills.get(person_id, BEGINNER) for _, _, _, _, person_id in entered if person_id is not None]
    after = rate_players(before, [rank for _, _, rank, _, _ in entered])
    return [
        Moved(seat, person_id, skill, _kept(rated, skill, mu, sigma))
        for (seat, _, _, rated, person_id), skill, (mu, sigma) in zip(entered, before, after, strict=True)
        if person_id is not None
    ]


def rate_all(matches: Iterable[Sequence[Seated]], skills: dict[int, Skill]) -> Iterable[list[Moved]]:
    """Give what each of several matches makes of ratings, one after the other, and change `skills` accordingly."""
    for seats in matches:
        moved = rate_match(seats, skills)
        skills.update((each.person_id, each.after) for each in moved if each.after is not each.before)
        yield moved


def _kept(rated: Rated, before: Skill, mu: float, sigma: float) -> Skill:
    """Return what a seat leaves its player with."""
    if rated == "hold":
        return before
    if rated == "gain" and mu < before.mu:
        return Skill(before.mu, before.sigma, before.games + 1)
    return Skill(mu, sigma, before.games + 1)


def _sides(seats: Sequence[Seated]) -> list[list[tuple[Seated, int]]]:
    """Return who plays together, with whose rating, in the order of their first seats."""
    sides: dict[tuple[int, int], list[tuple[Seated, int]]] = {}
    for each in seats:
        if each.rated != "out" and each.person_id is not None:
            key = (0, each.seat) if each.team is None else (1, each.team)
            sides.setdefault(key, []).append((each, each.person_id))
    return list(sides.values())


def _teamed(seats: Sequence[Seated]) -> bool:
    for _, team, _, _, _ in seats:  # noqa: SIM110 - a generator takes three times as long
        if team is not None:
            return True
    return False
