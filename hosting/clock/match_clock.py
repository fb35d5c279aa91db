"""How much time each seat, and the players of a match, have left. Pure functions on values; UTC.

A seat's clock runs while its player must decide and the match is not paused. What stops it besides (quiet hours,
weekends, vacations) is written into it when it starts, so that a deadline only moves when something is done about it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self, cast

from engine.game import Json
from engine.seat import Seat
from hosting.clock.calendar import ALWAYS, FROZEN_MOST, Calendar, add, elapsed
from hosting.clock.time_control import ClockTerms
from store.tables.outages import Outage

# How much time the player of one seat has left. A pure value; all times UTC, as `match_clock.py` says.


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time of one seat.

    Attributes:
        left: What it had when it last started or stopped.
        full: What it had when the present decision began.
        spare: What was left when its latest turn ended.
        since: Since when it runs; None while it does not.
        began: When the present decision began; None if there is none.
        frozen: For how long it stood still by its calendar in this decision, before `since`.
        calendar: When it is stopped.
        up: Whether its time ran out and that was dealt with; it waits at zero.
        chosen: What it really is if its player's choice is sealed: it stopped then. Until all choices are open, this
            one runs on, for the eyes of the others.
    """

    left: timedelta
    full: timedelta
    spare: timedelta
    since: datetime | None = None
    began: datetime | None = None
    frozen: timedelta = timedelta()
    calendar: Calendar = ALWAYS
    up: bool = False
    chosen: SeatClock | None = None

    @property
    def due(self) -> datetime | None:
        """When its time is up; None while it does not run, if it is up already, or if a choice is sealed."""
        return self.when(timedelta())

    @property
    def shown(self) -> SeatClock:
        """The clock as the others may see it: nothing in it tells whether a choice is sealed."""
        return self if self.chosen is None else replace(self, chosen=None)

    @property
    def real(self) -> SeatClock:
        """The clock as it is, stopped by a sealed choice too; for its own player."""
        return self if self.chosen is None else self.chosen

    def when(self, left: timedelta) -> datetime | None:
        """Return when so much is left; None while it does not run, or if there is less."""
        if self.since is None or self.up or left > self.left or self.chosen is not None:
            return None
        return add(self.since, self.left - left, self.calendar, FROZEN_MOST - self.frozen)

    def left_at(self, now: datetime) -> timedelta:
        """Return what is left at a time."""
        return self._charged(now).left

    def _charged(self, now: datetime) -> SeatClock:
        if self.since is None or now <= self.since:
            return self
        ran = elapsed(self.since, now, self.calendar, FROZEN_MOST - self.frozen)
        frozen = self.frozen + (now - self.since) - ran
        return replace(self, left=max(self.left - ran, timedelta()), frozen=frozen, since=now)

    def stopped(self, now: datetime) -> SeatClock:
        """Return it stopped from a time on."""
        return replace(self._charged(now), since=None)

    def running(self, now: datetime, calendar: Calendar) -> SeatClock:
        """Return it as it runs from a time on by a calendar; a decision that was going on goes on."""
        charged = self._charged(now)
        if charged.began is None:
            # An owner who waited for an answer goes on in the same turn, in which it was dealt with that time was up.
            up = charged.up and not charged.left
            charged = replace(charged, began=now, full=charged.left, frozen=timedelta(), up=up)
        return replace(charged, since=now, calendar=calendar)

    def excused(self, start: datetime, end: datetime) -> SeatClock:
        """Return it as if no time had passed between two times, of which the second may be the earlier one."""
        if self.since is None:
            return self
        charged = self._charged(start)
        # What began after the last sign of life goes on from the end as well.
        return replace(charged, since=max(self.since, end) if end > start else end)

    def sealed(self, now: datetime, terms: ClockTerms) -> SeatClock:
        """Return it after its player chose in secret: stopped, without anybody seeing it."""
        return replace(self, chosen=self.shown.decided(now, terms, gain=True))

    def decided(self, now: datetime, terms: ClockTerms, *, gain: bool) -> SeatClock:
        """Return it after its decision is made, or was made needless."""
        if self.chosen is not None:
            return self.chosen
        still = self.stopped(now)
        left = still.left
        if gain:
            left = terms.per_turn if terms.kind == "turn" else max(left, min(left + terms.gain, terms.cap))
        return replace(still, left=left, spare=still.left if gain else still.spare, began=None, up=False)

    def answered(self, now: datetime, terms: ClockTerms) -> SeatClock:
        """Return it after its player answered in the turn of another: that earns nothing, but costs no own turn."""
        still = self.decided(now, terms, gain=False)
        return replace(still, left=terms.per_turn) if terms.kind == "turn" else still

    def dump(self) -> dict[str, Json]:
        """Return it as JSON, durations in seconds."""
        return {
            "left": self.left.total_seconds(),
            "full": self.full.total_seconds(),
            "spare": self.spare.total_seconds(),
            "since": None if self.since is None else self.since.isoformat(),
            "began": None if self.began is None else self.began.isoformat(),
            "frozen": self.frozen.total_seconds(),
            "calendar": self.calendar.dump(),
            "up": self.up,
            "chosen": None if self.chosen is None else self.chosen.dump(),
        }

    @classmethod
    def load(cls, data: Json) -> Self:
        """Read what `dump` returned. Raises ValueError."""
        match data:
            case {
                "left": int() | float() as left,
                "full": int() | float() as full,
                "spare": int() | float() as spare,
                "since": since,
                "began": began,
                "frozen": int() | float() as frozen,
                "calendar": calendar,
                "up": bool() as up,
                **more,
            }:
                chosen = more.get("chosen")
                return cls(
                    timedelta(seconds=left),
                    timedelta(seconds=full),
                    timedelta(seconds=spare),
                    read_time(since),
                    read_time(began),
                    timedelta(seconds=frozen),
                    Calendar.load(calendar),
                    up,
                    None if chosen is None else cls.load(cast("Json", chosen)),
                )
        raise ValueError(f"no clock of a seat: {data!r}")


def read_time(data: Json) -> datetime | None:
    """Read a time as ISO 8601 has it; None stays None."""
    return None if data is None else datetime.fromisoformat(str(data))


GRACE = timedelta(hours=1)
"""Least time that is left after a turn was taken back, if its decision began with more than that."""

Calendars = Mapping[Seat, Calendar]
"""When the clocks of seats do not run; that of a missing seat always runs."""


@dataclass(frozen=True, slots=True)
class MatchClock:
    """A match's clock.

    Attributes:
        seats: For seat 1, 2, ….
        stopped: Since when all of it is stopped, the match being paused, parked or over; None while it runs.
        given: The last outage that it takes into account (`hosting.outages`); 0 for none.
    """

    seats: tuple[SeatClock, ...] = field(default=())
    stopped: datetime | None = None
    given: int = 0

    def seat(self, seat: Seat) -> SeatClock:
        """Return the clock of a seat."""
        return self.seats[seat - 1]

    @property
    def shown(self) -> MatchClock:
        """The clock as everybody may see it (`SeatClock.shown`)."""
        return replace(self, seats=tuple(each.shown for each in self.seats))

    def due(self, seat: Seat) -> datetime | None:
        """Return when a seat's time is up; None while its clock does not run."""
        return self.seat(seat).due

    @property
    def next_due(self) -> datetime | None:
        """When a player's time is up next; None if no clock runs."""
        return min((due for each in self.seats if (due := each.due) is not None), default=None)

    def late(self, now: datetime) -> list[Seat]:
        """Return the seats whose time is up and that was not dealt with, the earliest first."""
        due = [(each.due, seat) for seat, each in enumerate(self.seats, 1)]
        return [seat for _, seat in sorted((at, seat) for at, seat in due if at is not None and at <= now)]

    def dump(self) -> Json:
        """Return the clock as JSON; `load` takes it back."""
        return {
            "seats": [each.dump() for each in self.seats],
            "stopped": None if self.stopped is None else self.stopped.isoformat(),
            "given": self.given,
        }

    @classmethod
    def load(cls, data: Json) -> MatchClock:
        """Return the clock that `dump` wrote. Raises ValueError."""
        match data:
            case {"seats": [*seats], "stopped": stopped, **more}:
                return cls(
                    tuple(SeatClock.load(each) for each in seats), read_time(stopped), cast("int", more.get("given", 0))
                )
        raise ValueError(f"no clock: {data!r}")


def begin(terms: ClockTerms, seats: int, to_act: Collection[Seat], now: datetime, calendars: Calendars) -> MatchClock:
    """Return the clock of a match that starts, with those who must decide on the clock."""
    fresh = SeatClock(terms.first, terms.first, terms.first)
    return _run(MatchClock((fresh,) * seats), to_act, now, calendars)


def moved(
    clock: MatchClock,
    terms: ClockTerms,
    before: Collection[Seat],
    after: Collection[Seat],
    now: datetime,
    calendars: Calendars,
    *,
    turned: bool = False,
    out: Collection[Seat] = (),
    owner: Seat | None = None,
    answers: bool = False,
) -> MatchClock:
    """Return the clock after a decision.

    In a turn that others can interrupt, only the clock of who is asked runs. The turn's time, and what it earns, is
    its owner's: once, when it ends, no matter who had the last word in it.

    Args:
        clock: As it was.
        terms: What was agreed.
        before: Who had to decide.
        after: Who must decide now. A player who had to and no longer must has ended a turn.
        now: When it happened.
        calendars: When the clocks that now start are stopped.
        turned: Whether another turn began, for a player who moves twice running.
        out: Who resigned, or lost by time: their turn earns nothing.
        owner: Whose turn it was, where others can be asked in it; None for nobody's.
        answers: Whether others can be asked in turns of the game, and one seat had to decide.
    """
    ended = {seat for seat in before if turned or seat not in after}
    if answers:
        asked = {seat: clock.seat(seat).answered(now, terms) for seat in ended if seat != owner}
        own = {owner} if owner is not None and turned else set[Seat]()
        decided = _with(
            clock, asked | {each: clock.seat(each).decided(now, terms, gain=each not in out) for each in own}
        )
    else:
        decided = _with(clock, {seat: clock.seat(seat).decided(now, terms, gain=seat not in out) for seat in ended})
    return decided if clock.stopped is not None else _run(decided, after, now, calendars)


def sealed(
    clock: MatchClock,
    terms: ClockTerms,
    before: Collection[Seat],
    after: Collection[Seat],
    now: datetime,
) -> MatchClock:
    """Return the clock after a choice was sealed: its seat's stops, and goes on for the eyes of the others.

    Args:
        clock: As it was.
        terms: What was agreed.
        before: Who had to decide.
        after: Who still has to.
        now: When it happened.
    """
    return _with(clock, {seat: clock.seat(seat).sealed(now, terms) for seat in before if seat not in after})


def opened(clock: MatchClock, sealed: Collection[Seat]) -> MatchClock:
    """Return the clock after choices were opened, or dropped: those of all but these seats."""
    return _with(
        clock,
        {
            seat: each.chosen
            for seat, each in enumerate(clock.seats, 1)
            if each.chosen is not None and seat not in sealed
        },
    )


def taken_back(
    clock: MatchClock,
    terms: ClockTerms,
    turns: Mapping[Seat, int],
    after: Collection[Seat],
    now: datetime,
    calendars: Calendars,
) -> MatchClock:
    """Return the clock after turns were taken back: nobody gains time by it, nor loses all they have.

    Args:
        clock: As it was.
        terms: What was agreed.
        turns: How many turns of each seat.
        after: Who must decide now.
        now: When it happened.
        calendars: When the clocks that now start are stopped.
    """
    seats: dict[Seat, SeatClock] = {}
    for seat, each in enumerate(clock.seats, 1):
        still = replace(each.decided(now, terms, gain=False), spare=each.spare)
        if count := turns.get(seat, 0):
            left = min(still.spare, still.left)
            if terms.kind == "fischer":
                left -= terms.gain * (count - 1)
            # Once: who thinks, plays and takes back again and again would never run out of time.
            grace = min(GRACE, still.left) if still.full > GRACE else timedelta()
            seats[seat] = replace(still, left=max(left, grace))
        elif terms.kind == "turn":
            seats[seat] = replace(still, left=terms.per_turn)
        else:
            seats[seat] = still
    return _run(_with(clock, seats), after, now, calendars)


def handed_over(
    clock: MatchClock,
    terms: ClockTerms,
    seats: Collection[Seat],
    after: Collection[Seat],
    now: datetime,
    calendars: Calendars,
) -> MatchClock:
    """Return the clock after other people took over seats, or all start anew: they have no less than at the start."""
    fresh = {}
    for seat in seats:
        still = clock.seat(seat).shown.decided(now, terms, gain=False)
        fresh[seat] = replace(still, left=max(still.left, terms.first))
    return _run(_with(clock, fresh), after, now, calendars)


def pause(clock: MatchClock, now: datetime) -> MatchClock:
    """Return the clock stopped from a time on."""
    if clock.stopped is not None:
        return clock
    return replace(clock, seats=tuple(each.stopped(now) for each in clock.seats), stopped=now)


def resume(clock: MatchClock, to_act: Collection[Seat], now: datetime, calendars: Calendars) -> MatchClock:
    """Return the clock as it runs again for those who must decide."""
    if clock.stopped is None:
        return clock
    return _run(replace(clock, stopped=None), to_act, now, calendars)


def recalled(clock: MatchClock, now: datetime, calendars: Calendars) -> MatchClock:
    """Return the clock with other calendars from now on; what passed stays as it was."""
    running = [seat for seat, each in enumerate(clock.seats, 1) if each.since is not None]
    return _with(clock, {seat: clock.seat(seat).running(now, calendars.get(seat, ALWAYS)) for seat in running})


def extended(clock: MatchClock, seat: Seat, by: timedelta, now: datetime) -> MatchClock:
    """Return the clock with more time for a seat, above the cap if need be."""
    each = clock.seat(seat)
    calm = each if each.since is None else each.running(now, each.calendar)
    chosen = None if each.chosen is None else replace(each.chosen, left=each.chosen.left + by)
    return _with(clock, {seat: replace(calm, left=calm.left + by, full=calm.full + by, up=False, chosen=chosen)})


def marked(clock: MatchClock, seat: Seat, now: datetime) -> MatchClock:
    """Return the clock after it was dealt with that a seat's time is up: it waits at zero."""
    each = clock.seat(seat)
    calm = each if each.since is None else each.running(now, each.calendar)
    return _with(clock, {seat: replace(calm, left=timedelta(), up=True)})


def excused(clock: MatchClock, outage: Outage) -> MatchClock:
    """Return the clock as if no time had passed in an outage: what was left at its start is left at its end."""
    seats = {seat: each.excused(outage.start, outage.end) for seat, each in enumerate(clock.seats, 1)}
    return replace(_with(clock, seats), given=outage.id)


def _run(clock: MatchClock, seats: Collection[Seat], now: datetime, calendars: Calendars) -> MatchClock:
    """Start the clocks of seats that do not run, and stop those of all others."""
    if clock.stopped is not None:
        return clock
    return replace(
        clock,
        seats=tuple(
            (each if each.since is not None else each.running(now, calendars.get(seat, ALWAYS)))
            if seat in seats or each.chosen is not None
            else replace(each.stopped(now), began=None)
            for seat, each in enumerate(clock.seats, 1)
        ),
    )


def _with(clock: MatchClock, seats: Mapping[Seat, SeatClock]) -> MatchClock:
    return replace(clock, seats=tuple(seats.get(seat, each) for seat, each in enumerate(clock.seats, 1)))
