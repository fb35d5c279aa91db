"""What the data file says, read a second time: cards by their codes, bosses by their keys."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parents[3] / "engine" / "mutants" / "data" / "mutants.toml"
DATA = tomllib.loads(_FILE.read_text(encoding="utf-8"))

BASICS = [card["code"] for card in DATA["basic"]]
ADVANCED = [card["code"] for card in DATA["advanced"]]
BOSSES = {boss["key"]: boss for boss in DATA["boss"]}
CARDS: dict[str, dict[str, Any]] = {
    card["code"]: card
    for card in [*DATA["basic"], *DATA["advanced"], *itertools.chain(*(boss["cards"] for boss in DATA["boss"]))]
}
FILE_ORDER = {code: place for place, code in enumerate(CARDS)}

SPACES: int = DATA["track"]["spaces"]
CHALLENGER: int = DATA["track"]["challenger"]
DREAD: int = DATA["track"]["dread"]
FURY = SPACES - 1
FIRST_POINTS: list[int] = DATA["rounds"]["first"]
MIDDLE_POINTS: list[int] = DATA["rounds"]["middle"]
ROUNDS = len(FIRST_POINTS)

BOSS = 0
"""What the boss is called where people are called 1, 2, …"""

ULTRA = 10
"""How much more health an ultra-resistant boss has (M70)."""


class Card:
    """One piece of cardboard: two of one code are two cards."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.up = True

    @property
    def data(self) -> dict[str, Any]:
        return CARDS[self.code]

    @property
    def genes(self) -> str:
        return str(self.data.get("genes", ""))

    def ability(self, half: str) -> list[dict[str, Any]]:
        return list(self.data.get(half, []))

    def __repr__(self) -> str:
        return self.code if self.up else self.code.lower()


def in_file_order(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: FILE_ORDER[card.code])


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


def joined(cards: Iterable[Card]) -> str:
    """Return the cards as N4 writes them."""
    return "+".join(codes(in_file_order(cards)))


def sets_of(cards: Sequence[Card], number: int) -> dict[str, list[Card]]:
    """Return every set of so many cards by its text; of equal sets the one with the last cards."""
    ordered = in_file_order(cards)
    return {joined(chosen): list(chosen) for chosen in itertools.combinations(ordered, number)}


def freeze_value(card: Card, freezer: Sequence[Card]) -> int:
    """M52: what a card in this freezer is worth."""
    value = card.data["freeze"]
    if isinstance(value, int):
        return value
    return int(value["n"]) * sum(each.genes.count(value["per"]) for each in freezer)


def ready_deck(number: int) -> list[str]:
    """M12: the twelve cards of a ready deck."""
    return [card["code"] for card in DATA["advanced"] if card.get("deck") == number for _ in range(2)]


def usual_reserve(*, seat: int, solo: bool, limits: str) -> list[str]:
    """M75: the twelve cards of a seat that has chosen none."""
    if not solo:
        return ready_deck(seat)
    allowed = [
        card["code"]
        for card in DATA["advanced"]
        if not card.get("solo_banned") and not set(card["genes"]) & set(limits)
    ]
    return [code for code in allowed[:6] for _ in range(2)]
