"""A parlour game with all that hidden hands take, for testing what games share; its kit has every suite play it.

P1: of cards 1 to 18 each player is dealt 4 and picks one of them in secret, all at once, and then another; these two
are their hand, the other two leave the game unseen. P2: the cards left over are shuffled to be the deck, then lots
decide the order of play. P3: with chosen hands each player chooses two different cards of 1 to 18 before the start, of
a sum of 20 at most; the deck is 19 to 26, shuffled, and lots decide as in P2. P4: in turn, three turns each, a player
plays a card (`D 5`): its value in points, and they draw the top of the deck; or attacks (`A 2`); or passes (`P`).
P5: the attacked discards a card (`7`), or does not (`-`), and the attacker gets 3 points. P6: the attacker then may set
a card of their hand aside in secret (`K 4`) or not (`N`). P7: at the end a card set aside counts its value, or twice
with that option, which is for drafts; the most points win. P8: alone, the hand is two cards dealt of 1 to 18, the rest
is the deck, an attack is answered by a die that only costs points, and the dealer gets 5 or 8 points a turn; more than
the dealer wins. P9: a player may resign at any time; nobody sees
their cards. P10: out of time, the first
card is picked, `-` answered and `N` kept; of a turn nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chance import Chance
from engine.choices import Choice, Preparation
from engine.errors import IllegalMoveError, NotationError, SetupError
from engine.events import Event, Surrendered
from engine.game import Game, GameInfo, Json, Setup, Step, TurnRules, chosen_options
from engine.outcome import Outcome, Termination
from engine.script import Script, action_text
from engine.seat import Seat
from engine.text import Player, Text, say, shortened
from tests.engine.parlour import imagined, script
from tests.engine.parlour.table import (
    CARDS,
    MODES,
    OPTIONS,
    STOCK,
    TURNS,
    State,
    Told,
    View,
    begun,
    private,
    public,
    put,
    start,
    table_of,
    taken,
)

FIRST_FITS = say("The first of these that is in your hand is discarded.")


class Parlour(Game[State, str, View]):
    """The rules behind `engine.game.Game`, and everything that secrets take."""

    info = GameInfo(
        key="parlour",
        name="Parlour",
        modes=MODES,
        options=OPTIONS,
        data_tag="",
        data_version="",
        name_tags=("P1", "P2", "P3"),
        uses_chance=True,
        open=False,
        together=True,
        defaults="some",
        answers=True,
        loadouts=True,
        notes=True,
        turn_rules=TurnRules(order="P4", content="P4", hidden="P4"),
    )

    preparations = (Preparation("discard", say("What to discard"), FIRST_FITS, "3 5 -"),)

    notes = staticmethod(script.notes)
    same_note = staticmethod(script.same_note)
    alike = staticmethod(imagined.alike)

    def initial(self, setup: Setup, chance: Chance) -> State:
        mode = self.info.mode(setup.mode)
        if mode is None:
            modes = tuple(each.key for each in MODES)
            raise SetupError(say("There is no such mode."), code="unknown-mode", given=setup.mode, suggestions=modes)
        if setup.data:
            raise SetupError(say("There is no data."), code="unknown-data", given=setup.data)
        table = table_of(mode, chosen_options(self.info, setup.mode, dict(setup.options)))
        if not (setup.loadouts or table.draft or table.solo):  # P3
            setup = replace(setup, loadouts=tuple(self.usual_loadout(setup, seat) for seat in range(1, mode.seats + 1)))
        return script.read_position(table, setup.position, chance) if setup.position else start(setup, table, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.phase == "pick":
            return frozenset(state.left)
        return frozenset({state.attacked or state.seat}) if state.phase != "over" else frozenset()

    def owner(self, state: State) -> Seat | None:
        return state.seat or None

    def asked(self, state: State, seat: Seat) -> Text | None:
        if state.attacked != seat:
            return None
        return say("{player} is attacked and may discard a card.", player=Player(seat))

    def turn(self, state: State) -> int:
        return state.turn

    def legal(self, state: State, seat: Seat) -> Sequence[str]:
        if seat not in self.to_act(state):
            return ()
        hand = state.hands[seat - 1]
        match state.phase:
            case "pick":
                return [str(card) for card in state.packs[seat - 1]]  # P1
            case "answer":
                return [*map(str, hand), "-"]  # P5
            case "keep":
                return [*(f"K {card}" for card in hand), "N"]  # P6
        others = [0] if state.table.solo else [other for other in state.left if other != seat]
        return [*(f"D {card}" for card in hand), *(f"A {other}" for other in others), "P"]  # P4

    def parse(self, state: State, seat: Seat, text: str) -> str:
        where: dict[str, Any] = {"given": text, "position": self.masked_position(state, seat), "rule": "P4"}
        legal = self.legal(state, seat)
        if not legal:
            raise IllegalMoveError(say("This player has nothing to decide."), code="not-to-act", **where)
        wanted = " ".join(action_text(text, rule="P4").upper().split())
        if wanted in legal:
            return wanted
        suggestions = tuple(legal[:9])
        if not wanted or wanted[0] not in "DAPKN-0123456789":
            reason = say("A move looks like {example}.", example=legal[0])
            raise NotationError(reason, code="unreadable", suggestions=suggestions, **where)
        reason = say("{move} is not possible here.", move=shortened(wanted))
        raise IllegalMoveError(reason, code="impossible", suggestions=suggestions, **where)

    def format(self, state: State, seat: Seat, move: str) -> str:
        return move

    def choices(self, state: State, seat: Seat, move: str) -> tuple[Choice, ...]:
        kind, _, value = move.partition(" ")
        match kind, value:
            case "D" | "K", card:
                text = say("Play a card") if kind == "D" else say("Set a card aside")
                return Choice(kind, text), Choice(card, say("Card {card}", card=card))
            case "A", other:
                rival = say("{player}", player=Player(int(other))) if other != "0" else say("the dealer")
                return Choice("A", say("Attack")), Choice(other, rival)
            case (("P" | "N" | "-"), _):
                return (Choice(kind, say("Nothing")),)
        return (Choice(kind, say("Card {card}", card=kind)),)

    def veil(self, state: State, seat: Seat, move: str) -> Text | None:
        if state.phase == "pick":
            return say("picks a card")
        return say("sets a card aside") if move.startswith("K") else None

    def forced(self, state: State, seat: Seat) -> str | None:
        if state.phase not in ("answer", "keep") or seat not in self.to_act(state) or state.hands[seat - 1]:
            return None  # how many cards a player holds, everybody knows
        return "-" if state.phase == "answer" else "N"

    def parse_prepared(self, key: str, text: str) -> str:
        words = text.split()
        if (
            key != "discard"
            or not words
            or not all(word == "-" or word in map(str, (*CARDS, *STOCK)) for word in words)
        ):
            reason = say("Cards in the order in which to discard them, or -, as in {example}.", example="3 5 -")
            raise NotationError(reason, code="prepared", given=shortened(text), suggestions=("3 5 -",))
        return " ".join(dict.fromkeys(words))

    def prepared(self, state: State, seat: Seat, answers: Mapping[str, str]) -> str | None:
        if state.phase != "answer":
            return None
        legal = self.legal(state, seat)
        return next((word for word in answers.get("discard", "").split() if word in legal), None)

    def default(self, state: State, seat: Seat) -> str | None:
        if seat not in self.to_act(state):
            return None
        return {"pick": self.legal(state, seat)[0], "answer": "-", "keep": "N"}.get(state.phase)  # P10

    def apply(self, state: State, moves: Mapping[Seat, str]) -> Step[State]:
        if state.phase == "pick":
            return self._picked(state, moves)
        ((seat, move),) = moves.items()
        kind, _, value = move.partition(" ")
        if kind == "D":
            return self._played(state, seat, int(value))
        if kind == "A":
            return self._attacked(state, seat, int(value))
        if state.phase == "answer":
            return self._answered(state, seat, move)
        if kind == "K":
            after = replace(
                state,
                hands=taken(state.hands, seat, int(value)),
                asides=put(state.asides, seat, int(value)),
            )
            told = public(seat, "{player} sets a card aside."), private(seat, "It is the {card}.", card=int(value))
            return _ended(after, told)
        return _ended(state, (public(seat, "{player} leaves it at that."),))

    def _picked(self, state: State, moves: Mapping[Seat, str]) -> Step[State]:
        events: list[Told] = []
        packs, hands = state.packs, state.hands
        for seat, move in sorted(moves.items()):
            packs, hands = taken(packs, seat, int(move)), put(hands, seat, int(move))
            events += [public(seat, "{player} has picked."), private(seat, "You picked {card}.", card=int(move))]
        after = replace(state, turn=state.turn + 1, packs=packs, hands=hands)
        if after.turn == 2:
            return Step(after, tuple(events), barrier=True)
        after, drawn = begun(after)
        return Step(after, (*events, public(after.seat, "{player} begins.")), barrier=True, drawn=drawn)

    def _played(self, state: State, seat: Seat, card: int) -> Step[State]:
        events = [public(seat, "{player} plays {card}.", card=card)]
        hands, deck = taken(state.hands, seat, card), state.deck
        if deck:
            events += [public(seat, "{player} draws."), private(seat, "You draw {card}.", card=deck[0])]
            hands = put(hands, seat, deck[0])
        points = tuple(each + card * (other == seat) for other, each in enumerate(state.points, 1))
        after = replace(state, hands=hands, deck=deck[1:], points=points, discard=(*state.discard, card))
        return _ended(after, tuple(events), barrier=bool(deck))

    def _attacked(self, state: State, seat: Seat, other: Seat) -> Step[State]:
        if other:
            told = (public(seat, "{player} attacks."),)
            return Step(replace(state, phase="answer", attacked=other), told)
        roll, chance = state.chance.below(6)
        after = replace(state, phase="keep", chance=chance, dealer=state.dealer - roll)
        return Step(after, (public(seat, "The dealer loses {points}.", points=roll),), barrier=True, drawn=((roll,),))

    def _answered(self, state: State, seat: Seat, move: str) -> Step[State]:
        after = replace(state, phase="keep", attacked=0)
        if move != "-":
            card = int(move)
            hands, discard = taken(state.hands, seat, card), (*state.discard, card)
            told = (public(seat, "{player} discards {card}.", card=card),)
            return Step(replace(after, hands=hands, discard=discard), told)
        points = tuple(each + 3 * (other == state.seat) for other, each in enumerate(state.points, 1))
        return Step(replace(after, points=points), (public(seat, "{player} discards nothing."),))

    def forfeit(self, state: State, seat: Seat) -> Step[State]:
        if state.phase == "over" or seat in state.gone:
            raise IllegalMoveError(say("This player is out of the game."), code="game-over", rule="P9")
        after = replace(state, gone=(*state.gone, seat))
        told = (Surrendered(seat),)
        if len(after.left) < 2:
            return Step(replace(after, phase="over", seat=0, attacked=0), told)
        if seat == state.seat:
            return _ended(replace(after, attacked=0), told)
        return Step(replace(after, phase="keep", attacked=0) if seat == state.attacked else after, told)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        total = self._totals(state)
        if state.table.solo:
            won = not state.gone and total[0] > state.dealer  # P8
            reason = say("{points} points against {dealer}.", points=total[0], dealer=state.dealer)
            end = Termination.FORFEIT if state.gone else Termination.RULES
            by = 1 if state.gone else None
            return Outcome((1 if won else 2,), reason, "S", (float(total[0]),), end, by, say("the dealer"))
        best = max(total[seat - 1] for seat in state.left)
        ranks = tuple(
            1 if seat in state.left and total[seat - 1] == best else 2 for seat in range(1, state.table.seats + 1)
        )
        if len(state.left) == 1:
            reason, by = say("{player} is left.", player=Player(state.left[0])), state.gone[-1]
            return Outcome(ranks, reason, "F", tuple(map(float, total)), Termination.FORFEIT, by)
        return Outcome(ranks, say("The most points."), "P", tuple(map(float, total)))  # P7

    def _totals(self, state: State) -> list[int]:
        return [
            points + state.table.factor * sum(aside) for points, aside in zip(state.points, state.asides, strict=True)
        ]

    def view(self, state: State, seat: Seat | None) -> View:
        over, empty = state.phase == "over", ((),) * state.table.seats
        own = 0 if seat is None else seat - 1
        shown = replace(state, packs=empty, hands=empty, asides=empty) if seat is None else state
        return View(
            viewer=seat,
            phase=state.phase,
            turn=state.turn,
            done=state.done,
            to_act=tuple(sorted(self.to_act(state))),
            owner=self.owner(state),
            order=state.order,
            hand=shown.hands[own],
            pack=shown.packs[own],
            aside=shown.asides[own],
            counts=tuple((len(hand), len(aside)) for hand, aside in zip(state.hands, state.asides, strict=True)),
            points=state.points,
            dealer=state.dealer,
            deck=len(state.deck),
            discard=state.discard,
            gone=state.gone,
            open=state.asides if over else (),
            outcome=self.outcome(state),
        )

    def loadout_seats(self, setup: Setup) -> frozenset[Seat]:
        mode = self.info.mode(setup.mode)
        chosen = dict(setup.options).get("hand") == "chosen"
        return frozenset(range(1, mode.seats + 1)) if chosen and mode is not None else frozenset()

    def parse_loadout(self, setup: Setup, seat: Seat, text: str) -> str:
        cards = sorted(int(part) for part in text.split("+") if part.strip().isdecimal() and part.isascii())
        if len(cards) != 2 or text.count("+") != 1:
            raise NotationError(say("Two cards look like {example}.", example="4+9"), code="loadout", rule="P3")
        if cards[0] == cards[1] or sum(cards) > 20 or not set(cards) <= set(CARDS):
            reason = say("Two different cards of 1 to 18, of a sum of 20 at most.")
            raise IllegalMoveError(reason, code="loadout", rule="P3", given=shortened(text), suggestions=("4+9",))
        return "+".join(map(str, cards))

    def usual_loadout(self, setup: Setup, seat: Seat) -> str:
        return f"{seat}+{20 - seat}" if seat > 1 else "2+18"

    def write_position(self, state: State) -> str:
        return script.write_position(state)

    def masked_position(self, state: State, seat: Seat | None) -> str:
        return script.write_position(state, mask=True, reader=seat)

    def dump(self, state: State) -> Json:
        chance, table = state.chance, state.table
        told = None if chance.recorded is None else [list(draw) for draw in chance.recorded]
        mode = [table.seats, table.draft, table.factor, table.dealer]
        return [mode, chance.seed.hex(), chance.used, told, script.write_position(state)]

    def load(self, data: Json) -> State:
        match data:
            case [[int(seats), bool(draft), int(factor), int(dealer)], str(seed), int(used), told, str(position)]:
                draws = tuple(tuple(draw) for draw in told) if isinstance(told, list) else None
                chance = Chance(bytes.fromhex(seed), used, draws)
                table = table_of(MODES[2 if seats == 1 else seats - 2], {})
                return script.read_position(replace(table, draft=draft, factor=factor, dealer=dealer), position, chance)
        raise TypeError("a dumped state is a list")

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        return script.read_script(self.info.name_tags, text, first_line, setup)

    def write_script(self, setup: Setup, script_: Script, outcome: Outcome | None) -> str:
        return script.write_script(setup, script_)

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return "=".join(names[seat - 1] for seat in outcome.winners) or "the dealer"


def _ended(state: State, events: tuple[Event, ...], *, barrier: bool = False) -> Step[State]:
    """Return what follows when a turn is over; at the end of the game the cards set aside come to light."""
    after = _next(state)
    return Step(after, events, barrier=barrier or after.phase == "over")


def _next(state: State) -> State:
    """Return the position before the next turn (P4, P8)."""
    done, table = state.done + 1, state.table
    state = replace(state, done=done, turn=state.turn + 1, dealer=state.dealer + table.dealer)
    if done >= TURNS * table.seats:
        return replace(state, phase="over", seat=0)
    place = state.order.index(state.seat)
    following = [seat for seat in (*state.order[place + 1 :], *state.order[: place + 1]) if seat in state.left]
    return replace(state, phase="act", seat=following[0])


PARLOUR = Parlour()
