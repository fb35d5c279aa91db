"""Pages of a game's rules, in topics to pick from, with the sheet of its charts; and what opens them."""

from __future__ import annotations

from typing import Any

import discord

from cogs.core.bot import Interaction
from cogs.core.components import Persistent
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import EMBED_LIMIT, OPTION_LIMIT, PROMPT_LIMIT, TITLE_LIMIT
from cogs.core.reader import Reader
from cogs.core.readers import reader_of
from cogs.core.replies import reply
from cogs.core.text import Locale, cut, plain, shown
from cogs.ui.pictures import draw_sheet
from engine.errors import SetupError
from engine.extras import Explained
from engine.game import Game
from engine.help import Point, Topic
from engine.registry import games, get
from engine.text import Quote, say

AnyGame = Game[Any, Any, Any]

SHORTEST_WORD = 3
"""Shorter words are not looked for: they stand everywhere."""
POINT_EXTRA = 60
"""Characters of a point besides its text and example at most: its mark, and the numbers of its rules."""


class TopicMenu(Persistent, template=r"r:(?P<game>[a-z0-9_-]{1,32}):(?P<data>[^:]{0,60})"):
    """The menu of topics under a page of rules."""

    async def act(self, interaction: Interaction) -> None:
        """Turn to the page that was picked."""
        game = get(self.fields["game"])
        topic = find(interaction, game, "".join(self.picked))
        await interaction.response.defer()
        try:
            embed, files, view = await page(game, topic, self.fields["data"], await reader_of(interaction))
        except LookupError:  # data of a version that has gone, or that never was
            text = say("These rules belong to another version of me: please use `/rules` again.")
            raise Refusal(text, code="other-rules") from None
        await interaction.edit_original_response(embed=embed, attachments=files, view=view)


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


async def open_rules(interaction: Interaction, game: AnyGame, data: str = "") -> None:
    """Show a person the first page of a game's rules, in a private message of its own.

    Args:
        interaction: Not answered yet.
        game: Whose rules.
        data: The version of the game's data; empty for the current one.

    Raises:
        Refusal: The game has no rules to show.
    """
    first = first_of(game)
    await interaction.response.defer(ephemeral=True, thinking=True)
    embed, files, view = await page(game, first, data, await reader_of(interaction))
    await reply(interaction, embeds=[embed], files=files, view=view)


def body(topic: Topic, reader: Reader) -> str:
    """Return a topic's points, each with the numbers of its rules."""
    return "\n".join(_line(point, reader) for point in topic.points)


def _line(point: Point, reader: Reader) -> str:
    text = shown(point.text, reader.locale)
    numbers = f" ({', '.join(point.rules)})" if point.rules else ""
    return f"`{point.example}`  {text}{numbers}" if point.example else f"• {text}{numbers}"


async def page(
    game: AnyGame, topic: Topic, data: str, reader: Reader
) -> tuple[discord.Embed, list[discord.File], discord.ui.View]:
    """Return a page of a game's rules: the embed, its pictures, and the menu of the other pages.

    Args:
        game: Whose rules.
        topic: What the page is about.
        data: The version of the game's data that its pictures are of; empty for the current one.
        reader: For whom.

    Raises:
        LookupError: There is no such version of the data.
    """
    title = say("{game}: {topic}", game=game.info.name, topic=topic.title)
    embed = discord.Embed(
        title=cut(plain(title, reader.locale), TITLE_LIMIT), description=cut(body(topic, reader), EMBED_LIMIT)
    )
    files = []
    if topic.sheet:
        picture = await draw_sheet(game.info.key, reader, data)
        embed.set_image(url=f"attachment://{picture.filename}")
        files.append(picture)
    view = discord.ui.View(timeout=None)
    options = [
        discord.SelectOption(
            label=cut(plain(each.title, reader.locale), OPTION_LIMIT), value=each.key, default=each is topic
        )
        for each in topics_of(game)
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=f"r:{game.info.key}:{data}",
        options=options,
        placeholder=cut(plain(say("Another topic"), reader.locale), PROMPT_LIMIT),
    )
    view.add_item(TopicMenu(menu))
    return embed, files, view


def topics_of(game: AnyGame) -> tuple[Topic, ...]:
    """Return the topics of a game's rules; none for a game without them."""
    return game.topics if isinstance(game, Explained) else ()


def first_of(game: AnyGame) -> Topic:
    """Return the topic with which a game's rules open.

    Raises:
        Refusal: The game has none to show.
    """
    topics = topics_of(game)
    if not topics:
        raise Refusal(say("{game} has no rules to show here.", game=game.info.name), code="no-rules")
    return topics[0]


def rule_of(game: AnyGame, number: str) -> Topic | None:
    """Return everything that is said of the rule with a number, as a page of its own, or None."""
    number = number.strip().upper()
    found = [topic for topic in topics_of(game) if any(number in point.rules for point in topic.points)]
    if not found:
        return None
    return Topic(
        number,
        say("Rule {number}", number=number),
        tuple(point for topic in found for point in topic.points if number in point.rules),
        sheet=any(topic.sheet for topic in found),
    )


def _mentions(game: AnyGame, words: str, locale: Locale) -> Topic | None:
    """Return the points that have some words in them, as many as a page has room for, as a page of its own, or None."""
    wanted, room, found = words.strip().casefold(), EMBED_LIMIT, []
    if len(wanted) < SHORTEST_WORD:
        return None
    for point in (point for topic in topics_of(game) for point in topic.points):
        text = plain(point.text, locale)
        if wanted in f"{point.example} {text}".casefold():
            room -= len(text) + len(point.example) + POINT_EXTRA
            if room < 0:
                break
            found.append(point)
    return (
        Topic(words, say("“{words}”", words=Quote(cut(words.strip(), OPTION_LIMIT))), tuple(found)) if found else None
    )


def find(interaction: Interaction, game: AnyGame, wanted: str) -> Topic:
    """Return the topic with a key or title, a rule by its number, or what has the words in it; or else the first topic.

    Raises:
        SetupError: Nothing has these words in it.
    """
    first, topics = first_of(game), topics_of(game)
    if not wanted:
        return first
    for topic in topics:
        if wanted.casefold() in (topic.key, plain(topic.title, locale_of(interaction)).casefold()):
            return topic
    if (rule := rule_of(game, wanted)) is not None:
        return rule
    if (mentions := _mentions(game, wanted, locale_of(interaction))) is not None:
        return mentions
    titles = tuple(plain(topic.title, locale_of(interaction)) for topic in topics)
    raise SetupError(
        say("The rules of {game} have no such topic.", game=game.info.name),
        code="unknown-topic",
        given=wanted,
        suggestions=titles,
    )
