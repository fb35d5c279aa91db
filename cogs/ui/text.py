"""Texts as Discord shows them: in the reader's language, with names that can neither format nor ping."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import discord

from engine.text import Player, Text
from locales import translator

Locale: TypeAlias = str | discord.Locale | None
Names: TypeAlias = Sequence[str] | Callable[[int], str]

ALT_LIMIT = 1024
MESSAGE_LIMIT = 2000


def safe(name: str) -> str:
    """Return somebody's name so that Markdown and mentions in it stay plain text."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def shown(text: Text, locale: Locale, names: Names = ()) -> str:
    """Return a text for a message.

    Args:
        text: What to say.
        locale: The reader's; None for English.
        names: Who sits where: a sequence from seat 1 on, or a function of the seat. Seats without a name are shown
            by their number.
    """
    return text.render(translator(_code(locale)), _naming(names, safe))


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
