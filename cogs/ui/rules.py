"""A game's rules: pages to read from the beginning, and topics to look up; and what opens them."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import Persistent
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.readers import reader_of
from cogs.core.replies import put_layout, reply_layout
from cogs.core.text import Locale, cut, plain
from cogs.ui.rules_hosting import hosting_pages
from cogs.ui.rules_layout import Opened, layout_of
from engine.errors import SetupError
from engine.extras import Explained, Guided, Taught
from engine.game import Game
from engine.help import Point, Topic
from engine.registry import games, get
from engine.text import Quote, Text, say

AnyGame = Game[Any, Any, Any]

SHORTEST_WORD = 3
"""Shorter words are not looked for: they stand everywhere."""
MENTIONS_ROOM = 3000
"""Characters of what is shown that has some words in it."""
POINT_EXTRA = 10
"""Characters of a point besides its text and example at most."""

_GAME, _DATA = r"(?P<game>[a-z0-9_-]{1,32})", r"(?P<data>[^:]{0,60})"


class TopicMenu(Persistent, template=rf"r:{_GAME}:{_DATA}"):
    """The menu under a page of rules: of the topics, or of the pages of the guide."""

    async def act(self, interaction: Interaction) -> None:
        """Turn to the page that was picked."""
        game = get(self.fields["game"])
        await _turn(interaction, game, find(interaction, game, "".join(self.picked)), self.fields["data"])


class PageStep(Persistent, template=rf"r:{_GAME}:{_DATA}:at:(?P<key>[A-Za-z0-9-]{{1,40}}):(?P<part>\d{{1,2}})"):
    """A button under a page of rules that leads to another one, or to another part of a long one."""

    async def act(self, interaction: Interaction) -> None:
        """Turn to the page in the id."""
        game = get(self.fields["game"])
        topic = find(interaction, game, self.fields["key"])
        await _turn(interaction, game, topic, self.fields["data"], int(self.fields["part"]))


class RulesMenu(Persistent, template=r"f:rules"):
    """The menu of games under the help: opens the rules of one."""

    @classmethod
    def of_all_games(cls, locale: Locale) -> RulesMenu:
        """Return the menu."""
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id="f:rules",
            options=[
                discord.SelectOption(label=cut(game.info.name, OPTION_LIMIT), value=game.info.key) for game in games()
            ],
            placeholder=cut(plain(say("Read how a game is played"), locale), PROMPT_LIMIT),
        )
        return cls(menu)

    async def act(self, interaction: Interaction) -> None:
        """Show the first page of the rules, in a message of its own: the help stays."""
        await open_rules(interaction, get("".join(self.picked)))


class RulesButton(Persistent, template=r"f:of:(?P<game>[a-z0-9_-]{1,32})"):
    """The button Rules: opens a game's rules for the person who presses."""

    @classmethod
    def of(cls, game: str, locale: Locale, *, row: int | None = None) -> RulesButton:
        """Return the button for a game, by its key."""
        return cls.button(f"f:of:{game}", say("Rules", context="button"), locale, row=row)

    async def act(self, interaction: Interaction) -> None:
        """Show the first page, in private."""
        await open_rules(interaction, get(self.fields["game"]))


async def open_rules(interaction: Interaction, game: AnyGame, data: str = "", topic: Topic | None = None) -> None:
    """Show a person a page of a game's rules, in a private message of its own.

    Args:
        interaction: Not answered yet.
        game: Whose rules.
        data: The version of the game's data; empty for the current one.
        topic: Which page; None for the first one.

    Raises:
        Refusal: The game has no rules to show.
    """
    shown = first_of(game) if topic is None else topic
    await interaction.response.defer(ephemeral=True, thinking=True)
    layout, files = await _page(interaction, game, shown, data)
    await reply_layout(interaction, layout, files=files)


async def _turn(interaction: Interaction, game: AnyGame, topic: Topic, data: str, part: int = 0) -> None:
    """Put a page in the place of the one whose control was used."""
    await interaction.response.defer()
    try:
        layout, files = await _page(interaction, game, topic, data, part)
    except LookupError:  # data of a version that has gone, or that never was
        text = say("These rules belong to another version of me: please use `/rules` again.")
        raise Refusal(text, code="other-rules") from None
    await put_layout(interaction, layout, files=files)


async def _page(
    interaction: Interaction, game: AnyGame, topic: Topic, data: str, part: int = 0
) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    """Return a page as the parts of a message, and its pictures.

    Raises:
        LookupError: There is no such version of the data.
    """
    opened = Opened(game, data, guide_of(game), topics_of(game), topic, part)
    layout = await layout_of(opened, await reader_of(interaction))
    view = discord.ui.LayoutView(timeout=None)
    for item in layout.parts:
        view.add_item(item)
    for row in layout.rows:
        view.add_item(discord.ui.ActionRow[Any](*(_control(item) for item in row)))
    return view, layout.files


def _control(item: discord.ui.Button[Any] | discord.ui.Select[Any]) -> Persistent:
    return TopicMenu(item) if isinstance(item, discord.ui.Select) else PageStep(item)


def topics_of(game: AnyGame) -> tuple[Topic, ...]:
    """Return the topics of a game's rules; none for a game without them."""
    return game.topics if isinstance(game, Explained) else ()


def guide_of(game: AnyGame) -> tuple[Topic, ...]:
    """Return the pages that explain a game from the beginning, the last ones on playing it here; perhaps none."""
    if not isinstance(game, Guided):
        return ()
    return (*game.guide, *hosting_pages(game.info, taught=isinstance(game, Taught)))


def pages_of(game: AnyGame) -> tuple[Topic, ...]:
    """Return all that a person can ask for by key or title, each title once: topics before pages of the guide."""
    return tuple({str(each.title): each for each in (*guide_of(game), *topics_of(game))}.values())


def first_of(game: AnyGame) -> Topic:
    """Return the page with which a game's rules open.

    Raises:
        Refusal: The game has none to show.
    """
    pages = guide_of(game) or topics_of(game)
    if not pages:
        raise Refusal(say("{game} has no rules to show here.", game=game.info.name), code="no-rules")
    return pages[0]


def rule_of(game: AnyGame, number: str) -> Topic | None:
    """Return everything that is said of the rule with a number, as a page of its own, or None."""
    number = number.strip().upper()
    found = [topic for topic in topics_of(game) if any(number in point.rules for point in topic.points)]
    if not found:
        return None
    sheet = any(topic.sheet for topic in found)
    shown = [topic.scene for topic in (*found, *guide_of(game)) if topic.scene is not None and number in topic.rules]
    return Topic(
        number,
        say("Rule {number}", number=number),
        tuple(point for topic in found for point in topic.points if number in point.rules),
        sheet=sheet,
        scene=None if sheet else next(iter(shown), None),
    )


def _mentions(game: AnyGame, words: str, locale: Locale) -> Topic | None:
    """Return the points that have some words in them, as many as a page has room for, as a page of its own, or None."""
    wanted, room = words.strip().casefold(), MENTIONS_ROOM
    found: list[Point] = []
    if len(wanted) < SHORTEST_WORD:
        return None
    for point in (point for topic in topics_of(game) for point in topic.points):
        text = plain(point.text, locale)
        if wanted in f"{point.example} {text}".casefold():
            room -= len(text) + len(point.example) + POINT_EXTRA
            if room < 0:
                break
            found.append(point)
    title: Text = say("“{words}”", words=Quote(cut(words.strip(), OPTION_LIMIT)))
    return Topic("", title, tuple(found)) if found else None


def find(interaction: Interaction, game: AnyGame, wanted: str) -> Topic:
    """Return the page with a key or title, a rule by its number, or what has the words in it; or else the first page.

    Raises:
        SetupError: Nothing has these words in it.
    """
    first, locale = first_of(game), locale_of(interaction)
    if not wanted:
        return first
    for topic in (*topics_of(game), *guide_of(game)):
        if wanted.casefold() in (topic.key, plain(topic.title, locale).casefold()):
            return topic
    if (rule := rule_of(game, wanted)) is not None:
        return rule
    if (mentions := _mentions(game, wanted, locale)) is not None:
        return mentions
    raise SetupError(
        say("The rules of {game} have no such topic.", game=game.info.name),
        code="unknown-topic",
        given=wanted,
        suggestions=tuple(plain(topic.title, locale) for topic in pages_of(game)),
    )
