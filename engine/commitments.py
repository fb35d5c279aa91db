"""Commitments to choices that are still sealed: salted hashes, which anyone can recompute later.

The hash is the SHA-256 of a line of printed characters, in UTF-8 and without an end of line:

    match:decision:seat:salt:choice

The first three are decimal numbers, the salt is `SALT_BYTES` random bytes as lower-case hexadecimal digits, and the
choice is in canonical notation. A choice made before the start (`Game.loadout_seats`) belongs to no match yet:

    table:seat:salt:choice

The commitment to a seed is simpler: the SHA-256 of its bytes (`engine.chance`).
"""

from __future__ import annotations

import hashlib

from engine.seat import Seat

SALT_BYTES = 16


def sealed_line(match: int, decision: int, seat: Seat, salt: str, choice: str) -> str:
    """Return the line that is hashed for a sealed choice.

    `decision` is the joint decision's turn (`Game.turn`), `salt` hexadecimal, `choice` canonical notation.
    """
    return f"{match}:{decision}:{seat}:{salt}:{choice}"


def loadout_line(table: int, seat: Seat, salt: str, choice: str) -> str:
    """Return the line that is hashed for a choice made before the start; `table` is the number shown in the lobby."""
    return f"{table}:{seat}:{salt}:{choice}"


def loadout_mark(table: int, seat: Seat) -> str:
    """Return the mark before the hash of a choice made before the start."""
    return f"{table}:{seat}:loadout"


def usual_mark(table: int, seat: Seat) -> str:
    """Return the mark that says that a seat chose nothing before the start and plays its usual loadout."""
    return f"{table}:{seat}:usual"


def digest(line: str) -> str:
    """Return the SHA-256 of a line in hexadecimal."""
    return hashlib.sha256(line.encode()).hexdigest()


def list_mark(match: int, decision: int, count: int, deciding: int) -> str:
    """Return the mark above a list of hashes: the decision, and the numbers of choices made and awaited."""
    return f"{match}:{decision} {count}/{deciding}"


def own_mark(match: int, decision: int, seat: Seat) -> str:
    """Return the mark before the hash that a player receives in private."""
    return f"{match}:{decision}:{seat}"


def dropped_mark(match: int, decision: int, seat: Seat) -> str:
    """Return the mark before a hash whose choice was dropped; seat 0 hides whose it was."""
    return f"{match}:{decision}:{seat}:dropped"


def seed_mark(match: int) -> str:
    """Return the mark before the commitment to a match's seed."""
    return f"{match}:seed"
