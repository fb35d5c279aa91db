"""The lines of a record that are no moves (N11): what was drawn, rounds, scores, the end.

They are made where they happen (`Table.note`) and kept in the position for one step. What was drawn is `?` in copies
for readers while the match runs (N14).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.chance import Draw
from engine.mutants.outcome import final_order, final_points
from engine.mutants.rules import Rules
from engine.mutants.state import State
from engine.seat import Seat

MARK = "*"
UNKNOWN = "?"


def notes(
    before: State | None,
    after: State,
    _now: State,
    _seat: Seat | None,
    *,
    whole: bool,
    drawn: Sequence[Draw] = (),  # noqa: ARG001 - the position has kept what was drawn, in its lines
) -> tuple[str, ...]:
    """Return the lines that stand in a record where one position follows another; see `engine.extras.Noting`."""
    lines = [] if before is not None else [head(after.rules)]
    lines += [f"{line}{hidden if whole or not hidden else UNKNOWN}" for line, hidden in after.said]
    if after.over and before is not None and not before.over:
        lines.append(_end(after))
    return tuple(lines)


def head(rules: Rules) -> str:
    """Return the first line of a record."""
    if rules.boss is None:
        return f"* MUTANTS players={rules.seats} setup={rules.reserve}"
    words = [f"* MUTANTS players=1 setup=solo boss={rules.boss.key}"]
    words += ["ultra"] if rules.ultra else []
    words += [f"limits={rules.limits}"] if rules.limits else []
    return " ".join(words)


def same_note(written: str, note: str) -> bool:
    """Return whether a line as a person wrote it says the same; spaces and case do not matter."""
    return _folded(written) == _folded(note)


def _folded(text: str) -> str:
    spaced = " ".join(text.upper().replace(MARK, f"{MARK} ").split())
    return re.sub(r"\s*([=,])\s*", r"\1", spaced)


def _end(state: State) -> str:
    if state.rules.solo:
        won = "VICTORY" if state.over == "W" else "DEFEAT"
        return f"* END {won} HEALTH={state.health} ROUND={state.round}"
    order, points = final_order(state), final_points(state)
    totals = " ".join(f"S{seat}={points[seat - 1]}" for seat in sorted(order))
    return f"* END {totals} RANK {','.join(f'S{seat}' for seat in order)}"
