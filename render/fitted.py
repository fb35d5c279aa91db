"""A picture that is too high for where it stands: drawn smaller, with space on both sides of it."""

from __future__ import annotations

import io

from PIL import Image

COLOURS = 256
"""Of the smaller picture: its edges are blends."""


def fitted(picture: bytes, share: float) -> bytes:
    """Return a PNG file that is as wide as before and not higher than a part of that.

    Args:
        picture: A PNG file; as it is if it is not too high.
        share: How high it may be, as part of its width.
    """
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    height = round(drawn.width * share)
    if drawn.height <= height:
        return picture
    small = drawn.resize((round(drawn.width * height / drawn.height), height), Image.Resampling.LANCZOS)
    ground = Image.new("RGB", (drawn.width, height), drawn.getpixel((0, drawn.height // 2)))
    ground.paste(small, ((ground.width - small.width) // 2, 0))
    made = io.BytesIO()
    ground.quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()
