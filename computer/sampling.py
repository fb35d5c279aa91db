"""Monte-Carlo for hidden and simultaneous choices: sampled worlds, played on at random, and sequential halving.

Each playout draws a world that looks the same to the seat (determinization, Ginsberg 2001), plays the choice, goes on
for some turns by a policy, and values what it leads to. Sequential halving (Karnin, Koren and Somekh 2013) shares the
playouts: all choices get the same number in the same worlds, where each turn has the same random numbers whatever was
chosen (common random numbers), the better half goes on, until one is left. Before, short playouts take a glance at all
choices: what they say is less noisy and costs little. The better half goes on, and what was said stays in the mean, as
if longer playouts had said it (a progressive bias, Chaslot et al. 2008).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from engine.chance import Chance
from engine.game import Game
from engine.seat import Seat

World: TypeAlias = Any
AnyMove: TypeAlias = Any
M = TypeVar("M")


class Domain(ABC):
    """What sampling has to know of a game besides its rules."""

    game: Game[Any, Any, Any]

    @abstractmethod
    def group(self, state: World, seat: Seat, move: AnyMove) -> Hashable:
        """Return what a move has in common with those that are tried together first."""

    @abstractmethod
    def weight(self, state: World, seat: Seat) -> float:
        """Return the share of a level's playouts that a decision gets: less for one of several in a turn."""

    def start(self, state: World) -> int:
        """Return the turn from which those of a playout are counted."""
        return self.game.turn(state)

    @abstractmethod
    def policy(self, state: World, seat: Seat, draws: Draws) -> AnyMove:
        """Return a plausible move, as playouts make it."""

    def go_on(self, state: World, choices: Mapping[Seat, AnyMove], draws: Draws, last: int) -> World:
        """Return the end of a playout: choices, then plausible moves up to the turn of a number, or the game's end."""
        game = self.game
        state = game.apply(state, choices).state
        while (acting := game.to_act(state)) and (turn := game.turn(state)) < last:
            draws.turn(turn)
            state = game.apply(state, {each: self.policy(state, each, draws) for each in sorted(acting)}).state
        return state

    @abstractmethod
    def value(self, state: World, seat: Seat) -> float:
        """Return how well a seat stands, about in points ahead of the others."""

    @abstractmethod
    def facts(self, state: World) -> list[list[float]]:
        """Return for each seat what its chance to win follows from (`computer.calibration`), while the game goes on."""


class Draws:
    """Random numbers of a playout, the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._turn = -1
        self._source = random.Random(seed)
        self._random = self._source.random

    def turn(self, number: int) -> None:
        """Go on with those of a turn, which are the same however many the turns before took."""
        if number != self._turn:
            self._turn = number
            self._source.seed((self._seed << 16) + number)

    def below(self, count: int) -> int:
        return int(self._random() * count)

    def one(self, items: Sequence[M]) -> M:
        """Return one of some items."""
        return items[int(self._random() * len(items))]

    def place(self, sums: Sequence[float]) -> int:
        """Return the place of one of some weights, of which the running sums are given."""
        return min(bisect_right(sums, self._random() * sums[-1]), len(sums) - 1)

    def shuffled(self, items: Sequence[M]) -> list[M]:
        """Return some items in random order."""
        found, draw = list(items), self._random
        for last in range(len(found) - 1, 0, -1):
            pick = int(draw() * (last + 1))
            found[pick], found[last] = found[last], found[pick]
        return found

    def weighted(self, weights: Sequence[float]) -> int:
        """Return the place of one of some weights."""
        pick = self._random() * sum(weights)
        for place, weight in enumerate(weights):
            pick -= weight
            if pick < 0:
                return place
        return len(weights) - 1


_GLANCES = 4
"""For so many playouts, a glance makes one more, a short one."""
_TRUST = 8
"""How many longer playouts a glance counts for."""
_LEAST = 3
"""So many choices go on after a glance, at least."""


class Sampling:
    """The choice of one move by playouts; an instance serves one decision.

    Attributes:
        playouts: Those made so far.
    """

    def __init__(self, domain: Domain, world: World, seat: Seat, seed: str, turns: int, glance: int = 0) -> None:
        """Begin a decision.

        Args:
            domain: The game.
            world: The position as its seat knows it.
            seat: The one that decides.
            seed: Any text.
            turns: How many turns a playout goes on.
            glance: How many it goes on before, to choose among all; 0 for no such playouts.
        """
        self.domain = domain
        self.world = world
        self.seat = seat
        self.turns = turns
        self.glance = glance
        self.playouts = 0
        self._seed, _ = Chance.from_text(seed).below(2**60)
        self._worlds: dict[int, Any] = {}

    def choose(self, moves: Sequence[Any], playouts: int) -> tuple[Any, float]:
        """Return the best of some moves and its value, after about so many playouts, at least one for each group."""
        groups: dict[Hashable, list[Any]] = {}
        for move in moves:
            groups.setdefault(self.domain.group(self.world, self.seat, move), []).append(move)
        arms = list(groups.values()) if len(groups) > 1 else [[move] for move in moves]
        best, value = self._halved(arms, playouts * 2 // 3 if len(arms) < len(moves) else playouts)
        if len(best) > 1:
            best, value = self._halved([[move] for move in best], playouts // 3)
        return best[0], value

    def _halved(self, arms: list[list[Any]], playouts: int) -> tuple[list[Any], float]:
        """Return the best of some groups of moves and its mean value."""
        totals = [0.0] * len(arms)
        visits = 0
        left = list(range(len(arms)))
        if self.glance:
            looks = max(2, playouts // (_GLANCES * len(arms)))
            for arm in left:
                mean = sum(self._playout(arms[arm], number, self.glance) for number in range(looks)) / looks
                totals[arm] = _TRUST * mean
            left.sort(key=lambda arm: -totals[arm])
            left = left[: max(_LEAST, (len(left) + 1) // 2)]
            visits = _TRUST
        stages = max(1, (len(left) - 1).bit_length())
        for _ in range(stages):
            each = max(1, playouts // (stages * len(left)))
            for number in range(visits, visits + each):
                for arm in left:
                    totals[arm] += self._playout(arms[arm], number)
            visits += each
            left.sort(key=lambda arm: -totals[arm])  # stable; all have as many visits
            left = left[: max(1, (len(left) + 1) // 2)]
        return arms[left[0]], totals[left[0]] / visits

    def _playout(self, moves: Sequence[Any], number: int, turns: int = 0) -> float:
        return self.value(self.reached(moves, number, turns))

    def value(self, state: World) -> float:
        """Return what the end of a playout is worth to the seat."""
        return self.domain.value(state, self.seat)

    def reached(self, moves: Sequence[Any], number: int, turns: int = 0) -> World:
        """Return the end of a playout in one of the worlds, which begins with one of some moves.

        Without any move the seat chooses as the policy does. `turns` are other than those of the decision.
        """
        self.playouts += 1
        domain, game, seat = self.domain, self.domain.game, self.seat
        draws = Draws(self._seed + number)
        if number not in self._worlds:
            chance = Chance.from_text(f"{self._seed} {number}")
            self._worlds[number] = game.alike(self.world, seat, chance)
        state = self._worlds[number]
        last = domain.start(state) + (turns or self.turns)
        acting = game.to_act(state)
        choices = {each: domain.policy(state, each, draws) for each in sorted(acting) if each != seat}
        first = moves[draws.below(len(moves))] if moves else domain.policy(state, seat, draws)
        return domain.go_on(state, {**choices, seat: first}, draws, last)
