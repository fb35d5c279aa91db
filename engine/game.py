"""The interface that every game implements, and the values that pass through it.

A *move* is one atomic decision; a *turn* is a run of decisions by one seat, written joined by `/`. Everything outside
the engine works with this interface alone: hosting, the command line and the conformance tests know no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, Protocol, TypeAlias, TypeVar

from engine.chance import Chance, Draw
from engine.errors import Where
from engine.text import Player, Text, say

Seat: TypeAlias = int
"""A place at the table, from 1 in the order of play. The people who sit there are not the engine's business."""

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

S = TypeVar("S")
M = TypeVar("M")
V_co = TypeVar("V_co", covariant=True)
S_co = TypeVar("S_co", covariant=True)


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
    """

    key: str
    name: Text
    choices: tuple[str, ...]
    default: str
    labels: tuple[Text, ...]
    modes: tuple[str, ...] = ()
    needs: tuple[str, str] | None = None
    note: Text | None = None

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
    """

    order: str = ""
    content: str = ""
    hidden: str = ""


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
        defaults: Whether the rules say of some decisions, or of all, what is played for a player who runs out of time
            (`Game.default` tells it of each).
        turn_rules: Which rules order its turns.
        by_decision: Whether a round consists of many short decisions by one player after the other: then one message
            tells each, shows where it led, and calls the player who decides next.
        reconstructed: What of each version of the data file is not the published one, None for one that is: every
            version that new games may use is named. What shows any of it says so (`reconstruction`).
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
    defaults: bool = False
    turn_rules: TurnRules = TurnRules()
    by_decision: bool = False
    reconstructed: tuple[tuple[str, Text | None], ...] = ()

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


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for histories, pictures and announcements; games subclass it with their own fields.

    Attributes:
        seat: Whose doing it was; None for the game's own.
        audience: Who may know of it; None for everyone. Set when the event is made, never afterwards.
    """

    seat: Seat | None
    audience: frozenset[Seat] | None = field(default=None, kw_only=True)

    def text(self) -> Text:
        """Return what happened, as one sentence."""
        raise AssertionError(f"{type(self).__name__} does not say what happened")


@dataclass(frozen=True, slots=True)
class Surrendered(Event):
    """A seat resigned, in any game.

    Attributes:
        late: Whether nobody's hand did it: its time was up.
        alone: Whether nobody else played.
    """

    late: bool = False
    alone: bool = False

    def text(self) -> Text:
        """Return what happened, as one sentence."""
        if self.seat is None:
            raise AssertionError("nobody surrendered")
        player = Player(self.seat)
        if self.alone:
            return say("{player} abandons the match.", player=player)
        return say("{player} ran out of time.", player=player) if self.late else say("{player} resigns.", player=player)


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


class Termination(StrEnum):
    """How a match came to its end, as written in the record's `Termination` tag."""

    RULES = "rules"
    FORFEIT = "forfeit"
    TIME = "time"
    AGREED = "agreed"
    ADJUDICATED = "adjudicated"
    VOID = "void"


RULINGS = frozenset({Termination.AGREED, Termination.ADJUDICATED, Termination.VOID})
"""How people can end a match (`engine.session.Session.rule`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        ranks: For seat 1, 2, …: 1 is best; equal ranks are ties; losers share the last rank. A player alone has rank 1
            for a victory over the game, 2 for a defeat.
        reason: The cause, as one sentence for people.
        code: The cause in the game's notation, e.g. `"M"`.
        points: For seat 1, 2, …, where the game counts points; empty otherwise.
        termination: Whether the rules ended it or a seat resigned.
        by: The seat whose move or surrender ended the game, where one did.
        against: Whom a player alone has beaten or lost to, e.g. "the Wizard"; None in a game among players.
    """

    ranks: tuple[int, ...]
    reason: Text
    code: str
    points: tuple[float, ...] = ()
    termination: Termination = Termination.RULES
    by: Seat | None = None
    against: Text | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats ranked first; nobody where a player alone has lost."""
        return tuple(seat for seat, rank in enumerate(self.ranks, 1) if rank == 1)

    @property
    def alone(self) -> bool:
        """Whether one player played against the game itself."""
        return len(self.ranks) == 1

    @property
    def undecided(self) -> bool:
        """Whether people ended it and nobody won: a draw that they agreed on, or a match that does not count."""
        if self.alone and self.termination is Termination.ADJUDICATED:
            return False
        return self.termination in RULINGS and len(self.winners) == len(self.ranks)

    def out_of_time(self, seat: Seat) -> bool:
        """Return whether it ended because this seat's time was up."""
        return self.termination is Termination.TIME and self.by == seat


@dataclass(frozen=True, slots=True)
class Choice:
    """One step on the way to a move, for people who pick instead of typing.

    The moves of a position form a tree by their tuples of choices: first what to do, then with which piece, then where.

    Attributes:
        key: Unique among its siblings, at most 40 characters, e.g. `"4G8"`.
        text: What to show, e.g. "Replicant 4 on G8".
        note: What is good to know before it is chosen, in some words.
        group: What the menu is called in which it stands, where its siblings are of several kinds.
        loose: Whether it and the steps beside it that are loose, too, may be taken in any order: cards that are
            discarded together, say. `Game.choices` gives them in one.
    """

    key: str
    text: Text
    note: Text | None = None
    group: Text | None = None
    loose: bool = False


NOWHERE = Where()


@dataclass(frozen=True, slots=True)
class Entry:
    """One move, or a surrender, in a record.

    Attributes:
        turn: As `Game.turn` counts turns; in a script that was read, as the record numbers its turns.
        seat: Whose.
        text: In the game's notation; `"F"` for a surrender. For the program and for its seat: what is shown to anybody
            else comes from `shown`.
        forfeit: True for a surrender.
        where: Its place in the file it was read from.
        veil: What readers other than its seat read in place of the text until the game is over, e.g. "freezes a card of
            the hand"; None where everybody may read it. Decided where the entry is made (`engine.extras.Veiling`).
    """

    turn: int
    seat: Seat
    text: str
    forfeit: bool = False
    where: Where = NOWHERE
    veil: Text | None = None

    def shown(self, reader: Seat | None, *, over: bool) -> str | Text:
        """Return what a seat, or a spectator (None), may read: the text, or what stands in its place.

        Args:
            reader: Whose eyes it is for. For a message to all, None.
            over: Whether the game is over: then everything may be read.
        """
        return self.text if self.veil is None or over or reader == self.seat else self.veil


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a record says was drawn at random (`engine.chance.Chance.scripted`), and where it says so."""

    values: tuple[str | int, ...]
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Note:
    """A line of a record that is no move: what was drawn, what the score was (`engine.notes`).

    Attributes:
        after: How many entries come before it.
        text: As written.
        where: Its place in the file it was read from.
    """

    after: int
    text: str
    where: Where = NOWHERE


@dataclass(frozen=True, slots=True)
class Script:
    """The part of a record below its tags.

    Attributes:
        names: Of the players, for seat 1, 2, …
        entries: The moves in order.
        draws: What was drawn at random, in order, where the record says so.
        notes: Its lines that are no moves, in order.
        result: What the record says of the result, in its own notation; None if it says nothing.
        result_where: Where it says so.
    """

    names: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    result: str | None = None
    result_where: Where = NOWHERE
    draws: tuple[Drawn, ...] = ()
    notes: tuple[Note, ...] = ()


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
