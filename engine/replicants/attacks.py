"""Threatened cells, and legal volleys of a 5 (R17, R18, R24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.replicants.board import FIVE, MATRIX, bits, place_of
from engine.replicants.rules import Rules
from engine.replicants.state import LEAST, Side, State, moved, occupied, removed

Sides = tuple[Side, ...]


def threatened(rules: Rules, sides: Sides, index: int, blocked: int) -> int:
    """Return the cells that enemies could move or send arcs to, with the `blocked` cells in the way of walks (R16)."""
    stops, threat = rules.board.stops, rules.board.threat
    cells = 0
    for other in rules.others[index]:
        for code in sides[other].pieces:
            cells |= threat[code][blocked & stops[code]]
    return cells


def dangers(rules: Rules, sides: Sides, index: int, blocked: int) -> tuple[int, int]:
    """Return the cells around the player's matrix threatened once that is out of the way, and before (R16, R19)."""
    board, matrix = rules.board, place_of(sides[index].pieces[0])
    stops, threat, within = board.stops, board.threat, board.danger[matrix]
    left, away, standing = blocked ^ 1 << matrix, 0, 0
    for other in rules.others[index]:
        if sides[other].mask & within:
            for code in sides[other].pieces:
                if within >> (code >> 3 & 127) & 1:
                    away |= threat[code][left & stops[code]]
                    standing |= threat[code][blocked & stops[code]]
    return away, standing


def threats_to(rules: Rules, sides: Sides, index: int, blocked: int, cell: int) -> list[tuple[int, int]]:
    """Return the enemies that threaten a cell: index and piece."""
    board = rules.board
    return [
        (other, code)
        for other in rules.others[index]
        for code in sides[other].pieces
        if board.threat[code][blocked & board.stops[code]] >> cell & 1
    ]


def stakes(rules: Rules, sides: Sides, index: int) -> tuple[int, int]:
    """Return the enemy cells on which a single destruction ends the game, and those of them where R24 forbids it."""
    own = len(sides[index].trophies)
    ending, forbidden, trails = 0, 0, False
    for other in rules.others[index]:
        theirs = sides[other]
        ending |= theirs.mask if len(theirs.pieces) == LEAST + 1 else 1 << (theirs.pieces[0] >> 3 & 127)
        trails = trails or 2 * (len(theirs.trophies) - own) >= 3
    if trails:  # else R24 forbids nothing
        for other in rules.others[index]:
            theirs = sides[other]
            matrix = 1 << place_of(theirs.pieces[0])
            behind = 2 * (_best_of_the_rest(sides, index, other) - own)
            if behind >= 5:  # R24: 2 for the matrix and 0.5, in half points
                forbidden |= matrix
            if behind >= 3:  # R24: 1 and 0.5
                forbidden |= ending & theirs.mask & ~matrix
    return ending, forbidden


def finishes(sides: Sides, index: int, targets: int) -> list[int]:
    """Return the sides that a destruction of these cells eliminates: matrix destroyed, or three or fewer left (R22)."""
    out = []
    for other, theirs in enumerate(sides):
        lost = (theirs.mask & targets).bit_count()
        if (
            lost
            and other != index
            and (len(theirs.pieces) - lost <= LEAST or targets >> place_of(theirs.pieces[0]) & 1)
        ):
            out.append(other)
    return out


def below_least(rules: Rules, sides: Sides, index: int, targets: int) -> list[int]:
    """Return the enemies that arcs on these cells would leave with too few Replicants (R18)."""
    too_few = []
    for other in rules.others[index]:
        theirs = sides[other]
        if len(theirs.pieces) - (theirs.mask & targets).bit_count() < LEAST:
            too_few.append(other)
    return too_few


def would_win(sides: Sides, index: int, targets: int) -> bool:
    """Return whether a destruction that ends the game wins it: strictly the most points of all left (R24)."""
    out = finishes(sides, index, targets)
    mine = 2 * len(sides[index].trophies) + 1
    for other, theirs in enumerate(sides):
        if other != index:
            mine += 2 * (theirs.mask & targets).bit_count()
            mine += 2 * (targets >> place_of(theirs.pieces[0]) & 1)
    return all(mine > 2 * len(theirs.trophies) for other, theirs in enumerate(sides) if other not in (*out, index))


def relieved(rules: Rules, sides: Sides, index: int, cells: int) -> int:
    """Return the threatened cells that a player's matrix may enter because nobody may destroy it there (R25)."""
    if not cells or not rules.counts_points:
        return 0
    numbers = [len(each.trophies) for each in sides]
    if 2 * (max(numbers) - min(numbers)) < 5 or all(
        2 * (max(numbers) - numbers[other]) < 5 or 2 * (_best_of_the_rest(sides, other, index) - numbers[other]) < 5
        for other in rules.others[index]
    ):
        return 0  # for all of them even the bare destruction of the matrix is allowed
    origin = place_of(sides[index].pieces[0])
    safe = 0
    for cell in bits(cells):
        after = tuple(
            moved(each, MATRIX, origin, cell) if number == index else removed(each, 1 << cell)
            for number, each in enumerate(sides)
        )
        if not real_threats(rules, after, index, cell):
            safe |= 1 << cell
    return safe


def real_threats(rules: Rules, sides: Sides, index: int, cell: int) -> list[tuple[int, int]]:
    """Return the enemies that may destroy the player's matrix on `cell` (R25), the sides being those after its move."""
    blocked = occupied(sides)
    threats = threats_to(rules, sides, index, blocked, cell)
    if not rules.counts_points:
        return threats
    board, matrix = rules.board, 1 << cell
    real = []
    for other, code in threats:
        if would_win(sides, other, matrix) or _volley_wins(rules, sides, other, matrix, board.arcs[code] & blocked):
            real.append((other, code))
    return real


def _volley_wins(rules: Rules, sides: Sides, index: int, matrix: int, within: int) -> bool:
    """Return whether arcs on a matrix, with any other targets that R18 allows, win the game (R25)."""
    further = within & ~sides[index].mask & ~matrix
    if not within & matrix:
        return False
    more = further
    while more:  # every set of further targets, the largest first
        if not below_least(rules, sides, index, more | matrix) and would_win(sides, index, more | matrix):
            return True
        more = more - 1 & further
    return False


def _best_of_the_rest(sides: Sides, *apart: int) -> int:
    """Return the most trophies of any other player: a point each, as a matrix would have ended the game (R23)."""
    return max([len(each.trophies) for index, each in enumerate(sides) if index not in apart])


# Volleys: legal destructions by a 5's arcs, and the moves that may follow (R17, R18, R24).


@dataclass(frozen=True, slots=True)
class Volley:
    """A legal destruction by arcs.

    Attributes:
        targets: The struck cells.
        companions: Each piece that may move next, with its possible cells; empty if the game ends.
    """

    targets: int
    ends: bool
    companions: tuple[tuple[int, int], ...] = ()


def volleys(state: State) -> Iterator[Volley]:
    """Yield every legal destruction by arcs that can be completed, each set of targets once, in no particular order."""
    for targets, shooters in shots(state).items():
        volley = aim(state, targets, shooters)
        if volley is not None and (volley.ends or volley.companions):
            yield volley


def shots(state: State) -> dict[int, list[int]]:
    """Return every set of enemies that one 5 reaches, with the 5s that reach them all."""
    rules, index = state.rules, state.seat - 1
    found: dict[int, list[int]] = {}
    enemies = 0
    for other in rules.others[index]:
        enemies |= state.sides[other].mask
    for code in state.sides[index].pieces:
        if code >> 10 == FIVE:
            within = targets = rules.board.arcs[code] & enemies
            while targets:
                found.setdefault(targets, []).append(code)
                targets = targets - 1 & within
    return found


def aim(state: State, targets: int, shooters: list[int]) -> Volley | None:
    """Return a destruction by one of these 5s with its companions, or None if it is illegal."""
    rules, index, sides = state.rules, state.seat - 1, state.sides
    if below_least(rules, sides, index, targets):  # R18
        return None
    if finishes(sides, index, targets):
        if rules.counts_points and not would_win(sides, index, targets):  # R24
            return None
        return Volley(targets, ends=True)  # R17: no companion
    after = tuple(removed(each, targets) for each in sides)
    blocked = occupied(after)
    stops, reach = rules.board.stops, rules.board.reach
    companions = []
    for code in sides[index].pieces:
        if shooters == [code]:  # R17: another one moves
            continue
        cells = reach[code][blocked & stops[code]] & ~blocked
        if cells and code == sides[index].pieces[0]:
            cells = _safe(state, after, code, cells)  # R16
        if cells:
            companions.append((code, cells))
    return Volley(targets, ends=False, companions=tuple(companions))


def _safe(state: State, after: tuple[Side, ...], matrix: int, cells: int) -> int:
    """Return the free cells that the matrix may go to after the arcs (R16, R25)."""
    rules, index = state.rules, state.seat - 1
    risky = cells & threatened(rules, after, index, occupied(after) & ~(1 << place_of(matrix)))
    return cells & ~risky | relieved(rules, after, index, risky)
