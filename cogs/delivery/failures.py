"""What Discord's refusals mean for the outbox."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from engine.text import Text, say
from hosting.channels.housing import DELETED, FORBIDDEN, GONE, REFUSED
from hosting.outbox.errors import Retry, Undeliverable

log = logging.getLogger(__name__)


def failure_of(error: discord.HTTPException, denial: Callable[[], Text]) -> Retry | Undeliverable:
    """Return what an answer of Discord's means for the outbox: a refusal is never simply tried again.

    Args:
        error: The answer.
        denial: Returns what people are told where the bot lacks a permission.
    """
    if isinstance(error, discord.NotFound):
        return Undeliverable(DELETED, GONE)
    if isinstance(error, discord.Forbidden):
        return Undeliverable(denial(), FORBIDDEN)
    if error.status == 429 or error.status >= 500:
        return Retry(pause_of(error))
    log.error("Discord refuses a post", exc_info=error)
    return Undeliverable(say("Discord refuses what I want to post; the bot's log says why."), REFUSED)


def pause_of(error: discord.HTTPException) -> float:
    """Return how many seconds an answer asks to wait, 0 if it does not say so."""
    given = error.response.headers.get("Retry-After", "")
    return float(given) if given.isdecimal() else 0.0
