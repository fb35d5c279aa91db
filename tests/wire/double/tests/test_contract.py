"""Requests are held against Discord's own description of its API; skipped where that is missing."""

import io
from pathlib import Path

import discord
import pytest

from tests.wire.double import Contract, Double, discord_contract, openapi_path
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
    root = Path(__file__).resolve().parents[4]
    assert openapi_path() == root.parent / "shared" / "discord" / "openapi.json"
