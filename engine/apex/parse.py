"""Reading a move in a position: the intended legal move, or an error with the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.apex.components import ACTION_NAMES, CARDS, Action
from engine.apex.legal import free_civilisations, free_homes, is_legal, legal, victims
from engine.apex.moves import CLOSE, Ambush, Colonise, Convert, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.notation import (
    Written,
    WrittenClose,
    WrittenPlace,
    WrittenProduce,
    WrittenSecret,
    WrittenSettle,
    WrittenShip,
    WrittenStrike,
    format_move,
    read_move,
)
from engine.apex.position import masked_position
from engine.apex.rules import MOST_SHIPS
from engine.apex.state import Phase, State, code, controller, pawns
from engine.errors import MOST_SIMILAR, AmbiguousMoveError, IllegalMoveError, MoveError, NotationError, similar
from engine.script import action_text
from engine.seat import Seat
from engine.text import Player, Text, listed, say, say_n, shortened

# Errors for texts that are not legal moves: the rule, the reason, and legal alternatives.
#
# They use only the reader's own view, so that an error reveals no secret.


RULES = {Phase.SETUP: "A12", Phase.CHOOSE: "A17", Phase.WAR: "A32", Phase.COLONISE: "A42", Phase.EXPAND: "A45"}
"""The rule that demands an answer."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason against a move: a stable code, the rule's number, a sentence, and the legal moves to suggest."""

    code: str
    rule: str
    reason: Text
    fits: Callable[[Move], bool] = lambda _: True


def refuse_seat(state: State, seat: Seat, text: str) -> None:
    if state.phase is Phase.OVER:
        raise _illegal(state, seat, text, Fault("game-over", "A64", say("The game is over.")))
    if seat in state.gone:
        reason = say("This player has resigned, so I'm playing on for them.")
        raise _illegal(state, seat, text, Fault("gone", "A64", reason))
    if state.phase is not Phase.CHOOSE and seat != state.seat:
        reason = say("It's {player}'s turn to decide.", player=Player(state.seat))
        rule = "A12" if state.phase is Phase.SETUP else "A20"
        raise _illegal(state, seat, text, Fault("not-to-act", rule, reason))


def unreadable(state: State, seat: Seat, text: str) -> MoveError:
    texts = [format_move(state, move) for move in _various(legal(state, seat))]
    return NotationError(
        _wanted(state),
        code="notation",
        rule="A71" if state.phase is Phase.CHOOSE and state.rules.seats == 2 else RULES[state.phase],
        given=text,
        position=masked_position(state, seat),
        suggestions=similar(texts[: 50 * MOST_SIMILAR], text),
    )


def refusal(state: State, seat: Seat, written: Written, text: str) -> MoveError:
    return _illegal(state, seat, text, _fault(state, seat, written))


def _wanted(state: State) -> Text:
    match state.phase:
        case Phase.SETUP:
            return say("Choose a civilisation and a home slot, for example HUM@H1.")
        case Phase.CHOOSE if state.rules.seats == 2:
            return say("Choose a card, one of its sides W, E, C or X, and a card to discard, for example 12E-7.")
        case Phase.CHOOSE:
            return say("Choose a card and one of its sides W, E, C or X, for example 12E.")
        case Phase.WAR:
            return say("Give the sectors of your battles in order, for example B1,H2, or - for none.")
        case Phase.COLONISE:
            return say("Give the sector of your new colony, for example B1, or - for none.")
    return say(
        "Write actions like PORT H1>C2 x3, MOVE B1>A1 x2, PROD H1, AMB A1 SHE or CONV A1 SHE, or - to end your "
        "expansion."
    )


def _fault(state: State, seat: Seat, written: Written) -> Fault:
    match written:
        case WrittenSettle():
            return _settle(state, written)
        case WrittenSecret():
            return _secret(state, seat, written)
        case WrittenPlace(name):
            if name not in state.rules.number:
                return _no_slot(name)
            return _battle(state, seat, name) if state.phase is Phase.WAR else _colony(state, name)
        case WrittenShip():
            return _ship(state, seat, written)
        case WrittenProduce():
            return _produce(state, written)
        case WrittenStrike():
            return _strike(state, seat, written)
    raise AssertionError("to close is always legal")


def _settle(state: State, written: WrittenSettle) -> Fault:
    civilisations = state.rules.civilisations
    civ = next((place for place, each in enumerate(civilisations) if each.code == written.civ), None)
    if civ is None:
        codes = listed((each.code for each in civilisations), "comma")
        reason = say("There's no civilisation {code}; there are {codes}.", code=written.civ, codes=codes)
        return Fault("no-such-civilisation", "A2", reason)
    if civ not in free_civilisations(state):
        return Fault("civilisation-taken", "A12", say("{code} is already taken.", code=written.civ))
    if written.home not in state.rules.number or written.home[0] != "H":
        reason = say("This map has no home slot {slot}.", slot=written.home)
        return Fault("no-such-home", "A12", reason, lambda move: isinstance(move, Settle) and move.civ == civ)
    homes = listed((state.rules.slots[slot] for slot in free_homes(state)), "comma")
    reason = say("{slot} is already taken; free: {slots}.", slot=written.home, slots=homes)
    return Fault("home-taken", "A12", reason, lambda move: isinstance(move, Settle) and move.civ == civ)


def _secret(state: State, seat: Seat, written: WrittenSecret) -> Fault:
    hand, duel = state.sides[seat - 1].hand, state.rules.seats == 2
    card, discard = written.card, written.discard
    for each in (card, *([discard] if discard is not None and duel else [])):
        if not 1 <= each <= CARDS:
            return Fault("no-such-card", "A6", say("There's no card {card}; cards go from 1 to 30.", card=each))
        if each not in state.rules.deck:
            reason = say("Card {card} is left out of games with 2 or 3 players.", card=each)
            return Fault("card-left-out", "A10", reason)
        if each not in hand:
            reason = say("You don't hold card {card}; your hand is {hand}.", card=each, hand=listed(hand, "comma"))
            return Fault("not-in-hand", "A17", reason)
    if not duel:
        return Fault("discard", "A71", say("You only discard cards in 2-player games."), _plays(card, written.side))
    if discard is None:
        reason = say("With 2 players, name a card to discard as well, for example {card}{side}-7.", **_named(written))
        return Fault("discard-missing", "A71", reason, _plays(card, written.side))
    return Fault(
        "discard-same",
        "A71",
        say("You must discard a different card from the one you play."),
        _plays(card, written.side),
    )


def _named(written: WrittenSecret) -> dict[str, int | str]:
    return {"card": written.card, "side": written.side}


def _plays(card: int, side: str) -> Callable[[Move], bool]:
    return lambda move: isinstance(move, Secret) and (move.card, move.side) == (card, side)


def _battle(state: State, seat: Seat, name: str) -> Fault:
    slot = state.rules.number[name]
    if state.fought >> slot & 1:
        return Fault("battle-twice", "A31", say("There's already been a battle in {slot} in this war.", slot=name))
    if not pawns(state.sides[seat - 1], slot):
        return Fault("not-present", "A31", say("You have no pawn in {slot}.", slot=name))
    return Fault("no-enemy", "A31", say("There's no enemy pawn in {slot}.", slot=name))


def _colony(state: State, name: str) -> Fault:
    slot = state.rules.number[name]
    if slot < state.rules.seats:
        return Fault("home-slot", "A42", say("{slot} is a home slot; you can't place a colony there.", slot=name))
    owner = next((each for each, side in enumerate(state.sides, 1) if slot in side.colonies), None)
    if owner is not None:
        reason = say("{player} already has a colony in {slot}.", player=Player(owner), slot=name)
        return Fault("colony-there", "A42", reason)
    holder = controller(state, slot)
    if holder is None:
        return Fault("not-controlled", "A42", say("Nobody controls {slot}.", slot=name))
    reason = say("{player} controls {slot}.", slot=name, player=Player(holder))
    return Fault("not-controlled", "A42", reason)


def _ship(state: State, seat: Seat, written: WrittenShip) -> Fault:
    number, ships = state.rules.number, state.sides[seat - 1].ships
    action, rule = (Action.PORTAL, "A47") if written.portal else (Action.MOVEMENT, "A48")
    for name in (written.origin, written.target):
        if name not in number:
            return _no_slot(name)
    origin, target = number[written.origin], number[written.target]

    def fits(move: Move) -> bool:
        return isinstance(move, Ship) and (move.portal, move.origin) == (written.portal, origin)

    if not state.actions[action]:
        return _none_left(action)
    if origin == target:
        return Fault("same-slot", rule, say("Ships have to move to a different sector from the one they're in."), fits)
    if not ships[origin]:
        reason = say("You have no ships in {slot}.", slot=written.origin)
        return Fault("no-ships", rule, reason, lambda move: isinstance(move, Ship) and move.portal is written.portal)
    if not written.portal and target not in state.rules.near[origin]:
        near = [state.rules.slots[slot] for slot in state.rules.near[origin]]
        reason = say_n(
            "{target} isn't adjacent to {origin}; {slots} is.",
            "{target} isn't adjacent to {origin}; {slots} are.",
            len(near),
            target=written.target,
            origin=written.origin,
            slots=listed(near, "comma"),
        )
        return Fault("not-adjacent", "A48", reason, fits)
    if not written.count:
        return Fault("count", "A49", say("You must move at least 1 ship."), fits)
    reason = say_n(
        "You have only {count} ship in {slot}.",
        "You have only {count} ships in {slot}.",
        ships[origin],
        slot=written.origin,
    )
    return Fault("count", "A49", reason, lambda move: fits(move) and isinstance(move, Ship) and move.target == target)


def _produce(state: State, written: WrittenProduce) -> Fault:
    if written.slot not in state.rules.number:
        return _no_slot(written.slot)
    if written.times != 1:
        return _times(written.times)
    if not state.actions[Action.PRODUCTION]:
        return _none_left(Action.PRODUCTION)
    if sum(state.sides[state.seat - 1].ships) >= MOST_SHIPS:
        return _no_room()
    reason = say("You have no colony in {slot}.", slot=written.slot)
    return Fault("no-colony", "A50", reason, lambda move: isinstance(move, Produce))


def _strike(state: State, seat: Seat, written: WrittenStrike) -> Fault:
    if written.slot not in state.rules.number:
        return _no_slot(written.slot)
    if written.times != 1:
        return _times(written.times)
    action = Action.CONVERSION if written.converts else Action.AMBUSH
    if not state.actions[action]:
        return _none_left(action)
    if written.converts and sum(state.sides[seat - 1].ships) >= MOST_SHIPS:
        return _no_room()
    code_, rule, reason = _no_strike(state, seat, written)
    kind = Convert if written.converts else Ambush
    return Fault(code_, rule, reason, lambda move: isinstance(move, kind))


def _no_strike(state: State, seat: Seat, written: WrittenStrike) -> tuple[str, str, Text]:
    name, rule = written.slot, "A52" if written.converts else "A51"
    slot = state.rules.number[name]
    owner = next((each for each in range(1, state.rules.seats + 1) if code(state, each) == written.civ), None)
    if written.civ and owner is None:
        return "not-playing", "A2", say("{code} isn't playing in this game.", code=written.civ)
    if owner == seat:
        return "own-ships", rule, say("These are your own ships.")
    if not pawns(state.sides[seat - 1], slot):
        return "not-present", rule, say("You have no pawn in {slot}.", slot=name)
    if written.converts and controller(state, slot) != seat:
        return "not-controlled", rule, say("You don't control {slot}.", slot=name)
    if not victims(state, seat, slot):
        return "no-enemy", rule, say("There's no enemy ship in {slot}.", slot=name)
    return "no-enemy", rule, say("{code} has no ship in {slot}.", code=written.civ, slot=name)


def _no_slot(name: str) -> Fault:
    return Fault("no-such-slot", "A8", say("This map has no sector {slot}.", slot=name))


def _none_left(action: Action) -> Fault:
    reason = say("You have no {action} action left in this expansion.", action=ACTION_NAMES[action])
    return Fault("no-action-left", "A45", reason)


def _no_room() -> Fault:
    return Fault("no-supply", "A53", say("All 20 of your ships are already on the map."))


def _times(times: int) -> Fault:
    if not times:
        return Fault("count", "A56", say("A count must be at least 1."))
    reason = say_n("That's {count} action; write just one.", "That's {count} actions; write just one.", times)
    return Fault("count", "A56", reason)


def _illegal(state: State, seat: Seat, text: str, fault: Fault) -> MoveError:
    moves = legal(state, seat)
    fitting = [move for move in moves if fault.fits(move)] or moves
    kind = NotationError if fault.code.startswith("no-such") else IllegalMoveError
    return kind(
        fault.reason,
        code=fault.code,
        rule=fault.rule,
        given=text,
        position=masked_position(state, seat),
        suggestions=tuple(format_move(state, move) for move in _various(fitting)[:MOST_SIMILAR]),
    )


def _various(moves: Sequence[Move]) -> list[Move]:
    """Return moves without those that differ from an earlier one only in the number of ships."""
    found: dict[Move, Move] = {}
    for move in moves:
        found.setdefault(replace(move, count=0) if isinstance(move, Ship) else move, move)
    return list(found.values())


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means; errors as in `Game.parse`."""
    refuse_seat(state, seat, shortened(text))
    plain = action_text(text, rule=RULES[state.phase])
    written = read_move(state.phase, plain)
    if written is None:
        raise unreadable(state, seat, plain)
    move = _meant(state, seat, written, plain)
    if move is None or not is_legal(state, seat, move):
        raise refusal(state, seat, written, plain)
    return move


def _meant(state: State, seat: Seat, written: Written, text: str) -> Move | None:  # noqa: PLR0911 - one per kind of move
    """Return the written move, legal or not; None if it names something that does not exist."""
    number = state.rules.number
    match written:
        case WrittenClose():
            return CLOSE
        case WrittenSettle(code, home):
            codes = [each.code for each in state.rules.civilisations]
            if code not in codes or (home and home not in number):
                return None
            return Settle(codes.index(code), number[home] if home else free_homes(state)[0])
        case WrittenSecret(card, side, discard):
            return Secret(card, side, discard or 0) if discard != 0 else None
        case WrittenPlace(name) if name in number:
            return Fight(number[name]) if state.phase is Phase.WAR else Colonise(number[name])
        case WrittenShip(portal, origin, target, count) if origin in number and target in number:
            ships = state.sides[seat - 1].ships[number[origin]]
            return Ship(portal, number[origin], number[target], ships if count is None else count)
        case WrittenProduce(name, times) if name in number and times == 1:
            return Produce(number[name])
        case WrittenStrike(converts, name, civ, times) if name in number and times == 1:
            make = Convert if converts else Ambush
            meant = _victims(state, seat, number[name], civ)
            moves = [make(number[name], victim) for victim in meant]
            fitting = [move for move in moves if is_legal(state, seat, move)]
            if len(fitting) > 1:
                raise AmbiguousMoveError(
                    say("Several opponents have ships in {slot}: name the civilisation.", slot=name),
                    candidates=tuple(format_move(state, move) for move in fitting),
                    given=text,
                    rule="A52" if converts else "A51",
                    position=masked_position(state, seat),
                )
            return fitting[0] if fitting else None
    return None


def _victims(state: State, seat: Seat, slot: int, civ: str) -> list[Seat]:
    found = victims(state, seat, slot)
    if not civ:
        return found
    codes = [each.code for each in state.rules.civilisations]
    return [other for other in found if codes[state.sides[other - 1].civ] == civ]
