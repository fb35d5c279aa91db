"""Bad input of leagues, one after the other: a sentence that says what to do, and nothing is changed.

What terms alone can have wrong is in `test_terms.py`, what cannot be at the time in `test_entries.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from engine.text import say
from hosting.clock import ClockTerms
from hosting.errors import HostingError
from hosting.league.pairing.values import TooFewEntries
from hosting.league.rulings import Rulings
from hosting.league.terms import LadderTerms, LeagueTerms
from hosting.league.validation import slowest
from hosting.match_terms import Terms
from store.league.seasons import Decision, Fixture
from tests.hosting.conftest import CHANNEL, GUILD
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms
from tests.refusals import refusal

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
DAY = timedelta(days=1)
WHY = say("Mistaken.")
UNTIL = datetime(2027, 1, 1, tzinfo=UTC)
LADDER = terms(kind="ladder", tiebreaks=(), ladder=LadderTerms(), most=2)


async def refused(league: Played, error: str | type[HostingError], doing: Awaitable[object]) -> str:
    """Return the sentence with which something is refused that changes nothing."""
    before = await league.stored()
    with refusal(error) as caught:
        await doing
    said = str(caught.value.text)
    assert said.endswith(".")
    assert ". " not in said
    assert await league.stored() == before
    return said


@pytest.mark.parametrize(
    ("of", "fewest"),
    [
        (terms(), 4),
        (terms(division_size=4), 4),
        (terms(kind="swiss", rounds=5), 5),
        (terms(kind="knockout", tiebreaks=()), 2),
        (terms(kind="double-knockout", tiebreaks=(), most=8), 3),
        (terms(kind="swiss", mode="3", sides=3), 4),
        (terms(kind="knockout", mode="3", sides=3, tiebreaks=()), 2),
        (LADDER, 2),
    ],
    ids=lambda each: each.kind if isinstance(each, LeagueTerms) else str(each),
)
async def test_a_format_is_not_begun_with_too_few(league: Played, of: LeagueTerms, fewest: int) -> None:
    await league.found(fewest - 1, of)
    said = await refused(league, TooFewEntries, league.arena.leagues.start(league.season))
    assert f"{fewest - 1} joined, but this format needs at least {fewest}: wait for more" in said
    await league.arena.leagues.join(league.season, 1)
    assert (await league.arena.leagues.start(league.season)).season.status == "running"


async def test_a_team_that_has_not_agreed_is_none_of_enough(league: Played) -> None:
    leagues = league.arena.leagues
    await league.found(0, terms(mode="teams", teams=True, kind="knockout", tiebreaks=()))
    for captain in (1, 3):
        await leagues.join(league.season, captain, captain + 1)
    await leagues.join(league.season, 2, 1)
    assert "1 joined" in await refused(league, TooFewEntries, leagues.start(league.season))


async def test_nobody_joins_more_than_the_terms_allow(league: Played) -> None:
    await league.found(2, LADDER)
    said = await refused(league, "league-full", league.arena.leagues.join(league.season, 1))
    assert "wait for an entry to leave" in said


async def test_a_start_that_has_passed_meanwhile_is_not_published(league: Played) -> None:
    leagues = league.arena.leagues
    soon = terms(starts_at=league.clock.now() + DAY, ends_at=league.clock.now() + 90 * DAY)
    draft = (await leagues.create(GUILD, CHANNEL, ORGANISER, "Soon", soon)).season.id
    await league.pass_time(2 * DAY)
    assert "past" in await refused(league, "bad-league-terms", leagues.publish(draft))
    assert "past" in await refused(league, "bad-league-terms", leagues.amend(draft, soon))
    await leagues.amend(draft, terms(ends_at=league.clock.now() + 90 * DAY))
    assert (await leagues.publish(draft)).season.status == "open"


async def test_blocks_do_not_reach_into_leagues(league: Played) -> None:
    await league.found(4)
    await league.arena.blocks.add(FIRST, FIRST + 1)
    await league.arena.leagues.start(league.season)
    await league.arena.idle()
    met = {frozenset(seat.person_id for seat in (await league.match(each)).seats) for each in await league.running()}
    assert frozenset((FIRST, FIRST + 1)) in met


@pytest.mark.parametrize(
    ("given", "longest"),
    [
        (ClockTerms("turn", per_turn=3 * DAY), 2 * 20 * 3 * DAY),
        (ClockTerms("fischer", start=5 * DAY, gain=DAY), 2 * (5 + 19) * DAY),
    ],
    ids=["turn", "fischer"],
)
async def test_a_clock_that_cannot_finish_a_round_is_no_reason_to_refuse(
    league: Played, given: ClockTerms, longest: timedelta
) -> None:
    slow = terms(round_days=1, match=Terms(clock=given, agreed_ends=False))
    assert slowest(slow) == longest > DAY  # the sum that the preview warns with
    await league.begun(4, slow)
    assert len((await league.view()).rounds) == 1


CLOSED: dict[str, Callable[[Rulings, int, Fixture], Awaitable[Decision]]] = {
    "points": lambda it, season, one: it.points(season, ORGANISER, one.id, dict.fromkeys(one.entries, 60), WHY),
    "forfeit": lambda it, season, one: it.forfeit(season, ORGANISER, one.id, one.entries[:1], WHY),
    "replay": lambda it, season, one: it.replay(season, ORGANISER, one.id, WHY),
    "strike": lambda it, season, one: it.strike(season, ORGANISER, one.id, WHY),
    "postpone": lambda it, season, one: it.postpone(season, ORGANISER, one.id, one.planned_at or UNTIL, WHY),
    "move": lambda it, season, one: it.move(season, ORGANISER, one.entries[0], 1, WHY),
    "undo": lambda it, season, _: it.undo(season, ORGANISER, None, WHY),
}


async def test_nothing_is_decided_about_a_season_that_is_closed(league: Played) -> None:
    await league.begun(4)
    await league.play_on()
    one = (await league.view()).fixtures[0]
    await CLOSED["points"](league.arena.rulings, league.season, one)
    await league.arena.leagues.close(league.season)
    await league.arena.idle()
    for decide in CLOSED.values():
        said = await refused(league, "season-closed", decide(league.arena.rulings, league.season, one))
        assert said == "This season is closed: nothing can be changed any more."


@pytest.mark.parametrize(
    "of",
    [
        terms(cap=1),
        terms(kind="swiss", rounds=3),
        terms(kind="knockout", tiebreaks=()),
        terms(kind="double-knockout", tiebreaks=(), most=8),
        terms(kind="ladder", tiebreaks=(), ladder=LadderTerms()),
    ],
    ids=lambda each: each.kind,
)
async def test_an_account_that_is_deleted_in_the_middle_has_withdrawn(league: Played, of: LeagueTerms) -> None:
    view = await league.begun(4, of)
    gone = view.entry_of(FIRST)
    assert gone is not None
    running = [each.id for each in await league.arena.matches.of_person(FIRST)]
    await league.arena.deletions.delete(FIRST, resigning=running)
    await league.arena.idle()
    view = await league.view()
    assert [each.id for each in view.entries if each.left_at is not None] == [gone.id]
    assert not any(gone.id in each.entries for each in await league.running())
    await league.play_on()
    if of.kind == "ladder":
        await league.arena.leagues.close(league.season)
    assert (await league.view()).season.status == ("closed" if of.kind == "ladder" else "ended")
    assert await league.arena.leagues.of_person(FIRST) == []
