"""Direct messages while several processes share the servers: Discord sends them all to one, whatever they are about."""

from __future__ import annotations

import random
from pathlib import Path

from sqlalchemy import URL

from tests.databases import NEEDS_POSTGRESQL
from tests.forkserver import ForkServer
from tests.wire.ordeal import Cluster, selected
from tests.wire.stage import arena_double
from tests.wire.test_bot_shards import NOT_TAKEN, SHARED, handed_on, seat

pytestmark = NEEDS_POSTGRESQL


async def test_a_player_plays_in_direct_messages_in_the_servers_of_all_processes(
    address: URL, tmp_path: Path, program: ForkServer
) -> None:
    rng = random.Random(3)
    async with arena_double(shards=SHARED) as double:
        double.gateway.max_concurrency = SHARED
        tables = seat(double)
        ann = tables[0].people[0]
        private = double.dm(ann)
        async with Cluster(double, address, program, tmp_path, processes=2) as cluster:
            for table in tables:
                await table.begin()
            listed = await ann.slash(private, "matches")
            await listed.until(lambda it: it.messages)
            assert all(f"/{table.channel.id}" in listed.content for table in tables)
            for table in tables:
                if table.acting is not ann:
                    await table.type(table.any_turn(rng))
                turn = table.any_turn(rng)
                told = await handed_on(ann, private, "move", turn=turn, match=table.match_id)
                assert told.content.startswith(f"Played `{turn}`"), told.content
                shown = await handed_on(ann, private, "board", match=table.match_id)
                await shown.until(lambda it: it.messages and it.attachments)
                assert f"/{table.channel.id}" in shown.content
            # Shards 0 and 2 are of the process that has the direct messages.
            await cluster.of_shard(1).kill()
            for shard, table in enumerate(tables):
                told = await ann.slash(private, "move", turn="E", match=table.match_id)
                await told.until(lambda it: it.messages)
                away = told.content.startswith(NOT_TAKEN)
                assert away == (shard in (1, 3)), told.content
            assert selected(address, "SELECT id FROM handed") == []
            tokens = [each.token for each in double.interactions.values()]
            assert not [each for each in tokens if each in cluster.output]
        assert double.violations == []
        assert not double.unknown_routes
    assert " ERROR " not in cluster.output, cluster.output
