"""What is asked now, and why, as far as everybody may know (N8, M76)."""

from __future__ import annotations

from engine.mutants.components import title
from engine.mutants.frames import Ability, Ask, Attacking, Gaining, KnockingOut, Picking
from engine.mutants.legal import OF_ZONES
from engine.mutants.state import BOSS, ZONES, State, owner, to_act
from engine.mutants.view import Prompt
from engine.mutants.writing import copied_effect
from engine.seat import Seat
from engine.text import Player, Text, Value, say, say_n


def prompt(state: State) -> Prompt | None:
    """Return what is asked now; None when the game is over."""
    if state.stack and isinstance(state.stack[-1], Picking):
        seats = tuple(sorted(to_act(state)))
        why = say("Everyone picks a card from their pack.")
        return Prompt("pick", seats, seats[0], None, 1, False, "", "", (), (), why)
    ask = state.ask
    if ask is None:
        return None
    acting = _acting(state)
    card, source = (acting.card, acting.source) if acting is not None else ("", "")
    zones: tuple[str, ...] = ()
    piles: tuple[int, ...] = ()
    if ask.kind in OF_ZONES or ask.kind == "flank":
        zones = ask.places
    elif ask.kind == "gain":
        piles = tuple(map(int, ask.places))
    elif ask.kind == "copy":
        places = [place.split(".")[0] for place in ask.places]
        if all(place in ZONES for place in places):
            zones = tuple(dict.fromkeys(places))
        else:
            piles = _pool(state, ask, places)
    return Prompt(
        kind=ask.kind,
        seats=(ask.seat,),
        about=ask.about,
        owner=state.active or None,
        count=ask.count,
        may=ask.may or ask.kind in ("mulligan", "freeze-self", "offer"),
        card=card,
        source=source,
        zones=zones,
        piles=piles,
        why=_why(state, ask, card),
    )


def asked(state: State, seat: Seat) -> Text | None:
    """Return what a seat that must decide is asked in a turn that is not its own, for all to read; else None."""
    ask = state.ask
    if ask is None or ask.seat != seat or owner(state) == seat:
        return None
    return _why(state, ask, acting.card if (acting := _acting(state)) is not None else "")


def attacker(state: State) -> Attacking | None:
    """Return the attack in which something is asked, if one is going on."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Attacking)), None)


def _acting(state: State) -> Ability | Attacking | None:
    """Return whose ability it is that asks."""
    return next((frame for frame in reversed(state.stack) if isinstance(frame, Ability | Attacking)), None)


def acting_card(state: State) -> str:
    """Return the card whose ability asks; empty where none does."""
    acting = _acting(state)
    return "" if acting is None else acting.card


def _pool(state: State, ask: Ask, codes: list[str]) -> tuple[int, ...]:
    """Return the piles whose tops can be copied; none where it is cards of a hand or a discard, which are hidden."""
    effect = copied_effect(state)
    if effect is None or effect.source != "pool":
        return ()
    tops = enumerate(state.sides[ask.about - 1].piles, 1)
    return tuple(number for number, pile in tops if pile and pile[0] in codes)


_REASONS: dict[str, Text] = {
    "mulligan": say("{player} may put their three reserve tops under their piles."),
    "flank": say("{player} chooses which flank the active mutant moves to."),
    "act": say("{player} deploys, breeds or incubates."),
    "freeze-empty": say("{player} must draw from an empty deck, and first freezes a card from the discard."),
    "freeze-self": say("{card} leaves, and {player} may freeze it."),
    "freeze-hand": say("{card}: {player} freezes a card from their hand, or not."),
    "freeze-discard": say("{card}: {player} freezes a card from their discard, or not."),
    "freeze-arena": say("{card}: {player} freezes another mutant in their arena, or not."),
    "take": say("{card}: {player} takes a card from their discard into their hand."),
    "copy": say("{card}: {player} chooses what it copies."),
    "flip": say("{card}: {player} turns a K.O. mutant face up."),
    "parry": say("{card} attacks {player}, who chooses the mutant that parries."),
}
"""Why each kind of prompt asks that is always asked for the same reason."""


def _why(state: State, ask: Ask, code: str) -> Text:
    player = Player(ask.seat)
    card: Value | Text = title(code) if code else say("The boss")
    below = state.stack[-2]
    match ask.kind:
        case "ko":
            return _ko(state, ask, card)
        case "gain":
            return _GAINS[below.zone if isinstance(below, Gaining) else "hand"].using(card=card, player=player)
        case "cycle" | "discard" | "offer" | "cost" | "take-discard":
            return _counted(ask, card, attacked=attacker(state) is not None)
    return _REASONS[ask.kind].using(card=card, player=player)


def _counted(ask: Ask, card: Value | Text, *, attacked: bool) -> Text:
    """Return why a seat is asked for a number of cards of its hand."""
    player, count = Player(ask.seat), ask.count
    match ask.kind:
        case "cycle":
            return say_n(
                "{player} drew {count} card and discards as many.",
                "{player} drew {count} cards and discards as many.",
                count,
                player=player,
            )
        case "discard" if attacked:
            return say_n(
                "{card} attacks {player}, who discards {count} card.",
                "{card} attacks {player}, who discards {count} cards.",
                count,
                card=card,
                player=player,
            )
        case "discard":
            return say_n(
                "{card}: {player} discards {count} card.",
                "{card}: {player} discards {count} cards.",
                count,
                card=card,
                player=player,
            )
        case "offer":
            return say_n(
                "{card}: {player} may discard {count} card to gain a mutant.",
                "{card}: {player} may discard {count} cards to gain a mutant.",
                count,
                card=card,
                player=player,
            )
        case "cost":
            return say_n(
                "{card}: {player} discards {count} card to gain a mutant.",
                "{card}: {player} discards {count} cards to gain a mutant.",
                count,
                card=card,
                player=player,
            )
    return say_n(
        "{card}: {player} took a card and discards {count}.",
        "{card}: {player} took a card and discards {count}.",
        count,
        card=card,
        player=player,
    )


_GAINS: dict[str, Text] = {
    "hand": say("{card}: {player} takes a reserve top into their hand."),
    "deck": say("{card}: {player} puts a reserve top on their deck."),
    "incubator": say("{card}: {player} puts a reserve top into their incubator."),
    "discard": say("{card}: {player} puts a reserve top on their discard."),
    "freezer": say("{card}: {player} puts a reserve top into their freezer."),
}


def _ko(state: State, ask: Ask, card: Value | Text) -> Text:
    below, player = state.stack[-2], Player(ask.seat)
    if state.rules.solo and ask.about == BOSS:  # M67
        return say("{card} attacks the boss: {player} chooses which of its cards is K.O.", card=card, player=player)
    if isinstance(below, KnockingOut) and not below.by:
        return say("{card}: {player} chooses which mutant is K.O.", card=card, player=player)
    return say("{card} attacks {player}, who chooses which mutant is K.O.", card=card, player=player)
