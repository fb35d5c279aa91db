"""A small game for testing what hosting does with any game: everybody adds numbers, twice a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.chance import Chance
from engine.choices import Choice
from engine.errors import IllegalMoveError, NotationError, SetupError
from engine.events import Event
from engine.game import Game, GameInfo, Json, Mode, Option, Setup, Step
from engine.mutants.game import MUTANTS
from engine.outcome import Outcome, Termination
from engine.script import Script
from engine.seat import Seat
from engine.text import Player, Text, say
from tests.engine.parlour.game import PARLOUR
from tests.engine.toys import DUEL
from tests.grove import GROVE

GOAL = 12


@dataclass(frozen=True, slots=True)
class Added(Event):
    """A seat added to its sum."""

    number: int = 0

    def text(self) -> Text:
        return say("{player} adds {number}.", player=Player(self.seat or 0), number=self.number)


@dataclass(frozen=True, slots=True)
class Tally:
    """`sums` for seat 1, 2, …; `made` moves of the present turn; `out` gave up."""

    sums: tuple[int, ...]
    seat: Seat = 1
    made: int = 0
    count: int = 1
    out: frozenset[Seat] = frozenset()


class TallyGame(Game[Tally, int, tuple[int, ...]]):
    """Each turn is two numbers from 1 to 3; the first player to have `goal` wins, or the one who is left."""

    goal = GOAL
    info = GameInfo(
        "tally",
        "Tally",
        (
            Mode("2", say("two players"), 2),
            Mode("3", say("three players"), 3),
            Mode("teams", say("teams"), 4, teams=((1, 3), (2, 4)), silent=True),
        ),
        options=(Option("speed", say("Speed"), ("slow", "fast"), "slow", (say("slow"), say("fast"))),),
        data_version="7",
    )

    def initial(self, setup: Setup, chance: Chance) -> Tally:
        mode = self.info.mode(setup.mode)
        if mode is None:
            raise SetupError(say("No such mode."), code="unknown-mode")
        if setup.position:
            sums = tuple(int(part) for part in setup.position.split("+") if part.isdecimal())
            if len(sums) != mode.seats:
                raise SetupError(say("No such position."), code="position", given=setup.position)
            return Tally(sums)
        return Tally((0,) * mode.seats)

    def to_act(self, state: Tally) -> frozenset[Seat]:
        return frozenset() if self.outcome(state) else frozenset({state.seat})

    def turn(self, state: Tally) -> int:
        return state.count

    def legal(self, state: Tally, seat: Seat) -> Sequence[int]:
        return (1, 2, 3) if seat in self.to_act(state) else ()

    def parse(self, state: Tally, seat: Seat, text: str) -> int:
        if not text.isdecimal():
            raise NotationError(say("{text} is no number.", text=text), code="notation", given=text)
        if int(text) not in self.legal(state, seat):
            raise IllegalMoveError(
                say("1, 2 or 3."), code="illegal", given=text, rule="R1", suggestions=("1", "2", "3")
            )
        return int(text)

    def format(self, state: Tally, seat: Seat, move: int) -> str:
        return str(move)

    def choices(self, state: Tally, seat: Seat, move: int) -> tuple[Choice, ...]:
        return (Choice(str(move), say("{number}", number=move)),)

    def apply(self, state: Tally, moves: Mapping[Seat, int]) -> Step[Tally]:
        ((seat, number),) = moves.items()
        sums = tuple(each + number * (index == seat) for index, each in enumerate(state.sums, 1))
        after = replace(state, sums=sums, made=state.made + 1)
        return Step(self._passed(after) if after.made == 2 else after, (Added(seat, number=number),))

    def forfeit(self, state: Tally, seat: Seat) -> Step[Tally]:
        if seat in state.out or self.outcome(state):
            raise IllegalMoveError(say("Out already."), code="out")
        after = replace(state, out=state.out | {seat})
        return Step(self._passed(after) if seat == state.seat else after)

    def outcome(self, state: Tally) -> Outcome | None:
        first = next((seat for seat, total in enumerate(state.sums, 1) if total >= self.goal), None)
        left = [seat for seat in range(1, len(state.sums) + 1) if seat not in state.out]
        if first is None and len(left) > 1:
            return None
        winner = first or left[0]
        ranks = tuple(1 if seat == winner else 2 for seat in range(1, len(state.sums) + 1))
        if first is not None:
            return Outcome(ranks, say("The goal was reached."), "G", by=winner)
        return Outcome(ranks, say("One is left."), "L", termination=Termination.FORFEIT)

    def view(self, state: Tally, seat: Seat | None) -> tuple[int, ...]:
        return state.sums

    def write_position(self, state: Tally) -> str:
        return "+".join(map(str, state.sums))

    def dump(self, state: Tally) -> Json:
        raise AssertionError("nothing here keeps snapshots")

    def load(self, data: Json) -> Tally:
        raise AssertionError("nothing here keeps snapshots")

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        raise AssertionError("nothing here reads records")

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        moves = " ".join(entry.text for entry in script.entries)
        return f"{','.join(script.names)}: {moves}{f' ({outcome.code})' if outcome else ''}\n"

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return names[outcome.winners[0] - 1]

    def _passed(self, state: Tally) -> Tally:
        order = [(state.seat + step - 1) % len(state.sums) + 1 for step in range(1, len(state.sums) + 1)]
        following = next((seat for seat in order if seat not in state.out), state.seat)
        return replace(state, seat=following, made=0, count=state.count + 1)


TALLY = TallyGame()


def games(key: str) -> Game[Any, Any, Any]:
    """Return one of the games that hosting is tried with."""
    for game in (TALLY, DUEL, GROVE, PARLOUR, MUTANTS):
        if game.info.key == key:
            return game
    raise SetupError(say("There's no game {game}.", game=key), code="unknown-game", given=key)
