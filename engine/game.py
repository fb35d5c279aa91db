"""The interface that every game implements: its card, what it starts from, the pages of its rules, and `Game` itself.

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
from engine.outcome import Feature, FeatureKind, Grade, Outcome, Standing
from engine.script import Script
from engine.seat import Seat
from engine.text import Text, listed, say, shortened

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
        cards: Whether it has cards (`Game.cards`).
        answers: Whether other seats may have to answer inside a turn (`Game.owner`).
        loadouts: Whether something is chosen in private before the start in some of its setups (`Game.loadout_seats`).
        notes: Whether its records have lines that are no moves (`Game.notes`).
        graded: Whether a player alone can end it well or badly in more ways than one (`Game.grade`).
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
    cards: bool = False
    answers: bool = False
    loadouts: bool = False
    notes: bool = False
    graded: bool = False
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
        loadouts: What seat 1, 2, … chose before the start (`Game.loadout_seats`), in canonical notation, empty for
            a seat that chooses nothing; no texts at all where nobody does. Secrets of their seats until the end.
    """

    mode: str
    options: tuple[tuple[str, str], ...] = ()
    data: str = ""
    position: str = ""
    rules: int = 0
    loadouts: tuple[str, ...] = field(default=(), repr=False)  # it must not get into a log


# The pages of a game's rules, and the tasks of its lesson.


E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to know.

    Attributes:
        text: In whole sentences.
        rules: Numbers on the game's rules page, e.g. `("R12", "R13")`.
        example: In the game's notation; `text` is then what it means. Empty for a plain point.
    """

    text: Text
    rules: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, and what of it is shown.

    Attributes:
        setup: What it starts from.
        before: What is played from there up to the position: seats and turns, in order.
        seat: Whose turn is shown, or whose hand.
        turn: A whole turn of that seat: the position after it is shown, with what happened. Empty for none.
        reach: A key of `Game.subjects`: what that piece can do is marked.
        hand: Whether the hand of the seat is shown instead of the board.
        seed: What the chance of the game comes from, where it has any.
        share: How high its picture may be, as part of its width: a higher one is drawn smaller; 0 for any height.
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
        title: For menus and headings.
        points: In the order in which to read them.
        sheet: Whether the renderer's reference sheet for the game (its charts, its cards) belongs to this page.
        aid: Whether it is the game's aid card, which is offered beside what players hold and what they are asked.
        scene: A position to show with it; None for none. Points from the first one with an example on speak of it, and
            stand below the picture.
    """

    key: str
    title: Text
    points: tuple[Point, ...]
    sheet: bool = False
    aid: bool = False
    scene: Scene | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules of all its points, each once, in the order in which they come."""
        return tuple(dict.fromkeys(number for point in self.points for number in point.rules))


# Lessons: a game learned by playing, task after task, on set-up positions.
#
# A task accepts every turn that does the thing, however it is done: `Task.done` looks at what came of the turn, and the
# rules themselves refuse what is illegal. What a legal turn misses is said by the first of the task's hints that fits.


@dataclass(frozen=True, slots=True)
class Attempt:
    """A turn that was played for a task.

    Attributes:
        before: The game's own state before it.
        after: The state it led to, choices of others that came to light with it included.
        seat: Who played it.
        texts: What they played, move by move, in canonical notation.
        events: What happened.
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
        """Whether it won the game."""
        return self.outcome is not None and self.outcome.ranks[self.seat - 1] == 1

    def found(self, kind: type[E]) -> tuple[E, ...]:
        """Return what happened of one kind by the learner's doing."""
        return tuple(each for each in self.events if isinstance(each, kind) and each.seat == self.seat)


Check = Callable[[Attempt], bool]


@dataclass(frozen=True, slots=True)
class Hint:
    """Why a legal turn is not what a task asks for.

    Attributes:
        when: Of which turns it speaks.
        text: What it says.
    """

    when: Check
    text: Text


@dataclass(frozen=True, slots=True)
class Task:
    """A step of a lesson.

    Attributes:
        key: Unique in the lesson.
        title: For menus and headings.
        about: What to know, and what to do.
        setup: What its position starts from.
        done: Whether a turn does what was asked for.
        hints: Why others do not; the first that fits is said.
        hint: What is said where none of them fits, and beside the reason why a turn is illegal.
        closing: What was learned.
        rules: The numbers of the rules it was about.
        answer: A turn that does it: the lesson can show it.
        before: What is played from the setup up to the position: seats and turns, in order. The last may be choices
            that others seal before the learner has chosen.
        seat: Whose turn the learner plays.
        seed: What the chance of the game comes from, where it has any.
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


@dataclass(frozen=True, slots=True)
class Listing:
    """How a turn is written that is a list of moves, ended by a move that says "nothing more".

    Attributes:
        separator: Between the moves; `/` is read everywhere.
        close: The text of the move that ends the list.
        whole: Whether a text that was submitted is the whole list, so that `close` goes without saying. If not, the
            list stays open until it is closed, or until nothing but closing it is left.
        done: Whether nothing but closing it is left.
        join: Makes one canonical text of the canonical texts of its moves.
    """

    separator: str
    close: str
    whole: bool
    done: bool
    join: Callable[[Sequence[str]], str]


class Game(ABC, Generic[S, M, V_co]):
    """The rules of one game as pure functions; instances hold tables, never a match.

    `S` states are immutable and hashable, `M` moves too; `V_co` is what a seat may see. A game has to have the abstract
    methods. The others say what more it offers, with a default for a game that offers nothing of the kind; where one
    must know without a position whether there is such a thing, a flag of `GameInfo` says so. All is called by position.

    Attributes:
        info: The game's card.
        topics: The rules as a person looks them up, in pages: at most 25, as a menu holds no more, and one apart with
            the key `rulings`.
        guide: The rules from the beginning, in short pages, at most 25, the first for a person who never played; their
            keys are none of `topics`.
        lesson: The game, task by task, in the order in which to do them; at most 25.
        invitation: To pick one of its `subjects`; None for a game that does not tell what single pieces can do.
        feature_kinds: By what its results are counted, in the order in which to show it (`features`).
        building: How it invites to put a loadout together from menus (`loadout_question`); None if it has no menus.
        preparations: What can be answered in advance (`prepared`); at most 25.
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
        """Return the state before the first move.

        Raises:
            SetupError: The setup does not exist in this game.
        """

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return who must decide now: nobody when the game is over, one seat in a turn, several at once."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """Return a number that changes exactly when another turn begins; it never goes down.

        What other seats must answer in a turn (`owner`) is part of it.
        """

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Return every legal move, each once, in a stable order; empty for a seat that has nothing to decide."""

    def count_legal(self, state: S, seat: Seat) -> int:
        """Return how many legal moves there are; a game that counts them without making them is faster (perft)."""
        return len(self.legal(state, seat))

    @abstractmethod
    def parse(self, state: S, seat: Seat, text: str) -> M:
        """Return the move that a person means.

        Raises:
            NotationError: It is no move in this notation.
            IllegalMoveError: The rules forbid it here.
            AmbiguousMoveError: More than one legal move fits.
        """

    @abstractmethod
    def format(self, state: S, seat: Seat, move: M) -> str:
        """Return the canonical text of a legal move; `parse` of it gives the move back."""

    @abstractmethod
    def apply(self, state: S, moves: Mapping[Seat, M]) -> Step[S]:
        """Return what follows when all seats that must act have acted. `moves` are legal ones of exactly `to_act`."""

    @abstractmethod
    def forfeit(self, state: S, seat: Seat) -> Step[S]:
        """Return what follows when a seat resigns, at any time.

        Raises:
            IllegalMoveError: The game is over or the seat is already out.
        """

    def default(self, state: S, seat: Seat) -> M | None:
        """Return the move that a missed deadline plays, or None where the rules say nothing of this decision.

        It is legal, and follows from what the seat itself may know (`GameInfo.defaults`).
        """
        return None

    def forced(self, state: S, seat: Seat) -> M | None:
        """Return the only move that what everybody knows leaves to a seat; None if it is not forced, or in secret.

        Where the number of legal moves may tell a secret, it is not the only legal move that counts.
        """
        legal = self.legal(state, seat)
        return legal[0] if len(legal) == 1 else None

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game goes on."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V_co:
        """Return what a seat, or a spectator (None), may know: another type, built as an allow-list.

        A frozen dataclass that tells the result has it in a field `outcome`: there it is given the result of a match
        that ended in a way the rules do not know (`engine.session.Session.view`).
        """

    @abstractmethod
    def dump(self, state: S) -> Json:
        """Return the state as JSON, for a cache that may be dropped at any time."""

    @abstractmethod
    def load(self, data: Json) -> S:
        """Return the state that `dump` wrote."""

    # Turns of several moves, and of several seats (`engine.turn`).

    def listing(self, state: S, seat: Seat) -> Listing | None:
        """Return how the turn of a seat that has to decide is written as a list; None where it is no list."""
        return None

    def spread(self, text: str) -> tuple[str, ...]:
        """Return the texts of the single moves that one text of a list stands for; mostly itself alone."""
        return (text,)

    def unnumbered(self, state: S, text: str) -> str:
        """Return a turn as it was pasted with spaces for its number and the like; nothing else in it moves.

        Raises:
            NotationError: The number is not that of the turn to be played.
        """
        return text

    def veil(self, state: S, seat: Seat, move: M, /) -> Text | None:
        """Return what others read in place of a move that is about to be made in this position; None: the move itself.

        In few words, without its player and without a full stop, as it stands where a move stands: "freezes a card of
        the hand". It says no more than everybody may know. One of several that are chosen at once stays closed if it
        has a veil: it is proven by its hash, and opened when the match is over.
        """
        return None

    def owner(self, state: S) -> Seat | None:
        """Return whose turn it is: also while another seat answers in it; None where it is the game's own or of all."""
        acting = self.to_act(state)
        return next(iter(acting)) if len(acting) == 1 else None

    def asked(self, state: S, seat: Seat) -> Text | None:
        """Return what a seat is asked inside a turn, and why; None in its own turn, and if it has nothing to decide.

        It stands in public, as a sentence: "{player} is attacked and chooses a mutant." It says what all may know.
        """
        return None

    def parse_prepared(self, key: str, text: str) -> str:
        """Return the canonical text of an answer in advance, at most 400 characters; an empty text is never one.

        Raises:
            NotationError: It is none.
        """
        raise NotImplementedError

    def prepared(self, state: S, seat: Seat, answers: Mapping[str, str]) -> M | None:
        """Return the legal move that answers in advance make, by their keys; None where the seat must be asked.

        It follows from what the seat itself may know.
        """
        return None

    # Moves and decisions in words and menus.

    @abstractmethod
    def choices(self, state: S, seat: Seat, move: M) -> tuple[Choice, ...]:
        """Return the steps that lead a person to a legal move, from the general to the particular; unique per move."""

    def question(self, state: S, seat: Seat, chosen: Sequence[Choice]) -> Question | None:
        """Return what a seat that must decide is asked behind the steps that it has chosen (`choices`).

        It tells no more than that seat may know. None for a game that has a `step` instead, or nothing to say.
        """
        return None

    def step(self, state: S, chosen: Sequence[Choice]) -> Text | None:
        """Return what there is to choose behind the steps that were chosen, as a sentence; None for nothing to say."""
        return None

    def brief(self, state: S, seat: Seat, move: M) -> Text:
        """Return a legal move of a seat in as few words as are clear, as its own player may know it: "2 E7 → E6"."""
        return say("{moves}", moves=self.format(state, seat, move))

    def caution(self, state: S, seat: Seat, move: M, /) -> Text | None:
        """Return what a seat should know before it makes a legal and useless move, as far as it may know it."""
        return None

    def subjects(self, state: S, seat: Seat | None) -> tuple[Choice, ...]:
        """Return the pieces that a seat, or a spectator (None), may ask about, its own first; none once it is over."""
        return ()

    def reach(self, state: S, seat: Seat | None, key: str) -> Reach | None:
        """Return what a piece could do now if its owner were to use it, or None if there is no such piece."""
        return None

    # Cards: where they are, and what can be looked up by name.

    def cards(self, state: S, seat: Seat | None) -> CardList:
        """Return where the cards are, as far as a seat, or a spectator (None), may know (`GameInfo.cards`)."""
        raise NotImplementedError

    def catalogue(self, data: str = "") -> tuple[CatalogueEntry, ...]:
        """Return what can be looked up by a version of the data, the current one's if it is empty: pages, then cards.

        There are at most 25 pages, as a menu holds no more.

        Raises:
            LookupError: There is no such version.
        """
        return ()

    def whereabouts(self, state: S, seat: Seat | None, key: str) -> tuple[Text, ...]:
        """Return where copies of a card are, as far as a seat, or a spectator (None), may know, as sentences.

        It says so if none is known to be anywhere. Nothing for a page.
        """
        return ()

    # What players had and achieved, by which results are shown and counted.

    def standing(self, state: S) -> Standing | None:
        """Return how the players stand, as far as everybody may know; the label does not change during a game.

        None for a game that does not say; then its feats are not counted either.
        """
        return None

    def feats(self, event: Event) -> Mapping[Seat, int]:
        """Return how many feats an event was, and whose: what the game finds worth counting to the end."""
        return {}

    def feats_text(self, count: int) -> Text:
        """Return how many feats a player achieved, in few words, e.g. "captures: 3"."""
        raise NotImplementedError

    def features(self, state: S) -> tuple[Feature, ...]:
        """Return what each seat had in a match that is over: one of each kind at most, none where it had nothing."""
        return ()

    def feature_name(self, kind: str, value: str, /) -> Text:
        """Return what a value is called; the value itself if no version of the data knows it any more."""
        return say("{value}", value=value)

    def grade(self, state: S) -> Grade:
        """Return how good the end of a game of a player alone is (`GameInfo.graded`)."""
        raise NotImplementedError

    def grade_text(self, won: bool, points: Sequence[int]) -> Text:
        """Return what a result says, in few words, e.g. "victory in round 4".

        Args:
            won: Whether it was a victory.
            points: Those of its `Grade`.
        """
        raise NotImplementedError

    # What is chosen in private before the start (`GameInfo.loadouts`), such as a deck, and menus that lead to it.
    #
    # A draft is what has been chosen so far, in a short form of the game's own: at most 60 printed characters of ASCII
    # and no colon, as it travels in the ids of buttons. Nothing chosen yet is the empty draft; what `parse_loadout`
    # returned is a draft, too, so that a choice can be changed, unless it is longer than that.

    def loadout_seats(self, setup: Setup) -> frozenset[Seat]:
        """Return who chooses a loadout in this setup; nobody where it has none. `Setup.loadouts` does not matter."""
        return frozenset()

    def parse_loadout(self, setup: Setup, seat: Seat, text: str, /) -> str:
        """Return the canonical text of a loadout that a person means.

        Raises:
            NotationError: It is none in this notation.
            IllegalMoveError: The rules forbid it.
        """
        raise NotImplementedError

    def usual_loadout(self, setup: Setup, seat: Seat) -> str:
        """Return the loadout that is played for a seat that chose none, in canonical notation."""
        raise NotImplementedError

    def loadout_question(self, setup: Setup, seat: Seat, draft: str, /) -> Question:
        """Return what has been chosen so far, and what to choose now, in words."""
        raise NotImplementedError

    def loadout_choices(self, setup: Setup, seat: Seat, draft: str, /) -> tuple[Choice, ...]:
        """Return what can be chosen next; nothing where a draft takes no more. A draft that is whole may take more."""
        return ()

    def loadout_step(self, setup: Setup, seat: Seat, draft: str, key: str) -> str:
        """Return the draft after one of its choices.

        Raises:
            IllegalMoveError: There is no such choice.
        """
        raise NotImplementedError

    # Positions and records as text.

    @abstractmethod
    def write_position(self, state: S) -> str:
        """Return the position in one line; `Setup.position` takes it back."""

    def masked_position(self, state: S, seat: Seat | None) -> str:
        """Return a position in one line, as far as a seat, or a spectator (None), may know it."""
        return self.write_position(state)

    def alike(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Return a position drawn from those that a seat, or a spectator (None), cannot tell from this one.

        It is consistent with all that the seat has seen so far: hands of others, piles, what lies face down and what
        chance has yet to bring may differ, and nothing else. `chance` draws it; the position gets a chance of its own.
        What people learn beside the game is no part of a state: that a move was the default of a missed deadline, and
        so what the rules would have played before it, does not narrow the draw. A game that is not open has to have it:
        tests of secrecy compare the two.
        """
        return state

    @abstractmethod
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

    @abstractmethod
    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        """Return the part of a record below its tags, with the outcome at its end; `script.result` is not used."""

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
        """Return the notes that stand in a record where one position follows another (`GameInfo.notes`).

        Args:
            before: The position before; None at the start.
            after: The position after.
            now: The last position of the record: what has come to light in it need not be masked.
            seat: Who reads; None for a spectator. What they may not know is masked.
            whole: Whether nothing is masked, as the match is over.
            drawn: What was drawn in the step between the two (`Step.drawn`), masked or not.
        """
        return ()

    def same_note(self, written: str, note: str) -> bool:
        """Return whether a note as a person wrote it says the same as one of ours."""
        return written == note

    @abstractmethod
    def result_text(self, outcome: Outcome, names: Sequence[str], /) -> str:
        """Return the result in the game's notation, e.g. `"(M.Lucy.4,5.Eric.4)"`; names of seat 1, 2, …."""

    def same_result(self, text: str, outcome: Outcome, names: Sequence[str], /) -> bool:
        """Return whether a result as a person wrote it (`Script.result`) says the same as the outcome."""
        return text == self.result_text(outcome, names)


# What a game starts from, checked and made whole: options, loadouts, and data files by their version.
#
# Commands, lobbies, records and the command line all come past here (`engine.session.Session.start`).


HIDDEN = "??"
"""Stands in a record for what its reader may not know while the match runs: a veiled move, a loadout."""


def chosen_options(info: GameInfo, mode: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every option of a mode that means something there, in the order of the game.

    Args:
        info: Of the game.
        mode: One of its modes.
        options: Values by key; those that are missing have their default.

    Raises:
        SetupError: The mode has no such option, the option no such value, or it means nothing beside the others.
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
                    "{option} means nothing without {needed}: choose that too, or leave it out.",
                    option=key,
                    needed=needed,
                )
                raise SetupError(reason, code="option-idle", given=key, suggestions=(needed,))
            found.pop(key)
    return found


def whole(game: Game[Any, Any, Any], setup: Setup) -> Setup:
    """Return a setup with a loadout for every seat that has one, in canonical notation, and with its options checked.

    Raises:
        SetupError: An option or a loadout does not exist in this game and mode.
    """
    mode = game.info.mode(setup.mode)
    if mode is None:
        return setup  # `Game.initial` says which there are
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
    """Return a setup as a seat, or a spectator (None), may know it while the match runs: without others' loadouts."""
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


# Data files of a game by their version: one that is corrected stays beside the new one, for the games before.


class Versioned(Protocol):
    """What is read from a data file."""

    @property
    def version(self) -> str:
        """As records name it."""
        ...


V = TypeVar("V", bound=Versioned)


def read_editions(package: str, current: str, read: Callable[[str], V]) -> Mapping[str, V]:
    """Return every data file of a game by its version, the current one first.

    Args:
        package: The game's, e.g. `"engine.apex"`; its files are `data/*.toml`.
        current: The name of the file that new games are played by.
        read: Reads the text of a file.
    """
    folder = resources.files(package).joinpath("data")
    files = [each for each in folder.iterdir() if each.name.endswith(".toml")]
    files.sort(key=lambda each: (each.name != current, each.name))
    return {each.version: each for each in (read(file.read_text(encoding="utf-8")) for file in files)}
