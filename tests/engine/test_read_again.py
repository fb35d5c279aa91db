"""What a session accepts is read again from what is stored of it, and from its record: in every game, mode and option.

Turns are typed at random, whole and half, and what `Session.play` adds to them is stored with them.
"""

from __future__ import annotations

import random

import pytest

from engine import record
from engine.errors import TurnError
from engine.seat import Seat
from engine.session import Session
from engine.turn import SEPARATOR
from tests.every_mode import EVERY_MODE, Row, drawn_text, sampled
from tests.volume import many

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
