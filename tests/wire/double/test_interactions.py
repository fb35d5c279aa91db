"""First responses, defers, follow-ups, and how long they are good for."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from tests.wire.double import VOICE, Double, Overwrite, RefusedError, names_of, perms
from tests.wire.double.model import ALL, DIRECT, HISTORY, SEND, VIEW, combine, imply
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
        s.double.clock.advance(s.double.first_response + 0.1)  # no need to wait
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


# What users do, alone and at the same time, and what each of them sees of it.


async def test_slash_group_menu_and_autocomplete() -> None:
    async with stage() as s:
        reply = await s.ann.slash(s.lobby, "ping")
        assert (reply.content, reply.ephemeral, reply.failed) == ("pong", False, False)
        assert 0 < reply.ack_ms <= reply.final_ms
        assert (await s.ann.slash(s.lobby, "game seat take", number=3)).content == "seat 3"
        typed = await s.ann.autocomplete(s.lobby, "game move", "notation", notation="a")
        assert len(typed.choices) == 25
        assert typed.choices[0] == {"name": "a1", "value": "a1"}
        said = await s.bob.say(s.lobby, "hello")
        assert (await s.ann.menu("Quote", said, s.lobby)).content == "> hello"


async def test_options_of_every_kind() -> None:
    async with stage() as s:
        role = s.guild.add_role("Players", members=[s.bob])
        file = ("a.txt", b"abc")
        given: dict[str, Any] = {
            "who": s.bob,
            "where": s.lobby,
            "role": role,
            "number": 4,
            "kind": "Big one",
            "file": file,
        }
        assert (await s.ann.slash(s.lobby, "echo", **given)).content == "bob lobby Players 4 big abc"
        for wrong in ({"number": 10}, {"number": True}, {"kind": "huge"}, {"who": "bob"}, {"extra": 1}):
            with pytest.raises(RefusedError):
                await s.ann.slash(s.lobby, "echo", **(given | wrong))
        for words in ("echo", "game", "game seat", "nothing"):
            with pytest.raises(RefusedError):
                await s.ann.slash(s.lobby, words)


async def test_two_users_press_at_the_same_time() -> None:
    async with stage() as s:
        panel = (await s.ann.slash(s.lobby, "panel")).message
        first, second = await asyncio.gather(s.ann.press(panel, "Ready"), s.bob.press(panel, "ready"))
        assert not first.failed
        assert not second.failed
        assert panel.content == "2 ready"
        assert panel.edits == 2
        for key in ("Closed", "nothing"):
            with pytest.raises(RefusedError):
                await s.ann.press(panel, key)


async def test_selects_and_modal() -> None:
    async with stage() as s:
        panel = (await s.ann.slash(s.lobby, "panel")).message
        reply = await (await s.ann.select(panel, "Colour", "blue")).until(lambda r: r.messages)
        assert reply.content == "chose blue"
        assert (await s.ann.select(panel, "whom", s.cid)).content == "picked cid"
        with pytest.raises(RefusedError):
            await s.ann.select(panel, "Colour", "green")
        opened = await s.bob.slash(s.lobby, "orders")
        assert opened.modal
        assert opened.modal["title"] == "Orders"
        sealed = await s.bob.submit_modal(opened, Your_orders="e4")
        assert sealed.content == "sealed e4"
        assert sealed.ephemeral
        for user, fields in ((s.bob, {"text": "x"}), (s.bob, {"other": "e4"}), (s.ann, {"text": "e4"})):
            with pytest.raises(RefusedError):
                await user.submit_modal(opened, **fields)


async def test_ephemeral_is_invisible_to_others() -> None:
    async with stage() as s:
        panel = (await s.ann.slash(s.lobby, "panel")).message
        reply = await s.ann.press(panel, "Secret")
        assert reply.ephemeral
        assert reply.content == "only ann"
        assert reply.message in s.ann.visible_messages(s.lobby)
        assert s.bob.visible_messages(s.lobby) == [panel]
        assert "only ann" in s.ann.texts(s.guild)
        assert "only ann" not in s.bob.texts(s.guild)
        with refused(10008):
            await s.place().fetch_message(reply.message.id)
        panel.visible_to = s.ann
        with pytest.raises(RefusedError, match="does not see"):
            await s.bob.press(panel, "Ready")


async def test_a_public_answer_shows_what_was_typed() -> None:
    async with stage() as s:
        await s.ann.slash(s.lobby, "game seat take", number=3)
        await s.ann.slash(s.lobby, "game move", notation="e2-e4")
        assert "seat 3" in s.bob.texts(s.guild)
        assert "3" in s.bob.texts(s.guild)
        assert "e2-e4" in s.ann.texts(s.guild)
        assert "e2-e4" not in s.bob.texts(s.guild)


async def test_hidden_channels_are_closed_but_their_names_are_not_secret() -> None:
    async with stage() as s:
        assert not s.ann.can_see(s.hidden)
        assert s.ann.visible_messages(s.hidden) == []
        assert s.lobby in s.ann.visible_channels(s.guild)
        assert s.hidden not in s.ann.visible_channels(s.guild)
        assert "hidden" in s.ann.texts(s.guild)
        with pytest.raises(RefusedError):
            await s.ann.slash(s.hidden, "ping")


async def test_without_history_only_ephemeral_answers_remain() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann, bob = double.add_user("ann", guild), double.add_user("bob", guild)
    lobby = guild.add_channel("lobby")
    said = await ann.say(lobby, "hello", {"plan.txt": b"x"})
    assert bob.visible_messages(lobby) == [said]
    assert bob.texts(guild) == ["lobby", "hello", "plan.txt"]
    guild.everyone.permissions &= ~(1 << 16)
    assert bob.visible_messages(lobby) == []


async def test_many_users_at_once() -> None:
    async with stage() as s:
        people = [s.double.add_user(f"p{i}", s.guild) for i in range(40)]

        async def play(number: int) -> list[str]:
            return [
                (await people[number].slash(s.lobby, "game seat take", number=100 * number + i)).content
                for i in range(5)
            ]

        answers = await asyncio.gather(*map(play, range(40)))
        assert answers == [[f"seat {100 * number + i}" for i in range(5)] for number in range(40)]
        assert s.double.report()["unanswered"] == 0


# Permissions as onlookers meet them; no sockets.


def test_names_and_bits_are_inverse() -> None:
    assert perms("VIEW_CHANNEL") == 1 << 10
    assert perms("PIN_MESSAGES") == 1 << 51
    assert perms("VIEW_CHANNEL VIEW_CHANNEL") == perms("VIEW_CHANNEL")
    assert perms(" ".join(names_of(ALL))) == ALL
    with pytest.raises(KeyError):
        perms("VIEW_CHANNELS")


def test_everyone_then_roles_then_member() -> None:
    everyone, loud, quiet, me = 1, 2, 3, 4

    def bits(*given: Overwrite) -> int:
        return combine(VIEW | SEND, {o.id: o for o in given}, everyone, {loud, quiet}, me)

    assert bits() == VIEW | SEND
    assert bits(Overwrite(everyone, 0, deny=SEND)) == VIEW
    assert bits(Overwrite(everyone, 0, deny=SEND), Overwrite(loud, 0, allow=SEND)) == VIEW | SEND
    assert bits(Overwrite(loud, 0, allow=SEND), Overwrite(quiet, 0, deny=SEND)) == VIEW | SEND
    assert bits(Overwrite(loud, 0, allow=SEND), Overwrite(me, 1, deny=SEND)) == VIEW
    assert bits(Overwrite(99, 0, deny=VIEW)) == VIEW | SEND


def test_implied_denials() -> None:
    threads = perms("SEND_MESSAGES_IN_THREADS")
    assert imply(SEND | HISTORY, thread=False, voice=False) == 0
    assert imply(VIEW | perms("ATTACH_FILES"), thread=False, voice=False) == VIEW
    assert imply(VIEW | SEND, thread=True, voice=False) == VIEW
    assert imply(VIEW | threads, thread=True, voice=False) == VIEW | threads | SEND
    assert imply(VIEW | HISTORY, thread=False, voice=True) == VIEW


def test_what_onlookers_may_do() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann, bob, out = double.add_user("ann", guild), double.add_user("bob", guild), double.add_user("out")
    muted = guild.add_channel(
        "muted",
        overwrites=[Overwrite.of(guild, deny="SEND_MESSAGES"), Overwrite.of(bob, allow="SEND_MESSAGES")],
    )
    assert ann.can(muted, "USE_APPLICATION_COMMANDS")
    assert not ann.can(muted, "ATTACH_FILES")
    assert "SEND_MESSAGES" in bob.may(muted)
    assert "SEND_MESSAGES" not in ann.may(muted)
    assert "ADD_REACTIONS" in ann.may(muted)
    assert not out.can_see(muted)
    assert out.may(muted) == frozenset()
    guild.owner_id = ann.id
    assert ann.can(muted, "SEND_MESSAGES ADMINISTRATOR")


def test_a_role_that_denies_loses_against_one_that_allows() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    cid = double.add_user("cid", guild)
    loud, quiet = guild.add_role("loud", members=[cid]), guild.add_role("quiet", members=[cid])
    duel = guild.add_channel(
        "duel",
        overwrites=[
            Overwrite.of(loud, allow="SEND_MESSAGES"),
            Overwrite.of(quiet, deny="SEND_MESSAGES VIEW_CHANNEL"),
        ],
    )
    assert not cid.can_see(duel)
    duel.overwrites[loud.id].allow |= VIEW
    assert cid.can(duel, "VIEW_CHANNEL SEND_MESSAGES")
    duel.overwrites[cid.id] = Overwrite.of(cid, deny="SEND_MESSAGES")
    assert not cid.can(duel, "SEND_MESSAGES")


def test_threads_voice_and_timeouts() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann = double.add_user("ann", guild)
    lobby = guild.add_channel("lobby")
    read = guild.add_channel("read", overwrites=[Overwrite.of(guild, deny="SEND_MESSAGES")])
    voice = guild.add_channel("voice", VOICE, overwrites=[Overwrite.of(guild, deny="CONNECT")])
    thread = guild.add_thread(read, "talk", double.bot)
    assert ann.can(thread, "SEND_MESSAGES")
    assert not ann.can(read, "SEND_MESSAGES")
    assert not ann.can(read, "EMBED_LINKS")
    assert not ann.can(voice, "READ_MESSAGE_HISTORY")
    assert ann.can_see(voice)
    shown = guild.computed(ann, thread)  # payloads do not show implied denials
    assert not shown & SEND
    assert shown & perms("EMBED_LINKS")
    assert shown & perms("SEND_MESSAGES_IN_THREADS")
    guild.members[ann.id].timeout_until = double.clock() + 60
    assert guild.computed(ann, lobby) == guild.permissions(ann, lobby) == VIEW | HISTORY
    double.clock.advance(61)
    assert ann.can(lobby, "SEND_MESSAGES")


def test_a_private_thread_is_for_its_people_and_moderators() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann, mod = double.add_user("ann", guild), double.add_user("mod", guild)
    guild.add_role("mods", perms("MANAGE_THREADS"), [mod])
    inside = guild.add_thread(guild.add_channel("lobby"), "secret", double.bot, private=True)
    assert not ann.can_see(inside)
    assert mod.can_see(inside)
    assert "secret" not in ann.texts(guild)
    assert "secret" in mod.texts(guild)
    inside.people[ann.id] = ann
    assert ann.can_see(inside)


def test_an_overwrite_may_give_what_no_role_does() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table", everyone=0)
    bob, cid = double.add_user("bob", guild), double.add_user("cid", guild)
    only = guild.add_channel("only", overwrites=[Overwrite.of(bob, allow="VIEW_CHANNEL")])
    assert bob.can_see(only)
    assert not cid.can_see(only)
    assert bob.visible_channels(guild) == [only]
    assert cid.visible_channels(guild) == []


async def test_a_user_without_permission_is_refused() -> None:
    double = Double(check=False)
    guild = double.add_guild("Table")
    ann = double.add_user("ann", guild)
    muted = guild.add_channel("muted", overwrites=[Overwrite.of(guild, deny="SEND_MESSAGES")])
    hidden = guild.add_channel("hidden", VOICE, overwrites=[Overwrite.of(guild, deny="VIEW_CHANNEL")])
    with pytest.raises(RefusedError):
        await ann.say(muted, "no")
    with pytest.raises(RefusedError):
        await ann.join_voice(hidden)
    assert ann.visible_messages(muted) == []
