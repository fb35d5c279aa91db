"""The command tree against every limit of the platform, and registering it only when it changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from cogs.core.bot import ArenaTree
from cogs.lobby import term_options
from cogs.lobby.new import find_mode, new_group
from engine import registry
from engine.errors import SetupError
from engine.info import GameInfo, Mode, Option
from engine.mutants.components import components
from engine.text import say
from locales.extract import extracted
from tests.catalogues import catalogues
from tests.cogs.conftest import World
from tests.limits import commands
from tests.limits.commands import TYPED


def payload(world: World) -> list[dict[str, Any]]:
    return [command.to_dict(world.bot.tree) for command in world.bot.tree.get_commands()]


def nodes(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command and all its options, at any depth."""
    yield command
    for option in command.get("options", ()):
        yield from nodes(option)


async def test_the_tree_keeps_every_limit(world: World) -> None:
    found = payload(world)

    assert found
    assert list(commands.tree(found)) == []
    described = [node for command in found if command["type"] == TYPED for node in nodes(command)]
    assert [node["name"] for node in described if node["description"] == "…"] == []


async def test_each_entry_of_new_says_what_the_game_is_and_how_many_play(world: World) -> None:
    (new,) = [command for command in payload(world) if command["name"] == "new"]
    shown = {entry["name"]: entry["description"] for entry in new["options"]}
    assert shown["replica"] == "Replica: two armies on a chessboard, 2 players"
    for game in registry.games():
        info, seats = game.info, sorted({mode.seats for mode in game.info.modes if not mode.alone})
        many = f"{seats[0]} to {seats[-1]} players" if len(seats) > 1 else f"{seats[0]} players"
        assert shown[info.key].startswith(f"{info.name}: ")
        assert many in shown[info.key]
        assert len(shown[info.key]) <= 100
        assert ("1 alone" in shown[info.key]) == any(mode.alone for mode in info.modes)


@pytest.mark.usefixtures("parlour")
async def test_there_is_room_for_another_game(world: World) -> None:
    (new,) = [command for command in payload(world) if command["name"] == "new"]
    assert len(new["options"]) == len(registry.games())
    assert list(commands.command(new)) == []


async def test_every_choice_can_be_translated(world: World) -> None:
    texts = {message.id for message in extracted()} | {game.info.name for game in registry.games()}
    texts |= {boss.name_en for boss in components().bosses.values()}  # names of the box are the same in every language
    choices = {
        choice["name"]
        for command in payload(world)
        for node in nodes(command)
        for choice in node.get("choices") or ()
        if not str(choice["name"]).isdecimal()
    }
    assert choices
    assert choices <= texts


async def test_the_promised_commands_are_there(world: World) -> None:
    names = {command["name"] for command in payload(world)}
    assert names >= {"new", "move", "board", "legal", "match", "resign", "rules", "matches", "doctor", "help"}


DIRECT = {"data", "learn", "help", "rules", "matches", "board", "match", "move"}
"""Commands for people who have left every server, too, and those for matches from where reminders arrive."""


async def test_commands_are_for_servers_only_unless_people_need_them_elsewhere(world: World) -> None:
    assert {command["name"] for command in payload(world) if command["contexts"] != [0]} == DIRECT
    assert all(command["contexts"] == [0, 1] for command in payload(world) if command["name"] in DIRECT)
    assert all(command["integration_types"] == [0] for command in payload(world))


async def test_the_tree_is_registered_once(world: World) -> None:
    def registered() -> int:
        return sum(each.method == "PUT" and each.path.endswith("/commands") for each in world.env.http_requests)

    before = registered()
    world.env.backend.commands.clear()
    for _ in range(2):
        await world.restart()
        assert registered() == before + 1


async def test_a_changed_tree_is_registered_again(world: World) -> None:
    tree = world.bot.tree
    assert isinstance(tree, ArenaTree)
    assert not await tree.sync_if_changed()
    command = tree.get_command("doctor")
    assert command is not None
    command.description = "Something else"

    assert await tree.sync_if_changed()
    assert not await tree.sync_if_changed()


def test_every_mode_of_every_game_can_be_asked_for() -> None:
    for game in registry.games():
        for mode in game.info.modes:
            kind = "teams" if mode.teams else "individual"
            assert find_mode(game.info, mode.seats, kind) == mode


@pytest.mark.parametrize(
    ("players", "kind", "at_least", "key"),
    [
        (None, None, 1, "2"),
        (None, None, 3, "3"),
        (3, None, 1, "3"),
        (4, None, 1, "4"),
        (4, "teams", 1, "teams"),
        (None, "teams", 1, "teams"),
        (None, "individual", 4, "4"),
    ],
)
def test_what_is_left_open_is_chosen(players: int | None, kind: str | None, at_least: int, key: str) -> None:
    info = registry.get("replicants").info
    assert find_mode(info, players, kind, at_least=at_least).key == key


@pytest.mark.parametrize(("players", "kind", "at_least"), [(2, "teams", 1), (2, None, 3), (5, None, 1)])
def test_what_does_not_exist_is_refused(players: int, kind: str | None, at_least: int) -> None:
    with pytest.raises(SetupError) as caught:
        find_mode(registry.get("replicants").info, players, kind, at_least=at_least)
    assert caught.value.suggestions


def test_another_game_is_another_subcommand() -> None:
    """One without teams has no choice of teams; a game's own options are asked for at the table."""
    solo = GameInfo(
        "duel",
        "Duel",
        (Mode("2", say("2 players"), 2),),
        (Option("pace", say("How fast"), ("slow", "fast"), "slow", (say("slow"), say("fast"))),),
    )

    async def opened(*_: object) -> None:
        raise AssertionError

    group = new_group((solo, registry.get("replicants").info), opened)

    duel, replicants = (group.get_command(name) for name in ("duel", "replicants"))
    assert [option.name for option in duel.parameters] == ["players", "opponent", "clock"]  # type: ignore[union-attr]
    assert {"mode", "opponent3"} <= {option.name for option in replicants.parameters}  # type: ignore[union-attr]


def test_a_games_own_mode_is_not_taken_for_teams() -> None:

    async def opened(*_: object) -> None:
        raise AssertionError

    apex = new_group((registry.get("apex").info,), opened).get_command("apex")
    assert apex.get_parameter("mode") is None  # type: ignore[union-attr]
    assert [choice.value for choice in apex.get_parameter("players").choices] == [2, 3, 4, 5, 6]  # type: ignore[union-attr]
    # A25: what a missed deadline plays is not for the table to choose.
    assert not term_options.concerns("timeout", registry.get("apex").info)
    assert term_options.concerns("shows_chosen", registry.get("apex").info)
    assert not term_options.concerns("shows_chosen", registry.get("replica").info)


async def test_descriptions_are_translated_and_names_are_not(world: World, tmp_path: Path) -> None:
    catalogue = Catalog(locale="de")
    catalogue.add("Show which permissions I lack here, and which feature each one blocks.", "Zeige, was mir fehlt.")
    catalogue.add("doctor", "doktor")
    catalogue.add("Read how a game is played, with pictures, or look up a topic or a rule", "Regeln " * 20)
    tree = world.bot.tree
    assert isinstance(tree, ArenaTree)
    with catalogues(tmp_path, catalogue):
        assert await tree.sync_if_changed()
        assert not await tree.sync_if_changed()

    commands = {each["name"]: each for each in world.env.backend.commands[None].values()}
    assert commands["doctor"]["description_localizations"] == {"de": "Zeige, was mir fehlt."}
    assert not commands["doctor"]["name_localizations"]
    # Discord would refuse all commands for one description that is too long.
    assert len(commands["rules"]["description_localizations"]["de"]) == 100
