"""Nim, the skeleton of a game: docs/adding-a-game.md explains it, and the suites of all games play it.

N1: heaps A, B and C hold 3, 4 and 5 counters. N2: in turn, two players take as many as they like from one heap.
N3: the player who takes the last counter wins, or loses if the table chose so. N4: a player may resign at any time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.chance import Chance
from engine.choices import Choice
from engine.errors import IllegalMoveError, NotationError, RecordError, SetupError
from engine.events import Event, Surrendered
from engine.game import Game, GameInfo, Json, Mode, Option, Setup, Step, TurnRules
from engine.outcome import Outcome, Termination
from engine.script import Entry, Script, Source, action_text
from engine.seat import Seat
from engine.text import Player, Text, say, shortened

HEAPS = {"A": 3, "B": 4, "C": 5}  # N1
LAST = Option(
    "last", say("The player who takes the last counter"), ("wins", "loses"), "wins", (say("wins"), say("loses"))
)


@dataclass(frozen=True, slots=True)
class State:
    """Counters in each heap, the turn from 1, whether the last counter wins, and who resigned (0 for nobody)."""

    heaps: tuple[int, ...]
    turn: int = 1
    last_wins: bool = True
    resigned: Seat = 0

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return 2 - self.turn % 2


@dataclass(frozen=True, slots=True)
class Move:
    """Counters taken from a heap."""

    heap: str
    count: int


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A player took counters from a heap."""

    heap: str = ""
    count: int = 0

    def text(self) -> Text:
        return say(
            "{player} takes {count} from heap {heap}.", player=Player(self.seat or 0), count=self.count, heap=self.heap
        )


@dataclass(frozen=True, slots=True)
class View:
    """What everybody may know: all of it, as nothing is hidden."""

    heaps: tuple[int, ...]
    turn: int
    to_act: Seat | None
    outcome: Outcome | None


class Nim(Game[State, Move, View]):
    """The rules of Nim behind `engine.game.Game`."""

    info = GameInfo(
        key="nim",
        name="Nim",
        modes=(Mode("2", say("2 players"), seats=2),),
        options=(LAST,),
        data_tag="",
        data_version="",
        name_tags=("First", "Second"),
        turn_rules=TurnRules(order="N2", content="N2"),
    )

    def initial(self, setup: Setup, chance: Chance) -> State:
        options = {LAST.key: LAST.default, **dict(setup.options)}
        if setup.mode != "2":
            raise SetupError(say("Nim has one mode."), code="unknown-mode", given=setup.mode, suggestions=("2",))
        if setup.data:
            raise SetupError(say("Nim has no data."), code="unknown-data", given=setup.data)
        if options.keys() != {LAST.key} or options[LAST.key] not in LAST.choices:
            raise SetupError(say("Nim has no such option."), code="unknown-option", given=str(setup.options))
        found = re.fullmatch(r"([0-3])-([0-4])-([0-5]) ([1-9][0-9]?)", setup.position or "3-4-5 1", re.ASCII)
        if found is None:
            raise SetupError(
                say("A position looks like {example}.", example="3-4-5 1"), code="position", given=setup.position
            )
        *heaps, turn = map(int, found.groups())
        return State(tuple(heaps), turn, options[LAST.key] == LAST.default)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if self.outcome(state) else frozenset({state.seat})

    def turn(self, state: State) -> int:
        return state.turn

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        heaps = zip(HEAPS, state.heaps, strict=True) if seat in self.to_act(state) else ()
        return [Move(heap, count) for heap, left in heaps for count in range(1, left + 1)]  # N2

    def parse(self, state: State, seat: Seat, text: str) -> Move:
        where: dict[str, Any] = {"given": text, "position": self.write_position(state), "rule": "N2"}
        legal = self.legal(state, seat)
        if not legal:
            raise IllegalMoveError(say("It isn't this player's turn."), code="not-to-act", **where)
        instead = tuple(self.format(state, seat, move) for move in legal)
        found = re.fullmatch(r"([ABC]) ?([1-5])", action_text(text, rule="N2").upper(), re.ASCII)
        if found is None:
            reason = say("A move is a heap and a number, as in {example}.", example=instead[0])
            raise NotationError(reason, code="unreadable", suggestions=instead, **where)
        move = Move(found[1], int(found[2]))
        if move not in legal:
            reason = say("Heap {heap} does not hold {count}.", heap=move.heap, count=move.count)
            raise IllegalMoveError(reason, code="too-many", suggestions=instead, **where)
        return move

    def format(self, state: State, seat: Seat, move: Move) -> str:
        return f"{move.heap}{move.count}"

    def choices(self, state: State, seat: Seat, move: Move) -> tuple[Choice, ...]:
        return Choice(move.heap, say("Heap {heap}", heap=move.heap)), Choice(
            str(move.count), say("Take {count}", count=move.count)
        )

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State]:
        ((seat, move),) = moves.items()
        heaps = tuple(left - move.count * (heap == move.heap) for heap, left in zip(HEAPS, state.heaps, strict=True))
        return Step(replace(state, heaps=heaps, turn=state.turn + 1), (Took(seat, heap=move.heap, count=move.count),))

    def forfeit(self, state: State, seat: Seat) -> Step[State]:
        if self.outcome(state):
            raise IllegalMoveError(say("The game is over."), code="game-over", rule="N4")
        return Step(replace(state, resigned=seat), (Surrendered(seat),))

    def outcome(self, state: State) -> Outcome | None:
        if state.resigned:
            reason = say("{player} resigned.", player=Player(state.resigned))  # N4
            return _won(3 - state.resigned, reason, "F", by=state.resigned, termination=Termination.FORFEIT)
        if any(state.heaps):
            return None
        last = 3 - state.seat
        reason = say("{player} took the last counter.", player=Player(last))  # N3
        return _won(last if state.last_wins else 3 - last, reason, "L", by=last, termination=Termination.RULES)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.heaps, state.turn, next(iter(self.to_act(state)), None), self.outcome(state))

    def write_position(self, state: State) -> str:
        return f"{'-'.join(map(str, state.heaps))} {state.turn}"

    def dump(self, state: State) -> Json:
        return [list(state.heaps), state.turn, state.last_wins, state.resigned]

    def load(self, data: Json) -> State:
        match data:
            case [[int(a), int(b), int(c)], int(turn), bool(last_wins), int(resigned)]:
                return State((a, b, c), turn, last_wins, resigned)
        raise TypeError("a dumped state is a list")

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        setup = replace(setup, mode=setup.mode or "2")
        first, entries, result = self.initial(setup, Chance.from_text("")), list[Entry](), None
        for found in re.finditer(r"\S+", text):
            word, turn, where = (
                found[0].upper(),
                first.turn + len(entries),
                Source(text, first_line).where(found.start()),
            )
            if word in _RESULTS.values():
                result = word
            elif word == f"{first.turn}.":
                continue
            elif word in ("F1", "F2"):
                entries.append(Entry(turn, int(word[1]), "F", forfeit=True, where=where))
            elif re.fullmatch("[ABC][1-5]", word, re.ASCII):
                entries.append(Entry(turn, 2 - turn % 2, word, where=where))
            else:
                raise RecordError(
                    say("This is no move."), code="unreadable", where=where, action=shortened(word), rule="N2"
                )
        return setup, Script(self.info.name_tags, tuple(entries), result)

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        first = self.initial(setup, Chance.from_text(""))
        words = [f"{first.turn}."]
        words += [f"F{entry.seat}" if entry.forfeit else entry.text for entry in script.entries]
        return " ".join([*words, _RESULTS[outcome.ranks]] if outcome else words) + "\n"

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return _RESULTS[outcome.ranks]


_RESULTS: dict[tuple[int, ...], str] = {
    (1, 2): "1-0",
    (2, 1): "0-1",
    (1, 1): "1/2-1/2",
}  # a draw only where players agree on one


def _won(winner: Seat, reason: Text, code: str, *, by: Seat, termination: Termination) -> Outcome:
    return Outcome((1, 2) if winner == 1 else (2, 1), reason, code, termination=termination, by=by)


NIM = Nim()
