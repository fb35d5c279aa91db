"""The second implementation where a rule is easily read in two ways, and every kind of prompt at least once."""

from __future__ import annotations

import pytest

from tests.engine.mutants.arranged import Laid, arranged, play
from tests.engine.mutants.reference import DrawNeeded, Reference

EVEN = {1: 5, 2: 6}


def kind(game: Reference) -> dict[int, str]:
    """Return who is asked what."""
    found = game.told()["asked"]
    assert isinstance(found, dict)
    return found


# Force and its stacks


def test_m36_force_beyond_fury_pushes_everybody_point_by_point() -> None:
    game = arranged({"hand": "KOL ROB"}, {}, {}, {}, force={1: 9, 2: 12, 4: 8, 3: 8})
    # Three of the five bring it to Fury, on top, so nobody dominates it any more when KOL asks.
    force = play(game, "D KOL").told()["force"]
    assert force[12] == (1,)
    assert force[10] == (2,)
    # Seat 3 is pushed before seat 4 each time, so 4 comes to lie on top.
    assert force[6] == (3, 4)


def test_m36_a_marker_on_fury_keeps_its_place_in_the_stack() -> None:
    game = arranged({"hand": "ZOM ROB"}, {}, {}, force={1: 12, 2: 12, 3: 12})
    force = play(game, "D ZOM").told()["force"]
    assert force[12] == (1,)
    assert force[10] == (2, 3)


def test_m37_who_cannot_move_left_keeps_its_place() -> None:
    game = arranged({"hand": "BBB ROB"}, {}, {}, force={2: 0, 3: 0, 1: 5})
    assert play(game, "D BBB").told()["force"][0] == (2, 3)


def test_if_dominated_means_the_one_who_acts() -> None:
    for place, gained in ((3, 5), (12, 6)):
        force = play(arranged({"hand": "KOL ROB"}, {}, force={1: 4, 2: place}), "D KOL").told()["force"]
        assert 1 in force[4 + gained]


@pytest.mark.parametrize(("dread", "score"), [(2, {0: (2, 3), 2: (1,)}), (3, {0: (1, 2, 3)})])
def test_m19_crush_counts_once(dread: int, score: dict[int, tuple[int, ...]]) -> None:
    assert arranged({}, {}, {}, force={1: 12, 2: dread, 3: dread}).told()["score"] == score


# Moving and leaving


def test_m20_a_single_empty_flank_is_not_asked() -> None:
    game = arranged({"A": "ROB", "L": "zom"}, {}, force=EVEN)
    assert kind(game) == {1: "act"}
    assert game.told()["sides"][1]["arena"]["R"] == ("ROB", True)


@pytest.mark.parametrize("laid", [Laid(A="ROB"), Laid(A="ROB", L="zom", R="ZOM")])
def test_m20_flank_is_asked_where_both_are_alike(laid: Laid) -> None:
    game = arranged(laid, {}, force=EVEN)
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "flank"}, {"L", "R"}, "L")


def test_m20_a_mutant_knocked_out_leaves_without_ability() -> None:
    game = play(arranged({"A": "ROB", "L": "zom", "R": "ROB"}, {}, force=EVEN), "L")
    assert kind(game) == {1: "act"}
    assert game.told()["sides"][1]["discard"] == ("ZOM",)


def test_m22_no_action_without_a_hand() -> None:
    game = arranged(
        {"hand": "WAR ZOM", "A": "LYC", "L": "ALN", "R": "ZOM", "reserve": ("TRI NOB", "", "")}, {}, force=EVEN
    )
    game = play(game, "L", "A", "Y")
    # The whole hand pays, and the only top comes: neither is asked (N6). The hand is not empty, so the turn goes on.
    assert kind(game) == {1: "act"}
    game = arranged({"hand": "ROB", "A": "ROB", "L": "AUT", "R": "ZOM"}, {}, force=EVEN)
    game = play(game, "L")
    assert kind(game) == {1: "freeze-hand"}
    game = play(game, "ROB")
    assert kind(game) == {2: "act"}


def test_m42_bon_freezes_the_active_mutant() -> None:
    game = arranged({"A": "DEV", "L": "BON", "R": "zom", "reserve": ("TRI", "", "")}, {}, force=EVEN)
    game = play(game, "L")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "freeze-arena"}, {"A", "N"}, "N")
    side = play(game, "A").told()["sides"][1]
    assert side["arena"] == {"A": None, "L": None, "R": ("ZOM", False)}
    assert side["freezer"] == ("DEV",)


def test_m48_a_permanent_that_is_frozen_out_of_the_arena_does_not_act() -> None:
    game = arranged({"A": "NOB", "L": "BON", "R": "zom"}, {}, force=EVEN)
    # Only the 1 of BON's own ability.
    assert play(game, "L", "A").told()["force"][6] == (2, 1)


# What is not asked


def test_n6_cycle_of_the_whole_hand_is_not_asked() -> None:
    game = arranged({"hand": "ROB", "incubator": "TRI", "deck": "ZOM"}, {}, force=EVEN)
    # One card in hand and nothing to incubate: deployed at once, the drawn card is the whole hand.
    assert kind(game) == {2: "act"}
    assert game.told()["sides"][1]["discard"] == ("ZOM",)


def test_n6_equal_cards_in_hand_are_asked() -> None:
    game = arranged({"hand": "ROB ZOM", "deck": "ZOM"}, {}, force=EVEN)
    game = play(game, "D ROB")
    assert (kind(game), game.answers(1)) == ({1: "cycle"}, {"ZOM"})


def test_n6_one_card_in_hand_can_still_be_incubated() -> None:
    game = arranged({"hand": "ROB", "reserve": ("TRI", "", "")}, {}, force=EVEN)
    assert game.answers(1) == {"D ROB", "I ROB>TRI"}


def test_n3_the_pile_is_named_where_it_is_not_the_first() -> None:
    game = arranged({"hand": "ROB", "reserve": ("TRI", "NOB", "TRI AND")}, {}, force=EVEN)
    assert game.answers(1) == {"D ROB", "I ROB>TRI", "I ROB>NOB", "I ROB>TRI@3"}


@pytest.mark.parametrize(("reserve", "answers"), [(("TRI ROB", "", ""), None), (("TRI", "TRI", ""), {"TRI", "TRI@2"})])
def test_m47_piles_are_told_apart(reserve: tuple[str, ...], answers: set[str] | None) -> None:
    game = play(arranged({"hand": "RHI ROB", "reserve": reserve}, {}, force=EVEN), "D RHI")
    assert (game.answers(1) or None) == answers
    if answers:
        assert (kind(game), game.default(1)) == ({1: "gain-deck"}, "TRI")


def test_m51_a_cost_that_cannot_be_paid_in_full_is_not_offered() -> None:
    lycan = Laid(hand="LYC ROB", reserve=("TRI", "NOB", ""))
    assert kind(play(arranged(lycan, {}, force=EVEN), "D LYC")) == {2: "act"}
    game = play(arranged({**lycan, "hand": "LYC ROB WAR ZOM"}, {}, force=EVEN), "D LYC")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "gain-hand"}, {"Y", "N"}, "N")
    game = play(game, "Y")
    assert (kind(game), game.answers(1)) == ({1: "cost"}, {"ROB+ZOM", "ROB+WAR", "ZOM+WAR"})
    assert (game.default(1), kind(play(game, "ZOM+WAR"))) == ("ROB+ZOM", {1: "gain-hand"})


def test_m51_nothing_is_paid_where_the_reserve_is_empty() -> None:
    assert kind(play(arranged({"hand": "LYC ROB WAR ZOM"}, {}, force=EVEN), "D LYC")) == {2: "act"}


def test_m25_an_effect_does_not_fill_a_full_incubator() -> None:
    game = arranged({"hand": "WAM ROB", "incubator": "TRI", "reserve": ("TRI", "NOB", "")}, {}, force=EVEN)
    assert not any(text.startswith("I") for text in game.answers(1))
    assert kind(play(game, "D WAM")) == {2: "act"}


# Empty decks


def test_m40_the_deck_is_renewed_only_when_a_card_is_needed() -> None:
    side = play(
        arranged({"hand": "ROB WAR", "deck": "ZOM", "discard": "ALN DEM"}, {}, force=EVEN), "D ROB", "WAR"
    ).told()
    assert side["sides"][1]["deck"] == ()
    assert side["sides"][1]["discard"] == ("ALN", "DEM", "WAR")


def test_m40_what_is_to_be_shuffled_is_told() -> None:
    game = play(arranged({"hand": "ROB WAR", "deck": "", "discard": "ALN DEM ALN"}, {}, force=EVEN), "D ROB")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "freeze-empty"}, {"DEM", "ALN"}, "DEM")
    with pytest.raises(DrawNeeded) as caught:
        game.after({1: "ALN"})
    assert (caught.value.draw.kind, caught.value.draw.owner) == ("SHUFFLE", "S1")
    assert sorted(caught.value.draw.cards) == ["ALN", "DEM"]
    # The game that was asked is still as it was.
    assert game.after({1: "ALN"}, [("DEM", "ALN")]).told()["sides"][1]["hand"] == ("WAR", "DEM")


def test_m40_a_single_card_is_frozen_unasked_and_nothing_drawn() -> None:
    game = play(arranged({"hand": "ROB WAR", "deck": "", "discard": "ALN"}, {}, force=EVEN), "D ROB")
    side = game.told()["sides"][1]
    assert (side["freezer"], side["hand"], kind(game)) == (("ALN",), ("WAR",), {2: "act"})


def test_m39_cycle_discards_what_was_drawn() -> None:
    game = play(arranged({"hand": "AND WAR ZOM", "deck": "DEM"}, {}, force=EVEN), "D AND")
    assert (kind(game), game.answers(1)) == ({1: "cycle"}, {"WAR", "ZOM", "DEM"})
    # The permanent acts behind the whole cycle, of the mutant itself as well: 5 + 3 + 1.
    assert game.told()["force"][8] == (1,)
    assert play(game, "WAR").told()["force"][9] == (1,)


def test_take_with_an_empty_discard_still_discards() -> None:
    game = play(arranged({"hand": "TAO ROB WAR", "deck": "ZOM"}, {}, force=EVEN), "D TAO")
    assert (kind(game), game.answers(1)) == ({1: "take-discard"}, {"ROB", "WAR"})


# Attacks


def test_m43_a_discard_from_an_empty_hand_is_no_attack() -> None:
    game = arranged({"hand": "RAK ROB"}, {"hand": "", "L": "DEM"}, force=EVEN)
    assert play(game, "D RAK").told()["sides"][2]["arena"]["L"] == ("DEM", True)


def test_m43_the_attacked_discards() -> None:
    game = play(arranged({"hand": "RAK ROB"}, {"hand": "WAR ZOM"}, force={1: 5, 2: 12}), "D RAK")
    assert (kind(game), game.answers(2), game.default(2)) == ({2: "discard"}, {"WAR", "ZOM"}, "ZOM")
    assert game.told()["owner"] == 1


def test_m44_parries_are_chosen_each_time() -> None:
    game = arranged({"hand": "STA ROB"}, {"A": "DEM", "L": "BRI", "R": "inf"}, force={1: 5, 2: 12})
    game = play(game, "D STA")
    assert (kind(game), game.answers(2), game.default(2)) == ({2: "parry"}, {"A", "L"}, "A")
    told = play(game, "L").told()
    assert told["sides"][2]["arena"]["L"] == ("BRI", False)
    # Two points of the parry on Fury push seat 1, which is the active one (M36).
    assert told["force"][6] == (1,)


def test_m45_the_victim_chooses() -> None:
    game = arranged(
        {"hand": "BON ROB"}, {"A": "ROB", "L": "ROB", "R": "ZOM"}, {"L": "ROB", "R": "zom"}, force={3: 1, **EVEN}
    )
    game = play(game, "D BON")
    assert (kind(game), game.answers(2), game.default(2)) == ({2: "ko"}, {"L", "R"}, "L")
    told = play(game, "R").told()
    assert told["sides"][2]["arena"]["R"] == ("ZOM", False)
    assert told["sides"][3]["arena"] == {"A": None, "L": ("ROB", False), "R": ("ZOM", False)}


def test_m43_all_effects_of_an_attack_act_on_one_opponent_before_the_next() -> None:
    game = arranged({"A": "ROB", "L": "FAN", "R": "ROB"}, {"L": "ROB"}, {"L": "ROB"}, force={1: 5, 2: 7, 3: 7})
    assert play(game, "L").told()["force"][5] == (1, 2, 3)


def test_m48_the_masters_permanent_acts_behind_each_card() -> None:
    game = arranged(
        {"hand": "WAL ROB", "L": "ARM"},
        {"A": "ROB", "L": "ROB"},
        {"R": "DEM"},
        {"R": "ROB"},
        force={4: 2, 2: 3, 3: 8, 1: 5},
    )
    # Two cards of seat 2, none of seat 3, which parries, one of seat 4, then two by WAL itself.
    assert play(game, "D WAL").told()["force"][10] == (1,)


def test_flip_turns_one_up() -> None:
    game = play(arranged({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}, force=EVEN), "D EVA")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "flip"}, {"L", "R"}, "L")
    assert play(game, "R").told()["sides"][1]["arena"]["R"] == ("ZOM", True)


# Copies


def test_m50_copies_of_copies_end() -> None:
    game = play(arranged({"A": "KRU", "L": "SUP", "R": "SUP"}, {}, force=EVEN), "L")
    assert game.answers(1) == {"A.D", "A.L", "R.D", "R.L"}
    game = play(game, "R.L")
    assert game.answers(1) == {"A.D", "A.L", "R.D"}
    game = play(game, "A.L")
    # With an empty reserve SUP's deploy ability finds nothing.
    assert game.answers(1) == {"A.D", "R.D"}


def test_m50_two_equal_cards_are_two_cards() -> None:
    game = arranged({"hand": "MRV NEB NEB ROB", "discard": "MRV"}, {}, force=EVEN)
    game = play(game, "D MRV", "NEB")
    # The only card of the discard is copied unasked; it copies from the hand again, where one NEB is left.
    assert (kind(game), game.answers(1)) == ({1: "copy"}, {"ROB", "NEB"})


def test_n6_a_copy_that_hidden_cards_force_is_asked() -> None:
    game = play(arranged({"hand": "MRV DEM WAR"}, {}, force=EVEN), "D MRV")
    assert (kind(game), game.answers(1)) == ({1: "copy"}, {"WAR"})
    assert kind(play(arranged({"hand": "MRV DEM DEM"}, {}, force=EVEN), "D MRV")) == {2: "act"}


def test_copies_from_the_reserve_name_cards() -> None:
    game = play(arranged({"hand": "SUP ROB", "reserve": ("KOL", "KOL", "DRA")}, {}, force=EVEN), "D SUP")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "copy"}, {"KOL", "DRA"}, "KOL")
    alike = play(arranged({"hand": "SUP ROB", "reserve": ("KOL", "KOL", "TAO")}, {}, force=EVEN), "D SUP")
    assert kind(alike) == {2: "act"}


# The end of a round


def last_cards(**extra: int) -> Reference:
    one = Laid(hand="DEM", incubator="TRI", points=extra.get("one", 0))
    two = Laid(hand="DEM", incubator="NOB", points=extra.get("two", 0))
    return arranged(
        one, two, {**one, "points": extra.get("three", 0)}, force={1: 5, 2: 7, 3: 7}, round_=extra.get("round_", 1)
    )


def test_m28_to_m32_in_order() -> None:
    told = last_cards(one=5, two=1, three=3).told()
    # The leader is on top of the stack on 7: 3 gains 4, 2 gains 2 and 1, the last, nothing.
    assert told["score"] == {3: (2,), 5: (1,), 7: (3,)}
    assert (told["round"], told["first"], told["owner"]) == (2, 3, 3)
    assert [space for space, stack in enumerate(told["force"]) if stack] == [4, 5, 6]
    assert (told["force"][6], told["force"][4]) == ((2,), (3,))
    assert told["sides"][1]["hand"] == ("ROB", "ROB", "ROB", "ROB", "ROB", "TRI")


def test_m32_of_equal_scores_the_lower_in_the_stack_is_lower() -> None:
    told = last_cards(one=4, two=2, three=0).told()
    # Clockwise from seat 1: 2 comes on top of 1, then 3 on top of 2.
    assert told["score"] == {4: (1, 2, 3)}
    assert told["first"] == 3


def test_m53_fewest_points_from_the_freezer_break_a_tie() -> None:
    game = arranged(
        {"hand": "DEM", "incubator": "TRI", "points": 2, "freezer": "TRI TRI"},
        {"hand": "DEM", "incubator": "TRI", "points": 2},
        force={1: 5, 2: 7},
        round_=5,
    )
    assert game.told()["result"] == {"end": "RULES", "totals": {2: 10, 1: 10}, "rank": [2, 1], "left": []}


# Who leaves (M54)


def test_m54_who_leaves_in_their_own_turn_ends_it() -> None:
    told = arranged({}, {}, {}, force={1: 5, 2: 6, 3: 7}).forfeit(1).told()
    assert (told["asked"], told["left"], told["force"][5]) == ({2: "act"}, [1], ())


def test_m54_an_ability_is_finished_first() -> None:
    game = arranged({"hand": "BON ROB"}, {"L": "ROB", "R": "ZOM"}, {"L": "ROB", "R": "ZOM"}, force={1: 5, 2: 6, 3: 7})
    game = play(game, "D BON").forfeit(2)
    assert game.told()["asked"] == {3: "ko"}
    assert game.told()["sides"][2]["arena"]["L"] == ("ROB", False)
    told = play(game, "L").told()
    assert (told["asked"], sorted(told["sides"]), told["force"][6]) == ({3: "act"}, [1, 3], ())


def test_m54_who_asks_leaves_and_the_others_answer() -> None:
    game = arranged({"hand": "BON ROB"}, {"L": "ROB", "R": "ZOM"}, {}, force={1: 5, 2: 6, 3: 7})
    game = play(game, "D BON").forfeit(1)
    assert (game.acting(), game.answers(2)) == ([2], {"L", "R"})
    assert sorted(play(game, "R").told()["sides"]) == [2, 3]


def test_m54_the_last_one_has_won() -> None:
    game = arranged({}, {"points": 9}, {}, force={1: 5, 2: 6, 3: 7}).forfeit(3).forfeit(1)
    assert game.told()["result"] == {"end": "F", "totals": {2: 9}, "rank": [2], "left": [1, 3]}
    assert game.acting() == []
