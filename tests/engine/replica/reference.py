"""A second reading of the rules P1 to P10: slow, square by square, and without a line of the engine's.

Squares are pairs of file and rank from 1, moves their canonical texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

Square = tuple[int, int]
Men = dict[Square, tuple[int, bool]]

FILES = ".abcdefgh"
START = {
    1: "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 a4 b4",
    2: "h8 g8 f8 e8 h7 g7 f7 e7 h6 g6 h5 g5",
}
CORNERS = {1: (8, 8), 2: (1, 1)}
COMPASS = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if (right, up) != (0, 0)]


def read(name: str) -> Square:
    return FILES.index(name[0]), int(name[1])


def write(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1]}"


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 8 and 1 <= square[1] <= 8


def forward(seat: int) -> list[tuple[int, int]]:
    sign = 1 if seat == 1 else -1
    return [(sign, 0), (0, sign), (sign, sign)]


@dataclass(frozen=True)
class Reference:
    """A position; `end` is the code of the end and whose doing it was."""

    men: Men
    sight: str
    power: str
    seat: int = 1
    round: int = 1
    moved: frozenset[Square] = frozenset()
    end: tuple[str, int] | None = None

    @classmethod
    def start(cls, sight: str = "all", power: str = "none") -> Reference:
        men = {read(name): (seat, name in ("a1", "h8")) for seat, names in START.items() for name in names.split()}
        return cls(men, sight, power)

    @classmethod
    def like(cls, view: Any) -> Reference:
        return cls(
            {read(piece.square): (piece.seat, piece.king) for piece in view.pieces},
            view.sight,
            view.king_power,
            view.to_act,
            view.turn,
            frozenset(map(read, view.moved)),
        )

    def acting(self) -> list[int]:
        return [self.seat] if self.end is None else []

    def answers(self, seat: int) -> set[str]:
        return set(self.moves()) if seat in self.acting() else set()

    def moves(self) -> list[str]:
        """Return every legal move in no particular order."""
        if self.end is not None:
            return []
        if not self.moved:
            everyone = [square for square, (seat, _) in self.men.items() if seat == self.seat]
            return [text for square in everyone for text in self.walks(square)] + self.transforms()
        return [*self.king_walks(), "-"]

    def king_walks(self) -> list[str]:
        """Return what kings can do in a turn that goes on."""
        kings = [square for square, man in self.men.items() if man == (self.seat, True)]
        if self.power == "all_kings":
            kings = [square for square in kings if square not in self.moved]
        elif self.power == "double":
            kings = [square for square in kings if square in self.moved]
        return [text for square in kings for text in self.walks(square)]

    def walks(self, origin: Square) -> list[str]:
        """Return the steps and jumps of one piece."""
        found = []
        king = self.men[origin][1]
        for right, up in COMPASS:
            ahead = (right, up) in forward(self.seat)
            back = (-right, -up) in forward(self.seat)
            if not ahead and not (back and king and self.power == "backward_capture"):
                continue
            there = origin[0] + right, origin[1] + up
            while on_board(there) and self.men.get(there, (0, False))[0] == self.seat:
                there = there[0] + right, there[1] + up
            if not on_board(there):
                continue
            if there in self.men:
                found.append(f"{write(origin)}x{write(there)}")
            elif ahead:
                found.append(f"{write(origin)}-{write(there)}")
        return found

    def transforms(self) -> list[str]:
        return [
            f"{write(square)}=K"
            for square, (seat, king) in self.men.items()
            if seat == self.seat and not king and self.is_seen(square)
        ]

    def is_seen(self, square: Square) -> bool:
        """Look from the piece outwards: whether the line comes to a friendly king before an enemy."""
        for right, up in COMPASS:
            if self.sight == "forward" and (-right, -up) not in forward(self.seat):
                continue
            there = square[0] + right, square[1] + up
            while on_board(there):
                seat, king = self.men.get(there, (0, False))
                if seat == 3 - self.seat:
                    break
                if seat == self.seat and king:
                    return True
                there = there[0] + right, there[1] + up
        return False

    def after(self, texts: Mapping[int, str]) -> Reference:
        """Return the position after a legal move."""
        (text,) = texts.values()
        if text == "-":
            return self.next_turn()
        men = dict(self.men)
        if text.endswith("=K"):
            square = read(text[:2])
            men[square] = (self.seat, True)
            after = replace(self, men=men)
            return after.over("C") if square == CORNERS[self.seat] else after.next_turn()
        origin, target = read(text[:2]), read(text[3:])
        king = men[origin][1]
        victim = men.get(target)
        men[target] = men.pop(origin)
        after = replace(self, men=men)
        if victim is not None and victim[1]:
            return after.over("K")
        if king and target == CORNERS[self.seat]:
            return after.over("C")
        if king and self.power == "all_kings":
            after = replace(after, moved=self.moved | {target})
            return after if after.king_walks() else after.next_turn()
        if king and self.power == "double" and not self.moved:
            after = replace(after, moved=frozenset({target}))
            return after if after.king_walks() else after.next_turn()
        return after.next_turn()

    def next_turn(self) -> Reference:
        return replace(self, moved=frozenset(), seat=3 - self.seat, round=self.round + (self.seat == 2))

    def over(self, code: str) -> Reference:
        return replace(self, moved=frozenset(), end=(code, self.seat))

    def told(self) -> dict[str, Any]:
        """Return all that can be compared with a view."""
        return {
            "men": {write(square): man for square, man in self.men.items()},
            "moved": {write(square) for square in self.moved},
            "round": self.round,
            "to act": self.seat if self.end is None else None,
            "end": (*self.end, (self.end[1],)) if self.end is not None else None,
        }


def told(view: Any) -> dict[str, Any]:
    """Return of a view what `Reference.told` returns."""
    ended = view.outcome
    return {
        "men": {piece.square: (piece.seat, piece.king) for piece in view.pieces},
        "moved": set(view.moved),
        "round": view.turn,
        "to act": view.to_act,
        "end": (ended.code, ended.by, ended.winners) if ended is not None else None,
    }
