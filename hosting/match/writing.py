"""How a change of a match is written to the store, in the caller's transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.match.codec import dump_parked, dump_paused, posts_for
from hosting.match.events import Change
from hosting.match.model import Match
from hosting.outbox.posts import add_posts
from store import matches, outbox, posted
from store.replay import dump_outcome


def advanced(match: Match, change: Change) -> Change:
    """Return a change with the numbers of a match counted up, and what its end ends."""
    event, after = change.event, _settled(match, change)
    if event is None:
        return replace(change, match=replace(after, rev=match.rev + 1))
    over = after.session.outcome is not None
    after = replace(
        after,
        seq=event.seq,
        events=(*match.events, event),
        rev=match.rev + 1,
        status="over" if over else match.status,
        ended_at=event.at if over else None,
        parked=None if over else match.parked,
        paused=None if over else after.paused,
    )
    return replace(change, match=after)


def _settled(match: Match, change: Change) -> Match:
    """Return what a change makes of a match, with the pause that it ends, and causes only of what stays sealed."""
    after = change.match
    if match.paused is not None and (after.paused != match.paused or after.session.outcome is not None):
        after = replace(after, pauses=(*match.pauses, (match.paused.at, change.at)))
    if after.causes:
        sealed = {seat for seat, _, _ in after.session.sealed}
        after = replace(after, causes={seat: cause for seat, cause in after.causes.items() if seat in sealed})
    return after


async def write_event(connection: AsyncConnection, match: Match, change: Change) -> None:
    """Write an event, and what it makes of a match.

    Args:
        connection: In the transaction of the change.
        match: Before it.
        change: As `advanced` returned it.

    Raises:
        WriteConflict: Another change of the match came first.
    """
    event, after, session = change.event, change.match, change.match.session
    if event is None:
        raise AssertionError(f"nothing happened in match {match.id}")
    waiting = sorted(session.to_act)
    outcome = None if session.outcome is None else dump_outcome(session.outcome)
    await matches.append(
        connection, match.id, event, status=after.status, to_act=waiting, rev=match.rev, outcome=outcome
    )
    if match.session.sealed:
        left = [(seat, entry.text) for seat, _, entry in session.sealed]
        await matches.seal(connection, match.id, event.seq, left, to_act=waiting, at=event.at, causes=after.causes)
    if event.kind == "substitute" and event.seat is not None:
        await matches.set_seat(connection, match.id, after.seats[event.seat - 1])
    if after.paused != match.paused and not after.over:
        await _write_paused(connection, after)
    await _write_pause(connection, match, after)


async def write_amended(connection: AsyncConnection, match: Match, after: Match, at: datetime) -> None:
    """Write what changed of a match though nothing happened in the game. Raises WriteConflict."""
    await matches.touch(connection, match.id, match.rev)
    if after.session != match.session:
        # Choices that stay sealed until others have chosen: no event yet, and nothing to post.
        choices = [(seat, entry.text) for seat, _, entry in after.session.sealed]
        waiting = sorted(after.session.to_act)
        await matches.seal(connection, match.id, after.seq, choices, to_act=waiting, at=at, causes=after.causes)
    if after.parked != match.parked:
        parked = None if after.parked is None else dump_parked(after.parked)
        await matches.set_parked(connection, match.id, parked)
    if after.paused != match.paused:
        await _write_paused(connection, after)
    await _write_pause(connection, match, after)
    if after.places != match.places:
        await matches.set_places(connection, match.id, after.channel_id, after.places)


async def write_interruption(connection: AsyncConnection, match: Match, at: datetime) -> None:
    """Drop what waits to be posted for a match that is parked, or have its board posted where it is missing."""
    if match.parked is not None:
        await outbox.drop(connection, match.id, {place.channel_id for place in match.places}, at)
        return
    missing = [
        post
        for post in posts_for(match)
        if not await posted.is_posted(connection, match.id, post.channel_id, post.kind, match.seq)
    ]
    await add_posts(connection, match.id, match.seq, missing, at)


async def _write_paused(connection: AsyncConnection, match: Match) -> None:
    paused = None if match.paused is None else dump_paused(match.paused)
    await matches.set_paused(connection, match.id, paused)


async def _write_pause(connection: AsyncConnection, match: Match, after: Match) -> None:
    """Note a pause that is over."""
    if after.pauses != match.pauses:
        await matches.add_pause(connection, match.id, after.pauses[-1])
