"""Computer players on Discord: tables with them, their turns in one message, their names, and rematches."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.ui.lobby import levels_of
from computer import players
from engine import registry
from hosting.computers.workers import Decided, Job
from hosting.match.model import Computer
from locales import languages, translator
from tests.cogs.clocks import wait
from tests.cogs.conftest import World, private
from tests.cogs.playing import labels, latest, leave, message_of, refreshed
from tests.computers import computers_in_process, switch_off  # noqa: F401 - a fixture
from tests.every_mode import drawn_text

pytestmark = pytest.mark.usefixtures("computers_in_process")


def boards(world: World, channel_id: int | None = None) -> list[discord.Message]:
    """Return the bot's messages with a picture of a board, in a channel or in the usual one."""
    place = world.channel if channel_id is None else world.place(channel_id)
    return [
        each for each in place.history(viewer=world.ann) if each.attachments and "-" in each.attachments[0].filename
    ]


async def start(world: World, game: str = "replicants", **options: Any) -> int:
    """Have Ann begin a match by one command, in this channel; return the number of its message."""
    reply = await world.open_table(world.ann, world.channel, game, where="here", **options)
    await world.settle()
    assert reply.response is not None
    return reply.response.message.id


async def change(world: World, lobby: discord.Message, level: str, count: str = "1") -> Any:
    """Have Ann add computers of a level to her table under Terms, or have them `leave`."""
    dialog = await world.ann.click(message_of(await world.press("ann", lobby, "Terms")), label="Add computer")
    return await world.ann.submit_modal(
        dialog, {"level": [level]} if level == "leave" else {"level": [level], "count": [count]}
    )


@pytest.mark.parametrize(("game", "mode"), players.games())
def test_what_is_said_of_levels_is_so(game: str, mode: str) -> None:
    info = registry.get(game).info
    said = [str(text).partition(": ")[2] for text in levels_of(info, info.mode(mode)).values()]
    levels = list(players.levels(game, mode).values())
    assert len(said) == len(levels)
    if game in players.SAMPLED:
        first, second, *more = levels
        assert said[1] == "tries many ways to go on"
        assert second.turns > first.turns
        assert second.playouts > first.playouts
        assert said[2:] == ["tries over twice as many"] * len(more)
        assert all(third.turns >= second.turns and third.playouts > 2 * second.playouts for third in more)
    else:
        depths = [max(level.depths, default=-1) + level.rounds for level in levels]
        assert said[2] == "looks several turns ahead"
        assert depths == sorted(set(depths))


ON_A_PHONE = 36
"""How many letters of an option a menu shows on a phone."""


@pytest.mark.parametrize("language", languages())
def test_menus_on_a_phone_show_what_levels_do_whole(language: str) -> None:
    said = {text for game in registry.games() for text in levels_of(game.info).values()}
    assert [text for each in said if len(text := each.render(translator(language))) > ON_A_PHONE] == []


async def test_one_command_begins_a_match_against_a_computer_whose_turn_follows(world: World) -> None:
    await start(world, computer=1)
    match = await latest(world)
    assert [each.computer for each in match.seats] == [None, Computer(1)]
    assert match.clock is None
    assert not match.terms.rated
    played = await world.ann.slash(world.channel, "move", turn="E/2C6/D8-")
    await world.settle()
    first = len(boards(world))
    assert boards(world)[-1].content.endswith("Round 1. Computer (level 1): charge"), "nobody is told to press anything"
    assert labels(boards(world)[-1]) == ["Moves", "Rules", "More"]
    await wait(world, 2)
    assert (await latest(world)).seq == 2
    assert len(boards(world)) == first + 1
    last = boards(world)[-1]
    assert labels(last) == ["Play", "Moves", "Rules", "More"]
    assert "**Computer (level 1)** plays" in last.content
    assert "\x01" not in last.content
    assert f"<@{world.ann.id}>" in last.content
    moved = await world.ann.click(message_of(played), label="Take back")
    assert (
        refreshed(world.ann, message_of(moved)).content == "The match has moved on. `/undo` takes your last turn back."
    )


async def test_who_has_chosen_before_a_computer_can_still_change_their_choice(world: World) -> None:
    await start(world, "apex", computer=1)
    await world.ann.slash(world.channel, "move", turn="MIN")
    await wait(world, 2)
    session = (await latest(world)).session
    assert session.deciding == {1, 2}
    await world.ann.slash(world.channel, "move", turn=drawn_text(session, 1, random.Random(1)))
    await world.settle()
    assert (await latest(world)).session.to_act == {2}
    assert labels(boards(world)[-1])[0] == "Choose"


async def test_only_people_are_offered_more_time(world: World) -> None:
    await start(world, computer=1)
    olaf = world.organiser()
    for actor, command, option, count in (
        (world.ann, "match more-time", "player", 1),
        (olaf, "organise extend", "player", 1),
        (olaf, "organise substitute", "seat", 2),
    ):
        offered = await actor.autocomplete(world.channel, command, option, "")
        assert [each["name"] for each in offered] == ["ann", "Computer (level 1)"][:count]


async def test_turns_of_computers_in_a_row_are_one_message_with_one_picture(world: World) -> None:
    await start(world, players=4, mode="individual", computer=1)
    match = await latest(world)
    assert len(match.computers) == 3
    await world.ann.slash(world.channel, "move", turn=drawn_text(match.session, 1, random.Random(1), half=0))
    await world.settle()
    before = len(boards(world))
    for _ in range(4):
        await wait(world, 2)
    match = await latest(world)
    assert match.seq == 4
    assert match.session.to_act == {1}
    (last,) = boards(world)[before:]
    for number in ("Computer (level 1)", "#2 Computer (level 1)", "#3 Computer (level 1)"):
        assert f"**{number}** plays" in last.content
    assert len(last.attachments) == 1


async def test_the_table_names_computers_and_lets_the_host_add_them_under_terms(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=4)
    assert "Nobody there? **Add computer** under **Terms**" in lobby.content
    panel = message_of(await world.press("ann", lobby, "Terms"))
    assert labels(panel) == ["Time", "Agreements", "Place", "Add computer"]
    dialog = await world.ann.click(panel, label="Add computer")
    await world.ann.submit_modal(dialog, {"level": ["2"], "count": ["2"]})
    content = world.latest(lobby).content
    assert "Seat 2: Computer (level 2)\n" in content
    assert "Seat 3: #2 Computer (level 2)\n" in content
    assert "press **Start**" not in refreshed(world.ann, panel).content
    assert "This match isn't rated." in content
    # The table is still the host's alone: the terms can be changed, but a match with computers is never rated.
    panel = message_of(await world.press("ann", lobby, "Terms"))
    dialog = await world.ann.click(panel, label="Agreements")
    assert dialog.modal is not None
    flags = dialog.modal["components"][1]["component"]["options"]
    assert [each["value"] for each in flags] == ["pauses", "agreed_ends", "automatic", "shows_chosen"]
    await world.ann.submit_modal(dialog, {"undo": "free", "flags": []})
    await world.ann.select(panel, ["quick"], custom_id="j:1:preset")
    assert "This match isn't rated." in world.latest(lobby).content
    await change(world, lobby, "leave")
    assert "Computer" not in world.latest(lobby).content
    assert "This match isn't rated." not in world.latest(lobby).content, "as before the computers came"
    panel = message_of(await world.press("ann", lobby, "Terms"))
    dialog = await world.ann.click(panel, label="Agreements")
    await world.ann.submit_modal(dialog, {"undo": "free", "flags": []})
    await change(world, lobby, "2", "2")
    await change(world, lobby, "leave")
    assert "This match isn't rated." in world.latest(lobby).content, "as the host chose before"
    panel = message_of(await world.press("ann", lobby, "Terms"))
    await world.ann.submit_modal(await world.ann.click(panel, label="Add computer"), {"level": ["1"], "count": ["3"]})
    # Who never opened a table before is told how to go on.
    assert "All seats are taken: press **Start** at the table." in refreshed(world.ann, panel).content


async def test_the_host_adds_computers_beside_people_who_are_called_to_accept(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=4)
    assert "Add computer" not in labels(lobby)
    await world.press("bob", lobby, "Join")
    lobby = world.latest(lobby)
    assert "Add computer" in labels(lobby)
    assert "Only the table's host" in private(await world.press("bob", lobby, "Add computer"))
    before = len(world.channel.history(viewer=world.bob))
    dialog = await world.ann.click(lobby, label="Add computer")
    await world.ann.submit_modal(dialog, {"level": ["1"], "count": ["2"]})
    await world.settle()
    shown = world.latest(lobby)
    assert f"Seat 2: <@{world.bob.id}> is invited" in shown.content
    assert "This match isn't rated." in shown.content
    (call,) = world.channel.history(viewer=world.bob)[before:]
    assert call.content.startswith(f"<@{world.bob.id}>: <@{world.ann.id}> has changed the computer players")
    await world.press("bob", shown, "Accept")
    await world.press("ann", world.latest(lobby), "Start")
    await world.settle()
    assert [each.computer for each in (await latest(world)).seats] == [None, None, Computer(1), Computer(1, 2)]


async def test_no_computer_is_offered_at_a_table_without_a_free_seat(world: World) -> None:
    lobby = await world.lobby(where="here", opponent=world.bob)
    assert "Nobody there?" not in lobby.content
    panel = message_of(await world.press("ann", lobby, "Terms"))
    refused = await world.ann.click(panel, label="Add computer")
    assert "no free seat" in private(refused)


async def test_two_forms_that_were_opened_at_once_seat_computers_once(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=4)
    panel = message_of(await world.press("ann", lobby, "Terms"))
    one, other = [await world.ann.click(panel, label="Add computer") for _ in range(2)]
    await world.ann.submit_modal(one, {"level": ["2"], "count": ["1"]})
    refused = await world.ann.submit_modal(other, {"level": ["2"], "count": ["1"]})
    assert "The table's terms have changed" in private(refused)
    assert "#2 Computer" not in world.latest(lobby).content


async def test_a_profile_tells_levels_apart(world: World) -> None:
    for level in (1, 2):
        await start(world, computer=level)
        await world.as_bot(world.bot.arena.matches.forfeit((await latest(world)).id, world.person("ann")))
    profile = private(await world.ann.slash(world.channel, "profile"))
    assert "**Won against computers**: Replicants, level 1: 0 of 1 · Replicants, level 2: 0 of 1" in profile


async def test_a_result_and_a_rematch_name_the_computer_and_only_people_are_asked(world: World) -> None:
    await start(world, computer=2)
    match = await latest(world)
    await world.as_bot(world.bot.arena.matches.forfeit(match.id, world.person("ann")))
    ended = boards(world)[-1]
    assert "Computer (level 2)" in ended.content
    # A lost match isn't nothing: the profile has it.
    profile = private(await world.ann.slash(world.channel, "profile"))
    assert "no finished matches with other people yet" in profile
    assert "**Won against computers**: Replicants, level 2: 0 of 1" in profile
    before = world.channel.history(viewer=world.bob)
    result = await world.press("ann", ended, "Rematch")
    await world.settle()
    assert private(result) == "The rematch is starting."
    posted = world.channel.history(viewer=world.bob)[len(before) :]
    assert [bool(each.attachments) for each in posted] == [True], "its first board, and no offer to anybody"
    again = await latest(world)
    assert [each.computer for each in again.seats] == [Computer(2), None]


async def test_a_new_table_has_computers_of_the_same_levels_again(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=4)
    for level in ("2", "1"):
        await change(world, lobby, level)
    await world.press("bob", lobby, "Join")
    await world.press("ann", lobby, "Start")
    await world.settle()
    match = await latest(world)
    assert [each.computer for each in match.seats] == [None, Computer(2), Computer(1, 2), None]
    over = match
    while not over.over:
        over = await world.as_bot(world.bot.arena.matches.forfeit(match.id, over.to_act[0]))
    ended = boards(world)[-1]
    assert "Your table is open" in private(await world.press("eve", ended, "New table"))
    table = await world.table(2)
    assert [each.computer for each in table.seats] == [None, Computer(2), Computer(1, 2), None]
    assert table.terms == match.terms.dump()
    posted = world.message(table.channel_id, table.message_id or 0)
    assert "Seat 2: Computer (level 2)\n" in posted.content
    assert "already have a table like this" in private(await world.press("eve", ended, "New table"))
    # Without its computers it isn't like the match any more.
    dialog = await world.eve.click(message_of(await world.press("eve", posted, "Terms")), label="Add computer")
    await world.eve.submit_modal(dialog, {"level": ["leave"]})
    assert "Your table is open" in private(await world.press("eve", ended, "New table"))
    switch_off(world.bot.arena)
    assert "switched computer players off" in private(await world.press("bob", ended, "New table"))


async def test_without_workers_no_option_offers_computers(world: World) -> None:
    switch_off(world.bot.arena)
    lobby = await world.lobby(where="here")
    assert "Add computer" not in lobby.content
    assert labels(message_of(await world.press("ann", lobby, "Terms"))) == ["Time", "Agreements", "Place"]
    refused = await world.ann.slash(world.channel, "new replicants", computer=1)
    assert "switched computer players off" in private(refused)


async def test_computers_can_be_removed_where_there_are_none_any_more(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=3)
    await change(world, lobby, "2")
    await world.press("bob", world.latest(lobby), "Join")
    switch_off(world.bot.arena)
    assert "switched computer players off" in private(await world.press("ann", world.latest(lobby), "Start"))
    full = world.latest(lobby)
    assert "Terms" not in labels(full)
    assert "Only the table's host" in private(await world.press("bob", full, "Remove computers"))
    dialog = await world.ann.click(full, label="Remove computers")
    await world.ann.submit_modal(dialog, {"level": ["leave"]})
    left = world.latest(lobby)
    assert "Seat 2: free" in left.content
    assert "Terms" in labels(left), "nobody else has accepted it as it is now"
    assert "Remove computers" not in labels(left)


async def test_a_button_from_before_computers_were_switched_off_adds_none(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=3)
    await world.press("bob", lobby, "Join")
    switch_off(world.bot.arena)
    refused = await world.press("ann", world.latest(lobby), "Add computer")
    assert "switched computer players off" in private(refused)


async def test_a_host_alone_can_remove_computers_where_there_are_none_any_more(world: World) -> None:
    lobby = await world.lobby(where="here", game="apex", players=3)
    await change(world, lobby, "2")
    switch_off(world.bot.arena)
    panel = message_of(await world.press("ann", lobby, "Terms"))
    assert labels(panel) == ["Time", "Agreements", "Place", "Remove computers"]
    dialog = await world.ann.click(panel, label="Remove computers")
    assert dialog.modal is not None
    (level,) = [each["component"] for each in dialog.modal["components"]]
    assert [each["value"] for each in level["options"]] == ["leave"]
    await world.ann.submit_modal(dialog, {"level": ["leave"]})
    assert "Computer" not in world.latest(lobby).content
    assert labels(refreshed(world.ann, panel)) == ["Time", "Agreements", "Place"]


@pytest.mark.parametrize("hurried", [2, 3])
async def test_it_is_said_when_a_computer_decides_with_half_its_effort(
    world: World, monkeypatch: pytest.MonkeyPatch, hurried: int
) -> None:
    await start(world, players=3, computer=1)
    computers = world.bot.arena.computers
    decide = computers.decide

    async def halved(job: Job) -> Decided:
        return replace(await decide(job), effort=0.5 if job.seat == hurried else 1.0)

    monkeypatch.setattr(computers, "decide", halved)
    match = await latest(world)
    await world.ann.slash(world.channel, "move", turn=drawn_text(match.session, 1, random.Random(1), half=0))
    for _ in match.computers:
        await wait(world, 2)
    assert "**#2 Computer (level 1)** plays" in boards(world)[-1].content, "both turns are told there"
    assert "looked less far ahead than usual" in boards(world)[-1].content


async def test_it_is_said_of_the_last_turn_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await start(world, game="replica", computer=1)
    arena = world.bot.arena
    decide = arena.computers.decide

    async def halved(job: Job) -> Decided:
        return replace(await decide(job), effort=0.5)

    monkeypatch.setattr(arena.computers, "decide", halved)
    match = await latest(world)
    line = "k7/8/8/8/8/8/6p1/5K2 b - 1"
    await world.as_bot(arena.organiser.position(match.id, world.person("eve"), line))
    await wait(world, 2)
    ended = boards(world)[-1].content
    assert "**The match is over: Computer (level 1) wins.**" in ended
    assert "looked less far ahead than usual" in ended


async def test_a_computer_plays_on_at_a_press_under_the_call_for_a_substitute(world: World) -> None:
    match = await world.begin()
    await leave(world.ann, world.channel)
    (question,) = [each for each in world.channel.history(viewer=world.bob) if "asks for a substitute" in each.content]
    assert labels(question) == ["Take over this seat", "Let a computer play on", "Withdraw"]
    assert "Only this match's players" in private(await world.press("cleo", question, "Let a computer play on"))
    offered = message_of(await world.press("bob", question, "Let a computer play on"))
    assert [label.partition(":")[0] for label in labels(offered)] == ["level 1", "level 2", "level 3", "level 4"]
    await world.bob.click(offered, label=labels(offered)[1])
    await world.settle()
    match = await world.bot.arena.matches.get(match.id)
    assert match.seats[0].computer == Computer(2)
    await wait(world, 2)
    assert (await world.bot.arena.matches.get(match.id)).session.to_act == {2}
    assert "**Computer (level 2)** plays on for" in "".join(
        each.content for each in world.channel.history(viewer=world.bob)
    )


async def test_no_computer_is_offered_for_the_seat_of_one_that_an_organiser_wants_replaced(world: World) -> None:
    await start(world, computer=1)
    match = await latest(world)
    (seat,) = match.computers
    call = await world.as_bot(world.bot.arena.substitutes.seek(match.id, seat, world.person("eve")))
    assert call.seat == seat
    await world.settle()
    question = world.own(world.channel)[-1]
    assert "A substitute is needed for **Computer (level 1)**" in question.content
    assert labels(question) == ["Take over this seat", "Withdraw"]
