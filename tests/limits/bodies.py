"""Limits of what is said: messages, embeds, attachments, and answers to interactions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import discord

# What every check is made of: places in a body with what is wrong there.


Json: TypeAlias = Mapping[str, Any]
Problems: TypeAlias = Iterator[str]


def text(where: str, value: object, most: int, least: int = 0) -> Problems:
    """Yield what is wrong with the length of a text; None is one that was left out.

    Discord takes spaces at both ends away before it counts, so that blanks alone are an empty text.
    """
    if value is None:
        return
    if not isinstance(value, str):
        yield f"{where}: {value!r} is no text"
    elif len(value) > most:
        yield f"{where}: {len(value)} characters of {most}: {value[:60]!r}…"
    elif len(value.strip()) < least:
        yield f"{where}: {value!r} has fewer than {least} characters"


def count(where: str, value: object, most: int, least: int = 0) -> Problems:
    """Yield what is wrong with the length of a list; None is one that was left out."""
    if value is None:
        return
    if not isinstance(value, list | tuple):
        yield f"{where}: {value!r} is no list"
    elif not least <= len(value) <= most:
        yield f"{where}: {len(value)} entries, not {least} to {most}"


def unique(where: str, values: list[Any]) -> Problems:
    """Yield what is there more than once."""
    for value in {value for value in values if values.count(value) > 1}:
        yield f"{where}: {value!r} is there more than once"


# Limits of what is made in a server: channels, threads, events.


def channel(body: Json) -> Problems:
    """Yield what Discord refuses in a channel or thread that is made or changed."""
    yield from text("name", body.get("name"), 100, 1)
    yield from text("topic", body.get("topic"), 1024)
    yield from count("permission_overwrites", body.get("permission_overwrites"), 1000)


def event(body: Json) -> Problems:
    """Yield what Discord refuses in a scheduled event."""
    yield from text("name", body.get("name"), 100, 1)
    yield from text("description", body.get("description"), 1000)
    yield from text("location", (body.get("entity_metadata") or {}).get("location"), 100, 1)


# Markup that was cut in two: what Discord would show as signs instead of a name, a time, a link or code.


_HALF = re.compile(r"<(?:@[!&]?|#|/|a?:|t:)[^<>\s]{0,60}(?:…|$)")
_HALF_LINK = re.compile(r"(?<!\\)\]\((?:https?|<)[^)\s]*(?:…|\s|$)")
_CODE = re.compile(r"\\.|```.*?```|`[^`]*`", re.DOTALL)


def broken(where: str, text: str) -> Problems:
    """Yield what of a text with Markdown was cut in two: mentions, times, links, code and bold."""
    if "…" not in text:  # how the bot marks a cut; a text without one is as it was written
        return
    without = _CODE.sub("", text)
    if "`" in without:
        yield f"{where}: code is not closed: {text[-80:]!r}"
        return
    if half := _HALF.search(without) or _HALF_LINK.search(without):
        yield f"{where}: cut in the middle of {half[0]!r}"
    for line in without.splitlines():
        if "…" in line and line.count("**") % 2:
            yield f"{where}: bold is not closed: {line[-80:]!r}"


# Limits of components: buttons, menus, texts and pictures of a message, and what a dialog asks for.


ROW, BUTTON, MENU, INPUT, SECTION, WORDS, THUMBNAIL, GALLERY, FILE, LINE, BOX = 1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 17
LABEL, RADIO, TICKS = 18, 21, 22
MENUS = (MENU, 5, 6, 7, 8)
CHILDREN = ("components", "accessory", "component")
MOST_ROWS, MOST_IN_ALL, MOST_WORDS, MOST_IN_DIALOG = 5, 40, 4000, 5


def in_message(components: Sequence[Json]) -> Problems:
    """Yield what Discord refuses in the components of a message."""
    every = list(_walk("components", components))
    yield from unique("custom_id", [each["custom_id"] for _, each in every if "custom_id" in each])
    if all(each.get("type") == ROW for each in components):
        yield from count("components", components, MOST_ROWS)
    else:  # Components V2
        yield from count("components in all", [each for _, each in every], MOST_IN_ALL)
        words = sum(len(each.get("content", "")) for _, each in every)
        if words > MOST_WORDS:
            yield f"components: {words} characters of {MOST_WORDS} in all"
    for where, each in every:
        yield from _one(where, each)


def in_dialog(dialog: Json) -> Problems:
    """Yield what Discord refuses in a dialog."""
    components = dialog.get("components") or []
    every = list(_walk("components", components))
    yield from text("title", dialog.get("title") or "", 45, 1)
    yield from text("custom_id", dialog.get("custom_id") or "", 100, 1)
    yield from count("components", components, MOST_IN_DIALOG, 1)
    yield from unique("custom_id", [each["custom_id"] for _, each in every if "custom_id" in each])
    for where, each in every:
        yield from _one(where, each)
        if each.get("disabled"):
            yield f"{where}: nothing can be disabled in a dialog"
        if each.get("min_values") == 0 and each.get("required", True):
            yield f"{where}: what is required takes one value at least"
    for index, each in enumerate(components):
        if each.get("type") not in (ROW, WORDS, LABEL):
            yield f"components[{index}]: type {each.get('type')} does not stand in a dialog by itself"


def _walk(where: str, components: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    for index, each in enumerate(components):
        yield from _beneath(f"{where}[{index}]", each)


def _beneath(where: str, component: Json) -> Iterator[tuple[str, Json]]:
    yield where, component
    for key in CHILDREN:
        inner = component.get(key)
        if isinstance(inner, list):
            yield from _walk(f"{where}.{key}", inner)
        elif inner:
            yield from _beneath(f"{where}.{key}", inner)


def _one(where: str, each: Json) -> Problems:
    kind = each.get("type")
    yield from text(f"{where}.custom_id", each.get("custom_id"), 100, 1)
    if kind == ROW:
        inner = each.get("components") or []
        yield from count(f"{where}.components", inner, 5, 1)
        if len(inner) > 1 and any(one.get("type") != BUTTON for one in inner):
            yield f"{where}: a menu needs a row of its own"
    elif kind == BUTTON:
        yield from _button(where, each)
    elif kind in MENUS:
        yield from _menu(where, each)
    elif kind == INPUT:
        yield from _input(where, each)
    elif kind == SECTION:
        yield from count(f"{where}.components", each.get("components"), 3, 1)
        if not each.get("accessory"):
            yield f"{where}: a section has something beside it"
    elif kind == WORDS:
        yield from text(f"{where}.content", each.get("content") or "", MOST_WORDS, 1)
        yield from broken(f"{where}.content", each.get("content") or "")
    elif kind == THUMBNAIL:
        yield from text(f"{where}.description", each.get("description"), 1024)
    elif kind == GALLERY:
        yield from count(f"{where}.items", each.get("items") or [], 10, 1)
        for number, item in enumerate(each.get("items") or ()):
            yield from text(f"{where}.items[{number}].description", item.get("description"), 1024, 1)
    elif kind == LABEL:
        yield from text(f"{where}.label", each.get("label") or "", 45, 1)
        yield from text(f"{where}.description", each.get("description"), 100)
    elif kind in (RADIO, TICKS):
        yield from _options(where, each, 10, 2 if kind == RADIO else 1)


def _button(where: str, each: Json) -> Problems:
    yield from text(f"{where}.label", each.get("label"), 80)
    if not (each.get("label") or "").strip() and not each.get("emoji"):
        yield f"{where}: neither a label nor an emoji"
    target = "url" if each.get("style") == 5 else "custom_id"
    if [key for key in ("custom_id", "url") if each.get(key)] != [target]:
        yield f"{where}: a button of style {each.get('style')} takes its {target} and no other target"
    yield from text(f"{where}.url", each.get("url"), 512, 1)


def _menu(where: str, each: Json) -> Problems:
    yield from text(f"{where}.placeholder", each.get("placeholder"), 150)
    least, most = each.get("min_values", 1), each.get("max_values", 1)
    if not 0 <= least <= most <= 25 or not most:
        yield f"{where}: from {least} to {most} values"
    if each["type"] == MENU:
        yield from _options(where, each, 25, 1)
        if each.get("options") and most > len(each["options"]):
            yield f"{where}: {most} values of {len(each['options'])} options"
        if sum(bool(option.get("default")) for option in each.get("options") or ()) > most:
            yield f"{where}: more options are chosen at first than can be"


def _options(where: str, each: Json, most: int, least: int) -> Problems:
    options = each.get("options") or []
    yield from count(f"{where}.options", options, most, least)
    yield from unique(f"{where}.options", [option.get("value") for option in options])
    for number, option in enumerate(options):
        here = f"{where}.options[{number}]"
        yield from text(f"{here}.label", option.get("label") or "", 100, 1)
        yield from text(f"{here}.value", option.get("value") or "", 100, 1)
        yield from text(f"{here}.description", option.get("description"), 100)


def _input(where: str, each: Json) -> Problems:
    yield from text(f"{where}.label", each.get("label"), 45, 1)
    yield from text(f"{where}.placeholder", each.get("placeholder"), 100)
    least, most = each.get("min_length") or 0, each.get("max_length", 4000)
    if not 0 <= least <= most <= 4000 or not most:
        yield f"{where}: from {least} to {most} characters"
    yield from text(f"{where}.value", each.get("value"), most)


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


# Limits of commands, in every language that they are registered in.


TYPED, ON_PERSONS, ON_MESSAGES = 1, 2, 3
SUBCOMMAND, GROUP, STRING = 1, 2, 3
MOST_COMMANDS, MOST_MENUS, MOST_CHARACTERS = 100, 15, 8000
_NAME = re.compile(r"[-_'\w]{1,32}")
_LANGUAGES = frozenset(locale.value for locale in discord.Locale)


def tree(commands: Sequence[Json]) -> Problems:
    """Yield what Discord refuses in the global commands of an application."""
    kinds = Counter(each.get("type", TYPED) for each in commands)
    for kind, most in ((TYPED, MOST_COMMANDS), (ON_PERSONS, MOST_MENUS), (ON_MESSAGES, MOST_MENUS)):
        if kinds[kind] > most:
            yield f"{kinds[kind]} commands of type {kind}, where {most} are allowed"
    yield from unique("commands", [(each.get("type", TYPED), each["name"]) for each in commands])
    for each in commands:
        yield from command(each)


def command(body: Json) -> Problems:
    """Yield what Discord refuses in one global command."""
    where = f"/{body['name']}"
    if body.get("type", TYPED) == TYPED:
        yield from _node(where, body, depth=0)
    else:
        yield from text(where, body["name"], 32, 1)
        yield from _translated(where, body, "name", 32)
        if body.get("description"):
            yield f"{where}: a menu has no description"
    if (size := characters(body)) > MOST_CHARACTERS:
        yield f"{where}: {size} characters of {MOST_CHARACTERS}"


def characters(node: Json) -> int:
    """Count as Discord does: of each name and description the longest translation, and of each choice its value."""
    own = _longest(node, "name") + _longest(node, "description")
    own += sum(_longest(each, "name") + len(str(each["value"])) for each in node.get("choices") or ())
    return own + sum(map(characters, node.get("options") or ()))


def _longest(node: Json, key: str) -> int:
    return max(map(len, (node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values())))


def _node(where: str, node: Json, *, depth: int) -> Problems:
    name = node["name"]
    for each in (name, *(node.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(each) or each != each.lower():
            yield f"{where}: {each!r} is no name of a command or option"
    yield from text(f"{where} description", node.get("description") or "", 100, 1)
    yield from _translated(where, node, "description", 100)
    options: list[dict[str, Any]] = node.get("options") or []
    yield from count(f"{where} options", options, 25)
    yield from unique(f"{where} options", [each["name"] for each in options])
    required = [bool(each.get("required")) for each in options]
    if required != sorted(required, reverse=True):
        yield f"{where}: what is required comes first"
    choices = node.get("choices") or []
    yield from count(f"{where} choices", choices, 25)
    yield from unique(f"{where} choices", [each["value"] for each in choices])
    yield from unique(f"{where} choices", [each["name"] for each in choices])
    for number, each in enumerate(choices):
        yield from choice(f"{where} choices[{number}]", each)
    if choices and node.get("autocomplete"):
        yield f"{where}: choices and completion exclude each other"
    if not 0 <= (node.get("min_length") or 0) <= (node.get("max_length") or 6000) <= 6000:
        yield f"{where}: from {node.get('min_length')} to {node.get('max_length')} characters"
    words = [each for each in options if each["type"] in (SUBCOMMAND, GROUP)]
    if words and (len(words) < len(options) or depth > 1):
        yield f"{where}: words and options do not stand side by side, nor words beneath a group"
    for each in options:
        yield from _node(f"{where} {each['name']}", each, depth=depth + 1)


def _translated(where: str, node: Json, key: str, most: int) -> Problems:
    for language, each in (node.get(f"{key}_localizations") or {}).items():
        if language not in _LANGUAGES:
            yield f"{where}: Discord knows no language {language!r}"
        yield from text(f"{where} {key} in {language}", each, most, 1)
