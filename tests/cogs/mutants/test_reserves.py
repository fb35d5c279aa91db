"""Reserves on Discord: built from menus alone, kept, and played in a Revolt."""

from __future__ import annotations

from engine.mutants.rules import RESERVE
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, labels, latest, menu, menus, message_of, pick


async def test_a_reserve_is_built_from_menus_and_played_in_a_revolt(world: World) -> None:
    await world.ann.slash(world.channel, "new mutants", players=1, where="here", loadout="choose", limits="AB")
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
    offered = await world.ann.autocomplete(world.channel, "new mutants", "loadout", "ready", players=1, limits="B")
    assert all(each["name"].startswith("ready deck: ") for each in offered)
    without = await world.ann.autocomplete(world.channel, "new mutants", "loadout", "ready", players=1)
    assert 0 < len(offered) < len(without) <= 4
    await world.ann.slash(
        world.channel, "new mutants", players=1, where="here", limits="B", loadout=offered[0]["value"]
    )
    await world.settle()
    assert (await latest(world)).setup.loadouts == (offered[0]["value"],)


async def test_a_revolt_says_what_is_set_up_and_waits_for_its_player(world: World) -> None:
    await world.ann.slash(world.channel, "new mutants", players=1, where="here")
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
    assert "2 cards of 12" in shown.content
    shown = await pick(world.ann, shown, "Start over")
    assert "0 cards of 12" in shown.content
