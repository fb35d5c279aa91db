"""A toy game with every shape of choice: a forced action, a menu of two pages, a path that may stop early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.chance import Chance
from engine.choices import Choice
from engine.errors import IllegalMoveError
from engine.game import Game, GameInfo, Json, Mode, Setup, Step
from engine.outcome import Outcome
from engine.script import Entry, Script
from engine.seat import Seat
from engine.session import Session
from engine.text import say

State = tuple[int, int]
"""Turns played so far, and actions played in the present turn (0 to 2)."""

BOXES = 30


class Toy(Game[State, str, State]):
    """Two seats; a turn is: wind up (forced), take a counter from one of two bags or pass, then stop on a, b or c."""

    info = GameInfo("toy", "Toy", (Mode("2", say("Two players"), 2),))

    def initial(self, setup: Setup, chance: Chance) -> State:
        del setup, chance
        return (0, 0)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state[0] % 2 + 1}) if state[0] < 4 else frozenset()

    def turn(self, state: State) -> int:
        return state[0]

    def legal(self, state: State, seat: Seat) -> Sequence[str]:
        if seat not in self.to_act(state):
            return ()
        if state[1] == 0:
            return ("wind",)
        if state[1] == 1:
            return (*(f"big{n}" for n in range(BOXES)), "small0", "small1", "small1+", "small1*", "pass")
        return ("a", "b", "c")

    def parse(self, state: State, seat: Seat, text: str) -> str:
        if text not in self.legal(state, seat):
            raise IllegalMoveError(say("No."), code="illegal", given=text)
        return text

    def format(self, state: State, seat: Seat, move: str) -> str:
        del state, seat
        return move

    def choices(self, state: State, seat: Seat, move: str) -> tuple[Choice, ...]:
        del state, seat
        if move.startswith("big"):
            return (_choice("big"), _choice(move))
        if move.startswith("small"):
            return (_choice("small"), _choice(move[:6]), *map(_choice, move[6:]))
        return (_choice(move),)

    def apply(self, state: State, moves: Mapping[Seat, str]) -> Step[State]:
        del moves
        turn, action = state
        return Step((turn + 1, 0) if action == 2 else (turn, action + 1))

    def forfeit(self, state: State, seat: Seat) -> Step[State]:
        del state, seat
        return Step((4, 0))

    def outcome(self, state: State) -> Outcome | None:
        return None if state[0] < 4 else Outcome((1, 1), say("The end."), "E")

    def view(self, state: State, seat: Seat | None) -> State:
        del seat
        return state

    def write_position(self, state: State) -> str:
        return f"{state[0]}.{state[1]}"

    def dump(self, state: State) -> Json:
        return list(state)

    def load(self, data: Json) -> State:
        if not isinstance(data, list):
            raise TypeError(data)
        turn, action = data
        return (turn, action)

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        del first_line
        entries = tuple(Entry(0, 1, each) for each in text.split())
        return setup, Script(("1", "2"), entries)

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        del setup, outcome
        return " ".join(entry.text for entry in script.entries)

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        del names
        return outcome.code


def _choice(key: str) -> Choice:
    return Choice(key, say("Take {what}", what=key))


def session(game: Toy | None = None) -> Session:
    return Session.start(game or Toy(), Setup("2"), Chance.from_text("toy"))
