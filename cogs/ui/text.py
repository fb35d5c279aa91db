"""Texts as Discord shows them: in the reader's language, with names that can neither format nor ping."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

import discord

from engine.text import Player, Text
from locales import translator

Locale: TypeAlias = str | discord.Locale | None
Names: TypeAlias = Sequence[str] | Callable[[int], str]

ALT_LIMIT = 1024
MESSAGE_LIMIT = 2000

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+")
"""Control characters, line breaks among them, and those that turn the direction of what follows."""


def safe(name: str) -> str:
    """Return somebody's name so that Markdown, mentions and addresses in it stay plain text, on one line."""
    plain_text = discord.utils.escape_markdown(line(name), ignore_links=False)
    # Discord makes links and invitations of addresses, and marks of what stands between angle brackets.
    return discord.utils.escape_mentions(plain_text).replace("/", "/\u200b").replace("<", "\\<")


def code(text: str) -> str:
    """Return what somebody typed or is called so that it can stand between backticks."""
    return discord.utils.escape_mentions(line(text).replace("`", "'"))


def line(text: str) -> str:
    """Return a text on one line, without characters that reach beyond it."""
    return " ".join(_UNSEEN.sub(" ", text).split())


def shown(text: Text, locale: Locale, names: Names = ()) -> str:
    """Return a text for a message.

    Args:
        text: What to say.
        locale: The reader's; None for English.
        names: Who sits where: a sequence from seat 1 on, or a function of the seat. Seats without a name are shown
            by their number.
    """
    return text.render(translator(_code(locale)), _naming(names, safe), safe)


def plain(text: Text, locale: Locale, names: Names = ()) -> str:
    """Return a text for places without Markdown: alt texts, labels of buttons and menus."""
    return text.render(translator(_code(locale)), _naming(names, str))


def cut(text: str, limit: int) -> str:
    """Return a text shortened to a number of characters; what was cut is marked by an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def mark(english: str) -> str:
    """Return a description of a command as it is; the name marks it for extraction, as `say` does."""
    return english


def _code(locale: Locale) -> str | None:
    return locale.value if isinstance(locale, discord.Locale) else locale


def _naming(names: Names, form: Callable[[str], str]) -> Callable[[int], str]:
    def name(seat: int) -> str:
        if callable(names):
            return form(names(seat))
        return form(names[seat - 1]) if 0 < seat <= len(names) else str(Player(seat))

    return name
