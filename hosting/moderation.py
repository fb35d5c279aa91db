"""The tools of organisers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.outcome import Outcome, Termination, ruling, void
from engine.seat import Seat
from engine.text import Player, Text, dump_text, say, say_n
from hosting.consent.agreements import (
    ALREADY_PAUSED,
    NOT_PAUSED,
    ORGANISER,
    OWN_MATCH,
    Extension,
    dump_wanted,
)
from hosting.consent.substitutes import Substitutes
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match import events
from hosting.match.audit import AuditCode, Line
from hosting.match.events import Change, undone
from hosting.match.model import (
    NOTHING_TO_TAKE_BACK,
    BareMatch,
    Match,
    MatchOver,
    Paused,
    Person,
    Request,
    StaleBoard,
)
from hosting.match.service import Matches, takes_sides
from hosting.match.unreadable import UnreadableMatches

# What an organiser can do to a match. Each act is a line of the audit log and is announced where the match is played.
#
# The callers find out who is an organiser (`cogs.moderation.correcting`); organisers who play in the match themselves
# are refused here.


@dataclass(eq=False, slots=True)
class Organiser:
    """An organiser's tools. All of them raise NoSuchMatch, MatchOver, StaleBoard, HostingError (`own-match`).

    `seen` is `Match.seq` of the organiser's board when they decided; None if it doesn't matter.
    """

    core: Core
    matches: Matches
    unreadable: UnreadableMatches
    substitutes: Substitutes

    async def pause(self, match_id: int, person_id: int, reason: Text) -> Match:
        """Pause a match until an organiser resumes it. Raises HostingError (`already-paused`)."""

        async def decide(match: Match) -> Change:
            _check(match, person_id)
            if match.paused is not None and match.paused.code == ORGANISER:
                raise HostingError(*ALREADY_PAUSED)
            now, text = self.core.outages.now_in(match.guild_id), say("An organiser paused it. {reason}", reason=reason)
            told = say("An organiser paused the match. {reason}", reason=reason)
            change = Change(replace(match, paused=Paused(person_id, ORGANISER, text, now)), now, announcement=told)
            return change.logged(AuditCode.PAUSED, person_id, reason=dump_text(reason))

        return await self.matches.change(match_id, decide)

    async def resume(self, match_id: int, person_id: int) -> Match:
        """Resume a match, whatever it was paused for. Raises HostingError (`not-paused`)."""

        async def decide(match: Match) -> Change:
            _check(match, person_id)
            if match.paused is None:
                raise HostingError(*NOT_PAUSED)
            text = say("An organiser ended the pause: the match goes on.")
            change = Change(replace(match, paused=None), self.core.outages.now_in(match.guild_id), announcement=text)
            return change.logged(AuditCode.RESUMED, person_id)

        return await self.matches.change(match_id, decide)

    async def extend(self, match_id: int, person_id: int, seat: Seat, by: timedelta) -> Match:
        """Give a seat more time. Raises NoSuchSeat, HostingError (`no-clock`, `computer-time`), ValueError."""
        more = Extension(seat, round(by.total_seconds()))

        async def decide(match: Match) -> Change:
            _check(match, person_id)
            more.check_time(match)
            now = self.core.outages.now_in(match.guild_id)
            text = say_n(
                "An organiser gave {player} {count} more hour to decide.",
                "An organiser gave {player} {count} more hours to decide.",
                round(by / timedelta(hours=1)),
                player=Player(seat),
            )
            change = Change(more.given(match, now), now, announcement=text)
            return change.logged(AuditCode.EXTENDED, person_id, **dump_wanted(more))

        return await self.matches.change(match_id, decide)

    async def replace(
        self, match_id: int, person_id: int, seat: Seat, person: Person, *, excused: bool = False
    ) -> Match:
        """Put a player on a seat; see `Substitutes.replace`. An organiser may sit down there themselves."""
        _check(await self.matches.get(match_id), person_id)
        return await self.substitutes.replace(match_id, seat, person, person_id, excused=excused)

    async def call(self, match_id: int, person_id: int, seat: Seat) -> Request:
        _check(await self.matches.get(match_id), person_id)
        return await self.substitutes.seek(match_id, seat, person_id)

    async def adjudicate(
        self, match_id: int, person_id: int, ranks: Sequence[int], reason: Text, seen: int | None = None
    ) -> Match:
        """End a match with ranks for seat 1, 2, …, as in `Outcome`. Raises ValueError if they are none."""

        async def decide(match: Match) -> Change:
            _check(match, person_id, seen)
            change = adjudicated(match, person_id, ranks, reason, self.core.outages.now_in(match.guild_id))
            return change.logged(AuditCode.ADJUDICATED, person_id, ranks=list(ranks), reason=dump_text(reason))

        return await self.matches.change(match_id, decide)

    async def void(self, match_id: int, person_id: int, reason: Text, seen: int | None = None) -> Match:
        async def decide(match: Match) -> Change:
            _check(match, person_id, seen)
            change = voided(match, person_id, reason, self.core.outages.now_in(match.guild_id))
            return change.logged(AuditCode.VOIDED, person_id, reason=dump_text(reason))

        return await self.matches.change(match_id, decide)

    async def void_unread(self, match_id: int, person_id: int, reason: Text) -> Match:
        """Void a match that this version cannot replay; the record goes as far as it can be read.

        Raises ReplayError: not even its start can be read.
        """

        def decide(match: Match) -> Change:
            _check(match, person_id)
            outcome = void(len(match.seats), _unread(undone(match, 0).turns, reason))
            change = events.rule(match, outcome, person_id, self.core.outages.now_in(match.guild_id), "organiser")
            return change.logged(AuditCode.VOIDED, person_id, reason=dump_text(reason))

        return await self.unreadable.close(match_id, person_id, decide)

    async def void_unbegun(self, match_id: int, person_id: int, reason: Text) -> None:
        """Void a match whose start cannot be read; there is no record of it in this version."""

        def decide(match: BareMatch) -> Outcome:
            _check(match, person_id)
            return void(len(match.seats), _unread(0, reason))

        line = Line(AuditCode.VOIDED, person_id, {"reason": dump_text(reason)})
        await self.unreadable.close_unbegun(match_id, decide, line)

    async def back(self, match_id: int, person_id: int, to: int, seen: int | None = None) -> Match:
        """Take back all turns after an event; 0 is the start. Raises HostingError (`nothing-to-take-back`)."""

        async def decide(match: Match) -> Change:
            _check(match, person_id, seen)
            if not 0 <= to <= match.seq:
                raise HostingError(*NOTHING_TO_TAKE_BACK)
            target = await self.matches.at(match, to)
            change = events.undo(
                match, to, target, None, person_id, self.core.outages.now_in(match.guild_id), "organiser"
            )
            return change.logged(AuditCode.FORCED_BACK, person_id, to=to, **undone(match, to).dump())

        return await self.matches.change(match_id, decide)

    async def position(self, match_id: int, person_id: int, line: str, seen: int | None = None) -> Match:
        """Continue a match from another position. Raises SetupError; always in games that draw at random."""

        async def decide(match: Match) -> Change:
            _check(match, person_id, seen)
            change = events.position(match, line, person_id, self.core.outages.now_in(match.guild_id))
            return change.logged(AuditCode.SET_UP, person_id, position=change.match.setup.position)

        return await self.matches.change(match_id, decide)


def adjudicated(match: Match, person_id: int, ranks: Sequence[int], reason: Text, at: datetime) -> Change:
    """Return the end of a match by an organiser, with ranks for seat 1, 2, …. Raises MatchOver, ValueError."""
    if len(ranks) != len(match.seats):
        raise ValueError(f"{len(ranks)} ranks for {len(match.seats)} seats")
    outcome = ruling(Termination.ADJUDICATED, ranks, say("An organiser decided the match. {reason}", reason=reason))
    return events.rule(match, outcome, person_id, at, "organiser")


def voided(match: Match, person_id: int, reason: Text, at: datetime) -> Change:
    """Return the end of a match that doesn't count, by an organiser. Raises MatchOver."""
    text = say("An organiser called the match off; it doesn't count. {reason}", reason=reason)
    return events.rule(match, void(len(match.seats), text), person_id, at, "organiser")


def _unread(count: int, reason: Text) -> Text:
    if count == 0:
        return say(
            "What was played can't be read. An organiser called the match off; it doesn't count. {reason}",
            reason=reason,
        )
    return say_n(
        "What was played after the first turn can't be read. An organiser called the match off; it doesn't "
        "count. {reason}",
        (
            "What was played after the first {count} turns can't be read. An organiser called the match off; it "
            "doesn't count. {reason}"
        ),
        count,
        reason=reason,
    )


def by_winner(match: Match | BareMatch, winner: Seat) -> tuple[int, ...]:
    """Return the ranks where one seat wins, with its partners, and all others share the rank after it."""
    team = next(each.team for each in match.seats if each.seat == winner)
    return tuple(1 if each.seat == winner or (team is not None and each.team == team) else 2 for each in match.seats)


def _check(match: Match | BareMatch, person_id: int, seen: int | None = None) -> None:
    if takes_sides(match, person_id):
        raise HostingError(*OWN_MATCH)
    if match.over:
        raise MatchOver
    if isinstance(match, Match) and seen is not None and seen != match.seq:
        raise StaleBoard(match)
