"""What can be wrong with what players and organisers ask of leagues."""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias

from engine.text import Text, say, say_n
from hosting.errors import HostingError


class NoSuchLeague(HostingError):
    """It never existed, or not in this server."""

    code, says = "no-such-league", say("There is no such league in this server.")


class LeagueNameTaken(HostingError):
    """Two leagues of one name cannot be told apart."""

    code, says = "league-name-taken", say("A league of this server has that name already: choose another one.")


class BadLeagueName(HostingError):
    """It is empty or too long."""

    code = "bad-league-name"

    def __init__(self, most: int) -> None:
        super().__init__(say_n("A name has 1 to {count} character.", "A name has 1 to {count} characters.", most))


class BadLeagueTerms(HostingError):
    """A league cannot be played like that."""

    code = "bad-league-terms"

    def __init__(self, why: Text) -> None:
        super().__init__(why)


class LeagueStarted(HostingError):
    """What can be done before the start only."""

    code, says = "league-started", say("This season has started: that can only be done before.")


class LeagueNotStarted(HostingError):
    """What can be done once a season has started only."""

    code, says = "league-not-started", say("This season has not started: that can be done afterwards.")


class LeagueNotOpen(HostingError):
    """Nobody can join."""

    code, says = "league-not-open", say("Nobody can join this season at the moment.")


class LeagueNotRunning(HostingError):
    """What can be done during a season only."""

    code, says = "league-not-running", say("This season is not being played at the moment.")


class LeagueNotPaused(HostingError):
    """It goes on."""

    code, says = "league-not-paused", say("This season is not paused.")


class SeasonClosed(HostingError):
    """Nothing of it is changed any more."""

    code, says = "season-closed", say("This season is closed: nothing of it is changed any more.")


class LeagueFull(HostingError):
    """No more entries."""

    code, says = "league-full", say("This season is full.")


class JoinedAlready(HostingError):
    """One person, one entry."""

    code, says = "joined-already", say("You take part in this season already.")


class NotInLeague(HostingError):
    """The person does not take part."""

    code, says = "not-in-league", say("You do not take part in this season.")


class NeedsPartner(HostingError):
    """Teams of two."""

    code, says = "needs-partner", say("This league is played in teams of two: name your partner when you join.")


class NoPartners(HostingError):
    """Everyone plays alone."""

    code, says = "no-partners", say("In this league everyone plays alone: join without a partner.")


class OwnPartner(HostingError):
    """A partner is another person."""

    code, says = "own-partner", say("Your partner has to be another person.")


class PartnerElsewhere(HostingError):
    """The partner takes part already."""

    code, says = "partner-elsewhere", say("That player takes part in this season already: choose another partner.")


class ChangedMeanwhile(HostingError):
    """Another change was faster."""

    code, says = "league-changed", say("The league was changed meanwhile. Please look again.")


class NotALadder(HostingError):
    """Nobody is challenged in other formats."""

    code, says = "not-a-ladder", say("Only on a ladder do players challenge each other.")


class OutOfReach(HostingError):
    """The other one stands too high, or below."""

    code = "out-of-reach"

    def __init__(self, reach: int) -> None:
        super().__init__(
            say_n(
                "You can challenge those who stand at most {count} place above you.",
                "You can challenge those who stand at most {count} places above you.",
                reach,
            )
        )


class ChallengeWaits(HostingError):
    """One at a time."""

    code, says = "challenge-waits", say("You have challenged a player already: wait for the answer and the match.")


class ChallengedAlready(HostingError):
    """One at a time."""

    code, says = "challenged-already", say("That entry has been challenged already: wait until that is played.")


class ChallengeProtected(HostingError):
    """It has just played."""

    code = "challenge-protected"

    def __init__(self, until: datetime) -> None:
        super().__init__(
            say("That entry has just played and can be challenged from <t:{at}:f> on.", at=int(until.timestamp()))
        )


class NoChallenge(HostingError):
    """Nothing to answer or take back."""

    code, says = "no-challenge", say("There is no challenge to answer or to take back.")


class NoSuchFixture(HostingError):
    """Not in this season."""

    code, says = "no-such-fixture", say("There is no such fixture in this season.")


class NoSuchEntry(HostingError):
    """Not in this season."""

    code, says = "no-such-entry", say("There is no such entry in this season.")


class NoSuchDecision(HostingError):
    """It does not hold, or a later one about the same does."""

    code = "no-such-decision"
    says = say("This season has no such decision to take back: the latest one about a fixture is taken back first.")


class PlaysInDivision(HostingError):
    """Nobody judges their own rivals."""

    code = "plays-in-division"
    says = say("You play there yourself, so another organiser has to decide that.")


class BadDecision(HostingError):
    """That cannot be decided."""

    code = "bad-decision"

    def __init__(self, why: BadDecisionWhy) -> None:
        super().__init__(_UNDECIDED[why])


BadDecisionWhy: TypeAlias = Literal[
    "running", "withdrawn", "bye", "absent", "struck", "planned", "begun", "until", "points", "over", "made", "division"
]
_UNDECIDED: Mapping[BadDecisionWhy, Text] = {
    "running": say("A match of this fixture is being played: have it end, or call it off, and decide then."),
    "withdrawn": say("An entry of this fixture has withdrawn: what becomes of its fixtures follows from that."),
    "bye": say("Nobody plays anybody in this fixture: only its points can be decided."),
    "absent": say("Name at least one entry of this fixture that is to lose it."),
    "struck": say("This fixture counts for nothing already."),
    "planned": say("This fixture is to be played anyway."),
    "begun": say("Only a fixture that has not begun can wait."),
    "until": say("Name a time that is yet to come and before the end of the season."),
    "points": say("Give points to every entry of the fixture, from 0 to what a win gives."),
    "over": say("This season is over: nothing is played in it any more."),
    "made": say("The next round was made from this match already: give points for it instead."),
    "division": say("The entries that have joined so far make no such division."),
}


class DivisionTooFull(HostingError):
    """More were moved there than it has places."""

    code = "division-too-full"

    def __init__(self, division: int, most: int) -> None:
        super().__init__(
            say_n(
                "Division {division} has {count} place, and more were moved there: take a decision back.",
                "Division {division} has {count} places, and more were moved there: take a decision back.",
                most,
                division=division,
            )
        )


class BadBye(HostingError):
    """An entry cannot sit that round out."""

    code = "bad-bye"

    def __init__(self, why: Literal["format", "paired", "round", "half", "none"]) -> None:
        super().__init__(_NO_BYE[why])


_NO_BYE: Mapping[str, Text] = {
    "format": say("Only in a Swiss are rounds sat out: in other formats the fixtures are known, or who loses is out."),
    "paired": say("That round is paired already, so it cannot be sat out any more: choose a later one."),
    "round": say("The season has no such round."),
    "half": say("You have asked for as many byes for half a point as there are: ask for one without points."),
    "none": say("You have not asked to sit that round out."),
}


class WithdrewBefore(HostingError):
    """Nobody begins anew in the middle of a season."""

    code, says = "withdrew-before", say("Who withdrew from this season can join the next one only.")
