"""The bot: a discord.py client with the arena, limits, translations and members."""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import math
import re
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar, cast

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from discord.http import Route, handle_message_parameters
from discord.utils import MISSING
from sqlalchemy.exc import DBAPIError

from cogs import FEATURES
from cogs.core.custom_ids import TableId
from cogs.core.errors import (
    BROKEN,
    TOO_MANY,
    Arrivals,
    Skew,
    in_time,
    is_broken,
    refuse_directly,
    report,
    shorten_network_logs,
)
from cogs.core.rates import Pace, Paces, pace_of_command, used_command
from cogs.core.text import CHOICE_LIMIT, COMMAND_LIMIT, cut, mark
from engine.seat import Seat
from engine.session import Session
from engine.text import ENGLISH, Text, Translate
from hosting.arena import Arena
from hosting.clock import ClockTerms
from hosting.match.model import Match, NotMine, Post
from hosting.match_terms import USUAL_CLOCK
from hosting.outbox import Content, LeaguePost, PuzzlePost, Retry
from hosting.retention import Periods
from hosting.runtime import LruCache, MachineClock, Underway
from locales import translator
from render.theme import Theme
from settings import Settings
from store.database import newest_message
from store.db.addresses import InUseError
from store.db.files import IDENTIFYING
from store.share import HANDED, shard_of
from store.tables.matches import ReplayError
from store.tables.values import SubjectKind

log = logging.getLogger(__name__)

# What it takes to make the message of a post, and the reader for whom it is made.


# For whom a message is made: their language, their colours, and whether they want boards as text.


@dataclass(frozen=True, slots=True)
class Reader:
    """The language and theme of the readers of a message.

    Attributes:
        locale: The language; None for English.
        text_boards: Whether boards are wanted as text.
    """

    locale: str | None
    theme: Theme
    text_boards: bool = False


AnyContent = TypeVar("AnyContent", bound=Content)

_TEAM = "team:"


@dataclass(frozen=True, slots=True)
class PostContext(Generic[AnyContent]):
    """A post with all that its message is made from.

    Attributes:
        content: What the post says, of the type that its kind has.
        match: As it is now.
        session: The game after the event that the post is about.
        reader: The server.
    """

    post: Post
    content: AnyContent
    match: Match
    session: Session
    reader: Reader

    @property
    def audience(self) -> frozenset[Seat]:
        """The seats of the channel's readers; empty if everybody reads it."""
        role = next((place.role for place in self.match.places if place.channel_id == self.post.channel_id), "")
        if not role.startswith(_TEAM):
            return frozenset()
        return frozenset(self.match.mode.teams[int(role.removeprefix(_TEAM))])


News_contra = TypeVar("News_contra", LeaguePost, PuzzlePost, contravariant=True)


class NewsPoster(Protocol[News_contra]):
    """Posts news that belong to no match. It handles Discord's errors."""

    async def __call__(self, post: Post, content: News_contra, *, needed: bool) -> int | None:
        """Post it, unless an earlier attempt did so but died before noting it; return the message's id.

        If it is not `needed`, it is not posted, and None is returned unless it was posted before.
        """
        ...


class Show(Protocol):
    """Makes the message of a subject show it as it is, or posts it; held meanwhile (`hosting.outbox.Outbox.hold`).

    It handles Discord's errors: those that it raises are tried again (`Retry`), or give the message up.
    """

    async def __call__(self, post: Post) -> None:
        """Show the subject of a post. If `post.attempts` isn't 0, an earlier attempt may have posted its message."""
        ...


class ChannelResolver(Protocol):
    """Finds the channel for texts about something."""

    async def __call__(self, number: int) -> int | None: ...


class Delivery(Protocol):
    """Posts one kind of hosting's posts. It handles Discord's errors."""

    async def send(self, context: PostContext[Any]) -> int | None:
        """Post it and return the message's id, or None if there was nothing to post."""
        ...

    async def sent_before(self, context: PostContext[Any]) -> int | None:
        """Return the message of an earlier attempt that died before noting it, or None."""
        ...


# Less common commands are grouped under words, so that Discord's list begins with those that players need every day.
#
# A word belongs to the feature whose cog has it as its name (`ArenaGroup`), or, where several share it, is made
# here.


FOR_ORGANISERS: Final = ("organise", "league-manage", "watch", "silence", "doctor")
"""Commands that Discord shows only to members who may manage the server, or its channels, until a server opens them."""

DIRECT: Final = frozenset(("data", "help", "learn", "rules", "matches", "board", "match cards", "move", "puzzle"))
"""Commands that work in direct messages to the bot, too."""


def match_group() -> app_commands.Group:
    """Return the group `match`, to which features add their less common commands about a match."""
    return app_commands.Group(
        name="match",
        description=mark("All about a match: cards, clock, record, plans, watching together, leaving, calling it off"),
        # Discord allows or forbids whole words: what does not work there says so (`works_directly`).
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    )


def works_directly(name: str) -> bool:
    return name in DIRECT


# The commands in the languages of their users: descriptions and choices come from the same catalogues as all texts.


def localize(command: dict[str, Any]) -> dict[str, Any]:
    """Return a command as it is registered, with its descriptions and choices in every language of the catalogues.

    Names of commands and options stay as they are: people help each other across languages, and the rules quote them.
    discord.py's translators are asked for each text in each of Discord's locales, most of which have no catalogue.
    """
    spoken = {each.value: translator(each.value) for each in discord.Locale}
    return _localize(command, {locale: language for locale, language in spoken.items() if language is not ENGLISH})


def _localize(node: dict[str, Any], spoken: Mapping[str, Translate]) -> dict[str, Any]:
    if node.get("description"):
        node["description_localizations"] = _translations(node["description"], spoken)
    for choice in node.get("choices") or ():
        choice["name_localizations"] = _translations(choice["name"], spoken)
    for option in node.get("options") or ():
        _localize(option, spoken)
    return node


def _translations(text: str, spoken: Mapping[str, Translate]) -> dict[str, str]:
    found = ((locale, language.template(Text(text))) for locale, language in spoken.items())
    return {locale: cut(translated, CHOICE_LIMIT) for locale, translated in found if translated != text}


def size(node: dict[str, Any]) -> int:
    """Return how many characters of a command or option Discord counts: of each text the longest translation."""
    own = _longest(node, "name") + _longest(node, "description")
    own += sum(_longest(choice, "name") + len(str(choice["value"])) for choice in node.get("choices") or ())
    return own + sum(map(size, node.get("options") or ()))


def _longest(node: dict[str, Any], key: str) -> int:
    translations = (node.get(f"{key}_localizations") or {}).values()
    return max(map(len, (node.get(key) or "", *translations)))


# Requests to Discord, so spread that never more go out in a second than it allows a bot in all.
#
# discord.py keeps the limit of each route, and learns of the one for all routes only when it is refused; who is refused
# too often is shut out. Answers to interactions do not count toward it, and never wait here: so whatever else the bot
# has to send, people are answered at once. Several processes share the limit by their shards, or a proxy keeps it for
# all of them: then nothing waits here, and what can be left out still is.


RESERVED = 10
"""How many of the requests of a second are never used for what can be left out."""
MOST_SPARE = 32
"""Requests that wait for a moment with few others; further ones are left out."""
_EXEMPT = ("/interactions/", "/webhooks/")
"""What begins with these answers an interaction."""


class GlobalLimit:
    """A limit on the rate of a bot's requests.

    Args:
        per_second: How many may be sent in a second.
        now: A clock in seconds.
        sleep: Waits for that number of seconds.
        proxied: Whether a proxy has requests wait, so that only what can be left out waits here.
    """

    def __init__(
        self,
        per_second: int,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        *,
        proxied: bool = False,
    ) -> None:
        self._per_second, self._proxied = per_second, proxied
        self._now = now
        self._sleep = sleep
        self._spare = asyncio.Lock()
        self._waiting = 0
        self._sent: deque[float] = deque()
        self.use(1.0)

    def use(self, part: float) -> None:
        """Use so much of the limit from now on, from 0 to 1: other processes use the rest."""
        rate = self._per_second * part
        most = max(int(rate), 1)
        self._seconds = max(1.0, 1 / rate)
        self._most_with_spare = max(most - math.ceil(RESERVED * part), 1)
        self._sent = deque(self._sent, maxlen=most)

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace for which each request of an HTTP client waits right before it is sent."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before)
        return config

    async def turn(self) -> None:
        """Wait until one more request may be sent; in the order of calls."""
        now = self._now()
        full = len(self._sent) == self._sent.maxlen and not self._proxied
        at = max(now, self._sent[0] + self._seconds) if full else now
        self._sent.append(at)
        if at > now:
            await self._sleep(at - now)

    async def spare(self) -> bool:
        """Wait for room for a request that can be left out, behind all others; return False if it should be."""
        if self._waiting >= MOST_SPARE:
            return False
        self._waiting += 1
        try:
            async with self._spare:
                wait = self._until_spare()
                if 0 < wait <= self._seconds:
                    await self._sleep(wait)
                    wait = self._until_spare()
                return wait <= 0
        finally:
            self._waiting -= 1

    def _until_spare(self) -> float:
        most = self._most_with_spare
        return self._sent[-most] + self._seconds - self._now() if len(self._sent) >= most else 0.0

    async def _before(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        path = str(asked.url).partition(Route.BASE)[2]
        if path and not path.startswith(_EXEMPT):
            await self.turn()


REQUEST_TIMEOUT, GATEWAY_TIMEOUT = 408, 504
"""Statuses of answers: a proxy's that gave up on Discord, and one after which discord.py sends a request again."""


async def try_again(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    """Have discord.py send a request again that a proxy refused, as it does after trouble of Discord's own.

    Otherwise it would raise what a proxy says by itself: that Discord took too long, and, without the header `Via`
    which Discord's answers have, that others are to be sent first.
    """
    answer = ended.response
    if answer.status == REQUEST_TIMEOUT or (answer.status == TOO_MANY and not answer.headers.get("Via")):
        log.info("the proxy answered a request with %d", answer.status)
        answer.status = GATEWAY_TIMEOUT


# What other features ask of the silence of matches (R29); `cogs.silence.keeper.Keeper` answers, at `ArenaBot.silence`.


class Silence(Protocol):
    """Checks silent matches."""

    async def renamed(self, match: Match) -> frozenset[int]:
        """Return the players of a match who must not be mentioned: a mention shows their current name."""
        ...

    async def may_go_on(self, match: Match) -> bool: ...

    async def check(self, match_id: int, *, thorough: bool = True, patient: bool = True) -> Sequence[Text]:
        """Check a match and repair its channels where possible; return why it is not silent, empty if it is."""
        ...


# Users of direct messages as members of a server: Discord sends who asks there without roles or permissions.


FRESH = 30.0
"""Seconds for which a member is taken as they were while a person types: completion asks with every pause."""
MEMBERS_CACHED = 1_000
MOST_ASKED = 25
"""Servers that Discord is asked about for one answer: more would make others wait for theirs."""


@dataclass(frozen=True, slots=True)
class NonMembers:
    """Servers whose matches a person may not be told of.

    Attributes:
        left: They are no member, or the bot itself is none.
        unsure: Discord did not say.
    """

    left: frozenset[int]
    unsure: frozenset[int]

    @property
    def all(self) -> frozenset[int]:
        return self.left | self.unsure


class MembershipUnknown(Exception):  # noqa: N818 - as those of hosting.errors
    """Discord does not say at the moment who is a member of a server."""


class Memberships:
    """Requests members from Discord.

    Of a server of another process this one has no events: what it must know of that it requests, too.
    """

    def __init__(self) -> None:
        self._found: LruCache[tuple[int, int], tuple[float, discord.Member | None]] = LruCache(MEMBERS_CACHED)

    async def of(
        self, bot: ArenaBot, guild_id: int, user_id: int, now: float, *, typing: bool
    ) -> discord.Member | None:
        """Return a user as the member of a server, or None if they are not one, or the bot is not.

        While they are `typing`, an answer up to `FRESH` seconds old will do; `now` is in seconds since a fixed moment.

        Raises:
            MembershipUnknown: Discord does not say, or does not reach the server.
        """
        guild = bot.get_guild(guild_id)
        own = bot.arena.core.share.has(guild_id)
        if guild is None and own:
            return None
        known = self._found.get((guild_id, user_id))
        if typing and known is not None and 0 <= now - known[0] <= FRESH:
            return known[1]
        if guild is not None and guild.unavailable:
            raise MembershipUnknown
        with _asking(guild_id):
            try:
                server = guild if own and guild is not None else await bot.fetch_guild(guild_id, with_counts=False)
                member = await server.fetch_member(user_id)
            except (discord.NotFound, discord.Forbidden):  # the latter where the bot itself is no member any more
                member = None
        if typing:
            self._found.put((guild_id, user_id), (now, member))
        else:
            self._found.forget((guild_id, user_id))
        return member

    async def outside(self, bot: ArenaBot, user_id: int, servers: Collection[int]) -> NonMembers:
        """Return the servers of which a user is no member; Discord is asked about `MOST_ASKED` of them at most."""
        asked = sorted(servers)[:MOST_ASKED]
        found = await asyncio.gather(*(self._belongs(bot, user_id, each) for each in asked))
        known = dict(zip(asked, found, strict=True))
        return NonMembers(
            frozenset(each for each in servers if known.get(each) is False),
            frozenset(each for each in servers if known.get(each) is None),
        )

    async def _belongs(self, bot: ArenaBot, user_id: int, guild_id: int) -> bool | None:
        try:
            if bot.arena.core.share.has(guild_id):
                return await self.of(bot, guild_id, user_id, 0, typing=False) is not None
            with _asking(guild_id):
                try:  # what they may do there doesn't matter: one request less
                    await bot.http.get_member(guild_id, user_id)
                except (discord.NotFound, discord.Forbidden):
                    return False
            return True
        except MembershipUnknown:
            return None


@contextmanager
def _asking(guild_id: int) -> Iterator[None]:
    """Raise MembershipUnknown where Discord doesn't answer; refusals are left as they are."""
    try:
        yield
    except (discord.NotFound, discord.Forbidden):
        raise
    except (discord.HTTPException, *BROKEN) as error:
        log.info("could not ask Discord who is a member of server %d: %r", guild_id, error)
        raise MembershipUnknown from error


Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu

MOST_DIRECT = 1_000
"""Interactions in direct messages that are remembered as Discord sent them, until they are answered."""
TAKEN_WITHIN_S = 2.0
"""How long another process has to take an interaction: Discord waits three seconds for an answer."""
_DIALOG = re.compile(r"(\d{1,19}):")
"""What the id of a dialog begins with that only the process of a server has (`cogs.core.components.ArenaModal`)."""

MOST_OFFERS = 1_000
"""Notices of interruptions whose buttons are remembered."""

INTENTS = discord.Intents(guilds=True, voice_states=True)
"""None of these is privileged: members are taken from interactions or fetched."""

# The bot watches voice channels and never speaks in them: nothing to warn of.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def periods_of(settings: Settings) -> Periods:
    """Return how long data is stored, as the operator set it."""
    return Periods(
        removed_servers=timedelta(days=settings.keep_removed_servers),
        silence_logs=timedelta(days=settings.keep_silence_logs),
        imports=timedelta(days=settings.keep_imports),
        closed_tables=timedelta(days=settings.keep_closed_tables),
        exports=timedelta(days=settings.keep_exports),
    )


class DiscordClock:
    """The time as discord.py has it, in UTC; SimCord replaces it by its own."""

    def now(self) -> datetime:
        return discord.utils.utcnow()

    def monotonic(self) -> float:
        return time.monotonic()


class ArenaTree(app_commands.CommandTree["ArenaBot"]):
    """The slash commands; errors are reported to the user, in private."""

    async def interaction_check(self, interaction: discord.Interaction[ArenaBot], /) -> bool:
        """Let commands and completion through that are within the limits and work in this place."""
        typing = interaction.type is discord.InteractionType.autocomplete
        if not await in_time(interaction, Pace.TYPE if typing else pace_of_command(interaction.data)):
            return False
        if interaction.guild_id is not None or works_directly(name := used_command(interaction.data)[0]):
            return True
        await refuse_directly(interaction, name)
        return False

    async def on_error(
        self, interaction: discord.Interaction[ArenaBot], error: app_commands.AppCommandError, /
    ) -> None:
        await report(interaction, error)

    async def sync_if_changed(self) -> bool:
        """Register the commands with Discord unless they are registered already; return whether they were.

        Discord's own list is requested, not remembered: the same database may meet another application, and another
        program may have changed the commands.
        """
        application = self.client.application_id
        if application is None:
            raise AssertionError("commands are registered after logging in")
        here = [self._payload(command) for command in self.get_commands()]
        route = Route("GET", "/applications/{application_id}/commands", application_id=application)
        found: list[dict[str, Any]] = await self.client.http.request(route, params={"with_localizations": "true"})
        if _definitions(here) == _definitions(found):
            return False
        await self.client.http.bulk_upsert_global_commands(application, payload=here)
        return True

    def _payload(self, command: Command) -> dict[str, Any]:
        translated = localize(command.to_dict(self))
        if size(translated) <= COMMAND_LIMIT:
            return translated
        # Discord would refuse all commands for one that is too long, and the bot could not start.
        log.warning("/%s is too long for Discord in one of its languages, so it stays in English", command.name)
        return command.to_dict(self)


def _definitions(commands: Iterable[dict[str, Any]]) -> dict[tuple[object, object], dict[str, Any]]:
    return {(command.get("type", 1), command["name"]): _essence(command) for command in commands}


def _essence(command: dict[str, Any]) -> dict[str, Any]:
    """Return what defines a command, without its ids and without defaults that Discord leaves out or fills in."""
    essence: dict[str, Any] = {}
    for key, value in command.items():
        if not value or key in _FILLED_IN:
            continue
        if key in ("options", "choices"):
            essence[key] = [_essence(part) for part in value]
        elif key in ("contexts", "integration_types", "channel_types"):
            essence[key] = sorted(value)
        else:
            essence[key] = value
    return essence


_FILLED_IN = frozenset(("id", "application_id", "guild_id", "version", "dm_permission"))


# Connections to Discord, a shard each. Discord limits how often a bot identifies itself on them: once in five seconds
# for each bucket of shards, and 1,000 times a day for small bots. A bot that does so more often loses its token. Where
# the shards are those of several processes, a lock of the database for each bucket has them take turns.


IDENTIFY_EVERY = 5.0
"""Seconds between two shards of a bucket, as Discord demands."""
_RESERVE = 0.05
"""Part of a day's connections that no start uses up: shards that lose theirs need them."""


class NoConnectionsLeft(Exception):  # noqa: N818 - as those of hosting.errors
    """Discord allows too few further connections today; the text says what to do."""


class Identifying:
    """When shards may identify themselves.

    Args:
        limits: How often, as Discord said.
        now: A clock in seconds.
        sleep: Waits for that number of seconds.
        alone: Has the shards of a bucket for this process alone, after waiting for others; None where there are none.
    """

    def __init__(
        self,
        limits: discord.SessionStartLimits,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        alone: Callable[[int], AbstractAsyncContextManager[None]] | None = None,
    ) -> None:
        self._limits = limits
        self._alone = alone
        self._holding: set[asyncio.Task[None]] = set()
        self._now = now
        self._sleep = sleep
        self._left = limits.remaining
        self._resets = now() + limits.reset_after / 1000
        self._next: dict[int, float] = {}

    def check(self, shards: int) -> None:
        """Find out whether so many shards may connect now. Raises NoConnectionsLeft."""
        total, left = self._limits.total, self._limits.remaining
        log.info("%d shards connect; Discord allows %d more of %d connections a day", shards, left, total)
        if left - shards < total * _RESERVE:
            at = discord.utils.utcnow() + timedelta(milliseconds=self._limits.reset_after)
            raise NoConnectionsLeft(
                f"Discord lets this bot connect {total} times a day, a start takes {shards}, and the last {left} are "
                f"kept for connections that break; start it again after {at:%Y-%m-%d %H:%M} UTC, and find out why it "
                "was started so often"
            )

    async def turn(self, shard: int) -> None:
        """Wait until a shard may identify itself; each bucket in the order of calls.

        Raises:
            TimeoutError: No shard may today.
        """
        now = self._now()
        if self._left <= 0 and now < self._resets:
            raise TimeoutError(f"Discord allows no connection for the next {self._resets - now:.0f} s")
        self._left -= 1
        bucket = shard % self._limits.max_concurrency
        if self._alone is not None:
            await self._take(bucket, self._alone)
            return
        at = max(now, self._next.get(bucket, now))
        self._next[bucket] = at + IDENTIFY_EVERY
        if at > now:
            await self._sleep(at - now)

    async def _take(self, bucket: int, alone: Callable[[int], AbstractAsyncContextManager[None]]) -> None:
        """Wait until no other shard of a bucket may identify itself, and keep others waiting after that."""
        taken = asyncio.Event()

        async def hold() -> None:
            try:
                async with alone(bucket):
                    taken.set()
                    await self._sleep(IDENTIFY_EVERY)
            except (DBAPIError, OSError) as error:
                # Should another process do so at the same time, Discord says so, and discord.py tries again.
                log.warning("shards identify themselves without waiting for those of other processes: %r", error)
                taken.set()

        holding = asyncio.create_task(hold(), name=f"bucket {bucket}")
        self._holding.add(holding)
        holding.add_done_callback(self._holding.discard)
        await taken.wait()

    async def close(self) -> None:
        """Let the shards of other processes identify themselves."""
        for each in self._holding:
            each.cancel()
        await asyncio.gather(*self._holding, return_exceptions=True)


class ArenaBot(commands.AutoShardedBot):
    """The bot.

    Attributes:
        limit: On the requests that it sends.
        paces: How much people and servers have asked for lately.
        skew: How far the machine's clock is from Discord's.
        arrivals: The interactions that arrived lately.
        underway: Tasks of interactions and listeners; they end before the store is closed.
        memberships: The members of servers, for people who ask in direct messages.
        arena: Tables, matches and posts; set by `setup_hook`.
        presses: The handlers of the buttons `m:<match>:<seq>:<action>`, by action. Only features fill this and the
            fields down to `silence` (`cogs.core.feature.Feature`).
        table_press: The handler of the controls `t:<table>:<rev>:<action>` of lobbies.
        season_presses: The handlers of the controls `g:<season>:<action>` of leagues, by action.
        season_pages: Functions that show the pages `h:<season>:<what>:<part>:<first>` of leagues, by letter.
        deliveries: Posters by kind of post, except notices and results.
        shows: Functions that show the message of something as it is, by the kind of thing.
        news_posters: Posters of leagues' news, by kind of post.
        puzzle_poster: The poster of the puzzle of the day.
        channel_resolvers: Finders of the channel for texts, by the kind of thing, if the post does not name one.
        silence: Keeps silent matches silent.
        identifying: When shards may identify themselves; set once they connect.
        spare: Whether every share of the servers is another process's, so that this one waits for one of them.
        leaving: Whether the program is about to end.
        default_where: Where a match is played by default: "thread" or "here".
        default_clock: The clock of a table whose host names none; None for no clock.
        when_store_is_lost: Called when another process has taken the database.
    """

    def __init__(self, settings: Settings, clock: MachineClock) -> None:
        self.skew, self.arrivals = Skew(clock), Arrivals()
        proxied = settings.discord_proxy is not None
        self.limit = GlobalLimit(settings.requests_per_second, proxied=proxied)
        trace = self.limit.trace()
        trace.on_request_end.extend((self.skew.hear, self.arrivals.hear, *((try_again,) if proxied else ())))
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
            # Without a token there is no Discord to recommend a number: the local page has one shard.
            shard_count=settings.shards or (1 if settings.discord_token is None else None),
        )
        self.settings = settings
        self.clock = clock
        self.paces = Paces(clock, settings.pace)
        self.underway = Underway()
        self.memberships = Memberships()
        self.arena: Arena
        self.silence: Silence
        self.presses: dict[str, Press] = {}
        self.table_press: TablePress = _ignore_press
        self.season_presses: dict[str, SeasonPress] = {}
        self.season_pages: dict[str, SeasonPage] = {}
        self.deliveries: dict[str, Delivery] = {}
        self.shows: dict[SubjectKind, Show] = {}
        self.news_posters: dict[str, NewsPoster[LeaguePost]] = {}
        self.puzzle_poster: NewsPoster[PuzzlePost]
        self.channel_resolvers: dict[SubjectKind, ChannelResolver] = {}
        self.default_where = "thread"
        self.default_clock: ClockTerms | None = USUAL_CLOCK
        self.when_store_is_lost: Callable[[InUseError], None] | None = None
        self.identifying: Identifying | None = None
        self._launching: asyncio.Task[None] | None = None
        self._entered = False  # what closes discord.py's client is there from then on
        self.opened = self.spare = False
        self._ready_shards: set[int] = set()
        parsers = self._connection.parsers
        parsers["READY"] = partial(self._be_ready, parsers["READY"])
        self._parse_interaction: Callable[[dict[str, Any]], None] = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self._receive
        self._direct: LruCache[int, str] = LruCache(MOST_DIRECT)
        self._offers: LruCache[int, tuple[int, int]] = LruCache(MOST_OFFERS)
        self.leaving = False
        self.tree.add_command(match_group())
        shorten_network_logs()

    async def login(self, token: str) -> None:
        self._entered = True
        await super().login(token)

    async def setup_hook(self) -> None:
        """Open the arena and the features, register changed commands, and begin to post."""
        if self.shard_count is None:
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        self.arena = await Arena.open(
            self.settings.database,
            self.clock,
            periods=periods_of(self.settings),
            everywhere=self.settings.ratings_of_all_servers,
            deletions=self.settings.deletions,
            backups=self.settings.backups(self.settings.database),
            sharing=replace(self.settings.sharing, recommended=self.shard_count),
            spare=self._wait,
            computers=self.settings.computer_workers,
        )
        self.spare = False
        share = self.arena.core.share
        if not share.all:
            self.shard_count, self.shard_ids = share.count, sorted(share.shards)
        self.limit.use(len(share.shards) / share.count)
        self.clock = self.arena.clock
        if self.when_store_is_lost is not None:
            self.arena.db.when_lost(self.when_store_is_lost)
        self.arena.db.hear(HANDED, self._hear_of_handed)
        self.opened = True
        for name in FEATURES:
            # By name: each feature imports this module.
            await importlib.import_module(name).feature(self).open(self)
        tree = self.tree
        if share.leads and isinstance(tree, ArenaTree) and await tree.sync_if_changed():
            log.info("registered %d commands with Discord", len(tree.get_commands()))
        async with self.arena.db.read() as connection:
            message = await newest_message(connection)
        newest = None if message is None else discord.utils.snowflake_time(message)
        await self.arena.start(reachable=False, shards=self.shard_count, newest=newest, ahead=self.skew.ahead)

    @property
    def own_shards(self) -> Sequence[int]:
        """The shards of this process."""
        return self.shard_ids or range(self.shard_count or 1)

    def _wait(self) -> None:
        self.spare = True

    async def launch_shards(self) -> None:
        """Connect, unless Discord allows too few further connections today (NoConnectionsLeft)."""
        several = not self.arena.core.share.all
        self.identifying = Identifying(await self.fetch_session_start_limits(), alone=self._alone if several else None)
        self.identifying.check(len(self.own_shards))
        # Beside what follows: a shard that loses its connection is not to wait until the last one has its first.
        self._launching = asyncio.create_task(super().launch_shards(), name="shards")

    def _alone(self, bucket: int) -> AbstractAsyncContextManager[None]:
        return self.arena.db.alone(IDENTIFYING + bucket)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self.identifying is not None:
            await self.identifying.turn(shard_id or 0)

    def _be_ready(self, parse: Callable[[dict[str, Any]], None], data: dict[str, Any]) -> None:
        """Forget the servers of a shard that the bot was removed from meanwhile; discord.py keeps them."""
        guild_ids = {int(each["id"]) for each in data["guilds"]}
        for guild in self.guilds:
            if guild.shard_id == data["shard"][0] and guild.id not in guild_ids:
                self._connection.parsers["GUILD_DELETE"]({"id": str(guild.id)})
        parse(data)

    def is_ready_for(self, guild_id: int) -> bool:
        """Tell whether Discord has said which servers of this one's shard the bot is in."""
        return shard_of(guild_id, self.shard_count or 1) in self._ready_shards

    def require_server(self, guild_id: int) -> discord.Guild | None:
        """Return a server, None if the bot was removed from it. Raises Retry until Discord has sent it."""
        guild = self.get_guild(guild_id)
        if not self.is_ready_for(guild_id) or (guild is not None and guild.unavailable):
            raise Retry
        return guild

    def _receive(self, data: dict[str, Any]) -> None:
        """Parse an interaction, and remember it where another process may have to answer it."""
        if self.opened and "guild_id" not in data and not self.arena.core.share.all:
            self._direct.put(int(data["id"]), json.dumps(data))
            sent = data["type"] == discord.InteractionType.modal_submit.value
            server = _DIALOG.match(data["data"]["custom_id"]) if sent else None
            if server is not None and not self.arena.core.share.has(guild_id := int(server[1])):
                asked: Interaction = discord.Interaction(data=data, state=self._connection)  # type: ignore[arg-type]
                self.underway.add(asyncio.create_task(report(asked, NotMine(guild_id)), name="dialog"))
                return
        self._parse_interaction(data)

    async def hand_on(self, interaction: Interaction, to: NotMine) -> bool:
        """Have the process of a match's server answer an interaction; return whether it does.

        That is so at once, or not at all: nothing was answered yet, and it did not come from another process itself.
        """
        payload = self._direct.get(interaction.id)
        self._direct.forget(interaction.id)
        if payload is None or interaction.response.is_done():
            return False
        relay = self.arena.relay
        await relay.give(interaction.id, to.guild_id, json.loads(payload))
        await asyncio.sleep(TAKEN_WITHIN_S)
        if taken := not await relay.take_back(interaction.id):
            log.debug("an interaction was answered by the process of server %d", to.guild_id)
        else:
            log.warning("the process of server %d didn't take an interaction", to.guild_id)
        return taken

    def _hear_of_handed(self, guild_ids: set[int]) -> None:
        mine = {each for each in guild_ids if self.arena.core.share.has(each) and self.is_ready_for(each)}
        if mine and not self.leaving:
            self.arena.tasks.start(self._take_handed(mine), "interactions of direct messages")

    async def _take_handed(self, guild_ids: Collection[int]) -> None:
        for payload in await self.arena.relay.take(guild_ids):
            self._parse_interaction(cast("dict[str, Any]", payload))

    def retire(self, channel_id: int, message_id: int, *, whole: bool = False, content: str | None = None) -> None:
        """Remove the buttons of a message that another one has replaced, or all of it, if there is time for that.

        That is worth one request and no more: a press on a button that stays says what holds. `content`: what it says
        from then on; None for what it said.
        """
        tasks = self.arena.tasks
        edit = tasks.foreign(self._retire(channel_id, message_id, whole=whole, content=content))
        tasks.start(edit, f"buttons of message {message_id}")

    def offer(self, match_id: int, channel_id: int, message_id: int) -> None:
        """Remember a notice of an interruption, whose button goes when the match goes on or ends (`withdraw`)."""
        self._offers.put(match_id, (channel_id, message_id))

    def withdraw(self, match_id: int) -> None:
        if (notice := self._offers.get(match_id)) is not None:
            self._offers.forget(match_id)
            self.retire(*notice)

    async def _retire(self, channel_id: int, message_id: int, *, whole: bool, content: str | None) -> None:
        if not await self.limit.spare():
            log.debug("too many requests: message %d keeps its buttons", message_id)
            return
        # Past `discord.Message`, which would be made of the answer.
        try:
            if whole:
                await self.http.delete_message(channel_id, message_id)
            else:
                none = discord.AllowedMentions.none()
                content = MISSING if content is None else content
                changes = handle_message_parameters(content, view=None, allowed_mentions=none)
                await self.http.edit_message(channel_id, message_id, params=changes)
        except (discord.HTTPException, *BROKEN) as error:
            # Gone, too old to be edited once more, or in a channel that is closed to the bot.
            log.info("message %d stays as it is: %s", message_id, error)

    async def language(self, guild_id: int) -> str:
        """Return the locale of a server's public messages.

        The managers' choice comes first, then the server's language in Discord, which only communities can set, then
        the operator's choice.
        """
        if (chosen := (await self.arena.settings.server(guild_id)).language) is not None:
            return chosen
        guild = self.get_guild(guild_id)
        if guild is not None and "COMMUNITY" in guild.features:
            return guild.preferred_locale.value
        return self.settings.arena_language

    async def close(self) -> None:
        """Leave Discord and close the store; a second call does nothing.

        In this order: nothing new begins (`leaving`), interactions are answered or given up, posts and writes end, the
        store is closed, and last the connection, which all of them need.
        """
        opened, self.opened, self.leaving = self.opened, False, True
        if self._launching is not None:
            self._launching.cancel()
        if self.identifying is not None:
            await self.identifying.close()
        try:
            await self.underway.end()
            if opened:
                await self.arena.close()
        finally:
            if self._entered:
                await super().close()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 — discord.py's
        # A bot told to stop right after connecting would be ready only once it is closed, and discord.py fails then.
        if self.leaving:
            return
        if event_name == "shard_ready":
            self._ready_shards.add(args[0])
        super().dispatch(event_name, *args, **kwargs)

    def _schedule_event(self, *args: Any, **kwargs: Any) -> asyncio.Task[None]:  # noqa: ANN401 — discord.py's
        # The listener must end before the store is closed.
        task: asyncio.Task[None] = super()._schedule_event(*args, **kwargs)
        self.underway.add(task)
        return task

    async def on_shard_connect(self, shard: int) -> None:
        await self.arena.outages.found(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        await self.arena.outages.found(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        # Players' time stops while nothing they do arrives.
        if self.opened:
            self.arena.outages.lost(shard)

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:  # noqa: ANN401 — discord.py's
        # The bot stays, and stays in the server.
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
"""Called with the control's id and the picked values of a menu."""

SeasonPress: TypeAlias = Callable[[Interaction, int, tuple[str, ...]], Awaitable[None]]
"""Called with the season, and the picked values or the number of the control's subject; empty for other controls."""

SeasonPage: TypeAlias = Callable[[Interaction, int, int, int], Awaitable[None]]
"""Called with the season, the division or round, and the number of the first row."""


async def _ignore_press(_interaction: Interaction, _pressed: TableId, _values: tuple[str, ...]) -> None:
    raise AssertionError("no lobby is loaded")


class ArenaCog(commands.Cog):
    """A cog of this bot.

    Attributes:
        under: The group of its commands, as `match` in `/match clock`; empty for the top.
    """

    under: ClassVar[str] = ""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot


class ArenaGroup(commands.GroupCog):
    """A cog whose commands form a group; each class sets `group_name` and `group_description`.

    Attributes:
        under: The group of that group; empty for the top.
    """

    under: ClassVar[str] = ""

    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot
