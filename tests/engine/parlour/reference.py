"""The parlour game a second time, from its rules alone: everything is a word of one dictionary."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.engine.parlour.table import View


class Reference:
    """Cards are kept by where they are; what is drawn is taken over from the game (`follow`)."""

    def __init__(self, views: Mapping[int, View], deck: tuple[int, ...], factor: int, dealer: int) -> None:
        one = views[1]
        self.now: dict[str, Any] = {
            "hand": {seat: set(view.hand) for seat, view in views.items()},
            "pack": {seat: set(view.pack) for seat, view in views.items()},
            "aside": {seat: set(view.aside) for seat, view in views.items()},
            "points": dict(enumerate(one.points, 1)),
            "bank": one.dealer,
            "deck": list(deck),
            "thrown": list(one.discard),
            "order": list(one.order),
            "gone": set(one.gone),
            "turn": one.done,
            "phase": one.phase,
            "owner": one.owner,
            "waits": one.to_act,
        }
        self.factor, self.step, self.seats, self.picks = factor, dealer, len(views), one.turn

    def acting(self) -> list[int]:
        return sorted(self.now["waits"])

    def answers(self, seat: int) -> set[str]:
        if seat not in self.now["waits"]:
            return set()
        hand = self.now["hand"][seat]
        if self.now["phase"] == "pick":
            return {f"{card}" for card in self.now["pack"][seat]}
        if self.now["phase"] == "answer":
            return {"-", *(f"{card}" for card in hand)}
        if self.now["phase"] == "keep":
            return {"N", *(f"K {card}" for card in hand)}
        rivals = {0} if self.seats == 1 else set(range(1, self.seats + 1)) - {seat} - self.now["gone"]
        return {"P", *(f"D {card}" for card in hand), *(f"A {rival}" for rival in rivals)}

    def after(self, texts: Mapping[int, str]) -> Reference:
        new = deepcopy(self)
        if self.now["phase"] == "pick":
            new._draft({seat: int(text) for seat, text in texts.items()})
            return new
        ((seat, text),) = texts.items()
        new._play(seat, text, new.now)
        return new

    def _draft(self, picked: Mapping[int, int]) -> None:
        now = self.now
        for seat, card in picked.items():
            now["pack"][seat].discard(card)
            now["hand"][seat].add(card)
        self.picks += 1
        if self.picks == 3:
            now["phase"], now["order"] = "act", sorted(picked)
            now["owner"], now["waits"] = now["order"][0], (now["order"][0],)

    def _play(self, seat: int, text: str, now: dict[str, Any]) -> None:
        letter, number = text[0], int(text.rsplit(maxsplit=1)[-1]) if text.rsplit(maxsplit=1)[-1].isdigit() else 0
        if letter == "D":
            now["hand"][seat].discard(number)
            now["points"][seat] += number
            now["thrown"].append(number)
            now["hand"][seat] |= set(now["deck"][:1])
            del now["deck"][:1]
        elif letter == "A":
            now["phase"], now["waits"] = ("answer", (number,)) if number else ("keep", (seat,))
            return
        elif letter == "K":
            now["hand"][seat].discard(number)
            now["aside"][seat].add(number)
        elif now["phase"] == "answer":
            if text == "-":
                now["points"][now["owner"]] += 3
            else:
                now["hand"][seat].discard(number)
                now["thrown"].append(number)
            now["phase"], now["waits"] = "keep", (now["owner"],)
            return
        self._end_turn(now)

    def _end_turn(self, now: dict[str, Any]) -> None:
        now["turn"] += 1
        now["bank"] += self.step
        if now["turn"] == 3 * self.seats:
            now["phase"], now["owner"], now["waits"] = "over", None, ()
            return
        circle = now["order"] * 2
        later = circle[circle.index(now["owner"]) + 1 :]
        following = next(seat for seat in later if seat not in now["gone"])
        now["phase"], now["owner"], now["waits"] = "act", following, (following,)

    def told(self) -> dict[str, Any]:
        now = self.now
        totals = {seat: now["points"][seat] + self.factor * sum(now["aside"][seat]) for seat in now["points"]}
        rival = now["bank"] + 1 if self.seats == 1 else max(totals.values())
        winners = tuple(seat for seat, total in totals.items() if total >= rival) if now["phase"] == "over" else None
        kept = {key: now[key] for key in ("hand", "aside", "points", "bank", "thrown", "phase", "owner", "turn")}
        return {**kept, "deck": len(now["deck"]), "won": winners}


def told(views: Mapping[int, View]) -> dict[str, Any]:
    """Return of the views of all seats what `Reference.told` returns."""
    one = views[1]
    return {
        "hand": {seat: set(view.hand) for seat, view in views.items()},
        "aside": {seat: set(view.aside) for seat, view in views.items()},
        "points": dict(enumerate(one.points, 1)),
        "bank": one.dealer,
        "thrown": list(one.discard),
        "phase": one.phase,
        "owner": one.owner,
        "turn": one.done,
        "deck": one.deck,
        "won": None if one.outcome is None else one.outcome.winners,
    }
