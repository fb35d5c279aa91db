"""What abilities do: force, cycle, freezing, gains, copies, costs (M34 to M42, M46 to M52)."""

from __future__ import annotations

import random

import pytest

from engine import record
from engine.chance import Chance
from engine.errors import IllegalMoveError
from engine.game import Setup, Step
from engine.mutants.duels import Attacked, Copied, ForceMoved, KnockedOut, Parried
from engine.mutants.events import Discarded, Drew, Frozen, FrozenCard, Shuffled, Took, TookCard
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.outcome import Termination
from engine.session import Session
from tests.engine.mutants.kit import (
    EMPTY,
    FORCE,
    PROMPTS,
    THREE,
    TablesLaid,
    answers,
    arena,
    asked,
    force,
    prompted,
    revolt,
    table,
    tables_play,
    told,
)


def test_effects_resolve_in_order_and_as_far_as_possible() -> None:
    """M34."""
    _, events = told(table({"hand": "ROB DEM", "deck": "ZOM"}, {}), "D ROB", "ZOM")
    kinds = [type(event) for event in events if isinstance(event, Drew | Discarded | ForceMoved)]
    assert kinds == [Drew, Discarded, ForceMoved]
    state = tables_play(table({"hand": "MRV ROB", "A": "", "deck": "", "discard": ""}, {}), "D MRV")
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
    assert list(force(tables_play(state, "D ZOM")).items()) == list(after.items())  # stacks, too


def test_pushing_goes_point_by_point_clockwise() -> None:
    """M36: so opponents of one stack change their order, and who is at the end is joined by others from above."""
    state = tables_play(table({"hand": "ZOM ROB"}, {}, {}, {}, force={3: 7, 4: 7, 2: 7, 1: 12}), "D ZOM")
    assert force(state) == {2: 5, 3: 5, 4: 5, 1: 12}
    assert state.line == (2, 3, 4, 1)
    state = tables_play(table({"hand": "ZOM ROB"}, {}, {}, force={3: 1, 2: 2, 1: 12}), "D ZOM")
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
    state = tables_play(table({"hand": "TYR ROB"}, {}, force=spaces), "D TYR")
    assert list(force(state).items()) == list(after.items())


def test_a_marker_that_does_not_move_keeps_its_place() -> None:
    """M37."""
    state = tables_play(table({"hand": "BBB ROB"}, {}, {}, force={2: 0, 3: 0, 1: 5}), "D BBB")
    assert force(state) == {2: 0, 3: 0, 1: 8}
    alone = tables_play(table({"hand": "XEL ROB", "deck": "DEM"}, {}, force={1: 0, 2: 0}), "D XEL")
    assert (force(alone), alone.line) == ({1: 0, 2: 0}, (1, 2))


def test_of_equal_cards_the_one_nearest_the_top_is_taken() -> None:
    """M59."""
    state = tables_play(table({"hand": "TAO ROB LYC", "deck": "DEM", "discard": "ZOM WAR ZOM ALN"}, {}), "D TAO", "ZOM")
    assert state.sides[0].discard == ("ZOM", "WAR", "ALN")


@pytest.mark.parametrize(
    ("deck", "hand", "count"), [("ZOM WAR LYC", "AND ROB DEM", 2), ("ZOM", "AND ROB DEM", 1), ("", "AND ROB", 0)]
)
def test_cycle_discards_as_many_as_were_drawn(deck: str, hand: str, count: int) -> None:
    """M39, M40: nothing is drawn with deck and discard empty."""
    state = tables_play(table({"hand": hand, "deck": deck}, {}), "D AND")
    if not count:
        assert asked(state) == "act 2"
        assert force(state)[1] == 8  # the permanent of a cycle needs a drawn card (M48)
        return
    assert state.ask is not None
    assert (state.ask.kind, state.ask.count) == ("cycle", count)
    state = tables_play(state, answers(state)[0])
    assert force(state)[1] == 9


def test_a_cycle_without_a_card_is_none_for_an_empty_hand_either() -> None:
    """M48, M39."""
    state = tables_play(table({"hand": "AND", "deck": "", "reserve": THREE}, {}), "D AND")
    assert (asked(state), force(state)[1]) == ("act 2", 8)


def test_an_empty_deck_is_renewed_only_when_a_card_is_needed() -> None:
    """M40."""
    state = tables_play(table({"hand": "ROB DEM", "deck": "ZOM", "discard": "WAR LYC"}, {}), "D ROB")
    assert (asked(state), state.sides[0].deck) == ("cycle 1", ())
    state, events = told(table({"hand": "AND DEM", "deck": "ZOM", "discard": "WAR LYC LYC"}, {}), "D AND", "LYC")
    assert sorted(state.sides[0].deck) in (["WAR"], ["LYC"])
    assert state.sides[0].freezer == ("LYC",)
    assert [type(event) for event in events if isinstance(event, Frozen | Shuffled)] == [Frozen, Shuffled]
    assert len(state.sides[0].hand) == 3


def test_the_only_card_of_the_discard_is_frozen_and_nothing_drawn() -> None:
    """M40, N6: no question, and no deck comes of it."""
    state = tables_play(table({"hand": "ROB DEM", "deck": "", "discard": "WAR"}, {}), "D ROB")
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
    state = tables_play(table({"A": "NOB", "L": "ORI", "R": "rob", "reserve": THREE}, {}), "L", "TRI")
    assert state.sides[0].freezer == ("TRI",)
    assert force(state)[1] == 7
    state = tables_play(table({"hand": "ROB DEM", "L": "NOB", "deck": "", "discard": "WAR ZOM"}, {}), "D ROB", "WAR")
    assert force(state)[1] == 7


def test_freezing_out_of_the_arena_resolves_no_leave_ability() -> None:
    """M42: the zone becomes empty; the active mutant may be frozen, too."""
    state = table({"A": "LYC", "L": "BON", "R": "DEM", "hand": "ROB DEM"}, {})
    after = tables_play(state, "L", "A")
    assert (arena(after, 1), after.sides[0].freezer) == ("- - DEM", ("LYC",))
    assert after.sides[0].discard == ("BON",)
    assert force(after)[1] == 6
    assert answers(tables_play(state, "L")) == ["A", "R", "N"]


def test_a_mutant_frozen_while_it_leaves_is_not_discarded() -> None:
    """M42."""
    state = tables_play(table({"A": "ROB", "L": "ZOM", "R": "DEM"}, {}), "L", "Y")
    assert (state.sides[0].freezer, state.sides[0].discard) == (("ZOM",), ())


def test_transformation() -> None:
    """M46: it leaves at once, then the top card is deployed with its ability; with no card the zone stays empty."""
    state = tables_play(table({"hand": "OMI DEM", "deck": "ANU ZOM", "reserve": ("", "", "TRI")}, {}), "D OMI")
    assert arena(state, 1) == "TRI - -"
    assert asked(state) == "cycle 1"
    empty = tables_play(table({"hand": "ANU DEM", "deck": "", "discard": ""}, {}), "D ANU")
    assert (arena(empty, 1), asked(empty)) == ("- - -", "act 2")
    assert empty.sides[0].freezer == ("ANU",)  # drawing from the empty deck froze the only card of the discard


@pytest.mark.parametrize(
    ("card", "zone"), [("LYC", "hand"), ("RHI", "deck"), ("WAM", "incubator"), ("BUF", "discard"), ("ORI", "freezer")]
)
def test_gains_go_to_their_zone(card: str, zone: str) -> None:
    """M47: no gene is needed; the next card of the pile is turned up (M26)."""
    laid = {"hand": "ROB ROB ROB", "deck": "DEM", "reserve": ("TRI NOB", "RHI", "")}
    if card in ("BUF", "ORI"):
        state = tables_play(table({**laid, "A": "ROB", "L": card, "R": "rob"}, {}), "L", "TRI")
    else:
        state = tables_play(table({**laid, "hand": f"{card} ROB ROB ROB"}, {}), f"D {card}")
        state = tables_play(state, *(["Y", "ROB+ROB", "TRI"] if card == "LYC" else ["TRI"]))
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
    assert asked(tables_play(table({"hand": "RHI ROB"}, {}), "D RHI")) == "act 2"
    one = tables_play(table({"hand": "RHI ROB", "reserve": ("", "TRI", ""), "deck": ""}, {}), "D RHI")
    assert (asked(one), one.sides[0].deck) == ("act 2", ("TRI",))
    equal = tables_play(table({"hand": "RHI ROB", "reserve": ("", "TRI", "TRI")}, {}), "D RHI")
    assert answers(equal) == ["TRI", "TRI@3"]  # piles are not equal answers


@pytest.mark.parametrize(("hand", "question"), [("LYC ROB", False), ("LYC ROB ROB", True)])
def test_a_cost_is_paid_in_full_or_not_at_all(hand: str, question: bool) -> None:
    """M51: and is not asked where it cannot be paid, or brings nothing."""
    state = tables_play(table({"hand": hand, "reserve": THREE}, {}), "D LYC")
    assert (asked(state) == "offer 1") is question
    if question:
        assert asked(tables_play(state, "N")) == "act 2"
        paid = tables_play(state, "Y")  # the whole hand is discarded without a question (N6)
        assert (asked(paid), paid.sides[0].hand) == ("gain 1", ())
    assert asked(tables_play(table({"hand": "LYC ROB ROB"}, {}), "D LYC")) == "act 2"


def test_taking_from_the_discard() -> None:
    """M59: named to the owner only; what is discarded for it is seen."""
    laid = {"hand": "TAO DEM DEM", "deck": "DEM", "discard": "WAR WAR LYC"}
    state, events = told(table(laid, {}), "D TAO", "WAR")
    assert [event.audience for event in events if isinstance(event, Took | TookCard)] == [None, frozenset({1})]
    assert state.sides[0].discard == ("WAR", "LYC")
    assert (asked(state), answers(state)) == ("take-discard 1", ["WAR", "DEM"])
    assert tables_play(state, "WAR").sides[0].discard == ("WAR", "LYC", "WAR", "TAO")


def test_taking_from_an_empty_discard_still_discards() -> None:
    """M34: as far as possible."""
    state = tables_play(table({"hand": "TAO ROB DEM", "deck": "DEM"}, {}), "D TAO")
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
    state = tables_play(table({"A": "NOB", "L": "BON", "R": "rob", "hand": "ROB DEM"}, {}), "L", "A")
    assert force(state)[1] == 6


def test_copies_take_what_lies_face_up_and_has_the_ability() -> None:
    """M49, M50: not the copier, not K.O. mutants, no transformation, permanent or parry."""
    state = tables_play(table({"A": "DEM", "L": "ALN", "R": "zom"}, {}), "L")
    assert asked(state) == "act 1"  # Demon deploys nothing, Zombie is K.O.
    state, events = told(table({"A": "TAO", "L": "ALN", "R": "WAR"}, {}), "L")
    assert [event.source for event in events if isinstance(event, Copied)] == ["WAR"]
    either = tables_play(table({"A": "ZOM", "L": "KRU", "R": "DEM"}, {}), "L")
    assert answers(either) == ["A.D", "A.L", "R.L"]


def test_the_copier_is_this_mutant() -> None:
    """M49: a copied Warrior's attack is judged by the copier's zone."""
    laid = {"A": "ROB", "L": "KRU", "R": "WAR"}
    state = tables_play(table(laid, {"L": "DEV", "R": "DEV"}, force={1: 5, 2: 8}), "L", "R.L")
    assert arena(state, 2) == "- dev DEV"


def test_copies_of_copies_end() -> None:
    """M50: the same ability of the same card only once in a resolution."""
    state = tables_play(table({"A": "ZOM", "L": "KRU", "R": "SUP"}, {}), "L", "R.L")
    assert answers(state) == ["A.D", "A.L", "R.D"]


def test_copying_from_the_hand_shows_the_card() -> None:
    """M50, N6: asked although only one card fits; not asked of a single card."""
    state, events = told(table({"hand": "MRV DEM WAR"}, {}), "D MRV", "WAR")
    assert [(event.source, event.origin) for event in events if isinstance(event, Copied)] == [("WAR", "hand")]
    assert force(state)[1] == 8
    asking = tables_play(table({"hand": "MRV DEM WAR"}, {}), "D MRV")
    assert answers(asking) == ["WAR"]
    single = table({"hand": "MRV WAR"}, {})
    step = MUTANTS.apply(single, {1: MUTANTS.parse(single, 1, "D MRV")})
    assert (asked(step.state), step.barrier) == ("act 2", True)


def test_equal_tops_are_one_answer_to_copy() -> None:
    """N6: the copy does not take the card."""
    state = tables_play(table({"hand": "SUP ROB", "reserve": ("ZOM", "ZOM", "AND")}, {}), "D SUP")
    assert answers(state) == ["ZOM", "AND"]


@pytest.mark.parametrize(
    ("card", "spaces", "gained"),
    [("KOL", {1: 1, 2: 9}, 6), ("KOL", {2: 1, 1: 2}, 5), ("INF", {1: 0, 2: 5}, 4), ("INF", {1: 5, 2: 6}, 4)],
)
def test_conditions_are_looked_at_when_the_effect_is_reached(card: str, spaces: dict[int, int], gained: int) -> None:
    """Effects: `if`."""
    state = tables_play(table({"hand": f"{card} ROB"}, {}, force=spaces), f"D {card}")
    assert force(state)[1] - spaces[1] == gained


def test_points_of_an_effect() -> None:
    """M6: VP move the marker on top of what is there."""
    laid = {"A": "ROB", "L": "KOL", "R": "ROB", "points": 2}
    state = tables_play(table(laid, {"points": 3}, force={2: 6, 1: 12}), "L")
    assert (state.points, state.standing) == ((3, 3), (2, 1))


def test_flipping() -> None:
    """M45: only this turns a K.O. mutant face up."""
    state = tables_play(table({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}), "D EVA")
    assert (asked(state), answers(state)) == ("flip 1", ["L", "R"])
    assert arena(tables_play(state, "R"), 1) == "EVA rob ZOM"
    assert arena(tables_play(table({"hand": "EVA ROB", "L": "rob", "deck": ""}, {}), "D EVA"), 1) == "EVA ROB -"


# Attacks, parries, K.O. (M35, M43 to M45).


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
    state = tables_play(table(laid, {"L": "BRI"}, {"L": "WAR"}, force={1: 5, 2: 7, 3: 8}), "L")
    assert [arena(state, seat) for seat in (2, 3)] == ["- bri -", "- war -"]
    assert force(state) == {1: 5, 3: 6, 2: 9}


def test_several_parries_are_chosen_from() -> None:
    """M44, N8: asked of the attacked, each time."""
    state = tables_play(table({"hand": "TYR ROB"}, {"A": "DEM", "L": "BRI", "R": "inf"}, force={1: 5, 2: 8}), "D TYR")
    assert (asked(state), answers(state)) == ("parry 2", ["A", "L"])
    state = tables_play(state, "2:L")
    assert (arena(state, 2), force(state)) == ("DEM bri inf", {1: 8, 2: 10})


def test_the_same_zone_is_that_of_the_acting_mutant() -> None:
    """M45: for a leaving mutant the one it has left."""
    for flank, after in (("L", "DEV dev DEV"), ("R", "DEV DEV dev")):
        laid = {"A": "ROB", "L": "WAR", "R": "WAR"}
        state = tables_play(table(laid, {"A": "DEV", "L": "DEV", "R": "DEV"}, force={1: 5, 2: 8}), flank)
        assert arena(state, 2) == after


def test_the_victim_chooses() -> None:
    """M45: if there is a choice."""
    state = tables_play(table({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "DEV"}), "D BON")
    assert (asked(state), answers(state)) == ("ko 2", ["L", "R"])
    assert arena(tables_play(state, "R"), 2) == "ROB DEV dev"
    one = tables_play(table({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "dev"}), "D BON")
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
    state = tables_play(table({"A": "ROB", "L": "lyc", "R": "DEM"}, {}), "L")
    assert (asked(state), force(state)[1]) == ("act 1", 5)
    _, events = told(table({"hand": "TYR ROB"}, {"A": "dem"}, force={1: 5, 2: 8}), "D TYR")
    assert not [event for event in events if isinstance(event, Parried)]
    again = tables_play(table({"hand": "WAL ROB"}, {"A": "dev", "L": "ROB"}), "D WAL")
    assert arena(again, 2) == "- rob dev"  # and the K.O. active one has moved


def test_a_discard_is_chosen_by_the_attacked() -> None:
    """M43, N8: the last card goes without a question (N6)."""
    state = tables_play(
        table({"hand": "RAK ROB"}, {"hand": "ZOM WAR"}, {"hand": "LYC"}, force={1: 4, 2: 9, 3: 10}), "D RAK"
    )
    assert (asked(state), answers(state)) == ("discard 2", ["ZOM", "WAR"])
    state = tables_play(state, "WAR")
    assert (state.sides[1].discard, state.sides[2].discard, state.sides[2].hand) == (("WAR",), ("LYC",), ())


def test_opponents_are_hit_clockwise_from_the_active_player() -> None:
    """M35."""
    laid = {"A": "ROB", "L": "ROB"}
    state = table({"hand": "GOR ROB"}, laid, laid, {"A": "ROB", "L": "GOR", "R": "ROB"}, turn=4, force=LINE)
    state = tables_play(state, "L")
    assert asked(state) == "ko 2"
    before = table(
        {"A": "ROB", "L": "ROB"}, laid, {"A": "ROB", "L": "BOS", "R": "ROB"}, turn=3, force={1: 4, 2: 5, 3: 6}
    )
    state = tables_play(before, "L")
    assert asked(state) == "ko 1"
    assert asked(tables_play(state, "A")) == "ko 2"


def test_an_attack_goes_clockwise_from_who_is_active() -> None:
    """M35: not from the first player of the round."""
    state = table({}, {"hand": "TYR ROB"}, {}, {}, force={2: 3, 1: 5, 3: 5, 4: 5}, turn=2, first=1)
    after, events = told(state, "D TYR")
    assert [event.victims for event in events if isinstance(event, Attacked)] == [(3, 4, 1)]
    assert after.line == (3, 4, 1, 2)


def test_a_mutant_that_goes_down_by_its_own_parry_was_not_attacked_down() -> None:
    """M48: the permanent acts when an attack of one's own K.O.s a card."""
    state = tables_play(table({"hand": "TYR ROB"}, {"A": "DEM", "L": "ARM"}, force={1: 4, 2: 5}), "D TYR")
    assert (arena(state, 2), force(state)[2]) == ("- ARM dem", 6)


# Resignations in the middle of anything (M54), and defaults (M77), for each kind of prompt (N8).


each_prompt = pytest.mark.parametrize("kind", PROMPTS)


@each_prompt
def test_a_default_is_legal_and_first(kind: str) -> None:
    """M77."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    move = MUTANTS.default(state, seat)
    assert move is not None
    assert MUTANTS.format(state, seat, move) == PROMPTS[kind][3]
    after = MUTANTS.apply(state, {seat: move}).state
    assert MUTANTS.to_act(after)
    assert MUTANTS.default(state, seat % 3 + 1) is None


@each_prompt
def test_the_asked_resigns(kind: str) -> None:
    """M54: an ability that resolves is finished first, M77 answering for who has left, without lines."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    after = MUTANTS.forfeit(state, seat).state
    assert not after.pending
    assert after.spaces[seat - 1] == -1
    assert seat not in after.line
    assert (arena(after, seat), after.sides[seat - 1].hand, after.sides[seat - 1].incubator) == ("- - -", (), "")
    assert seat not in MUTANTS.to_act(after)
    if kind not in ("act", "flank"):
        (default,) = [MUTANTS.default(state, seat)]
        assert default is not None
        by_default = MUTANTS.apply(state, {seat: default}).state
        mine = by_default.sides[1 - (seat - 1)]
        assert after.sides[1 - (seat - 1)].discard == mine.discard


@each_prompt
def test_another_resigns(kind: str) -> None:
    """M54: in the middle of an ability nothing changes for who is asked; seat 3 leaves when it has resolved."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    after = MUTANTS.forfeit(state, 3).state
    assert MUTANTS.to_act(after) == {seat}
    assert MUTANTS.legal(after, seat) == MUTANTS.legal(state, seat)
    later = tables_play(after, MUTANTS.format(after, seat, MUTANTS.legal(after, seat)[-1]))
    for _ in range(10):
        if not later.pending:
            break
        (seat,) = MUTANTS.to_act(later)
        later = tables_play(later, MUTANTS.format(later, seat, MUTANTS.legal(later, seat)[-1]))
    assert later.spaces[2] == -1


@each_prompt
def test_a_substitute_sees_what_the_seat_knows(kind: str) -> None:
    """M78, M58 to M60: all of it is in the seat's view, the player who sits there; who left sees a spectator's."""
    state = prompted(kind)
    (seat,) = MUTANTS.to_act(state)
    mine, side = state.sides[seat - 1], MUTANTS.view(state, seat).sides[seat - 1]
    assert (side.hand, side.discard, side.freezer) == (mine.hand, mine.discard, tuple(sorted(mine.freezer)))
    assert side.unseen is not None
    tops = [pile.top for pile in side.piles if pile.size]
    assert sorted([*tops, *side.unseen]) == sorted(code for pile in mine.piles for code in pile)
    spectator = MUTANTS.view(state, None).sides[seat - 1]
    assert (spectator.hand, spectator.discard, spectator.freezer, spectator.unseen) == (None, None, None, None)
    # The position says all that is needed to go on: it can be stored and loaded in the middle of anything.
    again = MUTANTS.load(MUTANTS.dump(state))
    assert again == state
    assert MUTANTS.question(again, seat, ()) == MUTANTS.question(state, seat, ())


def test_a_pick_and_a_mulligan_have_defaults() -> None:
    """M77: the first card of the pack; no mulligan. M54: who resigns then is skipped."""
    state = MUTANTS.initial(Setup("3"), Chance.from_text("x"))
    moves = {seat: MUTANTS.default(state, seat) for seat in (1, 2, 3)}
    assert [MUTANTS.format(state, seat, move) for seat, move in moves.items() if move] == [
        pack[0] for pack in state.packs
    ]
    ready = MUTANTS.initial(Setup("3", (("reserve", "ready"),)), Chance.from_text("x"))
    (seat,) = MUTANTS.to_act(ready)
    move = MUTANTS.default(ready, seat)
    assert move is not None
    assert MUTANTS.format(ready, seat, move) == "N"
    other = seat % 3 + 1
    left = MUTANTS.forfeit(ready, other).state
    assert asked(left) == f"mulligan {seat}"
    assert asked(tables_play(left, "N")) == f"mulligan {other % 3 + 1}"


@pytest.mark.parametrize("kind", ["discard", "ko", "parry"])
def test_the_owner_of_the_turn_resigns_while_another_is_asked(kind: str) -> None:
    """M54: the asked still answers; then the turn ends."""
    state = prompted(kind)
    after = MUTANTS.forfeit(state, 1).state
    assert MUTANTS.to_act(after) == {2}
    assert after.pending == (1,)
    assert MUTANTS.view(after, 1).sides[0].hand is None  # M78: from now on a spectator's view
    later = tables_play(after, MUTANTS.format(after, 2, MUTANTS.legal(after, 2)[0]))
    assert (later.pending, later.spaces[0]) == ((), -1)
    assert MUTANTS.owner(later) == 2


def test_hand_arena_and_incubator_go_to_the_box() -> None:
    """M54."""
    laid = {"A": "rob", "L": "TRI", "incubator": "BIO", "reserve": THREE}
    side = MUTANTS.forfeit(table({}, laid, {}, force=FORCE), 2).state.sides[1]
    assert (side.hand, side.arena, side.down, side.incubator) == ((), ("", "", ""), (False, False, False), "")


def test_with_two_players_the_other_has_won() -> None:
    state = MUTANTS.forfeit(table({}, {"points": 3}), 1).state
    result = MUTANTS.outcome(state)
    assert result is not None
    assert (result.ranks, result.code, result.termination, result.by) == ((2, 1), "F", Termination.FORFEIT, 1)
    assert not MUTANTS.to_act(state)
    with pytest.raises(IllegalMoveError):
        MUTANTS.forfeit(state, 2)


def test_who_left_ranks_behind_all_who_stay() -> None:
    """M54: several who left share that rank."""
    laid = {"hand": "ZOM", "incubator": "TRI"}
    done = {"hand": ""}
    sides = ({**laid, "points": 1}, {**done, "points": 9}, {"hand": "", "points": 30}, {"hand": "", "points": 40})
    state = table(*sides, force={2: 3, 1: 7}, gone=(3, 4), round_=5)
    result = MUTANTS.outcome(state)
    assert result is not None
    assert (result.ranks, result.code) == ((1, 2, 3, 3), "VT")
    assert state.points[:2] == (9, 9)


def test_of_those_left_the_last_gains_nothing() -> None:
    """M54, M28."""
    laid = {"hand": "ZOM", "incubator": "TRI", "points": 0}
    state = table(laid, {"hand": ""}, {"hand": ""}, {"hand": ""}, force={2: 3, 3: 5, 1: 7}, gone=(4,), first=4)
    assert state.points == (4, 0, 2, 0)


def test_a_turn_goes_to_the_next_who_stays() -> None:
    state = table({"hand": "DEM DEM"}, {}, {}, force=FORCE)
    after = MUTANTS.forfeit(state, 2).state
    assert asked(tables_play(after, "D DEM")) == "act 3"
    assert asked(MUTANTS.forfeit(state, 1).state) == "act 2"


def test_twice_is_refused() -> None:
    state = MUTANTS.forfeit(table({}, {}, {}, force=FORCE), 2).state
    with pytest.raises(IllegalMoveError, match="M54"):
        MUTANTS.forfeit(state, 2)


def test_the_first_player_leaves() -> None:
    """M54: orders skip the seat."""
    state = MUTANTS.initial(Setup("3", (("reserve", "ready"),)), Chance.from_text("x"))
    first = state.first
    state = MUTANTS.forfeit(state, first).state
    assert asked(state) == f"mulligan {first % 3 + 1}"
    state, _ = told(state, "N", "N")
    assert state.first == first % 3 + 1
    assert f"first=S{first % 3 + 1}" in state.said[0][0]


def test_in_a_draft_the_first_cards_are_picked_to_its_end() -> None:
    """M54, M77: then no deck, no reserve, and never first."""
    draw, firsts = random.Random(1), set()
    for seed in range(12):
        state = MUTANTS.initial(Setup("3"), Chance.from_text(str(seed)))
        pack = state.packs[1]
        state = MUTANTS.forfeit(state, 2).state
        assert MUTANTS.to_act(state) == {1, 3}
        while state.packs:
            moves = {seat: draw.choice(MUTANTS.legal(state, seat)) for seat in MUTANTS.to_act(state)}
            state = MUTANTS.apply(state, moves).state
        assert state.picks[1][0] == pack[0]
        assert (state.sides[1].deck, state.sides[1].piles, state.spaces[1]) == ((), ((), (), ()), -1)
        assert list(force(state).values()) == [5, 6]
        firsts.add(state.first)
    assert firsts == {1, 3}


def test_while_hands_are_drawn() -> None:
    """M54, M31: it is no ability, so the draw of who leaves ends."""
    empty = {"hand": "", **EMPTY}
    state = table({**empty, "hand": "ZOM", "incubator": ""}, empty, empty, force=FORCE, first=2)
    assert asked(state) == "freeze-empty 2"
    after = MUTANTS.forfeit(state, 2).state
    assert asked(after) == "freeze-empty 3"
    assert after.sides[1].freezer == ()


def test_another_leaves_while_hands_are_drawn() -> None:
    """M54, M31, M77: who is asked still is; who left draws nothing, also where their turn to draw would come."""
    empty = {"hand": "", **EMPTY}
    state = table({**empty, "hand": "ZOM", "incubator": ""}, empty, empty, force=FORCE, first=2)
    after = MUTANTS.forfeit(state, 3).state
    assert (asked(after), after.spaces[2], after.pending) == ("freeze-empty 2", -1, ())
    move = MUTANTS.default(after, 2)
    assert move is not None
    later = MUTANTS.apply(after, {2: move}).state
    assert later.sides[1].freezer == ("ROB",)
    assert asked(later) == "freeze-empty 1"
    assert (later.sides[2].freezer, later.sides[2].hand) == ((), ())


def test_a_player_leaves_while_picks_are_sealed() -> None:
    """M54, M11, N13: the line stands where it happened, before the picks that it did not wait for."""
    session = Session.start(MUTANTS, Setup("3"), Chance.from_text("x"))
    packs = session.state.packs
    session = session.move(1, packs[0][1])
    session = session.forfeit(3)
    assert session.to_act == {2}
    assert session.state.picks == ((), (), ())
    session = session.move(2, packs[1][2])
    assert session.state.picks == ((packs[0][1],), (packs[1][2],), (packs[2][0],))
    text = record.write(session, ("Ann", "Bob", "Cleo"))
    assert text.splitlines()[-3:] == ["S3 F", f"S1 {packs[0][1]}", f"S2 {packs[1][2]}"]
    assert record.replay(record.read(text)).state == session.state
    last = (
        Session.start(MUTANTS, Setup("3"), Chance.from_text("x")).move(1, packs[0][1]).move(2, packs[1][2]).forfeit(3)
    )
    assert last.state.picks == session.state.picks


def test_all_but_one_leave() -> None:
    state = MUTANTS.forfeit(MUTANTS.forfeit(table({}, {}, {}, force=FORCE), 2).state, 1).state
    result = MUTANTS.outcome(state)
    assert result is not None
    assert result.ranks == (2, 2, 1)


# What comes to light ends what can be tried out or taken back (N7): each way in which a card is shown.


def step(state: State, text: str) -> Step[State]:
    (seat,) = MUTANTS.to_act(state)
    return MUTANTS.apply(state, {seat: MUTANTS.parse(state, seat, text)})


@pytest.mark.parametrize(("pile", "barrier"), [("TRI BOS", True), ("TRI", False)])
def test_a_reserve_card_that_is_turned_up(pile: str, barrier: bool) -> None:
    """M26; an empty pile shows nothing."""
    assert step(table({"hand": "ROB ZOM", "reserve": (pile, "", "")}, {}), "I ZOM>TRI").barrier is barrier


@pytest.mark.parametrize(("text", "barrier"), [("Y", True), ("N", False)])
def test_tops_of_a_mulligan(text: str, barrier: bool) -> None:
    """M15."""
    state = MUTANTS.initial(Setup("2", (("reserve", "ready"),)), Chance.from_text("barriers"))
    assert step(state, text).barrier is barrier


@pytest.mark.parametrize(("hand", "texts"), [("ROB ZOM", ["D ROB"]), ("TAO ROB", ["D TAO", "ROB"])])
def test_a_card_that_is_drawn(hand: str, texts: list[str]) -> None:
    """M39, M46: into the hand, or into the arena."""
    *before, last = texts
    state = tables_play(table({"hand": hand, "deck": "DEM ALN", "discard": "LYC"}, {}), *before)
    assert step(state, last).barrier


def test_packs_that_are_passed() -> None:
    """M11."""
    state = MUTANTS.initial(Setup("3"), Chance.from_text("barriers"))
    for _ in range(6):
        picked = MUTANTS.apply(state, {seat: MUTANTS.legal(state, seat)[0] for seat in MUTANTS.to_act(state)})
        assert picked.barrier
        state = picked.state


@pytest.mark.parametrize(
    "state",
    [
        table({"hand": "ZOM", "reserve": ("TRI", "", "")}, {"hand": ""}, round_=5),
        revolt({"hand": "ZOM", "reserve": ("TRI", "", "")}, {"A": "EVH"}, round_=5),
    ],
    ids=["freezers", "defeat"],
)
def test_the_end(state: State) -> None:
    """M60: then all may be shown."""
    last = step(state, "D ZOM")
    assert last.state.over
    assert last.barrier


def test_a_barrier_is_where_taking_back_ends() -> None:
    """N7: up to the last one a turn can be taken back, whether it was played at once or move by move."""
    laid = {"hand": "ROB ZOM LYC", "deck": "DEM", "reserve": ("TRI BOS", "", ""), "A": "WAR", "L": "LYC", "R": "DEM"}
    line = MUTANTS.write_position(table(laid, {"deck": "ALN"}))
    start = Session.start(MUTANTS, Setup("2", (("reserve", "ready"),), position=line), Chance.from_text("floor"))
    moved = start.move(1, "R")
    assert (len(moved.entries), moved.floor) == (1, 0)
    for after in (moved.move(1, "I ZOM>TRI"), start.play(1, "R/I ZOM>TRI")):
        assert (len(after.entries), after.floor) == (2, 2)


COPIES: TablesLaid = {"hand": "NEB ROB", "discard": "TRI ROB WAR", "reserve": ("TRI BOS", "", "")}


def test_a_copy_of_a_hidden_card_marks_no_reserve_top_that_is_like_it() -> None:
    """M59: a reserve top is marked for all to see where reserve tops are chosen from, and nowhere else."""
    asked = step(table(COPIES, {}), "D NEB").state
    seen = MUTANTS.view(asked, None).prompt
    assert seen is not None
    assert "TRI" in [MUTANTS.format(asked, 1, move) for move in MUTANTS.legal(asked, 1)]
    assert (seen.kind, seen.zones, seen.piles) == ("copy", (), ())
