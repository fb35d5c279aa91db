"""Matches: what players do in them, and who may know what of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from engine.session import Session
from engine.text import Text
from engine.turn import Turn
from hosting.model import Match, MatchSummary

Listener: TypeAlias = Callable[[Match], Awaitable[None]]


class Matches:
    """Every match. What `play` and `forfeit` return has been written to disk."""

    async def get(self, match_id: int) -> Match:
        """Return a match. Raises NoSuchMatch."""
        raise NotImplementedError

    async def running_in(self, channel_id: int) -> Match | None:
        """Return the match, running or parked, one of whose places a channel is, or None."""
        raise NotImplementedError

    async def latest_in(self, channel_id: int) -> Match | None:
        """Return the most recent match one of whose places a channel is, running or over, or None."""
        raise NotImplementedError

    async def of_user(self, user_id: int, guild_id: int | None = None) -> list[MatchSummary]:
        """Return the running and parked matches of a player, those that wait for them first, then the newest first."""
        raise NotImplementedError

    async def in_guild(self, guild_id: int) -> list[MatchSummary]:
        """Return the running and parked matches of a server, the newest first."""
        raise NotImplementedError

    async def preview(self, match_id: int, user_id: int, text: str) -> Turn[Any]:
        """Return what a turn, or the beginning of one, would come to; nothing is written.

        Raises:
            NoSuchMatch, MatchOver, MatchParked, NotSeated, NotYourTurn: As it says.
            TurnError: It cannot be read or is illegal.
        """
        raise NotImplementedError

    async def complete(self, match_id: int, user_id: int, text: str, limit: int = 25) -> list[str]:
        """Return ways to go on with a half-typed turn; raises as `preview` does, except for TurnError."""
        raise NotImplementedError

    async def play(self, match_id: int, user_id: int, text: str, seen: int | None = None) -> Match:
        """Play a whole turn, all of it or nothing.

        Args:
            match_id: Which match.
            user_id: Whose turn.
            text: The moves joined by `/`.
            seen: `Match.seq` of the board that was pressed; None for what was typed.

        Raises:
            NoSuchMatch, MatchOver, MatchParked, NotSeated, NotYourTurn: As it says.
            StaleBoard: The board that was pressed is not the latest.
            TurnError: It cannot be read, is illegal, or is not finished (`"turn-incomplete"`).
        """
        raise NotImplementedError

    async def forfeit(self, match_id: int, user_id: int, seen: int | None = None) -> Match:
        """Give up, at any time, in a parked match too.

        Raises:
            NoSuchMatch, MatchOver, NotSeated, StaleBoard: As it says.
            IllegalMoveError: The seat is out of the game already.
        """
        raise NotImplementedError

    async def at(self, match_id: int, seq: int) -> Session:
        """Return the game as it stood after an event, 0 being the start. Raises NoSuchMatch."""
        raise NotImplementedError

    async def record(self, match_id: int, reader: int | None) -> str:
        """Return the record, as far as the reader may know it while the match runs. Raises NoSuchMatch."""
        raise NotImplementedError

    async def park(self, match_id: int, reason: Text, code: str) -> Match:
        """Interrupt a match whose boards cannot be posted; what was waiting to be posted is dropped."""
        raise NotImplementedError

    async def unpark(self, match_id: int) -> Match:
        """Resume a match; its latest board is posted where it is missing. Does nothing to one that is not parked."""
        raise NotImplementedError

    def add_listener(self, listener: Listener) -> None:
        """Have a function called after each change of a match is written: its start, its turns, its end, parking."""
        raise NotImplementedError
