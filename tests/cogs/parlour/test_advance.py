"""Answers in advance by menus and a dialog: beside what is asked and below one's hand, to one's own eyes alone."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World
from tests.cogs.parlour.conftest import PLAYERS, begin
from tests.cogs.playing import labels, menu, message_of, posts, refreshed
from tests.cogs.seeing import seen_by

pytestmark = pytest.mark.usefixtures("parlour")


async def test_an_answer_is_typed_into_a_dialog_and_comes_at_once(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = (await party.session()).state.order
    player = party.player(second)
    hand = message_of(await player.click(posts(world, "Your hand")[-1], label="Your hand"))
    shown = message_of(await player.click(hand, label="Answer in advance"))
    assert [name for name, person in world.people.items() if seen_by(world, person, shown)] == [PLAYERS[second - 1]]
    assert "**What to discard**: nothing, so I'll ask you." in shown.content
    assert menu(shown) == {"What to discard": "discard"}
    before = len(posts(world))
    dialog = await player.select(shown, ["discard"])
    await player.submit_modal(dialog, {"answer": "26 -"})
    await world.settle()
    assert "**What to discard**: `26 -`." in refreshed(player, shown).content
    assert len(posts(world)) == before, "nobody else is told"
    await party.attack()
    assert (await party.session()).to_act == {first}


async def test_it_stands_beside_what_is_asked_and_there_alone(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, second = await party.attack()
    player = party.player(second)
    asked = message_of(await player.click(posts(world, "Answer")[-1], label="Answer"))
    assert "Answer in advance" in labels(asked)
    shown = message_of(await player.click(asked, label="Answer in advance"))
    assert shown.id != asked.id, "the menus of the answer stay as they were"
    await party.move(second, "-")
    keeping = message_of(await party.player(first).click(posts(world, "Play")[-1], label="Play"))
    assert "Answer in advance" not in labels(keeping)


async def test_others_cannot_use_the_menus(world: World) -> None:
    await begin(world, hand="chosen")
    for custom_id, value in (("a:1:", "discard"), ("a:1:discard", "26")):
        forged = await world.forge(custom_id, value)
        answer = message_of(await world.eve.select(forged, [value], custom_id=custom_id))
        assert answer.ephemeral
        assert "**" not in answer.content


async def test_a_menu_of_an_older_release_says_that_there_is_nothing_like_that(world: World) -> None:
    await begin(world, hand="chosen")
    for custom_id, value in (("a:1:wrong", "26"), ("a:1:", "wrong")):
        forged = await world.forge(custom_id, value)
        answer = message_of(await world.ann.select(forged, [value], custom_id=custom_id))
        assert answer.ephemeral
        assert "nothing like that can be answered in advance" in answer.content
