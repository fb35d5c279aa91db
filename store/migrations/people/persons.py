"""Who is who while rows are rewritten, and what becomes of the rows of each table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Json
from store.migrations.people.found import BOT, OWN_NOTE, Found
from store.migrations.people.parts import Part
from store.migrations.people.values import with_people

SMALLEST = 10**15
"""Discord's ids are greater; a smaller number in a text is none, wherever it is read as an id elsewhere."""
_DIGITS = re.compile(r"(?<![0-9])[0-9]{16,20}(?![0-9])")


def long_numbers(value: object) -> Iterator[int]:
    """Give the numbers in a value that are long enough for ids: itself, or what stands in its text."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, str):
        yield from (int(digits) for digits in _DIGITS.findall(value))
    elif isinstance(value, Mapping | list):  # what some drivers make of JSON
        yield from long_numbers(json.dumps(value))


class Persons:
    """Tells which person has an account, in columns, JSON and people's own words.

    Args:
        found: Whom the database knew.
        numbers: The persons by account.
    """

    def __init__(self, found: Found, numbers: Mapping[int, int]) -> None:
        self._found = found
        self._numbers = {**numbers, BOT: BOT}
        self._long = {account: person for account, person in numbers.items() if account >= SMALLEST}
        self._named: dict[tuple[int, str], int] = {}
        for (guild_id, account), (_, name) in sorted(found.names.items()):
            self._named.setdefault((guild_id, name), account)

    def person(self, account: int) -> int:
        """Return the person with an account."""
        return self._numbers[account]

    def in_words(self, text: str) -> str:
        """Return a person's own words, or what a record says, with numbers of persons in place of accounts."""
        return _DIGITS.sub(lambda found: str(self._long.get(int(found[0]), found[0])), text)

    def swept(self, data: Json) -> Json:
        """Return JSON without the accounts that nothing else found in it."""
        match data:
            case str():
                return self.in_words(data)
            case int() if not isinstance(data, bool):
                return self._long.get(data, data)
            case Mapping():
                return {self.in_words(key): self.swept(value) for key, value in data.items()}
            case list():
                return [self.swept(value) for value in data]
        return data

    def named_at(self, match_id: int | None, seq: int | None, name: str, part: str) -> int:
        """Return who goes by a name at an event of a match, in the match, or in its server; 0 if nobody does."""
        if match_id is None:
            return BOT
        handed = self._found.handed.get((match_id, seq or 0), {}).get(part)
        if handed is not None and handed[1] == name:
            return self.person(handed[0])
        account = self._found.called.get((match_id, name))
        if account is None:
            account = self._named.get((self._found.guilds[match_id], name), BOT)
        return self.person(account)

    def changed(self, part: Part, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the columns of a row that are to be others."""
        people = _Here(self, row["id"] if part.table == "matches" else row.get("match_id"), row.get("seq"))
        new: dict[str, Any] = {each: self.person(row[each]) for each in part.accounts if row[each] is not None}
        new |= {each: self.swept(with_people(row[each], people)) for each in part.data if row[each] is not None}
        match part.table, row.get("kind"):
            case "outbox", "private":
                new["channel_id"] = self.person(row["channel_id"])
            case "watches", "player":
                new["target_id"] = self.person(row["target_id"])
            case "imports", _:
                new["text"] = self.in_words(row["text"])
            case "saved_loadouts", _:
                new |= self._loadout(row)
            case "notes", _:
                new["value"] = self.in_words(row["value"])
        return new

    def key(self, part: Part, row: Mapping[str, Any]) -> str:
        """Return the key of an appointment or a note."""
        key: str = row["key"]
        match part.table, row.get("kind"):
            case "deadlines", "digest":
                return str(self.person(int(key)))
            case "deadlines", "outbox" if int(key) in self._found.private:
                return str(self.person(int(key)))
            case "notes", _ if own := OWN_NOTE.fullmatch(key):
                return f"{own['what']}:{own['match']}:{self.person(int(own['account']))}"
        return self.in_words(key)

    def _loadout(self, row: Mapping[str, Any]) -> dict[str, str]:
        """Return name, key and text of what a person keeps; no two of one person and game are called the same."""
        name, account, game = self.in_words(row["name"]), row["person_id"], row["game"]
        while name != row["name"] and (account, game, name.casefold()) in self._found.kept:
            name += "'"
        self._found.kept.add((account, game, name.casefold()))
        return {"name": name, "key": name.casefold(), "text": self.in_words(row["text"])}


@dataclass(frozen=True, slots=True)
class _Here:
    """People as they are named at an event of a match."""

    persons: Persons
    match_id: int | None
    seq: int | None

    def person(self, account: int) -> int:
        return self.persons.person(account)

    def named(self, name: str, part: str) -> int:
        return self.persons.named_at(self.match_id, self.seq, name, part)
