"""Adjacent sectors in few words: star maps look the same from every home, so a part of the lanes tells them all."""

from __future__ import annotations

from functools import lru_cache

from engine.apex.view import ApexView
from engine.text import Text, say


def lanes_text(view: ApexView) -> Text:
    """Return which sectors are adjacent (A8): in full, unless all numbers have the same lanes."""
    pattern = _pattern(view.lanes, len(view.sides))
    if pattern:
        return say("Lanes, alike for each number and going round: {lanes}.", lanes=", ".join(pattern))
    return say("Lanes: {lanes}.", lanes=", ".join(f"{one}-{other}" for one, other in view.lanes))


@lru_cache(maxsize=16)
def _pattern(pairs: tuple[tuple[str, str], ...], seats: int) -> tuple[str, ...]:
    """Return the lanes between number 1 and numbers 1 and 2; none if they do not tell the whole map."""
    lanes = {frozenset(each) for each in pairs}
    rings = sorted({slot[0] for each in pairs for slot in each}, key="HABCD".index)
    steps = [
        (one, other, step)
        for place, one in enumerate(rings)
        for step, others in ((0, rings[place + 1 :]), (1, rings))
        for other in others
        if frozenset((f"{one}1", f"{other}{1 + step}")) in lanes
    ]
    turned = {
        frozenset((f"{one}{number + 1}", f"{other}{(number + step) % seats + 1}"))
        for one, other, step in steps
        for number in range(seats)
    }
    return tuple(f"{one}1-{other}{1 + step}" for one, other, step in steps) if turned == lanes else ()
