"""What abilities do: force, cycle, freezing, gains, copies, costs (M34 to M42, M46 to M52)."""

from __future__ import annotations

import pytest

from engine.mutants.duels import Copied, ForceMoved
from engine.mutants.events import Discarded, Drew, Frozen, FrozenCard, Shuffled, Took, TookCard
from engine.mutants.game import MUTANTS
from tests.engine.mutants.tables import THREE, answers, arena, asked, force, play, table, told


def test_effects_resolve_in_order_and_as_far_as_possible() -> None:
    """M34."""
    _, events = told(table({"hand": "ROB DEM", "deck": "ZOM"}, {}), "D ROB", "ZOM")
    kinds = [type(event) for event in events if isinstance(event, Drew | Discarded | ForceMoved)]
    assert kinds == [Drew, Discarded, ForceMoved]
    state = play(table({"hand": "MRV ROB", "A": "", "deck": "", "discard": ""}, {}), "D MRV")
    assert asked(state) == "act 2"


@pytest.mark.parametrize(
    ("spaces", "after"),
    [
        ({1: 5, 2: 6}, {2: 6, 1: 7}),
        ({1: 5, 2: 7}, {2: 7, 1: 7}),  # on top of the stack
        ({2: 5, 1: 5}, {2: 5, 1: 7}),
        ({1: 10, 2: 11}, {2: 11, 1: 12}),
        ({1: 11, 2: 6}, {2: 5, 1: 12}),  # one point is left over and pushes
        ({1: 12, 2: 12}, {2: 10, 1: 12}),
        ({1: 12, 2: 1}, {2: 0, 1: 12}),
        ({1: 12, 2: 0}, {2: 0, 1: 12}),
    ],
)
def test_gaining_force(spaces: dict[int, int], after: dict[int, int]) -> None:
    """M36, M37: a Zombie gains 2."""
    state = table({"hand": "ZOM ROB"}, {}, force=spaces)
    assert list(force(play(state, "D ZOM")).items()) == list(after.items())  # stacks, too


def test_pushing_goes_point_by_point_clockwise() -> None:
    """M36: so opponents of one stack change their order, and who is at the end is joined by others from above."""
    state = play(table({"hand": "ZOM ROB"}, {}, {}, {}, force={3: 7, 4: 7, 2: 7, 1: 12}), "D ZOM")
    assert force(state) == {2: 5, 3: 5, 4: 5, 1: 12}
    assert state.line == (2, 3, 4, 1)
    state = play(table({"hand": "ZOM ROB"}, {}, {}, force={3: 1, 2: 2, 1: 12}), "D ZOM")
    assert (force(state), state.line) == ({3: 0, 2: 0, 1: 12}, (3, 2, 1))


def test_a_gain_of_who_is_not_active_pushes_the_active_player_first() -> None:
    """M36 [derived], M44."""
    laid = {"hand": "STA ROB"}
    state, events = told(table(laid, {"L": "GOR"}, {}, force={3: 4, 1: 5, 2: 11}), "D STA")
    pushed = [event.seat for event in events if isinstance(event, ForceMoved) and event.pushed]
    assert pushed == [1, 3]
    assert force(state) == {3: 2, 1: 6, 2: 12}


@pytest.mark.parametrize(
    ("spaces", "after"),
    [({1: 5, 2: 8}, {2: 6, 1: 8}), ({1: 0, 2: 1}, {2: 0, 1: 3}), ({1: 3, 2: 5}, {2: 3, 1: 6})],
)
def test_losing_force(spaces: dict[int, int], after: dict[int, int]) -> None:
    """M37: losses beyond the last space are ignored."""
    state = play(table({"hand": "TYR ROB"}, {}, force=spaces), "D TYR")
    assert list(force(state).items()) == list(after.items())


def test_a_marker_that_does_not_move_keeps_its_place() -> None:
    """M37."""
    state = play(table({"hand": "BBB ROB"}, {}, {}, force={2: 0, 3: 0, 1: 5}), "D BBB")
    assert force(state) == {2: 0, 3: 0, 1: 8}
    alone = play(table({"hand": "XEL ROB", "deck": "DEM"}, {}, force={1: 0, 2: 0}), "D XEL")
    assert (force(alone), alone.line) == ({1: 0, 2: 0}, (1, 2))


def test_of_equal_cards_the_one_nearest_the_top_is_taken() -> None:
    """M59."""
    state = play(table({"hand": "TAO ROB LYC", "deck": "DEM", "discard": "ZOM WAR ZOM ALN"}, {}), "D TAO", "ZOM")
    assert state.sides[0].discard == ("ZOM", "WAR", "ALN")


@pytest.mark.parametrize(
    ("deck", "hand", "count"), [("ZOM WAR LYC", "AND ROB DEM", 2), ("ZOM", "AND ROB DEM", 1), ("", "AND ROB", 0)]
)
def test_cycle_discards_as_many_as_were_drawn(deck: str, hand: str, count: int) -> None:
    """M39, M40: nothing is drawn with deck and discard empty."""
    state = play(table({"hand": hand, "deck": deck}, {}), "D AND")
    if not count:
        assert asked(state) == "act 2"
        assert force(state)[1] == 8  # the permanent of a cycle needs a drawn card (M48)
        return
    assert state.ask is not None
    assert (state.ask.kind, state.ask.count) == ("cycle", count)
    state = play(state, answers(state)[0])
    assert force(state)[1] == 9


def test_a_cycle_without_a_card_is_none_for_an_empty_hand_either() -> None:
    """M48, M39."""
    state = play(table({"hand": "AND", "deck": "", "reserve": THREE}, {}), "D AND")
    assert (asked(state), force(state)[1]) == ("act 2", 8)


def test_an_empty_deck_is_renewed_only_when_a_card_is_needed() -> None:
    """M40."""
    state = play(table({"hand": "ROB DEM", "deck": "ZOM", "discard": "WAR LYC"}, {}), "D ROB")
    assert (asked(state), state.sides[0].deck) == ("cycle 1", ())
    state, events = told(table({"hand": "AND DEM", "deck": "ZOM", "discard": "WAR LYC LYC"}, {}), "D AND", "LYC")
    assert sorted(state.sides[0].deck) in (["WAR"], ["LYC"])
    assert state.sides[0].freezer == ("LYC",)
    assert [type(event) for event in events if isinstance(event, Frozen | Shuffled)] == [Frozen, Shuffled]
    assert len(state.sides[0].hand) == 3


def test_the_only_card_of_the_discard_is_frozen_and_nothing_drawn() -> None:
    """M40, N6: no question, and no deck comes of it."""
    state = play(table({"hand": "ROB DEM", "deck": "", "discard": "WAR"}, {}), "D ROB")
    assert (asked(state), state.sides[0].freezer, state.sides[0].deck) == ("act 2", ("WAR",), ())


def test_freezing_from_hand_and_discard_is_named_to_the_owner_only() -> None:
    """M41, M58, N8."""
    state, events = told(table({"A": "ROB", "L": "AUT", "R": "rob", "hand": "ZOM ROB"}, {}), "L", "ZOM")
    assert state.sides[0].freezer == ("ZOM",)
    hidden = [event for event in events if isinstance(event, Frozen | FrozenCard)]
    assert [(event.card, event.audience) for event in hidden] == [("", None), ("ZOM", frozenset({1}))]
    _, events = told(table({"A": "ROB", "L": "BON", "R": "ZOM", "hand": "ZOM ROB"}, {}), "L", "R")
    assert [(event.card, event.audience) for event in events if isinstance(event, Frozen)] == [("ZOM", None)]


def test_every_arrival_in_the_freezer_is_freezing() -> None:
    """M41: also a gain into it; NOB tells."""
    state = play(table({"A": "NOB", "L": "ORI", "R": "rob", "reserve": THREE}, {}), "L", "TRI")
    assert state.sides[0].freezer == ("TRI",)
    assert force(state)[1] == 7
    state = play(table({"hand": "ROB DEM", "L": "NOB", "deck": "", "discard": "WAR ZOM"}, {}), "D ROB", "WAR")
    assert force(state)[1] == 7


def test_freezing_out_of_the_arena_resolves_no_leave_ability() -> None:
    """M42: the zone becomes empty; the active mutant may be frozen, too."""
    state = table({"A": "LYC", "L": "BON", "R": "DEM", "hand": "ROB DEM"}, {})
    after = play(state, "L", "A")
    assert (arena(after, 1), after.sides[0].freezer) == ("- - DEM", ("LYC",))
    assert after.sides[0].discard == ("BON",)
    assert force(after)[1] == 6
    assert answers(play(state, "L")) == ["A", "R", "N"]


def test_a_mutant_frozen_while_it_leaves_is_not_discarded() -> None:
    """M42."""
    state = play(table({"A": "ROB", "L": "ZOM", "R": "DEM"}, {}), "L", "Y")
    assert (state.sides[0].freezer, state.sides[0].discard) == (("ZOM",), ())


def test_transformation() -> None:
    """M46: it leaves at once, then the top card is deployed with its ability; with no card the zone stays empty."""
    state = play(table({"hand": "OMI DEM", "deck": "ANU ZOM", "reserve": ("", "", "TRI")}, {}), "D OMI")
    assert arena(state, 1) == "TRI - -"
    assert asked(state) == "cycle 1"
    empty = play(table({"hand": "ANU DEM", "deck": "", "discard": ""}, {}), "D ANU")
    assert (arena(empty, 1), asked(empty)) == ("- - -", "act 2")
    assert empty.sides[0].freezer == ("ANU",)  # drawing from the empty deck froze the only card of the discard


@pytest.mark.parametrize(
    ("card", "zone"), [("LYC", "hand"), ("RHI", "deck"), ("WAM", "incubator"), ("BUF", "discard"), ("ORI", "freezer")]
)
def test_gains_go_to_their_zone(card: str, zone: str) -> None:
    """M47: no gene is needed; the next card of the pile is turned up (M26)."""
    laid = {"hand": "ROB ROB ROB", "deck": "DEM", "reserve": ("TRI NOB", "RHI", "")}
    if card in ("BUF", "ORI"):
        state = play(table({**laid, "A": "ROB", "L": card, "R": "rob"}, {}), "L", "TRI")
    else:
        state = play(table({**laid, "hand": f"{card} ROB ROB ROB"}, {}), f"D {card}")
        state = play(state, *(["Y", "ROB+ROB", "TRI"] if card == "LYC" else ["TRI"]))
    side = state.sides[0]
    places = {
        "hand": side.hand,
        "deck": side.deck,
        "incubator": (side.incubator,),
        "discard": side.discard,
        "freezer": side.freezer,
    }
    assert "TRI" in places[zone]
    assert side.piles[0] == ("NOB",)


def test_a_gain_from_an_empty_reserve_or_with_one_pile() -> None:
    """M47, N6."""
    assert asked(play(table({"hand": "RHI ROB"}, {}), "D RHI")) == "act 2"
    one = play(table({"hand": "RHI ROB", "reserve": ("", "TRI", ""), "deck": ""}, {}), "D RHI")
    assert (asked(one), one.sides[0].deck) == ("act 2", ("TRI",))
    equal = play(table({"hand": "RHI ROB", "reserve": ("", "TRI", "TRI")}, {}), "D RHI")
    assert answers(equal) == ["TRI", "TRI@3"]  # piles are not equal answers


@pytest.mark.parametrize(("hand", "question"), [("LYC ROB", False), ("LYC ROB ROB", True)])
def test_a_cost_is_paid_in_full_or_not_at_all(hand: str, question: bool) -> None:
    """M51: and is not asked where it cannot be paid, or brings nothing."""
    state = play(table({"hand": hand, "reserve": THREE}, {}), "D LYC")
    assert (asked(state) == "offer 1") is question
    if question:
        assert asked(play(state, "N")) == "act 2"
        paid = play(state, "Y")  # the whole hand is discarded without a question (N6)
        assert (asked(paid), paid.sides[0].hand) == ("gain 1", ())
    assert asked(play(table({"hand": "LYC ROB ROB"}, {}), "D LYC")) == "act 2"


def test_taking_from_the_discard() -> None:
    """M59: named to the owner only; what is discarded for it is seen."""
    laid = {"hand": "TAO DEM DEM", "deck": "DEM", "discard": "WAR WAR LYC"}
    state, events = told(table(laid, {}), "D TAO", "WAR")
    assert [event.audience for event in events if isinstance(event, Took | TookCard)] == [None, frozenset({1})]
    assert state.sides[0].discard == ("WAR", "LYC")
    assert (asked(state), answers(state)) == ("take-discard 1", ["WAR", "DEM"])
    assert play(state, "WAR").sides[0].discard == ("WAR", "LYC", "WAR", "TAO")


def test_taking_from_an_empty_discard_still_discards() -> None:
    """M34: as far as possible."""
    state = play(table({"hand": "TAO ROB DEM", "deck": "DEM"}, {}), "D TAO")
    assert asked(state) == "take-discard 1"


def test_permanents_act_right_after_the_event() -> None:
    """M48: before the next effect; those of other players do not."""
    laid = {"hand": "NOB ROB", "discard": "WAR ZOM"}
    state, events = told(table(laid, {"L": "NOB"}), "D NOB", "WAR")
    moved = [event.change for event in events if isinstance(event, ForceMoved)]
    assert moved == [1, 2]
    assert force(state) == {2: 6, 1: 8}


def test_a_mutant_frozen_out_of_the_arena_no_longer_acts() -> None:
    """M48."""
    state = play(table({"A": "NOB", "L": "BON", "R": "rob", "hand": "ROB DEM"}, {}), "L", "A")
    assert force(state)[1] == 6


def test_copies_take_what_lies_face_up_and_has_the_ability() -> None:
    """M49, M50: not the copier, not K.O. mutants, no transformation, permanent or parry."""
    state = play(table({"A": "DEM", "L": "ALN", "R": "zom"}, {}), "L")
    assert asked(state) == "act 1"  # Demon deploys nothing, Zombie is K.O.
    state, events = told(table({"A": "TAO", "L": "ALN", "R": "WAR"}, {}), "L")
    assert [event.source for event in events if isinstance(event, Copied)] == ["WAR"]
    either = play(table({"A": "ZOM", "L": "KRU", "R": "DEM"}, {}), "L")
    assert answers(either) == ["A.D", "A.L", "R.L"]


def test_the_copier_is_this_mutant() -> None:
    """M49: a copied Warrior's attack is judged by the copier's zone."""
    laid = {"A": "ROB", "L": "KRU", "R": "WAR"}
    state = play(table(laid, {"L": "DEV", "R": "DEV"}, force={1: 5, 2: 8}), "L", "R.L")
    assert arena(state, 2) == "- dev DEV"


def test_copies_of_copies_end() -> None:
    """M50: the same ability of the same card only once in a resolution."""
    state = play(table({"A": "ZOM", "L": "KRU", "R": "SUP"}, {}), "L", "R.L")
    assert answers(state) == ["A.D", "A.L", "R.D"]


def test_copying_from_the_hand_shows_the_card() -> None:
    """M50, N6: asked although only one card fits; not asked of a single card."""
    state, events = told(table({"hand": "MRV DEM WAR"}, {}), "D MRV", "WAR")
    assert [(event.source, event.origin) for event in events if isinstance(event, Copied)] == [("WAR", "hand")]
    assert force(state)[1] == 8
    asking = play(table({"hand": "MRV DEM WAR"}, {}), "D MRV")
    assert answers(asking) == ["WAR"]
    single = table({"hand": "MRV WAR"}, {})
    step = MUTANTS.apply(single, {1: MUTANTS.parse(single, 1, "D MRV")})
    assert (asked(step.state), step.barrier) == ("act 2", True)


def test_equal_tops_are_one_answer_to_copy() -> None:
    """N6: the copy does not take the card."""
    state = play(table({"hand": "SUP ROB", "reserve": ("ZOM", "ZOM", "AND")}, {}), "D SUP")
    assert answers(state) == ["ZOM", "AND"]


@pytest.mark.parametrize(
    ("card", "spaces", "gained"),
    [("KOL", {1: 1, 2: 9}, 6), ("KOL", {2: 1, 1: 2}, 5), ("INF", {1: 0, 2: 5}, 4), ("INF", {1: 5, 2: 6}, 4)],
)
def test_conditions_are_looked_at_when_the_effect_is_reached(card: str, spaces: dict[int, int], gained: int) -> None:
    """Effects: `if`."""
    state = play(table({"hand": f"{card} ROB"}, {}, force=spaces), f"D {card}")
    assert force(state)[1] - spaces[1] == gained


def test_points_of_an_effect() -> None:
    """M6: VP move the marker on top of what is there."""
    laid = {"A": "ROB", "L": "KOL", "R": "ROB", "points": 2}
    state = play(table(laid, {"points": 3}, force={2: 6, 1: 12}), "L")
    assert (state.points, state.standing) == ((3, 3), (2, 1))


def test_flipping() -> None:
    """M45: only this turns a K.O. mutant face up."""
    state = play(table({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}), "D EVA")
    assert (asked(state), answers(state)) == ("flip 1", ["L", "R"])
    assert arena(play(state, "R"), 1) == "EVA rob ZOM"
    assert arena(play(table({"hand": "EVA ROB", "L": "rob", "deck": ""}, {}), "D EVA"), 1) == "EVA ROB -"
