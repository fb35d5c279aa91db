"""Rounds and ages (A15 to A25, A55, A56, A64)."""

from __future__ import annotations

import itertools

import pytest

from engine.apex.game import APEX
from engine.apex.legal import secrets
from engine.errors import IllegalMoveError
from engine.session import Session
from tests.engine.apex.positions import WORKED, play, position, session

ABC = ("HUM@H1 v0 e0/0/0/0 H1:3", "SHE@H2 v0 e0/0/0/0 H2:3", "MIN@H3 v0 e0/0/0/0 H3:3")
TILES = "N01 N02 N03 N04 N05 N06 N07 N08 N09 N10 N11 N12"


def default(session: Session, seat: int) -> str:
    move = APEX.default(session.state, seat)
    assert move is not None
    return APEX.format(session.state, seat, move)


def test_a15_three_ages_of_five_rounds() -> None:
    here, seen = session("3"), []
    while here.to_act:
        seat = min(here.to_act)
        view = here.view(None)
        if view.phase == "choose" and (view.age, view.round) not in seen:
            seen.append((view.age, view.round))
        here = here.play(seat, default(here, seat))
    assert seen == [(age, number) for age in (1, 2, 3) for number in (1, 2, 3, 4, 5)]


def test_a18_the_order_in_which_choices_arrive_has_no_effect() -> None:
    lines = ("HUM 3W", "SHE 7C", "MIN 22X")
    states = {play(session("3", WORKED), *order) for order in itertools.permutations(lines)}
    assert len({(each.state, each.entries, each.last) for each in states}) == 1


def test_a18_a_choice_can_be_replaced_until_the_last_one_is_in() -> None:
    before = session("3", WORKED)
    changed = play(before, "HUM 23E", "SHE 7C", "HUM 3W", "MIN 22X")
    assert changed.state == play(before, "HUM 3W", "SHE 7C", "MIN 22X").state


def test_a18_until_the_reveal_nothing_shows() -> None:
    before = session("3", WORKED)
    sealed = play(before, "HUM 3W", "SHE 7C")
    for seat in (None, 1, 2, 3):
        assert sealed.view(seat) == before.view(seat)
    assert sealed.entries == ()
    assert sealed.last is None


def test_a19_the_example_of_the_rulebook() -> None:
    """Age 3, round 3: C plays War, A Expansion with card 3, B with card 20. The order is C, A, B; hands go left."""
    start = (
        f"A3.3 choose | {TILES} | out 1,4 spent 6,7,8,10,12,13 | - | HUM@H1 v0 e0/0/0/0 h3,15,16,18 H1:3 "
        "| SHE@H2 v0 e0/0/0/0 h19,20,22,23 H2:3 | MIN@H3 v0 e0/0/0/0 h25,26,28,29 H3:3 H1:1"
    )
    revealed = play(session("3", start), "HUM 3X", "SHE 20X", "MIN 25W")
    assert [each.seat for each in revealed.view(None).strategies] == [3, 1, 2]
    assert revealed.to_act == {3}
    revealed = play(revealed, "MIN -")
    assert revealed.to_act == {1}
    revealed = play(revealed, "HUM -")
    assert revealed.to_act == {2}
    passed = play(revealed, "SHE -")
    assert [passed.view(seat).sides[seat - 1].hand for seat in (1, 2, 3)] == [
        (26, 28, 29),
        (15, 16, 18),
        (19, 22, 23),
    ]


def test_a19_the_sides_come_in_their_order() -> None:
    start = (
        (
            f"A1.1 choose | {TILES} | out - spent - | - | HUM@H1 v0 e0/0/0/0 h1,7,8,9,10,11 H1:3 "
            "| SHE@H2 v0 e0/0/0/0 h2,12,13,14,15,16 H2:3 | MIN@H3 v0 e0/0/0/0 h3,17,18,19,20,21 H3:3 "
            "| NAG@H4 v0 e0/0/0/0 h4,22,23,24,25,26 H4:3"
        )
        .replace("N12 |", "N12 N13 N14 N15 N16 |")
        .replace("out -", "out 5,6,27,28,29,30")
    )
    revealed = play(session("4", start), "HUM 1X", "SHE 2C", "MIN 3E", "NAG 4W")
    assert [each.side for each in revealed.view(None).strategies] == ["W", "E", "C", "X"]


@pytest.mark.parametrize(("age", "hands"), [(1, "left"), (2, "right"), (3, "left")])
def test_a22_hands_are_passed_left_right_left(age: int, hands: str) -> None:
    start = (
        f"A{age}.4 choose | {TILES} | out 1,4 spent 6,8,12,13,18,19,20,26,29 | - | HUM@H1 v0 e0/0/0/0 h3,23,28 H1:3 "
        "| SHE@H2 v0 e0/0/0/0 h7,10,16 H2:3 | MIN@H3 v0 e0/0/0/0 h15,22,25 H3:3"
    )
    passed = play(session("3", start), "HUM 3W", "SHE 7W", "MIN 15W")
    found = [passed.view(seat).sides[seat - 1].hand for seat in (1, 2, 3)]
    assert found == ([(22, 25), (23, 28), (10, 16)] if hands == "left" else [(10, 16), (22, 25), (23, 28)])


def test_a23_unused_cards_are_discarded_after_the_fifth_round() -> None:
    last = play(session("3", position("1:3E 2:7E 3:8W", *ABC, number=5, phase="war 3", step=0)), "MIN -")
    view = last.view(None)
    assert (view.age, view.round, view.spent) == (2, 1, ())
    assert sorted([*view.undealt, *(c for s in (1, 2, 3) for c in last.view(s).sides[s - 1].hand)]) == list(
        last.state.rules.deck
    )


@pytest.mark.parametrize("mode", ["2", "3", "6"])
def test_a25_what_is_played_for_whoever_misses_a_decision(mode: str) -> None:
    here = session(mode)
    assert default(here, 1) == "HUM@H1"
    here = here.play(1, "DRA@H1")
    assert default(here, 2) == "HUM@H2"
    assert APEX.default(here.state, 1) is None
    while here.view(None).phase == "setup":
        seat = min(here.to_act)
        here = here.play(seat, default(here, seat))
    hand = here.view(1).sides[0].hand
    wanted = f"{hand[0]}W-{hand[1]}" if mode == "2" else f"{hand[0]}W"
    assert default(here, 1) == wanted


@pytest.mark.parametrize("phase", ["war 1", "colonise 1", "expand 1 0/1/0/0/0"])
def test_a25_nothing_is_done_for_whoever_misses_a_strategy(phase: str) -> None:
    side = {"war": "W", "colonise": "C", "expand": "X"}[phase.split(maxsplit=1)[0]]
    here = session("3", position(f"1:3{side} 2:7X 3:8X", *ABC, phase=phase))
    assert default(here, 1) == "-"


def test_a55_a_war_without_enemies_is_skipped() -> None:
    passed = play(_choosing(), "HUM 3W", "SHE 7E", "MIN 15E")
    assert passed.view(None).round == 2
    assert "Player 1's War has no effect: no sector has both their pawns and an opponent's (A31)." in _happened(passed)


def test_a55_a_colonisation_without_a_place_is_skipped() -> None:
    passed = play(_choosing(), "HUM 3C", "SHE 7E", "MIN 15E")
    assert "Player 1's Colonisation has no effect: they control no sector without a colony (A42)." in _happened(passed)


def test_a55_an_expansion_in_which_nothing_can_be_done_is_skipped() -> None:
    """Card 10 has an ambush and a conversion; nobody is there."""
    passed = play(_choosing(), "HUM 3E", "SHE 10X", "MIN 15E")
    assert "Player 2's Expansion has no effect: none of its actions can be carried out (A55)." in _happened(passed)


def test_a56_an_expansion_closes_where_nothing_is_left() -> None:
    start = session("3", position("1:3X 2:7X 3:8X", *ABC, phase="expand 1 1/0/0/0/0"))
    closed = start.play(1, "PORT H1>A1 x1")
    assert closed.to_act == {2}
    assert closed.entries[-1].text == "-"
    assert closed.state == start.play(1, "PORT H1>A1 x1/-").state


def test_a56_an_expansion_stays_open_where_something_is_left() -> None:
    start = session("3", position("1:3X 2:7X 3:8X", *ABC, phase="expand 1 1/1/0/0/0"))
    still = start.play(1, "PORT H1>A1 x1")
    assert still.to_act == {1}
    assert still.view(None).actions == (0, 1, 0, 0, 0)
    assert still.play(1, "-").to_act == {2}


def test_a64_whoever_gives_up_is_played_by_the_defaults() -> None:
    here = play(session("3"), "P1 SHE@H3").forfeit(2)
    assert [side.civilisation for side in here.view(None).sides] == ["SHE", "HUM", ""]
    here = play(here, "P3 MIN@H2")
    assert here.to_act == {1, 3}
    low = here.state.sides[1].hand[0]
    after = here.play(1, f"{here.state.sides[0].hand[0]}E").play(3, f"{here.state.sides[2].hand[0]}E")
    played = {each.seat: (each.card, each.side) for each in after.view(None).strategies}
    assert played[2] == (low, "W")
    with pytest.raises(IllegalMoveError):
        here.forfeit(2)


def test_a64_a_surrender_while_others_have_chosen_reveals_their_choices() -> None:
    before = session("3", WORKED)
    assert play(before, "HUM 3W", "MIN 22X").forfeit(2).view(None).phase == "war"


def test_a64_whoever_gives_up_in_the_middle_of_a_strategy_does_no_more() -> None:
    here = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X").move(1, "H2").forfeit(1)
    assert here.to_act == {2}
    assert here.view(None).sides[0].points == 3


def test_a64_the_concession_of_all_but_one_ends_the_game() -> None:
    here = session("3", WORKED).forfeit(1)
    assert here.outcome is None
    done = here.forfeit(3)
    assert done.outcome is not None
    assert done.outcome.ranks == (2, 1, 2)
    assert (done.outcome.termination, done.outcome.by) == ("forfeit", 3)
    assert str(done.outcome.reason) == "Everyone but Player 2 resigned."


def test_a64_the_only_opponent_who_resigns_is_named() -> None:
    done = session("2").forfeit(1)
    assert done.outcome is not None
    assert str(done.outcome.reason) == "Player 1 resigned."


def _choosing() -> Session:
    return session(
        "3",
        f"A1.1 choose | {TILES} | out 1,4 spent - | - | HUM@H1 v0 e0/0/0/0 h3,6,8,12,13,18 H1:3 "
        "| SHE@H2 v0 e0/0/0/0 h7,10,16,19,20,23 H2:3 | MIN@H3 v0 e0/0/0/0 h15,22,25,26,28,29 H3:3",
    )


def _happened(session: Session) -> list[str]:
    assert session.last is not None
    return [str(event.text()) for event in session.last.events]


def test_a17_all_choose_at_once_a_card_of_their_hand_and_one_of_its_sides() -> None:
    here = session("3", WORKED)
    assert here.to_act == here.deciding == {1, 2, 3}
    texts = {APEX.format(here.state, 2, move) for move in APEX.legal(here.state, 2)}
    assert texts == {f"{card}{side}" for card in (7, 10, 16) for side in "WECX"}
    for text in ("3W", "15W", "2W"):  # held by others, and left out
        with pytest.raises(IllegalMoveError) as caught:
            APEX.parse(here.state, 2, text)
        assert caught.value.rule in ("A17", "A10")


def test_hands_share_the_choices_that_are_the_same() -> None:
    """Every decision offers dozens, and each would be made anew."""
    one, other = secrets((1, 2, 3), discards=True), secrets((1, 2, 4), discards=True)
    shared = set(one) & set(other)
    assert len(shared) == 2 * 4
    assert {id(each) for each in one if each in shared} == {id(each) for each in other if each in shared}


def test_a20_each_finishes_before_the_next_one_begins() -> None:
    """What the second can do follows from what the first did."""
    sides = ("HUM@H1 v0 e0/0/0/0 H1:1", "SHE@H2 v0 e0/0/0/0 B2:0c", "MIN@H3 v0 e0/0/0/0")
    start = session("3", position("1:8X 2:10X 3:12E", *sides, phase="expand 1 1/0/1/0/0", step=1))
    with pytest.raises(IllegalMoveError) as caught:
        APEX.parse(start.state, 2, "-")
    assert (caught.value.code, caught.value.rule) == ("not-to-act", "A20")
    open_still = start.play(1, "PORT H1>B2 x1")
    assert open_still.to_act == {1}
    after = open_still.play(1, "-")
    assert [APEX.format(after.state, 2, move) for move in APEX.legal(after.state, 2)] == ["AMB B2 HUM", "-"]
    assert start.play(1, "-").view(None).round == 2  # A55: nobody to ambush
