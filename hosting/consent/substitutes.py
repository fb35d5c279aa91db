"""Substitutes: people who take over a seat, after a call or because an organiser puts them there.

A call for a substitute is a request to people outside the match (`hosting.consent.agreements.Call`). The first to
answer has the seat; until then its player plays on, and may take the call back. In a match of a league, players of the
same season cannot take a seat: they could lose on purpose. Alternates of the season are asked a day before all others.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Json
from engine.seat import Seat
from engine.text import Member, Player, Quote, Text, say
from hosting.consent.agreements import (
    ASKED_LATELY,
    OUT_OF_GAME,
    PLAYS_ALONE,
    SUBSTITUTE_CALL,
    AlreadyAsked,
    Call,
    FormerPlayer,
    NoSuchSeat,
    PlaysThere,
    RequestClosed,
    waits_for,
)
from hosting.consent.requests import AGAIN, Requests, check_uncalled
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match import events
from hosting.match.audit import AuditCode
from hosting.match.events import Cause, Change, Fulfilled, Vacancy
from hosting.match.model import Match, MatchOver, NotSeated, Person, Request
from hosting.match.pipeline import announce
from hosting.match.service import Matches, playing
from hosting.outbox import Posting, TextPost, WelcomePost, add_posts
from store.league import entries
from store.tables import requests

ALTERNATES = timedelta(days=1)
"""How long after a call in a match of a league only waiting alternates, if there are any, can take the seat."""


def handover_text(match: Match) -> Text | None:
    """Return what a seat's new player learns with it and what not, for announcing; None if nothing.

    Sealed choices are dropped (`events.substitute`). The hand passes on: nobody could play the seat without seeing it.
    """
    if match.session.game.info.open:
        return None
    return say(
        "The new player sees everything the seat sees, including its hand. If the seat has made a secret "
        "choice, it's discarded unseen, and the new player chooses again."
    )


_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Substitutes:
    """Hands seats over. What these methods return has been written to disk."""

    core: Core
    matches: Matches
    requests: Requests

    async def leave(self, match_id: int, person_id: int) -> Request:
        """Look for a substitute for one's own seat.

        Raises:
            NoSuchMatch, MatchOver, NotSeated, HostingError (`out-of-game`, `plays-alone`): As it says.
            AlreadyAsked, HostingError (`asked-lately`): A substitute is being looked for, or was a moment ago.
            ValueError: Partners are silent in this match: `Requests.seek` has it announced.
        """
        async with self.matches.hold(match_id) as match:
            seat = _leaving(match, person_id)
            async with self.core.db.write() as connection:
                await self._check_lately(connection, match, seat, person_id)
                request = await self._call(connection, match, seat, person_id)
        self.core.outbox.drain()
        return request

    async def check_leaving(self, match: Match, person_id: int) -> None:
        """Raise what `leave` would raise now; nothing is written."""
        seat = _leaving(match, person_id)
        async with self.core.db.read() as connection:
            await self._check_lately(connection, match, seat, person_id)
            await check_uncalled(connection, match, seat)

    async def seek(self, match_id: int, seat: Seat, person_id: int) -> Request:
        """Look for a substitute, as an organiser. Raises NoSuchMatch, MatchOver, NoSuchSeat, AlreadyAsked."""
        async with self.matches.hold(match_id) as match:
            _check_seat(match, seat)
            async with self.core.db.write() as connection:
                request = await self._call(connection, match, seat, person_id, "organiser")
        self.core.outbox.drain()
        return request

    async def write(self, connection: AsyncConnection, match: Match, vacancy: Vacancy) -> None:
        try:
            await self._call(connection, match, vacancy.seat, vacancy.person_id, vacancy.cause)
        except AlreadyAsked:
            _log.info("there is a call for seat %d of match %d already", vacancy.seat, match.id)

    async def _call(
        self, connection: AsyncConnection, match: Match, seat: Seat, person_id: int, cause: Cause | None = None
    ) -> Request:
        """Write a call under the match's lock. Raises AlreadyAsked."""
        await check_uncalled(connection, match, seat)
        request = await self.requests.add(connection, match, Call(cause), seat, person_id)
        until = int((request.created_at + ALTERNATES).timestamp())
        text = TextPost(_ASKED_FIRST.using(match=match.id, seat=seat, at=until))
        waiting = await _alternates_of(connection, match) - {each.person_id for each in match.seats}
        posts = [Posting("private", each, text) for each in sorted(waiting)]
        await add_posts(connection, match.id, match.seq, posts, request.created_at)
        return request

    async def take(self, request_id: int, person: Person) -> Match:
        """Take over a seat that needs a substitute; a match that was paused for it goes on.

        Raises RequestClosed, MatchOver, HostingError (`no-such-request`); PlaysThere, FormerPlayer, HostingError
        (`rival-in-season`, `alternates-first`): as `check` says.
        """

        async def decide(match: Match) -> Change:
            request = await self.requests.get(request_id)
            if request.status != "open" or request.kind != SUBSTITUTE_CALL:
                raise RequestClosed(request)
            await self.check(match, request.seat, person, request)
            # The player who pressed the button knows, so nobody has to be called.
            change = self._handed_over(match, request.seat, person, person.person_id)
            return replace(change, fulfils=Fulfilled(request, person.person_id))

        return await self.matches.change((await self.requests.get(request_id)).match_id, decide)

    async def replace(
        self, match_id: int, seat: Seat, person: Person, by_person_id: int, *, excused: bool = False
    ) -> Match:
        """Put a player on a seat, as an organiser, and tell them in the channel.

        `excused`: the former player is excused, so that a lost game isn't theirs. Raises NoSuchMatch, MatchOver,
        NoSuchSeat, PlaysThere, FormerPlayer, HostingError (`rival-in-season`): as `check` says.
        """

        async def decide(match: Match) -> Change:
            await self.check(match, seat, person)
            change = self._handed_over(match, seat, person, by_person_id, excused=excused)
            return replace(change, posts=(Posting("request", match.home(seat), WelcomePost(person.person_id, seat)),))

        return await self.matches.change(match_id, decide)

    async def announce(self, match_id: int, seat: Seat, person: Person) -> None:
        """Announce that an organiser is about to give a seat to a player, who will see what is hidden.

        Raises NoSuchMatch, MatchOver, NoSuchSeat, PlaysThere, FormerPlayer, HostingError (`rival-in-season`): as
        `check` says.
        """
        async with self.matches.hold(match_id) as match:
            await self.check(match, seat, person)
            passes = handover_text(match)
            if passes is None:
                return
            text = say(
                "An organiser is about to replace {old} with **{new}**. {passes}",
                new=Member(person.person_id),
                old=Player(seat),
                passes=passes,
            )
            async with self.core.db.write() as connection:
                await announce(connection, match, text, self.core.clock.now())
        self.core.outbox.drain()

    async def hand_on(self, match_id: int, seat: Seat, person: Person) -> Match:
        """Give a seat to the player who replaces another in its entry of a league, and tell them in the channel.

        Raises NoSuchMatch, MatchOver, NoSuchSeat, PlaysThere, FormerPlayer: as `check` says.
        """

        async def decide(match: Match) -> Change:
            _check_free(match, seat, person)
            change = self._handed_over(match, seat, person, events.BOT)
            return replace(change, posts=(Posting("request", match.home(seat), WelcomePost(person.person_id, seat)),))

        return await self.matches.change(match_id, decide)

    async def check(self, match: Match, seat: Seat, person: Person, call: Request | None = None) -> None:
        """Check that a person can take over a seat.

        `call`: the request they answer; None if an organiser puts them there.

        Raises:
            MatchOver, NoSuchSeat: There is nothing to take over.
            PlaysThere, FormerPlayer: The person plays in the match already, or did.
            HostingError (`rival-in-season`): The person plays in the same season of a league.
            HostingError (`alternates-first`): Alternates of the season are asked first, and their day isn't over.
        """
        _check_free(match, seat, person)
        if match.terms.league is None or any(
            (each.seat, each.person_id) == (seat, person.person_id) for each in match.former
        ):
            return  # also for those who come back to the seat that was theirs
        async with self.core.db.read() as connection:
            seasons = [season for season, _ in await entries.playing(connection, person.person_id)]
            waiting = await _alternates_of(connection, match) if call is not None else frozenset()
        if match.terms.league in seasons:
            raise HostingError(
                say(
                    "{player} is also in this season, so they can't take over another player's seat.",
                    player=Quote(person.name),
                ),
                code="rival-in-season",
            )
        if call is not None and waiting and person.person_id not in waiting:
            until = call.created_at + ALTERNATES
            if self.core.clock.now() < until:
                raise HostingError(
                    say(
                        "This league's alternates are asked first: until <t:{at}:f> only they can take this "
                        "seat. `/league join alternate:True` makes you one.",
                        at=int(until.timestamp()),
                    ),
                    code="alternates-first",
                )

    def _handed_over(
        self, match: Match, seat: Seat, person: Person, by_person_id: int, *, excused: bool = False
    ) -> Change:
        change = events.substitute(match, seat, person, by_person_id, self.core.clock.now(), excused=excused)
        if waits_for(match, seat):
            change = replace(change, match=replace(change.match, paused=None))
        now, was = change.match.seats[seat - 1], change.match.former[-1]
        detail: dict[str, Json] = {"excused": True} if excused else {}
        return change.logged(
            AuditCode.REPLACED,
            by_person_id,
            **detail,
            seat=seat,
            was=was.person_id,
            user=now.person_id,
        )

    async def _check_lately(self, connection: AsyncConnection, match: Match, seat: Seat, person_id: int) -> None:
        last = await requests.latest(connection, match.id, seat, SUBSTITUTE_CALL)
        if (
            last is not None
            and (last.status, last.person_id, last.seq) == ("withdrawn", person_id, match.seq)
            and self.core.clock.now() - last.created_at < AGAIN
        ):
            raise HostingError(*ASKED_LATELY)


def _leaving(match: Match, person_id: int) -> Seat:
    """Return the seat that a player may ask a substitute for. Raises what `Substitutes.leave` says of the match."""
    if match.silent:  # R29
        raise ValueError(f"a call of a player of silent match {match.id} is announced")
    seat = match.seat_of(person_id)
    if seat is None:
        raise NotSeated
    _check_seat(match, seat, own=True)
    if match.alone:
        raise HostingError(*PLAYS_ALONE)
    return seat


def _check_free(match: Match, seat: Seat, person: Person) -> None:
    """Check that a seat can be handed over to a person. Raises MatchOver, NoSuchSeat, PlaysThere, FormerPlayer."""
    _check_seat(match, seat)
    if (own := match.seat_of(person.person_id)) is not None:
        raise PlaysThere(own, match.names)
    # They know what another seat knows; and with silent partners they may have talked about it since (R29).
    if any(each.person_id == person.person_id and (each.seat != seat or match.silent) for each in match.former):
        raise FormerPlayer(person.name)


async def _alternates_of(connection: AsyncConnection, match: Match) -> frozenset[int]:
    """Return the waiting alternates of a match's season; none outside leagues."""
    if match.terms.league is None:
        return frozenset()
    alternates = await entries.alternates_of(connection, match.terms.league)
    return frozenset(each.person_id for each in alternates if each.over_at is None)


def _check_seat(match: Match, seat: Seat, *, own: bool = False) -> None:
    if match.over:
        raise MatchOver
    if seat not in playing(match):
        if own:
            raise HostingError(*OUT_OF_GAME)
        raise NoSuchSeat


_ASKED_FIRST = say(
    "Match {match} of your league needs a substitute for seat {seat}. Until <t:{at}:f> only alternates can "
    "take it: press the button under the call in the match's channel. You stay an alternate."
)
