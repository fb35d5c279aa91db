"""What a user did by a command, button, menu or modal, and what came of it."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tests.wire.double.clock import PATIENCE_S, Pulse
from tests.wire.double.model import (
    ADMIN,
    ALL,
    DIRECT,
    FILE_BYTES,
    Attachment,
    Channel,
    Json,
    Message,
    RefusedError,
    Role,
    numbers,
)
from tests.wire.double.posting import attach

if TYPE_CHECKING:
    from tests.wire.double.users import User
    from tests.wire.double.world import World


class Interaction:
    """What a user did and what came of it; live, so later follow-ups and edits show here.

    Attributes:
        acked: the type of the first response, None before it.
        ack_ms: milliseconds to the first response. `final_ms`: to the answer itself. Both NaN before.
        pending: deferred and unanswered.
        expired: the response came after 3 s and was refused (10062).
        messages: what was answered, first message first.
        choices: what autocomplete offers.
        modal: the modal that opened.
    """

    def __init__(
        self, world: World, kind: int, user: User, channel: Channel, data: Json, source: Message | None = None
    ) -> None:
        self.world, self.type, self.user, self.channel, self.data, self.source = (
            world,
            kind,
            user,
            channel,
            data,
            source,
        )
        self.id, self.token = world.snowflake(), f"token-{next(numbers)}-{secrets.token_hex(8)}"
        self.created, self._sent = world.clock(), time.perf_counter()
        self.acked: int | None = None
        self.ack_ms = self.final_ms = math.nan
        self.pending = self.expired = False
        self.original: Message | None = None
        self.messages: list[Message] = []
        self.choices: list[Json] = []
        self.modal: Json | None = None
        self._changed = Pulse()

    @property
    def failed(self) -> bool:
        """Whether the user reads "The application did not respond"."""
        return self.acked is None or self.pending

    @property
    def message(self) -> Message:
        """The first message of the answer, or the message that the answer changed."""
        if not self.messages:
            raise RefusedError(f"no message came: {self.summary()}")
        return self.messages[0]

    @property
    def content(self) -> str:
        """The text of `message`."""
        return self.message.content

    @property
    def text(self) -> str:
        """What the reader of `message` reads."""
        return self.message.text

    @property
    def embeds(self) -> list[Json]:
        """The embeds of `message`."""
        return self.message.embeds

    @property
    def components(self) -> list[Json]:
        """The components of `message`."""
        return self.message.components

    @property
    def attachments(self) -> list[Attachment]:
        """The files of `message`."""
        return self.message.attachments

    @property
    def ephemeral(self) -> bool:
        """Whether `message` is ephemeral."""
        return self.message.ephemeral

    async def until(self, true: Callable[[Interaction], object], within: float = PATIENCE_S) -> Interaction:
        """Wait for more, e.g. `lambda r: len(r.messages) == 2`; TimeoutError if it does not come."""
        await self._changed.until(lambda: true(self), within)
        return self

    def note(self, message: Message | None = None, *, final: bool = False) -> None:
        """Record an answer and wake who waits for it."""
        if message and message not in self.messages:
            self.messages.append(message)
        if final and math.isnan(self.final_ms):
            self.final_ms = (time.perf_counter() - self._sent) * 1000
        self._changed.beat()

    def ack(self, kind: int) -> None:
        """Record the first response."""
        self.acked, self.ack_ms = kind, (time.perf_counter() - self._sent) * 1000
        self.note(final=kind != 5)

    def json(self) -> Json:
        """Return Discord's interaction object."""
        guild, bot = self.channel.guild, self.world.bot
        mine = ALL if guild is None else guild.computed(self.user, self.channel)
        out: Json = {
            "id": str(self.id),
            "application_id": str(bot.id),
            "type": self.type,
            "token": self.token,
            "version": 1,
            "channel_id": str(self.channel.id),
            "channel": {**self.channel.json(), "permissions": str(mine)},
            "data": self.data,
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": FILE_BYTES,
            "context": 0 if guild else 1,
            "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
            "app_permissions": str(guild.computed(bot, self.channel) if guild else DIRECT),
        }
        if guild:
            member = {**guild.members[self.user.id].json(), "permissions": str(mine)}
            about = {"id": str(guild.id), "locale": "en-US", "features": ()}
            out |= {"guild_id": str(guild.id), "guild": about, "guild_locale": "en-US", "member": member}
        else:
            out["user"] = self.user.json()
        return out | ({"message": self.source.json()} if self.source else {})

    def summary(self) -> Json:
        """Return the outcome as plain data, for the control address and failure texts."""
        return {
            "id": str(self.id),
            "acked": self.acked,
            "failed": self.failed,
            "ack_ms": None if math.isnan(self.ack_ms) else self.ack_ms,
            "final_ms": None if math.isnan(self.final_ms) else self.final_ms,
            "messages": [m.json() | {"ephemeral": m.ephemeral, "deleted": m.deleted} for m in self.messages],
            "choices": self.choices,
            "modal": self.modal,
        }


# What Discord's client makes of a user's input: it checks it, and packs it into the data of an interaction.


Value: TypeAlias = "str | int | float | User | Role | Channel | tuple[str, bytes]"
Field: TypeAlias = "Value | Sequence[Value] | None"  # None: left as it is

_SUBCOMMANDS = (1, 2)


def usable(user: User, channel: Channel, name: str, kind: int) -> Json:
    """Return a command that the client offers to the user here.

    Raises:
        RefusedError: it is not registered, or not shown to this user.
    """
    found = user.world.command(channel, name, kind)
    wanted = found.get("default_member_permissions")
    need = ADMIN if wanted == "0" else int(wanted or 0)
    if channel.meta.get("archived") or (channel.guild and not user.can(channel, "USE_APPLICATION_COMMANDS")):
        raise RefusedError(f"{user.name} cannot use commands in {channel.name}")
    if channel.guild and channel.guild.permissions(user, channel) & need != need:
        raise RefusedError(f"/{name} is not shown to {user.name}")
    return found


def command(user: User, channel: Channel, words: str, given: Mapping[str, Value], focused: str | None) -> Json:
    """Return the data of a slash command; `focused` is the option that autocompletion is asked for."""
    name, *path = words.split()
    found = usable(user, channel, name, 1)
    level = found
    for word in path:
        inside = level.get("options") or ()
        level = next((o for o in inside if o["name"] == word and o["type"] in _SUBCOMMANDS), {})
    declared = {o["name"]: o for o in level.get("options") or () if o["type"] not in _SUBCOMMANDS}
    whole = bool(level) and len(declared) == len(level.get("options") or ())
    missing = [n for n, o in declared.items() if o.get("required") and n not in given and focused is None]
    if not whole or missing or given.keys() - declared.keys():
        raise RefusedError(f"/{words} with {sorted(given)}: missing {missing}, known {sorted(declared)}")
    options: list[Json] = []
    resolved: Json = {}
    for key, typed in given.items():
        named = {c["name"]: c["value"] for c in declared[key].get("choices") or ()}
        value = named.get(typed, typed) if isinstance(typed, str) else typed
        if focused is None and not _fits(declared[key], value):
            raise RefusedError(f"/{words}: {key}={value!r} is not accepted")
        item = {"name": key, "type": declared[key]["type"], "value": _resolve(user, channel, value, resolved)}
        options.append(item | ({"focused": True} if key == focused else {}))
    for depth, word in zip(range(len(path), 0, -1), reversed(path), strict=True):
        options = [{"name": word, "type": 1 if depth == len(path) else 2, "options": options}]
    out: Json = {"id": found["id"], "name": name, "type": 1, "options": options}
    out |= {"resolved": resolved} if resolved else {}
    return out | ({"guild_id": found["guild_id"]} if "guild_id" in found else {})


def context_menu(user: User, channel: Channel, name: str, target: Message | User) -> Json:
    """Return the data of a context-menu command on a message or user."""
    resolved: Json = {}
    if isinstance(target, Message):
        found = usable(user, channel, name, 3)
        resolved["messages"] = {str(target.id): target.json()}
    else:
        found = usable(user, channel, name, 2)
        _resolve(user, channel, target, resolved)
    return {
        "id": found["id"],
        "name": name,
        "type": found["type"],
        "target_id": str(target.id),
        "resolved": resolved,
    }


def selection(user: User, channel: Channel, menu: Json, values: Sequence[Value]) -> Json:
    """Return the data of a choice in a menu of a message."""
    allowed = {o["value"] for o in menu.get("options") or ()}
    low, high = menu.get("min_values"), menu.get("max_values") or 1
    few_or_many = not (1 if low is None else low) <= len(values) <= high
    if few_or_many or (menu["type"] == 3 and not set(values) <= allowed):
        raise RefusedError(f"{values} cannot be chosen among {allowed}")
    resolved: Json = {}
    chosen = [_resolve(user, channel, value, resolved) for value in values]
    data: Json = {"custom_id": menu["custom_id"], "component_type": menu["type"], "id": menu["id"], "values": chosen}
    return data | ({"resolved": resolved} if resolved else {})  # discord.py takes the values from it where it is there


def modal(user: User, channel: Channel, form: Json, fields: Mapping[str, Field]) -> Json:
    """Return the data of a modal filled in; fields by custom_id or label (blanks as _)."""
    resolved: Json = {}
    rest = dict(fields)

    def fill(component: Json, label: str) -> Json:
        out: Json = {"type": component["type"], "id": component.get("id", 0)}
        if "component" in component:
            return out | {"component": fill(component["component"], component.get("label", ""))}
        if "components" in component:
            return out | {"components": [fill(c, c.get("label") or "") for c in component["components"]]}
        if "custom_id" not in component:
            return out
        names = [component["custom_id"], label, label.replace(" ", "_")]
        value = next((rest.pop(n) for n in names if n in rest), None)
        out["custom_id"], kind = component["custom_id"], component["type"]
        if kind == 4:
            return out | {"value": _text(component, value)}
        if kind == 23:
            return out | {"value": bool(component.get("default") if value is None else value)}
        chosen = _chosen(component, value)
        if kind == 21:
            return out | {"value": chosen[0] if chosen else None}
        return out | {"values": [_resolve(user, channel, v, resolved) for v in chosen]}

    rows = [fill(component, "") for component in form["components"]]
    if rest:
        raise RefusedError(f"the modal has no fields {sorted(rest)}")
    return {"custom_id": form["custom_id"], "components": rows, "resolved": resolved}


def _fits(option: Json, value: Value) -> bool:
    """Whether a command's option takes a value."""
    named = {c["value"] for c in option.get("choices") or ()}
    if option["type"] not in _option_types(value) or (named and value not in named):
        return False
    if isinstance(value, Channel):
        return value.type in (option.get("channel_types") or (value.type,))
    if not isinstance(value, str | int | float):
        return True
    size = len(value) if isinstance(value, str) else value
    low = option.get("min_length", option.get("min_value"))
    high = option.get("max_length", option.get("max_value"))
    return bool((low is None or size >= low) and (high is None or size <= high))


def _option_types(value: Value) -> tuple[int, ...]:
    """Return the types of the options that take such a value."""
    if isinstance(value, bool):
        return (5,)
    if isinstance(value, int):
        return (4, 10)
    for kind, kinds in ((str, (3,)), (float, (10,)), (Role, (8, 9)), (Channel, (7,)), (tuple, (11,))):
        if isinstance(value, kind):
            return kinds
    return (6, 9)  # a user


def _text(component: Json, value: Field) -> str:
    text = str(component.get("value") or "") if value is None else str(value)
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if (component.get("required", True) and not text) or (text and not low <= len(text) <= high):
        raise RefusedError(f"field {component['custom_id']!r} does not take {len(text)} characters")
    return text


def _chosen(component: Json, value: Field) -> list[Value]:
    """Return what is chosen in a menu, group or upload of a modal, checking what the client checks."""
    options = component.get("options") or []
    chosen: list[Value]
    if value is None:
        chosen = [o["value"] for o in options if o.get("default")]
    elif isinstance(value, list | tuple) and not (len(value) == 2 and isinstance(value[1], bytes)):
        chosen = list(value)
    else:
        chosen = [value]  # type: ignore[list-item]  # a pair of a file's name and bytes is one value
    low, high = component.get("min_values"), component.get("max_values")
    high = high or (len(options) if component["type"] == 22 else 1)
    few = len(chosen) < (1 if low is None else low) and (chosen or component.get("required", True))
    if few or len(chosen) > high or (options and not set(chosen) <= {o["value"] for o in options}):
        raise RefusedError(f"field {component['custom_id']!r} does not take {chosen}")
    return chosen


def _resolve(user: User, channel: Channel, value: Value, resolved: Json) -> object:
    """Return a value as an interaction carries it; objects go to `resolved`."""
    guild = channel.guild
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple):
        file = attach(user.world, channel, *value)
        resolved.setdefault("attachments", {})[str(file.id)] = file.json()
        return str(file.id)
    key = str(value.id)
    if isinstance(value, Role):
        resolved.setdefault("roles", {})[key] = value.json()
    elif isinstance(value, Channel):
        whose = {"permissions": user, "app_permissions": user.world.bot}
        shown = {name: str(guild.computed(who, value) if guild else ALL) for name, who in whose.items()}
        resolved.setdefault("channels", {})[key] = value.json() | shown
    else:
        resolved.setdefault("users", {})[key] = value.json()
        if guild and value.id in guild.members:
            member = guild.members[value.id].json(with_user=False)
            member["permissions"] = str(guild.computed(value, channel))
            resolved.setdefault("members", {})[key] = member
    return key
