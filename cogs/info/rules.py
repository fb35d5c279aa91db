"""`/rules`: a game's rules in topics to pick from, with the sheet of its charts."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import offered
from cogs.core.components import Persistent
from cogs.core.errors import Refusal
from cogs.core.language import locale_of
from cogs.core.limits import EMBED_LIMIT, LAYOUT_LIMIT, OPTION_LIMIT, PROMPT_LIMIT, TITLE_LIMIT
from cogs.core.reader import Reader
from cogs.core.readers import reader_of
from cogs.core.replies import reply, reply_layout
from cogs.core.text import Locale, cut, mark, plain, shown
from cogs.ui.match_buttons import aid_card
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


class RulesCog(ArenaCog):
    """Explains games."""

    @app_commands.command(description=mark("Look up the rules, the charts and the notation"))
    @app_commands.describe(
        topic=mark("What to look up: a topic, a word, or the number of a rule such as R16"),
        game=mark("Of which game; by default the one played here"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=game.info.name, value=game.info.key) for game in games()])
    async def rules(self, interaction: Interaction, topic: str = "", game: str = "") -> None:
        """Show a topic, and a menu of the others."""
        chosen, data = await self._game(interaction, game)
        found = _find(interaction, chosen, topic)
        await interaction.response.defer(ephemeral=True, thinking=True)
        embed, files, view = await _page(chosen, found, data, await reader_of(interaction))
        await reply(interaction, embeds=[embed], files=files, view=view)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the aid card of a match's game, as of the data that it is played with; an old message will do."""
        match = await match_for(interaction, match_id)
        topic = aid_card(match)
        if topic is None:
            raise Refusal(say("{game} has no aid card.", game=match.session.game.info.name), code="no-aid")
        await interaction.response.defer(ephemeral=True, thinking=True)
        reader, info = await reader_of(interaction), match.session.game.info
        # A gallery shows a picture as wide as the message, an embed shrinks a high one until nobody can read it.
        picture = await draw_sheet(info.key, reader, match.setup.data)
        item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.description)
        title = shown(say("**{game}: {topic}**", game=info.name, topic=topic.title), reader.locale)
        more = shown(say("-# `/rules` has all rules by topic."), reader.locale)
        words = cut(body(topic, reader), LAYOUT_LIMIT - len(title) - len(more))
        layout = discord.ui.LayoutView(timeout=None)
        for part in (title, discord.ui.MediaGallery[Any](item), words, more):
            layout.add_item(discord.ui.TextDisplay[Any](part) if isinstance(part, str) else part)
        await reply_layout(interaction, layout, files=[picture])

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        chosen, _ = await self._game(interaction, interaction.namespace.game or "")
        rule = _rule(chosen, current)
        topics = (*_topics(chosen), *([rule] if rule is not None else []))
        return offered([(plain(topic.title, locale_of(interaction)), topic.key) for topic in topics], current)

    async def _game(self, interaction: Interaction, key: str) -> tuple[AnyGame, str]:
        """Return the game that is meant, and the version of its data that is played with here; empty for the latest."""
        match = await self.bot.arena.matches.latest_in(interaction.channel_id or 0)
        if match is not None and key in ("", match.game):
            return match.session.game, match.setup.data
        return (get(key) if key else games()[0]), ""


class TopicMenu(Persistent, template=r"r:(?P<game>[a-z0-9_-]{1,32}):(?P<data>[^:]{0,60})"):
    """The menu of topics under a page of rules."""

    async def act(self, interaction: Interaction) -> None:
        """Turn to the page that was picked."""
        game = get(self.fields["game"])
        topic = _find(interaction, game, "".join(self.picked))
        await interaction.response.defer()
        try:
            embed, files, view = await _page(game, topic, self.fields["data"], await reader_of(interaction))
        except LookupError:  # data of a version that has gone, or that never was
            text = say("These rules belong to another version of me: please use `/rules` again.")
            raise Refusal(text, code="other-rules") from None
        await interaction.edit_original_response(embed=embed, attachments=files, view=view)


async def opening(game: AnyGame, reader: Reader) -> tuple[discord.Embed, list[discord.File], discord.ui.View]:
    """Return the first page of a game's rules: the embed, its pictures, and the menu of the other pages.

    Raises:
        Refusal: The game has no rules to show.
    """
    return await _page(game, _first(game), "", reader)


def body(topic: Topic, reader: Reader) -> str:
    """Return a topic's points, each with the numbers of its rules."""
    return "\n".join(_line(point, reader) for point in topic.points)


def _line(point: Point, reader: Reader) -> str:
    text = shown(point.text, reader.locale)
    numbers = f" ({', '.join(point.rules)})" if point.rules else ""
    return f"`{point.example}`  {text}{numbers}" if point.example else f"• {text}{numbers}"


async def _page(
    game: AnyGame, topic: Topic, data: str, reader: Reader
) -> tuple[discord.Embed, list[discord.File], discord.ui.View]:
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
        for each in _topics(game)
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=f"r:{game.info.key}:{data}",
        options=options,
        placeholder=cut(plain(say("Another topic"), reader.locale), PROMPT_LIMIT),
    )
    view.add_item(TopicMenu(menu))
    return embed, files, view


def _topics(game: AnyGame) -> tuple[Topic, ...]:
    return game.topics if isinstance(game, Explained) else ()


def _first(game: AnyGame) -> Topic:
    topics = _topics(game)
    if not topics:
        raise Refusal(say("{game} has no rules to show here.", game=game.info.name), code="no-rules")
    return topics[0]


def _rule(game: AnyGame, number: str) -> Topic | None:
    """Return everything that is said of the rule with a number, as a page of its own, or None."""
    number = number.strip().upper()
    found = [topic for topic in _topics(game) if any(number in point.rules for point in topic.points)]
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
    for point in (point for topic in _topics(game) for point in topic.points):
        text = plain(point.text, locale)
        if wanted in f"{point.example} {text}".casefold():
            room -= len(text) + len(point.example) + POINT_EXTRA
            if room < 0:
                break
            found.append(point)
    return (
        Topic(words, say("“{words}”", words=Quote(cut(words.strip(), OPTION_LIMIT))), tuple(found)) if found else None
    )


def _find(interaction: Interaction, game: AnyGame, wanted: str) -> Topic:
    """Return the topic with a key or title, a rule by its number, or what has the words in it; or else the first topic.

    Raises:
        SetupError: Nothing has these words in it.
    """
    first, topics = _first(game), _topics(game)
    if not wanted:
        return first
    for topic in topics:
        if wanted.casefold() in (topic.key, plain(topic.title, locale_of(interaction)).casefold()):
            return topic
    if (rule := _rule(game, wanted)) is not None:
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
