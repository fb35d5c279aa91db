"""Messages: posting, editing, mentions, nonces, pins, and what Discord refuses."""

from __future__ import annotations

import datetime as dt
import io
from typing import Any

import discord
import pytest

from tests.wire.double import CATEGORY, VOICE, Double, Overwrite, RefusedError, perms
from tests.wire.double.contract import command_problems, command_size
from tests.wire.double.model import BOT_DEFAULT
from tests.wire.double.model import perms as model_perms
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


# Channels, categories and overwrites.


Target = discord.Role | discord.Member | discord.Object


async def test_a_channel_is_made_together_with_its_overwrites() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        ann = await guild.fetch_member(s.ann.id)
        bits: dict[Target, discord.PermissionOverwrite] = {
            guild.default_role: discord.PermissionOverwrite(view_channel=False),
            guild.me: discord.PermissionOverwrite(view_channel=True),
        }
        category = await guild.create_category("Match 1", overwrites=bits)
        reads: dict[Target, discord.PermissionOverwrite] = {
            ann: discord.PermissionOverwrite(view_channel=True, send_messages=False)
        }
        team = await guild.create_text_channel("Team Red", category=category, topic="red", overwrites=bits | reads)
        mine = s.double.channels[team.id]
        assert mine.parent
        assert mine.parent.type == CATEGORY
        assert (mine.name, mine.settings["topic"]) == ("team-red", "red")
        assert s.ann.can_see(mine)
        assert not s.ann.can(mine, "SEND_MESSAGES")
        assert not s.bob.can_see(mine)
        synced = await guild.create_voice_channel("Talk", category=category)
        assert not s.bob.can_see(s.double.channels[synced.id])
        await team.set_permissions(ann, send_messages=True, view_channel=True)
        assert s.ann.can(mine, "SEND_MESSAGES")
        await team.edit(name="Blue", topic="")
        assert mine.name == "blue"
        await team.delete()
        with refused(10003):
            await team.send("x")
        await s.heard(("channel", "team-red"))


async def test_the_bot_gives_only_what_it_has() -> None:
    async with stage() as s:
        everyone = s.place().guild.default_role
        with refused(50013):
            await s.place().set_permissions(everyone, move_members=False, kick_members=False)
        s.lobby.overwrites[s.double.bot.id] = Overwrite.of(s.double.bot, allow="MUTE_MEMBERS")
        with refused(50013):  # what it has in the channel only is not enough
            await s.place().set_permissions(everyone, mute_members=False)
        s.lobby.overwrites[s.double.bot.id] = Overwrite.of(
            s.double.bot, allow="MANAGE_ROLES"
        )  # but this lifts the limit
        await s.place().set_permissions(everyone, mute_members=False)
        assert s.lobby.overwrites[s.guild.id].deny == perms("MUTE_MEMBERS")
        await s.place().set_permissions(everyone, overwrite=None)
        assert s.guild.id not in s.lobby.overwrites
        with refused(10009):
            await s.place().set_permissions(everyone, overwrite=None)


async def test_categories_pass_on_overwrites_and_leave_their_channels() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        sight: dict[Target, discord.PermissionOverwrite] = {guild.me: discord.PermissionOverwrite(view_channel=True)}
        voice: dict[Target, discord.PermissionOverwrite] = {guild.me: discord.PermissionOverwrite(speak=True)}
        category = await guild.create_category("Match", overwrites=sight)
        synced = await guild.create_text_channel("synced", category=category)
        own = await guild.create_text_channel("own", category=category, overwrites=voice)
        await category.set_permissions(guild.default_role, view_channel=False)
        here, there = s.double.channels[synced.id], s.double.channels[own.id]
        await s.double.until(lambda: not s.place(here).permissions_for(guild.default_role).view_channel)
        assert not s.ann.can_see(here)
        assert s.ann.can_see(there)
        await category.delete()
        assert here.parent is None
        assert here.id in s.double.channels


async def test_channels_are_moved() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        category = await guild.create_category("Match")
        await s.place().edit(category=category, sync_permissions=True)
        assert s.lobby.parent is s.double.channels[category.id]
        await s.request("PATCH", f"/guilds/{s.guild.id}/channels", [{"id": str(s.lobby.id), "position": 0}])
        assert s.lobby.settings["position"] == 0


@pytest.mark.parametrize("count", [499, 500])
async def test_five_hundred_channels_a_server(count: int) -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        for number in range(count - len(s.guild.channels)):
            s.guild.add_channel(f"c{number}")
        if count < 500:
            await guild.create_text_channel("one more")
        else:
            with refused(30013):
                await guild.create_text_channel("one more")


async def test_fifty_channels_a_category() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        category = await guild.create_category("Match")
        for number in range(50):
            s.guild.add_channel(f"c{number}", parent=s.double.channels[category.id])
        with refused(50035) as caught:
            await guild.create_text_channel("one more", category=category)
        assert "In parent_id" in caught.value.text


# Roles, members and voice.


async def test_roles_and_their_hierarchy() -> None:
    async with stage() as s:
        guild = s.bot.guilds[0]
        role = await guild.create_role(name="Players")
        ann = await guild.fetch_member(s.ann.id)
        await ann.add_roles(role)
        assert role.id in s.guild.members[s.ann.id].roles
        with refused(50013):
            await ann.edit(nick="x")
        # the hierarchy counts for roles, not for their holders; no role may give what the bot lacks
        boss = s.guild.add_role("boss", position=2000, members=[s.ann])
        await ann.remove_roles(role)
        await ann.edit(roles=[role, discord.Object(boss.id)])
        for change in (ann.edit(roles=[]), role.edit(permissions=discord.Permissions(kick_members=True))):
            with refused(50013):
                await change
        await role.edit(colour=discord.Colour(7))
        assert s.guild.roles[role.id].color == 7
        assert {r.name for r in await guild.fetch_roles()} == {"@everyone", "bot", "Players", "boss"}
        await role.delete()
        assert role.id not in s.guild.members[s.ann.id].roles
        with refused(10011):
            await role.edit(name="gone")


async def test_nicknames_and_timeouts() -> None:
    async with stage(Double(bot_permissions=BOT_DEFAULT | model_perms("MANAGE_NICKNAMES MODERATE_MEMBERS"))) as s:
        guild = s.bot.guilds[0]
        ann = await guild.fetch_member(s.ann.id)
        await ann.edit(nick="Captain")
        await ann.timeout(dt.timedelta(minutes=5))
        member = s.guild.members[s.ann.id]
        assert member.nick == "Captain"
        assert not s.ann.can(s.lobby, "SEND_MESSAGES")
        await ann.edit(nick=None, timed_out_until=None)
        assert member.nick is None
        assert s.ann.can(s.lobby, "SEND_MESSAGES")
        with refused(10007):
            await guild.fetch_member(1)


async def test_voice() -> None:
    async with stage() as s:
        table, guild = s.guild.add_channel("table", VOICE), s.bot.guilds[0]
        locked = s.guild.add_channel("locked", VOICE, overwrites=[Overwrite.of(s.guild, deny="CONNECT")])
        await s.ann.join_voice(table)
        await s.heard(("voice", ("ann", "table")), ("channel", "locked"))
        ann, shut = guild.get_member(s.ann.id), guild.get_channel(locked.id)
        assert ann
        assert ann.voice
        assert isinstance(shut, discord.VoiceChannel)
        with refused(50013):  # the bot must be able to enter, too
            await ann.move_to(shut)
        await ann.move_to(None)
        await s.heard(("voice", ("ann", None)))
        with refused(40032):
            await ann.move_to(None)
        with refused(10065):
            await ann.fetch_voice()
        await s.ann.join_voice(table)
        assert (await ann.fetch_voice()).channel
        s.guild.remove_channel(table)
        assert not s.guild.voice


# Threads: who is in, what archived and locked ones refuse.


async def test_private_and_public_threads() -> None:
    async with stage() as s:
        ann = await s.bot.guilds[0].fetch_member(s.ann.id)
        thread = await s.place().create_thread(name="private", type=discord.ChannelType.private_thread)
        inside = s.double.channels[thread.id]
        assert not s.ann.can_see(inside)
        await thread.add_user(ann)
        assert s.ann.can_see(inside)
        assert (await s.ann.say(inside, "hi")).channel is inside
        await thread.remove_user(ann)
        assert not s.ann.can_see(inside)
        start = await s.place().send("start")
        public = await start.create_thread(name="public")
        assert s.bob.can_see(s.double.channels[public.id])
        with refused(160004):
            await start.create_thread(name="again")
        await s.heard(("thread", "public"))


async def test_threads_are_listed() -> None:
    async with stage() as s:
        names = ("one", "two", "three")
        threads = [await s.place().create_thread(name=n, type=discord.ChannelType.public_thread) for n in names]
        await threads[0].edit(archived=True)
        assert {t.name for t in await s.bot.guilds[0].active_threads()} == {"two", "three"}
        assert [t.name async for t in s.place().archived_threads()] == ["one"]
        assert len(await threads[1].fetch_members()) == 1
        await threads[2].leave()
        assert s.double.bot.id not in s.double.channels[threads[2].id].people


async def test_archived_and_locked_threads() -> None:
    async with stage(Double(bot_permissions=perms("VIEW_CHANNEL"))) as s:  # no moderator
        message = await s.place().send("start")
        thread = await message.create_thread(name="mine")
        inside = s.double.channels[thread.id]
        assert s.lobby.messages[message.id].flags & 1 << 5
        said = await thread.send("x")
        await thread.edit(archived=True)
        for change in (said.edit(content="y"), said.add_reaction("\N{THUMBS UP SIGN}"), thread.edit(name="other")):
            with refused(50083):
                await change
        with pytest.raises(RefusedError):
            await s.ann.slash(inside, "ping")
        with pytest.raises(RefusedError):
            await s.ann.menu("Quote", inside.messages[said.id], inside)
        await thread.edit(archived=False, name="open")
        with refused(50013):  # for moderators
            await thread.edit(slowmode_delay=5)
        inside.meta["locked"] = True
        with refused(160005):
            await thread.send("x")
        with pytest.raises(RefusedError):
            await s.ann.say(inside, "x")


async def test_posting_reopens_an_archived_thread() -> None:
    async with stage() as s:
        thread = s.guild.add_thread(s.lobby, "talk", s.double.bot)
        thread.meta["archived"] = True
        await s.ann.say(thread, "hello")
        assert not thread.meta["archived"]


# The application's commands: limits, replacement, where they are offered.


_SUBCOMMANDS = [{"type": 1, "name": f"s{i}", "description": "d"} for i in range(26)]


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ([{"name": f"c{i}", "description": "d"} for i in range(101)], 30032),
        ([{"name": f"M {i}", "type": 3} for i in range(16)], 30032),
        ([{"name": "c", "description": "d", "options": _SUBCOMMANDS}], 50035),
        ([{"name": "bad name", "description": "d"}], 50035),
        ([{"name": "Bad", "description": "d"}], 50035),
    ],
)
async def test_commands_that_are_refused_leave_the_old_ones(commands: list[Any], code: int) -> None:
    async with stage(clean=False) as s:
        before = dict(s.double.commands)
        with refused(code):
            await s.bot.http.bulk_upsert_global_commands(s.double.bot.id, commands)
        assert s.double.commands == before
        assert len(await s.bot.tree.fetch_commands()) == len(before)


async def test_single_commands() -> None:
    async with stage() as s:
        before = len(s.double.commands)
        path = f"/applications/{s.double.bot.id}/commands"
        ids = {(await s.request("POST", path, {"name": "ping", "description": d}))["id"] for d in ("a", "b")}
        assert len(ids) == 1
        assert len(s.double.commands) == before
        mine = await s.bot.tree.fetch_command(int(ids.pop()))
        assert (await mine.edit(description="c")).description == "c"
        await mine.delete()
        with refused(10063):
            await mine.delete()


async def test_where_a_command_is_offered() -> None:
    async with stage() as s:
        path = f"/applications/{s.double.bot.id}/commands"
        await s.request("POST", path, {"name": "table", "description": "d", "contexts": [0]})
        await s.request("POST", path, {"name": "secret", "description": "d", "default_member_permissions": "0"})
        for channel, name in ((s.double.dm(s.ann), "table"), (s.lobby, "secret")):
            with pytest.raises(RefusedError):
                await s.ann.slash(channel, name)
        local = {"name": "ping", "description": "d", "options": [{"type": 3, "name": "x", "description": "d"}]}
        await s.request("POST", f"/applications/{s.double.bot.id}/guilds/{s.guild.id}/commands", local)
        assert s.double.command(s.lobby, "ping", 1)["guild_id"] == str(s.guild.id)
        assert "guild_id" not in s.double.command(s.double.dm(s.ann), "ping", 1)


async def test_the_application_and_unknown_users() -> None:
    async with stage() as s:
        assert (await s.bot.application_info()).id == s.double.bot.id
        with refused(10013):
            await s.bot.fetch_user(1)


def test_what_is_wrong_with_a_command() -> None:
    def codes(**more: Any) -> list[str]:
        return [code for _, code, _ in command_problems({"name": "c", "description": "d"} | more)]

    option: dict[str, Any] = {"type": 3, "name": "a", "description": "d"}
    assert codes() == []
    assert codes(description="") == codes(description="x" * 101) == ["BASE_TYPE_BAD_LENGTH"]
    assert codes(options=[option, option | {"name": "b", "required": True}]) == [
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
    ]
    assert codes(options=[option, option]) == ["APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"]
    assert codes(options=[option | {"choices": [{"name": str(i), "value": i} for i in range(26)]}]) == [
        "BASE_TYPE_MAX_LENGTH"
    ]


def test_the_size_of_a_command() -> None:
    option = {"type": 3, "name": "ab", "description": "cde", "choices": [{"name": "f", "value": "gh"}]}
    assert command_size({"name": "move", "description": "Moves", "options": [option]}) == 4 + 5 + 2 + 3 + 1 + 2
