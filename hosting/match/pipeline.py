"""Everything that a change of a match writes and sets off, in one ordered list; and notices of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum, auto
from typing import NamedTuple, TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Text
from hosting.match import audit
from hosting.match.events import Change, Fulfilled, Vacancy, more_follows
from hosting.match.model import BareMatch, Match, posts_for
from hosting.outbox import Posting, TextPost, add_posts
from store.tables import matches

# Notices: something that everybody who follows a match should read, posted wherever it shows its boards.


async def announce(connection: AsyncConnection, match: Match, text: Text | TextPost, at: datetime) -> None:
    """Write a notice in the caller's transaction, which then drains the outbox; nothing while a match is parked.

    `match` is the match as it will be.
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
clock; all else of it is ignored. What it raises undoes the change."""
Follower: TypeAlias = Callable[[Match], Awaitable[Change | None]]
"""Returns what follows from a change at once, or None. It must come to an end, and after a restart nobody asks
it again."""
Listener: TypeAlias = Callable[[Match], Awaitable[None]]
"""Hears of a change that is on disk. What it raises is logged; the others hear of it all the same."""
Overtake: TypeAlias = Callable[[AsyncConnection, Match, Match, Fulfilled | None], Awaitable[None]]
"""Closes the requests that a change makes pointless, but for the one that it fulfils."""
Fulfil: TypeAlias = Callable[[AsyncConnection, Match, Fulfilled, datetime], Awaitable[None]]
"""Closes the request that a change carries out."""
WriteUnreadable: TypeAlias = Callable[[AsyncConnection, int], Awaitable[None]]
"""Writes the results of a match that was called off as its start cannot be read, given its number."""
Seek: TypeAlias = Callable[[AsyncConnection, Match, Vacancy], Awaitable[None]]
"""Writes a call for a substitute, if there is none for that seat."""


class Writers(NamedTuple):
    """Writers that run with every change, in this order.

    Attributes:
        drafts: Asks for the wishes of players of a silent match, once overtaken requests are closed.
        clocks: Keeps the clock, with the appointment at its end; those below read it.
        board_updates: Edits the messages whose deadlines moved.
        reminders: Mentions the players whose turns begin, and appoints their nudges.
        auto_turns: Appoints a turn that is to be played by itself.
        computers: Appoints the turn of a computer player.
        plans: Shrinks conditional turns to what came true.
        watches: Posts in the channels that follow the match.
        restores: Announces that a running match was set back while it was interrupted.
    """

    drafts: Writer
    clocks: Writer
    board_updates: Writer
    reminders: Writer
    auto_turns: Writer
    computers: Writer
    plans: Writer
    watches: Writer
    restores: Writer


class Endings(NamedTuple):
    """Writers that run behind the others when a match ends, in this order.

    Attributes:
        prepared: Drops answers in advance.
        queue: Begins the next match of the queue.
        results: Writes the results.
        leagues: Writes them into the match's league.
    """

    prepared: Writer
    queue: Writer
    results: Writer
    leagues: Writer


class LeagueWriters(NamedTuple):
    """Writers that run behind the others for matches of leagues, in this order.

    Attributes:
        stalled: Appoints a look at the season of a match that stopped.
        presence: Appoints the warning of players who have not come.
    """

    stalled: Writer
    presence: Writer


class Followers(NamedTuple):
    """Sources of automatic turns after a change, in this order; the first answer counts.

    Attributes:
        auto_turns: Plays the only legal turn.
        prepared: Plays an answer in advance.
        plans: Plays a conditional turn.
    """

    auto_turns: Follower
    prepared: Follower
    plans: Follower


class ListenerOrder(IntEnum):
    """The order of listeners of a change, which are features of `cogs`."""

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
    """The work that a change sets off.

    Attributes:
        commitments: Keeps the hashes of sealed choices (`hosting.match.sealing`), before the board.
        overtake: Closes overtaken requests (`hosting.consent.requests`).
        writers: Write in the same transaction.
        endings: Do so if the match ends with the change.
        leagues: Do so in matches of leagues.
        fulfil: Closes the request that the change carries out.
        seek: Calls for substitutes (`hosting.consent.substitutes`).
        followers: Are asked after the transaction.
        unreadable: Writes the results of a match of which no `Match` can be made (`hosting.results`).
    """

    commitments: Forerunner
    overtake: Overtake
    writers: Writers
    endings: Endings
    leagues: LeagueWriters
    fulfil: Fulfil
    seek: Seek
    followers: Followers
    unreadable: WriteUnreadable

    async def write(self, connection: AsyncConnection, before: Match, change: Change) -> Match:
        """Write everything that goes with a change, the board between the hashes and the rest; return the match.

        Call it in the transaction of the change, behind the event or the amendment.
        """
        after = change.match
        await self.commitments(connection, before, after)
        if change.event is not None and after.status != "parked" and not more_follows(change.event):
            await add_posts(connection, after.id, after.seq, posts_for(after, change.note), change.event.at)
        return await self.write_along(connection, before, change)

    async def write_along(self, connection: AsyncConnection, before: Match | None, change: Change) -> Match:
        """Write what goes with a change, from `overtake` on, in its transaction; return the match with its clock.

        `before` is None at the start of the match.
        """
        after = change.match
        if before is not None:
            await self.overtake(connection, before, after, change.fulfils)
        ends = after.over and not (before is not None and before.over)
        writers = (*self.writers, *(self.endings if ends else ()), *(self.leagues if after.terms.league else ()))
        for writer in writers:
            if (changed := await writer(connection, before, after)) is not None and changed.clock is not after.clock:
                after = replace(after, clock=changed.clock)
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
