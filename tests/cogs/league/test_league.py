"""`/league` on Discord: a league is made, published, joined, started, played and looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite, ScheduledEvent
from simcord.enums import OverwriteType
from sqlalchemy import update

from cogs.core.text import MESSAGE_LIMIT
from cogs.league import lists
from cogs.league.lists import parts_of
from engine.text import say
from hosting.league.model import SeasonView
from hosting.match.listing import FollowedIn
from hosting.match.model import Post
from hosting.outbox import LeaguePost
from store.league.seasons import Fixture, Round
from store.schema import seasons
from store.tables import outbox
from store.tables.values import Subject
from tests.cogs.conftest import World, bits, private, take
from tests.cogs.league.playing import begin, drafted, finish, posts, publish, said, whispers
from tests.cogs.league.test_views import after, described
from tests.cogs.league.whole import begun
from tests.cogs.playing import labels, message_of
from tests.cogs.profile.conftest import Past
from tests.cogs.test_delivery import poster
from tests.hosting.league.pairing.seasons import BEGAN, terms
from tests.volume import many


async def test_a_league_is_made_by_one_command_and_played_by_presses(world: World) -> None:
    boss = world.organiser()
    told = await boss.slash(world.channel, "league create", game="replicants", format="round-robin", players=4)
    draft = drafted(told)
    assert draft.content.startswith("**Replicants league** is a draft that only organisers can see.")
    assert "A win gives 1 point.\n" in draft.content, "there are no draws"
    for words in ("Round robin: Replicants, 2 players", "plays everyone else once.", "4 players."):
        assert words in draft.content
    assert "With 4 players: 6 matches, 3 rounds, 6 threads at once" in draft.content
    assert posts(world) == []
    assert "This server has no leagues yet" in private(await world.ann.slash(world.channel, "league join"))
    assert "A match with 20 turns each takes 25d at most." in draft.content
    await boss.click(draft, label="Publish")
    assert "press **Start** there or use `/league-manage start`." in world.latest(draft).content
    (post,) = posts(world)
    assert post.content.startswith("**Replicants league**: press **Join** to play.\n0 of at most 4 players")
    assert world.pings(post) == []
    assert labels(post) == ["Join", "Start (organisers)", "Terms"]
    for name in ("ann", "bob", "cleo"):
        assert "You've joined **Replicants league**." in private(await world.press(name, post, "Join"))
    assert "already" in private(await world.press("ann", post, "Join"))
    assert "Only organisers" in private(await world.press("ann", post, "Start (organisers)"))
    assert "needs at least 4" in private(await boss.click(world.latest(post), label="Start (organisers)"))
    assert "left **Replicants league**" in private(await world.cleo.slash(world.channel, "league leave"))
    for name in ("cleo", "dan"):
        await world.press(name, world.latest(post), "Join")
    assert ("4 of at most 4 players have joined.\nPlayers: ann, bob, cleo, dan\n") in world.latest(post).content
    assert "This season is full" in private(await world.press("eve", world.latest(post), "Join"))
    assert "hasn't started" in private(await world.ann.slash(world.channel, "league standings"))
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
    assert "is running" in world.latest(post).content
    running = await world.bot.arena.matches.in_guild(world.guild.id)
    assert len(running) == 6
    assert len(world.channel.history()) == len(world.own(world.channel)) == 2, "no thread adds a line"
    threads = [world.place(each.channel_id) for each in running]
    assert all(str(each.name).startswith("Replicants league · Round ") for each in threads)
    for thread in threads:
        first = min(world.own(thread), key=lambda each: each.id).content
        address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{post.id}"
        assert f"[**{str(thread.name).partition(':')[0]}**]({address}). If you forfeit, you get no points" in first
    mine = private(await world.ann.slash(world.channel, "league mine"))
    assert mine.startswith("**Replicants league**: none of your matches is over yet.")
    assert mine.count("running in <#") + mine.count("**your turn** in <#") == 3
    every = [private(await world.people[name].slash(world.channel, "league mine")) for name in ("bob", "cleo", "dan")]
    assert "".join([mine, *every]).count("**your turn** in <#") == 6, "each match waits for one of its players"
    turns = ["your turn" in line for line in mine.splitlines()[1:]]
    assert turns == sorted(turns, reverse=True), "what waits comes first"
    schedule = private(await world.eve.slash(world.channel, "league schedule"))
    assert schedule.startswith("**Replicants league · Round 1**")
    assert schedule.count("running in <#") == 2, "everybody can look in"


async def test_rounds_results_and_the_final_table_are_announced(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss, players=4, round_days=7, format="swiss")
    for name in ("ann", "bob", "cleo", "dan"):
        await world.press(name, world.latest(post), "Join")
    await boss.click(world.latest(post), label="Start (organisers)")
    await world.settle()
    (opened,) = said(world, "Round 1** has started")
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
    assert results.startswith("**Winter**: results, latest first")
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


# The message of a round, and what matches say of the league they are of: where they stand, what a forfeit means.


FOUR = ("ann", "bob", "cleo", "dan")


def standings(view: SeasonView) -> Iterator[tuple[SeasonView, dict[int, FollowedIn]]]:
    """Give a season as its first round goes on: nothing begun, all played, some over, one interrupted."""
    yield view, {}
    spots = {each.id: FollowedIn(10**18 + each.id) for each in view.fixtures}

    def changed(status: str) -> tuple[Fixture, ...]:
        return tuple(
            each
            if each.is_bye
            else replace(each, status="running", match_id=each.id)
            if status == "running" or each.id % 2
            else replace(
                each,
                status="over",
                why="played",
                match_id=each.id,
                sides=tuple(replace(side, points=60) for side in each.sides),
            )
            for each in view.fixtures
        )

    yield replace(view, fixtures=changed("running")), spots
    first = next(each.id for each in view.fixtures if not each.is_bye)
    yield replace(view, fixtures=changed("over")), {**spots, first: FollowedIn(None, interrupted=True)}


@pytest.mark.parametrize("count", [4, 5, 31, 100, many(300, 1000)])
@pytest.mark.parametrize("length", [3, 32])
def test_a_round_names_all_pairings_and_each_stays_in_its_message(count: int, length: int) -> None:
    view = after(terms("swiss", game="replicants", mode="duel", rounds=3, most=1000), count, 0)
    view = replace(view, rounds=(Round(1, BEGAN),))
    called = {each.players[0]: f"{each.id}".rjust(length, "*") for each in view.entries}
    places: list[list[list[str]]] = []
    for now, spots in standings(view):
        parts = parts_of(now, 1, spots, called, None)
        assert all(len(each.content) <= MESSAGE_LIMIT for each in parts)
        assert [each.mark for each in parts] == [
            "**Cup · Round 1**",
            *(f"**Cup · Round 1** ({number})" for number in range(2, len(parts) + 1)),
        ]
        assert all(each.content.startswith(each.mark) for each in parts)
        lines = [each.content.splitlines()[1:] for each in parts]
        assert sum(map(len, lines)) == len(view.fixtures)
        places.append([[line.split(": ")[0].split(", ")[0] for line in block] for block in lines])
    assert places[0] == places[1] == places[2]


async def test_a_round_in_several_messages_is_posted_once_and_edited(world: World) -> None:
    with patch.object(lists, "MESSAGE_LIMIT", 120):
        season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
        told = said(world, "**Winter · Semi-final**")
        assert [each.content.splitlines()[0] for each in told] == [
            "**Winter · Semi-final** has started.",
            "**Winter · Semi-final** (2)",
        ]
        await season.pass_time(timedelta(minutes=1))
        linked = [world.latest(each).content for each in told]
        assert all(each.count("running in <#") == 1 for each in linked)
        content = LeaguePost(1, "round", 1)
        again = Post(99, Subject("league", 1), 0, "notice", world.channel.id, content.dump(), 1, told[0].created_at)
        assert await world.as_bot(poster(world).deliver(again)) == told[-1].id
        assert len(said(world, "**Winter · Semi-final**")) == 2, "nothing is said twice, whatever came of it"
        assert await world.as_bot(poster(world).deliver(again, needed=False)) == told[-1].id


async def test_a_match_whose_channel_is_gone_is_interrupted_in_lists(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
    first, second = [await season.match(each) for each in await season.running()]
    world.env.backend.delete_channel(first.channel_id)
    await world.settle()
    (opened,) = said(world, "**Winter · Semi-final**")
    await season.pass_time(timedelta(minutes=1))
    told = world.latest(opened).content
    listed = private(await world.eve.slash(world.channel, "league schedule"))
    for text in (told, listed):
        assert text.count(": interrupted") == 1
        assert f"<#{first.channel_id}>" not in text
        assert text.count(f": running in <#{second.channel_id}>") == 1


async def test_warnings_and_reminders_say_where_a_match_stands_and_what_a_forfeit_means(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="1d", players=4)
    match = await season.match((await season.running())[0])
    name = match.names[min(match.session.to_act) - 1]
    await season.pass_time(timedelta(hours=13))
    thread = world.place(match.channel_id)
    warned = next(each for each in whispers(world, name) if "first turn" in each)
    assert warned.startswith("**Winter · Semi-final**: play your first turn by <t:")
    assert warned.endswith(f"in <#{match.channel_id}>, or you forfeit as a no-show. If you forfeit, you're out.")
    assert any(each.content.endswith("they forfeit as a no-show.") for each in world.own(thread))
    address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{season.post.id}"
    told = [*whispers(world, name), *(each.content for each in world.own(thread))]
    (reminded,) = [each for each in told if "half your time" in each]
    assert f"[**Winter · Semi-final**]({address}). If you forfeit, you're out." in reminded.splitlines()


async def test_who_plays_one_that_left_the_server_reads_where_the_match_stands_and_what_follows(world: World) -> None:
    season = await begun(world, FOUR, game="replica", format="knockout", clock="9d", players=4)
    match = await season.match((await season.running())[0])
    name = match.names[min(match.session.to_act) - 1]
    world.guild.remove_member(world.people[name])
    await season.pass_time(timedelta(days=1))
    await world.as_bot(world.bot.arena.absences.miss(match.id, world.person(name)))
    await world.settle()
    address = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{season.post.id}"
    (told,) = [
        each.content for each in world.own(world.place(match.channel_id)) if "left the server, so" in each.content
    ]
    assert told.splitlines()[1:] == [
        f"[**Winter · Semi-final**]({address}). If the match is stalled for 14 days, {name} forfeits and is out."
    ]


# Rounds of leagues as events of the server: entered once, kept as the round is, gone with it.


WEEKLY = {"format": "swiss", "round_days": 7}
PLAYERS = ("ann", "bob", "cleo", "dan")


def _events(world: World) -> list[ScheduledEvent]:
    return list(world.env.backend.get_guild(world.guild.id).scheduled_events.values())


def _told(boss: simcord.MemberActor) -> list[str]:
    return [each.content for each in boss.user.dm_channel.history(viewer=boss.user)]


def _end(event: ScheduledEvent) -> datetime:
    assert event.scheduled_end_time is not None
    return datetime.fromisoformat(event.scheduled_end_time)


async def _manage(world: World, boss: simcord.MemberActor, what: str) -> None:
    await boss.slash(world.channel, f"league-manage {what}")
    await world.settle()


async def test_a_round_is_an_event(world: World, requests: list[tuple[str, str, Any]]) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", name="Draft", **WEEKLY))
    assert "Each round becomes a server event." in draft.content
    await boss.click(draft, label="Discard")
    await begin(world, boss, *PLAYERS, **WEEKLY)
    (event,) = _events(world)
    assert (event.name, event.entity_type) == ("Winter · Round 1", discord.EntityType.external.value)
    assert event.description == "2 matches. `/league schedule` shows who plays whom."
    place = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"
    assert event.entity_metadata == {"location": place}
    (opened,) = (await world.bot.arena.leagues.view(1 + 1)).rounds
    assert opened.ends_at == _end(event)
    assert datetime.fromisoformat(event.scheduled_start_time) > world.clock.now()

    await _manage(world, boss, "pause")
    (event,) = _events(world)
    assert event.description == "The league is paused. The round will be extended by the length of the pause."
    await world.env.advance_time(timedelta(days=1).total_seconds())
    await world.restart()
    await _manage(world, boss, "resume")
    (event,) = _events(world)
    assert timedelta(days=1) <= _end(event) - opened.ends_at < timedelta(days=1, minutes=5)
    assert event.description == "2 matches. `/league schedule` shows who plays whom."
    asked = drafted(await boss.slash(world.channel, "league-manage close"))
    await boss.click(asked, label="Close")
    await world.settle()
    assert _events(world) == []
    made = [
        body for method, path, body in requests if (method, path.rpartition("/")[2]) == ("POST", "scheduled-events")
    ]
    assert len(made) == 1


async def test_what_died_before_its_note_is_found_and_what_was_deleted_stays_away(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, *PLAYERS, **WEEKLY)
    (event,) = _events(world)
    note = f"league-event:{world.guild.id}:1:1"
    assert await world.bot.arena.settings.remembered(note) == str(event.id)
    await world.bot.arena.settings.remember(note, "making")
    await world.restart()
    await _manage(world, boss, "pause")
    assert [each.id for each in _events(world)] == [event.id]
    assert await world.bot.arena.settings.remembered(note) == str(event.id)
    world.env.backend.delete_scheduled_event(world.guild.id, event.id)
    await _manage(world, boss, "resume")
    await _manage(world, boss, "pause")
    assert _events(world) == []


@pytest.mark.parametrize(
    ("refused", "words"), [(False, "I don't have `Create Events`"), (True, "as many as Discord allows")]
)
async def test_where_no_event_can_be_entered_organisers_are_told_once(world: World, refused: bool, words: str) -> None:
    boss = world.organiser()
    if refused:
        for _ in range(2):
            world.env.inject_error("POST", f"/guilds/{world.guild.id}/scheduled-events", status=400, code=30038)
    else:
        take(world, "create_events", "administrator")
        await world.settle()
        draft = drafted(await boss.slash(world.channel, "league create", game="replicants", name="Draft", **WEEKLY))
        assert "Rounds aren't added to this server's events, because I don't have `Create Events`" in draft.content
        assert "➖ Create server events for the rounds" in private(await world.ann.slash(world.channel, "doctor"))
        await boss.click(draft, label="Discard")
    await begin(world, boss, *PLAYERS, **WEEKLY)
    assert _events(world) == []
    await _manage(world, boss, "pause")
    told = [each for each in _told(boss) if "to this server's events" in each]
    assert len(told) == 1
    assert words in told[0]
    assert any("Round 1** has started" in each.content for each in world.own(world.channel)), "all else goes on"


async def test_organisers_switch_events_off(world: World) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", name="Winter", **WEEKLY))
    dialog = await boss.select(draft, ["telling"])
    await boss.submit_modal(dialog, {"events": ["no"]})
    assert "event" not in world.latest(draft).content
    assert not (await world.bot.arena.leagues.view(1)).terms.events


# A league in a forum: a post for each season, what becomes of it, and what the bot says where it cannot write.


GIVEN = {"game": "replicants", "format": "swiss", "name": "Winter", "players": 4}


async def _draft(world: World, boss: simcord.MemberActor, forum: simcord.ChannelHandle) -> discord.Message:
    return drafted(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))


def _posts(world: World, forum: simcord.ChannelHandle, title: str = "🏆 ") -> list[simcord.ChannelHandle]:
    """Return the posts of seasons in a forum, the oldest first."""
    there = world.env.backend.channels.values()
    return [world.place(each.id) for each in there if each.parent_id == forum.id and str(each.name).startswith(title)]


def _forum_told(boss: simcord.MemberActor) -> list[discord.Message]:
    """Return what an organiser was told in private messages."""
    return list(boss.user.dm_channel.history(viewer=boss.user))


async def _published(world: World, boss: simcord.MemberActor, forum: simcord.ChannelHandle) -> simcord.ChannelHandle:
    await boss.click(await _draft(world, boss, forum), label="Publish")
    await world.settle()
    (post,) = _posts(world, forum)
    return post


async def _begun(world: World, boss: simcord.MemberActor, post: simcord.ChannelHandle) -> None:
    first = world.own(post)[0]
    for name in ("ann", "bob", "cleo", "dan"):
        await world.press(name, first, "Join")
    await boss.click(world.latest(first), label="Start (organisers)")
    await world.settle()


async def test_a_season_has_a_post_of_its_own(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    draft = await _draft(world, boss, forum)
    assert f"**Publish** announces it in <#{forum.id}>." in draft.content
    assert not _posts(world, forum)
    await boss.click(draft, label="Publish")
    await world.settle()
    (post,) = _posts(world, forum)
    assert f"has been published: <#{post.id}>" in world.latest(draft).content
    assert world.env.backend.get_channel(post.id).name == "🏆 Winter"
    (first,) = world.own(post)
    assert first.content.startswith("**Winter**: press **Join** to play.")
    assert labels(first) == ["Join", "Start (organisers)", "Terms"]
    await world.restart()
    await _begun(world, boss, post)
    assert world.latest(first).content.startswith("**Winter** is running.")
    assert len(_posts(world, forum, "Winter · Round 1: ")) == 2, "its matches are posts there, too"
    await finish(world, 1)
    await finish(world, 2)
    words = [each.content for each in world.own(post)]
    assert [any(part in each for each in words) for part in ("Round 1** has started", "0: match 1", "Round 2**")] == [
        True
    ] * 3
    assert not world.own(world.channel)
    assert "already announced there" in private(await boss.slash(post, "watch league"))
    # In the post it is clear which league is meant, even where the forum has several.
    other = drafted(await boss.slash(world.channel, "league create", channel=forum, **{**GIVEN, "name": "Summer"}))
    await boss.click(other, label="Publish")
    await world.settle()
    assert "Winter" in private(await world.ann.slash(post, "league schedule", only="results"))
    assert "several leagues" in private(await world.ann.slash(world.channel, "league schedule", only="results"))


async def test_a_post_that_is_gone_is_opened_again(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    await _begun(world, boss, post)
    world.env.backend.delete_channel(post.id)
    await world.settle()
    await finish(world, 1)
    (again,) = _posts(world, forum)
    first, result = world.own(again)
    assert first.content.startswith("**Winter** is running.")
    assert "0: match 1" in result.content
    world.env.backend.edit_channel(again.id, {}, thread_metadata={"archived": True})
    await world.settle()
    await finish(world, 2)
    assert [each.id for each in _posts(world, forum)] == [again.id]
    awake = world.env.backend.get_channel(again.id).thread_metadata
    assert awake is not None
    assert not awake.archived
    settings = drafted(await boss.slash(world.channel, "league-manage settings"))
    await boss.click(settings, label="Post it again")
    await world.settle()
    assert [each.id for each in _posts(world, forum)] == [again.id], "one that can be written to stays"
    assert f"<#{again.id}>" in world.latest(settings).content


async def test_a_post_that_discord_cannot_change_just_now_is_changed_later(world: World) -> None:
    boss = world.organiser()
    post = await publish(world, boss)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/{post.id}", status=429, code=0, times=9)
    for name in ("ann", "bob"):
        await world.press(name, post, "Join")
    assert world.latest(post).content == post.content
    await world.restart()  # what is to be shown outlives the process
    for _ in range(9):
        await world.env.advance_time(15 * 60)
        await world.settle()
    assert "Players: ann, bob" in world.latest(post).content


async def test_a_season_whose_publisher_died_gets_one_post(world: World) -> None:
    boss = world.organiser()
    draft = drafted(await boss.slash(world.channel, "league create", game="replicants", format="round-robin"))
    with patch("cogs.league.draft.publish", side_effect=ConnectionResetError):
        await boss.click(draft, label="Publish")
        await world.settle()
    (post,) = posts(world)
    async with world.bot.arena.db.write() as connection:
        await connection.execute(update(seasons).values(message_id=None))
        await outbox.refresh(connection, Subject("league", 1), world.guild.id, 0, world.bot.clock.now())
    await world.restart()
    assert [each.id for each in posts(world)] == [post.id]
    assert (await world.bot.arena.leagues.view(1)).season.message_id == post.id


async def test_what_died_between_the_post_and_its_note_is_found(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    await world.bot.arena.settings.remember(f"league-post:{world.guild.id}:1", "")
    await world.restart()
    await _begun(world, boss, post)
    assert [each.id for each in _posts(world, forum)] == [post.id]
    assert any("Round 1** has started" in each.content for each in world.own(post))


async def test_where_posts_are_locked_or_refused_organisers_are_told_once(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    await _begun(world, boss, post)
    take(world, "manage_threads")
    world.env.backend.edit_channel(post.id, {}, thread_metadata={"locked": True})
    await world.settle()
    for _ in range(4):
        world.env.inject_error("POST", f"/channels/{post.id}/messages", status=403, code=160005)
    await finish(world, 1)
    await finish(world, 2)
    told = [each.content for each in _forum_told(boss) if "is locked" in each.content]
    assert len(told) == 1
    assert f"**Winter**'s post <#{post.id}> is locked" in told[0]
    settings = drafted(await boss.slash(world.channel, "league-manage settings"))
    await boss.click(settings, label="Post it again")
    await world.settle()
    assert len(_posts(world, forum)) == 2


async def test_a_forum_is_refused_in_words(world: World, subtests: pytest.Subtests) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    found = world.bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    tag = discord.ForumTag(name="mods", moderated=True)
    with subtests.test("a tag"), patch.object(found, "_flags", discord.ChannelFlags(require_tag=True).value):
        take(world, "manage_threads")
        await world.settle()
        for tags in ([], [tag]):
            with patch.object(found, "_available_tags", dict(enumerate(tags))):
                refused = private(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))
            assert "need a tag, and it has none that I can" in refused
    with subtests.test("their own permissions"):
        world.deny(forum, boss.id, "send_messages")
        await world.settle()
        refused = private(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))
        assert "You can't post in" in refused
    with subtests.test("permissions"):
        world.deny(forum, world.env.backend.bot_user.id, "send_messages_in_threads")
        world.deny(forum, boss.id)
        await world.settle()
        refused = private(await boss.slash(world.channel, "league create", channel=forum, **GIVEN))
        assert "`Send Messages In Threads`" in refused
    assert await world.bot.arena.leagues.of_guild(world.guild.id) == []


async def test_a_tag_that_is_needed_is_given(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    bare = {"emoji_id": None, "emoji_name": None}
    tags = [
        {"id": "71", "name": "mods", "moderated": True, **bare},
        {"id": "72", "name": "leagues", "moderated": False, **bare},
    ]
    world.env.backend.edit_channel(forum.id, {"available_tags": tags})
    take(world, "manage_threads")
    await world.settle()
    found = world.bot.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    with patch.object(found, "_flags", discord.ChannelFlags(require_tag=True).value):
        post = await _published(world, boss, forum)
        await _begun(world, boss, post)
    there = [post, *_posts(world, forum, "Winter · Round 1: ")]
    assert [world.env.backend.get_channel(each.id).applied_tags for each in there] == [[72]] * 3


async def test_a_league_moves_to_another_channel(world: World) -> None:
    boss, forum = world.organiser(), world.guild.create_forum_channel("leagues")
    await world.settle()
    post = await _published(world, boss, forum)
    first = world.own(post)[0]
    settings = "league-manage settings"
    assert "Only organisers" in private(await world.ann.slash(world.channel, settings, channel=world.channel))
    assert "is already in" in private(await boss.slash(world.channel, settings, channel=forum))
    told = private(await boss.slash(world.channel, settings, channel=world.channel))
    assert f"**Winter** is now announced and played in <#{world.channel.id}>." in told
    await world.settle()
    assert world.latest(first).content == f"**Winter** is now announced in <#{world.channel.id}>."
    assert not labels(world.latest(first))
    (announced,) = world.own(world.channel)
    assert labels(announced) == ["Join", "Start (organisers)", "Terms"]
    # There it is deleted with its channel: that is said to who made it, and it goes back.
    other = world.guild.create_text_channel("other")
    await world.settle()
    await boss.slash(world.channel, settings, channel=other)
    assert not world.own(world.channel), "the message of before is gone"
    world.env.backend.delete_channel(other.id)
    await world.settle()
    assert any("is gone" in each.content and "channel:" in each.content for each in _forum_told(boss))
    assert "is now announced" in private(await boss.slash(world.channel, settings, channel=forum, league=1))
    await world.settle()
    again = _posts(world, forum)[-1]
    await _begun(world, boss, again)
    assert any("Round 1** has started" in each.content for each in world.own(again))


# Seasons that follow one another on Discord: the close, the draft, joining again, history, titles on profiles.


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
        await world.as_bot(arena.rulings.move(season, 0, mine.id, division, say("As it was.")))
    await world.as_bot(arena.leagues.start(season))
    await world.settle()
    view = await arena.leagues.view(season)
    for fixture in view.fixtures:
        for winner in (people[0], people[1]):
            mine = view.entry_of(winner)
            assert mine is not None
            if mine.id in fixture.entries and fixture.status == "planned":
                points = {entry: 120 * (entry == mine.id) for entry in fixture.entries}
                await world.as_bot(arena.rulings.points(season, 0, fixture.id, points, say("As it was.")))
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
    assert "New players in a later season start in the lowest division." in draft.content
    assert described(drafted(await world.ann.slash(world.channel, "league standings")))[0].startswith(
        "Winter, division 1"
    )
    assert "is a draft" in private(await boss.slash(world.channel, "league-manage start"))
    await boss.click(draft, label="Publish")
    await world.settle()
    (asked,) = said(world, "Are you in again?")
    called = [world.people[name].id for name in ("ann", "bob")]
    assert {each.id for each in asked.mentions} >= set(called)
    assert asked.content.splitlines()[1].startswith(
        "**Winter, season 2**: It starts when an organiser presses **Start**."
    )
    assert labels(asked) == ["Join"]
    await world.restart()
    assert "You've joined **Winter, season 2**." in private(await world.press("ann", asked, "Join"))
    assert "You're already in this season, or a player has named you as a partner" in private(
        await world.press("ann", asked, "Join")
    )
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

    assert "this season hasn't started" in (await told("standings")).content
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
