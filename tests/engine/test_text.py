"""Texts apart from their language: values filled in, somebody's own words made harmless, and there and back as JSON."""

from __future__ import annotations

import json

import pytest

from engine.text import Player, Quote, Text, dump_text, load_text, say

TEXT = say(
    "{who} says {words} to {other}: {more}",
    who=Player(1),
    words=Quote("*hi*"),
    other="you",
    more=say("{count} times {words}", count=2, words=Quote("_so_")),
)


def test_values_are_shown_each_in_its_own_way() -> None:
    told = TEXT.render(str, lambda seat: f"seat {seat}", lambda words: f"<{words}>")
    assert told == "seat 1 says <*hi*> to you: 2 times <_so_>"
    assert str(TEXT) == "Player 1 says *hi* to you: 2 times _so_"


def test_a_text_comes_back_from_json() -> None:
    assert load_text(json.loads(json.dumps(dump_text(TEXT)))) == TEXT


@pytest.mark.parametrize("data", [None, "text", {"template": "x"}, {"template": "{a}", "values": {"a": {"b": 1}}}])
def test_what_is_no_text_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="not a text"):
        load_text(data)


def test_a_text_without_values_is_its_template() -> None:
    assert Text("So be it.").render(lambda _: "Ainsi soit-il.", str) == "Ainsi soit-il."
