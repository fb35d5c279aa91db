"""APEX once more, written from the rules page alone, slow and plain: pawns in dictionaries, decisions as texts.

It shares nothing with the engine but the data file. What is drawn (deals) is taken over from the engine.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.apex.view import ApexView

DATA = tomllib.loads((Path(__file__).parents[3] / "engine" / "apex" / "data" / "apex.toml").read_text(encoding="utf-8"))
CARDS = {card["index"]: card for card in DATA["card"]}
BONUS = {sector["id"]: sector["bonus"] for sector in DATA["sector"]}
CIVILISATIONS = {civ["key"]: civ for civ in DATA["civilisation"]}
CODES = [civ["key"] for civ in DATA["civilisation"]]
WORDS = {"portal": "PORT", "movement": "MOVE", "production": "PROD", "ambush": "AMB", "conversion": "CONV"}
PHASES = {"W": "war", "C": "colonise", "X": "expand"}


class Reference:
    """A game between people called 1, 2, …; slots, civilisations, tracks and actions go by their names."""

    def __init__(self, mode: str, tiles: Mapping[str, str]) -> None:
        galaxy = DATA["galaxy"][mode]
        self.players = list(range(1, int(mode) + 1))
        self.slots = [slot["name"] for slot in galaxy["slots"]]
        self.lanes = {frozenset(lane) for lane in galaxy["lanes"]}
        self.tiles = dict(tiles)
        self.civ: dict[int, str] = {}
        self.home: dict[int, str] = {}
        self.ships: dict[tuple[int, str], int] = {}
        self.colony: dict[str, int] = {}
        self.level: dict[int, dict[str, int]] = {}
        self.points = dict.fromkeys(self.players, 0)
        self.hand: dict[int, list[int]] = {player: [] for player in self.players}
        self.age = self.round = 0
        self.queue: list[tuple[int, int, str]] = []
        self.fought: set[str] = set()
        self.left: dict[str, int] = {}
        self.phase = "setup"

    def take_hands(self, views: Mapping[int, ApexView]) -> None:
        for player, view in views.items():
            self.hand[player] = list(view.sides[player - 1].hand or ())

    def acting(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase == "setup":
            return [player for player in self.players if player not in self.civ][:1]
        return self.players if self.phase == "choose" else [self.queue[0][0]]

    def count(self, player: int, slot: str) -> int:
        own = self.home.get(player) == slot or self.colony.get(slot) == player
        return self.ships.get((player, slot), 0) + int(own)

    def strength(self, player: int, track: str) -> int:
        return self.level[player][track] + self.bonus(player, track)

    def bonus(self, player: int, kind: str) -> int:
        return sum(owner == player and BONUS[self.tiles[slot]] == kind for slot, owner in self.colony.items())

    def holder(self, slot: str) -> int | None:
        here = {player: self.count(player, slot) for player in self.civ if self.count(player, slot)}
        if len(here) > 1:
            here = {player: pawns + self.strength(player, "influence") for player, pawns in here.items()}
        best = [player for player, score in here.items() if score == max(here.values())]
        return best[0] if len(best) == 1 else None

    def answers(self, player: int) -> set[str]:
        """Return the text of every legal single move."""
        if player not in self.acting():
            return set()
        if self.phase == "setup":
            homes = {slot for slot in self.slots if slot[0] == "H"} - set(self.home.values())
            return {f"{civ}@{slot}" for civ in set(CODES) - set(self.civ.values()) for slot in homes}
        if self.phase == "choose":
            hand = self.hand[player]
            if len(self.players) > 2:
                return {f"{card}{side}" for card in hand for side in "WECX"}
            return {f"{card}{side}-{other}" for card in hand for side in "WECX" for other in hand if other != card}
        return {"war": self.battles, "colonise": self.places, "expand": self.actions}[self.phase](player) | {"-"}

    def battles(self, player: int) -> set[str]:
        enemies = [other for other in self.players if other != player]
        return {
            slot
            for slot in self.slots
            if slot not in self.fought and self.count(player, slot) and any(self.count(each, slot) for each in enemies)
        }

    def places(self, player: int) -> set[str]:
        if list(self.colony.values()).count(player) == 3:
            return set()
        return {slot for slot in self.tiles if slot not in self.colony and self.holder(slot) == player}

    def actions(self, player: int) -> set[str]:
        found = set()
        room = sum(count for (owner, _), count in self.ships.items() if owner == player) < 20
        for slot in self.slots:
            for number in range(1, self.ships.get((player, slot), 0) + 1):
                for other in self.slots:
                    if self.left["portal"] and other != slot:
                        found.add(f"PORT {slot}>{other} x{number}")
                    if self.left["movement"] and frozenset((slot, other)) in self.lanes:
                        found.add(f"MOVE {slot}>{other} x{number}")
            if self.left["production"] and room and (self.home[player] == slot or self.colony.get(slot) == player):
                found.add(f"PROD {slot}")
            for enemy in self.players:
                if enemy == player or not self.ships.get((enemy, slot)):
                    continue
                if self.left["ambush"] and self.count(player, slot):
                    found.add(f"AMB {slot} {self.civ[enemy]}")
                if self.left["conversion"] and room and self.holder(slot) == player:
                    found.add(f"CONV {slot} {self.civ[enemy]}")
        return found

    def after(self, texts: Mapping[int, str]) -> Reference:
        """Return the game after the moves of all who must act."""
        game = self.copy()
        if game.phase == "choose":
            game.reveal(texts)
            return game
        ((player, text),) = texts.items()
        {"setup": game.settle, "war": game.fight, "colonise": game.found, "expand": game.act}[game.phase](player, text)
        return game

    def copy(self) -> Reference:
        game = copy.copy(self)
        game.civ, game.home, game.ships, game.colony = (
            dict(self.civ),
            dict(self.home),
            dict(self.ships),
            dict(self.colony),
        )
        game.level = {player: dict(levels) for player, levels in self.level.items()}
        game.hand = {player: list(cards) for player, cards in self.hand.items()}
        game.points, game.left = dict(self.points), dict(self.left)
        game.queue, game.fought = list(self.queue), set(self.fought)
        return game

    def settle(self, player: int, text: str) -> None:
        code, slot = text.split("@")
        self.civ[player], self.home[player] = code, slot
        self.ships[player, slot] = CIVILISATIONS[code]["ships"]
        self.level[player] = dict(CIVILISATIONS[code]["levels"])
        if len(self.civ) == len(self.players):
            self.age, self.round, self.phase = 1, 1, "choose"

    def reveal(self, texts: Mapping[int, str]) -> None:
        for player, text in texts.items():
            played, _, discard = text.partition("-")
            card, side = int(played[:-1]), played[-1]
            for used in [card, *([int(discard)] if discard else [])]:
                self.hand[player].remove(used)
            self.queue.append((player, card, side))
        self.queue.sort(key=lambda each: ("WECX".index(each[2]), each[1]))
        self.go_on()

    def go_on(self) -> None:
        """Begin the next strategy in which there is something to decide."""
        while self.queue:
            player, card, side = self.queue[0]
            self.fought = set()
            if side == "E":
                track = CARDS[card]["evolution"]
                self.level[player][track] = min(5, self.level[player][track] + 1)
            else:
                self.phase = PHASES[side]
                if side == "X":
                    self.left = {
                        kind: CARDS[card]["expansion"].count(kind)
                        + self.bonus(player, kind)
                        + (self.level[player][kind] if kind in ("production", "movement") else 0)
                        for kind in WORDS
                    }
                if self.answers(player) != {"-"}:
                    return
            self.queue.pop(0)
        self.end_round()

    def end_round(self) -> None:
        self.phase, self.fought, self.left = "choose", set(), {}
        if self.round < 5:
            step = -1 if self.age == 2 else 1
            last = len(self.players)
            self.hand = {(player + step - 1) % last + 1: hand for player, hand in self.hand.items()}
            self.round += 1
            return
        self.hand = {player: [] for player in self.players}
        for slot in self.slots:
            holder = self.holder(slot)
            if holder is not None:
                self.points[holder] += 1
        for player in self.players:
            self.points[player] += self.bonus(player, "victory")
        if self.age == 3:
            self.phase = "over"
        else:
            self.age, self.round = self.age + 1, 1

    def close(self) -> None:
        self.queue.pop(0)
        self.go_on()

    def fight(self, player: int, text: str) -> None:
        if text == "-":
            self.close()
            return
        self.fought.add(text)
        scores = {
            each: self.count(each, text) + self.strength(each, "armament")
            for each in self.players
            if self.count(each, text)
        }
        ranking = sorted(scores.values(), reverse=True)
        winners = [each for each, score in scores.items() if score == ranking[0]]
        for each in scores:
            keep = ranking[0] - ranking[1] if winners == [each] else 0
            while self.ships.get((each, text), 0) and self.count(each, text) > keep:
                self.ships[each, text] -= 1
            if self.colony.get(text) == each and self.count(each, text) > keep:
                del self.colony[text]
        if len(winners) == 1:
            self.points[winners[0]] += 1

    def found(self, player: int, text: str) -> None:
        if text != "-":
            self.colony[text] = player
        self.close()

    def act(self, player: int, text: str) -> None:
        if text == "-":
            self.close()
            return
        word, where, *rest = text.split()
        self.left[next(kind for kind, each in WORDS.items() if each == word)] -= 1
        if word in ("PORT", "MOVE"):
            origin, target = where.split(">")
            self.add(player, origin, -int(rest[0][1:]))
            self.add(player, target, int(rest[0][1:]))
            return
        if word in ("AMB", "CONV"):
            self.add(next(other for other, code in self.civ.items() if code == rest[0]), where, -1)
        if word in ("PROD", "CONV"):
            self.add(player, where, 1)

    def add(self, player: int, slot: str, count: int) -> None:
        self.ships[player, slot] = self.ships.get((player, slot), 0) + count

    def told(self) -> dict[str, Any]:
        """Return all that can be compared with a view."""
        return {
            "moment": (self.age, self.round, self.phase),
            "acting": self.acting(),
            "pawns": {
                (player, slot): (self.ships.get((player, slot), 0), self.count(player, slot))
                for player in self.civ
                for slot in self.slots
                if self.count(player, slot)
            },
            "points": [self.points[player] for player in self.players],
            "control": {slot: self.holder(slot) for slot in self.slots},
            "strength": [
                (self.strength(player, "influence"), self.strength(player, "armament"))
                if player in self.civ
                else (0, 0)
                for player in self.players
            ],
            "hands": [tuple(self.hand[player]) for player in self.players],
        }


def told(views: Mapping[int, ApexView]) -> dict[str, Any]:
    """Return of everybody's views what `Reference.told` returns."""
    view = views[1]
    return {
        "moment": (view.age, view.round, view.phase),
        "acting": list(view.to_act),
        "pawns": {
            (each.seat, sector.slot): (each.ships, each.ships + each.colony)
            for sector in view.sectors
            for each in sector.pawns
        },
        "points": [side.points for side in view.sides],
        "control": {sector.slot: sector.controller for sector in view.sectors},
        "strength": [(side.influence, side.armament) for side in view.sides],
        "hands": [each.sides[player - 1].hand or () for player, each in views.items()],
    }


def like(views: Mapping[int, ApexView]) -> Reference:
    """Return the reference in the position that everybody's views show; nobody may be in the middle of a war."""
    view = views[1]
    game = Reference(view.mode, {sector.slot: sector.tile for sector in view.sectors if not sector.home})
    for side in (side for side in view.sides if side.civilisation):
        game.civ[side.seat], game.home[side.seat] = side.civilisation, side.home
        game.level[side.seat] = dict(zip(("production", "movement", "influence", "armament"), side.levels, strict=True))
        game.points[side.seat] = side.points
    for sector in view.sectors:
        for pawns in sector.pawns:
            game.ships[pawns.seat, sector.slot] = pawns.ships
            if pawns.colony and not sector.home:
                game.colony[sector.slot] = pawns.seat
    game.age, game.round, game.phase = view.age, view.round, view.phase
    game.queue = [(each.seat, each.card, each.side) for each in view.strategies if not each.done]
    game.left = dict(zip(WORDS, view.actions, strict=True))
    game.fought = set(view.fought)
    game.take_hands(views)
    return game
