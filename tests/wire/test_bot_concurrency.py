"""The real bot over the wire: what is done twice at once counts once, trouble is waited out, nobody waits in vain."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.outcome import draw
from hosting.housing import GONE
from hosting.lobby.model import NoSuchTable
from hosting.match.audit import AuditCode
from hosting.match.events import Change, rule
from hosting.match.model import Match
from render.registry import renderer
from tests.gifs import positions
from tests.wire.double import Channel, perms
from tests.wire.double.clock import PATIENCE_S
from tests.wire.double.model import PRIVATE_THREAD, Message
from tests.wire.match import confirm, open_here, played, ready
from tests.wire.stage import CALLBACK, MESSAGES, THREADS, Stage, answered, secrets

# presses at once


async def test_one_join_pressed_twice_at_once_is_one_seat(stage: Stage) -> None:
    lobby = (await stage.ann.slash(stage.channel, "new replicants", players=4, mode="individual")).message

    replies = await asyncio.gather(stage.bob.press(lobby, "Join"), stage.bob.press(lobby, "Join"))
    await answered(*replies)
    await stage.double.until(lambda: secrets(replies))

    table = await stage.bot.arena.tables.get(1)
    assert [seat.name for seat in table.seats] == ["ann", "bob", "", ""]
    assert secrets(replies) == ["bob already has a seat at this table."]


async def test_one_invitation_accepted_twice_at_once_is_one_seat(stage: Stage) -> None:
    opened = await stage.ann.slash(stage.channel, "new replicants", opponent=stage.bob)
    lobby = opened.message

    replies = await asyncio.gather(stage.bob.press(lobby, "Accept"), stage.bob.press(lobby, "Accept"))
    await stage.double.until(lambda: secrets(replies))

    table = await stage.bot.arena.tables.get(1)
    assert [(seat.name, seat.invited) for seat in table.seats] == [("ann", False), ("bob", False)]
    assert secrets(replies) == ["You have no open invitation to this table."]


async def test_one_start_pressed_twice_at_once_is_one_match(stage: Stage) -> None:
    lobby = await open_here(stage.double, stage.ann, stage.channel, "replicants")
    await stage.bob.press(lobby, "Join")
    await ready(stage.double, lobby)

    replies = await asyncio.gather(*(user.press(lobby, "Start") for user in (stage.ann, stage.ann, stage.bob)))
    await answered(*replies)
    await stage.double.until(lambda: len(secrets(replies)) == 2)
    await stage.bot.arena.idle()

    assert secrets(replies) == ["This table's match has started."] * 2
    assert len(await stage.bot.arena.matches.in_guild(stage.channel.guild.id if stage.channel.guild else 0)) == 1
    assert list(stage.table.boards().values()) == [1]


async def test_one_draft_confirmed_twice_at_once_is_one_turn(stage: Stage) -> None:
    await stage.begin()
    draft = await stage.table.draft(stage.ann, stage.rng)

    replies = await asyncio.gather(confirm(stage.ann, draft), confirm(stage.ann, draft))

    match = await stage.match()
    assert match.seq == 1
    assert match.session.last is not None
    assert [played(reply) for reply in replies] == [match.session.last.text] * 2
    await stage.table.recall()
    assert await stage.posted() == [(0, 1), (1, 1)]


async def test_of_two_drafts_confirmed_at_once_one_is_played(stage: Stage) -> None:
    await stage.begin()
    drafts = [await stage.table.draft(stage.ann, stage.rng) for _ in range(2)]

    replies = await asyncio.gather(*(confirm(stage.ann, draft) for draft in drafts))

    match = await stage.match()
    assert match.seq == 1
    assert match.session.last is not None
    assert Counter(map(played, replies)) == {match.session.last.text: 1, None: 1}
    assert any("The board has changed" in text for text in secrets(replies))
    await stage.table.recall()
    assert await stage.posted() == [(0, 1), (1, 1)]


async def test_of_one_turn_typed_twice_at_once_one_is_played(stage: Stage) -> None:
    await stage.begin()
    turn = stage.table.any_turn(stage.rng)

    replies = await asyncio.gather(*(stage.ann.slash(stage.channel, "move", turn=turn) for _ in range(2)))

    assert Counter(map(played, replies)) == {turn: 1, None: 1}
    assert all(reply.ephemeral for reply in replies)
    (refusal,) = (reply.content for reply in replies if played(reply) is None)
    assert refusal == "It's bob's turn."
    assert (await stage.match()).seq == 1
    await stage.table.recall()
    assert await stage.posted() == [(0, 1), (1, 1)]


async def test_of_a_turn_typed_and_a_draft_confirmed_at_once_one_is_played(stage: Stage) -> None:
    await stage.begin()
    draft = await stage.table.draft(stage.ann, stage.rng)
    turn = stage.table.any_turn(stage.rng)

    replies = await asyncio.gather(confirm(stage.ann, draft), stage.ann.slash(stage.channel, "move", turn=turn))

    match = await stage.match()
    assert match.seq == 1
    assert sum(played(reply) is not None for reply in replies) == 1
    assert len(secrets(replies)) == 2


async def test_a_player_who_is_not_to_play_changes_nothing_at_the_same_moment(stage: Stage) -> None:
    await stage.begin()
    turn = stage.table.any_turn(stage.rng)

    early, right = await asyncio.gather(
        stage.bob.slash(stage.channel, "move", turn=turn), stage.ann.slash(stage.channel, "move", turn=turn)
    )

    assert played(right) == turn
    assert played(early) is None
    assert early.ephemeral
    assert (await stage.match()).seq == 1


# trouble with posting


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param({"status": 502}, id="502, which discord.py tries again"),
        pytest.param({"status": 503}, id="503, which it does not"),
        pytest.param({"status": 429, "retry_after": 0.05}, id="429 with Discord's headers"),
        pytest.param({"status": 429, "scope": ""}, id="429 without them"),
        pytest.param({"status": 503, "times": 3}, id="503 three times"),
        pytest.param({"drop": "request"}, id="cut before Discord has it"),
        pytest.param({"drop": "response"}, id="cut after Discord took it"),
    ],
)
async def test_a_board_in_trouble_is_posted_once(stage: Stage, trouble: dict[str, Any]) -> None:
    await stage.begin()
    fault = stage.double.inject("POST", MESSAGES, **trouble)

    await stage.table.type(stage.table.any_turn(stage.rng))

    assert await stage.posted() == [(0, 1), (1, 1)]
    assert fault.hits == trouble.get("times", 1)
    await stage.double.until(lambda: len(stage.table.turn_messages()) == 1)  # once it is known to be posted
    assert (await stage.match()).status == "running"


async def test_a_board_whose_nonce_is_forgotten_is_found_again(stage: Stage) -> None:
    """Discord compares nonces for some minutes only; after that the bot must look."""
    await stage.begin()
    cut = stage.double.inject("POST", MESSAGES, drop="response")
    held = stage.double.inject("GET", MESSAGES, hold=True)

    await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.double.until(lambda: cut.hits and held.hits)
    stage.double.clock.advance(3600)
    held.release()

    assert await stage.posted() == [(0, 1), (1, 1)]


async def test_a_pause_that_is_asked_for_is_kept(stage: Stage) -> None:
    await stage.begin()
    stage.double.inject("POST", MESSAGES, status=429, scope="", retry_after=3600)

    before = stage.bot.clock.now()
    await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.bot.arena.idle()

    due = await stage.bot.arena.schedule.due_at("outbox", str(stage.channel.id))
    assert due is not None
    assert (due - before).total_seconds() >= 3600


async def test_play_goes_on_while_boards_wait(stage: Stage) -> None:
    """A turn is acknowledged whatever becomes of its board, and the boards come in order."""
    await stage.begin()
    held = stage.double.inject("POST", MESSAGES, hold=True, times=None)
    for _ in range(4):
        await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.double.until(lambda: held.hits)
    held.release()

    assert await stage.posted() == [(seq, 1) for seq in range(5)]
    assert [seq for _, seq in stage.table.boards()] == [0, 1, 2, 3, 4]
    assert len(stage.table.turn_messages()) == 1


# the gateway


async def test_what_is_played_while_the_connection_is_down_arrives_later(stage: Stage) -> None:
    await stage.begin()
    stage.double.gateway.drop()

    reply = await stage.table.type(stage.table.any_turn(stage.rng))

    assert reply.ephemeral
    gateway = stage.double.gateway
    assert (gateway.resumes, gateway.identifies, gateway.replayed) == (1, 1, 1)
    assert await stage.posted() == [(0, 1), (1, 1)]


async def test_a_connection_that_drops_during_a_turn_is_resumed(stage: Stage) -> None:
    await stage.begin()
    held = stage.double.inject("POST", CALLBACK, hold=True)
    asked = asyncio.create_task(stage.table.type(stage.table.any_turn(stage.rng)))
    await stage.double.until(lambda: held.hits)
    stage.double.gateway.drop()
    await stage.double.until(lambda: stage.double.gateway.resumes)
    held.release()
    await asked

    assert stage.double.gateway.identifies == 1
    assert (await stage.match()).seq == 1
    assert await stage.posted() == [(0, 1), (1, 1)]


async def test_a_session_that_is_gone_is_replaced(stage: Stage) -> None:
    await stage.begin()
    stage.bot.identifying = None  # so that it needn't wait five seconds after the first time
    ready = stage.bot.wait_for("ready", timeout=PATIENCE_S)
    stage.double.gateway.invalidate()
    await ready
    assert stage.double.gateway.identifies == 2

    await stage.table.type(stage.table.any_turn(stage.rng))

    assert await stage.posted() == [(0, 1), (1, 1)]


# three seconds


async def test_what_takes_long_is_announced_at_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot defers before it draws; the picture may then come after the three seconds."""
    await stage.begin()
    artist, drawing = renderer("replicants"), threading.Event()
    draw = artist.draw

    def slowly(*args: Any, **options: Any) -> bytes:
        drawing.wait(PATIENCE_S)
        return draw(*args, **options)

    monkeypatch.setattr(type(artist), "draw", lambda _, *args, **options: slowly(*args, **options))
    status = await stage.table.status()
    menu = await stage.ann.press(status, "More")
    actions = {
        "/board": stage.ann.slash(stage.channel, "board"),
        "/move": stage.ann.slash(stage.channel, "move"),
        "Board": stage.ann.press(menu.message, "Board"),
        "Play": stage.ann.press(status, "Play"),
    }
    try:
        for name, action in actions.items():
            drawing.clear()
            asked = asyncio.create_task(action)
            reply = await stage.newest(asked)
            assert (reply.acked, reply.pending) == (5, True), name
            stage.double.clock.advance(60)
            drawing.set()
            reply = await asked
            assert not reply.failed, name
            assert reply.ephemeral, name
            assert [file.filename for file in reply.attachments] == ["board.png"], name
    finally:
        drawing.set()


async def test_a_press_during_a_long_start_is_announced_at_once(stage: Stage) -> None:
    lobby = (await stage.ann.slash(stage.channel, "new replicants")).message
    await stage.bob.press(lobby, "Join")
    held = stage.double.inject("POST", THREADS, hold=True)

    starting = asyncio.create_task(stage.ann.press(lobby, "Start"))
    await stage.double.until(lambda: held.hits)
    leaving = await stage.bob.press(lobby, "Leave")
    assert leaving.acked == 6
    assert not leaving.messages
    held.release()
    await starting
    await answered(leaving)
    await stage.double.until(lambda: secrets([leaving]))

    assert secrets([leaving]) == ["This table's match has started."]
    assert (await stage.bot.arena.matches.get(1)).names == ("ann", "bob")


async def test_a_response_that_comes_too_late_is_not_an_error(stage: Stage) -> None:
    """Discord refuses it, the turn is played all the same, and the board tells so."""
    await stage.begin()
    turn = stage.table.any_turn(stage.rng)
    held = stage.double.inject("POST", CALLBACK, hold=True)
    asked = asyncio.create_task(stage.ann.slash(stage.channel, "move", turn=turn))
    await stage.double.until(lambda: held.hits)
    stage.double.clock.advance(stage.double.first_response + 2)
    held.release()
    assert (await asked).expired

    await stage.table.recall()
    assert stage.table.turns[stage.table.match_id] == [turn]
    assert await stage.posted() == [(0, 1), (1, 1)]


@pytest.mark.usefixtures("contract")
async def test_every_command_speaks_as_discord_describes_it(stage: Stage) -> None:
    """What no test may violate (fixture `stage`) is checked here for each command, or skipped with a reason."""
    stage.double.enforce_contract = True
    await stage.begin()
    assert stage.channel.guild is not None
    stage.channel.guild.add_role("organisers", perms("ADMINISTRATOR"), [stage.ann])
    for command in [each for each in stage.double.commands.values() if each["type"] == 1]:
        for words, leaf in _leaves(command):
            reply = await stage.ann.slash(stage.channel, words, **_needed(stage, leaf))
            assert not reply.failed, words
            assert reply.messages or reply.modal, words
    await stage.table.pick(stage.rng)


def _leaves(command: dict[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each command below a word, with all its words; a command without others below is one itself."""
    words = f"{above} {command['name']}".strip()
    below = [option for option in command.get("options") or () if option["type"] in (1, 2)]
    for each in below:
        yield from _leaves(each, words)
    if not below:
        yield words, command


def _needed(stage: Stage, command: dict[str, Any]) -> dict[str, Any]:
    """Return something for each option that a command insists on."""
    needed: dict[str, Any] = {}
    for option in command.get("options") or ():
        if option.get("required"):
            choices = option.get("choices") or [{"value": "what" if option["type"] == 3 else 1}]
            given = {6: stage.bob, 11: ("what.txt", b"what")}
            needed[option["name"]] = given.get(option["type"], choices[0]["value"])
    return needed


async def test_a_rematch_pressed_by_both_at_once_is_one_match(stage: Stage) -> None:
    await stage.begin()
    ann = await stage.bot.arena.people.find(stage.ann.id)
    assert ann is not None
    await stage.bot.arena.matches.forfeit(stage.table.match_id, ann)
    await stage.bot.arena.idle()
    result = next(each for each in stage.bob.visible_messages(stage.channel) if "rematch" in str(each.components))

    replies = await asyncio.gather(*(user.press(result, "Rematch") for user in (stage.ann, stage.bob, stage.ann)))
    await answered(*replies)
    await stage.bot.arena.idle()

    (again,) = await stage.bot.arena.matches.in_guild(stage.channel.guild.id if stage.channel.guild else 0)
    assert again.names == ("bob", "ann")
    seen = [each for each in stage.bob.visible_messages(stage.channel) if not each.ephemeral]
    offers = [each.content for each in seen if "ematch" in each.content]
    assert offers == [f"The rematch has started: <#{again.channel_id}>"]


async def test_a_new_table_pressed_twice_at_once_is_one_for_each_person(stage: Stage) -> None:
    await stage.begin()
    ann = await stage.bot.arena.people.find(stage.ann.id)
    assert ann is not None
    await stage.bot.arena.matches.forfeit(stage.table.match_id, ann)
    await stage.bot.arena.idle()
    result = next(each for each in stage.bob.visible_messages(stage.channel) if "newtable" in str(each.components))

    pressing = [stage.ann, stage.bob, stage.ann, stage.bob]
    await answered(*await asyncio.gather(*(user.press(result, "New table") for user in pressing)))
    await stage.bot.arena.idle()

    seen = [each for each in stage.bob.visible_messages(stage.channel) if not each.ephemeral]
    hosts = [await stage.bot.arena.tables.get(number) for number in (2, 3)]
    assert sorted(each.host.name for each in hosts) == ["ann", "bob"]
    assert len([each for each in seen if "'Join'" in str(each.components)]) == 2
    with pytest.raises(NoSuchTable):
        await stage.bot.arena.tables.get(4)


# The real bot over the wire: answers pressed at once count once, in one transaction with what comes of them.


async def asked(stage: Stage, label: str) -> Message:
    """Return the message with a button, once it is posted."""
    await stage.double.until(lambda: _with(stage, label))
    await stage.bot.arena.idle()
    return _with(stage, label)[-1]


async def codes(stage: Stage) -> list[str]:
    return [entry.code for entry in await stage.bot.arena.audit.of_match(stage.table.match_id)]


@pytest.mark.parametrize("label", ["Agree", "Refuse"])
async def test_one_answer_pressed_twice_at_once_counts_once(stage: Stage, label: str) -> None:
    await stage.begin()
    await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.ann.slash(stage.channel, "undo")
    message = await asked(stage, label)

    replies = await asyncio.gather(*(stage.bob.press(message, label) for _ in range(3)))
    await stage.double.until(lambda: len(secrets(replies)) == 3)
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.seq == (2 if label == "Agree" else 1)
    assert len(match.session.entries) == 0 or label == "Refuse"
    closed = "Everyone has already agreed to that." if label == "Agree" else "A player has already refused that."
    assert secrets(replies).count(closed) == 2
    assert await codes(stage) == [AuditCode.ASKED, AuditCode.ACCEPTED if label == "Agree" else AuditCode.REFUSED]
    assert stage.table.boards()[match.id, match.seq] == 1


async def test_yes_and_no_pressed_at_once_are_one_of_them(stage: Stage) -> None:
    await stage.begin()
    await stage.ann.slash(stage.channel, "match end")
    message = await asked(stage, "Agree")

    replies = await asyncio.gather(stage.bob.press(message, "Agree"), stage.bob.press(message, "Refuse"))
    await stage.double.until(lambda: len(secrets(replies)) == 2)
    await stage.bot.arena.idle()

    match = await stage.match()
    (_, ending) = await codes(stage)
    assert match.over is (ending == AuditCode.ACCEPTED)
    assert {"You agreed, so it's done.", "You refused, so nothing changes."} & set(secrets(replies))
    assert {"Everyone has already agreed to that.", "A player has already refused that."} & set(secrets(replies))


async def test_an_answer_and_a_turn_at_once_are_one_after_the_other(stage: Stage) -> None:
    await stage.begin()
    await stage.table.type(stage.table.any_turn(stage.rng))
    turn = stage.table.any_turn(stage.rng)
    await stage.ann.slash(stage.channel, "undo")
    message = await asked(stage, "Agree")

    replies = await asyncio.gather(stage.bob.press(message, "Agree"), stage.bob.slash(stage.channel, "move", turn=turn))
    await stage.double.until(lambda: len(secrets(replies)) == 2)
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.seq == 2
    assert await codes(stage) in ([AuditCode.ASKED, AuditCode.ACCEPTED], [AuditCode.ASKED, AuditCode.OUTDATED])
    assert (len(match.history) == 2) is ((await codes(stage))[-1] == AuditCode.OUTDATED)


async def test_of_two_who_take_a_seat_at_once_one_has_it(stage: Stage) -> None:
    await stage.begin()
    guild = stage.channel.guild
    assert guild is not None
    cleo, dan = (stage.double.add_user(name, guild) for name in ("cleo", "dan"))
    question = await stage.ann.slash(stage.channel, "match leave")
    await stage.ann.press(question.message, "Ask for a substitute")
    call = await asked(stage, "Take over this seat")
    questions = [(user, (await user.press(call, "Take over this seat")).message) for user in (cleo, dan)]

    replies = await asyncio.gather(*(user.press(question, "Take over") for user, question in questions))
    await stage.double.until(lambda: any("That seat is already taken" in text for text in secrets(replies)))
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.names[0] in ("cleo", "dan")
    assert len(match.former) == 1
    assert await codes(stage) == [AuditCode.CALLED, AuditCode.REPLACED, AuditCode.ACCEPTED]


async def test_a_request_whose_post_failed_is_posted_once(stage: Stage) -> None:
    await stage.begin()
    stage.double.inject("POST", "/channels/{channel_id}/messages", drop="response")

    await stage.ann.slash(stage.channel, "match end")
    await asked(stage, "Agree")

    assert len(_with(stage, "Agree")) == 1


def _with(stage: Stage, label: str) -> list[Message]:
    return [
        message
        for message in stage.channel.messages.values()
        if not message.deleted and any(button.get("label") == label for button in message.buttons)
    ]


# The real bot over the wire: who watches, where, and what becomes of a match whose channel goes.


def threads(channel: Channel) -> list[Channel]:
    guild = channel.guild
    assert guild is not None
    return [each for each in guild.channels.values() if each.is_thread and each.parent is channel]


def pictures(channel: Channel) -> list[str]:
    return [file["filename"] for message in channel.messages.values() for file in message.json()["attachments"]]


async def test_spectators_who_press_at_once_get_one_place(stage: Stage) -> None:
    await stage.begin()
    guild = stage.channel.guild
    assert guild is not None
    cleo, dan = (stage.double.add_user(name, guild) for name in ("cleo", "dan"))
    status = await stage.table.status()

    menus = [await user.press(status, "More") for user in (cleo, dan)]
    pressing = zip((cleo, dan), menus, strict=True)
    replies = await asyncio.gather(*(user.press(menu.message, "Watch with others") for user, menu in pressing))
    await answered(*replies)
    await stage.bot.arena.idle()

    (thread,) = threads(stage.channel)
    assert thread.type == PRIVATE_THREAD
    assert not thread.meta["invitable"]
    assert [user.name for user in (stage.ann, stage.bob, cleo, dan) if user.can_see(thread)] == ["cleo", "dan"]
    assert sum("Spectators talk in" in text for text in secrets(replies)) == 2


async def test_a_follower_that_answers_late_gets_each_board_once(stage: Stage) -> None:
    guild = stage.channel.guild
    assert guild is not None
    role = guild.add_role("keepers", permissions=perms("MANAGE_CHANNELS"))
    kim, lounge = stage.double.add_user("kim", guild, roles=[role]), guild.add_channel("lounge")
    await answered(await kim.slash(stage.channel, "watch server", channel=lounge, quiet=True))
    await stage.begin()
    await stage.double.until(lambda: len(pictures(lounge)) == 1)
    stage.double.inject("POST", MESSAGES, drop="response", times=1)
    await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.double.until(lambda: len(pictures(lounge)) == 2)
    await stage.posted()

    assert len(set(pictures(lounge))) == len(pictures(lounge)) == 2
    assert all(message.json()["flags"] & (1 << 12) for message in lounge.messages.values())


@pytest.mark.parametrize("late", [False, True])
async def test_a_match_whose_channel_is_deleted_goes_on_in_another(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, *, late: bool
) -> None:
    """Also where Discord tells of its new thread only after it has answered."""
    await stage.begin()
    emit, held = stage.double.gateway.emit, list[tuple[Any, ...]]()

    def emit_late(guild: Any, event: str, *values: Any) -> None:
        if late and event == "THREAD_CREATE":
            held.append((guild, event, *values))
        else:
            emit(guild, event, *values)

    monkeypatch.setattr(stage.double.gateway, "emit", emit_late)
    guild, match_id = stage.channel.guild, stage.table.match_id
    assert guild is not None
    guild.remove_channel(stage.channel)

    def gone() -> bool:
        match = stage.bot.arena.matches._cache.get(match_id)
        return match is not None and match.parked is not None and match.parked.code == GONE

    await stage.double.until(gone)
    await stage.bot.arena.idle()
    room = guild.add_channel("elsewhere")
    await stage.double.until(lambda: stage.bot.get_channel(room.id))
    await answered(await stage.bob.slash(room, "match move-to"))
    await stage.bot.arena.idle()

    match = await stage.match()
    assert match.status == "running"
    (thread,) = threads(room)
    assert thread.id == match.channel_id
    assert len(pictures(thread)) == 1
    assert len(held) == late
    for each in held:
        emit(*each)
    await stage.bot.arena.idle()


# The real bot over the wire: replays and imports keep to Discord's interface, and a finished match has its card.


async def some_turns(stage: Stage, count: int) -> None:
    await stage.begin()
    for _ in range(count):
        await stage.table.type(stage.table.any_turn(stage.rng))
    await stage.posted()


async def turned(stage: Stage, message: Message, label: str, expected: str) -> None:
    await stage.bob.press(message, label)
    await stage.double.until(lambda: message.content.startswith(expected))


async def test_paging_filming_and_the_card(stage: Stage) -> None:
    await some_turns(stage, 4)
    opened = await stage.bob.slash(stage.channel, "match replay")
    await answered(opened)
    message = opened.message
    assert message.ephemeral
    for label, expected in (
        ("Last", "**Turn 4 of 4**"),
        ("Back", "**Turn 3 of 4**"),
        ("First", "**The start.**"),
    ):
        await turned(stage, message, label, expected)
        (board,) = message.attachments
        assert board.filename == "board.png"
    before = message.attachments[0].data
    await stage.bob.select(message, "From whose side?", "1")
    await stage.double.until(lambda: message.attachments[0].data != before)
    filmed = await stage.bob.press(message, "Animated picture")
    await answered(filmed)
    assert len(positions(filmed.attachments[0].data)) == 5
    card = await stage.ann.slash(stage.channel, "match replay", form="summary", show="everyone")
    await answered(card)
    assert card.attachments[0].filename == "summary.png"


async def test_a_film_asked_for_twice_at_once_is_made_once(stage: Stage) -> None:
    await some_turns(stage, 3)
    replies = await asyncio.gather(
        *(stage.bob.slash(stage.channel, "match replay", form="animation") for _ in range(3))
    )
    await answered(*replies)
    assert sorted(secrets(replies)) == [
        "Turns 1 to 3.",
        *["Your last one is still being drawn; please wait for it."] * 2,
    ]


async def test_the_end_shows_the_card_below_the_board(stage: Stage) -> None:
    await some_turns(stage, 2)

    async def agree(match: Match) -> Change:
        return rule(match, draw(2), 0, stage.bot.clock.now())

    await stage.bot.arena.matches.change(stage.table.match_id, agree)
    await stage.bot.arena.idle()
    ended = list(stage.channel.messages.values())[-1]
    assert "**The match is over.** The players agreed on a draw." in ended.content
    assert str(ended.embeds[0]["image"]["url"]).endswith("summary.png")
    assert "turns: 2" in ended.embeds[0]["description"]


async def test_a_record_is_pasted_looked_at_and_played_on(stage: Stage) -> None:
    asked = await stage.ann.slash(stage.channel, "match import")
    assert asked.modal is not None
    told = await stage.ann.submit_modal(asked, record="T0..(red.yellow)\nT1..E/2C6/D8-..E/3C1/F2-")
    await answered(told)
    assert "Turns: 2" in told.content
    await stage.ann.press(told.message, "View")
    await stage.double.until(lambda: told.message.content.startswith("**The start.** Turns: 2"))
    opened = await stage.ann.press(told.message, "Open a table from here")
    await answered(opened)
    lobby = opened.messages[-1]
    assert not lobby.ephemeral
    assert "set-up position" in lobby.content
    assert lobby.attachments
    await stage.bob.press(lobby, "Join")
    assert lobby.attachments, "the picture stays when the lobby changes"
    wrong = await stage.ann.slash(stage.channel, "match import", file=("game.txt", b"T0..(red.yellow)\nT1..E/9Z9"))
    await answered(wrong)
    assert wrong.content.startswith("I couldn't import this record because of line 2, column 7: turn 1, seat 1, `9Z9`.")
