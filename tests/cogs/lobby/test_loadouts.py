"""Choosing in private before the start: what the player sees, what all see, what is opened at the end."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
import simcord

from cogs.lobby.new import presets
from engine import registry
from engine.transcript import read_pasted
from engine.verify import Verdict, verify
from tests.cogs.conftest import World, private
from tests.cogs.playing import Shown, labels, latest, leave, menu, message_of, pick, posts, turn_message
from tests.cogs.seeing import seen_by
from tests.grove import GroveGame

pytestmark = pytest.mark.usefixtures("grove")


class TypedGrove(GroveGame):
    """The game as if it had no menus for what is chosen before the start."""

    building = None


async def lobby_of_two(world: World, **options: Any) -> discord.Message:
    lobby = await world.lobby(game="grove", **{"players": 2, "where": "here", **options})
    await world.press("bob", lobby, "Join")
    return lobby


async def panel(world: World, name: str, lobby: discord.Message) -> Shown:
    """Return the private panel of a player."""
    shown = message_of(await world.press(name, lobby, "Choose in private"))
    assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.people[name]]
    return shown


async def type_in(world: World, name: str, shown: Shown, text: str) -> simcord.InteractionResult:
    """Have a player type a choice into the dialog behind their panel."""
    asked = await world.people[name].click(shown, label="Type it")
    assert asked.modal is not None
    return await world.people[name].submit_modal(asked, {"loadout": text})


def hashes(text: str) -> list[str]:
    return re.findall(r"loadout` → `([0-9a-f]{64})`", text)


async def test_the_lobby_tells_who_has_chosen_and_never_what(world: World) -> None:
    lobby = await lobby_of_two(world)
    assert world.latest(lobby).content.count("hasn't chosen in private yet") == 2
    shown = await panel(world, "ann", lobby)
    assert "You haven't chosen, so you get the usual setup: `uvw`" in shown.content

    told = await type_in(world, "ann", shown, "X y x")
    after = world.latest(lobby).content
    (digest,) = hashes(after)
    assert "1:1:loadout" in after
    assert after.count("hasn't chosen in private yet") == 1
    assert "xxy" not in after
    answered = world.latest(shown if isinstance(shown, discord.Message) else shown.message)
    assert "Your choice: `xxy`" in answered.content
    assert digest in answered.content
    assert told.modal is None


async def test_what_the_game_refuses_says_why_and_changes_nothing(world: World) -> None:
    lobby = await lobby_of_two(world)
    shown = await panel(world, "ann", lobby)
    await type_in(world, "ann", shown, "xxy")
    before = world.latest(lobby).content
    wrong = private(await type_in(world, "ann", shown, "uuu"))
    assert "at most two of them alike" in wrong
    assert "`uvw`" in wrong
    assert world.latest(lobby).content == before


async def test_choosing_nothing_and_leaving_forget_it(world: World) -> None:
    lobby = await lobby_of_two(world)
    shown = await panel(world, "bob", lobby)
    await type_in(world, "bob", shown, "xxy")
    await pick(world.bob, shown, "Choose nothing")
    assert hashes(world.latest(lobby).content) == []
    await type_in(world, "bob", shown, "xxy")
    await world.press("bob", lobby, "Leave")
    assert hashes(world.latest(lobby).content) == []
    await world.press("bob", lobby, "Join")
    assert "You haven't chosen, so you get the usual setup" in (await panel(world, "bob", lobby)).content


async def test_menus_lead_to_a_choice_without_notation(world: World) -> None:
    lobby = await lobby_of_two(world)
    shown: Shown = await panel(world, "ann", lobby)
    shown = await pick(world.ann, shown, "Pick letters")
    assert "So far: -" in shown.content
    for letter in ("y", "y", "w"):
        assert "Confirm" not in labels(shown)
        shown = await pick(world.ann, shown, f"Letter {letter}")
    assert "So far: wyy" in shown.content
    shown = await pick(world.ann, shown, "Confirm")
    assert "Your choice: `wyy`" in shown.content
    assert len(hashes(world.latest(lobby).content)) == 1

    shown = await pick(world.ann, shown, "Pick letters")
    assert "So far: wyy" in shown.content, "a choice is changed from where it is"
    shown = await pick(world.ann, shown, "Start over")
    assert "So far: -" in shown.content


async def test_choices_are_kept_under_names_and_taken_again(world: World) -> None:
    lobby = await lobby_of_two(world)
    shown = await panel(world, "ann", lobby)
    await type_in(world, "ann", shown, "xxy")
    asked = await world.ann.click(world.latest(shown.message), label="Save under a name")  # type: ignore[union-attr]
    kept = private(await world.ann.submit_modal(asked, {"name": "*Two* of `d` <@1>"}))
    assert "\\*Two\\*" in kept
    assert "`xxy`" in kept

    await type_in(world, "ann", shown, "uvy")
    again = await panel(world, "ann", lobby)
    assert "Your choice: `uvy`" in again.content
    assert list(menu(again)) == ["*Two* of `d` <@1>"]
    again = await pick(world.ann, again, "*Two* of `d` <@1>")
    assert "Your choice: `xxy`" in again.content


async def test_only_players_choose_and_only_while_the_table_is_open(world: World) -> None:
    lobby = await lobby_of_two(world)
    assert "players" in private(await world.press("cleo", lobby, "Choose in private"))
    shown = await panel(world, "ann", lobby)
    for custom_id in ("k:1:type:", "k:1:usual:", "k:1:done:xxy", "k:1:build:", "k:1:what:"):
        forged = await world.forge(custom_id)
        assert private(await world.cleo.click(forged, label="forged"))
    den = world.guild.create_text_channel("den")
    forged = await world.forge("k:1:done:xxy", channel=den)
    assert "no such table" in private(await world.ann.click(forged, label="forged"))
    asked = await world.ann.click(shown, label="Type it")
    await world.press("ann", lobby, "Start")
    await world.settle()
    assert "started" in private(await world.ann.submit_modal(asked, {"loadout": "xxy"}))
    assert "started" in private(await world.ann.click(shown, label="Type it"))
    assert (await latest(world)).setup.loadouts == ("uvw", "uvw")


async def test_a_control_in_a_message_for_all_answers_its_player_alone(world: World) -> None:
    await lobby_of_two(world)
    for custom_id in ("k:1:build:xx", "k:1:done:xxy"):
        forged = await world.forge(custom_id)
        told = message_of(await world.ann.click(forged, label="forged"))
        assert [each for each in world.people.values() if seen_by(world, each, told)] == [world.ann]
        assert "xx" in told.content
        assert world.latest(forged).content == "forged"


async def test_options_without_a_choice_take_the_button_away(world: World) -> None:
    lobby = await world.lobby(game="grove", players=2, where="here")
    shown = await panel(world, "ann", lobby)
    await type_in(world, "ann", shown, "xxy")
    options = message_of(await world.press("ann", lobby, "Terms"))
    await world.ann.select(options.message, ["v:given"], custom_id="d:1:paths")
    assert "Choose in private" not in labels(world.latest(lobby))
    assert hashes(world.latest(lobby).content) == []
    asked = await world.ann.click(shown, label="Type it")
    assert "This seat has nothing to choose before the start." in private(asked), "the panel is an old one"


async def test_a_game_without_menus_is_chosen_for_by_typing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_GAMES", (TypedGrove(),))
    lobby = await lobby_of_two(world)
    assert labels(await panel(world, "ann", lobby)) == ["Type it"]
    forged = await world.forge("k:1:build:")
    assert "nothing to choose before the start" in private(await world.ann.click(forged, label="forged"))


async def test_the_beginning_holds_all_to_it_and_the_end_opens_it(world: World) -> None:
    lobby = await lobby_of_two(world)
    await type_in(world, "ann", await panel(world, "ann", lobby), "xxy")
    (digest,) = hashes(world.latest(lobby).content)
    await world.press("ann", lobby, "Start")
    await world.settle()
    assert hashes(world.latest(lobby).content) == [digest], "it stands in the lobby as it stood"
    assert "`1:2:usual`" in world.latest(lobby).content
    (board,) = [each for each in world.own(world.channel) if "begins" in each.content]
    assert hashes(board.content) == [], "nothing but a board stands above the first buttons"
    beginning = world.own(world.channel)[-1]
    assert hashes(beginning.content) == [digest]
    assert "`1:2:usual`" in beginning.content

    running = [each.content for each in world.own(world.channel)]
    match = await latest(world)
    for reader in (world.bob, world.cleo):
        sent = message_of(await reader.slash(world.channel, "match record"))
        running.append((await sent.message.attachments[0].read()).decode())
    assert not any("xxy" in each for each in running)

    await world.bot.arena.matches.forfeit(match.id, world.person("bob"))
    await world.settle()
    (end,) = posts(world, "Verify")
    assert "what was chosen before the start" in end.content
    (choices,) = [each for each in end.attachments if each.filename == f"choices-{match.id}.opened"]
    (record,) = [each for each in end.attachments if each.filename.endswith(".record")]
    opened = (await choices.read()).decode()
    assert ":xxy → " in opened
    assert digest in opened
    messages = read_pasted(f"{beginning.content}\n{opened}")
    report = verify((await record.read()).decode(), messages)
    assert Verdict.FAILS not in {check.verdict for check in report.checks}
    held = [str(check.text) for check in report.checks if check.verdict is Verdict.HOLDS]
    assert "Before the start, seat 1: the choice fits its hash and the record." in held
    assert "Before the start, seat 2: they chose nothing and played the usual setup." in held

    pressed = message_of(await world.cleo.click(end, label="Verify"))
    assert "the choice fits its hash" in pressed.content


async def test_a_substitute_learns_it_and_the_table_does_not(world: World) -> None:
    lobby = await lobby_of_two(world)
    await type_in(world, "ann", await panel(world, "ann", lobby), "xxy")
    await world.press("ann", lobby, "Start")
    await world.settle()
    await leave(world.ann, world.channel)
    await world.settle()
    (call,) = posts(world, "Take over this seat")
    asked = await pick(world.cleo, message_of(await world.cleo.click(call, label="Take over this seat")), "Take over")
    assert "xxy" not in asked.content
    sent = message_of(await world.cleo.slash(world.channel, "match record"))
    assert b"* xxy,??" in await sent.message.attachments[0].read()
    sent = message_of(await world.ann.slash(world.channel, "match record"))
    assert b"* ??,??" in await sent.message.attachments[0].read()
    assert "Choose" not in " ".join(labels(turn_message(world)))


# what people keep


async def test_what_is_kept_is_listed_renamed_and_dropped(world: World) -> None:
    own = world.bot.arena.saved_loadouts
    assert "You have no saved choices for Grove" in private(
        await world.ann.slash(world.channel, "settings loadouts", game="grove")
    )
    await own.keep(world.person("ann"), "grove", "`first`", "xxy")
    await own.keep(world.person("bob"), "grove", "bob's", "uvw")
    listed = private(await world.ann.slash(world.channel, "settings loadouts", game="grove"))
    assert "\\`first\\`: `xxy`" in listed
    assert "bob" not in listed
    offered = await world.ann.autocomplete(world.channel, "settings loadouts", "rename", "", game="grove")
    assert [each["value"] for each in offered] == ["`first`"]
    assert "now called second" in private(
        await world.ann.slash(world.channel, "settings loadouts", rename="`first`", name="second", game="grove")
    )
    assert "`xxy`" in private(await world.ann.slash(world.channel, "settings loadouts", delete="Second", game="grove"))
    assert "have nothing saved as second" in private(
        await world.ann.slash(world.channel, "settings loadouts", delete="second", game="grove")
    )
    assert "nothing to choose" in private(await world.ann.slash(world.channel, "settings loadouts", game="replicants"))


async def test_more_than_a_menu_holds_take_two(world: World) -> None:
    for number in range(30):
        await world.bot.arena.saved_loadouts.keep(world.person("ann"), "grove", f"number {number:02}", "xxy")
    lobby = await lobby_of_two(world)
    shown = await panel(world, "ann", lobby)
    assert len(menu(shown)) == 30
    assert "Your choice: `xxy`" in (await pick(world.ann, shown, "number 29")).content


# alone


async def test_alone_one_takes_what_one_keeps_and_begins_at_once(world: World) -> None:
    await world.bot.arena.saved_loadouts.keep(world.person("ann"), "grove", "mine", "xxy")
    offered = await world.ann.autocomplete(world.channel, "new grove", "loadout", "", players=1)
    assert [each["value"] for each in offered] == ["usual", "mine"]
    await world.open_table(world.ann, world.channel, "grove", players=1, where="here", loadout="Mine")
    await world.settle()
    assert (await latest(world)).setup.loadouts == ("xxy",)


async def test_alone_one_chooses_first_and_then_starts(world: World) -> None:
    await world.open_table(world.ann, world.channel, "grove", players=1, where="here")
    (lobby,) = world.own(world.channel)
    assert labels(lobby) == ["Start", "Choose in private", "Terms", "Cancel"]
    assert "**Terms**, then press **Start**." in lobby.content
    await type_in(world, "ann", await panel(world, "ann", lobby), "xxy")
    await world.press("ann", lobby, "Start")
    await world.settle()
    assert (await latest(world)).setup.loadouts == ("xxy",)


async def test_notation_that_is_none_opens_no_table(world: World) -> None:
    reply = await world.open_table(world.ann, world.channel, "grove", players=1, where="here", loadout="uuu")
    assert "at most two of them alike" in private(reply)
    assert world.own(world.channel) == []
    assert (await world.table()).status == "cancelled"


async def test_with_others_nothing_is_chosen_in_a_command_that_all_can_look_up(world: World) -> None:
    reply = await world.ann.slash(world.channel, "new grove", players=2, loadout="xxy")
    assert "Others can see" in private(reply)
    assert world.own(world.channel) == []


# what goes wrong


async def test_a_control_that_says_nothing_known_does_nothing(world: World) -> None:
    await lobby_of_two(world)
    for custom_id in ("k:1:what:", "k:1:keep:"):
        assert private(await world.ann.click(await world.forge(custom_id), label="forged"))
    for value in ("z:1", "k:q", "p:x"):
        forged = await world.forge("k:1:pick:", value)
        assert private(await world.ann.select(forged, [value], custom_id="k:1:pick:"))
    forged = await world.forge("k:1:use:0", "nothing")
    assert "have nothing saved" in private(await world.ann.select(forged, ["nothing"], custom_id="k:1:use:0"))
    assert (await world.table()).chosen == ()


async def test_what_is_given_up_before_it_has_a_name_is_not_kept(world: World) -> None:
    lobby = await lobby_of_two(world)
    shown = await panel(world, "ann", lobby)
    await type_in(world, "ann", shown, "xxy")
    asked = await world.ann.click(world.latest(shown.message), label="Save under a name")  # type: ignore[union-attr]
    await pick(world.ann, shown, "Choose nothing")
    assert "haven't chosen anything" in private(await world.ann.submit_modal(asked, {"name": "late"}))
    assert await world.bot.arena.saved_loadouts.of(world.person("ann"), "grove") == []


async def test_a_lobby_whose_message_is_gone_is_no_reason_to_fail(world: World) -> None:
    lobby = await lobby_of_two(world)
    shown = await panel(world, "ann", lobby)
    asked = await world.ann.click(shown, label="Type it")
    world.env.backend.delete_message(world.channel.id, lobby.id)
    await world.ann.submit_modal(asked, {"loadout": "xxy"})
    assert len((await world.table()).chosen) == 1


async def test_commands_complete_the_games_that_have_such_choices(world: World) -> None:
    offered = await world.ann.autocomplete(world.channel, "settings loadouts", "game", "")
    assert [each["value"] for each in offered] == ["mutants", "grove"]
    assert await world.ann.autocomplete(world.channel, "settings loadouts", "delete", "", game="chess") == []


def test_a_game_without_a_mode_for_one_has_no_presets() -> None:
    assert presets(registry.get("replicants").info) == []
