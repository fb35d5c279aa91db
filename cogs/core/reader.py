"""For whom a message is made: their language, their colours, and whether they want boards as text."""

from __future__ import annotations

from dataclasses import dataclass

from render.theme import Theme


@dataclass(frozen=True, slots=True)
class Reader:
    """What a message must suit.

    Attributes:
        locale: The language; None for English.
        theme: The colours of pictures.
        text_boards: Whether boards are wanted as text.
    """

    locale: str | None
    theme: Theme
    text_boards: bool = False
