"""Users of direct messages as members of a server: Discord sends who asks there without roles or permissions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass

import discord

from cogs.core.network import BROKEN
from hosting.runtime.lru import Recent

log = logging.getLogger(__name__)

FRESH = 30.0
"""Seconds for which a member is taken as they were while somebody types: completion asks with every pause."""
MOST_KEPT = 1_000
MOST_ASKED = 25
"""Servers that Discord is asked about for one answer: more would make others wait for theirs."""


@dataclass(frozen=True, slots=True)
class Outside:
    """Servers of which somebody may be told nothing, as they are no member there as far as is known.

    Attributes:
        left: They are no member, or the bot itself is none.
        unsure: Discord did not say.
    """

    left: frozenset[int]
    unsure: frozenset[int]

    @property
    def all(self) -> frozenset[int]:
        """Return all of them."""
        return self.left | self.unsure


class Unsaid(Exception):  # noqa: N818 - as those of hosting.errors
    """Discord does not say now who is a member of a server."""


class Memberships:
    """Asks Discord for members."""

    def __init__(self) -> None:
        self._found: Recent[tuple[int, int], tuple[float, discord.Member | None]] = Recent(MOST_KEPT)

    async def of(self, guild: discord.Guild, user_id: int, now: float, *, typing: bool) -> discord.Member | None:
        """Return a user as the member of a server that they are, or None if they are none (any more).

        Raises:
            Unsaid: Discord does not say, or does not reach the server.

        Args:
            guild: The server.
            user_id: The user's account.
            now: Seconds since some moment, always the same one.
            typing: Whether an answer of up to `FRESH` seconds ago will do.
        """
        known = self._found.get((guild.id, user_id))
        if typing and known is not None and 0 <= now - known[0] <= FRESH:
            return known[1]
        if guild.unavailable:
            raise Unsaid
        try:
            member = await guild.fetch_member(user_id)
        except (discord.NotFound, discord.Forbidden):  # the latter where the bot itself is no member any more
            member = None
        except (discord.HTTPException, *BROKEN) as error:
            log.info("Discord does not say who is a member of server %d: %r", guild.id, error)
            raise Unsaid from error
        if typing:
            self._found.put((guild.id, user_id), (now, member))
        else:
            self._found.forget((guild.id, user_id))
        return member

    async def outside(self, client: discord.Client, user_id: int, servers: Collection[int]) -> Outside:
        """Return those of some servers of which a user is no member as far as Discord says: it is asked for each.

        Args:
            client: The bot.
            user_id: The user's account.
            servers: Which; of more than `MOST_ASKED`, it is not asked about the others.
        """
        asked = sorted(servers)[:MOST_ASKED]
        found = await asyncio.gather(*(self._belongs(client, user_id, each) for each in asked))
        known = dict(zip(asked, found, strict=True))
        return Outside(
            frozenset(each for each in servers if known.get(each) is False),
            frozenset(each for each in servers if known.get(each) is None),
        )

    async def _belongs(self, client: discord.Client, user_id: int, guild_id: int) -> bool | None:
        """Return whether a user is a member of a server; None if Discord does not say."""
        guild = client.get_guild(guild_id)
        if guild is None:
            return False
        try:
            return await self.of(guild, user_id, 0, typing=False) is not None
        except Unsaid:
            return None
