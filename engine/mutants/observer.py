"""The view of a seat or a spectator (M56 to M60), and what is asked in it (N8, M76)."""

from __future__ import annotations

from engine.mutants import view as seen
from engine.mutants.components import title
from engine.mutants.legal import OF_ZONES
from engine.mutants.notation import copied_effect
from engine.mutants.outcome import freezer_values, outcome
from engine.mutants.stack import Ability, Ask, Attacking, Gaining, KnockingOut, Mulligans, Picking
from engine.mutants.state import BOSS, ZONES, Side, State, owner, to_act
from engine.mutants.view import Prompt
from engine.seat import Seat
from engine.text import Player, Text, Value, say, say_n

# What is asked now, and why, as far as everybody may know (N8, M76).


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


def view(state: State, seat: Seat | None) -> seen.MutantsView:
    """Return what a seat, or a spectator (None), may know; who left sees what a spectator sees (M78)."""
    rules, box = state.rules, state.rules.components
    eyes = None if seat in state.gone else seat
    return seen.MutantsView(
        mode=rules.mode.key,
        reserve=rules.reserve,
        data=rules.data,
        reconstruction=box.reconstructed,
        viewer=seat,
        phase=_phase(state),
        round=state.round,
        red=box.rounds.red,
        black=box.rounds.black,
        dread=box.track.dread,
        challenger=box.track.challenger,
        force=tuple(
            tuple(each for each in state.line if state.spaces[each - 1] == space) for space in range(box.track.spaces)
        ),
        score=tuple(
            (points, tuple(each for each in state.standing if state.points[each - 1] == points))
            for points in sorted({state.points[each - 1] for each in state.standing})
        ),
        first=state.first or None,
        owner=state.active or None,
        sides=tuple(_side(state, each, eyes) for each in range(1, rules.seats + 1)),
        boss=_boss(state),
        draft=_draft(state, eyes),
        prompt=prompt(state),
        turn=state.turn,
        outcome=outcome(state),
    )


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.stack and isinstance(state.stack[-1], Picking):
        return "draft"
    return "mulligan" if any(isinstance(each, Mulligans) for each in state.stack) else "round"


def _arena(side: Side) -> tuple[seen.Zone, seen.Zone, seen.Zone]:
    active, left, right = (
        seen.Zone(name, card, down) for name, card, down in zip(ZONES, side.arena, side.down, strict=True)
    )
    return active, left, right


def _side(state: State, seat: Seat, eyes: Seat | None) -> seen.Side:
    side, box = state.sides[seat - 1], state.rules.components
    known = seat == eyes or bool(state.over)  # M58, M60, M74
    freezer = box.sorted(side.freezer) if known or state.rules.solo else None  # M68
    space = state.spaces[seat - 1]
    return seen.Side(
        seat=seat,
        arena=_arena(side),
        incubator=side.incubator,
        piles=tuple(seen.Pile(pile[0] if pile else "", len(pile)) for pile in side.piles),
        hand_size=len(side.hand),
        deck_size=len(side.deck),
        discard_size=len(side.discard),
        freezer_size=len(side.freezer),
        discard_top=side.discard[-1] if side.discard else "",
        ready=side.ready,
        space=space,
        points=state.points[seat - 1] if state.points else 0,
        dread=0 <= space < box.track.dread,
        fury=space == box.track.fury,
        left=seat in state.gone,
        hand=side.hand if known else None,
        deck=box.sorted(side.deck) if known else None,
        discard=side.discard if known else None,
        freezer=freezer,
        freezer_values=None if freezer is None else freezer_values(box, freezer),
        unseen=box.sorted([code for pile in side.piles for code in pile[1:]]) if known else None,
    )


def _boss(state: State) -> seen.Boss | None:
    boss = state.rules.boss
    if boss is None:
        return None
    side = state.sides[BOSS - 1]
    return seen.Boss(
        key=boss.key,
        health=state.health,
        full=state.rules.health,
        ultra=state.rules.ultra,
        limits=state.rules.limits,
        arena=_arena(side),
        deck_size=len(side.deck),
        discard_size=len(side.discard),
        discard_top=side.discard[-1] if side.discard else "",
        boxed=state.rules.components.sorted(state.boxed),
        space=state.spaces[BOSS - 1],
    )


def _draft(state: State, eyes: Seat | None) -> seen.Draft | None:
    if not state.packs:
        return None
    pack = None if eyes is None else state.packs[eyes - 1]
    picks = None if eyes is None else state.picks[eyes - 1]
    return seen.Draft(len(state.picks[0]) + 1, len(state.packs[0]), pack, picks)
