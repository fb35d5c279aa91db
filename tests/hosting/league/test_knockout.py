"""Knock-outs: ties go on until they are decided, and the winner goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from engine.text import say
from hosting.corrections import NewCorrection
from hosting.league.brackets import BracketTie, begun_with, bracket, round_text
from hosting.league.fixtures import SeasonMatch
from hosting.league.model import SeasonView, tables_of
from hosting.league.pairing.formats import plan, rounds
from hosting.league.pairing.values import PairingSeason
from hosting.league.terms import LeagueTerms
from store.league import fixtures
from store.league.seasons import POINT, Fixture, League, Stage, StoredSeason
from tests.hosting.conftest import GUILD
from tests.hosting.league.pairing.seasons import BEGAN, Result, entries, made, noted, played, season
from tests.hosting.league.pairing.seasons import terms as seasons_terms
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms
from tests.hosting.league.test_export import exported
from tests.refusals import refusal
from tests.volume import THOROUGH, many

sqlite = pytest.mark.parametrize("database", ["sqlite"] if not THOROUGH else ["sqlite", "postgresql"], indirect=True)
CUP = terms(kind="knockout", most=16)


def losses(view: SeasonView) -> Counter[int]:
    """Return how often each entry did not go on."""
    return Counter(side.entry for each in view.fixtures for side in each.sides if side.advances is False)


@sqlite
async def test_the_last_one_has_lost_nothing(league: Played) -> None:
    view = await league.begun(5, CUP)
    assert sorted(each.why or "" for each in view.fixtures) == ["", "bye", "bye", "bye"]
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    assert [each.number for each in view.rounds] == [1, 2, 3]
    assert sorted(losses(view).values()) == [1] * 4
    assert {each.why for each in view.fixtures} == {"bye", "played"}
    assert dict(view.totals) == fixtures.added_up(view.fixtures)


@sqlite
async def test_a_tie_goes_on_with_seats_swapped_until_it_is_decided(league: Played) -> None:
    await league.begun(2, terms(kind="knockout", most=16, legs=3))
    for legs in (1, 2, 3):
        (now,) = await league.running()
        assert now.leg == legs
        await league.lose(now, 2)  # seat 1 wins: one each, as they swap, and then the third decides
        await league.arena.idle()
    view = await league.view()
    assert view.season.status == "ended"
    assert len({each.entries for each in view.fixtures}) == 2
    assert [[side.advances for side in each.sides] for each in view.fixtures] == [[None] * 2, [None] * 2, [True, False]]


@sqlite
async def test_nobody_is_out_of_a_double_one_before_the_second_loss(league: Played) -> None:
    await league.begun(4, terms(kind="double-knockout", most=16))
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    last = {side.entry: side.advances for each in view.fixtures for side in each.sides}
    assert sorted(last.values(), key=bool) == [False, False, False, True]
    lost = Counter(side.entry for each in view.fixtures for side in each.sides if side.points == 0)
    assert all(lost[entry] == (1 if on else 2) or (on and not lost[entry]) for entry, on in last.items())


@sqlite
async def test_a_correction_changes_who_goes_on_until_the_next_round_is_paired(league: Played) -> None:
    async def turned(fixture: Fixture) -> list[bool | None]:
        assert fixture.match_id is not None
        await league.arena.corrections.rank(fixture.match_id, 77, [2, 1], say("Mistaken."))
        await league.arena.idle()
        found = next(each for each in (await league.view()).fixtures if each.id == fixture.id)
        assert [side.points for side in found.sides] == [0, 120]
        return [side.advances for side in found.sides]

    view = await league.begun(4, CUP)
    first, second = view.fixtures
    await league.lose(first, 2)
    await league.arena.idle()
    assert [side.advances for side in (await league.view()).fixtures[0].sides] == [True, False]
    assert await turned(first) == [False, True]
    await league.lose(second, 2)
    await league.arena.idle()
    (final,) = await league.running()
    assert {first.entries[1], second.entries[0]} == {*final.entries}
    assert await turned(second) == [True, False]  # its winner plays the final already
    await league.play_on()
    assert (await league.view()).season.status == "ended"


@sqlite
async def test_a_match_counts_again_and_not_besides_the_one_in_its_place(league: Played) -> None:
    await league.arena.settings.change_server(GUILD, lambda it: replace(it, program_matches=1))
    decisions, why = league.arena.rulings, say("Mistaken.")
    await league.begun(4, CUP)
    (first,) = await league.running()
    await league.lose(first, 2)
    await league.arena.idle()
    (other,) = await league.running()
    await decisions.strike(league.season, ORGANISER, first.id, why)
    await league.arena.idle()
    assert [(each.leg, each.status) for each in (await league.view()).fixtures if each.board == first.board] == [
        (1, "struck"),
        (2, "planned"),
    ]
    await decisions.undo(league.season, ORGANISER, None, why)
    await league.arena.idle()
    again, _, needless = (await league.view()).fixtures
    assert [side.advances for side in again.sides] == [True, False]
    assert (needless.status, needless.why) == ("struck", "void")
    await decisions.strike(league.season, ORGANISER, first.id, why)
    await league.arena.idle()
    await league.lose(other, 2)
    await league.arena.idle()
    assert [each.leg for each in await league.running()] == [3]
    with refusal("bad-decision", match="started in place of this one"):
        await decisions.undo(league.season, ORGANISER, None, why)
    with refusal("bad-decision", match="started in place of this one"):
        await decisions.points(league.season, ORGANISER, first.id, dict.fromkeys(first.entries, 60), why)
    await league.play_on()
    assert (await league.view()).season.status == "ended"


@sqlite
async def test_the_opponent_of_one_who_withdrew_goes_on(league: Played) -> None:
    await league.begun(4, CUP)
    gone = await league.arena.leagues.withdraw(league.season, FIRST)
    await league.arena.idle()
    await league.play_on()
    view = await league.view()
    assert view.season.status == "ended"
    assert losses(view)[gone.id] == 1
    assert len(view.fixtures) == 3


@sqlite
async def test_a_match_that_is_voided_is_played_again_until_the_next_round_is_paired(league: Played) -> None:
    view = await league.begun(4, CUP)
    first, second = view.fixtures
    for each in (first, second):
        await league.lose(each, 2)
        await league.arena.idle()
        assert each.match_id is not None
        await league.arena.corrections.void(each.match_id, 77, say("Neither was there."))
        await league.arena.idle()
    again = await league.running()
    assert [(each.round, each.leg, {*each.entries}) for each in again] == [
        (1, 2, {*first.entries}),
        (1, 2, {*second.entries}),
    ]
    view = await league.view()
    struck = {each.id: [side.advances for side in each.sides] for each in view.fixtures if each.status == "struck"}
    assert struck == {first.id: [None, None], second.id: [None, None]}


@sqlite
async def test_a_match_that_is_voided_later_still_says_who_went_on(league: Played) -> None:
    view = await league.begun(4, CUP)
    first, second = view.fixtures
    await league.lose(first, 2)
    await league.lose(second, 2)
    await league.arena.idle()
    assert first.match_id is not None
    await league.arena.corrections.void(first.match_id, 77, say("Neither was there."))
    await league.arena.idle()
    view = await league.view()
    assert [(each.round, each.status) for each in view.fixtures] == [(1, "struck"), (1, "over"), (2, "running")]
    assert [side.advances for side in view.fixtures[0].sides] == [True, False]
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert view.season.status == "closed"
    places = {row.entry: row.place for row in tables_of(view)}
    assert [places[first.entries[1]], places[second.entries[1]]] == [3, 3]
    await exported(league)


@sqlite
async def test_one_that_a_single_player_has_joined_is_looked_at(
    league: Played, caplog: pytest.LogCaptureFixture
) -> None:
    await league.found(1, CUP)
    await league.pass_time(timedelta(days=1))
    assert caplog.messages == []


@sqlite
@pytest.mark.parametrize("count", range(3, many(10, 20)))
async def test_who_loses_the_semi_finals_plays_for_the_third_place(league: Played, count: int) -> None:
    await league.begun(count, terms(kind="knockout", most=32, third=True))
    seen: list[dict[int, tuple[int, int]]] = []
    at = count
    while found := await league.running():
        at += 1
        each = found[at % len(found)]
        await league.lose(each, 1 + at % 2)
        await league.arena.idle()
        rows = tables_of(await league.view())
        seen.append({row.entry: (row.min_place, row.max_place) for row in rows})
    await league.pass_time(timedelta(days=1))
    view = await league.view()
    assert view.season.status == "closed"
    there = [each for each in view.fixtures if each.stage == "third"]
    assert len(there) == (count > 3)
    places = {row.entry: row.place for row in tables_of(view)}
    assert sorted(places.values())[:4] == [1, 2, 3, 4][:count]
    for each in there:
        assert each.round == max(fixture.round for fixture in view.fixtures)
        assert {places[side.entry]: side.advances for side in each.sides} == {3: True, 4: False}
    for bounds in seen:
        for entry, (best, worst) in bounds.items():
            assert best <= places[entry] <= worst, (entry, best, worst, places)
    await exported(league)


@sqlite
@pytest.mark.parametrize("late", [False, True])
async def test_a_correction_of_the_match_for_the_third_place_is_foretold(league: Played, *, late: bool) -> None:
    await league.begun(4, terms(kind="knockout", most=8, third=True))
    await league.play_on()
    if late:
        await league.pass_time(timedelta(hours=12))
    view = await league.view()
    (third,) = [each for each in view.fixtures if each.stage == "third"]
    assert third.match_id is not None
    loser = next(side.entry for side in third.sides if not side.advances)
    said = await league.arena.corrections.foresee(third.match_id, 77, NewCorrection("ranks", {"ranks": [2, 1]}))
    assert "Third place now" in str(said)
    await league.arena.corrections.rank(third.match_id, 77, [2, 1], say("Mistaken."))
    await league.pass_time(timedelta(days=1))
    assert {row.entry: row.place for row in tables_of(await league.view())}[loser] == 3


# Brackets agree with what is paired and played: at every step of seasons of every size, at every kind of table.


EVER = 10**6
HALF = POINT // 2


def course(now: PairingSeason, result: Result) -> Iterator[PairingSeason]:
    """Give a season as it is each time something was paired, or played."""
    yield now
    while planned := plan(replace(now, round=EVER)):
        now = made(now, planned)
        yield now
        now = noted(played(now, result))
        yield now


def at_random(seed: int, *, draws: bool) -> Result:
    chance = Random(seed)

    def result(fixture: Fixture) -> tuple[int, ...]:
        if len(fixture.sides) == 2:
            return chance.choice([(POINT, 0), (0, POINT), (HALF, HALF)] if draws else [(POINT, 0), (0, POINT)])
        places = [*range(len(fixture.sides))]
        chance.shuffle(places)
        return tuple(POINT * each for each in places)

    return result


def agreed(now: PairingSeason, ties: tuple[BracketTie, ...]) -> None:
    """Hold the ties of a bracket against the fixtures of its season."""
    by_place = {each.place: each for each in ties}
    assert len(by_place) == len(ties)
    for each in now.fixtures:
        if each.is_bye:
            assert any(tie.round == each.round and tie.sides[0].entry == each.entries[0] for tie in ties)
        else:
            tie = by_place[each.round, each.board]
            assert {side.entry for side in tie.sides} == {*each.entries}
            assert (tie.status == "over") is all(one.on is not None for one in tie.sides)
            if each.status == "planned":
                assert tie.status == "due"
    for tie in ties:
        for side in tie.sides:
            if side.feeds is None:
                continue
            source = by_place[side.feeds]
            come = [one.entry for one in source.sides if one.on is side.won]
            assert side.entry == (come[0] if source.status == "over" else None)
    fed = Counter(side.feeds for tie in ties for side in tie.sides if side.feeds and side.won)
    assert set(fed.values()) <= {1}, "who wins a tie goes to one other"
    begin = Counter(side.entry for tie in ties for side in tie.sides if side.feeds is None and tie.round == 1)
    assert begin == Counter(each.id for each in now.entries)


def finished(ties: tuple[BracketTie, ...]) -> None:
    """Hold that a bracket is decided: all ties are over, and one entry goes on from the last."""
    assert {each.status for each in ties} == {"over"}
    last = max(ties, key=lambda each: each.place)
    assert sum(side.on is True for side in last.sides) == 1


OF_TWO: list[tuple[LeagueTerms, int]] = [
    *((seasons_terms("knockout", legs=legs), 2) for legs in (1, 3)),
    *((seasons_terms("double-knockout", legs=legs, reset=reset), 3) for legs in (1, 3) for reset in (False, True)),
]


@pytest.mark.parametrize(("of", "fewest"), OF_TWO)
def test_a_bracket_of_two_sides_shows_what_is_paired(of: LeagueTerms, fewest: int) -> None:
    for count in range(fewest, many(18, 40)):
        last: tuple[BracketTie, ...] = ()
        for now in course(season(of, *entries(count)), at_random(count, draws=of.legs > 1)):
            last = bracket(now, 1)
            agreed(now, last)
        finished(last)


@pytest.mark.parametrize("sides", [3, 4, 5, 6])
@pytest.mark.parametrize("advance", [1, 2])
def test_a_bracket_of_tables_shows_what_is_dealt_and_what_is_to_come(sides: int, advance: int) -> None:
    of = seasons_terms("knockout", sides=sides, advance=advance)
    for count in range(sides, many(30, 70)):
        begun = season(of, *entries(count), tables=tuple(range(3, sides)))
        foreseen = bracket(begun, 1)
        last = foreseen
        for now in course(begun, at_random(count, draws=False)):
            last = bracket(now, 1)
            if now.fixtures:
                agreed(now, last)
        finished(last)
        tables = [(each.round, len(each.sides)) for each in last]
        assert [(each.round, len(each.sides)) for each in foreseen] == tables, "as many tables as were foreseen"
        assert max(each.round for each in last) == rounds(of, count, tuple(range(3, sides)))


def names(of: LeagueTerms, count: int) -> list[str]:
    """Return what the rounds of a bracket are called, in order."""
    ties = bracket(season(of, *entries(count)), 1)
    found = dict.fromkeys((each.round, each.stage) for each in ties)
    return [str(round_text(of, count, stage, number)) for number, stage in found]


def test_rounds_are_called_as_people_call_them() -> None:
    assert names(seasons_terms("knockout"), 2) == ["Final"]
    assert names(seasons_terms("knockout"), 5) == ["Quarter-final", "Semi-final", "Final"]
    assert names(seasons_terms("knockout"), 32)[:3] == ["Round 1", "Round 2", "Quarter-final"]
    assert names(seasons_terms("double-knockout", reset=False), 5) == [
        *("Winners' round 1", "Winners' round 2", "Losers' round 1", "Losers' round 2"),
        *("Winners' final", "Losers' round 3", "Losers' final", "Final"),
    ]
    assert str(round_text(seasons_terms("double-knockout", reset=True), 5, "final", 9)) == "Second final"
    assert str(round_text(seasons_terms("swiss"), 8, "swiss", 3)) == "Round 3"
    at_tables = seasons_terms("knockout", sides=4, advance=2, game="apex", mode="4")
    assert [str(round_text(at_tables, 16, "main", each)) for each in (1, 2, 3)] == ["Round 1", "Round 2", "Final"]


def test_the_count_of_a_bracket_is_that_of_its_start() -> None:
    there = (*entries(3), replace(entries(1, first=9)[0], from_round=2), *entries(2, division=2, first=20))
    assert begun_with(there, 1) == 3


def test_scores_add_up_over_the_matches_of_a_tie_and_a_forfeit_is_told() -> None:
    of = seasons_terms("knockout", legs=3)
    now = season(of, *entries(2))
    results = iter([(POINT, 0), (HALF, HALF)])
    for _ in range(2):
        now = noted(played(made(now, plan(now)), lambda _: next(results)))
    (tie,) = bracket(now, 1)
    assert {side.entry: (side.points, side.on) for side in tie.sides} == {1: (POINT + HALF, None), 2: (HALF, None)}
    assert not any(side.forfeit for side in tie.sides)
    now = made(now, plan(now))
    fixtures = tuple(
        replace(
            each,
            status="over",
            why="forfeit",
            sides=tuple(replace(side, points=POINT if side.entry == 1 else 0) for side in each.sides),
        )
        if each.status == "planned"
        else each
        for each in now.fixtures
    )
    (tie,) = bracket(noted(replace(now, fixtures=fixtures)), 1)
    assert {side.entry: (side.points, side.on, side.forfeit) for side in tie.sides} == {
        1: (2 * POINT + HALF, True, False),
        2: (HALF, False, True),
    }


def told(of: LeagueTerms, stage: Stage, number: int, leg: int = 1, count: int = 8, nth: int = 1) -> tuple[str, str]:
    """Return where a match stands, and what a forfeit of it means."""
    league = League(1, 1, 1, 1, "Cup", BEGAN)
    stored = StoredSeason(1, 1, 1, nth, "running", of.dump(), bytes(32), BEGAN)
    match = SeasonMatch(league, stored, of, Fixture(1, 1, stage, number, leg, 1, ()), count)
    return str(match.where), str(match.forfeit)


def test_others_read_what_follows_from_the_forfeit_of_one_who_is_gone() -> None:
    def follows(of: LeagueTerms, stage: Stage) -> str:
        stored = StoredSeason(1, 1, 1, 1, "running", of.dump(), bytes(32), BEGAN)
        match = SeasonMatch(League(1, 1, 1, 1, "Cup", BEGAN), stored, of, Fixture(1, 1, stage, 1, 1, 1, ()), 8)
        before, forfeits, after = str(match.without(2, 14)).partition(" forfeits")
        assert before.startswith("If the match is stalled for 14 days, ")
        assert forfeits
        return after

    assert follows(seasons_terms("knockout"), "main") == " and is out."
    assert follows(seasons_terms("knockout", third=True), "third") == " and comes fourth."
    assert follows(seasons_terms("knockout", legs=3), "main") == " and loses this match of the best of 3."
    assert follows(seasons_terms("double-knockout"), "winners") == " and drops to the losers' bracket."
    assert follows(seasons_terms("double-knockout"), "losers") == " and is out."
    assert follows(seasons_terms("double-knockout"), "final") == " and loses the final."
    assert (
        follows(seasons_terms("swiss"), "swiss")
        == follows(seasons_terms("round-robin"), "division")
        == " and gets no points."
    )
    assert follows(seasons_terms("round-robin", teams=True), "division") == "."
    assert follows(seasons_terms("ladder"), "ladder") == " and loses the challenge."
    assert follows(seasons_terms("swiss", sides=4), "swiss") == " and comes last at this table."


def test_a_match_says_where_it_stands_and_what_a_forfeit_means() -> None:
    out, nothing = "If you forfeit, you're out.", "If you forfeit, you get no points, and your opponent wins."
    single, double = seasons_terms("knockout"), seasons_terms("double-knockout")
    assert told(single, "main", 2) == ("Cup · Semi-final", out)
    assert told(single, "main", 1, nth=3) == ("Cup, season 3 · Quarter-final", out)
    best = "If you forfeit, you lose this match of the best of 3."
    assert told(seasons_terms("knockout", legs=3), "main", 3, leg=2) == ("Cup · Final, match 2", best)
    assert told(double, "winners", 2) == ("Cup · Winners' round 2", "If you forfeit, you drop to the losers' bracket.")
    assert told(double, "losers", 3) == ("Cup · Losers' round 1", out)
    assert told(double, "final", 8) == ("Cup · Final", "If you forfeit, you lose the final.")
    assert told(seasons_terms("swiss"), "swiss", 3) == ("Cup · Round 3", nothing)
    assert told(seasons_terms("round-robin", legs=2), "division", 9, leg=2) == ("Cup · Round 9", nothing)
    assert told(seasons_terms("ladder"), "ladder", 4) == ("Cup", "If you forfeit, you lose the challenge.")
    assert told(seasons_terms("swiss", sides=4), "swiss", 1) == (
        "Cup · Round 1",
        "If you forfeit, you come last at this table.",
    )
