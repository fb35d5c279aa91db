"""What happens in an arena: deploying, leaving, K.O. and turning up (M21, M23, M42, M45, M46)."""

from __future__ import annotations

from engine.mutants import duels, events
from engine.mutants.frames import Ability, Ask, Drawing, Flipping, KnockingOut, Leaving
from engine.mutants.state import KNOWN, ZONES
from engine.mutants.table import Table
from engine.seat import Seat

KO_ZONES = {"active": "A", "flank": "LR", "one": ZONES, "all": ZONES}
"""Which zones a K.O. names; one that is not here names the zone of the acting mutant."""


def deploy(table: Table, seat: Seat, code: str, *, origin: str) -> None:
    """Put a card on the active zone; then its deploy ability resolves (M23), or its transformation (M46)."""
    side = table.side(seat)
    side.arena[0], side.down[0] = code, False
    table.tell(events.Deployed, seat, card=code, origin=origin)
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
    """Take a card out of the arena; its leave ability resolves if it lies face up, then it is discarded (M21, M45)."""
    side, at = table.side(seat), ZONES.index(zone)
    code, down = side.arena[at], side.down[at]
    side.arena[at], side.down[at] = "", False
    table.tell(events.Left, seat, card=code, zone=zone, down=down)
    table.stack.append(Leaving(seat, code, zone, able=not down))
    if not down and table.card(code).leave:
        table.stack.append(Ability(seat, code, zone, code, "leave", leaving=True))


def leaving(table: Table, frame: Leaving) -> None:
    """Put a card whose leave ability has resolved on the discard (M21)."""
    if not frame.frozen:
        table.side(frame.seat).discard.append(frame.card)
    if table.is_boss(frame.seat):
        table.push_powers("leave")


def knock(table: Table, victim: Seat, what: str, zone: str, by: Seat) -> None:
    """Turn mutants down in an arena (M45); where there is a choice, its owner chooses, the player for the boss."""
    up = table.side(victim).face_up(KO_ZONES.get(what, zone))
    if what in ("one", "flank") and len(up) > 1:
        seat = table.decides(victim)
        table.stack += [KnockingOut(victim, by), Ask("ko", seat, victim, places=tuple(up))]
        return
    for each in up:
        knock_out(table, victim, each, by)


def knock_out(table: Table, victim: Seat, zone: str, by: Seat) -> None:
    """Turn the mutant in a zone down; `by` is the attacker, 0 for none."""
    side, at = table.side(victim), ZONES.index(zone)
    if table.over or not side.arena[at] or side.down[at]:
        return
    side.down[at] = True
    table.tell(duels.KnockedOut, victim, card=side.arena[at], zone=zone, by=None if table.is_boss(by) else by or None)
    if by:
        table.occasion(by, "ko", also=zone)


def flipping(table: Table, frame: Flipping) -> None:
    """Turn one K.O. mutant face up; its owner chooses."""
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
    table.tell(duels.Flipped, seat, card=side.arena[at], zone=zone)


def freeze_zone(table: Table, seat: Seat, zone: str) -> None:
    """Freeze what lies in a zone; its leave ability does not resolve (M42)."""
    side, at = table.side(seat), ZONES.index(zone)
    code, side.arena[at] = side.arena[at], ""
    table.freeze(seat, code, KNOWN, origin="arena", zone=zone)
