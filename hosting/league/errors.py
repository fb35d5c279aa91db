"""What can be wrong with what players and organisers ask of leagues."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias

from engine.text import Text, say, say_n
from hosting.errors import HostingError
from store.league.seasons import SeasonStatus

# ruff: noqa: N818 - named for what happened, as callers catch them by that name


class NoSuchLeague(HostingError):
    """It never existed, or not in this server."""

    code, says = "no-such-league", say("There's no such league in this server: pick one from the list.")


class LeagueNameTaken(HostingError):
    """Two leagues of one name cannot be told apart."""

    code, says = "league-name-taken", say("A league in this server already has that name: choose another one.")


class BadLeagueName(HostingError):
    """It is empty or too long."""

    code = "bad-league-name"

    def __init__(self, most: int) -> None:
        super().__init__(
            say_n("Choose a name of 1 to {count} character.", "Choose a name of 1 to {count} characters.", most)
        )


class BadLeagueTerms(HostingError):
    """A league cannot be played like that."""

    code = "bad-league-terms"

    def __init__(self, why: Text) -> None:
        super().__init__(why)


class LeagueStarted(HostingError):
    """What can be done before the start only."""

    code = "league-started"
    says = say("That's only possible before the season starts: wait for the next season.")


class JoinedOnTheseTerms(HostingError):
    """Nobody plays on other terms than those on which they joined."""

    code = "joined-on-these-terms"
    says = say("Terms can't change once someone has joined: call the league off and make a new one.")


class LeaguePublished(HostingError):
    """Once is enough."""

    code, says = "league-published", say("This league is already published: players join through its post.")


class CannotBegin(HostingError):
    """A season starts once, after it was published."""

    code = "cannot-begin"

    def __init__(self, *, begun: bool) -> None:
        super().__init__(_BEGUN if begun else say("Nobody can join this league yet: publish it first."))


_BEGUN = say("This season has already started or was called off: start again with the next one.")


class SeasonNotClosed(HostingError):
    """A league is put away whole."""

    code, says = "season-not-closed", say("A season of this league isn't closed yet: close it or call it off first.")


class LeagueNotStarted(HostingError):
    """What can be done once a season has started only."""

    code, says = "league-not-started", say("That's only possible once the season has started.")


class LeagueNotOpen(HostingError):
    """Nobody can join."""

    code, says = "league-not-open", say("Nobody can join this season right now: wait for the next one.")


class LeagueIsPaused(HostingError):
    """Nobody comes late while a season is paused."""

    code, says = (
        "league-paused",
        say("This season is paused, so nobody can join: try again when it resumes."),
    )


class LeagueNotRunning(HostingError):
    """What can be done during a season only."""

    code = "league-not-running"

    def __init__(self, status: SeasonStatus) -> None:
        super().__init__(_NOT_RUNNING[status])


_NOT_RUNNING: Mapping[SeasonStatus, Text] = {
    "draft": say("This league isn't published yet: press **Publish** under its draft."),
    "open": say("This season hasn't started yet: an organiser or its date will start it."),
    "running": say("This season is running."),
    "paused": say("This season is paused. An organiser can resume it with `/league-manage resume`."),
    "ended": say("This season is over."),
    "closed": say("This season is over."),
    "cancelled": say("This season never started."),
}


class LeagueNotPaused(HostingError):
    """It goes on."""

    code, says = "league-not-paused", say("This season isn't paused, so there's nothing to resume.")


class SeasonClosed(HostingError):
    """Nothing of it is changed any more."""

    code, says = "season-closed", say("This season is closed: nothing can be changed any more.")


class SeasonGoesOn(HostingError):
    """One season after the other."""

    code, says = "season-goes-on", say("This league's last season isn't closed yet: close it before the next one.")


class NotBefore(HostingError):
    """The person has nobody's place to keep."""

    code, says = "not-before", say("You didn't play last season to its end: press **Join** instead.")


class LeagueFull(HostingError):
    """No more entries."""

    code, says = "league-full", say("This season is full: wait until an entry leaves, or for the next season.")


class JoinedAlready(HostingError):
    """One person, one entry."""

    code = "joined-already"
    says = say("You're already in this season, or a player named you as a partner: leave it first to join again.")


class NotInLeague(HostingError):
    """The person does not take part."""

    code, says = "not-in-league", say("You aren't in this season: only its players can do that.")


class NeedsPartner(HostingError):
    """Teams of two."""

    code, says = "needs-partner", say("This league is for teams of two: name your partner when you join.")


class NoPartners(HostingError):
    """Everyone plays alone."""

    code, says = "no-partners", say("This league isn't for teams: join without a partner.")


class OwnPartner(HostingError):
    """A partner is another person."""

    code, says = "own-partner", say("A team has two players: name another player as your partner.")


class PartnerElsewhere(HostingError):
    """The partner takes part already."""

    code, says = "partner-elsewhere", say("That player is already in this season: choose another partner.")


class TeamNameTaken(HostingError):
    """Two teams of one name cannot be told apart."""

    code, says = "team-name-taken", say("A team of this season already has that name: choose another one.")


class ChangedMeanwhile(HostingError):
    """Another change was faster."""

    code, says = "league-changed", say("The league has changed. Please look again.")


class NotALadder(HostingError):
    """Nobody is challenged in other formats."""

    code = "not-a-ladder"
    says = say("Only ladders have challenges: here the league pairs opponents.")


class OutOfReach(HostingError):
    """The other one stands too high, or below."""

    code = "out-of-reach"

    def __init__(self, reach: int) -> None:
        super().__init__(
            say_n(
                "You can challenge opponents up to {count} place above you.",
                "You can challenge opponents up to {count} places above you.",
                reach,
            )
        )


class ChallengeWaits(HostingError):
    """One at a time."""

    code, says = "challenge-waits", say("You've already challenged a player: wait for the answer and the match.")


class ChallengedAlready(HostingError):
    """One at a time."""

    code, says = "challenged-already", say("That entry already has a challenge: wait until that's played.")


class ChallengeProtected(HostingError):
    """It has just played."""

    code = "challenge-protected"

    def __init__(self, until: datetime) -> None:
        super().__init__(
            say("That entry has just played and can be challenged from <t:{at}:f> on.", at=int(until.timestamp()))
        )


class NoChallenge(HostingError):
    """Nothing to answer or withdraw."""

    code, says = "no-challenge", say("There's no challenge to answer or withdraw: it was answered or has expired.")


class NoSuchFixture(HostingError):
    """Not in this season."""

    code, says = "no-such-fixture", say("There's no such fixture in this season: pick one from the list.")


class NoSuchEntry(HostingError):
    """Not in this season."""

    code, says = "no-such-entry", say("There's no such entry in this season: pick one from the list.")


class NoSuchDecision(HostingError):
    """It does not hold, or a later one about the same does."""

    code = "no-such-decision"

    def __init__(self, later: int | None = None) -> None:
        told = say("This season has no such decision in force: pick one from the list of `decision:`.")
        if later is not None:
            told = say("Decision {later} came later on the same matter: undo that one first.", later=later)
        super().__init__(told)


class PlaysInDivision(HostingError):
    """Nobody judges their own rivals."""

    code = "plays-in-division"
    says = say("You're one of the players there, so another organiser has to decide that.")


class BadDecision(HostingError):
    """That cannot be decided."""

    code = "bad-decision"

    def __init__(self, why: BadDecisionWhy, **values: int) -> None:
        super().__init__(_UNDECIDED[why].using(**values))


BadDecisionWhy: TypeAlias = Literal[
    "running",
    "withdrawn",
    "bye",
    "fall",
    "absent",
    "struck",
    "planned",
    "begun",
    "until",
    "points",
    "over",
    "made",
    "division",
    "replaced",
]
_UNDECIDED: Mapping[BadDecisionWhy, Text] = {
    "running": say(
        "Match {match} of this fixture is still running: wait for its end, or end it with `/organise adjudicate` or "
        "`/organise void`, then decide."
    ),
    "withdrawn": say("An entry of this fixture has withdrawn, which already decides its fixtures."),
    "bye": say("This fixture has no match: you can only decide its points."),
    "fall": say(
        "No match was played here: an entry dropped because it hadn't played for too long. You can only strike that."
    ),
    "absent": say("Name at least one entry of this fixture that loses it."),
    "struck": say("This fixture already counts for nothing."),
    "planned": say("This fixture is still to be played anyway."),
    "begun": say("You can only postpone a fixture that hasn't started."),
    "until": say("Choose a time in the future and before the end of the season."),
    "points": say("Give points to every entry of the fixture, from 0 to what a win gives."),
    "over": say("This season is over: nothing more is played in it."),
    "made": say("The next round is already built on this match: give points for it instead."),
    "replaced": say("Another match was started in place of this one: decide about that one instead."),
    "division": say("There aren't enough entries yet for that division."),
}


class DivisionTooFull(HostingError):
    """More were moved there than it has places."""

    code = "division-too-full"

    def __init__(self, division: int, most: int) -> None:
        super().__init__(
            say_n(
                "Division {division} has {count} place, and more were moved there: undo a decision.",
                "Division {division} has {count} places, and more were moved there: undo a decision.",
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
    "format": say(
        "You can only sit out a round in a Swiss: in other formats the fixtures are set, or losing puts you out."
    ),
    "paired": say("That round is already paired, so you can't sit it out any more: choose a later one."),
    "round": say("The season has no such round: choose one that's still to come."),
    "half": say(
        "You've used all the half-point byes that the terms allow: `kind:zero-point bye` asks for one without points."
    ),
    "none": say("You haven't asked to sit that round out."),
}


class WithdrewBefore(HostingError):
    """Nobody begins anew in the middle of a season."""

    code, says = "withdrew-before", say("If you withdrew from this season, you can only join the next one.")


class AlternateAlready(HostingError):
    """Once is enough."""

    code, says = "alternate-already", say("You're already an alternate of this season.")


class NotAskedToPlay(HostingError):
    """Nothing to take over or to decline."""

    code, says = (
        "not-asked-to-play",
        say("You aren't an alternate of this season, or nobody has asked you to take over."),
    )
