"""Animated GIFs: what is read back is what was put in."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageDraw

from render.animation import CLEAR, Gif

COLOURS = [(0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255)]


def picture(entry: int, left: int) -> Image.Image:
    image = Image.new("L", (40, 30), 0)
    ImageDraw.Draw(image).rectangle((left, 5, left + 9, 14), fill=entry)
    return image


def in_colour(image: Image.Image) -> Image.Image:
    coloured = Image.frombytes("P", image.size, image.tobytes())
    coloured.putpalette([channel for colour in COLOURS for channel in colour])
    return coloured.convert("RGB")


def test_every_picture_is_read_back_as_it_was() -> None:
    pictures = [picture(1, 0), picture(2, 5), picture(2, 5), picture(0, 0), picture(3, 30)]
    made = Gif((40, 30), COLOURS)
    for number, each in enumerate(pictures):
        made.add(each, 100 * (number + 1))
    file = made.finish()
    assert len(file) == len(made)
    again = Image.open(io.BytesIO(file))
    assert (again.n_frames, again.info["loop"], again.size) == (5, 0, made.size)  # type: ignore[attr-defined]
    for number, each in enumerate(pictures):
        again.seek(number)
        assert again.info["duration"] == 100 * (number + 1)
        assert again.convert("RGB").tobytes() == in_colour(each).tobytes()


def test_what_did_not_change_costs_next_to_nothing() -> None:
    noise = Image.effect_noise((200, 200), 90).point([entry % 4 for entry in range(256)])
    made = Gif(noise.size, COLOURS)
    made.add(noise, 100)
    first = len(made)
    after = noise.copy()
    after.putpixel((199, 199), 1)
    after.putpixel((0, 0), 2)
    made.add(after, 100)
    assert (len(made) - first) * 10 < first


def test_one_entry_of_the_palette_stays_free() -> None:
    Gif((8, 8), COLOURS[:1] * CLEAR)
    with pytest.raises(ValueError, match="colours"):
        Gif((8, 8), COLOURS[:1] * (CLEAR + 1))
