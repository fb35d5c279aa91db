"""Turns in which another seat must answer: whose they are, what they come to, where they may not go on."""

from __future__ import annotations

import pytest

from engine.auto_turns import default_turn, only_turn
from engine.chance import Chance
from engine.errors import TurnError
from engine.extras import asked, owner
from engine.history import at, moments
from engine.session import Session
from engine.text import Player
from tests.engine.parlour.game import PARLOUR
from tests.engine.parlour.tables import attacked, begin, drafted, play


def wrong(session: Session, seat: int, text: str) -> TurnError:
    with pytest.raises(TurnError) as caught:
        session.play(seat, text)
    return caught.value


def test_a_turn_stays_its_owners_while_another_seat_answers() -> None:
    session = drafted()
    first, second = session.state.order
    before = PARLOUR.turn(session.state)
    session = session.play(first, f"A {second}")
    assert session.to_act == {second}
    assert owner(PARLOUR, session.state) == first
    assert PARLOUR.turn(session.state) == before
    told = asked(PARLOUR, session.state, second)
    assert told is not None
    assert dict(told.values) == {"player": Player(second)}
    assert asked(PARLOUR, session.state, first) is None
    session = play(session, "-")
    assert (session.to_act, owner(PARLOUR, session.state), PARLOUR.turn(session.state)) == (
        frozenset({first}),
        first,
        before,
    )
    session = play(session, "N")
    assert (session.to_act, owner(PARLOUR, session.state), PARLOUR.turn(session.state)) == (
        frozenset({second}),
        second,
        before + 1,
    )


def test_answers_belong_to_the_turn_they_were_asked_in() -> None:
    session = attacked()
    first, second = session.state.order
    session = play(session, "-", "N", "P")
    start, *_, one, two = moments(session)
    assert one.last is not None
    assert two.last is not None
    assert (one.last.seat, one.last.text) == (first, f"A {second}/N")
    assert one.last.runs(None, over=False) == ((first, f"A {second}"), (second, "-"), (first, "N"))
    assert [event.seat for event in one.last.events] == [first, second, first]
    assert (two.last.seat, two.last.text, two.last.runs(None, over=False)) == (second, "P", ((second, "P"),))
    assert session.last == two.last
    assert (start.number, two.number, two.entries) == (0, 4, len(session.entries))
    assert at(session, one).last == one.last


def test_a_turn_goes_on_where_its_owner_left_it() -> None:
    session = attacked()
    first, second = session.state.order
    half = session.last
    assert half is not None
    assert half.runs(None, over=False) == ((first, f"A {second}"),)
    answered = play(session, "-").last
    assert answered is not None
    assert (answered.seat, answered.parts[-1].seat) == (first, second)


def test_nothing_is_played_past_a_prompt_of_another_seat() -> None:
    session = drafted()
    first, second = session.state.order
    error = wrong(session, first, f"A {second}/N")
    assert (error.code, error.rule, error.suggestions) == ("interrupted", "P4", (f"A {second}",))
    assert session.complete(first, f"A {second}/") == []
    assert session.preview(first, f"A {second}").over


def test_what_is_refused_behind_a_barrier_tells_nothing_of_what_is_behind_it() -> None:
    session = drafted()
    first = session.state.seat
    card = session.state.hands[first - 1][0]
    error = wrong(session, first, f"D {card}/P")
    assert error.code == "barrier"
    top = session.state.deck[0]
    assert str(top) not in error.position.split()[7].replace("/", ",").split(",")
    alone = begin("solo")
    assert wrong(alone, 1, "A 0/P").code == wrong(alone, 1, "D 1/P" if 1 in alone.state.hands[0] else "A 0/N").code


def test_a_resignation_of_the_asked_leaves_the_turn_to_its_owner() -> None:
    session = attacked("3")
    first, second, _ = session.state.order
    gone = session.forfeit(second)
    assert (gone.to_act, owner(PARLOUR, gone.state)) == (frozenset({first}), first)
    ended = play(gone, "N")
    turns = [(moment.last.seat, moment.last.text) for moment in moments(ended)[-3:] if moment.last]
    assert turns == [(first, f"A {second}"), (second, "F"), (first, "N")]


def test_a_resignation_of_the_owner_ends_the_turn() -> None:
    session = attacked("3")
    first, second, _ = session.state.order
    gone = session.forfeit(first)
    assert owner(PARLOUR, gone.state) == second
    last = moments(gone)[-1].last
    assert last is not None
    assert (last.seat, last.text, last.moves) == (first, f"A {second}/F", f"A {second}")
    assert last.runs(None, over=False) == ((first, f"A {second}"),)


def test_only_what_public_facts_force_comes_at_once() -> None:
    session = attacked()
    (seat,) = session.to_act
    assert only_turn(PARLOUR, session.state, seat) is None
    while session.state.hands[seat - 1]:
        session = play(session, str(session.state.hands[seat - 1][0]), "N", "P")
        session = play(session, f"A {seat}")
    assert only_turn(PARLOUR, session.state, seat) == "-"


def test_defaults_are_for_some_decisions() -> None:
    session = begin()
    assert PARLOUR.default(session.state, 1) == str(session.state.packs[0][0])
    session = attacked()
    (seat,) = session.to_act
    assert PARLOUR.default(session.state, seat) == "-"
    assert PARLOUR.default(session.state, 3 - seat) is None
    session = play(session, "-", "N")
    (seat,) = session.to_act
    assert PARLOUR.default(session.state, seat) is None


def test_what_a_step_drew_is_told_in_its_order() -> None:
    session = drafted()
    deck, order = session.drawn
    assert (deck, order) == (session.state.deck, session.state.order)
    assert play(session, "P").drawn == ()
    alone = play(begin("solo"), "A 0")
    assert alone.drawn == ((-alone.state.dealer,),)
    again = Session.start(PARLOUR, alone.setup, Chance.scripted([(*alone.state.hands[0], *alone.state.deck), (5,)]))
    assert play(again, "A 0").state.dealer == -5


def test_a_missed_deadline_plays_a_turn_where_the_rules_say_of_what() -> None:
    session = begin()
    assert default_turn(PARLOUR, session.state, 2) == str(session.state.packs[1][0])
    session = attacked()
    (seat,) = session.to_act
    assert default_turn(PARLOUR, session.state, seat) == "-"
    session = play(session, "-")
    assert default_turn(PARLOUR, session.state, 3 - seat) == "N"
    assert default_turn(PARLOUR, play(session, "N").state, seat) is None
