"""What a match holds its seats to when it begins is a hash, and the one that stood in the lobby."""

from __future__ import annotations

import re

from hosting.arena import Arena
from hosting.match.model import Place
from tests.hosting.conftest import ANN, BOB, CHANNEL
from tests.hosting.lobby.test_loadouts import opened


async def test_what_a_match_begins_with_is_held_by_the_hash_of_the_lobby(arena: Arena) -> None:
    table = await opened(arena)
    table = await arena.loadouts.choose(table.id, BOB.user_id, "xxy")
    ((seat, digest),) = table.chosen
    match = await arena.tables.start(table.id, ANN.user_id, (Place("board", CHANNEL),))
    held = {each.seat: each.digest for each in await arena.loadouts.held(match.id)}
    assert held == {1: "", seat: digest}
    assert re.fullmatch("[0-9a-f]{64}", digest)
