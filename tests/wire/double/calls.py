"""A REST request as the double takes it in, with its JSON and files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email import message_from_string
from typing import Any

from aiohttp import web

from tests.wire.double.errors import ApiError, fail
from tests.wire.double.shapes import Files


@dataclass(slots=True)
class Call:
    """A REST request as it came in, with its answer's status and duration."""

    method: str
    path: str
    route: str
    params: dict[str, str]
    query: Mapping[str, str]
    body: Any
    files: Files
    at: float
    status: int = 0  # 0: not answered yet · -1: the connection was cut
    ms: float = 0.0
    shared: bool = False  # refused by a limit that others share, which does not count toward a ban

    def id(self, name: str) -> int:
        """Return a path parameter as a number; anything else matches no object."""
        return int(self.params[name]) if self.params[name].isdecimal() else 0

    def missing_files(self) -> list[str]:
        """Return the parts that a multipart body lists as new attachments and does not carry."""
        data = (self.body.get("data") or self.body) if self.files and isinstance(self.body, dict) else {}
        listed = {str(a["id"]) for a in data.get("attachments") or () if len(str(a["id"])) < 3}
        return sorted(f"files[{i}]" for i in listed if f"files[{i}]" not in self.files)


async def read(request: web.Request) -> tuple[Any, Files, ApiError | None]:
    """Return the JSON of a request (`payload_json` in a multipart one), its files by part name, and what is wrong."""
    raw, files = await request.read(), dict[str, tuple[str, bytes]]()
    if request.content_type.startswith("multipart/"):
        kind, body = request.headers["Content-Type"], raw
        raw = b"{}"
        for name, filename, data in parts(kind, body):
            if name == "payload_json":
                raw = data
            else:
                files[name] = (filename, data)
    try:
        return (json.loads(raw) if raw else None), files, None
    except ValueError:
        return None, files, fail(50109)


def parts(content_type: str, body: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Yield the parts of a multipart body: name, file name, content.

    aiohttp's own reader warns of itself where a part straddles two packets, so the whole body is taken apart here.
    """
    boundary = message_from_string(f"Content-Type: {content_type}").get_boundary() or ""
    chunks = (b"\r\n" + body).split(b"\r\n--" + boundary.encode())
    for chunk in chunks[1:-1]:  # around them a preamble, and the dashes that end it all
        head, _, data = chunk.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        headers = message_from_string(head.decode())
        name = headers.get_param("name", "", "content-disposition")
        yield str(name), headers.get_filename("file"), data
