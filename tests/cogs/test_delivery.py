"""What is posted after each turn: once, in order, calling the player who is next, and tidied."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest

from cogs.core.custom_ids import MatchId
from cogs.delivery import reminders
from cogs.delivery.cog import Poster
from cogs.ui.boards import CARDS, HAND, OVER, RUNNING, VERIFY
from cogs.ui.pictures import picture_name, summary_of
from cogs.ui.replay import replayed_game_of
from engine.outcome import void
from engine.text import Player, say
from hosting.housing import FORBIDDEN, SHUT
from hosting.match.events import Change, rule
from hosting.match.model import Match, Paused, Post, PostKind, dump_text
from hosting.outbox import BoardPost, Content, DigestPost, ReminderPost, Retry, TextPost, Undeliverable
from store.tables import outbox, people
from store.tables.values import Subject
from tests.cogs.clocks import wait
from tests.cogs.conftest import World, take
from tests.cogs.playing import labels, latest, message_of
from tests.computers import computers_in_process  # noqa: F401 - a fixture

SUPPRESS_NOTIFICATIONS = 1 << 12
BUTTONS = [action for action in RUNNING if action not in (CARDS, HAND)]


def ids(message: discord.Message) -> list[MatchId | None]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [MatchId.parse(str(getattr(item, "custom_id", ""))) for row in rows for item in row.children]


def poster(world: World) -> Poster:
    cog = world.bot.get_cog("Poster")
    assert isinstance(cog, Poster)
    return cog


async def test_the_first_message_has_the_board_the_call_and_the_buttons(world: World) -> None:
    match = await world.begin(where="here")
    _, board = world.own(world.channel)

    assert "begins" in board.content
    assert "Seat 1: ann" in board.content
    assert [file.filename for file in board.attachments] == [picture_name(match, 0)]
    assert (board.attachments[0].description or "").strip()

    *_, told, how = board.content.splitlines()
    assert told == f"Round 1. <@{world.ann.id}>: charge", "whose turn it is and what is asked, once"
    assert how == "-# Press **Play** or type `/move`."
    assert world.pings(board) == [world.ann.id]
    assert not board.flags.value & SUPPRESS_NOTIFICATIONS
    assert ids(board) == [MatchId(match.id, 0, action) for action in BUTTONS]


async def test_each_turn_adds_one_message_and_takes_the_buttons_of_the_one_before(world: World) -> None:
    match = await world.begin()
    for count in range(1, 4):
        before = world.own(world.channel)
        asked = len(world.env.http_requests)
        match = await world.play(match)
        after = world.own(world.channel)

        assert [message.id for message in after[:-1]] == [message.id for message in before]
        board = after[-1]
        assert match.session.last is not None
        assert f"`{match.session.last.text}`" in board.content
        assert [file.filename for file in board.attachments] == [picture_name(match, count)]
        assert world.pings(board) == world.accounts(match.to_act)
        assert {each.seq for each in ids(board) if each} == {count}
        assert ids(after[-2]) == []
        assert after[-2].attachments, "the picture stays"
        assert writes(world, asked) == ["POST", "PATCH"]


async def test_what_was_played_is_told_in_words(world: World) -> None:
    match = await world.play(await world.begin())

    board = world.own(world.channel)[-1]
    assert match.session.last is not None
    *told, whose, _ = board.content.splitlines()
    assert len(told) == 1 + len(match.session.last.events)
    assert "ann charges" in board.content
    assert whose == f"Round 1. <@{world.bob.id}>: charge", "how far the game is, once"


async def test_the_end_shows_result_and_record(world: World) -> None:
    match = await world.play(await world.begin())
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()

    ended = world.own(world.channel)[-1]
    assert "**The match is over: ann wins.** bob resigned." in ended.content
    assert "plays" not in ended.content
    assert "`" not in ended.content, "the notation is in the record"
    first, second = (rf"{rank}\. <@{who.id}> · destroyed: 0" for rank, who in ((1, world.ann), (2, world.bob)))
    assert ended.content.index(first) < ended.content.index(second)
    files = {each.filename: each for each in ended.attachments}
    record = files[f"replicants-{match.id}.record"]
    assert (await record.read()).decode() == await world.bot.arena.matches.record(match.id, None)
    assert files[picture_name(match, 2)].description
    (card,) = ended.embeds
    assert (card.image.url or "").endswith("summary.png")
    assert (card.description or "").startswith("Replicants, 2 players · turns: 2 · time: ")
    assert "captures" not in (card.description or ""), "what became of whom is said once"
    assert ids(ended) == [MatchId(match.id, 2, action) for action in OVER if action != VERIFY]
    assert [message for message in world.own(world.channel) if "Play" in labels(message)] == []


async def test_a_resignation_before_any_turn_is_a_turn_that_has_no_chart(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    (card,) = world.own(world.channel)[-1].embeds
    assert (card.description or "").startswith("Replicants, 2 players · turns: 1 · time: ")
    story = await replayed_game_of(world.bot, await world.bot.arena.matches.get(match.id))
    summary = summary_of(story)
    assert (summary.turns, summary.curves, summary.feats) == (story.last, (), ())


async def test_without_leave_to_embed_the_card_is_a_file_like_others(world: World) -> None:
    take(world, "embed_links")
    match = await world.play(await world.begin())
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()

    ended = world.own(world.channel)[-1]
    assert ended.embeds == []
    (card,) = [each for each in ended.attachments if each.filename == "summary.png"]
    assert "destroyed: 0" in (card.description or "")


async def test_an_end_without_a_turn_has_no_card(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.matches.change(match.id, lambda now: _voided(now, world.bot.clock.now()))
    await world.settle()
    ended = world.own(world.channel)[-1]
    assert ended.embeds == []
    assert "summary.png" not in {each.filename for each in ended.attachments}


async def _voided(match: Match, at: datetime) -> Change:
    return rule(match, void(2), 0, at)


async def test_who_does_not_want_to_be_called_is_named(world: World) -> None:
    settings = world.bot.arena.settings
    await settings.change_player(world.person("ann"), lambda each: replace(each, ping=False))

    await world.begin()

    board = world.own(world.channel)[-1]
    assert "\nRound 1. ann: charge\n" in board.content
    assert world.pings(board) == []


async def test_names_neither_format_nor_ping(world: World) -> None:
    rogue = world.guild.add_member(world.env.create_user("rogue", global_name="**@everyone**"))
    message = await world.lobby(where="here")
    await rogue.click(message, label="Join")
    await world.press("ann", message, "Start")
    await world.settle()

    board = world.own(world.channel)[1]
    assert "@everyone" not in board.content
    assert not board.mention_everyone


async def test_a_refusal_parks_the_match_and_is_not_tried_again(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    asked = len(world.env.http_requests)
    await world.play(match)

    path = f"/channels/{world.channel.id}/messages"
    sent = [each for each in world.env.http_requests[asked:] if each.path == path]
    after = await world.bot.arena.matches.get(match.id)
    assert after.status == "parked"
    assert after.parked is not None
    assert after.parked.code == "forbidden"
    assert len(sent) == 1
    assert world.guild.me is not None  # the bot stays


def answer(status: int) -> discord.HTTPException:
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.DiscordServerError if status >= 500 else discord.HTTPException)
    return kind(SimpleNamespace(status=status, reason="", headers={}), "")


@pytest.mark.parametrize(
    ("trouble", "meaning"),
    [
        (answer(400), Undeliverable),
        (answer(403), Undeliverable),
        (answer(404), Undeliverable),
        (answer(429), Retry),
        (answer(500), Retry),
        (answer(503), Retry),
        (aiohttp.ClientConnectionError(), Retry),
        (TimeoutError(), Retry),
    ],
    ids=repr,
)
async def test_refusals_are_final_and_trouble_is_waited_out(
    world: World, monkeypatch: pytest.MonkeyPatch, trouble: Exception, meaning: type[Exception]
) -> None:
    match = await world.begin()

    async def fails(*_: object, **__: object) -> None:
        raise trouble

    monkeypatch.setattr(discord.http.HTTPClient, "send_message", fails)

    with pytest.raises(meaning):
        await poster(world).deliver(post(world, match.id, "board"))
    world.logged.clear()


async def forget_boards(world: World) -> None:
    """Have the store know of no message, as before the first one was noted."""
    async with world.bot.arena.db.write() as connection:
        await connection.exec_driver_sql("DELETE FROM outbox WHERE kind = 'board'")


def post(world: World, match_id: int, kind: PostKind, *, attempts: int = 0) -> Post:
    text = dump_text(say("{player} has *gone*.", player=Player(2)))
    return Post(
        99,
        Subject.of_match(match_id),
        0,
        kind,
        world.channel.id,
        {"role": "board", "text": text},
        attempts,
        world.env.now(),
    )


@pytest.mark.parametrize("kind", ["board", "notice"])
async def test_what_was_posted_before_a_crash_is_found_again(world: World, kind: PostKind) -> None:
    match = await world.begin()
    if kind == "board":
        await forget_boards(world)
    first = await poster(world).deliver(post(world, match.id, kind))
    count = len(world.own(world.channel))

    again = await poster(world).deliver(post(world, match.id, kind, attempts=1))

    assert again is not None
    assert first == again
    assert len(world.own(world.channel)) == count


async def test_what_was_not_posted_before_a_crash_is_posted(world: World) -> None:
    match = await world.begin(where="here")
    for message in world.own(world.channel)[1:]:
        await message.delete()
    await world.env.settle()

    await poster(world).deliver(post(world, match.id, "board", attempts=1))

    assert len(world.own(world.channel)) == 2


async def test_what_need_not_be_posted_any_more_is_found_if_it_was(world: World) -> None:
    match = await world.begin()
    await forget_boards(world)
    first = await poster(world).deliver(post(world, match.id, "board"))
    count = len(world.own(world.channel))

    assert await poster(world).deliver(post(world, match.id, "board", attempts=1), needed=False) == first
    assert await poster(world).deliver(post(world, match.id, "notice", attempts=1), needed=False) is None
    assert len(world.own(world.channel)) == count


async def test_a_message_posted_just_before_a_crash_and_a_turn_loses_its_buttons(world: World) -> None:
    match = await world.begin()
    arena = world.bot.arena
    async with arena.db.write() as connection:
        # It was posted, and another turn played, and then the process died before it could note either post.
        await connection.exec_driver_sql("UPDATE outbox SET done_at = NULL, message_id = NULL WHERE kind = 'board'")
        await outbox.count_attempts(connection)
    count = len(world.own(world.channel))
    match = await world.play(match)

    after = world.own(world.channel)
    assert len(after) == count + 1
    assert [each.seq for message in after for each in ids(message) if each] == [match.seq] * len(BUTTONS)


@pytest.mark.parametrize("editable", [True, False])
async def test_a_line_posted_just_before_a_crash_is_found_again(world: World, *, editable: bool) -> None:
    match = await world.begin()
    if not editable:
        fail(world, 1, 429, 30046)
    await paused(world, match, on=True)
    await paused(world, match, on=False)
    shown = {each.id: each.content for each in world.own(world.channel)}
    await _lose_the_latest_note(world)
    assert {each.id: each.content for each in world.own(world.channel)} == shown


@pytest.mark.usefixtures("computers_in_process")
async def test_a_line_without_play_is_found_again_and_goes_when_the_computer_has_played(world: World) -> None:
    await world.open_table(world.ann, world.channel, "replicants", where="here", computer=1)
    match = await world.play(await latest(world))
    await paused(world, match, on=True)
    await paused(world, match, on=False)
    *boards, line = world.own(world.channel)
    assert labels(line) == ["Moves", "Rules", "More"]
    await _lose_the_latest_note(world)
    *others, played = [each.id for each in world.own(world.channel)]
    assert others == [each.id for each in boards]
    assert played > line.id


async def _lose_the_latest_note(world: World) -> None:
    """Have the process die before it notes which message its latest post became, and start again."""
    async with world.bot.arena.db.write() as connection:
        lost = "UPDATE outbox SET done_at = NULL, message_id = NULL WHERE id = (SELECT max(id) FROM outbox)"
        await connection.exec_driver_sql(lost)
        await outbox.count_attempts(connection)
    await world.restart()
    await world.settle()


async def test_a_restart_posts_what_was_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin()

    async def down(_: Post, *, needed: bool) -> int | None:
        del needed
        raise Retry(60)

    monkeypatch.setattr(poster(world), "deliver", down)
    match = await world.play(match)
    count = len(world.own(world.channel))
    await world.restart()
    await world.env.advance_time(120)
    await world.settle()

    after = world.own(world.channel)
    assert len(after) == count + 1
    assert picture_name(match, 1) in {file.filename for message in after for file in message.attachments}
    assert world.pings(after[-1]) == [world.bob.id]


async def test_a_notice_names_players_plainly(world: World) -> None:
    match = await world.begin()
    await world.bot.arena.outbox.notice(
        match.id, match.seq, world.channel.id, say("{player} has left.", player=Player(2))
    )
    await world.settle()

    notice = world.own(world.channel)[-1]
    assert notice.content == "bob has left."
    assert world.pings(notice) == []


async def test_teams_are_called_in_their_own_channel(world: World) -> None:
    message = await world.lobby(mode="teams")
    for name in ("bob", "cleo", "dan"):
        await world.press(name, message, "Join")
    await world.press("ann", message, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    for _ in range(3):
        called = {
            place.role: [
                world.pings(each) for each in world.own(world.place(place.channel_id)) if "Play" in labels(each)
            ]
            for place in match.places
            if place.shows_boards
        }
        team = f"team:{match.mode.team_of(min(match.session.to_act))}"
        assert called == {"board": [[]], "team:0": [[]], "team:1": [[]]} | {team: [world.accounts(match.to_act)]}
        match = await world.play(match, team)


# The buttons of the message before go in one request, where there is time for it and Discord allows it.


def fail(world: World, times: int, status: int = 503, code: int = 0) -> None:
    path = f"/channels/{world.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=status, code=code, times=times)


def living(world: World) -> list[discord.Message]:
    """Return the messages with which a player could play."""
    return [message for message in world.own(world.channel) if "Play" in labels(message)]


def writes(world: World, since: int = 0) -> list[str]:
    """Return the methods of the requests that changed something in the channel's messages."""
    path = f"/channels/{world.channel.id}/messages"
    sent = [each for each in world.env.http_requests[since:] if each.path.startswith(path)]
    return [each.method for each in sent if each.method != "GET"]


@pytest.mark.parametrize(
    ("status", "code"), [(429, 30046), (403, 50001), (403, 50013), (404, 10008), (400, 50083), (503, 0)]
)
async def test_buttons_that_could_not_be_removed_stay_and_are_not_tried_again(
    world: World, status: int, code: int
) -> None:
    match = await world.begin()
    fail(world, 1, status, code)
    match = await world.play(match)
    assert len(living(world)) == 2
    asked = len(world.env.http_requests)
    await wait(world, 86400)
    await world.restart()
    assert writes(world, asked) == []
    await world.play(match)
    assert writes(world, asked) == ["POST", "PATCH"], "the next turn takes the buttons of the one before it alone"
    assert [each.seq for message in living(world) for each in ids(message)[:1] if each] == [0, 2]
    assert (await now(world)).status == "running"


async def test_they_stay_if_the_connection_breaks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin()
    with monkeypatch.context() as broken:
        reset = AsyncMock(side_effect=aiohttp.ClientConnectionError("reset by peer"))
        broken.setattr(discord.http.HTTPClient, "edit_message", reset)
        match = await world.play(match)
    assert len(living(world)) == 2
    assert (await now(world)).status == "running"


async def test_they_stay_where_the_limit_of_requests_is_near(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin()
    monkeypatch.setattr(world.bot.limit, "spare", AsyncMock(return_value=False))
    asked = len(world.env.http_requests)
    await world.play(match)
    assert writes(world, asked) == ["POST"]
    assert len(living(world)) == 2


async def test_a_press_on_a_button_that_stayed_says_what_holds(world: World) -> None:
    match = await world.begin()
    fail(world, 1)
    match = await world.play(match)
    old, _ = living(world)
    answer = message_of(await world.bob.click(old, label="Play"))
    assert "out of date" in answer.content
    assert (await now(world)).seq == match.seq


async def test_a_match_that_is_interrupted_during_a_turn_keeps_its_buttons(world: World) -> None:
    match = await world.play(await world.begin())
    await world.bot.arena.matches.park(match.id, say("It is odd."), "odd")
    await wait(world, 86400)
    (there,) = living(world)
    answer = message_of(await world.bob.click(there, label="Play"))
    assert answer.content.startswith("This match is interrupted: It is odd.")
    await world.bot.arena.matches.unpark(match.id)
    await world.settle()
    assert len(living(world)) == 1


# What changes without a turn is edited into the message, or a line below it says so.


async def paused(world: World, match: Match, *, on: bool) -> None:
    async def change(now: Match) -> Change:
        pause = Paused(world.person("ann"), "agreed", say("Both want to."), world.bot.clock.now()) if on else None
        return Change(replace(now, paused=pause), at=world.bot.clock.now())

    await world.bot.arena.matches.change(match.id, change)
    await world.settle()


async def test_a_pause_is_edited_into_the_message_and_its_end_is_a_line_that_calls(world: World) -> None:
    match = await world.play(await world.begin())
    before = world.own(world.channel)
    await paused(world, match, on=True)
    board = world.own(world.channel)[-1]
    assert [message.id for message in world.own(world.channel)] == [message.id for message in before]
    assert "⏸️ The match is paused. Both want to." in board.content
    assert f"`{match.session.last.text}`" in board.content, "what was played stays"  # type: ignore[union-attr]
    assert board.attachments

    await paused(world, match, on=False)
    *_, board, line = world.own(world.channel)
    assert "paused" not in board.content
    assert ids(board) == []
    assert board.attachments
    assert line.content.splitlines()[0] == f"Round 1. <@{world.bob.id}>: charge"
    assert f"/channels/{world.guild.id}/{world.channel.id}/{board.id}" in line.content
    assert world.pings(line) == [world.bob.id]
    assert ids(line) == [MatchId(match.id, match.seq, action) for action in BUTTONS]
    assert len(world.own(world.channel)) == len(before) + 1

    match = await world.play(match)
    after = world.own(world.channel)
    assert [message.id for message in after[:-1]] == [message.id for message in before], "the line goes as a whole"
    assert [message.id for message in living(world)] == [after[-1].id]


async def test_a_line_is_edited_like_a_board_and_followed_by_one_line_alone(world: World) -> None:
    match = await world.begin()
    for _ in range(2):
        await paused(world, match, on=True)
        *_, last = world.own(world.channel)
        assert "⏸️ The match is paused." in last.content
        await paused(world, match, on=False)
    *_, board, line = world.own(world.channel)
    assert board.attachments
    assert ids(board) == []
    assert "Round 1." in line.content
    assert len(living(world)) == 1


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (404, 10008), (400, 50083)])
async def test_what_cannot_be_edited_is_a_line_that_notifies_nobody(world: World, status: int, code: int) -> None:
    match = await world.begin()
    count = len(world.own(world.channel))
    fail(world, 1, status, code)
    await paused(world, match, on=True)
    *_, line = world.own(world.channel)
    assert len(world.own(world.channel)) == count + 1
    assert line.content.startswith("⏸️ The match is paused. Both want to.")
    assert world.pings(line) == []
    assert line.flags.value & SUPPRESS_NOTIFICATIONS
    assert ids(line) == [MatchId(match.id, match.seq, action) for action in BUTTONS]


async def test_a_board_that_waited_while_others_were_played_calls_nobody_and_has_no_buttons(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await world.begin()
    with monkeypatch.context() as down:
        down.setattr(poster(world), "deliver", AsyncMock(side_effect=Retry(60)))
        match = await world.play(await world.play(match))
    await wait(world, 120)
    *_, late, last = world.own(world.channel)
    assert [each.filename for each in late.attachments] == [picture_name(match, 1)]
    assert (world.pings(late), ids(late)) == ([], [])
    assert world.pings(last) == world.accounts(match.to_act)
    assert [message.id for message in living(world)] == [last.id]


async def test_the_channel_that_a_match_left_keeps_nothing_to_play_with(world: World) -> None:
    match = await world.begin()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages", "send_messages_in_threads")
    await world.bot.arena.matches.park(match.id, SHUT, FORBIDDEN)
    assert len(living(world)) == 1
    other = world.guild.create_text_channel("other")
    await world.ann.slash(other, "match move-to", match=match.id, where="here")
    await world.settle()
    assert (await now(world)).channel_id == other.id
    assert living(world) == []
    assert ["Play" in labels(message) for message in world.own(other)].count(True) == 1


async def test_a_match_that_ends_where_the_bot_may_not_post_leaves_nothing_to_play_with(world: World) -> None:
    match = await world.begin()
    me = world.guild.me
    assert me is not None
    world.deny(world.channel, me.id, "send_messages", "send_messages_in_threads")
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    assert (await now(world)).over
    assert living(world) == []


async def now(world: World) -> Match:
    return await world.bot.arena.matches.get(1)


# Posts whose delivery was cut off: what became of them is found again, and nothing is posted twice.


TEXT = say("{player} has *gone*.", player=Player(2))


def recovery_post(
    world: World, match: Match, kind: PostKind, content: Content, *, to: int | None = None, attempts: int = 1
) -> Post:
    """Return a post as the outbox hands it on; after a crash if it was handed on before."""
    where = world.channel.id if to is None else to
    return Post(99, Subject.of_match(match.id), match.seq, kind, where, content.dump(), attempts, match.started_at)


async def test_the_message_of_the_end_is_found_again(world: World) -> None:
    match = await world.play(await world.begin())
    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    shown = [each.id for each in world.own(world.channel)]
    ended = recovery_post(world, await world.bot.arena.matches.get(match.id), "ended", BoardPost("board"))
    assert await poster(world).deliver(ended) == shown[-1]
    assert [each.id for each in world.own(world.channel)] == shown


async def test_the_end_of_a_match_that_cannot_be_read_is_found_again(world: World) -> None:
    match = await world.begin()
    content = TextPost(say("It cannot be read."), unbegun=world.guild.id)
    first = await poster(world).deliver(recovery_post(world, match, "notice", content, attempts=0))
    assert first == world.own(world.channel)[-1].id
    count = len(world.own(world.channel))
    assert await poster(world).deliver(recovery_post(world, match, "notice", content)) == first
    await world.own(world.channel)[-1].delete()
    await world.env.settle()
    assert await poster(world).deliver(recovery_post(world, match, "notice", content), needed=False) is None
    assert len(world.own(world.channel)) == count - 1


async def test_what_is_said_to_a_person_of_a_match_that_cannot_be_read_is_found_again(world: World) -> None:
    match, ann = await world.begin(), world.person("ann")
    content = TextPost(say("Your rating is another one."), unbegun=world.guild.id)

    def read() -> list[int]:
        return [each.id for each in world.ann.user.dm_channel.history(viewer=world.ann.user)]

    first = await poster(world).deliver(recovery_post(world, match, "private", content, to=ann, attempts=0))
    assert read() == [first]
    assert await poster(world).deliver(recovery_post(world, match, "private", content, to=ann)) == first
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    bob = recovery_post(world, match, "private", content, to=world.person("bob"), attempts=0)
    assert await poster(world).deliver(bob) is None
    async with world.bot.arena.db.write() as connection:
        await people.forget(connection, ann, match.started_at)
    world.bot.arena.people.forget()
    assert await poster(world).deliver(recovery_post(world, match, "private", content, to=ann, attempts=0)) is None
    assert read() == [first]


async def test_who_takes_no_messages_got_none_before_the_crash(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=9)
    for content in (TextPost(TEXT), ReminderPost("half", 1)):
        assert (
            await poster(world).deliver(
                recovery_post(world, match, "private", content, to=world.person("ann")), needed=False
            )
            is None
        )
    before = len(world.own(world.channel))
    assert (
        await poster(world).deliver(recovery_post(world, match, "private", TextPost(TEXT), to=world.person("ann")))
        is None
    )
    assert len(world.own(world.channel)) == before, "what is for one player alone is not said in the channel"


async def test_who_is_to_move_again_is_told_of_that_turn_alone(world: World) -> None:
    """A post of their turn before, which waited for long, says nothing new."""
    late = recovery_post(world, await world.begin(), "private", ReminderPost("turn", 1), attempts=0)
    match = await world.play(await world.play(await world.bot.arena.matches.get(late.match_id)))
    for post in (late, recovery_post(world, match, "private", ReminderPost("turn", 1), attempts=0)):
        to = replace(post, channel_id=match.person_of(1))
        sent = await poster(world).deliver(to)
        assert (sent is None) == (post is late)
    assert match.session.to_act == {1}


async def test_after_a_crash_a_reminder_is_not_taken_for_that_of_another_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may say the same; their buttons are different."""
    monkeypatch.setattr(reminders, "reminder_content", lambda *_args, **_named: "Your turn.")
    match = await world.begin()
    found = list[int | None]()
    for _ in range(2):
        post = recovery_post(world, match, "private", ReminderPost("turn", 1), to=match.person_of(1))
        first = await poster(world).deliver(post)
        assert await poster(world).deliver(post) == first
        found.append(first)
        match = await world.play(await world.play(match))
    assert len({*found} - {None}) == 2


async def test_a_list_of_nothing_is_not_sent(world: World) -> None:
    match = await world.begin()
    for user in (world.ann, world.eve):
        await poster(world).deliver(
            recovery_post(world, match, "private", DigestPost(), to=world.person(user), attempts=0)
        )
    assert "These matches are waiting for you" in world.ann.user.dm_channel.history(viewer=world.ann.user)[-1].content
    assert world.eve.user.dm_channel.history(viewer=world.eve.user) == []


async def test_a_reminder_that_the_channel_refuses_is_undeliverable(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    with pytest.raises(Undeliverable):
        await poster(world).deliver(recovery_post(world, match, "nudge", ReminderPost("half", 1), attempts=0))


async def test_where_the_bot_may_not_read_it_posts_again(world: World) -> None:
    match = await world.begin()
    world.env.inject_error("GET", f"/channels/{world.channel.id}/messages", status=403, code=50013)
    count = len(world.own(world.channel))
    found = await poster(world).deliver(recovery_post(world, match, "notice", TextPost(TEXT)))
    assert found == world.own(world.channel)[-1].id
    assert len(world.own(world.channel)) == count + 1
