"""Matches as animated pictures."""

from __future__ import annotations

import io
from functools import lru_cache
from itertools import pairwise

import pytest
from PIL import Image

from engine import registry
from engine.__main__ import selfplay
from engine.history import moments
from engine.info import Setup
from engine.text import Player, say
from render import replay
from render.look import Look
from render.registry import renderer
from render.replay import LIMIT_BYTES, MOST_PICTURES, WIDTHS, Film, Shot, film
from render.theme import Palette, Theme, colours
from tests.volume import many

ARTIST = renderer("replicants")


@lru_cache(maxsize=4)
def shots(mode: str = "2", key: str = "replicants") -> tuple[Shot, ...]:
    game = registry.get(key)
    return tuple(
        Shot(game.view(moment.state, None), moment.told(None), moment.number, say("Start"))
        if moment.last is None
        else Shot(
            game.view(moment.state, None),
            moment.told(None),
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


def test_a_film_has_a_picture_for_every_position_and_rests_on_the_last() -> None:
    part = (*shots()[:8], shots()[-1])
    made = film(ARTIST, part)
    image = opened(made)
    assert (made.pictures, made.step) == (len(part), 1)
    assert image.n_frames == made.pictures  # type: ignore[attr-defined]
    durations = []
    for number in range(made.pictures):
        image.seek(number)
        durations.append(image.info["duration"])
        assert image.size == made.size
    assert durations[-1] >= 4 * max(durations[1:-1])
    assert min(durations) >= 500


def test_the_board_stands_still_though_the_result_takes_more_room() -> None:
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
    image = opened(made)
    for number, shot in enumerate(part):
        image.seek(number)
        alone = Image.open(io.BytesIO(artist.draw(shot.view, shot.last, Look(theme=theme, width=made.size[0]))))
        below = image.convert("RGB").crop((0, made.size[1] - alone.height, *made.size))
        assert below.tobytes() == alone.convert("RGB").tobytes()
    badge = image.convert("RGB").crop((0, 0, round(0.08 * made.size[0]), round(0.07 * made.size[0])))
    seat = part[-1].seat or 0
    assert colours(artist.dress(theme)).seat(seat).fill in {each for _, each in badge.getcolors(10_000) or []}


def test_the_bar_grows_with_the_match() -> None:
    made = film(ARTIST, shots()[:12])
    image, width = opened(made), made.size[0]
    lengths = []
    for number in range(made.pictures):
        image.seek(number)
        row = image.convert("RGB").crop((0, round(0.085 * width) - 2, width, round(0.085 * width) - 1))
        lengths.append(sum(row.getpixel((x, 0)) == (255, 255, 255) for x in range(width)))
    assert lengths[0] == 0
    assert lengths[-1] == width
    assert all(before < after for before, after in pairwise(lengths))


def test_long_matches_go_in_steps_and_begin_and_end_where_the_match_does(monkeypatch: pytest.MonkeyPatch) -> None:
    most = many(20, MOST_PICTURES)
    monkeypatch.setattr(replay, "MOST_PICTURES", most)
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
