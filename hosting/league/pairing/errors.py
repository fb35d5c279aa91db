"""What can be wrong with a format for the entries that there are."""

from __future__ import annotations

from engine.text import Text, say, say_n
from hosting.errors import HostingError
from hosting.league.terms import LadderTerms


class OnlyForTwo(HostingError):  # noqa: N818 - named for what happened, as in hosting.errors
    """A format that is not played at tables of three to six."""

    code = "only-for-two"
    says = say("This format is for two sides: choose a mode of the game for two, or round robin, Swiss or knock-out.")


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


class CannotChallenge(HostingError):  # noqa: N818
    """The terms of a ladder, or what is going on there, forbid a challenge.

    Attributes:
        why: `absent`, `reach`, `already`, `own-cap`, `cap` or `protected`.
    """

    code = "cannot-challenge"

    def __init__(self, why: str, terms: LadderTerms) -> None:
        super().__init__(_why_not(why, terms))
        self.why = why


def _why_not(why: str, terms: LadderTerms) -> Text:
    match why:
        case "absent":
            return say("Both must be on this ladder, and nobody can challenge themselves.")
        case "reach":
            return say_n(
                "You can challenge whoever stands up to {count} place above you.",
                "You can challenge whoever stands up to {count} places above you.",
                terms.reach,
            )
        case "already":
            return say("The two of you have a challenge open already: play that one first.")
        case "own-cap":
            return say("You have as many challenges open as this ladder allows: play one of them first.")
        case "cap":
            return say("They have as many challenges open as this ladder allows: try again when one is over.")
        case _:
            return say_n(
                "They have just played, and cannot be challenged for {count} day after a match.",
                "They have just played, and cannot be challenged for {count} days after a match.",
                terms.protection,
            )
