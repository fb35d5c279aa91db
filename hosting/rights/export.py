"""A copy of everything that is held about a person, for that person.

Of a match that goes on it holds what their seat may know at that moment: the record that `/match record` would
give them, and what they entered themselves. Matches that they left and that go on have no record in it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from engine.game import Json
from hosting.match.errors import NoSuchMatch
from hosting.match.service import Matches
from hosting.rights.archive import packed, pieces
from hosting.rights.errors import AlreadyExported, NothingHeld
from hosting.runtime.time import Clock
from store import exports, held
from store.csv_text import line
from store.database import Database
from store.held import Held
from store.replay import ReplayError

ONCE_IN: Final = timedelta(days=1)
"""Time between two copies for one person: every match is read for one."""

README: Final = """This is what the bot holds about you.

person.json      who you are: your number, the number of your account at Discord, your names in servers
settings.json    what you chose and left: settings, vacations, loadouts, whom you block, what follows what, tables,
                 and of matches that go on your plans, your answers in advance and what you have chosen in secret
matches.csv      matches in which you have or had a seat
results.csv      what came of them, where they are over; once more where they count for ratings of all servers
ratings.csv      how your ratings changed
events.csv       what you did in matches; words are those that you played yourself
requests.csv     what you asked the other players for, and what they asked for and you agreed to or refused
audit.csv        what is written down of what you did besides playing; details where the match is over
records/         the records of matches: whole where they are over, and otherwise what your seat may know today
imports/         records that you brought

Tables are CSV (RFC 4180) in UTF-8, times in UTC. In words that you chose a ' stands before what a spreadsheet would
take for a formula, and before another ' there; it is not part of them.
"""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy.

    Attributes:
        parts: ZIPs of at most 8 MiB.
        unread: Matches whose record cannot be made by this version of the program.
    """

    parts: tuple[bytes, ...]
    unread: tuple[int, ...]


class Exports:
    """Makes copies."""

    def __init__(self, database: Database, clock: Clock, matches: Matches) -> None:
        self._db = database
        self._clock = clock
        self._matches = matches

    async def make(self, person_id: int) -> Copy:
        """Return a copy of what is held about a person, who asks for it; once a day.

        Raises:
            NothingHeld, AlreadyExported: As it says.
        """
        now = self._clock.now()
        async with self._db.write() as connection:
            last = await exports.last(connection, person_id)
            if last is not None and now < last + ONCE_IN:
                raise AlreadyExported(last + ONCE_IN, last + ONCE_IN - now)
            await exports.note(connection, person_id, now)
        try:
            return await self._made(person_id, now)
        except BaseException:
            await self.missed(person_id)
            raise

    async def missed(self, person_id: int) -> None:
        """Let a person ask again whom a copy did not reach."""
        async with self._db.write() as connection:
            await exports.forget(connection, person_id)

    async def _made(self, person_id: int, now: datetime) -> Copy:
        async with self._db.read() as connection:
            found = await held.of_person(connection, person_id)
        if found.empty:
            raise NothingHeld
        records, unread = [], []
        for match_id in found.seated:
            try:
                match = await self._matches.get(match_id)
                text = await self._matches.record(match_id, person_id)
            except ReplayError:
                unread.append(match_id)
            except NoSuchMatch:  # it was removed meanwhile
                continue
            else:
                records.append((f"records/{match.game}-{match_id}.txt", text.encode()))
        # Ten thousand matches are megabytes of CSV: tables are written where they are packed, not in the event loop.
        files = chain(_files(found, unread), records)
        return Copy(tuple(await asyncio.to_thread(packed, files, now)), tuple(unread))


def _files(found: Held, unread: list[int]) -> Iterator[tuple[str, bytes]]:
    more = f"\nThis version of the bot cannot read these matches: {unread}\n" if unread else ""
    yield "README.txt", (README + more).encode()
    yield "person.json", _json(dict(found.person))
    yield "settings.json", _json(dict(found.settings))
    for name, (header, *lines) in found.csv.items():
        yield from pieces(name, line(header), map(line, lines))
    for number, text in found.imports.items():
        yield f"imports/{number}.txt", text.encode()


def _json(value: Json) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
