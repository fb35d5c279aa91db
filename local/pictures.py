"""The bot's pictures on SimCord's pages, shown as they are."""

import struct

from simcord.preview._media import MAX_DIMENSION, MAX_PIXELS, MediaInfo, MediaWorker

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">8sI4sII")


class Pictures(MediaWorker):
    """Passes a still PNG on as it is.

    SimCord starts a process for each picture that a page shows, which decodes it and encodes it anew: that guards a
    browser from what other people send, and takes longer than the bot takes to draw it. This bot draws its pictures
    itself, and SimCord still sees to everything else.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """What a page shows of a file.

        Raises:
            MediaError: when it is nothing that can be shown.
        """
        size = _still(blob)
        if size is None:
            return await super().validate(key, blob, media_time=media_time)
        width, height = size
        return MediaInfo("PNG", width, height, 1, width * height * 4, blob, "image/png", capture=blob, poster=blob)


def _still(blob: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG that does not move, within SimCord's limits; None for anything else."""
    if len(blob) < _HEADER.size:
        return None
    signature, _, kind, width, height = _HEADER.unpack_from(blob)
    moves = b"acTL" in blob[: max(blob.find(b"IDAT"), 0)]
    small = 0 < width <= MAX_DIMENSION and 0 < height <= MAX_DIMENSION and width * height <= MAX_PIXELS
    return (width, height) if (signature, kind) == (_SIGNATURE, b"IHDR") and small and not moves else None
