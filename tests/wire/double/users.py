"""People: what each of them sees, and what each of them does."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from tests.wire.double import interactions
from tests.wire.double.interactions import Interaction, Value
from tests.wire.double.model import ALL, Channel, Files, Json, Message, RefusedError, names_of, perms
from tests.wire.double.posting import post

if TYPE_CHECKING:
    from tests.wire.double.world import Guild, World


class User:
    """A person (or the bot) with what they can see and do; actions of several users may run at the same time."""

    overwrite_kind: ClassVar[int] = 1

    def __init__(self, world: World, name: str, *, bot: bool = False) -> None:
        self.world, self.name, self.bot, self.id = world, name, bot, world.snowflake()
        self.locale, self.accepts_dms = "en-US", True

    def __repr__(self) -> str:
        return f"<User {self.name} {self.id}>"

    def json(self) -> Json:
        """Return Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    # what the user sees

    def may(self, channel: Channel) -> frozenset[str]:
        """Return the names of all permissions that the user has in a channel; none if it is not shown to them."""
        if channel.guild is None:
            return names_of(ALL) if self.id in channel.people else frozenset()
        return names_of(channel.guild.permissions(self, channel))

    def can(self, channel: Channel, names: str) -> bool:
        """Whether the user has all these permissions (blank-separated names) in a channel."""
        if channel.guild is None:
            return self.id in channel.people
        need = perms(names)
        return channel.guild.permissions(self, channel) & need == need

    def can_see(self, channel: Channel) -> bool:
        """Whether the channel is shown to the user."""
        return self.can(channel, "VIEW_CHANNEL")

    def sees(self, message: Message) -> bool:
        """Whether the message is shown to the user; an ephemeral one only to its invoker."""
        return self.can_see(message.channel) and not message.deleted and message.visible_to in (None, self)

    def visible_channels(self, guild: Guild) -> list[Channel]:
        """Return the channels and threads that are shown to the user."""
        return [channel for channel in guild.channels.values() if self.can_see(channel)]

    def visible_messages(self, channel: Channel) -> list[Message]:
        """Return what the user reads in a channel, oldest first."""
        known = [m for m in channel.messages.values() if self.sees(m)]
        history = channel.guild is None or self.can(channel, "READ_MESSAGE_HISTORY")
        return sorted((m for m in known if history or m.ephemeral), key=lambda m: m.id)

    def texts(self, guild: Guild) -> list[str]:
        """Return every string of a server that reaches the user, wherever it stands.

        That is the messages they see (`Message.texts`), and the names and topics of all channels: those of hidden ones
        are not shown, but sent.
        """
        found: list[str] = []
        for channel in guild.channels.values():
            if not channel.is_thread or self.can_see(channel):
                found += [channel.name, channel.settings.get("topic") or ""]
            for message in self.visible_messages(channel):
                found += message.texts
        return [text for text in found if text]

    # what the user does

    async def say(self, channel: Channel, text: str, files: dict[str, bytes] | None = None) -> Message:
        """Post a message; refused without permission. Sending reopens an archived thread that is not locked."""
        locked = channel.meta.get("locked") and not self.can(channel, "MANAGE_THREADS")
        if locked or not self.can(channel, "VIEW_CHANNEL SEND_MESSAGES" + (" ATTACH_FILES" if files else "")):
            raise RefusedError(f"{self.name} may not write in {channel.name}")
        named: Files = {f"files[{i}]": item for i, item in enumerate((files or {}).items())}
        return post(channel, self, {"content": text}, named)

    async def join_voice(self, channel: Channel) -> None:
        """Enter a voice channel."""
        if channel.guild is None or not self.can(channel, "VIEW_CHANNEL CONNECT"):
            raise RefusedError(f"{self.name} may not enter {channel.name}")
        channel.guild.set_voice(self, channel)

    async def leave_voice(self, guild: Guild) -> None:
        """Leave voice."""
        guild.set_voice(self, None)

    async def slash(self, channel: Channel, command: str, /, **options: Value) -> Interaction:
        """Use a slash command, subcommands as "group sub"; returns when the answer is complete.

        Values: str, int, float, bool, User, Role, Channel, or (file name, bytes).
        """
        return await self._act(2, channel, interactions.command(self, channel, command, options, None))

    async def autocomplete(self, channel: Channel, command: str, focused: str, /, **options: Value) -> Interaction:
        """Type into an option; the suggestions are in `choices`."""
        return await self._act(4, channel, interactions.command(self, channel, command, options, focused))

    async def menu(self, command: str, target: Message | User, channel: Channel, /) -> Interaction:
        """Use a context-menu command on a message or user."""
        return await self._act(2, channel, interactions.context_menu(self, channel, command, target))

    async def press(self, message: Message, key: str, /) -> Interaction:
        """Press a button, by custom_id or label."""
        button = self._component(message, key, (2,))
        data: Json = {"custom_id": button["custom_id"], "component_type": 2, "id": button["id"]}
        return await self._act(3, message.channel, data, message)

    async def select(self, message: Message, key: str, /, *values: Value) -> Interaction:
        """Choose in a menu, by custom_id or placeholder; values are option values, users, roles or channels."""
        menu = self._component(message, key, (3, 5, 6, 7, 8))
        return await self._act(3, message.channel, interactions.selection(self, message.channel, menu, values), message)

    async def submit_modal(self, opened: Interaction, /, **fields: interactions.Field) -> Interaction:
        """Fill in the modal that an interaction opened; fields by custom_id or label (blanks as _)."""
        if opened.user is not self or opened.modal is None:
            raise RefusedError("no modal is open for this user")
        data = interactions.modal(self, opened.channel, opened.modal, fields)
        return await self._act(5, opened.channel, data, opened.source)

    def _component(self, message: Message, key: str, kinds: Iterable[int]) -> Json:
        if not self.sees(message):
            raise RefusedError(f"{self.name} does not see this message")
        return message.component(key, kinds)

    async def _act(self, kind: int, channel: Channel, data: Json, source: Message | None = None) -> Interaction:
        """Send an interaction and wait as a user does: 3 s for the first response, then for the answer."""
        if not self.can_see(channel):
            raise RefusedError(f"{self.name} does not see {channel.name}")
        it = Interaction(self.world, kind, self, channel, data, source)
        self.world.interactions[it.token] = it
        self.world.gateway.emit(channel.guild, "INTERACTION_CREATE", it.json())
        with contextlib.suppress(TimeoutError):
            await it.until(lambda i: i.acked is not None or i.expired, self.world.first_response)
            await it.until(lambda i: not i.pending, self.world.patience)
        return it
