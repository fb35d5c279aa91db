"""Limits of what is said: messages, embeds, attachments, and answers to interactions."""

from __future__ import annotations

from collections.abc import Sequence

from tests.limits.controls import in_dialog, in_message
from tests.limits.markup import broken
from tests.limits.parts import Json, Problems, count, text

MESSAGE, UPDATE, COMPLETION, DIALOG = 4, 7, 8, 9
"""Ways to answer an interaction that carry something."""
V2 = 1 << 15
MIB = 2**20


def message(body: Json, sizes: Sequence[int] = (), *, new: bool) -> Problems:
    """Yield what Discord refuses in a message.

    Args:
        body: As it is sent.
        sizes: Of the files that are sent with it, in bytes.
        new: Whether it is a new one; an edit changes only what it names.
    """
    content, embeds, components = body.get("content"), body.get("embeds") or [], body.get("components") or []
    yield from text("content", content, 2000)
    yield from broken("content", content or "")
    yield from text("nonce", None if body.get("nonce") is None else str(body["nonce"]), 25)
    yield from count("embeds", embeds, 10)
    yield from _embeds(embeds)
    yield from count("attachments", body.get("attachments"), 10)
    for number, each in enumerate(body.get("attachments") or ()):
        yield from text(f"attachments[{number}].description", each.get("description"), 1024)
    yield from count("files", list(sizes), 10)
    if sum(sizes) > 25 * MIB or any(size > 10 * MIB for size in sizes):
        yield f"files: {sum(sizes)} bytes"
    for kind in ("users", "roles"):
        yield from count(f"allowed_mentions.{kind}", (body.get("allowed_mentions") or {}).get(kind), 100)
    yield from in_message(components)
    laid_out = any(each.get("type") != 1 for each in components)
    if new and laid_out is not bool(int(body.get("flags") or 0) & V2):
        yield "flags: they do not say what kind of components there are"
    if laid_out and (content or embeds):
        yield "components: texts and embeds do not go with these"
    if new and not ((content or "").strip() or embeds or components or sizes or body.get("poll")):
        yield "content: an empty message"


def _embeds(embeds: Sequence[Json]) -> Problems:
    in_all = 0
    for number, each in enumerate(embeds):
        here = f"embeds[{number}]"
        fields = each.get("fields") or []
        yield from count(f"{here}.fields", fields, 25)
        parts = [
            ("title", each.get("title"), 256, 0),
            ("description", each.get("description"), 4096, 0),
            ("footer", (each.get("footer") or {}).get("text"), 2048, 0),
            ("author", (each.get("author") or {}).get("name"), 256, 0),
        ]
        for index, field in enumerate(fields):
            parts.append((f"fields[{index}].name", field.get("name") or "", 256, 1))
            parts.append((f"fields[{index}].value", field.get("value") or "", 1024, 1))
        for where, value, most, least in parts:
            yield from text(f"{here}.{where}", value, most, least)
            yield from broken(f"{here}.{where}", value or "")
            in_all += len(value or "")
    if in_all > 6000:
        yield f"embeds: {in_all} characters of 6000 in all"


def answer(body: Json, sizes: Sequence[int] = ()) -> Problems:
    """Yield what Discord refuses in an answer to an interaction."""
    data = body.get("data") or {}
    if body.get("type") in (MESSAGE, UPDATE):
        yield from message(data, sizes, new=body["type"] == MESSAGE)
    elif body.get("type") == DIALOG:
        yield from in_dialog(data)
    elif body.get("type") == COMPLETION:
        yield from count("choices", data.get("choices") or [], 25)
        for number, each in enumerate(data.get("choices") or ()):
            yield from choice(f"choices[{number}]", each)


def choice(where: str, each: Json) -> Problems:
    """Yield what Discord refuses in what an option of a command offers."""
    yield from text(f"{where}.name", each.get("name") or "", 100, 1)
    for language, name in (each.get("name_localizations") or {}).items():
        yield from text(f"{where}.name in {language}", name, 100, 1)
    value = each.get("value")
    if isinstance(value, str):
        yield from text(f"{where}.value", value, 100, 1)
    elif not isinstance(value, int | float) or abs(value) > 2**53:
        yield f"{where}.value: {value!r}"
