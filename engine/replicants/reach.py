"""What a single Replicant can do, and where one can be created, were it its owner's second action now."""

from __future__ import annotations

from dataclasses import replace

from engine.choices import Choice, Invitation, Reach
from engine.hexgrid import walk
from engine.replicants.arcs import shots, volleys
from engine.replicants.board import CELLS, NAMES, bits, cell_of, heading_of, place_of, value_of
from engine.replicants.charts import MATRIX
from engine.replicants.legal import AFTER_CHARGE, legal
from engine.replicants.moves import Create, Go
from engine.replicants.state import State, occupied
from engine.replicants.threat import threatened
from engine.replicants.writing import format_move, targets_text
from engine.seat import Seat
from engine.text import Player, say

CREATION = "!"

INVITATION = Invitation(say("Pick a piece"), say("Pick a piece to see what it can do."))


def subjects(state: State, seat: Seat | None) -> tuple[Choice, ...]:
    """Return the Replicants in the arena, those of the seat first, after them what it might create."""
    if state.end is not None:
        return ()
    seats = range(1, len(state.sides) + 1)
    found = []
    for owner in sorted(seats, key=lambda each: each != seat):
        found += [_subject(owner, code) for code in state.sides[owner - 1].pieces]
        if owner == seat:
            found.append(_creation(owner))
    return tuple(found)


def reach(state: State, seat: Seat | None, key: str) -> Reach | None:
    """Return what the Replicant with a key such as `"4G8"` can do, or for `"!"` what the seat can create."""
    if state.end is not None:
        return None
    if key == CREATION:
        return _creating(_second_action(state, seat)) if seat is not None else None
    for owner, side in enumerate(state.sides, 1):
        for code in side.pieces:
            if key == _key(code):
                return _going(_second_action(state, owner), code)
    return None


def _going(state: State, code: int) -> Reach:
    mine, board = state.sides[state.seat - 1], state.rules.board
    blocked, origin = occupied(state.sides), place_of(code)
    moves = [move for move in legal(state) if isinstance(move, Go) and move.origin == origin]
    targets = sum(1 << move.target for move in moves)
    chart = board.chart_set.charts[value_of(code)]
    over = {cell_of(walk(CELLS[origin], path, heading_of(code))) for path in chart.leap}
    leaps = sum(1 << cell for cell in bits(targets) if cell in over)
    barred = 0
    if value_of(code) == MATRIX:
        barred = board.reach[code][blocked & board.stops[code]] & ~targets & ~mine.mask  # R16
        barred &= threatened(state.rules, state.sides, state.seat - 1, blocked ^ 1 << origin)
    shooters = shots(state)
    struck = sorted(volley.targets for volley in volleys(state) if code in shooters[volley.targets])
    return Reach(
        _subject(state.seat, code),
        NAMES[origin],
        (*(format_move(state, move) for move in moves), *(f"{targets_text(each)}.…" for each in struck)),
        walks=_names(targets & ~blocked & ~leaps),
        leaps=_names(targets & ~blocked & leaps),
        captures=_names(targets & blocked),
        arcs=frozenset().union(*map(_names, struck)),
        threatened=_names(barred),
    )


def _creating(state: State) -> Reach:
    sides, index = state.sides, state.seat - 1
    moves = [move for move in legal(state) if isinstance(move, Create)]
    blocked = occupied(sides)
    near = state.rules.board.near[place_of(sides[index].pieces[0])] & ~blocked
    return Reach(
        _creation(state.seat),
        moves=tuple(format_move(state, move) for move in moves),
        walks=frozenset(NAMES[move.cell] for move in moves),
        threatened=_names(near & threatened(state.rules, sides, index, blocked)),  # R19
    )


def _second_action(state: State, owner: Seat) -> State:
    """Return the position with a seat's second action next, after the charge that comes before it (R11, R12)."""
    if state.seat == owner and state.action == 2:
        return state
    mine = state.sides[owner - 1]
    if mine.energy < len(AFTER_CHARGE) and not (state.seat == owner and state.action == 3):
        mine = replace(mine, energy=AFTER_CHARGE[mine.energy])
    sides = tuple(mine if seat == owner else side for seat, side in enumerate(state.sides, 1))
    return replace(state, seat=owner, action=2, sides=sides)


def _subject(owner: Seat, code: int) -> Choice:
    text = say("{player}: {value} on {hex}", player=Player(owner), value=value_of(code), hex=NAMES[place_of(code)])
    return Choice(_key(code), text)


def _creation(owner: Seat) -> Choice:
    return Choice(CREATION, say("{player}: create a Replicant", player=Player(owner)))


def _key(code: int) -> str:
    return f"{value_of(code)}{NAMES[place_of(code)]}"


def _names(cells: int) -> frozenset[str]:
    return frozenset(NAMES[cell] for cell in bits(cells))
