"""Notices: something that everybody who follows a match should read, posted wherever it shows its boards."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Text
from hosting.match.codec import BareMatch
from hosting.match.model import Match
from hosting.outbox.posts import Posting, TextPost, add_posts


async def announce(connection: AsyncConnection, match: Match, text: Text | TextPost, at: datetime) -> None:
    """Write a notice in the caller's transaction; the caller then drains the outbox.

    Nothing is posted while a match is parked.

    Args:
        connection: In a transaction.
        match: As it will be.
        text: What to say, perhaps with what stands below it.
        at: When.
    """
    if match.parked is not None:
        return
    await _post(connection, match, TextPost(text) if isinstance(text, Text) else text, at)


async def announce_end(connection: AsyncConnection, match: BareMatch, text: Text, at: datetime) -> None:
    """Write a notice that a match has ended whose start cannot be read, as `announce` does."""
    await _post(connection, match, TextPost(text, unbegun=match.guild_id), at)


async def _post(connection: AsyncConnection, match: Match | BareMatch, content: TextPost, at: datetime) -> None:
    posts = [Posting("notice", place.channel_id, content) for place in match.places if place.shows_boards]
    await add_posts(connection, match.id, match.seq, posts, at)
