"""Why a plain move is not legal (R7, R8, R14 to R16, R24, R28)."""

from __future__ import annotations

from collections.abc import Collection

from engine.refusals import Fault
from engine.replicants.alternatives import like
from engine.replicants.board import NAMES, bits, place_of, value_of
from engine.replicants.charts import FIVE, MATRIX
from engine.replicants.grammar import WrittenGo
from engine.replicants.moves import Arcs, Go, Move
from engine.replicants.state import Side, State, cell_on, moved, occupied, owner_of, piece_on, removed
from engine.replicants.threat import finishes, real_threats
from engine.seat import Seat
from engine.text import Player, Text, listed, say

_RANK = ("out-of-reach", "arcs-only", "blocked")
"""Of several Replicants that cannot go somewhere, the one that comes closest is explained: the last of these."""


def fault(state: State, written: WrittenGo) -> Fault:
    """Return what is wrong with a plain move."""
    target = cell_on(state, written.target)
    found = (
        missing(state, written)
        or _taken(state, target)
        or unreachable(state, written, occupied(state.sides))
        or _uncaptured(state, written, target)
        or _too_risky(state, written, target)
        or forbidden(state, 1 << target)
    )
    if found is None:
        raise AssertionError(f"nothing is wrong with {written}")
    return Fault(found.code, found.rule, found.reason, found.suggestions or _instead(state, written, target))


def missing(state: State, written: WrittenGo) -> Fault | None:
    """Return the fault if the player has no such Replicant (there)."""
    if not any(value_of(code) == written.value for code in state.sides[state.seat - 1].pieces):
        reason = say("You have no {value} in the arena.", value=written.value)
        return Fault("no-such-piece", "R14", reason)
    if written.origin and not candidates(state, written):
        reason = say("Your {value} isn't on {hex}.", value=written.value, hex=written.origin)
        return Fault("wrong-origin", "N4", reason)
    return None


def candidates(state: State, written: WrittenGo) -> list[int]:
    """Return the player's pieces that a text may mean."""
    return [
        code
        for code in state.sides[state.seat - 1].pieces
        if value_of(code) == written.value and written.origin in ("", NAMES[place_of(code)])
    ]


def unreachable(state: State, written: WrittenGo, blocked: int, excluded: Collection[int] = ()) -> Fault | None:
    """Return the fault if none of the pieces that may be meant, but for those excluded, reaches the target."""
    target = cell_on(state, written.target)
    board = state.rules.board
    meant = [code for code in candidates(state, written) if code not in excluded]
    if any(board.reach[code][blocked & board.stops[code]] >> target & 1 for code in meant):
        return None
    nearest = max((_far(state, code, target, blocked) for code in meant), key=lambda each: _RANK.index(each.code))
    if nearest.code != "out-of-reach" or len(meant) == 1:
        return nearest
    reason = say(
        "None of your {value}s can go to {hex}: they're on {origins}.",
        value=written.value,
        hex=NAMES[target],
        origins=listed((NAMES[place_of(code)] for code in meant), "comma"),
    )
    return Fault(nearest.code, nearest.rule, reason)


def risky(state: State, sides: tuple[Side, ...], target: int) -> Fault:
    """Return the fault of a matrix that would be under threat, going from where these sides have it (R16)."""
    index = state.seat - 1
    origin = place_of(sides[index].pieces[0])
    after = tuple(
        moved(each, MATRIX, origin, target) if number == index else removed(each, 1 << target)
        for number, each in enumerate(sides)
    )
    other, code = real_threats(state.rules, after, index, target)[0]
    reason = say(
        "Your matrix can't go to {hex}, which is under threat: {threat}.",
        hex=NAMES[target],
        threat=stands(other + 1, value_of(code), place_of(code)),
    )
    return Fault("matrix-threatened", "R16", reason)


def forbidden(state: State, targets: int) -> Fault | None:
    """Return the fault if R24 forbids to end the game by destroying all these."""
    index, sides = state.seat - 1, state.sides
    out = finishes(sides, index, targets)
    if not out or not state.rules.counts_points:
        return None
    struck = list(bits(targets))
    matrices = sum(1 for other in out if targets >> place_of(sides[other].pieces[0]) & 1)
    mine = len(sides[index].trophies) + len(struck) + matrices + 0.5
    rivals = [other for other in range(len(sides)) if other not in (*out, index)]
    if not rivals:
        return None
    best = max(rivals, key=lambda other: len(sides[other].trophies))
    theirs = len(sides[best].trophies)
    if mine > theirs:
        return None
    reason = say(
        "Forbidden destruction: it would end the game with {mine} points for you and {theirs} for {rival}.",
        mine=f"{mine:g}",
        theirs=theirs,
        rival=Player(best + 1),
    )
    return Fault("forbidden-destruction", "R24", reason)


def stands(seat: Seat, value: int, cell: int) -> Text:
    """Return a Replicant as a label: whose, which, where."""
    return say("{player}'s {value} on {hex}", player=Player(seat), value=value, hex=NAMES[cell])


def _taken(state: State, target: int) -> Fault | None:
    owner = owner_of(state, target)
    if owner == state.seat:
        reason = say("Your own Replicant is on {hex}.", hex=NAMES[target])
        return Fault("own-piece", "R7", reason)
    if owner is not None and owner - 1 in state.rules.friends[state.seat - 1]:
        return Fault("ally", "R28", say("{player} on {hex} is your partner.", player=Player(owner), hex=NAMES[target]))
    return None


def _far(state: State, code: int, target: int, blocked: int) -> Fault:
    board = state.rules.board
    value, origin = value_of(code), place_of(code)
    stops = board.blockers(code, target) & blocked
    if stops:
        stop = next(bits(stops))
        owner = owner_of(state, stop)
        if owner is None:
            raise AssertionError(f"nothing blocks {NAMES[stop]}")
        return Fault(
            "blocked",
            "R8",
            say(
                (
                    "Your {value} on {origin} can't walk to {hex} over {stop}, because of the Replicant in its way: "
                    "{blocker}."
                ),
                value=value,
                origin=NAMES[origin],
                hex=NAMES[target],
                stop=NAMES[stop],
                blocker=stands(owner, _value_on(state, stop), stop),
            ),
        )
    if value == FIVE and board.arcs[code] >> target & 1:
        reason = say(
            "Your 5 on {origin} only reaches {hex} with arcs; it can't move there.",
            origin=NAMES[origin],
            hex=NAMES[target],
        )
        volleys = like(state, lambda move: isinstance(move, Arcs) and move.targets == 1 << target)
        return Fault("arcs-only", "R17", reason, volleys)
    reason = say("Your {value} on {origin} can't go to {hex}.", value=value, origin=NAMES[origin], hex=NAMES[target])
    return Fault("out-of-reach", "R7", reason)


def _value_on(state: State, cell: int) -> int:
    codes = (piece_on(each, cell) for each in state.sides)
    return next(value_of(code) for code in codes if code is not None)


def _uncaptured(state: State, written: WrittenGo, target: int) -> Fault | None:
    if not written.captures or owner_of(state, target) is not None:
        return None
    reason = say("There's nothing to destroy on {hex}: leave out the x.", hex=NAMES[target])
    same = like(state, lambda move: _is(move, written, target))
    return Fault("nothing-captured", "N7", reason, same)


def _too_risky(state: State, written: WrittenGo, target: int) -> Fault | None:
    if written.value != MATRIX or finishes(state.sides, state.seat - 1, 1 << target):
        return None
    return risky(state, state.sides, target)


def _instead(state: State, written: WrittenGo, target: int) -> tuple[str, ...]:
    """Return where that Replicant can go, or else who can go there, or else any moves."""
    return (
        like(state, lambda move: _is(move, written), target)
        or like(state, lambda move: isinstance(move, Go) and move.value == written.value, target)
        or like(state, lambda move: isinstance(move, Go) and move.target == target)
        or like(state, lambda _: True)
    )


def _is(move: Move, written: WrittenGo, target: int | None = None) -> bool:
    return (
        isinstance(move, Go)
        and move.value == written.value
        and written.origin in ("", NAMES[move.origin])
        and target in (None, move.target)
    )
