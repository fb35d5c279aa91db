"""Two players (A70 to A73) and exploration (A74, A75)."""

from __future__ import annotations

import pytest

from engine.apex import events as happened
from engine.apex.game import APEX
from engine.errors import MoveError, TurnError
from engine.session import Session
from tests.engine.apex.positions import play, position, session, ships

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
