"""Expansion (A45 to A54), each action validated at its place."""

from __future__ import annotations

import pytest

from engine.apex.game import APEX
from engine.errors import AmbiguousMoveError, MoveError, TurnError
from engine.session import Session
from tests.engine.apex.positions import play, position, session, ships

REST = ("MIN@H2 v0 e0/0/0/0 H2:3", "SHE@H3 v0 e0/0/0/0 H3:3")
FULL = "HUM@H1 v0 e0/0/0/0 H1:20"


def expand(actions: str, hum: str, *others: str) -> Session:
    """Return an expansion of the Humans with actions such as `"1/0/2/0/0"`; the others expand after them."""
    return session("3", position("1:3X 2:7X 3:8X", hum, *(others or REST), phase=f"expand 1 {actions}"))


def texts(session: Session) -> list[str]:
    return [APEX.format(session.state, 1, move) for move in APEX.legal(session.state, 1)]


def refused(session: Session, text: str) -> MoveError:
    with pytest.raises(MoveError) as caught:
        APEX.parse(session.state, 1, text)
    assert not isinstance(caught.value, AmbiguousMoveError)
    assert set(caught.value.suggestions) <= set(texts(session))
    return caught.value


def test_a54_the_example_of_the_rulebook() -> None:
    """A card with one portal; levels for 1 production and 2 movements; colonies for 1 production and 1 ambush."""
    start = (
        "A1.1 choose | N07 N10 N01 N13 N16 N02 N03 N20 N04 N17 N05 N19 | out 1,4 spent - | - | HUM@H1 v0 e1/2/0/0 "
        "h3,6,8,12,13,18 H1:4 A1:0c A2:1c | MIN@H2 v0 e0/0/0/0 h7,10,16,19,20,23 A2:2 "
        "| SHE@H3 v0 e0/0/0/0 h15,22,25,26,28,29"
    )
    begun = play(session("3", start), "HUM 3X", "MIN 7E", "SHE 15E")
    assert begun.view(None).actions == (1, 2, 2, 1, 0)
    text = "AMB A2/MOVE H1>B1 x2/PROD A1/PORT B1>C3/PROD H1/MOVE A2>B2 x1/-"
    done = play(begun, f"HUM {text}")
    assert done.last is not None
    assert done.last.text == text.replace("AMB A2", "AMB A2 MIN").replace("PORT B1>C3", "PORT B1>C3 x2")
    assert ships(done, "C3") == {"HUM": 2}
    assert ships(done, "A2") == {"HUM": 0, "MIN": 1}
    assert (ships(done, "H1"), ships(done, "B2")) == ({"HUM": 3}, {"HUM": 1})


def test_a45_every_action_is_optional_and_any_order_goes() -> None:
    start = expand("1/1/1/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    one = start.play(1, "PROD H1/MOVE H1>A1 x3/PORT A1>C1 x3/-")
    assert ships(one, "C1") == {"HUM": 3}
    two = start.play(1, "PORT H1>C1/PROD H1/MOVE C1>D1 x1/-")
    assert (ships(two, "C1"), ships(two, "D1"), ships(two, "H1")) == ({"HUM": 1}, {"HUM": 1}, {"HUM": 1})
    assert start.play(1, "-").view(None).sides[0].ships == 2


def test_a46_the_number_of_actions_is_fixed_when_the_expansion_begins() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    assert start.play(1, "MOVE H1>A1 x1").to_act == {2}


def test_a47_a_portal_leads_anywhere() -> None:
    start = expand("1/0/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    targets = {text.split(">")[1].split(" ", maxsplit=1)[0] for text in texts(start) if text != "-"}
    assert targets == set(start.state.rules.slots) - {"H1"}


def test_a48_a_movement_leads_to_a_neighbour() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:1")
    assert texts(start) == ["MOVE H1>A1 x1", "MOVE H1>A3 x1", "MOVE H1>B1 x1", "-"]
    assert (refused(start, "MOVE H1>C1").code, refused(start, "MOVE H1>C1").rule) == ("not-adjacent", "A48")


def test_a49_any_number_from_one_to_all() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:3")
    assert [text for text in texts(start) if ">A1" in text] == ["MOVE H1>A1 x3", "MOVE H1>A1 x2", "MOVE H1>A1 x1"]
    for text in ("MOVE H1>A1 x4", "MOVE H1>A1 x0"):
        assert (refused(start, text).code, refused(start, text).rule) == ("count", "A49")
    assert refused(start, "MOVE A1>H1").code == "no-ships"
    assert refused(start, "MOVE H1>H1").code == "same-slot"


def test_a49_a_ship_may_move_several_times() -> None:
    start = expand("0/2/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    assert ships(start.play(1, "MOVE H1>B1/MOVE B1>C1"), "C1") == {"HUM": 2}


def test_a50_production_where_a_colony_stands_though_not_controlled() -> None:
    start = expand("0/0/2/0/0", "HUM@H1 v0 e0/0/0/0 A1:0c", "MIN@H2 v0 e0/0/0/0 A1:5 H1:5", "SHE@H3 v0 e0/0/0/0")
    assert texts(start) == ["PROD H1", "PROD A1", "-"]
    assert refused(start, "PROD H2").rule == "A50"


def test_a50_a_count_stands_for_several_actions() -> None:
    done = expand("0/0/2/0/0", "HUM@H1 v0 e0/0/0/0").play(1, "prod h1 x2")
    assert [entry.text for entry in done.entries] == ["PROD H1", "PROD H1", "-"]
    assert ships(done, "H1") == {"HUM": 2}
    with pytest.raises(TurnError) as caught:
        expand("0/0/2/0/0", "HUM@H1 v0 e0/0/0/0").play(1, "PROD H1 x3")
    assert caught.value.index == 2


def test_a51_ambush_where_one_has_a_pawn() -> None:
    start = expand(
        "0/0/0/2/0", "HUM@H1 v0 e0/0/0/0 A1:0c", "MIN@H2 v0 e0/0/0/0 A1:2 H1:1 B1:3", "SHE@H3 v0 e0/0/0/0 A1:1"
    )
    assert texts(start) == ["AMB H1 MIN", "AMB A1 MIN", "AMB A1 SHE", "-"]
    assert ships(start.play(1, "AMB H1/AMB A1 SHE"), "A1") == {"HUM": 0, "MIN": 2}
    with pytest.raises(AmbiguousMoveError) as caught:
        APEX.parse(start.state, 1, "AMB A1")
    assert caught.value.candidates == ("AMB A1 MIN", "AMB A1 SHE")
    assert refused(start, "AMB B1 MIN").code == "not-present"
    assert refused(start, "AMB A1 HUM").code == "own-ships"
    assert refused(start, "AMB A1 NAG").code == "not-playing"
    assert refused(start, "AMB H1 SHE").code == "no-enemy"


def test_a52_conversion_where_one_controls() -> None:
    start = expand("0/0/0/0/2", "HUM@H1 v0 e0/0/0/0 A1:3 A2:1", "MIN@H2 v0 e0/0/0/0 A1:2 A2:1", "SHE@H3 v0 e0/0/0/0")
    assert texts(start) == ["CONV A1 MIN", "-"]
    after = start.play(1, "CONV A1")
    assert ships(after, "A1") == {"HUM": 4, "MIN": 1}
    assert (refused(start, "CONV A2 MIN").code, refused(start, "CONV A2 MIN").rule) == ("not-controlled", "A52")


def test_a30_control_is_worked_out_before_each_conversion() -> None:
    start = expand("0/1/0/0/1", "HUM@H1 v0 e0/0/0/0 H1:2 A1:1", "MIN@H2 v0 e0/0/0/0 A1:2", "SHE@H3 v0 e0/0/0/0")
    assert refused(start, "CONV A1").code == "not-controlled"
    assert ships(start.play(1, "MOVE H1>A1/CONV A1"), "A1") == {"HUM": 4, "MIN": 1}
    with pytest.raises(TurnError) as caught:
        start.play(1, "CONV A1/MOVE H1>A1")
    assert (caught.value.index, caught.value.code) == (0, "not-controlled")


def test_a53_with_all_ships_on_the_map_neither_production_nor_conversion() -> None:
    start = expand("0/0/1/1/1", FULL, "MIN@H2 v0 e0/0/0/0 H1:2", "SHE@H3 v0 e0/0/0/0")
    assert texts(start) == ["AMB H1 MIN", "-"]
    assert {refused(start, text).rule for text in ("PROD H1", "CONV H1 MIN")} == {"A53"}


def test_a53_colonies_are_never_hit() -> None:
    start = expand("0/0/0/1/1", "HUM@H1 v0 e0/0/5/0 A1:3", "MIN@H2 v0 e0/0/0/0 A1:0c", "SHE@H3 v0 e0/0/0/0 B1:1")
    assert texts(start) == ["-"]
    assert refused(start, "AMB A1 MIN").code == "no-enemy"


def test_an_expansion_is_carried_out_as_a_whole_or_not_at_all() -> None:
    start = expand("0/2/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    with pytest.raises(TurnError) as caught:
        start.play(1, "MOVE H1>A1 x2/MOVE H1>A3 x1")
    assert (caught.value.index, caught.value.column, caught.value.code) == (1, 14, "no-ships")


def test_an_action_that_is_used_up_is_explained() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    for text in ("PORT H1>C1", "PROD H1", "AMB H1 MIN", "CONV H1 MIN"):
        assert (refused(start, text).code, refused(start, text).rule) == ("no-action-left", "A45")


def test_a3_ships_move_and_are_destroyed_colonies_neither() -> None:
    sides = ("HUM@H1 v0 e0/0/0/0 A1:1c B1:0c", "MIN@H2 v0 e0/0/0/0 A1:1c", "SHE@H3 v0 e0/0/0/0")
    start = expand("1/1/0/2/1", *(sides[0], sides[1].replace("A1:1c", "A1:1 A2:0c"), sides[2]))
    assert {text.split(">")[0] for text in texts(start) if ">" in text} == {"PORT A1", "MOVE A1"}
    moved = start.play(1, "AMB A1/PORT A1>A2 x1")
    assert ships(moved, "A1") == {"HUM": 0}
    assert [(side.ships, side.colonies) for side in moved.view(None).sides[:2]] == [(1, ("A1", "B1")), (0, ("A2",))]
    assert [text for text in texts(moved) if text.startswith(("AMB", "CONV"))] == []
