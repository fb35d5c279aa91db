"""Mutants for sampling: plausible moves, playouts on a table of their own, and how well a seat stands."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from computer.sampling import Domain, Draws
from engine.mutants.abilities import Ability
from engine.mutants.apply import carry_out
from engine.mutants.components import Card, Components
from engine.mutants.game import MUTANTS
from engine.mutants.legal import NO, OF_DISCARD, OF_HAND, YES, YES_OR_NO, actions
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Top, Zone
from engine.mutants.outcome import force_order, freezer_values, outcome, round_points
from engine.mutants.rules import Rules
from engine.mutants.stack import Ask
from engine.mutants.state import ZONES, Side, State
from engine.mutants.table import Cards, Table
from engine.seat import Seat

_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class _Likelihoods:
    """By card, how likely playouts choose it among others, up to a factor.

    Attributes:
        strength: Of a card, from which the others follow.
        advanced: Which cards are advanced mutants.
        used: To deploy, breed, gain or copy it.
        spared: To discard it.
        frozen: To freeze it.
        moved: To let it leave its flank.
    """

    strength: Mapping[str, float]
    advanced: frozenset[str]
    used: Mapping[str, float]
    spared: Mapping[str, float]
    frozen: Mapping[str, float]
    moved: Mapping[str, float]


class Mutants(Domain):
    """The weights are those of the data file."""

    game = MUTANTS

    def __init__(self, weights: dict[str, Any]) -> None:
        self.actions: tuple[float, ...] = (weights["deploy"], weights["breed"], weights["incubate"])
        self.sharpness: float = weights["sharpness"]
        self.effects: dict[str, float] = weights["effects"]
        self.leaving: float = weights["leaving"]
        self.transformation: float = weights["transformation"]
        self.round: float = weights["round"]
        self.space: float = weights["space"]
        self.freezer: float = weights["freezer"]
        self.card: float = weights["card"]
        self.hand: float = weights["hand"]
        self.advanced: tuple[float, float] = (weights["advanced"], weights["advanced_left"])
        self.incubator: tuple[float, float] = (weights["incubator"], weights["incubator_left"])
        self.standing: float = weights["standing"]
        self.picked: float = weights["picked"]
        self.win: float = weights["win"]
        # Each decision of a playout asks for them; most hands come again in the playouts of a decision.
        self._likely: Callable[[Components], _Likelihoods] = functools.cache(self._likelihoods)
        self._planned = functools.lru_cache(maxsize=8192)(self._plan)

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

    # Plausible moves.

    def policy(self, state: State, seat: Seat, draws: Draws) -> Move:
        if state.ask is None:
            return self._pick(state.rules, state.packs[seat - 1], draws)
        return self._answer(state.rules, state.ask, state.sides[state.ask.about - 1], draws)

    def go_on(self, state: State, choices: Mapping[Seat, Move], draws: Draws, last: int) -> State:
        table = Playout(state, draws)
        carry_out(table, choices)
        stack, rules = table.stack, table.rules
        while stack and table.turn < last:
            draws.turn(table.turn)
            ask = stack[-1]
            if isinstance(ask, Ask):
                carry_out(table, {ask.seat: self._answer(rules, ask, table.read(ask.about), draws)})
            else:
                picking = (seat for seat in range(1, rules.seats + 1) if seat not in table.gone)
                carry_out(table, {seat: self._pick(rules, table.packs[seat - 1], draws) for seat in picking})
        return table.packed()

    def _pick(self, rules: Rules, pack: Sequence[str], draws: Draws) -> Move:
        used = self._likely(rules.components).used
        return Pick(pack[draws.weighted([used[code] for code in pack])])

    def _answer(self, rules: Rules, ask: Ask, side: Side | Cards, draws: Draws) -> Move:
        kind, box = ask.kind, rules.components
        if kind == "act":
            tops = tuple([pile[0] if pile else "" for pile in side.piles])
            moves, sums = self._planned(box, tuple(side.hand), tops, bool(side.incubator))
            return moves[draws.place(sums)]
        likely = self._likely(box)
        if kind in YES_OR_NO:
            return YES if draws.below(8) < (7 if kind == "freeze-self" else 4) else NO
        if ask.may and draws.below(8) == 0:
            return NO
        if kind in OF_HAND:
            return self._of_hand(box, kind, side.hand, ask.count, draws)
        if kind in OF_DISCARD:
            codes = sorted(set(side.discard), key=box.order.__getitem__)
            chances = likely.used if kind == "take" else likely.frozen
            return Choose((codes[draws.weighted([chances[code] for code in codes])],))
        places = ask.places
        if kind == "gain":
            return Top(int(draws.one(places)) - 1)
        if kind == "copy":
            codes = [side.arena[ZONES.index(place)] if place in ZONES else place for place in _firsts(places)]
            place = places[draws.weighted([likely.used[code] for code in codes])]
            return Copied(*place.split("."))
        chances = {"freeze-arena": likely.frozen, "ko": likely.spared, "flank": likely.moved}.get(kind, likely.used)
        zones = [ZONES.index(place) for place in places]
        weights = [1.0 if side.down[at] or not side.arena[at] else chances[side.arena[at]] for at in zones]
        place = places[draws.weighted(weights)]
        return Flank(place) if kind == "flank" else Zone(place)

    def _of_hand(self, box: Components, kind: str, hand: Sequence[str], count: int, draws: Draws) -> Move:
        likely = self._likely(box)
        chances = likely.frozen if kind == "freeze-hand" else likely.spared
        left, chosen = list(hand), list[str]()
        for _ in range(count):
            chosen.append(left.pop(draws.weighted([chances[code] for code in left])))
        return Choose(box.sorted(chosen))

    def _plan(
        self, box: Components, hand: tuple[str, ...], tops: tuple[str, ...], incubating: bool
    ) -> tuple[tuple[Move, ...], list[float]]:
        """Return the actions of a hand, and the running sums of how likely they are."""
        piles = tuple((top,) if top else () for top in tops)
        moves = actions(box, Side(hand, piles=piles, incubator="-" if incubating else ""))
        likely = self._likely(box)
        deploy, breed, incubate = self.actions
        groups: dict[Hashable, list[tuple[Move, float]]] = {}
        for move in moves:
            match move:
                case Deploy(card):
                    groups.setdefault(card, []).append((move, deploy * likely.used[card]))
                case Breed(cards, pile):
                    weight = breed * likely.used[tops[pile]] * math.prod(likely.spared[each] for each in cards)
                    groups.setdefault(("breed", pile), []).append((move, weight))
                case Incubate(card, pile):
                    weight = incubate * likely.used[tops[pile]] * likely.spared[card]
                    groups.setdefault(("incubate", pile), []).append((move, weight))
        found = []
        for key, group in groups.items():
            # Many ways to discard for the same mutant don't make it likelier.
            share = 1.0
            if isinstance(key, tuple):
                kind, pile = key
                total = sum(weight for _, weight in group)
                share = (breed if kind == "breed" else incubate) * likely.used[tops[pile]] / total
            found += [(move, weight * share) for move, weight in group]
        return tuple(move for move, _ in found), list(itertools.accumulate(weight for _, weight in found))

    def _likelihoods(self, box: Components) -> _Likelihoods:
        leave = {code: self._worth(card.leave) for code, card in box.cards.items()}
        advanced = frozenset(card.code for card in box.advanced)
        strength = {code: self._strength(card) for code, card in box.cards.items()}
        sharpness = self.sharpness
        frozen = {code: card.freeze * (2 if card.per else 1) for code, card in box.cards.items()}
        return _Likelihoods(
            strength,
            advanced,
            {code: math.exp(sharpness * each) for code, each in strength.items()},
            {code: math.exp(-sharpness * each) for code, each in strength.items()},
            {code: math.exp(each) for code, each in frozen.items()},
            {code: math.exp(sharpness * each) for code, each in leave.items()},
        )

    def _strength(self, card: Card) -> float:
        deploy = self.transformation if card.transformation else self._worth(card.deploy)
        return deploy + self.leaving * self._worth(card.leave)

    def _worth(self, ability: Ability) -> float:
        """Return what an ability is worth, in points of force."""
        worth = 0.0
        for effect in ability:
            name = type(effect).__name__.casefold()
            count = getattr(effect, "n", 1) if name in ("force", "draw", "cycle", "points") else 1
            worth += self.effects.get(name, 0.0) * count
        return worth

    # Values.

    def value(self, state: State, seat: Seat) -> float:
        scores = self._scores(state)
        mine = scores.pop(seat - 1)
        value = mine - max(scores)
        result = outcome(state)
        if result is not None:
            value += self.win if result.ranks[seat - 1] == 1 else -self.win
        return value

    def _scores(self, state: State) -> list[float]:
        """Return for each seat its points, and what it may expect of what it has."""
        box, scores = state.rules.components, [float(points) for points in state.points]
        left = _left(state)
        close, coming = _coming(state)
        likely = self._likely(box)
        strength, is_advanced = likely.strength, likely.advanced.__contains__
        advanced = self.advanced[0] + self.advanced[1] * left
        incubator = self.incubator[0] + self.incubator[1] * left
        for number in range(len(scores)):
            side = state.sides[number]
            frozen = sum(freezer_values(box, side.freezer)) if side.freezer else 0
            if state.over:
                scores[number] += frozen
                continue
            owned = sum(map(is_advanced, (*side.hand, *side.deck, *side.discard, *side.arena)))
            scores[number] += (
                self.freezer * frozen
                + self.round * close * coming.get(number + 1, 0)
                + self.space * state.spaces[number]
                + self.card * len(side.hand)
                + self.hand * sum([strength[code] for code in side.hand])
                + advanced * owned
                + incubator * bool(side.incubator)
                + self.standing * (sum(map(bool, side.arena)) - sum(side.down))
            )
            if not state.round and state.picks:
                scores[number] += self.picked * sum(strength[code] for code in state.picks[number])
        return scores

    def facts(self, state: State) -> list[list[float]]:
        box, seats = state.rules.components, len(state.points)
        left = _left(state)
        sharp = 1 / math.sqrt(left + 0.1)
        close, coming = _coming(state)
        likely = self._likely(box)
        found = []
        for seat in range(1, seats + 1):
            side, points, space = state.sides[seat - 1], state.points[seat - 1], state.spaces[seat - 1]
            frozen = sum(freezer_values(box, side.freezer))
            standing = sum(bool(card) and not down for card, down in zip(side.arena, side.down, strict=True))
            owned = sum(code in likely.advanced for code in (*side.hand, *side.deck, *side.discard, *side.arena))
            scored, held = close * coming.get(seat, 0), sum(likely.strength[code] for code in side.hand)
            incubating = bool(side.incubator)
            values = [
                *(points * sharp, points, frozen * sharp, frozen, scored * sharp, scored, space * sharp, space),
                *(owned * sharp, owned, owned * left, incubating * left, incubating * left * sharp),
                *(len(side.hand) * sharp, len(side.hand), held, standing, standing * sharp, seat == state.active),
            ]
            found.append([each / 10 for each in values])
        return found


class Playout(Table):
    """A table that goes on from decision to decision: without events and lines of the record, with draws of its own."""

    def __init__(self, state: State, draws: Draws) -> None:
        super().__init__(state)
        self.own = draws

    def tell(self, kind: object, seat: Seat, *fields: object, **named: object) -> None:
        """Tell nobody."""

    def privately(self, kind: object, seat: Seat, *fields: object, **named: object) -> None:
        """Tell nobody."""

    def note(self, line: str, hidden: str = "") -> None:
        """Write nothing."""

    def shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.own.shuffled(cards))


def _firsts(places: Iterable[str]) -> list[str]:
    """Return the zones or cards of abilities to copy."""
    return [place.partition(".")[0] for place in places]


def _left(state: State) -> float:
    """Return the share of the rounds that come after this one."""
    return (_ROUNDS - max(state.round, 1)) / (_ROUNDS - 1)


def _coming(state: State) -> tuple[float, dict[Seat, int]]:
    """Return how near the end of the round is, up to 1, and what it would bring to each seat as the markers are."""
    if not state.round or state.over or len(state.line) < 2:
        return 0.0, {}
    hands = sum([len(side.hand) for side in state.sides])
    order = force_order(state.line)
    points = round_points(order, state.rules.components.rounds, min(state.round, _ROUNDS))
    return 1 / (1 + hands / len(state.points)), points
