from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance, DrawError


def test_the_stream_is_the_same_on_every_machine() -> None:
    chance, drawn = Chance(bytes(range(16))), []
    for count in (6, 52, 1000, 2**63 + 1):
        number, chance = chance.below(count)
        drawn.append(number)
    assert drawn == [3, 22, 907, 4888565676011235881]
    assert "".join(Chance(bytes(range(16))).shuffled("abcdefgh")[0]) == "cagfbhed"


def test_a_draw_is_a_keyed_hash_of_its_number() -> None:
    seed = bytes(range(16))
    word = int.from_bytes(hashlib.blake2b((0).to_bytes(8, "big"), digest_size=8, key=seed).digest(), "big")
    assert Chance(seed).below(1000)[0] == word % 1000


@given(st.binary(min_size=16, max_size=64), st.integers(1, 10**6))
def test_a_draw_stays_in_range_and_moves_on(seed: bytes, count: int) -> None:
    number, after = Chance(seed).below(count)
    assert 0 <= number < count
    assert after.used > 0
    assert after.seed == seed


def test_a_word_that_would_favour_small_numbers_is_drawn_again() -> None:
    # Half of all words would.
    spent = {seed: Chance.from_text(str(seed)).below(2**63 + 1)[1].used for seed in range(20)}
    seed, words = max(spent.items(), key=lambda each: each[1])
    assert words > 1
    chance = Chance.from_text(str(seed))
    assert chance.below(2**63 + 1)[0] == Chance(chance.seed, used=words - 1).below(2**64)[0]


@given(st.binary(min_size=16, max_size=64), st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_item(seed: bytes, items: list[int]) -> None:
    assert Counter(Chance(seed).shuffled(items)[0]) == Counter(items)


def test_every_order_is_about_equally_likely() -> None:
    orders = Counter(Chance.from_text(str(n)).shuffled("abc")[0] for n in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_the_commitment_is_sha256_of_the_seed() -> None:
    assert Chance(b"x" * 16).commitment == hashlib.sha256(b"x" * 16).hexdigest()


@pytest.mark.parametrize("seed", [b"", b"short", b"x" * 65])
def test_a_seed_has_at_least_128_bits(seed: bytes) -> None:
    with pytest.raises(ValueError, match="a seed has"):
        Chance(seed)


@pytest.mark.parametrize("count", [0, -1, 2**64 + 1])
def test_one_of_nothing_cannot_be_drawn(count: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        Chance(bytes(16)).below(count)


def test_what_a_record_tells_comes_up_again() -> None:
    chance = Chance.scripted([("c", "a"), (4,)])
    order, chance = chance.shuffled("abc")
    number, chance = chance.below(6)
    assert (order, number) == (("c", "a", "b"), 4)
    with pytest.raises(DrawError, match="does not say") as caught:
        chance.below(6)
    assert caught.value.index == 2


@pytest.mark.parametrize("told", [("d",), ("a", "a"), (1,)])
def test_a_record_cannot_tell_of_items_that_are_not_there(told: tuple[str | int, ...]) -> None:
    with pytest.raises(DrawError, match="cannot have been drawn"):
        Chance.scripted([told]).shuffled("abc")


@pytest.mark.parametrize("told", [(6,), (-1,), ("x",), (), (1, 2)])
def test_a_record_cannot_tell_of_numbers_that_are_not_there(told: tuple[str | int, ...]) -> None:
    with pytest.raises(DrawError, match="not a number"):
        Chance.scripted([told]).below(6)
