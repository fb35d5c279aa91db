"""The check of one request to Discord's API, by its route."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.limits import commands, messages, places
from tests.limits.parts import Problems, text

_CALLBACK = re.compile(r"/interactions/[^/]+/[^/]+/callback")
_SAID = re.compile(r"/channels/\d+/messages(/\d+)?|/webhooks/\d+/[^/]+(/messages/[^/]+)?")
_COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands(/\d+)?")
_PLACE = re.compile(r"/guilds/\d+/channels|/channels/\d+(/messages/\d+)?(/threads)?")
_EVENT = re.compile(r"/guilds/\d+/scheduled-events(/\d+)?")
_WORDLESS = re.compile(r"/channels/\d+/permissions/\d+|/users/@me/channels")
"""What carries no text."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request as the bot sends it.

    Attributes:
        method: Of HTTP.
        path: Without version and query.
        body: Its JSON.
        sizes: The files that come with it, in bytes.
        reason: For the server's audit log.
    """

    method: str
    path: str
    body: Any = None
    sizes: Sequence[int] = ()
    reason: str | None = None


def problems(request: Request) -> list[str]:
    """Return what Discord's limits forbid in a request, each with where it stands."""
    try:
        found = list(_found(request))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        found = [f"not what this route takes: {error!r}"]
    return [f"{request.method} {request.path} {each}" for each in found]


def _found(request: Request) -> Problems:
    yield from text("reason", request.reason, 512)
    path, body, new = request.path, request.body, request.method == "POST"
    if request.method not in ("POST", "PATCH", "PUT") or body is None:
        return
    if _COMMANDS.fullmatch(path):
        yield from commands.tree(body) if isinstance(body, list) else commands.command(body)
    elif not isinstance(body, dict):
        return
    elif _CALLBACK.fullmatch(path):
        yield from messages.answer(body, request.sizes)
    elif _SAID.fullmatch(path):
        yield from messages.message(body, request.sizes, new=new)
    elif _EVENT.fullmatch(path):
        yield from places.event(body)
    elif _PLACE.fullmatch(path):
        yield from places.channel(body)
    elif not _WORDLESS.fullmatch(path):
        yield "no test knows the limits of this route: see tests/limits"
