"""What is warned of before it is done, and what menus say of moves."""

from __future__ import annotations

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.mutants.wording import genes_text
from engine.seat import Seat
from tests.engine.mutants.tables import THREE, play, revolt, table


def warned(state: State, text: str, seat: Seat = 1) -> str | None:
    told = MUTANTS.caution(state, seat, MUTANTS.parse(state, seat, text))
    return None if told is None else str(told)


def steps(state: State, text: str) -> list[tuple[str, str, str]]:
    """Return the steps to a move: key, label and note."""
    (seat,) = MUTANTS.to_act(state)
    way = MUTANTS.choices(state, seat, MUTANTS.parse(state, seat, text))
    return [(each.key, str(each.text), str(each.note or "")) for each in way]


def test_incubating_in_the_last_round() -> None:
    """M29, M30: the game ends before the incubated mutant goes to the deck; in the Revolt it may exploit a card."""
    laid = {"hand": "ROB DEM", "reserve": THREE}
    last = table(laid, {}, round_=5)
    assert "last round" in (warned(last, "I ROB>TRI") or "")
    assert warned(last, "D ROB") is None
    assert warned(table(laid, {}, round_=4), "I ROB>TRI") is None
    assert warned(revolt(laid, {"A": "EVH", "deck": "EVH"}, round_=5), "I ROB>TRI") is None
    assert warned(revolt(laid, {"A": "HDE", "deck": "EVH"}, round_=5), "I ROB>TRI") is not None


def test_a_draft_tells_genes() -> None:
    state = MUTANTS.initial(Setup("2"), Chance.from_text("x"))
    card = state.packs[0][0]
    (step,) = MUTANTS.choices(state, 1, MUTANTS.parse(state, 1, card))
    assert str(step.text) == f"{components().cards[card].name_en} ({genes_text(components().cards[card].genes)})"


def test_menus_go_one_card_a_step() -> None:
    state = table({"hand": "ROB ZOM TRI", "reserve": ("TRI", "BBB", "TRI")}, {})
    assert [key for key, _, _ in steps(state, "D ROB")] == ["D", "ROB"]
    assert [key for key, _, _ in steps(state, "B ZOM+TRI>TRI@3")] == ["B", "TRI@3", "ZOM", "TRI"]
    assert [key for key, _, _ in steps(state, "I ROB>BBB")] == ["I", "BBB", "ROB"]
    assert steps(state, "I ROB>BBB")[1][1] == "Triple-B of pile 2"


def test_menus_say_what_follows() -> None:
    state = table({"A": "ROB", "L": "LYC", "R": "zom"}, {})
    assert steps(state, "L") == [("L", "To the left flank", "Beast leaves: gain 2 force")]
    assert steps(state, "R") == [("R", "To the right flank", "Zombie leaves, K.O.")]
    (_, label, note) = steps(table({"hand": "ZOM ROB"}, {}), "D ZOM")[1]
    assert label == "Zombie"
    assert note == "deploy: gain 2 force · leave: you may freeze this mutant"


def test_what_is_frozen_says_what_it_is_worth() -> None:
    """M41, M52: as the freezer is now; in a Revolt it is damage (M68)."""
    state = table({"A": "ROB", "L": "ZOM", "R": "DEM", "freezer": "NOB"}, {})
    leaving = play(state, "L")
    assert steps(leaving, "Y") == [("Y", "Yes", "frozen: 1 point at the end")]
    assert steps(leaving, "N") == [("N", "No", "it goes to your discard")]
    laid = {"hand": "NOB ROB ZOM", "discard": "DEV TRI", "freezer": "ZOM NOB", "reserve": THREE}
    worth = play(table(laid, {}), "D NOB")
    assert steps(worth, "TRI")[0][2] == "frozen: 4 points at the end"
    assert steps(worth, "DEV")[0][2] == "frozen: 4 at the end with your freezer as it is, and more with its gene"
    assert steps(worth, "N") == [("N", "None", "you freeze nothing")]
    damage = play(revolt(laid, {"deck": "EVH EVH"}), "D NOB")
    assert steps(damage, "TRI")[0][2] == "frozen: the boss loses 4 health at once"


def test_who_chooses_what_is_knocked_out_reads_what_is_lost_with_it() -> None:
    laid = {"hand": "ZOM", "incubator": "TRI", "A": "", "L": "ROB", "R": "NOB"}
    state = revolt(laid, {"deck": "AVA AVA"}, boss="jack", health=30)
    assert steps(state, "L") == [("L", "Robot · left flank", "you lose its leave ability: gain 1 force")]
    assert steps(state, "R")[0][2] == (
        "you lose its leave ability: gain 1 force · permanent: when you freeze a card: gain 2 force"
    )


def test_copies_name_the_ability() -> None:
    state = play(table({"A": "ZOM", "L": "KRU", "R": "DEM"}, {}), "L")
    assert steps(state, "A.D") == [("A.D", "Deploy ability of Zombie · active zone", "gain 2 force")]
    assert steps(state, "R.L") == [("R.L", "Leave ability of Demon · right flank", "gain 2 force")]


def test_the_boss_is_chosen_for_by_its_cards() -> None:
    state = play(revolt({"hand": "ARM ROB ROB"}, {"A": "EVH", "L": "HDE", "deck": "EVH"}, it=10), "D ARM")
    assert steps(state, "L")[0][1] == "Heat Death · left flank"


def test_a_mulligan_names_what_goes_under_its_piles() -> None:  # M15
    state = MUTANTS.initial(Setup("solo"), Chance.from_text("x"))
    one, two, three = (components().cards[pile[0]].name_en for pile in state.sides[0].piles)
    asks = str(MUTANTS.question(state, 1, ()).ask)
    assert asks.startswith(f"Put {one}, {two} and {three} under their piles and turn up the next ones?")


def test_questions_are_in_words() -> None:
    state = table({"hand": "ROB ZOM TRI", "reserve": ("TRI", "BBB", "TRI")}, {}, round_=2)
    asked = MUTANTS.question(state, 1, ())
    assert (str(asked.heading), str(asked.ask)) == ("Your action · round 2 of 5", "What do you do?")
    way = MUTANTS.choices(state, 1, MUTANTS.parse(state, 1, "B ZOM+TRI>TRI"))
    asks = [str(MUTANTS.question(state, 1, way[:count]).ask) for count in range(1, 4)]
    assert asks == [
        "Which reserve top do you breed?",
        "Which two cards do you discard for it? The first:",
        "Which other card?",
    ]
