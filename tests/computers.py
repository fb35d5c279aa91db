"""Decisions of computer players in tests: in the test's own process, at tiny effort; and faults of workers.

    from tests.computers import computers_in_process  # noqa: F401 - a fixture, as is `quick_analyses`

    @pytest.mark.usefixtures("computers_in_process")

What is called here by name runs in workers, too.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from computer import analysis, calibration, worker
from computer.players import Outlay
from engine.game import Json
from engine.seat import Seat

if TYPE_CHECKING:  # a worker that answers from here needs no bot
    from hosting.arena import Arena

EFFORT = 0.02
"""The share of a level's nodes."""


class InProcess:
    """A worker that computes in a thread of this process."""

    lives = True

    async def ask(self, order: dict[str, Any], wall_s: float) -> dict[str, Any]:
        if order["call"] == "computer.worker:decide":
            effort, *values = order["values"]
            order = {**order, "values": [effort * EFFORT, *values]}
        answer: dict[str, Any] = await asyncio.to_thread(lambda: json.loads(json.dumps(worker.answer(order))))
        return answer

    async def close(self) -> None:
        """There is nothing to end."""


async def in_process() -> InProcess:
    return InProcess()


@pytest.fixture
def computers_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each `hosting.computers.workers.Computers` decide in this process."""
    monkeypatch.setattr("hosting.computers.workers.spawn", in_process)


@pytest.fixture
def quick_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have analyses search no further than the next turn, and spend as little as there is on a decision."""
    monkeypatch.setattr(calibration, "LOOK", dict.fromkeys(calibration.LOOK, (0,)))
    monkeypatch.setattr(analysis, "outlays", lambda _: dict.fromkeys("23456", Outlay(1, 2, 1)))


def switch_off(arena: Arena) -> None:
    """Have no computer players from now on, as the operator does for the next start (`COMPUTER_WORKERS=0`)."""
    arena.computers.workers = 0
    object.__setattr__(arena.core, "computers_offered", False)


# Orders of workers: they run in their process.


def pid() -> int:
    return os.getpid()


def variables() -> list[str]:
    return sorted(os.environ)


def echo(*values: Json) -> list[Json]:
    return [*values]


def wrong(text: str) -> None:
    raise ValueError(text)


def hang(note: str) -> None:
    """Write the number of the process into a file, and wait for its end."""
    Path(note).with_suffix(".new").write_text(f"{os.getpid()}")
    Path(note).with_suffix(".new").rename(note)
    while True:
        os.read(os.pipe()[0], 1)


def spin() -> None:
    while True:
        pass


def die(*_: Json) -> None:
    os._exit(9)


def die_above_first(effort: float, game: str, mode: str, level: str, world: Json, seat: Seat, seed: str) -> Json:
    """Decide, but at the first level only."""
    if level != "1":
        os._exit(9)
    return worker.decide(min(effort, EFFORT), game, mode, level, world, seat, seed)
