"""Reading a move in a position: the intended legal move, or an error with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from engine.errors import MOST_SIMILAR, AmbiguousMoveError, Fault, IllegalMoveError, MoveError, NotationError, similar
from engine.mutants.abilities import GENES
from engine.mutants.components import Card, title
from engine.mutants.events import ZONE_NAMES
from engine.mutants.legal import NO, OF_DISCARD, OF_HAND, OF_ZONES, YES, YES_OR_NO, legal
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Top, Zone
from engine.mutants.notation import WrittenTop, format_move, read_action, read_cards, read_copy, read_top, read_yes
from engine.mutants.position import masked_position
from engine.mutants.stack import Ask, Picking
from engine.mutants.state import ZONES, State
from engine.mutants.wording import GENE_NAMES
from engine.script import action_text
from engine.seat import Seat
from engine.text import Listed, Player, Text, listed, say, say_n, shortened

# Errors for texts that are not legal moves: the rule, the reason, and legal alternatives.
#
# They use only the asking player's own view, so that an error reveals no secret.


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
"""The rule that demands an answer."""

_COMPULSORY = {"act": "M27", "flank": "M20", "parry": "M44"}
"""The rule that demands an answer other than No, if it is not the one for all effects (M34)."""

_TURNS = {"act": "M16", "flank": "M16", "mulligan": "M15"}
"""The rule that names the deciding seat, if it is not the one for all questions (N9)."""


def kind_of(state: State) -> str:
    """Return the kind of the open prompt (`view.Prompt.kind`); empty when the game is over."""
    if state.ask is not None:
        return state.ask.kind
    return "pick" if state.stack and isinstance(state.stack[-1], Picking) else ""


def refuse_seat(state: State, seat: Seat, text: str) -> None:
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
    codes = [card.code for card in cards]
    fitting = tuple(each for each in _texts(state, seat) if any(code in each for code in codes))
    return AmbiguousMoveError(
        say("{word} could mean {cards}.", word=shortened(word), cards=listed([title(code) for code in codes], "or")),
        candidates=fitting[:MOST_SIMILAR],
        given=text,
        rule="N1",
        position=masked_position(state, seat),
    )


def ambiguous_copy(state: State, seat: Seat, text: str, moves: Iterable[Move]) -> MoveError:
    return AmbiguousMoveError(
        say("Say which ability you copy: .D for deploy, .L for leave."),
        candidates=tuple(format_move(state, seat, move) for move in moves),
        given=text,
        rule="N4",
        position=masked_position(state, seat),
    )


def illegal(state: State, seat: Seat, text: str, fault: Fault, fits: Callable[[str], bool] | None = None) -> MoveError:
    """Return the error for a fault; `fits` selects by their texts the legal moves to suggest first."""
    texts = _texts(state, seat)
    fitting = [each for each in texts if fits is not None and fits(each)]
    return IllegalMoveError(
        fault.reason,
        code=fault.code,
        rule=fault.rule,
        given=text,
        position=masked_position(state, seat),
        suggestions=tuple(fitting[:MOST_SIMILAR]) or similar(texts, text),
    )


def written_by(kind: str) -> str:
    return "N5" if kind in YES_OR_NO else "N2"


def must_answer(kind: str) -> Fault:
    return Fault("compulsory", _COMPULSORY.get(kind, "M34"), say("You have to choose here."))


def not_in_hand(code: str, rule: str, *, twice: bool) -> Fault:
    if twice:
        return Fault("not-in-hand", rule, say("You have only one {card} in hand.", card=title(code)))
    return Fault("not-in-hand", rule, say("{card} isn't in your hand.", card=title(code)))


def not_in_discard(code: str, rule: str) -> Fault:
    return Fault("not-in-discard", rule, say("{card} isn't in your discard.", card=title(code)))


def not_in_pack(code: str) -> Fault:
    return Fault("not-in-pack", "M11", say("{card} isn't in your pack.", card=title(code)))


def not_on_top(code: str, pile: int | None, rule: str) -> Fault:
    if pile is not None:
        reason = say("{card} isn't on top of pile {pile} of your reserve.", card=title(code), pile=pile)
    else:
        reason = say("{card} isn't on top of any pile of your reserve.", card=title(code))
    return Fault("not-on-top", rule, reason)


def empty_reserve(rule: str) -> Fault:
    return Fault("reserve-empty", rule, say("Your reserve is empty."))


def full_incubator() -> Fault:
    return Fault("incubator-full", "M25", say("Your incubator is full."))


def wrong_genes(state: State, top: str, codes: tuple[str, ...]) -> Fault:
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
    return Fault("count", rule, say_n("Choose exactly {count} card.", "Choose exactly {count} cards.", count))


def wrong_zone(kind: str, zone: str) -> Fault:
    return Fault("zone", RULES[kind], _ZONE_REASONS[kind].using(zone=ZONE_NAMES[zone]))


def not_to_copy(place: Text | str, half: str) -> Fault:
    if not half:
        return Fault("copy", "M50", say("You can't copy anything from {place} now.", place=place))
    if half == "deploy":
        return Fault("copy", "M50", say("You can't copy a deploy ability from {place} now.", place=place))
    return Fault("copy", "M50", say("You can't copy a leave ability from {place} now.", place=place))


_ZONE_REASONS: dict[str, Text] = {
    "flank": say("The active mutant can't move to the {zone}."),
    "ko": say("There's no face-up mutant to K.O. on the {zone}."),
    "flip": say("There's no K.O. mutant on the {zone}."),
    "parry": say("No mutant on the {zone} can parry."),
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


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means; errors as in `Game.parse`."""
    refuse_seat(state, seat, shortened(text))
    kind = kind_of(state)
    return _Reader(state, seat, kind, action_text(text, rule=written_by(kind))).move()


class _Reader:
    """One text, as an answer to the open prompt."""

    def __init__(self, state: State, seat: Seat, kind: str, text: str) -> None:
        self.state, self.seat, self.kind, self.text = state, seat, kind, text
        self.rule = RULES[kind]
        self.box = state.rules.components
        self.side = state.sides[seat - 1]

    @property
    def ask(self) -> Ask:
        if self.state.ask is None:
            raise AssertionError("nothing is asked of one seat")
        return self.state.ask

    def move(self) -> Move:
        if self.kind == "pick":
            return self._pick()
        yes = read_yes(self.text)
        if self.kind in YES_OR_NO:
            if yes is None:
                raise unreadable(self.state, self.seat, self.text)
            return YES if yes else NO
        if yes:  # N5: where there is something to choose, the choice itself accepts
            raise unreadable(self.state, self.seat, self.text)
        if yes is False:
            if not self.ask.may:
                raise self._refuse(must_answer(self.kind))
            return NO
        return self._readers.get(self.kind, _Reader._zone)(self)

    def _pick(self) -> Move:
        code = self._card(self.text)
        if code not in self.state.packs[self.seat - 1]:
            raise self._refuse(not_in_pack(code))
        return Pick(code)

    def _act(self) -> Move:
        written = read_action(self.text)
        if written is None:
            raise unreadable(self.state, self.seat, self.text)
        head = f"{written.verb} "
        cards = self.box.sorted([self._card(word) for word in written.cards])
        rule = {"D": "M23", "B": "M24", "I": "M25"}[written.verb]
        if written.verb == "I" and self.side.incubator:
            raise self._refuse(full_incubator())
        if written.verb != "D" and not any(self.side.piles):
            raise self._refuse(empty_reserve(rule))
        self._in_hand(cards, rule, lambda each: each.startswith(head))
        if written.top is None:
            return Deploy(cards[0])
        pile = self._top(written.top, rule)
        if written.verb == "I":
            return Incubate(cards[0], pile)
        top, (one, other), genes = self.side.piles[pile][0], cards, self.box.genes_of
        if genes[top] & ~(genes[one] | genes[other]):
            tail = f">{top}"
            raise self._refuse(wrong_genes(self.state, top, cards), lambda each: each.startswith(head) and tail in each)
        return Breed((one, other), pile)

    def _of_hand(self) -> Move:
        cards = self.box.sorted([self._card(word) for word in read_cards(self.text)])
        if len(cards) != self.ask.count:
            raise self._refuse(wrong_count(self.ask.count, self.rule))
        self._in_hand(cards, self.rule)
        return Choose(cards)

    def _of_discard(self) -> Move:
        code = self._card(self.text)
        if code not in self.side.discard:
            raise self._refuse(not_in_discard(code, self.rule))
        return Choose((code,))

    def _gain(self) -> Move:
        return Top(self._top(read_top(self.text), self.rule))

    def _zone(self) -> Move:
        zone = self.text.upper()
        if zone not in tuple(ZONES) or (self.kind == "flank" and zone == "A"):
            raise unreadable(self.state, self.seat, self.text)
        if zone not in self.ask.places:
            raise self._refuse(wrong_zone(self.kind, zone))
        return Flank(zone) if self.kind == "flank" else Zone(zone)

    def _copy(self) -> Move:
        written = read_copy(self.text)
        place = written.place.upper() if written.place.upper() in tuple(ZONES) else self._card(written.place)
        options = [move for move in legal(self.state, self.seat) if isinstance(move, Copied)]
        fitting = [move for move in options if move.place == place and written.half in ("", move.half)]
        if not fitting:
            name = ZONE_NAMES[place] if place in ZONES else title(place)
            raise self._refuse(not_to_copy(name, written.half))
        if len(fitting) > 1:
            raise ambiguous_copy(self.state, self.seat, self.text, fitting)
        return fitting[0]

    def _card(self, word: str) -> str:
        """Return the code of the card that a word means (N1)."""
        found = self.box.named(word)
        if not found:
            raise no_card(self.state, self.seat, word, self.text)
        if len(found) > 1:
            raise ambiguous_card(self.state, self.seat, word, self.text, found)
        return found[0].code

    def _in_hand(self, cards: tuple[str, ...], rule: str, fits: Callable[[str], bool] | None = None) -> None:
        for code in cards:
            have = self.side.hand.count(code)
            if have < cards.count(code):
                raise self._refuse(not_in_hand(code, rule, twice=have > 0), fits)

    def _top(self, written: WrittenTop, rule: str) -> int:
        """Return the pile, from 0, of the intended top (N3)."""
        code = self._card(written.card)
        piles = [place for place, cards in enumerate(self.side.piles) if cards and cards[0] == code]
        if not piles or (written.pile is not None and written.pile - 1 not in piles):
            raise self._refuse(not_on_top(code, written.pile if piles else None, rule))
        return piles[0] if written.pile is None else written.pile - 1

    def _refuse(self, fault: Fault, fits: Callable[[str], bool] | None = None) -> Exception:
        return illegal(self.state, self.seat, self.text, fault, fits)

    _readers: ClassVar[dict[str, Callable[[_Reader], Move]]] = {
        "act": _act,
        "gain": _gain,
        "copy": _copy,
        **dict.fromkeys(OF_HAND, _of_hand),
        **dict.fromkeys(OF_DISCARD, _of_discard),
    }
