"""No secrets on pictures: a hand is for the eyes of its player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render.apex.frame import frame_of
from render.apex.renderer import ApexRenderer
from render.look import Look
from tests.render.apex.scenes import MODES, NAMES, game
from tests.render.pixels import picture

ARTIST = ApexRenderer()


@pytest.mark.parametrize("mode", MODES)
def test_a_spectators_picture_never_depends_on_hands(mode: str) -> None:  # A9
    for view, last in game(mode, "shown")[::20]:
        leaking = replace(view, sides=tuple(replace(each, hand=(7, 8, 28)) for each in view.sides))
        assert ARTIST.draw(view, last, Look(NAMES)) == ARTIST.draw(leaking, last, Look(NAMES))
        assert ARTIST.draw_cards(view) == ARTIST.draw_cards(leaking)
        assert ARTIST.draw_hand(view) == ARTIST.draw_hand(leaking)


@pytest.mark.parametrize("mode", MODES)
def test_a_players_picture_shows_the_own_hand_and_no_other(mode: str) -> None:
    shown = [view for view, _ in game(mode, "shown", eyes=2) if view.phase == "choose"]
    for view in shown[:: max(1, len(shown) // 2)]:
        others = replace(
            view, sides=tuple(each if each.seat == 2 else replace(each, hand=(7, 8, 28)) for each in view.sides)
        )
        assert ARTIST.draw(view, look=Look(NAMES)) == ARTIST.draw(others, look=Look(NAMES))
        assert ARTIST.draw_hand(view) == ARTIST.draw_hand(others)
        assert ARTIST.draw_cards(view) == ARTIST.draw_cards(others)
        mine = view.sides[1].hand or ()
        swapped = (*mine[:-1], 30 if mine[-1] != 30 else 29)
        other = replace(
            view, sides=tuple(replace(each, hand=swapped) if each.seat == 2 else each for each in view.sides)
        )
        assert ARTIST.draw(view) != ARTIST.draw(other)
        assert ARTIST.draw_hand(view) != ARTIST.draw_hand(other)
        assert ARTIST.draw_cards(view) != ARTIST.draw_cards(other)


@pytest.mark.parametrize("mode", MODES)
def test_the_public_part_of_a_players_picture_is_the_spectators(mode: str) -> None:
    pairs = zip(game(mode, "shown"), game(mode, "shown", eyes=1), strict=True)
    for (public, _), (mine, _) in list(pairs)[::16]:
        one, other = picture(ARTIST.draw(public)), picture(ARTIST.draw(mine))
        foot = int(frame_of(public, 1200, None).legend.top)
        assert one.crop((0, 0, 1200, foot)).tobytes() == other.crop((0, 0, 1200, foot)).tobytes()
