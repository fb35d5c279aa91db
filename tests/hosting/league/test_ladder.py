"""A ladder: challenges are made, answered, played; who wins climbs, who refuses too often or does not play falls."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import timedelta

import pytest

from engine.text import load_text, say
from hosting.errors import HostingError
from hosting.league.ladder import ANSWER
from hosting.league.model import tables_of
from hosting.league.standings.values import ladder_positions
from hosting.league.terms import LadderTerms
from hosting.match.model import Person
from store.league import fixtures
from store.league.seasons import Entry
from tests.hosting.conftest import NotingPoster, call
from tests.hosting.league import recompute
from tests.hosting.league.playing import ORGANISER, Played, news, terms, told
from tests.refusals import refusal

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
DAY = timedelta(days=1)
LADDER = terms(
    kind="ladder", tiebreaks=(), late_rounds=1, ladder=LadderTerms(reach=2, protection=3, refusals=1, inactivity=30)
)


async def ranked(league: Played) -> list[Entry]:
    """Return the entries from the top down."""
    view = await league.view()
    known = {each.id: each for each in view.entries}
    return [known[each] for each in ladder_positions(view.entries, view.fixtures)]


async def challenge(league: Played, one: Entry, other: Entry) -> None:
    await league.arena.challenges.challenge(league.season, one.players[0], other.id)
    await league.arena.idle()


async def answer(league: Played, who: Entry, *, accept: bool) -> None:
    await league.arena.challenges.answer(league.season, who.players[0], accept=accept)
    await league.arena.idle()


async def test_a_challenger_who_wins_climbs_past_the_loser(league: Played) -> None:
    await league.begun(4, LADDER)
    a, b, c, d = await ranked(league)
    await challenge(league, d, b)
    assert await league.running() == []
    await answer(league, b, accept=True)
    (match,) = await league.running()
    assert {side.entry: side.challenger for side in match.sides} == {d.id: True, b.id: False}
    await league.lose(match, next(side.seat for side in match.sides if side.entry == b.id))
    await league.arena.idle()
    assert await ranked(league) == [a, d, b, c]
    view = await league.view()
    assert dict(view.totals) == fixtures.added_up(view.fixtures)
    await challenge(league, b, a)
    await answer(league, a, accept=True)
    (match,) = await league.running()
    await league.lose(match, next(side.seat for side in match.sides if side.entry == b.id))
    await league.arena.idle()
    assert await ranked(league) == [a, d, b, c]


async def test_what_cannot_be_is_refused(league: Played) -> None:
    await league.begun(5, LADDER)
    a, b, c, d, e = await ranked(league)

    async def refused(one: Entry, other: Entry) -> str:
        with pytest.raises(HostingError) as caught:
            await challenge(league, one, other)
        return caught.value.code

    assert [await refused(d, a), await refused(a, b), await refused(a, a)] == ["out-of-reach"] * 3
    await challenge(league, c, b)
    assert await refused(c, a) == "challenge-waits"
    assert await refused(d, b) == "challenged-already"
    await answer(league, b, accept=True)
    assert await refused(c, a) == "challenge-waits"
    assert await refused(d, b) == "challenged-already"
    await league.play_on()
    stands = (await ranked(league)).index(b)
    below = (await ranked(league))[stands + 1]
    assert await refused(below, b) == "challenge-protected"
    await league.pass_time(3 * DAY)
    await challenge(league, below, b)
    with refusal("no-challenge"):
        await answer(league, e, accept=True)
    with refusal("not-in-league"):
        await league.arena.challenges.challenge(league.season, 1, a.id)
    await league.arena.challenges.withdraw(league.season, below.players[0])
    with refusal("no-challenge"):
        await league.arena.challenges.withdraw(league.season, below.players[0])


async def test_one_refusal_is_free_and_the_next_one_is_lost_an_answer_that_does_not_come_as_well(
    league: Played,
) -> None:
    await league.begun(4, LADDER)
    a, b, c, d = await ranked(league)
    await challenge(league, b, a)
    await answer(league, a, accept=False)
    assert await ranked(league) == [a, b, c, d]
    await challenge(league, c, a)
    await league.pass_time(ANSWER)
    assert await ranked(league) == [c, a, b, d]
    (lost,) = (await league.view()).fixtures
    assert (lost.why, {side.entry: side.points for side in lost.sides}) == ("forfeit", {c.id: 120, a.id: 0})
    assert [each.status for each in await league.arena.challenges.of_season(league.season)] == ["refused", "lost"]


async def test_a_pause_takes_nothing_from_the_time_for_an_answer(league: Played) -> None:
    await league.begun(4, LADDER)
    a, b, *_ = await ranked(league)
    await challenge(league, b, a)
    await league.pass_time(ANSWER / 2)
    await league.arena.leagues.pause(league.season)
    await league.pass_time(ANSWER)
    await league.arena.leagues.resume(league.season)
    await league.pass_time(ANSWER / 4)
    assert [each.status for each in await league.arena.challenges.of_season(league.season)] == ["open"]
    await league.pass_time(ANSWER / 4)
    assert [each.status for each in await league.arena.challenges.of_season(league.season)] == ["refused"]


async def test_who_does_not_play_falls_past_those_who_do(league: Played, poster: NotingPoster) -> None:
    await league.begun(3, LADDER)
    a, b, c = await ranked(league)
    await league.pass_time(29 * DAY)
    await challenge(league, c, b)
    await answer(league, b, accept=True)
    (match,) = await league.running()
    await league.lose(match, next(side.seat for side in match.sides if side.entry == c.id))
    await league.pass_time(DAY + timedelta(hours=1))
    assert await ranked(league) == [b, a, c]
    await league.pass_time(timedelta(hours=2))
    assert await ranked(league) == [b, a, c]
    view = await league.view()
    fell = view.fixtures[-1]
    assert [each for each in news(poster) if each[0] == "fell"] == [("fell", fell.id)]
    assert (fell.status, fell.why, [side.points for side in fell.sides]) == ("over", "inactivity", [None, None])
    assert [(row.entry, row.played, row.won, row.lost) for row in tables_of(view)] == [
        *((b.id, 1, 1, 0), (a.id, 0, 0, 0), (c.id, 1, 0, 1)),
    ], "a fall is no match and no win"
    assert dict(view.totals) == fixtures.added_up(view.fixtures)
    with zipfile.ZipFile(io.BytesIO(await league.arena.season_files.make(league.season))) as archive:
        rows = [*csv.DictReader(archive.read("fixtures.csv").decode().splitlines())]
    assert [(row["entry"], row["points"], row["challenger"]) for row in rows if row["why"] == "inactivity"] == [
        (str(side.entry), "", "1" if side.entry == b.id else "0") for side in fell.sides
    ]
    recompute.check(await league.arena.season_files.make(league.season))


@pytest.mark.parametrize("comes", ["late", "challenges"])
async def test_nobody_rises_who_has_not_played(league: Played, comes: str) -> None:
    """Not who comes late, nor who challenges and is not answered; not behind one whose last match is long ago."""
    await league.begun(3, LADDER)
    a, b, c = await ranked(league)
    await league.pass_time(29 * DAY)
    if comes == "late":
        await league.arena.leagues.join(league.season, 1)
    else:
        await challenge(league, b, a)
        await league.arena.challenges.withdraw(league.season, b.players[0])
    await league.pass_time(10 * DAY)
    assert [each.id for each in await ranked(league)][:3] == [a.id, b.id, c.id]
    assert [each for each in (await league.view()).fixtures if each.why == "inactivity"] == []


@pytest.mark.parametrize("late", [1, 3])
async def test_an_idle_latecomer_stays_below_those_who_play(league: Played, late: int) -> None:
    """A player who is idle falls, place by place, behind those alone who have played within the days."""
    await league.begun(4, LADDER)
    a, b, c, d = await ranked(league)
    await league.pass_time(31 * DAY)
    for each in range(late):
        await league.arena.leagues.join(league.season, 10 + each)
    await challenge(league, d, c)
    await answer(league, c, accept=True)
    (match,) = await league.running()
    await league.lose(match, next(side.seat for side in match.sides if side.entry == d.id))
    await league.pass_time(2 * DAY)
    assert [each.id for each in await ranked(league)][:4] == [c.id, a.id, b.id, d.id]
    falls = [each for each in (await league.view()).fixtures if each.is_fall]
    assert [{side.entry: bool(side.challenger) for side in each.sides} for each in falls] == [
        {b.id: False, c.id: True},
        {a.id: False, c.id: True},
    ]


async def test_of_a_fall_nothing_is_decided_but_that_it_counts_for_nothing(league: Played) -> None:
    await league.begun(3, LADDER)
    a, b, c = await ranked(league)
    await league.pass_time(29 * DAY)
    await challenge(league, c, b)
    await answer(league, b, accept=True)
    (match,) = await league.running()
    await league.lose(match, next(side.seat for side in match.sides if side.entry == c.id))
    await league.pass_time(DAY + timedelta(hours=1))
    (fell,) = [each for each in (await league.view()).fixtures if each.is_fall]
    decisions, why = league.arena.rulings, say("It was so.")
    with refusal("bad-decision"):
        await decisions.points(league.season, ORGANISER, fell.id, {a.id: 120, b.id: 0}, why)
    with refusal("bad-decision"):
        await decisions.replay(league.season, ORGANISER, fell.id, why)
    await decisions.strike(league.season, ORGANISER, fell.id, why)
    assert await ranked(league) == [a, b, c]
    await decisions.undo(league.season, ORGANISER, None, why)
    assert await ranked(league) == [b, a, c]


async def test_time_in_which_the_bot_was_away_takes_nothing_from_the_time_for_an_answer(league: Played) -> None:
    await league.begun(4, LADDER)
    a, b, *_ = await ranked(league)
    await challenge(league, b, a)
    await league.pass_time(ANSWER / 2)
    await league.away(2 * ANSWER)
    await league.arena.leagues.pause(league.season)
    await league.away(ANSWER)  # within a pause it is given back once, not twice
    await league.pass_time(ANSWER)
    await league.arena.leagues.resume(league.season)
    await league.pass_time(ANSWER / 4)
    assert [each.status for each in await league.arena.challenges.of_season(league.season)] == ["open"]
    await league.pass_time(ANSWER / 4)
    assert [each.status for each in await league.arena.challenges.of_season(league.season)] == ["refused"]


@pytest.mark.parametrize("kind", ["away", "pause", "both"])
async def test_days_in_which_nobody_could_play_make_nobody_fall_and_end_no_protection(
    league: Played, kind: str
) -> None:
    await league.begun(3, LADDER)
    a, b, c = await ranked(league)

    async def nobody_plays() -> None:
        if kind == "away":
            await league.away(40 * DAY)
            return
        await league.arena.leagues.pause(league.season)
        await (league.pass_time if kind == "pause" else league.away)(40 * DAY)
        await league.arena.leagues.resume(league.season)

    await league.pass_time(15 * DAY)
    await nobody_plays()
    await league.pass_time(14 * DAY)
    await challenge(league, c, b)
    await answer(league, b, accept=True)
    (match,) = await league.running()
    await league.lose(match, next(side.seat for side in match.sides if side.entry == c.id))
    await nobody_plays()
    assert await ranked(league) == [a, b, c]
    with refusal("challenge-protected"):
        await challenge(league, c, b)
    await league.pass_time(DAY + timedelta(hours=1))
    assert await ranked(league) == [b, a, c]


async def test_a_challenge_waits_for_who_takes_the_entry_over(league: Played) -> None:
    await league.begun(4, LADDER)
    a, b, *_ = await ranked(league)
    new = Person(3001, "New")
    await call(league.arena, new)
    await league.arena.alternates.join(league.season, new.person_id)
    await challenge(league, b, a)
    await league.pass_time(ANSWER - timedelta(hours=6))
    await league.arena.leagues.withdraw(league.season, a.players[0])
    await league.arena.idle()
    await league.pass_time(timedelta(hours=12))
    assert [each.status for each in await league.arena.challenges.of_season(league.season)] == ["open"]
    await league.arena.alternates.take(league.season, new.person_id)
    await league.pass_time(ANSWER - timedelta(hours=1))
    await league.arena.challenges.answer(league.season, new.person_id, accept=True)
    await league.arena.idle()
    assert len(await league.running()) == 1


async def test_who_comes_later_begins_at_the_bottom(league: Played) -> None:
    await league.begun(3, LADDER)
    entry = await league.arena.leagues.join(league.season, 1)
    assert entry.from_round == 2
    assert (await ranked(league))[-1].players == (1,)


async def test_nobody_is_challenged_elsewhere(league: Played) -> None:
    view = await league.begun(4)
    with refusal("not-a-ladder"):
        await challenge(league, view.entries[0], view.entries[1])


async def test_one_without_a_last_day_on_which_nobody_plays_any_more_is_over_as_was_told(
    league: Played, poster: NotingPoster
) -> None:
    await league.begun(4, LADDER)
    await league.pass_time(60 * DAY)
    first, second, *_ = await ranked(league)
    await challenge(league, second, first)
    await league.pass_time(4 * DAY)
    assert told(poster) == []
    await league.pass_time(80 * DAY)
    (said,) = told(poster)
    assert "there have been no challenges or matches" in str(load_text(said.payload["text"]))
    assert (await league.view()).season.status == "running"
    await league.pass_time(8 * DAY)
    assert (await league.view()).season.status == "ended"
