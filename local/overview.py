"""What the index page shows: channels, who may see and write in them, and what each player has not read yet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
import simcord
from simcord.backend.access import channel_accessible

from local.world import World

Json = dict[str, Any]

TEXT, DM, VOICE, CATEGORY, NEWS, PUBLIC_THREAD, PRIVATE_THREAD, STAGE, FORUM = 0, 1, 2, 4, 5, 11, 12, 13, 15
_KINDS = {
    TEXT: "text",
    DM: "direct",
    VOICE: "voice",
    NEWS: "text",
    PUBLIC_THREAD: "thread",
    PRIVATE_THREAD: "thread",
    STAGE: "voice",
    FORUM: "forum",
}
_WRITE = discord.Permissions(send_messages=True).value
_WRITE_IN_THREADS = discord.Permissions(send_messages_in_threads=True).value


@dataclass(slots=True)
class Reads:
    """Up to which message each player has read each channel."""

    _last: dict[tuple[int, int], int] = field(default_factory=dict)

    def mark(self, player_id: int, channel_id: int, message_id: int) -> None:
        """Notes that the player has seen everything up to `message_id`."""
        key = (player_id, channel_id)
        self._last[key] = max(self._last.get(key, 0), message_id)

    def last(self, player_id: int, channel_id: int) -> int:
        """The last message read, 0 before the first."""
        return self._last.get((player_id, channel_id), 0)


def find_channel(world: World, channel_id: int) -> simcord.ChannelHandle | None:
    """The handle of a channel, thread or direct conversation that exists now."""
    channel = world.env.backend.channels.get(channel_id)
    if channel is None:
        return None
    return simcord.ChannelHandle(world.env, world.guild if channel.guild_id is not None else None, channel)


def may_see(world: World, channel: simcord.ChannelHandle, player: simcord.MemberActor) -> bool:
    """Whether the player may open the channel and read what was said there."""
    return channel_accessible(world.env.backend, channel.id, player.id, history=True)


def may_write(world: World, channel: simcord.ChannelHandle, player: simcord.MemberActor) -> bool:
    """Whether the player may send a message of their own there."""
    if channel.guild is None:
        return True
    needed = _WRITE_IN_THREADS if channel.is_thread else _WRITE
    return bool(world.env.backend.compute_permissions(world.guild.id, player.id, channel.id) & needed)


def mark_read(world: World, reads: Reads, channel: simcord.ChannelHandle, player: simcord.MemberActor) -> None:
    """The player looked at the channel just now."""
    messages = world.env.backend.messages.get(channel.id, {})
    if messages:
        reads.mark(player.id, channel.id, max(messages))


def overview(world: World, reads: Reads, player: simcord.MemberActor) -> Json:
    """The whole index page as `player` should see it.

    Returns:
        `server` (name), `players` (id, name, owner, unread channels, pings), `groups` (name, channels) and `direct`;
        ids are strings, since JavaScript cannot hold them as numbers.
    """
    handles = _readable_channels(world)
    access = {
        channel.id: [member for member in world.players.values() if may_see(world, channel, member)]
        for channel in handles
    }
    news = {
        (channel.id, member.id): _news(world, reads, channel.id, member)
        for channel in handles
        for member in access[channel.id]
    }
    rows = {channel.id: _row(world, channel, access[channel.id], news, player) for channel in handles}
    return {
        "server": world.guild.name,
        "players": [_person(world, name, member, news) for name, member in world.players.items()],
        "groups": _groups(world, rows),
        "direct": [rows[channel.id] for channel in handles if channel.guild is None],
    }


def _readable_channels(world: World) -> list[simcord.ChannelHandle]:
    backend = world.env.backend
    found = [
        channel
        for channel in backend.channels.values()
        if channel.type != CATEGORY and (channel.guild_id == world.guild.id or channel.guild_id is None)
    ]
    return [handle for channel in found if (handle := find_channel(world, channel.id)) is not None]


def _news(world: World, reads: Reads, channel_id: int, member: simcord.MemberActor) -> tuple[int, int]:
    last = reads.last(member.id, channel_id)
    roles = set(world.env.backend.get_member(world.guild.id, member.id).role_ids)
    unread = pings = 0
    for key, message in world.env.backend.messages.get(channel_id, {}).items():
        if key <= last or message.author_id == member.id or not message.visible_to(member.id):
            continue
        unread += 1
        pings += (
            message.mention_everyone or member.id in message.ping_user_ids or bool(roles & {*message.ping_role_ids})
        )
    return unread, pings


def _row(
    world: World,
    channel: simcord.ChannelHandle,
    visible_to: Iterable[simcord.MemberActor],
    news: Mapping[tuple[int, int], tuple[int, int]],
    player: simcord.MemberActor,
) -> Json:
    model = world.env.backend.channels[channel.id]
    seen_by = list(visible_to)
    unread, pings = news.get((channel.id, player.id), (0, 0))
    return {
        "id": str(channel.id),
        "name": _name(world, channel),
        "topic": model.topic or "",
        "kind": _KINDS.get(model.type, "text"),
        "parent": str(model.parent_id) if model.parent_id is not None else None,
        "closed": bool(model.thread_metadata and (model.thread_metadata.archived or model.thread_metadata.locked)),
        "visible": [str(member.id) for member in seen_by],
        "writable": [str(member.id) for member in seen_by if may_write(world, channel, member)],
        "present": [
            str(person_id) for person_id, state in world.guild.voice_states().items() if state.channel_id == channel.id
        ],
        "unread": unread,
        "pings": pings,
        "threads": [],
    }


def _name(world: World, channel: simcord.ChannelHandle) -> str:
    if channel.guild is not None:
        return channel.name or str(channel.id)
    owners = [name for name, member in world.players.items() if may_see(world, channel, member)]
    return owners[0] if owners else str(channel.id)


def _person(
    world: World, name: str, member: simcord.MemberActor, news: Mapping[tuple[int, int], tuple[int, int]]
) -> Json:
    mine = [count for (_, member_id), count in news.items() if member_id == member.id]
    return {
        "id": str(member.id),
        "name": name,
        "owner": member is world.owner,
        "unread": sum(1 for unread, _ in mine if unread),
        "pings": sum(pings for _, pings in mine),
    }


def _groups(world: World, rows: Mapping[int, Json]) -> list[Json]:
    """Channels without a category first, then each category in its order; threads below their channel."""
    backend = world.env.backend
    for row in rows.values():
        if row["kind"] == "thread" and row["parent"] is not None and (parent := rows.get(int(row["parent"]))):
            parent["threads"].append(row)
    ordered = sorted(
        (backend.channels[key] for key in backend.get_guild(world.guild.id).channel_ids),
        key=lambda channel: (channel.position, channel.id),
    )
    groups: dict[int | None, Json] = {None: {"id": None, "name": "", "channels": []}}
    groups |= {
        channel.id: {"id": str(channel.id), "name": channel.name or "", "channels": []}
        for channel in ordered
        if channel.type == CATEGORY
    }
    for channel in ordered:
        if channel.type != CATEGORY:
            group = groups.get(channel.parent_id) or groups[None]
            group["channels"].append(rows[channel.id])
    return [group for group in groups.values() if group["id"] is not None or group["channels"]]
