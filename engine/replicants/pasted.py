"""A turn as it is copied out of a transcript: `T7..E/2E6/E`, `..E/2E3/E`, `E/2E6/E..` (N2, N7)."""

from __future__ import annotations

import re

from engine.errors import NotationError
from engine.text import say, shortened

_NUMBER = re.compile(r"\s*[Tt](?P<number>[0-9]{1,6})\s*(?=\.\.)")
_GAP = re.compile(r"\.{2,}")


def unnumbered(text: str, number: int) -> str:
    """Return a turn with spaces for the number of its line and for places of other players that are empty.

    Args:
        text: As it was pasted; nothing else in it moves.
        number: Of the line that the turn to be played belongs to.

    Raises:
        NotationError: The number is another one, or there are turns of several players.
    """
    head = _NUMBER.match(text)
    if head is not None:
        if int(head["number"]) != number:
            raise NotationError(
                say(
                    "This is turn {found}, and turn {number} is to be played.", found=int(head["number"]), number=number
                ),
                code="turn-number",
                rule="N2",
                given=shortened(text.strip()),
            )
        text = " " * head.end() + text[head.end() :]
    if sum(1 for part in _GAP.split(text) if part.strip()) > 1:
        raise NotationError(
            say("These are turns of several players; write your own alone."),
            code="turns",
            rule="N2",
            given=shortened(text.strip()),
        )
    return _GAP.sub(lambda found: " " * len(found[0]), text)
