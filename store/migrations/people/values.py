"""What JSON holds of people: accounts become persons, names that were copied from Discord go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol, cast

from engine.game import Json

_MENTION = re.compile(r"<@!?([0-9]+)>")
_CHANGE = re.compile(r"(.+) <@!?([0-9]+)>", re.DOTALL)
_ACCOUNTS = frozenset(("user", "was", "welcome"))
"""Keys of what is an account in every payload and detail."""
_NAMED: Mapping[str, frozenset[str]] = {
    "**{new}** plays on for {old}.": frozenset(("new", "old")),
    "An organiser is about to have **{new}** play on for {old}. {passes}": frozenset(("new",)),
}
"""Templates of stored texts with a player's name among their values; other quotations are people's own words."""


class People(Protocol):
    """Tells which person is meant."""

    def person(self, account: int) -> int:
        """Return the person with an account; 0 is the bot itself."""
        ...

    def named(self, name: str, part: str) -> int:
        """Return the person who goes by a name there, in the part of "new" or "old"; 0 if that cannot be told."""
        ...


def with_people(data: Json, people: People) -> Json:
    """Return a payload, a detail or a stored text with persons in place of accounts and names."""
    if isinstance(data, list | tuple):
        return [with_people(each, people) for each in data]
    if not isinstance(data, Mapping):
        return data
    if isinstance(values := data.get("values"), Mapping) and isinstance(template := data.get("template"), str):
        named = _NAMED.get(template, frozenset())
        return {
            **data,
            "values": {key: _value(each, people, key if key in named else None) for key, each in values.items()},
        }
    return {key: _entry(key, each, people) for key, each in data.items() if not _is_name(key, data)}


def _is_name(key: str, data: Mapping[str, Json]) -> bool:
    """Return whether an entry is the name of a person who took over a seat or gave it up, beside their account."""
    return key in ("name", "was_name") and "was" in data


def _entry(key: str, data: Json, people: People) -> Json:
    if key in _ACCOUNTS and isinstance(data, int):
        return people.person(data)
    if key == "names" and isinstance(data, Mapping):  # digests of names by account
        return {str(people.person(int(account))): digest for account, digest in data.items()}
    if key == "changes" and isinstance(data, list):
        return [_change(each, people) if isinstance(each, str) else each for each in data]
    return with_people(data, people)


def _change(told: str, people: People) -> Json:
    """Return a change of permissions, which ends in whom it is about: of a person it becomes a text."""
    found = _CHANGE.fullmatch(told)
    if found is None:
        return told
    values: Json = {"change": found[1], "target": {"person": people.person(int(found[2]))}}
    return {"template": "{change} {target}", "values": values}


def _value(data: Json, people: People, part: str | None = None) -> Json:
    match data:
        case str() if found := _MENTION.fullmatch(data):
            return {"person": people.person(int(found[1]))}
        case {"quote": str(name)} | str(name) if part is not None:  # the first versions did not quote names
            return {"person": people.named(name, part)}
        case {"list": [*parts]}:
            return {**cast("Mapping[str, Json]", data), "list": [_value(part, people) for part in parts]}
    return with_people(data, people)
