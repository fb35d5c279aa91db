"""Who there is: every account that is stored somewhere, since when, and the names that Discord showed for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from store.migrations.people.parts import PARTS, Part, rows, table_of
from store.migrations.people.values import with_people

BOT = 0
"""Stands for the bot itself in events and logs; it is nobody's account."""

OWN_NOTE = re.compile(r"(?P<what>own-thread|unreached):(?P<match>[0-9]+):(?P<account>[0-9]+)")
"""The key of a note about one player of a match."""
_RANK_OLD = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class Found:
    """What was found.

    Attributes:
        since: When each account was first noted; None where nothing tells.
        names: By server and account the name to keep, behind what makes it so.
        called: By match and name the account of the player who went by it.
        silent: The players of matches that go on and whose partners may not communicate, by match and account.
        private: The accounts to which something private was to be written.
        kept: What is kept by whom for which game under which key.
        guilds: The server of each match.
        handed: By match and event the account and name of who gave a seat up ("old"), and of who took it ("new").
    """

    since: dict[int, datetime | None] = field(default_factory=dict)
    names: dict[tuple[int, int], tuple[tuple[bool, datetime, bool], str]] = field(default_factory=dict)
    called: dict[tuple[int, str], int] = field(default_factory=dict)
    silent: set[tuple[int, int]] = field(default_factory=set)
    private: set[int] = field(default_factory=set)
    kept: set[tuple[int, str, str]] = field(default_factory=set)
    guilds: dict[int, int] = field(default_factory=dict)
    handed: dict[tuple[int, int], dict[str, tuple[int, str]]] = field(default_factory=dict)

    def note(self, account: int | None, at: datetime | None) -> None:
        """Note that an account was there at a time."""
        if account is None or account == BOT:
            return
        known = self.since.get(account)
        self.since[account] = at if known is None else known if at is None else min(known, at)

    def name(
        self, guild_id: int, account: int, name: str, at: datetime, match_id: int | None, *, raw: bool = False
    ) -> None:
        """Note a name that was shown for an account at a time.

        In a silent match that goes on nobody is shown another name than that of its start (R29): it is kept. Else the
        newest is, and rather as Discord showed it (`raw`) than with the number that tells it from those of others.
        """
        rank = ((match_id, account) in self.silent, at, raw)
        if name and rank > self.names.get((guild_id, account), ((False, _RANK_OLD, False), ""))[0]:
            self.names[guild_id, account] = (rank, name)


@dataclass(frozen=True, slots=True)
class _Collecting:
    """Notes every account that a value holds."""

    found: Found
    at: datetime | None

    def person(self, account: int) -> int:
        self.found.note(account, self.at)
        return account

    def named(self, name: str, part: str) -> int:
        return BOT


def find(connection: sa.Connection) -> Found:
    """Return everybody whom the database knows, read page by page."""
    found, silent = Found(), _silent(connection)
    starts: dict[int, datetime] = {}
    tables: dict[int, tuple[int, datetime, int | None]] = {}  # server, time and match
    for part in PARTS:
        for row in rows(connection, table_of(part), part.key):
            at = None if part.at is None else row[part.at]
            people = _Collecting(found, at)
            for account in accounts_of(part, row):
                found.note(account, at)
            for column in part.data:
                with_people(row[column], people)
            match part.table:
                case "matches":
                    found.guilds[row["id"]], starts[row["id"]] = row["guild_id"], row["started_at"]
                case "match_seats":
                    number, account, name = row["match_id"], row["person_id"], row["name"]
                    found.called[number, name] = account
                    found.silent.update({(number, account)} if number in silent else ())
                    found.note(account, starts[number])
                    found.name(found.guilds[number], account, name, starts[number], number)
                case "events" if row["kind"] == "substitute":
                    _substitute(found, row, found.guilds[row["match_id"]], starts[row["match_id"]])
                case "tables":
                    at = starts.get(row["match_id"], row["created_at"])
                    tables[row["id"]] = row["guild_id"], at, row["match_id"]
                    found.name(row["guild_id"], row["host_id"], row["host_name"], at, row["match_id"], raw=True)
                case "table_seats" if row["person_id"] is not None:
                    guild_id, at, match_id = tables[row["table_id"]]
                    found.note(row["person_id"], at)
                    found.name(guild_id, row["person_id"], row["name"], at, match_id, raw=True)
                case "saved_loadouts":
                    found.kept.add((row["person_id"], row["game"], row["key"]))
                case "outbox" if row["kind"] == "private":
                    found.private.add(row["channel_id"])
    return found


def _substitute(found: Found, row: Mapping[str, Any], guild_id: int, start: datetime) -> None:
    match row["data"]:
        case {"was": int(was), "was_name": str(old), "user": int(now), "name": str(new)}:
            found.handed[row["match_id"], row["seq"]] = {"old": (was, old), "new": (now, new)}
            for account, name, at in ((was, old, start), (now, new, row["at"])):
                found.called.setdefault((row["match_id"], name), account)
                found.name(guild_id, account, name, at, row["match_id"])


def _silent(connection: sa.Connection) -> frozenset[int]:
    """Return the matches that go on in which each team has a channel of its own."""
    matches = sa.table("matches", sa.column("id"), sa.column("ended_at"))
    places = sa.table("places", sa.column("match_id"), sa.column("role"))
    query = (
        sa.select(matches.c.id)
        .join(places, places.c.match_id == matches.c.id)
        .where(matches.c.ended_at.is_(None), places.c.role == "team:0")
    )
    return frozenset(connection.execute(query).scalars())


def accounts_of(part: Part, row: Mapping[str, Any]) -> list[int]:
    """Return the accounts in the columns of a row, those in its key among them."""
    found = [row[column] for column in part.accounts]
    match part.table, row.get("kind"):
        case "outbox", "private":
            found.append(row["channel_id"])
        case "watches", "player":
            found.append(row["target_id"])
        case "deadlines", "digest":
            found.append(int(row["key"]))
        case "notes", _ if own := OWN_NOTE.fullmatch(row["key"]):
            found.append(int(own["account"]))
    return [account for account in found if account is not None]
