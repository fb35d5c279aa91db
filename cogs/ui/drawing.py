"""The threads in which pictures are drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

# Each thread that draws takes its share of the interpreter's time from the event loop, which has people to answer.
# More of them would draw no more pictures a second, and everybody would wait longer for an answer.
_THREADS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")


async def beside(draw: Callable[[], T]) -> T:
    """Return what a function draws, while the event loop goes on."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, draw)
