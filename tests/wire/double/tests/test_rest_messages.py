"""Messages: posting, editing, mentions, nonces, pins, and what Discord refuses."""

import io
from typing import Any

import discord
import pytest

from tests.wire.double import Overwrite, perms
from tests.wire.double.sample import PNG, refused, stage


async def test_a_message_from_its_posting_to_its_end() -> None:
    async with stage() as s:
        sent = await s.place().send("one", nonce="7")
        assert (await s.place().send("one", nonce="7")).id == sent.id  # enforce_nonce
        await sent.edit(content="two", embed=discord.Embed(title="t"))
        await sent.pin()
        await sent.add_reaction("\N{THUMBS UP SIGN}")
        mine = s.lobby.messages[sent.id]
        assert mine.pinned
        assert [p.id async for p in s.place().pins()] == [sent.id]
        assert mine.json()["reactions"][0]["me"]
        assert {"two", "t", "\N{THUMBS UP SIGN}"} <= set(s.cid.texts(s.guild))
        await sent.remove_reaction("\N{THUMBS UP SIGN}", discord.Object(s.double.bot.id))
        assert mine.reactions == {}
        await sent.delete()
        with refused(10008):
            await sent.edit(content="three")
        await s.heard(("message", "one"), ("edit", "two"), ("delete", sent.id))


async def test_history_and_bulk_delete() -> None:
    async with stage(clean=False) as s:  # a single message violates the contract, too
        sent = [await s.place().send(str(i)) for i in range(5)]
        read = [m.content async for m in s.place().history(limit=3)]
        assert read == ["4", "3", "2"]
        assert [m.content async for m in s.place().history(after=sent[1], oldest_first=True)] == ["2", "3", "4"]
        await s.place().delete_messages(sent[:4])
        assert [m.content for m in s.ann.visible_messages(s.lobby)] == ["4"]
        path = f"/channels/{s.lobby.id}/messages/bulk-delete"
        with refused(50035):
            await s.request("POST", path, {"messages": [str(sent[4].id)]})
        with refused(50034):
            await s.request("POST", path, {"messages": ["1", "2"]})


async def test_the_bots_own_permissions_count() -> None:
    async with stage() as s:
        muted = s.guild.add_channel("muted", overwrites=[Overwrite.of(s.guild, deny="SEND_MESSAGES")])
        blind = s.guild.add_channel("blind", overwrites=[Overwrite.of(s.guild, deny="READ_MESSAGE_HISTORY")])
        s.guild.roles[max(s.guild.members[s.double.bot.id].roles)].permissions &= perms("MANAGE_CHANNELS")
        await s.heard(("channel", "muted"), ("channel", "blind"))
        with refused(50013):
            await s.place(muted).send("x")
        with refused(50001):
            await s.place(s.hidden).send("x")
        asked = await s.place(blind).send("?")
        assert [m async for m in s.place(blind).history()] == []
        with refused(160002):
            await asked.reply("!")


async def test_others_messages_stay_theirs() -> None:
    async with stage() as s:
        others = await s.ann.say(s.lobby, "secret text")
        with refused(50005):
            await (await s.place().fetch_message(others.id)).edit(content="mine")
        await s.heard(("message", ""))  # without the message content intent
        assert (await s.place().fetch_message(others.id)).content == "secret text"  # the application has it, though


async def test_direct_messages() -> None:
    async with stage() as s:
        user = await s.bot.fetch_user(s.cid.id)
        await user.send("psst")
        assert [m.content for m in s.cid.visible_messages(s.double.dm(s.cid))] == ["psst"]
        assert s.ann.visible_messages(s.double.dm(s.cid)) == []
        s.cid.accepts_dms = False
        with refused(50007):
            await user.send("psst")


async def test_mentions_and_who_holds_them_back() -> None:
    async with stage() as s:
        role = s.guild.add_role("Players", members=[s.cid])
        text = f"<@{s.bob.id}> @everyone <@&{role.id}>"
        sent = s.lobby.messages[(await s.place().send(text)).id]
        assert sent.pings == {s.bob.id}
        assert not sent.pings_everyone
        role.mentionable = True
        s.guild.roles[max(s.guild.members[s.double.bot.id].roles)].permissions |= perms("MENTION_EVERYONE")
        sent = s.lobby.messages[(await s.place().send(text)).id]
        assert sent.pings == {s.bob.id, role.id}
        assert sent.pings_everyone
        await s.ann.slash(s.lobby, "post", text=text)
        sent = s.bob.visible_messages(s.lobby)[-1]
        assert s.bob.id in sent.pings
        assert not sent.pings_everyone
        it = await s.ann.slash(s.lobby, "later")
        await (await s.held()).followup.send(text)
        assert it.messages[-1].pings == {s.bob.id}
        assert not it.messages[-1].pings_everyone


async def test_replies_and_nonces() -> None:
    async with stage() as s:
        asked = await s.ann.say(s.lobby, "?")
        reply = await (await s.place().fetch_message(asked.id)).reply("!", mention_author=False)
        assert s.lobby.messages[reply.id].pings == set()
        await reply.delete()
        with refused(50035):  # a reply to what is gone
            await s.place().send("x", reference=reply)
        other = s.guild.add_channel("other")
        first = {"content": "x", "nonce": "n", "enforce_nonce": True}
        ids = {(await s.request("POST", f"/channels/{c.id}/messages", first))["id"] for c in (s.lobby, other)}
        assert len(ids) == 1
        s.double.clock.advance(301)
        assert (await s.request("POST", f"/channels/{s.lobby.id}/messages", first))["id"] not in ids


async def test_a_refused_edit_changes_nothing() -> None:
    async with stage() as s:
        sent = await s.place().send("old", file=discord.File(io.BytesIO(PNG), "a.png", description="first"))
        mine = s.lobby.messages[sent.id]
        layout = discord.ui.LayoutView()
        layout.add_item(discord.ui.TextDisplay("new"))
        with refused(50035):  # the content has to go first
            await sent.edit(view=layout)
        assert (mine.content, mine.flags & 1 << 15) == ("old", 0)
        body = {"attachments": [{"id": str(mine.attachments[0].id), "description": "second"}]}
        await s.request("PATCH", f"/channels/{s.lobby.id}/messages/{sent.id}", body)
        assert [a.description for a in mine.attachments] == ["second"]


async def test_components_v2() -> None:
    async with stage() as s:
        layout = discord.ui.LayoutView()
        gallery = discord.ui.MediaGallery[Any](discord.MediaGalleryItem("attachment://a.png", description="alt"))
        layout.add_item(discord.ui.Container(discord.ui.TextDisplay("hello"), gallery))
        sent = await s.place().send(view=layout, file=discord.File(io.BytesIO(PNG), "a.png"))
        assert s.lobby.messages[sent.id].flags & 1 << 15
        assert {"hello", "alt", "a.png"} <= set(s.bob.texts(s.guild))
        with refused(50035) as caught:
            await s.place().send(view=layout)
        assert "'a.png' was not found" in caught.value.text


def _rows(rows: list[list[str]]) -> list[dict[str, object]]:
    return [{"type": 1, "components": [{"type": 2, "style": 1, "label": i, "custom_id": i} for i in r]} for r in rows]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
        ({"content": "x", "components": _rows([["a", "a"]])}, "components.0.components.1.custom_id"),
        ({"content": "x", "components": _rows([[str(i)] for i in range(6)])}, "components"),
        ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
    ],
)
async def test_what_is_refused_says_where(body: dict[str, object], where: str) -> None:
    async with stage(clean=False) as s:
        with refused(50035) as caught:
            await s.request("POST", f"/channels/{s.lobby.id}/messages", body)
        assert f"In {where}" in caught.value.text
        assert s.ann.visible_messages(s.lobby) == []


async def test_empty_and_oversized() -> None:
    async with stage(clean=False) as s:
        with refused(50006):
            await s.place().send("")
        with refused(40005):
            await s.place().send(file=discord.File(io.BytesIO(bytes(10 * 2**20 + 1)), "big.bin"))
        files = [discord.File(io.BytesIO(b"x"), f"{i}.txt") for i in range(10)]
        sent = await s.place().send(files=files)
        with refused(50035):
            await sent.add_files(discord.File(io.BytesIO(b"x"), "more.txt"))
        assert len(s.lobby.messages[sent.id].attachments) == 10
