"""Constants of a match: number of players, star map, cards."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from engine.apex.components import Bonus, Card, Civilisation, Components, StarMap, Tile, components, editions
from engine.errors import SetupError
from engine.game import Mode, Option, Setup
from engine.text import say, shortened

MODES = tuple(
    Mode(str(seats), name, seats)
    for seats, name in enumerate(
        (say("2 players"), say("3 players"), say("4 players"), say("5 players"), say("6 players")), 2
    )
)
EXPLORATION = Option(
    "mode",
    say("How the neutral sectors are laid out"),
    ("standard", "exploration"),
    "standard",
    (say("face up"), say("face down, to be explored")),
    apart=("exploration",),
)  # A74
OPTIONS = (EXPLORATION,)

AGES = 3  # A15
ROUNDS = 5  # A15
MOST_SHIPS = 20  # A1, A53
MOST_COLONIES = 3  # A1, A42
TOP = 5
"""The highest level of a track (A7, A41)."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A number of players with or without exploration, and the data; cached, so they compare by identity.

    Attributes:
        exploration: Whether neutral sectors begin face down (A74).
        slots: The names of its places: homes first, then the rings A, B, C, D; a slot's number is its place here.
        number: The slots' numbers by name.
        near: The numbers of the adjacent slots of each, ascending (A8).
        deck: The cards in use (A10).
        dealt: Each player's number of cards in an age (A16).
        bonuses: The bonus of each tile, by its number.
    """

    mode: Mode
    exploration: bool
    data: str
    components: Components = field(repr=False)
    seats: int
    map: StarMap = field(repr=False)
    slots: tuple[str, ...] = field(repr=False)
    number: dict[str, int] = field(repr=False)
    near: tuple[tuple[int, ...], ...] = field(repr=False)
    deck: tuple[int, ...] = field(repr=False)
    dealt: int
    bonuses: tuple[Bonus, ...] = field(repr=False)

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.components.cards

    @property
    def civilisations(self) -> tuple[Civilisation, ...]:
        """Every civilisation, in the order of A2."""
        return self.components.civilisations

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every neutral sector; place 0 is N01."""
        return self.components.tiles


def rules_of(setup: Setup) -> Rules:
    """Return the rules of a setup; `SetupError` for an unknown mode, option or version of the data."""
    modes = tuple(mode.key for mode in MODES)
    if setup.mode not in modes:
        reason = say("APEX has no mode {mode}.", mode=shortened(setup.mode))
        raise SetupError(reason, code="unknown-mode", given=setup.mode, suggestions=modes)
    for key, value in setup.options:
        if key != EXPLORATION.key or value not in EXPLORATION.choices:
            raise SetupError(
                say("APEX has no option {option}={value}.", option=shortened(key), value=shortened(value)),
                code="unknown-option",
                given=key,
                suggestions=tuple(f"{EXPLORATION.key}={each}" for each in EXPLORATION.choices),
            )
    if setup.data and setup.data not in editions():
        reason = say("APEX has no data version {version}.", version=shortened(setup.data))
        raise SetupError(reason, code="unknown-data", given=setup.data, suggestions=tuple(editions()))
    exploration = dict(setup.options).get(EXPLORATION.key) == EXPLORATION.choices[1]
    return rules(setup.mode, exploration=exploration, data=setup.data)


def rules(mode: str, *, exploration: bool, data: str = "") -> Rules:
    """Return the rules of a mode under a version of the data, empty for the current one; `KeyError` if unknown."""
    return _rules(mode, exploration, components(data).version)


@functools.cache
def _rules(mode: str, exploration: bool, data: str) -> Rules:
    chosen = {each.key: each for each in MODES}[mode]
    box, seats = components(data), chosen.seats
    star_map = box.maps[seats]
    slots = tuple(sorted((place.name for place in star_map.places), key=lambda name: (name[0] != "H", name)))
    number = {name: index for index, name in enumerate(slots)}
    near: list[set[int]] = [set() for _ in slots]
    for one, other in star_map.lanes:
        near[number[one]].add(number[other])
        near[number[other]].add(number[one])
    return Rules(
        mode=chosen,
        exploration=exploration,
        data=box.version,
        components=box,
        seats=seats,
        map=star_map,
        slots=slots,
        number=number,
        near=tuple(tuple(sorted(each)) for each in near),
        deck=tuple(card.index for card in box.cards if seats > 3 or not card.circled),  # A10
        dealt={2: 10, 6: 5}.get(seats, 6),  # A16, A70
        bonuses=tuple(tile.bonus for tile in box.tiles),
    )
