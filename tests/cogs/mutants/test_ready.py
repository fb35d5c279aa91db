"""Two players with ready decks, from the lobby on, by menus and buttons alone."""

from __future__ import annotations

from collections.abc import Sequence

import simcord

from tests.cogs.conftest import World
from tests.cogs.mutants.menus import Menus, start, told
from tests.cogs.playing import labels, menu, message_of, pick, said, texts

SEEN = ("breeds", "incubates", "flank.", "discards", "freezes a card from the")
"""What comes of decisions of most kinds, as everybody is told."""


class Eager:
    """A player who does what has not been done yet."""

    def __init__(self, table: Menus) -> None:
        self.table = table

    def __call__(self, content: str, ways: Sequence[str]) -> str | None:
        done = told(self.table.world)
        if "Breed" in ways and "breeds" not in done:
            return "Breed"
        if "Incubate" in ways and "incubates" not in done:
            return "Incubate"
        return None


async def test_turns_with_answers_and_a_restart(world: World) -> None:
    table = await start(world, "bob", players=2, reserve="ready", decks="34")
    for number in range(90):
        (name,) = table.called()
        if number == 12:
            await _restart(table, name)
            continue
        done = await table.answer(name, Eager(table))
        assert said(done).startswith("Played `"), said(done)
        if number > 12 and table.waits and all(word in told(world) for word in SEEN):
            break
    else:
        raise AssertionError([word for word in SEEN if word not in told(world)])
    assert table.longest <= 25
    assert {"**Mulligan**", "**Your action · round 1 of 5**"} <= set(table.asked)


async def _restart(table: Menus, name: str) -> None:
    """Have the bot die while somebody is about to confirm; a second press after it changes nothing any more."""
    world, before = table.world, table.call().id
    shown = await table.build(name)
    first_seen = shown.message if isinstance(shown, simcord.ResponseMessage) else shown
    assert table.call().id == before, "nothing is played until you Confirm"
    await world.restart()
    done = await pick(world.people[name], shown, "Confirm")
    await world.settle()
    assert said(done).startswith("Played `")
    after = table.call().id
    again = await pick(world.people[name], await world.as_it_was(first_seen), "Confirm")
    await world.settle()
    assert said(again) == said(done), "a second press only hears what was played"
    assert table.call().id == after


async def test_who_waits_sees_their_hand_and_cannot_play(world: World) -> None:
    table = await start(world, "bob", players=2, reserve="ready", decks="34")
    (name,) = table.called()
    assert "New to the game? **Your hand** shows your cards" in told(world)
    assert "**Aid card** under it" in told(world)
    other = "bob" if name == "ann" else "ann"
    refused = message_of(await world.people[other].click(table.call(), label="Play"))
    assert refused.ephemeral
    assert name in said(refused)
    hand = await table.hand(other)
    assert hand.ephemeral
    words = texts(hand)
    assert words[0].startswith("**Your hand: 6 cards**\n-# ROB\\: cycle 1; +1 force\n")
    assert [len(line) <= 60 for line in words[0].splitlines()[:7]] == [True] * 7, "a line a card"
    assert "Breed " in words[0]
    assert words[1].startswith("-# Reconstructed: ")
    assert [file.filename for file in hand.attachments] == [f"hand-{card}.png" for card in range(1, 7)]
    assert labels(hand) == ["Your other cards", "All cards", "Answer in advance", "Aid card"]
    more = message_of(await world.people[other].click(hand, label="Your other cards"))
    assert more.ephemeral
    words = texts(more)
    assert "Breed " in words[0]
    assert "**Tops of your reserve: 3 cards**" in words[1]
    assert "**In your reserve, below the tops: 9 cards**" in words[2]
    assert words[3].startswith("-# Reconstructed: ")
    assert [file.filename for file in more.attachments] == ["tops.png", "reserve.png"]
    assert sum(map(len, words)) <= 4000
    cards = message_of(await world.people[other].click(hand, label="All cards"))
    assert f"**{name}'s reserve tops**" in (cards.embeds[0].description or "")
    spectator = await table.hand("eve")
    assert said(spectator) == "You aren't in this match, so you have no hand."


async def test_a_turn_is_built_below_the_cards_of_the_hand(world: World) -> None:
    table = await start(world, "bob", players=2, reserve="ready", decks="34")
    for _ in range(12):
        (name,) = table.called()
        shown = await table.open(name)
        if "What do you do?" in said(shown):
            break
        await table.answer(name)
    else:
        raise AssertionError("nobody acted")
    names = [file.filename for file in shown.attachments]
    assert names[:2] == ["board.png", "hand-1.png"]
    assert names[-1] == "tops.png"
    assert not any((file.description or "").startswith("Chosen: ") for file in shown.attachments)
    shown = await pick(world.people[name], shown, "Deploy")
    shown = await pick(world.people[name], shown, next(iter(menu(shown) or labels(shown))))
    told = [file.description or "" for file in shown.attachments if file.filename.startswith("hand-")]
    assert sum("Chosen: " in words for words in told) == 1


async def test_where_an_arena_is_chosen_from_it_stands_alone(world: World) -> None:
    table = await start(world, "bob", players=2, reserve="ready", decks="34")
    for _ in range(12):
        (name,) = table.called()
        shown = await table.open(name)
        if "Your active mutant moves" in said(shown):
            break
        await table.answer(name)
    else:
        raise AssertionError("nobody moved")
    assert [file.filename for file in shown.attachments] == ["arena.png"]
    assert [way for way in labels(shown) if way.startswith("To the ")] == ["To the left flank", "To the right flank"]


async def test_readers_of_text_boards_choose_from_what_they_hold_in_words(world: World) -> None:
    table = await start(world, "bob", players=2, reserve="ready", decks="34")
    (name,) = table.called()
    await world.people[name].slash(world.channel, "settings mine", boards="text")
    shown = await table.open(name)
    assert shown.attachments == []
    board, held, _ = texts(shown)
    assert board.startswith("```\n")
    assert held.startswith("**Your hand: 6 cards**\n-# Robot")
    assert "**Tops of your reserve: 3 cards**\n" in held
