"""Keeping a match silent (R29): what drifts is put right and logged; what cannot be put right interrupts the match."""

import pytest

from cogs.channels.housing import look
from cogs.core.text import plain
from cogs.silence.log_view import entry_text
from hosting.housing import FORBIDDEN, SHUT
from hosting.silence import READING, WORDS
from tests.cogs.silence.conftest import Silent

HOUR = 3600.0


def silent(w: Silent, name: str, channel_id: int) -> bool:
    held = w.can(name, w.world.place(channel_id))
    return held >= READING and not held & WORDS


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
    assert not w.can("cleo", channel) & WORDS, "a player's own overwrite beats every role, even for a moment"
    await w.settle()
    assert not w.can("eve", channel) & WORDS
    assert (await w.codes(match))[-1] == "repaired"


async def test_a_role_with_every_permission_but_administrator_gives_a_player_nothing(w: Silent) -> None:
    match = await w.start()
    w.give("ann", " ".join(WORDS))
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
