"""Where the cards are, as far as somebody may know (A9), and what is likely of the others."""

from __future__ import annotations

import pytest

from engine.apex.game import APEX
from engine.chance import Chance
from engine.extras import CardList
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session


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
    assert "a 20 % chance of being in any one of 5 hands" in str(found.odds[-1])
