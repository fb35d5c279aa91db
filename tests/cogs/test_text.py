"""Names and what was typed, made fit for messages."""

from __future__ import annotations

import pytest

from cogs.ui.text import code, line, safe


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ann", "ann"),
        ("**b** `x` ~~y~~ ||z|| _i_", r"\*\*b\*\* \`x\` \~\~y\~\~ \|\|z\|\| \_i\_"),
        ("# big", r"\# big"),
        ("@everyone", "@\u200beveryone"),
        ("<@123456789012345678>", "\\<@\u200b123456789012345678>"),
        ("<t:0:R> <#1>", r"\<t:0:R> \<#1>"),
        ("http://evil.example/a_b", "http:/\u200b/\u200bevil.example/\u200ba\\_b"),
        ("discord.gg/abc", "discord.gg/\u200babc"),
        ("two\nlines", "two lines"),
        ("\u202ehctam", "hctam"),
    ],
)
def test_names_are_plain_text(name: str, shown: str) -> None:
    assert safe(name) == shown


def test_nothing_gets_out_of_its_backticks() -> None:
    assert code("``x``\n@everyone") == "''x'' @\u200beveryone"


def test_a_line_is_one_line() -> None:
    assert line(" a\tb\r\nc \u2028 d ") == "a b c d"
