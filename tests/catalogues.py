"""Catalogues that a test makes for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import locales
from engine.text import Translate
from locales.__main__ import files_of, load, save
from locales.checks import forms

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


# A backtick of a name is escaped, and opens no code.
_LEFT_ALONE = re.compile(r"```.*?```|(?<!\\)`[^`]*`|<[^>]*>|\]\([^)]*\)|https?://\S+|(?<!\w)/\w+", re.DOTALL)
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


# What of a text is in another language than the one it should be in.


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Return every word that the texts of a language have, but for those in code."""
    if language == locales.SOURCE:
        # A test holds the template to the code, from which it takes seconds to collect.
        shown = [form for each in load(locales.HERE / f"{locales.DOMAIN}.pot", language) for form in forms(each.id)]
    else:
        entries = [each for path in files_of(locales.HERE / language) for each in load(path, language)]
        shown = [form for each in entries for form in forms(each.string)]
    return frozenset(word for form in shown for word in _words(re.sub(r"\{(\w*)[^{}]*\}", " ", form)))


def _words(text: str) -> list[str]:
    words = _WORD.findall(_LEFT_ALONE.sub(" ", text))
    return [word.casefold() for word in words if len(word) > 2 and not word.isupper()]


def foreign_words(text: str, language: str, names: Iterable[str] = ()) -> list[str]:
    """Return the words of a text that are of another of the bot's languages, and not of the one that it should be in.

    Args:
        text: As a person reads it.
        language: What it should be in.
        names: What has no translation.
    """
    named = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    text = re.sub(rf"\b(?:{named})\b|\w+…", " ", text)
    others = frozenset[str]().union(*(vocabulary(each) for each in locales.languages() if each != language))
    return [word for word in _words(text) if word in others - vocabulary(language)]
