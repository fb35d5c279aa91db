"""Headings in words and signs, as the picture shows them in the game's own orientation (R5)."""

from __future__ import annotations

from engine.text import Text, say

_FLAT = (say("N"), say("NE"), say("SE"), say("S"), say("SW"), say("NW"))
_POINTY = (say("NW"), say("NE"), say("E"), say("SE"), say("SW"), say("W"))


def compass(heading: int, *, oval: bool) -> Text:
    """Return the compass point of a heading; north is up on the picture."""
    return (_POINTY if oval else _FLAT)[heading]


def arrow(heading: int, *, oval: bool) -> str:
    """Return an arrow that points as the heading does on the picture."""
    return ("↖↗→↘↙←" if oval else "↑↗↘↓↙↖")[heading]


def legend(*, oval: bool) -> Text:
    """Return what the compass points mean on the board."""
    if oval:
        return say("Headings: from E5, NW is E6, NE is F6, E is F5, SE is E4, SW is D4, W is D5.")
    return say("Headings: from E5, N is E6, NE is F6, SE is F5, S is E4, SW is D4, NW is D5.")
