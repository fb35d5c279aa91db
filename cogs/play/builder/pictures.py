"""What the private message shows in which a turn is built: the position, and what one holds of it to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.core.limits import LAYOUT_LIMIT
from cogs.core.reader import Reader
from cogs.play.builder.layout import Building
from cogs.play.builder.state import latest, origin
from cogs.ui.holding import draw_shelf, in_room
from cogs.ui.layout import Scene, gallery, scene_of
from cogs.ui.pictures import Board, draw_board, draw_hand, has_hands, look_of, overlay_of
from cogs.ui.played import sealed_text
from cogs.ui.position import Position
from engine.extras import Reaching
from engine.seat import Seat
from hosting.match.model import Match
from render.extras import HoldingRenderer, Shelf
from render.registry import renderer

TOLD = 1_200
"""Characters that are left below pictures, or the texts in their place, for what is chosen and what there is to do."""


async def preview(building: Building, taken: int = 0) -> Scene:
    """Return the position after the actions that are finished, with what the piece that is being moved can do.

    Where several choose at once nothing of that has happened yet: then it is the hand, where the game has hands. Of a
    game with lasting hands it is both, if a decision picks from what one holds. `taken` characters of the message are
    for something else, where what one holds is text.
    """
    session, here, match = building.match.session, building.stage, building.match
    together = len(session.deciding) > 1
    if isinstance(renderer(match.game), HoldingRenderer):
        steps = latest(session, building.seat, here.draft) if here.ready else here.chosen
        state = origin(session, building.seat, here.draft) if here.ready else here.turn.state
        view = session.game.view(state, building.seat)
        shelf = _asked_shelf(match, view, building.reader)
        keys = [one.key for one in steps]
        alone = together or (
            shelf is not None and shelf.position and not here.ready and not building.reader.text_boards
        )
        above = Scene() if alone else await _position(building)
        return above + await _held(match, view, shelf, building.reader, keys, max(above.room - TOLD - taken, 0))
    if together:
        picked = here.turn.text or "".join(choice.key for choice in here.chosen)
        hand = await draw_hand(match.game, session.view(building.seat), match.names, building.reader, picked)
        if hand is not None:
            return scene_of(hand)
    return await _position(building)


async def sealed_picture(match: Match, seat: Seat, reader: Reader) -> Scene:
    """Return what a player chose from with what they have sealed marked in it; nothing in games without hands."""
    sealed, view = sealed_text(match, seat), match.session.view(seat)
    if isinstance(renderer(match.game), HoldingRenderer):
        session = match.session
        keys = next(
            (
                [choice.key for choice in session.game.choices(session.state, seat, move)]
                for move in session.game.legal(session.state, seat)
                if session.game.format(session.state, seat, move) == sealed
            ),
            [],
        )
        return await _held(match, view, _asked_shelf(match, view, reader), reader, keys)
    return scene_of(await draw_hand(match.game, view, match.names, reader, sealed) or Board())


async def _position(building: Building) -> Scene:
    session, here, game = building.match.session, building.stage, building.match.game
    overlay = None
    if isinstance(session.game, Reaching):
        found = (session.game.reach(here.turn.state, building.seat, choice.key) for choice in reversed(here.chosen))
        overlay = next((overlay_of(reach) for reach in found if reach is not None), None)
    # A hand has a picture of its own, and would leave the board too small for a phone.
    apart = has_hands(game) or isinstance(renderer(game), HoldingRenderer)
    view = session.game.view(here.turn.state, None if apart else building.seat)
    board = await draw_board(game, view, here.turn.events, building.match.names, building.reader, overlay)
    return scene_of(board)


def _asked_shelf(match: Position, view: Any, reader: Reader) -> Shelf | None:  # noqa: ANN401 - each game has its own view
    """Return what a decision picks from; None where it is nothing that its player holds."""
    artist: Any = renderer(match.game)
    key = artist.asked_shelf(view)
    return next((each for each in artist.shelves(view, look_of(reader, match.names)) if each.key == key), None)


async def _held(
    match: Position,
    view: Any,  # noqa: ANN401 - each game has its own type of view
    shelf: Shelf | None,
    reader: Reader,
    picked: Sequence[str],
    room: int = LAYOUT_LIMIT - TOLD,
) -> Scene:
    """Return a shelf, of at most `room` characters where it is text; with None, nothing."""
    if shelf is None:
        return Scene()
    if reader.text_boards:
        (told,) = in_room([shelf], reader, room)
        return Scene([discord.ui.TextDisplay(told)]) if told else Scene()
    file = await draw_shelf(match, view, shelf, reader, picked)
    return Scene([gallery([file])], [file])
