"""Collects the texts for people: from the code by the names of the functions that mark them, and from games' pages."""

from __future__ import annotations

import ast
import datetime as dt
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from babel.messages.catalog import Catalog

from engine.mutants.components import names
from engine.teaching import texts_in
from locales import HERE

ROOT = HERE.parent
PACKAGES = ("engine", "render", "hosting", "cogs", "local")
TEACHING = "engine/*/teaching/*.toml"
"""The pages and lessons of games."""
BOX = "engine/mutants/data/mutants.toml"
"""The data of Mutants, whose cards, decks and bosses have names."""
KEYWORDS = {"say": 1, "say_n": 2, "mark": 1}
"""Functions whose first arguments are texts, and how many: a second one is the plural; `context=` may follow."""

LONG_AGO = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""A date that does not change, so that the file changes only when a text does."""


AREAS: dict[str, tuple[str, ...]] = {
    "replicants": ("engine/replicants/", "render/replicants/"),
    "replica": ("engine/replica/", "render/replica/"),
    "mutants": ("engine/mutants/", "render/mutants/"),
    "apex": ("engine/apex/", "render/apex/"),
    "league": ("cogs/league/", "hosting/league/", "render/bracket.py", "render/standings.py"),
    "lobby": ("cogs/lobby/", "hosting/lobby/", "cogs/consent/", "hosting/consent/", "cogs/people/", "cogs/settings/"),
    "organisers": ("cogs/moderation/", "cogs/silence/", "cogs/review/", "cogs/watch/", "cogs/profile/", "hosting/"),
    "play": ("",),
}
"""Where the texts of an area are, as translators share them out; a place is in the first area that it fits."""


def area_of(places: Iterable[str]) -> str:
    """Return the area of a text; of several places the most general decides, the last in `AREAS`."""
    return max(map(_area, places), key=list(AREAS).index, default="play")


def _area(place: str) -> str:
    return next(area for area, beginnings in AREAS.items() if place.startswith(beginnings))


class Message(NamedTuple):
    """A text as the code marks it; `context` tells two uses of the same English apart."""

    forms: tuple[str, ...]
    context: str | None


class Call(NamedTuple):
    """A call that marks a text: of which of `KEYWORDS`, in which file, with which arguments.

    `within` is the name of the table that has it, or of the argument that it's given as; `beside` the texts of the
    same table.
    """

    keyword: str
    place: str
    node: ast.Call
    within: str = ""
    beside: tuple[str, ...] = ()


def calls(source: str, place: str = "") -> list[Call]:
    if not any(f"{keyword}(" in source for keyword in KEYWORDS):
        return []
    found = [call for statement in ast.parse(source).body for call in _calls(statement, place, _named(statement), ())]
    return sorted(found, key=lambda each: (each.node.lineno, each.node.col_offset))


def _calls(node: ast.AST, place: str, within: str, beside: tuple[str, ...]) -> Iterator[Call]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
        own = _literal(node.args[0]) if node.args else None
        yield Call(node.func.id, place, node, within, tuple(each for each in beside if each != own))
    elif isinstance(node, ast.Dict | ast.Tuple | ast.List | ast.Set):
        beside = tuple(dict.fromkeys(_texts(node)))
    elif isinstance(node, ast.keyword) and node.arg:
        within = node.arg
    for each in ast.iter_child_nodes(node):
        yield from _calls(each, place, within, beside)


def _named(statement: ast.stmt) -> str:
    """Return the name that a statement gives, of a table or a text."""
    match statement:
        case ast.Assign(targets=[ast.Name(name), *_]) | ast.AnnAssign(target=ast.Name(name)):
            return name
    return ""


def _texts(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in KEYWORDS and each.args:
            text = _literal(each.args[0])
            if text is not None:
                yield text


SHORT = 4
"""The words below which a text without a context gets a comment on where it is."""
_NEIGHBOURS = 4


def comments(call: Call, text: str) -> list[str]:
    """Return what tells translators where a short text is used: what it's part of, and the texts beside it."""
    if len(text.split()) >= SHORT:
        return []
    beside = [each for each in call.beside if len(each.split()) < 2 * SHORT][:_NEIGHBOURS]
    notes = [f"in: {call.within.strip('_').replace('_', ' ').lower()}"] if call.within else []
    return ["; ".join([*notes, *([f"beside: {' / '.join(beside)}"] if beside else [])])] if notes or beside else []


def message(call: Call) -> Message | None:
    """Return the text that a call marks; None if it's no literal (a test refuses it)."""
    wanted = KEYWORDS[call.keyword]
    forms = [form for argument in call.node.args[:wanted] if (form := _literal(argument)) is not None]
    contexts = [_literal(keyword.value) for keyword in call.node.keywords if keyword.arg == "context"]
    return Message(tuple(forms), contexts[0] if contexts else None) if len(forms) == wanted else None


@cache
def marked() -> tuple[Call, ...]:
    """Return every call of the project that marks a text; finding them takes seconds."""
    return tuple(
        call
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for call in calls(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    )


def extracted() -> Catalog:
    """Return every text of the project, with the files it's in."""
    catalogue = Catalog(
        project="Arena", version="", copyright_holder="the Arena authors", charset="utf-8", creation_date=LONG_AGO
    )
    for call in marked():
        if (found := message(call)) is not None:
            text = found.forms if len(found.forms) > 1 else found.forms[0]
            notes = [] if found.context else comments(call, found.forms[0])
            catalogue.add(text, locations=[(call.place, 0)], context=found.context, auto_comments=notes)
    for path in sorted(ROOT.glob(TEACHING)):
        for each in texts_in(tomllib.loads(path.read_text(encoding="utf-8"))):
            catalogue.add(each.template, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=each.context)
    for name, french in names():
        printed = [f"Printed in French: {french}"]
        catalogue.add(name.template, locations=[(BOX, 0)], context=name.context, auto_comments=printed)
    return catalogue


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
