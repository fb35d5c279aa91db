"""Computer players in matches: their turns, their answers to requests, and matches that wait for them.

A turn of a computer is an appointment of its match, made in the transaction after which it has to act. When it comes
due, the decision is computed elsewhere (`workers.py`) from what its seat knows, and entered as a person's would
be (`Matches.play`): so it's played once, however often it was computed, or not at all if the match has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Final, cast

from sqlalchemy.ext.asyncio import AsyncConnection

from computer import players
from engine.auto_turns import drawn_turn
from engine.chance import Chance
from engine.errors import TurnError
from engine.game import Json
from engine.seat import Seat
from engine.session import Session
from engine.text import dump_text, say
from hosting.computers.workers import Computers, Decided, NoWorkersError
from hosting.consent.agreements import (
    COMPUTER_PAUSE,
    COMPUTER_TURN,
    COMPUTERS,
    SUBSTITUTE_CALL,
    Answer,
    Draw,
    End,
    PlayOn,
    RequestClosed,
    agreement_of,
    voting_seat,
    waiting,
    wanted_of,
)
from hosting.consent.requests import Requests
from hosting.core import Core
from hosting.errors import HostingError
from hosting.lobby.model import check_computer, next_computer
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, decided
from hosting.match.model import Deadline, Match, NoSuchMatch, Paused, Request, computer_of
from hosting.match.service import Matches
from store.tables import deadlines, match_queries, people

LOOK_AGAIN: Final = timedelta(minutes=1)
"""Wait before a turn is looked for again that was being computed."""

PATIENCE: Final = timedelta(hours=1)
"""How long after the last turn a computer waits with its own, which would close what people have yet to answer."""

THINKING_PER_WORKER: Final = 4
"""How many matches per worker are read, decided and played at a time: enough that no worker waits for one."""

_OFF = say("This bot's operator has switched computer players off, so the match waits until they're back.")
_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Opponents:
    """Plays for computers."""

    core: Core
    computers: Computers
    matches: Matches
    requests: Requests
    _thinking: set[int] = field(default_factory=set, init=False)
    _turns: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._turns = asyncio.Semaphore(THINKING_PER_WORKER * max(1, self.computers.workers))

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Appoint the turn of a computer, in the transaction after which one has to act."""
        if not after.computers and (before is None or not before.computers):
            return
        seat, was = next_to_act(after), None if before is None else next_to_act(before)
        stopped = seat is None and was is not None
        # What was asked while it decided is answered behind its turn.
        if stopped and not await self.requests.ask_any(connection, after, after.computers):
            await deadlines.remove(connection, COMPUTER_TURN, str(after.id))
        elif stopped or (seat is not None and (before is None or (seat, after.seq) != (was, before.seq))):
            due = self.core.clock.now() + COMPUTER_PAUSE
            await deadlines.put(connection, Deadline(COMPUTER_TURN, str(after.id), due, None, after.guild_id))

    async def start(self) -> None:
        """Go on with what a process that ended left, and with what waited until there are computers again."""
        async with self.core.db.write() as connection:
            await deadlines.hasten(connection, COMPUTER_TURN, self.core.clock.now(), share=self.core.share)
        async with self.core.db.read() as connection:
            paused = await match_queries.paused_matches(connection, self.core.share)
        for match_id, why in paused if self.core.computers_offered else ():
            if isinstance(why, dict) and why.get("code") == COMPUTERS:
                self.core.tasks.start(self._resume(match_id), f"computers of match {match_id}")

    async def due(self, key: str, _payload: Json) -> None:
        """Begin to compute what is due; a handler of appointments, which no other match's has to wait for."""
        match_id = int(key)
        try:
            await self.matches.get(match_id)  # one that can't be read is looked at again much later
        except NoSuchMatch:
            return
        await self.core.schedule.postpone(COMPUTER_TURN, key, self.core.clock.now() + LOOK_AGAIN)
        if match_id not in self._thinking:
            self._thinking.add(match_id)
            if not self.core.tasks.start(self._wait(match_id), f"computers of match {match_id}"):
                self._thinking.discard(match_id)

    async def _wait(self, match_id: int) -> None:
        """Think of a match when it's its turn: they come in the order in which they came due."""
        try:
            with self.computers.coming():
                await self._turns.acquire()
            try:
                await self._think(match_id)
            finally:
                self._turns.release()
        finally:
            self._thinking.discard(match_id)

    async def _think(self, match_id: int) -> None:
        try:
            match = await self.matches.get(match_id)
            for request in await self.requests.open_of(match_id):
                match = await self._answer(match, request)
            seat = next_to_act(match)
            if seat is None:
                await self._done(match_id)
            elif not self.core.computers_offered:
                await self.matches.change(match_id, self._pause)
            elif not await self._waits(match):  # it does until the appointment, put off by `due`, comes round again
                await self._play(match, seat)
        except HostingError as error:
            # The match has changed meanwhile: what a computer has to do now is found out anew.
            _log.info("a computer's turn in match %d was overtaken: %s", match_id, error.code)
            await self.core.schedule.set(COMPUTER_TURN, str(match_id), self.core.clock.now() + COMPUTER_PAUSE)

    async def _waits(self, match: Match) -> bool:
        """Return whether people are yet to answer what an event would close."""
        if not match.events or match.events[-1].at + PATIENCE <= self.core.outages.now_in(match.guild_id):
            return False
        asked = await self.requests.open_of(match.id)
        return any(
            agreement_of(each).fleeting and not match.computers.issuperset(waiting(each))
            for each in asked
            if each.kind != SUBSTITUTE_CALL
        )

    async def _done(self, match_id: int) -> None:
        """Drop the appointment of a match in which nothing is left to do for a computer."""
        async with self.matches.hold(match_id) as match:
            asked = [seat for each in await self.requests.open_of(match_id) for seat in waiting(each)]
            if next_to_act(match) is None and match.computers.isdisjoint(asked):
                await self.core.schedule.cancel(COMPUTER_TURN, str(match_id))

    async def _play(self, match: Match, seat: Seat) -> None:
        mark, session, person_id = match.session.mark(seat), match.session, match.person_of(seat)
        try:
            turn, about = await self._decide(match, seat)
            if await self._waits(match):  # it was asked while this was decided
                return
            await self.matches.play(match.id, person_id, turn, match.seq, mark, about=about)
        except TurnError as error:
            # Only the code is told of what it would have played: it may be chosen in secret.
            _log.error("a computer can't play its turn in match %d (%s): a legal one is drawn", match.id, error.code)
            text = drawn_turn(session.game, session.state, seat, Chance.from_text(_seed(match, seat, 0)))
            await self.matches.play(match.id, person_id, text, match.seq, mark, about={"drawn": True})

    async def _decide(self, match: Match, seat: Seat) -> tuple[str, dict[str, Json]]:
        """Return a computer's turn, as far as it can be decided before its effect is seen, and what is stored with it.

        That is what it expects, and how it differs from what was asked for.
        """
        level = level_of(match, seat)
        deciding = self.computers.turn(
            match.session, seat, level, match=str(match.id), seed=partial(_seed, match, seat)
        )
        try:
            text, decisions = await self.core.tasks.foreign(deciding)
        except NoWorkersError:
            raise AssertionError("computers were switched off in a running process") from None
        about: dict[str, Json] = {}
        for each in decisions:
            about |= _noted(each, level)
        return text, about

    async def _pause(self, match: Match) -> Change | None:
        if next_to_act(match) is None:
            return None
        now, text = self.core.clock.now(), say("The match is paused. {reason}", reason=_OFF)
        change = Change(replace(match, paused=Paused(BOT, COMPUTERS, _OFF, now)), now, announcement=text)
        return change.logged(AuditCode.PAUSED, BOT, reason=dump_text(_OFF))

    async def _resume(self, match_id: int) -> None:
        async def decide(match: Match) -> Change | None:
            if match.paused is None or match.paused.code != COMPUTERS:
                return None
            text = say("Computer players are back, and the match goes on.")
            change = Change(replace(match, paused=None), self.core.clock.now(), announcement=text)
            return change.logged(AuditCode.RESUMED, BOT)

        await self.matches.change(match_id, decide)

    # What players ask of each other.

    async def play_on(self, request_id: int, person_id: int, level: int) -> Answer:
        """Ask the others that a computer plays on for a player who is to be replaced; at once if nobody else is left.

        `request_id`: the call for a substitute. Raises NotSeated, MatchOver, RequestClosed, AlreadyAsked, HostingError
        (`no-such-request`, `out-of-game`, `computers-off`, `no-computers`, `no-such-level`, `league-computer`).
        """
        call = await self.requests.get(request_id)
        if call.status != "open" or call.kind != SUBSTITUTE_CALL:
            raise RequestClosed(call)
        match = await self.matches.get(call.match_id)
        voting_seat(match, person_id)
        self.core.require_computers()
        check_computer(match.game, match.mode, level)
        computer = next_computer(level, {computer_of(name) for name in match.members.values()})
        async with self.core.db.write() as connection:
            new = await people.enter_computer(connection, match.guild_id, computer, self.core.clock.now())
        return await self.requests.ask(match.id, person_id, PlayOn(call.seat, level, computer.number, new))

    async def _answer(self, match: Match, request: Request) -> Match:
        """Answer a request for all computers that it asks."""
        for seat in waiting(request):
            if seat in match.computers:
                agree = not isinstance(wanted_of(request), Draw | End) or await self._gives_up(match, seat)
                try:
                    answer = await self.requests.answer(request.id, match.person_of(seat), agree=agree)
                except RequestClosed:
                    return await self.matches.get(match.id)
                except HostingError as error:
                    # It makes no sense any more. The turn, if there is one, doesn't wait for that.
                    _log.warning("computers can't answer request %d: %s", request.id, error.code)
                    return await self.matches.get(match.id)
                match = answer.match
                if answer.request is None or answer.request.status != "open":
                    break
        return match

    async def _gives_up(self, match: Match, seat: Seat) -> bool:
        """Return whether a seat's computer ends a match early: only if it didn't expect to win when it last decided."""
        value = await self._expects(match, seat)
        return value is not None and value <= 0

    async def _expects(self, match: Match, seat: Seat) -> int | None:
        """Return what a seat's computer last expected; None if it never expected anything."""
        if (value := expected(match.decided.get(seat))) is not None:
            return value
        if _chooses_together(match.session, seat) and self.core.computers_offered:
            return expected((await self._decide(match, seat))[1])
        found = (expected(decided(event).get(seat)) for event in reversed(match.events))
        return next((value for value in found if value is not None), None)


def next_to_act(match: Match) -> Seat | None:
    """Return the first seat of a computer that has to act in a match that goes on; None if none has to."""
    if match.over or match.parked is not None or match.paused is not None:
        return None
    return min(match.session.to_act & match.computers, default=None)


def level_of(match: Match, seat: Seat) -> str:
    """Return the key of the level at which a seat's computer plays: the highest that there is, if that's lower."""
    computer = match.seats[seat - 1].computer
    if computer is None:
        raise AssertionError(f"seat {seat} of match {match.id} is no computer's")
    return str(min(computer.level, len(players.keys(match.game, match.setup.mode))))


def _chooses_together(session: Session, seat: Seat) -> bool:
    """Return whether a seat is one of several that choose at once, also if it has chosen already."""
    choosing = session.game.to_act(session.state)
    return seat in choosing and len(choosing) > 1


def expected(about: Mapping[str, Json] | None) -> int | None:
    """Return what a computer expected of its turn, by what is stored with that; None if nothing is."""
    return None if about is None else cast("int | None", about.get("value"))


def _noted(decided: Decided, level: str) -> dict[str, Json]:
    about: dict[str, Json] = {} if decided.value is None else {"value": decided.value}
    if decided.level != level:
        about["level"] = decided.level
    if decided.effort != 1:
        about["effort"] = decided.effort
    if decided.capped:
        about["capped"] = True
    return about


def _seed(match: Match, seat: Seat, number: int) -> str:
    """Return the seed of a decision: another one each time, and the same if it's made again; players can't guess it."""
    return sha256(match.session.chance.seed + f" {match.id} {match.seq} {seat} {number}".encode()).hexdigest()
