"""`/data request:copy`: in private, in servers and in direct messages, and again where it did not arrive."""

from __future__ import annotations

import io
import zipfile

import discord
import pytest
import simcord

from cogs.core.errors import cause_of
from hosting.rights import Copy, Exports
from tests.cogs.conftest import World, private
from tests.cogs.playing import message_of


async def names(reply: simcord.InteractionResult) -> list[str]:
    """Return the names of the files in the ZIP that was sent."""
    (file,) = message_of(reply).attachments
    assert file.filename == "arena-data-1.zip"
    with zipfile.ZipFile(io.BytesIO(await file.read())) as archive:
        return archive.namelist()


@pytest.mark.parametrize("direct", [False, True], ids=["server", "direct message"])
async def test_players_get_a_copy_once_a_day(world: World, direct: bool) -> None:
    match = await world.begin()

    async def ask() -> simcord.InteractionResult:
        return await (
            world.ann.user.slash("data", request="copy")
            if direct
            else world.ann.slash(world.channel, "data", request="copy")
        )

    reply = await ask()
    assert "README.txt explains each file" in private(reply)
    assert f"records/replicants-{match.id}.txt" in await names(reply)
    assert "less than a day ago" in private(await ask())


async def test_strangers_are_told_that_nothing_is_held(world: World) -> None:
    assert "I hold nothing about you" in private(await world.organiser().slash(world.channel, "data", request="copy"))


async def test_parts_come_one_after_the_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make(_self: Exports, _person_id: int) -> Copy:
        return Copy((b"one", b"two"), (7,))

    monkeypatch.setattr(Exports, "make", make)
    reply = await world.ann.slash(world.channel, "data", request="copy")
    sent = [*([reply.response] if reply.response else []), *reply.followups]
    assert all(each.ephemeral for each in sent)
    assert [each.message.attachments[0].filename for each in sent] == ["arena-data-1.zip", "arena-data-2.zip"]
    assert "can't read: 7" in sent[0].content
    assert sent[1].content == "Part 2 of 2."


async def test_a_copy_that_did_not_arrive_can_be_asked_for_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.begin()

    async def fails(*_: object, **__: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as patch:
        patch.setattr(discord.Webhook, "send", fails)
        await world.ann.slash(world.channel, "data", request="copy")
        world.foreseen.append(cause_of(world.env.errors[-1]))
    assert "README.txt" in private(await world.ann.slash(world.channel, "data", request="copy"))
