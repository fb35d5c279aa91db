"""`/match prepare`: answers for whenever one is asked inside the turn of another player. Everything here is private."""

from __future__ import annotations

from discord import app_commands

from cogs.core.access import match_for
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.choices import offered
from cogs.core.context import running_match, seat_of, whoami
from cogs.core.language import locale_of
from cogs.core.replies import reply
from cogs.core.text import mark, plain
from cogs.play.advance import questions, stored_text
from engine.errors import ArenaError
from hosting.match.errors import NothingToPrepare
from hosting.match.prepared import preparations


class PrepareCog(ArenaCog):
    """Lets players answer in advance."""

    under = "match"

    @app_commands.command(description=mark("Answer in advance what you may be asked in the turns of others"))
    @app_commands.describe(
        what=mark("What to answer; leave it out to see what you have stored"),
        answer=mark("What is played for you whenever it fits; leave it out to be asked again"),
    )
    async def prepare(self, interaction: Interaction, what: str = "", answer: str = "") -> None:
        """Store an answer, forget one, or show what is stored."""
        match = await running_match(interaction)
        await seat_of(interaction, match)
        if not preparations(match):
            raise NothingToPrepare
        if what:
            stored = await self.bot.arena.prepared.put(match.id, await whoami(interaction), what, answer)
        else:
            stored = await self.bot.arena.prepared.of(match.id, await whoami(interaction))
        await reply(interaction, stored_text(match, stored, locale_of(interaction)))

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        """Show the presser what they have stored, with menus to change it; an old message will do."""
        match = await match_for(interaction, match_id, direct=True)
        await seat_of(interaction, match)
        if not preparations(match):
            raise NothingToPrepare
        stored = await self.bot.arena.prepared.of(match.id, await whoami(interaction))
        locale = locale_of(interaction)
        await reply(interaction, stored_text(match, stored, locale), view=questions(match, locale))

    @prepare.autocomplete("what")
    async def _kinds(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer what can be answered in advance."""
        try:
            match = await running_match(interaction)
            await seat_of(interaction, match)
        except ArenaError:
            return []
        named = [(plain(each.name, locale_of(interaction)), each.key) for each in preparations(match)]
        return offered(named, current.strip(), by_value=True)
