"""Building reserves from menus, and the codes by which people share them (M13, M61, M70, M71)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from engine.errors import IllegalMoveError, NotationError
from engine.extras import Building
from engine.game import Setup
from engine.mutants.components import components, editions
from engine.mutants.game import MUTANTS
from engine.mutants.loadouts import code_of, read_code
from engine.mutants.rules import RESERVE_SIZE

DUEL = Setup("2", (("reserve", "constructed"),))
REVOLT = Setup("solo", (("limits", "AB"),))
DATA = next(iter(editions()))
ADVANCED = [card.code for card in components().advanced]


def keys(setup: Setup, draft: str) -> list[str]:
    return [each.key for each in MUTANTS.loadout_choices(setup, 1, draft)]


def test_six_pairs_come_first_as_the_book_advises() -> None:  # M71
    draft = ""
    for count in range(1, 7):
        draft = MUTANTS.loadout_step(DUEL, 1, draft, next(key for key in keys(DUEL, draft) if key.startswith("pair.")))
        assert len(draft.split("+")) == 2 * count
    assert MUTANTS.parse_loadout(DUEL, 1, draft) == draft


def test_then_single_cards_are_changed() -> None:
    whole = MUTANTS.usual_loadout(DUEL, 1)
    first = whole.split("+")[0]
    assert set(keys(DUEL, whole)) == {f"out.{code}" for code in whole.split("+")}
    less = MUTANTS.loadout_step(DUEL, 1, whole, f"out.{first}")
    assert less.split("+").count(first) == 1
    assert all(key.startswith("one.") for key in keys(DUEL, less))
    other = next(code for code in ADVANCED if code not in whole)
    more = MUTANTS.loadout_step(DUEL, 1, less, f"one.{other}")
    assert MUTANTS.parse_loadout(DUEL, 1, more) == more
    assert len(more.split("+")) == RESERVE_SIZE


def test_menus_tell_genes_as_these_say_what_a_card_is_bred_with() -> None:
    (label,) = [str(each.text) for each in MUTANTS.loadout_choices(DUEL, 1, "") if each.key == "pair.BBB"]
    assert label == "Triple-B (Necro and Cyber), twice"
    less = "+".join(MUTANTS.usual_loadout(DUEL, 1).split("+")[:11])
    (label,) = [str(each.text) for each in MUTANTS.loadout_choices(DUEL, 1, less) if each.key == "one.BBB"]
    assert label == "Triple-B (Necro and Cyber)"


def test_a_ready_deck_is_a_beginning() -> None:
    assert MUTANTS.loadout_step(DUEL, 1, "", "deck.2") == MUTANTS.usual_loadout(DUEL, 2)


def test_only_what_is_allowed_is_offered() -> None:  # M61, M70
    box = components()
    offered = {key.partition(".")[2] for key in keys(REVOLT, "") if key.startswith("pair.")}
    assert offered == {card.code for card in box.advanced if not card.banned and not {*card.genes} & {*"AB"}}
    with pytest.raises(IllegalMoveError):
        MUTANTS.loadout_step(REVOLT, 1, "", next(f"pair.{card.code}" for card in box.advanced if card.banned))
    assert "Not allowed here" in " ".join(map(str, MUTANTS.loadout_question(REVOLT, 1, "").about))


@pytest.mark.parametrize("draft", ["XXX", "ZOM", "+".join(ADVANCED[:13])])
def test_a_draft_that_nobody_built_is_refused(draft: str) -> None:
    with pytest.raises(IllegalMoveError):
        MUTANTS.loadout_choices(DUEL, 1, draft)


def test_whatever_is_picked_every_way_ends_in_a_reserve_that_fits_into_a_button() -> None:
    choose = random.Random(5)
    for setup in (DUEL, REVOLT):
        assert isinstance(MUTANTS, Building)
        draft = ""
        for _ in range(40):
            choices = MUTANTS.loadout_choices(setup, 1, draft)
            assert len({each.key for each in choices}) == len(choices) > 0
            assert all(len(each.key) <= 40 for each in choices)
            draft = MUTANTS.loadout_step(setup, 1, draft, choose.choice(choices).key)
            assert len(draft) <= 60
            assert str(MUTANTS.loadout_question(setup, 1, draft).ask)
            if len(draft.split("+")) == RESERVE_SIZE:
                assert MUTANTS.parse_loadout(setup, 1, draft) == draft


def test_codes_are_read_as_they_were_written() -> None:
    choose = random.Random(7)
    for _ in range(200):
        cards = choose.sample(ADVANCED * 2, RESERVE_SIZE)
        code = code_of(cards, DATA)
        assert read_code(code) == list(components().sorted(cards))
        assert MUTANTS.parse_loadout(DUEL, 1, f" {code.casefold()} ") == "+".join(components().sorted(cards))


def test_a_whole_reserve_shows_its_code() -> None:
    whole = MUTANTS.usual_loadout(DUEL, 3)
    told = " ".join(map(str, MUTANTS.loadout_question(DUEL, 1, whole).about))
    assert code_of(whole.split("+"), DATA) in told


GOOD = code_of(ADVANCED[:6] * 2, DATA)
PAYLOAD, CHECK = GOOD.split("-")[2:]


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (GOOD.replace("R1", "R2"), "has format 2; this version reads format 1"),
        (GOOD.replace(f"-{DATA}-", "-99-"), f"is for data 99; this bot has {DATA}"),
        (GOOD.rpartition("-")[0], "four parts joined by -; this one has 3"),
        (f"R1-{DATA}-{PAYLOAD[:-1]}-{CHECK}", "third part of a code has 12 characters; this one has 11"),
        (f"{GOOD}0", "last part of a code has 2 characters; this one has 3"),
        (f"R1-{DATA}-{PAYLOAD[:-1]}U-{CHECK}", "No code contains U"),
        (f"R1-{DATA}-{PAYLOAD[::-1]}-{CHECK}", "A character in this code is wrong"),
    ],
)
def test_a_bad_code_says_what_is_wrong_with_it(code: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        MUTANTS.parse_loadout(DUEL, 1, code)


def test_one_wrong_sign_is_nearly_always_found() -> None:
    missed = 0
    for place, sign in enumerate(PAYLOAD):
        for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".replace(sign, ""):
            wrong = f"R1-{DATA}-{PAYLOAD[:place]}{other}{PAYLOAD[place + 1 :]}-{CHECK}"
            try:
                read_code(wrong)
                missed += 1
            except NotationError:
                continue
    assert missed <= 3, "of 372"


def test_a_number_beyond_all_reserves_is_no_code_whatever_its_check() -> None:
    """Three ways for each of 36 mutants take fewer numbers than twelve signs can write."""
    for one, two in product("0123456789ABCDEFGHJKMNPQRSTVWXYZ", repeat=2):
        with pytest.raises(NotationError, match="A character in this code is wrong"):
            read_code(f"R1-{DATA}-ZZZZZZZZZZZZ-{one}{two}")


def test_letters_that_look_like_digits_are_read_as_these() -> None:
    assert read_code(GOOD.replace("0", "O").replace("1", "I").replace("RI-I", "R1-1")) == read_code(GOOD)


def test_a_code_of_a_reserve_that_is_forbidden_here_is_refused_as_the_cards_are() -> None:  # M61
    banned = next(card.code for card in components().advanced if card.banned)
    others = [code for code in ADVANCED if code != banned][:5]
    with pytest.raises(IllegalMoveError, match="in the Revolt"):
        MUTANTS.parse_loadout(Setup("solo"), 1, code_of([banned, *others] * 2, DATA))
