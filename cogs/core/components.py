"""Bases of buttons, menus and dialogs: what goes wrong in them is told to the person who used them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, Self, TypeAlias

import discord

from cogs.core.bot import Interaction
from cogs.core.custom_ids import MATCH_TEMPLATE, MatchId
from cogs.core.errors import in_time, report, tell
from cogs.core.rates import DIALOGS, Pace, pace_of_control
from cogs.core.text import LABEL_LIMIT, Locale, cut, plain
from engine.text import Text, say
from hosting.match.model import Match, NoSuchMatch
from hosting.notify import NewerThanDatabase
from store.database import Gap
from store.tables.matches import ReplayError

Item: TypeAlias = discord.ui.Button[Any] | discord.ui.Select[Any]

EARLIER = say("I've been updated since this button was posted, and it no longer works.")


class Guarded(ABC):
    """A mixin for items: write `act` instead of `callback`; its errors reach the presser, and so does a limit."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let presses through that do not come too thick and fast."""
        data: Any = interaction.data
        return await in_time(interaction, pace_of_control(data["custom_id"]))

    @abstractmethod
    async def act(self, interaction: Interaction) -> None:
        """Do what the item is for: each kind of item says what."""

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:  # noqa: ANN401 — as discord.py has it
        """Do what the item is for, and report what goes wrong."""
        try:
            await self.act(interaction)
        except Exception as error:  # noqa: BLE001 — the last line of defence: discord.py would only log it
            await report(interaction, error)


class Persistent(Guarded, discord.ui.DynamicItem[Item], template="(?!)"):
    """A button or menu that outlives a restart: its custom id says all that a press needs.

    Attributes:
        fields: What the groups of the class's `template` found in the custom id.
    """

    def __init__(self, item: Item) -> None:
        super().__init__(item)
        found = self.template.fullmatch(self.custom_id)
        if found is None:
            raise ValueError(f"{self.custom_id!r} is not the custom id of a {type(self).__name__}")
        self.fields = found

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Refuse presses below messages of a time that the database has lost: their numbers are others' by now."""
        if not await super().interaction_check(interaction):
            return False
        message = interaction.message
        if message is not None:
            lost = interaction.client.arena.restores.lost
            edited = None if message.edited_at is None else lost(message.edited_at)
            if lost(message.created_at) or (edited is not None and not await self.holds_still(interaction, edited)):
                await report(interaction, NewerThanDatabase())
                return False
        return True

    async def holds_still(self, interaction: discord.Interaction[Any], gap: Gap, /) -> bool:
        """Return whether what the control is about is unchanged, though its message was edited meanwhile."""
        return False

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Return the control that was used, perhaps one of an earlier run of the program."""
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
        """Return a new button."""
        words = cut(plain(label, locale), LABEL_LIMIT)
        return cls(discord.ui.Button(label=words, style=style, disabled=disabled, custom_id=custom_id, row=row))

    @property
    def picked(self) -> tuple[str, ...]:
        """What was picked, if it is a menu."""
        return tuple(self.item.values) if isinstance(self.item, discord.ui.Select) else ()


class MatchButton(Persistent, template=MATCH_TEMPLATE):
    """A button of a match; what it does is registered in `ArenaBot.presses` under the id's action."""

    async def holds_still(self, interaction: discord.Interaction[Any], gap: Gap, /) -> bool:
        """Return whether the match was over before the lost time."""
        try:
            match = await interaction.client.arena.matches.get(MatchId.found(self.fields).match)
        except (NoSuchMatch, ReplayError):
            return False
        return match.ended_at is not None and match.ended_at <= gap.begin

    async def act(self, interaction: Interaction) -> None:
        """Call what is registered for the action."""
        pressed = MatchId.found(self.fields)
        press = interaction.client.presses.get(pressed.action)
        if press is None:
            await tell(interaction, EARLIER)
            return
        await press(interaction, pressed.match, pressed.seq)


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


# The button that gives a match a new place, under messages that tell that it lost its own.


REHOUSE = "rehouse"
"""What pressing means (`cogs.core.custom_ids.MatchId`); `cogs.channels.housing` does it."""

_HERE, _REMADE = say("Play on here", context="button"), say("Make the channels again", context="button")


def rehouse_view(match: Match, locale: Locale) -> discord.ui.View:
    """Return the button that does what `/match move-to` does in the channel in which it stands."""
    pressed = MatchId(match.id, match.seq, REHOUSE).text
    view = discord.ui.View(timeout=None)
    return view.add_item(MatchButton.button(pressed, rehousing(match), locale, discord.ButtonStyle.primary))


def rehousing(match: Match) -> Text:
    """Return what giving a match a new place is called: for silent teams it is channels of their own."""
    return _REMADE if match.silent else _HERE
