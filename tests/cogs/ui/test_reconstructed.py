"""What is reconstructed is said where people meet it: in lobbies, at the start, beside hands and cards, in records."""

from __future__ import annotations

import pytest

from cogs.core.messages import Accounts
from cogs.ui.lobby import lobby_content
from engine import registry
from hosting.match.model import Place
from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, posts
from tests.cogs.twins import told, words

MODES = [
    (game.info.key, mode.key)
    for game in registry.games()
    for mode in game.info.modes
    if game.info.reconstruction() is not None
]


async def start(world: World, key: str, mode: str) -> tuple[str, int]:
    """Gather players and start a match; return what the lobby said, and its number."""
    seats = next(each.seats for each in registry.get(key).info.modes if each.key == mode)
    await world.come(*(names := [f"player {seat}" for seat in range(seats)]))
    host, *others = map(world.named, names)
    tables = world.bot.arena.tables
    table = await tables.open(world.guild.id, world.channel.id, host, key, mode, where="here")
    lobby = lobby_content(table, None, accounts=Accounts())
    for person in others:
        table = await tables.join(table.id, person)
    match = await tables.start(table.id, host.person_id, (Place("board", world.channel.id),))
    await world.settle()
    return lobby, match.id


@pytest.mark.parametrize(("key", "mode"), MODES)
async def test_the_lobby_the_start_and_the_record_say_it(world: World, key: str, mode: str) -> None:
    notice = str(registry.get(key).info.reconstruction())
    lobby, number = await start(world, key, mode)
    assert f"-# {notice}" in lobby.splitlines()
    begun = next(each for each in posts(world) if "begins" in each.content)
    assert f"-# {notice}" in begun.content.splitlines()
    assert (begun.attachments[0].description or "").startswith(f"{notice}. ")
    shown = message_of(await world.eve.slash(world.channel, "match record", match=number))
    assert '[Reconstructed "' in words([await told(shown)])


async def test_a_game_without_reconstructions_says_nothing(world: World) -> None:
    lobby, _ = await start(world, "replica", "2")
    assert posts(world)
    assert "econstruct" not in lobby + words([await told(each) for each in posts(world)])


@pytest.mark.parametrize("count", [2, 3, 6])
async def test_hands_cards_and_text_boards_say_it(world: World, count: int) -> None:
    party = await begin(world, count)
    await party.settle_in()
    for look in ("pictures", "text"):
        await world.ann.slash(world.channel, "settings mine", boards=look)
        for shown in (
            await party.menu(1),
            message_of(await world.ann.slash(world.channel, "match cards")),
            message_of(await world.ann.slash(world.channel, "board")),
        ):
            assert "econstructed: cards" in words([await told(shown)]).replace("\n  ", " ")
            # Not every client reads small print in an embed.
            assert not any("-# " in (embed.description or "") for embed in shown.embeds)
