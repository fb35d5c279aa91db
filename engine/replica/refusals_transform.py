"""Why a piece cannot transform: it is no friend, a king already, or no king sees it (P5)."""

from __future__ import annotations

from engine.refusals import Fault
from engine.replica.alternatives import like
from engine.replica.board import NAMES, between, distance, nearest, squares, way_between
from engine.replica.moves import Transform
from engine.replica.state import State
from engine.text import Player, say


def fault(state: State, square: int) -> Fault:
    """Return what is wrong with a transform that is not legal, at the beginning of a turn."""
    instead = like(state, lambda move: isinstance(move, Transform), square)
    owner, name = state.owner(square), NAMES[square]
    if owner is None:
        return Fault("transform-empty", "P5", say("No piece stands on {square}.", square=name), instead)
    if owner != state.seat:
        reason = say("The piece on {square} is {player}'s.", square=name, player=Player(owner))
        return Fault("transform-foreign", "P5", reason, instead)
    if state.kings >> square & 1:
        return Fault("transform-king", "P5", say("The piece on {square} is a king already.", square=name), instead)
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
                "The king on {king} sees only forward, and {square} is not in front of it.",
                king=NAMES[king],
                square=name,
            )
            return Fault("sight-forward", "P5", reason, instead)
    reason = say("No king of yours sees {square}: none is on its rank, file or diagonals.", square=name)
    return Fault("no-sight", "P5", reason, instead)
