"""The end of a round and of the game (M28 to M33, M53)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.chance import Chance
from engine.errors import IllegalMoveError
from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.duels import (
    Attacked,
    Empowered,
    Exploited,
    ForceMoved,
    FreezerOpened,
    HealthChanged,
    RoundScored,
    ZonesOpened,
)
from engine.mutants.events import (
    Bred,
    Crushed,
    Deployed,
    Discarded,
    Hatched,
    Incubated,
    Left,
    ReserveShown,
    RoundBegan,
    Shifted,
)
from engine.mutants.game import MUTANTS
from engine.mutants.rules import rules_of
from engine.mutants.state import BOSS
from engine.outcome import Termination
from tests.engine.mutants.kit import (
    EVEN,
    THREE,
    TablesLaid,
    answers,
    arena,
    asked,
    force,
    revolt,
    table,
    tables_play,
    told,
)

LAST = {"hand": "ZOM", "incubator": "TRI", "deck": "ROB WAR LYC DEM ALN ZOM ROB"}
"""Of who plays the last card of the round, without a question."""
DONE = {"hand": "", "deck": "ROB WAR LYC DEM ALN ZOM ROB"}


def ended(*sides: TablesLaid, force: dict[int, int], round_: int = 1, first: int = 1) -> tuple[object, ...]:
    """Return the points and the score track after the end of a round."""
    state = table(*sides, force=force, round_=round_, first=first)
    return state.points, state.standing


@pytest.mark.parametrize(
    ("round_", "points"), [(1, (4, 2, 0)), (2, (5, 2, 0)), (3, (6, 3, 0)), (4, (7, 3, 0)), (5, (8, 4, 0))]
)
def test_force_scoring(round_: int, points: tuple[int, ...]) -> None:
    """M28, M29: the first gains the red value, the last nothing, others the black value."""
    assert ended(LAST, DONE, DONE, force={3: 3, 2: 5, 1: 7}, round_=round_)[0] == points


def test_on_one_space_who_is_above_is_ahead() -> None:
    """M5, M28."""
    assert ended(DONE, LAST, force={2: 5, 1: 7}, first=2)[0] == (0, 4)  # the Zombie goes on top


def test_score_markers_move_clockwise_from_the_first_player() -> None:
    """M28, M6: who moves last lies on top."""
    laid = [{**DONE, "points": 0}, {**LAST, "points": 0}, {**DONE, "points": 2}]
    state = table(*laid, force={3: 3, 1: 5, 2: 7}, turn=2, first=3)
    assert state.points == (2, 4, 2)
    assert state.standing == (3, 1, 2)  # 3 gains 0 and does not move; 1 comes on top of it
    laid = [{**LAST, "points": 2}, {**DONE, "points": 0}, {**DONE, "points": 0}]
    state = table(*laid, force={2: 3, 1: 4, 3: 9}, turn=1, first=1)
    assert state.points == (4, 0, 4)
    assert state.standing == (2, 1, 3)  # not by rank: 1 moves before 3, who is ahead


def test_a_round_ends_when_nobody_has_a_card() -> None:
    """M16, M29 to M32, in this order."""
    state = table(LAST, DONE, force={2: 5, 1: 7})
    assert (state.round, asked(state)) == (2, "flank 1")
    assert [len(side.hand) for side in state.sides] == [6, 6]


def test_the_incubated_mutant_is_drawn_first() -> None:
    """M30, M31."""
    _, events = told(table({**LAST, "hand": "ZOM ROB", "A": "", "incubator": ""}, DONE), "D ROB")
    assert not [event for event in events if isinstance(event, Hatched)]
    state = table({**LAST, "deck": "ROB WAR LYC DEM ALN"}, DONE, force={2: 5, 1: 7})
    assert "TRI" in state.sides[0].hand
    assert state.sides[0].incubator == ""


def test_reset_and_the_next_first_player() -> None:
    """M32: the lowest score on Challenger, each higher one directly left; the highest begins."""
    state = table({**LAST, "points": 9}, {**DONE, "points": 0}, {**DONE, "points": 3}, force={3: 3, 2: 5, 1: 7})
    assert state.points == (13, 2, 3)
    assert force(state) == {1: 4, 3: 5, 2: 6}
    assert (state.first, asked(state)[-1]) == (1, "1")


def test_of_equal_scores_the_lower_marker_is_lower() -> None:
    """M32."""
    state = table({**LAST, "points": 0}, {**DONE, "points": 4}, force={2: 5, 1: 7})
    assert (state.points, state.standing) == ((4, 4), (2, 1))
    assert force(state) == {1: 5, 2: 6}


def test_mutants_stay_in_the_arena() -> None:
    """M33: K.O. ones stay K.O."""
    state = table({**LAST, "L": "dev", "R": "DEM"}, {**DONE, "A": "rob"}, force={2: 5, 1: 7})
    assert arena(state, 1) == "ZOM dev DEM"
    assert arena(state, 2) == "rob - -"


def test_decisions_while_drawing_are_made_clockwise_from_the_first_player() -> None:
    """M31, M40."""
    empty = {"hand": "", "deck": "", "discard": "ROB WAR WAR"}
    state = table({**empty, "hand": "ZOM"}, empty, force={2: 5, 1: 7}, first=2)
    assert asked(state) == "freeze-empty 2"
    assert MUTANTS.owner(state) is None
    assert "empty deck" in str(MUTANTS.asked(state, 2))
    turn = MUTANTS.turn(state)
    state = tables_play(state, "WAR")
    assert asked(state) == "freeze-empty 1"
    assert MUTANTS.turn(state) > turn
    state = tables_play(state, "ROB")
    assert (state.round, len(state.sides[0].hand), len(state.sides[1].hand)) == (2, 2, 2)


def test_permanents_between_rounds() -> None:
    """M36: the old first player counts as active; the markers go back behind it (M32)."""
    empty = {"hand": "", "deck": "", "discard": "ROB WAR WAR", "L": "NOB"}
    state, _ = told(table({**empty, "hand": "ZOM"}, DONE, force={2: 5, 1: 7}), "WAR")
    assert force(state) == {1: 5, 2: 6}
    idle = {**DONE, "hand": ""}
    _, events = told(table({**empty, "hand": "ZOM"}, idle, idle, force={2: 5, 3: 7, 1: 11}, first=3), "WAR")
    assert [event.seat for event in events if isinstance(event, ForceMoved) and event.pushed] == [3, 2]


def over(*sides: TablesLaid, force: dict[int, int]) -> object:
    state = table(*sides, force=force, round_=5)
    assert state.over == "V"
    return MUTANTS.outcome(state)


def test_the_highest_total_wins() -> None:
    """M53, M74."""
    result = MUTANTS.outcome(table({**LAST, "freezer": "DEV ZOM"}, {**DONE, "points": 5}, force={2: 5, 1: 7}, round_=5))
    assert result is not None
    assert (result.ranks, result.points, result.code) == ((1, 2), (11, 5), "V")
    assert "World Champion" in str(result.reason)


def test_a_tie_goes_to_the_fewest_points_of_the_freezer() -> None:
    """M53."""
    sides = ({**LAST, "points": 0, "freezer": "TRI"}, {**DONE, "points": 12})
    result = MUTANTS.outcome(table(*sides, force={2: 5, 1: 7}, round_=5))
    assert result is not None
    assert (result.ranks, result.points, result.code) == ((2, 1), (12, 12), "VF")


def test_then_to_who_is_ahead_on_the_force_track() -> None:
    """M53."""
    sides = ({**LAST, "points": 0, "freezer": "TRI"}, {**DONE, "points": 8, "freezer": "TRI"})
    result = MUTANTS.outcome(table(*sides, force={2: 5, 1: 7}, round_=5))
    assert result is not None
    assert (result.ranks, result.points, result.code) == ((1, 2), (12, 12), "VT")


def test_what_broke_a_tie_is_said_of_every_place() -> None:
    """M53, M74."""
    frozen, bare = {**DONE, "points": 8, "freezer": "TRI"}, {**DONE, "points": 12}
    sides = ({**LAST, "points": 30}, {**frozen, "points": 12}, bare, frozen)
    result = MUTANTS.outcome(table(*sides, force={2: 5, 3: 6, 4: 7, 1: 11}, round_=5))
    assert result is not None
    said = [[str(each) for each in result.counts(seat)] for seat in (1, 2, 3, 4)]
    assert (result.ranks, result.code) == ((1, 4, 2, 3), "V")
    assert said[0] == ["points: 38"]
    assert [each[1:] for each in said[1:]] == [
        ["freezer: 4", "force track: 4"],
        ["freezer: 0"],
        ["freezer: 4", "force track: 2"],
    ]


def test_freezers_are_opened_at_the_end() -> None:
    """M53, M74: with the points of each card."""
    sides = ({**LAST, "hand": "ZOM DEM", "freezer": "DEV ZOM DEV"}, {**DONE, "freezer": ""})
    state, events = told(table(*sides, force={2: 5, 1: 7}, round_=5), "D ZOM", "R")
    opened = [event for event in events if isinstance(event, FreezerOpened)]
    assert [(event.cards, event.values) for event in opened] == [(("ZOM", "DEV", "DEV"), (1, 3, 3)), ((), ())]
    assert [event.round for event in events if isinstance(event, RoundScored)] == [5]
    assert MUTANTS.view(state, None).sides[0].freezer == ("ZOM", "DEV", "DEV")


def test_what_is_left_of_decks_and_reserves_is_opened_at_the_end() -> None:
    """M60: in the words of the last turn, before the freezers, which a text that is too short tells last."""
    mine = {**LAST, "hand": "ZOM DEM", "deck": "WAR ROB WAR", "reserve": ("TRI NOB", "", "TRI")}
    _, events = told(table(mine, {**DONE, "deck": "", "discard": ""}, force={2: 5, 1: 7}, round_=5), "D ZOM", "R")
    texts = [str(event.text()) for event in events if isinstance(event, ZonesOpened | FreezerOpened)]
    assert texts[0].startswith("Player 1 reveals: hand –; deck ROB WAR×2; discard ")
    assert texts[0].endswith("; reserve NOB TRI×2.")
    assert [text.split()[2] for text in texts[-2:]] == ["freezer", "freezer"]


def test_who_resigns_against_one_opponent_opens_what_the_other_holds() -> None:
    """M54, M60."""
    state = table({"hand": "ZOM DEM"}, {"hand": "LYC"})
    step = MUTANTS.forfeit(state, 1)
    (opened,) = [event for event in step.events if isinstance(event, ZonesOpened)]
    assert (opened.seat, opened.hand) == (2, ("LYC",))
    over = MUTANTS.outcome(step.state)
    assert over is not None
    assert str(over.reason) == "Player 1 resigned."


# Turns: who has one, crush, the move of the active mutant, actions (M16 to M27).


def test_turns_go_clockwise() -> None:
    """M8, M16."""
    state = table({"hand": "ROB DEM ZOM"}, {}, {}, force={1: 4, 2: 5, 3: 6}, turn=2)
    assert [asked(state), asked(tables_play(state, "D DEM")), asked(tables_play(state, "D DEM", "D DEM"))] == [
        "act 2",
        "act 3",
        "act 1",
    ]


def test_who_has_no_cards_passes_and_who_gets_one_plays_again() -> None:
    """M17: no crush, no move, no action."""
    state = table({"hand": "DEM DEM DEM DEM"}, {"hand": "", "A": "ROB"}, {}, force={1: 4, 3: 5, 2: 12})
    state = tables_play(state, "D DEM")
    assert (asked(state), arena(state, 2), state.points) == ("act 3", "ROB - -", (0, 0, 0))
    alone = table({"hand": "ROB ROB DEM"}, {"hand": ""}, {"hand": ""}, force={2: 4, 3: 5, 1: 6})
    assert asked(tables_play(alone, "D DEM")) == "flank 1"


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
    assert arena(tables_play(state, "R"), 1) == "- - ROB"
    state, events = told(table({"A": "WAR", "L": "rob", "R": "DEM"}, {}), "L")
    assert (arena(state, 1), state.sides[0].discard) == ("- WAR DEM", ("ROB",))
    assert [type(event) for event in events[:2]] == [Left, Shifted]
    assert force(state) == EVEN  # a K.O. mutant leaves without its ability (M45)


def test_leaving_is_out_of_the_zone_then_ability_then_discard() -> None:
    """M21: while its ability resolves the card lies nowhere, and the active mutant is still active."""
    state = tables_play(table({"A": "ROB", "L": "BBB", "R": "DEM", "discard": "WAR"}, {}), "L")
    assert asked(state) == "cycle 1"
    assert (arena(state, 1), state.sides[0].discard) == ("ROB - DEM", ("WAR",))
    state = tables_play(state, "DEM")
    assert (asked(state), answers(state)) == ("freeze-discard 1", ["WAR", "DEM", "N"])
    assert tables_play(state, "N").sides[0].discard == ("WAR", "DEM", "BBB")


def test_no_action_without_a_hand() -> None:
    """M22."""
    laid = {"hand": "ROB", "A": "DEM", "L": "AUT", "R": "DEM"}
    state = tables_play(table(laid, {}), "L", "ROB")
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
    state = tables_play(table(laid, {}), "D WAM")
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
    state = tables_play(table({"hand": hand, "reserve": ("TRI", "", "")}, {"hand": other}, force={1: 2, 2: 9}), *first)
    assert MUTANTS.apply(state, {1: MUTANTS.parse(state, 1, last)}).barrier


def test_turn_numbers_and_owners() -> None:
    """M76: a turn stays its owner's while another seat answers in it."""
    laid = {"A": "ROB", "L": "GOR", "R": "ROB"}
    before = table(laid, {"A": "DEV", "L": "DEV"}, {}, force={1: 4, 2: 5, 3: 6})
    state = tables_play(before, "L")
    assert asked(state) == "ko 2"
    assert (MUTANTS.owner(state), MUTANTS.turn(state)) == (1, MUTANTS.turn(before))
    assert "chooses which mutant is K.O." in str(MUTANTS.asked(state, 2))
    assert MUTANTS.asked(state, 1) is None
    with pytest.raises(IllegalMoveError, match="N9"):
        MUTANTS.parse(state, 1, "D ROB")
    after = tables_play(state, "A")
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


# The Revolt (M61 to M70).


@pytest.mark.parametrize(
    ("options", "health"),
    [((), 42), ((("ultra", "yes"),), 52), ((("boss", "jack"),), 46), ((("boss", "jack"), ("ultra", "yes")), 56)],
)
def test_the_set_up(options: tuple[tuple[str, str], ...], health: int) -> None:
    """M61, M62, M70: mulligan first, then the boss's set-up."""
    state = MUTANTS.initial(Setup("solo", options), Chance.from_text("x"))
    assert (asked(state), state.health) == ("mulligan 1", health)
    assert force(state) == {BOSS: 5, 1: 6}
    boss = rules_of(Setup("solo", options)).boss
    assert boss is not None
    assert len(state.sides[1].deck) == sum(card.copies for card in boss.cards)


def test_the_boss_takes_the_first_turn_of_every_round() -> None:
    """M62, M63."""
    state = MUTANTS.initial(Setup("solo"), Chance.from_text("x"))
    state, events = told(state, "N")
    assert arena(state, BOSS) != "- - -"
    assert [str(each.text()) for each in events if isinstance(each, Empowered)] == ["Singularity Wizard is set up."]
    began = next(event for event in events if isinstance(event, RoundBegan))
    assert (began.seat, began.boss) == (None, "Singularity Wizard")
    assert state.first == BOSS


def test_the_last_card_ends_the_round_at_once() -> None:
    """M63: the boss has no further turn in it; (1) to (5) of M69 follow."""
    laid = {"hand": "ZOM", "incubator": "TRI", "deck": "ROB ROB ROB ROB ROB"}
    state = revolt(laid, {"A": "EVH", "deck": "EVH EVH"}, health=30)
    assert state.round == 2
    assert state.health == 30 - 4  # ahead of the boss: the red value
    assert "TRI" in state.sides[0].hand
    assert arena(state, BOSS) == "EVH - EVH"


def test_a_hand_emptied_by_the_boss_ends_the_round_likewise() -> None:
    """M63: there is no turn without a card, so nothing moves before the next round."""
    state = tables_play(revolt({"hand": "WAR DEM"}, {"deck": "PER AVA AVA"}, boss="jack"), "D WAR")
    assert (state.round, asked(state), arena(state, 1)) == (2, "flank 1", "war - -")  # Jack Ice begins it with a K.O.
    assert len(state.sides[0].hand) == 6


def test_who_is_behind_gains_nothing() -> None:
    """M69."""
    laid = {"hand": "ZOM", "incubator": "TRI"}
    assert revolt(laid, {"deck": "EVH EVH"}, health=30, me=3, it=9).health == 30


def test_still_standing_after_the_fifth_round() -> None:
    """M61, M74."""
    state = revolt({"hand": "ZOM", "incubator": "TRI"}, {"deck": "EVH"}, health=30, round_=5)
    result = MUTANTS.outcome(state)
    assert result is not None
    assert (result.ranks, str(result.against)) == ((2,), "Singularity Wizard")
    assert "with 22 health left" in str(result.reason)


def test_victory_at_once() -> None:
    """M61: all VP lower the health, and at 0 it is won immediately."""
    state = revolt({"hand": "ZOM", "incubator": "TRI"}, {"deck": "EVH"}, health=4)
    result = MUTANTS.outcome(state)
    assert result is not None
    assert (result.ranks, state.health, MUTANTS.to_act(state)) == ((1,), 0, frozenset())


@pytest.mark.parametrize(
    ("options", "suggested"),
    [
        ((), "Now try the challenges: an ultra-resistant boss, or up to three genes"),
        ((("ultra", "yes"),), "Now try the other challenge too: up to three genes"),
        ((("limits", "AB"),), "Now try the other challenge too: an ultra-resistant boss."),
        ((("limits", "AB"), ("ultra", "yes")), None),
    ],
)
def test_a_victory_suggests_the_challenges_that_were_not_taken(
    options: tuple[tuple[str, str], ...], suggested: str | None
) -> None:
    """M74."""
    state = revolt({"hand": "ZOM", "incubator": "TRI"}, {"deck": "EVH"}, health=4)
    result = MUTANTS.outcome(replace(state, rules=rules_of(Setup("solo", options))))
    assert result is not None
    if suggested is None:
        assert result.onward is None
    else:
        assert str(result.onward).startswith(suggested)
    lost = MUTANTS.outcome(revolt({"hand": "ZOM", "incubator": "TRI"}, {"deck": "EVH"}, health=30, round_=5))
    assert lost is not None
    assert lost.onward is None


def test_health_stops_at_0() -> None:
    state = revolt({"hand": "ZOM", "incubator": "TRI"}, {"deck": "EVH"}, health=1)
    assert (state.health, state.over) == (0, "W")


def test_the_boss_crushes() -> None:
    """M64: its health rises by the black value, without upper limit."""
    laid = {"hand": "DEM DEM DEM"}
    state = tables_play(revolt(laid, {"deck": "EVH EVH"}, me=2, it=12, health=42), "D DEM")
    assert state.health == 44


def test_powers_of_the_turn() -> None:
    """M64: the Wizard catches up when it is dominated."""
    state, events = told(revolt({"hand": "DEM DEM DEM"}, {"deck": "WHD WHD"}, me=9, it=5), "D DEM")
    assert force(state)[BOSS] == 5 + 2 + 3
    assert [str(each.text()) for each in events if isinstance(each, Empowered)] == [
        "Singularity Wizard's special power takes effect."
    ]
    state, events = told(revolt({"hand": "DEM DEM DEM"}, {"deck": "WHD WHD"}, me=3, it=5), "D DEM")
    assert force(state)[BOSS] == 5 + 3
    assert not any(isinstance(each, Empowered) for each in events), "nothing came of it"


def test_a_power_of_the_round_and_your_choice() -> None:
    """M62, N8: Jack Ice's attack when a round begins; the victim chooses."""
    laid = {"hand": "ZOM", "incubator": "TRI", "A": "", "L": "ROB", "R": "DEV"}
    state = revolt(laid, {"deck": "AVA AVA"}, boss="jack", health=30)
    assert (asked(state), answers(state)) == ("ko 1", ["A", "L", "R"])
    assert MUTANTS.owner(state) is None
    assert "The boss attacks" in str(MUTANTS.asked(state, 1))


def test_an_empty_deck_of_the_boss() -> None:
    """M65: its discard is shuffled, nothing is frozen; then the power of shuffling; with no card it plays none."""
    laid = {"hand": "DEM DEM DEM"}
    state = tables_play(revolt(laid, {"discard": "AVA AVA"}, boss="jack", health=30), "D DEM")
    assert (state.health, arena(state, BOSS)) == (35, "AVA - -")
    assert state.sides[1].freezer == ()
    state = tables_play(revolt(laid, {}, boss="jack"), "D DEM")
    assert arena(state, BOSS) == "- - -"


@pytest.mark.parametrize(
    ("mine", "texts", "its", "damage"),
    [
        ({"hand": "STA ZOM", "A": "ROB", "L": "WAR", "R": "rob"}, ["L"], {"A": "EVH", "L": "HDE"}, 3),  # ko, of itself
        ({"hand": "ROB DEM ZOM", "reserve": THREE}, ["I DEM>TRI"], {"A": "EVH"}, 2),
        ({"hand": "LYC DEM ZOM", "reserve": ("NOB", "", "")}, [], {"A": "SPA"}, 0),
        ({"hand": "RHI DEM ZOM", "reserve": ("TRI", "", "")}, ["D RHI"], {"A": "SPA"}, 3),
        ({"hand": "RHI DEM ZOM", "reserve": ("NOB", "", "")}, ["D RHI"], {"A": "SPA"}, 0),
        ({"hand": "ALN ROB ZOM", "reserve": ("KRU", "", "")}, ["B ROB+ALN>KRU"], {"L": "FAT"}, 3),
        ({"hand": "ZOM ROB ZOM", "reserve": ("BBB", "", "")}, ["B ROB+ZOM>BBB"], {"L": "FAT"}, 0),
    ],
)
def test_weaknesses(mine: dict[str, str], texts: list[str], its: dict[str, str], damage: int) -> None:
    """M66: exploited at once; the card goes to the box."""
    state = revolt(mine, {**its, "deck": "AVA AVA AVA"}, it=8, health=40)
    _, events = told(state, *texts)
    exploited = [event for event in events if isinstance(event, Exploited)]
    assert [event.damage for event in exploited] == ([damage] if damage else [])


def test_one_event_exploits_every_card_it_fits() -> None:
    """M66: active, left, right; no leave ability."""
    laid = {"hand": "DEM ROB ZOM", "reserve": THREE}
    state = tables_play(revolt(laid, {"A": "EVH", "L": "EVH", "R": "evh", "deck": ""}, health=30), "I DEM>TRI")
    assert (state.health, state.boxed, arena(state, BOSS)) == (26, ("EVH", "EVH"), "- - evh")


def test_a_parry_is_exploited() -> None:
    """M66: by the Hailstorm's own attack."""
    laid = {"hand": "DEM DEM ROB", "L": "BRI"}
    _, events = told(revolt(laid, {"deck": "HAI AVA"}, boss="jack", health=30), "D ROB", "DEM")
    assert [event.card for event in events if isinstance(event, Exploited)] == ["HAI"]


def test_gaining_force_in_fury() -> None:
    """M66: also by who stands there already."""
    laid = {"hand": "ZOM ROB DEM"}
    state = tables_play(revolt(laid, {"A": "WHD", "deck": "EVH"}, me=12, it=7, health=30), "D ZOM")
    assert (state.health, state.boxed) == (27, ("WHD",))


def test_knocked_out_cards_of_the_boss_move_and_leave_without_ability() -> None:
    """M67."""
    laid = {"hand": "DEM DEM DEM"}
    state = tables_play(revolt(laid, {"A": "spa", "L": "dkm", "deck": "WHD"}, me=3, it=6), "D DEM")
    assert arena(state, BOSS) == "WHD spa -"
    assert state.sides[1].discard == ("DKM",)
    assert force(state)[BOSS] == 9


def test_the_boss_has_no_hand() -> None:
    """M67: nothing happens there, so it is not attacked."""
    _, events = told(revolt({"hand": "RAK ROB ROB"}, {"A": "EVH", "deck": "EVH"}, it=10), "D RAK")
    assert [event.victims for event in events if isinstance(event, Attacked)] == [()]


def test_you_choose_for_the_boss() -> None:
    """M67, N8."""
    laid = {"hand": "ARM ROB ROB"}
    state = tables_play(revolt(laid, {"A": "EVH", "L": "EVH", "deck": "EVH"}, it=10), "D ARM")
    assert (asked(state), answers(state)) == ("ko 1", ["A", "L"])
    assert state.ask is not None
    assert state.ask.about == BOSS
    assert MUTANTS.asked(state, 1) is None  # it is the player's own turn
    assert arena(tables_play(state, "L"), BOSS).split()[1] != "EVH"


def test_freezing_counts_at_once_with_the_current_value() -> None:
    """M68: itself counted; nothing is counted again at the end."""
    laid = {"hand": "ROB ROB", "A": "ROB", "L": "DEV", "R": "rob", "freezer": "ZOM ZOM"}
    state, events = told(revolt(laid, {"deck": "EVH EVH"}, health=30), "L", "Y")
    assert state.health == 27
    assert [event.change for event in events if isinstance(event, HealthChanged)] == [-3]
    assert MUTANTS.view(state, None).sides[0].freezer == ("ZOM", "ZOM", "DEV")


def test_freezing_for_an_empty_deck_counts_too() -> None:
    """M68, M41, M40."""
    state = tables_play(
        revolt({"hand": "ROB DEM", "deck": "", "discard": "TRI WAR WAR"}, {"deck": "EVH EVH"}), "D ROB", "TRI"
    )
    assert (state.sides[0].freezer, state.health) == (("TRI",), 36)


def test_a_limited_reserve() -> None:
    """M61, M70: no Walkyrie, and none with the genes named; the basics stay."""
    rules = rules_of(Setup("solo", (("limits", "BD"),)))
    codes = [card.code for card in rules.allowed]
    assert "WAL" not in codes
    assert not [code for code in codes if set(components().card(code).genes) & set("BD")]
    state = MUTANTS.initial(Setup("solo", (("limits", "BD"),)), Chance.from_text("x"))
    assert "ZOM" in state.sides[0].hand


def test_giving_up() -> None:
    """M54."""
    state = MUTANTS.forfeit(revolt({}, {"deck": "EVH EVH"}), 1).state
    result = MUTANTS.outcome(state)
    assert result is not None
    assert (result.ranks, result.termination, result.by) == ((2,), Termination.FORFEIT, 1)


def test_there_is_no_deadline() -> None:
    """M77."""
    assert MUTANTS.default(revolt({}, {"deck": "EVH EVH"}), 1) is None
