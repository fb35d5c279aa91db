"""The clocks of running matches: updated with every change, timeouts, absent players."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.auto_turns import default_turn, drawn_turn
from engine.chance import SEED_BYTES, Chance
from engine.game import Json
from engine.history import moments
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Text, say
from hosting import clock as hosting_clock
from hosting.clock import Calendars, ClockTerms, MatchClock, marked
from hosting.consent.agreements import SUBSTITUTE
from hosting.core import Core
from hosting.match import events
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Vacancy
from hosting.match.model import Deadline, Match, Paused
from hosting.match.service import Matches
from hosting.outages import CLOCK
from hosting.outbox import Posting, TextPost
from hosting.results import OWN_CAUSES, sittings
from hosting.vacations import clock_calendars
from store.tables import deadlines

# The clocks of running matches: updated in the transaction of every change, with the appointment at their end.
#
# What happened follows from the match before and after. Each match has one appointment of kind `CLOCK`, at the time
# when a timeout is to be handled (`time_up_at`).


def time_up_at(match: Match) -> datetime | None:
    """Return when a timeout is to be handled; None if no clock runs, or nobody plays any more."""
    if match.clock is None or match.over:  # the clock of one that was ended unread was not stopped
        return None
    if not ends_together(match):
        return match.clock.next_due
    dues = [due for seat in timed(match) if (due := match.clock.due(seat)) is not None]
    return max(dues, default=None)


def timed(match: Match) -> frozenset[Seat]:
    """Return the seats that have to decide, and whose clocks run meanwhile: computers take no time of their own."""
    return match.session.to_act - match.computers


def ends_together(match: Match) -> bool:
    """Return whether late players are handled only when all who have not chosen are late.

    So it is where several choose at once and the rules name a default: played at a deadline that everybody can read, it
    would tell the others whose choice it is. Until then the late may choose.
    """
    session = match.session
    if match.decision is None or not session.game.info.defaults:
        return False
    return all(session.game.default(session.state, seat) is not None for seat in session.deciding)


def following(before: Match | None, after: Match, terms: ClockTerms, now: datetime, calendars: Calendars) -> MatchClock:
    """Return the clock after a change of a match.

    `before` is None at its start; `after` has the clock as the change left it.
    """
    to_act = timed(after)
    if before is None or after.clock is None:
        clock = hosting_clock.begin(terms, len(after.seats), to_act, now, calendars)
        return hosting_clock.pause(clock, now) if _still(after) else clock
    clock = after.clock
    if after.session != before.session or after.seq != before.seq:
        clock = _after_event(before, after, clock, terms, now, calendars)
    if _still(after):
        return hosting_clock.pause(clock, now)
    return hosting_clock.resume(clock, to_act, now, calendars)


def _after_event(
    before: Match, after: Match, clock: MatchClock, terms: ClockTerms, now: datetime, calendars: Calendars
) -> MatchClock:
    had_to, must = timed(before), timed(after)
    sealed = {seat for seat, _, _ in after.session.sealed}
    if len(after.former) > len(before.former):
        seat = after.former[-1].seat
        # What it had sealed is gone, and with that its clock goes on as everybody has seen it run.
        clock = hosting_clock.opened(clock, sealed | {seat})
        return hosting_clock.handed_over(clock, terms, {seat}, must, now, calendars)
    clock = hosting_clock.opened(clock, sealed)
    last = after.history[-1] if after.history else None
    if after.seq == before.seq:  # one more choice was sealed, or one was changed
        return hosting_clock.sealed(clock, terms, had_to, must, now)
    if last is None or last.seq != after.seq:
        return hosting_clock.taken_back(clock, terms, _turns_gone(before, after), must, now, calendars)
    if last.kind == "position":
        return hosting_clock.handed_over(clock, terms, range(1, len(after.seats) + 1), must, now, calendars)
    if last.kind == "ruling":
        return clock
    game = after.session.game
    turned = game.turn(after.session.state) != game.turn(before.session.state)
    out = {last.seat} if last.kind == "forfeit" and last.seat is not None else set()
    answers = game.info.answers and len(before.session.deciding) == 1
    whose = game.owner(before.session.state) if answers else None
    # A player who resigned while another had to decide has not ended the other's turn, unless it was asked in theirs.
    turned = turned and (not out or bool(out & had_to) or whose in out)
    return hosting_clock.moved(
        clock, terms, had_to, must, now, calendars, turned=turned, out=out, owner=whose, answers=answers
    )


def _turns_gone(before: Match, after: Match) -> Counter[Seat]:
    if not before.session.game.info.answers:
        gone = before.history[len(after.history) :]
        return Counter(each.seat for each in gone if each.seat is not None and each.kind in ("turn", "joint"))
    left, now = len(after.session.entries), before.session.game.turn(before.session.state)
    played = [moment.last for moment in moments(before.session) if moment.entries > left and moment.last is not None]
    return Counter(last.seat for last in played if last.parts[0].turn < now and last.surrender is None)


def _still(match: Match) -> bool:
    return match.over or match.parked is not None or match.paused is not None


def _restarts(before: Match | None, after: Match) -> bool:
    return before is None or before.seq != after.seq or before.session != after.session or _still(before)


# Who has not come to a match of a league: a player who has to decide, and has made no turn of their own.


def missing(match: Match, seats: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats, in order, that have to decide and made no turn; none outside leagues."""
    waiting = sorted({*seats} & match.session.to_act)
    if match.terms.league is None or match.over or not waiting:
        return ()
    waiting = [seat for seat in waiting if not _has_moved(match, seat)]
    became = sittings(match.seats, match.events, match.started_at) if waiting else {}
    return tuple(seat for seat in waiting if not became[seat].made)


def absent_at(match: Match, now: datetime) -> tuple[Seat, ...]:
    """Return the seats of a match of a league whose first time is up without a turn."""
    return () if match.clock is None else missing(match, match.clock.late(now))


def _has_moved(match: Match, seat: Seat) -> bool:
    """Return whether a player entered a turn, by the first events; one that was taken back counts."""
    return any(
        event.kind == "turn" and event.seat == seat and event.data.get("cause") in OWN_CAUSES for event in match.events
    )


def warned_at(match: Match, seat: Seat) -> datetime | None:
    """Return when half of the time of a seat's decision is up; None while its clock doesn't run."""
    if match.clock is None:
        return None
    clock = match.clock.seat(seat)
    return clock.when(min(clock.full / 2, clock.left))


# What happens when a player's time is up.
#
# Whether a player is late is decided under the match's lock, not by the appointment: a turn that arrives at the same
# moment is either played before the timeout, which then doesn't happen, or comes too late.


_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class MatchClocks:
    """Keeps the clock of every match, and carries out the table's terms when a player's time is up."""

    core: Core
    matches: Matches

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        """Return a match with its clock after a change, and update the appointment at its end."""
        # Together, and at once: what is given back from here on counts from this moment.
        terms, now, given, after = (
            after.terms.clock,
            self.core.outages.now_in(after.guild_id),
            self.core.outages.last,
            self.matches.up_to_date(after),
        )
        if terms is None or (before is not None and after.clock is None):
            return after
        # Those who have chosen in secret too: for the eyes of the others their clocks run as before.
        starting = after.session.deciding - after.computers if not _still(after) else frozenset[Seat]()
        calendars = await clock_calendars(connection, after, starting, now) if _restarts(before, after) else {}
        clock = following(before, after, terms, now, calendars)
        after = replace(after, clock=replace(clock, given=given))
        due = time_up_at(after)
        if due is None:
            await deadlines.remove(connection, CLOCK, str(after.id))
        elif before is None or time_up_at(before) != due:
            await deadlines.put(connection, Deadline(CLOCK, str(after.id), due, None, after.guild_id))
        return after

    async def due(self, key: str, _payload: Json) -> None:
        """Handle every player whose time is up in a match; a handler of appointments."""
        match_id = int(key)
        while await self._settle(match_id):
            _log.debug("a player ran out of time in match %d", match_id)
        async with self.matches.hold(match_id) as match:
            if (due := time_up_at(match)) is not None:
                # The player was given more time meanwhile, or another one is next.
                await self.core.schedule.set(CLOCK, key, due, guild_id=match.guild_id)

    async def _settle(self, match_id: int) -> bool:
        """Handle the first seat that is late, or all late ones together; return whether there was one."""
        async with self.matches.changing(match_id) as (match, carry_out):
            late = _late(match, self.core.outages.now_in(match.guild_id))
            if late:
                await carry_out(self._what(match, late))
        return bool(late)

    def _what(self, match: Match, late: tuple[Seat, ...]) -> Change:
        if absent := absent_at(match, self.core.outages.now_in(match.guild_id)):
            return self._forfeited(match, absent)
        if (change := self._defaults(match, late)) is not None:
            return _told(change, late, "default", private_seats(match.session, change.match.session))
        seat = late[0]
        game, state, now = match.session.game, match.session.state, self.core.outages.now_in(match.guild_id)
        person_id = match.person_of(seat)
        match match.terms.timeout:
            case "forfeit":
                note = say("**{player}** lost on time.", player=Player(seat))
                change = replace(events.forfeit(match, seat, person_id, now, "time"), note=note)
            case "random":
                text = drawn_turn(game, state, seat, Chance(self.core.entropy(SEED_BYTES)))
                change = events.turn(match, match.session.play(seat, text), seat, person_id, now, "time")
            case _:
                change = Change(self._waiting(match, seat), now)
        return _told(change, (seat,), match.terms.timeout)

    def _forfeited(self, match: Match, absent: tuple[Seat, ...]) -> Change:
        """Make a player lose who didn't come to a match of a league, whatever the terms say for those who did.

        Where that ends the match and others had not come either, the log says so: none of them has won.
        """
        seat = absent[0]
        note = say("**{player}** didn't show up and lost on time.", player=Player(seat))
        change = events.forfeit(match, seat, match.person_of(seat), self.core.outages.now_in(match.guild_id), "time")
        over = change.match.session.outcome is not None
        return _told(replace(change, note=note), absent if over else absent[:1], "absent")

    def _defaults(self, match: Match, late: tuple[Seat, ...]) -> Change | None:
        """Play the rules' defaults for those who didn't decide, in one change; None where there are none."""
        session = match.session
        turns = {seat: default_turn(session.game, session.state, seat) for seat in late}
        for seat, text in turns.items():
            if text is None:
                return None
            session = session.play(seat, text)
        last = late[-1]
        return events.turn(
            match, session, last, match.person_of(last), self.core.outages.now_in(match.guild_id), "time"
        )

    def _waiting(self, match: Match, seat: Seat) -> Match:
        """Return a match in which a late player may still move, until people do something about it."""
        now = self.core.outages.now_in(match.guild_id)
        waiting = match if match.clock is None else replace(match, clock=marked(match.clock, seat, now))
        if match.terms.timeout != "substitute":
            return waiting
        text = say("{player}'s time is up, so I'm asking for a substitute.", player=Player(seat))
        return replace(waiting, paused=Paused(BOT, SUBSTITUTE, text, now))


def _told(change: Change, seats: Sequence[Seat], did: str, private: frozenset[Seat] = frozenset()) -> Change:
    """Return a change with its line in the log and its announcement.

    If others may not read an answer, only its seat learns that it was a default until the match is over: so organisers
    find it in the log, too, only then (`AuditCode.TIME_UP`).
    """
    match, notice = change.match, _NOTICES.get(did)
    for seat in seats:
        hidden: dict[str, Json] = {"veiled": True} if seat in private else {}
        change = change.logged(AuditCode.TIME_UP, BOT, seat=seat, did=did, **hidden)
    if match.session.outcome is not None or notice is None:
        return change
    posts: list[Posting] = []
    for seat in seats:
        if seat in private:
            posts.append(Posting("private", match.person_of(seat), TextPost(_VEILED.using(match=match.id))))
            continue
        text = notice.using(player=Player(seat))
        post = TextPost(text, organisers=did == "notice")
        posts += [Posting("nudge", place.channel_id, post) for place in match.places if place.role == "board"]
    vacancies = tuple(Vacancy(seat, BOT, "time") for seat in seats) if did == "substitute" else ()
    return replace(change, vacancies=vacancies, posts=tuple(posts))


def private_seats(before: Session, after: Session) -> frozenset[Seat]:
    """Return the seats of whose moves between two sessions others may not read all.

    A turn with a private part isn't announced: that the rest was a default would tell that this was one, too. A choice
    that is still sealed is private in any game.
    """
    new = after.entries[len(before.entries) :]
    return frozenset(entry.seat for entry in new if entry.veil is not None) | {seat for seat, _, _ in after.sealed}


def _late(match: Match, now: datetime) -> tuple[Seat, ...]:
    """Return the seats to handle, the earliest first; none if it isn't time yet."""
    at = time_up_at(match)
    if match.over or match.clock is None or at is None or at > now:
        return ()
    late = tuple(seat for seat in match.clock.late(now) if seat in match.session.to_act)
    return late if ends_together(match) else late[:1]


_VEILED = say("You didn't decide in time in match {match}, so I played what the rules say. Nobody else is told.")
_NOTICES: dict[str, Text] = {
    "default": say("{player} didn't decide in time, so I played what the rules say."),
    "random": say("{player} didn't decide in time, so I played a random legal turn."),
    "substitute": say("{player}'s time is up. The match is paused, and a substitute will start with a full clock."),
    "notice": say(
        "{player}'s time is up. The match goes on when they move; an organiser can give more time, find a "
        "substitute or decide the match with `/organise`."
    ),
}
