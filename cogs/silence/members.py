"""The policy of silence in Discord's terms: overwrites, permissions, members, voice channels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache

import discord

from hosting.silence.cast import Target
from hosting.silence.overwrites import Overwrite, Overwrites
from hosting.silence.permissions import NEEDED, PERMISSIONS

_NAMES = frozenset(permission.name for permission in PERMISSIONS)


def held(permissions: discord.Permissions) -> frozenset[str]:
    """Return permissions by the names of the policy."""
    return _held(permissions.value)


@lru_cache(4096)  # the same few sets of permissions, for every member and channel
def _held(value: int) -> frozenset[str]:
    permissions = discord.Permissions(value)
    return frozenset(name for name in _NAMES if getattr(permissions, name))


def found_in(channel: discord.abc.GuildChannel) -> dict[Target, Overwrite]:
    """Return a channel's overwrites as the policy knows them."""
    out = {}
    for target, overwrite in channel.overwrites.items():
        allow, deny = overwrite.pair()
        out[_target(target)] = Overwrite(held(allow), held(deny))
    return out


def as_discord(
    guild: discord.Guild, overwrites: Overwrites
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    """Return the policy's overwrites as discord.py takes them."""
    return {
        _object(guild, target): discord.PermissionOverwrite.from_pair(
            discord.Permissions(**dict.fromkeys(overwrite.allow, True)),
            discord.Permissions(**dict.fromkeys(overwrite.deny, True)),
        )
        for target, overwrite in overwrites.items()
    }


def missing(guild: discord.Guild) -> tuple[str, ...]:
    """Return the permissions that the bot needs for silent channels and does not have in a server."""
    return tuple(sorted(NEEDED - held(guild.me.guild_permissions)))


async def fetch_members(guild: discord.Guild, person_ids: Iterable[int]) -> dict[int, discord.Member]:
    """Return members as they are now, less those who left: without a privileged intent their roles are not kept."""

    async def fetch(person_id: int) -> discord.Member | None:
        try:
            return await guild.fetch_member(person_id)
        except discord.NotFound:
            return None

    people = await asyncio.gather(*map(fetch, person_ids))
    return {member.id: member for member in people if member is not None}


def by_voice(guild: discord.Guild) -> Mapping[int, int]:
    """Return the voice channel or stage of each user who is in one; the channel for the absent is silent by itself."""
    return {
        person_id: channel.id
        for channel in (*guild.voice_channels, *guild.stage_channels)
        if channel != guild.afk_channel
        for person_id in channel.voice_states
    }


def _target(target: discord.Role | discord.Member | discord.Object) -> Target:
    is_role = isinstance(target, discord.Role) or (isinstance(target, discord.Object) and target.type is discord.Role)
    return Target("role" if is_role else "member", target.id)


def _object(guild: discord.Guild, target: Target) -> discord.Role | discord.Object:
    if target.kind == "member":
        return discord.Object(target.id, type=discord.Member)
    return guild.get_role(target.id) or discord.Object(target.id, type=discord.Role)
