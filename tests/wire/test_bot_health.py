"""Health and metrics over HTTP: what they say while the bot serves, is cut off from Discord, or has no store."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

import aiohttp
import pytest
from pydantic import SecretStr
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

import bot
from hosting.housing import DELETED, GONE
from monitoring import http
from monitoring.http import Endpoints, Watchdog
from settings import Settings
from store.schema import outbox
from store.tables import match_queries
from tests.databases import BOTH, NEEDS_POSTGRESQL, postgresql
from tests.ports import free_port
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.contract import ROOT
from tests.wire.double.gateway import Gateway
from tests.wire.stage import MESSAGES, Stage, arena_double

_FIGURE = re.compile(r"\b(?:arena|process|python)_[a-z]\w+")


async def asked(url: str, path: str) -> tuple[int, str]:
    """Return status and text of an answer."""
    async with aiohttp.ClientSession() as session, session.get(url + path) as response:
        return response.status, await response.text()


async def until_ready(url: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (await asked(url, "/readyz"))[0] != 200:
            continue


@asynccontextmanager
async def endpoints_of(stage: Stage) -> AsyncIterator[str]:
    """Serve health and metrics of the stage's bot, and give their address."""
    endpoints = Endpoints(stage.bot, f"127.0.0.1:{free_port()}")
    await endpoints.start()
    try:
        yield endpoints.url
    finally:
        await endpoints.close()


def figures(text: str) -> dict[str, float]:
    """Return the figures of `/metrics` by name and labels."""
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


@pytest.mark.parametrize("database", BOTH, indirect=True)
async def test_it_is_healthy_and_ready_and_counts_what_is_played(stage: Stage) -> None:
    async with endpoints_of(stage) as url:
        assert await asked(url, "/healthz") == (200, "ok\n")
        assert await asked(url, "/readyz") == (200, "ready\n")
        before = figures((await asked(url, "/metrics"))[1])
        await stage.begin()
        await stage.table.type("E/2C6/D8-")
        await stage.posted()
        status, text = await asked(url, "/metrics")
    after = figures(text)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert status == 200
    assert more("arena_board_seconds_count") == 2  # the first, and the turn's
    assert more("arena_answer_seconds_count") >= 1
    assert more("arena_drawing_seconds_count") >= 2
    assert more('arena_requests_total{status="200"}') >= 2
    assert more('arena_transactions_total{kind="write"}') >= 2
    assert more("arena_write_seconds_total") > 0
    assert (after["arena_store_up"], after["arena_running_matches"], after["arena_parked_matches"]) == (1, 1, 0)
    assert (after["arena_due_posts"], after["arena_servers"]) == (0, 1)
    assert after['arena_shard_connected{shard="0"}'] == 1


async def test_nothing_of_people_servers_or_matches_is_in_the_figures(stage: Stage) -> None:
    await stage.begin()
    async with endpoints_of(stage) as url:
        _, text = await asked(url, "/metrics")
    samples = [line for line in text.splitlines() if line.startswith("arena_")]
    assert samples
    labels = {name for line in samples for name in re.findall(r'(\w+)="', line)}
    assert labels <= {"kind", "le", "shard", "status", "code", "version", "effort", "reason"}
    for hidden in (stage.ann.id, stage.bob.id, stage.channel.id, *stage.double.guilds):
        assert str(hidden) not in "\n".join(re.sub(r"\s\S+$", "", line) for line in samples)


def queries(dashboard: dict[str, Any]) -> list[str]:
    """Return what a dashboard of Grafana asks for, its variables included."""
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return asked + [each["definition"] for each in dashboard["templating"]["list"] if "definition" in each]


async def test_every_figure_of_the_dashboard_and_of_the_page_is_there(stage: Stage) -> None:
    await stage.begin()
    async with endpoints_of(stage) as url:
        _, text = await asked(url, "/metrics")
    told = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    told |= set(re.findall(r"^([a-z]\w+)", text, re.MULTILINE))
    dashboard = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    shown = {name for query in queries(dashboard) for name in _FIGURE.findall(query)}
    assert len(shown) > 15
    assert shown - told == set()
    computers = set(re.findall(r"^# TYPE (arena_computer_\w+)", text, re.MULTILINE))
    assert len(computers) > 4
    assert {each for each in computers if not any(name.startswith(each) for name in shown)} == set()
    page = set(_FIGURE.findall((ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")))
    assert page - told == set()
    assert set(re.findall(r"^# TYPE (arena_\S+)", text, re.MULTILINE)) - page == set()
    assert "_created" not in text


async def test_a_bot_cut_off_from_discord_lives_and_is_not_ready(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    back, own = asyncio.Event(), Gateway._resume

    async def held(gateway: Gateway, *values: Any) -> bool:
        await back.wait()
        return await own(gateway, *values)

    monkeypatch.setattr(Gateway, "_resume", held)
    async with endpoints_of(stage) as url:
        await stage.double.gateway.disconnect()
        await stage.double.until(lambda: stage.bot.arena.outages.away)
        assert await asked(url, "/healthz") == (200, "ok\n")
        assert await asked(url, "/readyz") == (503, "gateway: not connected to Discord\n")
        assert figures((await asked(url, "/metrics"))[1])['arena_shard_connected{shard="0"}'] == 0
        back.set()
        await stage.double.until(lambda: not stage.bot.arena.outages.away)
        assert await asked(url, "/readyz") == (200, "ready\n")


@pytest.mark.parametrize("slow", [True, False])
async def test_a_bot_without_its_store_lives_and_is_not_ready(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    """Whether it refuses or doesn't answer at all, nobody waits for long, and it is asked once at a time."""
    back, reached, asks, own = asyncio.Event(), asyncio.Event(), 0, match_queries.counts

    async def refuse(*_: object) -> NoReturn:
        nonlocal asks
        asks += 1
        reached.set()
        if slow:
            await back.wait()
        raise OperationalError("SELECT", {}, OSError("the server is gone"))

    monkeypatch.setattr(http, "PATIENCE_S", 0.01 if slow else 60.0)
    async with endpoints_of(stage) as url:
        monkeypatch.setattr(match_queries, "counts", refuse)
        assert await asked(url, "/healthz") == (200, "ok\n")
        for _ in range(2):
            assert await asked(url, "/readyz") == (503, "store: it doesn't answer\n")
        told = figures((await asked(url, "/metrics"))[1])
        assert told["arena_store_up"] == 0
        assert "arena_due_posts" not in told
        await reached.wait()
        assert asks == (1 if slow else 3)
        back.set()
        monkeypatch.setattr(match_queries, "counts", own)
        monkeypatch.setattr(http, "PATIENCE_S", 60.0)
        await until_ready(url)  # the one that was refused may be under way


async def test_a_post_that_waits_for_a_minute_makes_it_not_ready(stage: Stage) -> None:
    await stage.begin()
    held = stage.double.inject("POST", MESSAGES, hold=True)
    asking = asyncio.create_task(stage.table.type("E/2C6/D8-"))
    await stage.double.until(lambda: held.hits)
    async with endpoints_of(stage) as url:
        assert await asked(url, "/readyz") == (200, "ready\n")
        arena = stage.bot.arena
        async with arena.db.write() as connection:
            earlier = arena.clock.now() - timedelta(seconds=75)
            await connection.execute(update(outbox).where(outbox.c.done_at.is_(None)).values(created_at=earlier))
        status, told = await asked(url, "/readyz")
        assert status == 503
        assert re.fullmatch(r"posts: one has waited for \d+ s\n", told)
        held.release()
        await asking
        await stage.posted()
        assert await asked(url, "/readyz") == (200, "ready\n")


async def test_an_interrupted_match_is_counted_and_is_for_a_person_to_see_to(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    await stage.begin()
    name = f'arena_interruptions_total{{code="{GONE}"}}'
    async with endpoints_of(stage) as url:
        before = figures((await asked(url, "/metrics"))[1])
        await stage.bot.arena.matches.park(stage.table.match_id, DELETED, GONE)
        after = figures((await asked(url, "/metrics"))[1])
    assert after[name] == before.get(name, 0) + 1
    assert (before["arena_parked_matches"], after["arena_parked_matches"]) == (0, 1)
    assert after["arena_running_matches"] == 1
    (entry,) = [each for each in caplog.records if vars(each).get("cause") == "interrupted"]
    assert entry.getMessage() == f"match {stage.table.match_id} was interrupted ({GONE})"


async def test_a_busy_port_leads_to_the_next_free_one(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        endpoints = Endpoints(stage.bot, f"127.0.0.1:{port}")
        await endpoints.start()
        found = int(endpoints.url.rsplit(":", 1)[1])
        assert port < found < port + http.PORTS
        assert await asked(endpoints.url, "/healthz") == (200, "ok\n")
        assert f"port {port} is taken, so health and metrics are at {endpoints.url}" in caplog.text
        await endpoints.close()


async def test_an_address_of_another_machine_ends_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    address = "192.0.2.1:8080"  # RFC 5737
    double = arena_double(token="secret")  # noqa: S106 - the double's
    async with double:
        with double.redirected():
            settings = Settings(discord_token=SecretStr("secret"), database=tmp_path / "arena.db", http=address)
            assert await bot.serve(settings) == bot.EXIT_CONFIG
    assert f"HTTP={address} can't be served: " in caplog.text


async def test_it_answers_before_there_is_a_store(tmp_path: Path) -> None:
    made = bot.make_bot(Settings(database=tmp_path / "arena.db"))
    endpoints = Endpoints(made, f"127.0.0.1:{free_port()}")
    await endpoints.start()
    assert await asked(endpoints.url, "/healthz") == (200, "ok\n")
    assert await asked(endpoints.url, "/readyz") == (503, "starting\n")
    assert (await asked(endpoints.url, "/metrics"))[0] == 200
    made.leaving = True
    assert await asked(endpoints.url, "/readyz") == (503, "stopping\n")
    await endpoints.close()
    await made.close()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd's socket is one of Unix")
async def test_systemd_is_told_that_it_has_started_lives_and_stops(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        loop, variables = asyncio.get_running_loop(), {"NOTIFY_SOCKET": str(tmp_path / "notify")}
        watchdog = Watchdog({**variables, "WATCHDOG_USEC": "2000"})
        watchdog.start()
        told = [await loop.sock_recv(systemd, 100) for _ in range(4)]
        watchdog.close()
        while told[-1] != b"STOPPING=1":
            told.append(await loop.sock_recv(systemd, 100))
        assert told[:4] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"WATCHDOG=1"]

        without = Watchdog(variables)
        without.start()
        without.close()
        assert [await loop.sock_recv(systemd, 100) for _ in range(2)] == [b"READY=1", b"STOPPING=1"]
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


async def test_a_systemd_that_does_not_listen_is_a_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Watchdog({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).start()
    assert "systemd could not be told READY=1: " in caplog.text
    caplog.clear()
    Watchdog({}).start()
    assert caplog.text == ""


@NEEDS_POSTGRESQL
async def test_a_server_that_ends_its_sessions_is_no_fault_once_it_is_back() -> None:
    async with postgresql() as address:
        made = bot.make_bot(Settings(database=address))
        double = arena_double()
        double.add_guild("Arena")
        async with double, double.connect(made):
            endpoints = Endpoints(made, f"127.0.0.1:{free_port()}")
            await endpoints.start()
            await until_ready(endpoints.url)
            engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
            async with engine.connect() as connection:
                await connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            await engine.dispose()
            await until_ready(endpoints.url)
            await endpoints.close()
