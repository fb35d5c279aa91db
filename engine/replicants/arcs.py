"""Volleys: what a 5 may destroy by arcs, and which moves may follow (R17, R18, R24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.replicants.board import place_of
from engine.replicants.charts import FIVE
from engine.replicants.state import Side, State, occupied, removed
from engine.replicants.threat import below_least, finishes, relieved, threatened, would_win


@dataclass(frozen=True, slots=True)
class Volley:
    """A legal destruction by arcs.

    Attributes:
        targets: The cells struck.
        ends: Whether it ends the game at once.
        companions: Each piece that may move next, with the cells it may go to; empty if it ends the game.
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
    """Return what may follow a destruction by one of these 5s, or None if the destruction itself is illegal."""
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
    """Return to which of these free cells the matrix may go once the arcs have struck (R16, R25)."""
    rules, index = state.rules, state.seat - 1
    risky = cells & threatened(rules, after, index, occupied(after) & ~(1 << place_of(matrix)))
    return cells & ~risky | relieved(rules, after, index, risky)
