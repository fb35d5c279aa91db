"""The outbox: what was decided in a transaction is posted after it, once, even if the process dies in between.

A dispatcher, itself a one-shot task, starts one task for each channel in which something can be posted now, up to
`AT_ONCE`; each posts its channel's posts in order and ends, and the dispatcher looks again. A post that fails for the
moment keeps its place at the head of its channel until its time comes (`hosting.schedule`); other channels go on.

What was posted for a match is kept while it goes on, as later posts refer to it, and for a while after its end; then it
is removed, a few rows at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Protocol, TypeAlias

from engine.game import Json
from engine.text import Text, say
from hosting.clock import Clock
from hosting.errors import Retry, Undeliverable
from hosting.model import Match, Post, PostKind, dump_text
from hosting.schedule import Schedule
from hosting.tasks import Tasks
from store import outbox
from store.database import Database
from store.outbox import Head

AT_ONCE = 8
FIRST_DELAY_S = 5.0
LONGEST_DELAY_S = 900.0
TROUBLE_DELAY_S = 30.0
"""After so long everything is looked at again if the store failed: no appointment could be made then."""
MOST_FAILURES = 8
"""After so many failures that nobody foresaw a post is given up as undeliverable."""
DELIVERY_FAILED = "delivery-failed"
"""Why a match is parked whose post was given up."""

KEPT = timedelta(days=30)
"""How long after a match its posts are remembered."""
PRUNED_EVERY = timedelta(days=1)
PRUNED_AT_ONCE = 500
"""So many rows are looked at in one transaction."""

_DEADLINE = "outbox"
_PRUNING = "outbox-pruning"
_NEEDED: frozenset[PostKind] = frozenset({"board", "status"})
"""Without these a match cannot go on; one that has ended does not, and its other channels are still told."""
_log = logging.getLogger(__name__)

Park: TypeAlias = Callable[[int, Text, str], Awaitable[object]]


class Poster(Protocol):
    """Posts, on whatever the players look at."""

    async def deliver(self, post: Post) -> int | None:
        """Post something and return the message's id, or None if there was nothing to post.

        The same post may come twice: after a crash between posting and noting so. Then `attempts` is not 0, and a
        poster must look for what it posted already; `post.id` is the nonce.

        Raises:
            Retry: Not now.
            Undeliverable: Not until somebody changes something; the match is parked.
        """
        ...

    async def recover(self, post: Post) -> int | None:
        """Return the message that an earlier attempt may have left behind, or None; post nothing.

        A later post takes the place of this one, so that it need not be seen any more; that one tidies up what is
        found. Raises as `deliver` does.
        """
        ...


class Outbox:
    """Everything that waits to be posted: in order in each channel, side by side across channels."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule, tasks: Tasks) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule
        self._poster: Poster | None = None
        self._park: Park | None = None
        self._tasks = tasks
        self._busy: set[int] = set()
        self._dispatching = False
        self._again = False
        self._left = False
        self._unnoted: set[int] = set()
        self._trouble: asyncio.TimerHandle | None = None
        schedule.handle(_DEADLINE, self._retry)
        schedule.handle(_PRUNING, self._prune)

    def set_poster(self, poster: Poster) -> None:
        """Name who posts; until then everything waits."""
        self._poster = poster

    def set_park(self, park: Park) -> None:
        """Name what is called with match, reason and code when a post proves undeliverable."""
        self._park = park

    def drain(self) -> None:
        """See to it that a task posts everything that is due, and ends."""
        self._again = True
        if self._poster is not None and not self._dispatching:
            self._dispatching = self._tasks.start(self._dispatch(), "outbox")

    async def idle(self) -> None:
        """Wait until everything that can be posted now has been."""
        await self._tasks.idle()

    async def notice(self, match: Match, channel_id: int, text: Text, button: str = "") -> None:
        """Have a text posted in a channel of a match, after what is due there already.

        Args:
            match: Which.
            channel_id: Where.
            text: What to say.
            button: What the button under it does, as the poster calls it; empty for none.
        """
        payload: dict[str, Json] = {"text": dump_text(text), **({"button": button} if button else {})}
        async with self._db.write() as connection:
            await outbox.add(connection, match.id, match.seq, [("notice", channel_id, payload)], self._clock.now())
        self.drain()

    async def previous(
        self, channel_id: int, kind: PostKind, before_seq: int, match_id: int | None = None
    ) -> int | None:
        """Return the message id of the latest post of a kind in a channel that shows an earlier event, or None.

        Args:
            channel_id: Where.
            kind: Which kind.
            before_seq: Only posts with a lower `seq` count.
            match_id: Of which match; None for the latest that posted there.
        """
        async with self._db.read() as connection:
            return await outbox.previous(connection, channel_id, kind, before_seq, match_id)

    async def message_of(
        self, match_id: int, channel_id: int, kind: PostKind, payload: Mapping[str, Json]
    ) -> int | None:
        """Return the message id of the latest post of a match with exactly this payload in a channel, or None."""
        async with self._db.read() as connection:
            return await outbox.message_of(connection, match_id, channel_id, kind, payload)

    async def _retry(self, _key: str, _payload: Json) -> None:
        self.drain()

    async def _dispatch(self) -> None:
        try:
            while self._again:
                self._again = False
                async with self._db.read() as connection:
                    ready = await outbox.ready_channels(connection, self._clock.now())
                self._left = False
                for channel_id in ready:
                    if channel_id in self._busy or len(self._busy) == AT_ONCE:
                        self._left = True
                        continue
                    self._busy.add(channel_id)
                    self._tasks.start(self._empty(channel_id), f"outbox of channel {channel_id}")
        except Exception:  # noqa: BLE001 - the store may be back in a moment
            _log.exception("the outbox cannot be read")
            self._look_later()
        finally:
            self._dispatching = False

    async def _empty(self, channel_id: int) -> None:
        """Post what is due in one channel, in order, as far as it goes."""
        try:
            head = await self._head(channel_id)
            while head is not None and not self._tasks.closed:
                head = await self._post(head)
        except Exception:  # noqa: BLE001 - the store may be back in a moment
            _log.exception("what was posted in channel %s cannot be noted", channel_id)
            self._look_later()
        finally:
            self._busy.discard(channel_id)
        if self._left:
            self.drain()

    def _look_later(self) -> None:
        if self._trouble is None or self._trouble.when() <= asyncio.get_running_loop().time():
            self._trouble = asyncio.get_running_loop().call_later(TROUBLE_DELAY_S, self.drain)

    async def _head(self, channel_id: int) -> Head | None:
        """Return the first post that is due in a channel now, or None."""
        async with self._db.read() as connection:
            return self._ready(await outbox.head(connection, channel_id))

    def _ready(self, head: Head | None) -> Head | None:
        late = head is not None and head.not_before is not None and head.not_before > self._clock.now()
        return None if late else head

    async def _post(self, head: Head) -> Head | None:
        """Post the first post of a channel; return the one that may follow now."""
        post = head.post
        if post.id in self._unnoted:  # it was tried, and the store failed before that could be noted
            post = replace(post, attempts=post.attempts + 1)
        self._unnoted.add(post.id)
        following = await self._try(post, superseded=head.superseded)
        self._unnoted.discard(post.id)
        return following

    async def _try(self, post: Post, *, superseded: bool) -> Head | None:
        message_id = None
        if not superseded or post.attempts:
            try:
                message_id = await self._deliver(post, superseded=superseded)
            except Undeliverable as error:
                await self._give_up(post, error.text, error.code)
                return await self._head(post.channel_id)
            except Retry as error:
                await self._postpone(post, error.after)
                return None
            except Exception:  # noqa: BLE001 - whatever is wrong with one post, the others go on
                _log.exception("posting %s failed", _named(post))
                if post.attempts + 1 >= MOST_FAILURES:
                    reason = say("The board could not be posted; the log of the bot says why.")
                    await self._give_up(post, reason, DELIVERY_FAILED)
                    return await self._head(post.channel_id)
                await self._postpone(post, 0)
                return None
        return await self._finish(post, message_id)

    async def _deliver(self, post: Post, *, superseded: bool) -> int | None:
        if self._poster is None:
            raise AssertionError("nobody posts")
        return await self._tasks.foreign(self._poster.recover(post) if superseded else self._poster.deliver(post))

    async def _finish(self, post: Post, message_id: int | None) -> Head | None:
        """Note that a post is done; return the one that may follow now."""
        # If a loss of power undoes this, the poster finds the message again before it posts another.
        async with self._db.write(lasting=False) as connection:
            await outbox.finish(connection, post.id, message_id, self._clock.now())
            following = await outbox.head(connection, post.channel_id)
        if post.kind == "ended" and await self._schedule.due_at(_PRUNING, "") is None:
            await self._schedule.set(_PRUNING, "", self._clock.now() + PRUNED_EVERY)
        return self._ready(following)

    async def _prune(self, _key: str, _payload: Json) -> None:
        before = self._clock.now() - KEPT
        last: int | None = 0
        while last is not None:
            async with self._db.write() as connection:
                last = await outbox.prune(connection, last, before, PRUNED_AT_ONCE)
        await self._schedule.set(_PRUNING, "", self._clock.now() + PRUNED_EVERY)

    async def _postpone(self, post: Post, after: float) -> None:
        delay = max(after, min(FIRST_DELAY_S * 2**post.attempts, LONGEST_DELAY_S))
        due = self._clock.now() + timedelta(seconds=delay)
        async with self._db.write() as connection:
            await outbox.postpone(connection, post.id, due)
            await self._schedule.put(connection, _DEADLINE, str(post.channel_id), due)
        self._schedule.noticed(_DEADLINE, due)

    async def _give_up(self, post: Post, reason: Text, code: str) -> None:
        _log.warning("%s cannot be posted (%s): %s", _named(post), code, reason)
        async with self._db.write() as connection:
            await outbox.finish(connection, post.id, None, self._clock.now())
        if post.kind in _NEEDED and self._park is not None:
            try:
                await self._park(post.match_id, reason, code)
            except Exception:  # noqa: BLE001 - whatever is wrong with the match, others post in that channel too
                _log.exception("match %s cannot be parked", post.match_id)


def _named(post: Post) -> str:
    """Return a post as the log may know it: not to whom something private goes, such as a reminder to choose."""
    place = "" if post.kind == "private" else f" in channel {post.channel_id}"
    return f"post {post.id} ({post.kind}) of match {post.match_id}{place}"
