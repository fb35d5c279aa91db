"""What happened leaves a mark, and strategies and battles are told beside the map."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from engine.apex.events import (
    Ambushed,
    Battle,
    Closed,
    Evolved,
    HandsPassed,
    Moved,
    Produced,
)
from render.apex.renderer import ApexRenderer
from render.canvas import Canvas
from render.lettering import width
from tests.render.apex.scenes import HAPPENED, MODES, crowded, game
from tests.render.pixels import picture

ARTIST = ApexRenderer()


def test_whatever_happened_leaves_a_mark_of_its_own() -> None:
    view = crowded("3")
    assert len({ARTIST.draw(view), *(ARTIST.draw(view, (event,)) for event in HAPPENED)}) == 1 + len(HAPPENED)
    twice = (Produced(1, slot="H1"), Produced(1, slot="H1"))
    assert ARTIST.draw(view, twice) != ARTIST.draw(view, twice[:1])
    assert ARTIST.draw(view, (Ambushed(1, "C1", 2),)) != ARTIST.draw(view, (Ambushed(1, "C1", 3),))


def test_what_changes_nothing_leaves_no_mark() -> None:
    view = crowded("3")
    quiet = (HandsPassed(None, step=1), Evolved(1, track=0, level=5, rose=False))
    assert ARTIST.draw(view, quiet) == ARTIST.draw(view)


def test_battles_are_reported_in_rows_of_their_own() -> None:  # A33 to A38
    view = crowded("3")
    fight = HAPPENED[-2]
    assert isinstance(fight, Battle)
    heights = [picture(ARTIST.draw(view, (fight,) * count)).height for count in range(9)]
    assert heights[:7] == sorted(set(heights))
    assert heights[6] == heights[8]
    tie = replace(fight, winner=None)
    assert ARTIST.draw(view, (fight,)) != ARTIST.draw(view, (tie,))


def test_strategies_are_shown_and_an_idle_one_is_told_from_one_carried_out() -> None:  # A19
    view, last = next((view, last) for view, last in game("4", "idle") if view.phase == "expand" and view.age == 2)
    assert view.strategies
    without = replace(view, strategies=())
    assert picture(ARTIST.draw(without)).height < picture(ARTIST.draw(view)).height
    done = replace(view, strategies=tuple(replace(each, done=True) for each in view.strategies))
    idle = Closed(view.strategies[0].seat, side=view.strategies[0].side)
    assert len({ARTIST.draw(each, events) for each, events in ((view, ()), (done, ()), (done, (idle,)))}) == 3
    assert ARTIST.draw(view, last) != ARTIST.draw(view)


@pytest.mark.parametrize("mode", MODES)
def test_no_mark_of_a_move_lies_over_the_name_of_a_sector(mode: str) -> None:
    view = crowded(mode)
    with patch.object(Canvas, "text") as written:
        ARTIST.draw(view)
    slots = {slot for lane in view.lanes for slot in lane}
    boxes = []
    for call in written.call_args_list:
        (x, y), word, size = call.args[:3]
        if word in slots:
            across = width(word, round(size))
            left = x - across / 2 if call.kwargs.get("anchor") == "m" else x
            boxes.append((round(left), round(y - 0.24 * size), round(left + 0.85 * across), round(y + 0.36 * size)))
    assert len(boxes) == len(slots)
    still = picture(ARTIST.draw(view))
    for back in (1, -1):
        lanes = [lane[::back] for lane in view.lanes]
        moved = picture(ARTIST.draw(view, [Moved(1, one, other, 2, portal=False) for one, other in lanes]))
        # Reports of moves stand below the map, on which everything stays where it is.
        assert [box for box in boxes if moved.crop(box).tobytes() != still.crop(box).tobytes()] == []
