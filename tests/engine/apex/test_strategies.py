"""Evolution and colonisation (A21, A41 to A44)."""

from __future__ import annotations

import pytest

from engine.apex.game import APEX
from engine.errors import MoveError
from engine.session import Session
from tests.engine.apex.positions import WORKED, play, position, session

REST = ("MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0")


def colonise(hum: str, *others: str) -> Session:
    return session("3", position("1:3C 2:7X 3:8X", hum, *(others or REST)))


def texts(session: Session, seat: int = 1) -> list[str]:
    return [APEX.format(session.state, seat, move) for move in APEX.legal(session.state, seat)]


def test_a41_evolution_raises_the_track_of_the_card() -> None:
    """The example of the rulebook: a card whose Evolution side raises influence by 1."""
    after = play(session("3", WORKED), "HUM 3E", "SHE 16C", "MIN 15W")
    assert after.view(None).sides[0].levels == (1, 0, 2, 4)


def test_a41_at_five_nothing_happens() -> None:
    text = WORKED.replace("e1/0/1/4 h3", "e1/0/5/4 h3")
    after = play(session("3", text), "HUM 3E", "SHE 16C", "MIN 15W")
    assert after.view(None).sides[0].levels == (1, 0, 5, 4)


def test_a42_a_colony_on_a_controlled_sector_without_one() -> None:
    start = colonise(
        "HUM@H1 v0 e0/0/0/0 H1:1 A1:1 A2:1 A3:1 H2:3",
        "MIN@H2 v0 e0/0/0/0 A2:1",
        "SHE@H3 v0 e0/0/0/0 A3:0c",
    )
    assert texts(start) == ["A1", "-"]
    assert play(start, "HUM A1").view(None).sides[0].colonies == ("A1",)
    assert play(start, "HUM -").view(None).sides[0].colonies == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("H2", "home-slot"),
        ("A2", "not-controlled"),
        ("A3", "colony-there"),
        ("B1", "not-controlled"),
        ("B7", "no-such-slot"),
    ],
)
def test_a42_what_cannot_be_colonised_is_explained(text: str, code: str) -> None:
    start = colonise(
        "HUM@H1 v0 e0/0/0/0 H1:1 A1:1 A2:1 A3:1 H2:3", "MIN@H2 v0 e0/0/0/0 A2:1 B1:1", "SHE@H3 v0 e0/0/0/0 A3:0c"
    )
    with pytest.raises(MoveError) as caught:
        APEX.parse(start.state, 1, text)
    assert caught.value.code == code
    assert caught.value.rule in ("A42", "A8")
    assert caught.value.suggestions == ("A1", "-")


def test_a42_with_three_colony_pawns_on_the_map_there_is_nothing_to_decide() -> None:
    start = (
        "A1.1 choose | N01 N02 N03 N04 N05 N06 N07 N08 N09 N10 N11 N12 | out 1,4 spent - | - | HUM@H1 v0 e0/0/0/0 "
        "h3,6,8,12,13,18 A1:1c A2:1c A3:1c B1:1 | SHE@H2 v0 e0/0/0/0 h7,10,16,19,20,23 "
        "| MIN@H3 v0 e0/0/0/0 h15,22,25,26,28,29"
    )
    after = play(session("3", start), "HUM 3C", "SHE 7E", "MIN 15E")
    assert after.view(None).round == 2


@pytest.mark.parametrize(
    ("slot", "actions"),
    [
        ("A3", (2, 0, 0, 0, 0)),
        ("C3", (1, 1, 0, 0, 0)),
        ("A1", (1, 0, 1, 0, 0)),
        ("D3", (1, 0, 0, 1, 0)),
        ("B1", (1, 0, 0, 0, 1)),
    ],
)
def test_a43_bonuses_that_are_actions(slot: str, actions: tuple[int, ...]) -> None:
    """Card 3 has one portal; portal N01 lies on A3, movement N04 on C3, production N07 on A1, ambush N10 on D3."""
    start = WORKED.replace("A2:1c", f"{slot}:1c").replace("A1:3c B2:2c", "B2:2c").replace("B1:6c", "B1:6")
    start = start.replace("e1/0/1/4 h3", "e0/0/1/4 h3")
    after = play(session("3", start), "HUM 3X", "SHE 7E", "MIN 15E")
    assert after.view(None).actions == actions


def test_a43_passive_bonuses() -> None:
    sides = ("HUM@H1 v0 e0/0/1/1 A2:0c B3:0c", *REST)
    tiles = "N07 N19 N01 N13 N16 N22 N03 N20 N04 N17 N05 N10"
    side = session("3", position("1:3E 2:7W 3:8E", *sides, phase="war 2", tiles=tiles)).view(None).sides[0]
    assert (side.influence, side.armament, side.levels) == (2, 2, (0, 0, 1, 1))


def test_a44_the_bonus_belongs_to_the_owner_whoever_controls() -> None:
    sides = ("HUM@H1 v0 e0/0/0/0 A2:0c", "MIN@H2 v0 e0/0/0/0 A2:5", "SHE@H3 v0 e0/0/0/0")
    view = session("3", position("1:3W 2:7E 3:8E", *sides)).view(None)
    assert view.sector("A2").controller == 2
    assert view.sides[0].influence == 1


def test_a21_sides_without_effect_may_be_chosen() -> None:
    start = session("3", WORKED)
    assert {text[-1] for text in texts(start)} == set("WECX")
