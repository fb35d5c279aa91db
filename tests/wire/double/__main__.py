"""Serve a small world for a bot in another process: `python -m tests.wire.double --port 8042`.

The first line printed is JSON: the two variables that the bot has to honour, the users and the channels. `control.py`
says how the world is driven over HTTP. When interrupted, it prints a report.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sys

from tests.wire.double.double import Double
from tests.wire.double.model import VOICE
from tests.wire.double.router import DISCORD_LIMITS


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.wire.double", description="A loopback double of Discord.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--users", default="ann,bob,cid,dee", help="names, separated by commas")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--rate-limits", action="store_true", help="enforce buckets and 50 requests a second")
    return parser.parse_args()


async def _serve(args: argparse.Namespace) -> None:
    limits, total = (DISCORD_LIMITS, 50) if args.rate_limits else ((), None)
    double = Double(limits=limits, global_per_second=total, shards=args.shards)
    guild = double.add_guild("Table")
    guild.add_channel("lobby")
    guild.add_channel("voice", VOICE)
    users = args.users.split(",")
    for name in users:
        double.add_user(name, guild)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows: an interrupt ends the loop instead
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stopped.set)
    await double.start(args.port)
    world = {"users": users, "channels": ["lobby", "voice"], "checked": double.contract is not None}
    sys.stdout.write(json.dumps(double.environment | world) + "\n")
    sys.stdout.flush()
    try:
        await stopped.wait()
    finally:
        sys.stdout.write(json.dumps(double.report(), indent=2) + "\n")
        sys.stdout.flush()
        await double.stop()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(_arguments()))
