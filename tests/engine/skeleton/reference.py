"""Nim a second time, from its rules alone: heaps are words such as `AAA`, and a move is a word that is taken away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.engine.skeleton.game import View


@dataclass(frozen=True)
class Reference:
    table: str = "AAABBBBCCCCC"
    turns: int = 0
    last_wins: bool = True

    @classmethod
    def like(cls, view: View, *, last_wins: bool) -> Reference:
        table = "".join(heap * count for heap, count in zip("ABC", view.heaps, strict=True))
        return cls(table, view.turn - 1, last_wins)

    def acting(self) -> list[int]:
        return [1 + self.turns % 2] if self.table else []

    def answers(self, seat: int) -> set[str]:
        takeable = {self.table[at:end] for end in range(len(self.table) + 1) for at in range(end)}
        return {f"{word[0]}{len(word)}" for word in takeable if len(set(word)) == 1 and seat in self.acting()}

    def after(self, texts: Mapping[int, str]) -> Reference:
        (text,) = texts.values()
        return replace(self, table=self.table.replace(text[0], "", int(text[1])), turns=self.turns + 1)

    def told(self) -> dict[str, Any]:
        last = 2 - self.turns % 2
        won = last if self.last_wins else 3 - last
        return {"table": self.table, "acting": self.acting(), "won": None if self.table else (won,)}


def told(view: View) -> dict[str, Any]:
    """Return of a view what `Reference.told` returns."""
    return {
        "table": "".join(heap * count for heap, count in zip("ABC", view.heaps, strict=True)),
        "acting": [view.to_act] if view.to_act else [],
        "won": view.outcome.winners if view.outcome else None,
    }
