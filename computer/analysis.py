"""What each turn of a record was worth, and what was better, in Replicants and Replica.

Values are those of a level's search, in the units of its evaluation, for the side that plays the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from computer import replica, replicants
from computer.players import AnyGame, World, levels, replicants_weights, search, texts
from computer.search import NEAR_WIN, WIN, Line
from engine.errors import SetupError
from engine.replica.state import State as ReplicaState
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat
from engine.session import FORFEIT, Session
from engine.text import say
from engine.turn import SEPARATOR


@dataclass(frozen=True, slots=True)
class Valued:
    """A turn that was played.

    Attributes:
        number: As the game counts turns (`Game.turn`).
        value: For its side, after it.
        best: Of the best turn there.
        better: That turn; the one played, if none is better.
    """

    number: int
    seat: Seat
    text: str
    value: int
    best: int
    better: str

    @property
    def loss(self) -> int:
        """How much the turn gave away; a win that was missed counts most."""
        return self.best - self.value


def analyse(session: Session, level: str) -> list[Valued]:
    """Return the whole turns of a game in order, up to a surrender or the end; `SetupError` for a game without it."""
    game, state = session.game, session.game.initial(session.setup, session.chance)
    if not isinstance(state, ReplicantsState | ReplicaState):
        raise SetupError(
            say("{game} can't be analysed.", game=game.info.name), code="unknown-game", given=game.info.key
        )
    found: list[Valued] = []
    entries = list(session.entries)
    while entries and entries[0].text != FORFEIT:
        before, seat, number, played = state, entries[0].seat, game.turn(state), list[str]()
        while entries and entries[0].text != FORFEIT and game.outcome(state) is None and game.turn(state) == number:
            played.append(entries[0].text)
            state = game.apply(state, {seat: game.parse(state, seat, entries.pop(0).text)}).state
        if game.outcome(state) is not None or game.turn(state) > number:
            found.append(_valued(game, before, state, SEPARATOR.join(played), session.setup.mode, level))
    return found


def _valued(game: AnyGame, before: World, after: World, text: str, mode: str, level: str) -> Valued:
    lines, played = _lines(game, before, after, mode, level)
    best, seat = lines[0], before.seat
    moves = [replica.to_engine(move) if isinstance(move, int) else move for move in best.moves]
    better = text if best.value <= played else SEPARATOR.join(texts(game, before, seat, moves))
    return Valued(game.turn(before), seat, text, played, best.value, better)


def _lines(game: AnyGame, before: World, after: World, mode: str, level: str) -> tuple[Sequence[Line[Any, Any]], int]:
    """Return the turns of a position, best first, and the value of the one that leads to `after`."""
    settings = levels(game.info.key, mode)[level]
    if isinstance(before, ReplicantsState) and before.rules.counts_points:
        several = replicants.Several(before.rules, replicants_weights(), settings.nodes, width=0, rounds=0)
        lines: Sequence[Line[Any, Any]] = several.turns(replicants.charged(before))
        there = replicants.charged(after)
        return lines, next(line.value for line in lines if line.after == there)
    tree, position = search(before, settings)
    lines = tree.rank(position, settings.depths or (0,), 2 * WIN)  # so much margin makes each value exact
    reached = replica.from_engine(after) if isinstance(after, ReplicaState) else replicants.charged(after)
    key = tree.key(reached)
    return lines, next(line.value for line in lines if tree.key(line.after) == key)


def report(turns: Sequence[Valued], most: int = 5) -> list[str]:
    """Return lines of text: each turn with its value, then those that gave most away with what was better."""
    lines = [f"{each.number:3}  seat {each.seat}  {_value(each.value):>6}  {each.text}" for each in turns]
    worst = sorted((each for each in turns if each.loss > 0), key=lambda each: -each.loss)[:most]
    if worst:
        lines.append("The turns that gave most away:")
    lines += [
        f"{each.number:3}  seat {each.seat}  {_value(each.value)} instead of {_value(each.best)}: {each.better} "
        f"was better than {each.text}"
        for each in worst
    ]
    return lines


def _value(value: int) -> str:
    return "won" if value > NEAR_WIN else "lost" if value < -NEAR_WIN else f"{value:+}"
