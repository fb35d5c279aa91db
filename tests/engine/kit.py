"""What the suites of this folder need of a game beyond its rules; `tests/engine/<game>/kit.py` has that of a game."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from engine.chance import Chance
from engine.game import Game, Setup
from engine.seat import Seat

AnyGame: TypeAlias = Game[Any, Any, Any]


class Reference(Protocol):
    """A game as a second implementation has it, written from the rules page alone: slow, plain, moves are texts."""

    def acting(self) -> list[Seat]:
        """Return who must decide now."""
        ...

    def answers(self, seat: Seat) -> set[str]:
        """Return the canonical text of every legal move; nothing for a seat that has nothing to decide."""
        ...

    def after(self, texts: Mapping[Seat, str]) -> Reference:
        """Return the game after the moves of all who must act."""
        ...

    def told(self) -> dict[str, Any]:
        """Return all that can be compared with a state."""
        ...


def every_setup(game: AnyGame) -> tuple[Setup, ...]:
    """Return the setups from every mode and every choice of the options that mean something in it."""
    found = dict[Setup, None]()
    for mode in game.info.modes:
        offered = game.info.options_of(mode.key)
        for values in itertools.product(*(option.choices for option in offered)):
            chosen = {option.key: value for option, value in zip(offered, values, strict=True)}
            idle = [each.key for each in offered if each.needs and chosen[each.needs[0]] != each.needs[1]]
            found[Setup(mode.key, tuple((key, value) for key, value in chosen.items() if key not in idle))] = None
    return tuple(found)


def label(setup: Setup) -> str:
    """Return what a setup is called in the names of tests."""
    rules = f"rules{setup.rules}" if setup.rules else ""
    return "-".join(filter(None, [setup.mode, *(value for _, value in setup.options), rules]))


def alikes(game: AnyGame, state: Any, seat: Seat | None, *, times: int = 2) -> Iterator[Any]:
    """Yield positions that a seat, or a spectator (None), cannot tell from one; none for a game where all is open."""
    for number in range(0 if game.info.open else times):
        yield game.alike(state, seat, Chance.from_text(f"elsewhere {number} {seat} {game.write_position(state)}"))


def seats_of(game: AnyGame, setup: Setup) -> int:
    """Return how many play."""
    mode = game.info.mode(setup.mode)
    assert mode is not None
    return mode.seats


def never(_text: str) -> bool:
    """Return False: no move of the game makes it livelier than others."""
    return False


def nothing_drawn(_reference: Reference, _state: Any) -> None:
    """Take nothing over: the game draws nothing."""


@dataclass(frozen=True)
class Kit:
    """What the suites need of a game.

    Attributes:
        game: Its rules.
        start: Makes the second implementation's game at its start, from a setup and the state that it came to.
        like: Makes the second implementation's game in the position of a state.
        told: Returns of a state what `Reference.told` returns.
        kinds: Names the kinds of move, or of decision, that a state of `perft.txt` shows.
        every_kind: Those that `perft.txt` has to show.
        published: Leaf counts that the rules page tells, from depth 1 on, by their ids in `perft.txt`.
        counted: The second implementation counts leaves up to this number.
        setups: Those that the second implementation knows.
        follow: Takes over into the second implementation what a state came to by drawing.
        crowded: Makes a random position full of contact.
        keen: Tells which moves, by their texts, make a game lively; random games prefer them.
        typed: Characters that moves are typed with, for nonsense that looks like moves.
        sampled: Setups that conformance plays, where a game has too many of them; else every one.
    """

    game: AnyGame
    start: Callable[[Setup, Any], Reference]
    like: Callable[[Any], Reference]
    told: Callable[[Any], dict[str, Any]]
    kinds: Callable[[Any], Iterable[str]]
    every_kind: Collection[str]
    typed: str
    published: Mapping[str, Sequence[int]] = field(default_factory=dict)
    counted: int = 3_000
    setups: tuple[Setup, ...] = ()
    follow: Callable[[Reference, Any], None] = nothing_drawn
    crowded: Callable[[random.Random, Setup], Any] | None = None
    keen: Callable[[str], bool] = never
    sampled: tuple[Setup, ...] = ()

    @property
    def conforming(self) -> tuple[Setup, ...]:
        """The setups that conformance plays."""
        return self.sampled or every_setup(self.game)

    def pick(self, draw: random.Random, texts: Sequence[str]) -> str:
        """Return a move of a random game that is livelier than one by lot alone."""
        keen = [text for text in texts if self.keen(text)]
        return draw.choice(keen if keen and draw.random() < 0.5 else texts)
