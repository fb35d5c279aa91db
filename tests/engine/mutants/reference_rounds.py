"""From the set-up to the last count: who does what when."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tests.engine.mutants.reference_asking import Ask, Flow, Forfeit, TurnEnds
from tests.engine.mutants.reference_boss import Revolt
from tests.engine.mutants.reference_data import (
    ADVANCED,
    BASICS,
    BOSS,
    FILE_ORDER,
    FIRST_POINTS,
    MIDDLE_POINTS,
    ROUNDS,
    Card,
    freeze_value,
    joined,
    ready_deck,
)
from tests.engine.mutants.reference_record import rank_line, round_line, score_line
from tests.engine.mutants.reference_table import Over

PICKS, PACK, PILE, HAND = 6, 9, 4, 6


class Match(Revolt):
    def whole(self, reserve: str, decks: str, loadouts: Sequence[str]) -> Flow[None]:
        """Play from the set-up to the end, or until the game is over before."""
        try:
            if self.solo:
                yield from self.set_up_solo(loadouts[0])
            else:
                yield from self.set_up(reserve, decks, loadouts)
            yield from self.rounds(1, BOSS if self.solo else self.first)
        except Over:
            return

    crushed = False
    """Whether the turn to come begins behind its crush, on a table that somebody has arranged."""

    def from_turn(self, seat: int) -> Flow[None]:
        """Play on from the turn of a seat, or of the boss, on a table that somebody has arranged."""
        try:
            yield from self.rounds(self.round, seat)
        except Over:
            return

    def rounds(self, number: int, seat: int | None) -> Flow[None]:
        """Play from a round on, in which a seat has the next turn."""
        for self.round in range(number, ROUNDS + 1):
            self.lines.append(round_line(self))
            yield from self.play_round(seat)
            if (yield from self.end_round()):
                return
            seat = BOSS if self.solo else self.first

    # Set-up

    def set_up(self, reserve: str, decks: str, loadouts: Sequence[str]) -> Flow[None]:
        if reserve == "draft":
            reserves = yield from self.draft()
        elif reserve == "ready":
            numbers = [int(digit) for digit in decks]
            if not numbers:
                numbers = yield from self.drawn("READY", "", [1, 2, 3, 4], len(self.seats))
            reserves = {seat: ready_deck(number) for seat, number in zip(self.seats, numbers, strict=True)}
        else:
            reserves = {seat: text.split("+") for seat, text in zip(self.seats, loadouts, strict=True)}
        yield from self.deal(reserves)
        stay = [seat for seat in self.seats if seat not in self.gone]
        (self.first,) = yield from self.drawn("FIRST", "", stay, 1)
        clockwise = self.around(self.first)
        # M9: anticlockwise from the right of the first player, who comes last.
        self.line_up(clockwise[::-1])
        self.score[0] = clockwise  # M10
        yield from self.mulligans(clockwise)

    def set_up_solo(self, loadout: str) -> Flow[None]:
        yield from self.deal({1: loadout.split("+")})
        yield from self.boss_deck()
        self.line_up([1, BOSS])
        yield from self.mulligans([1])
        self.active = BOSS
        yield from self.boss_set_up()

    picks: dict[int, list[str]]
    packs: dict[int, list[str]]

    def draft(self) -> Flow[dict[int, list[str]]]:
        """M11: return the reserves."""
        order = yield from self.drawn("DRAFT", "", ADVANCED)
        self.packs = {seat: [str(code) for code in order[PACK * (seat - 1) : PACK * seat]] for seat in self.seats}
        self.picks = {seat: [] for seat in self.seats}
        for _ in range(PICKS):
            picked = yield from self.pick_all()
            self.hidden += 1
            for seat, code in picked.items():
                self.picks[seat].append(code)
                self.packs[seat].remove(code)
            last = self.seats[-1]
            self.packs = {seat: self.packs[seat - 1 if seat > 1 else last] for seat in self.seats}
        return {seat: [code for code in picks for _ in range(2)] for seat, picks in self.picks.items()}

    def pick_all(self) -> Flow[dict[int, str]]:
        while True:
            asks = {}
            for seat in self.seats:
                codes = sorted(self.packs[seat], key=lambda code: FILE_ORDER[code])
                asks[seat] = Ask("pick", frozenset(codes), codes[0])
            came = yield {seat: ask for seat, ask in asks.items() if seat not in self.gone}
            if not isinstance(came, Forfeit):
                return {seat: came.get(seat, ask.default) for seat, ask in asks.items()}
            self.leave_table(came.seat)

    def deal(self, reserves: dict[int, list[str]]) -> Flow[None]:
        """M7, M14."""
        for seat in self.seats:
            if seat in self.gone:
                continue
            side = self.sides[seat]
            side.hand = [Card(code) for code in BASICS]
            side.deck = yield from self.shuffled("DECK", f"S{seat}", [Card(code) for code in BASICS])
            cards = [Card(code) for code in sorted(reserves[seat], key=lambda code: FILE_ORDER[code])]
            order = yield from self.shuffled("RESERVE", f"S{seat}", cards)
            side.reserve = [order[at : at + PILE] for at in range(0, len(order), PILE)]

    def mulligans(self, clockwise: list[int]) -> Flow[None]:
        """M15."""
        for seat in list(clockwise):
            if seat in self.gone:
                continue
            self.active = self.owner = seat
            try:
                again = yield from self.yes_or_no(seat, "mulligan")
            except TurnEnds:
                continue
            if again:
                self.hidden += 1
                for pile in self.sides[seat].reserve:
                    pile.append(pile.pop(0))
        self.owner = None

    # Rounds

    def play_round(self, seat: int | None) -> Flow[None]:
        assert seat is not None
        if self.solo:
            yield from self.solo_round(seat)
        else:
            for each in itertools.cycle(self.around_all(seat)):
                if not any(side.hand for side in self.sides.values()):
                    break
                # M17, and M54 for those who have no hand any more.
                if self.sides[each].hand:
                    yield from self.turn(each)
        self.owner = None

    def solo_round(self, seat: int) -> Flow[None]:
        """M63: whoever begins, the boss and the player alternate until the hand is empty."""
        if seat == BOSS:
            self.active = BOSS
            yield from self.power("round")
            yield from self.boss_turn()
        while self.sides[1].hand:
            yield from self.turn(1)
            if self.sides[1].hand:
                yield from self.boss_turn()

    def around_all(self, seat: int) -> list[int]:
        return self.seats[seat - 1 :] + self.seats[: seat - 1]

    def turn(self, seat: int) -> Flow[None]:
        """M18."""
        self.active = self.owner = seat
        try:
            if not self.crushed:
                self.crush(seat)
            self.crushed = False
            yield from self.move(seat)
            self.clear_away()
            if self.sides[seat].hand:  # M22
                yield from self.act(seat)
        except TurnEnds:
            pass
        self.clear_away()

    def move(self, seat: int) -> Flow[None]:
        """M20."""
        arena = self.sides[seat].arena
        if arena["A"] is None:
            return
        empty = [zone for zone in "LR" if arena[zone] is None]
        zone = empty[0] if len(empty) == 1 else (yield from self.choose(seat, "flank", {"L": "L", "R": "R"}))
        if arena[zone] is not None:
            yield from self.leave(seat, zone)
        arena[zone], arena["A"] = arena["A"], None

    def act(self, seat: int) -> Flow[None]:
        side = self.sides[seat]
        options = self.actions(seat)
        hidden = len(side.hand) > 1
        kind, cards, pile = yield from self.choose(seat, "act", options, public=not hidden)
        side.hand = [card for card in side.hand if card not in cards]
        if kind == "D":
            yield from self.deploy(seat, cards[0])
            return
        self.to_discard(seat, cards)
        assert pile is not None
        card = self.take_from_reserve(seat, pile)
        if kind == "I":
            side.incubator = card
            self.happened(seat, "incubate", card)
            return
        yield from self.deploy(seat, card, bred=True)

    def actions(self, seat: int) -> dict[str, tuple[str, list[Card], int | None]]:
        """Return every action by its text; the first is the default (M77)."""
        side = self.sides[seat]
        found: dict[str, tuple[str, list[Card], int | None]] = {}
        for card in self.by_code(side.hand).values():
            found[f"D {card.code}"] = ("D", [card], None)
        for pair in itertools.combinations(side.hand, 2):
            genes = set(pair[0].genes + pair[1].genes)
            for text, pile in side.tops().items():
                if set(side.reserve[pile][0].genes) <= genes:
                    found[f"B {joined(pair)}>{text}"] = ("B", list(pair), pile)
        if side.incubator is None:
            for card in side.hand:
                for text, pile in side.tops().items():
                    found[f"I {card.code}>{text}"] = ("I", [card], pile)
        return found

    # The end of a round

    def end_round(self) -> Flow[bool]:
        """Do M28-M32, and return whether the game is over."""
        first = BOSS if self.solo else self.first
        assert first is not None
        self.score_force()
        if self.round == ROUNDS:
            self.count()
            return True
        for side in self.sides.values():
            if side.incubator is not None:
                side.deck.insert(0, side.incubator)
                side.incubator = None
        self.active = first
        for seat in [1] if self.solo else self.around_all(first):
            if seat in self.gone:
                continue
            try:
                yield from self.draw(seat, HAND)
            except TurnEnds:
                continue
        if self.solo:
            self.line_up([1, BOSS])
            return False
        ascending = [seat for points in sorted(self.score) for seat in self.score[points]]
        self.line_up(ascending)
        self.first = ascending[-1]
        return False

    def on_track(self) -> list[int]:
        """Return who is at the table, the furthest ahead first."""
        return sorted(self.around(1 if self.solo else self.seats[0]), key=self.place, reverse=True)

    def score_force(self) -> None:
        """M28, M69."""
        order = self.on_track()
        if self.solo:
            if order[0] != BOSS:
                self.hurt(FIRST_POINTS[self.round - 1])
            return
        self.lines.append(rank_line(self, order))
        assert self.first is not None
        for seat in self.around_all(self.first):
            if seat in self.gone:
                continue
            if seat == order[0]:
                self.gain_points(seat, FIRST_POINTS[self.round - 1])
            elif seat != order[-1]:
                self.gain_points(seat, MIDDLE_POINTS[self.round - 1])

    def count(self) -> None:
        """M53."""
        if self.solo:
            self.result = {"end": "DEFEAT", "health": self.health, "round": self.round}
            return
        order = self.on_track()
        frozen = {
            seat: sum(freeze_value(card, self.sides[seat].freezer) for card in self.sides[seat].freezer)
            for seat in order
        }
        totals = {seat: self.sides[seat].points + frozen[seat] for seat in order}
        self.lines += [score_line(self, seat, totals[seat], frozen[seat]) for seat in sorted(order)]
        rank = sorted(order, key=lambda seat: (-totals[seat], frozen[seat], order.index(seat)))
        self.result = {"end": "RULES", "totals": totals, "rank": rank, "left": sorted(self.gone)}
