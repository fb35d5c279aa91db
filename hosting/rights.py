"""Rights of people to their data: a copy, and deletion, which frees everything that others wait for."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sqlite3
import zipfile
import zlib
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import Final

from engine.errors import IllegalMoveError
from engine.game import Json
from engine.text import ENGLISH, Listed, Text, Translate, listed, say, say_n
from hosting.core import Core
from hosting.errors import HostingError
from hosting.lobby.model import NoSuchTable, NotInvited, TableClosed
from hosting.lobby.rematch import Rematches
from hosting.lobby.seeks import Pairings, Seeks
from hosting.lobby.tables import Tables
from hosting.match.model import MatchOver, MatchSummary, NoSuchMatch, NotSeated
from hosting.match.service import Matches
from hosting.retention import Retention
from store.export import csv_line
from store.privacy import deletion, held, purge
from store.privacy.held import Held
from store.tables import deadlines, lobby, match_queries
from store.tables.deadlines import Deadline
from store.tables.matches import ReplayError

# Files in ZIPs of a bounded size: what does not fit into one goes into another, and long tables are split.


MOST_BYTES = 8 * 1024 * 1024
"""Of a ZIP. Discord takes 10 MiB."""
PIECE = 4 * 1024 * 1024
"""Bytes of a file, before they are compressed, after which a table goes on in another one."""
_OVERHEAD = 512
"""Bytes that a file takes in a ZIP besides its contents, its name stored twice included."""


def pieces(name: str, header: str, lines: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Give a table as files with their names, each with the header: `events.csv`, `events-2.csv`, ….

    The header and the lines have their ends.
    """
    stem, _, suffix = name.rpartition(".")
    number, size, piece = 1, 0, [header]
    for line in lines:
        if size > PIECE:
            yield (name if number == 1 else f"{stem}-{number}.{suffix}"), "".join(piece).encode()
            number, size, piece = number + 1, 0, [header]
        piece.append(line)
        size += len(line)
    yield (name if number == 1 else f"{stem}-{number}.{suffix}"), "".join(piece).encode()


def packed(files: Iterable[tuple[str, bytes]], at: datetime, most: int = MOST_BYTES) -> list[bytes]:
    """Return files as ZIPs of at most so many bytes each, in their order.

    No file takes more than `most` when it's compressed; `at` is the time of the files.
    """
    groups: list[list[tuple[str, bytes]]] = []
    left = 0
    for name, content in files:
        # Deflate makes what cannot be compressed a little longer; a ZIP then holds it as it is.
        size = min(len(zlib.compress(content)), len(content)) + _OVERHEAD + 2 * len(name.encode())
        if size > left:
            groups.append([])
            left = most - _OVERHEAD
        groups[-1].append((name, content))
        left -= size
    return [_zip(group, at) for group in groups]


def _zip(files: Iterable[tuple[str, bytes]], at: datetime) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            info = zipfile.ZipInfo(name, (at.year, at.month, at.day, at.hour, at.minute, at.second))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


# What is wrong with a request about one's own data.


_NOTHING_HELD = say("I don't store anything about you: you've never played or set anything here."), "nothing-held"


MOST_NAMED = 20
"""Matches that are listed where a person plays in more."""


def numbers_of(running: tuple[MatchSummary, ...]) -> Listed:
    """Return matches by number and place, the first `MOST_NAMED` of them."""
    more = ["…"] if len(running) > MOST_NAMED else []
    return listed([*(f"{each.id} <#{each.channel_id}>" for each in running[:MOST_NAMED]), *more], "comma")


def _still_playing(running: tuple[MatchSummary, ...]) -> HostingError:
    return HostingError(
        say_n(
            "You're in {count} running match ({numbers}). Resign it first, or have me resign it for you: "
            "`/data request:{choice}` has a button for that.",
            (
                "You're in {count} running matches ({numbers}). Resign them first, or have me resign them for "
                "you: `/data request:{choice}` has a button for that."
            ),
            len(running),
            numbers=numbers_of(running),
            choice=say("deletion"),
        ),
        code="still-playing",
    )


# Leaving for good: the link to an account and every name goes, what was played stays with "deleted player".
#
# The deletion is one transaction; what the person held is released after it (`Release`). It is also written to a file
# beside the database, so that a restored backup forgets the person again (`store.privacy.deletion`).


Forget = Callable[[int], None]
"""Drops a person from memory."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outline:
    """What prevents a person's deletion: `running` matches in which they have a seat."""

    person_id: int
    running: tuple[MatchSummary, ...]

    @property
    def mark(self) -> str:
        """Eight hexadecimal digits in the question about it, so that an answer to an older one is recognised."""
        text = ":".join(map(str, (self.person_id, *sorted(each.id for each in self.running))))
        return blake2b(text.encode(), digest_size=4).hexdigest()


@dataclass(eq=False, slots=True)
class Deletions:
    """Deletes persons; `listed` is the file that outlives the database."""

    core: Core
    seeks: Seeks
    forget: Forget
    listed: Path
    _listing: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    async def start(self) -> None:
        """Bring list and database together, after a backup was put back or a process died in between."""
        async with self.core.db.read() as connection:
            known = await deletion.every(connection)
        listed = await asyncio.to_thread(deletion.read_deletions, self.listed)
        if missing := listed - known:
            async with self.core.db.write(long=True) as connection:
                found = await deletion.again(connection, missing, self.core.clock.now())
            for person_id in found:
                self.forget(person_id)
            if found:
                _log.warning(
                    "%d deletions of people were repeated: the database is older than %s", len(found), self.listed
                )
        await self.write_down()

    async def outline(self, person_id: int) -> Outline:
        """Return what prevents a person's deletion. Raises HostingError (`nothing-held`)."""
        async with self.core.db.read() as connection:
            if not await deletion.is_known(connection, person_id):
                raise HostingError(*_NOTHING_HELD)
            return Outline(
                person_id, tuple(await match_queries.summaries(connection, match_queries.live_of_person(person_id)))
            )

    async def delete(self, person_id: int, *, resigning: Collection[int] = ()) -> None:
        """Delete a person at their own request; `resigning` are the matches that they resign by it.

        Raises:
            HostingError (`nothing-held`): They aren't known, or were deleted already.
            HostingError (`still-playing`): Other matches of theirs go on. Nothing has changed.
        """
        async with self.core.db.write(long=True) as connection:
            running = await match_queries.summaries(connection, match_queries.live_of_person(person_id))
            if {each.id for each in running} - set(resigning):
                raise _still_playing(tuple(running))
            await self.seeks.withdraw(connection, person_id)
            if not await deletion.delete_person(connection, person_id, self.core.clock.now()):
                raise HostingError(*_NOTHING_HELD)
        self.forget(person_id)
        await self.write_down()
        try:
            await self.core.db.checkpoint()
        except sqlite3.OperationalError as error:
            _log.warning("could not clear the database's log after a deletion: %s", error)

    async def write_down(self) -> None:
        """Add deletions of the database to the list, also those of other processes, or of one that died."""
        async with self._listing:
            async with self.core.db.read() as connection:
                known = await deletion.every(connection)
            try:
                await asyncio.to_thread(deletion.list_deletion, self.listed, known)
            except OSError:  # who was deleted is deleted; the next start tries again
                _log.exception("could not write a deletion into %s", self.listed)


# A copy of everything that is held about a person, for that person.
#
# Of a match that goes on it holds what their seat may know at that moment: the record that `/match record` would
# give them, and what they entered themselves. Matches that they left and that go on have no record in it.


ONCE_IN: Final = timedelta(days=1)
"""Time between two copies for one person: every match is read for one."""

_HEAD: Final = say("This is what I hold about you.")
_EXPLAINED: Final[Mapping[str, Text]] = {
    "person.json": say("Who you are: your number, the number of your Discord account, your names on servers."),
    "settings.json": say(
        "What you chose and saved: settings, vacations, loadouts, players you block, which channels follow what, "
        "tables, and for running matches your plans, your answers in advance and your secret choices."
    ),
    "matches.csv": say("Matches in which you have or had a seat."),
    "results.csv": say("The results of those that are over; again for those that count for ratings of all servers."),
    "ratings.csv": say("How your ratings changed."),
    "events.csv": say("What you did in matches; the words are those that you played yourself."),
    "requests.csv": say("What you asked the other players for, and what they asked for and you agreed to or refused."),
    "audit.csv": say("The log of what you did besides playing; with details once the match is over."),
    "records/": say("The records of matches: whole if they're over, otherwise what your seat can know today."),
    "imports/": say("Records that you imported."),
}
"""What is in each file of a copy."""
_TABLES: Final = say(
    "The tables are CSV (RFC 4180) in UTF-8, with times in UTC. In text that you chose, a {mark} comes before anything "
    "that a spreadsheet would take for a formula, and before another {mark} there; it isn't part of the text.",
    mark="'",
)
_INDENT: Final = " " * 4
_WIDTH: Final = 100


def readme(translate: Translate, unread: Collection[int] = ()) -> str:
    """Return the text that explains the files of a copy, and names the matches that are missing in it."""
    files = "\n".join(
        f"{name}\n{fill(text.render(translate), _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)}"
        for name, text in _EXPLAINED.items()
    )
    parts = [_HEAD.render(translate), files, fill(_TABLES.render(translate), _WIDTH)]
    if unread:
        missing = say(
            "This version of me can't read these matches: {matches}.", matches=listed(map(str, sorted(unread)), "comma")
        )
        parts.append(fill(missing.render(translate), _WIDTH))
    return "\n\n".join(parts) + "\n"


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy: ZIPs of at most 8 MiB, and the matches whose record this version cannot make."""

    parts: tuple[bytes, ...]
    unread: tuple[int, ...]


@dataclass(eq=False, slots=True)
class Exports:
    """Makes copies."""

    core: Core
    matches: Matches

    async def make(self, person_id: int, translate: Translate = ENGLISH) -> Copy:
        """Return a copy of a person's data, explained in their language, at their own request; once a day.

        Raises HostingError (`already-exported`, `nothing-held`).
        """
        now = self.core.clock.now()
        async with self.core.db.write() as connection:
            last = await purge.last_export(connection, person_id)
            if last is not None and now < last + ONCE_IN:
                raise HostingError(
                    say(
                        "You got a copy less than a day ago. You can get the next one in {left}.",
                        left=(last + ONCE_IN - now),
                    ),
                    code="already-exported",
                )
            await purge.note_export(connection, person_id, now)
        try:
            return await self._made(person_id, now, translate)
        except BaseException:
            await self.missed(person_id)
            raise

    async def missed(self, person_id: int) -> None:
        async with self.core.db.write() as connection:
            await purge.forget_exports(connection, person_id)

    async def _made(self, person_id: int, now: datetime, translate: Translate) -> Copy:
        async with self.core.db.read() as connection:
            found = await held.of_person(connection, person_id)
        if found.empty:
            raise HostingError(*_NOTHING_HELD)
        records, unread = [], []
        for match_id in found.seated:
            try:
                match = await self.matches.get(match_id)
                text = await self.matches.record(match_id, person_id)
            except ReplayError:
                unread.append(match_id)
            except NoSuchMatch:  # it was removed meanwhile
                continue
            else:
                records.append((f"records/{match.game}-{match_id}.txt", text.encode()))
        # Ten thousand matches are megabytes of CSV: tables are written where they are packed, not in the event loop.
        files = chain(_files(found, readme(translate, unread)), records)
        return Copy(tuple(await asyncio.to_thread(packed, files, now)), tuple(unread))


def _files(found: Held, explained: str) -> Iterator[tuple[str, bytes]]:
    yield "README.txt", explained.encode()
    yield "person.json", _json(dict(found.person))
    yield "settings.json", _json(dict(found.settings))
    for name, (header, *lines) in found.csv.items():
        yield from pieces(name, csv_line(header), map(csv_line, lines))
    for number, text in found.imports.items():
        yield f"imports/{number}.txt", text.encode()


def _json(value: Json) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


# Release what a deleted person held: seats, tables, offers, places in leagues.
#
# Others wait for these, so each is given up as if the player had done it, messages included. An appointment, made in
# the transaction of the deletion, does it, so it goes on after a crash. Matches and tables have one for each server, as
# only the process of the server changes them. Everything is checked again later, as a request made just before the
# deletion may have been written after it.


ONCE_MORE: Final = timedelta(minutes=15)
"""Wait before checking whether anything was written after a deletion."""


@dataclass(frozen=True, slots=True)
class HeldForOthers:
    """Services where people hold something that others wait for; `leagues` takes a person out of seasons."""

    tables: Tables
    seeks: Seeks
    paired: Pairings
    rematches: Rematches
    leagues: Callable[[int], Awaitable[None]]


@dataclass(eq=False, slots=True)
class Release:
    """Frees what deleted persons held."""

    core: Core
    matches: Matches
    lobby: HeldForOthers
    retention: Retention

    async def due(self, key: str, payload: Json) -> None:
        person_id = int(key)
        async with self.core.db.write() as connection:
            await self.lobby.seeks.withdraw(connection, person_id)
            await deletion.remove_late(connection, person_id, self.core.clock.now())
            seated = await match_queries.servers_played_in(connection, person_id)
            servers = {*seated, *(guild_id for _, guild_id in await lobby.open_of(connection, person_id))}
            now = self.core.clock.now()
            found = [Deadline(deletion.RELEASE, f"{each}:{person_id}", now) for each in sorted(servers)]
            await deadlines.put_all(connection, found)
        # First, whatever may go wrong with the rest: nothing of it names the person any more.
        if not (rest := self.retention.rest):
            await self.retention.scrub()
        await self.lobby.leagues(person_id)
        await self.lobby.paired.withdraw(person_id)
        await self.lobby.rematches.withdraw(person_id)
        if payload is not None or rest:
            pause = max(rest, ONCE_MORE if payload is not None else rest)
            await self.core.schedule.set(deletion.FAREWELL, key, self.core.clock.now() + pause)

    async def due_in_server(self, key: str, _payload: Json) -> None:
        """Free a person's seats in the matches and at the tables of one server; a handler of appointments."""
        guild_id, person_id = map(int, key.split(":"))
        async with self.core.db.read() as connection:
            standing = await lobby.open_of(connection, person_id)
        for each in await self.matches.of_person(person_id, guild_id):
            await self._resign(each.id, person_id)
        for table_id in (number for number, where in standing if where == guild_id):
            await self._leave(table_id, person_id)

    async def _resign(self, match_id: int, person_id: int) -> None:
        try:
            await self.matches.forfeit(match_id, person_id)
        except (IllegalMoveError, MatchOver, NotSeated, NoSuchMatch):
            return  # they are out of the game already, or it has ended meanwhile
        except ReplayError as error:
            _log.warning("match %d can't be read; one of its seats has no player now: %s", match_id, error)

    async def _leave(self, table_id: int, person_id: int) -> None:
        lobby = self.lobby.tables
        async with lobby.hold(table_id):  # nobody makes channels for its match meanwhile
            try:
                seat = (await lobby.get(table_id)).seat_of(person_id)
                if seat is not None and seat.invited:
                    await lobby.decline(table_id, person_id)
                elif seat is not None:
                    await lobby.leave(table_id, person_id)
            except (NoSuchTable, TableClosed, NotInvited, NotSeated):
                return  # it closed meanwhile
