"""A position in monospaced characters."""

from __future__ import annotations

from collections.abc import Iterator

from engine.apex.components import ACTION_NAMES
from engine.apex.view import ApexView, Sector, Side
from engine.seat import Seat
from engine.text import Text, say
from render.apex.frame import hand_of
from render.apex.lanes import lanes_text
from render.apex.wording import Tell, bonus_name, card_text, headline, letter, pawns_text
from render.look import PLAIN, Look
from render.words import (
    PHONE_COLUMNS,
    Name,
    columns,
    in_columns,
    in_limit,
    in_lines,
    one_line,
)

_NAME = 10
_BONUS = 14
"""Widest column of what sectors bring; no language known here needs more."""


def text_board(view: ApexView, look: Look = PLAIN) -> str:
    """Return sectors, players and lanes in rows of at most `PHONE_COLUMNS` columns.

    `A1 portal *3Hc 1D` is a sector whose colony brings a portal, with three Human ships and a colony, which control it,
    and one Dragonite ship. A sector that is face down has a `?` for its bonus.
    """
    name = look.called(_short)

    def tell(text: Text) -> str:
        return text.render(look.translate, name)

    def lines(*texts: Text, most: int = 3) -> list[str]:
        return [line for text in texts for line in in_lines(tell(text), PHONE_COLUMNS, most)]

    first = (look.side or 1) - 1
    order = (*view.sides[first:], *view.sides[:first])
    legend = say(
        "* controls, c colony. Players: points, production / movement / influence / armament, ships on the map, ships "
        "in supply, colonies in supply"
    )
    room = max((columns(_bonus(view, each, tell)) for each in view.sectors), default=0)
    parts = [
        lines(headline(view)),
        lines(view.reconstruction) if view.reconstruction is not None else [],
        [line for each in _round(view, look.side) for line in _whole(_row(view, each, tell, room))],
        [in_columns(_player(view, each, name), PHONE_COLUMNS).rstrip() for each in order],
        lines(*_hand(view, tell), most=2),
        lines(*_doing(view, tell), most=4),
        lines(legend, most=5),
        lines(lanes_text(view), most=6),
    ]
    return in_limit(parts)


def _short(name: str, fallback: str) -> str:
    # A backtick could end the code block in which the board is shown.
    return in_columns(one_line(name.replace("`", "'"), fallback), _NAME).rstrip()


def _round(view: ApexView, side: Seat | None) -> list[Sector]:
    """Return the sectors ring by ring, each beginning at the reader's home."""
    home = view.sides[side - 1].home if side is not None else ""
    first = int(home[1:]) if home else 1
    rings = "HABDC"
    return sorted(
        view.sectors,
        key=lambda each: (rings.index(each.slot[0]), (int(each.slot[1:]) - first) % len(view.sides)),
    )


def _whole(row: str) -> list[str]:
    """Return a row as one line, or as several where it is wider than a telephone: nothing of it is cut."""
    return [row.rstrip()] if columns(row) <= PHONE_COLUMNS else in_lines(row, PHONE_COLUMNS)


def _bonus(view: ApexView, sector: Sector, tell: Tell) -> str:
    if sector.home:
        return letter(view, sector.owner) if sector.owner is not None else ""
    return "?" if sector.face_down else tell(bonus_name(sector.bonus))


def _row(view: ApexView, sector: Sector, tell: Tell, room: int) -> str:
    """Return what a sector brings, in a column of its own, and who is there."""
    return f"{sector.slot} {in_columns(_bonus(view, sector, tell), min(room, _BONUS))} {pawns_text(view, sector)}"


def _player(view: ApexView, side: Side, called: Name) -> str:
    levels = "/".join(map(str, (*side.levels[:2], side.influence, side.armament)))
    name = called(side.seat)
    head = f"{letter(view, side.seat)} {in_columns(name, _NAME)} {side.points:>2}"
    return f"{head} {levels} {side.ships} {side.supply} {side.colonies_left}"


def _hand(view: ApexView, tell: Tell) -> Iterator[Text]:
    for card in hand_of(view):
        yield card_text(view, card, tell)


def _doing(view: ApexView, tell: Tell) -> Iterator[Text]:
    if gone := [letter(view, each.seat) for each in view.sides if each.left]:
        yield say("Resigned: {players}", players=", ".join(gone))
    if view.strategies:
        told = ", ".join(
            f"{letter(view, each.seat)} {each.card}{each.side}"
            + (f"-{each.discard}" if each.discard else "")
            + ("" if each.done else "*")
            for each in view.strategies
        )
        yield say("Strategies (* to come): {strategies}", strategies=told)
    if any(view.actions):
        left = (f"{count} {tell(name)}" for count, name in zip(view.actions, ACTION_NAMES, strict=True) if count)
        yield say("Actions left: {actions}", actions=", ".join(left))
