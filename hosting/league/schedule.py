"""Times of everything due in a season, as pure functions; and its only appointment."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.core import Core
from hosting.errors import HostingError
from hosting.league import model
from hosting.league.errors import CHANGED_MEANWHILE, NoSuchLeague
from hosting.league.model import SeasonState, SeasonView
from store.database import Database
from store.league.fixtures import ORIGIN
from store.league.seasons import Entry, Fixture, Kind, Round, StoredSeason
from store.tables import deadlines
from store.tables.deadlines import Deadline
from store.tables.matches import WriteConflict

LOOK = timedelta(hours=1)
"""How often the director looks at a running season without any other appointment."""
CLOSING = 1
"""Days between the end of a season and its close, where organisers adjudicate nothing: time to fix mistakes."""
PATIENCE = timedelta(days=7)
"""The most that a round is extended as its matches cannot start: absent players don't hold up the others."""
UNSTARTED = timedelta(days=90)
"""How long a season without a last day waits for its start, from its first day on, or else from its publication."""
PAUSED = timedelta(days=30)
"""The longest pause of a season; then it resumes by itself."""
IDLE = timedelta(days=90)
"""How long without a challenge or a match until a ladder without a last day ends."""
NOTICE = timedelta(days=7)
"""How long before that organisers are warned."""
WARNINGS = (14, 7, 2)
"""Days before the fixed end of a season when players are warned."""
TIES: frozenset[Kind] = frozenset(("knockout", "double-knockout"))
"""Formats with ties."""


def ends(state: SeasonState, now: datetime) -> bool:
    season = state.season
    return season.status in ("running", "paused") and season.ends_at is not None and season.ends_at <= now


def starts(state: SeasonState, now: datetime) -> bool:
    """Return whether a season is to start by itself: its first day has come, or it's full."""
    dated = state.terms.starts_at is not None and state.terms.starts_at <= now
    return state.season.status == "open" and (dated or (state.terms.when_full and state.full))


def gives_up_at(state: SeasonState) -> datetime | None:
    """Return when a season that could not start, or that nobody starts, is cancelled; None for any other."""
    return None if state.season.status != "open" else state.terms.ends_at or _could_start(state) + UNSTARTED


def warns_at(state: SeasonState) -> datetime | None:
    """Return when organisers are warned that a season will be cancelled: not in the first half of its time to start."""
    last, since = gives_up_at(state), _could_start(state)
    return None if last is None else max(last - NOTICE, since + (last - since) / 2)


def _could_start(state: SeasonState) -> datetime:
    return state.terms.starts_at or state.season.published_at or state.season.created_at


def resumes_at(state: SeasonState) -> datetime | None:
    paused = state.season.paused_at if state.season.status == "paused" else None
    return None if paused is None else paused + PAUSED


def warnings(state: SeasonState) -> dict[int, datetime]:
    """Return when players are warned of the end of a season, by days before it; not before it started."""
    ends_at, began = state.season.ends_at, state.season.started_at
    if ends_at is None or began is None:
        return {}
    times = {days: state.terms.later(ends_at, -days) for days in WARNINGS}
    return {days: at for days, at in times.items() if at > began}


def warnings_due(state: SeasonState, now: datetime) -> tuple[int, ...]:
    """Return the warnings that are due, by days before the end of a running season."""
    if ends(state, now) or not state.rounds:
        return ()
    return tuple(days for days, at in warnings(state).items() if at <= now)


def closes_at(state: SeasonState | SeasonView) -> datetime | None:
    """Return when a season that is over is closed; None for one that isn't over."""
    if state.season.status != "ended" or state.season.ended_at is None:
        return None
    days = state.terms.grace_days if state.terms.unfinished == "adjudicate" else CLOSING
    return state.terms.later(state.season.ended_at, days)


def length(state: SeasonState, opened: Round, away: timedelta) -> datetime | None:
    """Return when a round ends; None where its fixtures alone decide that.

    `away`: how long the bot was away since it opened.
    """
    ends_at = state.terms.round_end(state.season.started_at or opened.opened_at, opened.opened_at)
    return None if ends_at is None else ends_at + timedelta(seconds=opened.extra) + away


def rounds_due(state: SeasonState, now: datetime) -> tuple[int, ...]:
    """Return the rounds that may be paired now, of a season without the fixtures that are over; empty for none.

    The first of them that needs fixtures gets them. That may be the open one: further matches of its ties, or nothing
    if all is played.
    """
    if state.season.status != "running":
        return ()
    at = state.round
    live = any(each.round <= at for each in state.fixtures)
    match state.terms.kind:
        case "ladder":
            return ()
        case "round-robin":
            return () if state.fixtures and at else (at or 1,)  # without a round, its schedule is not whole yet
    open_rounds = (at,) if at and state.terms.kind in TIES else ()
    ready = not live and (at == 0 or state.rounds[-1].ends_at is None or state.rounds[-1].ends_at <= now)
    return (*open_rounds, at + 1) if ready else open_rounds


def opens(state: SeasonState, now: datetime) -> int | None:
    """Return the round of a round robin that opens now, as its fixtures are made; None for none."""
    if state.season.status != "running" or state.terms.kind != "round-robin" or not state.rounds:
        return None
    last = state.rounds[-1]
    stuck = any(each.trouble is not None and each.round <= last.number for each in state.fixtures)
    stuck = stuck and (last.ends_at is None or now < last.ends_at + PATIENCE)
    later = any(each.round > last.number for each in state.fixtures)
    over = not any(each.round <= last.number for each in state.fixtures)
    time = last.ends_at is None or last.ends_at <= now
    return last.number + 1 if later and not stuck and (time or (over and state.terms.round_days is None)) else None


def waiting(state: SeasonState, now: datetime) -> list[tuple[datetime, Fixture]]:
    opened = {each.number: each.opened_at for each in state.rounds}
    found = [
        (max(at for at in (opened[each.round], each.planned_at, each.not_before) if at is not None), each)
        for each in state.fixtures
        if each.status == "planned" and not each.ordered and not each.is_bye and each.round in opened
    ]
    return sorted(((since, each) for since, each in found if since <= now), key=lambda two: (two[0], two[1].id))


def busy(fixtures: Iterable[Fixture]) -> Counter[int]:
    return Counter(entry for each in fixtures if each.status == "running" or each.ordered for entry in each.entries)


def next_look(state: SeasonState, now: datetime) -> datetime | None:
    season = state.season
    times: Sequence[datetime | None]
    match season.status:
        case "open":
            last, overdue = gives_up_at(state), starts(state, now)
            times = (
                state.terms.starts_at,
                last,
                warns_at(state),
                now + LOOK if overdue else None,
            )
        case "running":
            times = (
                season.ends_at,
                *warnings(state).values(),
                state.rounds[-1].ends_at if state.rounds else None,
                *(each.not_before for each in state.fixtures if each.status == "planned"),
                now + LOOK,
            )
        case "paused":
            # Alternates are asked all the same.
            times = (season.ends_at, resumes_at(state), *warnings(state).values(), now + LOOK)
        case "ended":
            times = (closes_at(state),)
        case _:
            return None
    return min((each for each in times if each is not None and each > now), default=None)


# A season's only appointment, and the transaction that holds the season while it is changed.


LEAGUE = ORIGIN
"""The appointment of the director's look at a season, and the kind of origin of matches of leagues."""
ROUND = "league-round"
"""The appointment at which the message of a round is brought up to date; its key is `<season>:<round>`."""
SOON = timedelta(seconds=10)
"""After a change of one of its matches."""


@dataclass(eq=False, slots=True)
class SeasonTimer:
    """Appoints the director's looks at seasons."""

    core: Core

    async def now(self, connection: AsyncConnection, season: StoredSeason) -> None:
        """Appoint a look as soon as the caller's transaction is committed.

        If the director is looking just now, it looks once more.
        """
        await deadlines.put(connection, Deadline(LEAGUE, key_of(season), self.core.clock.now()))

    async def at(self, connection: AsyncConnection, season: StoredSeason, due: datetime | None) -> None:
        """Appoint a look later, in place of the present appointment; None for no more."""
        if due is None:
            await deadlines.remove(connection, LEAGUE, key_of(season))
        else:
            await deadlines.put(connection, Deadline(LEAGUE, key_of(season), due))

    async def postpone(self, key: str, due: datetime) -> None:
        """Appoint a later look at the season that the director works on, unless another was asked for meanwhile."""
        await self.core.schedule.postpone(LEAGUE, key, due)

    async def show(self, connection: AsyncConnection, season: StoredSeason, number: int) -> None:
        """Update the message of a round in a little while.

        As many matches begin at once, the next one doesn't put it off.
        """
        now, key = self.core.clock.now(), f"{season.guild_id}:{season.id}:{number}"
        deadline = await deadlines.get(connection, ROUND, key)
        if deadline is None or deadline.due_at <= now:  # one that is due may be kept just now, and have looked before
            await deadlines.put(connection, Deadline(ROUND, key, now + SOON))


def key_of(season: StoredSeason) -> str:
    return f"{season.guild_id}:{season.id}"


# A season that is changed: in a transaction that holds it.


@asynccontextmanager
async def changing(
    database: Database, timer: SeasonTimer, season_id: int, *, whole: bool = True
) -> AsyncIterator[tuple[AsyncConnection, SeasonState]]:
    """Give a season to change; appointments written meanwhile are kept after it.

    `whole`: read its entries and fixtures, too, which takes time in a large one; else it has none.

    Raises:
        NoSuchLeague: There is none.
        HostingError (`league-changed`): Another process was faster.
    """
    try:
        async with database.write() as connection:
            state = await (
                model.load(connection, season_id, to_change=True)
                if whole
                else model.load_some(connection, season_id, ())
            )
            if state is None:
                raise NoSuchLeague
            yield connection, state
    except WriteConflict as error:
        raise HostingError(*CHANGED_MEANWHILE) from error
    timer.core.outbox.drain()


def pending_of(state: SeasonState, person_id: int) -> Entry | None:
    """Return a person's late team that waits for a partner's consent, or None."""
    return next((each for each in state.pending if person_id in each.current), None)


def entry_of(state: SeasonState, person_id: int) -> Entry | None:
    return next((each for each in state.entries if person_id in each.current), None)
