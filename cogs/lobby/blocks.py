"""`/settings block`: whom a person does not want to play with. It is private; nobody is told that they are blocked."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.core.access import entered, whoami
from cogs.core.bot import ArenaCog, Interaction
from cogs.core.errors import Refusal, tell
from cogs.core.messages import accounts_of, reply
from cogs.core.text import MESSAGE_LIMIT, locale_of, mark, shown
from engine.text import say, say_n
from hosting.errors import HostingError
from hosting.lobby.blocks import NOT_BLOCKED

_REACH = say(
    "They aren't told. From now on, neither of you can challenge the other or join the other's table, and your "
    "seeks won't be matched. Blocking doesn't affect matches already running, leagues, or tables you're both "
    "at: press Leave or Cancel there."
)


class BlockCog(ArenaCog):
    """Blocks and unblocks players, and lists blocks."""

    under = "settings"

    @app_commands.command(
        description=mark("Players you block: neither of you can challenge the other or join the other's table")
    )
    @app_commands.describe(
        add=mark("Who to block; they're never told"),
        remove=mark("Who to unblock; they're never told"),
    )
    async def block(
        self, interaction: Interaction, add: discord.User | None = None, remove: discord.User | None = None
    ) -> None:
        if add is not None and remove is not None:
            raise Refusal(say("Use either `add:` or `remove:`, not both."), code="one-at-a-time")
        if add is not None:
            await self._add(interaction, add)
        elif remove is not None:
            await self._remove(interaction, remove)
        else:
            await self._show(interaction)

    async def _add(self, interaction: Interaction, player: discord.User) -> None:
        if player.bot:
            raise Refusal(say("{player} is a bot and doesn't play.", player=player.mention), code="bot-opponent")
        own = await entered(interaction)
        new = await self.bot.arena.blocks.add(own, await self.bot.arena.people.know(player.id))
        if not new:
            await tell(interaction, say("You've already blocked {player}.", player=player.mention))
            return
        await tell(interaction, say("You've blocked {player}.", player=player.mention), _REACH)

    async def _remove(self, interaction: Interaction, player: discord.User) -> None:
        blocked = await self.bot.arena.people.find(player.id)
        if blocked is None:
            raise HostingError(*NOT_BLOCKED)
        await self.bot.arena.blocks.remove(await whoami(interaction), blocked)
        await tell(interaction, say("You've unblocked {player}. They aren't told.", player=player.mention))

    async def _show(self, interaction: Interaction) -> None:
        found = await self.bot.arena.blocks.of(await whoami(interaction))
        if not found:
            await tell(
                interaction,
                say("You haven't blocked anyone. To keep a player away from your tables, use `/settings block add:`."),
            )
            return
        accounts = await accounts_of(self.bot, [each.blocked_id for each in found])
        head = say_n("You've blocked one player:", "You've blocked {count} players:", len(found))
        mentions = [f"<@{account}>" for account in accounts.known.values()]
        for text in _messages(shown(head, locale_of(interaction)), mentions):
            await reply(interaction, text)


def _messages(head: str, mentions: list[str]) -> list[str]:
    out, line = [], head
    for mention in mentions:
        if len(line) + len(mention) + 1 > MESSAGE_LIMIT:
            out.append(line)
            line = mention
        else:
            line = f"{line} {mention}"
    return [*out, line]
