"""What posts, lines of the audit log and requests are about: a match, or something else that no match's rows show."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Table, insert, select
from sqlalchemy.exc import IntegrityError

from store import check
from store.database import Database
from store.schema import audit_log, requests
from store.schema import outbox as posts
from store.tables import audit, outbox
from store.tables.values import Subject
from tests.store.samples import START, add_match

pytestmark = pytest.mark.usefixtures("copied")

LATER = START + timedelta(days=1)


async def test_what_is_about_a_table_is_not_about_the_match_of_the_same_number(database: Database) -> None:
    async with database.write() as connection:
        number = await add_match(connection)
        table = Subject("table", number)
        await outbox.add(connection, Subject.of_match(number), 0, [("board", 7, {"role": "board"})], START)
        await outbox.add(connection, table, 0, [("notice", 7, {"text": "closing"})], START)
        first = await outbox.due(connection, 7)
        assert first is not None
        assert ([post.match_id for post in first.posts], first.more) == ([number], True)
        await outbox.finish(connection, {first.posts[0].id: 70}, START)
        second = await outbox.due(connection, 7)
        assert second is not None
        (notice,) = second.posts
        assert (notice.subject, notice.seq, second.more) == (table, 0, False)
        with pytest.raises(ValueError, match=f"table {number} is no match"):
            notice.match_id  # noqa: B018 - it is asked for
        await outbox.finish(connection, {notice.id: 71}, START)
        assert [message for _, message in await outbox.post_arrived(connection, number, 7, ("board", "notice"))] == [70]
        assert await outbox.prunable(connection, 0, LATER, 9) == ([notice.id], notice.id)
        await audit.add(
            connection, guild_id=1, subject=table, code="closed", person_id=10, detail={"reason": "late"}, at=START
        )
        assert await audit.of_match(connection, number) == []
        row = (await connection.execute(select(audit_log))).one()
        assert (row.subject, row.subject_id, row.match_id) == ("table", number, None)
    assert [fault async for fault in check.row_faults(database)] == []


async def test_a_row_that_says_two_things_is_refused(database: Database) -> None:
    rows: dict[Table, dict[str, Any]] = {
        posts: {"seq": 0, "kind": "notice", "channel_id": 7, "payload": {}, "attempts": 0, "created_at": START},
        audit_log: {"guild_id": 1, "code": "closed", "person_id": 10, "detail": {}, "at": START},
        requests: {"seq": 0, "kind": "draw", "seat": 1, "person_id": 10, "detail": {}, "agreed": [], "status": "open"}
        | {"created_at": START},
    }
    async with database.write() as connection:
        await add_match(connection)
    for subject, subject_id, match_id in (("match", 1, None), ("table", 1, 1), ("match", 2, 1), (None, 1, 1)):
        about = {"subject": subject, "subject_id": subject_id, "match_id": match_id}
        for table, row in rows.items():
            with pytest.raises(IntegrityError):
                async with database.write() as connection:
                    await connection.execute(insert(table), {**row, **about})
