"""Teams of two while a season is played: a pair comes late, one partner leaves and an alternate comes."""

from __future__ import annotations

from tests.cogs.conftest import World, private
from tests.cogs.league.playing import drafted, publish, said, whispers
from tests.cogs.playing import labels


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
    assert "Your team leaves as a whole" in asked.content
    await world.ann.click(asked, label="Stay")

    eve, fay = world.people["eve"], world.people["fay"]
    assert "`partner:` comes in late" in world.latest(post).content
    assert labels(world.latest(post)) == ["Join", "Terms"]
    assert "name your partner" in private(await world.press("eve", world.latest(post), "Join"))
    assert "once your partner agrees" in private(await eve.slash(world.channel, "league join", partner=fay))
    assert "Your team is not complete" in private(await eve.slash(world.channel, "league mine"))
    assert "2 teams" in world.latest(post).content
    assert "left **Winter**" in private(await fay.slash(world.channel, "league leave"))
    await eve.slash(world.channel, "league join", partner=fay)
    assert "You begin at the bottom" in private(await world.press("fay", world.latest(post), "Join"))
    assert "3 teams" in world.latest(post).content

    gus = world.people["gus"]
    assert "You are an alternate" in private(await gus.slash(world.channel, "league join", alternate=True))
    asked = drafted(await world.ann.slash(world.channel, "league leave"))
    assert "Your partner stays" in asked.content
    await world.ann.click(asked, label="Withdraw")
    await world.settle()
    assert any("your partner has left your team" in each for each in whispers(world, "bob"))
    assert any("`/league join` takes the place over" in each for each in whispers(world, "gus"))
    assert "You've joined" in private(await gus.slash(world.channel, "league join"))
    await world.settle()
    assert any("gus plays for your team from now on" in each for each in whispers(world, "bob"))
    assert said(world, "gus plays for bob and gus now, in place of a partner who left.")
    mine = (await world.bot.arena.leagues.view(1)).entry_of(world.person("gus"))
    assert mine is not None
    assert mine.current == (world.person("bob"), world.person("gus"))
