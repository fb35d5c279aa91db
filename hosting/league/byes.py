"""Rounds of a Swiss that an entry sits out, as it asked before they were paired."""

from __future__ import annotations

from hosting.league.calls import Calls
from hosting.league.changing import changing, entry_of
from hosting.league.errors import BadBye, LeagueNotRunning, NotInLeague
from hosting.league.pairing.formats import rounds
from hosting.league.state import State
from hosting.runtime.time import Clock
from store.database import Database
from store.league import entries
from store.league.values import Absence, Entry


class Byes:
    """Has entries sit rounds out."""

    def __init__(self, database: Database, clock: Clock, calls: Calls) -> None:
        self._db = database
        self._clock = clock
        self._calls = calls

    async def ask(self, season_id: int, person_id: int, round_: int, *, half: bool) -> Absence:
        """Have a player's entry sit a round out, for half a point or for nothing.

        Asked for again, what was asked for last holds.

        Raises:
            NoSuchLeague, NotInLeague, LeagueNotRunning: As it says.
            BadBye: Not in this format, not in this round any more, or no more for half a point.
        """
        async with changing(self._db, self._calls, season_id) as (connection, at):
            mine = _mine(at, person_id, round_)
            if round_ > _last_round(at):
                raise BadBye("round")
            others = [each for each in at.absences if each.entry == mine.id and each.round != round_]
            if half and sum(each.kind == "half_bye" for each in others) >= at.terms.half_byes:
                raise BadBye("half")
            asked = Absence(mine.id, round_, "half_bye" if half else "zero_bye", self._clock.now())
            await entries.ask(connection, at.season, asked)
            return asked

    async def take_back(self, season_id: int, person_id: int, round_: int) -> None:
        """Have a player's entry be paired in a round after all.

        Raises:
            NoSuchLeague, NotInLeague, LeagueNotRunning: As it says.
            BadBye: Not in this format, not in this round any more, or it did not ask.
        """
        async with changing(self._db, self._calls, season_id) as (connection, at):
            mine = _mine(at, person_id, round_)
            if not await entries.ask_no_more(connection, mine.id, round_):
                raise BadBye("none")


def _mine(at: State, person_id: int, round_: int) -> Entry:
    """Return the entry of a player that may still sit a round out. Raises NotInLeague, LeagueNotRunning, BadBye."""
    mine = entry_of(at, person_id)
    if mine is None:
        raise NotInLeague
    if at.terms.kind != "swiss":
        raise BadBye("format")
    paired = max((each.round for each in at.fixtures), default=0)
    if at.season.status not in ("open", "running", "paused"):
        raise LeagueNotRunning(at.season.status)
    if round_ <= paired:
        raise BadBye("paired")
    return mine


def _last_round(at: State) -> int:
    """Return the last round of a Swiss; before the start the last one that it can have."""
    begun = sum(each.from_round == 1 for each in at.entries)
    return rounds(at.terms, at.terms.most if at.season.started_at is None else begun)
