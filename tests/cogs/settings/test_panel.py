"""The panel of `/settings mine`: what menus set is kept before it is told, forged ids do nothing."""

from __future__ import annotations

import pytest

from cogs.settings.panel import settings_of
from hosting.match.model import PlayerSettings
from tests.cogs.conftest import World, private
from tests.cogs.playing import Shown, chosen, labels, message_of, pick, refreshed, said
from tests.cogs.seeing import seen_by

HOURS = "Time zone, quiet hours, daily list…"


async def opened(world: World) -> Shown:
    return message_of(await world.ann.slash(world.channel, "settings mine"))


async def mine(world: World) -> PlayerSettings:
    return await world.bot.arena.settings.player(world.person("ann"))


async def test_every_setting_has_a_menu_that_says_what_is_set_and_changes_it(world: World) -> None:
    shown = await opened(world)
    settings = settings_of(PlayerSettings(), everywhere=False)
    assert len(chosen(shown)) == len(settings)
    before = await mine(world)
    for setting in settings:
        for value, words in setting.choices:
            shown = await pick(world.ann, shown, words.template)
            assert words.template in chosen(shown)
            assert setting.now(await mine(world)) == value
    assert await mine(world) != before
    assert [each for each in world.people.values() if seen_by(world, each, shown)] == [world.ann]


async def test_what_is_picked_outlives_the_process_and_a_second_press_changes_nothing(world: World) -> None:
    shown = await opened(world)
    old = await world.as_it_was(refreshed(world.ann, shown))
    await pick(world.ann, shown, "Colours: colour-blind safe")
    await world.restart()
    assert (await mine(world)).palette == "safe"
    again = await pick(world.ann, old, "Colours: colour-blind safe")
    assert "Colours: colour-blind safe" in chosen(again)
    assert (await mine(world)).palette == "safe"
    assert (await world.bot.arena.settings.player(world.person("bob"))).palette is None


@pytest.mark.parametrize("custom_id", ["z:colours", "z:nothing", "z:everywhere", "z:language"])
async def test_a_forged_choice_changes_nothing(world: World, custom_id: str) -> None:
    before = await mine(world)
    forged = await world.forge(custom_id, "nonsense")
    told = private(await world.ann.select(forged, ["nonsense"], custom_id=custom_id))
    assert "I've been updated since" in told
    assert await mine(world) == before


async def test_hours_are_asked_for_in_a_dialog(world: World) -> None:
    shown = await opened(world)
    asked = await world.ann.click(shown, label=HOURS)
    await world.ann.submit_modal(asked, {"zone": "Europe/Paris", "quiet": "22-7", "digest": "8"})
    now = await mine(world)
    assert (now.zone, now.quiet_from, now.quiet_until, now.digest_hour) == ("Europe/Paris", 22 * 60, 7 * 60, 8)
    told = said(refreshed(world.ann, shown))
    assert "Time zone: Europe/Paris" in told
    assert "Quiet hours: 22:00 to 07:00." in told
    asked = await world.ann.click(refreshed(world.ann, shown), label=HOURS)
    await world.ann.submit_modal(asked, {"zone": "utc", "quiet": "never", "digest": "never"})
    assert (await mine(world)).quiet_from is None


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"zone": "Atlantis", "quiet": "22-7", "digest": "8"}, "There's no time zone Atlantis"),
        ({"zone": "UTC", "quiet": "25-99", "digest": "8"}, "I can't read 25-99 as quiet hours"),
        ({"zone": "UTC", "quiet": "22-7", "digest": "24"}, "I can't read 24 as an hour"),
    ],
)
async def test_a_dialog_that_cannot_be_read_changes_nothing(world: World, typed: dict[str, str], expected: str) -> None:
    before = await mine(world)
    asked = await world.ann.click(await opened(world), label=HOURS)
    assert expected in private(await world.ann.submit_modal(asked, typed))
    assert await mine(world) == before


async def test_who_plays_in_silence_gives_no_sign_by_a_menu(world: World) -> None:
    # R29
    await world.begin_silent()
    shown = await opened(world)
    message = refreshed(world.ann, shown)
    told = private(await world.ann.select(message, ["nobody"], custom_id="z:appear"))
    assert "your partner could read a change of this as a sign" in told
    assert (await mine(world)).appear == "server"
    assert HOURS in labels(message)


async def test_how_a_board_looks_is_shown_once_it_is_changed(world: World) -> None:
    shown = await opened(world)
    assert shown.attachments == []
    assert len((await pick(world.ann, shown, "Background: light")).attachments) == 1
    assert (await pick(world.ann, shown, "Typed turns: ask me first")).attachments == []
