"""What `/match cards` shows: a picture and an alt text for every entry of the catalogue."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from engine.mutants.catalogue import catalogue
from engine.mutants.components import components
from engine.mutants.wording import trigger_text
from locales.pseudo import Pseudo
from render.mutants.cards import draw_face
from render.mutants.renderer import draw_entry, entry_text
from render.words import ALT_LIMIT, Look
from tests.render.test_reconstructed import lettering

ENTRIES = {entry.key: entry for entry in catalogue()}
LIMIT = 60 * 1024


@pytest.mark.parametrize("key", [key for key, entry in ENTRIES.items() if entry.cards] + ["ZOM", "ARM", "HDE"])
def test_a_picture_shows_the_cards_of_the_entry(key: str) -> None:
    with patch("render.mutants.strip.draw_face", wraps=draw_face) as faces:
        assert len(draw_entry(key)) <= LIMIT
    assert [call.args[1].code for call in faces.call_args_list] == list(ENTRIES[key].cards or (key,))


@pytest.mark.parametrize("look", [Look(), Look(translate=Pseudo()), Look(translate=Pseudo(2))])
def test_the_words_fit_and_begin_with_what_is_reconstructed(look: Look) -> None:
    for key, entry in ENTRIES.items():
        told = entry_text(key, look=look)
        assert 0 < len(told) <= ALT_LIMIT
        assert told.startswith(look.notice(components().reconstructed))
        if look == Look():
            assert all(f"({code})" in told for code in entry.cards or (key,))


def test_what_is_not_there_is_not_drawn() -> None:
    with pytest.raises(LookupError):
        draw_entry("XXX")
    with pytest.raises(LookupError):
        entry_text("ZOM", "0")


def test_a_boss_is_drawn_with_what_it_can_do() -> None:
    for key, boss in components().bosses.items():
        with lettering() as told:
            draw_entry(f"boss-{key}")
        words = " ".join(told)
        assert f"{boss.name_en}: health {boss.health}" in words
        assert all(str(trigger_text(power, boss=True)) in words for power in boss.power)
