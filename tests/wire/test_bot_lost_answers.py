"""Answers that are lost, and interactions that arrive twice: what is stored is there once, seen, and can be undone."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from engine.game import Mode
from hosting.lobby.tables import Tables
from hosting.match.model import Table
from store.check import check_database
from store.tables import lobby
from tests.databases import with_databases
from tests.forkserver import ForkServer
from tests.volume import many
from tests.wire.double import BotProcess, Channel, Interaction
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.model import Json, Message, Overwrite
from tests.wire.double.router import Fault
from tests.wire.double.users import User
from tests.wire.stage import CALLBACK, MESSAGES, Stage, arena_double
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
    monkeypatch.setattr("discord.webhook.async_.asyncio", _Impatient())


async def stored(stage: Stage) -> list[Table]:
    """Return all tables."""
    async with stage.bot.arena.db.read() as connection:
        found = [await lobby.load(connection, number) for number in range(1, 9)]
    return [table for table in found if table is not None]


def controls(channel: Channel, table_id: int) -> list[Message]:
    """Return the messages in a channel that show a table with its controls."""
    mark = f"t:{table_id}:"
    return [
        message
        for message in channel.messages.values()
        if not message.deleted and any(str(button.get("custom_id", "")).startswith(mark) for button in message.buttons)
    ]


def shown(stage: Stage, table: Table) -> list[Message]:
    """Return the messages that show a table with its controls."""
    return controls(stage.channel, table.id)


def wish(bob: User, game: str, mode: Mode) -> dict[str, Any]:
    """Return the options of the command that opens a table, against Bob unless it is for one."""
    options: dict[str, Any] = {"players": mode.seats}
    if len({bool(each.teams) for each in registry.get(game).info.modes}) == 2:
        options["mode"] = "teams" if mode.teams else "individual"
    if not mode.alone:
        options["opponent"] = bob
    return options


async def opened(stage: Stage, game: str, mode: Mode) -> Interaction:
    """Have Ann open a table."""
    return await stage.ann.slash(stage.channel, f"new {game}", **wish(stage.bob, game, mode))


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
    ("game", "mode", "fault", "database"),
    with_databases(_cases(), 6, lambda game, mode, fault: f"{game}-{mode.key}-{fault}"),
    indirect=["database"],
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
    here = f"*/channels/{stage.channel.id}/messages"
    refused = stage.double.inject("POST", here, status=403, code=50013, times=None)
    asked = asyncio.create_task(opened(stage, *MODES[0]))
    await stage.double.until(lambda: refused.hits)
    await stage.bot.arena.idle()
    (table,) = await stored(stage)
    assert (table.status, table.message_id, shown(stage, table)) == ("cancelled", None, [])
    told = [message.content for message in stage.double.dm(stage.ann).messages.values()]
    assert [f"I can't post your table's message in <#{stage.channel.id}>" in each for each in told][-1:] == [True]
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)


@pytest.mark.parametrize("fault", FAULTS)
async def test_an_offer_whose_private_answer_is_lost_is_read_once_and_ended(stage: Stage, fault: str) -> None:
    """All other ways to store something go through the same place: `tests.cogs.test_lost_answers` has them."""
    struck = stage.double.inject("POST", CALLBACK, **FAULTS[fault])
    asked = asyncio.create_task(stage.ann.slash(stage.channel, "seek create", game="replicants", mode="2"))

    def told() -> list[str]:
        answers = [message for each in stage.double.interactions.values() for message in each.messages]
        private = stage.double.dm(stage.ann).messages.values()
        return [message.content for message in (*answers, *private) if "Your seek is open" in message.content]

    await stage.double.until(told)
    await stage.bot.arena.idle()
    assert struck.hits
    assert len(told()) == 1
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    reply = await stage.ann.slash(stage.channel, "seek cancel", seek=1)
    await reply.until(lambda it: it.messages)
    assert reply.content.startswith("Your seek has ended")
    assert stage.double.violations == []


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


async def test_a_table_that_is_shown_before_its_answer_has_one_message(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else is posted meanwhile has its message posted, too, if it was only just opened."""
    open_stored = Tables.open

    async def open_and_show(*args: Any, **options: Any) -> Table:
        table = await open_stored(*args, **options)
        stage.bot.arena.outbox.drain()
        await stage.double.until(lambda: shown(stage, table))
        await stage.bot.arena.idle()
        return table

    monkeypatch.setattr(Tables, "open", open_and_show)
    reply = await opened(stage, *MODES[0])
    await reply.until(lambda it: it.messages)
    await stage.bot.arena.idle()
    (table,) = await stored(stage)
    (message,) = shown(stage, table)
    assert table.message_id == message.id
    assert reply.ephemeral
    assert str(message.id) in reply.content
    await check_seen_and_undone(stage)


async def test_a_table_has_a_message_though_the_bot_is_killed_while_it_is_opened(
    tmp_path: Path, program: ForkServer
) -> None:
    """It dies before the answers, or before they are noted, and again before the messages that follow are noted.

    In one of the channels it may not look for what it posted: a table has a second message there, which does the same.
    """
    modes = MODES[:: many(3, 1)]
    async with arena_double() as double:
        guild = double.add_guild("Arena")
        ann, bob = (double.add_user(name, guild) for name in ("ann", "bob"))
        searched, unsearched = channels = [guild.add_channel(name) for name in ("searched", "unsearched")]
        database = tmp_path / "arena.db"
        env = {"DATABASE": str(database), "PACE": "0"}
        process = BotProcess(double, program, log=tmp_path / "bot.log", env=env)
        try:
            await process.start(synced=True)
            asked, cases, number = list[asyncio.Task[Interaction]](), list[tuple[Channel, bool]](), len(modes) * 2
            unsent = double.inject("POST", CALLBACK, hold=True, drop="request", times=number)
            double.inject("POST", CALLBACK, drop="response", times=number)
            unknown = double.inject("GET", FOLLOWUP + "/messages/@original", hold=True, times=number)
            for fault, channel, (game, mode) in product((unsent, unknown), channels, modes):
                hits = fault.hits
                asked.append(asyncio.create_task(ann.slash(channel, f"new {game}", **wish(bob, game, mode))))
                await double.until(partial(_more, fault, hits), PATIENCE_S)
                cases.append((channel, fault is unknown and not (mode.silent or mode.alone)))
            await process.kill()
            unsent.release()
            unknown.release()
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            assert _noted(database) == [None] * len(cases)

            guild.set_overwrites(unsearched, {guild.id: Overwrite.of(guild, deny="READ_MESSAGE_HISTORY")})
            guild.update_channel(unsearched)
            follow = double.inject("POST", MESSAGES, drop="response", times=len(cases) - cases.count((searched, True)))
            await process.start()
            await double.until(lambda: follow.hits == follow.times, PATIENCE_S)
            await process.kill()
            await process.start()
            await double.until(lambda: None not in _noted(database), PATIENCE_S)
            for table, (case, message_id) in enumerate(zip(cases, _noted(database), strict=True), start=1):
                found = controls(case[0], table)
                assert len(found) == 1 + (case == (unsearched, True)), case
                assert found[-1].id == message_id
                await ann.press(found[0], "Cancel")
                await double.until(partial(_closed, case[0], table), PATIENCE_S)
            assert await process.stop() == 0
        finally:
            await process.kill()
        assert double.violations == []
    assert " ERROR " not in process.output, process.output
    assert (await check_database(database, registry.get)).problems == ()


def _more(fault: Fault, hits: int) -> bool:
    return fault.hits > hits


def _closed(channel: Channel, table_id: int) -> bool:
    return not controls(channel, table_id)


def _noted(database: Path) -> list[int | None]:
    """Return the messages of all tables, as they are noted."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return [message_id for (message_id,) in connection.execute("SELECT message_id FROM tables ORDER BY id")]


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
        numbers = [n for n in range(1, 99) if await lobby.load(connection, n) is not None]
    assert numbers == list(range(1, len(MODES) + 2))
