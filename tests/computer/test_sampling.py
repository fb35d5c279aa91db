"""Sampling: what playouts do is legal, and what a game does quicker than the engine comes out as there."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from computer import players
from computer.mutants import Playout
from computer.players import domain
from computer.sampling import Draws
from engine.mutants.apply import carry_out
from engine.mutants.game import MUTANTS
from engine.mutants.state import State, to_act
from engine.mutants.table import Table
from tests.every_mode import EVERY_MODE, Row
from tests.volume import many

ROWS = [
    row
    for row in EVERY_MODE
    if row.key in players.SAMPLED
    and players.keys(row.key, row.setup.mode)
    and dict(row.options).get("decks", "random") == "random"
]


class Engine(Playout):
    """A playout that draws as the engine does."""

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:  # type: ignore[override]
        return Table.shuffled(self, cards)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_playouts_make_legal_moves_to_the_end(row: Row) -> None:
    rules, asked = domain(row.key), set[str]()
    for number in range(many(2, 20)):
        state, draws = row.begin(f"legal {number}").state, Draws(number)
        while acting := sorted(row.game.to_act(state)):
            moves = {seat: rules.policy(state, seat, draws) for seat in acting}
            for seat, move in moves.items():
                assert move in row.game.legal(state, seat)
            if isinstance(state, State) and state.ask is not None:
                asked.add(state.ask.kind)
            state = row.game.apply(state, moves).state
        end = rules.go_on(row.begin(f"legal {number}").state, _firsts(row, number), Draws(number), 10_000)
        assert row.game.outcome(end) is not None
    assert row.key != "mutants" or asked >= {"mulligan", "act", "flank", "freeze-empty"}


def _firsts(row: Row, number: int) -> dict[int, object]:
    state, draws = row.begin(f"legal {number}").state, Draws(0)
    return {seat: domain(row.key).policy(state, seat, draws) for seat in sorted(row.game.to_act(state))}


@pytest.mark.parametrize("row", [row for row in ROWS if row.key == "mutants"], ids=lambda row: row.name)
def test_playouts_of_mutants_come_out_as_in_the_engine(row: Row) -> None:
    rules = domain("mutants")
    for number in range(many(2, 20)):
        state, draws, rng = row.begin(f"table {number}").state, Draws(number), random.Random(number)
        table, steps = Engine(state, draws), 0
        while acting := sorted(to_act(state)):
            steps += 1
            if steps == 40 and row.seats > 2:
                state = MUTANTS.forfeit(state, rng.randint(1, row.seats)).state
                table = Engine(state, draws)
                continue
            usual = rng.random() < 0.5
            moves = {
                seat: rules.policy(state, seat, draws) if usual else rng.choice(MUTANTS.legal(state, seat))
                for seat in acting
            }
            state = MUTANTS.apply(state, moves).state
            carry_out(table, moves)
            assert table.packed() == replace(state, said=())
            assert (table.events, table.said) == ([], [])
        assert steps > 60


def test_a_playout_ends_where_it_should() -> None:
    row = next(row for row in ROWS if row.key == "mutants")
    rules, state = domain("mutants"), row.begin("ends").state
    moves = {seat: rules.policy(state, seat, Draws(1)) for seat in to_act(state)}
    ends = [rules.go_on(state, moves, Draws(2), turn) for turn in (state.turn, state.turn + 5)]
    assert ends[0].turn < ends[1].turn
    assert ends[1] == rules.go_on(state, moves, Draws(2), state.turn + 5)
