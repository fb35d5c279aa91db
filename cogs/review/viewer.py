"""The viewer: a private message in which a person pages through a game, and what its buttons do."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from cogs.core.bot import Interaction
from cogs.core.components import EARLIER, MatchButton, Persistent
from cogs.core.custom_ids import MatchId
from cogs.core.errors import Refusal
from cogs.core.reader import Reader
from cogs.core.readers import reader_of
from cogs.core.replies import reply
from cogs.core.text import shown
from cogs.lobby.new import Wish
from cogs.lobby.opening import open_table
from cogs.review.film import make_reel
from cogs.review.viewer_ids import TEMPLATE, ViewerId, ViewerVerb
from cogs.review.viewer_page import Viewing, can_practise, content, controls, draw_position, whole_turn
from cogs.ui.match_buttons import PRACTISE
from cogs.ui.story import Story, check_side, check_turns, find_story
from engine.history import at
from engine.seat import Seat
from engine.text import say

NO_SIDE = -1
"""A seat of no game."""

_filming: set[int] = set()
"""Those for whom a film is being made: one at a time for each."""


class ViewerControl(Persistent, template=TEMPLATE):
    """A button or menu of the viewer."""

    async def act(self, interaction: Interaction) -> None:
        """Do what was pressed or chosen."""
        pressed = ViewerId.parse(self.custom_id)
        if pressed is None:
            raise Refusal(EARLIER, code="unknown-button")
        story = await find_story(interaction, pressed.kind, pressed.story)
        side = check_side(story, pressed.side or None)
        if pressed.verb is ViewerVerb.ANIMATE:
            await send_reel(interaction, story, *check_turns(story, None, None), side=side)
        elif pressed.verb is ViewerVerb.OPEN:
            await open_from(interaction, story, pressed.turn)
        else:
            if isinstance(self.item, discord.ui.Select):
                side = check_side(story, picked_side(self.picked))
            number = story.last if pressed.verb is ViewerVerb.LAST else pressed.turn
            await _turn_to(interaction, story, number, side)


def picked_side(values: Sequence[str]) -> int | None:
    """Return the seat that was picked in the menu of sides, None for the board's own orientation."""
    return int(values[0]) or None if len(values) == 1 and re.fullmatch("[0-9]", values[0]) else NO_SIDE


async def open_viewer(interaction: Interaction, story: Story, number: int, side: Seat | None = None) -> None:
    """Answer with the viewer, in private."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    viewing = Viewing(story, story.moment(number).number, side, await reader_of(interaction))
    board = await draw_position(viewing)
    files = [*board.files, *whole_turn(viewing)]
    await reply(interaction, content(viewing), embeds=board.embeds, files=files, view=viewer_view(viewing))


async def send_reel(
    interaction: Interaction,
    story: Story,
    first: int,
    last: int,
    *,
    side: Seat | None = None,
    public: Reader | None = None,
) -> None:
    """Answer with some turns of a game as one file.

    Args:
        interaction: Not answered yet.
        story: The game.
        first: Number of the first turn, from 1.
        last: Number of the last turn.
        side: From whose side the board is seen.
        public: What suits everybody, where everybody is to see it; None for a private answer.
    """
    account = interaction.user.id
    if account in _filming:
        raise Refusal(say("Your last one is still being drawn; please wait for it."), code="filming")
    _filming.add(account)
    try:
        await interaction.response.defer(ephemeral=public is None, thinking=True)
        reader = public or await reader_of(interaction)
        reel = await make_reel(story, first, last, reader, side)
        await reply(
            interaction, shown(reel.note, reader.locale, story.names), files=[reel.file], public=public is not None
        )
    finally:
        _filming.discard(account)


async def open_from(interaction: Interaction, story: Story, number: int) -> None:
    """Open a table whose match starts from a position of a game; the lobby is for everybody."""
    there = at(story.session, story.moment(number))
    game, setup = there.game, there.setup
    mode = game.info.mode(setup.mode)
    if mode is None:
        raise AssertionError(f"a game in a mode that does not exist: {setup.mode}")
    await open_table(
        interaction,
        Wish(
            game=game.info,
            mode=mode,
            options=setup.options,
            position=game.write_position(there.state),
        ),
    )


def viewer_view(viewing: Viewing) -> discord.ui.View:
    """Return the controls of the viewer."""
    items: list[Persistent] = [ViewerControl(item) for item in controls(viewing)]
    if can_practise(viewing.story, viewing.number):
        pressed = MatchId(viewing.story.id, viewing.number, PRACTISE)
        button = MatchButton.button(pressed.text, say("Practise from here"), viewing.reader.locale, row=2)
        # Behind the first of its row: a phone has room for these two side by side, not for any other two of them.
        items.insert(1 + [item.row for item in items].index(2), button)
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


async def _turn_to(interaction: Interaction, story: Story, number: int, side: Seat | None) -> None:
    """Show another position in the same message."""
    await interaction.response.defer()
    viewing = Viewing(story, story.moment(number).number, side, await reader_of(interaction))
    board = await draw_position(viewing)
    await interaction.edit_original_response(
        content=content(viewing),
        embeds=board.embeds,
        attachments=[*board.files, *whole_turn(viewing)],
        view=viewer_view(viewing),
    )
