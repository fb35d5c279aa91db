"""A process that computes for a program: a line of JSON for each order comes in, and one for its result goes out.

    {"call": "computer.worker:decide", "values": […], "cpu_s": 30.0}
    {"result": …, "seconds": 0.21}      or {"error": "ValueError at players.py:123", "seconds": 0.02}

It ends when the pipe of its orders is closed, also in the middle of one: so it never outlives the program.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from computer.players import player
from engine import registry
from engine.game import Json
from engine.seat import Seat

READY = "ready"
"""The first line that it writes."""
SLOW = 3
"""The exit code after an order that took more of the processor's time than it may."""
_LOOK_S = 1.0


def decide(effort: float, game_key: str, mode: str, level: str, world: Json, seat: Seat, seed: str) -> Json:
    """Return the texts of a player's moves, its expectation, and the effort in nodes.

    Args:
        effort: The share of its nodes that the level may use.
        game_key: The game.
        mode: Its mode.
        level: The player.
        world: The position as the seat knows it (`computer.players.known`), written by `Game.dump`.
        seat: One that has to act.
        seed: Any text.
    """
    game = registry.get(game_key)
    decision = player(game_key, mode, level, effort)(game, game.load(world), seat, seed)
    return [[*decision.moves], decision.value, decision.nodes]


def answer(order: dict[str, Any]) -> dict[str, Json]:
    """Return what is written for an order. Of an error only its type and place are told, as its text may have cards."""
    began = time.process_time()
    module, _, name = order["call"].partition(":")
    try:
        result = getattr(importlib.import_module(module), name)(*order["values"])
    except Exception as error:  # noqa: BLE001 - the program decides what comes of it
        place = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        return {"error": text, "seconds": time.process_time() - began}
    return {"result": result, "seconds": time.process_time() - began}


def serve(orders: IO[str], results: IO[str], end: Callable[[int], object] = os._exit) -> None:
    """Write the result of one order after the other.

    Args:
        orders: Is read to its end, which ends the process.
        results: Where they are written.
        end: Ends the process with an exit code; where it doesn't, what is left is done.
    """
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in orders:
            lines.put(line)
        end(0)
        lines.put("")

    print(READY, file=results, flush=True)
    threading.Thread(target=read, name="orders", daemon=True).start()
    while line := lines.get():
        order = json.loads(line)
        done = threading.Event()
        last = time.process_time() + order["cpu_s"]
        threading.Thread(target=_limit, args=(last, done, end), name="limit", daemon=True).start()
        result = answer(order)
        done.set()
        print(json.dumps(result), file=results, flush=True)


def _limit(last: float, done: threading.Event, end: Callable[[int], object]) -> None:
    while not done.wait(_LOOK_S):
        if time.process_time() > last:
            end(SLOW)
            return


def main(nice: int) -> None:
    """Serve standard input and output; `nice`: by how much others go before this process, where the system has that."""
    for name in (signal.SIGINT, signal.SIGTERM):  # a terminal, or a supervisor, sends them to all processes at once
        signal.signal(name, signal.SIG_IGN)
    if sys.platform != "win32":
        os.nice(nice)
    results, sys.stdout = sys.stdout, sys.stderr  # whatever is printed by mistake is no result
    serve(sys.stdin, results)
