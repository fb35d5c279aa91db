"""What the button that plays a turn says: the turn in few words, as much of it as a label takes."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.core.limits import LABEL_LIMIT
from cogs.core.text import cut
from cogs.play.builder.layout import Building
from engine.extras import Brief
from engine.text import say
from engine.turn import SEPARATOR, listing, parse_turn


def confirming(building: Building) -> str:
    """Return the label: "Confirm: charge, 2 E7 → E6, charge". What has no room is left out, marked by an ellipsis."""
    told = ""
    for part in _parts(building):
        told = f"{told}, {part}" if told else part
        if len(told) > LABEL_LIMIT:
            break
    if not told:
        return cut(building.plain(say("Confirm", context="button")), LABEL_LIMIT)
    return cut(building.plain(say("Confirm: {turn}", turn=told, context="button")), LABEL_LIMIT)


def _parts(building: Building) -> Iterator[str]:
    """Yield the moves of the turn in order, but for what only ends a list of others."""
    session, seat, turn = building.match.session, building.seat, building.stage.turn
    game = session.game
    listed = listing(game, session.state, seat)
    texts = [entry.text for entry in turn.entries]
    for place, (move, text) in enumerate(zip(turn.moves, texts, strict=True)):
        if place and listed is not None and text == listed.close:
            return
        if not isinstance(game, Brief):
            yield text
            continue
        before = parse_turn(session.game, session.state, seat, SEPARATOR.join(texts[:place])).state
        yield building.plain(game.brief(before, seat, move))
