"""What a match holds its seats to when it begins is a hash, and the one that stood in the lobby."""

from __future__ import annotations

import re

from hosting.arena import Arena
from hosting.match.model import Place
from tests.hosting.conftest import ANN, BOB, CHANNEL
from tests.hosting.lobby.test_loadouts import opened


async def test_what_a_match_begins_with_is_held_by_the_hash_of_the_lobby(arena: Arena) -> None:
    table = await opened(arena)
    table = await arena.loadouts.choose(table.id, BOB.person_id, "xxy")
    ((seat, digest),) = table.chosen
    match = await arena.tables.start(table.id, ANN.person_id, (Place("board", CHANNEL),))
    held = {each.seat: each.digest for each in await arena.loadouts.held(match.id)}
    assert held == {1: "", seat: digest}
    assert re.fullmatch("[0-9a-f]{64}", digest)


async def test_what_one_match_began_with_is_opened_by_no_other(arena: Arena) -> None:
    started = []
    for channel in (CHANNEL, CHANNEL + 1):
        table = await opened(arena)
        await arena.loadouts.choose(table.id, BOB.person_id, "xxy")
        started.append(await arena.tables.start(table.id, ANN.person_id, (Place("board", channel),)))
    over, running = started
    await arena.matches.forfeit(over.id, ANN.person_id)
    shown = await arena.loadouts.opened(await arena.matches.get(over.id))
    assert [(each.seat, each.table_id) for each in shown] == [(1, 1), (2, 1)]
    assert await arena.loadouts.opened(await arena.matches.get(running.id)) == []
