"""Pictures: boards beside python-chess's SVG through CairoSVG, profiles, replays. CPU time of the drawing thread."""

from __future__ import annotations

import io
import itertools
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

import cairosvg
import chess
import chess.svg
from PIL import Image

from bench.measure import Row, Timer, beside, other_thread
from cogs.profile.figures import profile_figure
from engine.__main__ import selfplay
from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.history import Moment, moments
from engine.mutants.components import components
from engine.registry import games, get
from engine.replicants.game import REPLICANTS
from engine.text import Player, say
from hosting.profiles import MOST, MOST_RATINGS, ModeRecord, PoolRating, Profile, WinRecord
from render import charts as profile_charts
from render.animation import LIMIT_BYTES, Film, Gif, Shot, film
from render.mutants.strip import Part, Placed, draw_strip
from render.registry import renderer
from render.summary import Summary, draw_summary
from render.theme import Palette, Theme, palette
from render.words import WIDTH, Look
from store.ratings.boards import Rated, Step
from store.ratings.model import BEGINNER, MODEL, Skill
from store.ratings.stored import Pool
from tests.render.games import moments as played

NAMES = ("Maximiliane", "Eric", "Lucy", "Zoé", "Paul", "Carole")


def positions(key: str, mode: str, count: int) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """Return views of distinct positions with the events of the last turn, from random games, one for each turn."""
    game, seeds = get(key), (f"{mode} {number}" for number in itertools.count())
    every = (played(game, game.initial(Setup(mode), Chance.from_text(seed)), seed) for seed in seeds)
    return itertools.islice(itertools.chain.from_iterable(every), count)


def _look(lot: random.Random, side: int | None = None) -> Look:
    return Look(NAMES, Theme(lot.choice(list(Palette)), lot.random() < 0.5), WIDTH, side)


def pictures(*, quick: bool) -> list[Row]:
    """Return what boards of distinct positions take, and how large they are."""
    count = 6 if quick else 60
    rows = []
    for key, name, modes, sides in (
        ("replicants", "Replicants: board", {mode.key: 60 for mode in get("replicants").info.modes}, (None,)),
        ("replica", "Replica: board", {"2": 60}, (None, 1, 2)),
        ("apex", "APEX: star map", {"2": 60, "4": 60, "6": 80}, (None,)),
    ):
        artist, lot, chessboard, every = renderer(key), random.Random(5), chess.Board(), list[tuple[float, float]]()
        for mode, most in modes.items():
            took, sizes = [], []
            for view, last in positions(key, mode, count):
                look, timer = _look(lot, lot.choice(sides)), Timer()
                sizes.append(len(artist.draw(view, last, look)) / 1024)
                took.append((timer.thread, _chess_picture(chessboard, lot)))
            every += took
            title = f"{name} of {WIDTH} px, mode {mode}"
            rows += [
                Row(title, median(ours for ours, _ in took), "ms", at_most=40),
                Row(f"{title}, size", median(sizes), "KiB", at_most=most),
                Row(f"{title}, largest", max(sizes), "KiB", at_most=most),
            ]
        ours, theirs = (1000 / median(each) for each in zip(*every, strict=True))
        at_least = None if key == "apex" else 3
        peer = "python-chess SVG, CairoSVG"
        rows.append(Row(f"{name}s of all modes", ours, "pictures/s", peer, theirs, at_least=at_least))
        timer = Timer()
        artist.sheet(look=Look(width=WIDTH - 1))
        rows.append(Row(f"{get(key).info.name}: sheet, first time", timer.thread, "ms"))
    return [*rows, *_mutants(count)]


def _chess_picture(board: chess.Board, lot: random.Random) -> float:
    """Return how many ms the peer takes to draw a board; move on it, or start again."""
    timer = Timer()
    cairosvg.svg2png(chess.svg.board(board, size=WIDTH))
    took = timer.thread
    board.push(lot.choice(list(board.legal_moves)))
    if board.is_game_over():
        board.reset()
    return took


def _mutants(count: int) -> list[Row]:
    """Return what boards and hands of nine cards of Mutants take, beside star maps of APEX drawn in turn.

    Cards are drawn once for each theme and kept, like the ground of star maps: as many positions again come first and
    are not counted.
    """
    artist, peer, lot, rows, largest = renderer("mutants"), renderer("apex"), random.Random(5), [], 0
    codes = [card.code for card in components().mutants]
    star_maps = positions("apex", "4", 8 * count)  # others each time, or their strips would be found again
    for label, mode in (("2 players", "2"), ("4 players", "4"), ("Revolt", "solo"), ("hand of nine", "")):
        shown = positions("mutants", mode, 2 * count) if mode else iter([(None, ())] * (2 * count))
        took = []
        for view, last in shown:
            look, hand = _look(lot), [Part(tuple(map(Placed, lot.sample(codes, 9))))]
            star_map, battles = next(star_maps)
            timer = Timer()
            peer.draw(star_map, battles, look)
            theirs, timer = timer.thread, Timer()
            picture = artist.draw(view, last, look) if view else draw_strip(say("Your hand"), hand, look)
            took.append((timer.thread, theirs))
            largest = max(largest, len(picture))
        rate, usual = (1000 / median(each) for each in zip(*took[count:], strict=True))
        name = f"Mutants: {label}, {WIDTH} px"
        rows.append(Row(name, rate, "pictures/s", "APEX: star map, 4 players", usual, at_least=0.77))
    return [*rows, Row(f"Mutants: {WIDTH} px, largest", largest / 1024, "KiB", at_most=60)]


# profiles


def charts(*, quick: bool) -> list[Row]:
    """Return what pictures of profiles take, with one rating and with all that fits, beside boards of APEX."""
    count, rows, largest, lot = 6 if quick else 60, [], 0, random.Random(3)
    boards = positions("apex", "6", 2 * count)
    for name, game, rated in (
        ("one game, one rating", "replicants", 1),
        ("all games, all ratings", None, MOST_RATINGS),
    ):
        took = []
        for _ in range(count):
            board, (view, last) = _look(lot), next(boards)
            figure, look = profile_figure(_profile(lot, game, rated)), Look(NAMES, board.theme, profile_charts.WIDTH)
            if figure is None:
                raise AssertionError("there is much to show")
            timer = Timer()
            largest = max(largest, len(profile_charts.draw_figure(figure, look)))
            ours, timer = timer.thread, Timer()
            renderer("apex").draw(view, last, board)
            took.append((ours, timer.thread))
        ours, theirs = (median(each) for each in zip(*took, strict=True))
        peer = "board of APEX, 6 players"
        rows.append(Row(f"picture of a profile, {name}", ours, "ms", peer, theirs, at_most=1))
    return [*rows, Row("picture of a profile, largest", largest / 1024, "KiB", at_most=60)]


def _profile(lot: random.Random, key: str | None, rated: int) -> Profile:
    """Return a profile in one game or all, with so many ratings, each as long as one shows."""

    def record(count: int) -> WinRecord:
        won = lot.randint(0, count)
        return WinRecord(count, won, 0, count - won, 120 * won)

    modes = [(game.info.key, mode) for game in games() for mode in game.info.modes if not mode.alone]
    records = [
        ModeRecord(game, mode.key, record(90 * mode.seats), tuple((s, record(90)) for s in range(1, mode.seats + 1)))
        for game, mode in modes
        if key in (None, game)
    ]
    ratings = []
    for number, mode in enumerate(get("replicants").info.modes[:rated], 1):
        steps, skill = [], BEGINNER
        for day in range(MOST):
            after = Skill(skill.mu + lot.gauss(0.1, 1), skill.sigma * 0.98, skill.games + 1)
            steps.append(Step(skill, after, datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=3 * day + number)))
            skill = after
        ratings.append(PoolRating(Rated(Pool(number, 1, "replicants", mode.key, "", MODEL, MOST), skill), tuple(steps)))
    return Profile(1, key, tuple(records), ratings=tuple(ratings))


# replays

TURNS = 240
"""Of a match that is long; most end before 120."""


def replays(*, quick: bool) -> list[Row]:
    """Return what a long match takes: every position of it, an animated picture, its summary card."""
    repeats = 1 if quick else 5
    game, artist = REPLICANTS, renderer("replicants")
    sessions = [selfplay(game, Setup("teams"), f"long {number}") for number in range(8)]
    session = max(sessions, key=lambda each: len(each.entries))
    every = [moment for each in (session, *sessions) for moment in moments(each)]
    shots = [_shot(number, moment) for number, moment in enumerate(every[: TURNS + 1])]
    ((read, history),) = beside(5 * repeats, lambda: moments(session))
    ((made, animated),) = beside(repeats, lambda: film(artist, shots), clock="cpu")
    with other_thread() as late:
        film(artist, shots[:60])
    standings: list[tuple[float, ...]] = [game.standing(moment.state).values for moment in history]
    summary = Summary(
        game=game.info.name,
        mode=say("Teams"),
        seats=4,
        headline=artist.headline(session.view(None)),
        outcome=session.outcome,
        turns=len(history) - 1,
        label=say("Replicants"),
        curves=tuple(zip(*standings, strict=True)),
    )
    ((card, _),) = beside(5 * repeats, lambda: draw_summary(summary, Look(NAMES)))
    name = f"animated picture, {TURNS} turns"
    return [
        Row(f"all positions of a match of {len(history) - 1} turns", read, "ms", at_most=50),
        Row(name, made / 1000, "s", at_most=5),
        Row(f"{name}, size", len(animated.file) / 1024, "KiB", at_most=LIMIT_BYTES / 1024),
        *_writers(animated, repeats),
        Row(f"{name}: longest that another thread waits", max(late), "ms"),
        Row("summary card", card, "ms", at_most=100),
    ]


def _shot(number: int, moment: Moment) -> Shot:
    view = get("replicants").view(moment.state, None)
    if moment.last is None:
        return Shot(view, (), number, say("Start"), None, NAMES)
    caption = say("{player}: {turn}", player=Player(moment.last.seat), turn=moment.last.text)
    return Shot(view, moment.events_for(None), number, caption, moment.last.seat, NAMES)


def _writers(animated: Film, repeats: int) -> list[Row]:
    """Return how fast and how small the pictures of a film are written, beside Pillow."""
    image, colours, flat = Image.open(io.BytesIO(animated.file)), palette(Theme()), []
    whole = Image.new("P", (1, 1))
    whole.putpalette([channel for colour in colours for channel in colour])
    for number in range(min(60, animated.pictures)):
        image.seek(number)
        flat.append(image.convert("RGB").quantize(palette=whole, dither=Image.Dither.NONE))
    plain = [Image.frombytes("L", each.size, each.tobytes()) for each in flat]

    def ours() -> bytes:
        gif = Gif(animated.size, colours)
        for each in plain:
            gif.add(each, 500)
        return gif.finish()

    def pillow() -> bytes:
        file = io.BytesIO()
        flat[0].save(file, "GIF", save_all=True, append_images=flat[1:], duration=500, loop=0, optimize=True)
        return file.getvalue()

    (mine, small), (theirs, large) = beside(repeats, ours, pillow)
    return [
        Row("writing a GIF", 1000 / mine, "files/s", "Pillow, save_all", 1000 / theirs),
        Row("a GIF's size over Pillow's", 100 * len(small) / len(large), "%"),
    ]
