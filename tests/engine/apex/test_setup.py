"""Components and set-up (A1 to A16)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.apex import events as happened
from engine.apex.components import Bonus, Track, components
from engine.apex.game import APEX
from engine.apex.rules import rules
from engine.apex.state import State
from engine.cards import CardList
from engine.chance import Chance
from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveError, SetupError, TurnError
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from tests.engine.apex.kit import WORKED, play, position, session, ships, state

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


# Where the cards are, as far as a player may know (A9), and what is likely of the others.


def dealt(mode: str, rounds: int = 0) -> Session:
    """Return a game in which so many rounds of the first age were played."""
    session = Session.start(APEX, Setup(mode), Chance.from_text("cards"))
    while len(session.to_act) == 1:
        (seat,) = session.to_act
        session = session.play(seat, session.complete(seat, "", 1)[0])
    for _ in range(rounds):
        for seat in sorted(session.deciding):
            session = session.play(seat, APEX.format(session.state, seat, APEX.legal(session.state, seat)[0]))
    return session


def piles(found: CardList) -> dict[str, tuple[int, ...]]:
    return {str(pile.title): tuple(map(int, pile.keys)) for pile in found.piles}


@pytest.mark.parametrize("mode", ["2", "3", "4", "5", "6"])
@pytest.mark.parametrize("seat", [None, 1, 2])
@pytest.mark.parametrize("rounds", [0, 1])
def test_every_card_is_in_one_pile(mode: str, seat: Seat | None, rounds: int) -> None:
    found = APEX.cards(dealt(mode, rounds).state, seat)
    assert sorted(card for pile in piles(found).values() for card in pile) == list(range(1, 31))


def test_before_the_first_age_nobody_has_cards() -> None:
    # A10, A16
    start = Session.start(APEX, Setup("3"), Chance.from_text("cards"))
    found = piles(APEX.cards(start.state, 1))
    assert set(found) == {"In use, dealt at the start of each age", "Left out of the whole game"}
    assert len(found["Left out of the whole game"]) == 10


def test_own_cards_are_told_and_those_of_others_together() -> None:
    # A9, A16
    session = dealt("4", rounds=1)
    found = piles(APEX.cards(session.state, 2))
    assert found["Your hand"] == session.state.sides[1].hand
    others = [card for seat in (1, 3, 4) for card in session.state.sides[seat - 1].hand]
    assert found["In the other players' hands"] == tuple(sorted(others))
    assert found["Not dealt this age"] == session.state.undealt
    assert found["Played or discarded this age"] == session.state.spent


def test_an_onlooker_knows_of_no_hand() -> None:
    found = piles(APEX.cards(dealt("3").state, None))
    assert "Your hand" not in found
    assert len(found["In the players' hands"]) == 18


def test_with_two_players_the_rest_is_the_others_hand() -> None:
    # A70
    session = dealt("2")
    found = APEX.cards(session.state, 1)
    assert str(found.piles[1].title) == "In Player 2's hand"
    assert tuple(map(int, found.piles[1].keys)) == session.state.sides[1].hand
    assert not [text for text in found.odds if "chance" in str(text)]


def test_the_odds_count_what_is_on_the_cards_not_seen() -> None:
    session = dealt("6")
    found = APEX.cards(session.state, 1)
    away = [session.state.rules.cards[card - 1] for card in piles(found)["In the other players' hands"]]
    counts = [sum(card.evolution == track for card in away) for track in range(4)]
    assert str(found.odds[0]) == (
        "Evolution on the 25 cards in hands you can't see: "
        f"production {counts[0]}, movement {counts[1]}, influence {counts[2]}, "
        f"armament {counts[3]}."
    )
    assert "a 20% chance of being in any one of 5 hands" in str(found.odds[-1])


# Evolution and colonisation (A21, A41 to A44).


REST = ("MIN@H2 v0 e0/0/0/0", "SHE@H3 v0 e0/0/0/0")


def colonise(hum: str, *others: str) -> Session:
    return session("3", position("1:3C 2:7X 3:8X", hum, *(others or REST)))


def texts(session: Session, seat: int = 1) -> list[str]:
    return [APEX.format(session.state, seat, move) for move in APEX.legal(session.state, seat)]


def test_a41_evolution_raises_the_track_of_the_card() -> None:
    """The example of the rulebook: a card whose Evolution side raises influence by 1."""
    after = play(session("3", WORKED), "HUM 3E", "SHE 16C", "MIN 15W")
    assert after.view(None).sides[0].levels == (1, 0, 2, 4)


def test_a41_at_five_nothing_happens() -> None:
    text = WORKED.replace("e1/0/1/4 h3", "e1/0/5/4 h3")
    after = play(session("3", text), "HUM 3E", "SHE 16C", "MIN 15W")
    assert after.view(None).sides[0].levels == (1, 0, 5, 4)


def test_a42_a_colony_on_a_controlled_sector_without_one() -> None:
    start = colonise(
        "HUM@H1 v0 e0/0/0/0 H1:1 A1:1 A2:1 A3:1 H2:3",
        "MIN@H2 v0 e0/0/0/0 A2:1",
        "SHE@H3 v0 e0/0/0/0 A3:0c",
    )
    assert texts(start) == ["A1", "-"]
    assert play(start, "HUM A1").view(None).sides[0].colonies == ("A1",)
    assert play(start, "HUM -").view(None).sides[0].colonies == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("H2", "home-slot"),
        ("A2", "not-controlled"),
        ("A3", "colony-there"),
        ("B1", "not-controlled"),
        ("B7", "no-such-slot"),
    ],
)
def test_a42_what_cannot_be_colonised_is_explained(text: str, code: str) -> None:
    start = colonise(
        "HUM@H1 v0 e0/0/0/0 H1:1 A1:1 A2:1 A3:1 H2:3", "MIN@H2 v0 e0/0/0/0 A2:1 B1:1", "SHE@H3 v0 e0/0/0/0 A3:0c"
    )
    with pytest.raises(MoveError) as caught:
        APEX.parse(start.state, 1, text)
    assert caught.value.code == code
    assert caught.value.rule in ("A42", "A8")
    assert caught.value.suggestions == ("A1", "-")


def test_a42_with_three_colony_pawns_on_the_map_there_is_nothing_to_decide() -> None:
    start = (
        "A1.1 choose | N01 N02 N03 N04 N05 N06 N07 N08 N09 N10 N11 N12 | out 1,4 spent - | - | HUM@H1 v0 e0/0/0/0 "
        "h3,6,8,12,13,18 A1:1c A2:1c A3:1c B1:1 | SHE@H2 v0 e0/0/0/0 h7,10,16,19,20,23 "
        "| MIN@H3 v0 e0/0/0/0 h15,22,25,26,28,29"
    )
    after = play(session("3", start), "HUM 3C", "SHE 7E", "MIN 15E")
    assert after.view(None).round == 2


@pytest.mark.parametrize(
    ("slot", "actions"),
    [
        ("A3", (2, 0, 0, 0, 0)),
        ("C3", (1, 1, 0, 0, 0)),
        ("A1", (1, 0, 1, 0, 0)),
        ("D3", (1, 0, 0, 1, 0)),
        ("B1", (1, 0, 0, 0, 1)),
    ],
)
def test_a43_bonuses_that_are_actions(slot: str, actions: tuple[int, ...]) -> None:
    """Card 3 has one portal; portal N01 lies on A3, movement N04 on C3, production N07 on A1, ambush N10 on D3."""
    start = WORKED.replace("A2:1c", f"{slot}:1c").replace("A1:3c B2:2c", "B2:2c").replace("B1:6c", "B1:6")
    start = start.replace("e1/0/1/4 h3", "e0/0/1/4 h3")
    after = play(session("3", start), "HUM 3X", "SHE 7E", "MIN 15E")
    assert after.view(None).actions == actions


def test_a43_passive_bonuses() -> None:
    sides = ("HUM@H1 v0 e0/0/1/1 A2:0c B3:0c", *REST)
    tiles = "N07 N19 N01 N13 N16 N22 N03 N20 N04 N17 N05 N10"
    side = session("3", position("1:3E 2:7W 3:8E", *sides, phase="war 2", tiles=tiles)).view(None).sides[0]
    assert (side.influence, side.armament, side.levels) == (2, 2, (0, 0, 1, 1))


def test_a44_the_bonus_is_the_owners_under_any_control() -> None:
    sides = ("HUM@H1 v0 e0/0/0/0 A2:0c", "MIN@H2 v0 e0/0/0/0 A2:5", "SHE@H3 v0 e0/0/0/0")
    view = session("3", position("1:3W 2:7E 3:8E", *sides)).view(None)
    assert view.sector("A2").controller == 2
    assert view.sides[0].influence == 1


def test_a21_sides_without_effect_may_be_chosen() -> None:
    start = session("3", WORKED)
    assert {text[-1] for text in texts(start)} == set("WECX")


# Two players (A70 to A73) and exploration (A74, A75).


HAND = "3,6,7,8,10,12,13,15,16,18"
OTHER = "1,4,19,20,22,23,25,26,28,29"
DUEL = (
    "A1.1 choose | N01 N02 N03 N04 N05 N06 N07 N08 | out - spent - | - "
    f"| HUM@H1 v0 e0/0/1/0 h{HAND} H1:5 | MIN@H2 v0 e1/0/0/0 h{OTHER} H2:5"
)


def test_a70_ten_cards_each() -> None:
    begun = play(session("2"), "P1 HUM@H1", "P2 MIN@H2")
    assert [side.hand_size for side in begun.view(None).sides] == [10, 10]
    assert begun.view(None).undealt == ()


def test_a71_a_discard_goes_with_every_choice() -> None:
    start = session("2", DUEL)
    assert len(APEX.legal(start.state, 1)) == 10 * 4 * 9
    cases = [
        ("12E", "discard-missing"),
        ("12E-12", "discard-same"),
        ("12E-1", "not-in-hand"),
        ("12E-99", "no-such-card"),
    ]
    for text, code in cases:
        with pytest.raises(MoveError) as caught:
            APEX.parse(start.state, 1, text)
        assert caught.value.code == code


def test_a71_no_discard_with_more_players() -> None:
    start = play(session("3"), "P1 HUM@H1", "P2 MIN@H2", "P3 SHE@H3")
    one, two, *_ = start.state.sides[0].hand
    with pytest.raises(MoveError) as caught:
        APEX.parse(start.state, 1, f"{one}W-{two}")
    assert caught.value.rule == "A71"


def test_a72_discards_are_revealed_and_hands_swapped() -> None:
    after = play(session("2", DUEL), "HUM 12E-7", "MIN 28E-4")
    revealed = [event for event in after.last.events if isinstance(event, happened.Revealed)] if after.last else []
    assert [(event.card, event.side, event.discard) for event in revealed] == [(12, "E", 7), (28, "E", 4)]
    assert after.view(None).spent == (4, 7, 12, 28)
    assert after.view(1).sides[0].hand == (1, 19, 20, 22, 23, 25, 26, 29)
    assert after.view(2).sides[1].hand == (3, 6, 8, 10, 13, 15, 16, 18)


def exploring() -> Session:
    text = position(
        "1:3X 2:7X 3:8X",
        "HUM@H1 v0 e0/0/0/0 H1:5",
        "MIN@H2 v0 e0/0/0/0 H2:5",
        "SHE@H3 v0 e0/0/0/0 H3:5",
        phase="expand 1 1/2/0/0/0",
        tiles="N07? N19? N01? N13? N16? N02? N03? N20? N04? N17? N05? N10?",
    )
    return session("3", text, exploration=True)


def test_a74_sectors_lie_face_down() -> None:
    start = play(session("3", exploration=True), "P1 HUM@H1")
    for seat in (None, 1, 2):
        neutral = [sector for sector in start.view(seat).sectors if not sector.home]
        assert all(sector.face_down and not sector.tile and not sector.bonus for sector in neutral)


def test_a74_a_sector_is_turned_up_for_everybody_when_ships_come() -> None:
    after = exploring().play(1, "MOVE H1>A1 x1")
    assert after.to_act == {1}
    assert after.floor == len(after.entries)  # nobody takes back what came to light
    for seat in (None, 1, 2, 3):
        sector = after.view(seat).sector("A1")
        assert (sector.tile, sector.bonus, sector.face_down) == ("N07", "production", False)
    assert [str(event.text()) for event in after.last.events if event.audience is None][-1] if after.last else ""
    gone = after.play(1, "MOVE A1>H1 x1/PORT H1>C1 x1")
    assert not gone.view(None).sector("A1").face_down
    assert ships(gone, "A1") == {}


def test_a75_nobody_looks_ahead_past_a_sector_that_is_turned_up() -> None:
    start = exploring()
    turn = start.preview(1, "MOVE H1>A1 x1")
    assert turn.barrier
    assert APEX.view(turn.state, 1) == start.view(1)
    with pytest.raises(TurnError) as caught:
        start.play(1, "MOVE H1>A1 x1/MOVE A1>H1 x1")
    assert (caught.value.code, caught.value.rule) == ("barrier", "A75")
    assert caught.value.suggestions == ("MOVE H1>A1 x1",)  # the part up to there can be played
    assert start.play(1, caught.value.suggestions[0]).to_act == {1}


def test_a75_after_the_last_action_the_expansion_is_over() -> None:
    after = exploring().play(1, "PORT H1>C1").play(1, "MOVE C1>C2").play(1, "MOVE C2>C3")
    assert after.to_act == {2}


def test_a73_card_and_discard_are_one_choice() -> None:
    start = session("2", DUEL)
    sealed = play(start, "HUM 12E-7")
    assert sealed.to_act == {2}
    for seat in (None, 1, 2):
        assert sealed.view(seat) == start.view(seat)
    changed = play(sealed, "HUM 12E-8", "MIN 28E-4")
    assert [entry.text for entry in changed.entries] == ["12E-8", "28E-4"]
    shown = [str(event.text()) for event in changed.last.events] if changed.last else []
    assert "Player 1 plays Evolution with card 12 and discards 8." in shown


# Expansion (A45 to A54), each action validated at its place.


EXPANSION_REST = ("MIN@H2 v0 e0/0/0/0 H2:3", "SHE@H3 v0 e0/0/0/0 H3:3")
FULL = "HUM@H1 v0 e0/0/0/0 H1:20"


def expand(actions: str, hum: str, *others: str) -> Session:
    """Return an expansion of the Humans with actions such as `"1/0/2/0/0"`; the others expand after them."""
    return session("3", position("1:3X 2:7X 3:8X", hum, *(others or EXPANSION_REST), phase=f"expand 1 {actions}"))


def expansion_texts(session: Session) -> list[str]:
    return [APEX.format(session.state, 1, move) for move in APEX.legal(session.state, 1)]


def refused(session: Session, text: str) -> MoveError:
    with pytest.raises(MoveError) as caught:
        APEX.parse(session.state, 1, text)
    assert not isinstance(caught.value, AmbiguousMoveError)
    assert set(caught.value.suggestions) <= set(expansion_texts(session))
    return caught.value


def test_a54_the_example_of_the_rulebook() -> None:
    """A card with one portal; levels for 1 production and 2 movements; colonies for 1 production and 1 ambush."""
    start = (
        "A1.1 choose | N07 N10 N01 N13 N16 N02 N03 N20 N04 N17 N05 N19 | out 1,4 spent - | - | HUM@H1 v0 e1/2/0/0 "
        "h3,6,8,12,13,18 H1:4 A1:0c A2:1c | MIN@H2 v0 e0/0/0/0 h7,10,16,19,20,23 A2:2 "
        "| SHE@H3 v0 e0/0/0/0 h15,22,25,26,28,29"
    )
    begun = play(session("3", start), "HUM 3X", "MIN 7E", "SHE 15E")
    assert begun.view(None).actions == (1, 2, 2, 1, 0)
    text = "AMB A2/MOVE H1>B1 x2/PROD A1/PORT B1>C3/PROD H1/MOVE A2>B2 x1/-"
    done = play(begun, f"HUM {text}")
    assert done.last is not None
    assert done.last.text == text.replace("AMB A2", "AMB A2 MIN").replace("PORT B1>C3", "PORT B1>C3 x2")
    assert ships(done, "C3") == {"HUM": 2}
    assert ships(done, "A2") == {"HUM": 0, "MIN": 1}
    assert (ships(done, "H1"), ships(done, "B2")) == ({"HUM": 3}, {"HUM": 1})


def test_a45_every_action_is_optional_and_any_order_goes() -> None:
    start = expand("1/1/1/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    one = start.play(1, "PROD H1/MOVE H1>A1 x3/PORT A1>C1 x3/-")
    assert ships(one, "C1") == {"HUM": 3}
    two = start.play(1, "PORT H1>C1/PROD H1/MOVE C1>D1 x1/-")
    assert (ships(two, "C1"), ships(two, "D1"), ships(two, "H1")) == ({"HUM": 1}, {"HUM": 1}, {"HUM": 1})
    assert start.play(1, "-").view(None).sides[0].ships == 2


def test_a46_the_number_of_actions_is_fixed_when_the_expansion_begins() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    assert start.play(1, "MOVE H1>A1 x1").to_act == {2}


def test_a47_a_portal_leads_anywhere() -> None:
    start = expand("1/0/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    targets = {text.split(">")[1].split(" ", maxsplit=1)[0] for text in expansion_texts(start) if text != "-"}
    assert targets == set(start.state.rules.slots) - {"H1"}


def test_a48_a_movement_leads_to_a_neighbour() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:1")
    assert expansion_texts(start) == ["MOVE H1>A1 x1", "MOVE H1>A3 x1", "MOVE H1>B1 x1", "-"]
    assert (refused(start, "MOVE H1>C1").code, refused(start, "MOVE H1>C1").rule) == ("not-adjacent", "A48")


def test_a49_any_number_from_one_to_all() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:3")
    assert [text for text in expansion_texts(start) if ">A1" in text] == [
        "MOVE H1>A1 x3",
        "MOVE H1>A1 x2",
        "MOVE H1>A1 x1",
    ]
    for text in ("MOVE H1>A1 x4", "MOVE H1>A1 x0"):
        assert (refused(start, text).code, refused(start, text).rule) == ("count", "A49")
    assert refused(start, "MOVE A1>H1").code == "no-ships"
    assert refused(start, "MOVE H1>H1").code == "same-slot"


def test_a49_a_ship_may_move_several_times() -> None:
    start = expand("0/2/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    assert ships(start.play(1, "MOVE H1>B1/MOVE B1>C1"), "C1") == {"HUM": 2}


def test_a50_production_where_a_colony_stands_though_not_controlled() -> None:
    start = expand("0/0/2/0/0", "HUM@H1 v0 e0/0/0/0 A1:0c", "MIN@H2 v0 e0/0/0/0 A1:5 H1:5", "SHE@H3 v0 e0/0/0/0")
    assert expansion_texts(start) == ["PROD H1", "PROD A1", "-"]
    assert refused(start, "PROD H2").rule == "A50"


def test_a50_a_count_stands_for_several_actions() -> None:
    done = expand("0/0/2/0/0", "HUM@H1 v0 e0/0/0/0").play(1, "prod h1 x2")
    assert [entry.text for entry in done.entries] == ["PROD H1", "PROD H1", "-"]
    assert ships(done, "H1") == {"HUM": 2}
    with pytest.raises(TurnError) as caught:
        expand("0/0/2/0/0", "HUM@H1 v0 e0/0/0/0").play(1, "PROD H1 x3")
    assert caught.value.index == 2


def test_a51_ambush_where_one_has_a_pawn() -> None:
    start = expand(
        "0/0/0/2/0", "HUM@H1 v0 e0/0/0/0 A1:0c", "MIN@H2 v0 e0/0/0/0 A1:2 H1:1 B1:3", "SHE@H3 v0 e0/0/0/0 A1:1"
    )
    assert expansion_texts(start) == ["AMB H1 MIN", "AMB A1 MIN", "AMB A1 SHE", "-"]
    assert ships(start.play(1, "AMB H1/AMB A1 SHE"), "A1") == {"HUM": 0, "MIN": 2}
    with pytest.raises(AmbiguousMoveError) as caught:
        APEX.parse(start.state, 1, "AMB A1")
    assert caught.value.candidates == ("AMB A1 MIN", "AMB A1 SHE")
    assert refused(start, "AMB B1 MIN").code == "not-present"
    assert refused(start, "AMB A1 HUM").code == "own-ships"
    assert refused(start, "AMB A1 NAG").code == "not-playing"
    assert refused(start, "AMB H1 SHE").code == "no-enemy"


def test_a52_conversion_where_one_controls() -> None:
    start = expand("0/0/0/0/2", "HUM@H1 v0 e0/0/0/0 A1:3 A2:1", "MIN@H2 v0 e0/0/0/0 A1:2 A2:1", "SHE@H3 v0 e0/0/0/0")
    assert expansion_texts(start) == ["CONV A1 MIN", "-"]
    after = start.play(1, "CONV A1")
    assert ships(after, "A1") == {"HUM": 4, "MIN": 1}
    assert (refused(start, "CONV A2 MIN").code, refused(start, "CONV A2 MIN").rule) == ("not-controlled", "A52")


def test_a30_control_is_worked_out_before_each_conversion() -> None:
    start = expand("0/1/0/0/1", "HUM@H1 v0 e0/0/0/0 H1:2 A1:1", "MIN@H2 v0 e0/0/0/0 A1:2", "SHE@H3 v0 e0/0/0/0")
    assert refused(start, "CONV A1").code == "not-controlled"
    assert ships(start.play(1, "MOVE H1>A1/CONV A1"), "A1") == {"HUM": 4, "MIN": 1}
    with pytest.raises(TurnError) as caught:
        start.play(1, "CONV A1/MOVE H1>A1")
    assert (caught.value.index, caught.value.code) == (0, "not-controlled")


def test_a53_with_all_ships_on_the_map_neither_production_nor_conversion() -> None:
    start = expand("0/0/1/1/1", FULL, "MIN@H2 v0 e0/0/0/0 H1:2", "SHE@H3 v0 e0/0/0/0")
    assert expansion_texts(start) == ["AMB H1 MIN", "-"]
    assert {refused(start, text).rule for text in ("PROD H1", "CONV H1 MIN")} == {"A53"}


def test_a53_colonies_are_never_hit() -> None:
    start = expand("0/0/0/1/1", "HUM@H1 v0 e0/0/5/0 A1:3", "MIN@H2 v0 e0/0/0/0 A1:0c", "SHE@H3 v0 e0/0/0/0 B1:1")
    assert expansion_texts(start) == ["-"]
    assert refused(start, "AMB A1 MIN").code == "no-enemy"


def test_an_expansion_is_carried_out_as_a_whole_or_not_at_all() -> None:
    start = expand("0/2/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    with pytest.raises(TurnError) as caught:
        start.play(1, "MOVE H1>A1 x2/MOVE H1>A3 x1")
    assert (caught.value.index, caught.value.column, caught.value.code) == (1, 14, "no-ships")


def test_an_action_that_is_used_up_is_explained() -> None:
    start = expand("0/1/0/0/0", "HUM@H1 v0 e0/0/0/0 H1:2")
    for text in ("PORT H1>C1", "PROD H1", "AMB H1 MIN", "CONV H1 MIN"):
        assert (refused(start, text).code, refused(start, text).rule) == ("no-action-left", "A45")


def test_a3_ships_move_and_are_destroyed_colonies_neither() -> None:
    sides = ("HUM@H1 v0 e0/0/0/0 A1:1c B1:0c", "MIN@H2 v0 e0/0/0/0 A1:1c", "SHE@H3 v0 e0/0/0/0")
    start = expand("1/1/0/2/1", *(sides[0], sides[1].replace("A1:1c", "A1:1 A2:0c"), sides[2]))
    assert {text.split(">")[0] for text in expansion_texts(start) if ">" in text} == {"PORT A1", "MOVE A1"}
    moved = start.play(1, "AMB A1/PORT A1>A2 x1")
    assert ships(moved, "A1") == {"HUM": 0}
    assert [(side.ships, side.colonies) for side in moved.view(None).sides[:2]] == [(1, ("A1", "B1")), (0, ("A2",))]
    assert [text for text in expansion_texts(moved) if text.startswith(("AMB", "CONV"))] == []
