"""Rows to test with."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Setup
from store.tables import matches
from store.tables.values import MatchSeat, Place, StoredEvent

START = datetime(2026, 1, 1, 12, 30, 15, 123456, tzinfo=UTC)


async def add_match(connection: AsyncConnection, channel_id: int = 7, *, game: str = "tally") -> int:
    return await matches.add(
        connection,
        guild_id=1,
        channel_id=channel_id,
        game=game,
        rules_version=1,
        setup=Setup("2", (("speed", "fast"),), "1"),
        seed=bytes(16),
        to_act=[1],
        organiser_id=10,
        seats=[MatchSeat(1, 10, "Ann"), MatchSeat(2, 20, "Bob", 1)],
        match_places=[Place("board", channel_id)],
        at=START,
    )


async def end(connection: AsyncConnection, match_id: int) -> None:
    """Have a match end with its first event."""
    event = StoredEvent(1, "ruling", None, 0, "", (), START)
    await matches.append(connection, match_id, event, status="over", to_act=[], outcome={"ranks": [1, 2]})


def event(seq: int, text: str = "1/1") -> StoredEvent:
    return StoredEvent(seq, "turn", (seq - 1) % 2 + 1, 10, text, (), START)
