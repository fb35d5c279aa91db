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

from engine.luck import prepared_turn
from hosting.arena import Arena
from hosting.lobby.loadouts import opened_line
from hosting.match.sealing import digest
from hosting.runtime.time import SystemClock
from store import finding, prepared
from store.check import check
from tests.databases import setting
from tests.engine.parlour.game import PARLOUR
from tests.forkserver import ForkServer
from tests.hosting.match.secret_player import CHANNEL, PEOPLE
from tests.hosting.toygame import games
from tests.volume import many

KILLS = many(4, 20)
Told = dict[tuple[str, ...], list[tuple[str, bool]]]
"""What was tried, in order, and whether it was acknowledged, by what it was about: `("loadout", table, seat)`."""


@pytest.fixture(scope="module")
def player() -> Iterator[ForkServer]:
    """What plays, imported once for all its lives."""
    server = ForkServer("tests.hosting.match.secret_player")
    yield server
    server.close()


async def lines_until_killed(player: ForkServer, database: Path | URL, folder: Path, seed: int) -> list[str]:
    """Return what a process said before it was killed."""
    pipe = folder / f"said-{seed}"
    os.mkfifo(pipe)
    process = player.fork([setting(database), str(seed)], output=pipe, env=os.environ)
    with pipe.open() as said:
        lines = [said.readline() for _ in range(random.Random(seed).randrange(20, 80))]
        process.kill()
        lines += said.readlines()
    assert await process.wait() == -signal.SIGKILL, "".join(lines)
    return lines


def noted(lines: list[str], found: Told) -> None:
    """Sort what a process said by what it was about."""
    places = {"loadout": 2, "pick": 3, "answer": 2}
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


async def test_what_was_chosen_in_secret_outlasts_kills(
    player: ForkServer, database: Path | URL, tmp_path: Path
) -> None:
    found: Told = defaultdict(list)
    for seed in range(KILLS):
        noted(await lines_until_killed(player, database, tmp_path, seed), found)
    assert {kind for kind, *_ in found} == {"loadout", "pick", "answer"}

    arena = await Arena.open(database, SystemClock(), games=games)
    await arena.start()
    await arena.idle()
    async with arena.db.read() as connection:
        numbers = await finding.ids(connection)
    if (match := await arena.matches.running_in(CHANNEL)) is not None:
        await _nothing_that_fits_waits(arena, match.id, found)
        await arena.matches.forfeit(match.id, PEOPLE[0].person_id)
    for number in numbers:
        match = await arena.matches.get(number)
        assert match.over
        for opened in await arena.commitments.opened_at_the_end(match):
            entries = {entry.seat: entry.text for entry in match.session.entries if entry.turn == opened.decision}
            assert {one.seat: one.text for one in opened.opened} == entries
            for one in opened.opened:
                assert one.text in possible(found["pick", str(number), str(one.decision), str(one.seat)])
                assert digest(one) in opened.digests
        held = {each.seat: each.digest for each in await arena.loadouts.held(number)}
        for begun in await arena.loadouts.opened(match):
            can_be = possible(found["loadout", str(begun.table_id), str(begun.seat)])
            assert (begun.text if begun.salt else "") in can_be
            assert begun.salt or begun.text == PARLOUR.usual_loadout(match.setup, begun.seat)
            assert bool(begun.salt) is bool(held[begun.seat])
            assert begun.text == match.setup.loadouts[begun.seat - 1]
            assert not begun.salt or opened_line(begun).endswith(f":{begun.text}")
    await arena.close()
    assert (await check(database, games)).problems == ()


async def _nothing_that_fits_waits(arena: Arena, number: int, found: Told) -> None:
    """See that answers in advance are there, and that none of them fits what is asked now."""
    match = await arena.matches.get(number)
    async with arena.db.read() as connection:
        for seat in (1, 2):
            stored = await prepared.of_seat(connection, number, seat)
            answers = {} if stored is None else dict(stored.answers)
            assert answers.get("discard", "") in possible(found["answer", str(number), str(seat)])
            assert prepared_turn(match.session.game, match.session.state, seat, answers) is None
