"""What came of matches: a row a seat, what was corrected later, and the totals that follow from both.

Every total follows from the columns of `results` alone (`store.totals`) and can be checked against them. What is here
names no match and no person by a foreign key: numbers of a match may stay when all else of it is gone.

A match that counts for the ratings of all servers, too, has a second set of rows, as of server 0: numbers alone, which
stay when its server goes.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from store.dialects import Id
from store.schema.base import checksum_column, json_column, metadata, time_column

results = Table(
    "results",
    metadata,
    # The match comes first: what is new is written behind what is there, and what looks for a match has its number.
    Column("match_id", Id, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    json_column("options"),
    Column("pool_id", BigInteger),
    Column("team", Integer),
    Column("starter_id", BigInteger, nullable=False),
    Column("finisher_id", BigInteger, nullable=False),
    Column("excused", Boolean, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("starter_turns", Integer, nullable=False),
    Column("finisher_turns", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Integer),
    json_column("points", nullable=True),
    Column("category", String),
    Column("merit", BigInteger),
    time_column("started_at"),
    time_column("ended_at"),
    Column("termination", String, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("why", String),
    Column("rated", String),
    Column("player_id", BigInteger),
    Column("pool_no", BigInteger),
    Column("gave_up", String),
    Column("opening", String),
    Column("thought", Integer, nullable=False),
    Column("timed", Integer, nullable=False),
    json_column("features", nullable=True),
    checksum_column(),
    CheckConstraint("counted = (why IS NULL)", name="why"),
    CheckConstraint("rated IN ('full', 'gain', 'hold', 'out')", name="rated"),
    CheckConstraint("gave_up IN ('resigned', 'time')", name="gave_up"),
    CheckConstraint("(category IS NULL) = (merit IS NULL)", name="merit"),
    sqlite_with_rowid=False,
)
for _name, _columns, _where in (
    ("ix_results_starter", ("guild_id", "starter_id", "ended_at"), None),
    ("ix_results_finisher", ("guild_id", "finisher_id", "ended_at"), results.c.finisher_id != results.c.starter_id),
    ("ix_results_pool", ("pool_id", "pool_no", "seat"), results.c.pool_no.is_not(None)),
    ("ix_results_best", ("guild_id", "game", "mode", "category", "merit"), results.c.merit.is_not(None)),
):
    Index(_name, *(results.c[each] for each in _columns), sqlite_where=_where, postgresql_where=_where)

corrections = Table(
    "corrections",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("match_id", Id, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("kind", String, nullable=False),
    json_column("detail"),
    Column("person_id", BigInteger, nullable=False),
    time_column("at"),
    json_column("why"),
    Column("undoes", Id),
    checksum_column(),
    UniqueConstraint("match_id", "revision"),
    CheckConstraint("kind IN ('void', 'ranks', 'excuse', 'undo')", name="kind"),
    CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name="undoes"),
    sqlite_autoincrement=True,
)

person_totals = Table(
    "person_totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("mode", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("score_sum", BigInteger, nullable=False),
    Column("turns", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

pairs = Table(
    "pairs",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("opponent_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("score_sum", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

feature_totals = Table(
    "feature_totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("mode", String, primary_key=True),
    Column("feature", String, primary_key=True),
    Column("value", String, primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("score_sum", BigInteger, nullable=False),
    Column("score_squares", BigInteger, nullable=False),
    Index("ix_feature_totals_matches", "guild_id", "game", "mode", "feature", "matches"),
    sqlite_with_rowid=False,
)
