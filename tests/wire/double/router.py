"""Path templates: Discord's resources, and a router that finds the template of a path."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

CHANNEL, MESSAGES = "/channels/{channel_id}", "/channels/{channel_id}/messages"
MESSAGE, HOOK = MESSAGES + "/{message_id}", "/webhooks/{webhook_id}/{webhook_token}"
GUILD, MEMBER = "/guilds/{guild_id}", "/guilds/{guild_id}/members/{user_id}"
REACTION = MESSAGE + "/reactions/{emoji_name}/@me"


class Match(NamedTuple, Generic[T]):
    """What a router found for a path."""

    template: str
    params: dict[str, str]
    value: T


class Router(Generic[T]):
    """Finds the template, parameters and value of a path; literal segments win over parameters."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}

    def add(self, method: str, template: str, value: T) -> None:
        """Register a template such as `/channels/{channel_id}`."""
        node = self._root.setdefault(method, {})
        for part in template.split("/"):
            node = node.setdefault("{}" if part.startswith("{") else part, {})
        node[""] = (template, [p[1:-1] for p in template.split("/") if p.startswith("{")], value)

    def match(self, method: str, path: str) -> Match[T] | None:
        """Return what was registered for a path, or None."""

        def step(node: dict[str, Any], parts: list[str], found: list[str]) -> Match[T] | None:
            if not parts:
                if "" not in node:
                    return None
                template, names, value = node[""]
                return Match(template, dict(zip(names, found, strict=True)), value)
            head, rest = parts[0], parts[1:]
            hit = step(node[head], rest, found) if head and head in node else None
            return hit or (step(node["{}"], rest, [*found, head]) if head and "{}" in node else None)

        root = self._root.get(method, {}).get("", {})  # every path starts with an empty segment
        return step(root, path.split("/")[1:], [])
