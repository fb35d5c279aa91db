"""Boards as files: size, palette, weight, threads, languages; and what is marked on them."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from gettext import NullTranslations
from itertools import combinations, pairwise
from typing import Any
from unittest.mock import patch

import pytest
from babel.core import Locale
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.mutants.abilities import Ability, Copy, Take
from engine.mutants.components import Components, Known, card_name, components, title
from engine.mutants.components import names as printed
from engine.mutants.duels import ForceMoved, KnockedOut, Parried, PointsGained, RoundScored
from engine.mutants.events import Bred, Deployed, Discarded, Frozen, Gained, Incubated, Shifted
from engine.mutants.game import MUTANTS as GAME_MUTANTS
from engine.mutants.teaching import TOPICS
from engine.mutants.view import MutantsView, Pile
from engine.seat import Seat
from engine.session import Session
from engine.text import ENGLISH, Translate, say
from locales import Catalogue, languages
from locales.checks import NAME
from locales.pseudo import Pseudo
from render import icons
from render.canvas import Canvas, Picture
from render.icons import Icon, mask
from render.lettering import ELLIPSIS, Weight, width
from render.masks import Mask
from render.mutants import cards
from render.mutants import icons as mutants_icons
from render.mutants import icons as symbols
from render.mutants.cards import (
    LARGE,
    MIDDLE,
    Face,
    Make,
    Sign,
    _parts,
    ability_signs,
    draw_face,
    even_height,
    face,
    face_height,
    name_colours,
)
from render.mutants.frame import Frame, arena_of, frame_of, order_of
from render.mutants.icons import GENES, SHEET, left
from render.mutants.panels import Marks, marks_of, mini
from render.mutants.picture import _meanings, draw, height, named
from render.mutants.renderer import MutantsRenderer
from render.mutants.sheet import _BULLETS, SIGNS, draw_sheet, sheet_text
from render.mutants.strip import ACROSS, Part, Placed, draw_strip, dressed, make_of, tile
from render.mutants.track import ring
from render.theme import Colour, Livery, Palette, Theme, colours, contrast, palette
from render.words import ALT_LIMIT, DESIGN_WIDTH, PLAIN, WIDTH, Look
from tests.catalogues import REAL, english_words
from tests.render.mutants.scenes import DAMAGE, HAPPENED, LONGEST, act, attacked, drafting, ended, position
from tests.render.mutants.scenes import EVERY as SCENES_EVERY
from tests.render.mutants.scenes import NAMES as SCENES_NAMES
from tests.render.pixels import differ, near, picture
from tests.render.test_registry import lettering
from tests.volume import many

THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
MODES = ("2", "3", "4", "solo")
LIMIT = 60 * 1024
LONG = ("W" * 32,) * 4
CARDS = [card.name_en for card in SCENES_EVERY.cards.values()] + [boss.name_en for boss in SCENES_EVERY.bosses.values()]
WHOLE = str(SCENES_EVERY.reconstructed)


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
    assert MutantsRenderer().dress(Theme()) == dressed(Theme())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("theme", THEMES)
def test_boards_have_the_size_and_palette_of_the_theme_and_are_light(mode: str, theme: Theme) -> None:
    entries = set(palette(dressed(theme)))
    for view, last in shown(mode):
        look = Look(SCENES_NAMES, theme)
        file = draw(view, last, look)
        assert len(file) <= LIMIT
        image = Image.open(io.BytesIO(file))
        assert (image.mode, image.size) == ("P", (WIDTH, height(view, last, look)))
        assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= entries


@pytest.mark.parametrize("seed", range(many(4, 20)))
@pytest.mark.parametrize("mode", ["2", "4"])
def test_the_fullest_boards_are_light(mode: str, seed: int) -> None:
    assert len(draw(position(mode, seed=seed, eyes=1), HAPPENED, Look(SCENES_NAMES))) <= LIMIT


@pytest.mark.parametrize("mode", MODES)
def test_nothing_reaches_beyond_the_board_in_any_language(mode: str) -> None:
    written = Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        if canvas.width == WIDTH:
            wide = width(words, round(size), more.get("weight", Weight.BOLD))
            start = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[more.get("anchor", "l")] * wide
            assert start >= 0
            assert start + wide <= WIDTH, words
        assert english_words(words, (*CARDS, *LONG, "WWW")) == []
        written(canvas, at, words, size, *rest, **more)

    with patch.object(Canvas, "text", text):
        for view, last in shown(mode):
            draw(view, last, Look(LONG, translate=Pseudo()))


@pytest.mark.parametrize("mode", MODES)
def test_fixed_wording_is_never_cut(mode: str) -> None:
    for view, last in shown(mode):
        for translate in (Look().translate, Pseudo(), *REAL):
            printed_names = [card_name(card).render(translate) for card in SCENES_EVERY.cards.values()]
            with lettering() as told:
                draw(view, last, Look(SCENES_NAMES, translate=translate))
            cut = [line.removesuffix(ELLIPSIS) for line in told if ELLIPSIS in line]
            assert not [line for line in cut if not any(name.startswith(line) for name in printed_names)]


@pytest.mark.parametrize("mode", MODES)
def test_what_is_reconstructed_is_said_once_on_every_board(mode: str) -> None:
    for view, last in shown(mode):
        with lettering() as told:
            draw(view, last, Look(LONG, side=1))
        assert [line for line in told if "econstructed" in line] == [WHOLE]
        with lettering() as told:
            draw(replace(view, reconstruction=None), last, Look(SCENES_NAMES))
        assert not [line for line in told if "econstructed" in line]


def test_a_board_shows_all_numbers_of_every_player() -> None:
    view = position("4")
    with lettering() as told:
        draw(view, (), Look(SCENES_NAMES))
    for side in view.sides:
        for number in (side.points, side.hand_size, side.deck_size, side.freezer_size):
            assert str(number) in told
        assert f"{side.discard_size} {side.discard_top}" in told
        assert {f"×{pile.size}" for pile in side.piles} <= set(told)
    assert {str(value) for value in (*view.red, *view.black)} <= set(told)
    assert {"Dread", "Challenger", "Fury", "Round 3 of 5", "Eric chooses an action", "turn"} <= set(told)


class Printed(NullTranslations):
    """The names of cards as they are printed in French."""

    def pgettext(self, context: str, message: str) -> str:
        named = ((name.context, name.template, french) for name, french in printed())
        return next((french for *key, french in named if key == [context, message]), message)


FRENCH = Catalogue(Locale("fr"), Printed())


@pytest.mark.parametrize("mode", ["3", "4"])
@pytest.mark.parametrize("translate", [ENGLISH, FRENCH], ids=["english", "french"])
def test_small_cards_of_many_players_have_whole_names(translate: Translate, mode: str) -> None:
    view = position(mode)
    every = [card.code for card in SCENES_EVERY.advanced]
    for start in range(0, len(every), 4):
        incubator, *tops = (every * 2)[start : start + 4]
        piles = tuple(Pile(top, 2) for top in tops)
        sides = tuple(replace(side, incubator=incubator, piles=piles) for side in view.sides)
        mini.cache_clear()
        with lettering() as told:
            draw(replace(view, sides=sides), (), Look(SCENES_NAMES, translate=translate))
        assert {title(code).render(translate) for code in (incubator, *tops)} <= set(told)


def test_an_opened_freezer_is_told_with_the_points_of_each_card() -> None:
    with lettering() as told:
        draw(ended(position("3")), (), Look(SCENES_NAMES))
    assert told.count("ZOM 1 · NOB 3 · DEV 4 · KOL 2 = 10") == 3
    assert "22 + 10 = 32" in told
    assert "Eric wins" in told


def test_a_revolt_shows_health_powers_and_weaknesses() -> None:
    with lettering() as told:
        draw(position("solo"), DAMAGE, Look(SCENES_NAMES))
    assert {"31", "/ 42", "−3", "Singularity Wizard", "Exploited: DKM."} <= set(told)
    assert "Special power" in " ".join(told)
    with lettering() as told:
        draw(ended(position("solo"), ()), (), Look(SCENES_NAMES))
    assert "Singularity Wizard has beaten Eric" in told


def test_the_bar_of_a_boss_is_as_long_as_its_health() -> None:
    view = position("solo")
    boss = view.boss
    assert boss is not None
    danger = colours(dressed(Look(SCENES_NAMES).theme)).danger

    def bar(health: int) -> int:
        image = picture(draw(replace(view, boss=replace(boss, health=health)), (), Look(SCENES_NAMES)))
        return sum(count for count, colour in image.getcolors(1 << 24) or [] if colour == danger)

    assert bar(42) > bar(21) > bar(1) > bar(0)


def test_a_player_who_has_left_is_said_to_have() -> None:
    view = position("3")
    gone = replace(view, sides=(view.sides[0], replace(view.sides[1], left=True), view.sides[2]))
    with lettering() as told:
        draw(gone, (), Look(SCENES_NAMES))
    assert told.count("resigned") == 1


def test_who_is_asked_in_the_turn_of_another_is_told_with_the_reason() -> None:
    with lettering() as told:
        draw(replace(position("3"), prompt=attacked(2, 1)), (), Look(SCENES_NAMES))
    assert {"Lucy knocks out a mutant", "asked", "turn"} <= set(told)
    assert "Gorthaur the Cruel attacks Lucy: one of their mutants is K.O." in told
    # `R` is the letter of the third seat, too.
    assert (told.count("A"), told.count("L")) == (1, 0)


def test_the_places_that_can_be_chosen_are_framed_and_lettered() -> None:
    view, look = position("4", seed=3), Look(SCENES_NAMES, width=DESIGN_WIDTH)
    asked = replace(view, prompt=attacked(2, 1, ("L", "R")))
    scheme, plan = colours(dressed(look.theme)), plan_of(asked, look)
    image = picture(draw(asked, (), look))
    panel = plan.panels[1]
    for zone, box in zip(arena_of(asked, 2), panel.zones, strict=True):
        edge = (box.left - 3, box.middle)
        assert near(image, edge, scheme.walk) == (zone.name in "LR")


@pytest.mark.parametrize("mode", ["2", "4"])
def test_the_letter_of_a_place_is_whole(mode: str) -> None:
    view, look = position(mode, seed=3), Look(SCENES_NAMES, width=DESIGN_WIDTH)
    asked = replace(view, prompt=attacked(2, 1, ("L", "R")))
    scheme, plan = colours(dressed(look.theme)), plan_of(asked, look)
    image = picture(draw(asked, (), look))
    left, _, right = plan.panels[1].zones
    for box in (left, right):
        assert near(image, ((box.left + box.right) / 2, box.bottom + 16), scheme.walk), "nothing lies on its lower end"


def test_a_draft_tells_once_how_far_it_is_and_shows_to_whom_packs_go() -> None:
    view, look = drafting("4"), Look(SCENES_NAMES)
    assert view.draft is not None
    with symbols_drawn() as filled, lettering() as told:
        draw(view, (), look)
    assert [told.count(name) for name in SCENES_NAMES] == [1, 1, 1, 1]
    made = view.draft.pick - 1
    assert (filled.count(symbols.card), filled.count(symbols.hollow)) == (made + 1, 6 - made + 1), "and in the legend"
    assert filled.count(symbols.right) == 4
    assert [seat for seat, _ in plan_of(view, replace(look, side=3)).circle] == [3, 4, 1, 2]
    assert height(view, (), look) < 450


@pytest.mark.parametrize("mode", MODES)
def test_the_legend_explains_what_is_on_the_board(mode: str) -> None:
    for view, last in shown(mode):
        with symbols_drawn() as drawn, patch("render.mutants.picture._legend"):
            draw(view, last, Look(SCENES_NAMES))
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
    view, look = replace(position("4"), prompt=None), Look(SCENES_NAMES, width=DESIGN_WIDTH)
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
        PointsGained(2, points=1),
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
        draw(position("4"), (), Look(SCENES_NAMES))
    assert not [line for line in told if " = " in line]
    with lettering() as told:
        draw(position("4", eyes=2), (), Look(SCENES_NAMES))
    assert len([line for line in told if " = " in line]) == 1


def test_drawing_is_pure_and_safe_in_threads() -> None:
    scenes = [
        (view, Look(SCENES_NAMES, theme, wide, side))
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
    view, look = position(mode, full=full, seed=seed), Look(SCENES_NAMES, Theme(dark=dark), wide)
    image = Image.open(io.BytesIO(draw(view, HAPPENED if mode == "4" else (), look)))
    assert image.size == (wide, height(view, (), look))


# Strips of cards: hands of any size, packs, galleries; legible, light, labelled, in any language and theme.


STRIP_THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
TITLE = say("Your hand")
STRIP_WHOLE = str(components().reconstructed)
CROWDED = ("GOR", "FAN", "ARM", "KOL", "MRV", "STA", "BOS", "NOB", "EVA", "TYR")
"""The cards that say most."""
NAMES = [card.name_en for card in components().cards.values()]


def part(*codes: str, marked: tuple[int, ...] = ()) -> Part:
    return Part(tuple(Placed(code, marked=place in marked) for place, code in enumerate(codes)))


def size_of(file: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(file)).size


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9, 10])
@pytest.mark.parametrize("theme", STRIP_THEMES)
def test_hands_of_any_size_are_light_and_have_the_palette_of_the_theme(count: int, theme: Theme) -> None:
    file = draw_strip(TITLE, [part(*CROWDED[:count])], Look(theme=theme))
    assert len(file) <= LIMIT
    image = Image.open(io.BytesIO(file))
    assert (image.mode, image.width) == ("P", WIDTH)
    entries = set(palette(dressed(theme)))
    assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= entries


def test_a_hand_and_a_reserve_fit_into_the_size_promised() -> None:
    parts = [part(*CROWDED[:6]), Part(tuple(map(Placed, CROWDED[6:9])), say("Reserve"), say("A note"))]
    assert len(draw_strip(TITLE, parts)) <= LIMIT


def test_few_cards_are_drawn_larger() -> None:
    with patch("render.mutants.strip.draw_face", wraps=draw_face) as drawn:
        draw_strip(TITLE, [part(*CROWDED[:4])])
        assert {call.args[1].make for call in drawn.call_args_list} == {LARGE}
        drawn.reset_mock()
        draw_strip(TITLE, [part(*CROWDED[:9])])
        assert {call.args[1].make for call in drawn.call_args_list} == {MIDDLE}
        assert [call.args[1].code for call in drawn.call_args_list] == list(CROWDED[:9])


def test_a_marked_card_differs_from_the_others_by_its_frame() -> None:
    look = Look(width=DESIGN_WIDTH)
    plain, marked = (draw_strip(TITLE, [part(*CROWDED[:3], marked=each)], look) for each in ((), (1,)))
    box = differ(plain, marked)
    assert box is not None
    left, _, right, _ = box
    assert left == 18 + LARGE.across + 13
    assert right == left + LARGE.across
    assert picture(marked).getpixel((left + 3, 300)) == colours(dressed(Theme())).accent


def test_a_card_alone_says_beside_it_all_it_does() -> None:
    with lettering() as told:
        draw_strip(TITLE, [part("KOL")])
    words = " ".join(told)
    for sentence in ("Deploy: gain 5 force", "Freeze value 1 for each Saber", "Known: French name"):
        assert sentence in words


@pytest.mark.parametrize("translate", [Pseudo(), Pseudo(2)], ids=["pseudo", "long"])
@pytest.mark.parametrize("count", [1, 4, 9])
def test_nothing_reaches_beyond_the_picture_in_any_language(translate: Pseudo, count: int) -> None:
    placed = tuple(Placed(code, say("pile {n}: {count} cards", n=1, count=4)) for code in CROWDED[:count])
    look, written = Look(width=DESIGN_WIDTH, translate=translate), Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        if canvas.width == DESIGN_WIDTH:
            assert at[0] + width(words, round(size), more.get("weight", Weight.BOLD)) <= DESIGN_WIDTH - 8
        assert size >= 19
        assert english_words(words, NAMES) == []
        written(canvas, at, words, size, *rest, **more)

    with patch.object(Canvas, "text", text):
        draw_strip(say("Your hand in this round of the game"), [Part(placed, TITLE, TITLE)], look)


def test_what_is_reconstructed_is_said_once_and_what_marks_mean() -> None:
    with lettering() as told:
        draw_strip(TITLE, [part(*CROWDED[:3]), part(*CROWDED[3:6])])
    assert [line for line in told if "econstructed" in line] == [STRIP_WHOLE]
    assert {"known", "partly known"} <= set(told)


def test_of_published_cards_nothing_is_said_to_be_reconstructed() -> None:
    with patch.object(Components, "reconstructed", None), lettering() as told:
        draw_strip(TITLE, [part(*CROWDED[:3])])
    assert not [line for line in told if "econstructed" in line]
    assert "partly known" not in told


def test_no_cards_are_a_title_alone() -> None:
    with lettering() as told:
        file = draw_strip(say("No cards in hand"), [Part(())], Look(width=DESIGN_WIDTH))
    assert told == ["No cards in hand"]
    assert size_of(file) == (DESIGN_WIDTH, 100)


def test_letters_can_be_read_four_hundred_pixels_wide() -> None:
    sizes: list[float] = []
    written = Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        sizes.append(size)
        written(canvas, at, words, size, *rest, **more)

    face.cache_clear()
    with patch.object(Canvas, "text", text):
        draw_strip(TITLE, [part(*CROWDED[:9])], Look(width=DESIGN_WIDTH))
    # Eight pixels and a half and more, of a picture that is shown in a third of its size.
    assert min(sizes) >= 25.5


@pytest.mark.parametrize("wide", [200, 400, 2400])
def test_strips_can_be_drawn_in_any_width(wide: int) -> None:
    assert size_of(draw_strip(TITLE, [part(*CROWDED[:6])], Look(width=wide)))[0] == wide


# The aid card: every symbol of cards and boards is explained on it, in any language; it is light.


SHEET_THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
AID = next(topic for topic in TOPICS if topic.sheet)
SHEET_WHOLE = str(components().reconstructed)


def test_every_symbol_is_explained() -> None:
    assert {*SHEET} - {icon for icon, _ in SIGNS} == {left}  # its twin to the right stands for both
    assert len({text for _, text in SIGNS}) == len(SIGNS)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_a_line_of_a_card_does_not_begin_with_what_a_no_break_space_ties_to_its_word(space: str) -> None:
    room = width("Le mutant part", LARGE.size, Weight.MEDIUM)
    parts = _parts(Sign(None, f"Le mutant part{space}; puis"), LARGE, ENGLISH, room, 1)
    assert [part.word for part in parts] == ["Le mutant", f"part{space}; puis"]


@pytest.mark.parametrize("theme", SHEET_THEMES)
def test_the_sheet_is_light_and_has_the_palette_of_the_theme(theme: Theme) -> None:
    file = draw_sheet(look=Look(theme=theme))
    assert len(file) <= 60 * 1024
    image = Image.open(io.BytesIO(file))
    assert (image.mode, image.width) == ("P", WIDTH)
    assert {colour for _, colour in image.convert("RGB").getcolors(256) or []} <= set(palette(dressed(theme)))


def test_every_sentence_of_the_aid_card_is_on_the_sheet() -> None:
    with lettering() as told:
        draw_sheet(look=Look(width=1190))  # sheets are kept: this width is drawn nowhere else
    words = " ".join(told)
    for point in AID.points:
        assert str(point.text) in words
    assert SHEET_WHOLE in words
    assert {str(text) for _, text in SIGNS} <= set(told)
    assert {str(value) for value in (*components().rounds.red, *components().rounds.black)} <= set(told)


def test_of_published_cards_the_sheet_says_nothing_is_reconstructed() -> None:
    with patch.object(Components, "reconstructed", None), lettering() as told:
        draw_sheet(look=Look(width=1188))
        words = sheet_text()
    assert not [line for line in (*told, words) if "econstructed" in line]
    assert words.startswith("Your turn: 1. crush")


def test_points_of_the_aid_card_have_a_symbol_each() -> None:
    plain = [point for point in AID.points if not any(rule in _BULLETS for rule in point.rules)]
    genes = [point for point in plain if point.text.template == "{gene}: {meaning}"]
    assert len(genes) == 6
    assert len(plain) == 7  # besides, that this aid card is ours


def test_no_word_is_cut_in_any_language() -> None:
    for language in REAL:
        with lettering() as told:
            draw_sheet(look=Look(translate=language, width=1189))
        assert not [line for line in told if ELLIPSIS in line]
    with lettering() as told:
        draw_sheet(look=Look(translate=Pseudo(), width=1189))
    assert not [line for line in told if ELLIPSIS in line]
    assert [word for line in told for word in english_words(line)] == []


@pytest.mark.parametrize("look", [Look(), *(Look(translate=each) for each in (*REAL, Pseudo(), Pseudo(2)))])
def test_words_are_whole_sentences_that_begin_with_what_is_reconstructed(look: Look) -> None:
    told = sheet_text(look=look)
    assert len(told) <= ALT_LIMIT
    assert told.startswith(components().reconstructed.render(look.translate))  # type: ignore[union-attr]
    assert told[-1] in ".»"
    if look == Look():
        for word in ("crush", "Deploy", "Breed", "Incubate", "4/2, 5/2, 6/3", "Empty deck"):
            assert word in told


# Abilities in signs, those too that no card of this box has.


@pytest.mark.parametrize(
    ("ability", "symbols"),
    [
        ((Take(0),), [mutants_icons.take]),
        ((Take(2),), [mutants_icons.take, mutants_icons.discard]),
        ((Copy("deploy", "arena"),), [mutants_icons.copy, mutants_icons.deploy]),
        ((Copy("leave", "arena"),), [mutants_icons.copy, mutants_icons.leave]),
        ((Copy("either", "arena"),), [mutants_icons.copy, mutants_icons.deploy, mutants_icons.leave]),
    ],
)
def test_every_verb_has_its_symbols(ability: Ability, symbols: list[Icon]) -> None:
    assert [sign.icon for sign in ability_signs(ability)] == symbols


# Symbols are told apart by form, without colour, as small as they are drawn on boards.


SMALLEST = 13
"""The radius of the smallest symbols, in pixels of a picture 1,200 wide."""


def unlike(one: Icon, other: Icon, radius: float) -> float:
    """The share of the pixels in which two symbols differ, of those that either covers."""
    first, second = mask(one, radius).levels, mask(other, radius).levels
    differing = ImageStat.Stat(ImageChops.difference(first, second)).sum[0]
    return float(differing / ImageStat.Stat(ImageChops.lighter(first, second)).sum[0])


def test_genes_differ_in_form_even_on_a_telephone() -> None:
    assert list(GENES) == list("ABCDEF")
    for one, other in combinations(GENES.values(), 2):
        assert unlike(one, other, SMALLEST) > 0.4
        assert unlike(one, other, SMALLEST / 2) > 0.3


def test_no_two_symbols_of_effects_are_alike() -> None:
    for one, other in combinations([*SHEET, *GENES.values()], 2):
        assert unlike(one, other, SMALLEST) > 0.1, (one, other)


@pytest.mark.parametrize("icon", [*SHEET, *GENES.values()])
def test_a_symbol_keeps_to_its_circle(icon: Icon) -> None:
    drawn = mask(icon, 40)
    left, top, right, bottom = drawn.levels.getbbox() or (0, 0, 0, 0)
    middle = drawn.size[0] / 2
    # Strokes have round ends, so a little more than the radius; never the edge of the mask, where it would be cut.
    assert max(middle - left, right - middle, middle - top, bottom - middle) <= 41
    assert min(right - left, bottom - top) >= 30


# Faces of cards: what stands on them, in every theme, in any language, for every card of the data.


EVERY = list(components().cards)
CARD_NAMES = [card.name_en for card in components().cards.values()]
CARDS_THEMES = [Theme(choice, dark, Livery.GENES) for choice in Palette for dark in (True, False)]
CARDS_THEME = CARDS_THEMES[0]


def drawn(
    code: str, make: Make = MIDDLE, translate: Translate = ENGLISH, unit: float = 1.0, theme: Theme = CARDS_THEME
) -> Any:
    """A face as it is drawn anew."""
    made: Picture = face.__wrapped__(Face("", code, make, theme, translate, unit))
    return made.image


@contextmanager
def kept_inside(room: int) -> Iterator[list[str]]:
    """Collect every line of text, and fail where one reaches beyond the card's right edge."""
    told: list[str] = []
    written = Canvas.text

    def text(canvas: Canvas, at: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        told.append(words)
        wide = width(words, round(size), more.get("weight", Weight.BOLD))
        right = at[0] + (wide if more.get("anchor", "l") == "l" else 0)
        left = at[0] - (wide if more.get("anchor", "l") == "r" else 0)
        assert left >= 0
        assert right <= room, words
        written(canvas, at, words, size, *rest, **more)

    with patch.object(Canvas, "text", text):
        yield told


@pytest.mark.parametrize("make", [LARGE, MIDDLE])
@pytest.mark.parametrize(
    "translate", [ENGLISH, *REAL, Pseudo(), Pseudo(1)], ids=["english", *languages()[1:], "pseudo", "long"]
)
def test_everything_fits_on_every_card_in_any_language(make: Make, translate: Translate) -> None:
    """A name with as many letters as `locales.checks.NAME` can be cut, if they are wide."""
    for code in EVERY:
        with kept_inside(make.across - 8) as told:
            drawn(code, make, translate)
        long = title(code).render(translate)[:12] if len(title(code).render(translate)) >= NAME else ELLIPSIS * 2
        assert not [line for line in told if ELLIPSIS in line and not line.startswith(long)]


def test_every_word_on_a_card_goes_through_the_catalogue_but_for_its_name() -> None:
    for code in EVERY:
        with lettering() as told:
            drawn(code, translate=Pseudo())
        assert [word for line in told for word in english_words(line, CARD_NAMES)] == []


def test_a_card_shows_its_name_its_code_and_its_freeze_value() -> None:
    for card in components().cards.values():
        with lettering() as told:
            drawn(card.code)
        assert told[0] == card.name_en
        assert card.code in told
        worth = f"×{card.copies}" if card.kind == "boss" else f"{card.freeze}×" if card.per else str(card.freeze)
        assert worth in told


@pytest.mark.parametrize("theme", CARDS_THEMES)
def test_names_of_basic_mutants_stand_on_white_of_advanced_ones_on_black(theme: Theme) -> None:
    scheme, entries = colours(theme), palette(theme)
    for code, kind in (("ZOM", "basic"), ("TRI", "advanced"), ("HDE", "boss")):
        ground, ink = name_colours(scheme, kind)
        assert contrast(ground, ink) >= 7
        assert (sum(ground) > sum(ink)) == (kind == "basic")
        picture = drawn(code, theme=theme)
        assert entries[picture.getpixel((MIDDLE.across // 2, 6))] == ground


@pytest.mark.parametrize("theme", CARDS_THEMES)
def test_symbols_stand_out_from_what_they_are_drawn_on(theme: Theme) -> None:
    scheme = colours(theme)
    assert len(set(scheme.genes)) == 6
    assert {*scheme.genes, scheme.well, scheme.surface} <= set(palette(theme))
    for ground in (scheme.page, scheme.surface, scheme.well):
        for colour in scheme.genes:
            assert contrast(colour, ground) >= 3


def test_a_mark_tells_every_known_field_and_no_other() -> None:
    shown = {
        "name_en",
        "genes",
        "freeze",
        "deploy",
        "leave",
        "permanent",
        "parry",
        "transformation",
        "arrow",
        "weakness",
    }
    for card in components().cards.values():
        with patch.object(cards, "draw_known") as marks:
            drawn(card.code)
        told = [call.args[2] for call in marks.call_args_list]
        here = shown - ({"deploy"} if card.transformation else {"transformation"})
        here -= {"freeze", "genes"} if card.kind == "boss" else {"arrow"}
        assert told.count(Known.YES) == len(card.known & here), card.code
        assert told.count(Known.PARTLY) == len(card.inferred & here), card.code


@pytest.mark.parametrize("theme", CARDS_THEMES)
@pytest.mark.parametrize("marked", [False, True])
def test_a_card_is_as_high_as_the_others_of_its_row_and_framed_all_around(theme: Theme, *, marked: bool) -> None:
    height = even_height("", ["ROB", "GOR"], MIDDLE, ENGLISH, 1.0)
    assert height == face_height("", "GOR", MIDDLE, ENGLISH, 1.0) > face_height("", "ROB", MIDDLE, ENGLISH, 1.0)
    scheme, entries = colours(theme), palette(theme)
    canvas = Canvas.blank(MIDDLE.across + 20, height + 20, scheme.page, theme, crowded=True)
    draw_face(canvas, Face("", "ROB", MIDDLE, theme, ENGLISH, 1.0, marked), (10, 10), height)
    image = canvas.image

    def seen(x: int, y: int) -> Colour:
        entry = image.getpixel((x, y))
        assert isinstance(entry, int)
        return entries[entry]

    frame, right, bottom = scheme.accent if marked else scheme.muted, 10 + MIDDLE.across, 10 + height
    for y in (40, height // 2, height - 20):
        assert (seen(9, y), seen(10, y), seen(right - 1, y), seen(right, y)) == (scheme.page, frame, frame, scheme.page)
    for x in (40, MIDDLE.across // 2, MIDDLE.across - 20):
        assert (seen(x, 9), seen(x, 10), seen(x, bottom - 1), seen(x, bottom)) == (
            scheme.page,
            frame,
            frame,
            scheme.page,
        )
        assert seen(x, bottom - 10) == scheme.surface
    assert {seen(x, y) for x in (10, right - 1) for y in (10, bottom - 1)} == {scheme.page}
    assert even_height("", [], MIDDLE, ENGLISH, 1.0) == 0


@pytest.mark.parametrize("code", ["GOR", "ROB", "HDE"])
@pytest.mark.parametrize("more", [0, 1, 60])
def test_a_higher_card_differs_from_its_face_by_room_below_alone(code: str, more: int) -> None:
    picture = drawn(code)
    canvas = Canvas.blank(picture.width, picture.height + more, colours(CARDS_THEME).page, CARDS_THEME, crowded=True)
    draw_face(canvas, Face("", code, MIDDLE, CARDS_THEME, ENGLISH, 1.0), (0, 0), picture.height + more)
    # Beside the lower corners, which are round in the one and not in the other.
    inner = (20, 0, picture.width - 20, picture.height - 3)
    assert canvas.image.crop(inner).tobytes() == picture.crop(inner).tobytes()
    if not more:
        assert canvas.image.tobytes() == picture.tobytes()


def test_a_face_is_drawn_once_whatever_its_height() -> None:
    each = Face("", "ROB", MIDDLE, CARDS_THEME, ENGLISH, 1.0)
    canvas = Canvas.blank(1200, 800, colours(CARDS_THEME).page, CARDS_THEME, crowded=True)
    before = face(each)
    for high in (300, 400):
        draw_face(canvas, each, (0, 0), high)
    assert face(each) is before
    assert face.cache_info().maxsize == cards.FACES_KEPT


@pytest.mark.parametrize("unit", [1 / 6, 1 / 3, 2.0])
def test_cards_can_be_drawn_in_any_size(unit: float) -> None:
    for code in EVERY[::5]:
        assert drawn(code, unit=unit).width == round(MIDDLE.across * unit)


@pytest.mark.parametrize("make", [LARGE, MIDDLE])
def test_a_may_stands_on_the_line_of_what_it_is_about(make: Make) -> None:
    for card in components().mutants:
        for row in cards._rows(card, make, ENGLISH, 1.0):
            assert not [line for line in row.lines if line[-1].word == str(cards._MAY)], card.code


# Tiles: every card is square, legible, whole in any language, and kept.


MUTANTS = [code for code in EVERY if components().card(code).kind != "boss"]
THEME = dressed(Theme())
HOLDING = MutantsRenderer()
LEAST = {ENGLISH: 30, Pseudo(1): 27} | dict.fromkeys(REAL, 27)
"""Size of the smallest words, by language: on a tile a third of a phone wide, a quarter of it."""


@pytest.mark.parametrize("translate", list(LEAST), ids=["english", "long", *languages()[1:]])
def test_every_card_is_whole_in_any_language(translate: Translate) -> None:
    for code in MUTANTS:
        make = make_of("", code, translate)
        assert make.size >= LEAST[translate], code
        assert face_height("", code, make, translate, 1.0) <= ACROSS
        with kept_inside(ACROSS - 8) as told:
            png = tile.__wrapped__("", code, THEME, translate)
        assert components().card(code).code in told
        assert Image.open(io.BytesIO(png)).size == (ACROSS, ACROSS)
        assert len(png) <= 16 * 1024


def test_genes_code_and_freeze_value_do_not_touch() -> None:
    for code in MUTANTS:
        make = make_of("", code, ENGLISH)
        spans: list[tuple[float, float]] = []
        y = make.band + 0.97 * make.size

        def text(
            _canvas: Canvas, at: Any, words: str, size: float, *_: Any, y: float = y, spans: Any = spans, **more: Any
        ) -> None:
            if at[1] == y:
                wide = width(words, round(size), more.get("weight", Weight.BOLD))
                left = at[0] - (wide if more.get("anchor", "l") == "r" else 0)
                spans.append((left, left + wide))

        def fill(_canvas: Canvas, mask: Any, at: Any, *_: Any, y: float = y, spans: Any = spans) -> None:
            if at[1] == y:
                spans.append((at[0] - mask.reach, at[0] + mask.reach))

        with patch.object(Canvas, "text", text), patch.object(Canvas, "fill", fill):
            tile.__wrapped__("", code, THEME, ENGLISH)
        spans.sort()
        assert len(spans) >= 4
        assert [code for (_, end), (start, _) in pairwise(spans) if end > start + 4] == []


def test_a_tile_is_drawn_once_for_each_theme_and_language() -> None:
    tile.cache_clear()
    look = Look(("Ann",), Theme(), side=1)
    first = HOLDING.draw_tile("ROB", "", look)
    assert HOLDING.draw_tile("ROB", "", replace(look, names=("Bob",), side=2, width=400)) is first
    light = HOLDING.draw_tile("ROB", "", replace(look, theme=replace(look.theme, dark=not look.theme.dark)))
    HOLDING.draw_tile("ZOM", "", replace(look, translate=Pseudo()))
    assert light != first
    assert tile.cache_info().misses == 3


@pytest.mark.parametrize(("count", "tiles"), [(0, 0), (6, 6), (10, 10), (11, 0)])
def test_a_hand_of_so_many_is_a_shelf_by_itself(count: int, tiles: int) -> None:
    view = position("2", eyes=1)
    hand = LONGEST[:count]
    mine = replace(view.sides[0], hand=hand)
    here = replace(view, sides=(mine, *view.sides[1:]))
    first, *others = HOLDING.shelves(here, tiles=10)
    assert (first.key, len(first.codes)) == ("hand", tiles)
    assert not any(each.codes for each in others)
    assert not any(each.codes for each in HOLDING.shelves(here))
    if tiles:
        (held,) = first.places
        assert [f"({code})" in card for code, card in zip(first.codes, held.cards, strict=True)] == [True] * count
        assert others[0].key == "tops"
        assert first.codes == hand


# What a player of Mutants holds: which shelves there are, what is marked on them, what the words say; for whom.


def played(decisions: int, mode: str = "3", seed: int = 3) -> Session:
    """Return a game after some decisions at random."""
    session, lot = Session.start(GAME_MUTANTS, Setup(mode), Chance.from_text(f"{seed}")), random.Random(seed)
    for _ in range(decisions):
        seat = min(session.to_act)
        move = lot.choice(GAME_MUTANTS.legal(session.state, seat))
        session = session.move(seat, GAME_MUTANTS.format(session.state, seat, move))
    return session


def marked(view: MutantsView, key: str, *picked: str) -> list[tuple[str, str]]:
    """Return the cards that a shelf's picture marks, each with the heading of its part."""
    with patch("render.mutants.holding.draw_strip", return_value=b"") as drawn:
        HOLDING.draw_shelf(view, key, picked=picked)
    return [
        ("" if part.heading is None else part.heading.template, card.code)
        for part in drawn.call_args.args[1]
        for card in part.cards
        if card.marked
    ]


def own(view: MutantsView, **changes: object) -> MutantsView:
    """Return a position with something else in the hands of the viewer."""
    seat = view.viewer or 1
    mine = replace(view.sides[seat - 1], **changes)  # type: ignore[arg-type]
    return replace(view, sides=(*view.sides[: seat - 1], mine, *view.sides[seat:]))


def test_nobody_else_sees_a_shelf() -> None:  # M58, M60
    session = played(40)
    assert HOLDING.shelves(session.view(None)) == ()
    for seat in (1, 2, 3):
        view = session.view(seat)
        (hand, *_) = HOLDING.shelves(view)
        assert len(hand.places[0].cards) == len(view.sides[seat - 1].hand)
    with pytest.raises(AssertionError, match="nobody"):
        HOLDING.draw_shelf(session.view(None), "hand")


def test_who_left_holds_nothing() -> None:  # M78
    session = played(40).forfeit(2)
    assert HOLDING.shelves(session.view(2)) == ()
    assert HOLDING.asked_shelf(session.view(2)) == ""


def test_a_pack_has_the_earlier_picks_beside_it() -> None:  # M11
    session = played(6)
    view = session.view(2)
    (pack,) = HOLDING.shelves(view)
    assert [len(held.cards) for held in pack.places] == [7, 2]
    assert [held.title.template for held in pack.places] == ["Your pack", "Your picks so far"]
    assert HOLDING.asked_shelf(view) == "pack"
    assert view.draft.pack is not None
    code = view.draft.pack[3]
    assert marked(view, "pack", code) == [("", code)]


def test_the_shelf_that_is_chosen_from() -> None:
    seen: dict[str, str] = {}
    for seed in range(4):
        session = Session.start(GAME_MUTANTS, Setup("2"), Chance.from_text(f"{seed}"))
        lot = random.Random(seed)
        while session.outcome is None:
            seat = min(session.to_act)
            view = session.view(seat)
            assert view.prompt is not None
            shelf = HOLDING.asked_shelf(view)
            seen[view.prompt.kind] = shelf
            assert shelf in ("", *(each.key for each in HOLDING.shelves(view)))
            assert HOLDING.asked_shelf(session.view(3 - seat)) == ("pack" if view.prompt.kind == "pick" else "")
            move = lot.choice(GAME_MUTANTS.legal(session.state, seat))
            session = session.move(seat, GAME_MUTANTS.format(session.state, seat, move))
    expected = {"pick": "pack", "mulligan": "hand", "act": "hand", "flank": "arena", "gain": "hand", "cycle": "hand"}
    assert {kind: seen[kind] for kind in expected} == expected
    assert seen.get("freeze-empty", "discard") == "discard"
    assert seen.get("ko", "arena") == "arena"


def test_equal_cards_below_the_tops_are_told_once_with_their_number() -> None:
    view = own(position("2", eyes=1), unseen=("KOL", "KOL", "WAL"))
    reserve = next(shelf for shelf in HOLDING.shelves(view) if shelf.key == "reserve")
    (held,) = reserve.places
    assert (len(held.cards), held.count) == (2, 3)
    assert held.cards[0].endswith("×2")


def test_what_is_picked_is_marked() -> None:
    view = own(position("2", eyes=1), hand=("ROB", "ROB", "ZOM", "WAR"))
    top = view.sides[0].piles[1].top
    assert marked(view, "hand", "B", top, "ROB", "ROB") == [("", "ROB"), ("", "ROB"), ("Your reserve tops", top)]
    assert marked(view, "hand", "D", "WAR") == [("", "WAR")]
    assert marked(view, "hand", "I") == []


def test_the_third_of_equal_tops_is_marked_by_its_pile() -> None:  # N3
    view = position("2", eyes=1)
    piles = tuple(replace(pile, top="TRI") for pile in view.sides[0].piles)
    with patch("render.mutants.holding.draw_strip", return_value=b"") as drawn:
        HOLDING.draw_shelf(own(view, piles=piles), "hand", picked=("I", "TRI@3"))
    tops = drawn.call_args.args[1][1]
    assert [card.marked for card in tops.cards] == [False, False, True]


def test_what_the_actions_would_come_to_is_told() -> None:  # M24, M25, C2
    view = position("2", eyes=1)
    piles = tuple(replace(pile, top=top) for pile, top in zip(view.sides[0].piles, ("NOB", "DEV", "NOB"), strict=True))
    here = own(view, hand=("ZOM", "TRI"), piles=piles, incubator="")
    (hand, *_) = HOLDING.shelves(here)
    told = [str(note) for note in hand.notes]
    assert "Breed Lord Blood with ZOM+TRI." in told
    assert "Nothing in your hand breeds Devourer." in told
    assert told[-1] == "Discard any card to incubate any of these tops."
    (hand, *_) = HOLDING.shelves(own(here, incubator="BOS"))
    assert str(hand.notes[-1]) == "Your incubator is full until the round ends."


def test_a_large_hand_has_a_picture_of_its_own() -> None:
    view = replace(position("2", eyes=1), prompt=replace(act(1), kind="gain", piles=(1, 2)))
    few, many = own(view, hand=LONGEST[:8]), own(view, hand=LONGEST[:9])
    assert [shelf.key for shelf in HOLDING.shelves(few)][:2] == ["hand", "reserve"]
    assert [shelf.key for shelf in HOLDING.shelves(many)][:2] == ["hand", "tops"]
    assert (HOLDING.asked_shelf(few), HOLDING.asked_shelf(many)) == ("hand", "tops")
    top = many.sides[0].piles[0].top
    assert marked(many, "tops", top) == [("Your reserve tops", top)]


@pytest.mark.parametrize("count", [0, 6, 8, 11])
def test_hands_of_any_size_are_light(count: int) -> None:
    view = own(position("4", eyes=2), hand=LONGEST[:count])
    for shelf in HOLDING.shelves(view):
        assert len(HOLDING.draw_shelf(view, shelf.key)) <= LIMIT


def test_every_picture_and_every_card_says_what_is_reconstructed() -> None:
    view = position("2", eyes=1)
    (hand, *_) = HOLDING.shelves(view)
    assert all("reconstructed" in card for held in hand.places for card in held.cards)
    with patch("render.mutants.holding.draw_strip", wraps=draw_strip) as drawn:
        HOLDING.draw_shelf(view, "hand", PLAIN)
    assert drawn.call_args.kwargs["data"] == components().version


def test_the_seat_of_a_view_decides() -> None:
    session = played(60)
    hands: dict[Seat, tuple[str, ...]] = {
        seat: HOLDING.shelves(session.view(seat))[0].places[0].brief for seat in (1, 2)
    }
    for seat, names in hands.items():
        codes = session.state.sides[seat - 1].hand
        assert [code for code, name in zip(codes, names, strict=True) if f"({code})" not in name] == []


def test_a_large_discard_shows_equal_cards_once() -> None:
    """All that a player with six pairs can discard fits a picture of the usual size."""
    basics = [card.code for card in SCENES_EVERY.basics]
    discard = (*basics, *basics, *LONGEST[:6], *LONGEST[:6])
    view = own(position("2", eyes=1), discard=discard)
    with patch("render.mutants.holding.draw_strip", return_value=b"") as drawn:
        HOLDING.draw_shelf(view, "discard", picked=("D", "ZOM"))
    (part,) = drawn.call_args.args[1]
    assert [card.code for card in part.cards] == [*reversed(LONGEST[:6]), *reversed(basics)]
    assert {card.tag for card in part.cards} == {"×2"}
    assert [card.code for card in part.cards if card.marked] == ["ZOM"]
    assert len(HOLDING.draw_shelf(view, "discard")) <= LIMIT
    (words,) = (shelf for shelf in HOLDING.shelves(view) if shelf.key == "discard")
    assert len(words.places[0].cards) == len(discard), "the words have all of it, in its order"
