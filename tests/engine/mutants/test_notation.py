"""Reading and writing moves, and errors that say why (N1 to N7)."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from engine.chance import Chance
from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveError, NotationError, TurnError
from engine.game import Setup
from engine.mutants.components import Card, components
from engine.mutants.game import MUTANTS
from engine.mutants.parse import ambiguous_card
from engine.mutants.state import State
from engine.seat import Seat
from engine.turn import parse_turn
from tests.engine.mutants.tables import THREE, Laid, answers, play, table

TABLE: Laid = {"hand": "ROB ROB ZOM WAR TRI DEM", "reserve": ("TRI NOB", "DEV", "TRI KRU"), "deck": "ALN ALN ALN"}

BOX = components()


def read(state: State, text: str, seat: Seat = 1) -> str:
    return MUTANTS.format(state, seat, MUTANTS.parse(state, seat, text))


def refused(state: State, text: str, seat: Seat = 1) -> MoveError:
    with pytest.raises(MoveError) as caught:
        MUTANTS.parse(state, seat, text)
    error = caught.value
    assert error.position == MUTANTS.masked_position(state, seat)
    assert set(error.suggestions) <= {MUTANTS.format(state, seat, move) for move in MUTANTS.legal(state, seat)}
    return error


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("D ZOM", "D ZOM"),
        ("  d   zombie !", "D ZOM"),
        ("deploy Guerrier", "D WAR"),
        ("d tricéra-tank", "D TRI"),
        ("D Tricera Tank", "D TRI"),
        ("B ZOM+TRI>TRI", "B ZOM+TRI>TRI"),
        ("B TRI + ZOM > TRI@1", "B ZOM+TRI>TRI"),
        ("b Tricera-Tank+zomb > tri @ 3", "B ZOM+TRI>TRI@3"),
        ("I ROB>DEV", "I ROB>DEV"),
        ("incubate robot → Le Dévoreur", "I ROB>DEV"),
        ("I DEM>TRI@3", "I DEM>TRI@3"),
    ],
)
def test_actions_are_read(text: str, canonical: str) -> None:
    """N1 to N4."""
    assert read(table(TABLE, {}), text) == canonical


@pytest.mark.parametrize(
    ("text", "kind", "code", "rule"),
    [
        ("", NotationError, "notation", "N2"),
        ("ZOM", NotationError, "notation", "N2"),
        ("D", NotationError, "notation", "N2"),
        ("D ZOM>TRI", NotationError, "notation", "N2"),
        ("B ZOM>TRI", NotationError, "notation", "N2"),
        ("I ZOM", NotationError, "notation", "N2"),
        ("Y", NotationError, "notation", "N2"),
        ("F", NotationError, "notation", "N2"),
        ("N", IllegalMoveError, "compulsory", "M27"),
        ("D XXX", NotationError, "no-such-card", "N1"),
        ("D Zo", NotationError, "no-such-card", "N1"),
        ("D HDE", NotationError, "no-such-card", "N1"),
        ("D LYC", IllegalMoveError, "not-in-hand", "M23"),
        ("B ZOM+ZOM>TRI", IllegalMoveError, "not-in-hand", "M24"),
        ("B ROB+LYC>TRI", IllegalMoveError, "not-in-hand", "M24"),
        ("B ROB+ZOM>KRU", IllegalMoveError, "not-on-top", "M24"),
        ("B ROB+ZOM>TRI@2", IllegalMoveError, "not-on-top", "M24"),
        ("B ROB+ZOM>TRI@0", IllegalMoveError, "not-on-top", "M24"),
        ("B ZOM+WAR>TRI", IllegalMoveError, "genes", "M24"),
        ("I LYC>TRI", IllegalMoveError, "not-in-hand", "M25"),
        ("I ZOM>NOB", IllegalMoveError, "not-on-top", "M25"),
    ],
)
def test_actions_are_refused_with_rule_and_reason(text: str, kind: type[MoveError], code: str, rule: str) -> None:
    error = refused(table(TABLE, {}), text)
    assert (type(error), error.code, error.rule) == (kind, code, rule)
    assert str(error.text).endswith((".", "!"))


def test_a_pick_is_a_card_of_ones_own_pack() -> None:
    """M11, N8."""
    state = MUTANTS.initial(Setup("2"), Chance.from_text("x"))
    error = refused(state, state.packs[1][0])
    assert (error.code, error.rule) == ("not-in-pack", "M11")
    assert set(error.suggestions) <= set(state.packs[0])
    assert refused(state, "ZOM").code == "not-in-pack"
    assert refused(state, "N", 2).code == "no-such-card"


def test_missing_genes_are_named() -> None:
    """M24: what it needs, and what the two cards have."""
    error = refused(table(TABLE, {}), "B ZOM+WAR>TRI")
    assert str(error.text) == "Tricera-Tank needs Cyber and Zoomorph; Zombie and Warrior have Necro and Saber."
    assert error.suggestions
    assert all(text.startswith("B ") and ">TRI" in text for text in error.suggestions)


def test_incubator_and_reserve() -> None:
    """M25."""
    assert refused(table({**TABLE, "incubator": "TRI"}, {}), "I ZOM>DEV").code == "incubator-full"
    assert refused(table({"hand": "ROB ZOM"}, {}), "I ZOM>DEV").code == "reserve-empty"


def test_who_is_not_asked() -> None:
    """N9."""
    state = table(TABLE, {}, {}, force={3: 4, 1: 5, 2: 7})
    assert (refused(state, "D ROB", 2).code, refused(state, "D ROB", 2).rule) == ("not-to-act", "M16")
    gone = MUTANTS.forfeit(state, 2).state
    assert refused(gone, "D ROB", 2).code == "gone"
    over = MUTANTS.forfeit(gone, 3).state
    assert refused(over, "D ROB").code == "game-over"


@pytest.mark.parametrize(
    ("laid", "texts", "text", "canonical"),
    [
        ({"A": "ROB"}, "", "l", "L"),
        ({"A": "ROB", "L": "ZOM", "R": "rob"}, "L", "yes", "Y"),
        ({"A": "ROB", "L": "BON", "R": "ZOM"}, "L", "no", "N"),
        ({"A": "ROB", "L": "BON", "R": "ZOM"}, "L", "r", "R"),
        ({"hand": "ROB WAR DEM", "deck": "ZOM"}, "D ROB", "warrior", "WAR"),
        ({"hand": "LYC ROB WAR DEM", "reserve": THREE}, "D LYC/Y", "DEM+robot", "ROB+DEM"),
        ({"hand": "RHI ROB", "reserve": ("", "TRI", "TRI")}, "D RHI", "TRI@3", "TRI@3"),
        ({"hand": "RHI ROB", "reserve": ("", "TRI", "TRI")}, "D RHI", "tri@2", "TRI"),
        ({"A": "LYC", "L": "ALN", "R": "ZOM"}, "L", "r.d", "R"),
        ({"A": "ZOM", "L": "KRU", "R": "DEM"}, "L", "r", "R.L"),  # there is but one half
        ({"A": "ZOM", "L": "KRU", "R": "DEM"}, "L", "a.leave", "A.L"),
        ({"hand": "MRV WAR ROB"}, "D MRV", "warrior", "WAR"),
        ({"hand": "NOB ROB", "discard": "ZOM WAR"}, "D NOB", "n", "N"),
        ({"hand": "ROB DEM", "deck": "", "discard": "ROB WAR WAR"}, "D ROB", "guer", "WAR"),
    ],
)
def test_answers_are_read(laid: Laid, texts: str, text: str, canonical: str) -> None:
    """N2 to N5."""
    assert read(play(table(laid, {}), *filter(None, texts.split("/"))), text) == canonical


@pytest.mark.parametrize(
    ("laid", "texts", "text", "code", "rule"),
    [
        ({"A": "ROB"}, "", "A", "notation", "N2"),
        ({"A": "ROB", "L": "ZOM", "R": "rob"}, "L", "ZOM", "notation", "N5"),
        ({"A": "ROB", "L": "BON", "R": "ZOM"}, "L", "L", "zone", "M41"),
        ({"hand": "ROB WAR DEM", "deck": "ZOM"}, "D ROB", "N", "compulsory", "M34"),
        ({"hand": "ROB WAR DEM", "deck": "ZOM"}, "D ROB", "LYC", "not-in-hand", "M39"),
        ({"hand": "ROB WAR DEM", "deck": "ZOM"}, "D ROB", "WAR+DEM", "count", "M39"),
        ({"hand": "LYC ROB WAR DEM", "reserve": THREE}, "D LYC/Y", "ROB", "count", "M51"),
        ({"hand": "RHI ROB", "reserve": ("", "TRI", "TRI")}, "D RHI", "NOB", "not-on-top", "M47"),
        ({"A": "LYC", "L": "ALN", "R": "ZOM"}, "L", "L", "copy", "M50"),
        ({"A": "LYC", "L": "ALN", "R": "ZOM"}, "L", "A.L", "copy", "M50"),
        ({"A": "ZOM", "L": "KRU", "R": "DEM"}, "L", "R.D", "copy", "M50"),
        ({"A": "ZOM", "L": "KRU", "R": "DEM"}, "L", "A", "ambiguous", "N4"),
        ({"hand": "NOB ROB", "discard": "ZOM WAR"}, "D NOB", "LYC", "not-in-discard", "M41"),
        ({"hand": "NOB ROB", "discard": "ZOM WAR"}, "D NOB", "Y", "notation", "N2"),  # N5
        ({"hand": "EVA ROB", "A": "", "L": "rob", "R": "zom"}, "D EVA", "A", "zone", "M45"),
    ],
)
def test_answers_are_refused(laid: Laid, texts: str, text: str, code: str, rule: str) -> None:
    error = refused(play(table(laid, {}), *filter(None, texts.split("/"))), text)
    assert (error.code, error.rule) == (code, rule)


@pytest.mark.parametrize(
    ("laid", "texts", "wanted"),
    [
        ({"A": "ROB"}, "", "Name a flank: L or R."),
        ({"hand": "ROB WAR DEM", "deck": "ZOM"}, "D ROB", "Name 1 card."),
        ({"hand": "LYC ROB WAR DEM", "reserve": THREE}, "D LYC/Y", "Name 2 cards, joined by +."),
        ({"hand": "RHI ROB", "reserve": ("", "TRI", "TRI")}, "D RHI", "Name a reserve top."),
        ({"hand": "NOB ROB", "discard": "ZOM WAR"}, "D NOB", "Name a card, or N for none."),
        ({"A": "ROB", "L": "BON", "R": "ZOM"}, "L", "Name a zone: A, L or R; or N for none."),
        ({"A": "LYC", "L": "ALN", "R": "ZOM"}, "L", "Name what you copy: a zone or a card, with .D or .L"),
    ],
)
def test_an_answer_of_another_kind_is_told_what_is_wanted(laid: Laid, texts: str, wanted: str) -> None:
    state = play(table(laid, {}), *filter(None, texts.split("/")))
    error = refused(state, "Y")
    assert error.code == "notation"
    assert str(error.text).startswith(wanted)


def test_a_beginning_of_several_names_is_ambiguous() -> None:
    """N1. No two names of this box begin alike; those of another edition may."""
    state = table({"hand": "BIO ROB WAR"}, {})
    error = ambiguous_card(state, 1, "Bi", "D Bi", [BOX.card("BIO"), BOX.card("ROB")])
    assert str(error.text) == "Bi could mean Bio-Hedgehog or Robot."
    assert isinstance(error, AmbiguousMoveError)
    assert error.candidates == ("D ROB", "D BIO")


def test_a_beginning_needs_four_letters() -> None:
    """N1."""
    state = table({"hand": "BIO ROB"}, {})
    assert refused(state, "D bi").code == "no-such-card"
    assert read(state, "D bio-h") == "D BIO"


def test_a_half_that_is_missing() -> None:
    """N4: with `either` always the half."""
    state = play(table({"A": "ZOM", "L": "KRU", "R": "DEM"}, {}), "L")
    error = refused(state, "A")
    assert isinstance(error, AmbiguousMoveError)
    assert error.candidates == ("A.D", "A.L")


def test_equal_cards_are_one_answer() -> None:
    """N6."""
    state = table({"hand": "ROB ROB ZOM", "reserve": THREE}, {})
    assert len(answers(state)) == len(set(answers(state)))
    assert [text for text in answers(state) if text.startswith("D")] == ["D ROB", "D ZOM"]


def test_what_is_forced_by_hidden_cards_is_asked() -> None:
    """N6: two equal cards in hand, one to discard."""
    state = play(table({"hand": "ROB ZOM", "deck": "ZOM"}, {}), "D ROB")
    assert answers(state) == ["ZOM"]
    assert MUTANTS.forced(state, 1) is None


def test_texts_of_one_turn_are_joined() -> None:
    """N7: not past a draw, and not past another seat's prompt."""
    state = table({"hand": "ZOM ROB DEM", "A": "WAR", "L": "ROB", "R": "LYC"}, {}, force={2: 4, 1: 5})
    assert parse_turn(MUTANTS, state, 1, "R/D ZOM").text == "R/D ZOM"
    drawn = table({"hand": "ROB WAR DEM", "deck": "ZOM"}, {})
    with pytest.raises(TurnError) as caught:
        parse_turn(MUTANTS, drawn, 1, "D ROB/WAR")
    assert (caught.value.code, caught.value.rule) == ("barrier", "N7")
    other = table({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "DEV"})
    with pytest.raises(TurnError):
        parse_turn(MUTANTS, other, 1, "D BON/L")
    hidden = table({"hand": "RHI ROB DEM", "reserve": THREE}, {})
    with pytest.raises(TurnError):
        parse_turn(MUTANTS, hidden, 1, "D RHI/TRI/R")


@pytest.mark.parametrize(
    ("laid", "before", "text", "canonical"),
    [
        ({"hand": "ROB ZOM", "reserve": ("BBB", "", "")}, "", "B ZOM+ROB>BBB", "B ROB+ZOM>BBB"),
        ({"hand": "WAR ALN", "reserve": ("STA", "", "")}, "", "B WAR+ALN>STA", "B WAR+ALN>STA"),
        ({"hand": "ZOM ROB", "reserve": THREE}, "", "I ZOM>TRI", "I ZOM>TRI"),
        ({"hand": "DEM ROB ZOM", "deck": "", "discard": "ZOM WAR LYC"}, "D ROB", "ZOM", "ZOM"),
        ({"A": "DEM", "L": "AUT", "R": "rob", "hand": "WAR ROB"}, "L", "WAR", "WAR"),
        ({"hand": "AND ROB ZOM", "deck": "ALN DEM"}, "D AND", "ROB+ZOM", "ROB+ZOM"),
        ({"hand": "TAO ROB", "discard": "WAR ZOM"}, "D TAO", "WAR", "WAR"),
        ({"hand": "RHI ROB", "reserve": ("NOB", "TRI", "TRI")}, "D RHI", "TRI@3", "TRI@3"),
        ({"hand": "RHI ROB", "reserve": ("NOB", "", "TRI")}, "D RHI", "TRI@3", "TRI"),
        ({"A": "LYC", "L": "ALN", "R": "ZOM"}, "L", "A", "A"),
        ({"hand": "MRV ZOM ROB"}, "D MRV", "ZOM", "ZOM"),
        ({"A": "ROB", "L": "ROB", "R": "KRU"}, "R", "L.D", "L.D"),
        ({"hand": "EVA ROB", "L": "rob", "R": "zom"}, "D EVA", "R", "R"),
        (
            {"hand": "ROB WAR DEM", "A": "LYC", "L": "ALN", "R": "ZOM", "reserve": ("TRI AND", "NOB", "")},
            "",
            "L/A/Y/ROB+WAR/TRI",
            "L/A/Y/ROB+WAR/TRI",
        ),
        ({"hand": "ZOM ROB", "A": "WAR", "L": "rob", "R": "LYC"}, "", "R/D ZOM", "R/D ZOM"),
    ],
)
def test_the_examples_of_the_page(laid: Laid, before: str, text: str, canonical: str) -> None:
    """N2, N3, N7, N8, N11; picks, reserves and mulligans are elsewhere."""
    state = play(table(laid, {}), *filter(None, [before]))
    assert parse_turn(MUTANTS, state, 1, text, past_barrier=True).text == canonical


@pytest.mark.parametrize("card", components().mutants, ids=lambda card: card.code)
def test_every_name_is_read_in_moves(card: Card) -> None:
    """N1: French and English, accents or not."""
    state = table({"hand": f"{card.code} ROB"}, {})
    for name in (card.name_fr, card.name_en):
        bare = "".join(sign for sign in normalize("NFKD", name) if sign.isascii())
        for text in (name, name.upper(), bare, bare.lower().replace(" ", "").replace("-", "")):
            assert read(state, f"D {text}") == f"D {card.code}"
