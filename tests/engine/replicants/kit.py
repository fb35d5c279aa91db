"""Replicants, as the suites of all games take it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.chance import Chance
from engine.errors import MoveError
from engine.game import Setup, Step
from engine.replicants.board import NAMES
from engine.replicants.game import REPLICANTS
from engine.replicants.moves import Go
from engine.replicants.state import State
from engine.replicants.view import Side
from tests.engine.kit import Kit
from tests.engine.replicants.reference import OWNED, SEATS, Place, Reference, arena, name_of, told

# Random positions full of contact, and comparing the engine with the reference.


CHANCE = Chance.from_text("Replicants draws nothing")


FAR = "1E2:0 2E3:0 2D2:0 2D1:0"
"""Four yellow Replicants that meet nobody."""


def start(mode: str = "2", position: str = "") -> State:
    return REPLICANTS.initial(Setup(mode, position=position), CHANCE)


def crowded(mode: str, draw: random.Random) -> str:
    """Return a random position in one line: few hexes, many Replicants, uneven points."""
    cells = sorted(arena(mode))
    centre = draw.choice(cells)
    cells.sort(key=lambda each: (max(abs(each[0] - centre[0]), abs(each[1] - centre[1])), draw.random()))
    armies: list[list[tuple[Place, int]]] = []
    hearts = 9 if mode == "2" else 8
    sizes = [draw.choice((4, 4, 4, 5, 5, 6, 7, hearts)) for _ in SEATS[mode]]
    room = cells[: round(sum(sizes) * draw.uniform(1.1, 2.5))]
    draw.shuffle(room)
    gone: list[Counter[int]] = []
    reserves = []
    for size in sizes:
        souls = [value for value, count in OWNED.items() if value > 1 for _ in range(count)]
        draw.shuffle(souls)
        souls.sort(key=lambda value: value != 5 or draw.random() < 0.3)
        army = [1, *souls[: size - 1]]
        rest = souls[size - 1 :]
        draw.shuffle(rest)
        lost = draw.randrange(len(rest) + 1)
        armies.append([(room.pop(), value) for value in army if room])
        gone.append(Counter(rest[:lost]))
        reserves.append(sorted(rest[lost:]))
    trophies: list[list[int]] = [[] for _ in sizes]
    for owner, lost_souls in enumerate(gone):
        favourite = draw.randrange(len(sizes))
        for value in lost_souls.elements():
            taker = favourite if draw.random() < 0.7 else draw.randrange(len(sizes))
            if taker != owner:
                trophies[taker].append(value)
    parts = [f"T{draw.randint(1, 30)}.{draw.randint(1, len(sizes))}.{draw.choice((1, 2, 2, 2, 2, 3))}"]
    for army_, reserve, won in zip(armies, reserves, trophies, strict=True):
        fields = [f"e{draw.choice((0, 2, 4, 5, 6, 7, 9, 9))}", f"h{hearts - len(army_)}", f"r{digits(reserve)}"]
        if mode in ("3", "4"):
            fields.append(f"t{digits(won)}")
        fields += [f"{value}{name_of(where)}:{draw.randrange(6)}" for where, value in army_]
        parts.append(" ".join(fields))
    return " | ".join(parts)


def digits(values: list[int]) -> str:
    return "".join(map(str, values)) or "-"


def play(state: State, *turns: str) -> State:
    """Play whole or partial turns, each `E/4E7/E` or a part of it, for the player whose turn it is."""
    for turn in turns:
        for text in turn.split("/"):
            state = REPLICANTS.apply(state, {state.seat: REPLICANTS.parse(state, state.seat, text)}).state
    return state


def legal_texts(state: State) -> list[str]:
    return [REPLICANTS.format(state, state.seat, move) for move in REPLICANTS.legal(state, state.seat)]


def arrange(
    mode: str,
    *armies: str,
    when: str = "T5.1.2",
    energy: tuple[int, ...] = (),
    reserve: tuple[str, ...] = (),
    trophies: tuple[str, ...] = (),
) -> State:
    """Return a position from the Replicants of each side, such as `"1E8:3 2D7:3"`; what is left out is nothing."""
    parts = [when]
    for index, army in enumerate(armies):
        hearts = (9 if mode == "2" else 8) - len(army.split())
        fields = [
            f"e{energy[index] if energy else 1}",
            f"h{hearts}",
            f"r{(reserve[index] if reserve else '') or '-'}",
        ]
        if mode in ("3", "4"):
            fields.append(f"t{(trophies[index] if trophies else '') or '-'}")
        parts.append(" ".join((*fields, army)))
    return start(mode, " | ".join(parts))


def targets(state: State, value: int, origin: str = "") -> set[str]:
    """Return the hexes that a Replicant of this value (from this hex) may move to by a plain move."""
    return {
        NAMES[move.target]
        for move in REPLICANTS.legal(state, state.seat)
        if isinstance(move, Go) and move.value == value and origin in ("", NAMES[move.origin])
    }


def refused(state: State, text: str) -> MoveError:
    """Return the error that a move raises, and check what every error must keep."""
    with pytest.raises(MoveError) as caught:
        REPLICANTS.parse(state, state.seat, text)
    error = caught.value
    assert error.code
    assert error.rule
    assert error.given == text
    assert error.position == REPLICANTS.write_position(state)
    assert set(error.suggestions) <= set(legal_texts(state))
    assert str(error.text)
    return error


def do(state: State, text: str) -> Step[State]:
    """Return what follows from one action."""
    return REPLICANTS.apply(state, {state.seat: REPLICANTS.parse(state, state.seat, text)})


def side(state: State, seat: int) -> Side:
    return REPLICANTS.view(state, None).sides[seat - 1]


def hexes(state: State, seat: int) -> set[str]:
    return {
        f"{piece.value}{piece.hex}:{piece.heading}"
        for piece in REPLICANTS.view(state, None).pieces
        if piece.seat == seat
    }


def _like(state: State) -> Reference:
    return Reference.like(REPLICANTS.view(state, None))


def _crowded(draw: random.Random, setup: Setup) -> State:
    return start(setup.mode, crowded(setup.mode, draw))


def _kinds(state: State) -> Iterator[str]:
    """Yield the first letters of the first two actions."""
    for text in legal_texts(state):
        yield text[0]
        after = play(state, text)
        if after.seat == state.seat:
            yield from (each[0] for each in legal_texts(after))


KIT = Kit(
    game=REPLICANTS,
    start=lambda setup, _state: Reference.start(setup.mode),
    like=_like,
    told=lambda state: told(REPLICANTS.view(state, None)),
    kinds=_kinds,
    every_kind="E#x!0",
    typed="EeFx!#.+-×–0123456789ABCDEFGHIJKLabc ",
    published=dict.fromkeys(("start-2", "start-3", "start-4", "start-teams"), (1, 11, 143, 143, 1573, 20449, 20449)),
    setups=tuple(map(Setup, SEATS)),
    crowded=_crowded,
    keen=lambda text: "x" in text or text.startswith("!"),
)
