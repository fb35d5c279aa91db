"""Who sees an answer of the bot."""

from __future__ import annotations

import simcord
from simcord.backend.access import can_access_message
from sqlalchemy import select

from store.check import unknown_people
from store.schema import metadata
from tests.cogs.conftest import World
from tests.cogs.playing import Shown

ME, EVERYONE = "me", "everyone"


def seen_by(world: World, viewer: simcord.MemberActor, message: Shown) -> bool:
    """Return whether a player sees a message in the channel."""
    stored = world.env.backend.messages[world.channel.id].get(message.id)
    return stored is not None and can_access_message(world.env, world.channel.id, stored, viewer, history=True)


def answers(result: simcord.InteractionResult) -> list[simcord.ResponseMessage]:
    """Return what the bot answered to an interaction, at least one message."""
    found = [*([result.response] if result.response is not None else []), *result.followups]
    assert found, "the bot did not answer"
    return found


# Accounts that stand where only persons may: the program keeps who is who in one table, and nowhere else.


async def strays(world: World) -> list[str]:
    """Return what is stored with an account in it outside the table of people, and who is named and does not exist."""
    accounts = [str(number) for number in world.env.backend.users]
    found = []
    async with world.bot.arena.db.read() as connection:
        for name, table in metadata.tables.items():
            if name == "people":
                continue
            rows = [str(tuple(row)) for row in await connection.execute(select(table))]
            found += [f"{name}: {row}" for row in rows if any(account in row for account in accounts)]
        found += await unknown_people(connection)
    return found
