"""To whom players appear in profiles and on leaderboards, by their own choice (`PlayerSettings.appear`)."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncConnection

from store import profiles


async def visible(
    connection: AsyncConnection, guild_id: int, person_ids: Collection[int], reader_id: int | None
) -> frozenset[int]:
    """Return which of some persons appear to another one in a server; None reads for everybody at once."""
    chosen = await profiles.appearing(connection, person_ids)
    seen = {each for each in person_ids if each == reader_id or chosen.get(each, "server") == "server"}
    asking = [each for each in person_ids if each not in seen and chosen.get(each) == "opponents"]
    if reader_id is not None and asking:
        seen |= await profiles.opponents(connection, guild_id, reader_id, asking)
    return frozenset(seen)
