"""Terms of leagues: what cannot be is refused with one sentence, and what does not fit with the sum."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Self, get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cogs.league.terms_form import usual_terms
from engine.apex.game import APEX
from engine.replicants.game import REPLICANTS
from hosting.clock.time_control import ClockTerms, NoSuchClock, Terms, read_needed_clock
from hosting.league.errors import BadLeagueName, BadLeagueTerms
from hosting.league.pairing import formats
from hosting.league.pairing.formats import plan
from hosting.league.pairing.values import Planned
from hosting.league.terms import LadderTerms, LeagueTerms
from hosting.league.validation import Costs, check_fits, check_name, check_terms, costs, division_sizes, smaller_tables
from store.league.values import Fixture, Kind
from tests.hosting.league.pairing.seasons import entries, made, noted, over, season
from tests.hosting.league.playing import terms
from tests.hosting.league.simulated.game import VERDICT
from tests.hosting.toygame import TallyGame
from tests.volume import many

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
        {"kind": "swiss", "half_byes": -1},
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


SWISS: dict[str, object] = {"kind": "swiss", "rounds": 4, "tiebreaks": ("lot",)}
LADDER: dict[str, object] = {"kind": "ladder", "ladder": LadderTerms()}
SIX: dict[str, object] = {"game": "verdict", "mode": "6", "sides": 6}


@pytest.mark.parametrize(
    ("usual", "changed", "words", "mended"),
    [
        ({}, {"place_points": (1, 1)}, "of 1,1 make a defeat as good as a win: {} like 1,0", {"place_points": (1, 0)}),
        (
            {"mode": "3", "sides": 3},
            {"place_points": (2, 2, 2)},
            "of 2,2,2 make a defeat as good as a win: {} like 2,1,0",
            {"place_points": (2, 1, 0)},
        ),
        ({"kind": "knockout"}, {"place_points": (3, 1)}, "decide nothing in this format", {"place_points": None}),
        (LADDER, {"place_points": (3, 1)}, "decide nothing in this format", {"place_points": None}),
        (SWISS, {"half_byes": 30}, "30 rounds cannot be sat out {} there are 4, {} name 0 to 3.", {"half_byes": 3}),
        (SWISS, {"late_rounds": 999}, "no round 999 to join in: {} there are 4, so name 0 to 4", {"late_rounds": 4}),
        ({}, {"late_rounds": 20}, "no round 20 to join in: {} there are 19, so name 0 to 19", {"late_rounds": 19}),
        ({"kind": "knockout"}, {"late_rounds": 1}, "once it has started: name 0", {"late_rounds": 0}),
        ({"mode": "3", "sides": 3}, {"late_rounds": 1}, "once it has started: name 0", {"late_rounds": 0}),
        (LADDER, {"late_rounds": 2}, "name 1 if players can join", {"late_rounds": 1}),
        (
            {**SIX, "kind": "swiss", "half_byes": 0, "most": 6},
            {"rounds": 30},
            "30 rounds are too many for 6 entries at tables of 6, {} play 3 at most, or let 151 or more join.",
            {"rounds": 1},
        ),
        (
            {**SIX, "kind": "swiss", "half_byes": 0, "most": 6},
            {"rounds": 30},
            "or let 151 or more join.",
            {"rounds": 30, "most": 151},
        ),
        ({**SWISS, "most": 8}, {"rounds": 8}, "play 7 at most, or let 9 or more join.", {"rounds": 8, "most": 9}),
        ({**SWISS, "most": 8}, {"rounds": 8}, "play 7 at most, or let 9 or more join.", {"rounds": 7}),
        ({**SWISS, "most": 8}, {"rounds": 9, "most": 3}, "needs at least 4 entries", {"rounds": 3, "most": 4}),
        ({}, {"late_points": 60}, "nobody comes late", {"late_points": 0}),
        (SWISS, {"late_points": 60}, "name the last round to join in", {"late_points": 60, "late_rounds": 1}),
        (LADDER, {"round_days": 7}, "leave the days of a round out", {"round_days": None}),
        ({"mode": "3", "sides": 3}, {"advance": 2}, "only from the tables of a knock-out: name 1", {"advance": 1}),
        (
            {"division_size": 20},
            {"up": 2, "most": 20},
            "20 entries fit in one division of 20",
            {"up": 2, "most": 20, "division_size": 10},
        ),
        (
            {"unfinished": "adjudicate"},
            {"grace_days": 0},
            "need time to decide: name 1 to 30 days",
            {"grace_days": 1},
        ),
        (
            {"kind": "knockout", "legs": 5},
            {"round_days": 2},
            "best of 5 takes 3d at least, {} a round has 2d: name 3 days",
            {"round_days": 3},
        ),
        (
            LADDER,
            {"ladder": LadderTerms(protection=30, inactivity=10)},
            "challenged for 30 days, but fall after 10 days {} name 0 to 9 days",
            {"ladder": LadderTerms(protection=9, inactivity=10)},
        ),
        (
            {**LADDER, "starts_at": NOW + DAY, "ends_at": NOW + 8 * DAY},
            {"ladder": LadderTerms(protection=7)},
            "for 7 days, and the season has 7: name 0 to 6 days",
            {"ladder": LadderTerms(protection=6)},
        ),
        ({}, {"tiebreaks": ("buchholz", "lot")}, "`buchholz` decides nothing", {"tiebreaks": ("lot",)}),
        (
            {},
            {"zone": "Mars/Olympus"},
            "no time zone Mars/Olympus: name one like Europe",
            {"zone": "Europe/Paris"},
        ),
    ],
    ids=str,
)
def test_terms_that_make_no_sense_are_refused_with_what_would_be_taken(
    usual: dict[str, object], changed: dict[str, object], words: str, mended: dict[str, object]
) -> None:
    game = VERDICT if usual.get("game") == "verdict" else TallyGame()
    with pytest.raises(BadLeagueTerms) as caught:
        check_terms(terms(**{**usual, **changed}), game, NOW)
    told = str(caught.value.text)
    for part in words.split(" {} "):
        assert part in told
    check_terms(terms(**{**usual, **mended}), game, NOW)


@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.parametrize("mode", ["2", "3", "teams"])
def test_the_usual_terms_of_every_format_are_taken(kind: Kind, mode: str) -> None:
    found = TallyGame().info.mode(mode)
    assert found is not None
    for most in (None, *range(4, 70)):
        usual = usual_terms(kind, TallyGame(), found, most)
        if mode != "3" or kind not in ("double-knockout", "ladder"):
            check_terms(usual, TallyGame(), NOW)


def test_a_refused_clock_offers_only_what_would_be_taken() -> None:
    with pytest.raises(NoSuchClock) as caught:
        read_needed_clock("soon")
    assert len(caught.value.suggestions) > 2
    for each in caught.value.suggestions:
        check_terms(terms(match=Terms(clock=read_needed_clock(each))), TallyGame(), NOW)


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
    weekly = Costs(8, 2, 3, 12, 12, at_once=12, channels=12, days=21, row=1, each=3, room=100)
    assert costs(terms(division_size=4, most=20, round_days=7, cap=3), info, 8, 100) == weekly
    twice = Costs(6, 1, 10, 30, 30, at_once=3, channels=3, days=None, row=10, each=10, room=100)
    assert costs(terms(cap=1, legs=2), info, 6, 100) == twice
    assert costs(terms(cap=3), info, 20, 10).at_once == 10
    silent = costs(terms(mode="teams", teams=True, kind="swiss", rounds=5), info, 400, 1000)
    assert (silent.matches, silent.at_once, silent.channels) == (1000, 80, 400)


def test_small_tables_are_counted_as_they_are_dealt() -> None:
    info = VERDICT.info
    seven = costs(terms(game="verdict", mode="4", sides=4, kind="swiss", cap=1), info, 7, 100)
    assert (seven.rounds, seven.matches, seven.at_once, seven.channels) == (3, 6, 2, 2)
    assert seven.meetings is None
    twenty = costs(terms(game="verdict", mode="5", sides=5), info, 20, 100)
    assert (twenty.rounds, twenty.matches, twenty.meetings) == (7, 28, (1, 3))
    four = costs(terms(game="verdict", mode="6", sides=6, kind="knockout"), info, 4, 100)
    assert (four.matches, four.at_once, four.channels) == (1, 1, 1)
    best_of_five = costs(terms(game="verdict", kind="knockout", legs=5, cap=3), info, 12, 100)
    assert (best_of_five.fewest, best_of_five.matches, best_of_five.at_once) == (33, 55, 4)


class Field:
    """A season that is played to its end as fast as pairing lets it, its matches in an order drawn at random.

    Attributes:
        most: How many matches went on at a time, at most.
        matches: How many were played.
        rounds: The last round in which one was.
        row: How many followed one another, each beginning as soon as it could.
    """

    def __init__(self, of: LeagueTerms, count: int, *, draws: bool, rng: random.Random) -> None:
        self._of, self._draws, self._rng = of, draws, rng
        parts = division_sizes(of, count)
        first = [1 + sum(parts[:at]) for at in range(len(parts))]
        members = [each for at, size in enumerate(parts) for each in entries(size, division=at + 1, first=first[at])]
        self.now = season(of, *members, tables=smaller_tables(of, VERDICT.info), round=1)
        self.most = self.matches = self.rounds = self.row = 0

    def play(self) -> Self:
        while planned := self._planned():
            self.now = noted(made(self.now, planned))
            self._play_all()
        return self

    def _planned(self) -> tuple[Planned, ...]:
        """Return what the present round needs, or else what the first later one does that needs anything."""
        for number in range(self.now.round, self.now.round + 4):
            if planned := plan(replace(self.now, round=number)):
                self.now = replace(self.now, round=number)
                return planned
        return ()

    def _play_all(self) -> None:
        """Have all begin that the cap lets, and one after another end, until none is left."""
        busy: Counter[int] = Counter()
        there = [each for each in self.now.fixtures if each.status == "planned"]
        self._rng.shuffle(there)
        going: list[Fixture] = []
        self.row += bool(there)
        while there or going:
            for each in list(there):
                if all(busy[entry] < self._of.cap for entry in each.entries):
                    busy.update(each.entries)
                    going.append(each)
                    there.remove(each)
            self.most = max(self.most, len(going))
            ended = going.pop(self._rng.randrange(len(going)))
            busy.subtract(ended.entries)
            self.matches += 1
            self.rounds = max(self.rounds, ended.round)
            done = over(ended, self._points(len(ended.sides)))
            fixtures = tuple(done if each.id == ended.id else each for each in self.now.fixtures)
            self.now = noted(replace(self.now, fixtures=fixtures))

    def _points(self, sides: int) -> tuple[int, ...]:
        if sides == 2 and self._draws and self._rng.random() < 0.5:
            return 60, 60
        points = [120 * place // (sides - 1) for place in range(sides)]
        self._rng.shuffle(points)
        return tuple(points)


@settings(max_examples=many(60, 1500), deadline=None)
@given(st.data(), st.sampled_from(get_args(Kind)), st.integers(2, 6), st.integers(0, 2**32))
def test_what_a_season_comes_to_is_never_less_than_it_plays(
    data: st.DataObject, kind: Kind, sides: int, seed: int
) -> None:
    assume(kind != "ladder" and (sides == 2 or kind != "double-knockout"))
    draws = data.draw(st.booleans())
    legs = data.draw(st.integers(1, {"round-robin": 2, "swiss": 1}.get(kind, 5))) if sides == 2 else 1
    of = terms(
        game="verdict",
        kind=kind,
        mode=str(sides),
        sides=sides,
        legs=legs,
        cap=data.draw(st.integers(1, 4)),
        rounds=data.draw(st.none() | st.integers(1, 4)) if kind == "swiss" else None,
        advance=data.draw(st.integers(1, max(1, sides - 1))) if kind == "knockout" and sides > 2 else 1,
        division_size=data.draw(st.none() | st.integers(max(4, sides), 8)) if kind == "round-robin" else None,
        match=replace(CLOCK, agreed_ends=draws),
        reset=data.draw(st.booleans()),
        third=kind == "knockout" and sides == 2 and data.draw(st.booleans()),
        most=20,
    )
    count = data.draw(st.integers(max(formats.fewest(of, smaller_tables(of, VERDICT.info)), 4), 20))
    there = costs(of, VERDICT.info, count, 1000)
    field = Field(of, count, draws=draws, rng=random.Random(seed)).play()
    assert there.matches is not None
    assert there.fewest is not None
    assert there.fewest <= field.matches <= there.matches
    assert field.most <= there.at_once
    assert field.rounds <= there.rounds
    if kind in ("round-robin", "swiss"):
        assert (field.matches, field.rounds) == (there.matches, there.rounds)
        assert there.fewest == there.matches
    if kind == "swiss" or (kind == "knockout" and sides > 2):
        assert field.most == there.at_once
    if kind == "knockout":
        assert (field.rounds, field.most) == (there.rounds, there.at_once)
    if kind != "round-robin":
        assert there.row <= field.row
    if there.fewest == there.matches and kind != "round-robin":
        assert there.row == field.row


@pytest.mark.parametrize(
    ("changed", "count", "days", "sum_"),
    [
        ({"round_days": 7}, 8, 48, "7 rounds"),
        ({"kind": "swiss", "rounds": 5}, 8, 4, "5 rounds, one after the other"),
        ({"kind": "knockout", "legs": 5}, 8, 8, "best of 5, so 9 matches follow one another"),
        ({"mode": "teams", "teams": True, "kind": "swiss", "rounds": 2, "most": 160}, 160, 1, "2 rounds, one after"),
        ({"cap": 1}, 8, 6, "7 one after the other"),
        ({"cap": 3}, 20, 6, "7 one after the other"),
        ({"mode": "teams", "teams": True, "kind": "swiss", "rounds": 2, "most": 400}, 400, 5, "80 at a time"),
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
