"""What happens when somebody's time is up.

The appointment only wakes this module up: whether somebody is late is found out under the match's lock, so that a turn
that arrives at the same moment either is played before, and nothing happens, or comes too late.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.game import Json, Seat
from engine.luck import drawn_turn
from engine.text import Player, Text, dump_text, say
from hosting import audit, changes
from hosting.agreements import SUBSTITUTE
from hosting.audit import Code
from hosting.changes import BOT, Change
from hosting.clock import Clock
from hosting.clocking import CLOCK
from hosting.clocks import marked
from hosting.matches import Matches, played
from hosting.model import Match, Paused, PostKind
from hosting.refusals import AlreadyAsked
from hosting.schedule import Schedule
from hosting.substitutes import Substitutes
from store import outbox
from store.audit import of_match as entries_of_match

Entropy: TypeAlias = Callable[[int], bytes]
"""Returns so many bytes that nobody can foresee: `secrets.token_bytes`."""

ORGANISER = "organiser"
"""In the payload of a post of kind "nudge": it calls those who organise matches."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _TimeUp:
    """What is done about a seat whose time is up.

    Attributes:
        seat: Which.
        did: For the audit log: "default", "forfeit", "random", "substitute" or "notice".
        change: What happens to the match.
        decision: The decision that several make in secret, and this seat has not made in time; None if it was another.
    """

    seat: Seat
    did: str
    change: Change | Match
    decision: int | None = None


class Timeouts:
    """Does what a table agreed on when a player's time is up."""

    def __init__(
        self, clock: Clock, matches: Matches, schedule: Schedule, substitutes: Substitutes, entropy: Entropy
    ) -> None:
        self._clock = clock
        self._matches = matches
        self._schedule = schedule
        self._substitutes = substitutes
        self._entropy = entropy
        schedule.handle(CLOCK, self._due)
        matches.add_writer(self._opened)

    async def _due(self, key: str, _payload: Json) -> None:
        match_id = int(key)
        while await self._settle(match_id):
            _log.debug("somebody ran out of time in match %d", match_id)
        async with self._matches.hold(match_id) as match:
            if match.clock is not None and (due := match.clock.next_due) is not None:
                # Somebody was given more time meanwhile, or another one is next.
                await self._schedule.set(CLOCK, key, due)

    async def _settle(self, match_id: int) -> bool:
        """Deal with the first seat that is late; return whether there was one."""
        found: _TimeUp | None = None

        async def decide(match: Match) -> Change | Match | None:
            nonlocal found
            now = self._clock.now()
            late = [] if match.over or match.clock is None else match.clock.late(now)
            late = [seat for seat in late if seat in match.session.to_act]
            if not late:
                return None
            found = self._what(match, late[0])
            return found.change

        async def also(connection: AsyncConnection, after: Match) -> None:
            if found is None:
                raise AssertionError(f"nobody is late in match {match_id}")
            await self._tell(connection, after, found)

        await self._matches.change(match_id, decide, also)
        return found is not None

    def _what(self, match: Match, seat: Seat) -> _TimeUp:
        game, state, now = match.session.game, match.session.state, self._clock.now()
        user_id = match.user_of(seat)
        default = game.default(state, seat)
        if default is not None:
            session = match.session.play(seat, game.format(state, seat, default))
            decision = match.decision if match.secret else None
            return _TimeUp(seat, "default", played(match, session, seat, user_id, now, "time"), decision)
        match match.terms.timeout:
            case "forfeit":
                change = changes.forfeit(match, seat, user_id, now, "time")
                return _TimeUp(
                    seat, "forfeit", replace(change, note=say("**{player}** lost on time.", player=Player(seat)))
                )
            case "random":
                text = drawn_turn(game, state, seat, Chance(self._entropy(SEED_BYTES)))
                session = match.session.play(seat, text)
                return _TimeUp(seat, "random", played(match, session, seat, user_id, now, "time"))
            case did:
                return _TimeUp(seat, did, self._waiting(match, seat))

    def _waiting(self, match: Match, seat: Seat) -> Match:
        """Return a match in which a late player may still move, until people do something about it."""
        now = self._clock.now()
        waiting = match if match.clock is None else replace(match, clock=marked(match.clock, seat, now))
        if match.terms.timeout != "substitute":
            return waiting
        text = say("The time of {player} is up, and a substitute is sought.", player=Player(seat))
        return replace(waiting, paused=Paused(BOT, SUBSTITUTE, text, now))

    async def _tell(self, connection: AsyncConnection, after: Match, found: _TimeUp) -> None:
        now = self._clock.now()
        detail: dict[str, Json] = {} if found.decision is None else {"decision": found.decision}
        await audit.note(connection, after, Code.TIME_UP, BOT, now, seat=found.seat, did=found.did, **detail)
        # That somebody's choice is the default would tell what it is while others still choose.
        if after.over or (found.decision is not None and found.decision == after.decision):
            return
        if found.did == "substitute":
            try:
                await self._substitutes.call(connection, after, found.seat, BOT, "time")
            except AlreadyAsked:
                _log.info("somebody is sought for seat %d of match %d already", found.seat, after.id)
        notice = _NOTICES.get(found.did)
        if notice is not None:
            text = Text(notice.template, (("player", Player(found.seat)),))
            payload: dict[str, Json] = {"text": dump_text(text)}
            if found.did == "notice":
                payload[ORGANISER] = True
            await self._post(connection, after, payload)

    async def _opened(self, connection: AsyncConnection, before: Match | None, after: Match) -> Match:
        """Tell, once the choices of several are open, who did not choose in time; a writer of `Matches`."""
        if before is None or before.clock is None or before.decision in (None, after.decision) or after.over:
            return after
        late = {
            each.detail["seat"]
            for each in await entries_of_match(connection, after.id)
            if each.code == Code.TIME_UP and each.detail.get("decision") == before.decision
        }
        for seat in sorted(before.session.deciding & late):
            if _chose_nothing(before, after, seat):
                text = Text(_NOTICES["default"].template, (("player", Player(seat)),))
                await self._post(connection, after, {"text": dump_text(text)})
        return after

    async def _post(self, connection: AsyncConnection, match: Match, payload: Mapping[str, Json]) -> None:
        posts: list[tuple[PostKind, int, Mapping[str, Json]]] = [
            ("nudge", place.channel_id, payload) for place in match.places if place.role == "board"
        ]
        await outbox.add(connection, match.id, match.seq, posts, self._clock.now())


def _chose_nothing(before: Match, after: Match, seat: Seat) -> bool:
    """Return whether a seat's choice that was opened is the default: whoever was late may have chosen after all."""
    game, state = before.session.game, before.session.state
    default = game.format(state, seat, game.default(state, seat))
    new = after.session.entries[len(before.session.entries) :]
    return any((entry.seat, entry.text) == (seat, default) for entry in new)


_NOTICES: dict[str, Text] = {
    "default": say("{player} did not decide in time; what the rules say for that was played."),
    "random": say("{player} did not decide in time; a legal turn was drawn and played."),
    "substitute": say(
        "The time of {player} is up. The match is paused, and whoever takes over the seat has a full clock."
    ),
    "notice": say(
        "The time of {player} is up. The match goes on when they move; an organiser can give more time, look for a "
        "substitute or decide the match with `/organise`."
    ),
}
