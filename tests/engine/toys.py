"""Small games for testing what all games share: a sealed choice of several seats, and a draw nobody may foresee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.chance import Chance
from engine.choices import Choice
from engine.errors import IllegalMoveError, NotationError
from engine.events import Event
from engine.game import Game, GameInfo, Json, Mode, Setup, Step
from engine.outcome import Outcome, Termination
from engine.script import Script
from engine.seat import Seat
from engine.text import Player, Text, say


@dataclass(frozen=True, slots=True)
class Happened(Event):
    what: str

    def text(self) -> Text:
        return say("{player}: {what}", player=Player(self.seat or 0), what=self.what)


@dataclass(frozen=True, slots=True)
class DuelState:
    """`rolls` counts down; in the last round both seats choose at once, the higher number wins."""

    chance: Chance
    scores: tuple[int, int]
    round: int = 0
    rolled: bool = False
    gone: int = 0


class Duel(Game[DuelState, str, tuple[int, int, int]]):
    """Two rounds: seat 1 goes, or rolls a die (a barrier); then both choose a number at once. Most points win."""

    info = GameInfo("duel", "Duel", (Mode("2", say("two players"), 2),), uses_chance=True, together=True)

    def initial(self, setup: Setup, chance: Chance) -> DuelState:
        return DuelState(chance, (0, 0))

    def to_act(self, state: DuelState) -> frozenset[Seat]:
        if state.gone or state.round >= 4:
            return frozenset()
        return frozenset({1, 2}) if state.round % 2 else frozenset({1})

    def turn(self, state: DuelState) -> int:
        return state.round

    def legal(self, state: DuelState, seat: Seat) -> Sequence[str]:
        if seat not in self.to_act(state):
            return ()
        if state.round % 2:
            return ("1", "2", "3")
        return ("go", "roll") if not state.rolled else ("end", "stay")

    def parse(self, state: DuelState, seat: Seat, text: str) -> str:
        if text not in ("1", "2", "3", "go", "roll", "end", "stay"):
            raise NotationError(say("No."), code="notation", given=text)
        if text not in self.legal(state, seat):
            raise IllegalMoveError(
                say("Not now."), code="illegal", given=text, suggestions=tuple(self.legal(state, seat))
            )
        return text

    def format(self, state: DuelState, seat: Seat, move: str) -> str:
        return move

    def choices(self, state: DuelState, seat: Seat, move: str) -> tuple[Choice, ...]:
        return (Choice(move, say("{move}", move=move)),)

    def apply(self, state: DuelState, moves: Mapping[Seat, str]) -> Step[DuelState]:
        if state.round % 2:
            one, two = (int(moves[seat]) for seat in (1, 2))
            scores = (state.scores[0] + one, state.scores[1] + two)
            events = tuple(Happened(seat, moves[seat]) for seat in (1, 2))
            return Step(replace(state, scores=scores, round=state.round + 1), events)
        (move,) = moves.values()
        if move == "roll":
            pips, chance = state.chance.below(6)
            scores = (state.scores[0] + pips, state.scores[1])
            after = replace(state, chance=chance, scores=scores, rolled=True)
            return Step(after, (Happened(1, f"rolled {pips + 1}"),), barrier=True)
        if move == "go":
            return Step(replace(state, rolled=True), (Happened(1, "went"),))
        return Step(replace(state, rolled=False, round=state.round + 1), (Happened(1, move),))

    def forfeit(self, state: DuelState, seat: Seat) -> Step[DuelState]:
        if self.outcome(state):
            raise IllegalMoveError(say("The game is over."), code="game-over")
        return Step(replace(state, gone=seat), (Happened(seat, "gone"),))

    def outcome(self, state: DuelState) -> Outcome | None:
        if state.gone:
            ranks = (2, 1) if state.gone == 1 else (1, 2)
            return Outcome(ranks, say("One left."), "F", termination=Termination.FORFEIT, by=state.gone)
        if state.round < 4:
            return None
        one, two = state.scores
        return Outcome((1 + (one < two), 1 + (two < one)), say("Most points."), "P", points=(float(one), float(two)))

    def view(self, state: DuelState, seat: Seat | None) -> tuple[int, int, int]:
        return (*state.scores, state.round)

    def write_position(self, state: DuelState) -> str:
        return f"{state.round}:{state.scores[0]}-{state.scores[1]}"

    def dump(self, state: DuelState) -> Json:
        return [state.chance.seed.hex(), state.chance.used, *state.scores, state.round, state.rolled, state.gone]

    def load(self, data: Json) -> DuelState:
        raise AssertionError("not needed here")

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        raise AssertionError("not needed here")

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        return "\n".join(f"{entry.seat} {entry.text}" for entry in script.entries) + "\n"

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return "=".join(names[seat - 1] for seat in outcome.winners)


DUEL = Duel()
