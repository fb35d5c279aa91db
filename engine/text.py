"""Text for people, kept apart from its language: an English template and the values that go into it.

The engine knows no languages. It says `say("{player} moves to {hex}.", player=Player(1), hex="E3")`; whoever shows the
text looks the template up in a catalogue and only then fills in the values. Babel extracts the templates by the
name `say`, so its first argument is always a literal and always a whole sentence or a whole label.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A seat in a text (from 1), shown as the name of whoever sits there."""

    seat: int

    def __str__(self) -> str:
        return f"Player {self.seat}"


Value = str | int | Player


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label: `str()` gives the English, `render` any language."""

    template: str
    values: tuple[tuple[str, Value | Text], ...] = ()

    def render(self, translate: Callable[[str], str], name: Callable[[int], str]) -> str:
        """Return the text in a language.

        Args:
            translate: Gives the template in that language (gettext).
            name: Gives the name to show for a seat.
        """

        def shown(value: Value | Text) -> str:
            if isinstance(value, Text):
                return value.render(translate, name)
            return name(value.seat) if isinstance(value, Player) else str(value)

        return translate(self.template).format(**{key: shown(value) for key, value in self.values})

    def __str__(self) -> str:
        return self.render(str, lambda seat: str(Player(seat)))


def say(template: str, /, **values: Value | Text) -> Text:
    """Return a text; `template` is English with `{name}` fields, and the key under which translators find it."""
    return Text(template, tuple(values.items()))
