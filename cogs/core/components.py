"""Bases of buttons, menus, views and dialogs: what goes wrong in them is told to whoever used them."""

from __future__ import annotations

import logging
import re
from typing import Any, Self

import discord

from cogs.core.bot import Interaction
from cogs.core.custom_ids import MATCH_TEMPLATE, MatchId
from cogs.core.errors import in_time, report, tell
from cogs.core.rates import DIALOGS, Pace, pace_of_control
from engine.text import say

log = logging.getLogger(__name__)

EARLIER = say("This button belongs to an earlier version of me and does nothing any more.")


class Guarded:
    """A mixin for items: write `act` instead of `callback`; its errors reach the presser, and so does a limit."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let presses through that do not come too thick and fast."""
        data: Any = interaction.data
        return await in_time(interaction, pace_of_control(data["custom_id"]))

    async def act(self, interaction: Interaction) -> None:
        """Do what the item is for."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:  # noqa: ANN401 — as discord.py has it
        """Do what the item is for, and report what goes wrong."""
        try:
            await self.act(interaction)
        except Exception as error:  # noqa: BLE001 — the last line of defence: discord.py would only log it
            await report(interaction, error)


class MatchButton(Guarded, discord.ui.DynamicItem[discord.ui.Button[Any]], template=MATCH_TEMPLATE):
    """A button of a match; what it does is registered in `ArenaBot.presses` under the id's action."""

    def __init__(
        self,
        custom_id: MatchId,
        *,
        label: str | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> None:
        super().__init__(discord.ui.Button(label=label, style=style, disabled=disabled, custom_id=custom_id.text))
        self.pressed = custom_id

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the button that was pressed, perhaps one of an earlier run of the program."""
        label = item.label if isinstance(item, discord.ui.Button) else None
        return cls(MatchId.found(match), label=label or "…")

    async def act(self, interaction: Interaction) -> None:
        """Hand the press over to whoever registered for the action."""
        press = interaction.client.presses.get(self.pressed.action)
        if press is None:
            await tell(interaction, EARLIER)
            return
        await press(interaction, self.pressed.match, self.pressed.seq)


class ArenaView(discord.ui.View):
    """A view that lives as long as its message is looked at."""

    async def on_error(self, interaction: discord.Interaction[Any], error: Exception, _item: Any, /) -> None:  # noqa: ANN401
        """Report what an item failed at."""
        await report(interaction, error)


class ArenaModal(discord.ui.Modal):
    """A dialog."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let through what does not come too thick and fast."""
        return await in_time(interaction, DIALOGS.get(type(self).__name__, Pace.HEAVY))

    async def on_error(  # type: ignore[override]  # discord.py's own Modal has this signature, too
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Report what the dialog failed at."""
        await report(interaction, error)
