"""Text fits its place, whatever people call themselves."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine import registry
from engine.chance import Chance
from engine.game import Setup
from engine.mutants.components import components
from engine.session import Session
from engine.text import Player, Text, say, say_n
from locales import languages, translator
from locales.checks import typeset
from locales.pseudo import Pseudo
from render.branding import AVATAR_PX, BANNER_PX, avatar, banner
from render.charts import draw_figure, figure_text
from render.lettering import ELLIPSIS, Weight, cap_height, drawable, fit, in_width, lettered, plain, size_in, width
from render.registry import renderer
from render.summary import draw_summary, summary_text
from render.theme import Theme, colours, contrast
from render.words import ALT_LIMIT, TEXT_LIMIT, Look, in_limit, in_lines
from tests.catalogues import english_words, foreign_words
from tests.people import ANY
from tests.render.samples import CURVE, FIGURE, RATING, SEATS
from tests.render.test_registry import lettering, moments
from tests.render.test_summary import OUTCOME, card


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


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_a_line_does_not_begin_with_what_a_no_break_space_ties_to_its_word(space: str) -> None:
    text = f"Le mutant part{space}; le joueur pioche{space}!"
    room = width("Le mutant part", 28)
    assert width(f"part{space};", 28) < room < width(f"Le mutant part{space};", 28)
    assert in_width(text, room, 28) == ["Le mutant", f"part{space}; le joueur", f"pioche{space}!"]
    assert in_lines(text, 14) == ["Le mutant", f"  part{space}; le", f"  joueur pioc{ELLIPSIS}"]
    assert in_lines("one  two\nthree ", 14) == ["one two three"]


def test_a_text_is_as_large_as_its_room_lets_it_be() -> None:
    text, room = "Wide letters", width("Wide letters", 30)
    assert size_in(text, room, 40, 20) == 30
    assert size_in(text, room, 25, 20) == 25
    assert size_in(text, room / 10, 40, 20) == 20


# Words in the room that there is.


@pytest.mark.parametrize(
    ("limit", "shown"),
    [
        (8, "ab\ncd\nef"),
        (7, "ab\ncd"),  # the second part is left out whole, and what follows it with it
        (4, ""),
        (0, ""),
    ],
)
def test_of_a_text_board_whole_parts_are_shown_as_far_as_they_fit(limit: int, shown: str) -> None:
    assert in_limit([["ab", "cd"], ["ef"]], limit) == shown


def test_behind_a_part_that_does_not_fit_comes_none_that_would() -> None:
    assert in_limit([["ab"], ["cdefg"], ["h"]], 5) == "ab"


# The bot's avatar and banner: their sizes, and that what they show is there, large and distinct.


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("RGB")


def test_the_avatar_is_a_square_in_which_the_initial_stands_out() -> None:
    picture = opened(avatar())
    assert picture.size == (AVATAR_PX, AVATAR_PX)
    style = colours(Theme()).seat(1)
    assert contrast(style.fill, style.ink) >= 4.5
    middle = picture.crop((AVATAR_PX // 4, AVATAR_PX // 4, 3 * AVATAR_PX // 4, 3 * AVATAR_PX // 4))
    counts = {colour: count for count, colour in middle.getcolors(1 << 20) or []}
    # The letter takes a tenth of the middle, the body it stands on most of it.
    assert counts[style.ink] > 0.1 * middle.width * middle.height
    assert counts[style.fill] > 0.5 * middle.width * middle.height


def test_what_matters_of_the_avatar_lies_in_the_circle_that_discord_cuts_out() -> None:
    picture, cell = opened(avatar()), colours(Theme()).cell
    corner = picture.crop((0, 0, AVATAR_PX // 8, AVATAR_PX // 8))
    assert {colour for _, colour in corner.getcolors(1 << 20) or []} <= {cell, colours(Theme()).page}


def test_the_banner_has_the_name_and_a_piece_of_each_player() -> None:
    picture, scheme = opened(banner()), colours(Theme())
    assert picture.size == BANNER_PX
    there = {colour for count, colour in picture.getcolors(1 << 20) or [] if count > 1000}
    assert {scheme.text, *(scheme.seat(seat).fill for seat in (1, 2, 3, 4))} <= there
    assert len(banner()) < 60 * 1024


# Pictures and words of every game in the pseudo-language: each text went through a catalogue, none is too long.


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
    artist = renderer(key)
    look = Look(PLAYERS, width=400, translate=Pseudo())
    for view, last in moments(key, mode):
        words = [artist.alt_text(view, last, look), artist.text_board(view, look)]
        words.append(artist.headline(view).render(look.translate, str))
        assert untranslated(lambda: artist.draw(view, last, look)) == []  # noqa: B023
        for shelf in artist.shelves(view, look, tiles=10):
            words += [shelf.alt, *(card for held in shelf.places for card in held.cards)]
            assert untranslated(lambda: artist.draw_shelf(view, shelf.key, look)) == []  # noqa: B023
            for code in shelf.codes:
                assert untranslated(lambda: artist.draw_tile(code, "", look)) == []  # noqa: B023
        if artist.deck:
            words.append(artist.cards_text(view, look))
            assert untranslated(lambda: artist.draw_cards(view, look)) == []  # noqa: B023
        assert [word for text in words for word in english_words(text, KEPT)] == []
        assert max(map(len, words)) <= max(ALT_LIMIT, TEXT_LIMIT)
        assert len(words[0]) <= ALT_LIMIT
    assert untranslated(lambda: artist.sheet(look=look)) == []
    assert english_words(artist.sheet_text(look=look), KEPT) == []
    assert len(artist.sheet_text(look=look)) <= ALT_LIMIT


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize(("key", "mode"), GAMES)
def test_nothing_on_a_picture_is_cut_in_a_language_that_people_can_choose(key: str, mode: str, language: str) -> None:
    artist, look = renderer(key), Look(PLAYERS, width=400, translate=translator(language))
    words = [artist.sheet_text(look=look)]
    with lettering() as told:
        for view, last in (moments(key, mode)[0], moments(key, mode)[-2]):
            artist.draw(view, last, look)
            words += [artist.alt_text(view, last, look), artist.text_board(view, look)]
            for shelf in artist.shelves(view, look, tiles=10):
                words += [shelf.alt, *(card for held in shelf.places for card in held.cards)]
                artist.draw_shelf(view, shelf.key, look)
                for code in shelf.codes:
                    artist.draw_tile(code, "", look)
            if artist.deck:
                artist.draw_cards(view, look)
        artist.sheet(look=look)
    assert [line for line in told if line.endswith(ELLIPSIS)] == []
    assert [typeset(language, line) for line in (*told, *words)] == [*told, *words]


def test_the_summary_is_translated() -> None:
    look = Look(PLAYERS, width=400, translate=Pseudo())
    assert english_words(summary_text(card(), look), KEPT) == []
    assert untranslated(lambda: draw_summary(card(), look)) == []


REASONS = (
    say_n(
        "After three ages {player} wins a tie at {count} point with more pawns on the map.",
        "After three ages {player} wins a tie at {count} points with more pawns on the map.",
        12,
        player=Player(1),
    ),
    *(
        say(f"{{player}} is World Champion with {{points}} points, {how}.", player=Player(1), points=21)
        for how in (
            "winning a tie with the fewest points from the freezer",
            "winning a tie by being furthest ahead on the force track",
        )
    ),
)
"""The longest reasons for a victory."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reason", REASONS)
def test_the_reason_of_a_victory_is_whole_on_a_summary(language: str, reason: Text) -> None:
    seen = Look(("Maximiliane", *PLAYERS[1:]), width=1200, translate=translator(language))
    with lettering() as told:
        draw_summary(replace(card(), outcome=replace(OUTCOME, reason=reason)), seen)
    assert reason.render(seen.translate, lambda _: "Maximiliane") in told


@pytest.mark.parametrize("language", languages()[1:])
def test_summaries_and_figures_are_whole_in_a_language_that_people_can_choose(language: str) -> None:
    seen = Look(PLAYERS, width=400, translate=translator(language))
    titles = (say("Rating", context="title of a chart"), say("Score by game", context="title of a chart"))
    named = (replace(CURVE, label=say("2 players")),)
    bars = tuple(replace(each, label=say("Seat {seat}", seat=1)) for each in SEATS.bars)
    panels = (replace(RATING, title=titles[0], curves=named), replace(SEATS, title=titles[1], bars=bars))
    figure = replace(FIGURE, title=titles[0], facts=(), panels=panels)
    with lettering() as told:
        draw_figure(figure, seen)
        told.append(figure_text(figure, seen))
        for game in registry.games():
            mode = game.info.modes[0]
            standing = game.standing(Session.start(game, Setup(mode.key), Chance.from_text("x")).state)
            label = None if standing is None else standing.label
            headline = say("The match is over")
            over = replace(card(), mode=mode.name, outcome=None, headline=headline, feats=(), label=label)
            draw_summary(over, seen)
            told.append(summary_text(over, seen))
    assert [line for line in told if line.endswith(ELLIPSIS)] == []
    assert [word for line in told for word in foreign_words(line, language, KEPT)] == []
    assert [typeset(language, line) for line in told] == told
