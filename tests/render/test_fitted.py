"""Pictures that are too high for where they stand."""

from __future__ import annotations

import io

from PIL import Image

from render.canvas import COLOURS, fitted

RED, GREY = (200, 30, 30), (20, 24, 28)


def drawn(width: int, height: int) -> bytes:
    """Return a picture that is red in the middle."""
    image = Image.new("RGB", (width, height), GREY)
    image.paste(RED, (width // 4, height // 4, width * 3 // 4, height * 3 // 4))
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


def test_a_high_one_is_drawn_smaller_in_the_middle_of_its_ground() -> None:
    small = Image.open(io.BytesIO(fitted(drawn(1200, 2400), 0.9)))
    assert small.size == (1200, 1080)
    assert len(small.getcolors(COLOURS) or ()) <= COLOURS
    seen = small.convert("RGB")
    assert [seen.getpixel((x, 540)) for x in (10, 600, 1190)] == [GREY, RED, GREY]
    left = next(x for x in range(1200) if seen.getpixel((x, 540)) == RED)
    assert abs(left - (600 - 540 // 4)) <= 4, "nothing is drawn wider or narrower than it was"


def test_one_that_has_room_stays_as_it_is() -> None:
    picture = drawn(1200, 900)
    assert fitted(picture, 0.75) is picture
