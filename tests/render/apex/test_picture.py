"""Pictures as files: size, palette, weight, films, threads, and any position of any game."""

from __future__ import annotations

import functools
import io
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.apex.components import components
from engine.apex.events import Ambushed, Battle, Closed, Evolved, Fighter, HandsPassed, Moved, Produced
from engine.apex.game import APEX
from engine.apex.view import ApexView, Pawns, Sector
from engine.chance import Chance
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from locales import translator
from locales.pseudo import Pseudo
from render import icons, lettering
from render.animation import Shot, film
from render.apex.frame import ITEMS, MARGIN, SIZE, Frame, frame, frame_of
from render.apex.hand import Picked, draw_hand, hand_text, read_picked
from render.apex.icons import ACTIONS, BONUSES, SIDES, TRACKS, depot, dock, dome, ship
from render.apex.icons import draw_sector_sign as planet
from render.apex.renderer import ApexRenderer
from render.canvas import Canvas
from render.lettering import width
from render.masks import Box
from render.renderer import Overlay
from render.theme import Livery, Palette, Theme, colours, palette
from render.words import ALT_LIMIT, DESIGN_WIDTH, MAX_WIDTH, MIN_WIDTH, WIDTH, Look
from tests.engine.apex.kit import BEFORE, correct
from tests.render.apex.scenes import HAPPENED, MODES, NAMES, crowded, cut, ended, game, start, with_sector
from tests.render.pixels import differ, grey, near, picture
from tests.render.test_registry import lettering as lettered
from tests.volume import many

ARTIST = ApexRenderer()
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
LIMIT = {mode: (60 if mode in "234" else 80) * 1024 for mode in MODES}


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_size_asked_for_and_the_palette_of_the_theme(theme: Theme) -> None:
    entries = set(palette(ARTIST.dress(theme)))
    hand = next(view for view, _ in game("2", "shown", eyes=1) if view.phase == "choose")
    for wide in (200, WIDTH) if theme == THEMES[0] else (200,):
        for file in (
            ARTIST.draw(crowded("5"), HAPPENED, Look(NAMES, theme, wide)),
            ARTIST.draw(start("3"), look=Look(theme=theme, width=wide)),
            ARTIST.draw(ended(crowded("6"), (2, 3)), look=Look(theme=theme, width=wide)),
            draw_hand(hand, Look(theme=theme, width=wide), picked=("12", "E", "7")),
            ARTIST.draw_cards(hand, Look(theme=theme, width=wide)),
            ARTIST.sheet(look=Look(theme=theme, width=wide)),
        ):
            image = Image.open(io.BytesIO(file))
            assert (image.mode, image.width) == ("P", wide)
            assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= entries


@pytest.mark.parametrize("mode", MODES)
def test_games_are_drawn_from_start_to_end_within_the_size_promised(mode: str) -> None:
    shown = game(mode, "shown")[:: many(12, 6)]
    drawn = [ARTIST.draw(view, last, Look(NAMES)) for view, last in shown]
    assert len(set(drawn)) == len(drawn)
    assert max(map(len, drawn)) <= LIMIT[mode]
    for (view, last), file in zip(shown, drawn, strict=True):
        assert ARTIST.height(view, last) == Image.open(io.BytesIO(file)).height


@pytest.mark.parametrize("mode", ["2", "5"])
def test_a_film_shows_every_picture_whole(mode: str) -> None:
    shown = game(mode, "shown")[:: many(8, 4)]
    shots = [Shot(view, last, number, say("Turn"), seat=1) for number, (view, last) in enumerate(shown)]
    made = film(ARTIST, shots)
    image = Image.open(io.BytesIO(made.file))
    width = image.width
    highest = max(ARTIST.height(view, last, Look(width=width)) for view, last in shown)
    assert image.height == round(0.085 * width) + highest
    board = picture(ARTIST.draw(*shown[0], Look(width=width)))
    first = image.convert("RGB").crop((0, image.height - board.height, width, image.height))
    # Names may differ: a film gets those it shows with its shots.
    assert (
        first.crop((0, 60, width, board.height // 2)).tobytes()
        == board.crop((0, 60, width, board.height // 2)).tobytes()
    )


def test_drawing_is_pure_and_safe_in_threads() -> None:
    scenes = [
        (view, Theme(choice, dark), width, side)
        for view in (crowded("3"), crowded("5"))
        for side in (None, 2)
        for choice, dark, width in ((Palette.STANDARD, True, 700), (Palette.SAFE, False, 701))
    ]

    def drawn(scene: tuple[ApexView, Theme, int, Seat | None]) -> bytes:
        view, theme, width, side = scene
        return ARTIST.draw(view, look=Look(NAMES, theme, width, side))

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(drawn, scenes * 2))
    assert together == [drawn(scene) for scene in scenes] * 2


@settings(max_examples=many(4, 8))
@given(
    mode=st.sampled_from(MODES),
    seed=st.integers(0, 10**6),
    exploring=st.booleans(),
    eyes=st.sampled_from((None, 1, 2)),
    width=st.integers(200, 700),
)
def test_every_position_of_random_games_can_be_drawn(
    mode: str, seed: int, exploring: bool, eyes: int | None, width: int
) -> None:
    shown = game(mode, f"any {seed}", exploring=exploring, eyes=eyes)
    for view, last in shown[seed % 7 :: 11]:
        image = Image.open(io.BytesIO(ARTIST.draw(view, last, Look(NAMES, width=width, side=eyes))))
        assert image.size == (width, ARTIST.height(view, last, Look(width=width, side=eyes)))
        draw_hand(view, Look(width=width), picked=(f"{seed % 40}", "WECX"[seed % 4], f"{seed % 31}"))
        ARTIST.draw_cards(view, Look(width=width))


# The plan of a picture: nothing overlaps, every sector has its place, each home can be at the bottom.


SEATS = (2, 3, 4, 5, 6)


def plan_of(
    seats: int,
    *,
    home: str = "",
    first: int = 1,
    width: int = DESIGN_WIDTH,
    ended: bool = False,
    rows: int = 0,
    hand: int = 0,
) -> Frame:
    return frame(seats, home=home, first=first, width=width, ended=ended, strip=rows > 0, rows=rows, hand=hand)


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("width", [200, 400, WIDTH, 2400])
@pytest.mark.parametrize(("ended", "rows", "hand"), [(False, 0, 0), (True, 6, 0), (False, 2, 5), (False, 1, 10)])
def test_nothing_overlaps_or_leaves_the_picture(seats: int, width: int, ended: bool, rows: int, hand: int) -> None:
    for home in ("", *(f"H{number}" for number in range(1, seats + 1))):
        plan = plan_of(seats, home=home, width=width, ended=ended, rows=rows, hand=hand)
        assert [name for name, _ in plan.places] == [each.name for each in components().maps[seats].places]
        for (_, one), (_, other) in combinations(plan.places, 2):
            assert math.dist(one, other) >= 2.2 * plan.radius
        boxes = [plan.status, *plan.panel, *plan.cards, plan.legend, plan.foot]
        boxes += [box for box in (plan.strip, plan.hand) if box is not None]
        around = [Box(x, y, x, y).inside(-1.06 * plan.radius) for _, (x, y) in plan.places]
        page = Box(0, 0, plan.width, plan.height)
        for each in (*boxes, *around):
            assert page.left <= each.left < each.right <= page.right
            assert page.top <= each.top < each.bottom <= page.bottom
        assert all(apart(one.inside(0.1), other.inside(0.1)) for one, other in combinations(boxes, 2))
        assert all(apart(box, body) for box in boxes for body in around)


@pytest.mark.parametrize("seats", SEATS)
def test_each_home_can_be_at_the_bottom_in_the_middle(seats: int) -> None:
    for number in range(1, seats + 1):
        plan = plan_of(seats, home=f"H{number}")
        x, y = plan.at(f"H{number}")
        assert x == pytest.approx(plan.width / 2, abs=1)
        assert y == pytest.approx(max(y for _, (_, y) in plan.places), abs=0.5)
    x, y = plan_of(seats).at("H1")
    assert x == pytest.approx(600, abs=1)
    assert y == min(y for _, (_, y) in plan_of(seats).places)


@pytest.mark.parametrize("seats", SEATS)
def test_homes_follow_one_another_clockwise(seats: int) -> None:  # A12
    plan = plan_of(seats)
    middle = [sum(place[axis] for _, place in plan.places) / len(plan.places) for axis in (0, 1)]
    turns = []
    for number in range(1, seats + 1):
        x, y = plan.at(f"H{number}")
        turns.append(round(math.degrees(math.atan2(x - middle[0], middle[1] - y))) % 360)
    assert turns == sorted(turns)


@pytest.mark.parametrize("seats", SEATS)
def test_lanes_join_sectors_that_lie_side_by_side_and_cross_no_other(seats: int) -> None:  # A8
    plan = plan_of(seats)
    for one, other in components().maps[seats].lanes:
        (left, top), (right, bottom) = plan.at(one), plan.at(other)
        for name, (x, y) in plan.places:
            if name in (one, other):
                continue
            along = ((x - left) * (right - left) + (y - top) * (bottom - top)) / (
                (right - left) ** 2 + (bottom - top) ** 2
            )
            share = min(max(along, 0), 1)
            nearest = (left + share * (right - left), top + share * (bottom - top))
            assert math.dist(nearest, (x, y)) > plan.radius, (one, other, name)


@pytest.mark.parametrize("seats", SEATS)
def test_the_readers_card_comes_first_and_the_others_in_their_order(seats: int) -> None:
    usual = plan_of(seats).cards
    for first in range(1, seats + 1):
        cards = plan_of(seats, first=first).cards
        assert [cards[(first - 1 + place) % seats] for place in range(seats)] == list(usual)


def test_plans_scale_with_the_width() -> None:
    large, small = plan_of(6), plan_of(6, width=400)
    assert small.height == pytest.approx(large.height / 3, abs=1)
    assert small.radius == pytest.approx(large.radius / 3)
    assert small.radius >= 26
    assert plan_of(4, width=1).width == MIN_WIDTH
    assert plan_of(4, width=99_999).width == MAX_WIDTH


# What stands around the map: players and their numbers, names, the legend.


NASTY = ("W" * 200, "🦊" * 40, "\u202eevil\n\n\t\x00", "שלום עולם ومرحبا", "{player}", "田中", "", "a" * 32)


def test_ships_on_the_map_and_in_supply_are_two_numbers_with_signs_of_their_own() -> None:
    view = crowded("3")
    looks = set()
    for ships, supply in ((7, 13), (13, 7), (7, 7)):
        sides = (replace(view.sides[0], ships=ships, supply=supply), *view.sides[1:])
        looks.add(ARTIST.draw(replace(view, sides=sides), look=Look(width=400)))
    assert len(looks) == 3
    signs = [icons.mask(each, 17 / 3).levels.tobytes() for each in (ship, dock, dome, depot, planet)]
    assert len(set(signs)) == len(signs)


def test_of_many_fighters_the_scores_stand_alone() -> None:
    view = crowded("6")
    fighters = tuple(Fighter(seat, 12, True, 10, 11, False) for seat in range(1, 7))
    for count, shown in ((2, 2), (6, 0)):
        with lettered() as told:
            ARTIST.draw(view, (Battle(1, slot="C1", fighters=fighters[:count], winner=1),), Look(NAMES))
        assert told.count("12›11") == shown
        assert told.count(str(fighters[0].score)) >= count


@pytest.mark.parametrize("mode", MODES)
def test_every_symbol_stands_in_the_legend_in_words_that_a_phone_shows_whole(mode: str) -> None:
    explained = {icon for icon, _ in ITEMS}
    assert explained == {*BONUSES.values(), *SIDES.values(), *ACTIONS, *TRACKS, ship, dock, depot, planet, icons.star}
    assert SIZE * 400 / 1200 >= 10
    view, told = start(mode), []
    written = Canvas.text

    def text(canvas: Canvas, place: Any, words: str, *rest: Any, **more: Any) -> None:
        told.append(words)
        written(canvas, place, words, *rest, **more)

    with patch.object(Canvas, "text", text):
        # Legends are kept: this width is drawn nowhere else.
        ARTIST.draw(view, look=Look(width=403))
    assert [str(word) for _, word in ITEMS] == [each for each in told if each in {str(word) for _, word in ITEMS}]


@pytest.mark.parametrize("mode", MODES)
def test_what_colonies_add_does_not_run_into_the_next_symbol(mode: str) -> None:
    view, (_, _, _, last) = crowded(mode), TRACKS
    level, gained = 0, 4  # no digit is wider than 0 and 4
    sides = tuple(replace(each, levels=(level,) * 4, influence=gained, armament=gained) for each in view.sides)
    starts: list[tuple[float, float]] = []
    ends: list[tuple[float, float]] = []
    written, filled, shield = Canvas.text, Canvas.fill, icons.mask(last, 17.0)

    def text(canvas: Canvas, place: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        if words == f"+{gained}":
            ends.append((place[1], place[0] + lettering.width(words, round(size))))
        written(canvas, place, words, size, *rest, **more)

    def fill(canvas: Canvas, mask: Any, centre: Any, colour: Any) -> None:
        if mask is shield:
            starts.append((centre[1], centre[0] - 17))
        filled(canvas, mask, centre, colour)

    with patch.object(Canvas, "text", text), patch.object(Canvas, "fill", fill):
        ARTIST.draw(replace(view, sides=sides), look=Look(width=DESIGN_WIDTH))
    for side, card in zip(sides, frame_of(view, DESIGN_WIDTH, None).cards, strict=True):
        inside = [(y, x) for y, x in ends if card.top < y < card.bottom and card.left < x]
        influence, armament = sorted(inside)[:2]
        begin = next(x for y, x in starts if y == influence[0] and card.left < x < card.right)
        assert influence[1] + 4 <= begin, side
        assert armament[1] <= card.right, side


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("mode", ["2", "6"])
def test_no_name_breaks_the_layout(name: str, mode: str) -> None:
    view = crowded(mode)
    box = differ(ARTIST.draw(view, look=Look(NAMES)), ARTIST.draw(view, look=Look((name, *NAMES[1:]))))
    card = frame_of(view, WIDTH, None).cards[0]
    if box is not None:
        assert card.left <= box[0] < box[2] <= card.right
        assert card.top <= box[1] < box[3] <= card.bottom


def test_missing_names_are_numbered() -> None:
    view = crowded("3")
    assert ARTIST.draw(view, look=Look(("", ""))) == ARTIST.draw(view)
    assert ARTIST.draw(view, look=Look(("Player 1", "Player 2"))) == ARTIST.draw(view)


def test_words_are_translated() -> None:
    view = next(view for view, _ in game("3", "shown", eyes=1) if view.phase == "choose")

    assert ARTIST.draw(view, look=Look(translate=Pseudo())) != ARTIST.draw(view)
    assert draw_hand(view, Look(translate=Pseudo())) != draw_hand(view)
    assert ARTIST.draw_cards(view, Look(translate=Pseudo())) != ARTIST.draw_cards(view)
    assert ARTIST.sheet(look=Look(translate=Pseudo())) != ARTIST.sheet()


def test_seats_wear_what_their_civilisations_do() -> None:
    view = crowded("3")
    dressed = ARTIST.dress_for(Theme(), view)
    assert dressed.livery is Livery.STARS
    for side in view.sides:
        assert colours(dressed).seat(side.seat).letter == side.civilisation[0]
    assert [style.letter for style in colours(ARTIST.dress_for(Theme(), start("3"))).seats] == ["1", "2", "3"]
    assert ARTIST.draw(view, look=Look(theme=dressed)) == ARTIST.draw(view)


# Sectors by property: who controls one, who is there, what it is worth, what a piece may do there.


KINDS = ("origin", "walks", "leaps", "captures", "arcs", "threatened", "flips")


@pytest.mark.parametrize(
    ("theme", "mode"), [*((theme, "6") for theme in THEMES), *((THEMES[0], mode) for mode in MODES if mode != "6")]
)
def test_the_rim_shows_who_controls_a_sector(theme: Theme, mode: str) -> None:  # A26
    view = crowded(mode)
    look = colours(ARTIST.dress_for(theme, view))
    for side in (None, 2) if theme == THEMES[0] else (None,):
        plan = frame_of(view, WIDTH, side)
        image = picture(ARTIST.draw(view, look=Look(NAMES, theme, side=side)))
        for sector in view.sectors:
            x, y = plan.at(sector.slot)
            # To the right, where neither rim has a corner nor broken ones a gap, and below it.
            rim = (x + 0.955 * plan.radius, y)
            inside = [(x + 0.86 * plan.radius, y + dy * plan.radius) for dy in (-0.06, -0.03, 0, 0.03, 0.06)]
            if sector.controller is not None:
                assert near(image, rim, look.seat(sector.controller).edge), sector
                allowed = (look.tint(sector.controller), look.hatch(sector.controller))
                assert any(near(image, place, colour) for place in inside for colour in allowed), sector
            else:
                for style in look.seats:
                    assert not near(image, rim, style.edge), sector


@pytest.mark.parametrize(("theme", "width"), [*((theme, 400) for theme in THEMES), (THEMES[0], WIDTH)])
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


@pytest.mark.parametrize(("mode", "width"), [("2", WIDTH), ("6", 400)])
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
    box, plan = forms()[kind].getbbox(), frame_of(crowded("4"), WIDTH, None)
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


# What happened leaves a mark, and strategies and battles are told beside the map.


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
        ARTIST.draw(view, look=Look(("Not cached for the others",)))
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


# A hand on a picture of its own, with what is chosen so far marked; the sheet and the cards of an age.


def holding(mode: str, eyes: int = 1) -> ApexView:
    """The first round as a seat sees it."""
    return next(view for view, _ in game(mode, "shown", eyes=eyes) if view.phase == "choose")


@pytest.mark.parametrize(
    ("keys", "picked"),
    [
        ((), Picked()),
        (("12",), Picked(12)),
        (("12", "E"), Picked(12, "E")),
        (("12", "E", "7"), Picked(12, "E", 7)),
    ],
)
def test_what_is_chosen_so_far_is_read_as_far_as_it_goes(keys: tuple[str, ...], picked: Picked) -> None:
    assert read_picked(keys) == picked


@pytest.mark.parametrize("mode", ["2", "6"])
@pytest.mark.parametrize("theme", THEMES)
def test_each_step_of_choosing_is_marked(mode: str, theme: Theme) -> None:  # A17, A71
    view = holding(mode)
    first, second = (view.sides[0].hand or ())[:2]
    one, other = str(first), str(second)
    steps = [(), (one,), *((one, side) for side in "WECX"), (other, "E"), (one, "E", other)]
    drawn = [draw_hand(view, Look(NAMES, theme, 600), picked=step) for step in steps]
    assert len(set(drawn)) == len(drawn)


def test_a_card_that_is_not_in_the_hand_cannot_be_marked() -> None:
    view = holding("3")
    other = next(card for card in range(1, 31) if card not in (view.sides[0].hand or ()))
    assert draw_hand(view, picked=(str(other), "W")) == draw_hand(view)


@pytest.mark.parametrize("mode", MODES)
def test_a_hand_is_readable_on_a_telephone(mode: str) -> None:
    image = Image.open(io.BytesIO(draw_hand(holding(mode), Look(NAMES, width=400))))
    assert image.size == (400, image.height)
    assert image.height <= 400


@pytest.mark.parametrize(("mode", "count"), [("2", 10), ("5", 6)])
def test_a_hand_is_told_card_by_card_with_what_is_chosen(mode: str, count: int) -> None:
    view = holding(mode)
    assert ARTIST.asked_shelf(view) == "hand"
    hand = view.sides[0].hand or ()
    assert len(hand) == count
    one, other = str(hand[0]), str(hand[2])
    (shelf,) = ARTIST.shelves(view, tiles=10, picked=(one, "E", other))
    assert (shelf.codes, shelf.marks) == ((), ())
    (held,) = shelf.places
    told = [text.startswith(f"Card {card} (evolution ") for card, text in zip(hand, held.cards, strict=True)]
    assert told == [True] * count
    assert held.cards[0].endswith(": chosen, Evolution")
    assert held.cards[2].endswith(": discarded")
    (begun,) = ARTIST.shelves(view, picked=(one,))
    assert begun.places[0].cards[0].endswith(": chosen")
    for words, marks in ((shelf.alt, (": chosen, Evolution;", ": discarded;")), (begun.alt, (": chosen;",))):
        assert [mark for mark in marks if words.count(mark) != 1] == []
        assert words.endswith(".")
        assert len(words) <= ALT_LIMIT
        assert [f" {card} (evolution " in words for card in hand] == [True] * count


def test_a_hand_of_the_longest_cards_is_told_whole() -> None:
    view, wide = holding("2"), sorted(range(1, 31), key=lambda index: -len(components().card(index).expansion))[:10]
    mine = replace(view.sides[0], hand=tuple(wide))
    words = hand_text(replace(view, sides=(mine, *view.sides[1:])), picked=(str(wide[0]), "E", str(wide[9])))
    assert len(words) < ALT_LIMIT
    assert [f" {card} (evolution " in words for card in wide] == [True] * 10
    assert len(draw_hand(replace(view, sides=(mine, *view.sides[1:])))) <= 60 * 1024


def test_a_french_hand_has_the_spaces_that_french_writes() -> None:
    words = hand_text(holding("2"), Look(NAMES, translate=translator("fr")))
    assert words.count(")\u202f; ") == 9
    assert "; " not in words.replace("\u202f; ", "")


def test_nobody_else_holds_anything() -> None:
    view = holding("3")
    public = replace(view, viewer=None, sides=tuple(replace(each, hand=None) for each in view.sides))
    assert ARTIST.shelves(public) == ()
    assert ARTIST.asked_shelf(public) == ""
    assert ARTIST.asked_shelf(ended(view)) == ""
    war = next(view for view, _ in game("3", "shown", eyes=1) if view.phase == "war")
    assert ARTIST.asked_shelf(war) == ""


def test_hands_that_are_passed_no_further_are_not_said_to_be() -> None:
    view = holding("3")
    assert "Hands go" in hand_text(view)
    assert "Hands go" not in hand_text(replace(view, passing=0))


def test_of_published_cards_nothing_is_said_to_be_reconstructed() -> None:
    published = replace(components(), reconstruction=False)
    with patch("render.apex.sheet.components", lambda _: published), lettered() as told:
        ARTIST.sheet(look=Look(width=1181))  # sheets are kept: this width is drawn nowhere else
        ARTIST.draw_cards(replace(holding("3"), reconstruction=None))
    assert not [line for line in told if "econstruct" in line]


def test_the_cards_of_an_age_change_with_every_round() -> None:
    rounds = {(view.age, view.round): view for view, _ in game("4", "shown") if view.phase == "choose"}
    drawn = [ARTIST.draw_cards(view) for view in rounds.values()]
    assert len(rounds) == len(set(drawn)) == 15
    assert len({ARTIST.cards_text(view) for view in rounds.values()}) == 15


def test_cards_that_are_gone_look_different_from_those_in_a_hand_and_others() -> None:
    view = replace(crowded("4", eyes=1), spent=(1,), undealt=(), outside=())
    mine = (view.sides[0].hand or ())[0]
    assert mine != 1
    free = replace(view, spent=())
    held = replace(view, sides=tuple(replace(each, hand=(1,)) if each.seat == 1 else each for each in view.sides))
    assert len({ARTIST.draw_cards(each) for each in (view, free, held)}) == 3


def test_how_many_and_how_likely_stand_apart() -> None:
    view = holding("2")
    assert " (100%)" in ARTIST.cards_text(view)
    image = Image.open(io.BytesIO(ARTIST.draw_cards(view, Look(width=DESIGN_WIDTH)))).convert("RGB")
    across = (DESIGN_WIDTH - 2 * MARGIN + 10) / 3
    for right in (MARGIN + place * across - 10 for place in (1, 2, 3)):
        between = image.crop((round(right) - 112, image.height - 200, round(right) - 105, image.height))
        assert len(between.getcolors() or ()) == 2, "nothing but the cells and what is around them"


@pytest.mark.parametrize("theme", THEMES)
def test_the_sheet_is_drawn_in_every_theme(theme: Theme) -> None:
    for wide in (400, WIDTH):
        image = Image.open(io.BytesIO(ARTIST.sheet(look=Look(theme=theme, width=wide))))
        assert (image.mode, image.width) == ("P", wide)
    assert ARTIST.sheet(look=Look(theme=theme)) == ARTIST.sheet(look=Look(theme=ARTIST.dress(theme)))


def _draw(what: str, view: ApexView, look: Look) -> bytes:
    return draw_hand(view, look) if what == "draw_hand" else ARTIST.draw_cards(view, look)


@pytest.mark.parametrize("what", ["sheet", "draw_hand", "draw_cards"])
def test_long_words_of_another_language_stay_in_their_places(what: str) -> None:
    drawn = []
    for filler in (40, 50):
        look = Look(translate=Pseudo(filler))
        drawn.append(ARTIST.sheet(look=look) if what == "sheet" else _draw(what, holding("6"), look))
    assert drawn[0] == drawn[1]


# Pictures and texts of games that go on under data that were corrected since.


def begun(data: str) -> Session:
    """Return a game of three whose hands are dealt."""
    session = Session.start(APEX, Setup("3", data=data), Chance.from_text("x"))
    for civilisation in ("HUM", "DRA", "MIN"):
        session = session.play(min(session.to_act), civilisation)
    return session


@pytest.mark.parametrize(("data", "told"), [(BEFORE, True), ("", False)])
def test_hands_and_cards_are_those_that_the_game_is_played_with(
    monkeypatch: pytest.MonkeyPatch, data: str, *, told: bool
) -> None:
    correct(monkeypatch)
    view = begun(data).view(1)
    cards = hand_text(view).count("expansion ambush+ambush+ambush")
    assert (cards == len(view.sides[0].hand or ())) is told
    assert ("ambush+ambush+ambush" in ARTIST.text_board(view)) is told


def test_pictures_are_of_the_cards_that_the_game_is_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    correct(monkeypatch)
    old, new = (begun(data).view(1) for data in (BEFORE, ""))
    assert old.sides[0].hand == new.sides[0].hand
    for draw in (ARTIST.draw, draw_hand, ARTIST.draw_cards):
        assert draw(old, look=Look(width=400)) != draw(new, look=Look(width=400))


def test_the_sheet_is_of_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    correct(monkeypatch)
    assert ARTIST.sheet(BEFORE, Look(width=400)) != ARTIST.sheet(look=Look(width=400))
    assert ARTIST.sheet_text(data=BEFORE) != ARTIST.sheet_text()


# No secrets on pictures: a hand is for the eyes of its player.


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
