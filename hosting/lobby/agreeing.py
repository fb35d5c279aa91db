"""What a table offers to those who sit down at it: the same for all of them, from the first on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace

from engine.info import GameInfo
from engine.setups import chosen_options
from hosting.clock.control import Terms
from hosting.lobby.errors import SeatedOnTheseTerms, TermsChanged
from hosting.lobby.seating import check_host, mode_named, without_idle
from hosting.match.model import Table, Where

MARK_LENGTH = 12
"""Characters of a mark."""

Revise = Callable[[Terms], Terms]


def mark_of(table: Table) -> str:
    """Return a mark of all that a table offers, in hexadecimal digits: another one for other terms."""
    offered = [table.mode, sorted(table.options), table.where, table.position, table.terms]
    return hashlib.sha256(json.dumps(offered, sort_keys=True).encode()).hexdigest()[:MARK_LENGTH]


def check_seen(table: Table, seen: str | None) -> None:
    """Raise TermsChanged unless a person saw what a table offers now; None where it is not known what they saw."""
    if seen is not None and seen != mark_of(table):
        raise TermsChanged


def check_revisable(table: Table, by_person_id: int) -> None:
    """Raise NotHost or SeatedOnTheseTerms if a person cannot change what a table offers."""
    check_host(table, by_person_id)
    other = next((seat for seat in table.seats if seat.taken and seat.person_id != by_person_id), None)
    if other is not None:
        raise SeatedOnTheseTerms(other.name)


def revised(
    info: GameInfo,
    table: Table,
    terms: Revise | None,
    where: Where | None,
    options: tuple[tuple[str, str], ...] | None,
) -> Table:
    """Return a table that offers something else; what is None stays.

    Silent teams keep their channels. Of the terms of a player alone only what counts is kept.

    Raises:
        SetupError: There is no such option or value, or it means nothing beside the others.
    """
    mode = mode_named(info, table.mode)
    if terms is not None:
        now = terms(Terms.load(table.terms))
        table = replace(table, terms=(now.alone if mode.alone else now).dump())
    if where is not None and not mode.silent:
        table = replace(table, where=where)
    if options is not None:
        chosen_options(info, mode.key, dict(options))
        table = replace(table, options=options)
    return table


def options_for(info: GameInfo, mode: str, options: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return those options of another table that a mode has, too, with such a value."""
    offered = info.options_of(mode)
    there = {
        option.key: value
        for key, value in options
        for option in offered
        if option.key == key and value in option.choices
    }
    return without_idle(offered, there)
