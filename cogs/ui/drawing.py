"""The threads in which pictures are drawn, and the files that they become."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import discord

from cogs.core.limits import ALT_LIMIT
from cogs.core.text import cut

T = TypeVar("T")

# Each thread that draws takes its share of the interpreter's time from the event loop, which has people to answer.
# More of them would draw no more pictures a second, and everybody would wait longer for an answer.
_THREADS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")


async def beside(draw: Callable[[], T]) -> T:
    """Return what a function draws, while the event loop goes on."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, draw)


def described(picture: bytes, name: str, words: str) -> discord.File:
    """Return a picture for a message, with what it shows in words: cut, should a language need more than there is."""
    return discord.File(io.BytesIO(picture), name, description=cut(words, ALT_LIMIT))
