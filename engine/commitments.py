"""What holds a player to a choice that is still sealed: a salted hash of it, which anybody can work out later.

The hash is the SHA-256 of a line of printed characters, in UTF-8 and without an end of line:

    match:decision:seat:salt:choice

The first three are decimal numbers, the salt is `SALT_BYTES` random bytes as lower-case hexadecimal digits, and the
choice is in canonical notation. What is chosen before the start (`Game.loadout_seats`) belongs to no match yet:

    table:seat:salt:choice

The commitment to a seed is another thing: the SHA-256 of its bytes (`engine.chance`).
"""

from __future__ import annotations

import hashlib

from engine.seat import Seat

SALT_BYTES = 16


def sealed_line(match: int, decision: int, seat: Seat, salt: str, choice: str) -> str:
    """Return what is hashed.

    Args:
        match: The number of the match.
        decision: The game's turn in which several choose at once (`Game.turn`).
        seat: Whose choice.
        salt: In hexadecimal.
        choice: In canonical notation.
    """
    return f"{match}:{decision}:{seat}:{salt}:{choice}"


def loadout_line(table: int, seat: Seat, salt: str, choice: str) -> str:
    """Return what is hashed of what a seat has chosen before the start.

    Args:
        table: The number of the table, which the lobby shows.
        seat: Whose choice.
        salt: In hexadecimal.
        choice: In canonical notation.
    """
    return f"{table}:{seat}:{salt}:{choice}"


def loadout_mark(table: int, seat: Seat) -> str:
    """Return what stands before the hash of what a seat has chosen before the start."""
    return f"{table}:{seat}:loadout"


def usual_mark(table: int, seat: Seat) -> str:
    """Return what says that a seat chose nothing before the start, so that its usual loadout is played."""
    return f"{table}:{seat}:usual"


def digest(line: str) -> str:
    """Return the SHA-256 of a line in hexadecimal."""
    return hashlib.sha256(line.encode()).hexdigest()


def list_mark(match: int, decision: int, count: int, deciding: int) -> str:
    """Return what stands above a list of hashes: of which decision they are, and of how many choices."""
    return f"{match}:{decision} {count}/{deciding}"


def own_mark(match: int, decision: int, seat: Seat) -> str:
    """Return what stands before the hash that a player is told in private."""
    return f"{match}:{decision}:{seat}"


def dropped_mark(match: int, decision: int, seat: Seat) -> str:
    """Return what stands before a hash whose choice is gone; seat 0 where it is not told whose it was."""
    return f"{match}:{decision}:{seat}:dropped"


def seed_mark(match: int) -> str:
    """Return what stands before the commitment to a match's seed when it begins."""
    return f"{match}:seed"
