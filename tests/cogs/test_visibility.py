"""Who sees what the bot answers to commands, in tables: every command has a line here, or this fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import product
from typing import Any, TypeAlias

import pytest
import simcord
from discord import AppCommandOptionType, AppCommandType, app_commands

from hosting.match.model import Match
from tests.cogs.apex import party as apex
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, labels, latest, message_of, pick, posts
from tests.cogs.seeing import EVERYONE, ME, answers, seen_by
from tests.cogs.twins import told, words

COMMANDS: dict[str, list[tuple[dict[str, Any], str]]] = {
    "new replicants": [
        ({"where": "here"}, EVERYONE),
        ({"players": 2, "where": "thread"}, EVERYONE),
        ({"where": "here", "clock": "3d", "timeout": "random", "automatic": True}, EVERYONE),
    ],
    "new replica": [({"where": "here"}, EVERYONE), ({"clock": "quick"}, EVERYONE), ({"clock": "what"}, ME)],
    "new apex": [({"where": "here"}, EVERYONE), ({"players": 6, "mode": "exploration", "where": "thread"}, EVERYONE)],
    "new mutants": [
        ({"where": "here"}, EVERYONE),
        ({"players": 1, "boss": "jack", "where": "here"}, EVERYONE),
        ({"players": 2, "decks": "what"}, ME),
        ({"players": 2, "loadout": "what"}, ME),
    ],
    "settings loadouts list": [({}, ME)],
    "settings loadouts rename": [({"name": "what", "new": "other"}, ME)],
    "settings loadouts drop": [({"name": "what"}, ME)],
    "settings block add": [({"player": "@bob"}, ME), ({"player": "@ann"}, ME)],
    "settings block remove": [({"player": "@bob"}, ME)],
    "settings block list": [({}, ME)],
    "seek create": [
        ({"game": "replicants", "clock": "3d", "step_back": True}, ME),
        ({"game": "replicants", "lowest": 1600, "highest": 1400}, ME),
        ({"game": "apex", "options": "what"}, ME),
    ],
    "seek list": [({}, ME)],
    "seek cancel": [({"offer": 1}, ME), ({"offer": 99}, ME)],
    "league create": [
        ({"game": "replicants", "format": "swiss"}, ME),
        ({"game": "replicants", "format": "ladder", "starts": "what"}, ME),
    ],
    "league join": [({}, ME), ({"league": 99}, ME)],
    "league leave": [({}, ME)],
    "league withdraw": [({}, ME)],
    "league standings": [({}, ME), ({"league": 99, "division": 2}, ME)],
    "league schedule": [({}, ME), ({"league": 99, "round": 2}, ME)],
    "league mine": [({}, ME)],
    "league results": [({}, ME)],
    "league explain": [({}, ME), ({"league": 99, "entry": 1}, ME)],
    "league history": [({}, ME)],
    "league challenge": [({"entry": 1}, ME)],
    "league unchallenge": [({}, ME)],
    "league sit-out": [({"round": 2}, ME), ({"round": 2, "take_back": True}, ME)],
    "league-manage decide": [
        ({"what": "undo", "reason": "other"}, ME),
        ({"what": "give points", "reason": "other", "points": "what"}, ME),
    ],
    "league alternate": [({"what": "wait for a place"}, ME), ({"what": "take over"}, ME)],
    "league-manage add": [({"player": "@ann"}, ME)],
    "league-manage remove": [({"entry": 1}, ME)],
    "league-manage bye": [({"entry": 1, "round": 2}, ME)],
    "league-manage alternate": [({}, ME), ({"player": "@ann"}, ME)],
    "league-manage export": [({}, ME)],
    "league-manage import": [({"file": ("season.zip", b"what")}, ME)],
    "league-manage postpone": [({"fixture": 1, "until": "what", "reason": "other"}, ME)],
    "league-manage move": [({"entry": 1, "division": 2, "reason": "other"}, ME)],
    "league-manage settings": [({}, ME)],
    "league-manage start": [({}, ME)],
    "league-manage pause": [({}, ME)],
    "league-manage resume": [({}, ME)],
    "league-manage close": [({}, ME)],
    "league-manage archive": [({}, ME)],
    "move": [({"turn": "E/2C6/D8-"}, ME), ({"turn": "E/2C6"}, ME), ({"turn": "what"}, ME), ({}, ME)],
    "match prepare": [({}, ME), ({"what": "discard", "answer": "-"}, ME)],
    "match plan add": [({"line": "E/2C6/D8-; E/3C1/F2-"}, ME), ({"line": "what"}, ME)],
    "match plan show": [({}, ME)],
    "match plan remove": [({}, ME), ({"line": "what"}, ME)],
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
    "replay view": [({}, ME), ({"turn": 1, "side": 2}, ME), ({"side": 3}, ME), ({"match": 1}, ME)],
    "replay animation": [({}, ME), ({"show": "everyone"}, ME), ({"match": 1}, ME)],
    "replay summary": [({}, ME), ({"show": "everyone"}, EVERYONE), ({"show": "everyone", "match": 1}, EVERYONE)],
    "match import": [
        ({"file": ("game.txt", b"T0..(red.yellow)\nT1..E/2C6/D8-")}, ME),
        ({"file": ("x.txt", b"\xff")}, ME),
    ],
    "resign": [({}, ME)],
    "undo": [({}, ME), ({"match": 1}, ME)],
    "offer end": [({}, ME)],
    "offer pause": [({}, ME), ({"days": 3}, ME)],
    "offer resume": [({}, ME)],
    "offer time": [({"hours": 2}, ME), ({"hours": 2, "player": "bob"}, ME), ({"hours": 2, "player": "what"}, ME)],
    "match abort": [({}, ME)],
    "match leave": [({}, ME)],
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
    "organise correct": [
        ({"what": "does not count", "reason": "other", "match": 1}, ME),
        ({"what": "another result", "reason": "other", "match": 99}, ME),
    ],
    "organise back": [({"turn": "1"}, ME)],
    "organise position": [({"position": "what"}, ME)],
    "organise log": [({}, ME), ({"match": 1}, ME)],
    "help": [({}, ME)],
    "learn": [({}, ME), ({"game": "replicants"}, ME), ({"game": "replicants", "step": 25}, ME)],
    "rules": [({}, ME), ({"topic": "charts"}, ME), ({"topic": "what"}, ME)],
    "matches": [({}, ME), ({"which": "here"}, ME)],
    "profile": [({}, ME), ({"player": "@bob"}, ME), ({"game": "apex", "show": "yes"}, EVERYONE)],
    "leaderboard": [
        ({"game": "replicants"}, ME),
        ({"game": "apex", "show": "yes"}, EVERYONE),
        ({"game": "apex", "servers": "all"}, ME),
    ],
    "stats": [({"game": "replicants"}, ME), ({"game": "apex", "show": "yes"}, EVERYONE)],
    "match clock": [({}, ME), ({"match": 1}, ME), ({"match": 99}, ME)],
    "settings vacation announce": [({"first": "2026-06-01"}, ME), ({"first": "what"}, ME)],
    "settings vacation list": [({}, ME)],
    "settings vacation cancel": [({"vacation": 7}, ME)],
    "doctor": [({}, ME)],
    "data privacy": [({}, ME)],
    "data export": [({}, ME)],
    "data delete": [({}, ME)],
    "settings mine": [
        ({}, ME),
        ({"colours": "colour-blind safe", "boards": "text"}, ME),
        ({"zone": "Europe/Paris", "quiet": "22-7", "digest": "8"}, ME),
        ({"zone": "what"}, ME),
        ({"all_servers": "yes"}, ME),
    ],
    "settings server": [({}, ME), ({"table_days": 3}, ME), ({"program_matches": 30}, ME)],
    "silence status": [({}, ME)],
    "silence log": [({}, ME), ({"match": 1}, ME)],
    "silence settings": [({}, ME), ({"days": 3}, ME)],
    "silence policy": [({}, ME)],
    "watch match": [({}, ME), ({"match": 1}, ME), ({"match": 99}, ME)],
    "watch player": [({"player": "@bob", "quiet": True}, ME)],
    "watch league": [({}, ME)],
    "watch server": [({}, ME)],
    "watch list": [({}, ME)],
    "match spectate": [({}, ME), ({"match": 1}, ME)],
    "match rehouse": [({}, ME), ({"match": 1}, ME)],
    "watch stop": [({"what": "all"}, ME), ({"what": "what"}, ME)],
}
"""By command: options to try while a match runs and it is the caller's turn (`"@bob"` is Bob), and who sees it."""


MENUS = {"Challenge": "ann", "Profile": "bob"}
"""Commands in the menu of a person, and on whom they are tried: all are answered in private. A challenge of another
player asks for the game in a dialog (`tests/cogs/lobby/test_challenge.py`)."""

ON_MESSAGES = ("Replay from here", "Board as text")
"""Commands in the menu of a message, all answered in private, too (`tests/cogs/review/test_shown_in.py` has more)."""

MOST_OF_A_KIND = 5
"""What Discord takes in the menu of a person, and in that of a message."""

FOR_ORGANISERS = ("silence", "watch", "organise", "league create", "league-manage")


QUESTIONS = (
    "settings block list",
    "seek list",
    "board",
    "match cards",
    "match clock",
    "doctor",
    "help",
    "leaderboard",
    "league join",
    "league leave",
    "league withdraw",
    "league standings",
    "league schedule",
    "league mine",
    "league results",
    "league explain",
    "league history",
    "league challenge",
    "league unchallenge",
    "league alternate",
    "league sit-out",
    "league-manage",
    "legal",
    "matches",
    "organise log",
    "match plan show",
    "match prepare",
    "profile",
    "data privacy",
    "match record",
    "replay",
    "rules",
    "silence log",
    "silence policy",
    "silence status",
    "stats",
    "settings vacation list",
    "watch list",
)
"""Commands that change nothing, so that all of them can be given in one server."""

FAILING: dict[str, dict[str, Any]] = {
    "new replicants": {"players": 3, "mode": "teams"},
    "settings block add": {"player": "@ann"},
    "settings block remove": {"player": "@bob"},
    "seek create": {"game": "replicants", "expires": "2020-01-01"},
    "seek cancel": {"offer": 99},
    "league create": {"game": "replicants", "format": "swiss", "ends": "what"},
    "league join": {},
    "league standings": {"league": 99},
    "league-manage start": {},
    "move": {"turn": "E"},
    "match plan add": {"line": "E"},
    "match plan show": {},
    "match plan remove": {},
    "board": {"show": "everyone"},
    "legal": {"piece": "2E7"},
    "match cards": {},
    "match record": {},
    "replay view": {},
    "replay animation": {"show": "everyone"},
    "replay summary": {"show": "everyone"},
    "match import": {"file": ("what.txt", b"what")},
    "resign": {},
    "undo": {},
    "match clock": {},
    "settings vacation announce": {"first": "what"},
    "settings vacation cancel": {"vacation": 7},
    "offer end": {},
    "offer pause": {"days": 3},
    "offer resume": {},
    "offer time": {"hours": 2},
    "match abort": {},
    "match leave": {},
    "organise pause": {"reason": "other"},
    "organise resume": {},
    "organise extend": {"player": "ann", "hours": 3},
    "organise replace": {"seat": "ann", "player": "@dan"},
    "organise call": {"seat": "ann"},
    "organise adjudicate": {"reason": "other", "winner": "ann"},
    "organise void": {"reason": "other"},
    "organise correct": {"what": "does not count", "reason": "other", "match": 99},
    "organise back": {"turn": "1"},
    "organise position": {"position": "what"},
    "organise log": {},
    "learn": {"game": "replicants", "step": 25},
    "rules": {"topic": "what"},
    "silence log": {},
    "watch match": {},
    "watch stop": {"what": "what"},
    "match spectate": {},
    "match rehouse": {},
}
"""By command: options that fail in a channel where no match was ever played. The others cannot fail there."""


Case: TypeAlias = tuple[str, dict[str, Any], str]
CASES: list[Case] = [(name, options, seen) for name, cases in COMMANDS.items() for options, seen in cases]
ASKING = [case for case in CASES if case[0].startswith(QUESTIONS)]
DOING = [case for case in CASES if case not in ASKING]


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
        # `/new` takes only what a game or its player has a name for, and is refused where nobody may talk.
        if free and not command.qualified_name.startswith("new "):
            assert {seen for _, seen in COMMANDS[command.qualified_name]} == {ME}, free


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
        expected = options.get("show", ME) if name == "replay animation" else seen
        with subtests.test(name, **options):
            await _assert_no_hand(await _assert_seen(world, organiser, name, options, expected), expected)
            assert await latest(world) == match


async def test_errors_are_private(world: World, subtests: pytest.Subtests) -> None:
    organiser = world.organiser()
    for name, options in FAILING.items():
        with subtests.test(name):
            await _assert_seen(world, organiser, name, options, ME)
            assert posts(world) == []


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
        ("match record", {}),
        ("matches", {"which": "here"}),
        ("doctor", {}),
        ("resign", {}),
        ("new replicants", {"players": 3}),
        ("settings block add", {"player": world.cleo}),
        ("settings block list", {}),
        ("seek create", {"game": "replicants", "options": "hello partner"}),
        ("seek create", {"game": "replicants"}),
        ("seek list", {}),
        ("league join", {}),
        ("league mine", {}),
        ("board", {"turn": 0, "show": "everyone"}),
        ("replay animation", {"show": "everyone"}),
        ("replay summary", {"show": "everyone"}),
        ("match import", {"file": ("hello.txt", b"hello partner")}),
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
        built = await pick(world.ann, built, label)
    await world.settle()
    new = [each for each in channel.history(viewer=world.cleo) if each.id not in before]
    assert all(each.author.bot and not each.flags.ephemeral for each in new)
    assert any("`E/2E6/E`" in each.content for each in new)
    assert not any(word in each.content for each in new for word in ("meet me", "hello"))
