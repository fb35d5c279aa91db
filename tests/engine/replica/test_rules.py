"""Each rule of play by its number, on positions of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import record
from engine.errors import RecordError
from engine.events import Event, Surrendered
from engine.game import Point, Setup, Topic
from engine.outcome import Termination
from engine.replica.events import Arrived, Captured, Closed, Jumped, Stepped, Transformed
from engine.replica.game import REPLICA
from engine.replica.legal import count_legal, legal
from engine.replica.notation import read_move
from engine.replica.teaching import TOPICS
from engine.session import Session
from tests.engine.replica.kit import CHANCE, EVERY_OPTION, POWERS, crowded, events, place, play, start, texts


def test_p1_white_begins_and_turns_alternate_one_move_each() -> None:
    state = start()
    assert REPLICA.to_act(state) == {1}
    state = play(state, "b2-c3")
    assert REPLICA.to_act(state) == {2}
    assert REPLICA.view(state, None).turn == 1
    state = play(state, "g7-f6")
    assert REPLICA.to_act(state) == {1}
    assert REPLICA.view(state, None).turn == 2


def test_p2_the_set_up() -> None:
    pieces = REPLICA.view(start(), None).pieces
    white = [piece.square for piece in pieces if piece.seat == 1]
    black = [piece.square for piece in pieces if piece.seat == 2]
    assert white == ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "a4", "b4"]
    assert set(black) == {"h8", "g8", "f8", "e8", "h7", "g7", "f7", "e7", "h6", "g6", "h5", "g5"}
    assert [piece.square for piece in pieces if piece.king] == ["a1", "h8"]


def test_p2_black_mirrors_white_through_the_centre() -> None:
    pieces = REPLICA.view(start(), None).pieces
    turned = {(3 - piece.seat, f"{chr(201 - ord(piece.square[0]))}{9 - int(piece.square[1])}") for piece in pieces}
    assert turned == {(piece.seat, piece.square) for piece in pieces}


@pytest.mark.parametrize(
    ("white", "black", "when", "going"),
    [
        ("Kd4", "Ka7", "w - 1", {"d4-e4", "d4-d5", "d4-e5"}),
        ("Kh2", "Kd5", "b - 1", {"d5-c5", "d5-d4", "d5-c4"}),
        ("Kh2", "Kd1", "b - 1", {"d1-c1"}),
    ],
)
def test_p3_forward_is_towards_the_enemy_corner(white: str, black: str, when: str, going: set[str]) -> None:
    assert set(texts(place(white, black, when))) == going


def test_p4_a_step_is_one_square_and_captures_by_replacement() -> None:
    state = place("Kb1 d4", "Kh8 e5")
    assert "d4xe5" in texts(state)
    after, happened = events(state, "d4xe5")
    assert happened == [Stepped(1, "d4", "e5", False), Captured(1, 2, "e5", False)]
    assert [piece.square for piece in REPLICA.view(after, None).pieces] == ["b1", "e5", "h8"]


def test_p4_a_jump_ends_on_the_first_square_behind_its_friends() -> None:
    state = place("Kb1 c3 d4 e5", "Kh8")
    after, happened = events(state, "c3-f6")
    assert happened == [Jumped(1, "c3", "f6", ("d4", "e5"), False)]
    assert "c3-d4" not in texts(state)
    assert "c3-g7" not in texts(state)
    assert after.pieces(1).bit_count() == 4


def test_p4_black_jumps_tell_the_nearest_friend_first() -> None:
    _, happened = events(place("Ka2", "Kh8 g5 f5 e5", "b - 1"), "g5-d5")
    assert happened == [Jumped(2, "g5", "d5", ("f5", "e5"), False)]


def test_p4_a_jump_may_capture_and_may_pass_over_kings() -> None:
    _, happened = events(place("Kb2 Kc2 d2", "Kh8 e2"), "b2xe2")
    assert happened == [Jumped(1, "b2", "e2", ("c2", "d2"), True), Captured(1, 2, "e2", False)]


def test_p4_nobody_jumps_enemies() -> None:
    assert {text for text in texts(place("Kb2", "Kh8 c2")) if "2" in text[3:]} == {"b2xc2"}


def test_p4_friends_to_the_edge_leave_no_jump() -> None:
    state = place("Ka1 f3 g3 h3", "Kb8")
    assert not {text for text in texts(state) if text.startswith(("f3-g3", "f3-h3", "g3-h3"))}
    assert {text for text in texts(state) if text.startswith("f3")} == {"f3-g4", "f3-f4"}


def test_p5_a_king_sees_over_friends_but_not_over_enemies() -> None:
    state = place("Kb2 c2 e2 b5 d4 g7", "Kh8 b4 e5", "w - 1")
    flips = {text for text in texts(state) if text.endswith("=K")}
    assert flips == {"c2=K", "e2=K", "d4=K"}


def test_p5_sight_goes_in_all_eight_directions() -> None:
    around = "c3 c4 c5 d3 d5 e3 e4 e5"
    flips = {text for text in texts(place(f"Kd4 {around}", "Kh8")) if text.endswith("=K")}
    assert flips == {f"{square}=K" for square in around.split()}


def test_p5_sight_can_be_forward_only() -> None:
    around = "c3 c4 c5 d3 d5 e3 e4 e5"
    white = place(f"Kd4 {around}", "Kh8", sight="forward")
    assert {text for text in texts(white) if text.endswith("=K")} == {"e4=K", "d5=K", "e5=K"}
    black = place("Kh2", f"Kd4 {around}", "b - 1", sight="forward")
    assert {text for text in texts(black) if text.endswith("=K")} == {"c4=K", "d3=K", "c3=K"}


def test_p5_a_transform_is_the_whole_turn_and_tells_who_saw() -> None:
    state = place("Kd4 Kd8 d6", "Kh1 a1")
    after, happened = events(state, "d6=K")
    assert happened == [Transformed(1, "d6", ("d4", "d8"))]
    assert REPLICA.to_act(after) == {2}
    assert {piece.square for piece in REPLICA.view(after, None).pieces if piece.king} == {"d4", "d6", "d8", "h1"}


def test_p5_kings_do_not_transform() -> None:
    assert not [text for text in texts(place("Kd4 Kd6", "Kh1")) if text.endswith("=K")]


def test_p6_a_king_moves_and_captures_like_any_piece_and_stays_a_king() -> None:
    after, happened = events(place("Kd4 Kb2", "Kh8 e4"), "d4xe4")
    assert happened == [Stepped(1, "d4", "e4", True), Captured(1, 2, "e4", False)]
    assert {piece.square for piece in REPLICA.view(after, None).pieces if piece.king} == {"b2", "e4", "h8"}


@pytest.mark.parametrize(
    ("white", "black", "when", "move", "seat", "square"),
    [("Kg7", "Ka7", "w - 9", "g7-h8", 1, "h8"), ("Kh2", "Kb1", "b - 9", "b1-a1", 2, "a1")],
)
def test_p7_a_king_in_the_opposite_corner_wins(
    white: str, black: str, when: str, move: str, seat: int, square: str
) -> None:
    after, happened = events(place(white, black, when), move)
    outcome = REPLICA.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.code, outcome.by) == ((seat,), "C", seat)
    assert happened[-1] == Arrived(seat, square)
    assert str(outcome.reason) == f"Player {seat} has a king in the opposite corner."
    assert not REPLICA.to_act(after)


def test_p7_another_piece_in_the_corner_does_not_win_until_it_is_flipped() -> None:
    after = play(place("g7 Kd4", "Ka7 b7"), "g7-h8")
    assert REPLICA.outcome(after) is None
    after, happened = events(play(after, "b7-b6"), "h8=K")
    outcome = REPLICA.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.code) == ((1,), "C")
    assert happened == [Transformed(1, "h8", ("d4",)), Arrived(1, "h8")]


@pytest.mark.parametrize("captor", ["c3", "Kc3"])
def test_p7_capturing_any_king_wins_at_once(captor: str) -> None:
    after, happened = events(place(f"Kb1 {captor}", "Kh8 Kc4 a8"), "c3xc4")
    outcome = REPLICA.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.ranks, outcome.code) == ((1,), (1, 2), "K")
    assert outcome.termination is Termination.RULES
    assert happened[-1] == Captured(1, 2, "c4", True)
    assert REPLICA.legal(after, 1) == REPLICA.legal(after, 2) == ()


def test_p7_a_king_that_captures_a_king_in_the_corner_has_captured_a_king() -> None:
    outcome = REPLICA.outcome(play(place("Kg7", "Kh8"), "g7xh8"))
    assert outcome is not None
    assert (outcome.winners, outcome.code) == ((1,), "K")


def test_p8_an_army_that_cannot_step_can_always_transform() -> None:
    """Nobody can move only if every row ahead is full to the edge; then a king sees the piece in the corner."""
    assert texts(place("g8 h8 h7 Kg7", "Ka7", "w - 1")) == ["h7=K", "g8=K", "h8=K"]
    assert texts(place("h8 Kg8 Kh7", "Ka7", "w - 1")) == ["h8=K"]
    assert texts(place("h8 Kg8", "Ka7", "w - 1", sight="forward")) == ["h8=K"]


@pytest.mark.parametrize("power", ["none", "backward_capture"])
def test_p9_without_a_house_rule_that_says_so_no_turn_goes_on(power: str) -> None:
    after = play(place("Kb1 Kc3", "Kh8", power=power), "c3-c4")
    assert REPLICA.to_act(after) == {2}


def test_p9_all_kings_may_move_once_each_in_any_order() -> None:
    state = place("Kb1 Kc3 Ke1 a5", "Kh8", power="all_kings")
    state, happened = events(state, "c3-c4")
    assert REPLICA.to_act(state) == {1}
    assert REPLICA.view(state, None).moved == ("c4",)
    assert REPLICA.view(state, None).may_close
    assert {text[:2] for text in texts(state)} == {"b1", "e1", "-"}
    state = play(state, "b1-b2")
    assert REPLICA.view(state, None).moved == ("b2", "c4")
    state = play(state, "e1-e2")
    assert REPLICA.to_act(state) == {2}
    assert REPLICA.view(state, None).moved == ()
    assert happened == [Stepped(1, "c3", "c4", True)]


def test_p9_all_kings_may_stop_early() -> None:
    state, happened = events(place("Kb1 Kc3", "Kh8", power="all_kings"), "c3-c4/-")
    assert REPLICA.to_act(state) == {2}
    assert happened[-1] == Closed(1)


def test_p9_all_kings_a_regular_piece_or_a_transform_is_the_whole_turn() -> None:
    for move in ("a5-a6", "b3=K"):
        assert REPLICA.to_act(play(place("Kb1 Kc3 b3 a5", "Kh8", power="all_kings"), move)) == {2}


def test_p9_all_kings_a_turn_ends_by_itself_where_no_other_king_can_move() -> None:
    only = play(place("Kb1 c3", "Kh8", power="all_kings"), "b1-b2")
    assert REPLICA.to_act(only) == {2}
    stuck = play(place("Kb1 Kh7 h8", "Ka8", power="all_kings"), "b1-b2")
    assert REPLICA.to_act(stuck) == {2}


def test_p9_all_kings_a_king_jumps_over_one_that_has_moved() -> None:
    state = play(place("Kb2 Kc1", "Kh8", power="all_kings"), "c1-c2")
    assert "b2-d2" in texts(state)


def test_p9_a_win_ends_the_turn_in_the_middle() -> None:
    for power in ("all_kings", "double"):
        state = play(place("Kg7 Kb1", "Ka7", power=power), "g7-h8")
        assert REPLICA.outcome(state) is not None
        assert not REPLICA.to_act(state)
        assert REPLICA.view(state, None).moved == ()


def test_p9_double_one_king_may_move_twice() -> None:
    state = play(place("Kb1 Kc3 a5", "Kh8", power="double"), "c3-c4")
    assert {text[:2] for text in texts(state)} == {"c4", "-"}
    assert REPLICA.to_act(play(state, "c4-d5")) == {2}
    assert REPLICA.to_act(play(state, "-")) == {2}


def test_p9_double_pieces_and_transforms_do_not_go_on() -> None:
    for move in ("a5-a6", "b3=K"):
        assert REPLICA.to_act(play(place("Kb1 b3 a5", "Kh8", power="double"), move)) == {2}


def test_p9_double_a_turn_ends_by_itself_where_the_king_cannot_move_again() -> None:
    state = play(place("Kg7 h8", "Ka8", power="double"), "g7-g8")
    assert REPLICA.to_act(state) == {2}


def test_p9_double_a_king_captures_twice() -> None:
    state, happened = events(place("Kb2", "Kh8 c3 d3", power="double"), "b2xc3/c3xd3")
    assert sum(isinstance(event, Captured) for event in happened) == 2
    assert REPLICA.to_act(state) == {2}


def test_p9_backward_capture_by_step_and_by_jump_of_kings_only() -> None:
    state = place("Ke5 e4 f5 h1", "Kh8 d5 d4 e3 d6 f4 g1", power="backward_capture")
    assert {text for text in texts(state) if text.startswith("e5")} >= {"e5xd5", "e5xd4", "e5xe3"}
    assert "e5xd6" not in texts(state)  # neither forward nor backward
    assert "e5xf4" not in texts(state)
    assert "h1xg1" not in texts(state)
    assert "f5xf4" not in texts(state)
    assert "e5-d5" not in texts(play(place("Ke5", "Kh8 a5", power="backward_capture"), "e5-f5", "a5-a4"))


def test_p9_backward_capture_for_black() -> None:
    state = place("Kb1 e6 f5", "Ke5 d7", "b - 4", power="backward_capture")
    assert {text for text in texts(state) if text.startswith("e5x")} == {"e5xf5", "e5xe6"}


def test_p9_backward_captures_do_not_exist_otherwise() -> None:
    for power in set(POWERS) - {"backward_capture"}:
        assert "e5xd5" not in texts(place("Ke5", "Kh8 d5", power=power))


@pytest.mark.parametrize(("seat", "winner"), [(1, 2), (2, 1)])
def test_p10_giving_up_loses_at_any_time(seat: int, winner: int) -> None:
    for state in (start(), place("Kb1 Kc3", "Kh8", "w c3 3", power="all_kings")):
        step = REPLICA.forfeit(state, seat)
        outcome = REPLICA.outcome(step.state)
        assert outcome is not None
        assert (outcome.winners, outcome.code, outcome.by) == ((winner,), "F", seat)
        assert outcome.termination is Termination.FORFEIT
        assert step.events == (Surrendered(seat),)
        assert not step.barrier


# The order of legal moves, and their number at the start.


def test_the_opening_has_36_advances_and_7_transforms() -> None:
    opening = texts(start())
    assert len(opening) == 43
    assert sum("-" in text for text in opening) == 36
    assert {text for text in opening if text.endswith("=K")} == {
        f"{square}=K" for square in ("a2", "a3", "a4", "b1", "c1", "d1", "b2")
    }


def test_moves_come_by_their_origin_then_transforms() -> None:
    assert texts(place("Kb2 c3", "Kh8")) == ["b2-c2", "b2-d4", "b2-b3", "c3-d3", "c3-d4", "c3-c4", "c3=K"]
    assert texts(place("Kb2", "Kh8 g8", "b - 1")) == ["g8-f8", "g8-f7", "g8-g7", "h8-f8", "h8-g7", "h8-h7", "g8=K"]


def test_backward_captures_follow_a_kings_other_moves() -> None:
    state = place("Ke5 f5", "Kh8 d5 e4 d4", power="backward_capture")
    assert texts(state) == [
        *("e5-g5", "e5-f6", "e5-e6", "e5xd5", "e5xd4", "e5xe4"),
        *("f5-g5", "f5-g6", "f5-f6", "f5=K"),
    ]


def test_closing_comes_last() -> None:
    assert texts(place("Kb1 Kc3", "Kh8", "w c3 2", power="all_kings")) == ["b1-c1", "b1-c2", "b1-b2", "-"]
    assert texts(place("Kb1 Kc3", "Kh8", "w c3 2", power="double")) == ["c3-d3", "c3-d4", "c3-c4", "-"]


@pytest.mark.parametrize(
    ("white", "black", "turn"),
    [
        ("a8 h6 Kc2", "Kf7", "w"),
        ("a4 b4 c4 d4 e4 f4 g4 h4 h3 Kc2", "Kf7", "w"),
        ("Kc2", "h1 a3 Kf7", "b"),
        ("Kc2", "a5 b5 c5 d5 e5 f5 g5 h5 a6 Kf7", "b"),
    ],
)
def test_rows_of_friends_end_at_the_edge_where_moves_are_counted(white: str, black: str, turn: str) -> None:  # P4
    state = place(white, black, f"{turn} - 9")
    assert count_legal(state) == len(legal(state))


# What a single piece can do, asked of any piece at any time.


def test_subjects_are_all_pieces_ones_own_and_kings_first() -> None:
    state = place("Kb1 a2", "Kh8 g7")
    assert [each.key for each in REPLICA.subjects(state, 1)] == ["b1", "a2", "h8", "g7"]
    assert [each.key for each in REPLICA.subjects(state, 2)] == ["h8", "g7", "b1", "a2"]
    assert [str(each.text) for each in REPLICA.subjects(state, None)][:2] == [
        "Player 1: king on b1",
        "Player 1: piece on a2",
    ]


def test_there_is_nothing_to_ask_once_it_is_over() -> None:
    state = play(place("Kg7", "Ka7"), "g7-h8")
    assert REPLICA.subjects(state, 1) == ()
    assert REPLICA.reach(state, 1, "h8") is None


@pytest.mark.parametrize("key", ["e4", "j9", "", "!"])
def test_no_piece_no_reach(key: str) -> None:
    assert REPLICA.reach(start(), 1, key) is None


def test_kinds_of_places() -> None:
    state = place("Kb2 c2 d2 b5", "Kh8 b3 f6")
    reach = REPLICA.reach(state, 1, "b2")
    assert reach is not None
    assert reach.moves == ("b2-e2", "b2-c3", "b2xb3")
    assert reach.origin == "b2"
    assert reach.walks == {"c3"}
    assert reach.leaps == {"e2"}
    assert reach.captures == {"b3"}
    assert reach.flips == {"c2", "d2"}
    assert reach.arcs == reach.threatened == set()


def test_a_piece_that_can_become_a_king_says_so() -> None:
    reach = REPLICA.reach(place("Kb2 c2 a5", "Kh8"), 1, "c2")
    assert reach is not None
    assert reach.moves[-1] == "c2=K"
    assert reach.flips == {"c2"}
    unseen = REPLICA.reach(place("Kb2 c2 a5", "Kh8"), 1, "a5")
    assert unseen is not None
    assert not unseen.flips


def test_another_players_piece_shows_what_it_could_do_in_its_turn() -> None:
    reach = REPLICA.reach(start(), 1, "g7")
    assert reach is not None
    assert set(reach.moves) == {"g7-d7", "g7-f6", "g7-g4", "g7=K"}


def test_in_a_turn_that_goes_on() -> None:
    state = place("Kb1 Kc3 c6", "Kh8", "w c3 2", power="all_kings")
    waiting = REPLICA.reach(state, 1, "b1")
    assert waiting is not None
    assert waiting.moves == ("b1-c1", "b1-c2", "b1-b2")
    assert not waiting.flips
    later = REPLICA.reach(state, 1, "c6")
    assert later is not None
    assert later.moves[-1] == "c6=K"


@pytest.mark.parametrize(("sight", "power"), EVERY_OPTION)
def test_together_they_are_the_legal_moves(sight: str, power: str) -> None:
    draw = random.Random(f"reach {sight} {power}")
    for _ in range(40):
        state = crowded(draw, sight, power)
        legal = texts(state)
        own = [piece.square for piece in REPLICA.view(state, None).pieces if piece.seat == state.seat]
        found: list[str] = []
        for subject in REPLICA.subjects(state, state.seat):
            reach = REPLICA.reach(state, state.seat, subject.key)
            assert reach is not None
            assert reach.subject == subject
            places = len(reach.walks) + len(reach.leaps) + len(reach.captures)
            assert places == sum("=" not in move for move in reach.moves)
            found += reach.moves if subject.key in own else ()
        assert sorted(found) == sorted(legal)


# What happened, in words.


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Stepped(1, "b2", "c3", False), "Player 1 moves a piece from b2 to c3."),
        (Stepped(2, "h8", "g8", True), "Player 2 moves a king from h8 to g8."),
        (Jumped(1, "b2", "e2", ("c2", "d2"), False), "Player 1 jumps with a piece from b2 to e2, over c2, d2."),
        (Jumped(2, "h8", "f8", ("g8",), True), "Player 2 jumps with a king from h8 to f8, over g8."),
        (Captured(1, 2, "e5", False), "Player 1 captures Player 2's piece on e5."),
        (Captured(2, 1, "e5", True), "Player 2 captures Player 1's king on e5."),
        (Transformed(1, "a3", ("a1",)), "Player 1 makes the piece on a3 a king."),
        (Closed(1), "Player 1 ends the turn."),
        (Arrived(2, "a1"), "Player 2 has a king in the opposite corner, a1."),
        (Surrendered(1, late=True), "Player 1 ran out of time."),
        (Surrendered(1), "Player 1 resigns."),
    ],
)
def test_every_event_says_what_happened(event: Event, words: str) -> None:
    assert str(event.text()) == words


def test_an_event_without_a_seat_cannot_be_told() -> None:
    with pytest.raises(AssertionError, match="has a seat"):
        Closed(None).text()


# Options in records, and turns of several moves; the suites of all games play whole games under every option.


def sessions(sight: str, power: str, seed: int) -> Iterator[Session]:
    """Yield the stages of a random game, move by move; kings are made and moved more often than at random."""
    draw = random.Random(f"{sight} {power} {seed}")
    session = Session.start(REPLICA, Setup("2", (("sight", sight), ("king_power", power))), CHANCE)
    yield session
    while session.to_act:
        (seat,) = session.to_act
        moves = REPLICA.legal(session.state, seat)
        keen = [move for move in moves if "=" in REPLICA.format(session.state, seat, move)]
        move = draw.choice(keen if keen and draw.random() < 0.3 else moves)
        session = session.move(seat, REPLICA.format(session.state, seat, move))
        yield session


def test_an_option_that_a_record_names_twice_is_refused() -> None:
    text = record.write(next(sessions("all", "none", 0)), ("Ada", "Bob"))
    with pytest.raises(RecordError) as caught:
        record.read(text.replace("sight=all", "sight=all sight=forward"))
    assert (caught.value.code, caught.value.where.line) == ("option-twice", 5)


@pytest.mark.parametrize("power", ["all_kings", "double"])
def test_turns_of_several_moves_are_played_whole(power: str) -> None:
    longest = 0
    for seed in range(6):
        for session in sessions("all", power, seed):
            if session.last is not None:
                longest = max(longest, session.last.text.count("/"))
                assert power == "all_kings" or session.last.text.count("/") <= 1
    assert longest >= 1


# The rules as the help restates them.


POINTS = [(topic, point) for topic in TOPICS for point in topic.points]


@pytest.mark.parametrize(("topic", "point"), POINTS, ids=lambda each: each.key if isinstance(each, Topic) else "")
def test_every_point_is_a_sentence_with_its_rules(topic: Topic, point: Point) -> None:
    assert point.rules or topic.key == "rulings", f"{topic.key}: {point.text} cites no rule"
    assert set(point.rules) <= {f"P{number}" for number in range(1, 11)}
    assert str(point.text).endswith(".")


def test_every_rule_is_explained() -> None:
    assert {rule for _, point in POINTS for rule in point.rules} == {f"P{number}" for number in range(1, 11)}


def test_topics_fit_a_menu() -> None:
    keys = [topic.key for topic in TOPICS]
    assert len(set(keys)) == len(keys) <= 25


def test_examples_are_readable_notation() -> None:
    examples = [point.example for _, point in POINTS if point.example]
    assert len(examples) >= 4
    for example in examples:
        for move in example.split("/"):
            read_move(move)
