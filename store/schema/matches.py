"""The tables of matches: seats, places, events, sealed choices, results, ratings, rematches, starts."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    text,
)

from store.schema.base import Id, checksum_column, json_column, metadata, terms_column, time_column

matches = Table(
    "matches",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("mode", String, nullable=False),
    json_column("options"),
    Column("data", String, nullable=False),
    Column("position", String, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("seq", Integer, nullable=False),
    json_column("to_act"),
    json_column("outcome", nullable=True),
    json_column("parked", nullable=True),
    Column("organiser_id", BigInteger, nullable=False),
    time_column("started_at"),
    time_column("moved_at"),
    time_column("ended_at", nullable=True),
    terms_column(),
    json_column("clock", nullable=True),
    json_column("paused", nullable=True),
    time_column("due_at", nullable=True),
    Column("rev", Integer, nullable=False, server_default=text("0")),
    checksum_column(),
    checksum_column("clock_checksum"),
    Column("origin", String),
    CheckConstraint("status IN ('running', 'parked', 'over')", name="status"),
    CheckConstraint("(status = 'over') = (ended_at IS NOT NULL)", name="ended"),
    sqlite_autoincrement=True,
)
Index("ix_matches_guild_id", matches.c.guild_id)
for _name, _columns, _where in (
    ("ix_matches_live", ("guild_id",), matches.c.ended_at.is_(None)),
    ("ix_matches_parked", ("guild_id",), text("status = 'parked'")),
    ("ix_matches_ended_at", ("ended_at", "id"), matches.c.ended_at.is_not(None)),
):
    Index(_name, *(matches.c[column] for column in _columns), sqlite_where=_where, postgresql_where=_where)
Index(
    "uq_matches_origin",
    matches.c.origin,
    unique=True,
    sqlite_where=matches.c.origin.is_not(None),
    postgresql_where=matches.c.origin.is_not(None),
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", BigInteger, nullable=False),
    Column("team", Integer),
    Column("live", Boolean, nullable=False),
    checksum_column(),
    UniqueConstraint("match_id", "person_id"),
    sqlite_with_rowid=False,
)
Index(
    "ix_match_seats_live",
    match_seats.c.person_id,
    sqlite_where=match_seats.c.live.is_(True),
    postgresql_where=match_seats.c.live.is_(True),
)

places = Table(
    "places",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("role", String, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("busy", Boolean, nullable=False),
    checksum_column(),
    Index(None, "channel_id", "match_id"),
    sqlite_with_rowid=False,
)
Index(
    "uq_places_busy",
    places.c.channel_id,
    unique=True,
    sqlite_where=places.c.busy.is_(True),
    postgresql_where=places.c.busy.is_(True),
)

events = Table(
    "events",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("person_id", BigInteger, nullable=False),
    Column("text", String, nullable=False),
    json_column("choices", nullable=True),
    time_column("at"),
    json_column("data", nullable=True),
    checksum_column(),
    CheckConstraint("kind IN ('turn', 'joint', 'forfeit', 'undo', 'substitute', 'ruling', 'position')", name="kind"),
    sqlite_with_rowid=False,
)

Index(
    "ix_events_substitutes",
    events.c.kind,  # without it, SQLite would rather read all events of a match
    events.c.match_id,
    sqlite_where=text("kind = 'substitute'"),
    postgresql_where=text("kind = 'substitute'"),
)

sealed_choices = Table(
    "sealed_choices",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("decision", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", String, nullable=False),
    time_column("at"),
    Column("cause", String),
    json_column("decided", nullable=True),
    checksum_column(),
    sqlite_with_rowid=False,
)

pauses = Table(
    "pauses",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    time_column("begun_at", primary_key=True),
    time_column("ended_at"),
    checksum_column(),
    sqlite_with_rowid=False,
)

analyses = Table(
    "analyses",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("mark", String, nullable=False),
    json_column("report"),
)

commitments = Table(
    "commitments",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("decision", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("salt", LargeBinary, nullable=False),
    Column("text", String, nullable=False),
    Column("revealed", Boolean, nullable=False),
    checksum_column(),
    sqlite_with_rowid=False,
)

dropped_choices = Table(
    "dropped_choices",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("decision", Integer, primary_key=True),
    Column("digest", String, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("cause", String, nullable=False),
    checksum_column(),
    sqlite_with_rowid=False,
)

plans = Table(
    "plans",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", BigInteger, nullable=False),
    Column("seq", Integer, nullable=False),
    json_column("tree"),
    time_column("at"),
    checksum_column(),
    sqlite_with_rowid=False,
)

prepared_answers = Table(
    "prepared_answers",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", BigInteger, nullable=False),
    json_column("answers"),
    time_column("at"),
    checksum_column(),
    sqlite_with_rowid=False,
)


# What came of matches: a row a seat, what was corrected later, and the totals that follow from both.
#
# Every total follows from the columns of `results` alone (`store.tables.results`) and can be checked against them. What
# is here names no match and no person by a foreign key: numbers of a match may stay when all else of it is gone.
#
# A match that counts for the ratings of all servers, too, has a second set of rows, as of server 0: numbers alone,
# which stay when its server goes.


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
for _result_name, _result_columns, _result_where in (
    ("ix_results_starter", ("guild_id", "starter_id", "ended_at"), None),
    ("ix_results_finisher", ("guild_id", "finisher_id", "ended_at"), results.c.finisher_id != results.c.starter_id),
    ("ix_results_pool", ("pool_id", "pool_no", "seat"), results.c.pool_no.is_not(None)),
    ("ix_results_best", ("guild_id", "game", "mode", "category", "merit"), results.c.merit.is_not(None)),
):
    Index(
        _result_name,
        *(results.c[each] for each in _result_columns),
        sqlite_where=_result_where,
        postgresql_where=_result_where,
    )

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


# Ratings: what was changed when, and what they are now.


pools = Table(
    "pools",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    Column("variant", String, nullable=False),
    Column("model", String, nullable=False),
    Column("last_no", Integer, nullable=False),
    checksum_column(),
    UniqueConstraint("guild_id", "game", "mode", "variant"),
    sqlite_autoincrement=True,
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("id", Id, primary_key=True),
    Column("pool_id", Id, ForeignKey("pools.id"), nullable=False),
    Column("pool_no", Integer, nullable=False),
    Column("upto", Integer, nullable=False),
    Column("match_id", Id, nullable=False),
    Column("person_id", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("cause", Id),
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    time_column("at"),
    checksum_column(),
    CheckConstraint("kind IN ('end', 'correction', 'rebuild')", name="kind"),
    CheckConstraint("(kind = 'correction') = (cause IS NOT NULL)", name="cause"),
    Index(None, "pool_id", "pool_no"),
    Index(None, "pool_id", "person_id"),
    sqlite_autoincrement=True,
)
Index(
    "ix_rating_changes_later",
    rating_changes.c.pool_id,
    sqlite_where=rating_changes.c.kind != "end",
    postgresql_where=rating_changes.c.kind != "end",
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool_id", Id, ForeignKey("pools.id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("last_no", Integer, nullable=False),
    time_column("ended_at", nullable=True),
    checksum_column(),
    Index(None, "pool_id", "mu"),
    Index(None, "person_id"),
    sqlite_with_rowid=False,
)


# Offers of another match like one that is over.


rematches = Table(
    "rematches",
    metadata,
    Column("match_id", Id, ForeignKey("matches.id"), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    json_column("why", nullable=True),
    Column("message_id", BigInteger),
    Column("lobby_id", Id),
    time_column("opened_at"),
    time_column("closed_at", nullable=True),
    checksum_column(),
    CheckConstraint("status IN ('open', 'ordered', 'declined', 'lapsed', 'failed')", name="status"),
    sqlite_with_rowid=False,
)

rematch_votes = Table(
    "rematch_votes",
    metadata,
    Column("match_id", Id, ForeignKey("rematches.match_id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    time_column("at"),
    checksum_column(),
    sqlite_with_rowid=False,
)


# Matches that are to begin.


starts = Table(
    "starts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("place", String, nullable=False),
    Column("game", String, nullable=False),
    Column("mode", String, nullable=False),
    json_column("options"),
    json_column("seats"),
    Column("origin", String, nullable=False, unique=True),
    terms_column(),
    Column("position", String, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("status", String, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("attempts", Integer, nullable=False),
    json_column("made"),
    json_column("why", nullable=True),
    Column("match_id", Id, ForeignKey("matches.id")),
    time_column("created_at"),
    time_column("began_at", nullable=True),
    checksum_column(),
    CheckConstraint("status IN ('waiting', 'queued', 'building', 'started', 'done', 'failed')", name="status"),
    CheckConstraint("place IN ('here', 'thread', 'channels')", name="place"),
    sqlite_autoincrement=True,
)
Index(
    "ix_starts_live",
    starts.c.guild_id,
    sqlite_where=starts.c.live.is_(True),
    postgresql_where=starts.c.live.is_(True),
)
Index(
    "ix_starts_match_id",
    starts.c.match_id,
    sqlite_where=starts.c.match_id.is_not(None),
    postgresql_where=starts.c.match_id.is_not(None),
)
