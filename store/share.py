"""The servers of shards: Discord splits servers between the connections of a bot by their numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, false, or_

_SERVERS_A_TICK = 1 << 22
"""Of two numbers that are one tick of Discord's clock apart, the difference."""


def shard_of(guild_id: int, count: int) -> int:
    """Return which of `count` shards Discord sends a server's events to."""
    return (guild_id >> 22) % count


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of some shards.

    Attributes:
        count: How many shards there are in all.
        shards: Those meant, from 0.
    """

    ALL: ClassVar[Share]

    count: int
    shards: frozenset[int]

    @property
    def all(self) -> bool:
        return len(self.shards) == self.count

    @property
    def key(self) -> str:
        """The key of an appointment that a process has for its own servers; empty where it has all."""
        return "" if self.all else str(min(self.shards, default=0))

    @property
    def a_server(self) -> int:
        """The number of a server that would be one of these, for such an appointment; 0 for all."""
        return 0 if self.all else min(self.shards, default=0) << 22

    @property
    def leads(self) -> bool:
        """Whether its process does what one does for all: that which has shard 0, and so direct messages."""
        return 0 in self.shards

    def has(self, guild_id: int) -> bool:
        return shard_of(guild_id, self.count) in self.shards

    def where(self, guild_id: ColumnElement[Any]) -> tuple[ColumnElement[bool], ...]:
        """Return the conditions that hold for rows of these servers; none where all are meant."""
        if self.all:
            return ()
        shard = (guild_id // _SERVERS_A_TICK) % self.count
        return (or_(false(), *(shard == each for each in sorted(self.shards))),)

    def without(self, others: Collection[int]) -> Share:
        return Share(self.count, self.shards - frozenset(others))


Share.ALL = Share(1, frozenset((0,)))


@dataclass(frozen=True, slots=True)
class Sharing:
    """How several processes are to share the servers: each has a set of shards, those with one rest of a division.

    Attributes:
        processes: How many sets there are.
        shards: How many shards; None for as many as there are in the processes that run already.
        recommended: How many there are if `shards` is None and none of them runs, or one a set if that is more.
    """

    processes: int
    shards: int | None = None
    recommended: int = 1

    @property
    def count(self) -> int:
        """The number of shards if no process runs yet."""
        return self.shards or max(self.recommended, self.processes)

    def share(self, number: int) -> Share:
        """Return the share of a set, from 0."""
        return Share(self.count, frozenset(range(number, self.count, self.processes)))


NOTICES = "notices"
"""Key in `Connection.info` of what a transaction announces to the other processes (`store.database`), as word and
number."""
POST, DUE = "post", "due"
"""The words for posts and appointments that a transaction wrote for a server, which its process is to find."""
PERSON, DELETED, SERVER = "person", "deleted", "server"
"""The words for people whose names or settings changed, for deleted ones, and for servers with other settings."""
HANDED = "handed"
"""The word for what was pressed in a direct message, for the process of a match's server."""
