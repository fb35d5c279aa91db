"""Why a well-written move is not legal: the rule, the reason, and what would be legal instead."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.errors import IllegalMoveError, NotationError
from engine.refusals import Fault
from engine.replica import refusals_go
from engine.replica.alternatives import like
from engine.replica.board import NAMES, between, distance, nearest, square_of, squares, way_between
from engine.replica.grammar import Written, WrittenClose, WrittenGo, WrittenTransform
from engine.replica.moves import Transform
from engine.replica.position import write_position
from engine.replica.rules import ALL_KINGS
from engine.replica.state import State
from engine.replica.writing import CLOSING
from engine.seat import Seat
from engine.text import Player, say


def refuse_seat(state: State, seat: Seat, text: str) -> None:
    """Refuse a move by a seat that has nothing to decide.

    Raises:
        IllegalMoveError: The game is over or it is another seat's turn.
    """
    if state.end is not None:
        raise _error(state, text, Fault("game-over", "P7", say("The game is over.")))
    if seat != state.seat:
        reason = say("It's {player}'s turn.", player=Player(state.seat))
        raise _error(state, text, Fault("not-to-act", "P1", reason))


def check_squares(written: Written, text: str) -> None:
    """Refuse squares that do not exist.

    Raises:
        NotationError: The board has no such square.
    """
    match written:
        case WrittenGo(origin, target, _):
            names = [origin, target]
        case WrittenTransform(square):
            names = [square]
        case _:
            names = []
    for name in filter(None, names):
        if square_of(name) is None:
            reason = say("There's no square {square}; they go from a1 to h8.", square=name)
            raise NotationError(reason, code="no-such-square", rule="P1", given=text)


def refusal(state: State, written: Written, text: str) -> IllegalMoveError:
    """Return why a written move is none of the legal ones."""
    fault = _fault(state, written)
    return _error(state, text, replace(fault, suggestions=fault.suggestions or like(state, lambda _: True)))


def _fault(state: State, written: Written) -> Fault:
    match written:
        case WrittenClose():
            return _close(state)
        case WrittenTransform(name):
            square = _square(name)
            return _turn_goes_on(state) if state.moved else _transform(state, square)
        case WrittenGo("", name, captures):
            return refusals_go.nobody_there(state, _square(name), captures=captures)
        case WrittenGo(start, name, captures):
            origin, target = _square(start), _square(name)
            return _cannot_go_on(state, origin) or refusals_go.fault(state, origin, target, captures=captures)
        case _:
            assert_never(written)


def _close(state: State) -> Fault:
    """No turn can be passed: `-` only ends one in which a king has moved (P9)."""
    if state.rules.goes_on:
        reason = say("A turn begins with a move; {sign} only ends it after a king has moved.", sign=CLOSING)
        return Fault("pass", "P9", reason)
    return Fault("pass", "P1", say("A turn is one move, and you can't pass."))


def _turn_goes_on(state: State) -> Fault:
    reason = say(
        "A transform is a turn of its own; after a king has moved, only kings go on, or {sign} ends the turn.",
        sign=CLOSING,
    )
    return Fault("transform-late", "P9", reason, like(state, lambda _: True))


def _transform(state: State, square: int) -> Fault:
    """Return what is wrong with a transform that is not legal, at the beginning of a turn (P5)."""
    instead = like(state, lambda move: isinstance(move, Transform), square)
    owner, name = state.owner(square), NAMES[square]
    if owner is None:
        return Fault("transform-empty", "P5", say("There's no piece on {square}.", square=name), instead)
    if owner != state.seat:
        reason = say("The piece on {square} is {player}'s.", square=name, player=Player(owner))
        return Fault("transform-foreign", "P5", reason, instead)
    if state.kings >> square & 1:
        return Fault("transform-king", "P5", say("The piece on {square} is already a king.", square=name), instead)
    return _unseen(state, square, instead)


def _unseen(state: State, square: int, instead: tuple[str, ...]) -> Fault:
    """Return why no king sees a piece: the nearest king that is blocked tells, then one that looks the other way."""
    name = NAMES[square]
    kings = sorted(squares(state.mine & state.kings), key=lambda king: distance(king, square))
    for king in kings:
        way = way_between(king, square)
        if way is None or way not in state.rules.seeing[state.seat - 1]:
            continue
        block = nearest(between(king, square, way) & state.theirs, way)
        reason = say(
            "An enemy on {block} hides {square} from the king on {king}.",
            block=NAMES[block],
            square=name,
            king=NAMES[king],
        )
        return Fault("sight-blocked", "P5", reason, instead)
    for king in kings:
        if way_between(king, square) is not None:
            reason = say(
                "The king on {king} only sees forward, and {square} isn't in front of it.",
                king=NAMES[king],
                square=name,
            )
            return Fault("sight-forward", "P5", reason, instead)
    reason = say("None of your kings sees {square}: none is on its rank, file or diagonals.", square=name)
    return Fault("no-sight", "P5", reason, instead)


def _cannot_go_on(state: State, origin: int) -> Fault | None:
    """Return why a piece may not move in a turn in which a king has moved; None if it may (P9)."""
    if not state.moved or not state.mine >> origin & 1:
        return None
    name, suggestions = NAMES[origin], like(state, lambda _: True)
    if not state.kings >> origin & 1:
        reason = say("After a king has moved, only kings go on; the piece on {square} isn't one.", square=name)
        return Fault("only-kings", "P9", reason, suggestions)
    if state.rules.king_power == ALL_KINGS and state.moved >> origin & 1:
        reason = say("The king on {square} has already moved this turn; each king moves once.", square=name)
        return Fault("king-moved", "P9", reason, suggestions)
    if state.rules.king_power != ALL_KINGS and not state.moved >> origin & 1:
        reason = say(
            "Another king has already moved this turn; only that one may move again, not {square}.", square=name
        )
        return Fault("other-king", "P9", reason, suggestions)
    return None


def _square(name: str) -> int:
    square = square_of(name)
    if square is None:
        raise AssertionError(f"{name} is not on the board")
    return square


def _error(state: State, text: str, fault: Fault) -> IllegalMoveError:
    return IllegalMoveError(
        fault.reason,
        code=fault.code,
        rule=fault.rule,
        given=text,
        position=write_position(state),
        suggestions=fault.suggestions,
    )
