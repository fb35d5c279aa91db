"""Conditional turns. Nobody but their player may learn of them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.game import Seat
from store.schema import matches, plans
from store.values import Plan


async def of_match(connection: AsyncConnection, match_id: int) -> list[Plan]:
    """Return the plans of all seats of a match, by seat."""
    query = select(plans).where(plans.c.match_id == match_id).order_by(plans.c.seat)
    return [_plan(row) for row in await connection.execute(query)]


async def of_running(connection: AsyncConnection) -> list[Plan]:
    """Return the plans in all matches that go on."""
    query = select(plans).join(matches, matches.c.id == plans.c.match_id).where(matches.c.ended_at.is_(None))
    return [_plan(row) for row in await connection.execute(query.order_by(plans.c.match_id, plans.c.seat))]


async def put(connection: AsyncConnection, plan: Plan) -> None:
    """Write a plan in place of the seat's earlier one."""
    await remove(connection, plan.match_id, plan.seat)
    await connection.execute(
        insert(plans),
        {
            "match_id": plan.match_id,
            "seat": plan.seat,
            "user_id": plan.user_id,
            "seq": plan.seq,
            "tree": plan.tree,
            "at": plan.at,
        },
    )


async def remove(connection: AsyncConnection, match_id: int, seat: Seat | None = None) -> None:
    """Remove the plan of a seat, or those of all seats of a match."""
    statement = delete(plans).where(plans.c.match_id == match_id)
    await connection.execute(statement if seat is None else statement.where(plans.c.seat == seat))


def _plan(row: Row[Any]) -> Plan:
    return Plan(row.match_id, row.seat, row.user_id, row.seq, row.tree, row.at)
