"""`/league-manage import`: files that are shown first, imported once, and refused in one sentence."""

from __future__ import annotations

import json

import discord
import pytest
import simcord

from cogs.league import importing
from hosting.league.unpacking import MOST_BYTES, unpacked
from tests.cogs.conftest import World, private
from tests.cogs.league.bringing import IMPORT, brought, ids, played, preview
from tests.cogs.league.playing import drafted, said
from tests.cogs.playing import labels
from tests.hosting.league.test_reading import sealed

NEXT = "Import under another name"


async def leagues(world: World) -> list[str]:
    """Return what the leagues of the server are called."""
    return [league.name for league, _ in await world.bot.arena.leagues.of_guild(world.guild.id)]


async def test_a_closed_season_is_shown_and_imported_once(world: World) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=True)
    shown = await preview(world, boss, data)
    assert shown.content.startswith("**Winter**, season 1: all of this file was computed again, and agrees.")
    told = shown.content.splitlines()
    assert "Round robin: Replicants, 2 players" in told
    assert "4 entries, 4 players, 1 match that is over" in told
    assert "It is closed, and stays so: its table, titles and history come along." in told
    assert "• It is closed: its results are shown as they are and count for no rating here." in told
    assert labels(shown) == ["Import", NEXT, "Do not import"]
    assert await leagues(world) == []

    asked = await boss.click(shown, label=NEXT)
    await boss.submit_modal(asked, {"name": " old   Winter "})
    await world.settle()
    assert await leagues(world) == ["old Winter"]
    (post,) = said(world, "was imported by")
    assert post.content.startswith(
        f"**old Winter** was imported by <@{boss.id}> from a file: there it is season 1 of **Winter**"
    )
    assert f"is `{(await world.bot.arena.leagues.view(1)).commitment}`." in post.content
    assert [each.filename for each in post.attachments] == ["standings-1.png"]
    assert "ann" in (post.attachments[0].description or "")
    assert labels(post) == ["That is me"]


async def test_a_running_season_waits_for_its_players(world: World) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=False)
    shown = await preview(world, boss, data)
    assert "It is being played." in shown.content.splitlines()
    told = shown.content.splitlines()
    assert "• 1 match goes on elsewhere: its fixture is planned again here." in told
    assert "• What was played before is not rated again here." in told
    await boss.click(shown, label="Import")
    await world.settle()
    done = world.latest(shown)
    assert done.content.startswith(f"**Winter** is imported, and announced in <#{world.channel.id}>.")
    assert "`/league-manage resume`" in done.content
    assert labels(done) == []
    season = (await world.bot.arena.leagues.of_guild(world.guild.id))[0][1]
    view = await world.bot.arena.leagues.view(season.id)
    assert view.season.status == "paused"
    (post,) = said(world, "was imported by")
    assert f"whose SHA-256 is `{view.commitment}`" in post.content
    there = json.loads(unpacked(data)["league.json"])["commitment"]
    assert view.commitment != there, "it has no secret with it, so it has a new one"
    assert (await world.bot.arena.season_imports.origin(season.id)).commitment == there  # type: ignore[union-attr]


async def test_a_season_is_imported_into_a_forum(world: World) -> None:
    """It has a post of its own there, in which its players are asked who they are, and its matches are posts beside."""
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    data = await played(world, boss, closed=False)
    shown = drafted(await boss.slash(world.channel, IMPORT, file=("season.zip", data), channel=forum))
    await boss.click(shown, label="Import")
    await world.settle()
    there = world.env.backend.channels.values()
    (post,) = [each for each in there if each.parent_id == forum.id]
    assert post.name == "🏆 Winter"
    assert f"<#{post.id}>" in world.latest(shown).content or f"<#{forum.id}>" in world.latest(shown).content
    told = world.own(world.place(post.id))
    (announced,) = [each for each in told if "was imported by" in each.content]
    assert "That is me" in labels(announced)
    season = (await world.bot.arena.leagues.of_guild(world.guild.id))[0][1].id
    for stranger in await world.bot.arena.identities.strangers(season):
        await world.as_bot(world.bot.arena.identities.ask(season, stranger.number, world.person(stranger.name)))
        boss_id = (await world.bot.arena.people.enter(boss.id, world.guild.id, "olaf")).person_id
        await world.as_bot(world.bot.arena.identities.confirm(season, stranger.number, boss_id))
    await boss.slash(world.channel, "league-manage resume")
    await world.settle()
    names = [str(each.name) for each in world.env.backend.channels.values() if each.parent_id == forum.id]
    assert len([each for each in names if each.startswith("Replicants: ")]) == 1, "each plays one at once"
    closed = await played_again(world, boss, forum)
    assert "Import" in labels(closed)


async def played_again(world: World, boss: simcord.MemberActor, forum: simcord.ChannelHandle) -> discord.Message:
    """Close the season of a forum; return what is shown of its file there."""
    ((league, season),) = await world.bot.arena.leagues.of_guild(world.guild.id)
    await world.as_bot(world.bot.arena.leagues.close(season.id))
    data = await world.bot.arena.season_files.make(season.id)
    await world.as_bot(world.bot.arena.leagues.archive(league.id))
    return drafted(await boss.slash(world.channel, IMPORT, file=("season.zip", data), channel=forum))


async def test_nothing_is_imported_twice(world: World) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=True)
    shown = await preview(world, boss, data)
    busy = importing.uploads_of(world.bot)._busy
    press, *_ = ids(shown)
    token = press.split(":")[1]
    busy.add(token)  # as if another press were being answered
    for label in ("Import", NEXT, "Do not import"):
        assert "imported at this moment" in private(await boss.click(shown, label=label))
    busy.remove(token)
    await boss.click(shown, label="Import")
    await world.settle()
    assert "imported already" in private(await boss.click(await world.forge(press), custom_id=press))
    assert await leagues(world) == ["Winter"]
    assert len(said(world, "was imported by")) == 1
    # Once more as a file: its name is taken, which is said before the press and at it.
    again = await preview(world, boss, data)
    assert "⚠️ A league of this server has that name already." in again.content
    assert labels(again) == [NEXT, "Do not import"]
    asked = await boss.click(again, label=NEXT)
    refused = await boss.submit_modal(asked, {"name": "winter"})
    assert "has that name already. **Import under another name** asks for one." in refused.followups[0].content
    asked = await boss.click(again, label=NEXT)
    await boss.submit_modal(asked, {"name": "Second"})
    await world.settle()
    assert sorted(await leagues(world)) == ["Second", "Winter"]


async def test_a_restart_between_is_told(world: World) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=True)
    shown = await preview(world, boss, data)
    await world.restart()
    for label in ("Import", NEXT, "Do not import"):
        told = private(await boss.click(shown, label=label))
        assert "I do not have this file any more" in told
        assert "`/league-manage import` again" in told
    assert await leagues(world) == []
    await brought(world, boss, data)
    assert await leagues(world) == ["Winter"]


async def test_only_the_organiser_who_brought_it_imports_it(world: World) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=True)
    assert "Only organisers" in private(await world.ann.slash(world.channel, IMPORT, file=("x.zip", data)))
    shown = await preview(world, boss, data)
    (press, *_) = ids(shown)
    assert "Only organisers" in private(await world.ann.click(await world.forge(press), custom_id=press))
    other = world.promote(world.people["eve"])
    assert "I do not have this file" in private(await other.click(await world.forge(press), custom_id=press))
    await boss.click(shown, label="Do not import")
    assert world.latest(shown).content == "Nothing was imported."
    assert "I do not have this file" in private(await boss.click(await world.forge(press), custom_id=press))
    assert await leagues(world) == []


async def test_old_files_are_let_go_of(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=True)
    monkeypatch.setattr(importing, "MOST_HELD", 2 * len(data))
    first, second, third = [await preview(world, boss, data) for _ in range(3)]
    assert "I do not have this file" in private(await boss.click(first, label="Import"))
    await boss.click(third, label="Import")
    await world.settle()
    assert await leagues(world) == ["Winter"]
    await boss.click(second, label="Do not import")
    assert world.latest(second).content == "Nothing was imported."


async def test_wrong_files_are_refused_with_file_line_and_reason(world: World, subtests: pytest.Subtests) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=True)
    files = unpacked(data)
    changed = {**files, "standings.csv": files["standings.csv"].replace(b"\n1,", b"\n01,", 1)}
    newer = {**files, "league.json": files["league.json"].replace(b'"version": 1', b'"version": 2')}
    for name, given, words in (
        ("no zip", b"what", "ZIP: it is no ZIP, or it is damaged."),
        ("too large", bytes(MOST_BYTES + 1), "This file is too large for a season: at most 20 MiB are read."),
        ("other numbers", sealed(changed), "standings.csv, line 2: division is 01, computed 1"),
        ("newer", sealed(newer), "league.json, line 3: version is 2, and I read 1 only."),
        ("empty", b"", "ZIP: it is no ZIP, or it is damaged."),
    ):
        with subtests.test(name):
            told = private(await boss.slash(world.channel, IMPORT, file=("season.zip", given)))
            assert words in told
            assert "`/league-manage export` wrote" in told
            assert "went wrong" not in told
            assert "\n" not in told
    assert await leagues(world) == []


async def test_a_channel_where_nothing_can_be_announced_is_refused(world: World) -> None:
    boss = world.organiser()
    data = await played(world, boss, closed=True)
    shown = await preview(world, boss, data)
    world.deny(world.channel, world.bot.user.id if world.bot.user else 0, "send_messages")
    await world.settle()
    told = await boss.click(shown, label="Import")
    assert "I lack a permission" in told.followups[0].content
    assert "I lack a permission" in private(await boss.slash(world.channel, IMPORT, file=("season.zip", data)))
    assert await leagues(world) == []
