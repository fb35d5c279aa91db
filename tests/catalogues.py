"""Catalogues that a test makes for itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import locales
from locales.__main__ import save
from locales.pseudo import Pseudo


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
def everything_in(language: Pseudo) -> Iterator[None]:
    """Say everything in the pseudo-language, to everybody."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locales, "_translate", lambda _: language)
        yield


def _forget() -> None:
    for cached in (locales.languages, locales._translate):
        cached.cache_clear()
