"""Every command in the pseudo-language, with the options by which the tests of who sees what try it.

No text stays English. What is sent is held against Discord's limits besides, as in every test (`tests/limits`), so
that the wordier language finds what depends on the length of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
import simcord

from locales.pseudo import Pseudo
from tests.catalogues import everything_in
from tests.cogs.conftest import World
from tests.cogs.playing import Shown
from tests.cogs.seeing import answers
from tests.cogs.test_pseudo import NAMES, begin, texts
from tests.cogs.test_visibility import FOR_ORGANISERS, MENUS, _filled_in
from tests.cogs.test_visibility_answers import ASKING, DOING, _told
from tests.cogs.test_visibility_errors import FAILING
from tests.pseudo import english_words

KEPT = (
    *NAMES,
    "dan",
    "what",
    "hello",
    "other",
    "Be \\*nice\\*",
    "red",
    "yellow",
    "decks",
    "Europe/Paris",
    "README.txt",
)
"""What has no translation besides: what the tests type, the option that is quoted, a time zone, a file."""
LANGUAGES = pytest.mark.parametrize("language", [Pseudo(), Pseudo(70)], ids=["pseudo", "wordy"])


def _assert_translated(message: Shown, what: str) -> None:
    escaped = [(word, text) for text in texts(message) for word in english_words(text, KEPT)]
    assert escaped == [], what


async def _given(world: World, organiser: simcord.MemberActor, name: str, options: dict[str, Any]) -> None:
    """Have a command given by a person who may, and look at what is answered."""
    who = organiser if name.startswith(FOR_ORGANISERS) else world.ann
    for message in answers(await who.slash(world.channel, name, **_filled_in(world, options))):
        _assert_translated(message, name)


def _posted(world: World) -> Iterator[discord.Message]:
    yield from (message for message in world.channel.history() if message.author.bot)


@LANGUAGES
@pytest.mark.parametrize("game", ["replicants", "replica", "apex", "mutants"])
async def test_questions(world: World, language: Pseudo, game: str, subtests: pytest.Subtests) -> None:
    with everything_in(language):
        organiser = world.organiser()
        await begin(world, language, game=game, players=2)
        for name, options, _ in ASKING:
            with subtests.test(name, **options):
                await _given(world, organiser, name, options)
        for menu, player in MENUS.items():
            with subtests.test(menu):
                for answer in answers(await world.ann.context_menu(world.channel, menu, world.people[player])):
                    _assert_translated(answer, menu)
        for message in _posted(world):
            _assert_translated(message, "posted")


@LANGUAGES
async def test_deeds(world: World, language: Pseudo, subtests: pytest.Subtests) -> None:
    with everything_in(language):
        organiser = world.organiser()
        untouched: object = None
        for name, options, _ in DOING:
            match, _count = now = await _told(world)
            if match is not None and not match.over and (now != untouched or name.startswith("new")):
                await world.bot.arena.matches.forfeit(match.id, world.person("ann"))
                await world.settle()
            if now != untouched and not name.startswith("new"):
                await world.begin()
                match, _count = untouched = await _told(world)
            given = options | ({"match": match.id} if match is not None and options.get("match") == 1 else {})
            with subtests.test(name, **options):
                await _given(world, organiser, name, given)
            await world.settle()
        for message in _posted(world):
            _assert_translated(message, "posted")


@LANGUAGES
async def test_what_fails(world: World, language: Pseudo, subtests: pytest.Subtests) -> None:
    with everything_in(language):
        organiser = world.organiser()
        for name, options in FAILING.items():
            with subtests.test(name):
                await _given(world, organiser, name, options)


async def test_a_sentence_that_escapes_the_catalogue_is_found(world: World) -> None:
    (english,) = answers(await world.ann.slash(world.channel, "matches"))
    with pytest.raises(AssertionError):
        _assert_translated(english, "matches")
