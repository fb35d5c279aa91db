"""Channels that follow matches: who may have them do so, what they show, to whom, and when they stop."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.core.access import server_reader
from cogs.core.bot import ArenaBot, PostContext
from cogs.silence.notices import set_organisers_channel
from cogs.ui.pictures import picture_name
from cogs.watch.cog import ALL
from cogs.watch.posts import WatchPosts, as_open
from hosting.match.model import Match, Post, Watch
from hosting.outbox import LeaguePost, Posting, Retry, WatchPost, add_posts_about
from locales import translator
from store.tables.values import Subject
from tests.catalogues import everything_in
from tests.cogs.conftest import World, bits, private
from tests.cogs.league.playing import begin, finish
from tests.cogs.playing import SHORT_GAME, latest, message_of, play

SUPPRESS_NOTIFICATIONS = 1 << 12


async def watches(world: World) -> list[Watch]:
    return await world.bot.arena.watches.in_guild(world.guild.id)


async def watch(world: World, who: simcord.MemberActor, what: str, **options: Any) -> str:
    text = private(await who.slash(world.channel, f"watch {what}", **options))
    await world.settle()
    return text


def boards(world: World, channel: simcord.ChannelHandle) -> list[str]:
    return [file.filename for message in world.own(channel) for file in message.attachments]


def hide(world: World, channel: simcord.ChannelHandle, *person_ids: int) -> None:
    """Let nobody look into a channel but some."""
    view = bits(["view_channel"])
    world.env.backend.set_overwrite(channel.id, Overwrite(world.guild.id, OverwriteType.ROLE, 0, view))
    for person_id in person_ids:
        world.env.backend.set_overwrite(channel.id, Overwrite(person_id, OverwriteType.MEMBER, view, 0))


async def test_a_followed_match_is_shown_turn_by_turn_until_the_result(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    match = await world.begin()
    assert "follows match 1: ann, bob" in await watch(world, keeper, "match", channel=lounge)
    await play(world, *SHORT_GAME)

    assert boards(world, lounge) == [picture_name(match, seq) for seq in range(len(SHORT_GAME) + 1)]
    told = [message.content for message in world.own(lounge)]
    assert all(f"https://discord.com/channels/{world.guild.id}/{world.channel.id}" in text for text in told)
    assert "**ann** plays `E/2C6/D8-`" in told[1]
    assert "ann moves their 2 from D7 to C6." in told[1]
    assert "The match is over" in told[-1]
    assert r"1\. ann" in told[-1]
    assert await watches(world) == [], "there is nothing left to follow"


async def test_posts_call_nobody_and_have_alternative_texts(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    await world.begin()
    await play(world, *SHORT_GAME)
    posts = world.own(lounge)
    assert len(posts) == len(SHORT_GAME) + 1
    for message in posts:
        assert world.pings(message) == []
        assert all(file.description for file in message.attachments)
        assert not message.components


@pytest.mark.parametrize("quiet", [True, False])
async def test_quiet_posts_make_no_sound(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor, *, quiet: bool
) -> None:
    await watch(world, keeper, "player", player=world.bob, channel=lounge, quiet=quiet)
    await world.begin()
    (message,) = world.own(lounge)
    assert bool(message.flags.value & SUPPRESS_NOTIFICATIONS) is quiet


async def test_a_match_that_is_followed_twice_is_posted_once(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    await watch(world, keeper, "player", player=world.ann, channel=lounge)
    match = await world.play(await world.begin())
    assert boards(world, lounge) == [picture_name(match, 0), picture_name(match, 1)]


async def test_who_may_neither_manage_the_channel_nor_organise_may_not_decide(
    world: World, lounge: simcord.ChannelHandle
) -> None:
    await world.begin()
    for what, options in (("server", {}), ("match", {}), ("player", {"player": world.ann})):
        assert "members who can manage" in await watch(world, world.eve, what, channel=lounge, **options)
    assert await watches(world) == []


async def test_an_organiser_may_decide(world: World, lounge: simcord.ChannelHandle) -> None:
    role = world.guild.create_role("organisers")
    olaf = world.guild.add_member(world.env.create_user("olaf"), roles=[role])
    await world.bot.arena.settings.change_server(world.guild.id, lambda each: replace(each, organiser_role_id=role.id))
    assert "follows every match" in await watch(world, olaf, "server", channel=lounge)
    assert "No longer following" in private(await olaf.slash(lounge, "watch stop", what=ALL))
    assert await watches(world) == []


async def test_what_the_bot_lacks_there_is_said(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    me = world.guild.me
    assert me is not None
    world.deny(lounge, me.id, "attach_files")
    told = await watch(world, keeper, "server", channel=lounge)
    assert "`Attach Files`" in told
    assert lounge.mention in told
    assert await watches(world) == []


async def test_a_channel_that_forbids_posting_is_given_up_after_a_notice(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    match = await world.begin()
    await watch(world, keeper, "match", channel=lounge)
    me = world.guild.me
    assert me is not None
    world.deny(lounge, me.id, "send_messages")
    for _ in range(3):
        match = await world.play(match)

    assert match.status == "running"
    assert await watches(world) == []
    attempts = [
        each
        for each in world.env.http_requests
        if each.method == "POST" and each.path == f"/channels/{lounge.id}/messages"
    ]
    assert len(attempts) == 2, "the board of then, and one refused"
    (told,) = keeper.user.dm_channel.history(viewer=keeper.user)
    assert lounge.mention in told.content


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_a_channel_that_is_deleted_is_given_up(world: World, keeper: simcord.MemberActor, kind: str) -> None:
    room = world.guild.create_text_channel("room")
    if kind == "thread":
        parent = world.bot.get_channel(room.id)
        assert isinstance(parent, discord.TextChannel)
        thread = await parent.create_thread(name="talk", type=discord.ChannelType.public_thread)
        await world.settle()
        room = world.place(thread.id)
    await watch(world, keeper, "server", channel=room)
    world.env.backend.delete_channel(room.id)
    await world.settle()
    assert await watches(world) == []
    match = await world.play(await world.begin())
    assert match.status == "running"
    (told,) = keeper.user.dm_channel.history(viewer=keeper.user)
    assert "gone" in told.content


async def test_a_channel_does_not_show_what_its_readers_could_not_see(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    me = world.guild.me
    assert me is not None
    hide(world, world.channel, me.id, world.ann.id, world.bob.id)
    await world.begin()
    assert boards(world, lounge) == []


async def test_a_match_that_one_cannot_see_cannot_be_followed(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await world.begin()
    world.deny(world.channel, keeper.id, "view_channel")
    told = private(await keeper.slash(lounge, "watch match", match=1))
    assert "There's no such match" in told
    assert await keeper.autocomplete(lounge, "watch match", "match", "") == []
    assert [each["value"] for each in await world.ann.autocomplete(lounge, "watch match", "match", "bob")] == [1]
    with everything_in(translator("fr")):
        (offer,) = await world.ann.autocomplete(lounge, "watch match", "match", "bob")
    assert offer["name"] == "1\u00a0: Replicants, ann, bob"


async def test_a_match_is_not_followed_where_it_is_played(world: World, keeper: simcord.MemberActor) -> None:
    await world.begin()
    assert "already posted there" in await watch(world, keeper, "match")
    assert "no match in this channel" in private(
        await keeper.slash(world.guild.create_text_channel("other"), "watch match")
    )


async def test_a_match_that_is_over_is_not_followed(world: World, keeper: simcord.MemberActor) -> None:
    await world.begin()
    await play(world, *SHORT_GAME)
    lounge = world.guild.create_text_channel("lounge")
    assert "over" in await watch(world, keeper, "match", channel=lounge)


async def test_a_silent_match_is_shown_where_players_look_only_when_it_is_over(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    # R29: what spectators say about a board there, teammates would read.
    match = await world.begin_silent()
    assert "The players of that match can see that channel" in await watch(
        world, keeper, "match", match=match.id, channel=lounge
    )
    match = await world.play(match)
    assert world.own(lounge) == []
    for name in ("ann", "bob"):
        await world.bot.arena.matches.forfeit(match.id, world.person(name))
        await world.settle()
        if (match := await world.bot.arena.matches.get(match.id)).over:
            break
    assert match.over
    (result,) = world.own(lounge)
    assert "The match is over" in result.content
    assert world.pings(result) == []


async def test_a_silent_match_is_shown_where_no_player_looks(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    # R29
    for name in ("ann", "bob", "cleo"):
        world.deny(lounge, world.people[name].id, "view_channel")
    await watch(world, keeper, "server", channel=lounge)
    match = await world.begin_silent()
    assert boards(world, lounge) == [], "dan looks there"
    world.deny(lounge, world.dan.id, "view_channel")
    match = await world.play(match)
    assert boards(world, lounge) == [picture_name(match, 1)]
    world.env.backend.delete_overwrite(lounge.id, world.cleo.id)
    await world.play(match)
    assert boards(world, lounge) == [picture_name(match, 1)]


async def test_a_thread_counts_as_its_channel_for_silent_players(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    # R29: a private thread is one mention away from the person who sees its channel.
    parent = world.bot.get_channel(lounge.id)
    assert isinstance(parent, discord.TextChannel)
    thread = await parent.create_thread(name="talk", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(keeper.id))
    await world.settle()
    private(await keeper.slash(world.place(thread.id), "watch server"))
    await world.begin_silent()
    assert boards(world, world.place(thread.id)) == []


async def test_the_channels_in_which_silent_teams_play_follow_nothing(
    world: World, keeper: simcord.MemberActor
) -> None:
    # R29: what is posted there, or not, could be a sign.
    match = await world.begin_silent()
    role = world.guild.create_role("owners", permissions=discord.Permissions(administrator=True))
    world.env.backend.add_member_role(world.guild.id, keeper.id, role.id)
    for name in ("board", "team:0"):
        place = match.place(name)
        assert place is not None
        told = private(await keeper.slash(world.place(place.channel_id), "watch server"))
        assert "nothing else is posted" in told
    assert await watches(world) == []


async def test_the_spectators_channel_of_a_silent_match_can_follow_it(
    world: World, keeper: simcord.MemberActor
) -> None:
    # R29: its players are kept out by name.
    match = await world.begin_silent()
    place = match.place("spectators")
    assert place is not None
    room = world.place(place.channel_id)
    told = private(await keeper.slash(room, "watch match"))
    assert "see that channel" not in told
    await world.settle()
    match = await world.play(match)
    assert boards(world, room) == [picture_name(match, 0), picture_name(match, 1)]


async def test_the_list_tells_of_channels_that_one_sees(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    assert "No channel that you can see" in await watch(world, world.ann, "list")
    await world.begin()
    await watch(world, keeper, "server", channel=lounge)
    await watch(world, keeper, "player", player=world.bob, channel=lounge)
    await watch(world, keeper, "match", channel=lounge)
    lines = (await watch(world, world.ann, "list")).splitlines()
    assert lines[0] == f"{lounge.mention}: every match in this server"
    assert lines[1] == f"{lounge.mention}: {world.bob.mention}'s matches"
    assert lines[2].endswith("ann, bob")
    await watch(world, keeper, "player", player=world.cleo, channel=lounge)
    ended = await keeper.autocomplete(world.channel, "watch stop", "what", "m")
    assert [each["name"] for each in ended[-2:]] == [
        "#lounge: match 1, ann, bob",
        "#lounge: cleo's matches",
    ]
    world.deny(lounge, world.eve.id, "view_channel")
    assert "No channel that you can see" in await watch(world, world.eve, "list")


async def test_following_ends(world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor) -> None:
    match = await world.begin()
    await watch(world, keeper, "player", player=world.bob, channel=lounge)
    await watch(world, keeper, "server", channel=lounge)
    offered = await keeper.autocomplete(world.channel, "watch stop", "what", "")
    assert [each["name"] for each in offered] == ["#lounge: bob's matches", "#lounge: every match in this server"]
    assert (await keeper.autocomplete(lounge, "watch stop", "what", ""))[0]["value"] == ALL
    assert "members who can manage" in private(
        await world.eve.slash(world.channel, "watch stop", what=offered[0]["value"])
    )
    assert "Nothing like that is" in private(await keeper.slash(world.channel, "watch stop", what="what"))
    assert "'s matches" in private(await keeper.slash(world.channel, "watch stop", what=offered[0]["value"]))
    assert [each.kind for each in await watches(world)] == ["server"]
    private(await keeper.slash(lounge, "watch stop", what=ALL))
    before = boards(world, lounge)
    await world.play(match)
    assert boards(world, lounge) == before
    assert await watches(world) == []


async def die_before_noting(world: World) -> None:
    """Have the bot die before it noted what it posted where matches are followed, and start again."""
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql("UPDATE outbox SET done_at = NULL, message_id = NULL WHERE kind = 'watch'")
    await world.restart()
    await world.env.advance_time(60)
    await world.settle()


async def test_nothing_is_posted_twice_after_a_crash(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    match = await world.begin()
    await die_before_noting(world)
    assert boards(world, lounge) == [picture_name(match, 0)]


async def test_what_waits_over_a_restart_is_posted(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    match = await world.begin()
    (posted,) = world.own(lounge)
    await posted.delete()
    await die_before_noting(world)
    assert boards(world, lounge) == [picture_name(match, 0)]


async def test_a_server_without_the_bot_keeps_its_watches(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    monkeypatch.setattr(world.bot, "get_guild", lambda _: None)
    await world.begin()
    monkeypatch.undo()
    assert boards(world, lounge) == []
    assert len(await watches(world)) == 1


# Boards for channels that follow matches, when much has changed since they became due.


def delivery(world: World) -> WatchPosts:
    found = world.bot.deliveries["watch"]
    assert isinstance(found, WatchPosts)
    return found


async def context(world: World, match: Match, channel_id: int, watch_id: int = 1) -> PostContext[WatchPost]:
    """Return a board for a channel as the outbox hands it on after a crash."""
    content = WatchPost(watch_id)
    post = Post(99, Subject.of_match(match.id), match.seq, "watch", channel_id, content.dump(), 1, match.started_at)
    return PostContext(post, content, match, match.session, await server_reader(world.bot, match.guild_id))


async def test_what_is_not_wanted_or_cannot_be_posted_now(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    match = await world.begin()
    shown = boards(world, lounge)
    assert await delivery(world).send(await context(world, match, lounge.id, 77)) is None, "nobody follows any more"
    due = await context(world, match, lounge.id)
    with monkeypatch.context() as starting:
        starting.setattr(ArenaBot, "is_ready_for", lambda *_: False)
        with pytest.raises(Retry):
            await delivery(world).send(due)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    with monkeypatch.context() as outage:
        outage.setattr(guild, "unavailable", True)
        with pytest.raises(Retry):
            await delivery(world).send(due)
    assert boards(world, lounge) == shown
    assert await delivery(world).send(due) is not None


async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_given_up(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await watch(world, keeper, "server", channel=lounge)
    match = await world.begin()
    await set_organisers_channel(world.bot, world.guild.id, world.channel.id)
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=9)
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    world.env.backend.channels.pop(lounge.id)
    guild._channels.pop(lounge.id)
    due = await context(world, match, lounge.id)
    assert await delivery(world).sent_before(due) is None
    assert await delivery(world).send(due) is None
    assert await watches(world) == []
    told = world.own(world.channel)[-1].content
    assert f"<#{lounge.id}>: it's gone" in told, "who followed takes no messages, so the organisers are told"


async def test_whether_a_channel_is_as_open_as_that_of_a_match(world: World, lounge: simcord.ChannelHandle) -> None:
    guild = world.bot.get_guild(world.guild.id)
    general, other = world.bot.get_channel(world.channel.id), world.bot.get_channel(lounge.id)
    assert guild is not None
    assert isinstance(general, discord.TextChannel)
    assert isinstance(other, discord.TextChannel)
    public = await general.create_thread(name="match", type=discord.ChannelType.public_thread)
    hidden = await general.create_thread(name="alone", type=discord.ChannelType.private_thread)
    talk = await other.create_thread(name="talk", type=discord.ChannelType.public_thread)
    await world.settle()
    shut = await guild.create_text_channel(
        "shut", overwrites={guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    )
    await world.settle()
    assert as_open(guild, general, general)
    assert as_open(guild, public, general), "a thread is as open as its channel"
    assert as_open(guild, public, talk)
    assert not as_open(guild, hidden, general)
    assert not as_open(guild, shut, talk)
    assert as_open(guild, general, shut)
    for orphan in (public, talk):
        orphan.parent_id = 1  # deleted, and the news of its threads is on its way
    assert not as_open(guild, public, general)
    assert not as_open(guild, general, talk)


# Channels that follow a league: who may have them do so, what is told there, and to whom not.


async def test_a_followed_league_is_told_of_elsewhere(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    boss = world.organiser()
    hall = world.guild.create_text_channel("hall")
    await begin(world, boss, "ann", "bob", "cleo", "dan", format="swiss")
    assert "members who can manage" in private(await world.ann.slash(world.channel, "watch league", channel=lounge))
    told = private(await keeper.slash(lounge, "watch league"))
    assert f"<#{lounge.id}> follows Winter." in told
    assert "already announced there" in private(await keeper.slash(world.channel, "watch league"))
    await boss.slash(hall, "watch league")
    assert f"<#{lounge.id}>: the league Winter" in private(await keeper.slash(lounge, "watch list"))
    view = bits(["view_channel"])
    hidden = Overwrite(world.guild.id, OverwriteType.ROLE, 0, view)
    world.env.backend.set_overwrite(world.channel.id, hidden)
    world.env.backend.set_overwrite(
        world.channel.id, Overwrite(world.env.backend.bot_user.id, OverwriteType.MEMBER, view, 0)
    )
    listed = private(await keeper.slash(lounge, "watch list"))
    assert f"<#{lounge.id}>: a league you can't see" in listed
    assert "Winter" not in listed
    ends = await keeper.autocomplete(lounge, "watch stop", "what", "")
    assert [each["name"] for each in ends if "Winter" in each["name"]] == []
    assert "the league Winter" in private(await boss.slash(lounge, "watch list"))
    await finish(world, 1)
    assert not world.own(lounge), "its readers may not look into the channel of the league"
    world.env.backend.set_overwrite(world.channel.id, replace(hidden, deny=0))
    await finish(world, 2)
    words = [each.content for each in world.own(lounge)]
    assert any("0: match 2" in each for each in words)
    assert any("Round 2** has started" in each for each in words)
    assert any("[match 2](" in each for each in words), "the board at the end is shown, too"
    count = len(world.own(hall))
    await boss.slash(hall, "watch stop", what="all")
    await finish(world, 3)
    assert len(world.own(hall)) == count


async def test_a_week_and_the_match_of_the_day_in_words(world: World) -> None:
    boss = world.organiser()
    await begin(world, boss, "ann", "bob", "cleo", "dan")
    view = await world.bot.arena.leagues.view(1)
    running = [each for each in view.fixtures if each.status == "running"]
    await finish(world, running[0].match_id or 0)
    posts = [
        Posting("notice", world.channel.id, LeaguePost(1, "day", running[0].id)),
        Posting("notice", world.channel.id, LeaguePost(1, "day", running[1].id)),
        Posting("notice", world.channel.id, LeaguePost(1, "week", 1)),
        Posting("notice", world.channel.id, LeaguePost(1, "week", 2)),
    ]

    async def told() -> None:
        async with world.bot.arena.db.write() as connection:
            await add_posts_about(
                connection, Subject("league", 1), posts, world.bot.clock.now(), guild_id=world.guild.id
            )
        world.bot.arena.outbox.drain()

    before = {each.id for each in world.own(world.channel)}
    await world.as_bot(told())
    await world.settle()
    day, week = [each for each in world.own(world.channel) if each.id not in before]
    assert "match of the day: " in day.content
    assert "[being played here](https://discord.com/channels/" in day.content
    assert week.content == ("**Winter**, week 1: 1 match ended.\n5 matches are still to be played."), (
        "and nothing of a week without a result, or of a match that is over"
    )
    assert [each.filename for each in week.attachments] == ["standings-1.png"]


# A channel that is to follow matches, and a player who may have it do so.


@pytest.fixture
def lounge(world: World) -> simcord.ChannelHandle:
    """A channel that is to follow."""
    return world.guild.create_text_channel("lounge")


@pytest.fixture
def keeper(world: World) -> simcord.MemberActor:
    """A player who may manage channels, and does not play."""
    role = world.guild.create_role("keepers", permissions=discord.Permissions(manage_channels=True))
    return world.guild.add_member(world.env.create_user("kim"), roles=[role])


# A match in a private thread: channels that follow its player say nothing of it, and the player is told so.


TOLD = "channels that follow you or this server don't show this match"


def said(world: World, channel_id: int) -> list[str]:
    stored = world.env.backend.messages.get(channel_id, {})
    return [message.content for message in stored.values()]


@pytest.mark.usefixtures("grove")
@pytest.mark.parametrize("kind", ["player", "server"])
async def test_a_match_in_a_private_thread_is_not_shown_and_its_player_is_told(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor, kind: str
) -> None:
    options = {"player": world.ann} if kind == "player" else {}
    answer = private(await keeper.slash(world.channel, f"watch {kind}", channel=lounge, **options))
    assert "a solo match in a private thread" in answer
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    await world.bot.arena.matches.play(1, world.person("ann"), "u")
    await world.settle()
    assert world.own(lounge) == []
    assert sum(TOLD in text for text in said(world, match.channel_id)) == 1
    # Who may look into the thread can have one channel show it.
    assert "no such match" in private(await keeper.slash(world.channel, "watch match", match=1, channel=lounge)).lower()
    mine = world.guild.create_text_channel("mine")
    await world.bot.arena.watches.follow(
        world.guild.id, mine.id, "match", 1, quiet=False, person_id=world.person("ann"), now=match
    )
    await world.settle()
    assert len(world.own(mine)) == 1


@pytest.mark.usefixtures("grove")
async def test_where_nothing_is_followed_nothing_is_said_of_it(world: World, keeper: simcord.MemberActor) -> None:
    await keeper.slash(world.channel, "watch player", player=world.bob)
    await world.ann.slash(world.channel, "new grove", players=1, loadout="usual")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    assert not any(TOLD in text for text in said(world, match.channel_id))


@pytest.mark.usefixtures("grove")
async def test_a_match_that_all_may_read_is_shown(
    world: World, lounge: simcord.ChannelHandle, keeper: simcord.MemberActor
) -> None:
    await keeper.slash(world.channel, "watch player", player=world.ann, channel=lounge)
    opened = message_of(
        await world.open_table(world.ann, world.channel, "grove", players=1, where="here", loadout="usual")
    )
    await world.settle()
    assert len(world.own(lounge)) == 1
    assert TOLD not in opened.content + "".join(said(world, (await latest(world)).channel_id))
