"""Rounds of a Swiss that an entry sits out, as it asked before they were paired."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say
from hosting.league.calls import Calls
from hosting.league.changing import changing, entry_of
from hosting.league.errors import BadBye, LeagueNotRunning, NotInLeague
from hosting.league.pairing.formats import rounds
from hosting.league.state import State, View
from hosting.league.telling import tell_each
from hosting.runtime.time import Clock
from store.database import Database
from store.league import entries, seasons
from store.league.values import Absence, Entry


class Byes:
    """Has entries sit rounds out."""

    def __init__(self, database: Database, clock: Clock, calls: Calls) -> None:
        self._db = database
        self._clock = clock
        self._calls = calls

    async def ask(
        self, season_id: int, person_id: int, round_: int, *, half: bool, organiser: bool = False
    ) -> Absence | None:
        """Have a player's entry sit a round out, for half a point or for nothing.

        Of a team both ask, for the same: the other one is told once what the first one wants. Asked for again, what was
        asked for last holds.

        Args:
            season_id: Which season.
            person_id: Who asks.
            round_: Which round.
            half: Whether it gives half a point.
            organiser: Whether an organiser asks in their place, so that nobody else has to.

        Returns:
            What holds now; None where a partner has to ask for it, too.

        Raises:
            NoSuchLeague, NotInLeague, LeagueNotRunning: As it says.
            BadBye: Not in this format, not in this round any more, or no more for half a point.
        """
        now = self._clock.now()
        async with changing(self._db, self._calls, season_id) as (connection, at):
            mine = _mine(at, person_id, round_)
            if round_ > _last_round(at):
                raise BadBye("round")
            others = [each for each in at.absences if each.entry == mine.id and each.round != round_]
            if half and sum(each.kind == "half_bye" for each in others) >= at.terms.half_byes:
                raise BadBye("half")
            asked = Absence(mine.id, round_, "half_bye" if half else "zero_bye", now)
            if asked in [replace(each, asked_at=now) for each in at.absences]:
                return asked
            partners = () if organiser else tuple(each for each in mine.current if each != person_id)
            if await self._agreed(connection, at, asked, person_id, partners):
                await entries.ask(connection, at.season, asked)
                return asked
            return None

    async def _agreed(
        self, connection: AsyncConnection, at: State, asked: Absence, person_id: int, partners: Collection[int]
    ) -> bool:
        """Return whether all of an entry want to sit a round out; note that one does, and tell the others once."""
        wish = f"{_wish(asked.entry, asked.round)}{asked.kind}:"
        if await seasons.was_done(connection, at.season, [f"{wish}{each}" for each in partners]) or not partners:
            return True
        await seasons.note_since(connection, at.season, f"{wish}{person_id}", asked.asked_at)
        told = f"sit-out-told:{asked.entry}:{asked.round}:{person_id}"
        if await seasons.note_done(connection, at.season, told, asked.asked_at):
            text = (_HALF if asked.kind == "half_bye" else _NOTHING).using(round=asked.round)
            await tell_each(connection, at.season, dict.fromkeys(partners, text), asked.asked_at)
        return False

    async def take_back(self, season_id: int, person_id: int, round_: int) -> None:
        """Have a player's entry be paired in a round after all, or take back that they asked; either of a team may.

        Raises:
            NoSuchLeague, NotInLeague, LeagueNotRunning: As it says.
            BadBye: Not in this format, not in this round any more, or it did not ask.
        """
        async with changing(self._db, self._calls, season_id) as (connection, at):
            mine = _mine(at, person_id, round_)
            wished = await seasons.forget_done(connection, at.season, _wish(mine.id, round_))
            if not await entries.ask_no_more(connection, mine.id, round_) and not wished:
                raise BadBye("none")


def byes_ahead(view: View, entry_id: int) -> list[tuple[Absence, bool]]:
    """Return the rounds not paired yet that an entry asked to sit out, in order, each with whether that holds.

    Where a partner has to ask for it, too, it does not hold so far; partners may have asked for different things.
    """
    if view.season.status not in _GOES_ON:
        return []
    paired = max((each.round for each in view.fixtures), default=0)
    agreed = [(each, True) for each in view.absences if each.entry == entry_id]
    settled = {each.round for each, _ in agreed}
    wished: dict[tuple[int, str], tuple[Absence, bool]] = {}
    for key, when in view.done.items():
        found = _WISH.fullmatch(key)
        if found is not None and int(found["entry"]) == entry_id and int(found["round"]) not in settled:
            kind: Literal["half_bye", "zero_bye"] = "half_bye" if found["kind"] == "half_bye" else "zero_bye"
            asked = Absence(entry_id, int(found["round"]), kind, when)
            wished[asked.round, kind] = (asked, False)
    return sorted((each for each in (*agreed, *wished.values()) if each[0].round > paired), key=lambda it: it[0].round)


_HALF = say(
    "{league}: your partner wants your team to sit out round {round} for half a point. It does once you ask for it, "
    "too: `/league bye round:{round}`."
)
_NOTHING = say(
    "{league}: your partner wants your team to sit out round {round} for nothing. It does once you ask for it, too: "
    "`/league bye round:{round} kind:zero-point bye`."
)


_GOES_ON = ("open", "running", "paused")
_WISH = re.compile(r"sit-out:(?P<entry>\d+):(?P<round>\d+):(?P<kind>\w+):\d+")
"""The keys under which is noted who of a team wants to sit a round out."""


def _wish(entry_id: int, round_: int) -> str:
    """Return how such keys begin for a round of an entry."""
    return f"sit-out:{entry_id}:{round_}:"


def _mine(at: State, person_id: int, round_: int) -> Entry:
    """Return the entry of a player that may still sit a round out. Raises NotInLeague, LeagueNotRunning, BadBye."""
    mine = entry_of(at, person_id)
    if mine is None:
        raise NotInLeague
    if at.terms.kind != "swiss":
        raise BadBye("format")
    paired = max((each.round for each in at.fixtures), default=0)
    if at.season.status not in _GOES_ON:
        raise LeagueNotRunning(at.season.status)
    if round_ <= paired:
        raise BadBye("paired")
    return mine


def _last_round(at: State) -> int:
    """Return the last round of a Swiss; before the start the last one that it can have."""
    begun = sum(each.from_round == 1 for each in at.entries)
    return rounds(at.terms, at.terms.most if at.season.started_at is None else begun)
