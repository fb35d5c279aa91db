"""What can be wrong with what players and organisers ask of leagues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from engine.text import Text, say
from hosting.errors import HostingError
from store.league.seasons import SeasonStatus

# ruff: noqa: N818 - named for what happened, as callers catch them by that name


class NoSuchLeague(HostingError):
    """The league never existed, or not in this server."""

    code, says = "no-such-league", say("There's no such league in this server: pick one from the list.")


LEAGUE_STARTED = say("That's only possible before the season starts: wait for the next season."), "league-started"
JOINED_ON_THESE_TERMS = (
    say("Terms can't change once someone has joined: call the league off and create a new one."),
    "joined-on-these-terms",
)
LEAGUE_PUBLISHED = say("This league is already published: players join through its post."), "league-published"


def cannot_begin(*, begun: bool) -> HostingError:
    """Return why a season can't start: it isn't published, or it has `begun`."""
    return HostingError(
        _BEGUN if begun else say("Nobody can join this league yet: publish it first."), code="cannot-begin"
    )


_BEGUN = say("This season has already started or was called off: you can only start the next one.")


def league_not_running(status: SeasonStatus) -> HostingError:
    """Return why something is only possible during a season."""
    return HostingError(_NOT_RUNNING[status], code="league-not-running")


_NOT_RUNNING: Mapping[SeasonStatus, Text] = {
    "draft": say("This league isn't published yet: press **Publish** under its draft."),
    "open": say("This season hasn't started yet: it starts on its date, or when an organiser starts it."),
    "running": say("This season is running."),
    "paused": say("This season is paused. An organiser can resume it with `/league-manage resume`."),
    "ended": say("This season is over."),
    "closed": say("This season is over."),
    "cancelled": say("This season never started."),
}


SEASON_CLOSED = say("This season is closed: nothing can be changed any more."), "season-closed"


class NotBefore(HostingError):
    """The person didn't play the season before, so there is no place to keep."""

    code, says = "not-before", say("You didn't finish last season: press **Join** instead.")


class JoinedAlready(HostingError):
    """A person has only one entry."""

    code = "joined-already"
    says = say("You're already in this season, or a player has named you as a partner: leave it first to join again.")


NOT_IN_LEAGUE = say("You aren't in this season: only its players can do that."), "not-in-league"


class NeedsPartner(HostingError):
    """The league is for teams of two."""

    code, says = "needs-partner", say("This league is for teams of two: name your partner when you join.")


CHANGED_MEANWHILE = say("The league has changed. Please look again."), "league-changed"
NOT_A_LADDER = say("Only ladders have challenges: in this league, opponents are paired for you."), "not-a-ladder"
NO_SUCH_FIXTURE = say("There's no such fixture in this season: pick one from the list."), "no-such-fixture"
NO_SUCH_ENTRY = say("There's no such entry in this season: pick one from the list."), "no-such-entry"


class NoSuchDecision(HostingError):
    """The decision isn't in force, or a later one about the same is."""

    code = "no-such-decision"

    def __init__(self, later: int | None = None) -> None:
        text = say("That decision isn't in effect in this season: pick one from the list of `decision:`.")
        if later is not None:
            text = say("Decision {later} was made later about the same thing: undo that one first.", later=later)
        super().__init__(text)


PLAYS_IN_DIVISION = (
    say("You play in this division, so another organiser has to decide this."),
    "plays-in-division",
)


def bad_decision(why: BadDecisionWhy, **values: int) -> HostingError:
    """Return why something can't be decided."""
    return HostingError(_UNDECIDED[why].using(**values), code="bad-decision")


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
        "Match {match} of this fixture is still running: wait for it to end, or end it with `/organise "
        "adjudicate` or `/organise void`, then decide."
    ),
    "withdrawn": say("An entry of this fixture has withdrawn, which already decides its fixtures."),
    "bye": say("This fixture has no match: you can only decide its points."),
    "fall": say(
        "No match was played here: an entry dropped because it hadn't played for too long. All you can do is "
        "strike that."
    ),
    "absent": say("Name at least one entry that loses this fixture."),
    "struck": say("This fixture already counts for nothing."),
    "planned": say("This fixture is still to be played anyway."),
    "begun": say("You can only postpone a fixture that hasn't started."),
    "until": say("Choose a time in the future and before the end of the season."),
    "points": say("Give each side of the fixture its points, from 0 up to what a win is worth."),
    "over": say("This season is over: nothing more is played in it."),
    "made": say("The next round already depends on this match: give points for it instead."),
    "replaced": say("Another match was started in place of this one: decide about that one instead."),
    "division": say("There aren't enough entries yet for that division."),
}


def bad_bye(why: Literal["format", "paired", "round", "half", "none"]) -> HostingError:
    """Return why an entry can't sit a round out."""
    return HostingError(_NO_BYE[why], code="bad-bye")


_NO_BYE: Mapping[str, Text] = {
    "format": say(
        "You can only sit out a round in a Swiss: in other formats, the fixtures are fixed or a loss puts you out."
    ),
    "paired": say("That round is already paired, so you can't sit it out any more: choose a later one."),
    "round": say("The season has no such round: choose one that's still to come."),
    "half": say(
        "You've used all the half-point byes that the terms allow: to sit out for no points, use `kind:{choice}`.",
        choice=say("zero-point bye"),
    ),
    "none": say("You haven't asked to sit that round out."),
}


class WithdrewBefore(HostingError):
    """A player who left a season cannot join it again."""

    code, says = "withdrew-before", say("Players who have withdrawn from a season can only join the next one.")


class AlternateAlready(HostingError):
    """The person already waits as an alternate."""

    code, says = "alternate-already", say("You're already an alternate for this season.")
