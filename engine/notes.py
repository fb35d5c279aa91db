"""Lines of a record that are no moves, for games with draws and scores worth writing down (`engine.extras.Noting`).

A note follows from a position and the one before it, so nobody has to keep it: writing a record works the notes out,
and reading one checks those that it has.
"""

from __future__ import annotations

from typing import Any

from engine.errors import RecordError
from engine.extras import Noting
from engine.game import Note, Seat
from engine.session import Session
from engine.text import say, shortened


def notes(session: Session, seat: Seat | None, *, whole: bool) -> tuple[Note, ...]:
    """Return the notes of a game; none for games that have none."""
    game = session.game
    if not isinstance(game, Noting):
        return ()
    here = Session.start(game, session.setup, session.chance)
    found = [Note(0, text) for text in game.notes(None, here.state, session.state, seat, whole=whole)]
    for entry in session.entries:
        before = here
        here = here.forfeit(entry.seat) if entry.forfeit else here.move(entry.seat, entry.text)
        if len(here.entries) > len(before.entries):
            texts = game.notes(before.state, here.state, session.state, seat, whole=whole)
            found += [Note(len(here.entries), text) for text in texts]
    return tuple(found)


def check_notes(written: tuple[Note, ...], session: Session) -> None:
    """Check that the notes of a record say what its moves come to.

    Raises:
        RecordError: One does not; it is suggested what would be right.
    """
    game: Any = session.game
    if not written or not isinstance(game, Noting):
        return
    right: dict[int, list[str]] = {}
    for note in notes(session, None, whole=True):
        right.setdefault(note.after, []).append(note.text)
    for note in written:
        here = right.get(note.after, [])
        fitting = next((text for text in here if game.same_note(note.text, text)), None)
        if fitting is None:
            raise RecordError(
                say("The record says {note}; the moves do not come to that.", note=shortened(note.text)),
                code="note-wrong",
                where=note.where,
                action=shortened(note.text),
                suggestions=tuple(here),
            )
        here.remove(fitting)
