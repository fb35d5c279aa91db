"""Settings, notes and the silence log survive a restart."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from hosting.arena import Arena
from hosting.match.model import PlayerSettings, ServerSettings
from store.db.addresses import Address
from tests.hosting.conftest import ANN, CHANNEL, GUILD, ManualClock, begin, open_arena


async def test_settings_are_kept_and_have_defaults(arena: Arena, database: Address, clock: ManualClock) -> None:
    assert await arena.settings.server(GUILD) == ServerSettings()
    assert await arena.settings.player(ANN.person_id) == PlayerSettings()
    assert await arena.settings.remembered("tree") is None
    server = replace(ServerSettings(), transcript_days=3, silence_blocks_start=True, language="fr")
    player = replace(PlayerSettings(), text_boards=True, dark=False, palette="safe", ping=False)
    for _ in range(2):
        await arena.settings.change_server(GUILD, lambda _: server)
        await arena.settings.change_player(ANN.person_id, lambda _: player)
        await arena.settings.remember("tree", "abc")
    await arena.close()
    again = await open_arena(database, clock, None)
    assert await again.settings.server(GUILD) == server
    assert await again.settings.server(GUILD + 1) == ServerSettings()
    assert await again.settings.player(ANN.person_id) == player
    assert await again.settings.remembered("tree") == "abc"
    await again.close()


async def test_the_silence_log_is_read_in_order(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena)
    first = await arena.silence_log.add(match.id, "overwrite-repaired", channel_id=CHANNEL, detail={"was": [1, 2]})
    await clock.advance(5)
    second = await arena.silence_log.add(match.id, "voice-together", person_id=ANN.person_id)
    assert await arena.silence_log.of_match(match.id) == [first, second]
    assert (second.at - first.at).total_seconds() == 5
    assert await arena.silence_log.of_match(match.id + 1) == []


async def test_changes_at_once_lose_nothing(arena: Arena) -> None:
    settings = arena.settings
    await asyncio.gather(
        settings.change_player(1, lambda it: replace(it, dark=True)),
        settings.change_player(1, lambda it: replace(it, text_boards=True)),
        settings.change_server(2, lambda it: replace(it, dark=True)),
        settings.change_server(2, lambda it: replace(it, transcript_days=3)),
    )
    player, server = await settings.player(1), await settings.server(2)
    assert (player.dark, player.text_boards) == (True, True)
    assert (server.dark, server.transcript_days) == (True, 3)


async def test_a_change_that_is_refused_leaves_settings_as_they_were(arena: Arena) -> None:
    def refuse(_: PlayerSettings) -> PlayerSettings:
        raise ValueError("no")

    await arena.settings.change_player(1, lambda _: PlayerSettings(dark=True))
    with pytest.raises(ValueError, match="no"):
        await arena.settings.change_player(1, refuse)
    assert await arena.settings.player(1) == PlayerSettings(dark=True)
