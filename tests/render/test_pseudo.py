"""Pictures and words of every game in the pseudo-language: each text went through a catalogue, none is too long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine import registry
from engine.mutants.components import components
from locales.pseudo import Pseudo
from render.extras import DeckRenderer, HoldingRenderer
from render.registry import renderer
from render.summary import draw_summary, summary_text
from render.words import ALT_LIMIT, TEXT_LIMIT, Look
from tests.pseudo import english_words
from tests.render.test_reconstructed import lettering, moments
from tests.render.test_summary import card

GAMES = [(game.info.key, game.info.modes[-1].key) for game in registry.games()]
PLAYERS = ("ann", "bob", "cleo", "dan", "eve", "fay")
BOX = components()
NAMED = (
    *(card.name_en for card in BOX.cards.values()),
    *(deck.name_en for deck in BOX.decks.values()),
    *(boss.name_en for boss in BOX.bosses.values()),
)
KEPT = (*PLAYERS, "Replicants", "Replica", "APEX", *NAMED)
"""Names of people, of games, and of what is in the box of Mutants."""


def untranslated(draw: Callable[[], bytes]) -> list[str]:
    """The words of a picture that did not go through a catalogue."""
    with lettering() as told:
        assert draw()
    return [word for line in told for word in english_words(line, KEPT)]


@pytest.mark.parametrize(("key", "mode"), GAMES)
def test_every_board_hand_and_sheet_is_translated(key: str, mode: str) -> None:
    artist: Any = renderer(key)
    look = Look(PLAYERS, width=400, translate=Pseudo())
    for view, last in moments(key, mode):
        words = [artist.alt_text(view, last, look), artist.text_board(view, look)]
        words.append(artist.headline(view).render(look.translate, str))
        assert untranslated(lambda: artist.draw(view, last, look)) == []  # noqa: B023
        for shelf in artist.shelves(view, look, tiles=10) if isinstance(artist, HoldingRenderer) else ():
            words += [shelf.alt, *(card for held in shelf.places for card in held.cards)]
            assert untranslated(lambda: artist.draw_shelf(view, shelf.key, look)) == []  # noqa: B023
            for code in shelf.codes:
                assert untranslated(lambda: artist.draw_tile(code, "", look)) == []  # noqa: B023
        if isinstance(artist, DeckRenderer):
            words.append(artist.cards_text(view, look))
            assert untranslated(lambda: artist.draw_cards(view, look)) == []  # noqa: B023
        assert [word for text in words for word in english_words(text, KEPT)] == []
        assert max(map(len, words)) <= max(ALT_LIMIT, TEXT_LIMIT)
        assert len(words[0]) <= ALT_LIMIT
    assert untranslated(lambda: artist.sheet(look=look)) == []
    assert english_words(artist.sheet_text(look=look), KEPT) == []
    assert len(artist.sheet_text(look=look)) <= ALT_LIMIT


def test_the_summary_is_translated() -> None:
    look = Look(PLAYERS, width=400, translate=Pseudo())
    assert english_words(summary_text(card(), look), KEPT) == []
    assert untranslated(lambda: draw_summary(card(), look)) == []
