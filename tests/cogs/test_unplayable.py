"""A match that this version cannot play through: it stands still, and nothing else does."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import replace

import pytest

from engine.text import say
from hosting.agreements import LEFT
from hosting.housing import FORBIDDEN, SHUT
from hosting.model import Match, Paused
from tests.cogs.conftest import World


def spoil(world: World, match: Match) -> None:
    """Have the first turn of a match be one that its game does not know."""
    database = sqlite3.connect(world.settings.database)
    database.execute("DROP TRIGGER events_no_update")
    database.execute("UPDATE events SET text = 'Z' WHERE match_id = ?", (match.id,))
    database.commit()
    database.close()


@pytest.mark.parametrize("how", ["parked", "left"])
async def test_the_bot_starts_and_the_other_matches_go_on(world: World, how: str) -> None:
    match = await world.play(await world.begin())
    other = world.guild.create_text_channel("other")
    reply = await world.cleo.slash(other, "new replicants", where="here")
    assert reply.response is not None
    await world.press("dan", reply.response.message, "Join")
    await world.press("cleo", reply.response.message, "Start")
    await world.settle()
    matches = world.bot.arena.matches

    async def leave(match: Match) -> Match:
        return replace(match, paused=Paused(world.bob.id, LEFT, say("He left."), world.bot.clock.now()))

    await (matches.change(match.id, leave) if how == "left" else matches.park(match.id, SHUT, FORBIDDEN))
    await matches.park(2, SHUT, FORBIDDEN)
    await world.bot.arena.idle()
    spoil(world, match)
    await world.restart()
    assert (await world.bot.arena.matches.get(2)).status == "running"
    noted = [record for record in world.logged.records if record.levelno >= logging.ERROR]
    assert {record.getMessage() for record in noted} == {"match 1 stands still"}
    world.logged.clear()
