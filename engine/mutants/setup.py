"""The start of a game, in all its forms (M7 to M15, M61, M62)."""

from __future__ import annotations

from engine.chance import Chance
from engine.game import Step
from engine.mutants.apply import run
from engine.mutants.draft import begin_draft
from engine.mutants.laying_out import begin_ready, lay_out
from engine.mutants.rules import Rules
from engine.mutants.state import Side, State
from engine.mutants.table import Table


def start(rules: Rules, reserves: tuple[tuple[str, ...], ...], chance: Chance) -> Step[State]:
    """Return the position before the first decision, with what was drawn for it.

    Args:
        rules: The mode and its options.
        reserves: Of seat 1, 2, …, where they are constructed (M13); else none.
        chance: For all draws.

    Raises:
        DrawError: A record tells of draws that cannot be.
    """
    state = State(
        rules=rules,
        chance=chance,
        stack=(),
        sides=(Side(),) * rules.sides,
        spaces=(-1,) * rules.sides,
        line=(),
        points=() if rules.solo else (0,) * rules.seats,
        standing=(),
        health=rules.health,
    )
    table = Table(state)
    match rules.reserve:
        case "draft":
            begin_draft(table)
        case "ready":
            begin_ready(table)
        case _:
            lay_out(table, dict(enumerate(reserves, 1)))
    run(table)
    return table.step()
