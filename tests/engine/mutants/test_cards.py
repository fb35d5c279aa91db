"""Cards to look up: complete, by French and English names, and copies only where the asker may know of them."""

from __future__ import annotations

import ast
import hashlib
import itertools
import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib import resources
from itertools import chain, product
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from engine.cards import CardList, CatalogueEntry, found
from engine.chance import Chance
from engine.errors import IllegalMoveError, NotationError
from engine.game import Setup
from engine.mutants.abilities import Attack, Cycle, Discard, Draw, Effect, Force, Freeze, Gain, Points, Take, Trigger
from engine.mutants.apply import apply_moves, forfeit
from engine.mutants.catalogue import catalogue, known_top
from engine.mutants.components import Boss, Card, components, editions
from engine.mutants.duels import Empowered, ForceMoved, PointsGained
from engine.mutants.events import Frozen, MutantsEvent
from engine.mutants.game import MUTANTS
from engine.mutants.game import start as game_start
from engine.mutants.legal import KINDS as LEGAL_KINDS
from engine.mutants.legal import legal
from engine.mutants.loadouts import code_of, read_code
from engine.mutants.rules import RESERVE_SIZE, rules_of
from engine.mutants.stack import Leaving
from engine.mutants.state import State, to_act
from engine.mutants.wording import (
    GENE_NAMES,
    ability_text,
    boss_known_text,
    boss_texts,
    card_texts,
    known_text,
    occasion_text,
    trigger_text,
)
from engine.perft import perft, sample
from engine.seat import Seat
from locales.pseudo import Pseudo
from tests.engine.mutants.comparing import Manner, crowded, like, options, played, start
from tests.engine.mutants.kit import THREE, TablesLaid, answers, asked, counts, force, kinds, revolt, table, tables_play
from tests.engine.mutants.kit import told as kit_told
from tests.engine.mutants.reference import Reference
from tests.volume import many

BOX = components()
ENTRIES = {entry.key: entry for entry in catalogue()}


def begun(mode: str = "2", **options: str) -> State:
    """A match whose mulligans are declined."""
    state = MUTANTS.initial(Setup(mode, tuple(options.items())), Chance(bytes(range(32))))
    while MUTANTS.view(state, None).phase != "round":
        moves = {seat: MUTANTS.legal(state, seat)[-1] for seat in MUTANTS.to_act(state)}
        state = MUTANTS.apply(state, moves).state
    return state


def told(state: State, seat: Seat | None, key: str) -> str:
    return " ".join(map(str, MUTANTS.whereabouts(state, seat, key)))


def test_mutants_has_a_catalogue() -> None:
    assert MUTANTS.catalogue() is MUTANTS.catalogue("1")
    with pytest.raises(LookupError):
        MUTANTS.catalogue("0")


def test_every_card_is_in_it_with_all_that_it_says() -> None:
    cards = [entry for entry in ENTRIES.values() if not entry.cards]
    assert [entry.key for entry in cards] == list(BOX.cards)
    for entry in cards:
        assert list(entry.texts) == list(card_texts(BOX.card(entry.key)))


def halves(card: Card) -> Iterator[str]:
    """Yield what a card must say of its abilities and its value."""
    boss = card.kind == "boss"
    if not card.transformation:
        yield f"Deploy: {ability_text(card.deploy, boss=boss)}."
    yield f"Leave: {ability_text(card.leave, boss=boss)}."
    yield from (f"Permanent: {trigger_text(each)}." for each in card.permanent)
    if card.parry:
        yield f"Parry: {ability_text(card.parry)}."
    if card.weakness is not None:
        when = occasion_text(card.weakness.when, card.weakness.gene)
        yield f"Weakness: when {when}, {card.weakness.damage} damage."
    if not boss:
        yield f"Freeze value {card.freeze}{f' for each {GENE_NAMES[card.per]} in your freezer' if card.per else ''}."
    yield str(known_text(card))


@pytest.mark.parametrize("card", BOX.cards.values(), ids=BOX.cards)
def test_a_player_can_look_up_all_of_a_card(card: Card) -> None:
    entry = ENTRIES[card.code]
    title, *texts = map(str, entry.texts)
    assert {card.name_en, card.name_fr} <= set(entry.names)
    assert title.startswith(f"{card.name_en} ({card.code}), ")
    assert [str(GENE_NAMES[gene]) for gene in card.genes if str(GENE_NAMES[gene]) not in title] == []
    assert [text for text in texts if not text.startswith("Transformation: ")] == list(halves(card))
    assert any(text.startswith("Transformation: ") for text in texts) == card.transformation


@pytest.mark.parametrize("boss", BOX.bosses.values(), ids=BOX.bosses)
def test_a_player_can_look_up_all_of_a_boss(boss: Boss) -> None:
    texts = list(map(str, ENTRIES[f"boss-{boss.key}"].texts))
    head, *powers = boss_texts(boss)
    assert texts[:3] == [f"{head}.", *map(str, powers)]
    assert f"health {boss.health}" in texts[0]
    assert texts[3] == str(boss_known_text(boss))
    assert texts[4:] == [f"{card.name_en} ({card.code}) ×{card.copies}." for card in boss.cards]


def test_the_values_of_a_version_stay() -> None:
    """Matches and records name the version of the data they are played with: other values need another version."""
    folder = resources.files("engine.mutants").joinpath("data")
    found = [tomllib.loads(each.read_text("utf-8")) for each in folder.iterdir() if each.name.endswith(".toml")]
    (first,) = (each for each in found if each.get("version") == "1")
    digest = hashlib.sha256(json.dumps(first, sort_keys=True).encode()).hexdigest()
    assert digest == "a1d636dccfdc3ea1357c4007d4f378d48ce0ebd2f137c18e25757f771d927760"


def test_the_pages_are_kinds_genes_ready_decks_and_bosses() -> None:
    pages = [entry for entry in ENTRIES.values() if entry.cards]
    assert list(ENTRIES.values())[: len(pages)] == pages
    assert len(pages) <= 25
    assert ENTRIES["basics"].cards == tuple(card.code for card in BOX.basics)
    advanced = [code for part in (1, 2, 3) for code in ENTRIES[f"advanced-{part}"].cards]
    assert advanced == [card.code for card in BOX.advanced]
    for gene in BOX.genes:
        assert [code for code in BOX.order if gene in BOX.card(code).genes] == list(ENTRIES[f"gene-{gene}"].cards)
    for deck in BOX.decks.values():
        assert ENTRIES[f"deck-{deck.number}"].cards == deck.cards
    for boss in BOX.bosses.values():
        assert ENTRIES[f"boss-{boss.key}"].cards == tuple(card.code for card in boss.cards)
        assert any("reconstructed" in str(text) for text in ENTRIES[f"boss-{boss.key}"].texts)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_every_entry_is_found_by_its_key_title_and_names(entry: CatalogueEntry) -> None:
    assert len(entry.key) <= 40
    alike = [each for each in ENTRIES.values() if set(each.names) & set(entry.names)]
    for name in (entry.key, str(entry.title)):
        assert list(found(ENTRIES.values(), name)) == [entry]
    for name in entry.names:
        assert entry in found(ENTRIES.values(), name)
        assert set(found(ENTRIES.values(), name)) <= set(alike)


def test_the_owner_knows_of_copies_that_others_do_not() -> None:
    # M56 to M58
    state = begun(reserve="ready")
    assert told(state, 1, "ZOM") == "Player 1: 1 in hand, 1 in the deck."
    assert told(state, 2, "ZOM") == "Player 2: 1 in hand, 1 in the deck."
    assert told(state, None, "ZOM") == "You don't know of any copy of it in this match."


def test_reserve_tops_are_for_all_and_what_lies_below_for_the_owner() -> None:
    # M56, M60
    state = begun()
    side = MUTANTS.view(state, 1).sides[0]
    code = side.piles[0].top
    assert side.unseen is not None
    assert "Player 1: on top of pile 1" in told(state, None, code)
    below = next(code for code in side.unseen if code not in [pile.top for pile in side.piles])
    assert "Player 1" not in told(state, None, below)
    assert "Player 1" not in told(state, 2, below)
    count = side.unseen.count(below)
    assert f"Player 1: {count} below the reserve tops." in told(state, 1, below)


def test_the_arena_and_the_discard_of_others_are_told_as_all_see_them() -> None:
    state = begun(reserve="ready")
    (seat,) = MUTANTS.to_act(state)
    state = MUTANTS.apply(state, {seat: MUTANTS.parse(state, seat, "D WAR")}).state
    assert told(state, None, "WAR") == f"Player {seat}: active."
    (other,) = MUTANTS.to_act(state)
    incubate = next(
        each for each in MUTANTS.legal(state, other) if MUTANTS.format(state, other, each).startswith("I ROB>")
    )
    state = MUTANTS.apply(state, {other: incubate}).state
    assert f"Player {other}: on top of the discard." in told(state, None, "ROB")
    assert "1 in the discard" in told(state, other, "ROB")
    incubated = MUTANTS.view(state, None).sides[other - 1].incubator
    assert "in the incubator" in told(state, None, incubated)


def test_packs_and_picks_of_a_draft_are_their_holders() -> None:
    # M60
    state = MUTANTS.initial(Setup("2"), Chance(bytes(32)))
    draft = MUTANTS.view(state, 1).draft
    assert draft is not None
    assert draft.pack is not None
    code = draft.pack[0]
    assert told(state, 1, code) == "Player 1: 1 in the pack."
    assert told(state, 2, code) == told(state, None, code) == "You don't know of any copy of it in this match."
    moves = {seat: MUTANTS.legal(state, seat)[0] for seat in (1, 2)}
    state = MUTANTS.apply(state, moves).state
    assert told(state, 1, code) == "Player 1: 1 among the picks."
    assert "Player 1" not in told(state, 2, code)


def test_cards_of_a_boss_are_told_too_and_pages_are_nowhere() -> None:
    state = begun("solo", boss="jack")
    active = MUTANTS.view(state, 1).boss
    assert active is not None
    assert told(state, 1, active.arena[0].card).startswith("The boss: active")
    assert MUTANTS.whereabouts(state, 1, "gene-A") == ()


# Where cards are and what the next one can be, by the knowledge of the seat alone (M56 to M60, M73).


def fresh(mode: str = "2", **options: str) -> State:
    return MUTANTS.initial(Setup(mode, tuple(options.items())), Chance(bytes(range(32))))


def stepped(state: State, *, keen: bool = False) -> State:
    """Have everybody asked make the last of their legal moves, or the first one that incubates."""
    moves = {}
    for seat in MUTANTS.to_act(state):
        legal = MUTANTS.legal(state, seat)
        incubating = [move for move in legal if MUTANTS.format(state, seat, move).startswith("I ")]
        moves[seat] = incubating[0] if keen and incubating else legal[-1]
    return MUTANTS.apply(state, moves).state


def cardlist_begun(mode: str = "2", **options: str) -> State:
    """Return a match whose mulligans are declined."""
    state = fresh(mode, **options)
    while MUTANTS.view(state, None).phase != "round":
        state = stepped(state)
    return state


def cardlist_told(found: CardList) -> dict[str, tuple[str, ...]]:
    return {str(pile.title): pile.keys for pile in found.piles}


def odds(state: State, seat: Seat | None) -> list[str]:
    return list(map(str, MUTANTS.cards(state, seat).odds))


def test_mutants_tells_where_its_cards_are() -> None:
    state = cardlist_begun(reserve="ready", decks="12")
    own = cardlist_told(MUTANTS.cards(state, 1))
    side = MUTANTS.view(state, 1).sides[0]
    assert own["Your hand"] == side.hand
    assert own["Your deck, in no particular order"] == side.deck
    assert own["Your reserve below the tops"] == side.unseen
    assert own["Your reserve tops"] == tuple(pile.top for pile in side.piles)
    assert own["Player 2's reserve tops"] == tuple(pile.top for pile in MUTANTS.view(state, 1).sides[1].piles)
    assert str(MUTANTS.cards(state, 1).heading) == "Round 1"


def test_a_spectator_and_who_left_see_what_lies_open() -> None:
    state = cardlist_begun(mode="3", reserve="ready")
    (seat,) = MUTANTS.to_act(state)
    state = MUTANTS.apply(state, {seat: MUTANTS.parse(state, seat, "D WAR")}).state
    open_to_all = cardlist_told(MUTANTS.cards(state, None))
    assert open_to_all[f"Player {seat}'s arena and incubator"] == ("WAR",)
    assert not any(title.startswith("Your") for title in open_to_all)
    assert odds(state, None) == []
    left = MUTANTS.forfeit(state, seat).state
    assert not any(
        title.startswith("Your") or title.endswith(f"Player {seat}")
        for title in cardlist_told(MUTANTS.cards(left, seat))
    )


def test_the_order_of_the_deck_tells_nothing() -> None:
    # M57
    state = cardlist_begun(reserve="ready", decks="12")
    genes = ("Cyber", "Necro", "Saber", "Zoomorph", "Galactic", "Mythic")
    shares = ", ".join(f"{gene} 17%" for gene in genes)
    assert odds(state, 1) == [f"The next card you draw has: {shares}."]
    assert MUTANTS.cards(MUTANTS.alike(state, 1, Chance(bytes(32))), 1) == MUTANTS.cards(state, 1)


def test_an_incubated_mutant_is_known_to_be_next() -> None:
    # M30: all saw it go on the deck; six cards are drawn then, the first of them this one
    state = cardlist_begun(reserve="ready", decks="12")
    for _ in itertools.repeat(None, 60):
        (seat,) = MUTANTS.to_act(state)
        state = stepped(state, keen=True)
        tops = [each for each in (1, 2) if known_top(state, each)]
        if tops:
            break
    else:
        raise AssertionError("nothing was ever put on a deck")
    seat = tops[0]
    top = known_top(state, seat)
    found = cardlist_told(MUTANTS.cards(state, seat))
    assert found["On top of your deck, the next one first"] == top
    rest = found.get("Your deck, in no particular order", ())
    assert sorted((*top, *rest)) == sorted(state.sides[seat - 1].deck)
    assert f"({top[0]}): everyone saw it go on your deck." in odds(state, seat)[0]


def test_the_draft_is_told_by_the_packs_that_were_held() -> None:
    # M73: of 36 mutants 18 are dealt to two players; each sees 9, then 8 others
    state = fresh()
    first = cardlist_told(MUTANTS.cards(state, 1))
    assert list(first) == ["Your pack"]
    assert len(first["Your pack"]) == 9
    assert odds(state, 1) == ["A mutant you haven't seen in a pack has a 33% chance of being in this draft."]
    assert odds(state, None) == []
    second = stepped(state)
    assert list(cardlist_told(MUTANTS.cards(second, 1))) == ["Your pack", "Your picks so far"]
    assert odds(second, 1) == ["A mutant you haven't seen in a pack has a 5% chance of being in this draft."]
    assert odds(fresh("4"), 1) == [("A mutant you haven't seen in a pack has a 100% chance of being in this draft.")]
    assert str(MUTANTS.cards(second, 1).heading) == "Draft, pick 2"


def test_a_boss_is_told_too() -> None:
    state = cardlist_begun("solo", boss="wizard")
    assert len(cardlist_told(MUTANTS.cards(state, 1))["The boss's arena"]) == 1


# Every rule, every case and every line on notation and records is cited by a test that holds it.


TESTS = Path(__file__).parents[2]
NUMBERS = (
    {f"M{number}" for number in range(1, 80)}
    | {f"N{number}" for number in range(1, 15)}
    | {f"C{number}" for number in range(1, 11)}
)


def functions() -> Iterator[str]:
    """Yield the source of each test of Mutants; the second implementation, tested by itself, is left out."""
    for path in sorted(TESTS.rglob("mutants/**/test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "reference" in path.name or path == Path(__file__):
            continue
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                yield "\n".join(source.splitlines()[first - 1 : node.end_lineno])


def cited(source: str) -> set[str]:
    """Return the numbers that a test cites, those between two as well: `M63 to M65`."""
    ranges = re.findall(r"\b([MNC])(\d+) to \1(\d+)\b", source)
    between = {f"{letter}{number}" for letter, low, high in ranges for number in range(int(low), int(high) + 1)}
    return between | set(re.findall(r"\b[MNC]\d+\b", source))


def test_no_number_is_without_a_test() -> None:
    assert cited('"""M63 to M65, N2."""') == {"M63", "M64", "M65", "N2"}
    assert sorted(NUMBERS - set(chain.from_iterable(map(cited, functions())))) == []


# Abilities that no card of this box has, but that an owner of the box may find on a card and write into the data.


def with_card(state: State, code: str, **fields: Any) -> State:
    """Return a position in which a basic mutant has other fields."""
    box = components()
    basics = tuple(replace(card, **fields) if card.code == code else card for card in box.basics)
    return replace(state, rules=replace(state.rules, components=replace(box, basics=basics)))


def test_a_mutant_that_must_freeze_itself_leaves_its_zone() -> None:  # M42
    state = with_card(table({"hand": "ROB ZOM"}, {}), "ROB", deploy=(Freeze("self"),))
    after = tables_play(state, "D ROB").sides[0]
    assert (after.arena[0], after.freezer) == ("", ("ROB",))


@pytest.mark.parametrize(
    ("what", "laid"),
    [
        ("hand", {"hand": "ROB ZOM"}),
        ("discard", {"hand": "ROB LYC", "discard": "ZOM"}),
        ("arena", {"hand": "ROB LYC", "L": "ZOM"}),
    ],
)
def test_what_must_be_frozen_and_is_the_only_card_is_not_asked_about(what: str, laid: TablesLaid) -> None:  # N6
    state = with_card(table(laid, {}), "ROB", deploy=(Freeze(what),))
    after = tables_play(state, "D ROB")
    assert after.sides[0].freezer == ("ZOM",)
    assert asked(after).endswith("2")


def test_an_attack_hits_those_who_are_dominated() -> None:  # M43
    state = with_card(
        table({"hand": "ROB ZOM"}, {}, {}, force={1: 6, 2: 4, 3: 8}), "ROB", deploy=(Attack("dominated", (Force(-2),)),)
    )
    assert force(tables_play(state, "D ROB")) == {1: 6, 2: 2, 3: 8}


def test_an_attack_asks_of_each_effect_whether_it_happens() -> None:  # M34, M44
    effects = (Force(-1, condition="fury"), Force(-2))
    state = with_card(table({"hand": "ROB ZOM"}, {}), "ROB", deploy=(Attack("all", effects),))
    assert force(tables_play(state, "D ROB"))[2] == 4


def test_a_permanent_gains_points_and_loses_force_on_its_condition() -> None:  # M48
    effects = (Points(1), Force(-1), Force(2, condition="fury"))
    state = with_card(table({"hand": "ZOM LYC", "L": "ROB"}, {}), "ROB", permanent=(Trigger("deploy", effects),))
    _, events = kit_told(state, "D ZOM")
    found = [event for event in events if isinstance(event, PointsGained | ForceMoved)]
    assert [type(event) for event in found[:2]] == [PointsGained, ForceMoved]
    assert str(found[1].text()).startswith("Player 1 loses 1 force")


def test_who_discards_by_an_own_card_is_told_so() -> None:
    state = with_card(table({"hand": "ROB ZOM LYC"}, {}), "ROB", deploy=(Discard(1),))
    after = tables_play(state, "D ROB")
    prompt = MUTANTS.view(after, 1).prompt
    assert prompt is not None
    assert (asked(after), str(prompt.why)) == ("discard 1", "Robot: Player 1 discards 1 card.")


def test_a_boss_that_a_breeding_beats_sees_nothing_deployed() -> None:  # M61, M66
    top = next(card.code for card in components().advanced if card.genes == "AE")
    state = revolt({"hand": "ROB ALN ZOM", "reserve": (top, "", "")}, {"A": "FAT"}, health=1)
    after, events = kit_told(state, f"B ROB+ALN>{top}")
    assert (after.over, after.health) == ("W", 0)
    assert [event for event in events if isinstance(event, Frozen | ForceMoved)] == []


@pytest.mark.parametrize("effect", [Gain("hand"), Take(1), Draw(1), Cycle(1), Freeze("hand")])
def test_what_takes_a_hand_or_a_reserve_comes_to_nothing_for_a_boss(effect: Effect) -> None:  # M67
    state = revolt({"hand": "ROB ZOM", "reserve": THREE}, {"A": "HDE"})
    boss = state.rules.boss
    assert boss is not None
    powers = replace(boss, power=(Trigger("turn", (effect, Force(1))),))
    state = replace(state, rules=replace(state.rules, boss=powers))
    after, events = kit_told(state, "D ROB")
    while MUTANTS.to_act(after) and not any(isinstance(each, Empowered) for each in events):
        after, more = kit_told(after, answers(after)[0])
        events += more
    assert any(isinstance(each, Empowered) for each in events)
    assert after.sides[1].hand == after.sides[1].freezer == ()


# Building reserves from menus, and the codes by which people share them (M13, M61, M70, M71).


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


def test_a_challenge_names_genes_as_each_language_does() -> None:
    (limits,) = [each for each in MUTANTS.info.options if each.key == "limits"]
    (label,) = [each for each in limits.labels if str(each) == "none with Cyber or Necro"]
    assert label.render(Pseudo()).count(GENE_NAMES["B"].render(Pseudo())) == 1


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
        (f"R1-{DATA}-{PAYLOAD[:-1]}U-{CHECK}", "Codes never contain U"),
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


# Sequences of decisions counted twice: by the engine, and by the second counter on the second implementation.


SETUPS = [
    Setup("2", options(reserve="constructed")),
    Setup("4", options(reserve="constructed")),
    Setup("solo", options(boss="wizard")),
    Setup("solo", options(boss="jack")),
]
KINDS = [
    *(
        "flank",
        "act",
        "freeze-empty",
        "freeze-hand",
        "freeze-discard",
        "freeze-self",
        "freeze-arena",
        "cycle",
        "discard",
    ),
    *("cost", "take", "take-discard", "gain-hand", "gain-deck", "gain-incubator", "gain-discard", "gain-freezer"),
    *("copy", "ko", "flip", "parry"),
]
"""Every prompt of N8 in a round."""
Positions: TypeAlias = dict[str, list[tuple[State, Reference]]]


@pytest.fixture(name="positions", scope="module")
def positions_of_every_kind() -> Positions:
    """Return positions in which each kind of prompt is open, on the way from crowded positions."""
    found: Positions = {kind: [] for kind in KINDS}
    for number in range(1_000):
        draw = random.Random(f"counting {number}")
        state = crowded(draw, SETUPS[number % len(SETUPS)])
        game = like(state)
        for _ in range(12):
            for kind in game.told()["asked"].values():
                if len(found[kind]) < many(2, 10):
                    found[kind].append((state, game))
            state, game, asked = played(state, game, draw, Manner(keen=0.7), most=1)
            if not asked:
                break
        if all(len(each) >= 2 for each in found.values()):
            return found
    raise AssertionError("not every kind was met")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_prompt(kind: str, positions: Positions) -> None:
    most = many(500, 20_000)
    for state, game in positions[kind]:
        depth = 1
        while (leaves := perft(MUTANTS, state, depth)) < most and depth < 5:
            assert counts(game, depth)[-1] == leaves
            depth += 1
        assert depth > 1
        assert kind in kinds(game, 1)


@pytest.mark.parametrize("setup", [Setup("2"), Setup("3")], ids=["2", "3"])
def test_joint_picks_are_one_ply(setup: Setup) -> None:
    chance = Chance.from_text("joint")
    assert (
        counts(start(setup, chance), 1) == [perft(MUTANTS, MUTANTS.initial(setup, chance), 1)] == [9 ** int(setup.mode)]
    )


def test_what_is_too_many_is_estimated(positions: Positions) -> None:
    """An estimate by random walks lies where the exact number of the second counter says."""
    state, game = positions["act"][0]
    exact = counts(game, 3)[-1]
    found = sample(MUTANTS, state, 3, 400, Chance.from_text("walks"))
    assert abs(float(found.leaves) - exact) < 4 * float(found.error)
    assert exact > 100


# Random games of every form end, and break nothing on the way (M55).


RANDOM_SETUPS = [
    Setup("2"),
    Setup("3"),
    Setup("4"),
    Setup("2", (("reserve", "ready"),)),
    Setup("4", (("reserve", "ready"), ("decks", "4213"))),
    Setup("3", (("reserve", "constructed"),)),
    Setup("solo"),
    Setup("solo", (("boss", "jack"), ("ultra", "yes"), ("limits", "BD"))),
]


def begin(setup: Setup, draw: random.Random) -> State:
    rules = rules_of(setup)
    codes = [card.code for card in rules.allowed]
    reserves = tuple(tuple(draw.sample(codes * 2, 12)) for _ in range(rules.seats))
    return game_start(
        rules, reserves if rules.reserve == "constructed" else (), Chance.from_text(str(draw.random()))
    ).state


def count_cards(state: State) -> Counter[str]:
    """Return every card of every side, wherever it is."""
    found: Counter[str] = Counter(state.boxed)
    for side in state.sides:
        for zone in (side.hand, side.deck, side.discard, side.freezer, side.arena, (side.incubator,), *side.piles):
            found.update(zone)
    found.update(frame.card for frame in state.stack if isinstance(frame, Leaving) and not frame.frozen)
    del found[""]
    return found


@pytest.mark.parametrize(
    "setup", RANDOM_SETUPS, ids=lambda setup: "-".join((setup.mode, *(v for _, v in setup.options)))
)
def test_a_random_game_ends_and_loses_no_card(setup: Setup) -> None:
    """M55."""
    for seed in range(many(4, 60)):
        draw = random.Random(f"{setup} {seed}")
        state, cards, decisions = begin(setup, draw), None, 0
        while not state.over:
            step = apply_moves(state, {seat: draw.choice(legal(state, seat)) for seat in to_act(state)})
            state, decisions = step.state, decisions + 1
            assert decisions < 1_000
            assert state.ask is None or state.ask.kind in LEGAL_KINDS
            if state.round and not state.over:
                cards = cards or count_cards(state)
                assert count_cards(state) == cards
            _check_marks(state)


@pytest.mark.parametrize(
    "setup", RANDOM_SETUPS[1:6], ids=lambda setup: "-".join((setup.mode, *(v for _, v in setup.options)))
)
def test_a_random_game_in_which_players_leave_ends(setup: Setup) -> None:
    """M54."""
    for seed in range(many(8, 60)):
        draw = random.Random(f"{setup} {seed} leaving")
        state = begin(setup, draw)
        while not state.over:
            if draw.random() < 0.03:
                staying = [seat for seat in range(1, state.rules.seats + 1) if seat not in state.gone]
                state = forfeit(state, draw.choice(staying)).state
            else:
                state = apply_moves(state, {seat: draw.choice(legal(state, seat)) for seat in to_act(state)}).state
            assert not to_act(state) & set(state.gone)
            _check_marks(state)


def test_each_field_of_an_event_is_set_in_some_game() -> None:
    found: dict[type[MutantsEvent], set[str]] = {}
    for setup, seed in product(RANDOM_SETUPS, range(4)):
        draw = random.Random(f"{setup} {seed} events")
        state = begin(setup, draw)
        while not state.over:
            if state.rules.seats > 1 and draw.random() < 0.003:
                staying = [seat for seat in range(1, state.rules.seats + 1) if seat not in state.gone]
                step = forfeit(state, draw.choice(staying))
            else:
                step = apply_moves(state, {seat: draw.choice(legal(state, seat)) for seat in to_act(state)})
            state = step.state
            for event in step.events:
                if isinstance(event, MutantsEvent):
                    changed = {each.name for each in fields(event) if getattr(event, each.name) != each.default}
                    found.setdefault(type(event), set()).update(changed)
    common = {each.name for each in fields(MutantsEvent)}
    unset = {kind: {each.name for each in fields(kind)} - common - names for kind, names in found.items()}
    assert [(kind.__name__, names) for kind, names in unset.items() if names] == []


def _check_marks(state: State) -> None:
    for side in state.sides:
        assert len(side.hand) == len(side.hand_marks)
        assert len(side.deck) == len(side.deck_marks)
        assert len(side.freezer) == len(side.freezer_marks)
    assert sorted(state.line) == [seat for seat, space in enumerate(state.spaces, 1) if space >= 0]
    assert [state.spaces[seat - 1] for seat in state.line] == sorted(state.spaces[seat - 1] for seat in state.line)
