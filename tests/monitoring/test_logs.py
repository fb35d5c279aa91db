"""The log in both its forms, without secrets, and what the operator's webhook is told, how often."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

import bot
from monitoring.logs import CAUSES, QUIET_S, Webhook, formatter, notes_beside, secrets_of, shard_of
from settings import LogFormat, Settings
from store.db.addresses import parse
from tests.test_structure import ROOT, modules

TOKEN = "hunter2-is-no-token"  # noqa: S105 - to be looked for
HOOK = "https://discord.com/api/webhooks/1234567890/a-long_secret"

_NAMED = re.compile(r"""(?:extra=|known = |_STOPPED = )\{"cause": "(\w+)\"""")
"""Where an entry of the log gets a cause."""


def record(message: str, *values: object, name: str = "arena", level: int = logging.ERROR, **more: object) -> Any:
    return logging.getLogger(name).makeRecord(name, level, "x.py", 1, message, values, None, extra=more)


# The forms


def test_an_entry_as_json_is_one_line_with_all_that_it_says() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        entry = record("unexpected error %s", "ab12", cause="error", number="ab12")
        entry.exc_info = sys.exc_info()
    line = formatter("json").format(entry)
    found = json.loads(line)
    assert "\n" not in line
    assert found.pop("error").endswith("ValueError: two\nlines")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", found.pop("time"))
    assert found == {
        "level": "ERROR",
        "logger": "arena",
        "message": "unexpected error ab12",
        "number": "ab12",
        "cause": "error",
    }


@pytest.mark.parametrize(
    ("entry", "shard"),
    [
        (record("Shard ID %s has connected to Gateway (Session ID: %s).", 3, "x", name="discord.gateway"), 3),
        (record("%s: %r", "Attempting a reconnect for shard ID 12 in 0.66s", OSError(), name="discord.shard"), 12),
        (record("Shard ID %s is down", None, name="discord.gateway"), None),
        (record("Shard ID %s", 3), None),  # not discord.py's
        (record("lost", shard=2), 2),
        (record("lost"), None),
    ],
)
def test_the_shard_of_an_entry_is_a_field(entry: logging.LogRecord, shard: int | None) -> None:
    assert shard_of(entry) == shard
    assert json.loads(formatter("json").format(entry)).get("shard") == shard


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_form_has_a_secret(form: LogFormat) -> None:
    settings = Settings(
        discord_token=SecretStr(TOKEN),
        operator_webhook=SecretStr(HOOK),
        database=parse("postgresql://ann:hunter2-password@localhost/arena"),
    )
    try:
        raise RuntimeError(f"{TOKEN} at {HOOK}")
    except RuntimeError:
        entry = record("%s hunter2-password https://discord.com/api/webhooks/99/another-one", TOKEN)
        entry.exc_info = sys.exc_info()
    text = formatter(form, secrets_of(settings)).format(entry)
    for secret in ("hunter2", "a-long_secret", "another-one"):
        assert secret not in text
    assert "webhooks/99/…" in text


@pytest.mark.usefixtures("elsewhere")
def test_the_form_is_a_setting(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("LOG_FORMAT", "JSON")
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])

    async def serve(_settings: Settings) -> int:
        logging.getLogger("arena").warning("it is %s", TOKEN)
        return 0

    monkeypatch.setattr(bot, "serve", serve)
    level = root.level
    assert bot.main([]) == 0
    root.setLevel(level)
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["message"] == "it is …"


# The webhook


@dataclass
class Operator:
    """A channel that a webhook posts to.

    Attributes:
        url: Its address.
        messages: What it got.
        answers: Statuses of the next answers; 204 once there are none.
        gate: Requests wait for it.
    """

    url: SecretStr = field(default_factory=lambda: SecretStr(""))
    messages: list[str] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: web.Request) -> web.Response:
        await self.gate.wait()
        message = await request.json()
        assert message["allowed_mentions"] == {"parse": []}
        status = self.answers.pop(0) if self.answers else 204
        if status == 204:
            self.messages.append(message["content"])
        return web.Response(status=status, headers={"Retry-After": "7.5"} if status == 429 else {})


@asynccontextmanager
async def operator() -> AsyncIterator[Operator]:
    found = Operator()
    found.gate.set()
    app = web.Application()
    app.router.add_post("/api/webhooks/1/secret-part", found.take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    found.url = SecretStr(f"http://127.0.0.1:{port}/api/webhooks/1/secret-part")
    try:
        yield found
    finally:
        await runner.cleanup()


@dataclass
class Time:
    """A clock for tests, and the waits that were asked for."""

    at: float = 1_000_000.0
    waits: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)


async def sent(webhook: Webhook) -> None:
    """Wait until nothing is on its way."""
    await asyncio.sleep(0)
    if webhook._sending is not None:
        await asyncio.wait({webhook._sending})


async def test_a_cause_is_told_once_an_hour_with_how_often_it_came() -> None:
    time = Time()
    async with operator() as there:
        webhook = Webhook(there.url, now=time.now, sleep=time.sleep)
        for number in range(4):
            webhook.handle(record("could not read the outbox, take %d", number, cause="store"))
            await sent(webhook)
        webhook.handle(record("disk", cause="disk"))
        webhook.handle(record("nothing to see to"))
        await sent(webhook)
        assert [message.splitlines()[:2] for message in there.messages] == [
            ["**The database can't be used**", "could not read the outbox, take 0"],
            ["**The disk is full**", "disk"],
        ]
        time.at += QUIET_S
        webhook._speak_again("store")  # what the loop's timer calls then
        await sent(webhook)
        title = "**The database can't be used** (3 times in the last hour; the latest:)"
        assert there.messages[-1].splitlines()[:2] == [title, "could not read the outbox, take 3"]
        assert webhook._timers == {}
        await webhook.end()
        assert len(there.messages) == 3


async def test_interrupted_matches_are_told_of_in_numbers() -> None:
    time = Time()
    async with operator() as there:
        webhook = Webhook(there.url, now=time.now, sleep=time.sleep)
        for number in range(8):
            webhook.handle(record("match %d was interrupted (gone)", number, cause="interrupted"))
            await sent(webhook)
            time.at += QUIET_S / 2 if number < 3 else 1  # the first are too far apart
        (told,) = there.messages
        assert "(5 times in the last hour; the latest:)\nmatch 6 was interrupted" in told
        await webhook.end()


async def test_entries_hold_nobody_up_and_at_most_one_a_cause_waits() -> None:
    time = Time()
    async with operator() as there:
        there.gate.clear()
        webhook = Webhook(there.url, now=time.now, sleep=time.sleep)
        for cause in ("store", "disk", "store", "stopped", "disk"):
            webhook.handle(record("it", cause=cause))  # returns at once
        await asyncio.sleep(0)
        assert len(webhook._waiting) <= len(CAUSES)
        there.gate.set()
        await webhook.end()
        assert len(there.messages) == 3


async def test_an_entry_of_a_thread_is_told_too() -> None:
    async with operator() as there:
        webhook = Webhook(there.url)
        await asyncio.to_thread(webhook.handle, record("from a thread", cause="backup"))
        await sent(webhook)
        assert "from a thread" in there.messages[0]
        await webhook.end()


@pytest.mark.parametrize(
    ("answers", "waits", "taken"),
    [
        ([429], [7.5], True),
        ([500, 502], [30.0, 60.0], True),
        ([500, 500, 500], [30.0, 60.0], False),
        ([404], [], False),
    ],
)
async def test_a_message_that_is_not_taken_is_tried_again_and_the_log_does_not_have_the_address(
    caplog: pytest.LogCaptureFixture, answers: list[int], waits: list[float], taken: bool
) -> None:
    time = Time()
    async with operator() as there:
        there.answers = [*answers]
        webhook = Webhook(there.url, now=time.now, sleep=time.sleep)
        webhook.handle(record("it", cause="store"))
        await sent(webhook)
        await webhook.end()
    assert time.waits == waits
    assert len(there.messages) == int(taken)
    assert ("OPERATOR_WEBHOOK did not take a message (store): status" in caplog.text) != taken
    assert "secret-part" not in caplog.text


async def test_an_operator_who_cannot_be_reached_is_a_line_without_the_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with operator() as there:
        url = there.url
    webhook = Webhook(url, sleep=Time().sleep)
    webhook.handle(record("it", cause="store"))
    await sent(webhook)
    await webhook.end()
    assert "OPERATOR_WEBHOOK did not take a message (store): ClientConnectorError" in caplog.text
    assert "secret-part" not in caplog.text
    assert "secret-part" not in f"{webhook!r} {vars(webhook)}"


async def test_a_process_that_is_started_again_and_again_tells_once(tmp_path: Path) -> None:
    time, notes = Time(), notes_beside(tmp_path / "data" / "arena.db")
    async with operator() as there:
        for wait in (10.0, 10.0, QUIET_S, 10.0):
            webhook = Webhook(there.url, (), notes, time.now, time.sleep)
            webhook.handle(record("can't be reached", cause="stopped"))
            await webhook.end()
            time.at += wait
        assert len(there.messages) == 2
        notes.write_text("{", encoding="utf-8")
        webhook = Webhook(there.url, (), notes, time.now, time.sleep)
        webhook.handle(record("can't be reached", cause="stopped"))
        await webhook.end()
        assert len(there.messages) == 3


async def test_processes_that_share_their_notes_tell_once(tmp_path: Path) -> None:
    time, notes = Time(), notes_beside(tmp_path / "data" / "arena.db")
    async with operator() as there:
        both = [Webhook(there.url, (), notes, time.now, time.sleep) for _ in range(2)]
        for webhook in both:
            webhook.handle(record("the server is away", cause="store"))
            await sent(webhook)
        both[1].handle(record("no room", cause="disk"))
        await sent(both[1])
        for webhook in both:
            await webhook.end()
        assert [message.splitlines()[1] for message in there.messages] == ["the server is away", "no room"]
        assert Webhook(there.url, (), notes, time.now)._noted().keys() == {"store", "disk"}


async def test_why_the_bot_stopped_is_told(elsewhere: Path) -> None:
    (elsewhere / ".env").touch(0o600)
    async with operator() as there:
        settings = Settings(
            discord_token=SecretStr(TOKEN),
            operator_webhook=there.url,
            database=parse("postgresql://ann:hunter2-password@127.0.0.1:1/arena"),
        )
        assert await bot.serve(settings) == bot.EXIT_FAILURE
    (told,) = there.messages
    assert told.startswith("**The bot has stopped**\n")
    assert "hunter2" not in told
    assert not any(isinstance(each, Webhook) for each in logging.getLogger().handlers)


def test_every_cause_that_the_log_names_is_known() -> None:
    paths = [ROOT / "bot.py", *(ROOT / each for each in modules().values())]
    named = {name for path in paths for name in _NAMED.findall(path.read_text(encoding="utf-8"))}
    assert named >= {"backup", "check", "disk", "error", "interrupted", "permissions", "stopped", "store", "unreadable"}
    assert named <= CAUSES.keys()
