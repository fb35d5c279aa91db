"""Text for people, kept apart from its language: an English template and its values.

The engine knows no languages. It says `say("{player} moves to {hex}.", player=Player(1), hex="E3")`; the code that
shows the text looks the template up in a catalogue and only then fills in the values. Where a sentence depends on a
number, `say_n` has both English forms. Templates are extracted by the names `say` and `say_n`, so these arguments are
always literals, and each is a whole sentence or a whole label; an ambiguous label has a `context` for its translators.
Pages of rules and lessons have theirs in TOML (`engine.teaching`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Literal, Protocol, TypeAlias, assert_never, overload

MOST_OF_QUOTE = 80
"""Characters of the input that an error quotes."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat in a text (from 1), shown as the name of the player who sits there."""

    seat: int

    def __str__(self) -> str:
        return f"Player {self.seat}"


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a text, seated or not; shown by their name in that place.

    `number` is anonymous by itself; 0 for a person no longer known.
    """

    number: int

    def __str__(self) -> str:
        return f"Person {self.number}"


@dataclass(frozen=True, slots=True)
class Quote:
    """A person's own words in a text, such as a name: the code that shows the text escapes them."""

    words: str


Unit: TypeAlias = Literal["day", "hour", "minute"]

Joint: TypeAlias = Literal["and", "or", "comma"]
"""How the parts of a list are joined: "a, b and c", "a, b or c" or "a, b, c"."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Several values in a text, joined as the language joins lists."""

    parts: tuple[Value | Text, ...]
    joint: Joint = "and"

    def __str__(self) -> str:
        return ENGLISH.joined([str(part) for part in self.parts], self.joint)


Value: TypeAlias = "str | int | Player | Member | Quote | Listed | date | timedelta"

Call: TypeAlias = Callable[[int], str]
"""Gives the name to show for a number."""


class Translate(Protocol):
    """A language to show texts in: `ENGLISH`, or one of `locales.translator`; a cache key of pictures."""

    def __hash__(self) -> int: ...

    def template(self, text: Text) -> str: ...

    def fill(self, text: Text, shown: Callable[[Value | Text], str]) -> str: ...

    def number(self, value: int) -> str: ...

    def joined(self, parts: Sequence[str], joint: Joint) -> str: ...

    def day(self, value: date) -> str: ...

    def duration(self, value: timedelta) -> str: ...


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label: `str()` gives the English, `render` any language.

    Attributes:
        template: English with `{name}` fields; where there is a plural, the form for one.
        values: What the fields show. With a plural, one of them is the whole number `count`.
        plural: English for any other count; None for a text that does not depend on a number.
        context: Distinguishes two uses of the same English, such as "compass point"; never shown.
    """

    template: str
    values: tuple[tuple[str, Value | Text], ...] = ()
    plural: str | None = None
    context: str | None = None

    @property
    def count(self) -> int:
        """The number that decides the plural form; 1 where none does."""
        counts = (value for key, value in self.values if key == COUNT and isinstance(value, int))
        return 1 if self.plural is None else next(counts, 1)

    def using(self, **values: Value | Text) -> Text:
        return replace(self, values=tuple(values.items()))

    def render(
        self,
        translate: Translate,
        name: Call = str,
        quote: Callable[[str], str] = str,
        member: Call = lambda number: str(Member(number)),
    ) -> str:
        """Return the text in a language; `name` and `member` give names to show, `quote` escapes people's own words."""

        def shown(value: Value | Text) -> str:
            if isinstance(value, str):
                return value
            if isinstance(value, Player):
                return name(value.seat)
            if isinstance(value, Member):
                return member(value.number)
            if isinstance(value, int):
                return str(value)
            if isinstance(value, Text):
                return value.render(translate, name, quote, member)
            return _shown(value, translate, shown, quote)

        return translate.fill(self, shown)

    def __str__(self) -> str:
        return self.render(ENGLISH, lambda seat: str(Player(seat)))


def filled(text: Text, translate: Translate, shown: Callable[[Value | Text], str]) -> str:
    """Return the template of a text in a language with its values, each as `shown` shows it."""
    values = {key: shown(value) for key, value in text.values}
    if text.plural is not None:
        values[COUNT] = translate.number(text.count)
    return translate.template(text).format(**values)


def _shown(
    value: Quote | Listed | date | timedelta,
    translate: Translate,
    shown: Callable[[Value | Text], str],
    quote: Callable[[str], str],
) -> str:
    match value:
        case Quote(words):
            return quote(words)
        case Listed(parts, joint):
            return translate.joined([shown(part) for part in parts], joint)
        case date():
            return translate.day(value)
        case timedelta():
            return translate.duration(value)
        case _:
            assert_never(value)


class _English:
    """The texts of the code; needs no catalogue. A test compares it with Babel's British English."""

    def template(self, text: Text) -> str:
        return text.template if text.plural is None or text.count == 1 else text.plural

    def fill(self, text: Text, shown: Callable[[Value | Text], str]) -> str:
        return filled(text, self, shown)

    def number(self, value: int) -> str:
        return f"{value:,}"

    def joined(self, parts: Sequence[str], joint: Joint) -> str:
        if joint == "comma" or len(parts) < 2:
            return ", ".join(parts)
        return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"

    def day(self, value: date) -> str:
        return f"{value:%Y-%m-%d}"

    def duration(self, value: timedelta) -> str:
        return "".join(f"{count}{unit[0]}" for count, unit in duration_parts(value))


def duration_parts(duration: timedelta) -> list[tuple[int, Unit]]:
    """Return the days, hours and minutes of a duration, those of 0 left out; at least "0 minutes"."""
    minutes = duration // timedelta(minutes=1)
    units: tuple[tuple[int, Unit], ...] = (
        (minutes // 1440, "day"),
        (minutes // 60 % 24, "hour"),
        (minutes % 60, "minute"),
    )
    return [(count, unit) for count, unit in units if count] or [(0, "minute")]


COUNT = "count"
"""The field of the number that decides the plural form."""

ENGLISH: Translate = _English()


@overload
def say(template: str, /, *, context: str, **values: Value | Text) -> Text: ...
@overload
def say(template: str, /, **values: Value | Text) -> Text: ...
def say(template: str, /, *, context: Value | Text | None = None, **values: Value | Text) -> Text:
    """Return a text; `template` is English with `{name}` fields, and the key under which translators find it."""
    if context is None:
        return Text(template, tuple(values.items()))
    return Text(template, tuple(values.items()), None, str(context))


@overload
def say_n(singular: str, plural: str, count: int, /, *, context: str, **values: Value | Text) -> Text: ...
@overload
def say_n(singular: str, plural: str, count: int, /, **values: Value | Text) -> Text: ...
def say_n(
    singular: str, plural: str, count: int, /, *, context: Value | Text | None = None, **values: Value | Text
) -> Text:
    """Return a text that depends on a number: `say_n("{count} place is free.", "{count} places are free.", 3)`."""
    return Text(singular, ((COUNT, count), *values.items()), plural, None if context is None else str(context))


def listed(values: Iterable[Value | Text], joint: Joint = "and") -> Listed:
    """Return several values as one, which a text shows as a list."""
    return Listed(tuple(values), joint)


def clauses(texts: Iterable[Text]) -> Text:
    """Return one or more clauses as one text, with semicolons as the language writes them."""
    return functools.reduce(_clause, texts)


def joined_clauses(parts: Sequence[str], tell: Callable[[Text], str]) -> str:
    """Return what is said already in one line, with semicolons as the language of `tell` writes them."""
    return functools.reduce(lambda first, then: tell(_clause(first, then)), parts) if parts else ""


def _clause(first: Value | Text, then: Value | Text) -> Text:
    return say("{first}; {then}", first=first, then=then)


def in_a_row(texts: Iterable[Text]) -> Text:
    """Return one or more texts as one, with dots between them."""
    return functools.reduce(lambda first, then: say("{first} · {second}", first=first, second=then), texts)


def members_in(text: Text) -> frozenset[int]:
    """Return the persons that a text mentions."""

    def among(values: Iterable[Value | Text]) -> Iterator[int]:
        for value in values:
            match value:
                case Member(number):
                    yield number
                case Listed(parts):
                    yield from among(parts)
                case Text():
                    yield from members_in(value)

    return frozenset(among(value for _, value in text.values))


def shortened(text: str) -> str:
    """Return a text as an error quotes it: whole, or its beginning."""
    return text if len(text) <= MOST_OF_QUOTE else f"{text[: MOST_OF_QUOTE - 1]}…"


def without_nul(text: str) -> str:
    """Return a text without NUL characters, which SQLite stores in a text and PostgreSQL does not."""
    return text.replace("\0", "")


def dump_text(text: Text) -> dict[str, Any]:
    """Return a text as JSON; `load_text` takes it back."""
    data: dict[str, Any] = {
        "template": text.template,
        "values": {key: _dump_value(value) for key, value in text.values},
    }
    if text.plural is not None:
        data["plural"] = text.plural
    if text.context is not None:
        data["context"] = text.context
    return data


def load_text(data: object) -> Text:
    """Return the text that `dump_text` wrote; `ValueError`, which quotes none of it, for data of another form."""
    match data:
        case {"template": str() as template, "values": Mapping() as values, **more}:
            plural, context = more.get("plural"), more.get("context")
            counted = plural is None or isinstance(values.get(COUNT), int)
            if counted and isinstance(plural, str | None) and isinstance(context, str | None):
                try:
                    loaded = tuple((key, _load_value(value)) for key, value in values.items())
                except (ValueError, OverflowError):  # no day, or a duration that no number of days holds
                    raise ValueError("not a text") from None
                return Text(template, loaded, plural, context)
    raise ValueError("not a text")


def _dump_value(value: Value | Text) -> object:
    match value:
        case Text():
            return dump_text(value)
        case Player(seat):
            return {"seat": seat}
        case Member(number):
            return {"person": number}
        case Quote(words):
            return {"quote": words}
        case Listed(parts, joint):
            return {"list": [_dump_value(part) for part in parts], "joint": joint}
        case date():  # a moment is shown by its day
            return {"day": f"{value:%Y-%m-%d}"}
        case timedelta():
            return {"seconds": value // timedelta(seconds=1)}
    return value


def _load_value(data: object) -> Value | Text:
    match data:
        case str() | int():
            return data
        case {"seat": int() as seat}:
            return Player(seat)
        case {"person": int() as number}:
            return Member(number)
        case {"quote": str() as words}:
            return Quote(words)
        case {"day": str() as day}:
            return date.fromisoformat(day)
        case {"seconds": int() as seconds}:
            return timedelta(seconds=seconds)
        case {"list": list() as parts, "joint": "and" | "or" | "comma" as joint}:
            return Listed(tuple(map(_load_value, parts)), joint)
    return load_text(data)
