"""The Revolt (M61 to M70)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.duels import Attacked, Empowered, Exploited, HealthChanged
from engine.mutants.events import RoundBegan
from engine.mutants.game import MUTANTS
from engine.mutants.rules import rules_of
from engine.mutants.state import BOSS
from engine.outcome import Termination
from tests.engine.mutants.tables import THREE, answers, arena, asked, force, play, revolt, told


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
    state = play(revolt({"hand": "WAR DEM"}, {"deck": "PER AVA AVA"}, boss="jack"), "D WAR")
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
    assert "still stands with 22 health" in str(result.reason)


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
    state = play(revolt(laid, {"deck": "EVH EVH"}, me=2, it=12, health=42), "D DEM")
    assert state.health == 44


def test_powers_of_the_turn() -> None:
    """M64: the Wizard catches up when it is dominated."""
    state, events = told(revolt({"hand": "DEM DEM DEM"}, {"deck": "WHD WHD"}, me=9, it=5), "D DEM")
    assert force(state)[BOSS] == 5 + 2 + 3
    assert [str(each.text()) for each in events if isinstance(each, Empowered)] == [
        "Singularity Wizard's special power acts."
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
    state = play(revolt(laid, {"discard": "AVA AVA"}, boss="jack", health=30), "D DEM")
    assert (state.health, arena(state, BOSS)) == (35, "AVA - -")
    assert state.sides[1].freezer == ()
    state = play(revolt(laid, {}, boss="jack"), "D DEM")
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
    state = play(revolt(laid, {"A": "EVH", "L": "EVH", "R": "evh", "deck": ""}, health=30), "I DEM>TRI")
    assert (state.health, state.boxed, arena(state, BOSS)) == (26, ("EVH", "EVH"), "- - evh")


def test_a_parry_is_exploited() -> None:
    """M66: by the Hailstorm's own attack."""
    laid = {"hand": "DEM DEM ROB", "L": "BRI"}
    _, events = told(revolt(laid, {"deck": "HAI AVA"}, boss="jack", health=30), "D ROB", "DEM")
    assert [event.card for event in events if isinstance(event, Exploited)] == ["HAI"]


def test_gaining_force_in_fury() -> None:
    """M66: also by who stands there already."""
    laid = {"hand": "ZOM ROB DEM"}
    state = play(revolt(laid, {"A": "WHD", "deck": "EVH"}, me=12, it=7, health=30), "D ZOM")
    assert (state.health, state.boxed) == (27, ("WHD",))


def test_knocked_out_cards_of_the_boss_move_and_leave_without_ability() -> None:
    """M67."""
    laid = {"hand": "DEM DEM DEM"}
    state = play(revolt(laid, {"A": "spa", "L": "dkm", "deck": "WHD"}, me=3, it=6), "D DEM")
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
    state = play(revolt(laid, {"A": "EVH", "L": "EVH", "deck": "EVH"}, it=10), "D ARM")
    assert (asked(state), answers(state)) == ("ko 1", ["A", "L"])
    assert state.ask is not None
    assert state.ask.about == BOSS
    assert MUTANTS.asked(state, 1) is None  # it is the player's own turn
    assert arena(play(state, "L"), BOSS).split()[1] != "EVH"


def test_freezing_counts_at_once_with_the_current_value() -> None:
    """M68: itself counted; nothing is counted again at the end."""
    laid = {"hand": "ROB ROB", "A": "ROB", "L": "DEV", "R": "rob", "freezer": "ZOM ZOM"}
    state, events = told(revolt(laid, {"deck": "EVH EVH"}, health=30), "L", "Y")
    assert state.health == 27
    assert [event.change for event in events if isinstance(event, HealthChanged)] == [-3]
    assert MUTANTS.view(state, None).sides[0].freezer == ("ZOM", "ZOM", "DEV")


def test_freezing_for_an_empty_deck_counts_too() -> None:
    """M68, M41, M40."""
    state = play(revolt({"hand": "ROB DEM", "deck": "", "discard": "TRI WAR WAR"}, {"deck": "EVH EVH"}), "D ROB", "TRI")
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
