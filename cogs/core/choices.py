"""What an option offers while a person types: at most 25 alternatives, each with a name of at most 100 characters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.limits import CHOICE_LIMIT, MOST_CHOICES
from cogs.core.text import cut

V = TypeVar("V", int, str)
Choices: TypeAlias = list[app_commands.Choice[V]]
Complete: TypeAlias = Callable[[Interaction, str], Awaitable[Choices[int]]]
"""Returns what to offer for what was typed so far, which need not be a number."""


class Completed(app_commands.Transformer):
    """An option of a command that is a number, for which there are alternatives to pick while it is typed."""

    def __init__(self, complete: Complete, *, least: int | None = 1, most: int | None = None) -> None:
        self._complete = complete
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Discord's type of the option."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int | None:
        """The lowest number that Discord lets through."""
        return self._least

    @property
    def max_value(self) -> int | None:
        """The highest number that Discord lets through."""
        return self._most

    async def transform(self, _interaction: discord.Interaction[Any], value: int, /) -> int:
        """Return the number as it is."""
        return value

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: float | str, /
    ) -> list[app_commands.Choice[Any]]:
        """Offer alternatives."""
        return await self._complete(interaction, str(value))


def offered(named: Iterable[tuple[str, V]], typed: str, *, by_value: bool = False) -> Choices[V]:
    """Return the first alternatives whose names contain what was typed.

    Args:
        named: Name and value of each alternative, in the order in which they are offered.
        typed: What stands in the option so far, in whatever case.
        by_value: Whether those fit, too, whose value contains it: a key in notation, say.
    """
    wanted = typed.casefold()
    fitting = (
        app_commands.Choice(name=cut(name, CHOICE_LIMIT), value=value)
        for name, value in named
        if wanted in name.casefold() or (by_value and wanted in str(value).casefold())
    )
    return list(islice(fitting, MOST_CHOICES))
