"""Pictures by property: whose piece stands where, where it faces, and that whatever happened leaves a mark."""

from __future__ import annotations

import functools
import io
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops

from engine.events import Event, Surrendered
from engine.hexgrid import parse_hex
from engine.replicants import events
from engine.replicants.board import VALUES, souls
from engine.replicants.events import Charged, Created, Destroyed, Moved, Rotated, Skipped, Struck
from engine.replicants.view import ReplicantsView
from locales.pseudo import Pseudo
from render.canvas import Canvas
from render.lettering import width as width_of
from render.masks import Box, corners, polar
from render.registry import renderer
from render.renderer import Overlay
from render.replicants.frame import LABEL, Frame, cells, frame, frame_of, label_places
from render.replicants.pieces import BODY
from render.theme import Palette, Theme, colours, palette
from render.words import ALT_LIMIT, DESIGN_WIDTH, MAX_WIDTH, MIN_WIDTH, WIDTH, Look
from tests.render.pixels import DEFICIENCIES, differ, difference, grey, near, picture, seen
from tests.render.replicants.scenes import MODES, NAMES, crowded, ended, game, start
from tests.render.test_registry import lettering
from tests.volume import many

ARTIST = renderer("replicants")
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
LIMIT = 60 * 1024

# One of every kind of event on the start of a two-player game, and the view after it.
HAPPENED: tuple[Event, ...] = (
    Charged(1, 0),
    Struck(1, 3, "C5"),
    Moved(1, 2, "E6", "E7"),
    Destroyed(1, 2, 4, "E7", by_arcs=False),
    Created(1, 3, "D8", 3),
    Rotated(1, 2, "D7", 1, 3),
    Rotated(1, 2, "D7", -1, 3),
    Skipped(1),
    Surrendered(1),
)


@functools.cache
def busy(theme: Theme) -> Image.Image:
    """A crowded board of four, as wide as a phone."""
    return picture(ARTIST.draw(crowded("4", seed=4), look=Look(NAMES, theme, 400, marks=False)))


@pytest.mark.parametrize(
    ("theme", "mode"), [*((theme, "4") for theme in THEMES), *((THEMES[0], mode) for mode in MODES if mode != "4")]
)
def test_every_piece_shows_its_seat_and_its_heading(theme: Theme, mode: str) -> None:
    view, look = crowded(mode, seed=4), colours(theme)
    for side in (None, *(each.seat for each in view.sides if theme == THEMES[0] and mode != "teams")):
        plan = frame_of(view, WIDTH, side)
        image = picture(ARTIST.draw(view, look=Look(NAMES, theme, side=side, marks=False)))
        radius = plan.layout.radius
        for piece in view.pieces:
            centre = plan.layout.at(parse_hex(piece.hex))
            style = look.seat(piece.seat)
            if piece.value > 1:
                assert near(image, polar(centre, 0.4 * radius, 90), style.fill), piece
            noses = [
                direction
                for direction in range(6)
                if near(image, polar(centre, 0.76 * radius, plan.layout.angle(direction)), look.text, within=40)
            ]
            assert noses == [piece.heading], piece


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", MODES)
def test_names_of_hexes_with_a_replicant_are_clear_of_it_and_of_each_other(mode: str, seed: int) -> None:
    view = crowded(mode, seed=seed)
    plan, boxes = frame_of(view, WIDTH, None), list[tuple[float, float, float, float]]()
    radius = plan.layout.radius
    headings = {each.hex: plan.layout.angle(each.heading) for each in view.pieces}
    with patch.object(Canvas, "text") as written:
        ARTIST.draw(view, look=Look(NAMES))
    for (x, y), word, size in (call.args[:3] for call in written.call_args_list):
        if word not in headings:
            continue
        centre = plan.layout.at(parse_hex(word))
        if math.dist((x, y), centre) < 1:  # of the empty arena, under what stands there
            continue
        half, high = width_of(word, round(size)) / 2, 0.36 * size
        nearest = max(abs(x - centre[0]) - half, 0), max(abs(y - centre[1]) - high, 0)
        assert math.hypot(*nearest) > BODY * radius, word
        angle = math.degrees(math.atan2(x - centre[0], centre[1] - y))
        assert abs((angle - headings[word] + 180) % 360 - 180) >= 80, "the nose is elsewhere"
        boxes.append((x - half, y - high, x + half, y + high))
    assert len(boxes) == len(view.pieces)
    for one, other in combinations(boxes, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


@pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])
@pytest.mark.parametrize("theme", THEMES)
def test_pieces_of_two_seats_are_of_colours_that_everybody_tells_apart(theme: Theme, deficiency: str | None) -> None:
    view = crowded("4", seed=4)
    image, plan = busy(theme), frame_of(view, 400, None)
    worn: dict[int, Counter[tuple[int, int, int]]] = {side.seat: Counter() for side in view.sides}
    reach = round(0.35 * plan.layout.radius)
    for piece in view.pieces:
        x, y = map(round, plan.layout.at(parse_hex(piece.hex)))
        pixels = image.crop((x - reach, y - reach, x + reach, y + reach)).tobytes()
        worn[piece.seat].update(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    bodies = [counted.most_common(1)[0][0] for counted in worn.values()]
    assert min(difference(seen(a, deficiency), seen(b, deficiency)) for a, b in combinations(bodies, 2)) >= 20


@pytest.mark.parametrize("theme", THEMES)
def test_partners_share_an_outline_that_opponents_have_not(theme: Theme) -> None:
    view, look = crowded("teams", seed=4), colours(theme)
    plan = frame_of(view, 400, None)
    image = picture(ARTIST.draw(view, look=Look(NAMES, theme, 400, marks=False)))
    teams = {side.seat: side.team for side in view.sides}
    for piece in view.pieces:
        centre = plan.layout.at(parse_hex(piece.hex))
        first = 0 if plan.layout.flat else 30
        # The middles of the sides, but for those by the nose and by the name of the hex.
        busy_at = (plan.layout.angle(piece.heading), 150 if plan.layout.flat else 120)
        sides = [
            polar(centre, 0.9 * 0.866 * plan.layout.radius, first + 60 * side)
            for side in range(6)
            if all(abs((first + 60 * side - angle + 180) % 360 - 180) > 45 for angle in busy_at)
        ]
        tint = look.tint(piece.seat)
        marked = [not near(image, place, tint, within=30) for place in sides]
        assert all(marked) if teams[piece.seat] == 0 else not any(marked), (piece, marked)


@pytest.mark.parametrize("mode", MODES)
def test_pictures_have_the_size_asked_for_and_the_palette_of_the_theme(mode: str) -> None:
    for theme in THEMES:
        for width in (400, WIDTH) if theme == THEMES[0] else (400,):
            image = Image.open(io.BytesIO(ARTIST.draw(start(mode), look=Look(NAMES, theme, width))))
            assert (image.mode, image.width) == ("P", width)
            shown = {colour for _, colour in image.convert("RGB").getcolors(256) or []}
            assert shown <= set(palette(theme))


@pytest.mark.parametrize("mode", MODES)
def test_games_are_drawn_from_start_to_end_within_the_size_promised(mode: str) -> None:
    drawn = [ARTIST.draw(view, last, Look(NAMES)) for view, last in list(game(mode, "drawn"))[:: many(6, 1)]]
    assert len(set(drawn)) == len(drawn)
    assert max(map(len, drawn)) <= LIMIT


def test_one_heading_changes_only_its_hex() -> None:
    view = start("2")
    turned = replace(view, pieces=tuple(replace(each, heading=4) if each.hex == "E7" else each for each in view.pieces))
    box = differ(ARTIST.draw(view), ARTIST.draw(turned))
    plan = frame_of(view, WIDTH, None)
    x, y = plan.layout.at(parse_hex("E7"))
    assert box is not None
    assert x - plan.layout.radius <= box[0] < box[2] <= x + plan.layout.radius
    assert y - plan.layout.radius <= box[1] < box[3] <= y + plan.layout.radius


def test_every_kind_of_event_leaves_a_mark() -> None:
    plain = ARTIST.draw(start("2"), look=Look(NAMES))
    assert [event for event in HAPPENED if ARTIST.draw(start("2"), (event,), Look(NAMES)) == plain] == []


def test_the_marks_know_every_kind_of_event() -> None:
    kinds = {each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Event)}
    assert {type(event) for event in HAPPENED} == kinds - {Event} | {Surrendered}


def test_a_strike_or_arcs_on_an_emptied_hex_are_marked_there() -> None:
    view = start("2")
    plan, plain = frame_of(view, WIDTH, None), ARTIST.draw(view)
    for event in (Struck(1, 3, "C5"), Destroyed(1, 2, 3, "C5", by_arcs=True)):
        box = differ(plain, ARTIST.draw(view, (event,)))
        x, y = plan.layout.at(parse_hex("C5"))
        assert box is not None
        assert box[0] < x < box[2]
        assert box[1] < y < box[3]


def test_a_strike_is_marked_where_another_stands_by_now() -> None:
    view = crowded("2")
    there = view.pieces[0].hex
    box = differ(ARTIST.draw(view), ARTIST.draw(view, (Struck(1, 3, there),)))
    x, y = frame_of(view, WIDTH, None).layout.at(parse_hex(there))
    assert box is not None
    assert abs((box[0] + box[2]) / 2 - x) < box[2] - box[0] + 60
    assert abs((box[1] + box[3]) / 2 - y) < box[3] - box[1] + 60


def test_left_and_right_turns_look_different() -> None:
    view = start("2")
    left, right = (ARTIST.draw(view, (Rotated(1, 2, "D7", by, 3),)) for by in (-1, 1))
    assert differ(left, right) is not None


@pytest.mark.parametrize("mode", MODES)
def test_every_part_of_a_view_is_shown(mode: str) -> None:
    view = start(mode)
    first = view.sides[0]
    changes: list[ReplicantsView] = [
        replace(view, turn=2),
        replace(view, to_act=2),
        replace(view, action=2),
        *(
            replace(view, sides=(replace(first, **change), *view.sides[1:]))
            for change in (
                {"energy": 9},
                {"hearts": 1},
                {"reserve": (0, 2, 2, 2, 2, 0)},
                {"out": True},
                {"half_points": 5} if view.counts_points else {"energy": 1},
                {"trophies": (3,)} if view.counts_points else {"energy": 2},
            )
        ),
        replace(view, pieces=view.pieces[1:]),
        ended(view, (1,)),
        ended(view, (2,)),
    ]
    drawn = [ARTIST.draw(each, look=Look(NAMES)) for each in (view, *changes)]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("winners", [(1,), (1, 3), (1, 2, 3)])
def test_the_end_is_announced_in_the_winners_colour(winners: tuple[int, ...]) -> None:
    view = ended(start("4"), winners)
    plan, look = frame_of(view, WIDTH, None), colours(Theme())
    image = picture(ARTIST.draw(view, look=Look(NAMES)))
    colour = look.seat(1).fill if len(winners) < 3 else look.well
    assert near(image, (plan.status.left + 12, plan.status.middle), colour)


KINDS = ("origin", "walks", "leaps", "captures", "arcs", "threatened")


@functools.cache
def forms() -> dict[str, Image.Image]:
    """What each kind of overlay changes on an empty hex, told apart without colour: the changed pixels differ."""
    without = grey(ARTIST.draw(start("2")))
    found = {}
    for kind in KINDS:
        overlay = Overlay(origin="E5") if kind == "origin" else Overlay(**{kind: frozenset({"E5"})})  # type: ignore[arg-type]
        drawn = grey(ARTIST.draw(start("2"), overlay=overlay))
        found[kind] = ImageChops.difference(drawn, without).point(lambda level: 255 if level > 40 else 0)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_overlay_has_a_form_of_its_own(kind: str) -> None:
    assert forms()[kind].getbbox() is not None
    for name, form in forms().items():
        if name != kind:
            assert ImageChops.difference(form, forms()[kind]).getbbox() is not None


def test_marks_can_be_left_out() -> None:
    view = start("2")
    assert differ(ARTIST.draw(view), ARTIST.draw(view, look=Look(marks=False))) is not None


NASTY = ("W" * 200, "🦊" * 40, "\u202eevil\n\n\t\x00", "שלום עולם ومرحبا", "{player}", "田中", "", "a" * 32)


@pytest.mark.parametrize("name", NASTY)
def test_no_name_breaks_the_layout(name: str) -> None:
    view = crowded("3", seed=2)
    ours, theirs = ARTIST.draw(view, look=Look(NAMES)), ARTIST.draw(view, look=Look((name, *NAMES[1:])))
    plan = frame_of(view, WIDTH, None)
    box = differ(ours, theirs)
    if box is not None:
        card = plan.cards[0][0]
        inside = box[0] >= card.left and box[2] <= card.right and box[1] >= plan.status.top and box[3] <= card.bottom
        assert inside or view.to_act == 1


def test_a_long_name_leaves_the_rest_of_the_sentence() -> None:
    view = replace(start("2"), to_act=1)
    charge, move = (ARTIST.draw(replace(view, action=action), look=Look(("W" * 99, "x"))) for action in (1, 2))
    box = differ(charge, move)
    assert box is not None
    assert box[0] < 800  # the words changed, not only the dots


def test_missing_names_are_numbered() -> None:
    assert ARTIST.draw(start("2"), look=Look(("", ""))) == ARTIST.draw(start("2"))
    assert ARTIST.draw(start("2"), look=Look(("Player 1", "Player 2"))) == ARTIST.draw(start("2"))


def test_words_are_translated() -> None:
    view = start("3")
    assert ARTIST.draw(view, look=Look(translate=Pseudo())) != ARTIST.draw(view)
    assert ARTIST.sheet(look=Look(translate=Pseudo())) != ARTIST.sheet()


def test_drawing_is_pure_and_safe_in_threads() -> None:
    scenes = [
        (crowded(mode, seed), Theme(choice, dark), width)
        for mode in ("2", "teams")
        for seed, (choice, dark, width) in enumerate(
            [(Palette.STANDARD, True, 700), (Palette.SAFE, False, 701), (Palette.STANDARD, False, 702)]
        )
    ]

    def drawn(scene: tuple[ReplicantsView, Theme, int]) -> bytes:
        view, theme, width = scene
        return ARTIST.draw(view, look=Look(NAMES, theme, width))

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(drawn, scenes * 2))
    alone = [drawn(scene) for scene in scenes]
    assert together == alone * 2


# The plan of a picture: nothing overlaps, everybody has a place, each side can be at the bottom.


CASES = [(mode, side) for mode in MODES for side in (None, *range(1, len(souls().matrices[mode]) + 1))]


def plan_of(mode: str, side: int | None, *, width: int = DESIGN_WIDTH, ended: bool = False) -> Frame:
    return frame(mode, oval=mode in ("4", "teams"), side=side, width=width, ended=ended)


def boxes_of(plan: Frame) -> list[Box]:
    return [plan.status, *(box for card in plan.cards for box in card)]


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top


def test_there_are_55_and_82_hexes() -> None:  # R2
    assert len(cells(oval=False)) == 55
    assert len(cells(oval=True)) == 82


@pytest.mark.parametrize(("mode", "side"), CASES)
@pytest.mark.parametrize("ended", [False, True])
def test_nothing_overlaps_or_leaves_the_picture(mode: str, side: int | None, ended: bool) -> None:
    plan = plan_of(mode, side, ended=ended)
    boxes = boxes_of(plan)
    hexes = [
        Box(min(xs), min(ys), max(xs), max(ys))
        for place in cells(oval=plan.oval)
        for xs, ys in [zip(*corners(plan.layout.radius, plan.layout.at(place), flat=plan.layout.flat), strict=True)]
    ]
    labels = [
        Box(x - LABEL / 3, y - LABEL / 2.5, x + LABEL / 3, y + LABEL / 2.5)
        for _, (x, y) in label_places(plan.layout, oval=plan.oval)
    ]
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    assert all(apart(box, other) for box in boxes for other in (*hexes, *labels))
    page = Box(0, 0, plan.width, plan.height)
    for each in (*boxes, *hexes, *labels):
        assert page.left <= each.left < each.right <= page.right
        assert page.top <= each.top < each.bottom <= page.bottom


@pytest.mark.parametrize(("mode", "side"), CASES)
def test_a_card_lies_on_the_same_edge_as_its_matrix(mode: str, side: int | None) -> None:
    plan = plan_of(mode, side)
    for home, card in zip(souls().matrices[mode], plan.cards, strict=True):
        above = plan.layout.at(home)[1] < plan.layout.centre[1]
        assert all((box.bottom <= plan.layout.centre[1]) == above for box in card)
    if side is not None:
        assert plan.layout.at(souls().matrices[mode][side - 1])[1] > plan.layout.centre[1]


def test_line_9_is_on_top_unless_a_side_is_asked_for() -> None:  # R5
    for mode, top, low in (("2", "F9", "D1"), ("4", "F9", "B1")):
        plan = plan_of(mode, None)
        assert plan.layout.at(parse_hex(top))[1] < plan.layout.at(parse_hex(low))[1]


def test_plans_scale_with_the_width() -> None:
    large, small = plan_of("3", None), plan_of("3", None, width=400)
    assert small.height == pytest.approx(large.height / 3, abs=1)
    assert small.layout.radius == pytest.approx(large.layout.radius / 3)
    assert plan_of("2", None, width=1).width == MIN_WIDTH
    assert plan_of("2", None, width=99_999).width == MAX_WIDTH


# The chart sheet shows R9, in a picture and in words.


def test_the_words_hold_every_chart() -> None:  # R9
    text = ARTIST.sheet_text()
    assert "Soul 3 walks 1 11 5 55 3." in text
    assert "Soul 4 walks 0 3 and leaps 00 01 05 12 45." in text
    assert "Soul 5 walks 11 55 33 and fires arcs 1 5 00 01 05." in text
    assert all(f"Soul {value} walks" in text for value in VALUES)
    assert "econstruct" in text
    assert len(text) <= ALT_LIMIT


@pytest.mark.parametrize("palette", Palette)
@pytest.mark.parametrize("dark", [True, False])
def test_sheets_are_drawn_in_every_theme(palette: Palette, dark: bool) -> None:
    for width in (400, WIDTH):
        image = Image.open(io.BytesIO(ARTIST.sheet(look=Look(theme=Theme(palette, dark), width=width))))
        assert (image.mode, image.width) == ("P", width)


def test_of_published_charts_nothing_is_said_to_be_reconstructed() -> None:
    sets = {key: replace(each, reconstruction=False) for key, each in souls().sets.items()}
    published = replace(souls(), sets=sets)
    with patch("render.replicants.sheet.souls", lambda: published), lettering() as told:
        ARTIST.sheet(look=Look(width=1183))  # sheets are kept: this width is drawn nowhere else
        words = ARTIST.sheet_text()
    assert not [line for line in (*told, words) if "econstruct" in line]


def test_a_chart_set_that_is_not_there_is_refused() -> None:
    assert ARTIST.sheet(data=souls().current) == ARTIST.sheet()
    with pytest.raises(KeyError):
        ARTIST.sheet(data="0")
