"""The aid card (M72) is one press from the hand and from each decision."""

from __future__ import annotations

import simcord

from tests.cogs.conftest import World
from tests.cogs.mutants.matches import begin
from tests.cogs.mutants.menus import start
from tests.cogs.playing import Shown, labels, message_of, parts, posts, said, texts
from tests.cogs.seeing import seen_by


async def _aid(world: World, name: str, shown: Shown) -> simcord.ResponseMessage:
    """Press the button under a private message; nobody else sees what it answers."""
    answer = message_of(await world.people[name].click(shown, label="Aid card"))
    assert [each for each, person in world.people.items() if seen_by(world, person, answer)] == [name]
    title, words, more = texts(answer)
    assert title == "**Mutants: Aid card**"
    assert "Breed: discard two cards" in words
    assert more == "-# `/rules` has all rules by topic."
    ((picture,),) = (part["items"] for part in parts(answer) if part["type"] == 12)
    assert picture["media"]["url"].endswith("/sheet.png")
    assert picture["description"]
    return answer


async def test_it_is_beside_the_hand_and_beside_each_decision(world: World) -> None:
    # M72
    table = await start(world, "bob", players=2, reserve="ready", decks="34")
    (name,) = table.called()
    for each in ("ann", "bob"):
        await _aid(world, each, await table.hand(each))
    for _ in range(3):  # the mulligans, then an action
        (name,) = table.called()
        shown = await table.open(name)
        await _aid(world, name, shown)
        assert "Cancel" in labels(shown), "what was built stays as it is"
        await table.answer(name)


async def test_an_old_message_will_do_after_the_end_and_a_restart(world: World) -> None:
    match = await begin(world, reserve="ready")
    hand = message_of(await world.ann.click(posts(world, "Your hand")[-1], label="Your hand"))
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    await world.restart()
    await _aid(world, "ann", hand)


async def test_games_without_one_say_so(world: World) -> None:
    match = await world.begin()
    forged = await world.forge(f"m:{match.id}:0:aid")
    assert said(message_of(await world.ann.click(forged, label="forged"))) == "Replicants has no aid card."
