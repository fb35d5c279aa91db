"""A game that is over with its first turn: the player to act says how all rank. Two to six sides, or two teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.chance import Chance
from engine.choices import Choice
from engine.errors import IllegalMoveError, NotationError, SetupError
from engine.game import Game, GameInfo, Json, Mode, Setup, Step
from engine.outcome import Outcome, Termination
from engine.script import Script
from engine.seat import Seat
from engine.text import say

_TEAMS = ((1, 3), (2, 4))
Ranks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`ranks` by seat once the turn is made; `out` gave up, each with how many were left then."""

    mode: Mode
    ranks: Ranks = ()
    out: Mapping[Seat, int] = field(default_factory=dict)


class VerdictGame:
    """One turn is the whole match: `2-1-1` has seat 2 win and the others share the last rank."""

    info = GameInfo(
        "verdict",
        "Verdict",
        (
            *(Mode(str(seats), say("{count} players", count=seats), seats) for seats in range(2, 7)),
            Mode("teams", say("teams"), 4, teams=_TEAMS),
        ),
        data_version="1",
    )

    def initial(self, setup: Setup, chance: Chance) -> Verdict:
        mode = self.info.mode(setup.mode)
        if mode is None or setup.position:
            raise SetupError(say("No such mode."), code="unknown-mode")
        return Verdict(mode)

    def to_act(self, state: Verdict) -> frozenset[Seat]:
        return frozenset() if self.outcome(state) else frozenset({self._left(state)[0]})

    def turn(self, state: Verdict) -> int:
        return 1

    def legal(self, state: Verdict, seat: Seat) -> Sequence[str]:
        return ("1",) if seat in self.to_act(state) else ()

    def parse(self, state: Verdict, seat: Seat, text: str) -> Ranks:
        ranks = tuple(int(part) for part in text.split("-") if part.isdecimal())
        if len(ranks) != state.mode.seats or min(ranks) != 1:
            raise NotationError(say("{text} is no verdict.", text=text), code="notation", given=text)
        return ranks

    def format(self, state: Verdict, seat: Seat, move: Ranks) -> str:
        return "-".join(map(str, move))

    def choices(self, state: Verdict, seat: Seat, move: Ranks) -> tuple[Choice, ...]:
        return (Choice(self.format(state, seat, move), say("{rank}", rank=move[0])),)

    def apply(self, state: Verdict, moves: Mapping[Seat, Ranks]) -> Step[Verdict]:
        (ranks,) = moves.values()
        return Step(replace(state, ranks=ranks))

    def forfeit(self, state: Verdict, seat: Seat) -> Step[Verdict]:
        if seat in state.out or self.outcome(state):
            raise IllegalMoveError(say("Out already."), code="out")
        return Step(replace(state, out={**state.out, seat: len(self._left(state))}))

    def default(self, state: Verdict, seat: Seat) -> Ranks | None:
        return None

    def outcome(self, state: Verdict) -> Outcome | None:
        if state.ranks:
            return Outcome(state.ranks, say("It was said."), "S")
        left = self._left(state)
        if state.mode.teams:
            sides = [team for team in state.mode.teams if not {*team} & {*state.out}]
            if len(sides) > 1:
                return None
            ranks = tuple(1 if sides and seat in sides[0] else 2 for seat in range(1, 5))
        elif len(left) > 1:
            return None
        else:  # who gave up first is last
            ranks = tuple(state.out.get(seat, 1) for seat in range(1, state.mode.seats + 1))
        return Outcome(ranks, say("One is left."), "L", termination=Termination.FORFEIT)

    def view(self, state: Verdict, seat: Seat | None) -> Ranks:
        return state.ranks

    def write_position(self, state: Verdict) -> str:
        return ""

    def dump(self, state: Verdict) -> Json:
        raise AssertionError("nothing here keeps snapshots")

    def load(self, data: Json) -> Verdict:
        raise AssertionError("nothing here keeps snapshots")

    def read_script(self, text: str, first_line: int, setup: Setup | None) -> tuple[Setup, Script]:
        raise AssertionError("nothing here reads records")

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        moves = " ".join(entry.text for entry in script.entries)
        return f"{','.join(script.names)}: {moves}\n"

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return "=".join(names[seat - 1] for seat in outcome.winners)

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str]) -> bool:
        return text == self.result_text(outcome, names)

    def _left(self, state: Verdict) -> list[Seat]:
        return [seat for seat in range(1, state.mode.seats + 1) if seat not in state.out]


VERDICT = VerdictGame()


def games(key: str) -> Game[Any, Any, Any]:
    """Return the game, whichever is asked for."""
    if key != VERDICT.info.key:
        raise SetupError(say("There's no game {game}.", game=key), code="unknown-game", given=key)
    return VERDICT
