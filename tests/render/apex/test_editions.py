"""Pictures and texts of games that go on under data that were corrected since."""

from __future__ import annotations

import pytest

from engine.apex.game import APEX
from engine.chance import Chance
from engine.game import Setup
from engine.session import Session
from render.apex.hand import draw_hand, hand_text
from render.apex.renderer import ApexRenderer
from render.words import Look
from tests.engine.apex.before import BEFORE, correct

ARTIST = ApexRenderer()


def begun(data: str) -> Session:
    """Return a game of three whose hands are dealt."""
    session = Session.start(APEX, Setup("3", data=data), Chance.from_text("x"))
    for civilisation in ("HUM", "DRA", "MIN"):
        session = session.play(min(session.to_act), civilisation)
    return session


@pytest.mark.parametrize(("data", "told"), [(BEFORE, True), ("", False)])
def test_hands_and_cards_are_those_that_the_game_is_played_with(
    monkeypatch: pytest.MonkeyPatch, data: str, *, told: bool
) -> None:
    correct(monkeypatch)
    view = begun(data).view(1)
    cards = hand_text(view).count("expansion ambush+ambush+ambush")
    assert (cards == len(view.sides[0].hand or ())) is told
    assert ("ambush+ambush+ambush" in ARTIST.text_board(view)) is told


def test_pictures_are_of_the_cards_that_the_game_is_played_with(monkeypatch: pytest.MonkeyPatch) -> None:
    correct(monkeypatch)
    old, new = (begun(data).view(1) for data in (BEFORE, ""))
    assert old.sides[0].hand == new.sides[0].hand
    for draw in (ARTIST.draw, draw_hand, ARTIST.draw_cards):
        assert draw(old, look=Look(width=400)) != draw(new, look=Look(width=400))


def test_the_sheet_is_of_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    correct(monkeypatch)
    assert ARTIST.sheet(BEFORE, Look(width=400)) != ARTIST.sheet(look=Look(width=400))
    assert ARTIST.sheet_text(data=BEFORE) != ARTIST.sheet_text()
