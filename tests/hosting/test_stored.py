"""What is stored as JSON: whatever was stored is read as it was, and written again to the letter."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Protocol, get_args

import pytest

from cogs.channels.housing import LATER
from cogs.silence.channels import ORPHANS, Orphans
from engine.game import Json
from hosting.clock import MatchClock
from hosting.consent.agreements import (
    Call,
    Draw,
    End,
    Extension,
    Pause,
    Resume,
    TakeBack,
    asked_of,
    dump_wanted,
    wanted_of,
)
from hosting.consent.requests import DRAFT_DUE, PAUSE_ENDS, RequestDraft, draft_of_key
from hosting.league.fixtures import held, restored
from hosting.league.terms import LeagueTerms
from hosting.lobby.model import LAPSE
from hosting.lobby.tables import ExpiryNotice
from hosting.match import answers
from hosting.match.model import Parked, Paused, Request
from hosting.match_terms import Terms
from hosting.notify import CALL_AFTER_REST, IDLING, PendingReminder
from hosting.outages import NUDGE
from hosting.outbox import Content, load
from hosting.runtime import Since
from hosting.vacations import VACATION, VacationEffects
from store.database import Database, Gap, backup_gaps, take_generation
from store.db.addresses import Address
from store.league.seasons import Fixture, Side
from store.tables import people
from store.tables.values import PostKind

DATA = Path(__file__).parents[1] / "data"


class Dumped(Protocol):
    def dump(self) -> Json: ...


def rows_of(name: str) -> list[Mapping[str, Any]]:
    """Every shape that was stored, as it was stored: rows are added, never changed."""
    rows: list[Mapping[str, Any]] = json.loads((DATA / f"{name}.json").read_text())
    return rows


POSTS, REQUESTS, APPOINTMENTS, OTHERS = map(rows_of, ("posts", "requests", "appointments", "stored"))

AT_AN_APPOINTMENT: dict[str, Callable[[str, Any], Dumped]] = {
    DRAFT_DUE: lambda key, payload: RequestDraft.load(draft_of_key(key)[1], payload),
    NUDGE: lambda _key, payload: PendingReminder.load(payload),
    CALL_AFTER_REST: lambda _key, payload: PendingReminder.load(payload),
    VACATION: lambda _key, payload: VacationEffects.load(payload),
    PAUSE_ENDS: lambda _key, payload: Since.load(payload),
    IDLING: lambda _key, payload: Since.load(payload),
    LATER: lambda _key, payload: Since.load(payload),
    ORPHANS: lambda _key, payload: Orphans.load(payload),
    LAPSE: lambda _key, payload: ExpiryNotice.load(payload),
}


FIXTURE = Fixture(8, 1, "main", 2, 1, 1, (Side(1, 4), Side(2, 5)), match_id=30)

AGAIN: dict[str, Callable[[Any], Json]] = {
    "terms": lambda data: Terms.load(data).dump(),
    "match clock": lambda data: MatchClock.load(data).dump(),
    "league terms": lambda data: LeagueTerms.load(data).dump(),
    "parked": lambda data: Parked.load(data).dump(),
    "paused": lambda data: Paused.load(data).dump(),
    "fixture before": lambda data: held(restored(FIXTURE, data)),
    "plan": lambda data: answers.dump(answers.load(data)),
}
"""What is read of what is stored, and written again."""
NOTES = ("gaps",)
"""What stands in notes of the database."""


def request(kind: str, detail: Mapping[str, Any]) -> Request:
    return Request(1, 1, 3, kind, 1, 5, detail, (), "open", datetime(2026, 1, 1, tzinfo=UTC))


def post_again(kind: PostKind, payload: Any) -> Json:
    return load(kind, payload).dump()


def request_again(kind: str, detail: Any) -> Json:
    found = request(kind, detail)
    return dump_wanted(wanted_of(found), asked_of(found) if "asked" in detail else None)


def appointment_again(kind: str, key: str, payload: Any) -> Json:
    return AT_AN_APPOINTMENT[kind](key, payload).dump()


def stored() -> Iterator[Any]:
    """Give what was stored, and what reads it and writes it again."""
    for number, row in enumerate(POSTS):
        yield pytest.param(row["payload"], partial(post_again, row["kind"]), id=f"post {number} {row['kind']}")
    for number, row in enumerate(REQUESTS):
        yield pytest.param(row["detail"], partial(request_again, row["kind"]), id=f"request {number} {row['kind']}")
    for number, row in enumerate(APPOINTMENTS):
        again = partial(appointment_again, row["kind"], row["key"])
        yield pytest.param(row["payload"], again, id=f"appointment {number} {row['kind']}")
    for number, row in enumerate(OTHERS):
        if row["kind"] not in NOTES:
            yield pytest.param(row["data"], AGAIN[row["kind"]], id=f"{row['kind']} {number}")


@pytest.mark.parametrize(("data", "again"), tuple(stored()))
def test_what_was_stored_is_written_again_to_the_letter(data: Json, again: Callable[[Json], Json]) -> None:
    assert json.dumps(again(data)) == json.dumps(data)


WHOLE = ("text", "note", "trouble", "quiet", "table")
"""What is damaged as a whole: texts have a reader of their own in the engine, quiet hours one by hand."""


def damaged(data: Any) -> Iterator[tuple[str, Any]]:
    """Give each path that leads to a value, and what is stored with something in its place that fits nowhere."""
    for key, value in data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ():
        within = () if key in WHOLE else tuple(damaged(value))
        for path, other in ((str(key), [None]), *((f"{key}.{path}", other) for path, other in within)):
            changed = copy(data)
            changed[key] = other
            yield path, changed


@pytest.mark.parametrize(("data", "again"), tuple(stored()))
def test_what_does_not_fit_is_refused_by_name(data: Json, again: Callable[[Json], Json]) -> None:
    for path, other in damaged(data):
        # What a request is for is read by its kind, on its own.
        with pytest.raises(ValueError, match=rf"\b{re.escape(path.removeprefix('detail.'))}\b"):
            again(other)


@pytest.mark.parametrize(
    "text", ["A secret.", {"template": "{a}", "values": {"a": {"quote": "A secret.", "day": 1}}, "plural": 7}]
)
def test_a_text_that_does_not_fit_is_not_quoted(text: Json) -> None:
    with pytest.raises(ValueError, match=r"\bParked\.text: ") as refused:
        Parked.load({"text": text, "code": "no-channel"})
    assert "secret" not in str(refused.value)


def test_there_is_a_row_of_every_kind() -> None:
    assert {row["kind"] for row in POSTS} == set(get_args(PostKind))
    assert {type(load(row["kind"], row["payload"])) for row in POSTS} == set(get_args(Content))
    assert {row["kind"] for row in REQUESTS} == {
        each.kind for each in (TakeBack, Draw, End, Pause, Resume, Extension, Call)
    }
    assert {row["kind"] for row in APPOINTMENTS} == set(AT_AN_APPOINTMENT)
    assert {row["kind"] for row in OTHERS} == {*AGAIN, *NOTES}


def noted(kind: str) -> list[str]:
    return [json.dumps(row["data"]) for row in OTHERS if row["kind"] == kind]


async def test_notes_that_do_not_fit_are_refused_by_name(database: Address) -> None:
    opened = await Database.open(database)
    async with opened.write() as connection:
        await people.set_note(connection, "gaps", '[["2026-01-02T03:04:05+00:00", 5]]')
        with pytest.raises(ValueError, match=r"gaps\.0\.1: .*a time in ISO 8601"):
            await backup_gaps(connection)
    await opened.close()


@pytest.mark.parametrize("text", noted("gaps"))
async def test_times_that_are_lost_are_noted_again_to_the_letter(database: Address, text: str) -> None:
    now = datetime(2026, 1, 5, tzinfo=UTC)
    opened = await Database.open(database)
    async with opened.write() as connection:
        await people.set_note(connection, "gaps", text)
        await people.set_note(connection, "restored", "1")
        known = await backup_gaps(connection)
        gap = await take_generation(connection, now - timedelta(hours=1), now)
        assert gap == Gap(now - timedelta(hours=1), now)
        more = ["2026-01-04T23:00:00+00:00", "2026-01-05T00:00:00+00:00"]
        assert await people.note(connection, "gaps") == json.dumps([*json.loads(text), more])
        assert await backup_gaps(connection) == (*known, gap)
    await opened.close()
