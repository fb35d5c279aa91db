"""What others read of private moves, and of what was chosen before the start, until the game is over."""

from __future__ import annotations

import pytest

from engine import record
from engine.errors import RecordError
from engine.script import Entry
from engine.session import Session, shown_together
from engine.text import say
from tests.engine.parlour.tables import attacked, begin, drafted, play

NAMES = ("Ann", "Bob")


def kept() -> tuple[Session, int, int]:
    """Return a game in which a card was set aside, the seat that did, and the card."""
    session = play(attacked(), "-")
    (seat,) = session.to_act
    card = session.state.hands[seat - 1][0]
    return session.play(seat, f"K {card}"), seat, card


def test_an_entry_is_shown_to_its_seat_and_at_the_end() -> None:
    entry = Entry(3, 1, "K 5", veil=say("sets a card aside"))
    assert entry.shown(1, over=False) == "K 5"
    assert entry.shown(None, over=True) == "K 5"
    assert [entry.shown(reader, over=False) for reader in (2, None)] == [say("sets a card aside")] * 2
    assert Entry(3, 1, "P").shown(None, over=False) == "P"


def test_a_private_answer_is_veiled_where_it_is_made() -> None:
    session, seat, card = kept()
    assert [str(entry.veil) for entry in session.entries if entry.veil] == ["picks a card"] * 4 + ["sets a card aside"]
    last = session.last
    assert last is not None
    assert last.runs(seat, over=False)[-1] == (seat, f"K {card}")
    assert last.runs(None, over=True)[-1] == (seat, f"K {card}")
    for reader in (None, 3 - seat):
        assert last.runs(reader, over=False)[-1] == (seat, say("sets a card aside"))


def test_several_moves_of_one_seat_are_told_together() -> None:
    session = play(begin("solo"), "A 0")
    card = session.state.hands[0][0]
    session = play(session, f"K {card}")
    assert session.last is not None
    assert session.last.runs(1, over=False) == ((1, f"A 0/K {card}"),)
    assert session.last.runs(None, over=False) == ((1, "A 0"), (1, say("sets a card aside")))
    parts = session.last.parts
    assert shown_together(parts, 1, over=False) == f"A 0/K {card}"
    assert str(shown_together(parts, None, over=False)) == "A 0, sets a card aside"


def test_choices_of_a_draft_are_veiled_one_by_one() -> None:
    session = begin()
    mine, other = (str(session.state.packs[seat - 1][0]) for seat in (1, 2))
    session = session.move(1, mine).move(2, other)
    assert session.last is not None
    assert session.last.runs(1, over=False) == ((1, mine), (2, say("picks a card")))
    assert session.last.runs(None, over=True) == ((1, mine), (2, other))


def test_a_copy_of_a_running_match_has_marks_for_what_its_reader_may_not_know() -> None:
    session, seat, card = kept()
    own = record.write(session, NAMES, reveal=False, reader=seat)
    assert own.count("??") == 2
    assert f"S{seat} K {card}\n" in own
    others = record.write(session, NAMES, reveal=False)
    assert others.count("??") == 5
    assert f"K {card}" not in others
    assert "?," in others
    assert "??" not in record.write(session, NAMES)


def test_a_copy_with_marks_is_refused_at_the_first_of_them() -> None:
    session, seat, card = kept()
    lines = record.write(session, NAMES).replace(f"K {card}\n", "??\n").splitlines()
    with pytest.raises(RecordError) as caught:
        record.replay(record.read("\n".join(lines)))
    number = lines.index(f"S{seat} ??") + 1
    assert (caught.value.code, caught.value.where.line, caught.value.seat) == ("masked", number, seat)


def test_a_line_that_says_something_else_was_drawn_is_found() -> None:
    lines = record.write(drafted(), NAMES).splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("* FIRST"))
    right = lines[number]
    lines[number] = "* FIRST " + ",".join(reversed(right.split()[-1].split(",")))
    with pytest.raises(RecordError) as caught:
        record.replay(record.read("\n".join(lines)))
    assert (caught.value.code, caught.value.where.line) == ("note-wrong", number + 1)
    assert right in caught.value.suggestions
