"""Positions in which a prompt of each kind is open (N8)."""

from __future__ import annotations

from engine.mutants.state import State
from tests.engine.mutants.tables import THREE, Laid, asked, play, table

FORCE = {3: 4, 1: 5, 2: 9}
EMPTY = {"deck": "", "discard": "ROB WAR WAR"}

PROMPTS: dict[str, tuple[Laid, Laid, str, str]] = {
    "flank": ({"A": "ROB"}, {}, "", "L"),
    "act": ({"hand": "DEM ROB"}, {}, "", "D ROB"),
    "freeze-empty": ({"hand": "ROB DEM", **EMPTY}, {}, "D ROB", "ROB"),
    "freeze-hand": ({"A": "DEM", "L": "AUT", "R": "rob", "hand": "ZOM ROB"}, {}, "L", "N"),
    "freeze-discard": ({"hand": "NOB ROB", "discard": "ZOM WAR"}, {}, "D NOB", "N"),
    "freeze-self": ({"A": "ROB", "L": "ZOM", "R": "rob"}, {}, "L", "N"),
    "freeze-arena": ({"A": "ROB", "L": "BON", "R": "ZOM"}, {}, "L", "N"),
    "cycle": ({"hand": "ROB WAR DEM", "deck": "ZOM"}, {}, "D ROB", "ZOM"),
    "discard": ({"hand": "RAK ROB"}, {"hand": "WAR ZOM ZOM"}, "D RAK", "ZOM"),
    "offer": ({"hand": "LYC ROB ROB", "reserve": THREE}, {}, "D LYC", "N"),
    "cost": ({"hand": "LYC ROB WAR DEM", "reserve": THREE}, {}, "D LYC/Y", "ROB+WAR"),
    "take": ({"hand": "TAO ROB", "discard": "WAR ZOM"}, {}, "D TAO", "ZOM"),
    "take-discard": ({"hand": "TAO WAR", "discard": "WAR ZOM"}, {}, "D TAO/ZOM", "ZOM"),
    "gain": ({"hand": "RHI ROB", "reserve": ("", "TRI", "NOB")}, {}, "D RHI", "TRI"),
    "copy": ({"A": "LYC", "L": "ALN", "R": "ZOM"}, {}, "L", "A"),
    "ko": ({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "DEV"}, "D BON", "L"),
    "flip": ({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}, "D EVA", "L"),
    "parry": ({"hand": "TYR ROB"}, {"A": "DEM", "L": "BRI"}, "D TYR", "A"),
}
"""By kind: what lies before seat 1, and before seat 2; the texts that lead to the prompt; what M77 answers."""


def laid_out(kind: str, *, players: int = 3, usual: Laid | None = None, instead: Laid | None = None) -> State:
    """Return the position from which turns lead to a prompt.

    Args:
        kind: Which.
        players: How many there are.
        usual: What lies before everybody where `PROMPTS` says nothing.
        instead: What lies before seat 1 instead of what `PROMPTS` says.
    """
    first, second, _, _ = PROMPTS[kind]
    laid = ({**first, **(instead or {})}, second, {}, {})[:players]
    force = {seat: space for seat, space in {4: 3, **FORCE}.items() if seat <= players}
    return table(*({**(usual or {}), **each} for each in laid), force=force)


def prompted(kind: str, *, players: int = 3, usual: Laid | None = None, instead: Laid | None = None) -> State:
    """Return a position in which a prompt is open; see `laid_out`."""
    before = laid_out(kind, players=players, usual=usual, instead=instead)
    state = play(before, *filter(None, PROMPTS[kind][2].split("/")))
    assert asked(state).split()[0] == kind
    return state
