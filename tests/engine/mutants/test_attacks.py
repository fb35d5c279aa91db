"""Attacks, parries, K.O. (M35, M43 to M45)."""

from __future__ import annotations

import pytest

from engine.mutants.duels import Attacked, ForceMoved, KnockedOut, Parried
from tests.engine.mutants.tables import answers, arena, asked, force, play, table, told

LINE = {2: 4, 1: 6, 3: 8, 4: 12}


def victims(card: str, *sides: dict[str, str], spaces: dict[int, int] | None = None) -> list[tuple[int, ...]]:
    _, events = told(table({"hand": f"{card} ROB"}, *sides, force=spaces or LINE), f"D {card}")
    return [event.victims for event in events if isinstance(event, Attacked)]


@pytest.mark.parametrize(
    ("card", "hit"),
    [
        ("STA", (4,)),  # gains 3 first, and so passes 3
        ("TYR", (3, 4)),
        ("BON", (2, 3, 4)),
        ("DRA", (4,)),
    ],
)
def test_whom_an_attack_hits(card: str, hit: tuple[int, ...]) -> None:
    """M43: judged when it begins, in the order of turns (M35)."""
    laid = {"L": "ROB", "R": "rob"}
    assert victims(card, laid, laid, laid) == [hit]


def test_the_dreaded_are_hit() -> None:
    """M38, M43."""
    assert victims("BBB", {}, {}, spaces={2: 0, 1: 6, 3: 2}) == [(2, 3)]
    assert victims("BBB", {}, {}, spaces={2: 3, 1: 6, 3: 3}) == [()]


def test_on_whom_nothing_can_be_done_is_not_attacked() -> None:
    """M43: no face-up mutant in the zone named, an empty hand; so nobody parries either."""
    assert victims("BON", {"L": "rob"}, {"A": "DEM"}, {"R": "ROB"}) == [(4,)]
    assert victims("RAK", {}, {"hand": ""}, {"hand": "", "A": "DEM"}) == [()]
    assert victims("WAL", {"A": "rob"}, {"L": "DEM"}, {}) == [(3,)]


def test_a_loss_of_force_is_always_possible() -> None:
    """M43: also on the last space, so a parry is used there."""
    state, events = told(table({"hand": "BBB ROB"}, {"A": "DEM"}, force={2: 0, 1: 5}), "D BBB")
    assert [event.card for event in events if isinstance(event, Parried)] == ["DEM"]
    assert (arena(state, 2), force(state)[2]) == ("dem - -", 1)


def test_of_several_effects_each_does_what_it_can() -> None:
    """M43, M34: with nothing to K.O. the loss of force is left, so the opponent is attacked."""
    laid = {"A": "ROB", "L": "FAN", "R": "ROB"}
    state, events = told(table(laid, {"A": "DEV"}, {"L": "DEV"}, force={1: 3, 2: 7, 3: 9}), "L")
    assert [event.victims for event in events if isinstance(event, Attacked)] == [(2, 3)]
    assert force(state) == {1: 3, 2: 5, 3: 7}
    assert (arena(state, 2), arena(state, 3)) == ("DEV - -", "- dev -")


def test_a_parry_replaces_all_that_the_attack_does() -> None:
    """M44: others are hit as usual."""
    laid = {"A": "ROB", "L": "FAN", "R": "rob"}
    state = play(table(laid, {"L": "BRI"}, {"L": "WAR"}, force={1: 5, 2: 7, 3: 8}), "L")
    assert [arena(state, seat) for seat in (2, 3)] == ["- bri -", "- war -"]
    assert force(state) == {1: 5, 3: 6, 2: 9}


def test_several_parries_are_chosen_from() -> None:
    """M44, N8: asked of the attacked, each time."""
    state = play(table({"hand": "TYR ROB"}, {"A": "DEM", "L": "BRI", "R": "inf"}, force={1: 5, 2: 8}), "D TYR")
    assert (asked(state), answers(state)) == ("parry 2", ["A", "L"])
    state = play(state, "2:L")
    assert (arena(state, 2), force(state)) == ("DEM bri inf", {1: 8, 2: 10})


def test_the_same_zone_is_that_of_the_acting_mutant() -> None:
    """M45: for a leaving mutant the one it has left."""
    for flank, after in (("L", "DEV dev DEV"), ("R", "DEV DEV dev")):
        laid = {"A": "ROB", "L": "WAR", "R": "WAR"}
        state = play(table(laid, {"A": "DEV", "L": "DEV", "R": "DEV"}, force={1: 5, 2: 8}), flank)
        assert arena(state, 2) == after


def test_the_victim_chooses() -> None:
    """M45: if there is a choice."""
    state = play(table({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "DEV"}), "D BON")
    assert (asked(state), answers(state)) == ("ko 2", ["L", "R"])
    assert arena(play(state, "R"), 2) == "ROB DEV dev"
    one = play(table({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "dev"}), "D BON")
    assert (asked(one), arena(one, 2)) == ("flank 2", "ROB dev dev")


def test_all_are_knocked_out() -> None:
    """M45; the permanent of the attacker acts for each card (M48)."""
    laid = {"hand": "WAL ROB", "L": "ARM"}
    state, events = told(table(laid, {"A": "DEV", "L": "dev", "R": "DEV"}, force={1: 3, 2: 8}), "D WAL")
    assert arena(state, 2) == "dev dev dev"
    assert [event.zone for event in events if isinstance(event, KnockedOut)] == ["A", "R"]
    assert [event.change for event in events if isinstance(event, ForceMoved)] == [1, 1, 2]


def test_a_knocked_out_mutant_does_nothing() -> None:
    """M45: no leave ability, no permanent, no parry, no copy; another K.O. does not turn it back."""
    state = play(table({"A": "ROB", "L": "lyc", "R": "DEM"}, {}), "L")
    assert (asked(state), force(state)[1]) == ("act 1", 5)
    _, events = told(table({"hand": "TYR ROB"}, {"A": "dem"}, force={1: 5, 2: 8}), "D TYR")
    assert not [event for event in events if isinstance(event, Parried)]
    again = play(table({"hand": "WAL ROB"}, {"A": "dev", "L": "ROB"}), "D WAL")
    assert arena(again, 2) == "- rob dev"  # and the K.O. active one has moved


def test_a_discard_is_chosen_by_the_attacked() -> None:
    """M43, N8: the last card goes without a question (N6)."""
    state = play(table({"hand": "RAK ROB"}, {"hand": "ZOM WAR"}, {"hand": "LYC"}, force={1: 4, 2: 9, 3: 10}), "D RAK")
    assert (asked(state), answers(state)) == ("discard 2", ["ZOM", "WAR"])
    state = play(state, "WAR")
    assert (state.sides[1].discard, state.sides[2].discard, state.sides[2].hand) == (("WAR",), ("LYC",), ())


def test_opponents_are_hit_clockwise_from_the_active_player() -> None:
    """M35."""
    laid = {"A": "ROB", "L": "ROB"}
    state = table({"hand": "GOR ROB"}, laid, laid, {"A": "ROB", "L": "GOR", "R": "ROB"}, turn=4, force=LINE)
    state = play(state, "L")
    assert asked(state) == "ko 2"
    before = table(
        {"A": "ROB", "L": "ROB"}, laid, {"A": "ROB", "L": "BOS", "R": "ROB"}, turn=3, force={1: 4, 2: 5, 3: 6}
    )
    state = play(before, "L")
    assert asked(state) == "ko 1"
    assert asked(play(state, "A")) == "ko 2"


def test_an_attack_goes_clockwise_from_who_is_active() -> None:
    """M35: not from the first player of the round."""
    state = table({}, {"hand": "TYR ROB"}, {}, {}, force={2: 3, 1: 5, 3: 5, 4: 5}, turn=2, first=1)
    after, events = told(state, "D TYR")
    assert [event.victims for event in events if isinstance(event, Attacked)] == [(3, 4, 1)]
    assert after.line == (3, 4, 1, 2)


def test_a_mutant_that_goes_down_by_its_own_parry_was_not_attacked_down() -> None:
    """M48: the permanent acts when an attack of one's own K.O.s a card."""
    state = play(table({"hand": "TYR ROB"}, {"A": "DEM", "L": "ARM"}, force={1: 4, 2: 5}), "D TYR")
    assert (arena(state, 2), force(state)[2]) == ("- ARM dem", 6)
