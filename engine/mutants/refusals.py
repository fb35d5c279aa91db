"""Why a text is no legal move: the rule, the reason, and what would be legal instead.

Nothing here looks at what the asker cannot know: an error says no more than the asker's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.errors import AmbiguousMoveError, IllegalMoveError, MoveError, NotationError
from engine.mutants.box import Card
from engine.mutants.components import title
from engine.mutants.events import ZONE_NAMES
from engine.mutants.frames import Picking
from engine.mutants.legal import OF_DISCARD, OF_HAND, OF_ZONES, YES_OR_NO, legal
from engine.mutants.moves import Move
from engine.mutants.position import masked_position
from engine.mutants.state import State
from engine.mutants.vocabulary import GENES
from engine.mutants.wording import GENE_NAMES
from engine.mutants.writing import format_move
from engine.refusals import MOST, Fault, similar
from engine.seat import Seat
from engine.text import Listed, Player, Text, listed, say, say_n, shortened

RULES = {
    "pick": "M11",
    "mulligan": "M15",
    "flank": "M20",
    "act": "M18",
    "freeze-empty": "M40",
    "freeze-self": "M42",
    "freeze-hand": "M41",
    "freeze-discard": "M41",
    "freeze-arena": "M41",
    "cycle": "M39",
    "discard": "M43",
    "offer": "M51",
    "cost": "M51",
    "take": "M59",
    "take-discard": "M59",
    "gain": "M47",
    "copy": "M49",
    "ko": "M45",
    "flip": "M45",
    "parry": "M44",
}
"""Which rule asks for an answer."""

_COMPULSORY = {"act": "M27", "flank": "M20", "parry": "M44"}
"""Which rule says that an answer other than No is due, where it is not the one for all effects (M34)."""

_TURNS = {"act": "M16", "flank": "M16", "mulligan": "M15"}
"""Which rule says whose turn it is to decide, where it is not the one for all questions (N9)."""


def kind_of(state: State) -> str:
    """Return the kind of the prompt that is open (`view.Prompt.kind`); empty when the game is over."""
    if state.ask is not None:
        return state.ask.kind
    return "pick" if state.stack and isinstance(state.stack[-1], Picking) else ""


def refuse_seat(state: State, seat: Seat, text: str) -> None:
    """Refuse a move by a seat that has nothing to decide.

    Raises:
        IllegalMoveError: The game is over, another player decides, or the seat has resigned.
    """
    if state.over:
        raise illegal(
            state, seat, text, Fault("game-over", "M61" if state.rules.solo else "M53", say("The game is over."))
        )
    if seat in state.gone:
        raise illegal(state, seat, text, Fault("gone", "M54", say("This player has left the game.")))
    if state.ask is not None and seat != state.ask.seat:
        reason = say("It's {player}'s turn to decide.", player=Player(state.ask.seat))
        raise illegal(state, seat, text, Fault("not-to-act", _TURNS.get(state.ask.kind, "N9"), reason))


def unreadable(state: State, seat: Seat, text: str) -> MoveError:
    """Return the error for a text that is no answer to the decision."""
    kind = kind_of(state)
    return NotationError(
        _wanted(state, kind),
        code="notation",
        rule=written_by(kind),
        given=text,
        position=masked_position(state, seat),
        suggestions=similar(_texts(state, seat), text),
    )


def no_card(state: State, seat: Seat, word: str, text: str) -> MoveError:
    """Return the error for a word that is no card."""
    reason = (
        say("There's no card {word}: write its code or its name.", word=shortened(word))
        if word
        else say("A card is missing here: write its code or its name.")
    )
    return NotationError(
        reason,
        code="no-such-card",
        rule="N1",
        given=text,
        position=masked_position(state, seat),
        suggestions=similar(_texts(state, seat), text),
    )


def ambiguous_card(state: State, seat: Seat, word: str, text: str, cards: Iterable[Card]) -> MoveError:
    """Return the error for the beginning of several names."""
    codes = [card.code for card in cards]
    fitting = tuple(each for each in _texts(state, seat) if any(code in each for code in codes))
    return AmbiguousMoveError(
        say("{word} could mean {cards}.", word=shortened(word), cards=listed([title(code) for code in codes], "or")),
        candidates=fitting[:MOST],
        given=text,
        rule="N1",
        position=masked_position(state, seat),
    )


def ambiguous_copy(state: State, seat: Seat, text: str, moves: Iterable[Move]) -> MoveError:
    """Return the error for a copy that does not say which half."""
    return AmbiguousMoveError(
        say("Say which ability you copy: .D for deploy, .L for leave."),
        candidates=tuple(format_move(state, seat, move) for move in moves),
        given=text,
        rule="N4",
        position=masked_position(state, seat),
    )


def illegal(state: State, seat: Seat, text: str, fault: Fault, fits: Callable[[str], bool] | None = None) -> MoveError:
    """Return the error for a fault; `fits` tells by their texts which legal moves to suggest first."""
    texts = _texts(state, seat)
    fitting = [each for each in texts if fits is not None and fits(each)]
    return IllegalMoveError(
        fault.reason,
        code=fault.code,
        rule=fault.rule,
        given=text,
        position=masked_position(state, seat),
        suggestions=tuple(fitting[:MOST]) or similar(texts, text),
    )


def written_by(kind: str) -> str:
    """Return the rule that says how an answer to a kind of prompt is written."""
    return "N5" if kind in YES_OR_NO else "N2"


def must_answer(kind: str) -> Fault:
    """Return why No is no answer."""
    return Fault("compulsory", _COMPULSORY.get(kind, "M34"), say("This is compulsory: choose."))


def not_in_hand(code: str, rule: str, *, twice: bool) -> Fault:
    """Return why a card cannot be played: it is not in the hand, or not as often as it is named."""
    if twice:
        return Fault("not-in-hand", rule, say("You have only one {card} in hand.", card=title(code)))
    return Fault("not-in-hand", rule, say("{card} isn't in your hand.", card=title(code)))


def not_in_discard(code: str, rule: str) -> Fault:
    """Return why a card cannot be chosen."""
    return Fault("not-in-discard", rule, say("{card} isn't in your discard.", card=title(code)))


def not_in_pack(code: str) -> Fault:
    """Return why a card cannot be picked."""
    return Fault("not-in-pack", "M11", say("{card} isn't in your pack.", card=title(code)))


def not_on_top(code: str, pile: int | None, rule: str) -> Fault:
    """Return why a card cannot be taken from the reserve; `pile` is the number that was named, if one was."""
    if pile is not None:
        reason = say("{card} isn't on top of pile {pile} of your reserve.", card=title(code), pile=pile)
    else:
        reason = say("{card} isn't on top of any pile of your reserve.", card=title(code))
    return Fault("not-on-top", rule, reason)


def empty_reserve(rule: str) -> Fault:
    """Return why nothing can be bred or incubated."""
    return Fault("reserve-empty", rule, say("Your reserve is empty."))


def full_incubator() -> Fault:
    """Return why nothing can be incubated."""
    return Fault("incubator-full", "M25", say("Your incubator is full."))


def wrong_genes(state: State, top: str, codes: tuple[str, ...]) -> Fault:
    """Return why two cards do not breed a third: which genes it needs, and which they have."""
    cards = state.rules.components.cards
    have = {gene for code in codes for gene in cards[code].genes}
    reason = say(
        "{card} needs {needed}; {cards} have {genes}.",
        card=title(top),
        needed=_genes(cards[top].genes),
        cards=listed([title(code) for code in codes]),
        genes=_genes(have),
    )
    return Fault("genes", "M24", reason)


def wrong_count(count: int, rule: str) -> Fault:
    """Return why a number of cards is not the one wanted."""
    return Fault("count", rule, say_n("Choose exactly {count} card.", "Choose exactly {count} cards.", count))


def wrong_zone(kind: str, zone: str) -> Fault:
    """Return why what lies in a zone cannot be chosen."""
    return Fault("zone", RULES[kind], _ZONE_REASONS[kind].using(zone=ZONE_NAMES[zone]))


def not_to_copy(place: Text | str, half: str) -> Fault:
    """Return why an ability cannot be copied."""
    if not half:
        return Fault("copy", "M50", say("You can't copy anything from {place} now.", place=place))
    if half == "deploy":
        return Fault("copy", "M50", say("You can't copy a deploy ability from {place} now.", place=place))
    return Fault("copy", "M50", say("You can't copy a leave ability from {place} now.", place=place))


_ZONE_REASONS: dict[str, Text] = {
    "flank": say("The active mutant can't move to the {zone}."),
    "ko": say("There's no face-up mutant to K.O. on the {zone}."),
    "flip": say("There's no K.O. mutant on the {zone}."),
    "parry": say("There's no mutant on the {zone} that parries."),
    "freeze-arena": say("There's no other face-up mutant to freeze on the {zone}."),
}


def _wanted(state: State, kind: str) -> Text:
    may = state.ask is not None and state.ask.may
    if kind in YES_OR_NO:
        return say("Answer Y or N.")
    if kind == "act":
        return say("Write an action: D ZOM deploys, B ROB+ZOM>BBB breeds, I ZOM>TRI incubates.")
    if kind == "pick" or kind in OF_DISCARD or kind == "freeze-hand":
        return say("Name a card, or N for none.") if may else say("Name a card.")
    if kind in OF_HAND:
        count = 1 if state.ask is None else state.ask.count
        return say_n("Name {count} card.", "Name {count} cards, joined by +.", count)
    if kind == "gain":
        return say("Name a reserve top, or N for none.") if may else say("Name a reserve top.")
    if kind == "flank":
        return say("Name a flank: L or R.")
    if kind in OF_ZONES:
        return say("Name a zone: A, L or R; or N for none.") if may else say("Name a zone: A, L or R.")
    return say("Name what you copy: a zone or a card, with .D or .L if you can copy both abilities.")


def _texts(state: State, seat: Seat) -> list[str]:
    return [format_move(state, seat, move) for move in legal(state, seat)]


def _genes(genes: Iterable[str]) -> Listed:
    return listed([GENE_NAMES[gene] for gene in GENES if gene in set(genes)])
