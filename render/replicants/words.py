"""A position in words: alt text, monospaced board, headings, names of things."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.events import Event
from engine.hexgrid import Hex, neighbour
from engine.replicants.events import Charged
from engine.replicants.view import ReplicantsView, Side
from engine.text import Player, Text, Translate, Value, say
from render.masks import HexLayout
from render.replicants.frame import cells, turn_of
from render.theme import LETTERS
from render.words import (
    ALT_LIMIT,
    ELLIPSIS,
    PHONE_COLUMNS,
    PLAIN,
    Look,
    in_lines,
    name_in,
    one_line,
    result_text,
    team_letter,
)

# Headings in words and signs, as on the picture: up is north, from every side of the arena (R5).
#
# `turn` is the arena's rotation in steps of 60° clockwise; 0 in the game's own orientation.


_N, _NE, _E, _SE = (
    say("N", context="compass point"),
    say("NE", context="compass point"),
    say("E", context="compass point"),
    say("SE", context="compass point"),
)
_S, _SW, _W, _NW = (
    say("S", context="compass point"),
    say("SW", context="compass point"),
    say("W", context="compass point"),
    say("NW", context="compass point"),
)
_FLAT = (_N, _NE, _SE, _S, _SW, _NW)
_POINTY = (_NW, _NE, _E, _SE, _SW, _W)
_EXAMPLE = Hex(4, 5)


def compass(heading: int, *, oval: bool, turn: int = 0) -> Text:
    return (_POINTY if oval else _FLAT)[(heading + turn) % 6]


def arrow(heading: int, *, oval: bool, turn: int = 0) -> str:
    return ("↖↗→↘↙←" if oval else "↑↗↘↓↙↖")[(heading + turn) % 6]


def legend(*, oval: bool, turn: int = 0) -> Text:
    first, second, third, fourth, fifth, sixth = (str(neighbour(_EXAMPLE, way - turn)) for way in range(6))
    if oval:
        return say(
            "Headings: from {hex}, NW is {nw}, NE is {ne}, E is {e}, SE is {se}, SW is {sw}, W is {w}.",
            hex=str(_EXAMPLE),
            nw=first,
            ne=second,
            e=third,
            se=fourth,
            sw=fifth,
            w=sixth,
        )
    return say(
        "Headings: from {hex}, N is {n}, NE is {ne}, SE is {se}, S is {s}, SW is {sw}, NW is {nw}.",
        hex=str(_EXAMPLE),
        n=first,
        ne=second,
        se=third,
        s=fourth,
        sw=fifth,
        nw=sixth,
    )


# Headings: the turn, the winner, the points.


def round_label(view: ReplicantsView) -> Text:
    return say("Round {turn}", turn=view.turn)


def next_text(view: ReplicantsView) -> Text:
    """Return the seat to move and its next action (R11); the view's game is running."""
    seat = view.to_act or 1
    player = Player(seat)
    if view.action == 1:
        if view.sides[seat - 1].energy == 9:  # R13
            return say("{player}: strike one of your own", player=player)
        return say("{player}: charge", player=player)
    if view.action == 2:
        return say("{player}: move or create", player=player)
    if view.sides[seat - 1].energy >= 7:  # R20
        return say("{player}: rotate a Replicant", player=player)
    return say("{player}: charge or rotate", player=player)


def headline(view: ReplicantsView) -> Text:
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("Round {turn}. {next}", turn=view.turn, next=next_text(view))


def points_text(side: Side) -> str:
    """Return a player's points, e.g. `"2.5"` (R23)."""
    return f"{side.half_points / 2:g}"


def alt_text(view: ReplicantsView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the position in words, enough to play by, in at most `ALT_LIMIT` characters.

    The sentence on reconstructed values comes first, and stays. If there is too little room, names are shortened, then
    the key to the headings is left out, then charges (energies imply them), then the last turn loses its beginning.
    """
    turn = turn_of(view, look.side)
    key = legend(oval=view.oval, turn=turn)
    for length in (32, 16, 8):
        text = _description(view, turn, [*(event.text() for event in last), key], look, length)
        if len(text) <= ALT_LIMIT:
            return text
    events = [event.text() for event in last if not isinstance(event, Charged)]
    for start in range(len(events) + 1):
        text = _description(view, turn, events[start:], look, 8)
        if len(text) <= ALT_LIMIT:
            return text
    return _description(view, turn, [], look, 8)[: ALT_LIMIT - 1] + ELLIPSIS


def _description(view: ReplicantsView, turn: int, more: Sequence[Text], look: Look, length: int) -> str:
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


# A position in monospaced characters, in the game's own orientation (R5) or from a side.


_NAME = 14


def text_board(view: ReplicantsView, look: Look = PLAIN) -> str:
    """Return the arena in rows of at most `TEXT_COLUMNS` columns, and the players' cards in narrower lines.

    A Replicant is its value, owner's letter and arrow: `2P↓`. A free hex shows its name.
    """
    name, turn = look.called(name_in(_NAME)), turn_of(view, look.side)
    signs = {
        piece.hex: f"{piece.value}{LETTERS[piece.seat - 1]}{arrow(piece.heading, oval=view.oval, turn=turn)}"
        for piece in view.pieces
    }
    notice = () if view.reconstruction is None else (view.reconstruction,)
    words = [headline(view), *notice, *(_card(view, each) for each in view.sides)]
    lines = [line for text in words for line in in_lines(text.render(look.translate, name), PHONE_COLUMNS)]
    return "\n".join([*_arena(view, signs, turn), "", *lines])


def _arena(view: ReplicantsView, signs: dict[str, str], turn: int) -> list[str]:
    places = _spots(oval=view.oval, turn=turn)
    width = max(column for _, column in places.values()) + 3
    height = max(row for row, _ in places.values()) + 1
    grid = [[" "] * width for _ in range(height)]
    for place, (row, column) in places.items():
        sign = signs.get(str(place), f"{str(place).lower():^3}")
        grid[row][column : column + 3] = sign
    return ["".join(row).rstrip() for row in grid]


def _spots(*, oval: bool, turn: int) -> dict[Hex, tuple[int, int]]:
    """Return row and first column of each hex's three characters."""
    every = cells(oval=oval)
    layout = HexLayout(not oval, turn, 1, (0, 0), (every[0], every[-1]))
    across, down = (3**0.5 / 4, 1.5) if oval else (1.5 / 4, 3**0.5 / 2)
    points = {place: layout.at(place) for place in every}
    left, top = (min(point[axis] for point in points.values()) for axis in (0, 1))
    return {place: (round((y - top) / down), round((x - left) / across)) for place, (x, y) in points.items()}


def _card(view: ReplicantsView, side: Side) -> Text:
    reserve = "".join(str(value) * count for value, count in enumerate(side.reserve, 2)) or "-"
    values: dict[str, Value | Text] = {
        "letter": LETTERS[side.seat - 1],
        "player": Player(side.seat),
        "energy": side.energy,
        "hearts": side.hearts,
        "reserve": reserve,
    }
    if side.out:
        return say("{letter} {player}: out", **values)
    if view.counts_points:
        return say(
            "{letter} {player}: energy {energy}, hearts {hearts}, reserve {reserve}, points {points}",
            points=points_text(side),
            **values,
        )
    return say("{letter} {player}: energy {energy}, hearts {hearts}, reserve {reserve}", **values)
