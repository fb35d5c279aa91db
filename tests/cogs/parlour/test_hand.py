"""Your hand: all that a player holds, to them alone, whoever's turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.core.text import LAYOUT_LIMIT
from tests.cogs.conftest import World
from tests.cogs.parlour.conftest import PLAYERS, begin
from tests.cogs.playing import Shown, controls, labels, message_of, parts, posts, texts
from tests.cogs.seeing import seen_by

pytestmark = pytest.mark.usefixtures("parlour")


def galleries(message: Shown) -> list[list[dict[str, Any]]]:
    """Return the pictures of each gallery of a message."""
    return [part["items"] for part in parts(message) if part["type"] == 12]


async def press(world: World, name: str) -> Shown:
    """Have somebody press the button under the newest board that has it."""
    board = posts(world, "Your hand")[-1]
    return message_of(await world.people[name].click(board, label="Your hand"))


async def test_a_player_sees_all_that_they_hold(world: World) -> None:
    party = await begin(world, hand="chosen")
    first, _ = await party.attack()
    for seat in (1, 2):
        answer = await press(world, PLAYERS[seat - 1])
        hand = await party.hand(seat)
        assert texts(answer) == [
            "\n".join(["**Your hand: 2 cards**", *(f"-# Card {card}" for card in hand)]),
            "**Set aside: 0 cards**",
        ]
        pictures = galleries(answer)
        assert [[item["media"]["url"].split("/")[-1] for item in items] for items in pictures] == [
            ["hand-1.png", "hand-2.png"],
            ["aside.png"],
        ]
        assert [item["description"] for item in pictures[0]] == [f"Card {card}" for card in hand]
        # Whose turn it is does not matter; who is asked can go on from here.
        assert ("Play" in labels(answer)) is (seat != first)


async def test_nobody_else_sees_it(world: World) -> None:
    await begin(world)
    answer = await press(world, "ann")
    assert answer.ephemeral  # type: ignore[union-attr]
    assert [name for name, person in world.people.items() if seen_by(world, person, answer)] == ["ann"]


async def test_in_a_draft_the_pack_stands_beside_what_was_picked(world: World) -> None:
    party = await begin(world)
    for seat in (1, 2):
        await party.move(seat, str((await party.session()).state.packs[seat - 1][0]))
    state = (await party.session()).state
    (told,) = texts(await press(world, "bob"))
    assert told.splitlines() == [
        "**Your pack: 3 cards**",
        *(f"-# Card {card}" for card in state.packs[1]),
        "**Your hand: 1 card**",
        *(f"-# Card {card}" for card in state.hands[1]),
    ]


async def test_a_spectator_is_told_that_they_have_none(world: World) -> None:
    await begin(world)
    answer = await press(world, "eve")
    assert answer.content == "You aren't in this match, so you have no hand."
    assert answer.ephemeral  # type: ignore[union-attr]


async def test_who_left_holds_nothing(world: World) -> None:
    party = await begin(world, 3)
    await world.bot.arena.matches.forfeit(party.match_id, world.person("bob"))
    await world.settle()
    assert (await press(world, "bob")).content == "You have no cards in this match."


async def test_who_reads_boards_as_text_gets_no_pictures(world: World) -> None:
    await begin(world, hand="chosen")
    await world.ann.slash(world.channel, "settings mine", boards="text")
    answer = await press(world, "ann")
    assert galleries(answer) == []
    assert texts(answer)[0].startswith("**Your hand: 2 cards**")


async def test_it_works_after_a_restart_and_from_an_old_board(world: World) -> None:
    party = await begin(world, hand="chosen")
    board = posts(world, "Your hand")[-1]
    await party.attack()
    shown = await world.as_it_was(board)
    await world.restart()
    answer = message_of(await world.bob.click(shown, label="Your hand"))
    assert [len(each) <= LAYOUT_LIMIT for each in texts(answer)] == [True, True]
    assert f"-# Card {(await party.hand(2))[0]}" in texts(answer)[0]


async def test_games_without_lasting_hands_have_no_such_button(world: World) -> None:
    await world.begin()
    assert not [each for message in posts(world) for each in controls(message) if each.get("label") == "Your hand"]
