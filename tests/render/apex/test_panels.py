"""What stands around the map: players and their numbers, names, the legend."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from engine.apex.events import Battle, Fighter
from locales.pseudo import Pseudo
from render import icons, lettering
from render.apex.frame import ITEMS, SIZE, frame_of
from render.apex.hand import draw_hand
from render.apex.icons import ACTIONS, BONUSES, SIDES, TRACKS, depot, dock, dome, ship
from render.apex.icons import draw_sector_sign as planet
from render.apex.renderer import ApexRenderer
from render.canvas import Canvas
from render.theme import Livery, Theme, colours
from render.words import Look
from tests.render.apex.scenes import MODES, NAMES, crowded, game, start
from tests.render.pixels import differ
from tests.render.test_reconstructed import lettering as lettered

ARTIST = ApexRenderer()

NASTY = ("W" * 200, "🦊" * 40, "\u202eevil\n\n\t\x00", "שלום עולם ومرحبا", "{player}", "田中", "", "a" * 32)


def test_ships_on_the_map_and_in_supply_are_two_numbers_with_signs_of_their_own() -> None:
    view = crowded("3")
    looks = set()
    for ships, supply in ((7, 13), (13, 7), (7, 7)):
        sides = (replace(view.sides[0], ships=ships, supply=supply), *view.sides[1:])
        looks.add(ARTIST.draw(replace(view, sides=sides), look=Look(width=400)))
    assert len(looks) == 3
    signs = [icons.mask(each, 17 / 3).levels.tobytes() for each in (ship, dock, dome, depot, planet)]
    assert len(set(signs)) == len(signs)


def test_of_many_fighters_the_scores_stand_alone() -> None:
    view = crowded("6")
    fighters = tuple(Fighter(seat, 12, True, 10, 11, False) for seat in range(1, 7))
    for count, shown in ((2, 2), (6, 0)):
        with lettered() as told:
            ARTIST.draw(view, (Battle(1, slot="C1", fighters=fighters[:count], winner=1),), Look(NAMES))
        assert told.count("12›11") == shown
        assert told.count(str(fighters[0].score)) >= count


@pytest.mark.parametrize("mode", MODES)
def test_every_symbol_stands_in_the_legend_in_words_that_a_phone_shows_whole(mode: str) -> None:
    explained = {icon for icon, _ in ITEMS}
    assert explained == {*BONUSES.values(), *SIDES.values(), *ACTIONS, *TRACKS, ship, dock, depot, planet, icons.star}
    assert SIZE * 400 / 1200 >= 10
    view, told = start(mode), []
    written = Canvas.text

    def text(canvas: Canvas, place: Any, words: str, *rest: Any, **more: Any) -> None:
        told.append(words)
        written(canvas, place, words, *rest, **more)

    with patch.object(Canvas, "text", text):
        # Legends are kept: this width is drawn nowhere else.
        ARTIST.draw(view, look=Look(width=403))
    assert [str(word) for _, word in ITEMS] == [each for each in told if each in {str(word) for _, word in ITEMS}]


@pytest.mark.parametrize("mode", MODES)
def test_what_colonies_add_does_not_run_into_the_next_symbol(mode: str) -> None:
    view, (_, _, _, last) = crowded(mode), TRACKS
    level, gained = 0, 4  # no digit is wider than 0 and 4
    sides = tuple(replace(each, levels=(level,) * 4, influence=gained, armament=gained) for each in view.sides)
    starts: list[tuple[float, float]] = []
    ends: list[tuple[float, float]] = []
    written, filled, shield = Canvas.text, Canvas.fill, icons.mask(last, 17.0)

    def text(canvas: Canvas, place: Any, words: str, size: float, *rest: Any, **more: Any) -> None:
        if words == f"+{gained}":
            ends.append((place[1], place[0] + lettering.width(words, round(size))))
        written(canvas, place, words, size, *rest, **more)

    def fill(canvas: Canvas, mask: Any, centre: Any, colour: Any) -> None:
        if mask is shield:
            starts.append((centre[1], centre[0] - 17))
        filled(canvas, mask, centre, colour)

    with patch.object(Canvas, "text", text), patch.object(Canvas, "fill", fill):
        ARTIST.draw(replace(view, sides=sides))
    for side, card in zip(sides, frame_of(view, 1200, None).cards, strict=True):
        inside = [(y, x) for y, x in ends if card.top < y < card.bottom and card.left < x]
        influence, armament = sorted(inside)[:2]
        begin = next(x for y, x in starts if y == influence[0] and card.left < x < card.right)
        assert influence[1] + 4 <= begin, side
        assert armament[1] <= card.right, side


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("mode", ["2", "6"])
def test_no_name_breaks_the_layout(name: str, mode: str) -> None:
    view = crowded(mode)
    box = differ(ARTIST.draw(view, look=Look(NAMES)), ARTIST.draw(view, look=Look((name, *NAMES[1:]))))
    card = frame_of(view, 1200, None).cards[0]
    if box is not None:
        assert card.left <= box[0] < box[2] <= card.right
        assert card.top <= box[1] < box[3] <= card.bottom


def test_missing_names_are_numbered() -> None:
    view = crowded("3")
    assert ARTIST.draw(view, look=Look(("", ""))) == ARTIST.draw(view)
    assert ARTIST.draw(view, look=Look(("Player 1", "Player 2"))) == ARTIST.draw(view)


def test_words_are_translated() -> None:
    view = next(view for view, _ in game("3", "shown", eyes=1) if view.phase == "choose")

    assert ARTIST.draw(view, look=Look(translate=Pseudo())) != ARTIST.draw(view)
    assert draw_hand(view, Look(translate=Pseudo())) != draw_hand(view)
    assert ARTIST.draw_cards(view, Look(translate=Pseudo())) != ARTIST.draw_cards(view)
    assert ARTIST.sheet(look=Look(translate=Pseudo())) != ARTIST.sheet()


def test_seats_wear_what_their_civilisations_do() -> None:
    view = crowded("3")
    dressed = ARTIST.dress_for(Theme(), view)
    assert dressed.livery is Livery.STARS
    for side in view.sides:
        assert colours(dressed).seat(side.seat).letter == side.civilisation[0]
    assert [style.letter for style in colours(ARTIST.dress_for(Theme(), start("3"))).seats] == ["1", "2", "3"]
    assert ARTIST.draw(view, look=Look(theme=dressed)) == ARTIST.draw(view)
