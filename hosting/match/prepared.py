"""Answers stored in advance (`engine.extras.Preparing`): where one fits, it comes at once; else its player is asked.

They are a secret of their player; that one stood shows in the time that it took.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.choices import Preparation
from engine.errors import NotationError, TurnError
from engine.extras import Preparing
from engine.luck import prepared_turn
from engine.text import shortened
from hosting.match import events
from hosting.match.errors import NothingToPrepare, NotPrepared
from hosting.match.events import Change
from hosting.match.model import Match
from hosting.match.service import Matches
from hosting.match.turns import playing_seat
from hosting.runtime.tasks import Tasks
from hosting.runtime.time import Clock
from store import prepared
from store.database import Database
from store.prepared import Prepared

_log = logging.getLogger(__name__)


def preparations(match: Match) -> tuple[Preparation, ...]:
    """Return what the players of a match can answer in advance."""
    game = match.session.game
    return game.preparations if isinstance(game, Preparing) else ()


class PreparedAnswers:
    """What all players have stored, and the answers that follow from it."""

    def __init__(self, database: Database, clock: Clock, matches: Matches, tasks: Tasks) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches
        self._tasks = tasks

    async def of(self, match_id: int, person_id: int) -> Mapping[str, str]:
        """Return what a player answers in advance, by what it answers. Raises NoSuchMatch, MatchOver, NotSeated."""
        match = await self._matches.get(match_id)
        return await self._answers(match, playing_seat(match, person_id))

    async def put(self, match_id: int, person_id: int, key: str, text: str) -> Mapping[str, str]:
        """Store an answer in place of an earlier one, or forget it where there is no text; return all that are stored.

        If it answers what its player is asked just now, it does so at once.

        Raises:
            NoSuchMatch, MatchOver, NotSeated, NothingToPrepare, NotPrepared: As it says.
        """
        async with self._matches.hold(match_id) as match:
            seat, game = playing_seat(match, person_id), match.session.game
            if not isinstance(game, Preparing) or key not in {each.key for each in game.preparations}:
                raise NothingToPrepare(given=shortened(key))
            answers = {each: stored for each, stored in (await self._answers(match, seat)).items() if each != key}
            if text.strip():
                try:
                    answers[key] = game.parse_prepared(key, text)
                except NotationError as error:
                    raise NotPrepared(error) from error
            async with self._db.write() as connection:
                if answers:
                    await prepared.put(connection, Prepared(match_id, seat, person_id, answers, self._clock.now()))
                else:
                    await prepared.remove(connection, match_id, seat)
        await self._matches.change(match_id, self._answer)
        return answers

    async def start(self) -> None:
        """Answer what was asked when the process ended; call it once."""
        async with self._db.read() as connection:
            waiting = await prepared.asked_now(connection)
        for match_id in sorted(set(waiting)):
            self._tasks.start(self._catch_up(match_id), f"answers of match {match_id}")

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Forget what was stored in a match that is over."""
        if before is not None and after.over and isinstance(after.session.game, Preparing):
            await prepared.remove(connection, after.id)

    async def follow(self, match: Match) -> Change | None:
        """Return the answer that the one who is asked has stored; None where none fits, or it was just taken back."""
        latest = match.history[-1] if match.history else None
        return await self._answer(match) if latest is None or latest.seq == match.seq else None

    async def _answer(self, match: Match) -> Change | None:
        to_act, session = match.session.to_act, match.session
        if len(session.deciding) != 1 or match.over or match.parked is not None or match.paused is not None:
            return None
        if not isinstance(session.game, Preparing):
            return None
        (seat,) = to_act
        text = prepared_turn(session.game, session.state, seat, await self._answers(match, seat))
        if text is None:
            return None
        try:
            after = session.play(seat, text)
        except TurnError as error:  # its words would tell the log what is stored
            _log.error("what seat %s of match %s has stored cannot be played: %s", seat, match.id, error.code)
            return None
        return events.turn(match, after, seat, match.person_of(seat), self._clock.now(), "prepared")

    async def _catch_up(self, match_id: int) -> None:
        await self._matches.change(match_id, self.follow)

    async def _answers(self, match: Match, seat: int) -> Mapping[str, str]:
        async with self._db.read() as connection:
            found = await prepared.of_seat(connection, match.id, seat)
        return found.answers if found is not None and found.person_id == match.person_of(seat) else {}
