"""Mutants: random whole games a second beside the other games, how long the widest list of moves takes, simple players.

Each form of the game is played beside APEX of as many seats; the Revolt, which no other game has a like of, beside
Replica. What is widest is looked for among crowded positions, with full arenas; python-chess lists the moves of the
widest chess position known. Against the bosses a player who looks one decision ahead stands beside one at random.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Any

import chess

from bench.playouts import playout, rates
from bench.report import Row
from engine import registry
from engine.chance import Chance
from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.rules import PICKS, rules_of
from engine.mutants.state import State
from engine.seat import Seat
from engine.setups import whole
from tests.engine.mutants.comparing import crowded

FORMS = (
    ("2 players, drafted", Setup("2"), ("apex", "2")),
    ("3 players, drafted", Setup("3"), ("apex", "3")),
    ("4 players, drafted", Setup("4"), ("apex", "4")),
    ("4 players, ready decks", Setup("4", (("reserve", "ready"),)), ("apex", "4")),
    ("the Revolt", Setup("solo"), ("replica", "2")),
)
WIDEST = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
"""A chess position with 218 legal moves, the most that are known (N. Petrovic, 1964)."""


def run(*, quick: bool) -> list[Row]:
    """Return the rows; `quick` plays fewer games."""
    games, repeats = (5, 3) if quick else (30, 9)
    forms = (row for form in FORMS for row in _games(*form, games, repeats))
    return [*forms, *_widest(10 * games, repeats), *_bosses(10 * games)]


def _bosses(games: int) -> list[Row]:
    """Return how often a player who looks one decision ahead beats each boss, beside one who plays at random."""
    rows = []
    for boss in components().bosses.values():
        ahead, blind = (sum(_beaten(boss.key, number, ahead=way) for number in range(games)) for way in (True, False))
        name = f"Mutants: games of {games} won against {boss.name_en}, one decision ahead"
        rows.append(Row.higher(name, ahead, "games", "at random", blind))
    return rows


def _beaten(boss: str, number: int, *, ahead: bool) -> bool:
    """Return whether a simple player with a random reserve beats a boss."""
    draw = random.Random(f"{boss} {number}")
    setup = Setup("solo", (("boss", boss),))
    picks = draw.sample([card.code for card in rules_of(setup).allowed], PICKS)
    setup = replace(setup, loadouts=("+".join(code for pick in picks for code in (pick, pick)),))
    state = MUTANTS.initial(whole(MUTANTS, setup), Chance.from_text(f"{boss} {number}"))
    while seats := MUTANTS.to_act(state):
        (seat,) = seats
        moves = [*MUTANTS.legal(state, seat)]
        draw.shuffle(moves)
        after = [MUTANTS.apply(state, {seat: move}).state for move in (moves if ahead else moves[:1])]
        state = max(after, key=_promise)
    return state.over == "W"


def _promise(state: State) -> float:
    """Return how a position looks to the simple player: the boss's health, the lead in force, mutants face up."""
    side = state.sides[0]
    up = sum(bool(card) and not down for card, down in zip(side.arena, side.down, strict=True))
    return -state.health + 0.6 * (state.spaces[0] - state.spaces[1]) + 1.5 * up


def _games(label: str, setup: Setup, other: tuple[str, str], games: int, repeats: int) -> list[Row]:
    key, mode = other
    ours, peers = partial(playout, MUTANTS, setup), partial(playout, registry.get(key), Setup(mode))
    pairs = [(rates(ours, games, repeat), rates(peers, games, repeat)) for repeat in range(-1, repeats)][1:]
    rows = []
    for place, (what, unit) in enumerate((("games", "games/s"), ("decisions in such games", "decisions/s"))):
        mine, theirs = (statistics.median(pair[side][place] for pair in pairs) for side in (0, 1))
        peer = f"{registry.get(key).info.name}, mode {mode}"
        rows.append(Row.higher(f"Mutants random {what}, {label}", mine, unit, peer, theirs))
    return rows


def _widest(positions: int, repeats: int) -> list[Row]:
    """Return how long the moves of the widest crowded position take to list, and how many they are."""
    state, seat, width = _search(positions)
    board = chess.Board(WIDEST)
    ours, theirs = [], []
    for _ in range(50 * repeats):
        ours.append(_took(lambda: MUTANTS.legal(state, seat)))
        theirs.append(_took(lambda: list(board.legal_moves)))
    name = f"Mutants: legal moves of the widest of {3 * positions:,} crowded positions"
    return [
        Row(name, width, "moves", "python-chess, widest position known", board.legal_moves.count()),
        Row(
            f"{name}, a list",
            statistics.median(ours),
            "ms",
            "python-chess, widest position known",
            statistics.median(theirs),
        ),
    ]


def _search(positions: int) -> tuple[Any, Seat, int]:
    """Return which state of random crowded ones has the most legal moves, for which seat, and how many."""
    draw = random.Random(9)
    states = [crowded(draw, Setup(mode)) for _ in range(positions) for mode in ("2", "4", "solo")]
    widths = [(len(MUTANTS.legal(state, seat)), state, seat) for state in states for seat in MUTANTS.to_act(state)]
    width, state, seat = max(widths, key=itemgetter(0))
    return state, seat, width


def _took(work: Callable[[], object]) -> float:
    """Return the milliseconds that something takes."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)
