"""Reading a move in a position: the intended legal move, or an error with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from engine import errors
from engine.errors import AmbiguousMoveError, Fault, IllegalMoveError, NotationError
from engine.replica.board import NAMES, RAYS, Direction, between, distance, nearest, square_of, squares, way_between
from engine.replica.legal import legal
from engine.replica.moves import GOES, Close, Go, Move, Transform
from engine.replica.notation import CLOSING, Written, WrittenClose, WrittenGo, WrittenTransform, format_move, read_move
from engine.replica.position import write_position
from engine.replica.rules import AHEAD, ALL_KINGS, BACKWARD_CAPTURE, behind
from engine.replica.state import State
from engine.script import action_text, blanked, without_number
from engine.seat import Seat
from engine.text import Player, Text, say, shortened

# What a player may have meant: legal moves near an illegal one.


def similar(state: State, text: str) -> tuple[str, ...]:
    return errors.similar([format_move(state, move) for move in legal(state)], text)


def like(state: State, fits: Callable[[Move], bool], near: int | None = None) -> tuple[str, ...]:
    found = [move for move in legal(state) if fits(move)]
    if near is not None:
        found.sort(key=lambda move: distance(_end(move), near))
    return tuple(format_move(state, move) for move in found[: errors.MOST_SIMILAR])


def going_from(state: State, origin: int, target: int) -> tuple[str, ...]:
    return like(state, lambda move: isinstance(move, Go) and move.origin == origin, target)


def _end(move: Move) -> int:
    match move:
        case Go(_, square) | Transform(square):
            return square
    raise AssertionError(f"{move!r} ends on no square")


# Faults of a step or jump: the target, the direction, the distance, the jumped pieces.


def go_fault(state: State, origin: int, target: int, *, captures: bool) -> Fault:
    return (
        _origin(state, origin, target)
        or _target(state, origin, target, captures=captures)
        or _way(state, origin, target)
        or _distance(state, origin, target)
    )


def nobody_there(state: State, target: int, *, captures: bool) -> Fault:
    to = like(state, lambda move: isinstance(move, Go) and move.target == target)
    if to and captures:
        return Fault("nothing-captured", "P4", say("There's nothing to capture on {square}.", square=NAMES[target]), to)
    near = like(state, lambda move: isinstance(move, Go), target)
    if state.mine >> target & 1:
        return Fault("own-piece", "P4", say("One of your own pieces is on {square}.", square=NAMES[target]), near)
    return Fault("unreachable", "P4", say("None of your pieces can go to {square}.", square=NAMES[target]), near)


def _origin(state: State, origin: int, target: int) -> Fault | None:
    owner = state.owner(origin)
    if owner == state.seat:
        return None
    name = NAMES[origin]
    similar_moves = like(state, lambda move: isinstance(move, Go) and move.target == target) or like(
        state, lambda move: isinstance(move, Go), target
    )
    if owner is None:
        return Fault("no-such-piece", "P4", say("There's no piece on {square}.", square=name), similar_moves)
    reason = say("The piece on {square} is {player}'s.", square=name, player=Player(owner))
    return Fault("foreign-piece", "P1", reason, similar_moves)


def _target(state: State, origin: int, target: int, *, captures: bool) -> Fault | None:
    instead, name = going_from(state, origin, target), NAMES[target]
    if origin == target:
        return Fault("same-square", "P4", say("A piece can't stay on {square}.", square=name), instead)
    go = GOES[origin].get(target)
    if captures and go is not None and go in legal(state):
        reason = say("There's nothing to capture on {square}.", square=name)
        return Fault("nothing-captured", "P4", reason, (format_move(state, go),))
    if state.mine >> target & 1:
        reason = say("One of your own pieces is on {square}; you can't capture it.", square=name)
        return Fault("own-piece", "P4", reason, instead)
    return None


def _way(state: State, origin: int, target: int) -> Fault | None:
    """Return the fault of the direction (P3)."""
    way, instead = way_between(origin, target), going_from(state, origin, target)
    if way in AHEAD[state.seat - 1]:
        return None
    if way is not None and state.rules.king_power == BACKWARD_CAPTURE and way in behind(state.seat):
        if not state.kings >> origin & 1:
            reason = say("Only kings capture backward; the piece on {square} isn't one.", square=NAMES[origin])
            return Fault("backward-piece", "P9", reason, instead)
        if not state.theirs >> _landing(state, origin, way, target) & 1:
            reason = say("Kings only go backward to capture, and this captures nothing.")
            return Fault("backward-empty", "P9", reason, instead)
        return None
    if way is None:
        reason = say(
            "{origin} and {target} aren't on the same rank, file or diagonal.",
            origin=NAMES[origin],
            target=NAMES[target],
        )
        return Fault("no-line", "P3", reason, instead)
    return Fault("not-forward", "P3", _forward_only(state), instead)


def _forward_only(state: State) -> Text:
    """Return the directions ahead of the seat to move, as a sentence (P3)."""
    if state.seat == 1:
        return say("White only goes forward, towards h8: north, east or north-east.")
    return say("Black only goes forward, towards a1: south, west or south-west.")


def _distance(state: State, origin: int, target: int) -> Fault:
    """Return why a piece does not go that far in an open direction (P4)."""
    way = way_between(origin, target)
    if way is None:
        raise AssertionError(f"{NAMES[origin]} and {NAMES[target]} are on no line")
    instead = going_from(state, origin, target)
    gap = nearest(between(origin, target, way) & ~state.mine, way)
    reason = say(
        (
            "A step is one square; a longer move has to jump over an unbroken row of friends, and there's no "
            "friend on {square}."
        ),
        square=NAMES[gap],
    )
    return Fault("too-far", "P4", reason, instead)


def _landing(state: State, origin: int, way: Direction, otherwise: int) -> int:
    """Return the first square of a ray without a friend; `otherwise` if friends hold all."""
    room = RAYS[way][origin] & ~state.mine
    return nearest(room, way) if room else otherwise


# Errors for readable illegal moves: the rule, the reason, and legal alternatives.


def refuse_seat(state: State, seat: Seat, text: str) -> None:
    if state.end is not None:
        raise Fault("game-over", "P7", say("The game is over.")).error(text, write_position(state))
    if seat != state.seat:
        reason = say("It's {player}'s turn.", player=Player(state.seat))
        raise Fault("not-to-act", "P1", reason).error(text, write_position(state))


def check_squares(written: Written, text: str) -> None:
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
    fault = _fault(state, written)
    suggestions = fault.suggestions or like(state, lambda _: True)
    return replace(fault, suggestions=suggestions).error(text, write_position(state))


def _fault(state: State, written: Written) -> Fault:
    match written:
        case WrittenClose():
            return _close(state)
        case WrittenTransform(name):
            square = _square(name)
            return _turn_goes_on(state) if state.moved else _transform(state, square)
        case WrittenGo("", name, captures):
            return nobody_there(state, _square(name), captures=captures)
        case WrittenGo(start, name, captures):
            origin, target = _square(start), _square(name)
            return _cannot_go_on(state, origin) or go_fault(state, origin, target, captures=captures)
        case _:
            assert_never(written)


def _close(state: State) -> Fault:
    """Return the fault of `-`: no turn can be passed, it only ends one in which a king has moved (P9)."""
    if state.rules.goes_on:
        reason = say("A turn begins with a move; {sign} only ends it after a king has moved.", sign=CLOSING)
        return Fault("pass", "P9", reason)
    return Fault("pass", "P1", say("A turn is one move, and you can't pass."))


def _turn_goes_on(state: State) -> Fault:
    reason = say(
        "Making a king takes a whole turn; after a king has moved, only kings can go on, or {sign} ends the turn.",
        sign=CLOSING,
    )
    return Fault("transform-late", "P9", reason, like(state, lambda _: True))


def _transform(state: State, square: int) -> Fault:
    """Return the fault of an illegal transform at the start of a turn (P5)."""
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
    """Return why no king sees a piece: the nearest blocked king, else one that looks the other way."""
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
        reason = say("After a king has moved, only kings can go on; the piece on {square} isn't one.", square=name)
        return Fault("only-kings", "P9", reason, suggestions)
    if state.rules.king_power == ALL_KINGS and state.moved >> origin & 1:
        reason = say("The king on {square} has already moved this turn; each king can move once.", square=name)
        return Fault("king-moved", "P9", reason, suggestions)
    if state.rules.king_power != ALL_KINGS and not state.moved >> origin & 1:
        reason = say(
            "Another king has already moved this turn; only that one can move again, not {square}.", square=name
        )
        return Fault("other-king", "P9", reason, suggestions)
    return None


def _square(name: str) -> int:
    square = square_of(name)
    if square is None:
        raise AssertionError(f"{name} is not on the board")
    return square


_NUMBER = re.compile(r"\s*(?P<number>[0-9]{1,6})\s*(?:\.|(?=\u2026))")
_GAP = re.compile(r"\.{2,}|\u2026")


def unnumbered(state: State, text: str) -> str:
    """Return a pasted turn with spaces for its number and for absent turns (P10); errors as in `Game.unnumbered`.

    `3. b2-c3`, `3... g7-f6` and `b2-c3 ..` are such turns.
    """

    def wrong(found: int) -> Text:
        return say("That's round {found}, but it's round {number} now.", found=found, number=state.round)

    return blanked(without_number(text, _NUMBER, state.round, wrong=wrong, rule="P10"), _GAP)


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means; errors as in `Game.parse`."""
    refuse_seat(state, seat, shortened(text))
    try:
        plain = action_text(text, rule="P10")
        written = read_move(plain)
        check_squares(written, plain)
    except NotationError as error:
        raise NotationError(
            error.text,
            code=error.code,
            rule=error.rule,
            given=shortened(text),
            position=write_position(state),
            suggestions=similar(state, text),
        ) from None
    found = [move for move in legal(state) if _means(state, written, move)]
    if not found:
        raise refusal(state, written, plain)
    if len(found) > 1:
        raise AmbiguousMoveError(
            say("{text} could mean several of your pieces: write the square it starts from.", text=plain),
            candidates=tuple(format_move(state, move) for move in found),
            given=plain,
            rule="P10",
            position=write_position(state),
        )
    return found[0]


def _means(state: State, written: Written, move: Move) -> bool:
    match written, move:
        case WrittenClose(), Close():
            return True
        case WrittenTransform(name), Transform(square):
            return name == NAMES[square]
        case WrittenGo(start, name, captures), Go(origin, target):
            fits = name == NAMES[target] and start in ("", NAMES[origin])
            return fits and (bool(state.theirs >> target & 1) or not captures)
    return False
