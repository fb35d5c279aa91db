"""`/board`, the button Board, and Board as text in the menu of a message: the position, as a picture or as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands

from cogs.core.access import (
    WHICH_SEEN,
    SeenNumber,
    match_for,
    may_be_public,
    reader_of,
    readers_of,
    seen_match,
    whereabouts,
    whoami,
)
from cogs.core.bot import ArenaBot, ArenaCog, Interaction, Reader
from cogs.core.errors import Refusal
from cogs.core.messages import reply
from cogs.core.text import mark, shown
from cogs.review.replay import position_in
from cogs.review.viewer import Viewing, content, draw_position, whole_turn
from cogs.ui.boards import choices_text, count_text, whose_turn
from cogs.ui.pictures import draw_board
from cogs.ui.replay import TurnNumber, replayed_game_of
from engine.outcome import RULINGS
from engine.seat import Seat
from engine.session import Played
from engine.text import Player, Text, say, say_n
from hosting.match.model import Match
from render.registry import renderer

Style = Literal["picture", "text"]
Audience = Literal["me", "everyone"]

# Literals are not extracted for translation.
mark("picture")
mark("me")
mark("everyone")


class BoardCog(ArenaCog):
    """Shows positions."""

    def __init__(self, bot: ArenaBot) -> None:
        super().__init__(bot)
        self.menu = app_commands.ContextMenu(name=mark("Board as text"), callback=self.of_message)

    async def of_message(self, interaction: Interaction, message: discord.Message) -> None:
        match, story, number = await position_in(interaction, message)
        if number == story.last:
            await _show(interaction, match, "text", public=False)
        else:
            await _show_past(interaction, match, number, "text", public=False)

    @app_commands.command(description=mark("Show the board of a match"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.describe(
        turn=mark("After which turn, 0 for the start; the latest position if you leave it out"),
        look=mark("Picture or text; your setting if you leave it out"),
        show=mark("Who sees it"),
        match=WHICH_SEEN,
    )
    async def board(
        self,
        interaction: Interaction,
        turn: TurnNumber | None = None,
        look: Style | None = None,
        show: Audience = "me",
        match: SeenNumber | None = None,
    ) -> None:
        found = await seen_match(interaction, match)
        directly = interaction.guild_id is None
        public = show == "everyone" and not directly and may_be_public(found, interaction.channel_id)
        if turn is None:
            await _show(interaction, found, look, public=public)
        else:
            await _show_past(interaction, found, turn, look, public=public)

    async def press(self, interaction: Interaction, match_id: int, _seq: int) -> None:
        await _show(interaction, await match_for(interaction, match_id, direct=True), None, public=False)


async def _show(interaction: Interaction, match: Match, look: Style | None, *, public: bool) -> None:
    await interaction.response.defer(ephemeral=not public, thinking=True)
    reader = await _reader(interaction, look, public=public)
    seat = None if public else match.seat_of(await whoami(interaction))
    last = match.session.last
    events = () if last is None else tuple(event for event in last.events if event.known_to(seat))
    board = await draw_board(match.game, match.session.view(seat), events, match.names, reader)
    text = "\n".join((_caption(match, reader), *await whereabouts(interaction, match)))
    await reply(interaction, text, embeds=board.embeds, files=board.files, public=public)


async def _show_past(interaction: Interaction, match: Match, turn: int, look: Style | None, *, public: bool) -> None:
    story = await replayed_game_of(interaction.client, match)
    if turn > story.last:
        text = say_n("This match has {count} turn so far.", "This match has {count} turns so far.", story.last)
        raise Refusal(text, code="no-such-turns")
    await interaction.response.defer(ephemeral=not public, thinking=True)
    viewing = Viewing(story, turn, None, await _reader(interaction, look, public=public))
    board = await draw_position(viewing)
    files = [*board.files, *whole_turn(viewing)]
    told = "\n".join((content(viewing), *await whereabouts(interaction, match)))
    await reply(interaction, told, embeds=board.embeds, files=files, public=public)


async def _reader(interaction: Interaction, look: Style | None, *, public: bool) -> Reader:
    reader = await (readers_of(interaction) if public else reader_of(interaction))
    return reader if look is None else replace(reader, text_boards=look == "text")


def _last(last: Played, *, ended: bool, over: bool) -> Iterator[Text]:
    """Yield the latest turn; a resignation that ended the game is told with the result."""
    if last.together:
        yield choices_text(last, over=over)
    else:
        yield from (_deed(seat, moves) for seat, moves in last.runs(None, over=over))
    if last.surrender is not None and not ended:
        yield last.surrender.text()


def _deed(seat: Seat, moves: str | Text) -> Text:
    if isinstance(moves, str):
        return say("{player}: `{turn}`", player=Player(seat), turn=moves)
    return say("{player}: {turn}", player=Player(seat), turn=moves)


def _caption(match: Match, reader: Reader) -> str:
    """Return the latest turn and who is next, or the result."""
    session = match.session
    lines: list[Text] = []
    if session.last is not None:
        lines += _last(session.last, ended=session.last.ended_by_surrender(session.outcome), over=match.over)
    if session.outcome is not None and session.outcome.termination in RULINGS:
        lines.append(say("**The match is over.** {reason}", reason=session.outcome.reason))
    elif session.outcome is not None:
        result = renderer(match.game).headline(session.view(None))
        reason = session.outcome.reason
        lines.append(say("**The match is over: {result}.** {reason}", result=result, reason=reason))
    if len(session.deciding) > 1:
        lines.append(count_text(match))
    else:
        lines += whose_turn(session)
    return "\n".join(shown(line, reader.locale, match.names) for line in lines)
