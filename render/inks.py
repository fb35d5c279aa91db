"""Inks: what becomes of the colours of a theme's palette when something is drawn over them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

from PIL import Image

from render.theme import PALETTE_SIZE, Colour, Theme, palette


class Inks:
    """A theme's palette, and the nearest of its colours to any blend of two.

    It remembers what it was asked for: two kilobytes for each ink and share, and a theme has less than a hundred inks.
    """

    def __init__(self, theme: Theme) -> None:
        """Begin with a theme without what its seats wear, which changes nothing of its palette."""
        entries = palette(theme)
        self.theme = theme
        self.colours = (*entries, *entries[:1] * (PALETTE_SIZE - len(entries)))
        self._entries = {colour: entry for entry, colour in reversed(list(enumerate(entries)))}
        self._palette = Image.frombytes("P", (PALETTE_SIZE, 1), bytes(range(PALETTE_SIZE)))
        self._palette.putpalette([channel for colour in self.colours for channel in colour])
        self._grounds = self._palette.convert("RGB")
        self._blends: dict[tuple[Colour, float], tuple[int, ...]] = {}

    def entry(self, colour: Colour) -> int:
        """Return the entry of a colour, or of the one that is nearest to it."""
        entry = self._entries.get(colour)
        if entry is None:
            entry = min(range(len(self.colours)), key=lambda each: math.dist(self.colours[each], colour))
            self._entries[colour] = entry
        return entry

    def blend(self, ink: Colour, share: float) -> tuple[int, ...]:
        """Return for each entry the one that it becomes below an ink that covers a share of it, 0 to 1."""
        table = self._blends.get((ink, share))
        if table is None:
            blends = Image.blend(self._grounds, Image.new("RGB", self._grounds.size, ink), share)
            # Not bytes: Pillow would make a sequence of numbers of them each time.
            table = tuple(blends.quantize(palette=self._palette, dither=Image.Dither.NONE).tobytes())
            self._blends[ink, share] = table
        return table


def inks(theme: Theme) -> Inks:
    """Return the inks of a theme, whatever its seats wear."""
    return _inks(replace(theme, worn=()) if theme.worn else theme)


@lru_cache(maxsize=16)
def _inks(theme: Theme) -> Inks:
    return Inks(theme)
