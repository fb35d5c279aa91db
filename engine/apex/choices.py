"""Menus for moves: questions, choices, a hint for each, and the reach of ships.

The first step of an expansion's action has both what and where: a movement with both of its sectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import assert_never

from engine.apex.apply import battle
from engine.apex.cards import action_list, bonus_text, civilisation_label, civilisation_note
from engine.apex.components import ACTION_NAMES, BONUS_NAMES, TRACK_NAMES, Action, Card, Track
from engine.apex.events import SIDE_NAMES, Fighter
from engine.apex.legal import OWN_REASONS, RULES, battlefields, can_do, colonisable, idle, idle_evolution
from engine.apex.moves import Ambush, Close, Colonise, Convert, Doing, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.rounds import actions, begin, passing
from engine.apex.rules import AGES, MOST_COLONIES, ROUNDS, TOP
from engine.apex.state import (
    Phase,
    State,
    Strategy,
    armament,
    bonus_on,
    changed,
    code,
    controller,
    has_colony,
    pawns,
    present,
    with_ships,
)
from engine.choices import Choice, Invitation, Question, Reach
from engine.seat import Seat
from engine.text import Listed, Player, Text, in_a_row, listed, say, say_n

# Short notes on choices in menus: effects of cards, contents of sectors, results of moves.
#
# They use only their reader's knowledge: neither other hands nor face-down sectors.


def place_text(state: State, seat: Seat, slot: int) -> Text:
    owner = next((each for each, side in enumerate(state.sides, 1) if side.home == slot), None)
    if owner == seat:
        return say("your home")
    if owner is not None:
        return say("{player}'s home", player=Player(owner))
    return say("unexplored", context="sector") if state.hidden >> slot & 1 else BONUS_NAMES[bonus_on(state, slot)]


def there_text(state: State, seat: Seat, slot: int) -> list[Text]:
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


def after_ship(state: State, seat: Seat, origin: int, target: int, count: int) -> State:
    """Return the position after ships moved from one slot to another; no sector is turned face up."""
    side = state.sides[seat - 1]
    left = with_ships(side, origin, side.ships[origin] - count)
    return state.but(sides=changed(state.sides, seat, with_ships(left, target, left.ships[target] + count)))


def ship_text(state: State, seat: Seat, origin: int, target: int) -> Text:
    after = after_ship(state, seat, origin, target, state.sides[seat - 1].ships[origin])
    parts = [place_text(state, seat, target), _control(state, after, target, seat)]
    if gives_up(state, seat, origin, after):
        parts.append(say("gives up {slot}", slot=state.rules.slots[origin]))
    return in_a_row([*parts, *there_text(state, seat, target)])


def gives_up(state: State, seat: Seat, slot: int, after: State) -> bool:
    return controller(state, slot) == seat != controller(after, slot)


def enough(state: State, seat: Seat, origin: int, target: int) -> int:
    """Return the least ships to control a slot from another one; 0 if it is controlled, or all are too few."""
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
    other, own = state.sides[victim - 1], state.sides[seat - 1]
    sides = changed(state.sides, victim, with_ships(other, slot, other.ships[slot] - 1))
    if converts:
        sides = changed(sides, seat, with_ships(own, slot, own.ships[slot] + 1))
    after = state.but(sides=sides)
    return in_a_row([place_text(state, seat, slot), _control(state, after, slot, seat), *there_text(state, seat, slot)])


def production_text(state: State, seat: Seat, slot: int) -> Text:
    own = state.sides[seat - 1]
    after = state.but(sides=changed(state.sides, seat, with_ships(own, slot, own.ships[slot] + 1)))
    return in_a_row([place_text(state, seat, slot), _control(state, after, slot, seat), *there_text(state, seat, slot)])


def colony_text(state: State, seat: Seat, slot: int) -> Text:
    return in_a_row([*there_text(state, seat, slot), bonus_text(bonus_on(state, slot))])


def battle_texts(state: State, seat: Seat, slot: int) -> tuple[Text, Text]:
    """Return the end of a battle (which has no chance), as a label, and the remaining pawns, as a note."""
    name = state.rules.slots[slot]
    _, fought = battle(state, seat, slot)
    own = next(each for each in fought.fighters if each.seat == seat)
    others = [each for each in fought.fighters if each.seat != seat]
    best = max(each.score for each in others)
    if fought.winner == seat:
        label = say("{slot}: you win, {own} to {other}", slot=name, own=own.score, other=best)
        rest = say_n(
            "you keep {left} of {count} ship", "you keep {left} of {count} ships", own.ships, left=own.ships_left
        )
        first = [say_n("{count} point", "{count} points", 1), rest]
        return label, in_a_row([*first, *map(_lost, others)])
    if fought.winner is None:
        label = (
            say("{slot}: a tie, {own} to {other}", slot=name, own=own.score, other=best)
            if own.score == best
            else say("{slot}: others tie, you {own} to {other}", slot=name, own=own.score, other=best)
        )
        return label, in_a_row([say("nobody wins"), _lost_by_you(own), *map(_lost, others)])
    winner = Player(fought.winner)
    label = say("{slot}: {player} wins, you {own} to {other}", slot=name, player=winner, own=own.score, other=best)
    return label, in_a_row([say("1 point for {player}", player=winner), _lost_by_you(own), *map(_lost, others)])


def outlook(state: State, seat: Seat, card: Card, side: str) -> Text:
    return _SIDES[side](state, seat, card)


def caution(state: State, seat: Seat, move: Move) -> Text | None:
    """Return the reason why a secret choice would have no effect in this position (A21); None if it would have one."""
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
    parts = (say("{action} {count}", action=ACTION_NAMES[each], count=count) for each, count in left.items())
    return listed(parts, "comma")


def _lost_by_you(fighter: Fighter) -> Text:
    lost = fighter.ships - fighter.ships_left
    if fighter.colony and not fighter.colony_left:
        return say("you lose ships: {count}, and a colony", count=lost) if lost else say("you lose a colony")
    return say("you lose ships: {count}", count=lost) if lost else say("you lose nothing")


def _lost(fighter: Fighter) -> Text:
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
    was, becomes = controller(before, slot), controller(after, slot)
    if becomes == seat:
        return say("yours", context="whose sector") if was == seat else say("becomes yours")
    if becomes is None:
        return say("nobody's", context="whose sector") if was is None else say("becomes nobody's")
    if was == becomes:
        return say("stays with {player}", player=Player(becomes))
    return say("goes to {player}", player=Player(becomes))


def _hint_war(state: State, seat: Seat, _card: Card) -> Text:
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
        return say("Right now there's no sector to place one on.")
    return say("Right now you could place one on {slots}.", slots=_names(state, found))


def _hint_expansion(state: State, seat: Seat, card: Card) -> Text:
    strategy = Strategy(seat, card.index, "X", 0)
    side, count = state.sides[seat - 1], actions(state, strategy)
    if not can_do(begin(state, strategy, 0), seat):
        return say("Right now you couldn't carry out any of its actions.")
    total = counted({action: count[action] for action in Action if count[action]})
    if side.colonies or side.levels[Track.PRODUCTION] or side.levels[Track.MOVEMENT]:
        return say("With your levels and colonies: {actions}.", actions=total)
    return say("Your actions: {actions}.", actions=total)


_SIDES: dict[str, Callable[[State, Seat, Card], Text]] = {
    "W": _hint_war,
    "E": _evolution,
    "C": _colonisation,
    "X": _hint_expansion,
}


def _names(state: State, slots: list[int]) -> str:
    return ", ".join(state.rules.slots[slot] for slot in slots)


_remembered = lru_cache(maxsize=512)
"""Most of the legal moves of a position share their first steps."""


def choices(state: State, seat: Seat, move: Move) -> tuple[Choice, ...]:
    match move:
        case Settle(civ, home):
            chosen = state.rules.civilisations[civ]
            civilisation = Choice(chosen.code, civilisation_label(chosen), civilisation_note(chosen))
            return civilisation, _home(state, seat, home)
        case Secret():
            return _secret(state, seat, move)
        case Fight(slot):
            return (_battle(state, seat, slot),)
        case Colonise(slot):
            return (_colony(state, seat, slot),)
        case Close():
            return (Choice("-", _closing(state)),)
        case _:
            return _doing(state, seat, move)


def side_text(card: Card, side: str) -> Text:
    if side == "E":
        return say("{side}: {effect}", side=SIDE_NAMES[side], effect=TRACK_NAMES[card.evolution])
    if side == "X":
        return say("{side}: {effect}", side=SIDE_NAMES[side], effect=action_list(card.expansion))
    return SIDE_NAMES[side]


def _secret(state: State, seat: Seat, move: Secret) -> tuple[Choice, ...]:
    card = state.rules.cards[move.card - 1]
    label = say("Card {card}", card=move.card)
    steps = (Choice(str(move.card), label, _card_note(card)), _side(state, seat, card, move.side))
    if not move.discard:
        return steps
    note = _card_note(state.rules.cards[move.discard - 1])
    return *steps, Choice(str(move.discard), say("Discard {card}", card=move.discard), note)


def _doing(state: State, seat: Seat, move: Doing) -> tuple[Choice, ...]:
    match move:
        case Ship(portal, origin, target, count):
            every = count == state.sides[seat - 1].ships[origin]
            ships = Choice(f"x{count}", say("All {count}", count=count) if every else say("{count}", count=count))
            if portal:
                return _portal(state, origin), _exit(state, seat, origin, target), ships
            return _lane(state, seat, origin, target), ships
        case Produce(slot):
            return (_production(state, seat, slot),)
        case Ambush(slot, victim):
            return (_ambush(state, seat, slot, victim),)
        case Convert(slot, victim):
            return (_conversion(state, seat, slot, victim),)
        case _:
            assert_never(move)


def _card_note(card: Card) -> Text:
    return say(
        "evolution: {track} · expansion: {actions}",
        track=TRACK_NAMES[card.evolution],
        actions=action_list(card.expansion),
    )


def _closing(state: State) -> Text:
    match state.phase:
        case Phase.WAR:
            return say("No more battles") if state.begun else say("No battle")
        case Phase.COLONISE:
            return say("No colony")
    return say("End the expansion") if state.begun else say("No action")


@_remembered
def _home(state: State, seat: Seat, slot: int) -> Choice:
    name, near = state.rules.slots[slot], state.rules.near[slot]
    beside = [
        say("{slot} {sector}", slot=state.rules.slots[each], sector=place_text(state, seat, each)) for each in near
    ]
    return Choice(name, say("Home on {slot}", slot=name), in_a_row(beside))


@_remembered
def _side(state: State, seat: Seat, card: Card, side: str) -> Choice:
    return Choice(side, side_text(card, side), outlook(state, seat, card, side))


@_remembered
def _battle(state: State, seat: Seat, slot: int) -> Choice:
    return Choice(state.rules.slots[slot], *battle_texts(state, seat, slot))


@_remembered
def _colony(state: State, seat: Seat, slot: int) -> Choice:
    name, bonus = state.rules.slots[slot], BONUS_NAMES[bonus_on(state, slot)]
    return Choice(name, say("Colony on {slot} ({bonus})", slot=name, bonus=bonus), colony_text(state, seat, slot))


@_remembered
def _lane(state: State, seat: Seat, origin: int, target: int) -> Choice:
    start, end, ships = state.rules.slots[origin], state.rules.slots[target], state.sides[seat - 1].ships[origin]
    return Choice(
        f"MOVE {start}>{end}",
        say("{origin} → {target} (ships: {count})", origin=start, target=end, count=ships),
        ship_text(state, seat, origin, target),
        say("Movement, {count} left: from where to where…", count=state.actions[Action.MOVEMENT]),
    )


@_remembered
def _portal(state: State, origin: int) -> Choice:
    name = state.rules.slots[origin]
    return Choice(
        f"PORT {name}",
        say("Portal from {slot} (ships: {count})", slot=name, count=state.sides[state.seat - 1].ships[origin]),
        place_text(state, state.seat, origin),
        say("Portal, {count} left: from where…", count=state.actions[Action.PORTAL]),
    )


@_remembered
def _exit(state: State, seat: Seat, origin: int, target: int) -> Choice:
    name = state.rules.slots[target]
    return Choice(name, say("To {slot}", slot=name), ship_text(state, seat, origin, target))


@_remembered
def _production(state: State, seat: Seat, slot: int) -> Choice:
    name = state.rules.slots[slot]
    note = production_text(state, seat, slot) if len(present(state, slot)) > 1 else None
    return Choice(f"PROD {name}", say("New ship in {slot}", slot=name), note, _deeds(state))


@_remembered
def _ambush(state: State, seat: Seat, slot: int, victim: Seat) -> Choice:
    name = state.rules.slots[slot]
    label = say("Ambush {player} in {slot}", player=Player(victim), slot=name)
    note = strike_text(state, seat, slot, victim, converts=False)
    return Choice(f"AMB {name} {code(state, victim)}", label, note, _deeds(state))


@_remembered
def _conversion(state: State, seat: Seat, slot: int, victim: Seat) -> Choice:
    name = state.rules.slots[slot]
    label = say("Convert {player}'s ship in {slot}", player=Player(victim), slot=name)
    note = strike_text(state, seat, slot, victim, converts=True)
    return Choice(f"CONV {name} {code(state, victim)}", label, note, _deeds(state))


def _deeds(state: State) -> Text:
    kinds = (Action.PRODUCTION, Action.AMBUSH, Action.CONVERSION)
    return say(
        "Left: {actions}…", actions=counted({each: state.actions[each] for each in kinds if state.actions[each]})
    )


# The questions on the way to a move, in words.


def question(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    match state.phase:
        case Phase.SETUP:
            return _settling(chosen)
        case Phase.CHOOSE:
            return _ask_secret(state, seat, chosen)
        case Phase.WAR:
            return _ask_war(state, seat)
        case Phase.COLONISE:
            return _ask_colony(state, seat)
    return _ask_expansion(state, seat, chosen)


def _settling(chosen: Sequence[Choice]) -> Question:
    heading = say("Set-up: choose your civilisation and home")
    if chosen:
        return Question(heading, (), say("Where should its home be? Each home is listed with the sectors next to it."))
    return Question(heading, (), say("Which civilisation do you lead?"))


def _ask_secret(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    heading = say("Your secret choice · {round}", round=_round(state))
    last = state.round == ROUNDS
    if last:
        about = say("This is the last round of the age: you score after it.")
    else:
        seats = state.rules.seats
        after = (seat - 1 + passing(state.age)) % seats + 1
        about = say("The cards left in your hand go to {player} after this round.", player=Player(after))
    match len(chosen):
        case 0:
            ask = say("Which card do you play? If several players choose the same side, the lowest card goes first.")
        case 1:
            ask = say("Which side of card {card}? War comes first, Expansion last.", card=chosen[0].key)
        case _:
            ask = say("Which other card do you discard with it?")
    return Question(heading, (about,), ask)


def _ask_war(state: State, seat: Seat) -> Question:
    own = armament(state, state.sides[seat - 1])
    about = (
        say("Armament adds {armament} to your pawns in each battle.", armament=own),
        say("There's at most one battle in a sector, and battles are fought in the order you pick them."),
    )
    ask = say("Where else do you fight?") if state.begun else say("Where do you fight?")
    return Question(_heading(state, say("Your War")), about, ask)


def _ask_colony(state: State, seat: Seat) -> Question:
    about = say("Colonies left: {count}.", count=MOST_COLONIES - len(state.sides[seat - 1].colonies))
    ask = say("Which of the sectors you control gets one?")
    return Question(_heading(state, say("Your Colonisation")), (about,), ask)


def _ask_expansion(state: State, seat: Seat, chosen: Sequence[Choice]) -> Question:
    heading = _heading(state, say("Your Expansion"))
    left = {action: state.actions[action] for action in Action if state.actions[action]}
    about = (say("Actions left: {actions}.", actions=counted(left)),) if left else ()
    if not chosen:
        return Question(heading, about, say("What next?") if state.begun else say("What do you do first?"))
    kind, _, names = chosen[0].key.partition(" ")
    if kind == "PORT" and len(chosen) == 1:
        return Question(heading, about, say("Where do the ships in {slot} go?", slot=names))
    origin, target = (names, chosen[1].key) if kind == "PORT" else names.split(">")
    return Question(heading, about, _how_many(state, seat, origin, target))


def _how_many(state: State, seat: Seat, origin: str, target: str) -> Text:
    start, end = state.rules.number[origin], state.rules.number[target]
    every = state.sides[seat - 1].ships[start]
    ask = say("{origin} → {target}: how many ships?", origin=origin, target=target)
    needed = enough(state, seat, start, end)
    if needed > 1:
        ask = say("{question} With {count} or more you control {slot}.", question=ask, count=needed, slot=target)
    if gives_up(state, seat, start, after_ship(state, seat, start, end, every)):
        ask = say("{question} If they all go, you lose control of {slot}.", question=ask, slot=origin)
    return ask


def _heading(state: State, strategy: Text) -> Text:
    return say("{strategy} · card {card} · {round}", strategy=strategy, card=state.strategy.card, round=_round(state))


def _round(state: State) -> Text:
    return say(
        "age {age} of {ages}, round {round} of {rounds}",
        age=state.age,
        ages=AGES,
        round=state.round,
        rounds=ROUNDS,
    )


# Possible targets of ships, and possible battles: for any reader, at any time.


BATTLES = "WAR"
"""The start of the key of a seat's battles: `WAR HUM`. The key of ships has sector and civilisation: `B1 HUM`."""
NOBODY = 0
"""The seat of a spectator."""

INVITATION = Invitation(
    say("Pick ships or a battle"),
    say("Pick ships to see where they can go, or a battle to see where you can fight."),
)


def subjects(state: State, seat: Seat | None) -> tuple[Choice, ...]:
    """Return the ships in each sector and the battles of each seat, the asking seat's first."""
    if state.phase is Phase.OVER:
        return ()
    seats = sorted(range(1, state.rules.seats + 1), key=lambda each: each != seat)
    return tuple(subject for each in seats for subject in _subjects(state, each))


def reach(state: State, key: str) -> Reach | None:
    """Return the targets of ships (by a key of their steps) or the battles of a war; None for an unknown key."""
    step, _, names = key.partition(" ")
    if step in ("MOVE", "PORT"):
        origin, _, target = names.partition(">")
        found = _ships(state, state.seat, origin, portal=step == "PORT")
        return found if found is None or not target else _reach_lane(found, target)
    for seat in range(1, state.rules.seats + 1):
        if names == code(state, seat):
            return _battles(state, seat) if step == BATTLES else _ships(state, seat, step, portal=None)
    return None


def _subjects(state: State, seat: Seat) -> Iterator[Choice]:
    for slot, ships in enumerate(state.sides[seat - 1].ships):
        if ships:
            yield _fleet(state, seat, slot)
    if battlefields(state, seat):
        yield _reach_war(state, seat)


def _fleet(state: State, seat: Seat, slot: int) -> Choice:
    name, ships = state.rules.slots[slot], state.sides[seat - 1].ships[slot]
    text = say("{player} in {slot}, ships: {count}", player=Player(seat), slot=name, count=ships)
    return Choice(f"{name} {code(state, seat)}", text)


def _reach_war(state: State, seat: Seat) -> Choice:
    return Choice(f"{BATTLES} {code(state, seat)}", say("{player}, battles", player=Player(seat)))


def _ships(state: State, seat: Seat, origin: str, *, portal: bool | None) -> Reach | None:
    """Return the targets of the ships in a sector: by movement, through a portal, or (None) by both as available."""
    rules = state.rules
    slot = rules.number.get(origin)
    if slot is None or not seat or not state.sides[seat - 1].ships[slot]:
        return None
    expands = state.phase is Phase.EXPAND and state.seat == seat
    moves = bool(state.actions[Action.MOVEMENT]) if expands else True
    ports = bool(state.actions[Action.PORTAL]) if expands else False
    near = rules.near[slot] if moves and portal is not True else ()
    far = [each for each in range(len(rules.slots)) if each != slot] if ports and portal is not False else []
    met = {each for each in (*near, *far) if any(other != seat for other in present(state, each))}
    return Reach(
        subject=_fleet(state, seat, slot),
        origin=origin,
        moves=(
            *(f"PORT {origin}>{rules.slots[each]} …" for each in far),
            *(f"MOVE {origin}>{rules.slots[each]} …" for each in near),
        ),
        walks=frozenset(rules.slots[each] for each in near if each not in met),
        leaps=frozenset(rules.slots[each] for each in far if each not in near and each not in met),
        captures=frozenset(rules.slots[each] for each in met),
        notes=tuple(_note(state, each) for each in near),
    )


def _note(state: State, slot: int) -> Text:
    what = in_a_row([place_text(state, NOBODY, slot), *there_text(state, NOBODY, slot)])
    return say("{slot}: {sector}", slot=state.rules.slots[slot], sector=what)


def _reach_lane(found: Reach, target: str) -> Reach:
    one = frozenset({target})
    return Reach(found.subject, found.origin, (), found.walks & one, found.leaps & one, found.captures & one)


def _battles(state: State, seat: Seat) -> Reach | None:
    """Return a seat's possible battles in a war now, and their ends: a battle has no chance (A32)."""
    fields = battlefields(state, seat)
    if not fields:
        return None
    names = [state.rules.slots[slot] for slot in fields]
    ends = (battle(state, seat, slot)[1].text() for slot in fields)
    return Reach(_reach_war(state, seat), moves=tuple(names), captures=frozenset(names), notes=tuple(ends))
