"""Seasons follow one another: who stays, who moves, who comes back, who is new."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.text import say
from hosting.league.errors import JoinedAlready, NotBefore, SeasonGoesOn
from hosting.league.model import SeasonView, tables_of
from hosting.league.start import divisions_of
from hosting.match.model import Person
from tests.hosting.conftest import CHANNEL, GUILD, NotingPoster, call
from tests.hosting.league.playing import FIRST, ORGANISER, Played, news, terms

DIVISIONS = terms(division_size=4, up=1, most=20)


def homes(view: SeasonView) -> dict[int, int]:
    """Return the division of each player."""
    return {each.players[0]: each.division for each in view.entries}


async def next_one(league: Played) -> SeasonView:
    """Close the season, and let players join the next one."""
    view = await league.view()
    if view.season.closed_at is None:
        await league.arena.leagues.close(league.season)
    league.season = (await league.arena.following.open(view.league.id)).season.id
    return await league.arena.leagues.publish(league.season)


def test_somebody_stays_in_every_division() -> None:
    agreed = terms(division_size=20, up=9)
    assert [(each.up, each.down) for each in divisions_of(agreed, (20, 20))] == [(0, 9), (9, 0)]
    assert [(each.up, each.down) for each in divisions_of(agreed, (7, 7, 7))] == [(0, 3), (3, 3), (3, 0)]


async def test_three_seasons_follow_one_another(league: Played, poster: NotingPoster) -> None:
    first = await league.begun(8, DIVISIONS)
    arena, league_id = league.arena, first.league.id
    with pytest.raises(SeasonGoesOn):
        await arena.following.open(league_id)
    await league.play_on()
    await league.pass_time(timedelta(days=1))
    first = await league.view()
    player = {each.id: each.players[0] for each in first.entries}
    # Who won it has a title in this server, whatever becomes of the match later: a closed season does not change.
    (winner,) = [player[row.entry] for row in tables_of(first) if (row.division, row.place) == (1, 1)]
    decisive = next(each for each in first.fixtures if winner in (player[entry] for entry in each.entries))
    assert decisive.match_id is not None
    await league.pass_time(timedelta(minutes=1))
    await arena.corrections.void(decisive.match_id, ORGANISER, say("Mistaken."))
    for who in player.values():
        titles = [(each.league.id, each.season.number, each.game) for each in await arena.titles.of(GUILD, who)]
        assert titles == ([(league_id, 1, "tally")] if who == winner else [])
    assert await arena.titles.of(GUILD + 1, winner) == []
    # The next one has the same terms and lots of its own; a draft is opened once.
    draft = await arena.following.open(league_id)
    assert (draft.season.number, draft.season.status, draft.terms) == (2, "draft", DIVISIONS)
    assert draft.commitment != first.commitment
    assert await arena.following.open(league_id) == draft
    assert [(await arena.leagues.of_guild(GUILD, following=each))[0][1].number for each in (True, False)] == [2, 1]
    await arena.leagues.cancel(draft.season.id)
    assert (await arena.following.open(league_id)).season.number == 2
    second = await next_one(league)
    assert sorted(await arena.following.asked(league.season, 1)) == sorted(player.values())

    await arena.idle()
    assert news(poster)[-1] == ("next", 1)
    assert [(await arena.leagues.of_guild(GUILD, following=each))[0][1].number for each in (True, False)] == [2, 2]

    rows = {player[row.entry]: row for row in tables_of(first)}
    missing = min(who for who, row in rows.items() if (row.division, row.place) == (1, 2))
    for who in sorted(rows.keys() - {missing}):
        await arena.following.stay(league.season, who)
    new = Person(FIRST + 100, "New")
    await call(arena, new)
    with pytest.raises(NotBefore):
        await arena.following.stay(league.season, new.person_id)
    await arena.leagues.join(league.season, new.person_id)
    with pytest.raises(JoinedAlready):
        await arena.following.stay(league.season, min(rows.keys() - {missing}))
    assert await arena.following.asked(league.season, 1) == (missing,)
    assert await arena.following.asked(league.season, 2) == ()
    second = await arena.leagues.start(league.season)
    step = {"up": -1, "stay": 0, "down": 1}
    wanted = {who: row.division + step[row.movement or ""] for who, row in rows.items() if who != missing}
    # The second of the lower division fills the gap that the missing one left; the new one begins below.
    wanted[next(who for who, row in rows.items() if (row.division, row.place) == (2, 2))] = 1
    assert homes(second) == wanted | {new.person_id: 2}
    assert [(each.up, each.down) for each in second.divisions] == [(0, 1), (1, 0)]

    # Back after a season: one division below; nobody is lower for it, so the divisions are larger than agreed.
    third = await next_one(league)
    await arena.leagues.join(league.season, missing)
    for who in homes(second):
        await arena.following.stay(league.season, who)
    after = {
        each.players[0]: row
        for row in tables_of(await arena.leagues.view(second.season.id))
        for each in second.entries
        if each.id == row.entry
    }
    third = await arena.leagues.start(league.season)
    found = homes(third)
    assert found.pop(missing) == 2
    assert all(found[who] <= row.division + step[row.movement or ""] for who, row in after.items())
    assert sorted(homes(third).values()) == [1] * 5 + [2] * 4
    assert len({first.commitment, second.commitment, third.commitment}) == 3


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_teams_stay_together(league: Played) -> None:
    people = [Person(FIRST + at, f"P{at}") for at in range(8)]
    await call(league.arena, *people)
    teams = terms(mode="teams", teams=True)
    made = await league.arena.leagues.create(GUILD, CHANNEL, ORGANISER, "Teams", teams)
    league.season = made.season.id
    await league.arena.leagues.publish(league.season)
    for captain in range(FIRST, FIRST + 8, 2):
        await league.arena.leagues.join(league.season, captain, captain + 1, f"Team {captain}")
        await league.arena.leagues.join(league.season, captain + 1, captain)
    await league.arena.leagues.start(league.season)
    await next_one(league)
    # The partner is first this time: the other one agrees by the same button.
    entry = await league.arena.following.stay(league.season, FIRST + 1)
    assert (entry.players, entry.name, entry.agreed) == ((FIRST + 1, FIRST), f"Team {FIRST}", False)
    assert (await league.arena.following.stay(league.season, FIRST)).agreed
    assert set(await league.arena.following.asked(league.season, 1)) == set(range(FIRST + 2, FIRST + 8))
