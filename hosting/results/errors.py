"""What can be wrong with a correction of results."""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from engine.seat import Seat
from engine.text import Player, say
from hosting.errors import HostingError


class StillPlayed(HostingError):
    """There is no result yet."""

    code = "still-played"
    says = say(
        "This match is still being played, so there is no result to correct: `/organise adjudicate` or "
        "`/organise void` ends it."
    )


class PlayedThere(HostingError):
    """Nobody corrects what they had a part in."""

    code = "played-there"
    says = say("You played in this match, so another organiser has to correct its result.")


class NothingCorrected(HostingError):
    """The correction would change nothing."""

    code, says = "nothing-corrected", say("That's already the result, so nothing was changed.")


class NotHandedOver(HostingError):
    """Nobody left that could be excused."""

    code = "not-handed-over"

    def __init__(self, seat: Seat) -> None:
        super().__init__(
            say("{player} had this seat from the start to the end: there is nobody to excuse.", player=Player(seat))
        )


class NoSuchCorrection(HostingError):
    """There is none to take back."""

    code = "no-such-correction"
    says = say("This match has no such correction in force: choose one from the list, or leave it out for the latest.")


class PartnersApart(HostingError):
    """Partners win or lose together."""

    code, says = "partners-apart", say("Partners share a rank: give both the same.")


class CorrectedMeanwhile(HostingError):
    """Another organiser was faster."""

    code = "corrected-meanwhile"
    says = say("The result was corrected a moment ago: look at `/organise log` and give the command again if you must.")
