"""The order of a division by points and the league's tie-breaks.

Each tie-break is applied once, to entries that are still level by points and all tie-breaks before it: it splits each
such group, and the next one works on the smaller groups. Nothing goes back: when a later tie-break has split a group,
`direct` isn't worked out anew among those that stay level, although there are fewer of them. Whole numbers throughout:
Buchholz is multiplied by 60, which the opponents of a fixture (one to five) divide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any, TypeAlias

from hosting.league.standings.values import Tally, TieBreakValue
from hosting.league.terms import LOT, TieBreak
from store.league.seasons import Entry

Tallies: TypeAlias = Mapping[int, Tally]
Points: TypeAlias = Mapping[int, int]
"""The points of each entry, in 120ths."""

BUCHHOLZ = 60
"""Factor of Buchholz."""


def sonneborn_berger(tally: Tally, points: Points) -> int:
    return sum([pair * points[other] for other, pair in tally.met])


def buchholz_terms(tally: Tally, points: Points) -> list[int]:
    """Return the term of each fixture, in no order: the mean of the opponents' points × 60, or the entry's own × 60."""
    terms = [sum(map(points.__getitem__, others)) * (BUCHHOLZ // len(others)) for others in tally.faced]
    terms += [tally.points * BUCHHOLZ] * tally.alone
    return terms


def own_values(names: Collection[TieBreak], entries: Collection[int], every: Tallies) -> dict[TieBreak, dict[int, int]]:
    """Return, by name, the tie-breaks that don't depend on which other entries are level.

    `buchholz_cut1` is less the lowest term, 0 where there is none.
    """
    points = {entry: tally.points for entry, tally in every.items()}
    found: dict[TieBreak, dict[int, int]] = {}
    if "wins" in names:
        found["wins"] = {entry: every[entry].won for entry in entries}
    if "sonneborn_berger" in names:
        found["sonneborn_berger"] = {entry: sonneborn_berger(every[entry], points) for entry in entries}
    if not {"buchholz", "buchholz_cut1"}.isdisjoint(names):
        terms = {entry: buchholz_terms(every[entry], points) for entry in entries}
        found["buchholz"] = {entry: sum(each) for entry, each in terms.items()}
        found["buchholz_cut1"] = {entry: sum(each) - min(each, default=0) for entry, each in terms.items()}
    return found


def direct(group: Sequence[int], every: Tallies) -> tuple[int, ...] | None:
    """Return the sum of `pair` of each against the others of the group, in its order; None where it's empty.

    It's empty for all if nobody is level, or if some two of them met less often than some others, or never.

    Args:
        group: Entries that are level by all that comes before `direct`.
        every: The tallies of the entries of the division.
    """
    members = frozenset(group)
    often: set[int] = set()
    sums = []
    for entry in group:
        met = [each for each in every[entry].met if each[0] in members]
        meetings = Counter(other for other, _ in met)
        often.update(meetings.values())
        if len(meetings) < len(group) - 1 or len(often) != 1:
            return None
        sums.append(sum(pair for _, pair in met))
    return tuple(sums)


@dataclass(frozen=True, slots=True)
class Order:
    """A division in order: level entries share a group, by number."""

    groups: tuple[tuple[int, ...], ...]
    values: Mapping[int, tuple[TieBreakValue, ...]]

    def places(self) -> dict[int, int]:
        """Return the place of each entry: one more than the number of entries above it."""
        above = accumulate(map(len, self.groups), initial=0)
        return {entry: before + 1 for before, group in zip(above, self.groups, strict=False) for entry in group}


def order(
    members: Iterable[Entry],
    every: Tallies,
    breaks: Sequence[TieBreak],
    lot: Callable[[str, int], bytes] | None,
) -> Order:
    """Put entries in order by points and tie-breaks.

    `lot`: the season's lots; None until the secret is opened: until then the tie-break `lot` is empty and splits
    nobody.
    """
    entries = {each.id: each for each in sorted(members, key=lambda each: each.id)}
    groups = _split(tuple(entries), {entry: -every[entry].points for entry in entries}) if entries else []
    own = own_values(breaks, entries, every)
    columns: list[Mapping[int, TieBreakValue]] = []
    for name in breaks:
        column: dict[int, TieBreakValue]
        keys: dict[int, Any]  # the smallest key comes first, so numbers of which more is better are negated
        if name == "direct":
            keys = dict.fromkeys(entries, 0)
            column = dict.fromkeys(entries)
            for group in groups:
                for entry, value in zip(group, direct(group, every) or (), strict=False):
                    column[entry], keys[entry] = value, -value
        elif name == "lot":
            column = {entry: None if lot is None else lot(LOT, entry).hex() for entry in entries}
            keys = {entry: value or "" for entry, value in column.items()}
        elif name == "seed":
            column = {entry: each.seed_mu for entry, each in entries.items()}
            keys = {entry: (each.seed_mu is None, -(each.seed_mu or 0)) for entry, each in entries.items()}
        else:
            column, keys = {**own[name]}, {entry: -value for entry, value in own[name].items()}
        columns.append(column)
        # Only within groups: nothing comes between entries that an earlier tie-break has separated.
        groups = [part for group in groups for part in _split(group, keys)]
    return Order(tuple(groups), {entry: tuple(column[entry] for column in columns) for entry in entries})


def _split(group: tuple[int, ...], keys: Mapping[int, Any]) -> list[tuple[int, ...]]:
    if len(group) == 1:
        return [group]
    ordered = sorted(group, key=keys.__getitem__)
    return [tuple(part) for _, part in groupby(ordered, keys.__getitem__)]
