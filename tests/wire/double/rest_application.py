"""REST: the bot itself, users, and the application's commands."""

from __future__ import annotations

import operator
from collections import Counter

from tests.wire.double.calls import Call
from tests.wire.double.errors import fail, form_error
from tests.wire.double.rest import Answer, Rest, Routes
from tests.wire.double.shapes import Json, Place
from tests.wire.double.validate import command_problems, command_size

routes = Routes()
_COMMANDS = ("/applications/{application_id}/commands", "/applications/{application_id}/guilds/{guild_id}/commands")
_COMMAND = tuple(path + "/{command_id}" for path in _COMMANDS)


@routes("GET", "/users/@me")
def me(rest: Rest, _call: Call) -> Answer:
    """Return the bot."""
    return rest.world.bot.json()


@routes("GET", "/users/{user_id}")
def user(rest: Rest, call: Call) -> Answer:
    """Return a user."""
    found = rest.world.users.get(call.id("user_id"))
    if found is None:
        raise fail(10013)
    return found.json()


@routes("POST", "/users/@me/channels")
def open_dm(rest: Rest, call: Call) -> Answer:
    """Open the direct-message channel with a user."""
    found = rest.world.users.get(int(call.body["recipient_id"]))
    if found is None:
        raise fail(10013)
    return rest.world.dm(found).json()


@routes("GET", "/oauth2/applications/@me", "/applications/@me")
def application(rest: Rest, _call: Call) -> Answer:
    """Return the application."""
    bot = rest.world.bot
    return {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "team": None,
        "rpc_origins": None,
        "owner": bot.json(),
    }


@routes("GET", "/gateway", "/gateway/bot")
def gateway(rest: Rest, _call: Call) -> Answer:
    """Return the gateway's address and the recommended shards."""
    start = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": rest.world.gateway_url, "shards": rest.world.shards, "session_start_limit": start}


@routes("GET", *_COMMANDS)
def list_commands(rest: Rest, call: Call) -> Answer:
    """List commands."""
    return [c for c in rest.world.commands.values() if c.get("guild_id") == call.params.get("guild_id")]


@routes("PUT", *_COMMANDS)
def put_commands(rest: Rest, call: Call) -> Answer:
    """Replace all commands of a scope."""
    scope, commands = call.params.get("guild_id"), rest.world.commands
    made = [_new_command(rest, body, scope, (i,)) for i, body in enumerate(call.body or ())]
    counts = Counter(c["type"] for c in made)
    if any(count > (100 if kind == 1 else 15) for kind, count in counts.items()):
        raise fail(30032)
    known = {(c["type"], c["name"]): c["id"] for c in commands.values() if c.get("guild_id") == scope}
    for command in made:
        command["id"] = known.get((command["type"], command["name"]), command["id"])
    others = {key: c for key, c in commands.items() if c.get("guild_id") != scope}
    rest.world.commands = others | {c["id"]: c for c in made}
    return made


@routes("POST", *_COMMANDS)
def post_command(rest: Rest, call: Call) -> Answer:
    """Create a command; one of the same name is replaced."""
    command = _new_command(rest, call.body, call.params.get("guild_id"))
    key = operator.itemgetter("type", "name")
    named = [c for c in rest.world.commands.values() if key(c) == key(command)]
    same = [c for c in named if c.get("guild_id") == command.get("guild_id")]
    command["id"] = same[0]["id"] if same else command["id"]
    rest.world.commands[command["id"]] = command
    return command


@routes("GET", *_COMMAND)
def get_command(rest: Rest, call: Call) -> Answer:
    """Return a command."""
    return _command(rest, call)


@routes("PATCH", *_COMMAND)
def patch_command(rest: Rest, call: Call) -> Answer:
    """Change a command."""
    command = _new_command(rest, _command(rest, call) | call.body, call.params.get("guild_id"))
    rest.world.commands[command["id"]] = command
    return command


@routes("DELETE", *_COMMAND)
def delete_command(rest: Rest, call: Call) -> Answer:
    """Delete a command."""
    del rest.world.commands[_command(rest, call)["id"]]
    return None


def _command(rest: Rest, call: Call) -> Json:
    found = rest.world.commands.get(call.params["command_id"])
    if found is None:
        raise fail(10063)
    return found


def _new_command(rest: Rest, body: Json, scope: str | None, place: Place = ()) -> Json:
    """Return a command as Discord stores it, after checking it."""
    problems = [*command_problems(body, place)]
    if command_size(body) > 8000:
        problems.append((place, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)"))
    if problems:
        raise form_error(problems)
    base: Json = {
        "id": str(rest.world.snowflake()),
        "application_id": str(rest.world.bot.id),
        "version": "1",
        "type": 1,
        "description": "",
        "default_member_permissions": None,
        "contexts": None,
        "integration_types": [0],
    }
    return base | body | ({"guild_id": scope} if scope else {})
