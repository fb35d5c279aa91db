"""Why arcs, or the move that follows them, are not legal (R17, R18, R24)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.refusals import Fault
from engine.replicants.alternatives import like
from engine.replicants.arcs import Volley, aim, shots
from engine.replicants.board import NAMES, place_of, value_of
from engine.replicants.charts import FIVE, MATRIX
from engine.replicants.grammar import WrittenArcs, WrittenGo
from engine.replicants.moves import Arcs
from engine.replicants.refusals_go import candidates, forbidden, missing, risky, unreachable
from engine.replicants.state import LEAST, State, cell_on, occupied, owner_of, removed
from engine.replicants.threat import below_least
from engine.replicants.writing import targets_text
from engine.text import Player, say, say_n


def fault(state: State, written: WrittenArcs) -> Fault:
    """Return what is wrong with arcs."""
    cells = [cell_on(state, name) for name in written.targets]
    targets = sum(1 << cell for cell in cells)
    found = _untouchable(state, cells) or _out_of_range(state, cells, targets) or _destruction(state, targets)
    if found is None:
        shooters = shots(state)[targets]
        volley = aim(state, targets, shooters)
        if volley is None:
            raise AssertionError(f"nothing is wrong with {written}")
        found = _following(state, written, volley, shooters)
    near = cell_on(state, written.companion.target) if written.companion is not None else None
    suggestions = like(state, lambda move: isinstance(move, Arcs) and move.targets == targets, near) or like(
        state, lambda move: isinstance(move, Arcs), near
    )
    return Fault(found.code, found.rule, found.reason, suggestions)


def _untouchable(state: State, cells: Iterable[int]) -> Fault | None:
    """Return the fault if something other than an enemy is among the targets."""
    for cell in cells:
        owner = owner_of(state, cell)
        if owner is None:
            return Fault("arcs-empty", "R17", say("There's no enemy on {hex}.", hex=NAMES[cell]))
        if owner == state.seat:
            return Fault("arcs-own", "R17", say("The Replicant on {hex} is your own.", hex=NAMES[cell]))
        if owner - 1 in state.rules.friends[state.seat - 1]:
            return Fault(
                "ally", "R28", say("{player} on {hex} is your partner.", player=Player(owner), hex=NAMES[cell])
            )
    return None


def _out_of_range(state: State, cells: Iterable[int], targets: int) -> Fault | None:
    """Return the fault if no single 5 reaches all targets."""
    fives = [code for code in state.sides[state.seat - 1].pieces if value_of(code) == FIVE]
    if not fives:
        return Fault("arcs-no-five", "R17", say("Only a 5 fires arcs, and you have none in the arena."))
    if targets in shots(state):
        return None
    for cell in cells:
        if not any(state.rules.board.arcs[code] >> cell & 1 for code in fives):
            reason = say("Your 5's arcs don't reach {hex}.", hex=NAMES[cell])
            return Fault("arcs-out-of-reach", "R17", reason)
    reason = say("A single 5 must reach all of {targets}, and none of yours does.", targets=targets_text(targets))
    return Fault("arcs-not-one", "R17", reason)


def _destruction(state: State, targets: int) -> Fault | None:
    """Return the fault if the destruction itself is illegal."""
    too_few = below_least(state.rules, state.sides, state.seat - 1, targets)
    if too_few:
        reason = say_n(
            "These arcs would leave {player} with fewer than {count} Replicant.",
            "These arcs would leave {player} with fewer than {count} Replicants.",
            LEAST,
            player=Player(too_few[0] + 1),
        )
        return Fault("arcs-below-three", "R18", reason)
    return forbidden(state, targets)


def _following(state: State, written: WrittenArcs, volley: Volley, shooters: list[int]) -> Fault:
    """Return what is wrong with the move after a legal destruction."""
    companion = written.companion
    if volley.ends:
        reason = say("These arcs end the game at once: no Replicant moves after them.")
        return Fault("arcs-over", "R17", reason)
    if not volley.companions:
        reason = say("You can't fire these arcs: no other Replicant of yours could then move to a free hex.")
        return Fault("arcs-nobody-moves", "R17", reason)
    if companion is None:
        reason = say(
            "After the arcs, another of your Replicants moves to a free hex: write it after them, as in xG8.4E6."
        )
        return Fault("arcs-unfinished", "R17", reason)
    excluded = shooters if len(shooters) == 1 else []
    found = (
        missing(state, companion)
        or _own_shooter(state, companion, excluded)
        or _landing(state, companion, volley, excluded)
    )
    if found is None:
        raise AssertionError(f"nothing is wrong with {written}")
    return found


def _own_shooter(state: State, companion: WrittenGo, excluded: list[int]) -> Fault | None:
    if excluded and candidates(state, companion) == excluded:
        hex_name = NAMES[place_of(excluded[0])]
        reason = say("The 5 on {hex} fires the arcs; another Replicant must move.", hex=hex_name)
        return Fault("arcs-same-five", "R17", reason)
    return None


def _landing(state: State, companion: WrittenGo, volley: Volley, excluded: list[int]) -> Fault | None:
    """Return the fault of the companion's move itself, on the board that the arcs leave."""
    after = tuple(removed(each, volley.targets) for each in state.sides)
    target = cell_on(state, companion.target)
    blocked = occupied(after)
    if blocked >> target & 1:
        reason = say("After arcs, a Replicant must move to a free hex, and {hex} isn't free.", hex=NAMES[target])
        return Fault("arcs-not-free", "R17", reason)
    if companion.captures:
        reason = say("The move after arcs can't destroy anything: leave out its x.")
        return Fault("arcs-capture", "R17", reason)
    far = unreachable(state, companion, blocked, excluded)
    if far is not None:
        return far
    return risky(state, after, target) if companion.value == MATRIX else None
