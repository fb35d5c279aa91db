"""Terms of leagues: what cannot be is refused with one sentence, and what does not fit with the sum."""

from __future__ import annotations

import hashlib
import io
import json
import random
import zipfile
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Self, get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cogs.league.terms_form import fields_of, usual_terms
from engine.apex.game import APEX
from engine.replicants.game import REPLICANTS
from hosting.clock import ClockTerms, NoSuchClock, clock_time, local_time, read_needed_clock
from hosting.league.drafts import LIFETIME, NOTICE
from hosting.league.export import COLUMNS
from hosting.league.model import SeasonView
from hosting.league.pairing import formats
from hosting.league.pairing.formats import plan
from hosting.league.pairing.values import Planned
from hosting.league.schedule import LEAGUE, key_of
from hosting.league.standings.table import table_of
from hosting.league.terms import LATE, PROMPT, LadderTerms, LeagueTerms
from hosting.league.validation import Costs, check_fits, check_name, check_terms, costs, division_sizes, smaller_tables
from hosting.match_terms import Terms
from store.export import PLAYERS, RATINGS, RESULTS
from store.league.seasons import Fixture, Kind
from store.tables import deadlines
from store.tables.values import Post
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster
from tests.hosting.league.pairing.seasons import entries, made, noted, over, season
from tests.hosting.league.playing import ORGANISER, TERMS, Played, terms, told
from tests.hosting.league.simulated.world import VERDICT
from tests.hosting.league.standings.seasons import ahead, entry, met
from tests.hosting.league.standings.seasons import season as seasons_season
from tests.hosting.league.standings.seasons import terms as seasons_terms
from tests.hosting.toygame import TallyGame
from tests.refusals import refusal
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
        {"kind": "knockout", "third": True, "most": 3},
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
    with refusal("bad-league-terms") as caught:
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
        (
            {},
            {"place_points": (1, 1)},
            "With 1,1 as the points by place, losing is as good as winning: {} like 1,0",
            {"place_points": (1, 0)},
        ),
        (
            {"mode": "3", "sides": 3},
            {"place_points": (2, 2, 2)},
            "With 2,2,2 as the points by place, losing is as good as winning: {} like 2,1,0",
            {"place_points": (2, 1, 0)},
        ),
        ({"kind": "knockout"}, {"place_points": (3, 1)}, "have no effect in this format", {"place_points": None}),
        (LADDER, {"place_points": (3, 1)}, "have no effect in this format", {"place_points": None}),
        (SWISS, {"half_byes": 30}, "sit out 30 rounds {} there are 4, {} use 0 to 3.", {"half_byes": 3}),
        (SWISS, {"late_rounds": 999}, "no round 999 to join in: {} there are 4, so use 0 to 4", {"late_rounds": 4}),
        ({}, {"late_rounds": 20}, "no round 20 to join in: {} there are 19, so use 0 to 19", {"late_rounds": 19}),
        ({"kind": "knockout"}, {"late_rounds": 1}, "once it has started: use 0", {"late_rounds": 0}),
        ({"mode": "3", "sides": 3}, {"late_rounds": 1}, "once it has started: use 0", {"late_rounds": 0}),
        (LADDER, {"late_rounds": 2}, "use 1 if players can join", {"late_rounds": 1}),
        (
            {**SIX, "kind": "swiss", "half_byes": 0, "most": 6},
            {"rounds": 30},
            "30 rounds are too many for 6 entries at tables of 6, {} play 3 at most, or let at least 151 join.",
            {"rounds": 1},
        ),
        (
            {**SIX, "kind": "swiss", "half_byes": 0, "most": 6},
            {"rounds": 30},
            "or let at least 151 join.",
            {"rounds": 30, "most": 151},
        ),
        ({**SWISS, "most": 8}, {"rounds": 8}, "play 7 at most, or let at least 9 join.", {"rounds": 8, "most": 9}),
        ({**SWISS, "most": 8}, {"rounds": 8}, "play 7 at most, or let at least 9 join.", {"rounds": 7}),
        ({**SWISS, "most": 8}, {"rounds": 9, "most": 3}, "needs at least 4 entries", {"rounds": 3, "most": 4}),
        ({}, {"late_points": 60}, "nobody can join late", {"late_points": 0}),
        (SWISS, {"late_points": 60}, "set the last round to join in", {"late_points": 60, "late_rounds": 1}),
        (LADDER, {"round_days": 7}, "leave out the days per round", {"round_days": None}),
        (
            {"mode": "3", "sides": 3},
            {"advance": 2},
            "Only in a knock-out can more than one from a table go through: use 1",
            {"advance": 1},
        ),
        (
            {"division_size": 20},
            {"up": 2, "most": 20},
            "20 entries fit in one division of 20",
            {"up": 2, "most": 20, "division_size": 10},
        ),
        (
            {"unfinished": "adjudicate"},
            {"grace_days": 0},
            "need time to decide: use 1 to 30 days",
            {"grace_days": 1},
        ),
        (
            {"kind": "knockout", "legs": 5},
            {"round_days": 2},
            "best of 5 takes at least 3d, {} a round only has 2d: use at least 3 days",
            {"round_days": 3},
        ),
        (
            LADDER,
            {"ladder": LadderTerms(protection=30, inactivity=10)},
            "challenged for 30 days after a match, but drop after 10 days {} use 0 to 9 days",
            {"ladder": LadderTerms(protection=9, inactivity=10)},
        ),
        (
            {**LADDER, "starts_at": NOW + DAY, "ends_at": NOW + 8 * DAY},
            {"ladder": LadderTerms(protection=7)},
            "for 7 days after a match, but the season only lasts 7d: use 0 to 6 days",
            {"ladder": LadderTerms(protection=6)},
        ),
        ({}, {"tiebreaks": ("buchholz", "lot")}, "`buchholz` decides nothing", {"tiebreaks": ("lot",)}),
        (
            {},
            {"zone": "Mars/Olympus"},
            "no time zone Mars/Olympus: use one like Europe",
            {"zone": "Europe/Paris"},
        ),
    ],
    ids=str,
)
def test_terms_that_make_no_sense_are_refused_with_what_would_be_taken(
    usual: dict[str, object], changed: dict[str, object], words: str, mended: dict[str, object]
) -> None:
    game = VERDICT if usual.get("game") == "verdict" else TallyGame()
    with refusal("bad-league-terms") as caught:
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
    with refusal("bad-league-terms"):
        check_terms(terms(game="apex", mode="4"), APEX, NOW)


@pytest.mark.parametrize(("count", "sizes"), [(8, (8,)), (9, (5, 4)), (17, (6, 6, 5)), (24, (8, 8, 8))])
def test_divisions_are_as_few_and_as_even_as_can_be(count: int, sizes: tuple[int, ...]) -> None:
    assert division_sizes(terms(division_size=8), count) == sizes


def test_a_name_is_one_line_of_some_length() -> None:
    assert check_name(" a \n b ") == "a b"
    assert check_name("\u202eCup\u200b\x00\ud800 1") == "Cup 1"
    for name in ("", "  ", "x" * 61, "\u200b", "\u200d \u3164"):
        with refusal("bad-league-name"):
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
        ({"kind": "knockout", "legs": 5}, 8, 8, "best-of-5 ties, so 9 matches follow one another"),
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
            with refusal("bad-league-terms") as caught:
                check_fits(wanted, there, NOW)
            assert sum_ in str(caught.value.text)


# Drafts that nobody publishes: they lapse, with a word a day before, and nothing else does.


DRAFTS_DAY = timedelta(days=1)


async def _drafted(league: Played) -> SeasonView:
    made = await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "League", TERMS)
    league.season = made.season.id
    return made


def _to_organiser(poster: NotingPoster) -> list[Post]:
    return [each for each in told(poster) if each.kind == "private" and each.channel_id == ORGANISER]


async def test_a_draft_lapses_with_a_word_before(league: Played, poster: NotingPoster) -> None:
    await _drafted(league)
    await league.pass_time(LIFETIME - NOTICE - timedelta(minutes=1))
    assert not told(poster)
    with refusal("league-name-taken"):
        await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "League", TERMS)
    await league.pass_time(timedelta(minutes=2))
    (word,) = _to_organiser(poster)
    assert told(poster) == [word], "nobody else knows of a draft"
    await league.pass_time(NOTICE - timedelta(minutes=2))
    assert (await league.view()).season.status == "draft"
    await league.pass_time(timedelta(minutes=3))
    assert (await league.view()).season.status == "cancelled"
    assert (await league.view()).league.archived_at is not None
    assert _to_organiser(poster) == [word]
    await _drafted(league)  # the name is free again


async def test_a_change_keeps_a_draft(league: Played, poster: NotingPoster) -> None:
    await _drafted(league)
    await league.pass_time(LIFETIME - NOTICE + timedelta(minutes=1))
    assert len(_to_organiser(poster)) == 1
    await league.arena.leagues.amend(league.season, replace(TERMS, cap=1))
    await league.pass_time(LIFETIME - NOTICE - timedelta(minutes=1))
    assert (await league.view()).season.status == "draft"
    assert len(_to_organiser(poster)) == 1
    await league.pass_time(timedelta(minutes=2))
    assert len(_to_organiser(poster)) == 2
    await league.pass_time(NOTICE)
    assert (await league.view()).season.status == "cancelled"


async def test_a_draft_without_an_appointment_is_given_one_at_the_start(league: Played, poster: NotingPoster) -> None:
    made = await _drafted(league)
    arena = league.arena
    key = key_of(made.season)
    async with arena.db.write() as connection:
        await deadlines.remove(connection, LEAGUE, key)
    for _ in range(2):
        await arena.start()
        async with arena.db.read() as connection:
            there = await deadlines.get(connection, LEAGUE, key)
        assert there is not None
        assert there.due_at == made.season.created_at + LIFETIME - NOTICE
    await league.pass_time(LIFETIME)
    assert len(_to_organiser(poster)) == 1


async def test_a_long_absence_leaves_a_whole_day(league: Played, poster: NotingPoster) -> None:
    await _drafted(league)
    league.clock.jump((LIFETIME + 30 * DRAFTS_DAY).total_seconds())
    await league.pass_time(timedelta(minutes=1))
    assert len(_to_organiser(poster)) == 1
    await league.pass_time(NOTICE - timedelta(minutes=2))
    assert (await league.view()).season.status == "draft"
    await league.pass_time(timedelta(minutes=2))
    assert (await league.view()).season.status == "cancelled"


async def test_what_is_published_does_not_lapse(league: Played, poster: NotingPoster) -> None:
    await league.found(4)
    await league.pass_time(LIFETIME + 2 * DRAFTS_DAY)
    assert (await league.view()).season.status == "open"
    assert not _to_organiser(poster)


async def test_the_draft_of_a_next_season_lapses_and_can_be_opened_again(league: Played, poster: NotingPoster) -> None:
    arena, first = league.arena, await league.begun(4)
    await league.play_on()
    await arena.leagues.close(first.season.id)
    draft = await arena.next_seasons.open(first.league.id)
    await arena.leagues.amend(draft.season.id, replace(draft.terms, cap=1))
    await league.pass_time(LIFETIME)
    assert len(_to_organiser(poster)) == 1
    await league.pass_time(NOTICE)
    assert (await arena.leagues.view(draft.season.id)).season.status == "cancelled"
    # The season before it is the latest again; the league stays.
    ((found, latest),) = await arena.leagues.of_guild(GUILD, following=False)
    assert (found.archived_at, latest.id) == (None, first.season.id)
    again = await arena.next_seasons.open(first.league.id)
    assert (again.season.id, again.season.status, again.terms.cap) == (draft.season.id, "draft", 1)
    await league.pass_time(LIFETIME - NOTICE - timedelta(minutes=1))
    assert (await arena.leagues.view(draft.season.id)).season.status == "draft"
    assert len(_to_organiser(poster)) == 1


async def test_the_secret_of_a_season_is_made_once_whatever_is_changed_of_it(league: Played) -> None:
    """Its commitment is that of the draft from before the first edit to the close, at which the secret is opened."""
    commitment = (await _drafted(league)).commitment
    leagues = league.arena.leagues
    for cap in (1, 2):
        assert (await leagues.amend(league.season, replace(TERMS, cap=cap))).commitment == commitment
    assert (await leagues.publish(league.season)).commitment == commitment
    assert (await leagues.amend(league.season, replace(TERMS, cap=3))).commitment == commitment
    for number in range(4):
        person = await league.arena.people.enter(5_001 + number, GUILD, f"P{number}")
        await leagues.join(league.season, person.person_id)
    assert (await leagues.start(league.season)).commitment == commitment
    await league.arena.idle()
    closed = await leagues.close(league.season)
    assert (closed.commitment, closed.secret is None) == (commitment, False)
    assert hashlib.sha256(bytes.fromhex(closed.secret or "")).hexdigest() == commitment


# Days of a season are days of its zone: rounds begin and end at its local times, whatever clocks do there.


ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/Los_Angeles",
    "Pacific/Auckland",
    "Pacific/Kiritimati",  # +14
    "Pacific/Tongatapu",  # +13
    "Pacific/Pago_Pago",  # -11
    "Asia/Kolkata",  # half an hour
    "Asia/Kathmandu",  # three quarters of one
    "Pacific/Chatham",
    "Australia/Lord_Howe",  # clocks change by half an hour
    "America/St_Johns",
    "America/Santiago",  # a day lacks midnight
    "America/Havana",  # one lacks midnight, one has it twice
    "Africa/Cairo",
    "Asia/Beirut",
    "America/Asuncion",
    "Atlantic/Azores",
)
DATES_DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
INFO = TallyGame().info
zones = st.sampled_from(ZONES)
days = st.dates(date(2024, 1, 1), date(2032, 1, 1))
times = st.datetimes(datetime(2024, 1, 1), datetime(2032, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))  # noqa: DTZ001
delays = st.timedeltas(timedelta(), PROMPT)


def midnight(day: date) -> datetime:
    return datetime.combine(day, time())


@given(zones, days, st.integers(1, 40), st.lists(delays, min_size=1, max_size=40))
def test_rounds_begin_and_end_at_midnight_on_every_day(
    zone: str, first: date, length: int, late: list[timedelta]
) -> None:
    of = terms(zone=zone, round_days=length).dated(first, None)
    assert of.starts_at is not None
    started = opened = of.starts_at + late[-1]
    for number, delay in enumerate(late, 1):
        ends = of.round_end(started, opened)
        assert ends is not None
        assert clock_time(zone, ends) == midnight(first + timedelta(days=number * length))
        assert ends == local_time(zone, first + timedelta(days=number * length), 0)
        opened = ends + delay


@given(zones, times, st.integers(1, 40), st.lists(delays, max_size=40))
def test_rounds_of_a_season_that_is_started_by_hand_keep_its_time_of_day(
    zone: str, started: datetime, length: int, late: list[timedelta]
) -> None:
    of = terms(zone=zone, round_days=length)
    began, opened = clock_time(zone, started), started
    for number, delay in enumerate(late, 1):
        ends = of.round_end(started, opened)
        assert ends is not None
        wanted = began + number * length * DATES_DAY
        there = [wanted.replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC) for fold in (0, 1)]
        if clock_time(zone, ends) != wanted:  # clocks skip that time: it is the moment at which they do
            assert there[1] < there[0]
            before, after = (clock_time(zone, ends + seconds * SECOND) for seconds in (-1, 1))
            assert before < wanted < after
        opened = ends + delay


@given(zones, times, st.integers(1, 40), st.timedeltas(2 * PROMPT, 5 * DATES_DAY))
def test_a_round_that_opens_late_has_all_its_days(zone: str, started: datetime, length: int, late: timedelta) -> None:
    of = terms(zone=zone, round_days=length)
    opened = started + late
    ends = of.round_end(started, opened)
    assert ends is not None
    assert abs(ends - opened - length * DATES_DAY) <= timedelta(hours=1) + PROMPT
    assert of.span(opened, ends) >= length * DATES_DAY - PROMPT


@given(zones, days, st.integers(1, 20), st.integers(0, 30), st.timedeltas(timedelta(), LATE - SECOND))
def test_a_season_fits_if_it_has_the_days_of_its_rounds(
    zone: str, first: date, length: int, more: int, late: timedelta
) -> None:
    of = terms(zone=zone, round_days=length, most=4)
    there = costs(of, INFO, 4, 100)
    assert there.days == 3 * length
    for total, fits in ((there.days + more, True), (there.days - 1, False)):
        dated = of.dated(first, first + timedelta(days=total - 1))
        assert dated.starts_at is not None
        if fits:
            check_fits(dated, there, dated.starts_at + late)
        else:
            with refusal("bad-league-terms", match=f"{there.days}d in all, but the season has only {total}d"):
                check_fits(dated, there, dated.starts_at + late)


@given(
    zones,
    zones,
    st.none() | days,
    st.none() | days,
    st.sampled_from(get_args(Kind)),
    st.integers(1, 30),
    st.sampled_from([None, (6, 3, 1)]),
)
def test_what_a_dialog_shows_is_what_it_would_read(
    zone: str, other: str, first: date | None, last: date | None, kind: Kind, count: int, points: tuple[int, ...] | None
) -> None:
    now = datetime(2024, 1, 1, tzinfo=UTC)
    ladder = LadderTerms() if kind == "ladder" else None
    of = terms(kind=kind, ladder=ladder, zone=zone, round_days=count, place_points=points).dated(first, last)
    assert (of.first_day, of.last_day) == (first, last)
    for page in ("size", "dates", "ending", "points", "matches", "telling"):
        for field in fields_of(page, of, now):
            assert field.read(of, field.show(of)) == of, field.key
    (moving,) = [each for each in fields_of("dates", of, now) if each.key == "zone"]
    moved = moving.read(of, [other])
    assert (moved.zone, moved.first_day, moved.last_day) == (other, first, last)
    assert moving.read(moved, [zone]) == of


@given(zones, days, days)
def test_warnings_and_the_close_are_at_midnight_too(zone: str, first: date, last: date) -> None:
    of = terms(zone=zone, unfinished="adjudicate", grace_days=5).dated(first, max(first, last) + 20 * DATES_DAY)
    assert of.ends_at is not None
    for number in (14, 7, 2):
        assert clock_time(zone, of.later(of.ends_at, -number)) == midnight(max(first, last) + (21 - number) * DATES_DAY)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_three_days_over_the_change_of_clocks_have_three_rounds(league: Played) -> None:
    first = date(2026, 3, 28)
    of = terms(zone="Europe/Berlin", cap=1, most=4, round_days=1).dated(first, date(2026, 3, 30))
    assert of.starts_at is not None
    await league.clock.advance((of.starts_at - 3 * DATES_DAY - league.clock.now()).total_seconds())
    await league.found(4, of)
    for number in range(4):
        await league.pass_time(of.later(of.starts_at, number) + 20 * SECOND - league.clock.now())
    view = await league.view()
    ends = [clock_time("Europe/Berlin", each.ends_at) for each in view.rounds if each.ends_at is not None]
    assert ends == [midnight(first + number * DATES_DAY) for number in (1, 2, 3)]
    assert view.season.status == "ended"


# A table with a match to come, and what docs/leagues.md says of terms and files.


PAGE = Path(__file__).parents[3] / "docs" / "leagues.md"


def test_a_table_with_a_match_to_come() -> None:
    """If 3 wins the match to come, 1, 2 and 3 have beaten each other in a circle, and the lot decides."""
    over = [(1, 2), (2, 3), (3, 1), (1, 4), (2, 4)]
    fixtures = [met(number, {winner: 120, loser: 0}) for number, (winner, loser) in enumerate(over, 1)]
    rows = table_of(seasons_season(seasons_terms(), [entry(n) for n in (1, 2, 3, 4)], [*fixtures, ahead(6, 3, 4)]))
    found = [
        (
            *(row.place, row.entry, row.played, row.won, row.level, row.lost, row.points),
            row.tiebreaks[:-1],
            (row.min_place, row.max_place),
        )
        for row in rows
    ]
    assert found == [
        (1, 1, 3, 2, 0, 1, 240, (2, 480, 2), (1, 3)),
        (2, 2, 3, 2, 0, 1, 240, (0, 240, 2), (1, 3)),
        (3, 3, 2, 1, 0, 1, 120, (None, 480, 1), (1, 4)),
        (4, 4, 2, 0, 0, 2, 0, (None, 0, 0), (3, 4)),
    ]


def test_the_default_order_is_that_of_a_round_robin() -> None:
    listed = f"`{', '.join(LeagueTerms('round-robin', 'nim', 'two').tiebreaks)}`"
    assert listed in PAGE.read_text("utf-8")


@pytest.mark.parametrize("filename", COLUMNS)
def test_the_page_has_the_columns_of_each_file(filename: str) -> None:
    of_ratings = COLUMNS[filename] in (RESULTS, RATINGS, PLAYERS)
    page = PAGE.with_name("ratings.md") if of_ratings else PAGE
    assert f"`{','.join(COLUMNS[filename])}`" in page.read_text("utf-8")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_page_has_the_keys_of_the_league_in_order(league: Played) -> None:
    await league.begun(4)
    with zipfile.ZipFile(io.BytesIO(await league.arena.season_files.make(league.season))) as archive:
        keys = json.loads(archive.read("league.json"))
    said = PAGE.read_text("utf-8").split("- `league.json` has, in this order, ", 1)[1]
    places = [said.index(f"`{key}`") for key in keys]
    assert places == sorted(places)
