"""Limits of components: buttons, menus, texts and pictures of a message, and what a dialog asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.limits.markup import broken
from tests.limits.parts import Json, Problems, count, text, unique

ROW, BUTTON, MENU, INPUT, SECTION, WORDS, THUMBNAIL, GALLERY, FILE, LINE, BOX = 1, 2, 3, 4, 9, 10, 11, 12, 13, 14, 17
LABEL, RADIO, TICKS = 18, 21, 22
MENUS = (MENU, 5, 6, 7, 8)
CHILDREN = ("components", "accessory", "component")
MOST_ROWS, MOST_IN_ALL, MOST_WORDS, MOST_IN_DIALOG = 5, 40, 4000, 5


def in_message(components: Sequence[Json]) -> Problems:
    """Yield what Discord refuses in the components of a message."""
    every = list(_walk("components", components))
    yield from unique("custom_id", [each["custom_id"] for _, each in every if "custom_id" in each])
    if all(each.get("type") == ROW for each in components):
        yield from count("components", components, MOST_ROWS)
    else:  # Components V2
        yield from count("components in all", [each for _, each in every], MOST_IN_ALL)
        words = sum(len(each.get("content", "")) for _, each in every)
        if words > MOST_WORDS:
            yield f"components: {words} characters of {MOST_WORDS} in all"
    for where, each in every:
        yield from _one(where, each)


def in_dialog(dialog: Json) -> Problems:
    """Yield what Discord refuses in a dialog."""
    components = dialog.get("components") or []
    every = list(_walk("components", components))
    yield from text("title", dialog.get("title") or "", 45, 1)
    yield from text("custom_id", dialog.get("custom_id") or "", 100, 1)
    yield from count("components", components, MOST_IN_DIALOG, 1)
    yield from unique("custom_id", [each["custom_id"] for _, each in every if "custom_id" in each])
    for where, each in every:
        yield from _one(where, each)
        if each.get("disabled"):
            yield f"{where}: nothing can be disabled in a dialog"
        if each.get("min_values") == 0 and each.get("required", True):
            yield f"{where}: what is required takes one value at least"
    for index, each in enumerate(components):
        if each.get("type") not in (ROW, WORDS, LABEL):
            yield f"components[{index}]: type {each.get('type')} does not stand in a dialog by itself"


def _walk(where: str, components: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    for index, each in enumerate(components):
        yield from _beneath(f"{where}[{index}]", each)


def _beneath(where: str, component: Json) -> Iterator[tuple[str, Json]]:
    yield where, component
    for key in CHILDREN:
        inner = component.get(key)
        if isinstance(inner, list):
            yield from _walk(f"{where}.{key}", inner)
        elif inner:
            yield from _beneath(f"{where}.{key}", inner)


def _one(where: str, each: Json) -> Problems:
    kind = each.get("type")
    yield from text(f"{where}.custom_id", each.get("custom_id"), 100, 1)
    if kind == ROW:
        inner = each.get("components") or []
        yield from count(f"{where}.components", inner, 5, 1)
        if len(inner) > 1 and any(one.get("type") != BUTTON for one in inner):
            yield f"{where}: a menu needs a row of its own"
    elif kind == BUTTON:
        yield from _button(where, each)
    elif kind in MENUS:
        yield from _menu(where, each)
    elif kind == INPUT:
        yield from _input(where, each)
    elif kind == SECTION:
        yield from count(f"{where}.components", each.get("components"), 3, 1)
        if not each.get("accessory"):
            yield f"{where}: a section has something beside it"
    elif kind == WORDS:
        yield from text(f"{where}.content", each.get("content") or "", MOST_WORDS, 1)
        yield from broken(f"{where}.content", each.get("content") or "")
    elif kind == THUMBNAIL:
        yield from text(f"{where}.description", each.get("description"), 1024)
    elif kind == GALLERY:
        yield from count(f"{where}.items", each.get("items") or [], 10, 1)
        for number, item in enumerate(each.get("items") or ()):
            yield from text(f"{where}.items[{number}].description", item.get("description"), 1024, 1)
    elif kind == LABEL:
        yield from text(f"{where}.label", each.get("label") or "", 45, 1)
        yield from text(f"{where}.description", each.get("description"), 100)
    elif kind in (RADIO, TICKS):
        yield from _options(where, each, 10, 2 if kind == RADIO else 1)


def _button(where: str, each: Json) -> Problems:
    yield from text(f"{where}.label", each.get("label"), 80)
    if not (each.get("label") or "").strip() and not each.get("emoji"):
        yield f"{where}: neither a label nor an emoji"
    target = "url" if each.get("style") == 5 else "custom_id"
    if [key for key in ("custom_id", "url") if each.get(key)] != [target]:
        yield f"{where}: a button of style {each.get('style')} takes its {target} and no other target"
    yield from text(f"{where}.url", each.get("url"), 512, 1)


def _menu(where: str, each: Json) -> Problems:
    yield from text(f"{where}.placeholder", each.get("placeholder"), 150)
    least, most = each.get("min_values", 1), each.get("max_values", 1)
    if not 0 <= least <= most <= 25 or not most:
        yield f"{where}: from {least} to {most} values"
    if each["type"] == MENU:
        yield from _options(where, each, 25, 1)
        if each.get("options") and most > len(each["options"]):
            yield f"{where}: {most} values of {len(each['options'])} options"
        if sum(bool(option.get("default")) for option in each.get("options") or ()) > most:
            yield f"{where}: more options are chosen at first than can be"


def _options(where: str, each: Json, most: int, least: int) -> Problems:
    options = each.get("options") or []
    yield from count(f"{where}.options", options, most, least)
    yield from unique(f"{where}.options", [option.get("value") for option in options])
    for number, option in enumerate(options):
        here = f"{where}.options[{number}]"
        yield from text(f"{here}.label", option.get("label") or "", 100, 1)
        yield from text(f"{here}.value", option.get("value") or "", 100, 1)
        yield from text(f"{here}.description", option.get("description"), 100)


def _input(where: str, each: Json) -> Problems:
    yield from text(f"{where}.label", each.get("label"), 45, 1)
    yield from text(f"{where}.placeholder", each.get("placeholder"), 100)
    least, most = each.get("min_length") or 0, each.get("max_length", 4000)
    if not 0 <= least <= most <= 4000 or not most:
        yield f"{where}: from {least} to {most} characters"
    yield from text(f"{where}.value", each.get("value"), most)
