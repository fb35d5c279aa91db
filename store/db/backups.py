"""Copies of a database: of a SQLite file by SQLite itself, of PostgreSQL by its own programs of a fitting version.

PostgreSQL's programs read databases of their own version and of older ones, and a copy by a newer program may be
refused by an older server. So the version of the server is looked for first, then the next newer one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from store.db import files
from store.db.addresses import StoreError, shown
from store.db.connections import CONNECT_TIMEOUT_S

_DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian has a folder for each version; what is in PATH there chooses one by itself."""
_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
_LIBPQ = frozenset(("host", "port", "user", "sslmode"))
"""Parts of an address's query that PostgreSQL's programs understand, too."""
_TABLE = re.compile(r"^\d+; \d+ \d+ TABLE \S+ (\S+) ", re.MULTILINE)
"""A table in the list of contents of a copy."""
_REVISION = re.compile(r"^COPY \S*alembic_version .*\n(\w+)$", re.MULTILINE)
_PIECE = 1024 * 1024
_HEAD = (b"--", b"\n", b"\\", b"SET ", b"SELECT pg_catalog.set_config(")
"""How the lines begin that stand before everything else in what `pg_restore` writes."""
_SINCE = {b"SET transaction_timeout ": 17}
"""Settings among them that not every server has, with the first version that does."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Backups:
    """The bot's own copies of its database.

    Attributes:
        folder: Their folder; it is made if there is none.
        keep: How many stay: the oldest ones go.
        every: How often one is made.
    """

    folder: Path
    keep: int
    every: timedelta

    async def make(self, address: Path | URL, at: datetime, before: str = "") -> Path:
        """Copy a database, remove the oldest of the bot's copies beyond `keep`, and return the new one.

        A SQLite file is checked, too: copies of a damaged one would in time take the place of those from before.
        `before` names the schema to which the database is migrated after it.

        Raises:
            StoreError, sqlite3.Error, OSError: There is no copy.
        """
        stem, suffix = _parts(address)
        target = unused(self.folder, f"{stem}-{stamp(at)}{f'-before-{before}' if before else ''}", suffix)
        await backup(address, target)
        if isinstance(address, Path) and (problems := await asyncio.to_thread(files.damage, target)):
            target.unlink()
            raise StoreError(
                f"{address} is damaged ({' '.join(problems[0].split())}): `python -m store check` says more"
            )
        await asyncio.to_thread(self._prune, address)
        return target

    def made(self, address: Path | URL) -> list[Path]:
        """Return the bot's copies of a database, the oldest first."""
        return [path for path in self._own(address) if path.stat().st_size]

    def _own(self, address: Path | URL, end: str = "") -> list[Path]:
        """Return files whose names the bot gave, the oldest first; `end` is what follows after the name of a copy."""
        stem, suffix = map(re.escape, _parts(address))
        own = re.compile(rf"{stem}-(\d{{8}}T\d{{6}}Z)(?:-before-\w+?)?(?:-\d+)?{suffix}{re.escape(end)}")
        paths = self.folder.iterdir() if self.folder.is_dir() else ()
        # Of those within a second the older one is first; only the name says how old one is that was moved here.
        found = [(match[1], path.stat().st_mtime_ns, path) for path in paths if (match := own.fullmatch(path.name))]
        return [path for *_, path in sorted(found)]

    def _prune(self, address: Path | URL) -> None:
        made = self.made(address)
        for path in made[: -self.keep]:
            path.unlink(missing_ok=True)
            _log.info("removed the backup %s, as %d newer ones are there", path, self.keep)
        # What a process has left that was killed while it copied.
        for path in (*(each for each in self._own(address) if each not in made), *self._own(address, files.PARTIAL)):
            path.unlink(missing_ok=True)


def default_folder(address: Path | URL) -> Path:
    """Return the folder for copies where none is set: beside a SQLite file, or in `data` where the bot is started."""
    return (Path("data") if isinstance(address, URL) else address.parent) / "backups"


def unused(folder: Path, stem: str, suffix: str, beside: Sequence[str] = ("",)) -> Path:
    """Return a file that isn't there yet, with a number in its name if there is one without.

    `beside`: the ends of the names of the files that would be made, behind the suffix.
    """
    paths = (folder / f"{stem}{f'-{number}' if number else ''}{suffix}" for number in count())
    return next(path for path in paths if not any(path.with_name(path.name + end).exists() for end in beside))


def stamp(at: datetime) -> str:
    """Return a time as the names of files have it; their order is that of the times."""
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _parts(address: Path | URL) -> tuple[str, str]:
    return (str(address.database), ".dump") if isinstance(address, URL) else (address.stem, ".db")


async def backup(address: Path | URL, target: Path) -> None:
    """Copy a database that may be in use, as it is at one moment; the copy is whole, or there is none.

    Only its owner may read the copy. The folder of the copy is made if there is none.

    Raises:
        StoreError: The database is empty, or no program can copy it.
        FileExistsError: The target exists; a backup replaces nothing.
        sqlite3.Error, OSError: It cannot be read, or there is no room.
    """
    if isinstance(address, Path):
        await asyncio.to_thread(files.backup, address, target)
    else:
        await _dump(address, target)


# PostgreSQL's programs, which get a password by their environment: everybody on the machine can read arguments.


@dataclass(frozen=True, slots=True)
class Program:
    """One of PostgreSQL's programs, with the version that it says it has."""

    path: Path
    major: int


async def server_version(address: URL) -> int:
    """Return the major version of a server. Raises DBAPIError, OSError."""
    engine = create_async_engine(address, poolclass=NullPool, connect_args={"timeout": CONNECT_TIMEOUT_S})
    try:
        async with engine.connect() as connection:
            number: str = (await connection.exec_driver_sql("SHOW server_version_num")).scalar_one()
    finally:
        await engine.dispose()
    return int(number) // 10_000


async def programs(name: str, version: int) -> list[Program]:
    """Return the programs of a name that can work with a server, the one that fits best first.

    Raises:
        StoreError: There is none.
    """
    installed = _installed(name)
    fitting: dict[int, Program] = {}
    for path in installed:
        _, said, _ = await _run([str(path), "--version"])
        if (match := _VERSION.search(said)) is not None and int(match[1]) >= version:
            fitting.setdefault(int(match[1]), Program(path, int(match[1])))
    if not fitting:
        raise StoreError(
            f"{f'the {name} that is installed is too old' if installed else f'no {name} was found'}: "
            f"install PostgreSQL's client programs of version {version} (on Debian: apt install "
            f"postgresql-client-{version})"
        )
    return [fitting[major] for major in sorted(fitting)]


def _installed(name: str) -> list[Path]:
    found = shutil.which(name)
    return [*([Path(found)] if found else []), *sorted(_DEBIAN.glob(f"*/bin/{name}"))]


def _for_programs(address: URL) -> tuple[str, dict[str, str]]:
    """Return an address as PostgreSQL's programs take it, without its password, and their environment."""
    query = dict(address.query)
    if (mode := query.pop("ssl", None)) is not None:
        query["sslmode"] = mode
    password = address.password if "password" not in query else str(query["password"])
    plain = URL.create(
        "postgresql",
        address.username,
        None,
        address.host,
        address.port,
        address.database,
        {name: value for name, value in query.items() if name in _LIBPQ},
    )
    env = {**os.environ, "LC_MESSAGES": "C"}
    return plain.render_as_string(), env if password is None else {**env, "PGPASSWORD": str(password)}


async def _run(command: Sequence[str], env: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Run a program to its end; a cancelled task ends it. Return its status, its output, and what it complains of."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env=env,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await process.communicate()
    finally:
        await _end(process)
    return process.returncode or 0, out.decode(errors="replace"), err.decode(errors="replace")


async def _end(*processes: asyncio.subprocess.Process) -> None:
    for process in processes:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                process.kill()
            await process.wait()


def _reason(said: str, otherwise: str) -> str:
    """Return what a program complained of, in one line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    found = next((line for line in lines if "error" in line.lower()), lines[0] if lines else otherwise)
    return re.sub(r"^\S+: (error: |fatal: )?", "", found)


async def _dump(address: URL, target: Path) -> None:
    program = (await programs("pg_dump", await server_version(address)))[0]
    where, env = _for_programs(address)
    with files.new_file(target) as partial:
        command = [str(program.path), "--format=custom", "--no-password", "--exclude-table-data=handed"]
        command += [f"--file={partial}", f"--dbname={where}"]
        status, _, err = await _run(command, env)
        if status:
            reason = _reason(err, f"status {status}")
            raise StoreError(f"{program.path} could not copy {shown(address)}: {reason}")
        if not (await contents(partial, [Program(program.path.with_name("pg_restore"), program.major)])).tables:
            raise StoreError(f"{shown(address)} is empty: there's nothing to copy")


@dataclass(frozen=True, slots=True)
class Contents:
    """The tables in a copy of a PostgreSQL database, and a `pg_restore` that can read it."""

    tables: frozenset[str]
    program: Program


async def contents(copy: Path, candidates: Sequence[Program]) -> Contents:
    """Read the list of contents of a copy by the first program that can.

    Raises:
        StoreError: No program can read it: it is no copy, or of a newer version.
    """
    reason = ""
    for program in candidates:
        status, out, err = await _run([str(program.path), "--list", str(copy)])
        if not status:
            return Contents(frozenset(_TABLE.findall(out)), program)
        reason = _reason(err, f"status {status}")
    hint = ": install PostgreSQL's client programs of the version that made it" if "version" in reason else ""
    raise StoreError(f"{copy} can't be read ({reason}){hint}")


async def restore_dump(address: URL, version: int, copy: Contents, file: Path, before: Sequence[str]) -> None:
    """Put a copy in the place of what a PostgreSQL database holds, in one transaction.

    `version` is the server's, and `before` are the statements that remove what is there. What `pg_restore` writes is
    not its own transaction, as that could not include them; it is committed once all of it was read without an error.

    Raises:
        StoreError: It cannot be restored; nothing has changed.
    """
    psql = copy.program.path.with_name("psql")
    where, env = _for_programs(address)
    reading = await asyncio.create_subprocess_exec(
        *(str(copy.program.path), "--no-owner", "--no-privileges", "--no-comments", "--file=-", str(file)),
        env=env,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    writing = await asyncio.create_subprocess_exec(
        *(str(psql), "--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", f"--dbname={where}"),
        env=env,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    complaints = asyncio.gather(_all(reading.stderr), _all(writing.stderr))
    try:
        read = await _hand_on(reading, writing, "".join(f"{each};\n" for each in ("BEGIN", *before)), version)
        written = await writing.wait()
    finally:
        await _end(reading, writing)
        said = await complaints
    if read or written:
        found = _reason(said[0] if read else said[1], "the connection ended")
        raise StoreError(f"{file} can't be restored ({found}); nothing has changed")


async def _hand_on(
    reading: asyncio.subprocess.Process, writing: asyncio.subprocess.Process, begin: str, version: int
) -> int:
    """Hand a program's output to another one; what that does is committed only if the first ends well."""
    source, sink = reading.stdout, writing.stdin
    if source is None or sink is None:
        raise AssertionError("both are pipes")
    status = -1
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has ended, and says why
        sink.write(begin.encode())
        while (line := await source.readline()).startswith(_HEAD):
            # A newer program sets these whatever the server's version is, and an older server refuses them.
            if not any(line.startswith(name) and version < since for name, since in _SINCE.items()):
                sink.write(line)
        sink.write(line)
        while piece := await source.read(_PIECE):
            sink.write(piece)
            await sink.drain()
        if not (status := await reading.wait()):
            sink.write(b"COMMIT;\n")
        await sink.drain()
    sink.close()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        await sink.wait_closed()
    if status == -1:
        await _end(reading)
        status = 0  # it was cut off: what is wrong, the other one says
    return status


async def _all(stream: asyncio.StreamReader | None) -> str:
    if stream is None:
        raise AssertionError("it is a pipe")
    return (await stream.read()).decode(errors="replace")


async def schema_of(copy: Contents, file: Path) -> str | None:
    """Return the revision of the schema in a copy of a PostgreSQL database, or None if it has none."""
    if "alembic_version" not in copy.tables:
        return None
    _, out, _ = await _run([str(copy.program.path), "--data-only", "--table=alembic_version", "--file=-", str(file)])
    found = _REVISION.search(out)
    return None if found is None else found[1]
