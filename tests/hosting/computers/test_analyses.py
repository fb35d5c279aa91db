"""Analyses: once a game, kept, begun again after a failure or an end, and gone with the game."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from computer import analysis
from engine.chance import Chance
from engine.game import Json, Setup
from engine.record import write
from engine.registry import get
from engine.session import Session
from hosting.arena import Arena
from hosting.errors import HostingError
from store.db.addresses import Address
from tests.computer.test_analysis import missed
from tests.computers import computers_in_process, quick_analyses, switch_off  # noqa: F401 - fixtures
from tests.every_mode import drawn_text
from tests.hosting.conftest import ANN, ManualClock, begin, open_arena, refused

pytestmark = pytest.mark.usefixtures("computers_in_process", "quick_analyses", "_counted")

asked: list[tuple[Any, ...]] = []
"""What pieces were asked for."""


@pytest.fixture
def _counted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked.clear()
    real = analysis.judged

    def counted(*values: Any) -> dict[str, Json]:
        asked.append(values)
        return real(*values)

    monkeypatch.setattr(analysis, "judged", counted)


async def a_match(arena: Arena) -> int:
    """Return the number of a match; whose game is analysed under it, analyses don't ask."""
    return (await begin(arena)).id


async def test_two_presses_are_one_analysis_and_it_is_kept(arena: Arena) -> None:
    number, session = await a_match(arena), missed()
    both = await asyncio.gather(*(arena.analyses.begin("m", number, session) for _ in range(2)))
    assert both[0] is both[1]
    found = await both[0].result
    assert (both[0].done, both[0].total, len(asked)) == (2, 2, 2)
    assert found == analysis.analyse(session)
    asked.clear()
    assert await arena.analyses.find("m", number, session) == found
    assert asked == []


async def test_a_game_that_was_played_on_otherwise_is_analysed_anew(arena: Arena) -> None:
    number, session = await a_match(arena), missed()
    await (await arena.analyses.begin("m", number, session)).result
    other = Session.start(session.game, session.setup, session.chance).play(1, "g7xh8")
    assert await arena.analyses.find("m", number, other) is None
    await (await arena.analyses.begin("m", number, other)).result
    assert await arena.analyses.find("m", number, other) is not None


async def test_what_failed_can_be_begun_again(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    number, session = await a_match(arena), missed()
    with monkeypatch.context() as patch:
        patch.setattr(analysis, "judged", None)
        progress = await arena.analyses.begin("m", number, session)
        with pytest.raises(HostingError, match="failed") as caught:
            await progress.result
        assert caught.value.code == "analysis-failed"
    assert await arena.analyses.find("m", number, session) is None
    await (await arena.analyses.begin("m", number, session)).result


async def test_an_end_of_the_program_is_made_up_for_by_the_next_press(
    database: Address, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, first = missed(), await open_arena(database, clock, None)
    number = await a_match(first)
    reached = asyncio.Event()

    async def never(*_: object) -> Json:
        reached.set()
        return await asyncio.Future()

    with monkeypatch.context() as patch:
        patch.setattr(type(first.computers), "piece", never)
        progress = await first.analyses.begin("m", number, session)
        await reached.wait()
        await first.close()
    assert progress.result.cancelled()
    second = await open_arena(database, clock, None)
    assert await second.analyses.find("m", number, session) is None
    await (await second.analyses.begin("m", number, session)).result
    assert await second.analyses.find("m", number, session) is not None
    await second.close()


async def test_nothing_played_and_no_workers_are_refused(arena: Arena) -> None:
    session = missed()
    empty = Session.start(session.game, session.setup, session.chance)
    with refused("no-turns"):
        await arena.analyses.begin("m", 1, empty)
    assert not arena.analyses.can_analyse(empty)
    switch_off(arena)
    with refused("no-workers"):
        await arena.analyses.begin("m", 1, session)


async def test_a_match_that_is_removed_meanwhile_keeps_nothing(arena: Arena) -> None:
    found = await (await arena.analyses.begin("m", 99, missed())).result
    assert found == analysis.analyse(missed())
    assert await arena.analyses.find("m", 99, missed()) is None


async def test_an_imported_records_analysis_goes_with_it(arena: Arena) -> None:
    brought = await arena.imports.add(None, ANN.person_id, write(missed(), ["One", "Two"]))
    await (await arena.analyses.begin("i", brought.id, brought.session)).result
    assert await arena.analyses.find("i", brought.id, brought.session) is not None
    await arena.deletions.delete(ANN.person_id)
    await arena.idle()
    assert await arena.analyses.find("i", brought.id, brought.session) is None


async def test_decisions_are_analysed_once_and_kept_over_a_restart(database: Address, clock: ManualClock) -> None:
    session, first = begun("apex", "2", 6).forfeit(2), await open_arena(database, clock, None)
    number = await a_match(first)
    found = await (await first.analyses.begin("m", number, session)).result
    assert len(asked) == len(found.turns) >= 4
    assert found == analysis.analyse(session)
    await first.close()
    asked.clear()
    second = await open_arena(database, clock, None)
    assert await second.analyses.find("m", number, session) == found
    assert asked == []
    await second.close()


def begun(key: str, mode: str, count: int) -> Session:
    """Return a game after some first legal moves."""
    session = Session.start(get(key), Setup(mode), Chance.from_text("x"))
    for _ in range(count):
        seat = min(session.to_act)
        session = session.move(
            seat, session.game.format(session.state, seat, session.game.legal(session.state, seat)[0])
        )
    return session


async def test_a_record_of_a_match_that_is_still_played_waits_for_its_end(arena: Arena) -> None:
    match, rng = await begin(arena, game="mutants"), random.Random(1)
    for _ in range(6):
        seat = min(match.session.to_act)
        match = await arena.matches.play(match.id, match.person_of(seat), drawn_text(match.session, seat, rng))
    running = match.session
    text = write(running.forfeit(min(running.to_act)), ["One", "Two"])
    brought = await arena.imports.add(None, ANN.person_id, text)
    with refused("analysis-early"):
        await arena.analyses.begin("i", brought.id, brought.session)
    other = await arena.imports.add(None, ANN.person_id, write(missed(), ["One", "Two"]))
    await (await arena.analyses.begin("i", other.id, other.session)).result
    await arena.matches.forfeit(match.id, ANN.person_id)
    await (await arena.analyses.begin("i", brought.id, brought.session)).result
