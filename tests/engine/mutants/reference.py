"""Mutants once more, written from the rules page alone: slow and plain, moves are texts in canonical notation.

It shares nothing with the engine but the data file. Nothing is drawn here: what comes up is told by who makes the game.
A game is its answers and its draws so far; its flow runs again from the start wherever it is no longer at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from tests.engine.mutants.reference_asking import Ask, Draw, Flow, Forfeit, private_kinds
from tests.engine.mutants.reference_data import BOSS, codes, in_file_order, usual_reserve
from tests.engine.mutants.reference_record import Line, answer_lines, draw_line, end_line, head_line
from tests.engine.mutants.reference_rounds import Match
from tests.engine.mutants.reference_table import ZONES

Drawn: TypeAlias = Sequence[str | int]
Arrange: TypeAlias = Callable[[Match], int]


class DrawNeeded(Exception):  # noqa: N818 - it says what to tell, and nothing is wrong
    """Something is drawn that the game was not told.

    Attributes:
        draw: What, from which cards.
    """

    def __init__(self, draw: Draw) -> None:
        super().__init__(f"{draw.kind} {draw.owner}: {draw.number} of {', '.join(map(str, draw.cards))}")
        self.draw = draw


class Lot(Protocol):
    """Draws what a game is not told: a value, so that a game can be gone on with in several ways."""

    def draw(self, draw: Draw) -> tuple[Drawn, Lot]:
        """Return what comes up, and what draws next."""
        ...


class Run:
    """A flow and where it waits."""

    def __init__(self, match: Match, flow: Flow[None]) -> None:
        self.match, self.flow = match, flow
        self.asked: dict[int, Ask] = {}
        self.read = 0

    def send(self, answer: Mapping[int, str] | Forfeit | None, draws: list[Drawn], lot: Lot | None) -> Lot | None:
        """Go on to the next prompt, and return the lot behind it.

        What is not told is drawn by lot, and added to the draws.
        """
        came: Any = answer
        lines = self.match.lines
        if answer is not None:
            own = private_kinds(solo=self.match.solo)
            lines += answer_lines(answer, {seat for seat, ask in self.asked.items() if ask.kind in own})
        try:
            while True:
                request = self.flow.send(came)
                if not isinstance(request, Draw):
                    self.asked = request
                    return lot
                if self.read == len(draws):
                    if lot is None:
                        raise DrawNeeded(request)
                    drawn, lot = lot.draw(request)
                    draws.append(drawn)
                came = _checked(request, draws[self.read])
                lines.append(draw_line(request, came))
                self.read += 1
        except StopIteration:
            self.asked = {}
            assert self.match.result is not None
            lines.append(end_line(self.match.result))
            return lot


def _checked(draw: Draw, told: Drawn) -> Drawn:
    rest = list(draw.cards)
    for card in told:
        rest.remove(card)
    assert len(told) == draw.number
    return told


class Reference:
    """A game between seats 1, 2, …, or of seat 1 against the boss.

    Args:
        mode: `"2"`, `"3"`, `"4"` or `"solo"`.
        options: By their keys (N10); what is left out has its default.
        loadouts: The reserves of a constructed game (M13), as N4 writes them; empty for who has chosen none (M75).
        draws: What is drawn, in the order of N12; a lot draws the rest.
        lot: Draws what was not told. Without one, `DrawNeeded` is raised.
        arrange: Lays out a table in the middle of a round and returns who has the next turn; without it the game begins
            with its set-up.
    """

    def __init__(
        self,
        mode: str,
        options: Mapping[str, str] | None = None,
        loadouts: Sequence[str] = (),
        draws: Sequence[Drawn] = (),
        lot: Lot | None = None,
        arrange: Arrange | None = None,
    ) -> None:
        self.mode, self.options, self.loadouts = mode, dict(options or {}), tuple(loadouts)
        self.draws, self.arrange = list(draws), arrange
        self.answered: tuple[Mapping[int, str] | Forfeit, ...] = ()
        run = self._made()
        self.lot = run.send(None, self.draws, lot)
        self._run: Run | None = run
        self.uncovered = False
        """Whether something hidden came up behind the last answer (N7)."""

    def _made(self) -> Run:
        solo = self.mode == "solo"
        limits = self.options.get("limits", "none").replace("none", "")
        match = Match(
            1 if solo else int(self.mode),
            boss=self.options.get("boss", "wizard") if solo else "",
            ultra=self.options.get("ultra", "no") == "yes",
            limits=limits,
        )
        loadouts = [
            text or "+".join(usual_reserve(seat=seat, solo=solo, limits=limits))
            for seat, text in enumerate([*self.loadouts, *[""] * len(match.seats)][: len(match.seats)], 1)
        ]
        decks = self.options.get("decks", "random").replace("random", "")
        match.lines.append(head_line(self.mode, self.options))
        if solo or self.options.get("reserve") == "constructed":
            match.lines += answer_lines(dict(enumerate(loadouts, 1)), match.seats)
        if self.arrange is None:
            flow = match.whole(self.options.get("reserve", "draft"), decks, loadouts)
        else:
            flow = match.from_turn(self.arrange(match))
        return Run(match, flow)

    @property
    def run(self) -> Run:
        if self._run is None:
            self._run = self._made()
            for answer in (None, *self.answered):
                self._run.send(answer, self.draws, None)
        return self._run

    def _next(self, answer: Mapping[int, str] | Forfeit, drawn: Sequence[Drawn]) -> Reference:
        game = object.__new__(Reference)
        game.mode, game.options, game.loadouts = self.mode, self.options, self.loadouts
        game.arrange = self.arrange
        run = self.run
        game.draws = [*self.draws[: run.read], *(drawn or self.draws[run.read :])]
        game.answered = (*self.answered, answer)
        # The running flow goes along with the younger game; this one starts anew should it be asked once more.
        self._run = None
        before = run.match.hidden
        game.lot = run.send(answer, game.draws, self.lot)
        game.uncovered = run.match.hidden > before
        game._run = run
        return game

    def acting(self) -> list[int]:
        return sorted(self.run.asked)

    def answers(self, seat: int) -> set[str]:
        ask = self.run.asked.get(seat)
        return set(ask.answers) if ask else set()

    def after(self, texts: Mapping[int, str], drawn: Sequence[Drawn] = ()) -> Reference:
        """Return the game after the answers of all who are asked, and after what came up behind them."""
        assert sorted(texts) == self.acting()
        assert all(text in self.answers(seat) for seat, text in texts.items())
        return self._next(dict(texts), drawn)

    def forfeit(self, seat: int, drawn: Sequence[Drawn] = ()) -> Reference:
        """Return the game after a player has left (M54)."""
        assert self.acting()
        assert seat in self.run.match.seats
        assert seat not in self.left()
        return self._next(Forfeit(seat), drawn)

    def default(self, seat: int) -> str:
        """Return what is played for a seat that must decide and is late (M77)."""
        return self.run.asked[seat].default

    def shown(self, reader: int | None) -> dict[int, bool]:
        """Return of every seat that is asked whether a reader may read its answer (N8)."""
        own = private_kinds(solo=self.run.match.solo)
        return {seat: ask.kind not in own or reader == seat for seat, ask in self.run.asked.items()}

    def unread(self) -> int:
        """Return how many draws were told that have not come up."""
        return len(self.draws) - self.run.read

    def left(self) -> set[int]:
        """Return who has left (M54)."""
        return self.run.match.gone | self.run.match.leaving

    def told(self) -> dict[str, Any]:
        """Return all that can be compared with a state; tops come first, but on stacks and discards last."""
        match = self.run.match
        first = match.first and match.around(match.first)[0]
        return {
            "asked": {seat: ask.kind for seat, ask in self.run.asked.items()},
            "round": match.round,
            "first": first,
            "owner": match.owner,
            "left": sorted(self.left()),
            "force": [tuple(stack) for stack in match.track],
            "score": {points: tuple(stack) for points, stack in sorted(match.score.items()) if stack},
            "health": match.health if match.solo else None,
            "boss": self._side(BOSS) if match.solo else None,
            "sides": {seat: self._side(seat) for seat in match.seats if seat not in match.gone},
            "packs": {seat: sorted(pack) for seat, pack in getattr(match, "packs", {}).items()},
            "picks": {seat: list(picks) for seat, picks in getattr(match, "picks", {}).items()},
            "result": match.result,
        }

    def record(self) -> list[str]:
        """Return the lines of the record below its tags (N11)."""
        return [each.text if isinstance(each, Line) else each for each in self.run.match.lines]

    def copy_for(self, reader: int | None) -> list[str]:
        """Return the lines of the copy for a reader, or a spectator, while the match runs (N14)."""
        return [each.shown(reader) if isinstance(each, Line) else each for each in self.run.match.lines]

    def _side(self, seat: int) -> dict[str, Any]:
        side = self.run.match.sides[seat]
        return {
            "hand": codes(in_file_order(side.hand)),
            "deck": codes(side.deck),
            "discard": codes(side.discard),
            "freezer": codes(in_file_order(side.freezer)),
            "incubator": side.incubator and side.incubator.code,
            "reserve": tuple(codes(pile) for pile in side.reserve),
            "arena": {
                zone: (card.code, card.up) if card is not None else None
                for zone, card in ((zone, side.arena[zone]) for zone in ZONES)
            },
        }
