"""Who sees what the bot answers to commands, in tables: every command has a line here, or this fails."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from datetime import timedelta
from itertools import product
from typing import Any, TypeAlias

import discord
import pytest
import simcord
from discord import AppCommandOptionType, AppCommandType, app_commands

from cogs.consent import requests
from cogs.consent.requests import RequestButton
from cogs.core.components import MatchButton
from cogs.league.control import LeagueControl, LeaguePage
from cogs.league.terms_form import usual_mode, usual_terms
from cogs.learn.lesson import LessonControl
from cogs.learn.practice import PracticeControl, PracticeVerb
from cogs.learn.puzzle import PuzzleControl
from cogs.lobby.loadouts import LoadoutControl
from cogs.lobby.seeks import StepBackButton
from cogs.lobby.terms_panel import BUTTONS, OptionMenu, TermsControl
from cogs.people.cog import DataButton, PrivacyMenu
from cogs.play.answers import AdvanceMenu
from cogs.play.builder import Verb
from cogs.play.builder_presses import BuilderControl
from cogs.play.cards import EntryMenu
from cogs.play.hand import PieceControl
from cogs.play.matches import PageButton
from cogs.play.move import KEEP
from cogs.profile.cog import LeaderboardPage
from cogs.review.viewer import ViewerControl, ViewerVerb
from cogs.settings.panel import SettingControl
from cogs.ui import lobby
from cogs.ui.layout import QuestionButton
from cogs.ui.lobby import LobbyControl
from cogs.ui.rules import PageStep, RulesButton, RulesMenu, TopicMenu
from computer.puzzles import shipped
from engine import registry
from engine.apex.state import Phase
from engine.mutants.parse import kind_of
from engine.session import Session
from hosting.match import partners
from hosting.match.model import Match, Place
from store.tables.lobby import open_of
from tests.cogs.apex import party as apex
from tests.cogs.conftest import World, private
from tests.cogs.playing import (
    SHORT_GAME,
    Shown,
    controls,
    labels,
    latest,
    leave,
    menu,
    message_of,
    more,
    pick,
    play,
    posts,
    texts,
    turn_message,
)
from tests.cogs.seeing import EVERYONE, ME, answers, seen_by
from tests.cogs.twins import told, words
from tests.volume import THOROUGH, many

COMMANDS: dict[str, list[tuple[dict[str, Any], str]]] = {
    "new replicants": [
        ({}, EVERYONE),
        ({"players": 2}, EVERYONE),
        ({"players": 4, "clock": "3d"}, EVERYONE),
    ],
    "new replica": [({}, EVERYONE), ({"clock": "quick"}, EVERYONE), ({"clock": "what"}, ME)],
    "new apex": [({}, EVERYONE), ({"players": 6}, EVERYONE)],
    "new mutants": [
        ({}, EVERYONE),
        ({"players": 1}, EVERYONE),
        ({"players": 2, "loadout": "what"}, ME),
    ],
    "settings loadouts": [
        ({}, ME),
        ({"rename": "what", "name": "other"}, ME),
        ({"delete": "what"}, ME),
        ({"rename": "what"}, ME),
        ({"rename": "what", "name": "other", "delete": "what"}, ME),
    ],
    "settings block": [
        ({"add": "@bob"}, ME),
        ({"add": "@ann"}, ME),
        ({"remove": "@bob"}, ME),
        ({}, ME),
        ({"add": "@bob", "remove": "@bob"}, ME),
    ],
    "seek create": [
        ({"game": "replicants", "clock": "3d", "can_decline": True}, ME),
        ({"game": "replicants", "lowest": 1600, "highest": 1400}, ME),
        ({"game": "apex", "options": "what"}, ME),
    ],
    "seek list": [({}, ME)],
    "seek cancel": [({"seek": 1}, ME), ({"seek": 99}, ME)],
    "league create": [
        ({"game": "replicants", "format": "swiss"}, ME),
        ({"game": "replicants", "format": "ladder", "starts": "what"}, ME),
    ],
    "league join": [({}, ME), ({"league": 99}, ME), ({"alternate": True}, ME)],
    "league leave": [({}, ME)],
    "league standings": [({}, ME), ({"league": 99, "division": 2}, ME)],
    "league bracket": [({}, ME), ({"league": 99}, ME)],
    "league schedule": [({}, ME), ({"only": "results"}, ME), ({"league": 99, "round": 2}, ME)],
    "league mine": [({}, ME)],
    "league explain": [({}, ME), ({"league": 99, "entry": 1}, ME)],
    "league history": [({}, ME)],
    "league challenge": [({"entry": 1}, ME), ({}, ME)],
    "league bye": [({"round": 2}, ME), ({"round": 2, "kind": "cancel"}, ME)],
    "league-manage decide": [
        ({"what": "undo", "reason": "other"}, ME),
        ({"what": "give points", "reason": "other", "points": "what"}, ME),
    ],
    "league-manage add": [({"player": "@ann"}, ME)],
    "league-manage remove": [({"entry": 1}, ME)],
    "league-manage bye": [({"entry": 1, "round": 2}, ME)],
    "league-manage alternate": [({}, ME), ({"player": "@ann"}, ME)],
    "league-manage export": [({}, ME)],
    "league-manage postpone": [({"fixture": 1, "until": "what", "reason": "other"}, ME)],
    "league-manage move": [({"entry": 1, "division": 2, "reason": "other"}, ME)],
    "league-manage settings": [({}, ME)],
    "league-manage start": [({}, ME)],
    "league-manage pause": [({}, ME)],
    "league-manage resume": [({}, ME)],
    "league-manage close": [({}, ME)],
    "league-manage archive": [({}, ME)],
    "move": [({"turn": "E/2C6/D8-"}, ME), ({"turn": "E/2C6"}, ME), ({"turn": "what"}, ME), ({}, ME)],
    "match plan": [
        ({}, ME),
        ({"question": "discard", "answer": "-"}, ME),
        ({"add": "E/2C6/D8-; E/3C1/F2-"}, ME),
        ({"add": "what"}, ME),
        ({"remove": "all"}, ME),
        ({"remove": "what"}, ME),
    ],
    "board": [
        ({}, ME),
        ({"show": "me", "look": "text"}, ME),
        ({"show": "everyone"}, EVERYONE),
        ({"turn": 0}, ME),
        ({"turn": 9}, ME),
        ({"turn": 0, "show": "everyone"}, EVERYONE),
        ({"match": 1}, ME),
        ({"match": 99, "show": "everyone"}, ME),
    ],
    "legal": [({}, ME), ({"piece": "2E7"}, ME), ({"piece": "what"}, ME)],
    "match cards": [({}, ME), ({"name": "what"}, ME)],
    "match record": [({}, ME), ({"from": 1}, ME), ({"match": 1}, ME)],
    "match replay": [
        ({}, ME),
        ({"turn": 1, "side": 2}, ME),
        ({"side": 3}, ME),
        ({"match": 1}, ME),
        ({"form": "animation"}, ME),
        ({"form": "animation", "show": "everyone"}, ME),
        ({"form": "animation", "match": 1}, ME),
        ({"form": "summary"}, ME),
        ({"form": "summary", "show": "everyone"}, EVERYONE),
        ({"form": "summary", "show": "everyone", "match": 1}, EVERYONE),
    ],
    "match import": [
        ({"file": ("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-")}, ME),
        ({"file": ("x.txt", b"\xff")}, ME),
    ],
    "resign": [({}, ME)],
    "undo": [({}, ME), ({"match": 1}, ME)],
    "match end": [({}, ME)],
    "match pause": [({}, ME), ({"days": 3}, ME)],
    "match more-time": [({"hours": 2}, ME), ({"hours": 2, "player": "bob"}, ME), ({"hours": 2, "player": "what"}, ME)],
    "match abort": [({}, ME)],
    "match leave": [({}, ME)],
    "organise pause": [({"reason": "other"}, ME), ({"reason": "other", "words": "Be *nice*"}, ME)],
    "organise resume": [({}, ME)],
    "organise extend": [({"player": "ann", "hours": 3}, ME)],
    "organise substitute": [
        ({"seat": "ann", "player": "@dan"}, ME),
        ({"seat": "what", "player": "@dan"}, ME),
        ({"seat": "ann"}, ME),
        ({"seat": "what"}, ME),
    ],
    "organise adjudicate": [
        ({"reason": "other", "winner": "ann"}, ME),
        ({"reason": "other", "ranks": "2 1"}, ME),
        ({"reason": "other", "ranks": "what"}, ME),
        ({"reason": "other"}, ME),
    ],
    "organise void": [({"reason": "other"}, ME), ({"reason": "other", "words": "what"}, ME)],
    "organise correct": [
        ({"what": "doesn't count", "reason": "other", "match": 1}, ME),
        ({"what": "another result", "reason": "other", "match": 99}, ME),
    ],
    "organise takeback": [({"turn": "1"}, ME)],
    "organise set-position": [({"position": "what"}, ME)],
    "organise log": [({}, ME), ({"match": 1}, ME)],
    "help": [({}, ME)],
    "learn": [({}, ME), ({"game": "replicants"}, ME), ({"game": "replicants", "step": 25}, ME)],
    "puzzle": [({}, ME), ({"game": "replica", "strength": 2}, ME), ({"strength": 3}, ME)],
    "rules": [({}, ME), ({"topic": "charts"}, ME), ({"topic": "what"}, ME)],
    "matches": [({}, ME), ({"which": "here"}, ME)],
    "profile": [({}, ME), ({"player": "@bob"}, ME), ({"game": "apex", "show": "yes"}, EVERYONE)],
    "leaderboard": [
        ({"game": "replicants"}, ME),
        ({"game": "apex", "show": "yes"}, EVERYONE),
        ({"game": "apex", "servers": "all"}, ME),
        ({"game": "replicants", "statistics": True}, ME),
        ({"game": "apex", "statistics": True, "show": "yes"}, EVERYONE),
    ],
    "match clock": [({}, ME), ({"match": 1}, ME), ({"match": 99}, ME)],
    "settings vacation": [
        ({"first": "2026-06-01"}, ME),
        ({"first": "what"}, ME),
        ({}, ME),
        ({"cancel": 7}, ME),
        ({"last": "2026-06-01"}, ME),
        ({"first": "2026-06-01", "cancel": 7}, ME),
    ],
    "doctor": [({}, ME)],
    "data": [({}, ME), ({"request": "copy"}, ME), ({"request": "deletion"}, ME)],
    "settings mine": [
        ({}, ME),
        ({"colours": "colour-blind safe", "boards": "text"}, ME),
        ({"zone": "Europe/Paris", "quiet": "22-7", "digest": "8"}, ME),
        ({"zone": "what"}, ME),
        ({"all_servers": "yes"}, ME),
    ],
    "settings language": [({}, ME), ({"mine": "English"}, ME), ({"mine": "what"}, ME), ({"server": "English"}, ME)],
    "settings server": [({}, ME), ({"table_days": 3}, ME), ({"program_matches": 30}, ME)],
    "silence status": [({}, ME)],
    "silence log": [({}, ME), ({"match": 1}, ME)],
    "silence settings": [({}, ME), ({"days": 3}, ME)],
    "silence policy": [({}, ME)],
    "watch match": [({}, ME), ({"match": 1}, ME), ({"match": 99}, ME)],
    "watch player": [({"player": "@bob", "quiet": True}, ME)],
    "watch league": [({}, ME)],
    "watch server": [({}, ME)],
    "watch puzzle": [({}, ME)],
    "watch list": [({}, ME)],
    "match spectate": [({}, ME), ({"match": 1}, ME)],
    "match move-to": [({}, ME), ({"match": 1}, ME)],
    "watch stop": [({"what": "all"}, ME), ({"what": "what"}, ME)],
}
"""By command: options to try while a match runs and it is the caller's turn (`"@bob"` is Bob), and who sees it."""


MENUS = {"Challenge": "ann", "Profile": "bob"}
"""Commands in the menu of a person, and on whom they are tried: all are answered in private. A challenge of another
player asks for the game in a dialog (`tests/cogs/lobby/test_lobby.py`)."""

ON_MESSAGES = ("Replay from here", "Board as text")
"""Commands in the menu of a message, all answered in private, too (`tests/cogs/test_review.py` has more)."""

MOST_OF_A_KIND = 5
"""What Discord takes in the menu of a person, and in that of a message."""

FOR_ORGANISERS = ("silence", "watch", "organise", "league create", "league-manage")


def _commands(world: World) -> Iterator[app_commands.Command[Any, ..., Any]]:
    for command in world.bot.tree.walk_commands():
        assert not isinstance(command, app_commands.ContextMenu)
        if isinstance(command, app_commands.Command):
            yield command


def _filled_in(world: World, options: dict[str, Any]) -> dict[str, Any]:
    """Return options with people in place of their names."""
    return {
        key: world.people[value[1:]] if isinstance(value, str) and value.startswith("@") else value
        for key, value in options.items()
    }


async def test_menus_of_persons_and_of_messages_are_answered_in_private(
    world: World, subtests: pytest.Subtests
) -> None:
    await world.begin()
    menus = [each for each in world.bot.tree.get_commands() if isinstance(each, app_commands.ContextMenu)]
    of_persons = {each.name for each in menus if each.type is AppCommandType.user}
    of_messages = {each.name for each in menus if each.type is AppCommandType.message}
    assert (of_persons, of_messages) == (set(MENUS), set(ON_MESSAGES))
    assert max(len(of_persons), len(of_messages)) <= MOST_OF_A_KIND
    for name, player in MENUS.items():
        with subtests.test(name):
            for message in answers(await world.ann.context_menu(world.channel, name, world.people[player])):
                seen = [seen_by(world, each, message) for each in (world.ann, world.bob, world.eve)]
                assert seen == [True, False, False]
    for name, post in product(ON_MESSAGES, world.own(world.channel)):
        with subtests.test(name, post=post.content):
            for message in answers(await world.ann.context_menu(world.channel, name, post)):
                seen = [seen_by(world, each, message) for each in (world.ann, world.bob, world.eve)]
                assert seen == [True, False, False]


async def test_every_command_is_in_the_table(world: World) -> None:
    assert {command.qualified_name for command in _commands(world)} == COMMANDS.keys()


async def test_what_is_typed_freely_is_never_answered_in_public(world: World) -> None:
    # A public answer shows the options as they were typed, above it.
    for command in _commands(world):
        free = [
            parameter.name
            for parameter in command.parameters
            if parameter.type in (AppCommandOptionType.string, AppCommandOptionType.attachment)
            and not parameter.choices
        ]
        # `/new` takes only what a game or its player has a name for, and is refused where nobody may talk.
        if free and not command.qualified_name.startswith("new "):
            assert {seen for _, seen in COMMANDS[command.qualified_name]} == {ME}, free


# Who sees what the bot answers to each command while a match runs, and where players choose in secret.


QUESTIONS = (
    "seek list",
    "board",
    "match cards",
    "match clock",
    "doctor",
    "help",
    "leaderboard",
    "league join",
    "league leave",
    "league standings",
    "league bracket",
    "league schedule",
    "league mine",
    "league explain",
    "league history",
    "league challenge",
    "league bye",
    "league-manage",
    "legal",
    "matches",
    "organise log",
    "profile",
    "match record",
    "match replay",
    "rules",
    "silence log",
    "silence policy",
    "silence status",
    "watch list",
)
"""Commands that change nothing, so that all of them can be given in one server."""


Case: TypeAlias = tuple[str, dict[str, Any], str]
CASES: list[Case] = [(name, options, seen) for name, cases in COMMANDS.items() for options, seen in cases]
ASKING = [case for case in CASES if case[0].startswith(QUESTIONS)]
DOING = [case for case in CASES if case not in ASKING]


async def _assert_seen(
    world: World, organiser: simcord.MemberActor, name: str, options: dict[str, Any], expected: str
) -> list[simcord.ResponseMessage]:
    """Have a command given by a person who may; return what was answered, once it is clear who sees it."""
    actor = organiser if name.startswith(FOR_ORGANISERS) else world.ann
    found = answers(await actor.slash(world.channel, name, **_filled_in(world, options)))
    for message in found:
        assert seen_by(world, actor, message)
        for onlooker in (world.bob, world.eve):
            assert seen_by(world, onlooker, message) is (expected == EVERYONE), message.content
    return found


async def _assert_no_hand(messages: list[simcord.ResponseMessage], seen: str) -> None:
    """Hands are shown to nobody but their players."""
    if seen == EVERYONE:
        assert "Your hand" not in words([await told(each) for each in messages])


async def _told(world: World) -> tuple[Match | None, int]:
    """Return the match of the channel, and how much was said for everybody."""
    said = world.env.backend.messages[world.channel.id].values()
    match = await world.bot.arena.matches.latest_in(world.channel.id)
    return match, sum(not each.is_ephemeral for each in said)


async def _each_done(
    world: World, begin: Callable[[], Awaitable[object]], subtests: pytest.Subtests, cases: Iterable[Case]
) -> None:
    """Have each command given in a match in which nothing else has happened, and look who sees the answer."""
    organiser = world.organiser()
    untouched: tuple[Match | None, int] | None = None
    for name, options, expected in cases:
        match, _ = now = await _told(world)
        if match is not None and not match.over and (now != untouched or name.startswith("new")):
            await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
            await world.settle()
        if now != untouched and not name.startswith("new"):
            await begin()
            match, _ = untouched = await _told(world)
        given = options | ({"match": match.id} if match is not None and options.get("match") == 1 else {})
        with subtests.test(name, **options):
            await _assert_no_hand(await _assert_seen(world, organiser, name, given, expected), expected)
            await world.settle()


async def test_who_sees_the_answer_to_a_command(world: World, subtests: pytest.Subtests) -> None:
    await _each_done(world, world.begin, subtests, DOING)


async def test_who_sees_the_answer_to_a_question(world: World, subtests: pytest.Subtests) -> None:
    organiser = world.organiser()
    match = await world.begin()
    for name, options, expected in ASKING:
        with subtests.test(name, **options):
            await _assert_seen(world, organiser, name, options, expected)
            assert await latest(world) == match


async def test_who_sees_the_answer_where_players_choose_in_secret(world: World, subtests: pytest.Subtests) -> None:
    async def begin() -> None:
        await (await apex.begin(world, 2)).settle_in()

    cases = [case for case in DOING if not case[0].startswith(("new", "silence", "watch"))]
    await _each_done(world, begin, subtests, cases)


async def test_who_sees_the_answer_to_a_question_where_players_choose_in_secret(
    world: World, subtests: pytest.Subtests
) -> None:
    organiser = world.organiser()
    party = await apex.begin(world, 2)
    await party.settle_in()
    match = await latest(world)
    for name, options, seen in ASKING:
        # here is something to animate
        expected = options.get("show", ME) if options.get("form") == "animation" else seen
        with subtests.test(name, **options):
            await _assert_no_hand(await _assert_seen(world, organiser, name, options, expected), expected)
            assert await latest(world) == match


# Who sees what buttons and menus answer, in tables: every kind of control has a line here, or this fails.


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
    "analyse": ME,
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
"""Buttons `m:…`; `rematch`, `replay`, `analyse` (`tests/cogs/test_analysis.py`) and `verify` stand under a match that
is over (`tests/cogs/apex/test_posts.py` presses the latter, `tests/cogs/lobby/test_opening.py` the first, and
`norematch` under an offer; `newtable` there is pressed in `tests/cogs/lobby/test_opening.py`, and `rehouse` under
the notice of an interruption in `tests/cogs/test_channels.py`), `practise` in the viewer of one that is over
(`tests/cogs/test_learn.py`), `hand` and `prepare` where hands last (`tests/cogs/parlour/test_parlour.py`),
`othercards` where a hand is shown in short (`tests/cogs/mutants/test_decks.py`), `aid` where there is an aid card
(`tests/cogs/mutants/test_whole.py`), `undo` under the private answer to a turn, `unask` under that to a wish
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
    "analyse",
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
    lobby.COMPUTER: ME,
    lobby.REMOVE: ME,
}
"""Controls `t:…`: what they change is the lobby, which everybody sees. What goes wrong is said in private.

Those that open something in private are in `test_terms_panel.py`, `test_loadouts.py` and `test_computers.py`, in
`tests/cogs/lobby`."""


REQUEST_BUTTONS = {
    "agree": ME,
    "refuse": ME,
    "withdraw": ME,
    "take": ME,
    "takeyes": ME,
    "computer": ME,
} | dict.fromkeys(("levela", "levelb", "levelc", "leveld"), ME)
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
    PuzzleControl,
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
    assert {*requests._BUTTONS, *requests._LEVELS} == REQUEST_BUTTONS.keys()
    for action in REQUEST_BUTTONS:
        with subtests.test(action):
            await _assert_request_private(world, action)
            await _end(world)


async def _assert_request_private(world: World, action: str) -> None:
    await world.begin()
    computer = action.startswith(("computer", "level"))
    if computer or action.startswith("take"):
        await leave(world.ann, world.channel)
    else:
        await world.ann.slash(world.channel, "match end")
    await world.settle()
    (message,) = [each for each in posts(world) if any(item["custom_id"].startswith("q:") for item in controls(each))]
    number = next(item["custom_id"].split(":")[1] for item in controls(message) if item["custom_id"].startswith("q:"))
    for viewer in world.people.values():
        assert seen_by(world, viewer, message)
    others = world.bob if computer else world.cleo
    actor = {"withdraw": world.ann, "agree": world.bob, "refuse": world.bob}.get(action, others)
    pressed: Shown = message
    if action == "takeyes":
        pressed = message_of(await actor.click(message, custom_id=f"q:{number}:take"))
    if action.startswith("level"):
        pressed = message_of(await actor.click(message, custom_id=f"q:{number}:computer"))
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
    asked = message_of(await world.bob.click(await more(world.bob, turn_message(world)), label="Resign"))
    await world.bob.click(asked, label=answer)
    assert [each for each in world.people.values() if seen_by(world, each, asked)] == [world.bob]


async def test_nobody_else_sees_a_turn_being_built(world: World) -> None:
    await world.begin()
    before = [message.id for message in world.channel.history(viewer=world.bob)]
    built: Shown = message_of(await world.ann.click(turn_message(world), label="Play"))
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


async def test_nobody_else_sees_a_puzzle_its_hint_or_its_solution(world: World) -> None:
    before = [message.id for message in world.channel.history(viewer=world.bob)]
    shown: Shown = message_of(await world.ann.slash(world.channel, "puzzle"))
    for label in ("Hint", "Solution", "Yes, show the solution", "Do it again", "Another puzzle"):
        shown = await pick(world.ann, shown, label)
        assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]
    assert [message.id for message in world.channel.history(viewer=world.bob)] == before


async def test_menus_of_pieces_and_topics_stay_private(world: World) -> None:
    await world.begin()
    pieces = message_of(await world.ann.click(turn_message(world), label="Moves"))
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
        options["drawn"] = True
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


# Who sees the answer to a command that fails: the person who gave it alone.


FAILING: dict[str, dict[str, Any]] = {
    "new replicants": {"players": 3, "mode": "teams"},
    "settings block": {"add": "@ann"},
    "seek create": {"game": "replicants", "expires": "2020-01-01"},
    "seek cancel": {"seek": 99},
    "league create": {"game": "replicants", "format": "swiss", "ends": "what"},
    "league join": {},
    "league standings": {"league": 99},
    "league-manage start": {},
    "move": {"turn": "E"},
    "match plan": {"add": "E"},
    "board": {"show": "everyone"},
    "legal": {"piece": "2E7"},
    "match cards": {},
    "match record": {},
    "match replay": {},
    "match import": {"file": ("what.txt", b"what")},
    "resign": {},
    "undo": {},
    "match clock": {},
    "settings vacation": {"first": "what"},
    "match end": {},
    "match pause": {"days": 3},
    "match more-time": {"hours": 2},
    "match abort": {},
    "match leave": {},
    "organise pause": {"reason": "other"},
    "organise resume": {},
    "organise extend": {"player": "ann", "hours": 3},
    "organise substitute": {"seat": "ann"},
    "organise adjudicate": {"reason": "other", "winner": "ann"},
    "organise void": {"reason": "other"},
    "organise correct": {"what": "doesn't count", "reason": "other", "match": 99},
    "organise takeback": {"turn": "1"},
    "organise set-position": {"position": "what"},
    "organise log": {},
    "learn": {"game": "replicants", "step": 25},
    "rules": {"topic": "what"},
    "silence log": {},
    "watch match": {},
    "watch stop": {"what": "what"},
    "match spectate": {},
    "match move-to": {},
}
"""By command: options that fail in a channel where no match was ever played. The others cannot fail there."""


async def test_errors_are_private(world: World, subtests: pytest.Subtests) -> None:
    assert FAILING.keys() <= COMMANDS.keys()
    organiser = world.organiser()
    for name, options in FAILING.items():
        with subtests.test(name):
            await _assert_seen(world, organiser, name, options, ME)
            assert posts(world) == []


# Numbers in custom ids that nobody was given: whatever they name, what a player may not see is not there.


NOBODYS, HUGE = 99, 999_999_999_999_999_999
Press = tuple[str, tuple[str, ...]]
"""A custom id, and what is picked where it is a menu's."""


def _presses(world: World, number: int, seq: int) -> Iterator[Press]:
    # Playing on is said to the person who was asked, and nothing is looked up.
    yield from ((f"m:{number}:{seq}:{action}", ()) for action in world.bot.presses if action != KEEP)


def _builder(_: World, number: int, seq: int) -> Iterator[Press]:
    drafts = ("", "E/2C6/D8-", "~0~00000000")
    for verb, draft in product(set(Verb) - {Verb.CANCEL}, drafts):
        yield f"b:{number}:{seq}:{verb}::{draft}", ("2",) if verb is Verb.CHOOSE else ()


def _viewer(_: World, number: int, seq: int) -> Iterator[Press]:
    for kind, verb, side in product("mi", ViewerVerb, (0, 9)):
        yield f"v:{kind}{number}:{seq}:{side}:{verb}", ("1",) if verb is ViewerVerb.SIDE else ()


def _pieces(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"l:{number}:m0", ("2E7",)
    yield f"l:{number}:t1", ()


def _advance(_: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"a:{number}:{key}", ("parry",)) for key in ("", "parry"))


def _requests(_: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"q:{number}:{action}", ()) for action in (*requests._BUTTONS, *requests._LEVELS))


def _tables(_: World, number: int, seq: int) -> Iterator[Press]:
    yield from ((f"t:{number}:{seq}:{action}", ()) for action in lobby._BUTTONS)
    yield f"t:{number}:{seq}:{lobby.SEAT}", ("2",)


def _options(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"d:{number}:paths", ("v:open",)


def _terms(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"j:{number}:preset", ("quick",)
    yield from ((f"j:{number}:{page}", ()) for page in BUTTONS)


def _loadouts(_: World, number: int, __: int) -> Iterator[Press]:
    for verb in ("type", "usual", "keep", "build", "done"):
        yield f"k:{number}:{verb}:", ()
    yield from ((f"k:{number}:{verb}:", ("x",)) for verb in ("use", "pick"))


def _step_back(_: World, number: int, __: int) -> Iterator[Press]:
    yield f"s:{number}", ()


def _league(world: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"g:{number}:{action}", ("size",) if action == "terms" else ()) for action in world.bot.season_presses)
    yield from ((f"g:{number}:{action}:1", ()) for action in ("accept", "refuse"))


def _league_pages(world: World, number: int, __: int) -> Iterator[Press]:
    yield from ((f"h:{number}:{what}:1:0", ()) for what in world.bot.season_pages)


def _practice(_: World, number: int, seq: int) -> Iterator[Press]:
    for verb in (*Verb, *(each for each in PracticeVerb if each is not PracticeVerb.NEW)):
        yield f"x:m{number}.{seq}:0:{verb}::", ("2E7",) if verb is Verb.CHOOSE else ()


FORGED: dict[type[discord.ui.DynamicItem[Any]], Callable[[World, int, int], Iterator[Press]] | None] = {
    MatchButton: _presses,
    BuilderControl: _builder,
    LessonControl: None,
    SettingControl: None,
    PracticeControl: _practice,
    ViewerControl: _viewer,
    PieceControl: _pieces,
    AdvanceMenu: _advance,
    RequestButton: _requests,
    LobbyControl: _tables,
    OptionMenu: _options,
    TermsControl: _terms,
    LoadoutControl: _loadouts,
    StepBackButton: _step_back,
    PageButton: None,
    LeagueControl: _league,
    LeaguePage: _league_pages,
    LeaderboardPage: None,
    DataButton: None,
    PrivacyMenu: None,
    QuestionButton: None,
    RulesButton: None,
    RulesMenu: None,
    TopicMenu: None,
    PageStep: None,
    EntryMenu: None,
    PuzzleControl: None,
}
"""How to forge each kind of control; None for those whose ids hold no number of anything that a player may not see: a
page of one's own list, a question that only the one who was asked can answer, a file that only the one who gave it can
import, what is held of the presser and what is held of all, a game's rules, its
lesson, its cards, puzzles, the names of commands."""


async def used(
    actor: simcord.MemberActor,
    world: World,
    channel: simcord.ChannelHandle,
    press: Press,
    settle: Callable[[], Awaitable[None]] | None = None,
) -> tuple[discord.Message, list[simcord.ResponseMessage]]:
    """Have a player use a control with an id that the bot never gave out; return its message and what they are told."""
    custom_id, values = press
    message = await world.forge(custom_id, *values, channel=channel)
    result = await (
        actor.select(message, list(values), custom_id=custom_id)
        if values
        else actor.click(message, custom_id=custom_id)
    )
    await (settle or world.settle)()
    return world.latest(message), [*([result.response] if result.response else []), *result.followups]


async def pressed(
    actor: simcord.MemberActor, world: World, channel: simcord.ChannelHandle, press: Press
) -> list[simcord.ResponseMessage]:
    """Have a player use a forged control which shows nothing in its message; return what they are told."""
    message, told = await used(actor, world, channel, press)
    assert message.content == "forged"
    assert not message.attachments
    await message.delete()
    return told


class Places:
    """Matches and tables where eve cannot look: in another server, and in a channel of this one that is hidden."""

    def __init__(self, world: World) -> None:
        self.world = world
        env = world.env
        self.elsewhere = env.create_guild("Elsewhere", owner=env.create_user("otto"))
        self.foreign = self.elsewhere.create_text_channel("general")
        self.strangers = [self.elsewhere.add_member(env.create_user(name)) for name in ("fay", "gil")]
        self.hidden = world.guild.create_text_channel("hidden")

    async def fill(self) -> None:
        """Have matches run at both places, with a request, an open table and an import at each."""
        await self._fill(self.foreign, *self.strangers)
        await self._fill(self.hidden, self.world.ann, self.world.bob)
        self.world.deny(self.hidden, self.world.eve.id, "view_channel")
        await self.world.settle()

    async def _fill(
        self, channel: simcord.ChannelHandle, host: simcord.MemberActor, guest: simcord.MemberActor
    ) -> None:
        opened = message_of(await self.world.open_table(host, channel, "replicants", where="here"))
        await guest.click(opened, label="Join")
        (message,) = [each for each in channel.history() if each.id == opened.id]
        await host.click(message, label="Start")
        await self.world.settle()
        await host.slash(channel, "move", turn="E/2C6/D8-")
        await guest.slash(channel, "match end")
        await self._found(channel, host)
        await host.slash(channel, "new replica")
        await host.slash(channel, "match import", file=("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-"))
        await self.world.settle()

    async def _found(self, channel: simcord.ChannelHandle, host: simcord.MemberActor) -> None:
        """Have a league that players can join."""
        arena, game = self.world.bot.arena, registry.get("replicants")
        person_id = await arena.people.find(host.id)
        assert person_id is not None
        terms = usual_terms("round-robin", game, usual_mode(game))
        draft = await arena.leagues.create(host.guild.id, channel.id, person_id, "League", terms)
        await self.world.as_bot(arena.leagues.publish(draft.season.id))


def _visibility_numbers_told(messages: list[simcord.ResponseMessage]) -> list[str]:
    for message in messages:
        assert message.ephemeral
        assert not message.attachments
        assert not message.embeds
    return [re.sub(r"\d+", "#", message.content) for message in messages]


async def test_every_kind_of_control_is_forged(world: World) -> None:
    assert set(world.bot._connection._view_store._dynamic_items.values()) == FORGED.keys()
    for kind, forge in FORGED.items():
        pattern = kind.__discord_ui_compiled_template__
        for custom_id, _ in forge(world, 1, 1) if forge else ():
            assert pattern.fullmatch(custom_id), custom_id
        numbers = set(pattern.groupindex) & {"match", "table", "request", "story", "pairing", "season"}
        assert bool(numbers) is (forge is not None)


async def test_what_someone_may_not_see_is_not_there(world: World, subtests: pytest.Subtests) -> None:
    places = Places(world)
    await places.fill()
    matches = world.bot.arena.matches
    before = [await matches.get(number) for number in (1, 2)]
    tables = [await world.table(number) for number in (1, 2, 3, 4)]
    for forge in filter(None, FORGED.values()):
        for nobodys, *others in zip(*(forge(world, number, 1) for number in (NOBODYS, 1, 2, HUGE)), strict=True):
            with subtests.test(nobodys[0]):
                expected = _visibility_numbers_told(await pressed(world.eve, world, world.channel, nobodys))
                assert expected
                assert not any("something went wrong" in text for text in expected)
                for press in others:
                    assert _visibility_numbers_told(await pressed(world.eve, world, world.channel, press)) == expected
    assert [await matches.get(number) for number in (1, 2)] == before
    assert [await world.table(number) for number in (1, 2, 3, 4)] == tables


VISIBILITY_NUMBERS_ASKING = (
    *(
        "board",
        "match record",
        "match replay",
        "resign",
        "undo",
        "match clock",
        "match leave",
    ),
    *("match abort", "match end", "match spectate", "watch match", "organise log", "silence log"),
)
"""Commands that take the number of a match."""


async def test_no_command_tells_whether_a_match_exists(world: World, subtests: pytest.Subtests) -> None:
    places = Places(world)
    await places.fill()
    organiser = world.organiser()
    world.deny(places.hidden, organiser.id, "view_channel")
    await world.settle()
    for command in VISIBILITY_NUMBERS_ASKING:
        actor = organiser if command.startswith(("watch", "organise", "silence")) else world.eve
        numbers = (NOBODYS, 1) if command.startswith(("organise", "silence")) else (NOBODYS, 1, 2)
        with subtests.test(command):
            for number in numbers:
                told = _visibility_numbers_told([message_of(await actor.slash(world.channel, command, match=number))])
                assert told == ["There's no such match."]


@pytest.mark.parametrize("custom_id", ["m:1:0:board", "m:1:0:record", "m:1:0:replay"])
async def test_what_is_forged_where_it_may_be_seen_is_answered(world: World, custom_id: str) -> None:
    """What the tests above do not find is there to be found."""
    await world.begin()
    _, (told,) = await used(world.eve, world, world.channel, (custom_id, ()))
    assert told.attachments


PARTS = (
    *("", "0", "1", "2", "9", "35", "999", "0" * 6, "0" * 16, "\u0661", "²", "zz.zz", "0.0", "1.2.3"),
    *("~", "~~", "~0~", "~zz.zz~00000000", "~é~00000000", "E", "E/2C6/D8-", "/" * 20, "E/" * 20),
    *("m", "i", "t", "s", "c", "p", "b", "r", "a", "o", "l", "mine", "here", "yes"),
    *(
        "board",
        "play",
        "undo",
        "seat",
        "take",
        "takeyes",
        "import",
        "replicants",
        "apex",
        ":all",
        ":0123456789ab",
        "preset",
        "time",
        "0" * 8,
        shipped("replicants")[0].key,
    ),
)
"""What stands in the fields of forged ids, where the pattern allows it."""

PICKED = ("", "", "0", "1", "9", "-1", "²", "2E7", "R16", "'", "`", "x" * 100, "\u202e")


def _filled(kind: type[discord.ui.DynamicItem[Any]], chance: random.Random) -> str:
    """Return an id that fits a control's pattern, with whatever its fields may hold."""
    pattern = kind.__discord_ui_compiled_template__

    def fitting(field: re.Match[str]) -> str:
        return chance.choice([part for part in PARTS if re.fullmatch(field[1], part)])

    while True:
        text = re.sub(r"\(\?P<\w+>((?:[^()]|\([^()]*\))*)\)", fitting, pattern.pattern)
        # What may be left out is there every other time.
        text = re.sub(r"\(\?:\\\.([^()]*)\)\?", lambda found: chance.choice(("", f".{found[1]}")), text)
        assert pattern.fullmatch(text), text
        if len(text) <= 100:
            return text


@pytest.mark.parametrize("kind", FORGED)
async def test_no_forged_id_is_too_much(world: World, kind: type[discord.ui.DynamicItem[Any]]) -> None:
    """Whatever stands in an id and whatever was picked: there is an answer, and it is no bug."""
    await world.begin()
    await play(world, "E/2C6/D8-")
    await world.ann.slash(world.channel, "match import", file=("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-"))
    chance = random.Random(8)
    for _ in range(40):
        menu = kind in (RulesMenu, TopicMenu, EntryMenu, PrivacyMenu)
        custom_id, value = _filled(kind, chance), chance.choice(PICKED) or "0" * menu
        message, told = await used(world.bob, world, world.channel, (custom_id, (value,) if value else ()))
        assert told or message.edited_at, (custom_id, value)
        assert not any("went wrong" in each.content for each in told), (custom_id, value)


async def _private_match(world: World) -> tuple[Match, simcord.ChannelHandle]:
    """Return a match in a channel of its own, where all may look at first."""
    channel = world.guild.create_text_channel("club")
    opened = message_of(await world.open_table(world.ann, channel, "replicants", where="here"))
    await world.bob.click(opened, label="Join")
    (message,) = [each for each in channel.history() if each.id == opened.id]
    await world.ann.click(message, label="Start")
    await world.settle()
    return await world.bot.arena.matches.get(1), channel


async def test_a_viewer_shows_no_more_once_access_is_lost(world: World) -> None:
    _, channel = await _private_match(world)
    await world.ann.slash(channel, "move", turn="E/2C6/D8-")
    await world.settle()
    viewer = message_of(await world.eve.slash(world.channel, "match replay", match=1))
    shown = await pick(world.eve, viewer, "Next")
    assert "Turn 1 of 1" in shown.content
    world.deny(channel, world.eve.id, "view_channel")
    await world.bob.slash(channel, "move", turn="E/2C6/D8-")
    await world.settle()
    for label in ("Last", "Animated picture", "First", "Open a table from here"):
        answer = await world.eve.click(shown, label=label)
        assert [each.content for each in [*([answer.response] if answer.response else []), *answer.followups]] == [
            "There's no such match."
        ]
    (now,) = [each for each in world.channel.history(viewer=world.eve) if each.id == shown.id]
    assert now.content == shown.content
    assert labels(now) == labels(shown)


async def test_players_look_from_anywhere_in_their_server_and_from_no_other(world: World) -> None:
    places = Places(world)
    match, channel = await _private_match(world)
    world.deny(channel, world.ann.id, "view_channel")
    await world.settle()
    assert message_of(await world.ann.slash(world.channel, "board", match=match.id)).attachments
    abroad = places.elsewhere.add_member(world.ann.user)
    await world.settle()
    for how in ("as a member", "banned"):
        if how == "banned":
            world.guild.remove_member(world.ann)
            await world.settle()
        for press in (("m:1:0:board", ()), ("m:1:0:resign", ()), ("v:m1:0:0:l", ()), ("b:1:0:r::", ())):
            assert _visibility_numbers_told(await pressed(abroad, world, places.foreign, press)) == [
                "There's no such match."
            ]
        for command in ("board", "match record", "match replay", "resign"):
            assert _visibility_numbers_told([message_of(await abroad.slash(places.foreign, command, match=1))]) == [
                "There's no such match."
            ]


async def test_who_left_a_seat_looks_on_as_anybody_does_until_the_end(world: World) -> None:
    """They have nothing to play, so what Discord does not show them is not shown; the record is theirs as well."""
    _, channel = await _private_match(world)
    organiser = world.organiser()
    asked = message_of(await organiser.slash(channel, "organise substitute", seat="bob", player=world.dan))
    await organiser.click(asked, label="Replace")
    assert message_of(await world.bob.slash(world.channel, "board", match=1)).attachments
    world.deny(channel, world.bob.id, "view_channel")
    await world.settle()
    assert _visibility_numbers_told([message_of(await world.bob.slash(world.channel, "board", match=1))]) == [
        "There's no such match."
    ]
    await world.bot.arena.matches.forfeit(1, world.person("ann"))
    await world.settle()
    assert message_of(await world.bob.slash(world.channel, "board", match=1)).attachments


# What silent partners see of what the other one does: turns, and nothing else.


async def test_silent_partners_see_nothing_of_each_other_but_turns(world: World) -> None:
    # R29
    match = await world.begin_silent()
    team = next(place for place in match.places if place.role == "team:0")
    channel = world.place(team.channel_id)
    before = {each.id for each in channel.history(viewer=world.cleo)}
    (playable,) = [each for each in channel.history(viewer=world.ann) if "Play" in labels(each)]
    for name, options in (
        ("board", {"show": "everyone"}),
        ("move", {"turn": "meet me at seven"}),
        ("legal", {"piece": "hello partner"}),
        ("rules", {"topic": "hello partner"}),
        ("learn", {"game": "replicants", "step": 3}),
        ("puzzle", {}),
        ("match record", {}),
        ("matches", {"which": "here"}),
        ("doctor", {}),
        ("resign", {}),
        ("new replicants", {"players": 3}),
        ("settings block", {"add": world.cleo}),
        ("settings block", {}),
        ("seek create", {"game": "replicants", "options": "hello partner"}),
        ("seek create", {"game": "replicants"}),
        ("seek list", {}),
        ("league join", {}),
        ("league mine", {}),
        ("board", {"turn": 0, "show": "everyone"}),
        ("match replay", {"form": "animation", "show": "everyone"}),
        ("match replay", {"form": "summary", "show": "everyone"}),
        ("match import", {"file": ("hello.txt", b"hello partner")}),
    ):
        answer = message_of(await world.ann.slash(channel, name, **options))
        assert answer.ephemeral, name
    viewer = message_of(await world.ann.slash(channel, "match replay"))
    for shown in (viewer, message_of(await world.ann.click(viewer, label="Open a table from here"))):
        assert shown.ephemeral
    opened = message_of(await world.ann.click(playable, label="Play"))
    assert opened.ephemeral
    built: Shown = opened
    for label in ("2 on E7", "E6", "Charge the matrix", "Confirm"):
        assert {each.id for each in channel.history(viewer=world.cleo)} == before
        built = await pick(world.ann, built, label)
    await world.settle()
    new = [each for each in channel.history(viewer=world.cleo) if each.id not in before]
    assert all(each.author.bot and not each.flags.ephemeral for each in new)
    assert any("`E/2E6/E`" in each.content for each in new)
    assert not any(word in each.content for each in new for word in ("meet me", "hello"))


WORDS = "zebras at seven"
SIGNS = {"new", "league join", "league-manage add"}
"""Commands by which a player asks the partner to play elsewhere: docs/silent-teams.md counts what that carries."""


def given(world: World, options: Iterable[app_commands.Parameter]) -> dict[str, object]:
    """Return what a player might send by options: words wherever there is room for some, the partner, and others."""
    people = iter((world.cleo, world.eve, world.dan, world.bob, world.people["fay"], world.people["gus"]))
    found: dict[str, object] = {}
    for each in options:
        kinds: dict[AppCommandOptionType, object] = {
            AppCommandOptionType.integer: max(1, int(each.min_value or 1)),
            AppCommandOptionType.boolean: True,
            AppCommandOptionType.channel: world.channel,
            AppCommandOptionType.role: world.guild.default_role,
            AppCommandOptionType.attachment: ("zebras.txt", WORDS.encode()),
        }
        if each.type is AppCommandOptionType.user:
            found[each.display_name] = next(people)
        else:
            found[each.display_name] = each.choices[0].value if each.choices else kinds.get(each.type, WORDS)
    return found


def variants(command: app_commands.Command[Any, ..., Any]) -> Iterator[list[app_commands.Parameter]]:
    """Give ways to use a command: all options; those it needs and the partner, alone or with each of the others."""
    needed = [each for each in command.parameters if each.required]
    others = [each for each in command.parameters if not each.required]
    yield [*needed, *others]
    people = [each for each in others if each.type is AppCommandOptionType.user][:1]
    if people or any(each.type is AppCommandOptionType.user for each in needed):
        yield [*needed, *people]
        yield [*needed, *people, *(each for each in others if each.display_name == "league")]
    if THOROUGH:
        yield from ([*needed, *people, each] for each in others if each not in people)


def reaching(world: World, match: Match) -> dict[int, str]:
    """Return what the partner reads of the bot's: in the match's channels, in private, and wherever they are called."""
    places = [world.place(each.channel_id) for each in match.places if each.role in ("board", "team:0")]
    found = [each for place in places for each in place.history(viewer=world.cleo)]
    found += world.cleo.user.dm_channel.history(viewer=world.cleo.user)
    found += [each for each in world.own(world.channel) if world.cleo.id in world.pings(each)]
    return {each.id: f"{each.content} {[one.to_dict() for one in each.embeds]} {each.attachments}" for each in found}


async def test_no_command_lets_a_partner_write_or_call_the_other_as_often_as_they_like(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    # R29
    match = await world.begin_silent()
    boss, arena = world.organiser(), world.bot.arena
    world.promote(world.ann)
    await world.come("fay", "gus")
    for chosen in ({"format": "swiss", "mode": "teams", "name": "Cup"}, {"format": "ladder", "name": "Top"}):
        draft = message_of(await boss.slash(world.channel, "league create", game="replicants", **chosen))
        await boss.click(draft, label="Publish")
        await world.settle()
    channel = world.place(next(each.channel_id for each in match.places if each.role == "team:0"))
    signs: set[str] = set()
    commands = [each for each in world.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    tried = [(each, channel, next(variants(each))) for each in commands]
    tried += [(each, world.channel, options) for each in commands for options in variants(each)]
    before = reaching(world, match)
    for command, where, options in tried:
        sent = given(world, options)
        with monkeypatch.context() as earlier:  # what was asked before was asked on another day
            earlier.setattr(partners, "ONE_IN", timedelta())
            await world.ann.slash(where, command.qualified_name, **sent)
            if (
                "add" in sent and command.qualified_name == "settings block"
            ):  # it would keep the partner from the others
                await world.ann.slash(where, command.qualified_name, remove=sent["add"])
            await world.settle()
        if (after := reaching(world, match)) == before:
            continue
        (new,) = [said for number, said in after.items() if before.get(number) != said]
        assert WORDS not in new, (command.qualified_name, sent)
        signs.add("new" if command.qualified_name.startswith("new ") else command.qualified_name)
        await world.ann.slash(where, command.qualified_name, **sent)
        await world.settle()
        assert reaching(world, match) == after, "a second time on the same day"
        await _forget(world)
        before = reaching(world, match)
    assert signs == SIGNS
    assert not (await arena.matches.get(match.id)).over


async def _forget(world: World) -> None:
    """Take back what was asked."""
    arena = world.bot.arena
    ann = world.person("ann")
    async with arena.db.read() as connection:
        tables = await open_of(connection, ann)
    for number, _ in tables:
        await world.as_bot(arena.tables.cancel(number, ann))
    for season, _ in await arena.leagues.of_person(world.person("cleo")):
        await world.as_bot(arena.leagues.leave(season, world.person("cleo")))
    arena.outbox.drain()  # which a press does once it has shown the table itself
    await world.settle()


# The option `match:` of commands that look at matches: running ones and those that are over, from anywhere.


SEEN_MATCHES_COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("match replay", {}),
    ("match replay", {"form": "animation"}),
    ("match replay", {"form": "summary"}),
    ("match record", {}),
    ("board", {}),
)


async def offered(
    world: World,
    name: str,
    channel: simcord.ChannelHandle | None = None,
    typed: str = "",
    command: str = "match replay",
) -> dict[int, str]:
    """Return what a player is offered for the option: names by number."""
    found = await world.people[name].autocomplete(channel or world.channel, command, "match", typed)
    return {each["value"]: each["name"] for each in found}


async def finished(world: World, turns: int = len(SHORT_GAME), **options: object) -> Match:
    """Play a match of ann against bob, to its end if all turns are played."""
    match = await world.begin(**options)
    for number, turn in enumerate(SHORT_GAME[:turns]):
        await world.people[("ann", "bob")[number % 2]].slash(world.place(match.channel_id), "move", turn=turn)
    await world.settle()
    return await world.bot.arena.matches.get(match.id)


async def test_a_match_that_is_over_is_looked_at_from_another_channel(world: World) -> None:
    match = await finished(world, where="thread")
    assert match.over
    other = world.guild.create_text_channel("other")
    assert await offered(world, "eve", other) == {1: "1: Replicants, 2 players: ann, bob, ended on 2026-01-01"}
    assert await offered(world, "eve", other, "BOB") == await offered(world, "eve", other)
    assert await offered(world, "eve", other, "cleo") == {}
    for command, options in SEEN_MATCHES_COMMANDS:
        assert await offered(world, "eve", other, command=command) == await offered(world, "eve", other)
        shown = message_of(await world.eve.slash(other, command, match=1, **options))
        assert shown.ephemeral
        assert shown.attachments, shown.content
    shown = message_of(await world.eve.slash(other, "match replay", match=1, turn=9, side=2))
    assert shown.content.splitlines()[0] == "**Turn 9 of 9**"
    turns = await world.eve.autocomplete(other, "match replay", "turn", "9", match=1)
    assert [(each["name"], each["value"]) for each in turns] == [("9. ann: E/3D1x", 9)]
    sides = await world.eve.autocomplete(other, "match replay", "side", "", match=1)
    assert [each["name"] for each in sides] == ["1: ann", "2: bob"]
    assert "no match in this channel" in private(await world.eve.slash(other, "match replay"))
    assert await world.eve.autocomplete(other, "match replay", "side", "") == []


async def test_of_what_someone_cannot_see_they_are_not_told(world: World) -> None:
    match = await finished(world, 2)
    world.deny(world.channel, world.eve.id, "view_channel")
    world.deny(world.channel, world.ann.id, "view_channel")
    other = world.guild.create_text_channel("other")
    assert await offered(world, "eve", other) == {}
    assert "There's no such match" in private(await world.eve.slash(other, "match replay", match=match.id))
    assert list(await offered(world, "ann", other)) == [match.id], "a player may look at it anywhere"
    assert message_of(await world.ann.slash(other, "match replay", match=match.id)).attachments


async def test_of_what_goes_on_in_a_private_thread_nobody_else_is_told(world: World) -> None:
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="private", type=discord.ChannelType.private_thread)
    await world.settle()
    for name in ("ann", "bob"):
        world.env.backend.add_thread_member(thread.id, world.people[name].id)
    table = message_of(await world.open_table(world.ann, world.place(thread.id), "replica", where="here")).message
    assert table is not None
    await world.people["bob"].click(table, label="Join")
    await world.press("ann", table, "Start")
    await world.settle()
    assert "Replica" in private(await world.bob.slash(world.channel, "matches", which="here"))
    assert "There's no match to see" in private(await world.eve.slash(world.channel, "matches", which="here"))
    for command in ("match spectate", *(name for name, _ in SEEN_MATCHES_COMMANDS)):
        assert "There's no such match" in private(await world.eve.slash(world.channel, command, match=1))
    staff = world.guild.create_role("staff", permissions=discord.Permissions(manage_threads=True))
    world.env.backend.add_member_role(world.guild.id, world.eve.id, staff.id)
    assert "Replica" in private(await world.eve.slash(world.channel, "matches", which="here"))


@pytest.mark.parametrize("gone", ["archived", "deleted"])
async def test_the_channel_of_a_match_that_is_over_need_not_be_there(world: World, gone: str) -> None:
    match = await finished(world, where="thread")
    thread = await world.bot.fetch_channel(match.channel_id)
    assert isinstance(thread, discord.Thread)
    await (thread.edit(archived=True) if gone == "archived" else thread.delete())
    await world.settle()
    assert list(await offered(world, "eve")) == [match.id]
    assert message_of(await world.eve.slash(world.channel, "match replay", match=match.id)).attachments
    hidden = world.guild.create_text_channel("hidden")
    world.deny(world.channel, world.dan.id, "view_channel")
    assert await offered(world, "dan", hidden) == {}
    assert "There's no such match" in private(await world.dan.slash(hidden, "match replay", match=match.id))


async def test_who_gave_a_seat_away_may_look_once_the_match_is_over(world: World) -> None:
    match = await finished(world, 2)
    await world.bot.arena.substitutes.replace(match.id, 2, world.named("dan"), 0)
    world.deny(world.channel, world.bob.id, "view_channel")
    other = world.guild.create_text_channel("other")
    await world.settle()
    assert "There's no such match" in private(await world.bob.slash(other, "match replay", match=match.id))
    await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
    await world.settle()
    assert message_of(await world.bob.slash(other, "match replay", match=match.id)).attachments


async def test_of_a_silent_match_nothing_is_shown_to_all_where_partners_could_read_it(world: World) -> None:
    tables, people = (
        world.bot.arena.tables,
        [world.named(each) for each in ("ann", "bob", "cleo", "dan")],
    )
    table = await tables.open(world.guild.id, world.channel.id, people[0], "replicants", "teams", where="channels")
    for person in people[1:]:
        await tables.join(table.id, person)
    board, spectators = world.guild.create_text_channel("board"), world.guild.create_text_channel("spectators")
    places = (Place("board", board.id), Place("spectators", spectators.id))
    match = await tables.start(table.id, people[0].person_id, places)
    await world.settle()
    for channel, public in ((world.channel, False), (board, False), (spectators, True)):
        for command, options in (("match replay", {"form": "summary"}), ("board", {})):
            shown = message_of(await world.eve.slash(channel, command, match=match.id, show="everyone", **options))
            assert shown.ephemeral is not public, (channel, command)


# Every public button and every look-up answers every kind of reader in every phase of every game.


LOOK_UPS: dict[str, tuple[dict[str, Any], ...]] = {
    "board": ({}, {"look": "text"}),
    "legal": ({},),
    "match cards": ({},),
    "match record": ({},),
    "match clock": ({},),
    "match plan": ({},),
    "match replay": ({}, {"form": "summary"}),
    "rules": ({},),
    "matches": ({"which": "here"},),
    "organise log": ({},),
}
"""Commands that look at the match of the channel and change nothing."""

CHANGING = frozenset(COMMANDS) - LOOK_UPS.keys()
"""All others, each tried in `tests/cogs/test_visibility.py`."""


LOOKS = frozenset(
    {"play", "legal", "hand", "othercards", "board", "spectate", "replay", "verify", "more", "rules", "cards", "record"}
    | {"aid"}
)
"""Buttons that show something, under a public message of a match, in the menu More there, or below what they show."""

DEEDS = frozenset(
    {
        "prepare",
        "resign",
        "analyse",
        "practise",
        "resignyes",
        "resignno",
        "abortyes",
        "undo",
        "unask",
        "askback",
        "leaveyes",
        "offer",
        "offerend",
        "offerpause",
        "offerresume",
        "offertime",
        "rematch",
        "norematch",
        "newtable",
        "rehouse",
    }
)
"""Buttons that change or begin something; `tests/cogs/test_visibility.py` says where each is pressed."""

MOST_TURNS = 400


def _is_command(command: object) -> bool:
    return isinstance(command, app_commands.Command)


def phase(session: Session) -> str:
    """Return what is asked in a game, as far as answers may depend on it."""
    state: Any = session.state
    if session.outcome is not None:
        return "over"
    match session.game.info.key:
        case "apex" if state.phase is Phase.SETUP or state.phase is Phase.CHOOSE:
            return f"{state.phase.name} {len(session.to_act)}"
        case "apex":
            return str(state.phase.name)
        case "mutants":
            return f"{kind_of(state)} {len(session.to_act)}"
    return "begun" if session.entries else "new"


PHASES: dict[tuple[str, str, tuple[tuple[str, str], ...]], set[str]] = {
    ("replicants", "2", ()): {"new", "begun", "over"},
    ("replica", "2", (("king_power", "all_kings"),)): {"new", "begun", "over"},
    ("apex", "2", ()): {"SETUP 1", "CHOOSE 2", "CHOOSE 1", "WAR", "COLONISE", "EXPAND", "over"},
    ("apex", "2", (("mode", "exploration"),)): {"SETUP 1", "CHOOSE 2", "CHOOSE 1", "WAR", "EXPAND", "over"},
    ("mutants", "2", ()): {"pick 2", "pick 1", "mulligan 1", "act 1", "flank 1", "over"},
    ("mutants", "2", (("reserve", "ready"),)): {"mulligan 1", "act 1", "flank 1", "over"},
    ("mutants", "solo", ()): {"mulligan 1", "act 1", "flank 1", "over"},
}
"""By game, mode and options: phases in which everything is pressed at least."""


async def test_every_game_and_every_button_has_a_row(world: World) -> None:
    assert {game for game, _, _ in PHASES} == {game.info.key for game in registry.games()}
    assert LOOK_UPS.keys() <= COMMANDS.keys()
    assert world.bot.presses.keys() == LOOKS | DEEDS
    assert not LOOKS & DEEDS
    named = {command.qualified_name for command in world.bot.tree.walk_commands() if _is_command(command)}
    assert named == LOOK_UPS.keys() | CHANGING
    assert not LOOK_UPS.keys() & CHANGING


async def _begin(world: World, game: str, mode: str, options: tuple[tuple[str, str], ...]) -> Match:
    tables, ann = world.bot.arena.tables, world.named("ann")
    table = await tables.open(world.guild.id, world.channel.id, ann, game, mode, options=options, where="here")
    if mode != "solo":
        table = await tables.join(table.id, world.named("bob"))
    return await world.as_bot(tables.start(table.id, ann.person_id, (Place("board", world.channel.id),)))


def _assert_answered(result: simcord.InteractionResult, what: str) -> None:
    for message in answers(result):
        assert message.content or message.embeds or message.attachments or texts(message), what
        assert all(texts(message)), what
        words = message.content + "".join(texts(message))
        assert "went wrong on my side" not in words, what
        assert message.ephemeral, what


def _readers(world: World, match: Match) -> list[simcord.MemberActor]:
    """Return a player to act, another player, one who watches the match, and a stranger, as far as there are."""
    acting = [world.player(match.seats[seat - 1].person_id) for seat in sorted(match.session.to_act)][:1]
    others = [world.player(each.person_id) for each in match.seats]
    return [*dict.fromkeys([*acting, *others, world.cleo, world.eve])]


async def _press_all(world: World, match: Match, where: str) -> set[str]:
    """Have every reader press every button that shows something, and ask by every command that does."""
    pressed: set[str] = set()
    for reader in _readers(world, match):
        shown = [world.latest(post) for post in posts(world)]
        while shown:
            message = shown.pop(0)
            for custom_id in _looking(message):
                action = custom_id.rpartition(":")[2]
                pressed.add(action)
                answer = await reader.click(message, custom_id=custom_id)
                _assert_answered(answer, f"{where}: {action} by {reader.name}")
                shown += [each.message for each in answers(answer) if action == "more"]
        share = many(4, 1)  # of the commands; the buttons are pressed always
        first = (len(where) + reader.id) % share
        for command, ways in [*LOOK_UPS.items()][first::share]:
            for options in ways:
                what = f"{where}: /{command} {options} by {reader.name}"
                _assert_answered(await reader.slash(world.channel, command, **options), what)
    return pressed


def _looking(message: Shown) -> list[str]:
    """Return the buttons of a message that show something of its match."""
    ids = [item.get("custom_id", "") for item in controls(message) if not item.get("disabled")]
    return [each for each in ids if each.startswith("m:") and each.rpartition(":")[2] in LOOKS]


@pytest.mark.parametrize(("game", "mode", "options"), PHASES, ids=str)
async def test_everything_public_answers_everybody_in_every_phase(
    world: World, game: str, mode: str, options: tuple[tuple[str, str], ...]
) -> None:
    wanted, found = PHASES[game, mode, options], set[str]()
    match = await _begin(world, game, mode, options)
    await world.cleo.slash(world.channel, "watch match")
    pick = random.Random(7)
    for _ in range(MOST_TURNS):
        now = phase(match.session)
        if now in wanted - found:
            found.add(now)
            await world.settle()
            pressed = await _press_all(world, match, f"{game} {mode} {options}, {now}")
            assert {"play", "board", "spectate", "more"} <= pressed
        if wanted - found <= {"over"} or match.over:
            break
        seat = pick.choice(sorted(match.session.to_act))
        person = match.seats[seat - 1].person_id
        match = await world.as_bot(world.bot.arena.matches.play(match.id, person, a_turn(match.session, seat, pick)))
    if not match.over:
        person = match.seats[0].person_id
        match = await world.as_bot(world.bot.arena.matches.forfeit(match.id, person))
    assert match.over
    await world.settle()
    await _press_all(world, match, f"{game} {mode} {options}, over")
    assert wanted - found <= {"over"}


def a_turn(session: Session, seat: int, pick: random.Random) -> str:
    """Return a random turn of a seat, as far as it can be played at once."""
    text = ""
    for _ in range(40):
        ways = session.complete(seat, text, 200)
        if not ways:
            break
        text = pick.choice(ways)
        if not text.endswith(("/", ",")):
            break
    return text
