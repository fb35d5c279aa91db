"""Sampling: what playouts do is legal, and what a game does quicker than the engine comes out as there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from computer.mutants import Playout
from computer.players import domain
from computer.sampling import Domain, Draws, Sampling
from engine.apex.state import State as ApexState
from engine.apex.state import controller, controllers
from engine.mutants.apply import carry_out
from engine.mutants.game import MUTANTS
from engine.mutants.state import State, to_act
from engine.mutants.table import Table
from engine.seat import Seat
from tests.computer import HIDDEN
from tests.every_mode import Row
from tests.volume import many


class Engine(Playout):
    """A playout that draws as the engine does."""

    def shuffled(self, cards: tuple[str, ...]) -> tuple[str, ...]:  # type: ignore[override]
        return Table.shuffled(self, cards)


@pytest.mark.parametrize("row", HIDDEN, ids=lambda row: row.name)
def test_playouts_make_legal_moves_to_the_end(row: Row) -> None:
    rules, asked = domain(row.key, row.setup.mode), set[str]()
    for number in range(many(2, 20)):
        state, draws = row.begin(f"legal {number}").state, Draws(number)
        while acting := sorted(row.game.to_act(state)):
            moves = {seat: rules.policy(state, seat, draws) for seat in acting}
            for seat, move in moves.items():
                assert move in row.game.legal(state, seat)
            if isinstance(state, State) and state.ask is not None:
                asked.add(state.ask.kind)
            if isinstance(state, ApexState):
                assert controllers(state) == [controller(state, slot) for slot in range(len(state.rules.slots))]
            state = row.game.apply(state, moves).state
        end = rules.go_on(row.begin(f"legal {number}").state, _firsts(row, number), Draws(number), 10_000)
        assert row.game.outcome(end) is not None
    assert row.key != "mutants" or asked >= {"mulligan", "act", "flank", "freeze-empty"}


@pytest.mark.parametrize("row", [row for row in HIDDEN if row.key == "apex"], ids=lambda row: row.name)
def test_turns_of_playouts_of_apex_are_counted_from_the_start_of_the_round(row: Row) -> None:
    rules, draws, began = domain("apex", row.setup.mode), Draws(1), dict[tuple[int, int], int]()
    state = row.begin("rounds").state
    while acting := sorted(row.game.to_act(state)):
        if state.round > 0:
            assert rules.start(state) == began.setdefault((state.age, state.round), row.game.turn(state))
        state = row.game.apply(state, {seat: rules.policy(state, seat, draws) for seat in acting}).state
    assert len(began) > 1


def _firsts(row: Row, number: int) -> dict[int, object]:
    state, draws = row.begin(f"legal {number}").state, Draws(0)
    return {seat: domain(row.key, row.setup.mode).policy(state, seat, draws) for seat in sorted(row.game.to_act(state))}


@pytest.mark.parametrize("row", [row for row in HIDDEN if row.key == "mutants"], ids=lambda row: row.name)
def test_playouts_of_mutants_come_out_as_in_the_engine(row: Row) -> None:
    rules = domain("mutants", row.setup.mode)
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
    row = next(row for row in HIDDEN if row.key == "mutants")
    rules, state = domain("mutants", row.setup.mode), row.begin("ends").state
    moves = {seat: rules.policy(state, seat, Draws(1)) for seat in to_act(state)}
    ends = [rules.go_on(state, moves, Draws(2), turn) for turn in (state.turn, state.turn + 5)]
    assert ends[0].turn < ends[1].turn
    assert ends[1] == rules.go_on(state, moves, Draws(2), state.turn + 5)


def test_a_turn_has_the_same_draws_however_many_came_before() -> None:
    found = []
    for before in (0, 3):
        draws = Draws(1)
        draws.shuffled(range(before))
        orders = list[list[int]]()
        for turn in (2, 2, 3):
            draws.turn(turn)
            orders.append(draws.shuffled(range(20)))
        found.append(orders)
    assert found[0] == found[1]
    assert found[0][0] != found[0][1] != found[0][2] != found[0][0]


@pytest.mark.parametrize("row", [row for row in HIDDEN if row.key == "apex"], ids=lambda row: row.name)
def test_the_others_choose_alike_in_a_world_whatever_the_seat_does(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    state, rules = row.begin("others").state, domain(row.key, row.setup.mode)
    monkeypatch.setattr(rules, "go_on", lambda _state, choices, _draws, _last: choices)
    sampling = Sampling(rules, state, 1, "others", 1)
    move, *_ = row.game.legal(state, 1)
    differ = 0
    for number in range(20):
        given, usual = sampling.reached([move], number), sampling.reached([], number)
        differ += given[1] != usual[1]
        assert {**given, 1: move} == {**usual, 1: move}
    assert differ > 0


class Alternatives(Domain):
    """Choices from 0 on, each worth its number, but the last one in a long playout."""

    game = MUTANTS

    def group(self, state: object, seat: Seat, move: int) -> int:
        return move

    def weight(self, state: object, seat: Seat) -> float:
        return 1.0

    def policy(self, state: object, seat: Seat, draws: Draws) -> object:
        raise AssertionError("nobody else chooses")

    def go_on(self, state: State, choices: Mapping[Seat, int], draws: Draws, last: int) -> tuple[int, int]:
        seen.append((choices[1], last - state.turn))
        return choices[1], last - state.turn

    def value(self, state: tuple[int, int], seat: Seat) -> float:
        move, turns = state
        return -50.0 if turns > 1 and move == 9 else float(move)

    def facts(self, state: object) -> list[list[float]]:
        return []


seen: list[tuple[int, int]] = []


class Alike(Alternatives):
    """The same choices, all of one group."""

    def group(self, state: object, seat: Seat, move: int) -> int:
        return 0


def alternatives(domain: Domain, glance: int) -> Sampling:
    """Return a decision about the choices of a domain, of which `seen` then has the playouts."""
    row = next(row for row in HIDDEN if row.key == "mutants" and dict(row.options).get("reserve") == "ready")
    state = row.begin("glance").state
    while to_act(state) != {1}:
        state = MUTANTS.apply(state, {seat: MUTANTS.legal(state, seat)[0] for seat in to_act(state)}).state
    seen.clear()
    return Sampling(domain, state, 1, "a", 5, glance)


def test_the_only_group_is_not_played_on_its_own() -> None:
    found = []
    for rules in (Alternatives(), Alike()):
        sampling = alternatives(rules, 0)
        found.append((sampling.choose(list(range(10)), 100), sampling.playouts))
    assert found[0] == found[1]
    assert found[0][1] <= 100


@pytest.mark.parametrize("glance", [0, 1])
def test_a_glance_leaves_choices_out_and_longer_playouts_decide(glance: int) -> None:
    sampling = alternatives(Alternatives(), glance)
    assert sampling.choose(list(range(10)), 100)[0] == 8
    assert sampling.playouts == len(seen)
    short, long = ({move for move, turns in seen if turns == length} for length in (1, 5))
    assert (short, long) == ((set(range(10)), set(range(5, 10))) if glance else (set(), set(range(10))))
