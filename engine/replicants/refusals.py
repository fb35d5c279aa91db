"""Why a well-written move is not legal: the rule, the reason, and what would be legal instead."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.errors import IllegalMoveError, NotationError
from engine.refusals import Fault
from engine.replicants import refusals_arcs, refusals_go
from engine.replicants.alternatives import like
from engine.replicants.board import NAMES, place_of, value_of
from engine.replicants.charts import MATRIX, VALUES
from engine.replicants.grammar import (
    Written,
    WrittenArcs,
    WrittenCharge,
    WrittenCreate,
    WrittenGo,
    WrittenRotate,
    WrittenSkip,
    WrittenStrike,
)
from engine.replicants.legal import FULL
from engine.replicants.moves import Charge, Create, Rotate, Strike
from engine.replicants.position import write_position
from engine.replicants.refusals_go import stands
from engine.replicants.state import State, cell_on, occupied, owner_of, piece_on
from engine.replicants.threat import threats_to
from engine.seat import Seat
from engine.text import Player, say

_IN_ACTION: dict[int, tuple[type, ...]] = {
    1: (WrittenCharge, WrittenStrike),
    2: (WrittenGo, WrittenArcs, WrittenCreate, WrittenSkip),
    3: (WrittenCharge, WrittenRotate),
}


def refuse_seat(state: State, seat: Seat, text: str) -> None:
    """Refuse a move by a seat that has nothing to decide.

    Raises:
        IllegalMoveError: The game is over or it is another seat's turn.
    """
    if state.end is not None:
        raise _error(state, text, Fault("game-over", "R22", say("The game is over.")))
    if seat != state.seat:
        reason = say("It's {player}'s turn.", player=Player(state.seat))
        raise _error(state, text, Fault("not-to-act", "R10", reason))


def check_hexes(state: State, written: Written, text: str) -> None:
    """Refuse hexes and values that do not exist.

    Raises:
        NotationError: The arena has no such hex, or there is no such soul.
    """
    names: list[tuple[str, str]] = []  # and the rule against there being no such hex: R7 where a piece would go there
    values: list[int] = []
    match written:
        case WrittenStrike(name) | WrittenRotate(name, _):
            names.append((name, "R2"))
        case WrittenCreate(value, name):
            names.append((name, "R2"))
            values.append(value)
        case WrittenGo(value, origin, target, _):
            names += [(origin, "R2"), (target, "R7")]
            values.append(value)
        case WrittenArcs(targets, companion):
            names += [(name, "R2") for name in targets]
            if companion is not None:
                names += [(companion.origin, "R2"), (companion.target, "R7")]
                values.append(companion.value)
        case _:
            pass
    for name, rule in names:
        if name and state.rules.board.cell(name) is None:
            raise NotationError(
                say("There's no hex {hex} in the arena.", hex=name), code="no-such-hex", rule=rule, given=text
            )
    for value in values:
        if value not in VALUES:
            raise NotationError(
                say("There's no soul {value}; they go from 1 to 7.", value=value),
                code="no-such-soul",
                rule="N1",
                given=text,
            )


def refusal(state: State, written: Written, text: str) -> IllegalMoveError:
    """Return why a written move is none of the legal ones."""
    fault = _fault(state, written, text)
    return _error(state, text, replace(fault, suggestions=fault.suggestions or like(state, lambda _: True)))


def _fault(state: State, written: Written, text: str) -> Fault:
    if not isinstance(written, _IN_ACTION[state.action]):
        return _wrong_action(state, text)
    match written:
        case WrittenCharge():
            return _full(state)
        case WrittenStrike(name):
            return _strike(state, name)
        case WrittenRotate(name, _):
            return _rotate(state, name)
        case WrittenCreate(value, name):
            return _create(state, value, name)
        case WrittenGo():
            return refusals_go.fault(state, written)
        case WrittenArcs():
            return refusals_arcs.fault(state, written)
        case WrittenSkip():
            reason = say("You can only skip the second action when you have nothing to move or create.")
            return Fault("skip", "R21", reason, like(state, lambda _: True))
        case _:
            assert_never(written)


def _wrong_action(state: State, text: str) -> Fault:
    suggestions = like(state, lambda _: True)
    if state.action == 2:
        reason = say("Your second action must be a move, arcs or a creation, and {text} is none of these.", text=text)
        return Fault("wrong-action", "R11", reason, suggestions)
    if state.action == 3:
        reason = say("Your third action must be a charge or a rotation, and {text} is neither.", text=text)
        return Fault("wrong-action", "R11", reason, suggestions)
    if state.sides[state.seat - 1].energy == FULL:
        reason = say("Your first action is the overload: strike one of your own Replicants before {text}.", text=text)
        return Fault("wrong-action", "R13", reason, suggestions)
    return Fault(
        "wrong-action", "R11", say("Your first action is the charge: write E before {text}.", text=text), ("E",)
    )


def _full(state: State) -> Fault:
    energy = state.sides[state.seat - 1].energy
    if state.action == 1:
        reason = say("Your matrix has {energy} energy and overloads: strike one of your own Replicants.", energy=energy)
        return Fault("overload", "R13", reason, like(state, lambda move: isinstance(move, Strike)))
    reason = say("You can't charge as your third action with {energy} energy: rotate a Replicant.", energy=energy)
    return Fault("charge-full", "R20", reason, like(state, lambda move: isinstance(move, Rotate)))


def _strike(state: State, name: str) -> Fault:
    mine, cell = state.sides[state.seat - 1], cell_on(state, name)
    if mine.energy < FULL:
        reason = say("Your matrix only overloads at {full} energy; it has {energy}.", full=FULL, energy=mine.energy)
        return Fault("no-overload", "R13", reason, like(state, lambda move: isinstance(move, Charge)))
    suggestions = like(state, lambda move: isinstance(move, Strike), cell)
    if piece_on(mine, cell) is not None:
        return Fault("strike-matrix", "R13", say("Your matrix can't strike itself."), suggestions)
    return Fault("strike-foreign", "R13", say("You have no Replicant on {hex}.", hex=name), suggestions)


def _rotate(state: State, name: str) -> Fault:
    cell = cell_on(state, name)
    suggestions = like(state, lambda move: isinstance(move, Rotate), cell)
    owner = owner_of(state, cell)
    if owner is None:
        return Fault("rotate-empty", "R20", say("There's no Replicant on {hex}.", hex=name), suggestions)
    reason = say("The Replicant on {hex} is {player}'s; you can only rotate your own.", hex=name, player=Player(owner))
    return Fault("rotate-foreign", "R20", reason, suggestions)


def _create(state: State, value: int, name: str) -> Fault:
    cell = cell_on(state, name)
    fault = _unpayable(state, value) or _unplaceable(state, cell)
    suggestions = like(state, lambda move: isinstance(move, Create) and move.value == value, cell) or like(
        state, lambda move: isinstance(move, Create), cell
    )
    return Fault(fault.code, "R19", fault.reason, suggestions)


def _unpayable(state: State, value: int) -> Fault | None:
    mine = state.sides[state.seat - 1]
    if value == MATRIX:
        return Fault("create-matrix", "R19", say("You can't create a matrix."))
    if not mine.reserve[value - 2]:
        return Fault("create-no-soul", "R19", say("You have no soul {value} in your reserve.", value=value))
    if not mine.hearts:
        return Fault("create-no-heart", "R19", say("You have no heart in your reserve."))
    if mine.energy < value:
        missing = value - mine.energy
        reason = say(
            "A {value} costs {value} energy; you have {energy}, so you're {missing} short.",
            value=value,
            energy=mine.energy,
            missing=missing,
        )
        return Fault("create-energy", "R19", reason)
    return None


def _unplaceable(state: State, cell: int) -> Fault:
    index = state.seat - 1
    matrix = place_of(state.sides[index].pieces[0])
    blocked = occupied(state.sides)
    if not state.rules.board.near[matrix] >> cell & 1:
        reason = say("{hex} isn't next to your matrix on {matrix}.", hex=NAMES[cell], matrix=NAMES[matrix])
        return Fault("create-far", "R19", reason)
    if blocked >> cell & 1:
        return Fault("create-occupied", "R19", say("{hex} isn't free.", hex=NAMES[cell]))
    other, code = threats_to(state.rules, state.sides, index, blocked, cell)[0]
    reason = say(
        "{hex} is under threat: {threat}.", hex=NAMES[cell], threat=stands(other + 1, value_of(code), place_of(code))
    )
    return Fault("create-threatened", "R19", reason)


def _error(state: State, text: str, fault: Fault) -> IllegalMoveError:
    return IllegalMoveError(
        fault.reason,
        code=fault.code,
        rule=fault.rule,
        given=text,
        position=write_position(state),
        suggestions=fault.suggestions,
    )
