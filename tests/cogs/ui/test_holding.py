"""What somebody holds in words: every card is named, and told with all that it does as far as there is room."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.core.delivery import Reader
from cogs.core.text import ALT_LIMIT, LAYOUT_LIMIT, MOST_FILES
from cogs.ui.holding import alt_text, galleries, holdings, in_room, in_words
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.text import say
from render.extras import Held, Shelf
from render.theme import Theme
from tests.render.mutants.scenes import LONGEST, position

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


@pytest.mark.parametrize(
    ("count", "galleried"),
    [(1, [1]), (2, [2]), (3, [2, 1]), (4, [2, 2]), (5, [5]), (6, [6]), (7, [5, 2]), (8, [8]), (9, [9]), (10, [5, 5])],
)
def test_galleries_are_of_such_sizes_that_squares_stay_whole(count: int, galleried: list[int]) -> None:
    files = [discord.File(io.BytesIO(b"-"), f"hand-{number}.png", description=f"{number}") for number in range(count)]
    parts = list(galleries(files))
    assert [len(part.items) for part in parts if isinstance(part, discord.ui.MediaGallery)] == galleried
    shown = [item for part in parts if isinstance(part, discord.ui.MediaGallery) for item in part.items]
    assert [item.media.url for item in shown] == [f"attachment://{file.filename}" for file in files]
    assert [item.description for item in shown] == [file.description for file in files]


def dealt(count: int) -> Any:
    """Return a match of Mutants whose first player has so many cards in the hand, and some everywhere else."""
    view = position("2", eyes=1)
    mine = replace(view.sides[0], hand=LONGEST[:count])
    session = SimpleNamespace(game=MUTANTS, view=lambda _: replace(view, sides=(mine, *view.sides[1:])))
    return SimpleNamespace(game="mutants", setup=Setup("2"), names=("Ann", "Bob"), session=session)


@pytest.mark.parametrize(("count", "tiles"), [(5, 5), (6, 6), (10, 10), (11, 0)])
async def test_each_card_of_the_hand_has_a_picture_and_stands_on_a_line(count: int, tiles: int) -> None:
    scene = await holdings(dealt(count), 1, READER).hand()
    names, shown = [file.filename for file in scene.files], [f"hand-{number + 1}.png" for number in range(tiles)]
    assert names == (shown or ["hand.png"])
    items = [item for part in scene.parts if isinstance(part, discord.ui.MediaGallery) for item in part.items]
    assert [item.media.url for item in items] == [f"attachment://{name}" for name in names]
    for code, item in zip(LONGEST[:tiles], items, strict=False):
        words = item.description or ""
        assert words.startswith("Reconstructed: ")
        assert [other for other in LONGEST if f"({other})" in words] == [code]
        assert "Deploy: " in words
        assert len(words) < ALT_LIMIT
    assert isinstance(scene.parts[0], discord.ui.MediaGallery), "the hand comes first"
    told, notice = (part.content for part in scene.parts if isinstance(part, discord.ui.TextDisplay))
    lines = told.splitlines()
    assert lines[0] == f"**Your hand: {count} cards**"
    assert [line.split("\\:")[0] for line in lines[1 : count + 1]] == [f"-# {code}" for code in LONGEST[:count]]
    assert max(map(len, lines[1 : count + 1])) < 60
    assert notice.startswith("-# Reconstructed: ")


async def test_everything_else_stands_in_another_message_that_has_room_for_it() -> None:
    scene = await holdings(dealt(6), 1, READER).rest()
    names = [file.filename for file in scene.files]
    assert names[0] == "tops.png"
    assert len(set(names)) == len(names) <= MOST_FILES
    parts = [part.content for part in scene.parts if isinstance(part, discord.ui.TextDisplay)]
    assert [place for place in ("Tops of", "below the tops", "discard") if place not in "\n".join(parts)] == []
    assert "Your hand" not in "\n".join(parts)
    assert sum(map(len, parts)) <= LAYOUT_LIMIT


async def test_who_reads_boards_as_text_has_words_alone() -> None:
    found = holdings(dealt(6), 1, replace(READER, text_boards=True))
    for scene, first in ((await found.hand(), "**Your hand: 6 cards**"), (await found.rest(), "**In your reserve")):
        assert scene.files == []
        assert all(isinstance(part, discord.ui.TextDisplay) for part in scene.parts)
        words = "\n".join(part.content for part in scene.parts if isinstance(part, discord.ui.TextDisplay))
        assert words.startswith(first)
        assert "Deploy\\: " in words or "reserve" in words


async def test_who_holds_nothing_is_shown_nothing() -> None:
    match = dealt(6)
    match.session.view = lambda _: position("2")
    assert (await holdings(match, 1, READER).hand()).parts == []
