"""A right that the bot is taken and given back, wherever a match is played: what it says stands once, and is right.

Of every game, each way a match is housed and each right some are tried, and some of those on PostgreSQL, too; all on
both with `ARENA_THOROUGH`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from itertools import product
from typing import Any, cast

import discord
import pytest
import simcord
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.http import router
from simcord.http.client import FakeHTTPClient, _raise_for

from cogs.channels.places import posting
from cogs.core.messages import custom_ids
from cogs.core.permissions import label
from hosting.match.model import Match, Place
from tests.cogs.conftest import World, bits, some_turn
from tests.cogs.league.playing import whispers
from tests.databases import with_databases
from tests.volume import many

RIGHTS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "attach_files",
    "embed_links",
    "read_message_history",
    "manage_threads",
    "manage_messages",
    "manage_channels",
    "create_public_threads",
)
GAMES = ("replicants", "replica", "apex", "mutants")
DAY = 86400.0


async def _here(world: World) -> simcord.ChannelHandle:
    return world.channel


async def _thread(world: World) -> simcord.ChannelHandle:
    return await _threaded(world, discord.ChannelType.public_thread)


async def _private_thread(world: World) -> simcord.ChannelHandle:
    return await _threaded(world, discord.ChannelType.private_thread)


async def _threaded(world: World, kind: Any) -> simcord.ChannelHandle:
    channel = cast("discord.TextChannel", world.bot.get_channel(world.channel.id))
    made = await world.as_bot(channel.create_thread(name="match", type=kind))
    return world.place(made.id)


async def _forum(world: World) -> simcord.ChannelHandle:
    forum = world.guild.create_forum_channel("forum")
    await world.settle()
    made = await world.as_bot(
        cast("discord.ForumChannel", world.bot.get_channel(forum.id)).create_thread(name="match", content="match")
    )
    return world.place(made.thread.id)


HOUSING: dict[str, Callable[[World], Awaitable[simcord.ChannelHandle]]] = {
    "here": _here,
    "thread": _thread,
    "private thread": _private_thread,
    "forum": _forum,
}
CASES = list(product(GAMES, HOUSING, RIGHTS))


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have files and embeds refused where the right to send them is missing, as Discord does and SimCord does not."""
    through = FakeHTTPClient.request

    async def request(self: FakeHTTPClient, route: Any, *, files: Any = None, form: Any = None, **options: Any) -> Any:
        found = re.search(r"/channels/(\d+)/messages$", route.url)
        if found and route.method == "POST":
            payload, attached = (
                router.parse_form(list(form), list(files or [])) if form else (options.get("json"), files)
            )
            channel = self.backend.get_channel(int(found[1]))
            needed = [
                name
                for name, given in (
                    ("attach_files", attached),
                    ("embed_links", payload["embeds"] if payload and "embeds" in payload else None),
                )
                if given
            ]
            for name in needed if channel.guild_id else ():
                try:
                    self.backend.require_permissions(channel.guild_id, self.backend.bot_user.id, channel.id, name)
                except BackendError as error:
                    _raise_for(error)
        return await through(self, route, files=files, form=form, **options)

    monkeypatch.setattr(FakeHTTPClient, "request", request)


async def begin(world: World, game: str, place: simcord.ChannelHandle) -> Match:
    """Begin a match of Ann against Bob."""
    tables, ann, bob = world.bot.arena.tables, world.named("ann"), world.named("bob")
    table = await tables.open(world.guild.id, world.channel.id, ann, game, "2", where="here")
    table = await tables.join(table.id, bob)
    match = await world.as_bot(tables.start(table.id, ann.person_id, (Place("board", place.id),)))
    return await world.bot.arena.matches.get(match.id)


async def turn(world: World, match: Match) -> Match:
    """Have players decide, from elsewhere, until the match has gone on."""
    seq = match.seq
    while match.seq == seq and not match.over:
        seat = min(match.session.to_act)
        open_ = match.session.game.info.open
        text = some_turn(match.session) if open_ else match.session.complete(seat, "", 1)[0]
        await world.as_bot(world.bot.arena.matches.play(match.id, match.person_of(seat), text))
        match = await world.bot.arena.matches.get(match.id)
    return match


def take(world: World, channel_id: int, right: str) -> Callable[[], None]:
    """Take a right from the bot in a channel; return what gives it back."""
    backend, me = world.env.backend, world.env.backend.bot_user.id
    channel = backend.get_channel(channel_id)
    before = next((each for each in channel.overwrites if each.target_id == me), None)
    allow, deny = (before.allow, before.deny) if before is not None else (0, 0)
    bit = bits([right])
    backend.set_overwrite(channel_id, Overwrite(me, OverwriteType.MEMBER, allow & ~bit, deny | bit))

    def give() -> None:
        if before is None:
            backend.delete_overwrite(channel_id, me)
        else:
            backend.set_overwrite(channel_id, before)

    return give


def calls(world: World, match: Match) -> list[int]:
    """Return for which events of a match messages in its channels have buttons that play."""
    found = []
    for place in match.places:
        for message in world.own(world.place(place.channel_id)):
            parts = [each.split(":") for each in custom_ids(message)]
            found += [
                int(seq)
                for kind, *rest in parts
                if kind == "m" and len(rest) == 3
                for seq in [rest[1]]
                if rest[2] == "play"
            ]
    return found


def told(world: World) -> str:
    """Return what players can read anywhere."""
    channels = [each for each in world.env.backend.channels.values() if each.id in world.env.backend.messages]
    public = [message.content for each in channels if each.guild_id for message in world.own(world.place(each.id))]
    return "\n".join((*public, *whispers(world, "ann"), *whispers(world, "bob")))


SAMPLE = CASES[:: many(11, 1)]
"""Each game, each way to be housed and each right is among them."""


@pytest.mark.parametrize(
    ("game", "housing", "right", "database"),
    with_databases(SAMPLE, 5, lambda *case: "-".join(case)),
    indirect=["database"],
)
async def test_a_right_is_taken_and_given_back(world: World, game: str, housing: str, right: str) -> None:
    place = await HOUSING[housing](world)
    match = await turn(world, await begin(world, game, place))
    assert calls(world, match) == [match.seq]
    channel = world.bot.get_channel(place.id)
    parent = getattr(world.env.backend.get_channel(place.id), "parent_id", None) if place.is_thread else None
    give = take(world, parent or place.id, right)
    await world.settle()
    match = await turn(world, match)
    needed = right in posting(channel)
    assert (match.status == "parked") is needed
    if needed:
        assert match.parked is not None
        assert str(label(right)) in str(match.parked.text)
        assert str(label(right)) in told(world)
    else:
        assert calls(world, match) == [match.seq]

    give()
    await world.settle()
    for seconds in (60.0, DAY):
        match = await world.bot.arena.matches.get(match.id)
        assert match.status == "running"
        assert calls(world, match) == [match.seq]
        await world.env.advance_time(seconds)
        await world.settle()
    match = await turn(world, match)
    assert calls(world, match) == [match.seq]


SILENT = list(product(("board", "team:0", "category"), RIGHTS))


@pytest.mark.parametrize(
    ("role", "right", "database"),
    with_databases(SILENT[:: many(7, 1)], 5, lambda *case: "-".join(case)),
    indirect=["database"],
)
async def test_a_right_is_taken_and_given_back_where_teams_are_silent(world: World, role: str, right: str) -> None:
    """What the channels say is put right where the bot still may; where it may not, the match waits."""
    match = await turn(world, await world.begin_silent())
    before = calls(world, match)
    assert set(before) == {match.seq}
    place = match.place(role)
    assert place is not None
    give = take(world, place.channel_id, right)
    await world.settle()
    if (await world.bot.arena.matches.get(match.id)).status == "running":
        match = await turn(world, match)
    match = await world.bot.arena.matches.get(match.id)
    if match.parked is not None:
        assert "channel" in told(world)
        assert str(match.parked.text)

    give()
    await world.settle()
    for seconds in (60.0, DAY):
        await world.env.advance_time(seconds)
        await world.settle()
        match = await world.bot.arena.matches.get(match.id)
        assert match.status == "running"
        assert sorted(calls(world, match)) == [match.seq] * len(before)
