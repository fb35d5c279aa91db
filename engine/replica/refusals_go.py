"""Why a piece does not go from one square to another: who stands there, which way it is, how far, over whom."""

from __future__ import annotations

from engine.refusals import Fault
from engine.replica.alternatives import going_from, like
from engine.replica.board import NAMES, RAYS, Direction, between, nearest, way_between
from engine.replica.legal import legal
from engine.replica.moves import GOES, Go
from engine.replica.rules import AHEAD, BACKWARD_CAPTURE, behind
from engine.replica.state import State
from engine.replica.writing import format_move
from engine.text import Player, Text, say


def fault(state: State, origin: int, target: int, *, captures: bool) -> Fault:
    """Return what is wrong with a step or jump that is not legal, or whose `x` captures nothing."""
    return (
        _origin(state, origin, target)
        or _target(state, origin, target, captures=captures)
        or _way(state, origin, target)
        or _distance(state, origin, target)
    )


def nobody_there(state: State, target: int, *, captures: bool) -> Fault:
    """Return why nothing goes to a square when no origin was written."""
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
    there = like(state, lambda move: isinstance(move, Go) and move.target == target) or like(
        state, lambda move: isinstance(move, Go), target
    )
    if owner is None:
        return Fault("no-such-piece", "P4", say("There's no piece on {square}.", square=name), there)
    reason = say("The piece on {square} is {player}'s.", square=name, player=Player(owner))
    return Fault("foreign-piece", "P1", reason, there)


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
    """Return what is wrong with the direction (P3)."""
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
    """Return which way the seat whose turn it is goes, as a sentence (P3)."""
    if state.seat == 1:
        return say("White only goes forward, towards h8: north, east or north-east.")
    return say("Black only goes forward, towards a1: south, west or south-west.")


def _distance(state: State, origin: int, target: int) -> Fault:
    """Return why a piece does not go that far in a direction that is open to it (P4)."""
    way = way_between(origin, target)
    if way is None:
        raise AssertionError(f"{NAMES[origin]} and {NAMES[target]} are on no line")
    instead = going_from(state, origin, target)
    gap = nearest(between(origin, target, way) & ~state.mine, way)
    reason = say(
        (
            "A step is one square; a longer move is a jump over an unbroken row of friends, and there's none on "
            "{square}."
        ),
        square=NAMES[gap],
    )
    return Fault("too-far", "P4", reason, instead)


def _landing(state: State, origin: int, way: Direction, otherwise: int) -> int:
    """Return the first square of a ray that no friend holds; another if friends hold all."""
    room = RAYS[way][origin] & ~state.mine
    return nearest(room, way) if room else otherwise
