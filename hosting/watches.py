"""Channels that follow matches: a match, a player, a league, or a whole server; or that are told the day's puzzle.

Their posts are written in the transaction of the event, one for each channel however many ways it follows the match,
and found through one index.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.text import say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match.events import more_follows
from hosting.match.model import Match, Watch, WatchKind, load_text
from hosting.match.service import decision_continues
from hosting.outbox import Posting, WatchPost, add_posts
from hosting.puzzles import announce
from store.tables import outbox, watches

MOST = 25
"""Cap on the watches of a server: each is a picture for each turn."""
_CLOSEST: tuple[WatchKind, ...] = ("match", "player", "league", "server", "puzzle")
"""Ways to follow a match; in a channel with several, the first of these decides how it is posted."""


@dataclass(eq=False, slots=True)
class Watches:
    """Every watch."""

    core: Core

    async def follow(
        self,
        guild_id: int,
        channel_id: int,
        kind: WatchKind,
        target_id: int,
        *,
        quiet: bool,
        person_id: int,
        now: Match | None = None,
    ) -> Watch:
        """Let a channel follow something, in place of an earlier watch of the same.

        `target_id`: the match, the player or the league; for "server" and "puzzle" the server. `quiet`: posts make no
        sound. `now`: a match whose board is posted at once, as is the puzzle of the day. Raises HostingError
        (`too-many-watches`).
        """
        async with self.core.db.write() as connection:
            watches_now = await watches.of_guild(connection, guild_id)
            again = any(
                (each.channel_id, each.kind, each.target_id) == (channel_id, kind, target_id) for each in watches_now
            )
            if len(watches_now) >= MOST and not again:
                raise HostingError(
                    say(
                        "This server is already following as many things as it can ({most}). Use `/watch stop` to make "
                        "room.",
                        most=MOST,
                    ),
                    code="too-many-watches",
                )
            watch = await watches.add(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                kind=kind,
                target_id=target_id,
                quiet=quiet,
                person_id=person_id,
                at=self.core.clock.now(),
            )
            if now is not None:
                post = _post(watch, await outbox.note_post(connection, now.id, now.channel_id, now.seq))
                await add_posts(connection, now.id, now.seq, [post], self.core.clock.now())
            if kind == "puzzle":
                await announce(self.core, connection, guild_id, [watch])
        self.core.outbox.drain()
        return watch

    async def get(self, watch_id: int) -> Watch | None:
        async with self.core.db.read() as connection:
            return await watches.load(connection, watch_id)

    async def in_guild(self, guild_id: int) -> list[Watch]:
        async with self.core.db.read() as connection:
            return await watches.of_guild(connection, guild_id)

    async def follows(self, guild_id: int, person_ids: Collection[int]) -> bool:
        """Return whether a channel follows matches of these players, or every match of their server."""
        async with self.core.db.read() as connection:
            return bool(await watches.following(connection, guild_id, 0, person_ids))

    async def end(self, *watch_ids: int) -> None:
        async with self.core.db.write() as connection:
            for watch_id in watch_ids:
                await watches.remove(connection, watch_id)

    async def leave(self, guild_id: int, channel_id: int) -> list[Watch]:
        mine = [each for each in await self.in_guild(guild_id) if each.channel_id == channel_id]
        if mine:
            async with self.core.db.write() as connection:
                await watches.remove_channel(connection, channel_id)
        return mine

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Write, in the transaction of an event, the posts for the channels that follow it."""
        if before is not None and (before.seq == after.seq or decision_continues(after.session)):
            return
        if after.events and more_follows(after.events[-1]):
            return
        players = [seat.person_id for seat in after.seats]
        found = await watches.following(connection, after.guild_id, after.id, players, after.terms.league)
        if not found:
            return
        # What is posted in the match's own channels need not be posted there again.
        own = {place.channel_id for place in after.places if place.shows_boards}
        if chosen := [watch for watch in _one_each(found) if watch.channel_id not in own]:
            note = await outbox.note_post(connection, after.id, after.channel_id, after.seq)
            posts = [_post(watch, note) for watch in chosen]
            await add_posts(connection, after.id, after.seq, posts, self.core.clock.now())


def _one_each(found: Iterable[Watch]) -> list[Watch]:
    """Return for each channel the watch that is closest to the match."""
    chosen: dict[int, Watch] = {}
    for watch in sorted(found, key=lambda each: (_CLOSEST.index(each.kind), each.id)):
        chosen.setdefault(watch.channel_id, watch)
    return sorted(chosen.values(), key=lambda each: each.id)


def _post(watch: Watch, note: Json) -> Posting:
    return Posting("watch", watch.channel_id, WatchPost(watch.id, None if note is None else load_text(note)))
