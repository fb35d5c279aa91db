"""The bot's avatar and banner: their sizes, and that what they show is there, large and distinct."""

from __future__ import annotations

import io

from PIL import Image

from render.branding import AVATAR_PX, BANNER_PX, avatar, banner
from render.theme import Theme, colours, contrast


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("RGB")


def test_the_avatar_is_a_square_in_which_the_initial_stands_out() -> None:
    picture = opened(avatar())
    assert picture.size == (AVATAR_PX, AVATAR_PX)
    style = colours(Theme()).seat(1)
    assert contrast(style.fill, style.ink) >= 4.5
    middle = picture.crop((AVATAR_PX // 4, AVATAR_PX // 4, 3 * AVATAR_PX // 4, 3 * AVATAR_PX // 4))
    counts = {colour: count for count, colour in middle.getcolors(1 << 20) or []}
    # The letter takes a tenth of the middle, the body it stands on most of it.
    assert counts[style.ink] > 0.1 * middle.width * middle.height
    assert counts[style.fill] > 0.5 * middle.width * middle.height


def test_what_matters_of_the_avatar_lies_in_the_circle_that_discord_cuts_out() -> None:
    picture, cell = opened(avatar()), colours(Theme()).cell
    corner = picture.crop((0, 0, AVATAR_PX // 8, AVATAR_PX // 8))
    assert {colour for _, colour in corner.getcolors(1 << 20) or []} <= {cell, colours(Theme()).page}


def test_the_banner_has_the_name_and_a_piece_of_each_player() -> None:
    picture, scheme = opened(banner()), colours(Theme())
    assert picture.size == BANNER_PX
    there = {colour for count, colour in picture.getcolors(1 << 20) or [] if count > 1000}
    assert {scheme.text, *(scheme.seat(seat).fill for seat in (1, 2, 3, 4))} <= there
    assert len(banner()) < 60 * 1024
