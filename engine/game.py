"""The interface that every game implements. The values that pass through it stand by subject in modules beside it.

A *move* is one atomic decision; a *turn* is a run of decisions by one seat, written joined by `/`. Everything outside
the engine works with this interface alone: hosting, the command line and the conformance tests know no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

from engine.chance import Chance, Draw
from engine.choices import Choice
from engine.events import Event
from engine.info import GameInfo, Setup
from engine.outcome import Outcome
from engine.script import Script
from engine.seat import Seat

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

S = TypeVar("S")
M = TypeVar("M")
V_co = TypeVar("V_co", covariant=True)
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """The result of applying moves.

    Attributes:
        state: The new state.
        events: What happened, in order.
        barrier: True if chance or hidden information was consumed: previews, completion and undo stop here.
        drawn: What was drawn at random, in order, for games that tell it; a step that draws is a barrier.
    """

    state: S_co
    events: tuple[Event, ...] = ()
    barrier: bool = False
    drawn: tuple[Draw, ...] = ()


class Game(Protocol[S, M, V_co]):
    """The rules of one game as pure functions; instances hold tables, never a match.

    `S` states are immutable and hashable, `M` moves too; `V` is what a seat may see.
    """

    @property
    def info(self) -> GameInfo:
        """The game's card."""
        ...

    def initial(self, setup: Setup, chance: Chance) -> S:
        """Return the state before the first move.

        Raises:
            SetupError: The setup does not exist in this game.
        """
        ...

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return who must decide now: nobody when the game is over, one seat in a turn, several at once."""
        ...

    def turn(self, state: S) -> int:
        """Return a number that changes exactly when another turn begins; it never goes down.

        What other seats must answer in a turn (`engine.extras.Interrupting`) is part of it.
        """
        ...

    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Return every legal move, each once, in a stable order; empty for a seat that has nothing to decide."""
        ...

    def parse(self, state: S, seat: Seat, text: str) -> M:
        """Return the move that a person means.

        Raises:
            NotationError: It is no move in this notation.
            IllegalMoveError: The rules forbid it here.
            AmbiguousMoveError: More than one legal move fits.
        """
        ...

    def format(self, state: S, seat: Seat, move: M) -> str:
        """Return the canonical text of a legal move; `parse` of it gives the move back."""
        ...

    def choices(self, state: S, seat: Seat, move: M) -> tuple[Choice, ...]:
        """Return the steps that lead a person to a legal move, from the general to the particular; unique per move."""
        ...

    def apply(self, state: S, moves: Mapping[Seat, M]) -> Step[S]:
        """Return what follows when all seats that must act have acted. `moves` are legal ones of exactly `to_act`."""
        ...

    def forfeit(self, state: S, seat: Seat) -> Step[S]:
        """Return what follows when a seat resigns, at any time.

        Raises:
            IllegalMoveError: The game is over or the seat is already out.
        """
        ...

    def default(self, state: S, seat: Seat) -> M | None:
        """Return the move that a missed deadline plays, or None where the rules say nothing of this decision.

        It is legal, and follows from what the seat itself may know.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game goes on."""
        ...

    def view(self, state: S, seat: Seat | None) -> V_co:
        """Return what a seat, or a spectator (None), may know: another type, built as an allow-list.

        A frozen dataclass that tells the result has it in a field `outcome`: there it is given the result of a match
        that ended in a way the rules do not know (`engine.session.Session.view`).
        """
        ...

    def write_position(self, state: S) -> str:
        """Return the position in one line; `Setup.position` takes it back."""
        ...

    def dump(self, state: S) -> Json:
        """Return the state as JSON, for a cache that may be dropped at any time."""
        ...

    def load(self, data: Json) -> S:
        """Return the state that `dump` wrote."""
        ...

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        """Read the part of a record below its tags; the setup returned is complete.

        Args:
            text: That part.
            first_line: The number of its first line in the file, for errors.
            setup: From the tags; its mode is empty where they name none and the game must tell from the text.

        Raises:
            SetupError: The setup does not exist in this game.
            RecordError: It is no record of this game.
        """
        ...

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        """Return the part of a record below its tags, with the outcome at its end; `script.result` is not used."""
        ...

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Return the result in the game's notation, e.g. `"(M.Lucy.4,5.Eric.4)"`; names of seat 1, 2, …."""
        ...

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str]) -> bool:
        """Return whether a result as a person wrote it (`Script.result`) says the same as the outcome."""
        ...
