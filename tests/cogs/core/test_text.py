"""Names and what was typed, made fit for messages."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from cogs.core.text import code, cut, line, plain, safe, shown
from engine.text import Player, Quote, say
from tests.cogs.markdown import read
from tests.limits.markup import broken

SIGNS = "\\*_~|`<>#-.:/@[](){}!&+=1a \n"
PIECES = (
    "https://",
    "http:/",
    "discord.gg/abc",
    "@everyone",
    "@here",
    "<@1>",
    "<@&2>",
    "<#3>",
    "<t:0:R>",
    "<:e:4>",
    "</new:5>",
    "<id:home>",
    ":smile:",
    "[a](b)",
    "-# ",
    "> ",
    ">>> ",
    "# ",
    "- ",
    "1. ",
    "```",
    "||",
    "**",
    "\\",
    "\u200b",
    "\u200d",
    "\u202e",
    "\u2066",
    "\ufeff",
    "👩\u200d🚀",
    "ü",
    "\ud800",
)

hostile = some.lists(some.one_of(some.sampled_from(PIECES), some.text(SIGNS, max_size=4), some.text(max_size=3))).map(
    "".join
)
anything = some.one_of(hostile, some.text())

PLACES = (
    "{}",
    "{} plays",
    "**{}** plays",
    "_{}_",
    "## {}",
    "-# {}",
    "> {}",
    "- {}: {}",
    "||{}|| and {}",
    "[there](x) {} (and) {}",
    "first\n{}\nlast",
)
"""Where words of somebody may stand; what is around them is as live as it was without them."""


def seen(text: str) -> str:
    """Return what is read of a text, without the space that nobody sees."""
    return read(text).plain.replace("\u200b", "")


@given(anything)
@example("[**b** ||s||](x)")
@example("`")
@example("[\\<#1>](x)")
@example("**b** `x` ~~y~~ ||z|| _i_")
@example("ht\u200btps://evil.example/a_b")
@example("\\")
@example("¯\\_(ツ)_/¯")
def test_what_somebody_wrote_is_shown_as_it_is(text: str) -> None:
    reading = read(safe(text))
    assert reading.marks == set()
    assert reading.plain.replace("\u200b", "") == line(text)


@given(some.sampled_from(PLACES), anything)
@example("**{}** plays", "a\\")
@example("**{}** plays", "*")
@example("_{}_", "_")
@example("[there](x) {} (and) {}", "](y)")
def test_words_change_nothing_around_them(place: str, text: str) -> None:
    harmless = place.replace("{}", "name")
    reading = read(place.replace("{}", safe(f"x{text}x")))
    assert reading.marks == read(harmless).marks
    assert reading.plain.replace("\u200b", "") == read(harmless).plain.replace("name", line(f"x{text}x"))


@given(anything)
@example("``x``\n@everyone")
@example("a\\")
def test_nothing_gets_out_of_its_backticks(text: str) -> None:
    reading = read(f"`{code(f'x{text}')}` after")
    assert reading.marks <= {"code", "raw link", "raw invitation"}
    assert [each.replace("\u200b", "") for each in reading.code] == [line(f"x{text}").replace("`", "'")]
    assert reading.plain.endswith(" after")


@given(anything, some.integers(min_value=2, max_value=60))
@example("||" * 30, 19)
def test_what_is_cut_stays_dead_and_fits(text: str, limit: int) -> None:
    for whole in (safe(text), f"`{code(f'x{text}')}` {safe(text)}"):
        short = cut(whole, limit)
        assert len(short) <= limit
        assert read(short).marks <= {"code", "raw link", "raw invitation"}
        if len(whole) > limit:
            assert seen(short).rstrip("`").endswith("…")


@given(anything)
def test_a_line_is_one_line_of_what_can_be_seen_and_sent(text: str) -> None:
    told = line(text)
    assert told.splitlines() in ([], [told])
    assert not {"\u200b", "\u202e", "\u2066", "\ufeff"} & set(told)
    assert told.encode().decode() == told
    assert line(told) == told


@given(anything)
@settings(max_examples=50)
def test_quotes_and_players_are_made_safe_wherever_they_stand(text: str) -> None:
    inner = say("{words}", words=Quote(text))
    reading = read(shown(say("{player}: {inner}", player=Player(1), inner=inner), None, (f"x{text}",)))
    assert reading.marks == set()
    assert reading.plain.replace("\u200b", "") == f"{line(f'x{text}')}: {line(text)}"
    assert plain(inner, None) == line(text)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("ann", "ann"),
        ("ann\u200d", "ann"),
        ("Zoë 👩\u200d🚀", "Zoë 👩\u200d🚀"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        (" a\tb\r\nc \u2028 d ", "a b c d"),
        ("\u202ehctam", "hctam"),
        ("\ud83d", "\ufffd"),
    ],
)
def test_what_nobody_sees_goes_and_the_rest_stays(name: str, told: str) -> None:
    assert line(name) == told


def test_a_seat_whose_name_nobody_can_see_is_called_by_its_number() -> None:
    assert shown(say("{player}", player=Player(2)), None, ("ann", "\u200b\u2066")) == "Player 2"


def test_calls_are_looked_for_behind_a_backslash_too() -> None:
    assert safe("@everyone @here") == "\\@\u200beveryone \\@\u200bhere"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("**b**", {"bold"}),
        ("[a](b)", {"link"}),
        ("x https://a.b", {"link", "raw link"}),
        ("<@1>", {"mention", "raw call"}),
        ("\n-# a", {"small print"}),
        ("1. a", {"list"}),
        ("`a`", {"code"}),
        (":a:", {"emoji"}),
        ("<t:0>", {"time"}),
        ("||a||", {"spoiler"}),
        (r"\*\*a\*\*", set()),
    ],
)
def test_the_reader_of_these_tests_reads(text: str, marks: set[str]) -> None:
    assert read(text).marks == marks


@pytest.mark.parametrize(
    ("text", "limit", "told"),
    [
        ("of <@123456789> and others", 10, "of…"),
        ("of <@123456789> and others", 17, "of <@123456789>…"),
        ("again <t:1700000000:R>, or", 20, "again…"),
        ("use </match cards:1> for it", 15, "use…"),
        ("[To the match](https://a.b/c) now", 20, "…"),
        ("see [there](https://a.b/c), now", 29, "see [there](https://a.b/c),…"),
        ("**bold words** here", 10, "**bold…**"),
        ("**bold words** here", 14, "**bold word…**"),
        ("**bold words** here", 16, "**bold words**…"),
        ("**a `code that is long`** b", 14, "**a `code…`**"),
        ("`code that is long` b", 8, "`code…`"),
        ("a `code`", 4, "a…"),
        ("```\nrow\nrow\nrow\n```", 12, "```\nrow…```"),
        (r"a \*name\* of", 4, "a…"),
        (r"a \*name\* of", 5, r"a \*…"),
        ("ab", 1, "…"),
        ("ab", 0, ""),
        ("ab", -3, ""),
        ("**ab**", 2, "…"),
    ],
)
def test_no_markup_is_cut_in_two(text: str, limit: int, told: str) -> None:
    assert cut(text, limit) == told
    assert list(broken("it", told)) == []


_PARTS = some.sampled_from(
    (
        "**",
        "`",
        "```",
        "<@1>",
        "<t:12:R>",
        "[a](b)",
        "[",
        "](",
        ")",
        "<",
        ">",
        r"\*",
        "\\",
        " ",
        "word",
        "\n",
        "`x`",
        "**b**",
    )
)


@given(some.lists(_PARTS, max_size=12).map("".join), some.integers(min_value=0, max_value=40))
def test_what_is_cut_fits_whatever_stands_in_it(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short) <= max(limit, 0)
    assert short == text or not short or "…" in short
