"""The policy of silence in Discord's terms: overwrites, permissions, members, voice channels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache

import discord

from cogs.core.accounts import Accounts, accounts_of
from cogs.core.bot import ArenaBot
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


def found_in(channel: discord.abc.GuildChannel, accounts: Accounts) -> dict[Target, Overwrite]:
    """Return a channel's overwrites as the policy knows them; who is not among the accounts is just some member."""
    out, persons = {}, accounts.persons()
    for target, overwrite in channel.overwrites.items():
        allow, deny = overwrite.pair()
        out[_target(target, persons)] = Overwrite(held(allow), held(deny))
    return out


def as_discord(
    guild: discord.Guild, overwrites: Overwrites, accounts: Accounts
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    """Return the policy's overwrites as discord.py takes them, less those for persons without an account."""
    return {
        whom: discord.PermissionOverwrite.from_pair(
            discord.Permissions(**dict.fromkeys(overwrite.allow, True)),
            discord.Permissions(**dict.fromkeys(overwrite.deny, True)),
        )
        for target, overwrite in overwrites.items()
        if (whom := _object(guild, target, accounts)) is not None
    }


def missing(guild: discord.Guild) -> tuple[str, ...]:
    """Return the permissions that the bot needs for silent channels and does not have in a server."""
    return tuple(sorted(NEEDED - held(guild.me.guild_permissions)))


async def fetch_members(bot: ArenaBot, guild: discord.Guild, person_ids: Iterable[int]) -> dict[int, discord.Member]:
    """Return persons as the members that they are now, less those who left.

    Without a privileged intent their roles are not kept, so Discord is asked.
    """
    wanted = list(person_ids)
    accounts = await accounts_of(bot, wanted)

    async def fetch(person_id: int) -> discord.Member | None:
        account = accounts.get(person_id)
        try:
            return None if account is None else await guild.fetch_member(account)
        except discord.NotFound:
            return None

    found = await asyncio.gather(*map(fetch, wanted))
    return {person_id: member for person_id, member in zip(wanted, found, strict=True) if member is not None}


def by_voice(guild: discord.Guild, accounts: Accounts) -> Mapping[int, int]:
    """Return the voice channel or stage of each person who is in one; the channel for the absent is silent by itself.

    Args:
        guild: The server.
        accounts: Of the persons in question.
    """
    persons = accounts.persons()
    return {
        persons[account]: channel.id
        for channel in (*guild.voice_channels, *guild.stage_channels)
        if channel != guild.afk_channel
        for account in channel.voice_states
        if account in persons
    }


def _target(target: discord.Role | discord.Member | discord.Object, persons: Mapping[int, int]) -> Target:
    is_role = isinstance(target, discord.Role) or (isinstance(target, discord.Object) and target.type is discord.Role)
    if is_role:
        return Target("role", target.id)
    person_id = persons.get(target.id)
    return Target("member", target.id) if person_id is None else Target("person", person_id)


def _object(guild: discord.Guild, target: Target, accounts: Accounts) -> discord.Role | discord.Object | None:
    if target.kind != "role":
        account = accounts.get(target.id) if target.kind == "person" else target.id
        return None if account is None else discord.Object(account, type=discord.Member)
    return guild.get_role(target.id) or discord.Object(target.id, type=discord.Role)
