"""Private messages about errors, with the rule, and answers that Discord lost."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import secrets
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import app_commands
from sqlalchemy.exc import DBAPIError

from cogs.core.permissions import labels
from cogs.core.rates import Pace
from cogs.core.text import MESSAGE_LIMIT, code, cut, locale_of, safe, shown
from engine.errors import ArenaError, MoveError, RecordError, TurnError
from engine.text import Listed, Quote, Text, Value, listed, say
from hosting.housing import to_do
from hosting.match.model import MatchParked, MatchPaused, NotMine
from hosting.metrics import ANSWERS, REQUESTS
from hosting.outbox import Retry
from hosting.runtime import Clock
from store.database import Writes, note_writes
from store.db.addresses import is_away, is_full
from store.share import shard_of
from store.tables.matches import ReplayError

# Failures of Discord or the network, as opposed to the bot's own faults: they get a single line of the log.


UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
DISMISSED = 10008
"""Code of a message that is gone, such as a private one that its reader has dismissed."""
_TOO_LATE = frozenset((UNKNOWN_INTERACTION, ALREADY_ANSWERED, 10015, 50027))
"""The latter two are of a token that has run out."""
TOO_MANY = 429
"""Status of an answer to too many requests."""

BROKEN = (aiohttp.ClientError, ConnectionError, TimeoutError, ssl.SSLError, discord.DiscordServerError)
"""The connection, or the other end of it."""

_SPEAKING = ("discord.app_commands.tree", "discord.ui.view", "discord.ui.modal", "discord.client", "discord.shard")
"""Loggers of discord.py that tell of errors with a traceback, whatever they are: in completion, for instance."""


MOST_ARRIVALS = 10_000
"""Interactions that are remembered. Discord delivers one again when a session is resumed, within minutes."""


_ANSWER = re.compile(r"/interactions/(\d+)/")


class Arrivals:
    """The ids of recent interactions, with when they came: Discord may deliver one twice.

    A new process begins a session of its own, which gets nothing of the last one.
    """

    def __init__(self) -> None:
        self._ids: dict[int, float] = {}

    def is_new(self, interaction_id: int) -> bool:
        if interaction_id in self._ids:
            return False
        self._ids[interaction_id] = time.monotonic()
        if len(self._ids) > MOST_ARRIVALS:
            del self._ids[next(iter(self._ids))]
        return True

    async def hear(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        """Count a request to Discord, and if it was the answer to an interaction, note how long that took."""
        REQUESTS.labels(ended.response.status).inc()
        if (
            ended.response.ok
            and (answer := _ANSWER.search(ended.url.path))
            and (came := self._ids.get(int(answer[1]))) is not None
        ):
            ANSWERS.observe(time.monotonic() - came)


def cause_of(error: BaseException) -> BaseException:
    """Return the error that discord.py wrapped on its way to the error handler."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


def is_broken(error: BaseException) -> bool:
    """Return whether the connection broke, or Discord had trouble of its own: the request may have been carried out."""
    return isinstance(error, BROKEN)


def is_too_late(error: BaseException) -> bool:
    """Return whether Discord no longer waits for an answer, or already has one."""
    return isinstance(error, discord.HTTPException) and error.code in _TOO_LATE


def is_lost(error: BaseException) -> bool:
    """Return whether an answer may not have reached its reader."""
    dismissed = isinstance(error, discord.NotFound) and error.code == DISMISSED
    return dismissed or is_broken(error) or is_too_late(error)


@contextmanager
def retrying() -> Iterator[None]:
    """Turn errors that may pass into `Retry`; Discord's final refusals are raised as they are."""
    try:
        yield
    except BROKEN as error:
        raise Retry from error
    except discord.HTTPException as error:
        if error.status == TOO_MANY:
            raise Retry from error
        raise


class Brief(logging.Filter):
    """Has a library log a failure of the network in one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback and the severity of an error if the network is to blame."""
        error = record.exc_info[1] if record.exc_info else None
        cause = None if error is None else cause_of(error)
        if cause is not None and (is_broken(cause) or is_too_late(cause)):
            record.msg, record.args = "%s: %r", (record.getMessage(), cause)
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


_BRIEF = Brief()


def shorten_network_logs() -> None:
    """Make discord.py log failures of the network in one line each; calling it once is enough."""
    for name in _SPEAKING:
        logging.getLogger(name).addFilter(_BRIEF)


class Skew:
    """How far this machine's clock is from Discord's, measured by its answers, whose times are in seconds.

    Attributes:
        ahead: By how much this machine's clock is ahead, and up to a second more; negative where it is behind.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.ahead = timedelta()

    async def hear(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        try:
            said = _time_of(ended.response.headers["Date"])
        except (KeyError, ValueError):
            return
        self.ahead = self._clock.now() - said


@lru_cache(maxsize=1)  # many answers come in the same second
def _time_of(date: str) -> datetime:
    return parsedate_to_datetime(date).astimezone(UTC)


# ruff: noqa: N818 - named for what happened, as in hosting.errors


log = logging.getLogger(__name__)

SUGGESTIONS = 5
_COUNT = re.compile(r" x\d{1,9}(?=[/,]?$)")
ECHO = 60
"""Characters repeated of what a person typed."""

_USEFUL = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "send_messages_in_threads",
)
"""What most of what the bot does takes."""

_BROKE_OFF = say("The connection to Discord broke off partway. Please check whether it worked, and try again if not.")
_FULL = say(
    "Nothing was played or changed: my disk is full. What you did before is safe. Tell the operator of this "
    "bot, and try again once there's room."
)
_AWAY = say(
    "I can't reach my database right now. Try again in a minute; if you were changing something, check first "
    "whether it worked."
)
_LOST = say("My answer to you in {channel} didn't reach you, because Discord lost it. Here it is:")
_LOST_HERE = say("My answer didn't reach you, because Discord lost it. Here it is:")

AnyInteraction: TypeAlias = discord.Interaction[Any]
_HOLDS, _WRITES = "holds", "writes"


class Refusal(ArenaError):
    """A request that Discord would allow and the bot refuses because of its place or its author."""


class TooMuch(Refusal):
    """A person, or a server, asked for too much in a short time."""

    def __init__(self, again: datetime, *, server: bool) -> None:
        when = discord.utils.format_dt(again, "R")
        super().__init__(
            say("This server is sending too many requests, so nothing was done. Try again {when}.", when=when)
            if server
            else say(
                "You've sent too many requests in a short time, so nothing was done. Try again {when}.", when=when
            ),
            code="too-much",
        )


class MissingPermission(ArenaError):
    """The bot lacks permissions, listed by discord.py's names."""

    def __init__(self, permissions: tuple[str, ...], channel: str | None = None) -> None:
        # `channel` is a mention; None for the channel of the command.
        says = (
            say(
                "I'm missing permissions for that here: {permissions}. `/doctor` shows everything that's missing.",
                permissions=labels(permissions),
            )
            if channel is None
            else say(
                "I'm missing permissions for that in {channel}: {permissions}. `/doctor` shows everything "
                "that's missing.",
                channel=channel,
                permissions=labels(permissions),
            )
        )
        super().__init__(says, code="missing-permission")
        self.permissions = permissions


THREADS_FULL = 160006
"""Discord's code for a server that has as many active threads as it may."""

LIMITS: Mapping[int, Text] = {
    THREADS_FULL: say(
        "This server has reached Discord's limit of 1,000 active threads, so I can't open another. Play in "
        "this channel instead (under **Terms**), or close threads that nobody needs."
    ),
    30013: say(
        "This server has reached Discord's limit of 500 channels, so I can't make another. Remove some unused "
        "ones, or choose an existing place."
    ),
    30033: say("This thread has reached Discord's limit of 1,000 members, so I can't add anyone else."),
}
"""What limits of Discord's that a server has reached mean, by its error codes, and what works instead."""


async def report(interaction: AnyInteraction, error: BaseException) -> None:
    """Tell the person who pressed or typed about an error, and log the bot's own faults."""
    cause = cause_of(error)
    if interaction.client.is_closed() or interaction.client.leaving:
        log.info("an interaction was cut off by the end of the program: %r", cause)
        return
    if isinstance(cause, NotMine):
        try:
            if await interaction.client.hand_on(interaction, cause):
                return
        except Exception as failure:  # noqa: BLE001 - it is explained as any other
            cause = failure
    written = _has_written(interaction)
    if is_too_late(cause) or is_broken(cause):
        content: str = interaction.extras.get(_HOLDS) or shown(_BROKE_OFF, locale_of(interaction))
        await _make_up(interaction, cause, content, written=written)
        return
    lines = [_FULL] if is_full(cause) else [_AWAY] if is_away(cause) else explain(interaction, cause)
    if lines is None:
        number = secrets.token_hex(4)
        shard = shard_of(interaction.guild_id or 0, interaction.client.shard_count or 1)
        known = {"cause": "error", "number": number, "shard": shard}
        log.error("unexpected error %s", number, exc_info=cause, extra=known)
        lines = [
            say(
                "Sorry, something went wrong on my side. If it happens again, please tell the "
                "operator of this bot the number `{number}`.",
                number=number,
            )
        ]
    elif is_full(cause):
        log.error("a person's request was not carried out: the database's disk is full", extra={"cause": "disk"})
    elif is_away(cause):
        reason = cause.orig if isinstance(cause, DBAPIError) else cause
        says = "a person's request was not carried out: the database can't be reached: %s"
        log.error(says, reason, extra={"cause": "store"})
    elif isinstance(cause, ReplayError):
        log.error("match %d can't be read", cause.match_id, exc_info=cause, extra={"cause": "unreadable"})
    try:
        await tell(interaction, *lines, names=cause.names if isinstance(cause, ArenaError) else ())
    except (discord.HTTPException, *BROKEN) as failure:
        log.warning("could not tell a person about an error: %r", failure)


def holds(interaction: AnyInteraction, *lines: Text, names: tuple[str, ...] = ()) -> str:
    """Note what was done for a person, before they are told, and return it: if the answer fails, they are sent this."""
    content = cut("\n".join(shown(line, locale_of(interaction), names) for line in lines), MESSAGE_LIMIT)
    interaction.extras[_HOLDS] = content
    return content


@asynccontextmanager
async def answering(
    interaction: AnyInteraction, content: str, edited: Mapping[str, Any] | None = None
) -> AsyncIterator[None]:
    """Send an answer within. If something was stored before, a lost answer is made up for.

    The caller then goes on, for example with what others are to see. If nothing was stored, the error is raised: the
    person asks again.
    """
    try:
        yield
    except (discord.HTTPException, *BROKEN) as error:
        if not _has_written(interaction) or not is_lost(error):
            raise
        await _make_up(interaction, error, content, edited or {}, written=True)


async def _make_up(
    interaction: AnyInteraction,
    error: BaseException,
    content: str,
    edited: Mapping[str, Any] | None = None,
    *,
    written: bool,
) -> None:
    """Send a person their lost answer another way, and log whether that worked.

    Asking again costs nothing, so a direct message is sent only if something was `written`. `edited` is how the answer
    was to edit a message: empty if it was not, None if unknown.
    """
    unknown = isinstance(error, discord.NotFound) and is_too_late(error)
    if not written and is_too_late(error):
        made_up = "nothing was stored"
    elif not unknown and edited is not None and await _has_arrived(interaction):
        made_up = "it had arrived"
    elif edited and await _edited_by_hand(interaction, edited):
        made_up = "the message shows it"
    elif not unknown and await _said_again(interaction, content):
        made_up = "it was said again"
    elif written and await _whispered(interaction, content):
        made_up = "it was sent as a private message"
    else:
        made_up = "nothing more could be said"
    log.warning("an answer was lost (%r); %s", error, made_up)


def _has_written(interaction: AnyInteraction) -> bool:
    writes: Writes | None = interaction.extras.get(_WRITES)
    return writes is not None and writes.any


async def _has_arrived(interaction: AnyInteraction) -> bool:
    """Return whether Discord took a first answer, not only its deferral, though it did not say so."""
    if interaction.response.is_done():
        return False
    try:
        answer = await interaction.original_response()
    except (discord.HTTPException, *BROKEN):
        return False
    return not answer.flags.loading


async def _edited_by_hand(interaction: AnyInteraction, edited: Mapping[str, Any]) -> bool:
    """Edit a public message without the interaction, as the bot; return whether that worked."""
    message = interaction.message
    if message is None or message.flags.ephemeral:
        return False
    try:
        await message.edit(**edited)
    except (discord.HTTPException, *BROKEN):
        return False
    return True


async def _said_again(interaction: AnyInteraction, content: str) -> bool:
    try:
        await _send(interaction, content)
    except discord.HTTPException as failure:
        if failure.code != ALREADY_ANSWERED or interaction.response.is_done():
            return False
        # The answer arrived, and perhaps it only said that there would be one.
        return await _followed_up(interaction, content)
    except BROKEN:
        return False
    return True


async def _followed_up(interaction: AnyInteraction, content: str) -> bool:
    try:
        await interaction.followup.send(content, ephemeral=True, allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, *BROKEN):
        return False
    return True


async def _whispered(interaction: AnyInteraction, content: str) -> bool:
    lost = _LOST_HERE
    if interaction.guild_id is not None:
        lost = _LOST.using(channel=f"<#{interaction.channel_id}>")
    content = cut(f"{shown(lost, locale_of(interaction))}\n{content}", MESSAGE_LIMIT)
    try:
        await interaction.user.send(content, allowed_mentions=discord.AllowedMentions.none())
    except (discord.HTTPException, *BROKEN):
        return False
    return True


async def in_time(interaction: AnyInteraction, pace: Pace) -> bool:
    """Return whether a person is within their limits; if not, tell them in private when they may ask again.

    Nothing was read or parsed yet. Completion beyond the limit offers nothing. An interaction delivered a second time
    is not done again, and nothing begins that the end of the program would cut off. The rest of the interaction runs in
    this task.
    """
    bot = interaction.client
    if bot.leaving:
        return False
    if interaction.type is not discord.InteractionType.autocomplete and not bot.arrivals.is_new(interaction.id):
        log.info("an interaction was delivered twice")
        return False
    interaction.extras[_WRITES] = note_writes()
    wait, server = bot.paces.spend(pace, interaction.user.id, interaction.guild_id)
    if not wait:
        bot.underway.add(asyncio.current_task())
        await bot.arena.people.find(interaction.user.id)  # what they read is in their language (`locale_of`)
        return True
    if interaction.type is discord.InteractionType.autocomplete:
        await _offer_nothing(interaction)
        return False
    again = bot.clock.now() + timedelta(seconds=math.ceil(wait))
    await report(interaction, TooMuch(again, server=server))
    return False


async def refuse_directly(interaction: AnyInteraction, name: str) -> None:
    """Say in a direct message that a command works in servers only; for completion, offer nothing."""
    if interaction.type is discord.InteractionType.autocomplete:
        await _offer_nothing(interaction)
        return
    text = say(
        "`/{name}` only works in servers: use it in the match's channel, which `/matches` links to.",
        name=code(name),
    )
    await report(interaction, Refusal(text, code="servers-only"))


async def _offer_nothing(interaction: AnyInteraction) -> None:
    try:
        await interaction.response.autocomplete([])
    except (discord.HTTPException, *BROKEN) as failure:
        log.debug("an answer to what is typed came too late: %r", failure)


async def tell(interaction: AnyInteraction, *lines: Text, names: tuple[str, ...] = ()) -> None:
    """Send a text to the person behind an interaction only."""
    content = holds(interaction, *lines, names=names)
    async with answering(interaction, content):
        await _send(interaction, content)


async def _send(interaction: AnyInteraction, content: str) -> None:
    """Send a private text. Raises discord.HTTPException, and the errors in `BROKEN`."""
    none = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        await interaction.response.send_message(content, ephemeral=True, allowed_mentions=none)
        return
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        # The first message after a deferral is as public as the deferral was, whatever it asks for itself.
        waiting = await interaction.original_response()
        if not waiting.flags.ephemeral:
            await waiting.delete()
    await interaction.followup.send(content, ephemeral=True, allowed_mentions=none)


def explain(interaction: AnyInteraction, error: BaseException) -> list[Text] | None:
    """Return the lines that explain an error, or None for an unexpected one. The first match in the list counts."""
    if isinstance(error, discord.HTTPException) and error.code in LIMITS:
        return [LIMITS[error.code]]
    for kind, words in _EXPLANATIONS:
        if isinstance(error, kind):
            return words(interaction, error)
    return None


def explain_turn(error: TurnError, game: str) -> list[Text]:
    """Return why a turn was not played in a game other than the channel's; `game` is its name."""
    rule = say("See rule {rule}: `/rules game:{game} topic:{rule}`.", rule=error.rule, game=game)
    return [_nothing_played(error), *_reason(error, rule)]


def _turn(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401 — narrowed by the table below
    return [_nothing_played(error), *_arena(_, error)]


def _nothing_played(error: TurnError) -> Text:
    """Return that a turn was not played and which action is to blame, quoted unless the reason quotes it."""
    if error.code == "turn-incomplete":
        return say("Your turn hasn't been played yet.")
    number, action = error.index + 1, code(cut(error.action, ECHO))
    if not action or any(value == error.action for _, value in error.text.values):
        return say("Action {number} isn't legal, so your turn wasn't played.", number=number)
    if error.given.split("/").count(error.action) > 1:
        return say(
            "`{action}` (action {number}) isn't legal, so your turn wasn't played.", number=number, action=action
        )
    return say("`{action}` isn't legal, so your turn wasn't played.", action=action)


def _arena(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return _reason(error, say("See rule {rule}: `/rules topic:{rule}`.", rule=error.rule))


def _reason(error: Any, rule: Text) -> list[Text]:  # noqa: ANN401
    """Return an error's text, with its rule, and the possible alternatives."""
    lines = [_brief(error)]
    if error.rule:
        lines.append(rule)
    if error.suggestions:
        found = distinct(error.suggestions)
        moves = listed((f"`{code(text)}`" for text in found[:SUGGESTIONS]), "comma")
        # Of moves an error names some that come near; of modes and the like, all.
        some = isinstance(error, MoveError | TurnError | RecordError) or len(found) > SUGGESTIONS
        examples = say("Possible here, for example: {moves}", moves=moves)
        lines.append(examples if some else say("Possible here: {moves}", moves=moves))
    return lines


def distinct(suggestions: Sequence[str]) -> list[str]:
    """Return suggestions without those that differ from an earlier one only by a count at the end."""
    found: dict[str, str] = {}
    for each in suggestions:
        found.setdefault(_COUNT.sub("", each), each)
    return list(found.values())


def _parked(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [error.text, to_do(error.parked)]


def _as_said(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [error.text]


def _bot_permissions(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [MissingPermission(tuple(error.missing_permissions)).text]


def _user_permissions(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    return [
        say(
            "To do that here, you need these permissions: {permissions}.", permissions=labels(error.missing_permissions)
        )
    ]


def _forbidden(interaction: AnyInteraction, _: Any) -> list[Text]:  # noqa: ANN401
    granted = interaction.app_permissions
    missing = tuple(name for name in _USEFUL if not getattr(granted, name))
    if missing:
        return [MissingPermission(missing).text]
    return [say("Discord won't let me do that here. `/doctor` shows which permissions I'm missing.")]


def _unreadable(_: AnyInteraction, error: Any) -> list[Text]:  # noqa: ANN401
    if error.over:
        return [
            say(
                "Match {number} is over, and this version of me can't read what was played in it.",
                number=error.match_id,
            )
        ]
    return [
        say(
            "This version of me can't read what was played in match {number}: it's paused, and my log says "
            "why. An organiser can call it off with `/organise void match:{number}`.",
            number=error.match_id,
        )
    ]


def _outdated(_: AnyInteraction, __: Any) -> list[Text]:  # noqa: ANN401
    return [say("This command has just changed. Please type it again; if it looks the same, restart Discord.")]


def _check(_: AnyInteraction, __: Any) -> list[Text]:  # noqa: ANN401
    return [say("You can't do that here.")]


def _brief(error: ArenaError) -> Text:
    """Return an error's text, with echoes of a person's words or name shortened and escaped.

    The cogs' own refusals have mentions and links among their values; a person's own words among them are a `Quote`.
    """
    own = isinstance(error, Refusal | MissingPermission)

    def brief(text: Text) -> Text:
        return text.using(**{key: value_of(value) for key, value in text.values})

    def value_of(value: Value | Text) -> Value | Text:
        match value:
            case Quote(words):
                return Quote(cut(words, ECHO))
            case str() if not own:
                return safe(cut(value, ECHO))
            case Listed(parts, joint):
                return Listed(tuple(map(value_of, parts)), joint)
            # Why a match is paused was written down as a text of its own: an organiser's reason, times, mentions.
            case Text() if not isinstance(error, MatchPaused):
                return brief(value)
        return value

    return brief(error.text)


_EXPLANATIONS: tuple[tuple[type[BaseException], Callable[[AnyInteraction, Any], list[Text]]], ...] = (
    (TurnError, _turn),
    (MatchParked, _parked),
    (NotMine, _as_said),
    (ArenaError, _arena),
    (ReplayError, _unreadable),
    (app_commands.BotMissingPermissions, _bot_permissions),
    (app_commands.MissingPermissions, _user_permissions),
    (app_commands.CheckFailure, _check),
    (app_commands.CommandNotFound, _outdated),
    (app_commands.CommandSignatureMismatch, _outdated),
    (discord.Forbidden, _forbidden),
)
