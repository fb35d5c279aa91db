"""Wilson's interval, held to published values."""

from __future__ import annotations

import pytest

from hosting.profiles import FEWEST, share_of, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("trials", [1, 2, 19, 20, 1_000, 1_000_000])
def test_an_interval_holds_the_share_and_stays_between_0_and_1(trials: int) -> None:
    for successes in {0, 1, trials // 3, trials / 2, trials - 1, trials}:
        low, high = wilson(successes, trials)
        assert 0 <= low <= successes / trials <= high <= 1
        other = wilson(trials - successes, trials)
        assert other == pytest.approx((1 - high, 1 - low))
    assert wilson(0, trials)[0] == 0
    assert wilson(trials, trials)[1] == 1


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5), (1, -1)])
def test_what_is_no_share_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        wilson(successes, trials)


def test_under_20_matches_nothing_is_told() -> None:
    assert share_of(19 * 120, FEWEST - 1) is None
    found = share_of(81 * 120, 263)
    assert found is not None
    assert (found.share, found.low, found.high) == pytest.approx((0.3080, 0.2553, 0.3662), abs=5e-5)
