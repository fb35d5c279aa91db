"""The terms with which a league begins: from the options of `/league create`, the rest as is usual for its format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from cogs.core.bot import Interaction
from cogs.core.context import whoami
from cogs.core.errors import Refusal
from cogs.lobby.seek_options import read_mode, read_options
from engine import registry
from engine.extras import Loadouts
from engine.game import Game
from engine.info import Mode, Setup
from engine.text import say
from hosting.clock.calendar import zone_of
from hosting.clock.control import ClockTerms, Terms
from hosting.clock.notation import read_needed_clock
from hosting.league.checks import OVERLAPPING, smaller_tables
from hosting.league.pairing.formats import rounds
from hosting.league.terms import LadderTerms, LeagueTerms, TieBreak
from hosting.timekeeping.calendars import UTC_NAME
from hosting.timekeeping.vacations import read_day
from store.league.values import Kind

ONE_DIVISION = 20
"""Entries that a round robin has in one division at most."""
MOST_YEARS = 100
"""A day is no further away, so that every time zone has it."""
_DIVISION, _UP = 10, 2
"""Of a larger one: the size of divisions, and how many are promoted and relegated."""
_MOST: Mapping[Kind, int] = {
    "round-robin": ONE_DIVISION,
    "swiss": 64,
    "knockout": 64,
    "double-knockout": 64,
    "ladder": 100,
}


def usual_terms(kind: Kind, game: Game[Any, Any, Any], mode: Mode, most: int | None = None) -> LeagueTerms:
    """Return the usual terms of a format.

    Args:
        kind: The format.
        game: The game.
        mode: Of a full table.
        most: The most entries; as is usual for None.
    """
    match = Terms(clock=ClockTerms(), agreed_ends=game.info.draws)
    terms = LeagueTerms(
        kind=kind,
        game=game.info.key,
        mode=mode.key,
        teams=bool(mode.teams),
        sides=2 if mode.teams else mode.seats,
        match=match,
        most=most or _MOST[kind],
    )
    if terms.sides > 2:
        terms = replace(terms, place_points=tuple(range(terms.sides - 1, -1, -1)))
    if kind == "round-robin" and terms.most > ONE_DIVISION:
        return replace(terms, division_size=_DIVISION, up=_UP)
    if kind == "swiss":
        breaks: tuple[TieBreak, ...] = ("buchholz_cut1", "buchholz", "direct", "wins", "lot")
        several = rounds(terms, terms.most, smaller_tables(terms, game.info)) > 1
        return replace(terms, tiebreaks=breaks, cap=1, half_byes=int(several))
    if kind == "ladder":
        return replace(terms, ladder=LadderTerms(), late_rounds=1, cap=2)
    return terms if kind == "round-robin" else replace(terms, cap=1)


def usual_mode(game: Game[Any, Any, Any]) -> Mode:
    """Return the way to play a game that a league takes if nobody says: for two, else for the fewest.

    Raises:
        Refusal: No league can be played.
    """
    found = [mode for mode in game.info.modes if not mode.alone and not mode.teams and not _asks_before(game, mode)]
    if not found:
        raise Refusal(say("{game} cannot be played in a league.", game=game.info.name), code="no-league-game")
    return min(found, key=lambda mode: mode.seats)


def _asks_before(game: Game[Any, Any, Any], mode: Mode) -> bool:
    """Return whether players choose in private before the start, for which a league cannot wait."""
    setup = Setup(mode.key, (), game.info.data_version)
    return isinstance(game, Loadouts) and bool(game.loadout_seats(setup))


async def read_terms(
    interaction: Interaction,
    game: str,
    kind: Kind,
    *,
    mode: str | None,
    options: str | None,
    clock: str | None,
    most: int | None,
    at_once: int | None,
    round_days: int | None,
    starts: str | None,
    ends: str | None,
) -> LeagueTerms:
    """Return the terms that the options of `/league create` mean.

    Raises:
        SetupError, NoSuchClock, VacationError, Refusal: An option cannot be read.
    """
    rules = registry.get(game)
    key = read_mode(rules.info, mode)
    found = usual_mode(rules) if key is None else rules.info.mode(key)
    if found is None:
        raise AssertionError(f"{game} has no mode {key}")
    terms = usual_terms(kind, rules, found, most)
    if options is not None:
        terms = replace(terms, options=read_options(rules.info, options))
    if clock is not None:
        terms = replace(terms, match=replace(terms.match, clock=read_needed_clock(clock)))
    if at_once not in (None, 1) and kind not in OVERLAPPING:
        raise Refusal(
            say("In this format each plays one match at a time, round after round: leave `at_once:` out."),
            code="one-at-a-time",
        )
    zone, now = await zone_for(interaction), interaction.client.clock.now()
    terms = replace(terms, cap=at_once or terms.cap, round_days=round_days, zone=zone)
    return terms.dated(read_date(starts, zone, now), read_date(ends, zone, now))


def read_date(typed: str | None, zone: str, now: datetime) -> date | None:
    """Return the day that was typed; None for no day.

    Args:
        typed: What was typed.
        zone: In which time zone it is meant.
        now: The time.

    Raises:
        VacationError: It is no day.
        Refusal: It is too far away.
    """
    if typed is None or not typed.strip():
        return None
    today = now.astimezone(zone_of(zone)).date()
    day = read_day(typed, today)
    if day.year > today.year + MOST_YEARS:
        raise Refusal(say("Name a day within the next {years} years.", years=MOST_YEARS), code="far-day")
    return day


async def zone_for(interaction: Interaction) -> str:
    """Return the time zone in which a person means the days of a league that they make."""
    return (await interaction.client.arena.settings.player(await whoami(interaction))).zone or UTC_NAME
