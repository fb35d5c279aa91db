from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.errors import IllegalMoveError, TurnError
from engine.game import Setup
from engine.replicants.game import REPLICANTS
from engine.session import Session
from tests.engine.toys import DUEL


@pytest.fixture
def session() -> Session:
    return Session.start(DUEL, Setup("2"), Chance.from_text("toy"))


def test_a_turn_is_applied_whole_or_not_at_all(session: Session) -> None:
    for text, code in (("go", "turn-incomplete"), ("go/9", "notation"), ("", "turn-incomplete")):
        with pytest.raises(TurnError) as caught:
            session.play(1, text)
        assert caught.value.code == code
    assert session.entries == ()
    assert [entry.text for entry in session.play(1, "go/end").entries] == ["go", "end"]


def test_an_unfinished_turn_suggests_how_to_go_on(session: Session) -> None:
    with pytest.raises(TurnError) as caught:
        session.play(1, "go")
    assert caught.value.suggestions == ("go/end", "go/stay")


def test_a_turn_may_stop_at_a_barrier_and_go_on_afterwards(session: Session) -> None:
    rolled = session.play(1, "roll")
    assert rolled.to_act == {1}
    assert rolled.last is not None
    done = rolled.play(1, "end")
    assert done.last is not None
    assert done.last.text == "roll/end"
    assert len(done.last.events) == 2


def test_choices_are_sealed_until_all_are_in(session: Session) -> None:
    both = session.play(1, "go/end")
    one = both.play(2, "3")
    assert one.to_act == {1}
    assert one.state == both.state
    assert one.entries == both.entries
    changed = one.play(2, "1")
    done = changed.play(1, "2")
    assert done.view(None) == (2, 1, 2)
    assert [(entry.seat, entry.text) for entry in done.entries[-2:]] == [(1, "2"), (2, "1")]


def test_the_order_of_arrival_makes_no_difference(session: Session) -> None:
    both = session.play(1, "go/end")
    first, second = both.play(1, "2").play(2, "3"), both.play(2, "3").play(1, "2")
    assert first.state == second.state
    assert first.entries == second.entries


def test_giving_up_ends_the_game_once(session: Session) -> None:
    over = session.play(1, "go/end").play(2, "3").forfeit(1)
    assert over.outcome is not None
    assert over.outcome.winners == (2,)
    assert over.to_act == frozenset()
    assert over.entries[-1].forfeit
    with pytest.raises(IllegalMoveError):
        over.forfeit(2)


def test_move_by_move_and_turn_by_turn_come_to_the_same(session: Session) -> None:
    step_by_step = session.move(1, "go").move(1, "end")
    at_once = session.play(1, "go/end")
    assert step_by_step == at_once


def test_a_surrender_is_no_move_that_is_shown() -> None:
    last = Session.start(REPLICANTS, Setup("2"), Chance.from_text("toy")).forfeit(1).last
    assert last is not None
    assert (last.text, last.runs(None, over=True)) == ("F", ())
