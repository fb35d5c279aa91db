"""Clocks as values: time controls, remaining time, when a clock is stopped, how clocks are written."""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Annotated, Literal, Self, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import PlainSerializer, Strict

from engine.game import Json
from engine.seat import Seat
from engine.text import Quote, say_n, shortened
from hosting.errors import HostingError
from store.documents import Codec, Document, ListField, SecondsField, TimeField, WholeSecondsField
from store.tables.outages import Outage

# When a player's clock does not run: quiet hours, free weekends, vacations.
#
# All spans are half-open, in UTC. Quiet hours and weekends are times of day in a zone: where clocks are put back, a
# span reaches from the first occurrence of its beginning to the last of its end; a time that clocks skip is the moment
# at which they skip it.
#
# Limits, so that no game is endless: quiet hours are at most `QUIET_MOST` a day, vacations at most
# `hosting.vacations.DAYS_A_YEAR` days a year, and all that stops a clock during one decision comes to at most
# `FROZEN_MOST`; from there on it runs day and night.


Span: TypeAlias = tuple[datetime, datetime]

QUIET_MOST = timedelta(hours=12)
FROZEN_MOST = timedelta(days=30)

_DAY = 24 * 60
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of the day in which a player doesn't want messages.

    Attributes:
        zone: Name of the time zone, e.g. "Europe/Paris".
        start: Minute of the day at which they begin.
        end: Minute of the day at which they end; of the next day if it's less than `start`.
    """

    zone: str
    start: int
    end: int

    def __post_init__(self) -> None:
        length = timedelta(minutes=(self.end - self.start) % _DAY)
        if not (0 <= self.start < _DAY and 0 <= self.end < _DAY and timedelta() < length <= QUIET_MOST):
            raise ValueError(f"no quiet hours: {self!r}")

    def dump(self) -> list[Json]:
        return [self.zone, self.start, self.end]

    @classmethod
    def load(cls, data: Json) -> Self:
        """Read the result of `dump`. Raises ValueError."""
        match data:
            case [str() as zone, int() as start, int() as end]:
                return cls(zone, start, end)
        raise ValueError(f"no quiet hours: {data!r}")


QuietField: TypeAlias = Annotated[Quiet, Codec(Quiet.load, Quiet.dump)]
SpanField: TypeAlias = Annotated[tuple[TimeField, TimeField], Strict(strict=False)]


@dataclass(frozen=True, slots=True)
class Calendar(Document):
    """When one player's clock is stopped at one table.

    Attributes:
        quiet: Each day; None for never.
        table: The quiet hours of the table; None for none.
        weekends: Names of the zones whose Saturdays and Sundays are free.
        away: Vacations.
    """

    sparse = True

    quiet: QuietField | None = None
    table: QuietField | None = None
    weekends: Annotated[frozenset[str], Strict(strict=False), PlainSerializer(sorted)] = frozenset()
    away: ListField[SpanField] = ()


ALWAYS = Calendar()
"""The clock runs day and night."""


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone; UTC for a name that is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def spans(calendar: Calendar, since: datetime) -> Iterator[Span]:
    """Yield the spans after a time in which a clock is stopped, in order, none touching the next.

    One that is as long as the longest stop allowed, or longer, is the last.
    """
    sources = [_weekends(zone, since) for zone in sorted(calendar.weekends)]
    sources += [_nights(quiet, since) for quiet in (calendar.quiet, calendar.table) if quiet is not None]
    sources.append(iter(sorted(calendar.away)))
    current: Span | None = None
    for start, end in heapq.merge(*sources):
        if end <= since or start >= end:
            continue
        if current is None:
            current = start, end
        elif start <= current[1]:
            current = current[0], max(end, current[1])
            if current[1] - max(current[0], since) > FROZEN_MOST:
                break  # nothing stops a clock for longer, and hours that fill the day would never end
        else:
            yield current
            current = start, end
    if current is not None:
        yield current


def elapsed(since: datetime, until: datetime, calendar: Calendar, most: timedelta = FROZEN_MOST) -> timedelta:
    ran, at = timedelta(), since
    for start, end in spans(calendar, since):
        stop = max(start, at)
        if stop >= until or not most:
            break
        ran += stop - at
        still = min(end - stop, most)
        most -= still
        at = stop + still
        if at >= until:
            return ran
    return ran + (until - at)


def add(since: datetime, duration: timedelta, calendar: Calendar, most: timedelta = FROZEN_MOST) -> datetime:
    """Return the first time at which a clock has run for a duration. `elapsed` of that time is `duration` again.

    `duration`: not negative. `most`: total time that it may be stopped; after that it always runs.
    """
    at = since
    for start, end in spans(calendar, since):
        stop = max(start, at)
        if at + duration <= stop or not most:
            break
        duration -= stop - at
        still = min(end - stop, most)
        most -= still
        at = stop + still
    return at + duration


def resting(at: datetime, calendar: Calendar) -> Span | None:
    """Return the span that a time lies in, or None."""
    span = next(spans(calendar, at), None)
    return span if span is not None and span[0] <= at else None


def local_time(zone: str, day: date, minute: int, *, last: bool = False) -> datetime:
    """Return when it's a time of day in a zone, in UTC.

    `minute`: of that day. `last`: take the last of two occurrences, where clocks are put back, instead of the first.
    """
    return _moment(zone, datetime.combine(day, time(minute // 60, minute % 60)), last=last)


def clock_time(zone: str, at: datetime) -> datetime:
    """Return the local time in a zone, without a zone; midnight for a day's first moment, even if clocks skip it."""
    local = at.astimezone(zone_of(zone)).replace(tzinfo=None, fold=0)
    return datetime.combine(local, time()) if at == local_time(zone, local.date(), 0) else local


def days_later(zone: str, at: datetime, days: int) -> datetime:
    """Return the same time of day so many days later in a zone, in UTC; earlier for a negative number.

    A day's first moment leads to another day's first moment.
    """
    return _moment(zone, clock_time(zone, at) + timedelta(days=days)) if days else at


def _moment(zone: str, local: datetime, *, last: bool = False) -> datetime:
    """Return when clocks of a zone show a time; where they skip it, the moment of the skip."""
    where = zone_of(zone)
    first, second = (local.replace(tzinfo=where, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first <= second:
        return second if last else first
    return _skip(zone, second, first)


@lru_cache(maxsize=256)
def _skip(zone: str, before: datetime, after: datetime) -> datetime:
    """Return when clocks were put forward between two times."""
    where = zone_of(zone)
    offset = before.astimezone(where).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) // 2
        if middle.astimezone(where).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)


def _nights(quiet: Quiet, since: datetime) -> Iterator[Span]:
    day = since.astimezone(zone_of(quiet.zone)).date() - timedelta(days=2)
    over_midnight = timedelta(days=quiet.end < quiet.start)
    while True:
        yield (
            local_time(quiet.zone, day, quiet.start),
            local_time(quiet.zone, day + over_midnight, quiet.end, last=True),
        )
        day += timedelta(days=1)


def _weekends(zone: str, since: datetime) -> Iterator[Span]:
    day = since.astimezone(zone_of(zone)).date()
    day -= timedelta(days=(day.weekday() - _SATURDAY) % 7 + 7)
    while True:
        yield local_time(zone, day, 0), local_time(zone, day + timedelta(days=2), 0, last=True)
        day += timedelta(days=7)


# Time controls as values, as presets, and as people write them: `none`, `3d`, `3d+12h/5d`.


ClockKind: TypeAlias = Literal["turn", "fischer"]

SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=60)
"""Bounds of all durations of a clock, except for a gain, which may be zero."""


@dataclass(frozen=True, slots=True)
class ClockTerms(Document):
    """A time control.

    Attributes:
        kind: "turn": so much for each turn, unused time is lost; "fischer": a bank of time, which only runs while its
            player must decide and grows with each turn.
        per_turn: With "turn": for each turn.
        start: With "fischer": the bank at first.
        gain: With "fischer": what each turn adds.
        cap: With "fischer": the most the bank can hold.
    """

    whole = True

    kind: ClockKind = "fischer"
    per_turn: WholeSecondsField = timedelta(days=3)
    start: WholeSecondsField = timedelta(days=3)
    gain: WholeSecondsField = timedelta(hours=12)
    cap: WholeSecondsField = timedelta(days=5)

    def __post_init__(self) -> None:
        durations = (self.per_turn, self.start, self.cap)
        if not (all(SHORTEST <= each <= LONGEST for each in durations) and timedelta() <= self.gain <= self.cap):
            raise ValueError(f"no such clock: {self!r}")
        if self.start > self.cap:
            raise ValueError(f"more in the bank than it holds: {self!r}")

    @property
    def first(self) -> timedelta:
        """The time of a seat when its first turn begins."""
        return self.per_turn if self.kind == "turn" else self.start


# Clocks as people write them: `none`, `3d`, `36h`, `3d+12h`, `3d+12h/5d`.


NONE = "none"
FISCHER = "3d+12h/5d"
SUGGESTIONS = (NONE, "1d", "3d", "7d", FISCHER)

_MOST = 60
"""Characters of a clock's text; a longer one could have more days than a duration can hold."""

_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_DURATION = r"(?:[0-9]{1,4}\s*(?:d|h|min|m)\s*)+"
_TURN = re.compile(rf"({_DURATION})", re.IGNORECASE)
_FISCHER = re.compile(rf"({_DURATION})\+\s*({_DURATION}|0\s*)(?:/\s*({_DURATION}))?", re.IGNORECASE)
_PART = re.compile(r"([0-9]{1,4})\s*([dhm])", re.IGNORECASE)


class NoSuchClock(HostingError):  # noqa: N818 - named for what happened
    """A text that is no clock."""

    code = "no-such-clock"

    def __init__(self, text: str, suggestions: tuple[str, ...] = SUGGESTIONS) -> None:
        super().__init__(
            say_n(
                "I can't read {text} as a clock. Write the time per turn, like `3d` or `36h`; or a bank, what "
                "each turn adds to it and the most it can hold, like `3d+12h/5d`. Times can be from a minute "
                "to {count} day.",
                (
                    "I can't read {text} as a clock. Write the time per turn, like `3d` or `36h`; or a bank, "
                    "what each turn adds to it and the most it can hold, like `3d+12h/5d`. Times can be from a "
                    "minute to {count} days."
                ),
                LONGEST.days,
                text=Quote(shortened(text)),
            ),
            suggestions=suggestions,
        )


def read_clock(text: str) -> ClockTerms | None:
    """Return the clock that a text describes; None for no clock.

    `text`: days `d`, hours `h` and minutes `m`. A bank without a cap holds its start and four gains. Raises
    NoSuchClock: it cannot be read, or is too short or too long.
    """
    plain = " ".join(text.split(maxsplit=_MOST))  # a text of more words is too long anyway
    if len(plain) > _MOST:
        raise NoSuchClock(text)
    if plain.casefold() in ("", NONE):
        return None
    try:
        if (turn := _TURN.fullmatch(plain)) is not None:
            return ClockTerms("turn", per_turn=_read(turn[1]))
        if (bank := _FISCHER.fullmatch(plain)) is not None:
            start, gain = _read(bank[1]), _read(bank[2])
            cap = min(start + 4 * gain, LONGEST) if bank[3] is None else _read(bank[3])
            return ClockTerms("fischer", start=start, gain=gain, cap=cap)
    except ValueError as error:
        raise NoSuchClock(text) from error
    raise NoSuchClock(text)


def read_needed_clock(text: str) -> ClockTerms | None:
    """Return the result of `read_clock`; its error doesn't suggest playing without a clock."""
    try:
        return read_clock(text)
    except NoSuchClock as error:
        raise NoSuchClock(text, tuple(each for each in SUGGESTIONS if each != NONE)) from error


def _read(text: str) -> timedelta:
    return sum((int(count) * _UNITS[unit.lower()] for count, unit in _PART.findall(text)), timedelta())


# How much time each seat, and the players of a match, have left. Pure functions on values; UTC.
#
# A seat's clock runs while its player must decide and the match is not paused. What stops it besides (quiet hours,
# weekends, vacations) is written into it when it starts, so that a deadline only moves when something is done about it.


@dataclass(frozen=True, slots=True)
class SeatClock(Document):
    """The time of one seat.

    Attributes:
        left: Time when it last started or stopped.
        full: Time when the present decision began.
        spare: Time when its latest turn ended.
        since: Since when it runs; None while it doesn't.
        began: When the present decision began; None if there is none.
        frozen: How long its calendar stopped it in this decision, before `since`.
        up: Whether its time ran out and that was handled; it waits at zero.
        chosen: The real clock if its player's choice is sealed: it stopped then. Until all choices are open, this one
            runs on, for the others to see.
    """

    whole = True

    left: SecondsField
    full: SecondsField
    spare: SecondsField
    since: TimeField | None = None
    began: TimeField | None = None
    frozen: SecondsField = timedelta()
    calendar: Annotated[Calendar, PlainSerializer(Calendar.dump, return_type=dict)] = ALWAYS
    up: bool = False
    chosen: SeatClock | None = None

    @property
    def due(self) -> datetime | None:
        """When its time is up; None while it doesn't run, if it's up already, or if a choice is sealed."""
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
        """Return when so much is left; None while it doesn't run, or if there is less."""
        if self.since is None or self.up or left > self.left or self.chosen is not None:
            return None
        return add(self.since, self.left - left, self.calendar, FROZEN_MOST - self.frozen)

    def left_at(self, now: datetime) -> timedelta:
        return self._charged(now).left

    def _charged(self, now: datetime) -> SeatClock:
        if self.since is None or now <= self.since:
            return self
        ran = elapsed(self.since, now, self.calendar, FROZEN_MOST - self.frozen)
        frozen = self.frozen + (now - self.since) - ran
        return replace(self, left=max(self.left - ran, timedelta()), frozen=frozen, since=now)

    def stopped(self, now: datetime) -> SeatClock:
        return replace(self._charged(now), since=None)

    def running(self, now: datetime, calendar: Calendar) -> SeatClock:
        """Return it running from a time on by a calendar; a decision in progress goes on."""
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
        """Return it after its player chose in secret: stopped, but without any sign of that."""
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


GRACE = timedelta(hours=1)
"""Least time left after a turn was taken back, if its decision began with more."""

Calendars = Mapping[Seat, Calendar]
"""When the clocks of seats are stopped; that of a missing seat always runs."""


@dataclass(frozen=True, slots=True)
class MatchClock(Document):
    """A match's clock.

    Attributes:
        seats: For seat 1, 2, ….
        stopped: Since when all of it is stopped, the match being paused, parked or over; None while it runs.
        given: The last outage that it takes into account (`hosting.outages`); 0 for none.
    """

    whole = True

    seats: ListField[SeatClock]
    stopped: TimeField | None = None
    given: int = 0

    def seat(self, seat: Seat) -> SeatClock:
        return self.seats[seat - 1]

    @property
    def shown(self) -> MatchClock:
        return replace(self, seats=tuple(each.shown for each in self.seats))

    def due(self, seat: Seat) -> datetime | None:
        return self.seat(seat).due

    @property
    def next_due(self) -> datetime | None:
        return min((due for each in self.seats if (due := each.due) is not None), default=None)

    def late(self, now: datetime) -> list[Seat]:
        """Return the seats whose time is up and was not handled, the earliest first."""
        due = [(each.due, seat) for seat, each in enumerate(self.seats, 1)]
        return [seat for _, seat in sorted((at, seat) for at, seat in due if at is not None and at <= now)]


def begin(terms: ClockTerms, seats: int, to_act: Collection[Seat], now: datetime, calendars: Calendars) -> MatchClock:
    """Return the clock of a match that starts, running for the seats that must decide."""
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

    In a turn that others can interrupt, only the clock of the asked player runs. The turn's time, and its gain, are its
    owner's: once, when it ends, no matter who made the last decision in it.

    `before`, `after`: seats that had to and must decide; a seat only in `before` has ended a turn. `turned`: another
    turn began, for a player who moves twice running. `out`: seats that resigned, or lost by time: their turn earns
    nothing. `owner`: of the turn, where others can be asked in it; None for nobody. `answers`: whether others can be
    asked in turns of the game, and one seat had to decide.
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
    """Return the clock after a choice was sealed: its seat's stops, but goes on for the others to see.

    `before`, `after`: seats that had to and still have to decide.
    """
    return _with(clock, {seat: clock.seat(seat).sealed(now, terms) for seat in before if seat not in after})


def opened(clock: MatchClock, sealed: Collection[Seat]) -> MatchClock:
    """Return the clock after choices were opened, or dropped, except for these seats."""
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
    """Return the clock after turns were taken back: nobody gains time by it, nor loses all they have."""
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
    """Return the clock after a handover of seats, or a new start of all: they have no less than at the start."""
    fresh = {}
    for seat in seats:
        still = clock.seat(seat).shown.decided(now, terms, gain=False)
        fresh[seat] = replace(still, left=max(still.left, terms.first))
    return _run(_with(clock, fresh), after, now, calendars)


def pause(clock: MatchClock, now: datetime) -> MatchClock:
    if clock.stopped is not None:
        return clock
    return replace(clock, seats=tuple(each.stopped(now) for each in clock.seats), stopped=now)


def resume(clock: MatchClock, to_act: Collection[Seat], now: datetime, calendars: Calendars) -> MatchClock:
    if clock.stopped is None:
        return clock
    return _run(replace(clock, stopped=None), to_act, now, calendars)


def with_calendars(clock: MatchClock, now: datetime, calendars: Calendars) -> MatchClock:
    """Return the clock with other calendars from now on; the past stays as it was."""
    running = [seat for seat, each in enumerate(clock.seats, 1) if each.since is not None]
    return _with(clock, {seat: clock.seat(seat).running(now, calendars.get(seat, ALWAYS)) for seat in running})


def extended(clock: MatchClock, seat: Seat, by: timedelta, now: datetime) -> MatchClock:
    """Return the clock with more time for a seat, above the cap if need be."""
    each = clock.seat(seat)
    calm = each if each.since is None else each.running(now, each.calendar)
    chosen = None if each.chosen is None else replace(each.chosen, left=each.chosen.left + by)
    return _with(clock, {seat: replace(calm, left=calm.left + by, full=calm.full + by, up=False, chosen=chosen)})


def marked(clock: MatchClock, seat: Seat, now: datetime) -> MatchClock:
    """Return the clock after a seat's timeout was handled: it waits at zero."""
    each = clock.seat(seat)
    calm = each if each.since is None else each.running(now, each.calendar)
    return _with(clock, {seat: replace(calm, left=timedelta(), up=True)})


def excused(clock: MatchClock, outage: Outage) -> MatchClock:
    seats = {seat: each.excused(outage.start, outage.end) for seat, each in enumerate(clock.seats, 1)}
    return replace(_with(clock, seats), given=outage.id)


def _run(clock: MatchClock, seats: Collection[Seat], now: datetime, calendars: Calendars) -> MatchClock:
    """Start the clocks of these seats that don't run, and stop all others."""
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
