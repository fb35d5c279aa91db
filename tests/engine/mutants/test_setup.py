"""Set-up in all forms: decks, draft, ready decks, constructed reserves, piles, markers, mulligan (M7 to M15, M54)."""

from __future__ import annotations

import random
from importlib import resources

import pytest

from engine.chance import Chance
from engine.errors import IllegalMoveError, NotationError, SetupError
from engine.game import Setup
from engine.mutants.abilities import GENES, Attack, Copy, DataError, Force, Freeze, Gain, Ko, Trigger, Weakness
from engine.mutants.components import Known, components, editions, read_components
from engine.mutants.game import MUTANTS
from engine.mutants.moves import Move
from engine.mutants.rules import rules_of
from engine.mutants.state import State
from engine.session import Session
from tests.engine.mutants.kit import asked, force, revolt, table, tables_play, told

BOX = components()
READY = (("reserve", "ready"),)


def begun(mode: str, options: tuple[tuple[str, str], ...] = (), seed: str = "x") -> State:
    return MUTANTS.initial(Setup(mode, options), Chance.from_text(seed))


def drafted(state: State, picks: int, draw: random.Random) -> State:
    for _ in range(picks):
        moves: dict[int, Move] = {seat: draw.choice(MUTANTS.legal(state, seat)) for seat in MUTANTS.to_act(state)}
        state = MUTANTS.apply(state, moves).state
    return state


@pytest.mark.parametrize("mode", ["2", "3", "4"])
def test_hands_and_decks(mode: str) -> None:
    """M7."""
    for side in begun(mode, READY).sides:
        assert side.hand == ("ROB", "ZOM", "WAR", "LYC", "DEM", "ALN")
        assert sorted(side.deck) == sorted(side.hand)


@pytest.mark.parametrize("mode", ["2", "3", "4"])
def test_markers(mode: str) -> None:
    """M8 to M10: the right neighbour of the first player on Challenger, the first player furthest left."""
    firsts, count = set(), int(mode)
    for seed in range(20):
        state = begun(mode, READY, str(seed))
        first = state.first
        clockwise = [(first - 1 + step) % count + 1 for step in range(count)]
        assert list(force(state)) == clockwise == list(state.standing)
        assert list(force(state).values()) == list(range(7 - count, 7))
        firsts.add(first)
    assert firsts == set(range(1, count + 1))


@pytest.mark.parametrize("mode", ["2", "3", "4"])
def test_the_draft(mode: str) -> None:
    """M11: nine cards each, six picks, the rest to the left, twins."""
    state, count = begun(mode), int(mode)
    assert [len(pack) for pack in state.packs] == [9] * count
    dealt = [code for pack in state.packs for code in pack]
    assert len(set(dealt)) == 9 * count
    after = drafted(state, 1, random.Random(1))
    for seat in range(1, count + 1):
        passed = set(state.packs[(seat - 2) % count]) - {after.picks[(seat - 2) % count][0]}
        assert set(after.packs[seat - 1]) == passed
    last = drafted(after, 5, random.Random(2))
    for seat, side in enumerate(last.sides, 1):
        reserve = [code for pile in side.piles for code in pile]
        assert sorted(reserve) == sorted(last.picks[seat - 1] * 2)
    assert not last.packs  # M73


def test_ready_decks() -> None:
    """M12: different for all, drawn or assigned."""
    state = begun("4", READY)
    assert sorted(side.ready for side in state.sides) == [1, 2, 3, 4]
    assigned = begun("3", (*READY, ("decks", "412")))
    assert [side.ready for side in assigned.sides] == [4, 1, 2]
    for side in assigned.sides:
        reserve = [code for pile in side.piles for code in pile]
        assert sorted(reserve) == sorted(BOX.decks[side.ready].cards * 2)


def test_constructed_reserves() -> None:
    """M13, M75: what was chosen, or ready deck k for seat k; a choice uses up no copies of others."""
    chosen = "+".join(card.code for card in BOX.advanced[:12])
    session = Session.start(
        MUTANTS, Setup("3", (("reserve", "constructed"),), loadouts=(chosen, chosen)), Chance.from_text("x")
    )
    reserves = [sorted(code for pile in side.piles for code in pile) for side in session.state.sides]
    assert reserves[0] == reserves[1] == sorted(chosen.split("+"))
    assert reserves[2] == sorted(BOX.decks[3].cards * 2)
    assert session.setup.loadouts[2].count("+") == 11


def test_the_usual_reserve_of_the_revolt() -> None:
    """M75: the first six allowed cards, each twice."""
    setup = Setup("solo", (("limits", "A"),))
    allowed = [card.code for card in rules_of(setup).allowed[:6]]
    assert MUTANTS.usual_loadout(setup, 1) == "+".join(code for code in allowed for _ in "12")


CONSTRUCTED, REVOLT = Setup("2", (("reserve", "constructed"),)), Setup("solo", (("limits", "AC"),))
TWELVE = ["AND", "AND", "NOB", "NOB", "BRI", "BRI", "RHI", "RHI", "KRU", "KRU", "INF", "INF"]


def test_reading_a_reserve() -> None:
    """N1, N4: by names, in any order; written in data-file order."""
    written = "Android+android, krunk + KRU+inf+INF+nob+Lord Blood+britany+BRI+rhi+Rhinotaur"
    assert MUTANTS.parse_loadout(CONSTRUCTED, 1, written) == "+".join(BOX.sorted(TWELVE))


@pytest.mark.parametrize(
    ("setup", "codes", "code", "rule"),
    [
        (CONSTRUCTED, TWELVE[:11], "count", "M13"),
        (CONSTRUCTED, [*TWELVE, "TRI"], "count", "M13"),
        (CONSTRUCTED, ["AND", *TWELVE[:11]], "too-many", "M13"),
        (CONSTRUCTED, ["ROB", *TWELVE[:11]], "not-advanced", "M13"),
        (REVOLT, ["WAL", *TWELVE[:11]], "banned", "M61"),
        (REVOLT, ["KRU", *TWELVE[:11]], "limited", "M70"),
    ],
)
def test_reserves_that_are_not_allowed(setup: Setup, codes: list[str], code: str, rule: str) -> None:
    """M13, M61, M70."""
    with pytest.raises(IllegalMoveError) as caught:
        MUTANTS.parse_loadout(setup, 1, "+".join(codes))
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.parametrize("text", ["", "AND", "XXX+AND", "z" * 900, "AND++AND"])
def test_what_is_no_reserve(text: str) -> None:
    with pytest.raises((NotationError, IllegalMoveError)):
        MUTANTS.parse_loadout(CONSTRUCTED, 1, text)


def test_piles() -> None:
    """M2, M14: cards 1 to 4 of the shuffle are pile 1 from the top down, and so on."""
    state = begun("2", READY)
    (line,) = (hidden for head, hidden in state.said if head == "* RESERVE S1 ")
    assert [code for pile in state.sides[0].piles for code in pile] == line.split(",")
    assert [len(pile) for pile in state.sides[0].piles] == [4, 4, 4]


def test_mulligans() -> None:
    """M15: once, clockwise from the first player; all three or none."""
    state = begun("3", READY)
    before, order = state, []
    for answer in ("Y", "N", "Y"):
        order.append(asked(state))
        state, _ = told(state, answer)
    assert order == [f"mulligan {(before.first - 1 + step) % 3 + 1}" for step in range(3)]
    first, second = before.first - 1, before.first % 3
    assert state.sides[first].piles == tuple((*pile[1:], pile[0]) for pile in before.sides[first].piles)
    assert state.sides[second].piles == before.sides[second].piles
    assert (state.round, asked(state)) == (1, f"act {before.first}")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup("5"), "unknown-mode"),
        (Setup("2", (("boss", "jack"),)), "unknown-option"),
        (Setup("solo", (("reserve", "draft"),)), "unknown-option"),
        (Setup("2", (("reserve", "ready"), ("decks", "412"))), "unknown-option"),
        (Setup("2", (("decks", "42"),)), "option-idle"),
        (Setup("solo", (("limits", "DB"),)), "unknown-option"),
        (Setup("solo", (("limits", "ABCD"),)), "unknown-option"),
        (Setup("2", data="0"), "unknown-data"),
    ],
)
def test_setups_that_do_not_exist(setup: Setup, code: str) -> None:
    """N10: an option of another mode is an error."""
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(setup, Chance.from_text("x"))
    assert caught.value.code == code


def test_options_are_all_enumerated() -> None:
    """N10."""
    counts = {(option.key, option.modes): len(option.choices) for option in MUTANTS.info.options}
    assert counts["decks", ("2",)] == 13
    assert counts["decks", ("4",)] == 25
    assert counts["limits", ("solo",)] == 42
    for option in MUTANTS.info.options:
        assert len(option.labels) == len(option.choices)
        assert all(len(str(label)) <= 100 for label in option.labels)


def test_without_a_reserve_of_ones_own_the_ready_deck_of_the_seat_is_played() -> None:
    """M75: seat k plays ready deck k, also where only some have chosen."""
    chosen = "+".join(["AND", "AUT", "WRE", "BIO", "MRV", "EVA"] * 2)
    setup = Setup("3", (("reserve", "constructed"),), loadouts=("", chosen))
    state = MUTANTS.initial(setup, Chance.from_text("x"))
    reserves = [sorted(code for pile in side.piles for code in pile) for side in state.sides]
    decks = components().decks
    assert reserves == [sorted(decks[1].cards * 2), sorted(chosen.split("+")), sorted(decks[3].cards * 2)]


# Answers in advance (M79).


FORCE = {1: 5, 2: 12}


def given(state: State, **answers: str) -> str | None:
    (seat,) = MUTANTS.to_act(state)
    move = MUTANTS.prepared(state, seat, {key.replace("_", "-"): text for key, text in answers.items()})
    return None if move is None else MUTANTS.format(state, seat, move)


@pytest.mark.parametrize(
    ("key", "text", "canonical"),
    [
        ("mulligan", "y", "Y"),
        ("parry", "lra", "L R A"),
        ("ko", "R, A", "R A"),
        ("flip", "A", "A"),
        ("discard", "zom rob", "ZOM ROB"),
        ("discard", "Big Bo$$, Tricéra-Tank", "BOS TRI"),
        ("freeze-empty", "ZOM+Robot", "ZOM ROB"),
    ],
)
def test_answers_are_read(key: str, text: str, canonical: str) -> None:
    assert MUTANTS.parse_prepared(key, text) == canonical == MUTANTS.parse_prepared(key, canonical)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("mulligan", "maybe"),
        ("parry", ""),
        ("ko", "L L"),
        ("flip", "X"),
        ("discard", ""),
        ("discard", "ZOM ZOM"),
        ("discard", "XXX"),
        ("freeze-empty", "ZOM,,ROB"),
        ("act", "D ZOM"),
        ("discard", "ZOM " * 200),
    ],
)
def test_what_is_no_answer(key: str, text: str) -> None:
    with pytest.raises(NotationError, match="M79"):
        MUTANTS.parse_prepared(key, text)


def test_each_has_an_example() -> None:
    for each in MUTANTS.preparations:
        assert MUTANTS.parse_prepared(each.key, each.example) == each.example


def test_a_mulligan() -> None:
    state = MUTANTS.initial(Setup("2", (("reserve", "ready"),)), Chance.from_text("x"))
    assert [given(state, mulligan="Y"), given(state, mulligan="N"), given(state, ko="L")] == ["Y", "N", None]


def test_an_order_of_zones() -> None:
    state = tables_play(table({"hand": "TYR ROB"}, {"A": "DEM", "L": "BRI", "R": "inf"}, force=FORCE), "D TYR")
    assert [given(state, parry="R L A"), given(state, parry="A"), given(state, parry="R")] == ["L", "A", None]
    state = tables_play(table({"hand": "BON ROB"}, {"A": "ROB", "L": "DEV", "R": "DEV"}, force=FORCE), "D BON")
    assert [given(state, ko="A R L"), given(state, ko="A")] == ["R", None]
    state = tables_play(table({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}), "D EVA")
    assert given(state, flip="R L") == "R"


def test_an_order_of_cards() -> None:
    state = tables_play(table({"hand": "RAK ROB"}, {"hand": "ZOM WAR WAR"}, force=FORCE), "D RAK")
    assert [given(state, discard="LYC WAR ZOM"), given(state, discard="LYC")] == ["WAR", None]
    state = tables_play(table({"hand": "ROB DEM", "deck": "", "discard": "ROB WAR WAR"}, {}), "D ROB")
    assert [given(state, freeze_empty="ZOM WAR"), given(state, freeze_empty="ZOM")] == ["WAR", None]


def test_own_discards_are_not_answered() -> None:
    """Only what an attack makes discard is."""
    state = tables_play(table({"hand": "ROB WAR DEM", "deck": "ZOM"}, {}), "D ROB")
    assert given(state, discard="ZOM WAR DEM") is None


def test_nothing_is_answered_for_the_boss() -> None:
    state = tables_play(revolt({"hand": "ARM ROB ROB"}, {"A": "EVH", "L": "EVH", "deck": "EVH"}, it=10), "D ARM")
    assert given(state, ko="A L R") is None


# The data file: what it says, that it can be corrected field by field, and errors that name the field.


FILE = resources.files("engine.mutants").joinpath("data", "mutants.toml").read_text(encoding="utf-8")

FIRST_ADVANCED = f"[[advanced]]{FILE.split('[[advanced]]')[1]}"


def changed(old: str, new: str) -> str:
    assert FILE.count(old) >= 1, old
    return FILE.replace(old, new, 1)


def test_the_box_has_what_the_rules_say() -> None:
    """M1, M3: a basic mutant of each gene, an advanced one of each ordered pair of genes."""
    assert [card.genes for card in BOX.basics] == ["A", "B", "C", "D", "F", "E"]
    assert {card.genes for card in BOX.advanced} == {one + other for one in GENES for other in GENES}
    assert [len(boss.cards) for boss in BOX.bosses.values()] == [6, 10]
    assert editions()[BOX.version] is BOX is components("1")


def test_the_force_track() -> None:
    """M4: Fury is its last space, the Dread zone its leftmost ones, and nobody of four starts in it."""
    assert (BOX.track.spaces, BOX.track.fury, BOX.track.dread, BOX.track.challenger) == (13, 12, 3, 6)
    assert BOX.track.challenger - 3 >= BOX.track.dread


def test_abilities_are_typed_values() -> None:
    assert BOX.card("WAR").leave == (Attack("dominating", (Ko("same"),)),)
    assert BOX.card("LYC").deploy == (Gain("hand", 2, may=True),)
    assert BOX.card("BOS").leave[1] == Force(2, condition="dominating")
    assert BOX.card("NOB").permanent == (Trigger("freeze", (Force(2),)),)
    assert BOX.card("SUP").leave == (Copy("either", "arena"),)
    assert BOX.card("ZOM").leave == (Freeze("self", may=True),)
    assert BOX.card("DEV").freeze == 1
    assert BOX.card("DEV").per == "B"
    assert BOX.card("FAT").weakness == Weakness(3, "breed", "E")
    assert (BOX.card("HDE").arrow, BOX.card("FAT").arrow) == ("L", "R")


def test_ready_decks_are_those_of_the_book() -> None:
    """M12."""
    decks = {number: set(deck.cards) for number, deck in BOX.decks.items()}
    assert decks[2] == {"NOB", "BIO", "DEV", "TYR", "BRI", "RAK"}
    assert decks[4] == {"INF", "MRV", "NEB", "KOL", "DRA", "TRI"}
    assert (BOX.decks[1].name_fr, BOX.decks[1].name_en) == ("Cercle Vicieux", "Vicious Circle")


def test_cards_tell_what_is_known() -> None:
    tyrant = BOX.card("TYR")
    assert [tyrant.knows(name) for name in ("genes", "deploy", "leave")] == [Known.YES, Known.PARTLY, Known.NO]
    assert BOX.card("FAN").invented
    assert BOX.reconstructed is not None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("ZOM", ["ZOM"]),
        ("zom", ["ZOM"]),
        ("Tricéra-Tank", ["TRI"]),
        ("triceratank", ["TRI"]),
        ("tricera tank", ["TRI"]),
        ("Big Bo$$", ["BOS"]),
        ("big bo", ["BOS"]),
        ("dompteur", ["FAN"]),
        ("Lord", ["NOB"]),
        ("Lord Blood", ["NOB"]),
        ("lame d’os", ["BON"]),
        ("Zomb", ["ZOM"]),
        ("Zo", []),
        ("dom", []),
        ("domp", ["FAN"]),
        ("rob", ["ROB"]),
        ("kru", ["KRU"]),
        ("bl", []),
        ("tech", ["TAO"]),
        ("HDE", []),
        ("", []),
    ],
)
def test_names_in_both_languages_find_a_card(text: str, codes: list[str]) -> None:
    """N1."""
    assert [card.code for card in BOX.named(text)] == codes


def test_a_beginning_that_several_have_finds_them_all() -> None:
    """N1: a prefix must be unique."""
    box = read_components(changed('"Kolossus"\nname_en = "Kolossus"', '"Zombinator"\nname_en = "Kolossus"'))
    assert [card.code for card in box.named("zombi")] == ["ZOM", "KOL"]
    assert [card.code for card in box.named("zombie")] == ["ZOM"]


def test_a_corrected_value_is_read() -> None:
    box = read_components(changed("spaces = 13\nchallenger = 6", "spaces = 15\nchallenger = 7"))
    assert (box.track.spaces, box.track.challenger, box.track.fury) == (15, 7, 14)
    box = read_components(changed('leave = [{freeze = "self", may = true}]', "leave = [{force = 3}]"))
    assert box.card("ZOM").leave == (Force(3),)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{cycle = 0}]", "card ROB: deploy[0].cycle: at least 1"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{force = 0}]", "card ROB: deploy[0].force: 0 does"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{cycle = 1, force = 1}]", "card ROB: deploy[0]: exactly"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{fly = 1}]", "card ROB: deploy[0]: exactly one verb"),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = [{force = 1, may = true}]", "card ROB: deploy[0].may: there"),
        (
            "deploy = [{cycle = 1}, {force = 1}]",
            'deploy = [{force = 1, if = "late"}]',
            "card ROB: deploy[0].if: one of",
        ),
        ("deploy = [{cycle = 1}, {force = 1}]", "deploy = 3", "card ROB: deploy: a list"),
        ('{freeze = "self", may = true}', '{freeze = "deck"}', "card ZOM: leave[0].freeze: one of"),
        ('{freeze = "self", may = true}', '{freeze = "self", may = 1}', "card ZOM: leave[0].may: true or false"),
        ('effect = [{ko = "same"}]', "effect = [{force = 2}]", "card WAR: leave[0].attack.effect[0]: an attack"),
        ('effect = [{ko = "same"}]', "effect = []", "card WAR: leave[0].attack.effect: an attack"),
        ('genes = "A"', 'genes = "G"', "card ROB: genes: one of the letters"),
        ('genes = "A"', 'genes = "B"', "basic: one mutant of each"),
        ('code = "ROB"', 'code = "Rob"', "card Rob: code: three capital letters"),
        ('code = "ROB"', 'code = "ZOM"', "card ZOM: code: card ZOM"),
        ('name_fr = "Robot"', 'name_fr = "Zombie"', "card ZOM: name_fr: card ROB"),
        ("freeze = 1\nknown", 'freeze = "1"\nknown', "card ROB: freeze: a whole number"),
        ('freeze = {per = "C", n = 1}', 'freeze = {per = "G", n = 1}', "card KOL: freeze.per: one of"),
        ("do = [{force = 1}]}]\nfreeze = 3", "do = [{cycle = 1}]}]\nfreeze = 3", "card AND: permanent[0].do: a perm"),
        ('{when = "cycle", do', '{when = "never", do', "card AND: permanent[0].when: one of"),
        ("deploy = []\nleave = [{take", "deploy = [{force = 1}]\nleave = [{take", "card TAO: deploy: a mutant with"),
        ("deck = 1\n", "", "ready.1: 6 cards"),
        ("deck = 1\n", "deck = 5\n", "ready.1: 6 cards"),
        ("challenger = 6", "challenger = 5", "track.dread: nobody of 4"),
        ("challenger = 6", "challenger = 12", "track.challenger: it lies left"),
        ("spaces = 13\n", "", "track.spaces: is missing"),
        ("first = [4, 5, 6, 7, 8]", "first = [4, 5, 6, 7]", "rounds.first: a number for each"),
        ("middle = [2, 2, 3, 3, 4]", "middle = [2, 2, 3, 3, -1]", "rounds.middle: a list of whole numbers"),
        ('arrow = "left"', 'arrow = "up"', "card HDE: arrow: one of left, right"),
        ('weakness = {damage = 3, when = "ko"}', "weakness = {damage = 3}", "card HDE: weakness.when: is missing"),
        ('gain = "hand", cost = 2', 'gain = "hand", cost = 0', "card LYC: deploy[0].cost: at least 1"),
        ("health = 42", "health = 0", "boss wizard: health: at least 1"),
        ('when = "turn"', 'when = "night"', "boss wizard: power[0].when: one of"),
        ("format = 1", "format = 2", "format: 1 is wanted"),
        ("[track]", "colour = 1\n[track]", "colour: there is no such field"),
        ('A = "Cyber / Cyber"', 'A = "Cyber"', "genes.A: a French and an English name"),
        ('A = "Cyber / Cyber"', 'G = "Cyber / Cyber"', "genes: the letters ABCDEF are wanted"),
        (FIRST_ADVANCED, "", "advanced: 36 mutants are wanted"),
        ('1 = "Cercle', 'one = "Cercle', "ready.one: the key is"),
        ('4 = "Pogo Sauvage / Wild Pogo"', "", "ready: decks 1 to 4"),
        ('code = "AUT"', 'code = "AUT"\ndeck = 5', "card AUT: deck: there is no ready deck 5"),
        ('weakness = {damage = 3, when = "ko"}', "weakness = 3", "card HDE: weakness: a table is wanted"),
        ('name_en = "Robot"', 'name_en = ""', "card ROB: name_en: a text is wanted"),
        ('known = ["dread"]', "known = [1]", "track.known: a list of texts"),
    ],
)
def test_errors_name_the_field(old: str, new: str, field: str) -> None:
    with pytest.raises(DataError) as caught:
        read_components(changed(old, new))
    assert str(caught.value).startswith(field)
