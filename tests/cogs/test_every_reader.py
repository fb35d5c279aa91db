"""Every public button and every look-up answers every kind of reader in every phase of every game."""

from __future__ import annotations

import random
from typing import Any

import pytest
import simcord
from discord import app_commands

from engine import registry
from engine.apex.state import Phase
from engine.mutants.parse import kind_of
from engine.session import Session
from hosting.match.model import Match, Place
from tests.cogs.conftest import World
from tests.cogs.playing import Shown, controls, posts, texts
from tests.cogs.seeing import answers
from tests.cogs.test_visibility import COMMANDS
from tests.volume import many

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
"""Buttons that change or begin something; `tests/cogs/test_visibility_controls.py` says where each is pressed."""

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
