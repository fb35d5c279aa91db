"""What Discord or the way to it can do to an answer, told from the bot's own faults: it takes a line of the log."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord
from discord import app_commands

from hosting.outbox.errors import Retry
from hosting.runtime.time import Clock

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

_SPEAKING = ("discord.app_commands.tree", "discord.ui.view", "discord.ui.modal", "discord.client")
"""Loggers of discord.py that tell of errors with a traceback, whatever they are: in completion, for instance."""


MOST_ARRIVALS = 10_000
"""Interactions that are remembered. Discord delivers one again when a session is resumed, within minutes."""


class Arrivals:
    """The interactions that arrived lately, by their ids: Discord may deliver one twice.

    A new process begins a session of its own, to which nothing of the last one is delivered.
    """

    def __init__(self) -> None:
        self._ids: dict[int, None] = {}

    def is_new(self, interaction_id: int) -> bool:
        """Return whether an interaction arrives for the first time, and remember it."""
        if interaction_id in self._ids:
            return False
        self._ids[interaction_id] = None
        if len(self._ids) > MOST_ARRIVALS:
            del self._ids[next(iter(self._ids))]
        return True


def cause_of(error: BaseException) -> BaseException:
    """Return what discord.py wrapped on its way to the error handler."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


def is_broken(error: BaseException) -> bool:
    """Return whether the connection broke, or Discord had trouble of its own: what was asked for may have been done."""
    return isinstance(error, BROKEN)


def is_too_late(error: BaseException) -> bool:
    """Return whether Discord waits for no answer any more, or has one already."""
    return isinstance(error, discord.HTTPException) and error.code in _TOO_LATE


def is_lost(error: BaseException) -> bool:
    """Return whether it may be that what was sent as an answer is read by nobody."""
    dismissed = isinstance(error, discord.NotFound) and error.code == DISMISSED
    return dismissed or is_broken(error) or is_too_late(error)


@contextmanager
def tried_again() -> Iterator[None]:
    """Turn what may pass into `Retry`; what Discord refuses for good is raised as it is."""
    try:
        yield
    except BROKEN as error:
        raise Retry from error
    except discord.HTTPException as error:
        if error.status == TOO_MANY:
            raise Retry from error
        raise


class Brief(logging.Filter):
    """Has a library tell of a failure of the network in one line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the traceback away, and the severity of an error, where the network is to blame."""
        error = record.exc_info[1] if record.exc_info else None
        cause = None if error is None else cause_of(error)
        if cause is not None and (is_broken(cause) or is_too_late(cause)):
            record.msg, record.args = "%s: %r", (record.getMessage(), cause)
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


_BRIEF = Brief()


def be_brief() -> None:
    """Make discord.py log failures of the network in one line each; calling it once is enough."""
    for name in _SPEAKING:
        logging.getLogger(name).addFilter(_BRIEF)


class Skew:
    """How far this machine's clock is from Discord's, as far as its answers say so: they name seconds.

    Attributes:
        ahead: By how much this machine's clock is ahead, and up to a second more; negative where it is behind.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.ahead = timedelta()

    async def hear(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        """Look at the time of an answer; part of an HTTP client's trace."""
        try:
            said = parsedate_to_datetime(ended.response.headers["Date"])
        except (KeyError, ValueError):
            return
        self.ahead = self._clock.now() - said.astimezone(UTC)
