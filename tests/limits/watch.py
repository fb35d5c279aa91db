"""Watches what the bot sends in every test, through SimCord or the double, and keeps what goes beyond a limit."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.limits import bodies
from tests.limits.bodies import Problems, text
from tests.volume import THOROUGH

# The check of one request to Discord's API, by its route.


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
        found = list(_requests_found(request))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        found = [f"not what this route takes: {error!r}"]
    return [f"{request.method} {request.path} {each}" for each in found]


def _requests_found(request: Request) -> Problems:
    yield from text("reason", request.reason, 512)
    path, body, new = request.path, request.body, request.method == "POST"
    if request.method not in ("POST", "PATCH", "PUT") or body is None:
        return
    if _COMMANDS.fullmatch(path):
        yield from bodies.tree(body) if isinstance(body, list) else bodies.command(body)
    elif not isinstance(body, dict):
        return
    elif _CALLBACK.fullmatch(path):
        yield from bodies.answer(body, request.sizes)
    elif _SAID.fullmatch(path):
        yield from bodies.message(body, request.sizes, new=new)
    elif _EVENT.fullmatch(path):
        yield from bodies.event(body)
    elif _PLACE.fullmatch(path):
        yield from bodies.channel(body)
    elif not _WORDLESS.fullmatch(path):
        yield "no test knows the limits of this route: see tests/limits"


_found: list[str] = []
_KINDS = frozenset({"type", "style", "flags", "channel_type", "privacy_level", "entity_type"})
"""Numbers that say what something is: the document has other rules for each."""
_seen: set[object] = set()
_WEBHOOK = re.compile(r"/webhooks/\d+/[^/]+")
_CHANNEL = re.compile(r"/channels/\d+")


def install() -> None:
    """Watch SimCord and the double, if a test has imported them; twice is once."""
    router = sys.modules.get("simcord.http.router")
    if router is not None and not hasattr(router.dispatch, "watched"):
        router.dispatch = _watched_simulation(router.dispatch)  # type: ignore[attr-defined]
    double = sys.modules.get("tests.wire.double.double")
    if double is not None and not hasattr(double.Double._check, "watched"):
        double.Double._check = _watched_double(double.Double._check)


def taken() -> list[str]:
    """Return what went beyond a limit since this was asked last."""
    found = list(_found)
    _found.clear()
    return found


@contextmanager
def noticing() -> Iterator[list[str]]:
    """Collect what goes beyond a limit on purpose, which fails no test."""
    before, noticed = taken(), list[str]()
    yield noticed
    noticed += taken()
    _found.extend(before)


def look(request: Request) -> None:
    """Note what is wrong with a request."""
    _found.extend(problems(request))
    _found.extend(_against_document(request))


def _watched_simulation(dispatch: Any) -> Any:
    @functools.wraps(dispatch)
    def watched(backend: Any, method: str, path: str, **given: Any) -> Any:
        sizes = [_size(file.fp) for file in given.get("files") or ()]
        look(Request(method, path, given.get("json"), sizes, given.get("reason")))
        return dispatch(backend, method, path, **given)

    watched.watched = True  # type: ignore[attr-defined]
    return watched


def _size(stream: Any) -> int:
    """Return how many bytes are left to read, which stay there."""
    at = stream.tell()
    size: int = stream.seek(0, 2) - at
    stream.seek(at)
    return size


def _watched_double(check: Any) -> Any:
    @functools.wraps(check)
    def watched(self: Any, call: Any) -> None:
        _found.extend(
            problems(Request(call.method, call.path, call.body, [len(data) for _, data in call.files.values()]))
        )
        check(self, call)  # against the document, too

    watched.watched = True  # type: ignore[attr-defined]
    return watched


def _against_document(request: Request) -> list[str]:
    """Return what Discord's OpenAPI document does not allow; nothing where there is no document.

    Bodies of one shape are alike to it but for lengths, which are counted elsewhere: one of each is looked at, as each
    look takes as long as a hundred counts. With `ARENA_THOROUGH=1` all of them are.
    """
    if request.body is None:
        return []
    places = re.sub(r"\d{5,}", "{}", request.path)
    shape = (request.method, _WEBHOOK.sub("/webhooks", places), _shape(request.body))
    if shape in _seen and not THOROUGH:
        return []
    _seen.add(shape)
    from tests.wire.double.contract import discord_contract

    contract = discord_contract()
    if contract is None:
        return []
    wrong = [contract.check(request.method, request.path, request.body, branch) for branch in _branches(request)]
    return [] if [] in wrong else [f"{request.method} {request.path}: {each}" for each in wrong[0]]


def _branches(request: Request) -> tuple[str, ...]:
    """Return the schemas that a request can mean where the document leaves it open."""
    if request.method == "POST" and _WEBHOOK.fullmatch(request.path):
        return ("IncomingWebhookRequestPartial",)
    if request.method == "PATCH" and _CHANNEL.fullmatch(request.path):
        return "UpdateGuildChannelRequestPartial", "UpdateThreadRequestPartial"
    return ("",)


def _shape(body: Any) -> object:
    """Return what a body is made of: its keys, types, and numbers that stand for a kind."""
    if isinstance(body, dict):
        return frozenset(
            (key, value if key in _KINDS and isinstance(value, int) else _shape(value)) for key, value in body.items()
        )
    if isinstance(body, list | tuple):
        return frozenset(map(_shape, body))
    return bool(body) if isinstance(body, str) else type(body)
