"""The command tree against every limit of the platform, and registering it only when it changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from babel.messages.catalog import Catalog

from cogs.core.bot import ArenaTree
from cogs.lobby.new import find_mode, new_group
from cogs.lobby.terms_panel import concerns_terms
from cogs.settings.cog import language_command
from engine import registry
from engine.errors import SetupError
from engine.game import GameInfo, Mode, Option
from engine.mutants.components import components
from engine.text import say
from locales.extract import extracted
from tests.catalogues import catalogues
from tests.cogs.conftest import World
from tests.limits import bodies
from tests.limits.bodies import TYPED


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
    assert list(bodies.tree(found)) == []
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
    assert list(bodies.command(new)) == []


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


DIRECT = {"data", "learn", "help", "rules", "matches", "board", "match", "move", "puzzle"}
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


def test_more_opponents_than_any_mode_has_room_for_are_refused_as_that() -> None:
    with pytest.raises(SetupError, match="make 3 players, but there's room for 2") as caught:
        find_mode(registry.get("replica").info, None, None, at_least=3)
    assert caught.value.suggestions == ("2 players",)


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
    assert not concerns_terms("timeout", registry.get("apex").info)
    assert concerns_terms("shows_chosen", registry.get("apex").info)
    assert not concerns_terms("shows_chosen", registry.get("replica").info)


async def test_descriptions_are_translated_and_names_are_not(world: World, tmp_path: Path) -> None:
    catalogue = Catalog(locale="de")
    catalogue.add(
        "Show which permissions I'm missing here, and which feature each one blocks.", "Zeige, was mir fehlt."
    )
    catalogue.add("doctor", "doktor")
    catalogue.add("Read how a game is played, with pictures, or look up a topic or a rule", "Regeln " * 20)
    tree = world.bot.tree
    assert isinstance(tree, ArenaTree)
    with catalogues(tmp_path, catalogue):
        assert await tree.sync_if_changed()
        assert not await tree.sync_if_changed()

    commands = {each["name"]: each for each in world.env.backend.commands[None].values()}
    assert commands["doctor"]["description_localizations"] == {"de": "Zeige, was mir fehlt."}
    assert not commands["doctor"].get("name_localizations")
    # Discord would refuse all commands for one description that is too long.
    assert len(commands["rules"]["description_localizations"]["de"]) == 100


# ---------------------------------------------------------------------------------------------------------------------
# Names of commands in texts

HERE = Path(__file__).parents[3]
PAGES = [*sorted(HERE.glob("*.md")), *sorted((HERE / "docs").rglob("*.md"))]

_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_OPTION = re.compile(r"([a-z][a-z_0-9]*):\s?([\w{}.-]*)")
_BARE = re.compile(r"(?<![\w`./>)\]}])/([a-z][a-z-]+)\b(?![/.])")
"""A command outside of code: in descriptions, which Discord shows without Markdown."""

LOCAL_PAGE = [HERE / "local" / "server.py", HERE / "local" / "world.py"]
_QUOTED = re.compile(r"""(["`])((?:(?!\1)[^\n])+)\1""")

SERVED = {"/healthz", "/readyz", "/metrics"}
"""Pages of the bot over HTTP."""
NO_COMMANDS = {
    "docs/adding-a-language.md": {"in:", "beside:"},
    "docs/adding-a-game.md": {"/new <game>"},
    "docs/apex.md": {"/-"},
    "docs/architecture.md": SERVED,
    "docs/hosting.md": SERVED | {"/srv/arena/data"},
    "docs/metrics.md": SERVED,
    "docs/more-than-one-machine.md": SERVED,
    "docs/replica.md": {"b2:c3"},
    "docs/upgrading.md": SERVED,
}
"""Code on a page that looks like a command or an option and is notation, or stands for any."""


Commands: TypeAlias = dict[str, dict[str, set[str]]]
"""The options of each command by its whole name, each with its choices if it has any."""


def paragraphs() -> Iterator[tuple[str, str]]:
    """Give every text that people read: messages, each with its file, and the paragraphs of the pages."""
    for message in extracted():
        for form in (message.id,) if isinstance(message.id, str) else message.id:
            yield ", ".join(place for place, _ in message.locations), form
    for page in PAGES:
        for paragraph in page.read_text(encoding="utf-8").split("\n\n"):
            yield page.relative_to(HERE).as_posix(), paragraph
    for page in LOCAL_PAGE:
        for _, text in _QUOTED.findall(page.read_text(encoding="utf-8")):
            if " " in text:  # others are names and addresses
                yield page.relative_to(HERE).as_posix(), text


def strange(text: str, tree: Commands, place: str = "") -> list[str]:
    """List the commands, options and choices that a text names and that are not there.

    Options are those of the commands that the text names, or of any command where it names none, or is on a page.
    """
    excused = NO_COMMANDS.get(place, set())
    words = {" ".join(name.split()[:count]) for name in tree for count in range(1, name.count(" ") + 2)}
    codes = [" ".join(found.split()) for found in _CODE.findall(text)]
    named: Commands = {}
    loose: list[tuple[str, str, str]] = []
    wrong = [f"/{name}" for name in _BARE.findall(_CODE.sub("", text)) if name not in words]
    for code in codes:
        if code in excused or code in ("/", "/{name}"):
            continue
        if (option := _OPTION.fullmatch(code)) is not None:
            loose.append((code, option[1], option[2]))
        if not code.startswith("/"):
            continue
        rest = code[1:].replace("… ", "").split(" ")
        count = next((size for size in range(len(rest), 0, -1) if " ".join(rest[:size]) in words), 0)
        name = " ".join(rest[:count])
        meant = {each: options for each, options in tree.items() if name and f"{each} ".startswith(f"{name} ")}
        named |= meant
        given = list(re.finditer(r"([a-z][a-z_0-9]*):(.*?)(?= [a-z][a-z_0-9]*:|$)", " ".join(rest[count:])))
        if not meant or " ".join(each[0] for each in given) != " ".join(rest[count:]):
            wrong.append(code)
        wrong += [code for each in given if not _is_there(meant, each[1], each[2])]
    known = tree if place.endswith(".md") else named or tree
    return wrong + [code for code, option, value in loose if not _is_there(known, option, value)]


def _is_there(tree: Commands, option: str, value: str) -> bool:
    """Return whether one of some commands has an option, and the option that value among its choices."""
    return any(
        option in options and (not value or "{" in value or not options[option] or value in options[option])
        for options in tree.values()
    )


def by_name(world: World) -> Commands:
    """Return what each command takes, with the command for the language, which comes with a second one."""

    def below(node: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, set[str]]]]:
        deeper = [each for each in node.get("options") or () if each["type"] in (1, 2)]
        for each in deeper:
            yield from below(each, f"{name} {each['name']}")
        if not deeper:
            yield name, {each["name"]: _choices(each) for each in node.get("options") or ()}

    found = payload(world)
    (settings,) = [command for command in found if command["name"] == "settings"]
    settings["options"].append(language_command().to_dict(world.bot.tree))
    return {
        name: options
        for command in found
        if command["type"] == TYPED
        for name, options in below(command, command["name"])
    }


def _choices(option: dict[str, Any]) -> set[str]:
    return {"True", "False"} if option["type"] == 5 else {each["name"] for each in option.get("choices") or ()}


def test_the_local_page_is_read_for_what_it_names() -> None:
    read = {place for place, text in paragraphs() if place.startswith("local/") and "/help" in text}
    assert read == {page.relative_to(HERE).as_posix() for page in LOCAL_PAGE}


async def test_every_command_and_option_that_a_text_names_is_there(world: World) -> None:
    tree = by_name(world)
    found = [
        (place, wrong)
        for place, text in paragraphs()
        if "/" in text or ":" in text
        if (wrong := strange(text, tree, place))
    ]
    assert found == []


async def test_a_command_an_option_or_a_choice_that_is_gone_is_noticed(world: World) -> None:
    tree = by_name(world)
    for gone in (
        "`/record` saves it",
        "as /record writes it",
        "`/match nothing`",
        "`/rules apex`",
        "`/matches whose:mine`",
        "Use `/new apex` with `where:here`.",
        "`/board show:nobody`",
        "`/board` with `show:nobody`",
    ):
        assert strange(gone, tree), gone
    assert (
        strange("`/match import` reads it; `/board turn:3`, or `turn:`; a/b, `1/2`, <https://x.org/record>", tree) == []
    )
