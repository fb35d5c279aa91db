"""`/profile`, and Profile in the menu of a person: what a player has done in this server."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.core.bot import ArenaBot, ArenaCog, Interaction
from cogs.core.context import guild_of, whoami
from cogs.core.errors import Refusal
from cogs.core.limits import MESSAGE_LIMIT
from cogs.core.replies import reply
from cogs.core.text import cut, mark, shown
from cogs.profile.figures import fitting, profile_figure
from cogs.profile.showing import GAME_CHOICES, SHOW, Show, is_public, suited
from cogs.profile.text import profile_lines
from cogs.profile.titles import title_lines
from engine.text import say

User = discord.User | discord.Member

_NOTHING = say(
    "There is nothing to see here: no match of this player has ended in this server yet, or they do not show their "
    "profile."
)
_NOTHING_OF_YOURS = say(
    "Your profile is still empty: it begins with the first match that you end in this server. `/new` opens a table, "
    "`/seek create` finds opponents."
)


class ProfileCog(ArenaCog):
    """Shows profiles."""

    def __init__(self, bot: ArenaBot) -> None:
        super().__init__(bot)
        self.menu = app_commands.ContextMenu(name=mark("Profile"), callback=self.of_person)

    @app_commands.command(description=mark("What a player has done in this server, in matches that are over"))
    @app_commands.describe(
        player=mark("Whose profile; your own if you leave it out"),
        game=mark("Only one game, in more detail; all of them if you leave it out"),
        show=SHOW,
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def profile(
        self, interaction: Interaction, player: discord.User | None = None, game: str | None = None, show: Show = "no"
    ) -> None:
        """Show a profile, in private unless asked otherwise."""
        await self._show(interaction, player or interaction.user, game, public=await is_public(interaction, show))

    async def of_person(self, interaction: Interaction, player: discord.User) -> None:
        """Show the profile of a person whose menu was opened, in private."""
        await self._show(interaction, player, None, public=False)

    async def _show(self, interaction: Interaction, user: User, game: str | None, *, public: bool) -> None:
        if user.bot:
            raise Refusal(say("{player} is a bot and does not play.", player=user.mention), code="bot-profile")
        asker, people, guild = await whoami(interaction), self.bot.arena.people, guild_of(interaction)
        person_id = await people.find(user.id)
        own = user.id == interaction.user.id
        names = {} if person_id is None else await people.names(guild.id, [person_id])
        if person_id is None or person_id not in names:
            # Not even whether a person hides or never came is told.
            raise Refusal(_NOTHING_OF_YOURS if own else _NOTHING, code="no-profile")
        found = await self.bot.arena.profiles.of(guild.id, person_id, asker, game, public=public)
        if found is None or (
            found.game is None and not found.modes and not found.recent.matches and not found.everywhere
        ):
            raise Refusal(_NOTHING_OF_YOURS if own else _NOTHING, code="no-profile")
        await interaction.response.defer(ephemeral=not public, thinking=True)
        reader = await suited(interaction, public=public)
        names |= await people.names(guild.id, found.named)
        head, *rest = profile_lines(found)
        titles = await title_lines(interaction, person_id, found.game, own=own, public=public)
        lines = [shown(text, reader.locale, members=names) for text in (head, *titles, *rest)]
        named = (names[person_id],)
        words, files = await fitting(profile_figure(found), reader, named, "profile.png", game=game)
        await reply(interaction, cut("\n".join([*lines, *words]), MESSAGE_LIMIT), files=files, public=public)
