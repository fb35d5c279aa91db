"""Seasons that follow one another on Discord: the close, the draft, joining again, history, titles on profiles."""

from __future__ import annotations

from dataclasses import replace

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.text import say
from tests.cogs.conftest import World, bits, private
from tests.cogs.league.playing import drafted, publish, said
from tests.cogs.league.test_pages import described
from tests.cogs.playing import labels, message_of
from tests.cogs.profile.conftest import Past

NEXT = "Next season (organisers)"


async def _close(world: World) -> None:
    """Have ann win a league of eight in two divisions, and bob the lower one, by decisions; it is closed then."""
    boss, arena, guild, season = world.organiser(), world.bot.arena, world.guild.id, 1
    await publish(world, boss, players=8)
    view = await arena.leagues.view(season)
    await world.as_bot(arena.leagues.amend(season, replace(view.terms, division_size=4, up=1)))
    await world.as_bot(arena.settings.change_server(guild, lambda it: replace(it, program_matches=1)))
    people = [(await arena.people.enter(world.people[name].id, guild, name)).person_id for name in ("ann", "bob")]
    people += [(await arena.people.enter(7_000_000 + number, guild, f"P{number}")).person_id for number in range(6)]
    for each in people:
        await world.as_bot(arena.leagues.join(season, each))
    view = await arena.leagues.view(season)
    for number, division in ((0, 1), (1, 2)):
        mine = view.entry_of(people[number])
        assert mine is not None
        await world.as_bot(arena.decisions.move(season, 0, mine.id, division, say("As it was.")))
    await world.as_bot(arena.leagues.start(season))
    await world.settle()
    view = await arena.leagues.view(season)
    for fixture in view.fixtures:
        for winner in (people[0], people[1]):
            mine = view.entry_of(winner)
            assert mine is not None
            if mine.id in fixture.entries and fixture.status == "planned":
                points = {entry: 120 * (entry == mine.id) for entry in fixture.entries}
                await world.as_bot(arena.decisions.points(season, 0, fixture.id, points, say("As it was.")))
    await world.settle()
    asked = drafted(await boss.slash(world.channel, "league-manage close"))
    await boss.click(asked, label="Close")
    await world.settle()


def _closing(world: World) -> discord.Message:
    (found,) = said(world, "is closed: this is the final table")
    return found


async def test_a_season_follows_another(world: World) -> None:
    await Past(world).duels("ann", "bob")  # without a match there is no profile
    boss = world.organiser()
    await _close(world)
    post = _closing(world)
    told = post.content.splitlines()
    assert "Champion: **ann**." in told
    assert "▲ Promoted from division 2: bob." in told
    assert any(line.startswith("▼ Relegated from division 1: P") for line in told)
    pictures = [picture.description or "" for picture in post.attachments]
    assert ["relegated" in pictures[0], "promoted" in pictures[1]] == [True, True]
    assert labels(post) == [NEXT]

    # Only organisers open the next season; until it is published, the last one is what players see.
    await world.restart()
    assert "Only organisers" in private(await world.ann.click(post, label=NEXT))
    draft = drafted(await boss.click(post, label=NEXT))
    assert draft.content.startswith("**Winter, season 2** is a draft")
    assert "Those who are new in a later season begin in the lowest division." in draft.content
    assert described(drafted(await world.ann.slash(world.channel, "league standings")))[0].startswith(
        "Winter, division 1"
    )
    assert "is a draft" in private(await boss.slash(world.channel, "league-manage start"))
    await boss.click(draft, label="Publish")
    await world.settle()
    (asked,) = said(world, "Do you take part again?")
    called = [world.people[name].id for name in ("ann", "bob")]
    assert {each.id for each in asked.mentions} >= set(called)
    assert asked.content.splitlines()[1].startswith(
        "**Winter, season 2**: It starts when an organiser presses **Start**."
    )
    assert labels(asked) == ["Join"]
    await world.restart()
    assert "You've joined **Winter, season 2**." in private(await world.press("ann", asked, "Join"))
    assert "You're already in this season, or a partner named you" in private(await world.press("ann", asked, "Join"))
    assert "You've joined" in private(await world.press("eve", asked, "Join")), "the same button for everybody"
    await world.eve.slash(world.channel, "league leave")

    history = private(await world.eve.slash(world.channel, "league history")).splitlines()
    assert history[1] == "Season 2: players can join"
    assert history[2].startswith("Season 1, from ")
    assert history[3:5] == ["• Champion: **ann**.", "• ▲ Promoted from division 2: bob."]

    await _earlier(world)
    await _titles(world)


async def _earlier(world: World) -> None:
    """Hold that the season before is shown where it is asked for."""
    offered = await world.eve.autocomplete(world.channel, "league standings", "season", "")
    assert [(each["name"], each["value"]) for each in offered] == [
        ("Season 2: players can join", 2),
        ("Season 1: closed", 1),
    ]

    async def told(command: str, **options: object) -> discord.Message:
        return drafted(await world.eve.slash(world.channel, f"league {command}", **options))

    assert "this season has not started" in (await told("standings")).content
    assert described(await told("standings", season=1, division=2))[0] == "Winter, division 2"
    assert (await told("schedule", season=1, round=1)).content.startswith("**Winter · Round 1**")
    assert "1" in (await told("schedule", only="results", season=1)).content.splitlines()[1]
    entries = await world.eve.autocomplete(world.channel, "league explain", "entry", "ann", season=1)
    (first,) = [each["value"] for each in entries]
    assert (await told("explain", season=1, entry=first)).content.startswith("**ann: place 1 in Winter")
    lines = (await told("history", season=1)).content.splitlines()
    assert [lines[0], lines[2]] == ["**Winter**", "• Champion: **ann**."]
    assert "has no season 3: pick one" in (await told("schedule", only="results", season=3)).content


async def _titles(world: World) -> None:
    """Hold who sees ann's title: who sees the league's channel, and she herself."""
    title = "**Champion** of Winter, season 1"
    other = world.guild.create_text_channel("other")
    await world.settle()

    async def told(reader: simcord.MemberActor, **options: object) -> list[str]:
        return message_of(await reader.slash(other, "profile", player=world.ann, **options)).content.splitlines()

    assert (await told(world.eve))[1] == title
    assert (await told(world.eve, game="replicants"))[1] == title
    assert (await told(world.eve, show="yes"))[1] == title
    assert title not in private(await world.eve.slash(other, "profile", player=world.bob))
    world.deny(world.channel, world.eve.id, "view_channel")
    await world.settle()
    assert title not in await told(world.eve)
    # Where not everybody looks, it is told to nobody by an answer that everybody reads.
    hidden = Overwrite(world.guild.id, OverwriteType.ROLE, 0, bits(("view_channel",)))
    world.env.backend.set_overwrite(world.channel.id, hidden)
    await world.settle()
    assert title not in await told(world.ann, show="yes")
    assert title in await told(world.ann)
