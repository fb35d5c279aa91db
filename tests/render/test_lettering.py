"""Text fits its place, whatever people call themselves."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.lettering import ELLIPSIS, Weight, cap_height, drawable, fit, in_width, lettered, plain, size_in, width
from tests.characters import ANY


@pytest.mark.parametrize("character", "Aa0éßŁøΩЖ…—·×")
def test_the_typeface_covers_european_languages(character: str) -> None:
    assert drawable(character)


@pytest.mark.parametrize("character", ["\n", "\x00", "\u202e", "\u200b", "\ufffe", "田", "ש", "😀", "\u00a0"])
def test_what_the_typeface_lacks_or_a_line_cannot_hold_is_known(character: str) -> None:
    assert not drawable(character)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Lucy", "Lucy"),
        ("  Lucy\n\tthe   Great ", "Lucy the Great"),
        ("👑 Zoë 👑", "Zoë"),
        ("a\u202eb\u2066c", "abc"),
        ("ℒ𝓊𝒸𝓎", "Lucy"),
        ("田中", "Player 2"),
        ("田中さん X", "Player 2"),
        ("שלום", "Player 2"),
        ("🦊🦊", "Player 2"),
        ("---", "Player 2"),
        ("", "Player 2"),
    ],
)
def test_names_are_shown_as_the_typeface_can(name: str, shown: str) -> None:
    assert plain(name, "Player 2") == shown


@given(st.text(ANY, max_size=60))
def test_any_name_becomes_one_drawable_line(name: str) -> None:
    shown = plain(name, "Player 1")
    assert shown
    assert all(drawable(character) for character in shown)


@given(st.text(alphabet="abcWil .é", max_size=80), st.floats(0, 400), st.sampled_from(Weight))
def test_fitted_text_is_never_wider_than_its_room(text: str, room: float, weight: Weight) -> None:
    short = fit(text, room, 30, weight)
    assert width(short, 30, weight) <= room or not short
    assert short == text or not short or short.endswith(ELLIPSIS)


@given(st.text(alphabet="aTWil .é", max_size=40), st.floats(0, 400), st.sampled_from(Weight))
def test_fitted_text_is_the_longest_that_fits(text: str, room: float, weight: Weight) -> None:
    shorter = (text[:length].rstrip() + ELLIPSIS for length in range(len(text) - 1, 0, -1))
    longest = next((each for each in (text, *shorter) if width(each, 30, weight) <= room), "")
    assert fit(text, room, 30, weight) == longest


def test_text_that_fits_is_left_alone() -> None:
    assert fit("Lucy", width("Lucy", 30), 30) == "Lucy"
    assert fit("Lucy Lucy", width("Lucy…", 30), 30) == "Lucy…"
    assert fit("Lucy", 2, 30) == ""


def test_letters_are_drawn_as_tall_as_they_are_said_to_be() -> None:
    drawn = lettered("H", 60, Weight.BOLD)
    assert -drawn.top == drawn.mask.levels.height == cap_height(60)
    assert drawn.mask.levels.getextrema() == (0, 255)
    assert lettered(" ", 20, Weight.MEDIUM).length > 0


def test_a_text_is_broken_between_words_and_keeps_them_all() -> None:
    text = "A card of the reserve goes to the hand of the player who gained it."
    lines = in_width(text, 200, 28, Weight.MEDIUM)
    assert " ".join(lines) == text
    assert len(lines) > 2
    assert all(width(line, 28, Weight.MEDIUM) <= 200 for line in lines)
    # No line could have taken the next one's first word.
    assert all(width(f"{one} {two.split()[0]}", 28, Weight.MEDIUM) > 200 for one, two in pairwise(lines))
    assert in_width("", 200, 28) == []
    assert in_width("Spaghettification", 60, 28)[0].endswith(ELLIPSIS)


def test_a_text_is_as_large_as_its_room_lets_it_be() -> None:
    text, room = "Wide letters", width("Wide letters", 30)
    assert size_in(text, room, 40, 20) == 30
    assert size_in(text, room, 25, 20) == 25
    assert size_in(text, room / 10, 40, 20) == 20
