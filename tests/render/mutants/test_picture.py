"""Boards as files: size, palette, weight, threads, languages; and what is marked on them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.events import Event
from engine.mutants.duels import ForceMoved, KnockedOut, Parried, PointsGained, RoundScored
from engine.mutants.events import Bred, Deployed, Discarded, Frozen, Gained, Incubated, Shifted
from engine.mutants.view import MutantsView
from locales.pseudo import Pseudo
from render import icons
from render.canvas import Canvas
from render.extras import Sized
from render.icons import Icon
from render.lettering import ELLIPSIS, Weight, width
from render.masks import Mask
from render.mutants import icons as symbols
from render.mutants.frame import Frame, arena_of, frame_of, order_of
from render.mutants.panels import Marks, marks_of
from render.mutants.picture import _meanings, draw, height, named
from render.mutants.renderer import MutantsRenderer
from render.mutants.strip import dressed
from render.mutants.track import ring
from render.theme import Palette, Theme, colours, palette
from render.words import Look
from tests.pseudo import english_words
from tests.render.mutants.scenes import (
    DAMAGE,
    EVERY,
    HAPPENED,
    NAMES,
    attacked,
    drafting,
    ended,
    position,
)
from tests.render.pixels import differ, near, picture
from tests.render.test_reconstructed import lettering
from tests.volume import many

THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
MODES = ("2", "3", "4", "solo")
LIMIT = 60 * 1024
LONG = ("W" * 32,) * 4
CARDS = [card.name_en for card in EVERY.cards.values()] + [boss.name_en for boss in EVERY.bosses.values()]
WHOLE = str(EVERY.reconstructed)


def shown(mode: str) -> list[tuple[MutantsView, Sequence[Event]]]:
    """Positions of every kind of a mode."""
    view = position(mode)
    asked = replace(view, prompt=attacked(1, 2))
    positions: list[tuple[MutantsView, Sequence[Event]]] = [
        (view, HAPPENED),
        (position(mode, full=False), ()),
        (asked, DAMAGE if mode == "solo" else HAPPENED),
        (ended(view), ()),
        (ended(view, ()), ()),
    ]
    return [*positions, (drafting(mode), ())] if mode != "solo" else positions


@contextmanager
def symbols_drawn() -> Iterator[list[Icon]]:
    """Collect every symbol that is drawn anew; cards are kept."""
    drawn: list[Icon] = []

    def mask(icon: Icon, reach: float) -> Mask:
        drawn.append(icon)
        return shape(icon, reach)

    shape = icons.mask
    with patch.object(icons, "mask", mask):
        yield drawn


def plan_of(view: MutantsView, look: Look) -> Frame:
    return frame_of(view, look.width, look.side, look.translate, named(view, look))


def test_it_is_what_the_registry_asks_for() -> None:
    artist = MutantsRenderer()
    assert isinstance(artist, Sized)
    assert artist.dress(Theme()) == dressed(Theme())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("theme", THEMES)
def test_boards_have_the_size_and_palette_of_the_theme_and_are_light(mode: str, theme: Theme) -> None:
    entries = set(palette(dressed(theme)))
    for view, last in shown(mode):
        look = Look(NAMES, theme)
        file = draw(view, last, look)
        assert len(file) <= LIMIT
        image = Image.open(io.BytesIO(file))
        assert (image.mode, image.size) == ("P", (1200, height(view, last, look)))
        assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= entries


@pytest.mark.parametrize("seed", range(many(4, 20)))
@pytest.mark.parametrize("mode", ["2", "4"])
def test_the_fullest_boards_are_light(mode: str, seed: int) -> None:
    assert len(draw(position(mode, seed=seed, eyes=1), HAPPENED, Look(NAMES))) <= LIMIT


@pytest.mark.parametrize("mode", MODES)
def test_nothing_reaches_beyond_the_board_in_any_language(mode: str) -> None:
    written = Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        if canvas.image.width == 1200:
            wide = width(words, round(size), more.get("weight", Weight.BOLD))
            start = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[more.get("anchor", "l")] * wide
            assert start >= 0
            assert start + wide <= 1200, words
        assert english_words(words, (*CARDS, *LONG, "WWW")) == []
        written(canvas, at, words, size, *rest, **more)

    with patch.object(Canvas, "text", text):
        for view, last in shown(mode):
            draw(view, last, Look(LONG, translate=Pseudo()))


@pytest.mark.parametrize("mode", MODES)
def test_fixed_wording_is_never_cut(mode: str) -> None:
    for view, last in shown(mode):
        for translate in (Look().translate, Pseudo()):
            with lettering() as told:
                draw(view, last, Look(NAMES, translate=translate))
            assert not [line for line in told if ELLIPSIS in line]


@pytest.mark.parametrize("mode", MODES)
def test_what_is_reconstructed_is_said_once_on_every_board(mode: str) -> None:
    for view, last in shown(mode):
        with lettering() as told:
            draw(view, last, Look(LONG, side=1))
        assert [line for line in told if "econstructed" in line] == [WHOLE]
        with lettering() as told:
            draw(replace(view, reconstruction=None), last, Look(NAMES))
        assert not [line for line in told if "econstructed" in line]


def test_a_board_shows_all_numbers_of_every_player() -> None:
    view = position("4")
    with lettering() as told:
        draw(view, (), Look(NAMES))
    for side in view.sides:
        for number in (side.points, side.hand_size, side.deck_size, side.freezer_size):
            assert str(number) in told
        assert f"{side.discard_size} {side.discard_top}" in told
        assert {f"×{pile.size}" for pile in side.piles} <= set(told)
    assert {str(value) for value in (*view.red, *view.black)} <= set(told)
    assert {"Dread", "Challenger", "Fury", "Round 3 of 5", "Eric chooses an action", "turn"} <= set(told)


def test_an_opened_freezer_is_told_with_the_points_of_each_card() -> None:
    with lettering() as told:
        draw(ended(position("3")), (), Look(NAMES))
    assert told.count("ZOM 1 · NOB 3 · DEV 4 · KOL 2 = 10") == 3
    assert "22 + 10 = 32" in told
    assert "Eric wins" in told


def test_a_revolt_shows_health_powers_and_weaknesses() -> None:
    with lettering() as told:
        draw(position("solo"), DAMAGE, Look(NAMES))
    assert {"31", "/ 42", "−3", "Singularity Wizard", "Exploited: DKM."} <= set(told)
    assert "Special power" in " ".join(told)
    with lettering() as told:
        draw(ended(position("solo"), ()), (), Look(NAMES))
    assert "Singularity Wizard has beaten Eric" in told


def test_the_bar_of_a_boss_is_as_long_as_its_health() -> None:
    view = position("solo")
    boss = view.boss
    assert boss is not None
    danger = colours(dressed(Look(NAMES).theme)).danger

    def bar(health: int) -> int:
        image = picture(draw(replace(view, boss=replace(boss, health=health)), (), Look(NAMES)))
        return sum(count for count, colour in image.getcolors(1 << 24) or [] if colour == danger)

    assert bar(42) > bar(21) > bar(1) > bar(0)


def test_a_player_who_has_left_is_said_to_have() -> None:
    view = position("3")
    gone = replace(view, sides=(view.sides[0], replace(view.sides[1], left=True), view.sides[2]))
    with lettering() as told:
        draw(gone, (), Look(NAMES))
    assert told.count("resigned") == 1


def test_who_is_asked_in_the_turn_of_another_is_told_with_the_reason() -> None:
    with lettering() as told:
        draw(replace(position("3"), prompt=attacked(2, 1)), (), Look(NAMES))
    assert {"Lucy knocks a mutant out", "asked", "turn"} <= set(told)
    assert "Gorthaur the Cruel attacks Lucy: one of their mutants is K.O." in told
    # `R` is the letter of the third seat, too.
    assert (told.count("A"), told.count("L")) == (1, 0)


def test_the_places_that_can_be_chosen_are_framed_and_lettered() -> None:
    view, look = position("4", seed=3), Look(NAMES)
    asked = replace(view, prompt=attacked(2, 1, ("L", "R")))
    scheme, plan = colours(dressed(look.theme)), plan_of(asked, look)
    image = picture(draw(asked, (), look))
    panel = plan.panels[1]
    for zone, box in zip(arena_of(asked, 2), panel.zones, strict=True):
        edge = (box.left - 3, box.middle)
        assert near(image, edge, scheme.walk) == (zone.name in "LR")


@pytest.mark.parametrize("mode", ["2", "4"])
def test_the_letter_of_a_place_is_whole(mode: str) -> None:
    view, look = position(mode, seed=3), Look(NAMES)
    asked = replace(view, prompt=attacked(2, 1, ("L", "R")))
    scheme, plan = colours(dressed(look.theme)), plan_of(asked, look)
    image = picture(draw(asked, (), look))
    left, _, right = plan.panels[1].zones
    for box in (left, right):
        assert near(image, ((box.left + box.right) / 2, box.bottom + 16), scheme.walk), "nothing lies on its lower end"


def test_a_draft_tells_once_how_far_it_is_and_shows_to_whom_packs_go() -> None:
    view, look = drafting("4"), Look(NAMES)
    assert view.draft is not None
    with symbols_drawn() as filled, lettering() as told:
        draw(view, (), look)
    assert [told.count(name) for name in NAMES] == [1, 1, 1, 1]
    made = view.draft.pick - 1
    assert (filled.count(symbols.card), filled.count(symbols.hollow)) == (made + 1, 6 - made + 1), "and in the legend"
    assert filled.count(symbols.right) == 4
    assert [seat for seat, _ in plan_of(view, replace(look, side=3)).circle] == [3, 4, 1, 2]
    assert height(view, (), look) < 450


@pytest.mark.parametrize("mode", MODES)
def test_the_legend_explains_what_is_on_the_board(mode: str) -> None:
    for view, last in shown(mode):
        with symbols_drawn() as drawn, patch("render.mutants.picture._legend"):
            draw(view, last, Look(NAMES))
        on_cards = {symbols.deploy, symbols.leave, symbols.target, ring}  # cards are kept, a ring is two discs
        told = {icon for icon, _ in _meanings(view)}
        assert told - on_cards <= set(drawn)
        zones = [zone for seat in order_of(view, None) for zone in arena_of(view, seat)]
        codes = [zone.card for zone in zones if zone.card and not zone.down]
        assert (symbols.leave in told) == (bool(codes) and view.draft is None)


@pytest.mark.parametrize(
    ("event", "zone", "colour"),
    [
        (Deployed(1, card="GOR"), "A", "accent"),
        (Shifted(1, card="GOR", zone="L"), "L", "accent"),
        (KnockedOut(1, card="GOR", zone="R"), "R", "danger"),
    ],
)
def test_what_happened_to_an_arena_is_framed(event: Event, zone: str, colour: str) -> None:
    view, look = replace(position("4"), prompt=None), Look(NAMES)
    scheme, plan = colours(dressed(look.theme)), plan_of(view, look)
    image = picture(draw(view, (event,), look))
    for each, box in zip(arena_of(view, 1), plan.panels[0].zones, strict=True):
        assert near(image, (box.left - 3, box.middle), getattr(scheme, colour)) == (each.name == zone)


def test_marks_are_of_the_seat_that_something_happened_to() -> None:
    view = position("4")
    marks = {seat: marks_of(view, HAPPENED, seat) for seat in (1, 2, 3, 4)}
    assert marks[1] == Marks(fresh=frozenset("LA"), piles=frozenset({2}), discarded=2, points=2)
    assert marks[2] == Marks(struck=frozenset("R"), frozen=1, points=2)
    assert marks[3] == Marks(parried=frozenset("L"), incubator=True, piles=frozenset({1}))
    assert marks[4] == Marks(fresh=frozenset("A"), incubator=True, piles=frozenset({3}), points=6)


@pytest.mark.parametrize(
    "event",
    [
        Bred(2, card="GOR", pile=1),
        Incubated(2, card="GOR", pile=2),
        Gained(2, card="GOR", zone="freezer", pile=3),
        Discarded(2, cards=("ROB",)),
        Frozen(2, card="GOR", zone="L"),
        Parried(2, card="EVA", zone="A"),
        PointsGained(2, points=1, total=3),
        RoundScored(None, round=1, order=(2, 1), points=(4, 0)),
        ForceMoved(2, change=1, start=5, end=6),
    ],
)
def test_every_kind_of_event_is_marked(event: Event) -> None:
    view = position("2")
    assert differ(draw(view), draw(view, (event,))) is not None


@pytest.mark.parametrize("mode", ["3", "4"])
def test_a_side_is_a_matter_of_order_alone(mode: str) -> None:
    view = position(mode)
    plan = plan_of(view, Look(side=3))
    assert [panel.seat for panel in plan.panels][:2] == [3, 4 if mode == "4" else 1]
    assert height(view, (), Look(side=3)) == height(view)
    solo = plan_of(position("solo"), Look(side=1))
    assert [panel.seat for panel in solo.panels] == [2, 1]


def test_only_their_owner_sees_what_a_freezer_is_worth() -> None:
    with lettering() as told:
        draw(position("4"), (), Look(NAMES))
    assert not [line for line in told if " = " in line]
    with lettering() as told:
        draw(position("4", eyes=2), (), Look(NAMES))
    assert len([line for line in told if " = " in line]) == 1


def test_drawing_is_pure_and_safe_in_threads() -> None:
    scenes = [
        (view, Look(NAMES, theme, wide, side))
        for view in (position("4"), position("2"), position("solo"))
        for theme, wide, side in ((THEMES[0], 700, None), (THEMES[3], 701, 1))
    ]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda scene: draw(scene[0], HAPPENED, scene[1]), scenes * 2))
    assert together == [draw(view, HAPPENED, look) for view, look in scenes] * 2


@settings(max_examples=many(6, 30))
@given(
    mode=st.sampled_from(MODES),
    seed=st.integers(0, 10**6),
    wide=st.integers(200, 900),
    full=st.booleans(),
    dark=st.booleans(),
)
def test_any_position_can_be_drawn_in_any_width(mode: str, seed: int, wide: int, *, full: bool, dark: bool) -> None:
    view, look = position(mode, full=full, seed=seed), Look(NAMES, Theme(dark=dark), wide)
    image = Image.open(io.BytesIO(draw(view, HAPPENED if mode == "4" else (), look)))
    assert image.size == (wide, height(view, (), look))
