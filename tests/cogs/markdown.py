"""A small reader of Discord's Markdown, for tests: what a text looks like, and what in it is more than plain text.

It follows the order in which Discord's clients try their rules, and is made without a look at what makes texts safe.
Where clients differ it takes the worst of them: an address is found wherever one is, as by the server, which looks for
links to unfold, invitations and calls in the raw text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

_ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")

_BLOCKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("quote", re.compile(r" {0,3}(?:>>>|>) ")),
    ("heading", re.compile(r" {0,3}#{1,3}\s+(?=\S)")),
    ("small print", re.compile(r" {0,3}-#\s+(?=\S)")),
    ("list", re.compile(r" *(?:[*+-]|\d+\.)\s+(?=\S)")),
)
"""What begins a line; the rest of the line is read again."""

_LEAVES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("code", re.compile(r"```(?P<shown>[\s\S]+?)```|(?P<ticks>`+)(?P<inside>[\s\S]*?[^`])(?P=ticks)(?!`)")),
    ("link", re.compile(r"<?(?:https?|steam|discord|mailto|tel|sms)://[^\s<>]+>?", re.IGNORECASE)),
    ("mention", re.compile(r"<(?:@[!&]?|#)\d+>|<id:\w+>|</[^<>:\n]+:\d+>|@everyone|@here")),
    ("time", re.compile(r"<t:-?\d+(?::[tTdDfFR])?>")),
    ("emoji", re.compile(r"<a?:\w+:\d+>|:[^\s:]+:")),
    ("mail", re.compile(r"<[^\s<>]+@[^\s<>]+>|<\+\d+>")),
)
"""What is shown as something of its own."""

_SPANS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "link",
        re.compile(r"\[(?P<in>(?:\\.|[^\\\[\]]|\[(?:\\.|[^\\\[\]])*\])*)\]\(\s*<?(?:\\.|[^\s\\)])*>?(?:\s[^)]*)?\)"),
    ),
    ("bold", re.compile(r"\*\*(?P<in>(?:\\.|[^\\])+?)\*\*(?!\*)", re.DOTALL)),
    ("underlined", re.compile(r"__(?P<in>(?:\\.|[^\\])+?)__(?!_)", re.DOTALL)),
    ("struck", re.compile(r"~~(?P<in>(?:\\.|[^\\])+?)~~", re.DOTALL)),
    ("spoiler", re.compile(r"\|\|(?P<in>(?:\\.|[^\\])+?)\|\|", re.DOTALL)),
    ("italic", re.compile(r"\*(?=\S)(?P<in>(?:\\.|[^\\*])+?)\*(?!\*)|_(?P<in2>(?:\\.|[^\\_])+?)_(?!_)", re.DOTALL)),
)
"""What stands around other text."""

_RAW: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("link", re.compile(r"https?://[^\s<]", re.IGNORECASE)),
    ("invitation", re.compile(r"discord(?:app)?\.(?:gg|com/invite)/\w", re.IGNORECASE)),
    ("call", re.compile(r"@everyone|@here|<@[!&]?\d+>", re.IGNORECASE)),
)
"""What is looked for without regard to anything around it."""

Found: TypeAlias = Callable[[str], None]


@dataclass(slots=True)
class Reading:
    """A text as it is shown.

    Attributes:
        plain: What a reader sees, without the signs that format it.
        marks: What in it is more than plain text, by name.
        code: What stands between backticks.
        leaves: What is shown as something of its own besides that, as it is written.
    """

    plain: str = ""
    marks: set[str] = field(default_factory=set)
    code: list[str] = field(default_factory=list)
    leaves: list[str] = field(default_factory=list)


def read(text: str) -> Reading:
    """Read a message."""
    reading = Reading()
    reading.marks |= {f"raw {name}" for name, pattern in _RAW if pattern.search(text)}
    reading.plain = _read(text, reading, fresh=True)
    return reading


def _read(text: str, reading: Reading, *, fresh: bool) -> str:
    """Return what is seen of a part of a text; `fresh` if it begins a line."""
    out: list[str] = []
    place = 0
    while place < len(text):
        if fresh and (begun := _first(_BLOCKS, text, place)):
            name, found = begun
            reading.marks.add(name)
            place = found.end()
            fresh = name == "quote"
            continue
        if found_escape := _ESCAPE.match(text, place):
            out.append(found_escape[1])
            place = found_escape.end()
        elif leaf := _first(_LEAVES, text, place):
            name, found = leaf
            reading.marks.add(name)
            groups = found.groupdict()
            seen = next((part for key in ("shown", "inside") if (part := groups.get(key)) is not None), found[0])
            if name == "code":
                reading.code.append(seen)
            else:
                reading.leaves.append(found[0])
            out.append(seen)
            place = found.end()
        elif span := _first(_SPANS, text, place):
            name, found = span
            reading.marks.add(name)
            groups = found.groupdict()
            out.append(_read(groups.get("in") or groups.get("in2") or "", reading, fresh=False))
            place = found.end()
        else:
            out.append(text[place])
            place += 1
        fresh = text[place - 1] == "\n"
    return "".join(out)


def _first(rules: tuple[tuple[str, re.Pattern[str]], ...], text: str, place: int) -> tuple[str, re.Match[str]] | None:
    for name, pattern in rules:
        if found := pattern.match(text, place):
            return name, found
    return None
