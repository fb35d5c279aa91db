"""Profiles, leaderboards and statistics: the results of finished matches, for the person who reads them.

All of it is read from the results of matches that are over (`store.tables.results`), so nothing of a running match,
silent or not, can be inferred.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import Enum
from itertools import product
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Game, GameInfo
from engine.seat import Seat
from engine.text import Text, say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.puzzles import Standing, day_of, standing_of
from hosting.rating import NO_RATINGS_OF_ALL_SERVERS, SETTLED
from store.ratings import boards
from store.ratings.boards import SEAT, FeatureTotal, Met, PersonTotal, Ranked, Rated, Step, Wanted
from store.ratings.stored import Pool
from store.tables import people, results
from store.tables.results import ALL_SERVERS, AgainstComputers, Result, credited

# What the latest results of a person tell: streaks, reliability, openings, how long a turn takes them.
#
# Only the last year, and the last 50 matches at most: old misdeeds are forgiven. Only results are read, which are
# written when a match is over, so nothing can be inferred about one that goes on.


REACH = timedelta(days=365)
MOST = 50
"""The latest finished matches that are read."""
OPENINGS = 3
"""The most played first turns that are shown."""

_NOT_PLAYED = ("void", "aborted", "computer")


class Course(Enum):
    """The result of a match for one of its players."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Conduct(Enum):
    """Whether a player played a match to its end."""

    FINISHED = "finished"
    LATE = "late"
    """Lost by time, after turns of their own."""
    ABSENT = "absent"
    """Never made a turn, and lost by time or was replaced."""
    LEFT = "left"
    """Handed the seat over, or it was taken from them."""
    EXCUSED = "excused"
    """The same, and an organiser excused it."""


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """A first turn, in notation, with how often it was played."""

    game: str
    mode: str
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Streak:
    """A series of equal results up to now, at least 1."""

    course: Course
    length: int


@dataclass(frozen=True, slots=True)
class SharedSeats:
    """Seats that changed hands between a player and another one; `person_id` is None for one hidden from the reader."""

    person_id: int | None
    count: int


@dataclass(frozen=True, slots=True)
class SeatHandovers:
    """Seats that a player took over, or left to others.

    Attributes:
        count: How many.
        credited: In how many the result is in the player's record.
        people: The other players, those with most seats first.
    """

    count: int = 0
    credited: int = 0
    people: tuple[SharedSeats, ...] = ()


@dataclass(frozen=True, slots=True)
class Recent:
    """Statistics of a person's latest results.

    Attributes:
        matches: How many there are.
        since: When the first of them ended; None without any.
        conduct: Counts; zeros are left out.
        taken_over: Seats that another player had first, and they had at the end.
        handed_over: Seats that they had first, and another player had at the end.
        streak: Of the last matches that count; None without any.
        best: The most matches in a row that were won.
        pace: Average time of a turn; None if no turn has one.
        openings: First turns, the most played first.
    """

    matches: int = 0
    since: date | None = None
    conduct: tuple[tuple[Conduct, int], ...] = ()
    taken_over: SeatHandovers = field(default_factory=SeatHandovers)
    handed_over: SeatHandovers = field(default_factory=SeatHandovers)
    streak: Streak | None = None
    best: int = 0
    pace: timedelta | None = None
    openings: tuple[FirstTurn, ...] = ()


def recent(person_id: int, results: Sequence[Result]) -> Recent:
    """Return statistics of the results of a person who sat there first or last.

    `results`: of their seats, the match that ended last first. Matches with computers are left out.
    """
    results = [each for each in results if each.why != "computer"]
    if not results:
        return Recent()
    courses = [course for each in results if (course := course_of(person_id, each)) is not None]
    done = Counter(conduct for each in results if (conduct := conduct_of(person_id, each)) is not None)
    handed = [each for each in results if each.handed_over and conduct_of(person_id, each) is not None]
    return Recent(
        matches=len(results),
        since=min(each.ended_at for each in results).date(),
        conduct=tuple((each, done[each]) for each in Conduct if done[each]),
        taken_over=_handovers(person_id, ((each.starter_id, each) for each in handed if each.finisher_id == person_id)),
        handed_over=_handovers(
            person_id, ((each.finisher_id, each) for each in handed if each.starter_id == person_id)
        ),
        streak=_streak(courses),
        best=_longest(courses),
        pace=_pace(person_id, results),
        openings=_openings(person_id, results),
    )


def course_of(person_id: int, result: Result) -> Course | None:
    """Return the result of a match for a player; None where it's in no record of theirs."""
    if result.score is None or credited(result) != person_id:
        return None
    if result.rank > 1:
        return Course.LOST
    return Course.WON if result.score == 120 else Course.DRAWN


def conduct_of(person_id: int, result: Result) -> Conduct | None:
    """Return whether a player played a match to its end; None where there was nothing to play, or nobody waits."""
    if result.score is None or result.why in _NOT_PLAYED:
        return None
    late = result.gave_up == "time"
    if result.handed_over and person_id == result.starter_id:
        if result.excused:
            return Conduct.EXCUSED
        return Conduct.LEFT if result.starter_turns else Conduct.ABSENT
    turns = result.starter_turns if person_id == result.starter_id else result.finisher_turns
    if late:
        return Conduct.LATE if turns else Conduct.ABSENT
    return Conduct.FINISHED


def _handovers(person_id: int, found: Iterable[tuple[int, Result]]) -> SeatHandovers:
    seats = list(found)
    counts = Counter(other for other, _ in seats)
    people = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    credit = sum(credited(each) == person_id for _, each in seats)
    return SeatHandovers(len(seats), credit, tuple(SharedSeats(*each) for each in people))


def _streak(courses: Sequence[Course]) -> Streak | None:
    if not courses:
        return None
    length = next((index for index, each in enumerate(courses) if each is not courses[0]), len(courses))
    return Streak(courses[0], length)


def _longest(courses: Iterable[Course]) -> int:
    longest = running = 0
    for each in courses:
        running = running + 1 if each is Course.WON else 0
        longest = max(longest, running)
    return longest


def _pace(person_id: int, results: Iterable[Result]) -> timedelta | None:
    # Only seats that the person held alone: in others, the turns of two people are added up.
    own = [each for each in results if each.starter_id == each.finisher_id == person_id]
    seconds, turns = sum(each.thought for each in own), sum(each.timed for each in own)
    return timedelta(seconds=seconds // turns) if turns else None


def _openings(person_id: int, results: Iterable[Result]) -> tuple[FirstTurn, ...]:
    counts = Counter(
        (each.game, each.mode, each.opening)
        for each in results
        if each.opening is not None and each.starter_id == person_id and each.starter_turns
    )
    found = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return tuple(FirstTurn(*what, count) for what, count in found[:OPENINGS])


# To whom players appear in profiles and on leaderboards, by their own choice (`PlayerSettings.appear`).


async def visible(
    connection: AsyncConnection, guild_id: int, person_ids: Collection[int], reader_id: int | None
) -> frozenset[int]:
    """Return which persons another one may see in a server; None reads for everybody at once."""
    chosen = await boards.appearing(connection, person_ids)
    seen = {each for each in person_ids if each == reader_id or chosen.get(each, "server") == "server"}
    candidates = [each for each in person_ids if each not in seen and chosen.get(each) == "opponents"]
    if reader_id is not None and candidates:
        seen |= await boards.opponents(connection, guild_id, reader_id, candidates)
    return frozenset(seen)


MOST_RATINGS = 4
"""Pools shown in a profile, those with most rated games."""
MOST_MET = 5
"""Opponents that a profile names, those met most often; so many it names with whom seats changed hands, likewise."""


@dataclass(frozen=True, slots=True)
class WinRecord:
    """Counts of some matches; the sum of the scores is in 120ths."""

    played: int
    won: int
    drawn: int
    lost: int
    score_sum: int


@dataclass(frozen=True, slots=True)
class ModeRecord:
    """A player's record in a mode, in every seat and by seat."""

    game: str
    mode: str
    all: WinRecord
    seats: tuple[tuple[Seat, WinRecord], ...]


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in a pool; `steps` are the last `MOST` changes within a year, the earliest first."""

    rated: Rated
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent; None for one hidden from the reader.

    Attributes:
        played: Matches in which they were on different sides.
        won: In how many the player was ahead.
        lost: In how many the opponent was.
    """

    person_id: int | None
    played: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The part of a player's finished matches in a server that a reader may know.

    Attributes:
        game: Key of the game that was asked for; None for all.
        modes: By game and mode, those played most first.
        opponents: The most frequent ones.
        versus: Record against the reader; None for their own profile, or if they never met.
        ratings: By pool, those with most rated games first.
        everywhere: Their ratings of all servers, likewise; none if there are no such ratings, or they don't agree.
        puzzles: What they have solved; nothing if one game was asked for.
        computers: Against computers, by game and level.
    """

    person_id: int
    game: str | None
    modes: tuple[ModeRecord, ...] = ()
    opponents: tuple[Opponent, ...] = ()
    versus: Met | None = None
    recent: Recent = field(default_factory=Recent)
    ratings: tuple[PoolRating, ...] = ()
    everywhere: tuple[Rated, ...] = ()
    puzzles: Standing = field(default_factory=Standing)
    computers: tuple[AgainstComputers, ...] = ()

    @property
    def named(self) -> tuple[int, ...]:
        handed = (*self.recent.taken_over.people, *self.recent.handed_over.people)
        found = [*(each.person_id for each in self.opponents), *(each.person_id for each in handed)]
        return tuple(dict.fromkeys(each for each in found if each is not None))

    @property
    def all(self) -> WinRecord:
        return _sum(each.all for each in self.modes)


async def _steps(connection: AsyncConnection, rated: Rated, person_id: int, since: datetime) -> tuple[Step, ...]:
    steps = await boards.steps(connection, rated.pool.id, person_id, MOST)
    return tuple(each for each in steps if each.at >= since)


def _counterparts(habits: Recent) -> set[int]:
    both = (habits.taken_over, habits.handed_over)
    return {each.person_id for found in both for each in found.people[:MOST_MET] if each.person_id is not None}


def _as_seen(habits: Recent, seen: Collection[int]) -> Recent:
    def named(found: SeatHandovers) -> SeatHandovers:
        people = (
            replace(each, person_id=each.person_id if each.person_id in seen else None)
            for each in found.people[:MOST_MET]
        )
        return replace(found, people=tuple(people))

    if not habits.taken_over.count and not habits.handed_over.count:
        return habits
    return replace(habits, taken_over=named(habits.taken_over), handed_over=named(habits.handed_over))


def _by_mode(totals: Iterable[PersonTotal]) -> tuple[ModeRecord, ...]:
    grouped: dict[tuple[str, str], list[PersonTotal]] = {}
    for each in totals:
        grouped.setdefault((each.game, each.mode), []).append(each)
    found = [
        ModeRecord(game, mode, _sum(map(_record, rows)), tuple((each.seat, _record(each)) for each in rows))
        for (game, mode), rows in grouped.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.all.played, each.game, each.mode)))


def _record(total: PersonTotal) -> WinRecord:
    return WinRecord(total.played, total.won, total.drawn, total.lost, total.score_sum)


def _sum(records: Iterable[WinRecord]) -> WinRecord:
    rows = [(each.played, each.won, each.drawn, each.lost, each.score_sum) for each in records]
    return WinRecord(*(sum(column) for column in zip(*rows, strict=True))) if rows else WinRecord(0, 0, 0, 0, 0)


# The best results of players alone: a list for each set of options that was played, a line a player.


MOST_LISTS = 8
"""Sets of options that are shown."""
MOST_PLACES = 3
"""Players shown in a list."""
RESULTS_READ = 50
"""The best results of a list that are read for them: the same players may have many."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best result of a player with some options; `points` is for `Game.grade_text`."""

    person_id: int
    won: bool
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BestList:
    """The best results with some options, the best first; options are in order of their keys."""

    options: tuple[tuple[str, str], ...]
    places: tuple[Best, ...]


async def _best_of(
    connection: AsyncConnection, guild_id: int, rows: list[Result], reader_id: int | None
) -> tuple[Best, ...]:
    ids = {each.finisher_id for each in rows}
    seen = await visible(connection, guild_id, ids, reader_id) & set(await people.accounts(connection, ids))
    best: dict[int, Best] = {}
    for each in rows:
        if each.finisher_id in seen and isinstance(each.points, list):
            best.setdefault(each.finisher_id, Best(each.finisher_id, each.rank == 1, tuple(each.points)))
    return tuple(best.values())[:MOST_PLACES]


# Leaderboards: the players of a pool by their ratings, those who have enough of them and still play.


PAGE = 20
"""Players on a page."""
SILENT_AFTER = timedelta(days=180)
"""A player without a rated match for this long has no place until the next one."""


@dataclass(frozen=True, slots=True)
class RatingBoard:
    """A rating pool: a mode of a game, with the options that make it another game (`engine.game.GameInfo.variant`)."""

    mode: str
    variant: str


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard, as its reader may see it.

    Attributes:
        first: How many players come before the page.
        own: The asker's place; None if they aren't rated here, or hidden.
        placed: How many players have a place.
        provisional: How many have too few rated games for one.
        silent: How many have not played for `SILENT_AFTER`.
        everywhere: Whether it's one of all servers.
    """

    game: str
    board: RatingBoard
    first: int = 0
    rows: tuple[Ranked, ...] = ()
    own: Ranked | None = None
    placed: int = 0
    provisional: int = 0
    silent: int = 0
    everywhere: bool = False


def boards_of(info: GameInfo) -> tuple[RatingBoard, ...]:
    """Return the rating pools of a game, in the order of its modes; modes for one player have none."""
    found = []
    for mode in info.modes:
        if mode.alone:
            continue
        apart = [
            [None, *((option.key, value) for value in option.apart)]
            for option in info.options_of(mode.key)
            if option.apart
        ]
        for chosen in product(*apart):
            given = [pair for pair in chosen if pair is not None]
            found.append(RatingBoard(mode.key, info.variant(mode.key, given)))
    return tuple(dict.fromkeys(found))


def _board(pool: Pool) -> RatingBoard:
    return RatingBoard(pool.mode, pool.variant)


# How far a share that was counted can be trusted: the score interval of Wilson (1927) for a proportion.
#
# Scores of matches lie between 0 and 1 and are not only 0 or 1: a draw is a half, a second place of three too. Their
# variance is never larger than that of wins and losses with the same mean, so the interval is at least as wide as it
# must be.


FEWEST = 20
"""The fewest matches for a share."""

Z95 = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution, for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class ScoreShare:
    """A share with its interval, each 0 to 1."""

    share: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the ends of Wilson's score interval of a proportion, without correction for continuity."""
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    share, square = successes / trials, Z95 * Z95
    middle = share + square / (2 * trials)
    reach = Z95 * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    # At the ends of the scale both terms are equal, but for the last digit of a float.
    return (
        0.0 if successes == 0 else max(0.0, (middle - reach) / scale),
        1.0 if successes == trials else min(1.0, (middle + reach) / scale),
    )


def share_of(score: int, matches: int) -> ScoreShare | None:
    """Return the share of the possible score; None for too few matches.

    `score`: sum of the scores, in 120ths.
    """
    if matches < FEWEST:
        return None
    low, high = wilson(score / 120, matches)
    return ScoreShare(score / 120 / matches, low, high)


# Statistics of a game in a server: how seats, openings, options and what the game declares fared in matches.


MOST_VALUES = 4
"""Openings, values of an option, and of a feature that has many: those that came up most."""
MOST_ROWS = 15
"""Of all groups together; the first ones come first."""


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """A row of statistics: results with a value, and their share of the possible score, None for too few."""

    label: Text
    matches: int
    share: ScoreShare | None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one criterion, such as the seat."""

    title: Text
    rows: tuple[StatisticsRow, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of a mode of a game in a server.

    Attributes:
        matches: Matches that count.
        groups: None without matches.
        handed_over: How many of their seats were finished by another player.
    """

    game: str
    mode: str
    matches: int
    groups: tuple[Group, ...] = ()
    handed_over: int = 0


async def _groups(connection: AsyncConnection, guild_id: int, game: Game[Any, Any, Any], mode: str) -> list[Group]:
    async def read(feature: str, most: int) -> list[FeatureTotal]:
        return await boards.counted_features(connection, guild_id, game.info.key, mode, feature, most)

    known = game.info.mode(mode)
    seats = 0 if known is None else known.seats
    by_seat = sorted(await read(SEAT, seats), key=lambda each: int(each.value))
    rows = [_row(say("Seat {seat}", seat=each.value), each, int(each.value)) for each in by_seat]
    groups = [Group(say("Score by seat", context="title of a chart"), tuple(rows))]
    for kind in game.feature_kinds:
        found = await read(kind.key, MOST_ROWS)
        rows = [_row(game.feature_name(kind.key, each.value), each) for each in found]
        groups.append(Group(kind.title, tuple(rows)))
    for option in game.info.options_of(mode):
        labels = dict(zip(option.choices, option.labels, strict=True))
        found = await read(f"option:{option.key}", MOST_VALUES * seats)
        first = [(value, each) for each in found for value, _, seat in [each.value.rpartition("/")] if seat == "1"]
        if len(first) > 1:  # one value alone says nothing of the option
            rows = [_row(labels.get(value, say("{value}", value=value)), each) for value, each in first[:MOST_VALUES]]
            title = say("Score of seat 1 by option: {option}", option=option.name)
            groups.append(Group(title, tuple(rows)))
    found = await read("opening", MOST_VALUES)
    rows = [_row(say("{value}", value=each.value), each) for each in found]
    groups.append(Group(say("Score by first turn", context="title of a chart"), tuple(rows)))
    return [each for each in groups if each.rows]


def _row(label: Text, total: FeatureTotal, seat: Seat | None = None) -> StatisticsRow:
    return StatisticsRow(label, total.matches, share_of(total.score_sum, total.matches), seat)


def _cut(groups: Collection[Group]) -> tuple[Group, ...]:
    """Return groups with `MOST_ROWS` rows together at most; the openings, which come last, are shortened first."""
    out, room = [], MOST_ROWS
    for group in groups:
        rows = group.rows[:room]
        room -= len(rows)
        if rows:
            out.append(Group(group.title, rows))
    return tuple(out)


@dataclass(eq=False, slots=True)
class Profiles:
    """Reads profiles, lists of best results, leaderboards and statistics."""

    core: Core

    async def of(
        self, guild_id: int, person_id: int, asker_id: int, game: str | None = None, *, public: bool = False
    ) -> Profile | None:
        """Return the profile of a person in a server; None if they don't show it to its readers.

        `asker_id`: the person who asks; their own profile they may show to anyone. `game`: the only one wanted.
        `public`: everybody reads it, and not the asker alone.
        """
        since, reader_id = self.core.clock.now() - REACH, None if public else asker_id
        async with self.core.db.read() as connection:
            if person_id != asker_id and not await visible(connection, guild_id, [person_id], reader_id):
                return None
            totals = await boards.totals(connection, guild_id, person_id)
            most = await boards.met_most(connection, guild_id, person_id, game, MOST_MET)
            every = await boards.rated(connection, guild_id, person_id)
            rated = [each for each in every if game in (None, each.pool.game)][:MOST_RATINGS]
            shared = await self._of_all_servers(connection, person_id)
            ratings = [PoolRating(each, await _steps(connection, each, person_id, since)) for each in rated]
            latest = await results.of_person(connection, guild_id, person_id, limit=MOST, game=game, since=since)
            habits = recent(person_id, latest)
            computers = await results.against_computers(connection, guild_id, person_id)
            others = {each.opponent_id for each in most} | _counterparts(habits)
            seen = await visible(connection, guild_id, others, reader_id)
            versus = None
            if reader_id is not None and reader_id != person_id:
                versus = await boards.opponents_met(connection, guild_id, person_id, reader_id, game)
            solved = [] if game is not None else await people.puzzle_results_of(connection, person_id)
        return Profile(
            person_id,
            game,
            _by_mode(each for each in totals if game in (None, each.game)),
            tuple(
                Opponent(each.opponent_id if each.opponent_id in seen else None, each.played, each.won, each.lost)
                for each in most
            ),
            versus,
            _as_seen(habits, seen),
            tuple(ratings),
            tuple(each for each in shared if game in (None, each.pool.game))[:MOST_RATINGS],
            standing_of(solved, day_of(self.core.clock.now())),
            tuple(each for each in computers if game in (None, each.game)),
        )

    async def rated_everywhere(self, person_id: int) -> bool:
        """Return whether a person has ratings of all servers to show, whether they agree to them or not."""
        async with self.core.db.read() as connection:
            return self.core.everywhere and bool(await boards.rated(connection, ALL_SERVERS, person_id))

    async def _of_all_servers(self, connection: AsyncConnection, person_id: int) -> list[Rated]:
        """Return a person's ratings of all servers; without their present consent nobody sees them."""
        if not self.core.everywhere or not await people.agreed(connection, [person_id]):
            return []
        return await boards.rated(connection, ALL_SERVERS, person_id)

    def best_list_modes(self, game: str) -> tuple[str, ...]:
        """Return the modes of a game that have lists of best results."""
        info = self.core.games(game).info
        return tuple(mode.key for mode in info.modes if mode.alone) if info.graded else ()

    async def best_lists(
        self, guild_id: int, game: str, mode: str, asker_id: int, *, public: bool = False
    ) -> tuple[BestList, ...]:
        """Return the non-empty lists of a server, in order of the options.

        `mode`: one for one player. `public`: everybody reads it: only players whom everybody may see are in it.
        """
        found = []
        async with self.core.db.read() as connection:
            for category in await results.categories(connection, guild_id, game, mode, limit=MOST_LISTS):
                rows = await results.best(connection, guild_id, game, mode, category, limit=RESULTS_READ)
                places = await _best_of(connection, guild_id, rows, None if public else asker_id)
                if places:
                    found.append(BestList(rows[0].options, places))
        return tuple(found)

    async def leaderboard(
        self,
        guild_id: int,
        game: str,
        board: RatingBoard | None,
        asker_id: int,
        first: int = 0,
        *,
        public: bool = False,
        everywhere: bool = False,
    ) -> Leaderboard:
        """Return a page of a server's leaderboard, or of that of all servers; it's empty where nothing was rated.

        `board`: None for the one with most rated games. `first`: how many players come before the page. `public`:
        everybody reads it: only players whom everybody may see are on it. `everywhere`: of the players of all servers
        who agree to it.

        Raises:
            SetupError: There is no such game.
            HostingError (`no-ratings-of-all-servers`): Those are wanted, and there are none.
        """
        if everywhere and not self.core.everywhere:
            raise HostingError(*NO_RATINGS_OF_ALL_SERVERS)
        known = boards_of(self.core.games(game).info)
        async with self.core.db.read() as connection:
            pools = await boards.pools_of(connection, ALL_SERVERS if everywhere else guild_id, game)
            pool = next((each for each in pools if _board(each) in ((board,) if board is not None else known)), None)
            if pool is None:
                return Leaderboard(game, board if board is not None else known[0], everywhere=everywhere)
            since, reader_id = self.core.clock.now() - SILENT_AFTER, None if public else asker_id
            wanted = Wanted(guild_id, pool.id, SETTLED, since, reader_id, everywhere)
            standing = await boards.standing(connection, wanted, asker_id)
            first = min(first, max(0, standing.placed - 1) // PAGE * PAGE)
            return Leaderboard(
                game,
                _board(pool),
                first,
                tuple(await boards.page(connection, wanted, first, PAGE)),
                standing.own,
                standing.placed,
                standing.provisional,
                standing.silent,
                everywhere,
            )

    async def statistics(self, guild_id: int, game_key: str, mode_key: str | None = None) -> Statistics:
        """Return the statistics of a mode of a game; without a mode, of the one played most.

        Raises SetupError: there is no such game.
        """
        game = self.core.games(game_key)
        modes = [mode.key for mode in game.info.modes if mode_key in (None, mode.key) and not mode.alone]
        async with self.core.db.read() as connection:
            played = await boards.matches_by_mode(connection, guild_id, game_key, modes)
            mode = max(modes, key=lambda each: played.get(each, 0), default=mode_key or game.info.modes[0].key)
            matches = played.get(mode, 0)
            if not matches:
                return Statistics(game_key, mode, 0)
            groups = await _groups(connection, guild_id, game, mode)
            handed = await results.changed_hands(connection, guild_id, game_key, mode)
        return Statistics(game_key, mode, matches, _cut(groups), handed)
