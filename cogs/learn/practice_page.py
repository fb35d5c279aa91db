"""What the message of a board to practise on shows: the position, whose turn it is, and the menus to play it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from cogs.core.components import Item
from cogs.core.limits import MESSAGE_LIMIT, MOST_OPTIONS, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import Locale, cut, plain, shown
from cogs.learn.board import Practice, with_plays
from cogs.learn.page import Page, button
from cogs.learn.practice_ids import PracticeVerb, beginning, control_id
from cogs.play.builder.controls import controls
from cogs.play.builder.custom_ids import Verb
from cogs.play.builder.layout import ROWS, Building
from cogs.play.builder.pictures import preview
from cogs.play.builder.state import Draft, stage
from cogs.play.builder.text import content
from cogs.ui.pictures import Board, draw_board
from engine.registry import games, name_of
from engine.text import Player, Text, say

_KEPT = say("-# You move for everyone here. Only you see this board, and it is kept nowhere else.")


async def practice_page(
    practice: Practice, reader: Reader, draft: Draft, page: int = 0, notices: Sequence[Text] = ()
) -> Page:
    """Return a board with what is chosen so far of the turn; `notices` stand above it.

    Raises:
        DraftError: The draft does not fit the position.
        Refusal: There is no room for all turns.
    """
    seat = practice.seat
    if seat is None:
        return await _over(practice, reader)
    begin = beginning(practice.root, len(practice.plays))
    building = Building(practice, begin, seat, stage(practice.session, seat, draft), page, reader)
    whose = say("{player} is to play.", player=Player(seat))
    told = content(building, _heading(practice), *([] if practice.plays else [_KEPT]), *notices, whose)
    board = await preview(building)
    embeds = with_plays(practice, board, reader.locale)
    return Page(told, Board(board.files, embeds), tuple(_controls(building, practice)))


def picker(locale: Locale, row: int) -> Item:
    """Return the menu of the games that can be practised."""
    options = [
        discord.SelectOption(
            label=cut(plain(say("{game}, {mode}", game=game.info.name, mode=mode.name), locale), OPTION_LIMIT),
            value=f"{game.info.key}.{mode.key}",
        )
        for game in games()
        for mode in game.info.modes
    ]
    placeholder = cut(plain(say("Practise freely: pick a game"), locale), PROMPT_LIMIT)
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=control_id("", 0, PracticeVerb.NEW),
        options=options[:MOST_OPTIONS],
        placeholder=placeholder,
        row=row,
    )
    return menu


def _heading(practice: Practice) -> Text:
    return say("**Free practice: {game}**", game=name_of(practice.game))


async def _over(practice: Practice, reader: Reader) -> Page:
    """Return a board on which the game is over."""
    session = practice.session
    outcome, last = session.outcome, session.last
    lines = [_heading(practice), *([] if outcome is None else [outcome.reason])]
    events = () if last is None else last.events
    board = await draw_board(practice.game, session.view(None), events, practice.names, reader)
    embeds = with_plays(practice, board, reader.locale)
    told = cut("\n".join(shown(line, reader.locale, practice.names) for line in lines), MESSAGE_LIMIT)
    undo = control_id(practice.root, len(practice.plays), PracticeVerb.UNDO)
    items = [button(say("Take back"), undo, reader.locale, 0)] if practice.plays else []
    return Page(told, Board(board.files, embeds), tuple(items))


def _controls(building: Building, practice: Practice) -> Iterator[Item]:
    """Yield the controls of the turn builder, with the board's own in the place of Cancel."""
    for item in controls(building):
        if item.custom_id != building.id(Verb.CANCEL, Draft()):
            yield item
    for label, verb, dead in (
        (say("Type it"), PracticeVerb.TYPE, False),
        (say("Take back"), PracticeVerb.UNDO, not practice.plays),
    ):
        custom_id = control_id(practice.root, len(practice.plays), verb)
        yield button(label, custom_id, building.reader.locale, ROWS, disabled=dead)
