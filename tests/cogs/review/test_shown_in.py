"""Replay from here and Board as text, in the menu of a message."""

from __future__ import annotations

import discord
import pytest

from tests.cogs.conftest import World, private
from tests.cogs.lobby.test_rematch import end
from tests.cogs.parlour.conftest import begin
from tests.cogs.playing import SHORT_GAME, latest, message_of, play, posts, status

REPLAY, TEXT = "Replay from here", "Board as text"


def boards(world: World) -> list[discord.Message]:
    """Return the boards in the channel, the oldest first."""
    return [each for each in posts(world) if each.attachments]


async def test_the_viewer_opens_at_the_turn_that_a_message_shows(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    for number, board in enumerate(boards(world)):
        shown = message_of(await world.eve.context_menu(world.channel, REPLAY, board))
        assert shown.ephemeral
        assert shown.content.startswith(f"**Turn {number} of 3**" if number else "**The start.**")
    shown = message_of(await world.eve.context_menu(world.channel, REPLAY, status(world)))
    assert shown.content.startswith("**Turn 3 of 3**")


async def test_a_board_is_told_as_text_to_who_asks(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    texts = []
    for board in boards(world):
        shown = message_of(await world.eve.context_menu(world.channel, TEXT, board))
        assert (shown.ephemeral, shown.attachments) == (True, [])
        (diagram,) = shown.embeds
        texts.append(diagram.description or "")
    typed = message_of(await world.eve.slash(world.channel, "board", look="text", turn=1))
    assert texts[1] == typed.embeds[0].description
    assert len(set(texts)) == 4
    assert all(text.startswith("```\n") for text in texts)


async def test_the_result_leads_to_its_last_turn(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    result = posts(world, "Rematch")[-1]
    shown = message_of(await world.eve.context_menu(world.channel, REPLAY, result))
    assert shown.content.startswith(f"**Turn {len(SHORT_GAME)} of {len(SHORT_GAME)}**")
    shown = message_of(await world.eve.context_menu(world.channel, TEXT, result))
    assert "**The match is over: ann wins.**" in shown.content


async def test_what_was_taken_back_is_said_to_be(world: World) -> None:
    await world.begin(undo="free")
    await play(world, SHORT_GAME[0])
    taken = boards(world)[-1]
    await world.ann.slash(world.channel, "undo")
    await world.settle()
    for name in (REPLAY, TEXT):
        assert "was taken back" in private(await world.ann.context_menu(world.channel, name, taken))
    again = boards(world)[-1]
    assert again.id != taken.id
    shown = message_of(await world.ann.context_menu(world.channel, REPLAY, again))
    assert shown.content.startswith("**The start.**")
    assert not (await latest(world)).session.entries


async def test_other_messages_show_no_position(world: World) -> None:
    lobby = await world.lobby()
    await world.begin()
    board = boards(world)[-1]
    name = board.attachments[0].filename
    said = await world.bob.send(world.channel, "look", attachments=[(name, b"no picture")])
    viewer = await world.forge("m:1:0:practise")  # it tells the number of a turn, which is no event
    for message in (lobby, said, viewer):
        for menu in (REPLAY, TEXT):
            told = private(await world.ann.context_menu(world.channel, menu, message))
            assert told.startswith("This message shows no position of a match.")


async def test_of_a_match_that_they_may_not_look_at_nobody_learns_anything(world: World) -> None:
    over = await world.begin()
    await end(world, over)
    world.deny(world.channel, world.eve.id, "view_channel")
    elsewhere = world.guild.create_text_channel("elsewhere")
    button = discord.ui.View(timeout=None)
    button.add_item(discord.ui.Button(label="Play", custom_id=f"m:{over.id}:0:play"))
    copied = await world.show(button, elsewhere.id)
    for menu in (REPLAY, TEXT):
        assert private(await world.eve.context_menu(elsewhere, menu, copied)) == "There's no such match."
    for forged in ("m:99:0:play", f"m:{over.id}:999:play"):
        message = await world.forge(forged, channel=elsewhere)
        assert private(await world.ann.context_menu(elsewhere, REPLAY, message)) == "There's no such match."


@pytest.mark.usefixtures("parlour")
async def test_a_hand_is_told_to_its_player_alone(world: World) -> None:
    party = await begin(world, 2, hand="chosen")
    newest = [each for each in posts(world) if each.attachments or each.components][-1]
    texts = {}
    for name in ("ann", "bob", "eve"):
        shown = message_of(await world.people[name].context_menu(world.channel, TEXT, newest))
        typed = message_of(await world.people[name].slash(world.channel, "board", look="text"))
        assert shown.ephemeral
        texts[name] = shown.embeds[0].description or ""
        assert texts[name] == typed.embeds[0].description
    for seat, name in ((1, "ann"), (2, "bob")):
        assert f"hand {await party.hand(seat)} " in texts[name]
    assert "hand () " in texts["eve"]
