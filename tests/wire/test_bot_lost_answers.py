"""Answers that are lost, and interactions that arrive twice: what is stored is there once, seen, and can be undone."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from engine import registry
from engine.info import Mode
from hosting.lobby import waiting
from hosting.match.model import Table
from store import tables
from tests.volume import many
from tests.wire.double import Interaction
from tests.wire.double.model import Message
from tests.wire.double.shapes import Json
from tests.wire.stage import CALLBACK, MESSAGES, Stage
from tests.wire.test_bot_network import ATTEMPTS, FOLLOWUP, _Impatient

FAULTS: dict[str, dict[str, Any]] = {
    "10062": {"status": 404, "code": 10062},
    "40060": {"status": 400, "code": 40060},
    "cut before": {"drop": "request"},
    "cut after": {"drop": "response"},
    "503": {"status": 503, "times": ATTEMPTS},
}

MODES = [(game.info.key, mode) for game in registry.games() for mode in game.info.modes]


def _cases() -> list[tuple[str, Mode, str]]:
    """Return every fault with every game, in one mode after the other; or all modes."""
    most = many(1, len(MODES))
    return [
        (game.info.key, game.info.modes[(number + more) % len(game.info.modes)], fault)
        for game in registry.games()
        for number, fault in enumerate(FAULTS)
        for more in range(min(most, len(game.info.modes)))
    ]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown is not shown by the appointment that counts from the change: that is a day away."""
    monkeypatch.setattr(waiting, "SOON", timedelta(days=1))
    monkeypatch.setattr("discord.webhook.async_.asyncio", _Impatient())


async def stored(stage: Stage) -> list[Table]:
    """Return all tables."""
    async with stage.bot.arena.db.read() as connection:
        found = [await tables.load(connection, number) for number in range(1, 9)]
    return [table for table in found if table is not None]


def shown(stage: Stage, table: Table) -> list[Message]:
    """Return the messages that show a table with its controls."""
    mark = f"t:{table.id}:"
    return [
        message
        for message in stage.channel.messages.values()
        if not message.deleted and any(button["custom_id"].startswith(mark) for button in message.buttons)
    ]


async def opened(stage: Stage, game: str, mode: Mode) -> Interaction:
    """Have Ann open a table, against Bob unless it is for one."""
    options: dict[str, Any] = {"players": mode.seats}
    if len({bool(each.teams) for each in registry.get(game).info.modes}) == 2:
        options["mode"] = "teams" if mode.teams else "individual"
    if not mode.alone:
        options["opponent"] = stage.bob
    return await stage.ann.slash(stage.channel, f"new {game}", **options)


async def check_seen_and_undone(stage: Stage) -> None:
    """Check that the only table has one message, and that its host cancels it there."""
    await stage.double.until(lambda: any(_controls(message) for message in stage.channel.messages.values()))
    (table,) = await stored(stage)
    await stage.bot.arena.idle()
    (message,) = shown(stage, table)
    assert stage.ann.sees(message)
    assert not message.ephemeral
    await stage.ann.press(message, "Cancel")
    await stage.double.until(lambda: not shown(stage, table))
    (table,) = await stored(stage)
    assert (table.status, table.message_id) == ("cancelled", message.id)


def _controls(message: Message) -> list[Json]:
    return [button for button in message.buttons if str(button.get("custom_id", "")).startswith("t:")]


@pytest.mark.parametrize(
    ("game", "mode", "fault"), _cases(), ids=[f"{game}-{mode.key}-{fault}" for game, mode, fault in _cases()]
)
async def test_a_table_whose_answer_is_lost_is_seen_and_cancelled(
    stage: Stage, game: str, mode: Mode, fault: str
) -> None:
    struck = stage.double.inject("POST", CALLBACK, **FAULTS[fault])
    asked = asyncio.create_task(opened(stage, game, mode))
    await check_seen_and_undone(stage)
    assert struck.hits
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert len(await stored(stage)) == 1


@pytest.mark.parametrize("fault", ["cut before", "cut after", "503"])
async def test_a_table_whose_late_answer_is_lost_is_seen_and_cancelled(stage: Stage, fault: str) -> None:
    game, mode = next((game, mode) for game, mode in MODES if mode.silent)
    struck = stage.double.inject("POST", FOLLOWUP, **FAULTS[fault])
    asked = asyncio.create_task(opened(stage, game, mode))
    await check_seen_and_undone(stage)
    assert struck.hits
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)


@pytest.mark.parametrize("fault", ["10062", "cut before", "503"])
async def test_a_table_that_nothing_can_show_is_given_up(stage: Stage, fault: str) -> None:
    stage.double.inject("POST", CALLBACK, **FAULTS[fault])
    refused = stage.double.inject("POST", MESSAGES, status=403, code=50013, times=None)
    asked = asyncio.create_task(opened(stage, *MODES[0]))
    await stage.double.until(lambda: refused.hits)
    await stage.bot.arena.idle()
    (table,) = await stored(stage)
    assert (table.status, table.message_id, shown(stage, table)) == ("cancelled", None, [])
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_press_whose_answer_is_lost_shows_at_once(stage: Stage, fault: str) -> None:
    reply = await stage.ann.slash(stage.channel, "new replicants", players=2, mode="individual")
    lobby = reply.message
    for user, label, sits in ((stage.bob, "Join", True), (stage.bob, "Leave", False)):
        struck = stage.double.inject("POST", CALLBACK, **FAULTS[fault])
        asked = asyncio.create_task(user.press(lobby, label))
        await stage.double.until(partial(_sits, stage, lobby, sits=sits))
        assert struck.hits
        await stage.bot.arena.idle()
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
    assert stage.double.violations == []


def _sits(stage: Stage, lobby: Message, *, sits: bool) -> bool:
    return (f"<@{stage.bob.id}>" in lobby.content) == sits


async def test_what_arrives_twice_is_done_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    gateway, twice = stage.double.gateway, list[str]()
    emit = gateway.emit

    def emit_twice(guild: Any, event: str, data: Json, channel: Any = None) -> None:
        emit(guild, event, data, channel)
        if event == "INTERACTION_CREATE":
            twice.append(data["id"])
            emit(guild, event, data, channel)

    monkeypatch.setattr(gateway, "emit", emit_twice)
    await stage.begin()
    await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.ann.slash(stage.channel, "seek create", game="replicants")
    for game, mode in MODES:
        await opened(stage, game, mode)
    await stage.bot.arena.idle()
    assert len(twice) > len(MODES)
    guild = stage.channel.guild
    assert guild is not None
    assert await stage.posted() == [(0, 1), (1, 1)]
    assert len(await stage.bot.arena.seeks.of(guild.id, (await stored(stage))[0].host.person_id)) == 1
    async with stage.bot.arena.db.read() as connection:
        numbers = [n for n in range(1, 99) if await tables.load(connection, n) is not None]
    assert numbers == list(range(1, len(MODES) + 2))
