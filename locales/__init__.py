"""Catalogues of user-facing text: `arena.pot` lists every template, `<language>/arena.po` translates them.

English is in the code, so it needs no catalogue. A catalogue is read at its first use, so that no generated file has to
be shipped.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import cache, lru_cache
from pathlib import Path

from babel.core import Locale, negotiate_locale
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.units import format_unit

from engine.text import ENGLISH, Joint, Text, Translate, Value, duration_parts, filled
from locales.grammar import Grammar, Term, term

HERE = Path(__file__).parent
DOMAIN = "arena"
SOURCE = "en"


class Messages(gettext.NullTranslations):
    """The texts of a catalogue.

    `gettext.GNUTranslations` would read them from a `.mo` file, which Babel sorts: that takes most of a bot's start.
    """

    def __init__(self, catalogue: Catalog) -> None:
        super().__init__()
        self._plural = gettext.c2py(catalogue.plural_expr)
        self._single: dict[tuple[str | None, str], str] = {}
        self._forms: dict[tuple[str | None, str], Sequence[str]] = {}
        for each in catalogue:
            if not each.id or not each.string or each.fuzzy:
                continue
            if isinstance(each.id, str):
                self._single[each.context, each.id] = str(each.string)
            else:
                self._forms[each.context, each.id[0]] = each.string

    def gettext(self, message: str) -> str:
        return self._single.get((None, message)) or self._form(None, message, 1) or message

    def pgettext(self, context: str, message: str) -> str:
        return self._single.get((context, message)) or self._form(context, message, 1) or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._form(None, msgid1, n) or super().ngettext(msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._form(context, msgid1, n) or super().npgettext(context, msgid1, msgid2, n)

    def _form(self, context: str | None, one: str, count: int) -> str:
        forms = self._forms.get((context, one), ())
        return forms[self._plural(count)] if forms else ""


class Catalogue:
    """A language with a catalogue: gettext has its texts and plural forms, Babel its numbers and lists."""

    def __init__(self, locale: Locale, messages: gettext.NullTranslations) -> None:
        self._locale = locale
        self._messages = messages
        self._separator = locale.list_patterns["standard"]["start"]
        self._grammar = Grammar(self._term, locale.plural_form, self.number, self.joined)

    def template(self, text: Text) -> str:
        """Return the template of a text in this language, in the plural form for its count."""
        return self._term(text).shown

    def fill(self, text: Text, shown: Callable[[Value | Text], str]) -> str:
        """Return a text in this language with its values, in the forms that its translation asks for."""
        return self._grammar.fill(text, shown) if self._term(text).chooses else filled(text, self, shown)

    def _term(self, text: Text) -> Term:
        return term(self._translation(text))

    def _translation(self, text: Text) -> str:
        if text.plural is None:
            if text.context is None:
                return self._messages.gettext(text.template)
            return self._messages.pgettext(text.context, text.template)
        if text.context is None:
            return self._messages.ngettext(text.template, text.plural, text.count)
        return self._messages.npgettext(text.context, text.template, text.plural, text.count)

    def number(self, value: int) -> str:
        return format_decimal(value, locale=self._locale)

    def joined(self, parts: Sequence[str], joint: Joint) -> str:
        """Return a list in this language; empty for no parts."""
        if joint == "comma":
            # Unicode's patterns for lists without a conjunction are incomplete in many languages; this is their comma.
            last = "".join(parts[-1:])
            for part in reversed(parts[:-1]):
                last = self._separator.format(part, last)
            return last
        return format_list(parts, "standard" if joint == "and" else "or", self._locale)

    def day(self, value: date) -> str:
        return format_date(value, "medium", locale=self._locale)

    def duration(self, value: timedelta) -> str:
        """Return a duration in days, hours and minutes, with the short forms of this language."""
        parts = (
            format_unit(count, f"duration-{unit}", "short", locale=self._locale)
            for count, unit in duration_parts(value)
        )
        return " ".join(parts)


@cache
def languages() -> tuple[str, ...]:
    """Return all languages, the source language first."""
    return (SOURCE, *sorted(path.parent.name for path in HERE.glob(f"*/{DOMAIN}.po")))


def own_name(language: str) -> str:
    """Return a language's own name, with a capital: Deutsch, Français."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def best(locale: str | None) -> str:
    """Return the language to use for a locale such as `de_AT` or Discord's `en-GB`; English for an unknown one."""
    if not locale:
        return SOURCE
    return negotiate_locale([locale.replace("-", "_")], languages(), sep="_") or SOURCE


@lru_cache(maxsize=64)
def translator(locale: str | None) -> Translate:
    """Return the translator for a locale, English where none fits; untranslated texts are English."""
    return _translate(best(locale))


@cache
def _translate(language: str) -> Translate:
    path = HERE / language / f"{DOMAIN}.po"
    if not path.exists():
        return ENGLISH
    with path.open("rb") as source:
        return Catalogue(Locale.parse(language), Messages(read_po(source, locale=language, domain=DOMAIN)))
