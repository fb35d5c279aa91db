"""Notices: something that everybody who follows a match should read, posted wherever it shows its boards."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.text import Text
from hosting.match.codec import Unbegun
from hosting.match.model import Match, PostKind, dump_text
from store import outbox

UNBEGUN = "unbegun"
"""In the payload of a notice: the server of a match whose start cannot be read. Nothing waits to be played there."""


async def announce(connection: AsyncConnection, match: Match, text: Text, at: datetime) -> None:
    """Write a notice in somebody's transaction, who then drains the outbox; nothing is posted while a match is parked.

    Args:
        connection: In a transaction.
        match: As it will be.
        text: What to say.
        at: When.
    """
    if match.parked is not None:
        return
    payload: dict[str, Json] = {"text": dump_text(text)}
    posts: list[tuple[PostKind, int, Mapping[str, Json]]] = [
        ("notice", place.channel_id, payload) for place in match.places if place.shows_boards
    ]
    await outbox.add(connection, match.id, match.seq, posts, at)


async def announce_end(connection: AsyncConnection, match: Unbegun, text: Text, at: datetime) -> None:
    """Write a notice that a match has ended whose start cannot be read, as `announce` does."""
    payload: dict[str, Json] = {"text": dump_text(text), UNBEGUN: match.guild_id}
    posts: list[tuple[PostKind, int, Mapping[str, Json]]] = [
        ("notice", place.channel_id, payload) for place in match.places if place.shows_boards
    ]
    await outbox.add(connection, match.id, match.seq, posts, at)
