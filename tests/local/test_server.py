"""The page's server, spoken to as the page does."""

from __future__ import annotations

import asyncio
import errno
import html
import json
import logging
import random
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest
import pytest_asyncio
import simcord
from simcord import preview

import local
import locales
from bot import ArenaBot
from engine.text import say
from hosting.match.model import Match
from hosting.match.service import Matches
from local.server import (
    SIMCORD,
    STATIC,
    WHOLE,
    Json,
    Reads,
    find_channel,
    mark_read,
    may_see,
    may_write,
    overview,
    scripts,
    simcord_in,
    words,
)
from local.views import MOST_VIEWS
from local.world import World, discord_locale, simulated
from locales import SOURCE, languages, translator
from tests.computers import InProcess
from tests.every_mode import drawn_text
from tests.local.page import browser_path
from tests.local.sample import SampleBot

Reply = tuple[int, Any]


class Client:
    """A page without a browser."""

    def __init__(self, session: aiohttp.ClientSession, site: local.Site) -> None:
        self.session = session
        self.site = site
        self.world = site.world
        self.origin = site.address.rstrip("/")

    async def post(self, path: str, body: object, **headers: str) -> Reply:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.session.post(self.origin + path, data=json.dumps(body), headers=names | _JSON) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if answer.content_type == "application/json" else text

    async def get(self, path: str, **headers: str) -> tuple[int, Mapping[str, str], bytes]:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.session.get(self.origin + path, headers=names) as answer:
            return answer.status, {**answer.headers}, await answer.read()

    async def open(self, channel: int, player: str = "Ann") -> Conversation:
        status, answer = await self.post("/local/open", {"channel": str(channel), "player": player})
        assert status == 200
        capability = answer["capability"]
        _, snapshot = await self.post("/api/pages", {}, X_Simcord_Capability=capability)
        return Conversation(self, capability, snapshot)


class Conversation:
    """One open page of SimCord's."""

    def __init__(self, client: Client, capability: str, snapshot: dict[str, Any]) -> None:
        self.client = client
        self.keys = {"X_Simcord_Capability": capability, "X_Simcord_Context": snapshot["context"]["id"]}
        self.snapshot = snapshot
        self._sequence = 0

    async def act(self, kind: str, **more: object) -> dict[str, Any]:
        self._sequence += 1
        envelope = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"request-{self._sequence}",
            "generation": self.snapshot["context"]["generation"],
            "bot_generation": self.snapshot["botGeneration"],
            "published_revision": self.snapshot["publishedRevision"],
        }
        status, receipt = await self.client.post("/api/action", envelope | more, **self.keys)
        assert status == 200
        return dict(receipt)

    async def look(self) -> list[str]:
        _, _, body = await self.client.get("/api/state", **self.keys)
        self.snapshot = json.loads(body)
        return [self.snapshot["messages"][key]["content"] for key in self.snapshot["timeline"]]


_JSON = {"Content-Type": "application/json"}


@pytest_asyncio.fixture
async def client() -> AsyncIterator[Client]:
    async with local.opened(SampleBot, port=0) as site, aiohttp.ClientSession() as session:
        yield Client(session, site)


async def test_the_index_page_and_its_parts(client: Client) -> None:
    for path, kind in {
        "/": "text/html",
        "/local/index.css": "text/css",
        "/local/index.js": "text/javascript",
        "/local/icon.svg": "image/svg+xml",
    }.items():
        status, headers, body = await client.get(path)
        assert (status, headers["Content-Type"].split(";")[0]) == (200, kind)
        assert body


@pytest.mark.parametrize("path", ["/local/world.py", "/local/..%2fworld.py", "/local/nothing.css", "/elsewhere"])
async def test_nothing_else_is_served(client: Client, path: str) -> None:
    assert (await client.get(path))[0] == 404


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example:80"}, {"Origin": "http://evil.example"}, {"Host": "127.0.0.1:1"}, {"Origin": "null"}],
)
async def test_other_sites_are_refused(client: Client, headers: dict[str, str]) -> None:
    assert (await client.get("/", **headers))[0] == 403
    assert (await client.post("/local/look", {}, **headers))[0] == 403


async def test_looking_lists_the_server_and_marks_what_is_read(client: Client) -> None:
    status, answer = await client.post("/local/look", {})
    assert status == 200
    assert answer["start"] == str(client.world.channel.id)
    assert answer["live"] is False
    lobby = answer["groups"][0]["channels"][0]
    assert (lobby["name"], lobby["unread"]) == ("lobby", 1)
    wish = {"channel": answer["start"], "player": "Ann"}
    assert (await client.post("/local/look", wish))[1]["groups"][0]["channels"][0]["unread"] == 1
    assert (await client.post("/local/look", wish | {"reading": True}))[1]["groups"][0]["channels"][0]["unread"] == 0


@pytest.mark.parametrize(
    "wish",
    [
        {"channel": "1; drop"},
        {"channel": 7},
        {"channel": {"a": 1}},
        {"channel": "٣"},
        {"channel": "9" * 5_000},
        {"player": 1},
        {"reading": "yes"},
        {"capability": []},
    ],
    ids=lambda wish: next(iter(wish)),
)
async def test_nonsense_is_refused_by_name(client: Client, wish: dict[str, object]) -> None:
    async with client.session.post(f"{client.origin}/local/look", json=wish, headers=_JSON) as answer:
        assert (answer.status, (await answer.text()).partition(":")[0]) == (400, f"Wish.{next(iter(wish))}")


async def test_a_body_that_is_no_json_wishes_for_nothing(client: Client) -> None:
    async with client.session.post(f"{client.origin}/local/look", data="{channel", headers=_JSON) as answer:
        assert (answer.status, (await answer.json())["player"]) == (200, "Ann")


async def test_unknown_players_and_channels(client: Client) -> None:
    lobby = str(client.world.channel.id)
    assert (await client.post("/local/open", {"player": "Zoe", "channel": lobby}))[0] == 404
    assert (await client.post("/local/voice", {"player": "Zoe", "channel": lobby}))[0] == 404
    assert (await client.post("/local/open", {"player": "Ann", "channel": "1"}))[0] == 404
    assert (await client.post("/local/look", {"player": "Zoe"}))[1]["player"] == "Ann"
    assert (await client.post("/local/look", {"channel": "1"}))[0] == 200


async def test_a_player_opens_only_what_they_may_see(client: Client) -> None:
    world = client.world
    async with client.site.turn:
        await world.players["Ann"].slash(world.channel, "teams", ally=world.players["Dan"])
    team = world.guild.channels["team-red"]
    wish = {"channel": str(team.id), "player": "Bob"}
    assert (await client.post("/local/open", wish))[0] == 403
    dan = await client.open(team.id, "Dan")
    assert await dan.look() == [f"Your side, {world.players['Dan'].mention}."]


async def test_the_framed_page_may_be_framed_by_us_alone(client: Client) -> None:
    assert (await client.get("/local/view"))[0] == 410
    await client.open(client.world.channel.id)
    status, headers, body = await client.get("/local/view")
    assert status == 200
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert b'href="/local/view.css"' in body


async def test_a_browser_keeps_what_all_pages_have_in_common(client: Client) -> None:
    await client.open(client.world.channel.id)
    _, _, body = await client.get("/local/view")
    place = scripts(SOURCE)
    assert f'src="{place}/app.js"' in body.decode()
    assert f'href="{place}/preview.css"' in body.decode()
    for path in (
        "/fonts/noto-sans-latin-v2.015.ttf",
        f"{place}/app.js",
        f"{place}/vendor/highlight/es/core.min.js",
    ):
        status, headers, _ = await client.get(path)
        assert (status, headers["Cache-Control"]) == (200, "private, max-age=86400, immutable")
    for path in ("/nothing.js", "/api/state"):
        status, headers, _ = await client.get(place + path)
        assert status == 404
        assert "immutable" not in headers.get("Cache-Control", "")


async def test_a_menu_stays_open_while_its_message_is_drawn(client: Client) -> None:
    await client.open(client.world.channel.id)
    _, _, shipped = await client.get(_MENUS)
    _, _, served = await client.get(scripts(SOURCE) + _MENUS)
    assert served == _open(shipped)
    assert served != shipped


_MENUS = "/select-drafts.js"


def _open(shipped: bytes) -> bytes:
    """Return SimCord's file of menus as it is served: they stay open."""
    return shipped.replace(b"if (rect.bottom <= 0 || rect.top >= viewportHeight) {", b"if (false) {")


async def test_a_page_needs_its_key(client: Client) -> None:
    await client.open(client.world.channel.id)
    assert (await client.post("/api/pages", {}))[0] == 401
    assert (await client.post("/api/pages", {}, X_Simcord_Capability="guess"))[0] == 401


async def test_an_act_in_another_form_is_left_to_simcord(client: Client) -> None:
    page = await client.open(client.world.channel.id)
    headers = {name.replace("_", "-"): value for name, value in page.keys.items()} | {"Content-Type": "text/plain"}
    async with client.session.post(f"{client.origin}/api/action", data="{}", headers=headers) as answer:
        assert (await answer.json())["rejected"] is True


async def test_a_page_whose_server_does_not_answer_is_said(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    await client.open(client.world.channel.id)
    monkeypatch.setattr(aiohttp.ClientSession, "request", Mock(side_effect=aiohttp.ClientConnectionError("gone")))
    assert (await client.get("/local/view"))[0] == 502


async def test_an_unknown_time_zone_is_forgiven(client: Client) -> None:
    wish = {"channel": str(client.world.channel.id), "player": "Ann", "timezone": "Mars/Olympus"}
    assert (await client.post("/local/open", wish))[0] == 200


async def test_one_channel_in_two_windows(client: Client) -> None:
    ann = await client.open(client.world.channel.id, "Ann")
    bob = await client.open(client.world.channel.id, "Bob")
    receipt = await ann.act("send_message", content="hello")
    assert receipt["settlement"] == "settled"
    assert (await bob.look())[-1] == "hello"
    assert (await ann.look())[-1] == "hello"


async def test_a_press_counts_if_the_browser_is_closed_meanwhile(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    ann = await client.open(client.world.channel.id, "Ann")
    async with client.site.turn:
        press = asyncio.create_task(ann.act("send_message", content="hello"))
        while not client.site.turn._waiters:
            await client.get("/")
        press.cancel()
        await client.get("/")  # by then the server knows that the connection is gone
    async with client.site.turn:
        assert (await ann.look())[-1] == "hello"
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_browser_that_is_closed_while_it_sends_is_no_error(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    address = urlsplit(client.origin)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(f"POST /local/look HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: 10\r\n\r\n{{".encode())
    await client.get("/")
    writer.close()
    await writer.wait_closed()
    await client.get("/")
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_what_the_bot_does_by_itself_is_published(client: Client) -> None:
    ann = await client.open(client.world.channel.id)
    env = client.world.env
    async with client.site.turn:
        await client.world.players["Bob"].slash(client.world.channel, "remind", seconds=60)
        await env.advance_time(61)
    while (await ann.look())[-1] != "It is time.":
        pass
    assert await ann.look() == ["Table for 2", "I will.", "It is time."]


async def test_others_play_on_while_a_computer_decides(maker: local.BotMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, decided, played = asyncio.Event(), asyncio.Event(), asyncio.Event()

    class Slow(InProcess):
        async def ask(self, order: dict[str, Any], wall_s: float) -> dict[str, Any]:
            asked.set()
            await decided.wait()
            return await super().ask(order, wall_s)

    async def slow() -> InProcess:
        return Slow()

    monkeypatch.setattr("hosting.computers.workers.spawn", slow)
    async with local.opened(maker, port=0, prepare=None) as site:
        world, bot = site.world, site.world.env.bot
        assert isinstance(bot, ArenaBot)
        play = Matches.play

        async def noted(self: Matches, match_id: int, *values: Any, **more: Any) -> Match:
            after = await play(self, match_id, *values, **more)
            if after.seq % 2 == 0:
                played.set()
            return after

        monkeypatch.setattr(Matches, "play", noted)
        async with site.turn:
            await world.players["Ann"].slash(world.channel, "new replica", computer=1)
            await world.players["Ann"].slash(world.channel, "move", turn="d2-e3")
        await asked.wait()
        async with site.turn:
            # It would fail after some seconds if it waited for the computer.
            await world.players["Bob"].slash(world.channel, "help")
        decided.set()
        await asyncio.wait_for(played.wait(), 180)
        # It answers also what was played without Discord, as by tests.
        played.clear()
        match = await bot.arena.matches.get(1)
        await bot.arena.matches.play(1, match.person_of(1), drawn_text(match.session, 1, random.Random(1)))
        await asyncio.wait_for(played.wait(), 180)
        # What follows a turn isn't cut off by the end of the page.
        async with site.turn:
            with world.env.time_context():
                await bot.arena.idle()


async def test_a_press_that_crossed_a_redraw_arrives(client: Client) -> None:
    ann = await client.open(client.world.channel.id, "Ann")
    bob = await client.open(client.world.channel.id, "Bob")
    for said in ("one", "two"):
        await bob.act("send_message", content=said)
        await bob.look()
    receipt = await ann.act("send_message", content="three")
    assert (receipt["rejected"], receipt["settlement"]) == (False, "settled")
    assert await bob.look() == ["Table for 2", "one", "two", "three"]


async def test_a_page_goes_on_after_an_act_that_failed(client: Client) -> None:
    async with client.site.turn:
        await client.world.players["Ann"].slash(client.world.channel, "teams", ally=client.world.players["Dan"])
    dan = await client.open(client.world.guild.channels["team-red"].id, "Dan")
    for _ in range(2):
        receipt = await dan.act("send_message", content="psst")
        assert (receipt["rejected"], receipt["settlement"]) == (False, "failed")
        assert len(await dan.look()) == 1


async def test_acts_of_several_windows_take_turns(client: Client) -> None:
    pages = [await client.open(client.world.channel.id, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    receipts = await asyncio.gather(*(page.act("send_message", content="now") for page in pages))
    assert [receipt["settlement"] for receipt in receipts] == ["settled"] * 4
    assert (await pages[0].look())[1:] == ["now"] * 4


async def test_the_page_unused_longest_is_closed_when_there_are_too_many(client: Client) -> None:
    first = await client.open(client.world.channel.id)
    wish = {"capability": first.keys["X_Simcord_Capability"]}
    channels = [channel for channel in client.world.guild.channels.values() if channel.name != "Tables"]
    places = [(channel.id, name) for channel in channels for name in client.world.players][1 : MOST_VIEWS + 1]
    for channel, name in places[:-1]:
        await client.open(channel, name)
    second = places[0]
    assert (await client.post("/local/look", wish))[1]["live"] is True
    await client.open(*places[-1])
    assert (await client.post("/local/look", wish))[1]["live"] is True
    again = await client.open(*second)
    assert await again.look()


async def test_voice(client: Client) -> None:
    world = client.world
    lounge = str(world.guild.channels["lounge"].id)
    assert (await client.post("/local/voice", {"channel": lounge, "player": "Bob"}))[0] == 200
    assert list(world.guild.voice_states()) == [world.players["Bob"].id]
    assert (await client.post("/local/voice", {"player": "Bob"}))[0] == 200
    assert world.guild.voice_states() == {}
    assert (await client.post("/local/voice", {"channel": str(world.channel.id), "player": "Bob"}))[0] == 403


async def test_the_address_is_loopback(client: Client) -> None:
    assert urlsplit(client.site.address).hostname == "127.0.0.1"


# Where there is no browser.


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.delenv("ARENA_BROWSER", raising=False)


@pytest.mark.usefixtures("no_browser")
def test_without_a_browser_the_tests_are_skipped_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_REQUIRE_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no browser found: none of chromium"):
        browser_path()


@pytest.mark.usefixtures("no_browser")
def test_a_required_browser_that_is_missing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="no browser found"):
        browser_path()


@pytest.mark.usefixtures("no_browser")
def test_a_browser_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_BROWSER", "/opt/browser")
    assert browser_path() == "/opt/browser"


# Start and end of local mode, as a process of its own.


ROOT = Path(__file__).parents[2]
PROGRAM = """
import logging
import sys
logging.basicConfig(level=logging.WARNING)
import local
from tests.local.sample import SampleBot
local.run(SampleBot, port=int(sys.argv[1]))
"""


@asynccontextmanager
async def _process(port: int = 0) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-W",
        "ignore::DeprecationWarning",
        "-c",
        PROGRAM,
        str(port),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
async def test_one_address_and_a_clean_end(name: signal.Signals) -> None:
    async with _process() as process:
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        address = re.fullmatch(r"Arena, local: (http://127\.0\.0\.1:\d+/) \(Ctrl-C stops it\)\n", line)
        assert address
        async with aiohttp.ClientSession() as session, session.get(address[1]) as answer:
            assert answer.status == 200
            process.send_signal(name)
            rest, complaints = await process.communicate()
    assert (process.returncode, rest, complaints) == (0, b"", b"")


async def test_a_taken_port_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port: int = taken.getsockname()[1]
        async with _process(port) as process:
            rest, complaints = await process.communicate()
    assert process.returncode == 1
    assert rest == b""
    assert complaints.decode() == f"Port {port} is taken; choose another one, or leave it out.\n"


async def test_the_usual_port_may_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr("local.site.DEFAULT_PORT", taken.getsockname()[1])
        async with local.opened(SampleBot) as site:
            assert site.address != f"http://127.0.0.1:{taken.getsockname()[1]}/"


def test_only_a_taken_port_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.site.opened", Mock(side_effect=PermissionError(errno.EACCES, "not for you")))
    with pytest.raises(PermissionError, match="not for you"):
        local.run(SampleBot, port=80)


# What the index page lists.


def _rows(listing: Json) -> dict[str, Json]:
    rows = [
        row for group in listing["groups"] for channel in group["channels"] for row in (channel, *channel["threads"])
    ]
    return {row["name"]: row for row in (*rows, *listing["direct"])}


def _names(world: World, ids: list[str]) -> list[str]:
    return [name for name, player in world.players.items() if str(player.id) in ids]


def _people(listing: Json) -> dict[str, Any]:
    return {person["name"]: (person["unread"], person["pings"]) for person in listing["players"]}


def _channel(world: World, name: str) -> simcord.ChannelHandle:
    return world.guild.channels[name]


async def test_channels_stand_in_their_categories() -> None:
    async with simulated(SampleBot) as world:
        listing = overview(world, Reads(), world.players["Ann"])
        assert [(group["name"], [row["name"] for row in group["channels"]]) for group in listing["groups"]] == [
            ("", ["lobby", "lounge"]),
            ("Tables", ["table-1", "table-2", "table-3"]),
        ]
        assert [row["kind"] for row in listing["groups"][0]["channels"]] == ["text", "voice"]
        assert [person["name"] for person in listing["players"] if person["owner"]] == ["Olga"]


async def test_channels_the_bot_makes_appear_with_those_who_see_and_write() -> None:
    async with simulated(SampleBot) as world:
        await world.players["Ann"].slash(world.channel, "teams", ally=world.players["Dan"])
        listing = overview(world, Reads(), world.players["Ann"])
        assert [group["name"] for group in listing["groups"]] == ["", "Tables", "Match 1"]
        rows = _rows(listing)
        assert _names(world, rows["board"]["visible"]) == list(world.players)
        assert _names(world, rows["team-red"]["visible"]) == ["Ann", "Dan", "Olga"]
        assert _names(world, rows["team-red"]["writable"]) == ["Olga"]
        assert rows["spectators"]["kind"] == "thread"
        assert rows["spectators"] in rows["lobby"]["threads"]
        assert rows["board"]["topic"] == "The board"
        team = _channel(world, "team-red")
        assert [name for name, player in world.players.items() if may_see(world, team, player)] == [
            "Ann",
            "Dan",
            "Olga",
        ]
        assert not may_write(world, team, world.players["Ann"])


async def test_an_archived_thread_is_closed() -> None:
    async with simulated(SampleBot) as world:
        await world.players["Ann"].slash(world.channel, "teams", ally=world.players["Dan"])
        thread = world.channel.threads[0]
        assert not _rows(overview(world, Reads(), world.players["Ann"]))["spectators"]["closed"]
        world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
        assert _rows(overview(world, Reads(), world.players["Ann"]))["spectators"]["closed"]


async def test_news_count_until_they_are_read() -> None:
    async with simulated(SampleBot) as world:
        reads = Reads()
        ann, dan, eve = (world.players[name] for name in ("Ann", "Dan", "Eve"))
        await ann.slash(world.channel, "teams", ally=dan)
        rows = _rows(overview(world, reads, dan))
        assert (rows["team-red"]["unread"], rows["team-red"]["pings"]) == (1, 1)
        assert rows["lobby"]["unread"] == 2
        people = _people(overview(world, reads, dan))
        assert people["Dan"] == (3, 1)
        assert people["Eve"] == (2, 0)
        mark_read(world, reads, _channel(world, "team-red"), dan)
        rows = _rows(overview(world, reads, dan))
        assert (rows["team-red"]["unread"], rows["team-red"]["pings"]) == (0, 0)
        assert _people(overview(world, reads, eve))["Dan"] == (2, 0)
        assert _rows(overview(world, reads, eve))["team-red"]["unread"] == 0


async def test_ones_own_words_and_private_answers_to_others_are_no_news() -> None:
    async with simulated(SampleBot) as world:
        ann, bob = world.players["Ann"], world.players["Bob"]
        await bob.send(world.channel, "hello")
        await bob.slash(world.channel, "whisper")
        listing = overview(world, Reads(), ann)
        assert _rows(listing)["lobby"]["unread"] == 1
        assert _rows(overview(world, Reads(), bob))["lobby"]["unread"] == 1


async def test_everybody_is_pinged_by_a_ping_to_all() -> None:
    async with simulated(SampleBot) as world:
        await world.owner.send(world.channel, "@everyone come")
        assert _people(overview(world, Reads(), world.owner))["Eve"] == (1, 1)


async def test_private_conversations_belong_to_one_player() -> None:
    async with simulated(SampleBot) as world:
        eve = world.players["Eve"]
        await eve.slash(world.channel, "whisper")
        listing = overview(world, Reads(), world.players["Ann"])
        assert [row["name"] for row in listing["direct"]] == ["Eve"]
        assert _names(world, listing["direct"][0]["visible"]) == ["Eve"]
        assert listing["direct"][0]["writable"] == [str(eve.id)]
        assert listing["direct"][0]["unread"] == 0
        assert overview(world, Reads(), eve)["direct"][0]["unread"] == 1


async def test_who_is_in_a_voice_channel() -> None:
    async with simulated(SampleBot) as world:
        await world.players["Cleo"].join_voice(_channel(world, "lounge"))
        rows = _rows(overview(world, Reads(), world.players["Ann"]))
        assert _names(world, rows["lounge"]["present"]) == ["Cleo"]
        assert rows["lobby"]["present"] == []


async def test_what_does_not_exist_is_not_found() -> None:
    async with simulated(SampleBot) as world:
        assert find_channel(world, 1) is None


# The page in each language.


@pytest.mark.parametrize("language", languages())
async def test_the_page_and_everybodys_discord_are_in_one_language(language: str) -> None:
    async with local.opened(SampleBot, port=0, prepare=None, language=language) as site, aiohttp.ClientSession() as web:
        client = Client(web, site)
        _, _, page = await client.get("/")
        _, _, said = await client.get("/local/words")
        assert json.loads(said) == words(language)
        assert f'<html lang="{language}">' in page.decode()
        assert html.escape(str(words(language)["skip"])) in page.decode()
        assert re.findall(r"[{}]", page.decode()) == []
        heard: list[str] = []
        bot = site.world.env.bot
        assert isinstance(bot, SampleBot)
        bot.add_listener(partial(_hear, heard), "on_interaction")
        async with site.turn:
            with site.world.env.time_context():
                await site.world.players["Ann"].slash(site.world.channel, "move", turn="N/1")
        assert [locales.best(each) for each in heard] == [language]


@pytest.mark.parametrize("language", languages()[1:])
async def test_simcords_page_is_in_that_language_too(language: str) -> None:
    async with local.opened(SampleBot, port=0, prepare=None, language=language) as site, aiohttp.ClientSession() as web:
        client = Client(web, site)
        await client.open(site.world.channel.id)
        _, _, page = await client.get("/local/view")
        assert "No messages in this channel." not in page.decode()
        assert say("No messages in this channel.").render(translator(language)) in page.decode()
        for path in {*SIMCORD} - {"/"}:
            _, _, shipped = await client.get(path)
            _, _, served = await client.get(scripts(language) + path)
            if path == _MENUS:
                shipped = _open(shipped)
            assert served.decode() == simcord_in(language, path, shipped.decode()) != shipped.decode()


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("path", SIMCORD)
def test_simcord_says_what_is_translated(path: str, language: str) -> None:
    """A version of SimCord that says something else fails here, by the words that are no longer there."""
    shipped = (Path(preview.__file__).parent / "static" / (path[1:] or "index.html")).read_text(encoding="utf-8")
    assert simcord_in(SOURCE, path, shipped) == shipped
    for built, whole in WHOLE.get(path, {}).items():
        assert built in shipped
        shipped = shipped.replace(built, whole)
    for said in SIMCORD[path]:
        assert _says(shipped, said), said
        assert not _says(simcord_in(language, path, shipped), said), said


@pytest.mark.parametrize("language", languages()[1:])
def test_no_heading_of_simcords_lists_stays_english(language: str) -> None:
    shipped = (Path(preview.__file__).parent / "static" / "commands.js").read_text(encoding="utf-8")
    headings = re.compile(r"""["`]([A-Z]{4,}[^"`]*)["`]""")
    assert len(headings.findall(shipped)) > 9
    assert headings.findall(simcord_in(language, "/commands.js", shipped)) == []


def _says(code: str, words: str) -> bool:
    return any(f"{left}{words}{right}" in code for left, right in ("><", '""', "``"))


@pytest.mark.parametrize("language", languages())
async def test_commands_are_described_in_that_language(language: str) -> None:
    async with simulated(SampleBot, language=language) as world:
        said = {discord_locale(each): f"in {each}" for each in languages()[1:]}
        choice = {"name": "home", "name_localizations": said, "value": 1}
        option = {"name": "to", "description": "whereto", "description_localizations": said, "choices": [choice]}
        command = next(each for each in world.env.backend.commands[None].values() if each["name"] == "move")
        command |= {"description": "moves", "description_localizations": said, "options": [option]}
        ann = world.players["Ann"]
        listed = world.env.backend.visible_commands(user_id=ann.id, channel_id=world.channel.id)
        (shown,) = (each for each in listed if each["name"] == "move")
        (way,) = shown["options"]
        heard = [shown["description"], way["name"], way["description"], way["choices"][0]["name"]]
        here = f"in {language}"
        assert heard == (["moves", "to", "whereto", "home"] if language == SOURCE else [here, "to", here, here])


async def _hear(heard: list[str], interaction: discord.Interaction[Any]) -> None:
    heard.append(interaction.locale.value)


@pytest.mark.parametrize("language", languages())
def test_what_the_page_says_is_all_there(language: str) -> None:
    script = (STATIC / "index.js").read_text(encoding="utf-8")
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    asked = {key for found in re.findall(r'\bsay\("(\w+)"|\bwords\.(\w+)', script) for key in found if key}
    asked |= {*re.findall(r"{(\w+)}", page)}
    said = words(language)
    assert asked - {"language"} == {*said}
    forms = [form for each in said.values() for form in ([each] if isinstance(each, str) else each.values())]
    assert [form for form in forms if not re.fullmatch(r"([^{}]|{\w+})+", form)] == [], "the page can't choose"
    counted = [each for each in said.values() if not isinstance(each, str)]
    assert {frozenset(each) for each in counted} == {frozenset({"one", "other"})}
