"""One gateway session, and one socket that it may be spoken over."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from typing import TYPE_CHECKING

from aiohttp import web

from tests.wire.double.shapes import Json, numbers

if TYPE_CHECKING:
    from tests.wire.double.guild import Guild

GUILDS, MEMBERS, VOICE_STATES, PRESENCES, GUILD_MESSAGES, REACTIONS = 1, 1 << 1, 1 << 7, 1 << 8, 1 << 9, 1 << 10
DIRECT_MESSAGES, DIRECT_REACTIONS, CONTENT_INTENT = 1 << 12, 1 << 13, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | CONTENT_INTENT
INTENTS = sum(1 << n for n in (*range(17), 20, 21, 24, 25))


class Session:
    """A gateway session: it outlives its connections, and keeps its events for a RESUME."""

    def __init__(self, shard: int, count: int, intents: int) -> None:
        self.id, self.shard, self.count, self.intents = f"session{next(numbers)}", shard, count, intents
        self.sequence = 0
        self.kept: deque[tuple[int, str]] = deque(maxlen=10_000)
        self.connection: Connection | None = None

    def serves(self, guild: Guild | None) -> bool:
        """Whether a guild's events come over this session; direct messages come over shard 0."""
        return (guild.id >> 22 if guild else 0) % self.count == self.shard

    def send(self, event: str, data: str) -> None:
        """Give an event its number, keep it, and send it if there is a connection."""
        self.sequence += 1
        frame = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.kept.append((self.sequence, frame))
        if self.connection and not self.connection.zombie:
            self.connection.queue.put_nowait(frame)

    def introduce(self, guild: Guild) -> None:
        """Send GUILD_CREATE."""
        if self.intents & GUILDS:
            self.send("GUILD_CREATE", json.dumps(guild.json(members=bool(self.intents & PRESENCES))))

    def missed(self, sequence: int) -> list[str] | None:
        """Return the frames after a number; None if some are no longer kept."""
        if self.kept and self.kept[0][0] > sequence + 1:
            return None
        return [frame for number, frame in self.kept if number > sequence]


class Connection:
    """A socket of the gateway; a writer task keeps frames in order."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request, now: float) -> None:
        self.ws, self.request = ws, request
        self.session: Session | None = None
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self.zombie = False
        self.beat = now

    async def write(self) -> None:
        """Send queued frames until cancelled."""
        with contextlib.suppress(ConnectionError):
            while True:
                await self.ws.send_str(await self.queue.get())
                self.queue.task_done()

    async def flushed(self) -> None:
        """Wait until every frame so far has been handed to the socket."""
        await self.queue.join()

    def op(self, op: int, d: object = None) -> None:
        """Queue a frame that is not an event."""
        frame: Json = {"op": op, "d": d}
        self.queue.put_nowait(json.dumps(frame))

    def cut(self) -> None:
        """Cut the socket without a close frame."""
        if self.request.transport:
            self.request.transport.abort()
