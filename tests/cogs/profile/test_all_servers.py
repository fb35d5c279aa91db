"""Ratings of all servers: who agrees to them, who sees them, and under which name."""

from __future__ import annotations

from datetime import timedelta

import pytest_asyncio

from hosting.profiles import PAGE
from hosting.rating import SETTLED
from store.tables import people
from store.tables.results import ALL_SERVERS
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, message_of, said
from tests.cogs.profile.conftest import Past
from tests.hosting.profiles import duel, rank, write

OFF = "There are no ratings across all servers: my operator hasn't switched them on. Each server has its own."
BELOW = (
    "-# Only players who agreed are listed here, by name if they have one in this server. Agree or withdraw "
    "with `/settings mine all_servers:`."
)


@pytest_asyncio.fixture
async def past(world: World) -> Past:
    """The past of a world whose operator wants ratings of all servers."""
    world.settings = world.settings.model_copy(update={"ratings_of_all_servers": True})
    await world.restart()
    return Past(world)


async def stranger(past: Past, account: int) -> int:
    """Return a person who is known in no server, and agreed."""
    async with past.arena.db.write() as connection:
        person_id = await people.enter(connection, account, past.world.bot.clock.now())
    await agreed(past, person_id)
    return person_id


async def agreed(past: Past, *person_ids: int) -> None:
    async with past.arena.db.write() as connection:
        for each in person_ids:
            await connection.exec_driver_sql(
                "INSERT INTO player_settings (person_id, text_boards, ping, all_servers) VALUES (?, 0, 1, 1)", (each,)
            )


async def board(world: World, reader: str, **options: str) -> list[str]:
    """Return the lines of the leaderboard of all servers, as a player reads it."""
    actor = world.people[reader]
    shown = await actor.slash(world.channel, "leaderboard", game="replicants", servers="all", **options)
    return said(message_of(shown)).splitlines()


def placed(lines: list[str]) -> list[str]:
    """Return what those are called who have a place, in order."""
    return [line[6:].split(" **")[0] for line in lines if line.startswith("`")]


async def test_without_ratings_of_all_servers_each_command_says_so(world: World) -> None:
    assert private(await world.ann.slash(world.channel, "leaderboard", game="apex", servers="all")) == OFF
    assert private(await world.ann.slash(world.channel, "settings mine", all_servers="yes")) == OFF
    assert "all servers" not in said(message_of(await world.ann.slash(world.channel, "settings mine")))
    assert not (await world.bot.arena.settings.player(world.person("ann"))).all_servers
    message = await world.forge("p:apex:1:0:all")
    assert private(await world.ann.click(message, label="forged")) == OFF


async def test_a_player_agrees_withdraws_and_is_told_what_that_means(world: World, past: Past) -> None:
    async def told(**options: str) -> str:
        return (
            said(message_of(await world.ann.slash(world.channel, "settings mine", **options)))
            .splitlines()[-1]
            .removeprefix("-# ")
        )

    assert (await told()).startswith("Your matches only count for each server's own ratings. If you agree")
    assert (await told(all_servers="yes")).startswith("Your matches also count for ratings across all servers")
    assert (await past.arena.settings.player(world.person("ann"))).all_servers
    assert (await told(colours="standard")).startswith("Your matches also count for ratings across all servers")
    assert "only count for each server's own ratings" in await told(all_servers="no")
    assert not (await past.arena.settings.player(world.person("ann"))).all_servers


async def test_what_a_partner_could_see_is_not_changed_in_a_silent_match(world: World, past: Past) -> None:
    """That is where there is a rating to show; who has none agrees and withdraws as ever."""
    await past.duels("ann", "bob", rated=True, everywhere=True)
    await world.bob.slash(world.channel, "settings mine", all_servers="yes")
    await world.begin_silent()
    for name, answer in (("ann", "yes"), ("bob", "no"), ("cleo", "yes"), ("dan", "yes"), ("dan", "no")):
        answered = await world.people[name].slash(world.channel, "settings mine", all_servers=answer)
        refused = "your partner could read a change here as a sign" in said(message_of(answered))
        assert refused is (name in {"ann", "bob"})
    known = [
        (await past.arena.settings.player(world.person(name))).all_servers for name in ("ann", "bob", "cleo", "dan")
    ]
    assert known == [False, True, True, False]


async def test_those_who_agreed_and_appear_stand_on_it_with_the_names_of_this_server(world: World, past: Past) -> None:
    now, other = world.bot.clock.now(), await stranger(past, 9_000)
    for winner, loser in (("ann", "bob"), ("bob", "cleo"), ("cleo", "dan")):
        await past.duels(winner, loser, SETTLED, rated=True, everywhere=True)
    ended = now - timedelta(days=1)
    elsewhere = [
        duel(5_000 + number, other, world.person("ann"), game="replicants", guild_id=77, ended_at=ended)
        for number in range(SETTLED)
    ]
    await write(past.arena.db, *elsewhere, rated=True, everywhere=True)

    head, only, _, below = await board(world, "eve")
    assert (head, below) == ("**Leaderboard across all servers**: Replicants, 2 players", BELOW)
    assert only.startswith("`  1` a player **2")
    await agreed(past, *(world.person(name) for name in ("ann", "bob", "cleo", "dan")))
    assert placed(await board(world, "eve")) == ["a player", "bob", "ann", "cleo", "dan"]
    # Neither who does not appear, nor who withdrew, nor who was deleted.
    await world.bob.slash(world.channel, "settings mine", appear="nobody")
    await world.cleo.slash(world.channel, "settings mine", all_servers="no")
    async with past.arena.db.write() as connection:
        await people.forget(connection, world.person("dan"), now)
    past.arena.people.forget()
    for reader, names in (
        ("eve", ["a player", "ann"]),
        ("bob", ["a player", "bob", "ann"]),
        ("cleo", ["a player", "ann"]),
    ):
        assert placed(await board(world, reader)) == names
    # In the server nothing of that counts.
    here = said(message_of(await world.cleo.slash(world.channel, "leaderboard", game="replicants")))
    assert " cleo **" in here
    assert "a player" not in here


async def test_pages_are_turned_and_stay_those_of_all_servers(world: World, past: Past) -> None:
    guest = world.guild.add_member(world.env.create_user("guest"))  # who never sat down in this server
    ranked = [await stranger(past, account) for account in (*range(9_000, 9_001 + PAGE), guest.id)]
    await rank(past.arena.db, ranked, guild_id=ALL_SERVERS, at=world.bot.clock.now())
    shown = message_of(await guest.slash(world.channel, "leaderboard", game="replicants", servers="all"))
    assert placed(said(shown).splitlines()) == ["a player"] * PAGE + ["guest"]
    assert f"\n`{PAGE + 2:>3}` guest **" in said(shown)
    await guest.click(shown, label="Next page ▶")
    turned = world.message(shown.channel_id, shown.id)
    assert f"-# {PAGE + 1} to {PAGE + 2} of {PAGE + 2}" in said(turned)
    assert said(turned).startswith("**Leaderboard across all servers**")
    assert labels(turned) == ["◀ Previous page"]


async def test_a_profile_has_the_rating_of_all_servers_of_who_agrees(world: World, past: Past) -> None:
    await past.duels("ann", "bob", SETTLED, rated=True, everywhere=True, guild_id=77)
    wanted = "**Rating across all servers**, Replicants, 2 players: 1"

    async def told(**options: str) -> str:
        return private(await world.eve.slash(world.channel, "profile", player=world.ann, **options))

    assert (await told()).startswith("There's nothing to see here")
    await world.ann.slash(world.channel, "settings mine", all_servers="yes")
    assert wanted in await told()
    assert wanted in await told(game="replicants")
    assert "Rating" not in await told(game="apex")
    await past.duels("ann", "bob", 1, rated=True, everywhere=True)
    lines = (await told()).splitlines()
    assert [line.split(",")[0] for line in lines if "Rating" in line] == ["**Rating**", "**Rating across all servers**"]
    await world.ann.slash(world.channel, "settings mine", appear="nobody")
    assert "Rating" not in await told()
    await world.ann.slash(world.channel, "settings mine", appear="server", all_servers="no")
    assert wanted not in await told()
    assert "**Rating**, " in await told()


async def test_who_switches_them_off_again_hides_them(world: World, past: Past) -> None:
    await past.duels("ann", "bob", SETTLED, rated=True, everywhere=True)
    await world.ann.slash(world.channel, "settings mine", all_servers="yes")
    world.settings = world.settings.model_copy(update={"ratings_of_all_servers": False})
    await world.restart()
    assert private(await world.ann.slash(world.channel, "leaderboard", game="replicants", servers="all")) == OFF
    assert "all servers" not in private(await world.ann.slash(world.channel, "profile"))
    mine = said(message_of(await world.ann.slash(world.channel, "settings mine")))
    assert mine.endswith("You've agreed to ratings across all servers. They're switched off right now.")
    mine = said(message_of(await world.ann.slash(world.channel, "settings mine", all_servers="no")))
    assert "all servers" not in mine
