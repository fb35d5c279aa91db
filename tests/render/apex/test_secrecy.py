"""No secrets on pictures: a hand is for the eyes of its player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.apex.view import ApexView
from render.apex.frame import frame_of
from render.apex.hand import draw_hand
from render.apex.renderer import ApexRenderer
from render.words import Look
from tests.render.apex.scenes import MODES, NAMES, game
from tests.render.pixels import differ

ARTIST = ApexRenderer()
LOOK = Look(NAMES, width=400)


def _board(view: ApexView) -> bytes:
    return ARTIST.draw(view, look=LOOK)


@pytest.mark.parametrize("mode", MODES)
def test_a_spectators_picture_never_depends_on_hands(mode: str) -> None:  # A9
    for view, last in game(mode, "shown")[::40]:
        leaking = replace(view, sides=tuple(replace(each, hand=(7, 8, 28)) for each in view.sides))
        assert ARTIST.draw(view, last, LOOK) == ARTIST.draw(leaking, last, LOOK)
        assert ARTIST.draw_cards(view) == ARTIST.draw_cards(leaking)
        assert draw_hand(view) == draw_hand(leaking)


@pytest.mark.parametrize("mode", MODES)
def test_a_players_picture_shows_the_own_hand_and_no_other(mode: str) -> None:
    shown = [view for view, _ in game(mode, "shown", eyes=2) if view.phase == "choose"]
    for view in shown[:: max(1, len(shown) // 2)]:
        others = replace(
            view, sides=tuple(each if each.seat == 2 else replace(each, hand=(7, 8, 28)) for each in view.sides)
        )
        mine = view.sides[1].hand or ()
        swapped = (*mine[:-1], 30 if mine[-1] != 30 else 29)
        other = replace(
            view, sides=tuple(replace(each, hand=swapped) if each.seat == 2 else each for each in view.sides)
        )
        for drawn in (_board, draw_hand, ARTIST.draw_cards):
            usual = drawn(view)
            assert drawn(others) == usual
            assert drawn(other) != usual


@pytest.mark.parametrize("mode", MODES)
def test_the_public_part_of_a_players_picture_is_the_spectators(mode: str) -> None:
    pairs = zip(game(mode, "shown"), game(mode, "shown", eyes=1), strict=True)
    for (public, _), (mine, _) in list(pairs)[::32]:
        box = differ(ARTIST.draw(public, look=LOOK), ARTIST.draw(mine, look=LOOK))
        assert box is None or box[1] >= int(frame_of(public, LOOK.width, None).legend.top)
