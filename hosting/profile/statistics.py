"""Statistics of a game in a server: how seats, openings, options and what the game declares fared in matches."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.extras import Featured
from engine.game import Game
from engine.seat import Seat
from engine.text import Text, say
from hosting.profile.intervals import Share, share_of
from store import profiles, results
from store.database import Database
from store.profiles import SEAT, FeatureTotal

MOST_VALUES = 4
"""Openings, values of an option, and of a feature that has many: those that came up most."""
MOST_ROWS = 15
"""Of all groups together; the first ones come first."""


@dataclass(frozen=True, slots=True)
class Row:
    """One value.

    Attributes:
        label: What it is.
        matches: Results with it.
        share: Which share of the possible score they won; None where they are too few to say.
        seat: The seat, where that is what is counted by.
    """

    label: Text
    matches: int
    share: Share | None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """What is counted by one thing, such as the seat.

    Attributes:
        title: Of a chart.
        rows: Its values.
    """

    title: Text
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """How a mode of a game fared in a server.

    Attributes:
        game: Key of the game.
        mode: Key of the mode.
        matches: Matches that count.
        groups: What they are counted by; nothing without matches.
        handed_over: How many of their seats another player finished than had begun.
    """

    game: str
    mode: str
    matches: int
    groups: tuple[Group, ...] = ()
    handed_over: int = 0


class GameStatistics:
    """Reads statistics."""

    def __init__(self, database: Database, games: Callable[[str], Game[Any, Any, Any]]) -> None:
        self._db = database
        self._games = games

    async def of(self, guild_id: int, game_key: str, mode_key: str | None = None) -> Statistics:
        """Return the statistics of a mode of a game; without a mode, of the one played most.

        Raises:
            SetupError: There is no such game.
        """
        game = self._games(game_key)
        modes = [mode.key for mode in game.info.modes if mode_key in (None, mode.key) and not mode.alone]
        async with self._db.read() as connection:
            played = await profiles.matches_by_mode(connection, guild_id, game_key, modes)
            mode = max(modes, key=lambda each: played.get(each, 0), default=mode_key or game.info.modes[0].key)
            matches = played.get(mode, 0)
            if not matches:
                return Statistics(game_key, mode, 0)
            groups = await _groups(connection, guild_id, game, mode)
            handed = await results.changed_hands(connection, guild_id, game_key, mode)
        return Statistics(game_key, mode, matches, _cut(groups), handed)


async def _groups(connection: AsyncConnection, guild_id: int, game: Game[Any, Any, Any], mode: str) -> list[Group]:
    """Return all groups that have rows: seats, what the game declares, options, openings."""

    async def read(feature: str, most: int) -> list[FeatureTotal]:
        return await profiles.features(connection, guild_id, game.info.key, mode, feature, most)

    known = game.info.mode(mode)
    seats = 0 if known is None else known.seats
    by_seat = sorted(await read(SEAT, seats), key=lambda each: int(each.value))
    rows = [_row(say("Seat {seat}", seat=each.value), each, int(each.value)) for each in by_seat]
    groups = [Group(say("Score by seat", context="title of a chart"), tuple(rows))]
    if isinstance(game, Featured):
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


def _row(label: Text, total: FeatureTotal, seat: Seat | None = None) -> Row:
    return Row(label, total.matches, share_of(total.score_sum, total.matches), seat)


def _cut(groups: Collection[Group]) -> tuple[Group, ...]:
    """Return groups with `MOST_ROWS` rows together at most; the openings, which come last, are shortened first."""
    out, room = [], MOST_ROWS
    for group in groups:
        rows = group.rows[:room]
        room -= len(rows)
        if rows:
            out.append(Group(group.title, rows))
    return tuple(out)
