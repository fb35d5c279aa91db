"""Masks: few tones, nothing lost, nothing covered twice."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from render import icons
from render.canvas import shape
from render.masks import Mask, Tones, hard


def ramp() -> Mask:
    """A row with every level from nothing to white."""
    return Mask(Image.frombytes("L", (256, 1), bytes(range(256))))


@pytest.mark.parametrize("tones", Tones)
def test_each_level_is_covered_by_the_nearest_tone_or_a_steeper_one(tones: Tones) -> None:
    planes = ramp().planes(tones)
    covered = [0.0] * 256
    for share, plane in (*planes.parts, (1.0, planes.whole)):
        for x in range(plane.width):
            if plane.getpixel((x, 0)):
                assert covered[planes.corner[0] + x] == 0
                covered[planes.corner[0] + x] = share
    assert covered == sorted(covered)
    assert covered[0] == 0
    assert covered[255] == 1
    reach = {Tones.CRISP: 0.38, Tones.STARK: 0.46}[tones]
    assert all(abs(share - level / 255) <= reach + 1 / 255 for level, share in enumerate(covered))


@pytest.mark.parametrize("tones", Tones)
def test_planes_lie_where_the_shape_was_drawn(tones: Tones) -> None:
    mask = icons.mask(icons.star, 20)
    planes, shown = mask.planes(tones), Image.new("L", mask.size)
    for share, plane in (*planes.parts, (1.0, planes.whole)):
        shown.paste(round(255 * share), planes.corner, plane)
    difference = ImageChops.difference(shown, mask.levels).tobytes()
    assert max(difference) <= (0.46 if tones is Tones.STARK else 0.39) * 255
    assert planes.whole.width < mask.width


def test_planes_are_made_once() -> None:
    mask = ramp()
    assert mask.planes(Tones.CRISP) is mask.planes(Tones.CRISP)
    assert mask.planes(Tones.CRISP) is not mask.planes(Tones.STARK)


def test_straight_edges_and_hard_masks_cover_nothing_in_part() -> None:
    square = shape(10, lambda pen: pen.box(-3, -3, 3, 3, 0))
    assert square.planes(Tones.CRISP).parts == ()
    assert square.planes(Tones.CRISP).whole.size == (6, 6)
    disc = icons.mask(icons.disc, 9)
    assert disc.planes(Tones.CRISP).parts
    assert hard(disc).planes(Tones.CRISP).parts == ()


def test_a_shape_of_nothing_is_drawn_as_nothing() -> None:
    planes = Mask(Image.new("L", (5, 5))).planes(Tones.CRISP)
    assert planes.parts == ()
    assert planes.whole.getbbox() is None
