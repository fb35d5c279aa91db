"""ZIPs of seasons that people bring: understood whole, or refused with file, line and reason."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.text import say
from hosting.league import unpacking
from hosting.league.errors import BadSeasonFile
from hosting.league.files import SUMS, files_of, packed
from hosting.league.reading import understood
from hosting.league.unpacking import MOST_BYTES, unpacked
from store import files
from tests.hosting.conftest import ManualClock, NotingPoster, open_arena
from tests.hosting.league.playing import ORGANISER, with_builder


async def play(path: Path) -> bytes:
    """Return the ZIP of a round robin that runs: one match is rated, one decided, one corrected, three go on."""
    clock = ManualClock()
    arena = await open_arena(path, clock, NotingPoster())
    league = with_builder(arena, clock)
    await league.begun(4)
    one, two, three, *_ = await league.running()
    await league.play(one, "1/1", "1/1")
    for each in (one, two, three):
        await league.lose(each, 2)
    await arena.decisions.points(league.season, ORGANISER, two.id, dict.fromkeys(two.entries, 30), say("Agreed, both."))
    assert three.match_id is not None
    await arena.corrections.rank(three.match_id, 77, [2, 1], say("Mistaken."))
    await arena.idle()
    made = await arena.season_files.make(league.season)
    await arena.tasks.close()
    await arena.close()
    return made


@pytest.fixture(scope="module")
def season(new_store: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("season") / "arena.db"
    path.touch(files.PRIVATE)
    path.write_bytes(new_store.read_bytes())
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, play(path)).result()


def sealed(found: Mapping[str, bytes]) -> bytes:
    """Return the ZIP of files with sums that are theirs."""
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(found.items()))
    return packed({**found, SUMS: sums.encode()})


def refused(data: bytes) -> BadSeasonFile:
    with pytest.raises(BadSeasonFile) as caught:
        understood(data)
    return caught.value


def test_what_is_understood_makes_the_same_zip(season: bytes) -> None:
    found = understood(season)
    assert packed(files_of(found)) == season
    assert sealed(unpacked(season)) == season
    assert (found.name, found.closed, len(found.fixtures), len(found.records)) == ("League", False, 6, 3)


@pytest.mark.parametrize(
    ("filename", "old", "new", "line", "says"),
    [
        ("standings.csv", b"1,1,", b"1,2,", 2, "place is 2, computed 1"),
        ("standings.csv", b",0,30,", b",0,60,", 3, "points is 60, computed 30"),
        ("standings.csv", b"\n1,", b"\n01,", 2, "division is 01, computed 1"),
        ("fixtures.csv", b"over,120,played", b"over,60,played", 0, "by played stored is 60:0, computed 120:0"),
        ("fixtures.csv", b"over,120,played", b"over,,played", 0, ""),
        ("fixtures.csv", b"over,30,decision", b"over,31,decision", 0, "by decision stored is 31:30, computed 30:30"),
        ("fixtures.csv", b",running,", b",resting,", 8, "status cannot be resting"),
        ("fixtures.csv", b"division", b"divisions", 1, "its columns are others"),
        ("fixtures.csv", b"Z,", b"+00:00,", 2, "cannot be"),
        ("results.csv", b",1,120,", b",2,120,", 0, "played"),
        ("standings.csv", b",1,2,\n", b",nan,2,\n", 2, "min_place is nan"),
        ("standings.csv", b",1,2,\n", b",1,5,\n", 2, "max_place is 5"),
        ("fixtures.csv", b",,,,2026-", b",0,,,2026-", 2, "repeat cannot be 0"),
        ("fixtures.csv", b",,,,2026-", b",,,1,2026-", 2, "challenger cannot be 1"),
        ("results.csv", b"tally", b"\xff", 1, "no CSV in UTF-8"),
        ("results.csv", b"\n1,0,tally", b"\n1,0,other", 2, "match 1 is of another game"),
        ("results.csv", b"\n1,0,", b"\n1,-1,", 2, "revision cannot be -1"),
        ("results.csv", b"T00:00:00Z", b"T00:00:00+01:00Z", 2, "started_at cannot be"),
        ("entries.csv", b",2026-", b",0001-", 2, "joined_at cannot be 0001-"),
        ("fixtures.csv", b",2026-", b",9999-", 2, "planned_at cannot be 9999-"),
        ("results.csv", b",full,", b",gain,", 0, "cannot give these ratings"),
        ("results.csv", b",120,", b",90,", 0, "has other scores"),
        ("results.csv", b"\n2,0", b"\n1,0", 4, "it is there twice"),
        ("ratings.csv", b"25.0,", b"26.0,", 0, "cannot give these ratings"),
        ("ratings.csv", b"25.0,", b"nan,", 2, "mu_before cannot be nan"),
        ("ratings.csv", b"25.0,", b"25.00,", 2, "mu_before is 25.00, computed 25.0"),
        ("players.csv", b'\n1001,"P0', b'\n1001,"=P0', 0, ""),
        ("entries.csv", b"1001", b"1009", 0, "names what is in no other file"),
        ("entries.csv", b"1001", b"1001;1002", 2, "players cannot be"),
        ("decisions.csv", b"30;30", b"30;40", 0, "by decision stored is 30:30, computed 30:40"),
        ("decisions.csv", b"30;30", b"30", 2, "points cannot be 30"),
        ("decisions.csv", b"Agreed, both.", b'Agreed" both.', 2, ""),
        ("league.json", b'"version": 1', b'"version": 2', 0, "version is 2, and I read 1 only"),
        ("league.json", b'"version": 1', b'"version": true', 0, "version is true, and I read 1 only"),
        ("league.json", b'"cap": 3', b'"cap": "3"', 0, "cap cannot be"),
        ("league.json", b'"cap": 3', b'"cap": 3, "more": 1', 0, "keys that are unknown"),
        ("league.json", b'"secret": null', b'"secret": 1', 0, "secret cannot be 1"),
        ("league.json", b'"closed": false', b'"closed": true', 0, "the secret is open once"),
        ("league.json", b'"legs": 1', b'"legs": 2', 0, "says otherwise than its other keys"),
        ("league.json", b'"entries_sha256": "', b'"entries_sha256": "0', 0, "entries_sha256 cannot be"),
        ("league.json", b'"starts_at": "2026', b'"starts_at": "9999', 0, "starts_at cannot be"),
        ("league.json", b"{", b"[", 0, "no JSON"),
    ],
)
def test_what_does_not_agree_is_named(
    season: bytes, filename: str, old: bytes, new: bytes, line: int, says: str
) -> None:
    found = unpacked(season)
    changed = found[filename].replace(old, new, 1)
    assert changed != found[filename]
    error = refused(sealed({**found, filename: changed}))
    assert says in str(error)
    if line:
        assert (error.filename, error.line) == (filename, line)


def test_another_digest_of_the_entries_is_of_the_league(season: bytes) -> None:
    found = unpacked(season)
    about = json.loads(found["league.json"]) | {"entries_sha256": "0" * 64}
    error = refused(sealed({**found, "league.json": json.dumps(about).encode()}))
    assert error.filename == "league.json"
    assert "the digest of the entries at the start is 000" in str(error)


def test_a_secret_has_to_be_the_one_that_was_promised(season: bytes) -> None:
    found = unpacked(season)
    about = json.loads(found["league.json"]) | {"closed": True, "secret": "00" * 32}
    error = refused(sealed({**found, "league.json": json.dumps(about).encode()}))
    assert "not the one of the commitment" in str(error)


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "-1", "1_0", "\u0661", "1e3", " 1"])
@pytest.mark.parametrize("filename", ["entries.csv", "fixtures.csv", "results.csv", "ratings.csv", "decisions.csv"])
def test_numbers_are_refused_that_no_database_holds(season: bytes, filename: str, number: str) -> None:
    found = unpacked(season)
    header, first, rest = found[filename].decode().split("\n", 2)
    changed = "\n".join((header, ",".join((number, *first.split(",")[1:])), rest))
    refused(sealed({**found, filename: changed.encode()}))


def zipped(members: list[tuple[str, bytes]], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def test_only_what_belongs_there_is_read(season: bytes) -> None:
    found = unpacked(season)
    for name in ("../league.json", "/etc/passwd", "records/../1.txt", "records/01.txt", "more.csv", "records/"):
        error = refused(sealed({**found, name: b"x"}))
        assert (error.filename, error.line) == (name, 0)
    for name in ("league.json", "fixtures.csv"):
        error = refused(sealed({each: content for each, content in found.items() if each != name}))
        assert (error.filename, str(error)) == (name, f"{name}: it is missing.")
    assert str(refused(sealed({**found, "a\nb": b"x"}))) == "a?b: it does not belong here."
    assert refused(packed(found)).filename == SUMS
    assert refused(sealed({**found, "records/999.txt": b"x"})).filename == "records/999.txt"


def test_sums_have_to_be_right(season: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(season)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    changed = refused(packed({**members, "records/1.txt": b"x"}))
    assert (changed.filename, changed.line) == ("records/1.txt", 0)
    assert refused(packed({**members, SUMS: members[SUMS].split(b"\n", 1)[1]})).filename == SUMS
    assert refused(packed({**members, SUMS: members[SUMS] * 2})).line > 1
    assert refused(packed({**members, SUMS: b"\xff"})).filename == SUMS


def test_bytes_that_are_no_zip_are_refused(season: bytes) -> None:
    found = unpacked(season)
    members = list(found.items())
    for data in (b"", b"PK", season[:-10], season[: len(season) // 2], bytes(MOST_BYTES + 1)):
        assert refused(data).filename == "ZIP"
    assert refused(zipped(members, zipfile.ZIP_BZIP2)).filename == "ZIP"
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = zipped([*members, members[0]])
    assert refused(twice).filename == members[0][0]


def test_what_unpacks_to_too_much_is_not_unpacked(season: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    size = sum(map(len, unpacked(season).values()))
    monkeypatch.setattr(unpacking, "MOST_UNPACKED", size)
    assert "too large" in str(refused(season))  # the sums are not counted in the size


@pytest.mark.parametrize(
    ("limit", "most", "filename"),
    [
        ("MOST_OF_LEAGUE", 100, "league.json"),
        ("MOST_OF_TABLE", 100, "entries.csv"),
        ("MOST_OF_RECORD", 10, "records/1.txt"),
        ("_MOST_OF_SUM", 10, "SHA256SUMS"),
    ],
)
def test_a_file_that_is_larger_than_it_can_be_is_not_unpacked(
    season: bytes, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, filename: str
) -> None:
    monkeypatch.setattr(unpacking, limit, most)
    assert str(refused(season)) == f"{filename}: it is too large."


@pytest.mark.parametrize("row", [b"," * 70_000, b'"\n",' * 2_000, b'"' + b"\n" * 2_000])
def test_rows_that_are_longer_than_any_can_be_are_not_read(season: bytes, row: bytes) -> None:
    found = unpacked(season)
    header, _, _ = found["fixtures.csv"].partition(b"\n")
    error = refused(sealed({**found, "fixtures.csv": header + b"\n" + row}))
    assert str(error).endswith("it is no CSV in UTF-8.")
    assert error.filename == "fixtures.csv"


def test_no_single_byte_makes_a_traceback(season: bytes) -> None:
    for at in range(0, len(season), 211):
        damaged = bytearray(season)
        damaged[at] ^= 0x55
        try:
            understood(bytes(damaged))
        except BadSeasonFile as error:
            assert str(error)
