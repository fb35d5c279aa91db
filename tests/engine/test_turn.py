from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine import record, registry
from engine.chance import Chance
from engine.errors import ArenaError, RecordError, SetupError, TurnError
from engine.game import Setup, Step
from engine.replica.game import REPLICA
from engine.replicants.game import REPLICANTS
from engine.script import MOST_OF_ACTION, MOST_OF_TURN, CommentError, uncommented
from engine.seat import Seat
from engine.session import Session
from engine.turn import complete_turn, parse_turn
from tests.engine.toys import DUEL, Duel, DuelState


@pytest.fixture
def start() -> DuelState:
    return DUEL.initial(Setup("2"), Chance.from_text("toy"))


def test_a_whole_turn_is_read_and_applied_to_a_copy(start: DuelState) -> None:
    turn = parse_turn(DUEL, start, 1, " go / end ")
    assert (turn.text, turn.over, turn.barrier) == ("go/end", True, False)
    assert turn.state.round == 1
    assert start.round == 0


def test_half_a_turn_is_not_over(start: DuelState) -> None:
    assert not parse_turn(DUEL, start, 1, "go").over
    assert not parse_turn(DUEL, start, 1, "go/").over
    assert parse_turn(DUEL, start, 1, "").moves == ()


def test_an_error_names_the_move_inside_the_turn(start: DuelState) -> None:
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 1, "go/ 7")
    error = caught.value
    assert (error.index, error.column, error.action, error.code) == (1, 4, "7", "notation")


def test_moves_after_the_end_of_the_turn_are_an_error(start: DuelState) -> None:
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 1, "go/end/1")
    assert (caught.value.code, caught.value.index) == ("turn-over", 2)


def test_another_seat_may_not_act(start: DuelState) -> None:
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 2, "go")
    assert caught.value.code == "not-to-act"


def test_nobody_sees_past_a_barrier(start: DuelState) -> None:
    turn = parse_turn(DUEL, start, 1, "roll")
    assert turn.barrier
    assert turn.state == start
    assert turn.events == ()
    assert parse_turn(DUEL, start, 1, "roll", past_barrier=True).state != start
    with pytest.raises(TurnError) as caught:
        parse_turn(DUEL, start, 1, "roll/end")
    assert caught.value.code == "barrier"
    assert complete_turn(DUEL, start, 1, "roll/") == []


def test_a_simultaneous_choice_is_one_move_and_a_barrier(start: DuelState) -> None:
    both = parse_turn(DUEL, start, 1, "go/end").state
    turn = parse_turn(DUEL, both, 2, "3")
    assert turn.over
    assert turn.barrier
    assert turn.state == both


def test_completion_goes_one_move_further(start: DuelState) -> None:
    assert complete_turn(DUEL, start, 1, "") == ["go/", "roll"]
    assert complete_turn(DUEL, start, 1, "G") == ["go/"]
    assert complete_turn(DUEL, start, 1, "go/") == ["go/end", "go/stay"]
    assert complete_turn(DUEL, start, 1, "go/t") == ["go/stay"]
    assert complete_turn(DUEL, start, 1, "go/", limit=1) == ["go/end"]
    assert complete_turn(DUEL, start, 1, "nonsense/") == []
    assert complete_turn(DUEL, start, 1, "go/end/") == []
    assert complete_turn(DUEL, start, 2, "") == []


class Walk(Duel):
    """One goes, and goes on."""

    def apply(self, state: DuelState, moves: Mapping[Seat, str]) -> Step[DuelState]:
        return Step(state, ())


def test_a_turn_without_end_is_cut_off(start: DuelState) -> None:
    assert len(parse_turn(Walk(), start, 1, "/".join(["go"] * 300)).moves) == 300
    with pytest.raises(TurnError) as caught:
        parse_turn(Walk(), start, 1, "/".join(["go"] * 400))
    assert (caught.value.code, caught.value.index) == ("too-long", 334)


# Errors that are the same in every game cite the rule of the game that is meant.


DOCS = Path(__file__).parents[2] / "docs"


def session(game: str, mode: str = "2") -> Session:
    return Session.start(registry.get(game), Setup(mode), Chance.from_text("x"))


def wrong(game: str, text: str) -> ArenaError:
    with pytest.raises(TurnError) as caught:
        session(game).play(1, text)
    return caught.value


@pytest.mark.parametrize(
    ("game", "text", "code", "rule"),
    [
        ("replicants", "E/2E6/E/E", "turn-over", "R11"),
        ("replicants", "E/2E6", "turn-incomplete", "R11"),
        ("replicants", "", "turn-incomplete", "R11"),
        ("replica", "b2-c3/b2-c3", "turn-over", "P1"),
        ("replica", "", "turn-incomplete", "P1"),
        ("apex", "HUM@H1/-", "turn-over", "A55"),
        ("apex", "", "turn-incomplete", "A55"),
    ],
)
def test_a_turn_that_is_over_or_not_finished(game: str, text: str, code: str, rule: str) -> None:
    error = wrong(game, text)
    assert (error.code, error.rule) == (code, rule)


@pytest.mark.parametrize(
    ("game", "text", "rule"), [("replicants", "E/2E4/E", "R10"), ("replica", "g7-f6", "P1"), ("apex", "HUM@H1", "A20")]
)
def test_another_players_turn(game: str, text: str, rule: str) -> None:
    here = session(game)
    with pytest.raises(TurnError) as caught:
        parse_turn(here.game, here.state, 2, text)
    assert (caught.value.code, caught.value.rule) == ("not-to-act", rule)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("T0..(a.b)\nT1..E/2E6..E/2E4/E\n", "R11"), ("* APEX players=2 mode=standard\nP2 HUM@H1\n", "A20")],
)
def test_records_out_of_turn(text: str, rule: str) -> None:
    if text.startswith("*"):
        text = f'[Game "apex"]\n[Seed "{"ab" * 16}"]\n\n{text}'
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    assert (caught.value.code, caught.value.rule) == ("not-to-act", rule)


@pytest.mark.parametrize("game", [game.info.key for game in registry.games()])
def test_the_rules_that_are_cited_exist(game: str) -> None:
    rules = registry.get(game).info.turn_rules
    page = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    for rule in filter(None, (rules.order, rules.content, rules.hidden)):
        assert rule in page


def test_of_several_pieces_that_cannot_go_all_are_named() -> None:
    error = wrong("replicants", "E/2E5/E")
    assert (error.code, error.rule) == ("out-of-reach", "R7")
    assert str(error.text) == "None of your 2s can go to E5: they're on D7, E7, F8."


# What is chosen at each step towards a move is said in the words of the game.


def asked(session: Session, text: str) -> list[str]:
    """Return what is asked on the way to a move of the player whose turn it is."""
    game: Any = session.game
    (seat,) = session.to_act
    steps = game.choices(session.state, seat, game.parse(session.state, seat, text))
    return [str(game.step(session.state, steps[:count])) for count in range(len(steps))]


def begun(game: Any) -> Session:
    return Session.start(game, Setup("2"), Chance.from_text("steps"))


def test_replica_asks_for_a_piece_and_where_it_goes() -> None:
    session = begun(REPLICA)
    (seat,) = session.to_act
    move = REPLICA.format(session.state, seat, REPLICA.legal(session.state, seat)[0])
    assert asked(session, move) == ["Choose what to do.", "Choose a piece.", "Choose where it goes."]


def first_of(session: Session, kind: str) -> tuple[Session, str]:
    """Return a session in which a kind of action is legal for the first time, and such an action."""
    game: Any = session.game
    while True:
        (seat,) = session.to_act
        texts = {
            type(move).__name__: game.format(session.state, seat, move) for move in game.legal(session.state, seat)
        }
        if kind in texts:
            return session, texts[kind]
        session = session.move(seat, list(texts.values())[-1])


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("Create", ["Choose an action.", "Choose a soul.", "Choose a hex."]),
        ("Rotate", ["Choose an action.", "Choose a Replicant.", "Choose a direction."]),
        ("Go", ["Choose an action.", "Choose a Replicant.", "Choose a hex."]),
    ],
)
def test_replicants_asks_for_what_each_action_takes(kind: str, words: list[str]) -> None:
    assert asked(*first_of(begun(REPLICANTS), kind)) == words


# What people paste: numbers of turns, comments, marks, and what is too much.


PLAYED = {
    "replicants": ("E/2E6/E", "E/2E4/E"),
    "replica": ("b2-c3", "g7-f6"),
}
PASTED = [
    ("replicants", 1, "T1..E/2E6/E"),
    ("replicants", 1, " t1 .. E/2E6/E.."),
    ("replicants", 1, "E/2E6/E.."),
    ("replicants", 1, "E/2E6/E..!?"),
    ("replicants", 1, "T1\u2026E/2E6/E\u2026"),
    ("replicants", 1, "T1..E/2E6!?/E {a {quiet start}"),
    ("replicants", 1, "E!/2E6 {the 2} /E ; and so on"),
    ("replicants", 2, "T1....E/2E4/E"),
    ("replicants", 2, "..E/2E4/E $4"),
    ("replica", 1, "1. b2-c3"),
    ("replica", 1, "1.b2-c3 .."),
    ("replica", 1, "b2-c3!? {towards the middle}"),
    ("replica", 2, "1... g7-f6"),
    ("replica", 2, "1\u2026 g7-f6 ?! ; hm"),
]


def started(game: str, turns: int) -> Session:
    session = Session.start(registry.get(game), Setup("2"), Chance.from_text("x"))
    for seat, text in enumerate(PLAYED[game][:turns], 1):
        session = session.play(seat, text)
    return session


@pytest.mark.parametrize(("game", "seat", "text"), PASTED)
def test_a_turn_as_it_is_pasted(game: str, seat: int, text: str) -> None:
    before = started(game, seat - 1)
    assert before.play(seat, text).state == started(game, seat).state


def test_a_half_pasted_turn_is_completed() -> None:
    found = started("replicants", 0).complete(1, "T1..E/2E6/")
    assert "E/2E6/E" in found


@pytest.mark.parametrize(
    ("game", "text", "code", "rule"),
    [
        ("replicants", "T7..E/2E6/E", "turn-number", "N2"),
        ("replicants", "T1..E/2E6/E..E/2E4/E", "turns", "N2"),
        ("replica", "7. b2-c3", "turn-number", "P10"),
        ("replicants", "E/2E6/E {and", "comment-open", "N2"),
        ("replicants", f"E/{'2' * (MOST_OF_ACTION + 1)}/E", "too-long", "N4"),
        ("replica", "b" * (MOST_OF_ACTION + 1), "too-long", "P10"),
    ],
)
def test_what_cannot_be_this_turn_is_refused(game: str, text: str, code: str, rule: str) -> None:
    with pytest.raises(TurnError) as caught:
        started(game, 0).play(1, text)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert len(str(caught.value)) < 3 * MOST_OF_TURN


POSITIONS = {
    "replicants": (2_000, 262),
    "replica": (500, 71),
    "apex": (8_000, 509),
    "mutants": (8_000, 964),
}
"""The most characters of a position, and how many the longest of a game that a program played at random had."""


@pytest.mark.parametrize("game", POSITIONS)
def test_a_position_has_a_most_that_no_game_comes_near(game: str) -> None:
    most, longest = POSITIONS[game]
    assert 3 * longest < most
    for mode in registry.get(game).info.modes:
        start = Session.start(registry.get(game), Setup(mode.key), Chance.from_text("x"))
        assert 3 * len(start.game.write_position(start.state)) < most


@pytest.mark.parametrize("game", POSITIONS)
@pytest.mark.parametrize("unit", ["9d ", "|", " ", "/"])
def test_a_position_that_is_too_long_is_refused_before_it_is_read(game: str, unit: str) -> None:
    most, _ = POSITIONS[game]
    long = (unit * (most + 1))[: most + 1]
    with pytest.raises(SetupError) as caught:
        Session.start(registry.get(game), Setup("2", position=long), Chance.from_text("x"))
    assert caught.value.code == "position-long"
    assert str(caught.value.text).endswith(
        f"isn't a position: positions in this game have at most {most:,} characters."
    )
    with pytest.raises(SetupError) as shorter:
        Session.start(registry.get(game), Setup("2", position=long[:-1]), Chance.from_text("x"))
    assert shorter.value.code != "position-long"
    body = {
        "replicants": "T0..(a.b)\nT1..E/",
        "replica": "1. b2-c3",
        "apex": "HUM 1X",
        "mutants": "* MUTANTS players=2 setup=draft\nS1 ZOM",
    }[game]
    with pytest.raises(RecordError) as tag:
        record.replay(record.read(f'[Game "{game}"]\n[Mode "2"]\n[Position "{long}"]\n\n{body}\n'))
    assert (tag.value.code, tag.value.where.line) == ("position-long", 3)


@pytest.mark.parametrize("game", POSITIONS)
def test_errors_quote_the_beginning_of_a_position(game: str) -> None:
    with pytest.raises(SetupError) as caught:
        Session.start(registry.get(game), Setup("2", position="x" * 400), Chance.from_text("x"))
    assert "x" * 79 + "…" in str(caught.value)
    assert "x" * 81 not in str(caught.value)


@pytest.mark.parametrize("line", ["HUM" + "x" * 200, "* DEAL P1=" + "1" * 200, "* SCORE P1=" + "1" * 200])
def test_errors_of_apex_records_quote_the_beginning_of_a_line(line: str) -> None:
    session = Session.start(registry.get("apex"), Setup("2"), Chance.from_text("x"))
    written = record.write(session, ["P1", "P2"])
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(f"{written}{line}\n"))
    assert line[:79] + "…" in str(caught.value)
    assert line[:81] not in str(caught.value)


RECORDS = {
    "replicants": """
; from a notebook
[Game "replicants"]
[Mode "2"]

{before the first turn} T0..(a; {b}.c!)
T1..E/2E6!/E {well (or not) played;
on two lines} ..E/2E4?!/E ; 2D4 was better
T2..E/2E5??..
""",
    "replica": """
[Game "replica"]

1. b2-c3!? {a (quiet) start} g7-f6 ! $2 ; so far so good
2. c3-d4 .. ..
""",
    "apex": """
* APEX players=2 mode=standard ; cards on the table
P1 HUM@H1 !? {first}
P2 SHE@H2!
""",
}


@pytest.mark.parametrize("game", RECORDS)
def test_comments_and_marks_in_records_are_read_over(game: str) -> None:
    text = RECORDS[game]
    if game == "apex":
        text = f'[Seed "{"ab" * 16}"]\n[Game "apex"]\n\n{text.strip()}'
    session = record.replay(record.read(text))
    assert len(session.entries) == {"replicants": 8, "replica": 3, "apex": 2}[game]
    if game == "replicants":
        assert record.read(text).script.names == ("a; {b}", "c!")


def test_a_comment_that_never_ends_is_located() -> None:
    with pytest.raises(RecordError) as caught:
        record.read("T0..(a.b)\nT1..E/2E6/E {and then\nT2..")
    assert (caught.value.code, caught.value.where.line, caught.value.where.column) == ("comment-open", 2, 13)


def test_errors_behind_a_comment_are_where_they_were() -> None:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read("T0..(a.b)\nT1..E {x}/9Z9/E\n"))
    assert (caught.value.where.line, caught.value.where.column) == (2, 11)


def test_comments_nest_in_nothing_and_take_one_pass() -> None:
    assert uncommented("a {b {c} d} e") == "a        d} e"
    assert uncommented("(a;b) ;c\nd") == "(a;b)   \nd"
    with pytest.raises(CommentError):
        uncommented("{" * 1_000_000)


def test_the_example_in_the_docstring_is_legal() -> None:
    lines = (record.__doc__ or "").splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("    ["))
    last = next(index for index, line in enumerate(lines) if index > first and line and not line.startswith("    "))
    session = record.replay(record.read(textwrap.dedent("\n".join(lines[first:last]))))
    assert len(session.entries) == 6
