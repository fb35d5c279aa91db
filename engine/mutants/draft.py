"""The draft (M11)."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.mutants import events
from engine.mutants.frames import Picking
from engine.mutants.laying_out import lay_out
from engine.mutants.rules import PACK, PICKS
from engine.mutants.table import Table
from engine.seat import Seat


def begin_draft(table: Table) -> None:
    """Deal the packs (M11)."""
    box, seats = table.rules.components, table.rules.seats
    drawn = table.shuffled([card.code for card in box.advanced])
    table.note("* DRAFT ", ",".join(drawn))
    table.packs = [box.sorted(drawn[place * PACK : (place + 1) * PACK]) for place in range(seats)]
    table.picks = [()] * seats
    table.seen = [_bits(table, pack) for pack in table.packs]
    table.stack.append(Picking())


def picked(table: Table, cards: Mapping[Seat, str]) -> None:
    """Take the picks of all, those of who has left by M77, and pass the packs to the left (M11, M54)."""
    seats = table.rules.seats
    table.turn += 1
    for seat in range(1, seats + 1):
        pack = table.packs[seat - 1]
        card = cards.get(seat, pack[0])
        table.picks[seat - 1] = (*table.picks[seat - 1], card)
        table.packs[seat - 1] = tuple(each for each in pack if each != card)
        if seat in cards:
            table.privately(events.Picked, seat, card=card)
    done = len(table.picks[0]) == PICKS
    if done:
        table.tell(events.PacksPassed, 1, pick=0)
        end_draft(table)
        return
    table.packs = [table.packs[-1], *table.packs[:-1]]
    table.seen = [old | _bits(table, pack) for old, pack in zip(table.seen, table.packs, strict=True)]
    table.barrier = True
    table.tell(events.PacksPassed, 1, pick=len(table.picks[0]) + 1)


def _bits(table: Table, cards: Container[str]) -> int:
    """Return cards as `State.seen` has them."""
    return sum(1 << place for place, card in enumerate(table.rules.components.advanced) if card.code in cards)


def end_draft(table: Table) -> None:
    """Give each player the twins of their picks (M11), and lay everything out."""
    table.stack.pop()
    table.packs = []  # M73
    lay_out(table, {seat: cards * 2 for seat, cards in enumerate(table.picks, 1)})
