"""Laying out decks and reserves, and who begins (M7 to M14, M61, M62)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.chance import DrawError
from engine.mutants import events
from engine.mutants.frames import Mulligans
from engine.mutants.rules import HAND
from engine.mutants.state import BOSS, KNOWN
from engine.mutants.table import Table
from engine.seat import Seat


def lay_out(table: Table, reserves: Mapping[Seat, tuple[str, ...]]) -> None:
    """Shuffle decks and reserves (M7, M14), draw who begins (M8), put the markers on their tracks (M9, M10)."""
    rules, box = table.rules, table.rules.components
    basics = tuple(card.code for card in box.basics)
    players = [seat for seat in range(1, rules.seats + 1) if seat not in table.gone]
    for seat in players:
        side = table.side(seat)
        side.hand, side.hand_marks = list(box.sorted(basics)), [KNOWN] * HAND
        deck = table.shuffled(basics)
        side.deck, side.deck_marks, side.shuffles = list(deck), [1] * len(deck), 1
        table.note(f"* DECK S{seat} ", ",".join(deck))
        reserve = table.shuffled(box.sorted(reserves[seat]))
        table.note(f"* RESERVE S{seat} ", ",".join(reserve))
        side.piles = [reserve[0:4], reserve[4:8], reserve[8:12]]
    if rules.boss is not None:
        _meet_boss(table)
    else:
        _draw_first(table, players)
    for seat in players:
        if rules.reserve != "ready":
            table.privately(events.ReserveKnown, seat, cards=box.sorted(reserves[seat]))
        table.tell(events.ReserveShown, seat, cards=tuple(pile[0] for pile in table.side(seat).piles))
    start = players.index(table.first) if table.first in players else 0
    table.stack.append(Mulligans((*players[start:], *players[:start])))


def _draw_first(table: Table, players: list[Seat]) -> None:
    """Draw the first player (M8); the markers go anticlockwise, from the one to the right of them (M9)."""
    number, table.chance = table.chance.below(len(players))
    table.draws.append((number,))
    table.first = players[number]
    order = [*players[number:], *players[:number]]
    start = table.rules.components.track.challenger
    for place, seat in enumerate(reversed(order)):
        table.spaces[seat - 1] = start - place
    table.line = list(order)
    table.standing = list(order)  # M10
    table.note(f"* FIRST S{table.first}")
    table.tell(events.FirstDrawn, table.first)


def _meet_boss(table: Table) -> None:
    """Shuffle the boss's deck; the markers go next to each other (M61, M62)."""
    boss = table.rules.boss
    if boss is None:
        raise AssertionError("there is no boss")
    cards = tuple(card.code for card in boss.cards for _ in range(card.copies))
    deck = table.shuffled(cards)
    side = table.side(BOSS)
    side.deck, side.deck_marks, side.shuffles = list(deck), [1] * len(deck), 1
    table.note("* DECK BOSS ", ",".join(deck))
    start = table.rules.components.track.challenger
    table.spaces, table.line, table.first = [start, start - 1], [BOSS, 1], BOSS


def begin_ready(table: Table) -> None:
    """Give out the ready decks, drawn or as the host assigned them (M12)."""
    rules = table.rules
    numbers = rules.decks
    if not numbers:
        every = tuple(rules.components.decks)
        chance = table.chance
        drawn, table.chance = chance.shuffled(every)
        numbers = tuple(drawn[: rules.seats])
        if chance.told is not None and len(chance.told[chance.used]) != len(numbers):
            raise DrawError(f"{len(numbers)} ready decks are drawn", chance.used)
        table.draws.append(numbers)
        table.note(f"* READY {','.join(map(str, numbers))}")
    for seat, number in enumerate(numbers, 1):
        table.side(seat).ready = number
    lay_out(table, {seat: rules.components.decks[number].cards * 2 for seat, number in enumerate(numbers, 1)})
