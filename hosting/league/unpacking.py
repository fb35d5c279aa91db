"""ZIPs of seasons that people bring: only files that belong there, of a bounded size, each with its sum."""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
import zlib
from typing import Final

from engine.text import Text, say
from hosting.league.errors import BadSeasonFile
from hosting.league.files import LEAGUE, SUMS, TABLES

MOST_BYTES: Final = 20 * 1024 * 1024
"""Of a ZIP."""
MOST_UNPACKED: Final = 200 * 1024 * 1024
"""Bytes of all its files."""
MOST_OF_LEAGUE: Final = 1024 * 1024
"""Bytes of league.json: what understands it holds the whole program up, and takes thirty times as much memory."""
MOST_OF_TABLE: Final = 64 * 1024 * 1024
"""Bytes of a CSV file; lines of the longest there can be are a third of that."""
MOST_OF_RECORD: Final = 1024 * 1024
"""Bytes of the record of a match, more than ten times the longest."""
_MOST_OF_SUM: Final = 256
"""Bytes of SHA256SUMS for each file."""
ARCHIVE: Final = "ZIP"
"""What the ZIP itself is called where something is wrong with it."""

_RECORD = re.compile(r"records/[1-9][0-9]{0,17}\.txt")
_SUM = re.compile(r"([0-9a-f]{64}) [ *](.+)")
_KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_TOO_LARGE: Final = say("it is too large: 20 MiB at most, and 200 MiB unpacked.")
_NO_ZIP: Final = say("it is no ZIP, or it is damaged.")
_FOREIGN: Final = say("it does not belong here.")
_MISSING: Final = say("it is missing.")


def unpacked(data: bytes) -> dict[str, bytes]:
    """Return the files of a ZIP by name, without their sums, which they have.

    Takes as long as unpacking does; not for the event loop.

    Raises:
        BadSeasonFile: It is too large or damaged, has another file or lacks one, or a sum is wrong.
    """
    if len(data) > MOST_BYTES:
        raise _bad(_TOO_LARGE)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = _read(archive)
    # Whatever a library says of bytes that somebody made: all of it means the same.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise _bad(_NO_ZIP) from error
    _check_sums(files)
    del files[SUMS]
    return files


def _read(archive: zipfile.ZipFile) -> dict[str, bytes]:
    members = archive.infolist()
    if sum(each.file_size for each in members) > MOST_UNPACKED:
        raise _bad(_TOO_LARGE)
    files: dict[str, bytes] = {}
    for each in members:
        name = each.filename
        if name in files or not (name in TABLES or name == SUMS or _RECORD.fullmatch(name)):
            raise BadSeasonFile(name, 0, _FOREIGN)
        if each.file_size > _most(name, len(members)):
            raise BadSeasonFile(name, 0, say("it is too large."))
        if each.compress_type not in _KINDS or each.flag_bits & _ENCRYPTED:
            raise _bad(_NO_ZIP)
        files[name] = archive.read(each)  # no more than the size that was added up above
    for name in (*TABLES, SUMS):
        if name not in files:
            raise BadSeasonFile(name, 0, _MISSING)
    return files


def _most(name: str, files: int) -> int:
    """Return how many bytes a file may have, one of as many."""
    if name == SUMS:
        return _MOST_OF_SUM * files
    if name == LEAGUE:
        return MOST_OF_LEAGUE
    return MOST_OF_TABLE if name in TABLES else MOST_OF_RECORD


def _check_sums(files: dict[str, bytes]) -> None:
    try:
        lines = files[SUMS].decode("ascii").splitlines()
    except UnicodeDecodeError as error:
        raise BadSeasonFile(SUMS, 0, say("it is not the sums of files.")) from error
    named: set[str] = set()
    for number, line in enumerate(lines, 1):
        found = _SUM.fullmatch(line)
        if found is None or found[2] in named or found[2] not in files or found[2] == SUMS:
            raise BadSeasonFile(SUMS, number, say("it is not the sum of a file."))
        named.add(found[2])
        if hashlib.sha256(files[found[2]]).hexdigest() != found[1]:
            raise BadSeasonFile(found[2], 0, say("it has another sum than SHA256SUMS says."))
    for name in files:
        if name not in named and name != SUMS:
            raise BadSeasonFile(SUMS, 0, say("a sum is missing."))


def _bad(why: Text) -> BadSeasonFile:
    return BadSeasonFile(ARCHIVE, 0, why)
