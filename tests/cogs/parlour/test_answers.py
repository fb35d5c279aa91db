"""Answers inside another player's turn: what the call's button opens for who is asked, and what others are told."""

from __future__ import annotations

import pytest
import simcord

from tests.cogs.conftest import World
from tests.cogs.parlour.conftest import PLAYERS, begin
from tests.cogs.playing import labels, message_of, parts, pick, posts, refreshed, said, texts, ways

pytestmark = pytest.mark.usefixtures("parlour")


async def test_the_button_says_that_an_answer_is_asked(world: World) -> None:
    party = await begin(world, hand="chosen")
    assert labels(posts(world, "Play")[-1])[:2] == ["Play", "Your hand"]
    await party.attack()
    assert labels(posts(world)[-1])[:2] == ["Answer", "Your hand"]


async def test_who_is_asked_is_told_why_and_who_waits(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    player, hand = party.player(second), await party.hand(second)
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    waiting, told, *_ = said(asked).splitlines()
    assert waiting == f"-# It's {PLAYERS[first - 1]}'s turn, and they're waiting for your answer."
    assert told == f"**{PLAYERS[second - 1]} is attacked and may discard a card.**"
    assert asked.ephemeral
    assert ways(asked) == [*(f"Card {card}" for card in hand), "Nothing"]
    # The board stands above, and below it what there is to choose from.
    assert [file.filename for file in asked.attachments] == ["board.png", "hand-1.png", "hand-2.png"]
    assert [part["type"] for part in parts(asked)[:3]] == [12, 12, 10]
    assert [file.description for file in asked.attachments[1:]] == [f"Card {card}" for card in hand]

    here = await pick(player, asked, f"Card {hand[0]}")
    assert (await party.session()).to_act == {second}, "nothing is played until you Confirm"
    await pick(player, here, "Confirm")
    await world.settle()
    assert hand[0] not in await party.hand(second)
    assert (await party.session()).to_act == {first}


async def test_others_who_press_are_told_whose_answer_it_is(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    answer = message_of(await party.player(first).click(posts(world, "Answer")[-1], label="Answer"))
    assert answer.ephemeral
    assert PLAYERS[second - 1] in said(answer)


async def test_a_pick_is_made_from_a_picture_of_the_pack(world: World) -> None:
    party = await begin(world)
    state = (await party.session()).state
    opened = message_of(await world.ann.click(posts(world, "Choose")[-1], label="Choose"))
    assert [file.filename for file in opened.attachments] == ["pack.png"]
    card = state.packs[0][2]
    here = await pick(world.ann, opened, f"Card {card}")
    assert not (await party.session()).sealed
    here = await pick(world.ann, here, "Confirm")
    assert [file.filename for file in here.attachments] == ["pack.png"]
    assert labels(here) == ["Change my choice"]
    assert f"`{card}`" in said(here)
    assert said(refreshed(world.ann, here)) == said(here)


async def test_boards_as_text_come_with_the_hand_in_words(world: World) -> None:
    party = await begin(world, hand="chosen")
    _, second = await party.attack()
    player = party.player(second)
    await player.slash(world.channel, "settings mine", boards="text")
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    assert asked.attachments == []
    board, hand, _ = texts(asked)
    assert board.startswith("```")
    assert hand.startswith("**Your hand: 2 cards**")


async def test_an_answer_survives_a_restart_and_a_late_press_changes_nothing(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    player = party.player(second)
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    first_seen = asked.message
    await world.restart()
    here = await pick(player, asked, "Nothing")
    await pick(player, here, "Confirm")
    await world.settle()
    assert (await party.session()).to_act == {first}
    late = await world.as_it_was(first_seen)
    answer = message_of(await player.click(late, label="Nothing"))
    assert "so nothing happened" in said(answer)


async def test_what_a_card_draws_is_not_shown_before_it_is_played(world: World) -> None:
    party = await begin(world, hand="chosen")
    seat = await party.first()
    player, hand = party.player(seat), await party.hand(seat)
    here = await pick(player, await _opened(world, player), "Play a card")
    here = await pick(player, here, f"Card {hand[0]}")
    assert "Confirm" in labels(here)
    assert [file.description for file in here.attachments[1:]] == [f"Card {card}" for card in hand]
    await pick(player, here, "Confirm")
    await world.settle()
    assert len(await party.hand(seat)) == 2
    assert set(await party.hand(seat)) != set(hand)


async def _opened(world: World, player: simcord.MemberActor) -> simcord.ResponseMessage:
    return message_of(await player.click(posts(world, "Play")[-1], label="Play"))
