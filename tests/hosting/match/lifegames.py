"""Small games for whole lives of matches: forced turns, choices made at once and in secret, answers inside a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import IllegalMoveError
from engine.events import Event
from engine.game import Game, GameInfo, Mode, Step
from engine.seat import Seat
from engine.text import say
from tests.engine.parlour.game import PARLOUR
from tests.engine.toys import DUEL
from tests.hosting.toygame import Added, Tally, TallyGame

_MODES = (
    Mode("2", say("two players"), 2),
    Mode("3", say("three players"), 3),
    Mode("teams", say("teams"), 4, teams=((1, 3), (2, 4)), silent=True),
)


class Strait(TallyGame):
    """Tally with places where only one turn is legal, long enough for a life."""

    goal = 24
    info = GameInfo("strait", "Strait", _MODES)

    def legal(self, state: Tally, seat: Seat) -> Sequence[int]:
        if seat not in self.to_act(state):
            return ()
        return (1,) if state.sums[seat - 1] // 4 % 3 == 1 else (1, 2, 3)


class Together(TallyGame):
    """Everybody chooses a number at once and in secret; whoever does not in time has chosen 1."""

    info = GameInfo("together", "Together", _MODES, together=True, defaults="all")

    def to_act(self, state: Tally) -> frozenset[Seat]:
        if self.outcome(state):
            return frozenset()
        return frozenset(range(1, len(state.sums) + 1)) - state.out

    def apply(self, state: Tally, moves: Mapping[Seat, int]) -> Step[Tally]:
        sums = tuple(total + moves.get(seat, 0) for seat, total in enumerate(state.sums, 1))
        events: tuple[Event, ...] = tuple(Added(seat, number=number) for seat, number in sorted(moves.items()))
        return Step(replace(state, sums=sums, count=state.count + 1), events)

    def forfeit(self, state: Tally, seat: Seat) -> Step[Tally]:
        if seat in state.out or self.outcome(state):
            raise IllegalMoveError(say("Out already."), code="out")
        return Step(replace(state, out=state.out | {seat}))

    def default(self, state: Tally, seat: Seat) -> int | None:
        return 1 if seat in self.to_act(state) else None


STRAIT = Strait()
TOGETHER = Together()


def life_games(key: str) -> Game[Any, Any, Any]:
    """Return one of the games with a whole life."""
    return {game.info.key: game for game in (STRAIT, TOGETHER, DUEL, PARLOUR)}[key]
