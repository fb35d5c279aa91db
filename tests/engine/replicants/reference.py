"""The rules of Replicants a second time: slow, plain, from the rules' text alone, sharing no table with the engine.

Hexes are pairs (column from 1, line), the board is a dict, and every rule is tried out on a copy of the board. The
tests compare it with the engine move by move.
"""

from __future__ import annotations

import copy
import functools
import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Place = tuple[int, int]
Soldier = tuple[int, int, int]  # seat, value, heading

STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]  # R1

# R9: walk, leap, arc
CHARTS = {
    1: ("0 1 2 3 4 5", "", ""),
    2: ("0 1 5 3", "", ""),
    3: ("1 11 5 55 3", "", ""),
    4: ("0 3", "00 01 05 12 45", ""),
    5: ("11 55 33", "", "1 5 00 01 05"),
    6: ("0 1 5 11 55", "01 05 23 34 33", ""),
    7: ("0 00 1 11 5 55 3", "12 45 22 44 33", ""),
}
OWNED = {1: 1, 2: 3, 3: 4, 4: 2, 5: 2, 6: 2, 7: 1}  # R6
STARTS = {  # R3, R4: matrix, its heading, the 2s, the 3s
    "E8": (3, "E7 D7 F8", "D8 F9"),
    "E2": (0, "E3 F3 D2", "F2 D1"),
    "H5": (5, "G5 H6 G4", "I6 H4"),
    "B2": (1, "C3 C2 B3", "B1 A2"),
    "K8": (4, "J7 J8 K7", "K9 L8"),
    "H2": (0, "H3 I3 G2", "I2 G1"),
}
SEATS = {"2": ["E8", "E2"], "3": ["E8", "H5", "B2"], "4": ["E8", "K8", "H2", "B2"], "teams": ["E8", "K8", "H2", "B2"]}


def place(name: str) -> Place:
    return ord(name[0]) - ord("A") + 1, int(name[1])


def name_of(where: Place) -> str:
    return f"{'ABCDEFGHIJKL'[where[0] - 1]}{where[1]}"


@functools.cache
def arena(mode: str) -> frozenset[Place]:
    """R2."""
    if mode in ("2", "3"):
        corners = {place(each) for each in ("A1", "A5", "E1", "E9", "I5", "I9")}
        return frozenset((c, n) for c in range(1, 10) for n in range(1, 10) if abs(c - n) <= 4) - corners
    corners = {place(each) for each in ("A1", "A5", "E9", "H1", "L5", "L9")}
    return frozenset((c, n) for c in range(1, 13) for n in range(1, 10) if -4 <= c - n <= 7) - corners


@functools.cache
def follow(where: Place, path: str, heading: int) -> Place:
    for digit in path:
        step = STEPS[(int(digit) + heading) % 6]
        where = where[0] + step[0], where[1] + step[1]
    return where


def near(one: Place, other: Place) -> bool:
    """Return whether a way might lead from one hex to the other: no way of R9 is longer than two steps."""
    return abs(one[0] - other[0]) <= 2 and abs(one[1] - other[1]) <= 2


@dataclass
class Reference:
    mode: str
    board: dict[Place, Soldier] = field(default_factory=dict)
    energy: dict[int, int] = field(default_factory=dict)
    hearts: dict[int, int] = field(default_factory=dict)
    souls: dict[int, Counter[int]] = field(default_factory=dict)
    trophies: dict[int, list[int]] = field(default_factory=dict)
    round: int = 1
    seat: int = 1
    action: int = 1
    end: tuple[str, int, frozenset[int]] | None = None
    known: dict[str, Any] | None = field(default=None, compare=False)

    @classmethod
    def start(cls, mode: str) -> Reference:
        game = cls(mode)
        for seat, matrix in enumerate(SEATS[mode], 1):
            heading, twos, threes = STARTS[matrix]
            game.board[place(matrix)] = (seat, 1, heading)
            for value, names in ((2, twos), (3, threes)):
                for each in names.split():
                    game.board[place(each)] = (seat, value, heading)
            game.energy[seat] = 0
            game.hearts[seat] = 3 if mode == "2" else 2
            game.souls[seat] = Counter({3: 2, 4: 2, 5: 2, 6: 2, 7: 1})
            game.trophies[seat] = []
        return game

    @classmethod
    def like(cls, view: Any) -> Reference:
        """Return the position that a view shows, while the game goes on."""
        game = cls(view.mode, round=view.turn, seat=view.to_act, action=view.action)
        for piece in view.pieces:
            game.board[place(piece.hex)] = (piece.seat, piece.value, piece.heading)
        for side in view.sides:
            game.energy[side.seat] = side.energy
            game.hearts[side.seat] = side.hearts
            game.souls[side.seat] = Counter(dict(zip(range(2, 8), side.reserve, strict=True)))
            game.trophies[side.seat] = list(side.trophies)
        return game

    # What everybody can see

    @property
    def seats(self) -> list[int]:
        return list(range(1, len(SEATS[self.mode]) + 1))

    @property
    def points_count(self) -> bool:
        return self.mode in ("3", "4")

    def hostile(self, one: int, other: int) -> bool:
        """R28."""
        return (one - other) % 2 == 1 if self.mode == "teams" else one != other

    def army(self, seat: int) -> list[Place]:
        return [where for where, soldier in self.board.items() if soldier[0] == seat]

    def copy(self) -> Reference:
        after = copy.copy(self)
        after.known = None
        after.board, after.energy, after.hearts = dict(self.board), dict(self.energy), dict(self.hearts)
        after.souls = {seat: Counter(souls) for seat, souls in self.souls.items()}
        after.trophies = {seat: list(values) for seat, values in self.trophies.items()}
        return after

    def matrix(self, seat: int) -> Place:
        return next(where for where, soldier in self.board.items() if soldier[:2] == (seat, 1))

    def reached(self, where: Place) -> set[Place]:
        """R7, R8: where a Replicant could walk or leap to, no matter who stands there."""
        _, value, heading = self.board[where]
        walks, leaps, _ = CHARTS[value]
        found = {follow(where, path, heading) for path in leaps.split()}
        for path in walks.split():
            passed = [follow(where, path[:count], heading) for count in range(1, len(path))]
            if all(each in arena(self.mode) and each not in self.board for each in passed):
                found.add(follow(where, path, heading))
        return found & arena(self.mode)

    def shot(self, where: Place) -> set[Place]:
        """R9: where a Replicant could send arcs to."""
        _, value, heading = self.board[where]
        return {follow(where, path, heading) for path in CHARTS[value][2].split()} & arena(self.mode)

    def threats(self, seat: int, where: Place) -> list[Place]:
        """R16: the enemies of a seat that threaten a hex."""
        return [
            each
            for each, soldier in self.board.items()
            if self.hostile(soldier[0], seat) and near(each, where) and where in self.reached(each) | self.shot(each)
        ]

    # Destroying

    def losers(self, targets: set[Place]) -> set[int]:
        """R22: who is eliminated if these are destroyed."""
        out = set()
        for seat in self.seats:
            army = set(self.army(seat))
            if targets & army and (self.matrix(seat) in targets or len(army - targets) <= 3):
                out.add(seat)
        return out

    def forbidden(self, seat: int, targets: set[Place]) -> bool:
        """R24."""
        out = self.losers(targets)
        if not out or not self.points_count:
            return False
        points = {each: float(len(self.trophies[each])) for each in self.seats}
        points[seat] += sum(2 if self.board[where][1] == 1 else 1 for where in targets) + 0.5
        return any(points[other] >= points[seat] for other in self.seats if other not in out | {seat})

    def leaves_enough(self, targets: set[Place]) -> bool:
        """R18."""
        return min(len(set(self.army(seat)) - targets) for seat in self.seats) >= 3

    def shielded(self, seat: int, where: Place) -> bool:
        """R25: nobody who threatens the matrix of a seat, which stands on this hex, may destroy it there."""
        for enemy in self.threats(seat, where):
            owner = self.board[enemy][0]
            if where in self.reached(enemy) and not self.forbidden(owner, {where}):
                return False
            if where in self.shot(enemy):
                more = [each for each in self.shot(enemy) if each in self.board and self.board[each][0] != owner]
                for group in subsets([each for each in more if each != where]):
                    if self.leaves_enough({where, *group}) and not self.forbidden(owner, {where, *group}):
                        return False
        return True

    def matrix_may_go(self, origin: Place, target: Place, struck: set[Place]) -> bool:
        """R16 for a matrix that goes somewhere after `struck` were destroyed by arcs."""
        seat = self.board[origin][0]
        if not struck and target in self.board and self.losers({target}):
            return True
        after = self.copy()
        for where in struck:
            owner, value, _ = after.board.pop(where)
            del owner
            if self.points_count:
                after.trophies[seat].append(value)
        if target in after.board and self.points_count:
            after.trophies[seat].append(after.board[target][1])
        after.board[target] = after.board.pop(origin)
        if not after.threats(seat, target):
            return True
        return self.points_count and after.shielded(seat, target)

    # Moves

    def acting(self) -> list[int]:
        return [self.seat] if self.end is None else []

    def answers(self, seat: int) -> set[str]:
        return set(self.moves()) if seat in self.acting() else set()

    def moves(self) -> dict[str, Any]:
        """Return every legal action by its canonical text."""
        if self.known is None:
            self.known = self.found() if self.end is None else {}
        return self.known

    def found(self) -> dict[str, Any]:
        army = self.army(self.seat)
        energy = self.energy[self.seat]
        if self.action == 1:
            if energy < 9:
                return {"E": ("charge",)}
            return {f"#{name_of(where)}": ("strike", where) for where in army if self.board[where][1] != 1}
        if self.action == 3:
            found: dict[str, Any] = {"E": ("charge",)} if energy < 7 else {}
            for where in army:
                found[f"{name_of(where)}-"] = ("turn", where, -1)
                found[f"{name_of(where)}+"] = ("turn", where, 1)
            return found
        return self.plain() | self.volleys() | self.creations() or {"0": ("skip",)}

    def plain(self) -> dict[str, Any]:
        goes = []
        for origin in self.army(self.seat):
            for target in self.reached(origin):
                there = self.board.get(target)
                if there is not None and (not self.hostile(there[0], self.seat) or self.forbidden(self.seat, {target})):
                    continue
                if self.board[origin][1] == 1 and not self.matrix_may_go(origin, target, set()):
                    continue
                goes.append((origin, target))
        return {
            self.go_text(origin, target, goes) + ("x" if target in self.board else ""): ("go", origin, target)
            for origin, target in goes
        }

    def volleys(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        fives = [where for where in self.army(self.seat) if self.board[where][1] == 5]
        groups: dict[frozenset[Place], list[Place]] = {}
        for five in fives:
            enemies = [w for w in self.shot(five) if w in self.board and self.hostile(self.board[w][0], self.seat)]
            for group in subsets(enemies):
                if group:
                    groups.setdefault(frozenset(group), []).append(five)
        for targets, shooters in groups.items():
            if self.forbidden(self.seat, set(targets)):
                continue
            if not self.leaves_enough(set(targets)):
                continue
            names = sorted(targets, key=lambda where: (where[0], -where[1]))
            text = ".".join(f"x{name_of(where)}" for where in names)
            if self.losers(set(targets)):
                found[text] = ("arcs", targets, None)
                continue
            goes = self.companions(set(targets), shooters)
            for origin, target in goes:
                found[f"{text}.{self.go_text(origin, target, goes)}"] = ("arcs", targets, (origin, target))
        return found

    def companions(self, targets: set[Place], shooters: list[Place]) -> list[tuple[Place, Place]]:
        after = self.copy()
        for where in targets:
            del after.board[where]
        return [
            (origin, target)
            for origin in self.army(self.seat)
            if any(shooter != origin for shooter in shooters)
            for target in after.reached(origin)
            if target not in after.board and (self.board[origin][1] != 1 or self.matrix_may_go(origin, target, targets))
        ]

    def go_text(self, origin: Place, target: Place, goes: list[tuple[Place, Place]]) -> str:
        value = self.board[origin][1]
        twins = [one for one, other in goes if other == target and self.board[one][1] == value]
        return f"{value}{name_of(origin) if len(twins) > 1 else ''}{name_of(target)}"

    def creations(self) -> dict[str, Any]:
        """R19."""
        found = {}
        matrix = self.matrix(self.seat)
        for direction in range(6):
            where = follow(matrix, str(direction), 0)
            if where not in arena(self.mode) or where in self.board or self.threats(self.seat, where):
                continue
            for value in range(2, 8):
                if self.souls[self.seat][value] and self.hearts[self.seat] and value <= self.energy[self.seat]:
                    found[f"!{value}{name_of(where)}"] = ("create", value, where)
        return found

    # Playing

    def after(self, texts: Mapping[int, str]) -> Reference:
        (text,) = texts.values()
        after = self.copy()
        after.do(self.moves()[text])
        return after

    def do(self, move: Any) -> None:
        seat = self.seat
        match move:
            case ("charge",):
                self.energy[seat] += 1 if self.energy[seat] < 7 else 2  # R12
            case ("strike", where):
                self.lose(where)
                if len(self.army(seat)) == 3:
                    self.end = ("R", seat, frozenset({seat}))
            case ("turn", where, by):
                owner, value, heading = self.board[where]
                self.board[where] = (owner, value, (heading + by) % 6)
            case ("go", origin, target):
                if target in self.board:
                    self.destroy([target])
                self.board[target] = self.board.pop(origin)
            case ("arcs", targets, companion):
                self.destroy(sorted(targets, key=lambda where: (where[0], -where[1])))
                if companion is not None:
                    self.board[companion[1]] = self.board.pop(companion[0])
            case ("create", value, where):
                self.board[where] = (seat, value, self.board[self.matrix(seat)][2])
                self.souls[seat][value] -= 1
                self.hearts[seat] -= 1
                self.energy[seat] -= value
        if self.end is None:
            self.action += 1
            if self.action > 3:
                self.action = 1
                self.seat = seat % len(self.seats) + 1
                self.round += self.seat == 1

    def lose(self, where: Place) -> int:
        owner, value, _ = self.board.pop(where)
        self.hearts[owner] += 1
        return value

    def destroy(self, targets: list[Place]) -> None:
        out = self.losers(set(targets))
        values = [self.lose(where) for where in targets]
        if self.points_count:
            self.trophies[self.seat] += values
        if out:
            self.end = ("M" if 1 in values else "R", self.seat, frozenset(out))

    # Result

    def points(self, seat: int) -> float:
        points = float(sum(2 if value == 1 else 1 for value in self.trophies[seat]))
        if self.end is not None and self.end[1] == seat and seat not in self.end[2]:
            points += 0.5
        return points

    def placing(self) -> list[set[int]]:
        """Return who comes first, second, …; the eliminated, or the losing team, last."""
        if self.end is None:
            return []
        out = self.end[2]
        if not self.points_count:
            lost = {seat for seat in self.seats if any(seat == each or not self.hostile(seat, each) for each in out)}
            return [set(self.seats) - lost, lost]
        left = {seat: self.points(seat) for seat in self.seats if seat not in out}
        groups = [{seat for seat in left if left[seat] == points} for points in sorted({*left.values()}, reverse=True)]
        return [*groups, set(out)]

    def told(self) -> dict[str, Any]:
        """Return all that can be compared with a view."""
        return {
            "board": {name_of(where): soldier for where, soldier in self.board.items()},
            "sides": [
                (
                    self.energy[seat],
                    self.hearts[seat],
                    tuple(self.souls[seat][value] for value in range(2, 8)),
                    tuple(self.trophies[seat]),
                    2 * self.points(seat) if self.points_count else 0,
                    self.end is not None and seat in self.end[2],
                )
                for seat in self.seats
            ],
            "moment": (self.round, self.seat, self.action) if self.end is None else None,
            "end": (*self.end[:2], self.placing()) if self.end is not None else None,
        }


def told(view: Any) -> dict[str, Any]:
    """Return of a view what `Reference.told` returns."""
    ended = view.outcome
    return {
        "board": {piece.hex: (piece.seat, piece.value, piece.heading) for piece in view.pieces},
        "sides": [
            (side.energy, side.hearts, side.reserve, side.trophies, side.half_points, side.out) for side in view.sides
        ],
        "moment": (view.turn, view.to_act, view.action) if ended is None else None,
        "end": (ended.code, ended.by, ranked(ended.ranks)) if ended is not None else None,
    }


def ranked(ranks: Sequence[int]) -> list[set[int]]:
    """Return who comes first, second and so on."""
    return [{seat for seat, rank in enumerate(ranks, 1) if rank == each} for each in sorted(set(ranks))]


def subsets(items: list[Place]) -> list[tuple[Place, ...]]:
    return [group for count in range(len(items) + 1) for group in itertools.combinations(items, count)]
