"""The arena: one object that holds the store and everything hosting does with it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from engine import registry
from hosting.archive.imports import Imports
from hosting.channels.absence import Absences
from hosting.channels.housing import Housing
from hosting.consent.announcing import Announcing
from hosting.consent.requests import PAUSE_ENDS, Requests
from hosting.consent.substitutes import Substitutes
from hosting.consent.wishes import WISH
from hosting.lobby.tables import Tables
from hosting.match.audit import AuditLog
from hosting.match.autoplay import AUTOMATIC, Automatic
from hosting.match.conditional import Plans
from hosting.match.listing import Lists
from hosting.match.pipeline import Followers, Hearer, Pipeline, Writers
from hosting.match.sealing import Commitments
from hosting.match.service import Games, Matches
from hosting.moderation.organiser import Organiser
from hosting.notify.digest import DIGEST, Digests
from hosting.notify.leftovers import Leftovers
from hosting.notify.reminders import CALL_AFTER_REST, IDLING, Reminders
from hosting.notify.status import Statuses
from hosting.outbox.dispatcher import PRUNING, RETRYING, Outbox
from hosting.runtime.entropy import Entropy
from hosting.runtime.scheduler import Handler, Schedule, Sleep
from hosting.runtime.tasks import Tasks
from hosting.runtime.time import Clock, SteadyClock
from hosting.settings import Settings
from hosting.silence.log import SilenceLog
from hosting.timekeeping.keeper import Clocking
from hosting.timekeeping.timeouts import Timeouts
from hosting.timekeeping.vacations import TELLING, Vacations
from hosting.uptime.outages import CLOCK, NUDGE, Outages
from hosting.watch.watches import Watches
from store import outbox
from store.addresses import Address
from store.database import Database
from store.settings import player_languages


@dataclass(frozen=True, slots=True)
class Arena:
    """What a bot needs to host games. `open` it, name handlers and poster, `start`, and `close` it at the end."""

    absences: Absences
    announcing: Announcing
    audit: AuditLog
    automatic: Automatic
    clock: Clock
    clocks: Clocking
    commitments: Commitments
    db: Database
    digests: Digests
    housing: Housing
    imports: Imports
    leftovers: Leftovers
    lists: Lists
    matches: Matches
    organiser: Organiser
    outages: Outages
    outbox: Outbox
    plans: Plans
    reminders: Reminders
    requests: Requests
    schedule: Schedule
    settings: Settings
    silence_log: SilenceLog
    statuses: Statuses
    substitutes: Substitutes
    tables: Tables
    tasks: Tasks
    timeouts: Timeouts
    vacations: Vacations
    watches: Watches

    @classmethod
    async def open(
        cls,
        address: Address,
        clock: Clock,
        *,
        games: Games = registry.get,
        entropy: Entropy = secrets.token_bytes,
        sleep: Sleep = asyncio.sleep,
    ) -> Arena:
        """Open the store, bringing its schema up to date.

        Args:
            address: Path of a SQLite file, or the address of a PostgreSQL database.
            clock: Tells the time.
            games: Gives the game with a key.
            entropy: Gives bytes that nobody can foresee.
            sleep: Waits this number of seconds.
        """
        database = await Database.open(address)
        async with database.write() as connection:
            await outbox.doubt(connection)
            languages = await player_languages(connection)
        tasks, clock = Tasks(), SteadyClock(clock)
        schedule = Schedule(database, clock, tasks, sleep)
        posts = Outbox(database, clock, schedule, tasks)
        outages = Outages(database, clock, schedule, posts)
        matches = Matches(database, clock, games, posts, tasks, outages)
        requests = Requests(database, outages, matches, posts, schedule)
        announcing = Announcing(database, clock, matches, posts, schedule, requests)
        substitutes = Substitutes(database, clock, matches, posts, requests)
        settings = Settings(database, languages)
        automatic = Automatic(clock, matches, schedule)
        clocks = Clocking(outages, matches, schedule)
        commitments = Commitments(database, clock, entropy)
        leftovers = Leftovers(clock, schedule)
        plans = Plans(database, clock, matches, tasks)
        reminders = Reminders(database, clock, matches, posts, schedule, settings)
        statuses = Statuses(database, clock, matches, posts)
        watches = Watches(database, clock, posts)
        matches.pipeline = Pipeline(
            commitments=commitments.write,
            overtake=requests.overtake,
            writers=Writers(
                announcing=announcing.write,
                clocks=clocks.write,
                statuses=statuses.write,
                reminders=reminders.write,
                automatic=automatic.write,
                leftovers=leftovers.write,
                plans=plans.write,
                watches=watches.write,
            ),
            fulfil=requests.fulfil,
            seek=substitutes.write,
            followers=Followers(automatic=automatic.follow, plans=plans.follow),
        )
        matches.listen(Hearer.CLOCKS, clocks.hear)
        matches.listen(Hearer.REMINDERS, reminders.hear)
        matches.listen(Hearer.AUTOMATIC, automatic.hear)
        arena = cls(
            absences=Absences(database, clock, matches),
            announcing=announcing,
            audit=AuditLog(database),
            automatic=automatic,
            clock=clock,
            clocks=clocks,
            commitments=commitments,
            db=database,
            digests=Digests(database, clock, matches, posts, schedule, settings),
            housing=Housing(database, clock, matches),
            imports=Imports(database, clock),
            leftovers=leftovers,
            lists=Lists(database, matches, outages, games),
            matches=matches,
            organiser=Organiser(outages, matches, substitutes),
            outages=outages,
            outbox=posts,
            plans=plans,
            reminders=reminders,
            requests=requests,
            schedule=schedule,
            settings=settings,
            silence_log=SilenceLog(database, clock),
            statuses=statuses,
            substitutes=substitutes,
            tables=Tables(database, clock, games, matches, entropy),
            tasks=tasks,
            timeouts=Timeouts(outages, matches, schedule, entropy),
            vacations=Vacations(database, outages, matches, posts, schedule),
            watches=watches,
        )
        for kind, handler in arena._keepers().items():
            schedule.handle(kind, handler)
        return arena

    def _keepers(self) -> Mapping[str, Handler]:
        """Return who keeps each kind of appointment; the rooms of `cogs` keep others (`cogs.core.room`)."""
        return {
            AUTOMATIC: self.automatic.left_over,
            CALL_AFTER_REST: self.reminders.keeper_of(CALL_AFTER_REST),
            CLOCK: self.timeouts.due,
            DIGEST: self.digests.due,
            IDLING: self.reminders.sweep,
            NUDGE: self.reminders.keeper_of(NUDGE),
            PAUSE_ENDS: self.requests.pause_ends,
            PRUNING: self.outbox.prune,
            RETRYING: self.outbox.retry,
            TELLING: self.vacations.tell,
            WISH: self.announcing.due,
        }

    async def start(self, *, reachable: bool = True) -> None:
        """Begin to post what is due and to keep appointments; call it once poster and handlers are named.

        Args:
            reachable: Whether players reach the bot; if not yet, `outages.found` is called once they do.
        """
        await self.outages.start(reachable=reachable)
        await self.reminders.start()
        await self.schedule.start()
        await self.plans.start()
        self.outbox.drain()

    async def idle(self) -> None:
        """Wait until everything that can be done now is done: posts, listeners, appointments that are due."""
        await self.tasks.idle()

    async def close(self) -> None:
        """Stop and close everything; may be called again."""
        await self.schedule.close()
        await self.tasks.close()
        await self.outages.close()
        await self.db.close()
