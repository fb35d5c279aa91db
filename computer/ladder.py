"""Players against each other: games in parts, in a file that a later call goes on with, and what they add up to.

Game n of two players A and B begins from an opening of random turns. With two sides, games 2n and 2n + 1 share their
opening, each side being played by A once; with three and more seats, A sits in each seat in turn among copies of B.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from computer.players import AnyGame, Player, World, known, player, position_after, required_mode, sides, title
from engine import registry
from engine.chance import Chance
from engine.game import Mode, Setup
from engine.seat import Seat

Found = TypeVar("Found")

Z = 1.96
"""Standard deviations on either side in an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays what against whom.

    Attributes:
        one: The key of a level, or of another player.
        other: Likewise; several copies of it with three and more seats, or its team.
        effort: The share of their nodes that levels use.
    """

    game: str
    setup: Setup
    one: str
    other: str
    effort: float = 1.0

    @property
    def name(self) -> str:
        """As written in files."""
        effort = "" if self.effort == 1 else f" at {self.effort:g}"
        return f"{title(self.game, self.setup)}: {self.one} - {self.other}{effort}"


@dataclass(frozen=True, slots=True)
class Result:
    """One game.

    Attributes:
        share: What `one` got of the first place: 1, 0, or less than 1 if several share it.
        turns: Of all seats together.
        cpu: Seconds of CPU of each turn of `one`, and of `other`, at the 95th percentile.
    """

    pairing: str
    number: int
    share: float
    turns: int
    cpu: tuple[float, float]


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of so many games (Wilson 1927)."""
    if not games:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def decided(shares: Sequence[float], least: float, aim: float) -> bool | None:
    """Say whether games show a share of `aim` rather than of `least`; None while they show neither.

    The sequential probability ratio test (Wald 1945), wrong in 5 % of the cases either way. A shared first place counts
    for its share: that varies less than a game won or lost, so the test is wrong less often.
    """
    evidence = sum(share * math.log(aim / least) + (1 - share) * math.log((1 - aim) / (1 - least)) for share in shares)
    return evidence > 0 if abs(evidence) >= math.log(0.95 / 0.05) else None


def seats_of_one(mode: Mode, number: int) -> frozenset[Seat]:
    """Return the seats that `one` has in a game."""
    every = sides(mode)
    return frozenset(every[number % len(every)])


def play(pairing: Pairing, number: int) -> Result:
    """Return the result of one game; the same each time, but for the times."""
    one, other = (player(pairing.game, pairing.setup.mode, key, pairing.effort) for key in (pairing.one, pairing.other))
    return meet(pairing, number, one, other)


def meet(pairing: Pairing, number: int, one: Player, other: Player) -> Result:
    """Return the result of one game of two players, who need not be those that the pairing names."""
    game = registry.get(pairing.game)
    mode = required_mode(game, pairing.setup.mode)
    state = opened(game, pairing.setup, 1, f"{pairing.game} {number // len(sides(mode))}")
    ones, turns, times = seats_of_one(mode, number), 0, (list[float](), list[float]())
    while acting := sorted(game.to_act(state)):
        turns += 1
        moves, further = {}, list[str]()
        for seat in acting:
            begun = time.process_time()
            mover = one if seat in ones else other
            first, *further = mover(game, known(game, state, seat), seat, f"{number} {turns} {seat}").moves
            times[seat not in ones].append(time.process_time() - begun)
            moves[seat] = game.parse(state, seat, first)
        state = position_after(game, game.apply(state, moves).state, seat, further)
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError("the game is over")
    share = len(ones & set(outcome.winners)) / len(outcome.winners)
    return Result(pairing.name, number, share, turns, (_percentile(times[0]), _percentile(times[1])))


def opened(game: AnyGame, setup: Setup, opening: int, seed: str) -> World:
    """Return the position after some random turns of each seat in which nobody wins."""
    seats = required_mode(game, setup.mode).seats
    for attempt in range(100):
        state = game.initial(setup, Chance.from_text(f"deal {seed} {attempt}"))
        chance = Chance.from_text(f"open {seed} {attempt}")
        last = game.turn(state) + opening * seats
        while (acting := sorted(game.to_act(state))) and game.turn(state) < last:
            moves = {}
            for seat in acting:
                legal = game.legal(state, seat)
                pick, chance = chance.below(len(legal))
                moves[seat] = legal[pick]
            state = game.apply(state, moves).state
        if game.to_act(state):
            return state
    raise AssertionError(f"no opening of {setup} is without an end")


def _percentile(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))] if times else 0.0


# Files: one result a line.


class NoResultsError(ValueError):
    """A file holds something else than lines of results."""


def read_lines(file: Path, make: Callable[[dict[str, Any]], Found]) -> list[Found]:
    """Return what is made of each line of JSON in a file; nothing if it does not exist. Raises NoResultsError."""
    if not file.exists():
        return []
    try:
        return [make(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    except (ValueError, TypeError, KeyError) as error:
        raise NoResultsError(f"{file} holds something else than such results") from error


def add_lines(file: Path, numbers: Iterable[int], play: Callable[[int], Found]) -> Iterator[Found]:
    """Play the games of these numbers, and write each, a dataclass, as a line of JSON as it ends."""
    for number in numbers:
        found = play(number)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(found)) + "\n")  # type: ignore[call-overload]
        yield found


def read(file: Path) -> list[Result]:
    """Return the results of a file; none if it does not exist."""
    return read_lines(file, lambda found: Result(**{**found, "cpu": tuple(found["cpu"])}))


def results_of(pairing: Pairing, file: Path) -> list[Result]:
    """Return the results of a pairing in a file."""
    return [each for each in read(file) if each.pairing == pairing.name]


def run(
    pairing: Pairing, numbers: Iterable[int], file: Path, between: tuple[float, float] | None = None
) -> Iterator[Result]:
    """Play the games of a pairing, by their numbers, that a file lacks, and write each as it ends.

    With `between`, the least share and the aim, no more games are played once those in the file have `decided`.
    """
    done = {each.number for each in results_of(pairing, file)}

    def going_on() -> bool:  # other processes write to the file, too
        shares = [each.share for each in results_of(pairing, file)]
        return between is None or decided(shares, *between) is None

    left = (number for number in numbers if number not in done and going_on())
    return add_lines(file, left, partial(play, pairing))


def summary(results: Sequence[Result]) -> list[str]:
    """Return a line for each pairing."""
    found: dict[str, list[Result]] = {}
    for each in results:
        found.setdefault(each.pairing, []).append(each)
    lines = []
    for pairing, games in found.items():
        share = sum(each.share for each in games) / len(games)
        low, high = interval(share, len(games))
        turns = sum(each.turns for each in games) / len(games)
        one, other = (_percentile([each.cpu[index] for each in games]) for index in (0, 1))
        lines.append(
            f"{pairing}: {share:.1%} [{low:.1%}, {high:.1%}] of {len(games)} games, {turns:.0f} turns, "
            f"CPU p95 {one:.2f} s and {other:.2f} s"
        )
    return lines
