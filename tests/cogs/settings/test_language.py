"""`/settings language`: who reads what in which language, once there are two."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
import simcord
from babel.messages.catalog import Catalog

from tests.catalogues import catalogues
from tests.cogs.conftest import World
from tests.cogs.playing import message_of

EMPTY = "You aren't in any match right now. `/new` opens a table."
LEER = "Du spielst gerade keine Partie. `/new` eröffnet einen Tisch."


REGROUPED = ("vacation", "block", "loadouts")
"""Words of other rooms that stand under the same word."""


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    catalogue = Catalog(locale="de")
    catalogue.add(EMPTY, LEER)
    catalogue.add("Your language: {language}", "Deine Sprache: {language}")
    catalogue.add("as in Discord", "wie in Discord")
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
