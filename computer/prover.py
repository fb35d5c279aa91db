"""Proofs that a position is won by force, by trying everything the engine allows.

Nothing of the players is used here: no evaluation, none of their search. Every reply of the other side is tried, and of
one's own actions every one until one wins; that is a search of an AND/OR tree (Nilsson 1971). What is left out are
actions that can't matter by the rules: what neither ends the game nor leads to anything any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from engine.game import Game
from engine.replicants.moves import Arcs, Go
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat

World: TypeAlias = Any
"""A position of either game."""
AnyMove: TypeAlias = Any


class TooManyPositionsError(Exception):
    """A proof would take more positions than it may."""


class Prover:
    """Proofs for a seat in a game of two players with nothing hidden.

    Attributes:
        positions: The number of positions looked at so far.
        limit: The most that are looked at before `TooManyPositionsError`; 0 for any number.
    """

    def __init__(self, game: Game[Any, Any, Any], seat: Seat, limit: int = 0) -> None:
        self.game = game
        self.seat = seat
        self.positions = 0
        self.limit = limit
        self._known: dict[tuple[Any, int], bool] = {}
        self._refutations: dict[tuple[int, int, int], Any] = {}

    def wins(self, state: World, turns: int) -> bool:
        """Return whether the seat wins whatever is replied, no later than in its next `turns` turns.

        The turn that it is in counts as one of them.
        """
        self.positions += 1
        if self.positions > self.limit > 0:
            raise TooManyPositionsError
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome.ranks[self.seat - 1] == 1
        if turns == 0:
            return False
        (seat,) = self.game.to_act(state)
        if turns == 1:
            return self._wins_now(state) if seat == self.seat else self._every_reply(state, 1)
        known = self._known.get((state, turns))
        if known is None:
            known = bool(self.winning(state, turns, most=1)) if seat == self.seat else self._every_reply(state, turns)
            self._known[state, turns] = known
        return known

    def winning(self, state: World, turns: int, most: int = 0) -> list[AnyMove]:
        """Return the seat's actions that win by force within `turns` turns; with `most`, no more than so many."""
        found: list[AnyMove] = []
        for move in self.game.legal(state, self.seat):
            if self.wins(after := self._after(state, move), self._left(state, after, turns)):
                found.append(move)
                if len(found) == most:
                    break
        return found

    def _after(self, state: World, move: AnyMove) -> World:
        return self.game.apply(state, {state.seat: move}).state

    def _left(self, before: World, after: World, turns: int) -> int:
        """Return the turns that are left after an action of the seat."""
        return turns if self.game.turn(before) == self.game.turn(after) else turns - 1

    def _wins_now(self, state: World) -> bool:
        return any(
            self.wins(after := self._after(state, move), self._left(state, after, 1)) for move in self._last(state)
        )

    def _every_reply(self, state: World, turns: int) -> bool:
        """Return whether the seat wins whatever the other side does next."""
        moves: Sequence[AnyMove] = self.game.legal(state, state.seat)
        if turns == 1 and isinstance(state, ReplicantsState) and state.action == 3:
            # Where Replicants stand is all that a last turn depends on: neither the energy of the other side nor where
            # its Replicants look keeps one's own from a destruction that ends the game (R7, R8, R16, R18).
            moves = moves[:1]
        kind = (turns, state.seat, state.action if isinstance(state, ReplicantsState) else 0)
        refutation = self._refutations.get(kind)
        if refutation is not None and refutation in moves and not self.wins(self._after(state, refutation), turns):
            return False
        for move in moves:
            if move != refutation and not self.wins(self._after(state, move), turns):
                self._refutations[kind] = move
                return False
        return True

    def _last(self, state: World) -> Sequence[AnyMove]:
        """Return the seat's actions in its last turn that may end the game, or lead to one that does."""
        moves: Sequence[AnyMove] = self.game.legal(state, state.seat)
        if not isinstance(state, ReplicantsState) or state.action == 1:
            return moves
        if state.action == 3:
            return ()  # R20: nothing is destroyed
        (other,) = state.rules.others[state.seat - 1]
        enemies = state.sides[other].mask
        return [
            move for move in moves if isinstance(move, Arcs) or (isinstance(move, Go) and enemies >> move.target & 1)
        ]
