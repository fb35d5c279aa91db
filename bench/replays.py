"""Replays: every position of a long game, an animated picture of it, and its summary card."""

from __future__ import annotations

import asyncio
import io
import statistics
import time
from collections.abc import Callable
from typing import Any

from PIL import Image

from bench.report import Row
from engine.__main__ import selfplay
from engine.game import Setup
from engine.history import Moment, moments
from engine.registry import get
from engine.session import Session
from engine.text import Player, say
from render.animation import LIMIT_BYTES, Film, Gif, Shot, film
from render.registry import renderer
from render.summary import Summary, draw_summary
from render.theme import Theme, palette
from render.words import Look

TURNS = 240
"""Of a match that is long; most end before 120."""

_NAMES = ("Eric", "Lucy", "Paul", "Carole")


def run(*, quick: bool = False) -> list[Row]:
    """Make replays of a long match and return the medians."""
    repeats = 1 if quick else 5
    session, shots = _long_match()
    whole = [_timed(lambda: moments(session)) for _ in range(5 * repeats)]
    films = [_timed(lambda: film(renderer("replicants"), shots)) for _ in range(repeats)]
    made: Film = films[0][1]
    ours, theirs = _writers(made, repeats)
    cards = [_timed(lambda: draw_summary(_card(session), Look(_NAMES))) for _ in range(5 * repeats)]
    stall = asyncio.run(_stall(shots))
    per_turn = len(whole[0][1]) - 1
    return [
        Row.most(f"all positions of a match of {per_turn} turns", 1000 * _median(whole), "ms", 50),
        Row.most(f"animated picture, {TURNS} turns", _median(films), "s", 5),
        Row.most(f"animated picture, {TURNS} turns, size", len(made.file) / 1024, "KiB", LIMIT_BYTES / 1024),
        Row.higher("writing a GIF", 1 / ours[0], "files/s", "Pillow, save_all", 1 / theirs[0]),
        Row.most("a GIF's size over Pillow's", 100 * ours[1] / theirs[1], "%"),
        Row.most("event-loop stall while an animated picture is made, longest", stall, "ms"),
        Row.most("summary card", 1000 * _median(cards), "ms", 100),
    ]


def _long_match() -> tuple[Session, list[Shot]]:
    """Return the longest of some random matches, and a film's worth of turns, going on with others where it ends."""
    game = get("replicants")
    sessions = [selfplay(game, Setup("teams"), f"long {number}") for number in range(8)]
    sessions.sort(key=lambda session: len(session.entries), reverse=True)
    every = [moment for session in sessions for moment in moments(session)]
    return sessions[0], [_shot(number, moment) for number, moment in enumerate(every[: TURNS + 1])]


def _shot(number: int, moment: Moment) -> Shot:
    view = get("replicants").view(moment.state, None)
    if moment.last is None:
        return Shot(view, (), number, say("Start"), None, _NAMES)
    caption = say("{player}: {turn}", player=Player(moment.last.seat), turn=moment.last.text)
    return Shot(view, moment.told(None), number, caption, moment.last.seat, _NAMES)


def _writers(made: Film, repeats: int) -> tuple[tuple[float, int], tuple[float, int]]:
    """Return seconds and bytes of writing the pictures of a film, by us and by Pillow."""
    image, entries = Image.open(io.BytesIO(made.file)), palette(Theme())
    whole, flat = Image.new("P", (1, 1)), []
    whole.putpalette([channel for colour in entries for channel in colour])
    for number in range(min(60, made.pictures)):
        image.seek(number)
        flat.append(image.convert("RGB").quantize(palette=whole, dither=Image.Dither.NONE))
    plain = [Image.frombytes("L", each.size, each.tobytes()) for each in flat]

    def ours() -> int:
        gif = Gif(made.size, entries)
        for each in plain:
            gif.add(each, 500)
        return len(gif.finish())

    def theirs() -> int:
        file = io.BytesIO()
        flat[0].save(file, "GIF", save_all=True, append_images=flat[1:], duration=500, loop=0, optimize=True)
        return len(file.getvalue())

    mine, others = ([_timed(write) for _ in range(repeats)] for write in (ours, theirs))
    return (_median(mine), mine[0][1]), (_median(others), others[0][1])


def _card(session: Session) -> Summary:
    game, history = get("replicants"), moments(session)
    standings: list[tuple[float, ...]] = [game.standing(moment.state).values for moment in history]  # type: ignore[attr-defined]
    return Summary(
        game=game.info.name,
        mode=say("Teams"),
        seats=4,
        headline=renderer("replicants").headline(session.view(None)),
        outcome=session.outcome,
        turns=len(history) - 1,
        label=say("Replicants"),
        curves=tuple(zip(*standings, strict=True)),
    )


async def _stall(shots: list[Shot]) -> float:
    """Return by how many milliseconds the loop was late, at most, while a film was made in a thread."""
    making = asyncio.create_task(asyncio.to_thread(film, renderer("replicants"), shots[:60]))
    longest = 0.0
    while not making.done():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        longest = max(longest, 1000 * (time.perf_counter() - start) - 1)
    await making
    return longest


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def _median(timed: list[tuple[float, Any]]) -> float:
    return statistics.median(took for took, _ in timed)
