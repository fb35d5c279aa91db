"""What cannot be rebuilt from files is refused with its place, and nothing of it is there afterwards."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import event, func, select

from hosting.league import command
from hosting.league.errors import BadLeagueName, BadSeasonFile, LeagueNameTaken
from hosting.league.terms import LadderTerms
from hosting.league.unpacking import unpacked
from store import check, schema
from store.addresses import Address
from store.ratings import command as ratings
from tests.hosting.conftest import CHANNEL, GUILD
from tests.hosting.league.playing import FIRST, ORGANISER, Played, terms
from tests.hosting.league.test_reading import sealed
from tests.hosting.toygame import games
from tests.volume import many

ONCE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
ELSEWHERE = GUILD + 1


async def made(league: Played, count: int = 4, **given: object) -> bytes:
    """Play a part of a season; return its ZIP."""
    await league.begun(count, terms(**given))
    for each in (await league.running())[:2]:
        await league.lose(each, 2)
    await league.arena.idle()
    return await league.arena.season_files.make(league.season)


async def rows(league: Played) -> dict[str, int]:
    """Return how many rows each table has; appointments are kept and made by others meanwhile."""
    async with league.arena.db.read() as connection:
        return {
            each.name: (await connection.execute(select(func.count()).select_from(each))).scalar_one()
            for each in schema.metadata.sorted_tables
            if each.name != "deadlines"
        }


def changed(data: bytes, filename: str, old: bytes, new: bytes, count: int = 1) -> bytes:
    files = unpacked(data)
    assert old in files[filename]
    return sealed({**files, filename: files[filename].replace(old, new, count)})


def with_league(data: bytes, **given: Any) -> bytes:
    files = unpacked(data)
    league = json.loads(files["league.json"])
    return sealed({**files, "league.json": json.dumps({**league, **given}).encode()})


def written(data: bytes, **given: Any) -> bytes:
    """Return a ZIP whose league.json says something else, a key on a line as the bot writes it."""
    files = unpacked(data)
    league = {**json.loads(files["league.json"]), **given}
    return sealed({**files, "league.json": (json.dumps(league, ensure_ascii=False, indent=2) + "\n").encode()})


def with_terms(data: bytes, **given: Any) -> bytes:
    there = json.loads(unpacked(data)["league.json"])["continuation"]
    return with_league(data, continuation={**there, "terms": {**there["terms"], **given}})


def with_opened(data: bytes, **given: object) -> bytes:
    there = json.loads(unpacked(data)["league.json"])["continuation"]
    return with_league(data, continuation={**there, "opened": [{**each, **given} for each in there["opened"]]})


def with_players(data: bytes, entry: int, player: int) -> bytes:
    there = json.loads(unpacked(data)["league.json"])["continuation"]
    one = {"entry": entry, "number": 0, "player": player, "since": "2026-11-01T00:00:00Z", "until": None}
    return with_league(data, continuation={**there, "players": [one]})


@ONCE
async def test_what_cannot_go_on_here_is_named(league: Played) -> None:
    data = await made(league)
    match = json.loads(unpacked(data)["league.json"])["continuation"]["terms"]["match"]
    wrong: list[tuple[bytes, str]] = [
        (with_league(data, game="chess of tomorrow", continuation=None), "match 1 is of another game"),
        (with_league(data, continuation={"terms": {}}), "its continuation cannot be"),
        (with_terms(data, most="many"), "its continuation cannot be"),
        (with_terms(data, most=10**9), "its continuation cannot be"),
        (with_terms(data, legs=2), "says otherwise"),
        (with_terms(data, ends_at="2027-01-01T00:00:00"), "its continuation cannot be"),
        (with_terms(data, match={"clock": None}), "its continuation cannot be"),
        (with_terms(data, grace_days=10**9), "its continuation cannot be"),
        (with_terms(data, round_days=89999), "the season cannot go on here"),
        (with_terms(data, match={**match, "quiet": ["Moon/Sea", 60, 120]}), "its continuation cannot be"),
        (with_opened(data, ends_at="9999-12-31T23:59:59Z"), "its continuation cannot be"),
        (with_players(data, entry=99, player=FIRST), "an entry that is in no other file"),
        (with_players(data, entry=1, player=FIRST + 1), "entries.csv, line 2: entry 1 is there twice"),
        (with_players(data, entry=1, player=99), "entries.csv, line 2: entry 1 is there twice"),
        (changed(data, "fixtures.csv", b"over,120,played", b"over,60,played"), "fixtures.csv, line 2: fixture 1"),
        (changed(data, "entries.csv", b"1002", b"1009"), "entries.csv, line 3: entry 2"),
        (changed(data, "results.csv", b",120,", b",90,"), "results.csv, line 2: match 1"),
        (with_league(data, name="\ud800"), "name cannot be"),
        (changed(data, "fixtures.csv", b",1,1,1,1,", b",1,9999999,1,1,"), "leg cannot be 9999999"),
        (changed(data, "players.csv", b"P0", b"P\x000"), "no CSV in UTF-8"),
        (written(data, rounds=4), r"league.json, line 14: rounds is 4, computed 3"),
        (written(data, cap=0), r"league.json, line 15: cap cannot be 0"),
        (written(data, version=2), r"league.json, line 3: version is 2, and I read 1 only."),
        (written(data, secret="0" * 64), r"league.json, line [0-9]+: the secret is open once"),
        (written(data, more=1), r"league.json, line [0-9]+: it has keys that are unknown"),
        (changed(data, "league.json", b'"sides": 2,', b'"sides" 2,'), r"league.json, line 12: it is no JSON"),
        (
            changed(data, "results.csv", b",tally,2,", b",tally,3,"),
            "results.csv, line 2: match 1 is of another mode",
        ),
        (
            changed(data, "results.csv", b"speed=slow", b"speed=fast"),
            "results.csv, line 2: match 1 is of another",
        ),
    ]
    before = await rows(league)
    for bad, says in wrong:
        with pytest.raises(BadSeasonFile, match=says) as caught:
            await league.arena.season_imports.read(bad)
        assert caught.value.filename
    assert await rows(league) == before


@ONCE
async def test_a_game_that_is_unknown_here_is_refused(league: Played) -> None:
    data = changed(await made(league), "league.json", b'"tally"', b'"chess"', 2)
    files = unpacked(data)
    data = sealed({**files, "results.csv": files["results.csv"].replace(b",tally,", b",chess,")})
    with pytest.raises(BadSeasonFile, match=r"league.json, line 6: this bot does not know the game"):
        await league.arena.season_imports.read(data)


@ONCE
async def test_files_that_do_not_say_all_terms_are_read_with_the_usual_ones(league: Played) -> None:
    files = unpacked(await made(league, kind="ladder", tiebreaks=(), ladder=LadderTerms(reach=5)))
    about = json.loads(files["league.json"])
    del about["continuation"]
    data = sealed({**files, "league.json": (json.dumps(about, ensure_ascii=False, indent=2) + "\n").encode()})
    read = await league.arena.season_imports.read(data)
    assert any("what is missing is as usual" in str(each) for each in read.notes)
    season = await league.arena.season_imports.add(ELSEWHERE, CHANNEL, ORGANISER, read)
    view = await league.arena.leagues.view(season)
    assert view.terms.ladder == LadderTerms()
    assert view.terms.match.clock is not None
    assert await league.arena.season_files.make(season) == data


@ONCE
async def test_a_name_that_is_taken_is_said_and_another_one_will_do(league: Played) -> None:
    imports, before = league.arena.season_imports, None
    read = await imports.read(await made(league))
    before = await rows(league)
    with pytest.raises(LeagueNameTaken):
        await imports.add(GUILD, CHANNEL, ORGANISER, read)
    with pytest.raises(BadLeagueName):
        await imports.add(GUILD, CHANNEL, ORGANISER, read, " ")
    assert await rows(league) == before
    assert (await league.arena.leagues.view(await imports.add(GUILD, CHANNEL, ORGANISER, read, "New"))).league.name


async def test_of_two_who_import_at_once_one_is_told_that_the_name_is_taken(league: Played) -> None:
    imports = league.arena.season_imports
    read = await imports.read(await made(league))
    found = await asyncio.gather(
        *(imports.add(ELSEWHERE, CHANNEL, ORGANISER, read) for _ in range(2)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in found) == ["LeagueNameTaken", "int"]
    assert len(await league.arena.leagues.of_guild(ELSEWHERE)) == 1


class StoppedError(RuntimeError):
    """The process is gone."""


async def test_whatever_it_is_stopped_at_nothing_is_half_imported(league: Played) -> None:
    data = await made(league)
    read = await league.arena.season_imports.read(data)
    before, database = await rows(league), league.arena.db
    engine = database._engines.writer.sync_engine
    count = last = 0

    def stop(*_: object) -> None:
        nonlocal count
        count += 1
        if count == last:
            raise StoppedError

    event.listen(engine, "before_cursor_execute", stop)
    try:
        last = 10**9
        await league.arena.season_imports.add(ELSEWHERE, CHANNEL, ORGANISER, read)
        statements = count
        await league.arena.idle()
        before_again = await rows(league)
        for at in random.Random(5).sample(range(1, statements + 1), many(6, statements)):
            count, last = 0, at
            with pytest.raises(StoppedError):
                await league.arena.season_imports.add(ELSEWHERE, CHANNEL, ORGANISER, read, f"At {at}")
            assert await rows(league) == before_again
    finally:
        event.remove(engine, "before_cursor_execute", stop)
    assert before_again["seasons"] == before["seasons"] + 1
    assert await league.arena.season_files.make(2) == data


@ONCE
async def test_no_damage_makes_a_traceback_or_a_half_season(league: Played) -> None:
    data = await made(league)
    files, rng = unpacked(data), random.Random(3)
    imports, before = league.arena.season_imports, await rows(league)
    for number in range(many(60, 3000)):
        bad = damaged(files, rng)
        try:
            read = await imports.read(bad)
        except BadSeasonFile as error:
            assert error.filename
            assert str(error)
            assert await rows(league) == before
        else:  # nothing that matters was changed, such as a name
            season = await imports.add(ELSEWHERE, CHANNEL, ORGANISER, read, f"Damaged {number}")
            await league.arena.season_files.make(season)
            before = await rows(league)


def damaged(files: Mapping[str, bytes], rng: random.Random) -> bytes:
    """Return a ZIP in which one field of a file is another one, or one byte."""
    name = rng.choice([each for each in files if not each.startswith("records/")])
    content = files[name]
    if name == "league.json" or rng.random() < 0.3:
        at = rng.randrange(len(content))
        return sealed({**files, name: content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]})
    lines = content.split(b"\n")
    row = rng.randrange(1, max(2, len(lines) - 1))
    cells = lines[row].split(b",")
    cells[rng.randrange(len(cells))] = rng.choice(
        [
            b"",
            b"0",
            b"1",
            b"-1",
            b"7",
            b"99999",
            b"999999999999999",
            b"1e400",
            b"nan",
            b"over",
            b"struck",
            b"x",
            b"\xff",
        ]
    )
    lines[row] = b",".join(cells)
    if rng.random() < 0.2:
        lines.insert(row, lines[rng.randrange(1, len(lines))])
    return sealed({**files, name: b"\n".join(lines)})


async def test_the_checks_of_the_store_find_nothing_in_it(league: Played, database: Address) -> None:
    arena = league.arena
    running = await arena.season_imports.read(await made(league))
    await league.play_on()
    await arena.leagues.close(league.season)
    closed = await arena.season_imports.read(await arena.season_files.make(league.season))
    ours = (await ratings.check(database)).problems
    for each, name in ((running, "Running"), (closed, "Closed")):
        await arena.season_imports.add(ELSEWHERE, CHANNEL, ORGANISER, each, name)
    await arena.idle()
    assert (await check.check(database, games)).problems == ()
    assert (await ratings.check(database)).problems == ours == ()
    found = await command.check(database)
    assert (found.problems, found.seasons) == ((), 3)
    async with arena.db.read() as connection:
        served = await connection.execute(select(schema.pools.c.guild_id))
        assert ELSEWHERE not in set(served.scalars())
