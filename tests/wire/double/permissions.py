"""Discord's permission bits, channel overwrites, and how they combine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from tests.wire.double.shapes import Json

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
