"""The effects of abilities (M34 to M52): the interpreter of the closed vocabulary, on arenas, decks and piles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.mutants import duels, events
from engine.mutants.abilities import (
    Attack,
    Copy,
    Cycle,
    Discard,
    Draw,
    Flip,
    Force,
    Freeze,
    Gain,
    Health,
    Ko,
    Points,
    Take,
)
from engine.mutants.stack import (
    Ability,
    Ask,
    Attacking,
    Discarding,
    Drawing,
    Flipping,
    Freezing,
    Gaining,
    KnockingOut,
    Leaving,
    Parrying,
    Taking,
)
from engine.mutants.state import BOSS, KNOWN, ZONES
from engine.mutants.table import Table
from engine.seat import Seat

# The abilities that a mutant can copy (M49, M50).


HALVES = ("deploy", "leave")


def copy_options(table: Table, frame: Ability, effect: Copy) -> list[tuple[str, str]]:
    """Return the abilities that an effect can copy: zones, or codes outside of an arena, each with the half."""
    halves = HALVES if effect.what == "either" else (effect.what,)
    return [
        (place, half)
        for place, code, count in _sources(table, frame, effect.source)
        for half in halves
        if table.card(code).half(half) and frame.copied.count(key_of(effect, place, code, half)) < count
    ]


def key_of(effect: Copy, place: str, code: str, half: str) -> tuple[str, str, str]:
    """Return the identity of a copied ability of a card (M50)."""
    return place if effect.source == "arena" else effect.source, code, half


def _sources(table: Table, frame: Ability, source: str) -> list[tuple[str, str, int]]:
    """Return the other mutants that can be copied.

    Each is its zone, or its code outside of an arena; its code; and its number, as equal cards are one answer (N6) but
    may be copied once each (M50).
    """
    side = table.read(frame.seat)
    if source == "arena":
        zones = [zone for zone in table.face_up(frame.seat) if frame.leaving or zone != frame.zone]
        return [(zone, side.arena[ZONES.index(zone)], 1) for zone in zones]
    if source == "pool":
        cards: Sequence[str] = [pile[0] for pile in side.piles if pile]
    else:
        cards = side.hand if source == "hand" else side.discard
    return [(code, code, cards.count(code)) for code in table.rules.components.sorted(set(cards))]


# Actions in an arena: deploying, leaving, K.O. and turning face up (M21, M23, M42, M45, M46).


KO_ZONES = {"active": "A", "flank": "LR", "one": ZONES, "all": ZONES}
"""The zones that a K.O. names; any other names the zone of the acting mutant."""


def deploy(table: Table, seat: Seat, code: str, *, origin: str) -> None:
    """Put a card on the active zone; then its deploy ability resolves (M23), or its transformation (M46)."""
    side = table.side(seat)
    side.arena[0], side.down[0] = code, False
    table.tell(events.Deployed, seat, code, origin)
    if origin == "reserve":
        table.occasion(seat, "breed", code)
    if not table.over:
        table.occasion(seat, "deploy", code, but="A")
    if table.over:
        return
    if table.card(code).transformation:
        table.stack.append(Drawing(seat, 1, 0, "deploy"))
        leave(table, seat, "A")
    else:
        table.push_effects(seat, code, "A", "deploy")


def leave(table: Table, seat: Seat, zone: str) -> None:
    """Take a card out of the arena; a face-up one's leave ability resolves, then it is discarded (M21, M45)."""
    side, at = table.side(seat), ZONES.index(zone)
    code, down = side.arena[at], side.down[at]
    side.arena[at], side.down[at] = "", False
    table.tell(events.Left, seat, code, zone, down)
    frame = Leaving(seat, code, zone, able=not down)
    if not down and table.card(code).leave:
        table.stack += [frame, Ability(seat, code, zone, code, "leave", leaving=True)]
    else:
        leaving(table, frame)


def leaving(table: Table, frame: Leaving) -> None:
    """Put a card whose leave ability has resolved on the discard (M21)."""
    if not frame.frozen:
        table.side(frame.seat).discard += (frame.card,)
    if table.is_boss(frame.seat):
        table.stack += table.rules.powers["leave"]


def knock(table: Table, victim: Seat, what: str, zone: str, by: Seat) -> None:
    """Knock out mutants in an arena (M45); the owner chooses if necessary, the player for the boss."""
    up = table.face_up(victim, KO_ZONES.get(what, zone))
    if what in ("one", "flank") and len(up) > 1:
        seat = table.decides(victim)
        table.stack += [KnockingOut(victim, by), Ask("ko", seat, victim, places=tuple(up))]
        return
    for each in up:
        knock_out(table, victim, each, by)


def knock_out(table: Table, victim: Seat, zone: str, by: Seat) -> None:
    side, at = table.side(victim), ZONES.index(zone)
    if table.over or not side.arena[at] or side.down[at]:
        return
    side.down[at] = True
    table.tell(duels.KnockedOut, victim, side.arena[at], zone, None if table.is_boss(by) else by or None)
    if by:
        table.occasion(by, "ko", also=zone)


def flipping(table: Table, frame: Flipping) -> None:
    down = table.side(frame.seat).knocked_out()
    if len(down) > 1:
        seat = table.decides(frame.seat)
        table.stack += [frame, Ask("flip", seat, frame.seat, places=tuple(down))]
    elif down:
        flip(table, frame.seat, down[0])


def flip(table: Table, seat: Seat, zone: str) -> None:
    """Turn a K.O. mutant face up (M45)."""
    side, at = table.side(seat), ZONES.index(zone)
    side.down[at] = False
    table.tell(duels.Flipped, seat, side.arena[at], zone)


def freeze_zone(table: Table, seat: Seat, zone: str) -> None:
    """Freeze the card in a zone; its leave ability does not resolve (M42)."""
    side, at = table.side(seat), ZONES.index(zone)
    code, side.arena[at] = side.arena[at], ""
    table.freeze(seat, code, KNOWN, origin="arena", zone=zone)


# Actions with hand, deck, discard, reserve and freezer (M39 to M41, M47, M51).


def drawing(table: Table, frame: Drawing) -> None:
    """Draw; when the deck is empty, a card of the discard is frozen and the rest shuffled (M40)."""
    side, left, drawn = table.side(frame.seat), frame.left, frame.drawn
    cards: list[str] = []
    while left and not table.over:
        if side.deck:
            code, mark = table.top_of_deck(frame.seat)
            left, drawn = left - 1, drawn + 1
            if frame.purpose == "deploy":
                deploy(table, frame.seat, code, origin="deck")
                return
            cards.append(code)
            table.to_hand(frame.seat, code, mark)
        elif len(side.discard) > 1:
            _drew(table, frame.seat, cards)
            table.stack += [
                Drawing(frame.seat, left, drawn, frame.purpose),
                Ask("freeze-empty", frame.seat, frame.seat),
            ]
            return
        elif side.discard:
            freeze_to_draw(table, frame.seat, side.discard[0])
        else:
            break
    _drew(table, frame.seat, cards)
    if frame.purpose == "cycle" and drawn and not table.over:
        discarding(table, Discarding(frame.seat, drawn, "cycle"))


def freeze_to_draw(table: Table, seat: Seat, code: str) -> None:
    """Freeze a card of the discard and shuffle the rest as the new deck (M40)."""
    table.from_discard(seat, code)
    table.freeze(seat, code, table.side(seat).shuffles + 1, origin="discard")
    if not table.over:
        table.shuffle_discard(seat)


def _drew(table: Table, seat: Seat, cards: list[str]) -> None:
    if cards:
        table.tell(events.Drew, seat, len(cards))
        table.privately(events.DrewCards, seat, table.rules.components.sorted(cards))


def discarding(table: Table, frame: Discarding) -> None:
    """Discard: the whole hand if it has no more cards (N6), else the seat's choice."""
    hand = table.read(frame.seat).hand
    if frame.count < len(hand):
        if frame.count:
            table.stack += [frame, Ask(frame.kind, frame.seat, frame.seat, frame.count)]
        return
    if hand:
        table.barrier = True  # a barrier: cards are revealed without a choice
    discarded(table, frame, tuple(hand))


def discarded(table: Table, frame: Discarding, cards: tuple[str, ...]) -> None:
    table.discard(frame.seat, cards)
    if frame.kind == "cycle":
        table.occasion(frame.seat, "cycle")


def taking(table: Table, frame: Taking) -> None:
    pile = table.read(frame.seat).discard
    if len(pile) > 1:
        table.stack += [frame, Ask("take", frame.seat, frame.seat)]
    elif pile:
        take(table, frame.seat, pile[0])


def take(table: Table, seat: Seat, code: str) -> None:
    """Take a card of the discard into the hand; secret to its owner (M59)."""
    table.from_discard(seat, code)
    table.to_hand(seat, code, KNOWN)
    table.tell(events.Took, seat)
    table.privately(events.TookCard, seat, code)


def gaining(table: Table, frame: Gaining) -> None:
    side = table.read(frame.seat)
    piles = tuple(str(pile) for pile, cards in enumerate(side.piles, 1) if cards)
    if not piles or (frame.zone == "incubator" and side.incubator):  # M25, M47
        return
    if frame.cost:
        if len(side.hand) >= frame.cost:  # M51
            table.stack += [frame, Ask("offer", frame.seat, frame.seat, frame.cost, may=True)]
    elif frame.may or len(piles) > 1:
        table.stack += [frame, Ask("gain", frame.seat, frame.seat, may=frame.may, places=piles)]
    else:
        gain(table, frame, int(piles[0]) - 1)


def gain(table: Table, frame: Gaining, pile: int) -> None:
    """Take the top of a pile, from 0, into the zone of a gain (M47)."""
    seat, zone = frame.seat, frame.zone
    code = table.from_reserve(seat, pile)
    table.tell(events.Gained, seat, code, zone, pile + 1)
    table.turned_up(seat, pile)  # M26
    match zone:
        case "hand":
            table.to_hand(seat, code, KNOWN)
        case "deck":
            table.onto_deck(seat, code)
        case "incubator":
            table.side(seat).incubator = code
        case "discard":
            table.side(seat).discard += (code,)
        case _:
            table.freeze(seat, code, KNOWN, origin="reserve")  # M41
    table.occasion(seat, "gain", code)


def freezing(table: Table, frame: Freezing) -> None:
    acting = table.stack[-1]
    if table.is_boss(frame.seat) or not isinstance(acting, Ability):
        return
    side, seat = table.read(frame.seat), frame.seat
    match frame.what:
        case "self":
            if _self_can_be_frozen(table, acting):
                if frame.may:
                    table.stack += [frame, Ask("freeze-self", seat, seat, may=True)]
                else:
                    freeze_self(table, acting)
        case "hand" | "discard":
            cards = side.hand if frame.what == "hand" else side.discard
            if cards and (frame.may or len(cards) > 1):
                table.stack += [frame, Ask(f"freeze-{frame.what}", seat, seat, may=frame.may)]
            elif cards:
                freeze_card(table, seat, frame.what, cards[0])
        case _:
            zones = [zone for zone in table.face_up(seat) if acting.leaving or zone != acting.zone]
            if zones and (frame.may or len(zones) > 1):
                table.stack += [frame, Ask("freeze-arena", seat, seat, may=frame.may, places=tuple(zones))]
            elif zones:
                freeze_zone(table, seat, zones[0])


def _self_can_be_frozen(table: Table, acting: Ability) -> bool:
    if acting.leaving:
        return any(isinstance(each, Leaving) and not each.frozen for each in table.stack)
    return acting.card in table.read(acting.seat).arena and acting.zone in table.face_up(acting.seat)


def freeze_self(table: Table, acting: Ability) -> None:
    """Freeze the acting mutant: out of its zone, or while it leaves, instead of discarding it (M42)."""
    if not acting.leaving:
        freeze_zone(table, acting.seat, acting.zone)
        return
    place = max(place for place, each in enumerate(table.stack) if isinstance(each, Leaving))
    leaving = table.stack[place]
    if isinstance(leaving, Leaving):
        table.stack[place] = Leaving(leaving.seat, leaving.card, leaving.zone, frozen=True, able=leaving.able)
    table.freeze(acting.seat, acting.card, KNOWN, origin="arena", zone=acting.zone)


def freeze_card(table: Table, seat: Seat, what: str, code: str) -> None:
    """Freeze a card of the hand or the discard (M41)."""
    mark = KNOWN
    if what == "hand":
        mark = table.from_hand(seat, code)
    else:
        table.from_discard(seat, code)
    table.freeze(seat, code, mark, origin=what)


def ability(table: Table, frame: Ability) -> None:
    """Resolve the effects of an ability, until one must wait (M34)."""
    effects = table.rules.abilities[frame.source, frame.half]
    if not frame.index and not frame.card and any(table.holds(effect.condition, frame.seat) for effect in effects):
        table.tell(duels.Empowered, frame.seat, frame.half == "setup")
    for index in range(frame.index, len(effects)):
        effect = effects[index]
        if effect.condition and not table.holds(effect.condition, frame.seat):
            continue
        if isinstance(effect, Force):  # the most frequent one: it never waits, so nothing must know how to go on
            table.move_force(frame.seat, effect.n)
            if table.over:
                return
            continue
        frame = frame.at(index + 1)
        table.stack.append(frame)
        _EFFECTS[type(effect)](table, frame, effect)
        if table.over or table.stack[-1] is not frame:
            return
        table.stack.pop()
    if frame.nested:  # M50: abilities copied inside a copy count for the whole resolution
        above = table.stack[-1]
        if isinstance(above, Ability):
            table.stack[-1] = above.at(above.index, frame.copied)


def _points(table: Table, frame: Ability, effect: Points) -> None:
    table.tell(duels.PointsGained, frame.seat, effect.n)
    table.gain_points(frame.seat, effect.n)


def _attack(table: Table, frame: Ability, effect: Attack) -> None:
    """Find the victims of an attack; an opponent on whom it has no effect is not attacked (M43)."""
    hit = table.hit_by(effect.who, frame.seat)
    victims = tuple([victim for victim in hit if _affects(table, victim, effect, frame.zone)])
    boss = table.rules.boss
    name = boss.name_en if boss is not None and BOSS in victims else ""
    table.tell(duels.Attacked, frame.seat, frame.card, victims, name)
    if victims:
        index = frame.index - 1
        attacking(table, Attacking(frame.seat, frame.card, frame.zone, frame.source, frame.half, index, victims))


def _affects(table: Table, victim: Seat, attack: Attack, zone: str) -> bool:
    for effect in attack.effects:
        if isinstance(effect, Force):
            return True
        if isinstance(effect, Discard) and table.read(victim).hand:
            return True
        if isinstance(effect, Ko) and table.face_up(victim, KO_ZONES.get(effect.what, zone)):
            return True
    return False


def attacking(table: Table, frame: Attacking) -> None:
    """Go on with an attack: the next effect on the current victim, or the next one (M35, M43, M44)."""
    attack = table.rules.abilities[frame.source, frame.half][frame.index]
    if not isinstance(attack, Attack):
        raise TypeError(f"{frame} is no attack")
    stack, height = table.stack, len(table.stack)
    victims, step = frame.victims, frame.step
    while victims and not table.over:
        victim = victims[0]
        if step < 0:
            parries = table.parries(victim)
            if parries:
                if len(parries) > 1:
                    stack += [frame.at(-1, victims), Ask("parry", victim, victim, places=tuple(parries))]
                else:
                    stack.append(frame.at(-1, victims[1:]))
                    parry(table, victim, parries[0])
                return
            step = 0
        effect = attack.effects[step]
        step += 1
        if step == len(attack.effects):
            victims, step = victims[1:], -1
        if effect.condition and not table.holds(effect.condition, frame.seat):
            continue
        if isinstance(effect, Force):
            table.move_force(victim, effect.n)
        elif isinstance(effect, Ko):
            knock(table, victim, effect.what, frame.zone, frame.seat)
        elif isinstance(effect, Discard):
            discarding(table, Discarding(victim, effect.n, "discard"))
        if len(stack) > height:  # the effect waits for its victim
            stack.insert(height, frame.at(step, victims))
            return


def parry(table: Table, seat: Seat, zone: str) -> None:
    """Let a mutant parry, which cancels all effects of the attack (M44)."""
    card = table.read(seat).arena[ZONES.index(zone)]
    table.tell(duels.Parried, seat, card, zone)
    table.stack += [Parrying(seat), Ability(seat, card, zone, card, "parry")]


def _parrying(table: Table, frame: Parrying) -> None:
    table.exploit(frame.seat, "parry")


def _copy(table: Table, frame: Ability, effect: Copy) -> None:
    """Copy an ability of another mutant (M49); a choice that public facts decide is not asked (N6)."""
    options = copy_options(table, frame, effect)
    if effect.source == "hand" and table.read(frame.seat).hand:
        table.barrier = True  # the hand's possibilities are now public
        table.side(frame.seat).pin_hand()
    if not options:
        return
    side = table.read(frame.seat)
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
    source = table.read(frame.seat).arena[ZONES.index(place)] if arena else place
    zone = place if arena else ""
    table.tell(duels.Copied, frame.seat, frame.card, source, half, effect.source, zone)
    used = (*frame.copied, key_of(effect, place, source, half))
    table.stack[-1] = frame.at(frame.index, used)
    table.stack.append(Ability(frame.seat, frame.card, frame.zone, source, half, 0, frame.leaving, used, nested=True))


def copy_effect(table: Table, frame: Ability) -> Copy:
    effect = table.rules.abilities[frame.source, frame.half][frame.index - 1]
    if not isinstance(effect, Copy):
        raise TypeError(f"{frame} copies nothing")
    return effect


def _gain_effect(table: Table, frame: Ability, effect: Gain) -> None:
    if not table.is_boss(frame.seat):
        gaining(table, Gaining(frame.seat, effect.zone, effect.cost, effect.may))


def _take_effect(table: Table, frame: Ability, effect: Take) -> None:
    if not table.is_boss(frame.seat):
        table.stack.append(Discarding(frame.seat, effect.then_discard, "take-discard"))
        taking(table, Taking(frame.seat))


def _draw_effect(table: Table, frame: Ability, effect: Draw | Cycle) -> None:
    if not table.is_boss(frame.seat):  # M67: the boss has no hand
        purpose = "cycle" if isinstance(effect, Cycle) else "hand"
        drawing(table, Drawing(frame.seat, effect.n, 0, purpose))


_EFFECTS: dict[type[Any], Callable[[Table, Ability, Any], None]] = {
    Cycle: _draw_effect,
    Draw: _draw_effect,
    Discard: lambda table, frame, effect: discarding(table, Discarding(frame.seat, effect.n, "discard")),
    Freeze: lambda table, frame, effect: freezing(table, Freezing(frame.seat, effect.what, effect.may)),
    Gain: _gain_effect,
    Take: _take_effect,
    Attack: _attack,
    Ko: lambda table, frame, effect: knock(table, frame.seat, effect.what, frame.zone, 0),
    Flip: lambda table, frame, _: flipping(table, Flipping(frame.seat)),
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
"""The function that resumes each kind of frame; those of the game's course are in `rounds.py`."""
