"""Texts apart from their language: values filled in, a player's own words made harmless, and there and back as JSON."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from engine.text import (
    ENGLISH,
    Listed,
    Member,
    Player,
    Quote,
    Text,
    dump_text,
    listed,
    load_text,
    members_in,
    say,
    say_n,
)

TEXT = say(
    "{who} says {words} to {other}: {more}",
    who=Player(1),
    words=Quote("*hi*"),
    other="you",
    more=say("{count} times {words}", count=2, words=Quote("_so_")),
)


def test_values_are_shown_each_in_its_own_way() -> None:
    told = TEXT.render(ENGLISH, lambda seat: f"seat {seat}", lambda words: f"<{words}>")
    assert told == "seat 1 says <*hi*> to you: 2 times <_so_>"
    assert str(TEXT) == "Player 1 says *hi* to you: 2 times _so_"


def test_a_person_is_shown_by_the_name_they_go_by_there_and_kept_as_a_number() -> None:
    text = say(
        "{new} plays on for {all}.", new=Member(3), all=listed([Member(4), say("{who}", who=Member(5)), Player(1)])
    )
    assert members_in(text) == {3, 4, 5}
    assert text.render(ENGLISH, member=lambda number: f"#{number}") == "#3 plays on for #4, #5 and 1."
    assert str(text) == "Person 3 plays on for Person 4, Person 5 and Player 1."
    assert dump_text(text)["values"]["new"] == {"person": 3}
    assert load_text(json.loads(json.dumps(dump_text(text)))) == text


COUNTED = say_n("{count} turn of {who}", "{count} turns of {who}", 2, who=listed([Player(1), Quote("*x*")]))


@pytest.mark.parametrize(
    "text",
    [
        *(TEXT, COUNTED),
        say("N", context="compass point"),
        say("{all}", all=listed([COUNTED, 3, "x"], "or")),
        say("{left} until {day}", left=timedelta(days=1, seconds=59), day=date(2026, 8, 1)),
    ],
)
def test_a_text_comes_back_from_json(text: Text) -> None:
    assert load_text(json.loads(json.dumps(dump_text(text)))) == text


def test_a_moment_is_stored_as_the_day_it_is_shown_as() -> None:
    text = say("Until {day}", day=datetime(2026, 8, 1, 23, 59, tzinfo=UTC))
    assert str(load_text(json.loads(json.dumps(dump_text(text))))) == str(text) == "Until 2026-08-01"


def test_a_text_without_plural_and_context_is_stored_as_it_always_was() -> None:
    assert dump_text(say("{who} left.", who=Player(2))) == {"template": "{who} left.", "values": {"who": {"seat": 2}}}


@pytest.mark.parametrize(
    ("count", "told"),
    [(0, "0 turns are left."), (1, "1 turn is left."), (2, "2 turns are left."), (1234, "1,234 turns are left.")],
)
def test_a_number_decides_on_the_form(count: int, told: str) -> None:
    assert str(say_n("{count} turn is left.", "{count} turns are left.", count)) == told


@pytest.mark.parametrize(
    ("listing", "told"),
    [
        (listed([]), ""),
        (listed(["a"]), "a"),
        (listed(["a", Player(2)]), "a and Player 2"),
        (listed(["a", "b", say("c")], "or"), "a, b or c"),
        (listed("abc", "comma"), "a, b, c"),
    ],
)
def test_lists_are_joined(listing: Listed, told: str) -> None:
    assert str(say("{all}", all=listing)) == told
    assert str(listing) == told


def test_durations_and_dates_are_written_as_they_are_typed() -> None:
    text = say("{left} until {day}", left=timedelta(days=1, hours=2, minutes=3, seconds=59), day=date(2026, 8, 1))
    assert str(text) == "1d2h3m until 2026-08-01"
    assert str(say("{left}", left=timedelta(seconds=59))) == "0m"


def test_the_number_stands_anywhere_among_the_values() -> None:
    turns = Text("{who}: {count} turn", (("who", Player(1)), ("count", 2)), "{who}: {count} turns")
    assert turns.count == 2
    assert say("{count} and more", count=2).count == 1


def test_a_template_from_a_table_keeps_its_plural_and_context() -> None:
    table = Text("{count} of {what}", (), "{count} of the {what}", "parts")
    assert table.using(count=2, what="x") == say_n(
        "{count} of {what}", "{count} of the {what}", 2, context="parts", what="x"
    )


@pytest.mark.parametrize(
    "data",
    [
        None,
        "text",
        {"template": "x"},
        {"template": "{a}", "values": {"a": {"b": 1}}},
        {"template": "x", "values": {}, "plural": "y"},
        {"template": "x", "values": {"count": "3"}, "plural": "y"},
        {"template": "x", "values": {}, "context": 3},
        {"template": "{a}", "values": {"a": {"list": ["b"], "joint": "nor"}}},
        {"template": "{a}", "values": {"a": {"seconds": "60"}}},
        {"template": "{a}", "values": {"a": {"seconds": 10**30}}},
        {"template": "{a}", "values": {"a": {"day": "2026-02-30"}}},
    ],
)
def test_what_is_no_text_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="not a text"):
        load_text(data)
