"""A hand on a picture of its own, with what is chosen so far marked; the sheet and the cards of an age."""

from __future__ import annotations

import io
from dataclasses import replace
from unittest.mock import patch

import pytest
from PIL import Image

from engine.apex.components import components
from engine.apex.view import ApexView
from locales.pseudo import Pseudo
from render.apex.frame import DESIGN_WIDTH, MARGIN
from render.apex.hand import Picked, draw_hand, hand_text, read_picked
from render.apex.renderer import ApexRenderer
from render.theme import Palette, Theme
from render.words import ALT_LIMIT, Look
from tests.render.apex.scenes import MODES, NAMES, crowded, ended, game
from tests.render.test_reconstructed import lettering

ARTIST = ApexRenderer()
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]


def holding(mode: str, eyes: int = 1) -> ApexView:
    """The first round as a seat sees it."""
    return next(view for view, _ in game(mode, "shown", eyes=eyes) if view.phase == "choose")


@pytest.mark.parametrize(
    ("keys", "picked"),
    [
        ((), Picked()),
        (("12",), Picked(12)),
        (("12", "E"), Picked(12, "E")),
        (("12", "E", "7"), Picked(12, "E", 7)),
    ],
)
def test_what_is_chosen_so_far_is_read_as_far_as_it_goes(keys: tuple[str, ...], picked: Picked) -> None:
    assert read_picked(keys) == picked


@pytest.mark.parametrize("mode", ["2", "6"])
@pytest.mark.parametrize("theme", THEMES)
def test_each_step_of_choosing_is_marked(mode: str, theme: Theme) -> None:  # A17, A71
    view = holding(mode)
    first, second = (view.sides[0].hand or ())[:2]
    one, other = str(first), str(second)
    steps = [(), (one,), *((one, side) for side in "WECX"), (other, "E"), (one, "E", other)]
    drawn = [draw_hand(view, Look(NAMES, theme, 600), picked=step) for step in steps]
    assert len(set(drawn)) == len(drawn)


def test_a_card_that_is_not_in_the_hand_cannot_be_marked() -> None:
    view = holding("3")
    other = next(card for card in range(1, 31) if card not in (view.sides[0].hand or ()))
    assert draw_hand(view, picked=(str(other), "W")) == draw_hand(view)


@pytest.mark.parametrize("mode", MODES)
def test_a_hand_is_readable_on_a_telephone(mode: str) -> None:
    image = Image.open(io.BytesIO(draw_hand(holding(mode), Look(NAMES, width=400))))
    assert image.size == (400, image.height)
    assert image.height <= 400


@pytest.mark.parametrize(("mode", "count"), [("2", 10), ("5", 6)])
def test_a_hand_is_told_card_by_card_with_what_is_chosen(mode: str, count: int) -> None:
    view = holding(mode)
    assert ARTIST.asked_shelf(view) == "hand"
    hand = view.sides[0].hand or ()
    assert len(hand) == count
    one, other = str(hand[0]), str(hand[2])
    (shelf,) = ARTIST.shelves(view, tiles=10, picked=(one, "E", other))
    assert (shelf.codes, shelf.marks) == ((), ())
    (held,) = shelf.places
    told = [text.startswith(f"Card {card} (evolution ") for card, text in zip(hand, held.cards, strict=True)]
    assert told == [True] * count
    assert held.cards[0].endswith(": chosen, Evolution")
    assert held.cards[2].endswith(": discarded")
    (begun,) = ARTIST.shelves(view, picked=(one,))
    assert begun.places[0].cards[0].endswith(": chosen")
    for words, marks in ((shelf.alt, (": chosen, Evolution;", ": discarded;")), (begun.alt, (": chosen;",))):
        assert [mark for mark in marks if words.count(mark) != 1] == []
        assert words.endswith(".")
        assert len(words) <= ALT_LIMIT
        assert [f" {card} (evolution " in words for card in hand] == [True] * count


def test_a_hand_of_the_longest_cards_is_told_whole() -> None:
    view, wide = holding("2"), sorted(range(1, 31), key=lambda index: -len(components().card(index).expansion))[:10]
    mine = replace(view.sides[0], hand=tuple(wide))
    words = hand_text(replace(view, sides=(mine, *view.sides[1:])), picked=(str(wide[0]), "E", str(wide[9])))
    assert len(words) < ALT_LIMIT
    assert [f" {card} (evolution " in words for card in wide] == [True] * 10
    assert len(draw_hand(replace(view, sides=(mine, *view.sides[1:])))) <= 60 * 1024


def test_nobody_else_holds_anything() -> None:
    view = holding("3")
    public = replace(view, viewer=None, sides=tuple(replace(each, hand=None) for each in view.sides))
    assert ARTIST.shelves(public) == ()
    assert ARTIST.asked_shelf(public) == ""
    assert ARTIST.asked_shelf(ended(view)) == ""
    war = next(view for view, _ in game("3", "shown", eyes=1) if view.phase == "war")
    assert ARTIST.asked_shelf(war) == ""


def test_hands_that_are_passed_no_further_are_not_said_to_be() -> None:
    view = holding("3")
    assert "Hands go" in hand_text(view)
    assert "Hands go" not in hand_text(replace(view, passing=0))


def test_of_published_cards_nothing_is_said_to_be_reconstructed() -> None:
    published = replace(components(), reconstruction=False)
    with patch("render.apex.sheet.components", lambda _: published), lettering() as told:
        ARTIST.sheet(look=Look(width=1181))  # sheets are kept: this width is drawn nowhere else
        ARTIST.draw_cards(replace(holding("3"), reconstruction=None))
    assert not [line for line in told if "econstruct" in line]


def test_the_cards_of_an_age_change_with_every_round() -> None:
    rounds = {(view.age, view.round): view for view, _ in game("4", "shown") if view.phase == "choose"}
    drawn = [ARTIST.draw_cards(view) for view in rounds.values()]
    assert len(rounds) == len(set(drawn)) == 15
    assert len({ARTIST.cards_text(view) for view in rounds.values()}) == 15


def test_cards_that_are_gone_look_different_from_those_in_a_hand_and_others() -> None:
    view = replace(crowded("4", eyes=1), spent=(1,), undealt=(), outside=())
    mine = (view.sides[0].hand or ())[0]
    assert mine != 1
    free = replace(view, spent=())
    held = replace(view, sides=tuple(replace(each, hand=(1,)) if each.seat == 1 else each for each in view.sides))
    assert len({ARTIST.draw_cards(each) for each in (view, free, held)}) == 3


def test_how_many_and_how_likely_stand_apart() -> None:
    view = holding("2")
    assert " (100 %)" in ARTIST.cards_text(view)
    image = Image.open(io.BytesIO(ARTIST.draw_cards(view, Look(width=DESIGN_WIDTH)))).convert("RGB")
    across = (DESIGN_WIDTH - 2 * MARGIN + 10) / 3
    for right in (MARGIN + place * across - 10 for place in (1, 2, 3)):
        between = image.crop((round(right) - 112, image.height - 200, round(right) - 105, image.height))
        assert len(between.getcolors() or ()) == 2, "nothing but the cells and what is around them"


@pytest.mark.parametrize("theme", THEMES)
def test_the_sheet_is_drawn_in_every_theme(theme: Theme) -> None:
    for width in (400, 1200):
        image = Image.open(io.BytesIO(ARTIST.sheet(look=Look(theme=theme, width=width))))
        assert (image.mode, image.width) == ("P", width)
    assert ARTIST.sheet(look=Look(theme=theme)) == ARTIST.sheet(look=Look(theme=ARTIST.dress(theme)))


def _draw(what: str, view: ApexView, look: Look) -> bytes:
    return draw_hand(view, look) if what == "draw_hand" else ARTIST.draw_cards(view, look)


@pytest.mark.parametrize("what", ["sheet", "draw_hand", "draw_cards"])
def test_long_words_of_another_language_stay_in_their_places(what: str) -> None:
    drawn = []
    for filler in (40, 50):
        look = Look(translate=Pseudo(filler))
        drawn.append(ARTIST.sheet(look=look) if what == "sheet" else _draw(what, holding("6"), look))
    assert drawn[0] == drawn[1]
