"""How pictures come to SimCord's pages."""

import io
import struct
from unittest.mock import AsyncMock

import pytest
from PIL import Image
from simcord.preview._media import MediaError, MediaWorker

from local.views import Pictures


def _written(kind: str, **more: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(file, kind, **more)
    return file.getvalue()


async def test_a_still_png_is_shown_as_it_is() -> None:
    blob = _written("PNG")
    shown = await Pictures().validate("key", blob)
    assert (shown.normalized, shown.capture, shown.poster) == (blob, blob, blob)
    worked = await MediaWorker().validate("key", blob)
    for name in ("format", "width", "height", "frames", "decoded_bytes", "content_type", "kind", "transformation"):
        assert getattr(shown, name) == getattr(worked, name), name


_HUGE = bytearray(_written("PNG"))
struct.pack_into(">II", _HUGE, 16, 8192, 8192)


@pytest.mark.parametrize(
    "blob",
    [
        _written("GIF"),
        _written("JPEG"),
        _written("PNG", save_all=True, append_images=[Image.new("RGB", (30, 20), "blue")]),
        bytes(_HUGE),
        b"\x89PNG",
        b"",
    ],
    ids=["gif", "jpeg", "moving", "huge", "short", "empty"],
)
async def test_anything_else_is_left_to_simcord(blob: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = AsyncMock(side_effect=MediaError("looked at"))
    monkeypatch.setattr(MediaWorker, "validate", looked)
    with pytest.raises(MediaError, match="looked at"):
        await Pictures().validate("key", blob, media_time=1.0)
    looked.assert_awaited_once_with("key", blob, media_time=1.0)
