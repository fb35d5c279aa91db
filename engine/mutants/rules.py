"""Constants of a match: players, reserves, boss, data."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import SetupError
from engine.game import GameInfo, Mode, Option, Setup, TurnRules, chosen_options
from engine.mutants import stack
from engine.mutants.abilities import GENES, POWERS, Ability
from engine.mutants.components import Boss, Card, Components, boss_name, components, deck_name, editions
from engine.mutants.wording import GENE_NAMES
from engine.seat import Seat
from engine.text import Text, listed, say, shortened

SOLO = "solo"
MODES = (
    Mode("2", say("2 players"), 2),
    Mode("3", say("3 players"), 3),
    Mode("4", say("4 players"), 4),
    Mode(SOLO, say("the Revolt, alone against a boss"), 1),
)
_DUELS = ("2", "3", "4")
RESERVE = Option(
    "reserve",
    say("Where the gene reserves come from"),
    ("draft", "ready", "constructed"),
    "draft",
    (
        say("draft, the main mode"),
        say("ready-to-play DNA, to learn the game"),
        say("constructed DNA, for players who have drafted"),
    ),
    _DUELS,
    note=say(
        "The rulebook recommends ready-to-play DNA to learn the game. **Terms** has the draft, its main mode, and "
        "constructed DNA, for players who have drafted before."
    ),
    opening="ready",  # M71
)  # M11 to M13, M71
RANDOM = "random"
NO_LIMITS = "none"
MOST_LIMITS = 3  # M70
RESERVE_SIZE = 12  # M11 to M13
MOST_COPIES = 2  # M13
ULTRA = 10  # M70
HAND = 6  # M7, M31
PICKS = 6  # M11
PACK = 9  # M11


def _decks(mode: str) -> Option:
    """Return the option that gives ready decks to seats (M12, N10)."""
    names = {str(number): deck_name(deck) for number, deck in components().decks.items()}
    ways = ["".join(way) for way in itertools.permutations(names, int(mode))]
    labels: list[Text] = [say("drawn at random")]
    labels += [say("{decks}", decks=listed([names[number] for number in way], "comma")) for way in ways]
    return Option(
        "decks",
        say("Ready decks by seat"),
        (RANDOM, *ways),
        RANDOM,
        tuple(labels),
        (mode,),
        (RESERVE.key, "ready"),
    )


def _limits() -> Option:
    """Return the option of the limited reserve (M70)."""
    ways = ["".join(way) for count in range(1, MOST_LIMITS + 1) for way in itertools.combinations(GENES, count)]
    labels: list[Text] = [say("any advanced mutant")]
    labels += [say("none with {genes}", genes=listed([GENE_NAMES[letter] for letter in way], "or")) for way in ways]
    name = say("Challenge: which genes the reserve can't have")
    return Option("limits", name, (NO_LIMITS, *ways), NO_LIMITS, tuple(labels), (SOLO,))


_BOSSES = tuple(components().bosses.values())
BOSS = Option(
    "boss",
    say("Your boss"),
    tuple(boss.key for boss in _BOSSES),
    _BOSSES[0].key,
    tuple(boss_name(boss.name_en) for boss in _BOSSES),
    (SOLO,),
)
ULTRA_RESISTANT = Option(
    "ultra",
    say("Challenge: whether the boss is ultra-resistant"),
    ("no", "yes"),
    "no",
    (say("usual health"), say("10 more health")),
    (SOLO,),
)
OPTIONS = (RESERVE, *map(_decks, _DUELS), BOSS, ULTRA_RESISTANT, _limits())
INFO = GameInfo(
    key="mutants",
    name="Mutants",
    modes=MODES,
    options=OPTIONS,
    rules_version=1,
    data_tag="Data",
    data_version=components().version,
    name_tags=tuple(f"P{seat}" for seat in range(1, 5)),
    uses_chance=True,
    open=False,
    together=True,
    defaults="all",
    cards=True,
    answers=True,
    loadouts=True,
    notes=True,
    graded=True,
    reconstructed=tuple((version, box.reconstructed) for version, box in editions().items()),
    turn_rules=TurnRules(order="N9", content="M18", hidden="N7", end="M53", record="N12"),
    summary=say("Mutants: breed a deck of mutants and fight in the arena, 2 to 4 players or 1 alone"),
    about=say(
        "Build a deck of mutants, send them into your arena and breed better ones from them. Play five rounds, "
        "scored on a force track: the player with the most points wins."
    ),
)


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A mode with its options, and the data; cached, so they compare by identity.

    Attributes:
        reserve: `"draft"`, `"ready"` or `"constructed"`; the latter in a Revolt (M61).
        decks: The ready decks of seats 1, 2, …; empty where they are drawn, or not used.
        boss: Of a Revolt; None in other modes.
        ultra: Whether it is ultra-resistant (M70).
        limits: Gene letters that the reserve may not have (M70); empty for none.
        options: All options of the mode, as in records.
        fury: The last space of the force track.
        dread: The number of its first spaces in the Dread zone.
        sides: The number of arenas and force markers, including the boss's.
        clockwise: For seat 1, 2, …: all seats with a force marker from it on (M35).
        alone: For seat 1, 2, …: the set of only this seat.
        allowed: The advanced mutants for a constructed reserve, in data-file order.
        powers: By occasion: the special powers of the boss, in the order in which they go on the stack.
        abilities: By source and half: a card's code with `"deploy"`, `"leave"` or `"parry"`; the boss's key with
            `"setup"`, `"power0"`, `"power1"`, ….
    """

    mode: Mode
    reserve: str
    decks: tuple[int, ...]
    boss: Boss | None
    ultra: bool
    limits: str
    options: tuple[tuple[str, str], ...]
    components: Components = field(repr=False)
    seats: int
    fury: int
    dread: int
    sides: int
    clockwise: tuple[tuple[Seat, ...], ...] = field(repr=False)
    alone: tuple[frozenset[Seat], ...] = field(repr=False)
    allowed: tuple[Card, ...] = field(repr=False)
    powers: Mapping[str, tuple[stack.Ability, ...]] = field(init=False, repr=False)
    abilities: Mapping[tuple[str, str], Ability] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        halves = ("deploy", "leave", "parry")
        abilities = {(code, half): card.half(half) for code, card in self.components.cards.items() for half in halves}
        powers: dict[str, tuple[stack.Ability, ...]] = dict.fromkeys(POWERS, ())
        if self.boss is not None:
            abilities[self.boss.key, "setup"] = self.boss.setup
            for place, power in enumerate(self.boss.power):
                half = f"power{place}"
                abilities[self.boss.key, half] = power.do
                powers[power.when] = (stack.Ability(self.sides, "", "", self.boss.key, half), *powers[power.when])
        object.__setattr__(self, "abilities", abilities)
        object.__setattr__(self, "powers", powers)

    @property
    def data(self) -> str:
        return self.components.version

    @property
    def solo(self) -> bool:
        return self.boss is not None

    @property
    def health(self) -> int:
        """The boss's health at the start (M62, M70); 0 without one."""
        return 0 if self.boss is None else self.boss.health + ULTRA * self.ultra


def rules_of(setup: Setup) -> Rules:
    """Return the rules of a setup; `SetupError` for an unknown mode, option or version of the data."""
    modes = tuple(mode.key for mode in MODES)
    if setup.mode not in modes:
        reason = say("Mutants has no mode {mode}.", mode=shortened(setup.mode))
        raise SetupError(reason, code="unknown-mode", given=setup.mode, suggestions=modes)
    chosen = chosen_options(INFO, setup.mode, dict(setup.options))
    if setup.data and setup.data not in editions():
        reason = say("Mutants has no data version {version}.", version=shortened(setup.data))
        raise SetupError(reason, code="unknown-data", given=setup.data, suggestions=tuple(editions()))
    return rules(setup.mode, tuple(chosen.items()), components(setup.data).version)


@functools.cache
def rules(mode: str, options: tuple[tuple[str, str], ...], data: str) -> Rules:
    """Return the rules of a mode with all its options under a version of the data; `KeyError` if unknown."""
    chosen, values, box = {each.key: each for each in MODES}[mode], dict(options), components(data)
    solo = mode == SOLO
    reserve = "constructed" if solo else values[RESERVE.key]
    limits = values["limits"] if solo and values["limits"] != NO_LIMITS else ""
    ready = reserve == "ready" and values["decks"] != RANDOM
    sides = chosen.seats + solo
    return Rules(
        mode=chosen,
        reserve=reserve,
        decks=tuple(map(int, values["decks"])) if ready else (),
        boss=box.bosses[values[BOSS.key]] if solo else None,
        ultra=solo and values[ULTRA_RESISTANT.key] == "yes",
        limits=limits,
        options=options,
        components=box,
        seats=chosen.seats,
        fury=box.track.fury,
        dread=box.track.dread,
        sides=sides,
        clockwise=tuple(tuple((start + step) % sides + 1 for step in range(sides)) for start in range(sides)),
        alone=tuple(frozenset({seat}) for seat in range(1, sides + 1)),
        allowed=tuple(
            card
            for card in box.advanced
            if not (solo and card.banned) and not set(card.genes) & set(limits)  # M61, M70
        ),
    )
