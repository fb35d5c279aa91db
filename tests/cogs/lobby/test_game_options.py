"""Options of games: what lobbies show of them, what their host changes there."""

from __future__ import annotations

import pytest
import simcord

from cogs.lobby.terms_panel import MOST_MENUS
from engine import registry
from tests.cogs.conftest import World, private
from tests.cogs.playing import menus, message_of
from tests.cogs.seeing import seen_by
from tests.grove import GROVE

pytestmark = pytest.mark.usefixtures("grove")


def values(message: simcord.ResponseMessage, name: str) -> dict[str, str]:
    """Return what a menu of options offers, by label."""
    found = next(each for each in menus(message) if each["placeholder"] == name)
    return {each["label"]: each["value"] for each in found["options"]}


async def chosen(world: World) -> dict[str, str]:
    return dict((await world.table()).options)


async def test_the_lobby_shows_the_options_that_count(world: World) -> None:
    message = await world.lobby(game="grove", players=2)
    assert "Paths: your own" in message.content
    assert "-# For beginners paths are given." in message.content
    assert "Given paths" not in message.content
    assert "Beast" not in message.content


async def test_the_host_changes_options_before_the_start(world: World) -> None:
    lobby = await world.lobby(game="grove", players=2, where="here")
    menu = message_of(await world.press("ann", lobby, "Terms"))
    assert [each for each in world.people.values() if seen_by(world, each, menu)] == [world.ann]
    assert [each["placeholder"] for each in menus(menu)] == ["Use a preset", "Paths"]

    await world.ann.select(menu.message, ["v:given"], custom_id="d:1:paths")
    assert "Paths: given\nGiven paths: random" in world.latest(lobby).content
    await world.ann.select(world.latest(menu.message), ["v:12"], custom_id="d:1:given")
    assert "Given paths: 12" in world.latest(lobby).content
    assert "Given paths: 12" in world.latest(menu.message).content
    assert await chosen(world) == {"paths": "given", "given": "12"}

    await world.ann.select(world.latest(menu.message), ["v:open"], custom_id="d:1:paths")
    assert await chosen(world) == {"paths": "open"}
    assert "Given paths" not in world.latest(lobby).content


async def test_a_long_list_has_pages_that_begin_where_its_value_is(world: World) -> None:
    lobby = await world.lobby(game="grove", players=3, paths="given", given="321")
    menu = message_of(await world.press("ann", lobby, "Terms"))
    offered = values(menu, "Given paths")
    assert "321" in offered
    assert len(offered) <= 25
    assert {"◀ Earlier values", "More values ▶"} <= set(offered)

    await world.ann.select(menu.message, [offered["More values ▶"]], custom_id="d:1:given")
    while "More values ▶" in (offered := values(menu, "Given paths")):
        await world.ann.select(menu.message, [offered["More values ▶"]], custom_id="d:1:given")
    assert "◀ Earlier values" in offered
    world.env.backend.delete_message(lobby.channel.id, lobby.id)
    await world.ann.select(menu.message, [offered["◀ Earlier values"]], custom_id="d:1:given")
    assert await chosen(world) == {"paths": "given", "given": "321"}


async def test_only_the_host_changes_them_and_only_while_the_table_is_open(world: World) -> None:
    lobby = await world.lobby(game="grove", players=2, where="here")
    assert "host" in private(await world.press("bob", lobby, "Terms"))
    menu = message_of(await world.press("ann", lobby, "Terms"))
    forged = await world.forge("d:1:paths", "v:given", "v:wrong", "x:1")
    assert "host" in private(await world.bob.select(forged, ["v:given"], custom_id="d:1:paths"))
    assert "can't be wrong" in private(await world.ann.select(forged, ["v:wrong"], custom_id="d:1:paths"))
    assert "no such value" in private(await world.ann.select(forged, ["x:1"], custom_id="d:1:paths"))

    early = await world.as_it_was(world.latest(lobby))
    await world.press("bob", lobby, "Join")
    assert "bob sat down on these terms" in private(await world.ann.click(early, label="Terms"))
    assert "bob sat down on these terms" in private(
        await world.ann.select(menu.message, ["v:given"], custom_id="d:1:paths")
    )
    await world.press("ann", lobby, "Start")
    early = await world.as_it_was(early)
    assert "started" in private(await world.ann.click(early, label="Terms"))
    assert "started" in private(await world.ann.select(menu.message, ["v:given"], custom_id="d:1:paths"))
    assert await chosen(world) == {}


async def test_a_menu_works_in_the_channel_of_its_table_only(world: World) -> None:
    await world.lobby(game="grove", players=2)
    den = world.guild.create_text_channel("den")
    forged = await world.forge("d:1:paths", "v:given", channel=den)
    assert "no such table" in private(await world.ann.select(forged, ["v:given"], custom_id="d:1:paths"))


async def test_a_table_whose_message_is_not_known_yet_can_be_changed(world: World) -> None:
    host = world.named("ann")
    await world.bot.arena.tables.open(world.guild.id, world.channel.id, host, "grove", "2", where="here")
    forged = await world.forge("d:1:paths", "v:given")
    await world.ann.select(forged, ["v:given"], custom_id="d:1:paths")
    assert await chosen(world) == {"paths": "given"}


async def test_seats_that_are_drawn_stay_so(world: World) -> None:
    lobby = await world.lobby(game="grove", players=2, drawn=True)
    menu = message_of(await world.press("ann", lobby, "Terms"))
    await world.ann.select(menu.message, ["v:given"], custom_id="d:1:paths")
    assert "drawn when the match starts" in world.latest(lobby).content


def test_there_is_room_for_the_options_of_every_mode() -> None:
    for game in (*registry.games(), GROVE):
        for mode in game.info.modes:
            assert len(game.info.options_of(mode.key)) <= MOST_MENUS, (game.info.key, mode.key)
