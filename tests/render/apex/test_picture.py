"""Pictures by property: who controls what, whose ships are where, that what happened leaves a mark, and no secrets."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.apex.events import (
    Ambushed,
    Battle,
    Closed,
    Colonised,
    Converted,
    Evolved,
    Explored,
    Fighter,
    HandsPassed,
    Moved,
    Produced,
    Scored,
    Settled,
)
from engine.apex.view import ApexView, Pawns, Sector
from engine.game import Event, Seat
from engine.text import say
from locales.pseudo import Pseudo
from render import icons, lettering
from render.apex.frame import Frame, frame_of
from render.apex.icons import ACTIONS, BONUSES, SIDES, TRACKS, depot, dock, dome, ship
from render.apex.icons import sector as planet
from render.apex.legend import ITEMS, SIZE
from render.apex.renderer import ApexRenderer
from render.canvas import Canvas
from render.extras import DeckRenderer, Dressing, HandRenderer, Sized
from render.look import Look
from render.overlay import Overlay
from render.replay import Shot, film
from render.theme import Livery, Palette, Theme, colours, palette
from tests.render.apex.scenes import MODES, NAMES, crowded, ended, game, start
from tests.render.pixels import differ, near, picture

ARTIST = ApexRenderer()
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
LIMIT = 80 * 1024

HAPPENED: tuple[Event, ...] = (
    Settled(1, civilisation="HUM", home="H1", ships=5),
    Moved(1, origin="A1", target="B1", count=3, portal=False),
    Moved(1, origin="A1", target="C2", count=3, portal=True),
    Moved(1, origin="A1", target="C2", count=4, portal=True),
    Produced(1, slot="H1"),
    Ambushed(1, slot="C1", victim=2),
    Converted(1, slot="C1", victim=2),
    Colonised(1, slot="C1", bonus=3),
    Explored(1, slot="C1", tile="N04", bonus=1),
    Evolved(1, track=0, level=3, rose=True),
    Evolved(1, track=3, level=3, rose=True),
    Battle(1, slot="C1", fighters=(Fighter(1, 6, False, 3, 2, False), Fighter(2, 6, True, 0, 0, False)), winner=1),
    Scored(1, age=1, sectors=3, bonus=1, points=9),
)


def with_sector(view: ApexView, slot: str, pawns: tuple[Pawns, ...], controller: Seat | None) -> ApexView:
    """The same position with other pawns in a sector."""
    sectors = [
        replace(each, pawns=pawns, controller=controller) if each.slot == slot else each for each in view.sectors
    ]
    return replace(view, sectors=tuple(sectors))


def cut(image: Image.Image, plan: Frame, slot: str) -> Image.Image:
    """A sector."""
    (x, y), reach = plan.at(slot), plan.radius
    return image.crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))


def test_it_is_what_the_optional_protocols_ask_for() -> None:
    for protocol in (HandRenderer, DeckRenderer, Dressing, Sized):
        assert isinstance(ARTIST, protocol)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("mode", MODES)
def test_the_rim_shows_who_controls_a_sector(theme: Theme, mode: str) -> None:  # A26
    view = crowded(mode)
    look = colours(ARTIST.dress_for(theme, view))
    for side in (None, 2):
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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [400, 1200])
def test_control_is_told_apart_without_colour(theme: Theme, width: int) -> None:
    view = crowded("6")
    plan = frame_of(view, width, None)
    drawn = []
    for seat in range(1, 7):
        alone = with_sector(view, "C1", (Pawns(seat, 0, False),), seat)
        image = cut(picture(ARTIST.draw(alone, look=Look(theme=theme, width=width))).convert("L"), plan, "C1")
        low, high = image.getextrema()
        assert isinstance(low, (int, float))
        assert isinstance(high, (int, float))
        drawn.append(image)
    contested = with_sector(view, "C1", (Pawns(1, 0, False),), None)
    drawn.append(cut(picture(ARTIST.draw(contested, look=Look(theme=theme, width=width))).convert("L"), plan, "C1"))
    for one, other in combinations(drawn, 2):
        # By the form of what is drawn, whatever its brightness: edges inside.
        assert ImageChops.difference(one, other).getbbox() is not None
        changed = ImageChops.difference(one, other).point(lambda level: 255 if level > 5 else 0)
        assert changed.histogram()[255] >= 0.05 * one.width * one.height


@pytest.mark.parametrize("mode", ["2", "6"])
@pytest.mark.parametrize("width", [400, 1200])
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


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("slot", ["C1", "H2"])
def test_pawns_of_all_stay_inside_their_sector(count: int, slot: str) -> None:
    view = crowded("6")
    plan = frame_of(view, 1200, None)
    empty = ARTIST.draw(with_sector(view, slot, (), None))
    for ships in (0, 3, 14):
        for owner in {0, count - 1}:
            pawns = tuple(Pawns(seat + 1, ships, seat == owner) for seat in range(count) if ships or seat == owner)
            box = differ(empty, ARTIST.draw(with_sector(view, slot, pawns, 1)))
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


@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_whatever_happened_leaves_a_mark(event: Event) -> None:
    view = crowded("3")
    assert differ(ARTIST.draw(view), ARTIST.draw(view, (event,))) is not None


def test_marks_tell_apart_what_happened() -> None:
    view = crowded("3")
    assert len({ARTIST.draw(view, (event,)) for event in HAPPENED}) == len(HAPPENED)
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
def test_a_spectators_picture_never_depends_on_hands(mode: str) -> None:  # A9
    for view, last in game(mode, "secret")[::20]:
        leaking = replace(view, sides=tuple(replace(each, hand=(7, 8, 28)) for each in view.sides))
        assert ARTIST.draw(view, last, Look(NAMES)) == ARTIST.draw(leaking, last, Look(NAMES))
        assert ARTIST.draw_cards(view) == ARTIST.draw_cards(leaking)
        assert ARTIST.draw_hand(view) == ARTIST.draw_hand(leaking)


@pytest.mark.parametrize("mode", MODES)
def test_a_players_picture_shows_the_own_hand_and_no_other(mode: str) -> None:
    shown = [view for view, _ in game(mode, "secret", eyes=2) if view.phase == "choose"]
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
    pairs = zip(game(mode, "secret"), game(mode, "secret", eyes=1), strict=True)
    for (public, _), (mine, _) in list(pairs)[::16]:
        one, other = picture(ARTIST.draw(public)), picture(ARTIST.draw(mine))
        foot = int(frame_of(public, 1200, None).legend.top)
        assert one.crop((0, 0, 1200, foot)).tobytes() == other.crop((0, 0, 1200, foot)).tobytes()


def test_ships_on_the_map_and_in_supply_are_two_numbers_with_signs_of_their_own() -> None:
    view = crowded("3")
    looks = set()
    for ships, supply in ((7, 13), (13, 7), (7, 7)):
        sides = (replace(view.sides[0], ships=ships, supply=supply), *view.sides[1:])
        looks.add(ARTIST.draw(replace(view, sides=sides), look=Look(width=400)))
    assert len(looks) == 3
    signs = [icons.mask(each, 17 / 3).levels.tobytes() for each in (ship, dock, dome, depot, planet)]
    assert len(set(signs)) == len(signs)


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
        ARTIST.draw(replace(view, sides=sides))
    for side, card in zip(sides, frame_of(view, 1200, None).cards, strict=True):
        inside = [(y, x) for y, x in ends if card.top < y < card.bottom and card.left < x]
        influence, armament = sorted(inside)[:2]
        begin = next(x for y, x in starts if y == influence[0] and card.left < x < card.right)
        assert influence[1] + 4 <= begin, side
        assert armament[1] <= card.right, side


KINDS = ("origin", "walks", "leaps", "captures", "arcs", "threatened", "flips")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_overlay_has_a_form_of_its_own(kind: str) -> None:
    view = crowded("4")
    overlays = {
        name: Overlay(origin="C1") if name == "origin" else Overlay(**{name: frozenset({"C1"})})  # type: ignore[arg-type]
        for name in KINDS
    }
    without = picture(ARTIST.draw(view)).convert("L")
    forms = {
        name: ImageChops.difference(picture(ARTIST.draw(view, overlay=each)).convert("L"), without).point(
            lambda level: 255 if level > 40 else 0
        )
        for name, each in overlays.items()
    }
    box, plan = forms[kind].getbbox(), frame_of(view, 1200, None)
    x, y = plan.at("C1")
    assert box is not None
    assert x - 1.5 * plan.radius <= box[0] < box[2] <= x + 1.5 * plan.radius
    assert y - 1.5 * plan.radius <= box[1] < box[3] <= y + 1.5 * plan.radius
    for name, form in forms.items():
        if name != kind:
            assert ImageChops.difference(form, forms[kind]).getbbox() is not None


def test_a_side_turns_the_map_to_the_own_home() -> None:
    view = crowded("4")
    drawn = {seat: ARTIST.draw(view, look=Look(NAMES, side=seat)) for seat in (None, 1, 2, 3, 4)}
    assert len(set(drawn.values())) == 5
    assert {picture(each).size for each in drawn.values()} == {picture(drawn[None]).size}


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_size_asked_for_and_the_palette_of_the_theme(theme: Theme) -> None:
    entries = set(palette(ARTIST.dress(theme)))
    hand = next(view for view, _ in game("2", "secret", eyes=1) if view.phase == "choose")
    for width in (200, 1200):
        for file in (
            ARTIST.draw(crowded("5"), HAPPENED, Look(NAMES, theme, width)),
            ARTIST.draw(start("3"), look=Look(theme=theme, width=width)),
            ARTIST.draw(ended(crowded("6"), (2, 3)), look=Look(theme=theme, width=width)),
            ARTIST.draw_hand(hand, Look(theme=theme, width=width), picked="12E-7"),
            ARTIST.draw_cards(hand, Look(theme=theme, width=width)),
            ARTIST.sheet(look=Look(theme=theme, width=width)),
        ):
            image = Image.open(io.BytesIO(file))
            assert (image.mode, image.width) == ("P", width)
            assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= entries


@pytest.mark.parametrize("mode", MODES)
def test_games_are_drawn_from_start_to_end_within_the_size_promised(mode: str) -> None:
    shown = game(mode, "drawn")[::6]
    drawn = [ARTIST.draw(view, last, Look(NAMES)) for view, last in shown]
    assert len(set(drawn)) == len(drawn)
    assert sorted(map(len, drawn))[len(drawn) // 2] <= LIMIT
    assert max(map(len, drawn)) <= 1.1 * LIMIT
    for (view, last), file in zip(shown, drawn, strict=True):
        assert ARTIST.height(view, last) == Image.open(io.BytesIO(file)).height


NASTY = ("W" * 200, "🦊" * 40, "\u202eevil\n\n\t\x00", "שלום עולם ومرحبا", "{player}", "田中", "", "a" * 32)


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("mode", ["2", "6"])
def test_no_name_breaks_the_layout(name: str, mode: str) -> None:
    view = crowded(mode)
    box = differ(ARTIST.draw(view, look=Look(NAMES)), ARTIST.draw(view, look=Look((name, *NAMES[1:]))))
    card = frame_of(view, 1200, None).cards[0]
    if box is not None:
        assert card.left <= box[0] < box[2] <= card.right
        assert card.top <= box[1] < box[3] <= card.bottom


def test_missing_names_are_numbered() -> None:
    view = crowded("3")
    assert ARTIST.draw(view, look=Look(("", ""))) == ARTIST.draw(view)
    assert ARTIST.draw(view, look=Look(("Player 1", "Player 2"))) == ARTIST.draw(view)


def test_words_are_translated() -> None:
    view = next(view for view, _ in game("3", "secret", eyes=1) if view.phase == "choose")

    assert ARTIST.draw(view, look=Look(translate=Pseudo())) != ARTIST.draw(view)
    assert ARTIST.draw_hand(view, Look(translate=Pseudo())) != ARTIST.draw_hand(view)
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


@pytest.mark.parametrize("mode", ["2", "5"])
def test_a_film_shows_every_picture_whole(mode: str) -> None:
    shown = game(mode, "film")[::4]
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


@settings(max_examples=8)
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
        ARTIST.draw_hand(view, Look(width=width), picked=f"{seed % 40}{'WECX'[seed % 4]}-{seed % 31}")
        ARTIST.draw_cards(view, Look(width=width))
