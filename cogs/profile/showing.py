"""Who sees an answer of this room, and the options that its commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.context import for_all
from cogs.core.errors import Refusal
from cogs.core.reader import Reader
from cogs.core.readers import reader_of, readers_of
from cogs.core.text import mark
from engine.game import Game
from engine.registry import games, name_of
from engine.text import say

T = TypeVar("T")
Show = Literal["no", "yes"]

# What a Literal holds is not extracted for translation.
mark("no")
mark("yes")

SHOW = mark("Whether everyone in the channel sees the answer; only you if you leave it out")
GAME_CHOICES = [app_commands.Choice(name=game.info.name, value=game.info.key) for game in games()]


async def is_public(interaction: Interaction, show: Show) -> bool:
    """Return whether everybody may see an answer: where a silent match is played nobody does but the asker (R29)."""
    if show == "no":
        return False
    match = await interaction.client.arena.matches.running_in(interaction.channel_id or 0)
    return match is None or for_all(match, interaction.channel_id)


async def suited(interaction: Interaction, *, public: bool) -> Reader:
    """Return what suits those who see an answer."""
    return await (readers_of(interaction) if public else reader_of(interaction))


def mode_with(game: Game[Any, Any, Any], number: int | None) -> str | None:
    """Return the key of the mode with a number, from 1; None for none. Raises Refusal if there is no such mode."""
    return None if number is None else numbered(game, game.info.modes, number).key


def numbered(game: Game[Any, Any, Any], known: Sequence[T], number: int) -> T:
    """Return one of the ways to play a game by its number, from 1. Raises Refusal if there is none."""
    if not 1 <= number <= len(known):
        text = say("{game} has no such mode. Pick one from the list.", game=name_of(game.info.key))
        raise Refusal(text, code="no-mode")
    return known[number - 1]
