"""Records of APEX as text: read and played."""

from __future__ import annotations

from engine import record
from engine.apex.game import APEX
from engine.game import Setup
from engine.session import Session


def read(text: str, setup: Setup | None = None) -> record.Record:
    setup, script = APEX.read_script(text, 1, setup or Setup(""))
    return record.Record(APEX, setup, script)


def replayed(text: str, setup: Setup | None = None) -> Session:
    return record.replay(read(text, setup))


def body(session: Session) -> str:
    """Return the record of a session without its tags."""
    text = record.write(session, [f"P{seat}" for seat in range(1, 7)])
    return text.split("\n\n", 1)[1]
