"""What remains of titles when a champion's account is deleted, and when a server is purged."""

from __future__ import annotations

from datetime import timedelta

from hosting.league.promotion import finals
from hosting.retention import Periods
from store import schema
from tests.hosting.conftest import GUILD
from tests.hosting.league.playing import FIRST, ORGANISER, TERMS, Played


async def _won(league: Played) -> int:
    """Have a season of four won and closed; return the player who won it."""
    await league.begun(4)
    await league.play_on()
    await league.arena.leagues.close(league.season)
    view = await league.view()
    champion = finals(view).champion
    return next(each.players[0] for each in view.entries if each.id == champion)


async def test_the_title_of_a_deleted_player_goes_to_nobody_else(league: Played) -> None:
    winner = await _won(league)
    people, arena = range(FIRST, FIRST + 4), league.arena
    before = finals(await league.view())
    assert [len(await arena.titles.of(GUILD, each)) for each in people] == [each == winner for each in people]
    (account,) = (await arena.people.accounts([winner])).values()
    await arena.deletions.delete(winner)
    await arena.idle()

    # The season is as it was: its champion has no name, and nobody moves up.
    assert finals(await league.view()) == before
    assert [bool(await arena.titles.of(GUILD, each)) for each in people if each != winner] == [False] * 3
    assert winner not in await arena.people.names(GUILD, people)
    # Who comes back with the same account is a new person, without titles.
    again = (await arena.people.enter(account, GUILD, "Again")).person_id
    assert again != winner
    assert await arena.titles.of(GUILD, again) == []


async def test_the_titles_of_a_server_go_with_it(league: Played) -> None:
    winner, arena = await _won(league), league.arena
    elsewhere = await arena.leagues.create(GUILD + 1, 201, ORGANISER, "Other", TERMS)
    assert len(await arena.titles.of(GUILD, winner)) == 1
    await arena.retention.left(GUILD)
    await league.pass_time(Periods().removed_servers)
    await arena.retention.keep((GUILD + 1,), lambda _guild: True)

    assert await arena.titles.of(GUILD, winner) == []
    stored = await league.stored()
    owned = [each for each in schema.metadata.sorted_tables if "guild_id" in each.c and each.name != "erasures"]
    left = {each.name for each in owned if any(row.guild_id == GUILD for row in stored[each.name])}
    assert left == set()
    assert (await arena.leagues.view(elsewhere.season.id)).league.name == "Other"
    await league.pass_time(timedelta(days=1))  # its appointments went with it
