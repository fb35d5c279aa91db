"""Decisions in as few words as are clear, for the button that plays them."""

from __future__ import annotations

from engine.mutants.components import title
from engine.mutants.events import ZONE_NAMES
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Say, Top, Zone
from engine.mutants.state import ZONES, State
from engine.seat import Seat
from engine.text import Text, listed, say


def brief(state: State, seat: Seat, move: Move) -> Text:  # noqa: PLR0911 - one way for each kind of move
    """Return a legal decision in few words: "deploy Demon"."""
    match move:
        case Pick(card):
            return say("{card}", card=title(card))
        case Choose(cards):
            return say("{cards}", cards=listed([title(card) for card in cards], "comma"))
        case Say(yes):
            return say("yes", context="in few words") if yes else say("no", context="in few words")
        case Flank(zone):
            return say("to the {zone}", zone=ZONE_NAMES[zone])
        case Deploy(card):
            return say("deploy {card}", card=title(card))
        case Breed((one, other), pile):
            return say(
                "breed {top} of {one} and {other}", top=_top(state, seat, pile), one=title(one), other=title(other)
            )
        case Incubate(card, pile):
            return say("incubate {top} for {card}", top=_top(state, seat, pile), card=title(card))
        case Top(pile):
            return say("{card} of pile {pile}", card=_top(state, seat, pile), pile=pile + 1)
        case Zone(zone):
            return say("{card} · {zone}", card=_lying(state, zone), zone=ZONE_NAMES[zone])
        case Copied(place, half):
            card = _lying(state, place) if place in ZONES else title(place)
            if half == "deploy":
                return say("deploy ability of {card}", card=card)
            return say("leave ability of {card}", card=card)
    raise AssertionError(f"{move!r} is no move of Mutants")


def _top(state: State, seat: Seat, pile: int) -> str:
    return title(state.sides[seat - 1].piles[pile][0])


def _lying(state: State, zone: str) -> str:
    """Return the card in a zone of the arena that is chosen from."""
    if state.ask is None:
        raise AssertionError("nothing is asked")
    return title(state.sides[state.ask.about - 1].arena[ZONES.index(zone)])
