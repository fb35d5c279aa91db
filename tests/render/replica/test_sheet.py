"""The sheet shows the pieces and everything they can do, as the engine has it."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engine.replica.game import REPLICA
from locales.pseudo import Pseudo
from render.extras import Overlay
from render.registry import renderer
from render.replica.sheet import LESSONS, Lesson, plan_of, squares_of
from render.theme import Palette, Theme, colours
from render.words import ALT_LIMIT, Look
from tests.render.replica.scenes import session

ARTIST = renderer("replica")


def position(lesson: Lesson) -> str:
    """The lesson's board, with kings far away for who has none."""
    signs = {}
    for piece in lesson.pieces.split():
        sign = "K" if "K" in piece else "P"
        signs[piece[-2:]] = sign if piece[0] == "W" else sign.lower()
    if "K" not in signs.values():
        signs["h1"] = "K"
    if "k" not in signs.values():
        signs["e8"] = "k"
    return "/".join("".join(signs.get(f"{file}{rank}", "1") for file in "abcdefgh") for rank in range(8, 0, -1))


def test_the_words_tell_every_lesson() -> None:  # P3 to P7
    text = ARTIST.sheet_text()
    for title in ("Pieces and kings", "Step", "Jump", "Capture", "Make a king", "Win"):
        assert f"{title}: " in text
    assert len(text) <= ALT_LIMIT


@pytest.mark.parametrize("lesson", [each for each in LESSONS if each.overlay.origin], ids=lambda each: str(each.title))
def test_what_is_shown_is_what_the_rules_allow(lesson: Lesson) -> None:  # P3, P4, P5
    found = REPLICA.reach(session(position(lesson)).state, 1, lesson.overlay.origin)
    assert found is not None
    theirs = Overlay(found.origin, found.walks, found.leaps, found.captures, flips=found.flips)
    for kind in ("walks", "leaps", "captures", "flips"):
        shown = getattr(lesson.overlay, kind)
        # A lesson shows its own kind of thing; whatever it shows is so.
        assert shown <= getattr(theirs, kind), kind
        if (
            kind
            in {"Step": ("walks",), "Jump": ("leaps",), "Capture": ("captures",), "Make a king": ("flips",)}[
                str(lesson.title)
            ]
        ):
            assert shown == getattr(theirs, kind)


@pytest.mark.parametrize("move", ["g7-h8", "f6xf7"])
def test_the_ways_to_win_that_are_shown_win(move: str) -> None:  # P7
    lesson = LESSONS[-1]
    after = session(position(lesson)).play(1, move)
    assert after.outcome is not None
    assert after.outcome.winners == (1,)


@pytest.mark.parametrize("palette", Palette)
@pytest.mark.parametrize("dark", [True, False])
def test_sheets_are_drawn_in_every_theme(palette: Palette, dark: bool) -> None:
    for width in (400, 1200):
        image = Image.open(io.BytesIO(ARTIST.sheet(look=Look(theme=Theme(palette, dark), width=width))))
        assert (image.mode, image.width) == ("P", width)


@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_free_squares_are_free(number: int) -> None:
    lesson, plan = LESSONS[number], plan_of(number, 1)
    image = Image.open(io.BytesIO(ARTIST.sheet())).convert("RGB")
    look = colours(ARTIST.dress(Theme()))
    shown = {piece[-2:] for piece in lesson.pieces.split()}
    shown |= lesson.overlay.walks | lesson.overlay.leaps
    ways = {"b2", "c1"} if lesson.last else set()
    for name in set(squares_of(lesson)) - shown - ways:
        (x, y), half = plan.at(name), 0.4 * plan.square
        square = image.crop((round(x - half), round(y - half), round(x + half), round(y + half)))
        dark = (ord(name[0]) + int(name[1])) % 2 == 0
        ((_, colour),) = square.getcolors(256) or []
        assert colour == (look.check if dark else look.cell), name


def test_long_words_of_another_language_stay_on_their_cards() -> None:
    long, longer = (ARTIST.sheet(look=Look(translate=Pseudo(filler))) for filler in (40, 50))
    assert long == longer
