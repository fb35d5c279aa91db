"""Weights tuned by self-play, and a match that says whether they are better than those they come from.

Tuning is simultaneous perturbation (SPSA, Spall 1992): each step plays weights that are all moved a little, up or down
at random, against the same moved the other way, from one opening on every side, and then goes towards what won. All
weights are moved at once, so a step takes as many games as the game has sides, however many weights there are.
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from computer import ladder
from computer.players import numbers, player, required_mode, sides, weighing
from engine import registry
from engine.chance import Chance
from engine.game import Setup

KEPT = 0.55
"""The share of the games of a match that tuned weights have to win to be written."""
GAMES = 400
"""Of that match."""

_CHANGE = 0.2
"""How far weights are moved at first, as a share of what they were."""
_STEP = 0.03
"""How far they go at first towards what has won every game of a step."""
_STEADY = 50
"""The number of steps after which steps become shorter."""
_CHANGES_FALL, _STEPS_FALL = 0.101, 0.602
"""How quickly changes and steps become smaller (Spall 1998)."""

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")

Values = tuple[float, ...]
"""The weights of a game, in the order of its data file."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is tuned by which games.

    Attributes:
        level: The level that plays all seats.
        effort: The share of its nodes that it uses.
        games: How many games are played for the weights.
    """

    game: str
    setup: Setup
    level: str
    effort: float
    games: int

    @property
    def table(self) -> dict[str, Any]:
        """The weights of the data file."""
        return numbers(self.game, self.setup.mode)

    @property
    def steps(self) -> ladder.Pairing:
        """The games that move the weights."""
        return self._pairing(f"{self.level} up", "down")

    @property
    def match(self) -> ladder.Pairing:
        """The games of the tuned weights against the others."""
        return self._pairing(f"{self.level} tuned by {self.games}", self.level)

    def _pairing(self, one: str, other: str) -> ladder.Pairing:
        # Named by the weights of the data file, too: games that began with others say nothing about these.
        weights = zlib.crc32(repr(values_of(self.table)).encode())
        other = f"{other} of weights {weights:08x}"
        return ladder.Pairing(self.game, self.setup, one, other, self.effort)


def tuned(tuning: Tuning, file: Path) -> Iterator[Values]:
    """Play the games that a file lacks, and write each as it ends; yield the weights at first and after each step."""
    count = len(sides(required_mode(registry.get(tuning.game), tuning.setup.mode)))
    done = {each.number: each.share for each in ladder.results_of(tuning.steps, file)}
    first = values = values_of(tuning.table)
    yield values
    for step in range(tuning.games // count):
        signs = _signs(tuning, step, len(first))
        games = range(step * count, (step + 1) * count)
        left = [number for number in games if number not in done]
        up, down = (_moved(values, first, signs, way * _CHANGE / (step + 1) ** _CHANGES_FALL) for way in (1, -1))
        for result in _played(tuning, tuning.steps, up, down, left, file):
            done[result.number] = result.share
        gain = (sum(done[number] for number in games) - 1) / (count - 1)  # 1 if all were won, 0 if each side won one
        values = _moved(values, first, signs, gain * _STEP / (1 + step / _STEADY) ** _STEPS_FALL)
        yield values


def match(tuning: Tuning, values: Values, file: Path, games: int = GAMES) -> Iterator[ladder.Result]:
    """Play the games of tuned weights against the others that a file lacks.

    It ends early once they can't win their share of all games any more.
    """
    done = [each.share for each in ladder.results_of(tuning.match, file)]
    for number in range(len(done), games):
        if sum(done) + games - len(done) < KEPT * games:
            return
        for result in _played(tuning, tuning.match, values, values_of(tuning.table), [number], file):
            done.append(result.share)
            yield result


def better(tuning: Tuning, file: Path, games: int = GAMES) -> bool:
    """Return whether the games of a file show that tuned weights are to be written."""
    shares = [each.share for each in ladder.results_of(tuning.match, file)]
    return len(shares) >= games and sum(shares) >= KEPT * len(shares)


def _played(
    tuning: Tuning, pairing: ladder.Pairing, one: Values, other: Values, games: Sequence[int], file: Path
) -> Iterator[ladder.Result]:
    weights = [weighing(tuning.game, with_values(tuning.table, each)) for each in (one, other)]
    players = [player(tuning.game, tuning.setup.mode, tuning.level, tuning.effort, each) for each in weights]
    return ladder.add_lines(file, games, lambda number: ladder.meet(pairing, number, *players))


def _signs(tuning: Tuning, step: int, count: int) -> list[int]:
    """Return up (1) or down (-1) for each weight."""
    chance, signs = Chance.from_text(f"{tuning.steps.name} {step}"), []
    for _ in range(count):
        pick, chance = chance.below(2)
        signs.append(2 * pick - 1)
    return signs


def _moved(values: Values, first: Values, signs: Sequence[int], share: float) -> Values:
    """Return weights moved by a share of what they were at first, those of 0 not at all."""
    return tuple(value + share * sign * abs(start) for value, start, sign in zip(values, first, signs, strict=True))


# Tables of weights, as data files have them.


def values_of(table: Any) -> Values:  # noqa: ANN401 - a number, a list, or a table
    """Return the numbers of a table, in its order."""
    return tuple(map(float, _numbers(table)))


def _numbers(table: Any) -> list[int | float]:  # noqa: ANN401 - as `values_of`
    if isinstance(table, dict | list):
        return [value for part in (table.values() if isinstance(table, dict) else table) for value in _numbers(part)]
    return [table]


def with_values(table: Any, values: Values) -> Any:  # noqa: ANN401 - as `values_of`
    """Return a table with other numbers, whole ones where it has whole ones."""
    left = list(values)

    def put(part: Any) -> Any:  # noqa: ANN401 - as `values_of`
        if isinstance(part, dict):
            return {key: put(each) for key, each in part.items()}
        if isinstance(part, list):
            return [put(each) for each in part]
        value = left.pop(0)
        return round(value) if isinstance(part, int) else round(value, 3)

    return put(table)


def rewritten(text: str, section: str, values: Values) -> str:
    """Return a data file with other weights in a section; its comments stay."""
    table = with_values(tomllib.loads(text)[section], values)
    left = [str(value) for value in _numbers(table)]
    lines, within = [], False
    for line in text.splitlines():
        if line.startswith("["):
            within = line == f"[{section}]"
            lines.append(line)
            continue
        code, mark, comment = line.partition("#")
        lines.append((_NUMBER.sub(lambda _: left.pop(0), code) if within else code) + mark + comment)
    return "\n".join([*lines, ""])
