"""What people type around moves: comments, numbers and marks, which are read over, and lengths, which are bounded.

Whatever reads a text from outside takes a time that grows with its length alone: comments are blanked in one pass, and
one action or set-up position is short before any pattern is tried on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.errors import NotationError, SetupError
from engine.text import MOST_OF_QUOTE, Text, say, say_n, shortened

MOST_OF_ACTION = MOST_OF_QUOTE
"""Characters of one action, its spaces counted as one each; no game writes one half as long."""

MOST_OF_TURN = 1_000
"""Characters of a whole turn as it is written canonically; one in APEX may take two hundred."""

MARKS = "!?"
"""What may stand behind an action, as in `6H5x!?`: a reader's opinion."""

_ASIDE = re.compile(r"\([^()]*\)|(?P<comment>\{[^}]*(?P<end>\}|\Z)|;[^\n]*|\$\d{1,3}(?!\d))")
"""Names and results in brackets, which stay as they are; or a comment as in PGN, or the number of one."""

_INK = re.compile(r"[^\s]")


class CommentError(ValueError):
    """A comment begins with `{` and never ends.

    Attributes:
        offset: Where it begins.
    """

    def __init__(self, offset: int) -> None:
        super().__init__(f"the comment at {offset} never ends")
        self.offset = offset


def uncommented(text: str) -> str:
    """Return a text with spaces for its comments: `{…}`, `;` up to the end of the line, `$1`. No place in it moves.

    Raises:
        CommentError: A comment never ends.
    """

    def blank(found: re.Match[str]) -> str:
        if found["comment"] is None:
            return found[0]
        if found["end"] == "" and found[0].startswith("{"):
            raise CommentError(found.start())
        return _INK.sub(" ", found[0])

    return _ASIDE.sub(blank, text)


def turn_text(text: str, *, rule: str) -> str:
    """Return the text of a turn without comments, every other character where it was.

    Args:
        text: As it was typed.
        rule: Which rule of the game says how turns are written.

    Raises:
        NotationError: A comment never ends.
    """
    try:
        return uncommented(text)
    except CommentError as error:
        begun = shortened(text[error.offset :])
        raise NotationError(
            say("This comment is never closed: {text}", text=begun), code="comment-open", rule=rule, given=begun
        ) from error


def without_number(text: str, head: re.Pattern[str], number: int, *, wrong: Callable[[int], Text], rule: str) -> str:
    """Return a turn as it is copied out of a record with spaces for its number; nothing else in it moves.

    Args:
        text: As it was pasted.
        head: What a number looks like; its group `number` has the digits.
        number: Of the turn to be played.
        wrong: Says that it is not the number that was found.
        rule: Which rule of the game says how turns are numbered.

    Raises:
        NotationError: The number is another one.
    """
    found = head.match(text)
    if found is None:
        return text
    if int(found["number"]) != number:
        raise NotationError(wrong(int(found["number"])), code="turn-number", rule=rule, given=shortened(text.strip()))
    return " " * found.end() + text[found.end() :]


def blanked(text: str, gap: re.Pattern[str]) -> str:
    """Return a text with spaces for whatever fits a pattern; nothing else in it moves."""
    return gap.sub(lambda found: " " * len(found[0]), text)


def unmarked(text: str) -> str:
    """Return a text without the marks behind it; a text of nothing but marks as it is."""
    return text.rstrip(f"{MARKS} ") or text


def action_text(text: str, *, rule: str) -> str:
    """Return the text of one action on one line, without marks such as `!?` behind it.

    Args:
        text: As it was typed.
        rule: Which rule of the game says how an action is written.

    Raises:
        NotationError: It is too long to be one.
    """
    plain = unmarked(" ".join(text.split(maxsplit=MOST_OF_ACTION)))  # more words are too long anyway
    if len(plain) > MOST_OF_ACTION:
        raise NotationError(
            say_n(
                "{text} isn't an action: one has at most {count} character.",
                "{text} isn't an action: one has at most {count} characters.",
                MOST_OF_ACTION,
                text=shortened(plain),
            ),
            code="too-long",
            rule=rule,
            given=shortened(plain),
        )
    return plain


def refuse_long_position(text: str, most: int) -> None:
    """Refuse a set-up position that is longer than any of the game, before anything of it is read.

    Raises:
        SetupError: It has more than `most` characters.
    """
    if len(text) > most:
        reason = say_n(
            "{text} isn't a position: one in this game has at most {count} character.",
            "{text} isn't a position: one in this game has at most {count} characters.",
            most,
            text=shortened(text),
        )
        raise SetupError(reason, code="position-long", given=text)
