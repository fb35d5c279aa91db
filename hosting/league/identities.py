"""Who the people of an imported season are: players say so, organisers confirm it.

The file of a season knows people by a number and a name. Here each of them is a person without an account, a stranger,
until an organiser confirms that a member of the server is them; from then on their entry, results and titles are that
member's. A number has one person, and a person one number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import Quote, Text, say
from hosting.league.calls import Calls
from hosting.league.changing import changing
from hosting.league.deciding import plays_in
from hosting.league.errors import (
    ClaimsAnother,
    NoSuchClaim,
    NoSuchLeague,
    NoSuchStranger,
    OwnClaim,
    PlaysInDivision,
    StrangerTaken,
    TooManyClaims,
)
from hosting.league.state import State
from hosting.league.telling import report
from hosting.outbox.posts import Posting, TextPost, add_posts_about
from hosting.runtime.time import Clock
from store.database import Database
from store.league import entries, identities, seasons
from store.league.identities import Claim, ClaimedTwice, ClaimState, Named
from store.league.values import StoredSeason
from store.values import Subject

MOST_CLAIMS = 5
"""Of one person in a season, those that were refused or taken back with them: each calls organisers."""
_CONFIRMED = say("{league}: an organiser confirmed that you are {name}. What they played there is yours now.")
_REFUSED = say("{league}: an organiser did not confirm that you are {name}. Ask them if that is a mistake.")


@dataclass(frozen=True, slots=True)
class Stranger:
    """A person of the file of an imported season who was not deleted.

    Attributes:
        number: By which the file knows them.
        name: As in the file.
        entry: The entry for which they play or played at the start, by our own number; None for none.
        person_id: Who they are; None until it is confirmed.
        claim: That somebody says to be them, where it waits for an organiser.
    """

    number: int
    name: str
    entry: int | None
    person_id: int | None
    claim: Claim | None


class Identities:
    """Finds out who is who. All methods raise NoSuchLeague, and those that change something ChangedMeanwhile."""

    def __init__(self, database: Database, clock: Clock, calls: Calls, linked: Callable[[int], None]) -> None:
        self._db = database
        self._clock = clock
        self._calls = calls
        self._linked = linked

    async def strangers(self, season_id: int) -> tuple[Stranger, ...]:
        """Return the people of the file of a season by their numbers; none where it was not imported."""
        async with self._db.read() as connection:
            if await seasons.load(connection, season_id) is None:
                raise NoSuchLeague
            people = await identities.people_of(connection, season_id)
            claims = {each.number: each for each in await identities.claims_of(connection, season_id)}
            players = await entries.players_of(connection, season_id) if people else []
        of = {each.person_id: each.entry for each in players}
        return tuple(
            Stranger(
                number=each.number,
                name=each.name,
                entry=of.get(each.person_id),
                person_id=each.person_id if each.found else None,
                claim=claims.get(each.number),
            )
            for each in people
            if each.left_at is None
        )

    async def ask(self, season_id: int, number: int, person_id: int) -> Claim:
        """Have a person say that they are one of a file; saying it again changes nothing.

        Raises:
            NoSuchStranger, StrangerTaken, ClaimsAnother, TooManyClaims: As it says.
        """
        try:
            async with changing(self._db, self._calls, season_id) as (connection, at):
                person = await _person(connection, season_id, number)
                live = await identities.claims_of(connection, season_id)
                if (mine := next((each for each in live if each.person_id == person_id), None)) is not None:
                    if mine.number == number:
                        return mine
                    raise ClaimsAnother
                if person.found or any(each.number == number for each in live):
                    raise StrangerTaken
                await _check_free(connection, season_id, person_id)
                if await identities.asked_by(connection, season_id, person_id) >= MOST_CLAIMS:
                    raise TooManyClaims
                now = self._clock.now()
                wanted = Claim(0, season_id, at.season.guild_id, number, person_id, "asked", now)
                made = await identities.add_claim(connection, wanted)
                await report(connection, at.season, "claim", now, made.id)
                return made
        except ClaimedTwice as error:
            raise ClaimsAnother from error

    async def take_back(self, season_id: int, person_id: int) -> Claim:
        """Have a person say no longer that they are one of a file. Raises NoSuchClaim."""
        async with changing(self._db, self._calls, season_id) as (connection, _):
            live = await identities.claims_of(connection, season_id)
            mine = next((each for each in live if each.person_id == person_id), None)
            if mine is None:
                raise NoSuchClaim
            return await self._decide(connection, mine, "withdrawn", None)

    async def confirm(self, season_id: int, number: int, organiser_id: int, *, claim: int | None = None) -> Claim:
        """Confirm that who says to be one of a file is them: what that one plays or played is theirs from now on.

        Args:
            season_id: Which season.
            number: Of the person in the file.
            organiser_id: Who confirms it.
            claim: The claim that the organiser saw, so that no other one is confirmed; None for the live one.

        Raises:
            NoSuchStranger, NoSuchClaim, OwnClaim: As it says.
            PlaysInDivision: The organiser plays in the same division, and the season goes on.
            ClaimsAnother: The person came into the season otherwise meanwhile.
        """
        try:
            async with changing(self._db, self._calls, season_id) as (connection, at):
                person, live = await self._claimed(connection, at, number, organiser_id, claim)
                await _check_free(connection, season_id, live.person_id)
                await identities.link(connection, person, live.person_id)
                made = await self._decide(connection, live, "confirmed", organiser_id)
                await self._tell(connection, at.season, made, person, _CONFIRMED)
                if at.season.closed_at is None:
                    await self._calls.now(connection, at.season)
        except IntegrityError as error:
            raise ClaimsAnother from error
        self._linked(season_id)
        return made

    async def refuse(self, season_id: int, number: int, organiser_id: int, *, claim: int | None = None) -> Claim:
        """Do not believe who says to be one of a file; arguments and errors as of `confirm`."""
        async with changing(self._db, self._calls, season_id) as (connection, at):
            person, live = await self._claimed(connection, at, number, organiser_id, claim)
            made = await self._decide(connection, live, "refused", organiser_id)
            await self._tell(connection, at.season, made, person, _REFUSED)
            return made

    async def _claimed(
        self, connection: AsyncConnection, at: State, number: int, organiser_id: int, claim: int | None
    ) -> tuple[Named, Claim]:
        """Return a person of a file and the claim to be them, which an organiser may decide."""
        person = await _person(connection, at.season.id, number)
        there = await identities.claims_of(connection, at.season.id)
        live = next((each for each in there if each.number == number and claim in (None, each.id)), None)
        if live is None:
            raise NoSuchClaim
        if live.person_id == organiser_id:
            raise OwnClaim
        players = await entries.players_of(connection, at.season.id)
        of = {each.person_id: each.entry for each in players}
        home = next((each.division for each in at.entries if each.id == of.get(person.person_id)), None)
        if at.season.closed_at is None and home is not None and organiser_id in plays_in(players, at.entries, {home}):
            raise PlaysInDivision
        return person, live

    async def _decide(
        self, connection: AsyncConnection, claim: Claim, state: ClaimState, organiser_id: int | None
    ) -> Claim:
        decided = replace(claim, state=state, decided_at=self._clock.now(), organiser_id=organiser_id)
        return await identities.save_claim(connection, decided)

    async def _tell(
        self, connection: AsyncConnection, season: StoredSeason, claim: Claim, person: Named, text: Text
    ) -> None:
        league = await seasons.league(connection, season.league_id)
        if league is not None:
            words = text.using(league=Quote(league.name), name=Quote(person.name or str(person.number)))
            post = Posting("private", claim.person_id, TextPost(words, unbegun=season.guild_id))
            at: datetime = self._clock.now()
            await add_posts_about(connection, Subject("league", season.id), [post], at)


async def _person(connection: AsyncConnection, season_id: int, number: int) -> Named:
    """Return a person of a file who was not deleted. Raises NoSuchStranger."""
    people = await identities.people_of(connection, season_id)
    found = next((each for each in people if each.number == number and each.left_at is None), None)
    if found is None:
        raise NoSuchStranger
    return found


async def _check_free(connection: AsyncConnection, season_id: int, person_id: int) -> None:
    """Check that a person neither is one of the file nor plays or played in the season. Raises ClaimsAnother."""
    if await identities.linked_to(connection, season_id, [person_id]):
        raise ClaimsAnother
    if any(each.person_id == person_id for each in await entries.players_of(connection, season_id)):
        raise ClaimsAnother
