"""Matches of Mutants in a simulated server: how they are begun."""

from __future__ import annotations

from hosting.match.model import Match, Place
from tests.cogs.conftest import World


async def begin(world: World, mode: str = "2", **options: str) -> Match:
    """Start a match of Ann and Bob, or of Ann alone, in the world's channel."""
    tables, people = world.bot.arena.tables, (world.named("ann"), world.named("bob"))
    given = tuple(options.items())
    table = await tables.open(world.guild.id, world.channel.id, people[0], "mutants", mode, options=given, where="here")
    if mode == "2":
        table = await tables.join(table.id, people[1])
    match = await world.as_bot(tables.start(table.id, world.person("ann"), (Place("board", world.channel.id),)))
    await world.settle()
    return match
