"""Promoted, safe and relegated: only what every outcome and every lot bears out."""

from __future__ import annotations

import hashlib
import itertools
import random
from dataclasses import replace

import pytest

from hosting.league.standings.table import Outlook, outlook, table_of
from hosting.league.standings.values import Season
from store.league.values import Division
from tests.hosting.league.standings.futures import by_endings, ended, endings
from tests.hosting.league.standings.seasons import BEGAN, ahead, entry, met, season, terms
from tests.volume import many


def said(of: Season) -> dict[int, Outlook | None]:
    """Return what is said of every entry in the table."""
    rows = table_of(of)
    return {row.entry: outlook(of.divisions[0], of.entries, rows, row.entry) for row in rows}


def _hold(of: Season, before: dict[int, Outlook | None]) -> int:
    """Hold what is said against all that can come; return how often something was said."""
    now = {**before, **{entry: each for entry, each in said(of).items() if each is not None}}
    nexts = list(by_endings(plain=True)(of))
    for after in nexts:
        _hold(after, now)
    if not nexts:
        for salt in range(3):
            lot = lambda purpose, number, salt=salt: hashlib.sha256(f"{salt}:{purpose}:{number}".encode()).digest()  # noqa: E731
            for row in table_of(replace(of, lot=lot, closed=True)):
                match now.get(row.entry):
                    case "promoted":
                        assert row.movement == "up"
                    case "relegated":
                        assert row.movement == "down"
                    case "safe":
                        assert row.movement in {"up", "stay"}
                    case None:
                        pass
    return sum(each is not None for each in now.values())


@pytest.mark.parametrize("seed", range(many(8, 100)))
def test_what_is_said_comes_true(seed: int) -> None:
    rng = random.Random(seed)
    left = set(rng.sample(range(1, 6), rng.randint(0, 2)))
    entries = [entry(n, left_at=BEGAN if n in left else None) for n in range(1, 6)]
    pairs = list(itertools.combinations(range(1, 6), 2))
    rng.shuffle(pairs)
    fixtures = [ahead(number, *pair) for number, pair in enumerate(pairs, 1)]
    done = [ended(each, rng.choice(list(endings(terms(), each.entries)))) for each in fixtures[3:]]
    division = Division(1, "", rng.randint(0, 2), rng.randint(0, 2))
    of = season(terms(tiebreaks=("wins", "lot")), entries, [*fixtures[:3], *done], divisions=(division,))
    _hold(of, {})


def _lead(up: int, down: int, *left: int) -> dict[int, Outlook | None]:
    """Return what is said where 1 cannot be reached and 5 cannot reach anybody."""
    entries = [entry(n, left_at=BEGAN if n in left else None) for n in range(1, 6)]
    results = [met(n, {n: 120 * each}, "bye") for n, each in ((1, 6), (2, 3), (3, 3), (4, 3))]
    results += [met(3 * n + at, {n: 0}, "bye") for n in range(2, 6) for at in range(3)]  # half of all is over
    still = [ahead(10, 2, 3), ahead(11, 3, 4), ahead(12, 2, 5)]
    return said(season(terms(), entries, [*results, *still], divisions=(Division(1, "", up, down),)))


def test_the_first_is_promoted_and_the_last_relegated_once_it_is_certain() -> None:
    assert _lead(1, 1) == {1: "promoted", 2: "safe", 3: "safe", 4: "safe", 5: "relegated"}
    assert _lead(0, 2) == {1: "safe", 2: None, 3: None, 4: None, 5: "relegated"}
    assert _lead(0, 0) == dict.fromkeys((1, 2, 3, 4, 5))


def test_who_withdrew_makes_room() -> None:
    # 1 has withdrawn: one is promoted from 2, 3 and 4, and nobody goes down.
    assert _lead(1, 1, 1) == {1: None, 2: "safe", 3: "safe", 4: "safe", 5: "safe"}
    assert _lead(1, 2, 1)[5] == "relegated"
    assert _lead(3, 0, 1) == {1: None, 2: "promoted", 3: "promoted", 4: "promoted", 5: None}
