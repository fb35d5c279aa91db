"""`kill -9` around what is chosen in secret: what was acknowledged is what is opened, and its hash fits."""

from __future__ import annotations

import os
import random
import signal
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from engine.auto_turns import prepared_turn
from engine.extras import Loadouts, Preparing
from hosting.arena import Arena
from hosting.lobby.loadouts import opened_line
from hosting.match.answers import preparations
from hosting.match.model import Match
from hosting.match.sealing import digest
from hosting.match.turns import playing
from hosting.runtime.time import SystemClock
from store.check import check_database
from store.tables import answers as stored_answers
from store.tables import match_queries
from tests.databases import setting
from tests.engine.parlour.game import PARLOUR
from tests.every_mode import EVERY_MODE, Row, part_of
from tests.forkserver import ForkServer
from tests.hosting.match.secret_player import CHANNEL, games
from tests.volume import many

KILLS, KILLS_EACH = many(4, 20), many(3, 4)
"""How often the parlour game is killed, and each row of all games."""
Told = dict[tuple[str, ...], list[tuple[str, bool]]]
"""What was tried, in order, and whether it was acknowledged, by what it was about: `("loadout", table, seat)`."""


@pytest.fixture(scope="module")
def player() -> Iterator[ForkServer]:
    """What plays, imported once for all its lives."""
    server = ForkServer("tests.hosting.match.secret_player")
    yield server
    server.close()


async def lines_until_killed(
    player: ForkServer, database: Path | URL, folder: Path, seed: int, row: Row | None
) -> list[str]:
    """Return what a process said before it was killed."""
    pipe = folder / f"said-{seed}"
    os.mkfifo(pipe)
    number = PARLOUR.info.key if row is None else str(EVERY_MODE.index(row))
    process = player.fork([setting(database), str(seed), number], output=pipe, env=os.environ)
    with pipe.open() as said:
        lines = [said.readline() for _ in range(random.Random(seed).randrange(20, 80))]
        process.kill()
        lines += said.readlines()
    assert await process.wait() == -signal.SIGKILL, "".join(lines)
    return lines


def noted(lines: list[str], found: Told) -> None:
    """Sort what a process said by what it was about."""
    places = {"loadout": 2, "pick": 3, "answer": 3}
    for line in lines:
        how, kind, *words = line.split()
        if kind not in places:
            continue
        key, text = (kind, *words[: places[kind]]), " ".join(words[places[kind] :])
        if how == "try":
            found[key].append((text, False))
        else:
            assert found[key][-1] == (text, False)
            found[key][-1] = (text, True)


def possible(tries: list[tuple[str, bool]]) -> set[str]:
    """Return what can be in force: the last that was acknowledged, or one tried since; "" before any was."""
    held = {""}
    for text, acknowledged in tries:
        held = {text} if acknowledged else held | {text}
    return held


SECRET = [
    row for row in part_of("secrets that are killed") if row.game.info.together or isinstance(row.game, Preparing)
]
"""Games in which something is chosen in secret: at the same time as others, in advance, or before the start."""


@pytest.mark.parametrize("row", [None, *SECRET], ids=lambda row: PARLOUR.info.key if row is None else row.name)
async def test_what_was_chosen_in_secret_outlasts_kills(
    player: ForkServer, database: Path | URL, tmp_path: Path, row: Row | None
) -> None:
    found: Told = defaultdict(list)
    for seed in range(KILLS if row is None else KILLS_EACH):
        noted(await lines_until_killed(player, database, tmp_path, seed, row), found)
    assert row is not None or {kind for kind, *_ in found} == {"loadout", "pick", "answer"}

    arena = await Arena.open(database, SystemClock(), games=games)
    await arena.start()
    await arena.idle()
    async with arena.db.read() as connection:
        numbers = await match_queries.ids(connection)
    if (match := await arena.matches.running_in(CHANNEL)) is not None:
        await _nothing_that_fits_waits(arena, match, found)
        while not match.over:
            match = await arena.matches.forfeit(match.id, match.person_of(min(playing(match))))
    for number in numbers:
        match = await arena.matches.get(number)
        assert match.over
        for opened in await arena.commitments.opened(match):
            entries = {entry.seat: entry.text for entry in match.session.entries if entry.turn == opened.decision}
            assert {one.seat: one.text for one in opened.opened}.items() <= entries.items()
            for one in opened.opened:
                assert one.text in possible(found["pick", str(number), str(one.decision), str(one.seat)])
                assert digest(one) in opened.digests
        held = {each.seat: each.digest for each in await arena.loadouts.held(number)}
        for begun in await arena.loadouts.opened(match):
            can_be = possible(found["loadout", str(begun.table_id), str(begun.seat)])
            game = match.session.game
            assert isinstance(game, Loadouts)
            assert (begun.text if begun.salt else "") in can_be
            assert begun.salt or begun.text == game.usual_loadout(match.setup, begun.seat)
            assert bool(begun.salt) is bool(held[begun.seat])
            assert begun.text == match.setup.loadouts[begun.seat - 1]
            assert not begun.salt or opened_line(begun).endswith(f":{begun.text}")
    await arena.close()
    assert (await check_database(database, games)).problems == ()


async def _nothing_that_fits_waits(arena: Arena, match: Match, found: Told) -> None:
    """See that answers in advance are there, and that none of them fits what is asked now."""
    async with arena.db.read() as connection:
        for seat in range(1, len(match.seats) + 1):
            stored = await stored_answers.prepared_of(connection, match.id, seat)
            answers = {} if stored is None else dict(stored.answers)
            for each in preparations(match):
                assert answers.get(each.key, "") in possible(found["answer", str(match.id), str(seat), each.key])
            assert prepared_turn(match.session.game, match.session.state, seat, answers) is None
