"""APEX for sampling: plausible moves, and how well a seat stands."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable
from operator import mul
from typing import Any

from computer.sampling import Domain, Draws
from engine.apex.components import Action, Bonus
from engine.apex.game import APEX
from engine.apex.legal import battlefields, colonisable, deeds, legal, voyages
from engine.apex.moves import CLOSE, Colonise, Fight, Move, Secret, Ship
from engine.apex.state import Phase, State, armament, bonus_on, controller, controllers, on_map, pawns, present
from engine.seat import Seat

_AGES, _ROUNDS = 3, 5


class Apex(Domain):
    """The weights are those of the data file."""

    game = APEX

    def __init__(self, weights: dict[str, Any]) -> None:
        self.sides: dict[str, float] = weights["sides"]
        self.sector: tuple[float, float] = (weights["sector"], weights["sector_left"])
        self.colony: tuple[float, float] = (weights["colony"], weights["colony_left"])
        self.ship: tuple[float, float] = (weights["ship"], weights["ship_left"])
        self.growth: tuple[float, float] = (weights["growth"], weights["growth_left"])
        self.level: tuple[float, ...] = tuple(weights["level"])
        self.bonus: dict[Bonus, float] = {Bonus[name.upper()]: worth for name, worth in weights["bonus"].items()}
        self.win: float = weights["win"]

    def group(self, state: State, seat: Seat, move: Move) -> Hashable:
        match move:
            case Secret(card, side, _):
                return card, side
            case Ship(portal, _, target, _):
                return portal, target
            case _:
                return move

    def weight(self, state: State, seat: Seat) -> float:
        return 0.5 if state.phase is Phase.CHOOSE else 0.2

    def start(self, state: State) -> int:
        turn = self.game.turn(state)
        return turn - turn % (state.rules.seats + 1)  # that of the round: playouts end when all have had as many turns

    # Plausible moves.

    def policy(self, state: State, seat: Seat, draws: Draws) -> Move:
        match state.phase:
            case Phase.CHOOSE:
                return self._secret(state, seat, draws)
            case Phase.WAR:
                fields = [slot for slot in battlefields(state, seat) if _wins(state, seat, slot)]
                return Fight(draws.one(fields)) if fields else CLOSE
            case Phase.COLONISE:
                slots = colonisable(state, seat)
                return Colonise(max(slots, key=lambda slot: self.bonus[bonus_on(state, slot)])) if slots else CLOSE
            case Phase.EXPAND:
                return self._expansion(state, seat, draws)
            case _:
                return draws.one(legal(state, seat))

    def _secret(self, state: State, seat: Seat, draws: Draws) -> Secret:
        hand = state.sides[seat - 1].hand
        card = draws.one(hand)
        war = self.sides["war"] if any(_wins(state, seat, slot) for slot in battlefields(state, seat)) else 0.1
        colonise = self.sides["colonisation"] if colonisable(state, seat) else 0.1
        side = "WECX"[draws.weighted((war, self.sides["evolution"], colonise, self.sides["expansion"]))]
        discard = 0
        if state.rules.seats == 2:
            others = [each for each in hand if each != card]
            discard = draws.one(others)
        return Secret(card, side, discard)

    def _expansion(self, state: State, seat: Seat, draws: Draws) -> Move:
        found = deeds(state, seat)
        if found:
            return draws.one(found)
        side, left, rules = state.sides[seat - 1], state.actions, state.rules
        origins = [slot for slot, ships in enumerate(side.ships) if ships > 1 or (ships and slot == side.home)]
        if not origins:
            return CLOSE
        portal = left[Action.PORTAL] > 0
        if not portal and not left[Action.MOVEMENT]:
            return CLOSE
        # Of three ships at random the one that gains most: it enters an empty sector, or one that others control.
        best: Ship | None = None
        most = 0.0
        for _ in range(3):
            origin = draws.one(origins)
            ship = draws.one(voyages(rules, origin, side.ships[origin], portal=portal))
            here = present(state, ship.target)
            gain = draws.below(8) / 8
            if not here:
                gain += 2
            elif here != [seat] and controller(state, ship.target) != seat:
                gain += 1
            if gain > most:
                best, most = ship, gain
        return best if best is not None and most > 0.5 else CLOSE

    # Values.

    def value(self, state: State, seat: Seat) -> float:
        scores = self._scores(state)
        mine = scores.pop(seat - 1)
        value = mine - 0.6 * max(scores) - 0.4 * sum(scores) / len(scores)  # the best opponent counts most
        if state.phase is Phase.OVER:
            worth = [(side.points, on_map(side)) for side in state.sides]  # A62
            value += self.win if worth[seat - 1] == max(worth) else -self.win
        return value

    def _scores(self, state: State) -> list[float]:
        """Return for each seat its points, and what it may expect of what it has."""
        if state.phase is Phase.OVER:
            return [float(side.points) for side in state.sides]
        left = (_ROUNDS * (_AGES - state.age) + _ROUNDS - state.round + 1) / (_AGES * _ROUNDS)
        sector = self.sector[0] + self.sector[1] * (_AGES - state.age + 1) / _AGES
        colony, ship, growth = (now + later * left for now, later in (self.colony, self.ship, self.growth))
        scores = [float(side.points) for side in state.sides]
        for holder in controllers(state):
            if holder is not None:
                scores[holder - 1] += sector
        for number, side in enumerate(state.sides):
            bonus = sum([self.bonus[bonus_on(state, slot)] for slot in side.colonies])
            levels = sum(map(mul, self.level, side.levels))
            scores[number] += ship * sum(side.ships) + colony * len(side.colonies) + growth * levels + left * bonus
        return scores

    def facts(self, state: State) -> list[list[float]]:
        rounds = _ROUNDS * (_AGES - max(state.age, 1)) + _ROUNDS - max(state.round, 1) + 1
        left = (rounds - (state.step / len(state.sides) if state.phase is not Phase.CHOOSE else 0)) / (_AGES * _ROUNDS)
        sharp = 1 / math.sqrt(max(left, 0) + 0.05)
        controlled = Counter(controllers(state))
        found = []
        for seat, side in enumerate(state.sides, 1):
            ships, colonies, sectors = sum(side.ships), len(side.colonies), controlled[seat]
            growth = sum(worth * level for worth, level in zip(self.level, side.levels, strict=True))
            growth += sum(self.bonus[bonus_on(state, slot)] for slot in side.colonies)
            values = [
                *(side.points * sharp, side.points),
                *(sectors * sharp, sectors * (_AGES - max(state.age, 1) + 1)),
                *(ships * sharp, ships, colonies * sharp, colonies, growth * left * sharp, growth),
            ]
            found.append([each / 10 for each in values])
        return found


def _wins(state: State, seat: Seat, slot: int) -> bool:
    """Return whether a seat would win a battle on a slot (A33, A34)."""
    mine = pawns(state.sides[seat - 1], slot) + armament(state, state.sides[seat - 1])
    return all(
        mine > pawns(state.sides[other - 1], slot) + armament(state, state.sides[other - 1])
        for other in present(state, slot)
        if other != seat
    )
