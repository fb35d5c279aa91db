"""The bot in the pseudo-language: every text that Discord shows went through a catalogue, and none is too long."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeAlias

import pytest

from cogs.core.bot import ArenaTree, CatalogueTranslator
from cogs.core.delivery import Reader
from cogs.core.permissions import label
from cogs.core.text import LABEL_LIMIT, cut
from cogs.ui.rules import body, guide_of
from engine import registry
from engine.extras import Explained
from engine.mutants.components import components
from engine.text import say
from hosting.silence import PERMISSIONS
from locales.pseudo import Pseudo
from render.theme import Theme
from tests.catalogues import everything_in
from tests.cogs.conftest import World
from tests.cogs.core.test_tree import nodes
from tests.cogs.playing import Shown, controls, latest, message_of, parts, posts, refreshed
from tests.limits import commands
from tests.pseudo import english_words

_BOX = components()
NAMES = (
    *("ann", "bob", "cleo", "olaf", "general", "Arena", "Replicants", "Replica", "Mutants"),
    *(each.name_en for kind in (_BOX.cards, _BOX.decks, _BOX.bosses) for each in kind.values()),
    *(label(each.name) for each in PERMISSIONS),
)
"""What has no translation: people, places, games, cards, and permissions as Discord's documentation names them."""


Walk: TypeAlias = Callable[[World, Pseudo], AsyncIterator[tuple[str, Shown]]]


def texts(message: Shown) -> Iterator[str]:
    """Yield everything that people read of a message."""
    yield message.content
    for embed in message.embeds:
        yield from filter(None, (embed.title, embed.description, embed.footer.text))
        for field in embed.fields:
            yield from filter(None, (field.name, field.value))
    for part in parts(message):
        yield from _texts_of(part)
    for file in message.attachments:
        yield file.description or ""


def _texts_of(part: dict[str, Any]) -> Iterator[str]:
    """Yield what people read of a component and of those within it."""
    yield from filter(None, (part.get(key) for key in ("content", "label", "placeholder", "description")))
    for option in part.get("options", ()):
        yield from filter(None, (option["label"], option.get("description")))
    for item in part.get("items", ()):
        yield item.get("description") or ""
    for inner in (*part.get("components", ()), *filter(None, [part.get("accessory")])):
        yield from _texts_of(inner)


async def begin(world: World, language: Pseudo, **options: Any) -> None:
    """Have Ann and Bob sit down and start, by buttons in the pseudo-language."""
    table = await world.lobby(where="here", **options)
    for name, button in (("bob", say("Join")), ("ann", say("Start"))):
        await world.press(name, table, cut(button.render(language), LABEL_LIMIT))
    await world.settle()


async def built(world: World, language: Pseudo, steps: int = 0) -> AsyncIterator[Shown]:
    """Yield the builder as a player opens it whose turn it is, and after each option, by its place in the menu."""
    person_id = (await latest(world)).to_act[0]
    player = world.player(person_id)
    play = cut(say("Play").render(language), LABEL_LIMIT)
    shown: Shown = message_of(await player.click(posts(world, play)[-1], label=play))
    yield shown
    for _ in range(steps):
        first = controls(shown)[0]
        if "options" in first:
            await player.select(shown, [first["options"][0]["value"]], custom_id=first["custom_id"])
        else:
            await player.click(shown, custom_id=first["custom_id"])
        shown = refreshed(player, shown)
        yield shown


async def shown_by_commands(world: World, language: Pseudo) -> AsyncIterator[tuple[str, Shown]]:
    """Yield what people see who play, ask, look things up and organise, with the command that showed it."""
    olaf = world.organiser()
    await begin(world, language)
    async for message in built(world, language):
        yield "builder", message
    for who, command, options in (
        *((world.ann, command, options) for command, options in ASKED),
        *((olaf, command, options) for command, options in ORGANISED),
    ):
        result = await who.slash(world.channel, command, **options)
        if result.response is not None:
            yield command, message_of(result)
    for message in world.channel.history():
        if message.author.bot:
            yield "everything", message


async def shown_in_secret(world: World, language: Pseudo) -> AsyncIterator[tuple[str, Shown]]:
    """Yield what somebody sees of a game with hands, where all choose at once."""
    await begin(world, language, game="apex", players=2)
    for command in ("board", "match cards", "legal", "match clock"):
        yield command, message_of(await world.ann.slash(world.channel, command))
    async for message in built(world, language, 2):
        yield "builder", message
    for message in world.channel.history():
        if message.author.bot:
            yield "everything", message


ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("board", {}),
    ("legal", {}),
    ("legal", {"piece": "2E7"}),
    ("match clock", {}),
    ("move", {"turn": "E/E/E"}),
    ("move", {"turn": "E/2C6/D8-"}),
    ("move", {"turn": "E/2C6/D8-"}),
    ("undo", {}),
    ("match end", {}),
    ("match pause", {}),
    ("match more-time", {}),
    ("match leave", {}),
    ("match record", {}),
    ("match replay", {}),
    ("match replay", {"form": "summary"}),
    ("match plan", {}),
    ("rules", {}),
    ("rules", {"topic": "charts"}),
    ("rules", {"topic": "rulings"}),
    ("rules", {"game": "mutants"}),
    ("help", {}),
    ("matches", {}),
    ("doctor", {}),
    ("settings mine", {"quiet": "22-7", "weekends": "clocks are paused", "digest": "8"}),
    ("settings server", {}),
    ("settings vacation", {}),
    ("watch list", {}),
    ("match import", {}),
    ("match move-to", {}),
    ("match abort", {}),
    ("resign", {}),
)
ORGANISED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("watch server", {}),
    ("watch list", {}),
    ("silence policy", {}),
    ("silence settings", {}),
    ("organise extend", {"player": "1", "hours": 5}),
    ("organise pause", {"reason": "by request"}),
    ("organise substitute", {"seat": "2"}),
    ("organise log", {}),
    ("new apex", {"players": 3, "clock": "own"}),
)


@pytest.mark.parametrize("walk", [shown_by_commands, shown_in_secret])
async def test_every_text_went_through_a_catalogue(world: World, walk: Walk) -> None:
    with everything_in(Pseudo()):
        async for command, message in walk(world, Pseudo()):
            assert any("«" in text for text in texts(message)), command
            assert {word for text in texts(message) for word in english_words(text, NAMES)} == set(), command


@pytest.mark.parametrize("walk", [shown_by_commands, shown_in_secret])
async def test_no_text_is_too_long_for_discord_however_long_the_language(world: World, walk: Walk) -> None:
    """SimCord refuses what Discord would refuse; that would be an error of the bot, which ends the test."""
    with everything_in(Pseudo(70)):
        shown = {command async for command, _ in walk(world, Pseudo(70))}
    assert {"builder", "board", "everything"} <= shown


async def test_translated_commands_keep_every_limit(world: World) -> None:
    """All limits of Discord for commands, with translations that need two fifths more room than English."""
    with everything_in(Pseudo()):
        translator = CatalogueTranslator()
        tree = [
            await command.get_translated_payload(world.bot.tree, translator)
            for command in world.bot.tree.get_commands()
        ]
    assert list(commands.tree(tree)) == []
    for node in (node for command in tree for node in nodes(command)):
        translations = [*(node.get("description_localizations") or {}).values()]
        assert translations or node.get("type") in (2, 3), node["name"]
        assert [word for each in translations for word in english_words(each, NAMES)] == []


async def test_a_command_that_a_language_makes_too_long_stays_english(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """One command that is too long would have Discord refuse all of them."""
    tree = world.bot.tree
    assert isinstance(tree, ArenaTree)
    with everything_in(Pseudo(70)), caplog.at_level("WARNING"):
        await tree.set_translator(CatalogueTranslator())
        assert await tree.sync_if_changed()
        assert not await tree.sync_if_changed()
    registered = {each["name"]: each for each in world.env.backend.commands[None].values()}
    assert "/organise is too long in one of its languages" in caplog.text
    assert not registered["organise"].get("description_localizations")
    assert registered["doctor"]["description_localizations"]


def test_every_topic_of_the_rules_went_through_a_catalogue() -> None:
    with everything_in(Pseudo()):
        for game in registry.games():
            assert isinstance(game, Explained)
            for topic in (*game.topics, *guide_of(game)):
                text = body(topic.points, Reader(None, Theme()))
                assert english_words(text, NAMES) == []
