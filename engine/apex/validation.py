"""Whether a position that a person wrote can be one."""

from __future__ import annotations

from engine.apex.components import CARDS, Track
from engine.apex.control import pawns
from engine.apex.moves import SIDES
from engine.apex.rules import AGES, MOST_COLONIES, MOST_SHIPS, ROUNDS, TOP
from engine.apex.state import NO_ACTIONS, NONE, Phase, State
from engine.errors import SetupError
from engine.text import Text, say, say_n

_RESOLVING = {Phase.WAR: "W", Phase.COLONISE: "C", Phase.EXPAND: "X"}


def validate(state: State, text: str) -> None:
    """Refuse a position that no game could come to.

    Raises:
        SetupError: Says what is wrong.
    """
    _check_galaxy(state, text)
    _check_moment(state, text)
    for seat in range(1, state.rules.seats + 1):
        _check_side(state, text, seat)
    _check_colonies(state, text)
    _check_cards(state, text)
    _check_plays(state, text)


def no_position(given: str, code: str, text: Text, rule: str = "") -> SetupError:
    """Return the error of a position that cannot be, or cannot be read."""
    return SetupError(text, code=code, rule=rule, given=given)


def _check_galaxy(state: State, text: str) -> None:
    rules = state.rules
    if len(state.tiles) != len(rules.slots) - rules.seats or len(set(state.tiles)) != len(state.tiles):
        reason = say_n(
            "The map needs {count} neutral sector.",
            "The map needs {count} different neutral sectors.",
            len(rules.slots) - rules.seats,
        )
        raise no_position(text, "position-galaxy", reason, "A11")
    if state.hidden and not rules.exploration:
        raise no_position(text, "position-hidden", say("Sectors only lie face down in exploration mode."), "A74")
    for slot, name in enumerate(rules.slots):
        if state.hidden >> slot & 1 and any(pawns(side, slot) for side in state.sides):
            reason = say("{slot} lies face down, so there can't be pawns in it.", slot=name)
            raise no_position(text, "position-hidden", reason, "A74")


def _check_moment(state: State, text: str) -> None:
    seats, phase = state.rules.seats, state.phase
    began = state.age > 0
    decides = phase not in (Phase.CHOOSE, Phase.OVER)
    gone = len(state.gone)
    wrong = (
        began != (state.round > 0)
        or state.age > AGES
        or state.round > ROUNDS
        or (phase is Phase.SETUP and began)
        or (phase in (Phase.CHOOSE, *_RESOLVING) and not began)
        or decides != (1 <= state.seat <= seats)
        or (state.seat > 0 and not decides)
        or len(set(state.gone)) != gone
        or any(seat > seats for seat in state.gone)
        or state.seat in state.gone
        or (phase is not Phase.OVER and gone > seats - 2)
        or (phase is Phase.OVER and gone != seats - 1 and (state.age, state.round) != (AGES, ROUNDS))
        or (phase is not Phase.EXPAND and state.actions != NO_ACTIONS)
        or (phase is not Phase.WAR and state.fought > 0)
    )
    if wrong:
        raise no_position(text, "position-moment", say("No game can reach that moment."), "A15")


def _check_side(state: State, text: str, seat: int) -> None:
    side, rules = state.sides[seat - 1], state.rules
    chosen = side.civ != NONE
    settled = state.age > 0 or (seat < state.seat if state.phase is Phase.SETUP else chosen)
    if chosen != settled:
        raise no_position(text, "position-setup", say("Civilisations are chosen in seat order."), "A12")
    if not chosen:
        return
    others = [each for index, each in enumerate(state.sides, 1) if index != seat]
    if side.home >= rules.seats or any(side.home == each.home or side.civ == each.civ for each in others):
        reason = say("Side {seat}: civilisation and home slot belong to another player.", seat=seat)
        raise no_position(text, "position-home", reason, "A12")
    if sum(side.ships) > MOST_SHIPS:
        reason = say("Side {seat}: it can have at most 20 ships.", seat=seat)
        raise no_position(text, "position-ships", reason, "A53")
    if len(side.colonies) > MOST_COLONIES:
        reason = say("Side {seat}: it can have at most 3 colony pawns.", seat=seat)
        raise no_position(text, "position-colonies", reason, "A42")
    if any(side.levels[track] > TOP for track in Track):
        raise no_position(text, "position-levels", say("Side {seat}: levels go from 0 to 5.", seat=seat), "A7")


def _check_colonies(state: State, text: str) -> None:
    colonies = [slot for side in state.sides for slot in side.colonies]
    if len(set(colonies)) != len(colonies) or any(slot < state.rules.seats for slot in colonies):
        reason = say("A sector can have at most one colony, and a home slot no colony pawn.")
        raise no_position(text, "position-colonies", reason, "A42")


def _check_cards(state: State, text: str) -> None:
    rules = state.rules
    cards = [*state.undealt, *state.spent, *(card for side in state.sides for card in side.hand)]
    if len(set(cards)) != len(cards) or not set(cards) <= set(rules.deck):
        reason = say("A card appears twice, or isn't in use.")
        raise no_position(text, "position-cards", reason, "A10")
    if state.phase is Phase.OVER:
        return
    used = 2 if rules.seats == 2 else 1  # A71
    rounds = state.round - (state.phase is Phase.CHOOSE)
    size = rules.dealt - used * rounds if state.age else 0
    if any(len(side.hand) != size for side in state.sides):
        reason = say_n("Every hand must have {count} card now.", "Every hand must have {count} cards now.", size)
        raise no_position(text, "position-hand", reason, "A16")
    if state.age and set(cards) != set(rules.deck):
        reason = say("Cards are missing: each must be in a hand, spent or not dealt.")
        raise no_position(text, "position-cards", reason, "A16")


def _check_plays(state: State, text: str) -> None:
    plays = state.strategies
    seats = list(range(1, state.rules.seats + 1))
    order = sorted(plays, key=lambda each: (SIDES.index(each.side), each.card))
    wrong = (
        (bool(plays) and sorted(each.seat for each in plays) != seats)
        or list(plays) != order
        or any(not 1 <= card <= CARDS for each in plays for card in (each.card, each.discard or each.card))
        or any(bool(each.discard) != (len(seats) == 2) for each in plays)
        or state.step > len(plays)
    )
    if state.phase in _RESOLVING and not wrong:
        wrong = (
            state.step >= len(plays)
            or (plays[state.step].seat, plays[state.step].side) != (state.seat, _RESOLVING[state.phase])
            or not {card for each in plays for card in (each.card, each.discard) if card} <= set(state.spent)
        )
    if wrong:
        raise no_position(text, "position-plays", say("The strategies don't match the decision."), "A19")
