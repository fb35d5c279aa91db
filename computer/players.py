"""Computer players: the levels of each game, and their decisions.

A player is given what its seat knows (`known`) and a seed, and answers with a decision. The same world and the same
seed give the same decision, as effort is counted in nodes.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import resources
from typing import Any, TypeAlias

from computer import apex, mutants, replica, replicants
from computer.sampling import Domain, Sampling
from computer.search import NEAR_WIN, Line, Search
from engine import registry
from engine.chance import Chance
from engine.game import Game, Mode, Setup
from engine.mutants.state import State as MutantsState
from engine.replica.state import State as ReplicaState
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat
from engine.turn import SEPARATOR

AnyGame: TypeAlias = Game[Any, Any, Any]
World: TypeAlias = Any
"""A position of any game, as a seat knows it."""
AnyMove: TypeAlias = Any
Weighing: TypeAlias = Any
"""The weights of a game's evaluation: `replicants.Weights`, `replica.Weights`, or a `Domain`."""

RANDOM, GREEDY = "random", "greedy"
"""Two players to compare levels with: any legal move; its evaluation after one turn, without replies."""
SEARCHED = ("replicants", "replica")
"""The games in which everything is seen and one side acts at a time."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player has decided.

    Attributes:
        moves: The texts of its moves, in order: a whole turn, or as much of it as can be decided now.
        value: Its expectation in the evaluation's units; None for a player without one.
        nodes: The effort.
    """

    moves: tuple[str, ...]
    value: int | None = None
    nodes: int = 0

    @property
    def text(self) -> str:
        """The moves as they are typed."""
        return SEPARATOR.join(self.moves)


@dataclass(frozen=True, slots=True)
class Level:
    """The settings of a level: of a search, or of sampling.

    Attributes:
        depths: Of the iterations behind its own turn, in actions; none for a level that overlooks replies.
        nodes: The most for a decision.
        margin: How much worse a turn may be that it plays instead of the best, in the evaluation's units.
        width: In Replicants, how many of the own turns are searched deeper or played on, 0 for all.
        beam: For two players, how many second and third actions behind them are searched; empty for all.
        rounds: With three and four players, how far turns are played on, as `replicants.Several` says.
        playouts: For a decision of full weight.
        turns: How many turns a playout goes on.
        glance: How many it goes on that takes a first glance at all choices; 0 for none.
    """

    depths: tuple[int, ...] = ()
    nodes: int = 0
    margin: int = 0
    width: int = 0
    beam: tuple[int, ...] = ()
    rounds: int = 0
    playouts: int = 0
    turns: int = 0
    glance: int = 0


@dataclass(frozen=True, slots=True)
class Outlay:
    """What an analysis spends on a decision.

    Attributes:
        turns: How many turns a playout goes on.
        worlds: In which what was played, what playouts choose and the best alternative are compared.
        playouts: To find that alternative.
    """

    turns: int
    worlds: int
    playouts: int


Player: TypeAlias = Callable[[AnyGame, World, Seat, str], Decision]
"""Decides in a game, for a position as its seat knows it (`known`), a seat that has to act, and any text as a seed."""


def known(game: AnyGame, state: World, seat: Seat) -> World:
    """Return the position as far as a seat knows it: what is hidden from it is replaced, always in the same way."""
    world = game.alike(state, seat, Chance.from_text("known"))
    if isinstance(world, MutantsState):
        return replace(world, said=())  # lines of the record name hidden cards
    return world


def required_mode(game: AnyGame, key: str) -> Mode:
    """Return a mode of a game; `KeyError` if there is none."""
    mode = game.info.mode(key)
    if mode is None:
        raise KeyError(f"{game.info.key} has no mode {key}")
    return mode


def sides(mode: Mode) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats of each side: its teams, or each seat for itself."""
    return mode.teams or tuple((seat,) for seat in range(1, mode.seats + 1))


def title(game: str, setup: Setup) -> str:
    """Return what files of games call a game with its mode and options, such as `replica 2 sight=forward`."""
    return " ".join((game, setup.mode, *(f"{key}={value}" for key, value in setup.options)))


def position_after(game: AnyGame, state: World, seat: Seat, texts: Iterable[str]) -> World:
    """Return the position after moves of a seat."""
    for text in texts:
        state = game.apply(state, {seat: game.parse(state, seat, text)}).state
    return state


def levels(game: str, mode: str) -> dict[str, Level]:
    """Return the levels of a game and mode by their keys, the weakest first; empty where there are none."""
    return {str(number): level for number, level in enumerate(_levels(game).get(mode, ()), 1)}


def keys(game: str, mode: str) -> tuple[str, ...]:
    """Return the keys of the levels of a game and mode, the weakest first; none where there are no computer players."""
    return tuple(levels(game, mode))


def player(game: str, mode: str, key: str, effort: float = 1.0, weights: Weighing | None = None) -> Player:
    """Return the player of a level, or one of `RANDOM` and `GREEDY`; `KeyError` if there is none.

    Args:
        game: A game's key.
        mode: A mode's key.
        key: That of the level.
        effort: The share of its nodes that a level may use.
        weights: In place of those of the data file (`weighing`).
    """
    if key == RANDOM:
        return _random
    if key not in (GREEDY, *keys(game, mode)):
        raise KeyError(f"{game} has no level {key} for mode {mode}; it has {', '.join(keys(game, mode)) or 'none'}")
    level, weights = levels(game, mode)["1" if key == GREEDY else key], weights or weights_of(game, mode)
    if game in _DOMAINS:
        playouts = 1 if key == GREEDY else max(1, int(level.playouts * effort))
        return partial(_sampled, weights, replace(level, playouts=playouts))
    return partial(_searched, weights, Level() if key == GREEDY else replace(level, nodes=int(level.nodes * effort)))


def loadout(game: AnyGame, setup: Setup, seed: str) -> str:
    """Return a computer's choice before the start, in canonical notation: one that the game has for any seat."""
    pick, _ = Chance.from_text(seed).below(max(mode.seats for mode in game.info.modes))
    return game.usual_loadout(setup, pick + 1)


@functools.cache
def _data(game: str) -> dict[str, Any]:
    file = resources.files("computer").joinpath("data", f"{game}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@functools.cache
def _levels(game: str) -> dict[str, tuple[Level, ...]]:
    return {
        mode: tuple(
            Level(**{**each, "depths": tuple(each.get("depths", ())), "beam": tuple(each.get("beam", ()))})
            for each in levels
        )
        for mode, levels in _data(game).get("levels", {}).items()
    }


@functools.cache
def outlays(game: str) -> dict[str, Outlay]:
    """Return by mode what an analysis spends on a decision; nothing for a game where nothing is hidden."""
    return {mode: Outlay(**each) for mode, each in _data(game).get("analysis", {}).items()}


def _random(game: AnyGame, world: World, seat: Seat, seed: str) -> Decision:
    """Decide for any legal move, each as likely."""
    moves = game.legal(world, seat)
    pick, _ = Chance.from_text(seed).below(len(moves))
    return Decision((game.format(world, seat, moves[pick]),))


_DOMAINS: dict[str, Callable[[dict[str, Any]], Domain]] = {"apex": apex.Apex, "mutants": mutants.Mutants}
SAMPLED = tuple(_DOMAINS)
"""The games with hidden or simultaneous choices."""


def _sampled(domain: Domain, level: Level, game: AnyGame, world: World, seat: Seat, seed: str) -> Decision:
    """Decide by playouts, one move at a time."""
    moves = game.legal(world, seat)
    if len(moves) == 1:
        return Decision((game.format(world, seat, moves[0]),))
    sampling = Sampling(domain, world, seat, seed, level.turns, level.glance)
    move, value = sampling.choose(moves, int(level.playouts * domain.weight(world, seat)))
    return Decision((game.format(world, seat, move),), round(100 * value), sampling.playouts)


def _searched(weights: Weighing, level: Level, game: AnyGame, world: World, seat: Seat, seed: str) -> Decision:
    """Decide for a whole turn by search."""
    tree: Search[Any, Any] | replicants.Several
    if isinstance(world, ReplicantsState) and len(world.sides) > 2:
        tree = replicants.Several(world.rules, weights, level.nodes, width=level.width, rounds=level.rounds)
        position = replicants.charged(world)
        lines = tree.rank(position) if level.depths else tree.turns(position, replies=False)
    else:
        tree, position = search(world, level, weights)
        lines = tree.rank(position, level.depths, level.margin, level.width)
    line = _chosen(lines, level.margin, seed)
    return Decision(texts(game, world, seat, line), line.value, tree.nodes)


def search(world: World, level: Level, weights: Weighing) -> tuple[Search[Any, Any], Any]:
    """Return a level's search in a game of two sides, and the position as it has it; `KeyError` for other games."""
    if isinstance(world, ReplicantsState):
        tree = replicants.TwoSides(world.rules, weights, level.nodes, beam=level.beam)
        return tree, replicants.charged(world)
    if isinstance(world, ReplicaState):
        return replica.Replica(world.rules, weights, level.nodes), world
    raise KeyError(f"no search for {type(world)}")


def section(game: str, mode: str) -> str:
    """Return the name of the table of a game's data file that has the weights for a mode."""
    own = f"weights-{mode}"
    return own if own in _data(game) else "weights"


def numbers(game: str, mode: str) -> dict[str, Any]:
    """Return the table of weights for a mode, as the data file has it."""
    table: dict[str, Any] = _data(game)[section(game, mode)]
    return table


def weighing(game: str, numbers: dict[str, Any]) -> Weighing:
    """Return what players of a game weigh positions by, from a table as its data file has it."""
    if game in _DOMAINS:
        return _DOMAINS[game](numbers)
    return replica.Weights(numbers) if game == "replica" else replicants.Weights(numbers)


@functools.cache
def weights_of(game: str, mode: str) -> Weighing:
    """Return what players of a mode weigh positions by."""
    return weighing(game, numbers(game, mode))


def domain(game: str, mode: str) -> Domain:
    """Return what sampling has to know of a game; `KeyError` for one where nothing is hidden."""
    if game not in _DOMAINS:
        raise KeyError(f"{game} has nothing hidden")
    found: Domain = weights_of(game, mode)
    return found


def _chosen(lines: Sequence[Line[Any, Any]], margin: int, seed: str) -> Line[Any, Any]:
    """Return one of the turns that are within the margin of the best, the better ones more often.

    A win is never passed over, and of lost turns the longest is played.
    """
    best = lines[0].value
    if abs(best) > NEAR_WIN:
        margin = 0
    near = [line for line in lines if line.value >= best - margin]
    shares = [margin + 1 - best + line.value for line in near]
    pick, _ = Chance.from_text(seed).below(sum(shares))
    for line, share in zip(near, shares, strict=True):
        pick -= share
        if pick < 0:
            return line
    raise AssertionError("the shares add up to the sum")


def texts(game: AnyGame, state: World, seat: Seat, line: Line[Any, AnyMove]) -> tuple[str, ...]:
    """Return the moves of a searched turn as texts, with what the rules leave no choice about in between."""
    start, found = game.turn(state), list[str]()
    left = [replica.to_engine(move) if isinstance(move, int) else move for move in line.moves]
    while seat in game.to_act(state) and game.turn(state) == start and (left or len(game.legal(state, seat)) == 1):
        legal = game.legal(state, seat)
        move = left.pop(0) if left and left[0] in legal else legal[0]
        found.append(game.format(state, seat, move))
        state = game.apply(state, {seat: move}).state
    if left:
        raise AssertionError(f"{left} are not played in this turn")
    return tuple(found)


def games() -> tuple[tuple[str, str], ...]:
    """Return every game and mode that has computer players, as pairs of keys."""
    return tuple(
        (game.info.key, mode.key)
        for game in registry.games()
        for mode in game.info.modes
        if keys(game.info.key, mode.key)
    )
