"""Headings in words and signs, as the picture shows them: up is north, from whichever side the arena is seen (R5).

`turn` is by how many steps of 60° clockwise the arena is turned; 0 in the game's own orientation.
"""

from __future__ import annotations

from engine.hexgrid import Hex, neighbour
from engine.text import Text, say

_N, _NE, _E, _SE = (
    say("N", context="compass point"),
    say("NE", context="compass point"),
    say("E", context="compass point"),
    say("SE", context="compass point"),
)
_S, _SW, _W, _NW = (
    say("S", context="compass point"),
    say("SW", context="compass point"),
    say("W", context="compass point"),
    say("NW", context="compass point"),
)
_FLAT = (_N, _NE, _SE, _S, _SW, _NW)
_POINTY = (_NW, _NE, _E, _SE, _SW, _W)
_EXAMPLE = Hex(4, 5)


def compass(heading: int, *, oval: bool, turn: int = 0) -> Text:
    """Return the compass point of a heading."""
    return (_POINTY if oval else _FLAT)[(heading + turn) % 6]


def arrow(heading: int, *, oval: bool, turn: int = 0) -> str:
    """Return an arrow that points as the heading does on the picture."""
    return ("↖↗→↘↙←" if oval else "↑↗↘↓↙↖")[(heading + turn) % 6]


def legend(*, oval: bool, turn: int = 0) -> Text:
    """Return what the compass points mean on the board."""
    first, second, third, fourth, fifth, sixth = (str(neighbour(_EXAMPLE, way - turn)) for way in range(6))
    if oval:
        return say(
            "Headings: from {hex}, NW is {nw}, NE is {ne}, E is {e}, SE is {se}, SW is {sw}, W is {w}.",
            hex=str(_EXAMPLE),
            nw=first,
            ne=second,
            e=third,
            se=fourth,
            sw=fifth,
            w=sixth,
        )
    return say(
        "Headings: from {hex}, N is {n}, NE is {ne}, SE is {se}, S is {s}, SW is {sw}, NW is {nw}.",
        hex=str(_EXAMPLE),
        n=first,
        ne=second,
        se=third,
        s=fourth,
        sw=fifth,
        nw=sixth,
    )
