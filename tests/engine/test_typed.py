"""What people paste: numbers of turns, comments, marks, and what is too much."""

from __future__ import annotations

import textwrap

import pytest

from engine import record, registry
from engine.annotations import MOST_OF_ACTION, MOST_OF_TURN, CommentError, uncommented
from engine.chance import Chance
from engine.errors import RecordError, SetupError, TurnError
from engine.game import Setup
from engine.session import Session

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
    assert str(caught.value.text).endswith(f"isn't a position: one in this game has at most {most:,} characters.")
    with pytest.raises(SetupError) as shorter:
        Session.start(registry.get(game), Setup("2", position=long[:-1]), Chance.from_text("x"))
    assert shorter.value.code != "position-long"
    body = {"replicants": "T0..(a.b)\nT1..E/", "replica": "1. b2-c3", "apex": "HUM 1X"}[game]
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
