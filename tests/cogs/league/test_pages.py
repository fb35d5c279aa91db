"""Tables and lists of leagues in pages: the reader's own row first, as a picture or in words."""

from __future__ import annotations

import discord

from cogs.core.text import safe
from tests.cogs.conftest import World, private
from tests.cogs.league.playing import drafted, publish
from tests.cogs.playing import labels

COUNT = 25


async def _ladder(world: World) -> None:
    """Have a ladder begin on which ann is the last of many; nothing is played."""
    boss = world.organiser()
    post = await publish(world, boss, format="ladder", players=COUNT, name="*Top* <@1>")
    arena = world.bot.arena
    for number in range(COUNT - 1):
        person = await arena.people.enter(7_000_000 + number, world.guild.id, f"P_{number}")
        await world.as_bot(arena.leagues.join(1, person.person_id))
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    assert labels(world.latest(post)) == ["Join"]
    assert "You begin at the bottom" in private(await world.press("ann", world.latest(post), "Join"))


def described(message: discord.Message) -> list[str]:
    """Return the words of a message's picture."""
    (picture,) = message.attachments
    assert picture.description is not None
    return picture.description.splitlines()


async def test_a_table_is_turned_from_the_page_of_the_own_row(world: World) -> None:
    await _ladder(world)
    shown = drafted(await world.ann.slash(world.channel, "league standings"))
    own = next(line for line in described(shown) if " ann " in line)
    assert own.startswith(f"{COUNT}. ")
    assert described(shown)[0] == "*Top* <@1> (2/2)"
    assert shown.content == f"**{safe('*Top* <@1> (2/2)')}**"
    assert labels(shown) == ["◀ Previous page"]
    await world.restart()
    await world.ann.click(world.latest(shown), label="◀ Previous page")
    first = world.latest(shown)
    assert len([line for line in described(first) if "P_" in line]) == 20
    assert labels(first) == ["Next page ▶"]
    await world.ann.slash(world.channel, "settings mine", boards="text")
    told = drafted(await world.ann.slash(world.channel, "league standings"))
    assert not told.attachments
    assert r"P\_" in told.content
    assert rf"{COUNT}\. ann 0-0-0" in told.content
    mine = drafted(await world.ann.slash(world.channel, "league mine"))
    assert mine.content == f"**{safe('*Top* <@1>')}**: place {COUNT} of {COUNT}"
