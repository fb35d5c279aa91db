"""Completions with words beside the notation, and what people type behind them."""

from __future__ import annotations

import pytest

from cogs.ui.completion import BESIDE, NAME_LIMIT, named, untangled
from engine.chance import Chance
from engine.game import Event, Setup
from engine.registry import get
from engine.session import Session
from tests.cogs import toy

SESSION = Session.start(get("replicants"), Setup("2"), Chance.from_text("completion"))


def _words(event: Event) -> str:
    return str(event.text())


def _chatty(event: Event) -> str:
    return _words(event) * 10


def test_a_completion_shows_its_notation_and_what_the_latest_action_means() -> None:
    names = {value: name for name, value in named(SESSION, 1, SESSION.complete(1, "E/2E6/"), _words)}
    assert names["E/2E6/E6-"] == "E/2E6/E6- · Player 1 turns their 2 on E6 to the left."
    assert names["E/2E6/E"] == "E/2E6/E · Player 1 charges the matrix to 2."


def test_only_the_latest_action_is_told() -> None:
    ((name, _),) = named(SESSION, 1, ["E/2E6/"], _words)
    assert name == "E/2E6/ · Player 1 moves their 2 from E7 to E6."


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ""),
        ("E/2E6/", "E/2E6/"),
        ("E/2E6/ · Player 1 moves their 2 from E7 to E6.", "E/2E6/"),
        ("E/2E6/ · Player 1 moves their 2 from E7 to E6.E6", "E/2E6/E6"),
        ("E/2E6/ · Player 1 moves th", "E/2E6/"),
        ("E/7A1/ · what", "E/7A1/"),
    ],
)
def test_words_are_taken_out_of_what_is_typed_behind_a_completion(typed: str, meant: str) -> None:
    assert untangled(SESSION, 1, typed, _words) == meant


def test_every_completion_of_a_turn_survives_being_picked_and_typed_on() -> None:
    for name, value in named(SESSION, 1, SESSION.complete(1, ""), _words):
        assert len(name) <= NAME_LIMIT
        assert untangled(SESSION, 1, name, _words) == value
        assert untangled(SESSION, 1, name + "E", _words) == value + "E"


def test_words_without_room_are_left_out() -> None:
    for name, value in named(SESSION, 1, SESSION.complete(1, ""), _chatty):
        assert name == value


def test_a_game_that_tells_nothing_shows_its_notation() -> None:
    session = toy.session()
    assert named(session, 1, ["wind/pass/"], _words) == [("wind/pass/", "wind/pass/")]
    assert BESIDE not in "".join(name for name, _ in named(session, 1, session.complete(1, ""), _words))


def test_turns_too_long_for_a_completion_are_not_offered() -> None:
    assert named(toy.session(), 1, ["x" * (NAME_LIMIT + 1)], _words) == []
