"""Three players draft and play their first round, from the lobby on, by menus and buttons alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

import simcord

from engine.mutants.components import components
from engine.mutants.rules import RESERVE
from tests.cogs.conftest import World
from tests.cogs.mutants.menus import Menus, start, told
from tests.cogs.playing import Shown, labels, latest, menu, menus, message_of, pick, said, texts

PLAYERS = ("ann", "bob", "cleo")
NAMES = {card.code: card.name_en for card in components().advanced}
_SEALED = re.compile(r"`([A-Z]{3})`")


async def test_a_drafted_game_to_the_end_of_its_first_round(world: World) -> None:
    table = await start(world, "bob", "cleo", players=3, reserve="draft")
    picked: dict[str, list[str]] = {name: [] for name in PLAYERS}
    for number in range(1, 7):
        assert set(table.called()) == set(PLAYERS)
        assert "The choices stay secret until the match is over" in said(table.call())
        # Before the reserves are laid out, nobody reads anything of what was picked.
        assert not [name for name in NAMES.values() if name in told(world)]
        for name in PLAYERS:
            shown = await table.open(name)
            assert f"Pick {number} of 6" in said(shown)
            (pack,) = shown.attachments
            assert pack.filename == "pack.png"
            assert f"Your pack: {10 - number} cards" in (pack.description or "")
            assert [card for card in picked[name] if NAMES[card] not in (pack.description or "")] == []
            ready = await table.build(name)
            assert "Confirm to seal it: nobody else sees it until the match is over." in said(ready)
            sealed = await pick(world.people[name], ready, "Confirm")
            await world.settle()
            if name != PLAYERS[-1]:
                assert "Nobody else sees it until the match is over" in said(sealed)
            found = _SEALED.search(said(sealed))
            assert found is not None, said(sealed)
            if name != PLAYERS[-1]:
                assert f"Your choice is `{found[1]}`: {NAMES[found[1]]} (" in said(sealed)
            picked[name].append(found[1])
    for _ in range(80):
        if "Round 1 is scored" in told(world):
            break
        (name,) = table.called()
        await table.answer(name)
    else:
        raise AssertionError("the round does not end")
    assert table.longest <= 25
    for name in PLAYERS:
        session = (await world.bot.arena.matches.get(1)).session
        side = session.view(PLAYERS.index(name) + 1).sides[PLAYERS.index(name)]
        assert set(side.unseen) <= set(picked[name])


# Two players with ready decks, from the lobby on, by menus and buttons alone.


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
    """Have the bot die while a player is about to confirm; a second press after it changes nothing any more."""
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
    assert "**Your reserve tops: 3 cards**" in words[1]
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
    assert "**Your reserve tops: 3 cards**\n" in held


# Reserves on Discord: built from menus alone, kept, and played in a Revolt.


async def test_a_reserve_is_built_from_menus_and_played_in_a_revolt(world: World) -> None:
    await world.open_table(world.ann, world.channel, "mutants", players=1, where="here", limits="AB")
    (lobby,) = world.own(world.channel)
    shown: Shown = message_of(await world.press("ann", lobby, "Choose in private"))
    shown = await pick(world.ann, shown, "Build a reserve")
    for count in range(2, 13, 2):
        pairs = [label for label in menu(shown) if label.endswith(", twice")]
        shown = await pick(world.ann, shown, pairs[count // 2])
        assert f"Your reserve: {count} of 12 cards" in shown.content
        assert ("Confirm" in labels(shown)) is (count == 12)
    assert "Code to share it: `R1-1-" in shown.content
    shown = await pick(world.ann, shown, next(label for label in menu(shown) if label.startswith("take out")))
    shown = await pick(world.ann, shown, next(iter(menu(shown))))
    shown = await pick(world.ann, shown, "Confirm")
    chosen = shown.content.split("`")[1]
    assert chosen.count("+") == 11
    await world.press("ann", lobby, "Start")
    await world.settle()
    assert (await latest(world)).setup.loadouts == (chosen,)


async def test_a_lobby_says_whom_the_book_advises_what(world: World) -> None:  # M71
    lobby = await world.lobby(game="mutants", players=3)
    assert "The rulebook recommends ready-to-play DNA" in lobby.content
    terms = message_of(await world.press("ann", lobby, "Terms"))
    assert "Where the gene reserves come from" in [each["placeholder"] for each in menus(terms)]


async def test_a_table_begins_with_ready_decks_and_the_draft_is_under_terms(world: World) -> None:  # M71
    lobby = await world.lobby(game="mutants", players=2, where="here")
    assert "Where the gene reserves come from: ready-to-play DNA, to learn the game" in lobby.content
    assert "Ready decks by seat: drawn at random" in lobby.content
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    match = await latest(world)
    side = match.session.view(1).sides[0]
    assert (len(side.unseen), [pile.size for pile in side.piles]) == (9, [4, 4, 4])
    other = await world.lobby(game="mutants", players=2)
    terms = message_of(await world.press("ann", other, "Terms"))
    await pick(world.ann, terms, "draft, the main mode")
    assert "Where the gene reserves come from: draft, the main mode" in world.latest(other).content
    assert (await world.bot.arena.tables.get(2)).options == (("reserve", "draft"),)


async def test_the_default_of_the_rules_and_the_terms_of_earlier_tables_stay(world: World) -> None:  # M71
    assert RESERVE.default == "draft"
    await world.bot.arena.tables.open(world.guild.id, world.channel.id, world.named("ann"), "mutants", "2")
    last = await world.lobby(game="mutants", players=2, clock="last")
    assert "Where the gene reserves come from: draft, the main mode" in last.content


async def test_a_revolt_begins_at_once_with_a_ready_deck(world: World) -> None:
    offered = await world.ann.autocomplete(world.channel, "new mutants", "loadout", "ready", players=1)
    assert all(each["name"].startswith("ready deck: ") for each in offered)
    assert len(offered) == 4
    await world.open_table(world.ann, world.channel, "mutants", players=1, where="here", loadout=offered[0]["value"])
    await world.settle()
    assert (await latest(world)).setup.loadouts == (offered[0]["value"],)


async def test_a_revolt_says_what_is_set_up_and_waits_for_its_player(world: World) -> None:
    await world.open_table(world.ann, world.channel, "mutants", players=1, where="here")
    await world.settle()
    (lobby,) = world.own(world.channel)
    assert labels(lobby) == ["Start", "Choose in private", "Terms", "Rules", "Cancel"]
    assert "The usual setup: Android twice, Funeral Automaton twice," in lobby.content
    assert "Your boss: Singularity Wizard" in lobby.content
    panel = message_of(await world.press("ann", lobby, "Terms"))
    await world.ann.select(panel, ["v:jack"], custom_id="d:1:boss")
    await world.ann.select(panel, ["v:AB"], custom_id="d:1:limits")
    shown = world.latest(lobby)
    assert "Your boss: Jack Ice" in shown.content
    assert "Android twice" not in shown.content, "what is usual follows the terms"
    await world.press("ann", lobby, "Start")
    await world.settle()
    match = await latest(world)
    assert dict(match.setup.options) == {"boss": "jack", "limits": "AB"}
    first = next(each for each in world.own(world.channel) if "You have the usual " in each.content)
    assert "`1:1:usual`" in first.content
    assert "nothing in private" not in first.content
    over = world.latest(lobby).content
    assert "The usual setup: " in over
    assert "(`1:1:usual`)" in over


async def test_more_mutants_than_a_menu_holds_stand_on_pages(world: World) -> None:
    lobby = await world.lobby(game="mutants", players=2, reserve="constructed", where="here")
    shown: Shown = message_of(await world.press("ann", lobby, "Choose in private"))
    shown = await pick(world.ann, shown, "Build a reserve")
    first = list(menu(shown))
    assert len(first) <= 25
    shown = await pick(world.ann, shown, "More choices ▶")
    second = list(menu(shown))
    assert not {each for each in first if each.endswith("twice")} & set(second)
    assert second[0] == "◀ Earlier choices"
    shown = await pick(world.ann, shown, second[-1])
    assert "2 of 12 cards" in shown.content
    shown = await pick(world.ann, shown, "Start over")
    assert "0 of 12 cards" in shown.content
