"""Catalogues that a test makes for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import locales
from engine.text import Translate
from locales.__main__ import save

REAL: tuple[Translate, ...] = tuple(map(locales.translator, locales.languages()[1:]))
"""The languages that people can choose beside English."""


@contextmanager
def catalogues(folder: Path, *made: Catalog) -> Iterator[None]:
    """Have these catalogues, in a temporary folder, and no others."""
    for catalogue in made:
        place = folder / str(catalogue.locale)
        place.mkdir()
        save(catalogue, place / f"{locales.DOMAIN}.po")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locales, "HERE", folder)
        _forget()
        try:
            yield
        finally:
            patch.undo()
            _forget()


@contextmanager
def everything_in(language: Translate) -> Iterator[None]:
    """Say everything in a language, to everybody."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locales, "_translate", lambda _: language)
        locales.translator.cache_clear()
        try:
            yield
        finally:
            locales.translator.cache_clear()


def _forget() -> None:
    for cached in (locales.languages, locales.translator, locales._translate):
        cached.cache_clear()


# What of a text in the pseudo-language stayed English.


_LEFT_ALONE = re.compile(r"```.*?```|`[^`]*`|<[^>]*>|\]\([^)]*\)|https?://\S+|(?<!\w)/\w+", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")


def english_words(text: str, names: Iterable[str] = ()) -> list[str]:
    """Return the words of a text that never went through a catalogue.

    Args:
        text: Shown in `locales.pseudo.Pseudo`, where no word of the catalogue is without an accent but for short ones.
        names: What has no translation, such as the players' names.
    """
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    words = _WORD.findall(_LEFT_ALONE.sub(" ", text))
    return [word for word in words if len(word) > 2 and word.isascii() and not word.isupper()]
