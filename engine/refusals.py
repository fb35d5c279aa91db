"""For explaining why a move is refused: one reason against it, and what may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from engine.text import Text

MOST = 10
"""Cap on the suggestions that an error carries."""

_MOST_OF_TEXT = 80
"""Characters that are compared; no move is written longer, and comparing takes time."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason against a move.

    Attributes:
        code: Stable name, as in `ArenaError.code`.
        rule: The rule's number.
        reason: A sentence.
        suggestions: Legal moves to make instead, best first.
    """

    code: str
    rule: str
    reason: Text
    suggestions: tuple[str, ...] = ()


def similar(texts: Sequence[str], given: str) -> tuple[str, ...]:
    """Return those of some moves' texts that are written like another one, best first; the first few if none is."""
    folded = {"".join(each.split()).casefold(): each for each in texts}
    wanted = "".join(given.split(maxsplit=_MOST_OF_TEXT))[:_MOST_OF_TEXT].casefold()  # words enough for all that counts
    close = difflib.get_close_matches(wanted, folded, n=MOST, cutoff=0.6)
    return tuple(folded[each] for each in close) or tuple(texts[:MOST])
