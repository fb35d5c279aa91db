"""SimCord's pages, one for each channel and player, with the bot's pictures unchanged."""

from __future__ import annotations

import logging
import struct
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

import simcord
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview
from simcord.preview._media import MAX_DIMENSION, MAX_PIXELS, MediaInfo, MediaWorker

from local.world import FACE, World, discord_locale
from render.branding import avatar

# The bot's pictures on SimCord's pages, unchanged.


_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">8sI4sII")


class Pictures(MediaWorker):
    """Passes a still PNG on unchanged.

    For each picture on a page, SimCord starts a process that decodes and re-encodes it: that protects a browser from
    other people's files, and takes longer than drawing the picture. Here all pictures are the bot's own; SimCord still
    handles everything else.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Return the media info of a file; `MediaError` if it cannot be shown."""
        size = _still(blob)
        if size is None:
            return await super().validate(key, blob, media_time=media_time)
        width, height = size
        return MediaInfo("PNG", width, height, 1, width * height * 4, blob, "image/png", capture=blob, poster=blob)


def _still(blob: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels of a still PNG within SimCord's limits; else None."""
    if len(blob) < _HEADER.size:
        return None
    signature, _, kind, width, height = _HEADER.unpack_from(blob)
    moves = b"acTL" in blob[: max(blob.find(b"IDAT"), 0)]
    small = 0 < width <= MAX_DIMENSION and 0 < height <= MAX_DIMENSION and width * height <= MAX_PIXELS
    return (width, height) if (signature, kind) == (_SIGNATURE, b"IHDR") and small and not moves else None


log = logging.getLogger(__name__)

face = cache(avatar)
"""The bot's avatar, drawn once."""

MOST_VIEWS = 12
# SimCord's page shows a window of fifty messages.
WATCHED_MESSAGES = 60


@dataclass(slots=True)
class View:
    """One channel as one player sees it.

    Attributes:
        preview: SimCord's page server, on a loopback port of its own.
        capability: The key for requests to it.
        fingerprint: The channel's state when the page was last published; None after a failed or slow act: SimCord then
            takes no more acts until the page is published again.
    """

    channel_id: int
    player: simcord.MemberActor
    preview: Preview
    capability: str
    origin: str
    fingerprint: int | None

    @property
    def live(self) -> bool:
        """Whether the page server still answers."""
        try:
            return bool(self.preview.url)
        except simcord.SetupError:
            return False


class Views:
    """The open pages; the least recently used one is closed if there are too many."""

    def __init__(self, world: World, *, most: int = MOST_VIEWS) -> None:
        self._world = world
        self._most = most
        self._open: OrderedDict[str, View] = OrderedDict()
        self._seen = 0
        self._face = f"{CDN_BASE}/avatars/{world.env.backend.bot_user.id}/{FACE}.png"

    async def open(self, channel: simcord.ChannelHandle, player: simcord.MemberActor, timezone: str = "UTC") -> View:
        """Return the page of a channel for a player, an open one if there is one."""
        for view in self._open.values():
            if view.channel_id == channel.id and view.player.id == player.id and view.live:
                return self._used(view)
        env = self._world.env
        viewer = player if channel.guild is not None else player.user
        try:
            preview = env.preview(
                channel,
                viewers=[viewer],
                layout="channel",
                locale=discord_locale(self._world.language),
                timezone=timezone,
                assets={self._face: ("face.png", face())},
            )
        except simcord.SetupError:
            if timezone == "UTC":
                raise
            return await self.open(channel, player)
        preview._media_worker = Pictures()  # noqa: SLF001
        await preview.__aenter__()
        # SimCord keeps a single page per environment only to route receipts; two players side by side need two pages.
        env._preview = None  # noqa: SLF001
        address = urlsplit(preview.url)
        view = View(
            channel.id, player, preview, address.fragment, f"http://{address.netloc}", self._look(channel.id, player)
        )
        self._open[view.capability] = view
        while len(self._open) > self._most:
            _, oldest = self._open.popitem(last=False)
            await oldest.preview.close()
        return view

    def get(self, capability: str | None) -> View | None:
        view = self._open.get(capability or "")
        return self._used(view) if view is not None and view.live else None

    @property
    def latest(self) -> View | None:
        """Return the most recently used live page, or None."""
        return next((view for view in reversed(self._open.values()) if view.live), None)

    async def publish(self) -> None:
        """Publish every page whose channel changed; to be called between acts."""
        heard = len(self._world.env.backend.transcript)
        if heard == self._seen and all(view.fingerprint is not None for view in self._open.values()):
            return
        self._seen = heard
        for view in list(self._open.values()):
            if not view.live:
                del self._open[view.capability]
                continue
            look = self._look(view.channel_id, view.player)
            if look != view.fingerprint:
                view.fingerprint = look
                try:
                    await view.preview.refresh()
                except TimeoutError as error:
                    log.warning("The bot did not come to rest: %s", error)

    async def close(self) -> None:
        while self._open:
            _, view = self._open.popitem()
            await view.preview.close()

    def _used(self, view: View) -> View:
        self._open.move_to_end(view.capability)
        return view

    def _look(self, channel_id: int, player: simcord.MemberActor) -> int:
        backend = self._world.env.backend
        channel = backend.channels.get(channel_id)
        if channel is None:
            return 0
        permissions = 0
        if channel.guild_id is not None:
            permissions = backend.compute_permissions(channel.guild_id, player.id, channel_id)
        messages = backend.messages.get(channel_id, {})
        newest = sorted(messages)[-WATCHED_MESSAGES:]
        return hash((permissions, repr(channel), tuple(repr(messages[key]) for key in newest)))
