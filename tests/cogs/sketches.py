"""Stand-ins for pictures: drawing takes a fifth of the time of a match, and most tests look at what is said with it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from cogs.ui import pictures
from render.registry import RENDERERS
from render.renderer import Renderer

DRAWN = ("draw", "draw_shelf", "draw_tile", "draw_cards", "draw_entry", "sheet")
"""What renderers draw, where they have it."""


@contextmanager
def sketches() -> Iterator[None]:
    """Have files of one dot drawn; two of them are equal if what was to be drawn is equal."""
    known: list[Any] = []

    def sketch(*asked: Any) -> bytes:
        if asked not in known:
            known.append(asked)
        number, file = PngInfo(), io.BytesIO()
        number.add_text("sketch", str(known.index(asked)))
        Image.new("P", (1, 1)).save(file, "PNG", pnginfo=number)
        return file.getvalue()

    def instead(kind: str) -> Any:
        return lambda self, *args, **options: sketch(type(self), kind, args, options)

    with pytest.MonkeyPatch.context() as patch:
        for artist in map(type, RENDERERS.values()):
            for kind in DRAWN:
                if getattr(artist, kind) is not getattr(Renderer, kind):
                    patch.setattr(artist, kind, instead(kind))
        pictures._board.cache_clear()
        yield
        pictures._board.cache_clear()
