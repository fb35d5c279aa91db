"""Terms: the private panel of a table's host, its presets and dialogs, and what those who sit down have seen."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord
import pytest

from hosting.clock import ClockTerms
from hosting.match_terms import PRESETS, USUAL_CLOCK, Terms
from tests.cogs.conftest import World, private
from tests.cogs.playing import controls, labels, menus, message_of
from tests.cogs.seeing import seen_by

TIME = {"clock": ["2d"], "own": "", "timeout": "random", "pauses": ["weekend", "vacation"], "quiet": ["22:00-7:00"]}
RULES = {"undo": "never", "flags": ["pauses", "automatic"]}
PLACE = {"seats": "random", "where": "thread"}


async def terms(world: World, number: int = 1) -> Terms:
    return Terms.load((await world.table(number)).terms)


async def asked(world: World, lobby: discord.Message, label: str) -> Any:
    """Have Ann open a dialog of the panel."""
    panel = message_of(await world.press("ann", lobby, "Terms"))
    return await world.ann.click(panel, label=label)


async def test_the_panel_is_seen_by_the_host_alone_and_says_all_terms(world: World) -> None:
    lobby = await world.lobby(where="here")
    panel = message_of(await world.press("ann", lobby, "Terms"))
    assert [each for each in world.people.values() if seen_by(world, each, panel)] == [world.ann]
    assert labels(panel) == ["Time", "Agreements", "Place", "Add computer"]
    assert [each["label"] for each in menus(panel)[0]["options"]] == ["Quick", "Two days", "Long"]
    for line in ("No clock", "in the order you join", "in this channel"):
        assert line in panel.content
    assert "Only the table's host" in private(await world.press("bob", lobby, "Terms"))


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_is_taken_and_said(world: World, preset: str) -> None:
    lobby = await world.lobby(where="here", drawn=True, undo="never")
    panel = message_of(await world.press("ann", lobby, "Terms"))
    await world.ann.select(panel, [preset], custom_id="j:1:preset")
    held = await terms(world)
    assert held.clock == PRESETS[preset].clock
    assert (held.drawn, held.undo) == (True, "consent"), "all of a preset but who sits where"
    assert "Clock: " in world.latest(lobby).content
    shown = message_of(await world.press("ann", lobby, "Terms"))
    assert [each["value"] for each in menus(shown)[0]["options"] if each.get("default")] == [preset]


async def test_dialogs_show_what_holds_and_change_it(world: World) -> None:
    lobby = await world.lobby(where="here")
    await world.ann.submit_modal(await asked(world, lobby, "Time"), TIME)
    await world.ann.submit_modal(await asked(world, lobby, "Agreements"), RULES)
    result = await world.ann.submit_modal(await asked(world, lobby, "Place"), PLACE)
    held, table = await terms(world), await world.table()
    assert held.clock is not None
    assert (held.timeout, held.weekend, held.rests, held.vacation) == ("random", True, False, True)
    assert held.quiet is not None
    assert (held.undo, held.rated, held.pauses, held.agreed_ends, held.automatic) == ("never", False, True, False, True)
    assert (held.drawn, table.where) == (True, "thread")
    content = world.latest(lobby).content
    for line in (
        "Clock: 2d per turn.",
        "a random legal turn is played",
        "Saturdays and Sundays",
        "from 22:00 to 07:00 (UTC)",
        "Clocks run through players' quiet hours",
        "Turns can't be taken back.",
        "isn't rated",
        "can't agree to end",
        "in a thread of this channel",
        "drawn when the match starts",
    ):
        assert line in content
    assert "drawn when the match starts" in message_of(result).content

    # What a dialog shows is what holds: sent as it is, it changes nothing.
    before = await terms(world)
    await world.ann.submit_modal(await asked(world, lobby, "Time"), {**TIME, "quiet": ["now"]})
    assert await terms(world) == before


async def test_a_clock_of_ones_own_stays_as_it_is_where_another_thing_changes(world: World) -> None:
    lobby = await world.lobby(where="here")
    await world.ann.submit_modal(await asked(world, lobby, "Time"), {**TIME, "own": " 36h "})
    assert "Clock: 1d12h per turn." in world.latest(lobby).content
    await world.ann.submit_modal(await asked(world, lobby, "Time"), {**TIME, "clock": ["now"], "quiet": ["never"]})
    assert "Clock: 1d12h per turn." in world.latest(lobby).content
    assert (await terms(world)).quiet is None
    told = private(await world.ann.submit_modal(await asked(world, lobby, "Time"), {**TIME, "own": "a while"}))
    assert "as a clock" in told
    assert "Clock: 1d12h per turn." in world.latest(lobby).content


@pytest.mark.usefixtures("grove")
async def test_as_last_time_takes_terms_options_and_place(world: World) -> None:
    assert "an earlier table of yours" in private(await world.ann.slash(world.channel, "new grove", clock="last"))
    await world.lobby(game="grove", players=2, where="here", clock="2d", paths="given", given="12", rated=False)
    offered = await world.ann.autocomplete(world.channel, "new grove", "clock", "as last")
    assert [each["value"] for each in offered] == ["last"]
    assert offered[0]["name"] == "As last time: two players, 2d a turn, and everything else as it was then"
    alone = await world.ann.autocomplete(world.channel, "new grove", "clock", "as last", players=1)
    assert alone == [], "she has played it with others only"
    assert await world.bob.autocomplete(world.channel, "new grove", "clock", "as last") == []

    again = await world.lobby(game="grove", clock="last")
    for line in ("Clock: 2d per turn.", "Given paths: 12", "isn't rated", "in this channel"):
        assert line in again.content
    assert await terms(world, 2) == await terms(world, 1)
    other = await world.lobby(game="grove", players=3, clock="last")
    assert "Clock: 2d per turn." in other.content
    assert "Paths: given\nGiven paths: random" in other.content, "three players have no such value"

    third = await world.lobby(game="grove", players=2)
    panel = message_of(await world.press("ann", third, "Terms"))
    await world.ann.select(panel, ["last"], custom_id="j:4:preset")
    assert "Clock: 2d per turn." in world.latest(third).content


async def test_nothing_changes_once_another_player_sits_there(world: World) -> None:
    lobby = await world.lobby(where="here")
    panel = message_of(await world.press("ann", lobby, "Terms"))
    dialogs: list[Any] = [await world.ann.click(panel, label=label) for label in ("Time", "Agreements", "Place")]
    before = await terms(world)
    await world.press("bob", lobby, "Join")
    assert "Terms" not in labels(world.latest(lobby))
    given: list[dict[str, Any]] = [TIME, RULES, PLACE]
    for dialog, each in zip(dialogs, given, strict=True):
        assert "bob sat down on these terms" in private(await world.ann.submit_modal(dialog, each))
    assert "bob sat down on these terms" in private(await world.ann.select(panel, ["quick"], custom_id="j:1:preset"))
    assert "bob sat down on these terms" in private(await world.ann.click(panel, label="Time"))
    assert await terms(world) == before
    await world.press("bob", lobby, "Leave")
    await world.ann.select(panel, ["quick"], custom_id="j:1:preset")
    assert (await terms(world)).clock == PRESETS["quick"].clock


async def test_nobody_sits_down_on_terms_they_did_not_see(world: World) -> None:
    lobby = await world.lobby(where="here", players=3, opponent=world.cleo)
    joining, sitting, accepting = [await world.as_it_was(lobby) for _ in range(3)]
    panel = message_of(await world.press("ann", lobby, "Terms"))
    await world.ann.select(panel, ["quick"], custom_id="j:1:preset")
    (seat,) = [each["custom_id"] for each in controls(sitting) if ":seat:" in each["custom_id"]]
    for result in (
        await world.bob.click(joining, label="Join"),
        await world.bob.select(sitting, ["3"], custom_id=seat),
        await world.cleo.click(accepting, label="Accept"),
    ):
        assert "terms have changed" in private(result)
    assert [each.taken for each in (await world.table()).seats] == [True, False, False]
    await world.press("bob", lobby, "Join")
    await world.press("cleo", lobby, "Accept")
    assert [each.taken for each in (await world.table()).seats] == [True, True, True]


async def test_a_double_press_of_a_dialog_changes_nothing_more(world: World) -> None:
    lobby = await world.lobby(where="here")
    dialog = await asked(world, lobby, "Agreements")
    await world.ann.submit_modal(dialog, RULES)
    held = await terms(world)
    other = await asked(world, lobby, "Agreements")
    await world.ann.submit_modal(other, RULES)
    assert await terms(world) == held


async def test_terms_outlive_a_restart(world: World) -> None:
    lobby = await world.lobby(where="here")
    await world.ann.submit_modal(await asked(world, lobby, "Place"), {**PLACE, "where": "here"})
    await world.restart()
    await world.press("bob", lobby, "Join")
    assert "Shuffle" in labels(world.latest(lobby)), "seats are drawn, as the table says itself"
    panel = await world.forge("j:1:preset", "quick")
    assert "bob sat down on these terms" in private(await world.ann.select(panel, ["quick"], custom_id="j:1:preset"))


async def test_forged_controls_do_nothing(world: World) -> None:
    await world.lobby(where="here")
    before = await world.table()
    forged = await world.forge("j:1:preset", "what")
    assert "no such value" in private(await world.ann.select(forged, ["what"], custom_id="j:1:preset"))
    assert "no such value" in private(await world.ann.click(await world.forge("j:1:what"), label="forged"))
    assert "no such table" in private(await world.ann.click(await world.forge("j:99:time"), label="forged"))
    assert "Only the table's host" in private(await world.bob.click(await world.forge("j:1:time"), label="forged"))
    den = world.guild.create_text_channel("den")
    elsewhere = await world.forge("j:1:time", channel=den)
    assert "no such table" in private(await world.ann.click(elsewhere, label="forged"))
    assert await world.table() == before


async def test_a_place_where_the_bot_could_not_play_is_refused(world: World) -> None:
    lobby = await world.lobby(where="here")
    dialog = await asked(world, lobby, "Place")
    world.deny(world.channel, world.env.backend.bot_user.id, "create_public_threads")
    assert "Create Public Threads" in private(await world.ann.submit_modal(dialog, PLACE))
    assert (await world.table()).where == "here"


async def test_silent_teams_keep_their_channels_and_alone_no_time_is_asked_for(world: World) -> None:
    teams = await world.lobby(players=4, mode="teams")
    place = await asked(world, teams, "Place")
    assert place.modal is not None
    assert [each["component"]["custom_id"] for each in place.modal["components"]] == ["seats"]
    await world.open_table(world.ann, world.channel, "mutants", players=1, where="here")
    (alone,) = [each for each in world.own(world.channel) if "Choose in private" in labels(each)]
    panel = message_of(await world.press("ann", alone, "Terms"))
    assert labels(panel) == ["Agreements", "Place"]
    assert [each["placeholder"] for each in menus(panel)] == [
        "Your boss",
        "Challenge: whether the boss is ultra-resistant",
        "Challenge: which genes the reserve can't have",
    ]
    await world.ann.select(panel, ["v:jack"], custom_id="d:2:boss")
    assert "Jack" in world.latest(alone).content


@pytest.fixture
def hurried(world: World) -> World:
    """Return a world in which a table has the clock that the bot has for players on Discord."""
    world.bot.default_clock = USUAL_CLOCK
    return world


async def test_a_table_for_which_no_clock_is_named_has_three_days_a_turn(hurried: World) -> None:
    lobby = await hurried.lobby(where="here")
    assert "Clock: 3d per turn." in lobby.content
    assert (await terms(hurried)).clock == ClockTerms("turn", per_turn=timedelta(days=3))
    await hurried.press("bob", lobby, "Join")
    await hurried.press("ann", lobby, "Start")
    await hurried.settle()
    match = await hurried.bot.arena.matches.get(1)
    assert match.clock is not None
    assert match.clock.due(1) == match.started_at + timedelta(days=3)


@pytest.mark.parametrize(("clock", "held"), [("none", None), ("2d", ClockTerms("turn", per_turn=timedelta(days=2)))])
async def test_a_clock_that_is_named_holds_and_so_does_no_clock(
    hurried: World, clock: str, held: ClockTerms | None
) -> None:
    for number, named in ((1, clock), (2, "last")):
        await hurried.lobby(where="here", clock=named)
        assert Terms.load((await hurried.bot.arena.tables.get(number)).terms).clock == held


async def test_no_clock_is_in_the_dialog_of_a_table_with_the_usual_one(hurried: World) -> None:
    lobby = await hurried.lobby(where="here")
    given = {**TIME, "clock": ["none"], "quiet": ["never"]}
    await hurried.ann.submit_modal(await asked(hurried, lobby, "Time"), given)
    assert (await terms(hurried)).clock is None
    assert "Clock: " not in hurried.latest(lobby).content


async def test_who_plays_alone_has_no_clock(hurried: World) -> None:
    await hurried.open_table(hurried.ann, hurried.channel, "mutants", players=1, where="here", loadout="usual")
    await hurried.settle()
    assert (await terms(hurried)).clock is None
    assert (await hurried.bot.arena.matches.get(1)).clock is None
