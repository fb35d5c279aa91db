"""What can be wrong with a format for the entries that there are."""

from __future__ import annotations

from engine.text import say
from hosting.errors import HostingError


class OnlyForTwo(HostingError):  # noqa: N818 - named for what happened, as in hosting.errors
    """A format that is not played at tables of three to six."""

    code = "only-for-two"
    says = say(
        "This format is for two sides: choose a mode of the game for two, or a round robin, a Swiss or a knock-out."
    )


class TooFewEntries(HostingError):  # noqa: N818
    """A format needs more entries than there are."""

    code = "too-few-entries"

    def __init__(self, fewest: int, count: int) -> None:
        super().__init__(
            say(
                "{count} entered, and this format needs {fewest} or more: wait for others, or choose another format.",
                count=count,
                fewest=fewest,
            )
        )


class TooManyEntries(HostingError):  # noqa: N818
    """A format takes fewer entries than there are."""

    code = "too-many-entries"

    def __init__(self, most: int, count: int) -> None:
        super().__init__(
            say(
                "{count} entered, and this format takes {most} at most: allow fewer, or choose another format.",
                count=count,
                most=most,
            )
        )
