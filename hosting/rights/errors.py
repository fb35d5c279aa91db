"""What is wrong with a request about one's own data."""

# ruff: noqa: N818 - named for what happened, as in hosting.errors

from __future__ import annotations

from datetime import datetime, timedelta

from engine.text import say
from hosting.errors import HostingError


class NothingHeld(HostingError):
    """Nothing is held about the person."""

    code, says = "nothing-held", say("I hold nothing about you: you have never played or set anything here.")


class AlreadyExported(HostingError):
    """The person had a copy less than a day ago."""

    def __init__(self, again: datetime, left: timedelta) -> None:
        self.again = again
        super().__init__(
            say("You had a copy less than a day ago. The next one can be made in {left}.", left=left),
            code="already-exported",
        )
