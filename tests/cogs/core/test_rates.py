"""Who asks for too much in a short time is told when to try again, and nothing is done: for every way to ask."""

from __future__ import annotations

import importlib
import random
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bench.hostile import MOST_S
from cogs import FEATURES
from cogs.core.components import ArenaModal, Guarded
from cogs.core.rates import (
    CHOSEN,
    COMMANDS,
    CONTROLS,
    DIALOGS,
    RATES,
    USES_COUNTED,
    VERBS,
    Pace,
    Paces,
    pace_of_command,
    pace_of_control,
)
from cogs.play.builder import Verb
from cogs.review.viewer import ViewerVerb
from tests.cogs.conftest import World
from tests.cogs.playing import message_of, posts
from tests.cogs.test_visibility import COMMANDS as CASES
from tests.cogs.test_visibility import MENUS, ON_MESSAGES, _filled, _filled_in, used
from tests.hosting.conftest import ManualClock

TURNS_A_SECOND, PEOPLE, PRESSES_A_TURN = 15, 200, 8
"""The load that the bot is measured under, in one server."""

ANN, BOB, HERE, THERE = 1, 2, 10, 20


class Refusing:
    """Lets nothing through, and notes what was asked for."""

    def __init__(self, *, server: bool = False) -> None:
        self.asked: list[Pace] = []
        self.server = server

    def spend(self, pace: Pace, _user_id: int, _guild_id: int | None) -> tuple[float, bool]:
        self.asked.append(pace)
        return 6.5, self.server


class _Languages:
    """Knows the language of a player from memory, as the settings do."""

    def language(self, _user_id: int) -> str | None:
        return None


class _People:
    """Knows from memory who was here lately, as the real one does."""

    def known(self, _account: int) -> int | None:
        return None


class Untouchable:
    """Stands where the arena was: asking it for anything but the language of the refusal is a failure."""

    people = _People()
    settings = _Languages()

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a request that was refused asked for {name}")


class refusing:  # noqa: N801 - used as a statement
    """While this holds the bot refuses everything, and may look at nothing."""

    def __init__(self, world: World, *, server: bool = False) -> None:
        self.world, self.paces = world, Refusing(server=server)

    def __enter__(self) -> Refusing:
        bot: Any = self.world.bot
        self.kept = bot.paces, bot.arena
        bot.paces, bot.arena = self.paces, Untouchable()
        return self.paces

    def __exit__(self, *_: object) -> None:
        bot: Any = self.world.bot
        bot.paces, bot.arena = self.kept


def _again(world: World) -> str:
    return discord.utils.format_dt(world.bot.clock.now() + timedelta(seconds=7), "R")


def _told(
    world: World, message: Any, sentence: str = "You've sent too many requests in a short time, so nothing was done."
) -> None:
    assert message.ephemeral
    assert message.content == f"{sentence} Try again {_again(world)}."


# every way to ask has its kind


async def test_every_command_has_its_kind(world: World) -> None:
    tree = world.bot.tree
    commands = [each for each in tree.walk_commands() if not isinstance(each, app_commands.Group)]
    menus = [each for each in tree.get_commands() if isinstance(each, app_commands.ContextMenu)]
    names = [each.qualified_name for each in commands] + [each.qualified_name for each in menus]
    assert set(names) == COMMANDS.keys()
    for name in names:
        data: dict[str, Any] = {}
        for word in reversed(name.split(" ")):
            data = {"name": word, "type": 1, "options": [data] if data else []}
        assert pace_of_command(data) is COMMANDS[name]
    reel = {"name": "replay", "type": 1, "options": [{"name": "form", "type": 3, "value": "animation"}]}
    assert pace_of_command({"name": "match", "type": 1, "options": [reel]}) is Pace.HEAVY
    assert {name for name, _, _ in CHOSEN} <= set(names)


async def test_every_control_has_its_kind_and_is_counted(world: World) -> None:
    kinds = set(world.bot._connection._view_store._dynamic_items.values())
    assert {kind.__discord_ui_compiled_template__.pattern.split(":")[0] for kind in kinds} == CONTROLS.keys()
    assert all(issubclass(kind, Guarded) for kind in kinds)
    assert CONTROLS["m"] == {action: pace_of_control(f"m:1:2:{action}") for action in world.bot.presses}
    assert VERBS["b"].keys() <= set(Verb)
    assert VERBS["v"].keys() <= set(ViewerVerb)
    assert pace_of_control("b:1:2:c::E/2C6/D8-") is Pace.TURN
    assert pace_of_control("b:1:2:m3:1.2:E/2C6") is Pace.PRESS
    assert pace_of_control("b:1:2:p::c:c:c") is Pace.PRESS
    assert pace_of_control("v:m1:2:0:a") is Pace.HEAVY
    assert pace_of_control("v:m1:2:0:n") is Pace.PRESS


def test_every_dialog_has_its_kind_and_is_counted() -> None:
    for name in FEATURES:
        importlib.import_module(name)
    own = {each for each in discord.ui.Modal.__subclasses__() if each.__module__.startswith("cogs.")}
    assert own == {ArenaModal}
    shown = {each for kind in ArenaModal.__subclasses__() for each in kind.__subclasses__() or [kind]}
    assert {each.__name__ for each in shown} == DIALOGS.keys()


# what is refused


async def test_no_command_is_begun(world: World, subtests: pytest.Subtests) -> None:
    organiser = world.organiser()
    await world.settle()
    await world.begin()
    (status,) = posts(world, "Play")
    for name in (*CASES, *MENUS, *ON_MESSAGES):
        with subtests.test(name), refusing(world) as paces:
            if name in MENUS:
                result = await organiser.context_menu(world.channel, name, world.bob)
            elif name in ON_MESSAGES:
                result = await organiser.context_menu(world.channel, name, status)
            else:
                result = await organiser.slash(world.channel, name, **_filled_in(world, CASES[name][0][0]))
            _told(world, message_of(result))
            assert paces.asked == [COMMANDS[name]]
            assert not result.followups


async def test_no_press_is_begun(world: World, subtests: pytest.Subtests) -> None:
    chance = random.Random(9)
    kinds = set(world.bot._connection._view_store._dynamic_items.values())
    for kind in sorted(kinds, key=lambda each: each.__name__):
        custom_id = _filled(kind, chance)
        with subtests.test(custom_id), refusing(world) as paces:
            menu = ("x",) if kind.__name__ in ("TopicMenu", "EntryMenu", "PrivacyMenu") else ()
            message, (told,) = await used(world.eve, world, world.channel, (custom_id, menu), settle=world.env.settle)
            assert message.content == "forged"
            _told(world, told)
            assert paces.asked == [pace_of_control(custom_id)]


@pytest.mark.parametrize(("command", "options"), [("match import", {}), ("new replicants", {"clock": "own"})])
async def test_no_dialog_is_read(world: World, command: str, options: dict[str, Any]) -> None:
    asked = await world.eve.slash(world.channel, command, **options)
    assert asked.modal is not None
    (field,) = _fields(asked.modal)
    with refusing(world) as paces:
        _told(world, message_of(await world.eve.submit_modal(asked, {field: "x" * 40})))
        assert len(paces.asked) == 1
        assert paces.asked[0] in DIALOGS.values()


def _fields(part: Any) -> list[str]:
    """Return the ids of a dialog's text fields, however deep they stand."""
    if isinstance(part, list):
        return [each for some in part for each in _fields(some)]
    if not isinstance(part, dict):
        return []
    if part.get("type") == 4:
        return [part["custom_id"]]
    return _fields(part.get("components")) + _fields(part.get("component"))


async def test_nothing_is_offered_to_who_types_on(world: World, subtests: pytest.Subtests) -> None:
    await world.begin()
    assert await world.ann.autocomplete(world.channel, "move", "turn", "E/")
    for command in world.bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command):
            continue
        for parameter in (each for each in command.parameters if each.autocomplete):
            with subtests.test(f"{command.qualified_name} {parameter.name}"), refusing(world) as paces:
                found = await world.ann.autocomplete(world.channel, command.qualified_name, parameter.display_name, "1")
                assert found == []
                assert paces.asked == [Pace.TYPE]


async def test_a_server_that_asks_for_too_much_is_told_so(world: World) -> None:
    with refusing(world, server=True):
        answer = message_of(await world.ann.slash(world.channel, "matches"))
        _told(world, answer, "This server is sending too many requests, so nothing was done.")


async def test_a_partner_sees_nothing_of_a_refusal(world: World) -> None:
    # R29
    match = await world.begin_silent()
    team = world.place(next(place for place in match.places if place.role == "team:0").channel_id)
    (playable,) = [each for each in team.history(viewer=world.ann) if "Play" in str(each.components)]
    before = [(each.id, each.edited_at) for each in team.history(viewer=world.cleo)]
    with refusing(world):
        _told(world, message_of(await world.ann.slash(team, "move", turn="E")))
        _told(world, message_of(await world.ann.click(playable, label="Play")))
    assert [(each.id, each.edited_at) for each in team.history(viewer=world.cleo)] == before


async def test_time_gives_it_back(world: World) -> None:
    world.bot.paces = Paces(world.bot.clock)
    answers = [
        message_of(await world.ann.slash(world.channel, "settings vacation")).content
        for _ in range(RATES[Pace.LOOK].person + 1)
    ]
    assert [text.startswith("You've sent too many requests") for text in answers] == [False] * RATES[
        Pace.LOOK
    ].person + [True]
    until = world.bot.clock.now() + timedelta(seconds=RATES[Pace.LOOK].seconds)
    assert discord.utils.format_dt(until, "R") in answers[-1]
    assert (
        "haven't announced a vacation" in message_of(await world.bob.slash(world.channel, "settings vacation")).content
    )
    await world.env.advance_time(RATES[Pace.LOOK].seconds + 1)
    assert (
        "haven't announced a vacation" in message_of(await world.ann.slash(world.channel, "settings vacation")).content
    )


# the figures


def test_the_figures_are_well_above_the_load() -> None:
    for pace, each_turn in ((Pace.TURN, 1), (Pace.LOOK, 1), (Pace.PRESS, PRESSES_A_TURN), (Pace.TYPE, PRESSES_A_TURN)):
        rate = RATES[pace]
        load = TURNS_A_SECOND * each_turn * rate.seconds
        assert rate.server >= 2 * load
        assert rate.person >= 5 * load / PEOPLE
    assert RATES[Pace.WRITE].server >= 2 * PEOPLE


def test_a_few_people_do_not_use_up_what_their_server_may_ask_for() -> None:
    # R29: whether a partner is refused must not be in the others' hands
    assert all(15 * rate.person <= rate.server for rate in RATES.values())


@pytest.mark.parametrize("pace", Pace)
def test_someone_is_served_beside_a_few_who_ask_for_all_they_can(pace: Pace) -> None:
    paces, few = Paces(ManualClock()), 12
    for user in range(BOB, BOB + few):
        used_up(paces, pace, user, HERE)
    assert used_up(paces, pace, ANN, HERE) == RATES[pace].person


def test_what_takes_seconds_leaves_a_core_to_others() -> None:
    rate = RATES[Pace.HEAVY]
    assert rate.server * MOST_S <= rate.seconds


# counting


def used_up(paces: Paces, pace: Pace, user: int, guild: int | None) -> int:
    """Return how often a player may do something at one moment."""
    count = 0
    while not paces.spend(pace, user, guild)[0]:
        count += 1
    return count


def test_a_person_is_counted_in_all_servers_together() -> None:
    clock = ManualClock()
    paces = Paces(clock)
    for _ in range(RATES[Pace.LOOK].person // 2):
        paces.spend(Pace.LOOK, ANN, HERE)
    assert used_up(paces, Pace.LOOK, ANN, THERE) == RATES[Pace.LOOK].person - RATES[Pace.LOOK].person // 2
    assert not paces.spend(Pace.TURN, ANN, HERE)[0]
    assert not paces.spend(Pace.LOOK, BOB, HERE)[0]


def test_a_server_is_counted_for_all_its_people_and_not_for_what_was_refused() -> None:
    paces, rate = Paces(ManualClock()), RATES[Pace.HEAVY]
    for _ in range(10 * rate.person):
        paces.spend(Pace.HEAVY, ANN, HERE)
    others = rate.server // rate.person
    assert all(used_up(paces, Pace.HEAVY, user, HERE) == rate.person for user in range(BOB, BOB + others - 1))
    assert paces.spend(Pace.HEAVY, 99, HERE) == (rate.seconds, True)
    assert paces.spend(Pace.HEAVY, 99, THERE) == (0.0, True)
    assert paces.spend(Pace.HEAVY, 98, None) == (0.0, False)


async def test_the_wait_is_what_is_left_of_the_window() -> None:
    clock, rate = ManualClock(), RATES[Pace.TURN]
    paces = Paces(clock)
    assert used_up(paces, Pace.TURN, ANN, HERE) == rate.person
    await clock.advance(10)
    assert paces.spend(Pace.TURN, ANN, HERE) == (rate.seconds - 10, False)
    await clock.advance(rate.seconds - 9)
    assert used_up(paces, Pace.TURN, ANN, HERE) == rate.person


def test_a_clock_that_is_put_back_locks_nobody_out() -> None:
    clock = ManualClock()
    paces = Paces(clock)
    used_up(paces, Pace.TURN, ANN, HERE)
    clock.jump(-3600)
    assert not paces.spend(Pace.TURN, ANN, HERE)[0]


def test_what_is_remembered_is_bounded() -> None:
    paces = Paces(ManualClock())
    for user in range(2 * USES_COUNTED):
        paces.spend(Pace.TURN, user, HERE)
    assert len(paces._counts) == USES_COUNTED


@pytest.mark.parametrize(("times", "most"), [(2.0, 2 * RATES[Pace.LOOK].person), (0.001, 1)])
def test_an_operator_can_allow_more_or_less(times: float, most: int) -> None:
    assert used_up(Paces(ManualClock(), times), Pace.LOOK, ANN, None) == most


def test_an_operator_can_count_nothing() -> None:
    paces = Paces(ManualClock(), 0)
    assert all(paces.spend(Pace.HEAVY, ANN, HERE) == (0.0, False) for _ in range(1000))


def test_the_page_for_operators_has_the_figures() -> None:
    page = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ \| ([0-9]+) \| ([0-9,]+) \| ([0-9]+) s \|$", page, re.MULTILINE)
    figures = [(int(person), int(server.replace(",", "")), float(seconds)) for person, server, seconds in rows]
    assert figures == [(rate.person, rate.server, rate.seconds) for rate in RATES.values()]
