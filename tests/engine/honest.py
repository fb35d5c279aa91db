"""An honest match of APEX as its checker has it: the record, and messages copied from Discord."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace

from engine import record, registry
from engine.__main__ import selfplay
from engine.commitments import digest, list_mark, own_mark, sealed_line, seed_mark
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from engine.verify import secret_choices

MATCH = 12


@dataclass(frozen=True)
class Papers:
    """What is checked.

    Attributes:
        record: Of the match.
        messages: Copied from its channel, in their order.
        session: The game; not for the checker.
    """

    record: str
    messages: str
    session: Session

    def recorded(self, old: str, new: str) -> Papers:
        """Return them with something else in the record, once."""
        assert old in self.record, old
        return replace(self, record=self.record.replace(old, new, 1))

    def said(self, old: str, new: str) -> Papers:
        """Return them with something else in the messages, once."""
        assert old in self.messages, old
        return replace(self, messages=self.messages.replace(old, new, 1))

    def tagged(self, **tags: str) -> Papers:
        """Return them with other values of tags."""
        text = self.record
        for key, value in tags.items():
            text, count = re.subn(rf'(\[{key} ")[^"]*', rf"\g<1>{value}", text)
            assert count == 1, key
        return replace(self, record=text)


def papers(seed: str = "5", match: int = MATCH) -> Papers:
    """Return those of a match that is the same for the same seed."""
    session = selfplay(registry.get("apex"), Setup("3"), seed)
    lines = [f"-# `{seed_mark(match)}` → `{session.chance.commitment}`: the SHA-256 of the seed."]
    for decision, seats in secret_choices(session).items():
        lines += ["", *hashes(match, decision, seats), "", *opening(match, decision, seats)]
    tags = {"Match": str(match), "Commitment": session.chance.commitment}
    text = record.write(session, ("Ann", "Bob", "Cleo"), tags)
    return Papers(text, "\n".join(lines) + "\n", session)


def line_of(match: int, decision: int, seat: Seat, choice: str) -> str:
    """Return what is hashed of a choice."""
    salt = hashlib.sha256(f"{match} {decision} {seat}".encode()).hexdigest()[:32]
    return sealed_line(match, decision, seat, salt, choice)


def hashes(match: int, decision: int, seats: dict[Seat, str]) -> list[str]:
    """Return the message with the hashes of all."""
    found = sorted(digest(line_of(match, decision, seat, choice)) for seat, choice in seats.items())
    mark = list_mark(match, decision, len(seats), len(seats))
    return [f"All {len(seats)} have chosen.", f"-# `{mark}`: a hash of each.", *(f"-# `{each}`" for each in found)]


def opening(match: int, decision: int, seats: dict[Seat, str]) -> list[str]:
    """Return the message that opens a decision."""
    lines = [line_of(match, decision, seat, choice) for seat, choice in seats.items()]
    return ["**All choices are revealed:**", *(f"-# P{line[5]}: `{line}` → `{digest(line)}`" for line in lines)]


def told(match: int, decision: int, seat: Seat, choice: str) -> str:
    """Return what a player is told of their own choice in private."""
    return f"-# Your hash: `{own_mark(match, decision, seat)}` → `{digest(line_of(match, decision, seat, choice))}`."
