"""Reading moves: the legal one that was meant, or an error that says why there is none."""

from __future__ import annotations

import re
from string import whitespace

from engine.errors import AmbiguousMoveError, NotationError
from engine.replicants.alternatives import similar
from engine.replicants.board import NAMES, bits
from engine.replicants.grammar import (
    Written,
    WrittenArcs,
    WrittenCharge,
    WrittenCreate,
    WrittenGo,
    WrittenRotate,
    WrittenSkip,
    WrittenStrike,
    read_move,
)
from engine.replicants.legal import legal
from engine.replicants.moves import Arcs, Charge, Create, Go, Move, Rotate, Skip, Strike
from engine.replicants.position import write_position
from engine.replicants.refusals import check_hexes, refusal, refuse_seat
from engine.replicants.state import State, occupied
from engine.replicants.writing import format_move
from engine.seat import Seat
from engine.text import Text, say, shortened
from engine.typed import MARKS, action_text, blanked, without_number

_WRITTEN = {1: "N3", 2: "N4", 3: "N5"}
"""Which rule says how an action of the turn is written."""

_NUMBER = re.compile(r"\s*[Tt](?P<number>[0-9]{1,6})\s*(?=\.\.|\u2026)")
_GAP = re.compile(r"\.{2,}|\u2026")


def unnumbered(state: State, text: str) -> str:
    """Return a turn as it is copied out of a transcript, with spaces for its number and for empty places (N2, N7).

    `T7..E/2E6/E`, `..E/2E3/E` and `E/2E6/E..` are such turns.

    Raises:
        NotationError: It is numbered as another turn, or there are turns of several players.
    """

    def wrong(found: int) -> Text:
        return say("That's turn {found}, but it's turn {number} now.", found=found, number=state.round)

    bare = without_number(text, _NUMBER, state.round, wrong=wrong, rule="N2")
    if sum(1 for part in _GAP.split(bare) if part.strip(whitespace + MARKS)) > 1:
        raise NotationError(
            say("Those are several players' turns: write only your own."),
            code="turns",
            rule="N2",
            given=shortened(bare.strip()),
        )
    return blanked(bare, _GAP)


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means.

    Raises:
        NotationError: It is no action, or names a hex or soul that does not exist.
        IllegalMoveError: The rules forbid it here.
        AmbiguousMoveError: Two Replicants of the same value could have been meant.
    """
    refuse_seat(state, seat, shortened(text))
    try:
        plain = action_text(text, rule="N2")
        written = read_move(plain)
        check_hexes(state, written, plain)
    except NotationError as error:
        raise NotationError(
            error.text,
            code=error.code,
            rule=_WRITTEN[state.action] if error.rule == "N2" else error.rule,
            given=shortened(text),
            position=write_position(state),
            suggestions=similar(state, text),
        ) from None
    found = [move for move in legal(state) if _means(state, written, move)]
    if not found:
        raise refusal(state, written, plain)
    if len(found) > 1:
        raise AmbiguousMoveError(
            say("{text} could mean several of your Replicants: write the hex it starts from.", text=plain),
            candidates=tuple(format_move(state, move) for move in found),
            given=plain,
            rule="N4",
            position=write_position(state),
        )
    return found[0]


def _means(state: State, written: Written, move: Move) -> bool:
    match written, move:
        case (WrittenCharge(), Charge()) | (WrittenSkip(), Skip()):
            return True
        case WrittenStrike(name), Strike(cell):
            return name == NAMES[cell]
        case WrittenRotate(name, by), Rotate(cell, way):
            return (name, by) == (NAMES[cell], way)
        case WrittenCreate(value, name), Create(soul, cell):
            return (value, name) == (soul, NAMES[cell])
        case WrittenGo(), Go():
            captured = occupied(state.sides) >> move.target & 1
            return _goes(written, move) and (bool(captured) or not written.captures)  # N7: x only on a capture
        case WrittenArcs(), Arcs():
            return _fires(written, move)
    return False


def _fires(written: WrittenArcs, move: Arcs) -> bool:
    if {*written.targets} != {NAMES[cell] for cell in bits(move.targets)}:
        return False
    if written.companion is None or move.companion is None:
        return written.companion is None and move.companion is None
    return _goes(written.companion, move.companion) and not written.companion.captures


def _goes(written: WrittenGo, move: Go) -> bool:
    return (
        written.value == move.value
        and written.target == NAMES[move.target]
        and written.origin in ("", NAMES[move.origin])
    )
