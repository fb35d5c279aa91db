"""Matches that this version cannot replay: they are read as far as possible, and can be ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.outcome import Outcome
from hosting.core import Core
from hosting.match import audit, events
from hosting.match.audit import Line
from hosting.match.events import Change
from hosting.match.model import BareMatch, Match, MatchOver, NoSuchMatch, aggregate, without_game
from hosting.match.pipeline import announce_end
from hosting.match.service import Matches, advanced, write_event
from store.tables import choices, matches, outbox, requests
from store.tables.matches import ReplayError, dump_outcome, dump_ruling, game_of, replay_readable
from store.tables.values import StoredEvent, StoredMatch

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class UnreadableMatches:
    """Reads and ends `Matches.unreadable`, and matches whose start cannot be read either."""

    core: Core
    matches: Matches

    async def readable_part(self, match_id: int) -> tuple[Match, int]:
        """Return a match as far as it can be replayed, and the number of the last event read.

        Raises:
            NoSuchMatch: There is none.
            ReplayError: Not even its start can be read.
        """
        stored = await self._stored(match_id)
        session, history, last = await asyncio.to_thread(replay_readable, game_of(self.core.games, stored), stored)
        return aggregate(stored, session, history), last

    async def bare(self, match_id: int) -> BareMatch:
        """Return the stored part of a match, without its game. Raises NoSuchMatch."""
        return without_game(await self._stored(match_id))

    async def close(self, match_id: int, person_id: int, decide: Callable[[Match], Change]) -> Match:
        """End a match that cannot be replayed: it's set back to the last readable event, and ended there.

        `decide` gets the match as far as it can be read and returns its end, an event. Its errors are raised here.

        Raises:
            NoSuchMatch, ReplayError: As `readable_part` does.
            MatchOver: It ended, perhaps by another organiser's press a moment before.
        """
        async with self.matches.locked(match_id):
            if match_id not in self.matches.unreadable:
                raise MatchOver
            renames, (match, last) = self.matches.renames, await self.readable_part(match_id)
            now = self.core.clock.now()
            back = events.set_back(match, last, person_id, now)
            change = advanced(back.match, decide(back.match))
            async with self.matches.writing(match_id) as connection:
                await write_event(connection, match, back)
                await write_event(connection, back.match, change)
                # What waits to be posted shows what cannot be read.
                await outbox.drop(connection, match_id, {place.channel_id for place in match.places}, now)
                after = await self.matches.pipeline.write(connection, back.match, change)
            self.matches.unreadable.discard(match_id)
            return self.matches.started(after, renames)

    async def close_unbegun(self, match_id: int, decide: Callable[[BareMatch], Outcome], line: Line) -> None:
        """End a match whose start cannot be read, with everything still open for it. Raises NoSuchMatch.

        `decide` gets its stored part and returns its end and why. Its errors are raised here. `line`: for the audit
        log.
        """
        async with self.matches.locked(match_id):
            try:
                await self.readable_part(match_id)
            except ReplayError as error:
                _log.info("match %d is ended although it can't be read: %s", match_id, error)
            else:
                raise AssertionError(f"the start of match {match_id} can be read")
            match, now = await self.bare(match_id), self.core.clock.now()
            outcome = decide(match)
            data = {**dump_ruling(outcome), "cause": "organiser"}
            event = StoredEvent(match.seq + 1, "ruling", None, line.person_id, "", (), now, data)
            after = replace(match, seq=event.seq, rev=match.rev + 1, status="over")
            async with self.matches.writing(match_id) as connection:
                await matches.append(
                    connection, match_id, event, status="over", to_act=(), rev=match.rev, outcome=dump_outcome(outcome)
                )
                await matches.seal(connection, match_id, event.seq, (), to_act=(), at=now)
                await self.matches.pipeline.unreadable(connection, match_id)
                for request in await requests.open_of(connection, match_id):
                    await requests.close(connection, request.id, "outdated", now)
                await choices.remove_plans(connection, match_id)
                await outbox.drop(connection, match_id, {place.channel_id for place in match.places}, now)
                await audit.note(connection, after, line.code, line.person_id, now, **line.detail)
                await announce_end(connection, after, outcome.reason, now)
            self.matches.unreadable.discard(match_id)
        self.core.outbox.drain()

    async def _stored(self, match_id: int) -> StoredMatch:
        async with self.core.db.read() as connection:
            stored = await matches.load(connection, match_id)
        if stored is None:
            raise NoSuchMatch
        return stored
