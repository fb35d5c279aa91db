"""What each turn of a game of Replicants or Replica did to the chances, and what was better.

The chances are those of `computer.calibration`: what each side would win if all played on at a level from there. A
turn is compared with the best one that a search finds, by the same search and the same fit, so what is said to be
better is better by both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from computer import calibration, replica, replicants
from computer.calibration import Shares
from computer.players import AnyGame, Level, World, replicants_weights, search, texts
from engine import registry
from engine.errors import SetupError
from engine.game import Json, Setup
from engine.history import moments
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from engine.turn import SEPARATOR

GAMES = ("replicants", "replica")
DIGITS = 4
"""Of chances that are kept."""


@dataclass(frozen=True, slots=True)
class Step:
    """A whole turn of a game.

    Attributes:
        number: Of the turn, as `engine.history` counts.
    """

    number: int
    seat: Seat
    before: World
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn did.

    Attributes:
        number: Of the turn, as `engine.history` counts.
        chances: Of each side after it.
        better: A turn that was better; empty if none was found.
        best: The chances after that one; of the turn that was played, if none was better.
    """

    number: int
    seat: Seat
    text: str
    chances: Shares
    better: str
    best: Shares


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the turns of a game did.

    Attributes:
        level: The level at which all would play on.
        sides: The seats of each side.
        start: The chances of each side before the first turn.
    """

    level: str
    sides: tuple[tuple[Seat, ...], ...]
    start: Shares
    turns: tuple[Turn, ...]

    def side(self, seat: Seat) -> int:
        """Return the place of a seat's side among `sides`."""
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def loss(self, turn: Turn) -> float:
        """Return how much of its side's chance a turn gave away."""
        side = self.side(turn.seat)
        return turn.best[side] - turn.chances[side]

    def turning_points(self, most: int = 5, least: float = 0.02) -> list[Turn]:
        """Return the turns that gave most away, the worst first: none that gave away less than `least`."""
        found = [turn for turn in self.turns if turn.better and self.loss(turn) >= least]
        return sorted(found, key=lambda turn: -self.loss(turn))[:most]


def can_analyse(game: str) -> bool:
    """Return whether the turns of a game can be judged."""
    return game in GAMES


def steps(session: Session) -> list[Step]:
    """Return the whole turns of a game in order; `SetupError` for a game that can't be analysed.

    A turn that its player didn't finish, as the game was left, isn't among them.
    """
    game = session.game
    if not can_analyse(game.info.key):
        raise SetupError(
            say("{game} can't be analysed.", game=game.info.name), code="unknown-game", given=game.info.key
        )
    found, before = list[Step](), None
    for moment in moments(session):
        last = moment.last
        if last is not None and before is not None and not any(part.forfeit for part in last.parts):
            whole = game.outcome(moment.state) is not None or game.turn(moment.state) > game.turn(before)
            if whole:
                text = SEPARATOR.join(part.text for part in last.parts)
                found.append(Step(moment.number, last.seat, before, text))
        before = moment.state
    return found


def pieces(session: Session) -> Iterator[tuple[Step, tuple[Any, ...]]]:
    """Yield each turn with what `judged` has to be given, which is JSON."""
    game, setup = session.game, session.setup
    options: Json = [list(pair) for pair in setup.options]
    for step in steps(session):
        yield step, (game.info.key, setup.mode, options, game.dump(step.before), step.text)


def judged(key: str, mode: str, options: Sequence[Sequence[str]], before: Json, text: str) -> dict[str, Json]:
    """Return what a turn did, as JSON: `chances`, `better` and `best` of `Turn`."""
    game = registry.get(key)
    chosen = game.info.mode(mode)
    if chosen is None:
        raise KeyError(f"{key} has no mode {mode}")
    state = game.load(before)
    fit = calibration.fit_for(key, mode, tuple((each, value) for each, value in options))
    seat = state.seat
    after = state
    for each in text.split(SEPARATOR):
        after = game.apply(after, {seat: game.parse(after, seat, each)}).state
    found, moves = _best(game, state)
    played, best = (
        [round(each, DIGITS) for each in fit.chances(calibration.outlook(game, chosen, position, seat), chosen, seat)]
        for position in (after, found)
    )
    side = calibration.side_of(chosen, seat)
    better = SEPARATOR.join(texts(game, state, seat, moves)) if best[side] > played[side] else ""
    return {"chances": [*played], "better": better, "best": [*(best if better else played)]}


def _best(game: AnyGame, before: World) -> tuple[World, list[Any]]:
    """Return the position after the turn that a search takes for the best, and the engine's moves of it."""
    if isinstance(before, ReplicantsState) and before.rules.counts_points:
        several = replicants.Several(before.rules, replicants_weights(), 0, width=0, rounds=0)
        moves = list[Any](several.turns(replicants.charged(before))[0].moves)
    else:
        tree, position = search(before, Level(nodes=calibration.NODES))
        line = tree.rank(position, calibration.depths(before))[0]
        moves = [replica.to_engine(move) if isinstance(move, int) else move for move in line.moves]
    after, seat = before, before.seat
    for text in texts(game, before, seat, moves):
        after = game.apply(after, {seat: game.parse(after, seat, text)}).state
    return after, moves


def analyse(session: Session) -> Analysis:
    """Return the analysis of a game, all in one go."""
    found = [(step, judged(*values)) for step, values in pieces(session)]
    return analysis_of(session.game, session.setup, found)


def analysis_of(game: AnyGame, setup: Setup, found: Sequence[tuple[Step, dict[str, Any]]]) -> Analysis:
    """Return what the pieces of an analysis add up to."""
    mode = game.info.mode(setup.mode)
    if mode is None:
        raise KeyError(f"{game.info.key} has no mode {setup.mode}")
    sides = calibration.sides(mode)
    turns = tuple(
        Turn(step.number, step.seat, step.text, tuple(each["chances"]), each["better"], tuple(each["best"]))
        for step, each in found
    )
    start = turns[0].best if turns else tuple(1 / len(sides) for _ in sides)
    return Analysis(calibration.fit_for(game.info.key, setup.mode, setup.options).kind.level, sides, start, turns)


def report(analysis: Analysis) -> list[str]:
    """Return lines of text: the chances after each turn, then the turns that gave most away with what was better."""
    names = ["+".join(map(str, seats)) for seats in analysis.sides]
    lines = [
        f"Chance to win of seats {', '.join(names)} in %, if all play on at level {analysis.level}:",
        f"  0  {_percents(analysis.start)}",
    ]
    lines += [f"{turn.number:3}  {_percents(turn.chances)}  seat {turn.seat}: {turn.text}" for turn in analysis.turns]
    worst = analysis.turning_points()
    if worst:
        lines.append("The turns that gave most away:")
    for turn in worst:
        side = analysis.side(turn.seat)
        lines.append(
            f"{turn.number:3}  seat {turn.seat}: {turn.better} was better ({turn.best[side]:.0%}) than {turn.text} "
            f"({turn.chances[side]:.0%})"
        )
    return lines


def _percents(chances: Sequence[float]) -> str:
    return " ".join(f"{100 * each:3.0f}" for each in chances)
