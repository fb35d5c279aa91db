"""The connection breaks while the bot answers, or it is told to stop in the middle of work: what was done holds."""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import aiohttp
import pytest
from aiohttp import web
from discord.webhook.async_ import AsyncWebhookAdapter

from engine import registry
from hosting import runtime
from hosting.match.model import Match, Place
from tests.every_mode import drawn_text
from tests.forkserver import ForkServer
from tests.wire.crowd import seated
from tests.wire.double import BotProcess, Double
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.model import Overwrite
from tests.wire.double.rest import LATE_EDITS
from tests.wire.match import Table
from tests.wire.stage import CALLBACK, MESSAGES, Stage, arena_double

FOLLOWUP = "/webhooks/{webhook_id}/{webhook_token}"
ATTEMPTS = 5
"""So often discord.py tries to answer an interaction while Discord has trouble of its own."""


async def test_told_to_stop_in_the_middle_of_work(tmp_path: Path, program: ForkServer) -> None:
    database = tmp_path / "arena.db"
    async with arena_double() as double:
        guild = double.add_guild("Arena")
        ann, bob = (double.add_user(name, guild) for name in ("ann", "bob"))
        table = Table(double, guild.add_channel("table"), [ann, bob])
        process = BotProcess(double, program, log=tmp_path / "bot.log", env={"DATABASE": str(database)})
        async with process:
            await table.begin()
            held = [double.inject("POST", route, hold=True, times=None) for route in (CALLBACK, MESSAGES, FOLLOWUP)]
            work = [
                asyncio.create_task(ann.slash(table.channel, "move", turn="E/2C6/D8-")),
                asyncio.create_task(bob.slash(table.channel, "board")),
                asyncio.create_task(bob.slash(table.channel, "match replay")),
                asyncio.create_task(ann.autocomplete(table.channel, "move", "turn", turn="E/")),
                asyncio.create_task(ann.slash(table.channel, "settings mine")),
            ]
            await double.until(lambda: sum(fault.hits for fault in held) >= len(work))
            stopped = await process.stop()
            for fault in held:
                fault.release()
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        assert stopped == 0
        assert "Traceback" not in process.output
        assert " ERROR " not in process.output


@pytest.mark.parametrize("answered", [True, False])
async def test_it_shuts_down_in_order(stage: Stage, monkeypatch: pytest.MonkeyPatch, answered: bool) -> None:
    """What people asked for ends first, answered if Discord takes it in time; the store is closed once nobody needs it.

    That is: no task of discord.py's, of the outbox or of an appointment is left then.
    """
    monkeypatch.setattr(runtime, "PATIENCE_S", PATIENCE_S if answered else 0.0)
    await stage.begin()
    before = {*asyncio.all_tasks()}
    held = [stage.double.inject("POST", route, hold=True, times=None) for route in (CALLBACK, MESSAGES)]
    work = [
        asyncio.create_task(stage.ann.slash(stage.channel, "move", turn="E/2C6/D8-")),
        asyncio.create_task(stage.bob.slash(stage.channel, "board")),
        asyncio.create_task(stage.ann.autocomplete(stage.channel, "move", "turn", turn="E/")),
    ]
    await stage.double.until(lambda: sum(fault.hits for fault in held) >= len(work) + 1)  # a board is posted, too
    arena, order = stage.bot.arena, list[str]()
    asked = [task for task in asyncio.all_tasks() - before if task.get_name().startswith("CommandTree")]
    assert len(asked) == len(work)
    for task in asked:
        task.add_done_callback(lambda it: order.append("given up" if it.cancelled() else "answered"))

    def noting(owner: Any, method: str, name: str) -> None:
        own = getattr(owner, method)

        async def close() -> None:
            await own()
            order.append(name)

        monkeypatch.setattr(owner, method, close)

    async def close_store() -> None:
        here = asyncio.current_task()
        assert not [task for task in asyncio.all_tasks() - before - {here, closing, *work} if _is_ours(task)]
        await own_close()

    own_close = arena.db.close
    monkeypatch.setattr(arena.db, "close", close_store)
    noting(stage.bot.underway, "end", "asked")
    for owner, name in ((arena.schedule, "appointments"), (arena.tasks, "posts"), (arena.processes, "processes")):
        noting(owner, "close", name)
    noting(arena.db, "close", "store")
    noting(stage.bot.http, "close", "connection")
    closing = asyncio.create_task(stage.bot.close())
    await stage.double.until(lambda: stage.bot.leaving)
    if answered:
        held[0].release()
    await closing
    held[1].release()
    for asking in work:
        asking.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    ends = ["answered" if answered else "given up"] * len(work)
    assert order == [*ends, "asked", "appointments", "posts", "processes", "store", "connection"]


def _is_ours(task: asyncio.Task[Any]) -> bool:
    """Return whether a task is the bot's: discord.py's for it, the outbox's, an appointment's."""
    return task.get_name().startswith(("CommandTree", "discord", "outbox", "deadlines", "schedule"))


@pytest.mark.parametrize("drop", ["request", "response"])
async def test_a_turn_is_played_though_the_answer_is_cut_off(
    stage: Stage, caplog: pytest.LogCaptureFixture, drop: Literal["request", "response"]
) -> None:
    await stage.begin()
    turn = stage.table.any_turn(stage.rng)
    fault = stage.double.inject("POST", CALLBACK, drop=drop)

    reply = await stage.ann.slash(stage.channel, "move", turn=turn)
    await reply.until(lambda it: it.messages)

    assert fault.hits == 1
    assert [message.ephemeral for message in reply.messages] == [True]
    assert reply.content.split(".")[0] == f"Played `{turn}`"
    await stage.table.recall()
    assert stage.table.turns[stage.table.match_id] == [turn]
    assert await stage.posted() == [(0, 1), (1, 1)]
    await stage.double.until(lambda: any(record.name == "cogs.core.errors" for record in caplog.records))
    (line,) = [record for record in caplog.records if record.name == "cogs.core.errors"]
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert line.getMessage().endswith("it was said again" if drop == "request" else "it had arrived")


class _Impatient:
    """Asyncio for a library that waits for seconds before it asks again."""

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    async def sleep(self, _seconds: float) -> None:
        """Wait for nothing."""


@pytest.mark.parametrize(("times", "lines"), [(1, 0), (ATTEMPTS, 1)])
async def test_a_turn_is_played_though_discord_has_trouble_of_its_own(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, times: int, lines: int
) -> None:
    """A 503 in place of the answer is overcome by discord.py, which asks again; if that is of no use, by the bot."""
    monkeypatch.setattr("discord.webhook.async_.asyncio", _Impatient())
    await stage.begin()
    turn = stage.table.any_turn(stage.rng)
    fault = stage.double.inject("POST", CALLBACK, status=503, times=times)

    reply = await stage.ann.slash(stage.channel, "move", turn=turn)
    await reply.until(lambda it: it.messages)

    assert fault.hits == times
    assert [message.ephemeral for message in reply.messages] == [True]
    assert reply.content.split(".")[0] == f"Played `{turn}`"
    await stage.table.recall()
    assert stage.table.turns[stage.table.match_id] == [turn]
    assert await stage.posted() == [(0, 1), (1, 1)]
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [(record.name, record.levelname, record.exc_info) for record in told] == [
        ("cogs.core.errors", "WARNING", None)
    ] * lines
    assert all("it was said again" in record.getMessage() for record in told)


@pytest.mark.parametrize("reached", [True, False])
async def test_a_turn_is_played_though_it_cannot_be_answered(
    stage: Stage, caplog: pytest.LogCaptureFixture, *, reached: bool
) -> None:
    """The answer is sent as a private message, unless its reader takes none."""
    stage.ann.accepts_dms = reached
    await stage.begin()
    turn = stage.table.any_turn(stage.rng)
    fault = stage.double.inject("POST", CALLBACK, drop="request", times=None)

    asked = asyncio.create_task(stage.ann.slash(stage.channel, "move", turn=turn))
    await stage.double.until(lambda: fault.hits == 2)
    assert await stage.posted() == [(0, 1), (1, 1)]
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)

    await stage.double.until(lambda: any(record.name == "cogs.core.errors" for record in caplog.records))
    (line,) = [record for record in caplog.records if record.name == "cogs.core.errors"]
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert line.getMessage().endswith("it was sent as a private message" if reached else "nothing more could be said")
    private = stage.double.dm(stage.ann).messages.values()
    assert [f"Played `{turn}`" in message.content for message in private] == [True] * reached


async def test_a_press_that_is_cut_off_holds_too(stage: Stage) -> None:
    await stage.begin()
    status = await stage.table.status()
    player = stage.table.people[0]
    menu = await player.press(status, "More")
    asked = await player.press(menu.message, "Resign")
    stage.double.inject("POST", CALLBACK, drop="request")
    reply = await player.press(asked.message, "Resign")
    await reply.until(lambda it: it.messages)
    assert [message.content for message in reply.messages] == ["You've resigned."]
    assert (await stage.match()).over


async def test_what_was_only_looked_at_says_that_it_broke_off(stage: Stage) -> None:
    await stage.begin()
    stage.double.inject("POST", FOLLOWUP, drop="request")
    reply = await stage.bob.slash(stage.channel, "board")
    await reply.until(lambda it: it.messages)
    assert [message.content[:36] for message in reply.messages] == ["The connection to Discord broke off "]
    assert reply.messages[0].ephemeral


async def test_completion_that_is_cut_off_is_a_line_of_the_log(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    await stage.begin()
    fault = stage.double.inject("POST", CALLBACK, drop="request")
    asked = asyncio.create_task(stage.ann.autocomplete(stage.channel, "move", "turn", turn="E/"))
    await stage.double.until(lambda: fault.hits and "autocomplete" in caplog.text)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    (line,) = [record for record in caplog.records if "autocomplete" in record.getMessage()]
    assert (line.levelname, line.exc_info) == ("WARNING", None)


async def test_a_dialog_is_heard_that_comes_back_before_the_answer_to_its_opening_is_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, own = asyncio.Event(), AsyncWebhookAdapter.create_interaction_response

    async def late(*values: Any, **options: Any) -> Any:
        answer = await own(*values, **options)
        await read.wait()
        return answer

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", late)
    asked = await stage.ann.slash(stage.channel, "match import")
    sent = asyncio.create_task(stage.ann.submit_modal(asked, record="T0..(red.yellow)\nT1..E/2C6/D8-"))
    reply = await stage.newest(sent)
    read.set()
    await sent
    await reply.until(lambda it: it.messages)
    assert "Turns: 1" in reply.content


# The real bot behind a proxy that keeps Discord's limits for several processes, as nirn-proxy does.


class Proxy:
    """Passes requests on, and refuses the first few of a method and a path in its own name, without `Via`.

    Attributes:
        refused: The statuses of its own answers.
        url: Where it listens.
    """

    def __init__(self, double: Double) -> None:
        self._double = double
        self._refusing: list[tuple[str, re.Pattern[str], int]] = []
        self.refused: list[int] = []

    def refuse(self, method: str, path: str, *statuses: int) -> None:
        """Answer the next requests with these statuses; Discord gets those that are answered with 408."""
        self._refusing += [(method, re.compile(path), status) for status in statuses]

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        app = web.Application(client_max_size=2**26)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = "http://{}:{}".format(*runner.addresses[0][:2])
        async with aiohttp.ClientSession(auto_decompress=False) as self._session:
            yield
        await runner.cleanup()

    async def _pass_on(self, request: web.Request) -> web.Response:
        asked = (each for each in self._refusing if each[0] == request.method and each[1].search(request.path))
        if (found := next(asked, None)) is not None:
            self._refusing.remove(found)
            self.refused.append(found[2])
        if found is not None and found[2] == 429:
            return web.json_response({"global": False, "message": "limited", "retry_after": 1}, status=429)
        headers = {name: value for name, value in request.headers.items() if name not in ("Host", "Content-Length")}
        body = await request.read()
        url = self._double.url + request.path_qs
        async with self._session.request(request.method, url, headers=headers, data=body) as answer:
            content = await answer.read()
        if found is not None:
            return web.Response(status=found[2], text="timeout")
        passed = {name: value for name, value in answer.headers.items() if name not in ("Content-Length", "Server")}
        return web.Response(status=answer.status, body=content, headers=passed)


async def test_what_a_proxy_refuses_is_sent_again(tmp_path: Path, program: ForkServer) -> None:
    """Discord may have it already: what the proxy gave up on is posted once all the same."""
    async with arena_double() as double:
        proxy, path, rng = Proxy(double), tmp_path / "arena.db", random.Random(3)
        (table,) = await seated(double, path, people=2, running=1)
        async with proxy.serving():
            env = {"DATABASE": str(path), "DISCORD_PROXY": proxy.url}
            async with BotProcess(double, program, log=tmp_path / "bot.log", env=env) as process:
                first = table.seq + 1
                proxy.refuse("POST", "/callback$", 429)
                proxy.refuse("POST", "/messages$", 408, 429)
                reply = await table.type(table.any_turn(rng))
                await double.until(lambda: (table.match_id, first) in table.boards())
                await table.status()
                assert [each.ephemeral for each in reply.messages] == [True]
                proxy.refuse("POST", "/callback$", 408)
                reply = await table.type(table.any_turn(rng))
                await double.until(lambda: (table.match_id, first + 1) in table.boards())
                await table.status()
                assert [each.ephemeral for each in reply.messages] == [True]
                assert await process.stop() == 0
        assert sorted(proxy.refused) == [408, 408, 429, 429]
        assert set(table.boards().values()) == {1}
        assert " ERROR " not in process.output, process.output
        assert double.violations == []


# The real bot over the wire: whose turn it was.


@pytest.mark.parametrize("trouble", [{"status": 500}, {"status": 429, "scope": ""}, {"drop": "response"}], ids=str)
async def test_an_edit_that_fails_takes_no_turn_with_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, trouble: dict[str, Any]
) -> None:
    # discord.py waits 25 seconds in all between its tries.
    hurried = SimpleNamespace(**{**vars(asyncio), "sleep": lambda _: asyncio.sleep(0)})
    monkeypatch.setattr("discord.http.asyncio", hurried)
    await stage.begin()
    fault = stage.double.inject("PATCH", MESSAGES + "/{message_id}", times=None, **trouble)

    for _ in range(3):
        await stage.table.type(stage.table.any_turn(stage.rng))
    assert await stage.posted() == [(seq, 1) for seq in range(4)]
    assert fault.hits
    assert (await stage.match()).status == "running"
    assert stage.table.calls() is not None


async def test_a_message_too_old_to_be_edited_again_is_followed_by_a_line(stage: Stage) -> None:
    await stage.begin()
    board = await stage.table.status()
    stage.double.clock.advance(2 * 3600)
    for count in range(1, LATE_EDITS + 2):
        await stage.bot.arena.board_updates.refresh(stage.table.match_id)
        await stage.bot.arena.idle()
        assert board.late_edits == min(count, LATE_EDITS)
    line = await stage.table.status()
    assert line is not board
    assert (line.attachments, line.pings) == ([], set())
    assert board.text.splitlines()[-3:-1] == line.text.splitlines()[:2]
    assert f"/{board.id})" in line.text
    refused = [each for each in stage.double.requests if each.status == 429]
    assert len(refused) == 1, "it is not tried again"

    await stage.table.type(stage.table.any_turn(stage.rng))
    assert await stage.posted() == [(0, 1), (1, 1)]
    assert line.deleted
    assert [each.status for each in stage.double.requests].count(429) == 1


def calls(stage: Stage, match: Match) -> list[int]:
    """Return for which events of a match messages have buttons that play."""
    found = []
    for message in stage.channel.messages.values():
        for button in () if message.deleted else message.buttons:
            _, number, seq, action = (*str(button.get("custom_id", "")).split(":"), *4 * ("",))[:4]
            if (number, action) == (str(match.id), "play"):
                found.append(int(seq))
    return found


async def begun(stage: Stage, game: str) -> Match:
    """Begin a match of Ann against Bob in the channel."""
    arena, guild = stage.bot.arena, stage.channel.guild
    assert guild is not None
    ann, bob = [await arena.people.enter(each.id, guild.id, each.name) for each in (stage.ann, stage.bob)]
    table = await arena.tables.open(guild.id, stage.channel.id, ann, game, "2", where="here")
    table = await arena.tables.join(table.id, bob)
    return await arena.tables.start(table.id, ann.person_id, (Place("board", stage.channel.id),))


async def turn(stage: Stage, match: Match) -> Match:
    """Have players decide, from elsewhere, until the match has gone on."""
    matches, seq = stage.bot.arena.matches, match.seq
    while match.seq == seq:
        session, seat = match.session, min(match.session.to_act)
        move = session.game.format(session.state, seat, session.game.legal(session.state, seat)[0])
        whole = session.game.info.key in ("replicants", "replica")  # the others begin with single decisions
        text = drawn_text(session, seat, stage.rng, half=0.0) if whole else move
        await matches.play(match.id, match.person_of(seat), text)
        match = await matches.get(match.id)
    return match


def since(stage: Stage, count: int) -> list[str]:
    """Return the methods of requests about messages since so many requests; in small letters for hashes."""
    found = []
    for each in list(stage.double.requests)[count:]:
        if each.route.startswith(MESSAGES) and each.method != "GET":
            sealed = "hashes for **Verify**" in str(each.body)
            found.append(each.method.lower() if sealed else each.method)
    return found


@pytest.mark.parametrize("game", [each.info.key for each in registry.games()])
async def test_a_turn_costs_two_requests(stage: Stage, game: str) -> None:
    """The message and the edit of the one before; where several choose in secret, one more for each who has chosen."""
    arena = stage.bot.arena
    match = await begun(stage, game)
    await arena.idle()
    kinds = set[str]()
    while match.seq < 24 and not match.over:
        session, seat = match.session, min(match.session.to_act)
        text = drawn_text(session, seat, stage.rng, half=0.0)
        before, seq, many = len(stage.double.requests), match.seq, len(session.deciding) > 1
        await arena.matches.play(match.id, match.person_of(seat), text)
        await arena.idle()
        match, asked = await arena.matches.get(match.id), since(stage, before)
        if many:
            hashes = "post" if len(session.deciding) == len(session.to_act) else "patch"
            opened = [] if match.seq == seq else ["POST", "PATCH"]
            assert asked == [hashes, *opened]
            kinds.add("sealed")
        else:
            # A part of a decision that goes on gives the message above new buttons; answers take its place.
            assert asked in (["POST", "PATCH"], *([] if session.game.info.open else [["PATCH"], ["POST", "DELETE"]]))
            kinds.add("turn")
    assert kinds == {"turn", *(["sealed"] if registry.get(game).info.together else [])}


@pytest.mark.parametrize("game", [each.info.key for each in registry.games()])
async def test_a_call_that_could_not_be_seen_to_goes_once_the_channel_is_seen_again(stage: Stage, game: str) -> None:
    """View Channel is denied, a turn is played from elsewhere, and View Channel is given back."""
    guild, matches = stage.channel.guild, stage.bot.arena.matches
    assert guild is not None
    match = await turn(stage, await begun(stage, game))
    await stage.double.until(lambda: calls(stage, match) == [match.seq])
    me, before = stage.double.bot, dict(stage.channel.overwrites)
    guild.set_overwrites(stage.channel, {**before, me.id: Overwrite.of(me, deny="VIEW_CHANNEL")})
    guild.update_channel(stage.channel)
    await stage.bot.arena.idle()
    match = await turn(stage, match)
    await stage.bot.arena.idle()
    match = await matches.get(match.id)
    assert match.parked is not None
    assert "View Channel" in str(match.parked.text)

    guild.set_overwrites(stage.channel, before)
    guild.update_channel(stage.channel)
    await stage.double.until(lambda: calls(stage, match) == [match.seq])
    await stage.bot.arena.idle()
    match = await matches.get(match.id)
    assert match.status == "running"
    assert calls(stage, match) == [match.seq]
    player = next(
        stage.table.people[number] for number, seat in enumerate(match.seats) if seat.person_id in match.to_act
    )
    key = f"m:{match.id}:{match.seq}:play"
    live = [each for each in stage.channel.messages.values() if not each.deleted]
    (message,) = [each for each in live if key in [button.get("custom_id") for button in each.buttons]]
    reply = await player.press(message, key)
    await reply.until(lambda it: it.messages)
    assert all(each.ephemeral for each in reply.messages)
    assert stage.double.violations == []
