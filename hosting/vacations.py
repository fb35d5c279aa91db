"""Vacations, and each player's calendar from their settings.

They are whole days in the player's time zone, tomorrow at the earliest, at most `DAYS_A_YEAR` in a calendar year, and
never two at once. They are announced in every running match that they affect; a table may have agreed to go on without
vacations.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from engine.text import Player, Text, say, say_n, shortened
from hosting.clock import Calendar, Quiet, local_time, with_calendars, zone_of
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match import audit, events
from hosting.match.audit import AuditCode
from hosting.match.model import Deadline, Match, PlayerSettings, Vacation
from hosting.match.pipeline import announce
from hosting.match.service import Matches
from hosting.match_terms import Terms
from store.documents import Document, TimeField
from store.tables import deadlines, match_queries, people
from store.tables.audit import of_match
from store.tables.matches import ReplayError
from store.tables.people import Vacation as StoredVacation

# When players' clocks are stopped and when they are not to be disturbed, from their settings and vacations.


UTC_NAME = "UTC"


def quiet_of(player: PlayerSettings) -> Quiet | None:
    if player.quiet_from is None or player.quiet_until is None:
        return None
    return Quiet(player.zone or UTC_NAME, player.quiet_from, player.quiet_until)


def calendar_of(terms: Terms, player: PlayerSettings, away: Collection[StoredVacation]) -> Calendar:
    weekends = {UTC_NAME} if terms.weekend else set()
    if terms.rests and player.free_weekends:
        weekends.add(player.zone or UTC_NAME)
    return Calendar(
        quiet_of(player) if terms.rests else None,
        terms.quiet,
        frozenset(weekends),
        tuple((each.starts_at, each.ends_at) for each in away) if terms.vacation else (),
    )


async def clock_calendars(
    connection: AsyncConnection, match: Match, seats: Collection[Seat], now: datetime
) -> dict[Seat, Calendar]:
    """Return when the clocks of seats are stopped, from now on.

    Where partners are silent, hours and weekends of one's own stop nothing: everybody reads until when a player has
    time, and players' own settings would be a sign (R29).
    """
    terms = replace(match.terms, rests=False) if match.silent else match.terms
    users = {seat: match.person_of(seat) for seat in seats}
    known = await people.settings_and_vacations(connection, set(users.values()), now) if users else {}
    found = {}
    for seat, person_id in users.items():
        player, away = known.get(person_id) or (PlayerSettings(), [])
        found[seat] = calendar_of(terms, player, away)
    return found


def reveals_days(match: Match, seat: Seat) -> bool:
    """Return whether a silent partner could read the days of a vacation from a seat's clock (R29)."""
    return match.silent and match.clock is not None and bool(match.clock.seat(seat).calendar.away)


DAYS_A_YEAR = 30
FARTHEST = timedelta(days=365)
"""How far ahead a vacation can begin."""

HUSHED_FOR = timedelta(days=1)
"""A player in a match of silent teams can change their mind about vacations once in this time."""

VACATION = "vacation"
"""The appointment that announces a vacation in the matches of a server; its key is `<server>:<vacation>`."""

_log = logging.getLogger(__name__)

VacationChange: TypeAlias = Literal["announced", "cancelled", "ended"]


@dataclass(frozen=True, slots=True)
class Days:
    """A vacation as its player counts: the first and the last day in their time zone."""

    first: date
    last: date

    @property
    def count(self) -> int:
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class VacationEffects(Document):
    """A vacation to announce at the tables of a player."""

    person_id: Annotated[int, Field(alias="user")]
    change: VacationChange
    starts: TimeField
    ends: TimeField


@dataclass(eq=False, slots=True)
class Vacations:
    """Every player's vacations."""

    core: Core
    matches: Matches

    async def of_person(self, person_id: int) -> list[Vacation]:
        async with self.core.db.read() as connection:
            return await people.vacations_of(connection, {person_id}, self.core.outages.now())

    async def days_left(self, person_id: int, year: int) -> int:
        async with self.core.db.read() as connection:
            taken = await people.vacations_of(connection, {person_id})
            zone = (await people.settings_of_player(connection, person_id)).zone or UTC_NAME
        return DAYS_A_YEAR - sum(_in_year(days_of(each, zone), year) for each in taken)

    async def announce(self, person_id: int, first: date, last: date) -> Vacation:
        """Announce a vacation, also in the player's matches.

        `first` and `last`: days in their time zone. Raises HostingError: it has begun, is too far off or too long, ends
        before it begins, or overlaps another one; or another one was announced or cancelled a moment ago
        (`HUSHED_FOR`).
        """
        now = self.core.outages.now()
        await self._check_hushed(person_id, now)
        async with self.core.db.write() as connection:
            await people.hold(connection, {person_id})  # in another process they may announce one, too
            zone = (await people.settings_of_player(connection, person_id)).zone or UTC_NAME
            _check(Days(first, last), now.astimezone(zone_of(zone)).date())
            taken = await people.vacations_of(connection, {person_id})
            start, end = local_time(zone, first, 0), local_time(zone, last + timedelta(days=1), 0)
            if any(each.starts_at < end and start < each.ends_at for each in taken):
                raise HostingError(say("You've already announced a vacation for some of these days."), "vacation-twice")
            for year in {first.year, last.year}:
                used = sum(_in_year(days_of(each, zone), year) for each in taken)
                if used + _in_year(Days(first, last), year) > DAYS_A_YEAR:
                    raise HostingError(
                        say_n(
                            "You get {count} day of vacation a year; you have {left} left in {year}.",
                            "You get {count} days of vacation a year; you have {left} left in {year}.",
                            DAYS_A_YEAR,
                            left=DAYS_A_YEAR - used,
                            year=year,
                        ),
                        "vacation-days",
                    )
            vacation = await people.add_vacation(connection, person_id, start, end, now)
            await self._appoint(connection, vacation, "announced")
        return vacation

    async def cancel(self, vacation_id: int, person_id: int) -> tuple[Vacation, VacationChange]:
        """Cancel a vacation before it begins, or end one that has begun; return it and which of both it was.

        Raises HostingError: there is no such vacation of this player, or it's over; or another one was announced or
        cancelled a moment ago (`HUSHED_FOR`).
        """
        now = self.core.outages.now()
        await self._check_hushed(person_id, now)
        async with self.core.db.write() as connection:
            await people.hold(connection, {person_id})
            coming = await people.vacations_of(connection, {person_id}, now)
            vacation = next((each for each in coming if each.id == vacation_id), None)
            if vacation is None:
                raise HostingError(say("You don't have a vacation like that."), "no-such-vacation")
            change: VacationChange = "cancelled" if now <= vacation.starts_at else "ended"
            if change == "cancelled":
                await people.remove_vacation(connection, vacation.id)
            else:
                vacation = replace(vacation, ends_at=now)
                await people.end_vacation(connection, vacation.id, now)
            await self._appoint(connection, vacation, change)
        return vacation, change

    async def _check_hushed(self, person_id: int, now: datetime) -> None:
        """Keep a silent partner from counting a player's changes (R29)."""
        async with self.core.db.read() as connection:
            found = await match_queries.live_seats(connection, person_id)
        for match_id in found:
            try:
                match = await self.matches.get(match_id)
            except ReplayError:
                continue
            if not match.silent:
                continue
            async with self.core.db.read() as connection:
                lines = await of_match(connection, match_id)
            if any(
                (each.code, each.person_id) == (AuditCode.AWAY, person_id) and now - each.at < HUSHED_FOR
                for each in lines
            ):
                raise HostingError(
                    say(
                        "You're in a silent team match, where changing your vacations can be a signal, so you "
                        "can only do it once a day. Please try again tomorrow."
                    ),
                    "vacation-hushed",
                )

    async def _appoint(self, connection: AsyncConnection, vacation: Vacation, change: VacationChange) -> None:
        """Have it announced by the process of each server where the player has running matches."""
        effects = VacationEffects(vacation.person_id, change, vacation.starts_at, vacation.ends_at).dump()
        now, servers = self.core.outages.now(), await match_queries.servers_played_in(connection, vacation.person_id)
        found = [Deadline(VACATION, f"{guild_id}:{vacation.id}", now, effects) for guild_id in servers]
        await deadlines.put_all(connection, found)

    async def tell(self, key: str, payload: Json) -> None:
        """Set clocks by a vacation and announce it at the tables of a server, each once; a handler of appointments."""
        effects, (guild_id, vacation_id) = VacationEffects.load(payload), map(int, key.split(":"))
        async with self.core.db.read() as connection:
            found = await match_queries.live_seats(connection, effects.person_id, guild_id)
        for match_id in found:
            try:
                await self._tell_match(match_id, vacation_id, effects)
            except ReplayError:  # nobody plays it before it can be read again, and the other matches are to be told
                _log.exception("could not tell match %d about vacation %s", match_id, key)

    async def _tell_match(self, match_id: int, vacation_id: int, effects: VacationEffects) -> None:
        async with self.matches.hold(match_id) as match:
            if match.over or not match.terms.vacation or match.seat_of(effects.person_id) is None:
                return
            async with self.core.db.write() as connection:
                lines = await of_match(connection, match_id)
                if not any(each.code == AuditCode.AWAY and _is(each.detail, vacation_id, effects) for each in lines):
                    await self._announce(connection, match, vacation_id, effects)
        self.core.outbox.drain()
        await self.matches.change(match_id, self._follow)

    async def _follow(self, match: Match) -> events.Change | None:
        if match.over or match.clock is None or not match.terms.vacation:
            return None
        running = [seat for seat, each in enumerate(match.clock.seats, 1) if each.since is not None]
        now = self.core.outages.now_in(match.guild_id)
        async with self.core.db.read() as connection:
            fresh = await clock_calendars(connection, match, running, now)
        # What else has changed since in a player's settings counts from their next turn on.
        calendars = {
            seat: replace(match.clock.seat(seat).calendar, away=calendar.away) for seat, calendar in fresh.items()
        }
        return events.Change(replace(match, clock=with_calendars(match.clock, now, calendars)), now)

    async def _announce(
        self, connection: AsyncConnection, match: Match, vacation_id: int, effects: VacationEffects
    ) -> None:
        seat = match.seat_of(effects.person_id)
        if seat is None:
            raise AssertionError(f"user {effects.person_id} has no seat in match {match.id}")
        now = self.core.outages.now_in(match.guild_id)
        detail: dict[str, Json] = {"vacation": vacation_id, "seat": seat, "change": effects.change}
        await audit.note(connection, match, AuditCode.AWAY, effects.person_id, now, **detail)
        # Partners who may not communicate are not told the days: a number can stand for a word (R29).
        text = _HUSHED[effects.change] if match.silent else _TOLD[effects.change]
        days = {"from": _stamp(effects.starts), "until": _stamp(effects.ends)}
        await announce(connection, match, text.using(player=Player(seat), **days), now)


_TOLD: dict[str, Text] = {
    "announced": say("{player} is on vacation from {from} until {until}. Their clock is paused meanwhile."),
    "cancelled": say("{player} cancelled the vacation from {from} until {until}."),
    "ended": say("{player} is back from vacation. Their clock runs as usual."),
}
_HUSHED: dict[str, Text] = {
    "announced": say("{player} announced a vacation. Their clock is paused meanwhile."),
    "cancelled": say("{player} cancelled a vacation."),
    "ended": _TOLD["ended"],
}


def _is(detail: Mapping[str, Json], vacation_id: int, effects: VacationEffects) -> bool:
    return (detail.get("vacation"), detail.get("change")) == (vacation_id, effects.change)


def days_of(vacation: Vacation, zone: str) -> Days:
    """Return a vacation in days of a time zone; a day that was begun counts."""
    where = zone_of(zone)
    first = vacation.starts_at.astimezone(where)
    last = (vacation.ends_at - timedelta(microseconds=1)).astimezone(where)
    return Days(first.date(), max(first.date(), last.date()))


def read_day(text: str, today: date) -> date:
    """Return the day of a text: `2026-08-31`, `31.8.2026`, `31.8.` or `tomorrow`.

    Raises HostingError: it's no day.
    """
    plain = text.strip().casefold()
    if plain == "tomorrow":
        return today + timedelta(days=1)
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"):
        try:
            return datetime.strptime(plain, form).replace(tzinfo=UTC).date()
        except ValueError:
            continue
    for form in ("%m-%d", "%d.%m."):
        try:
            day = datetime.strptime(f"2000-{plain}", f"%Y-{form}").replace(tzinfo=UTC).date()
        except ValueError:
            continue
        return _coming(day, today)
    raise HostingError(
        say("I can't read {text} as a day. Write it like {example}.", text=shortened(text), example=today.isoformat()),
        "no-day",
    )


def _coming(day: date, today: date) -> date:
    year = today.year
    while True:
        try:
            found = day.replace(year=year)
        except ValueError:  # 29 February
            year += 1
            continue
        if found >= today:
            return found
        year += 1


def _check(days: Days, today: date) -> None:
    """Check the days of a vacation; dates in the year 9999 overflow."""
    if days.last < days.first:
        raise HostingError(say("A vacation can't end before it starts."), "vacation-order")
    if days.first <= today:
        raise HostingError(say("Announce a vacation before it starts: tomorrow is the earliest."), "vacation-late")
    if days.first - today > FARTHEST:
        raise HostingError(say("That's too far off: you can announce a vacation at most a year ahead."), "vacation-far")
    if days.count > DAYS_A_YEAR * 2:
        reason = say_n(
            "A vacation can't be longer than {count} day.", "A vacation can't be longer than {count} days.", DAYS_A_YEAR
        )
        raise HostingError(reason, "vacation-days")


def _in_year(days: Days, year: int) -> int:
    first, last = max(days.first, date(year, 1, 1)), min(days.last, date(year, 12, 31))
    return max(0, (last - first).days + 1)


def _stamp(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:f>"
