"""The first transaction of a match: its row, its seats and places, and the posts of its first board."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.chance import SEED_BYTES, Chance
from engine.info import Setup
from engine.session import Session
from hosting.clock.control import Terms
from hosting.lobby.errors import ChannelBusy
from hosting.lobby.seating import mode_named
from hosting.match.codec import posts_for
from hosting.match.model import Match, MatchSeat, Place, Start
from hosting.match.service import Games, Matches
from hosting.outbox.posts import add_posts
from hosting.runtime.entropy import Entropy
from hosting.runtime.time import Clock
from store import finding, matches
from store.names import distinct


class Beginning:
    """Writes matches that begin."""

    def __init__(self, clock: Clock, games: Games, started: Matches, entropy: Entropy) -> None:
        self._clock = clock
        self._games = games
        self._matches = started
        self._entropy = entropy

    async def write(
        self,
        connection: AsyncConnection,
        start: Start,
        places: Sequence[Place],
        names: Sequence[str],
        loadouts: tuple[str, ...] = (),
    ) -> Match:
        """Write a match in the caller's transaction; once that is committed, `Matches.started` takes it in.

        Args:
            connection: In a transaction.
            start: What begins.
            places: The match's channels; one of them has the role "board".
            names: Of the players, in the order of play.
            loadouts: What each seat has chosen before the start, empty where that is nothing.

        Raises:
            ChannelBusy: One of the places belongs to a match that runs.
        """
        await check_free(connection, places)
        game = self._games(start.game)
        mode = mode_named(game.info, start.mode)
        info = game.info
        setup = Setup(
            start.mode, start.options, info.data_version, start.position, info.rules_version, loadouts=loadouts
        )
        session = Session.start(game, setup, Chance(self._entropy(SEED_BYTES)))
        now, terms = self._clock.now(), Terms.load(start.terms)
        terms = terms.alone if mode.alone else terms
        people = zip(sorted(start.seats), distinct(names), strict=True)
        seats = tuple(MatchSeat(seat, start.seats[seat], name, mode.team_of(seat)) for seat, name in people)
        channel_id = next(place.channel_id for place in places if place.role == "board")
        match_id = await matches.add(
            connection,
            guild_id=start.guild_id,
            channel_id=channel_id,
            game=start.game,
            rules_version=info.rules_version,
            setup=session.setup,
            seed=session.chance.seed,
            to_act=sorted(session.to_act),
            organiser_id=start.host_id,
            seats=seats,
            match_places=places,
            at=now,
            terms=terms.dump(),
            origin=start.origin,
        )
        match = Match(
            id=match_id,
            guild_id=start.guild_id,
            channel_id=channel_id,
            game=start.game,
            setup=session.setup,
            seats=seats,
            places=tuple(sorted(places, key=lambda place: place.role)),
            status="running",
            seq=0,
            session=session,
            started_at=now,
            ended_at=None,
            organiser_id=start.host_id,
            terms=terms,
            origin=start.origin,
        )
        await add_posts(connection, match_id, 0, posts_for(match), now)
        return match


async def check_free(connection: AsyncConnection, places: Sequence[Place]) -> None:
    """Raise ChannelBusy if one of some places belongs to a match that runs."""
    for place in places:
        if (busy := await finding.busy_in(connection, place.channel_id)) is not None:
            raise ChannelBusy(busy)
