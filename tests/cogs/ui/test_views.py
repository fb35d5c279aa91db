"""Views through the eyes of a seat, and positions, are looked at where only what a reader may know comes of them."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

ROOT = Path(__file__).parents[3]

OWN = "what the reader's own seat sees, to the reader alone"
MASKED = "a seat's view only where everything may be seen (`ReplayedGame.open`)"
VIEWS = {
    "cogs/learn/page.py:done_page": "a lesson's own position, to the person who learns",
    "cogs/play/board.py:_show": f"{OWN}; for everyone, what a spectator sees",
    "cogs/play/builder_view.py:_position": OWN,
    "cogs/play/builder_view.py:preview": OWN,
    "cogs/play/builder_view.py:sealed_picture": OWN,
    "cogs/play/cards.py:_show": OWN,
    "cogs/play/hand.py:_scene": OWN,
    "cogs/ui/holding.py:_shown": OWN,
    "cogs/ui/holding.py:holdings": OWN,
    "cogs/ui/rules.py:_hand": "a hand in a set-up position of the rules, which all may read",
    "cogs/ui/replay.py:view": MASKED,
}
"""Functions that ask for a view of anybody but a spectator, and why they may."""

BUILT = "a turn that its own player builds"
ASKED = "what all may know of who is asked what"
STATES = {
    "cogs/play/answers.py:completions": "only open games have plans",
    "cogs/play/builder.py:_turn": BUILT,
    "cogs/play/builder.py:action_indices": BUILT,
    "cogs/play/builder.py:actions_at": BUILT,
    "cogs/play/builder.py:back": BUILT,
    "cogs/play/builder.py:latest": BUILT,
    "cogs/play/builder.py:origin": BUILT,
    "cogs/play/builder.py:stage": BUILT,
    "cogs/play/builder_presses.py:_items": ASKED,
    "cogs/play/builder_view.py:_below": BUILT,
    "cogs/play/builder_view.py:_closed": BUILT,
    "cogs/play/builder_view.py:_inside": BUILT,
    "cogs/play/builder_view.py:_parts": BUILT,
    "cogs/play/builder_view.py:_position": BUILT,
    "cogs/play/builder_view.py:_unfinished": BUILT,
    "cogs/play/builder_view.py:preview": BUILT,
    "cogs/play/builder_view.py:question_of": BUILT,
    "cogs/play/builder_view.py:sealed_picture": BUILT,
    "cogs/play/builder_view.py:step_of": BUILT,
    "cogs/play/cards.py:_show": "`Carded.cards` for the reader's seat",
    "cogs/play/cards.py:_whereabouts": "`Catalogued.whereabouts` for the reader's seat",
    "cogs/play/hand.py:_lines": "`Reaching` for the reader's seat",
    "cogs/play/hand.py:_reach": "`Reaching` for the reader's seat",
    "cogs/play/hand.py:_subjects": "`Reaching` for the reader's seat",
    "cogs/review/viewer.py:can_open": "whether the game was over",
    "cogs/review/viewer.py:can_practise": "whether the game was over",
    "cogs/review/viewer.py:open_from": "hosting refuses positions of games that are not open",
    "cogs/ui/match_buttons.py:playing": ASKED,
    "cogs/ui/pictures.py:summary_of": "`Scored.standing`, which all may know",
    "cogs/ui/rules.py:_board": "set-up positions of the rules, which all may read",
    "cogs/ui/turn_text.py:call": ASKED,
    "cogs/ui/turn_text.py:cautions": "what a player has sealed, to them alone",
    "cogs/ui/turn_text.py:played_text": "what a player has sealed, to them alone",
    "cogs/ui/turn_text.py:question": ASKED,
    "cogs/ui/turn_text.py:stays_closed": "what a player has sealed, to them alone",
}
"""Functions in which something is made of a whole position, and what."""


@functools.cache
def functions() -> tuple[tuple[str, str, tuple[ast.AST, ...]], ...]:
    """Return file, name and nodes of every function outside the engine and the store."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), function.name, tuple(ast.walk(function)))
        for folder in ("cogs", "hosting", "local", "render")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def _views(node: ast.AST) -> bool:
    """Return whether a view of a position is asked for that is not a spectator's.

    Those of a `ReplayedGame` have a mask. Those of `Arena.leagues`, or read from a connection, are of a season of a
    league, in which nothing of a position is.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "view":
        return False
    value, seat = node.func.value, node.args[-1] if node.args else None
    masked = isinstance(value, ast.Name) and value.id in ("story", "self")
    season = isinstance(value, ast.Attribute) and value.attr == "leagues"
    season |= bool(node.args) and isinstance(node.args[0], ast.Name) and node.args[0].id == "connection"
    return not masked and not season and not (isinstance(seat, ast.Constant) and seat.value is None)


def test_views_of_seats_are_asked_for_where_they_may_be() -> None:
    found = {f"{path}:{name}" for path, name, nodes in functions() if any(map(_views, nodes))}
    assert found == set(VIEWS)


def test_positions_are_looked_at_where_they_may_be() -> None:
    """A position has all that is hidden in it. Hosting keeps it; what reaches people is made elsewhere."""
    found = {f"{path}:{name}" for path, name, nodes in functions() if any(map(_looks, nodes))}
    assert {path for path in found if not path.startswith("hosting/")} == set(STATES)


def _looks(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "state"
