"""The rules of the games beside python-chess's: perft leaves a second and random playouts."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
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

CHESS_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Subject:
    """A game to measure, and what was promised.

    Attributes:
        game: Its key.
        depth: Of its perft.
        leaves: Leaves a second, as a multiple of the peer's.
        middles: Besides the start: the setup and seed of random games, from whose middle to count.
        playouts: The setups of which to play random games out, by their names.
    """

    game: str
    depth: int
    leaves: float
    middles: tuple[tuple[Setup, str], ...]
    playouts: tuple[tuple[str, Setup], ...]


def _replica(sight: str, king_power: str) -> Setup:
    return Setup("2", (("sight", sight), ("king_power", king_power)))


POWERS = ("none", "all_kings", "double", "backward_capture")
SUBJECTS = (
    Subject(
        "replicants",
        depth=6,
        leaves=1.0,
        middles=tuple((Setup(mode), seed) for mode, seed in (("2", "1"), ("3", "2"), ("teams", "3"))),
        playouts=tuple((f"mode {mode}", Setup(mode)) for mode in ("2", "3", "4", "teams")),
    ),
    Subject(
        "replica",
        depth=4,
        leaves=2.0,
        middles=(
            (Setup("2"), "1"),
            (Setup("2"), "2"),
            *((_replica("forward", power), "3") for power in POWERS),
            *((_replica("all", power), "4") for power in POWERS[1:]),
        ),
        playouts=tuple((f"king_power {power}", _replica("all", power)) for power in POWERS),
    ),
)
LEAST_PLAYOUTS = 2.0
"""Actions a second that every game promises, as a multiple of the peer's."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` repeats less often."""
    repeats = 3 if quick else 9
    moves = 3_000 if quick else 15_000
    return [
        row for subject in SUBJECTS for row in (*_perft_rows(subject, repeats), *_playout_rows(subject, repeats, moves))
    ]


def _perft_rows(subject: Subject, repeats: int) -> list[Row]:
    game = registry.get(subject.game)
    starts = {"start": game.initial(Setup("2"), Chance.from_text("bench"))}
    starts |= {f"middle {_named(setup)} {seed}": _middle(game, setup, seed) for setup, seed in subject.middles}
    rates: dict[str, list[float]] = {name: [] for name in starts}
    peer: list[float] = []
    for _ in range(repeats):
        for name, state in starts.items():
            rates[name].append(_rate(partial(perft, game, state, subject.depth)))
        peer.append(_rate(partial(_chess_perft, chess.Board(), CHESS_DEPTH)))
    chess_rate = statistics.median(peer)
    return [
        Row.higher(
            f"{game.info.name} perft {subject.depth}, {name}",
            statistics.median(values),
            "leaves/s",
            f"python-chess perft {CHESS_DEPTH}, bulk",
            chess_rate,
            at_least=subject.leaves,
        )
        for name, values in rates.items()
    ]


def _playout_rows(subject: Subject, repeats: int, moves: int) -> list[Row]:
    game = registry.get(subject.game)
    ours: dict[str, list[float]] = {name: [] for name, _ in subject.playouts}
    peer: list[float] = []
    for repeat in range(repeats):
        for name, setup in subject.playouts:
            ours[name].append(_rate(partial(_playouts, game, setup, moves, repeat)))
        peer.append(_rate(partial(_chess_playouts, moves, repeat)))
    chess_rate = statistics.median(peer)
    return [
        Row.higher(
            f"{game.info.name} random playouts, {name}",
            statistics.median(rates),
            "actions/s",
            "python-chess playouts",
            chess_rate,
            at_least=LEAST_PLAYOUTS,
        )
        for name, rates in ours.items()
    ]


def _named(setup: Setup) -> str:
    return " ".join([setup.mode, *(value for _, value in setup.options)])


def _rate(work: Callable[[], int]) -> float:
    began = time.perf_counter()
    count = work()
    return count / (time.perf_counter() - began)


def _middle(game: Game[Any, Any, Any], setup: Setup, seed: str) -> Any:  # noqa: ANN401 - each game has its own type of state
    """Return the position halfway through a random game, at the beginning of a turn."""
    entries = selfplay(game, setup, seed).entries
    half = len(entries) // 2
    while entries[half].turn == entries[half - 1].turn:
        half -= 1
    session = Session.start(game, setup, Chance.from_text("bench"))
    for entry in entries[:half]:
        session = session.move(entry.seat, entry.text)
    return session.state


def _playouts(game: Game[Any, Any, Any], setup: Setup, moves: int, seed: int) -> int:
    """Play random games until at least `moves` actions are made: choose uniformly, apply, test for the end."""
    choose = random.Random(seed)
    start, played = game.initial(setup, Chance.from_text("bench")), 0
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
