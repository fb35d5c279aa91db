"""`/help`, `/rules` and `/doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.channels.housing import resume_if_open
from cogs.core.access import guild_of, match_for, match_here, organises, outside_of, playable, reader_of, sees, whoami
from cogs.core.bot import FOR_ORGANISERS, ArenaCog, Interaction
from cogs.core.errors import Refusal, tell
from cogs.core.messages import accounts_of, offered, reply_layout
from cogs.core.permissions import FEATURES, invitation, labels
from cogs.core.text import LAYOUT_LIMIT, Locale, cut, fitting, locale_of, mark, named, plain, shown
from cogs.ui.boards import aid_card
from cogs.ui.match_list import UNSURE, match_line, players_on
from cogs.ui.pictures import draw_sheet
from cogs.ui.rules import AnyGame, RulesMenu, body, find, open_rules, pages_of, rule_of
from engine.registry import games, get
from engine.text import Text, listed, say
from hosting.housing import to_do
from settings import Settings

# `/doctor`: which permissions the bot lacks, here and in the whole server, and what does not work without them.


class Doctor(commands.Cog):
    """Checks the bot's permissions."""

    @app_commands.default_permissions(manage_guild=True)
    @app_commands.command(
        description=mark("Show which permissions I'm missing here, and which feature each one blocks.")
    )
    async def doctor(self, interaction: Interaction) -> None:
        # To see whether an interrupted match can go on, Discord may be asked much: that may take longer than it waits.
        await interaction.response.defer(ephemeral=True, thinking=True)
        server = guild_of(interaction).me.guild_permissions
        report = [*findings(granted(interaction), server, interaction.client.application_id)]
        here = await interaction.client.arena.lists.parked_in(interaction.channel_id or 0)
        report += [
            say("The match in this channel was interrupted; it's running again.")
            for match in await playable(interaction.client, here)
            if await resume_if_open(interaction.client, guild_of(interaction), match)
        ]
        lines = [
            *unnamed(interaction.client.settings),
            *await self._hidden(interaction),
            *await interrupted(interaction),
        ]
        await tell(interaction, *report, *lines)

    async def _hidden(self, interaction: Interaction) -> list[Text]:
        """Return how an organisers' role gets to see the commands for organisers; empty where there is no role.

        Discord shows or hides whole commands by permissions of its own, and does not know the bot's role.
        """
        settings = await interaction.client.arena.settings.server(guild_of(interaction).id)
        if settings.organiser_role_id is None:
            return []
        return [
            say(
                "ℹ️ Discord shows {commands} only to members who can manage the server. To open them to {role} "
                "too, go to Server Settings → Integrations → my name.",
                commands=listed((f"`/{name}`" for name in FOR_ORGANISERS), "comma"),
                role=f"<@&{settings.organiser_role_id}>",
            )
        ]


def granted(interaction: Interaction) -> discord.Permissions:
    """Return the bot's permissions in the channel; in a thread, writing takes another permission than elsewhere."""
    granted = interaction.app_permissions
    if isinstance(interaction.channel, discord.Thread):
        granted.update(send_messages=granted.send_messages_in_threads)
    return granted


def findings(here: discord.Permissions, server: discord.Permissions, application_id: int | None) -> Iterator[Text]:
    sound = True
    for feature in FEATURES:
        missing = feature.missing(here, server)
        if not missing:
            yield say("✅ {feature}", feature=feature.name)
            continue
        if feature.optional:
            yield say(
                "➖ {feature} That needs {permissions}; everything else works without.",
                feature=feature.name,
                permissions=labels(missing),
            )
            continue
        sound = False
        if feature.everywhere:
            yield say(
                "❌ {feature} Missing in the server: {permissions}", feature=feature.name, permissions=labels(missing)
            )
        else:
            yield say("❌ {feature} Missing here: {permissions}", feature=feature.name, permissions=labels(missing))
    if sound:
        yield say("Nothing is missing.")
    else:
        yield say("Give them to my role in Server Settings → Roles; a channel's own settings may still deny them.")
        if application_id is not None:
            yield say("Or add me again, with everything I need: <{address}>", address=invitation(application_id))
            yield say(
                "Without silent teams, I need far less: <{address}>",
                address=invitation(application_id, silent=False),
            )


def unnamed(settings: Settings) -> list[Text]:
    """Return a line about unset settings without which people cannot learn who has their data, if any."""
    values = {"OPERATOR_NAME": settings.operator_name, "OPERATOR_CONTACT": settings.operator_contact}
    if not (missing := [f"`{name}`" for name, value in values.items() if not value]):
        return []
    return [
        say(
            "⚠️ `/data` can't say who runs me or how to reach them: my operator hasn't set {names}.",
            names=listed(missing),
        )
    ]


async def interrupted(interaction: Interaction) -> list[Text]:
    organiser = await organises(interaction.client, interaction.user)
    lines = []
    for each in await interaction.client.arena.lists.interrupted(interaction.guild_id or 0):
        match, own = each.match, each.seat_of(await whoami(interaction)) is not None
        concerned = own or organiser or match.organiser_id == await whoami(interaction)
        if each.parked is None or not (concerned or sees(interaction.user, interaction.guild, match.channel_id)):
            continue
        lines.append(
            say(
                "⏸️ Match {number} ({names}) is interrupted: {reason} {remedy}",
                number=match.id,
                names=listed(named(each.names), "comma"),
                reason=each.parked.text,
                remedy=to_do(each.parked),
            )
        )
    return [*lines, *await unreadable(interaction, organiser=organiser)]


async def unreadable(interaction: Interaction, *, organiser: bool) -> list[Text]:
    matches = interaction.client.arena.matches
    if not matches.unreadable:
        return []
    mine = {each.id for each in await matches.of_person(await whoami(interaction), interaction.guild_id)}
    return [
        say(
            "⏸️ Match {number} ({names}) is paused: this version of me can't read what was played, and my log "
            "says why. An organiser can call it off with `/organise void match:{number}`.",
            number=each.id,
            names=listed(named(each.names), "comma"),
        )
        for each in await matches.in_guild(interaction.guild_id or 0)
        if each.id in matches.unreadable
        and (organiser or each.id in mine or sees(interaction.user, interaction.guild, each.channel_id))
    ]


MOST_WAITING = 5
"""Matches that wait for the person, listed at most; `/matches` has all of them."""
OTHERS = say("-# More matches are waiting for you: `/matches` lists them all.")

STEPS = say(
    "### How to play\n"
    "1. **Start**: `/new` opens a table for a game. Set the clock and everything else under **Terms**; others "
    "press **Join**, then one of you presses **Start**. Or use `/seek` to say what you'd like to play: a match "
    "starts as soon as another player's seek fits yours.\n"
    "2. **Play**: I'll ping you when it's your turn. Press **Play** under the board and pick your turn from "
    "menus, or type it with `/move`, which suggests completions.\n"
    "3. **Look**: **Moves** shows what a piece can do, `/board` shows the position, and `/match replay` shows "
    "every turn so far. Made a mistake? `/undo` takes a turn back, and under **More** you can ask the others "
    "for more time, for a pause, or to end the match."
)
AT_ONCE = say("Nobody there? `/new` with `computer:` starts a match against the computer at once.")
MORE = say(
    "### More\n"
    "-# • `/rules` explains each game with pictures; `/learn` teaches you a game step by step, in private; "
    "`/puzzle` gives you the puzzle of the day.\n"
    "-# • `/matches` lists all your matches, `/league` has leagues and tournaments.\n"
    "-# • `/settings mine` changes colours, boards as text and reminders; `/settings` has vacations, blocked "
    "players and the choices you've saved for starting games.\n"
    "-# • `/match` has the clock, the record, cards, plans, a pause, more time, leaving a match and calling it "
    "off.\n"
    "-# • `/data` shows or deletes what I keep about you.\n"
    "-# • In direct messages to me `/help`, `/learn`, `/puzzle`, `/rules`, `/matches`, `/board`, `/match cards` "
    "and `/move` work too.\n"
    "-# • **Apps** in a message's menu: **Replay from here**, **Board as text**; in a person's menu: "
    "**Challenge**, **Profile**."
)


class HelpCog(ArenaCog):
    """Explains how to begin."""

    @app_commands.command(description=mark("How to play, what's waiting for you, and where to read more"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        locale = locale_of(interaction)
        waiting = [shown(line, locale) for line in await _waiting(interaction, locale)]
        lacking = "\n".join(shown(line, locale) for line in _lacking(interaction))
        room, found = LAYOUT_LIMIT, list[str]()
        steps = [STEPS, AT_ONCE] if interaction.client.arena.core.computers_offered else [STEPS]
        for text in ("\n".join(shown(each, locale) for each in steps), lacking, shown(MORE, locale)):
            found.append(cut(text, room))
            room -= len(found[-1])
        first, *closing = found
        layout = discord.ui.LayoutView(timeout=None)
        for text in (first, fitting(waiting, room, shown(OTHERS, locale))):
            if text:
                layout.add_item(discord.ui.TextDisplay[Any](text))
        layout.add_item(discord.ui.ActionRow[Any](RulesMenu.of_all_games(locale)))
        for text in filter(None, closing):
            layout.add_item(discord.ui.TextDisplay[Any](text))
        await reply_layout(interaction, layout)


async def _waiting(interaction: Interaction, locale: Locale) -> list[Text]:
    """Return the matches in which it is the person's turn, the most urgent first, a line each."""
    person_id = await whoami(interaction)
    outside = await outside_of(interaction)
    page = await interaction.client.arena.lists.of_person(person_id, 0, MOST_WAITING + 1, outside=outside.all)
    own = [
        line
        for line in page.lines
        if (seat := line.seat_of(person_id)) is not None and line.readable and seat.seat in line.match.to_act
    ]
    below = [OTHERS] if len(own) > MOST_WAITING else []
    if outside.unsure:
        below.append(UNSURE)
    if not own:
        return below
    accounts = await accounts_of(interaction.client, players_on(page))
    listed = (match_line(line, person_id, accounts, locale) for line in own[:MOST_WAITING])
    return [say("### Waiting for you"), *listed, *below]


def _lacking(interaction: Interaction) -> Iterator[Text]:
    """Yield what the bot cannot do here for lack of permissions; nothing in direct messages, which have none."""
    if interaction.guild is None:
        return
    server = interaction.guild.me.guild_permissions
    needed = [feature for feature in FEATURES if not feature.optional]
    lacking = [feature for feature in needed if feature.missing(granted(interaction), server)]
    if lacking:
        yield say("### What I can't do here")
        yield from (say("• {feature}", feature=feature.name) for feature in lacking)
        yield say("Organisers can use `/doctor` to see which permissions that needs.")


# `/rules`: a game explained page after page with pictures, its rules by topic and number, and its rulings.


class RulesCog(ArenaCog):
    """Explains games."""

    @app_commands.command(description=mark("Read how a game is played, with pictures, or look up a topic or a rule"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        topic=mark("What to look up: a topic, a word, or the number of a rule such as R16"),
        game=mark("Which game; the one played here if you leave it out"),
    )
    @app_commands.choices(game=[app_commands.Choice(name=game.info.name, value=game.info.key) for game in games()])
    async def rules(self, interaction: Interaction, topic: str = "", game: str = "") -> None:
        chosen, data = await self._game(interaction, game)
        await open_rules(interaction, chosen, data, find(interaction, chosen, topic))

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the aid card of a match's game, in the version of its data; an old message will do."""
        match = await match_for(interaction, match_id, direct=True)
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
        words = cut(body(topic.points, reader), LAYOUT_LIMIT - len(title) - len(more))
        layout = discord.ui.LayoutView(timeout=None)
        for part in (title, discord.ui.MediaGallery[Any](item), words, more):
            layout.add_item(discord.ui.TextDisplay[Any](part) if isinstance(part, str) else part)
        await reply_layout(interaction, layout, files=[picture])

    async def press_rules(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        match = await match_for(interaction, match_id, direct=True)
        await open_rules(interaction, match.session.game, match.setup.data)

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        chosen, _ = await self._game(interaction, interaction.namespace.game or "")
        rule = rule_of(chosen, current)
        topics = (*pages_of(chosen), *([rule] if rule is not None else []))
        return offered([(plain(topic.title, locale_of(interaction)), topic.key) for topic in topics], current)

    async def _game(self, interaction: Interaction, key: str) -> tuple[AnyGame, str]:
        match = await match_here(interaction)
        if match is not None and key in ("", match.game):
            return match.session.game, match.setup.data
        return (get(key) if key else games()[0]), ""
