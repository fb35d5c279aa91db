"""Hands and prompts of Mutants over real sockets: every request is held against Discord's OpenAPI document."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import make_bot
from settings import Settings
from tests.wire.stage import arena_double

COMPONENTS_V2 = 1 << 15
EPHEMERAL = 1 << 6


async def test_a_hand_of_components_and_a_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    double = arena_double()
    guild = double.add_guild("Arena")
    channel = guild.add_channel("general")
    ann, bob = (double.add_user(name, guild) for name in ("ann", "bob"))
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None, pace=0))
    async with double, double.connect(bot):
        lobby = (await ann.slash(channel, "new mutants", players=2, reserve="ready", where="here")).message
        await bob.press(lobby, "Join")
        await (await ann.press(lobby, "Start")).until(lambda _: "has started" in lobby.content)
        await bot.arena.idle()
        board, _hashes = bob.visible_messages(channel)[-2:]
        hand = (await (await ann.press(board, "Your hand")).until(lambda it: it.messages)).message
        assert hand.flags & COMPONENTS_V2
        assert hand.flags & EPHEMERAL
        assert hand not in bob.visible_messages(channel)
        (seat,) = (await bot.arena.matches.get(1)).session.to_act
        prompt = (await (await (ann, bob)[seat - 1].press(board, "Play")).until(lambda it: it.messages)).message
        assert prompt.flags & EPHEMERAL
        assert "Mulligan" in str(prompt.components)
        await bot.arena.idle()
    assert double.violations == []
    assert not double.unknown_routes
