"""The rules: perft and playouts beside python-chess's, whole games, the widest lists of moves."""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter
from statistics import median
from typing import Any, TypeAlias

import chess

from bench.measure import Row, Timer, beside
from engine.__main__ import selfplay
from engine.chance import Chance
from engine.game import Game, Setup
from engine.mutants.game import MUTANTS
from engine.perft import perft
from engine.registry import get
from engine.session import Session
from tests.engine.mutants.comparing import crowded

Play: TypeAlias = Callable[[random.Random], int]
"""Plays a whole game and returns how many decisions there were."""


def playout(game: Game[Any, Any, Any], setup: Setup, choose: random.Random) -> int:
    """Play a whole game: choose uniformly, apply, test for the end."""
    state, decisions = game.initial(setup, Chance.from_text(str(choose.random()))), 0
    while game.outcome(state) is None:
        moves = {}
        for seat in game.to_act(state):
            moves[seat] = choose.choice(game.legal(state, seat))
        state = game.apply(state, moves).state
        decisions += len(moves)
    return decisions


# the rules beside chess, and beside OpenSpiel


CHESS_DEPTH = 4
POWERS = ("none", "all_kings", "double", "backward_capture")


def _replica(sight: str, power: str) -> Setup:
    return Setup("2", (("sight", sight), ("king_power", power)))


def engine(*, quick: bool) -> list[Row]:
    """Return leaves and random decisions a second beside python-chess's, Replica's beside OpenSpiel's, too.

    Leaves are counted from the start and from the middle of random games, each of a setup and a seed. OpenSpiel's
    Breakthrough, two armies on a chessboard as in Replica, has its rules in C++: it is there for orientation.
    """
    replicants = [(Setup("2"), "1"), (Setup("3"), "2"), (Setup("teams"), "3")]
    replica = [(Setup("2"), "1"), (Setup("2"), "2")]
    replica += [(_replica("forward", power), "3") for power in POWERS]
    replica += [(_replica("all", power), "4") for power in POWERS[1:]]
    modes = {f"mode {mode}": Setup(mode) for mode in ("2", "3", "4", "teams")}
    powers = {f"king_power {power}": _replica("all", power) for power in POWERS}
    return [
        *_beside_chess("replicants", 6, 1, replicants, modes, quick=quick),
        *_beside_chess("replica", 4, 2, replica, powers, quick=quick),
        *_beside_others(quick=quick),
    ]


def _beside_others(*, quick: bool) -> list[Row]:
    """Return random decisions a second of APEX and Mutants beside python-chess's, of Replica beside OpenSpiel's."""
    repeats, decisions = (3, 1_500) if quick else (9, 6_000)

    def works(plays: Mapping[str, Play]) -> dict[str, Callable[[], int]]:
        return {f"{name}, random decisions": partial(_actions, play, decisions) for name, play in plays.items()}

    plays = {f"APEX, {mode} players": partial(playout, get("apex"), Setup(mode)) for mode in ("2", "4", "6")}
    plays |= {f"Mutants, {label}": partial(playout, MUTANTS, setup) for label, setup, _ in FORMS}
    chess_playouts = partial(_actions, _chess_playout, decisions)
    rows = _rates(works(plays), "decisions/s", "python-chess playouts", chess_playouts, repeats)
    spiel = _open_spiel()
    if spiel is not None:
        replica = works({"Replica": partial(playout, get("replica"), Setup("2"))})
        breakthrough = partial(_actions, partial(_spiel_playout, spiel.load_game("breakthrough")), decisions)
        rows += _rates(replica, "decisions/s", "OpenSpiel Breakthrough", breakthrough, repeats)
    return rows


def _beside_chess(
    key: str, depth: int, leaves: float, middles: list[tuple[Setup, str]], playouts: dict[str, Setup], *, quick: bool
) -> list[Row]:
    """Return rows of a game: perft of a depth, with so many times the peer's leaves promised, and random playouts."""
    game, (repeats, actions) = get(key), (3, 3_000) if quick else (9, 15_000)
    states = {"start": game.initial(Setup("2"), Chance.from_text("bench"))}
    for setup, seed in middles:
        words = "middle", setup.mode, *(value for _, value in setup.options), seed
        states[" ".join(words)] = _middle(game, setup, seed)
    title = game.info.name
    counts = {f"{title} perft {depth}, {name}": partial(perft, game, state, depth) for name, state in states.items()}
    played = {
        f"{title} random playouts, {name}": partial(_actions, partial(playout, game, setup), actions)
        for name, setup in playouts.items()
    }
    chess_perft = partial(_chess_perft, chess.Board(), CHESS_DEPTH)
    chess_playouts = partial(_actions, _chess_playout, actions)
    return [
        *_rates(counts, "leaves/s", f"python-chess perft {CHESS_DEPTH}, bulk", chess_perft, repeats, leaves),
        *_rates(played, "actions/s", "python-chess playouts", chess_playouts, repeats, 2),
    ]


def _rates(
    works: Mapping[str, Callable[[], int]],
    unit: str,
    name: str,
    peer: Callable[[], int],
    repeats: int,
    at_least: float | None = None,
) -> list[Row]:
    *ours, theirs = (1000 * count / took for took, count in beside(repeats, *works.values(), peer, clock="cpu"))
    return [Row(work, value, unit, name, theirs, at_least=at_least) for work, value in zip(works, ours, strict=True)]


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


def _actions(play: Play, least: int) -> int:
    choose, made = random.Random(1), 0
    while made < least:
        made += play(choose)
    return made


def _chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += _chess_perft(board, depth - 1)
        board.pop()
    return leaves


def _chess_playout(choose: random.Random) -> int:
    board = chess.Board()
    while not board.is_game_over():
        board.push(choose.choice(list(board.legal_moves)))
    return len(board.move_stack)


# whole games of APEX and Mutants


def apex(*, quick: bool) -> list[Row]:
    """Return random games a second, beside OpenSpiel's Goofspiel where that is installed.

    Goofspiel, too, is a game of simultaneous secret cards, with rules in C++ driven by the same loop in Python. It is
    there for orientation: its rounds have one choice each, those of APEX go on with wars and expansions.
    """
    games, repeats = (10, 3) if quick else (60, 9)
    spiel, rows = _open_spiel(), []
    for mode in ("2", "4", "6"):
        peer = spiel and partial(_spiel_playout, spiel.load_game(f"goofspiel(num_cards=13,players={mode})"))
        ours = partial(playout, get("apex"), Setup(mode))
        rows += _games("APEX", f"{mode} players", ours, "OpenSpiel Goofspiel, 13 cards", peer, games, repeats)
    return rows


def _open_spiel() -> Any:  # noqa: ANN401 - a module without types
    """Return OpenSpiel's module, or None and say how to install it."""
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed; the extra `bench` names it: pip install 'open_spiel>=2'", file=sys.stderr)
        return None
    return importlib.import_module("pyspiel")


def _spiel_playout(game: Any, choose: random.Random) -> int:  # noqa: ANN401 - a module without types
    state, players, decisions = game.new_initial_state(), range(game.num_players()), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choose.choice(state.chance_outcomes())[0])
        elif state.is_simultaneous_node():
            state.apply_actions([choose.choice(state.legal_actions(player)) for player in players])
            decisions += len(players)
        else:
            state.apply_action(choose.choice(state.legal_actions()))
            decisions += 1
    return decisions


FORMS = (
    ("2 players, drafted", Setup("2"), ("apex", "2")),
    ("3 players, drafted", Setup("3"), ("apex", "3")),
    ("4 players, drafted", Setup("4"), ("apex", "4")),
    ("4 players, ready decks", Setup("4", (("reserve", "ready"),)), ("apex", "4")),
    ("the Revolt", Setup("solo"), ("replica", "2")),
)
"""Forms of Mutants, each with the game and mode that it stands beside."""
WIDEST = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
"""A chess position with 218 legal moves, the most that are known (N. Petrovic, 1964)."""


def mutants(*, quick: bool) -> list[Row]:
    """Return random games a second, and the widest list of moves."""
    games, repeats = (5, 3) if quick else (30, 9)
    rows = []
    for label, setup, (key, mode) in FORMS:
        peer, name = partial(playout, get(key), Setup(mode)), f"{get(key).info.name}, mode {mode}"
        rows += _games("Mutants", label, partial(playout, MUTANTS, setup), name, peer, games, repeats)
    return [*rows, *_widest(10 * games, repeats)]


def _games(name: str, label: str, ours: Play, peer: str, theirs: Play | None, games: int, repeats: int) -> list[Row]:
    plays = [play for play in (ours, theirs) if play is not None]
    # The first time does not count: most moves are made once and found again.
    found = [[_both(play, games, seed) for play in plays] for seed in range(-1, repeats)][1:]
    rows = []
    for place, (what, unit) in enumerate((("games", "games/s"), ("decisions in such games", "decisions/s"))):
        value, *beside = (median(each[place] for each in pairs) for pairs in zip(*found, strict=True))
        title = f"{name} random {what}, {label}"
        rows.append(Row(title, value, unit, peer, *beside) if beside else Row(title, value, unit))
    return rows


def _both(play: Play, games: int, seed: int) -> tuple[float, float]:
    choose, timer = random.Random(seed), Timer()
    decisions = sum(play(choose) for _ in range(games))
    took = timer.cpu / 1000
    return games / took, decisions / took


def _widest(positions: int, repeats: int) -> list[Row]:
    """Return how many moves the widest of random positions with full arenas has, and how long it takes to list them."""
    draw = random.Random(9)
    states = [crowded(draw, Setup(mode)) for _ in range(positions) for mode in ("2", "4", "solo")]
    widths = [(len(MUTANTS.legal(state, seat)), state, seat) for state in states for seat in MUTANTS.to_act(state)]
    width, state, seat = max(widths, key=itemgetter(0))
    board, peer = chess.Board(WIDEST), "python-chess, widest known"
    listing = lambda: len(MUTANTS.legal(state, seat)), lambda: len(list(board.legal_moves))
    (ours, _), (theirs, peers) = beside(50 * repeats, *listing, clock="passed")
    name = f"Mutants: legal moves of the widest of {len(states):,} crowded positions"
    return [
        Row(name, width, "moves", peer, peers),
        Row(f"{name}, a list", ours, "ms", peer, theirs),
    ]
