"""Own turns: what a player entered or planned and was not taken back, whoever sat there since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from hosting.results import LONGEST_OPENING, Sitting, StandIn, sittings
from store.tables.values import EventKind, MatchSeat, Span, StoredEvent
from tests.store.samples import START

ANN, BOB, CLEO, DAN, EVE = 1, 2, 3, 4, 5
MINUTE = timedelta(minutes=1)


def log(*events: tuple[Any, ...]) -> tuple[StoredEvent, ...]:
    """Return a log, a minute between events, from their kinds, seats, texts or choices, and data."""
    found = []
    for seq, (kind, seat, played, data) in enumerate(((*each, {})[:4] for each in events), 1):
        choices = played if isinstance(played, tuple) else ()
        text = played if isinstance(played, str) else ""
        found.append(StoredEvent(seq, kind, seat, ANN, text, choices, START + seq * MINUTE, data))
    return tuple(found)


def handed(seat: int, was: int, user: int, **data: Any) -> tuple[EventKind, int, str, dict[str, Any]]:
    return "substitute", seat, "", {"was": was, "user": user, **data}


def became(
    events: tuple[StoredEvent, ...], *people: int, pauses: Sequence[Span] = (), game_turns: Sequence[int] = ()
) -> dict[int, Sitting]:
    """Return what became of the seats in which these people sit at the end, or Ann and Bob.

    Args:
        events: Of the match.
        people: In the order of the seats.
        pauses: Of the match.
        game_turns: In which turn of the game each of the events was, as far as that is known.
    """
    seats = [MatchSeat(seat, person, "") for seat, person in enumerate(people or (ANN, BOB), 1)]
    numbered = {event.seq: turn for event, turn in zip(events, game_turns, strict=False)}
    return sittings(seats, events, START, pauses=pauses, game_turns=numbered)


@pytest.mark.parametrize(
    ("cause", "own"),
    [(None, True), ("plan", True), ("prepared", True), ("time", False), ("automatic", False)],
)
def test_a_turn_is_ones_own_unless_the_clock_or_the_rules_played_it(cause: str | None, own: bool) -> None:
    event = ("turn", 1, "1/2", {} if cause is None else {"cause": cause})
    seat = became(log(event, ("turn", 2, "3/3")))[1]
    assert seat.turns == ({ANN: 1} if own else {})
    assert (seat.opening, seat.timed, seat.thought) == (("1/2", 1, 60.0) if own else (None, 0, 0.0))


def test_choices_that_were_sealed_are_own_turns_of_all_but_those_for_whom_something_stood_in() -> None:
    choices = ((1, "go"), (2, "stay"))
    seats = became(log(("joint", 2, choices)))
    assert (seats[1].turns, seats[2].turns, seats[2].opening) == ({ANN: 1}, {BOB: 1}, "stay")
    assert seats[1].timed == 0  # when it was chosen, nobody knows any more
    last = became(log(("joint", 2, choices, {"cause": "time"})))
    assert (last[1].turns, last[2].turns) == ({ANN: 1}, {})


def test_a_choice_that_a_deadline_sealed_is_none_though_another_player_opens_it() -> None:
    """The deadline of seat 1 passes half a minute before the event; that of an earlier decision does not matter."""
    choices = ((1, "go"), (2, "stay"))
    events, seats = log(("joint", 2, choices), ("joint", 2, choices)), [MatchSeat(1, ANN, ""), MatchSeat(2, BOB, "")]
    late = [StandIn(1, START + 1.5 * MINUTE)]
    found = sittings(seats, events, START, late)
    assert (found[1].turns, found[2].turns) == ({ANN: 1}, {BOB: 2})
    both = [StandIn(1, START + 2 * MINUTE), StandIn(2, START + 2 * MINUTE)]
    found = sittings(seats, events, START, both)
    assert (found[1].turns, found[2].turns) == ({ANN: 1}, {BOB: 1})


@pytest.mark.parametrize(("cause", "own"), [("automatic", 0), ("time", 0), ("plan", 1), ("prepared", 1)])
def test_a_choice_that_was_sealed_by_itself_is_none_though_another_player_opens_it(cause: str, own: int) -> None:
    """Results, own turns: "what the clock or `automatic:` plays is none", when it is opened by another's turn, too."""
    choices = ((1, "go"), (2, "stay"))
    for kind, seat in (("joint", 2), ("forfeit", 3)):
        seats = became(log((kind, seat, choices, {"causes": {"1": cause}})), ANN, BOB, CLEO)
        assert [seats[each].turns.total() for each in (1, 2, 3)] == [own, 1, 0]


def test_thinking_takes_no_time_while_the_match_is_paused() -> None:
    """Turns come after 1, 2 and 3 minutes."""
    events = log(("turn", 1, "1/1"), ("turn", 2, "2/2"), ("turn", 1, "3/3"))

    def thought(*minutes: tuple[float, float]) -> tuple[float, float]:
        seats = became(events, pauses=[(START + first * MINUTE, START + last * MINUTE) for first, last in minutes])
        assert (seats[1].timed, seats[2].timed) == (2, 1)
        return seats[1].thought, seats[2].thought

    assert thought() == (120, 60)
    assert thought((0, 0.5)) == (90, 60)
    assert thought((0.5, 1.25), (1.5, 1.75)) == (90, 30)
    assert thought((-1, 0), (0.25, 2.75), (3, 9)) == (30, 0)


def test_a_surrender_opens_what_others_had_chosen() -> None:
    seats = became(log(("forfeit", 3, ((1, "go"), (2, "stay")))), ANN, BOB, CLEO)
    assert [seats[seat].turns for seat in (1, 2, 3)] == [{ANN: 1}, {BOB: 1}, {}]
    assert [seats[seat].gave_up for seat in (1, 2, 3)] == [None, None, "resigned"]
    assert became(log(("forfeit", 1, "", {"cause": "time"})))[1].gave_up == "time"


def test_a_turn_that_is_entered_in_parts_is_one_own_turn() -> None:
    """Ann's turn has three parts, of which one follows an answer of Bob's; a turn of each comes after it."""
    turns = [("turn", 1, "1"), ("turn", 1, "2"), ("turn", 2, "9"), ("turn", 1, "3"), ("turn", 2, "4"), ("turn", 1, "5")]
    seats = became(log(*turns), game_turns=(1, 1, 1, 1, 2, 3))
    assert (seats[1].turns, seats[2].turns, seats[1].opening) == ({ANN: 2}, {BOB: 2}, "1")
    assert [(each.timed, each.thought) for each in seats.values()] == [(2, 240), (2, 120)]


def test_several_answers_within_a_turn_of_another_are_one_own_turn() -> None:
    turns = [("turn", 1, "1"), ("turn", 2, "8"), ("turn", 1, "2"), ("turn", 2, "9")]
    seats = became(log(*turns), game_turns=(5, 5, 5, 5))
    assert (seats[1].turns, seats[2].turns) == ({ANN: 1}, {BOB: 1})


def test_a_turn_that_two_people_made_is_that_of_who_began_it() -> None:
    turns = [("turn", 1, "1"), handed(1, ANN, CLEO), ("turn", 1, "2"), ("turn", 2, "3"), ("turn", 1, "4")]
    seat = became(log(*turns), CLEO, BOB, game_turns=(1, 1, 1, 2, 3))[1]
    assert (seat.turns, seat.turns.total(), seat.timed) == ({ANN: 1, CLEO: 1}, 2, 2)


def test_a_turn_that_the_clock_began_is_that_of_who_went_on() -> None:
    turns = [("turn", 1, "1", {"cause": "time"}), handed(1, ANN, CLEO), ("turn", 1, "2"), ("turn", 1, "3")]
    seat = became(log(*turns), CLEO, BOB, game_turns=(1, 1, 1, 1))[1]
    assert (seat.turns, seat.opening, seat.timed, seat.thought) == ({CLEO: 1}, "2", 1, 120)


def test_a_turn_of_which_a_part_was_taken_back_is_one_and_of_which_all_was_is_none() -> None:
    turns = [("turn", 1, "1"), ("turn", 1, "2"), ("undo", 1, "", {"to": 1}), ("turn", 1, "3")]
    assert became(log(*turns), game_turns=(1, 1, 1, 1))[1].turns == {ANN: 1}
    gone = [("turn", 1, "1"), ("turn", 1, "2"), ("undo", 1, "", {"to": 0})]
    assert became(log(*gone), game_turns=(1, 1, 0))[1].turns == {}


def test_choices_that_were_sealed_for_one_turn_are_one_own_turn_of_each() -> None:
    choices = ((1, "go"), (2, "stay"))
    seats = became(log(("joint", 2, choices), ("joint", 1, choices), ("joint", 1, choices)), game_turns=(1, 2, 3))
    assert (seats[1].turns, seats[2].turns) == ({ANN: 3}, {BOB: 3})


def test_what_was_taken_back_is_no_turn() -> None:
    seats = became(log(("turn", 1, "1/1"), ("turn", 2, "2/2"), ("undo", 1, "", {"to": 0}), ("turn", 1, "3/3")))
    assert (seats[1].turns, seats[2].turns, seats[1].opening) == ({ANN: 1}, {}, "3/3")
    again = became(
        log(
            ("turn", 1, "1/1"),
            ("turn", 2, "2/2"),
            ("undo", 2, "", {"to": 1}),
            ("turn", 2, "3/3"),
            ("undo", 2, "", {"to": 1}),
        )
    )
    assert (again[1].turns, again[2].turns) == ({ANN: 1}, {})


def test_a_surrender_that_was_set_back_with_the_match_is_none() -> None:
    """Nobody takes a surrender back but with a match that cannot be read."""
    seats = became(log(("turn", 1, "1/1"), ("forfeit", 2, ""), ("undo", None, "", {"to": 1, "cause": "organiser"})))
    assert seats[2].gave_up is None


def test_each_person_has_the_turns_made_while_they_sat_there() -> None:
    events = log(
        ("turn", 1, "1/1"),
        ("turn", 2, "1/1"),
        handed(1, ANN, CLEO),
        ("turn", 1, "2/2"),
        ("turn", 2, "1/1"),
        handed(1, CLEO, DAN),
        ("turn", 1, "3/3"),
        ("turn", 2, "1/1"),
        ("turn", 1, "3/3"),
    )
    seat = became(events, DAN, BOB)[1]
    assert (seat.starter_id, seat.finisher_id) == (ANN, DAN)
    assert (seat.turns[ANN], seat.turns[CLEO], seat.turns[DAN], seat.turns.total()) == (1, 1, 2, 4)
    assert seat.opening == "1/1"


def test_who_came_back_has_both_times() -> None:
    events = log(("turn", 1, "1/1"), handed(1, ANN, CLEO), ("turn", 1, "2/2"), handed(1, CLEO, ANN), ("turn", 1, "3/3"))
    seat = became(events)[1]
    assert (seat.starter_id, seat.finisher_id, seat.turns[ANN], seat.turns[CLEO]) == (ANN, ANN, 2, 1)


def test_a_turn_taken_back_past_a_handover_is_nobodys_and_the_seat_stays_handed_over() -> None:
    events = log(("turn", 1, "1/1"), handed(1, ANN, CLEO), ("undo", None, "", {"to": 0}), ("turn", 1, "2/2"))
    seat = became(events, CLEO, BOB)[1]
    assert (seat.starter_id, seat.turns) == (ANN, {CLEO: 1})


def test_a_starter_is_excused_by_what_was_said_when_they_last_left() -> None:
    away, back = handed(1, ANN, CLEO, excused=True), handed(1, CLEO, ANN)
    assert became(log(away), CLEO)[1].excused
    assert not became(log(away, back, handed(1, ANN, DAN)), DAN)[1].excused
    assert became(log(handed(1, ANN, CLEO), back, away), CLEO)[1].excused
    assert became(log(away, handed(1, CLEO, DAN)), DAN)[1].excused
    assert not became(log(handed(1, ANN, CLEO), handed(1, CLEO, DAN, excused=True)), DAN)[1].excused


def test_what_was_played_before_a_position_was_set_up_is_none() -> None:
    events = log(
        ("turn", 1, "1/1"), ("turn", 2, "1/1"), ("position", None, "", {"position": "5+5"}), ("turn", 1, "2/2")
    )
    seats = became(events)
    assert (seats[1].turns, seats[2].turns) == ({ANN: 1}, {})


def test_a_long_first_turn_is_one_short_line() -> None:
    opening = became(log(("turn", 1, "1\n" + "/2" * LONGEST_OPENING)))[1].opening
    assert opening is not None
    assert (len(opening), opening[:4]) == (LONGEST_OPENING, "1 /2")


def test_events_that_are_lost_are_passed_over() -> None:
    events = log(("turn", 1, "1/1"), ("turn", 2, "1/1"), ("turn", 1, "2/2"), ("undo", None, "", {"to": 9}))
    seats = became((events[0], *events[2:]))
    assert (seats[1].turns, seats[2].turns) == ({ANN: 2}, {})
