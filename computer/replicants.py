"""Replicants: evaluation and search on the engine's tables.

A turn is two choices here, the second and the third action: the charge before them is none, unless the matrix overloads
(R13). The last third action of a line is not searched: a rotation changes neither what stands in the way of walks nor
what any other Replicant threatens, so one survey of the arena values all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import Any

from computer.search import NEAR_WIN, WIN, Line, OutOfNodes, Search
from engine.hexgrid import distance
from engine.replicants.apply import apply_move
from engine.replicants.attacks import would_win
from engine.replicants.board import CELLS, MATRIX, Board
from engine.replicants.legal import AFTER_CHARGE, FULL, legal
from engine.replicants.moves import CHARGE, Arcs, Charge, Go, Move, Rotate
from engine.replicants.outcome import outcome
from engine.replicants.rules import Rules
from engine.replicants.state import LEAST, Side, State, moved

_FAR = 10
"""More than any distance of two hexes that matters."""
_CHARGEABLE = len(AFTER_CHARGE) - 1
"""Energy from which the third action cannot charge (R20)."""

_LIKELY = 6
"""Second actions that a player in a rollout weighs: as strong as all of them, and four times as fast."""

Third = tuple[int, Rotate | Charge]
"""A third action after its value."""


class Weights:
    """The weights of the evaluation, and the tables that follow from them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.souls: tuple[int, ...] = (0, *data["souls"])
        self.reserve: int = data["reserve"]
        self.energy: tuple[int, ...] = tuple(data["energy"])
        number = data["number"]
        self.number: tuple[int, ...] = (*[number[0]] * LEAST, *number, *[number[-1]] * _FAR)
        self.mobility: int = data["mobility"]
        self.zone: int = data["zone"]
        self.check: int = data["check"]
        self.threat: int = data["threat"]
        self.point: int = data.get("point", 0)  # only three and four players have points (R23)
        self.near: tuple[tuple[int, ...], ...] = tuple(
            tuple(data["near"] * (_FAR - distance(one, other)) for other in CELLS) for one in CELLS
        )
        self._placed: dict[Board, tuple[int, ...]] = {}

    def placed(self, board: Board) -> tuple[int, ...]:
        """Return the worth of each piece by its soul, its hex and its heading."""
        if board not in self._placed:
            self._placed[board] = tuple(
                self.souls[code >> 10] + self.mobility * reach[0].bit_count() if reach else 0
                for code, reach in enumerate(board.threat)
            )
        return self._placed[board]


class Evaluation:
    """The values of positions for a player, or a team, against all others."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        self.rules = rules
        self.weights = weights
        self._placed = weights.placed(rules.board)
        seats = range(len(rules.others))
        # Those who act before the side can: all others, but in teams only the next, as the partner acts behind it.
        self._foes = tuple(rules.others[seat] if rules.counts_points else ((seat + 1) % len(seats),) for seat in seats)

    def placement(self, sides: Sequence[Side], index: int) -> int:
        """Return what a side has and threatens, without what the others threaten."""
        reach = self._reach(sides)
        friends, others = self.rules.friends[index], self.rules.others[index]
        threats = 0
        for friend in friends:
            threats |= _union(reach[friend])
        return self._possessions(sides, index) + self._pressure(threats, sides, others)

    def after_turn(self, sides: Sequence[Side], index: int, *, charged: bool = False) -> int:
        """Return the value for a side whose turn is over, as the next one is to act.

        `charged` says whether that one has charged already, so that it does not overload in this turn.
        """
        reach = self._reach(sides)
        decided = self._decided(sides, index, reach, charged=charged)
        if decided:
            return decided
        threats = 0
        for friend in self.rules.friends[index]:
            threats |= _union(reach[friend])
        value = self._standing(sides, index, reach) + self._pressure(threats, sides, self.rules.others[index])
        return value - _worst(self._hanging(sides, index, reach), threats)

    def thirds(self, sides: Sequence[Side], index: int, *, replies: bool = True) -> list[Third]:
        """Return every third action of a side with the value of the turn that it ends, in no order.

        That is as `after_turn` has it, or as `placement` does, without `replies`.
        """
        mine, board = sides[index], self.rules.board
        reach = self._reach(sides)
        decided = self._decided(sides, index, reach) if replies else 0
        if decided:
            return [(decided, each) for each in _thirds(board, mine)]
        base = self._standing(sides, index, reach) if replies else self._possessions(sides, index)
        hanging = self._hanging(sides, index, reach) if replies else []
        others = self.rules.others[index]
        once = twice = 0
        for friend in self.rules.friends[index]:
            for cells in reach[friend]:
                twice |= once & cells
                once |= cells
        zone, targets, kings = self._targets(sides, others)
        weights, placed = self.weights, self._placed
        still = base + self._pressure(once, sides, others) - _worst(hanging, once)
        found: list[Third] = []
        if mine.energy < _CHARGEABLE:
            found.append((still + weights.energy[AFTER_CHARGE[mine.energy]] - weights.energy[mine.energy], CHARGE))
        blocked, stops, threat, turns = _occupied(sides), board.stops, board.threat, board.turns
        for code, cells in zip(mine.pieces, reach[index], strict=True):
            left, right = turns[code >> 3 & 127]
            if code >> 10 == MATRIX:  # it goes wherever it looks
                found += ((still, left), (still, right))
                continue
            alone = once ^ cells & ~twice
            heading = code & 7
            before = base - placed[code]
            for turn, turned in (
                (left, code - 1 if heading else code + 5),
                (right, code + 1 if heading < 5 else code - 5),
            ):
                threats = alone | threat[turned][blocked & stops[turned]]
                value = (
                    before
                    + placed[turned]
                    + weights.zone * (threats & zone).bit_count()
                    + weights.threat * (threats & targets).bit_count()
                )
                if threats & kings:
                    value += weights.check
                if hanging:
                    value -= _worst(hanging, threats)
                found.append((value, turn))
        return found

    def _reach(self, sides: Sequence[Side]) -> list[list[int]]:
        """Return by side the threatened cells of each of its pieces."""
        stops, threat = self.rules.board.stops, self.rules.board.threat
        blocked = _occupied(sides)
        return [[threat[code][blocked & stops[code]] for code in side.pieces] for side in sides]

    def _decided(
        self, sides: Sequence[Side], index: int, reach: Sequence[Sequence[int]], *, charged: bool = False
    ) -> int:
        """Return the value if one of the next seats wins by a single action or has to lose by its overload; else 0."""
        rules = self.rules
        for number in self._foes[index]:
            foe = sides[number]
            if foe.energy == FULL and len(foe.pieces) == LEAST + 1 and not charged and not rules.counts_points:  # R26
                return WIN - 1
            attack = _union(reach[number])
            for friend in rules.friends[index]:
                side = sides[friend]
                hit = attack & side.mask
                if hit and len(side.pieces) > LEAST + 1:
                    hit &= 1 << (side.pieces[0] >> 3 & 127)
                if hit and (not rules.counts_points or would_win(tuple(sides), number, hit & -hit)):  # R22, R24
                    return 1 - WIN
        return 0

    def _standing(self, sides: Sequence[Side], index: int, reach: Sequence[Sequence[int]]) -> int:
        """Return what stands whatever the third action is: possessions, and what the others threaten."""
        rules, weights = self.rules, self.weights
        friends, foes = rules.friends[index], self._foes[index]
        value = self._possessions(sides, index)
        for other in rules.others[index]:
            threats = _union(reach[other])
            if other not in foes:
                value -= self._pressure(threats, sides, friends)
                continue
            for friend in friends:  # what it can take is in `_hanging`
                value -= weights.zone * (threats & rules.board.near[sides[friend].pieces[0] >> 3 & 127]).bit_count()
        return value

    def holdings(self, sides: Sequence[Side], index: int) -> int:
        """Return what a side has by itself, its points included (R23)."""
        enemy = [sides[other].pieces[0] >> 3 & 127 for other in self.rules.others[index]]
        return self._worth(sides[index], enemy) + self.weights.point * len(sides[index].trophies)

    def _possessions(self, sides: Sequence[Side], index: int) -> int:
        friends, others = self.rules.friends[index], self.rules.others[index]
        own = [sides[friend].pieces[0] >> 3 & 127 for friend in friends]
        enemy = [sides[other].pieces[0] >> 3 & 127 for other in others]
        value = 0
        for friend in friends:
            value += self._worth(sides[friend], enemy)
        if self.rules.counts_points:
            theirs = sum([self._worth(sides[other], own) for other in others])
            lead = len(sides[index].trophies) - max([len(sides[other].trophies) for other in others])
            return value - theirs // len(others) + self.weights.point * lead
        for other in others:
            value -= self._worth(sides[other], own)
        return value

    def _worth(self, side: Side, matrices: Sequence[int]) -> int:
        """Return the worth of a side's possessions; `matrices` are the cells of the enemies'."""
        placed, weights = self._placed, self.weights
        worth = weights.number[len(side.pieces)] + weights.energy[side.energy]
        for code in side.pieces:
            worth += placed[code]
        for matrix in matrices:
            near = weights.near[matrix]
            for code in side.pieces[1:]:
                worth += near[code >> 3 & 127]
        if side.hearts:
            worth += weights.reserve * sum(side.reserve)
        return worth

    def _targets(self, sides: Sequence[Side], others: Sequence[int]) -> tuple[int, int, int]:
        """Return the cells next to some sides' matrices, those of all their pieces, and those of the matrices."""
        near = self.rules.board.near
        zone = targets = kings = 0
        for other in others:
            side = sides[other]
            cell = side.pieces[0] >> 3 & 127
            zone |= near[cell]
            targets |= side.mask
            kings |= 1 << cell
        return zone, targets, kings

    def _pressure(self, threats: int, sides: Sequence[Side], others: Sequence[int]) -> int:
        """Return the worth of threatened cells."""
        weights = self.weights
        zone, targets, kings = self._targets(sides, others)
        value = weights.zone * (threats & zone).bit_count() + weights.threat * (threats & targets).bit_count()
        return value + weights.check if threats & kings else value

    def _hanging(self, sides: Sequence[Side], index: int, reach: Sequence[Sequence[int]]) -> list[tuple[int, int, int]]:
        """Return the pieces that the next seats can take, the dearest first.

        Each is its cell as a bit, its worth, and what it loses where its side could strike back: a static exchange of
        one capture and one recapture.
        """
        attackers = [
            (code, cells)
            for foe in self._foes[index]
            for code, cells in zip(sides[foe].pieces, reach[foe], strict=True)
        ]
        attack = _union([cells for _, cells in attackers])
        souls, number, arcs = self.weights.souls, self.weights.number, self.rules.board.arcs
        found = []
        foe = sides[self._foes[index][0]]
        theirs = number[len(foe.pieces)] - number[len(foe.pieces) - 1]
        for friend in self.rules.friends[index]:
            side = sides[friend]
            hit = attack & side.mask
            if not hit:
                continue
            step = number[len(side.pieces)] - number[len(side.pieces) - 1]
            for code in side.pieces:
                bit = 1 << (code >> 3 & 127)
                if not hit & bit:
                    continue
                loss, price = souls[code >> 10] + step, WIN
                for attacker, cells in attackers:
                    if cells & bit:
                        if arcs[attacker] & bit:  # it stays where it is
                            price = 0
                        elif attacker >> 10 != MATRIX:
                            price = min(price, souls[attacker >> 10] + theirs)
                found.append((bit, loss, max(0, loss - price)))
        found.sort(key=lambda each: -each[1])
        return found


def _occupied(sides: Sequence[Side]) -> int:
    cells = 0
    for side in sides:
        cells |= side.mask
    return cells


def _union(reach: Sequence[int]) -> int:
    union = 0
    for cells in reach:
        union |= cells
    return union


def _worst(hanging: Sequence[tuple[int, int, int]], cover: int) -> int:
    """Return the greatest loss among hanging pieces, if `cover` are the cells where their side strikes back."""
    worst = 0
    for bit, loss, covered in hanging:
        if loss <= worst:
            break
        worst = max(worst, covered if cover & bit else loss)
    return worst


def _thirds(board: Board, mine: Side) -> list[Rotate | Charge]:
    found: list[Rotate | Charge] = [CHARGE] if mine.energy < _CHARGEABLE else []
    return found + [turn for code in mine.pieces for turn in board.turns[code >> 3 & 127]]


class TwoSides(Search[State, Move]):
    """The search for two players, or two teams.

    With a `beam` it is selective, by plausible moves (Greenblatt, Eastlake and Crocker 1967): behind the own turn so
    many second actions are searched, and so many third ones, those of which the turns are worth most without a reply.
    """

    def __init__(self, rules: Rules, weights: Weights, limit: int, *, beam: Sequence[int] = ()) -> None:
        super().__init__(limit)
        self.evaluation = Evaluation(rules, weights)
        self.beam = beam
        self._quick: dict[int, Move] = {}

    def side(self, position: State) -> int:
        return position.seat & 1

    def key(self, position: State) -> Hashable:
        return (
            position.seat << 2 | position.action,
            *[(side.pieces, side.energy, side.hearts, side.reserve) for side in position.sides],
        )

    def cost(self, position: State, move: Move) -> int:
        return 1 if position.action > 1 else 0

    def moves(self, position: State) -> Sequence[Move]:
        if position.action == 3:
            thirds = self.evaluation.thirds(position.sides, position.seat - 1)
            thirds.sort(key=lambda each: -each[0])
            return [move for _, move in thirds]
        moves = _captures_first(position)
        if self.beam and position.action == 2:
            self.nodes += len(moves)
            moves.sort(key=lambda move: -self._turn(position, move))
        return moves

    def width(self, position: State) -> int:
        return self.beam[position.action - 2] if self.beam and position.action > 1 else 0

    def every(self, position: State) -> Sequence[Move]:
        return legal(position)

    def front(self, position: State, moves: Sequence[Move]) -> int:
        if position.action == 3 or self.beam:
            return len(moves)
        theirs = _theirs(position)
        for number, move in enumerate(moves):
            if not (isinstance(move, Go) and theirs >> move.target & 1) and not isinstance(move, Arcs):
                return number
        return len(moves)

    def after(self, position: State, move: Move) -> State:
        return advance(position, move)

    def goes_on(self, before: State, after: State) -> bool:
        return after.end is None and after.seat == before.seat

    def greedy(self, before: State, after: State) -> int:
        if after.end is not None:
            return WIN if wins(after, before.seat) else -WIN
        return self.evaluation.placement(after.sides, before.seat - 1)

    def settled(self, position: State, depth: int, alpha: int, beta: int) -> int | None:
        if position.end is not None:
            return WIN if wins(position, position.seat) else -WIN
        if position.action == 3:
            if depth > 1:
                return None
            return max([value for value, _ in self.evaluation.thirds(position.sides, position.seat - 1)])
        if depth <= 0:
            before = position.seat - 2 if position.seat > 1 else len(position.sides) - 1
            return -self.evaluation.after_turn(position.sides, before, charged=position.action > 1)
        if depth <= 2 and position.action == 2:
            return self._last_turn(position, beta)
        return None

    def _last_turn(self, position: State, beta: int) -> int:
        """Return the value of the best whole turn, of which no reply is searched."""
        index, best = position.seat - 1, -2 * WIN
        moves = _captures_first(position)
        quick = self._quick.get(index)
        if quick is not None and quick in moves:
            moves.remove(quick)
            moves.insert(0, quick)
        for move in moves:
            self.nodes += 1
            value = self._turn(position, move)
            if value > NEAR_WIN:
                return value
            if value > best:
                best = value
                if value >= beta:
                    self._quick[index] = move
                    break
        if self.nodes > self.limit:
            raise OutOfNodes
        return best

    def _turn(self, position: State, move: Move) -> int:
        """Return the value of the best turn that goes on with a second action, without a reply."""
        after = advance(position, move)
        if after.end is not None:
            return WIN - 1 if wins(after, position.seat) else 1 - WIN
        return max([value for value, _ in self.evaluation.thirds(after.sides, position.seat - 1)])


def _theirs(position: State) -> int:
    cells = 0
    for other in position.rules.others[position.seat - 1]:
        cells |= position.sides[other].mask
    return cells


def _captures_first(position: State) -> list[Move]:
    theirs = _theirs(position)
    captures: list[Move] = []
    rest: list[Move] = []
    for move in legal(position):
        if isinstance(move, Arcs) or (isinstance(move, Go) and theirs >> move.target & 1):
            captures.append(move)
        else:
            rest.append(move)
    return captures + rest


def advance(position: State, move: Move) -> State:
    """Return the position after a legal action, past the charge that follows without a choice (R13)."""
    if isinstance(move, Go) and not _theirs(position) >> move.target & 1:
        index, sides = position.seat - 1, position.sides
        changed = moved(sides[index], move.value, move.origin, move.target)
        return State(position.rules, position.round, position.seat, 3, (*sides[:index], changed, *sides[index + 1 :]))
    return charged(apply_move(position, move).state)


def charged(position: State) -> State:
    """Return a position after the first action where it is no choice."""
    if position.action == 1 and position.end is None and position.sides[position.seat - 1].energy < FULL:
        return apply_move(position, CHARGE).state
    return position


def wins(position: State, seat: int) -> bool:
    """Return whether a seat's side has won a game of two sides that is over."""
    if position.end is None:
        return False
    friends = position.rules.friends[seat - 1]
    return not any(out - 1 in friends for out in position.end.out)


class Several:
    """Three or four players: the best turns by the evaluation, played on.

    The turn that leads to the best position is chosen, once all have gone on with turns that are expected of them. That
    is a rollout by a policy (Tesauro and Galperin 1997), cut off and valued. In teams it takes some rounds, of turns
    that look best. Where each plays for itself it takes one, up to its own next turn: there `rounds` says how deep
    players look into each other. With 1 a player expects the others to overlook replies, with 2 to choose as one with 1
    does (level-k thinking, Stahl and Wilson 1995; nested rollouts, Cazenave 2009).

    Attributes:
        nodes: Second actions of which the turns were valued.
    """

    def __init__(self, rules: Rules, weights: Weights, limit: int, *, width: int, rounds: int) -> None:
        self.evaluation = Evaluation(rules, weights)
        self.alone = rules.counts_points
        self.limit = limit
        self.width = width
        self.rounds = rounds
        self.nodes = 0

    def rank(self, position: State) -> list[Line[State, Move]]:
        """Return turns of the acting seat, best first: all, or those that were played on."""
        return self._ranked(position, self.rounds)

    def _ranked(self, position: State, rounds: int) -> list[Line[State, Move]]:
        lines = self.turns(position, most=self.width if rounds else None)
        if not rounds or lines[0].value >= NEAR_WIN:
            return lines
        last = position.round + (1 if self.alone else rounds)
        played: list[Line[State, Move]] = []
        for line in lines:
            # Between its own turns only: all that are played on meet the same opponents.
            if played and rounds == self.rounds and self.nodes > self.limit:
                break
            played.append(Line(line.moves, line.after, self._played_on(line.after, position.seat, last, rounds)))
        return sorted(played, key=lambda line: -line.value)

    def turns(self, position: State, *, replies: bool = True, most: int | None = None) -> list[Line[State, Move]]:
        """Return the whole turns of the acting seat, or `most` of them, best first.

        Their values are by what they leave to the next seats, or without any of their `replies`.
        """
        found: list[tuple[int, Move | None, tuple[Move, ...], State]] = []
        for moves, here in self._begun(position):
            for value, third in self._ends(here, position.seat, replies=replies):
                found.append((value, third, moves, here))
        found.sort(key=lambda each: -each[0])
        return [_line(*each) for each in found[:most]]

    def _begun(self, position: State) -> list[tuple[tuple[Move, ...], State]]:
        """Return the beginnings of turns: up to the third action, or the end of the game."""
        done: list[tuple[tuple[Move, ...], State]] = []
        left: list[tuple[tuple[Move, ...], State]] = [((), position)]
        for moves, here in left:  # it grows on the way
            if here.end is not None or here.action == 3:
                done.append((moves, here))
            else:
                left += [((*moves, move), advance(here, move)) for move in legal(here)]
        return done

    def _ends(self, here: State, seat: int, *, replies: bool) -> Sequence[tuple[int, Move | None]]:
        """Return the third actions that end a turn with its values; none is needed where the game is over."""
        self.nodes += 1
        if here.end is not None:
            return [(final(here, seat), None)]
        return self.evaluation.thirds(here.sides, seat - 1, replies=replies)

    def _expected(self, position: State, rounds: int, *, replies: bool) -> Line[State, Move]:
        """Return the turn that is expected of a player."""
        if self.alone and rounds > 1:
            return self._ranked(position, rounds - 1)[0]
        seat, evaluation = position.seat, self.evaluation
        begun = self._begun(position)
        if self.alone:  # teams choose worse among so few
            begun.sort(
                key=lambda each: WIN if each[1].end is not None else evaluation.holdings(each[1].sides, seat - 1)
            )
            begun = begun[-_LIKELY:]
        ends = ((*each, moves, here) for moves, here in begun for each in self._ends(here, seat, replies=replies))
        return _line(*max(ends, key=itemgetter(0)))

    def _played_on(self, position: State, seat: int, last: int, rounds: int) -> int:
        """Return the value for a seat at its turn of the `last` round."""
        while position.end is None and (position.round < last or position.seat != seat):
            position = self._expected(position, rounds, replies=not self.alone).after
        if position.end is not None:
            return final(position, seat)
        if self.alone:
            return self._expected(position, rounds, replies=True).value
        return self.evaluation.after_turn(position.sides, seat - 1, charged=True)


def _line(value: int, third: Move | None, moves: tuple[Move, ...], here: State) -> Line[State, Move]:
    """Return a turn of a value that ends with a third action, or before one where the game is over."""
    return Line(moves, here, value) if third is None else Line((*moves, third), advance(here, third), value)


def final(position: State, seat: int) -> int:
    """Return the value of the end of a game: a win, or how far a seat was from it."""
    result = outcome(position)
    if result is None:
        raise AssertionError("the game goes on")
    if result.ranks[seat - 1] == 1:
        return WIN // len(result.winners) if position.rules.counts_points else WIN  # a team's is both's
    return -WIN - result.ranks[seat - 1]
