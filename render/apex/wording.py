"""What a position is called in words: whose decision, who won, what the things are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from engine.apex.components import ACTION_NAMES, BONUS_NAMES, NAMES, TRACK_NAMES, Bonus, components
from engine.apex.events import SIDE_NAMES
from engine.apex.view import ApexView, Sector, Side
from engine.seat import Seat
from engine.text import Player, Text, say
from render.results import result_text

Tell: TypeAlias = Callable[[Text], str]
"""Gives a text in the reader's language."""

LETTERS: dict[str, str] = {"HUM": "H", "DRA": "D", "MIN": "M", "SHE": "S", "NAG": "N", "CIR": "C"}
"""What stands for a civilisation; a seat that has none yet is called by its number."""

NOTICE = say("Cards, sectors, maps and civilisations are reconstructed: we had the rulebook without its pictures.")


def letter(view: ApexView, seat: Seat) -> str:
    """Return what stands for a seat."""
    return LETTERS.get(view.sides[seat - 1].civilisation, str(seat))


def civilisation(side: Side) -> Text:
    """Return what a seat's civilisation is called; the seat must have one."""
    return NAMES[side.civilisation]


def bonus_name(bonus: str) -> Text:
    """Return what a sector's bonus is called."""
    return BONUS_NAMES[Bonus[bonus.upper()]]


def round_label(view: ApexView) -> Text:
    """Return age and round."""
    return (
        say("Age {age}, round {round}", age=view.age, round=view.round)
        if view.age
        else say("Set-up", context="stage of the game")
    )


def next_text(view: ApexView) -> Text:
    """Return who must decide what; the view's game is running."""
    if view.phase == "choose":
        return say("Everyone chooses a strategy in secret")  # A17
    player = Player(view.to_act[0]) if view.to_act else Player(1)
    match view.phase:
        case "setup":
            return say("{player}: choose a civilisation", player=player)  # A12
        case "war":
            return say("{player}: war", player=player)
        case "colonise":
            return say("{player}: colonisation", player=player)
        case _:
            return say("{player}: expansion", player=player)


def headline(view: ApexView) -> Text:
    """Return age, round and what comes next, or who won."""
    if view.outcome is not None:
        return result_text(view.outcome)
    return say("{round}. {next}", round=round_label(view), next=next_text(view))


def passing_text(view: ApexView) -> Text:
    """Return where hands go after this round (A22, A23, A72)."""
    if view.mode == "2":
        return say("You swap hands after each round")
    if view.passing > 0:
        return say("Hands go left: {order}", order=_order(view, 1))
    return say("Hands go right: {order}", order=_order(view, -1))


def _order(view: ApexView, step: int) -> str:
    seats = [side.seat for side in view.sides][::step]
    return " › ".join(letter(view, seat) for seat in (*seats, seats[0]))


def side_name(side: str) -> Text:
    """Return what a card's side is called."""
    return SIDE_NAMES[side]


def pawns_text(view: ApexView, sector: Sector) -> str:
    """Return whose pawns are in a sector: `*3Hc 1D` are three Human ships and a colony, with control, and a ship."""
    return " ".join(
        ("*" if each.seat == sector.controller else "")
        + (str(each.ships) if each.ships else "")
        + letter(view, each.seat)
        + ("c" if each.colony else "")
        for each in sector.pawns
    )


def card_text(view: ApexView, card: int, tell: Tell) -> Text:
    """Return a card's index and what its sides name (A6)."""
    what = components(view.data).card(card)
    return say(
        "{card} (evolution {track}, expansion {actions})",
        card=card,
        track=TRACK_NAMES[what.evolution],
        actions="+".join(tell(ACTION_NAMES[action]) for action in what.expansion),
    )


def list_text(numbers: Iterable[int]) -> str:
    """Return numbers with commas."""
    return ", ".join(map(str, numbers))
