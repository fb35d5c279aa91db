"""Requests wait for their turn, answers never do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import simcord
from discord import app_commands
from simcord.backend.ops.commands import COMMAND_FIELDS
from sqlalchemy import func, select, update

import bot
from cogs.core.bot import FOR_ORGANISERS, MOST_SPARE, RESERVED, GlobalLimit
from cogs.core.errors import Skew, cause_of
from cogs.core.messages import Accounts
from cogs.core.text import called, named, plain, shown
from engine.text import Member, Player, listed, say
from hosting.match.model import GONE, Computer
from hosting.match.service import recorded
from render.lettering import fit
from render.words import name_in, one_line
from settings import Settings
from store.schema import outbox
from tests.cogs.conftest import World, private
from tests.cogs.playing import SHORT_GAME, play
from tests.wire.double.sample import Bot, stage


class Time:
    """A time that does not pass, and for how long others would have slept in it."""

    def __init__(self) -> None:
        self.at = 100.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def times(limit: GlobalLimit, time: Time, count: int) -> list[float]:
    """Ask for turns at one moment; return when each may go out."""
    found = []
    for _ in range(count):
        before = len(time.slept)
        await limit.turn()
        found.append(time.at + sum(time.slept[before:]))
    return found


async def test_no_second_has_more_than_may_go_out() -> None:
    time = Time()
    limit = GlobalLimit(3, time.now, time.sleep)
    assert await times(limit, time, 7) == [100, 100, 100, 101, 101, 101, 102]
    time.at = 101.5  # the last one has still to go out, and the three before it went out half a second ago
    assert await times(limit, time, 3) == [102, 102, 103]
    time.at = 110.0
    assert await times(limit, time, 3) == [110, 110, 110]


async def test_a_player_who_came_first_goes_first_and_one_that_gave_up_holds_up_nobody() -> None:
    limit = GlobalLimit(1, lambda: 0.0, lambda seconds: asyncio.sleep(seconds / 100))
    gone: list[int] = []

    async def go(number: int) -> None:
        await limit.turn()
        gone.append(number)

    tasks = [asyncio.create_task(go(number)) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert gone == [0, 2, 3]


async def test_what_can_be_left_out_waits_for_room_and_is_left_out_where_there_is_none() -> None:
    time = Time()
    limit = GlobalLimit(RESERVED + 2, time.now, time.sleep)
    assert await limit.spare()
    await times(limit, time, 1)
    assert await limit.spare()
    await times(limit, time, 1)
    assert not await limit.spare(), "others came while it waited"
    assert time.slept == [1.0]
    await times(limit, time, RESERVED)
    assert time.slept == [1.0], "what is reserved goes out at once"
    await times(limit, time, 3)
    before = len(time.slept)
    assert not await limit.spare()
    assert len(time.slept) == before, "others wait already: it doesn't wait behind them"
    time.at += 10
    assert await limit.spare()


async def test_what_can_be_left_out_goes_out_once_it_is_calm() -> None:
    time = Time()

    async def passes(seconds: float) -> None:
        time.at += seconds

    limit = GlobalLimit(RESERVED + 1, time.now, passes)
    await limit.turn()
    time.at += 0.25
    assert await limit.spare()
    assert time.at == 101.0


async def test_not_endlessly_many_wait_to_be_left_out() -> None:
    time, calm = Time(), asyncio.Event()

    async def sleep(_seconds: float) -> None:
        await calm.wait()

    limit = GlobalLimit(RESERVED + 1, time.now, sleep)
    await limit.turn()
    waiting = [asyncio.create_task(limit.spare()) for _ in range(MOST_SPARE + 1)]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert [each.done() for each in waiting] == [False] * MOST_SPARE + [True]
    time.at += 10
    calm.set()
    assert await asyncio.gather(*waiting) == [True] * MOST_SPARE + [False]


@pytest.mark.parametrize(
    ("part", "times_of_eight"), [(0.5, [100] * 3 + [101] * 3 + [102] * 2), (1 / 14, [*range(100, 114, 2)])]
)
async def test_processes_share_the_limit_by_their_shards(part: float, times_of_eight: list[int]) -> None:
    """A process with so few shards that a request a second is too much has fewer."""
    time = Time()
    limit = GlobalLimit(7, time.now, time.sleep)
    limit.use(part)
    assert await times(limit, time, len(times_of_eight)) == times_of_eight


async def test_what_is_reserved_is_shared_too() -> None:
    time = Time()
    limit = GlobalLimit(2 * RESERVED, time.now, time.sleep)
    limit.use(0.5)
    await times(limit, time, RESERVED // 2 - 1)
    assert await limit.spare()
    await times(limit, time, 1)
    assert not await limit.spare()


async def test_behind_a_proxy_only_what_can_be_left_out_waits() -> None:
    time = Time()
    limit = GlobalLimit(RESERVED + 2, time.now, time.sleep, proxied=True)
    assert await times(limit, time, 100) == [100] * 100
    assert not await limit.spare()
    assert time.slept == [1.0]
    time.at += 10
    assert await limit.spare()


async def test_requests_of_a_bot_wait_and_answers_to_interactions_do_not() -> None:
    time = Time()
    limit = GlobalLimit(2, time.now, time.sleep)
    async with stage(bot=Bot(http_trace=limit.trace())) as s:
        time.slept.clear()
        time.at += 100
        for _ in range(2):
            await s.place().send("posted")
        shown = await s.ann.slash(s.lobby, "board")  # answered, followed up by two messages, and edited
        await shown.until(lambda reply: len(reply.messages) == 2 and reply.content == "edited")
        assert time.slept == []
        await s.place().send("posted")
        assert time.slept == [1.0]


@pytest.mark.parametrize(
    ("setting", "per_second"),
    [({}, 45), ({"requests_per_second": 90}, 90), ({"discord_proxy": "http://127.0.0.1:8080"}, 0)],
)
async def test_the_bot_keeps_below_the_limit_of_discord(
    monkeypatch: pytest.MonkeyPatch, setting: dict[str, int | str], per_second: int
) -> None:
    """Without a setting below the 50 that it allows: what leaves here evenly may arrive less so. A proxy limits it."""
    limits: list[int] = []

    class Noted(GlobalLimit):
        def __init__(self, per_second: int, *, proxied: bool) -> None:
            limits.append(0 if proxied else per_second)
            super().__init__(per_second, proxied=proxied)

    monkeypatch.setattr("cogs.core.bot.GlobalLimit", Noted)
    made = bot.make_bot(Settings.model_validate(setting))
    assert made.http.http_trace is not None
    assert limits == [per_second]


@pytest.mark.parametrize("ahead", [-3600, 0, 3600])
async def test_how_far_the_clock_is_from_that_of_discord_is_taken_from_its_answers(ahead: int) -> None:
    there = datetime.now(UTC)
    skew = Skew(SimpleNamespace(now=lambda: datetime.now(UTC) + timedelta(seconds=ahead)))
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(skew.hear)
    async with stage(bot=Bot(http_trace=trace)) as s:
        await s.place().send("posted")
    taken = datetime.now(UTC) - there
    assert timedelta() <= skew.ahead - timedelta(seconds=ahead) <= timedelta(seconds=1) + taken


# Where commands stand: few at the top for players, those for organisers hidden.


MOST_AT_THE_TOP, MOST = 18, 50
"""Commands that a player without rights sees in Discord's list: before words are opened, and all that can be used."""
TO_COME = {"puzzle", "settings language"}
"""Commands for which there is room already; the latter is there once there are two languages."""


def at_the_top(world: World) -> dict[str, Any]:
    return {
        command.name: command
        for command in world.bot.tree.get_commands()
        if not isinstance(command, app_commands.ContextMenu)
    }


async def test_players_find_few_commands(world: World) -> None:
    found = [command for command in at_the_top(world).values() if command.default_permissions is None]
    used = {
        each.qualified_name
        for command in found
        for each in ((command,) if isinstance(command, app_commands.Command) else command.walk_commands())
        if isinstance(each, app_commands.Command)
    } | TO_COME
    shown = {name.split()[0] for name in used}
    assert len(shown) <= MOST_AT_THE_TOP, sorted(shown)
    assert len(used) <= MOST, sorted(used)
    assert {command.name for command in found} <= shown
    assert shown >= {"new", "move", "board", "legal", "matches", "rules", "help", "undo", "resign"}


async def test_commands_for_organisers_are_hidden_from_players_until_a_server_opens_them(world: World) -> None:
    hidden = {name for name, command in at_the_top(world).items() if command.default_permissions is not None}
    assert hidden == set(FOR_ORGANISERS)
    for command in world.env.backend.commands[None].values():
        if command["name"] == "organise":
            world.guild.set_command_permissions(int(command["id"]), {})
    try:
        await world.ann.slash(world.channel, "organise log", match=1)
    except simcord.SetupError as refused:
        assert "default-member-permissions" in str(refused) or "permission" in str(refused)
    else:
        raise AssertionError("Discord would not have shown that command")


async def test_a_role_for_organisers_is_told_how_it_gets_to_see_them(world: World) -> None:
    assert "Integrations" not in private(await world.ann.slash(world.channel, "doctor"))
    olaf, role = world.organiser(), world.guild.create_role("referees")
    world.env.backend.add_member_role(world.guild.id, world.eve.id, role.id)
    await olaf.slash(world.channel, "settings server", organiser_role=role)
    told = private(await olaf.slash(world.channel, "doctor"))
    assert "Integrations" in told
    assert "`/organise`, `/league-manage`" in told


async def test_a_client_that_sends_a_command_that_is_gone_is_told_to_look_again(world: World) -> None:
    known = world.env.backend.commands[None].values()
    kept = [{key: value for key, value in each.items() if key in COMMAND_FIELDS} for each in known]
    gone = {"name": "abort", "description": "Gone", "type": 1, "options": []}
    world.env.backend.register_commands(None, [*kept, gone])
    assert "This command has just changed" in private(await world.ann.slash(world.channel, "abort"))
    world.foreseen.append(cause_of(world.env.errors[-1]))


# From persons to accounts: who is mentioned and called, and what stands for those who are gone.


KNOWN = Accounts({1: 111, 2: 222})


def test_only_those_with_an_account_are_mentioned_and_called() -> None:
    assert [KNOWN.get(1), KNOWN.get(3)] == [111, None]
    assert shown(say("{who}", who=KNOWN.mention(1)), None) == "<@111>"
    assert shown(say("{who}", who=KNOWN.mention(3)), None) == "deleted player"
    assert shown(say("{all}", all=KNOWN.mentions([2, 3, 1])), None) == "<@222>, deleted player, <@111>"
    several = say("{all}", all=KNOWN.mentions([3, 2, 4], "and"))
    assert shown(several, None) == "#1 deleted player, <@222> and #2 deleted player"
    assert KNOWN.calling(2, Player(4)) == "<@222>"
    assert KNOWN.calling(3, Player(4)) == Player(4)
    assert KNOWN.among({2, 3}).known == {2: 222}
    assert KNOWN.persons() == {111: 1, 222: 2}
    allowed = KNOWN.only().to_dict()
    assert (allowed["users"], allowed["parse"]) == ([111, 222], [])
    assert Accounts().only().to_dict()["parse"] == []


@pytest.mark.parametrize(
    ("names", "seen", "drawn"),
    [
        (("Ann", "*B*"), ["Ann", r"\*B\*"], ["Ann", "*B*"]),
        (("Ann", GONE), ["Ann", "deleted player"], ["Ann", "deleted player"]),
        (
            (GONE, "Bob", GONE),
            ["#1 deleted player", "Bob", "#2 deleted player"],
            ["#1 deleted player", "Bob", "#2 deleted player"],
        ),
    ],
)
def test_deleted_players_are_numbered_where_two_meet(names: tuple[str, ...], seen: list[str], drawn: list[str]) -> None:
    assert shown(say("{all}", all=listed(named(names), "comma")), None) == ", ".join(seen)
    assert [shown(say("{who}", who=Player(seat)), None, names) for seat in range(1, len(names) + 1)] == seen
    assert list(called(names, None)) == drawn
    assert shown(say("{who}", who=Player(9)), None, names) == "Player 9", "nobody sits there"


@pytest.mark.parametrize("locale", ["en-GB", "fr", "de"])
@pytest.mark.parametrize(
    "players",
    [
        ["Ann", *(Computer(*each).name for each in ((2,), (3, 2), (2, 3), (2, 4), (1, 5)))],
        ["Ann", GONE, GONE, GONE, Computer(2).name],
    ],
)
def test_computers_and_deleted_players_are_told_apart_where_their_names_are_cut(
    players: list[str], locale: str
) -> None:
    names = called(players, locale)
    for cut in (partial(one_line, limit=6), name_in(10), lambda name, _: fit(name, 100, 34)):
        assert len({cut(name, "") for name in names}) == len(players)


def test_a_person_of_whom_a_text_speaks_is_called_as_where_it_is_shown() -> None:
    text = say("**{new}** plays on for {old}.", new=Member(5), old=Member(6))
    assert shown(text, None, (), {5: "*Eve*", 6: GONE}) == r"**\*Eve\*** plays on for deleted player."
    assert plain(text, None, (), {5: "*Eve*"}) == "***Eve*** plays on for deleted player."
    assert shown(text, None) == "**#1 deleted player** plays on for #2 deleted player."
    # As the seats have it, whose names are numbered in their order.
    assert shown(text, None, (), {6: GONE, 5: GONE}) == "**#2 deleted player** plays on for #1 deleted player."
    resigned = say("{who} has resigned.", who=Member(5))
    assert shown(resigned, None, (GONE, GONE), {6: GONE, 5: GONE}) == "#2 deleted player has resigned."


def test_records_tell_deleted_players_apart() -> None:
    assert recorded(("Ann", "Bob")) == ["Ann", "Bob"]
    assert recorded((GONE, "deleted player", GONE)) == ["deleted player", "deleted player2", "deleted player3"]


# Whatever the bot posts is posted once, though the process dies between posting and noting so.


DAY = 86400


def everything(world: World, *channels: int) -> list[tuple[int, str]]:
    """Return every message of the bot in some channels and in private, as it is now."""
    handles = [world.place(channel_id) for channel_id in channels]
    private = [each.user.dm_channel.history(viewer=each.user) for each in (world.ann, world.bob)]
    messages = [message for handle in handles for message in world.own(handle)]
    messages += [message for history in private for message in history if message.author.bot]
    return [(message.id, message.content) for message in messages]


async def test_nothing_is_doubled_by_a_crash_right_after_it_was_posted(world: World) -> None:
    lounge = world.guild.create_text_channel("lounge")
    role = world.guild.create_role("keepers", permissions=discord.Permissions(manage_channels=True, manage_guild=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, role.id)
    settings = world.bot.arena.settings
    await settings.change_player(world.person("bob"), lambda each: replace(each, nudges="private"))
    match = await world.begin(clock="2d")
    await world.eve.slash(world.channel, "watch match", channel=lounge)
    await world.ann.slash(world.channel, "match end")
    await world.settle()
    await world.env.advance_time(DAY + 60)  # half of ann's time is up
    await world.settle()
    await play(world, SHORT_GAME[0])
    await world.bob.slash(world.channel, "match pause", days=3)
    await world.settle()
    await world.env.advance_time(DAY + 60)  # and of bob's, who is told in private
    await world.settle()
    await world.eve.slash(world.channel, "organise extend", player="1", hours=5)
    await world.settle()

    newest = select(func.max(outbox.c.id)).where(outbox.c.message_id.is_not(None))
    latest = newest.group_by(outbox.c.kind, outbox.c.channel_id)
    async with world.bot.arena.db.write() as connection:
        ids = list((await connection.execute(latest)).scalars())
        lost = select(outbox.c.kind, outbox.c.message_id).where(outbox.c.id.in_(ids)).order_by(outbox.c.id)
        before = [(row.kind, row.message_id) for row in await connection.execute(lost)]
        await connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(done_at=None, message_id=None))
    assert {kind for kind, _ in before} >= {"board", "notice", "request", "nudge", "private", "watch"}
    shown = everything(world, match.channel_id, lounge.id)
    await world.restart()

    assert everything(world, match.channel_id, lounge.id) == shown
    async with world.bot.arena.db.read() as connection:
        found = [(row.kind, row.message_id) for row in await connection.execute(lost)]
    # A reminder of a turn that was played since is not looked for.
    assert [each for each in found if each[0] != "nudge"] == [each for each in before if each[0] != "nudge"]
