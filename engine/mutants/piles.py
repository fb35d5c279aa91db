"""What happens with hand, deck, discard, reserve and freezer (M39 to M41, M47, M51)."""

from __future__ import annotations

from dataclasses import replace

from engine.mutants import events
from engine.mutants.arena import deploy, freeze_zone
from engine.mutants.frames import Ability, Ask, Discarding, Drawing, Freezing, Gaining, Leaving, Taking
from engine.mutants.state import KNOWN
from engine.mutants.table import Table
from engine.seat import Seat


def drawing(table: Table, frame: Drawing) -> None:
    """Draw; when the deck is empty, a card of the discard is frozen and the rest shuffled (M40)."""
    side, left, drawn, cards = table.side(frame.seat), frame.left, frame.drawn, list[str]()
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
        table.stack.append(Discarding(frame.seat, drawn, "cycle"))


def freeze_to_draw(table: Table, seat: Seat, code: str) -> None:
    """Freeze a card of the discard and shuffle the rest as the new deck (M40)."""
    table.from_discard(seat, code)
    table.freeze(seat, code, table.side(seat).shuffles + 1, origin="discard")
    if not table.over:
        table.shuffle_discard(seat)


def _drew(table: Table, seat: Seat, cards: list[str]) -> None:
    if cards:
        table.tell(events.Drew, seat, count=len(cards))
        table.privately(events.DrewCards, seat, cards=table.rules.components.sorted(cards))


def discarding(table: Table, frame: Discarding) -> None:
    """Discard: all where the hand has no more (N6), else what the seat chooses."""
    hand = table.side(frame.seat).hand
    if frame.count < len(hand):
        if frame.count:
            table.stack += [frame, Ask(frame.kind, frame.seat, frame.seat, frame.count)]
        return
    if hand:
        table.barrier = True  # cards that nobody chose to show are shown
    discarded(table, frame, tuple(hand))


def discarded(table: Table, frame: Discarding, cards: tuple[str, ...]) -> None:
    """Discard these cards."""
    table.discard(frame.seat, cards)
    if frame.kind == "cycle":
        table.occasion(frame.seat, "cycle")


def taking(table: Table, frame: Taking) -> None:
    """Take a card of the discard, if there is one."""
    pile = table.side(frame.seat).discard
    if len(pile) > 1:
        table.stack += [frame, Ask("take", frame.seat, frame.seat)]
    elif pile:
        take(table, frame.seat, pile[0])


def take(table: Table, seat: Seat, code: str) -> None:
    """Take a card of the discard into the hand; its owner alone is told which (M59)."""
    table.from_discard(seat, code)
    table.to_hand(seat, code, KNOWN)
    table.tell(events.Took, seat)
    table.privately(events.TookCard, seat, card=code)


def gaining(table: Table, frame: Gaining) -> None:
    """Gain a reserve top, paid for where it costs something."""
    side = table.side(frame.seat)
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
    table.tell(events.Gained, seat, card=code, zone=zone, pile=pile + 1)
    table.turned_up(seat, pile)  # M26
    match zone:
        case "hand":
            table.to_hand(seat, code, KNOWN)
        case "deck":
            table.onto_deck(seat, code)
        case "incubator":
            table.side(seat).incubator = code
        case "discard":
            table.side(seat).discard.append(code)
        case _:
            table.freeze(seat, code, KNOWN, origin="reserve")  # M41
    table.occasion(seat, "gain", code)


def freezing(table: Table, frame: Freezing) -> None:
    """Freeze a card, if there is one."""
    acting = table.stack[-1]
    if table.is_boss(frame.seat) or not isinstance(acting, Ability):
        return
    side, seat = table.side(frame.seat), frame.seat
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
            zones = [zone for zone in side.face_up() if acting.leaving or zone != acting.zone]
            if zones and (frame.may or len(zones) > 1):
                table.stack += [frame, Ask("freeze-arena", seat, seat, may=frame.may, places=tuple(zones))]
            elif zones:
                freeze_zone(table, seat, zones[0])


def _self_can_be_frozen(table: Table, acting: Ability) -> bool:
    if acting.leaving:
        return any(isinstance(each, Leaving) and not each.frozen for each in table.stack)
    return acting.card in table.side(acting.seat).arena and acting.zone in table.side(acting.seat).face_up()


def freeze_self(table: Table, acting: Ability) -> None:
    """Freeze the acting mutant: out of its zone, or while it leaves, in place of being discarded (M42)."""
    if not acting.leaving:
        freeze_zone(table, acting.seat, acting.zone)
        return
    place = max(place for place, each in enumerate(table.stack) if isinstance(each, Leaving))
    leaving = table.stack[place]
    if isinstance(leaving, Leaving):
        table.stack[place] = replace(leaving, frozen=True)
    table.freeze(acting.seat, acting.card, KNOWN, origin="arena", zone=acting.zone)


def freeze_card(table: Table, seat: Seat, what: str, code: str) -> None:
    """Freeze a card of the hand or the discard (M41)."""
    mark = KNOWN
    if what == "hand":
        mark = table.from_hand(seat, code)
    else:
        table.from_discard(seat, code)
    table.freeze(seat, code, mark, origin=what)
