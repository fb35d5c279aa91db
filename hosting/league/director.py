"""The director of a season: does what is due, one thing a transaction, and asks for matches under the caps.

A season has one appointment, which is kept however late. Each step is one transaction that holds the season, checks
what is already done, and writes what it did; so a process may die between any two, or two may work at once, and
everything happens once. Pairing takes time, so it's done between two transactions; if anything changed meanwhile, it's
done again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import GameInfo, Json
from engine.text import Quote, Text, say
from hosting.core import Core
from hosting.errors import HostingError
from hosting.league import drafts, entries, fixtures, ladder, matches, model, schedule
from hosting.league.announcements import keep_event, refresh_post, report, summarise, tell, warn, warn_organisers
from hosting.league.entries import Handover, attend, dismiss, struck_entries
from hosting.league.fixtures import row_for
from hosting.league.ladder import put_off, settle
from hosting.league.matches import Fixtures, StalledMatches
from hosting.league.model import NOT_STARTED, NOT_STARTED_FULL, PausedTime, SeasonState
from hosting.league.pairing.formats import finished, plan
from hosting.league.pairing.values import Planned, TooFewEntries
from hosting.league.schedule import TIES, SeasonTimer
from hosting.league.start import begin, extended_by_outages
from hosting.league.terms import PROMPT
from hosting.league.validation import SILENT_AT_ONCE, check_fits, costs
from hosting.outages import CLOCK, ServerTime
from hosting.people import Settings
from hosting.runtime import Processes
from store.db import connections
from store.league import entries as stored_entries
from store.league import fixtures as stored_fixtures
from store.league import seasons
from store.league.seasons import Challenge, Fixture, Method, Round, StoredSeason

# Which matches of a server's seasons the starter is asked for now: under the caps, the longest waiting first.
#
# What may begin is worked out once, without holding anything. Then the starter is asked for a few at a time, each few
# in a transaction that holds their seasons and looks anew at them alone: so a round of hundreds holds nobody up for
# longer than a few do.


AT_ONCE = 10
"""Matches requested in one transaction, so that nobody waits for a whole round to be written."""
NEAR = 20
"""With so little room left, matches of other seasons may have waited for what has ended since."""
PAUSE_FACTOR = 2
"""The pause between two such transactions, as a multiple of their length: others write then."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A match that may begin."""

    season_id: int
    fixture_id: int


@dataclass(eq=False, slots=True)
class Admission:
    """Asks the starter for the matches of a server's seasons."""

    core: Core
    settings: Settings
    fixtures: Fixtures

    async def admit(self, season_id: int) -> None:
        """Ask for all matches of a season that may begin.

        At the server's cap, the matches of all its seasons begin in the order of waiting.
        """
        async with self.core.db.read() as connection:
            season = await seasons.load(connection, season_id)
            if season is None:
                return
            most = (await self.settings.server(season.guild_id)).program_matches
            found = await self._waiting(connection, [season_id])
            going = len(await stored_fixtures.running_matches(connection, season.guild_id))
            going += sum((await stored_fixtures.asked_for(connection, season.guild_id)).values())
            if going + max(len(found), NEAR) > min(most, SILENT_AT_ONCE):
                rivals = await seasons.live(connection, season.guild_id)
                numbers = {season_id, *(each.id for each in rivals if each.status == "running")}
                found = await self._waiting(connection, sorted(numbers))
        loop = asyncio.get_running_loop()
        for first in range(0, len(found), AT_ONCE):
            began = loop.time()
            if not await self._ask(season.guild_id, most, found[first : first + AT_ONCE]):
                return
            if first + AT_ONCE < len(found):
                await asyncio.sleep(PAUSE_FACTOR * (loop.time() - began))

    async def _waiting(self, connection: AsyncConnection, numbers: Iterable[int]) -> list[_Waiting]:
        states = [await model.load_startable(connection, number) for number in numbers]
        found = [state for state in states if state is not None and state.season.status == "running"]
        return await connections.make_sqlite(
            sum(len(state.fixtures) for state in found), _chosen, found, self.core.clock.now()
        )

    async def _ask(self, guild_id: int, most: int, some: Sequence[_Waiting]) -> bool:
        """Ask for the matches that may still begin; return whether there is room for more."""
        async with self.core.db.write() as connection:
            found = await _reread(connection, some)
            live = await stored_fixtures.running_matches(connection, guild_id)
            asked = await stored_fixtures.asked_for(connection, guild_id)
            room = most - len(live) - sum(asked.values())
            silent = {number for number, state in found.items() if self._is_silent(state.terms.game, state.terms.mode)}
            quiet = SILENT_AT_ONCE - sum(self._is_silent(game, mode) for game, mode in live)
            quiet -= sum(asked.get(number, 0) for number in silent)
            now = self.core.clock.now()
            ready = {each.id: each for at in found.values() for _, each in schedule.waiting(at, now)}
            entered = {entry for each in ready.values() for entry in each.entries}
            busy = await stored_fixtures.busy(connection, entered)
            for wanted in some:
                state, each = found.get(wanted.season_id), ready.get(wanted.fixture_id)
                if state is None or each is None or not _may_begin(state, each, busy):
                    continue
                if room <= 0:
                    break
                if state.season.id in silent and quiet <= 0:
                    continue
                done = await self.fixtures.ask(connection, state, each)
                await asyncio.sleep(0)  # answers do not wait for all of them
                room -= done
                quiet -= done and state.season.id in silent
                busy.update(each.entries)
        return room > 0

    def _is_silent(self, game: str, key: str) -> bool:
        mode = self.core.games(game).info.mode(key)
        return mode is not None and mode.silent


def _chosen(found: Sequence[SeasonState], now: datetime) -> list[_Waiting]:
    busy = {state.season.id: schedule.busy(state.fixtures) for state in found}
    waiting = [(since, each, state) for state in found for since, each in schedule.waiting(state, now)]
    chosen = []
    for _, each, state in sorted(waiting, key=lambda three: (three[0], three[1].id)):
        if _may_begin(state, each, busy[state.season.id]):
            busy[state.season.id].update(each.entries)
            chosen.append(_Waiting(state.season.id, each.id))
    return chosen


async def _reread(connection: AsyncConnection, some: Collection[_Waiting]) -> Mapping[int, SeasonState]:
    """Return running seasons, held, with only these fixtures and their entries.

    The seasons are locked in the order of their numbers, so that two processes wait for each other.
    """
    found: dict[int, SeasonState] = {}
    for number in sorted({each.season_id for each in some}):
        state = await model.load_some(
            connection, number, [each.fixture_id for each in some if each.season_id == number]
        )
        if state is not None and state.season.status == "running":
            found[number] = state
    return found


def _may_begin(state: SeasonState, fixture: Fixture, busy: Counter[int]) -> bool:
    if state.vacant & {*fixture.entries}:
        return False  # until an alternate plays for it
    gone = state.gone
    return all(busy[entry] < state.terms.cap for entry in fixture.entries if entry not in gone)


STEPS = 1000
"""The most steps for a season at once: more than any needs, so that a fault doesn't spin."""
LONG = 0.01
"""Seconds of a look after which its season is left alone for a while."""
REST, MOST = 2, 0.5
"""How long: a multiple of the look's length, and the most seconds."""
LARGE = 64
"""Entries from which a Swiss is paired in a process: its matching blocks the interpreter until it's done."""
EVER = 10**6
"""A round larger than any."""
ENDED_AT_ONCE = 200
"""Fixtures that the end of a season settles in one transaction: others wait to write meanwhile."""
WRITTEN_AT_ONCE = 500
"""Fixtures of a round robin's schedule that are written in one transaction."""
BEFORE_END = timedelta(minutes=1)
"""Time to the next look at a season that ends once earlier timeouts in its matches are handled."""
_GIVEN_BACK = "given-back"
"""Note of a season that ends later as the bot was away: up to when that was counted."""
_CLOSING = "closing"
"""Note of a season that an organiser closes, until it's done."""
_TOO_FEW = say(
    "**{league}** was due to start now. {why} It'll start as soon as enough have joined; if that doesn't "
    "happen by <t:{last}:f>, it'll be called off."
)
_CANNOT_START = say(
    "**{league}** was due to start now, but can't. {why} Organisers can change that and start it; if nobody "
    "does by <t:{last}:f>, it'll be called off."
)
_NOBODY_STARTS = say("**{league}** hasn't started. If it doesn't by <t:{last}:f>, it'll be called off.")
_CALLED_OFF = say("**{league}** has been called off: it couldn't start before its last day.")
_NOT_STARTED = say("**{league}** has been called off: nobody started it.")
_NOT_FULL = say(
    "**{league}** has been called off: too few joined for it to start automatically, and nobody started it."
)
_STILL_PAUSED = say(
    "**{league}** has been paused since <t:{since}:f>. It resumes automatically on <t:{last}:f>. To resume it "
    "sooner, use `/league-manage resume`; to end it, use `/league-manage close`."
)
_OPEN_AGAIN = say(
    "**{league}** goes on: a correction has reopened a tie, so another match starts. The season closes that much later."
)
_ENDS_LATER = say("**{league}** now ends {time} later, on <t:{at}:f>, because I was offline for that long.")
_GOES_ON = say("**{league}** has resumed: a pause can last {days} days at most.")
_NOBODY_PLAYS = say(
    "**{league}**: there have been no challenges or matches since <t:{since}:f>. If there are still none by "
    "<t:{last}:f>, the season is over."
)


@dataclass(eq=False, slots=True)
class Director:
    """Runs seasons: whatever is due, in order."""

    core: Core
    handover: Handover
    stalled: StalledMatches
    settings: Settings
    timer: SeasonTimer
    fixtures: Fixtures
    admission: Admission
    processes: Processes

    async def due(self, key: str, _payload: Json) -> None:
        """Do everything due for a season; a handler of appointments.

        A large season takes long: results that come meanwhile are handled together, and others get their turn, as
        hundreds of matches may end at one moment.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        await self._look(key)
        if (took := loop.time() - began) > LONG:
            await asyncio.sleep(min(REST * took, MOST))

    async def _look(self, key: str) -> None:
        """Do everything due for a season, and only then appoint the next look.

        The present appointment stays until all its work is written, matches included: a process that dies on the way
        finds it due at the start. One that was made meanwhile is left as it is.
        """
        state = await self._take_on(int(key.rpartition(":")[2]))
        if state is None:
            return
        if schedule.ends(state, now := self.core.clock.now()):
            await self.timer.postpone(key, now + BEFORE_END)
            self.core.outbox.drain()
            return
        await self.admission.admit(state.season.id)
        await self.handover.hand_over(state)
        await self.stalled.decide_due(state)
        later = schedule.next_look(state, self.core.clock.now())
        if (closes := self._closes_at(state)) is not None:
            later = max(closes, self.core.clock.now() + BEFORE_END)
        if later is not None:
            await self.timer.postpone(key, later)
        self.core.outbox.drain()

    async def _take_on(self, season_id: int) -> SeasonState | None:
        """Do everything due for a season but its matches; return the season then, None for a draft or a missing one.

        It's read before it's held, as it may have thousands of open fixtures, and others wait to write: once it's held,
        only a change meanwhile is checked for.
        """
        barren = False
        for _ in range(STEPS):
            async with self.core.db.read() as connection:
                state, mark = await self._present(connection, season_id), await model.mark(connection, season_id)
            if state is None:
                return None
            if state.season.status == "ended" and state.terms.kind in TIES:  # before it is closed
                ended = await self._whole(season_id)
                if await self._decide(*ended) or await self._reopen(*ended):
                    continue
            async with self.core.db.write() as connection:
                if await model.mark(connection, season_id, to_change=True) != mark:
                    continue  # look again
                now = self.core.clock.now()
                if state.season.status == "draft":
                    await drafts.warn_or_discard(connection, self.timer, state.season, now)
                    break
                if await self._settle(connection, state, now):
                    continue
                rounds: tuple[int, ...] = () if barren or schedule.ends(state, now) else schedule.rounds_due(state, now)
            whole: tuple[SeasonState | None, object] | None = None
            if state.round and state.terms.kind in TIES and state.season.status != "ended":
                whole = await self._whole(season_id)
                if await self._decide(*whole):
                    continue
            if not rounds:
                return state
            barren = not await self._pair(*(whole or await self._whole(season_id)), rounds)
        else:
            raise RuntimeError(f"season {season_id} does not come to rest")
        self.core.outbox.drain()
        return None

    async def _present(self, connection: AsyncConnection, season_id: int) -> SeasonState | None:
        """Return a season with the fixtures that its course depends on; to warn of its end, with all open ones."""
        state = await model.load_deciding(connection, season_id)
        if state is None or not schedule.warnings_due(state, self.core.clock.now()):
            return state
        return await model.load_open(connection, season_id)

    async def _settle(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        """Do one thing that is due and needs no pairing; return whether there was one."""
        closes = self._closes_at(state)
        if state.season.status == "open":
            return await self._open_season(connection, state, now)
        if await self._put_off_end(connection, state, now):
            return True
        closing = state.season.closed_at is None and await seasons.was_done(connection, state.season, [_CLOSING])
        if closing or (closes is not None and closes <= now):
            await close(connection, state, now)
            return True
        if schedule.ends(state, now):
            return await self._ends(connection, state, now)
        return state.season.status in ("running", "paused") and await self._play(connection, state, now)

    async def _play(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        await warn(connection, state, now)
        await summarise(connection, state, now)
        if (
            await self._resume_after_limit(connection, state, now)
            or await attend(connection, self.core.outages.of(state.season.guild_id), state, now)
            or await self._without(connection, state, now)
        ):
            return True
        if (lengthened := self._lengthened(state, now)) is not None:
            await seasons.put_round(connection, state.season, lengthened)
            await keep_event(connection, state, lengthened, now)
            return True
        if (number := schedule.opens(state, now)) is not None:
            await self._open(connection, state, [number], now)
            return True
        return state.terms.kind == "ladder" and await self._climb(connection, state, now)

    async def _ends(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        """End a season whose last day has passed; return whether something was done.

        If the bot looks late, what was due before the end comes first: unanswered challenges, and players whose time
        was up. While the bot is away nothing ends, as that time is given back (`_put_off_end`).
        """
        ends_at = state.season.ends_at
        if self.core.outages.of(state.season.guild_id).away:
            return False
        if ends_at is not None and state.season.status == "running":
            if state.terms.kind == "ladder" and await self._climb(connection, state, ends_at):
                return True
            if await stored_fixtures.is_time_up(connection, state.season, CLOCK, ends_at):
                return False
        await _end(connection, state, now)
        return True

    async def _put_off_end(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        """Postpone the last day of a season by the time that the bot was away; return whether it did.

        Players get their time back, and rounds are longer, so nothing is cut off that would have been over in time.
        """
        season, outages = state.season, self.core.outages.of(state.season.guild_id)
        if season.status not in ("running", "paused") or season.ends_at is None or outages.away:
            return False
        since = await seasons.since(connection, season, _GIVEN_BACK) or season.started_at or now
        ends_at = outages.delayed(season.ends_at, since)
        if ends_at == season.ends_at:
            return False
        season = await seasons.save(connection, replace(season, ends_at=ends_at))
        await seasons.note_since(connection, season, _GIVEN_BACK, now)
        if (missed := ends_at - (state.season.ends_at or ends_at)) >= PROMPT:
            await self._say(connection, season, _ENDS_LATER.using(time=missed, at=int(ends_at.timestamp())), now)
        await refresh_post(connection, season, now)
        return True

    def _closes_at(self, state: SeasonState) -> datetime | None:
        """Return when a season that is over is closed, with the time that organisers could not use; else None."""
        closes, ended_at = schedule.closes_at(state), state.season.ended_at
        if closes is None or ended_at is None:
            return closes
        return self.core.outages.of(state.season.guild_id).delayed(closes, ended_at)

    async def _climb(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        if not state.rounds:
            await self._open(connection, state, [1], now, "challenge")
            return True
        whole = await model.load(connection, state.season.id)
        if whole is None or state.season.status != "running":
            return False
        challenges = await stored_entries.challenges_of(connection, state.season.id)
        outages = self.core.outages.of(state.season.guild_id)
        for each in challenges:
            if each.status == "open" and whole.gone & {each.entry, each.against}:
                over = replace(each, status="withdrawn", decided_at=now)
                await stored_entries.save_challenge(connection, state.season, over)
                return True
            if each.against in whole.vacant:
                continue  # who takes over answers it
            if each.status == "open" and each.due_at + outages.between(each.asked_at, now) <= now:
                await settle(connection, self.timer, whole, each, now, accept=False)
                await report(connection, state.season, "unanswered", now, each.id)
                return True
        lost = await model.lost_time(connection, state.season.id, outages)
        if await self._end_idle_ladder(connection, whole, challenges, now, lost):
            return True
        if (idle := ladder.idle_entries(whole, challenges, now, lost)) is not None:
            above, below = idle
            (fell,) = await stored_fixtures.add(
                connection, state.season, [ladder.challenge_fixture(whole, below, above, now, "inactivity")]
            )
            await report(connection, state.season, "fell", now, fell.id)
            return True
        return False

    async def _end_idle_ladder(
        self,
        connection: AsyncConnection,
        whole: SeasonState,
        challenges: Sequence[Challenge],
        now: datetime,
        lost: PausedTime,
    ) -> bool:
        """End a ladder without a last day once nobody has played for long and its channel was warned."""
        last = ladder.last_sign(whole, challenges)
        if whole.season.ends_at is not None or last is None:
            return False
        until, key = last + schedule.IDLE + lost.between(last, now), f"idle:{last}"
        if until - schedule.NOTICE <= now and await seasons.note_done(connection, whole.season, key, now):
            stamps = {"since": int(last.timestamp()), "last": int(max(until, now + schedule.NOTICE).timestamp())}
            await self._say(connection, whole.season, _NOBODY_PLAYS.using(**stamps), now)
        warned_at = await seasons.since(connection, whole.season, key)
        if warned_at is None or max(until, warned_at + schedule.NOTICE) > now:
            return False
        await _end(connection, whole, now)
        return True

    async def _open_season(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        """Start a season on its date or when it's full, or as soon as possible then; cancel one that nobody starts.

        Obstacles are announced once, and a week before it's cancelled, that it will be.
        """
        state = extended_by_outages(state, self.core.outages.of(state.season.guild_id), now)
        last, season = schedule.gives_up_at(state), state.season
        if last is None:
            return False
        stamp, day = int(last.timestamp()), state.terms.starts_at
        if last <= now:
            nobody = _NOT_FULL if state.terms.when_full and not state.full else _NOT_STARTED
            await self._say(connection, season, nobody if day is None else _CALLED_OFF, now)
            await seasons.save(connection, replace(season, status="cancelled", closed_at=now))
            await refresh_post(connection, season, now)
            return True
        if schedule.starts(state, now):
            info = self.core.games(state.terms.game).info
            most = (await self.settings.server(season.guild_id)).program_matches
            try:
                check_fits(state.terms, costs(state.terms, info, sum(each.agreed for each in state.entries), most), now)
                await begin(connection, state, info, now)
            except HostingError as error:
                key = NOT_STARTED if day is not None and day <= now else NOT_STARTED_FULL
                if await seasons.note_done(connection, season, f"{key}{error.code}", now):
                    text = _TOO_FEW if isinstance(error, TooFewEntries) else _CANNOT_START
                    await self._say(connection, season, text.using(why=error.text, last=stamp), now)
                    await refresh_post(connection, season, now)
            else:
                return True
        warned = schedule.warns_at(state)
        if warned is not None and warned <= now and await seasons.note_done(connection, season, "gives-up", now):
            await self._say(connection, season, _NOBODY_STARTS.using(last=stamp), now)
        return False

    async def _resume_after_limit(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        """Resume a season that was paused for too long; organisers were told before."""
        since, last = state.season.paused_at, schedule.resumes_at(state)
        if since is None or last is None:
            return False
        last += self.core.outages.of(state.season.guild_id).between(since, now)
        if last - schedule.NOTICE <= now and await seasons.note_done(
            connection, state.season, f"long-pause:{since}", now
        ):
            stamps = {"since": int(since.timestamp()), "last": int(max(last, now + schedule.NOTICE).timestamp())}
            await self._say(connection, state.season, _STILL_PAUSED.using(**stamps), now)
        warned_at = await seasons.since(connection, state.season, f"long-pause:{since}")
        if warned_at is None or max(last, warned_at + schedule.NOTICE) > now:
            return False
        whole = await model.load(connection, state.season.id)
        if whole is not None:
            await resume(connection, self.core.outages.of(whole.season.guild_id), whole, now)
            await self._say(connection, state.season, _GOES_ON.using(days=schedule.PAUSED.days), now)
        return True

    async def _say(self, connection: AsyncConnection, season: StoredSeason, text: Text, now: datetime) -> None:
        league = await seasons.league(connection, season.league_id)
        if league is not None:
            await warn_organisers(connection, season, text.using(**dict(text.values), league=Quote(league.name)), now)

    async def _without(self, connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
        """End fixtures that cannot be played as an entry left; return whether there were any."""
        if not state.rounds:  # some of its schedule is to be written yet
            return False
        found = [
            each
            for each in state.fixtures
            if each.status == "planned" and state.gone & {*each.entries} and not self.fixtures.playable(state, each)
        ]
        for each in found:
            sides = fixtures.forfeited_fixture(state.terms, each, state.gone)
            await stored_fixtures.save(
                connection, state.season, each, fixtures.fixture_over(each, sides, "forfeit", now)
            )
        return bool(found)

    def _lengthened(self, state: SeasonState, now: datetime) -> Round | None:
        """Return the open round, longer by the time that the bot was away, if that changes its end."""
        if not state.rounds or (last := state.rounds[-1]).ends_at is None or last.ends_at > now:
            return None
        away = self.core.outages.of(state.season.guild_id).between(last.opened_at, now)
        ends_at = schedule.length(state, last, away)
        return None if ends_at is None or ends_at <= last.ends_at else replace(last, ends_at=ends_at)

    async def _whole(self, season_id: int) -> tuple[SeasonState | None, object]:
        async with self.core.db.read() as connection:
            return await model.load(connection, season_id), await model.mark(connection, season_id)

    async def _decide(self, before: SeasonState | None, mark: object) -> bool:
        """Write the winners of decided ties; return whether there were any."""
        if before is None:
            return False
        found = await matches.tie_decided(before, self.core.games(before.terms.game).info, self.core.clock.now())
        if not found:
            return False
        async with self.core.db.write() as connection:
            if await model.mark(connection, before.season.id, to_change=True) == mark:
                for was, each in found:
                    await stored_fixtures.save(connection, before.season, was, each)
        return True

    async def _reopen(self, before: SeasonState | None, mark: object) -> bool:
        """Resume a finished season if a correction reopened one of its ties; return whether it did."""
        if before is None or before.cut_off(now := self.core.clock.now()):
            return False
        if not await asyncio.to_thread(plan, before.paired(EVER, self.core.games(before.terms.game).info, now)):
            return False
        async with self.core.db.write() as connection:
            if await model.mark(connection, before.season.id, to_change=True) == mark:
                league = await seasons.league(connection, before.season.league_id)
                await seasons.save(connection, replace(before.season, status="running", ended_at=None))
                text = _OPEN_AGAIN.using(league=Quote("" if league is None else league.name))
                await tell(connection, before.season, text, now)
                await refresh_post(connection, before.season, now)
        return True

    async def _pair(self, before: SeasonState | None, mark: object, rounds: Sequence[int]) -> bool:
        """Make the fixtures of a round, or end a finished season; return whether there was anything to do."""
        if before is None:
            return False
        large = before.terms.kind == "swiss" and len(before.entries) >= LARGE
        beside = self.processes.run if large else asyncio.to_thread
        planned, over = await beside(_needed, before, self.core.games(before.terms.game).info, rounds)
        if not planned and not over:
            return False
        if planned:
            await self._make(before, mark, planned)
            return True
        async with self.core.db.write() as connection:
            if await model.mark(connection, before.season.id, to_change=True) == mark:
                await _end(connection, before, self.core.clock.now())
        return True

    async def _make(self, state: SeasonState, mark: object, planned: Sequence[Planned]) -> None:
        """Write the fixtures of a round, and open it; a round robin takes several transactions.

        Its rounds open in the last one. Before that no match begins and none of it is shown (`state.scheduled`); if
        anything changes meanwhile, or the process dies, what is missing is planned anew.
        """
        numbers, step = {each.round for each in planned}, len(planned)
        if state.terms.kind == "round-robin":
            numbers |= {each.round for each in state.fixtures}
            step = WRITTEN_AT_ONCE
        opened = sorted(numbers)
        if state.terms.kind == "round-robin" and state.terms.round_days is not None:
            opened = opened[:1]
        for first in range(0, len(planned), step):
            async with self.core.db.write() as connection:
                if await model.mark(connection, state.season.id, to_change=True) != mark:
                    return  # the next look tries again
                now = self.core.clock.now()
                await _add(connection, state.season, planned[first : first + step], now)
                if first + step >= len(planned):
                    await self._open(connection, state, opened, now, planned[0].by)
                mark = await model.mark(connection, state.season.id)

    async def _open(
        self,
        connection: AsyncConnection,
        state: SeasonState,
        numbers: list[int],
        now: datetime,
        method: Method = "berger",
    ) -> None:
        opens = []
        for number in numbers:
            if await seasons.note_done(connection, state.season, f"round:{number}", now):
                opened = Round(number, now, method=method)
                ends_at = schedule.length(state, opened, timedelta())
                opened = replace(opened, ends_at=ends_at)
                await seasons.put_round(connection, state.season, opened)
                await keep_event(connection, state, opened, now)
                opens.append(number)
        if opens:
            alone = len(opens) == 1 and state.terms.kind != "ladder"
            await report(connection, state.season, "round", now, opens[0] if alone else 0)


async def resume(connection: AsyncConnection, outages: ServerTime, state: SeasonState, now: datetime) -> StoredSeason:
    """Resume a paused season, in a transaction that holds it: round and answers have as much longer.

    `state` is whole; the time of `outages` is given back anyway.
    """
    since = state.season.paused_at or now
    season = await seasons.save(connection, replace(state.season, status="running", paused_at=None))
    await refresh_post(connection, season, now)
    await model.note_pause(connection, season, since, now)
    lost = model.unpaused(outages, since, now)
    if state.rounds and (last := state.rounds[-1]).ends_at is not None:
        longer = replace(last, ends_at=last.ends_at + lost, extra=last.extra + round(lost.total_seconds()))
        await seasons.put_round(connection, season, longer)
        await keep_event(connection, state, longer, now)
    for each in state.fixtures:
        if each.status == "planned" and each.trouble is not None:  # tried at once, with all its time
            await stored_fixtures.save(connection, season, each, replace(each, trouble=None, not_before=None))
    await put_off(connection, season, lost)
    return season


async def close(connection: AsyncConnection, state: SeasonState, now: datetime) -> bool:
    """Close a season in a transaction that holds it, after ending it if needed, and open its secret.

    Returns whether it's closed. If not, one transaction is not enough: the rest is to be done in others, by the caller
    or when the director looks at the season, whichever comes first.
    """
    season: StoredSeason | None = state.season
    if state.season.status != "ended":
        await seasons.note_done(connection, state.season, _CLOSING, now)
        season = await _end(connection, state, now)
    if season is None:
        return False
    await seasons.note_done(connection, season, "close", now)
    await report(connection, season, "closed", now)
    await seasons.save(connection, replace(season, status="closed", closed_at=now))
    await refresh_post(connection, season, now)
    return True


async def _end(connection: AsyncConnection, state: SeasonState, now: datetime) -> StoredSeason | None:
    """End a season: unfinished fixtures get what was agreed; None if some are left for other transactions.

    Meanwhile nothing else is done for it (`Director._settle`), and running matches count if they end in time.
    """
    open_fixtures = await stored_fixtures.open_of(connection, state.season, most=ENDED_AT_ONCE)
    # Where it has no round, its schedule was not written whole, and nobody has seen any of it (`state.scheduled`).
    over = [
        fixtures.fixture_over(each, fixtures.unfinished_fixture(state.terms, each), "unfinished", now)
        if state.rounds
        else fixtures.struck_fixture(each, "unfinished", now)
        for each in open_fixtures
    ]
    await stored_fixtures.save_all(connection, state.season, list(zip(open_fixtures, over, strict=True)))
    if len(open_fixtures) == ENDED_AT_ONCE:
        return None
    await seasons.note_done(connection, state.season, "end", now)
    await dismiss(connection, state.season, now)
    await entries.drop_late(connection, state.season)
    await report(connection, state.season, "ended", now)
    for last in state.rounds[-1:]:
        await keep_event(connection, state, last, now)
    await refresh_post(connection, state.season, now)
    return await seasons.save(connection, replace(state.season, status="ended", ended_at=now, paused_at=None))


async def _add(connection: AsyncConnection, season: StoredSeason, planned: Sequence[Planned], now: datetime) -> None:
    """Write fixtures; strike those of an entry that withdrew while others were written."""
    struck = await struck_entries(connection, season)
    rows = [row_for(each, now) for each in planned]
    await stored_fixtures.add(
        connection,
        season,
        [fixtures.struck_fixture(each, "withdrawal", now) if struck & {*each.entries} else each for each in rows],
    )


def _needed(state: SeasonState, info: GameInfo, rounds: Sequence[int]) -> tuple[tuple[Planned, ...], bool]:
    """Return the fixtures for the first of these rounds that needs any, and whether all is played."""
    for each in rounds:
        if planned := plan(state.paired(each, info)):
            return planned, False
    if state.round in rounds and any(each.open for each in state.fixtures):
        return (), False
    over = finished(state.paired(EVER, info))
    # A bracket may leave a round out in which nobody meets.
    return () if over or state.terms.kind not in TIES or len(rounds) < 2 else plan(state.paired(EVER, info)), over
