"""Who sees what buttons and menus answer, in tables: every kind of control has a line here, or this fails."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
import simcord

from cogs.consent import requests
from cogs.consent.requests import RequestButton
from cogs.core.components import MatchButton
from cogs.league.control import LeagueControl, LeaguePage
from cogs.learn.lesson import LessonControl
from cogs.learn.practice import PracticeControl
from cogs.lobby.loadouts import LoadoutControl
from cogs.lobby.seeks import StepBackButton
from cogs.lobby.terms import OptionMenu, TermsControl
from cogs.people.cog import DataButton, PrivacyMenu
from cogs.play.answers import AdvanceMenu
from cogs.play.builder import Verb
from cogs.play.builder_presses import BuilderControl
from cogs.play.cards import EntryMenu
from cogs.play.hand import PieceControl
from cogs.play.matches import PageButton
from cogs.profile.cog import LeaderboardPage
from cogs.review.viewer import ViewerControl
from cogs.settings.panel import SettingControl
from cogs.ui import lobby
from cogs.ui.layout import QuestionButton
from cogs.ui.lobby import LobbyControl
from cogs.ui.rules import PageStep, RulesButton, RulesMenu, TopicMenu
from tests.cogs.apex import party as apex
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, controls, labels, latest, leave, menu, message_of, more, pick, play, posts, status
from tests.cogs.seeing import EVERYONE, ME, answers, seen_by

MATCH_BUTTONS = {
    "play": ME,
    "legal": ME,
    "hand": ME,
    "othercards": ME,
    "prepare": ME,
    "aid": ME,
    "cards": ME,
    "board": ME,
    "record": ME,
    "resign": ME,
    "spectate": ME,
    "replay": ME,
    "practise": ME,
    "resignyes": ME,
    "resignno": ME,
    "abortyes": ME,
    "undo": ME,
    "verify": ME,
    "unask": ME,
    "rules": ME,
    "more": ME,
    "askback": ME,
    "leaveyes": ME,
    "offer": ME,
    "offerend": ME,
    "offerpause": ME,
    "offerresume": ME,
    "offertime": ME,
    "rematch": ME,
    "norematch": ME,
    "newtable": ME,
    "rehouse": ME,
}
"""Buttons `m:…`; `rematch`, `replay` and `verify` stand under a match that is over (`tests/cogs/apex/test_verify.py`
presses the latter, `tests/cogs/lobby/test_rematch.py` the first, and `norematch` under an offer; `newtable` there is
pressed in `tests/cogs/lobby/test_another.py`, and `rehouse` under the notice of an interruption in
`tests/cogs/channels/test_rehouse.py`), `practise` in the
viewer of one that is over (`tests/cogs/learn/test_practice.py`), `hand` and `prepare` where hands last
(`tests/cogs/parlour/test_hand.py`, `test_advance.py`), `othercards` where a hand is shown in short
(`tests/cogs/mutants/test_ready.py`), `aid` where there is an aid card
(`tests/cogs/mutants/test_aid.py`), `undo` under the private answer to a turn, `unask` under that to a wish
(`tests/cogs/silence/test_signals.py`), and the three before them under a private question."""

ELSEWHERE = (
    "resign",
    "abort",
    "leave",
    "replay",
    "practise",
    "hand",
    "othercards",
    "prepare",
    "aid",
    "cards",
    "offerresume",
    "undo",
    "unask",
    "verify",
    "rematch",
    "norematch",
    "newtable",
    "rehouse",
)
"""How those begin that a board of Replicants has not."""

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
    lobby.TERMS: ME,
    lobby.LOADOUT: ME,
}
"""Controls `t:…`: what they change is the lobby, which everybody sees. What goes wrong is said in private.

Those that open something in private are in `tests/cogs/lobby/test_terms_panel.py` and `test_loadouts.py` there."""


REQUEST_BUTTONS = {"agree": ME, "refuse": ME, "withdraw": ME, "take": ME, "takeyes": ME}
"""Buttons `q:…` under what players ask for; what comes of it changes that message, which everybody sees."""


QUESTION_BUTTONS = {"yes": ME, "no": ME}
"""Buttons `o:…` under the question before an organiser's deed, which is private."""


CONTROLS = {
    MatchButton,
    LobbyControl,
    OptionMenu,
    TermsControl,
    LoadoutControl,
    StepBackButton,
    RequestButton,
    LeaderboardPage,
    LeagueControl,
    LeaguePage,
    PageButton,
    QuestionButton,
    DataButton,
    PrivacyMenu,
    BuilderControl,
    LessonControl,
    SettingControl,
    PracticeControl,
    AdvanceMenu,
    PieceControl,
    RulesButton,
    RulesMenu,
    TopicMenu,
    PageStep,
    EntryMenu,
    ViewerControl,
}
"""Every kind of button and menu that outlives a restart. The last eight stand in private messages only."""


async def test_every_button_is_in_a_table(world: World) -> None:
    assert world.bot.presses.keys() == MATCH_BUTTONS.keys()
    assert lobby._BUTTONS.keys() | {lobby.SEAT} == LOBBY_BUTTONS.keys()
    assert set(world.bot._connection._view_store._dynamic_items.values()) == CONTROLS


async def _end(world: World) -> None:
    """Have a match end that still goes on."""
    match = await latest(world)
    if not match.over:
        await world.bot.arena.matches.forfeit(match.id, match.to_act[0])
        await world.settle()


def _of(message: Shown, button: str) -> list[str]:
    return [each["custom_id"] for each in controls(message) if each["custom_id"].endswith(f":{button}")]


async def _assert_private(world: World, button: str, actors: Iterable[simcord.MemberActor]) -> None:
    """Have a button under the newest board pressed; nobody else sees what it answers."""
    board = next(each for each in reversed(posts(world)) if {"Play", "Choose"} & set(labels(each)))
    tried = 0
    for actor in actors:
        shown: Shown = world.latest(board)
        found = _of(shown, button)
        for way in ("More", "Ask the others"):
            if not found and way in labels(shown):
                shown = message_of(await actor.click(shown, label=way))
                found = _of(shown, button)
        # Of the menu More players have another part than the others.
        for custom_id in found:
            tried += 1
            for message in answers(await actor.click(shown, custom_id=custom_id)):
                assert message.ephemeral
                assert [each for each in world.people.values() if seen_by(world, each, message)] == [actor]
    assert tried, button


async def test_who_sees_the_answer_to_a_button_of_the_match(world: World, subtests: pytest.Subtests) -> None:
    await world.begin()
    for action in MATCH_BUTTONS:
        if action.startswith(ELSEWHERE):
            continue
        with subtests.test(action):
            await _assert_private(world, action, (world.ann, world.eve))


async def test_who_sees_the_answer_to_a_button_where_players_choose_in_secret(
    world: World, subtests: pytest.Subtests
) -> None:
    party = await apex.begin(world, 2)
    await party.settle_in()
    for action in ("play", "cards", "board", "record", "spectate"):
        with subtests.test(action):
            await _assert_private(world, action, (world.ann, world.cleo))


async def test_who_sees_that_a_turn_is_taken_back_by_a_press(world: World) -> None:
    await world.begin(undo="free")
    played = message_of(await world.ann.slash(world.channel, "move", turn="E/2C6/D8-"))
    shown = await pick(world.ann, played, "Take back")
    assert shown.content == "Your turn has been taken back."
    assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]


async def test_who_sees_what_the_viewer_shows(world: World) -> None:
    await world.begin()
    await play(world, "E/2C6/D8-")
    await world.bot.arena.matches.forfeit((await latest(world)).id, world.person("ann"))
    await world.settle()
    replay = posts(world, "Replay")[-1]
    shown: Shown = replay
    for actor in (world.ann, world.eve):
        shown = message_of(await actor.click(replay, label="Replay"))
        for label in ("Next", "From bob's side", "Back", "Last", "First"):
            shown = await pick(actor, shown, label)
            assert [each for each in world.people.values() if seen_by(world, each, shown)] == [actor]
        for each in answers(await actor.click(shown, label="Animated picture")):
            assert [who for who in world.people.values() if seen_by(world, who, each)] == [actor]
    opened = message_of(await world.eve.click(shown, label="Open a table from here"))
    assert all(seen_by(world, each, opened) for each in world.people.values())


async def test_who_sees_the_answer_to_a_button_of_a_request(world: World, subtests: pytest.Subtests) -> None:
    assert set(requests._BUTTONS) == REQUEST_BUTTONS.keys()
    for number, action in enumerate(REQUEST_BUTTONS, 1):
        with subtests.test(action):
            await _assert_request_private(world, number, action)
            await _end(world)


async def _assert_request_private(world: World, number: int, action: str) -> None:
    await world.begin()
    if action.startswith("take"):
        await leave(world.ann, world.channel)
    else:
        await world.ann.slash(world.channel, "match end")
    await world.settle()
    (message,) = [
        each for each in posts(world) if any(item["custom_id"].startswith(f"q:{number}:") for item in controls(each))
    ]
    for viewer in world.people.values():
        assert seen_by(world, viewer, message)
    actor = {"withdraw": world.ann, "agree": world.bob, "refuse": world.bob}.get(action, world.cleo)
    pressed: Shown = message
    if action == "takeyes":
        pressed = message_of(await actor.click(message, custom_id=f"q:{number}:take"))
    result = await actor.click(pressed, custom_id=f"q:{number}:{action}")
    await world.settle()
    for answer in answers(result):
        assert [each for each in world.people.values() if seen_by(world, each, answer)] == [actor]


@pytest.mark.parametrize("action", QUESTION_BUTTONS)
async def test_the_question_before_an_organisers_deed_stays_private(world: World, action: str) -> None:
    organiser = world.organiser()
    await world.begin()
    asked = message_of(await organiser.slash(world.channel, "organise void", reason="other"))
    (custom_id,) = [each["custom_id"] for each in controls(asked) if each["custom_id"].endswith(f":{action}")]
    await organiser.click(asked, custom_id=custom_id)
    await world.settle()
    assert seen_by(world, organiser, asked)
    assert not any(seen_by(world, each, asked) for each in world.people.values())
    assert (await latest(world)).over is (action == "yes")


@pytest.mark.parametrize("answer", ["Resign", "Play on"])
async def test_the_question_before_resigning_stays_private(world: World, answer: str) -> None:
    await world.begin()
    asked = message_of(await world.bob.click(await more(world.bob, status(world)), label="Resign"))
    await world.bob.click(asked, label=answer)
    assert [each for each in world.people.values() if seen_by(world, each, asked)] == [world.bob]


async def test_nobody_else_sees_a_turn_being_built(world: World) -> None:
    await world.begin()
    before = [message.id for message in world.channel.history(viewer=world.bob)]
    built: Shown = message_of(await world.ann.click(status(world), label="Play"))
    used = set()
    one, whole = ("2 on F8", "G8", "Rotate", "Cancel"), ("2 on E7", "E6", "Charge the matrix", "Start over")
    for label in ("2 on E7", "Back", *whole, *one):
        used |= {each["custom_id"].split(":")[3][0] for each in controls(built)}
        built = await pick(world.ann, built, label)
        assert [each for each in world.people.values() if seen_by(world, each, built)] == [world.ann]
    assert used >= {Verb.PICK, Verb.CHOOSE, Verb.BACK, Verb.RESTART, Verb.CONFIRM, Verb.CANCEL}
    assert [message.id for message in world.channel.history(viewer=world.bob)] == before


async def test_nobody_else_sees_a_lesson(world: World) -> None:
    before = [message.id for message in world.channel.history(viewer=world.bob)]
    shown: Shown = message_of(await world.ann.slash(world.channel, "learn"))
    for label in (
        "Replicants: start",
        "2 on E7",
        "Show me",
        "Confirm",
        "Next step",
        "Show me",
        "Confirm",
        "All lessons",
    ):
        shown = await pick(world.ann, shown, label)
        assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]
    assert [message.id for message in world.channel.history(viewer=world.bob)] == before


async def test_nobody_else_sees_a_board_to_practise_on(world: World) -> None:
    before = [message.id for message in world.channel.history(viewer=world.bob)]
    shown: Shown = message_of(await world.ann.slash(world.channel, "learn"))
    for label in ("Replicants, 2 players", "2 on E7", "E6", "Charge the matrix", "Confirm", "Take back"):
        shown = await pick(world.ann, shown, label)
        assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]
    assert [message.id for message in world.channel.history(viewer=world.bob)] == before


async def test_menus_of_pieces_and_topics_stay_private(world: World) -> None:
    await world.begin()
    pieces = message_of(await world.ann.click(status(world), label="Moves"))
    topics = message_of(await world.ann.slash(world.channel, "rules"))
    for shown, label in ((pieces, "ann: 2 on E7"), (topics, "Rotating"), (topics, "Next")):
        assert label in (*menu(shown), *labels(shown))
        await pick(world.ann, shown, label)
        assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]


async def test_who_sees_what_a_control_of_the_lobby_does(world: World, subtests: pytest.Subtests) -> None:
    for action in (each for each, who in LOBBY_BUTTONS.items() if who == EVERYONE):
        with subtests.test(action):
            await _assert_all_see(world, action)
        if action in (lobby.START, lobby.DRAW):
            await _end(world)


async def _assert_all_see(world: World, action: str) -> None:
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
    (control,) = [each for each in controls(message) if f":{action}:" in each["custom_id"]]
    if control["type"] == 3:
        result = await actor.select(message, [control["options"][-1]["value"]], custom_id=control["custom_id"])
    else:
        result = await actor.click(message, custom_id=control["custom_id"])
    await world.settle()
    assert {each.id for each in answers(result)} == {message.id}, "nothing but the lobby itself changes"
    assert controls(world.latest(message)) != controls(message)
    for viewer in world.people.values():
        assert seen_by(world, viewer, message) is (LOBBY_BUTTONS[action] == EVERYONE)


async def test_a_refused_press_on_a_lobby_is_answered_in_private(world: World) -> None:
    message = await world.lobby(where="here")
    for label in ("Start", "Cancel"):
        if label in labels(message):
            result = await world.bob.click(message, label=label)
            told = [each for each in answers(result) if each.id != message.id]
            assert told
            for each in told:
                assert [who for who in world.people.values() if seen_by(world, who, each)] == [world.bob]
