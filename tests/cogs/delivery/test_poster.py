"""What is posted after each turn: once, in order, calling whoever is next, and tidied."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from cogs.core.custom_ids import MatchId
from cogs.delivery.cog import Poster
from cogs.ui.match_buttons import CARDS, HAND, OVER, RUNNING, VERIFY
from cogs.ui.pictures import picture_name, summary_of
from cogs.ui.replay import replayed_game_of
from engine.outcome import void
from engine.text import Player, say
from hosting.match.events import Change, rule
from hosting.match.model import Match, Post, PostKind, dump_text
from hosting.outbox import Retry, Undeliverable
from store.tables import outbox
from store.tables.values import Subject
from tests.cogs.conftest import World, take
from tests.cogs.playing import labels

SUPPRESS_NOTIFICATIONS = 1 << 12
BUTTONS = [action for action in RUNNING if action not in (CARDS, HAND)]


def ids(message: discord.Message) -> list[MatchId | None]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [MatchId.parse(str(getattr(item, "custom_id", ""))) for row in rows for item in row.children]


def poster(world: World) -> Poster:
    cog = world.bot.get_cog("Poster")
    assert isinstance(cog, Poster)
    return cog


async def test_the_first_board_and_status(world: World) -> None:
    match = await world.begin(where="here")
    _, board, status = world.own(world.channel)

    assert "begins" in board.content
    assert "Seat 1: ann" in board.content
    assert board.flags.value & SUPPRESS_NOTIFICATIONS
    assert [file.filename for file in board.attachments] == [picture_name(match, 0)]
    assert (board.attachments[0].description or "").strip()
    assert world.pings(board) == []

    told, how = status.content.splitlines()
    assert told == f"Round 1. <@{world.ann.id}>: charge", "whose turn it is and what is asked, once"
    assert how.startswith("-# Press **Play** or type `/move`. [The board](")
    assert f"/channels/{world.guild.id}/{world.channel.id}/{board.id}" in status.content
    assert world.pings(status) == [world.ann.id]
    assert not status.flags.value & SUPPRESS_NOTIFICATIONS
    assert ids(status) == [MatchId(match.id, 0, action) for action in BUTTONS]


async def test_each_turn_adds_a_board_and_replaces_the_status(world: World) -> None:
    match = await world.begin()
    for count in range(1, 4):
        before = world.own(world.channel)
        match = await world.play(match)
        after = world.own(world.channel)

        assert len(after) == len(before) + 1
        assert before[-1].id not in {message.id for message in after}  # the old status
        board, status = after[-2:]
        assert match.session.last is not None
        assert f"`{match.session.last.text}`" in board.content
        assert [file.filename for file in board.attachments] == [picture_name(match, count)]
        assert world.pings(status) == world.accounts(match.to_act)
        assert {each.seq for each in ids(status) if each} == {count}
    assert ["Play" in labels(message) for message in world.own(world.channel)].count(True) == 1


async def test_what_was_played_is_told_in_words(world: World) -> None:
    match = await world.play(await world.begin())

    board = world.own(world.channel)[-2]
    assert match.session.last is not None
    assert len(board.content.splitlines()) == 1 + len(match.session.last.events)
    assert "ann charges" in board.content
    said = [each.content for each in world.own(world.channel) if f"Round 1. <@{world.bob.id}>: charge" in each.content]
    assert len(said) == 1, "the status says how far the game is"


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
    await settings.set_player(world.person("ann"), replace(await settings.player(world.person("ann")), ping=False))

    await world.begin()

    status = world.own(world.channel)[-1]
    assert status.content.startswith("Round 1. ann: charge\n")
    assert world.pings(status) == []


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

    monkeypatch.setattr(discord.abc.Messageable, "send", fails)

    with pytest.raises(meaning):
        await poster(world).deliver(post(world, match.id, "board"))
    world.logged.clear()


def post(world: World, match_id: int, kind: PostKind, *, attempts: int = 0) -> Post:
    text = dump_text(say("{player} has *gone*.", player=Player(2)))
    return Post(99, Subject.of_match(match_id), 0, kind, world.channel.id, {"text": text}, attempts, world.env.now())


@pytest.mark.parametrize("kind", ["board", "status", "notice"])
async def test_what_was_posted_before_a_crash_is_found_again(world: World, kind: PostKind) -> None:
    match = await world.begin()
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
    await poster(world).deliver(post(world, match.id, "status", attempts=1))

    assert len(world.own(world.channel)) == 3


async def test_what_need_not_be_posted_any_more_is_found_if_it_was(world: World) -> None:
    match = await world.begin()
    first = await poster(world).deliver(post(world, match.id, "status"))
    count = len(world.own(world.channel))

    assert await poster(world).recover(post(world, match.id, "status", attempts=1)) == first
    assert await poster(world).recover(post(world, match.id, "notice", attempts=1)) is None
    assert len(world.own(world.channel)) == count


async def test_a_status_posted_just_before_a_crash_and_a_turn_goes(world: World) -> None:
    match = await world.begin()
    status = world.own(world.channel)[-1]
    arena = world.bot.arena
    async with arena.db.write() as connection:
        # It was posted, and another turn played, and then the process died before it could note either post.
        await connection.exec_driver_sql("UPDATE outbox SET done_at = NULL, message_id = NULL WHERE kind = 'status'")
        await outbox.doubt(connection)
    match = await world.play(match)

    after = world.own(world.channel)
    assert status.id not in {message.id for message in after}
    assert [each.seq for message in after for each in ids(message) if each] == [match.seq] * len(BUTTONS)


async def test_a_restart_posts_what_was_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await world.begin()

    async def down(_: Post) -> int | None:
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
