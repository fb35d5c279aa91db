"""The arena: one object with the store and all services of hosting."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from engine import registry
from engine.errors import SetupError
from hosting.consent.requests import PAUSE_ENDS, WISH, Announcing, Requests
from hosting.consent.substitutes import Substitutes
from hosting.corrections import Corrections
from hosting.housing import Absences, Housing
from hosting.imports import Imports
from hosting.league import drafts
from hosting.league.director import Director
from hosting.league.entries import Alternates, Byes, Handover
from hosting.league.export import SeasonFiles
from hosting.league.ladder import Challenges
from hosting.league.matches import PRESENCE, Fixtures, Presence, StalledMatches
from hosting.league.promotion import Titles
from hosting.league.rulings import Rulings
from hosting.league.schedule import LEAGUE, SeasonTimer
from hosting.league.service import Leagues, NextSeasons
from hosting.lobby.blocks import Blocks
from hosting.lobby.loadouts import Loadouts, SavedLoadouts
from hosting.lobby.model import TABLE
from hosting.lobby.rematch import REMATCH, OnMatchEnd, Rematches, Reopen
from hosting.lobby.seeks import SEEK, SEEKING, Pairings, Seeks
from hosting.lobby.starter import STARTING, MatchWriter, Starter, StartQueue
from hosting.lobby.tables import TableExpiry, TableMessages, TableOrigin, Tables
from hosting.match.answers import AUTOMATIC, AutoTurns, Plans, PreparedAnswers
from hosting.match.audit import AuditLog
from hosting.match.listing import Lists
from hosting.match.pipeline import Followers, ListenerOrder, Pipeline, Writers
from hosting.match.sealing import Commitments
from hosting.match.service import Games, Matches
from hosting.match.unreadable import UnreadableMatches
from hosting.moderation import Organiser
from hosting.notify import CALL_AFTER_REST, DIGEST, IDLING, SET_BACK, Digests, Leftovers, Reminders, Restores, Statuses
from hosting.outages import CLOCK, NUDGE, Outages
from hosting.outbox import PRUNING, RETRYING, Outbox
from hosting.people import LessonProgress, People, Settings
from hosting.profiles import BestLists, GameStatistics, Leaderboards, Profiles
from hosting.results import Results
from hosting.retention import Periods, Retention
from hosting.rights import Deletions, Exports, HeldForOthers, Release
from hosting.runtime import Entropy, Handler, MachineClock, Processes, Schedule, Sleep, SteadyClock, Tasks
from hosting.silence import SilenceLog
from hosting.timekeeping import ClockKeeper, Timeouts
from hosting.vacations import TELLING, Vacations
from hosting.watches import Watches
from store.database import Database
from store.db.addresses import Address
from store.privacy.deletion import FAREWELL
from store.tables import outbox
from store.tables import results as stored_results
from store.tables.people import player_languages


class Arena:
    """Everything a bot needs to host games. `open` it, set handlers and poster, `start`, and `close` it at the end."""

    def __init__(
        self,
        database: Database,
        clock: MachineClock,
        games: Games,
        entropy: Entropy,
        sleep: Sleep,
        languages: dict[int, str],
        periods: Periods,
        everywhere: bool,
    ) -> None:
        self.db, self.tasks, self.processes, self.clock = database, Tasks(), Processes(), SteadyClock(clock)
        self.settings, self.everywhere = Settings(database, languages), everywhere
        self.schedule = Schedule(database, self.clock, self.tasks, sleep)
        self.outbox = posts = Outbox(database, self.clock, self.schedule, self.tasks)
        self.outages = Outages(database, self.clock, self.schedule, posts, partial(_is_by_decision, games))

        self.matches = matches = Matches(database, self.clock, games, posts, self.tasks, self.outages)
        self.people = People(database, self.clock, partial(_is_silent, games), matches.renamed)
        self.audit = AuditLog(database)
        self.automatic = AutoTurns(self.clock, matches, self.schedule)
        self.commitments = Commitments(database, self.clock, entropy)
        self.lists = Lists(database, matches, self.outages, games)
        self.plans = Plans(database, self.clock, matches, self.tasks)
        self.prepared = PreparedAnswers(database, self.clock, matches, self.tasks)
        self.unread = UnreadableMatches(database, self.clock, games, matches, posts)
        self._gather(database, games, entropy)

        self.requests = Requests(database, self.outages, matches, posts, self.schedule)
        self.restores = Restores(database, self.clock, matches, posts, self.schedule, self.requests)
        self.announcing = Announcing(database, self.clock, matches, posts, self.schedule, self.requests)
        self._hand_over(database, games)

        self.clocks = ClockKeeper(self.outages, matches, self.schedule)
        self.timeouts = Timeouts(self.outages, matches, self.schedule, entropy)
        self.vacations = Vacations(database, self.outages, matches, posts, self.schedule)

        self.digests = Digests(database, self.clock, matches, posts, self.schedule, self.settings)
        self.leftovers = Leftovers(database, self.clock, self.schedule)
        self.reminders = Reminders(database, self.clock, matches, posts, self.schedule, self.settings)
        self.statuses = Statuses(database, self.clock, matches, posts)

        self.absences = Absences(database, self.clock, matches)
        self.housing = Housing(database, self.clock, matches)
        self.silence_log = SilenceLog(database, self.clock)
        self.results = Results(everywhere=everywhere)
        self.watches = Watches(database, self.clock, posts)
        self.imports, self.exports = (
            Imports(database, self.clock, periods.imports),
            Exports(database, self.clock, matches),
        )
        self.retention = Retention(database, self.clock, self.schedule, self.settings, periods, self._forget)
        self.deletions = Deletions(database, self.clock, self.schedule, self.seeks, self._forget_person)
        held = HeldForOthers(self.tables, self.seeks, self.paired, self.rematches, self._forget_in_leagues)
        self.farewell = Release(database, self.clock, self.schedule, matches, held, self.retention)
        self.profiles = Profiles(database, self.clock, everywhere=everywhere)
        self.statistics = GameStatistics(database, games)
        self.leaderboards = Leaderboards(database, self.clock, games, everywhere=everywhere)
        self.best = BestLists(database, games)

        matches.pipeline = self._pipeline()
        matches.listen(ListenerOrder.CLOCKS, self.clocks.hear)
        matches.listen(ListenerOrder.REMINDERS, self.reminders.hear)
        matches.listen(ListenerOrder.AUTOMATIC, self.automatic.hear)
        matches.listen(ListenerOrder.STARTS, self.afterwards.hear)
        matches.listen(ListenerOrder.LEAGUES, self.fixtures.hear)
        matches.listen(ListenerOrder.PRESENCE, self.presence.hear)
        for kind, handler in self._keepers().items():
            self.schedule.handle(kind, handler)

    def _hand_over(self, database: Database, games: Games) -> None:
        """Make the services that hand seats over: calls for substitutes, organisers, leagues with their alternates."""
        matches = self.matches
        self.substitutes = Substitutes(database, self.clock, matches, self.outbox, self.requests)
        self.organiser = Organiser(self.outages, matches, self.unread, self.substitutes)
        handover = Handover(database, matches, self.substitutes)
        stalled = StalledMatches(database, self.clock, matches, self.unread, self.outages)
        tending = handover.see_to, stalled.see_to
        self.league_jobs = Director(
            database,
            self.clock,
            games,
            tending,
            self.settings,
            self.outages,
            self._calls,
            self.fixtures,
            processes=self.processes,
        )

    def _gather(self, database: Database, games: Games, entropy: Entropy) -> None:
        """Make the services that gather players and begin matches."""
        matches, posts = self.matches, self.outbox
        self.blocks = Blocks(database, self.clock)
        self.lessons = LessonProgress(database, self.clock)
        self.loadouts = Loadouts(database, self.clock, self.schedule, games, entropy)
        self.kept_loadouts = SavedLoadouts(database, self.clock, games)
        orders = StartQueue(database, self.clock, self.schedule)
        beginning = MatchWriter(self.clock, games, matches, entropy)
        self.rematches = Rematches(database, self.clock, self.schedule, matches, orders, entropy)
        self.seeks = Seeks(database, self.clock, games, self.schedule, entropy)
        self.paired = Pairings(database, self.clock, games, self.schedule, orders, self.seeks)
        at_tables = TableOrigin(self.clock, self.schedule, self.loadouts)
        calls = self._calls = SeasonTimer(self.clock, self.schedule, posts)
        self.fixtures = Fixtures(database, self.clock, games, self.outages, calls, orders)
        self.leagues = Leagues(database, self.clock, games, entropy, self.settings, self.outages, calls)
        self.following = NextSeasons(database, self.clock, entropy, self.leagues, calls)
        self.titles = Titles(database)
        self.season_files = SeasonFiles(database, games, matches)
        self.challenges = Challenges(database, self.clock, games, self.outages, calls)
        corrections = self.corrections = Corrections(
            database, self.clock, games, matches, posts, self.fixtures, everywhere=self.everywhere
        )
        self.decisions = Rulings(database, self.clock, games, calls, self.fixtures, corrections)
        self.presence = Presence(database, self.clock, matches, self.schedule, posts)
        self.byes = Byes(database, self.clock, calls)
        self.alternates = Alternates(database, self.clock, calls)
        origins = {TABLE: at_tables, REMATCH: self.rematches, SEEK: self.paired, LEAGUE: self.fixtures}
        self.starter = Starter(database, games, matches, posts, orders, self.settings, beginning, origins)
        self.afterwards = OnMatchEnd(self.clock, self.schedule, orders)
        self.tables = Tables(database, self.clock, games, self.starter, self.loadouts, entropy, self.schedule)
        self.another = Reopen(database)
        self.showing = TableMessages(database, self.clock, self.schedule, self.tables)
        self.lapsing = TableExpiry(database, self.clock, self.schedule, self.settings, self.tables)

    @classmethod
    async def open(
        cls,
        address: Address,
        clock: MachineClock,
        *,
        games: Games = registry.get,
        entropy: Entropy = secrets.token_bytes,
        sleep: Sleep = asyncio.sleep,
        periods: Periods | None = None,
        everywhere: bool = False,
    ) -> Arena:
        """Open the store, bringing its schema up to date.

        `address`: path of a SQLite file, or address of a PostgreSQL database. `entropy`: gives unpredictable bytes.
        `sleep`: waits this number of seconds. `periods`: how long things are kept; None for the usual times.
        `everywhere`: whether there are ratings of all servers.
        """
        database = await Database.open(address)
        async with database.write() as connection:
            await outbox.doubt(connection)
            languages = await player_languages(connection)
        return cls(database, clock, games, entropy, sleep, languages, periods or Periods(), everywhere)

    def _pipeline(self) -> Pipeline:
        return Pipeline(
            commitments=self.commitments.write,
            overtake=self.requests.overtake,
            writers=Writers(
                announcing=self.announcing.write,
                clocks=self.clocks.write,
                statuses=self.statuses.write,
                reminders=self.reminders.write,
                automatic=self.automatic.write,
                leftovers=self.leftovers.write,
                plans=self.plans.write,
                prepared=self.prepared.write,
                watches=self.watches.write,
                afterwards=self.afterwards.write,
                results=self.results.write,
                leagues=self.fixtures.write,
                presence=self.presence.write,
                restores=self.restores.write,
            ),
            fulfil=self.requests.fulfil,
            seek=self.substitutes.write,
            followers=Followers(
                automatic=self.automatic.follow, prepared=self.prepared.follow, plans=self.plans.follow
            ),
            unread=self._write_unread,
        )

    async def _write_unread(self, connection: AsyncConnection, match_id: int) -> None:
        """Write the results of a match that was called off as its start cannot be read, in its league, too."""
        await self.results.write_unread(connection, match_id)
        await self.fixtures.flow(connection, match_id, await stored_results.of_match(connection, match_id))

    async def _forget_in_leagues(self, person_id: int) -> None:
        await self.alternates.forget(person_id)
        await self.leagues.forget(person_id)

    def _keepers(self) -> Mapping[str, Handler]:
        """Return the handler of each kind of appointment; the features of `cogs` have others (`cogs.core.feature`)."""
        return {
            PRESENCE: self.presence.due,
            AUTOMATIC: self.automatic.left_over,
            CALL_AFTER_REST: self.reminders.keeper_of(CALL_AFTER_REST),
            CLOCK: self.timeouts.due,
            DIGEST: self.digests.due,
            FAREWELL: self.farewell.due,
            IDLING: self.reminders.sweep,
            LEAGUE: self.league_jobs.due,
            NUDGE: self.reminders.keeper_of(NUDGE),
            PAUSE_ENDS: self.requests.pause_ends,
            PRUNING: self.outbox.pruning.prune,
            REMATCH: self.rematches.lapse,
            RETRYING: self.outbox.retry,
            SEEKING: self.seeks.due,
            SET_BACK: self.restores.due,
            STARTING: self.starter.due,
            TELLING: self.vacations.tell,
            WISH: self.announcing.due,
        }

    def _forget(self, match_ids: Collection[int]) -> None:
        self.matches.forget(match_ids)
        self.people.forget()
        self.leagues.kept.forget()

    def _forget_person(self, person_id: int) -> None:
        self.people.forget()
        self.leagues.kept.forget()
        self.settings.forget_player(person_id)
        self.matches.forget_person(person_id)

    async def start(
        self, *, reachable: bool = True, newest: datetime | None = None, ahead: timedelta = timedelta()
    ) -> None:
        """Begin to post and to keep appointments; call it once poster and handlers are set.

        `reachable`: whether players reach the bot; if not yet, `outages.found` is called once they do. `newest`: time
        of the latest message that the store knows, by the clock of where it was posted. `ahead`: by how much the clock
        of this machine is ahead of that one.
        """
        await self.deletions.start()
        await self.restores.start(newest, ahead, self.leftovers)
        await self.outages.start(reachable=reachable)
        await self.reminders.start()
        await drafts.arrange(self.db, self._calls)
        await self.schedule.start()
        await self.plans.start()
        await self.prepared.start()
        self.outbox.drain()

    async def idle(self) -> None:
        """Wait until everything that can be done now is done: posts, listeners, appointments that are due."""
        await self.tasks.idle()

    async def close(self) -> None:
        """Stop and close everything, each service after those that use it; may be called again."""
        await self.schedule.close()
        await self.tasks.close()
        await self.processes.close()
        await self.outages.close()
        await self.db.close()


def _is_silent(games: Games, game: str, mode: str) -> bool:
    """Return whether teammates may not communicate in a mode of a game; true for one that this version doesn't know."""
    try:
        found = games(game).info.mode(mode)
    except SetupError:
        return True
    return found is None or found.silent


def _is_by_decision(games: Games, game: str) -> bool:
    """Return whether a game is played decision by decision; false for one that this version lacks."""
    try:
        return games(game).info.by_decision
    except SetupError:
        return False
