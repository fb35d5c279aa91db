"""The gateway: it identifies, resumes, feeds and disturbs the shards of a bot."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import deque
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from tests.wire.double.model import VIEW, Channel, Json, numbers

if TYPE_CHECKING:
    from tests.wire.double.users import User
    from tests.wire.double.world import Guild, World


# One gateway session, and one socket that it may be spoken over.


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
    """A socket of the gateway; a writer task keeps frames in order.

    Attributes:
        token: What it identified itself with.
    """

    def __init__(self, ws: web.WebSocketResponse, request: web.Request, now: float) -> None:
        self.ws, self.request = ws, request
        self.session: Session | None = None
        self.token = ""
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


_LOST = (4007, 4009)  # close codes after which the session is gone, as Discord documents


def bare(data: Json, bot: User) -> Json:
    """Return a message as it is read without the message content intent: empty unless written by the bot or to it."""
    concerned = str(bot.id) in (data["author"]["id"], *(u["id"] for u in data["mentions"]))
    return data if concerned else data | {"content": "", "embeds": [], "attachments": [], "components": []}


class Gateway:
    """Identifies, resumes, feeds and disturbs the shards of a bot.

    Attributes:
        least_shards: How many shards the bot must have for its servers; with fewer it is closed with 4011.
        most_shards: With more it is closed with 4010.
        max_concurrency: How many buckets the shards are in, by their numbers.
        identify_every: Seconds between two shards of a bucket, 5 at Discord; a session that comes earlier is invalid.
        hasty: How many sessions came too early.
        shut: Shards that are shut out.
        starts_left: How often the bot may identify itself today; after that its token holds no more.
    """

    def __init__(self, world: World, heartbeat_ms: int) -> None:
        self.world, self.heartbeat_ms = world, heartbeat_ms
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.identifies = self.resumes = self.replayed = 0
        self.late_ms = 0.0  # the longest delay of a heartbeat: how long the bot's event loop was blocked
        self.now = time.monotonic
        self.least_shards, self.most_shards = 1, 10_000
        self.max_concurrency, self.identify_every, self.starts_left = 1, 0.0, 1000
        self._identified: dict[int, float] = {}
        self.hasty = 0
        self.shut: dict[int, asyncio.Event] = {}

    def emit(self, guild: Guild | None, event: str, data: Json, channel: Channel | None = None) -> None:
        """Send an event to every session whose shard, intents and permissions entitle it."""
        self.world.pulse.beat()
        bot, kind = self.world.bot, event.partition("_")[0]
        if guild and channel and kind in ("MESSAGE", "THREAD") and not guild.permissions(bot, channel) & VIEW:
            return
        need = self._need(event, data, direct=guild is None)
        full = json.dumps(data)
        lean = bare(data, bot) if guild and kind == "MESSAGE" and "content" in data else data
        less = full if lean is data else json.dumps(lean)
        for session in self.sessions.values():
            if session.serves(guild) and session.intents & need == need:
                session.send(event, full if session.intents & CONTENT_INTENT else less)

    def _need(self, event: str, data: Json, *, direct: bool) -> int:
        """Return the intents that an event needs."""
        bot = str(self.world.bot.id)
        if event.startswith("INTERACTION"):
            return 0
        if event.startswith("MESSAGE_REACTION"):
            return DIRECT_REACTIONS if direct else REACTIONS
        if direct:
            return DIRECT_MESSAGES
        if event.startswith("GUILD_MEMBER"):
            return MEMBERS if data["user"]["id"] != bot else 0
        if event == "THREAD_MEMBERS_UPDATE":
            about = [m["user_id"] for m in data["added_members"]] + data["removed_member_ids"]
            return GUILDS if bot in about else GUILDS | MEMBERS
        return {"MESSAGE": GUILD_MESSAGES, "VOICE": VOICE_STATES}.get(event.partition("_")[0], GUILDS)

    # one socket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Speak the gateway's protocol on one socket."""
        ws = web.WebSocketResponse(max_msg_size=2**20, timeout=2.0)
        try:
            await ws.prepare(request)
        except ConnectionError:  # who asked for it is dead
            return web.Response(status=400)
        link = Connection(ws, request, self.now())
        self.connections.append(link)
        writer = asyncio.create_task(link.write())
        link.op(10, {"heartbeat_interval": self.heartbeat_ms})
        try:
            while (frame := await ws.receive()).type is WSMsgType.TEXT and await self._frame(link, frame.data):
                pass
            if frame.type is WSMsgType.CLOSE and frame.data in (1000, 1001) and link.session:
                self.sessions.pop(link.session.id, None)  # the client ended the session
        finally:
            self.connections.remove(link)
            if link.session and link.session.connection is link:
                link.session.connection = None
            self.world.pulse.beat()
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return ws

    async def _frame(self, link: Connection, text: str) -> bool:
        """Answer a frame; False ends the connection."""
        try:
            message: Json = json.loads(text)
            op: int = message["op"]
            d: Json = given if isinstance(given := message.get("d"), dict) else {}
        except (ValueError, KeyError, TypeError, AttributeError):
            return await self._close(link, 4002)
        if op == 1:
            self._beat(link)
        elif op == 2:
            return await self._identify(link, d)
        elif op == 6:
            return await self._resume(link, d)
        elif op not in (3, 4, 8):
            return await self._close(link, 4001)
        elif link.session is None:
            return await self._close(link, 4003)
        elif op != 3 and (guild := self.world.guilds.get(int(d["guild_id"]))):
            if op == 4:
                guild.set_voice(self.world.bot, self.world.channels.get(int(d["channel_id"] or 0)))
            else:
                link.session.send("GUILD_MEMBERS_CHUNK", json.dumps(_chunk(guild, d)))
        return True

    def _beat(self, link: Connection) -> None:
        now = self.now()
        self.late_ms = max(self.late_ms, (now - link.beat) * 1000 - self.heartbeat_ms)
        link.beat = now
        if not link.zombie:
            link.op(11)

    async def _close(self, link: Connection, code: int) -> bool:
        await link.ws.close(code=code)
        return False

    async def _identify(self, link: Connection, d: Json) -> bool:
        shard, count = d.get("shard") or (0, 1)
        if link.session:
            return await self._close(link, 4005)
        if self.world.token and d.get("token") != self.world.token:
            return await self._close(link, 4004)
        if shard >= count or count > self.most_shards:
            return await self._close(link, 4010)
        if count < self.least_shards:
            return await self._close(link, 4011)
        if d.get("intents") is None or d["intents"] & ~INTENTS:
            return await self._close(link, 4013)
        if d["intents"] & PRIVILEGED & ~self.world.privileged_intents:
            return await self._close(link, 4014)
        if self.starts_left <= 0:
            return await self._close(link, 4004)
        self.starts_left -= 1
        bucket, now = shard % self.max_concurrency, self.now()
        before = self._identified.get(bucket)
        if before is not None and now < before + self.identify_every:
            self.hasty += 1
            link.op(9, d=False)
            return True
        self._identified[bucket] = now
        link.token = str(d.get("token"))
        session = link.session = Session(shard, count, d["intents"])
        session.connection = link
        guilds = [g for g in self.world.guilds.values() if session.serves(g)]
        ready: Json = {
            "v": 10,
            "user": self.world.bot.json(),
            "session_id": session.id,
            "resume_gateway_url": self.world.gateway_url,
            "shard": [shard, count],
            "application": {"id": str(self.world.bot.id), "flags": 0},
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
        }
        session.send("READY", json.dumps(ready))
        for guild in guilds:
            session.introduce(guild)
        self.sessions[session.id] = session
        self.identifies += 1
        self.world.pulse.beat()
        return True

    async def _resume(self, link: Connection, d: Json) -> bool:
        if link.session:
            return await self._close(link, 4005)
        if self.world.token and d.get("token") != self.world.token:
            return await self._close(link, 4004)
        session, sequence = self.sessions.get(d.get("session_id") or ""), d.get("seq") or 0
        if session and session.shard in self.shut:
            await self.shut[session.shard].wait()
        if session and sequence > session.sequence:
            del self.sessions[session.id]
            return await self._close(link, 4007)
        missed = session.missed(sequence) if session else None
        if session is None or missed is None:
            link.op(9, d=False)
            return True
        if session.connection:
            session.connection.session = None
        link.session, session.connection, link.token = session, link, str(d.get("token"))
        for frame in missed:
            link.queue.put_nowait(frame)
        self.resumes, self.replayed = self.resumes + 1, self.replayed + len(missed)
        session.send("RESUMED", "{}")
        self.world.pulse.beat()
        return True

    # disturbances; of one shard, or of all

    def links(self, shard: int | None = None) -> list[Connection]:
        """Return the identified connections, of one shard or all."""
        return [c for c in self.connections if c.session and shard in (None, c.session.shard)]

    async def disconnect(self, shard: int | None = None, code: int = 1001) -> None:
        """Close sockets with a close code; after 4007 and 4009 the session is gone."""
        for link in self.links(shard):
            if code in _LOST and link.session:
                self.sessions.pop(link.session.id, None)
            await link.ws.close(code=code)

    def shut_out(self, shard: int) -> None:
        """Cut a shard's sockets, and answer its attempts to resume only once it's let in again."""
        self.shut[shard] = asyncio.Event()
        self.drop(shard)

    def let_in(self, shard: int) -> None:
        """Answer a shard that was shut out."""
        self.shut.pop(shard).set()

    def drop(self, shard: int | None = None) -> None:
        """Cut sockets without a close frame, as a lost network does."""
        for link in self.links(shard):
            link.cut()

    def zombie(self, shard: int | None = None) -> None:
        """Leave sockets open but silent: no acknowledgement, no events. A client must notice and resume."""
        for link in self.links(shard):
            link.zombie = True

    def reconnect(self, shard: int | None = None) -> None:
        """Ask for a reconnect (op 7)."""
        for link in self.links(shard):
            link.op(7)

    def invalidate(self, shard: int | None = None, *, resumable: bool = False) -> None:
        """Invalidate the session (op 9)."""
        for link in self.links(shard):
            if not resumable and link.session:
                self.sessions.pop(link.session.id, None)
            link.op(9, resumable)

    async def close(self) -> None:
        """Close every socket, identified or not."""
        await asyncio.gather(*(link.ws.close(code=1001) for link in self.connections))


def _chunk(guild: Guild, d: Json) -> Json:
    """Return the answer to a request for guild members, which the client asks by ids or by the start of a name."""
    ids = d.get("user_ids") or []
    wanted = {int(i) for i in (ids if isinstance(ids, list) else [ids])}
    query, limit = (d.get("query") or "").lower(), d.get("limit") or 0
    limit = min(limit or 100, 100) if wanted or query else limit or 1000
    people = [
        m.json()
        for m in guild.members.values()
        if m.user.id in wanted or (not wanted and m.user.name.startswith(query))
    ]
    return {
        "guild_id": str(guild.id),
        "members": people[:limit],
        "chunk_index": 0,
        "chunk_count": 1,
        "nonce": d.get("nonce"),
        "not_found": [str(i) for i in wanted - guild.members.keys()],
    }
