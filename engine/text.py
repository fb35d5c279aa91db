"""Text for people, kept apart from its language: an English template and the values that go into it.

The engine knows no languages. It says `say("{player} moves to {hex}.", player=Player(1), hex="E3")`; whoever shows the
text looks the template up in a catalogue and only then fills in the values. Babel extracts the templates by the
name `say`, so its first argument is always a literal and always a whole sentence or a whole label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

MOST_OF_QUOTE = 80
"""Characters that an error quotes of what was typed."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat in a text (from 1), shown as the name of whoever sits there."""

    seat: int

    def __str__(self) -> str:
        return f"Player {self.seat}"


@dataclass(frozen=True, slots=True)
class Quote:
    """Somebody's own words in a text, such as a name: whoever shows the text sees to it that they do no harm there."""

    words: str

    def __str__(self) -> str:
        return self.words


Value = str | int | Player | Quote


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label: `str()` gives the English, `render` any language."""

    template: str
    values: tuple[tuple[str, Value | Text], ...] = ()

    def render(
        self, translate: Callable[[str], str], name: Callable[[int], str], quote: Callable[[str], str] = str
    ) -> str:
        """Return the text in a language.

        Args:
            translate: Gives the template in that language (gettext).
            name: Gives the name to show for a seat.
            quote: Makes somebody's own words harmless where the text is shown.
        """

        def shown(value: Value | Text) -> str:
            if isinstance(value, Text):
                return value.render(translate, name, quote)
            if isinstance(value, Quote):
                return quote(value.words)
            return name(value.seat) if isinstance(value, Player) else str(value)

        return translate(self.template).format(**{key: shown(value) for key, value in self.values})

    def __str__(self) -> str:
        return self.render(str, lambda seat: str(Player(seat)))


def say(template: str, /, **values: Value | Text) -> Text:
    """Return a text; `template` is English with `{name}` fields, and the key under which translators find it."""
    return Text(template, tuple(values.items()))


def shortened(text: str) -> str:
    """Return a text as an error quotes it: whole, or its beginning."""
    return text if len(text) <= MOST_OF_QUOTE else f"{text[: MOST_OF_QUOTE - 1]}…"


def without_nul(text: str) -> str:
    """Return a text without NUL characters, which SQLite stores in a text and PostgreSQL does not."""
    return text.replace("\0", "")


def dump_text(text: Text) -> dict[str, Any]:
    """Return a text as JSON; `load_text` takes it back."""
    values: dict[str, Any] = {}
    for key, value in text.values:
        if isinstance(value, Text):
            values[key] = dump_text(value)
        elif isinstance(value, Player):
            values[key] = {"seat": value.seat}
        elif isinstance(value, Quote):
            values[key] = {"quote": value.words}
        else:
            values[key] = value
    return {"template": text.template, "values": values}


def load_text(data: object) -> Text:
    """Return the text that `dump_text` wrote.

    Raises:
        ValueError: It wrote no such thing.
    """
    match data:
        case {"template": str() as template, "values": Mapping() as values}:
            return Text(template, tuple((key, _value(value)) for key, value in values.items()))
    raise ValueError(f"not a text: {data!r}")


def _value(data: object) -> Value | Text:
    match data:
        case str() | int():
            return data
        case {"seat": int() as seat}:
            return Player(seat)
        case {"quote": str() as words}:
            return Quote(words)
    return load_text(data)
