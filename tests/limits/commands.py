"""Limits of commands, in every language that they are registered in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import discord

from tests.limits.messages import choice
from tests.limits.parts import Json, Problems, count, text, unique

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
