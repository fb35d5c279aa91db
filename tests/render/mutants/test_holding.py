"""What a player of Mutants holds: which shelves there are, what is marked on them, what the words say; for whom."""

from __future__ import annotations

import random
from dataclasses import replace
from unittest.mock import patch

import pytest

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.view import MutantsView
from engine.seat import Seat
from engine.session import Session
from render.mutants.holding import Holding
from render.mutants.strip import draw_strip
from render.words import PLAIN
from tests.render.mutants.scenes import EVERY, LONGEST, act, position

HOLDING = Holding()
LIMIT = 60 * 1024


def played(decisions: int, mode: str = "3", seed: int = 3) -> Session:
    """Return a game after some decisions at random."""
    session, lot = Session.start(MUTANTS, Setup(mode), Chance.from_text(f"{seed}")), random.Random(seed)
    for _ in range(decisions):
        seat = min(session.to_act)
        move = lot.choice(MUTANTS.legal(session.state, seat))
        session = session.move(seat, MUTANTS.format(session.state, seat, move))
    return session


def marked(view: MutantsView, key: str, *picked: str) -> list[tuple[str, str]]:
    """Return the cards that a shelf's picture marks, each with the heading of its part."""
    with patch("render.mutants.holding.draw_strip", return_value=b"") as drawn:
        HOLDING.draw_shelf(view, key, picked=picked)
    return [
        ("" if part.heading is None else part.heading.template, card.code)
        for part in drawn.call_args.args[1]
        for card in part.cards
        if card.marked
    ]


def own(view: MutantsView, **changes: object) -> MutantsView:
    """Return a position with something else in the hands of the viewer."""
    seat = view.viewer or 1
    mine = replace(view.sides[seat - 1], **changes)  # type: ignore[arg-type]
    return replace(view, sides=(*view.sides[: seat - 1], mine, *view.sides[seat:]))


def test_nobody_else_sees_a_shelf() -> None:  # M58, M60
    session = played(40)
    assert HOLDING.shelves(session.view(None)) == ()
    for seat in (1, 2, 3):
        view = session.view(seat)
        (hand, *_) = HOLDING.shelves(view)
        assert len(hand.places[0].cards) == len(view.sides[seat - 1].hand)
    with pytest.raises(AssertionError, match="nobody"):
        HOLDING.draw_shelf(session.view(None), "hand")


def test_who_left_holds_nothing() -> None:  # M78
    session = played(40).forfeit(2)
    assert HOLDING.shelves(session.view(2)) == ()
    assert HOLDING.asked_shelf(session.view(2)) == ""


def test_a_pack_has_the_earlier_picks_beside_it() -> None:  # M11
    session = played(6)
    view = session.view(2)
    (pack,) = HOLDING.shelves(view)
    assert [len(held.cards) for held in pack.places] == [7, 2]
    assert [held.title.template for held in pack.places] == ["Your pack", "Your picks so far"]
    assert HOLDING.asked_shelf(view) == "pack"
    assert view.draft.pack is not None
    code = view.draft.pack[3]
    assert marked(view, "pack", code) == [("", code)]


def test_the_shelf_that_is_chosen_from() -> None:
    seen: dict[str, str] = {}
    for seed in range(4):
        session = Session.start(MUTANTS, Setup("2"), Chance.from_text(f"{seed}"))
        lot = random.Random(seed)
        while session.outcome is None:
            seat = min(session.to_act)
            view = session.view(seat)
            assert view.prompt is not None
            shelf = HOLDING.asked_shelf(view)
            seen[view.prompt.kind] = shelf
            assert shelf in ("", *(each.key for each in HOLDING.shelves(view)))
            assert HOLDING.asked_shelf(session.view(3 - seat)) == ("pack" if view.prompt.kind == "pick" else "")
            move = lot.choice(MUTANTS.legal(session.state, seat))
            session = session.move(seat, MUTANTS.format(session.state, seat, move))
    expected = {"pick": "pack", "mulligan": "hand", "act": "hand", "flank": "arena", "gain": "hand", "cycle": "hand"}
    assert {kind: seen[kind] for kind in expected} == expected
    assert seen.get("freeze-empty", "discard") == "discard"
    assert seen.get("ko", "arena") == "arena"


def test_equal_cards_below_the_tops_are_told_once_with_their_number() -> None:
    view = own(position("2", eyes=1), unseen=("KOL", "KOL", "WAL"))
    reserve = next(shelf for shelf in HOLDING.shelves(view) if shelf.key == "reserve")
    (held,) = reserve.places
    assert (len(held.cards), held.count) == (2, 3)
    assert held.cards[0].endswith("×2")


def test_what_is_picked_is_marked() -> None:
    view = own(position("2", eyes=1), hand=("ROB", "ROB", "ZOM", "WAR"))
    top = view.sides[0].piles[1].top
    assert marked(view, "hand", "B", top, "ROB", "ROB") == [("", "ROB"), ("", "ROB"), ("Tops of your reserve", top)]
    assert marked(view, "hand", "D", "WAR") == [("", "WAR")]
    assert marked(view, "hand", "I") == []


def test_the_third_of_equal_tops_is_marked_by_its_pile() -> None:  # N3
    view = position("2", eyes=1)
    piles = tuple(replace(pile, top="TRI") for pile in view.sides[0].piles)
    with patch("render.mutants.holding.draw_strip", return_value=b"") as drawn:
        HOLDING.draw_shelf(own(view, piles=piles), "hand", picked=("I", "TRI@3"))
    tops = drawn.call_args.args[1][1]
    assert [card.marked for card in tops.cards] == [False, False, True]


def test_what_the_actions_would_come_to_is_told() -> None:  # M24, M25, C2
    view = position("2", eyes=1)
    piles = tuple(replace(pile, top=top) for pile, top in zip(view.sides[0].piles, ("NOB", "DEV", "NOB"), strict=True))
    here = own(view, hand=("ZOM", "TRI"), piles=piles, incubator="")
    (hand, *_) = HOLDING.shelves(here)
    told = [str(note) for note in hand.notes]
    assert "Breed Lord Blood with ZOM+TRI." in told
    assert "Nothing in your hand breeds Devourer." in told
    assert told[-1] == "Incubate any of these tops for any card."
    (hand, *_) = HOLDING.shelves(own(here, incubator="BOS"))
    assert str(hand.notes[-1]) == "Your incubator is full until the round ends."


def test_a_large_hand_has_a_picture_of_its_own() -> None:
    view = replace(position("2", eyes=1), prompt=replace(act(1), kind="gain", piles=(1, 2)))
    few, many = own(view, hand=LONGEST[:8]), own(view, hand=LONGEST[:9])
    assert [shelf.key for shelf in HOLDING.shelves(few)][:2] == ["hand", "reserve"]
    assert [shelf.key for shelf in HOLDING.shelves(many)][:2] == ["hand", "tops"]
    assert (HOLDING.asked_shelf(few), HOLDING.asked_shelf(many)) == ("hand", "tops")
    top = many.sides[0].piles[0].top
    assert marked(many, "tops", top) == [("Tops of your reserve", top)]


@pytest.mark.parametrize("count", [0, 6, 8, 11])
def test_hands_of_any_size_are_light(count: int) -> None:
    view = own(position("4", eyes=2), hand=LONGEST[:count])
    for shelf in HOLDING.shelves(view):
        assert len(HOLDING.draw_shelf(view, shelf.key)) <= LIMIT


def test_every_picture_and_every_card_says_what_is_reconstructed() -> None:
    view = position("2", eyes=1)
    (hand, *_) = HOLDING.shelves(view)
    assert all("reconstructed" in card for held in hand.places for card in held.cards)
    with patch("render.mutants.holding.draw_strip", wraps=draw_strip) as drawn:
        HOLDING.draw_shelf(view, "hand", PLAIN)
    assert drawn.call_args.kwargs["data"] == components().version


def test_the_seat_of_a_view_decides() -> None:
    session = played(60)
    hands: dict[Seat, tuple[str, ...]] = {
        seat: HOLDING.shelves(session.view(seat))[0].places[0].brief for seat in (1, 2)
    }
    for seat, names in hands.items():
        codes = session.state.sides[seat - 1].hand
        assert [code for code, name in zip(codes, names, strict=True) if f"({code})" not in name] == []


def test_a_large_discard_shows_equal_cards_once() -> None:
    """All that a player with six pairs can discard fits a picture of the usual size."""
    basics = [card.code for card in EVERY.basics]
    discard = (*basics, *basics, *LONGEST[:6], *LONGEST[:6])
    view = own(position("2", eyes=1), discard=discard)
    with patch("render.mutants.holding.draw_strip", return_value=b"") as drawn:
        HOLDING.draw_shelf(view, "discard", picked=("D", "ZOM"))
    (part,) = drawn.call_args.args[1]
    assert [card.code for card in part.cards] == [*reversed(LONGEST[:6]), *reversed(basics)]
    assert {card.tag for card in part.cards} == {"×2"}
    assert [card.code for card in part.cards if card.marked] == ["ZOM"]
    assert len(HOLDING.draw_shelf(view, "discard")) <= LIMIT
    (words,) = (shelf for shelf in HOLDING.shelves(view) if shelf.key == "discard")
    assert len(words.places[0].cards) == len(discard), "the words have all of it, in its order"
