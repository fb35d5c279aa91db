"""Bases of buttons, menus and dialogs, which report errors to their user."""

from __future__ import annotations

import re
import secrets
from abc import ABC, abstractmethod
from typing import Any, Self, TypeAlias

import discord

from cogs.core.bot import Interaction
from cogs.core.custom_ids import MATCH_TEMPLATE, MatchId
from cogs.core.errors import in_time, report, tell
from cogs.core.rates import DIALOGS, Pace, pace_of_control
from cogs.core.text import LABEL_LIMIT, Locale, cut, plain
from engine.text import Text, say
from hosting.errors import HostingError
from hosting.match.model import Match, NoSuchMatch
from hosting.notify import NEWER_THAN_DATABASE
from store.database import Gap
from store.tables.matches import ReplayError

Item: TypeAlias = discord.ui.Button[Any] | discord.ui.Select[Any]

EARLIER = say("I've been updated since this button was posted, and it no longer works.")


class Guarded(ABC):
    """A mixin for items with an `act` in place of `callback`: it reports errors to the presser and enforces limits."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        data: Any = interaction.data
        return await in_time(interaction, pace_of_control(data["custom_id"]))

    @abstractmethod
    async def act(self, interaction: Interaction) -> None:
        """Do what the item is for."""

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:  # noqa: ANN401 — as discord.py has it
        try:
            await self.act(interaction)
        except Exception as error:  # noqa: BLE001 — the last line of defence: discord.py would only log it
            await report(interaction, error)


class Persistent(Guarded, discord.ui.DynamicItem[Item], template="(?!)"):
    """A button or menu that outlives a restart: its custom id says all that a press needs.

    Attributes:
        fields: The groups of the class's `template` in the custom id.
    """

    def __init__(self, item: Item) -> None:
        super().__init__(item)
        found = self.template.fullmatch(self.custom_id)
        if found is None:
            raise ValueError(f"{self.custom_id!r} is not the custom id of a {type(self).__name__}")
        self.fields = found

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Refuse presses on messages from a time that the database has lost: their numbers belong to others now."""
        if not await super().interaction_check(interaction):
            return False
        message = interaction.message
        if message is not None:
            lost = interaction.client.arena.restores.lost
            edited = None if message.edited_at is None else lost(message.edited_at)
            if lost(message.created_at) or (edited is not None and not await self.is_unchanged(interaction, edited)):
                await report(interaction, HostingError(*NEWER_THAN_DATABASE))
                return False
        return True

    async def is_unchanged(self, interaction: discord.Interaction[Any], gap: Gap, /) -> bool:
        """Return whether the control's subject is unchanged, though its message was edited meanwhile."""
        return False

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Return the control that was used, perhaps one from before a restart."""
        if not isinstance(item, discord.ui.Button | discord.ui.Select):
            raise TypeError(f"no {cls.__name__} is a {type(item).__name__}")
        return cls(item)

    @classmethod
    def button(
        cls,
        custom_id: str,
        label: Text,
        locale: Locale,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
        row: int | None = None,
    ) -> Self:
        words = cut(plain(label, locale), LABEL_LIMIT)
        return cls(discord.ui.Button(label=words, style=style, disabled=disabled, custom_id=custom_id, row=row))

    @property
    def picked(self) -> tuple[str, ...]:
        return tuple(self.item.values) if isinstance(self.item, discord.ui.Select) else ()


class MatchButton(Persistent, template=MATCH_TEMPLATE):
    """A button of a match; `ArenaBot.presses` has its handler under the id's action."""

    async def is_unchanged(self, interaction: discord.Interaction[Any], gap: Gap, /) -> bool:
        """Return whether the match was over before the lost time."""
        try:
            match = await interaction.client.arena.matches.get(MatchId.found(self.fields).match)
        except (NoSuchMatch, ReplayError):
            return False
        return match.ended_at is not None and match.ended_at <= gap.begin

    async def act(self, interaction: Interaction) -> None:
        pressed = MatchId.found(self.fields)
        press = interaction.client.presses.get(pressed.action)
        if press is None:
            await tell(interaction, EARLIER)
            return
        await press(interaction, pressed.match, pressed.seq)


class ArenaModal(discord.ui.Modal):
    """A dialog that reports its errors and enforces limits.

    `guild_id`: the server of what it is about, where it opens in direct messages, too: only the process of that server
    has it, and others see by its id whose it is.
    """

    def __init__(self, *, title: str, guild_id: int | None = None) -> None:
        own = discord.utils.MISSING if guild_id is None else f"{guild_id}:{secrets.token_hex(16)}"
        super().__init__(title=title, custom_id=own)

    async def open(self, interaction: discord.Interaction[Any]) -> None:
        """Show it to the person behind an interaction."""
        # discord.py knows it only once it has read Discord's answer; it may have been filled in and sent by then.
        interaction.client._connection.store_view(self)  # noqa: SLF001
        try:
            await interaction.response.send_modal(self)
        except discord.HTTPException:
            self.stop()
            raise

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return await in_time(interaction, DIALOGS.get(type(self).__name__, Pace.HEAVY))

    async def on_error(  # type: ignore[override]  # discord.py's own Modal has this signature, too
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        await report(interaction, error)


# The button that gives a match a new place, under messages that tell that it lost its own.


REHOUSE = "rehouse"
"""What pressing means (`cogs.core.custom_ids.MatchId`); `cogs.channels.housing` does it."""

_HERE, _REMADE = say("Play on here", context="button"), say("Recreate the channels", context="button")


def rehouse_view(match: Match, locale: Locale) -> discord.ui.View:
    """Return the button that does what `/match move-to` does in its channel."""
    pressed = MatchId(match.id, match.seq, REHOUSE).text
    view = discord.ui.View(timeout=None)
    return view.add_item(MatchButton.button(pressed, rehousing(match), locale, discord.ButtonStyle.primary))


def rehousing(match: Match) -> Text:
    """Return the name of moving a match: silent teams get channels of their own."""
    return _REMADE if match.silent else _HERE
