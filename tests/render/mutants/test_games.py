"""Whole games as pictures and words: nothing is cut, nothing is too heavy, nothing tells what is secret."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from engine.chance import Chance
from engine.mutants.game import MUTANTS
from engine.text import say
from locales.pseudo import Pseudo
from render.animation import Shot, film
from render.lettering import ELLIPSIS
from render.mutants.picture import about, arena_text
from render.mutants.renderer import MutantsRenderer
from render.words import ALT_LIMIT, PHONE_COLUMNS, TEXT_LIMIT, Look, columns
from tests.render.mutants.games import FORMS, Options, game, states
from tests.render.mutants.scenes import NAMES, attacked, position
from tests.render.test_reconstructed import lettering
from tests.volume import many

ARTIST = MutantsRenderer()
LIMIT = 60 * 1024
STEP = many(17, 3)


@pytest.mark.parametrize(("mode", "options"), FORMS)
def test_games_are_drawn_from_start_to_end(mode: str, options: Options) -> None:
    shown = game(mode, options, "drawn", eyes=1)
    for view, last in [*shown[::STEP], shown[-1]]:
        with lettering() as told:
            file = ARTIST.draw(view, last, Look(NAMES))
        assert len(file) <= LIMIT
        assert not [line for line in told if ELLIPSIS in line]
        assert Image.open(io.BytesIO(file)).size == (1200, ARTIST.height(view, last, Look(NAMES)))


@pytest.mark.parametrize(("mode", "options"), FORMS)
def test_games_are_told_from_start_to_end(mode: str, options: Options) -> None:
    for look in (Look(NAMES), Look(NAMES, translate=Pseudo())):
        for view, last in game(mode, options, "told", eyes=1)[:: many(7, 1)]:
            alt, board = ARTIST.alt_text(view, last, look), ARTIST.text_board(view, look)
            assert len(alt) <= ALT_LIMIT
            assert len(board) <= TEXT_LIMIT
            assert max(map(columns, board.splitlines())) <= PHONE_COLUMNS
            assert not alt.endswith(ELLIPSIS)
            assert len(ARTIST.arena_text(view, look)) <= ALT_LIMIT


@pytest.mark.parametrize("form", FORMS[:4])
@pytest.mark.parametrize("eyes", [None, 1])
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_shown(form: tuple[str, Options], eyes: int | None) -> None:
    mode, options = form
    look = Look(NAMES, width=300)
    for place, (state, _) in enumerate(states(mode, options, "secret")[:: many(29, 7)]):
        other = MUTANTS.alike(state, eyes, Chance.from_text(f"other {place}"))
        one, two = MUTANTS.view(state, eyes), MUTANTS.view(other, eyes)
        assert ARTIST.alt_text(one) == ARTIST.alt_text(two)
        assert ARTIST.text_board(one) == ARTIST.text_board(two)
        assert ARTIST.draw(one, look=look) == ARTIST.draw(two, look=look)
        assert ARTIST.draw_arena(one, look) == ARTIST.draw_arena(two, look)


def test_every_kind_of_prompt_is_drawn_with_the_arena_that_it_is_about() -> None:
    kinds = set()
    for mode, options in FORMS:
        for view, _ in game(mode, options, "asked"):
            if view.prompt is None or view.prompt.kind in kinds:
                continue
            kinds.add(view.prompt.kind)
            with lettering() as told:
                assert len(ARTIST.draw_arena(view, Look(NAMES))) <= LIMIT
            assert set(view.prompt.zones) <= set(told)
            assert not [line for line in told if ELLIPSIS in line]
    assert {"pick", "mulligan", "act", "flank", "cycle", "copy", "freeze-empty"} <= kinds


def test_the_arena_of_a_prompt_tells_every_card_in_it() -> None:
    view = replace(position("4"), prompt=attacked(2, 1))
    assert about(view) == 2
    told = arena_text(view, Look(NAMES))
    assert "Gorthaur the Cruel attacks Lucy: one of their mutants is K.O. Possible: A, R." in told
    assert "active zone: Funeral Automaton (AUT), advanced mutant, Cyber and Necro. Deploy: gain 4 force" in told
    assert "right flank: Master-at-Arms, K.O." in told
    with lettering() as drawn:
        ARTIST.draw_arena(view, Look(NAMES, width=1199))
    assert "Lucy" in drawn
    assert "Zoé" not in drawn


def test_a_film_is_as_high_as_its_highest_picture_whatever_people_call_themselves() -> None:
    names = ("W" * 32,) * 3
    shown = game("3", (("reserve", "draft"),), "film")[:: many(30, 10)]
    # Why somebody is asked takes more lines with long names.
    shown = [shown[0], (replace(position("3"), prompt=attacked(2, 1)), ()), *shown[1:]]
    shots = [Shot(view, last, number, say("Turn"), seat=1, names=names) for number, (view, last) in enumerate(shown)]
    made = film(ARTIST, shots)
    wide = made.size[0]
    heights = [ARTIST.height(view, last, Look(names, width=wide)) for view, last in shown]
    assert made.size[1] == round(0.085 * wide) + max(heights)
