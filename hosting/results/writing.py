"""The results of a match are written by the transaction that ends it, with all that is added up from them.

What is written are its rows, and rows of totals that are found by their keys. So the cost depends on the match and on
nothing else that is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.extras import Featured, Graded
from engine.features import Feature
from engine.game import Game, Json
from engine.outcome import Grade, Outcome, Termination
from engine.seat import Seat
from engine.setups import chosen_options
from hosting.match.audit import AuditCode
from hosting.match.model import Match
from hosting.rating import everywhere, rating
from hosting.results.ending import Ended, results_of
from hosting.results.turns import StandIn
from store import audit, matches, results, totals
from store.holders import held
from store.results import Result
from store.values import StoredMatch

_BY_THE_RULES = (Termination.RULES, Termination.FORFEIT, Termination.TIME)


class Results:
    """Writes what comes of matches."""

    def __init__(self, *, everywhere: bool) -> None:
        """Give whether there are ratings of all servers."""
        self._everywhere = everywhere

    async def write(self, connection: AsyncConnection, before: Match | None, after: Match) -> None:
        """Write the results of a match in the transaction that ends it."""
        outcome = after.session.outcome
        if not after.over or outcome is None or (before is not None and before.over):
            return
        ended = _ended(after, outcome)
        if after.clock is not None:
            ended = replace(ended, stand_ins=await _stand_ins(connection, after.id))
        variant, wanted = after.session.game.info.variant(ended.mode, ended.options), after.terms.rated
        rows = await rating.rate(connection, held(results_of(ended)), variant=variant, wanted=wanted)
        shared: list[Result] = []
        if self._everywhere and wanted and await everywhere.agreed(connection, rows):
            # A server's ratings come first, here and in corrections, so that no two transactions wait for each other.
            shared = await rating.rate(connection, everywhere.of_all_servers(rows), variant=variant, wanted=wanted)
        await _write(connection, rows, shared)

    async def write_unread(self, connection: AsyncConnection, match_id: int) -> None:
        """Write the results of a match that was called off as its start cannot be read, in the transaction of that."""
        stored = await matches.load(connection, match_id)
        if stored is None or stored.ended_at is None:
            raise AssertionError(f"match {match_id} has not ended")
        ended = replace(_called_off(stored), stand_ins=await _stand_ins(connection, match_id))
        await _write(connection, results_of(ended))


def rows_of(after: Match) -> tuple[Result, ...]:
    """Return what the end of a match comes to as far as the match itself tells it. Raises ValueError if it goes on."""
    if (outcome := after.session.outcome) is None:
        raise ValueError(f"match {after.id} is not over")
    return results_of(_ended(after, outcome))


def _ended(after: Match, outcome: Outcome) -> Ended:
    session, game = after.session, after.session.game
    mode, options = after.setup.mode, dict(after.setup.options)
    return Ended(
        match_id=after.id,
        guild_id=after.guild_id,
        game=after.game,
        mode=mode,
        options=tuple(chosen_options(game.info, mode, options).items()),
        set_up=after.setup.position != "",
        seats=after.seats,
        events=after.events,
        started_at=after.started_at,
        ended_at=after.ended_at or after.events[-1].at,
        ranks=outcome.ranks,
        termination=outcome.termination,
        draws=game.info.draws,
        points=outcome.points,
        grade=_grade(game, session.state, outcome),
        features=_features(game, session.state),
        pauses=after.pauses,
        game_turns=_game_turns(after),
    )


async def _write(connection: AsyncConnection, rows: Sequence[Result], shared: Sequence[Result] = ()) -> None:
    await results.add(connection, (*rows, *shared))
    await totals.add(connection, totals.tally([rows]))


def _game_turns(match: Match) -> dict[int, int]:
    """Return in which turn of the game each event was that the game as it stands came through, by their numbers."""
    entries = match.session.entries
    return {passed.seq: entries[passed.entries - 1].turn for passed in match.history if passed.entries}


async def _stand_ins(connection: AsyncConnection, match_id: int) -> tuple[StandIn, ...]:
    """Return what missed deadlines made for seats of a match, in order."""
    noted = await audit.of_match(connection, match_id)
    return tuple(
        StandIn(cast("Seat", each.detail["seat"]), each.at)
        for each in noted
        if each.code == AuditCode.TIME_UP and each.detail.get("did") in ("default", "random")
    )


def _called_off(stored: StoredMatch) -> Ended:
    """Return what is stored of a match that is over and whose game cannot be asked."""
    outcome = cast("Mapping[str, Json]", stored.outcome)
    return Ended(
        match_id=stored.id,
        guild_id=stored.guild_id,
        game=stored.game,
        mode=stored.setup.mode,
        options=stored.setup.options,
        set_up=stored.setup.position != "",
        seats=stored.seats,
        events=stored.events,
        started_at=stored.started_at,
        ended_at=stored.ended_at or stored.started_at,
        ranks=tuple(cast("Sequence[int]", outcome["ranks"])),
        termination=Termination(str(outcome["termination"])),
        draws=False,
        pauses=stored.pauses,
    )


def _grade(game: Game[Any, Any, Any], state: object, outcome: Outcome) -> Grade | None:
    """Return how good the result of a player alone is; None if there is no such result, or people have decided it."""
    if not outcome.alone or outcome.termination not in _BY_THE_RULES or not isinstance(game, Graded):
        return None
    return game.grade(state)


def _features(game: Game[Any, Any, Any], state: object) -> tuple[Feature, ...]:
    return game.features(state) if isinstance(game, Featured) else ()
