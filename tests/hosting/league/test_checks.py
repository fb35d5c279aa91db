"""Terms of leagues: what cannot be is refused with one sentence, and what does not fit with the sum."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.apex.game import APEX
from engine.replicants.game import REPLICANTS
from hosting.clock.control import ClockTerms, Terms
from hosting.league.checks import Costs, check_fits, check_name, check_terms, costs, division_sizes
from hosting.league.errors import BadLeagueName, BadLeagueTerms
from hosting.league.terms import LadderTerms, LeagueTerms
from tests.hosting.league.playing import terms
from tests.hosting.toygame import TallyGame

NOW = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
CLOCK = Terms(clock=ClockTerms())


@pytest.mark.parametrize(
    "changed",
    [
        {"mode": "9"},
        {"mode": "3"},
        {"mode": "teams"},
        {"teams": True},
        {"sides": 1},
        {"options": (("speed", "warp"),)},
        {"match": Terms()},
        {"match": replace(CLOCK, timeout="notice")},
        {"match": replace(CLOCK, league=3)},
        {"legs": 3},
        {"kind": "swiss", "legs": 2},
        {"kind": "knockout", "legs": 6},
        {"kind": "knockout", "legs": 0},
        {"division_size": 3},
        {"division_size": 10, "up": 5},
        {"division_size": 10, "up": -1},
        {"division_size": 10, "most": 1_000_000_000},
        {"up": 1},
        {"most": 21},
        {"most": 3},
        {"kind": "knockout", "division_size": 4},
        {"cap": 0},
        {"cap": 21},
        {"rounds": 3},
        {"kind": "swiss", "rounds": 0},
        {"kind": "swiss", "rounds": 9, "most": 8},
        {"kind": "ladder"},
        {"ladder": LadderTerms()},
        {"kind": "ladder", "ladder": LadderTerms(reach=0)},
        {"kind": "ladder", "ladder": LadderTerms(protection=-1)},
        {"kind": "ladder", "ladder": LadderTerms(refusals=101)},
        {"kind": "ladder", "ladder": LadderTerms(inactivity=0)},
        {"advance": 2},
        {"place_points": (1, 2)},
        {"place_points": (0, 0)},
        {"place_points": (3, 2, 1)},
        {"tiebreaks": ()},
        {"tiebreaks": ("lot", "wins")},
        {"tiebreaks": ("wins", "wins", "lot")},
        {"late_points": 1},
        {"half_byes": -1},
        {"half_byes": 31},
        {"late_rounds": 1001},
        {"place_points": (10**30, 1)},
        {"starts_at": NOW},
        {"ends_at": NOW},
        {"starts_at": NOW + 2 * DAY, "ends_at": NOW + DAY},
        {"round_days": 0},
        {"round_days": 91},
        {"grace_days": 31},
    ],
    ids=str,
)
def test_what_could_never_be_played_is_refused_in_one_sentence(changed: dict[str, object]) -> None:
    with pytest.raises(BadLeagueTerms) as caught:
        check_terms(terms(**changed), TallyGame(), NOW)
    said = str(caught.value.text)
    assert said.endswith(".")
    assert said == said.strip()


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"kind": "swiss", "rounds": 5, "most": 1000},
        {"kind": "knockout", "legs": 5, "tiebreaks": ()},
        {"kind": "knockout", "legs": 2},
        {"kind": "double-knockout", "legs": 3},
        {"kind": "ladder", "ladder": LadderTerms(), "tiebreaks": ()},
        {"mode": "teams", "teams": True},
        {"mode": "3", "sides": 3, "place_points": (6, 3, 1)},
        {"mode": "3", "sides": 3, "kind": "knockout", "advance": 2},
        {"division_size": 8, "up": 2, "most": 64},
        {"starts_at": NOW + DAY, "ends_at": NOW + 40 * DAY, "round_days": 7},
    ],
    ids=str,
)
def test_what_can_be_played_is_not(changed: dict[str, object]) -> None:
    wanted = terms(**changed)
    check_terms(wanted, TallyGame(), NOW)
    assert LeagueTerms.load(wanted.dump()) == wanted


def test_games_are_asked_what_they_can_be_played_in() -> None:
    check_terms(terms(game="replicants", mode="teams", teams=True), REPLICANTS, NOW)
    check_terms(terms(game="apex", mode="4", sides=4), APEX, NOW)
    with pytest.raises(BadLeagueTerms):
        check_terms(terms(game="apex", mode="4"), APEX, NOW)


@pytest.mark.parametrize(("count", "sizes"), [(8, (8,)), (9, (5, 4)), (17, (6, 6, 5)), (24, (8, 8, 8))])
def test_divisions_are_as_few_and_as_even_as_can_be(count: int, sizes: tuple[int, ...]) -> None:
    assert division_sizes(terms(division_size=8), count) == sizes


def test_a_name_is_one_line_of_some_length() -> None:
    assert check_name(" a \n b ") == "a b"
    assert check_name("\u202eCup\u200b\x00\ud800 1") == "Cup 1"
    for name in ("", "  ", "x" * 61, "\u200b", "\u200d \u3164"):
        with pytest.raises(BadLeagueName):
            check_name(name)


def test_a_season_is_counted() -> None:
    info = TallyGame().info
    assert costs(terms(division_size=4, most=20, round_days=7, cap=3), info, 8, 100) == Costs(8, 2, 3, 12, 12, 12, 21)
    assert costs(terms(cap=1, legs=2), info, 6, 100) == Costs(6, 1, 10, 30, 3, 3, None)
    assert costs(terms(cap=3), info, 20, 10).at_once == 10
    silent = costs(terms(mode="teams", teams=True, kind="swiss", rounds=5), info, 400, 1000)
    assert (silent.matches, silent.at_once, silent.channels) == (1000, 80, 400)


@pytest.mark.parametrize(
    ("changed", "count", "days", "sum_"),
    [
        ({"round_days": 7}, 8, 48, "7 rounds"),
        ({"cap": 1}, 8, 6, "7 one after the other"),
        ({"cap": 3}, 20, 6, "7 one after the other"),
        ({"mode": "teams", "teams": True, "kind": "swiss", "rounds": 2, "most": 400}, 400, 4, "80 at a time"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused_with_the_sum(
    changed: dict[str, object], count: int, days: int, sum_: str
) -> None:
    info = TallyGame().info
    for fits, has in ((False, days), (True, days + 1)):
        wanted = terms(**changed, ends_at=NOW + timedelta(days=has))
        there = costs(wanted, info, count, 1000)
        if fits:
            check_fits(wanted, there, NOW)
        else:
            with pytest.raises(BadLeagueTerms) as caught:
                check_fits(wanted, there, NOW)
            assert sum_ in str(caught.value.text)
