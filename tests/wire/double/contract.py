"""Discord's own OpenAPI document, ready to check request bodies."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

from tests.wire.double.router import Router
from tests.wire.double.shapes import Json

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
        return [
            Violation(method, match.template, "/".join(map(str, error.absolute_path)), error.message[:300])
            for error in self._compiled[key].iter_errors(body)
        ]

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
