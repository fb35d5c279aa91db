"""What is refused in messages and components although the schema allows it; no sockets."""

from typing import Any

import pytest

from tests.wire.double.shapes import V2, walk
from tests.wire.double.validate import component_problems, message_problems

BUTTON: dict[str, Any] = {"type": 2, "style": 1, "label": "l", "custom_id": "a"}
MENU: dict[str, Any] = {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}]}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def buttons(count: int) -> list[dict[str, Any]]:
    return [BUTTON | {"custom_id": str(i)} for i in range(count)]


@pytest.mark.parametrize(
    ("components", "codes"),
    [
        ([row(*buttons(5)), row(MENU)], []),
        ([row(*buttons(6))], ["COMPONENT_LAYOUT_WIDTH_EXCEEDED"]),
        ([row(MENU, MENU | {"custom_id": "n"})], ["COMPONENT_LAYOUT_WIDTH_EXCEEDED"]),
        ([row()], ["COMPONENT_LAYOUT_WIDTH_EXCEEDED"]),
        ([row(b) for b in buttons(6)], ["BASE_TYPE_BAD_LENGTH"]),
        ([BUTTON], ["UNION_TYPE_CHOICES"]),
        ([row(BUTTON, BUTTON)], ["COMPONENT_CUSTOM_ID_DUPLICATED"]),
        ([row(BUTTON | {"id": 1}, BUTTON | {"id": 1, "custom_id": "b"})], ["COMPONENT_ID_DUPLICATED"]),
        ([row(BUTTON | {"label": "x" * 81})], ["BASE_TYPE_BAD_LENGTH"]),
        ([row(BUTTON | {"custom_id": "x" * 101})], ["BASE_TYPE_BAD_LENGTH"]),
        ([row(BUTTON | {"style": 5})], ["BUTTON_COMPONENT_INVALID"]),
        ([row({"type": 2, "style": 5, "label": "l", "url": "https://example.org"})], []),
        ([row(MENU | {"options": []})], ["BASE_TYPE_BAD_LENGTH"]),
        ([row(MENU | {"options": MENU["options"] * 2})], ["SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"]),
    ],
)
def test_components(components: list[dict[str, Any]], codes: list[str]) -> None:
    assert [code for _, code, _ in component_problems(components)] == codes


def test_modals() -> None:
    field = {"type": 4, "custom_id": "t", "label": "l", "style": 1}
    label = {"type": 18, "label": "l", "component": MENU}

    def codes(*components: dict[str, Any]) -> list[str]:
        return [code for _, code, _ in component_problems(list(components), modal=True)]

    assert codes(row(field), label) == []
    assert codes(label | {"component": MENU | {"disabled": True}}) == ["COMPONENT_DISABLED"]
    assert codes(label | {"component": MENU | {"min_values": 0}}) == ["NUMBER_TYPE_MIN"]
    assert codes(label | {"component": MENU | {"min_values": 0, "required": False}}) == []


def test_layouts() -> None:
    def codes(body: dict[str, Any], *files: str) -> list[str]:
        return [code for _, code, _ in message_problems(body, V2, files)]

    text = {"type": 10, "content": "x" * 2000}
    picture = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
    assert codes({"components": [text, text]}) == []
    assert codes({"components": [text, text, text]}) == ["COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"]
    assert codes({"components": [{"type": 14}] * 41}) == ["COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"]
    assert codes({"components": [text], "content": "x"}) == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]
    assert codes({"components": [picture]}) == ["UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"]
    assert codes({"components": [picture]}, "a.png") == []


@pytest.mark.parametrize(
    ("embed", "where"),
    [
        ({"title": "x" * 257}, ("embeds", 0, "title")),
        ({"description": "x" * 4097}, ("embeds", 0, "description")),
        ({"footer": {"text": "x" * 2049}}, ("embeds", 0, "footer", "text")),
        ({"author": {"name": "x" * 257}}, ("embeds", 0, "author", "name")),
        ({"fields": [{"name": "n", "value": "x" * 1025}]}, ("embeds", 0, "fields", 0, "value")),
        ({"fields": [{"name": "n", "value": "v"}] * 26}, ("embeds", 0, "fields")),
    ],
)
def test_embeds(embed: dict[str, Any], where: tuple[str | int, ...]) -> None:
    assert [place for place, _, _ in message_problems({"embeds": [embed]}, 0)] == [where]


def test_every_nested_component_is_found_with_its_place() -> None:
    section = {"type": 9, "components": [{"type": 10, "content": "t"}], "accessory": BUTTON}
    places = [place for place, _ in walk([{"type": 17, "components": [section]}])]
    inside = (0, "components", 0)
    assert places == [(0,), inside, (*inside, "components", 0), (*inside, "accessory")]
