"""`/settings block` on Discord: what it keeps apart, what each side is told, and that nobody else learns of it."""

from __future__ import annotations

import pytest

from cogs.core.text import MESSAGE_LIMIT
from cogs.lobby.blocks import _messages
from hosting.lobby import blocks
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels

NOBODY = "You block nobody. `/settings block add:` keeps a player away from your tables."


async def block(world: World, who: str, other: str) -> str:
    return private(await world.people[who].slash(world.channel, "settings block", add=world.people[other]))


async def test_a_block_is_added_listed_and_removed(world: World) -> None:
    told = await block(world, "ann", "bob")
    assert told.startswith(f"You've blocked <@{world.bob.id}>.")
    assert "aren't told" in told
    assert "leagues" in told
    assert "already" in await block(world, "ann", "bob")
    await block(world, "ann", "cleo")
    await world.restart()
    listed = private(await world.ann.slash(world.channel, "settings block"))
    assert listed == f"You block 2 players: <@{world.bob.id}> <@{world.cleo.id}>"
    assert private(await world.bob.slash(world.channel, "settings block")) == NOBODY
    removed = private(await world.ann.slash(world.channel, "settings block", remove=world.bob))
    assert removed == f"You've unblocked <@{world.bob.id}>. They aren't told."
    assert "`/settings block` shows" in private(
        await world.ann.slash(world.channel, "settings block", remove=world.bob)
    )
    assert (
        private(await world.ann.slash(world.channel, "settings block")) == f"You block one player: <@{world.cleo.id}>"
    )
    assert world.channel.history() == []


async def test_oneself_and_bots_are_not_blocked(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    assert await block(world, "ann", "ann") == "You can't block yourself."
    assert "is a bot" in private(await world.ann.slash(world.channel, "settings block", add=robot))
    assert private(await world.ann.slash(world.channel, "settings block")) == NOBODY


async def test_one_block_too_many_is_refused_with_what_to_do(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 1)
    await block(world, "ann", "bob")
    told = await block(world, "ann", "cleo")
    assert told.startswith("You block 100 players already")
    assert "/settings block remove:" in told
    assert private(await world.ann.slash(world.channel, "settings block")) == f"You block one player: <@{world.bob.id}>"


async def test_the_blocked_are_refused_in_private_and_without_a_reason(world: World) -> None:
    message = await world.lobby(players=3)
    await block(world, "ann", "bob")
    before = world.latest(message).content
    assert private(await world.press("bob", message, "Join")) == "You can't join this table. Open your own with `/new`."
    assert world.latest(message).content == before
    assert "Join" in labels(world.latest(message))
    told = private(await world.bob.slash(world.channel, "new replicants", players=2, opponent=world.ann))
    assert told == "You can't challenge ann to this match. Open the table without naming them: others can join."
    assert len(world.channel.history()) == 1  # the first table
    await world.press("cleo", message, "Join")
    assert f"<@{world.cleo.id}>" in world.latest(message).content


async def test_who_blocks_is_reminded_of_it(world: World) -> None:
    message = await world.lobby()
    await block(world, "bob", "ann")
    assert private(await world.press("bob", message, "Join")) == "You block ann. `/settings block remove:` lifts that."
    told = private(await world.bob.slash(world.channel, "new replicants", opponent=world.ann))
    assert told == "You block ann. `/settings block remove:` lifts that."
    assert len(world.channel.history()) == 1


def test_a_long_list_takes_several_messages() -> None:
    mentions = [f"<@{10**18 + number}>" for number in range(100)]
    texts = _messages("You block 100 players:", mentions)
    assert len(texts) == 2
    assert all(len(text) <= MESSAGE_LIMIT for text in texts)
    assert " ".join(texts).split()[4:] == mentions
