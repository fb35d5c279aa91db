"""What users do, alone and at the same time, and what each of them sees of it."""

import asyncio
from typing import Any

import pytest

from tests.wire.double import Double, RefusedError
from tests.wire.double.sample import refused, stage


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
