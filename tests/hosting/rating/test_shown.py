"""How ratings are shown."""

from __future__ import annotations

from hosting.rating.shown import deviation, provisional, shown, value
from store.ratings.model import BEGINNER, Skill


def test_a_beginner_stands_in_the_middle() -> None:
    assert (value(BEGINNER), deviation(BEGINNER)) == (1500, 500)
    assert shown(BEGINNER) == "1500\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}500?"


def test_a_rating_is_shown_on_the_scale_of_players() -> None:
    assert (value(Skill(26.15, 3.5, 12)), deviation(Skill(26.15, 3.5, 12))) == (1534, 210)
    assert value(Skill(-30.0, 3.5, 12)) == -150
    assert shown(Skill(26.15, 3.5, 12)) == "1534\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}210"


def test_ten_rated_games_settle_it() -> None:
    assert provisional(Skill(26.0, 3.5, 9))
    assert not provisional(Skill(26.0, 3.5, 10))
