"""The course of the game: mulligans, rounds, turns, their ends, and the boss's turns (M15 to M33, M53, M63 to M65)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.mutants import duels, events
from engine.mutants.moves import Action, Breed, Deploy, Incubate
from engine.mutants.outcome import force_order, round_points, totals
from engine.mutants.resolve import deploy, leave
from engine.mutants.rules import HAND
from engine.mutants.stack import (
    Ability,
    Acting,
    Ask,
    BossPlays,
    BossTurn,
    Drawing,
    DrawingHands,
    Moving,
    Mulligans,
    NewRound,
    Reset,
    Shifting,
    Turns,
)
from engine.mutants.state import BOSS, ZONES
from engine.mutants.table import Table
from engine.seat import Seat

LAST_ROUND = 5  # M16


def mulligans(table: Table, frame: Mulligans) -> None:
    """Ask the next seat for its mulligan; after the last one the first round begins (M15)."""
    seats = [seat for seat in frame.seats if seat not in table.gone]
    if seats:
        table.active = seats[0]
        table.turn += 1
        table.stack += [Mulligans(tuple(seats[1:])), Ask("mulligan", seats[0], seats[0])]
        return
    table.active = 0
    table.stack.append(NewRound())
    boss = table.rules.boss
    if boss is not None:
        table.stack.append(Ability(BOSS, "", "", boss.key, "setup"))  # M62


def mulligan(table: Table, seat: Seat, *, done: bool) -> None:
    """Put the tops of the three piles under their piles if `done` (M15)."""
    side = table.side(seat)
    table.tell(events.Mulliganed, seat, done)
    if done:
        side.piles = tuple((*pile[1:], pile[0]) for pile in side.piles)
        side.buried = table.barrier = True
        table.tell(events.ReserveShown, seat, tuple(pile[0] for pile in side.piles))


def new_round(table: Table, _: NewRound) -> None:
    """Begin a round (M16); in a Revolt with the boss (M63)."""
    table.round += 1
    table.active = 0
    table.turn += 1
    spaces = ",".join(str(space) if space >= 0 else "-" for space in table.spaces)
    head = f"* ROUND {table.round} "
    if table.solo:
        table.note(f"{head}force={spaces} health={table.health}")
        table.tell(events.RoundBegan, BOSS, table.round)
        table.stack += [Turns(1), BossTurn(), *table.rules.powers["round"]]
        return
    points = ",".join("-" if space < 0 else str(table.points[at]) for at, space in enumerate(table.spaces))
    table.note(f"{head}first=S{table.first} force={spaces} vp={points}")
    table.tell(events.RoundBegan, table.first, table.round)
    table.stack.append(Turns(table.first))


def turns(table: Table, frame: Turns) -> None:
    """Begin the next turn: of a player with cards in hand (M17); if there is none, the round is over (M16)."""
    table.active = 0
    if table.solo:
        if not table.read(1).hand:  # M63
            _end_round(table)
        elif frame.seat == BOSS:
            table.stack.append(Turns(1))
            boss_turn(table, BossTurn())
        else:
            table.stack.append(Turns(BOSS))
            _turn(table, 1)
        return
    for seat in table.clockwise(frame.seat):
        if table.read(seat).hand:
            table.stack.append(Turns(seat % table.rules.seats + 1))
            _turn(table, seat)
            return
    _end_round(table)


def _turn(table: Table, seat: Seat) -> None:
    """Begin a player's turn: crush (M19), then push the move and the action (M18)."""
    table.active = seat
    table.turn += 1
    if table.holds("fury", seat) and any(table.holds("dread", other) for other in table.clockwise()):
        points = table.rules.components.rounds.black[table.round - 1]
        table.tell(events.Crushed, seat, points)
        table.gain_points(seat, points)
    if not table.over:
        table.stack.append(Acting(seat))
        moving(table, Moving(seat))


def moving(table: Table, frame: Moving) -> None:
    """Move the active card to the free flank; the seat chooses if both are free or both full (M20)."""
    arena = table.read(frame.seat).arena
    if not arena[0]:
        return
    if bool(arena[1]) == bool(arena[2]):
        table.stack += [frame, Ask("flank", frame.seat, frame.seat, places=("L", "R"))]
    else:
        shift(table, frame.seat, "R" if arena[1] else "L")


def shift(table: Table, seat: Seat, zone: str) -> None:
    """Move the active card to a flank, whose card leaves the arena first (M20)."""
    frame = Shifting(seat, zone)
    if table.read(seat).arena[ZONES.index(zone)]:
        table.stack.append(frame)
        leave(table, seat, zone)
    else:
        shifting(table, frame)


def shifting(table: Table, frame: Shifting) -> None:
    """Put the active card on a flank that is now free, if it is still there (M42)."""
    side, at = table.side(frame.seat), ZONES.index(frame.zone)
    if not side.arena[0]:
        return
    side.arena[at], side.down[at] = side.arena[0], side.down[0]
    side.arena[0], side.down[0] = "", False
    table.tell(events.Shifted, frame.seat, side.arena[at], frame.zone)


def acting(table: Table, frame: Acting) -> None:
    """Ask for an action; none without a hand (M22), no question where only deploying the last card remains (N6)."""
    side = table.read(frame.seat)
    if not side.hand:
        return
    if len(side.hand) == 1 and (side.incubator or not any(side.piles)):
        table.barrier = True  # a barrier: a card is revealed without a choice
        act(table, frame.seat, Deploy(side.hand[0]))
    else:
        table.stack += [frame, Ask("act", frame.seat, frame.seat)]


def act(table: Table, seat: Seat, action: Action) -> None:
    """Carry out an action (M23 to M25)."""
    match action:
        case Deploy(card):
            table.from_hand(seat, card)
            deploy(table, seat, card, origin="hand")
        case Breed(cards, pile):
            table.discard(seat, cards)
            code = table.from_reserve(seat, pile)
            table.tell(events.Bred, seat, code, pile + 1)
            table.turned_up(seat, pile)
            deploy(table, seat, code, origin="reserve")
        case Incubate(card, pile):
            table.discard(seat, (card,))
            code = table.from_reserve(seat, pile)
            table.side(seat).incubator = code
            table.tell(events.Incubated, seat, code, pile + 1)
            table.turned_up(seat, pile)
            table.occasion(seat, "incubate", code)


def _end_round(table: Table) -> None:
    """Score the round; the last one ends the game, after the others hands are drawn (M28 to M31)."""
    table.turn += 1
    if table.solo:
        _score_revolt(table)
    else:
        _score(table)
    if table.over:
        return
    if table.round == LAST_ROUND:
        table.end("L" if table.solo else "V")
        if not table.solo:
            _count(table)
        return
    players = [seat for seat in table.clockwise(1 if table.solo else table.first) if not table.is_boss(seat)]
    for seat in players:  # M30
        card = table.read(seat).incubator
        if card:
            table.side(seat).incubator = ""
            table.onto_deck(seat, card)
            table.tell(events.Hatched, seat, card)
    table.stack += [Reset(), DrawingHands(tuple(players))]


def _score(table: Table) -> None:
    order = force_order(table.line)
    points = round_points(order, table.rules.components.rounds, table.round)
    table.note(f"* RANK {table.round} {','.join(f'S{seat}' for seat in order)}")
    table.tell(duels.RoundScored, order[0], table.round, order, tuple(points[each] for each in order))
    for seat in table.clockwise(table.first):  # M28
        table.gain_points(seat, points[seat])


def _score_revolt(table: Table) -> None:
    ahead = table.line[-1]
    table.tell(duels.RevoltScored, ahead, table.round)
    if ahead != BOSS:  # M69
        table.gain_points(ahead, table.rules.components.rounds.red[table.round - 1])


def _count(table: Table) -> None:
    """Open the freezers (M53, M74)."""
    box = table.rules.components
    for seat in range(1, table.rules.seats + 1):
        if seat in table.gone:
            continue
        cards = box.sorted(table.read(seat).freezer)
        play = table.points[seat - 1]
        values, total = totals(box, cards, play)
        table.tell(duels.FreezerOpened, seat, cards, values, total)
        listed = ",".join(cards) or "-"
        table.note(f"* SCORE S{seat} {total} play={play} freezer={sum(values)} {listed}")


def drawing_hands(table: Table, frame: DrawingHands) -> None:
    """Let the next seat draw six (M31)."""
    seats = [seat for seat in frame.seats if seat not in table.gone]
    if seats:
        table.turn += 1
        table.stack += [DrawingHands(tuple(seats[1:])), Drawing(seats[0], HAND, 0, "round")]


def reset(table: Table, _: Reset) -> None:
    """Put the force markers back: the lowest score on Challenger, each higher one directly left (M32, M69)."""
    order = [1, BOSS] if table.solo else table.standing
    start = table.rules.components.track.challenger
    for place, seat in enumerate(order):
        table.spaces[seat - 1] = start - place
    table.line = list(reversed(order))
    table.first = order[-1]
    table.stack.append(NewRound())


def boss_turn(table: Table, _: BossTurn) -> None:
    """Begin the boss's turn: crush, "turn" powers; then push its move and its card (M64)."""
    table.active = BOSS
    table.turn += 1
    table.stack += [BossPlays(), Moving(BOSS), *table.rules.powers["turn"]]
    if table.holds("fury", BOSS) and table.holds("dread", 1):
        points = table.rules.components.rounds.black[table.round - 1]
        table.tell(events.Crushed, BOSS, points)
        table.change_health(points)


def boss_moves(table: Table) -> None:
    """Move the boss's active card to the flank of its arrow (M64), even if K.O. (M67)."""
    code = table.read(BOSS).arena[0]
    if code:
        shift(table, BOSS, table.card(code).arrow)


def boss_plays(table: Table, frame: BossPlays) -> None:
    """Play the top card of the boss's deck; an empty one is shuffled anew without freezing (M64, M65)."""
    side = table.side(BOSS)
    if not side.deck and side.discard:
        table.shuffle_discard(BOSS)
        table.stack += [frame, *table.rules.powers["shuffle"]]
    elif side.deck:
        code, _ = table.top_of_deck(BOSS)
        deploy(table, BOSS, code, origin="deck")


def _moving(table: Table, frame: Moving) -> None:
    if table.is_boss(frame.seat):
        boss_moves(table)
    else:
        moving(table, frame)


HANDLERS: dict[type[Any], Callable[[Table, Any], None]] = {
    Mulligans: mulligans,
    NewRound: new_round,
    Turns: turns,
    Moving: _moving,
    Shifting: shifting,
    Acting: acting,
    DrawingHands: drawing_hands,
    Reset: reset,
    BossTurn: boss_turn,
    BossPlays: boss_plays,
}
"""The function that resumes each frame of the game's course."""
