"""What players do in leagues besides playing: teams, leaving and withdrawing, challenges, rounds that are sat out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.text import say
from hosting.league.errors import bad_bye
from hosting.league.model import tables_of
from locales.pseudo import Pseudo
from tests.cogs.conftest import World, private, take
from tests.cogs.league.playing import begin, drafted, finish, publish, said, whispers
from tests.cogs.playing import labels


async def test_partners_of_a_team_both_agree(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, mode="teams")
    assert "use `/league join` with `partner:` to play" in post.content
    assert "name your partner with `partner:`" in private(await world.press("ann", post, "Join"))
    told = private(await world.ann.slash(world.channel, "league join", partner=world.bob))
    assert "once your partner accepts" in told
    assert "0 of at most 4 teams" in world.latest(post).content
    assert any(
        "wants to team up with you" in each.content for each in world.bob.user.dm_channel.history(viewer=world.bob.user)
    )
    assert "You've joined" in private(await world.press("bob", world.latest(post), "Join"))
    assert "1 of at most 4 teams" in world.latest(post).content
    assert "name another player as your partner" in private(
        await world.cleo.slash(world.channel, "league join", partner=world.cleo)
    )
    assert "another partner" in private(await world.cleo.slash(world.channel, "league join", partner=world.bob))
    assert "left **Winter**" in private(await world.bob.slash(world.channel, "league leave"))
    assert "0 of at most 4 teams" in world.latest(post).content
    take(world, "manage_channels")
    assert "Manage Channels" in private(await boss.click(world.latest(post), label="Start (organisers)"))


async def test_who_joins_is_told_that_the_end_stays(world: World) -> None:
    ends = f"{world.bot.clock.now() + timedelta(days=60):%Y-%m-%d}"
    post = await publish(world, world.organiser(), ends=ends)
    told = private(await world.press("ann", post, "Join"))
    assert "Vacations, quiet hours and free weekends stop your clocks, but the season still ends <t:" in told


async def test_a_challenge_is_announced_to_who_answers_it(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", format="ladder")
    (begun,) = said(world, "`/league challenge` to challenge an opponent above you")
    assert begun.content.startswith("**Winter** has started.")
    ranked = [each.entry for each in tables_of(await world.bot.arena.leagues.view(1))]
    names = {each.id: world.player(each.players[0]) for each in (await world.bot.arena.leagues.view(1)).entries}
    last, above = names[ranked[3]], names[ranked[2]]
    offered = await last.autocomplete(world.channel, "league challenge", "entry", "")
    assert sorted(each["value"] for each in offered) == sorted(ranked[:3])
    assert "up to 3 places above" in private(await above.slash(world.channel, "league challenge", entry=ranked[3]))
    told = private(await last.slash(world.channel, "league challenge", entry=ranked[2]))
    assert "not answering counts as refusing" in told
    await world.settle()
    (asked,) = said(world, "challenged you in **Winter**")
    assert world.pings(asked) == [above.id]
    assert labels(asked) == ["Accept", "Refuse", "Withdraw"]
    assert "no challenge" in private(await last.click(asked, label="Accept"))
    await world.restart()
    await above.click(world.latest(asked), label="Accept")
    await world.settle()
    assert "their match starts automatically" in world.latest(asked).content
    assert labels(world.latest(asked)) == []
    assert len(await world.bot.arena.matches.in_guild(world.guild.id)) == 1


async def test_players_sit_rounds_out_and_withdraw(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", format="swiss")
    sit = "league bye"
    assert "already paired" in private(await world.ann.slash(world.channel, sit, round=1))
    assert "sitting out" not in private(await world.ann.slash(world.channel, "league mine"))
    assert "You're sitting out round 2 of Winter and get half a point for it." in private(
        await world.ann.slash(world.channel, sit, round=2)
    )
    await world.ann.slash(world.channel, sit, round=3, kind="zero-point bye")
    mine = private(await world.ann.slash(world.channel, "league mine"))
    for round_, gives in ((2, "half a point"), (3, "no points")):
        back = f"To take it back, use `/league bye round:{round_} kind:cancel`."
        assert f"You're sitting out round {round_} for {gives}. {back}" in mine
    assert "sitting out" not in private(await world.bob.slash(world.channel, "league mine"))
    await world.ann.slash(world.channel, sit, round=3, kind="cancel")
    assert "round 3" not in private(await world.ann.slash(world.channel, "league mine"))
    assert "You'll play in round 2" in private(await world.ann.slash(world.channel, sit, round=2, kind="cancel"))
    asked = drafted(await world.ann.slash(world.channel, "league leave"))
    await world.ann.click(asked, label="Stay")
    asked = drafted(await world.ann.slash(world.channel, "league leave"))
    await world.ann.click(asked, label="Withdraw")
    await world.settle()
    assert "You've withdrawn from Winter." in world.latest(asked).content
    assert "aren't in this season" in private(await world.ann.slash(world.channel, "league leave"))
    table = drafted(await world.bob.slash(world.channel, "league standings"))
    assert "withdrawn" in str(table.attachments[0].description)
    for number in (1, 2):
        match = await world.bot.arena.matches.get(number)
        if not match.over:
            await finish(world, number)
    assert "Round 2** has started" in " ".join(each.content for each in said(world, "has started"))


async def test_league_mine_tells_both_of_a_team_what_one_asked_for(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, format="swiss", mode="teams")
    for captain, partner in (("ann", "bob"), ("cleo", "dan")):
        await world.people[captain].slash(world.channel, "league join", partner=world.people[partner])
        await world.press(partner, world.latest(post), "Join")
    sit, mine = "league bye", "league mine"
    await world.ann.slash(world.channel, sit, round=1)
    once = "Your team will sit out round 1 for half a point once you've both asked for it."
    for name in ("ann", "bob"):
        assert once in private(await world.people[name].slash(world.channel, mine))
    assert "round 1" not in private(await world.cleo.slash(world.channel, mine))
    await world.bob.slash(world.channel, sit, round=1)
    for name in ("ann", "bob"):
        told = private(await world.people[name].slash(world.channel, mine))
        assert "You're sitting out round 1 for half a point." in told
        assert once not in told
    await world.bob.slash(world.channel, sit, round=1, kind="cancel")
    assert "round 1" not in private(await world.ann.slash(world.channel, mine))


async def test_the_post_of_an_open_league_forgets_at_once_who_is_deleted(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss)
    for name in ("ann", "bob"):
        await world.press(name, world.latest(post), "Join")
    assert "2 of at most 4 players have joined." in world.latest(post).content
    assert "Players: ann, bob" in world.latest(post).content
    asked = drafted(await world.ann.slash(world.channel, "data", request="deletion"))
    assert "your partners there are told" in asked.content
    await world.ann.click(asked, label="Delete everything")
    await world.settle()
    assert "1 of at most 4 players has joined." in world.latest(post).content
    assert "Players: bob" in world.latest(post).content
    assert "ann" not in world.latest(post).content.split("Players")[1].splitlines()[0]


# What organisers do about who takes part; alternates; what is refused, with nothing changed.


async def test_organisers_enter_players_and_take_them_out(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    post = await publish(world, boss, format="swiss", players=5, at_once=1)
    add, remove, bye = "league-manage add", "league-manage remove", "league-manage bye"
    for name in ("ann", "bob", "cleo", "dan"):
        told = private(await boss.slash(world.channel, add, player=world.people[name]))
        assert "has joined **Winter**." in told
    await world.settle()
    assert any("has entered you for Winter" in each for each in whispers(world, "ann"))
    assert ("4 of at most 5 players have joined.\nPlayers: ann, bob, cleo, dan") in world.latest(post).content
    assert "is already in this season" in private(await boss.slash(world.channel, add, player=world.ann))
    assert "isn't for teams" in private(
        await boss.slash(world.channel, add, player=world.eve, partner=world.people["ann"])
    )
    assert "Only teams have a name" in private(await world.eve.slash(world.channel, "league join", name="E"))
    for command, options in ((add, {"player": world.eve}), (remove, {"entry": 1}), (bye, {"entry": 1, "round": 1})):
        with subtests.test(command):
            assert "Only organisers" in private(await world.ann.slash(world.channel, command, **options))
    entries = {each.players[0]: each.id for each in (await world.bot.arena.leagues.view(1)).entries}
    cleo = entries[world.person("cleo")]
    assert "cleo left" in private(await boss.slash(world.channel, remove, entry=cleo))
    assert "no such entry" in private(await boss.slash(world.channel, remove, entry=cleo))
    assert "cleo" not in world.latest(post).content
    await boss.slash(world.channel, add, player=world.people["cleo"])
    cleo = (await world.bot.arena.leagues.view(1)).entries[-1].id
    assert "won't play in round 2 of **Winter** and will get half a point." in private(
        await boss.slash(world.channel, bye, entry=cleo, round=2)
    )
    assert any("has given you a half-point bye in round 2 of Winter" in each for each in whispers(world, "cleo"))
    assert "will play in round 2" in private(await boss.slash(world.channel, bye, entry=cleo, round=2, kind="cancel"))
    await boss.slash(world.channel, "league-manage start")
    await world.settle()
    assert "`sure:`" in private(await boss.slash(world.channel, remove, entry=cleo))
    assert (await world.bot.arena.leagues.view(1)).entries[-1].left_at is None
    assert "cleo left" in private(await boss.slash(world.channel, remove, entry=cleo, sure=True))
    await world.settle()
    assert len(said(world, "cleo left this season.")) == 1
    assert any("has removed you from Winter" in each for each in whispers(world, "cleo"))


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
    assert " left **" in told


async def test_teams_are_entered_whole_and_have_names(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, mode="teams")
    people = world.people
    add = "league-manage add"
    assert "name the partner" in private(await boss.slash(world.channel, add, player=people["ann"]))
    told = private(await boss.slash(world.channel, add, player=people["ann"], partner=people["bob"], name="Foxes"))
    assert "joined **Winter**." in told
    assert "1 of at most 4 teams has joined. It needs at least 4 teams.\nPlayers: Foxes\n" in world.latest(post).content
    told = private(await people["cleo"].slash(world.channel, "league join", partner=people["dan"], name=" foxes "))
    assert "team in this season already has that name" in told
    told = private(await people["cleo"].slash(world.channel, "league join", partner=people["dan"], name="Bears"))
    assert "once your partner accepts" in told


async def test_alternates_wait_and_take_over(world: World) -> None:
    await world.come("fay")
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", at_once=1)
    stand_by, step = "league join", {"alternate": True}
    assert "has no alternates" in private(await boss.slash(world.channel, "league-manage alternate"))
    assert "already" in private(await world.ann.slash(world.channel, stand_by, **step))
    assert "You're an alternate for **Winter**" in private(await world.eve.slash(world.channel, stand_by, **step))
    assert "no longer an alternate for **Winter**" in private(await world.eve.slash(world.channel, "league leave"))
    told = private(await boss.slash(world.channel, "league-manage alternate", player=world.eve))
    assert "is now an alternate for **Winter**" in told
    assert "already an alternate for this season" in private(
        await boss.slash(world.channel, "league-manage alternate", player=world.eve)
    )
    assert f"<@{world.eve.id}>" in private(await boss.slash(world.channel, "league-manage alternate"))
    assert "is full" in private(await world.eve.slash(world.channel, stand_by))
    view = await world.bot.arena.leagues.view(1)
    ann = next(each for each in view.entries if each.players == (world.person("ann"),))
    await boss.slash(world.channel, "league-manage remove", entry=ann.id, sure=True)
    await world.settle()
    assert any("ann left, and you're the next alternate." in each for each in whispers(world, "eve"))
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


# Teams of two while a season is played: a pair comes late, one partner leaves and an alternate comes.


async def test_a_pair_comes_late_and_an_alternate_plays_with_the_partner_who_stays(world: World) -> None:
    boss = world.organiser()
    await world.come("fay", "gus")
    post = await publish(world, boss, format="ladder", mode="teams")
    for captain, partner in (("ann", "bob"), ("cleo", "dan")):
        await world.people[captain].slash(world.channel, "league join", partner=world.people[partner])
        await world.press(partner, world.latest(post), "Join")
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    asked = drafted(await world.ann.slash(world.channel, "league leave"))
    assert "Your whole team leaves" in asked.content
    await world.ann.click(asked, label="Stay")

    eve, fay = world.people["eve"], world.people["fay"]
    assert "to join late, use `/league join` with `partner:`" in world.latest(post).content
    assert labels(world.latest(post)) == ["Join", "Terms"]
    assert "name your partner" in private(await world.press("eve", world.latest(post), "Join"))
    assert "once your partner accepts" in private(await eve.slash(world.channel, "league join", partner=fay))
    assert "Your team isn't complete" in private(await eve.slash(world.channel, "league mine"))
    assert "2 of at most 4 teams" in world.latest(post).content
    assert "left **Winter**" in private(await fay.slash(world.channel, "league leave"))
    await eve.slash(world.channel, "league join", partner=fay)
    assert "You start at the bottom" in private(await world.press("fay", world.latest(post), "Join"))
    assert "3 of at most 4 teams" in world.latest(post).content

    gus = world.people["gus"]
    assert "You're an alternate" in private(await gus.slash(world.channel, "league join", alternate=True))
    asked = drafted(await world.ann.slash(world.channel, "league leave"))
    assert "Your partner stays" in asked.content
    await world.ann.click(asked, label="Withdraw")
    await world.settle()
    assert any("your partner has left your team" in each for each in whispers(world, "bob"))
    assert any("To take over the place, use `/league join`" in each for each in whispers(world, "gus"))
    assert "You've joined" in private(await gus.slash(world.channel, "league join"))
    await world.settle()
    assert any("gus now plays for your team" in each for each in whispers(world, "bob"))
    assert said(world, "gus now plays for bob and gus, replacing a partner who left.")
    mine = (await world.bot.arena.leagues.view(1)).entry_of(world.person("gus"))
    assert mine is not None
    assert mine.current == (world.person("bob"), world.person("gus"))


def test_a_text_names_a_choice_as_the_menu_does_in_that_language() -> None:
    choice = say("zero-point bye").render(Pseudo())
    assert f"`kind:{choice}`" in bad_bye("half").text.render(Pseudo())
