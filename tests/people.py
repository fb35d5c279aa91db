"""People to test with, under numbers that a test has chosen."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st
from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import people
from store.schema.base import checked

MET = datetime(2026, 1, 1, tzinfo=UTC)


async def acquaint(connection: AsyncConnection, *numbers: int) -> None:
    """Write people with these numbers, as far as they are not there yet."""
    there = set((await connection.execute(select(people.c.id))).scalars())
    new = [
        {"id": number}
        | checked("people", {"account": 10**17 + number, "kind": "human", "created_at": MET, "deleted_at": None})
        for number in numbers
        if number not in there
    ]
    if new:
        await connection.execute(insert(people), new)
    if new and connection.dialect.name == "postgresql":  # which goes on counting from what it gave itself
        await connection.execute(text("SELECT setval('people_id_seq', (SELECT max(id) FROM people))"))


# Every character there is, for texts at random.
#
# The alphabet that `st.text` has by itself is the same, and found out by encoding a million characters: that takes
# seconds in each process of a clean clone.


ANY = st.characters(exclude_categories=["Cs"])
