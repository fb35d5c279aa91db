"""Reading moves: the legal one that was meant, or an error that says why there is none."""

from __future__ import annotations

from engine.apex.grammar import (
    Written,
    WrittenClose,
    WrittenPlace,
    WrittenProduce,
    WrittenSecret,
    WrittenSettle,
    WrittenShip,
    WrittenStrike,
    read_move,
)
from engine.apex.legal import free_homes, is_legal, victims
from engine.apex.moves import CLOSE, Ambush, Colonise, Convert, Fight, Move, Produce, Secret, Settle, Ship
from engine.apex.position import masked_position
from engine.apex.refusals import RULES, refusal, refuse_seat, unreadable
from engine.apex.state import Phase, State
from engine.apex.writing import format_move
from engine.errors import AmbiguousMoveError
from engine.seat import Seat
from engine.text import say, shortened
from engine.typed import action_text


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means.

    Raises:
        NotationError: It is no answer to this decision.
        IllegalMoveError: The rules forbid it here.
        AmbiguousMoveError: Ships of several opponents could be meant.
    """
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
    """Return the move that is written, legal or not; None if it names what does not exist."""
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
    """Return the opponents with ships on a slot, or only the one whose civilisation is named."""
    found = victims(state, seat, slot)
    if not civ:
        return found
    codes = [each.code for each in state.rules.civilisations]
    return [other for other in found if codes[state.sides[other - 1].civ] == civ]
