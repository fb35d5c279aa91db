"""Lines of a record that are no moves, for games with draws and scores worth writing down (`engine.extras.Noting`).

A note follows from a position and the one before it, so nobody has to keep it: writing a record works the notes out,
and reading one checks those that it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.chance import Draw
from engine.errors import RecordError
from engine.extras import Noting
from engine.script import Note
from engine.seat import Seat
from engine.session import Session
from engine.text import say, shortened


class Stage(NamedTuple):
    """A game at one moment of its replay.

    Attributes:
        entries: How many entries there had been.
        state: What they had led to.
        drawn: What was drawn on the way from the moment before (`engine.game.Step.drawn`).
    """

    entries: int
    state: Any
    drawn: tuple[Draw, ...] = ()


def stage_of(session: Session) -> Stage:
    """Return a session as the notes of its record look at it."""
    return Stage(len(session.entries), session.state, session.drawn)


def notes(session: Session, seat: Seat | None, *, whole: bool) -> tuple[Note, ...]:
    """Return the notes of a game; none for games that have none."""
    game = session.game
    if not isinstance(game, Noting):
        return ()
    here = Session.start(game, session.setup, session.chance)
    stages = [stage_of(here)]
    for entry in session.entries:
        here = here.forfeit(entry.seat) if entry.forfeit else here.move(entry.seat, entry.text)
        stages.append(stage_of(here))
    return _noted(game, stages, seat, whole=whole)


def check_notes(written: tuple[Note, ...], session: Session, stages: Sequence[Stage]) -> None:
    """Check that the notes of a record say what its moves come to.

    Args:
        written: Those of the record.
        session: What its moves came to.
        stages: How they did, from the start; a sealed choice repeats the one before.

    Raises:
        RecordError: One does not; it is suggested what would be right.
    """
    game: Any = session.game
    if not written or not isinstance(game, Noting):
        return
    right: dict[int, list[str]] = {}
    for note in _noted(game, stages, None, whole=True):
        right.setdefault(note.after, []).append(note.text)
    for note in written:
        here = right.get(note.after, [])
        fitting = next((text for text in here if game.same_note(note.text, text)), None)
        if fitting is None:
            raise RecordError(
                say("The record says {note}, but the moves don't lead to that.", note=shortened(note.text)),
                code="note-wrong",
                rule=session.game.info.turn_rules.record,
                where=note.where,
                action=shortened(note.text),
                suggestions=tuple(here),
            )
        here.remove(fitting)


def _noted(game: Noting[Any], stages: Sequence[Stage], seat: Seat | None, *, whole: bool) -> tuple[Note, ...]:
    now = stages[-1].state
    found: list[Note] = []
    before, count = None, -1
    for entries, state, drawn in stages:
        if entries > count:
            texts = game.notes(before, state, now, seat, whole=whole, drawn=drawn)
            found += [Note(entries, text) for text in texts]
            before, count = state, entries
    return tuple(found)
