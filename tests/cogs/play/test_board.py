"""`/board` and the button Board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.core.access import is_silenced
from hosting.match.model import Match, Place
from tests.cogs.conftest import World
from tests.cogs.playing import SHORT_GAME, latest, message_of, more, pick, play, posts, texts, turn_message

pytestmark = pytest.mark.usefixtures("pictures")


async def test_the_board_is_a_picture_with_words_for_the_blind(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:2])
    shown = message_of(await world.eve.slash(world.channel, "board"))
    assert shown.ephemeral
    assert shown.content == "bob: `E/3C1/F2-`\nIt's ann's turn."
    (picture,) = shown.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    assert picture.description


async def test_the_board_is_text_for_those_who_ask(world: World) -> None:
    await world.begin()
    shown = message_of(await world.ann.slash(world.channel, "board", look="text"))
    assert shown.attachments == []
    assert (shown.embeds[0].description or "").startswith("```\n")


async def test_the_board_is_text_for_those_who_have_set_it(world: World) -> None:
    await world.begin()
    settings = world.bot.arena.settings
    await settings.change_player(world.person("ann"), lambda each: replace(each, text_boards=True))
    assert message_of(await world.ann.click(await more(world.ann, turn_message(world)), label="Board")).embeds
    assert message_of(await world.ann.slash(world.channel, "board", look="picture")).attachments
    assert message_of(await world.bob.slash(world.channel, "board")).attachments
    built = message_of(await world.ann.click(turn_message(world), label="Play"))
    assert texts(built)[0].startswith("```\n")
    assert built.attachments == []
    gone = await pick(world.ann, built, "Cancel")
    assert texts(gone) == ["Cancelled: nothing was played."]


async def test_everyone_sees_it_on_request(world: World) -> None:
    await world.begin()
    before = len(posts(world))
    shown = message_of(await world.ann.slash(world.channel, "board", show="everyone"))
    assert not shown.ephemeral
    assert len(posts(world)) == before + 1


async def test_a_past_turn_is_shown_as_it_was(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    shown = message_of(await world.eve.slash(world.channel, "board", turn=1))
    assert shown.ephemeral
    assert shown.content.splitlines()[:2] == ["**Turn 1 of 3**", "**ann** plays `E/2C6/D8-`"]
    (picture,) = shown.attachments
    now = message_of(await world.eve.slash(world.channel, "board")).attachments[0]
    assert await picture.read() != await now.read()
    assert "Round 1" in (picture.description or "")
    start = message_of(await world.ann.slash(world.channel, "board", turn=0, look="text", show="everyone"))
    assert not start.ephemeral
    assert start.content.startswith("**The start.**")
    assert start.embeds
    assert start.attachments == []
    beyond = message_of(await world.ann.slash(world.channel, "board", turn=4))
    assert beyond.ephemeral
    assert beyond.content == "This match has 3 turns so far."


async def test_turns_are_offered_with_who_played_what(world: World) -> None:
    await world.begin()
    await play(world, *SHORT_GAME[:3])
    offered = await world.eve.autocomplete(world.channel, "board", "turn", "")
    assert [(each["value"], each["name"]) for each in offered] == [
        (3, "3. ann: E/3D6/E"),
        (2, "2. bob: E/3C1/F2-"),
        (1, "1. ann: E/2C6/D8-"),
        (0, "0. Start"),
    ]
    assert [each["value"] for each in await world.eve.autocomplete(world.channel, "board", "turn", "1")] == [1, 2]
    other = world.guild.create_text_channel("elsewhere")
    assert await world.eve.autocomplete(other, "board", "turn", "") == []


async def test_an_old_board_shows_the_position_as_it_is(world: World) -> None:
    await world.begin()
    menu = await more(world.bob, turn_message(world))
    await play(world, *SHORT_GAME)
    shown = message_of(await world.bob.click(menu, label="Board"))
    assert shown.ephemeral
    assert shown.content == "ann: `E/3D1x`\n**The match is over: ann wins.** ann destroyed bob's matrix."


async def test_a_match_that_was_given_up_shows_no_turn_for_it(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    shown = message_of(await world.eve.slash(world.channel, "board"))
    assert shown.content == "**The match is over: bob wins.** ann resigned."


@pytest.mark.parametrize(
    ("mode", "role", "over", "expected"),
    [
        ("teams", "board", False, True),
        ("teams", "team:0", False, True),
        ("teams", "spectators", False, False),
        ("teams", "board", True, False),
        ("2", "board", False, False),
    ],
)
async def test_nothing_is_public_where_a_partner_could_read_it_as_a_sign(
    world: World, mode: str, role: str, over: bool, expected: bool
) -> None:
    # R29
    await world.begin()
    match = await latest(world)
    changed: Match = replace(
        match,
        setup=replace(match.setup, mode=mode),
        places=(Place("board", 1), Place("team:0", 2), Place("spectators", 3)),
        status="over" if over else "running",
    )
    channel = next(place.channel_id for place in changed.places if place.role == role)
    assert is_silenced(changed, channel) is expected
