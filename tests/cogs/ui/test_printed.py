"""Moves are printed in one way, by `Entry.shown` and `Played.runs`, which leave out what their reader may not know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDERS = ("cogs", "render", "local", "hosting")
PLAYED = {"entry", "last", "played", "part", "earlier", "chosen"}
"""What an entry, or a turn, is called here."""
SECRETS = {"text", "moves"}

ALLOWED = {
    "cogs/learn/practice.py:_play": "a board of one person, who moves for everyone on it",
    "cogs/learn/lesson.py:_begun": "a lesson's own position, to the person who learns",
    "cogs/learn/lesson.py:_next": "a lesson's own position, to the person who learns",
    "cogs/play/builder_view.py:_parts": "what the player themselves is about to play",
    "cogs/play/builder_presses.py:_said": "the seat's own choice, to its player",
    "cogs/play/builder_presses.py:open_builder": "the seat's own choice, to its player",
    "cogs/play/builder_presses.py:_was_played": "compared with a draft",
    "cogs/play/builder.py:_ends": "compared with how a list ends",
    "cogs/play/builder_view.py:_veiled": "what the player themselves is about to play",
    "cogs/play/move.py:move": "what the player themselves typed",
    "cogs/ui/turn_text.py:sealed_text": "the seat's own choice, to its player",
    "cogs/ui/turn_text.py:_own": "what the player themselves played",
    "cogs/ui/turn_text.py:choices_are_open": "compared with what may be read",
    "hosting/match/answers.py:_left": "compared with a plan; only open games have plans",
    "hosting/match/answers.py:_broken": "compared with a plan; only open games have plans",
    "hosting/match/answers.py:_played_out": "the player's own plan; only open games have plans",
    "hosting/match/events.py:_moved": "stored",
    "hosting/match/sealing.py:_sealed": "hashed",
    "hosting/match/sealing.py:_revealed": "hashed",
    "hosting/match/service.py:write_amended": "stored",
    "hosting/match/service.py:write_event": "stored",
}
"""Functions that look at the notation of moves, and why they may."""


def found() -> Iterator[str]:
    """Yield the functions in which the notation of a move is asked for."""
    for path in sorted(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(_asks, ast.walk(function))):
                yield f"{path.relative_to(ROOT).as_posix()}:{function.name}"


def _asks(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute) or node.attr not in SECRETS:
        return False
    value = node.value
    name = value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""
    return name in PLAYED


def test_the_notation_of_a_move_is_asked_for_where_it_may_be() -> None:
    assert set(found()) == set(ALLOWED)
