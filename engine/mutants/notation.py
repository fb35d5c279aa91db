"""Reading moves: the legal one that was meant, or an error that says why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from engine.mutants import refusals
from engine.mutants.components import title
from engine.mutants.events import ZONE_NAMES
from engine.mutants.frames import Ask
from engine.mutants.grammar import WrittenTop, read_action, read_cards, read_copy, read_top, read_yes
from engine.mutants.legal import NO, OF_DISCARD, OF_HAND, YES, YES_OR_NO, genes_on, legal
from engine.mutants.moves import Breed, Choose, Copied, Deploy, Flank, Incubate, Move, Pick, Top, Zone
from engine.mutants.refusals import RULES
from engine.mutants.state import ZONES, State
from engine.refusals import Fault
from engine.seat import Seat
from engine.text import Text, shortened
from engine.typed import action_text


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means.

    Raises:
        NotationError: It is no answer to this decision.
        IllegalMoveError: The rules forbid it here.
        AmbiguousMoveError: Several cards or abilities could be meant.
    """
    refusals.refuse_seat(state, seat, shortened(text))
    kind = refusals.kind_of(state)
    return _Reader(state, seat, kind, action_text(text, rule=refusals.written_by(kind))).move()


class _Reader:
    """One text, as an answer to the prompt that is open."""

    def __init__(self, state: State, seat: Seat, kind: str, text: str) -> None:
        self.state, self.seat, self.kind, self.text = state, seat, kind, text
        self.rule = RULES[kind]
        self.box = state.rules.components
        self.side = state.sides[seat - 1]

    @property
    def ask(self) -> Ask:
        """The prompt."""
        if self.state.ask is None:
            raise AssertionError("nothing is asked of one seat")
        return self.state.ask

    def move(self) -> Move:
        """Return the legal move that is meant."""
        if self.kind == "pick":
            return self._pick()
        yes = read_yes(self.text)
        if self.kind in YES_OR_NO:
            if yes is None:
                raise refusals.unreadable(self.state, self.seat, self.text)
            return YES if yes else NO
        if yes:  # N5: where there is something to choose, the choice itself accepts
            raise refusals.unreadable(self.state, self.seat, self.text)
        if yes is False:
            if not self.ask.may:
                raise self._refuse(refusals.must_answer(self.kind))
            return NO
        return self._readers.get(self.kind, _Reader._zone)(self)

    def _pick(self) -> Move:
        code = self._card(self.text)
        if code not in self.state.packs[self.seat - 1]:
            raise self._refuse(refusals.not_in_pack(code))
        return Pick(code)

    def _act(self) -> Move:
        written = read_action(self.text)
        if written is None:
            raise refusals.unreadable(self.state, self.seat, self.text)
        head = f"{written.verb} "
        cards = self.box.sorted([self._card(word) for word in written.cards])
        rule = {"D": "M23", "B": "M24", "I": "M25"}[written.verb]
        if written.verb == "I" and self.side.incubator:
            raise self._refuse(refusals.full_incubator())
        if written.verb != "D" and not any(self.side.piles):
            raise self._refuse(refusals.empty_reserve(rule))
        self._in_hand(cards, rule, lambda each: each.startswith(head))
        if written.top is None:
            return Deploy(cards[0])
        pile = self._top(written.top, rule)
        if written.verb == "I":
            return Incubate(cards[0], pile)
        top = self.side.piles[pile][0]
        if not set(self.box.cards[top].genes) <= genes_on(self.box, cards):
            tail = f">{top}"
            raise self._refuse(
                refusals.wrong_genes(self.state, top, cards), lambda each: each.startswith(head) and tail in each
            )
        one, other = cards
        return Breed((one, other), pile)

    def _of_hand(self) -> Move:
        cards = self.box.sorted([self._card(word) for word in read_cards(self.text)])
        if len(cards) != self.ask.count:
            raise self._refuse(refusals.wrong_count(self.ask.count, self.rule))
        self._in_hand(cards, self.rule)
        return Choose(cards)

    def _of_discard(self) -> Move:
        code = self._card(self.text)
        if code not in self.side.discard:
            raise self._refuse(refusals.not_in_discard(code, self.rule))
        return Choose((code,))

    def _gain(self) -> Move:
        return Top(self._top(read_top(self.text), self.rule))

    def _zone(self) -> Move:
        zone = self.text.upper()
        if zone not in tuple(ZONES) or (self.kind == "flank" and zone == "A"):
            raise refusals.unreadable(self.state, self.seat, self.text)
        if zone not in self.ask.places:
            raise self._refuse(refusals.wrong_zone(self.kind, zone))
        return Flank(zone) if self.kind == "flank" else Zone(zone)

    def _copy(self) -> Move:
        written = read_copy(self.text)
        place = written.place.upper() if written.place.upper() in tuple(ZONES) else self._card(written.place)
        options = [move for move in legal(self.state, self.seat) if isinstance(move, Copied)]
        fitting = [move for move in options if move.place == place and written.half in ("", move.half)]
        if not fitting:
            name: Text | str = ZONE_NAMES[place] if place in ZONES else title(place)
            raise self._refuse(refusals.not_to_copy(name, written.half))
        if len(fitting) > 1:
            raise refusals.ambiguous_copy(self.state, self.seat, self.text, fitting)
        return fitting[0]

    def _card(self, word: str) -> str:
        """Return the code of the card that a word means (N1)."""
        found = self.box.named(word)
        if not found:
            raise refusals.no_card(self.state, self.seat, word, self.text)
        if len(found) > 1:
            raise refusals.ambiguous_card(self.state, self.seat, word, self.text, found)
        return found[0].code

    def _in_hand(self, cards: tuple[str, ...], rule: str, fits: Callable[[str], bool] | None = None) -> None:
        for code in cards:
            have = self.side.hand.count(code)
            if have < cards.count(code):
                raise self._refuse(refusals.not_in_hand(code, rule, twice=have > 0), fits)

    def _top(self, written: WrittenTop, rule: str) -> int:
        """Return the pile, from 0, whose top is meant (N3)."""
        code = self._card(written.card)
        piles = [place for place, cards in enumerate(self.side.piles) if cards and cards[0] == code]
        if not piles or (written.pile is not None and written.pile - 1 not in piles):
            raise self._refuse(refusals.not_on_top(code, written.pile if piles else None, rule))
        return piles[0] if written.pile is None else written.pile - 1

    def _refuse(self, fault: Fault, fits: Callable[[str], bool] | None = None) -> Exception:
        return refusals.illegal(self.state, self.seat, self.text, fault, fits)

    _readers: ClassVar[dict[str, Callable[[_Reader], Move]]] = {
        "act": _act,
        "gain": _gain,
        "copy": _copy,
        **dict.fromkeys(OF_HAND, _of_hand),
        **dict.fromkeys(OF_DISCARD, _of_discard),
    }
