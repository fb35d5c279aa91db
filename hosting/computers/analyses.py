"""Analyses of finished games: computed in the workers of computer players, piece by piece, once a game, and kept.

What is under way is known here alone. A program that ends forgets it, and the next press begins it again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from computer import analysis
from computer.analysis import Analysis
from engine.game import Json
from engine.seat import Seat
from engine.session import Session
from engine.text import say
from hosting.computers.workers import Computers, NoWorkersError, PieceError
from hosting.core import Core
from hosting.errors import HostingError
from hosting.match.service import Matches
from store.documents import read
from store.tables import imports, match_queries, results
from store.tables.matches import ReplayError

Kind: TypeAlias = Literal["m", "i"]
"""A match, or an imported record."""
_PIECE = "computer.analysis:judged"
_OPENING = 4
"""Moves that many games have in common."""

_log = logging.getLogger(__name__)
_adapter: TypeAdapter[Analysis] = TypeAdapter(Analysis)


def failed() -> HostingError:
    """Return what is said of an analysis that failed."""
    return HostingError(say("The analysis failed; my log says why."), code="analysis-failed")


@dataclass(eq=False, slots=True)
class Progress:
    """An analysis that is under way.

    Attributes:
        total: How many turns or decisions there are to judge.
        done: How many of them have been.
        result: What is found; `HostingError` (`analysis-failed`) if that fails.
    """

    total: int
    result: asyncio.Future[Analysis]
    done: int = 0

    async def wait(self, seconds: float) -> None:
        """Wait until it's over, and no longer than that."""
        await asyncio.wait({self.result}, timeout=seconds)


@dataclass(eq=False, slots=True)
class Analyses:
    """The analyses of matches and of imported records."""

    core: Core
    computers: Computers
    matches: Matches
    _underway: dict[tuple[Kind, int], Progress] = field(default_factory=dict)

    def can_analyse(self, session: Session) -> bool:
        """Return whether a game is over, of a kind that can be analysed."""
        return session.outcome is not None and analysis.can_analyse(session.game.info.key, session.setup.mode)

    async def find(self, kind: Kind, number: int, session: Session) -> Analysis | None:
        """Return what was found in a game; None if it wasn't analysed yet. Ask before who may see the game."""
        async with self.core.db.read() as connection:
            if kind == "m":
                found = await results.analysis_of(connection, number, _mark(session))
            else:
                found = await imports.analysis_of(connection, number)
        return None if found is None else read(_adapter, found, "Analysis")

    async def begin(self, kind: Kind, number: int, session: Session) -> Progress:
        """Begin to analyse a game, or join the analysis of it that is under way.

        Raises HostingError: there are no workers (`no-workers`), nothing was played (`no-turns`), or it is a record of
        a match that the person who imported it still plays (`analysis-early`).
        """
        if not self.core.computers_offered:
            raise HostingError(say("The computer players of this bot are switched off."), code="no-workers")
        key = kind, number
        if key in self._underway:
            return self._underway[key]
        if kind == "i" and await self._still_played(number, session):
            raise HostingError(
                say("This is a match that you're still playing. I can analyse it when it's over."),
                code="analysis-early",
            )
        steps = await asyncio.to_thread(lambda: list(analysis.pieces(session)))
        if not steps:
            raise HostingError(say("Nothing has been played that I could analyse."), code="no-turns")
        if key in self._underway:  # another press was faster
            return self._underway[key]
        progress = Progress(len(steps), asyncio.get_running_loop().create_future())
        self._underway[key] = progress
        if not self.core.tasks.start(self._run(kind, number, session, steps, progress), f"analysis of {kind}{number}"):
            del self._underway[key]
            progress.result.cancel()
        return progress

    async def _still_played(self, number: int, session: Session) -> bool:
        """Return whether a record begins as a running match of the person who imported it, or the other way round."""
        async with self.core.db.read() as connection:
            record = await imports.load(connection, number)
            running = [] if record is None else await match_queries.live_seats(connection, record.person_id)
        for match_id in running:
            try:
                other = (await self.matches.get(match_id)).session
            except (HostingError, ReplayError):  # gone meanwhile, or not readable
                continue
            if (other.game, other.setup.mode, other.setup.position) == (
                session.game,
                session.setup.mode,
                session.setup.position,
            ):
                here, there = _moves(other), _moves(session)
                common = min(len(here), len(there))
                if common >= _OPENING and here[:common] == there[:common]:
                    return True
        return False

    async def _run(
        self,
        kind: Kind,
        number: int,
        session: Session,
        steps: list[tuple[analysis.Step, tuple[Any, ...]]],
        progress: Progress,
    ) -> None:
        found: list[tuple[analysis.Step, Any]] = []
        try:
            for step, values in steps:
                piece = self.computers.piece(f"analysis:{kind}{number}", _PIECE, *values)
                found.append((step, await self.core.tasks.foreign(piece)))
                progress.done += 1
            made = analysis.analysis_of(session, found)
            async with self.core.db.write() as connection:
                await _put(connection, kind, number, session, _adapter.dump_python(made, mode="json"))
            progress.result.set_result(made)
        except (PieceError, NoWorkersError) as error:
            _log.warning("the analysis of %s%d failed: %s", kind, number, error)
            progress.result.set_exception(failed())
            progress.result.exception()  # nobody may be waiting for it any more
        finally:
            del self._underway[kind, number]
            progress.result.cancel()  # no change if it is done


async def _put(connection: AsyncConnection, kind: Kind, number: int, session: Session, report: Json) -> None:
    if kind == "m":
        await results.put_analysis(connection, number, _mark(session), report)
    else:
        await imports.put_analysis(connection, number, report)


def _moves(session: Session) -> list[tuple[Seat, str]]:
    return [(entry.seat, entry.text) for entry in session.entries if not entry.forfeit]


def _mark(session: Session) -> str:
    """Return a mark of what was played: turns can be taken back, and played anew."""
    text = "\n".join(f"{entry.seat} {entry.text}" for entry in session.entries)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
