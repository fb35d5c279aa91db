"""What a person may have meant by a text that nobody can read."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

MOST = 10
"""How many suggestions an error carries at most."""

_MOST_OF_TEXT = 80
"""Characters that are compared; no move is written longer, and comparing takes time."""


def similar(texts: Sequence[str], given: str) -> tuple[str, ...]:
    """Return those of some moves' texts that are written like another one, best first; the first few if none is."""
    folded = {"".join(each.split()).casefold(): each for each in texts}
    wanted = "".join(given.split()).casefold()[:_MOST_OF_TEXT]
    close = difflib.get_close_matches(wanted, folded, n=MOST, cutoff=0.6)
    return tuple(folded[each] for each in close) or tuple(texts[:MOST])
