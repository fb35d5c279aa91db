"""Positions of the engine laid out by hand, and playing on from them by texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.mutants.apply import run
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.rules import rules_of
from engine.mutants.stack import Turns
from engine.mutants.state import BOSS, Side, State
from engine.mutants.table import Table
from engine.seat import Seat

EVEN = {1: 5, 2: 6}
SPARE = "ROB DEM"
THREE = ("TRI NOB", "RHI KRU", "ORI AST")


Laid: TypeAlias = Mapping[str, Any]
"""What lies before a player, by codes with spaces between; a K.O. mutant in lower case.

Keys: hand, deck, discard, freezer, incubator, A, L, R, reserve (three texts), points. Of whom nothing is said has two
cards in hand and nine in the deck.
"""


def side(laid: Laid, *, boss: bool = False) -> Side:
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
    *sides: Laid,
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
    mine: Laid, its: Laid, *, boss: str = "wizard", health: int = 40, me: int = 6, it: int = 5, round_: int = 1
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


def play(state: State, *texts: str) -> State:
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
