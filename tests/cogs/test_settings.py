"""The panel of `/settings mine`: what menus set is kept before it is told, forged ids do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
import simcord
from babel.messages.catalog import Catalog

from cogs.settings.panel import settings_of
from hosting.match.model import PlayerSettings
from locales import translator
from tests.catalogues import catalogues
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
            shown = await pick(world.ann, shown, words.render(translator((await mine(world)).language)))
            assert words.render(translator((await mine(world)).language)) in chosen(shown)
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
    await world.ann.submit_modal(asked, {"zone": "utc", "quiet": "Nie", "digest": "never"})
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
    assert "your partner could read a change here as a sign" in told
    assert (await mine(world)).appear == "server"
    assert HOURS in labels(message)


async def test_how_a_board_looks_is_shown_once_it_is_changed(world: World) -> None:
    shown = await opened(world)
    assert shown.attachments == []
    assert len((await pick(world.ann, shown, "Background: light")).attachments) == 1
    assert (await pick(world.ann, shown, "Typed turns: ask me first")).attachments == []


# `/settings mine`: time zone, quiet hours, weekends, reminders and digest, as they are typed and shown.


@pytest.mark.parametrize(
    ("option", "given", "expected"),
    [
        ("quiet", "22-23:30", "22:00 to 23:30"),
        ("quiet", "20-10", " as quiet hours"),
        ("quiet", "night", " as quiet hours"),
        ("quiet", "25-7", " as quiet hours"),
        ("zone", "europe/paris", "Time zone: Europe/Paris"),
        ("zone", "Atlantis", "There's no time zone Atlantis"),
        ("digest", "24", "I can't read 24 as an hour"),
        ("digest", "18:00", "Every day at 18:00"),
        ("weekends", "clocks are paused", "Weekends: clocks are paused"),
        ("reminders", "no reminders", "Reminders: none"),
    ],
)
async def test_settings_are_read_and_shown(world: World, option: str, given: str, expected: str) -> None:
    shown = message_of(await world.ann.slash(world.channel, "settings mine", **{option: given}))
    assert shown.ephemeral
    assert expected in "\n".join((said(shown), *chosen(shown)))


async def test_time_zones_are_offered(world: World) -> None:
    offered = await world.ann.autocomplete(world.channel, "settings mine", "zone", "new york")
    assert [each["value"] for each in offered] == ["America/New_York"]
    assert len(await world.ann.autocomplete(world.channel, "settings mine", "zone", "a")) == 25


# `/settings language`: who reads what in which language, once there are two.


EMPTY = "You aren't in any match right now. `/new` opens a table."
LEER = "Du spielst gerade keine Partie. `/new` eröffnet einen Tisch."


REGROUPED = ("vacation", "block", "loadouts")
"""Words of other rooms that stand under the same word."""


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    catalogue = Catalog(locale="de")
    catalogue.add(EMPTY, LEER)
    catalogue.add("Your language: {language}", "Deine Sprache: {language}")
    catalogue.add("same as in Discord", "wie in Discord")
    catalogue.add("You are not mentioned when it is your turn.", "Du wirst nicht gerufen.")
    catalogue.add("Spectators of {game} in {channel} talk here.", "Hier reden die Zuschauer von {game} in {channel}.")
    (tmp_path / "catalogues").mkdir()
    with catalogues(tmp_path / "catalogues", catalogue):
        yield


async def list_of(person: simcord.MemberActor, world: World) -> str:
    return message_of(await person.slash(world.channel, "matches")).content


def subcommands(world: World) -> set[str]:
    (settings,) = (each for each in world.env.backend.commands[None].values() if each["name"] == "settings")
    return {option["name"] for option in settings["options"]}


@pytest.fixture
def english(tmp_path: Path) -> Iterator[None]:
    with catalogues(tmp_path):
        yield


@pytest.mark.usefixtures("english")
async def test_there_is_nothing_to_choose_with_one_language(world: World) -> None:
    assert subcommands(world) == {"mine", "server", *REGROUPED}


@pytest.mark.usefixtures("german")
async def test_a_players_language_is_used_for_what_only_they_see(world: World) -> None:
    assert subcommands(world) == {"mine", "server", "language", *REGROUPED}
    answer = message_of(await world.ann.slash(world.channel, "settings language", mine="de"))
    assert answer.ephemeral
    assert answer.content == "Deine Sprache: Deutsch\nThis server's language: wie in Discord"
    assert await list_of(world.ann, world) == LEER
    assert await list_of(world.bob, world) == EMPTY
    await world.restart()
    assert await list_of(world.ann, world) == LEER
    await world.ann.slash(world.channel, "settings language", mine="discord")
    assert await list_of(world.ann, world) == EMPTY


@pytest.mark.usefixtures("german")
async def test_without_a_choice_discord_tells_the_language(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = discord.Interaction.__init__

    def from_germany(self: discord.Interaction[discord.Client], **given: object) -> None:
        made(self, **given)  # type: ignore[arg-type]
        self.locale = discord.Locale.german

    monkeypatch.setattr(discord.Interaction, "__init__", from_germany)
    assert await list_of(world.bob, world) == LEER
    await world.bob.slash(world.channel, "settings language", mine="en")
    assert await list_of(world.bob, world) == EMPTY


@pytest.mark.usefixtures("german")
async def test_a_servers_language_is_for_those_who_manage_it(world: World) -> None:
    mod = world.organiser()
    refused = message_of(await world.ann.slash(world.channel, "settings language", server="de"))
    assert "Only members who can manage the server" in refused.content
    assert await world.bot.language(world.guild.id) == "en"
    await mod.slash(world.channel, "settings language", server="de")
    assert await world.bot.language(world.guild.id) == "de"
    await mod.slash(world.channel, "settings language", server="discord")
    assert await world.bot.language(world.guild.id) == "en"


async def test_a_community_has_a_language_in_discord(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    monkeypatch.setattr(guild, "preferred_locale", discord.Locale.german)
    assert await world.bot.language(guild.id) == "en"
    monkeypatch.setattr(guild, "features", ["COMMUNITY"])
    assert await world.bot.language(guild.id) == "de"


@pytest.mark.usefixtures("german")
async def test_only_languages_that_there_are_can_be_chosen(world: World) -> None:
    refused = message_of(await world.ann.slash(world.channel, "settings language", mine="tlh"))
    assert refused.content == "I don't speak tlh. Choose one of these: English, Deutsch."
    named = message_of(await world.ann.slash(world.channel, "settings language", mine="deutsch"))
    assert named.content.startswith("Deine Sprache: Deutsch"), "typed out as the refusal says it"
    offered = await world.ann.autocomplete(world.channel, "settings language", "mine", "")
    assert [choice["value"] for choice in offered] == ["discord", "en", "de"]
