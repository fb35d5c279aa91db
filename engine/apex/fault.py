"""The error of a set-up position."""

from __future__ import annotations

from engine.errors import SetupError
from engine.text import Text


def no_position(given: str, code: str, text: Text, rule: str = "") -> SetupError:
    """Return the error of a position that cannot be, or cannot be read."""
    return SetupError(text, code=code, rule=rule, given=given)
