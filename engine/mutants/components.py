"""What is in the box, by versions of the data file.

The rulebook came without its pictures, so most of these values are a reconstruction (`Components.reconstructed`), and
each card tells which of its fields are known. Everything that shows a card says so.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from engine.editions import read_editions
from engine.mutants.box import Components
from engine.mutants.datafile import read_components

CURRENT = "mutants.toml"
"""The data file of new games; one that is corrected stays beside it under another name, for the games before."""


def components(version: str = "") -> Components:
    """Return what is in the box by a version of the data; the current one's if it is empty.

    Raises:
        KeyError: There is no such version.
    """
    every = editions()
    return every[version] if version else next(iter(every.values()))


@functools.cache
def editions() -> Mapping[str, Components]:
    """Return every data file by its version, read once: the current one, then those that it took the place of."""
    return read_editions("engine.mutants", CURRENT, read_components)


@functools.cache
def title(code: str) -> str:
    """Return what a card is called in English, of whichever version of the data it is; the code if there is none."""
    return next((box.cards[code].name_en for box in editions().values() if code in box.cards), code)
