"""Texts as Discord shows them: in the reader's language, within its limits, with names that can't format or ping."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import discord

from engine.text import Player, Text, Translate, members_in, say
from hosting.match.model import GONE, Computer, computer_of
from locales import languages, translator

Locale: TypeAlias = str | discord.Locale | None
Names: TypeAlias = Sequence[str] | Callable[[int], str]
Members: TypeAlias = Mapping[int, str]
"""What some persons are called, as they call themselves."""

DELETED = say("deleted player")
"""The name of a deleted person."""


_BREAKS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
"""Control characters and line breaks: a space takes their place."""

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]+"
)
"""What has no shape of its own, and what turns the direction of the text behind it."""

_JOINERS = re.compile("[\u200c\u200d]{2,}|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])")
"""Joiners where they join nothing; between letters beyond ASCII, and in pictures made of several, they belong."""

_UNPAIRED = re.compile("[\ud800-\udfff]")
"""Halves of characters, which no message can carry."""

_MEANT = re.compile(r"[\\*_~|`<>:/@\[\]()]")
"""What Discord could read as more than a character: formatting, spoilers, quotes, code, links with and without words,
invitations, mentions, times, emoji, commands."""

_BEGINNING = re.compile(r"\A(?:(?=[#+-])|(\d+)(?=\.))")
"""What makes a heading, small print or a list of a line that begins with it."""

_WHOLE = re.compile(
    r"\\.|```.*?```|`[^`]*`"
    r"|<(?:@[!&]?|#|t:|a?:|id:)[^<>\s]*>|</[^<>\n]*>"
    r"|\[(?:[^\[\]\\]|\\.)*\]\([^()\s]*\)"
    r"|\*\*",
    re.DOTALL,
)
"""Never cut in two: an escape, code, a mention, a time, a command, a link, a sign of bold type."""

WORDS_KEPT = 1024
"""Cached words of people as plain text: a turn has the names of its players six times."""

_CALLS = re.compile(r"@(?=everyone|here|[!&]?\d)", re.IGNORECASE)
"""Discord finds mentions behind a backslash and between backticks, too (the message says whom it may mention)."""


@lru_cache(maxsize=WORDS_KEPT)
def safe(name: str) -> str:
    """Return a person's words, such as a name, as plain text on one line, safe wherever they are shown.

    Each sign is escaped, as a pattern for whole constructs misses nested ones. Discord shows `line(name)` again, with
    an invisible space behind the `@` of a possible mention.
    """
    return _escaped(line(name))


def safe_words(words: str) -> str:
    """Return the bot's own words with names among them likewise: the spaces that their language writes stay."""
    return _escaped(_tidied(words))


def _escaped(text: str) -> str:
    return _CALLS.sub("@\u200b", _BEGINNING.sub(r"\1\\", _MEANT.sub(r"\\\g<0>", text)))


def code(text: str) -> str:
    """Return a person's words or name, fit to be put between backticks."""
    return _CALLS.sub("@\u200b", line(text).replace("`", "'"))


def line(text: str) -> str:
    """Return a text on one line, without characters that are invisible or affect the text around them."""
    return " ".join(_tidied(text).split())


def _tidied(text: str) -> str:
    return _UNPAIRED.sub("\ufffd", _JOINERS.sub("", _UNSEEN.sub("", _BREAKS.sub(" ", text))))


def shown(text: Text, locale: Locale, names: Names = (), members: Members | None = None) -> str:
    """Return a text for a message.

    Args:
        text: The text.
        locale: The reader's; None for English.
        names: By seat: a sequence from seat 1 on, or a function of the seat. Seats without a name are shown by number.
        members: Names of people in the text; the others are deleted players, numbered in this order if several.
    """
    translate = translator(locale and str(locale))
    return text.render(translate, _naming(names, safe, translate), safe, _calling(text, members, safe, translate))


def plain(text: Text, locale: Locale, names: Names = (), members: Members | None = None) -> str:
    """Return a text for places without Markdown: alt texts, labels of buttons and menus."""
    translate = translator(locale and str(locale))
    return text.render(translate, _naming(names, line, translate), line, _calling(text, members, line, translate))


def named(names: Sequence[str], form: Callable[[str], str] = safe) -> list[str | Text]:
    """Return players' names for a text to list; deleted players (`GONE`) are numbered if there are several.

    `form` makes a name harmless where it is shown.
    """
    gone = [index for index, name in enumerate(names) if name == GONE]
    numbers = {index: number for number, index in enumerate(gone, 1)}

    def words(index: int, name: str) -> str | Text:
        if name == GONE:
            return DELETED if len(gone) == 1 else numbered(numbers[index])
        computer = computer_of(name)
        return form(name) if computer is None else computer_text(computer)

    return [words(index, name) for index, name in enumerate(names)]


def readable_names(names: Sequence[str], translate: Translate) -> Sequence[str]:
    """Return players' names, with words for deleted players and computers."""
    if GONE not in names and not any(map(computer_of, names)):
        return names
    found = named(names, str)
    return tuple(each if isinstance(each, str) else each.render(translate) for each in found)


def called(names: Sequence[str], locale: Locale) -> Sequence[str]:
    """Return players' names for a picture or a record, with words for deleted players and computers."""
    return readable_names(names, translator(locale and str(locale)))


def cut(text: str, limit: int) -> str:
    """Return a text shortened to a number of characters, with an ellipsis where it was cut.

    Cutting activates no markup and splits none: an escape, a mention or a link stays whole or goes, code and bold type
    are closed. The result is empty if there is no room for an ellipsis.
    """
    if len(text) <= limit:
        return text
    if limit < 1:
        return ""
    start, closing = _beginning(text, limit - 1)
    while len(start) + 1 + len(closing) > limit:
        start, closing = _beginning(text, len(start) - 1)
    return f"{start}…{closing}"


def fitting(lines: Sequence[str], room: int, more: str) -> str:
    """Return lines as a text of at most `room` characters.

    If they are longer, it has as many whole lines as fit above `more`, which says where the others are; empty if not
    even that fits.
    """
    whole = "\n".join(lines)
    if len(whole) <= room:
        return whole
    fitted, left = [], room - len(more)
    if left < 0:
        return ""
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            break
        fitted.append(line)
    return "\n".join([*fitted, more])


def mark(english: str) -> str:
    """Return a command's description unchanged; the name marks it for extraction, as `say` does."""
    return english


def _beginning(text: str, most: int) -> tuple[str, str]:
    """Return the first `most` characters without spaces at their end, and what closes the markup open there."""
    end, bold, code_ends = max(most, 0), False, ""
    for found in _WHOLE.finditer(text):
        if found.start() >= end:
            break
        if found.end() <= end:
            bold ^= found[0] == "**"
        elif found[0][0] == "`":
            fence = "```" if found[0].startswith("```") else "`"
            end, code_ends = (end, fence) if found.start() + len(fence) < end else (found.start(), "")
        else:
            end = found.start()
    start = text[:end].rstrip()
    backslashes = 0 if code_ends else len(start) - len(start.rstrip("\\"))
    return start[:-1] if backslashes % 2 else start, f"{code_ends}{'**' if bold else ''}"


# The number comes first, as boards, menus and alt texts cut the ends of long names.


def numbered(number: int) -> Text:
    """Return the name of one of several deleted players."""
    return say("#{number} deleted player", number=number)


def computer_text(computer: Computer) -> Text:
    """Return what a computer player is called."""
    if computer.number == 1:
        return say("Computer (level {level})", level=computer.level)
    return say("#{number} Computer (level {level})", number=computer.number, level=computer.level)


def _naming(names: Names, form: Callable[[str], str], translate: Translate) -> Callable[[int], str]:
    def name(seat: int) -> str:
        if callable(names):
            return form(names(seat)) or str(Player(seat))
        given = names[seat - 1] if 0 < seat <= len(names) else ""
        if given == GONE or computer_of(given) is not None:
            words = named(names, form)[seat - 1]
            return words if isinstance(words, str) else words.render(translate)
        return form(given) or str(Player(seat))

    return name


def _calling(
    text: Text, members: Members | None, form: Callable[[str], str], translate: Translate
) -> Callable[[int], str]:
    known = members or {}

    def call(person_id: int) -> str:
        if (name := known.get(person_id, GONE)) != GONE:
            computer = computer_of(name)
            return form(name) if computer is None else computer_text(computer).render(translate)
        gone = [each for each, name in known.items() if name == GONE]
        gone += sorted(members_in(text) - known.keys())
        words = DELETED if len(gone) == 1 else numbered(gone.index(person_id) + 1)
        return words.render(translate)

    return call


# How much Discord takes, in characters where nothing else is said; longer texts are cut by `cogs.core.text.cut`.
#
# Source: https://discord.com/developers/docs, the pages on messages, components, commands and channels.


MESSAGE_LIMIT: Final = 2000
LAYOUT_LIMIT: Final = 4000
"""All texts of a message that is made of components alone (Components V2); it has no other text."""
ALT_LIMIT: Final = 1024
"""The description of an attachment, or of a picture in a gallery."""
EMBED_LIMIT: Final = 4096
"""The description of an embed."""
EMBEDS_LIMIT: Final = 6000
"""All texts of the embeds of one message."""
FIELD_LIMIT: Final = 1024
"""The text of an embed's field."""
TITLE_LIMIT: Final = 256
"""The title of an embed, or the name of one of its fields."""
DIALOG_LIMIT: Final = 45
"""The title of a dialog, or a default text in it."""
TYPED_LIMIT: Final = 4000
"""The text typed into a dialog."""

MOST_FILES: Final = 10
"""Files of a message, and pictures in a gallery."""

CUSTOM_ID_LIMIT: Final = 100
LABEL_LIMIT: Final = 80
"""The label of a button."""
MOST_IN_ROW: Final = 5
"""Buttons in a row."""
MOST_ROWS: Final = 5
"""Rows of buttons and menus under a message."""
OPTION_LIMIT: Final = 100
"""The label or the description of one alternative in a menu."""
PROMPT_LIMIT: Final = 150
"""What a menu says while nothing is picked."""
MOST_OPTIONS: Final = 25
"""Alternatives in a menu."""

COMMAND_LIMIT: Final = 8000
"""All names, descriptions and values of a command with its options, each in the language in which it is longest."""
CHOICE_LIMIT: Final = 100
"""The name, or the value, of what an option of a command offers."""
MOST_CHOICES: Final = 25
"""Alternatives that an option of a command offers at once."""

CHANNEL_LIMIT: Final = 100
"""The name of a channel or a thread."""
EVENT_LIMIT: Final = 100
"""The name of a scheduled event."""


# The language of the person behind an interaction.


def is_typed(text: str, word: Text) -> bool:
    """Return whether a person typed a word, in any of the bot's languages."""
    return text.strip().casefold() in {word.render(translator(each)).casefold() for each in languages()}


def locale_of(interaction: discord.Interaction[Any]) -> str:
    """Return the locale of a person's private answers: the language they chose, or that of their Discord."""
    arena = interaction.client.arena
    # The reader was looked up before anything else (`cogs.core.errors.in_time`): this waits for nothing.
    person_id = arena.people.known(interaction.user.id)
    chosen: str | None = None if person_id is None else arena.settings.languages.get(person_id)
    return chosen or interaction.locale.value
