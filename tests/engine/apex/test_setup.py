"""Components and set-up (A1 to A16)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.apex.components import Bonus, Track, components
from engine.apex.game import APEX
from engine.apex.rules import rules
from engine.apex.state import State
from engine.errors import IllegalMoveError, SetupError
from tests.engine.apex.positions import WORKED, play, session, state

MODES = [mode.key for mode in APEX.info.modes]
SETTLED = ("P1 HUM@H3", "P2 SHE@H2", "P3 MIN@H1")


def test_a1_the_box() -> None:
    box = components()
    assert [card.index for card in box.cards] == list(range(1, 31))
    assert len(box.tiles) == 24
    assert len(box.civilisations) == 6
    assert Counter(tile.bonus for tile in box.tiles) == dict.fromkeys(Bonus, 3)
    assert box.reconstruction


def test_a2_a_seat_is_called_by_its_number_until_it_has_a_civilisation() -> None:
    begun = play(session(), "P1 MIN@H3")
    assert [side.civilisation for side in begun.view(None).sides] == ["MIN", "", ""]


def test_a4_a_home_colony_counts_and_is_no_pawn_of_the_supply() -> None:
    view = play(session(), *SETTLED).view(None)
    assert [each.colony for each in view.sector("H3").pawns] == [True]
    assert {side.colonies_left for side in view.sides} == {3}


def test_a6_war_and_colonisation_aside_every_card_has_an_evolution_and_actions() -> None:
    for card in components().cards:
        assert card.evolution in range(4)
        assert sum(card.actions) == len(card.expansion) >= 1


@pytest.mark.parametrize("mode", MODES)
def test_a8_lanes_go_both_ways_and_every_slot_has_some(mode: str) -> None:
    near = rules(mode, exploration=False).near
    assert all(near)
    assert all(one in near[other] for one, others in enumerate(near) for other in others)
    assert all(slot not in others for slot, others in enumerate(near))


@pytest.mark.parametrize(("mode", "cards"), [("2", 20), ("3", 20), ("4", 30), ("5", 30), ("6", 30)])
def test_a10_circled_cards_are_left_out_with_two_or_three_players(mode: str, cards: int) -> None:
    chosen = rules(mode, exploration=False)
    assert len(chosen.deck) == cards
    assert any(chosen.cards[card - 1].circled for card in chosen.deck) is (cards == 30)
    assert {3, 20} <= set(chosen.deck)


@pytest.mark.parametrize("mode", MODES)
def test_a11_four_different_neutral_sectors_a_player_at_random(mode: str) -> None:
    one, two = state(mode, seed="one"), state(mode, seed="two")
    assert len(set(one.tiles)) == len(one.tiles) == 4 * int(mode)
    assert one.tiles != two.tiles
    assert all(sector.tile and not sector.face_down for sector in APEX.view(one, None).sectors if not sector.home)


def test_a12_seat_by_seat_each_takes_what_is_free() -> None:
    begun = play(session(), "P1 HUM@H3")
    assert begun.to_act == {2}
    texts = [APEX.format(begun.state, 2, move) for move in APEX.legal(begun.state, 2)]
    assert len(texts) == 5 * 2
    assert not any("HUM" in text or "H3" in text for text in texts)
    for text, code in (("HUM@H1", "civilisation-taken"), ("DRA@H3", "home-taken")):
        with pytest.raises(IllegalMoveError) as caught:
            APEX.parse(begun.state, 2, text)
        assert (caught.value.code, caught.value.rule) == (code, "A12")


def test_a12_without_a_slot_the_lowest_free_one_is_meant() -> None:
    begun = play(session(), "P1 HUM@H1", "P2 dra")
    assert begun.entries[-1].text == "DRA@H2"


def test_a13_ships_and_levels_at_the_start() -> None:
    view = play(session(), "P1 CIR@H1", "P2 NAG@H2", "P3 MIN@H3").view(None)
    assert [(side.ships, side.levels) for side in view.sides] == [
        (9, (0, 0, 0, 0)),
        (2, (0, 0, 2, 0)),
        (5, (1, 0, 0, 0)),
    ]
    assert [each.ships for each in view.sector("H2").pawns] == [2]
    with pytest.raises(KeyError):
        view.sector("H4")


def test_a14_nobody_starts_with_a_colony_pawn() -> None:
    assert not any(side.colonies for side in play(session(), *SETTLED).view(None).sides)


@pytest.mark.parametrize(
    ("mode", "hand", "undealt"), [("2", 10, 0), ("3", 6, 2), ("4", 6, 6), ("5", 6, 0), ("6", 5, 0)]
)
def test_a16_the_deal(mode: str, hand: int, undealt: int) -> None:
    dealt: State = session(mode).state
    while not dealt.age:
        (seat,) = APEX.to_act(dealt)
        dealt = APEX.apply(dealt, {seat: APEX.legal(dealt, seat)[0]}).state
    assert [len(side.hand) for side in dealt.sides] == [hand] * int(mode)
    assert len(dealt.undealt) == undealt
    cards = [*dealt.undealt, *(card for side in dealt.sides for card in side.hand)]
    assert sorted(cards) == list(dealt.rules.deck)
    assert dealt.undealt == APEX.view(dealt, None).undealt


def test_a7_four_tracks_that_go_from_zero_to_five() -> None:
    assert [track.name.lower() for track in Track] == ["production", "movement", "influence", "armament"]
    assert {card.evolution for card in components().cards} == set(Track)
    for level in (0, 5):
        here = state("3", WORKED.replace("e1/0/1/4 h3", f"e{level}/{level}/{level}/{level} h3"))
        assert here.sides[0].levels == (level,) * 4
    with pytest.raises(SetupError) as caught:
        state("3", WORKED.replace("e1/0/1/4 h3", "e1/0/1/6 h3"))
    assert caught.value.rule == "A7"
