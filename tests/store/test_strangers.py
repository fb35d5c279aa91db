"""A person who is named and does not exist is found, in whatever column."""

from __future__ import annotations

import pytest

from engine.game import Json
from store.check import COLUMNS, strangers
from store.database import Database
from store.schema import metadata
from store.tables import outbox, people, watches
from store.tables.values import PostKind, Subject
from store.tables.watches import WatchKind
from tests.store.samples import START, add_match

pytestmark = pytest.mark.usefixtures("copied")

NOBODY = frozenset(
    (
        *("guild_id", "match_id", "table_id", "channel_id", "message_id", "pool_id", "subject_id", "organiser_role_id"),
        *("seek_id", "lobby_id", "pairing_id"),
        *("league_id", "season_id", "entry_id", "fixture_id", "decision_id"),
    )
)
"""Names of columns that are no person, or none in every row: who adds one, says so here or in `COLUMNS`."""


def test_every_column_with_a_number_is_known() -> None:
    names = {column.name for table in metadata.tables.values() for column in table.c if column.name.endswith("_id")}
    assert names - COLUMNS - {"target_id"} <= NOBODY
    assert names >= COLUMNS
    assert not COLUMNS & NOBODY


async def test_who_does_not_exist_is_named_with_the_place(database: Database) -> None:
    async with database.write() as connection:
        assert await strangers(connection) == []
        ann = await people.enter(connection, 276301852911271937, START)
        await add_match(connection)
        await people.add_vacation(connection, ann, START, START.replace(year=2027), START)
        followed: tuple[tuple[WatchKind, int], ...] = (("player", 40), ("server", 50))
        for kind, target in followed:
            await watches.add(
                *(connection,),
                guild_id=1,
                channel_id=7,
                kind=kind,
                target_id=target,
                quiet=True,
                person_id=ann,
                at=START,
            )
        kinds: tuple[PostKind, PostKind] = ("private", "notice")
        nothing: dict[str, Json] = {}
        posts = [(kinds[0], 60, nothing), (kinds[0], ann, nothing), (kinds[1], 70, nothing)]
        await outbox.add(connection, Subject.of_match(1), 0, posts, START)
        assert sorted(await strangers(connection)) == [
            f"{where} names person {number}, and there is none"
            for where, number in (
                ("match_seats: person_id", 10),
                ("match_seats: person_id", 20),
                ("matches: organiser_id", 10),
                ("outbox: channel_id", 60),
                ("watches: target_id", 40),
            )
        ]
