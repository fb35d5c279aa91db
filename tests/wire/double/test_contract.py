"""Requests are held against Discord's own description of its API; skipped where that is missing."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import discord
import pytest

from tests.wire.double import Contract, Double, discord_contract, openapi_path
from tests.wire.double.contract import component_problems, message_problems
from tests.wire.double.model import V2, walk
from tests.wire.double.sample import PNG, refused, stage

MESSAGES = "/channels/{channel_id}/messages"


def test_bodies(contract: Contract) -> None:
    def where(body: object) -> list[str]:
        return [violation.where for violation in contract.check("POST", "/channels/1/messages", body)]

    assert where({"content": "ok"}) == []
    assert where({"content": 1}) == ["content"]
    assert where({"content": "ok", "tts": "yes"}) == ["tts"]
    button = {"type": 2, "style": 9, "label": "x" * 81, "custom_id": "a"}
    found = where({"components": [{"type": 1, "components": [button]}]})
    assert set(found) == {"components/0/components/0/style", "components/0/components/0/label"}
    assert where({"components": [{"type": 99}]}) == ["components/0/type"]


def test_what_discord_takes_besides(contract: Contract) -> None:
    overwrite = {"id": 5, "type": 0, "allow": "1024", "deny": 0}
    body = {"name": "a", "permission_overwrites": [overwrite]}
    assert contract.check("POST", "/guilds/1/channels", body) == []
    body = {"name": "a", "permission_overwrites": [overwrite | {"allow": "view"}]}
    found = contract.check("POST", "/guilds/1/channels", body)
    assert [v.where for v in found] == ["permission_overwrites/0/allow"]


def test_bodies_where_none_belongs_and_unknown_paths(contract: Contract) -> None:
    assert contract.check("GET", "/channels/1", None) == []
    assert [v.message for v in contract.check("GET", "/channels/1", {"a": 1})] == ["a body is not expected here"]
    assert [str(v) for v in contract.check("POST", "/guilds/1/channels", None)] != []
    assert contract.routes.match("GET", "/nonsense") is None


@pytest.mark.usefixtures("contract")
async def test_a_violation_is_noted_or_refused() -> None:
    async with stage(clean=False) as s:
        path = f"/channels/{s.lobby.id}/messages"
        await s.request("POST", path, {"content": "ok", "tts": "yes"})
        assert [(v.route, v.where) for v in s.double.violations] == [(MESSAGES, "tts")]
        s.double.enforce_contract = True
        with refused(50035):
            await s.request("POST", path, {"content": "ok", "tts": "yes"})
        assert [m.content for m in s.ann.visible_messages(s.lobby)] == ["ok"]


@pytest.mark.usefixtures("contract")
async def test_multipart_bodies_are_read() -> None:
    async with stage(clean=False) as s:
        picture = discord.File(io.BytesIO(PNG), "a.png", description="x" * 1025)
        with refused(50035) as caught:
            await s.place().send(file=picture)
        assert "In attachments.0.description" in caught.value.text
        assert [v.where for v in s.double.violations] == ["attachments/0/description"]


@pytest.mark.usefixtures("contract")
async def test_what_the_document_does_not_know() -> None:
    async with stage(clean=False) as s:
        for path in ("/guilds/1/nonsense", f"/guilds/{s.guild.id}/emojis"):
            with refused(0):
                await s.request("GET", path)
        assert set(s.double.unknown_routes) == {
            "GET /guilds/1/nonsense",
            "GET /guilds/1/nonsense (undocumented)",
            f"GET /guilds/{s.guild.id}/emojis",
        }


async def test_a_body_that_nobody_can_read_is_a_violation_without_the_document_too() -> None:
    async with stage(Double(check=False), clean=False) as s:
        with refused(50035):
            await s.request("POST", f"/channels/{s.lobby.id}/messages", {"content": 7, "embeds": [3]})
        assert [v.message.partition(":")[0] for v in s.double.violations] == ["unreadable"]


def test_a_missing_document_is_no_check(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", str(tmp_path / "none.json"))
    monkeypatch.delenv("ARENA_REQUIRE_OPENAPI", raising=False)
    assert openapi_path() == tmp_path / "none.json"
    assert discord_contract() is None
    assert Double().contract is None


def test_a_missing_document_is_an_error_where_it_is_required(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISCORD_OPENAPI", str(tmp_path / "none.json"))
    monkeypatch.setenv("ARENA_REQUIRE_OPENAPI", "1")
    with pytest.raises(FileNotFoundError, match=r"none\.json"):
        Double()


def test_the_usual_place_is_beside_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_OPENAPI", raising=False)
    root = Path(__file__).resolve().parents[3]
    assert openapi_path() == root.parent / "shared" / "discord" / "openapi.json"


# What is refused in messages and components although the schema allows it; no sockets.


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
