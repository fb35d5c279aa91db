"""Multipart bodies, taken apart byte by byte."""

import aiohttp
import pytest

from tests.wire.double.calls import Call, parts

KIND = 'multipart/form-data; boundary="edge"'


def body(*given: tuple[str, bytes]) -> bytes:
    made = (f"--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + data for head, data in given)
    return b"\r\n".join([*made, b"--edge--\r\n"])


@pytest.mark.parametrize("data", [b"", b"\r\n", b"a\r\n\r\nb", b"edge--", b"\x00\xff\r", b"\r\n--edg"])
def test_files_arrive_byte_for_byte(data: bytes) -> None:
    found = list(parts(KIND, body(('name="payload_json"', b"{}"), ('name="files[0]"; filename="a.png"', data))))
    assert found == [("payload_json", "file", b"{}"), ("files[0]", "a.png", data)]


def test_names_beyond_ascii() -> None:
    assert list(parts(KIND, body(('name="files[0]"; filename="Plän é.png"', b"x")))) == [
        ("files[0]", "Plän é.png", b"x")
    ]


async def test_what_aiohttp_writes() -> None:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", bytes(range(256)), filename="Größe.bin", content_type="application/octet-stream")
    made = form()
    assert isinstance(made, aiohttp.MultipartWriter)
    found = list(parts(made.headers["Content-Type"], await made.as_bytes()))
    assert found == [("payload_json", "file", b"{}"), ("files[0]", "Größe.bin", bytes(range(256)))]


def test_new_attachments_need_their_part() -> None:
    listed = {"attachments": [{"id": 0}, {"id": 1}, {"id": str(10**17)}]}
    call = Call("POST", "/", "/", {}, {}, {"data": listed}, {"files[0]": ("a", b"")}, 0.0)
    assert call.missing_files() == ["files[1]"]
