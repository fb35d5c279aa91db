"""Who sees what the bot answers: every command, button and menu, in tables. A new one without a line here fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
import simcord
from discord import AppCommandOptionType, app_commands

from cogs import consent
from cogs.consent import RequestButton
from cogs.legal import PieceControl
from cogs.matches import PageButton
from cogs.organising import QuestionButton
from cogs.rules import TopicMenu
from cogs.ui import lobby
from cogs.ui.builder_ids import Verb
from cogs.ui.builder_press import BuilderControl
from cogs.ui.items import MatchButton
from cogs.ui.lobby import LobbyControl
from cogs.viewer import ViewerControl
from tests.cogs.apex import party as apex
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, controls, labels, latest, menu, message_of, pick, play, posts, status

ME, EVERYONE = "me", "everyone"

COMMANDS: dict[str, list[tuple[dict[str, Any], str]]] = {
    "new replicants": [
        ({"where": "here"}, EVERYONE),
        ({"players": 2, "where": "thread"}, EVERYONE),
        ({"where": "here", "clock": "3d", "timeout": "random", "automatic": True}, EVERYONE),
    ],
    "new replica": [({"where": "here"}, EVERYONE)],
    "new apex": [({"where": "here"}, EVERYONE), ({"players": 6, "mode": "exploration", "where": "thread"}, EVERYONE)],
    "move": [({"turn": "E/2C6/D8-"}, ME), ({"turn": "E/2C6"}, ME), ({"turn": "what"}, ME), ({}, ME)],
    "plan add": [({"line": "E/2C6/D8-; E/3C1/F2-"}, ME), ({"line": "what"}, ME)],
    "plan show": [({}, ME)],
    "plan remove": [({}, ME), ({"line": "what"}, ME)],
    "board": [
        ({}, ME),
        ({"show": "me", "look": "text"}, ME),
        ({"show": "everyone"}, EVERYONE),
        ({"turn": 0}, ME),
        ({"turn": 9}, ME),
        ({"turn": 0, "show": "everyone"}, EVERYONE),
        ({"match": 1}, ME),
        ({"match": 7, "show": "everyone"}, ME),
    ],
    "legal": [({}, ME), ({"piece": "2E7"}, ME), ({"piece": "what"}, ME)],
    "cards": [({}, ME)],
    "record": [({}, ME), ({"from": 1}, ME), ({"match": 1}, ME)],
    "replay view": [({}, ME), ({"turn": 1, "side": 2}, ME), ({"side": 3}, ME), ({"match": 1}, ME)],
    "replay animation": [({}, ME), ({"show": "everyone"}, ME), ({"match": 1}, ME)],
    "replay summary": [({}, ME), ({"show": "everyone"}, EVERYONE), ({"show": "everyone", "match": 1}, EVERYONE)],
    "import": [({"file": ("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-")}, ME), ({"file": ("x.txt", b"\xff")}, ME)],
    "resign": [({}, ME)],
    "undo": [({}, ME), ({"match": 1}, ME)],
    "offer end": [({}, ME)],
    "offer pause": [({}, ME), ({"days": 3}, ME)],
    "offer resume": [({}, ME)],
    "offer time": [({"hours": 2}, ME), ({"hours": 2, "player": "bob"}, ME), ({"hours": 2, "player": "what"}, ME)],
    "abort": [({}, ME)],
    "leave": [({}, ME)],
    "organise pause": [({"reason": "other"}, ME), ({"reason": "other", "words": "Be *nice*"}, ME)],
    "organise resume": [({}, ME)],
    "organise extend": [({"player": "ann", "hours": 3}, ME)],
    "organise replace": [({"seat": "ann", "player": "@dan"}, ME), ({"seat": "what", "player": "@dan"}, ME)],
    "organise call": [({"seat": "ann"}, ME), ({"seat": "what"}, ME)],
    "organise adjudicate": [
        ({"reason": "other", "winner": "ann"}, ME),
        ({"reason": "other", "ranks": "2 1"}, ME),
        ({"reason": "other", "ranks": "what"}, ME),
        ({"reason": "other"}, ME),
    ],
    "organise void": [({"reason": "other"}, ME), ({"reason": "other", "words": "what"}, ME)],
    "organise back": [({"turn": "1"}, ME)],
    "organise position": [({"position": "what"}, ME)],
    "organise log": [({}, ME), ({"match": 1}, ME)],
    "rules": [({}, ME), ({"topic": "charts"}, ME), ({"topic": "what"}, ME)],
    "matches": [({}, ME), ({"which": "here"}, ME)],
    "clock": [({}, ME), ({"match": 1}, ME), ({"match": 7}, ME)],
    "vacation announce": [({"first": "2026-06-01"}, ME), ({"first": "what"}, ME)],
    "vacation list": [({}, ME)],
    "vacation cancel": [({"vacation": 7}, ME)],
    "doctor": [({}, ME)],
    "settings mine": [
        ({}, ME),
        ({"colours": "colour-blind safe", "boards": "text"}, ME),
        ({"zone": "Europe/Paris", "quiet": "22-7", "digest": "8"}, ME),
        ({"zone": "what"}, ME),
    ],
    "settings server": [({}, ME)],
    "silence status": [({}, ME)],
    "silence log": [({}, ME), ({"match": 1}, ME)],
    "silence settings": [({}, ME), ({"days": 3}, ME)],
    "silence policy": [({}, ME)],
    "watch match": [({}, ME), ({"match": 1}, ME), ({"match": 7}, ME)],
    "watch player": [({"player": "@bob", "quiet": True}, ME)],
    "watch server": [({}, ME)],
    "watch list": [({}, ME)],
    "spectate": [({}, ME), ({"match": 1}, ME)],
    "rehouse": [({}, ME), ({"match": 1}, ME)],
    "unwatch": [({"what": "all"}, ME), ({"what": "what"}, ME)],
}
"""By command: options to try while a match runs and it is the caller's turn (`"@bob"` is Bob), and who sees it."""

FOR_ORGANISERS = ("silence", "watch", "unwatch", "organise")

FAILING: dict[str, dict[str, Any]] = {
    "new replicants": {"players": 3, "mode": "teams"},
    "move": {"turn": "E"},
    "plan add": {"line": "E"},
    "plan show": {},
    "plan remove": {},
    "board": {"show": "everyone"},
    "legal": {"piece": "2E7"},
    "cards": {},
    "record": {},
    "replay view": {},
    "replay animation": {"show": "everyone"},
    "replay summary": {"show": "everyone"},
    "import": {"file": ("what.txt", b"what")},
    "resign": {},
    "undo": {},
    "clock": {},
    "vacation announce": {"first": "what"},
    "vacation cancel": {"vacation": 7},
    "offer end": {},
    "offer pause": {"days": 3},
    "offer resume": {},
    "offer time": {"hours": 2},
    "abort": {},
    "leave": {},
    "organise pause": {"reason": "other"},
    "organise resume": {},
    "organise extend": {"player": "ann", "hours": 3},
    "organise replace": {"seat": "ann", "player": "@dan"},
    "organise call": {"seat": "ann"},
    "organise adjudicate": {"reason": "other", "winner": "ann"},
    "organise void": {"reason": "other"},
    "organise back": {"turn": "1"},
    "organise position": {"position": "what"},
    "organise log": {},
    "rules": {"topic": "what"},
    "silence log": {},
    "watch match": {},
    "unwatch": {"what": "what"},
    "spectate": {},
    "rehouse": {},
}
"""By command: options that fail in a channel where no match was ever played. The others cannot fail there."""

MATCH_BUTTONS = {
    "play": ME,
    "legal": ME,
    "cards": ME,
    "board": ME,
    "record": ME,
    "resign": ME,
    "spectate": ME,
    "replay": ME,
    "resignyes": ME,
    "resignno": ME,
    "abortyes": ME,
    "undo": ME,
}
"""Buttons `m:…`; `replay` stands under a match that is over, `undo` under the private answer to a turn, and the three
before it under a private question."""

LOBBY_BUTTONS = {
    lobby.JOIN: EVERYONE,
    lobby.LEAVE: EVERYONE,
    lobby.START: EVERYONE,
    lobby.DRAW: EVERYONE,
    lobby.CANCEL: EVERYONE,
    lobby.SHUFFLE: EVERYONE,
    lobby.SEAT: EVERYONE,
    lobby.ACCEPT: EVERYONE,
    lobby.DECLINE: EVERYONE,
}
"""Controls `t:…`: what they change is the lobby, which everybody sees. What goes wrong is said in private."""

REQUEST_BUTTONS = {"agree": ME, "refuse": ME, "withdraw": ME, "take": ME, "takeyes": ME}
"""Buttons `q:…` under what players ask for; what comes of it changes that message, which everybody sees."""

QUESTION_BUTTONS = {"yes": ME, "no": ME}
"""Buttons `o:…` under the question before an organiser's deed, which is private."""

CONTROLS = {
    MatchButton,
    LobbyControl,
    RequestButton,
    PageButton,
    QuestionButton,
    BuilderControl,
    PieceControl,
    TopicMenu,
    ViewerControl,
}
"""Every kind of button and menu that outlives a restart. The last four stand in private messages only."""

CASES = [(name, options, seen) for name, cases in COMMANDS.items() for options, seen in cases]


def _commands(world: World) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in world.bot.tree.walk_commands():
        assert not isinstance(command, app_commands.ContextMenu)
        if isinstance(command, app_commands.Command):
            yield command


def _organiser(world: World) -> simcord.MemberActor:
    """Return somebody who may use the commands for organisers."""
    role = world.guild.create_role("organisers", permissions=discord.Permissions(manage_guild=True))
    return world.guild.add_member(world.env.create_user("olaf"), roles=[role])


def _filled_in(world: World, options: dict[str, Any]) -> dict[str, Any]:
    """Return options with people in place of their names."""
    return {
        key: world.people[value[1:]] if isinstance(value, str) and value.startswith("@") else value
        for key, value in options.items()
    }


def _seen_by(world: World, viewer: simcord.MemberActor, message: Shown) -> bool:
    return message.id in {each.id for each in world.channel.history(viewer=viewer)}


def _answers(result: simcord.InteractionResult) -> list[simcord.ResponseMessage]:
    answers = [*([result.response] if result.response is not None else []), *result.followups]
    assert answers, "the bot did not answer"
    return answers


def _assert_seen(world: World, actor: simcord.MemberActor, result: simcord.InteractionResult, expected: str) -> None:
    for message in _answers(result):
        assert _seen_by(world, actor, message)
        for onlooker in (world.bob, world.eve):
            assert _seen_by(world, onlooker, message) is (expected == EVERYONE), message.content


async def test_every_command_is_in_the_table(world: World) -> None:
    assert {command.qualified_name for command in _commands(world)} == COMMANDS.keys()
    assert FAILING.keys() <= COMMANDS.keys()


async def test_what_is_typed_freely_is_never_answered_in_public(world: World) -> None:
    # A public answer shows the options as they were typed, above it.
    for command in _commands(world):
        free = [
            parameter.name
            for parameter in command.parameters
            if parameter.type in (AppCommandOptionType.string, AppCommandOptionType.attachment)
            and not parameter.choices
        ]
        if free:
            assert {seen for _, seen in COMMANDS[command.qualified_name]} == {ME}, free


@pytest.mark.parametrize(("name", "options", "expected"), CASES)
async def test_who_sees_the_answer_to_a_command(
    world: World, name: str, options: dict[str, Any], expected: str
) -> None:
    organiser = _organiser(world)
    await world.begin()
    actor = organiser if name.startswith(FOR_ORGANISERS) else world.ann
    if name.startswith("new"):
        await play(world, "E/2C6/D8-")
        await world.bot.arena.matches.forfeit((await latest(world)).id, world.ann.id)
        await world.settle()
    result = await actor.slash(world.channel, name, **_filled_in(world, options))
    _assert_seen(world, actor, result, expected)


@pytest.mark.parametrize(
    ("name", "options", "expected"), [case for case in CASES if not case[0].startswith(("new", "silence", "watch"))]
)
async def test_who_sees_the_answer_where_players_choose_in_secret(
    world: World, name: str, options: dict[str, Any], expected: str
) -> None:
    organiser = _organiser(world)
    party = await apex.begin(world, 2)
    await party.settle_in()
    if name == "replay animation":
        expected = options.get("show", ME)  # here is something to animate
    actor = organiser if name.startswith(FOR_ORGANISERS) else world.ann
    result = await actor.slash(world.channel, name, **_filled_in(world, options))
    _assert_seen(world, actor, result, expected)
    if expected == EVERYONE:
        assert "Your hand" not in apex.words([await apex.told(each) for each in _answers(result)])


@pytest.mark.parametrize("action", ["play", "cards", "board", "record", "spectate"])
async def test_who_sees_the_answer_to_a_button_where_players_choose_in_secret(world: World, action: str) -> None:
    party = await apex.begin(world, 2)
    await party.settle_in()
    (button,) = [
        each["custom_id"]
        for each in controls(posts(world, "Choose in secret")[-1])
        if each["custom_id"].endswith(f":{action}")
    ]
    for actor in (world.ann, world.cleo):
        result = await actor.click(posts(world, "Choose in secret")[-1], custom_id=button)
        for message in _answers(result):
            assert message.ephemeral
            assert [each for each in world.people.values() if _seen_by(world, each, message)] == [actor]


@pytest.mark.parametrize("name", FAILING)
async def test_errors_are_private(world: World, name: str) -> None:
    actor = _organiser(world) if name.startswith(FOR_ORGANISERS) else world.ann
    result = await actor.slash(world.channel, name, **_filled_in(world, FAILING[name]))
    _assert_seen(world, actor, result, ME)
    assert posts(world) == []


async def test_every_button_is_in_a_table(world: World) -> None:
    assert world.bot.presses.keys() == MATCH_BUTTONS.keys()
    assert lobby._BUTTONS.keys() | {lobby.SEAT} == LOBBY_BUTTONS.keys()
    assert set(world.bot._connection._view_store._dynamic_items.values()) == CONTROLS


@pytest.mark.parametrize(
    "action",
    [action for action in MATCH_BUTTONS if not action.startswith(("resign", "abort", "replay", "cards", "undo"))],
)
async def test_who_sees_the_answer_to_a_button_of_the_match(world: World, action: str) -> None:
    await world.begin()
    for actor in (world.ann, world.eve):
        (custom_id,) = [
            each["custom_id"] for each in controls(status(world)) if each["custom_id"].endswith(f":{action}")
        ]
        result = await actor.click(status(world), custom_id=custom_id)
        for message in _answers(result):
            assert message.ephemeral
            assert [each for each in world.people.values() if _seen_by(world, each, message)] == [actor]


async def test_who_sees_that_a_turn_is_taken_back_by_a_press(world: World) -> None:
    await world.begin(undo="free")
    played = message_of(await world.ann.slash(world.channel, "move", turn="E/2C6/D8-"))
    shown = await pick(world.ann, played, "Take back")
    assert shown.content == "Your turn is taken back."
    assert [each for each in world.people.values() if _seen_by(world, each, shown)] == [world.ann]


async def test_who_sees_what_the_viewer_shows(world: World) -> None:
    await world.begin()
    await play(world, "E/2C6/D8-")
    await world.bot.arena.matches.forfeit((await latest(world)).id, world.ann.id)
    await world.settle()
    replay = posts(world, "Replay")[-1]
    shown: Shown = replay
    for actor in (world.ann, world.eve):
        shown = message_of(await actor.click(replay, label="Replay"))
        for label in ("Next", "From the side of bob", "Back", "Last", "First"):
            shown = await pick(actor, shown, label)
            assert [each for each in world.people.values() if _seen_by(world, each, shown)] == [actor]
        for each in _answers(await actor.click(shown, label="Animated picture")):
            assert [who for who in world.people.values() if _seen_by(world, who, each)] == [actor]
    opened = message_of(await world.eve.click(shown, label="Open a table from here"))
    assert all(_seen_by(world, each, opened) for each in world.people.values())


@pytest.mark.parametrize("action", REQUEST_BUTTONS)
async def test_who_sees_the_answer_to_a_button_of_a_request(world: World, action: str) -> None:
    assert set(consent._BUTTONS) == REQUEST_BUTTONS.keys()
    await world.begin()
    await world.ann.slash(world.channel, "leave" if action.startswith("take") else "offer end")
    await world.settle()
    (message,) = [each for each in posts(world) if any(item["custom_id"].startswith("q:") for item in controls(each))]
    for viewer in world.people.values():
        assert _seen_by(world, viewer, message)
    actor = {"withdraw": world.ann, "agree": world.bob, "refuse": world.bob}.get(action, world.cleo)
    pressed: Shown = message
    if action == "takeyes":
        pressed = message_of(await actor.click(message, custom_id="q:1:take"))
    result = await actor.click(pressed, custom_id=f"q:1:{action}")
    await world.settle()
    for answer in _answers(result):
        assert [each for each in world.people.values() if _seen_by(world, each, answer)] == [actor]


@pytest.mark.parametrize("action", QUESTION_BUTTONS)
async def test_the_question_before_an_organisers_deed_stays_private(world: World, action: str) -> None:
    organiser = _organiser(world)
    await world.begin()
    asked = message_of(await organiser.slash(world.channel, "organise void", reason="other"))
    (custom_id,) = [each["custom_id"] for each in controls(asked) if each["custom_id"].endswith(f":{action}")]
    await organiser.click(asked, custom_id=custom_id)
    await world.settle()
    assert _seen_by(world, organiser, asked)
    assert not any(_seen_by(world, each, asked) for each in world.people.values())
    assert (await latest(world)).over is (action == "yes")


@pytest.mark.parametrize("answer", ["Resign", "Play on"])
async def test_the_question_before_resigning_stays_private(world: World, answer: str) -> None:
    await world.begin()
    asked = message_of(await world.bob.click(status(world), label="Resign"))
    await world.bob.click(asked, label=answer)
    assert [each for each in world.people.values() if _seen_by(world, each, asked)] == [world.bob]


async def test_nobody_else_sees_a_turn_being_built(world: World) -> None:
    await world.begin()
    before = [message.id for message in world.channel.history(viewer=world.bob)]
    built: Shown = message_of(await world.ann.click(status(world), label="Play"))
    used = set()
    for label in ("2 on E7", "Back", "2 on E7", "E6", "Rotate", "Start over", "2 on F8", "G8", "Rotate", "Cancel"):
        used |= {each["custom_id"].split(":")[3][0] for each in controls(built)}
        built = await pick(world.ann, built, label)
        assert [each for each in world.people.values() if _seen_by(world, each, built)] == [world.ann]
    assert used >= {Verb.PICK, Verb.CHOOSE, Verb.BACK, Verb.RESTART, Verb.CONFIRM, Verb.CANCEL}
    assert [message.id for message in world.channel.history(viewer=world.bob)] == before


async def test_menus_of_pieces_and_topics_stay_private(world: World) -> None:
    await world.begin()
    pieces = message_of(await world.ann.click(status(world), label="Legal moves"))
    topics = message_of(await world.ann.slash(world.channel, "rules"))
    for shown, label in ((pieces, "ann: 2 on E7"), (topics, "A turn")):
        assert label in menu(shown)
        await pick(world.ann, shown, label)
        assert [each for each in world.people.values() if _seen_by(world, each, shown)] == [world.ann]


@pytest.mark.parametrize("action", LOBBY_BUTTONS)
async def test_who_sees_what_a_control_of_the_lobby_does(world: World, action: str) -> None:
    options: dict[str, Any] = {"where": "here"}
    if action in (lobby.DRAW, lobby.SHUFFLE):
        options["seats"] = "random"
    if action in (lobby.ACCEPT, lobby.DECLINE):
        options["opponent"] = world.bob
    message = await world.lobby(**options)
    if action in (lobby.LEAVE, lobby.START, lobby.DRAW, lobby.SHUFFLE):
        await world.press("bob", message, "Join")
    message = world.latest(message)
    by_host = action in (lobby.START, lobby.DRAW, lobby.SHUFFLE, lobby.CANCEL)
    actor = world.ann if by_host else world.bob
    (control,) = [each for each in controls(message) if each["custom_id"].endswith(f":{action}")]
    if control["type"] == 3:
        result = await actor.select(message, [control["options"][-1]["value"]], custom_id=control["custom_id"])
    else:
        result = await actor.click(message, custom_id=control["custom_id"])
    await world.settle()
    assert {each.id for each in _answers(result)} == {message.id}, "nothing but the lobby itself changes"
    assert controls(world.latest(message)) != controls(message)
    for viewer in world.people.values():
        assert _seen_by(world, viewer, message) is (LOBBY_BUTTONS[action] == EVERYONE)


async def test_a_refused_press_on_a_lobby_is_answered_in_private(world: World) -> None:
    message = await world.lobby(where="here")
    for label in ("Start", "Cancel"):
        if label in labels(message):
            result = await world.bob.click(message, label=label)
            told = [each for each in _answers(result) if each.id != message.id]
            assert told
            for each in told:
                assert [who for who in world.people.values() if _seen_by(world, who, each)] == [world.bob]


async def test_silent_partners_see_nothing_of_each_other_but_turns(world: World) -> None:
    # R29
    message = await world.lobby(players=4, mode="teams")
    for name in ("bob", "cleo", "dan"):
        await world.press(name, message, "Join")
    await world.press("ann", message, "Start")
    await world.settle()
    match = await world.bot.arena.matches.get(1)
    team = next(place for place in match.places if place.role == "team:0")
    channel = world.place(team.channel_id)
    before = {each.id for each in channel.history(viewer=world.cleo)}
    (playable,) = [each for each in channel.history(viewer=world.ann) if "Play" in labels(each)]
    for name, options in (
        ("board", {"show": "everyone"}),
        ("move", {"turn": "meet me at seven"}),
        ("legal", {"piece": "hello partner"}),
        ("rules", {"topic": "hello partner"}),
        ("record", {}),
        ("matches", {"which": "here"}),
        ("doctor", {}),
        ("resign", {}),
        ("new replicants", {"players": 3}),
        ("board", {"turn": 0, "show": "everyone"}),
        ("replay animation", {"show": "everyone"}),
        ("replay summary", {"show": "everyone"}),
        ("import", {"file": ("hello.txt", b"hello partner")}),
    ):
        answer = message_of(await world.ann.slash(channel, name, **options))
        assert answer.ephemeral, name
    viewer = message_of(await world.ann.slash(channel, "replay view"))
    for shown in (viewer, message_of(await world.ann.click(viewer, label="Open a table from here"))):
        assert shown.ephemeral
    opened = message_of(await world.ann.click(playable, label="Play"))
    assert opened.ephemeral
    built: Shown = opened
    for label in ("2 on E7", "E6", "Charge the matrix", "Confirm"):
        assert {each.id for each in channel.history(viewer=world.cleo)} == before
        await world.ann.click(built, label=label) if label in labels(built) else await world.ann.select(
            built, [menu(built)[label]]
        )
        built = next(each for each in channel.history(viewer=world.ann) if each.id == built.id)
    await world.settle()
    new = [each for each in channel.history(viewer=world.cleo) if each.id not in before]
    assert all(each.author.bot and not each.flags.ephemeral for each in new)
    assert any("`E/2E6/E`" in each.content for each in new)
    assert not any(word in each.content for each in new for word in ("meet me", "hello"))
