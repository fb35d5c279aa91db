"""The vocabulary of abilities: one frozen value for each verb, read from the data file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

# Reading tables of the data file: every error names the wrong field, e.g. `card ZOM: leave[0].freeze`.


class DataError(ValueError):
    """The data file has an error that makes the game unplayable; the message names the field."""


class Entry:
    """One table of the data file; unread fields are an error."""

    def __init__(self, data: object, prefix: str = "") -> None:
        self.prefix = prefix
        if not isinstance(data, Mapping):
            raise DataError(f"{self.path}: a table is wanted, not {data!r}")
        self._left: dict[str, Any] = dict(data)

    @property
    def path(self) -> str:
        return self.prefix.rstrip(".: ")

    def fail(self, key: str, reason: str) -> NoReturn:
        raise DataError(f"{self.prefix}{key}: {reason}")

    def has(self, key: str) -> bool:
        return key in self._left

    def peek(self, key: str) -> object:
        return self._left.get(key)

    def whole(self, key: str, least: int | None = 0, default: int | None = None) -> int:
        value = self._take(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(key, f"a whole number is wanted, not {value!r}")
        if least is not None and value < least:
            self.fail(key, f"at least {least} is wanted, not {value}")
        return value

    def flag(self, key: str) -> bool:
        value = self._take(key, False)
        if not isinstance(value, bool):
            self.fail(key, f"true or false is wanted, not {value!r}")
        return value

    def text(self, key: str, choices: Collection[str] = ()) -> str:
        value = self._take(key, None)
        if not isinstance(value, str) or not value:
            self.fail(key, f"a text is wanted, not {value!r}")
        if choices and value not in choices:
            self.fail(key, f"one of {', '.join(sorted(choices))} is wanted, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self._list(key, [])
        if not all(isinstance(value, str) for value in values):
            self.fail(key, "a list of texts is wanted")
        return tuple(values)

    def numbers(self, key: str) -> tuple[int, ...]:
        values = self._list(key, None)
        if not all(isinstance(value, int) and not isinstance(value, bool) and value >= 0 for value in values):
            self.fail(key, "a list of whole numbers from 0 on is wanted")
        return tuple(values)

    def table(self, key: str) -> Entry:
        return Entry(self._take(key, None), f"{self.prefix}{key}.")

    def tables(self, key: str) -> Iterator[Entry]:
        for index, value in enumerate(self._list(key, [])):
            yield Entry(value, f"{self.prefix}{key}[{index}].")

    def pairs(self) -> Iterator[tuple[str, str]]:
        for key in list(self._left):
            yield key, self.text(key)

    @property
    def left(self) -> tuple[str, ...]:
        return tuple(self._left)

    def done(self) -> None:
        for key in self._left:
            self.fail(key, "there is no such field")

    def _take(self, key: str, default: object) -> Any:  # noqa: ANN401 - whatever the file says
        if key not in self._left:
            if default is None:
                self.fail(key, "is missing")
            return default
        return self._left.pop(key)

    def _list(self, key: str, default: list[Any] | None) -> list[Any]:
        value = self._take(key, default)
        if not isinstance(value, list):
            self.fail(key, f"a list is wanted, not {value!r}")
        return value


GENES = "ABCDEF"
"""Cyber, Necro, Saber, Zoomorph, Galactic, Mythic."""

CONDITIONS = ("fury", "dread", "dominated", "dominating")
FREEZES = ("self", "hand", "discard", "arena")
GAINS = ("hand", "deck", "incubator", "discard", "freezer")
ATTACKED = ("dominating", "dominated", "all", "dread", "fury")
KOS = ("same", "active", "flank", "one", "all", "self")
HALVES = ("deploy", "leave", "either")
COPIES = ("arena", "hand", "discard", "pool")
OCCASIONS = ("freeze", "cycle", "gain", "breed", "incubate", "deploy", "ko")
"""When a permanent acts (M48)."""
WEAKNESSES = (*OCCASIONS, "parry", "fury")
"""When a weakness is exploited (M66)."""
POWERS = ("round", "turn", "shuffle", "leave")
"""When a boss's special power acts."""


@dataclass(frozen=True, slots=True)
class _Effect:
    """Any effect.

    `condition` is the position that the acting player needs when the effect is reached: `"fury"`, `"dread"`,
    `"dominated"` or `"dominating"`; empty for none.
    """

    condition: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Force(_Effect):
    """Gain n force, or lose -n (M36, M37)."""

    n: int


@dataclass(frozen=True, slots=True)
class Cycle(_Effect):
    """Draw n, then discard as many as were drawn (M39)."""

    n: int


@dataclass(frozen=True, slots=True)
class Draw(_Effect):
    """Draw n into the hand."""

    n: int


@dataclass(frozen=True, slots=True)
class Discard(_Effect):
    """Discard n cards of the hand, or as many as there are."""

    n: int


@dataclass(frozen=True, slots=True)
class Freeze(_Effect):
    """Freeze this mutant, a card of the hand or the discard, or another face-up own mutant (M41, M42)."""

    what: str
    may: bool = False


@dataclass(frozen=True, slots=True)
class Gain(_Effect):
    """Take a reserve top into a zone (M47), after discarding `cost` cards (M51)."""

    zone: str
    cost: int = 0
    may: bool = False


@dataclass(frozen=True, slots=True)
class Take(_Effect):
    """Take a card of the discard into the hand, then discard some."""

    then_discard: int


@dataclass(frozen=True, slots=True)
class Attack(_Effect):
    """Attack some opponents (M43); `effects` act on each of them."""

    who: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Ko(_Effect):
    """Knock out mutants in the arena of the player that the effect acts on (M45)."""

    what: str


@dataclass(frozen=True, slots=True)
class Flip(_Effect):
    """Turn one own K.O. mutant face up."""


@dataclass(frozen=True, slots=True)
class Copy(_Effect):
    """Resolve an ability of another mutant (M49): its deploy or leave ability, or either."""

    what: str
    source: str


@dataclass(frozen=True, slots=True)
class Points(_Effect):
    """Gain n VP."""

    n: int


@dataclass(frozen=True, slots=True)
class Health(_Effect):
    """The boss's health rises by n."""

    n: int


Effect: TypeAlias = Force | Cycle | Draw | Discard | Freeze | Gain | Take | Attack | Ko | Flip | Copy | Points | Health
Ability: TypeAlias = tuple[Effect, ...]
"""Effects in the order of resolution (M34); empty for none."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """Effects on an occasion: a permanent (M48), or a boss's special power."""

    when: str
    do: Ability


@dataclass(frozen=True, slots=True)
class Weakness:
    """A boss's card's weakness (M66).

    Attributes:
        damage: The loss of health.
        when: The occasion.
        gene: A gene that the card of the occasion must carry; empty for any.
    """

    damage: int
    when: str
    gene: str = ""


def _force(entry: Entry, condition: str) -> Effect:
    n = entry.whole("force", None)
    if not n:
        entry.fail("force", "0 does nothing")
    return Force(n, condition=condition)


def _freeze(entry: Entry, condition: str) -> Effect:
    return Freeze(entry.text("freeze", FREEZES), entry.flag("may"), condition=condition)


def _gain(entry: Entry, condition: str) -> Effect:
    cost = entry.whole("cost", 1) if entry.has("cost") else 0
    return Gain(entry.text("gain", GAINS), cost, entry.flag("may"), condition=condition)


def _take(entry: Entry, condition: str) -> Effect:
    entry.text("take", ("discard",))
    return Take(entry.whole("then_discard", default=0), condition=condition)


def _attack(entry: Entry, condition: str) -> Effect:
    attack = entry.table("attack")
    who = attack.text("who", ATTACKED)
    effects = ability(attack, "effect")
    for index, each in enumerate(effects):
        if not isinstance(each, Force | Discard | Ko) or (isinstance(each, Force) and each.n > 0):
            attack.fail(f"effect[{index}]", "an attack takes force, makes discard or turns mutants down")
    if not effects:
        attack.fail("effect", "an attack does something")
    attack.done()
    return Attack(who, effects, condition=condition)


def _ko(entry: Entry, condition: str) -> Effect:
    return Ko(entry.text("ko", KOS), condition=condition)


def _flip(entry: Entry, condition: str) -> Effect:
    entry.text("flip", ("one",))
    return Flip(condition=condition)


def _copy(entry: Entry, condition: str) -> Effect:
    copy = entry.table("copy")
    found = Copy(copy.text("what", HALVES), copy.text("from", COPIES), condition=condition)
    copy.done()
    return found


_VERBS: dict[str, Callable[[Entry, str], Effect]] = {
    "force": _force,
    "cycle": lambda entry, condition: Cycle(entry.whole("cycle", 1), condition=condition),
    "draw": lambda entry, condition: Draw(entry.whole("draw", 1), condition=condition),
    "discard": lambda entry, condition: Discard(entry.whole("discard", 1), condition=condition),
    "freeze": _freeze,
    "gain": _gain,
    "take": _take,
    "attack": _attack,
    "ko": _ko,
    "flip": _flip,
    "copy": _copy,
    "points": lambda entry, condition: Points(entry.whole("points", 1), condition=condition),
    "health": lambda entry, condition: Health(entry.whole("health", 1), condition=condition),
}


def ability(entry: Entry, key: str) -> Ability:
    """Return the ability in a field of a table; empty where the field is missing."""
    return tuple(map(_effect, entry.tables(key)))


def triggers(entry: Entry, key: str, occasions: tuple[str, ...]) -> tuple[Trigger, ...]:
    """Return the triggers in a field of a table; none where the field is missing."""
    found = []
    for each in entry.tables(key):
        found.append(Trigger(each.text("when", occasions), ability(each, "do")))
        each.done()
    return tuple(found)


def _effect(entry: Entry) -> Effect:
    verbs = [key for key in entry.left if key in _VERBS]
    if len(verbs) != 1:
        raise DataError(f"{entry.path}: exactly one verb is wanted, not {', '.join(verbs) or 'none'}")
    condition = entry.text("if", CONDITIONS) if entry.has("if") else ""
    found = _VERBS[verbs[0]](entry, condition)
    entry.done()
    return found
