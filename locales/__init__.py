"""Catalogues of user-facing text: `arena.pot` lists every template, `<language>/arena.po` translates them.

English is what the code says, so it needs no catalogue. A catalogue is compiled in memory when it is first asked for,
so that nothing generated has to be shipped.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

HERE = Path(__file__).parent
DOMAIN = "arena"
SOURCE = "en"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are, the source language first."""
    return (SOURCE, *sorted(path.parent.name for path in HERE.glob(f"*/{DOMAIN}.po")))


def best(locale: str | None) -> str:
    """Return the language to use for a locale such as `de_AT` or Discord's `en-GB`; English for an unknown one."""
    if not locale:
        return SOURCE
    return negotiate_locale([locale.replace("-", "_")], languages(), sep="_") or SOURCE


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    path = HERE / language / f"{DOMAIN}.po"
    if not path.exists():
        return gettext.NullTranslations()
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language, domain=DOMAIN)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def translator(locale: str | None) -> Callable[[str], str]:
    """Return a function that gives an English template in the language of a locale, or as it is where none fits."""
    return _catalogue(best(locale)).gettext
