"""The arena: one object with the store and all services of hosting."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import registry
from hosting.computers.analyses import Analyses
from hosting.computers.opponents import Opponents
from hosting.computers.workers import Computers
from hosting.consent.agreements import COMPUTER_TURN
from hosting.consent.requests import DRAFT_DUE, PAUSE_ENDS, RequestDrafts, Requests
from hosting.consent.substitutes import Substitutes
from hosting.core import Core
from hosting.corrections import Corrections
from hosting.handover import PRUNING_HANDED, Relay
from hosting.housing import Absences, Housing
from hosting.imports import Imports
from hosting.league import drafts
from hosting.league.director import Admission, Director
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
from hosting.lobby.rematch import REMATCH, Rematches
from hosting.lobby.seeks import SEEK, SEEKING, Pairings, Seeks
from hosting.lobby.starter import STARTING, Starter, StartQueue
from hosting.lobby.tables import TableExpiry, TableOrigin, Tables
from hosting.match.answers import AUTOMATIC, AutoTurns, Plans, PreparedAnswers
from hosting.match.audit import AuditLog
from hosting.match.listing import Lists
from hosting.match.pipeline import Endings, Followers, LeagueWriters, Pipeline, Writers
from hosting.match.sealing import Commitments
from hosting.match.service import Matches
from hosting.match.unreadable import UnreadableMatches
from hosting.moderation import Organiser
from hosting.notify import CALL_AFTER_REST, DIGEST, IDLING, SET_BACK, BoardUpdates, Digests, Reminders, Restores
from hosting.outages import CLOCK, NUDGE
from hosting.outbox import PRUNING, RETRYING
from hosting.people import LessonProgress, People, Settings
from hosting.profiles import Profiles
from hosting.puzzles import DAILY, Puzzles
from hosting.results import Results
from hosting.retention import BACKUP, Periods, Retention, ScheduledBackups
from hosting.rights import Deletions, Exports, HeldForOthers, Release
from hosting.runtime import Entropy, Games, Handler, MachineClock, Processes, Sleep
from hosting.silence import SilenceLog
from hosting.timekeeping import MatchClocks
from hosting.vacations import VACATION, Vacations
from hosting.watches import Watches
from store.database import Database
from store.db.addresses import Address
from store.db.backups import Backups
from store.db.connections import CONNECTIONS
from store.privacy.deletion import FAREWELL, RELEASE, deletion_list_path
from store.share import DELETED, PERSON, SERVER, Sharing
from store.tables import outbox
from store.tables import results as stored_results
from store.tables.people import player_languages

_log = logging.getLogger(__name__)


class Arena:
    """Everything a bot needs to host games. `open` it, set handlers and poster, `start`, and `close` it at the end."""

    def __init__(  # noqa: PLR0915 - a list of services is read in one go
        self,
        core: Core,
        languages: dict[int, str],
        periods: Periods,
        deletions: Path | None = None,
        backups: Backups | None = None,
        computers: int = 1,
    ) -> None:
        self.core, self.processes = core, Processes()
        self.settings = settings = Settings(core, languages)
        self.db, self.clock, self.tasks, self.everywhere = core.db, core.clock, core.tasks, core.everywhere
        self.schedule, self.outbox, self.outages = core.schedule, core.outbox, core.outages
        self.computers = Computers(computers)

        # Matches, and what is written with each change of one.
        self.matches = matches = Matches(core)
        self.people = People(core, matches.renamed)
        self.audit = AuditLog(core)
        self.auto_turns = AutoTurns(core, matches)
        self.commitments = Commitments(core)
        self.lists = Lists(core, matches)
        self.plans = Plans(core, matches)
        self.prepared = PreparedAnswers(core, matches)
        self.unreadable = UnreadableMatches(core, matches)
        self.clocks = MatchClocks(core, matches)
        self.board_updates = BoardUpdates(core, matches)
        self.reminders = Reminders(core, matches, settings)
        self.results = Results(core)
        self.watches = Watches(core)

        # What the players of a match agree on, and organisers decide.
        self.requests = Requests(core, matches)
        self.request_drafts = RequestDrafts(core, matches, self.requests)
        self.restores = Restores(core, matches, self.requests)
        self.substitutes = Substitutes(core, matches, self.requests)
        self.opponents = Opponents(core, self.computers, matches, self.requests)
        self.organiser = Organiser(core, matches, self.unreadable, self.substitutes)
        self.vacations = Vacations(core, matches)
        self.absences = Absences(core, matches)
        self.housing = Housing(core, matches)
        self.silence_log = SilenceLog(core)

        # Leagues.
        timer = SeasonTimer(core)
        queue = StartQueue(core)
        self.fixtures = fixtures = Fixtures(core, timer, queue)
        self.leagues = Leagues(core, settings, timer)
        self.next_seasons = NextSeasons(core, self.leagues, timer)
        self.titles = Titles(core)
        self.season_files = SeasonFiles(core, matches)
        self.challenges = Challenges(core, timer)
        self.corrections = Corrections(core, matches, fixtures)
        self.rulings = Rulings(core, timer, fixtures, self.corrections)
        self.presence = Presence(core, matches)
        self.byes = Byes(core, timer)
        self.alternates = Alternates(core, timer)
        handover = Handover(core, matches, self.substitutes)
        stalled = StalledMatches(core, matches, self.unreadable)
        admission = Admission(core, settings, fixtures)
        self.director = Director(core, handover, stalled, settings, timer, fixtures, admission, self.processes)

        # How players find each other, and matches begin.
        self.blocks = Blocks(core)
        self.loadouts = Loadouts(core)
        self.saved_loadouts = SavedLoadouts(core)
        self.rematches = Rematches(core, matches, queue)
        self.seeks = Seeks(core)
        self.pairings = Pairings(core, queue, self.seeks)
        at_tables = TableOrigin(core, self.loadouts)
        origins = {TABLE: at_tables, REMATCH: self.rematches, SEEK: self.pairings, LEAGUE: fixtures}
        self.starter = Starter(core, matches, settings, queue, origins)
        self.start_queue = queue
        self.tables = Tables(core, self.starter, self.loadouts)
        self.table_expiry = TableExpiry(core, settings, self.tables)

        # Players: what they see of themselves and others, and their data.
        self.profiles = Profiles(core)
        self.digests = Digests(core, matches, settings)
        self.lessons = LessonProgress(core)
        self.puzzles = Puzzles(core)
        self.imports = Imports(core, periods.imports)
        self.analyses = Analyses(core, self.computers, matches)
        self.relay = Relay(core)
        self.exports = Exports(core, matches)
        self.retention = Retention(core, settings, self._forget, periods)
        self.backups = ScheduledBackups(core, backups)
        listed = deletions or deletion_list_path(core.db.address)
        self.deletions = Deletions(core, self.seeks, self._forget_person, listed)
        held = HeldForOthers(self.tables, self.seeks, self.pairings, self.rematches, self._forget_in_leagues)
        self.release = Release(core, matches, held, self.retention)

        core.db.hear(PERSON, self._forget_changed)
        core.db.hear(DELETED, self._forget_deleted)
        core.db.hear(SERVER, self._forget_server)
        core.db.when_reconnected(self._forget_all)
        matches.pipeline = self._pipeline()
        for kind, handler in self._handlers().items():
            core.schedule.handle(kind, handler)

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
        deletions: Path | None = None,
        backups: Backups | None = None,
        sharing: Sharing | None = None,
        spare: Callable[[], None] | None = None,
        computers: int = 1,
    ) -> Arena:
        """Open the store, bringing its schema up to date.

        `address`: path of a SQLite file, or address of a PostgreSQL database. `entropy`: gives unpredictable bytes.
        `sleep`: waits this number of seconds. `periods`: how long things are kept; None for the usual times.
        `everywhere`: whether there are ratings of all servers. `deletions`: the list of deletions; None for the usual
        one. `backups`: the copies of the database, also before a migration; None for none. `sharing` and `spare`: as
        for `Database.open`. `computers`: how many workers decide for computer players; 0 for no such players.
        """
        database = await Database.open(address, backups=backups, sharing=sharing, spare=spare)
        share = database.share
        async with database.write() as connection:
            await outbox.count_attempts(connection, share)
            languages = await player_languages(connection)
        core = Core.of(
            database,
            clock,
            games=games,
            entropy=entropy,
            sleep=sleep,
            everywhere=everywhere,
            share=share,
            computers_offered=computers > 0,
        )
        return cls(core, languages, periods or Periods(), deletions, backups, computers)

    def _pipeline(self) -> Pipeline:
        return Pipeline(
            commitments=self.commitments.write,
            overtake=self.requests.overtake,
            writers=Writers(
                drafts=self.request_drafts.write,
                clocks=self.clocks.write,
                board_updates=self.board_updates.write,
                reminders=self.reminders.write,
                auto_turns=self.auto_turns.write,
                computers=self.opponents.write,
                plans=self.plans.write,
                watches=self.watches.write,
                restores=self.restores.write,
            ),
            endings=Endings(
                prepared=self.prepared.end,
                queue=self.start_queue.on_match_end,
                results=self.results.write,
                leagues=self.fixtures.end,
            ),
            leagues=LeagueWriters(stalled=self.fixtures.write, presence=self.presence.write),
            fulfil=self.requests.fulfil,
            seek=self.substitutes.write,
            followers=Followers(
                auto_turns=self.auto_turns.follow, prepared=self.prepared.follow, plans=self.plans.follow
            ),
            unreadable=self._write_unreadable,
        )

    async def _write_unreadable(self, connection: AsyncConnection, match_id: int) -> None:
        """Write the results of a match that was called off as its start cannot be read, in its league, too."""
        await self.results.write_unreadable(connection, match_id)
        await self.fixtures.flow(connection, match_id, await stored_results.of_match(connection, match_id))

    async def _forget_in_leagues(self, person_id: int) -> None:
        await self.alternates.forget(person_id)
        await self.leagues.forget(person_id)

    def _handlers(self) -> Mapping[str, Handler]:
        """Return the handler of each kind of appointment; the features of `cogs` have others (`cogs.core.feature`)."""
        return {
            PRESENCE: self.presence.due,
            AUTOMATIC: self.auto_turns.left_over,
            BACKUP: self.backups.due,
            CALL_AFTER_REST: self.reminders.handler_of(CALL_AFTER_REST),
            CLOCK: self.clocks.due,
            DAILY: self.puzzles.due,
            COMPUTER_TURN: self.opponents.due,
            DIGEST: self.digests.due,
            FAREWELL: self.release.due,
            IDLING: self.reminders.sweep,
            LEAGUE: self.director.due,
            NUDGE: self.reminders.handler_of(NUDGE),
            PAUSE_ENDS: self.requests.pause_ends,
            PRUNING: self.outbox.pruning.prune,
            PRUNING_HANDED: self.relay.prune,
            RELEASE: self.release.due_in_server,
            REMATCH: self.rematches.lapse,
            RETRYING: self.outbox.retry,
            SEEKING: self.seeks.due,
            SET_BACK: self.restores.due,
            STARTING: self.starter.due,
            VACATION: self.vacations.tell,
            DRAFT_DUE: self.request_drafts.due,
        }

    def _forget(self, match_ids: Collection[int]) -> None:
        self.matches.forget(match_ids)
        self.people.forget()
        self.leagues.cache.forget()

    def _forget_person(self, person_id: int) -> None:
        self.people.forget()
        self.leagues.cache.forget()
        self.settings.forget_player(person_id)
        self.matches.renamed(person_id)

    # What other processes have changed, as they announce it.

    def _forget_changed(self, person_ids: set[int]) -> None:
        self.people.forget()
        self.settings.forget()
        self._read_again(partial(self.settings.read_languages, person_ids), "languages of players")

    def _forget_deleted(self, person_ids: set[int]) -> None:
        self.people.forget()
        self.leagues.cache.forget()
        self.settings.forget()
        for person_id in person_ids:
            self.settings.forget_player(person_id)
        self.matches.renamed(*person_ids)
        # Their list is to be wherever a database could be restored.
        self._read_again(self.deletions.write_down, "list of deletions")

    def _forget_server(self, _guild_ids: set[int]) -> None:
        self.people.forget()
        self.settings.forget()

    def _forget_all(self) -> None:
        """Forget what may be out of date, as nothing was heard for a while."""
        self.people.forget()
        self.leagues.cache.forget()
        self.settings.forget()
        self.matches.forget_all()
        self._read_again(self.settings.read_languages, "languages of players")
        self._read_again(self.deletions.write_down, "list of deletions")

    def _read_again(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        """Begin to read what others have changed, also where connections have died, but not the session.

        If that dies, all is read anew once there is another one.
        """

        async def surely() -> None:
            for _ in range(CONNECTIONS):
                try:
                    return await work()
                except DBAPIError as error:
                    _log.debug("a connection may have died: %r", error.orig)
            return await work()

        self.tasks.start(surely(), name)

    async def start(
        self,
        *,
        reachable: bool = True,
        shards: int = 1,
        newest: datetime | None = None,
        ahead: timedelta = timedelta(),
    ) -> None:
        """Begin to post and to keep appointments; call it once poster and handlers are set.

        Args:
            reachable: Whether players reach the bot; if not yet, `outages.found` is called for each shard once they do.
            shards: How many connections to Discord there are.
            newest: Time of the latest message that the store knows, by the clock of where it was posted.
            ahead: By how much the clock of this machine is ahead of that one.
        """
        await self.deletions.start()
        if not self.core.share.all:  # what was announced while this process opened the store
            await self.settings.read_languages()
        await self.restores.start(newest, ahead)
        await self.outages.start(reachable=reachable, shards=shards)
        await self.reminders.start()
        await self.backups.start()
        await drafts.arrange(self.db, self.director.timer, self.core.share)
        await self.opponents.start()
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
        await self.computers.close()
        await self.tasks.close()
        await self.processes.close()
        await self.outages.close()
        await self.db.close()
