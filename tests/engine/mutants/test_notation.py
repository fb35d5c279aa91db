"""Reading and writing moves, and errors that say why (N1 to N7)."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest

from engine.__main__ import main
from engine.chance import Chance
from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveError, NotationError, SetupError, TurnError
from engine.game import Setup
from engine.mutants import abilities, wording
from engine.mutants.abilities import (
    Attack,
    Copy,
    Cycle,
    Discard,
    Draw,
    Effect,
    Flip,
    Force,
    Freeze,
    Gain,
    Health,
    Ko,
    Points,
    Take,
    Trigger,
)
from engine.mutants.components import Card, components
from engine.mutants.duels import Attacked, Boxed, ForceMoved, FreezerOpened, Parried, Triggered
from engine.mutants.game import MUTANTS
from engine.mutants.outcome import freezer_values
from engine.mutants.parse import ambiguous_card
from engine.mutants.stack import read_frame, write_frame
from engine.mutants.state import State
from engine.mutants.wording import (
    ability_text,
    boss_known_text,
    card_line,
    card_texts,
    effect_text,
    known_text,
    occasion_text,
    trigger_text,
)
from engine.seat import Seat
from engine.turn import parse_turn
from locales.pseudo import Pseudo
from tests.catalogues import english_words
from tests.engine.mutants.kit import THREE, TablesLaid, answers, arena, asked, force, revolt, table, tables_play, told
from tests.engine.mutants.test_help import PAGE

TABLE: TablesLaid = {"hand": "ROB ROB ZOM WAR TRI DEM", "reserve": ("TRI NOB", "DEV", "TRI KRU"), "deck": "ALN ALN ALN"}

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
def test_answers_are_read(laid: TablesLaid, texts: str, text: str, canonical: str) -> None:
    """N2 to N5."""
    assert read(tables_play(table(laid, {}), *filter(None, texts.split("/"))), text) == canonical


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
def test_answers_are_refused(laid: TablesLaid, texts: str, text: str, code: str, rule: str) -> None:
    error = refused(tables_play(table(laid, {}), *filter(None, texts.split("/"))), text)
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
def test_an_answer_of_another_kind_is_told_what_is_wanted(laid: TablesLaid, texts: str, wanted: str) -> None:
    state = tables_play(table(laid, {}), *filter(None, texts.split("/")))
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
    state = tables_play(table({"A": "ZOM", "L": "KRU", "R": "DEM"}, {}), "L")
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
    state = tables_play(table({"hand": "ROB ZOM", "deck": "ZOM"}, {}), "D ROB")
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
def test_the_examples_of_the_page(laid: TablesLaid, before: str, text: str, canonical: str) -> None:
    """N2, N3, N7, N8, N11; picks, reserves and mulligans are elsewhere."""
    state = tables_play(table(laid, {}), *filter(None, [before]))
    assert parse_turn(MUTANTS, state, 1, text, past_barrier=True).text == canonical


@pytest.mark.parametrize("card", components().mutants, ids=lambda card: card.code)
def test_every_name_is_read_in_moves(card: Card) -> None:
    """N1: French and English, accents or not."""
    state = table({"hand": f"{card.code} ROB"}, {})
    for name in (card.name_fr, card.name_en):
        bare = "".join(sign for sign in normalize("NFKD", name) if sign.isascii())
        for text in (name, name.upper(), bare, bare.lower().replace(" ", "").replace("-", "")):
            assert read(state, f"D {text}") == f"D {card.code}"


# Positions in one line: whole ones, what is refused, and what a reader is shown.


READY = Setup("2", (("reserve", "ready"),))
DECK = "ALN ZOM LYC"
LAID = {
    "A": "ZOM",
    "L": "KRU",
    "R": "SUP",
    "discard": "WAR",
    "freezer": "ROB",
    "incubator": "TRI",
    "reserve": THREE,
    "deck": DECK,
}


def again(state: State) -> State:
    setup = Setup(state.rules.mode.key, state.rules.options, position=MUTANTS.write_position(state))
    return MUTANTS.initial(setup, state.chance)


def test_in_the_middle_of_a_copied_copy() -> None:
    """What has still to resolve is part of the position."""
    state = tables_play(table({**LAID, "L": "KRU", "R": "SUP", "A": "ALN"}, {"L": "rob", "deck": DECK}), "L", "R.L")
    assert asked(state) == "copy 1"
    there = again(state)
    assert there.stack == state.stack
    assert there.sides == state.sides
    assert MUTANTS.legal(there, 1) == MUTANTS.legal(state, 1)
    for frame in state.stack:
        assert read_frame(write_frame(frame)) == frame


def test_a_revolt() -> None:
    laid = {"hand": "ARM ROB ZOM", "L": "rob", "deck": DECK}
    state = tables_play(revolt(laid, {"A": "EVH", "L": "EVH", "R": "hde", "deck": "FAT"}, it=10), "D ARM")
    assert asked(state) == "ko 1"
    assert (again(state).stack, again(state).sides, again(state).health) == (state.stack, state.sides, state.health)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("round=1", "round=9"),
        ("round=1", "round=x"),
        ("round=1", "rounds=1"),
        ("spaces=5,6", "spaces=5,16"),
        ("spaces=5,6", "spaces=5"),
        ("line=1,2", "line=2,1"),
        ("standing=1,2", "standing=1"),
        ("points=0,0", "points=0"),
        ("h=ROB1,DEM1", "h=DEM1,ROB1"),
        ("h=ROB1,DEM1", "h=ROB1,XXX1"),
        ("h=ROB1,DEM1", "h=ROB1,dem"),
        ("h=ROB1,DEM1", "h=ROB1 h=DEM1"),
        ("a=-,ROB!,-", "a=-,-!,-"),
        ("a=-,ROB!,-", "a=-,ROB!"),
        ("p=TRI,NOB/RHI,KRU/ORI,AST", "p=TRI,NOB/RHI,KRU"),
        ("Turns:2", "Turns:9"),
        ("Turns:2", "Turn:2"),
        ("Turns:2", "Turns:2:3"),
        ("Turns:2 ", ""),
        ("Ask:act", "Ask:ask"),
        ("Ask:act", "Ask:mulligan"),
        ("Ask:act", "Ask:cycle"),
        ("Ask:act:1:1:1:n:", "Ask:act:1:1:1:maybe:"),
        ("Ask:act:1:1:1:n:", "Ask:act:3:1:1:n:"),
        ("Ask:act:1:1:1:n:", "Acting:1"),
        ("Ask:act:1:1:1:n:", "Ability:1:ZOM:A:XXX:deploy:0:n::n Ask:act:1:1:1:n:"),
        (" | ", " "),
    ],
)
def test_what_no_game_comes_to_is_refused(old: str, new: str) -> None:
    assert position_refused(table({"L": "rob", "reserve": THREE, "deck": DECK}, {"deck": DECK}), old, new).startswith(
        "position"
    )


def position_refused(state: State, old: str, new: str) -> str:
    """Return why a position is refused that is well as it is, with one thing in it changed."""
    again(state)
    text = MUTANTS.write_position(state)
    assert old in text
    setup = Setup(state.rules.mode.key, state.rules.options, position=text.replace(old, new, 1))
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(setup, Chance.from_text("x"))
    return caught.value.code


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("h=ROB1,DEM1", "h=ROB1,DEM1,DEM1,DEM1"),  # three of a kind
        ("h=ROB1,DEM1", "h=ROB1,HDE1"),  # a boss's card
        ("p=TRI,NOB", "p=ZOM,NOB"),  # a basic mutant in the reserve
        ("p=TRI,NOB", "p=TRI,NOB,BIO,BIO,AND,AND,AUT,AUT,WRE"),  # 13 advanced mutants
        ("a=-,ROB!,-", "a=-,ROB!,FAT"),
        ("h=ROB1,DEM1", "h=ROB1,DEM2"),  # of a shuffle that there was not
        ("s=1", "s=1000"),
        ("points=0,0", "points=0,99999"),
        ("turn=1", "turn=100000"),
        ("active=1", "active=2"),
        ("first=1", "first=0"),
        ("round=1 ", ""),
        ("turn=1", "turn=1 gone=2"),  # its markers are still there, and one player is left
        ("turn=1", "turn=1 seen=1,1"),
        ("turn=1", "turn=1 picks=TRI/NOB"),
        ("turn=1", "turn=1 boxed=EVH"),
        ("Turns:2", "Turns:2 NewRound"),
        ("Turns:2", "Turns:2 Mulligans:7"),
        ("Turns:2 Acting:1 Ask:act:1:1:1:n:", "Turns:2 Ask:act:1:1:1:n:"),
        ("Turns:2 Acting:1 Ask:act:1:1:1:n:", "Mulligans:2 Ask:mulligan:1:1:1:n:"),
        ("Acting:1 Ask:act:1:1:1:n:", "Acting:2 Ask:act:1:1:1:n:"),
        ("Acting:1 Ask:act:1:1:1:n:", "Acting:1 Moving:1 Ask:flank:1:1:1:n:L,R"),  # there is nothing to move
    ],
)
def test_contents_that_contradict_each_other_are_refused(old: str, new: str) -> None:
    state = table({"L": "rob", "reserve": THREE, "deck": DECK}, {"deck": DECK})
    assert position_refused(state, old, new) == "position-wrong"


@pytest.mark.parametrize(
    "new",
    [
        "d=EVH1,WHD1 h=HDE0",
        "d=EVH1,WHD1 f=HDE0",
        "d=EVH1,WHD1 i=HDE",
        "d=EVH1,WHD1 p=HDE/-/-",
        "d=EVH1,WHD1,WHD1,WHD1,WHD1",
        "d=EVH1,AND1",
    ],
)
def test_a_boss_has_only_its_own_cards_and_no_hand_freezer_incubator_or_reserve(new: str) -> None:
    state = revolt({"L": "rob", "deck": DECK}, {"deck": "EVH WHD"})
    assert position_refused(state, "d=EVH1,WHD1", new) == "position-wrong"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:1:9:cycle Ask:cycle:1:1:9:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:1:2:cycle Ask:cycle:1:1:9:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:1:2:discard Ask:discard:1:1:2:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Discarding:2:2:cycle Ask:cycle:2:2:2:n:"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Gaining:1:hand:0:n Ask:gain:1:1:1:n:1"),
        ("Discarding:1:2:cycle Ask:cycle:1:1:2:n:", "Drawing:1:2:0:cycle Ask:freeze-empty:1:1:1:n:"),
        ("Ability:1:BIO:A:BIO:deploy", "Ability:1:BIO:A:AND:deploy"),
        ("Ability:1:BIO:A:BIO:deploy", "Ability:1:BIO:A:BIO:leave"),
        ("Ability:1:BIO:A:BIO:deploy:2", "Ability:1:BIO:A:BIO:deploy:7"),
    ],
)
def test_what_resolves_is_what_the_data_says(old: str, new: str) -> None:
    """Counts come from the card: with any number of cards to choose of a hand, legal moves would have no end."""
    laid = {"hand": "BIO ROB DEM WAR", "deck": DECK}
    state = tables_play(table(laid, {"deck": DECK}), "D BIO")
    assert position_refused(state, old, new) == "position-wrong"


def test_a_prompt_is_what_its_frame_asks() -> None:
    """Zones, piles and cards to choose are those of the position."""
    hit = tables_play(table({"hand": "BON ROB", "deck": DECK}, {"L": "DEV", "R": "DEV", "deck": DECK}), "D BON")
    assert position_refused(hit, "Ask:ko:2:2:1:n:L,R", "Ask:ko:2:2:1:n:A,L") == "position-wrong"
    assert position_refused(hit, "Ask:ko:2:2:1:n:L,R", "Ask:ko:1:2:1:n:L,R") == "position-wrong"
    gain = tables_play(table({"hand": "RHI ROB", "reserve": THREE, "deck": DECK}, {"deck": DECK}), "D RHI")
    assert position_refused(gain, "Ask:gain:1:1:1:n:1,2,3", "Ask:gain:1:1:1:n:1,2,7") == "position-wrong"
    copied = tables_play(table({"A": "LYC", "L": "ALN", "R": "ZOM", "deck": "ALN"}, {"deck": DECK}), "L")
    assert (
        position_refused(copied, "Ask:copy:1:1:1:n:A.deploy,R.deploy", "Ask:copy:1:1:1:n:A.deploy,L.deploy")
        == "position-wrong"
    )


def test_a_mutant_that_is_turned_up_was_down() -> None:
    flip = tables_play(table({"hand": "EVA ROB", "L": "rob", "R": "zom", "deck": DECK}, {"deck": DECK}), "D EVA")
    assert position_refused(flip, "Ask:flip:1:1:1:n:L,R", "Ask:flip:1:1:1:n:A,L") == "position-wrong"


@pytest.mark.parametrize("over", ["V", "W"])
def test_who_is_left_alone_has_not_won_by_points_or_over_a_boss(over: str) -> None:  # M54
    end = MUTANTS.forfeit(table({"L": "rob", "reserve": THREE, "deck": DECK}, {"deck": DECK}), 2).state
    assert position_refused(end, "over=F", f"over={over}") == "position-wrong"


@pytest.mark.parametrize("power", ["power9", "setup"])
def test_a_boss_has_no_other_power(power: str) -> None:
    state = revolt({"hand": "ROB ZOM", "deck": DECK}, {"A": "HDE"})
    assert position_refused(state, "Acting:1", f"Ability:2:wizard:::{power}:0:n::n Acting:1") == "position-wrong"


def test_a_draft_that_no_game_comes_to_is_refused() -> None:
    """M11: packs and picks together are the cards that were dealt, and packs get smaller by one."""
    state = MUTANTS.initial(Setup("2", (("reserve", "draft"),)), Chance.from_text("x"))
    pack = ",".join(state.packs[0])
    for new in (pack[:-4], pack[4:] + ",ZOM", f"{pack[4:]},{state.packs[1][0]}", f"{pack[4:]},{pack[:3]}"):
        assert position_refused(state, pack, new) == "position-wrong"
    assert position_refused(state, "points=0,0", "points=0,1") == "position-wrong"
    assert position_refused(state, "picks=-/-", "picks=-") == "position-wrong"


@pytest.mark.parametrize("text", ["nonsense", "a | b", "x" * 9_000])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(Setup("2", READY.options, position=text), Chance.from_text("x"))
    assert caught.value.code.startswith("position")


def test_a_reader_is_shown_what_they_know() -> None:
    state = table({**LAID, "A": ""}, {"deck": DECK})
    own, other = MUTANTS.masked_position(state, 1), MUTANTS.masked_position(state, 2)
    assert own != other
    assert "h=ROB+DEM" in own
    assert "h=ROB+DEM" in other  # seat 2 has the same hand
    assert other.split(" | ")[3].endswith("h2 d3 x1:WAR f1")
    assert own.split(" | ")[3].endswith("f1:ROB")


def test_what_a_reader_is_shown_of_a_boss() -> None:
    state = revolt({"L": "rob", "deck": DECK}, {"A": "HDE", "deck": "EVH WHD"})
    assert MUTANTS.masked_position(state, 1).endswith(" | wizard health 40 A=HDE d2 x0")


# What abilities and cards are in words: every word of the vocabulary has some, and bosses are told from players.


EVERY: tuple[Effect, ...] = (
    Force(3),
    Force(-1),
    Cycle(2),
    Draw(1),
    Draw(2),
    Discard(1),
    Discard(2),
    *(Freeze(what, may) for what in abilities.FREEZES for may in (False, True)),
    *(Gain(zone, 0, may) for zone in abilities.GAINS for may in (False, True)),
    *(Gain(zone, cost, may=True) for zone in abilities.GAINS for cost in (1, 2)),
    *(Take(n) for n in (0, 1, 2)),
    *(Attack(who, (Force(-2),)) for who in abilities.ATTACKED),
    *(Attack("all", (Ko(what),)) for what in abilities.KOS if what != "self"),
    Attack("all", (Discard(1), Force(-1))),
    Ko("self"),
    Flip(),
    *(Copy(what, source) for what in abilities.HALVES for source in abilities.COPIES),
    Points(1),
    Health(2),
    *(Force(1, condition=condition) for condition in abilities.CONDITIONS),
)
"""An effect of every kind, with all that it may say."""


@pytest.mark.parametrize("boss", [False, True])
def test_every_effect_has_words_of_its_own(*, boss: bool) -> None:
    told = [str(effect_text(each, boss=boss)) for each in EVERY]
    assert len(set(told)) == len(told)
    for text in told:
        assert text[0].islower() or text.startswith("K.O.")
        assert not text.endswith(".")
        assert "{" not in text


def test_every_effect_goes_through_the_catalogue() -> None:
    for each in EVERY:
        assert english_words(effect_text(each).render(Pseudo())) == []


@pytest.mark.parametrize("when", sorted({*abilities.WEAKNESSES, *abilities.POWERS}))
def test_every_occasion_has_words(when: str) -> None:
    assert occasion_text(when) == wording._OCCASIONS[when]
    assert str(trigger_text(Trigger(when, (Force(2),)))) == f"when {occasion_text(when)}: gain 2 force"


@pytest.mark.parametrize("gene", abilities.GENES)
def test_an_occasion_tells_the_gene_that_its_card_must_carry(gene: str) -> None:
    for when in ("freeze", "gain", "breed", "incubate", "deploy"):
        assert str(wording.GENE_NAMES[gene]) in str(occasion_text(when, gene))


def test_an_ability_tells_its_effects_in_order_and_whom_each_acts_on() -> None:
    ability = (Attack("dominating", (Ko("same"), Force(-2))), Force(1))
    assert str(ability_text(ability)) == (
        "attack those who dominate you: K.O. their mutant in the same zone and they lose 2 force; gain 1 force"
    )
    assert str(ability_text((Attack("all", (Discard(1),)), Force(2)), boss=True)) == (
        "the boss attacks you: you discard 1 card; the boss gains 2 force"
    )
    assert str(ability_text(())) == "nothing"


def test_a_card_tells_all_of_itself_and_what_of_it_is_known() -> None:
    cards = components().cards
    assert " ".join(map(str, card_texts(cards["WAR"]))) == (
        "Warrior (WAR), basic mutant, Saber. Deploy: gain 2 force. Leave: attack those who dominate you: K.O. "
        "their mutant in the same zone. Freeze value 1. Known: French name, English name, genes, deploy, leave "
        "and freeze value. The rest is reconstructed."
    )
    assert "Transformation: " in " ".join(map(str, card_texts(cards["TAO"])))
    assert "Parry: K.O. this mutant; gain 3 force." in map(str, card_texts(cards["NEB"]))
    assert "Permanent: when you freeze a card: gain 2 force." in map(str, card_texts(cards["NOB"]))
    assert "Freeze value 1 for each Necro in your freezer." in map(str, card_texts(cards["DEV"]))
    assert "Weakness: when you breed a mutant with Galactic, 3 damage." in map(str, card_texts(cards["FAT"]))
    assert str(known_text(cards["EVH"])) == "It's all reconstructed."
    assert str(known_text(cards["BON"])) == ("Its name is made up. Partly known: genes. The rest is reconstructed.")


def test_a_line_tells_what_a_card_does_in_few_words() -> None:
    cards = [card for card in components().cards.values() if card.kind != "boss"]
    lines = {card.code: str(card_line(card)) for card in cards}
    assert [line for line in lines.values() if len(line) > 45] == [], "a phone has room for so much on a line"
    assert lines["EVA"] == "EVA: turn a K.O. face up; +2 force; cycle 2"
    assert lines["DEM"] == "DEM: leaving, +2 force"
    assert lines["TAO"] == "TAO: becomes the top card of your deck"
    assert lines["KOL"] == "KOL: +5 force; if dominated: +1 force"
    assert lines["LYC"] == "LYC: may discard 2: reserve top to hand"


def test_every_effect_has_few_words_of_its_own() -> None:
    card = components().card("ROB")
    told = [card_line(replace(card, deploy=(each,))) for each in EVERY]
    assert len(set(map(str, told))) == len(told)
    for each in told:
        assert english_words(each.render(Pseudo())) == [] or str(each).startswith(
            english_words(each.render(Pseudo()))[0]
        )
    assert str(card_line(replace(card, deploy=(), leave=()))) == "ROB: nothing"


def test_an_empty_freezer_and_what_a_leaver_had_are_told() -> None:
    opened = FreezerOpened(2, cards=(), values=(), total=7)
    assert str(opened.text()) == "Player 2's freezer is empty: 7 in all."
    assert str(Boxed(3).text()) == "Player 3's cards and markers go to the box."


def test_of_a_boss_of_which_nothing_is_known_it_is_said() -> None:
    boss = replace(components().bosses["wizard"], known=frozenset())
    assert str(boss_known_text(boss)) == "It's all reconstructed."


def test_every_known_field_of_the_data_has_a_name() -> None:
    for card in components().cards.values():
        assert {*card.known, *card.inferred} <= set(wording._FIELDS)


# The cases that every implementation must pass, all from the rulebook (C1 to C10).


def test_c1_variable_freeze_values() -> None:
    """C1, M52."""
    freezer = ["DEV", "DEV", "ZOM", "ZOM", "NOB", "TRI", "WAR"]
    assert freezer_values(components(), freezer) == (6, 6, 1, 1, 3, 4, 1)


@pytest.mark.parametrize(
    ("hand", "fitting", "others"), [("ZOM TRI", "NOB BIO TRI ORI", "DEV GOR"), ("ROB ZOM", "BBB", "DEV GOR KRU")]
)
def test_c2_what_two_cards_breed(hand: str, fitting: str, others: str) -> None:
    """C2, M24."""
    for top in [*fitting.split(), *others.split()]:
        bred = [text for text in answers(table({"hand": hand, "reserve": (top, "", "")}, {})) if text.startswith("B")]
        assert bred == ([f"B {'+'.join(hand.split())}>{top}"] if top in fitting else [])


def test_c3_the_turn_of_the_example() -> None:
    """C3, M20, M21, M49, M51."""
    laid = {"hand": "ROB WAR DEM", "deck": "ZOM", "A": "LYC", "L": "ALN", "R": "ZOM", "reserve": ("TRI AND", "NOB", "")}
    state = tables_play(table(laid, {}), "L")
    assert (asked(state), answers(state)) == ("copy 1", ["A", "R"])
    state = tables_play(state, "A", "Y", "ROB+WAR")
    assert (asked(state), answers(state)) == ("gain 1", ["TRI", "NOB"])
    assert state.sides[0].discard == ("ROB", "WAR")
    state = tables_play(state, "TRI")
    assert state.sides[0].discard == ("ROB", "WAR", "ALN")
    assert (arena(state, 1), state.sides[0].hand) == ("- LYC ZOM", ("DEM", "TRI"))
    state = tables_play(state, "D TRI")
    assert force(state)[1] == 7
    assert (asked(state), answers(state)) == ("cycle 1", ["ZOM", "DEM"])


def test_c4_who_is_attacked() -> None:
    """C4, M43, M45."""
    laid = {"A": "ROB", "L": "WAR", "R": "ROB"}
    sarah, john, ted = {"A": "DEV", "L": "DEV"}, {"A": "DEV", "R": "DEV"}, {"L": "DEV", "R": "DEV"}
    state, events = told(table(laid, sarah, john, ted, force={2: 4, 1: 5, 3: 7, 4: 8}), "L")
    assert [event.victims for event in events if isinstance(event, Attacked)] == [(4,)]
    assert [arena(state, seat) for seat in (2, 3, 4)] == ["DEV DEV -", "DEV - DEV", "- dev DEV"]


def test_c5_tech_tao() -> None:
    """C5, M46: the mutant on its way out cannot be taken."""
    state = tables_play(table({"hand": "TAO LYC ALN", "deck": "ZOM ROB", "discard": "WAR DEM"}, {}), "D TAO")
    assert (asked(state), answers(state)) == ("take 1", ["WAR", "DEM"])
    state = tables_play(state, "WAR", "LYC")
    assert (arena(state, 1), force(state)[1]) == ("ZOM - -", 7)
    assert state.sides[0].discard == ("DEM", "LYC", "TAO")
    assert state.sides[0].hand == ("WAR", "ALN")


def test_c6_xeleroth() -> None:
    """C6, M40, M46."""
    laid = {"hand": "XEL ROB ROB", "deck": "", "L": "WAR", "discard": "ALN ALN"}
    state, events = told(table(laid, {}), "D XEL")
    assert [event.change for event in events if isinstance(event, ForceMoved)] == [-1, 2]
    assert (asked(state), answers(state)) == ("freeze-empty 1", ["ALN", "XEL"])
    state = tables_play(state, "XEL")
    assert arena(state, 1) == "ALN WAR -"
    assert force(state)[1] == 7
    assert state.sides[0].deck == ("ALN",)


def test_c7_who_parries() -> None:
    """C7, M43, M44."""
    demon = {"L": "DEM"}
    state, events = told(table({"hand": "TYR ROB ROB"}, demon, demon, force={3: 4, 1: 5, 2: 8}), "D TYR")
    assert [event.seat for event in events if isinstance(event, Parried)] == [2]
    assert [arena(state, seat) for seat in (2, 3)] == ["- dem -", "- DEM -"]
    assert force(state) == {3: 4, 1: 8, 2: 9}


def test_c8_permanents_add_up() -> None:
    """C8, M48."""
    for right, gained in (("NOB", 4), ("nob", 2)):
        state, events = told(table({"hand": "ROB ROB ROB", "A": "NOB", "L": "ZOM", "R": right}, {}), "L", "Y")
        assert force(state)[1] == 5 + gained
        acted = [str(event.text()) for event in events if isinstance(event, Triggered)]
        assert acted == ["Lord Blood's permanent ability takes effect for Player 1."] * (gained // 2)


def test_c9_a_copier_freezes_itself() -> None:
    """C9, M49."""
    state = tables_play(table({"A": "ROB", "L": "ZOM", "R": "SUP"}, {}), "R", "L.L")
    assert asked(state) == "freeze-self 1"
    state = tables_play(state, "Y")
    assert state.sides[0].freezer == ("SUP",)
    assert state.sides[0].discard == ()


def test_c10_arrows() -> None:
    """C10, M64."""
    its = {"A": "HDE", "L": "EVH", "deck": "EVH"}
    state = tables_play(revolt({"hand": "ROB ROB ZOM ZOM"}, its, it=3), "D ZOM")
    assert arena(state, 2) == "EVH HDE -"
    assert state.sides[1].discard == ("EVH",)


# The command line, with the commands of the rules page and those that work for all games, and games through files.


COMMANDS = [
    *re.findall(r"^python -m engine (\S.*?)(?:  +#.*)?$", PAGE, re.MULTILINE),
    "games",
    "replay game.txt --json",
    "verify game.txt messages.txt",
    "legal game.txt",
    "perft mutants --mode 2 --option reserve=constructed --depth 3",
    "perft mutants --mode 2 --depth 2 --divide --from game.txt",
]
UNCHECKED = 3


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Put the first lines of a game of two into `game.txt`, and messages without a hash beside it."""
    monkeypatch.chdir(tmp_path)
    assert main(["selfplay", "mutants", "--mode", "2", "--seed", "page"]) == 0
    lines = capsys.readouterr().out.splitlines()[:60]
    lines = [line for line in lines if not line.startswith("[Termination")]
    Path("game.txt").write_text("\n".join(lines), encoding="utf-8")
    Path("messages.txt").write_text("nothing of interest", encoding="utf-8")
    return lines


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_runs(command: str, game: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert game
    assert main(shlex.split(command)) == (UNCHECKED if command.startswith("verify") else 0)
    assert capsys.readouterr().out.strip()


def test_what_would_be_drawn_is_not_known_without_a_seed(game: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    unseeded = [line for line in game if not line.startswith("[Seed")]
    Path("game.txt").write_text("\n".join(unseeded), encoding="utf-8")
    assert main(["legal", "game.txt"]) == 0
    capsys.readouterr()
    assert main(["perft", "mutants", "--sample", "5", "--depth", "40", "--from", "game.txt"]) == 1
    assert capsys.readouterr().err == "error: game.txt has no seed, so what would be drawn behind it is not known\n"


def test_the_page_names_a_game_of_each_kind() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"games", "selfplay", "replay", "verify", "legal", "perft"}
    assert [command for command in COMMANDS if "--mode solo" in command]


@pytest.mark.parametrize(
    "options",
    [
        ["--mode", "2"],
        ["--mode", "3", "--option", "reserve=constructed"],
        ["--mode", "4", "--option", "reserve=ready"],
        ["--mode", "2", "--option", "reserve=ready", "--option", "decks=42"],
        ["--mode", "solo"],
        ["--mode", "solo", "--option", "boss=jack", "--option", "limits=ABD"],
    ],
    ids=" ".join,
)
def test_a_random_game_of_each_form_replays(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """N10 to N13, M55: with its seed, and without."""
    assert main(["selfplay", "mutants", *options]) == 0
    text = capsys.readouterr().out
    told = []
    for number, record in enumerate((text, re.sub(r"(?m)^\[Seed .*\n", "", text))):
        file = tmp_path / f"{number}.txt"
        file.write_text(record, encoding="utf-8")
        assert main(["replay", str(file), "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
        assert main(["legal", str(file)]) == 0
        assert capsys.readouterr().out == ""  # it is over
    assert told[0] == told[1]
    assert told[0]["outcome"]["termination"] == "rules"
    assert told[0]["moves"] < 1_000


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--mode", "2", "--option", "boss=jack"], "The option boss is only for the Revolt"),
        (["--mode", "solo", "--option", "reserve=draft"], "The option reserve is only for"),
        (["--mode", "2", "--option", "decks=42"], "decks only works with reserve=ready"),
        (["--mode", "2", "--option", "reserve=ready", "--option", "decks=44"], "decks can't be 44"),
        (["--mode", "solo", "--option", "limits=DB"], "limits can't be DB"),
        (["--mode", "5"], "Mutants has no mode 5"),
    ],
)
def test_options_of_another_mode_are_refused(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """N10."""
    assert main(["selfplay", "mutants", *options]) == 1
    assert said in capsys.readouterr().err
