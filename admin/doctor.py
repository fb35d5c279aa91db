"""Examine everything that a start needs, before it: `python -m store doctor`.

Nothing is changed, and the bot may run beside it. What would stop the bot, or lose something later, is told from what
is merely worth knowing.
"""

from __future__ import annotations

import base64
import binascii
import errno
import os
import platform
import re
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from settings import FILE, Settings, host_and_port, is_loopback, unknown_names
from store.database import MOST_AHEAD, Database, clock_ahead, running_as
from store.db import backups, files, migrate
from store.db.addresses import POOLED, InUseError, StoreError, is_pooled, refuses_encryption, shown
from store.db.files import FileLock
from store.share import Sharing
from store.tables import outages

# ruff: noqa: ASYNC240 - nothing else runs in this loop

_TOKEN = re.compile(r"([\w-]{18,})\.[\w-]{4,}\.[\w-]{25,}")
AHEAD = timedelta(minutes=1)
"""By how much the last sign of life may be ahead of this machine's clock."""
ANSWER_S = 5.0
"""How long a proxy may take to answer."""
ROOM = 100 * 2**20
"""Bytes that should be free on a disk besides what the database takes there."""


class Weight(Enum):
    """What a finding means for the start."""

    FINE = "ok"
    NOTE = "note"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    weight: Weight
    text: str

    def __str__(self) -> str:
        return f"{self.weight.value:4}  {self.text}"


def _fine(text: str) -> Finding:
    return Finding(Weight.FINE, text)


def _note(text: str) -> Finding:
    return Finding(Weight.NOTE, text)


def _stop(text: str) -> Finding:
    return Finding(Weight.STOP, text)


async def examine(settings: Settings, address: Path | URL) -> list[Finding]:
    """Return what is found, in the order in which a start would come to it."""
    found = [_fine(f"Python {platform.python_version()}"), *_settings(settings), *_rights(settings, address)]
    found += await (_file(settings, address) if isinstance(address, Path) else _server(settings, address))
    return [*found, *_room(settings, address)]


def _settings(settings: Settings) -> Iterator[Finding]:
    slips, unknown = unknown_names()
    for name, meant in slips.items():
        yield _stop(f"{FILE} has {name}, which is no setting: write {meant}")
    if unknown:
        yield _note(f"{FILE} has names that aren't settings: {', '.join(unknown)}")
    if settings.discord_token is None:
        yield _note("DISCORD_TOKEN is empty: the bot would run in local mode, without Discord")
    elif settings.discord_api_base is None and not _is_token(settings.discord_token.get_secret_value()):
        yield _stop(
            "DISCORD_TOKEN isn't a bot's token (three parts with dots between them): copy it from the application's "
            "Bot page, without anything around it"
        )
    else:
        yield _fine("DISCORD_TOKEN has the form of a token; whether Discord takes it, the start shows")
    if not (settings.operator_name and settings.operator_contact):
        yield _note("OPERATOR_NAME and OPERATOR_CONTACT tell people who answers for the bot: set both")
    if settings.discord_proxy is not None:
        yield _proxied(settings.discord_proxy)
    if settings.http is not None:
        yield _served(settings.http)
    cores = os.cpu_count() or 1
    if settings.computer_workers == 0:
        yield _note("COMPUTER_WORKERS=0: there are no computer players, and matches that have one are paused")
    elif settings.computer_workers > cores:
        yield _note(
            f"COMPUTER_WORKERS={settings.computer_workers}, and this machine has {_counted(cores)}: more workers than "
            "cores don't make computers faster"
        )


def _counted(cores: int) -> str:
    return "one core" if cores == 1 else f"{cores} cores"


def _proxied(address: str) -> Finding:
    """Return whether a proxy for requests to Discord takes connections."""
    parts = urlsplit(address)
    port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    try:
        socket.create_connection((parts.hostname or "", port), timeout=ANSWER_S).close()
    except OSError as error:
        return _stop(
            f"DISCORD_PROXY={address} doesn't answer ({error.strerror or error}): start it, or leave that empty"
        )
    return _fine(f"the proxy at {address} takes connections")


def _served(address: str) -> Finding:
    """Return whether health and metrics can be served at an address."""
    host, port = host_and_port(address)
    try:
        family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        socket.create_server(where, family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return _note(f"HTTP={address} is taken, by the bot if it runs; otherwise it would use the next free port")
        return _stop(f"HTTP={address} can't be served ({error.strerror or error}): name an address of this machine")
    if not is_loopback(f"http://{address}", ("http",)):
        return _note(f"HTTP={address} can be read by everybody who reaches this machine; 127.0.0.1:{port} only from it")
    return _fine(f"health and metrics can be served at {address}")


def _is_token(token: str) -> bool:
    """Return whether a text has the form of a token, which begins with the number of the application."""
    if (match := _TOKEN.fullmatch(token)) is None:
        return False
    try:
        return base64.urlsafe_b64decode(match[1] + "=" * (-len(match[1]) % 4)).isdigit()
    except (binascii.Error, ValueError):
        return False


def _rights(settings: Settings, address: Path | URL) -> Iterator[Finding]:
    exposed = [*files.exposed_files(FILE), *(files.exposed_files(address) if isinstance(address, Path) else ())]
    if exposed:
        yield _note(f"others can read what holds secrets: chmod 600 {' '.join(map(str, exposed))}")
    listed = settings.deletion_list(address)
    wanted = {"DELETIONS": listed.parent}
    if isinstance(address, Path):
        wanted["DATABASE"] = address.parent
    if settings.backup != "off":
        wanted["BACKUP_FOLDER"] = settings.folder_of_backups(address)
    for name, folder in wanted.items():
        nearest = _nearest(folder)
        if not os.access(nearest, os.W_OK | os.X_OK) or not nearest.is_dir():
            yield _stop(f"{nearest} can't be written to: let the bot's user do so, or set {name} to another place")
    for path in (listed, *([address] if isinstance(address, Path) else [])):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            yield _stop(f"{path} can't be read and written: let the bot's user do so")


def _nearest(folder: Path) -> Path:
    """Return a folder, or the one above it that is there already."""
    return next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())


async def _file(settings: Settings, path: Path) -> list[Finding]:
    lock_file = path.with_name(path.name + ".lock")
    remembered: frozenset[int] = frozenset()
    found: list[Finding] = []
    if lock_file.exists():
        try:
            lock = FileLock(path)
        except InUseError as error:
            found.append(_note(str(error).partition(";")[0]))
        except OSError as error:
            return [_stop(f"{lock_file} can't be used: {error.strerror}")]
        else:
            remembered = lock.remembered
            lock.release()
    try:
        files.examine(path, remembered, lock_file)
    except (StoreError, OSError, sqlite3.Error) as error:
        return [*found, _stop(str(error))]
    what = f"SQLite {sqlite3.sqlite_version}"
    if not path.exists():
        return [*found, _fine(f"{path} will be made, {what}")]
    return [*found, *await _schema(settings, path, what)]


async def _server(settings: Settings, address: URL) -> list[Finding]:
    where = shown(address)
    found: list[Finding] = []
    try:
        version = await backups.server_version(address)
        if await _is_pooled(address):
            return [_stop(f"{where} {POOLED}")]
    except (DBAPIError, StoreError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        said = str(reason) or repr(reason)
        if refuses_encryption(error, address):
            said = "it doesn't encrypt connections, which sslmode demands"
        return [_stop(f"{where} {POOLED}" if is_pooled(error) else f"{where} can't be used: {said}")]
    found += await _schema(settings, address, f"PostgreSQL {version}")
    for name in ("pg_dump", "pg_restore"):
        try:
            program = (await backups.programs(name, version))[0]
        except StoreError as error:
            if settings.backup == "off":
                found.append(_note(f"{error}; BACKUP is off"))
            else:
                found.append(_stop(f"{error}; or set BACKUP=off and make backups yourself"))
        else:
            found.append(_fine(f"{program.path}, version {program.major}"))
    return found


async def _is_pooled(address: URL) -> bool:
    """Return whether a pooler gives each transaction another session of the server."""
    database = await Database.connect(address)
    try:
        async with database.look() as one:
            before = await files.backend(one)
            async with database.read() as other:
                await files.backend(other)
                return await files.other_backend(one, before)
    finally:
        await database.close()


async def _schema(settings: Settings, address: Path | URL, what: str) -> list[Finding]:
    where = shown(address)
    found: list[Finding] = []
    try:
        database = await Database.connect(address)
        try:
            async with database.read() as connection:
                revision = await connection.run_sync(migrate.revision)
                alive = None if revision is None else await outages.alive(connection)
                if isinstance(address, URL):
                    current = revision == migrate.head()
                    found += await _users(connection, where, settings.sharing if current else None)
                    found += await _nature(connection, where)
        finally:
            await database.close()
    except (DBAPIError, OSError, UnicodeDecodeError) as error:
        return [_stop(f"{where} can't be read: {error.orig if isinstance(error, DBAPIError) else error}")]
    if revision is None:
        found.append(_fine(f"{where} is empty, {what}: the bot makes its tables at the start"))
    elif revision == migrate.head():
        found.append(_fine(f"{where}, {what}, schema {revision}"))
    elif (obstacle := migrate.no_way(revision)) is not None:
        found.append(_stop(f"{where}: {obstacle}"))
    else:
        found.append(_note(f"{where}, {what}, will be migrated from {revision} to {migrate.head()} at the start"))
    if alive is not None and alive > datetime.now(UTC) + AHEAD:
        said = f"the last sign of life in {where} is at {alive:%Y-%m-%d %H:%M} UTC, in the future: set the clock"
        found.append(_stop(said))
    return found


async def _users(connection: AsyncConnection, where: str, wanted: Sharing | None) -> list[Finding]:
    """Return who works with a database, and whether they share the servers as this process would."""
    users = await files.users(connection)
    if not users:
        return []
    spares = sum(spare for _, spare in users)
    count = f"{len(users)} processes, {spares} of them spare: " if len(users) > 1 else ""
    found = [_note(f"{where} is in use by {count}{', '.join(text for text, _ in users)}")]
    if wanted is None:
        return found
    there = await running_as(connection)
    if there is None:
        if wanted.processes > 1:
            found.append(_stop(f"PROCESSES={wanted.processes}, but the one that runs has all servers: stop it first"))
    elif (wanted.processes, wanted.shards or there.shards) != (there.processes, there.shards):
        numbers = f"SHARDS={there.shards} and PROCESSES={there.processes}"
        found.append(_stop(f"those that run have {numbers}: set the same here, or stop all of them first"))
    return found


async def _nature(connection: AsyncConnection, where: str) -> list[Finding]:
    """Return what is wrong with a server's clock, or this one's, and with the encoding of a database."""
    found: list[Finding] = []
    encoding = (await connection.exec_driver_sql("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        found.append(_stop(f"{where} has the encoding {encoding}: make the database with --encoding UTF8"))
    apart = abs(await clock_ahead(connection))
    if apart > MOST_AHEAD:
        found.append(_stop(f"this machine's clock and that of {where} differ by {apart}: set both by NTP"))
    return found


def _room(settings: Settings, address: Path | URL) -> Iterator[Finding]:
    """Give what is found of the disks: of a file, one that is written anew (`VACUUM`) needs as much room again."""
    size = address.stat().st_size if isinstance(address, Path) and address.exists() else 0
    folders = {settings.deletion_list(address).parent: 0}
    if isinstance(address, Path):
        folders[address.parent] = size
    if settings.backup != "off":
        folder = settings.folder_of_backups(address)
        folders[folder] = folders.get(folder, 0) + size
    disks: dict[int, tuple[Path, int]] = {}
    for folder, needed in folders.items():
        nearest = _nearest(folder)
        disk = nearest.stat().st_dev
        disks[disk] = (nearest, disks.get(disk, (nearest, 0))[1] + needed)
    for folder, needed in disks.values():
        free = shutil.disk_usage(folder).free
        if free < needed + ROOM:
            yield _stop(f"{free // 2**20} MiB are free in {folder}, {(needed + ROOM) // 2**20} should be: make room")
        else:
            yield _fine(f"{free // 2**20} MiB are free in {folder}")
