"""Keeping a match silent (R29): what drifts is put right and logged; what cannot be put right interrupts the match."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import discord
import pytest

from cogs.channels.housing import look
from cogs.core.text import plain
from cogs.silence.channels import ORPHANED_AFTER, remake_places, remaking
from cogs.silence.log_view import entry_text
from cogs.silence.notices import set_organisers_channel
from engine.text import say
from hosting.consent.agreements import End
from hosting.housing import FORBIDDEN, SHUT
from hosting.match.model import Match, Person, Place
from hosting.silence import READING
from hosting.silence import WORDS as SILENCE_WORDS
from tests.cogs.conftest import private
from tests.cogs.playing import labels, message_of, refreshed
from tests.cogs.silence.conftest import Silent

HOUR = 3600.0


def silent(w: Silent, name: str, channel_id: int) -> bool:
    held = w.can(name, w.world.place(channel_id))
    return held >= READING and not held & SILENCE_WORDS


async def test_a_match_that_starts_is_noted_and_found_in_order(w: Silent) -> None:
    match = await w.start()
    assert await w.codes(match) == ["started"]


async def test_an_overwrite_that_a_moderator_edits_is_put_right_at_once(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages add_reactions")
    assert not silent(w, "ann", channel.id)
    await w.settle()
    assert silent(w, "ann", channel.id)
    entry = (await w.log(match))[-1]
    assert (entry.code, entry.channel_id) == ("repaired", channel.id)
    told = plain(entry_text(entry, match), None, match.names, match.members)
    assert "Send Messages ✗→✓ Ann" in told
    assert "Nachrichten senden ✗→✓ Ann" in plain(
        entry_text(entry, match), discord.Locale.german, match.names, match.members
    )
    assert str(w.people["ann"].id) not in str(entry.detail)


async def test_an_overwrite_that_a_moderator_removes_comes_back(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:1")
    w.env.backend.delete_overwrite(channel.id, w.people["bob"].id)
    w.env.backend.delete_overwrite(channel.id, w.guild.id)
    await w.settle()
    assert silent(w, "bob", channel.id)
    assert not w.can("eve", channel)


@pytest.mark.parametrize("place", ["team:0", "board"])
async def test_a_role_that_is_allowed_to_speak_loses_that_again(w: Silent, place: str) -> None:
    match = await w.start()
    channel = w.channel(match, place)
    role = w.give("eve", "")
    w.env.backend.add_member_role(w.guild.id, w.people["cleo"].id, role.id)
    w.overwrite(channel, role.id, allow="view_channel send_messages attach_files", deny="use_external_emojis")
    assert "send_messages" in w.can("eve", channel)
    assert not w.can("cleo", channel) & SILENCE_WORDS, "a player's own overwrite beats every role, even for a moment"
    await w.settle()
    assert not w.can("eve", channel) & SILENCE_WORDS
    assert (await w.codes(match))[-1] == "repaired"


async def test_a_role_with_every_permission_but_administrator_gives_a_player_nothing(w: Silent) -> None:
    match = await w.start()
    w.give("ann", " ".join(SILENCE_WORDS))
    for place in ("team:0", "board"):
        assert silent(w, "ann", w.channel(match, place).id)
    assert not w.can("ann", w.channel(match, "spectators"))
    assert not w.can("ann", w.channel(match, "team:1"))


async def test_a_role_that_is_let_into_a_team_channel_does_not_let_the_other_team_in(w: Silent) -> None:
    match = await w.start()
    channel, role = w.channel(match, "team:0"), w.give("bob", "")
    w.env.backend.add_member_role(w.guild.id, w.people["eve"].id, role.id)
    w.overwrite(channel, role.id, allow="view_channel")
    assert w.can("eve", channel)
    assert not w.can("bob", channel), "not even for a moment"
    await w.settle()
    assert not w.can("eve", channel)


async def test_players_who_are_let_into_the_spectators_channel_are_shut_out_again(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "spectators")
    w.overwrite(channel, w.people["dan"].id, allow="view_channel")
    assert w.can("dan", channel)
    await w.settle()
    assert not w.can("dan", channel)


async def test_what_the_server_wants_of_its_spectators_is_left_alone(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "spectators")
    role = w.give("eve", "")
    w.overwrite(channel, role.id, allow="attach_files", deny="send_messages")
    await w.settle()
    assert "send_messages" not in w.can("eve", channel)
    assert await w.codes(match) == ["started"]


async def test_a_channel_that_is_moved_comes_back(w: Silent) -> None:
    match = await w.start()
    channel, elsewhere = w.channel(match, "team:0"), w.guild.create_category("Elsewhere")
    await w.env.settle()
    w.env.backend.edit_channel(channel.id, {"parent_id": elsewhere.id}, overwrites=[])
    await w.settle()
    category = match.place("category")
    assert category is not None
    assert w.env.backend.get_channel(channel.id).parent_id == category.channel_id
    assert silent(w, "cleo", channel.id)
    assert not w.can("eve", channel)


async def test_the_bot_s_own_overwrite_is_restored(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.overwrite(channel, w.me.id, allow="view_channel manage_channels", deny="send_messages")
    await w.settle()
    held = w.env.backend.compute_permissions(w.guild.id, w.me.id, channel.id)
    assert held & (1 << 11), "the bot may send"
    assert (await w.codes(match))[-1] == "repaired"


async def test_drift_that_went_unnoticed_is_found_at_the_next_turn(w: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    monkeypatch.setattr(w.bot.get_cog("Silence"), "_channel_changed", _nothing)
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    assert not silent(w, "ann", channel.id)
    await w.play(match)
    assert silent(w, "ann", channel.id)


async def test_drift_that_went_unnoticed_is_found_within_the_hour(w: Silent, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.start()
    channel = w.channel(match, "board")
    monkeypatch.setattr(w.bot.get_cog("Silence"), "_channel_changed", _nothing)
    for _ in range(2):
        w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages")
        await w.settle()
        assert not silent(w, "ann", channel.id)
        await w.env.advance_time(HOUR + 1)
        await w.settle()
        assert silent(w, "ann", channel.id)


async def test_a_player_who_becomes_administrator_is_noted_once_and_organisers_are_told(w: Silent) -> None:
    match = await w.start()
    w.give("cleo", "administrator")
    match = await w.play(match)
    await w.env.advance_time(3 * HOUR)
    await w.settle()
    assert [(entry.code, entry.person_id, entry.detail) for entry in (await w.log(match))[1:]] == [
        ("bypass", w.number("cleo"), {"reason": "administrator"})
    ]
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_giving_a_role_administrator_is_noticed_although_no_turn_is_played(w: Silent) -> None:
    match = await w.start()
    role = w.give("bob", "")
    await w.settle()
    w.env.backend.edit_role(w.guild.id, role.id, {"permissions": 8})
    await w.settle()
    assert (await w.codes(match))[-1] == "bypass"


async def test_a_new_owner_is_noticed(w: Silent) -> None:
    match = await w.start()
    w.env.backend.edit_guild(w.guild.id, {"owner_id": w.people["dan"].id})
    await w.settle()
    entry = (await w.log(match))[-1]
    assert (entry.code, entry.person_id, entry.detail) == ("bypass", w.number("dan"), {"reason": "owner"})
    assert str(entry_text(entry, match)).endswith("can get around the silence: the server is theirs.")


async def test_if_discord_refuses_the_repair_the_match_is_interrupted_and_people_are_told_once(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=100)
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    assert (await w.codes(match))[-1] == "refused"
    parked = (await w.bot.arena.matches.get(match.id)).parked
    assert parked is not None
    assert parked.code == "silence"
    assert all("interrupted" in w.whispers(name)[-1] for name in ("ann", "bob", "cleo", "dan"))
    patches = _patches(w)
    w.overwrite(w.channel(match, "team:1"), w.people["eve"].id, deny="add_reactions")
    await w.settle()
    assert _patches(w) == patches, "a refusal is not repeated because something else changed"
    assert (await w.codes(match)).count("refused") == 1
    assert [len(w.whispers(name)) for name in ("ann", "bob", "cleo", "dan")] == [1, 1, 1, 1]


async def test_a_refused_repair_is_tried_again_within_the_hour_and_the_match_goes_on(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=1)
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    assert (await w.bot.arena.matches.get(match.id)).status == "parked"
    await w.env.advance_time(HOUR + 1)
    await w.settle()
    assert silent(w, "ann", channel.id)
    assert (await w.codes(match))[1:] == ["refused", "repaired"]
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_a_refused_repair_is_tried_again_when_the_bot_is_allowed_more(w: Silent) -> None:
    match = await w.start()
    channel, mine = w.channel(match, "team:0"), w.seen.me.roles[-1]
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=1)
    w.overwrite(channel, w.people["ann"].id, allow="view_channel send_messages")
    await w.settle()
    assert (await w.bot.arena.matches.get(match.id)).status == "parked"
    w.env.backend.edit_role(w.guild.id, mine.id, {"permissions": mine.permissions.value ^ (1 << 1)})
    await w.settle()
    assert silent(w, "ann", channel.id)
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_if_a_moderator_puts_it_right_the_match_goes_on(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    role = w.give("eve", "")
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=100)
    w.overwrite(channel, role.id, allow="view_channel")
    await w.settle()
    assert (await w.bot.arena.matches.get(match.id)).status == "parked"
    w.env.backend.delete_overwrite(channel.id, role.id)
    await w.settle()
    assert (await w.codes(match))[1:] == ["refused", "mended"]
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_a_match_that_is_shut_out_and_not_silent_goes_on_only_when_it_is_silent(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    role = w.give("eve", "")
    w.env.inject_error("PATCH", "/channels/*", status=403, code=50013, times=100)
    w.overwrite(channel, role.id, allow="view_channel")
    await w.settle()
    # A board that was on its way is refused after the match was interrupted.
    await w.world.as_bot(w.bot.arena.matches.park(match.id, SHUT, FORBIDDEN))
    await w.world.as_bot(look(w.bot, w.seen))
    parked = (await w.bot.arena.matches.get(match.id)).parked
    assert parked is not None
    assert parked.code == "silence"
    assert "can't set the permissions" in str(parked.text)
    w.env.backend.delete_overwrite(channel.id, role.id)
    await w.settle()
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_a_match_that_was_shut_out_and_is_silent_goes_on(w: Silent) -> None:
    match = await w.start()
    await w.world.as_bot(w.bot.arena.matches.park(match.id, SHUT, FORBIDDEN))
    await w.world.as_bot(look(w.bot, w.seen))
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_a_deleted_team_channel_interrupts_the_match_and_giving_up_still_ends_it(w: Silent) -> None:
    match = await w.start()
    w.env.backend.delete_channel(w.channel(match, "team:1").id)
    await w.settle()
    assert (await w.codes(match))[-1] == "gone"
    assert (await w.bot.arena.matches.get(match.id)).status == "parked"
    match = await w.resign(match, "bob")
    assert match.over
    assert "opened" in await w.codes(match)


async def test_a_deleted_spectators_channel_or_category_is_noted_and_no_more(w: Silent) -> None:
    match = await w.start()
    for place in ("spectators", "category"):
        w.env.backend.delete_channel(w.channel(match, place).id)
    await w.settle()
    match = await w.play(match)
    assert (await w.codes(match))[1:] == ["gone", "gone"]
    assert match.status == "running"


@pytest.mark.parametrize("place", ["team:1", "spectators", "category"])
async def test_a_channel_that_the_bot_has_not_heard_of_was_not_deleted(w: Silent, place: str) -> None:
    match = await w.start()
    w.seen._remove_channel(w.seen.get_channel(w.channel(match, place).id))  # type: ignore[arg-type]
    assert not await w.world.as_bot(w.bot.silence.check(match.id))
    assert await w.codes(match) == ["started"]
    assert (await w.bot.arena.matches.get(match.id)).status == "running"


async def test_messages_of_other_bots_and_of_players_are_removed_and_so_are_reactions(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    robot = w.env.create_user("robot", bot=True)
    w.guild.add_member(robot)
    ours = w.env.backend.create_message(channel.id, w.me.id, content="board")
    theirs = [
        w.env.backend.create_message(channel.id, author, content="left!") for author in (robot.id, w.people["ann"].id)
    ]
    moderator = w.env.backend.create_message(channel.id, w.guild.owner.id, content="please hurry")
    w.env.backend.add_reaction(channel.id, ours.id, "👍", w.people["ann"].id)
    await w.env.settle()
    await w.play(match)
    left = w.env.backend.messages[channel.id]
    assert ours.id in left
    assert not left[ours.id].reactions
    assert moderator.id in left
    assert not any(message.id in left for message in theirs)
    assert sorted((await w.codes(match))[1:]) == ["removed", "removed", "unreacted"]


async def test_a_changed_name_is_noted_without_the_name_and_is_mentioned_no_more(w: Silent) -> None:
    match = await w.start()
    w.env.backend.edit_member(w.guild.id, w.people["cleo"].id, {"nick": "attack the left"})
    match = await w.play(match)
    log = await w.log(match)
    assert [(entry.code, entry.person_id) for entry in log[1:]] == [("renamed", w.number("cleo"))]
    assert "attack" not in str(log)
    match = await w.play(match)
    assert len(await w.log(match)) == 2, "noted once"


async def test_a_player_who_leaves_the_server_is_noted_once(w: Silent) -> None:
    match = await w.start()
    w.guild.remove_member(w.people["dan"])
    await w.env.advance_time(2 * HOUR + 2)
    await w.settle()
    assert (await w.codes(match))[1:] == ["left"]


async def test_a_match_without_teams_is_none_of_its_business(w: Silent) -> None:
    tables = w.bot.arena.tables
    table = await tables.open(w.guild.id, w.general.id, w.person("ann"), "replicants", "2", where="here")
    table = await tables.join(table.id, w.person("bob"))
    from hosting.match.model import Place

    match = await w.world.as_bot(tables.start(table.id, w.number("ann"), [Place("board", w.general.id)]))
    w.overwrite(w.general, w.people["ann"].id, allow="send_messages")
    await w.people["ann"].join_voice(w.voice)
    await w.people["bob"].join_voice(w.voice)
    await w.settle()
    assert await w.codes(match) == []


async def _nothing(*_: object) -> None:
    return


def _patches(w: Silent) -> int:
    return sum(call.method == "PATCH" for call in w.env.http_requests)


async def test_a_message_that_is_gone_already_does_not_keep_the_others(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    robot = w.env.create_user("robot", bot=True)
    w.guild.add_member(robot)
    theirs = [w.env.backend.create_message(channel.id, robot.id, content="left!").id for _ in range(3)]
    w.env.inject_error("DELETE", f"/channels/{channel.id}/messages/{theirs[-1]}", status=404, code=10008, times=1)
    await w.env.settle()
    await w.play(match)
    assert not any(message_id in w.env.backend.messages[channel.id] for message_id in theirs[:-1])


async def test_a_match_that_started_when_the_process_ended_is_looked_after(w: Silent) -> None:
    table = await w.table()
    places = await w.create(table)
    w.bot.arena.matches._listeners.clear()
    match = await w.world.as_bot(w.bot.arena.tables.start(table.id, table.host.person_id, places))
    assert await w.codes(match) == []
    await w.world.restart()
    assert await w.codes(match) == ["started"]
    assert await w.bot.arena.schedule.due_at("silence-check", str(match.id)) is not None


# What a player could let a partner know by other means than playing (R29).


async def lost_match(w: Silent) -> Match:
    """Have ann play another match, against a player with a telling name, that has lost its channel."""
    lost, tables = w.guild.create_text_channel("lost"), w.bot.arena.tables
    table = await tables.open(w.guild.id, lost.id, w.person("ann"), "replicants", "2", where="here")
    table = await tables.join(table.id, Person(w.number("eve"), "attack the left"))
    match = await w.world.as_bot(tables.start(table.id, w.number("ann"), [Place("board", lost.id)]))
    w.env.backend.delete_channel(lost.id)
    await w.settle()
    return match


@pytest.mark.parametrize("where", ["thread", "here"])
@pytest.mark.parametrize("role", ["team:0", "board"])
async def test_no_other_match_moves_to_where_partners_read(w: Silent, role: str, where: str) -> None:
    match, lost = await w.start(), await lost_match(w)
    channel = w.channel(match, role)
    before = [message.id for message in channel.history(viewer=w.people["cleo"])]
    answer = await w.people["ann"].slash(channel, "match move-to", match=lost.id, where=where)
    await w.settle()
    assert "R29" in private(answer)
    assert not channel.threads
    assert [message.id for message in channel.history(viewer=w.people["cleo"])] == before


async def test_no_table_is_opened_in_a_thread_below_a_channel_where_partners_read(w: Silent) -> None:
    match = await w.start()
    channel = w.channel(match, "team:0")
    seen = w.seen.get_channel(channel.id)
    assert isinstance(seen, discord.TextChannel)
    made = await w.world.as_bot(seen.create_thread(name="odd", type=discord.ChannelType.public_thread))
    thread = w.world.place(made.id)
    before = [message.id for message in thread.history()]
    answer = await w.people["ann"].slash(thread, "new replicants", players=2)
    assert "R29" in private(answer)
    assert [message.id for message in thread.history()] == before


async def test_whether_a_player_wants_to_be_called_does_not_show(w: Silent) -> None:
    match, ann, settings = await w.start(), w.people["ann"], w.bot.arena.settings
    shown, called = [], []
    for ping in (True, False):
        await settings.change_player(w.number("ann"), partial(replace, ping=ping))
        match = await w.play(match)
        while match.to_act != (w.number("ann"),):
            match = await w.play(match)
        status = w.channel(match, "team:0").history(viewer=w.people["cleo"])[-1]
        shown.append(status.content.splitlines()[0].partition(". ")[2])  # without the round
        called.append(w.world.pings(status))
    assert shown[0] == shown[1]
    assert called == [[ann.id], []]


async def test_two_who_have_channels_made_anew_at_once_make_them_once(w: Silent) -> None:
    # A channel that nobody has written down would be looked after by nobody.
    match = await w.start()
    for role in ("team:1", "spectators"):
        w.env.backend.delete_channel(w.channel(match, role).id)
    await w.settle()

    async def remake() -> None:
        async with remaking(match.id):
            made = await remake_places(w.bot, await w.bot.arena.matches.get(match.id), w.seen)
            await w.bot.arena.housing.move(match.id, made, w.number("ann"))

    async def both() -> None:
        await asyncio.gather(remake(), remake())

    await w.world.as_bot(both())
    known = {place.channel_id for place in (await w.bot.arena.matches.get(match.id)).places}
    category = w.seen.get_channel(w.channel(match, "category").id)
    assert isinstance(category, discord.CategoryChannel)
    assert {channel.id for channel in category.channels} < known


async def test_channels_made_anew_that_the_match_never_moved_to_are_removed_later(w: Silent) -> None:
    """The process died between making them and writing them down."""
    match = await w.start()
    for role in ("category", "team:1"):
        w.env.backend.delete_channel(w.channel(match, role).id)
    await w.settle()

    async def remake() -> None:
        async with remaking(match.id):
            made.extend(await remake_places(w.bot, await w.bot.arena.matches.get(match.id), w.seen))

    made: list[Place] = []
    await w.world.as_bot(remake())
    assert [place.role for place in made] == ["category", "team:1"]
    assert all(w.exists(place.channel_id) for place in made)
    await w.world.as_bot(remake())
    await w.world.as_bot(w.bot.arena.housing.move(match.id, made[2:], w.number("ann")))
    await w.env.advance_time(ORPHANED_AFTER.total_seconds() + 1)
    await w.settle()
    assert [w.exists(place.channel_id) for place in made] == [False, False, True, True]


async def test_what_is_asked_for_is_not_seen_before_its_moment_and_can_be_left_unasked(w: Silent) -> None:
    match = await w.play(await w.start())
    channel, ann = w.channel(match, "team:0"), w.people["ann"]
    before = [message.id for message in channel.history(viewer=w.people["cleo"])]
    answers = [
        message_of(await ann.slash(channel, each)) for each in ("undo", "match end", "match pause", "match leave")
    ]
    assert all("at the next turn" in answer.content for answer in answers)
    asked = answers[-1]
    assert labels(asked) == ["Don't ask"]
    told = await ann.click(asked, label="Don't ask")
    assert "I won't ask the others." in refreshed(ann, asked).content
    assert told.response is None or told.response.ephemeral
    await w.announced()
    assert [message.id for message in channel.history(viewer=w.people["cleo"])] == before


async def test_what_was_asked_for_cannot_be_taken_back(w: Silent) -> None:
    match = await w.play(await w.start())
    channel, ann = w.channel(match, "team:0"), w.people["ann"]
    await ann.slash(channel, "match end")
    await w.announced()
    post = channel.history()[-1]
    assert labels(post) == ["Agree", "Refuse"]
    assert "each player can ask for one thing per turn" in private(await ann.slash(channel, "match pause"))


# Players whose name is not that of the start: called so that nobody else sees the name, and told what to do (R29).


WORDS = "attack the left"


def rename(w: Silent, name: str, nick: str | None) -> None:
    w.env.backend.edit_member(w.guild.id, w.people[name].id, {"nick": nick})


async def until(w: Silent, match: Match, name: str) -> Match:
    """Have turns played until it is a player's turn."""
    match = await w.play(match)
    while match.to_act != (w.number(name),):
        match = await w.play(match)
    return match


async def notice(w: Silent) -> None:
    await w.env.advance_time(HOUR + 1)
    await w.settle()


def close(w: Silent, times: int = 1000) -> None:
    """Have everybody take no private messages."""
    w.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=times)


def shown(w: Silent, match: Match, reader: str) -> list[discord.Message]:
    """Return what a player reads in the channels of the match."""
    seats = {name: f"team:{number % 2}" for number, name in enumerate(("ann", "bob", "cleo", "dan"))}
    found = [w.channel(match, role).history(viewer=w.people[reader]) for role in (seats[reader], "board")]
    # Discord announces no private thread in its channel; the simulation announces every thread.
    announced = discord.MessageType.thread_created
    return [message for messages in found for message in messages if message.type is not announced]


def threads(w: Silent, match: Match) -> list[int]:
    parents = {place.channel_id for place in match.places}
    return [each.id for each in w.env.backend.channels.values() if each.is_thread and each.parent_id in parents]


async def test_they_are_called_in_private_at_every_turn_of_theirs(w: Silent) -> None:
    match = await w.start()
    rename(w, "cleo", WORDS)
    await notice(w)
    for turns in (1, 2):
        match = await until(w, match, "cleo")
        (status,) = [each for each in w.channel(match, "team:0").history() if "Play" in labels(each)]
        assert ". Cleo: " in status.content
        assert w.world.pings(status) == []
        calls = [text for text in w.whispers("cleo") if "Cleo, it's your turn in Replicants." in text]
        assert len(calls) == turns
    assert all("it's your turn" not in text for name in ("ann", "bob", "dan") for text in w.whispers(name))


async def test_they_are_told_once_how_to_be_mentioned_again_and_nobody_else_is(w: Silent) -> None:
    match = await w.start()
    before = [message.content for message in shown(w, match, "ann")]
    for name in (WORDS, "attack the right", "wait"):
        rename(w, "cleo", name)
        await notice(w)
    told = [text for text in w.whispers("cleo") if "name has changed" in text]
    assert len(told) == 1
    assert "Go back to your old name" in told[0]
    assert [message.content for message in shown(w, match, "ann")] == before
    organisers = [text for text in w.whispers("ann") if "name has changed" in text]
    assert organisers == [], "she plays"


async def test_they_are_told_although_discord_fails_at_first(w: Silent) -> None:
    await w.start()
    rename(w, "cleo", WORDS)
    w.env.inject_error("POST", "/users/@me/channels", status=503, times=1)
    await notice(w)
    await w.env.advance_time(HOUR)
    await w.settle()
    assert len([text for text in w.whispers("cleo") if "name has changed" in text]) == 1


async def test_with_the_old_name_they_are_mentioned_again(w: Silent) -> None:
    match = await w.start()
    rename(w, "cleo", WORDS)
    await notice(w)
    rename(w, "cleo", None)
    await notice(w)
    assert (await w.codes(match))[1:] == ["renamed", "named"]
    match = await until(w, match, "cleo")
    (status,) = [each for each in w.channel(match, "team:0").history() if "Play" in labels(each)]
    assert w.world.pings(status) == [w.people["cleo"].id]


async def test_a_mention_that_stands_goes_when_the_name_changes(w: Silent) -> None:
    match = await until(w, await w.start(), "cleo")
    mention = f"<@{w.people['cleo'].id}>"
    assert any(mention in message.content for message in shown(w, match, "ann"))
    rename(w, "cleo", WORDS)
    await notice(w)
    assert not any(mention in message.content for message in shown(w, match, "ann"))


async def test_after_a_restart_nobody_mentions_them_either(w: Silent) -> None:
    match = await w.start()
    rename(w, "cleo", WORDS)
    await notice(w)
    await w.world.restart()
    mention = f"<@{w.people['cleo'].id}>"
    match = await until(w, await w.bot.arena.matches.get(match.id), "cleo")
    assert not any(mention in message.content for message in shown(w, match, "ann"))
    assert any("Cleo, it's your turn" in text for text in w.whispers("cleo"))


async def test_who_takes_no_private_messages_is_called_in_a_thread_of_their_own(w: Silent) -> None:
    match = await w.start()
    before = [message.content for message in shown(w, match, "ann")]
    close(w)
    rename(w, "cleo", WORDS)
    await notice(w)
    assert [message.content for message in shown(w, match, "ann")] == before, "nobody else is told"
    (thread,) = threads(w, match)
    handle = w.world.place(thread)
    (told,) = handle.history(viewer=w.people["cleo"])
    assert "Go back to your old name" in told.content
    assert w.world.pings(told) == [w.people["cleo"].id]
    for _ in range(2):
        match = await until(w, match, "cleo")
    calls = [each for each in handle.history() if "Cleo, it's your turn" in each.content]
    assert [w.world.pings(each) for each in calls] == [[w.people["cleo"].id]] * 2
    assert threads(w, match) == [thread]
    w.env.backend.delete_channel(thread)
    await until(w, match, "cleo")
    (thread,) = threads(w, match)
    parent = w.env.backend.channels[thread].parent_id
    assert parent == w.channel(match, "team:0").id
    assert not w.can("ann", w.channel(match, "team:0")) & {"manage_threads", "send_messages_in_threads"}


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006)], ids=["refused", "full"])
async def test_if_no_thread_can_be_opened_the_organisers_are_told_once(w: Silent, status: int, code: int) -> None:
    match = await w.start()
    await w.world.as_bot(set_organisers_channel(w.bot, w.guild.id, w.general.id))
    close(w)
    w.env.inject_error("POST", "/channels/*/threads", status=status, code=code, times=1000)
    rename(w, "cleo", WORDS)
    await notice(w)
    for _ in range(2):
        match = await until(w, match, "cleo")
    said = [each.content for each in w.general.history() if "can't ping Cleo" in each.content]
    assert len(said) == 1
    assert "/organise substitute" in said[0]
    assert match.parked is None


async def test_what_must_be_said_on_the_board_stands_above_whose_turn_it_is(w: Silent) -> None:
    match = await w.start()
    status = w.channel(match, "board").history()[-1]
    assert "Play" in labels(status)
    await w.world.as_bot(w.bot.arena.board_updates.above(match.id, say("Something happened.")))
    *_, said, last = w.channel(match, "board").history()
    assert said.content == "Something happened."
    assert "Play" in labels(last)
    assert last.content.splitlines()[0] in status.content.splitlines()
    assert f"/{status.id})" in last.content
    assert [each for each in w.channel(match, "board").history() if "Play" in labels(each)] == [last]
    assert w.world.pings(last) == []


@pytest.mark.parametrize("private", [True, False])
async def test_they_are_asked_aside_for_their_consent(w: Silent, private: bool) -> None:
    match = await w.start()
    if not private:
        close(w)
    rename(w, "cleo", WORDS)
    await notice(w)
    await w.world.as_bot(w.bot.arena.requests.ask(match.id, w.number("ann"), End()))
    await w.announced()
    mention = f"<@{w.people['cleo'].id}>"
    assert not any(mention in message.content for message in shown(w, match, "ann"))
    told = w.whispers("cleo") if private else [each.content for each in w.world.place(threads(w, match)[0]).history()]
    assert any("offers to end the match" in text for text in told)
