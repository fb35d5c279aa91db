"""What abilities do: the one interpreter of the closed vocabulary, frame by frame and effect by effect (M34 to M52)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.mutants import duels
from engine.mutants.arena import KO_ZONES, flipping, knock, leaving
from engine.mutants.copying import copy_options, key_of
from engine.mutants.frames import (
    Ability,
    Ask,
    Attacking,
    Discarding,
    Drawing,
    Flipping,
    Freezing,
    Gaining,
    Leaving,
    Parrying,
    Taking,
)
from engine.mutants.piles import discarding, drawing, freezing, gaining, taking
from engine.mutants.state import ZONES
from engine.mutants.table import Table
from engine.mutants.vocabulary import (
    Attack,
    Copy,
    Cycle,
    Discard,
    Draw,
    Effect,
    Flip,
    Force,
    Freeze,
    Gain,
    Health,
    Ko,
    Points,
    Take,
)
from engine.seat import Seat


def ability(table: Table, frame: Ability) -> None:
    """Resolve the effects of an ability, until one has to wait for something (M34)."""
    effects = table.rules.ability(frame.source, frame.half)
    if not frame.index and not frame.card and any(table.holds(effect.condition, frame.seat) for effect in effects):
        table.tell(duels.Empowered, frame.seat, setup=frame.half == "setup")
    for index in range(frame.index, len(effects)):
        effect = effects[index]
        if not table.holds(effect.condition, frame.seat):
            continue
        frame = replace(frame, index=index + 1)
        table.stack.append(frame)
        _EFFECTS[type(effect)](table, frame, effect)
        if table.over or table.stack[-1] is not frame:
            return
        table.stack.pop()
    if frame.nested:  # M50: what was copied in a copy counts for the whole resolution
        above = table.stack[-1]
        if isinstance(above, Ability):
            table.stack[-1] = replace(above, copied=frame.copied)


def _force(table: Table, frame: Ability, effect: Force) -> None:
    if effect.n > 0:
        table.gain_force(frame.seat, effect.n)
    else:
        table.lose_force(frame.seat, -effect.n)


def _points(table: Table, frame: Ability, effect: Points) -> None:
    table.tell(duels.PointsGained, frame.seat, points=effect.n)
    table.gain_points(frame.seat, effect.n)


def _attack(table: Table, frame: Ability, effect: Attack) -> None:
    """Find out whom an attack hits; an opponent on whom nothing could be done is not attacked (M43)."""
    victims = tuple(
        victim
        for victim in table.hit_by(effect.who, frame.seat)
        if any(_possible(table, victim, each, frame.zone) for each in effect.effects)
    )
    boss = table.rules.boss
    name = boss.name_en if boss is not None and any(map(table.is_boss, victims)) else ""
    table.tell(duels.Attacked, frame.seat, card=frame.card, victims=victims, victim_boss=name)
    if victims:
        index = frame.index - 1
        table.stack.append(Attacking(frame.seat, frame.card, frame.zone, frame.source, frame.half, index, victims))


def _possible(table: Table, victim: Seat, effect: Effect, zone: str) -> bool:
    if isinstance(effect, Discard):
        return bool(table.side(victim).hand)
    if isinstance(effect, Ko):
        return bool(table.side(victim).face_up(KO_ZONES.get(effect.what, zone)))
    return True


def attacking(table: Table, frame: Attacking) -> None:
    """Go on with an attack: the next effect on the opponent whom it hits, or the next opponent (M35, M43, M44)."""
    attack = table.rules.ability(frame.source, frame.half)[frame.index]
    if not isinstance(attack, Attack):
        raise TypeError(f"{frame} is no attack")
    if not frame.victims:
        return
    victim = frame.victims[0]
    rest = replace(frame, victims=frame.victims[1:], step=-1)
    if frame.step < 0:
        side = table.side(victim)
        parries = [zone for zone in side.face_up() if table.card(side.arena[ZONES.index(zone)]).parry]
        if len(parries) > 1:
            table.stack += [frame, Ask("parry", victim, victim, places=tuple(parries))]
            return
        if parries:
            table.stack.append(rest)
            parry(table, victim, parries[0])
            return
    step = max(frame.step, 0)
    table.stack.append(rest if step + 1 == len(attack.effects) else replace(frame, step=step + 1))
    effect = attack.effects[step]
    if not table.holds(effect.condition, frame.seat):
        return
    if isinstance(effect, Force):
        table.lose_force(victim, -effect.n)
    elif isinstance(effect, Discard):
        table.stack.append(Discarding(victim, effect.n, "discard"))
    elif isinstance(effect, Ko):
        knock(table, victim, effect.what, frame.zone, frame.seat)


def parry(table: Table, seat: Seat, zone: str) -> None:
    """Let a mutant parry in place of all that the attack would do (M44)."""
    card = table.side(seat).arena[ZONES.index(zone)]
    table.tell(duels.Parried, seat, card=card, zone=zone)
    table.stack += [Parrying(seat), Ability(seat, card, zone, card, "parry")]


def _parrying(table: Table, frame: Parrying) -> None:
    table.exploit(frame.seat, "parry")


def _copy(table: Table, frame: Ability, effect: Copy) -> None:
    """Copy an ability of another mutant (M49); what public facts alone leave is not asked (N6)."""
    options = copy_options(table, frame, effect)
    if effect.source == "hand" and table.side(frame.seat).hand:
        table.barrier = True  # all see what the hand can do, or cannot
        table.side(frame.seat).pin_hand()
    if not options:
        return
    side = table.side(frame.seat)
    hidden = {"hand": len(side.hand), "discard": len(side.discard)}.get(effect.source, 0)
    secret = hidden > 1 or (effect.source == "hand" and effect.what == "either")
    if len(options) == 1 and not secret:
        copied(table, frame, effect, *options[0])
    else:
        places = tuple(f"{place}.{half}" for place, half in options)
        table.stack.append(Ask("copy", table.decides(frame.seat), frame.seat, places=places))


def copied(table: Table, frame: Ability, effect: Copy, place: str, half: str) -> None:
    """Resolve a copied ability as if it were printed on the copier, whose `frame` is on top of the stack (M49)."""
    arena = effect.source == "arena"
    source = table.side(frame.seat).arena[ZONES.index(place)] if arena else place
    zone = place if arena else ""
    table.tell(duels.Copied, frame.seat, card=frame.card, source=source, half=half, origin=effect.source, zone=zone)
    used = (*frame.copied, key_of(effect, place, source, half))
    table.stack[-1] = replace(frame, copied=used)
    table.stack.append(Ability(frame.seat, frame.card, frame.zone, source, half, 0, frame.leaving, used, nested=True))


def copy_effect(table: Table, frame: Ability) -> Copy:
    """Return the copy that an ability has come to, when it asks what to copy."""
    effect = table.rules.ability(frame.source, frame.half)[frame.index - 1]
    if not isinstance(effect, Copy):
        raise TypeError(f"{frame} copies nothing")
    return effect


def _gain_effect(table: Table, frame: Ability, effect: Gain) -> None:
    if not table.is_boss(frame.seat):
        table.stack.append(Gaining(frame.seat, effect.zone, effect.cost, effect.may))


def _take_effect(table: Table, frame: Ability, effect: Take) -> None:
    if not table.is_boss(frame.seat):
        table.stack += [Discarding(frame.seat, effect.then_discard, "take-discard"), Taking(frame.seat)]


def _draw_effect(table: Table, frame: Ability, effect: Draw | Cycle) -> None:
    if not table.is_boss(frame.seat):  # M67: the boss has no hand
        purpose = "cycle" if isinstance(effect, Cycle) else "hand"
        table.stack.append(Drawing(frame.seat, effect.n, 0, purpose))


_EFFECTS: dict[type[Any], Callable[[Table, Ability, Any], None]] = {
    Force: _force,
    Cycle: _draw_effect,
    Draw: _draw_effect,
    Discard: lambda table, frame, effect: table.stack.append(Discarding(frame.seat, effect.n, "discard")),
    Freeze: lambda table, frame, effect: table.stack.append(Freezing(frame.seat, effect.what, effect.may)),
    Gain: _gain_effect,
    Take: _take_effect,
    Attack: _attack,
    Ko: lambda table, frame, effect: knock(table, frame.seat, effect.what, frame.zone, 0),
    Flip: lambda table, frame, _: table.stack.append(Flipping(frame.seat)),
    Copy: _copy,
    Points: _points,
    Health: lambda table, _, effect: table.change_health(effect.n),
}

HANDLERS: dict[type[Any], Callable[[Table, Any], None]] = {
    Ability: ability,
    Attacking: attacking,
    Parrying: _parrying,
    Drawing: drawing,
    Discarding: discarding,
    Leaving: leaving,
    Taking: taking,
    Gaining: gaining,
    Freezing: freezing,
    Flipping: flipping,
}
"""What each kind of frame does when it is its turn; those of the order of the game are in `rounds.py`."""
