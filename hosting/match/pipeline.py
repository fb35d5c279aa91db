"""What a change of a match writes along and sets off, in one ordered list; notices to those who follow it.

A change is written in one transaction, under the lock of its match:

1. The event, or what was amended (`hosting.match.service`).
2. `Pipeline.commitments`: the message with the hashes of sealed choices stands before the board that opens them.
3. The board and the status of the event, in every channel that shows the match.
4. `Pipeline.overtake`: requests that it makes pointless are closed.
5. `Writers`, one after the other, and the clock as they leave it.
6. What the change carries (`Change`): lines of the audit log, the request that it fulfils, the announcement, calls for
   substitutes, posts.
7. What waits to be posted is dropped if the match was parked; if it goes on, its board is posted where it is missing.

After the commit, still under the lock, `Followers` are asked what follows at once; that is a change like any other.
When nothing follows any more the outbox posts, and the listeners hear of each change in the order of `ListenerOrder`.

The packages above this one do the work; `hosting.arena` fills the list, the features of `cogs` name their listeners.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum, auto
from typing import NamedTuple, TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Text
from hosting.match import audit
from hosting.match.events import Change, Fulfilled, Vacancy
from hosting.match.model import BareMatch, Match, posts_for
from hosting.outbox import Posting, TextPost, add_posts
from store.tables import matches

# Notices: something that everybody who follows a match should read, posted wherever it shows its boards.


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


Forerunner: TypeAlias = Callable[[AsyncConnection, Match, Match], Awaitable[None]]
"""Writes before the board, given the match before and after the change."""
Writer: TypeAlias = Callable[[AsyncConnection, Match | None, Match], Awaitable[Match | None]]
"""Writes along, given the match before (None at its start) and after the change. It may return the match with another
clock; nothing else of it is looked at. What it raises undoes the change."""
Follower: TypeAlias = Callable[[Match], Awaitable[Change | None]]
"""Returns what follows from a change at once, or None. It must come to an end, and after a restart nobody asks
it again."""
Listener: TypeAlias = Callable[[Match], Awaitable[None]]
"""Hears of a change that is on disk. What it raises is logged; the others hear of it all the same."""
Overtake: TypeAlias = Callable[[AsyncConnection, Match, Match, Fulfilled | None], Awaitable[None]]
"""Closes the requests that a change makes pointless, but for the one that it fulfils."""
Fulfil: TypeAlias = Callable[[AsyncConnection, Match, Fulfilled, datetime], Awaitable[None]]
"""Closes the request that a change carries out."""
WriteUnread: TypeAlias = Callable[[AsyncConnection, int], Awaitable[None]]
"""Writes what came of a match that was called off as its start cannot be read, given its number."""
Seek: TypeAlias = Callable[[AsyncConnection, Match, Vacancy], Awaitable[None]]
"""Writes a call for a substitute, if there is none for that seat."""


class Writers(NamedTuple):
    """What is written along with every change, in this order.

    Attributes:
        announcing: Asks for what players of a silent match wish, once what is overtaken is closed.
        clocks: Keeps the clock, with the appointment at its end; those below read it.
        statuses: Edits the messages whose deadlines moved.
        reminders: Calls the players whose turns begin, and appoints their nudges.
        automatic: Appoints a turn that is to be played by itself.
        leftovers: Remembers messages that nothing takes the place of.
        plans: Shrinks conditional turns to what came true.
        prepared: Forgets what was answered in advance.
        watches: Posts in the channels that follow the match.
        afterwards: Has the next match begin that the program is to start.
        results: Writes what came of a match that ends.
        leagues: Has that flow into the league that the match belongs to.
        presence: Appoints the warning of players of a league who have not come.
        restores: Has a match that goes on say that it was set back while it was interrupted.
    """

    announcing: Writer
    clocks: Writer
    statuses: Writer
    reminders: Writer
    automatic: Writer
    leftovers: Writer
    plans: Writer
    prepared: Writer
    watches: Writer
    afterwards: Writer
    results: Writer
    leagues: Writer
    presence: Writer
    restores: Writer


class Followers(NamedTuple):
    """Who is asked what follows from a change, in this order; the first answer counts.

    Attributes:
        automatic: Plays a turn where nothing else is legal.
        prepared: Answers what its player has answered in advance.
        plans: Answers with a conditional turn.
    """

    automatic: Follower
    prepared: Follower
    plans: Follower


class ListenerOrder(IntEnum):
    """Who hears of a change, in this order; those from `HOUSING` on are features of `cogs`."""

    CLOCKS = auto()
    """Has the schedule look at the appointment of the clock."""
    REMINDERS = auto()
    """Has the schedule look at the appointments of nudges."""
    AUTOMATIC = auto()
    """Has the first turn of a match played, if nothing else is legal."""
    STARTS = auto()
    """Has the schedule look at what begins when another match ends."""
    LEAGUES = auto()
    """Has the schedule look at the league of a match that ended."""
    PRESENCE = auto()
    """Has the schedule look at when players are warned who have not come."""
    HOUSING = auto()
    """Says why a match was interrupted."""
    ABSENCE = auto()
    """Asks whether the next players are still in the server."""
    SPECTATORS = auto()
    """Keeps a new player out of the spectators' place, and opens it after the end."""
    SILENCE = auto()
    """Checks the channels of a silent match."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """What a change sets off.

    Attributes:
        commitments: Keeps the hashes of sealed choices (`hosting.match.sealing`), before the board.
        overtake: Closes what the change overtakes (`hosting.consent.requests`).
        writers: Write along in the transaction.
        fulfil: Closes what the change carries out.
        seek: Calls for substitutes (`hosting.consent.substitutes`).
        followers: Are asked after the transaction.
        unread: Writes what came of a match of which no `Match` can be made (`hosting.results`).
    """

    commitments: Forerunner
    overtake: Overtake
    writers: Writers
    fulfil: Fulfil
    seek: Seek
    followers: Followers
    unread: WriteUnread

    async def write(self, connection: AsyncConnection, before: Match, change: Change) -> Match:
        """Write what goes with a change, the board between the hashes and everything else; return the match as it is.

        Args:
            connection: In the transaction of the change, behind the event or what was amended.
            before: The match before it.
            change: With the match as it will be.
        """
        after = change.match
        await self.commitments(connection, before, after)
        if change.event is not None and after.status != "parked":
            await add_posts(connection, after.id, after.seq, posts_for(after, change.note), change.event.at)
        return await self.write_along(connection, before, change)

    async def write_along(self, connection: AsyncConnection, before: Match | None, change: Change) -> Match:
        """Write what goes with a change, from `overtake` on; return the match with its clock.

        Args:
            connection: In the transaction of the change.
            before: The match before it; None at its start.
            change: With the match as it will be.
        """
        after = change.match
        if before is not None:
            await self.overtake(connection, before, after, change.fulfils)
        for writer in self.writers:
            if (kept := await writer(connection, before, after)) is not None and kept.clock is not after.clock:
                after = replace(after, clock=kept.clock)
        if after.clock != (None if before is None else before.clock):
            clock = after.clock
            row = (after.id, None, None) if clock is None else (after.id, clock.dump(), clock.shown.next_due)
            await matches.set_clocks(connection, [row])
        for line in change.audit:
            await audit.note(connection, after, line.code, line.person_id, change.at, **line.detail)
        if change.fulfils is not None:
            await self.fulfil(connection, after, change.fulfils, change.at)
        if change.announcement is not None:
            await announce(connection, after, change.announcement, change.at)
        for each in change.vacancies:
            await self.seek(connection, after, each)
        await add_posts(connection, after.id, after.seq, change.posts, change.at)
        return after
