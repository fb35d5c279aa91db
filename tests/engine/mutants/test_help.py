"""The help: every rule, small enough for Discord, with examples that can be played, plain about what is made up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.mutants
from engine.chance import Chance
from engine.game import Point, Setup, Topic
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.rules import MOST_COPIES, RESERVE_SIZE
from engine.mutants.state import State
from engine.mutants.teaching import TOPICS
from engine.mutants.wording import genes_text
from engine.seat import Seat
from tests.engine.mutants.kit import THREE, revolt, tables_play
from tests.engine.mutants.kit import table as kit_table

POINTS = [(topic, point) for topic in TOPICS for point in topic.points]
LAST = {"M": 79, "N": 14}
"""The last rule of the page, by letter."""
ROOM = 3800
"""Characters of a topic, so that translations, which are longer, fit Discord's 4,096 as well."""

_TOP = r"(?P<top>[A-Z]{3})(@[1-3])?"
_EXAMPLES = (
    re.compile(r"D (?P<hand>[A-Z]{3})"),
    re.compile(rf"B (?P<hand>[A-Z]{{3}}\+[A-Z]{{3}})>{_TOP}"),
    re.compile(rf"I (?P<hand>[A-Z]{{3}})>{_TOP}"),
    re.compile(r"[ALR]|[YN]|F"),
    re.compile(r"(?P<hand>[A-Z]{3}(\+[A-Z]{3})*)"),
    re.compile(r"(?P<hand>[A-Z]{3})@[1-3]"),
    re.compile(r"([ALR]|(?P<hand>[A-Z]{3}))\.[DL]"),
)
"""The grammar of N2, in canonical form (N4)."""


def topic(key: str) -> Topic:
    (found,) = (each for each in TOPICS if each.key == key)
    return found


def test_the_topics_fit_one_menu() -> None:
    keys = [each.key for each in TOPICS]
    assert len(set(keys)) == len(keys) <= 25 + len(["rulings"])
    assert all(0 < len(key) <= 40 for key in keys)
    assert len({str(each.title) for each in TOPICS}) == len(keys)


@pytest.mark.parametrize("each", TOPICS, ids=lambda each: each.key)
def test_a_topic_fits_a_page(each: Topic) -> None:
    marks = sum(len(", ".join(point.rules)) + len(point.example) + 8 for point in each.points)
    assert sum(len(str(point.text)) for point in each.points) + marks < ROOM


@pytest.mark.parametrize(("each", "point"), POINTS, ids=lambda each: each.key if isinstance(each, Topic) else "")
def test_every_point_is_a_sentence_with_rules_of_the_page(each: Topic, point: Point) -> None:
    assert str(point.text)[-1] in ".!", each.key
    assert "{" not in str(point.text)
    for rule in point.rules:
        number = re.fullmatch(r"([MN])([1-9]\d?)", rule)
        assert number is not None, rule
        assert int(number[2]) <= LAST[number[1]], rule


@pytest.mark.parametrize("letter", LAST)
def test_every_rule_is_explained(letter: str) -> None:
    told = {rule for _, point in POINTS for rule in point.rules}
    assert {f"{letter}{number}" for number in range(1, LAST[letter] + 1)} <= told


def test_every_rule_that_an_error_names_is_explained() -> None:
    sources = [
        path.read_text() for path in Path(engine.mutants.__file__).parent.glob("*.py") if "help" not in path.name
    ]
    named = {rule for source in sources for rule in re.findall(r'"([MN]\d+)"', source)}
    assert named <= {rule for _, point in POINTS for rule in point.rules}


def test_the_examples_are_canonical_notation_of_real_cards() -> None:
    box, examples = components(), [point.example for _, point in POINTS if point.example]
    assert len(examples) >= 20
    for text in (part for example in examples for part in example.split("/")):
        found = next((match for each in _EXAMPLES if (match := each.fullmatch(text))), None)
        assert found is not None, text
        parts = found.groupdict()
        hand = (parts.get("hand") or "").split("+") if parts.get("hand") else []
        assert all(code in box.cards for code in hand), text
        assert list(box.sorted(hand)) == hand, text  # N4
        if top := parts.get("top"):
            assert box.card(top).kind == "advanced", text
            if text.startswith("B "):  # M24
                assert set(box.card(top).genes) <= {gene for code in hand for gene in box.card(code).genes}, text


def test_the_example_of_a_reserve_is_one() -> None:
    (example,) = (point.example for point in topic("constructed").points if point.example)
    codes = example.split("+")
    assert len(codes) == RESERVE_SIZE
    assert max(map(codes.count, codes)) <= MOST_COPIES
    assert {components().card(code).kind for code in codes} == {"advanced"}


def test_what_is_reconstructed_is_said_where_it_is_shown() -> None:
    for key in ("overview", "boss", "reconstruction"):
        assert any("not the published values" in str(point.text) for point in topic(key).points), key


def test_the_aid_card_has_all_that_belongs_on_it() -> None:
    aid = topic("aid")  # M72
    assert aid.sheet
    assert [each for each in TOPICS if each.sheet] == [aid]
    cited = {rule for point in aid.points for rule in point.rules}
    steps = {f"M{number}" for number in range(28, 33)}
    assert cited >= steps | {"M18", "M19", "M23", "M24", "M25", "M40", "M53"}
    words = " ".join(str(point.text) for point in aid.points)
    assert [gene for gene in ("Cyber", "Necro", "Saber", "Zoomorph", "Galactic", "Mythic") if gene not in words] == []


def test_decks_bosses_and_numbers_are_told_from_the_data() -> None:
    ready = " ".join(str(point.text) for point in topic("ready").points)
    for deck in components().decks.values():
        assert deck.name_en in ready
        assert [code for code in deck.cards if f"({code})" not in ready] == []
    boss = [str(point.text) for point in topic("boss").points]
    assert "Singularity Wizard: health 42, 12 cards." in boss
    assert "Jack Ice: health 46, 20 cards." in boss
    assert any("13 spaces" in str(point.text) for point in topic("force").points)
    assert any("4, 5, 6, 7, 8" in str(point.text) for point in topic("rounds").points)
    assert any("2, 2, 3, 3, 4" in str(point.text) for point in topic("rounds").points)


# What is warned of before it is done, and what menus say of moves.


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
    last = kit_table(laid, {}, round_=5)
    assert "last round" in (warned(last, "I ROB>TRI") or "")
    assert warned(last, "D ROB") is None
    assert warned(kit_table(laid, {}, round_=4), "I ROB>TRI") is None
    assert warned(revolt(laid, {"A": "EVH", "deck": "EVH"}, round_=5), "I ROB>TRI") is None
    assert warned(revolt(laid, {"A": "HDE", "deck": "EVH"}, round_=5), "I ROB>TRI") is not None


def test_a_draft_tells_genes() -> None:
    state = MUTANTS.initial(Setup("2"), Chance.from_text("x"))
    card = state.packs[0][0]
    (step,) = MUTANTS.choices(state, 1, MUTANTS.parse(state, 1, card))
    assert str(step.text) == f"{components().cards[card].name_en} ({genes_text(components().cards[card].genes)})"


def test_menus_go_one_card_a_step() -> None:
    state = kit_table({"hand": "ROB ZOM TRI", "reserve": ("TRI", "BBB", "TRI")}, {})
    assert [key for key, _, _ in steps(state, "D ROB")] == ["D", "ROB"]
    assert [key for key, _, _ in steps(state, "B ZOM+TRI>TRI@3")] == ["B", "TRI@3", "ZOM", "TRI"]
    assert [key for key, _, _ in steps(state, "I ROB>BBB")] == ["I", "BBB", "ROB"]
    assert steps(state, "I ROB>BBB")[1][1] == "Triple-B on pile 2"


def test_menus_say_what_follows() -> None:
    state = kit_table({"A": "ROB", "L": "LYC", "R": "zom"}, {})
    assert steps(state, "L") == [("L", "To the left flank", "Beast leaves: gain 2 force")]
    assert steps(state, "R") == [("R", "To the right flank", "Zombie leaves, K.O.")]
    (_, label, note) = steps(kit_table({"hand": "ZOM ROB"}, {}), "D ZOM")[1]
    assert label == "Zombie"
    assert note == "deploy: gain 2 force · leave: you may freeze this mutant"


def test_what_is_frozen_says_what_it_is_worth() -> None:
    """M41, M52: as the freezer is now; in a Revolt it is damage (M68)."""
    state = kit_table({"A": "ROB", "L": "ZOM", "R": "DEM", "freezer": "NOB"}, {})
    leaving = tables_play(state, "L")
    assert steps(leaving, "Y") == [("Y", "Yes", "frozen: 1 point at the end")]
    assert steps(leaving, "N") == [("N", "No", "it goes to your discard")]
    laid = {"hand": "NOB ROB ZOM", "discard": "DEV TRI", "freezer": "ZOM NOB", "reserve": THREE}
    worth = tables_play(kit_table(laid, {}), "D NOB")
    assert steps(worth, "TRI")[0][2] == "frozen: 4 points at the end"
    assert steps(worth, "DEV")[0][2] == (
        "frozen: 4 at the end with your freezer as it is now, and more if you freeze more of its gene"
    )
    assert steps(worth, "N") == [("N", "None", "you freeze nothing")]
    damage = tables_play(revolt(laid, {"deck": "EVH EVH"}), "D NOB")
    assert steps(damage, "TRI")[0][2] == "frozen: the boss loses 4 health at once"


def test_who_chooses_what_is_knocked_out_reads_what_is_lost_with_it() -> None:
    laid = {"hand": "ZOM", "incubator": "TRI", "A": "", "L": "ROB", "R": "NOB"}
    state = revolt(laid, {"deck": "AVA AVA"}, boss="jack", health=30)
    assert steps(state, "L") == [("L", "Robot · left flank", "you lose its leave ability: gain 1 force")]
    assert steps(state, "R")[0][2] == (
        "you lose its leave ability: gain 1 force · permanent: when you freeze a card: gain 2 force"
    )


def test_copies_name_the_ability() -> None:
    state = tables_play(kit_table({"A": "ZOM", "L": "KRU", "R": "DEM"}, {}), "L")
    assert steps(state, "A.D") == [("A.D", "Zombie's deploy ability · active zone", "gain 2 force")]
    assert steps(state, "R.L") == [("R.L", "Demon's leave ability · right flank", "gain 2 force")]


def test_the_boss_is_chosen_for_by_its_cards() -> None:
    state = tables_play(revolt({"hand": "ARM ROB ROB"}, {"A": "EVH", "L": "HDE", "deck": "EVH"}, it=10), "D ARM")
    assert steps(state, "L")[0][1] == "Heat Death · left flank"


def test_a_mulligan_names_what_goes_under_its_piles() -> None:  # M15
    state = MUTANTS.initial(Setup("solo"), Chance.from_text("x"))
    one, two, three = (components().cards[pile[0]].name_en for pile in state.sides[0].piles)
    asks = str(MUTANTS.question(state, 1, ()).ask)
    assert asks.startswith(f"Put {one}, {two} and {three} under their piles and turn up the next ones?")


def test_questions_are_in_words() -> None:
    state = kit_table({"hand": "ROB ZOM TRI", "reserve": ("TRI", "BBB", "TRI")}, {}, round_=2)
    asked = MUTANTS.question(state, 1, ())
    assert (str(asked.heading), str(asked.ask)) == ("Your action · round 2 of 5", "What do you do?")
    way = MUTANTS.choices(state, 1, MUTANTS.parse(state, 1, "B ZOM+TRI>TRI"))
    asks = [str(MUTANTS.question(state, 1, way[:count]).ask) for count in range(1, 4)]
    assert asks == [
        "Which reserve top do you breed?",
        "Which two cards do you discard for it? The first:",
        "Which other card?",
    ]


# The rules page: every rule with where it comes from, and what is reconstructed.


ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "mutants.md").read_text(encoding="utf-8")
SOURCES = {"stated", "source", "derived", "ruling", "reconstruction", "ours"}
RULES = {f"M{number}" for number in range(1, 80)} | {f"N{number}" for number in range(1, 15)}
BOX = components()


def on_the_page() -> dict[str, str]:
    """Return the rules of the page and what each says of its source."""
    found: dict[str, str] = {}
    for rule, source in re.findall(r"^- \*\*([MN]\d+)\*\* \(([^)]+)\) \S", PAGE, re.MULTILINE):
        assert rule not in found, f"{rule} stands there twice"
        found[rule] = source
    return found


def test_the_page_has_every_rule_and_says_where_it_comes_from() -> None:
    page = on_the_page()
    assert set(page) == RULES
    for rule, source in page.items():
        marks = {mark for part in source.split(";") for mark in re.split(r"[,\s]+", part.split(":")[-1].strip())}
        assert marks & SOURCES, rule
        assert marks <= SOURCES | {"inferred", "or"}, rule


def test_the_page_says_plainly_what_is_reconstructed() -> None:
    said = PAGE.partition("## What is reconstructed")[2].partition("\n## ")[0]
    assert "reconstruction made for\nthis project, not the published values" in said
    assert str(BOX.version) == "1"
    assert f'[Data "{BOX.version}"]' in said
    invented = sum(card.invented for card in BOX.advanced)
    assert (invented, "six names are\ninvented" in said) == (6, True)
