"""Reading moves: the legal one that was meant, or an error that says why there is none."""

from __future__ import annotations

import re

from engine.errors import AmbiguousMoveError, NotationError
from engine.replica.alternatives import similar
from engine.replica.board import NAMES
from engine.replica.grammar import Written, WrittenClose, WrittenGo, WrittenTransform, read_move
from engine.replica.legal import legal
from engine.replica.moves import Close, Go, Move, Transform
from engine.replica.position import write_position
from engine.replica.refusals import check_squares, refusal, refuse_seat
from engine.replica.state import State
from engine.replica.writing import format_move
from engine.seat import Seat
from engine.text import Text, say, shortened
from engine.typed import action_text, blanked, without_number

_NUMBER = re.compile(r"\s*(?P<number>[0-9]{1,6})\s*(?:\.|(?=\u2026))")
_GAP = re.compile(r"\.{2,}|\u2026")


def unnumbered(state: State, text: str) -> str:
    """Return a turn as it is copied out of a record, with spaces for its number and for turns that are not there (P10).

    `3. b2-c3`, `3... g7-f6` and `b2-c3 ..` are such turns.

    Raises:
        NotationError: It is numbered as a turn of another round.
    """

    def wrong(found: int) -> Text:
        return say("That's round {found}, but it's round {number} now.", found=found, number=state.round)

    return blanked(without_number(text, _NUMBER, state.round, wrong=wrong, rule="P10"), _GAP)


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means.

    Raises:
        NotationError: It is no move, or names a square that does not exist.
        IllegalMoveError: The rules forbid it here.
        AmbiguousMoveError: Several pieces could be meant, where only the target was written.
    """
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
