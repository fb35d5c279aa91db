"""Replicants' rules beside python-chess's: perft leaves a second and random playouts."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import chess

from bench.report import Row
from engine import registry
from engine.__main__ import selfplay
from engine.chance import Chance
from engine.game import Game, Setup
from engine.perft import perft
from engine.session import Session

DEPTH = 6
CHESS_DEPTH = 4


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` repeats less often."""
    repeats = 3 if quick else 9
    return [*_perft_rows(repeats), *_playout_rows(repeats, moves=3_000 if quick else 15_000)]


def _perft_rows(repeats: int) -> list[Row]:
    game = registry.get("replicants")
    starts = {"start": game.initial(Setup("2"), Chance.from_text("bench"))}
    starts |= {f"middle {seed}": _middle(game, mode, seed) for mode, seed in (("2", "1"), ("3", "2"), ("teams", "3"))}
    rates: dict[str, list[float]] = {name: [] for name in starts}
    peer: list[float] = []
    for _ in range(repeats):
        for name, state in starts.items():
            rates[name].append(_rate(partial(perft, game, state, DEPTH)))
        peer.append(_rate(partial(_chess_perft, chess.Board(), CHESS_DEPTH)))
    chess_rate = statistics.median(peer)
    return [
        Row.higher(
            f"Replicants perft {DEPTH}, {name}",
            statistics.median(values),
            "leaves/s",
            f"python-chess perft {CHESS_DEPTH}, bulk",
            chess_rate,
            at_least=1.0,
        )
        for name, values in rates.items()
    ]


def _playout_rows(repeats: int, moves: int) -> list[Row]:
    game = registry.get("replicants")
    ours: dict[str, list[float]] = {mode.key: [] for mode in game.info.modes}
    peer: list[float] = []
    for repeat in range(repeats):
        for mode, rates in ours.items():
            rates.append(_rate(partial(_playouts, game, mode, moves, repeat)))
        peer.append(_rate(partial(_chess_playouts, moves, repeat)))
    chess_rate = statistics.median(peer)
    return [
        Row.higher(
            f"Replicants random playouts, mode {mode}",
            statistics.median(rates),
            "actions/s",
            "python-chess playouts",
            chess_rate,
            at_least=2.0,
        )
        for mode, rates in ours.items()
    ]


def _rate(work: Callable[[], int]) -> float:
    began = time.perf_counter()
    count = work()
    return count / (time.perf_counter() - began)


def _middle(game: Game[Any, Any, Any], mode: str, seed: str) -> Any:  # noqa: ANN401 - each game has its own type of state
    """Return the position halfway through a random game, at the beginning of a turn."""
    entries = selfplay(game, Setup(mode), seed).entries
    session = Session.start(game, Setup(mode), Chance.from_text("bench"))
    for entry in entries[: len(entries) // 2 // 3 * 3]:
        session = session.move(entry.seat, entry.text)
    return session.state


def _playouts(game: Game[Any, Any, Any], mode: str, moves: int, seed: int) -> int:
    """Play random games until at least `moves` actions are made: choose uniformly, apply, test for the end."""
    choose = random.Random(seed)
    start, played = game.initial(Setup(mode), Chance.from_text("bench")), 0
    while played < moves:
        state = start
        while game.outcome(state) is None:
            (seat,) = game.to_act(state)
            state = game.apply(state, {seat: choose.choice(game.legal(state, seat))}).state
            played += 1
    return played


def _chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1)
        board.pop()
    return leaves


def _chess_playouts(moves: int, seed: int) -> int:
    choose, played = random.Random(seed), 0
    while played < moves:
        board = chess.Board()
        while not board.is_game_over():
            board.push(choose.choice(list(board.legal_moves)))
            played += 1
    return played
