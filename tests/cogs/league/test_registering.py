"""What organisers do about who takes part; alternates; what is refused, with nothing changed."""

from __future__ import annotations

import pytest

from tests.cogs.conftest import World, private
from tests.cogs.league.playing import begin, publish, said, whispers


async def test_organisers_enter_players_and_take_them_out(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    post = await publish(world, boss, format="swiss", players=5, at_once=1)
    add, remove, bye = "league-manage add", "league-manage remove", "league-manage bye"
    for name in ("ann", "bob", "cleo", "dan"):
        told = private(await boss.slash(world.channel, add, player=world.people[name]))
        assert "has joined **Winter**." in told
    await world.settle()
    assert any("has entered you for Winter" in each for each in whispers(world, "ann"))
    assert "4 players of at most 5 take part.\nWho takes part: ann, bob, cleo, dan" in world.latest(post).content
    assert "takes part in this season already" in private(await boss.slash(world.channel, add, player=world.ann))
    assert "isn't for teams" in private(
        await boss.slash(world.channel, add, player=world.eve, partner=world.people["ann"])
    )
    assert "Only teams have a name" in private(await world.eve.slash(world.channel, "league join", name="E"))
    for command, options in ((add, {"player": world.eve}), (remove, {"entry": 1}), (bye, {"entry": 1, "round": 1})):
        with subtests.test(command):
            assert "Only organisers" in private(await world.ann.slash(world.channel, command, **options))
    entries = {each.players[0]: each.id for each in (await world.bot.arena.leagues.view(1)).entries}
    cleo = entries[world.person("cleo")]
    assert "cleo has left" in private(await boss.slash(world.channel, remove, entry=cleo))
    assert "no such entry" in private(await boss.slash(world.channel, remove, entry=cleo))
    assert "cleo" not in world.latest(post).content
    await boss.slash(world.channel, add, player=world.people["cleo"])
    cleo = (await world.bot.arena.leagues.view(1)).entries[-1].id
    assert "sits out round 2 of **Winter** for half a point." in private(
        await boss.slash(world.channel, bye, entry=cleo, round=2)
    )
    assert any("has you sit out round 2 of Winter" in each for each in whispers(world, "cleo"))
    assert "plays round 2" in private(await boss.slash(world.channel, bye, entry=cleo, round=2, kind="cancel"))
    await boss.slash(world.channel, "league-manage start")
    await world.settle()
    assert "`sure:`" in private(await boss.slash(world.channel, remove, entry=cleo))
    assert (await world.bot.arena.leagues.view(1)).entries[-1].left_at is None
    assert "has left" in private(await boss.slash(world.channel, remove, entry=cleo, sure=True))
    await world.settle()
    assert len(said(world, "cleo does not play on this season.")) == 1
    assert any("has taken you out of Winter" in each for each in whispers(world, "cleo"))


async def test_an_organiser_who_plays_takes_no_rival_out(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, format="swiss", at_once=1)
    await boss.click(post, label="Join")
    for name in ("ann", "bob", "cleo"):
        await world.press(name, world.latest(post), "Join")
    entries = (await world.bot.arena.leagues.view(1)).entries
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    told = private(await boss.slash(world.channel, "league-manage remove", entry=entries[1].id, sure=True))
    assert "play" in told
    assert "other organiser" in told
    told = private(await boss.slash(world.channel, "league-manage bye", entry=entries[1].id, round=2))
    assert "other organiser" in told
    assert not any(each.left_at for each in (await world.bot.arena.leagues.view(1)).entries)
    assert not (await world.bot.arena.leagues.view(1)).absences
    told = private(await boss.slash(world.channel, "league-manage remove", entry=entries[0].id, sure=True))
    assert "has left" in told


async def test_teams_are_entered_whole_and_have_names(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, mode="teams")
    people = world.people
    add = "league-manage add"
    assert "name the partner" in private(await boss.slash(world.channel, add, player=people["ann"]))
    told = private(await boss.slash(world.channel, add, player=people["ann"], partner=people["bob"], name="Foxes"))
    assert "joined **Winter**." in told
    assert (
        "1 team of at most 4 takes part. It takes at least 4 teams.\nWho takes part: Foxes\n"
        in world.latest(post).content
    )
    told = private(await people["cleo"].slash(world.channel, "league join", partner=people["dan"], name=" foxes "))
    assert "team of this season has that name already" in told
    told = private(await people["cleo"].slash(world.channel, "league join", partner=people["dan"], name="Bears"))
    assert "once your partner agrees" in told


async def test_alternates_wait_and_take_over(world: World) -> None:
    await world.come("fay")
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", at_once=1)
    stand_by, step = "league join", {"alternate": True}
    assert "has no alternates" in private(await boss.slash(world.channel, "league-manage alternate"))
    assert "already" in private(await world.ann.slash(world.channel, stand_by, **step))
    assert "You are an alternate of **Winter**" in private(await world.eve.slash(world.channel, stand_by, **step))
    assert "no alternate of **Winter** any more" in private(await world.eve.slash(world.channel, "league leave"))
    told = private(await boss.slash(world.channel, "league-manage alternate", player=world.eve))
    assert "is an alternate of **Winter** now" in told
    assert "alternate of this season already" in private(
        await boss.slash(world.channel, "league-manage alternate", player=world.eve)
    )
    assert f"<@{world.eve.id}>" in private(await boss.slash(world.channel, "league-manage alternate"))
    assert "is full" in private(await world.eve.slash(world.channel, stand_by))
    view = await world.bot.arena.leagues.view(1)
    ann = next(each for each in view.entries if each.players == (world.person("ann"),))
    await boss.slash(world.channel, "league-manage remove", entry=ann.id, sure=True)
    await world.settle()
    assert any("ann left, and you are the next alternate." in each for each in whispers(world, "eve"))
    (asked,) = said(world, "the next alternate has until")
    assert asked.content.startswith("**Winter**: ann left, and the next alternate has until")
    told = private(await world.eve.slash(world.channel, stand_by))
    assert "You've joined **Winter**" in told
    await world.settle()
    view = await world.bot.arena.leagues.view(1)
    assert next(each for each in view.entries if each.id == ann.id).current == (world.person("eve"),)
    assert "**Winter**" in private(await world.eve.slash(world.channel, "league mine"))
    # Who left last is named, not who played at the start.
    await world.people["fay"].slash(world.channel, stand_by, **step)
    await boss.slash(world.channel, "league-manage remove", entry=ann.id, sure=True)
    await world.settle()
    assert [each.content.partition(" left")[0] for each in said(world, "the next alternate has until")] == [
        "**Winter**: ann",
        "**Winter**: eve",
    ]
