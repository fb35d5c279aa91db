"""What nobody may learn: hands of others, choices before the reveal, what lies face down, what is still to be drawn."""

from __future__ import annotations

import pytest

from engine import record
from engine.apex.events import HandTaken
from engine.apex.game import APEX
from engine.errors import MoveError, TurnError
from engine.history import moments
from tests.engine.apex.positions import WORKED, play, session
from tests.engine.kit import alikes


def test_a9_a_view_has_the_own_hand_and_sizes_of_others() -> None:
    here = session("3", WORKED)
    for seat in (None, 1, 2, 3):
        view = here.view(seat)
        assert [side.seat for side in view.sides if side.hand is not None] == ([seat] if seat else [])
        assert [side.hand_size for side in view.sides] == [3, 3, 3]
        assert here.chance.seed.hex() not in repr(view)


def test_events_of_hands_are_for_their_owners() -> None:
    here = play(session("3"), "P1 HUM@H1", "P2 MIN@H2", "P3 SHE@H3")
    hands = [event for event in here.last.events if isinstance(event, HandTaken)] if here.last else []
    assert [(event.seat, event.audience) for event in hands] == [(seat, frozenset({seat})) for seat in (1, 2, 3)]
    told = moments(here)[-1].told(2)
    assert [event.seat for event in told if isinstance(event, HandTaken)] == [2]


@pytest.mark.parametrize("text", ["3W", "5W", "99W", "7W", "7W-3", "?", "22X"])
def test_errors_say_nothing_of_other_hands(text: str) -> None:
    here = session("3", WORKED)
    said = set()
    for state in (here.state, *alikes(APEX, here.state, 2, times=20)):
        try:
            said.add(repr(APEX.parse(state, 2, text)))
        except MoveError as error:
            said.add(f"{error} {vars(error)}")
    assert len(said) == 1


def test_an_error_shows_the_position_without_other_hands() -> None:
    with pytest.raises(TurnError) as caught:
        session("3", WORKED).play(1, "5W")
    assert "h3,23,28" in caught.value.position
    assert caught.value.position.count("h?") == 2


def test_a_record_of_a_running_match_hides_what_its_reader_may_not_know() -> None:
    here = play(session("3", exploration=True), "P1 HUM@H1", "P2 MIN@H2", "P3 SHE@H3")
    sealed = here.play(1, f"{here.state.sides[0].hand[0]}W")
    for reader in (None, 2):
        text = record.write(sealed, ("a", "b", "c"), reveal=False, reader=reader)
        assert "Seed" not in text
        assert "A1=?" in text
        assert "HUM=?" in text
        assert ("MIN=?" in text) is (reader is None)
        assert text == record.write(here, ("a", "b", "c"), reveal=False, reader=reader)
    assert "?" not in record.write(here, ("a", "b", "c"))


def test_the_spectators_view_of_each_moment_is_no_view_of_a_seat() -> None:
    here = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X", "HUM H2,C2", "SHE D1", "MIN -")
    for moment in moments(here):
        assert all(side.hand is None for side in APEX.view(moment.state, None).sides)
