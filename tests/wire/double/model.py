"""Roles, members, channels, messages and their files, live as the double has them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from tests.wire.double.interactions import Interaction
    from tests.wire.double.users import User
    from tests.wire.double.world import Guild


# What every module of the double speaks: JSON, places in it, components, Discord's constants.


Json = dict[str, Any]
Files = Mapping[str, tuple[str, bytes]]  # by part name: file name, content
Place = tuple[str | int, ...]
Problem = tuple[Place, str, str]  # where in the body, Discord's code, its message

EPOCH_MS = 1_420_070_400_000
FIRST_RESPONSE_S, TOKEN_S = 3.0, 900.0
NONCE_S = 300.0
FILE_BYTES, REQUEST_BYTES = 10 * 2**20, 25 * 2**20
CONTENT, NONCE, EMBEDS_TOTAL, CHOICES, ROWS, COMPONENTS_V2, CUSTOM_ID = 2000, 25, 6000, 25, 5, 40, 100

HAS_THREAD, EPHEMERAL, LOADING, SILENT, V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 12, 1 << 15
SUPPRESS_EMBEDS = 1 << 2

TEXT, DM, VOICE, CATEGORY, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 2, 4, 10, 11, 12

numbers = itertools.count(1)  # for ids of everything that lives in this process


def iso(when: float | None) -> str | None:
    """Return a time (seconds since 1970) as Discord writes it, or None."""
    return None if when is None else datetime.fromtimestamp(when, UTC).isoformat()


def walk(components: Iterable[Json], at: Place = ()) -> Iterator[tuple[Place, Json]]:
    """Yield every component with its place, nested ones after their parent."""
    for index, component in enumerate(components):
        here = (*at, index)
        yield here, component
        yield from walk(component.get("components") or (), (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield (*here, key), component[key]


# How the double says no: to the bot with Discord's error answers, to a user as the client does.


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
    30046: (429, "Maximum number of edits to messages older than 1 hour reached."),
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


# Discord's permission bits, channel overwrites, and how they combine.


_NAMES = """CREATE_INSTANT_INVITE KICK_MEMBERS BAN_MEMBERS ADMINISTRATOR MANAGE_CHANNELS MANAGE_GUILD ADD_REACTIONS
VIEW_AUDIT_LOG PRIORITY_SPEAKER STREAM VIEW_CHANNEL SEND_MESSAGES SEND_TTS_MESSAGES MANAGE_MESSAGES EMBED_LINKS
ATTACH_FILES READ_MESSAGE_HISTORY MENTION_EVERYONE USE_EXTERNAL_EMOJIS VIEW_GUILD_INSIGHTS CONNECT SPEAK MUTE_MEMBERS
DEAFEN_MEMBERS MOVE_MEMBERS USE_VAD CHANGE_NICKNAME MANAGE_NICKNAMES MANAGE_ROLES MANAGE_WEBHOOKS
MANAGE_GUILD_EXPRESSIONS USE_APPLICATION_COMMANDS REQUEST_TO_SPEAK MANAGE_EVENTS MANAGE_THREADS CREATE_PUBLIC_THREADS
CREATE_PRIVATE_THREADS USE_EXTERNAL_STICKERS SEND_MESSAGES_IN_THREADS USE_EMBEDDED_ACTIVITIES MODERATE_MEMBERS
VIEW_CREATOR_MONETIZATION_ANALYTICS USE_SOUNDBOARD CREATE_GUILD_EXPRESSIONS CREATE_EVENTS USE_EXTERNAL_SOUNDS
SEND_VOICE_MESSAGES _ SET_VOICE_CHANNEL_STATUS SEND_POLLS USE_EXTERNAL_APPS PIN_MESSAGES BYPASS_SLOWMODE"""
PERMISSIONS: dict[str, int] = {name: 1 << bit for bit, name in enumerate(_NAMES.split()) if name != "_"}
ALL = sum(PERMISSIONS.values())


def perms(names: str) -> int:
    """Return the bit field of permission names separated by blanks, as Discord spells them."""
    return sum(PERMISSIONS[name] for name in set(names.split()))


def names_of(bits: int) -> frozenset[str]:
    """Return the names of the permissions in a bit field; the inverse of `perms`."""
    return frozenset(name for name, bit in PERMISSIONS.items() if bits & bit)


VIEW, SEND, HISTORY, ADMIN = (
    perms(name) for name in ("VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY", "ADMINISTRATOR")
)
CHANNELS, ROLES, MESSAGES, THREADS = (perms("MANAGE_" + name) for name in ("CHANNELS", "ROLES", "MESSAGES", "THREADS"))
EVERYONE = perms(
    "VIEW_CHANNEL SEND_MESSAGES EMBED_LINKS ATTACH_FILES READ_MESSAGE_HISTORY ADD_REACTIONS USE_APPLICATION_COMMANDS "
    "STREAM CREATE_PUBLIC_THREADS CREATE_PRIVATE_THREADS SEND_MESSAGES_IN_THREADS CONNECT SPEAK USE_VAD "
    "CHANGE_NICKNAME SEND_POLLS CREATE_INSTANT_INVITE USE_EXTERNAL_EMOJIS USE_EXTERNAL_STICKERS SEND_VOICE_MESSAGES "
    "USE_EXTERNAL_APPS"
)
BOT_DEFAULT = EVERYONE | perms("MANAGE_CHANNELS MANAGE_ROLES MANAGE_MESSAGES MANAGE_THREADS PIN_MESSAGES MOVE_MEMBERS")
DIRECT = perms("ATTACH_FILES EMBED_LINKS MENTION_EVERYONE USE_EXTERNAL_EMOJIS")  # a bot's, where there is no guild
_NEED_SENDING = perms("MENTION_EVERYONE SEND_TTS_MESSAGES ATTACH_FILES EMBED_LINKS SEND_VOICE_MESSAGES SEND_POLLS")


class Target(Protocol):
    """Whom an overwrite is about: a role, a user, or a guild for its @everyone role."""

    id: int
    overwrite_kind: ClassVar[int]


@dataclass(slots=True)
class Overwrite:
    """What a channel allows and denies to a role (kind 0) or a member (kind 1)."""

    id: int
    kind: int
    allow: int = 0
    deny: int = 0

    @classmethod
    def of(cls, target: Target, allow: str = "", deny: str = "") -> Overwrite:
        """Return an overwrite from permission names; a guild stands for its @everyone role."""
        return cls(target.id, target.overwrite_kind, perms(allow), perms(deny))

    @classmethod
    def read(cls, body: Json) -> Overwrite:
        """Return the overwrite that a request describes."""
        return cls(int(body["id"]), int(body.get("type") or 0), int(body.get("allow") or 0), int(body.get("deny") or 0))

    def json(self) -> Json:
        """Return Discord's overwrite object."""
        return {"id": str(self.id), "type": self.kind, "allow": str(self.allow), "deny": str(self.deny)}


Overwrites = dict[int, Overwrite]  # by the id of the role or member


def copies(overwrites: Mapping[int, Overwrite]) -> Overwrites:
    """Return equal overwrites that can be changed apart."""
    return {key: replace(overwrite) for key, overwrite in overwrites.items()}


def combine(base: int, overwrites: Overwrites, guild_id: int, roles: Collection[int], user_id: int) -> int:
    """Return a member's permissions in a channel: everyone < roles < member.

    Within one step a bit that one role allows and another denies is allowed.
    """
    every = overwrites.values()
    bits = _apply(base, (o for o in every if o.id == guild_id))
    bits = _apply(bits, (o for o in every if o.id in roles and o.id != guild_id))
    return _apply(bits, (o for o in every if o.id == user_id))


def imply(bits: int, *, thread: bool, voice: bool) -> int:
    """Return combined permissions less those that others take along, which payloads do not show."""
    if not bits & VIEW:
        return 0
    if thread:  # SEND_MESSAGES does not count in a thread
        bits = bits & ~SEND | (SEND if bits & PERMISSIONS["SEND_MESSAGES_IN_THREADS"] else 0)
    if not bits & SEND:
        bits &= ~_NEED_SENDING
    return bits & VIEW if voice and not bits & PERMISSIONS["CONNECT"] else bits


def _apply(bits: int, overwrites: Iterable[Overwrite]) -> int:
    deny = allow = 0
    for overwrite in overwrites:
        deny, allow = deny | overwrite.deny, allow | overwrite.allow
    return bits & ~deny | allow


_CONTENT_TYPES = {
    "png": "image/png",
    "gif": "image/gif",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "txt": "text/plain",
}


@dataclass(slots=True, eq=False)
class Role:
    """A guild's role; @everyone has the guild's id."""

    overwrite_kind: ClassVar[int] = 0

    id: int
    name: str
    permissions: int = 0
    position: int = 1
    color: int = 0
    hoist: bool = False
    mentionable: bool = False
    managed: bool = False

    def json(self) -> Json:
        """Return Discord's role object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": None, "tertiary_color": None},
            "hoist": self.hoist,
            "managed": self.managed,
            "mentionable": self.mentionable,
            "flags": 0,
            "icon": None,
            "unicode_emoji": None,
        }


@dataclass(slots=True, eq=False)
class Member:
    """A user in a guild."""

    user: User
    joined: float
    roles: set[int] = field(default_factory=set)
    nick: str | None = None
    timeout_until: float = 0.0

    def json(self, *, with_user: bool = True) -> Json:
        """Return Discord's member object."""
        out: Json = {
            "roles": [str(r) for r in self.roles],
            "nick": self.nick,
            "joined_at": iso(self.joined),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "avatar": None,
            "premium_since": None,
            "communication_disabled_until": iso(self.timeout_until or None),
        }
        return out | ({"user": self.user.json()} if with_user else {})


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message, bytes kept and served."""

    id: int
    filename: str
    data: bytes
    url: str
    description: str | None = None

    def json(self) -> Json:
        """Return Discord's attachment object; the size of a PNG is read from its header."""
        out: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.data),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": _CONTENT_TYPES.get(self.filename.rsplit(".", 1)[-1]),
        }
        if self.data[:4] == b"\x89PNG":
            out |= {"width": int.from_bytes(self.data[16:20]), "height": int.from_bytes(self.data[20:24])}
        return out | ({"description": self.description} if self.description is not None else {})


@dataclass(slots=True, eq=False)
class Channel:
    """A text, voice or category channel, a thread, or a direct-message channel (guild None)."""

    id: int
    type: int
    name: str
    guild: Guild | None
    parent: Channel | None = None
    overwrites: Overwrites = field(default_factory=dict)
    settings: Json = field(default_factory=dict)  # topic, nsfw, bitrate, user_limit, position, rate_limit_per_user …
    messages: dict[int, Message] = field(default_factory=dict)
    owner: User | None = None  # of a thread
    people: dict[int, User] = field(default_factory=dict)  # of a thread or a direct-message channel
    meta: Json = field(default_factory=dict)  # thread_metadata

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return self.type in (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

    def json(self) -> Json:
        """Return Discord's channel object."""
        out: Json = {"id": str(self.id), "type": self.type, "flags": 0, "rate_limit_per_user": 0, **self.settings}
        out["last_message_id"] = str(max(self.messages)) if self.messages else None
        if self.guild is None:
            return out | {"recipients": [u.json() for u in self.people.values() if not u.bot]}
        out |= {"name": self.name, "guild_id": str(self.guild.id), "parent_id": self.parent and str(self.parent.id)}
        if self.is_thread and self.owner:
            out |= {
                "owner_id": str(self.owner.id),
                "thread_metadata": self.meta,
                "member_count": len(self.people),
                "message_count": len(self.messages),
                "total_message_sent": len(self.messages),
            }
            bot = self.guild.world.bot
            return out | ({"member": self.member_json(bot)} if bot.id in self.people else {})
        extra: Json = {"bitrate": 64000, "user_limit": 0, "rtc_region": None} if self.type == VOICE else {"topic": None}
        shown = [o.json() for o in self.overwrites.values()]
        return {"position": 0, "nsfw": False, **extra, **out, "permission_overwrites": shown}

    def member_json(self, user: User) -> Json:
        """Return Discord's thread member object."""
        return {
            "id": str(self.id),
            "user_id": str(user.id),
            "join_timestamp": self.meta["create_timestamp"],
            "flags": 0,
        }


@dataclass(slots=True, eq=False)
class Message:
    """A message, live: later edits and deletion show here."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    visible_to: User | None = None  # the invoker, when ephemeral
    interaction: Interaction | None = None
    reference: int | None = None
    nonce: str | None = None
    edited: float | None = None
    edits: int = 0
    late_edits: int = 0  # since it was an hour old
    pinned: bool = False
    deleted: bool = False
    pings: set[int] = field(default_factory=set)  # users and roles, allowed_mentions applied; an edit notifies nobody
    pings_everyone: bool = False
    reactions: dict[str, set[int]] = field(default_factory=dict)

    @property
    def ephemeral(self) -> bool:
        """Whether only the invoker sees it."""
        return self.visible_to is not None

    @property
    def text(self) -> str:
        """The text that its reader reads: its own, or that of the components which it is made of."""
        return self.content or "\n".join(part["content"] for _, part in walk(self.components) if part["type"] == 10)

    @property
    def buttons(self) -> list[Json]:
        """Every button, disabled ones too."""
        return [c for _, c in walk(self.components) if c["type"] == 2]

    @property
    def texts(self) -> list[str]:
        """Every string that a reader of the message gets: text, alt text, labels, file names, also ids and addresses.

        The answer to a slash command shows who typed what above it, so the command's options are among them.
        """
        found = [self.content, *_strings(self.embeds), *_strings(self.components), *self.reactions]
        for attachment in self.attachments:
            found += [attachment.filename, attachment.description or ""]
        if self.interaction and self.interaction.type == 2:
            found += [self.interaction.data["name"], *_strings(self.interaction.data.get("options"))]
        return [text for text in found if text]

    def component(self, key: str, kinds: Iterable[int]) -> Json:
        """Return the component with this custom_id, label or placeholder.

        Raises:
            RefusedError: it is absent, disabled or a link.
        """
        named = [c for _, c in walk(self.components) if c["type"] in kinds]
        for name in ("custom_id", "label", "placeholder"):
            for component in named:
                if component.get(name) == key:
                    if component.get("disabled") or "custom_id" not in component:
                        raise RefusedError(f"{key!r} cannot be used")
                    return component
        raise RefusedError(f"no component {key!r}; there are {[c.get('label') or c.get('custom_id') for c in named]}")

    def json(self) -> Json:
        """Return Discord's message object."""
        guild, bot = self.channel.guild, self.author.world.bot
        users = [u.json() for u in map(self.author.world.users.get, self.pings) if u]
        kind = 20 if self.interaction and self.interaction.type == 2 else 19 if self.reference else 0
        out: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.json(),
            "content": self.content,
            "timestamp": iso(self.created),
            "edited_timestamp": iso(self.edited),
            "tts": False,
            "mentions": users,
            "mention_everyone": self.pings_everyone,
            "attachments": [a.json() for a in self.attachments],
            "mention_roles": [str(i) for i in self.pings if guild and i in guild.roles],
            "embeds": self.embeds,
            "pinned": self.pinned,
            "type": kind,
            "flags": self.flags,
            "components": self.components,
            "reactions": [_reaction(emoji, people, bot) for emoji, people in self.reactions.items()],
        }
        if it := self.interaction:
            out |= {"application_id": str(self.author.id), "webhook_id": str(self.author.id)}
            out["interaction_metadata"] = {
                "id": str(it.id),
                "type": it.type,
                "user": it.user.json(),
                "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
            }
        if self.reference:
            place = {"channel_id": str(self.channel.id), "message_id": str(self.reference)}
            out["message_reference"] = {"type": 0} | place
        return out | ({"nonce": self.nonce} if self.nonce else {})


def _reaction(emoji: str, people: set[int], bot: User) -> Json:
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(people),
        "me": bot.id in people,
        "me_burst": False,
        "burst_colors": [],
        "count_details": {"normal": len(people), "burst": 0},
    }


def _strings(value: object) -> Iterator[str]:
    """Yield every string and number in a piece of JSON, keys left out."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, str | int | float):
        yield str(value)
