"""Pictures as files: size, palette, weight, films, threads, and any position of any game."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.apex.view import ApexView
from engine.seat import Seat
from engine.text import say
from render.animation import Shot, film
from render.apex.hand import draw_hand
from render.apex.renderer import ApexRenderer
from render.extras import DeckRenderer, Dressing, HoldingRenderer, Sized
from render.theme import Palette, Theme, palette
from render.words import Look
from tests.render.apex.scenes import HAPPENED, MODES, NAMES, crowded, ended, game, start
from tests.render.pixels import picture
from tests.volume import many

ARTIST = ApexRenderer()
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]
LIMIT = {mode: (60 if mode in "234" else 80) * 1024 for mode in MODES}


def test_it_is_what_the_optional_protocols_ask_for() -> None:
    for protocol in (HoldingRenderer, DeckRenderer, Dressing, Sized):
        assert isinstance(ARTIST, protocol)


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_size_asked_for_and_the_palette_of_the_theme(theme: Theme) -> None:
    entries = set(palette(ARTIST.dress(theme)))
    hand = next(view for view, _ in game("2", "shown", eyes=1) if view.phase == "choose")
    for width in (200, 1200) if theme == THEMES[0] else (200,):
        for file in (
            ARTIST.draw(crowded("5"), HAPPENED, Look(NAMES, theme, width)),
            ARTIST.draw(start("3"), look=Look(theme=theme, width=width)),
            ARTIST.draw(ended(crowded("6"), (2, 3)), look=Look(theme=theme, width=width)),
            draw_hand(hand, Look(theme=theme, width=width), picked=("12", "E", "7")),
            ARTIST.draw_cards(hand, Look(theme=theme, width=width)),
            ARTIST.sheet(look=Look(theme=theme, width=width)),
        ):
            image = Image.open(io.BytesIO(file))
            assert (image.mode, image.width) == ("P", width)
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
