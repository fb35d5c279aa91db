"""The outbox: posts as values, decided in a transaction, posted after it, once, and deleted in time."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Annotated, Literal, Protocol, TypeAlias
from weakref import WeakValueDictionary

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from engine.text import Text, say
from hosting import metrics
from hosting.runtime import Clock, Schedule, Tasks
from store.database import Database
from store.documents import Document, TextField
from store.share import POST, Share
from store.tables import match_queries, outbox, people
from store.tables.outbox import Due, Shown
from store.tables.values import Place, Post, PostKind, Subject

# What is posted, as typed values; `CONTENTS` says which kind of post holds which.


ReminderStage: TypeAlias = Literal["turn", "half", "end", "idle", "last", "told"]
"""Which reminder: that it is a player's turn; that half the time, or nearly all of it, has passed; that they have let a
match without a clock wait; the last of these; and what the table is told when there will be no more."""


@dataclass(frozen=True, slots=True)
class BoardPost(Document):
    """A match after an event: its board with whose turn it is, or its result.

    Attributes:
        role: Of the place in which it's posted.
        note: What happened, if it was no turn.
        edit: None for a new event. True to update the latest message; False to post a line below the board, with whose
            turn it is and the buttons, as True does if that message cannot be edited.
        quiet: It notifies nobody.
        opens: The decision whose choices it opens (`hosting.match.sealing`).
    """

    sparse = True

    role: str
    note: TextField | None = None
    edit: bool | None = None
    quiet: bool = False
    opens: int | None = None


@dataclass(frozen=True, slots=True)
class HashesPost(Document):
    """The hashes of a decision's sealed choices; of a match's seed where the decision is -1."""

    decision: int


@dataclass(frozen=True, slots=True)
class TextPost(Document):
    """A text.

    Attributes:
        button: The action of its button, as the poster names it; empty for none.
        organisers: Mention the organisers of matches.
        unbegun: The server, for a text about a match that this version may be unable to read; None where the match is
            read. Nothing waits to be played there.
        missing: The seat of a player who left, for a text about that: in a match of a season its name and the
            consequences are added. None for other texts.
    """

    sparse = True

    text: TextField
    button: str = ""
    organisers: Annotated[bool, Field(alias="organiser")] = False
    unbegun: int | None = None
    missing: Seat | None = None


@dataclass(frozen=True, slots=True)
class ReminderPost(Document):
    """A reminder of a turn, to the player of a seat."""

    stage: Annotated[ReminderStage, Field(alias="reminder")]
    seat: Seat


@dataclass(frozen=True, slots=True)
class DigestPost(Document):
    """The matches that wait for a player."""

    digest: Literal[True] = True


@dataclass(frozen=True, slots=True)
class RequestPost(Document):
    """A request with its buttons; `edit` updates its message."""

    sparse = True

    request_id: Annotated[int, Field(alias="request")]
    edit: bool = False


@dataclass(frozen=True, slots=True)
class WelcomePost(Document):
    """A message to a new player whom an organiser put on a seat."""

    person_id: Annotated[int, Field(alias="welcome")]
    seat: Seat


@dataclass(frozen=True, slots=True)
class WatchPost(Document):
    """A board in a channel that follows the match; `note` as in `BoardPost`."""

    sparse = True

    watch_id: Annotated[int, Field(alias="watch")]
    note: TextField | None = None


LeagueNews: TypeAlias = Literal[
    "round",
    "result",
    "corrected",
    "challenge",
    "unanswered",
    "fell",
    "left",
    "taken",
    "day",
    "week",
    "ended",
    "closed",
    "next",
    "event",
]
"""What there is to tell of a season: a round has opened; a fixture is over, or its result was corrected; an entry is
challenged; a challenge was not answered, or was taken back; an entry fell on a ladder, has left, or was taken
over by an alternate; the match of the day, and what a week brought; the season is over, or closed; those who played the
season before are asked to stay.
And that the event of a round is to be as the round is."""


@dataclass(frozen=True, slots=True)
class LeaguePost(Document):
    """News of a season, written from its state at posting time.

    Attributes:
        number: Of the round (0 for all of them), the fixture, challenge, entry or week; of the page of players asked;
            else 0.
        watch: The watch for which it's posted in another channel; None in the league's own.
    """

    sparse = True

    season: Annotated[int, Field(alias="league")]
    news: LeagueNews
    number: int
    watch: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzlePost(Document):
    """The puzzle of a day (`date.toordinal`), in a channel that is told each day's."""

    day: Annotated[int, Field(alias="puzzle")]
    watch: int


@dataclass(frozen=True, slots=True)
class RefreshPost(Document):
    """The message of a subject, which is to show it as it is: one row a subject, until that is done."""

    refresh: Literal[True] = True


Content: TypeAlias = (
    BoardPost
    | HashesPost
    | TextPost
    | ReminderPost
    | DigestPost
    | RequestPost
    | WelcomePost
    | WatchPost
    | LeaguePost
    | PuzzlePost
    | RefreshPost
)

CONTENTS: Mapping[PostKind, Mapping[str, type[Content]]] = {
    "board": {"role": BoardPost},
    "ended": {"role": BoardPost},
    "sealed": {"decision": HashesPost},
    "notice": {"league": LeaguePost, "text": TextPost},
    "nudge": {"reminder": ReminderPost, "text": TextPost},
    "private": {"reminder": ReminderPost, "digest": DigestPost, "text": TextPost},
    "request": {"welcome": WelcomePost, "request": RequestPost},
    "watch": {"league": LeaguePost, "puzzle": PuzzlePost, "watch": WatchPost},
    "refresh": {"refresh": RefreshPost},
}
"""What each kind of post holds, by the first key that is stored of it."""


@dataclass(frozen=True, slots=True)
class Posting:
    """A post to write; `channel_id` is the person for "private"."""

    kind: PostKind
    channel_id: int
    content: Content


def turn_again(place: Place, *, edit: bool, quiet: bool = False) -> Posting:
    """Return the post that brings whose turn it is up to date: by an edit, or by a line below the board."""
    return Posting("board", place.channel_id, BoardPost(place.role, edit=edit, quiet=quiet))


async def add_posts(
    connection: AsyncConnection, match_id: int, seq: int, postings: Sequence[Posting], at: datetime
) -> None:
    """Write posts of a match's event in the caller's transaction, in the order in which to post them."""
    await add_posts_about(connection, Subject("match", match_id), postings, at, seq)


async def add_posts_about(
    connection: AsyncConnection,
    subject: Subject,
    postings: Sequence[Posting],
    at: datetime,
    seq: int = 0,
    *,
    guild_id: int | None = None,
) -> None:
    """Write posts about a subject in the caller's transaction, in the order in which to post them.

    `guild_id`: its server; None for that of the match.
    """
    rows = [(each.kind, each.channel_id, each.content.dump()) for each in postings]
    await outbox.add(connection, subject, seq, rows, at, guild_id)


def load(kind: PostKind, payload: Mapping[str, Json]) -> Content:
    """Return a post from its stored form. Raises ValueError if it's of another kind."""
    for key, content in CONTENTS[kind].items():
        if key in payload:
            return content.load(payload)
    raise ValueError(f"not a post of kind {kind}, without any of {', '.join(CONTENTS[kind])}")


# What was posted long ago is forgotten, a part at a time: first what later posts replaced, at last all of a match.


KEPT = timedelta(days=30)
"""How long after a match its posts are kept."""
PRUNED_EVERY = timedelta(days=1)
SHRUNK_AFTER = timedelta(hours=1)
"""Time after its end from which only a match's last board is remembered in each channel."""
SHRUNK_AT_ONCE = 50
"""Matches read in one transaction."""
PRUNED_AT_ONCE = 500
"""Rows read in one transaction."""

PRUNING = "outbox-pruning"
"""The appointment to delete old posts."""
_SHRUNK = "outbox-shrunk"
"""The note of the last match for which that was done, in the order in which they ended."""


class Pruning:
    """Deletes old posts, once a day from the first match that ended."""

    def __init__(self, database: Database, clock: Clock, schedule: Schedule) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule

    async def arrange(self) -> None:
        await self._schedule.ensure(PRUNING, "", self._clock.now() + PRUNED_EVERY)

    async def prune(self, _key: str, _payload: Json) -> None:
        await self._shrink()
        before = self._clock.now() - KEPT
        last: int | None = 0
        while last is not None:
            async with self._db.read() as connection:
                posts, last = await outbox.prunable(connection, last, before, PRUNED_AT_ONCE)
            if posts:
                async with self._db.write(long=True) as connection:
                    await outbox.remove(connection, posts)
        await self._schedule.set(PRUNING, "", self._clock.now() + PRUNED_EVERY)

    async def _shrink(self) -> None:
        until = self._clock.now() - SHRUNK_AFTER
        async with self._db.read() as connection:
            noted = await people.note(connection, _SHRUNK)
        after = None if noted is None else _ended(noted)
        while True:
            async with self._db.read() as connection:
                found = await match_queries.ended(connection, after, until, SHRUNK_AT_ONCE)
            if not found:
                return
            after = found[-1]
            async with self._db.write(long=True) as connection:
                await outbox.shrink(connection, [match_id for _, match_id in found])
                await people.set_note(connection, _SHRUNK, f"{after[0].isoformat()} {after[1]}")


def _ended(noted: str) -> tuple[datetime, int]:
    at, _, match_id = noted.partition(" ")
    return datetime.fromisoformat(at), int(match_id)


# What a poster raises: for the outbox, not for people.


# ruff: noqa: N818 - named for what happened, as callers catch them by that name


class Retry(Exception):
    """A post could not be delivered now and is tried again after at least `after` seconds."""

    def __init__(self, after: float = 0.0) -> None:
        super().__init__(f"try again in {after:g} s")
        self.after = after


class Behind(Exception):
    """A post may not be seen before another one of its match, in another channel: it's tried again after that."""


class Undeliverable(Exception):
    """A post cannot be delivered until a person changes something: the match is parked, with a text and a code."""

    def __init__(self, text: Text, code: str) -> None:
        super().__init__(str(text))
        self.text = text
        self.code = code


# The outbox: what was decided in a transaction is posted after it, once, even if the process dies in between.
#
# Channels are served in the order in which something was written for them, up to `AT_ONCE` side by side. Each time it
# is a channel's turn, one task posts what one event left there, in order, and ends; where more waits, the channel
# queues up again behind the others. A delivery that waits, for Discord's limits or for the network, gives its place to
# the next channel after `PATIENCE_S`. A post that fails for the moment keeps its place at the head of its channel until
# its time comes (`hosting.runtime`); other channels go on.
#
# The message of a table, a rematch, a pairing or a season shows it as it is, so it has one row at most ("refresh"), in
# a lane of its own: whatever else is posted doesn't wait for it. Code that answers a press by an edit of that message
# holds the subject meanwhile (`Outbox.hold`), and notes what it shows in the end (`Outbox.shown`). What it doesn't note
# is shown after that.
#
# A transaction only queues its channels; the service that made the change drains the outbox at its end. So a turn and
# what follows from it, each a transaction, are one message, and a new table is shown by the answer to its command.
#
# Which channels have something to post is known from the transactions of this process; the store is asked at the start,
# again whenever something went wrong with it, and when another process announces that it wrote some.


AT_ONCE = 8
"""Channels served side by side."""
MOST_WAITING = 256
"""Cap on deliveries in progress, also waiting ones."""
PATIENCE_S = 0.5
"""A delivery that takes longer is waiting, and doesn't hold up others."""
FIRST_DELAY_S = 5.0
LONGEST_DELAY_S = 900.0
TROUBLE_DELAY_S = 30.0
"""Wait before trying again after the store failed: no appointment could be made then."""
MOST_FAILURES = 8
"""Unforeseen failures after which a post counts as undeliverable."""
DELIVERY_FAILED = "delivery-failed"
"""Why a match with an undeliverable post is parked."""

RETRYING = "outbox"
"""The appointment to try a channel again, its key; that of a person has the server behind."""
_NEEDED: PostKind = "board"
"""Without this a match cannot go on; a finished one doesn't, and its other channels still get their posts."""
_log = logging.getLogger(__name__)

Park: TypeAlias = Callable[[int, Text, str], Awaitable[object]]


class Poster(Protocol):
    """Posts, on Discord or on the local page."""

    async def deliver(self, post: Post, *, needed: bool = True) -> int | None:
        """Post something and return the message's id, or None if there was nothing to post.

        The same post may come twice: after a crash between posting and noting so. Then `attempts` isn't 0, and a poster
        must look for an earlier message; `post.id` is the nonce. If a later post replaces this one, it is not `needed`:
        the poster only looks for that message, which the later post cleans up.
        """
        ...


class _NextPost(Enum):
    """How to go on in a channel after a post."""

    ON = auto()
    ANEW = auto()  # what waits there may have changed
    LATER = auto()


class Outbox:
    """All posts to come: in order in each channel, side by side across channels."""

    def __init__(
        self, database: Database, clock: Clock, schedule: Schedule, tasks: Tasks, share: Share = Share.ALL
    ) -> None:
        self._db = database
        self._clock = clock
        self._schedule = schedule
        self._share = share
        self._poster: Poster | None = None
        self._park: Park | None = None
        self._tasks = tasks
        self.pruning = Pruning(database, clock, schedule)
        self._queue: dict[int, None] = {}  # the channels that wait for their turn, in that order
        self._busy: set[int] = set()  # those that have it
        self._slots: set[int] = set()  # those of them that others have to wait for
        self._again: set[int] = set()  # those of them in which more was written meanwhile
        self._known = False  # whether all channels with something to post are among them
        self._looking = False
        self._asked = 0  # how often to look for channels of which this process doesn't know
        self._unnoted: set[int] = set()
        self._behind: dict[Subject, set[int]] = {}  # the channels that wait for another post about the same
        self._noted = 0  # how often something was done that others may have waited for
        self._trouble: asyncio.TimerHandle | None = None
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # of lanes
        self._held = Counter[int]()  # how many hold a lane, or wait for that
        database.tell_of(outbox.CHANNELS, self._written)
        database.tell_of(outbox.SHOWN, self._shown)
        database.hear(POST, self._announced)
        database.when_reconnected(self._look_again)

    def set_poster(self, poster: Poster) -> None:
        self._poster = poster

    def set_park(self, park: Park) -> None:
        """Set the function that is called with match, reason and code when a post proves undeliverable."""
        self._park = park

    def drain(self) -> None:
        """Post everything that is due and was written in a transaction of this process."""
        if self._poster is None:
            return
        if not self._known:
            if not self._looking:
                self._looking = self._tasks.start(self._look(), "outbox")
            return
        while self._queue and len(self._slots) < AT_ONCE and len(self._busy) < MOST_WAITING:
            channel_id = next((each for each in self._queue if each not in self._held), None)
            if channel_id is None or not self._tasks.start(self._serve(channel_id), f"outbox of channel {channel_id}"):
                return
            del self._queue[channel_id]
            self._busy.add(channel_id)
            self._slots.add(channel_id)

    @asynccontextmanager
    async def hold(self, subject: Subject, *, alone: bool = True) -> AsyncIterator[None]:
        """Hold a subject, whose message is left to the caller until the block ends.

        What was changed and is not noted as shown by then (`shown`) is shown after it. `alone`: nobody else holds it
        meanwhile, so presses on it come one by one.
        """
        lane = subject.lane
        self._held[lane] += 1
        try:
            async with self._lock(lane):
                if alone:
                    yield
            if not alone:
                yield
        finally:
            self._held[lane] -= 1
            if not self._held[lane]:
                del self._held[lane]
            self.drain()

    def is_held(self, subject: Subject) -> bool:
        """Return whether a subject is held alone, or its message is being made."""
        return self._lock(subject.lane).locked()

    async def shown(self, subject: Subject, rev: int = 0) -> None:
        """Note that a held subject's message shows a revision, 0 where it has none."""
        async with self._db.write(lasting=False) as connection:
            await outbox.shown(connection, subject, rev)

    async def resume(self) -> None:
        """Show what could not be shown, now that the servers are known."""
        async with self._db.write() as connection:
            await outbox.resume(connection, self._share)
        self.drain()

    async def notice(self, match_id: int, seq: int, channel_id: int, text: Text, button: str = "") -> None:
        """Post a text in a channel of a match, after everything that is due there already.

        `seq`: its latest event. `button`: the action of its button, as the poster names it; empty for none.
        """
        post = Posting("notice", channel_id, TextPost(text, button))
        async with self._db.write() as connection:
            await add_posts(connection, match_id, seq, [post], self._clock.now())
        self.drain()

    async def latest_boards(self, match_id: int, channel_id: int, *before: int) -> list[Shown | None]:
        """Return for each event the message with a match's latest board before it in a channel, or the line below."""
        async with self._db.read() as connection:
            latest = await outbox.latest_board(connection, match_id, channel_id, max(before))
            return [
                latest  # it is the latest before an earlier event, too, if it is before that one
                if latest is None or latest.seq < seq
                else await outbox.latest_board(connection, match_id, channel_id, seq)
                for seq in before
            ]

    async def message_of(self, match_id: int, post: Posting) -> int | None:
        """Return the message id of the latest equal post of a match, or None."""
        async with self._db.read() as connection:
            return await outbox.message_of(connection, match_id, post.channel_id, post.kind, post.content.dump())

    def _written(self, channel_ids: set[int]) -> None:
        """Queue channels with new posts; they are served from the next `drain` on."""
        self._queue.update(dict.fromkeys(sorted(channel_ids - self._busy)))
        self._again |= channel_ids & self._busy

    def _announced(self, guild_ids: set[int]) -> None:
        """Look for what another process wrote to be posted in servers."""
        if any(map(self._share.has, guild_ids)):
            self._look_again()

    def _shown(self, lanes: set[int]) -> None:
        for lane in lanes:
            self._queue.pop(lane, None)

    def _lock(self, lane: int) -> asyncio.Lock:
        return self._locks.setdefault(lane, asyncio.Lock())

    async def retry(self, key: str, _payload: Json) -> None:
        """Go on in a channel in which a post failed; a handler of appointments."""
        channel_id = int(key.partition(":")[0])
        # One that has its turn is being tried; queued again, its message would count as changed meanwhile.
        if channel_id not in self._busy:
            self._queue[channel_id] = None
        self.drain()

    async def _look(self) -> None:
        asked = self._asked
        try:
            async with self._db.look() as connection:
                ready = await outbox.ready_channels(connection, self._clock.now(), self._share)
            self._known = asked == self._asked
            self._queue = dict.fromkeys([*(each for each in ready if each not in self._busy), *self._queue])
            self._again |= self._busy.intersection(ready)
        except Exception:  # noqa: BLE001 - the store may be back in a moment
            _log.exception("could not read the outbox", extra={"cause": "store"})
            self._look_later()
        finally:
            self._looking = False
        if self._known or asked != self._asked:
            self.drain()

    async def _serve(self, channel_id: int) -> None:
        more = False
        try:
            # A press meanwhile waits, as an edit that was asked for before it could be the last to arrive.
            async with self._lock(channel_id) if channel_id < 0 else nullcontext():
                more = channel_id in self._held or await self._next(channel_id)
        except Exception:  # noqa: BLE001 - the store may be back in a moment
            _log.exception("could not save what was posted in channel %s", channel_id, extra={"cause": "store"})
            self._look_later()
        finally:
            self._busy.discard(channel_id)
            self._slots.discard(channel_id)
        if more or channel_id in self._again:
            self._queue[channel_id] = None
        self._again.discard(channel_id)
        self.drain()

    async def _next(self, channel_id: int) -> bool:
        """Post what one event left in a channel, if it can go now; return whether to go on there."""
        async with self._db.look() as connection:
            due = await outbox.due(connection, channel_id, self._share)
        if due is None or (due.not_before is not None and due.not_before > self._clock.now()):
            return False
        return await self._post(due)

    def _look_later(self) -> None:
        if self._trouble is None or self._trouble.when() <= asyncio.get_running_loop().time():
            self._trouble = asyncio.get_running_loop().call_later(TROUBLE_DELAY_S, self._look_again)

    def _look_again(self) -> None:
        self._known = False
        self._asked += 1
        self.drain()

    async def _post(self, due: Due) -> bool:
        done: dict[int, int | None] = {}
        for place, post in enumerate(due.posts):
            if self._tasks.closed or (place and post.channel_id in self._again):
                # What was written meanwhile may take the place of this.
                await self._note(post, done)
                return True
            went = await self._attempt(post, done, superseded=post.id in due.superseded)
            if went is not _NextPost.ON:
                return went is _NextPost.ANEW
            await self._note(post, done)
            if post.kind == "ended":
                await self.pruning.arrange()
        return due.more

    async def _attempt(self, post: Post, done: dict[int, int | None], *, superseded: bool) -> _NextPost:
        """Post something, add it to `done`, and return how to go on."""
        if post.id in self._unnoted:  # it was tried, and the store failed before that could be noted
            post = replace(post, attempts=post.attempts + 1)
        message_id = None
        noted = self._noted
        if not superseded or post.attempts:
            self._unnoted.add(post.id)
            try:
                message_id = await self._deliver(post, superseded=superseded)
            except Undeliverable as error:
                await self._give_up(post, done, error.text, error.code)
                return _NextPost.ANEW
            except Retry as error:
                await self._postpone(post, done, error.after)
                return _NextPost.LATER
            except Behind:
                self._unnoted.discard(post.id)
                missed = self._noted != noted  # what it is behind may have been posted while the poster looked
                if not missed:
                    self._behind.setdefault(post.subject, set()).add(post.channel_id)
                await self._note(post, done)
                return _NextPost.ANEW if missed else _NextPost.LATER
            except Exception:  # noqa: BLE001 - whatever is wrong with one post, the others go on
                _log.exception("posting %s failed", _named(post))
                if post.attempts + 1 < MOST_FAILURES:
                    await self._postpone(post, done, 0)
                    return _NextPost.LATER
                reason = say("I couldn't post the board; my log says why.")
                await self._give_up(post, done, reason, DELIVERY_FAILED)
                return _NextPost.ANEW
        done[post.id] = message_id
        if message_id is not None and post.kind == "board":
            metrics.BOARDS.observe((self._clock.now() - post.created_at).total_seconds())
        return _NextPost.ON

    async def _deliver(self, post: Post, *, superseded: bool) -> int | None:
        if self._poster is None:
            raise AssertionError("nobody posts")
        waits = asyncio.get_running_loop().call_later(PATIENCE_S, self._make_way, post.channel_id)
        try:
            return await self._tasks.foreign(self._poster.deliver(post, needed=not superseded))
        finally:
            waits.cancel()

    def _make_way(self, channel_id: int) -> None:
        """Let another channel begin while this one waits."""
        self._slots.discard(channel_id)
        self.drain()

    async def _note(self, post: Post, done: dict[int, int | None]) -> None:
        """Note what is done about a post's subject. If a loss of power undoes this, the poster finds the messages."""
        if done:
            async with self._db.write(lasting=False) as connection:
                if post.kind != "refresh":
                    await outbox.finish(connection, done, self._clock.now())
                elif post.channel_id not in self._again:  # it was not changed while it was shown
                    await outbox.shown(connection, post.subject, post.seq, written=post.created_at)
            self._unnoted.difference_update(done)
            done.clear()
            self._go_on(post.subject)

    def _go_on(self, subject: Subject) -> None:
        self._noted += 1
        self._written(self._behind.pop(subject, set()))
        self.drain()

    async def _postpone(self, post: Post, done: dict[int, int | None], after: float) -> None:
        delay = max(after, min(FIRST_DELAY_S * 2**post.attempts, LONGEST_DELAY_S))
        due = self._clock.now() + timedelta(seconds=delay)
        await self._note(post, done)
        async with self._db.write() as connection:
            await outbox.postpone(connection, post.id, due)
            # A person gets private posts of several servers.
            key = f"{post.channel_id}:{post.guild_id}" if post.kind == "private" else str(post.channel_id)
            await self._schedule.put(connection, RETRYING, key, due, guild_id=post.guild_id)
        self._unnoted.discard(post.id)

    async def _give_up(self, post: Post, done: dict[int, int | None], reason: Text, code: str) -> None:
        _log.warning("could not post %s (%s): %s", _named(post), code, reason)
        done[post.id] = None
        await self._note(post, done)
        if post.kind == _NEEDED and post.subject.kind == "match" and self._park is not None:
            try:
                await self._park(post.match_id, reason, code)
            except Exception:  # noqa: BLE001 - whatever is wrong with the match, others post in that channel too
                _log.exception("could not interrupt match %s", post.match_id)
            self._go_on(post.subject)  # what waited there was dropped


def _named(post: Post) -> str:
    """Return a post as the log may know it: without the recipient of a private one, such as a reminder to choose."""
    place = "" if post.kind in ("private", "refresh") else f" in channel {post.channel_id}"
    return f"post {post.id} ({post.kind}) of {post.subject.kind} {post.subject.id}{place}"
