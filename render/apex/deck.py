"""Which cards are still out in an age, as far as a player may know (A9), and how likely one hand has some."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from engine.apex.components import ACTION_NAMES, TRACK_NAMES, Action, Card, Track, components
from engine.apex.view import ApexView
from engine.text import Text, say
from render.apex.frame import hand_of
from render.apex.wording import list_text
from render.look import PLAIN, Look
from render.words import shortened


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of the cards in other hands have something.

    Attributes:
        count: How many.
        percent: How likely one of those hands has at least one, if nothing else is known of them; rounded.
    """

    count: int
    percent: int


@dataclass(frozen=True, slots=True)
class Deck:
    """Where the cards are.

    Attributes:
        gone: Played, discarded, not dealt or left out of the game, ascending.
        mine: In the viewer's hand, ascending.
        unseen: In other hands, ascending.
        stock: In use, but in nobody's hand: before the first age and after the last, ascending.
        size: How many cards one of those hands has.
        tracks: By `engine.apex.components.Track`.
        actions: By `engine.apex.components.Action`.
    """

    gone: tuple[int, ...]
    mine: tuple[int, ...]
    unseen: tuple[int, ...]
    stock: tuple[int, ...]
    size: int
    tracks: tuple[Odds, ...]
    actions: tuple[Odds, ...]


def deck_of(view: ApexView) -> Deck:
    """Return where the cards are; what the viewer saw of hands that were passed on is not in a view."""
    mine = hand_of(view)
    size = max((each.hand_size for each in view.sides if each.seat != view.viewer), default=0)
    gone = {*view.spent, *view.undealt, *view.outside}
    rest = [card for card in components(view.data).cards if card.index not in gone and card.index not in mine]
    unseen = rest if size else []

    def odds(has: Callable[[Card], bool]) -> Odds:
        count = sum(map(has, unseen))
        without = math.comb(len(unseen) - count, size) / math.comb(len(unseen), size) if unseen else 1
        # What is not certain is not called certain.
        return Odds(count, min(round(100 * (1 - without)), 100 if without == 0 else 99))

    return Deck(
        tuple(sorted(gone)),
        mine,
        tuple(card.index for card in unseen),
        () if size else tuple(card.index for card in rest),
        size,
        tuple(odds(lambda card, track=track: card.evolution is track) for track in Track),  # type: ignore[misc]
        tuple(odds(lambda card, action=action: action in card.expansion) for action in Action),  # type: ignore[misc]
    )


def cards_text(view: ApexView, look: Look = PLAIN) -> str:
    """Return where the cards are in the age of a view, in words, in at most `ALT_LIMIT` characters."""
    tell = look.told

    def odds(names: tuple[Text, ...], every: tuple[Odds, ...]) -> str:
        parts = (
            say("{name} {count} ({percent} %)", name=name, count=each.count, percent=each.percent)
            for name, each in zip(names, every, strict=True)
        )
        return look.translate.joined([tell(part) for part in parts], "comma")

    deck, nothing = deck_of(view), tell(say("none", context="no cards"))
    parts = [
        say("In use, dealt at the start of each age: {cards}.", cards=list_text(deck.stock))
        if deck.stock
        else say("In other hands: {cards}.", cards=list_text(deck.unseen) or nothing),
        say("Played, discarded or not dealt this age, or left out: {cards}.", cards=list_text(deck.gone) or nothing),
    ]
    if deck.mine:
        parts.insert(0, say("In your hand: {cards}.", cards=list_text(deck.mine)))
    if deck.unseen:
        parts += [
            say("How many are in other hands, and how likely one hand of {count} has one:", count=deck.size),
            say("Evolution: {odds}.", odds=odds(TRACK_NAMES, deck.tracks)),
            say("Expansion: {odds}.", odds=odds(ACTION_NAMES, deck.actions)),
        ]
    whole = look.notice(view.reconstruction) + " ".join(map(tell, parts))
    return shortened(whole)
