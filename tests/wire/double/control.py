"""The addresses that drive a double in its own process, over HTTP.

- `GET /_double/report`
- `POST /_double/act` with `{"user": "ann", "do": "slash", "channel": "lobby", "args": ["move"], "options": {"notation":
  "a1"}}`; press and select take `"message": id` instead of a channel, submit_modal takes `"modal": id`
- `POST /_double/gateway` with `{"do": "disconnect", "code": 1001}`
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.wire.double.interactions import Interaction
from tests.wire.double.model import ApiError, Json, Message, RefusedError

if TYPE_CHECKING:
    from tests.wire.double.double import Double

PREFIX = "/_double/"
_ACTIONS = frozenset({"say", "join_voice", "slash", "autocomplete", "press", "select", "submit_modal"})
_DISTURBANCES = frozenset({"disconnect", "drop", "zombie", "reconnect", "invalidate"})


async def serve(double: Double, request: web.Request, path: str) -> web.Response:
    """Answer a control request; 400 with a reason if it cannot be done."""
    if path == PREFIX + "report":
        return web.json_response(double.report())
    try:
        order: Json = await request.json()
        done = await (_disturb(double, order) if path == PREFIX + "gateway" else _act(double, order))
    except (RefusedError, ApiError, LookupError, TypeError, ValueError) as error:
        return web.json_response({"refused": repr(error)}, status=400)
    return web.json_response(done)


async def _disturb(double: Double, order: Json) -> Json:
    name = order.pop("do")
    if name not in _DISTURBANCES:
        raise ValueError(f"the gateway does not {name}; it can {sorted(_DISTURBANCES)}")
    done = getattr(double.gateway, name)(**order)
    if inspect.isawaitable(done):
        await done
    return {}


async def _act(double: Double, order: Json) -> Json:
    if order["do"] not in _ACTIONS:
        raise ValueError(f"a user does not {order['do']}; they can {sorted(_ACTIONS)}")
    user = _one(double.users.values(), "name", order["user"])
    args = list(order.get("args", ()))
    if "channel" in order:
        args.insert(0, _one(double.channels.values(), "name", order["channel"]))
    if "message" in order:
        messages = [m for c in double.channels.values() for m in c.messages.values()]
        args.insert(0, _one(messages, "id", order["message"]))
    if "modal" in order:
        args.insert(0, _one(double.interactions.values(), "id", order["modal"]))
    done = await getattr(user, order["do"])(*args, **order.get("options", {}))
    if isinstance(done, Interaction):
        return done.summary()
    return done.json() if isinstance(done, Message) else {}


def _one(things: Any, attribute: str, wanted: object) -> Any:
    """Return the thing with this attribute or id."""
    for thing in things:
        if str(wanted) in (str(getattr(thing, attribute)), str(thing.id)):
            return thing
    raise LookupError(f"nothing has {attribute} {wanted!r}")
