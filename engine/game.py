"""The interface that every game implements: its card, its setups, the pages of its rules, and `Game` itself.

A *move* is one atomic decision; a *turn* is a run of decisions by one seat, written joined by `/`. Everything outside
the engine works with this interface alone: hosting, the command line and the conformance tests know no game by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from engine.cards import CardList, CatalogueEntry
from engine.chance import Chance, Draw
from engine.choices import Choice, Invitation, Preparation, Question, Reach
from engine.errors import MoveError, SetupError
from engine.events import Event
from engine.outcome import FeatureKind, Grade, Outcome, SeatFeature, Standing
from engine.script import Script
from engine.seat import Seat
from engine.text import Text, listed, say, shortened
from engine.values import quickly_made

# Facts about a game that need no position: its modes, its options, and the setup of one game.


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play a game: the number of players, and their teams.

    Attributes:
        key: As in records, e.g. `"teams"`.
        seats: The number of players; 1 for a game against the game itself.
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
        return self.seats == 1

    def team_of(self, seat: Seat) -> int | None:
        """Return the index of the seat's team in `teams`, or None where everyone plays alone."""
        return next((index for index, team in enumerate(self.teams) if seat in team), None)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a table makes before the game.

    Attributes:
        key: As in commands and records.
        name: For people; at most 100 characters.
        choices: Its values as in records.
        labels: The values for people, in the same order.
        modes: Keys of the modes that have it; empty for all. Options of one key may differ between modes.
        needs: The key and value of another option that it depends on; None if it depends on none.
        note: Advice on choosing it, as whole sentences; shown in the lobby while it can be changed.
        apart: Values with ratings of their own.
        opening: The value of a new table where its host chooses none; empty for the default.
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
        return self.labels[self.choices.index(value)]


@dataclass(frozen=True, slots=True)
class TurnRules:
    """Rule numbers that errors cite in every game; empty where there is none.

    Attributes:
        order: Who acts when.
        content: What a turn consists of.
        hidden: Hidden information is revealed before the next decision.
        end: When the game is over.
        record: How a record is written.
    """

    order: str = ""
    content: str = ""
    hidden: str = ""
    end: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts about a game that need no position.

    Attributes:
        key: As in commands and records, e.g. `"replicants"`.
        name: The title, the same in every language.
        modes: In menu order; the first is the default.
        options: All options besides the mode; `options_of` selects those of one mode.
        rules_version: Increased whenever the implemented rules change; running games keep theirs.
        data_tag: The record tag with the version of the data file, e.g. `"Charts"`; empty for a game without one.
        data_version: The version used for new games; empty for a game without a data file.
        name_tags: The record tags with the names of seat 1, 2, …, where the notation has no place for them.
        uses_chance: Whether anything is drawn at random, so that records carry a seed.
        open: Whether everyone always sees everything, so that turns can be planned ahead.
        draws: Whether players can agree on a draw.
        together: Whether several seats sometimes choose at once, in secret until all have.
        defaults: For which decisions the rules name a move for a missed deadline: all, some or none (`Game.default`).
            For the others the table agrees on one.
        turn_rules: The rule numbers for turns.
        cards: Whether it has cards (`Game.cards`).
        answers: Whether other seats may have to answer inside a turn (`Game.owner`).
        loadouts: Whether some setups have a secret choice before the start (`Game.loadout_seats`).
        notes: Whether its records have lines that are not moves (`Game.notes`).
        graded: Whether solo games end in victories and defeats of different quality (`Game.grade`).
        reconstructed: Each playable data version with the reconstructed part of it, None for a published one; its
            displays say so (`reconstruction`).
        summary: Title, kind and number of players in one line of at most 100 characters.
        about: What players do and how long it takes, in two or three sentences for newcomers.
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
    cards: bool = False
    answers: bool = False
    loadouts: bool = False
    notes: bool = False
    graded: bool = False
    reconstructed: tuple[tuple[str, Text | None], ...] = ()
    summary: Text | None = None
    about: Text | None = None

    def reconstruction(self, data: str = "") -> Text | None:
        """Return which part of a data version (empty: the current one) is reconstructed, in a few words."""
        return dict(self.reconstructed).get(data or self.data_version)

    def mode(self, key: str) -> Mode | None:
        return next((mode for mode in self.modes if mode.key == key), None)

    def options_of(self, mode: str) -> tuple[Option, ...]:
        """Return the options of a mode in menu order; none for an unknown mode."""
        known = self.mode(mode) is not None
        return tuple(each for each in self.options if known and (not each.modes or mode in each.modes))

    def opening(self, mode: str) -> tuple[tuple[str, str], ...]:
        """Return the options of a new table of a mode, as pairs of key and value; mostly none."""
        return tuple((each.key, each.opening) for each in self.options_of(mode) if each.opening)

    def variant(self, mode: str, options: Sequence[tuple[str, str]]) -> str:
        """Return the options with ratings of their own (`Option.apart`), as "key=value;…" by key; mostly empty."""
        chosen = dict(options)
        return ";".join(
            f"{each.key}={chosen[each.key]}"
            for each in sorted(self.options_of(mode), key=lambda each: each.key)
            if chosen.get(each.key) in each.apart
        )


@dataclass(frozen=True, slots=True)
class Setup:
    """The start of a game; records contain every field.

    Attributes:
        mode: A key of `GameInfo.modes`.
        options: Pairs of option key and value; missing options have their default.
        data: Version of the data file; empty for the current one.
        position: A set-up position as the game writes it; empty for the game's own start.
        rules: Version of the implemented rules (`GameInfo.rules_version`); 0 for the current one.
        loadouts: The choices of seat 1, 2, … before the start (`Game.loadout_seats`), in canonical notation, empty for
            a seat without one; an empty tuple where no seat has any. Secret until the end.
    """

    mode: str
    options: tuple[tuple[str, str], ...] = ()
    data: str = ""
    position: str = ""
    rules: int = 0
    loadouts: tuple[str, ...] = field(default=(), repr=False)  # secret: keep it out of logs


# The pages of a game's rules, and the tasks of its lesson.


E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Point:
    """One fact or example of a page.

    Attributes:
        text: In whole sentences; explains `example` if there is one.
        rules: Numbers on the game's rules page, e.g. `("R12", "R13")`.
        example: In the game's notation; empty for a plain point.
    """

    text: Text
    rules: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and what to show of it.

    Attributes:
        before: The moves from the setup up to the position: seats and turns, in order.
        seat: The seat whose turn or hand is shown.
        turn: A whole turn of that seat: the position after it is shown, with its events. Empty for none.
        reach: A key of `Game.subjects`: the possible moves of that piece are marked.
        hand: Whether the seat's hand is shown instead of the board.
        seed: The seed of a game with chance.
        share: The greatest height of its picture, as a share of its width: a higher one is drawn smaller; 0 for no
            limit.
    """

    setup: Setup
    before: tuple[tuple[Seat, str], ...] = ()
    seat: Seat = 1
    turn: str = ""
    reach: str = ""
    hand: bool = False
    seed: str = "lesson"
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of the help.

    Attributes:
        key: Unique in the game, at most 40 characters, e.g. `"arcs"`.
        sheet: Whether the game's reference sheet (its charts, its cards) belongs to this page.
        aid: Whether it is the aid card, which is offered beside hands and questions.
        scene: A position to show; None for none. The points from the first example on describe it and stand below it.
    """

    key: str
    title: Text
    points: tuple[Point, ...]
    sheet: bool = False
    aid: bool = False
    scene: Scene | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(number for point in self.points for number in point.rules))


# Lessons: a game learned by playing, task after task, on set-up positions.
#
# A task accepts every turn that reaches its goal: `Task.done` checks the result of the turn, and the
# rules themselves refuse illegal ones. The first fitting hint says what a legal turn misses.


@dataclass(frozen=True, slots=True)
class Attempt:
    """A turn played for a task.

    Attributes:
        after: The state after it, including other seats' choices revealed with it.
        texts: Its moves in canonical notation.
        outcome: The result, if it ended the game.
    """

    before: Any
    after: Any
    seat: Seat
    texts: tuple[str, ...]
    events: tuple[Event, ...]
    outcome: Outcome | None

    @property
    def won(self) -> bool:
        return self.outcome is not None and self.outcome.ranks[self.seat - 1] == 1

    def found(self, kind: type[E]) -> tuple[E, ...]:
        """Return the events of one kind that the learner caused."""
        return tuple(each for each in self.events if isinstance(each, kind) and each.seat == self.seat)


Check = Callable[[Attempt], bool]


@dataclass(frozen=True, slots=True)
class Hint:
    """Why a legal turn does not solve a task: `text` for turns that fit `when`."""

    when: Check
    text: Text


@dataclass(frozen=True, slots=True)
class Task:
    """A step of a lesson.

    Attributes:
        about: The facts and the request.
        done: Whether a turn solves it.
        hints: Why other turns do not; the first that fits is shown.
        hint: Shown where none of them fits, and beside the reason why a turn is illegal.
        closing: The lesson learned.
        answer: A turn that solves it: the lesson can show it.
        before: The moves from the setup up to the position: seats and turns, in order. The last may be choices that
            others seal before the learner has chosen.
        seat: The learner's seat.
        seed: The seed of a game with chance.
    """

    key: str
    title: Text
    about: Text
    setup: Setup
    done: Check
    hint: Text
    closing: Text
    rules: tuple[str, ...]
    answer: str
    hints: tuple[Hint, ...] = ()
    before: tuple[tuple[Seat, str], ...] = ()
    seat: Seat = 1
    seed: str = "lesson"


Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

S = TypeVar("S")
M = TypeVar("M")
V_co = TypeVar("V_co", covariant=True)
S_co = TypeVar("S_co", covariant=True)


@quickly_made
@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """The result of applying moves.

    Attributes:
        barrier: True if chance or hidden information was used: previews, completion and undo stop here.
        drawn: The random draws, in order, for games that record them; a step that draws is a barrier.
    """

    state: S_co
    events: tuple[Event, ...] = ()
    barrier: bool = False
    drawn: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """How to write a turn that is a list of moves, ended by a move that means "nothing more".

    Attributes:
        separator: Between the moves; `/` is always read too.
        close: The text of the move that ends the list.
        whole: Whether a submitted text is the whole list, so that `close` is implied. If not, the list stays open until
            it is closed, or until closing is the only legal move.
        done: Whether closing is the only legal move.
        join: Makes one canonical text of the canonical texts of its moves.
    """

    separator: str
    close: str
    whole: bool
    done: bool
    join: Callable[[Sequence[str]], str]


class Game(ABC, Generic[S, M, V_co]):
    """The rules of one game as pure functions; instances hold tables, never a match.

    States `S` and moves `M` are immutable and hashable; `V_co` is the view of a seat. A game must have the abstract
    methods. The others are extras, with defaults for a game that lacks them; where callers must know without a position
    whether a game has an extra, a flag of `GameInfo` says so. All arguments are positional.

    Attributes:
        topics: The rules for reference, in at most 25 pages, as a menu holds no more, and a separate one with the key
            `rulings`.
        guide: The rules from the beginning, in at most 25 short pages, the first for a newcomer; no key is one of
            `topics`.
        lesson: At most 25 tasks, in order.
        invitation: Offers the `subjects`; None for a game that does not show single pieces' moves.
        feature_kinds: The kinds of `features` by which results are counted, in display order.
        building: Offers to build a loadout from menus (`loadout_question`); None for a game without such menus.
        preparations: Questions that can be answered in advance (`prepared`); at most 25.
    """

    info: GameInfo
    topics: tuple[Topic, ...] = ()
    guide: tuple[Topic, ...] = ()
    lesson: tuple[Task, ...] = ()
    invitation: Invitation | None = None
    feature_kinds: tuple[FeatureKind, ...] = ()
    building: Invitation | None = None
    preparations: tuple[Preparation, ...] = ()

    # Positions and moves.

    @abstractmethod
    def initial(self, setup: Setup, chance: Chance) -> S:
        """Return the state before the first move; `SetupError` for a setup that the game does not have."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that must decide now: none when the game is over, one in a turn, several at once."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """Return a number that increases exactly when a turn begins, not for answers (`owner`)."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Return every legal move, each once, in a stable order; empty for a seat that has nothing to decide."""

    def count_legal(self, state: S, seat: Seat) -> int:
        """Return the number of legal moves; faster (for perft) in games that can count without making them."""
        return len(self.legal(state, seat))

    @abstractmethod
    def parse(self, state: S, seat: Seat, text: str) -> M:
        """Return the move that a text means.

        Raises:
            NotationError: It is not a move in this notation.
            IllegalMoveError: The rules forbid it here.
            AmbiguousMoveError: More than one legal move fits.
        """

    @abstractmethod
    def format(self, state: S, seat: Seat, move: M) -> str:
        """Return the canonical text of a legal move; `parse` reverses it."""

    @abstractmethod
    def apply(self, state: S, moves: Mapping[Seat, M]) -> Step[S]:
        """Return the result of legal moves of exactly the seats in `to_act`."""

    @abstractmethod
    def forfeit(self, state: S, seat: Seat) -> Step[S]:
        """Return the result of a resignation; `IllegalMoveError` if the game is over or the seat already out."""

    def default(self, state: S, seat: Seat) -> M | None:
        """Return the legal move of a missed deadline, by the seat's own knowledge; None where the rules name none."""
        return None

    def forced(self, state: S, seat: Seat) -> M | None:
        """Return a seat's move if public knowledge leaves only one; else None.

        Where the number of legal moves may reveal a secret, having only one is not enough.
        """
        legal = self.legal(state, seat)
        return legal[0] if len(legal) == 1 else None

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game goes on."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V_co:
        """Return what a seat, or a spectator (None), may know: another type, built as an allow-list.

        A frozen dataclass with a result has it in a field `outcome`, which is replaced in a match that ended outside
        the rules (`engine.session.Session.view`).
        """

    @abstractmethod
    def dump(self, state: S) -> Json:
        """Return the state as JSON, for a cache that may be dropped at any time."""

    @abstractmethod
    def load(self, data: Json) -> S:
        """Return the state that `dump` wrote."""

    # Turns of several moves, and of several seats (`engine.turn`).

    def listing(self, state: S, seat: Seat) -> Listing | None:
        """Return how the turn of a seat is written as a list; None where it is no list, or the seat does not decide."""
        return None

    def spread(self, text: str) -> tuple[str, ...]:
        """Return the texts of the moves that one text of a list means; mostly just that text."""
        return (text,)

    def unnumbered(self, state: S, text: str) -> str:
        """Return a pasted turn with spaces in place of its number and the like, every other character in place.

        Raises:
            NotationError: The number is not that of the turn to be played.
        """
        return text

    def veil(self, state: S, seat: Seat, move: M, /) -> Text | None:
        """Return the text that others see instead of a move to be made in this position; None shows the move.

        It replaces a move's text, so it is short, without player and full stop: "freezes a card of the hand". It uses
        only public knowledge. A joint choice with a veil stays closed: its hash proves it, and it is opened after the
        match.
        """
        return None

    def owner(self, state: S) -> Seat | None:
        """Return the seat whose turn it is, also while another seat answers; None for the game's or a joint turn."""
        acting = self.to_act(state)
        return next(iter(acting)) if len(acting) == 1 else None

    def asked(self, state: S, seat: Seat) -> Text | None:
        """Return what a seat is asked in another's turn, and why; None in its own turn, or without a decision.

        It is public, a sentence: "{player} is attacked and chooses a mutant."
        """
        return None

    def parse_prepared(self, key: str, text: str) -> str:
        """Return an answer in advance in canonical notation, 1 to 400 characters, or `NotationError`."""
        raise NotImplementedError

    def prepared(self, state: S, seat: Seat, answers: Mapping[str, str]) -> M | None:
        """Return the legal move that answers in advance make, by the seat's own knowledge; None if undecided."""
        return None

    # Moves and decisions in words and menus.

    @abstractmethod
    def choices(self, state: S, seat: Seat, move: M) -> tuple[Choice, ...]:
        """Return the menu steps to a legal move, from the general to the particular; unique per move."""

    def question(self, state: S, seat: Seat, chosen: Sequence[Choice]) -> Question | None:
        """Return the question to a deciding seat after the steps it has chosen (`choices`).

        It uses only the seat's own knowledge. None for a game that has a `step` instead, or needs no words.
        """
        return None

    def step(self, state: S, chosen: Sequence[Choice]) -> Text | None:
        """Return what to choose after the steps already chosen, as a sentence; None where no words are needed."""
        return None

    def brief(self, state: S, seat: Seat, move: M) -> Text:
        """Return a legal move in as few words as are clear, as its own player may know it: "2 E7 → E6"."""
        return say("{moves}", moves=self.format(state, seat, move))

    def caution(self, state: S, seat: Seat, move: M, /) -> Text | None:
        """Return a warning before a legal but useless move, using only the seat's own knowledge."""
        return None

    def subjects(self, state: S, seat: Seat | None) -> tuple[Choice, ...]:
        """Return the pieces whose moves a seat, or a spectator (None), may see, its own first; none after the end."""
        return ()

    def reach(self, state: S, seat: Seat | None, key: str) -> Reach | None:
        """Return what a piece could do now on its owner's turn; None for an unknown piece."""
        return None

    # Cards: their places, and entries to look up by name.

    def cards(self, state: S, seat: Seat | None) -> CardList:
        """Return the places of the cards, as far as a seat, or a spectator (None), may know (`GameInfo.cards`)."""
        raise NotImplementedError

    def catalogue(self, data: str = "") -> tuple[CatalogueEntry, ...]:
        """Return a data version's entries (empty: the current one), at most 25 pages, then cards, or `LookupError`."""
        return ()

    def whereabouts(self, state: S, seat: Seat | None, key: str) -> tuple[Text, ...]:
        """Return sentences on where copies of a card are, or that none is known, for a seat or a spectator (None)."""
        return ()

    # Features and achievements of players, by which results are shown and counted.

    def standing(self, state: S) -> Standing | None:
        """Return the players' standing, as far as public; its label is constant during a game.

        None for a game without one; its feats are then not counted either.
        """
        return None

    def feats(self, event: Event) -> Mapping[Seat, int]:
        """Return the number of feats in an event, by seat: achievements that the game counts to the end."""
        return {}

    def feats_text(self, count: int) -> Text:
        """Return a number of feats in few words, e.g. "captures: 3"."""
        raise NotImplementedError

    def features(self, state: S) -> tuple[SeatFeature, ...]:
        """Return the features of each seat in a finished match: at most one of each kind."""
        return ()

    def feature_name(self, kind: str, value: str, /) -> Text:
        """Return the name of a value; the value itself if no data version has it any more."""
        return say("{value}", value=value)

    def grade(self, state: S) -> Grade:
        """Return the quality of a solo game's end (`GameInfo.graded`)."""
        raise NotImplementedError

    def grade_text(self, won: bool, points: Sequence[int]) -> Text:
        """Return a solo result in few words, e.g. "victory in round 4"; `points` are those of its `Grade`."""
        raise NotImplementedError

    # Secret choices before the start (`GameInfo.loadouts`), such as a deck, and their menus.
    #
    # A draft has the choices so far, in a short form of the game's own: at most 60 printed characters of ASCII
    # and no colon, as it travels in the ids of buttons. The empty draft has no choice yet. What `parse_loadout` returns
    # is a draft, too, so that a choice can be changed, unless it is longer than that.

    def loadout_seats(self, setup: Setup) -> frozenset[Seat]:
        """Return the seats that choose a loadout in this setup, whatever its `loadouts`."""
        return frozenset()

    def parse_loadout(self, setup: Setup, seat: Seat, text: str, /) -> str:
        """Return the canonical text of a loadout.

        Raises:
            NotationError: It is not a loadout in this notation.
            IllegalMoveError: The rules forbid it.
        """
        raise NotImplementedError

    def usual_loadout(self, setup: Setup, seat: Seat) -> str:
        """Return the loadout of a seat that chose none, in canonical notation."""
        raise NotImplementedError

    def loadout_question(self, setup: Setup, seat: Seat, draft: str, /) -> Question:
        """Return the choices so far and the next question, in words."""
        raise NotImplementedError

    def loadout_choices(self, setup: Setup, seat: Seat, draft: str, /) -> tuple[Choice, ...]:
        """Return the next choices; none for a full draft. A complete draft may still take more."""
        return ()

    def loadout_step(self, setup: Setup, seat: Seat, draft: str, key: str) -> str:
        """Return the draft after one of its choices; `IllegalMoveError` for another."""
        raise NotImplementedError

    # Positions and records as text.

    @abstractmethod
    def write_position(self, state: S) -> str:
        """Return the position in one line; `Setup.position` takes it back."""

    def masked_position(self, state: S, seat: Seat | None) -> str:
        """Return the position in one line, as far as a seat, or a spectator (None), may know it."""
        return self.write_position(state)

    def alike(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Return a random position that looks the same to a seat, or a spectator (None).

        It is consistent with everything the seat has seen: only other hands, piles, face-down cards and future draws
        differ. `chance` draws it; the position gets a chance of its own. A state does not record that a move was the
        default of a missed deadline, so that does not narrow the draw. Games that are not open must have it: tests of
        secrecy compare the two.
        """
        return state

    @abstractmethod
    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        """Read the part of a record below its tags; the returned setup is complete.

        Args:
            text: That part.
            first_line: The number of its first line in the file, for errors.
            setup: From the tags; without a mode where they name none and the text must show it.

        Raises:
            SetupError: The setup does not exist in this game.
            RecordError: It is not a record of this game.
        """

    @abstractmethod
    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        """Return the part of a record below its tags, ending with the outcome; `script.result` is not used."""

    def notes(
        self,
        before: S | None,
        after: S,
        now: S,
        seat: Seat | None,
        /,
        *,
        whole: bool,
        drawn: Sequence[Draw] = (),
    ) -> tuple[str, ...]:
        """Return the notes of a record between two positions (`GameInfo.notes`).

        Args:
            before: None at the start.
            after: The position after.
            now: The record's last position: what it reveals need not be masked.
            seat: The reader, None for a spectator; facts hidden from it are masked.
            whole: Whether nothing is masked, as the match is over.
            drawn: The draws between the two (`Step.drawn`), masked or not.
        """
        return ()

    def same_note(self, written: str, note: str) -> bool:
        """Return whether a note in a person's own style agrees with one of ours."""
        return written == note

    @abstractmethod
    def result_text(self, outcome: Outcome, names: Sequence[str], /) -> str:
        """Return the result in the game's notation, e.g. `"(M.Lucy.4,5.Eric.4)"`; names of seat 1, 2, …."""

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str], /) -> bool:
        """Return whether a result in a person's own style (`Script.result`) agrees with the outcome."""
        return text == self.result_text(outcome, names)


# Setups, checked and completed: options, loadouts, and data files by their version.
#
# Commands, lobbies, records and the command line all pass through here (`engine.session.Session.start`).


HIDDEN = "??"
"""Replaces a veiled move or a loadout in a reader's record during the match."""


def chosen_options(info: GameInfo, mode: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option that applies in a mode, in the game's order; missing ones have their default.

    Raises:
        SetupError: The mode has no such option, the option no such value, or it does not apply with the others.
    """
    offered = {option.key: option for option in info.options_of(mode)}
    for key, value in options.items():
        option = offered.get(key)
        if option is None:
            raise _no_option(info, mode, key, tuple(offered))
        if value not in option.choices:
            reason = say("{option} can't be {value}.", option=key, value=shortened(value) or "-")
            raise SetupError(reason, code="unknown-option", given=key, suggestions=option.choices)
    found = {key: options.get(key, option.default) for key, option in offered.items()}
    for key, option in offered.items():
        if option.needs is not None and not _means_something(option, found):
            if key in options:
                needed = "=".join(option.needs)
                reason = say(
                    "{option} only works with {needed}: choose that too, or leave {option} out.",
                    option=key,
                    needed=needed,
                )
                raise SetupError(reason, code="option-idle", given=key, suggestions=(needed,))
            found.pop(key)
    return found


def whole(game: Game[Any, Any, Any], setup: Setup) -> Setup:
    """Return a setup with checked options and all loadouts in canonical notation, or `SetupError`."""
    mode = game.info.mode(setup.mode)
    if mode is None:
        return setup  # `Game.initial` names the existing ones
    chosen_options(game.info, setup.mode, dict(setup.options))
    seats = game.loadout_seats(setup)
    given = (*setup.loadouts, *[""] * (mode.seats - len(setup.loadouts)))
    idle = [seat for seat, text in enumerate(given, 1) if text and seat not in seats]
    if idle:
        reason = say("Seat {seat} has nothing to choose before the start.", seat=idle[0])
        raise SetupError(reason, code="loadout-idle", given=shortened(given[idle[0] - 1]))
    loadouts = tuple(_loadout(game, setup, seat, text) if seat in seats else "" for seat, text in enumerate(given, 1))
    return replace(setup, loadouts=loadouts if seats else ())


def masked_loadouts(setup: Setup, reader: Seat | None) -> Setup:
    """Return a running match's setup without the loadouts hidden from a seat, or a spectator (None)."""
    known = tuple(HIDDEN if text and seat != reader else text for seat, text in enumerate(setup.loadouts, 1))
    return replace(setup, loadouts=known)


def _loadout(game: Game[Any, Any, Any], setup: Setup, seat: Seat, text: str) -> str:
    if not text:
        return game.usual_loadout(setup, seat)
    try:
        return game.parse_loadout(setup, seat, text)
    except MoveError as error:
        given = shortened(text)
        reason: Text = say("Seat {seat}'s loadout: {reason}", seat=seat, reason=error.text)
        raise SetupError(
            reason, code=error.code, rule=error.rule, given=given, suggestions=error.suggestions
        ) from error


def _means_something(option: Option, values: Mapping[str, str]) -> bool:
    return option.needs is None or values.get(option.needs[0]) == option.needs[1]


def _no_option(info: GameInfo, mode: str, key: str, offered: tuple[str, ...]) -> SetupError:
    modes = [each.key for each in info.modes if any(key == option.key for option in info.options_of(each.key))]
    if modes:
        reason = say(
            "The option {option} is only for {modes}, not {mode}: leave it out.",
            option=key,
            modes=listed([_name(info, each) for each in modes], "and"),
            mode=_name(info, mode),
        )
        return SetupError(reason, code="unknown-option", given=key, suggestions=offered)
    reason = say("{game} has no option {option}.", game=info.name, option=shortened(key))
    return SetupError(reason, code="unknown-option", given=key, suggestions=offered)


def _name(info: GameInfo, key: str) -> Text:
    mode = info.mode(key)
    return say("no mode") if mode is None else mode.name


# Data files of a game by their version: earlier versions remain, for older games.


class Versioned(Protocol):
    """The contents of a data file."""

    @property
    def version(self) -> str:
        """As in records."""
        ...


V = TypeVar("V", bound=Versioned)


def read_editions(package: str, current: str, read: Callable[[str], V]) -> Mapping[str, V]:
    """Return every `data/*.toml` of a game's package by its version, that of the file `current` first."""
    folder = resources.files(package).joinpath("data")
    files = [each for each in folder.iterdir() if each.name.endswith(".toml")]
    files.sort(key=lambda each: (each.name != current, each.name))
    return {each.version: each for each in (read(file.read_text(encoding="utf-8")) for file in files)}
