"""P10: the body of a record, and whole records."""

from __future__ import annotations

import pytest

from engine import record
from engine.errors import RecordError
from engine.game import Setup
from engine.outcome import draw
from engine.replica import script
from engine.replica.game import REPLICA
from engine.script import Script
from engine.session import Session
from tests.engine.replica.positions import CHANCE

CORNER = "7k/6K1/8/8/8/8/8/8 w - 30"


def session(*turns: str, position: str = "", power: str = "none") -> Session:
    """Return a session in which these turns were played; `F1` is seat 1 giving up."""
    options = (("king_power", power),) if power != "none" else ()
    here = Session.start(REPLICA, Setup("2", options, position=position), CHANCE)
    for turn in turns:
        if turn.startswith("F"):
            here = here.forfeit(int(turn[1]))
            continue
        for text in turn.split("/"):
            here = here.move(min(here.to_act), text)
    return here


def body(here: Session) -> str:
    return script.write_script(here.setup, Script(("a", "b"), here.entries), here.outcome)


@pytest.mark.parametrize(
    ("here", "written"),
    [
        (session(), "1.\n"),
        (session("b2-c3"), "1. b2-c3\n"),
        (session("b2-c3", "g7-f6"), "1. b2-c3 g7-f6\n"),
        (session("b2-c3", "g7-f6", "a3=K"), "1. b2-c3 g7-f6\n2. a3=K\n"),
        (session("F1"), "1. F\n0-1\n"),
        (session("F2"), "1. ... F\n1-0\n"),
        (session("b2-c3", "F2"), "1. b2-c3 F\n1-0\n"),
        (session("b2-c3", "F1"), "1. b2-c3 ...\n2. F\n0-1\n"),
        (session("b2-c3", "g7-f6", "F2"), "1. b2-c3 g7-f6\n2. ... F\n1-0\n"),
        (session(position=CORNER.replace("w", "b")), "30. ...\n"),
        (session("h8xg7", position=CORNER.replace("w", "b")), "30. ... h8xg7\n0-1\n"),
        (session("F1", position=CORNER.replace("w", "b")), "30. ... ...\n31. F\n0-1\n"),
        (session("g7xh8", position=CORNER), "30. g7xh8\n1-0\n"),
        (session(position="8/6p1/6k1/8/8/8/8/8 b - 9 end K by 2"), "9. ...\n0-1\n"),
        (
            session("b2-c3", "g7-f6", "a1-b2/b2-d4", "h8-g7/-", power="double"),
            "1. b2-c3 g7-f6\n2. a1-b2/b2-d4 h8-g7/-\n",
        ),
    ],
)
def test_bodies(here: Session, written: str) -> None:
    assert body(here) == written
    again = record.replay(record.read(record.write(here, ("a", "b"))))
    assert again == here


def test_king_moves_are_joined_and_a_surrender_within_a_turn_belongs_to_it() -> None:
    position = "7k/8/8/8/8/2K5/8/1K2K3 w - 5"
    here = session("c3-c4/b1-b2", position=position, power="all_kings")
    assert body(here) == "5. c3-c4/b1-b2\n"
    assert body(here.forfeit(1)) == "5. c3-c4/b1-b2/F\n0-1\n"
    assert body(here.forfeit(2)) == "5. c3-c4/b1-b2 F\n1-0\n"
    assert body(here.move(1, "-").move(2, "h8-h7")) == "5. c3-c4/b1-b2/- h8-h7\n"
    for each in (here, here.forfeit(1), here.forfeit(2), here.move(1, "-")):
        assert record.replay(record.read(record.write(each, ("a", "b")))) == each


def test_a_whole_record_carries_names_and_options_in_tags() -> None:
    here = session("b2-c3", "g7-f6", "F1", power="double")
    text = record.write(here, ("Ada", 'B"b'))
    assert text == (
        '[Game "replica"]\n[Mode "2"]\n[White "Ada"]\n[Black "B\\"b"]\n[Options "king_power=double"]\n'
        '[Termination "forfeit"]\n\n1. b2-c3 g7-f6\n2. F\n0-1\n'
    )
    read = record.read(text)
    assert read.script.names == ("Ada", 'B"b')
    assert record.replay(read) == here


@pytest.mark.parametrize(
    "text",
    [
        "1. b2-c3 g7-f6\n2. a3=K\n",
        "1.b2c3 G7F6 2.A3=k",
        "1.\n b2-c3\n\n g7-f6 2 . a3=K *",
        "1. c3 f6 2. a3=K",
    ],
)
def test_records_made_elsewhere_are_read_leniently(text: str) -> None:
    read = record.read(f'[Game "Replica"]\n{text}')
    assert read.script.names == ("White", "Black")
    if "c3 f6" in text:
        with pytest.raises(RecordError) as caught:
            record.replay(read)
        assert caught.value.code == "ambiguous"
        return
    assert body(record.replay(read)) == "1. b2-c3 g7-f6\n2. a3=K\n"


def test_a_record_without_tags_is_recognised() -> None:
    read = record.read("1. b2-c3 g7-f6\n2. F\n0-1\n")
    assert read.game is REPLICA
    assert read.setup.mode == "2"
    assert record.replay(read).outcome is not None


@pytest.mark.parametrize("result", ["1-0", "1 - 0", "1:0", "1\u20130", "*", ""])
def test_results_are_read_leniently(result: str) -> None:
    text = f'[Game "replica"]\n[Position "{CORNER}"]\n\n30. g7xh8 {result}\n'
    assert record.replay(record.read(text)).outcome is not None


def test_an_agreed_draw_is_in_the_tags() -> None:
    here = session("b2-c3").rule(draw(2))
    text = record.write(here, ("a", "b"))
    assert text.endswith("\n1. b2-c3\n")
    again = record.replay(record.read(text)).outcome
    assert again is not None
    assert again.ranks == (1, 1)
    assert here.outcome is not None
    assert REPLICA.result_text(here.outcome, ("a", "b")) == "1/2-1/2"
    assert REPLICA.same_result("\u00bd-\u00bd", here.outcome, ("a", "b"))


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "words"),
    [
        ("b2-c3 g7-f6", "no-number", 1, 1, "The moves begin with the round number"),
        ("2. b2-c3", "round-number", 1, 1, "Round 1 should come here, not 2."),
        ("1. b2-c3 g7-f6\n3. a3=K", "round-number", 2, 1, "Round 2 should come here, not 3."),
        ("1. b2-c3 g7-f6 a3=K", "places", 1, 16, "A round has two turns; this is a third."),
        ("1. b2-c3\n2. a3=K", "not-to-act", 2, 4, "It's the turn of seat 2"),
        ("1. ... g7-f6", "place-empty", 1, 4, "A turn is missing here; only resigning can follow."),
        ("1. b2-c3 ...\n2. a3=K", "place-empty", 1, 10, "A turn is missing here; only resigning can follow."),
        ("1. b2-c3/", "action-empty", 1, 10, "A move is missing after the slash."),
        ("1. b2-b3", "own-piece", 1, 4, "One of your own pieces is on b3"),
        ("1. b2-c3 g7-g8\n", "own-piece", 1, 10, "One of your own pieces is on g8"),
        ("1. b2-c3 / b3-b4", "not-to-act", 1, 12, "It's the turn of seat 2"),
        ("1. b2-c3 g7-f6\n1-0", "result-early", 2, 1, "the game isn't over"),
        ("1. F\n1-0", "result-wrong", 2, 1, "the moves lead to 0-1"),
        ("1. F F", "game-over", 1, 6, "The game is over"),
        ("1. F g7-f6", "game-over", 1, 6, "The game is over"),
        ("1. /", "unreadable", 1, 4, "This is neither a round number nor a turn."),
    ],
)
def test_what_is_wrong_with_a_record_is_told_with_its_place(
    text: str, code: str, line: int, column: int, words: str
) -> None:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(f'[Game "replica"]\n{text}'))
    error = caught.value
    assert (error.code, error.where.line, error.where.column) == (code, line + 1, column)
    assert words in str(error.text)


def test_a_turn_before_the_set_up_position_is_refused() -> None:
    text = f'[Game "replica"]\n[Position "{CORNER.replace("w", "b")}"]\n\n30. g7-g8 h8xg7'
    with pytest.raises(RecordError) as caught:
        record.read(text)
    assert (caught.value.code, caught.value.turn, caught.value.seat) == ("place-early", 30, 1)


def test_a_wrong_position_is_told_at_its_tag() -> None:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read('[Game "replica"]\n[Position "8/8 w - 1"]\n\n1. b2-c3'))
    assert (caught.value.code, caught.value.where.line) == ("position-ranks", 2)
