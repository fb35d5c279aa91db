"""Posts as values: whatever is stored of one is read as it was, and written again to the letter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from engine.text import say
from hosting.posts import (
    BoardPost,
    Content,
    DigestPost,
    HashesPost,
    LeaguePost,
    ReminderPost,
    RequestPost,
    TextPost,
    WatchPost,
    WelcomePost,
    dump,
    load,
    load_board,
)
from store.tables.values import PostKind

STORED: list[Mapping[str, Any]] = json.loads((Path(__file__).parents[2] / "data" / "posts.json").read_text())
"""Every shape of payload that a version of this program has stored, as it stored it: rows are added, never changed."""


def _named(row: Mapping[str, Any]) -> str:
    return "-".join([row["kind"], *row["payload"]])


@pytest.mark.parametrize("row", STORED, ids=_named)
def test_what_was_stored_is_written_again_to_the_letter(row: Mapping[str, Any]) -> None:
    content = load(row["kind"], row["payload"])
    assert json.dumps(dump(content)) == json.dumps(row["payload"])


def test_there_is_a_row_of_every_kind_and_of_every_value() -> None:
    assert {row["kind"] for row in STORED} == set(get_args(PostKind))
    assert {type(load(row["kind"], row["payload"])) for row in STORED} == set(get_args(Content))


NOTE = say("Ann lost on time.")


@pytest.mark.parametrize(
    ("kind", "payload", "content"),
    [
        ("board", {"role": "board"}, BoardPost("board")),
        ("status", {"role": "board", "edit": False}, BoardPost("board", edit=False)),
        ("status", {"role": "team:0", "edit": True, "quiet": True}, BoardPost("team:0", edit=True, quiet=True)),
        ("board", {"role": "board", "calls": True, "opens": 4}, BoardPost("board", calls=True, opens=4)),
        (
            "ended",
            {"role": "board", "note": {"template": "Ann lost on time.", "values": {}}},
            BoardPost("board", note=NOTE),
        ),
        ("sealed", {"decision": 1}, HashesPost(1)),
        (
            "nudge",
            {"text": {"template": "Ann lost on time.", "values": {}}, "organiser": True},
            TextPost(NOTE, organisers=True),
        ),
        (
            "notice",
            {"text": {"template": "Ann lost on time.", "values": {}}, "unbegun": 100},
            TextPost(NOTE, unbegun=100),
        ),
        (
            "notice",
            {"text": {"template": "Ann lost on time.", "values": {}}, "missing": 2},
            TextPost(NOTE, missing=2),
        ),
        (
            "notice",
            {"text": {"template": "Ann lost on time.", "values": {}}, "button": "spectate"},
            TextPost(NOTE, "spectate"),
        ),
        ("private", {"digest": True}, DigestPost()),
        ("private", {"reminder": "turn", "seat": 2}, ReminderPost("turn", 2)),
        ("request", {"request": 3}, RequestPost(3)),
        ("request", {"request": 3, "edit": True}, RequestPost(3, edit=True)),
        ("request", {"welcome": 5, "seat": 1}, WelcomePost(5, 1)),
        ("notice", {"league": 4, "news": "round", "number": 2}, LeaguePost(4, "round", 2)),
        ("watch", {"watch": 2, "note": {"template": "Ann lost on time.", "values": {}}}, WatchPost(2, NOTE)),
    ],
)
def test_a_payload_is_read_as_its_value(kind: PostKind, payload: Mapping[str, Any], content: Content) -> None:
    assert load(kind, payload) == content


def test_a_key_that_only_an_earlier_version_knew_is_passed_over() -> None:
    assert load("private", {"reminder": "half", "seat": 1, "instead": 200}) == ReminderPost("half", 1)
    assert load_board({"role": "board", "said": 1}) == BoardPost("board")


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("sealed", {"watch": 1}), ("request", {"text": {}}), ("private", {}), ("watch", {"watch": "1"})],
)
def test_what_is_no_post_of_its_kind_is_refused(kind: PostKind, payload: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"not a post of kind {kind}"):
        load(kind, payload)
