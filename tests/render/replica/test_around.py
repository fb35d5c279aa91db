"""What is shown together with boards of Replica wears the same livery."""

from __future__ import annotations

import io
import math

import pytest
from PIL import Image

from engine.outcome import Outcome
from engine.text import Player, say
from render.animation import Shot, film
from render.registry import renderer
from render.summary import MARGIN, Summary, draw_summary
from render.theme import Palette, Theme, colours, palette
from render.words import Look
from tests.render.replica.scenes import MIDDLE, at

ARTIST = renderer("replica")
THEMES = [Theme(choice, dark) for choice in Palette for dark in (True, False)]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [1, 2])
def test_a_film_shows_boards_in_their_colours_from_the_side_asked_for(theme: Theme, side: int) -> None:
    view = at(MIDDLE)
    made = film(ARTIST, [Shot(view, (), 0, say("Start"))], Look(theme=theme, side=side))
    image = Image.open(io.BytesIO(made.file)).convert("RGB")
    board = Image.open(io.BytesIO(ARTIST.draw(view, look=Look(theme=theme, width=image.width, side=side)))).convert(
        "RGB"
    )
    below = image.crop((0, image.height - board.height, *image.size))
    # Names may differ: a film gets those it shows with its shots.
    middle = (0, board.height // 4, board.width, 3 * board.height // 4)
    assert below.crop(middle).tobytes() == board.crop(middle).tobytes()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("winner", [1, 2])
def test_the_card_of_a_match_is_in_the_winners_colour_and_stands_out_from_the_page(theme: Theme, winner: int) -> None:
    outcome = Outcome((1, 2) if winner == 1 else (2, 1), say("The end."), "K", by=winner)
    card = Summary(
        "Replica",
        say("2 players"),
        2,
        say("{player} wins", player=Player(winner)),
        outcome,
        9,
        feats=(say("captures: 1"), say("captures: 2")),
    )
    dressed = ARTIST.dress(theme)
    image = Image.open(io.BytesIO(draw_summary(card, Look(theme=dressed)))).convert("RGB")
    look, style = colours(dressed), colours(dressed).seat(winner)
    assert {colour for _, colour in image.getcolors(256) or []} <= set(palette(dressed))
    outside, border, inside = (image.getpixel((600, y)) for y in (MARGIN - 3, MARGIN + 1, MARGIN + 9))
    framed = (theme.dark, winner) in {(True, 2), (False, 1)}  # whose fill is nearly the page's
    for pixel, colour in ((outside, look.page), (border, style.edge if framed else style.fill), (inside, style.fill)):
        assert isinstance(pixel, tuple)
        assert math.dist(pixel, colour) <= 12
