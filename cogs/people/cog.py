"""`/data`: the data about people and how long it is stored, a copy, deletion; servers that the bot has left."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, assert_never

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.access import whoami
from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.components import Persistent
from cogs.core.errors import BROKEN, holds
from cogs.core.messages import put, reply
from cogs.core.text import MESSAGE_LIMIT, OPTION_LIMIT, PROMPT_LIMIT, Locale, cut, locale_of, mark, plain, shown
from cogs.ui.layout import close_question
from engine.game import Json
from engine.text import Text, listed, say, say_n
from hosting.retention import EVERY
from hosting.rights import Outline, numbers_of
from locales import best, translator
from settings import Settings

# Servers that the bot is removed from and invited back to, and the day on which what was theirs is removed.
#
# Discord says `GUILD_DELETE` when the bot is removed, and the same with `unavailable` when it cannot reach a server
# itself; discord.py makes `guild_remove` of the first and `guild_unavailable` of the second, which is no departure.


SOON: Final = timedelta(minutes=1)
"""Wait while Discord has not said yet which servers the bot is in."""
LATER: Final = timedelta(hours=1)
"""Wait while it cannot say so of some shards."""


class Departures(ArenaCog):
    """Tells `hosting.retention` which servers the bot is in."""

    async def cog_load(self) -> None:
        # Expired data is removed every day.
        await self.bot.arena.retention.arrange()

    async def due(self, _key: str, _payload: Json) -> None:
        """Remove expired data; a handler of appointments."""
        retention = self.bot.arena.retention
        away = len(self.bot.arena.outages.away)
        if not self.bot.is_ready() or away == len(self.bot.own_shards):
            await retention.again(SOON)
            return
        await retention.remove_expired(self._present(), self._serves)
        await retention.again(LATER if away else EVERY)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        # For events while the shard was not connected.
        shard_of = self.bot.arena.outages.shard_of
        await self.bot.arena.retention.compare(self._present(), lambda guild_id: shard_of(guild_id) == shard)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.bot.arena.retention.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.bot.arena.retention.returned(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.bot.arena.retention.returned(guild.id)

    def _present(self) -> set[int]:
        """Return the servers that the bot is in, including those that Discord cannot reach at the moment."""
        return {guild.id for guild in self.bot.guilds}

    def _serves(self, guild_id: int) -> bool:
        return self.bot.is_ready_for(guild_id) and not self.bot.arena.outages.of(guild_id).away


# What `/data` tells, in topics to pick from: short answers, of which PRIVACY.md is the long one.


@dataclass(frozen=True, slots=True)
class DataTopic:
    """A topic of `/data`.

    Attributes:
        key: Its value in the menu.
        lines: A sentence or two a line.
        pages: Whether the full pages are attached.
    """

    key: str
    title: Text
    lines: tuple[Text, ...]
    pages: bool = False


_KEPT: Final = DataTopic(
    "kept",
    say("What I store, and why"),
    (
        say("• **Your account number, and your name** in servers where you play: to know you and ping you."),
        say(
            "• **Your seats, turns, choices and results:** matches last for weeks, and boards, records, "
            "profiles and ratings are made from them."
        ),
        say("• **Your settings, vacations, seeks, and players you block:** to do what you asked for."),
        say(
            "• **What you save with me,** such as choices, records and your place in lessons: so that you can "
            "use it again."
        ),
        say("I don't read messages or member lists, and I pass nothing on."),
    ),
)
_READERS: Final = DataTopic(
    "readers",
    say("Who can read it"),
    (
        say("• **What is posted:** everyone who can see that channel."),
        say("• **Secret choices, planned turns, players you block, your seeks:** only you, as long as they're secret."),
        say("• **The log of a match:** its players, and the organisers of its server."),
        say("• **Everything:** the operator of this bot, who has access to the database."),
    ),
)
_APPEARING: Final = (
    say("• `/profile` and `/leaderboard` use finished matches only, and reveal nothing about running ones."),
    say("• Reliability and habits only cover the last 12 months, or 50 matches at most; anything older is forgotten."),
    say("• `/settings mine appear:` says who can find you there: everyone in a server, your opponents, or nobody."),
    say("• Records of matches still name their players."),
)
_ALL_SERVERS: Final = say(
    "• `/settings mine all_servers:` says whether your matches also count for ratings across all servers. They "
    "don't unless you agree."
)
COPY, DELETION = say("copy"), say("deletion")
_COPY: Final = DataTopic(
    "copy",
    say("A copy for you"),
    (
        say("• `/data request:{choice}` sends you everything that I hold about you, once a day.", choice=COPY),
        say("• For a running match, it only has what your seat can know."),
        say("• It also works in direct messages, if you've left every server."),
    ),
)
_DELETION: Final = DataTopic(
    "deletion",
    say("Deleting it"),
    (
        say(
            "• `/data request:{choice}` first says what goes and what stays, then asks you to confirm.", choice=DELETION
        ),
        say("• The link to your account and your names go. Your matches stay, under “deleted player”."),
        say(
            "• **What I can't delete:** what was posted on Discord. Boards and results stay in their channels "
            "until they're deleted there."
        ),
        say("• If you come back, you're a new player."),
    ),
)
_IN_FULL: Final = DataTopic(
    "pages",
    say("The full text"),
    (say("The attached pages have the full text: what I store and why, and the terms for playing here."),),
    pages=True,
)


def topics_of(settings: Settings) -> tuple[DataTopic, ...]:
    """Return the topics for a bot's settings; the first one is the default."""
    return (
        DataTopic("overview", say("In short"), (*_SHORT, operator(settings))),
        _KEPT,
        _READERS,
        DataTopic("time", say("For how long"), retention_texts(settings)),
        DataTopic("profiles", say("Profiles and ratings"), _profiles(settings)),
        _COPY,
        _DELETION,
        _IN_FULL,
    )


_SHORT: Final = (
    say("**I store what I need to host your matches, and nothing else.** I pass nothing on."),
    say("• `/data request:{choice}` sends you a copy of what I hold about you.", choice=COPY),
    say("• `/data request:{choice}` deletes what names you.", choice=DELETION),
    say("• `/settings mine appear:` says who can find you in profiles and on leaderboards."),
)


def _profiles(settings: Settings) -> tuple[Text, ...]:
    return (*_APPEARING, _ALL_SERVERS) if settings.ratings_of_all_servers else _APPEARING


def retention_texts(settings: Settings) -> tuple[Text, ...]:
    """Return for how many days this bot stores each kind of data."""
    shared = say("• **Results that count for ratings across all servers:** for good, as numbers without names.")
    return (
        say_n(
            "• **Everything about a server:** {count} day after I'm removed from it, unless I'm invited back.",
            "• **Everything about a server:** {count} days after I'm removed from it, unless I'm invited back.",
            settings.keep_removed_servers,
        ),
        say_n(
            "• **The log of a silent match's channels:** {count} day after its end.",
            "• **The log of a silent match's channels:** {count} days after its end.",
            settings.keep_silence_logs,
        ),
        say_n(
            "• **Records you import:** {count} day.",
            "• **Records you import:** {count} days.",
            settings.keep_imports,
        ),
        say_n(
            "• **Cancelled tables:** {count} day.",
            "• **Cancelled tables:** {count} days.",
            settings.keep_closed_tables,
        ),
        say("• **Matches and your settings:** until they're deleted."),
        *((shared,) if settings.ratings_of_all_servers else ()),
        *backup_texts(settings),
    )


def backup_texts(settings: Settings) -> tuple[Text, ...]:
    """Return how long the bot's own copies of its database stay; nothing where it makes none."""
    backups = settings.backups(settings.database)
    if backups is None:
        return ()
    days = math.ceil(backups.keep * backups.every / timedelta(days=1))
    return (
        say_n(
            "• **Backups of all of this:** {count} day. What was deleted meanwhile is still in them.",
            "• **Backups of all of this:** {count} days. What was deleted meanwhile is still in them.",
            days,
        ),
    )


def operator(settings: Settings) -> Text:
    name, contact = settings.operator_name, settings.operator_contact
    if name and contact:
        return say("**Responsible for this bot:** {name}, {contact}", name=name, contact=contact)
    if name or contact:
        return say("**Responsible for this bot:** {name}", name=name or contact)
    return say("**Responsible for this bot:** not set. Please ask the people who added me to your server.")


# `/data`: what the bot keeps of people and who answers for it, in topics to pick from.


PAGES: Final = ("PRIVACY", "TERMS")
"""What goes with the last topic: each bot has its own, whatever its repository is called."""
_ROOT: Final = Path(__file__).parents[2]


async def show_privacy(interaction: Interaction) -> None:
    """Answer in private, in servers and in direct messages, with a menu of topics."""
    content, files, view = _page(interaction.client, "", locale_of(interaction))
    await reply(interaction, content, files=files, view=view, suppress_embeds=True)


class PrivacyMenu(Persistent, template=r"i:privacy"):
    """The menu of topics under the answer of `/data`."""

    async def act(self, interaction: Interaction) -> None:
        content, files, view = _page(interaction.client, "".join(self.picked), locale_of(interaction))
        await interaction.response.edit_message(content=content, attachments=files, view=view, suppress_embeds=True)


def pages(root: Path, locale: Locale) -> list[discord.File]:
    """Return the full pages as files, in English where the language has none; empty if installed without them."""
    language = best(None if locale is None else str(locale))
    found = ([root / f"{name}.{language}.md", root / f"{name}.md"] for name in PAGES)
    paths = [next(filter(Path.is_file, each), None) for each in found]
    return [discord.File(io.BytesIO(each.read_bytes()), each.name) for each in paths if each is not None]


def _page(bot: ArenaBot, key: str, locale: Locale) -> tuple[str, list[discord.File], discord.ui.View]:
    topics = topics_of(bot.settings)
    topic = next((each for each in topics if each.key == key), topics[0])
    lines = [say("**{topic}**", topic=topic.title)] if topic is not topics[0] else []
    content = "\n".join(shown(line, locale) for line in (*lines, *topic.lines))
    view = discord.ui.View(timeout=None)
    view.add_item(_menu(topics, topic, locale))
    return cut(content, MESSAGE_LIMIT), pages(_ROOT, locale) if topic.pages else [], view


def _menu(topics: tuple[DataTopic, ...], shown_now: DataTopic, locale: Locale) -> PrivacyMenu:
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id="i:privacy",
        options=[
            discord.SelectOption(
                label=cut(plain(each.title, locale), OPTION_LIMIT), value=each.key, default=each is shown_now
            )
            for each in topics
        ],
        placeholder=cut(plain(say("Another topic"), locale), PROMPT_LIMIT),
    )
    return PrivacyMenu(select)


Request: TypeAlias = Literal["copy", "deletion"]  # `COPY` and `DELETION` have its words

_ASKED = say(
    "**Delete everything that names you? This can't be undone.** If you want a copy, use `/data request:{choice}` "
    "first.",
    choice=COPY,
)
_WHAT_GOES = (
    say(
        "**What goes:** the link to your account, your names in all servers, your settings, vacations, saved "
        "choices, plans, records you imported, puzzles you solved, team names you chose, and whom you've "
        "blocked. You also leave any open tables and leagues (your partners there are told), and your seeks are "
        "withdrawn."
    ),
    say(
        "**What stays:** matches you played, with results and ratings, under “deleted player”: they're other "
        "people's matches, too. What was posted on Discord stays until it's deleted there."
    ),
    say(
        "If you come back, you're a new player, in leagues too: you can only join a running season late, "
        "without your earlier points."
    ),
)
_DONE = say("Done: nothing I store leads back to you any more. Thank you for playing.")
_CHANGED = say("⚠️ Something has changed since I asked. Nothing was deleted: please look again.")


class DataCog(ArenaCog):
    """Gives people their data, in private, in servers and in direct messages."""

    @app_commands.command(description=mark("What I store about you, why, and who can read it; get a copy or delete it"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        request=mark("A copy of everything, once a day; or deletion: I first say what goes and what stays")
    )
    async def data(self, interaction: Interaction, request: Request | None = None) -> None:
        match request:
            case None:
                await show_privacy(interaction)
            case "copy":
                await self._send(interaction)
            case "deletion":
                outline = await self.bot.arena.deletions.outline(await whoami(interaction))
                content, view = _question(outline, locale_of(interaction))
                await reply(interaction, content, view=view)
            case _:
                assert_never(request)

    async def _send(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        exports, person_id = self.bot.arena.exports, await whoami(interaction)
        copy = await exports.make(person_id, translator(locale_of(interaction)))
        try:
            for number, part in enumerate(copy.parts, 1):
                text = _copy_text(number, len(copy.parts), copy.unread)
                file = discord.File(io.BytesIO(part), f"arena-data-{number}.zip")
                # Without its file an answer is none, so it isn't made up for.
                await interaction.followup.send(shown(text, locale_of(interaction)), file=file, ephemeral=True)
        except (discord.HTTPException, *BROKEN):
            await exports.missed(person_id)
            holds(
                interaction,
                say("Your copy got lost on the way. Please ask for it again: `/data request:{choice}`.", choice=COPY),
            )
            raise


class DataButton(Persistent, template=r"y:(?P<verb>[a-z]{1,8}):(?P<mark>[0-9a-f]{1,8})"):
    """A button under the question whether to delete everything, in private; it acts for the presser."""

    async def act(self, interaction: Interaction) -> None:
        verb = self.fields["verb"]
        if verb not in {"delete", "resign"}:
            await close_question(interaction, say("Nothing was deleted."))
            return
        person_id, locale = await whoami(interaction), locale_of(interaction)
        deletions = interaction.client.arena.deletions
        outline = await deletions.outline(person_id)
        # Only the question as it was read is confirmed: no match that began since, and no person who came back since.
        if outline.mark != self.fields["mark"]:
            content, view = _question(outline, locale, _CHANGED)
            await put(interaction, content, view)
            return
        await interaction.response.defer()
        resigning = {each.id for each in outline.running} if verb == "resign" else set()
        await deletions.delete(person_id, resigning=resigning)
        await put(interaction, shown(_DONE, locale))


def _question(outline: Outline, locale: Locale, *before: Text) -> tuple[str, discord.ui.View]:
    lines, verb, label = [*before, _ASKED], "delete", say("Delete everything")
    if outline.running:
        count = len(outline.running)
        lines.append(
            say_n(
                "**You're still in {count} match:** {numbers}. Finish it first, or have me resign it for you.",
                ("**You're still in {count} matches:** {numbers}. Finish them first, or have me resign them for you."),
                count,
                numbers=numbers_of(outline.running),
            )
        )
        verb = "resign"
        label = say_n("Resign the match and delete everything", "Resign them and delete everything", count)
    choices = [(verb, label, discord.ButtonStyle.danger), ("keep", say("Keep it"), discord.ButtonStyle.secondary)]
    view = discord.ui.View(timeout=None)
    for key, words, style in choices:
        view.add_item(DataButton.button(f"y:{key}:{outline.mark}", words, locale, style))
    return cut("\n".join(shown(line, locale) for line in (*lines, *_WHAT_GOES)), MESSAGE_LIMIT), view


def _copy_text(number: int, parts: int, unread: tuple[int, ...]) -> Text:
    if number > 1:
        return say("Part {number} of {parts}.", number=number, parts=parts)
    if unread:
        return say(
            "Everything I hold about you, except the records of matches that this version of me can't read: "
            "{matches}. README.txt explains each file.",
            matches=listed(map(str, unread), "comma"),
        )
    return say_n(
        "Everything I hold about you. README.txt explains each file.",
        "Everything I hold about you, in {count} parts. README.txt explains each file.",
        parts,
    )
