"""Who joins a season: alone or with a partner, before the start or late, by themselves or entered by an organiser."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from hosting.league import late, registering
from hosting.league.changing import entry_of, pending_of
from hosting.league.checks import check_name
from hosting.league.errors import (
    JoinedAlready,
    LeagueFull,
    LeagueIsPaused,
    LeagueNotOpen,
    NeedsPartner,
    NoPartners,
    OwnPartner,
    PartnerElsewhere,
    TeamNameTaken,
)
from hosting.league.state import State
from hosting.league.terms import LeagueTerms
from hosting.match.partners import check_invitation
from hosting.match.service import Games
from store.league import entries, seasons
from store.league.entries import JoinedTwice, Player
from store.league.values import Entry


@dataclass(frozen=True, slots=True)
class Joining:
    """Who wants to take part.

    Attributes:
        person_id: Who joins.
        partner_id: With whom, in a league of teams.
        name: Of a team.
        entered_by: The organiser who enters them; None if they join.
    """

    person_id: int
    partner_id: int | None = None
    name: str = ""
    entered_by: int | None = None


async def join(connection: AsyncConnection, at: State, wanted: Joining, games: Games, now: datetime) -> Entry:
    """Write who takes part, in a transaction that holds the season; raises as `Leagues.join` says.

    Args:
        connection: In that transaction.
        at: The season, whole.
        wanted: Who wants to.
        games: Every game by its key.
        now: The time.

    Returns:
        The entry; of a team that comes late and waits for its partner, what is kept apart until then.
    """
    season, is_late, info = at.season, at.season.status == "running", games(at.terms.game).info
    if season.status == "paused":
        raise LeagueIsPaused
    if season.status not in ("open", "running"):
        raise LeagueNotOpen
    people = _people(at.terms, wanted)
    pending, mine = pending_of(at, wanted.person_id), entry_of(at, wanted.person_id)
    if pending is not None and wanted.partner_id == pending.players[0]:
        _check_room(at)
        return await late.agree(connection, at, pending, info, now)
    if mine is not None and wanted.partner_id == mine.players[0] and not mine.agreed:
        _check_room(at)
        await entries.put_player(connection, season, Player(mine.id, 1, wanted.person_id, True, now))
        return replace(mine, agreed=True)
    if mine is not None or pending is not None:
        raise JoinedAlready
    entry = Entry(id=0, division=1, players=people, joined_at=now, name=_checked(at, wanted))
    asking = wanted.entered_by or wanted.person_id
    others = [each for each in people if each != asking]
    await check_invitation(connection, games, asking, others, now, words=bool(entry.name))
    if is_late:
        entry = await late.placed(connection, at, entry, info)
    try:
        entry = await entries.add(connection, season, entry)
        if wanted.entered_by is not None:
            entry = await registering.enter(connection, season, entry, wanted.entered_by, now)
    except JoinedTwice as error:
        raise JoinedAlready from error
    if is_late and entry.agreed:
        await late.seat(connection, at, entry, info, now)
    return entry


def _people(terms: LeagueTerms, wanted: Joining) -> tuple[int, ...]:
    """Return who plays for an entry, the captain first. Raises NeedsPartner, NoPartners, OwnPartner."""
    if not terms.teams:
        if wanted.partner_id is not None:
            raise NoPartners
        return (wanted.person_id,)
    if wanted.partner_id is None:
        raise NeedsPartner
    if wanted.partner_id == wanted.person_id:
        raise OwnPartner
    return wanted.person_id, wanted.partner_id


def _checked(at: State, wanted: Joining) -> str:
    """Return the name of a new entry that has a place. Raises PartnerElsewhere, LeagueFull, as names do."""
    there = (*at.entries, *at.pending)
    if wanted.partner_id is not None and any(wanted.partner_id in each.current for each in there):
        raise PartnerElsewhere
    _check_room(at)
    named = check_name(wanted.name) if wanted.name.strip() else ""
    if named and any(seasons.key_of(each.name) == seasons.key_of(named) for each in there):
        raise TeamNameTaken
    return named


def _check_room(at: State) -> None:
    if at.full:
        raise LeagueFull
