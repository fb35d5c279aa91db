"""What is wrong with a request about one's own data."""

# ruff: noqa: N818 - named for what happened, as in hosting.errors

from __future__ import annotations

from datetime import datetime, timedelta

from engine.text import Listed, listed, say, say_n
from hosting.errors import HostingError
from hosting.match.model import MatchSummary


class NothingHeld(HostingError):
    """Nothing is held about the person."""

    code, says = "nothing-held", say("I hold nothing about you: you've never played or set anything here.")


MOST_NAMED = 20
"""Matches that are listed where a person plays in more."""


def numbers_of(running: tuple[MatchSummary, ...]) -> Listed:
    """Return matches by number and place, the first `MOST_NAMED` of them."""
    more = ["…"] if len(running) > MOST_NAMED else []
    return listed([*(f"{each.id} <#{each.channel_id}>" for each in running[:MOST_NAMED]), *more], "comma")


class StillPlaying(HostingError):
    """Matches of the person go on.

    Attributes:
        running: Which.
    """

    def __init__(self, running: tuple[MatchSummary, ...]) -> None:
        self.running = running
        super().__init__(
            say_n(
                "You play in {count} match that goes on ({numbers}). Resign it first, or have me resign it for you: "
                "`/data request:deletion` has a button for that.",
                "You play in {count} matches that go on ({numbers}). Resign them first, or have me resign them for "
                "you: `/data request:deletion` has a button for that.",
                len(running),
                numbers=numbers_of(running),
            ),
            code="still-playing",
        )


class AlreadyExported(HostingError):
    """The person had a copy less than a day ago."""

    def __init__(self, again: datetime, left: timedelta) -> None:
        self.again = again
        super().__init__(
            say("You got a copy less than a day ago. You can get the next one in {left}.", left=left),
            code="already-exported",
        )
