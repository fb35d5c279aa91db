"""Players against each other: games in parts, in a file that a later call goes on with, and what they add up to.

Game n of two players A and B begins from an opening of random turns. With two sides, games 2n and 2n + 1 share their
opening, each side being played by A once; with three and more seats, A sits in each seat in turn among copies of B.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from computer.players import AnyGame, Player, World, known, player
from engine import registry
from engine.chance import Chance
from engine.game import Mode, Setup
from engine.outcome import Outcome
from engine.seat import Seat

Found = TypeVar("Found")

Z = 1.96
"""Standard deviations on either side in an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays what against whom.

    Attributes:
        options: Pairs of key and value.
        one: The key of a level, or of another player.
        other: Likewise; several copies of it with three and more seats, or its team.
        opening: The number of random turns of each seat before.
        effort: The share of their nodes that levels use.
    """

    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    one: str
    other: str
    opening: int = 1
    effort: float = 1.0

    @property
    def name(self) -> str:
        """As written in files."""
        options = "".join(f" {key}={value}" for key, value in self.options)
        effort = "" if self.effort == 1 else f" at {self.effort:g}"
        return f"{self.game} {self.mode}{options}: {self.one} - {self.other}{effort}"


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
    if mode.teams:
        return frozenset(mode.teams[number % len(mode.teams)])
    return frozenset({number % mode.seats + 1})


def play(pairing: Pairing, number: int) -> Result:
    """Return the result of one game; the same each time, but for the times."""
    one, other = (player(pairing.game, pairing.mode, key, pairing.effort) for key in (pairing.one, pairing.other))
    return meet(pairing, number, one, other)


def meet(pairing: Pairing, number: int, one: Player, other: Player) -> Result:
    """Return the result of one game of two players, who need not be those that the pairing names."""
    game = registry.get(pairing.game)
    mode = game.info.mode(pairing.mode)
    if mode is None:
        raise KeyError(f"{pairing.game} has no mode {pairing.mode}")
    round_ = number // (len(mode.teams) or mode.seats)
    state = opened(game, Setup(pairing.mode, pairing.options), pairing.opening, f"{pairing.game} {round_}")
    ones = seats_of_one(mode, number)
    state, turns, times = play_out(
        game, state, {seat: one if seat in ones else other for seat in _seats(mode)}, str(number)
    )
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError("the game is over")
    cpu = [_percentile([each for seat, each in times if (seat in ones) == first]) for first in (True, False)]
    return Result(pairing.name, number, _share(outcome, ones, mode), turns, (cpu[0], cpu[1]))


def play_out(
    game: AnyGame, state: World, players: Mapping[Seat, Player], seed: str
) -> tuple[World, int, list[tuple[Seat, float]]]:
    """Play to the end; return the last position, the number of turns, and the seconds of CPU of each decision."""
    turns, times = 0, list[tuple[Seat, float]]()
    while acting := sorted(game.to_act(state)):
        turns += 1
        moves, seat = {}, acting[0]
        texts: tuple[str, ...] = ()
        for seat in acting:
            begun = time.process_time()
            texts = players[seat].decide(game, known(game, state, seat), seat, f"{seed} {turns} {seat}").moves
            times.append((seat, time.process_time() - begun))
            moves[seat] = game.parse(state, seat, texts[0])
        state = game.apply(state, moves).state
        for text in texts[1:]:
            state = game.apply(state, {seat: game.parse(state, seat, text)}).state
    return state, turns, times


def opened(game: AnyGame, setup: Setup, opening: int, seed: str) -> World:
    """Return the position after some random turns of each seat in which nobody wins."""
    mode = game.info.mode(setup.mode)
    seats = mode.seats if mode is not None else 0
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


def _share(outcome: Outcome, ones: frozenset[Seat], mode: Mode) -> float:
    winners = outcome.winners
    if mode.teams:
        return float(bool(ones & set(winners)))
    return len(ones & set(winners)) / len(winners)


def _seats(mode: Mode) -> range:
    return range(1, mode.seats + 1)


def _percentile(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))] if times else 0.0


# Files: one result a line.


class NoResultsError(ValueError):
    """A file holds something else than lines of results."""


def lines(file: Path, make: Callable[[dict[str, Any]], Found]) -> list[Found]:
    """Return what is made of each line of JSON in a file; nothing if it does not exist. Raises NoResultsError."""
    if not file.exists():
        return []
    try:
        return [make(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    except (ValueError, TypeError, KeyError) as error:
        raise NoResultsError(f"{file} holds something else than such results") from error


def read(file: Path) -> list[Result]:
    """Return the results of a file; none if it does not exist."""
    return lines(file, lambda found: Result(**{**found, "cpu": tuple(found["cpu"])}))


def written(
    file: Path, numbers: Iterable[int], play: Callable[[int], Found], line: Callable[[int, Found], Mapping[str, Any]]
) -> Iterator[Found]:
    """Play the games of these numbers, and write a line of JSON for each as it ends."""
    for number in numbers:
        found = play(number)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line(number, found)) + "\n")
        yield found


def run(
    pairing: Pairing,
    games: int,
    file: Path,
    first: int = 0,
    step: int = 1,
    between: tuple[float, float] | None = None,
) -> Iterator[Result]:
    """Play the games of a pairing that a file lacks, up to so many, and write each as it ends.

    With `first` and `step`, several processes share the games: each takes its own. With `between`, the least share and
    the aim, no more games are played once those in the file have `decided`.
    """
    done = {each.number for each in _of(pairing, file)}
    left = (
        number
        for number in range(first, games, step)
        if number not in done
        and (between is None or decided([each.share for each in _of(pairing, file)], *between) is None)
    )
    return written(file, left, partial(play, pairing), lambda _, result: asdict(result))


def _of(pairing: Pairing, file: Path) -> list[Result]:
    return [each for each in read(file) if each.pairing == pairing.name]


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
