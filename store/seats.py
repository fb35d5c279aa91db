"""Seats of matches with the names of those who sit there, as lists need them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Row, Select, and_, select

from store.names import GONE, distinct
from store.schema import match_seats, matches, member_names

_NAMED = (
    select(match_seats.c.match_id, match_seats.c.seat, match_seats.c.person_id, match_seats.c.team, member_names.c.name)
    .join(matches, matches.c.id == match_seats.c.match_id)
    .outerjoin(
        member_names,
        and_(member_names.c.guild_id == matches.c.guild_id, member_names.c.person_id == match_seats.c.person_id),
    )
    .order_by(match_seats.c.match_id, match_seats.c.seat)
)


def seats_named(match_ids: Collection[int]) -> Select[Any]:
    """Return the query for the seats of some matches, in their order, with what the server calls who sits there."""
    return _NAMED.where(match_seats.c.match_id.in_(match_ids))


def names_of(seats: Sequence[Row[Any]]) -> list[str]:
    """Return the names of those who sit on the seats of one match, told apart; `GONE` for who has none."""
    return distinct([GONE if each.name is None else each.name for each in seats])
