"""The interface that every game implements, and what can be said of a game without playing it.

A *move* is one atomic decision; a *turn* is a run of decisions by one seat, written joined by `/`. Everything outside
the engine works with this interface alone: hosting, the command line and the conformance tests know no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from engine.chance import Chance, Draw
from engine.choices import Choice
from engine.events import Event
from engine.outcome import Outcome
from engine.script import Script
from engine.seat import Seat
from engine.text import Text

# What can be said of a game without playing it: its modes, its options, and what one of its games starts from.


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to sit down to a game.

    Attributes:
        key: As written in records, e.g. `"teams"`.
        name: For people.
        seats: How many players; 1 for a game against the game itself.
        teams: The seats of each team; empty where everyone plays alone.
        silent: Whether the rules forbid teammates to communicate.
    """

    key: str
    name: Text
    seats: int
    teams: tuple[tuple[Seat, ...], ...] = ()
    silent: bool = False

    @property
    def alone(self) -> bool:
        """Whether one player plays against the game itself."""
        return self.seats == 1

    def team_of(self, seat: Seat) -> int | None:
        """Return the index of the seat's team in `teams`, or None where everyone plays alone."""
        return next((index for index, team in enumerate(self.teams) if seat in team), None)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a table makes before the game.

    Attributes:
        key: As in commands and records.
        name: What it decides, for people; at most 100 characters.
        choices: Its values as written in records.
        default: One of them.
        labels: The values for people, in the same order.
        modes: Keys of the modes that have it; empty for all. Options of one key may differ from mode to mode.
        needs: The key and the value of another option without which it means nothing; None if it needs nothing.
        note: What is good to know before it is chosen, as whole sentences; a lobby says it while it can be changed.
        apart: Values that make it another game, in which players have another rating.
        opening: The value with which a new table opens where its host chooses none; empty for the default.
    """

    key: str
    name: Text
    choices: tuple[str, ...]
    default: str
    labels: tuple[Text, ...]
    modes: tuple[str, ...] = ()
    needs: tuple[str, str] | None = None
    note: Text | None = None
    apart: tuple[str, ...] = ()
    opening: str = ""

    def label(self, value: str) -> Text:
        """Return what a value is called."""
        return self.labels[self.choices.index(value)]


@dataclass(frozen=True, slots=True)
class TurnRules:
    """Numbers of the rules that errors cite which are the same in every game; empty where there is none.

    Attributes:
        order: Who acts when.
        content: What a turn consists of.
        hidden: That what was hidden comes to light before the next decision.
        end: When the game is over.
        record: How a record of it is written.
    """

    order: str = ""
    content: str = ""
    hidden: str = ""
    end: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What can be said of a game without playing it.

    Attributes:
        key: As in commands and records, e.g. `"replicants"`.
        name: The title, the same in every language.
        modes: In the order in which to offer them; the first is the default.
        options: What a table can choose besides the mode; `options_of` tells those of one mode.
        rules_version: Counted up whenever the rules as implemented change; games begun before go on under theirs.
        data_tag: The record tag that names the version of the game's data file, e.g. `"Charts"`; empty for a game
            that has none.
        data_version: The version used for new games; empty for a game that has no data file.
        name_tags: The record tags with the names of seat 1, 2, …, for a game whose notation has no place for them.
        uses_chance: Whether anything is drawn at random, so that records carry a seed.
        open: Whether everybody always sees everything, so that turns can be planned ahead.
        draws: Whether the rules leave a draw, so that players can agree on one.
        together: Whether several choose at once at times, each in secret until all have.
        defaults: Whether the rules say of all decisions, of some, or of none what is played for a player who runs out
            of time (`Game.default` tells it of each). Where they say nothing, a table agrees on something.
        turn_rules: Which rules order its turns.
        by_decision: Whether a round consists of many short decisions by one player after the other: then one message
            tells each, shows where it led, and calls the player who decides next.
        reconstructed: What of each version of the data file is not the published one, None for one that is: every
            version that new games may use is named. What shows any of it says so (`reconstruction`).
        summary: The title, what it is and how many play, in one line of at most 100 characters.
        about: What one does in it and how long it takes, in two or three sentences for those who do not know it.
    """

    key: str
    name: str
    modes: tuple[Mode, ...]
    options: tuple[Option, ...] = ()
    rules_version: int = 1
    data_tag: str = "Data"
    data_version: str = "1"
    name_tags: tuple[str, ...] = ()
    uses_chance: bool = False
    open: bool = True
    draws: bool = False
    together: bool = False
    defaults: Literal["", "some", "all"] = ""
    turn_rules: TurnRules = TurnRules()
    by_decision: bool = False
    reconstructed: tuple[tuple[str, Text | None], ...] = ()
    summary: Text | None = None
    about: Text | None = None

    def reconstruction(self, data: str = "") -> Text | None:
        """Return what of a version of the data is reconstructed, in a few words; empty is the current version."""
        return dict(self.reconstructed).get(data or self.data_version)

    def mode(self, key: str) -> Mode | None:
        """Return the mode with this key, or None."""
        return next((mode for mode in self.modes if mode.key == key), None)

    def options_of(self, mode: str) -> tuple[Option, ...]:
        """Return the options of a mode, in the order in which to offer them; none for a mode that does not exist."""
        known = self.mode(mode) is not None
        return tuple(each for each in self.options if known and (not each.modes or mode in each.modes))

    def opening(self, mode: str) -> tuple[tuple[str, str], ...]:
        """Return the options with which a new table of a mode opens, as pairs of key and value; mostly none."""
        return tuple((each.key, each.opening) for each in self.options_of(mode) if each.opening)

    def variant(self, mode: str, options: Sequence[tuple[str, str]]) -> str:
        """Return what of the options makes it another game (`Option.apart`), as "key=value;…" by key; mostly nothing.

        Args:
            mode: A key of `modes`.
            options: Pairs of option key and value; what is left out has its default.
        """
        chosen = dict(options)
        return ";".join(
            f"{each.key}={chosen[each.key]}"
            for each in sorted(self.options_of(mode), key=lambda each: each.key)
            if chosen.get(each.key) in each.apart
        )


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from; every field is written in the record.

    Attributes:
        mode: A key of `GameInfo.modes`.
        options: Pairs of option key and value; options left out have their default.
        data: Version of the game's data file; empty for the current one.
        position: A set-up position as the game writes it; empty for the game's own start.
        rules: Version of the rules as implemented (`GameInfo.rules_version`); 0 for the current one.
        loadouts: What seat 1, 2, … chose before the start (`engine.extras.Loadouts`), in canonical notation, empty for
            a seat that chooses nothing; no texts at all where nobody does. Secrets of their seats until the end.
    """

    mode: str
    options: tuple[tuple[str, str], ...] = ()
    data: str = ""
    position: str = ""
    rules: int = 0
    loadouts: tuple[str, ...] = field(default=(), repr=False)  # it must not get into a log


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
