from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine import record, registry
from engine.chance import Chance
from engine.errors import RecordError, SetupError, TurnError, Where
from engine.game import Game, Setup
from engine.replicants.game import REPLICANTS, Replicants
from engine.script import Entry, Line, Script, Source, lines_of
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR
from tests.engine.replicants.test_position import PRINTED
from tests.engine.toys import DUEL
from tests.every_mode import EVERY_MODE, Row, drawn_text, sampled
from tests.volume import many

PLAIN = "T0..(red.yellow)\nT1..E/2E6/E..E/2E4/E4-\n"


def failing(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        record.replay(record.read(text))
    return caught.value


def test_a_plain_transcript_needs_no_tags() -> None:
    read = record.read(PLAIN)
    assert (read.game.info.key, read.setup.mode, read.script.names) == ("replicants", "2", ("red", "yellow"))
    assert len(record.replay(read).entries) == 6


def test_unknown_tags_are_kept_and_ignored() -> None:
    text = f'[Site "here \\"and\\" there"]\n[Nonsense "1"]\n\n{PLAIN}'
    read = record.read(text)
    assert read.tags["Site"] == 'here "and" there'
    again = record.write(record.replay(read), read.script.names, read.tags)
    assert '[Site "here \\"and\\" there"]' in again
    assert '[Nonsense "1"]' in again


def test_writing_names_game_mode_and_charts() -> None:
    read = record.read(PLAIN)
    head = record.write(record.replay(read), read.script.names).splitlines()[:5]
    assert head == [
        '[Game "replicants"]',
        '[Mode "2"]',
        '[Charts "1"]',
        '[Reconstructed "charts, first headings, escorts"]',
        "",
    ]


def test_tags_cannot_replace_what_the_game_needs() -> None:
    read = record.read(PLAIN)
    text = record.write(record.replay(read), read.script.names, {"Mode": "3", "Game": "other", "Seed": "00"})
    assert '[Mode "2"]' in text
    assert "other" not in text
    assert "Seed" not in text


def test_a_byte_order_mark_and_blank_lines_do_no_harm() -> None:
    assert record.read(f'\ufeff\n[Mode "2"]\n\n\n{PLAIN}\n\n').script.names == ("red", "yellow")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "empty", 1),
        ('[Mode "2"]\n', "empty", 1),
        ('[Mode "2"\n\nT0..(a.b)\n', "tag", 1),
        (f'[Mode "2"]\n[Mode "2"]\n\n{PLAIN}', "tag-twice", 2),
        (f'[Game "chess"]\n\n{PLAIN}', "unknown-game", 1),
        (f'[Site "x"]\n[Mode "9"]\n\n{PLAIN}', "unknown-mode", 2),
        (f'[Mode "2"]\n[Options "sight=forward"]\n\n{PLAIN}', "unknown-option", 2),
        (f'\ufeff[Mode "9"]\n\n{PLAIN}', "unknown-mode", 1),
        (f'[Charts "999"]\n[Mode "2"]\n\n{PLAIN}', "unknown-charts", 1),
        (f'[Mode "2"]\n[Charts "999"]\n\n{PLAIN}', "unknown-charts", 2),
        (f'[Mode "2"]\n[Position "nonsense"]\n\n{PLAIN}', "position-when", 2),
        (f'[Mode "2"]\n\n[Position "T1.1.1 | e0"]\n\n{PLAIN}', "position-sides", 3),
    ],
)
def test_what_is_wrong_above_the_moves_is_located(text: str, code: str, line: int) -> None:
    error = failing(text)
    assert (error.code, error.where.line) == (code, line)
    assert (error.turn, error.seat) == (0, 0)


def test_an_error_in_a_position_names_the_rule() -> None:
    error = failing(f'[Position "T1.1.1 | e0 h3 r- 1E9:0 2E7:0 2F8:0 2D7:0 3D8:0 3F9:0 | e0"]\n\n{PLAIN}')
    assert (error.code, error.rule, str(error.where)) == ("position-hex", "R2", "line 1, column 12")


def test_a_position_needs_no_mode_where_the_names_tell_it() -> None:
    session = record.replay(record.read(f'[Position "{PRINTED}"]\n\nT0..(red.yellow)\nT21..E/5E3/E3-'))
    assert session.setup.mode == "2"
    assert record.replay(record.read(record.write(session, ("red", "yellow")))).state == session.state


def test_windows_line_ends_and_spaces_at_the_end_do_no_harm() -> None:
    session = record.replay(record.read(f'[Mode "2"]\n\n{PLAIN}'))
    again = record.replay(record.read(f'[Mode "2"]  \n\n{PLAIN}'.replace("\n", " \r\n")))
    assert again.state == session.state


LONG = {
    "names": (f"T0..({'.'.join(map(str, range(30_000)))})", "names-count"),
    "turns": ("T0..(a.b)\n" + "\n".join(f"T{number}..E..E" for number in range(1, 5_000)), "not-to-act"),
    "actions": (f"T0..(a.b)\nT1..{'E/' * 25_000}", "action-empty"),
    "targets": (f"T0..(a.b)\nT1..E/{'.'.join(f'xE{number}' for number in range(30_000))}", "too-long"),
    "rounds": ("\n".join(f"{number}. b2-c3 g7-f6" for number in range(1, 5_000)), "no-such-piece"),
    "king moves": (f"1. {'a1/' * 15_000}", "action-empty"),
    "deal": (f"* APEX players=2 mode=standard\n* DEAL 1 {'HUM' * 60_000}", "deal"),
    "expansions": (
        "* APEX players=2 mode=standard\nP1 HUM@H1\nP2 SHE@H2\n" + "HUM 1X\nSHE 2X\nHUM PROD H1\n" * 4_000,
        "draw-missing",
    ),
    "strokes": (f"* APEX players=2 mode=standard\nP1 HUM@H1\nP2 {'-' * 200_000}", "draw-missing"),
    "spaces before a count": (
        "* APEX players=2 mode=standard\nP1 HUM@H1\nP2 CIR@H2\nHUM 1X\nCIR 2X\n" + f"CIR PROD{' ' * 32_000}H1x2/-",
        "draw-missing",
    ),
    "repeated actions": (
        f"* APEX players=2 mode=standard\nP1 HUM@H1\nP2 SHE@H2\nHUM 1X\nSHE 2X\nHUM {'PROD H1 x99/' * 6_000}",
        "draw-missing",
    ),
}


@pytest.mark.parametrize("case", LONG)
def test_long_nonsense_is_refused_in_time_that_grows_with_its_length_alone(case: str) -> None:
    # Any step of reading that compares everything with everything would take long here.
    text, code = LONG[case]
    assert failing(text).code == code


def test_an_illegal_action_is_located_with_turn_seat_action_and_rule() -> None:
    error = failing('[Mode "2"]\n\nT0..(red.yellow)\nT1..E/2E6/E..E/7F3/E\n')
    assert (error.where.line, error.turn, error.seat, error.action) == (4, 1, 2, "7F3")
    assert error.where.column == len("T1..E/2E6/E..E/") + 1
    assert error.rule
    assert error.position


def test_a_move_out_of_turn_is_an_error() -> None:
    assert failing("T0..(red.yellow)\nT1....E/2E4/E\n").code == "place-empty"


def test_an_action_left_out_is_an_error() -> None:
    error = failing("T0..(red.yellow)\nT1..E/2E6..E/2E4/E\n")
    assert (error.code, error.seat, error.where) == ("not-to-act", 2, Where(2, 12))
    assert str(error.text) == "Seat 1 hadn't finished its turn before this move."
    early = record.Record(REPLICANTS, Setup("2"), Script(("a", "b"), (Entry(1, 2, "E"),)))
    with pytest.raises(RecordError) as caught:
        record.replay(early)
    assert str(caught.value.text) == "It's seat 1's turn, not seat 2's."


def test_a_result_before_the_end_is_an_error() -> None:
    assert failing("T0..(red.yellow)\nT1..E/2E6/E(M.red)\n").code == "result-early"


def test_a_wrong_result_is_an_error_and_the_right_one_is_suggested() -> None:
    error = failing("T0..(red.yellow)\nT1..F(F.red)\n")
    assert error.code == "result-wrong"
    assert error.suggestions == ("(F.yellow)",)


def test_a_missing_result_is_tolerated() -> None:
    session = record.replay(record.read("T0..(red.yellow)\nT1..F\n"))
    assert session.outcome is not None


def test_a_seed_is_only_read_where_something_is_drawn() -> None:
    assert record.replay(record.read(f'[Seed "xyz"]\n\n{PLAIN}')).entries
    drawing = record.Record(DUEL, Setup("2"), Script(("a", "b")), {"Seed": "xyz"}, {"Seed": Where(3, 7)})
    with pytest.raises(RecordError) as caught:
        record.replay(drawing)
    assert (caught.value.code, caught.value.where) == ("seed", Where(3, 7))
    dealt = record.replay(record.Record(DUEL, Setup("2"), Script(("a", "b")), {"Seed": "ab" * 16}))
    assert dealt.chance.seed == bytes.fromhex("ab" * 16)


def test_records_from_other_chart_sets_are_refused_clearly() -> None:
    error = failing(f'[Mode "2"]\n[Charts "999"]\n\n{PLAIN}')
    assert "999" in str(error.text)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.info.key)
def test_an_unknown_version_of_the_data_is_quoted_briefly(game: Game[Any, Any, Any]) -> None:
    with pytest.raises(SetupError) as caught:
        game.initial(Setup(game.info.modes[0].key, data="9" * 10_000), Chance.from_text(""))
    assert caught.value.given == "9" * 10_000
    assert len(str(caught.value.text)) < 300


@pytest.mark.parametrize("version", ["0", "2", "x", "", "9" * 5_000, "\u0661"])
def test_rules_that_do_not_exist_are_refused(version: str) -> None:
    with pytest.raises(RecordError, match="no version") as caught:
        record.read(f'[Game "replicants"]\n[Mode "2"]\n[Rules "{version}"]\n\n{PLAIN}')
    assert (caught.value.code, caught.value.where.line) == ("unknown-rules", 3)


def test_a_record_says_under_which_rules_it_began_once_they_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Replicants, "info", replace(REPLICANTS.info, rules_version=2))
    for rules, told in ((0, "2"), (1, "1"), (2, "2")):
        session = Session.start(REPLICANTS, Setup("2", rules=rules), Chance.from_text("x")).forfeit(1)
        text = record.write(session, ("red", "yellow"))
        assert f'[Rules "{told}"]' in text
        assert record.read(text).setup.rules == int(told)
    with pytest.raises(SetupError, match="no version 3 of the rules"):
        Session.start(REPLICANTS, Setup("2", rules=3), Chance.from_text("x"))


# What a session accepts is read again from what is stored of it, and from its record: in every game, mode and option.
#
# Turns are typed at random, whole and half, and what `Session.play` adds to them is stored with them.


ROWS = [row for row in EVERY_MODE if row.key != "mutants"] + [
    row for row in sampled(many(48, 4 * len(EVERY_MODE)), "typed") if row.key == "mutants"
]
GAMES = many(1, 20)


def stored(before: Session, after: Session) -> str:
    """Return what is stored of a turn."""
    return SEPARATOR.join(entry.text for entry in after.entries[len(before.entries) :])


def repeated(again: Session, before: Session, after: Session, seat: Seat, text: str) -> Session:
    """Return the session after what is stored of a turn, or after a choice as it was sealed."""
    together = len(before.game.to_act(before.state)) > 1
    return again.repeat(seat, text if together else stored(before, after))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_turns_as_they_are_stored_come_to_the_same(row: Row) -> None:
    for number in range(GAMES):
        rng = random.Random(f"{row.name} {number}")
        session = again = row.begin(f"{row.name} {number}")
        for _ in range(rng.choice((20, 3000))):
            if not session.to_act:
                break
            seat = rng.choice(sorted(session.deciding))
            text = drawn_text(session, seat, rng)
            after = session.play(seat, text)
            again = repeated(again, session, after, seat, text)
            assert again == after, text
            if row.game.info.open and after.last is not None:  # as plans have it (`hosting.match.answers`)
                assert session.play(seat, after.last.text) == after
            session = after
            if session.to_act and rng.random() < 0.005:
                seat = rng.choice(sorted(session.to_act))
                session, again = session.forfeit(seat), again.forfeit(seat)
        names = [f"P{each}" for each in range(1, row.seats + 1)]
        read = record.replay(record.read(record.write(session, names)))
        assert read.state == session.state
        assert [(entry.seat, entry.text) for entry in read.entries] == [
            (entry.seat, entry.text) for entry in session.entries
        ]
        assert read.outcome == session.outcome


def exploring() -> tuple[Session, Seat, Session]:
    """Return a game of APEX before a turn that is closed behind the sector that it uncovers, whose it is, and after."""
    row = next(each for each in EVERY_MODE if each.name == "apex-2-exploration")
    for number in range(100):
        rng = random.Random(f"closing {number}")
        session = row.begin(f"closing {number}")
        while session.to_act:
            seat = min(session.to_act)
            text = drawn_text(session, seat, rng)
            after = session.play(seat, text)
            if len(session.entries) < after.floor < len(after.entries):
                return session, seat, after
            session = after
    raise AssertionError("no turn was closed behind what it uncovered")


def test_what_is_closed_behind_an_uncovered_sector_is_read_again_and_may_not_be_typed() -> None:
    """Who types the close before they see what comes up would learn by a refusal whether more can be done."""
    before, seat, after = exploring()
    whole = stored(before, after)
    assert whole.endswith("/-")
    assert before.repeat(seat, whole) == after
    with pytest.raises(TurnError) as caught:
        before.play(seat, whole)
    assert caught.value.code == "barrier"


def test_a_stored_turn_is_whole_and_legal() -> None:
    session = next(each for each in EVERY_MODE if each.key == "replicants").begin("stored")
    whole = drawn_text(session, 1, random.Random("stored"))
    assert session.repeat(1, whole) == session.play(1, whole)
    for text, code in ((whole.rpartition(SEPARATOR)[0], "turn-incomplete"), (f"{whole}/{whole}", "turn-over")):
        with pytest.raises(TurnError) as caught:
            session.repeat(1, text)
        assert caught.value.code == code
    over = session.forfeit(1)
    with pytest.raises(TurnError):
        over.repeat(2, whole)


# Places in a file that is read in parts, by offsets or line by line.


@pytest.mark.parametrize(
    ("offset", "where"),
    [
        (0, Where(7, 1)),
        (2, Where(7, 3)),  # the line end belongs to its line
        (3, Where(8, 1)),
        (4, Where(9, 1)),
        (6, Where(9, 3)),  # behind the last character
    ],
)
def test_lines_and_columns_count_from_one(offset: int, where: Where) -> None:
    assert Source("ab\n\ncd", first_line=7).where(offset) == where


def test_an_empty_text_has_one_line() -> None:
    assert Source("", first_line=1).where(0) == Where(1, 1)


def test_every_character_is_where_it_is_counted_to_be() -> None:
    text = "T0..(a.b)\r\n\n T1..E/2E7/E\n"
    line, column = 3, 1
    for offset, character in enumerate(text):
        assert Source(text, first_line=3).where(offset) == Where(line, column)
        line, column = (line + 1, 1) if character == "\n" else (line, column + 1)


def test_lines_that_say_something_know_where_they_stand() -> None:
    first, second = lines_of("\n  S1 A \n \t\nS2 B", first_line=5)
    assert (first, second) == (Line(6, 3, "S1 A"), Line(8, 1, "S2 B"))
    assert first.where(3) == Where(6, 6)
