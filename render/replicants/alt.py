"""A position in words, so that it can be played without seeing the picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.events import Event
from engine.replicants.events import Charged
from engine.replicants.view import ReplicantsView, Side
from engine.text import Player, Text, Translate, Value, say
from render.look import PLAIN, Look
from render.replicants.compass import compass, legend
from render.replicants.frame import turn_of
from render.replicants.wording import next_text, points_text
from render.results import result_text
from render.theme import LETTERS
from render.words import ALT_LIMIT, ELLIPSIS, one_line, team_letter


def alt_text(view: ReplicantsView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the position in words, enough to play by, in at most `ALT_LIMIT` characters.

    What is reconstructed comes first, and stays. Where there is too little room, names are shortened, then the key to
    the headings is left out, then charges (the energies say as much), then the rest of the last turn from its
    beginning.
    """
    turn = turn_of(view, look.side)
    key = legend(oval=view.oval, turn=turn)
    for length in (32, 16, 8):
        text = _told(view, turn, [*(event.text() for event in last), key], look, length)
        if len(text) <= ALT_LIMIT:
            return text
    events = [event.text() for event in last if not isinstance(event, Charged)]
    for start in range(len(events) + 1):
        text = _told(view, turn, events[start:], look, 8)
        if len(text) <= ALT_LIMIT:
            return text
    return _told(view, turn, [], look, 8)[: ALT_LIMIT - 1] + ELLIPSIS


def _told(view: ReplicantsView, turn: int, more: Sequence[Text], look: Look, length: int) -> str:
    name = look.called(partial(one_line, limit=length))
    words = (text.render(look.translate, name) for text in (*_position(view, turn, look.translate), *more))
    return look.notice(view.reconstruction) + " ".join(words)


def _position(view: ReplicantsView, turn: int, translate: Translate) -> list[Text]:
    return [_heading(view), *(_side(view, side, turn, translate) for side in view.sides)]


def _heading(view: ReplicantsView) -> Text:
    if view.outcome is not None:
        return say("Game over: {result}. {reason}", result=result_text(view.outcome), reason=view.outcome.reason)
    return say(
        "Round {turn}, action {action} of 3. {next}.", turn=view.turn, action=view.action or 1, next=next_text(view)
    )


def _side(view: ReplicantsView, side: Side, turn: int, translate: Translate) -> Text:
    pieces = ", ".join(
        f"{piece.value}{piece.hex} {compass(piece.heading, oval=view.oval, turn=turn).render(translate)}"
        for piece in view.pieces
        if piece.seat == side.seat
    )
    reserve = " ".join(str(value) for value, count in enumerate(side.reserve, 2) for _ in range(count))
    nothing = say("none", context="no pieces")
    common: dict[str, Value | Text] = {
        "player": Player(side.seat),
        "letter": LETTERS[side.seat - 1],
        "energy": side.energy,
        "hearts": side.hearts,
        "reserve": reserve or nothing,
        "pieces": pieces or nothing,
    }
    if side.out:
        return say("{player} ({letter}) is out. Arena: {pieces}.", **common)
    if view.counts_points:
        return say(
            "{player} ({letter}): points {points}, energy {energy}, hearts {hearts}, reserve {reserve}. "
            "Arena: {pieces}.",
            points=points_text(side),
            **common,
        )
    if side.team is not None:
        return say(
            "{player} ({letter}, team {team}): energy {energy}, hearts {hearts}, reserve {reserve}. Arena: {pieces}.",
            team=team_letter(side.team),
            **common,
        )
    return say("{player} ({letter}): energy {energy}, hearts {hearts}, reserve {reserve}. Arena: {pieces}.", **common)
