"""What can be wrong with ratings."""
# ruff: noqa: N818 - named for what happened, as callers catch them by that name

from __future__ import annotations

from engine.text import say
from hosting.errors import HostingError


class NoRatingsOfAllServers(HostingError):
    """The operator has not switched them on."""

    code = "no-ratings-of-all-servers"
    says = say("I keep no ratings of all servers: who runs me has not switched them on. Each server has its own.")
