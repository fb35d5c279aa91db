"""What the searches know of the rules is what the engine knows, and pruning never changes a value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from computer import players, replica, replicants
from computer.search import NEAR_WIN, WIN, Search
from engine.chance import Chance
from engine.game import Setup
from engine.replica.game import REPLICA
from engine.replica.rules import DOUBLE
from engine.replica.state import State as ReplicaState
from engine.replicants.game import REPLICANTS
from engine.replicants.state import State as ReplicantsState
from tests.engine.kit import every_setup, label
from tests.volume import many

REPLICA_SETUPS = [pytest.param(setup, id=label(setup)) for setup in every_setup(REPLICA)]
TWO_SIDES = [pytest.param(mode, id=mode) for mode in ("2", "teams")]


def walk(game: Any, setup: Setup, seed: str, games: int, action: int = 0) -> Iterator[Any]:
    """Give every position of random games but the ends, or in Replicants those before one of a turn's actions."""
    rng = random.Random(seed)
    for _ in range(games):
        state = game.initial(setup, Chance.from_text(seed))
        while game.to_act(state):
            if action in (0, getattr(state, "action", 0)):
                yield state
            state = game.apply(state, {state.seat: rng.choice(game.legal(state, state.seat))}).state


def search_of(state: Any, nodes: int = 10**9) -> tuple[Search[Any, Any], Any]:
    game, sides = ("replica", 2) if isinstance(state, ReplicaState) else ("replicants", len(state.sides))
    weights = players.weights_of(game, "teams" if sides > 2 else "2")
    return players.search(state, players.Level((0,), nodes, 0), weights)


def positions_after(game: Any, state: Any) -> list[Any]:
    return [game.apply(state, {state.seat: move}).state for move in game.legal(state, state.seat)]


def won_by(game: Any, before: Any, after: Any) -> bool:
    outcome = game.outcome(after)
    return outcome is not None and outcome.ranks[before.seat - 1] == 1


# Replica: the engine's positions, its moves as integers.


@pytest.mark.parametrize("setup", REPLICA_SETUPS)
def test_replica_has_the_moves_and_positions_of_the_engine(setup: Setup) -> None:
    state: ReplicaState
    for state in walk(REPLICA, setup, f"{setup}", many(6, 60)):
        search = replica.Replica(state.rules, players.weights_of("replica", "2"), 0)
        moves = search.moves(state)
        legal = REPLICA.legal(state, state.seat)
        assert len(moves) == len(legal)
        assert {replica.to_engine(each) for each in moves} == set(legal)
        for move in moves:
            after = REPLICA.apply(state, {state.seat: replica.to_engine(move)}).state
            assert search.after(state, move) == after


@pytest.mark.parametrize("setup", REPLICA_SETUPS)
def test_replica_sees_each_win_in_one_move_or_two_of_one_king(setup: Setup) -> None:
    wins = 0
    for state in walk(REPLICA, setup, f"wins {setup}", many(10, 100)):
        search = replica.Replica(state.rules, players.weights_of("replica", "2"), 0)
        after = positions_after(REPLICA, state)
        if state.rules.king_power == DOUBLE:  # P9
            after += [second for first in after if first.moved for second in positions_after(REPLICA, first)]
        won = any(won_by(REPLICA, state, each) for each in after)
        assert search.wins_at_once(state) == won
        wins += won
    assert wins > 0


def test_replica_is_the_same_for_both_sides() -> None:
    def turned(mask: int) -> int:
        return int(f"{mask:064b}"[::-1], 2)

    for state in walk(REPLICA, Setup("2"), "turned", 10):
        if state.seat == 2:
            continue
        search = replica.Replica(state.rules, players.weights_of("replica", "2"), 0)
        masks = {each: turned(getattr(state, each)) for each in ("mine", "theirs", "kings")}
        there = replace(state, seat=2, **masks)
        assert search.estimate(state) == search.estimate(there)
        assert search.placement(state) == search.placement(there)


# Replicants: the engine's state, applied and valued faster.


@pytest.mark.parametrize("mode", TWO_SIDES)
def test_replicants_has_the_positions_of_the_engine(mode: str) -> None:
    state: ReplicantsState
    for state in walk(REPLICANTS, Setup(mode), "positions", many(2, 20)):
        search, _ = search_of(state)
        for move in REPLICANTS.legal(state, state.seat):
            after = REPLICANTS.apply(state, {state.seat: move}).state
            if after.end is None and after.action == 1 and REPLICANTS.count_legal(after, after.seat) == 1:
                (charge,) = REPLICANTS.legal(after, after.seat)
                after = REPLICANTS.apply(after, {after.seat: charge}).state
            assert search.after(state, move) == after


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_replicants_values_each_third_action_as_the_position_behind_it(mode: str) -> None:
    tried = 0
    for state in walk(REPLICANTS, Setup(mode), "thirds", many(4, 40), 3):
        evaluation = replicants.Evaluation(state.rules, players.weights_of("replicants", mode))
        thirds = evaluation.thirds(state.sides, state.seat - 1)
        assert {move for _, move in thirds} == set(REPLICANTS.legal(state, state.seat))
        for value, move in thirds:
            after = REPLICANTS.apply(state, {state.seat: move}).state
            assert value == evaluation.after_turn(after.sides, state.seat - 1)
            tried += 1
        for value, move in evaluation.thirds(state.sides, state.seat - 1, replies=False):
            after = REPLICANTS.apply(state, {state.seat: move}).state
            assert value == evaluation.placement(after.sides, state.seat - 1)
    assert tried > 100


@pytest.mark.parametrize("mode", TWO_SIDES)
def test_replicants_sees_each_win_in_the_next_turn(mode: str) -> None:
    wins = 0
    for state in walk(REPLICANTS, Setup(mode), "wins", many(12, 60), 2):
        search, _ = search_of(state)
        after = positions_after(REPLICANTS, state)
        won = any(won_by(REPLICANTS, state, each) for each in after)
        value = search.settled(state, 0, -WIN, WIN)
        assert value is not None
        assert (value > NEAR_WIN) == won
        wins += won
    assert wins > 0


@pytest.mark.parametrize("mode", ["3", "4"])
def test_replicants_for_several_takes_each_win_in_one_turn(mode: str) -> None:
    wins = 0
    for state in walk(REPLICANTS, Setup(mode), "several", many(10, 60), 2):
        after = positions_after(REPLICANTS, state)
        if not any(won_by(REPLICANTS, state, each) for each in after):
            continue
        several = replicants.Several(state.rules, players.weights_of("replicants", mode), 50, width=2, rounds=1)
        assert won_by(REPLICANTS, state, several.rank(state)[0].after)
        assert won_by(REPLICANTS, state, several.turns(state, replies=False)[0].after)
        wins += 1
    assert wins > 0


@pytest.mark.parametrize("mode", ["3", "4"])
def test_replicants_for_several_expects_the_others_to_look_ahead(mode: str) -> None:
    positions = list(walk(REPLICANTS, Setup(mode), "ahead", 1, 2))
    ended = 0
    for state in positions[:: -many(12, 1)]:
        near, far = (
            replicants.Several(state.rules, players.weights_of("replicants", mode), 10**9, width=3, rounds=rounds)
            for rounds in (1, 2)
        )
        for line in far.rank(state):
            here = line.after
            while here.end is None and here.seat != state.seat:
                here = near.rank(here)[0].after
            ended += here.end is not None
            assert line.value == (replicants.final(here, state.seat) if here.end else near.rank(here)[0].value)
    assert ended > 0


@pytest.mark.parametrize("mode", ["3", "4"])
def test_where_nodes_end_replicants_for_several_has_played_on_the_best_turns_by_the_evaluation(mode: str) -> None:
    state = REPLICANTS.initial(Setup(mode), Chance.from_text(""))
    numbers = set()
    for limit in (1, 1000, 3000):
        several = replicants.Several(state.rules, players.weights_of("replicants", mode), limit, width=6, rounds=2)
        played = [line.moves for line in several.rank(state)]
        best = [line.moves for line in several.turns(state, most=6)]
        assert {*played} == {*best[: len(played)]}
        numbers.add(len(played))
    assert len(numbers) == 3


def test_replicants_is_the_same_for_both_sides() -> None:
    state = REPLICANTS.initial(Setup("2"), Chance.from_text(""))
    evaluation = replicants.Evaluation(state.rules, players.weights_of("replicants", "2"))
    assert evaluation.after_turn(state.sides, 0) == evaluation.after_turn(state.sides, 1)
    assert evaluation.placement(state.sides, 0) == -evaluation.placement(state.sides, 1) == 0


# The search itself.


def minimax(search: Search[Any, Any], position: Any, depth: int) -> int:
    """Return the value without any pruning, table or order."""
    settled = search.settled(position, depth, -2 * WIN, 2 * WIN)
    if settled is not None:
        return settled
    values = []
    for move in search.every(position):
        after = search.after(position, move)
        value = minimax(search, after, depth - search.cost(position, move))
        value = value if search.side(after) == search.side(position) else -value
        values.append(value - 1 if value > NEAR_WIN else value + 1 if value < -NEAR_WIN else value)
    return max(values)


def started(game: Any, setup: Setup, seed: str, turns: int) -> Any:
    positions = list(walk(game, setup, seed, 1))
    return positions[min(turns, len(positions) - 1)]


@pytest.mark.parametrize(
    ("game", "setup", "turns", "depth"),
    [
        *[pytest.param(REPLICA, each.values[0], 12, 1, id=f"replica-{each.id}") for each in REPLICA_SETUPS],
        pytest.param(REPLICA, Setup("2"), 28, 3, id="replica-late"),
        pytest.param(REPLICANTS, Setup("2"), 20, 2, id="replicants-2"),
        pytest.param(REPLICANTS, Setup("teams"), 20, 2, id="replicants-teams"),
    ],
)
def test_pruning_changes_no_value(game: Any, setup: Setup, turns: int, depth: int) -> None:
    state = started(game, setup, f"prune {setup}", turns)
    search, position = search_of(state)
    best = search.rank(position, range(depth + 1))[0]
    plain, _ = search_of(state)
    values = {}
    for line in search.overlook(position):
        same = plain.side(line.after) == plain.side(position)
        values[line.moves] = minimax(plain, line.after, search.depth) * (1 if same else -1)
    value = values[best.moves]
    if max(values.values()) > NEAR_WIN:
        assert value > NEAR_WIN
    elif value < -NEAR_WIN:
        assert max(values.values()) < -NEAR_WIN
    else:
        assert value == max(values.values()) == best.value


@pytest.mark.parametrize("mode", TWO_SIDES)
def test_a_selective_search_with_room_for_every_action_is_none(mode: str) -> None:
    state = started(REPLICANTS, Setup(mode), f"room {mode}", 20)
    whole, position = search_of(state)
    weights = players.weights_of("replicants", mode)
    selective = replicants.TwoSides(state.rules, weights, 10**9, beam=(1_000, 1_000))
    assert selective.rank(position, [0, 2, 3])[0].value == whole.rank(position, [0, 2, 3])[0].value


def test_a_search_stops_at_its_nodes_and_has_an_answer() -> None:
    search, position = search_of(started(REPLICANTS, Setup("2"), "limit", 6), nodes=2_000)
    lines = search.rank(position, [0, 2, 4, 6, 8])
    assert search.nodes <= 2_001 + len(lines)
    assert search.depth < 8
    assert lines


@pytest.mark.parametrize(("game", "margin"), [(REPLICANTS, 12), (REPLICA, 0)])
def test_turns_that_were_searched_deeper_count_though_the_nodes_end(game: Any, margin: int) -> None:
    state = started(game, Setup("2"), "partly", 6)
    shallow, position = search_of(state)
    before = shallow.rank(position, [0], margin)
    depth = 2 if game is REPLICANTS else 3
    whole, _ = search_of(state)
    deeper = {line.moves: line.value for line in whole.rank(position, [0, depth], margin)}
    partly, _ = search_of(state, nodes=(shallow.nodes + whole.nodes) // 2)
    lines = partly.rank(position, [0, depth], margin)
    assert partly.depth == 0
    assert 0 < len(lines) < len(before)
    assert before[0].moves in [line.moves for line in lines]
    assert lines[0].value == deeper[lines[0].moves]


class Trap(Search[str, str]):
    """Three turns: the first looks best and loses to the only reply, the others have many replies."""

    def side(self, position: str) -> int:
        return len(position) % 2

    def settled(self, position: str, depth: int, alpha: int, beta: int) -> int | None:
        if position == "ax":
            return -WIN
        return None if depth > 0 else -self.greedy("", position)

    def moves(self, position: str) -> str:
        if not position:
            return "abc"
        return "x" if position == "a" else "0123456789"

    def after(self, position: str, move: str) -> str:
        return position + move

    def cost(self, position: str, move: str) -> int:
        return 1

    def key(self, position: str) -> str:
        return position

    def goes_on(self, before: str, after: str) -> bool:
        return False

    def greedy(self, before: str, after: str) -> int:
        return {"a": 3, "b": 2, "c": 1}[after[0]]


@pytest.mark.parametrize("margin", [0, 2])
def test_a_turn_that_loses_is_not_played_because_the_nodes_end(margin: int) -> None:
    search = Trap(14)
    lines = search.rank("", [0, 1], margin)
    assert search.depth == 0
    assert [line.moves for line in lines] == [("b",), ("c",), ("a",)]
    assert lines[-1].value < -NEAR_WIN


def test_other_turns_are_searched_once_those_that_looked_best_lose() -> None:
    search = Trap(10**9)
    assert [line.moves for line in search.rank("", [0, 0, 1], most=1)] == [("b",), ("c",), ("a",)]
    assert [line.moves for line in search.rank("", [0, 0, 1, 1], most=1)] == [("b",)]


class Narrow(Trap):
    """One action is searched, and more only where it loses."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.searched: list[str] = []

    def width(self, position: str) -> int:
        return 1

    def after(self, position: str, move: str) -> str:
        self.searched.append(position + move)
        return super().after(position, move)


def test_other_actions_are_searched_where_those_that_looked_best_lose() -> None:
    search = Narrow(10**9)
    assert search.value("", 2, -2 * WIN, 2 * WIN) == search.value("b0", 0, -2 * WIN, 2 * WIN)
    assert list(dict.fromkeys(search.searched)) == ["a", "ax", "b", "b0"]
