"""Roles, members, channels, messages and their files, live as the double has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from tests.wire.double.errors import RefusedError
from tests.wire.double.permissions import Overwrites
from tests.wire.double.shapes import NEWS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, VOICE, Json, iso, walk

if TYPE_CHECKING:
    from tests.wire.double.guild import Guild
    from tests.wire.double.interactions import Interaction
    from tests.wire.double.users import User

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
