"""What happens when a player's time is up.

The appointment only wakes this module up: whether a player is late is found out under the match's lock, so that a turn
that arrives at the same moment either is played before, and nothing happens, or comes too late.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from engine.chance import SEED_BYTES, Chance
from engine.game import Json
from engine.luck import default_turn, drawn_turn
from engine.seat import Seat
from engine.session import Session
from engine.text import Player, Text, say
from hosting.clock.match_clock import marked
from hosting.consent.agreements import SUBSTITUTE
from hosting.match import events
from hosting.match.audit import AuditCode
from hosting.match.events import BOT, Change, Vacancy, submitted
from hosting.match.model import Match, Paused
from hosting.match.service import Matches
from hosting.outbox.posts import Posting, TextPost
from hosting.runtime.entropy import Entropy
from hosting.runtime.scheduler import Schedule
from hosting.runtime.time import Clock
from hosting.timekeeping.keeper import ends_together, time_up_at
from hosting.timekeeping.presence import absent_at
from hosting.uptime.outages import CLOCK

_log = logging.getLogger(__name__)


class Timeouts:
    """Does what a table agreed on when a player's time is up."""

    def __init__(self, clock: Clock, matches: Matches, schedule: Schedule, entropy: Entropy) -> None:
        self._clock = clock
        self._matches = matches
        self._schedule = schedule
        self._entropy = entropy

    async def due(self, key: str, _payload: Json) -> None:
        """Look whose time is up in a match; a handler of appointments."""
        match_id = int(key)
        while await self._settle(match_id):
            _log.debug("a player ran out of time in match %d", match_id)
        async with self._matches.hold(match_id) as match:
            if (due := time_up_at(match)) is not None:
                # The player was given more time meanwhile, or another one is next.
                await self._schedule.set(CLOCK, key, due)

    async def _settle(self, match_id: int) -> bool:
        """Deal with the first seat that is late, or with all that are late together; return whether there was one."""
        async with self._matches.changing(match_id) as (match, carry_out):
            late = _late(match, self._clock.now())
            if late:
                await carry_out(self._what(match, late))
        return bool(late)

    def _what(self, match: Match, late: tuple[Seat, ...]) -> Change:
        """Return what is done because the time of these seats is up."""
        if absent := absent_at(match, self._clock.now()):
            return self._forfeited(match, absent)
        if (change := self._defaults(match, late)) is not None:
            return _told(change, late, "default", private_seats(match.session, change.match.session))
        seat = late[0]
        game, state, now = match.session.game, match.session.state, self._clock.now()
        person_id = match.person_of(seat)
        match match.terms.timeout:
            case "forfeit":
                note = say("**{player}** lost on time.", player=Player(seat))
                change = replace(events.forfeit(match, seat, person_id, now, "time"), note=note)
            case "random":
                text = drawn_turn(game, state, seat, Chance(self._entropy(SEED_BYTES)))
                change = submitted(match, match.session.play(seat, text), seat, person_id, now, "time")
            case _:
                change = Change(self._waiting(match, seat), now)
        return _told(change, (seat,), match.terms.timeout)

    def _forfeited(self, match: Match, absent: tuple[Seat, ...]) -> Change:
        """Have a player lose who did not come to a match of a league, whatever is agreed on for those who did.

        Where that ends the match and others had not come either, the log says so: none of them has won.
        """
        seat = absent[0]
        note = say("**{player}** did not come and lost on time.", player=Player(seat))
        change = events.forfeit(match, seat, match.person_of(seat), self._clock.now(), "time")
        over = change.match.session.outcome is not None
        return _told(replace(change, note=note), absent if over else absent[:1], "absent")

    def _defaults(self, match: Match, late: tuple[Seat, ...]) -> Change | None:
        """Play what the rules say for those who did not decide, in one change; None where they say nothing of it."""
        session = match.session
        turns = {seat: default_turn(session.game, session.state, seat) for seat in late}
        for seat, text in turns.items():
            if text is None:
                return None
            session = session.play(seat, text)
        last = late[-1]
        return submitted(match, session, last, match.person_of(last), self._clock.now(), "time")

    def _waiting(self, match: Match, seat: Seat) -> Match:
        """Return a match in which a late player may still move, until people do something about it."""
        now = self._clock.now()
        waiting = match if match.clock is None else replace(match, clock=marked(match.clock, seat, now))
        if match.terms.timeout != "substitute":
            return waiting
        text = say("The time of {player} is up, and a substitute is asked for.", player=Player(seat))
        return replace(waiting, paused=Paused(BOT, SUBSTITUTE, text, now))


def _told(change: Change, seats: Sequence[Seat], did: str, private: frozenset[Seat] = frozenset()) -> Change:
    """Return a change with what the log and the table are told of it.

    That an answer which others may not read was a default, its seat alone is told until the match is over: so the log
    of organisers has it, too, only then (`AuditCode.TIME_UP`).

    Args:
        change: What is done.
        seats: Whose time is up.
        did: "absent", "default", "forfeit", "random", "substitute" or "notice".
        private: Those of whose moves others may not read all.
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

    Of a turn with a private part nothing is told: that the rest was a default would tell that this was one, too. A
    choice that is still sealed is private in any game.
    """
    new = after.entries[len(before.entries) :]
    return frozenset(entry.seat for entry in new if entry.veil is not None) | {seat for seat, _, _ in after.sealed}


def _late(match: Match, now: datetime) -> tuple[Seat, ...]:
    """Return the seats that something is to be done about, the earliest first; none if it is not time yet."""
    at = time_up_at(match)
    if match.over or match.clock is None or at is None or at > now:
        return ()
    late = tuple(seat for seat in match.clock.late(now) if seat in match.session.to_act)
    return late if ends_together(match) else late[:1]


_VEILED = say(
    "You did not decide in time in match {match}; what the rules say for that was played. Nobody else is told."
)
_NOTICES: dict[str, Text] = {
    "default": say("{player} did not decide in time; what the rules say for that was played."),
    "random": say("{player} did not decide in time; a legal turn was drawn and played."),
    "substitute": say("The time of {player} is up. The match is paused, and a substitute starts with a full clock."),
    "notice": say(
        "The time of {player} is up. The match goes on when they move; an organiser can give more time, look for a "
        "substitute or decide the match with `/organise`."
    ),
}
