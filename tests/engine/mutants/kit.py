"""Mutants, as the suites of all games take it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypedDict

from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.mutants.apply import run
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.rules import rules_of
from engine.mutants.stack import Turns
from engine.mutants.state import BOSS, Said, Side, State
from engine.mutants.table import Table
from engine.seat import Seat
from tests.engine.kit import Kit
from tests.engine.mutants.comparing import told as comparing_told
from tests.engine.mutants.comparing import told_alike
from tests.engine.mutants.reference import BOSS as REFERENCE_BOSS
from tests.engine.mutants.reference import ZONES, Card, Draw, Drawn, DrawNeeded, Match
from tests.engine.mutants.reference import Lot as ReferenceLot
from tests.engine.mutants.reference import Reference as ReferenceReference
from tests.engine.mutants.reference import Reference as Second
from tests.engine.mutants.reference import Side as ReferenceSide

# Draws from Python's seeded random numbers, for games that the second implementation plays by itself.


@dataclass(frozen=True)
class Lot:
    """A seed and how often it has drawn."""

    seed: str
    drawn: int = 0

    def draw(self, draw: Draw) -> tuple[Drawn, Lot]:
        found = random.Random(f"{self.seed} {self.drawn}").sample(list(draw.cards), draw.number)
        return found, replace(self, drawn=self.drawn + 1)


def random_game(game: ReferenceReference, seed: str, most: int = 1_000) -> tuple[ReferenceReference, int]:
    """Play a game to its end with random answers, and return it and how many decisions it took."""
    random_numbers = random.Random(seed)
    for decisions in range(most + 1):
        seats = game.acting()
        if not seats:
            return game, decisions
        game = game.after({seat: random_numbers.choice(sorted(game.answers(seat))) for seat in seats})
    raise AssertionError(f"more than {most} decisions")


# Counting legal sequences of decisions a second time: a walk through the second implementation, without recursion.
#
# One ply is one decision, or one joint decision where several decide at once, as `engine.perft` has it.


Path: TypeAlias = tuple[Mapping[int, str], ...]
"""The decisions that lead from a position to another."""

DrawnBehind: TypeAlias = Callable[[Path], Sequence[Drawn]]
"""Tells what comes up behind the last decision of a path."""


def nothing_drawn(_path: Path) -> Sequence[Drawn]:
    """Tell of no draw: the game has a lot, or none comes up."""
    return ()


def decisions(game: ReferenceReference) -> Iterator[Mapping[int, str]]:
    """Yield every decision, or joint decision, that is legal."""
    seats = game.acting()
    if seats:
        for texts in itertools.product(*(sorted(game.answers(seat)) for seat in seats)):
            yield dict(zip(seats, texts, strict=True))


def walk(
    game: ReferenceReference, depth: int, drawn: DrawnBehind = nothing_drawn
) -> Iterator[tuple[Path, ReferenceReference]]:
    """Yield every position behind fewer decisions than a depth, and the way there."""
    waiting: list[tuple[Path, ReferenceReference]] = [((), game)]
    while waiting:
        path, here = waiting.pop()
        yield path, here
        if len(path) + 1 < depth:
            for decision in decisions(here):
                further = (*path, decision)
                waiting.append((further, here.after(decision, drawn(further))))


def counts(game: ReferenceReference, depth: int, drawn: DrawnBehind = nothing_drawn) -> list[int]:
    """Return how many sequences of 1, 2, … decisions there are, up to a depth; games that end earlier do not count."""
    found = [0] * depth
    for path, here in walk(game, depth, drawn):
        found[len(path)] += sum(1 for _ in decisions(here))
    return found


def kinds(game: ReferenceReference, depth: int, drawn: DrawnBehind = nothing_drawn) -> set[str]:
    """Return the kinds of prompt that so many decisions meet."""
    return {kind for _, here in walk(game, depth, drawn) for kind in here.told()["asked"].values()}


# Tables of the second implementation in the middle of a round, laid out by hand.


class Laid(TypedDict, total=False):
    """What lies before a player, by codes with spaces between; a K.O. mutant in lower case.

    Of whom nothing is said has two cards in hand and nine in the deck.
    """

    hand: str
    deck: str
    discard: str
    freezer: str
    incubator: str
    A: str
    L: str
    R: str
    reserve: Sequence[str]
    points: int


def cards(text: str) -> list[Card]:
    return [card(code) for code in text.split()]


def card(text: str) -> Card:
    found = Card(text.upper())
    found.up = text.isupper()
    return found


def _lay(side: ReferenceSide, laid: Laid, *, boss: bool) -> None:
    side.hand = cards(laid.get("hand", "" if boss else "ROB DEM"))
    side.deck = cards(laid.get("deck", "" if boss else " ".join(["ROB"] * 9)))
    side.discard, side.freezer = cards(laid.get("discard", "")), cards(laid.get("freezer", ""))
    side.incubator = card(laid["incubator"]) if laid.get("incubator") else None
    side.reserve = [cards(text) for text in laid.get("reserve", ("", "", ""))]
    side.points = laid.get("points", 0)
    arena = {"A": laid.get("A"), "L": laid.get("L"), "R": laid.get("R")}
    side.arena = {zone: card(text) if (text := arena[zone]) else None for zone in ZONES}


def arranged(
    *sides: Laid,
    force: Mapping[int, int],
    turn: int = 1,
    first: int = 1,
    round_: int = 1,
    boss: str = "",
    boss_side: Laid | None = None,
    health: int = 40,
    draws: Sequence[Drawn] = (),
    lot: ReferenceLot | None = None,
) -> ReferenceReference:
    """Return a game in which seats 1, 2, … have these sides.

    Args:
        sides: In the order of seats.
        force: The spaces of all, in the order in which they came there.
        turn: Who has the next turn.
        first: The first player.
        round_: Which round it is.
        boss: The boss's key in a solo game.
        boss_side: What lies before the boss.
        health: The boss's.
        draws: What comes up.
        lot: Draws the rest.
    """

    def arrange(match: Match) -> int:
        for seat, laid in enumerate(sides, 1):
            _lay(match.sides[seat], laid, boss=False)
            match.score.setdefault(match.sides[seat].points, []).append(seat)
        if boss:
            _lay(match.sides[REFERENCE_BOSS], boss_side or {}, boss=True)
            match.health, match.score = health, {}
        for seat, space in force.items():
            match.put(seat, space)
        match.round, match.first = round_, None if boss else first
        return turn

    options = {"boss": boss} if boss else {}
    return ReferenceReference("solo" if boss else str(len(sides)), options, draws=draws, lot=lot, arrange=arrange)


def play(game: ReferenceReference, *texts: str) -> ReferenceReference:
    """Return the game after answers of the one seat that is asked each time; `2:text` says whose the answer must be."""
    for text in texts:
        seat, _, answer = text.rpartition(":")
        (asked,) = game.acting()
        assert not seat or int(seat) == asked
        game = game.after({asked: answer})
    return game


SETUPS = (
    Setup("2", (("reserve", "draft"),)),
    Setup("3", (("reserve", "draft"),)),
    Setup("4", (("reserve", "ready"), ("decks", "random"))),
    Setup("3", (("reserve", "ready"), ("decks", "412"))),
    Setup("2", (("reserve", "constructed"),)),
    Setup("solo", (("boss", "wizard"), ("ultra", "no"), ("limits", "none"))),
    Setup("solo", (("boss", "jack"), ("ultra", "yes"), ("limits", "BD"))),
)
"""One of each form: with all decks of four seats and all limits there are far too many."""


class Reference:
    """The second implementation behind the interface of the suites: draws come behind the answers that led to them."""

    def __init__(self, game: Second, texts: Mapping[Seat, str] | None = None) -> None:
        self.game, self.texts = game, texts

    def acting(self) -> list[Seat]:
        return self.game.acting()

    def answers(self, seat: Seat) -> set[str]:
        return self.game.answers(seat)

    def after(self, texts: Mapping[Seat, str]) -> Reference:
        """Go on, or keep the answers until it is known what came up behind them (`follow`)."""
        try:
            return Reference(self.game.after(texts))
        except DrawNeeded:
            return Reference(self.game, texts)

    def told(self) -> dict[str, Any]:
        return told_alike(self.game)


def start(setup: Setup, state: State) -> Reference:
    """Return the second implementation's game at its start."""
    reserves = ["+".join(_reserve(side)) for side in state.sides[: state.rules.seats]]
    loadouts = reserves if state.rules.reserve == "constructed" else []
    return Reference(Second(setup.mode, dict(setup.options), loadouts, drawn(state.said)))


def like(state: State) -> Reference:
    """Return the second implementation's game in a position: at the start, or where a turn begins with its action."""
    rules = state.rules
    if not state.round:
        return start(Setup(rules.mode.key, rules.options), state)
    boss = rules.boss.key if rules.boss is not None else ""
    laid = [_laid(side, state.points[seat - 1] if state.points else 0) for seat, side in enumerate(state.sides, 1)]
    force = {0 if boss and seat == BOSS else seat: state.spaces[seat - 1] for seat in state.line}
    return Reference(
        arranged(
            *laid[: rules.seats],
            force=force,
            turn=state.active,
            first=state.first,
            round_=state.round,
            boss=boss,
            boss_side=laid[-1] if boss else None,
            health=state.health,
        )
    )


def _laid(side: Side, points: int) -> Laid:
    zones = [code.lower() if down else code for code, down in zip(side.arena, side.down, strict=True)]
    active, left, right = zones
    return Laid(
        hand=" ".join(side.hand),
        deck=" ".join(side.deck),
        discard=" ".join(side.discard),
        freezer=" ".join(side.freezer),
        incubator=side.incubator,
        A=active,
        L=left,
        R=right,
        reserve=[" ".join(pile) for pile in side.piles],
        points=points,
    )


def _reserve(side: Side) -> tuple[str, ...]:
    return components().sorted([code for pile in side.piles for code in pile])


def follow(reference: Any, state: State) -> None:
    """Go on with the answers that were kept, and with what was drawn behind them."""
    if reference.texts is not None:
        reference.game = reference.game.after(reference.texts, drawn(state.said))
        reference.texts = None


def drawn(lines: Iterable[Said]) -> list[Drawn]:
    """Return what lines of a record tell of draws, as the second implementation takes it."""
    found: list[Drawn] = []
    for line, hidden in lines:
        match line.split():
            case ["*", "DRAFT" | "DECK" | "RESERVE" | "SHUFFLE", *_]:
                found.append(hidden.split(","))
            case ["*", "READY", decks]:
                found.append([int(number) for number in decks.split(",")])
            case ["*", "FIRST", seat]:
                found.append([int(seat.removeprefix("S"))])
    return found


KIT = Kit(
    game=MUTANTS,
    start=start,
    like=like,
    told=comparing_told,
    kinds=lambda state: (prompt.kind,) if (prompt := MUTANTS.view(state, None).prompt) is not None else (),
    every_kind={"pick", "mulligan", "flank", "act"},
    typed="DBIYNLRAdbi zomrobalnDEV+>@123.é-'$",
    setups=SETUPS,
    sampled=SETUPS,
    follow=follow,
    keen=lambda text: text.startswith(("B", "Y", "D TAO", "D SUP")),
)


# Positions of the engine laid out by hand, and playing on from them by texts.


EVEN = {1: 5, 2: 6}
SPARE = "ROB DEM"
THREE = ("TRI NOB", "RHI KRU", "ORI AST")


TablesLaid: TypeAlias = Mapping[str, Any]
"""What lies before a player, by codes with spaces between; a K.O. mutant in lower case.

Keys: hand, deck, discard, freezer, incubator, A, L, R, reserve (three texts), points. Of whom nothing is said has two
cards in hand and nine in the deck.
"""


def side(laid: TablesLaid, *, boss: bool = False) -> Side:
    """Return what lies before a player as the engine has it."""
    hand = components().sorted(laid.get("hand", "" if boss else SPARE).split())
    deck = tuple(laid.get("deck", "" if boss else " ".join(["ROB"] * 9)).split())
    freezer = tuple(laid.get("freezer", "").split())
    zones = (laid.get("A", ""), laid.get("L", ""), laid.get("R", ""))
    return Side(
        hand=hand,
        hand_marks=(1,) * len(hand),
        deck=deck,
        deck_marks=(1,) * len(deck),
        discard=tuple(laid.get("discard", "").split()),
        freezer=freezer,
        freezer_marks=(1,) * len(freezer),
        arena=tuple(zone.upper() for zone in zones),
        down=tuple(zone.islower() for zone in zones),
        incubator=laid.get("incubator", ""),
        piles=tuple(tuple(pile.split()) for pile in laid.get("reserve", ("", "", ""))),
        shuffles=1,
    )


def table(
    *sides: TablesLaid,
    force: Mapping[Seat, int] | None = None,
    turn: Seat = 1,
    first: Seat = 1,
    round_: int = 1,
    gone: Sequence[Seat] = (),
) -> State:
    """Return a game among players in which a seat has the turn: at its first decision, or where it leads without one.

    Args:
        sides: In the order of seats.
        force: The spaces of all, in the order in which they came there.
        turn: Whose turn it is.
        first: The first player of the round.
        round_: Which round it is.
        gone: Who has left.
    """
    spaces = dict(force or EVEN)
    rules = rules_of(Setup(str(len(sides)), (("reserve", "ready"),)))
    seats = range(1, len(sides) + 1)
    staying = [seat for seat in seats if seat not in gone]
    points = tuple(laid.get("points", 0) for laid in sides)
    order = list(spaces)
    return _begun(
        State(
            rules=rules,
            chance=Chance.from_text("table"),
            stack=(Turns(turn),),
            sides=tuple(map(side, sides)),
            spaces=tuple(spaces.get(seat, -1) for seat in seats),
            line=tuple(sorted(spaces, key=lambda seat: (spaces[seat], order.index(seat)))),
            points=points,
            standing=tuple(sorted(staying, key=lambda seat: points[seat - 1])),
            first=first,
            round=round_,
            gone=tuple(gone),
        )
    )


def revolt(
    mine: TablesLaid,
    its: TablesLaid,
    *,
    boss: str = "wizard",
    health: int = 40,
    me: int = 6,
    it: int = 5,
    round_: int = 1,
) -> State:
    """Return a turn of the player in a Revolt."""
    rules = rules_of(Setup("solo", (("boss", boss),)))
    return _begun(
        State(
            rules=rules,
            chance=Chance.from_text("table"),
            stack=(Turns(1),),
            sides=(side(mine), side(its, boss=True)),
            spaces=(me, it),
            line=(1, BOSS) if me < it else (BOSS, 1),
            points=(),
            standing=(),
            first=BOSS,
            round=round_,
            health=health,
        )
    )


def _begun(state: State) -> State:
    begun = Table(state)
    run(begun)
    return begun.packed()


def tables_play(state: State, *texts: str) -> State:
    """Return the position after answers of the one seat that is asked each time; `2:text` says who that must be."""
    return told(state, *texts)[0]


def told(state: State, *texts: str) -> tuple[State, list[Event]]:
    """Return the position after such answers, and what happened."""
    events: list[Event] = []
    for text in texts:
        seat, _, answer = text.rpartition(":")
        (asked,) = MUTANTS.to_act(state)
        assert not seat or int(seat) == asked, f"seat {asked} is asked, not {seat}"
        step = MUTANTS.apply(state, {asked: MUTANTS.parse(state, asked, answer)})
        state = step.state
        events += step.events
    return state, events


def asked(state: State) -> str:
    """Return the kind of the prompt and who is asked, e.g. `"act 1"`; empty when the game is over."""
    if state.ask is None:
        return ""
    return f"{state.ask.kind} {state.ask.seat}"


def answers(state: State) -> list[str]:
    """Return all legal answers of the one seat that is asked."""
    (seat,) = MUTANTS.to_act(state)
    return [MUTANTS.format(state, seat, move) for move in MUTANTS.legal(state, seat)]


def arena(state: State, seat: Seat) -> str:
    """Return what lies in an arena: active, left, right; a K.O. mutant in lower case, `-` for nothing."""
    mine = state.sides[seat - 1]
    zones = [code.lower() if down else code or "-" for code, down in zip(mine.arena, mine.down, strict=True)]
    return " ".join(zones)


def force(state: State) -> dict[Seat, int]:
    """Return the spaces of the markers, from the last to the one furthest ahead."""
    return {seat: state.spaces[seat - 1] for seat in state.line}


# Positions in which a prompt of each kind is open (N8).


FORCE = {3: 4, 1: 5, 2: 9}
EMPTY = {"deck": "", "discard": "ROB WAR WAR"}

PROMPTS: dict[str, tuple[TablesLaid, TablesLaid, str, str]] = {
    "flank": ({"A": "ROB"}, {}, "", "L"),
    "act": ({"hand": "DEM ROB"}, {}, "", "D ROB"),
    "freeze-empty": ({"hand": "ROB DEM", **EMPTY}, {}, "D ROB", "ROB"),
    "freeze-hand": ({"A": "DEM", "L": "AUT", "R": "rob", "hand": "ZOM ROB"}, {}, "L", "N"),
    "freeze-discard": ({"hand": "NOB ROB", "discard": "ZOM WAR"}, {}, "D NOB", "N"),
    "freeze-self": ({"A": "ROB", "L": "ZOM", "R": "rob"}, {}, "L", "N"),
    "freeze-arena": ({"A": "ROB", "L": "BON", "R": "ZOM"}, {}, "L", "N"),
    "cycle": ({"hand": "ROB WAR DEM", "deck": "ZOM"}, {}, "D ROB", "ZOM"),
    "discard": ({"hand": "RAK ROB"}, {"hand": "WAR ZOM ZOM"}, "D RAK", "ZOM"),
    "offer": ({"hand": "LYC ROB ROB", "reserve": THREE}, {}, "D LYC", "N"),
    "cost": ({"hand": "LYC ROB WAR DEM", "reserve": THREE}, {}, "D LYC/Y", "ROB+WAR"),
    "take": ({"hand": "TAO ROB", "discard": "WAR ZOM"}, {}, "D TAO", "ZOM"),
    "take-discard": ({"hand": "TAO WAR", "discard": "WAR ZOM"}, {}, "D TAO/ZOM", "ZOM"),
    "gain": ({"hand": "RHI ROB", "reserve": ("", "TRI", "NOB")}, {}, "D RHI", "TRI"),
    "copy": ({"A": "LYC", "L": "ALN", "R": "ZOM"}, {}, "L", "A"),
    "ko": ({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "DEV"}, "D BON", "L"),
    "flip": ({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}, "D EVA", "L"),
    "parry": ({"hand": "TYR ROB"}, {"A": "DEM", "L": "BRI"}, "D TYR", "A"),
}
"""By kind: what lies before seat 1, and before seat 2; the texts that lead to the prompt; what M77 answers."""


def laid_out(
    kind: str, *, players: int = 3, usual: TablesLaid | None = None, instead: TablesLaid | None = None
) -> State:
    """Return the position from which turns lead to a prompt.

    Args:
        kind: Which.
        players: How many there are.
        usual: What lies before everybody where `PROMPTS` says nothing.
        instead: What lies before seat 1 instead of what `PROMPTS` says.
    """
    first, second, _, _ = PROMPTS[kind]
    laid = ({**first, **(instead or {})}, second, {}, {})[:players]
    force = {seat: space for seat, space in {4: 3, **FORCE}.items() if seat <= players}
    return table(*({**(usual or {}), **each} for each in laid), force=force)


def prompted(
    kind: str, *, players: int = 3, usual: TablesLaid | None = None, instead: TablesLaid | None = None
) -> State:
    """Return a position in which a prompt is open; see `laid_out`."""
    before = laid_out(kind, players=players, usual=usual, instead=instead)
    state = tables_play(before, *filter(None, PROMPTS[kind][2].split("/")))
    assert asked(state).split()[0] == kind
    return state
