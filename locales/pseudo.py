"""A language for tests: every text accented, longer and in quotation marks, made from the English by the program.

A text like «Ïït ïïs ýóóúúr túúrñ.» went through the catalogue; an English word beside it did not. No text is looked up,
so there is no file; a place that is too narrow for most languages is too narrow for this one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from engine.text import ENGLISH, Joint, Text, Value, duration_parts, filled

_ACCENTS = str.maketrans(
    {letter: 2 * accented for letter, accented in zip("aeiouAEIOU", "åéïóúÅÉÏÓÚ", strict=True)}
    | dict(zip("cnyCNY", "çñýÇÑÝ", strict=True))
)
_KEPT = re.compile(r"(\{\w*\}|`[^`]*`|<[^>]*>|(?<!\w)/\w+|\b[A-Z]+\d*\b)")
"""Fields, code, mentions and times, commands, and names in capitals: what translators leave as it is."""

_FILLER = " ñóó"


@dataclass(frozen=True, slots=True)
class Pseudo:
    """The language; `filler` adds words to every text, for places where nothing may depend on its length."""

    filler: int = 0

    def template(self, text: Text) -> str:
        """Return the English template, changed beyond recognition except for what translators keep."""
        return _changed(ENGLISH.template(text), self.filler)

    def fill(self, text: Text, shown: Callable[[Value | Text], str]) -> str:
        return filled(text, self, shown)

    def number(self, value: int) -> str:
        return f"{value:,}".replace(",", "\u202f")

    def joined(self, parts: Sequence[str], joint: Joint) -> str:
        if joint == "comma" or len(parts) < 2:
            return ", ".join(parts)
        return f"{', '.join(parts[:-1])} {'éét' if joint == 'and' else 'óóú'} {parts[-1]}"

    def day(self, value: date) -> str:
        return f"{value:%d.%m.%Y}"

    def duration(self, value: timedelta) -> str:
        return " ".join(f"{count} {unit.translate(_ACCENTS)}" for count, unit in duration_parts(value))


@lru_cache(maxsize=8192)
def _changed(template: str, filler: int) -> str:
    parts = _KEPT.split(template)
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    return f"«{''.join(parts)}{_FILLER * filler}»"
