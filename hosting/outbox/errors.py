"""What a poster raises: for the outbox, not for people."""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from engine.text import Text


class Retry(Exception):
    """A post could not be delivered now; the poster wants to try again.

    Attributes:
        after: Seconds to wait at least.
    """

    def __init__(self, after: float = 0.0) -> None:
        super().__init__(f"try again in {after:g} s")
        self.after = after


class Denied(Exception):
    """Something can't be done before the bot is given a right that it lacks."""


class Behind(Exception):
    """A post may not be seen before another one of its match, in another channel: it is tried again after that."""


class Undeliverable(Exception):
    """A post cannot be delivered until a person changes something: the match is parked.

    Attributes:
        text: What is wrong, for people.
        code: For programs.
    """

    def __init__(self, text: Text, code: str) -> None:
        super().__init__(str(text))
        self.text = text
        self.code = code
