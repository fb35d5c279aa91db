"""Users of direct messages as members of a server: Discord sends who asks there without roles or permissions."""

from __future__ import annotations

import discord

from hosting.runtime.lru import Recent

FRESH = 30.0
"""Seconds for which a member is taken as they were while somebody types: completion asks with every pause."""
MOST_KEPT = 1_000


class Memberships:
    """Asks Discord for members."""

    def __init__(self) -> None:
        self._found: Recent[tuple[int, int], tuple[float, discord.Member | None]] = Recent(MOST_KEPT)

    async def of(self, guild: discord.Guild, user_id: int, now: float, *, typing: bool) -> discord.Member | None:
        """Return a user as the member of a server that they are, or None if they are none (any more).

        Args:
            guild: The server.
            user_id: The user's account.
            now: Seconds since some moment, always the same one.
            typing: Whether an answer of up to `FRESH` seconds ago will do.
        """
        known = self._found.get((guild.id, user_id))
        if typing and known is not None and 0 <= now - known[0] <= FRESH:
            return known[1]
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound:
            member = None
        if typing:
            self._found.put((guild.id, user_id), (now, member))
        else:
            self._found.forget((guild.id, user_id))
        return member
