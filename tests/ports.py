"""Ports of this machine to listen on, for those who must know the number before they listen."""

from __future__ import annotations

import itertools
import os
import socket

FIRST, MANY = 20_000, 12_000
"""Below those that a system gives to connections: such a one could be taken between two that listen."""
_numbers = itertools.count(os.getpid() * 997)  # processes that run at the same time begin far apart


def free_port() -> int:
    """Return a port that nothing listens on."""
    while True:
        port = FIRST + next(_numbers) % MANY
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
