"""The bot in the pseudo-language: every text that Discord shows went through a catalogue, and none is too long."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeAlias

import discord
import pytest
import simcord

from cogs.core.bot import ArenaTree, Reader, localize
from cogs.core.text import LABEL_LIMIT, cut
from cogs.ui.rules import body, guide_of
from engine import registry
from engine.mutants.components import components
from engine.text import Translate, say
from locales import languages, own_name, translator
from locales.checks import typeset
from locales.pseudo import Pseudo
from render.theme import Theme
from tests.catalogues import REAL, english_words, everything_in, foreign_words
from tests.cogs.conftest import World
from tests.cogs.core.test_tree import nodes
from tests.cogs.playing import Shown, controls, latest, message_of, parts, pick, posts, refreshed
from tests.cogs.seeing import answers
from tests.cogs.test_visibility import ASKING, DOING, FAILING, FOR_ORGANISERS, MENUS, _filled_in, _told
from tests.limits import bodies
from tests.render.test_registry import lettering
from tests.volume import many

_BOX = components()
NAMES = (
    *("ann", "bob", "cleo", "olaf", "general", "Arena", "Replicants", "Replica", "Mutants"),
    *(each.name_en for kind in (_BOX.cards, _BOX.decks, _BOX.bosses) for each in kind.values()),
    *map(own_name, languages()),
)
"""What has no translation: people, places, games, cards, languages."""


Walk: TypeAlias = Callable[[World, Translate], AsyncIterator[tuple[str, Shown]]]


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


async def begin(world: World, language: Translate, **options: Any) -> None:
    """Have Ann and Bob sit down and start, by buttons in the pseudo-language."""
    table = await world.lobby(where="here", **options)
    for name, button in (("bob", say("Join", context="button")), ("ann", say("Start", context="button"))):
        await world.press(name, table, cut(button.render(language), LABEL_LIMIT))
    await world.settle()


async def built(world: World, language: Translate, steps: int = 0) -> AsyncIterator[Shown]:
    """Yield the builder as a player opens it whose turn it is, and after each option, by its place in the menu."""
    person_id = (await latest(world)).to_act[0]
    player = world.player(person_id)
    play = cut(say("Play", context="button").render(language), LABEL_LIMIT)
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


async def shown_by_commands(world: World, language: Translate) -> AsyncIterator[tuple[str, Shown]]:
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


async def shown_in_secret(world: World, language: Translate) -> AsyncIterator[tuple[str, Shown]]:
    """Yield what a player sees of a game with hands, where all choose at once."""
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
    ("watch puzzle", {}),
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


@pytest.mark.parametrize("language", [Pseudo(70), *REAL])
@pytest.mark.parametrize("walk", [shown_by_commands, shown_in_secret])
async def test_no_text_is_too_long_for_discord_however_long_the_language(
    world: World, walk: Walk, language: Translate
) -> None:
    """SimCord refuses what Discord would refuse; that would be an error of the bot, which ends the test."""
    with everything_in(language):
        shown = {command async for command, _ in walk(world, language)}
    assert {"builder", "board", "everything"} <= shown


@pytest.mark.parametrize("language", [Pseudo(), *REAL])
async def test_translated_commands_keep_every_limit(world: World, language: Translate) -> None:
    """All limits of Discord for commands, with translations that need two fifths more room than English."""
    with everything_in(language):
        tree = [localize(command.to_dict(world.bot.tree)) for command in world.bot.tree.get_commands()]
    assert list(bodies.tree(tree)) == []
    for node in (node for command in tree for node in nodes(command)):
        translations = [*(node.get("description_localizations") or {}).values()]
        assert translations or node.get("type") in (2, 3), node["name"]
        if isinstance(language, Pseudo):
            assert [word for each in translations for word in english_words(each, NAMES)] == []


async def test_a_command_that_a_language_makes_too_long_stays_english(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """One command that is too long would have Discord refuse all of them."""
    tree = world.bot.tree
    assert isinstance(tree, ArenaTree)
    with everything_in(Pseudo(70)), caplog.at_level("WARNING"):
        assert await tree.sync_if_changed()
        assert not await tree.sync_if_changed()
    registered = {each["name"]: each for each in world.env.backend.commands[None].values()}
    assert "/organise is too long for Discord in one of its languages" in caplog.text
    assert not registered["organise"].get("description_localizations")
    assert registered["doctor"]["description_localizations"]


def test_every_topic_of_the_rules_went_through_a_catalogue() -> None:
    with everything_in(Pseudo()):
        for game in registry.games():
            for topic in (*game.topics, *guide_of(game)):
                text = body(topic.points, Reader(None, Theme()))
                assert english_words(text, NAMES) == []


# Every command in the pseudo-language, with the options by which the tests of who sees what try it.
#
# No text stays English. What is sent is held against Discord's limits besides, as in every test (`tests/limits`), so
# that the wordier language finds what depends on the length of a sentence.


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
async def test_questions(world: World, language: Translate, game: str, subtests: pytest.Subtests) -> None:
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
async def test_deeds(world: World, language: Translate, subtests: pytest.Subtests) -> None:
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
async def test_what_fails(world: World, language: Translate, subtests: pytest.Subtests) -> None:
    with everything_in(language):
        organiser = world.organiser()
        for name, options in FAILING.items():
            with subtests.test(name):
                await _given(world, organiser, name, options)


async def test_a_sentence_that_escapes_the_catalogue_is_found(world: World) -> None:
    (english,) = answers(await world.ann.slash(world.channel, "matches"))
    with pytest.raises(AssertionError):
        _assert_translated(english, "matches")


# Every button and menu that one comes to, pressed in a wordy language among people with the longest names.
#
# From the board and from commands on, each kind of control is used once, then those that it leads to. No text stays
# English, nothing is logged as an error, and what is sent is held against Discord's limits (`tests/limits`).


LONGEST = {
    "ann": 32 * "\U00012031",
    "bob": ("**__~~||`[й](й)<й>@й#й||~~__**" + 32 * "й")[:32],
    "cleo": ("\u202eשלום\u200b" + 32 * "ם")[:32],
    "dan": 32 * "\ufdfd",
    "eve": 32 * "*",
}
"""Names of 32 characters, as long as Discord takes them: wide signs, markup, from right to left, escapes alone."""
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("help", {}),
    ("learn", {}),
    ("learn", {"game": "replicants"}),
    ("puzzle", {}),
    ("puzzle", {"game": "replicants", "strength": 3}),
    ("rules", {}),
    ("matches", {}),
    ("settings mine", {}),
    ("settings loadouts", {}),
    ("match cards", {}),
    ("legal", {}),
    ("match plan", {}),
    ("match replay", {}),
    ("data", {}),
    ("data", {"request": "deletion"}),
    ("match more-time", {"hours": 2}),
    ("profile", {}),
    ("leaderboard", {"game": "replicants"}),
    ("league-manage settings", {}),
    ("match leave", {}),
    ("match abort", {}),
    ("resign", {}),
)
MOST = many(90, 400)
"""Controls that are used in one match."""
LAST = re.compile(r"yes|resign|abort|:x:")
"""What ends things is used when there is nothing else left."""


async def named(world: World) -> None:
    for name, nick in LONGEST.items():
        world.env.backend.edit_member(world.guild.id, world.people[name].id, {"nick": nick})
    await world.settle()


def _items(message: Shown) -> Iterator[dict[str, Any]]:
    """Yield what can be pressed or picked, wherever it stands in a message."""
    waiting = deque(parts(message))
    while waiting:
        part = waiting.popleft()
        waiting += [*part.get("components", ()), *filter(None, [part.get("accessory")])]
        if part.get("custom_id") and not part.get("disabled"):
            yield part


def _kind(item: dict[str, Any]) -> str:
    """Return what a control is for, whatever the match, the turn and the piece."""
    return re.sub(r"[0-9]+", "#", item["custom_id"])[:24]


class ControlsWalk:
    """Uses each kind of control once."""

    def __init__(self, world: World, who: simcord.MemberActor) -> None:
        self.world, self.who = world, who
        self.used: set[str] = set()
        self._waiting = deque[tuple[Shown, dict[str, Any]]]()
        self._last = deque[tuple[Shown, dict[str, Any]]]()

    def look(self, message: Shown) -> None:
        """Read a message, and note what can be used in it."""
        escaped = [(word, text) for text in texts(message) for word in english_words(text, KEPT)]
        assert escaped == []
        for item in _items(message):
            (self._last if LAST.search(item["custom_id"]) else self._waiting).append((message, item))

    async def go(self) -> None:
        """Use what was noted, and what comes of it, `MOST` controls at most."""
        while (self._waiting or self._last) and len(self.used) < MOST:
            message, item = (self._waiting or self._last).popleft()
            if _kind(item) in self.used:
                continue
            there = self._still(message)
            now = {} if there is None else {each["custom_id"]: each for each in _items(there)}
            if there is not None and item["custom_id"] in now:
                self.used.add(_kind(item))
                await self._use(there, now[item["custom_id"]])

    def _still(self, message: Shown) -> discord.Message | None:
        try:
            return refreshed(self.who, message)
        except simcord.backend.errors.BackendError:
            return None

    async def _use(self, message: Shown, item: dict[str, Any]) -> None:
        if item["type"] == 2:
            result = await self.who.click(message, custom_id=item["custom_id"])
        else:
            count = max(1, item.get("min_values", 1))
            values = [option["value"] for option in item["options"][-count:]]
            result = await self.who.select(message, values, custom_id=item["custom_id"])
        await self.world.settle()
        for each in (*filter(None, [result.response]), *result.followups):
            self.look(each)
        if (there := self._still(message)) is not None:
            self.look(there)


@pytest.mark.parametrize("game", ["replicants", "replica", "apex", "mutants"])
async def test_controls(world: World, game: str) -> None:
    language = Pseudo(70)
    await named(world)
    with everything_in(language):
        await begin(world, language, game=game, players=2, undo="free")
        to_act = world.player((await latest(world)).to_act[0])
        walk = ControlsWalk(world, world.promote(to_act))
        for message in world.own(world.channel):
            walk.look(message)
        for name, options in COMMANDS:
            for answer in answers(await to_act.slash(world.channel, name, **options)):
                walk.look(answer)
        await walk.go()
        for message in world.own(world.channel):
            walk.look(message)
    assert len(walk.used) > 30, walk.used


# The first ten minutes of a person whose Discord is in one language, in a server that reads another.
#
# What only they see is in theirs, what everybody reads in the server's; the words of the catalogues tell which it is.


PAIRS = [(mine, server) for mine in languages()[1:] for server in languages()[1:] if mine != server]
AT_FIRST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("help", {}),
    ("learn", {}),
    ("rules", {}),
    ("matches", {}),
    ("settings mine", {}),
    ("board", {}),
    ("match cards", {}),
    ("match clock", {}),
    ("legal", {}),
    ("legal", {"piece": "nonsense"}),
    ("move", {"turn": "nonsense"}),
    ("undo", {}),
    ("match end", {}),
    ("resign", {}),
)
"""What a new player tries in a match, rightly and wrongly."""
SAME = (*NAMES, "Replay from here", "Board as text", "Challenge", "Profile", "nonsense", "Discord", "XYZ")
"""What is said alike in all languages: names, those of entries in menus of Discord, and what the test types."""


@pytest.fixture
def spoken(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Have everybody's Discord be in a language, and the server a community of another."""
    made = discord.Interaction.__init__

    def speak(mine: str, server: str) -> None:
        def init(self: discord.Interaction[Any], **given: Any) -> None:
            made(self, **given)
            self.locale = discord.Locale(mine)

        guild = world.bot.get_guild(world.guild.id)
        assert guild is not None
        monkeypatch.setattr(discord.Interaction, "__init__", init)
        monkeypatch.setattr(guild, "features", ["COMMUNITY"])
        monkeypatch.setattr(guild, "preferred_locale", discord.Locale(server))

    return speak


def _assert_spoken(message: Shown, language: str, what: str) -> None:
    said = list(texts(message))
    assert [(word, text) for text in said for word in foreign_words(text, language, SAME)] == [], what
    assert [typeset(language, text) for text in said] == said, what


@pytest.mark.parametrize(("mine", "server"), PAIRS)
async def test_the_first_ten_minutes(
    world: World, spoken: Callable[[str, str], None], mine: str, server: str, subtests: pytest.Subtests
) -> None:
    spoken(mine, server)
    for game in registry.games():
        with subtests.test(game.info.key):
            await begin(world, translator(server), game=game.info.key, players=2)
            async for message in built(world, translator(server), 2):
                _assert_spoken(message, mine, "builder")
            for name, options in AT_FIRST if game.info.key == "replicants" else (("match cards", {}),):
                for answer in answers(await world.ann.slash(world.channel, name, **options)):
                    _assert_spoken(answer, mine if answer.ephemeral else server, name)
            for answer in answers(await world.cleo.slash(world.channel, "learn", game=game.info.key)):
                _assert_spoken(answer, mine, "lesson")
                again = await pick(world.cleo, answer, say("Show me").render(translator(mine)))
                _assert_spoken(again, mine, "lesson, shown")
            for posted in _posted(world):
                _assert_spoken(posted, server, "posted")
            await world.bot.arena.matches.forfeit((await latest(world)).id, world.person("ann"))
            await world.settle()


@pytest.mark.parametrize(("mine", "server"), PAIRS[:1])
@pytest.mark.usefixtures("pictures")
async def test_pictures_are_in_the_language_of_those_who_see_them(
    world: World, spoken: Callable[[str, str], None], mine: str, server: str
) -> None:
    spoken(mine, server)
    with lettering() as lines:
        await begin(world, translator(server), game="mutants", players=2)
        assert lines
        assert [word for line in lines for word in foreign_words(line, server, SAME)] == []
        lines.clear()
        async for _ in built(world, translator(server)):
            pass
        assert lines
        assert [word for line in lines for word in foreign_words(line, mine, SAME)] == []


async def test_a_word_of_another_language_is_found(world: World) -> None:
    (english,) = answers(await world.ann.slash(world.channel, "help"))
    with pytest.raises(AssertionError):
        _assert_spoken(english, "de", "help")
