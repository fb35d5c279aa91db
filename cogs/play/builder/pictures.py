"""What the private message shows in which a turn is built: the position, and what one holds of it to choose from."""

from __future__ import annotations

from cogs.core.limits import LAYOUT_LIMIT
from cogs.core.reader import Reader
from cogs.play.builder.layout import Building
from cogs.play.builder.state import latest, origin
from cogs.ui.holding import asked_scene, asked_shelf
from cogs.ui.layout import Scene, scene_of
from cogs.ui.pictures import draw_board, has_hands, overlay_of
from cogs.ui.played import sealed_text
from engine.extras import Reaching
from engine.seat import Seat
from hosting.match.model import Match

TOLD = 1_200
"""Characters that are left below pictures, or the texts in their place, for what is chosen and what there is to do."""


async def preview(building: Building, taken: int = 0) -> Scene:
    """Return the position after the actions that are finished, with what the piece that is being moved can do.

    In games with hands what a decision picks from stands below it. Where several choose at once nothing of that has
    happened yet: then it stands alone, as it does in a match, whose board stands in the channel, if it shows the
    position, too. `taken` characters of the message are for something else, where it is text.
    """
    session, here, match = building.match.session, building.stage, building.match
    if not has_hands(match.game):
        return await _position(building)
    steps = latest(session, building.seat, here.draft) if here.ready else here.chosen
    state = origin(session, building.seat, here.draft) if here.ready else here.turn.state
    view, reader = session.game.view(state, building.seat), building.reader
    shelf = asked_shelf(match, view, reader)
    together = len(session.deciding) > 1 and shelf is not None
    pictured = shelf is not None and shelf.position and not reader.text_boards
    if pictured and not isinstance(match, Match):
        # No board in the channel shows the opponents: then it is the position, on which the same is marked.
        return await _position(building)
    alone = together or (pictured and not here.ready)
    above = Scene() if alone else await _position(building)
    room = max(above.room - TOLD - taken, 0)
    return above + await asked_scene(match, view, reader, [one.key for one in steps], above=above, room=room)


async def sealed_picture(match: Match, seat: Seat, reader: Reader) -> Scene:
    """Return what a player chose from with what they have sealed marked in it; nothing in games without hands."""
    if not has_hands(match.game):
        return Scene()
    sealed, session = sealed_text(match, seat), match.session
    keys = next(
        (
            [choice.key for choice in session.game.choices(session.state, seat, move)]
            for move in session.game.legal(session.state, seat)
            if session.game.format(session.state, seat, move) == sealed
        ),
        [],
    )
    return await asked_scene(match, session.view(seat), reader, keys, room=LAYOUT_LIMIT - TOLD)


async def _position(building: Building) -> Scene:
    session, here, game = building.match.session, building.stage, building.match.game
    overlay = None
    if isinstance(session.game, Reaching):
        found = (session.game.reach(here.turn.state, building.seat, choice.key) for choice in reversed(here.chosen))
        overlay = next((overlay_of(reach) for reach in found if reach is not None), None)
    # A hand has pictures of its own, and would leave the board too small for a phone.
    view = session.game.view(here.turn.state, None if has_hands(game) else building.seat)
    board = await draw_board(game, view, here.turn.events, building.match.names, building.reader, overlay)
    return scene_of(board)
