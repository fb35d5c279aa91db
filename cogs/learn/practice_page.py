"""What the message of a board to practise on shows: the position, whose turn it is, and the menus to play it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord

from cogs.core.components import Item
from cogs.core.limits import LAYOUT_LIMIT, MESSAGE_LIMIT, MOST_OPTIONS, OPTION_LIMIT, PROMPT_LIMIT
from cogs.core.reader import Reader
from cogs.core.text import Locale, cut, plain, shown
from cogs.learn.board import Practice, turns_part
from cogs.learn.page import Page, button
from cogs.learn.practice_ids import PracticeVerb, beginning, control_id
from cogs.play.builder.controls import controls
from cogs.play.builder.custom_ids import Verb
from cogs.play.builder.layout import ROWS, Building
from cogs.play.builder.pictures import TOLD, preview
from cogs.play.builder.state import Draft, stage
from cogs.play.builder.text import content
from cogs.ui.layout import Part, Scene, scene_of
from cogs.ui.pictures import draw_board
from engine.registry import games, name_of
from engine.text import Player, Text, say

_KEPT = say("-# You move for everyone here. Only you see this board, and it isn't saved anywhere else.")


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
    scene = await preview(building, LAYOUT_LIMIT - Scene([*_turns(practice, Scene(), reader)]).room)
    below = _turns(practice, scene, reader)
    notices = (_heading(practice), *(() if practice.plays else (_KEPT,)), *notices, whose)
    told = content(building, *notices, room=_room(scene, below))
    return Page(told, scene, tuple(_controls(building, practice)), below)


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
    scene = scene_of(board)
    below = _turns(practice, scene, reader)
    told = cut("\n".join(shown(line, reader.locale, practice.names) for line in lines), _room(scene, below))
    undo = control_id(practice.root, len(practice.plays), PracticeVerb.UNDO)
    items = [button(say("Take back"), undo, reader.locale, 0)] if practice.plays else []
    return Page(told, scene, tuple(items), below)


def _turns(practice: Practice, scene: Scene, reader: Reader) -> tuple[Part, ...]:
    """Return the turns so far below a scene. Raises Refusal where there is no room for them."""
    return (turns_part(practice, scene.room - TOLD, reader.locale),) if practice.plays else ()


def _room(scene: Scene, below: Sequence[Part]) -> int:
    """Return how many characters there are for the text."""
    return min(Scene([*scene.parts, *below]).room, MESSAGE_LIMIT)


def _controls(building: Building, practice: Practice) -> Iterator[Item]:
    """Yield the controls of the turn builder, with the board's own in the place of Cancel."""
    for item in controls(building):
        if item.custom_id != building.id(Verb.CANCEL, Draft()):
            yield item
    verbs = [(say("Type it"), PracticeVerb.TYPE)]
    if practice.plays:
        verbs.append((say("Take back"), PracticeVerb.UNDO))
    for label, verb in verbs:
        yield button(label, control_id(practice.root, len(practice.plays), verb), building.reader.locale, ROWS)
