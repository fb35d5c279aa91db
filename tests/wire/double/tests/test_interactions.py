"""First responses, defers, follow-ups, and how long they are good for."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from tests.wire.double import RefusedError
from tests.wire.double.permissions import DIRECT
from tests.wire.double.sample import PNG, refused, stage


class Form(discord.ui.Modal, title="Form"):
    side: discord.ui.Label[Form] = discord.ui.Label(
        text="Side",
        component=discord.ui.RadioGroup(options=[discord.RadioGroupOption(label=x) for x in ("red", "blue")]),
    )
    units: discord.ui.Label[Form] = discord.ui.Label(
        text="Units",
        component=discord.ui.CheckboxGroup(options=[discord.CheckboxGroupOption(label=x) for x in "abc"], max_values=2),
    )
    sure: discord.ui.Label[Form] = discord.ui.Label(text="Sure", component=discord.ui.Checkbox())
    proof: discord.ui.Label[Form] = discord.ui.Label(text="Proof", component=discord.ui.FileUpload(required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("ok", ephemeral=True)


async def test_defer_follow_up_with_picture() -> None:
    async with stage() as s:
        reply = await s.ann.slash(s.lobby, "board")
        await reply.until(lambda r: len(r.messages) == 2 and r.content == "edited")
        first, second = reply.messages
        assert not first.ephemeral
        assert second.ephemeral
        picture = first.attachments[0]
        assert (picture.data, picture.description) == (PNG, "an empty board")
        assert (picture.json()["width"], picture.json()["height"]) == (40, 30)
        assert {"board.png", "an empty board", "Board"} <= set(s.bob.texts(s.guild))
        async with aiohttp.ClientSession() as session, session.get(picture.url) as answer:
            assert await answer.read() == PNG
        hidden = await s.bob.slash(s.lobby, "board", hidden=True)
        flags = hidden.message.flags
        assert flags & 1 << 6
        assert not flags & 1 << 7
        assert hidden.ephemeral
        assert hidden.acked == 5
        assert hidden.final_ms >= hidden.ack_ms


async def test_a_late_first_response_is_refused() -> None:
    async with stage() as s:
        task = asyncio.create_task(s.ann.slash(s.lobby, "hold"))
        await s.held()
        s.double.clock.advance(3.1)  # no need to wait
        s.bot.gate.set()
        reply = await task
        assert reply.failed
        assert reply.expired
        await s.double.until(lambda: s.bot.errors)
        assert isinstance(s.bot.errors[0], discord.NotFound)
        assert s.bot.errors[0].code == 10062


async def test_users_do_not_wait_for_ever() -> None:
    async with stage() as s:
        s.double.first_response = 0.05
        reply = await s.ann.slash(s.lobby, "hold")
        assert reply.failed
        assert not reply.expired
        with pytest.raises(RefusedError):
            _ = reply.content
        await s.held()
        s.double.clock.advance(1)
        s.bot.gate.set()
        await reply.until(lambda r: r.expired)
        await s.double.until(lambda: s.bot.errors)


async def test_one_first_response_only() -> None:
    async with stage() as s:
        assert (await s.ann.slash(s.lobby, "twice")).content == "first"
        await s.double.until(lambda: s.bot.errors)
        assert getattr(s.bot.errors[0], "code", 0) == 40060


async def test_token_expires_after_fifteen_minutes() -> None:
    async with stage() as s:
        await s.ann.slash(s.lobby, "later")
        interaction = await s.held()
        await interaction.followup.send("in time")
        s.double.clock.advance(901)
        with refused(50027):
            await interaction.followup.send("too late")


async def test_answers_can_be_read_edited_and_deleted() -> None:
    async with stage() as s:
        reply = await s.ann.slash(s.lobby, "later")
        interaction = await s.held()
        more = await interaction.followup.send("more", wait=True)
        await more.edit(content="most")
        assert [m.content for m in reply.messages] == ["first", "most"]
        assert (await interaction.original_response()).content == "first"
        await more.delete()
        await interaction.delete_original_response()
        assert s.bob.visible_messages(s.lobby) == []
        with refused(10008):
            await more.edit(content="gone")


async def test_a_response_has_to_fit_and_to_be_known() -> None:
    async with stage() as s:
        task = asyncio.create_task(s.ann.slash(s.lobby, "hold"))
        held = await s.held()
        path = f"/interactions/{held.id}/{held.token}/callback"
        with refused(50035):
            await s.request("POST", path, {"type": 7, "data": {"content": "nothing to edit"}})
        with refused(10015):
            await s.request("POST", f"/webhooks/{s.double.bot.id}/{held.token}", {"content": "too early"})
        with refused(10062):
            await s.request("POST", f"/interactions/{held.id}/unknown/callback", {"type": 5})
        s.bot.gate.set()
        assert (await task).content == "late"


async def test_payloads_in_direct_messages() -> None:
    async with stage() as s:
        it = await s.bob.slash(s.double.dm(s.bob), "ping")
        assert it.content == "pong"
        assert it.json()["app_permissions"] == str(DIRECT)
        assert it.json()["user"]["id"] == str(s.bob.id)


async def test_modal_groups_boxes_and_files() -> None:
    async with stage(clean=False) as s:  # the document does not describe these components yet
        form, held = Form(), None
        it = await s.ann.slash(s.lobby, "later")
        held = await s.held()
        it.acked = held.response._response_type = None
        await held.response.send_modal(form)
        wrong: dict[str, Any]
        for wrong in ({"Units": ["a"]}, {"Side": "green", "Units": ["a"]}, {"Side": "red", "Units": ["a", "b", "c"]}):
            with pytest.raises(RefusedError):
                await s.ann.submit_modal(it, **wrong)
        done = await s.ann.submit_modal(it, Side="red", Units=["a", "c"], Sure=True, Proof=("p.txt", b"x"))
        assert done.content == "ok"
        side, units, sure, proof = (label.component for label in (form.side, form.units, form.sure, form.proof))
        assert isinstance(side, discord.ui.RadioGroup)
        assert side.value == "red"
        assert isinstance(units, discord.ui.CheckboxGroup)
        assert units.values == ["a", "c"]
        assert isinstance(sure, discord.ui.Checkbox)
        assert sure.value is True
        assert isinstance(proof, discord.ui.FileUpload)
        assert [f.filename for f in proof.values] == ["p.txt"]


async def test_autocomplete_takes_25_choices() -> None:
    async with stage(clean=False) as s:
        task = asyncio.create_task(s.ann.autocomplete(s.lobby, "ping", ""))
        await s.double.until(lambda: any(i.type == 4 for i in s.double.interactions.values()))
        it = next(i for i in s.double.interactions.values() if i.type == 4)
        path = f"/interactions/{it.id}/{it.token}/callback"

        def choices(count: int) -> dict[str, Any]:
            return {"type": 8, "data": {"choices": [{"name": f"n{i}", "value": f"v{i}"} for i in range(count)]}}

        with refused(50035) as caught:
            await s.request("POST", path, choices(26))
        assert "data.choices" in str(caught.value)
        await s.request("POST", path, choices(25))
        assert len((await task).choices) == 25
