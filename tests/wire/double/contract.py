"""Discord's own OpenAPI document, ready to check request bodies."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

from tests.wire.double.model import (
    CHOICES,
    COMPONENTS_V2,
    CONTENT,
    CUSTOM_ID,
    EMBEDS_TOTAL,
    NONCE,
    ROWS,
    V2,
    Json,
    Place,
    Problem,
    walk,
)
from tests.wire.double.router import Router

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Violation:
    """A request body that Discord's OpenAPI document does not allow, or that the double could not read."""

    method: str
    route: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.method} {self.route} {self.where}: {self.message}"


def _union(validator: Any, branches: list[Json], instance: object, _schema: Json) -> Iterator[Any]:
    """Check oneOf and anyOf; `type` names the branch, so that the errors are those of the intended one."""
    branches = [b for b in branches if instance is None or b.get("type") != "null"]
    if isinstance(instance, dict) and "type" in instance:
        kinds = [b.get("properties", {}).get("type", {}).get("enum") for b in branches]
        if any(kinds):
            branches = [b for b, kind in zip(branches, kinds, strict=True) if not kind or instance["type"] in kind]
        if not branches:
            yield ValidationError(f"type {instance['type']!r} is not allowed here", path=("type",))
            return
    best: list[Any] | None = None
    for branch in branches:
        errors = list(validator.descend(instance, branch))
        if not errors:
            return
        best = errors if best is None or len(errors) < len(best) else best
    yield from best or [ValidationError("no alternative fits")]


_Validator = validators.extend(Draft202012Validator, {"oneOf": _union, "anyOf": _union})


class Contract:
    """Discord's OpenAPI document, ready to check request bodies.

    Discord also takes snowflakes as numbers and permission sets as digit strings, which discord.py uses: both pass.
    """

    _BITS = frozenset({"allow", "deny", "permissions", "default_member_permissions"})

    def __init__(self, path: str | Path) -> None:
        document: Json = json.loads(Path(path).read_text(encoding="utf-8"))
        self._source: Json = document["components"]["schemas"]
        self._source["SnowflakeType"]["type"] = ["string", "integer"]
        self._named: dict[str, Json] = {}
        self._compiled: dict[tuple[str, str, str], Any] = {}
        self._allowed: set[tuple[str, str, str, bytes]] = set()
        self.routes: Router[Json | None] = Router()
        for template, item in document["paths"].items():
            for method in item.keys() - {"parameters"}:
                self.routes.add(method.upper(), template, item[method].get("requestBody"))

    def check(self, method: str, path: str, body: object, branch: str = "") -> list[Violation]:
        """Return what is wrong with a body; `branch` names the schema meant where the document leaves it open."""
        match = self.routes.match(method, path)
        request = match and match.value
        if not match or (body is None and not (request or {}).get("required")):
            return []
        if not request:
            return [Violation(method, match.template, "", "a body is not expected here")] if body else []
        key = (method, match.template, branch)
        if key not in self._compiled:
            schema: Json = self._mapping(request["content"]["application/json"]["schema"])
            chosen = next((b for b in schema.get("anyOf", ()) if b.get("$comment") == branch), schema)
            self._compiled[key] = _Validator(chosen)
        # Every start sends all commands, which take longer to check than all else that it does.
        same = (*key, hashlib.sha256(repr(body).encode()).digest())
        if same in self._allowed:
            return []
        found = [
            Violation(method, match.template, "/".join(map(str, error.absolute_path)), error.message[:300])
            for error in self._compiled[key].iter_errors(body)
        ]
        if not found:
            self._allowed.add(same)
        return found

    def _resolve(self, node: object) -> object:
        """Return a part of a schema with its references replaced."""
        if isinstance(node, list):
            return [self._resolve(item) for item in node]
        return self._mapping(node) if isinstance(node, dict) else node

    def _mapping(self, node: Json) -> Json:
        """Return a schema with its references replaced, each named schema once (they may be recursive)."""
        if "$ref" in node:
            name = node["$ref"].rsplit("/", 1)[1]
            if name not in self._named:
                self._named[name] = known = {"$comment": name}
                known.update(self._mapping(self._source[name]))
            return self._named[name]
        out: Json = {key: self._resolve(value) for key, value in node.items()}
        fields = out.get("properties", {})
        for key in self._BITS & fields.keys():
            if "integer" in fields[key].get("type", ()):
                fields[key] = {**fields[key], "type": ["integer", "string", "null"], "pattern": "^[0-9]+$"}
        return out


def openapi_path() -> Path:
    """Return where Discord's OpenAPI document is expected: DISCORD_OPENAPI, or beside the project."""
    given = os.environ.get("DISCORD_OPENAPI")
    return Path(given) if given else ROOT.parent / "shared" / "discord" / "openapi.json"


def discord_contract() -> Contract | None:
    """Return the contract of Discord's OpenAPI document; None where the document is missing.

    Raises:
        FileNotFoundError: it is missing and ARENA_REQUIRE_OPENAPI=1.
    """
    path = openapi_path()
    if path.is_file():
        return _load(path)
    if os.environ.get("ARENA_REQUIRE_OPENAPI") == "1":
        raise FileNotFoundError(missing_document())
    return None


def missing_document() -> str:
    """Return the reason for skipping a check that needs the document."""
    return (
        f"Discord's OpenAPI document is not at {openapi_path()} (DISCORD_OPENAPI): requests are not checked against it"
    )


@functools.lru_cache(maxsize=4)
def _load(path: Path) -> Contract:
    return Contract(path)


# What Discord refuses in a body although its schema allows it: lengths, counts, duplicates, missing files.


def message_problems(body: Json, flags: int, files: Sequence[str] = ()) -> list[Problem]:
    """Return what Discord refuses in a message; `files` are the names of its attachments."""
    out: list[Problem] = []
    out += _long(("content",), body.get("content"), CONTENT)
    out += _long(("nonce",), str(body.get("nonce") or ""), NONCE)
    out += _mention_problems(body.get("allowed_mentions") or {})
    out += _embed_problems(body.get("embeds") or [])
    out += _long(("attachments",), body.get("attachments"), 10)
    for i, item in enumerate(body.get("attachments") or ()):
        out += _long(("attachments", i, "description"), item.get("description"), 1024)
    out += component_problems(body.get("components") or [], v2=bool(flags & V2))
    return out + (_layout_problems(body, files) if flags & V2 else [])


def _long(place: Place, value: object, limit: int) -> list[Problem]:
    if isinstance(value, str | list) and len(value) > limit:
        return [(place, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")]
    return []


def _mention_problems(allowed: Json) -> list[Problem]:
    out: list[Problem] = []
    for kind in ("users", "roles"):
        out += _long(("allowed_mentions", kind), allowed.get(kind), 100)
        if allowed.get(kind) and kind in (allowed.get("parse") or ()):
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            out.append((("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text))
    return out


def _embed_problems(embeds: list[Json]) -> list[Problem]:
    out = _long(("embeds",), embeds, 10)
    total = 0
    for i, embed in enumerate(embeds):
        parts: list[tuple[Place, str | None, int]] = [
            (("title",), embed.get("title"), 256),
            (("description",), embed.get("description"), 4096),
            (("footer", "text"), (embed.get("footer") or {}).get("text"), 2048),
            (("author", "name"), (embed.get("author") or {}).get("name"), 256),
        ]
        for j, item in enumerate(embed.get("fields") or ()):
            parts.append((("fields", j, "name"), item.get("name"), 256))
            parts.append((("fields", j, "value"), item.get("value"), 1024))
        out += _long(("embeds", i, "fields"), embed.get("fields"), 25)
        for place, text, limit in parts:
            out += _long(("embeds", i, *place), text, limit)
            total += len(text or "")
    if total > EMBEDS_TOTAL:
        text = f"Embed size exceeds maximum size of {EMBEDS_TOTAL}"
        out.append((("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text))
    return out


def _layout_problems(body: Json, files: Sequence[str]) -> list[Problem]:
    """Return what does not go with Components V2: other content, and pictures that are not attached."""
    out: list[Problem] = []
    for key in ("content", "embeds"):
        if body.get(key):
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            out.append(((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text))
    for place, component in walk(body.get("components") or []):
        items = component.get("items") or ()
        media = [component.get("media"), component.get("file"), *(item.get("media") for item in items)]
        for url in (medium["url"] for medium in media if medium):
            if url.startswith("attachment://") and url[13:] not in files:
                text = f"The referenced attachment {url[13:]!r} was not found"
                out.append((("components", *place), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text))
    return out


def component_problems(components: list[Json], *, v2: bool = False, modal: bool = False) -> list[Problem]:
    """Return what Discord refuses in the components of a message or modal."""
    out: list[Problem] = []
    every = list(walk(components))
    numbers = [component["id"] for _, component in every if component.get("id")]
    if len(set(numbers)) < len(numbers):
        out.append((("components",), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"))
    if v2:
        if len(every) > COMPONENTS_V2:
            text = f"The total number exceeds {COMPONENTS_V2}"
            out.append((("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text))
        if sum(len(c.get("content") or "") for _, c in every if c["type"] == 10) > 4000:
            text = "Text exceeds maximum size of 4000"
            out.append((("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text))
    elif components:
        out += _size((), components, 1, ROWS)
        for i, component in enumerate(components):
            if component["type"] not in ((1, 10, 18) if modal else (1,)):
                text = 'Value of field "type" must be one of (1,).'
                out.append((("components", i, "type"), "UNION_TYPE_CHOICES", text))
    seen: set[str] = set()
    for place, component in every:
        custom_id = component.get("custom_id")
        if custom_id is not None and custom_id in seen:
            text = "Component custom id cannot be duplicated"
            out.append((("components", *place, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text))
        seen.add(custom_id or "")
        out += _one_component(place, component, modal=modal)
    return out


def _size(place: Place, value: object, low: int, high: int) -> list[Problem]:
    if isinstance(value, str | list) and not low <= len(value) <= high:
        return [(("components", *place), "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")]
    return []


def _one_component(place: Place, component: Json, *, modal: bool) -> Iterator[Problem]:
    here: Place = ("components", *place)
    if component["type"] == 1:
        wide = sum(1 if c["type"] == 2 else 5 for c in component.get("components", ()))
        if not 1 <= wide <= 5:
            yield (*here, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The layout is too wide"
    yield from _size((*place, "custom_id"), component.get("custom_id"), 1, CUSTOM_ID)
    yield from _size((*place, "label"), component.get("label"), 0, 80 if component["type"] == 2 else 45)
    if component["type"] == 2:
        needs = {5: "url", 6: "sku_id"}.get(component.get("style", 0), "custom_id")
        if [key for key in ("custom_id", "url", "sku_id") if component.get(key)] != [needs]:
            yield here, "BUTTON_COMPONENT_INVALID", f"A button of this style takes {needs} and no other target"
    if modal and component.get("disabled"):
        yield (*here, "disabled"), "COMPONENT_DISABLED", "Nothing can be disabled in a modal"
    if modal and component.get("min_values") == 0 and component.get("required", True):
        yield (*here, "min_values"), "NUMBER_TYPE_MIN", "A required component takes 1 or more values"
    if component["type"] == 3:
        options = component.get("options") or []
        yield from _size((*place, "options"), options, 1, 25)
        if len({o["value"] for o in options}) < len(options):
            text = "The specified option value is already used"
            yield (*here, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text


def command_problems(command: Json, place: Place = ()) -> Iterator[Problem]:
    """Yield what Discord refuses in an application command."""
    options = command.get("options") or []
    menu = "options" not in place and command.get("type", 1) in (2, 3)  # context menus have no description
    if not menu and not 1 <= len(command.get("description") or "") <= 100:
        yield (*place, "description"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length."
    name = command["name"]
    typed = re.fullmatch(r"[-_'\w]{1,32}", name) and name == name.lower()
    if not (1 <= len(name) <= 32 if menu else typed):
        yield (*place, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
    for key in ("options", "choices"):
        if len(command.get(key) or ()) > CHOICES:
            yield (*place, key), "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICES} or fewer in length."
    required = [bool(o.get("required")) for o in options if o["type"] > 2]
    if required != sorted(required, reverse=True):
        text = "Required options must be placed before non-required options"
        yield (*place, "options"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text
    if len({o["name"] for o in options}) < len(options):
        yield (*place, "options"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"
    for index, option in enumerate(options):
        yield from command_problems(option, (*place, "options", index))


def command_size(command: Json) -> int:
    """Return the characters that count toward Discord's 8,000 a command."""
    own = len(command.get("name", "")) + len(command.get("description") or "")
    own += sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices") or ())
    return own + sum(map(command_size, command.get("options") or ()))
