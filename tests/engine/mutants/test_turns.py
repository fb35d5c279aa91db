"""Turns: who has one, crush, the move of the active mutant, actions (M16 to M27)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalMoveError
from engine.mutants.events import Bred, Crushed, Deployed, Discarded, Incubated, Left, ReserveShown, Shifted
from engine.mutants.game import MUTANTS
from tests.engine.mutants.tables import EVEN, THREE, answers, arena, asked, force, play, revolt, table, told


def test_turns_go_clockwise() -> None:
    """M8, M16."""
    state = table({"hand": "ROB DEM ZOM"}, {}, {}, force={1: 4, 2: 5, 3: 6}, turn=2)
    assert [asked(state), asked(play(state, "D DEM")), asked(play(state, "D DEM", "D DEM"))] == [
        "act 2",
        "act 3",
        "act 1",
    ]


def test_who_has_no_cards_passes_and_who_gets_one_plays_again() -> None:
    """M17: no crush, no move, no action."""
    state = table({"hand": "DEM DEM DEM DEM"}, {"hand": "", "A": "ROB"}, {}, force={1: 4, 3: 5, 2: 12})
    state = play(state, "D DEM")
    assert (asked(state), arena(state, 2), state.points) == ("act 3", "ROB - -", (0, 0, 0))
    alone = table({"hand": "ROB ROB DEM"}, {"hand": ""}, {"hand": ""}, force={2: 4, 3: 5, 1: 6})
    assert asked(play(alone, "D DEM")) == "flank 1"


@pytest.mark.parametrize(
    ("spaces", "points"),
    [({1: 12, 2: 2}, 2), ({1: 12, 2: 0}, 2), ({1: 12, 2: 3}, 0), ({1: 11, 2: 0}, 0), ({2: 12, 1: 0}, 0)],
)
def test_crush(spaces: dict[int, int], points: int) -> None:
    """M19, M38."""
    state = table({}, {}, force=spaces)
    assert state.points == (points, 0)
    assert state.round == 1


def test_a_crush_counts_once_and_by_the_round() -> None:
    """M19: however many are dreaded; the black value of the round."""
    state = table({"points": 1}, {"points": 3}, {}, force={2: 0, 3: 1, 1: 12}, round_=3)
    assert state.points == (4, 3, 0)
    assert state.standing == (3, 2, 1)  # M6: on top of what is there


@pytest.mark.parametrize(
    ("laid", "after"),
    [
        ({"A": "ROB", "L": "DEM"}, "- DEM ROB"),
        ({"A": "ROB", "R": "DEM"}, "- ROB DEM"),
        ({"A": "rob", "R": "DEM"}, "- rob DEM"),
        ({"L": "ROB", "R": "DEM"}, "- ROB DEM"),
    ],
)
def test_the_active_mutant_moves_by_itself_where_there_is_no_choice(laid: dict[str, str], after: str) -> None:
    """M20, N6."""
    state = table(laid, {})
    assert (asked(state), arena(state, 1)) == ("act 1", after)


def test_a_choice_of_flanks() -> None:
    """M20: both empty, or both full; what is there leaves first."""
    state = table({"A": "ROB"}, {})
    assert (asked(state), answers(state)) == ("flank 1", ["L", "R"])
    assert arena(play(state, "R"), 1) == "- - ROB"
    state, events = told(table({"A": "WAR", "L": "rob", "R": "DEM"}, {}), "L")
    assert (arena(state, 1), state.sides[0].discard) == ("- WAR DEM", ("ROB",))
    assert [type(event) for event in events[:2]] == [Left, Shifted]
    assert force(state) == EVEN  # a K.O. mutant leaves without its ability (M45)


def test_leaving_is_out_of_the_zone_then_ability_then_discard() -> None:
    """M21: while its ability resolves the card lies nowhere, and the active mutant is still active."""
    state = play(table({"A": "ROB", "L": "BBB", "R": "DEM", "discard": "WAR"}, {}), "L")
    assert asked(state) == "cycle 1"
    assert (arena(state, 1), state.sides[0].discard) == ("ROB - DEM", ("WAR",))
    state = play(state, "DEM")
    assert (asked(state), answers(state)) == ("freeze-discard 1", ["WAR", "DEM", "N"])
    assert play(state, "N").sides[0].discard == ("WAR", "DEM", "BBB")


def test_no_action_without_a_hand() -> None:
    """M22."""
    laid = {"hand": "ROB", "A": "DEM", "L": "AUT", "R": "DEM"}
    state = play(table(laid, {}), "L", "ROB")
    assert (asked(state), arena(state, 1)) == ("act 2", "- DEM DEM")


def test_deploying() -> None:
    """M23."""
    state, events = told(table({"hand": "ZOM ROB"}, {}), "D ZOM")
    assert (arena(state, 1), force(state)[1], state.sides[0].hand) == ("ZOM - -", 7, ("ROB",))
    assert [event.card for event in events if isinstance(event, Deployed)] == ["ZOM"]


def test_breeding() -> None:
    """M24, M26: two cards go first, the next card of the pile is turned up, then the ability resolves."""
    state = table({"hand": "ROB ZOM DEM", "reserve": ("BBB TRI", "AND", "DEV")}, {})
    state, events = told(state, "B ZOM+ROB>BBB")
    assert [type(event) for event in events[:4]] == [Discarded, Bred, ReserveShown, Deployed]
    assert (arena(state, 1), state.sides[0].discard) == ("BBB - -", ("ROB", "ZOM"))
    assert state.sides[0].piles == (("TRI",), ("AND",), ("DEV",))
    assert force(state)[1] == 8


@pytest.mark.parametrize("text", ["B ROB+ROB>AND", "B ROB+ZOM>AND"])
def test_a_double_gene_needs_one_symbol_and_still_two_cards(text: str) -> None:
    """M24."""
    state = table({"hand": "ROB ROB ZOM", "reserve": ("AND", "", "")}, {})
    assert text in answers(state)
    assert not any(each.startswith("B") for each in answers(table({"hand": "ROB", "reserve": ("AND", "", "")}, {})))


def test_incubating() -> None:
    """M25: any card, any top; not with a full incubator, not without a reserve."""
    state, events = told(table({"hand": "DEM ROB", "reserve": THREE}, {}), "I DEM>RHI")
    assert (state.sides[0].incubator, state.sides[0].discard) == ("RHI", ("DEM",))
    assert state.sides[0].piles[1] == ("KRU",)
    assert any(isinstance(event, Incubated) for event in events)
    full = table({"incubator": "TRI", "reserve": THREE}, {})
    assert not any(text.startswith("I") for text in answers(full))
    assert not any(text.startswith("I") for text in answers(table({}, {})))


def test_a_full_incubator_swallows_effects() -> None:
    """M25, M47."""
    laid = {"hand": "WAM ROB", "incubator": "TRI", "reserve": THREE}
    state = play(table(laid, {}), "D WAM")
    assert (asked(state), state.sides[0].incubator) == ("act 2", "TRI")
    assert state.sides[0].piles == tuple(tuple(pile.split()) for pile in THREE)


def test_there_is_no_pass() -> None:
    """M27."""
    state = table({"hand": "ROB DEM", "reserve": THREE}, {})
    assert [text for text in answers(state) if text.startswith("D")] == ["D ROB", "D DEM"]
    for text in ("N", "-", ""):
        with pytest.raises(Exception, match=r"N2|M27"):
            MUTANTS.parse(state, 1, text)


def test_the_last_card_is_deployed_without_a_question_where_nothing_else_is_left() -> None:
    """N6: act with one card, the incubator full or the reserve empty."""
    opponent = {"hand": "ROB DEM DEM"}
    assert arena(table({"hand": "ZOM"}, opponent), 1) == "ZOM - -"
    assert arena(table({"hand": "ZOM", "incubator": "TRI", "reserve": THREE}, opponent), 1) == "ZOM - -"
    assert asked(table({"hand": "ZOM", "reserve": THREE}, opponent)) == "act 1"


def test_an_automatic_step_that_shows_a_card_is_a_barrier() -> None:
    """N7: nothing is appended past what comes to light."""
    state = table({"hand": "DEM DEM"}, {"hand": "ZOM"})
    step = MUTANTS.apply(state, {1: MUTANTS.parse(state, 1, "D DEM")})
    assert arena(step.state, 2) == "ZOM - -"
    assert step.barrier


@pytest.mark.parametrize(
    ("hand", "other", "texts"),
    [("LYC ROB WAR", "ROB DEM", ["D LYC", "Y"]), ("RAK ROB", "ZOM", ["D RAK"])],
    ids=["cost", "discard"],
)
def test_a_hand_that_goes_without_a_question_is_a_barrier(hand: str, other: str, texts: list[str]) -> None:
    """N6, N7: cards come to light that nobody chose."""
    *first, last = texts
    state = play(table({"hand": hand, "reserve": ("TRI", "", "")}, {"hand": other}, force={1: 2, 2: 9}), *first)
    assert MUTANTS.apply(state, {1: MUTANTS.parse(state, 1, last)}).barrier


def test_turn_numbers_and_owners() -> None:
    """M76: a turn stays its owner's while another seat answers in it."""
    laid = {"A": "ROB", "L": "GOR", "R": "ROB"}
    before = table(laid, {"A": "DEV", "L": "DEV"}, {}, force={1: 4, 2: 5, 3: 6})
    state = play(before, "L")
    assert asked(state) == "ko 2"
    assert (MUTANTS.owner(state), MUTANTS.turn(state)) == (1, MUTANTS.turn(before))
    assert "chooses which mutant is K.O." in str(MUTANTS.asked(state, 2))
    assert MUTANTS.asked(state, 1) is None
    with pytest.raises(IllegalMoveError, match="N9"):
        MUTANTS.parse(state, 1, "D ROB")
    after = play(state, "A")
    assert (asked(after), MUTANTS.owner(after)) == ("act 1", 1)
    assert MUTANTS.asked(after, 1) is None


def test_the_crush_of_who_is_alone() -> None:
    """M61: in the Revolt it lowers the boss's health."""
    state = revolt({}, {"deck": "EVH EVH"}, me=12, it=1, health=20)
    assert state.health == 18


def test_crush_is_told() -> None:
    state = table({"hand": "DEM DEM"}, {"hand": "DEM DEM DEM"}, force={1: 1, 2: 12})
    _, events = told(state, "D DEM")
    assert [event.points for event in events if isinstance(event, Crushed)] == [2]
