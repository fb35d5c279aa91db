"""Whole matches of Mutants past Discord: drafted, with ready decks, by defaults alone; with a clock and a restart."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from engine import registry
from engine.auto_turns import drawn_turn
from engine.chance import Chance
from engine.mutants.game import MUTANTS
from engine.transcript import read_pasted
from engine.verify import Verdict, verify
from hosting.arena import Arena
from hosting.match.model import Match, Place
from hosting.match.sealing import copied
from hosting.match.service import record_of
from hosting.match_terms import Terms
from store.db.addresses import Address
from tests.databases import NEEDS_POSTGRESQL
from tests.hosting.conftest import ANN, BOB, CLEO, DAN, GUILD, ManualClock, NotingPoster, open_arena
from tests.hosting.timed import A_DAY, DAY_S, FISCHER, advance

SEATED = (ANN, BOB, CLEO, DAN)
ONE_DATABASE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture(autouse=True)
def mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    known = registry.games()
    monkeypatch.setattr(registry, "_GAMES", known if MUTANTS in known else (*known, MUTANTS))


async def begin(arena: Arena, mode: str, terms: Terms | None = None, **options: str) -> Match:
    tables, host = arena.tables, SEATED[0]
    table = await tables.open(
        GUILD, 300, host, "mutants", mode, options=tuple(options.items()), where="here", terms=terms or Terms()
    )
    for person in SEATED[1 : 1 if mode == "solo" else int(mode)]:
        table = await tables.join(table.id, person)
    return await tables.start(table.id, host.person_id, (Place("board", 300),))


async def play_on(arena: Arena, match_id: int, most: int, seed: str) -> Match:
    """Have those who are asked play turns drawn by lot, so many at most."""
    chance = Chance.from_text(seed)
    for count in range(most):
        match = await arena.matches.get(match_id)
        if match.over:
            break
        number, chance = chance.below(len(match.session.to_act))
        seat = sorted(match.session.to_act)[number]
        lots = Chance.from_text(f"{seed} {count}")
        text = drawn_turn(MUTANTS, match.session.state, seat, lots)
        await arena.matches.play(match_id, match.person_of(seat), text)
    return await arena.matches.get(match_id)


@pytest.mark.parametrize(
    ("database", "mode", "options"),
    [
        ("sqlite", "3", {}),
        pytest.param("postgresql", "3", {}, marks=NEEDS_POSTGRESQL),
        ("sqlite", "2", {"reserve": "ready", "decks": "42"}),
        ("sqlite", "4", {"reserve": "ready"}),
        ("sqlite", "solo", {}),
    ],
    indirect=["database"],
)
async def test_a_match_by_lot_is_played_through_and_proven(
    arena: Arena, database: Address, clock: ManualClock, poster: NotingPoster, mode: str, options: dict[str, str]
) -> None:
    match = await begin(arena, mode, Terms() if mode == "solo" else Terms(clock=FISCHER), **options)
    await play_on(arena, match.id, 40, f"first {mode}")
    await arena.close()
    arena = await open_arena(database, clock, poster)
    match = await play_on(arena, match.id, 1_000, f"then {mode}")
    assert match.over
    report = await asyncio.to_thread(
        verify, record_of(match, None), read_pasted(copied(match, await arena.commitments.opened(match)))
    )
    assert report.of(Verdict.FAILS) == []
    assert len(await arena.commitments.opened_at_the_end(match)) == (6 if mode == "3" else 0)
    await arena.close()


@ONE_DATABASE
async def test_a_match_that_nobody_plays_is_played_by_the_rules_to_its_end(arena: Arena, clock: ManualClock) -> None:
    match = await begin(arena, "3", Terms(clock=A_DAY))
    for _ in range(200):
        match = await arena.matches.get(match.id)
        if match.over:
            break
        await advance(arena, clock, DAY_S)
    assert match.over
    assert match.session.outcome is not None
    assert {line.detail["did"] for line in await arena.audit.of_match(match.id)} == {"default"}


@ONE_DATABASE
async def test_only_the_clock_of_the_asked_runs(arena: Arena, clock: ManualClock) -> None:
    match, asked = await begin(arena, "3", Terms(clock=A_DAY), reserve="ready"), 0
    for count in range(150):
        await arena.idle()
        match = await arena.matches.get(match.id)
        if match.over or match.clock is None:
            break
        running = {seat for seat in (1, 2, 3) if match.clock.due(seat) is not None}
        assert running == match.session.to_act
        (seat,) = running
        asked += MUTANTS.owner(match.session.state) not in (None, seat)
        await advance(arena, clock, timedelta(minutes=5).total_seconds())
        text = drawn_turn(MUTANTS, match.session.state, seat, Chance.from_text(f"asked {count}"))
        await arena.matches.play(match.id, match.person_of(seat), text)
    assert asked
