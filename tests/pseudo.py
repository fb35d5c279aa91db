"""What of a text in the pseudo-language stayed English."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
