"""What the rows of results add up to, and how all of it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

import sqlalchemy as sa

from store.checksums import checksum
from store.dialects import UtcDateTime
from store.migrations.results import deriving, reading

_PAGE = 1000
"""Rows that are written at once."""
_KINDS: Mapping[str, sa.types.TypeEngine[Any]] = {
    "options": sa.JSON(),
    "points": sa.JSON(none_as_null=True),
    "features": sa.JSON(none_as_null=True),
    "started_at": UtcDateTime(),
    "ended_at": UtcDateTime(),
}
_COVERED = (
    *("match_id", "revision", "seat", "guild_id", "game", "mode", "options", "pool_id", "team", "starter_id"),
    *("finisher_id", "excused", "turns", "starter_turns", "finisher_turns", "rank", "score", "points"),
    *("category", "merit", "started_at", "ended_at", "termination", "counted", "why", "rated", "player_id"),
    *("pool_no", "gave_up", "opening", "thought", "timed", "features"),
)
_RESULTS = sa.table("results", *(sa.column(name, _KINDS.get(name)) for name in (*_COVERED, "checksum")))
_COLUMNS = {
    "person_totals": (
        *("guild_id", "person_id", "game", "mode", "seat"),
        *("played", "won", "drawn", "lost", "score_sum", "turns"),
    ),
    "pairs": ("guild_id", "person_id", "opponent_id", "game", "played", "won", "lost", "score_sum"),
    "feature_totals": ("guild_id", "game", "mode", "feature", "value", "matches", "score_sum", "score_squares"),
}

_Key = tuple[int | str, ...]


class _Totals:
    """What is to be written into each table of totals, by key."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[_Key, list[int]]] = {name: {} for name in _COLUMNS}

    def add(self, table: str, key: _Key, *amounts: int) -> None:
        """Add to a row."""
        there = self.tables[table].setdefault(key, [0] * len(amounts))
        for index, amount in enumerate(amounts):
            there[index] += amount

    def count(self, match: list[dict[str, Any]]) -> None:
        """Add what a match comes to, if it counts."""
        if not match[0]["counted"]:
            return
        people = [_credited(row) for row in match]
        for row, person in zip(match, people, strict=True):
            game, score = (row["guild_id"], row["game"], row["mode"]), row["score"]
            if person is not None:
                won, lost = score == 120, row["rank"] > 1
                turns = row["starter_turns" if person == row["starter_id"] else "finisher_turns"]
                self.add(
                    "person_totals",
                    (game[0], person, *game[1:], row["seat"]),
                    1,
                    won,
                    not won and not lost,
                    lost,
                    score,
                    turns,
                )
            told = [
                ("seat", str(row["seat"])),
                *((f"option:{key}", f"{of}/{row['seat']}") for key, of in row["options"]),
            ]
            if row["opening"] is not None:
                told.append(("opening", row["opening"]))
            for feature, value in told:
                self.add("feature_totals", (*game, feature, value), 1, score, score**2)
        for (one, person), (other, opponent) in permutations(zip(match, people, strict=True), 2):
            partners = one["team"] is not None and one["team"] == other["team"]
            if person is None or opponent is None or person == opponent or partners:
                continue
            score = 120 if one["rank"] < other["rank"] else 60 if one["rank"] == other["rank"] else 0
            self.add("pairs", (one["guild_id"], person, opponent, one["game"]), 1, score == 120, score == 0, score)


def fill(connection: sa.Connection) -> None:
    """Write the results of all matches that are over, and what they add up to."""
    totals, waiting = _Totals(), list[dict[str, Any]]()
    for over in reading.matches(connection):
        match = deriving.rows(over)
        totals.count(match)
        waiting += ({**row, "checksum": checksum([row[name] for name in _COVERED])} for row in match)
        if len(waiting) >= _PAGE:
            connection.execute(sa.insert(_RESULTS), waiting)
            waiting = []
    if waiting:
        connection.execute(sa.insert(_RESULTS), waiting)
    for name, names in _COLUMNS.items():
        table = sa.table(name, *map(sa.column, names))
        _write(
            connection,
            table,
            (dict(zip(names, (*key, *each), strict=True)) for key, each in totals.tables[name].items()),
        )


def _write(connection: sa.Connection, table: sa.TableClause, rows: Iterable[dict[str, Any]]) -> None:
    every = list(rows)
    for first in range(0, len(every), _PAGE):
        connection.execute(sa.insert(table), every[first : first + _PAGE])


def _credited(row: dict[str, Any]) -> int | None:
    """Return the person in whose record a result stands; None if in nobody's."""
    if row["starter_id"] == row["finisher_id"]:
        return int(row["starter_id"])
    if row["turns"] == 0:
        return None
    if row["score"] > 60:
        enough = row["finisher_turns"] >= 3 and 4 * row["finisher_turns"] >= row["turns"]
        return int(row["finisher_id"]) if enough else None
    return int(row["starter_id"]) if row["starter_turns"] > 0 and not row["excused"] else None
