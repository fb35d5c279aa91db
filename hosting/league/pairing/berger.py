"""Round robin of two sides: Berger's tables as FIDE's handbook has them (C.05, annex 1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from hosting.league.pairing.values import NUMBER, Planned, Season, drawn
from store.league.values import Entry

Pair: TypeAlias = tuple[int, int]
"""Numbers of seat 1 and seat 2, from 1."""


def table(size: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the pairs of each round, by board.

    With an odd number of players the one who would meet the number `size + 1` is free: the round has no pair for it.
    Everybody has either seat as often as the other (odd), or once more (even).

    Args:
        size: How many play, from 2.
    """
    even = size + size % 2
    return tuple(tuple(pair for pair in _round(even, each) if max(pair) <= size) for each in range(1, even))


def _round(even: int, number: int) -> Iterator[Pair]:
    """Give the pairs of one round: all numbers but the last stand in a ring that turns by half of it each round.

    The last number's pair comes last, where the handbook has it first: so the boards of the others are the same whether
    that number is taken or not.
    """
    ring = even - 1
    half = even // 2
    turned = (number - 1) * half % ring
    for step in range(1, half):
        yield (turned + step) % ring + 1, (turned - step) % ring + 1
    yield (turned + 1, even) if number % 2 else (even, turned + 1)  # it has the seats in turn


def rounds(legs: int, size: int) -> int:
    """Return how many rounds so many players have."""
    return (size + size % 2 - 1) * legs


def schedule(size: int, legs: int) -> Iterator[tuple[int, int, int, Pair]]:
    """Give round, leg, board and pair of all fixtures.

    In the second leg seats are swapped. The last two rounds of the first leg then change places, or some would have
    one seat three times in a row (C.05, annex 1: "double-round tournaments").
    """
    rounds = list(table(size))
    for leg in range(1, legs + 1):
        order = list(range(len(rounds)))
        if legs > 1 and leg == 1 and len(order) > 2:
            order[-2:] = reversed(order[-2:])
        for place, index in enumerate(order, start=1 + (leg - 1) * len(rounds)):
            for board, (first, second) in enumerate(rounds[index], start=1):
                yield place, leg, board, (first, second) if leg % 2 else (second, first)


def numbered(season: Season, division: int) -> tuple[Entry, ...]:
    """Return the entries of a division by their number in the table, from 1.

    Those who were there at the start are drawn. Where they are odd, one number is free: it goes to the first who came
    late.
    """
    members = season.members(division)
    first = drawn(season.lot, NUMBER, tuple(each for each in members if each.from_round == 1))
    late = sorted((each for each in members if each.from_round > 1), key=lambda each: (each.from_round, each.id))
    return (*first, *late[: len(first) % 2])


def plan(season: Season, division: int) -> Iterator[Planned]:
    """Give what is missing of a division's schedule; all of it at the start.

    A late entry gets the fixtures of its number in all rounds, those that have begun as well: everybody meets everybody
    equally often.
    """
    entries = numbered(season, division)
    there = {(each.leg, frozenset(each.entries)) for each in season.made("division", division)}
    gone = {each.id for each in entries if each.left_at is not None}
    late = len(entries) if entries and entries[-1].from_round > 1 else 0
    for number, leg, board, pair in schedule(len(entries), season.terms.legs):
        first, second = (entries[each - 1].id for each in pair)
        missing = (leg, frozenset((first, second))) not in there
        if missing and not (late in pair and gone & {first, second}):
            yield Planned(division, "division", number, leg, board, (first, second), "berger")
