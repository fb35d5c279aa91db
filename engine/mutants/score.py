"""Points: of a round, of a freezer, and who is ahead of whom at the end (M28, M52, M53)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.mutants.box import Components, Rounds
from engine.mutants.table import freeze_value
from engine.seat import Seat


def force_order(line: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats from the one furthest ahead to the last (M5), from those of the last to the first."""
    return tuple(reversed(line))


def round_points(order: Sequence[Seat], rounds: Rounds, number: int) -> dict[Seat, int]:
    """Return what each seat gains in a round (M28).

    Args:
        order: From the one furthest ahead to the last.
        rounds: The values.
        number: Of the round, from 1.
    """
    points = dict.fromkeys(order, rounds.black[number - 1])
    points[order[-1]] = 0
    points[order[0]] = rounds.red[number - 1]
    return points


def freezer_values(box: Components, codes: Iterable[str]) -> tuple[int, ...]:
    """Return what each card of a freezer is worth (M52, M53), in the order given."""
    cards = [box.cards[code] for code in codes]
    return tuple(freeze_value(card, cards) for card in cards)


def totals(box: Components, codes: Iterable[str], play: int) -> tuple[tuple[int, ...], int]:
    """Return what each card of a freezer is worth, and all points of its owner."""
    values = freezer_values(box, codes)
    return values, play + sum(values)
