"""When a player's clock does not run: quiet hours, free weekends, vacations.

All spans are half-open, in UTC. Quiet hours and weekends are times of day in a zone: where clocks are put back, a
span reaches from the first occurrence of its beginning to the last of its end; a time that clocks skip is the moment
at which they skip it.

Limits, so that no game is endless: quiet hours are at most `QUIET_MOST` a day, vacations at most
`hosting.vacations.DAYS_A_YEAR` days a year, and all that stops a clock during one decision comes to at most
`FROZEN_MOST`; from there on it runs day and night.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Self, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.game import Json

Span: TypeAlias = tuple[datetime, datetime]

QUIET_MOST = timedelta(hours=12)
FROZEN_MOST = timedelta(days=30)

_DAY = 24 * 60
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of the day in which a player is not to be disturbed.

    Attributes:
        zone: Name of the time zone, e.g. "Europe/Paris".
        start: Minute of the day at which they begin.
        end: Minute of the day at which they end; of the next day if it is the smaller one.
    """

    zone: str
    start: int
    end: int

    def __post_init__(self) -> None:
        length = timedelta(minutes=(self.end - self.start) % _DAY)
        if not (0 <= self.start < _DAY and 0 <= self.end < _DAY and timedelta() < length <= QUIET_MOST):
            raise ValueError(f"no quiet hours: {self!r}")

    def dump(self) -> list[Json]:
        """Return them as JSON."""
        return [self.zone, self.start, self.end]

    @classmethod
    def load(cls, data: Json) -> Self:
        """Read what `dump` returned. Raises ValueError."""
        match data:
            case [str() as zone, int() as start, int() as end]:
                return cls(zone, start, end)
        raise ValueError(f"no quiet hours: {data!r}")


@dataclass(frozen=True, slots=True)
class Calendar:
    """When one player's clock does not run at one table.

    Attributes:
        quiet: Each day; None for never.
        weekends: Names of the zones whose Saturdays and Sundays are free.
        away: Vacations.
        table: The quiet hours of the table; None for none.
    """

    quiet: Quiet | None = None
    weekends: frozenset[str] = frozenset()
    away: tuple[Span, ...] = ()
    table: Quiet | None = None

    def dump(self) -> dict[str, Json]:
        """Return it as JSON."""
        data: dict[str, Json] = {}
        if self.quiet is not None:
            data["quiet"] = self.quiet.dump()
        if self.table is not None:
            data["table"] = self.table.dump()
        if self.weekends:
            data["weekends"] = sorted(self.weekends)
        if self.away:
            data["away"] = [[start.isoformat(), end.isoformat()] for start, end in self.away]
        return data

    @classmethod
    def load(cls, data: Json) -> Self:
        """Read what `dump` returned. Raises ValueError."""
        quiet: Quiet | None = None
        weekends: frozenset[str] = frozenset()
        away: tuple[Span, ...] = ()
        table: Quiet | None = None
        match data:
            case {"quiet": hours}:
                quiet = Quiet.load(hours)
        match data:
            case {"table": hours}:
                table = Quiet.load(hours)
        match data:
            case {"weekends": [*zones]}:
                weekends = frozenset(str(zone) for zone in zones)
        match data:
            case {"away": [*spans]}:
                away = tuple(_load_span(span) for span in spans)
        return cls(quiet, weekends, away, table)


ALWAYS = Calendar()
"""The clock runs day and night."""


def zone_of(name: str) -> ZoneInfo:
    """Return a time zone; UTC for a name that is no longer known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def spans(calendar: Calendar, since: datetime) -> Iterator[Span]:
    """Yield the spans that end after a time in which a clock does not run, in order, none touching the next.

    One that stops a clock for as long as anything can, or longer, is the last.
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
    """Return how long a clock runs between two times.

    Args:
        since: From when on.
        until: Up to when; not before `since`.
        calendar: When it does not run.
        most: Total time that it may be stopped; after that it always runs.
    """
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

    Args:
        since: From when on.
        duration: Not negative.
        calendar: When it does not run.
        most: Total time that it may be stopped; after that it always runs.
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
    """Return the span that a time lies in, or None if none does."""
    span = next(spans(calendar, at), None)
    return span if span is not None and span[0] <= at else None


def local_time(zone: str, day: date, minute: int, *, last: bool = False) -> datetime:
    """Return when it is a time of day somewhere, in UTC.

    Args:
        zone: Name of the time zone.
        day: Which day, there.
        minute: Of that day.
        last: Take the last of two occurrences, where clocks are put back, instead of the first.
    """
    return _moment(zone, datetime.combine(day, time(minute // 60, minute % 60)), last=last)


def clock_time(zone: str, at: datetime) -> datetime:
    """Return what clocks of a zone show, without a zone; midnight for a day's first moment, though clocks skip it."""
    local = at.astimezone(zone_of(zone)).replace(tzinfo=None, fold=0)
    return datetime.combine(local, time()) if at == local_time(zone, local.date(), 0) else local


def days_later(zone: str, at: datetime, days: int) -> datetime:
    """Return the same time of day so many days later in a zone, in UTC; earlier for a negative number.

    A day's first moment leads to another day's first moment.
    """
    return _moment(zone, clock_time(zone, at) + timedelta(days=days)) if days else at


def _moment(zone: str, local: datetime, *, last: bool = False) -> datetime:
    """Return when clocks of a zone show a time; where they skip it, when they do so."""
    where = zone_of(zone)
    first, second = (local.replace(tzinfo=where, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first <= second:
        return second if last else first
    return _skip(zone, second, first)


@lru_cache(maxsize=256)
def _skip(zone: str, before: datetime, after: datetime) -> datetime:
    """Return when, after one time and not after another, clocks were put forward."""
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


def _load_span(data: Json) -> Span:
    match data:
        case [str() as start, str() as end]:
            return datetime.fromisoformat(start), datetime.fromisoformat(end)
    raise ValueError(f"no span of time: {data!r}")
