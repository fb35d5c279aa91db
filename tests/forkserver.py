"""Processes that begin with a program already imported: to import it takes most of a start.

    python -m tests.forkserver [--ready] MODULE …    imports them, then forks for each order that it reads

With `--ready` it first makes what each fork of the bot would make at its first use: catalogues, and the tables by which
games are played.

Everything else is as in a process of its own: it has its environment, its output, its memory, and can be killed.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import subprocess
import sys
from asyncio import sleep
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_POLLED_S = 0.01


class ForkServer:
    """Starts `main(arguments)` of a module again and again, each time in a new process.

    Args:
        module: with a function `main` that takes a list of arguments and returns the exit status.
        others: modules that are imported beforehand, too.
        cwd: from where they are imported.
        ready: whether it's the bot or plays its games, and what that takes is made beforehand.
    """

    def __init__(self, module: str, *others: str, cwd: Path = ROOT, ready: bool = False) -> None:
        command = [sys.executable, "-m", __name__, *(["--ready"] if ready else []), module, *others]
        self._process = subprocess.Popen(
            command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def fork(self, arguments: Sequence[str], *, output: Path, env: Mapping[str, str], cwd: Path = ROOT) -> Forked:
        """Start a process.

        Args:
            arguments: what `main` is given.
            output: a file to which stdout and stderr are appended.
            env: its whole environment.
            cwd: its working directory.
        """
        order = {"arguments": [*arguments], "output": str(output), "env": {**env}, "cwd": str(cwd)}
        return Forked(self, int(self.ask(order)))

    def ask(self, order: Mapping[str, object]) -> Any:
        """Return the answer to an order."""
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("they are pipes")
        self._process.stdin.write(json.dumps(order) + "\n")
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End it; what it started must have ended."""
        self._process.communicate()


class Forked:
    """A process that a fork server started.

    Attributes:
        pid: its number.
    """

    def __init__(self, server: ForkServer, pid: int) -> None:
        self._server, self.pid = server, pid
        self._returncode: int | None = None

    @property
    def returncode(self) -> int | None:
        """How it ended: negative by a signal, None while it runs."""
        if self._returncode is None:
            self._returncode = self._server.ask({"ended": self.pid})
        return self._returncode

    async def wait(self) -> int:
        """Wait until it ended, and return how."""
        while (code := self.returncode) is None:  # noqa: ASYNC110 - the system tells its parent only
            await sleep(_POLLED_S)
        return code

    def send_signal(self, how: int) -> None:
        """Send a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        self.send_signal(signal.SIGKILL)


def _ended(pid: int) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def _become(order: Mapping[str, Any]) -> None:
    """Turn this process, a fork, into what was ordered."""
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    nothing, output = os.open(os.devnull, os.O_RDONLY), os.open(order["output"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for here, there in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(here, there)
    os.close(nothing)
    os.close(output)


def _make_ready() -> None:
    from engine import registry
    from engine.chance import Chance
    from engine.game import Setup
    from engine.session import Session
    from locales import languages, translator

    for language in languages():
        translator(language)
    for game in registry.games():
        for mode in game.info.modes:
            Session.start(game, Setup(mode.key), Chance.from_text(mode.key))


def main(names: Sequence[str]) -> int:
    """Fork for each order until they end; in a fork, return what the program returns."""
    ready = names[0] == "--ready"
    program, *_ = [importlib.import_module(name) for name in names[ready:]]
    if ready:
        _make_ready()
    gc.freeze()  # nothing of it is garbage, and forks share what no collection touches
    for line in sys.stdin:
        order = json.loads(line)
        if "ended" in order:
            answer = _ended(order["ended"])
        elif answer := os.fork():
            pass
        else:
            _become(order)
            status: int = program.main(order["arguments"])
            return status
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
