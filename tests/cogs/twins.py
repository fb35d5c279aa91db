"""Two worlds alike but for a secret: all that people see of a match and are answered, and where that differs."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from tests.cogs.conftest import PEOPLE, World, simulated
from tests.cogs.playing import Shown, controls, posts

COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("board", {}),
    ("board", {"look": "text"}),
    ("board", {"turn": 3}),
    ("match cards", {}),
    ("legal", {}),
    ("legal", {"piece": "1"}),
    ("match clock", {}),
    ("help", {}),
    ("matches", {}),
    ("matches", {"which": "here"}),
    ("match record", {}),
    ("match record", {"from": 1}),
    ("match replay", {"turn": 3}),
    ("match replay", {"form": "animation"}),
    ("match replay", {"form": "summary"}),
    ("match plan", {}),
    ("match plan", {"question": "discard"}),
    ("match plan", {"add": "3W"}),
    ("move", {"turn": "31W"}),
    ("move", {"turn": "nothing"}),
    ("undo", {}),
    ("resign", {}),
    ("rules", {"topic": "round"}),
    ("profile", {}),
    ("leaderboard", {"game": "apex", "statistics": True}),
    ("leaderboard", {"game": "apex"}),
    ("seek list", {}),
    ("league mine", {}),
    ("board", {"show": "everyone"}),
    ("match replay", {"form": "summary", "show": "everyone"}),
]
"""What everybody may type while others choose; the last two answers are for all."""

COMPLETED = [
    ("move", "turn", ["", "3", "1", "2W", "MOVE", "-"]),
    ("legal", "piece", ["", "3"]),
    ("board", "turn", ["", "1"]),
    ("match plan", "add", ["", "3W; "]),
    ("organise takeback", "turn", ["", "1"]),
    ("organise extend", "player", ["", "a"]),
]

ORGANISED: list[tuple[str, dict[str, Any]]] = [
    ("organise log", {}),
    ("organise takeback", {"turn": "1"}),
    ("organise adjudicate", {"reason": "other", "winner": "ann"}),
    ("silence log", {}),
    ("watch list", {}),
]

MENUS = ("Replay from here", "Board as text")
"""In the menu of a message: of the newest that has buttons."""

MASKED = re.compile(r"<t:\d+|o:[0-9a-f]{16}|(?<=/)\d{17,20}(?=\))")
"""Times, ids of questions, which are drawn, and those of messages, which tell the millisecond. People's ids are the
same in all worlds and stay: they name them."""


async def look_around(
    world: World,
    *observers: str,
    typing: bool = True,
    commands: Sequence[tuple[str, dict[str, Any]]] = COMMANDS,
    completed: Sequence[tuple[str, str, list[str]]] = COMPLETED,
) -> list[Any]:
    """Return all that people see of a match, and all that the bot answers them whatever they try.

    Args:
        world: Where it is played.
        observers: Who looks; `gus` as an organiser.
        typing: Whether they do more than read.
        commands: What they type.
        completed: What they begin to type: a command, its option and texts.
    """
    seen: list[Any] = list(observers)
    for name in observers:
        person = world.people[name]
        seen += [await told(message) for message in posts(world)]
        if not typing:
            continue
        seen += [[name, *each, await _answer(person, world, *each)] for each in commands]
        seen += [[name, menu, await _on(person, world, menu)] for menu in MENUS]
        for command, option, texts in completed:
            for text in texts if not command.startswith("organise") or name == "gus" else ():
                filled = {"player": "ann", "hours": 1} if command == "organise extend" else {}
                filled.pop(option, None)
                seen.append([name, command, text, await person.autocomplete(world.channel, command, option, text)])
        seen += [
            [name, each["label"], await _pressed(person, world, each["custom_id"])] for each in controls(_status(world))
        ]
        if name == "gus":
            seen += [[name, *each, await _answer(person, world, *each)] for each in ORGANISED]
    for name in observers:
        user = world.people[name].user
        seen += [await told(message) for message in user.dm_channel.history(viewer=user)]
    found: list[Any] = plain(seen)
    return found


def _status(world: World) -> discord.Message:
    return next(each for each in reversed(posts(world)) if {"Play", "Answer", "Choose"} & _labels(each))


def _labels(message: discord.Message) -> set[str]:
    return {control.get("label", "") for control in controls(message)}


async def _answer(person: simcord.MemberActor, world: World, command: str, options: dict[str, Any]) -> list[Any]:
    result = await person.slash(world.channel, command, **options)
    await world.settle()
    return [await told(each) for each in (*([result.response] if result.response else []), *result.followups)]


async def _on(person: simcord.MemberActor, world: World, menu: str) -> list[Any]:
    result = await person.context_menu(world.channel, menu, _status(world))
    return [await told(each) for each in (*([result.response] if result.response else []), *result.followups)]


async def _pressed(person: simcord.MemberActor, world: World, custom_id: str) -> list[Any]:
    if custom_id.endswith(":spectate"):
        return []
    result = await person.click(_status(world), custom_id=custom_id)
    return [await told(each) for each in (*([result.response] if result.response else []), *result.followups)]


def plain(found: Any) -> Any:
    """Return what was seen without what is different each time."""
    if isinstance(found, str):
        return MASKED.sub("#", found)
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [plain(each) for each in found]
    return found


def difference(sightings: Sequence[Any], where: str = "") -> str:
    """Return where two sightings differ first; empty if they do not."""
    one, two = sightings
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        found = (difference(pair, f"{where}/{number}") for number, pair in enumerate(zip(one, two, strict=True)))
        return next((each for each in found if each), "")
    return "" if one == two else f"{where}: {str(one)[:600]}\n------\n{str(two)[:600]}"


@asynccontextmanager
async def parallel(path: Path, caplog: pytest.LogCaptureFixture, more: Sequence[str] = ()) -> AsyncIterator[World]:
    """Give a world in which everything that is drawn at random is the same each time, with some more people in it."""
    async with simulated(path, caplog, (*PEOPLE, *more)) as world:
        yield world


_DIGEST = re.compile("[0-9a-f]{64}")


async def told(message: Shown) -> list[Any]:
    """Return everything that a message shows, but for hashes: text, controls, and files with their alt texts."""
    embeds, rows = _json(message.embeds), _json(message.components)
    files = [[file.filename, file.description, await file.read()] for file in message.attachments]
    return [_DIGEST.sub("#", message.content), embeds, json.loads(_DIGEST.sub("#", json.dumps(rows))), files]


def _json(parts: Iterable[Any]) -> list[Any]:
    return [part if isinstance(part, dict) else part.to_dict() for part in parts]


def words(found: Iterable[Any]) -> str:
    """Return all texts in what `told` returned, one a line; files that are no pictures are texts too."""
    lines: list[str] = []
    for each in found:
        if isinstance(each, dict):
            lines.append(words(each.values()))
        elif isinstance(each, list | tuple):
            lines.append(words(each))
        elif isinstance(each, bytes):
            lines.append("" if each.startswith((b"\x89PNG", b"GIF8")) else each.decode())
        else:
            lines.append(str(each))
    return "\n".join(lines)
