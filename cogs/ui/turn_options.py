"""Options that mean a turn or a seat of the match in the channel, or of one that was chosen: what there is to pick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from discord import app_commands

from cogs.core.bot import Interaction
from cogs.core.choices import Choices, Completed, offered
from cogs.core.converters import chosen, seen_match
from cogs.core.language import locale_of
from cogs.core.text import plain
from cogs.ui.story import Story, caption, story_of
from engine.errors import ArenaError
from engine.text import Player, say


async def complete_turn(interaction: Interaction, typed: str) -> Choices[int]:
    """Return the turns whose number, player or notation contains what was typed; the latest ones for nothing."""
    try:
        story = await story_of(interaction.client, await seen_match(interaction, chosen(interaction)))
    except ArenaError:
        return []
    wanted = typed.strip().casefold()
    found = [(name, number) for number, name in _turns(interaction, story) if wanted in name.casefold()]
    # Who types 1 means turn 1 more likely than turn 31.
    found.sort(key=lambda each: (not str(each[1]).startswith(wanted), -each[1] if not wanted else each[1]))
    return offered(found, wanted)


async def complete_side(interaction: Interaction, typed: str) -> Choices[int]:
    """Return the seats of the match with their players."""
    try:
        match = await seen_match(interaction, chosen(interaction))
    except ArenaError:
        return []
    named = [
        (plain(say("{seat}: {player}", seat=seat, player=Player(seat)), locale_of(interaction), match.names), seat)
        for seat in range(1, len(match.names) + 1)
    ]
    return offered(named, typed.strip())


TurnNumber: TypeAlias = app_commands.Transform[int, Completed(complete_turn, least=0, most=100_000)]
"""A turn, 0 for the start."""
PlayedTurn: TypeAlias = app_commands.Transform[int, Completed(complete_turn, most=100_000)]
Side: TypeAlias = app_commands.Transform[int, Completed(complete_side, most=9)]


def _turns(interaction: Interaction, story: Story) -> Sequence[tuple[int, str]]:
    """Return number and description of each turn, the start included."""
    return [
        (
            moment.number,
            plain(
                say("{number}. {turn}", number=moment.number, turn=caption(moment, over=story.open)),
                locale_of(interaction),
                story.names_at(moment),
            ),
        )
        for moment in story.history
    ]
