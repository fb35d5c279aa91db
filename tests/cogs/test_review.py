"""`/match record` and the button Record."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.core.custom_ids import MatchId
from cogs.core.text import TYPED_LIMIT
from cogs.ui.boards import RECORD
from engine import record, registry
from engine.__main__ import selfplay
from engine.game import Setup
from engine.history import moments, part
from hosting.imports import LIFETIME, MOST_BYTES
from store.tables import imports
from tests.cogs.conftest import World, private
from tests.cogs.lobby.test_opening import end
from tests.cogs.parlour.conftest import begin
from tests.cogs.playing import SHORT_GAME, labels, latest, message_of, more, pick, play, posts, refreshed, turn_message


async def test_a_running_match_is_written_so_far(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    for shown in (
        message_of(await world.eve.slash(world.channel, "match record")),
        message_of(await world.ann.click(await more(world.ann, turn_message(world)), label="Record")),
    ):
        assert shown.ephemeral
        assert "still on" in shown.content
        (file,) = shown.attachments
        assert file.filename == f"replicants-{(await latest(world)).id}.txt"
        text = (await file.read()).decode()
        assert '[Game "replicants"]' in text
        assert "T0..(ann.bob)" in text
        assert "T2..E/3D6/E" in text


async def test_the_record_of_a_match_that_is_over_replays_to_its_end(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.bob.slash(world.channel, "match record"))
    assert shown.content == "The record of this match."
    text = (await shown.attachments[0].read()).decode()
    session = record.replay(record.read(text))
    assert session.outcome == (await latest(world)).session.outcome
    forged = await world.forge(MatchId(1, 0, RECORD).text)  # a button of an earlier version, under a result
    pressed = message_of(await world.bob.click(forged, label="forged"))
    assert (await pressed.attachments[0].read()).decode() == text


async def test_a_part_starts_from_the_position_before_it(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    shown = message_of(await world.eve.slash(world.channel, "match record", **{"from": 4, "to": 6}))
    assert shown.ephemeral
    assert shown.content == "Turns 4 to 6 of this match."
    (file,) = shown.attachments
    assert file.filename == "replicants-1-4-6.txt"
    part = record.read((await file.read()).decode())
    assert part.tags["Position"].startswith("T2.2.1")
    session = (await latest(world)).session
    moment = moments(session)[6]
    assert record.replay(part).state == moment.state
    rest = message_of(await world.eve.slash(world.channel, "match record", **{"from": 8}))
    again = record.replay(record.read((await rest.attachments[0].read()).decode()))
    assert again.outcome == session.outcome
    wrong = message_of(await world.eve.slash(world.channel, "match record", **{"from": 5, "to": 4}))
    assert wrong.content == "This match has turns 1 to 9, and `from` can't be after `to`."


async def test_without_a_match_there_is_no_record(world: World) -> None:
    shown = message_of(await world.ann.slash(world.channel, "match record"))
    assert shown.ephemeral
    assert "no match in this channel" in shown.content


# `/match import`: what is taken in, what is refused and why, and what can be done with a record.


WHOLE = selfplay(registry.get("replicants"), Setup("2"), "brought2")  # a short game: all of it is drawn
NAMES = ("Red *Baron*", "yellow")
FINISHED = record.write(WHOLE, NAMES)
RUNNING = record.write(part(WHOLE, 1, 6), NAMES)


async def bring(world: World, text: str | bytes, name: str = "eve") -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return message_of(await world.people[name].slash(world.channel, "match import", file=("game.txt", data)))


async def test_a_file_is_checked_and_can_be_looked_at(world: World) -> None:
    answer = await bring(world, FINISHED)
    assert answer.ephemeral
    turns = len(moments(WHOLE)) - 1
    assert answer.content.splitlines()[:2] == [
        r"**Replicants**, 2 players: Red \*Baron\*, yellow",
        f"Every turn in this record is legal. Turns: {turns}",
    ]
    assert "**The match is over: " in answer.content
    assert labels(answer, disabled=True) == ["View", "Animated picture", "Analyse"], "nobody can play on from the end"

    shown = await pick(world.eve, answer, "View")
    assert shown.id == answer.id
    assert shown.content.startswith(f"**The start.** Turns: {turns}")
    await world.restart()
    shown = await pick(world.eve, refreshed(world.eve, shown), "Last")
    assert shown.content.startswith(f"**Turn {turns} of {turns}**")
    assert "Red" in (shown.attachments[0].description or "")
    sent = message_of(await world.eve.click(shown, label="Animated picture"))
    assert sent.ephemeral
    assert sent.attachments[0].filename == "replicants-1.gif"


async def test_a_table_goes_on_from_where_a_record_stops(world: World) -> None:
    answer = await bring(world, RUNNING)
    opened = await world.eve.click(answer, label="Open a table from its end")
    lobby = message_of(opened)
    assert not lobby.ephemeral
    assert "The match starts from a set-up position: `T4.1.1 | " in lobby.content
    (message,) = posts(world, "Join")
    await world.bob.click(message, label="Join")
    await world.press("eve", message, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get((await world.table()).match_id or 0)
    assert match.session.state == moments(WHOLE)[6].state


async def test_text_is_asked_for_where_there_is_no_file(world: World) -> None:
    asked = await world.eve.slash(world.channel, "match import")
    assert asked.modal is not None
    answer = message_of(await world.eve.submit_modal(asked, {"record": RUNNING[:TYPED_LIMIT]}))
    assert answer.ephemeral
    assert "Turns: 6" in answer.content


async def test_what_is_wrong_is_told_with_its_place_and_rule(world: World) -> None:
    wrong = "T0..(red.yellow)\nT1..E/2C6/D8-..E/3C1/F2-\nT2..E/3A4/E"
    answer = await bring(world, wrong)
    assert answer.ephemeral
    first, *rest = answer.content.splitlines()
    assert first == ("I couldn't import this record because of line 3, column 7: turn 2, seat 1, `3A4`.")
    assert rest == [
        "None of your 3s can go to A4: they're on D8, F9.",
        "See rule R7: `/rules topic:R7`.",
        "Possible here, for example: `3D6`, `3D7`, `3G9`, `3H9`",
    ]
    assert labels(answer) == []


async def test_what_is_no_record_is_refused_politely(world: World) -> None:
    for data, expected in (
        (b"\xff\xfe\x00", "This file isn't UTF-8 text: I can't read byte 1."),
        (b"x" * (MOST_BYTES + 1), "This file is too large for a record: I can read 64 KiB at most."),
        (b"T0..(a.b)\nT1.." + b"E/" * 5_001 + b"E", ("This record is too long: I can replay 5,000 actions at most.")),
        (b"hello", "I couldn't import this record because of line 1, column 1"),
        (b"", "I couldn't import this record because of line 1, column 1."),
    ):
        answer = await bring(world, data)
        assert answer.ephemeral
        assert expected in answer.content
        assert "`" * 3 not in answer.content


async def test_a_record_that_is_no_longer_kept_says_so(world: World) -> None:
    answer = await bring(world, RUNNING)
    async with world.bot.arena.db.write() as connection:
        assert await imports.prune(connection, world.bot.clock.now() + LIFETIME) == 1
    told = message_of(await world.eve.click(answer, label="View"))
    assert told.ephemeral
    assert told.content == "This record has been deleted: please import it again."


# Replay from here and Board as text, in the menu of a message.


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
    shown = message_of(await world.eve.context_menu(world.channel, REPLAY, turn_message(world)))
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
        assert "has been taken back" in private(await world.ann.context_menu(world.channel, name, taken))
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
            assert told.startswith("This message doesn't show a position from a match.")


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
