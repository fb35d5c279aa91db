"""Lots, against sums that `sha256sum` computed."""

from __future__ import annotations

import pytest

from hosting.league.terms import Lots, commitment, entries_digest
from tests.hosting.league.standings.seasons import entry

SECRET = bytes(range(32))
# printf '3,11\n7,12;13\n10,5\n' | sha256sum
DIGEST = "0d58c874a9841ad38f2896b3d1d6ef2f798f60ca68a272748257b7ad7aea728e"


def test_the_commitment_is_the_sum_of_the_bytes_of_the_secret() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_digest_is_of_a_line_for_each_entry_in_the_order_of_numbers() -> None:
    entries = [entry(10, players=(5,)), entry(3, players=(11,)), entry(7, players=(12, 13))]
    assert entries_digest(entries) == DIGEST


def test_who_comes_later_is_not_in_the_digest() -> None:
    entries = [entry(10, players=(5,)), entry(3, players=(11,)), entry(7, players=(12, 13))]
    assert entries_digest([*entries, entry(11, players=(14,), from_round=3)]) == DIGEST


def test_the_captain_comes_first_in_the_digest() -> None:
    assert entries_digest([entry(7, players=(12, 13))]) != entries_digest([entry(7, players=(13, 12))])


@pytest.mark.parametrize(
    ("purpose", "number", "lot"),
    [
        # printf '%s' "$SECRET:$DIGEST:lot:3" | sha256sum
        ("lot", 3, "02e557c3d77ae64ea90145634de77e80e0c716edcc66b100278106a6d0a1e9a6"),
        ("lot", 7, "dfabf1cfa889cca43b51639899fa7313a802fcb4fde1a73766baff2025321dc5"),
        ("lot", 10, "347c66ccbbe74a7661981b20946df89f71f0ac11fab5ecd4c14ca966592312fe"),
        ("number", 3, "111e89da8564089c2218bf1a2aa6a98fa9200530961f8c66b90c310574664ab4"),
    ],
)
def test_a_lot_is_the_sum_of_secret_entries_purpose_and_number(purpose: str, number: int, lot: str) -> None:
    assert Lots(SECRET, DIGEST)(purpose, number).hex() == lot


@pytest.mark.parametrize("secret", [b"", SECRET[:31], SECRET + b"\0"])
def test_a_secret_has_32_bytes(secret: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(secret)
    with pytest.raises(ValueError, match="32 bytes"):
        Lots(secret, DIGEST)


@pytest.mark.parametrize("digest", ["", DIGEST[:-1], DIGEST.upper()])
def test_a_digest_is_in_hex(digest: str) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        Lots(SECRET, digest)


@pytest.mark.parametrize("purpose", ["", "lot:3", "Lot", "löt"])
def test_a_purpose_cannot_be_read_in_two_ways(purpose: str) -> None:
    with pytest.raises(ValueError, match="purpose"):
        Lots(SECRET, DIGEST)(purpose, 3)
