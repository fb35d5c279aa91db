"""Replica, as the suites of all games take it."""

from __future__ import annotations

import itertools
import random

import pytest

from engine.chance import Chance
from engine.errors import IllegalMoveError, MoveError
from engine.events import Event
from engine.game import Setup
from engine.replica.game import REPLICA
from engine.replica.state import State
from tests.engine.kit import Kit, every_setup
from tests.engine.replica.reference import Reference, told, write

# Random positions full of contact, and comparing the engine with the reference.


CHANCE = Chance.from_text("")
SIGHTS = ("all", "forward")
POWERS = ("none", "all_kings", "double", "backward_capture")
EVERY_OPTION = tuple(itertools.product(SIGHTS, POWERS))


def start(position: str = "", *, sight: str = "all", power: str = "none") -> State:
    return REPLICA.initial(Setup("2", (("sight", sight), ("king_power", power)), position=position), CHANCE)


def place(white: str, black: str, when: str = "w - 1", *, sight: str = "all", power: str = "none") -> State:
    """Return a position from each side's squares, kings marked as in `"Kc3 d4"`."""
    signs: dict[str, str] = {}
    for men, (plain, king) in ((white, "PK"), (black, "pk")):
        signs |= {man.removeprefix("K"): king if man.startswith("K") else plain for man in men.split()}
    ranks = ["".join(signs.get(f"{file}{rank}", "1") for file in "abcdefgh") for rank in range(8, 0, -1)]
    return start(f"{'/'.join(ranks)} {when}", sight=sight, power=power)


def crowded(draw: random.Random, sight: str, power: str) -> State:
    """Return a random position: few squares, many pieces, several kings."""
    while True:
        centre = draw.randint(1, 8), draw.randint(1, 8)
        squares = [(file, rank) for file in range(1, 9) for rank in range(1, 9)]
        squares.sort(key=lambda each: (max(abs(each[0] - centre[0]), abs(each[1] - centre[1])), draw.random()))
        counts = [draw.choice((1, 2, 4, 7, 10, 12, 12)) for _ in range(2)]
        room = squares[: min(64, round(sum(counts) * draw.uniform(1, 2.5)))]
        draw.shuffle(room)
        sides = []
        for count in counts:
            kings = draw.choice((1, 1, 2, 3, count))
            names = [write(room.pop()) for _ in range(count)]
            sides.append([("K" if index < kings else "") + name for index, name in enumerate(names)])
        if "Kh8" in sides[0] or "Ka1" in sides[1]:
            continue
        white, black = (" ".join(side) for side in sides)
        return place(white, black, f"{draw.choice('wb')} - {draw.randint(1, 40)}", sight=sight, power=power)


def texts(state: State) -> list[str]:
    return [REPLICA.format(state, state.seat, move) for move in REPLICA.legal(state, state.seat)]


def play(state: State, *turns: str) -> State:
    """Play whole or partial turns for the player whose turn it is."""
    return events(state, *turns)[0]


def events(state: State, *turns: str) -> tuple[State, list[Event]]:
    """Play turns, and return what happened too."""
    happened: list[Event] = []
    for turn in turns:
        for text in turn.split("/"):
            step = REPLICA.apply(state, {state.seat: REPLICA.parse(state, state.seat, text)})
            state = step.state
            happened += step.events
    return state, happened


def refused(state: State, text: str, code: str, rule: str) -> MoveError:
    """Check that a move is refused for this reason and that what is suggested instead is legal; return the error."""
    with pytest.raises(MoveError) as caught:
        REPLICA.parse(state, state.seat, text)
    error = caught.value
    assert (error.code, error.rule) == (code, rule), str(error)
    assert error.position == REPLICA.write_position(state)
    assert set(error.suggestions) <= set(texts(state))
    assert error.suggestions or not isinstance(error, IllegalMoveError)
    return error


def _crowded(draw: random.Random, setup: Setup) -> State:
    return crowded(draw, *(value for _, value in setup.options))


KIT = Kit(
    game=REPLICA,
    start=lambda setup, _state: Reference.start(*(value for _, value in setup.options)),
    like=lambda state: Reference.like(REPLICA.view(state, None)),
    told=lambda state: told(REPLICA.view(state, None)),
    kinds=lambda state: {text[2:3] for text in texts(state)},
    every_kind={"-", "x", "=", ""},
    typed="abcdefghi0123456789-x=KFX :/\u2013\u00d7",
    published={"start-all-none": (43, 1849)},
    setups=every_setup(REPLICA),
    crowded=_crowded,
    keen=lambda text: "=" in text,
)
