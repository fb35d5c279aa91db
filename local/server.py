"""The index page's server, and the way from there into SimCord's own pages.

SimCord serves every page on a port of its own and forbids framing it. This server passes such a page on under its own
address, so that one address is all there is, and takes turns between the acts of all pages.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiohttp
import simcord
from aiohttp import web

from local.guide import guide
from local.overview import Reads, find_channel, mark_read, may_see, overview
from local.views import View, Views
from local.world import World

STATIC = Path(__file__).with_name("static")
CAPABILITY = "X-Simcord-Capability"
ACTION = "/api/action"
LARGEST_BODY = 32 * 1024 * 1024
_SENT_ON = (CAPABILITY, "X-Simcord-Context", "Content-Type", "Accept")
_KEPT_BACK = {"content-length", "transfer-encoding", "connection", "date", "server", "content-encoding"}
# Each channel seen by each player is a page of its own with sixty files: under an address that names SimCord's version
# a browser may keep them.
SCRIPTS = f"/simcord-{version('simcord')}-1"
# SimCord draws all messages anew when a menu is opened, and closes the menu at once if that moves it out of sight, as
# it does below a picture whose height is not known yet. It stays open, and is placed anew when the picture is there.
_MENUS, _CLOSED, _OPEN = "/select-drafts.js", b"if (rect.bottom <= 0 || rect.top >= viewportHeight) {", b"if (false) {"
# SimCord's fonts are some fifty megabytes; nothing else under these paths ever changes either.
_UNCHANGING = ("/fonts/", "/vendor/", f"{SCRIPTS}/")
_POLICY = "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def application(world: World, views: Views, turn: asyncio.Lock) -> web.Application:
    """The site's web application; `turn` is held during every act on the world."""
    desk = _Desk(world, views, turn)
    app = web.Application(middlewares=[_loopback_only], client_max_size=LARGEST_BODY)
    app.router.add_get("/", desk.index)
    app.router.add_get("/local/view", desk.view)
    app.router.add_get("/local/{name}", desk.static)
    app.router.add_post("/local/look", desk.look)
    app.router.add_post("/local/open", desk.open)
    app.router.add_post("/local/voice", desk.voice)
    app.router.add_get(SCRIPTS + "/{path:.*}", desk.script)
    app.router.add_route("*", "/{path:.*}", desk.forward)
    app.cleanup_ctx.append(desk.session)
    return app


@web.middleware
async def _loopback_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses other sites' scripts and host names that merely resolve to this machine."""
    port = request.url.port
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
    origin = request.headers.get("Origin")
    bound = request.transport.get_extra_info("sockname")[1] if request.transport is not None else None
    if request.host not in hosts or port != bound or (origin and origin.removeprefix("http://") not in hosts):
        raise web.HTTPForbidden
    return await handler(request)


class _Desk:
    def __init__(self, world: World, views: Views, turn: asyncio.Lock) -> None:
        self._world = world
        self._views = views
        self._turn = turn
        self._reads = Reads()
        self._led = False
        self._client: aiohttp.ClientSession | None = None

    async def session(self, _app: web.Application) -> Any:  # noqa: ANN401 - an async generator, as aiohttp wants it
        async with aiohttp.ClientSession(auto_decompress=False) as self._client:
            yield

    async def index(self, _request: web.Request) -> web.StreamResponse:
        return _file("index.html")

    async def static(self, request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["name"])

    async def view(self, request: web.Request) -> web.StreamResponse:
        """SimCord's page without its workbench, to be framed by the index page."""
        view = self._views.latest
        if view is None:
            raise web.HTTPGone
        response = await self._fetch(request, view, path="/")
        body = (response.body or b"") if isinstance(response.body, bytes) else b""
        for name in (b"/preview.css", b"/app.js"):  # which names all others relative to itself
            body = body.replace(b'="%b"' % name, b'="%b%b"' % (SCRIPTS.encode(), name), 1)
        response.body = body.replace(b"</head>", b'<link rel="stylesheet" href="/local/view.css"></head>', 1)
        return response

    async def script(self, request: web.Request) -> web.StreamResponse:
        """A file of SimCord's page, which stays the same for as long as its address does."""
        path = "/" + request.match_info["path"]
        view = self._views.latest
        if view is None or path.startswith("/api/"):
            raise web.HTTPNotFound
        response = await self._fetch(request, view, path=path)
        if path == _MENUS and isinstance(response.body, bytes):
            response.body = response.body.replace(_CLOSED, _OPEN, 1)
        return response

    async def look(self, request: web.Request) -> web.StreamResponse:
        """What a player sees of the server; also notes that they read the channel in front of them."""
        wish = await _wish(request)
        players = self._world.players
        name = str(wish.get("player"))
        name = name if name in players else next(iter(players))
        player = players[name]
        channel = find_channel(self._world, wish["channel"])
        if channel is not None and wish.get("reading") and may_see(self._world, channel, player):
            mark_read(self._world, self._reads, channel, player)
        answer = overview(self._world, self._reads, player)
        answer["player"] = name
        # A person who has played a turn needs to be led to no other channel.
        step = guide(self._world, name, wish["channel"], led=self._led)
        self._led = self._led or (step is not None and step["step"] == "done")
        answer["guide"] = step
        answer["start"] = str(self._world.channel.id)
        answer["live"] = self._views.get(wish.get("capability")) is not None
        return web.json_response(answer, headers={"Cache-Control": "no-store"})

    async def open(self, request: web.Request) -> web.StreamResponse:
        """Opens SimCord's page on a channel as a player sees it."""
        wish = await _wish(request)
        player = self._player(wish)
        channel = find_channel(self._world, wish["channel"])
        if channel is None:
            raise web.HTTPNotFound
        async with self._turn:
            try:
                view = await self._views.open(channel, player, str(wish.get("timezone") or "UTC"))
            except simcord.SetupError as error:
                raise web.HTTPForbidden from error
        return web.json_response({"capability": view.capability}, headers={"Cache-Control": "no-store"})

    async def voice(self, request: web.Request) -> web.StreamResponse:
        """A player joins a voice channel, or leaves theirs when none is named."""
        wish = await _wish(request)
        player = self._player(wish)
        channel = find_channel(self._world, wish["channel"])
        async with self._turn:
            try:
                await (player.leave_voice() if channel is None else player.join_voice(channel))
            except (simcord.BackendError, simcord.SetupError, TimeoutError) as error:
                raise web.HTTPForbidden from error
            await self._views.publish()
        return web.json_response({}, headers={"Cache-Control": "no-store"})

    async def forward(self, request: web.Request) -> web.StreamResponse:
        """Passes a request of SimCord's page on to the server that page belongs to."""
        view = self._views.get(request.headers.get(CAPABILITY))
        if request.path.startswith("/api/"):
            if view is None:
                raise web.HTTPUnauthorized
        else:
            view = self._views.latest
        if view is None:
            raise web.HTTPNotFound
        if request.path != ACTION:
            return await self._fetch(request, view)
        async with self._turn:
            response = await self._act(request, view)
            if _decoded(response.body if isinstance(response.body, bytes) else b"").get("presentation") == "stale":
                view.fingerprint = None
            await self._views.publish()
            return response

    async def _act(self, request: web.Request, view: View) -> web.Response:
        """One act; repeated once when the page was redrawn between the press and its arrival.

        SimCord refuses such an act unadmitted. Discord would deliver it, and the bot knows old boards by itself.
        """
        response = await self._fetch(request, view)
        if request.content_type != "application/json" or not isinstance(response.body, bytes):
            return response
        receipt = _decoded(response.body)
        codes = {item.get("code") for item in receipt.get("diagnostics") or () if isinstance(item, dict)}
        if not (receipt.get("rejected") and "stale-revision" in codes):
            return response
        body = _decoded(await request.read()) | {"published_revision": receipt.get("revision")}
        return await self._fetch(request, view, body=json.dumps(body).encode())

    async def _fetch(
        self, request: web.Request, view: View, *, path: str | None = None, body: bytes | None = None
    ) -> web.Response:
        if self._client is None:
            raise AssertionError("the server has not started")
        headers = {name: request.headers[name] for name in _SENT_ON if name in request.headers}
        data = await request.read() if body is None else body
        url = view.origin + (path or request.path_qs)
        try:
            async with self._client.request(request.method, url, headers=headers, data=data or None) as answer:
                content = await answer.read()
        except aiohttp.ClientError as error:
            raise web.HTTPBadGateway from error
        kept = {name: value for name, value in answer.headers.items() if name.lower() not in _KEPT_BACK}
        kept |= {"X-Frame-Options": "SAMEORIGIN"}
        if "Content-Security-Policy" in kept:
            kept["Content-Security-Policy"] = kept["Content-Security-Policy"].replace(
                "frame-ancestors 'none'", "frame-ancestors 'self'"
            )
        if request.path.startswith(_UNCHANGING) and answer.status == web.HTTPOk.status_code:
            kept.pop("Pragma", None)
            kept["Cache-Control"] = "private, max-age=86400, immutable"
        return web.Response(status=answer.status, body=content, headers=kept)

    def _player(self, wish: dict[str, Any]) -> simcord.MemberActor:
        player = self._world.players.get(str(wish.get("player")))
        if player is None:
            raise web.HTTPNotFound
        return player


def _decoded(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


async def _wish(request: web.Request) -> dict[str, Any]:
    """The body of a request; `channel` is a number, 0 for none."""
    wish = _decoded(await request.read())
    channel = wish.get("channel") or "0"
    if not (isinstance(channel, str) and channel.isascii() and channel.isdecimal()):
        raise web.HTTPBadRequest
    return wish | {"channel": int(channel)}


def _file(name: str) -> web.StreamResponse:
    path = STATIC / name
    if path.parent != STATIC or not path.is_file():
        raise web.HTTPNotFound
    kinds = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    return web.Response(
        text=path.read_text(encoding="utf-8"),
        content_type=kinds.get(path.suffix, "text/plain"),
        headers={"Cache-Control": "no-cache", "Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff"},
    )
