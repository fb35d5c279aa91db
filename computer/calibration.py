"""From the value of a position to the chance to win, if all play on at a level: self-play, the fit, and how good it is.

`python -m computer calibrate` plays games of a level against itself after random openings, and fits the chance of each
side to what a search says of the position after a turn. The fit is a multinomial logit (McFadden 1974): the utility of
a side is its place in the order of play, its value, and its lead in points. Where the next turn ends the game, the
chance is that of its end, as no level passes over a win.
"""

from __future__ import annotations

import functools
import itertools
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from computer import ladder, replica, replicants
from computer.players import (
    Level,
    World,
    domain,
    known,
    player,
    position_after,
    required_mode,
    search,
    sides,
    title,
    weights_of,
)
from computer.sampling import Domain, Draws
from computer.search import NEAR_WIN, WIN, OutOfNodes
from engine import registry
from engine.chance import Chance
from engine.game import Mode, Setup
from engine.replica.state import State as ReplicaState
from engine.replicants.outcome import half_points
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR

OPENINGS = 6
"""The most random turns of each seat before a game."""
PARTS = 10
"""Of games: each is left out of a fit that is tried on it."""
POSITIONS = 2
"""The most of a game for a fit."""
BUCKETS = 5
"""In a table of chances and what came of them."""
LOOK = {"replica": (0, 1, 2, 3), "replicants": (0, 2)}
"""By game: the depths of the search that values positions, in actions behind a turn."""
_HALF = 150
"""The value, in the units of an evaluation, at which half of what a value can say is said."""
NODES = 60_000
"""The most of one search: a deeper one that takes more isn't made."""

PLAYOUTS = "playouts"
"""In place of a level, in games that are sampled: every seat chooses as playouts do."""

Shares = tuple[float, ...]
"""What each side has of something that adds up to 1."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is calibrated together.

    Attributes:
        setup: Mode and options, in the order of their keys.
        level: The level that plays all seats, or `PLAYOUTS`.
    """

    game: str
    setup: Setup
    level: str

    @property
    def name(self) -> str:
        """As written in files."""
        return f"{title(self.game, self.setup)}: {'' if self.level == PLAYOUTS else 'level '}{self.level}"

    @property
    def mode(self) -> Mode:
        return required_mode(registry.get(self.game), self.setup.mode)


# What a search says of a turn.


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is known of a position after a turn.

    Attributes:
        shares: What each side gets, where the game is over or its next turn ends it; else empty.
        facts: What the chance of each side follows from, the one that has played first, the others as they follow: the
            value of a search, whether that is a forced win (1) or loss (-1), and what a game counts.
    """

    shares: Shares
    facts: tuple[tuple[float, ...], ...] = ()


def side_of(mode: Mode, seat: Seat) -> int:
    """Return the place of a seat's side among all sides."""
    return next(number for number, seats in enumerate(sides(mode)) if seat in seats)


def shares_of(mode: Mode, ranks: Sequence[int]) -> Shares:
    """Return what each side has of the first place at the end of a game."""
    winners = [number for number, seats in enumerate(sides(mode)) if ranks[seats[0] - 1] == 1]
    return tuple((number in winners) / len(winners) for number, _ in enumerate(sides(mode)))


def outlook(kind: Kind, state: World, seat: Seat) -> Outlook:
    """Return what is known of a position after a turn of a seat."""
    outcome = registry.get(kind.game).outcome(state)
    if outcome is not None:
        return Outlook(shares_of(kind.mode, outcome.ranks))
    if isinstance(state, ReplicantsState) and state.rules.counts_points:
        return _of_several(kind, state, seat)
    return _of_two(kind, state, seat)


def _of_two(kind: Kind, state: World, seat: Seat) -> Outlook:
    mode, weights = kind.mode, weights_of(kind.game, kind.setup.mode)
    mine = side_of(mode, seat)
    tree, position = search(state, Level(nodes=NODES), weights)
    sign = 1 if side_of(mode, state.seat) == mine else -1
    value = 0
    for depth in LOOK[kind.game]:
        try:
            value = sign * tree.value(position, depth, -2 * WIN, 2 * WIN)
        except OutOfNodes:
            break
        if abs(value) > NEAR_WIN and depth == 0:
            return Outlook(tuple(float((value > 0) == (number == mine)) for number in range(2)))
    first, second = _value(value), _value(-value)
    if isinstance(position, ReplicaState):
        mover, other = replica.counts(position)
        return Outlook((), ((*first, *other), (*second, *mover)) if sign < 0 else ((*first, *mover), (*second, *other)))
    evaluation = replicants.Evaluation(state.rules, weights)
    placed = [evaluation.placement(state.sides, seats[0] - 1) / 100 for seats in sides(mode)]
    return Outlook((), ((*first, placed[mine]), (*second, placed[1 - mine])))


def _of_several(kind: Kind, state: ReplicantsState, seat: Seat) -> Outlook:
    """Return what follows from the best turn of the next player."""
    mode = kind.mode
    tree = replicants.Several(state.rules, weights_of(kind.game, mode.key), 0, width=0, rounds=0)
    line = tree.turns(replicants.charged(state), most=1)[0]
    outcome = registry.get(kind.game).outcome(line.after)
    if outcome is not None:
        return Outlook(shares_of(mode, outcome.ranks))
    order = [(seat - 1 + step) % mode.seats for step in range(mode.seats)]
    values = [tree.evaluation.placement(line.after.sides, each) for each in order]
    values[1] = line.value
    points = [half_points(line.after, each + 1) / 2 for each in order]
    return Outlook(
        (),
        tuple(
            (*_value(value), mine - max(other for step, other in enumerate(points) if step != place))
            for place, (value, mine) in enumerate(zip(values, points, strict=True))
        ),
    )


def _value(value: int) -> tuple[float, float]:
    forced = (value > NEAR_WIN) - (value < -NEAR_WIN)
    return 0.0 if forced else value / (abs(value) + _HALF), float(forced)


# Self-play.


@dataclass(frozen=True, slots=True)
class Game:
    """One game.

    Attributes:
        position: After its random opening.
        turns: The turns played from there, each with its seat and its value for that seat.
        shares: What each seat got of the first place.
    """

    kind: str
    number: int
    position: str
    turns: tuple[tuple[int, str, int], ...]
    shares: Shares


def play(kind: Kind, number: int) -> Game:
    """Return a game of a level against itself; the same each time."""
    game = registry.get(kind.game)
    state = ladder.opened(game, kind.setup, 1 + number % OPENINGS, f"calibrate {kind.name} {number}")
    position, turns = game.write_position(state), list[tuple[int, str, int]]()
    decide = player(kind.game, kind.setup.mode, kind.level)
    while acting := game.to_act(state):
        (seat,) = acting
        decision = decide(game, known(game, state, seat), seat, f"{number} {len(turns)}")
        state = position_after(game, state, seat, decision.moves)
        turns.append((seat, decision.text, decision.value or 0))
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError("the game is over")
    shares = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(1, kind.mode.seats + 1))
    return Game(kind.name, number, position, tuple(turns), shares)


def read(file: Path) -> list[Game]:
    """Return the games of a file; none if it does not exist."""

    def game(data: dict[str, Any]) -> Game:
        turns = tuple((seat, text, value) for seat, text, value in data["turns"])
        return Game(**{**data, "turns": turns, "shares": tuple(data["shares"])})

    return ladder.read_lines(file, game)


def run(kind: Kind, numbers: Iterable[int], file: Path) -> Iterator[Game]:
    """Play the games, by their numbers, that a file lacks, and write each as it ends."""
    done = {each.number for each in read(file) if each.kind == kind.name}
    return ladder.add_lines(file, (number for number in numbers if number not in done), functools.partial(play, kind))


# The fit.


@dataclass(frozen=True, slots=True)
class Fit:
    """How a kind's chances follow from outlooks.

    Attributes:
        games: From which it was made.
        weights: For seat 1, 2, … that has played: of the places of the other sides, and of the facts. Of playouts one
            row, of which the place is that of the seat.
    """

    kind: Kind
    games: int
    weights: tuple[tuple[float, ...], ...]

    def chances(self, seen: Outlook, seat: Seat) -> Shares:
        """Return the chance of each side, in the order of sides, after a turn of a seat."""
        if seen.shares:
            return seen.shares
        found, first = _chances(self.weights[seat - 1], _features(seen)), side_of(self.kind.mode, seat)
        return tuple(found[(number - first) % len(found)] for number in range(len(found)))

    def expected(self, domain: Domain, state: World) -> Shares:
        """Return the share of the win that each seat may expect of a position, if all go on as playouts do."""
        outcome = domain.game.outcome(state)
        if outcome is not None:
            return shares_of(self.kind.mode, outcome.ranks)
        chances = _chances(self.weights[0], _features(Outlook((), tuple(map(tuple, domain.facts(state))))))
        left = [0.0 if seat in state.gone else chance for seat, chance in enumerate(chances, 1)]
        return tuple(each / sum(left) for each in left)


def _features(seen: Outlook) -> list[list[float]]:
    """Return what the utility of each side adds up from, the one that has played first."""
    return [
        [*(float(place == each) for each in range(1, len(seen.facts))), *facts]
        for place, facts in enumerate(seen.facts)
    ]


def _chances(weights: Sequence[float], features: Sequence[Sequence[float]]) -> list[float]:
    utilities = [sum(map(float.__mul__, weights, each)) for each in features]
    most = max(utilities)
    shares = [math.exp(each - most) for each in utilities]
    return [each / sum(shares) for each in shares]


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of self-play after a turn.

    Attributes:
        shares: What each side got of the first place, the one that has played first.
    """

    seat: Seat
    seen: Outlook
    shares: Shares


def samples(kind: Kind, game: Game) -> list[Sample]:
    """Return some positions of a game, of those that the next turn does not end."""
    rules, mode = registry.get(kind.game), kind.mode
    chance = Chance.from_text(f"samples {game.number}")
    state = rules.initial(replace(kind.setup, position=game.position), chance)
    left = list[tuple[Seat, World]]()
    for seat, text, _ in game.turns:
        state = position_after(rules, state, seat, text.split(SEPARATOR))
        left.append((seat, state))
    by_side = [sum(game.shares[seat - 1] for seat in seats) for seats in sides(mode)]
    found = list[Sample]()
    for _ in range(2 * POSITIONS):
        if not left or len(found) == POSITIONS:
            break
        pick, chance = chance.below(len(left))
        seat, state = left.pop(pick)
        seen = outlook(kind, state, seat)
        if not seen.shares:
            first = side_of(mode, seat)
            shares = tuple(by_side[(first + step) % len(by_side)] for step in range(len(by_side)))
            found.append(Sample(seat, seen, shares))
    return found


def sampled(kind: Kind, number: int) -> list[Sample]:
    """Return some positions between the turns of a game in which every seat chooses as playouts do."""
    rules = domain(kind.game, kind.setup.mode)
    game, name = rules.game, f"calibrate {kind.name} {number}"
    state = Session.start(game, kind.setup, Chance.from_text(name)).state
    seed, chance = Chance.from_text(name).below(2**60)
    draws, between = Draws(seed), list[World]()
    while acting := game.to_act(state):
        turn = game.turn(state)
        state = game.apply(state, {seat: rules.policy(state, seat, draws) for seat in sorted(acting)}).state
        if game.turn(state) > turn and game.outcome(state) is None:
            between.append(state)
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError("the game is over")
    found = []
    for _ in range(min(POSITIONS, len(between))):
        pick, chance = chance.below(len(between))
        seen = Outlook((), tuple(map(tuple, rules.facts(between.pop(pick)))))
        found.append(Sample(1, seen, shares_of(kind.mode, outcome.ranks)))
    return found


class TooFewGamesError(Exception):
    """There are positions to fit to for some seats only, or for none."""


def fit(kind: Kind, games: int, found: Sequence[Sample]) -> Fit:
    """Return the fit to some positions, each of weight 1, by Newton's method.

    Raises:
        TooFewGamesError: A seat has no position.
    """
    seats = 1 if kind.level == PLAYOUTS else kind.mode.seats
    moved = [[each for each in found if each.seat == seat] for seat in range(1, seats + 1)]
    if not all(moved):
        raise TooFewGamesError(f"{games} games are too few to fit chances to: play more (--games)")
    return Fit(kind, games, tuple(tuple(round(weight, 4) for weight in _fitted(each)) for each in moved))


_RIDGE = 4.0
"""How much weights are held to 0, so that few games don't make them wild."""


def _fitted(found: Sequence[Sample]) -> list[float]:
    data = [(_features(each.seen), each.shares) for each in found]
    size = len(data[0][0][0])
    weights = [0.0] * size
    for _ in range(20):
        slope = [-_RIDGE * each for each in weights]
        bend = [[_RIDGE * (row == column) for column in range(size)] for row in range(size)]
        for features, shares in data:
            chances = _chances(weights, features)
            mean = [sum(p * each[row] for p, each in zip(chances, features, strict=True)) for row in range(size)]
            for p, share, each in zip(chances, shares, features, strict=True):
                off = [value - middle for value, middle in zip(each, mean, strict=True)]
                for row in range(size):
                    slope[row] += (share - p) * each[row]
                    for column in range(size):
                        bend[row][column] += p * off[row] * off[column]
        step = _solved(bend, slope)
        weights = [weight + each for weight, each in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        for other in rows[pivot + 1 :]:
            share = other[pivot] / row[pivot]
            for column in range(pivot, len(row)):
                other[column] -= share * row[column]
    found = [0.0] * len(rows)
    for pivot in reversed(range(len(rows))):
        known_part = sum(rows[pivot][column] * found[column] for column in range(pivot + 1, len(rows)))
        found[pivot] = (rows[pivot][-1] - known_part) / rows[pivot][pivot]
    return found


# Data: a fit for each game and mode, and for some choices of options.


def fits(text: str) -> list[Fit]:
    """Return the fits of a data file."""
    found = []
    for each in tomllib.loads(text).get("fits", ()):
        kind = Kind(each["game"], Setup(each["mode"], tuple(sorted(each["options"].items()))), each["level"])
        found.append(Fit(kind, each["games"], tuple(map(tuple, each["weights"]))))
    return found


@functools.cache
def _shipped() -> dict[tuple[str, Setup], Fit]:
    text = resources.files("computer").joinpath("data", "chances.toml").read_text(encoding="utf-8")
    return {(each.kind.game, each.kind.setup): each for each in fits(text)}


def fit_for(game: str, setup: Setup) -> Fit:
    """Return the fit for a game: for its options, if there is one, or without them; `KeyError` if it has none."""
    usual, shipped = {each.key: each.default for each in registry.get(game).info.options_of(setup.mode)}, _shipped()
    chosen = tuple(sorted((key, value) for key, value in setup.options if value != usual.get(key)))
    return shipped.get((game, Setup(setup.mode, chosen))) or shipped[game, Setup(setup.mode)]


def written(found: Sequence[Fit]) -> str:
    """Return a data file with these fits."""
    lines = [
        "# From the value of a position to the chance to win: `computer/calibration.py` has the meaning of weights.",
        "# Written by `python -m computer calibrate --data`.",
    ]
    for each in sorted(found, key=lambda each: (each.kind.game, each.kind.setup.mode, each.kind.setup.options)):
        kind = each.kind
        options = ", ".join(f'{key} = "{value}"' for key, value in kind.setup.options)
        lines += [
            "",
            "[[fits]]",
            f'game = "{kind.game}"',
            f'mode = "{kind.setup.mode}"',
            f"options = {{ {options} }}" if options else "options = {}",
            f'level = "{kind.level}"',
            f"games = {each.games}",
            "weights = [",
            *(f"    [{', '.join(map(str, row))}]," for row in each.weights),
            "]",
        ]
    return "\n".join([*lines, ""])


# How good a fit is.


@dataclass(frozen=True, slots=True)
class Bucket:
    """Positions with chances in one range.

    Attributes:
        chance: The mean of what the fit says.
        share: What came of them.
        low: The ends of its 95 % interval (Wilson).
    """

    positions: int
    chance: float
    share: float
    low: float
    high: float


def buckets(said: Sequence[tuple[float, float]]) -> list[Bucket]:
    """Return what came of positions, given the chance that was said of each and what came of it."""
    ordered = sorted(said)
    ends = [len(ordered) * part // BUCKETS for part in range(BUCKETS + 1)]
    made = []
    for start, end in itertools.pairwise(ends):
        if part := ordered[start:end]:
            share = sum(share for _, share in part) / len(part)
            low, high = ladder.interval(share, len(part))
            made.append(Bucket(len(part), sum(chance for chance, _ in part) / len(part), share, low, high))
    return made


def calibrated(kind: Kind, found: Mapping[int, Sequence[Sample]]) -> tuple[Fit, list[Bucket]]:
    """Return the fit to positions of games, by their number, and how good such fits are.

    That is found by cross-validation: the chance of one side in one position of a game is said by a fit to the others,
    which lacks a tenth of the games.
    """
    said = []
    for part in range(PARTS):
        fitted = fit(kind, len(found), [each for game, some in found.items() if game % PARTS != part for each in some])
        for game, some in found.items():
            if game % PARTS == part and some:
                side = game // PARTS % len(some[0].shares)
                chances = _chances(fitted.weights[some[0].seat - 1], _features(some[0].seen))
                said.append((chances[side], some[0].shares[side]))
    return fit(kind, len(found), list(itertools.chain.from_iterable(found.values()))), buckets(said)


def table(kind: Kind, found: Sequence[Bucket]) -> list[str]:
    """Return rows of a table in Markdown: what was said, what came of it, and in how many games."""
    return [
        f"| {kind.name} | {each.chance:.0%} | {each.share:.0%} [{each.low:.0%}, {each.high:.0%}] | {each.positions} |"
        for each in found
    ]
