"""War (A31 to A40)."""

from __future__ import annotations

import pytest

from engine.apex import events as happened
from engine.apex.game import APEX
from engine.errors import IllegalMoveError, TurnError
from engine.session import Session
from tests.engine.apex.positions import play, points, position, session, ships


def war(hum: str, minerls: str, she: str) -> Session:
    return session("3", position("1:3W 2:7E 3:8E", hum, minerls, she))


def battle(session: Session) -> happened.Battle:
    assert session.last is not None
    return next(event for event in session.last.events if isinstance(event, happened.Battle))


def test_a40_the_worked_example() -> None:
    """Humans 6 ships, armament 3: 9. Minerls 6 ships and a colony: 7. Sherais 2 ships, armament 4: 6."""
    after = play(war("HUM@H1 v0 e0/0/0/3 A3:6", "MIN@H2 v0 e0/0/0/0 A3:6c", "SHE@H3 v0 e0/0/0/4 A3:2"), "HUM A3")
    assert [fighter.score for fighter in battle(after).fighters] == [9, 7, 6]
    said = str(battle(after).text()).replace("Player ", "P")
    assert said == "P1 fights in A3: P1 9 - P2 7 - P3 6; P1 wins and gets 1 point. Ships left there: 2."
    assert ships(after, "A3") == {"HUM": 2}
    assert points(after) == (1, 0, 0)
    assert after.view(None).sides[1].colonies == ()


def test_a37_a_tie_in_a_home_spares_its_colony_and_says_so() -> None:
    away = "SHE@H3 v0 e0/0/0/0 H3:1"
    home = play(war("HUM@H1 v0 e0/0/0/0 H2:2", "MIN@H2 v0 e0/0/0/0 H2:1", away), "HUM H2")
    assert str(battle(home).text()).endswith(", a tie that destroys everything but the home colony.")
    other = play(war("HUM@H1 v0 e0/0/0/0 A3:2", "MIN@H2 v0 e0/0/0/0 A3:1c", away), "HUM A3")
    assert str(battle(other).text()).endswith(", a tie that destroys everything.")


def test_a31_battles_where_one_has_a_pawn_and_an_enemy_has_one() -> None:
    start = war(
        "HUM@H1 v0 e0/0/0/0 H1:1 A1:1 B1:1 H2:1", "MIN@H2 v0 e0/0/0/0 A1:1 H1:1 C1:1", "SHE@H3 v0 e0/0/0/0 C1:1"
    )
    assert [APEX.format(start.state, 1, move) for move in APEX.legal(start.state, 1)] == ["H1", "H2", "A1", "-"]


def test_a31_no_battle_is_compulsory() -> None:
    start = war("HUM@H1 v0 e0/0/0/0 A1:1", "MIN@H2 v0 e0/0/0/0 A1:1", "SHE@H3 v0 e0/0/0/0")
    assert ships(play(start, "HUM -"), "A1") == {"HUM": 1, "MIN": 1}


def test_a31_one_battle_in_each_sector() -> None:
    start = war("HUM@H1 v0 e0/0/0/5 H2:3", "MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0")
    with pytest.raises(TurnError) as caught:
        play(start, "HUM H2,H2")
    assert (caught.value.code, caught.value.index) == ("battle-twice", 1)


def test_a31_the_home_colony_alone_can_start_a_battle() -> None:
    start = war("HUM@H1 v0 e0/0/0/5", "MIN@H2 v0 e0/0/0/0 H1:2", "SHE@H3 v0 e0/0/0/0")
    after = play(start, "HUM H1")
    assert ships(after, "H1") == {"HUM": 0}
    assert points(after) == (1, 0, 0)


def test_a32_the_order_matters_where_a_colony_with_armament_falls() -> None:
    """In B3 Minerls hold an armament sector; once it falls, they are weaker in A3."""
    sides = ("HUM@H1 v0 e0/0/0/2 B3:3 A3:2", "MIN@H2 v0 e0/0/0/0 B3:1c A3:3", "SHE@H3 v0 e0/0/0/0")
    tiles = "N07 N19 N01 N13 N16 N22 N03 N20 N04 N17 N05 N10"
    start = session("3", position("1:3W 2:7E 3:8E", *sides, tiles=tiles))
    assert ships(play(start, "HUM A3,B3"), "A3") == {}
    assert ships(play(start, "HUM B3,A3"), "A3") == {"HUM": 1}


def test_a33_third_parties_fight_too_and_may_win() -> None:
    start = war("HUM@H1 v0 e0/0/0/0 A3:2", "MIN@H2 v0 e0/0/0/0 A3:1", "SHE@H3 v0 e0/0/0/1 A3:4")
    after = play(start, "HUM A3")
    assert battle(after).winner == 3
    assert points(after) == (0, 0, 1)  # A38
    assert ships(after, "A3") == {"SHE": 3}


def test_a33_colonies_add_to_armament_beyond_five() -> None:
    tiles = "N22 N23 N24 N13 N16 N02 N03 N20 N04 N17 N05 N10"
    sides = ("HUM@H1 v0 e0/0/0/5 A1:0c A2:0c A3:0c H2:1", "MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0")
    assert session("3", position("1:3W 2:7E 3:8E", *sides, tiles=tiles)).view(None).sides[0].armament == 8


def test_a35_a_winner_with_a_great_lead_keeps_everything() -> None:
    start = war("HUM@H1 v0 e0/0/0/5 A3:2c", "MIN@H2 v0 e0/0/0/0 A3:1", "SHE@H3 v0 e0/0/0/0")
    after = play(start, "HUM A3")
    assert ships(after, "A3") == {"HUM": 2}
    assert after.view(None).sides[0].colonies == ("A3",)


def test_a35_ships_go_before_the_colony() -> None:
    start = war("HUM@H1 v0 e0/0/0/0 A3:3c", "MIN@H2 v0 e0/0/0/0 A3:3", "SHE@H3 v0 e0/0/0/0")
    after = play(start, "HUM A3")
    assert ships(after, "A3") == {"HUM": 0}
    assert after.view(None).sides[0].colonies == ("A3",)


def test_a36_a_tie_destroys_everything_of_third_parties_too() -> None:
    start = war("HUM@H1 v0 e0/0/0/0 A3:2c", "MIN@H2 v0 e0/0/0/0 A3:3", "SHE@H3 v0 e0/0/0/0 A3:1")
    after = play(start, "HUM A3")
    assert battle(after).winner is None
    assert ships(after, "A3") == {}
    assert points(after) == (0, 0, 0)
    assert after.view(None).sides[0].colonies == ()


def test_a37_home_colonies_survive_defeats_and_ties() -> None:
    start = war("HUM@H1 v0 e0/0/0/0 H2:3 H3:1", "MIN@H2 v0 e0/0/0/0 H2:1", "SHE@H3 v0 e0/0/0/0")
    after = play(start, "HUM H2,H3")
    view = after.view(None)
    assert ships(after, "H2") == {"HUM": 1, "MIN": 0}
    assert [(each.seat, each.colony) for each in view.sector("H3").pawns] == [(3, True)]
    assert points(after) == (1, 0, 0)


def test_a39_a_lost_bonus_is_lost_at_once() -> None:
    start = war("HUM@H1 v0 e0/0/0/5 A2:3", "MIN@H2 v0 e0/0/2/0 A2:0c", "SHE@H3 v0 e0/0/0/0")
    assert start.view(None).sides[1].influence == 3
    assert start.move(1, "A2").view(None).sides[1].influence == 2


def test_a5_what_was_destroyed_can_be_placed_again() -> None:
    start = war("HUM@H1 v0 e0/0/0/5 A3:6", "MIN@H2 v0 e0/0/0/0 A3:6c", "SHE@H3 v0 e0/0/0/0")
    side = play(start, "HUM A3").view(None).sides[1]
    assert (side.supply, side.colonies_left) == (20, 3)


@pytest.mark.parametrize(
    ("text", "code"), [("A1", "not-present"), ("B1", "no-enemy"), ("A9", "no-such-slot"), ("H4", "no-such-slot")]
)
def test_a31_what_is_no_battlefield_is_explained(text: str, code: str) -> None:
    start = war("HUM@H1 v0 e0/0/0/5 A3:1 B1:1", "MIN@H2 v0 e0/0/0/0 A3:1", "SHE@H3 v0 e0/0/0/0")
    with pytest.raises(Exception, match=r"sector|pawn") as caught:
        APEX.parse(start.state, 1, text)
    assert isinstance(caught.value, IllegalMoveError) or code.startswith("no-such")
    assert getattr(caught.value, "code", "") == code


def test_a34_everything_of_the_others_is_destroyed() -> None:
    start = war("HUM@H1 v0 e0/0/0/0 A3:5", "MIN@H2 v0 e0/0/0/0 A3:2c B1:1c", "SHE@H3 v0 e0/0/0/0 A3:2 H3:4")
    after = play(start, "HUM A3")
    assert battle(after).winner == 1
    assert ships(after, "A3") == {"HUM": 2}
    _, minerls, sherais = after.view(None).sides
    assert (minerls.colonies, minerls.ships) == (("B1",), 1)
    assert (sherais.colonies, sherais.ships) == ((), 4)


def test_a38_a_point_for_each_battle_won_at_once_and_for_whoever_wins() -> None:
    sides = ("HUM@H1 v0 e0/0/0/1 A1:2 A2:2 B1:1 C1:2", "MIN@H2 v0 e0/0/0/0 A1:1 B1:4", "SHE@H3 v0 e0/0/0/0 A2:1 C1:3")
    start = war(*sides)
    assert points(start.move(1, "A1")) == (1, 0, 0)
    assert points(play(start, "HUM A1,A2,B1,C1")) == (2, 1, 0)
