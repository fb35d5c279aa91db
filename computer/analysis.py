"""What each turn of a game did to the chances, and what was better.

In Replicants and Replica the chances are those of `computer.calibration`: what each side would win if all played on at
a level from there. A turn is compared with the best one that a search finds, by the same search and the same fit, so
what is said to be better is better by both.

In APEX and Mutants each decision is judged by what its player knew. Worlds are drawn that look the same to the player,
as for a computer's own decision (`computer.sampling`). What was played, what a playout chooses, and the best
alternative are played on in all of them for some turns, and a fit values what they lead to. The alternative is found in
other worlds than those in which it is compared: so it isn't the one that was luckiest there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from computer import calibration, replicants
from computer.calibration import PLAYOUTS, Fit, Shares, fit_for
from computer.players import (
    SAMPLED,
    SEARCHED,
    AnyGame,
    Level,
    World,
    domain,
    known,
    outlays,
    position_after,
    required_mode,
    search,
    sides,
    texts,
    weights_of,
)
from computer.sampling import Domain, Sampling
from engine import history, registry
from engine.errors import SetupError
from engine.game import Json, Setup
from engine.history import Moment, moments
from engine.outcome import Termination
from engine.replicants.state import State as ReplicantsState
from engine.script import Entry
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from engine.turn import SEPARATOR

CERTAIN = 3.0
"""An alternative is called better if it is so by so many standard errors: with 2 some of each game's would be noise."""
MOST_POINTS, LEAST_LOSS = 5, 0.02
"""How many turns are turning points at most, and what each gave away of the chance at least."""
DIGITS = 4
"""Of chances that are kept."""
_APART = 10**6
"""The number of the first world for comparisons; those before it are for the search."""


@dataclass(frozen=True, slots=True)
class Step:
    """A turn of a game, or a decision of one with hidden or simultaneous choices.

    Attributes:
        number: Of the turn, as `engine.history` counts.
        before: The position before it, as its player knew it.
        entries: The number of entries of `Session.entries` before it.
    """

    number: int
    seat: Seat
    before: World
    text: str
    entries: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn or a decision did.

    Attributes:
        number: Of the turn, as `engine.history` counts.
        chances: Of each side after it.
        better: What was better; empty if nothing was found.
        best: The chances after that; after what was played, if nothing was better.
        entries: The number of entries of `Session.entries` before it.
        usual: Of a decision: the chances after what playouts choose in its place.
        error: Of a decision: the standard error of the difference that it made to them, for its player.
    """

    number: int
    seat: Seat
    text: str
    chances: Shares
    better: str
    best: Shares
    entries: int
    usual: Shares = ()
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Balance:
    """What a player's share of the win came from.

    Attributes:
        own: From its own decisions, compared with what playouts choose.
        error: The standard error of that.
        others: From those of the other players.
        luck: All else: what was drawn, what was hidden, and what was chosen at the same time.
    """

    seat: Seat
    own: float
    error: float
    others: float
    luck: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the turns of a game did.

    Attributes:
        level: The level at which all would play on, or `computer.calibration.PLAYOUTS`.
        sides: The seats of each side.
        start: The chances of each side before the first turn.
        turns: Its turns, or its decisions.
        end: What each side has won, if the rules ended the game and nobody left it.
    """

    level: str
    sides: tuple[tuple[Seat, ...], ...]
    start: Shares
    turns: tuple[Turn, ...]
    end: Shares = ()

    @property
    def of_decisions(self) -> bool:
        """Whether it is one of decisions, from what their players knew."""
        return self.level == PLAYOUTS

    def side(self, seat: Seat) -> int:
        """Return the place of a seat's side among `sides`."""
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def loss(self, turn: Turn) -> float:
        """Return how much of its side's chance a turn gave away."""
        side = self.side(turn.seat)
        return turn.best[side] - turn.chances[side]

    def turning_points(self) -> list[Turn]:
        """Return the turns that gave most away, the worst first; of several decisions in a turn it is the worst."""
        given = [turn for turn in self.turns if turn.better and self.loss(turn) >= LEAST_LOSS]
        found = sorted(given, key=lambda turn: -self.loss(turn))
        worst: dict[int, Turn] = {}
        for turn in found:
            worst.setdefault(turn.number, turn)
        return list(worst.values())[:MOST_POINTS]

    def point(self, number: int) -> Turn | None:
        """Return the worst of what is said of a turn, if something was better."""
        found = [turn for turn in self.turns if turn.number == number and turn.better]
        return max(found, key=self.loss, default=None)

    def course(self) -> list[Shares]:
        """Return the chances of each side at the start and after each turn, up to the last that was judged.

        After choices made together they are the mean of what those who made them could expect.
        """
        course = [self.start]
        for number in range(1, max((turn.number for turn in self.turns), default=0) + 1):
            found = [turn for turn in self.turns if turn.number == number]
            last = [turn.chances for turn in found if turn.entries == found[-1].entries]
            course.append(_mean(last) if last else course[-1])
        if self.end:
            course[-1] = self.end
        return course

    def balances(self) -> list[Balance]:
        """Return what the share of each seat came from; nothing where turns are judged, or the game was left."""
        if not self.of_decisions or not self.end:
            return []
        found = []
        for place, (seat,) in enumerate(self.sides):
            own = sum(turn.chances[place] - turn.usual[place] for turn in self.turns if turn.seat == seat)
            others = sum(turn.chances[place] - turn.usual[place] for turn in self.turns if turn.seat != seat)
            error = math.sqrt(sum(turn.error**2 for turn in self.turns if turn.seat == seat))
            found.append(Balance(seat, own, error, others, self.end[place] - self.start[place] - own - others))
        return found


def _mean(found: Sequence[Shares]) -> Shares:
    return tuple(sum(each) / len(found) for each in zip(*found, strict=True))


def can_analyse(game: str, mode: str) -> bool:
    """Return whether the turns of a game can be judged."""
    return game in SEARCHED or mode in outlays(game)


def steps(session: Session) -> list[Step]:
    """Return what is judged in a game, in order; `SetupError` for a game that can't be analysed.

    It is whole turns, without one that its player didn't finish, as the game was left. Where something is hidden it is
    the decisions between several moves.
    """
    game = session.game
    if not can_analyse(game.info.key, session.setup.mode):
        raise SetupError(
            say("{game} can't be analysed.", game=game.info.name), code="unknown-game", given=game.info.key
        )
    return _decisions(session) if game.info.key in SAMPLED else _turns(session)


def _turns(session: Session) -> list[Step]:
    game, found, before = session.game, list[Step](), None
    for moment in moments(session):
        last = moment.last
        if last is not None and before is not None and not any(part.forfeit for part in last.parts):
            whole = game.outcome(moment.state) is not None or game.turn(moment.state) > game.turn(before.state)
            if whole:
                text = SEPARATOR.join(part.text for part in last.parts)
                found.append(Step(moment.number, last.seat, before.state, text, before.entries))
        before = moment
    return found


def _decisions(session: Session) -> list[Step]:
    every, found = moments(session), list[Step]()
    for entries, state, entry in history.decisions(session):
        if len(session.game.legal(state, entry.seat)) > 1:
            number = next(moment.number for moment in every if moment.entries > entries)
            found.append(decision(session.game, state, entry, number, entries))
    return found


def decision(game: AnyGame, state: World, entry: Entry, number: int, entries: int) -> Step:
    """Return a decision with the position as its player knew it."""
    return Step(number, entry.seat, known(game, state, entry.seat), entry.text, entries)


def pieces(session: Session) -> Iterator[tuple[Step, tuple[Any, ...]]]:
    """Yield each turn or decision with what `judged` has to be given, which is JSON."""
    return ((step, piece(session.game, session.setup, step)) for step in steps(session))


def piece(game: AnyGame, setup: Setup, step: Step) -> tuple[Any, ...]:
    """Return what `judged` has to be given."""
    options: Json = [list(pair) for pair in setup.options]
    seed = f"{step.entries} {step.seat}"
    return game.info.key, setup.mode, options, game.dump(step.before), step.text, step.seat, seed


def instead(session: Session, every: Sequence[Moment], turn: Turn) -> Session:
    """Return a game after what was better than a turn, in place of it; `every` are its moments."""
    start = max((moment for moment in every if moment.entries <= turn.entries), key=lambda moment: moment.entries)
    here = history.at(session, start)
    for entry in session.entries[start.entries : turn.entries]:
        here = here.forfeit(entry.seat) if entry.forfeit else here.move(entry.seat, entry.text)
    together = len(here.to_act)
    if together > 1:
        for entry in session.entries[turn.entries : turn.entries + together]:
            here = here.move(entry.seat, turn.better if entry.seat == turn.seat else entry.text)
        return here
    for text in turn.better.split(SEPARATOR):
        here = here.move(turn.seat, text)
    return here


def judged(
    key: str, mode: str, options: Sequence[Sequence[str]], before: Json, text: str, seat: Seat, seed: str
) -> dict[str, Json]:
    """Return what a turn or a decision did, as JSON.

    Args:
        key: The game.
        mode: Its mode.
        options: Pairs of key and value.
        before: The position as the seat knew it (`computer.players.known`), written by `Game.dump`.
        text: What it played.
        seat: The one that decided.
        seed: Any text, for playouts.

    Returns:
        Fields of `Turn`.
    """
    game, fit = registry.get(key), fit_for(key, Setup(mode, tuple((each, value) for each, value in options)))
    world = game.load(before)
    if key in SAMPLED:
        return _decision_judged(game, fit, world, text, seat, seed)
    return _turn_judged(game, fit, world, text, seat)


def _turn_judged(game: AnyGame, fit: Fit, before: World, text: str, seat: Seat) -> dict[str, Json]:
    found = _best(game, fit.kind.setup.mode, before)
    played, best = (
        [round(each, DIGITS) for each in fit.chances(calibration.outlook(fit.kind, position, seat), seat)]
        for position in (position_after(game, before, seat, turn) for turn in (text.split(SEPARATOR), found))
    )
    side = calibration.side_of(fit.kind.mode, seat)
    better = SEPARATOR.join(found) if best[side] > played[side] else ""
    return {"chances": [*played], "better": better, "best": [*(best if better else played)]}


def _best(game: AnyGame, mode: str, before: World) -> tuple[str, ...]:
    """Return the turn that a search takes for the best."""
    weights = weights_of(game.info.key, mode)
    if isinstance(before, ReplicantsState) and before.rules.counts_points:
        several = replicants.Several(before.rules, weights, 0, width=0, rounds=0)
        return texts(game, before, before.seat, several.turns(replicants.charged(before), most=1)[0])
    tree, position = search(before, Level(nodes=calibration.NODES), weights)
    return texts(game, before, before.seat, tree.rank(position, calibration.LOOK[game.info.key])[0])


class _Judge(Sampling):
    """The playouts of one decision, valued by the share of the win."""

    def __init__(self, rules: Domain, world: World, seat: Seat, seed: str, turns: int, fit: Fit) -> None:
        super().__init__(rules, world, seat, seed, turns)
        self.fit = fit

    def value(self, state: World) -> float:
        return self.shares(state)[self.seat - 1]

    def shares(self, state: World) -> Shares:
        return self.fit.expected(self.domain, state)

    def compared(self, moves: Sequence[Any], worlds: int) -> list[Shares]:
        """Return the shares after some moves, or after the policy's, in each world for comparisons."""
        return [self.shares(self.reached(moves, number)) for number in range(_APART, _APART + worlds)]


def _decision_judged(game: AnyGame, fit: Fit, world: World, text: str, seat: Seat, seed: str) -> dict[str, Json]:
    mode = fit.kind.setup.mode
    rules, outlay = domain(game.info.key, mode), outlays(game.info.key)[mode]
    moves, played = game.legal(world, seat), game.parse(world, seat, text)
    judge = _Judge(rules, world, seat, seed, outlay.turns, fit)
    if len(moves) == 2:
        (best,) = (move for move in moves if move != played)
    else:
        best, _ = judge.choose(moves, outlay.playouts)
    here, usual = judge.compared([played], outlay.worlds), judge.compared([], outlay.worlds)
    made = [one[seat - 1] - other[seat - 1] for one, other in zip(here, usual, strict=True)]
    found: dict[str, Json] = {
        "chances": _rounded_mean(here),
        "better": "",
        "best": _rounded_mean(here),
        "usual": _rounded_mean(usual),
        "error": round(_error(made), DIGITS),
    }
    if best != played:
        there = judge.compared([best], outlay.worlds)
        gains = [one[seat - 1] - other[seat - 1] for one, other in zip(there, here, strict=True)]
        if sum(gains) / len(gains) > CERTAIN * _error(gains):
            found |= {"better": game.format(world, seat, best), "best": _rounded_mean(there)}
    return found


def _rounded_mean(found: Sequence[Shares]) -> list[float]:
    return [round(each, DIGITS) for each in _mean(found)]


def _error(values: Sequence[float]) -> float:
    """Return the standard error of a mean."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((each - mean) ** 2 for each in values) / (len(values) - 1) / len(values))


def analyse(session: Session) -> Analysis:
    """Return the analysis of a game, all in one go."""
    return analysis_of(session, [(step, judged(*values)) for step, values in pieces(session)])


def analysis_of(session: Session, found: Sequence[tuple[Step, dict[str, Any]]]) -> Analysis:
    """Return what the pieces of an analysis add up to."""
    game, setup, outcome = session.game, session.setup, session.outcome
    mode = required_mode(game, setup.mode)
    turns = tuple(_turn(step, each) for step, each in found)
    level = fit_for(game.info.key, setup).kind.level
    if not turns:
        start: Shares = tuple(1 / len(sides(mode)) for _ in sides(mode))
    else:
        start = turns[0].usual if level == PLAYOUTS else turns[0].best
    end: Shares = ()
    left = any(each.forfeit for each in session.entries)
    if outcome is not None and outcome.termination is Termination.RULES and not left:
        end = calibration.shares_of(mode, outcome.ranks)
    return Analysis(level, sides(mode), start, turns, end)


def _turn(step: Step, found: Mapping[str, Any]) -> Turn:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    return Turn(step.number, step.seat, step.text, entries=step.entries, **fields)


def report(analysis: Analysis) -> list[str]:
    """Return lines of text: the chances after each turn, then what gave most away with what was better."""
    names = ", ".join("+".join(map(str, seats)) for seats in analysis.sides)
    course = analysis.course()
    if analysis.of_decisions:
        lines = [f"Share of the win that seats {names} may expect in %, if all go on as playouts do:"]
        lines += [f"{number:3}  {_percents(chances)}" for number, chances in enumerate(course)]
    else:
        lines = [f"Chance to win of seats {names} in %, if all play on at level {analysis.level}:"]
        lines += [f"  0  {_percents(analysis.start)}"]
        lines += [
            f"{turn.number:3}  {_percents(turn.chances)}  seat {turn.seat}: {turn.text}" for turn in analysis.turns
        ]
    lines += [
        f"Seat {each.seat}: own decisions {_points(each.own)} ± {100 * each.error:.0f}, those of others "
        f"{_points(each.others)}, what was drawn and hidden {_points(each.luck)}"
        for each in analysis.balances()
    ]
    worst = analysis.turning_points()
    if worst:
        lines.append("What gave most away:" if analysis.of_decisions else "The turns that gave most away:")
    for turn in worst:
        side = analysis.side(turn.seat)
        lines.append(
            f"{turn.number:3}  seat {turn.seat}: {turn.better} was better ({turn.best[side]:.0%}) than {turn.text} "
            f"({turn.chances[side]:.0%})"
        )
    return lines


def _percents(chances: Sequence[float]) -> str:
    return " ".join(f"{100 * each:3.0f}" for each in chances)


def _points(share: float) -> str:
    return f"{100 * share:+.0f}"
