"""A game being played: its state, its moves, and choices sealed until all have chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import groupby
from typing import Any

from engine.chance import Chance, Draw
from engine.errors import ArenaError, IllegalMoveError, MoveError, SetupError, TurnError
from engine.events import Event, Surrendered
from engine.game import Game, Setup, whole
from engine.outcome import Outcome, Termination
from engine.script import Entry
from engine.seat import Seat
from engine.text import Player, Text, listed, say, shortened
from engine.turn import SEPARATOR, Turn, behind_end, complete_turn, entry_of, joined, parse_turn

FORFEIT = "F"
"""A surrender among the moves of a record."""


@dataclass(frozen=True, slots=True)
class Played:
    """A turn, or one move of it, as it was submitted; or a surrender.

    Attributes:
        seat: The player's; of choices revealed together, the last in the order of seats.
        text: That seat's moves in canonical notation, `"F"` for a surrender. For the program: people are shown `runs`,
            which leaves out secrets.
        events: Empty for a sealed choice.
        parts: Every move of it, in order, including other seats' answers in the turn.
        together: The choices that were revealed together, by seat; empty for the turn of one seat.
    """

    seat: Seat
    text: str
    events: tuple[Event, ...]
    parts: tuple[Entry, ...]
    together: tuple[Entry, ...] = ()

    def runs(self, reader: Seat | None, *, over: bool) -> tuple[tuple[Seat, str | Text], ...]:
        """Return each seat's moves in order, as a reader may know them, without surrenders.

        Consecutive readable moves of one seat are joined in notation; each veiled move is separate. `reader` None is a
        spectator or a public message; once the game is `over`, everything is readable.
        """
        played = [part for part in self.parts if not part.forfeit]
        shown = [(each.seat, each.shown(reader, over=over)) for each in played]
        if not self.together and shown == [(self.seat, each.text) for each in played]:
            # As it is written: a game may join moves by another sign.
            surrendered = len(played) < len(self.parts)
            text = self.text.removesuffix(FORFEIT).removesuffix(SEPARATOR) if surrendered else self.text
            return ((self.seat, text),) if played else ()
        runs: list[tuple[Seat, str | Text]] = []
        for (seat, in_words), run in groupby(shown, lambda each: (each[0], isinstance(each[1], Text))):
            texts = [text for _, text in run]
            runs += [(seat, text) for text in texts] if in_words else [(seat, SEPARATOR.join(map(str, texts)))]
        return tuple(runs)

    @property
    def surrender(self) -> Surrendered | None:
        return next((each for each in self.events if isinstance(each, Surrendered) and each.seat == self.seat), None)

    def ended_by_surrender(self, outcome: Outcome | None) -> bool:
        """Return whether the reason of a result already says that its seat resigned."""
        return outcome is not None and self.surrender is not None and outcome.by == self.seat


@dataclass(frozen=True)  # without slots, for cached properties
class Session:
    """A game at one moment. Immutable: playing returns another session.

    Attributes:
        chance: At the start; its seed is a secret until the match is over.
        sealed: Moves of seats that have chosen while others have not, sorted by seat. Secret from all others.
        last: The most recent turn; None before the first.
        floor: The number of entries that cannot be taken back: chance, hidden information or a resignation followed.
        late: Seats that lost because their time ran out.
        drawn: The draws of the last step.
        ruling: The end, where people decided it and not the rules.
    """

    game: Game[Any, Any, Any]
    setup: Setup
    chance: Chance
    state: Any
    entries: tuple[Entry, ...] = ()
    sealed: tuple[tuple[Seat, Any, Entry], ...] = ()
    last: Played | None = None
    floor: int = 0
    late: frozenset[Seat] = frozenset()
    drawn: tuple[Draw, ...] = ()
    ruling: Outcome | None = None

    @classmethod
    def start(cls, game: Game[Any, Any, Any], setup: Setup, chance: Chance) -> Session:
        """Return the session before the first move, with a loadout for every seat that has one, or `SetupError`."""
        if not 0 <= setup.rules <= game.info.rules_version:
            raise SetupError(
                say(
                    "There's no version {rules} of the rules of {game} here; the latest is {latest}.",
                    game=game.info.name,
                    rules=setup.rules,
                    latest=game.info.rules_version,
                ),
                code="unknown-rules",
                given=str(setup.rules),
            )
        setup = whole(game, setup)
        return cls(game, setup, chance, game.initial(setup, chance))

    @property
    def deciding(self) -> frozenset[Seat]:
        """The seats of the current decision, including those with sealed choices; none when the game is over.

        Public, unlike `to_act`.
        """
        return frozenset() if self.ruling is not None else self.game.to_act(self.state)

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that must still decide; secret in a joint decision, as it reveals those that have chosen."""
        return self.deciding - {seat for seat, _, _ in self.sealed}

    @property
    def playing(self) -> frozenset[Seat]:
        """The seats that are still in the game: those that could resign now."""
        if self.ruling is not None:
            return frozenset()
        return frozenset(seat for seat in range(1, self._seats + 1) if self._may_resign(seat))

    def _may_resign(self, seat: Seat) -> bool:
        try:
            self.game.forfeit(self.state, seat)
        except ArenaError:
            return False
        return True

    def mark(self, seat: Seat) -> str:
        """Return six digits that change with a seat's sealed choices, so that its menus notice; empty without any."""
        text = next((entry.text for each, _, entry in self.sealed if each == seat), None)
        return "" if text is None else blake2b(text.encode(), digest_size=3).hexdigest()

    @cached_property
    def outcome(self) -> Outcome | None:
        outcome = self.ruling or self.game.outcome(self.state)
        if outcome is not None and outcome.termination is Termination.FORFEIT and self._ended_late(outcome):
            reason = (
                outcome.reason if outcome.by is None else say("{player} ran out of time.", player=Player(outcome.by))
            )
            return replace(outcome, termination=Termination.TIME, reason=reason)
        return outcome

    def view(self, seat: Seat | None) -> Any:  # noqa: ANN401 - each game has its own type of view
        """Return what a seat, or a spectator (None), may know now, including the current result."""
        if seat not in self._views:  # a board and the words around it ask for the same one
            view, outcome = self.game.view(self.state, seat), self.outcome
            differs = getattr(view, "outcome", outcome) != outcome
            self._views[seat] = replace(view, outcome=outcome) if differs else view
        return self._views[seat]

    @cached_property
    def _views(self) -> dict[Seat | None, Any]:
        return {}

    def preview(self, seat: Seat, text: str) -> Turn[Any]:
        """Return the result of a turn, or of its beginning, as far as its player may know, or `TurnError`."""
        return parse_turn(self.game, self.state, seat, text)

    def complete(self, seat: Seat, text: str, limit: int = 25) -> list[str]:
        return complete_turn(self.game, self.state, seat, text, limit)

    def play(self, seat: Seat, text: str) -> Session:
        """Return the session after a whole turn, or one that ends where its player must first see its effect.

        A turn that is a list (`Game.listing`) is closed where that is implied, and may otherwise stay open for later
        moves.

        Raises:
            TurnError: It cannot be read, is illegal, or is not finished (`code` is `"turn-incomplete"`).
        """
        if self.ruling is not None:
            raise self._ended(text)
        turn = parse_turn(self.game, self.state, seat, text, past_barrier=True)
        listed = self.game.listing(self.state, seat)
        if not (turn.over or turn.barrier) and (listed is None or not turn.moves):
            raise self._incomplete(seat, text, turn.text, len(turn.moves))
        if len(self.game.to_act(self.state)) > 1:
            return self._seal(seat, turn.moves[0], turn.entries[0])
        entries = self.entries + turn.entries
        session = replace(
            self,
            state=turn.state,
            entries=entries,
            last=_last(self, turn.entries, turn.events),
            floor=len(entries) if turn.barrier else self.floor,
            drawn=turn.drawn,
        )
        if listed is not None and not turn.over:
            rest = self.game.listing(turn.state, seat)
            if rest is not None and (rest.whole or rest.done):
                return session.play(seat, rest.close)
        return session

    def move(self, seat: Seat, text: str) -> Session:
        """Return the session after one move, even in the middle of a turn: for replaying records."""
        game = self.game
        move = game.parse(self.state, seat, text)
        entry = entry_of(game, self.state, seat, move)
        if len(game.to_act(self.state)) > 1:
            return self._seal(seat, move, entry)
        step = game.apply(self.state, {seat: move})
        played = _last(self, (entry,), step.events)
        entries = (*self.entries, entry)
        floor = len(entries) if step.barrier else self.floor
        return replace(self, state=step.state, entries=entries, last=played, floor=floor, drawn=step.drawn)

    def repeat(self, seat: Seat, text: str) -> Session:
        """Return the session after a turn played before, read from the texts of its entries, joined by `/`.

        `play` may write more than was typed: each move in full, and the close of a list, even after a barrier. Limits
        on typed turns (barriers, lengths) therefore do not apply here.

        Raises:
            TurnError: It cannot be read, is illegal, or is not finished.
        """
        if self.ruling is not None:
            raise self._ended(text)
        game, start, session = self.game, self.game.turn(self.state), self
        texts = text.split(SEPARATOR)
        for index, each in enumerate(texts):
            try:
                if index and not _goes_on(session, seat, start):
                    raise behind_end(game, each)
                session = session.move(seat, each)
            except MoveError as error:
                column = sum(len(before) + len(SEPARATOR) for before in texts[:index])
                raise TurnError(error, given=text, index=index, column=column, action=shortened(each)) from error
        stops = session.floor == len(session.entries) or game.listing(self.state, seat) is not None
        if _goes_on(session, seat, start) and not stops:
            raise self._incomplete(seat, text, text, len(texts))
        return session

    def forfeit(self, seat: Seat, *, late: bool = False) -> Session:
        """Return the session after a seat resigned, or lost because its time ran out (`late`)."""
        turn = self.game.turn(self.state)
        step = self.game.forfeit(self.state, seat)
        alone = self._seats == 1
        events = tuple(
            replace(each, late=late, alone=alone) if isinstance(each, Surrendered) else each for each in step.events
        )
        waiting = self.game.to_act(step.state)
        entry = Entry(turn, seat, FORFEIT, forfeit=True)
        entries = (*self.entries, entry)
        session = replace(
            self,
            state=step.state,
            entries=entries,
            sealed=tuple(each for each in self.sealed if each[0] in waiting),
            last=Played(seat, FORFEIT, events, (entry,)),
            floor=len(entries),
            drawn=step.drawn,
            late=self.late | {seat} if late else self.late,
        )
        return _revealed(session) if session.sealed else session

    def unseal(self, seat: Seat) -> Session:
        """Return the session without a seat's sealed choice, which stays secret for ever: it must choose again."""
        left = tuple(each for each in self.sealed if each[0] != seat)
        return self if left == self.sealed else replace(self, sealed=left)

    def rule(self, ruling: Outcome) -> Session:
        """Return the session as people ended it (`engine.outcome`); sealed choices stay secret for ever."""
        if self.outcome is not None or len(ruling.ranks) != self._seats:
            raise ValueError(f"{ruling} does not end this game")
        return replace(self, ruling=ruling, sealed=())

    @property
    def _seats(self) -> int:
        mode = self.game.info.mode(self.setup.mode)
        if mode is None:
            raise AssertionError(f"a session in a mode that does not exist: {self.setup.mode}")
        return mode.seats

    def _ended_late(self, outcome: Outcome) -> bool:
        ended_by = outcome.by if outcome.by is not None else self.entries[-1].seat if self.entries else None
        return ended_by in self.late

    def _ended(self, text: str) -> TurnError:
        end = self.game.info.turn_rules.end
        cause = IllegalMoveError(say("The game is over."), code="game-over", rule=end, given=text)
        return TurnError(cause, given=text, index=0, column=0, action="")

    def _seal(self, seat: Seat, move: Any, entry: Entry) -> Session:  # noqa: ANN401 - each game has its own type of move
        others = [each for each in self.sealed if each[0] != seat]
        sealed = tuple(sorted([*others, (seat, move, entry)], key=lambda each: each[0]))
        return _revealed(replace(self, sealed=sealed))

    def _incomplete(self, seat: Seat, text: str, begun: str, count: int) -> TurnError:
        suggestions = tuple(self.complete(seat, begun + SEPARATOR if begun else ""))
        cause = IllegalMoveError(
            say("The turn isn't finished after {turn}.", turn=begun) if begun else say("There's no move in this turn."),
            code="turn-incomplete",
            rule=self.game.info.turn_rules.content,
            given=text,
            position=self.game.masked_position(self.state, seat),
            suggestions=suggestions,
        )
        return TurnError(cause, given=text, index=count, column=len(text), action="")


def _goes_on(session: Session, seat: Seat, turn: int) -> bool:
    return seat in session.to_act and session.game.turn(session.state) == turn


def _revealed(session: Session) -> Session:
    """Apply the sealed moves jointly once the last one is in."""
    if {seat for seat, _, _ in session.sealed} != session.game.to_act(session.state):
        return session
    step = session.game.apply(session.state, {seat: move for seat, move, _ in session.sealed})
    entries = tuple(entry for _, _, entry in session.sealed)
    last = Played(entries[-1].seat, SEPARATOR.join(entry.text for entry in entries), step.events, entries, entries)
    entries = session.entries + entries
    # A barrier: the choices are now public, and no seat may choose again with that knowledge.
    return replace(
        session, state=step.state, entries=entries, sealed=(), last=last, floor=len(entries), drawn=step.drawn
    )


def _last(session: Session, played: tuple[Entry, ...], events: tuple[Event, ...]) -> Played:
    game, turn, seat = session.game, played[0].turn, played[0].seat
    if game.info.answers:
        seat = game.owner(session.state) or seat
    earlier: list[Entry] = []
    for entry in reversed(session.entries):
        if entry.turn != turn or entry.forfeit or not (game.info.answers or entry.seat == seat):
            break
        earlier.append(entry)
    parts = (*reversed(earlier), *played)
    listed = game.listing(session.state, seat)
    text = joined(listed, [entry.text for entry in parts if entry.seat == seat])
    before = session.last
    return Played(seat, text, events if not earlier or before is None else before.events + events, parts)


def shown_together(entries: Sequence[Entry], reader: Seat | None, *, over: bool) -> str | Text:
    """Return several moves of one seat as one text, as a reader may know them (`Entry.shown`)."""
    shown = [entry.shown(reader, over=over) for entry in entries]
    if all(isinstance(each, str) for each in shown):
        return SEPARATOR.join(map(str, shown))
    return say("{moves}", moves=listed(shown, "comma"))
