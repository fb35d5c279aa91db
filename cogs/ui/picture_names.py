"""The names of boards' pictures as files: they tell which position of which match a message shows."""

from __future__ import annotations

import re

from hosting.match.model import Match

_NAME = re.compile(r"[a-z]+-(?P<match>\d{1,18})-(?P<seq>\d{1,9})\.png")


def picture_name(match: Match, seq: int) -> str:
    """Return the name of a board's picture as a file: it tells which post a message is."""
    return f"{match.game}-{match.id}-{seq}.png"


def pictured(name: str) -> tuple[int, int] | None:
    """Return the match and the event of a picture by its name; None for other files."""
    found = _NAME.fullmatch(name)
    return None if found is None else (int(found["match"]), int(found["seq"]))
