"""What appointments hold: whatever is stored is read as it was, and written again to the letter."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import pytest

from cogs.channels.absent import LATER
from cogs.silence.channels import ORPHANS, Orphans
from engine.game import Json
from hosting.consent.agreements import Pause
from hosting.consent.requests import PAUSE_ENDS, WISH, RequestDraft, draft_of_key
from hosting.lobby.model import LAPSE
from hosting.lobby.tables import ExpiryNotice
from hosting.notify.reminders import CALL_AFTER_REST, IDLING, PendingReminder
from hosting.notify.status import LEFTOVER, Leftover
from hosting.outages import NUDGE
from hosting.runtime.scheduler import Since
from hosting.vacations import TELLING, VacationEffects


class Dumped(Protocol):
    def dump(self) -> Json: ...


STORED: list[Mapping[str, Any]] = json.loads((Path(__file__).parents[2] / "data" / "appointments.json").read_text())
"""Every shape that a version of this program has stored, as it stored it: rows are added, never changed."""

LOADS: dict[str, Callable[[str, Json], Dumped]] = {
    WISH: lambda key, payload: RequestDraft.load(draft_of_key(key)[1], payload),
    LEFTOVER: lambda _key, payload: Leftover.load(payload),
    NUDGE: lambda _key, payload: PendingReminder.load(payload),
    CALL_AFTER_REST: lambda _key, payload: PendingReminder.load(payload),
    TELLING: lambda key, payload: VacationEffects.load(int(key), payload),
    PAUSE_ENDS: lambda _key, payload: Since.load(payload),
    IDLING: lambda _key, payload: Since.load(payload),
    LATER: lambda _key, payload: Since.load(payload),
    ORPHANS: lambda _key, payload: Orphans.load(payload),
    LAPSE: lambda _key, payload: ExpiryNotice.load(payload),
}


@pytest.mark.parametrize("row", STORED, ids=lambda row: f"{row['kind']} {row['key']}")
def test_what_was_stored_is_written_again_to_the_letter(row: Mapping[str, Any]) -> None:
    value = LOADS[row["kind"]](row["key"], row["payload"])
    assert json.dumps(value.dump()) == json.dumps(row["payload"])


def test_there_is_a_row_of_every_kind() -> None:
    assert {row["kind"] for row in STORED} == set(LOADS)


def test_payloads_are_read_as_their_values() -> None:
    assert RequestDraft.load(2, {"user": 5, "kind": "pause", "detail": {"days": 7}}) == RequestDraft(2, 5, Pause(7))
    assert PendingReminder.load({"decision": "17", "stage": "turn"}) == PendingReminder("17", "turn")
    first, last = datetime(2026, 1, 2, tzinfo=UTC), datetime(2026, 1, 7, tzinfo=UTC)
    payload: Json = {"user": 1, "change": "ended", "starts": first.isoformat(), "ends": last.isoformat()}
    assert VacationEffects.load(8, payload) == VacationEffects(8, 1, "ended", first, last)


@pytest.mark.parametrize("kind", LOADS)
def test_what_is_no_appointment_of_its_kind_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="not a "):
        LOADS[kind]("1:1" if kind == WISH else "1", {"since": 2026, "days": "7"})
