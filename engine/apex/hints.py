"""What menus say of a choice, in few words: what a card would bring, what lies in a sector, what a move there comes to.

Nothing here tells more than its reader may know: neither other hands nor what lies face down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.apex.battle import battle
from engine.apex.components import ACTION_NAMES, BONUS_NAMES, Action, Card, Track
from engine.apex.control import controller, has_colony, pawns
from engine.apex.effects import bonus_text
from engine.apex.events import SIDE_NAMES, Fighter
from engine.apex.idle import OWN_REASONS, RULES, idle, idle_evolution
from engine.apex.legal import battlefields, can_do, colonisable
from engine.apex.moves import Move, Secret
from engine.apex.rounds import actions, begin
from engine.apex.rules import MOST_COLONIES, TOP
from engine.apex.state import State, Strategy, bonus_on, changed, with_ships
from engine.seat import Seat
from engine.text import Listed, Player, Text, listed, say, say_n


def place_text(state: State, seat: Seat, slot: int) -> Text:
    """Return what a sector is, as a seat calls it: whose home, its bonus, or that it lies face down."""
    owner = next((each for each, side in enumerate(state.sides, 1) if side.home == slot), None)
    if owner == seat:
        return say("your home")
    if owner is not None:
        return say("{player}'s home", player=Player(owner))
    return say("unexplored", context="sector") if state.hidden >> slot & 1 else BONUS_NAMES[bonus_on(state, slot)]


def there_text(state: State, seat: Seat, slot: int) -> list[Text]:
    """Return whose pawns are in a sector and how many, those of the seat first; one text for each."""
    found = []
    for other in sorted(range(1, len(state.sides) + 1), key=lambda each: each != seat):
        side = state.sides[other - 1]
        if not pawns(side, slot):
            continue
        who = say("you", context="whose ships") if other == seat else say("{player}", player=Player(other))
        if not side.ships[slot]:
            found.append(say("{player}: a colony", player=who))
        elif has_colony(side, slot):
            found.append(say("{player}: {ships} and a colony", player=who, ships=side.ships[slot]))
        else:
            found.append(say("{player}: {ships}", player=who, ships=side.ships[slot]))
    return found


def joined(parts: Sequence[Text]) -> Text:
    """Return parts in a row."""
    row, *others = parts
    for part in others:
        row = say("{first} · {second}", first=row, second=part)
    return row


def after_ship(state: State, seat: Seat, origin: int, target: int, count: int) -> State:
    """Return the position after ships went from one slot to another; nothing comes to light in it."""
    side = state.sides[seat - 1]
    left = with_ships(side, origin, side.ships[origin] - count)
    return state.but(sides=changed(state.sides, seat, with_ships(left, target, left.ships[target] + count)))


def ship_text(state: State, seat: Seat, origin: int, target: int) -> Text:
    """Return what lies in a sector, and what it comes to if all ships of another one go there."""
    after = after_ship(state, seat, origin, target, state.sides[seat - 1].ships[origin])
    parts = [place_text(state, seat, target), _control(state, after, target, seat)]
    if gives_up(state, seat, origin, after):
        parts.append(say("gives up {slot}", slot=state.rules.slots[origin]))
    return joined([*parts, *there_text(state, seat, target)])


def gives_up(state: State, seat: Seat, slot: int, after: State) -> bool:
    """Return whether a seat controls a slot, and would not any more in another position."""
    return controller(state, slot) == seat != controller(after, slot)


def enough(state: State, seat: Seat, origin: int, target: int) -> int:
    """Return how many ships it takes to control a slot from another one; 0 if it is controlled, or all are too few."""
    if controller(state, target) == seat:
        return 0
    ships = state.sides[seat - 1].ships[origin]
    return next(
        (
            count
            for count in range(1, ships + 1)
            if controller(after_ship(state, seat, origin, target, count), target) == seat
        ),
        0,
    )


def strike_text(state: State, seat: Seat, slot: int, victim: Seat, *, converts: bool) -> Text:
    """Return what it comes to if a ship is ambushed, or converted."""
    other, own = state.sides[victim - 1], state.sides[seat - 1]
    sides = changed(state.sides, victim, with_ships(other, slot, other.ships[slot] - 1))
    if converts:
        sides = changed(sides, seat, with_ships(own, slot, own.ships[slot] + 1))
    after = state.but(sides=sides)
    return joined([place_text(state, seat, slot), _control(state, after, slot, seat), *there_text(state, seat, slot)])


def production_text(state: State, seat: Seat, slot: int) -> Text:
    """Return what it comes to if a ship is placed."""
    own = state.sides[seat - 1]
    after = state.but(sides=changed(state.sides, seat, with_ships(own, slot, own.ships[slot] + 1)))
    return joined([place_text(state, seat, slot), _control(state, after, slot, seat), *there_text(state, seat, slot)])


def colony_text(state: State, seat: Seat, slot: int) -> Text:
    """Return who is in a sector, and what a colony there brings."""
    return joined([*there_text(state, seat, slot), bonus_text(bonus_on(state, slot))])


def battle_texts(state: State, seat: Seat, slot: int) -> tuple[Text, Text]:
    """Return how a battle would end (there is no chance in it), as a label, and what is left, as a note."""
    name = state.rules.slots[slot]
    _, fought = battle(state, seat, slot)
    own = next(each for each in fought.fighters if each.seat == seat)
    others = [each for each in fought.fighters if each.seat != seat]
    best = max(each.score for each in others)
    if fought.winner == seat:
        label = say("{slot}: you win, {own} to {other}", slot=name, own=own.score, other=best)
        kept = say_n(
            "you keep {left} of {count} ship", "you keep {left} of {count} ships", own.ships, left=own.ships_left
        )
        first = [say_n("{count} point", "{count} points", 1), kept]
        return label, joined([*first, *map(_lost, others)])
    if fought.winner is None:
        label = (
            say("{slot}: a tie, {own} to {other}", slot=name, own=own.score, other=best)
            if own.score == best
            else say("{slot}: others tie, you {own} to {other}", slot=name, own=own.score, other=best)
        )
        return label, joined([say("nobody wins"), _lost_by_you(own), *map(_lost, others)])
    winner = Player(fought.winner)
    label = say("{slot}: {player} wins, you {own} to {other}", slot=name, player=winner, own=own.score, other=best)
    return label, joined([say("1 point for {player}", player=winner), _lost_by_you(own), *map(_lost, others)])


def outlook(state: State, seat: Seat, card: Card, side: str) -> Text:
    """Return what a side of a card would bring a seat as things stand."""
    return _SIDES[side](state, seat, card)


def caution(state: State, seat: Seat, move: Move) -> Text | None:
    """Return that a secret choice would have no effect as things stand (A21), and why; None if it would have one."""
    if not isinstance(move, Secret):
        return None
    card = state.rules.cards[move.card - 1]
    if move.side == "E":
        reason = idle_evolution(state, seat, card)
    else:
        reason = idle(begin(state, Strategy(seat, card.index, move.side, 0), 0), seat)
    if reason is None:
        return None
    return say(
        "Right now {side} would have no effect: {reason} ({rule}).",
        side=SIDE_NAMES[move.side],
        reason=OWN_REASONS[reason],
        rule=RULES[reason],
    )


def counted(left: Mapping[Action, int]) -> Listed:
    """Return kinds of actions and how many there are of each, in a row; there is at least one."""
    parts = (say("{action} {count}", action=ACTION_NAMES[each], count=count) for each, count in left.items())
    return listed(parts, "comma")


def _lost_by_you(fighter: Fighter) -> Text:
    """Return what the reader loses in a battle."""
    lost = fighter.ships - fighter.ships_left
    if fighter.colony and not fighter.colony_left:
        return say("you lose ships: {count}, and a colony", count=lost) if lost else say("you lose a colony")
    return say("you lose ships: {count}", count=lost) if lost else say("you lose nothing")


def _lost(fighter: Fighter) -> Text:
    """Return what a player loses in a battle."""
    lost, player = fighter.ships - fighter.ships_left, Player(fighter.seat)
    if fighter.colony and not fighter.colony_left:
        if not lost:
            return say("{player} loses a colony", player=player)
        return say("{player} loses ships: {count}, and a colony", player=player, count=lost)
    return (
        say("{player} loses ships: {count}", player=player, count=lost)
        if lost
        else say("{player} loses nothing", player=player)
    )


def _control(before: State, after: State, slot: int, seat: Seat) -> Text:
    """Return who would control a slot."""
    was, becomes = controller(before, slot), controller(after, slot)
    if becomes == seat:
        return say("yours", context="whose sector") if was == seat else say("becomes yours")
    if becomes is None:
        return say("nobody's", context="whose sector") if was is None else say("becomes nobody's")
    if was == becomes:
        return say("stays with {player}", player=Player(becomes))
    return say("goes to {player}", player=Player(becomes))


def _war(state: State, seat: Seat, _card: Card) -> Text:
    found = battlefields(state, seat)
    if not found:
        return say("Right now there's nobody to fight.")
    return say("Right now you could fight in {slots}.", slots=_names(state, found))


def _evolution(state: State, seat: Seat, card: Card) -> Text:
    level = state.sides[seat - 1].levels[card.evolution]
    if level == TOP:
        return say("No effect: this track is already at the top.")
    return say("It rises from {level} to {next}.", level=level, next=level + 1)


def _colonisation(state: State, seat: Seat, _card: Card) -> Text:
    if len(state.sides[seat - 1].colonies) == MOST_COLONIES:
        return say("No effect: you've placed all your colonies.")
    found = colonisable(state, seat)
    if not found:
        return say("Right now there's no sector for it.")
    return say("Right now you could place one on {slots}.", slots=_names(state, found))


def _expansion(state: State, seat: Seat, card: Card) -> Text:
    strategy = Strategy(seat, card.index, "X", 0)
    side, count = state.sides[seat - 1], actions(state, strategy)
    if not can_do(begin(state, strategy, 0), seat):
        return say("Right now you couldn't carry out any of its actions.")
    total = counted({action: count[action] for action in Action if count[action]})
    if side.colonies or side.levels[Track.PRODUCTION] or side.levels[Track.MOVEMENT]:
        return say("With your levels and colonies: {actions}.", actions=total)
    return say("Your actions: {actions}.", actions=total)


_SIDES: dict[str, Callable[[State, Seat, Card], Text]] = {
    "W": _war,
    "E": _evolution,
    "C": _colonisation,
    "X": _expansion,
}


def _names(state: State, slots: list[int]) -> str:
    return ", ".join(state.rules.slots[slot] for slot in slots)
