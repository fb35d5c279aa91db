"""A bot in a process of its own, which a test starts, kills and starts again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, Self

from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.contract import ROOT
from tests.wire.double.double import Double
from tests.wire.double.gateway import Connection
from tests.wire.double.router import Call


class ProcessDiedError(Exception):
    """The bot's process ended before the test was done with it."""


class Child(Protocol):
    """A process that was started, as asyncio describes one."""

    @property
    def pid(self) -> int:
        """Its number."""

    @property
    def returncode(self) -> int | None:
        """How it ended: negative by a signal, None while it runs."""

    async def wait(self) -> int:
        """Wait until it ended, and return how."""

    def send_signal(self, signal: int) -> None:
        """Send a signal."""

    def kill(self) -> None:
        """Kill it as `kill -9` does."""


class Program(Protocol):
    """Starts bots otherwise than by a command line, such as by forking one that was imported before."""

    def fork(self, arguments: Sequence[str], *, output: Path, env: Mapping[str, str], cwd: Path) -> Child:
        """Start one with these arguments; stdout and stderr are appended to a file."""


class BotProcess:
    """A bot as a child process, pointed at a double.

        bot = BotProcess(double, [sys.executable, "bot.py"], log=tmp_path / "bot.log", env={"DATABASE_PATH": "…"})
        async with bot:              # starts it, waits until it is there; kills it at the end if it still runs
            await ann.slash(lobby, "ping")
            await bot.kill()         # kill -9
            await bot.start()        # again, with the same command line and environment
            assert await bot.stop() == 0

    Attributes:
        log: the file that stdout and stderr of all runs are appended to.
        returncode: how the last run ended: negative by a signal, None while it runs.
    """

    def __init__(
        self,
        double: Double,
        argv: Sequence[str | os.PathLike[str]] | Program,
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        synced: bool = False,
        within: float = PATIENCE_S,
    ) -> None:
        """Describe the process; nothing starts yet.

        Args:
            double: the Discord that the bot will meet; listening when the process starts.
            argv: the command line, or what starts the bot instead.
            log: a file for stdout and stderr.
            env: variables besides those of this process, DISCORD_TOKEN and the double's addresses.
            cwd: the working directory, the project's unless given.
            synced: wait at the first start until the bot has sent its commands, too.
            within: how long it may take to start or to end, in seconds.
        """
        self.double, self.argv, self.log, self.cwd = double, argv, log, cwd
        self.env, self.synced, self.within = dict(env or {}), synced, within
        self.starts = 0
        self._process: Child | None = None
        self._strangers: set[Connection] = set()

    @property
    def pid(self) -> int:
        """The number of the process that runs or ran last."""
        return self._child.pid

    @property
    def returncode(self) -> int | None:
        """How the last run ended: negative by a signal, None while it runs."""
        return self._child.returncode

    @property
    def token(self) -> str:
        """What it identifies itself with."""
        return self.env.get("DISCORD_TOKEN") or self.double.token or "double"

    @property
    def output(self) -> str:
        """What all runs have printed so far, stdout and stderr."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    @property
    def _child(self) -> Child:
        if self._process is None:
            raise ProcessDiedError("the process was never started")
        return self._process

    async def __aenter__(self) -> Self:
        await self.start(synced=self.synced)
        return self

    async def __aexit__(self, *_exc: object) -> None:
        await self.kill()

    async def start(self, *, synced: bool = False) -> None:
        """Start the process, and wait until it identified on every shard and its servers were sent to it.

        Interactions may follow at once: they reach the bot after its servers.

        Args:
            synced: wait until it has sent its commands, too; a bot that knows them unchanged will not.

        Raises:
            ProcessDiedError: it ended instead.
            TimeoutError: it took too long.
        """
        seen = len(self._syncs())
        await self.launch()
        try:
            await self.alive_until(lambda: len(self.links()) >= self.double.shards)
            if synced:
                await self.alive_until(lambda: len(self._syncs()) > seen)
            await self.introduced()
        except BaseException:
            await self.kill()
            raise

    @property
    def runs(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    async def launch(self) -> None:
        """Start the process, and wait for nothing."""
        if self.runs:
            raise RuntimeError(f"process {self.pid} still runs")
        self._strangers = set(self.double.gateway.connections)
        self._process = await self._started()
        self.starts += 1

    async def introduced(self) -> None:
        """Wait until its servers were sent to it, on the shards that it has identified."""
        async with asyncio.timeout(self.within):
            await asyncio.gather(*(link.flushed() for link in self.links()))

    async def kill(self) -> None:
        """Kill the process as `kill -9` does, and wait until the double noticed; nothing happens if none runs."""
        if self._process is None:
            return
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        await self.double.until(lambda: not self.links(), self.within)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the process to end, and return how it did: 0 if it closed down by itself, negative by a signal.

        Raises:
            TimeoutError: it did not end; it is killed now.
        """
        with contextlib.suppress(ProcessLookupError):
            self._child.send_signal(how)
        return await self.ended()

    async def ended(self) -> int:
        """Wait until the process ended by itself, and return how it did.

        Raises:
            TimeoutError: it did not end; it is killed now.
        """
        try:
            async with asyncio.timeout(self.within):
                code = await self._child.wait()
        finally:
            await self.kill()
        return code

    def links(self) -> list[Connection]:
        """Return the identified gateway connections of the current run, and of no other process with its own token."""
        found = self.double.gateway.links()
        return [link for link in found if link not in self._strangers and link.token == self.token]

    def _syncs(self) -> list[Call]:
        requests = self.double.requests
        return [c for c in requests if c.method == "PUT" and c.route.endswith("/commands") and c.status == 200]

    async def _started(self) -> Child:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(self.argv, Sequence):
            return self.argv.fork([], output=self.log, env=self._environment(), cwd=self.cwd)
        with self.log.open("ab") as sink:
            return await asyncio.create_subprocess_exec(
                *self.argv,
                cwd=self.cwd,
                env=self._environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
            )

    def _environment(self) -> dict[str, str]:
        token = {"DISCORD_TOKEN": self.token, "PYTHONUNBUFFERED": "1"}
        # Nothing here is encrypted, and to read whom the system trusts takes a tenth of a start.
        trust = {"SSL_CERT_FILE": os.devnull}
        return {**os.environ, **trust, **token, **self.double.environment, **self.env}

    async def alive_until(self, true: Callable[[], object]) -> None:
        """Wait until something holds, or the process ends."""
        try:
            await self.double.until(lambda: self.returncode is not None or true(), self.within)
        except TimeoutError as error:
            raise TimeoutError(f"not there after {self.within} s; it printed:\n{self._tail()}") from error
        if self.returncode is not None:
            raise ProcessDiedError(f"it ended with {self.returncode}; it printed:\n{self._tail()}")

    def _tail(self) -> str:
        return "\n".join(self.output.splitlines()[-40:])
