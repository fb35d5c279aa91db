"""What one piece can do: for "show me where it can go", which is asked of any piece at any time, not only in turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from engine.game import Choice, Seat
from engine.text import Text

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a game invites to look at one of its subjects.

    Attributes:
        short: In a few words, for the menu.
        text: As a sentence that says what it shows.
    """

    short: Text
    text: Text


_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Reach:
    """What one piece can do. Places are written as in the notation, e.g. `"E7"`.

    Attributes:
        subject: The piece.
        origin: Where it stands; empty for one that is not on the board.
        moves: In canonical notation and the stable order of legal moves; `…` at the end of one stands for what would
            still have to be chosen.
        walks: Free places that it may go to, or be put on.
        leaps: Free places that it may go to over others.
        captures: Places whose piece it may destroy by going there.
        arcs: Places whose piece it may destroy from afar.
        threatened: Places that it may not go to because of a threat.
        flips: Places whose piece, of the same owner, it lets turn over; or its own, where it can be turned over.
        notes: What else there is to say of it.
    """

    subject: Choice
    origin: str = ""
    moves: tuple[str, ...] = ()
    walks: frozenset[str] = _NONE
    leaps: frozenset[str] = _NONE
    captures: frozenset[str] = _NONE
    arcs: frozenset[str] = _NONE
    threatened: frozenset[str] = _NONE
    flips: frozenset[str] = _NONE
    notes: tuple[Text, ...] = ()


@runtime_checkable
class Reaching(Protocol[S_contra]):
    """A game that can tell what single pieces can do. Optional: a `Game` may be one of these too.

    Attributes:
        invitation: To pick one of its subjects.
    """

    @property
    def invitation(self) -> Invitation: ...  # noqa: D102 - in the class's docstring

    def subjects(self, state: S_contra, seat: Seat | None) -> tuple[Choice, ...]:
        """Return the pieces that a seat, or a spectator (None), may ask about, its own first; none once it is over."""
        ...

    def reach(self, state: S_contra, seat: Seat | None, key: str) -> Reach | None:
        """Return what a piece could do now if its owner were to use it, or None if there is no such piece."""
        ...
