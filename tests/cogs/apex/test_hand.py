"""Your hand in APEX: behind More and below the cards of a match, card by card, to its player alone."""

from __future__ import annotations

from tests.cogs.apex.party import begin
from tests.cogs.conftest import World
from tests.cogs.playing import labels, message_of, more, posts, said, texts


async def test_a_player_sees_the_hand_card_by_card_from_both_places(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    hand = await party.hand(2)
    status = posts(world, "Choose")[-1]
    menu = await more(world.bob, status)
    cards = message_of(await world.bob.slash(world.channel, "match cards"))
    for below in (menu, cards):
        shown = message_of(await world.bob.click(below, label="Your hand"))
        assert shown.ephemeral
        (file,) = shown.attachments
        assert file.filename == "hand.png"
        words = file.description or ""
        assert [f" {card} (evolution " in words for card in hand] == [True] * 6
        assert f"**Your hand: {len(hand)} cards**" in said(shown)
        assert "Hands go left" in texts(shown)[-2]
        assert labels(shown) == ["Play"]


async def test_who_does_not_play_has_no_hand_to_see(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    gus = world.people["gus"] = world.guild.add_member(world.env.create_user("gus"))
    assert labels(message_of(await gus.slash(world.channel, "match cards"))) == []
    assert "Your hand" not in labels(await more(gus, posts(world, "Choose")[-1]))


async def test_before_cards_are_dealt_there_is_none(world: World) -> None:
    await begin(world, 3)
    menu = await more(world.ann, posts(world, "Play")[-1])
    assert said(message_of(await world.ann.click(menu, label="Your hand"))) == "You have no cards in this match."


async def test_what_is_chosen_is_marked_on_its_card_and_told(world: World) -> None:
    party = await begin(world, 3)
    await party.settle_in()
    turn = await party.choice(1, "C")
    answer = await party.move(1, turn)
    hand, number = await party.hand(1), int(turn[:-1])
    (file,) = answer.attachments
    told = (file.description or "").split("; ")
    assert [": chosen, Colonisation" in words for words in told] == [card == number for card in hand]
