"""Pictures: boards of distinct positions, beside python-chess's SVG through CairoSVG at the same size."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import cairosvg
import chess
import chess.svg

from bench.report import Row
from engine.chance import Chance
from engine.events import Event
from engine.game import Game, Setup
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.registry import get
from engine.text import say
from render.mutants.renderer import MutantsRenderer
from render.mutants.strip import Part, Placed, draw_strip
from render.registry import renderer
from render.theme import Palette, Theme
from render.words import Look

WIDTH = 1200
_HAND = say("Your hand")
_NAMES = ("Eric", "Lucy", "Paul", "Carole", "Maximiliane", "Zoé")


def run(*, quick: bool = False) -> list[Row]:
    """Draw positions from random games of every mode, ours and theirs in turn, and return the medians."""
    count = 6 if quick else 60
    artist, rows = renderer("replicants"), []
    ours: list[float] = []
    theirs: list[float] = []
    sizes: list[int] = []
    board = chess.Board()
    lot = random.Random(5)
    for mode in get("replicants").info.modes:
        mine: list[float] = []
        for view, last in positions(get("replicants"), mode.key, count):
            theme = Theme(lot.choice(list(Palette)), lot.random() < 0.5)
            took, picture = timed(lambda: artist.draw(view, last, Look(_NAMES, theme, WIDTH)))  # noqa: B023
            mine.append(took)
            sizes.append(len(picture))
            theirs.append(_next_chess_board(board, lot))
        rows.append(Row.most(f"board of {WIDTH} px, mode {mode.key}", statistics.median(mine), "ms", 40))
        ours += mine
    rows.append(Row.most(f"board of {WIDTH} px, size", statistics.median(sizes) / 1024, "KiB", 60))
    rows.append(Row.most(f"board of {WIDTH} px, largest", max(sizes) / 1024, "KiB", 60))
    faster = (1 / statistics.median(ours), 1 / statistics.median(theirs))
    rows.append(
        Row.higher(
            "boards of all modes",
            1000 * faster[0],
            "pictures/s",
            "python-chess SVG, CairoSVG",
            1000 * faster[1],
            at_least=3,
        )
    )
    stalls = asyncio.run(_stalls(count))
    rows.append(Row.most("event-loop stall while drawing", statistics.median(stalls), "ms", 20))
    rows.append(Row.most("event-loop stall while drawing, longest", max(stalls), "ms"))
    took, _ = timed(lambda: artist.sheet(look=Look(width=WIDTH - 1)))
    rows.append(Row.most("chart sheet, first time", took, "ms"))
    return rows + _replica(count) + _apex(count) + _mutants(count)


async def _stalls(count: int) -> list[float]:
    """Return by how many milliseconds the loop was late, at most, during each of some drawings in a thread."""
    artist, stalls = renderer("replicants"), []
    for view, last in positions(get("replicants"), "4", count):
        drawing = asyncio.create_task(asyncio.to_thread(artist.draw, view, last, Look(_NAMES, width=WIDTH)))
        longest = 0.0
        while not drawing.done():
            start = time.perf_counter()
            await asyncio.sleep(0.001)
            longest = max(longest, 1000 * (time.perf_counter() - start) - 1)
        await drawing
        stalls.append(longest)
    return stalls


def _replica(count: int) -> list[Row]:
    """Draw positions of Replica from either side, ours and theirs in turn, and return the medians."""
    artist, lot, board = renderer("replica"), random.Random(5), chess.Board()
    ours: list[float] = []
    theirs: list[float] = []
    sizes: list[int] = []
    for view, last in positions(get("replica"), "2", count):
        theme, side = Theme(lot.choice(list(Palette)), lot.random() < 0.5), lot.choice((None, 1, 2))
        took, picture = timed(
            lambda: artist.draw(view, last, Look(_NAMES, theme, WIDTH, side))  # noqa: B023
        )
        ours.append(took)
        sizes.append(len(picture))
        theirs.append(_next_chess_board(board, lot))
    rate = 1000 / statistics.median(ours)
    baseline = "python-chess SVG, CairoSVG"
    took, _ = timed(lambda: artist.sheet(look=Look(width=WIDTH - 1)))
    return [
        Row.most(f"Replica: board of {WIDTH} px", statistics.median(ours), "ms", 40),
        Row.most(f"Replica: board of {WIDTH} px, size", statistics.median(sizes) / 1024, "KiB", 60),
        Row.most(f"Replica: board of {WIDTH} px, largest", max(sizes) / 1024, "KiB", 60),
        Row.higher("Replica: boards", rate, "pictures/s", baseline, 1000 / statistics.median(theirs), at_least=3),
        Row.most("Replica: sheet, first time", took, "ms"),
    ]


def _apex(count: int) -> list[Row]:
    """Draw positions of APEX as spectators see them, and return the medians."""
    artist, lot, rows = renderer("apex"), random.Random(5), []
    for mode, most in (("2", 60), ("4", 60), ("6", 80)):
        took, sizes = [], []
        for view, last in positions(get("apex"), mode, count):
            theme = Theme(lot.choice(list(Palette)), lot.random() < 0.5)
            spent, picture = timed(lambda: artist.draw(view, last, Look(_NAMES, theme, WIDTH)))  # noqa: B023
            took.append(spent)
            sizes.append(len(picture))
        name = f"APEX: star map of {WIDTH} px, {mode} players"
        rows.append(Row.most(name, statistics.median(took), "ms", 40))
        rows.append(Row.most(f"{name}, largest", max(sizes) / 1024, "KiB", most))
    took_sheet, _ = timed(lambda: artist.sheet(look=Look(width=WIDTH - 1)))
    return [*rows, Row.most("APEX: sheet, first time", took_sheet, "ms")]


def _mutants(count: int) -> list[Row]:
    """Draw boards and hands of nine cards of Mutants, and star maps of APEX in turn; return the medians.

    Cards are drawn once for each theme and kept, like the ground of star maps: as many positions again come first and
    are not counted.
    """
    artist, peer, lot, rows = MutantsRenderer(), renderer("apex"), random.Random(5), []
    codes = [card.code for card in components().mutants]
    peers = positions(get("apex"), "4", 8 * count)  # others each time, or their strips would be found again
    sizes: list[int] = []
    for label, mode in (("2 players", "2"), ("4 players", "4"), ("Revolt", "solo"), ("hand of nine", "")):
        shown = list(positions(MUTANTS, mode, 2 * count)) if mode else [(None, ())] * (2 * count)
        ours: list[float] = []
        theirs: list[float] = []
        for (view, last), (star_map, battles) in zip(shown, peers, strict=False):
            look = Look(_NAMES, Theme(lot.choice(list(Palette)), lot.random() < 0.5), WIDTH)
            hand = [Part(tuple(map(Placed, lot.sample(codes, 9))))]
            theirs.append(timed(lambda: peer.draw(star_map, battles, look))[0])  # noqa: B023
            took, picture = timed(
                lambda: artist.draw(view, last, look) if view else draw_strip(_HAND, hand, look)  # noqa: B023
            )
            ours.append(took)
            sizes.append(len(picture))
        rate, usual = (1000 / statistics.median(each[count:]) for each in (ours, theirs))
        name = f"Mutants: {label}, {WIDTH} px"
        rows.append(Row.higher(name, rate, "pictures/s", "APEX: star map, 4 players", usual, at_least=0.77))
    return [*rows, Row.most(f"Mutants: {WIDTH} px, largest", max(sizes) / 1024, "KiB", 60)]


def positions(game: Game[Any, Any, Any], mode: str, count: int) -> Iterator[tuple[Any, tuple[Event, ...]]]:
    """Yield distinct positions with the events of the last turn, from random games, one for every turn played."""
    lot, seed = random.Random(mode), 0
    state = game.initial(Setup(mode), Chance.from_text(mode))
    events: tuple[Event, ...] = ()
    while count:
        turn, to_act = game.turn(state), game.to_act(state)
        step = game.apply(state, {seat: lot.choice(game.legal(state, seat)) for seat in sorted(to_act)})
        state, events = step.state, events + step.events
        over = game.outcome(state) is not None
        if over or game.turn(state) != turn:
            yield game.view(state, None), events
            count, events = count - 1, ()
        if over:
            seed += 1
            state = game.initial(Setup(mode), Chance.from_text(f"{mode} {seed}"))


def _next_chess_board(board: chess.Board, lot: random.Random) -> float:
    """Return how long the peer takes to draw a board, in ms; move on it, or start again."""
    took, _ = timed(lambda: cairosvg.svg2png(chess.svg.board(board, size=WIDTH)))
    board.push(lot.choice(list(board.legal_moves)))
    if board.is_game_over():
        board.reset()
    return took


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how much CPU something takes in this thread, in ms, and what comes of it."""
    start = time.thread_time()
    result = work()
    return 1000 * (time.thread_time() - start), result
