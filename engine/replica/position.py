"""A position in one line, as in Forsyth-Edwards notation: the board, the seat to move, moved kings, the round.

    4pppk/4pppp/6pp/6pp/PP6/PP6/PPPP4/KPPP4 w - 1

The board goes from rank 8 down, each rank from file a on: `P` and `K` are White's pieces and kings, `p` and `k`
Black's, a digit is that many empty squares. `w` or `b` is to move. The third field has the squares of the kings that
have moved in an unfinished turn, joined by commas, or `-`. The fourth is the number of the round. A finished game adds
its end: `C` for a king in the corner, `K` for a king captured, `F` for a surrender, and the seat that caused it, as in
`end C by 1`. The options are in the setup. When read, fields at the end may be omitted: `w - 1`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import SetupError
from engine.replica.board import NAMES, SIZE, names, square_of
from engine.replica.legal import going_on, landings
from engine.replica.rules import ALL_KINGS, GOAL_SQUARES, Rules
from engine.replica.state import MOST, End, State
from engine.script import refuse_long_position
from engine.seat import Seat
from engine.text import Text, say, say_n, shortened

_END = re.compile(r"\bend\s+(?P<code>[CKF])\s+by\s+(?P<by>[12])\s*$", re.IGNORECASE | re.ASCII)
_MOST = 500
"""Characters of a position; a full board with twelve kings that have moved takes about 130."""
_PIECES = "PKpk"
_SIDES = {"w": 1, "b": 2}


@dataclass(frozen=True, slots=True)
class When:
    """The turn of a position: round from 1, and seat."""

    round: int = 1
    seat: Seat = 1


def write_position(state: State) -> str:
    ranks = []
    for rank in reversed(range(SIZE)):
        signs = "".join(_sign(state, SIZE * rank + file) for file in range(SIZE))
        ranks.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), signs))
    moved = ",".join(names(state.moved)) or "-"
    line = f"{'/'.join(ranks)} {'wb'[state.seat - 1]} {moved} {state.round}"
    return line if state.end is None else f"{line} end {state.end.code} by {state.end.by}"


def read_when(text: str) -> When:
    """Return only the turn of a position; the start's if `text` is empty."""
    refuse_long_position(text, _MOST)
    if not text.strip():
        return When()
    fields = _fields(text)
    side, number = fields[1].casefold(), fields[3]
    if side not in _SIDES:
        raise _wrong(text, "position-side", say("{text} isn't a side to move: w or b.", text=shortened(fields[1])))
    if not re.fullmatch(r"[1-9]\d{0,5}", number, re.ASCII):
        raise _wrong(
            text, "position-round", say("{text} isn't a round number: 1, 2, 3 and so on.", text=shortened(number))
        )
    return When(int(number), _SIDES[side])


def read_position(rules: Rules, text: str) -> State:
    """Return a position in the form of `write_position`."""
    when, fields = read_when(text), _fields(text)
    white, black, kings = _read_board(text, fields[0])
    moved = _read_moved(text, fields[2])
    found = _END.search(text)
    end = End(found["code"].upper(), int(found["by"])) if found is not None else None
    mine, theirs = (white, black) if when.seat == 1 else (black, white)
    state = State(rules, mine, theirs, kings, when.seat, when.round, moved, end)
    for seat in (1, 2):
        _check_side(state, text, seat)
    _check_end(state, text)
    if moved:
        _check_moved(state, text)
    return state


_EXAMPLE = "4pppk/4pppp/6pp/6pp/PP6/PP6/PPPP4/KPPP4 w - 1"


def _fields(text: str) -> list[str]:
    fields = _END.sub("", text).split()
    if not 1 <= len(fields) <= 4:
        raise _wrong(text, "position-fields", say("A position looks like {example}.", example=_EXAMPLE))
    return fields + ["", "w", "-", "1"][len(fields) :]


def _sign(state: State, square: int) -> str:
    owner = state.owner(square)
    if owner is None:
        return "."
    sign = "K" if state.kings >> square & 1 else "P"
    return sign if owner == 1 else sign.lower()


def _read_board(text: str, board: str) -> tuple[int, int, int]:
    ranks = board.split("/")
    if len(ranks) != SIZE:
        reason = say_n(
            "The board has 8 ranks, joined by /, from rank 8 down; there is {count}.",
            "The board has 8 ranks, joined by /, from rank 8 down; there are {count}.",
            len(ranks),
        )
        raise _wrong(text, "position-ranks", reason)
    white = black = kings = 0
    for rank, line in zip(reversed(range(SIZE)), ranks, strict=True):
        file = 0
        for sign in line:
            if sign in "12345678":
                file += int(sign)
            elif sign in _PIECES and file < SIZE:
                bit = 1 << (SIZE * rank + file)
                white |= bit if sign.isupper() else 0
                black |= bit if sign.islower() else 0
                kings |= bit if sign in "Kk" else 0
                file += 1
            elif sign not in _PIECES:
                reason = say("Rank {rank}: {sign} isn't one of P, K, p, k and 1 to 8.", rank=rank + 1, sign=sign)
                raise _wrong(text, "position-sign", reason)
            else:
                file = SIZE + 1
        if file != SIZE:
            reason = say("Rank {rank}: {line} doesn't add up to 8 squares.", rank=rank + 1, line=shortened(line))
            raise _wrong(text, "position-rank", reason)
    return white, black, kings


def _read_moved(text: str, field: str) -> int:
    moved = 0
    for name in [] if field == "-" else field.casefold().split(","):
        square = square_of(name)
        if square is None:
            raise _wrong(text, "position-moved", say("{text} isn't a square.", text=shortened(name)))
        moved |= 1 << square
    return moved


def _check_side(state: State, text: str, seat: Seat) -> None:
    mine = state.pieces(seat)
    count, kings = mine.bit_count(), mine & state.kings
    label = _label(seat)
    if count > MOST:
        reason = say_n(
            "{side} has {count} piece; it can have at most 12.",
            "{side} has {count} pieces; it can have at most 12.",
            count,
            side=label,
        )
        raise _wrong(text, "position-pieces", reason, "P1")
    if not kings and not (state.end is not None and state.end.code == "K" and state.end.by != seat):
        raise _wrong(text, "position-king", say("{side} has no king.", side=label), "P7")
    goal = GOAL_SQUARES[seat - 1]
    if kings >> goal & 1 and (state.end is None or state.end.code == "F" or state.end.by != seat):
        reason = say("{side} has a king on {square}, so the game is over.", side=label, square=NAMES[goal])
        raise _wrong(text, "position-over", reason, "P7")


def _check_end(state: State, text: str) -> None:
    """Check that an end names the seat to move, unless a player resigned, and that the king in the corner exists."""
    end = state.end
    if end is None or end.code == "F":
        return
    arrived = state.pieces(end.by) & state.kings & 1 << GOAL_SQUARES[end.by - 1]
    if end.by != state.seat or (end.code == "C" and not arrived):
        raise _wrong(text, "position-end", say("The end doesn't match what's on the board."), "P7")


def _check_moved(state: State, text: str) -> None:
    """Check that moved kings belong to the side to move, the house rule lets its turn go on, and some king can."""
    rule = state.rules
    if not rule.goes_on or state.end is not None:
        raise _wrong(text, "position-moved", say("In this game, a turn never continues after a king's move."), "P9")
    strangers = state.moved & ~(state.mine & state.kings)
    if strangers:
        reason = say("The side to move has no king on {square}.", square=names(strangers)[0])
        raise _wrong(text, "position-moved", reason, "P9")
    if rule.king_power != ALL_KINGS and state.moved.bit_count() > 1:
        raise _wrong(text, "position-moved", say("Only one king can move in a turn."), "P9")
    if not landings(going_on(state), state.mine, state.seat):
        raise _wrong(text, "position-moved", say("No king could go on, so the turn would be over."), "P9")


def _label(seat: Seat) -> Text:
    return say("White", context="side") if seat == 1 else say("Black", context="side")


def _wrong(given: str, code: str, text: Text, rule: str = "") -> SetupError:
    return SetupError(text, code=code, rule=rule, given=given)
