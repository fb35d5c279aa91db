"""A copy of what is held about a person: all of it, nobody else's secrets, once a day, in parts."""

from __future__ import annotations

import csv
import io
import json
import threading
import zipfile
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table
from sqlalchemy.engine.cursor import CursorFetchStrategy

from computer.puzzles import of_day
from engine.mutants.game import MUTANTS
from engine.text import ENGLISH
from hosting import rights
from hosting.arena import Arena
from hosting.consent.agreements import End, Pause
from hosting.lobby import tables
from hosting.match.model import Person, Place, PlayerSettings
from hosting.match.service import Matches
from hosting.rights import MOST_BYTES, ONCE_IN, packed, pieces, readme
from store import export
from store.db.files import SessionLock
from store.privacy import held
from store.schema import metadata
from store.tables import people
from store.tables.matches import ReplayError
from tests.cogs.mutants.twin_scenes import ALL, Twin, twins
from tests.hosting.conftest import (
    ANN,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    ManualClock,
    NotingPoster,
    begin,
    open_arena,
    play,
    until_both_choose,
)
from tests.refusals import refusal

FILES = {
    *("README.txt", "person.json", "settings.json", "matches.csv", "results.csv", "ratings.csv", "events.csv"),
    *("requests.csv", "audit.csv"),
}
SCENES = [name for name, scene in ALL.items() if scene.reader is not None][::9]


def opened(parts: tuple[bytes, ...]) -> dict[str, str]:
    """Return the files of a copy."""
    found = {}
    for part in parts:
        with zipfile.ZipFile(io.BytesIO(part)) as archive:
            assert archive.testzip() is None
            for name in archive.namelist():
                assert name not in found
                found[name] = archive.read(name).decode()
    return found


async def copy(arena: Arena, person: Person = ANN) -> dict[str, str]:
    await arena.exports.missed(person.person_id)
    return opened((await arena.exports.make(person.person_id)).parts)


def rows(files: dict[str, str], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[name])))


async def test_it_holds_what_a_person_is_chose_and_did(arena: Arena, clock: ManualClock) -> None:
    async with arena.db.write() as connection:
        known = await people.enter(connection, 2**63 - 1, clock.now())
        await people.remember(connection, GUILD, known, "=Ann")
    me = Person(known, "=Ann")
    over = await play(arena, await begin(arena, me, BOB), "1/2", "1/1")
    await arena.matches.forfeit(over.id, BOB.person_id)
    running = await play(arena, await begin(arena, me, CLEO), "3/3")
    await arena.settings.change_player(known, lambda _: PlayerSettings(zone="Europe/Paris"))
    await arena.blocks.add(known, BOB.person_id)
    today = arena.puzzles.today
    await arena.puzzles.solve(known, of_day(today), today)

    files = await copy(arena, me)

    assert files.keys() == FILES | {f"records/tally-{over.id}.txt", f"records/tally-{running.id}.txt"}
    person = json.loads(files["person.json"])
    assert person["account"] == str(2**63 - 1)
    assert person["names"] == [{"server": str(GUILD), "name": "=Ann"}]
    settings = json.loads(files["settings.json"])
    assert settings["settings"]["zone"] == "Europe/Paris"
    assert [each["blocked_id"] for each in settings["blocks"]] == [BOB.person_id]
    assert [(each["puzzle"], each["day"]) for each in settings["puzzles"]] == [(of_day(today).key, today)]
    matches = rows(files, "matches.csv")
    assert [(each["match"], each["status"]) for each in matches] == [
        (str(over.id), "over"),
        (str(running.id), "running"),
    ]
    assert {key for key in matches[0] if not any(each[key] for each in matches)} <= {"options", "team"}, "always empty"
    assert [(each["match"], each["kind"], each["text"]) for each in rows(files, "events.csv")] == [
        (str(over.id), "turn", "1/2"),
        (str(running.id), "turn", "3/3"),
    ]
    assert [each["starter"] for each in rows(files, "results.csv")] == [str(known)]
    assert files[f"records/tally-{over.id}.txt"] == await arena.matches.record(over.id, known)


async def test_it_holds_what_a_person_asked_for_and_what_they_answered(arena: Arena) -> None:
    match = await play(arena, await begin(arena, ANN, BOB, CLEO, mode="3"), "1/2")
    wanted = await arena.requests.ask(match.id, ANN.person_id, Pause(3))
    assert wanted.request is not None
    for each in (BOB, CLEO):
        await arena.requests.answer(wanted.request.id, each.person_id, agree=True)
    ended = await arena.requests.ask(match.id, CLEO.person_id, End())
    assert ended.request is not None
    await arena.requests.answer(ended.request.id, BOB.person_id, agree=False)

    async def parts(person: Person) -> list[tuple[str, ...]]:
        found = rows(await copy(arena, person), "requests.csv")
        return [(each["kind"], each["seat"], each["status"], each["part"]) for each in found]

    assert await parts(ANN) == [("pause", "1", "accepted", "asked")]
    assert await parts(BOB) == [("pause", "1", "accepted", "agreed"), ("end", "3", "refused", "refused")]
    assert await parts(CLEO) == [("pause", "1", "accepted", "agreed"), ("end", "3", "refused", "asked")]


async def test_a_stranger_is_told_that_nothing_is_held_and_leaves_nothing(arena: Arena) -> None:
    await begin(arena)
    for _ in range(2):
        with refusal("nothing-held"):
            await arena.exports.make(-1)


async def test_a_copy_is_made_once_a_day(arena: Arena, clock: ManualClock) -> None:
    await begin(arena)
    await arena.exports.make(ANN.person_id)
    await clock.advance(ONCE_IN.total_seconds() - 3600)
    with refusal("already-exported", match="in 1h"):
        await arena.exports.make(ANN.person_id)
    await clock.advance(3600)
    await arena.exports.make(ANN.person_id)


async def test_what_failed_can_be_asked_for_again(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    await begin(arena)

    async def fails(*_: object) -> held.Held:
        raise RuntimeError("in the middle")

    with monkeypatch.context() as patch:
        patch.setattr(held, "of_person", fails)
        with pytest.raises(RuntimeError, match="in the middle"):
            await arena.exports.make(ANN.person_id)
    await arena.exports.make(ANN.person_id)


async def test_a_match_that_cannot_be_read_is_named(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begin(arena)

    async def fails(*_: object) -> str:
        raise ReplayError(match.id, 1, ValueError("what"))

    monkeypatch.setattr(Matches, "record", fails)
    made = await arena.exports.make(ANN.person_id)
    assert made.unread == (match.id,)
    assert f"can't read these matches: {match.id}." in opened(made.parts)["README.txt"]


async def test_each_file_is_explained(arena: Arena) -> None:
    await begin(arena)
    explained = readme(ENGLISH).splitlines()
    for name in (await copy(arena)).keys() - {"README.txt"}:
        folder, slash, _ = name.rpartition("/")
        assert (folder + slash or name) in explained


async def test_nobody_learns_who_has_chosen_or_what(arena: Arena) -> None:
    match = await until_both_choose(arena)
    before = await copy(arena, BOB)
    await arena.matches.play(match.id, ANN.person_id, "2")
    assert await copy(arena, BOB) == before
    mine = await copy(arena, ANN)
    assert [each["text"] for each in json.loads(mine["settings.json"])["sealed choices"]] == ["2"]

    await arena.matches.play(match.id, BOB.person_id, "1")
    (last,) = [each for each in rows(await copy(arena, BOB), "events.csv") if each["kind"] == "joint"]
    assert last["text"] == "1"


@asynccontextmanager
async def laid_out(path: Path, name: str, twin: Twin) -> AsyncIterator[tuple[Arena, dict[int, Person]]]:
    """Give a match that begins at a moment; it is match 1."""
    scene, clock = ALL[name], ManualClock()
    seats = {seat: Person(seat * 10, f"P{seat}") for seat in range(1, scene.state.rules.seats + 1)}
    arena = await open_arena(path, clock, NotingPoster())
    try:
        table = await arena.tables.open(
            GUILD,
            CHANNEL,
            seats[1],
            "mutants",
            scene.setup.mode,
            options=scene.setup.options,
            where="here",
            position=MUTANTS.write_position(twin.state),
        )
        for seat in list(seats)[1:]:
            table = await arena.tables.join(table.id, seats[seat])
        await arena.tables.start(table.id, seats[1].person_id, (Place("board", CHANNEL),))
        yield arena, seats
    finally:
        await arena.close()


@pytest.mark.parametrize("name", SCENES)
async def test_a_copy_tells_nothing_that_the_seat_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(tables, "check_position", lambda *_: None)
    scene = ALL[name]
    assert scene.reader is not None
    found: list[list[dict[str, str]]] = []
    held_by_asked: list[Any] = []
    for number, twin in enumerate(twins(scene, scene.reader)):
        async with laid_out(tmp_path / f"{number}.db", name, twin) as (arena, seats):
            reader, asked = seats[scene.reader], seats[scene.asked]
            seen = [await copy(arena, reader)]
            await arena.matches.play(1, asked.person_id, twin.turn)
            seen.append(await copy(arena, reader))
            found.append(seen)
            held_by_asked.append(await copy(arena, asked))
    assert found[0] == found[1]
    assert held_by_asked[0] != held_by_asked[1]


async def test_who_left_a_match_that_goes_on_has_no_record_of_it(arena: Arena) -> None:
    match = await play(arena, await begin(arena), "1/2")
    await arena.substitutes.replace(match.id, 1, CLEO, BOB.person_id)
    files = await copy(arena, ANN)
    assert not any(name.startswith("records/") for name in files)
    assert [each["text"] for each in rows(files, "events.csv")] == [""]
    await arena.matches.forfeit(match.id, CLEO.person_id)
    files = await copy(arena, ANN)
    assert f"records/tally-{match.id}.txt" in files
    assert [each["text"] for each in rows(files, "events.csv")] == ["1/2"]


def test_no_table_about_people_is_forgotten() -> None:
    told = {each.name for each in vars(held).values() if isinstance(each, Table)}
    about = {table.name for table in metadata.sorted_tables if "person_id" in table.c}
    assert about - told == held.FOLLOWING


def test_what_does_not_fit_into_one_part_goes_into_more() -> None:
    at = ManualClock().now()
    files = [(f"{number}.txt", bytes((number * each) % 251 for each in range(2000))) for number in range(9)]
    parts = packed(files, at, most=4096)
    assert len(parts) > 1
    assert all(len(part) <= 4096 for part in parts)
    archives = [zipfile.ZipFile(io.BytesIO(part)) for part in parts]
    assert [(name, each.read(name)) for each in archives for name in each.namelist()] == files
    assert MOST_BYTES == 8 * 2**20


def test_a_long_table_goes_on_in_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hosting.rights.PIECE", 10)
    found = dict(pieces("events.csv", "a\n", ["123456\n", "123456\n", "7\n"]))
    assert found == {"events.csv": b"a\n123456\n123456\n", "events-2.csv": b"a\n7\n"}


async def test_no_table_is_written_in_the_event_loop(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """After years of play they are megabytes."""
    await begin(arena)
    threads = []

    def noted(name: str, header: str, lines: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        threads.append(threading.current_thread())
        return pieces(name, header, lines)

    monkeypatch.setattr(rights, "pieces", noted)
    assert opened((await arena.exports.make(ANN.person_id)).parts).keys() >= FILES
    assert len(threads) == len([each for each in FILES if each.endswith(".csv")])
    assert threading.main_thread() not in threads


async def test_no_row_of_what_is_held_is_made_in_the_event_loop(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand matches are more than a hundred thousand rows, all asked for at once."""
    match = await play(arena, await begin(arena, ANN, BOB), "1/2", "1/1")
    await arena.matches.forfeit(match.id, BOB.person_id)
    await play(arena, await begin(arena, ANN, CLEO), "3/3")
    await arena.settings.change_player(ANN.person_id, lambda _: PlayerSettings(zone="Europe/Paris"))
    await arena.idle()  # what is still to be posted reads rows of its own
    read, written, noted = CursorFetchStrategy.fetchall, export.csv_value, Counter[tuple[str, bool]]()

    def note(what: str) -> None:
        noted[what, threading.current_thread() is threading.main_thread()] += 1

    def reading(self: CursorFetchStrategy, *cursor: Any) -> Any:
        note("rows")
        return read(self, *cursor)

    def writing(found: object) -> str:
        note("cells")
        return written(found)

    async def nothing_asked(_lock: SessionLock) -> None: ...

    monkeypatch.setattr(SessionLock, "confirm", nothing_asked)  # reads a row of its own from time to time
    monkeypatch.setattr(CursorFetchStrategy, "fetchall", reading)
    monkeypatch.setattr("store.privacy.held.csv_value", writing)
    async with arena.db.read() as connection:
        assert not (await held.of_person(connection, ANN.person_id)).empty
    assert noted.keys() == {("rows", False), ("cells", False)}
