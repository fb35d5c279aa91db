"""Sectors by property: who controls one, who is there, what it is worth, what a piece may do there."""

from __future__ import annotations

import functools
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine.apex.view import Pawns, Sector
from render.apex.frame import frame_of
from render.apex.renderer import ApexRenderer
from render.extras import Overlay
from render.theme import Palette, Theme, colours
from render.words import Look
from tests.render.apex.scenes import MODES, NAMES, crowded, cut, with_sector
from tests.render.pixels import differ, grey, near, picture

ARTIST = ApexRenderer()
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
KINDS = ("origin", "walks", "leaps", "captures", "arcs", "threatened", "flips")


@pytest.mark.parametrize(
    ("theme", "mode"), [*((theme, "6") for theme in THEMES), *((THEMES[0], mode) for mode in MODES if mode != "6")]
)
def test_the_rim_shows_who_controls_a_sector(theme: Theme, mode: str) -> None:  # A26
    view = crowded(mode)
    look = colours(ARTIST.dress_for(theme, view))
    for side in (None, 2) if theme == THEMES[0] else (None,):
        plan = frame_of(view, 1200, side)
        image = picture(ARTIST.draw(view, look=Look(NAMES, theme, side=side)))
        for sector in view.sectors:
            x, y = plan.at(sector.slot)
            # To the right, where neither rim has a corner nor broken ones a gap, and below it.
            rim = (x + 0.955 * plan.radius, y)
            inside = [(x + 0.88 * plan.radius, y + dy * plan.radius) for dy in (-0.06, -0.03, 0, 0.03, 0.06)]
            if sector.controller is not None:
                assert near(image, rim, look.seat(sector.controller).edge), sector
                allowed = (look.tint(sector.controller), look.hatch(sector.controller))
                assert any(near(image, place, colour) for place in inside for colour in allowed), sector
            else:
                for style in look.seats:
                    assert not near(image, rim, style.edge), sector


@pytest.mark.parametrize(("theme", "width"), [*((theme, 400) for theme in THEMES), (THEMES[0], 1200)])
def test_control_is_told_apart_without_colour(theme: Theme, width: int) -> None:
    view = crowded("6")
    plan = frame_of(view, width, None)
    drawn = []
    for seat in range(1, 7):
        alone = with_sector(view, "C1", (Pawns(seat, 0, False),), seat)
        image = cut(grey(ARTIST.draw(alone, look=Look(theme=theme, width=width))), plan, "C1")
        low, high = image.getextrema()
        assert isinstance(low, (int, float))
        assert isinstance(high, (int, float))
        drawn.append(image)
    contested = with_sector(view, "C1", (Pawns(1, 0, False),), None)
    drawn.append(cut(grey(ARTIST.draw(contested, look=Look(theme=theme, width=width))), plan, "C1"))
    for one, other in combinations(drawn, 2):
        # By the form of what is drawn, whatever its brightness: edges inside.
        assert ImageChops.difference(one, other).getbbox() is not None
        changed = ImageChops.difference(one, other).point(lambda level: 255 if level > 5 else 0)
        assert changed.histogram()[255] >= 0.05 * one.width * one.height


@pytest.mark.parametrize(("mode", "width"), [("2", 1200), ("6", 400)])
def test_each_number_of_ships_and_a_colony_look_different(mode: str, width: int) -> None:
    view = crowded(mode)
    plan, look = frame_of(view, width, None), Look(width=width)
    looks = {
        cut(
            picture(ARTIST.draw(with_sector(view, "C1", (Pawns(1, ships, colony),), 1), look=look)), plan, "C1"
        ).tobytes()
        for ships in (0, 1, 2, 9, 10, 11, 20)
        for colony in (False, True)
    }
    assert len(looks) == 14


@pytest.mark.parametrize("slot", ["C1", "H2"])
def test_pawns_of_all_stay_inside_their_sector(slot: str) -> None:
    view, look = crowded("6"), Look(width=600)
    plan = frame_of(view, 600, None)
    empty = ARTIST.draw(with_sector(view, slot, (), None), look=look)
    together = [(count, owner) for count in range(1, 7) for owner in sorted({1, count})]
    lots = [tuple(Pawns(seat, 14, seat == owner) for seat in range(1, count + 1)) for count, owner in together]
    lots += [(Pawns(1, 3, True),), *((Pawns(seat, 0, True),) for seat in (1, 6))]
    for pawns in lots:
        box = differ(empty, ARTIST.draw(with_sector(view, slot, pawns, 1), look=look))
        x, y = plan.at(slot)
        assert box is not None
        assert x - 1.1 * plan.radius <= box[0] < box[2] <= x + 1.1 * plan.radius
        assert y - 1.1 * plan.radius <= box[1] < box[3] <= y + 1.1 * plan.radius


def test_each_bonus_and_what_is_face_down_look_different() -> None:  # A43, A74
    view = replace(crowded("3"), exploration=True)
    plan = frame_of(view, 400, None)

    def drawn(sector: Sector) -> bytes:
        sectors = tuple(sector if each.slot == "C1" else each for each in view.sectors)
        return cut(picture(ARTIST.draw(replace(view, sectors=sectors), look=Look(width=400))), plan, "C1").tobytes()

    blank = replace(view.sector("C1"), pawns=(), controller=None)
    bonuses = ("portal", "movement", "production", "ambush", "conversion", "victory", "influence", "armament")
    looks = {drawn(replace(blank, bonus=bonus)) for bonus in bonuses}
    looks.add(drawn(replace(blank, bonus="", tile="", face_down=True)))
    assert len(looks) == 9


@functools.cache
def forms() -> dict[str, Image.Image]:
    """What each kind of overlay changes on a sector, without colour."""
    view = crowded("4")
    without = grey(ARTIST.draw(view))
    found = {}
    for kind in KINDS:
        overlay = Overlay(origin="C1") if kind == "origin" else Overlay(**{kind: frozenset({"C1"})})  # type: ignore[arg-type]
        drawn = grey(ARTIST.draw(view, overlay=overlay))
        found[kind] = ImageChops.difference(drawn, without).point(lambda level: 255 if level > 40 else 0)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_overlay_has_a_form_of_its_own(kind: str) -> None:
    box, plan = forms()[kind].getbbox(), frame_of(crowded("4"), 1200, None)
    x, y = plan.at("C1")
    assert box is not None
    assert x - 1.5 * plan.radius <= box[0] < box[2] <= x + 1.5 * plan.radius
    assert y - 1.5 * plan.radius <= box[1] < box[3] <= y + 1.5 * plan.radius
    for name, form in forms().items():
        if name != kind:
            assert ImageChops.difference(form, forms()[kind]).getbbox() is not None


def test_a_side_turns_the_map_to_the_own_home() -> None:
    view = crowded("4")
    drawn = {seat: ARTIST.draw(view, look=Look(NAMES, side=seat)) for seat in (None, 1, 2, 3, 4)}
    assert len(set(drawn.values())) == 5
    assert {picture(each).size for each in drawn.values()} == {picture(drawn[None]).size}
