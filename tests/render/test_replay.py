"""Matches as animated pictures."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine import registry
from engine.__main__ import selfplay
from engine.apex import events as apex
from engine.apex.view import Pawns
from engine.game import Setup
from engine.history import moments
from engine.replica.events import Jumped, Stepped
from engine.replicants.events import Moved
from engine.text import Player, say
from render import animation
from render.animation import LIMIT_BYTES, MOST_PICTURES, WIDTHS, Film, Shot, film
from render.apex.picture import _courses
from render.canvas import Canvas, Picture, between, ways
from render.registry import renderer
from render.theme import Palette, Theme, colours
from render.words import Look
from tests.gifs import pictures, positions
from tests.volume import many

ARTIST = renderer("replicants")


@lru_cache(maxsize=4)
def shots(mode: str = "2", key: str = "replicants") -> tuple[Shot, ...]:
    game = registry.get(key)
    return tuple(
        Shot(game.view(moment.state, None), moment.events_for(None), moment.number, say("Start"))
        if moment.last is None
        else Shot(
            game.view(moment.state, None),
            moment.events_for(None),
            moment.number,
            say("{player}: {turn}", player=Player(moment.last.seat), turn=moment.last.text),
            moment.last.seat,
        )
        for moment in moments(selfplay(game, Setup(mode), "film"))
    )


def opened(made: Film) -> Image.Image:
    image = Image.open(io.BytesIO(made.file))
    assert image.format == "GIF"
    return image


def differing(first: Image.Image, second: Image.Image) -> int:
    """Return how many pixels differ."""
    return sum(
        ImageChops.difference(first, second).convert("L").point(lambda level: 255 * (level > 0)).histogram()[255:]
    )


def test_a_film_has_a_picture_for_every_position_and_rests_on_the_last() -> None:
    part = (*shots()[:8], shots()[-1])
    made = film(ARTIST, part)
    assert (made.pictures, made.step) == (len(part), 1)
    durations = [milliseconds for _, milliseconds in pictures(made.file) if milliseconds >= 500]
    assert len(durations) == len(part)
    assert durations[-1] >= 4 * max(durations[1:-1])


@pytest.mark.parametrize(("key", "turns"), [("replicants", (0, 12)), ("replica", (0, 12)), ("apex", (4, 13))])
def test_pieces_glide_between_positions_that_follow_one_another(key: str, turns: tuple[int, int]) -> None:
    artist = renderer(key)
    for before, after in pairwise(shots("2", key)[slice(*turns)]):
        shown = [picture for picture, _ in pictures(film(artist, (before, after)).file)]
        start, end = shown[0], shown[-1]
        moved = any(isinstance(event, Moved | Stepped | Jumped | apex.Moved) for event in after.last)
        assert len(shown) == (2 + animation._GLIDES if moved else 2)
        assert len({picture.tobytes() for picture in shown}) == len(shown)
        if moved:  # no leap: each is more like its neighbours than the last is like the first
            whole = differing(start, end)
            assert all(differing(*pair) < 1.2 * whole for pair in pairwise(shown))


def test_ships_that_move_twice_go_all_the_way_and_those_that_stay_are_counted() -> None:
    view = shots("2", "apex")[0].view
    sectors = tuple(
        replace(each, pawns=(Pawns(1, 3, colony=True), Pawns(2, 1, colony=False))) if each.slot == "H1" else each
        for each in view.sectors
    )
    moves = [
        apex.Moved(1, "H1", "A1", 2, portal=False),
        apex.Moved(1, "A1", "B1", 1, portal=False),
        apex.Moved(2, "H1", "B1", 1, portal=False),
        apex.Moved(1, "C1", "D1", 1, portal=False),
    ]
    staying, courses = _courses(replace(view, sectors=sectors), moves)
    assert [(group.seat, group.ships, way) for group, way in courses] == [
        (1, 1, ["H1", "A1"]),
        (1, 1, ["H1", "A1", "B1"]),
        (2, 1, ["H1", "B1"]),
        (1, 1, ["C1", "D1"]),
    ]
    assert next(each.pawns for each in staying.sectors if each.slot == "H1") == (Pawns(1, 1, colony=True),)


def test_nothing_glides_where_turns_are_left_out_or_no_pieces_move() -> None:
    apart = (shots()[0], shots()[2])
    assert len(pictures(film(ARTIST, apart).file)) == 2
    cards = shots("2", "apex")[:3]
    assert len(pictures(film(renderer("apex"), cards).file)) == 3


def test_a_piece_goes_by_all_the_places_that_it_came_to() -> None:
    assert ways([("a1", "b2"), ("d4", "e5"), ("b2", "c3")]) == {"a1": ["a1", "b2", "c3"], "d4": ["d4", "e5"]}
    passed: list[tuple[float, float]] = []
    ground = Image.new("L", (4, 4))
    made = between(
        Canvas.on(Picture(ground), Theme()), [([(0, 0), (10, 0), (10, 30)], lambda _, at: passed.append(at))], 7
    )
    assert len(made) == 7
    assert passed == sorted(passed)
    assert passed[3] == (10, 10)
    assert passed[0][1] == 0
    assert 0 < passed[0][0] < 40 / 8, "it sets off gently"


def test_the_board_stays_where_it_is_though_the_result_takes_more_room() -> None:
    made = film(ARTIST, shots()[-3:])
    image, board = opened(made), made.size[1] // 2
    image.seek(0)
    before = image.convert("RGB").crop((0, board, made.size[0], made.size[1]))
    drawn = ARTIST.draw(shots()[-3].view, shots()[-3].last, Look(width=made.size[0]))
    alone = Image.open(io.BytesIO(drawn)).convert("RGB")
    assert before.tobytes() == alone.crop((0, alone.height - before.height, *alone.size)).tobytes()


def test_a_single_position_makes_a_film_too() -> None:
    assert opened(film(ARTIST, shots()[:1])).size[0] == WIDTHS[0]


@pytest.mark.parametrize("theme", [Theme(palette, dark) for palette in Palette for dark in (True, False)])
def test_colours_are_the_readers(theme: Theme) -> None:
    made = film(ARTIST, shots()[:2], Look(theme=theme))
    drawn = Image.open(io.BytesIO(ARTIST.draw(shots()[0].view, look=Look(theme=theme, width=made.size[0])))).convert(
        "RGB"
    )
    below = (5, drawn.height - 5)
    assert opened(made).convert("RGB").getpixel((5, made.size[1] - 5)) == drawn.getpixel(below)


@pytest.mark.parametrize("dark", [True, False])
def test_every_game_is_shown_in_its_own_colours(*, dark: bool) -> None:
    artist, theme = renderer("replica"), Theme(dark=dark)
    part = [*shots(key="replica")[:3], shots(key="replica")[-1]]
    made = film(artist, part, Look(theme=theme))
    for shot, shown in zip(part, positions(made.file), strict=True):
        alone = Image.open(io.BytesIO(artist.draw(shot.view, shot.last, Look(theme=theme, width=made.size[0]))))
        below = shown.crop((0, made.size[1] - alone.height, *made.size))
        assert below.tobytes() == alone.convert("RGB").tobytes()
    badge = positions(made.file)[-1].crop((0, 0, round(0.08 * made.size[0]), round(0.07 * made.size[0])))
    seat = part[-1].seat or 0
    assert colours(artist.dress(theme)).seat(seat).fill in {each for _, each in badge.getcolors(10_000) or []}


def test_the_bar_grows_with_the_match() -> None:
    made = film(ARTIST, shots()[:12])
    width = made.size[0]
    lengths = []
    for shown in positions(made.file):
        row = shown.crop((0, round(0.085 * width) - 2, width, round(0.085 * width) - 1))
        lengths.append(sum(row.getpixel((x, 0)) == (255, 255, 255) for x in range(width)))
    assert lengths[0] == 0
    assert lengths[-1] == width
    assert all(before < after for before, after in pairwise(lengths))


def test_long_matches_go_in_steps_and_begin_and_end_where_the_match_does(monkeypatch: pytest.MonkeyPatch) -> None:
    most = many(20, MOST_PICTURES)
    monkeypatch.setattr(animation, "MOST_PICTURES", most)
    long = (shots("teams") * 20)[: most + 10]
    made = film(ARTIST, long)
    assert made.step == 2
    assert made.pictures == 1 + (len(long) - 1 + 1) // 2
    assert made.pictures <= most
    assert len(made.file) <= LIMIT_BYTES
    assert made.size[0] in WIDTHS


def test_too_large_a_film_becomes_smaller_then_leaves_pictures_out() -> None:
    part = shots()[:12]
    whole = film(ARTIST, part)
    smaller = film(ARTIST, part, limit=round(0.8 * len(whole.file)))
    assert smaller.size < whole.size
    assert smaller.pictures == whole.pictures
    sparse = film(ARTIST, part, limit=len(whole.file) // 4)
    assert sparse.step > 1
    assert len(sparse.file) <= len(whole.file) // 4
    with pytest.raises(ValueError, match="fit"):
        film(ARTIST, part, limit=10_000)


def test_from_another_side_the_board_is_turned() -> None:
    assert film(ARTIST, shots()[:2], Look(side=1)).file != film(ARTIST, shots()[:2], Look(side=2)).file
