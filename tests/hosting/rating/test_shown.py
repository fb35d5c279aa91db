"""How ratings are shown."""

from __future__ import annotations

from hosting.rating import is_provisional, shown_deviation, shown_rating, shown_value
from store.ratings.model import BEGINNER, Skill


def test_a_beginner_stands_in_the_middle() -> None:
    assert (shown_value(BEGINNER), shown_deviation(BEGINNER)) == (1500, 500)
    assert shown_rating(BEGINNER) == "1500\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}500?"


def test_a_rating_is_shown_on_the_scale_of_players() -> None:
    assert (shown_value(Skill(26.15, 3.5, 12)), shown_deviation(Skill(26.15, 3.5, 12))) == (1534, 210)
    assert shown_value(Skill(-30.0, 3.5, 12)) == -150
    assert shown_rating(Skill(26.15, 3.5, 12)) == "1534\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}210"


def test_ten_rated_games_settle_it() -> None:
    assert is_provisional(Skill(26.0, 3.5, 9))
    assert not is_provisional(Skill(26.0, 3.5, 10))
