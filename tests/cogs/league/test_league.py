"""`/league` on Discord: a league is made, published, joined, started, played and looked at."""

from __future__ import annotations

from tests.cogs.conftest import World, private
from tests.cogs.league.playing import drafted, finish, posts, publish, said
from tests.cogs.playing import labels


async def test_a_league_is_made_by_one_command_and_played_by_presses(world: World) -> None:
    boss = world.organiser()
    told = await boss.slash(world.channel, "league create", game="replicants", format="round-robin", players=4)
    draft = drafted(told)
    assert draft.content.startswith("**Replicants league** is a draft, which only organisers see.")
    assert "A win gives 1 point.\n" in draft.content, "there are no draws"
    for words in ("Round robin: Replicants, 2 players", "plays everybody else once.", "4 players."):
        assert words in draft.content
    assert "With 4 players: 6 matches, 3 rounds, 6 threads at once" in draft.content
    assert posts(world) == []
    assert "no league in this server" in private(await world.ann.slash(world.channel, "league join"))
    assert "A match of 20 turns each takes 25d at most." in draft.content
    await boss.click(draft, label="Publish")
    assert "**Start** there, or `/league-manage start`, begins it." in world.latest(draft).content
    (post,) = posts(world)
    assert post.content.startswith("**Replicants league**: press **Join** to take part.\n0 players of at most 4")
    assert world.pings(post) == []
    assert labels(post) == ["Join", "Start (organisers)", "Terms"]
    for name in ("ann", "bob", "cleo"):
        assert "You've joined **Replicants league**." in private(await world.press(name, post, "Join"))
    assert "already" in private(await world.press("ann", post, "Join"))
    assert "Only organisers" in private(await world.press("ann", post, "Start (organisers)"))
    assert "needs 4 or more" in private(await boss.click(world.latest(post), label="Start (organisers)"))
    assert "left **Replicants league**" in private(await world.cleo.slash(world.channel, "league leave"))
    for name in ("cleo", "dan"):
        await world.press(name, world.latest(post), "Join")
    assert "4 players of at most 4 take part.\nWho takes part: ann, bob, cleo, dan\n" in world.latest(post).content
    assert "This season is full" in private(await world.press("eve", world.latest(post), "Join"))
    assert "has not started" in private(await world.ann.slash(world.channel, "league standings"))
    await world.restart()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "create_public_threads")
    assert "Create Public Threads" in private(await boss.click(world.latest(post), label="Start (organisers)"))
    assert labels(world.latest(post)) == ["Join", "Start (organisers)", "Terms"]
    world.deny(world.channel, me.id)
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    assert labels(world.latest(post)) == ["Terms"]
    assert "is being played" in world.latest(post).content
    running = await world.bot.arena.matches.in_guild(world.guild.id)
    assert len(running) == 6
    assert len(world.channel.history()) == len(world.own(world.channel)) == 2, "no thread adds a line"
    threads = [world.place(each.channel_id) for each in running]
    assert all(str(each.name).startswith("Replicants league · Round ") for each in threads)
    for thread in threads:
        first = min(world.own(thread), key=lambda each: each.id).content
        address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{post.id}"
        assert f"[**{str(thread.name).partition(':')[0]}**]({address}). If you forfeit, you get nothing" in first
    mine = private(await world.ann.slash(world.channel, "league mine"))
    assert mine.startswith("**Replicants league**: none of your matches is over yet.")
    assert mine.count("being played in <#") + mine.count("**your turn** in <#") == 3
    every = [private(await world.people[name].slash(world.channel, "league mine")) for name in ("bob", "cleo", "dan")]
    assert "".join([mine, *every]).count("**your turn** in <#") == 6, "each match waits for one of its players"
    turns = ["your turn" in line for line in mine.splitlines()[1:]]
    assert turns == sorted(turns, reverse=True), "what waits comes first"
    schedule = private(await world.eve.slash(world.channel, "league schedule"))
    assert schedule.startswith("**Replicants league · Round 1**")
    assert schedule.count("being played in <#") == 2, "everybody can look in"


async def test_rounds_results_and_the_final_table_are_announced(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, players=4, round_days=7, format="swiss")
    for name in ("ann", "bob", "cleo", "dan"):
        await world.press(name, world.latest(post), "Join")
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    (opened,) = said(world, "Round 1** has begun")
    assert sorted(" ".join(opened.content.splitlines()[1:]).replace("–", "").split()) == ["ann", "bob", "cleo", "dan"]
    await world.env.advance_time(60)
    await world.settle()
    matches = await world.bot.arena.matches.in_guild(world.guild.id)
    linked = world.latest(opened)
    assert linked.content.splitlines()[0] == opened.content.splitlines()[0]
    assert sorted(line.partition("in ")[2] for line in linked.content.splitlines()[1:]) == sorted(
        f"<#{each.channel_id}>" for each in matches
    )
    assert world.pings(linked) == []
    assert world.pings(opened) == []
    assert not opened.attachments
    await finish(world, 1)
    await finish(world, 2)
    first, second = said(world, "**Winter**: ")
    assert first.content.endswith("0: match 1")
    assert second.content.endswith("0: match 2")
    mine = [private(await world.people[name].slash(world.channel, "league mine")) for name in ("ann", "bob")]
    assert min(each.splitlines()[0] for each in mine).startswith("**Winter**: place 1 of 4, points: 1")
    results = private(await world.eve.slash(world.channel, "league schedule", only="results"))
    assert results.startswith("**Winter**: results, the latest first")
    last = first.content.removeprefix("**Winter**: ")
    assert results.endswith((f"{last}, <#{matches[-1].channel_id}>", f"{last}, <#{matches[0].channel_id}>"))
    offered = await world.eve.autocomplete(world.channel, "league explain", "entry", "b")
    assert [each["name"] for each in offered] == ["bob"]
    told = await world.eve.slash(world.channel, "league explain", entry=offered[0]["value"])
    assert private(told).startswith("**bob: place ")
    assert "points: " in private(told)
    (file,) = drafted(told).attachments
    whole = (await file.read()).decode()
    assert "  1 against " in whole or "  0 against " in whole
    assert "(match " in whole
    table = drafted(await world.eve.slash(world.channel, "league standings"))
    assert table.content == ("**Winter**\n-# M: matches, W: won, D: drawn, L: lost, Ends: the places still possible")
    (picture,) = table.attachments
    assert picture.description is not None
    assert picture.description.splitlines()[1] == "2 matches are over"
    assert "Season 1, from 20" in private(await world.eve.slash(world.channel, "league history"))
    asked = drafted(await boss.slash(world.channel, "league-manage close"))
    assert "for good?" in asked.content
    await boss.click(asked, label="Close")
    await world.settle()
    (ended,) = said(world, "this is the final table")
    (picture,) = ended.attachments
    assert picture.filename == "standings-1.png"
    assert picture.description is not None
    assert "1. " in picture.description
    secret = (await world.bot.arena.leagues.view(1)).secret
    assert secret is not None
    assert secret in ended.content
    assert secret in world.latest(post).content
    assert [each.id for each in said(world, "Winter** is over.")] == [post.id], "the table is told once, at the close"
