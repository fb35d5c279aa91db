"""The box, read from data files: cards, sectors, civilisations and star maps.

The rulebook came without its pictures, so all of these values are a reconstruction (`Components.reconstruction`). Every
display of the game says so.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from engine.game import read_editions
from engine.text import Text, say

RECONSTRUCTED = say("Reconstructed: cards, sectors, maps, civilisations")
"""The parts that the rulebook shows only in pictures."""


class Track(IntEnum):
    """An evolution track (A7); the value is its place in `Side.levels`."""

    PRODUCTION = 0
    MOVEMENT = 1
    INFLUENCE = 2
    ARMAMENT = 3


class Action(IntEnum):
    """An action of an expansion (A47 to A52); the value is its place in a count of actions."""

    PORTAL = 0
    MOVEMENT = 1
    PRODUCTION = 2
    AMBUSH = 3
    CONVERSION = 4


class Bonus(IntEnum):
    """The effect of a colony for its owner (A43). The first five are one more action of the same value."""

    PORTAL = 0
    MOVEMENT = 1
    PRODUCTION = 2
    AMBUSH = 3
    CONVERSION = 4
    VICTORY = 5
    INFLUENCE = 6
    ARMAMENT = 7


TRACK_NAMES: tuple[Text, ...] = (
    say("production", context="track"),
    say("movement", context="track"),
    say("influence", context="track"),
    say("armament", context="track"),
)
ACTION_NAMES: tuple[Text, ...] = (
    say("portal", context="bonus of a sector"),
    say("movement", context="track"),
    say("production", context="track"),
    say("ambush", context="bonus of a sector"),
    say("conversion", context="bonus of a sector"),
)
BONUS_NAMES: tuple[Text, ...] = (
    *ACTION_NAMES,
    say("victory", context="bonus of a sector"),
    say("influence", context="track"),
    say("armament", context="track"),
)
NAMES: dict[str, Text] = {
    "HUM": say("Humans", context="civilisation"),
    "DRA": say("Dragonites", context="civilisation"),
    "MIN": say("Minerls", context="civilisation"),
    "SHE": say("Sherais", context="civilisation"),
    "NAG": say("Nagaritakas", context="civilisation"),
    "CIR": say("Cireades", context="civilisation"),
}
"""The names of the civilisations."""

CARDS = 30
CURRENT = "apex.toml"
"""The data file of new games; its earlier versions remain under other names, for older games."""


@dataclass(frozen=True, slots=True)
class Card:
    """A strategy card (A6).

    Attributes:
        index: 1 to 30.
        circled: Left out with 2 or 3 players (A10).
        evolution: The track of its Evolution side.
        expansion: The actions of its Expansion side, as printed.
        actions: The same, counted by `Action`.
    """

    index: int
    circled: bool
    evolution: Track
    expansion: tuple[Action, ...]
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A neutral sector (A43): its name, e.g. `"N08"`, and its bonus."""

    name: str
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Civilisation:
    """A civilisation (A2, A13).

    Attributes:
        code: As in the notation, e.g. `"HUM"`.
        letter: On its pawns.
        ships: On its home sector at the start.
        levels: By `Track` at the start.
    """

    code: str
    letter: str
    name: Text
    ships: int
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A slot on a star map, e.g. `"A1"`; x to the right and y down in the picture, both from 0 to 1."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class StarMap:
    """The star map for a number of players (A8): its slots and the pairs of adjacent ones."""

    places: tuple[Place, ...]
    lanes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Components:
    """A whole data file.

    Attributes:
        reconstruction: Whether the values are not the published ones.
        cards: By index; place 0 is card 1.
        tiles: By number; place 0 is N01.
        civilisations: In the order of A2.
        maps: By number of players.
    """

    version: str
    reconstruction: bool
    cards: tuple[Card, ...]
    tiles: tuple[Tile, ...]
    civilisations: tuple[Civilisation, ...]
    maps: Mapping[int, StarMap]

    @property
    def reconstructed(self) -> Text | None:
        return RECONSTRUCTED if self.reconstruction else None

    def card(self, index: int) -> Card:
        return self.cards[index - 1]


def components(version: str = "") -> Components:
    """Return the components in a version of the data, empty for the current one; `KeyError` if unknown."""
    every = editions()
    return every[version] if version else next(iter(every.values()))


@functools.cache
def editions() -> Mapping[str, Components]:
    """Return every data file by its version, read once: the current one, then its predecessors."""
    return read_editions("engine.apex", CURRENT, _read)


def _read(text: str) -> Components:
    data = tomllib.loads(text)
    return Components(
        version=data["version"],
        reconstruction=data["reconstruction"],
        cards=tuple(map(_card, sorted(data["card"], key=lambda entry: int(entry["index"])))),
        tiles=tuple(Tile(entry["id"], Bonus[entry["bonus"].upper()]) for entry in data["sector"]),
        civilisations=tuple(map(_civilisation, data["civilisation"])),
        maps={int(seats): _map(entry) for seats, entry in data["galaxy"].items()},
    )


def _card(entry: Mapping[str, Any]) -> Card:
    expansion = tuple(Action[name.upper()] for name in entry["expansion"])
    return Card(
        index=entry["index"],
        circled=entry["circled"],
        evolution=Track[entry["evolution"].upper()],
        expansion=expansion,
        actions=tuple(expansion.count(action) for action in Action),
    )


def _civilisation(entry: Mapping[str, Any]) -> Civilisation:
    return Civilisation(
        code=entry["key"],
        letter=entry["letter"],
        name=NAMES[entry["key"]],
        ships=entry["ships"],
        levels=tuple(entry["levels"][track.name.lower()] for track in Track),
    )


def _map(entry: Mapping[str, Any]) -> StarMap:
    places = tuple(Place(slot["name"], slot["x"], slot["y"]) for slot in entry["slots"])
    return StarMap(places, tuple((one, other) for one, other in entry["lanes"]))
