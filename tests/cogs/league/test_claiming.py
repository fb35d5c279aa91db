"""**That is me** under an imported season: who asks, who answers, and what is changed by it."""

from __future__ import annotations

import discord
import simcord

from cogs.core.text import safe
from tests.cogs.conftest import World, private
from tests.cogs.league.bringing import brought, export, ids, played
from tests.cogs.league.playing import drafted, publish, said, whispers
from tests.cogs.playing import labels, menu

ME = "That is me"


def announcement(world: World) -> discord.Message:
    """Return the public post of an import."""
    return said(world, "was imported by")[-1]


async def claim(world: World, name: str, player: str) -> discord.Message:
    """Have somebody say that they are a player of the file; return what they are told in private."""
    person = world.people[name]
    page = drafted(await person.click(announcement(world), label=ME))
    await person.select(page, [menu(page)[player]])
    await world.settle()
    return world.latest(page)


def asked(world: World, player: str) -> discord.Message:
    """Return the message by which organisers are asked about a player of the file."""
    return said(world, f"says: I am **{player}** in")[-1]


async def who(world: World, season: int) -> dict[str, int | None]:
    """Return who the players of the file are."""
    return {each.name: each.person_id for each in await world.bot.arena.identities.strangers(season)}


async def test_a_player_is_claimed_and_an_organiser_confirms_it(world: World) -> None:
    boss = world.organiser()
    season = await brought(world, boss, await played(world, boss, closed=True))
    told = await claim(world, "ann", "ann")
    assert told.content.startswith("You say that you are **ann** in **Winter**: an organiser answers")
    assert labels(told) == ["Take it back"]
    question = asked(world, "ann")
    assert question.content.splitlines() == [
        f"<@{boss.id}>",
        f"<@{world.ann.id}> says: I am **ann** in **Winter**. Is that so?",
        "-# Organisers answer, but not about themselves.",
    ]
    assert "Only organisers" in private(await world.ann.click(question, label="Confirm"))
    await world.restart()
    await boss.click(question, label="Confirm")
    await world.settle()
    done = world.latest(question)
    assert done.content == f"<@{world.ann.id}> is **ann** in **Winter**: <@{boss.id}> confirmed it."
    assert labels(done) == []
    assert (await who(world, season))["ann"] == world.person("ann")
    assert any("confirmed that you are ann" in each for each in whispers(world, "ann"))
    late = await world.as_it_was(question)
    assert "Nobody says to be that player" in private(await boss.click(late, label="Refuse"))
    assert (await who(world, season))["ann"] == world.person("ann")
    assert world.latest(late).content == f"<@{world.ann.id}> is **ann** in **Winter**."
    again = drafted(await world.ann.click(announcement(world), label=ME))
    assert again.content == "You are **ann** in **Winter**, as an organiser confirmed."
    assert labels(again) == []


async def test_a_season_goes_on_once_its_players_are_known(world: World) -> None:
    boss = world.organiser()
    season = await brought(world, boss, await played(world, boss, closed=False))
    early = private(await boss.slash(world.channel, "league-manage resume"))
    assert early == (
        "**Winter** goes on.\n4 of its players are not known yet, so their matches wait: they press **That is me**."
    )
    await boss.slash(world.channel, "league-manage pause")
    for name in ("ann", "bob", "cleo", "dan"):
        await claim(world, name, name)
        await boss.click(asked(world, name), label="Confirm")
        await world.settle()
    assert labels(announcement(world)) == [ME]
    page = drafted(await world.eve.click(announcement(world), label=ME))
    assert page.content == "**Winter** has no player whom nobody has claimed."
    assert "**Winter**: " in private(await world.ann.slash(world.channel, "league mine"))
    assert private(await boss.slash(world.channel, "league-manage resume")) == "**Winter** goes on."
    await world.settle()
    view = await world.bot.arena.leagues.view(season)
    going = [each for each in view.fixtures if each.status == "running"]
    assert going
    for fixture in going:
        match = await world.bot.arena.matches.get(fixture.match_id or 0)
        playing = {person for each in view.entries if each.id in fixture.entries for person in each.current}
        assert {seat.person_id for seat in match.seats} == playing
        assert playing <= set(world.persons.values())


async def test_a_claim_is_refused_or_taken_back(world: World) -> None:
    boss = world.organiser()
    season = await brought(world, boss, await played(world, boss, closed=False))
    await claim(world, "eve", "ann")
    first = asked(world, "ann")
    page = drafted(await world.ann.click(announcement(world), label=ME))
    assert [*menu(page)] == ["bob", "cleo", "dan"]
    forged = await world.forge(f"g:{season}:claim", str(_number(first)))
    assert "Another person has said to be that player" in private(
        await world.ann.select(forged, [str(_number(first))], custom_id=f"g:{season}:claim")
    )
    assert "It was imported: 3 of 4 players of the file are claimed by nobody.\n1 claim waits" in await settings(
        world, boss
    )
    await boss.click(first, label="Refuse")
    await world.settle()
    assert world.latest(first).content == f"<@{world.eve.id}> is not **ann** in **Winter**: <@{boss.id}> refused it."
    assert any("did not confirm that you are ann" in each for each in whispers(world, "eve"))
    told = await claim(world, "ann", "ann")
    await world.restart()
    await world.ann.click(told, label="Take it back")
    assert "which player of the file are you?" in world.latest(told).content
    second = asked(world, "ann")
    assert "Nobody says to be that player" in private(await boss.click(second, label="Confirm"))
    assert world.latest(second).content == "This claim is over: it was answered, or taken back."
    assert set((await who(world, season)).values()) == {None}


def _number(question: discord.Message) -> int:
    return int(ids(question)[0].split(":")[2])


async def settings(world: World, boss: simcord.MemberActor) -> str:
    return drafted(await boss.slash(world.channel, "league-manage settings")).content


async def test_organisers_do_not_confirm_themselves(world: World) -> None:
    boss = world.organiser()
    season = await brought(world, boss, await played(world, boss, closed=False))
    other = world.promote(world.people["dan"])
    world.people["olaf"] = boss
    await claim(world, "olaf", "bob")
    question = asked(world, "bob")
    assert "You cannot decide who you are yourself" in private(await boss.click(question, label="Confirm"))
    assert labels(world.latest(question)) == ["Confirm", "Refuse"]
    # The message may be gone: the claim stands in the settings, too.
    await question.delete()
    shown = drafted(await other.slash(world.channel, "league-manage settings"))
    assert [*menu(shown)] == ["bob"]
    waiting = drafted(await other.select(shown, [menu(shown)["bob"]]))
    assert waiting.content.startswith(f"<@{boss.id}> says: I am **bob** in **Winter**. Is that so?")
    await other.click(waiting, label="Confirm")
    await world.settle()
    assert f"<@{other.id}> confirmed it" in world.latest(waiting).content
    assert (await who(world, season))["bob"] is not None
    assert "It was imported: 3 of 4" in await settings(world, boss)


async def test_many_players_stand_on_pages_and_are_found_by_name(world: World) -> None:
    boss = world.organiser()
    await publish(world, boss, format="ladder", players=40, name="*Top* <@1>")
    arena = world.bot.arena
    for number in range(30):
        person = await arena.people.enter(7_000_000 + number, world.guild.id, f"_P{number}_ @everyone")
        await world.as_bot(arena.leagues.join(1, person.person_id))
    await world.as_bot(arena.leagues.start(1))
    season = await brought(world, boss, await export(world, boss))
    page = drafted(await world.ann.click(announcement(world), label=ME))
    assert page.content.splitlines() == [
        f"**{safe('*Top* <@1>')}**: which player of the file are you? An organiser is asked then.",
        "30 players are claimed by nobody.",
    ]
    assert len(menu(page)) == 25
    assert labels(page) == ["Next page ▶", "Find a name"]
    await world.restart()
    await world.ann.click(page, label="Next page ▶")
    assert len(menu(world.latest(page))) == 5
    dialog = await world.ann.click(world.latest(page), label="Find a name")
    await world.ann.submit_modal(dialog, {"wanted": "p29"})
    found = world.latest(page)
    assert [*menu(found)] == ["_P29_ @everyone"]
    assert "1 is called like that." in found.content
    await world.ann.select(found, [*menu(found).values()])
    await world.settle()
    told = world.latest(found)
    assert told.content.startswith(f"You say that you are **{safe('_P29_ @everyone')}** in")
    (question,) = said(world, "Is that so?")
    assert f"**{safe('_P29_ @everyone')}**" in question.content
    assert not question.mention_everyone
    dialog = await world.bob.click(drafted(await world.bob.click(announcement(world), label=ME)), label="Find a name")
    await world.bob.submit_modal(dialog, {"wanted": "zz"})
    assert (await who(world, season))["_P29_ @everyone"] is None


async def test_the_season_is_posted_again_with_its_button(world: World) -> None:
    boss = world.organiser()
    await brought(world, boss, await played(world, boss, closed=True))
    await announcement(world).delete()
    shown = drafted(await boss.slash(world.channel, "league-manage settings"))
    await boss.click(shown, label="Post it again")
    await world.settle()
    post = said(world, "**Winter** is over.")[-1]
    assert labels(post) == [ME, "Terms"]
    page = drafted(await world.ann.click(post, label=ME))
    assert sorted(menu(page)) == ["ann", "bob", "cleo", "dan"]


async def test_a_league_that_was_not_imported_has_no_strangers(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss)
    assert labels(post) == ["Join", "Start (organisers)", "Terms"]
    forged = await world.forge("g:1:me")
    assert "has no player whom nobody has claimed" in private(await world.ann.click(forged, custom_id="g:1:me"))
    assert "imported" not in await settings(world, boss)
