"""Boards in words: alt texts and text boards say all that pictures say, in the room there is, in any language."""

from __future__ import annotations

import io
from dataclasses import replace
from unittest.mock import patch

import pytest
from PIL import Image

from engine.chance import Chance
from engine.events import Event
from engine.mutants.catalogue import catalogue
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.view import MutantsView
from engine.mutants.wording import trigger_text
from engine.text import say
from locales import languages, translator
from locales.checks import typeset
from locales.pseudo import Pseudo
from render.animation import Shot, film
from render.lettering import ELLIPSIS
from render.mutants.cards import draw_face
from render.mutants.frame import _ASKED, headline
from render.mutants.picture import about, arena_text
from render.mutants.renderer import MutantsRenderer, draw_entry, entry_text
from render.mutants.words import alt_text, text_board
from render.words import ALT_LIMIT, PHONE_COLUMNS, TEXT_LIMIT, WIDTH, Look, columns
from tests.catalogues import REAL, english_words
from tests.render.mutants.scenes import (
    DAMAGE,
    EVERY,
    FORMS,
    HAPPENED,
    NAMES,
    Options,
    attacked,
    drafting,
    ended,
    game,
    position,
    states,
)
from tests.render.test_registry import lettering
from tests.volume import many

MODES = ("2", "3", "4", "solo")
LONG = ("W" * 32,) * 4
WHOLE = str(EVERY.reconstructed)
CARDS = [card.name_en for card in EVERY.cards.values()] + [boss.name_en for boss in EVERY.bosses.values()]


def views(mode: str) -> list[MutantsView]:
    view = position(mode, eyes=1)
    found = [view, position(mode, full=False), replace(view, prompt=attacked(1, 2)), ended(view), ended(view, ())]
    return [*found, drafting(mode), drafting(mode, eyes=2)] if mode != "solo" else found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("look", [Look(NAMES), Look(LONG, side=1), Look(LONG, translate=Pseudo())])
def test_words_keep_to_their_limits(mode: str, look: Look) -> None:
    last: tuple[Event, ...] = DAMAGE if mode == "solo" else HAPPENED
    for view in views(mode):
        assert len(alt_text(view, last, look)) <= ALT_LIMIT
        board = text_board(view, look)
        assert len(board) <= TEXT_LIMIT
        assert all(columns(line) <= PHONE_COLUMNS for line in board.splitlines())


@pytest.mark.parametrize("mode", MODES)
def test_all_words_go_through_the_catalogue(mode: str) -> None:
    look = Look(NAMES, translate=Pseudo())
    known = (*CARDS, *NAMES, "Maximil")
    for view in views(mode):
        for text in (alt_text(view, (), look), text_board(view, look), headline(view).render(look.translate, str)):
            assert english_words(text, known) == []


@pytest.mark.parametrize("mode", MODES)
def test_what_is_reconstructed_is_said_first_and_stays(mode: str) -> None:
    for view in views(mode):
        for look in (Look(NAMES), Look(LONG)):
            assert alt_text(view, HAPPENED, look).startswith(f"{WHOLE}. ")
            assert WHOLE in " ".join(text_board(view, look).split())
        published = replace(view, reconstruction=None)
        assert "econstructed" not in alt_text(published) + text_board(published)


@pytest.mark.parametrize("mode", MODES)
def test_an_alt_text_names_everything_on_the_table(mode: str) -> None:
    view = position(mode)
    told = alt_text(view, (), Look(NAMES))
    assert "Round 3 of 5. Eric chooses an action. " in told
    assert "Challenger 6, Fury 12" in told
    for side in view.sides:
        arena = {zone.name: f"{zone.card} K.O." if zone.down else zone.card for zone in side.arena}
        assert f"left {arena['L']}, active {arena['A']}, right {arena['R']}; incubator {side.incubator}; " in told
        tops = ", ".join(f"{pile.top}×{pile.size}" for pile in side.piles)
        assert f"reserve {tops}; hand 6, deck 12, discard 13 ZOM, freezer 3" in told
        assert (f"points {side.points}." in told) == (mode != "solo")


def test_stacks_are_told_from_the_bottom_up() -> None:
    told = alt_text(position("3"), (), Look(NAMES))
    assert "6 Eric under Lucy under Maximiliane." in told
    assert "Score: 22 Eric under Lucy, 23 Maximiliane." in told
    assert " 6 PQR  Challenger" in text_board(position("3"))
    assert "VP 22:PQ 23:R" in text_board(position("3"))


def test_a_text_board_has_what_a_picture_has() -> None:
    view = replace(position("2"), prompt=attacked(2, 1))
    lines = text_board(view, Look(NAMES)).splitlines()
    assert "P*Eric 22" in lines
    assert "  L WRE A(TYR) R BOS" in lines
    assert "  i FAN | EVA2 AUT1 NOB2" in lines
    assert "  h6 d12 x13 ZOM f3" in lines
    assert "4/2 5/2 [6/3] 7/3 8/4" in lines
    assert "Possible: A R" in lines
    assert "Gorthaur the Cruel attacks Lucy:" in lines


def test_a_revolt_is_told_with_the_boss_and_its_power() -> None:
    view = position("solo")
    told = alt_text(view, DAMAGE, Look(NAMES))
    assert (
        "Singularity Wizard: health 31 of 42; left SPA, active HDE, right FAT; deck 5, discard 3; exploited DKM."
        in told
    )
    assert "Special power: when the boss's turn begins: if you dominate the boss: the boss gains 2 force." in told
    assert "6 Eric under Singularity Wizard." in told
    board = text_board(view, Look(NAMES)).splitlines()
    assert "Genes not allowed in the reserve: Necro and Zoomorph." in told
    assert {"B Singularity Wizard 31/42", "  d5 x3 WHD -BD", "  # DKM"} <= set(board)
    assert " 6 PB   Challenger" in board


def test_freezers_are_opened_at_the_end_with_points() -> None:
    view = ended(position("3"))
    assert "freezer ZOM 1, NOB 3, DEV 4, KOL 2; points 22." in alt_text(view, (), Look(NAMES))
    assert "  ZOM 1 · NOB 3 · DEV 4 · KOL 2 =" in text_board(view, Look(NAMES)).splitlines()


def test_a_hand_and_a_pack_are_told_to_their_owner_alone() -> None:
    assert "Your hand: ROB, ZOM, WAR, LYC, DEM, ALN." in alt_text(position("4", eyes=2))
    assert "Your hand" not in alt_text(position("4")) + text_board(position("4"))
    mine, others = drafting(eyes=2), drafting()
    assert "Your pack: ORI, GOR, WAL, KOL, STA, MRV, EVA. Your picks: NOB, DEV." in alt_text(mine)
    assert "Each pack has 7 cards; you pass it to the left." in alt_text(others)
    for card in ("ORI", "NOB", "DEV"):
        assert card not in alt_text(others) + text_board(others)


def test_the_last_turn_is_told_as_far_as_there_is_room() -> None:
    told = alt_text(position("4"), HAPPENED, Look(NAMES))
    assert told.endswith("Round 2 is scored: Zoé +5, Lucy +2, Eric +0.")
    short = alt_text(position("2", full=False), HAPPENED[:3], Look(NAMES))
    assert short.endswith("Eric discards Robot and Warrior.")
    assert "Eric crushes the competition: +2." in short


def test_a_resigned_player_is_named_and_no_longer_told() -> None:
    view = position("3")
    view = replace(view, sides=(view.sides[0], replace(view.sides[1], left=True), view.sides[2]))
    told = alt_text(view, (), Look(NAMES))
    assert "Resigned: Lucy." in told
    assert "Lucy: left" not in told


@pytest.mark.parametrize("look", [Look(NAMES), Look(LONG), Look(LONG, translate=Pseudo(70))])
def test_a_game_that_everybody_has_resigned_is_told_however_long_the_words(look: Look) -> None:
    view = position("2")
    told = alt_text(replace(view, sides=tuple(replace(side, left=True) for side in view.sides)), HAPPENED, look)
    assert told
    assert len(told) <= ALT_LIMIT


@pytest.mark.parametrize("kind", _ASKED)
def test_every_prompt_has_a_headline(kind: str) -> None:
    view = position("2")
    assert view.prompt is not None
    told = str(headline(replace(view, prompt=replace(view.prompt, kind=kind))))
    assert told.startswith("Round 3 of 5. Player 1 ")
    assert told[-1].isalpha()


# What `/match cards` shows: a picture and an alt text for every entry of the catalogue.


ENTRIES = {entry.key: entry for entry in catalogue()}
LIMIT = 60 * 1024


@pytest.mark.parametrize("key", [key for key, entry in ENTRIES.items() if entry.cards] + ["ZOM", "ARM", "HDE"])
def test_a_picture_shows_the_cards_of_the_entry(key: str) -> None:
    with patch("render.mutants.strip.draw_face", wraps=draw_face) as faces:
        assert len(draw_entry(key)) <= LIMIT
    assert [call.args[1].code for call in faces.call_args_list] == list(ENTRIES[key].cards or (key,))


@pytest.mark.parametrize("language", languages()[1:])
def test_the_words_are_written_as_the_language_writes_them(language: str) -> None:
    told = [entry_text(key, look=Look(translate=translator(language))) for key in ENTRIES]
    assert [typeset(language, text) for text in told] == told


@pytest.mark.parametrize("look", [Look(), *(Look(translate=each) for each in (*REAL, Pseudo(), Pseudo(2)))])
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


# Whole games as pictures and words: nothing is cut, nothing is too heavy, nothing tells what is secret.


ARTIST = MutantsRenderer()
STEP = many(17, 3)


@pytest.mark.parametrize(("mode", "options"), FORMS)
def test_games_are_drawn_from_start_to_end(mode: str, options: Options) -> None:
    shown = game(mode, options, "drawn", eyes=1)
    for view, last in [*shown[::STEP], shown[-1]]:
        with lettering() as told:
            file = ARTIST.draw(view, last, Look(NAMES))
        assert len(file) <= LIMIT
        assert not [line for line in told if ELLIPSIS in line]
        assert Image.open(io.BytesIO(file)).size == (WIDTH, ARTIST.height(view, last, Look(NAMES)))


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
    # Why a player is asked takes more lines with long names.
    shown = [shown[0], (replace(position("3"), prompt=attacked(2, 1)), ()), *shown[1:]]
    shots = [Shot(view, last, number, say("Turn"), seat=1, names=names) for number, (view, last) in enumerate(shown)]
    made = film(ARTIST, shots)
    wide = made.size[0]
    heights = [ARTIST.height(view, last, Look(names, width=wide)) for view, last in shown]
    assert made.size[1] == round(0.085 * wide) + max(heights)
