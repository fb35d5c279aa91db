"""Points of rounds and freezers, the quality of a Revolt's end, and the result (M52 to M54, M61, M74)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.mutants.components import Components, Rounds, boss_name
from engine.mutants.rules import Rules
from engine.mutants.state import State
from engine.mutants.table import freeze_value
from engine.outcome import Grade, Outcome, Termination, last_one
from engine.seat import Seat
from engine.text import Player, Text, say, say_n

# Points of a round and of a freezer, and the final ranking (M28, M52, M53).


def force_order(line: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats from the furthest ahead to the last (M5), given from the last to the first."""
    return tuple(reversed(line))


def round_points(order: Sequence[Seat], rounds: Rounds, number: int) -> dict[Seat, int]:
    """Return the points of each seat in a round (M28), from their order, the furthest ahead first."""
    points = dict.fromkeys(order, rounds.black[number - 1])
    points[order[-1]] = 0
    points[order[0]] = rounds.red[number - 1]
    return points


def freezer_values(box: Components, codes: Iterable[str]) -> tuple[int, ...]:
    """Return the value of each card of a freezer (M52, M53), in the given order."""
    cards = [box.cards[code] for code in codes]
    return tuple(freeze_value(card, cards) for card in cards)


def totals(box: Components, codes: Iterable[str], play: int) -> tuple[tuple[int, ...], int]:
    values = freezer_values(box, codes)
    return values, play + sum(values)


POINTS = "V"
FREEZER = "VF"
FORCE = "VT"
CONCEDED = "F"
BEATEN = "W"
LOST = "L"


def outcome(state: State) -> Outcome | None:
    """Return the result of a game that is over, None before."""
    if not state.over:
        return None
    if state.rules.solo:
        return _revolt(state)
    if state.over == CONCEDED:
        return _conceded(state)
    order, points = final_order(state), final_points(state)
    last = len(order) + 1  # M54
    ranks = tuple(order.index(seat) + 1 if seat in order else last for seat in _seats(state.rules))
    code, reason = _why(state, order, points)
    return Outcome(ranks, reason, code, tuple(map(float, points)), tie_breaks=_tie_breaks(state, order, points))


def final_points(state: State) -> tuple[int, ...]:
    """Return the points of each seat, including the freezer once the last round was scored (M53)."""
    return tuple(
        points + (_freezer(state, seat) if state.over == POINTS and seat not in state.gone else 0)
        for seat, points in enumerate(state.points, 1)
    )


def final_order(state: State) -> tuple[Seat, ...]:
    """Return the remaining seats from first to last (M53): by points, fewest of the freezer, place on the track."""
    points, force = final_points(state), force_order(state.line)
    staying = [seat for seat in _seats(state.rules) if seat not in state.gone]
    if state.over == CONCEDED:
        return tuple(staying)
    return tuple(sorted(staying, key=lambda seat: (-points[seat - 1], _freezer(state, seat), force.index(seat))))


def _seats(rules: Rules) -> range:
    return range(1, rules.seats + 1)


def _freezer(state: State, seat: Seat) -> int:
    return sum(freezer_values(state.rules.components, state.sides[seat - 1].freezer))


def _conceded(state: State) -> Outcome:
    """Return the result after all players but one have resigned (M54)."""
    (winner,) = (seat for seat in _seats(state.rules) if seat not in state.gone)
    ranks = tuple(1 if seat == winner else 2 for seat in _seats(state.rules))
    reason = last_one(winner, state.gone)
    points = tuple(map(float, state.points))
    return Outcome(ranks, reason, CONCEDED, points, Termination.FORFEIT, state.gone[-1])


def _why(state: State, order: Sequence[Seat], points: Sequence[int]) -> tuple[str, Text]:
    """Return the deciding criterion, as a code and in words (M74)."""
    best, player = points[order[0] - 1], Player(order[0])
    level = [seat for seat in order if points[seat - 1] == best]
    if len(level) == 1:
        return POINTS, say("{player} is World Champion with {points} points.", player=player, points=best)
    frozen = [_freezer(state, seat) for seat in level]
    if frozen.count(min(frozen)) == 1:
        return FREEZER, say(
            ("{player} is World Champion with {points} points, winning a tie with the fewest points from the freezer."),
            player=player,
            points=best,
        )
    return FORCE, say(
        ("{player} is World Champion with {points} points, winning a tie by being furthest ahead on the force track."),
        player=player,
        points=best,
    )


def _tie_breaks(state: State, order: Sequence[Seat], points: Sequence[int]) -> tuple[tuple[Text, ...], ...]:
    """Return for each seat what ranks it among those with as many points (M53, M74)."""
    frozen = {seat: _freezer(state, seat) for seat in order}
    tied = Counter(points[seat - 1] for seat in order)
    still_tied = Counter((points[seat - 1], frozen[seat]) for seat in order)
    force = force_order(state.line)

    def of(seat: Seat) -> Iterator[Text]:
        if seat in frozen and tied[points[seat - 1]] > 1:
            yield say("freezer: {points}", points=frozen[seat])
            if still_tied[points[seat - 1], frozen[seat]] > 1:
                yield say("force track: {place}", place=force.index(seat) + 1)

    return tuple(tuple(of(seat)) for seat in _seats(state.rules))


def _revolt(state: State) -> Outcome:
    boss = state.rules.boss
    if boss is None:
        raise AssertionError("there is no boss")
    name = boss_name(boss.name_en)
    if state.over == BEATEN:
        reason = say("You beat {boss} in round {round}.", boss=name, round=state.round)
        return Outcome((1,), reason, BEATEN, against=name, onward=_challenges(state.rules))
    if state.over == CONCEDED:
        reason = say("You gave up the Revolt against {boss}.", boss=name)
        return Outcome((2,), reason, CONCEDED, (), Termination.FORFEIT, 1, name)
    reason = say(
        "{boss} has beaten you, with {health} health left: try again with what you've learnt.",
        boss=name,
        health=state.health,
    )
    return Outcome((2,), reason, LOST, against=name)


def _challenges(rules: Rules) -> Text | None:
    """Return the suggestion after a first victory over a boss (M70, M74): the challenges not taken."""
    if not rules.ultra and not rules.limits:
        return say(
            "Now try the challenges: an ultra-resistant boss, or up to three genes that your reserve can't "
            "have. `/new mutants` has both."
        )
    if not rules.ultra:
        return say("Now try the other challenge too: an ultra-resistant boss. `/new mutants` has it.")
    if not rules.limits:
        return say(
            "Now try the other challenge too: up to three genes that your reserve can't have. `/new mutants` has it."
        )
    return None


def result_text(result: Outcome, names: Sequence[str]) -> str:
    """Return the points and the ranking, e.g. `"S1=20 S2=30 RANK S2,S1"`; of a Revolt its end."""
    if result.against is not None:
        return "VICTORY" if result.ranks == (1,) else "DEFEAT"
    order = sorted(range(len(names)), key=lambda at: result.ranks[at])
    scores = " ".join(f"{name}={points:g}" for name, points in zip(names, result.points, strict=True))
    return f"{scores} RANK {','.join(names[at] for at in order)}"


def same_result(text: str, result: Outcome, names: Sequence[str]) -> bool:
    return _folded(text) == _folded(result_text(result, names))


def _folded(text: str) -> str:
    return re.sub(r"\s*([=,])\s*", r"\1", " ".join(text.split())).casefold()


# The quality of a Revolt's end (M61): victory or defeat, then the round, then the boss's remaining health.
#
# An early victory is better, and a late defeat or resignation.


_HEALTH = 1000
"""More than any boss has."""
_VICTORY = 1000 * _HEALTH
"""More than any defeat is worth."""


def grade(state: State) -> Grade:
    """Return the grade of a finished Revolt; its points are the round and the boss's remaining health."""
    points = (state.round, state.health)
    if state.over == BEATEN:
        return Grade(2 * _VICTORY - _HEALTH * state.round, points)
    return Grade(_HEALTH * state.round + _HEALTH - 1 - state.health, points)


def grade_text(won: bool, points: Sequence[int]) -> Text:
    number, health = points
    if won:
        return say("victory in round {round}", round=number)
    return say_n(
        "defeat in round {round} with the boss at {count} health",
        "defeat in round {round} with the boss at {count} health",
        health,
        round=number,
    )
