"""Who sees what the bot answers to commands, in tables: every command has a line here, or this fails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from discord import AppCommandOptionType, AppCommandType, app_commands

from tests.cogs.conftest import World
from tests.cogs.seeing import EVERYONE, ME, answers, seen_by

COMMANDS: dict[str, list[tuple[dict[str, Any], str]]] = {
    "new replicants": [
        ({"where": "here"}, EVERYONE),
        ({"players": 2, "where": "thread"}, EVERYONE),
        ({"where": "here", "clock": "3d", "timeout": "random", "automatic": True}, EVERYONE),
    ],
    "new replica": [({"where": "here"}, EVERYONE), ({"clock": "quick"}, EVERYONE), ({"clock": "what"}, ME)],
    "new apex": [({"where": "here"}, EVERYONE), ({"players": 6, "mode": "exploration", "where": "thread"}, EVERYONE)],
    "new mutants": [
        ({"where": "here"}, EVERYONE),
        ({"players": 1, "boss": "jack", "where": "here"}, EVERYONE),
        ({"players": 2, "decks": "what"}, ME),
        ({"players": 2, "loadout": "what"}, ME),
    ],
    "settings loadouts": [
        ({}, ME),
        ({"rename": "what", "name": "other"}, ME),
        ({"delete": "what"}, ME),
        ({"rename": "what"}, ME),
        ({"rename": "what", "name": "other", "delete": "what"}, ME),
    ],
    "settings block": [
        ({"add": "@bob"}, ME),
        ({"add": "@ann"}, ME),
        ({"remove": "@bob"}, ME),
        ({}, ME),
        ({"add": "@bob", "remove": "@bob"}, ME),
    ],
    "seek create": [
        ({"game": "replicants", "clock": "3d", "can_decline": True}, ME),
        ({"game": "replicants", "lowest": 1600, "highest": 1400}, ME),
        ({"game": "apex", "options": "what"}, ME),
    ],
    "seek list": [({}, ME)],
    "seek cancel": [({"offer": 1}, ME), ({"offer": 99}, ME)],
    "league create": [
        ({"game": "replicants", "format": "swiss"}, ME),
        ({"game": "replicants", "format": "ladder", "starts": "what"}, ME),
    ],
    "league join": [({}, ME), ({"league": 99}, ME), ({"alternate": True}, ME)],
    "league leave": [({}, ME)],
    "league standings": [({}, ME), ({"league": 99, "division": 2}, ME)],
    "league bracket": [({}, ME), ({"league": 99}, ME)],
    "league schedule": [({}, ME), ({"only": "results"}, ME), ({"league": 99, "round": 2}, ME)],
    "league mine": [({}, ME)],
    "league explain": [({}, ME), ({"league": 99, "entry": 1}, ME)],
    "league history": [({}, ME)],
    "league challenge": [({"entry": 1}, ME), ({}, ME)],
    "league bye": [({"round": 2}, ME), ({"round": 2, "kind": "cancel"}, ME)],
    "league-manage decide": [
        ({"what": "undo", "reason": "other"}, ME),
        ({"what": "give points", "reason": "other", "points": "what"}, ME),
    ],
    "league-manage add": [({"player": "@ann"}, ME)],
    "league-manage remove": [({"entry": 1}, ME)],
    "league-manage bye": [({"entry": 1, "round": 2}, ME)],
    "league-manage alternate": [({}, ME), ({"player": "@ann"}, ME)],
    "league-manage export": [({}, ME)],
    "league-manage postpone": [({"fixture": 1, "until": "what", "reason": "other"}, ME)],
    "league-manage move": [({"entry": 1, "division": 2, "reason": "other"}, ME)],
    "league-manage settings": [({}, ME)],
    "league-manage start": [({}, ME)],
    "league-manage pause": [({}, ME)],
    "league-manage resume": [({}, ME)],
    "league-manage close": [({}, ME)],
    "league-manage archive": [({}, ME)],
    "move": [({"turn": "E/2C6/D8-"}, ME), ({"turn": "E/2C6"}, ME), ({"turn": "what"}, ME), ({}, ME)],
    "match plan": [
        ({}, ME),
        ({"question": "discard", "answer": "-"}, ME),
        ({"add": "E/2C6/D8-; E/3C1/F2-"}, ME),
        ({"add": "what"}, ME),
        ({"remove": "all"}, ME),
        ({"remove": "what"}, ME),
    ],
    "board": [
        ({}, ME),
        ({"show": "me", "look": "text"}, ME),
        ({"show": "everyone"}, EVERYONE),
        ({"turn": 0}, ME),
        ({"turn": 9}, ME),
        ({"turn": 0, "show": "everyone"}, EVERYONE),
        ({"match": 1}, ME),
        ({"match": 99, "show": "everyone"}, ME),
    ],
    "legal": [({}, ME), ({"piece": "2E7"}, ME), ({"piece": "what"}, ME)],
    "match cards": [({}, ME), ({"name": "what"}, ME)],
    "match record": [({}, ME), ({"from": 1}, ME), ({"match": 1}, ME)],
    "match replay": [
        ({}, ME),
        ({"turn": 1, "side": 2}, ME),
        ({"side": 3}, ME),
        ({"match": 1}, ME),
        ({"form": "animation"}, ME),
        ({"form": "animation", "show": "everyone"}, ME),
        ({"form": "animation", "match": 1}, ME),
        ({"form": "summary"}, ME),
        ({"form": "summary", "show": "everyone"}, EVERYONE),
        ({"form": "summary", "show": "everyone", "match": 1}, EVERYONE),
    ],
    "match import": [
        ({"file": ("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-")}, ME),
        ({"file": ("x.txt", b"\xff")}, ME),
    ],
    "resign": [({}, ME)],
    "undo": [({}, ME), ({"match": 1}, ME)],
    "match end": [({}, ME)],
    "match pause": [({}, ME), ({"days": 3}, ME)],
    "match more-time": [({"hours": 2}, ME), ({"hours": 2, "player": "bob"}, ME), ({"hours": 2, "player": "what"}, ME)],
    "match abort": [({}, ME)],
    "match leave": [({}, ME)],
    "organise pause": [({"reason": "other"}, ME), ({"reason": "other", "words": "Be *nice*"}, ME)],
    "organise resume": [({}, ME)],
    "organise extend": [({"player": "ann", "hours": 3}, ME)],
    "organise substitute": [
        ({"seat": "ann", "player": "@dan"}, ME),
        ({"seat": "what", "player": "@dan"}, ME),
        ({"seat": "ann"}, ME),
        ({"seat": "what"}, ME),
    ],
    "organise adjudicate": [
        ({"reason": "other", "winner": "ann"}, ME),
        ({"reason": "other", "ranks": "2 1"}, ME),
        ({"reason": "other", "ranks": "what"}, ME),
        ({"reason": "other"}, ME),
    ],
    "organise void": [({"reason": "other"}, ME), ({"reason": "other", "words": "what"}, ME)],
    "organise correct": [
        ({"what": "doesn't count", "reason": "other", "match": 1}, ME),
        ({"what": "another result", "reason": "other", "match": 99}, ME),
    ],
    "organise takeback": [({"turn": "1"}, ME)],
    "organise set-position": [({"position": "what"}, ME)],
    "organise log": [({}, ME), ({"match": 1}, ME)],
    "help": [({}, ME)],
    "learn": [({}, ME), ({"game": "replicants"}, ME), ({"game": "replicants", "step": 25}, ME)],
    "rules": [({}, ME), ({"topic": "charts"}, ME), ({"topic": "what"}, ME)],
    "matches": [({}, ME), ({"which": "here"}, ME)],
    "profile": [({}, ME), ({"player": "@bob"}, ME), ({"game": "apex", "show": "yes"}, EVERYONE)],
    "leaderboard": [
        ({"game": "replicants"}, ME),
        ({"game": "apex", "show": "yes"}, EVERYONE),
        ({"game": "apex", "servers": "all"}, ME),
        ({"game": "replicants", "statistics": True}, ME),
        ({"game": "apex", "statistics": True, "show": "yes"}, EVERYONE),
    ],
    "match clock": [({}, ME), ({"match": 1}, ME), ({"match": 99}, ME)],
    "settings vacation": [
        ({"first": "2026-06-01"}, ME),
        ({"first": "what"}, ME),
        ({}, ME),
        ({"cancel": 7}, ME),
        ({"last": "2026-06-01"}, ME),
        ({"first": "2026-06-01", "cancel": 7}, ME),
    ],
    "doctor": [({}, ME)],
    "data": [({}, ME), ({"request": "copy"}, ME), ({"request": "deletion"}, ME)],
    "settings mine": [
        ({}, ME),
        ({"colours": "colour-blind safe", "boards": "text"}, ME),
        ({"zone": "Europe/Paris", "quiet": "22-7", "digest": "8"}, ME),
        ({"zone": "what"}, ME),
        ({"all_servers": "yes"}, ME),
    ],
    "settings server": [({}, ME), ({"table_days": 3}, ME), ({"program_matches": 30}, ME)],
    "silence status": [({}, ME)],
    "silence log": [({}, ME), ({"match": 1}, ME)],
    "silence settings": [({}, ME), ({"days": 3}, ME)],
    "silence policy": [({}, ME)],
    "watch match": [({}, ME), ({"match": 1}, ME), ({"match": 99}, ME)],
    "watch player": [({"player": "@bob", "quiet": True}, ME)],
    "watch league": [({}, ME)],
    "watch server": [({}, ME)],
    "watch list": [({}, ME)],
    "match spectate": [({}, ME), ({"match": 1}, ME)],
    "match move-to": [({}, ME), ({"match": 1}, ME)],
    "watch stop": [({"what": "all"}, ME), ({"what": "what"}, ME)],
}
"""By command: options to try while a match runs and it is the caller's turn (`"@bob"` is Bob), and who sees it."""


MENUS = {"Challenge": "ann", "Profile": "bob"}
"""Commands in the menu of a person, and on whom they are tried: all are answered in private. A challenge of another
player asks for the game in a dialog (`tests/cogs/lobby/test_challenge.py`)."""

ON_MESSAGES = ("Replay from here", "Board as text")
"""Commands in the menu of a message, all answered in private, too (`tests/cogs/review/test_shown_in.py` has more)."""

MOST_OF_A_KIND = 5
"""What Discord takes in the menu of a person, and in that of a message."""

FOR_ORGANISERS = ("silence", "watch", "organise", "league create", "league-manage")


def _commands(world: World) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in world.bot.tree.walk_commands():
        assert not isinstance(command, app_commands.ContextMenu)
        if isinstance(command, app_commands.Command):
            yield command


def _filled_in(world: World, options: dict[str, Any]) -> dict[str, Any]:
    """Return options with people in place of their names."""
    return {
        key: world.people[value[1:]] if isinstance(value, str) and value.startswith("@") else value
        for key, value in options.items()
    }


async def test_menus_of_persons_and_of_messages_are_answered_in_private(
    world: World, subtests: pytest.Subtests
) -> None:
    await world.begin()
    menus = [each for each in world.bot.tree.get_commands() if isinstance(each, app_commands.ContextMenu)]
    of_persons = {each.name for each in menus if each.type is AppCommandType.user}
    of_messages = {each.name for each in menus if each.type is AppCommandType.message}
    assert (of_persons, of_messages) == (set(MENUS), set(ON_MESSAGES))
    assert max(len(of_persons), len(of_messages)) <= MOST_OF_A_KIND
    for name, player in MENUS.items():
        with subtests.test(name):
            for message in answers(await world.ann.context_menu(world.channel, name, world.people[player])):
                seen = [seen_by(world, each, message) for each in (world.ann, world.bob, world.eve)]
                assert seen == [True, False, False]
    for name, post in product(ON_MESSAGES, world.own(world.channel)):
        with subtests.test(name, post=post.content):
            for message in answers(await world.ann.context_menu(world.channel, name, post)):
                seen = [seen_by(world, each, message) for each in (world.ann, world.bob, world.eve)]
                assert seen == [True, False, False]


async def test_every_command_is_in_the_table(world: World) -> None:
    assert {command.qualified_name for command in _commands(world)} == COMMANDS.keys()


async def test_what_is_typed_freely_is_never_answered_in_public(world: World) -> None:
    # A public answer shows the options as they were typed, above it.
    for command in _commands(world):
        free = [
            parameter.name
            for parameter in command.parameters
            if parameter.type in (AppCommandOptionType.string, AppCommandOptionType.attachment)
            and not parameter.choices
        ]
        # `/new` takes only what a game or its player has a name for, and is refused where nobody may talk.
        if free and not command.qualified_name.startswith("new "):
            assert {seen for _, seen in COMMANDS[command.qualified_name]} == {ME}, free
