"""What a person may have meant."""

from __future__ import annotations

from engine.refusals import MOST, similar

TEXTS = ("4G8E7", "4E7", "MOVE B1>A1 x6", "6H5x")


def test_what_is_written_alike_comes_first_whatever_case_and_spaces() -> None:
    assert similar(TEXTS, "4 e8")[0] == "4E7"
    assert similar(TEXTS, "move b1 > a1 x5") == ("MOVE B1>A1 x6",)


def test_where_nothing_is_alike_the_first_moves_are_offered() -> None:
    many = tuple(f"E{number}" for number in range(99))
    assert similar(many, "?") == many[:MOST]


def test_a_very_long_text_is_compared_by_its_beginning() -> None:
    assert similar(TEXTS, "q" * 1_000_000) == TEXTS
