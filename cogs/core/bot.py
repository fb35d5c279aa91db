"""The bot as the cogs know it: a discord.py client that carries the arena and the operator's settings."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands
from discord.http import Route

from cogs import EXTENSIONS
from cogs.core.custom_ids import TableId
from cogs.core.delivery import Delivery, Herald, Home
from cogs.core.errors import in_time, refuse_directly, report
from cogs.core.global_limit import GlobalLimit
from cogs.core.groups import match_group, works_directly
from cogs.core.limits import COMMAND_LIMIT
from cogs.core.membership import Memberships
from cogs.core.network import Arrivals, Skew, be_brief, is_broken
from cogs.core.rates import Pace, Paces, name_of_command, pace_of_command
from cogs.core.silence import Silence
from cogs.core.translation import CatalogueTranslator, size
from hosting.arena import Arena
from hosting.clock.control import ClockTerms
from hosting.clock.presets import USUAL_CLOCK
from hosting.people.retention import Periods
from hosting.runtime.tasks import Underway
from hosting.runtime.time import MachineClock
from locales import languages
from settings import Settings
from store.errors import InUseError
from store.generations import newest_message
from store.replay import ReplayError
from store.values import PostKind, SubjectKind

log = logging.getLogger(__name__)

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu

INTENTS = discord.Intents(guilds=True, voice_states=True)
"""None of these is privileged: members are taken from interactions or fetched."""

# The bot watches voice channels and never speaks in them: nothing to warn of.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def periods_of(settings: Settings) -> Periods:
    """Return how long things are kept, as the operator set it."""
    return Periods(
        removed_servers=timedelta(days=settings.keep_removed_servers),
        silence_logs=timedelta(days=settings.keep_silence_logs),
        imports=timedelta(days=settings.keep_imports),
        closed_tables=timedelta(days=settings.keep_closed_tables),
        exports=timedelta(days=settings.keep_exports),
    )


class DiscordClock:
    """The time as discord.py tells it, in UTC; SimCord replaces it by its own."""

    def now(self) -> datetime:
        """Return the present moment."""
        return discord.utils.utcnow()

    def monotonic(self) -> float:
        """Return seconds since some moment."""
        return time.monotonic()


class ArenaTree(app_commands.CommandTree["ArenaBot"]):
    """The slash commands; what goes wrong in one is reported to its user, in private."""

    async def interaction_check(self, interaction: discord.Interaction[ArenaBot], /) -> bool:
        """Let commands and completion through that do not come too thick and fast, and work where they are used."""
        typing = interaction.type is discord.InteractionType.autocomplete
        if not await in_time(interaction, Pace.TYPE if typing else pace_of_command(interaction.data)):
            return False
        name = name_of_command(interaction.data)
        if interaction.guild_id is not None or works_directly(name):
            return True
        await refuse_directly(interaction, name)
        return False

    async def on_error(
        self, interaction: discord.Interaction[ArenaBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Report a failed command."""
        await report(interaction, error)

    async def sync_if_changed(self) -> bool:
        """Register the commands with Discord unless they already are what they should be; return whether it was done.

        What Discord has is asked for, not remembered: the same database may meet another application, and another
        program may have changed the commands.
        """
        application = self.client.application_id
        if application is None:
            raise AssertionError("commands are registered after logging in")
        if len(languages()) > 1 and self.translator is None:
            await self.set_translator(CatalogueTranslator())
        here = [await self._payload(command) for command in self.get_commands()]
        route = Route("GET", "/applications/{application_id}/commands", application_id=application)
        found: list[dict[str, Any]] = await self.client.http.request(route, params={"with_localizations": "true"})
        if _essences(here) == _essences(found):
            return False
        await self.client.http.bulk_upsert_global_commands(application, payload=here)
        return True

    async def _payload(self, command: Command) -> dict[str, Any]:
        if self.translator is None:
            return command.to_dict(self)
        translated = await command.get_translated_payload(self, self.translator)
        if size(translated) <= COMMAND_LIMIT:
            return translated
        # Discord would refuse all commands for one that is too long, and the bot could not start.
        log.warning("/%s is too long in one of its languages for Discord: it stays English", command.name)
        return command.to_dict(self)


def _essences(commands: Iterable[dict[str, Any]]) -> dict[tuple[object, object], dict[str, Any]]:
    return {(command.get("type", 1), command["name"]): _essence(command) for command in commands}


def _essence(command: dict[str, Any]) -> dict[str, Any]:
    """Return what defines a command, without the defaults that Discord leaves out or fills in and without its ids."""
    kept: dict[str, Any] = {}
    for key, value in command.items():
        if not value or key in _FILLED_IN:
            continue
        if key in ("options", "choices"):
            kept[key] = [_essence(part) for part in value]
        elif key in ("contexts", "integration_types", "channel_types"):
            kept[key] = sorted(value)
        else:
            kept[key] = value
    return kept


_FILLED_IN = frozenset(("id", "application_id", "guild_id", "version", "dm_permission"))


class ArenaBot(commands.Bot):
    """The bot.

    Attributes:
        settings: What the operator set.
        clock: Where all time comes from.
        paces: How much people and servers have asked for lately.
        skew: How far the machine's clock is from Discord's.
        arrivals: Which interactions have arrived lately.
        underway: What people asked for and what listeners do just now; it ends before the store is closed.
        memberships: Who is a member of which server, for those who ask in direct messages.
        arena: Tables, matches and what is to be posted; there from `setup_hook` on.
        table_press: What the controls `t:<table>:<rev>:<action>` of lobbies do.
        deliveries: Who posts what is no board and no status, by kind of post; rooms add theirs (`cogs.core.room`).
        heralds: Who posts news of leagues, by kind of post; rooms add theirs.
        homes: Where texts about something are told, by what kind of thing it is, if not where the post says.
        presses: What the buttons `m:<match>:<seq>:<action>` do, by action; rooms add theirs (`cogs.core.room`).
        silence: Keeps silent matches silent; there once the cogs are loaded.
        leaving: Whether the program is about to end.
        default_where: Where a match takes place if nobody says: "thread", or "here".
        default_clock: The clock of a table whose host names none; None for no clock.
        when_store_is_lost: Told that another process has taken the database.
    """

    def __init__(self, settings: Settings, clock: MachineClock) -> None:
        self.skew, trace = Skew(clock), GlobalLimit().trace()
        trace.on_request_end.append(self.skew.hear)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=ArenaTree,
            intents=INTENTS,
            member_cache_flags=discord.MemberCacheFlags.from_intents(INTENTS),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            http_trace=trace,
        )
        self.settings = settings
        self.clock = clock
        self.paces = Paces(clock, settings.pace)
        self.arrivals = Arrivals()
        self.underway = Underway()
        self.memberships = Memberships()
        self.arena: Arena
        self.silence: Silence
        self.table_press: TablePress = _nothing_to_press
        self.presses: dict[str, Press] = {}
        self.deliveries: dict[str, Delivery] = {}
        self.heralds: dict[PostKind, Herald] = {}
        self.homes: dict[SubjectKind, Home] = {}
        self.default_where = "thread"
        self.default_clock: ClockTerms | None = USUAL_CLOCK
        self.when_store_is_lost: Callable[[InUseError], None] | None = None
        self._opened = False
        self.leaving = False
        self.tree.add_command(match_group())
        be_brief()

    async def setup_hook(self) -> None:
        """Open the arena, load the cogs, register changed commands, and begin to post what is left to post."""
        self.arena = await Arena.open(
            self.settings.database,
            self.clock,
            periods=periods_of(self.settings),
            everywhere=self.settings.ratings_of_all_servers,
        )
        self.clock = self.arena.clock
        if self.when_store_is_lost is not None:
            self.arena.db.when_lost(self.when_store_is_lost)
        self._opened = True
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        tree = self.tree
        if isinstance(tree, ArenaTree) and await tree.sync_if_changed():
            log.info("registered %d commands with Discord", len(tree.get_commands()))
        async with self.arena.db.read() as connection:
            message = await newest_message(connection)
        newest = None if message is None else discord.utils.snowflake_time(message)
        await self.arena.start(reachable=False, newest=newest, ahead=self.skew.ahead)

    async def language(self, guild_id: int) -> str:
        """Return the locale of what everybody in a server reads.

        What its managers chose comes first, then the language that it has in Discord, which only communities can
        set, then the operator's choice.
        """
        if (chosen := (await self.arena.settings.server(guild_id)).language) is not None:
            return chosen
        guild = self.get_guild(guild_id)
        if guild is not None and "COMMUNITY" in guild.features:
            return guild.preferred_locale.value
        return self.settings.arena_language

    async def close(self) -> None:
        """Leave Discord and close the store; a second call does nothing.

        In this order: nothing new is begun (`leaving`), what people asked for is answered or given up, what is being
        posted or kept ends, the store is closed, and the connection last, through which all of that went.
        """
        opened, self._opened, self.leaving = self._opened, False, True
        try:
            await self.underway.end()
            if opened:
                await self.arena.close()
        finally:
            await super().close()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 — discord.py's
        """Call the listeners of an event, unless the program is about to end.

        A bot that is told to stop right after it has connected would be ready only once it is closed, and discord.py
        fails at that then.
        """
        if not self.leaving:
            super().dispatch(event_name, *args, **kwargs)

    def _schedule_event(self, *args: Any, **kwargs: Any) -> asyncio.Task[None]:  # noqa: ANN401 — discord.py's
        """Have a listener run, and end before the store is closed."""
        task: asyncio.Task[None] = super()._schedule_event(*args, **kwargs)
        self.underway.add(task)
        return task

    async def on_connect(self) -> None:
        """Let players' time run again, now that they reach the bot."""
        await self.arena.outages.found()

    async def on_resumed(self) -> None:
        """Let players' time run again."""
        await self.arena.outages.found()

    async def on_disconnect(self) -> None:
        """Pause the time of players while nothing they do arrives."""
        if self._opened:
            self.arena.outages.lost()

    async def on_ready(self) -> None:
        """Say in the log who the bot is and how many servers it serves."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:  # noqa: ANN401 — discord.py's
        """Log what a listener failed at; the bot stays, and stays in the server."""
        error = sys.exc_info()[1]
        if error is not None and (self.leaving or is_broken(error)):
            log.warning("a listener was cut off: %s: %r", event_method, error)
            return
        if isinstance(error, ReplayError):
            log.warning("%s: %s", event_method, error)
            return
        log.error("a listener failed: %s", event_method, exc_info=error)


Interaction: TypeAlias = discord.Interaction[ArenaBot]

Press: TypeAlias = Callable[[Interaction, int, int], Awaitable[None]]
"""Called with the match and the seq that the message shows."""

TablePress: TypeAlias = Callable[[Interaction, TableId, tuple[str, ...]], Awaitable[None]]
"""Called with the control's id and with what was picked, if it is a menu."""


async def _nothing_to_press(_interaction: Interaction, _pressed: TableId, _values: tuple[str, ...]) -> None:
    raise AssertionError("no lobby is loaded")


class ArenaCog(commands.Cog):
    """A cog of this bot.

    Attributes:
        under: The word under which its commands stand, as `match` in `/match clock`; empty if they stand at the top.
    """

    under: ClassVar[str] = ""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot


class ArenaGroup(commands.GroupCog):
    """A cog whose commands stand under one word; a class of it gives `group_name` and `group_description`.

    Attributes:
        under: The word under which that word stands; empty if it stands at the top.
    """

    under: ClassVar[str] = ""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
