"""What can be wrong with what a player asks of a table."""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from datetime import datetime

from engine.seat import Seat
from engine.text import Quote, say, say_n, shortened
from hosting.errors import HostingError
from hosting.match.model import Table


class NoSuchTable(HostingError):
    """It never existed."""

    code, says = "no-such-table", say("There is no such table.")


class TableClosed(HostingError):
    """The table started, was cancelled, or has lapsed."""

    code = "table-closed"

    def __init__(self, table: Table) -> None:
        if table.status == "started":
            super().__init__(say("The match of this table has started."))
        elif table.lapsed:
            super().__init__(say("This table has lapsed. `/new` opens another one."))
        else:
            super().__init__(say("This table was cancelled."))


class TableFull(HostingError):
    """No seat is free."""

    code, says = "table-full", say("There's no free seat at this table.")


class SeatTaken(HostingError):
    """This seat is not free, or the table does not have it."""

    code = "seat-taken"

    def __init__(self, seat: Seat) -> None:
        super().__init__(say("Seat {seat} is not free.", seat=seat))


class AlreadySeated(HostingError):
    """One person, one seat."""

    code = "already-seated"

    def __init__(self, name: str) -> None:
        super().__init__(say("{name} has a seat at this table already.", name=name))


class NotInvited(HostingError):
    """There is no invitation to answer."""

    code, says = "not-invited", say("You have no open invitation to this table.")


class NotHost(HostingError):
    """Only the host may do that."""

    code = "not-host"

    def __init__(self, host: str) -> None:
        super().__init__(say("Only the host of the table, {host}, can do that.", host=host))


class TooFewPlayers(HostingError):
    """Players are missing, or some have not answered."""

    code = "too-few-players"

    def __init__(self, missing: int) -> None:
        super().__init__(say_n("One player is still missing.", "{count} players are still missing.", missing))


class TableChanged(HostingError):
    """A person joined, left or changed something since the start was asked for."""

    code, says = "stale-table", say("The table has changed meanwhile: look again before you start.")


class TermsChanged(HostingError):
    """The host changed what the table offers since the person looked at it."""

    code = "terms-changed"
    says = say("The terms of this table have changed meanwhile. Look at them, and press again if they suit you.")


class SeatedOnTheseTerms(HostingError):
    """Another player sits at the table, and agreed to what it offers by it."""

    code = "seated-on-these-terms"

    def __init__(self, name: str) -> None:
        super().__init__(
            say(
                "{name} sits here on these terms, so they stay. They can be changed once nobody else sits here: the "
                "others press **Leave** for that. Or press **Cancel**, and open another table with `/new`.",
                name=name,
            )
        )


class NoLastTable(HostingError):
    """The person had no table of such a game of which the terms could be taken again."""

    code = "no-last-table"
    says = say("I know no earlier table of yours for that game: pick a clock, or another preset.")


class ChannelBusy(HostingError):
    """A match is played there already: `match_id`."""

    code = "channel-busy"
    says = say(
        "A match is running in this channel already, and no thread can be opened here for another one: please use an "
        "ordinary text channel."
    )

    def __init__(self, match_id: int) -> None:
        super().__init__()
        self.match_id = match_id


class AlreadyStarted(HostingError):
    """Who asked for a match has one already: `match_id`."""

    code, says = "already-started", say("This match has started already.")

    def __init__(self, match_id: int) -> None:
        super().__init__()
        self.match_id = match_id


class NotWanted(HostingError):
    """A match is not to begin any more, or could never begin like that: trying again would not help."""

    code, says = "not-wanted", say("This match is not wanted any more.")


class NeedsTable(NotWanted):
    """The program cannot choose for players what they choose in private before the start."""

    code = "needs-table"
    says = say("Before such a match players choose something in private, at a table: please use `/new`.")


class PlayerGone(NotWanted):
    """A player was deleted since it was agreed on."""

    code, says = "player-gone", say("One of the players is not here any more, so this match cannot begin.")


class QueueFull(HostingError):
    """The server has as many matches that the program started as it wants at a time."""

    code, says = "queue", say("This server has reached its limit of matches started by me; the others wait.")


class StillPlayed(HostingError):
    """A rematch is offered when the match is over."""

    code, says = "still-played", say("The match is still being played; a rematch can be offered when it is over.")


class NoRematch(HostingError):
    """A player left, was deleted, or one blocks another, or no offer stands: which of them, nobody is told."""

    code, says = "no-rematch", say("There is no rematch of this match: it lapsed, or a player cannot be asked.")


class RematchDeclined(HostingError):
    """It was declined a short while ago."""

    code = "rematch-declined"

    def __init__(self, again: datetime) -> None:
        when = f"<t:{int(again.timestamp())}:R>"
        super().__init__(say("The rematch was declined. It can be offered again {when}.", when=when))


class NoLoadouts(HostingError):
    """The game, its options or the seat have none."""

    code, says = "no-loadouts", say("Nothing is chosen before the start for this seat.")


class LoadoutUnfit(HostingError):
    """It was chosen under other rules or data; what it is, nobody else may learn."""

    code = "loadout-unfit"

    def __init__(self, player: str) -> None:
        text = say(
            "What {player} chose in private does not fit any more. They choose again, or nothing.", player=player
        )
        super().__init__(text)


class TooManyLoadouts(HostingError):
    """One person keeps no more."""

    code = "too-many-loadouts"

    def __init__(self, most: int) -> None:
        super().__init__(say("You keep {count} already, and more are not kept: drop one first.", count=most))


class NoSuchLoadout(HostingError):
    """The person keeps nothing under that name."""

    code = "no-such-loadout"

    def __init__(self, name: str) -> None:
        super().__init__(say("You keep nothing under the name {name}.", name=Quote(shortened(name))))


class TakenLoadoutName(HostingError):
    """The person keeps another one under that name."""

    code = "taken-loadout-name"

    def __init__(self, name: str) -> None:
        super().__init__(say("You keep another one under the name {name}.", name=Quote(name)))


class BadLoadoutName(HostingError):
    """The name is empty or too long."""

    code = "bad-loadout-name"

    def __init__(self, limit: int) -> None:
        super().__init__(say("A name has 1 to {count} characters.", count=limit))
