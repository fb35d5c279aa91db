"""The second implementation in the Revolt, where a rule is easily read in two ways."""

from __future__ import annotations

import pytest

from tests.engine.mutants.arranged import Laid, arranged, play
from tests.engine.mutants.reference import DrawNeeded, Reference
from tests.engine.mutants.reference_data import BOSS


def revolt(hand: str, side: Laid, *, health: int = 40) -> Reference:
    """Return a game against Jack Ice, whose deck holds what does no harm."""
    laid = Laid(hand=hand, reserve=("KRU NOB", "RHI", "ORI"), discard="ZOM ROB")
    boss_side: Laid = {"deck": "AVA AVA AVA", **side}
    return arranged(laid, force={1: 6, BOSS: 5}, boss="jack", boss_side=boss_side, health=health)


def test_m66_one_event_exploits_every_card_it_fits() -> None:
    game = play(revolt("ROB LYC WAR", {"A": "AVA", "L": "AVA", "R": "ava"}), "I ROB>RHI")
    # Two are up: 2 each. The one that is down goes on as its arrow shows.
    assert game.told()["health"] == 36
    assert game.told()["boss"]["arena"] == {"A": ("AVA", True), "L": None, "R": ("AVA", False)}


@pytest.mark.parametrize(
    ("hand", "move", "left"), [("ROB ALN DEM", "B ROB+ALN>KRU", 38), ("ZOM LYC DEM", "B ZOM+LYC>ORI", 40)]
)
def test_m66_a_weakness_names_a_gene(hand: str, move: str, left: int) -> None:
    assert play(revolt(hand, {"R": "BLI"}), move).told()["health"] == left


def test_m68_freezing_hurts_at_once_by_the_current_value() -> None:
    game = arranged(
        {"A": "ROB", "L": "DEV", "R": "ROB", "freezer": "NOB ZOM"},
        force={1: 6, BOSS: 5},
        boss="wizard",
        boss_side={"deck": "EVH EVH", "R": "DKM"},
    )
    # NOB twice, ZOM and DEV itself: 4; then 2 by the weakness of Dark Matter.
    told = play(game, "L", "Y").told()
    assert (told["health"], told["boss"]["arena"]["R"]) == (34, None)


def test_m61_victory_at_once() -> None:
    told = play(revolt("ROB LYC WAR", {"L": "AVA"}, health=2), "I ROB>RHI").told()
    assert told["result"] == {"end": "VICTORY", "health": 0, "round": 1}
    assert told["asked"] == {}


def test_m63_the_last_card_ends_the_round() -> None:
    game = play(revolt("DEM", {"L": "AVA"}), "D DEM")
    # Ahead of the boss: the red value of round 1; then the boss has begun round 2.
    assert (game.told()["round"], game.told()["health"]) == (2, 36)


def test_m65_jack_grows_when_his_cards_are_shuffled() -> None:
    game = revolt("ROB LYC WAR", {"deck": "", "discard": "AVA GLA"})
    with pytest.raises(DrawNeeded) as caught:
        play(game, "D WAR")
    assert caught.value.draw.owner == "BOSS"
    told = game.after({1: "D WAR"}, [("GLA", "AVA")]).told()
    assert (told["health"], told["boss"]["deck"], told["boss"]["arena"]["A"]) == (45, ("AVA",), ("GLA", True))


def test_m67_choices_of_the_boss_are_the_players() -> None:
    game = arranged(
        {"hand": "BON ROB"}, force={1: 6, BOSS: 5}, boss="jack", boss_side={"L": "CLD", "R": "IWL", "deck": "AVA"}
    )
    game = play(game, "D BON")
    assert (game.told()["asked"], game.answers(1)) == ({1: "ko"}, {"L", "R"})
    # M66: the Cold Snap goes to the box if it is hit itself, and by the K.O. of the other card as well.
    assert play(game, "L").told()["boss"]["arena"] == {"A": ("AVA", True), "L": None, "R": ("IWL", True)}
    told = play(game, "R").told()
    assert (told["health"], told["boss"]["arena"]["L"], told["boss"]["arena"]["R"]) == (38, None, ("IWL", False))


def test_m66_a_parry_exploits_the_attacker_itself() -> None:
    game = arranged(
        {"hand": "ROB LYC WAR", "L": "DEM", "A": "ROB"},
        force={1: 6, BOSS: 5},
        boss="jack",
        boss_side={"deck": "HAI AVA"},
    )
    told = play(game, "D WAR").told()
    assert (told["health"], told["boss"]["arena"]["A"]) == (37, None)
    assert told["asked"] == {1: "flank"}
