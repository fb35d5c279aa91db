"""Pages and lesson of Mutants, points generated from the box, and the checks of the lesson."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Attempt, Check, Point
from engine.mutants.components import Boss, Deck, card_name, components, deck_name
from engine.mutants.duels import KnockedOut
from engine.mutants.events import Bred, Deployed, Frozen, Incubated, Left
from engine.mutants.rules import MOST_LIMITS, ULTRA
from engine.mutants.state import State
from engine.mutants.wording import GENE_NAMES, boss_texts, genes_text
from engine.teaching import read_lesson, read_pages
from engine.text import Text, listed, say


def _ahead(tried: Attempt) -> bool:
    """Return whether the learner leads on the force track (M5)."""
    state: State = tried.after
    return state.line[-1] == tried.seat


def _on_fury(tried: Attempt) -> bool:
    state: State = tried.after
    return state.spaces[tried.seat - 1] == components().track.spaces - 1


def _scored_most(tried: Attempt) -> bool:
    before, after = tried.before.points, tried.after.points
    gains = [now - earlier for earlier, now in zip(before, after, strict=True)]
    return bool(gains[tried.seat - 1] == max(gains) > 0)


def _left(tried: Attempt, card: str) -> bool:
    return any(each.card == card for each in tried.found(Left))


def _knocked_out(tried: Attempt) -> bool:
    return any(isinstance(each, KnockedOut) and each.by == tried.seat for each in tried.events)


_CHECKS: Mapping[str, Check] = {
    "deployed-and-ahead": lambda tried: bool(tried.found(Deployed)) and _ahead(tried),
    "bred": lambda tried: bool(tried.found(Bred)),
    "incubated": lambda tried: bool(tried.found(Incubated)),
    "the-beast-left": lambda tried: _left(tried, "LYC"),
    "the-zombie-left": lambda tried: _left(tried, "ZOM"),
    "knocked-out": _knocked_out,
    "froze": lambda tried: bool(tried.found(Frozen)),
    "on-fury": _on_fury,
    "scored-most": _scored_most,
    "won": lambda tried: tried.won,
}

_BOX = components()

GENE_MEANINGS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "A": (
        say("Cycle: draw that many cards, then discard as many from your hand. Also take cards from the discard."),
        ("M39",),
    ),
    "B": (say("Freeze: put a card into your freezer, out of the game and worth points at the end."), ("M41",)),
    "C": (say("Attack, usually K.O.: turn a mutant face down where it lies, without abilities."), ("M43", "M45")),
    "D": (say("Gain: take a reserve top into the zone it names; you don't need its genes."), ("M47",)),
    "E": (
        say("Copy: resolve another mutant's ability. Or a freeze value that counts the genes in your freezer."),
        ("M49", "M52"),
    ),
    "F": (say("Transformation: become the top card of your deck. Or parry: answer an attack."), ("M44", "M46")),
}
"""The meaning of each gene's signs, with its rules."""


def _deck(deck: Deck) -> Point:
    cards = (say("{name} ({code})", name=card_name(_BOX.card(code)), code=code) for code in deck.cards)
    return Point(
        say("Deck {number}, {name}: {cards}.", number=deck.number, name=deck_name(deck), cards=listed(cards, "comma")),
        ("M12",),
    )


def _boss(boss: Boss) -> list[Point]:
    name, *others = boss_texts(boss)
    count = sum(card.copies for card in boss.cards)
    return [Point(text, ("M62",)) for text in (say("{name}, {count} cards.", name=name, count=count), *others)]


_INSERTS = {
    "basics": [
        Point(
            say(
                "{name} ({code}), the basic mutant with {genes}.",
                name=card_name(card),
                code=card.code,
                genes=genes_text(card.genes),
            ),
            ("M1",),
        )
        for card in _BOX.basics
    ],
    "decks": [_deck(deck) for deck in _BOX.decks.values()],
    "genes": [
        Point(say("{gene} ({letter}): {meaning}", gene=GENE_NAMES[letter], letter=letter, meaning=meaning), rules)
        for letter, (meaning, rules) in GENE_MEANINGS.items()
    ],
    "genes-in-short": [
        Point(say("{gene}: {meaning}", gene=GENE_NAMES[letter], meaning=meaning), ("M72", *rules))
        for letter, (meaning, rules) in GENE_MEANINGS.items()
    ],
    "bosses": [point for boss in _BOX.bosses.values() for point in _boss(boss)],
    "reconstruction": [
        Point(
            say(
                "We only had the rulebook without its pictures. Most card abilities and values, both bosses and their "
                "cards, the force track and the points for each round are our own reconstruction, not the published "
                "values."
            )
        )
    ],
}

LESSON = read_lesson(__name__, _CHECKS)
GUIDE = read_pages(__name__, "guide", LESSON)
TOPICS = read_pages(
    __name__,
    "help",
    LESSON,
    values={
        "count": len(_BOX.advanced),
        "spaces": _BOX.track.spaces,
        "dread": _BOX.track.dread,
        "challenger": _BOX.track.challenger,
        "red": listed(map(str, _BOX.rounds.red), "comma"),
        "black": listed(map(str, _BOX.rounds.black), "comma"),
        "banned": listed(card_name(card) for card in _BOX.advanced if card.banned),
        "ultra": ULTRA,
        "most": MOST_LIMITS,
    },
    inserts=_INSERTS,
)
