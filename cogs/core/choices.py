"""What an option offers while somebody types: at most 25 alternatives, each with a name of at most 100 characters."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TypeAlias, TypeVar

from discord import app_commands

from cogs.core.limits import CHOICE_LIMIT, CHOICES_LIMIT
from cogs.core.text import cut

V = TypeVar("V", int, str)
Choices: TypeAlias = list[app_commands.Choice[V]]


def offered(named: Iterable[tuple[str, V]], typed: str) -> Choices[V]:
    """Return the first alternatives whose names contain what was typed.

    Args:
        named: Name and value of each alternative, in the order in which they are offered.
        typed: What stands in the option so far, in whatever case.
    """
    wanted = typed.casefold()
    fitting = (
        app_commands.Choice(name=cut(name, CHOICE_LIMIT), value=value)
        for name, value in named
        if wanted in name.casefold()
    )
    return list(islice(fitting, CHOICES_LIMIT))
