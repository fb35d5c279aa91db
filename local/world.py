"""The simulated server: its channels, its players and roles, and the bot."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

import discord
import simcord
from discord.ext import commands
from simcord import interactions
from simcord.backend import Backend
from simcord.http.router import RequestContext, route

from engine.text import say
from hosting.computers.analyses import Progress
from hosting.computers.workers import Computers
from locales import SOURCE, best, translator

AnyBot: TypeAlias = commands.Bot | commands.AutoShardedBot
BotMaker: TypeAlias = Callable[[], AnyBot]

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
OWNER = "Olga"
SERVER = "Arena"
START = "lobby"
# Discord's name for the bot's avatar; the pages get the picture itself (`local.views`).
FACE = "face"
# The time limit of an act: a slow machine draws a hand, a picture for each card, in more than SimCord's five seconds.
# The bot's own tasks, such as the outbox after trouble, are later: SimCord would wait for any task within the limit.
SETTLE_S = 10.0
TOPIC = say("/new opens a table (with computer: you play at once), /learn teaches a game, /help explains the rest.")
TABLES_HEADING = say("Tables", context="heading of channels")
_COMPUTED = ((Computers, "decide"), (Computers, "piece"), (Progress, "wait"))
"""What waits for workers, which take seconds for a decision and minutes for an analysis."""
TABLES = ("table-1", "table-2", "table-3")


@dataclass(frozen=True, slots=True)
class World:
    """A running simulation.

    Attributes:
        env: SimCord's environment; `env.bot` is the bot.
        channel: The start channel of the page and of the game.
        players: All local players by shown name; the last one owns the server and so passes all permissions.
        language: What the page and everybody's Discord are in, one of `locales.languages()`.
    """

    env: simcord.Env
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    players: Mapping[str, simcord.MemberActor]
    language: str = SOURCE

    @property
    def owner(self) -> simcord.MemberActor:
        """The server's owner, who passes all overwrites."""
        return self.players[OWNER]


Prepare = Callable[[World], Awaitable[None]]


@contextlib.asynccontextmanager
async def simulated(make_bot: BotMaker, *, language: str = SOURCE, now: datetime | None = None) -> AsyncIterator[World]:
    """Yield a server with a handful of channels and players, joined by the bot."""
    bot = make_bot()
    try:
        env = simcord.Env(bot, approved_intents=discord.Intents.default(), check_errors=False, settle_timeout=SETTLE_S)
        env.backend.advance_clock(max(0.0, ((now or datetime.now(UTC)) - env.now()).total_seconds()))
        env.backend.edit_bot_profile(SERVER)
        env.backend.bot_user.avatar = FACE
        explain: Any = bot.tree.on_error
        await env.start()
        # SimCord would record every error of a command, and its page would keep the command open over the bot's answer.
        bot.tree.error(explain)
        try:
            with env.time_context():
                world = _furnish(env, language)
                await env.settle()
                await _register_commands(world, bot)
            with _spoken(language), _computing_aside(env):
                _list_commands(env.backend, discord_locale(language))
                yield world
        finally:
            with contextlib.suppress(TimeoutError, simcord.SetupError):
                await env.settle()
            await env.shutdown()
    finally:
        await bot.close()


@contextlib.contextmanager
def _computing_aside(env: simcord.Env) -> Iterator[None]:
    """Have no act wait for workers, or nobody could do anything meanwhile."""

    def aside(compute: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
        @functools.wraps(compute)
        async def waited(*given: Any) -> Any:  # noqa: ANN401 - whatever that returns
            # SimCord waits for all that the bot does: what starts in an empty context isn't the bot's for it.
            computing = contextvars.Context().run(asyncio.ensure_future, compute(*given))
            try:
                return await env.external_wait(computing, reason="a worker computes")
            except simcord.SetupError:
                return await computing  # a task that isn't the bot's for it either

        return waited

    made = [(kind, name, getattr(kind, name)) for kind, name in _COMPUTED]
    for kind, name, compute in made:
        setattr(kind, name, aside(compute))
    try:
        yield
    finally:
        for kind, name, compute in made:
            setattr(kind, name, compute)


@contextlib.contextmanager
def _spoken(language: str) -> Iterator[None]:
    """Have everybody's Discord be in a language; SimCord's is always in English."""
    made = interactions.base_payload

    def payload(backend: Backend, **more: Any) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401 - as SimCord has it
        record, content = made(backend, **more)
        return record, content | {"locale": discord_locale(language)}

    interactions.base_payload = payload
    try:
        yield
    finally:
        interactions.base_payload = made


def _list_commands(backend: Backend, locale: str) -> None:
    """Have commands described in a language of Discord's; SimCord's page knows the bot's own descriptions alone."""
    visible = backend.visible_commands

    def translated(**asked: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as SimCord has it
        return [_described(each, locale) for each in visible(**asked)]

    backend.visible_commands = translated  # type: ignore[method-assign]


def _described(part: Any, locale: str) -> Any:  # noqa: ANN401 - a command, an option, a choice, and what they hold
    """Return what Discord holds of a command, with its names and descriptions in a language where it has them."""
    if isinstance(part, list):
        return [_described(each, locale) for each in part]
    if not isinstance(part, dict):
        return part
    said = {
        key: part[f"{key}_localizations"][locale]
        for key in ("name", "description")
        if locale in (part.get(f"{key}_localizations") or {})
    }
    return {key: _described(each, locale) for key, each in part.items()} | said


def discord_locale(language: str) -> str:
    """Return the first of Discord's languages that the bot answers in one of `locales.languages()`."""
    return next(each.value for each in discord.Locale if best(each.value) == language)


def _furnish(env: simcord.Env, language: str) -> World:
    translate = translator(language)
    owner = env.create_user(OWNER.lower(), global_name=OWNER)
    guild = env.create_guild(SERVER, owner=owner)
    start = guild.create_text_channel(START, topic=TOPIC.render(translate))
    tables = guild.create_category(TABLES_HEADING.render(translate))
    for name in TABLES:
        guild.create_text_channel(name, category=tables)
    guild.create_voice_channel("lounge")
    players = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PLAYERS}
    players[OWNER] = simcord.MemberActor(env, guild, owner)
    return World(env, guild, start, players, language)


async def _register_commands(world: World, bot: AnyBot) -> None:
    if not any(world.env.backend.commands.values()) and bot.tree.get_commands():
        await bot.tree.sync()
        await world.env.settle()


async def open_lobby(world: World) -> None:
    """Open a table as Ann, so that a newcomer's first press can be Join."""
    result = await next(iter(world.players.values())).slash(world.channel, "new replicants")
    if not result.acknowledged:
        raise RuntimeError("the bot did not answer /new replicants")


# The members of each role, an endpoint that SimCord lacks.


@route("GET", "guilds/{guild_id}/roles/member-counts")
def member_counts(context: RequestContext) -> dict[str, int]:
    """Return the number of members by the id of each role, without that of everyone."""
    guild = context.backend.get_guild(context.int_arg("guild_id"))
    held = Counter(role for member in guild.members.values() for role in member.role_ids)
    return {str(role): held[role] for role in guild.roles if role != guild.id}
