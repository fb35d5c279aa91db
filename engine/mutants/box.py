"""What is in the box, as values: cards, ready decks, tracks, rounds and the bosses of the Revolt."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.mutants.reading import DataError
from engine.mutants.vocabulary import Ability, Trigger, Weakness
from engine.text import Text, say

RECONSTRUCTED = say("Reconstructed: most abilities and values of cards, both bosses, tracks, points of rounds")
"""What the rulebook shows only in pictures."""

LEAST_PREFIX = 4  # N1
_DROPPED = frozenset(" -'’‘$")
"""Signs that do not count in names (N1); spaces of every kind besides."""


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
        name_fr: The French name.
        name_en: The English name.
        genes: Letters of `GENES`: one of a basic mutant, two of an advanced one, none of a boss's card.
        deploy: Its deploy ability.
        leave: Its leave ability.
        permanent: What happens on occasions while it lies face up in the arena (M48).
        parry: Its parry (M44).
        transformation: Whether deploying it makes it leave for the top card of the deck (M46).
        freeze: Its freeze value; with `per`, for each symbol of that gene in the freezer (M52).
        per: A gene, for a variable freeze value; empty for a fixed one.
        deck: The ready deck that has it (M12); 0 for none.
        banned: Whether it may not be used in the Revolt (M61).
        copies: How many a boss's deck has; 0 for mutants.
        arrow: `"L"` or `"R"`: the flank that a boss's card moves to; empty for mutants.
        weakness: How a boss's card is exploited; None for mutants.
        known: The fields that are facts.
        inferred: The fields that are known in part or inferred.
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
        """Return whether a field, as the data file calls it, is the published one."""
        if name in self.known:
            return Known.YES
        return Known.PARTLY if name in self.inferred else Known.NO

    def half(self, name: str) -> Ability:
        """Return its ability of this name: `"deploy"`, `"leave"` or `"parry"`."""
        return {"deploy": self.deploy, "leave": self.leave, "parry": self.parry}[name]


@dataclass(frozen=True, slots=True)
class Deck:
    """A ready deck (M12): its number, names, and the six cards that it has twice each, in data-file order."""

    number: int
    name_fr: str
    name_en: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Boss:
    """A boss of the Revolt (M61 to M67).

    Attributes:
        key: As in options, e.g. `"wizard"`.
        name_fr: The French name.
        name_en: The English name.
        health: At the start.
        setup: What happens in the set-up (M62).
        power: Its special power.
        cards: Its action cards, each once; `Card.copies` tells how many there are.
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
    """The force track (M4): its number of spaces, the Challenger space, how many spaces the Dread zone has."""

    spaces: int
    challenger: int
    dread: int
    known: frozenset[str]

    @property
    def fury(self) -> int:
        """The last space."""
        return self.spaces - 1


@dataclass(frozen=True, slots=True)
class Rounds:
    """The points of the rounds (M29): red for the first, black for those between and for a crush."""

    red: tuple[int, ...]
    black: tuple[int, ...]
    known: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Components:
    """A data file as a whole; one object for each version, compared by identity.

    Attributes:
        version: As records store it.
        reconstruction: Whether values in it are not the published ones.
        track: The force track.
        rounds: The points of the rounds.
        genes: French and English names of the genes, by letter.
        basics: The basic mutants, in data-file order.
        advanced: The advanced mutants, in data-file order.
        decks: The ready decks, by number.
        bosses: Of the Revolt, by key.
        cards: Every card, those of bosses included, by code.
        order: The place of each code in the data file.
        names: What each mutant may be called when it is read, folded (`folded`): codes of all fitting cards.
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

    def __post_init__(self) -> None:
        every = (*self.basics, *self.advanced, *(card for boss in self.bosses.values() for card in boss.cards))
        for name in ("code", "name_fr", "name_en"):
            _refuse_twins(every, name)
        object.__setattr__(self, "cards", {card.code: card for card in every})
        object.__setattr__(self, "order", {card.code: place for place, card in enumerate(every)})
        names = {folded(name): card.code for card in self.mutants for name in (card.name_fr, card.name_en)}
        object.__setattr__(self, "names", names)

    @property
    def reconstructed(self) -> Text | None:
        """What of it is not the published one; None if all of it is."""
        return RECONSTRUCTED if self.reconstruction else None

    @property
    def mutants(self) -> tuple[Card, ...]:
        """Basic and advanced mutants, in data-file order."""
        return (*self.basics, *self.advanced)

    def card(self, code: str) -> Card:
        """Return the card with this code, upper case.

        Raises:
            KeyError: There is none.
        """
        return self.cards[code]

    def named(self, text: str) -> tuple[Card, ...]:
        """Return the mutants that a text may mean (N1): by code, by whole name, or by the beginning of a name.

        Several are ambiguous; none is no card. The beginning of a name has at least 4 letters.
        """
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
        """Return codes in data-file order."""
        return tuple(sorted(codes, key=self.order.__getitem__))


def folded(name: str) -> str:
    """Return a name as names are compared (N1): case, accents, spaces, hyphens, apostrophes and `$` do not count."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if not (unicodedata.combining(sign) or sign.isspace() or sign in _DROPPED))


def _refuse_twins(cards: Iterable[Card], name: str) -> None:
    seen: dict[str, str] = {}
    for card in cards:
        value = folded(getattr(card, name))
        if value in seen:
            raise DataError(f"card {card.code}: {name}: card {seen[value]} is called so already")
        seen[value] = card.code
