"""What requests hold: whatever is stored is read as it was, and written again to the letter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hosting.consent.agreements import (
    Call,
    Draw,
    End,
    Extension,
    Pause,
    Resume,
    TakeBack,
    agreement_of,
    asked_of,
    dump_wanted,
    load_wanted,
    wanted_of,
)
from hosting.match.model import Request

STORED: list[Mapping[str, Any]] = json.loads((Path(__file__).parents[2] / "data" / "requests.json").read_text())
"""Every shape that a version of this program has stored, as it stored it: rows are added, never changed."""


def stored(row: Mapping[str, Any]) -> Request:
    return Request(1, 1, 3, row["kind"], 1, 5, row["detail"], (), "open", datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("row", STORED, ids=json.dumps)
def test_what_was_stored_is_written_again_to_the_letter(row: Mapping[str, Any]) -> None:
    request = stored(row)
    asked = asked_of(request) if "asked" in row["detail"] else None
    assert json.dumps(dump_wanted(wanted_of(request), asked)) == json.dumps(row["detail"])


def test_there_is_a_row_of_every_kind() -> None:
    kinds = {each.kind for each in (TakeBack, Draw, End, Pause, Resume, Extension, Call)}
    assert {row["kind"] for row in STORED} == kinds


def test_details_are_read_as_their_values() -> None:
    assert load_wanted("undo", {}) == TakeBack(), "a wish does not know yet how far back"
    assert load_wanted("undo", {"to": 3, "turns": 2, "asked": [2]}) == TakeBack(3, 2)
    assert load_wanted("extend", {"seat": 1, "seconds": 60}) == Extension(1, 60)
    assert load_wanted("call", {"cause": "time"}) == Call("time")


@pytest.mark.parametrize(
    ("kind", "detail"), [("pause", {}), ("pause", {"days": "7"}), ("extend", {"seat": 1}), ("rematch", {})]
)
def test_what_is_no_request_of_its_kind_is_refused(kind: str, detail: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"not a request of kind {kind}"):
        load_wanted(kind, detail)


def test_a_call_is_nothing_to_agree_on() -> None:
    with pytest.raises(ValueError, match="none to the players"):
        agreement_of(stored({"kind": "call", "detail": {}}))
