"""Whether what has still to resolve can do so: which frame waits for which, and that they ask what is asked."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engine.mutants.apply import asked_anew
from engine.mutants.frames import (
    Ability,
    Acting,
    Ask,
    Attacking,
    BossPlays,
    BossTurn,
    Discarding,
    Drawing,
    DrawingHands,
    Flipping,
    Frame,
    Freezing,
    Gaining,
    KnockingOut,
    Leaving,
    Moving,
    Mulligans,
    NewRound,
    Parrying,
    Picking,
    Reset,
    Shifting,
    Taking,
    Turns,
)
from engine.mutants.legal import legal
from engine.mutants.rules import HAND, Rules
from engine.mutants.state import BOSS, State, to_act
from engine.mutants.vocabulary import Attack, Copy, Cycle, Discard, Draw, Effect, Flip, Freeze, Gain, Ko, Take

_LOWEST = (Picking, Mulligans, NewRound, Turns, Reset)
"""Frames that go on when everything else has resolved."""
_LIES_ON: dict[type[Any], tuple[type[Any], ...]] = {
    BossTurn: (Turns,),
    BossPlays: (Turns,),
    Acting: (Turns,),
    Moving: (Acting, BossPlays),
    Shifting: (Acting, BossPlays),
    DrawingHands: (Reset,),
    Leaving: (Shifting, Drawing),
    Ability: (NewRound, Turns, BossTurn, BossPlays, Moving, Shifting, Leaving, Ability, Parrying),
    Attacking: (Ability,),
    Parrying: (Attacking,),
    KnockingOut: (Ability, Attacking),
    Flipping: (Ability,),
    Drawing: (Ability, DrawingHands, Turns),
    Discarding: (Ability, Attacking, Gaining),
    Taking: (Discarding,),
    Gaining: (Ability,),
    Freezing: (Ability,),
    Ask: (
        Mulligans,
        Moving,
        Acting,
        Drawing,
        Discarding,
        Taking,
        Gaining,
        Freezing,
        Flipping,
        KnockingOut,
        Attacking,
        Ability,
    ),
}
"""For each frame that is not the lowest, what it waits upon: the frame that goes on behind it."""


def can_resolve(state: State) -> bool:
    """Return whether what has still to resolve of a game that is not over can come about, and ends in its prompt."""
    stack = state.stack
    try:
        return (
            isinstance(stack[0], _LOWEST)
            and all(isinstance(below, _LIES_ON.get(type(frame), ())) for below, frame in pairwise(stack))
            and all(_sound(state, place) for place in range(len(stack)))
            and (isinstance(stack[-1], Picking) or _asks(state))
            and not to_act(state) & set(state.gone)
            and bool(to_act(state))
            and all(legal(state, seat) for seat in to_act(state))
        )
    except (TypeError, ValueError, LookupError):  # a card, a zone or an ability that there is not
        return False


def _asks(state: State) -> bool:
    """Return whether the open prompt is the one that the frame below it asks."""
    *_, below, ask = state.stack
    if isinstance(below, Mulligans) and isinstance(ask, Ask):
        return ask == Ask("mulligan", state.active, state.active)
    return isinstance(ask, Ask) and state.stack in asked_anew(state)


def _sound(state: State, place: int) -> bool:  # noqa: PLR0911 - one line for each kind of frame
    """Return whether a frame speaks of seats, cards and abilities that fit what it waits upon."""
    rules, frame, below = state.rules, state.stack[place], state.stack[place - 1] if place else None
    if getattr(frame, "seat", 1) not in range(1, rules.sides + 1):
        return False
    match frame:
        case Picking() | Turns() | Reset() | Ask() | Taking() | Parrying():
            return True
        case NewRound() | BossTurn() | BossPlays():
            return rules.solo
        case Mulligans(seats) | DrawingHands(seats):
            return len(set(seats)) == len(seats) and set(seats) <= set(range(1, rules.seats + 1))
        case Acting(seat) | Moving(seat) | Shifting(seat):
            zone = getattr(frame, "zone", "L")
            return (
                seat == state.active and (seat == BOSS and rules.solo) == _of_boss(state, place) and zone in ("L", "R")
            )
        case Leaving(seat, card, zone):
            whence = below.zone if isinstance(below, Shifting) else "A"
            transforms = not isinstance(below, Drawing) or below.purpose == "deploy"
            return seat == state.active and card in rules.components.cards and zone == whence and transforms
        case Ability() if not _of_copy(frame, below):
            return _begins(rules, frame, below)
        case Drawing(seat, left, drawn, purpose) if not isinstance(below, Ability):
            whole = {"deploy": 1, "round": HAND}.get(purpose, 0)
            fits = isinstance(below, Turns) == (purpose == "deploy")
            return fits and left > 0 and drawn >= 0 and left + drawn == whole and seat <= rules.seats
        case Discarding(seat, count, "cost") if isinstance(below, Gaining):
            (effect,) = _effects(rules, state.stack[place - 2])
            return isinstance(effect, Gain) and count == effect.cost and seat == below.seat
    return any(_carries_out(frame, effect, below) for effect in _effects(rules, below))


def _of_boss(state: State, place: int) -> bool:
    return any(isinstance(frame, BossPlays) for frame in state.stack[:place])


def _of_copy(frame: Ability, below: Frame | None) -> bool:
    """Return whether an ability is copied by the one below it, and not a power of the boss behind another."""
    return isinstance(below, Ability) and frame.nested


def _begins(rules: Rules, frame: Ability, below: Frame | None) -> bool:
    """Return whether an ability that is not copied comes of what lies below it."""
    if frame.nested or not 0 <= frame.index <= len(rules.ability(frame.source, frame.half)):
        return False
    own = frame.source == frame.card
    match below:
        case Leaving(seat, card, zone, _, able):
            wanted = (seat, card, zone, "leave", True)
            return own and able and (frame.seat, frame.card, frame.zone, frame.half, frame.leaving) == wanted
        case Turns():
            return own and (frame.zone, frame.half, frame.leaving) == ("A", "deploy", False)
        case Parrying(seat):
            return own and (frame.seat, frame.half, frame.leaving) == (seat, "parry", False)
    boss = rules.boss
    if boss is None or (frame.seat, frame.source, frame.card, frame.zone) != (BOSS, boss.key, "", ""):
        return False
    if isinstance(below, NewRound):
        return frame.half == "setup"
    return frame.half in {f"power{place}" for place in range(len(boss.power))}


def _effects(rules: Rules, below: Frame | None) -> tuple[Effect, ...]:
    """Return the effects that a frame may be about to carry out by the one that waits upon it."""
    if isinstance(below, Attacking):
        attack = rules.ability(below.source, below.half)[below.index]
        return attack.effects if isinstance(attack, Attack) else ()
    if isinstance(below, Ability) and below.index > 0:
        return (rules.ability(below.source, below.half)[below.index - 1],)
    return ()


def _carries_out(frame: Frame, effect: Effect, below: Frame | None) -> bool:  # noqa: PLR0911 - one line for each verb
    """Return whether a frame carries out an effect of the ability, or of the attack, below it."""
    attacked = isinstance(below, Attacking)
    if not attacked and getattr(frame, "seat", 0) != getattr(below, "seat", 0):
        return False
    match frame, effect:
        case Attacking(), Attack(_, effects):
            same = isinstance(below, Ability) and _acting(frame) == _acting(below) and frame.index == below.index - 1
            others = frame.seat not in frame.victims and len(set(frame.victims)) == len(frame.victims)
            return same and others and set(frame.victims) <= {1, 2, 3, 4} and -1 <= frame.step < len(effects)
        case Ability(), Copy():
            same = isinstance(below, Ability) and _acting(frame)[:3] == _acting(below)[:3]
            return same and frame.half in ("deploy", "leave") and frame.leaving == getattr(below, "leaving", None)
        case KnockingOut(_, by), Ko():
            return by == (getattr(below, "seat", 0) if attacked else 0)
        case Drawing(_, left, drawn, purpose), Draw(n) | Cycle(n):
            fits = purpose == ("cycle" if isinstance(effect, Cycle) else "hand")
            return fits and left > 0 and drawn >= 0 and left + drawn == n
        case Discarding(_, count, kind), Cycle(n):
            return kind == "cycle" and 0 < count <= n
        case Discarding(_, count, kind), Discard(n):
            return kind == "discard" and count == n
        case Discarding(_, count, kind), Take(n):
            return kind == "take-discard" and count == n
        case Gaining(_, zone, cost, may), Gain():
            return zone == effect.zone and (cost, may) in ((effect.cost, effect.may), (0, False))
        case Freezing(_, what, may), Freeze():
            return (what, may) == (effect.what, effect.may)
        case Flipping(), Flip():
            return True
    return False


def _acting(frame: Ability | Attacking) -> tuple[object, ...]:
    """Return whose ability resolves: the player, the acting mutant, its zone; the card it is of, and which."""
    return frame.seat, frame.card, frame.zone, frame.source, frame.half
