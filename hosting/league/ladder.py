"""Challenges on a ladder: who may challenge whom, and their outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.text import say, say_n
from hosting.core import Core
from hosting.errors import HostingError
from hosting.league import model
from hosting.league.announcements import report
from hosting.league.errors import (
    NOT_A_LADDER,
    NOT_IN_LEAGUE,
    league_not_running,
)
from hosting.league.model import PausedTime, SeasonState
from hosting.league.schedule import SeasonTimer, changing, entry_of
from hosting.league.standings import values
from hosting.league.standings.values import ladder_positions
from hosting.league.terms import LadderTerms
from hosting.match.partners import check_invitation
from store.league import entries, fixtures
from store.league.seasons import Challenge, ChallengeStatus, Fixture, Side, StoredSeason, Why

# The rules of challenges on a ladder: who may challenge whom, which refusals count as lost, who drops a place.


ANSWER = timedelta(days=3)
"""How long a challenged player has to answer."""


def ladder_of(state: SeasonState) -> LadderTerms:
    """Return the terms of a season's ladder. Raises HostingError (`not-a-ladder`)."""
    if state.terms.ladder is None:
        raise HostingError(*NOT_A_LADDER)
    return state.terms.ladder


def standing(state: SeasonState) -> list[int]:
    """Return the present entries, from the top down."""
    return [each for each in ladder_positions(state.entries, state.fixtures) if each not in state.gone]


def check_challenge(
    state: SeasonState, challenges: Sequence[Challenge], one: int, other: int, now: datetime, lost: PausedTime
) -> None:
    """Check that one entry may challenge another.

    `lost` time doesn't count, so that it shortens nobody's protection. Raises HostingError (`challenge-waits`,
    `challenged-already`, `not-a-ladder`, `out-of-reach`, `challenge-protected`).
    """
    terms, ranked = ladder_of(state), standing(state)
    if other not in ranked or not 0 < ranked.index(one) - ranked.index(other) <= terms.reach:
        raise HostingError(
            say_n(
                "You can challenge opponents up to {count} place above you.",
                "You can challenge opponents up to {count} places above you.",
                terms.reach,
            ),
            code="out-of-reach",
        )
    live = [side for each in state.fixtures if each.open for side in each.sides]
    waiting = [each for each in challenges if each.status == "open"]
    if any(each.entry == one for each in waiting) or any(side.entry == one and side.challenger for side in live):
        raise HostingError(
            say(
                "You've already challenged a player: wait for their answer and, if they accept, for the end of "
                "that match."
            ),
            code="challenge-waits",
        )
    if any(each.against == other for each in waiting) or any(
        side.entry == other and not side.challenger for side in live
    ):
        raise HostingError(
            say("That entry already has an open challenge: wait until that match has been played."),
            code="challenged-already",
        )
    ended = [each.ended_at for each in state.fixtures if other in each.entries and each.was_played and each.ended_at]
    if ended:
        until = max(ended) + timedelta(days=terms.protection) + lost.between(max(ended), now)
        if until > now:
            raise HostingError(
                say("That entry has just played and can't be challenged until <t:{at}:f>.", at=int(until.timestamp())),
                code="challenge-protected",
            )


def is_challenge_lost(state: SeasonState, challenges: Sequence[Challenge], refused: Challenge) -> bool:
    """Return whether a refused challenge counts as lost, as too many in a row were refused before."""
    answers = [each.status for each in challenges if each.against == refused.against and each.id < refused.id]
    row = 0
    for status in reversed([each for each in answers if each != "withdrawn"]):
        if status != "refused":
            break
        row += 1
    return row >= ladder_of(state).refusals


def challenge_fixture(state: SeasonState, one: int, other: int, now: datetime, why: Why | None = None) -> Fixture:
    """Return the fixture of a challenge by `one`; the first seat goes to the entry that has had it less often.

    `why` it's over already: "forfeit" has the challenger as its winner, "inactivity" nobody; None to play it.
    """

    def leaning(entry: int) -> int:
        matches = (each for each in state.fixtures if not each.is_fall)
        return sum(1 if side.seat == 1 else -1 for each in matches for side in each.sides if side.entry == entry)

    order = (one, other) if leaning(one) < leaning(other) else (other, one)
    got = dict(zip(order, values.forfeit_points(state.terms, order, {other}), strict=True)) if why == "forfeit" else {}
    return Fixture(
        id=0,
        division=1,
        stage="ladder",
        round=1,
        leg=1,
        board=1 + max((each.board for each in state.fixtures), default=0),
        sides=tuple(Side(seat, entry, got.get(entry), challenger=entry == one) for seat, entry in enumerate(order, 1)),
        status="planned" if why is None else "over",
        why=why,
        planned_at=now,
        ended_at=None if why is None else now,
        method="challenge",
    )


def idle_entries(
    state: SeasonState, challenges: Sequence[Challenge], now: datetime, lost: PausedTime
) -> tuple[int, int] | None:
    """Return an entry that has not played for too long and the one below it, which has; None for none."""
    terms = ladder_of(state)
    if terms.inactivity is None or state.season.started_at is None:
        return None
    time = timedelta(days=terms.inactivity)
    signs, falls = _signs(state, challenges, now, state.season.started_at)
    played = {
        side.entry: fixture.ended_at or now
        for fixture in sorted(state.fixtures, key=lambda each: each.ended_at or now)
        if fixture.was_played or fixture.status == "running"
        for side in fixture.sides
    }

    def is_active(last: datetime) -> bool:
        return now - last - lost.between(last, now) < time

    for above, below in pairwise(standing(state)):
        if above in state.vacant:
            continue  # nobody can play for it yet
        fallen = max(signs[above], falls.get(above, signs[above]))
        if below in played and is_active(played[below]) and not is_active(fallen):
            return above, below
    return None


def last_sign(state: SeasonState, challenges: Iterable[Challenge]) -> datetime | None:
    """Return when a player last joined, challenged or began a match on a ladder; None while a match is to be played."""
    known = list(challenges)
    if any(each.open for each in state.fixtures) or any(each.status == "open" for each in known):
        return None
    times = [state.season.started_at, *(each.joined_at for each in state.entries), *(each.asked_at for each in known)]
    times += [each.ended_at for each in state.fixtures if each.started_at is not None]
    return max((each for each in times if each is not None), default=None)


def _signs(
    state: SeasonState, challenges: Sequence[Challenge], now: datetime, started: datetime
) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """Return when each entry last joined, challenged or played (now if a match is due), and when it last fell."""
    signs = {each.id: max(each.joined_at, started) for each in state.entries}
    falls: dict[int, datetime] = {}
    for each in challenges:
        signs[each.entry] = max(signs[each.entry], each.asked_at)
    for fixture in state.fixtures:
        over = fixture.ended_at or now
        for side in fixture.sides:
            if fixture.why not in ("forfeit", "inactivity"):
                signs[side.entry] = max(signs[side.entry], over)
            elif not side.challenger:
                falls[side.entry] = max(falls.get(side.entry, over), over)
    return signs, falls


_NO_CHALLENGE = say("There's no challenge to answer or withdraw: it was answered or has expired."), "no-challenge"


@dataclass(eq=False, slots=True)
class Challenges:
    """Every challenge on a ladder."""

    core: Core
    timer: SeasonTimer

    async def challenge(self, season_id: int, person_id: int, other: int) -> Challenge:
        """Challenge another entry with a player's.

        Raises:
            NoSuchLeague, HostingError (`not-in-league`, `not-a-ladder`, `league-not-running`): As it says.
            HostingError (`challenge-waits`, `challenged-already`, `out-of-reach`, `challenge-protected`): As it says.
            HostingError (`partner-asked`): It's a silent partner's entry, who was challenged or invited less than a day
                ago.
        """
        now = self.core.clock.now()
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            ladder_of(state)
            mine = entry_of(state, person_id)
            if mine is None:
                raise HostingError(*NOT_IN_LEAGUE)
            if state.season.status != "running":
                raise league_not_running(state.season.status)
            lost = await model.lost_time(connection, season_id, self.core.outages.of(state.season.guild_id))
            check_challenge(state, await entries.challenges_of(connection, season_id), mine.id, other, now, lost)
            rivals = {person for each in state.entries if each.id == other for person in each.current}
            await check_invitation(connection, self.core.games, person_id, rivals, now)
            wanted = Challenge(0, mine.id, other, "open", now, now + ANSWER)
            await self.timer.now(connection, state.season)
            made = await entries.add_challenge(connection, state.season, wanted)
            await report(connection, state.season, "challenge", now, made.id)
            return made

    async def answer(self, season_id: int, person_id: int, number: int | None = None, *, accept: bool) -> Challenge:
        """Accept or refuse the challenge to a player's entry: that of this number, else the open one.

        Raises NoSuchLeague, HostingError (`not-in-league`); HostingError (`no-challenge`): there is none, or not that
        one any more.
        """
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            challenges = await entries.challenges_of(connection, season_id)
            mine = entry_of(state, person_id)
            if mine is None:
                raise HostingError(*NOT_IN_LEAGUE)
            found = next((each for each in challenges if each.against == mine.id and each.status == "open"), None)
            if found is None or number not in (None, found.id) or state.season.status not in ("running", "paused"):
                raise HostingError(*_NO_CHALLENGE)
            return await settle(connection, self.timer, state, found, self.core.clock.now(), accept=accept)

    async def withdraw(self, season_id: int, person_id: int, number: int | None = None) -> Challenge:
        """Withdraw the challenge of a player's entry, only the one of that number if one is given.

        Raises NoSuchLeague, HostingError (`not-in-league`); HostingError (`no-challenge`): there is none, or not that
        one any more.
        """
        async with changing(self.core.db, self.timer, season_id) as (connection, state):
            challenges = await entries.challenges_of(connection, season_id)
            mine = entry_of(state, person_id)
            if mine is None:
                raise HostingError(*NOT_IN_LEAGUE)
            found = next((each for each in challenges if each.entry == mine.id and each.status == "open"), None)
            if found is None or number not in (None, found.id):
                raise HostingError(*_NO_CHALLENGE)
            now = self.core.clock.now()
            await report(connection, state.season, "unanswered", now, found.id)
            return await entries.save_challenge(
                connection, state.season, replace(found, status="withdrawn", decided_at=now)
            )

    async def of_season(self, season_id: int) -> list[Challenge]:
        async with self.core.db.read() as connection:
            return await entries.challenges_of(connection, season_id)


async def settle(
    connection: AsyncConnection,
    timer: SeasonTimer,
    state: SeasonState,
    found: Challenge,
    now: datetime,
    *,
    accept: bool,
) -> Challenge:
    lost = not accept and is_challenge_lost(state, await entries.challenges_of(connection, state.season.id), found)
    status: ChallengeStatus = "accepted" if accept else "lost" if lost else "refused"
    made = None
    if accept or lost:
        planned = challenge_fixture(state, found.entry, found.against, now, "forfeit" if lost else None)
        (made,) = await fixtures.add(connection, state.season, [planned])
    await timer.now(connection, state.season)
    over = replace(found, status=status, decided_at=now, fixture=None if made is None else made.id)
    return await entries.save_challenge(connection, state.season, over)


async def restart_answer_time(connection: AsyncConnection, season: StoredSeason, entry_id: int, now: datetime) -> None:
    """Give the new player of an entry the full time to answer a challenge; the season is held."""
    for each in await entries.challenges_of(connection, season.id):
        if each.status == "open" and each.against == entry_id:
            await entries.save_challenge(connection, season, replace(each, due_at=now + ANSWER))


async def put_off(connection: AsyncConnection, season: StoredSeason, time: timedelta) -> None:
    """Give challenged entries `time` more to answer after a pause, in a transaction that holds the season."""
    for each in await entries.challenges_of(connection, season.id):
        if each.status == "open":
            await entries.save_challenge(connection, season, replace(each, due_at=each.due_at + time))
