"""Whose the places of a season are, and who has a claim on which division of the next one."""

from __future__ import annotations

from datetime import timedelta

from hosting.league.promotion import HeldPlace, holders, joining
from store.league.entries import Player
from store.league.values import Entry
from tests.hosting.league.standings.seasons import BEGAN, bye, entry, met

CAPTAIN, PARTNER, ALTERNATE = 11, 12, 13


def player(number: int, person: int, since: float = 0, until: float | None = None) -> Player:
    """Return who played for entry 1 from an hour to another one; fixtures end at the hour that is their number."""
    end = None if until is None else BEGAN + timedelta(hours=until)
    return Player(1, number, person, True, BEGAN + timedelta(hours=since), end)


def of(*people: int) -> Entry:
    return entry(1, players=people)


def joins(number: int, *people: int, mu: float = 0.0) -> Entry:
    return entry(number, players=people, seed_mu=mu)


def test_the_right_to_a_place_belongs_to_who_played_most() -> None:
    five = [met(number, {1: 120, 2: 0}) for number in range(1, 6)]
    swapped = [player(0, CAPTAIN, until=1.5), player(2, ALTERNATE, since=1.5)]
    assert holders(of(CAPTAIN), swapped, five) == (ALTERNATE,)
    late = [player(0, CAPTAIN, until=4.5), player(2, ALTERNATE, since=4.5)]
    assert holders(of(CAPTAIN), late, five) == (CAPTAIN,)
    # Forfeits, byes and others' fixtures nobody played for it.
    given = [met(1, {1: 120, 2: 0}), met(2, {1: 0, 2: 120}, "forfeit"), bye(3, 1, 120), met(4, {2: 120, 3: 0})]
    assert holders(of(CAPTAIN), swapped, given) == (CAPTAIN,)


def test_of_those_who_played_as_many_who_still_plays_is_first_then_the_captain() -> None:
    two = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 2: 0})]
    swapped = [player(0, CAPTAIN, until=1.5), player(2, ALTERNATE, since=1.5)]
    assert holders(of(CAPTAIN), swapped, two) == (ALTERNATE,)
    team = [player(0, CAPTAIN), player(1, PARTNER)]
    assert holders(of(CAPTAIN, PARTNER), team, two) == (CAPTAIN, PARTNER)
    half = [player(0, CAPTAIN), player(1, PARTNER, until=0.5), player(2, ALTERNATE, since=0.5)]
    assert holders(of(CAPTAIN, PARTNER), half, two) == (CAPTAIN, ALTERNATE)
    # A player who came back to it is counted once for each fixture, and named once.
    back = [player(0, CAPTAIN, until=0.5), player(2, ALTERNATE, 0.5, 0.7), player(3, CAPTAIN, since=0.7)]
    assert holders(of(CAPTAIN), back, two) == (CAPTAIN,)
    assert holders(of(CAPTAIN), [player(0, CAPTAIN)], []) == (CAPTAIN,)


def test_claims_are_those_of_the_latest_season_played() -> None:
    last = [HeldPlace(1, (11,), 1, 2, "stay"), HeldPlace(2, (12,), 2, 1, "up"), HeldPlace(3, (13,), 2, 5, "out")]
    before = [HeldPlace(4, (12,), 4, 1, "stay"), HeldPlace(5, (14,), 1, 3, "down")]
    there = [joins(21, 11, mu=30.0), joins(22, 12), joins(23, 13), joins(24, 14), joins(25, 15)]
    found = {each.key: each for each in joining(there, [last, before])}
    assert {key: (each.goal, each.away) for key, each in found.items()} == {
        21: (1, 0),
        22: (1, 0),
        23: (3, 1),  # who withdrew left the season
        24: (2, 1),
        25: (None, 0),
    }
    assert (found[21].mu, found[21].place) == (30.0, 2)
    empty: list[HeldPlace] = []
    assert [each.goal for each in joining(there[3:4], [empty, empty, empty, before])] == [2]
    assert [each.goal for each in joining(there[3:4], [empty, empty, empty, empty, before])] == [None]


def test_a_place_is_claimed_once_and_a_team_has_the_claim_on_the_highest_division() -> None:
    last = [HeldPlace(1, (11, 12), 1, 2, "stay"), HeldPlace(2, (13, 14), 3, 1, "stay")]
    parted = {each.key: each.goal for each in joining([joins(21, 16, 12), joins(22, 11, 15)], [last])}
    assert parted == {21: None, 22: 1}
    # The captain is not there: the partner, who played as many, has it.
    assert [each.goal for each in joining([joins(21, 16, 12)], [last])] == [1]
    assert [each.goal for each in joining([joins(21, 13, 12)], [last])] == [1]
    # An older place goes to the one of its holders who has no later claim.
    older = [HeldPlace(9, (11, 17), 2, 1, "stay")]
    assert [each.goal for each in joining([joins(21, 11, 12), joins(22, 17, 18)], [last, older])] == [1, 3]
