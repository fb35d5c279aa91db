"""How the double says no: to the bot with Discord's error answers, to a user as the client does."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tests.wire.double.shapes import Json, Problem

_ERRORS: dict[int, tuple[int, str]] = {  # by Discord's code: HTTP status, message
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10009: (404, "Unknown permission overwrite"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10065: (404, "Unknown Voice State"),
    30010: (403, "Maximum number of reactions reached (20)"),
    30013: (400, "Maximum number of guild channels reached (500)"),
    30032: (400, "Maximum number of application commands"),
    40005: (413, "Request entity too large"),
    40032: (400, "Target user is not connected to voice."),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160002: (403, "Cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}


class ApiError(Exception):
    """An error answer: HTTP status and Discord's JSON body, with headers where a limit was hit."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None, **headers: str) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status, self.code = status, code
        self.headers = {key.replace("_", "-"): value for key, value in headers.items()}
        self.body: Json = {"message": message, "code": code} | ({"errors": errors} if errors else {})


class RefusedError(Exception):
    """The Discord client would not let the user do this: invisible, forbidden, disabled or malformed."""


def fail(code: int) -> ApiError:
    """Return Discord's answer for one of its error codes."""
    status, message = _ERRORS[code]
    return ApiError(status, code, message)


def form_error(problems: Iterable[Problem]) -> ApiError:
    """Return error 50035 with each problem nested at its place, as Discord does."""
    tree: Json = {}
    for place, code, message in problems:
        node = tree
        for step in place:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
    return ApiError(400, 50035, "Invalid Form Body", tree)


def too_many(retry_after: float, scope: str = "user", **headers: str) -> ApiError:
    """Return a 429 as Discord answers it; discord.py retries only if there is a Via header."""
    extra = {"X_RateLimit_Global": "true"} if scope == "global" else {}
    message = "The resource is being rate limited." if scope == "shared" else "You are being rate limited."
    given = {"Retry_After": str(math.ceil(retry_after)), "Via": "1.1 double", "X_RateLimit_Scope": scope}
    error = ApiError(429, 0, message, None, **given, **extra, **headers)
    error.body = {"message": message, "retry_after": round(retry_after, 3), "global": scope == "global"}
    return error
