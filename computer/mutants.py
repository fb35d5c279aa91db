"""Mutants for sampling: plausible moves, and how well a seat stands."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

from computer.sampling import Domain, Draws
from engine.mutants.game import MUTANTS
from engine.mutants.legal import legal
from engine.mutants.moves import Breed, Deploy, Incubate, Move
from engine.mutants.outcome import force_order, freezer_values, outcome, round_points
from engine.mutants.state import State
from engine.seat import Seat

_ROUNDS = 5


class Mutants(Domain):
    """The weights are those of the data file."""

    game = MUTANTS

    def __init__(self, weights: dict[str, Any]) -> None:
        self.actions: tuple[float, ...] = (weights["deploy"], weights["breed"], weights["incubate"])
        self.round: float = weights["round"]
        self.space: float = weights["space"]
        self.freezer: float = weights["freezer"]
        self.win: float = weights["win"]

    def group(self, state: State, seat: Seat, move: Move) -> Hashable:
        match move:
            case Breed(_, pile):
                return "breed", pile
            case Incubate(_, pile):
                return "incubate", pile
            case _:
                return move

    def weight(self, state: State, seat: Seat) -> float:
        if state.ask is None or state.ask.kind == "act":
            return 0.6
        return 0.2

    def policy(self, state: State, seat: Seat, draws: Draws) -> Move:
        moves = legal(state, seat)
        ask = state.ask
        if ask is None or ask.kind != "act":
            return draws.one(moves)
        kinds = [[each for each in moves if isinstance(each, kind)] for kind in (Deploy, Breed, Incubate)]
        weights = [weight if found else 0.0 for weight, found in zip(self.actions, kinds, strict=True)]
        return draws.one(kinds[draws.weighted(weights)])

    def value(self, state: State, seat: Seat) -> float:
        scores = self._scores(state)
        mine = scores.pop(seat - 1)
        value = mine - max(scores)
        result = outcome(state)
        if result is not None:
            value += self.win if result.ranks[seat - 1] == 1 else -self.win
        return value

    def _scores(self, state: State) -> list[float]:
        """Return for each seat its points, those in its freezer, and what it may expect of the round."""
        box = state.rules.components
        scores = [float(points) for points in state.points]
        for number in range(len(scores)):
            scores[number] += self.freezer * sum(freezer_values(box, state.sides[number].freezer))
        if state.round and not state.over:
            order = force_order(state.line)
            if len(order) > 1:
                for each, points in round_points(order, box.rounds, min(state.round, _ROUNDS)).items():
                    scores[each - 1] += self.round * points + self.space * state.spaces[each - 1]
        return scores

    def facts(self, state: State) -> list[list[float]]:
        box, seats = state.rules.components, len(state.points)
        left = 1 - (max(state.round, 1) - 1) / _ROUNDS
        sharp = 1 / math.sqrt(left + 0.1)
        order = force_order(state.line)
        coming: dict[Seat, int] = {}
        if state.round and len(order) > 1:
            coming = round_points(order, box.rounds, min(state.round, _ROUNDS))
        found = []
        for seat in range(1, seats + 1):
            side, points, space = state.sides[seat - 1], state.points[seat - 1], state.spaces[seat - 1]
            frozen, scored = sum(freezer_values(box, side.freezer)), coming.get(seat, 0)
            standing = [bool(card) and not down for card, down in zip(side.arena, side.down, strict=True)]
            cards = len(side.hand) + len(side.deck) + len(side.discard)
            values = [
                *(points * sharp, points, frozen * sharp, frozen, scored * sharp, scored, space * sharp, space),
                *(sum(standing), cards * left, bool(side.incubator), standing[0], seat == state.active),
            ]
            found.append([each / 10 for each in values])
        return found
