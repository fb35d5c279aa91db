"""What players do in leagues besides playing: teams, leaving and withdrawing, challenges, rounds that are sat out."""

from __future__ import annotations

from datetime import timedelta

from hosting.league.model import tables_of
from tests.cogs.conftest import World, private, take
from tests.cogs.league.playing import begin, drafted, finish, publish, said
from tests.cogs.playing import labels


async def test_partners_of_a_team_both_agree(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, mode="teams")
    assert "`/league join` with `partner:` takes part" in post.content
    assert "name your partner in `partner:`" in private(await world.press("ann", post, "Join"))
    told = private(await world.ann.slash(world.channel, "league join", partner=world.bob))
    assert "once your partner agrees" in told
    assert "0 teams of at most 4" in world.latest(post).content
    assert any("wants to play" in each.content for each in world.bob.user.dm_channel.history(viewer=world.bob.user))
    assert "You've joined" in private(await world.press("bob", world.latest(post), "Join"))
    assert "1 team of at most 4" in world.latest(post).content
    assert "name another player as your partner" in private(
        await world.cleo.slash(world.channel, "league join", partner=world.cleo)
    )
    assert "another partner" in private(await world.cleo.slash(world.channel, "league join", partner=world.bob))
    assert "left **Winter**" in private(await world.bob.slash(world.channel, "league leave"))
    assert "0 teams" in world.latest(post).content
    take(world, "manage_channels")
    assert "Manage Channels" in private(await boss.click(world.latest(post), label="Start (organisers)"))


async def test_who_joins_is_told_that_the_end_stays(world: World) -> None:
    ends = f"{world.bot.clock.now() + timedelta(days=60):%Y-%m-%d}"
    post = await publish(world, world.organiser(), ends=ends)
    told = private(await world.press("ann", post, "Join"))
    assert "Vacations, quiet hours and free weekends stop your clocks, but the season ends <t:" in told


async def test_a_challenge_is_announced_to_who_answers_it(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", format="ladder")
    (begun,) = said(world, "`/league challenge` challenges an opponent above you")
    assert begun.content.startswith("**Winter** has begun.")
    ranked = [each.entry for each in tables_of(await world.bot.arena.leagues.view(1))]
    names = {each.id: world.player(each.players[0]) for each in (await world.bot.arena.leagues.view(1)).entries}
    last, above = names[ranked[3]], names[ranked[2]]
    offered = await last.autocomplete(world.channel, "league challenge", "entry", "")
    assert sorted(each["value"] for each in offered) == sorted(ranked[:3])
    assert "up to 3 places above" in private(await above.slash(world.channel, "league challenge", entry=ranked[3]))
    told = private(await last.slash(world.channel, "league challenge", entry=ranked[2]))
    assert "without an answer it counts as refused" in told
    await world.settle()
    (asked,) = said(world, "challenges you in **Winter**")
    assert world.pings(asked) == [above.id]
    assert labels(asked) == ["Accept", "Refuse", "Withdraw"]
    assert "no challenge" in private(await last.click(asked, label="Accept"))
    await world.restart()
    await above.click(world.latest(asked), label="Accept")
    await world.settle()
    assert "their match begins by itself" in world.latest(asked).content
    assert labels(world.latest(asked)) == []
    assert len(await world.bot.arena.matches.in_guild(world.guild.id)) == 1


async def test_players_sit_rounds_out_and_withdraw(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan", format="swiss")
    sit = "league bye"
    assert "paired already" in private(await world.ann.slash(world.channel, sit, round=1))
    assert "sit out" not in private(await world.ann.slash(world.channel, "league mine"))
    assert "You sit out round 2 of Winter for half a point." in private(
        await world.ann.slash(world.channel, sit, round=2)
    )
    await world.ann.slash(world.channel, sit, round=3, kind="zero-point bye")
    mine = private(await world.ann.slash(world.channel, "league mine"))
    for round_, gives in ((2, "half a point"), (3, "nothing")):
        back = f"`/league bye round:{round_} kind:cancel` takes it back."
        assert f"You sit out round {round_} for {gives}. {back}" in mine
    assert "sit out" not in private(await world.bob.slash(world.channel, "league mine"))
    await world.ann.slash(world.channel, sit, round=3, kind="cancel")
    assert "round 3" not in private(await world.ann.slash(world.channel, "league mine"))
    assert "You play round 2" in private(await world.ann.slash(world.channel, sit, round=2, kind="cancel"))
    asked = drafted(await world.ann.slash(world.channel, "league leave"))
    await world.ann.click(asked, label="Stay")
    asked = drafted(await world.ann.slash(world.channel, "league leave"))
    await world.ann.click(asked, label="Withdraw")
    await world.settle()
    assert "You have withdrawn from Winter." in world.latest(asked).content
    assert "aren't in this season" in private(await world.ann.slash(world.channel, "league leave"))
    table = drafted(await world.bob.slash(world.channel, "league standings"))
    assert "withdrawn" in str(table.attachments[0].description)
    for number in (1, 2):
        match = await world.bot.arena.matches.get(number)
        if not match.over:
            await finish(world, number)
    assert "Round 2** has begun" in " ".join(each.content for each in said(world, "has begun"))


async def test_league_mine_tells_both_of_a_team_what_one_asked_for(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, format="swiss", mode="teams")
    for captain, partner in (("ann", "bob"), ("cleo", "dan")):
        await world.people[captain].slash(world.channel, "league join", partner=world.people[partner])
        await world.press(partner, world.latest(post), "Join")
    sit, mine = "league bye", "league mine"
    await world.ann.slash(world.channel, sit, round=1)
    once = "Your team sits out round 1 for half a point once both of you ask for it."
    for name in ("ann", "bob"):
        assert once in private(await world.people[name].slash(world.channel, mine))
    assert "round 1" not in private(await world.cleo.slash(world.channel, mine))
    await world.bob.slash(world.channel, sit, round=1)
    for name in ("ann", "bob"):
        told = private(await world.people[name].slash(world.channel, mine))
        assert "You sit out round 1 for half a point." in told
        assert once not in told
    await world.bob.slash(world.channel, sit, round=1, kind="cancel")
    assert "round 1" not in private(await world.ann.slash(world.channel, mine))


async def test_the_post_of_an_open_league_forgets_at_once_who_is_deleted(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss)
    for name in ("ann", "bob"):
        await world.press(name, world.latest(post), "Join")
    assert "2 players of at most 4 take part." in world.latest(post).content
    assert "Who takes part: ann, bob" in world.latest(post).content
    asked = drafted(await world.ann.slash(world.channel, "data", request="deletion"))
    assert "your partners there are told" in asked.content
    await world.ann.click(asked, label="Delete everything")
    await world.settle()
    assert "1 player of at most 4 takes part." in world.latest(post).content
    assert "Who takes part: bob" in world.latest(post).content
    assert "ann" not in world.latest(post).content.split("Who takes part")[1].splitlines()[0]
