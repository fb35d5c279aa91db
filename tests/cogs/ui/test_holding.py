"""What somebody holds in words: every card is named, and told with all that it does as far as there is room."""

from __future__ import annotations

import pytest

from cogs.core.limits import ALT_LIMIT, LAYOUT_LIMIT
from cogs.core.reader import Reader
from cogs.ui.holding import alt_text, in_room, in_words
from engine.text import say
from render.extras import Held, Shelf
from render.theme import Theme

READER = Reader(None, Theme())


def held(name: str, count: int, does: int = 250) -> Shelf:
    """Return a shelf with so many cards, each of which does so much in words."""
    brief = tuple(f"{name} {number}" for number in range(count))
    cards = tuple(f"{each} {'does ' * (does // 5)}" for each in brief)
    return Shelf(name, (Held(say("{name}", name=name), cards, brief=brief),), (say("What it is for."),))


@pytest.mark.parametrize(("hand", "discard"), [(6, 3), (9, 9), (14, 30)])
def test_every_card_is_named_however_many_there_are(hand: int, discard: int) -> None:
    shelves = [held("hand", hand), held("tops", 4), held("discard", discard)]
    texts = in_room(shelves, READER, LAYOUT_LIMIT)
    assert sum(map(len, texts)) <= LAYOUT_LIMIT
    for shelf, text in zip(shelves, texts, strict=True):
        lines = text.splitlines()
        assert [line.removeprefix("-# ").split(" does")[0] for line in lines[1:-1]] == list(shelf.places[0].brief)
        assert lines[-1] == "What it is for."
    whole = [line.count("does") == 50 for text in texts for line in text.splitlines()[1:-1]]
    assert whole == sorted(whole, reverse=True), "the first cards are told with all that they do"
    assert whole[: min(hand, 8)] == [True] * min(hand, 8)


def test_what_has_room_is_told_whole() -> None:
    shelves = [held("hand", 6), held("tops", 3)]
    assert in_room(shelves, READER, LAYOUT_LIMIT) == [in_words(shelf, READER) for shelf in shelves]


def test_where_not_even_all_names_have_room_the_last_are_cut() -> None:
    texts = in_room([held("hand", 6), held("tops", 3)], READER, 120)
    assert sum(map(len, texts)) <= 120
    assert "hand 5" in texts[0]
    assert "tops 2" not in texts[1]


@pytest.mark.parametrize("count", [9, 12, 24])
def test_the_words_of_a_picture_name_each_card(count: int) -> None:
    text = alt_text(held("pack", count), READER, "Reconstructed.")
    assert len(text) <= ALT_LIMIT
    assert text.startswith("Reconstructed.\n")
    assert [f"pack {number}" in text for number in range(count)] == [True] * count
