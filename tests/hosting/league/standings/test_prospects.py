"""What an entry can still reach: exact near the end, sound before, both held against every way in which it can end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from hosting.league.standings import explain
from hosting.league.standings.explain import Ending, Goal, Need, Outcome, Prospect
from hosting.league.standings.explain import explain as explain_explain
from hosting.league.standings.table import table_of
from hosting.league.standings.values import Season
from store.league.values import Division, Fixture
from tests.hosting.league.drawn import draw
from tests.hosting.league.standings.futures import ended, endings
from tests.hosting.league.standings.seasons import ahead, entry, met, season, terms
from tests.volume import many

FOUR = [entry(number) for number in (1, 2, 3, 4)]


def prospect(of: Season, who: int, *, draws: bool = True) -> Prospect | None:
    found = explain_explain(of, who, draws=draws)
    assert found is not None
    return found.prospect


def test_the_last_fixture_is_told_exactly() -> None:
    fixtures = [
        met(1, {1: 120, 2: 0}),
        met(2, {2: 120, 3: 0}),
        met(3, {3: 120, 1: 0}),
        met(4, {1: 120, 4: 0}),
        met(5, {2: 120, 4: 0}),
        ahead(6, 3, 4),
    ]
    of = season(terms(), FOUR, fixtures)
    # If 3 wins all three are level in a circle, which the lot decides; if not, 1 has beaten 2.
    assert prospect(of, 3, draws=False) == Prospect(
        120, 120, 1, endings=(Ending(120, 1, 3), Ending(0, 4, 4)), needs=(Need(6, 3, ("won",)),)
    )
    assert prospect(of, 1, draws=False) == Prospect(240, 0, 1, endings=(Ending(0, 1, 3),))
    assert prospect(of, 4, draws=True) == Prospect(
        0, 120, 1, endings=(Ending(120, 3, 3), Ending(60, 4, 4), Ending(0, 4, 4)), needs=(Need(6, 4, ("won",)),)
    )


def test_with_too_much_to_come_points_alone_tell_what_it_takes() -> None:
    """Six who have played two rounds: nine fixtures are open."""
    six = [entry(number) for number in range(1, 7)]
    won = [met(1, {1: 120, 2: 0}), met(2, {1: 120, 3: 0}), met(3, {1: 120, 4: 0}), met(4, {5: 120, 6: 0})]
    met_already = {(1, 2), (1, 3), (1, 4), (5, 6)}
    pairs = [(one, other) for one in range(1, 7) for other in range(one + 1, 7) if (one, other) not in met_already]
    still = [ahead(10 + number, *pair) for number, pair in enumerate(pairs)]
    of = season(terms(), six, [*won, *still], divisions=(Division(2, "", up=1, down=2),))
    of = replace(
        of,
        entries=tuple(replace(each, division=2) for each in six),
        fixtures=tuple(replace(f, division=2) for f in of.fixtures),
    )
    first, low = prospect(of, 1), prospect(of, 2)
    assert first is not None
    assert low is not None
    assert (first.have, first.more, first.open, first.endings) == (360, 240, len(still), ())
    # 5 and 6 can have 600 and 480, the others 480: with 600 points nobody else is above 1, but 5 may be level.
    assert first.goals[0] == Goal(1, 0, None)
    assert low.goals[0] == Goal(1, 360, None)
    assert [goal.place for goal in low.goals] == [1, 4]


@pytest.mark.parametrize("seed", range(many(12, 400)))
def test_all_that_is_told_is_true(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way in which a drawn season can end: exact endings are just those; goals are never wrong."""
    of = draw("round-robin" if seed % 2 else "swiss", seed, closed=False)
    still = [each for each in of.fixtures if each.status in {"planned", "running"} and not each.is_bye]
    if len(still) > 5 or any(len(each.sides) != 2 for each in still) or not of.divisions:
        still = still[:0]
    for row in table_of(of) if still else ():
        mine = [each for each in still if each.division == row.division]
        found = prospect(of, row.entry)
        if found is None:
            continue
        played = dict(_ends(of, mine, row.entry))
        if found.endings:
            assert {(each.more, each.best, each.worst) for each in found.endings} == _ranges(played, row.points)
            best = min(low for _, low, _ in played.values())
            for need in found.needs:
                number = next(at for at, each in enumerate(mine) if each.id == need.fixture)
                turned = mine[number].entries[0] != need.entry
                ways = {
                    _turned(way[number]) if turned else way[number]
                    for way, (_, low, _) in played.items()
                    if low == best
                }
                assert ways == {*need.outcomes}
        monkeypatch.setattr(explain, "MOST_OPEN", -1)
        by_points = prospect(of, row.entry)
        monkeypatch.undo()
        for goal in () if by_points is None else by_points.goals:
            for total, _, high in played.values():
                assert not (goal.sure is not None and total - row.points >= goal.sure and high > goal.place)
            assert all(total - row.points >= goal.least for total, low, _ in played.values() if low <= goal.place)


def _turned(way: Outcome) -> Outcome:
    return "lost" if way == "won" else "won" if way == "lost" else way


def _ends(of: Season, still: list[Fixture], who: int) -> Iterator[tuple[tuple[Outcome, ...], tuple[int, int, int]]]:
    """Yield every way in which fixtures can be played, with the entry's points then, and its best and worst place."""
    ways: tuple[Outcome, ...] = ("won", "lost", "level")
    for each in product(range(3), repeat=len(still)):
        after = of
        for fixture, way in zip(still, each, strict=True):
            done = ended(fixture, [*endings(of.terms, fixture.entries, plain=True)][way])
            after = replace(after, fixtures=tuple(done if f.id == done.id else f for f in after.fixtures))
        rows = table_of(after)
        own = next(row for row in rows if row.entry == who)
        level = sum((row.division, row.place) == (own.division, own.place) for row in rows)
        yield tuple(ways[way] for way in each), (own.points, own.place, own.place + level - 1)


def _ranges(played: dict[tuple[Outcome, ...], tuple[int, int, int]], have: int) -> set[tuple[int, int, int]]:
    found = set()
    for points in {total for total, _, _ in played.values()}:
        lows = [low for total, low, _ in played.values() if total == points]
        highs = [high for total, _, high in played.values() if total == points]
        found.add((points - have, min(lows), max(highs)))
    return found
