"""Decks and reserves, the first player, and the draft (M7 to M14, M61, M62)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.chance import DrawError
from engine.mutants import events
from engine.mutants.rules import HAND, PACK, PICKS
from engine.mutants.stack import Mulligans, Picking
from engine.mutants.state import BOSS, KNOWN
from engine.mutants.table import Table
from engine.seat import Seat


def lay_out(table: Table, reserves: Mapping[Seat, tuple[str, ...]]) -> None:
    """Shuffle decks and reserves (M7, M14), draw the first player (M8), put the markers on their tracks (M9, M10)."""
    rules, box = table.rules, table.rules.components
    basics = tuple(card.code for card in box.basics)
    players = [seat for seat in range(1, rules.seats + 1) if seat not in table.gone]
    for seat in players:
        side = table.side(seat)
        side.hand, side.hand_marks = list(box.sorted(basics)), [KNOWN] * HAND
        deck = table.shuffled(basics)
        side.deck, side.deck_marks, side.shuffles = deck, (1,) * len(deck), 1
        table.note(f"* DECK S{seat} ", ",".join(deck))
        reserve = table.shuffled(box.sorted(reserves[seat]))
        table.note(f"* RESERVE S{seat} ", ",".join(reserve))
        side.piles = (reserve[0:4], reserve[4:8], reserve[8:12])
    if rules.boss is not None:
        _meet_boss(table)
    else:
        _draw_first(table, players)
    for seat in players:
        if rules.reserve != "ready":
            table.privately(events.ReserveKnown, seat, box.sorted(reserves[seat]))
        table.tell(events.ReserveShown, seat, tuple(pile[0] for pile in table.side(seat).piles))
    start = players.index(table.first) if table.first in players else 0
    table.stack.append(Mulligans((*players[start:], *players[:start])))


def _draw_first(table: Table, players: list[Seat]) -> None:
    """Draw the first player (M8); the markers go anticlockwise, from their right neighbour (M9)."""
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
    side.deck, side.deck_marks, side.shuffles = deck, (1,) * len(deck), 1
    table.note("* DECK BOSS ", ",".join(deck))
    start = table.rules.components.track.challenger
    table.spaces, table.line, table.first = [start, start - 1], [BOSS, 1], BOSS


def begin_ready(table: Table) -> None:
    """Give out the ready decks, drawn or as assigned by the host (M12)."""
    rules = table.rules
    numbers = rules.decks
    if not numbers:
        every = tuple(rules.components.decks)
        chance = table.chance
        drawn, table.chance = chance.shuffled(every)
        numbers = tuple(drawn[: rules.seats])
        if chance.recorded is not None and len(chance.recorded[chance.used]) != len(numbers):
            raise DrawError(f"{len(numbers)} ready decks are drawn", chance.used)
        table.draws.append(numbers)
        table.note(f"* READY {','.join(map(str, numbers))}")
    for seat, number in enumerate(numbers, 1):
        table.side(seat).ready = number
    lay_out(table, {seat: rules.components.decks[number].cards * 2 for seat, number in enumerate(numbers, 1)})


# The draft (M11).


def begin_draft(table: Table) -> None:
    """Deal the packs (M11)."""
    box, seats = table.rules.components, table.rules.seats
    drawn = table.shuffled([card.code for card in box.advanced])
    table.note("* DRAFT ", ",".join(drawn))
    table.packs = tuple(box.sorted(drawn[place * PACK : (place + 1) * PACK]) for place in range(seats))
    table.picks = ((),) * seats
    table.seen = tuple(_bits(table, pack) for pack in table.packs)
    table.stack.append(Picking())


def picked(table: Table, cards: Mapping[Seat, str]) -> None:
    """Take all picks, by M77 for resigned players, and pass the packs to the left (M11, M54)."""
    table.turn += 1
    picks, packs = list(table.picks), list(table.packs)
    for at, pack in enumerate(table.packs):
        card = cards.get(at + 1, pack[0])
        picks[at] = (*picks[at], card)
        packs[at] = tuple([each for each in pack if each != card])
        if at + 1 in cards:
            table.privately(events.Picked, at + 1, card)
    table.picks, table.packs = tuple(picks), tuple(packs)
    done = len(table.picks[0]) == PICKS
    if done:
        table.tell(events.PacksPassed, 1, 0)
        end_draft(table)
        return
    table.packs = (table.packs[-1], *table.packs[:-1])
    table.seen = tuple([old | _bits(table, pack) for old, pack in zip(table.seen, table.packs, strict=True)])
    table.barrier = True
    table.tell(events.PacksPassed, 1, len(table.picks[0]) + 1)


def _bits(table: Table, cards: Iterable[str]) -> int:
    """Return advanced mutants as `State.seen` has them."""
    box = table.rules.components
    return sum(1 << box.order[code] - len(box.basics) for code in cards)


def end_draft(table: Table) -> None:
    """Give each player the twins of their picks (M11), and lay out all cards."""
    table.stack.pop()
    table.packs = ()  # M73
    lay_out(table, {seat: cards * 2 for seat, cards in enumerate(table.picks, 1)})
