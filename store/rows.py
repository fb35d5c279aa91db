"""A row to look at, or one to change, which others must leave alone meanwhile."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CursorResult, Row, Select
from sqlalchemy.ext.asyncio import AsyncConnection


async def one_row(connection: AsyncConnection, query: Select[Any], *, to_change: bool = False) -> Row[Any] | None:
    """Return the one row that a query finds, or None; `to_change` keeps others from changing it until the end."""
    found: CursorResult[Any] = await connection.execute(query.with_for_update() if to_change else query)
    return found.one_or_none()
