"""The tables as they are now; `store.migrations` leads there from any earlier release.

Every question asked while a turn is played finds its rows through an index, so its cost does not depend on how many
matches are stored. Rows of matches that go on are told from the others by partial indexes, which stay small.
"""

from __future__ import annotations

from sqlalchemy import Connection, Table, event

from store.schema.base import APPEND_ONLY, metadata
from store.schema.dialects import append_only
from store.schema.leagues import (
    absences,
    alternates,
    challenges,
    decisions,
    divisions,
    entries,
    entry_players,
    fixture_sides,
    fixtures,
    league_jobs,
    leagues,
    rounds,
    seasons,
    standings,
)
from store.schema.matches import (
    commitments,
    corrections,
    dropped_choices,
    events,
    feature_totals,
    match_seats,
    matches,
    pairs,
    pauses,
    person_totals,
    places,
    plans,
    pools,
    prepared_answers,
    rating_changes,
    ratings,
    rematch_votes,
    rematches,
    results,
    sealed_choices,
    starts,
)
from store.schema.people import (
    deletions,
    departures,
    erasures,
    exports,
    greetings,
    imports,
    lessons,
    member_names,
    notes,
    people,
    player_settings,
    server_settings,
    vacations,
)
from store.schema.posting import (
    audit_log,
    blocks,
    deadlines,
    match_loadouts,
    outbox,
    pairing_seats,
    pairings,
    requests,
    saved_loadouts,
    seeks,
    silence_log,
    table_loadouts,
    table_seats,
    tables,
    watches,
)

__all__ = [
    "APPEND_ONLY",
    "absences",
    "alternates",
    "audit_log",
    "blocks",
    "challenges",
    "commitments",
    "corrections",
    "deadlines",
    "decisions",
    "deletions",
    "departures",
    "divisions",
    "dropped_choices",
    "entries",
    "entry_players",
    "erasures",
    "events",
    "exports",
    "feature_totals",
    "fixture_sides",
    "fixtures",
    "greetings",
    "imports",
    "league_jobs",
    "leagues",
    "lessons",
    "match_loadouts",
    "match_seats",
    "matches",
    "member_names",
    "metadata",
    "notes",
    "outbox",
    "pairing_seats",
    "pairings",
    "pairs",
    "pauses",
    "people",
    "person_totals",
    "places",
    "plans",
    "player_settings",
    "pools",
    "prepared_answers",
    "rating_changes",
    "ratings",
    "rematch_votes",
    "rematches",
    "requests",
    "results",
    "rounds",
    "saved_loadouts",
    "sealed_choices",
    "seasons",
    "seeks",
    "server_settings",
    "silence_log",
    "standings",
    "starts",
    "table_loadouts",
    "table_seats",
    "tables",
    "vacations",
    "watches",
]


def _guard(table: Table, connection: Connection, **_: object) -> None:
    append_only(connection.exec_driver_sql, connection.dialect.name, table.name)


for _name in APPEND_ONLY:
    event.listen(metadata.tables[_name], "after_create", _guard)
