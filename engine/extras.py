"""What a game may have beyond `engine.game.Game`: optional protocols, and the values that they use.

A game has one by having its methods, and nothing need be declared: who asks looks with `isinstance`.

    protocol     what it tells                              games                           who asks
    Explained    the rules, as a person looks them up       replicants replica apex mutants `/rules`
    Guided       the rules from the beginning, in pages     replicants replica apex mutants `/rules`
    Taught       the game, task by task                     replicants replica apex mutants `/learn`
    Reaching     what one piece can do                      replicants replica apex         `/legal`, turn builder
    Asking       what is being decided, in words            apex mutants                    turn builder
    Stepping     what the next step of a move chooses       replicants replica              turn builder
    Brief        a move in few words                        replicants replica apex mutants turn builder
    Cautious     why a legal move would have no effect      apex mutants                    turn builder
    Scored       how players stand, what they achieved      replicants replica apex mutants card of a match
    Featured     what seats had, to count results by        apex mutants                    results, `/leaderboard`
    Graded       how good the end of a match alone is       mutants                         results: lists of the best
    Carded       where the cards are                        apex mutants                    `/match cards`
    Catalogued   what can be looked up by name              mutants                         `/match cards`
    Lists        turns that are lists, and how they end     apex                            `engine.turn`, records
    Numbered     the numbers that records put before turns  replicants replica              `engine.turn`
    Masking      positions as their reader may know them    apex mutants                    errors, records
    Noting       lines of a record that are no moves        apex mutants                    `engine.record`
    CountsLegal  how many legal moves there are             replicants replica apex         `engine.perft`
    Veiling      what others may read of a private move     mutants                         `engine.session`
    Interrupting whose turn it is while others answer       mutants                         clocks, calls, replays
    Loadouts     what is chosen in private before the start mutants                         lobby, `engine.setups`
    Building     how a loadout is put together from menus   mutants                         lobby
    Alike        other positions, alike for a seat          apex mutants                    tests of secrecy
    Preparing    answers that a player stored in advance    mutants                         `/match plan`
    Forced       the only move that public facts leave      mutants                         `engine.auto_turns`

A test holds the table to the games (`tests/engine/test_catalogue.py`). Whether a class has a protocol is looked up
once: to go through all members of a protocol takes longer than most moves do, and each turn that is read asks several
times.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.chance import Chance, Draw
from engine.choices import Choice, Invitation, Preparation, Question, Reach
from engine.events import Event
from engine.game import Game, Setup
from engine.outcome import Grade, Standing
from engine.seat import Seat
from engine.teaching import Task, Topic
from engine.text import Text

# What a game has to look up outside of any match, such as its cards, and how people find it by name.
#
# Names are compared without regard to case, accents, spaces and signs, in whichever language they are typed.


MOST_TYPED = 100
"""Characters of a name that are looked at; no name is longer."""

Told = Callable[[Text], str]
"""Puts a title into the reader's language."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A card, or a page of cards that belong together.

    Attributes:
        key: Unique in its catalogue; at most 40 letters, digits and hyphens, e.g. `"ZOM"`, `"gene-A"`.
        title: What it is called.
        names: What else it is called, in any language, and its code.
        texts: All that it says in whole sentences, and what of it is reconstructed.
        cards: The keys of the cards of a page, in their order; none for a card.
    """

    key: str
    title: Text
    names: tuple[str, ...]
    texts: tuple[Text, ...]
    cards: tuple[str, ...] = ()


class _Fit(IntEnum):
    """How well a name fits what was typed, best first."""

    WHOLE = 0
    BEGINNING = 1
    WORD = 2
    PART = 3


def folded(name: str) -> str:
    """Return a name as names are compared: letters and digits, without case and accents."""
    spread = unicodedata.normalize("NFKD", name[:MOST_TYPED].casefold())
    return "".join(sign for sign in spread if sign.isalnum())


def completed(entries: Iterable[CatalogueEntry], typed: str, told: Told = str) -> Sequence[CatalogueEntry]:
    """Return the entries that fit what was typed so far, best first and else in their order; all for nothing."""
    wanted = folded(typed)
    if not wanted:
        return tuple(entries)
    fitting = [(fit, entry) for entry in entries if (fit := _fit(entry, wanted, told)) is not None]
    return [entry for _, entry in sorted(fitting, key=lambda each: each[0])]


def found(entries: Iterable[CatalogueEntry], typed: str, told: Told = str) -> Sequence[CatalogueEntry]:
    """Return the entry that a person means; several if they may mean each of these, none if nothing is called so."""
    entries, wanted = tuple(entries), folded(typed)
    for entry in entries:
        if typed.strip().casefold() == entry.key.casefold():
            return (entry,)
    fits = {entry.key: _fit(entry, wanted, told) for entry in entries} if wanted else {}
    best = min((fit for fit in fits.values() if fit is not None), default=None)
    return [entry for entry in entries if best is not None and fits[entry.key] is best]


def _fit(entry: CatalogueEntry, wanted: str, told: Told) -> _Fit | None:
    return min((fit for name in _names(entry, told) if (fit := _fit_of(name, wanted)) is not None), default=None)


def _names(entry: CatalogueEntry, told: Told) -> Iterator[str]:
    yield told(entry.title)
    yield entry.key
    yield from entry.names


def _fit_of(name: str, wanted: str) -> _Fit | None:
    whole = folded(name)
    if whole == wanted:
        return _Fit.WHOLE
    if whole.startswith(wanted):
        return _Fit.BEGINNING
    if wanted not in whole:
        return None
    words = name.replace("-", " ").replace("'", " ").split()
    later = any(folded("".join(words[start:])).startswith(wanted) for start in range(1, len(words)))
    return _Fit.WORD if later else _Fit.PART


# Where the cards of a game are, as one reader may know it: `/match cards` shows it.


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that are in the same place, as one player sees it.

    Attributes:
        title: Where they are, e.g. "Your hand".
        keys: What they are called, in their order.
        texts: What each of them is, in one line; empty where the name is enough.
    """

    title: Text
    keys: tuple[str, ...]
    texts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class CardList:
    """Every card of a game.

    Attributes:
        heading: Of which part of the game it tells, e.g. "Age 2, round 3".
        piles: Those that are not empty, what matters most first.
        odds: What is likely of the cards that the reader does not see, one sentence a line.
    """

    heading: Text
    piles: tuple[Pile, ...]
    odds: tuple[Text, ...] = ()


# What seats had in a match beside their seat, such as a civilisation: results are counted by it.


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """Something by which a game wants its results to be counted.

    Attributes:
        key: As stored, e.g. `"civilisation"`: lower case, never another one's; it has no colon.
        title: Of a table or chart of it, e.g. "Score by civilisation".
    """

    key: str
    title: Text


@dataclass(frozen=True, slots=True)
class Feature:
    """What one seat had.

    Attributes:
        seat: Which.
        kind: Key of a `FeatureKind` of the game.
        value: As stored, e.g. `"HUM"`; at most 60 characters.
    """

    seat: Seat
    kind: str
    value: str


S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

_known: dict[tuple[type, type], bool] = {}


class _Optional(type(Protocol)):  # type: ignore[misc]  # mypy knows no such bases
    """What `isinstance` asks of these protocols: a class has one for all its objects, or for none."""

    def __instancecheck__(self, instance: object) -> bool:
        key = self, type(instance)
        known = _known.get(key)
        if known is None:
            known = _known[key] = super().__instancecheck__(instance)
        return known


@runtime_checkable
class Explained(Protocol, metaclass=_Optional):
    """A game that brings its own help."""

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The pages to look up; at most 25, as a menu holds no more, and one apart with the key `rulings`."""
        ...


@runtime_checkable
class Guided(Protocol, metaclass=_Optional):
    """A game that is explained from the beginning, in short pages one after the other."""

    @property
    def guide(self) -> tuple[Topic, ...]:
        """The pages, at most 25, the first for a person who never played; their keys are none of its `topics`."""
        ...


@runtime_checkable
class Taught(Protocol, metaclass=_Optional):
    """A game that brings a lesson."""

    @property
    def lesson(self) -> tuple[Task, ...]:
        """The tasks in the order in which to do them; at most 25, as a menu holds no more."""
        ...


@runtime_checkable
class Reaching(Protocol[S_contra], metaclass=_Optional):
    """A game that can tell what single pieces can do.

    Attributes:
        invitation: To pick one of its subjects.
    """

    @property
    def invitation(self) -> Invitation: ...  # noqa: D102 - in the class's docstring

    def subjects(self, state: S_contra, seat: Seat | None) -> tuple[Choice, ...]:
        """Return the pieces that a seat, or a spectator (None), may ask about, its own first; none once it is over."""
        ...

    def reach(self, state: S_contra, seat: Seat | None, key: str) -> Reach | None:
        """Return what a piece could do now if its owner were to use it, or None if there is no such piece."""
        ...


@runtime_checkable
class Asking(Protocol[S_contra], metaclass=_Optional):
    """A game that puts its decisions into words."""

    def question(self, state: S_contra, seat: Seat, chosen: Sequence[Choice]) -> Question:
        """Return what a seat that must decide is asked behind the steps that it has chosen (`Game.choices`).

        It tells no more than that seat may know.
        """
        ...


@runtime_checkable
class Stepping(Protocol[S_contra], metaclass=_Optional):
    """A game that says what each step towards a move chooses. For games that are not `Asking`."""

    def step(self, state: S_contra, chosen: Sequence[Choice]) -> Text:
        """Return what there is to choose behind the steps that were chosen (`Game.choices`), as a sentence."""
        ...


@runtime_checkable
class Brief(Protocol[S_contra, M_contra], metaclass=_Optional):
    """A game that says a move in few words, for the button that plays it."""

    def brief(self, state: S_contra, seat: Seat, move: M_contra) -> Text:
        """Return a legal move of a seat in as few words as are clear, as its own player may know it: "2 E7 → E6"."""
        ...


@runtime_checkable
class Cautious(Protocol[S_contra, M_contra], metaclass=_Optional):
    """A game that warns before a move is made that is legal and useless."""

    def caution(self, state: S_contra, seat: Seat, move: M_contra) -> Text | None:
        """Return what a seat should know before it makes a legal move, as far as it may know it; None for nothing."""
        ...


@runtime_checkable
class Scored(Protocol[S_contra], metaclass=_Optional):
    """A game that can tell how players stand."""

    def standing(self, state: S_contra) -> Standing:
        """Return how the players stand, as far as everybody may know; the label does not change during a game."""
        ...

    def feats(self, event: Event) -> Mapping[Seat, int]:
        """Return how many feats an event was, and whose: what the game finds worth counting to the end."""
        ...

    def feats_text(self, count: int) -> Text:
        """Return how many feats a player achieved, in few words, e.g. "captures: 3"."""
        ...


@runtime_checkable
class Featured(Protocol[S_contra], metaclass=_Optional):
    """A game in which seats have something beside their seat by which results are worth counting."""

    @property
    def feature_kinds(self) -> tuple[FeatureKind, ...]:
        """What is counted, in the order in which to show it."""
        ...

    def features(self, state: S_contra) -> tuple[Feature, ...]:
        """Return what each seat had in a match that is over: one of each kind at most, none where it had nothing."""
        ...

    def feature_name(self, kind: str, value: str) -> Text:
        """Return what a value is called; the value itself if no version of the data knows it any more."""
        ...


@runtime_checkable
class Graded(Protocol[S_contra], metaclass=_Optional):
    """A game that a player alone can end well or badly in more ways than one, so that there are best results."""

    def grade(self, state: S_contra) -> Grade:
        """Return how good the end of a game of a player alone is."""
        ...

    def grade_text(self, won: bool, points: Sequence[int]) -> Text:
        """Return what a result says, in few words, e.g. "victory in round 4".

        Args:
            won: Whether it was a victory.
            points: Those of its `Grade`.
        """
        ...


@runtime_checkable
class Carded(Protocol[S_contra], metaclass=_Optional):
    """A game with cards."""

    def cards(self, state: S_contra, seat: Seat | None) -> CardList:
        """Return where the cards are, as far as a seat, or a spectator (None), may know."""
        ...


@runtime_checkable
class Catalogued(Protocol[S_contra], metaclass=_Optional):
    """A game with cards that can be looked up by name (`engine.extras`)."""

    def catalogue(self, data: str = "") -> tuple[CatalogueEntry, ...]:
        """Return what can be looked up by a version of the data, the current one's if it is empty: pages, then cards.

        There are at most 25 pages, as a menu holds no more.

        Raises:
            LookupError: There is no such version.
        """
        ...

    def whereabouts(self, state: S_contra, seat: Seat | None, key: str) -> tuple[Text, ...]:
        """Return where copies of a card are, as far as a seat, or a spectator (None), may know, as sentences.

        It says so if none is known to be anywhere. Nothing for a page.
        """
        ...


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


@runtime_checkable
class Lists(Protocol[S_contra], metaclass=_Optional):
    """A game with turns that are lists."""

    def listing(self, state: S_contra, seat: Seat) -> Listing | None:
        """Return how the turn of a seat is written as a list; None where it is no list."""
        ...

    def spread(self, text: str) -> tuple[str, ...]:
        """Return the texts of the single moves that one text of a list stands for; mostly itself alone."""
        ...


@runtime_checkable
class Numbered(Protocol[S_contra], metaclass=_Optional):
    """A game whose turns stand behind numbers in records, and are pasted with them."""

    def unnumbered(self, state: S_contra, text: str) -> str:
        """Return a turn as it was pasted with spaces for its number and the like; nothing else in it moves.

        Raises:
            NotationError: The number is not that of the turn to be played.
        """
        ...


@runtime_checkable
class Masking(Protocol[S_contra], metaclass=_Optional):
    """A game whose positions are written differently for each reader."""

    def masked_position(self, state: S_contra, seat: Seat | None) -> str:
        """Return a position in one line, as far as a seat, or a spectator (None), may know it."""
        ...


def position_for(game: Game[Any, Any, Any], state: Any, seat: Seat | None) -> str:  # noqa: ANN401 - each game has its own
    """Return a position in one line, as far as a seat, or a spectator (None), may know it."""
    return game.masked_position(state, seat) if isinstance(game, Masking) else game.write_position(state)


@runtime_checkable
class Noting(Masking[S_contra], Protocol[S_contra], metaclass=_Optional):
    """A game whose records have notes."""

    def notes(
        self,
        before: S_contra | None,
        after: S_contra,
        now: S_contra,
        seat: Seat | None,
        *,
        whole: bool,
        drawn: Sequence[Draw] = (),
    ) -> tuple[str, ...]:
        """Return the notes that stand in a record where one position follows another.

        Args:
            before: The position before; None at the start.
            after: The position after.
            now: The last position of the record: what has come to light in it need not be masked.
            seat: Who reads; None for a spectator. What they may not know is masked.
            whole: Whether nothing is masked, as the match is over.
            drawn: What was drawn in the step between the two (`Step.drawn`), masked or not.
        """
        ...

    def same_note(self, written: str, note: str) -> bool:
        """Return whether a note as a person wrote it says the same as one of ours."""
        ...


@runtime_checkable
class CountsLegal(Protocol, metaclass=_Optional):
    """A game that can count legal moves without making them."""

    def count_legal(self, state: Any, seat: int) -> int:  # noqa: ANN401 - each game has its own type of state
        """Return `len(game.legal(state, seat))`."""
        ...


@runtime_checkable
class Veiling(Protocol[S_contra, M_contra], metaclass=_Optional):
    """A game in which some moves may be read by their seat alone until the game is over."""

    def veil(self, state: S_contra, seat: Seat, move: M_contra) -> Text | None:
        """Return what others read in place of a move that is about to be made in this position; None: the move itself.

        In few words, without its player and without a full stop, as it stands where a move stands: "freezes a card of
        the hand". It says no more than everybody may know. One of several that are chosen at once stays closed if it
        has a veil: it is proven by its hash, and opened when the match is over.
        """
        ...


@runtime_checkable
class Interrupting(Protocol[S_contra], metaclass=_Optional):
    """A game in whose turns other seats must answer: `Game.to_act` is then another seat than the turn's owner."""

    def owner(self, state: S_contra) -> Seat | None:
        """Return whose turn it is, also while another seat answers in it; None where it is the game's own or of all."""
        ...

    def asked(self, state: S_contra, seat: Seat) -> Text | None:
        """Return what a seat that must decide is asked inside a turn, and why; None in its own turn.

        It stands in public, as a sentence: "{player} is attacked and chooses a mutant." It says what all may know.
        """
        ...


def owner(game: Game[S, Any, Any], state: S) -> Seat | None:
    """Return whose turn it is: also while another seat answers in it; None when all choose at once, and at the end."""
    if isinstance(game, Interrupting):
        return game.owner(state)
    acting = game.to_act(state)
    return next(iter(acting)) if len(acting) == 1 else None


def asked(game: Game[S, Any, Any], state: S, seat: Seat) -> Text | None:
    """Return what a seat is asked inside a turn, for a call that everybody reads; None in a turn of its own."""
    return game.asked(state, seat) if isinstance(game, Interrupting) and seat in game.to_act(state) else None


@runtime_checkable
class Loadouts(Protocol, metaclass=_Optional):
    """A game for which something is chosen in private before the start (`Setup.loadouts`), such as a deck."""

    def loadout_seats(self, setup: Setup) -> frozenset[Seat]:
        """Return who chooses a loadout in this setup; nobody where it has none. `Setup.loadouts` does not matter."""
        ...

    def parse_loadout(self, setup: Setup, seat: Seat, text: str) -> str:
        """Return the canonical text of a loadout that a person means.

        Raises:
            NotationError: It is none in this notation.
            IllegalMoveError: The rules forbid it.
        """
        ...

    def usual_loadout(self, setup: Setup, seat: Seat) -> str:
        """Return the loadout that is played for a seat that chose none, in canonical notation."""
        ...


@runtime_checkable
class Building(Loadouts, Protocol, metaclass=_Optional):
    """A game whose loadouts can be put together step by step, from menus.

    A draft is what has been chosen so far, in a short form of the game's own: at most 60 printed characters of ASCII
    and no colon, as it travels in the ids of buttons. Nothing chosen yet is the empty draft; what `parse_loadout`
    returned is a draft, too, so that a choice can be changed, unless it is longer than that.

    Attributes:
        building: How the game invites to build one.
    """

    @property
    def building(self) -> Invitation: ...  # noqa: D102 - in the class's docstring

    def loadout_question(self, setup: Setup, seat: Seat, draft: str) -> Question:
        """Return what has been chosen so far, and what to choose now, in words."""
        ...

    def loadout_choices(self, setup: Setup, seat: Seat, draft: str) -> tuple[Choice, ...]:
        """Return what can be chosen next; nothing where a draft takes no more. A draft that is whole may take more."""
        ...

    def loadout_step(self, setup: Setup, seat: Seat, draft: str, key: str) -> str:
        """Return the draft after one of its choices.

        Raises:
            IllegalMoveError: There is no such choice.
        """
        ...


@runtime_checkable
class Alike(Protocol[S], metaclass=_Optional):
    """A game that can imagine what a seat does not see. A game that is not open has to."""

    def alike(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Return a position drawn from those that a seat, or a spectator (None), cannot tell from this one.

        It is consistent with all that the seat has seen so far: hands of others, piles, what lies face down and what
        chance has yet to bring may differ, and nothing else. `chance` draws it; the position gets a chance of its own.
        What people learn beside the game is no part of a state: that a move was the default of a missed deadline, and
        so what the rules would have played before it, does not narrow the draw.
        """
        ...


@runtime_checkable
class Forced(Protocol[S_contra, M_co], metaclass=_Optional):
    """A game in which the number of legal moves may tell a secret, so that not every only move may come at once."""

    def forced(self, state: S_contra, seat: Seat) -> M_co | None:
        """Return the only move that what everybody knows leaves to a seat; None if it is not forced, or in secret."""
        ...


@runtime_checkable
class Preparing(Protocol[S_contra, M_co], metaclass=_Optional):
    """A game in which some answers can be stored in advance, in private; they come at once where they fit."""

    @property
    def preparations(self) -> tuple[Preparation, ...]:
        """What can be answered in advance; at most 25."""
        ...

    def parse_prepared(self, key: str, text: str) -> str:
        """Return the canonical text of an answer in advance, at most 400 characters; an empty text is never one.

        Raises:
            NotationError: It is none.
        """
        ...

    def prepared(self, state: S_contra, seat: Seat, answers: Mapping[str, str]) -> M_co | None:
        """Return the legal move that answers in advance make, by their keys; None where the seat must be asked.

        It follows from what the seat itself may know.
        """
        ...
