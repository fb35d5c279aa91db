"""A small game with what few games have: a mode that is played alone, options of modes, a choice before the start.

Everybody fills a basket: a turn adds 1, 2 or 3, or what is rolled (a barrier), or 5 for a letter of one's own hand,
which nobody else sees. The first player to have 12 wins. Alone there are five turns for that, or the beast wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from engine.chance import Chance
from engine.choices import Choice, Invitation, Question
from engine.errors import IllegalMoveError, NotationError, SetupError
from engine.events import Event, Surrendered
from engine.game import Game, GameInfo, Json, Mode, Option, Setup, Step
from engine.outcome import Outcome, Termination
from engine.script import Entry, Script
from engine.seat import Seat
from engine.text import Player, Text, say
from render.renderer import Overlay, Renderer
from render.words import PLAIN, Look, one_line, result_text
from tests.render.skeleton import NimRenderer

GOAL, TURNS, HAND = 12, 5, 3
LETTERS = "uvwxy"  # in no hash by chance
BEASTS = {"wolf": say("the Wolf"), "bear": say("the Bear")}


def _given(seats: int) -> tuple[str, ...]:
    return ("random", *("".join(each) for each in permutations("123456", seats)))


def _labels(values: Sequence[str]) -> tuple[Text, ...]:
    return tuple(say("{value}", value=value) for value in values)


@dataclass(frozen=True, slots=True)
class Filled(Event):
    """Something came into a basket."""

    number: int = 0
    how: str = ""

    def text(self) -> Text:
        return say(
            "{player} puts {number} in ({how}).", player=Player(self.seat or 0), number=self.number, how=self.how
        )


@dataclass(frozen=True, slots=True)
class Grove:
    """`sums` and `hands` for seat 1, 2, …; `count` numbers the turns; `gone` gave up."""

    chance: Chance
    beast: str
    sums: tuple[int, ...]
    hands: tuple[str, ...]
    seat: Seat = 1
    count: int = 1
    gone: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class GroveView:
    """What a seat may know: its own hand, and how many letters the others hold."""

    sums: tuple[int, ...]
    held: tuple[int, ...]
    hand: str
    to_act: Seat | None
    count: int
    outcome: Outcome | None


class GroveGame(Game[Grove, str, GroveView]):
    """See the module."""

    info = GameInfo(
        "grove",
        "Grove",
        (
            Mode("2", say("two players"), 2),
            Mode("3", say("three players"), 3),
            Mode("solo", say("alone against a beast"), 1),
        ),
        options=(
            Option(
                "paths",
                say("Paths"),
                ("open", "given"),
                "open",
                (say("your own"), say("given")),
                modes=("2", "3"),
                note=say("For beginners paths are given."),
            ),
            Option(
                "given",
                say("Given paths"),
                _given(2),
                "random",
                _labels(_given(2)),
                modes=("2",),
                needs=("paths", "given"),
            ),
            Option(
                "given",
                say("Given paths"),
                _given(3),
                "random",
                _labels(_given(3)),
                modes=("3",),
                needs=("paths", "given"),
            ),
            Option("beast", say("Beast"), tuple(BEASTS), "wolf", tuple(BEASTS.values()), modes=("solo",)),
        ),
        uses_chance=True,
        open=False,
        loadouts=True,
        name_tags=("P1", "P2", "P3"),
    )

    def initial(self, setup: Setup, chance: Chance) -> Grove:
        mode = self.info.mode(setup.mode)
        if mode is None:
            raise SetupError(say("No such mode."), code="unknown-mode", given=setup.mode)
        options = dict(setup.options)
        given = options.get("given", "random")
        sums = tuple(int(given[seat]) if given != "random" else 0 for seat in range(mode.seats))
        hands = setup.loadouts or ("",) * mode.seats
        return Grove(chance, options.get("beast", "wolf") if mode.alone else "", sums, hands)

    def to_act(self, state: Grove) -> frozenset[Seat]:
        return frozenset() if self.outcome(state) else frozenset({state.seat})

    def turn(self, state: Grove) -> int:
        return state.count

    def legal(self, state: Grove, seat: Seat) -> Sequence[str]:
        if seat not in self.to_act(state):
            return ()
        return ("1", "2", "3", "r", *sorted(set(state.hands[seat - 1])))

    def parse(self, state: Grove, seat: Seat, text: str) -> str:
        if text not in {"1", "2", "3", "r", *LETTERS}:
            raise NotationError(say("{text} is no move.", text=text), code="notation", given=text)
        if text not in self.legal(state, seat):
            suggestions = tuple(self.legal(state, seat))
            raise IllegalMoveError(say("Not now."), code="illegal", given=text, rule="G1", suggestions=suggestions)
        return text

    def format(self, state: Grove, seat: Seat, move: str) -> str:
        return move

    def choices(self, state: Grove, seat: Seat, move: str) -> tuple[Choice, ...]:
        return (Choice(move, say("{move}", move=move)),)

    def apply(self, state: Grove, moves: Mapping[Seat, str]) -> Step[Grove]:
        ((seat, move),) = moves.items()
        chance, hands, number = state.chance, list(state.hands), 5
        if move == "r":
            pips, chance = chance.below(6)
            number = pips + 1
        elif move in LETTERS:
            hands[seat - 1] = hands[seat - 1].replace(move, "", 1)
        else:
            number = int(move)
        sums = tuple(each + number * (index == seat) for index, each in enumerate(state.sums, 1))
        after = replace(state, chance=chance, hands=tuple(hands), sums=sums, count=state.count + 1)
        return Step(_passed(after), (Filled(seat, number=number, how=move),), barrier=move == "r")

    def forfeit(self, state: Grove, seat: Seat) -> Step[Grove]:
        if seat in state.gone or self.outcome(state):
            raise IllegalMoveError(say("Out already."), code="out")
        after = replace(state, gone=state.gone | {seat})
        return Step(_passed(after) if seat == state.seat else after, (Surrendered(seat),))

    def outcome(self, state: Grove) -> Outcome | None:
        seats = len(state.sums)
        first = next((seat for seat, total in enumerate(state.sums, 1) if total >= GOAL), None)
        points = tuple(map(float, state.sums))
        if state.beast:
            against = BEASTS[state.beast]
            if first is not None:
                onward = say("Now try another beast.")
                return Outcome((1,), say("The basket is full."), "V", points, by=1, against=against, onward=onward)
            if state.gone:
                left = Termination.FORFEIT
                return Outcome((2,), say("{player} left.", player=Player(1)), "F", points, left, by=1, against=against)
            if state.count > TURNS:
                return Outcome((2,), say("Night has come."), "D", points, against=against)
            return None
        staying = [seat for seat in range(1, seats + 1) if seat not in state.gone]
        if first is None and len(staying) > 1:
            return None
        winner = first or staying[0]
        ranks = tuple(1 if seat == winner else 2 for seat in range(1, seats + 1))
        if first is not None:
            return Outcome(ranks, say("The basket is full."), "G", points, by=winner)
        return Outcome(ranks, say("One is left."), "L", points, Termination.FORFEIT)

    def view(self, state: Grove, seat: Seat | None) -> GroveView:
        return GroveView(
            state.sums,
            tuple(map(len, state.hands)),
            "" if seat is None else state.hands[seat - 1],
            next(iter(self.to_act(state)), None),
            state.count,
            self.outcome(state),
        )

    def write_position(self, state: Grove) -> str:
        return f"{state.count} {','.join(map(str, state.sums))} {','.join(state.hands)}"

    def masked_position(self, state: Grove, seat: Seat | None) -> str:
        hands = (hand if each == seat else "?" * len(hand) for each, hand in enumerate(state.hands, 1))
        return f"{state.count} {','.join(map(str, state.sums))} {','.join(hands)}"

    def dump(self, state: Grove) -> Json:
        raise AssertionError("nothing here keeps snapshots")

    def load(self, data: Json) -> Grove:
        raise AssertionError("nothing here keeps snapshots")

    def read_script(self, text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
        entries: list[Entry] = []
        for line in text.split("\n"):
            word, _, rest = line.partition(" ")
            if word == "*":
                setup = replace(setup, loadouts=tuple(rest.split(",")))
            elif word:
                entries.append(Entry(len(entries) + 1, int(word), rest, forfeit=rest == "F"))
        mode = self.info.mode(setup.mode)
        return setup, Script(("",) * (mode.seats if mode is not None else 0), tuple(entries))

    def write_script(self, setup: Setup, script: Script, outcome: Outcome | None) -> str:
        chosen = [f"* {','.join(setup.loadouts)}"] if setup.loadouts else []
        return "\n".join([*chosen, *(f"{entry.seat} {entry.text}" for entry in script.entries)]) + "\n"

    def result_text(self, outcome: Outcome, names: Sequence[str]) -> str:
        return f"{outcome.code}:{'='.join(names[seat - 1] for seat in outcome.winners)}"

    # Loadouts
    def loadout_seats(self, setup: Setup) -> frozenset[Seat]:
        mode = self.info.mode(setup.mode)
        if mode is None or dict(setup.options).get("paths") == "given":
            return frozenset()
        return frozenset(range(1, mode.seats + 1))

    def parse_loadout(self, setup: Setup, seat: Seat, text: str) -> str:
        letters = text.casefold().replace("+", "").replace(" ", "")
        if any(each not in LETTERS for each in letters):
            raise NotationError(say("A hand is letters from u to y."), code="notation", given=text)
        if len(letters) != HAND or max(Counter(letters).values()) > 2:
            reason = say("A hand is {count} letters, at most two of them alike.", count=HAND)
            raise IllegalMoveError(reason, code="illegal", given=text, rule="G2", suggestions=("uvw",))
        return "".join(sorted(letters))

    def usual_loadout(self, setup: Setup, seat: Seat) -> str:
        return "uvw"

    # Building
    building: Invitation | None = Invitation(say("Pick letters"), say("Picks the letters of your hand one by one."))

    def loadout_question(self, setup: Setup, seat: Seat, draft: str) -> Question:
        return Question(say("Your hand"), (say("So far: {letters}", letters=draft or "-"),), say("Pick a letter."))

    def loadout_choices(self, setup: Setup, seat: Seat, draft: str) -> tuple[Choice, ...]:
        left = [each for each in LETTERS if draft.count(each) < 2] if len(draft) < HAND else []
        return tuple(Choice(each, say("Letter {letter}", letter=each), say("puts 5 in")) for each in left)

    def loadout_step(self, setup: Setup, seat: Seat, draft: str, key: str) -> str:
        if key not in [each.key for each in self.loadout_choices(setup, seat, draft)]:
            raise IllegalMoveError(say("That letter is not left."), code="illegal", given=key)
        return "".join(sorted(draft + key))


def _passed(state: Grove) -> Grove:
    seats = len(state.sums)
    order = [(state.seat + step - 1) % seats + 1 for step in range(1, seats + 1)]
    return replace(state, seat=next((seat for seat in order if seat not in state.gone), state.seat))


class GroveRenderer(Renderer[GroveView]):
    """Says of a grove what there is; its pictures are one line."""

    def draw(
        self, view: GroveView, last: Sequence[Event] = (), look: Look = PLAIN, *, overlay: Overlay | None = None
    ) -> bytes:
        return NimRenderer().sheet("", look)

    def alt_text(self, view: GroveView, last: Sequence[Event] = (), look: Look = PLAIN) -> str:
        told = [self.headline(view), *(event.text() for event in last)]
        words = " ".join(each.render(look.translate, look.called(one_line)) for each in told)
        return f"{view.sums} {view.held} {view.hand} {words}"

    def headline(self, view: GroveView) -> Text:
        if view.outcome is not None:
            return result_text(view.outcome)
        return say("Turn {turn}: {player}", turn=view.count, player=Player(view.to_act or 1))

    def text_board(self, view: GroveView, look: Look = PLAIN) -> str:
        return f"{view.sums} {view.held} {view.hand}"

    def sheet(self, data: str = "", look: Look = PLAIN) -> bytes:
        return NimRenderer().sheet("", look)

    def sheet_text(self, data: str = "", look: Look = PLAIN) -> str:
        return "Fill the basket."


GROVE = GroveGame()
