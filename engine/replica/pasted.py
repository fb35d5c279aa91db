"""A turn as it is copied out of a record: `3. b2-c3`, `3... g7-f6`, `b2-c3 ..` (P10)."""

from __future__ import annotations

import re

from engine.errors import NotationError
from engine.text import say, shortened

_NUMBER = re.compile(r"\s*(?P<number>[0-9]{1,6})\s*(?:\.|(?=\u2026))")
_GAP = re.compile(r"\.{2,}|\u2026")


def unnumbered(text: str, number: int) -> str:
    """Return a turn with spaces for the number of its round and for turns that are not there.

    Args:
        text: As it was pasted; nothing else in it moves.
        number: Of the round that the turn to be played belongs to.

    Raises:
        NotationError: The number is another one.
    """
    head = _NUMBER.match(text)
    if head is not None:
        if int(head["number"]) != number:
            raise NotationError(
                say(
                    "This is round {found}, and round {number} is to be played.",
                    found=int(head["number"]),
                    number=number,
                ),
                code="turn-number",
                rule="P10",
                given=shortened(text.strip()),
            )
        text = " " * head.end() + text[head.end() :]
    return _GAP.sub(lambda found: " " * len(found[0]), text)
