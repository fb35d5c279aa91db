"""What a user did by a command, button, menu or modal, and what came of it."""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.wire.double.clock import Pulse
from tests.wire.double.errors import RefusedError
from tests.wire.double.model import Attachment, Channel, Message
from tests.wire.double.permissions import ALL, DIRECT
from tests.wire.double.shapes import FILE_BYTES, Json, numbers

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

    async def until(self, true: Callable[[Interaction], object], within: float = 60.0) -> Interaction:
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
