"""A season as it is at one moment, read in one transaction, with its names, pauses and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import gcd

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import GameInfo
from engine.text import Member, Quote, Text, listed, say
from hosting.league.pairing.formats import rounds
from hosting.league.pairing.values import Absence as Away
from hosting.league.pairing.values import PairingSeason
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Row, TableSeason
from hosting.league.terms import LeagueTerms, Lots, commitment
from hosting.league.validation import smaller_tables
from hosting.outages import ServerTime
from store.league import entries, fixtures, seasons
from store.league.seasons import POINT, Absence, Decision, Division, Entry, Fixture, League, Round, StoredSeason, Totals

UNKNOWN = "0" * 64
"""Stands for the digest of entries before the start; nothing is drawn then."""


NOT_STARTED = "not-started:"
"""Begin of a key in `league_jobs` for the error that kept a season from starting on its date; its code follows."""
NOT_STARTED_FULL = "not-started-full:"
"""The same for a season that was to start as it was full."""


@dataclass(frozen=True, slots=True)
class SeasonState:
    """A season with everything its rounds are made from.

    Attributes:
        entries: In the order of joining.
        fixtures: In the order in which they were made.
        rounds: Those that were opened, in order.
        absences: The rounds that entries sit out.
        pending: Late teams whose partner has not agreed yet: they aren't entries so far.
        gone: Entries that left.
        vacant: Entries without a player, or with one partner alone, until an alternate comes.
    """

    season: StoredSeason
    terms: LeagueTerms
    entries: tuple[Entry, ...]
    fixtures: tuple[Fixture, ...]
    rounds: tuple[Round, ...]
    absences: tuple[Absence, ...]
    pending: tuple[Entry, ...] = ()
    gone: frozenset[int] = field(init=False, repr=False, compare=False)
    vacant: frozenset[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Worked out once: both are asked for each of hundreds of fixtures.
        remaining = [each for each in self.entries if each.left_at is None]
        size = self.terms.players
        object.__setattr__(self, "gone", frozenset(each.id for each in self.entries if each.left_at is not None))
        object.__setattr__(self, "vacant", frozenset(each.id for each in remaining if len(each.current) < size))

    @property
    def lots(self) -> Lots:
        return _lots(self.season)

    @property
    def full(self) -> bool:
        """Whether all places are taken: a team takes one when both have agreed."""
        return _full(self.terms, self.entries)

    @property
    def round(self) -> int:
        return self.rounds[-1].number if self.rounds else 0

    def cut_off(self, now: datetime) -> bool:
        """Whether nothing more is played: it's closed, or its last day has come. Else a correction can open a tie."""
        season = self.season
        ended = season.ended_at is not None and season.ends_at is not None and season.ends_at <= now
        return season.closed_at is not None or ended

    def paired(self, round_: int, info: GameInfo, now: datetime | None = None) -> PairingSeason:
        """Return it as pairing needs it.

        `round_`: the last round that may be paired; `now` decides whether a finished season can go on: None for one
        that has ended for good, or goes on.
        """
        return PairingSeason(
            terms=self.terms,
            entries=self.entries,
            fixtures=self.fixtures,
            lot=self.lots,
            round=round_,
            absences=tuple(Away(each.entry, each.round, each.kind == "half_bye") for each in self.absences),
            tables=smaller_tables(self.terms, info),
            ended_at=self.season.ended_at if now is None or self.cut_off(now) else None,
        )


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season with everything that is shown of it.

    Attributes:
        season: Its secret must not be shown before it's closed.
        divisions: The highest first; none before the start.
        rounds: Those that were opened, in order.
        entries: In the order of joining.
        fixtures: In the order in which they were made.
        totals: By entry; only those with a fixture that is over.
        absences: The rounds that entries sit out.
        decisions: In order.
        done: Times of its automatic steps, by key.
        pending: Late teams whose partner has not agreed yet: they aren't entries so far.
    """

    league: League
    season: StoredSeason
    terms: LeagueTerms
    divisions: tuple[Division, ...]
    rounds: tuple[Round, ...]
    entries: tuple[Entry, ...]
    fixtures: tuple[Fixture, ...]
    totals: Mapping[int, Totals]
    absences: tuple[Absence, ...]
    decisions: tuple[Decision, ...]
    done: Mapping[str, datetime]
    pending: tuple[Entry, ...] = ()

    @property
    def overdue(self) -> bool:
        """Whether it was to start, on its day or when full, and could not; it does as soon as it can."""
        tried = (NOT_STARTED, NOT_STARTED_FULL) if self.full else (NOT_STARTED,)
        return self.season.status == "open" and any(each.startswith(tried) for each in self.done)

    @property
    def full(self) -> bool:
        return _full(self.terms, self.entries)

    @property
    def commitment(self) -> str:
        """Posted before anything is drawn: SHA-256 of the secret, in hex."""
        return commitment(self.season.secret)

    @property
    def lots(self) -> Lots:
        """Its lots; not to be shown before it's closed."""
        return _lots(self.season)

    @property
    def secret(self) -> str | None:
        """The secret in hex once the season is closed; None before."""
        return self.season.secret.hex() if self.season.status == "closed" else None

    def entry_of(self, person_id: int) -> Entry | None:
        return next((each for each in self.entries if person_id in each.current), None)

    def pending_of(self, person_id: int) -> Entry | None:
        return next((each for each in self.pending if person_id in each.current), None)


async def load(connection: AsyncConnection, season_id: int, *, to_change: bool = False) -> SeasonState | None:
    """Return a season, or None; `to_change` locks all of it until the transaction ends."""
    season = await seasons.load(connection, season_id, to_change=to_change)
    if season is None:
        return None
    joined, pending = parted(season, await entries.of_season(connection, season_id))
    return SeasonState(
        season=season,
        terms=LeagueTerms.load(season.terms),
        entries=joined,
        fixtures=tuple(await fixtures.of_season(connection, season_id)),
        rounds=tuple(await seasons.rounds_of(connection, season_id)),
        absences=tuple(await entries.absences_of(connection, season_id)),
        pending=pending,
    )


def parted(season: StoredSeason, found: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return a season's entries, and late teams that aren't entries before their partner agrees.

    Without such teams the tuple itself is returned: cached tables are found by its identity.
    """
    every = tuple(found)
    pending = () if season.started_at is None else tuple(each for each in every if not each.agreed)
    return tuple(each for each in every if each.agreed) if pending else every, pending


def scheduled(found: tuple[Fixture, ...], rounds: Sequence[Round]) -> tuple[Fixture, ...]:
    """Return the fixtures of a season that may be shown: none before its first round opens.

    The schedule of a large round robin is written by several transactions, and its rounds are opened by the last.
    """
    return found if rounds else ()


async def mark(connection: AsyncConnection, season_id: int, *, to_change: bool = False) -> object:
    """Return a value that changes whenever the result of `load` does, and is much cheaper; None for no season."""
    season = await seasons.load(connection, season_id, to_change=to_change)
    if season is None:
        return None
    return (
        season,
        await entries.mark(connection, season_id),
        await fixtures.mark(connection, season_id),
        await seasons.rounds_of(connection, season_id),
        await entries.absences_of(connection, season_id),
    )


async def load_open(connection: AsyncConnection, season_id: int) -> SeasonState | None:
    """Return a season as `load` does, but with only the fixtures that aren't over.

    Once it has started, with only the entries of these fixtures. That is all its course needs between two rounds.
    """
    season = await seasons.load(connection, season_id)
    return None if season is None else await _with(connection, season, await fixtures.open_of(connection, season))


async def load_deciding(connection: AsyncConnection, season_id: int) -> SeasonState | None:
    """Return a season as `load_open` does, but with only the fixtures that its course depends on."""
    season = await seasons.load(connection, season_id)
    return None if season is None else await _with(connection, season, await fixtures.deciding_of(connection, season))


async def load_startable(connection: AsyncConnection, season_id: int) -> SeasonState | None:
    """Return a season as `load_open` does, but without fixtures that cannot begin as an entry is at its cap."""
    season = await seasons.load(connection, season_id)
    if season is None:
        return None
    cap = LeagueTerms.load(season.terms).cap
    return await _with(connection, season, await fixtures.free_of(connection, season, cap))


async def load_some(connection: AsyncConnection, season_id: int, fixture_ids: Collection[int]) -> SeasonState | None:
    """Return a started season, held, as `load_open` does, but with only some fixtures."""
    season = await seasons.load(connection, season_id, to_change=True)
    return None if season is None else await _with(connection, season, await fixtures.some(connection, fixture_ids))


async def _with(connection: AsyncConnection, season: StoredSeason, found: Sequence[Fixture]) -> SeasonState:
    playing = sorted({entry for each in found for entry in each.entries})
    begun = season.started_at is not None
    return SeasonState(
        season=season,
        terms=LeagueTerms.load(season.terms),
        entries=tuple(await (entries.load(connection, playing) if begun else entries.of_season(connection, season.id))),
        fixtures=tuple(found),
        rounds=tuple(await seasons.rounds_of(connection, season.id)),
        absences=(),
    )


async def view(connection: AsyncConnection, season_id: int) -> SeasonView | None:
    season = await seasons.load(connection, season_id)
    if season is None:
        return None
    joined = await entries.of_season(connection, season_id)
    found = await fixtures.of_season(connection, season_id)
    return await seen(connection, season, tuple(joined), tuple(found), await fixtures.totals(connection, season_id))


async def seen(
    connection: AsyncConnection,
    season: StoredSeason,
    joined: tuple[Entry, ...],
    found: tuple[Fixture, ...],
    totals: Mapping[int, Totals],
) -> SeasonView | None:
    league = await seasons.league(connection, season.league_id)
    if league is None:
        return None
    joined, pending = parted(season, joined)
    rounds = tuple(await seasons.rounds_of(connection, season.id))
    return SeasonView(
        league=league,
        season=season,
        terms=LeagueTerms.load(season.terms),
        divisions=tuple(await seasons.divisions_of(connection, season.id)),
        rounds=rounds,
        entries=joined,
        fixtures=scheduled(found, rounds),
        totals=totals,
        absences=tuple(await entries.absences_of(connection, season.id)),
        decisions=tuple(await fixtures.decisions_of(connection, season.id)),
        done=await seasons.done(connection, season.id),
        pending=pending,
    )


def _full(terms: LeagueTerms, joined: Collection[Entry]) -> bool:
    return sum(each.agreed for each in joined) >= terms.most


def _lots(season: StoredSeason) -> Lots:
    return Lots(season.secret, season.entries_digest or UNKNOWN)


# What entries, fixtures and points of leagues are called, where they are announced and where they are shown.


_CLOSE = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}
_APART = {
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 5): "⅕",
    (2, 5): "⅖",
    (3, 5): "⅗",
    (4, 5): "⅘",
    (1, 6): "⅙",
    (5, 6): "⅚",
}
_ABOVE, _BELOW = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"), str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SOMEBODY = say("an entry that has left")


def entry_text(entry: Entry | None) -> Text:
    """Return the name of an entry: a team's, if it has one, else its players'."""
    if entry is None:
        return _SOMEBODY
    if entry.name:
        return say("{team}", team=Quote(entry.name))
    people = entry.current or entry.players
    return say("{players}", players=listed([Member(each) for each in people]))


def season_name(league: League, season: StoredSeason) -> Text:
    """Return the name of a season: its league, with its number from the second one on."""
    if season.number == 1:
        return say("{league}", league=Quote(league.name))
    return say("{league}, season {number}", league=Quote(league.name), number=season.number)


def fixture_name(fixture: Fixture, entries: Iterable[Entry], called: Text) -> Text:
    """Return the name of a fixture: its entries and its round; a ladder has none.

    `entries`: at least its own; `called`: the name of its round (`brackets.round_text`).
    """
    by_number = {each.id: each for each in entries}
    names = [entry_text(by_number.get(each)) for each in fixture.entries]
    sides = say("{sides}", sides=listed(names, "comma"))
    if len(names) == 2:
        sides = say("{first} – {second}", first=names[0], second=names[1])
    if fixture.stage == "ladder":
        return sides
    return say("{sides} ({round})", sides=sides, round=called)


def points_text(points: int, unit: int = POINT) -> str:
    """Return points, given in 120ths or in other parts, exactly: `6½`, `2 ⅔`."""
    whole, rest = divmod(points, unit)
    if not rest:
        return str(whole)
    shared = gcd(rest, unit)
    fraction = rest // shared, unit // shared
    if fraction in _CLOSE:
        return f"{whole or ''}{_CLOSE[fraction]}"
    above, below = (str(each) for each in fraction)
    glyph = _APART.get(fraction) or f"{above.translate(_ABOVE)}⁄{below.translate(_BELOW)}"
    return f"{whole} {glyph}" if whole else glyph


# Time that runs against nobody on a ladder: while the season was paused, and while the bot was away.


_PAUSE = "pause:"
"""Begin of a past pause's key in `league_jobs`: its start follows, and its end is the time of the row."""


@dataclass(frozen=True, slots=True)
class PausedTime:
    """Times of a season that don't count: outages of the bot, and its past pauses (beginning and end)."""

    outages: ServerTime
    pauses: Sequence[tuple[datetime, datetime]] = ()

    def between(self, start: datetime, end: datetime) -> timedelta:
        """Return how long the season was paused or the bot was away between two times, nothing twice.

        A pause begins and ends by a command, so an outage lies within one or outside of it.
        """
        lost = self.outages.between(start, end)
        for since, until in self.pauses:
            first, last = max(since, start), min(until, end)
            if first < last:
                lost += unpaused(self.outages, first, last)
        return lost


def unpaused(outages: ServerTime, start: datetime, end: datetime) -> timedelta:
    """Return the length of a pause without the bot's outages in it, which are given back anyway."""
    return max(timedelta(), end - start - outages.between(start, end))


async def note_pause(connection: AsyncConnection, season: StoredSeason, since: datetime, now: datetime) -> None:
    await seasons.note_done(connection, season, f"{_PAUSE}{since.isoformat()}", now)


async def lost_time(connection: AsyncConnection, season_id: int, outages: ServerTime) -> PausedTime:
    found = await seasons.done(connection, season_id, _PAUSE)
    pauses = [(datetime.fromisoformat(key.removeprefix(_PAUSE)), until) for key, until in found.items()]
    return PausedTime(outages, tuple(pauses))


# The table of a season as it is stored.


def table_season(view: SeasonView) -> TableSeason:
    """Return a season as standings see it; its lots only once it's closed, when its secret is open."""
    closed = view.secret is not None
    numbers = {each.number for each in view.divisions}
    shown = tuple(each for each in view.entries if each.division in numbers)
    begun = sum(each.from_round == 1 for each in shown)
    return TableSeason(
        terms=view.terms,
        divisions=view.divisions,
        entries=shown,
        fixtures=view.fixtures,
        # Only a Swiss asks for them, and there all divisions are one.
        rounds=rounds(view.terms, begun) if view.terms.kind == "swiss" and begun else 0,
        lot=view.lots if closed else None,
        closed=closed,
    )


def tables_of(view: SeasonView) -> tuple[Row, ...]:
    """Return the rows of all divisions; none before the season starts.

    A season with 1,000 entries takes some 50 ms of the processor.
    """
    return table_of(table_season(view))
