"""Draws by lot that everybody can verify: a promise at the creation of a league, opened at its close.

The SHA-256 of a secret is posted when a league is created. Each lot follows from that secret, from who had joined at
the start, from what is drawn and from a number; once the secret is open, anybody can compute every lot. It proves that
the secret was not chosen after the entries were known. It does not prove that the entries were not chosen by an
operator who knew the secret.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from store.league.values import Entry

SECRET_BYTES = 32
"""Length of a secret."""
LOT = "lot"
"""Purpose of the lots that break the last ties; the number is the entry's."""

_PURPOSE = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of a season.

    Attributes:
        secret: 32 bytes that only the bot knows until the close.
        entries: What `entries_digest` gave at the start, 64 digits in hex.
    """

    secret: bytes
    entries: str

    def __post_init__(self) -> None:
        """Raise ValueError for a secret or a digest of another length."""
        _checked(self.secret)
        if not re.fullmatch(r"[0-9a-f]{64}", self.entries):
            raise ValueError(f"no SHA-256 in hex: {self.entries!r}")

    def __call__(self, purpose: str, number: int) -> bytes:
        """Return a lot of 32 bytes; the lowest is first. The number is an entry's.

        Raises:
            ValueError: The purpose is no word in lower case, so the text that is hashed could be read in two ways.
        """
        if not _PURPOSE.fullmatch(purpose):
            raise ValueError(f"no purpose of a lot: {purpose!r}")
        return hashlib.sha256(f"{self.secret.hex()}:{self.entries}:{purpose}:{number}".encode("ascii")).digest()


def commitment(secret: bytes) -> str:
    """Return what is posted when a league is created: the SHA-256 of the secret's bytes, in hex.

    Raises:
        ValueError: The secret has another length.
    """
    return hashlib.sha256(_checked(secret)).hexdigest()


def entries_digest(entries: Iterable[Entry]) -> str:
    """Return the SHA-256, in hex, of the lines `entry,player[;player]` of all who are there at the start.

    Args:
        entries: In any order; the lines stand in the order of their numbers. Those who come in a later round are left
            out.
    """
    begun = sorted((each for each in entries if each.from_round == 1), key=lambda each: each.id)
    lines = (f"{each.id},{';'.join(map(str, each.players))}\n" for each in begun)
    return hashlib.sha256("".join(lines).encode("ascii")).hexdigest()


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret
