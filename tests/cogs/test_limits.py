"""What the bot sends is watched in every test, on the simulated server and over the wire: what is too long is found."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import make_bot
from settings import Settings
from tests.cogs.conftest import World
from tests.limits import watch
from tests.limits.watch import Request
from tests.wire.double.contract import discord_contract, missing_document
from tests.wire.stage import arena_double


def _buttons(label: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=label, custom_id="x:1"))
    return view


def _file(words: str) -> discord.File:
    return discord.File(io.BytesIO(b"x"), "x.png", description=words)


TOO_MUCH: dict[str, tuple[Callable[[], dict[str, Any]], str]] = {
    "content": (lambda: {"content": 2001 * "a"}, "content: 2001"),
    "alt text": (lambda: {"file": _file(1025 * "a")}, "attachments[0].description: 1025"),
    "embeds": (lambda: {"embeds": 2 * [discord.Embed(description=3001 * "a")]}, "embeds: 6002"),
    "label": (lambda: {"content": "a", "view": _buttons(81 * "a")}, "label: 81"),
    "half a mention": (lambda: {"content": "<@123…"}, "cut in the middle"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
async def test_what_is_too_long_is_found_on_the_simulated_server(world: World, name: str) -> None:
    given, told = TOO_MUCH[name]
    with watch.noticing() as noticed:
        channel: Any = world.bot.get_channel(world.channel.id)
        with suppress(discord.HTTPException):  # SimCord knows some limits, too; the bot would report it, and go on
            await world.as_bot(channel.send(**given()))
    assert told in noticed[0]


async def test_answers_edits_and_completion_are_watched_too(world: World) -> None:
    """The bot tells its user of an error and goes on: only who watches notices."""

    async def much(interaction: discord.Interaction, topic: str = "a") -> None:
        await interaction.response.send_message(topic, ephemeral=True)
        await interaction.edit_original_response(content="<@123…")
        await interaction.followup.send(file=_file(1025 * "a"), ephemeral=True)

    async def offered(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=101 * "a", value=current or "a")]

    command: app_commands.Command[Any, ..., Any] = app_commands.Command(name="much", description="a", callback=much)
    command.autocomplete("topic")(offered)  # not on a command of Arena: its parameters are the same for every bot
    world.bot.tree.add_command(command)
    with watch.noticing() as noticed:
        await world.as_bot(world.bot.tree.sync())
        await world.ann.slash(world.channel, "much")
        await world.ann.autocomplete(world.channel, "much", "topic", "a")
    for told in ("description: 1025", "cut in the middle", "choices[0].name: 101"):
        assert len([each for each in noticed if told in each]) == 1, told


async def test_what_is_no_request_of_discords_document_is_found(world: World) -> None:
    if discord_contract() is None:
        pytest.skip(missing_document())
    with watch.noticing() as noticed:
        watch.look(Request("POST", f"/channels/{world.channel.id}/messages", {"content": "a", "tts": "yes"}))
    assert [each for each in noticed if "tts" in each] == noticed != []


async def test_what_is_too_long_is_found_over_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    double = arena_double()
    channel = double.add_guild("Arena").add_channel("general")
    bot = make_bot(Settings(database=tmp_path / "arena.db", discord_token=None, pace=0))
    async with double, double.connect(bot):
        watch.install()
        with watch.noticing() as noticed:
            there: Any = bot.get_channel(channel.id)
            with pytest.raises(discord.HTTPException):
                await there.send(2001 * "a")
            await there.send("<@123…")
        await bot.arena.idle()
    assert ["content: 2001" in noticed[0], "cut in the middle" in noticed[1], len(noticed)] == [True, True, 2]


def test_what_stays_unnoticed_would_fail_the_test_it_happened_in() -> None:
    watch.look(Request("POST", "/channels/1/messages", {"content": 2001 * "a"}))
    with watch.noticing() as noticed:
        pass
    assert noticed == []
    (found,) = watch.taken()
    assert "content: 2001" in found
