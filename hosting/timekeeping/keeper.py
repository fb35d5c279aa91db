"""The clocks of matches as they go on: kept in the transaction of every change, with the appointment that ends them.

What happened is told from the match before and after. One appointment of kind `CLOCK` for each match stands at the time
when something is to be done because its players run out of time (`time_up_at`, `hosting.timekeeping.timeouts`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.extras import Interrupting, owner
from engine.history import moments
from engine.seat import Seat
from hosting.clock import match_clock
from hosting.clock.control import ClockTerms
from hosting.clock.match_clock import Calendars, MatchClock
from hosting.match.model import Deadline, Match
from hosting.match.service import Matches
from hosting.runtime.scheduler import Schedule
from hosting.timekeeping.calendars import clock_calendars
from hosting.uptime.outages import CLOCK, Outages
from store import deadlines


class Clocking:
    """Keeps the clock of every match."""

    def __init__(self, outages: Outages, matches: Matches, schedule: Schedule) -> None:
        self._outages = outages
        self._matches = matches
        self._schedule = schedule

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        """Return a match with its clock as a change leaves it, and have the appointment at its end follow."""
        # Together, and at once: what is given back from here on counts from this moment.
        terms, now, given, after = (
            after.terms.clock,
            self._outages.now(),
            self._outages.last,
            self._matches.up_to_date(after),
        )
        if terms is None or (before is not None and after.clock is None):
            return after
        # Those who have chosen in secret too: for the eyes of the others their clocks run as before.
        starting = after.session.deciding if not _still(after) else frozenset[Seat]()
        calendars = await clock_calendars(connection, after, starting, now) if _restarts(before, after) else {}
        clock = following(before, after, terms, now, calendars)
        after = replace(after, clock=replace(clock, given=given))
        due = time_up_at(after)
        if due is None:
            await deadlines.remove(connection, CLOCK, str(after.id))
        elif before is None or time_up_at(before) != due:
            await deadlines.put(connection, Deadline(CLOCK, str(after.id), due, None))
        return after

    async def hear(self, match: Match) -> None:
        """Make the schedule look at the appointment of a match."""
        if (due := time_up_at(match)) is not None:
            self._schedule.noticed(CLOCK, due)


def time_up_at(match: Match) -> datetime | None:
    """Return when something is to be done because time is up; None if nobody's clock runs, or nobody plays any more."""
    if match.clock is None or match.over:  # the clock of one that was ended unread was not stopped
        return None
    if not ends_together(match):
        return match.clock.next_due
    dues = [due for seat in match.session.to_act if (due := match.clock.due(seat)) is not None]
    return max(dues, default=None)


def ends_together(match: Match) -> bool:
    """Return whether nothing is done about those who are late before all are who have not chosen.

    So it is where several choose at once and the rules say what is played for a player who does not: played at a
    deadline that everybody can read, it would tell the others whose choice it is. Until then the late may choose.
    """
    session = match.session
    if match.decision is None or not session.game.info.defaults:
        return False
    return all(session.game.default(session.state, seat) is not None for seat in session.deciding)


def following(before: Match | None, after: Match, terms: ClockTerms, now: datetime, calendars: Calendars) -> MatchClock:
    """Return the clock after a change of a match.

    Args:
        before: The match before it; None at its start.
        after: The match after it, with the clock as the change left it.
        terms: What was agreed.
        now: When it happened.
        calendars: When the clocks of those who must decide now are stopped.
    """
    to_act = after.session.to_act
    if before is None or after.clock is None:
        clock = match_clock.begin(terms, len(after.seats), to_act, now, calendars)
        return match_clock.pause(clock, now) if _still(after) else clock
    clock = after.clock
    if after.session != before.session or after.seq != before.seq:
        clock = _after_event(before, after, clock, terms, now, calendars)
    if _still(after):
        return match_clock.pause(clock, now)
    return match_clock.resume(clock, to_act, now, calendars)


def _after_event(
    before: Match, after: Match, clock: MatchClock, terms: ClockTerms, now: datetime, calendars: Calendars
) -> MatchClock:
    had_to, must = before.session.to_act, after.session.to_act
    sealed = {seat for seat, _, _ in after.session.sealed}
    if len(after.former) > len(before.former):
        seat = after.former[-1].seat
        # What it had sealed is gone, and with that its clock goes on as everybody has seen it run.
        clock = match_clock.opened(clock, sealed | {seat})
        return match_clock.handed_over(clock, terms, {seat}, must, now, calendars)
    clock = match_clock.opened(clock, sealed)
    last = after.history[-1] if after.history else None
    if after.seq == before.seq:  # one more choice was sealed, or one was changed
        return match_clock.sealed(clock, terms, had_to, must, now)
    if last is None or last.seq != after.seq:
        return match_clock.taken_back(clock, terms, _turns_gone(before, after), must, now, calendars)
    if last.kind == "position":
        return match_clock.handed_over(clock, terms, range(1, len(after.seats) + 1), must, now, calendars)
    if last.kind == "ruling":
        return clock
    game = after.session.game
    turned = game.turn(after.session.state) != game.turn(before.session.state)
    out = {last.seat} if last.kind == "forfeit" and last.seat is not None else set()
    answers = isinstance(game, Interrupting) and len(before.session.deciding) == 1
    whose = owner(game, before.session.state) if answers else None
    # A player who resigned while another had to decide has not ended the other's turn, unless it was asked in theirs.
    turned = turned and (not out or bool(out & had_to) or whose in out)
    return match_clock.moved(
        clock, terms, had_to, must, now, calendars, turned=turned, out=out, owner=whose, answers=answers
    )


def _turns_gone(before: Match, after: Match) -> Counter[Seat]:
    """Return how many turns of each seat were taken back, of those that have earned time."""
    if not isinstance(before.session.game, Interrupting):
        gone = before.history[len(after.history) :]
        return Counter(each.seat for each in gone if each.seat is not None and each.kind in ("turn", "joint"))
    left, now = len(after.session.entries), before.session.game.turn(before.session.state)
    played = [moment.last for moment in moments(before.session) if moment.entries > left and moment.last is not None]
    return Counter(last.seat for last in played if last.parts[0].turn < now and last.surrender is None)


def _still(match: Match) -> bool:
    return match.over or match.parked is not None or match.paused is not None


def _restarts(before: Match | None, after: Match) -> bool:
    """Return whether a change may start a player's clock."""
    return before is None or before.seq != after.seq or before.session != after.session or _still(before)
