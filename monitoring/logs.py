"""The log as text or JSON, without secrets, and the webhook that tells the operator what a person has to see to.

What a person has to see to is an entry of the log with a `cause`, set where it's written:

    log.error("could not read the outbox", extra={"cause": "store"})
"""

from __future__ import annotations

import asyncio
import json
import logging
import platform
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import aiohttp
from pydantic import SecretStr
from sqlalchemy import URL

from settings import LogFormat, Settings

log = logging.getLogger(__name__)

CAUSES: Final[Mapping[str, tuple[str, int]]] = MappingProxyType(
    {
        "backup": ("A backup failed", 1),
        "check": ("The database isn't as it should be", 1),
        "disk": ("The disk is full", 1),
        "error": ("Something failed that shouldn't", 1),
        "interrupted": ("Matches were interrupted because I can't post in their channels", 5),
        "permissions": ("Others on this machine can read secrets", 1),
        "stopped": ("The bot has stopped", 1),
        "store": ("The database can't be used", 1),
        "unreadable": ("A match can't be read", 1),
    }
)
"""Of each cause what the operator is told, and of how many entries within an hour."""
QUIET_S = 3600.0
"""For how long a cause isn't told of again."""
MOST_ATTEMPTS = 3
AGAIN_S = 30.0
"""Wait before a message is tried again, times the attempts before."""
LONGEST_WAIT_S = 300.0
ANSWER_S = 10.0
"""How long the webhook may take to answer."""
MOST_CHARACTERS = 1_500
TOO_MANY = 429
_TOKEN = re.compile(r"(webhooks/\d+/)[\w-]+")
"""The secret part of the address of any webhook."""
_SHARD = re.compile(r"\b[Ss]hard ID (\d+)\b")
"""How discord.py's entries name a shard."""


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """Return what never may be written: token, webhook, the database's password."""
    hidden = [settings.discord_token, settings.operator_webhook]
    found = [each.get_secret_value() for each in hidden if each is not None]
    if isinstance(settings.database, URL) and isinstance(settings.database.password, str):
        found.append(settings.database.password)
    # A short one is a part of ordinary words, and hides nothing where a log could be read.
    return tuple(each for each in found if len(each) >= 8)


class Discreet(logging.Formatter):
    """Entries as lines of text, in which secrets are left out."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        return self.without_secrets(super().format(record))

    def without_secrets(self, text: str) -> str:
        """Return a text with dots in place of each secret."""
        for each in self._secrets:
            text = text.replace(each, "…")
        return _TOKEN.sub(r"\1…", text)


class Json(Discreet):
    """Entries as JSON, one object a line.

    Each has `time` (UTC), `level`, `logger` and `message`; where there are some, `shard`, `number` (the error's, which
    the player was told), `cause` (of what a person has to see to) and `error` (the traceback).
    """

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (shard := shard_of(record)) is not None:
            entry["shard"] = shard
        for name in ("number", "cause"):
            if (value := getattr(record, name, None)) is not None:
                entry[name] = value
        if record.exc_info and record.exc_info[0] is not None:
            entry["error"] = self.formatException(record.exc_info)
        return self.without_secrets(json.dumps(entry, ensure_ascii=False))


def shard_of(record: logging.LogRecord) -> int | None:
    """Return the number of the shard that an entry is about, or None if it doesn't say."""
    if isinstance(found := getattr(record, "shard", None), int):
        return found
    named = _SHARD.search(record.getMessage()) if record.name.startswith("discord.") else None
    return None if named is None else int(named[1])


def notes_beside(database: Path | URL) -> Path:
    """Return the file in which it's noted when the webhook was told of what, which a restart does not forget."""
    return Path(f"{database}.webhook") if isinstance(database, Path) else Path("data", f"{database.database}.webhook")


def formatter(form: LogFormat, secrets: Iterable[str] = ()) -> Discreet:
    """Return the formatter of a log in this form."""
    return Json(secrets) if form == "json" else Discreet(secrets)


@dataclass(slots=True)
class _Heard:
    """What was heard of a cause.

    Attributes:
        times: Of the entries that were not told yet.
        quiet_until: Before then nothing is told.
        text: The latest entry.
    """

    times: deque[float] = field(default_factory=deque)
    quiet_until: float = 0.0
    text: str = ""


class Webhook(logging.Handler):
    """Sends entries with a cause to the operator's webhook: one message a cause an hour, with how many there were.

    It never holds anybody up: what comes while a message is on its way waits in a list of at most one message a cause.
    A process that a supervisor starts again and again, or several that share a file of notes, tell of a cause as often
    as one that runs on.
    """

    def __init__(
        self,
        url: SecretStr,
        secrets: Iterable[str] = (),
        notes: Path | None = None,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        super().__init__(logging.WARNING)
        self._url = url
        self._words = Discreet(secrets)
        self._now = now
        self._sleep = sleep
        self._loop = asyncio.get_running_loop()
        self._notes = notes
        self._heard = {cause: _Heard(quiet_until=until) for cause, until in self._noted().items()}
        self._waiting: dict[str, str] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._sending: asyncio.Task[None] | None = None
        self._closed = False

    def __repr__(self) -> str:
        return "<Webhook of the operator>"

    def emit(self, record: logging.LogRecord) -> None:
        """Note an entry; called by whichever thread writes it."""
        cause = getattr(record, "cause", None)
        if cause in CAUSES and not self._loop.is_closed():
            text = self._words.without_secrets(record.getMessage())
            self._loop.call_soon_threadsafe(self._hear, str(cause), text)

    def _hear(self, cause: str, text: str) -> None:
        heard = self._heard.setdefault(cause, _Heard())
        now = self._now()
        heard.times.append(now)
        heard.text = text
        heard.quiet_until = max(heard.quiet_until, self._noted().get(cause, 0.0))
        if now < heard.quiet_until:
            if cause not in self._timers:
                self._timers[cause] = self._loop.call_later(heard.quiet_until - now, self._speak_again, cause)
        else:
            self._speak(cause, now)

    def _speak_again(self, cause: str) -> None:
        """Tell what came since the last message, once an hour has passed since."""
        self._timers.pop(cause, None)
        if self._heard[cause].times:
            self._speak(cause, self._now())

    def _speak(self, cause: str, now: float) -> None:
        heard, (title, enough) = self._heard[cause], CAUSES[cause]
        while heard.times and heard.times[0] <= now - QUIET_S - 1:
            heard.times.popleft()
        if len(heard.times) < enough or self._closed:
            return
        count = len(heard.times)
        times = "" if count == 1 else f" ({count} times in the last hour; the latest:)"
        self._waiting[cause] = f"**{title}**{times}\n{heard.text}"
        heard.times.clear()
        heard.quiet_until = now + QUIET_S
        self._note()
        if self._sending is None or self._sending.done():
            self._sending = self._loop.create_task(self._send(), name="operator's webhook")

    def _noted(self) -> dict[str, float]:
        """Return until when nothing is told of which cause, as another process noted it, or an earlier one."""
        try:
            found = {} if self._notes is None else json.loads(self._notes.read_text(encoding="utf-8"))
            latest = self._now() + QUIET_S
            return {cause: min(float(found[cause]), latest) for cause in CAUSES if cause in found}
        except (OSError, ValueError, TypeError):  # there is none, or it is damaged: it's told once more then
            return {}

    def _note(self) -> None:
        if self._notes is not None:
            try:
                self._notes.parent.mkdir(parents=True, exist_ok=True)
                times = self._noted() | {cause: heard.quiet_until for cause, heard in self._heard.items()}
                self._notes.write_text(json.dumps(times), encoding="utf-8")
            except OSError as error:  # a full disk, say
                log.info("could not note what the operator was told of: %s", error)

    async def _send(self) -> None:
        """Send what waits, one after the other."""
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ANSWER_S)) as session:
            while self._waiting:
                cause = next(iter(self._waiting))
                await self._deliver(session, cause, self._waiting.pop(cause))

    async def _deliver(self, session: aiohttp.ClientSession, cause: str, text: str) -> None:
        content = f"{text}\n-# {platform.node()}"
        message = {"content": content[:MOST_CHARACTERS], "allowed_mentions": {"parse": []}}
        reason = ""
        for attempt in range(1, MOST_ATTEMPTS + 1):
            wait = AGAIN_S * attempt
            try:
                async with session.post(self._url.get_secret_value(), json=message) as response:
                    if response.ok:
                        return
                    reason = f"status {response.status}"
                    if response.status == TOO_MANY:
                        wait = _seconds(response.headers.get("Retry-After", ""), wait)
                    elif response.status < 500:
                        break
            except (aiohttp.ClientError, OSError) as error:  # a timeout, too
                reason = type(error).__name__  # its words could have the address
            if attempt < MOST_ATTEMPTS and not self._closed:
                await self._sleep(min(wait, LONGEST_WAIT_S))
        log.warning("OPERATOR_WEBHOOK did not take a message (%s): %s", cause, reason)

    async def end(self) -> None:
        """Send what waits, trying once, and hear nothing more."""
        await asyncio.sleep(0)  # what was written last
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        if self._sending is not None:
            await asyncio.wait({self._sending}, timeout=ANSWER_S)
            self._sending.cancel()
            await asyncio.wait({self._sending})


def _seconds(text: str, otherwise: float) -> float:
    try:
        return float(text)
    except ValueError:
        return otherwise
