"""Whatever is stored by a command, a button, a menu or a dialog whose answer is lost can be seen, and undone.

The rows are in `tests.cogs.deeds`; a command or a control that is in none must be known to store nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from discord import app_commands
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter, _FakeResponse
from sqlalchemy import func, literal, select, union_all

from cogs.consent import requests
from cogs.ui import lobby
from store.database import Writes, note_writes
from store.schema import metadata
from tests.cogs.conftest import World
from tests.cogs.core.test_dialogs import DIALOGS
from tests.cogs.deeds import DEEDS, Deed, Scene, words_of
from tests.cogs.test_visibility import COMMANDS, FOR_ORGANISERS, _filled_in
from tests.databases import with_databases
from tests.volume import THOROUGH

FAULTS = ("10062", "40060", "cut before", "cut after", "503", "nothing arrives", "no sooner")
"""What becomes of the answer. Where nothing arrives, neither do private messages; "no sooner" means that even the
first of all that is sent is refused by 10062, such as a deferral."""

DEFERRALS, DIALOG = (5, 6), 9
"""Types of a first answer that only says that there will be one, or opens a dialog."""
BOOKKEEPING = {"deadlines", "outbox", "shards", "clock_marks"}
"""Tables that say nothing of what people did."""


class Lossy:
    """Loses what the bot answers to the next interaction.

    Attributes:
        hits: Answers that were lost.
        errors: What the bot was told of them.
    """

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.hits = 0
        self.errors: list[BaseException] = []

    def error(self) -> BaseException:
        """Return what the bot is told."""
        self.hits += 1
        match self.fault:
            case "40060":
                found: BaseException = discord.HTTPException(_response(400), {"code": 40060, "message": ""})
            case "cut before" | "cut after":
                found = aiohttp.ServerDisconnectedError()
            case "503":
                found = discord.DiscordServerError(_response(503), {"code": 0, "message": ""})
            case _:
                found = discord.NotFound(_response(404), {"code": 10062 if self.hits == 1 else 10015, "message": ""})
        self.errors.append(found)
        return found

    def strikes(self, path: str, payload: Any) -> bool:
        """Return whether a request to the webhooks of interactions is lost."""
        if "/callback" in path:
            kind = payload.get("type")
            if kind == DIALOG or (kind in DEFERRALS and self.fault != "no sooner"):
                return False
        once = ("40060", "cut before", "cut after")
        return not (self.fault in once and self.hits)


def _response(status: int) -> Any:
    return _FakeResponse(status)


@contextmanager
def losing(fault: str) -> Iterator[Lossy]:
    """Lose the answers to interactions meanwhile."""
    lossy, through, direct = Lossy(fault), FakeWebhookAdapter.request, FakeHTTPClient.request

    async def request(self: FakeWebhookAdapter, route: Any, session: Any, **options: Any) -> Any:
        payload = options.get("payload") or {}
        if not lossy.strikes(route.url, payload):
            return await through(self, route, session, **options)
        if fault == "cut after":
            await through(self, route, session, **options)
        raise lossy.error()

    async def directly(self: FakeHTTPClient, route: Any, **options: Any) -> Any:
        if fault == "nothing arrives" and route.url.endswith("/users/@me/channels"):
            refused = discord.Forbidden(_response(403), {"code": 50007, "message": ""})
            lossy.errors.append(refused)
            raise refused
        return await direct(self, route, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeWebhookAdapter, "request", request)
        patch.setattr(FakeHTTPClient, "request", directly)
        yield lossy


_ROWS = union_all(
    *(
        select(literal(name), func.count()).select_from(table)
        for name, table in metadata.tables.items()
        if name not in BOOKKEEPING
    )
)


async def stored(world: World) -> dict[str, int]:
    """Return how many rows each table has that says what people did."""
    async with world.bot.arena.db.read() as connection:
        return dict((await connection.execute(_ROWS)).all())


def _answered(reply: simcord.InteractionResult) -> str:
    return "\n".join(words_of(each) for each in filter(None, (reply.response, *reply.followups)))


def _whispered(actor: simcord.MemberActor) -> list[str]:
    return [each.content for each in actor.user.dm_channel.history(viewer=actor.user)]


CASES = [(row, fault) for number, row in enumerate(DEEDS) for fault in (FAULTS if THOROUGH else (FAULTS[number % 7],))]


@pytest.mark.usefixtures("grove", "parlour")
@pytest.mark.parametrize(
    ("row", "fault", "database"),
    with_databases(CASES, 16, lambda row, fault: f"{row.name}-{fault}"),
    indirect=["database"],
)
async def test_what_is_stored_is_seen_and_undone(world: World, row: Deed, fault: str) -> None:
    scene = Scene(world)
    ready = await row.prepare(scene)
    actor = scene.actor(row.who)
    assert row.mark not in await ready.reads()
    before = await stored(world)
    with losing(fault) as lossy:
        reply = await ready.act()
        await world.settle()
    assert lossy.hits, "nothing was answered"
    world.foreseen.extend(lossy.errors)
    there = await ready.reads()
    if fault == "no sooner" and row.mark not in there:
        assert await stored(world) == before
        return
    assert row.mark in there
    told, whispers = (
        _answered(reply),
        [each for each in _whispered(actor) if "didn't reach you, because Discord lost it" in each],
    )
    if row.says and fault not in ("nothing arrives", "no sooner"):
        assert row.says in "\n".join((told, *whispers))
    if fault == "cut after":
        assert whispers == []

    done = await stored(world)
    await ready.act()
    await world.settle()
    if not row.another:
        assert await stored(world) == done, "done again"
    assert row.mark in await ready.reads()
    assert (ready.undo is None) == bool(row.final)
    if ready.undo is not None:
        await ready.undo()
        await world.settle()
        assert row.mark not in await ready.reads()


COPY = "data"


@pytest.mark.parametrize("fault", [each for each in FAULTS if each != "no sooner"])
async def test_a_copy_that_is_lost_is_asked_for_again(world: World, fault: str) -> None:
    """Its files can be sent in no other way, so that it was asked for does not count."""
    await world.begin()
    with losing(fault) as lossy:
        await world.ann.slash(world.channel, COPY, request="copy")
        await world.settle()
    world.foreseen.extend(lossy.errors)
    whispers = [each for each in _whispered(world.ann) if "Please ask for it again" in each]
    assert len(whispers) == (fault in ("10062", "503"))
    reply = await world.ann.slash(world.channel, COPY, request="copy")
    assert "README.txt explains each file" in _answered(reply)


READING = frozenset(
    (
        *("board", "doctor", "help", "leaderboard", "legal", "matches", "profile", "rules", "learn", "puzzle"),
        *(
            "league bracket",
            "league explain",
            "league history",
            "league mine",
            "league schedule",
            "league standings",
        ),
        *("league-manage export", "match cards", "match clock", "match record", "organise log"),
        *("match replay", "seek list", "silence log", "silence policy"),
        *("silence status", "watch list"),
        *("Board as text", "Profile", "Replay from here"),
    )
)
"""Commands that store nothing."""
ASKING = frozenset(
    (
        *("league-manage close",),
        *("match abort", "match leave", "resign"),
    )
)
"""Commands that ask whether one means it: the press that says so has a row."""
UNSTORED = frozenset(
    (
        # Shows something, opens a dialog, or asks whether one means it.
        *("m:play", "m:legal", "m:hand", "m:othercards", "m:prepare", "m:aid", "m:cards", "m:board"),
        *("m:record", "m:replay"),
        "m:analyse",  # what is found is stored when it is, and shown by the next press
        *("m:practise", "m:verify", "m:rules", "m:more", "m:offer", "m:resign", "m:resignno", "t:terms", "t:loadout"),
        *("t:computer", "t:remove"),
        *("g:terms", "g:words", "g:stay", "g:keep", "q:take", "q:computer"),
        *("LeaderboardPage", "LeaguePage", "PageButton", "PrivacyMenu", "PieceControl", "RulesButton", "RulesMenu"),
        *("TopicMenu", "PageStep", "EntryMenu", "ViewerControl"),
        # A board to practise on is stored nowhere.
        *("PracticeControl", "PracticeDialog"),
    )
)
"""Controls and dialogs that store nothing."""
BY_ACTION = {"MatchButton", "LobbyControl", "LeagueControl", "RequestButton"}
"""Controls that are listed by what they do."""


async def test_everything_that_is_stored_has_a_row(world: World) -> None:
    rows = {COPY, *(each for row in DEEDS for each in row.what)}
    tree = world.bot.tree
    commands = {each.qualified_name for each in tree.walk_commands() if isinstance(each, app_commands.Command)}
    commands |= {each.name for kind in (2, 3) for each in tree.get_commands(type=discord.AppCommandType(kind))}
    assert commands - rows == READING | ASKING
    controls = {each.__name__ for each in world.bot._connection._view_store._dynamic_items.values()} - BY_ACTION
    controls |= {f"m:{each}" for each in world.bot.presses}
    controls |= {f"t:{each}" for each in (*lobby._BUTTONS, lobby.SEAT)}
    controls |= {f"g:{each}" for each in world.bot.season_presses}
    controls |= {f"q:{each}" for each in (*requests._BUTTONS, *requests._LEVELS)}
    controls |= {each.__name__ for each in DIALOGS}
    assert controls - rows == UNSTORED
    assert rows <= commands | controls


async def test_what_only_reads_stores_nothing(
    world: World, subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[Writes] = []

    def note() -> Writes:
        noted.append(note_writes())
        return noted[-1]

    monkeypatch.setattr("cogs.core.errors.note_writes", note)
    organiser = world.organiser()
    await world.begin()
    for name, cases in COMMANDS.items():
        if name not in READING | ASKING:
            continue
        for options, _ in cases:
            with subtests.test(name, **options):
                noted.clear()
                who = organiser if name.startswith(FOR_ORGANISERS) else world.ann
                await who.slash(world.channel, name, **_filled_in(world, options))
                assert [each.any for each in noted] == [False]
