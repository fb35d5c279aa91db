"""Rounds and ages (A15 to A25, A55, A56, A64)."""

from __future__ import annotations

import itertools

import pytest

from engine.apex import events as happened
from engine.apex.game import APEX
from engine.apex.legal import secrets
from engine.errors import IllegalMoveError, TurnError
from engine.events import Event
from engine.session import Session
from tests.engine.apex.kit import WORKED, play, points, position, session, ships, state

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
def test_a25_what_is_played_for_a_player_who_misses_a_decision(mode: str) -> None:
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
def test_a25_nothing_is_done_for_a_player_who_misses_a_strategy(phase: str) -> None:
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


def test_a64_a_player_who_gives_up_is_played_by_the_defaults() -> None:
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


def test_a64_a_player_who_gives_up_in_the_middle_of_a_strategy_does_no_more() -> None:
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


# The worked round of the rules page (section 11), typed in both ways.


SECRETS = ("HUM 3W", "SHE 7C", "MIN 22X")
AT_ONCE = ("MIN MOVE B1>A1 x6/PORT H1>C2 x4/CONV A1 SHE/PROD H1/-",)
ONE_BY_ONE = ("MIN move b1>a1", "MIN port h1 > c2", "MIN conv a1", "MIN prod h1")


def test_the_first_two_decide_before_the_third() -> None:
    before = session("3", WORKED)
    assert before.view(None).sector("C2").controller == 1
    chosen = play(before, *SECRETS)
    assert [(each.seat, each.side) for each in chosen.view(None).strategies] == [(1, "W"), (2, "C"), (3, "X")]
    assert chosen.to_act == {1}
    fought = play(chosen, "HUM H2,C2")
    assert ships(fought, "H2") == {"HUM": 1, "SHE": 0}
    assert ships(fought, "C2") == {"HUM": 1}
    assert points(fought) == (4, 3, 2)
    scores = [
        [fighter.score for fighter in each.fighters] for each in _battles(fought.last.events if fought.last else ())
    ]
    assert scores == [[7, 6], [5, 4]]
    colonised = play(fought, "SHE D1")
    assert colonised.view(None).sides[1].colonies == ("A1", "B2", "D1")
    assert colonised.view(3).actions == (1, 1, 1, 0, 1)


@pytest.mark.parametrize("typed", [AT_ONCE, ONE_BY_ONE], ids=["at once", "one by one"])
def test_both_ways_of_typing_come_to_the_same(typed: tuple[str, ...]) -> None:
    done = play(session("3", WORKED), *SECRETS, "HUM H2,C2", "SHE D1", *typed)
    whole = play(session("3", WORKED), *SECRETS, "HUM H2,C2", "SHE D1", *AT_ONCE)
    assert done.state == whole.state
    assert done.entries == whole.entries
    assert done.last is not None
    assert done.last.text == "MOVE B1>A1 x6/PORT H1>C2 x4/CONV A1 SHE/PROD H1/-"
    assert ships(done, "A1") == {"SHE": 2, "MIN": 7}
    assert ships(done, "C2") == {"HUM": 1, "MIN": 4}
    view = done.view(None)
    assert view.sector("A1").controller == view.sector("C2").controller == 3
    assert (view.age, view.round) == (2, 5)
    hands = [done.view(seat).sides[seat - 1].hand for seat in (1, 2, 3)]
    assert hands == [(10, 16), (15, 25), (23, 28)]  # to the right


def test_a_war_may_be_entered_battle_by_battle() -> None:
    chosen = play(session("3", WORKED), *SECRETS)
    assert play(chosen, "HUM h2/c2/-").state == play(chosen, "HUM H2 , C2").state
    atoms = chosen.move(1, "H2").move(1, "C2").move(1, "-")
    assert atoms.state == play(chosen, "HUM H2,C2").state
    assert atoms.last is not None
    assert atoms.last.text == "H2,C2"


def _battles(events: tuple[Event, ...]) -> list[happened.Battle]:
    return [event for event in events if isinstance(event, happened.Battle)]


# War (A31 to A40).


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


def test_a38_a_point_for_each_battle_won_at_once_and_for_the_winner() -> None:
    sides = ("HUM@H1 v0 e0/0/0/1 A1:2 A2:2 B1:1 C1:2", "MIN@H2 v0 e0/0/0/0 A1:1 B1:4", "SHE@H3 v0 e0/0/0/0 A2:1 C1:3")
    start = war(*sides)
    assert points(start.move(1, "A1")) == (1, 0, 0)
    assert points(play(start, "HUM A1,A2,B1,C1")) == (2, 1, 0)


# Control (A26 to A30).


PLAYS = "1:3W 2:7E 3:8E"


def controller(hum: str, minerls: str, she: str, slot: str = "A3", tiles: str = "") -> int | None:
    text = position(PLAYS, hum, minerls, she, phase="war 1", tiles=tiles)
    return APEX.view(state("3", text), None).sector(slot).controller


def test_a28_the_worked_example() -> None:
    """Humans 1 ship, 1 colony, influence 3: 5. Minerls 3 ships, influence 0: 3. Sherais 3 ships, influence 1: 4."""
    found = controller("HUM@H1 v0 e0/0/3/0 A3:1c", "MIN@H2 v0 e0/0/0/0 A3:3", "SHE@H3 v0 e0/0/1/0 A3:3")
    assert found == 1


@pytest.mark.parametrize("pawns", ["A3:1", "A3:0c"])
def test_a26_alone_with_one_pawn(pawns: str) -> None:
    assert controller(f"HUM@H1 v0 e0/0/0/0 {pawns}", "MIN@H2 v0 e0/0/5/0", "SHE@H3 v0 e0/0/0/0") == 1


def test_a26_a_home_colony_is_enough() -> None:
    assert controller("HUM@H1 v0 e0/0/0/0", "MIN@H2 v0 e0/0/5/0", "SHE@H3 v0 e0/0/0/0", "H1") == 1


def test_a27_a_shared_highest_count_controls_nothing() -> None:
    third = "SHE@H3 v0 e0/0/0/0 A3:1"
    assert controller("HUM@H1 v0 e0/0/1/0 A3:2", "MIN@H2 v0 e0/0/0/0 A3:3", third) is None
    assert controller("HUM@H1 v0 e0/0/1/0 A3:1", "MIN@H2 v0 e0/0/0/0 A3:2", "SHE@H3 v0 e0/0/0/0 A3:3") == 3


def test_a27_an_enemy_can_control_a_home() -> None:
    assert controller("HUM@H1 v0 e0/0/0/0", "MIN@H2 v0 e0/0/0/0 H1:2", "SHE@H3 v0 e0/0/0/0", "H1") == 2


def test_a29_colonies_add_to_influence_beyond_five() -> None:
    text = position(PLAYS, "HUM@H1 v0 e0/0/5/0 A2:0c C2:0c", "MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0", phase="war 1")
    assert APEX.view(state("3", text.replace("war 1", "war 1")), None).sides[0].influence == 7


def test_a30_without_a_pawn_nobody_controls() -> None:
    assert controller("HUM@H1 v0 e0/0/5/0", "MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0") is None


# Scoring and the end (A60 to A63).


def last_war(*sides: str, age: int = 3) -> Session:
    """Return what follows when the last strategy of an age does nothing; 2 and 3 have an enemy in their homes."""
    return play(session("3", position("1:3W 2:7E 3:8E", *sides, number=5, age=age)), "HUM -")


def test_a60_a_point_for_each_controlled_sector_homes_included() -> None:
    done = last_war(
        "HUM@H1 v1 e0/0/0/0 H1:1 A3:1 H2:3", "MIN@H2 v0 e0/0/0/0 C1:1", "SHE@H3 v0 e0/0/0/0 A1:1 A3:1", age=1
    )
    assert points(done) == (3, 1, 2)
    scored = [event for event in done.last.events if isinstance(event, happened.Scored)] if done.last else []
    assert [(event.sectors, event.bonus) for event in scored] == [(2, 0), (1, 0), (2, 0)]


def test_a61_a_point_for_each_colony_with_a_victory_bonus() -> None:
    done = last_war("HUM@H1 v0 e0/0/0/0 H2:1 B2:0c D1:0c", "MIN@H2 v0 e0/0/0/0 B2:4", "SHE@H3 v0 e0/0/0/0", age=2)
    assert points(done) == (4, 2, 1)  # Humans H1, D1 and two colonies; Minerls, influence 1 by card 7, B2 and H2


def test_a24_what_was_won_stays_for_the_next_age() -> None:
    before = last_war("HUM@H1 v5 e1/2/3/4 H2:1 B1:2c", "MIN@H2 v0 e0/0/0/0 H2:2", "SHE@H3 v0 e0/0/0/0", age=1)
    side = before.view(None).sides[0]
    assert (side.levels, side.colonies, side.ships) == ((1, 2, 3, 4), ("B1",), 3)
    assert (before.view(None).age, before.view(None).phase) == (2, "choose")


@pytest.mark.parametrize(
    ("sides", "ranks", "code"),
    [
        (("HUM@H1 v9 e0/0/0/0 H2:1", "MIN@H2 v5 e0/0/0/0", "SHE@H3 v4 e0/0/0/0"), (1, 2, 3), "V"),
        (("HUM@H1 v9 e0/0/0/0 H2:1", "MIN@H2 v5 e0/0/0/0 H2:1", "SHE@H3 v5 e0/0/0/0"), (1, 2, 3), "V"),
        (("HUM@H1 v4 e0/0/0/0 H2:1", "MIN@H2 v9 e0/0/0/0 A1:1", "SHE@H3 v9 e0/0/0/0 A2:2"), (3, 2, 1), "T"),
        (("HUM@H1 v4 e0/0/0/0 H2:1", "MIN@H2 v9 e0/0/0/0 A1:1c", "SHE@H3 v9 e0/0/0/0 A2:2"), (3, 1, 1), "S"),
    ],
)
def test_a62_a63_points_then_pawns_then_a_shared_victory(
    sides: tuple[str, ...], ranks: tuple[int, ...], code: str
) -> None:
    outcome = last_war(*sides).outcome
    assert outcome is not None
    assert (outcome.ranks, outcome.code) == (ranks, code)
    assert str(outcome.reason).endswith((".", "9", "10"))


def test_a62_what_broke_a_tie_is_said_of_every_place() -> None:
    outcome = last_war("HUM@H1 v19 e0/0/0/0 H2:1", "MIN@H2 v5 e0/0/0/0 A1:2", "SHE@H3 v5 e0/0/0/0 A2:1").outcome
    assert outcome is not None
    assert (outcome.points[1:], outcome.ranks, outcome.code) == ((7, 7), (1, 2, 3), "V")
    said = [[str(each) for each in outcome.counts(seat)] for seat in (1, 2, 3)]
    assert said == [["points: 20"], ["points: 7", "pawns: 2"], ["points: 7", "pawns: 1"]]


def test_a64_a_player_who_gave_up_stands_behind_all_others() -> None:
    sides = ("HUM@H1 v1 e0/0/0/0 H2:1", "MIN@H2 v50 e0/0/0/0", "SHE@H3 v4 e0/0/0/0")
    start = session("3", position("1:3W 2:7E 3:8E", *sides, number=5, age=3)).forfeit(2)
    outcome = play(start, "HUM -").outcome
    assert outcome is not None
    assert outcome.ranks == (2, 3, 1)
    assert outcome.termination == "rules"
