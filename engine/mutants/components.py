"""The box: cards, ready decks, tracks and bosses, read from a data file by its version.

The rulebook came without its pictures, so most of these values are a reconstruction (`Components.reconstructed`), and
each card says which of its fields are known. Every display of a card says so.
"""

from __future__ import annotations

import functools
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.game import read_editions
from engine.mutants.abilities import (
    GENES,
    OCCASIONS,
    POWERS,
    WEAKNESSES,
    Ability,
    DataError,
    Entry,
    Force,
    Points,
    Trigger,
    Weakness,
    ability,
    triggers,
)
from engine.text import Text, say

# The contents of the box, as values: cards, ready decks, tracks, rounds and the bosses of the Revolt.


RECONSTRUCTED = say("Reconstructed: most abilities and values of cards, both bosses, tracks, points of rounds")
"""The parts that the rulebook shows only in pictures."""

LEAST_PREFIX = 4  # N1
_DROPPED = frozenset(" -'’‘$")
"""Signs that are ignored in names (N1), as are all spaces."""


class Known(StrEnum):
    """Whether a value is the published one."""

    YES = "yes"
    PARTLY = "partly"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Card:
    """A mutant, or an action card of a boss (M67: treated as one).

    Attributes:
        code: As in the notation, e.g. `"ZOM"`.
        kind: `"basic"`, `"advanced"` or `"boss"`.
        genes: Letters of `GENES`: one of a basic mutant, two of an advanced one, none of a boss's card.
        permanent: Effects on occasions while it is face up in the arena (M48).
        parry: Its parry (M44).
        transformation: Whether it is replaced by the top card of the deck when deployed (M46).
        freeze: Its freeze value; with `per`, for each symbol of that gene in the freezer (M52).
        per: A gene, for a variable freeze value; empty for a fixed one.
        deck: The ready deck that has it (M12); 0 for none.
        banned: Whether it may not be used in the Revolt (M61).
        copies: The number in a boss's deck; 0 for mutants.
        arrow: `"L"` or `"R"`: the flank that a boss's card moves to; empty for mutants.
        weakness: Of a boss's card; None for mutants.
        known: The fields that are facts.
        inferred: The fields known in part or inferred.
        invented: Whether its names were made up.
    """

    code: str
    kind: str
    name_fr: str
    name_en: str
    genes: str = ""
    deploy: Ability = ()
    leave: Ability = ()
    permanent: tuple[Trigger, ...] = ()
    parry: Ability = ()
    transformation: bool = False
    freeze: int = 0
    per: str = ""
    deck: int = 0
    banned: bool = False
    copies: int = 0
    arrow: str = ""
    weakness: Weakness | None = None
    known: frozenset[str] = frozenset()
    inferred: frozenset[str] = frozenset()
    invented: bool = False

    def knows(self, name: str) -> Known:
        if name in self.known:
            return Known.YES
        return Known.PARTLY if name in self.inferred else Known.NO

    def half(self, name: str) -> Ability:
        if name == "deploy":
            return self.deploy
        return self.leave if name == "leave" else {"parry": self.parry}[name]


@dataclass(frozen=True, slots=True)
class Deck:
    """A ready deck (M12): its number, names, and six cards, twice each, in data-file order."""

    number: int
    name_fr: str
    name_en: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Boss:
    """A boss of the Revolt (M61 to M67).

    Attributes:
        key: As in options, e.g. `"wizard"`.
        setup: Effects in the set-up (M62).
        power: Its special power.
        cards: Its action cards, each once; `Card.copies` has their number.
        known: The fields that are facts.
    """

    key: str
    name_fr: str
    name_en: str
    health: int
    setup: Ability
    power: tuple[Trigger, ...]
    cards: tuple[Card, ...]
    known: frozenset[str]


@dataclass(frozen=True, slots=True)
class Track:
    """The force track (M4): its number of spaces, the Challenger space, the number of spaces in the Dread zone."""

    spaces: int
    challenger: int
    dread: int
    known: frozenset[str]

    @property
    def fury(self) -> int:
        return self.spaces - 1


@dataclass(frozen=True, slots=True)
class Rounds:
    """The points of the rounds (M29): red for the first player, black for those between and for a crush."""

    red: tuple[int, ...]
    black: tuple[int, ...]
    known: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Components:
    """A whole data file; one object for each version, compared by identity.

    Attributes:
        reconstruction: Whether some values are not the published ones.
        genes: French and English names of the genes, by letter.
        basics: In data-file order.
        advanced: In data-file order.
        cards: Every card by code, including the bosses'.
        order: The place of each code in the data file.
        names: The codes that each folded name or beginning may mean (`folded`).
        genes_of: The genes on each card, a bit for each letter.
        permanents: By occasion: the cards with a permanent that acts then.
        weaknesses: By occasion: the bosses' cards with a weakness that is exploited then.
        parries: The cards with a parry.
    """

    version: str
    reconstruction: bool
    track: Track
    rounds: Rounds
    genes: Mapping[str, tuple[str, str]]
    basics: tuple[Card, ...]
    advanced: tuple[Card, ...]
    decks: Mapping[int, Deck]
    bosses: Mapping[str, Boss]
    cards: Mapping[str, Card] = field(init=False, repr=False)
    order: Mapping[str, int] = field(init=False, repr=False)
    names: Mapping[str, str] = field(init=False, repr=False)
    genes_of: Mapping[str, int] = field(init=False, repr=False)
    permanents: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    weaknesses: Mapping[str, frozenset[str]] = field(init=False, repr=False)
    parries: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        every = (*self.basics, *self.advanced, *(card for boss in self.bosses.values() for card in boss.cards))
        for name in ("code", "name_fr", "name_en"):
            _refuse_twins(every, name)
        object.__setattr__(self, "cards", {card.code: card for card in every})
        object.__setattr__(self, "order", {card.code: place for place, card in enumerate(every)})
        names = {folded(name): card.code for card in self.mutants for name in (card.name_fr, card.name_en)}
        object.__setattr__(self, "names", names)
        genes = {card.code: sum(1 << GENES.index(letter) for letter in set(card.genes)) for card in every}
        object.__setattr__(self, "genes_of", genes)
        permanents = {
            when: frozenset(card.code for card in every if any(each.when == when for each in card.permanent))
            for when in OCCASIONS
        }
        object.__setattr__(self, "permanents", permanents)
        weaknesses = {
            when: frozenset(card.code for card in every if card.weakness is not None and card.weakness.when == when)
            for when in WEAKNESSES
        }
        object.__setattr__(self, "weaknesses", weaknesses)
        object.__setattr__(self, "parries", frozenset(card.code for card in every if card.parry))

    @property
    def reconstructed(self) -> Text | None:
        return RECONSTRUCTED if self.reconstruction else None

    @property
    def mutants(self) -> tuple[Card, ...]:
        return (*self.basics, *self.advanced)

    def card(self, code: str) -> Card:
        return self.cards[code]

    def named(self, text: str) -> tuple[Card, ...]:
        """Return the mutants that a text may mean (N1): by code, by name, or by at least its first 4 letters."""
        word = folded(text)
        code = word.upper()
        if code in self.cards and self.cards[code].kind != "boss":
            return (self.cards[code],)
        if word in self.names:
            return (self.cards[self.names[word]],)
        if len(word) < LEAST_PREFIX:
            return ()
        found = {code for name, code in self.names.items() if name.startswith(word)}
        return tuple(self.cards[code] for code in self.sorted(found))

    def sorted(self, codes: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(codes, key=self.order.__getitem__))


def folded(name: str) -> str:
    """Return a name in its form for comparisons (N1), without case, accents, spaces, hyphens, apostrophes and `$`."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not (unicodedata.combining(sign) or sign.isspace() or sign in _DROPPED))


def _refuse_twins(cards: Iterable[Card], name: str) -> None:
    seen: dict[str, str] = {}
    for card in cards:
        value = folded(getattr(card, name))
        if value in seen:
            raise DataError(f"card {card.code}: {name}: card {seen[value]} is called so already")
        seen[value] = card.code


# Reading a data file: its components, or an error that names the wrong field.


ADVANCED = 36  # M3
ROUNDS = 5  # M16
DECK_KINDS = 6  # M12
_MOST_PLAYERS = 4
_FORMAT = 1


def read_components(text: str) -> Components:
    root = Entry(tomllib.loads(text))
    if root.whole("format") != _FORMAT:
        root.fail("format", f"{_FORMAT} is wanted")
    names = {key: _names(name, f"genes.{key}") for key, name in root.table("genes").pairs()}
    if "".join(names) != GENES:
        root.fail("genes", f"the letters {GENES} are wanted, in this order")
    basics = tuple(_mutant(entry, "basic") for entry in root.tables("basic"))
    advanced = tuple(_mutant(entry, "advanced") for entry in root.tables("advanced"))
    if sorted(card.genes for card in basics) != list(GENES):
        root.fail("basic", f"one mutant of each of the {len(GENES)} genes is wanted (M1)")
    if len(advanced) != ADVANCED:
        root.fail("advanced", f"{ADVANCED} mutants are wanted (M3), not {len(advanced)}")
    read = Components(
        version=root.text("version"),
        reconstruction=root.flag("reconstruction"),
        track=_track(root.table("track")),
        rounds=_rounds(root.table("rounds")),
        genes=names,
        basics=basics,
        advanced=advanced,
        decks=_decks(root, advanced),
        bosses={boss.key: boss for boss in map(_boss, root.tables("boss"))},
    )
    root.done()
    return read


def _track(entry: Entry) -> Track:
    spaces, challenger, dread = entry.whole("spaces", 2), entry.whole("challenger"), entry.whole("dread", 1)
    if challenger >= spaces - 1:
        entry.fail("challenger", "it lies left of Fury (M4)")
    if challenger - (_MOST_PLAYERS - 1) < dread:
        entry.fail("dread", f"nobody of {_MOST_PLAYERS} players starts in the Dread zone (M4)")
    known = frozenset(entry.texts("known"))
    entry.done()
    return Track(spaces, challenger, dread, known)


def _rounds(entry: Entry) -> Rounds:
    red, black = entry.numbers("first"), entry.numbers("middle")
    for key, values in (("first", red), ("middle", black)):
        if len(values) != ROUNDS:
            entry.fail(key, f"a number for each of the {ROUNDS} rounds is wanted (M16)")
    known = frozenset(entry.texts("known"))
    entry.done()
    return Rounds(red, black, known)


def _decks(root: Entry, advanced: tuple[Card, ...]) -> dict[int, Deck]:
    decks = {}
    for number, names in root.table("ready").pairs():
        if not number.isdecimal():
            root.fail(f"ready.{number}", "the key is the deck's number")
        cards = tuple(card.code for card in advanced if card.deck == int(number))
        if len(cards) != DECK_KINDS:
            root.fail(f"ready.{number}", f"{DECK_KINDS} cards are wanted (M12), not {len(cards)}")
        decks[int(number)] = Deck(int(number), *_names(names, f"ready.{number}"), cards)
    if sorted(decks) != list(range(1, _MOST_PLAYERS + 1)):
        root.fail("ready", f"decks 1 to {_MOST_PLAYERS} are wanted (M12)")
    for card in advanced:
        if card.deck and card.deck not in decks:
            raise DataError(f"card {card.code}: deck: there is no ready deck {card.deck}")
    return decks


def _mutant(entry: Entry, kind: str) -> Card:
    code = _code(entry)
    genes = entry.text("genes")
    if len(genes) != (1 if kind == "basic" else 2) or not set(genes) <= set(GENES):
        entry.fail("genes", f"{'one' if kind == 'basic' else 'two'} of the letters {GENES} are wanted, not {genes!r}")
    freeze, per = _freeze_value(entry)
    known, inferred = _known(entry)
    card = Card(
        code=code,
        kind=kind,
        name_fr=entry.text("name_fr"),
        name_en=entry.text("name_en"),
        genes=genes,
        deploy=ability(entry, "deploy"),
        leave=ability(entry, "leave"),
        permanent=triggers(entry, "permanent", OCCASIONS),
        parry=ability(entry, "parry"),
        transformation=entry.flag("transformation"),
        freeze=freeze,
        per=per,
        deck=entry.whole("deck", 1) if entry.has("deck") else 0,
        banned=entry.flag("solo_banned"),
        known=known,
        inferred=inferred,
        invented=entry.flag("invented_name"),
    )
    if card.transformation and card.deploy:
        entry.fail("deploy", "a mutant with a transformation has no deploy ability (M46)")
    for index, each in enumerate(card.permanent):
        if not all(isinstance(effect, Force | Points) for effect in each.do):
            entry.fail(f"permanent[{index}].do", "a permanent only moves force and gains VP, so that it never asks")
    entry.done()
    return card


def _boss(entry: Entry) -> Boss:
    key = entry.text("key")
    entry.prefix = f"boss {key}: "
    known, _ = _known(entry)
    boss = Boss(
        key=key,
        name_fr=entry.text("name_fr"),
        name_en=entry.text("name_en"),
        health=entry.whole("health", 1),
        setup=ability(entry, "setup"),
        power=triggers(entry, "power", POWERS),
        cards=tuple(map(_action, entry.tables("cards"))),
        known=known,
    )
    entry.done()
    return boss


def _action(entry: Entry) -> Card:
    code = _code(entry)
    known, inferred = _known(entry)
    weak = entry.table("weakness")
    gene = weak.text("gene", GENES) if weak.has("gene") else ""
    weakness = Weakness(weak.whole("damage", 1), weak.text("when", WEAKNESSES), gene)
    weak.done()
    card = Card(
        code=code,
        kind="boss",
        name_fr=entry.text("name_fr"),
        name_en=entry.text("name_en"),
        deploy=ability(entry, "deploy"),
        leave=ability(entry, "leave"),
        copies=entry.whole("copies", 1),
        arrow=entry.text("arrow", ("left", "right"))[0].upper(),
        weakness=weakness,
        known=known,
        inferred=inferred,
    )
    entry.done()
    return card


def _code(entry: Entry) -> str:
    code = entry.text("code")
    entry.prefix = f"card {code}: "
    if len(code) != 3 or not (code.isascii() and code.isalpha() and code.isupper()):
        entry.fail("code", "three capital letters are wanted (N1)")
    return code


def _freeze_value(entry: Entry) -> tuple[int, str]:
    value = entry.peek("freeze")
    if not isinstance(value, Mapping):
        return entry.whole("freeze"), ""
    variable = entry.table("freeze")
    found = variable.whole("n", 1), variable.text("per", GENES)
    variable.done()
    return found


def _known(entry: Entry) -> tuple[frozenset[str], frozenset[str]]:
    every = entry.texts("known")
    return (
        frozenset(name for name in every if not name.endswith("*")),
        frozenset(name.removesuffix("*") for name in every if name.endswith("*")),
    )


def _names(text: str, path: str) -> tuple[str, str]:
    french, slash, english = text.partition(" / ")
    if not (french and slash and english):
        raise DataError(f"{path}: a French and an English name are wanted, with / between them")
    return french, english


CURRENT = "mutants.toml"
"""The data file of new games; its earlier versions remain under other names, for older games."""


def components(version: str = "") -> Components:
    """Return the components in a version of the data, empty for the current one; `KeyError` if unknown."""
    every = editions()
    return every[version] if version else next(iter(every.values()))


@functools.cache
def editions() -> Mapping[str, Components]:
    """Return every data file by its version, read once: the current one, then its predecessors."""
    return read_editions("engine.mutants", CURRENT, read_components)


@functools.cache
def title(code: str) -> Text:
    """Return a card's name in any version of the data; the code for an unknown card."""
    return next((card_name(box.cards[code]) for box in editions().values() if code in box.cards), Text(code))


def card_name(card: Card) -> Text:
    """Return the name of a card, which a language can have a translation of."""
    return Text(card.name_en, context=CARD)


def deck_name(deck: Deck) -> Text:
    """Return the name of a ready deck."""
    return Text(deck.name_en, context=DECK)


def boss_name(english: str) -> Text:
    """Return the name of a boss; a catalogue has no empty text."""
    return Text(english, context=BOSS)


def names() -> Iterator[tuple[Text, str]]:
    """Yield what has a name in some version of the data, each with its French name."""
    for box in editions().values():
        yield from ((card_name(card), card.name_fr) for card in box.cards.values())
        yield from ((deck_name(deck), deck.name_fr) for deck in box.decks.values())
        yield from ((boss_name(boss.name_en), boss.name_fr) for boss in box.bosses.values())


CARD, DECK, BOSS = "name of a card", "name of a ready deck", "name of a boss"
"""What translators are told of names; `names` has all of them."""
