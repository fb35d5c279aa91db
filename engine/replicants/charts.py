"""The data file: how many pieces there are, where they start, and the charts that say how each soul moves."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from engine.hexgrid import Hex, parse_hex
from engine.text import Text, say

Path = tuple[int, ...]
"""Steps from a Replicant to a hex: clockwise directions relative to its heading."""

MATRIX = 1
FIVE = 5
VALUES = (1, 2, 3, 4, 5, 6, 7)
RESERVE_VALUES = (2, 3, 4, 5, 6, 7)

RECONSTRUCTED = say("Reconstructed: charts, first headings, escorts")
"""What the rulebook shows only in pictures (R4, R9)."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Where a soul may go, as paths (R9).

    Attributes:
        walk: One step, or two straight on; blocked by any Replicant on the way.
        leap: Not blocked.
        arc: Where a 5 may send arcs; not blocked.
    """

    walk: tuple[Path, ...]
    leap: tuple[Path, ...]
    arc: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ChartSet:
    """One reading of the rulebook's pictures, under the id that records store.

    Attributes:
        key: The id.
        label: Where it comes from.
        reconstruction: Whether it is not what the pictures of the rulebook show.
        charts: By value.
        headings: At the start, by the hex of the matrix.
        escorts: Value and path from the matrix of each escort at the start.
    """

    key: str
    label: str
    reconstruction: bool
    charts: Mapping[int, Chart]
    headings: Mapping[Hex, int]
    escorts: tuple[tuple[int, Path], ...]

    @property
    def reconstructed(self) -> Text | None:
        """What of it is not the published one; None if all of it is."""
        return RECONSTRUCTED if self.reconstruction else None


@dataclass(frozen=True, slots=True)
class Souls:
    """The data file as a whole.

    Attributes:
        current: Id of the chart set for new games.
        souls: How many of each value a player owns, for values 1 to 7.
        hearts: Of a player, by mode.
        matrices: Where the matrices of seats 1, 2, … start, by mode.
        sets: Every chart set by id.
    """

    current: str
    souls: tuple[int, ...]
    hearts: Mapping[str, int]
    matrices: Mapping[str, tuple[Hex, ...]]
    sets: Mapping[str, ChartSet]


@functools.cache
def souls() -> Souls:
    """Return the data file, read once."""
    text = resources.files("engine.replicants").joinpath("data", "souls.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    pieces = data["pieces"]
    return Souls(
        current=data["current"],
        souls=tuple(pieces["souls"][str(value)] for value in VALUES),
        hearts=dict(pieces["hearts"]),
        matrices={mode: tuple(map(parse_hex, hexes)) for mode, hexes in data["matrices"].items()},
        sets={key: _chart_set(key, entry) for key, entry in data["sets"].items()},
    )


def _chart_set(key: str, entry: Mapping[str, Any]) -> ChartSet:
    return ChartSet(
        key=key,
        label=entry["label"],
        reconstruction=entry["reconstruction"],
        charts={
            int(value): Chart(_paths(chart, "walk"), _paths(chart, "leap"), _paths(chart, "arc"))
            for value, chart in entry["charts"].items()
        },
        headings={parse_hex(name): heading for name, heading in entry["headings"].items()},
        escorts=tuple((int(value), path) for value in entry["escorts"] for path in _paths(entry["escorts"], value)),
    )


def _paths(entry: Mapping[str, list[str]], kind: str) -> tuple[Path, ...]:
    return tuple(tuple(map(int, path)) for path in entry.get(kind, ()))
