"""Cards to look up: complete, by French and English names, and copies only where the asker may know of them."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.extras import Catalogued, CatalogueEntry, found
from engine.game import Setup
from engine.mutants.catalogue import catalogue
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.mutants.wording import card_texts
from engine.seat import Seat

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
    assert isinstance(MUTANTS, Catalogued)
    assert MUTANTS.catalogue() is MUTANTS.catalogue("1")
    with pytest.raises(LookupError):
        MUTANTS.catalogue("0")


def test_every_card_is_in_it_with_all_that_it_says() -> None:
    cards = [entry for entry in ENTRIES.values() if not entry.cards]
    assert [entry.key for entry in cards] == list(BOX.cards)
    for entry in cards:
        assert list(entry.texts) == list(card_texts(BOX.card(entry.key)))


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
