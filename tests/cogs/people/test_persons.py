"""Persons on Discord: who only looks stays a stranger, a name is the server's, and nobody calls who is gone."""

from __future__ import annotations

from sqlalchemy import func, select

from hosting.match.model import GONE
from store import schema
from store.tables import people
from tests.cogs.conftest import World, private
from tests.cogs.playing import latest, message_of, more, play, posts, status
from tests.cogs.strays import strays


async def known(world: World) -> int:
    async with world.bot.arena.db.read() as connection:
        return int((await connection.execute(select(func.count()).select_from(schema.people))).scalar_one())


async def forget(world: World, name: str) -> None:
    """Have somebody's account and names deleted, as if nothing else were held about them."""
    async with world.bot.arena.db.write() as connection:
        await people.forget(connection, world.person(name), world.bot.clock.now())
    world.bot.arena.people.forget()
    world.bot.arena.matches.renamed(world.guild.id, world.person(name))


async def test_who_only_looks_is_not_kept_and_who_chooses_something_is(world: World) -> None:
    await world.begin()
    zoe, before = world.guild.add_member(world.env.create_user("zoe")), await known(world)
    for command in (
        "board",
        "matches",
        "match record",
        "match clock",
        "move",
        "settings server",
        "settings vacation",
        "doctor",
    ):
        await zoe.slash(world.channel, command)
    await zoe.click(await more(zoe, status(world)), label="Board")
    await zoe.click(status(world), label="Play")
    assert await known(world) == before
    assert await world.bot.arena.people.find(zoe.id) is None

    await zoe.slash(world.channel, "settings mine", boards="text")
    assert await known(world) == before + 1
    number = await world.bot.arena.people.find(zoe.id)
    assert number is not None
    assert (await world.bot.arena.settings.player(number)).text_boards
    assert await world.bot.arena.people.names(world.guild.id, {number}) == {number: "zoe"}
    yara = world.guild.add_member(world.env.create_user("yara"))
    await yara.slash(world.channel, "settings vacation", first="2026-08-01")
    number = await world.bot.arena.people.find(yara.id)
    assert number is not None
    assert len(await world.bot.arena.vacations.of_person(number)) == 1
    assert await strays(world) == []


async def test_a_new_name_is_shown_from_the_next_time_on_that_its_player_sits_down(world: World) -> None:
    await world.begin()
    world.env.backend.edit_member(world.guild.id, world.bob.id, {"nick": "Robert"})
    await play(world, "E/2C6/D8-")
    assert (await latest(world)).names == ("ann", "bob")
    await world.bob.slash(world.guild.create_text_channel("other"), "new replicants", where="here")
    assert (await latest(world)).names == ("ann", "Robert")
    assert (
        "Robert"
        in (await message_of(await world.ann.slash(world.channel, "match record")).attachments[0].read()).decode()
    )


async def test_who_was_deleted_is_named_nowhere_and_called_by_nothing(world: World) -> None:
    match = await world.begin()
    await play(world, "E/2C6/D8-")
    await forget(world, "bob")
    await world.restart()
    assert (await latest(world)).names == ("ann", GONE)
    posted = len(posts(world))
    await world.ann.slash(world.channel, "undo")
    request = posts(world, "Agree")[-1]
    assert "Waiting for: deleted player" in request.content
    assert world.pings(request) == []
    assert len(posts(world)) == posted + 1
    listed = private(await world.ann.slash(world.channel, "matches"))
    assert "Waiting for deleted player" in listed
    assert "bob" not in listed
    record = message_of(await world.ann.slash(world.channel, "match record"))
    text = (await record.attachments[0].read()).decode()
    assert "deleted player" in text
    assert "bob" not in text
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    ended = posts(world, "Rematch")[-1]
    assert rf"1\. <@{world.ann.id}>" in ended.content
    assert r"2\. deleted player" in ended.content
    assert world.pings(ended) == [world.ann.id]
    assert await world.bot.arena.people.find(world.bob.id) is None


async def test_a_bot_is_no_player_whose_matches_can_be_followed(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    before = await known(world)
    world.promote(world.eve)
    assert "is a bot and doesn't play" in private(await world.eve.slash(world.channel, "watch player", player=robot))
    assert await known(world) == before
