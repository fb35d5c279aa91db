"""Imported records: checked, kept for a while, and opened again while a person reads them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta

from engine import record
from engine.errors import RecordError, Where
from engine.script import Source
from engine.session import Session
from engine.text import say, say_n
from hosting.core import Core
from hosting.errors import HostingError
from store.tables import imports

MOST_BYTES = 64 * 1024
"""Cap on a record's bytes in UTF-8: several times the longest match there is."""

MOST_ACTIONS = 5000
MOST_OF_NAME = 40
"""Characters shown of a player's name; names on Discord are shorter."""

LIFETIME = timedelta(days=90)
"""How long a record is kept by default (`hosting.retention`)."""
MOST_IMPORTS = 40
"""Records kept of one person: the latest."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A replayed record; `names` are those of its players for seat 1, 2, …, as far as they are shown."""

    id: int
    session: Session
    names: tuple[str, ...]


@dataclass(eq=False, slots=True)
class Imports:
    """The imported records."""

    core: Core
    lifetime: timedelta = LIFETIME

    async def add(self, guild_id: int | None, person_id: int, text: str) -> Imported:
        """Check a record and keep it.

        Raises RecordError: it's no record, is illegal, or is too long; says where and why. It isn't kept.
        """
        session, names = await asyncio.to_thread(understood, text)
        now = self.core.clock.now()
        async with self.core.db.write() as connection:
            await imports.prune(connection, now - self.lifetime)
            found = await imports.add(connection, guild_id=guild_id, person_id=person_id, text=text, at=now)
            await imports.trim(connection, person_id, MOST_IMPORTS)
        return Imported(found.id, session, names)

    async def get(self, import_id: int, person_id: int) -> Imported:
        """Return a kept record, to the person who imported it.

        Raises:
            HostingError (`no-such-import`): It's no longer kept, or another person imported it.
            RecordError: The present rules no longer allow it.
        """
        async with self.core.db.read() as connection:
            found = await imports.load(connection, import_id)
        if found is None or found.person_id != person_id:
            raise HostingError(say("This record has been deleted: please import it again."), code="no-such-import")
        session, names = await asyncio.to_thread(understood, found.text)
        return Imported(import_id, session, names)


def understood(text: str) -> tuple[Session, tuple[str, ...]]:
    """Return a record's session and its players' names; takes a bounded time, whatever the text."""
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise RecordError(
            say("This record isn't valid text: character {place} is incomplete.", place=error.start + 1),
            code="no-text",
            where=Where(),
        ) from error
    if size > MOST_BYTES:
        raise RecordError(
            say("This record is too long: I can read {most} KiB at most.", most=MOST_BYTES // 1024),
            code="too-large",
            where=Where(),
        )
    if (place := text.find("\0")) >= 0:
        raise RecordError(
            say("This record isn't valid text: it contains a null character."),
            code="no-text",
            where=Source(text, 1).where(place),
        )
    read = record.read(text)
    entries = read.script.entries
    if len(entries) > MOST_ACTIONS:
        beyond = entries[MOST_ACTIONS]
        raise RecordError(
            say_n(
                "This record is too long: I can replay {count} action at most.",
                "This record is too long: I can replay {count} actions at most.",
                MOST_ACTIONS,
            ),
            code="too-many-actions",
            where=beyond.where,
            turn=beyond.turn,
            seat=beyond.seat,
            action=beyond.text,
        )
    return record.replay(read), tuple(_short(name) for name in read.script.names)


def _short(name: str) -> str:
    return name if len(name) <= MOST_OF_NAME else f"{name[: MOST_OF_NAME - 1]}…"
