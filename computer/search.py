"""Alpha-beta search for two sides, by actions: a side may act several times in a row.

Negamax with the principal variation search of Marsland and Campbell (1982), iterative deepening, a transposition table,
killer moves (Akl and Newborn 1977) and the history heuristic (Schaeffer 1989). Its effort is counted in nodes, never in
time, so a decision can be repeated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

WIN = 1_000_000
"""The value of a won position; each action before the end takes 1 from it."""
NEAR_WIN = WIN - 1_000
"""Values beyond this are forced wins."""
_INFINITE = 2 * WIN

_EXACT, _LOWER, _UPPER = 0, 1, 2

P = TypeVar("P")
M = TypeVar("M", bound=Hashable)


class OutOfNodes(Exception):  # noqa: N818 - the end of a search, and no error
    """The search has used all its nodes."""


@dataclass(frozen=True, slots=True)
class Line(Generic[P, M]):
    """A whole turn.

    Attributes:
        moves: Its actions, in order.
        after: The position after it.
        value: For the side that plays it; more is better.
    """

    moves: tuple[M, ...]
    after: P
    value: int


class Search(ABC, Generic[P, M]):
    """A search in one game; an instance serves one decision.

    Attributes:
        limit: The most nodes.
        nodes: Those used so far.
        depth: Of the last iteration that was completed; the best turns may have been searched deeper.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.nodes = 0
        self.depth = 0
        self._table: dict[Hashable, tuple[int, int, int, M | None]] = {}
        self._history: dict[M, int] = {}
        self._killers: dict[int, M] = {}

    @abstractmethod
    def side(self, position: P) -> int:
        """Return which of the two sides acts."""

    @abstractmethod
    def settled(self, position: P, depth: int, alpha: int, beta: int) -> int | None:
        """Return the value for the acting side where the search ends: the game is over, or the depth used up."""

    @abstractmethod
    def moves(self, position: P) -> Sequence[M]:
        """Return the legal actions, the promising ones first."""

    def width(self, position: P) -> int:
        """Return how many actions are searched, the others only where all of these lose; 0 for all."""
        return 0

    def every(self, position: P) -> Sequence[M]:
        """Return the legal actions in any order, where `moves` takes long for its own."""
        return self.moves(position)

    def front(self, position: P, moves: Sequence[M]) -> int:
        """Return how many of the first of `moves` stay in front whatever the history says, such as captures."""
        return 0

    @abstractmethod
    def after(self, position: P, move: M) -> P:
        """Return the position after an action, past all that follows without a choice."""

    @abstractmethod
    def cost(self, position: P, move: M) -> int:
        """Return the depth that an action takes."""

    @abstractmethod
    def key(self, position: P) -> Hashable:
        """Return what tells positions apart."""

    @abstractmethod
    def goes_on(self, before: P, after: P) -> bool:
        """Return whether the turn of the side that acts in `before` goes on in `after`."""

    @abstractmethod
    def greedy(self, before: P, after: P) -> int:
        """Return the value of a turn from `before` to `after` for its side if nobody replies."""

    def overlook(self, position: P) -> list[Line[P, M]]:
        """Return the whole turns of the acting side, no two with one result, best first without any reply."""
        found: dict[Hashable, Line[P, M]] = {}
        open_turns: list[tuple[tuple[M, ...], P]] = [((), position)]
        for moves, here in open_turns:  # it grows on the way
            if moves and not self.goes_on(position, here):
                found.setdefault(self.key(here), Line(moves, here, self.greedy(position, here)))
                continue
            open_turns += [((*moves, move), self.after(here, move)) for move in self.every(here)]
        self.nodes += len(open_turns)
        return sorted(found.values(), key=lambda line: -line.value)  # stable: equal values keep their order

    def rank(self, position: P, depths: Sequence[int], margin: int = 0, most: int = 0) -> list[Line[P, M]]:
        """Return the turns of the acting side, best first: all, or those that were searched deepest.

        Args:
            position: Where one side has to act.
            depths: Of the iterations behind the turn, increasing; the first is always completed. Without any, replies
                are overlooked.
            margin: Values within it of the best are exact; of the others only an upper bound is known.
            most: How many turns go on after two iterations, 0 for all.
        """
        side, limit = self.side(position), self.limit
        lines, others = self.overlook(position), list[Line[P, M]]()
        for number, depth in enumerate(depths):
            if most and number > 1:
                lines, others = lines[:most], [*others, *lines[most:]]
            self.limit = limit if number else _INFINITE
            done = self._iteration(lines, side, depth, margin)
            self.limit = limit
            complete = len(done) == len(lines)
            # Those searched deepest count, as the best of the iteration before was the first of them; but where all of
            # them lose, the others come before them.
            if done and done[0].value < -NEAR_WIN:
                lines = sorted([*others, *lines[len(done) :], *done], key=lambda line: -line.value)
                others = []
            else:
                lines = done or lines
            if not complete:
                break
            self.depth = depth
            if lines[0].value > NEAR_WIN or lines[0].value < -NEAR_WIN:
                break
        return lines

    def _iteration(self, lines: list[Line[P, M]], side: int, depth: int, margin: int) -> list[Line[P, M]]:
        """Return turns by their values at a depth, best first; those that the nodes don't suffice for are left out."""
        best = -_INFINITE
        found = []
        for line in lines:
            alpha = max(best - margin - 1, -_INFINITE)
            try:
                if best > -_INFINITE and margin == 0:
                    value = self._from(line.after, side, depth, best, best + 1)
                    if value > best:
                        value = self._from(line.after, side, depth, best, _INFINITE)
                else:
                    value = self._from(line.after, side, depth, alpha, _INFINITE)
            except OutOfNodes:
                break
            best = max(best, value)
            found.append(Line(line.moves, line.after, value))
        found.sort(key=lambda each: -each.value)  # stable: equal values keep their order
        return found

    def _from(self, position: P, side: int, depth: int, alpha: int, beta: int) -> int:
        """Return the value for a side of a position that an action led to."""
        if self.side(position) == side:
            value = self.value(position, depth, alpha, beta)
        else:
            value = -self.value(position, depth, -beta, -alpha)
        return value - 1 if value > NEAR_WIN else value + 1 if value < -NEAR_WIN else value

    def value(self, position: P, depth: int, alpha: int, beta: int) -> int:
        """Return the value for the acting side: exact between `alpha` and `beta`, else a bound (fail-soft)."""
        self.nodes += 1
        if self.nodes > self.limit:
            raise OutOfNodes
        settled = self.settled(position, depth, alpha, beta)
        if settled is not None:
            return settled
        key = self.key(position)
        entry = self._table.get(key)
        first = None
        if entry is not None:
            known, bound, found, first = entry
            if known >= depth and (
                bound == _EXACT or (bound == _LOWER and found >= beta) or (bound == _UPPER and found <= alpha)
            ):
                return found
        side, low, best, choice = self.side(position), alpha, -_INFINITE, None
        width = self.width(position)
        for number, move in enumerate(self._ordered(position, depth, first)):
            if number >= width > 0 and best > -NEAR_WIN:
                break
            after = self.after(position, move)
            left = depth - self.cost(position, move)
            same = self.side(after) == side
            if choice is None:
                value = self.value(after, left, low, beta) if same else -self.value(after, left, -beta, -low)
            else:
                value = self.value(after, left, low, low + 1) if same else -self.value(after, left, -low - 1, -low)
                if low < value < beta:
                    value = self.value(after, left, low, beta) if same else -self.value(after, left, -beta, -low)
            if value > NEAR_WIN:
                value -= 1
            elif value < -NEAR_WIN:
                value += 1
            if value > best:
                best, choice = value, move
                if value > low:
                    low = value
                    if low >= beta:
                        self._killers[depth] = move
                        self._history[move] = self._history.get(move, 0) + depth * depth
                        break
        self._table[key] = depth, _LOWER if best >= beta else _EXACT if best > alpha else _UPPER, best, choice
        return best

    def _ordered(self, position: P, depth: int, first: M | None) -> Sequence[M]:
        """Return the actions: the table's, the killer, those in front, the others by their history."""
        moves = list(self.moves(position))
        history = self._history
        if history:
            front = self.front(position, moves)
            rest = moves[front:]
            rest.sort(key=lambda move: -history.get(move, 0))
            moves[front:] = rest
        killer = self._killers.get(depth)
        for move in (killer, first):
            if move is not None and move in moves:
                moves.remove(move)
                moves.insert(0, move)
        return moves
