"""Markup that was cut in two: what Discord would show as signs instead of a name, a time, a link or code."""

from __future__ import annotations

import re

from tests.limits.parts import Problems

_HALF = re.compile(r"<(?:@[!&]?|#|/|a?:|t:)[^<>\s]{0,60}(?:…|$)")
_HALF_LINK = re.compile(r"(?<!\\)\]\((?:https?|<)[^)\s]*(?:…|\s|$)")
_CODE = re.compile(r"\\.|```.*?```|`[^`]*`", re.DOTALL)


def broken(where: str, text: str) -> Problems:
    """Yield what of a text with Markdown was cut in two: mentions, times, links, code and bold."""
    if "…" not in text:  # how the bot marks a cut; a text without one is as it was written
        return
    without = _CODE.sub("", text)
    if "`" in without:
        yield f"{where}: code is not closed: {text[-80:]!r}"
        return
    if half := _HALF.search(without) or _HALF_LINK.search(without):
        yield f"{where}: cut in the middle of {half[0]!r}"
    for line in without.splitlines():
        if "…" in line and line.count("**") % 2:
            yield f"{where}: bold is not closed: {line[-80:]!r}"
