"""Puzzles: positions from self-play in which exactly one idea wins by force, in one, two or three turns.

A candidate is found by a search of the forcing turns, then proven by `computer.prover`. Idea means the first action
that is a choice: in Replicants the second action of the turn, whatever third action is right behind it; in Replica the
move. What ships is in `computer/data/puzzles`, a file a game.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeAlias

from computer import ladder, replicants
from computer.players import SEARCHED, AnyGame, AnyMove, World, known, player, position_after
from computer.prover import Prover, TooManyPositionsError
from engine import registry
from engine.chance import Chance
from engine.game import Setup
from engine.replica.moves import Transform
from engine.replica.state import State as ReplicaState
from engine.replicants.board import NAMES
from engine.replicants.legal import FULL
from engine.replicants.moves import Arcs, Create, Rotate
from engine.replicants.state import LEAST
from engine.replicants.state import State as ReplicantsState
from engine.seat import Seat
from engine.turn import SEPARATOR, parse_turn

GAMES = SEARCHED
TURNS = (1, 2, 3)
STRENGTHS = (1, 2, 3)

MODE = "2"
"""The mode of every puzzle: two players."""
_LONGEST = 140
"""Turns of a game of self-play."""
_APART = 6
"""Turns of a game between two puzzles of one length."""
_POSITIONS = 3_000_000
"""The most that mining looks at for a proof: some twenty seconds."""
_VARIANTS, _CHANGES = 6, 2
"""Positions near a shipped puzzle that are tried for each number, and the pieces that stand differently in each."""
_STOCK = 3
"""Energy, hearts and reserve: what stands before the pieces of a side in a position of Replicants."""
_NEAR = 5
"""Pieces by which two positions differ at most that are alike."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to be won by force.

    Attributes:
        key: Its name: the same position has the same in every file.
        game: A game's key.
        turns: In how many turns it is won.
        strength: 1 to 3, the easiest first.
        position: As the game writes it; the seat that acts is to win.
        seat: That seat.
        solution: Whole turns, of both sides in turn, from the position to the end; the reply is the most stubborn.
        also: Third actions that win as well behind the first turn's second action.
        whole: Whether the first turn wins with no other third action.
        piece: For a hint: where the piece of the first idea stands; empty if there is none.
        kind: For a hint: `move`, `capture`, `arcs`, `create` or `transform`.
        end: The code of the end.
    """

    key: str
    game: str
    turns: int
    strength: int
    position: str
    seat: Seat
    solution: tuple[str, ...]
    also: tuple[str, ...]
    whole: bool
    piece: str
    kind: str
    end: str


def start(puzzle: Puzzle) -> tuple[AnyGame, World]:
    """Return a puzzle's game and its position."""
    game = registry.get(puzzle.game)
    return game, game.initial(Setup(MODE, position=puzzle.position), Chance.from_text("puzzle"))


@functools.lru_cache(maxsize=64)
def solved(puzzle: Puzzle) -> tuple[World, ...]:
    """Return the positions of the solution, the first one included."""
    game, state = start(puzzle)
    found = [state]
    for number, text in enumerate(puzzle.solution):
        seat = puzzle.seat if number % 2 == 0 else 3 - puzzle.seat
        found.append(parse_turn(game, found[-1], seat, text).state)
    return tuple(found)


def ideas(prover: Prover, state: World, turns: int, most: int = 0) -> list[Any]:
    """Return the first actions with a choice that win by force within so many turns."""
    return prover.winning(choice(state), turns, most=most)


def choice(state: World) -> World:
    """Return a position past a charge that is no choice."""
    return replicants.charged(state) if isinstance(state, ReplicantsState) else state


# Data: what ships, and files of one game of self-play a line.


@functools.cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, in the order of the file."""
    file = resources.files("computer").joinpath("data", "puzzles", f"{game}.toml")
    return _read(tomllib.loads(file.read_text(encoding="utf-8"))["puzzle"], game)


def _read(found: Iterable[dict[str, Any]], game: str) -> tuple[Puzzle, ...]:
    return tuple(
        Puzzle(**{**each, "game": game, "solution": tuple(each["solution"]), "also": tuple(each["also"])})
        for each in found
    )


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the text of a data file."""
    parts = ["# Puzzles, written by `python -m computer puzzles`: see computer/puzzles.py for what the fields mean.\n"]
    for each in puzzles:
        fields = {key: value for key, value in asdict(each).items() if key != "game"}
        # A value of JSON is one of TOML: texts of ASCII, numbers, truth values and lists of texts.
        lines = [f"{key} = {json.dumps(value)}\n" for key, value in fields.items()]
        parts.append("\n[[puzzle]]\n" + "".join(lines))
    return "".join(parts)


@dataclass(frozen=True, slots=True)
class Mining:
    """What is mined, and what one game of self-play gave.

    Attributes:
        seed: Any text.
        most: The turns of the longest puzzles.
        near: Whether positions near shipped puzzles are varied (`vary`) in place of playing.
        number: Of the game.
    """

    game: str
    seed: str
    most: int = TURNS[-1]
    near: bool = False
    number: int = 0
    puzzles: tuple[Puzzle, ...] = ()


def read(file: Path) -> list[Mining]:
    """Return what games of self-play gave, from a file; nothing if it does not exist."""
    return ladder.read_lines(file, lambda line: Mining(**{**line, "puzzles": _read(line["puzzles"], line["game"])}))


def run(mining: Mining, numbers: Iterable[int], file: Path) -> Iterator[Mining]:
    """Mine the games of self-play, by their numbers, that a file lacks, and write what each gives."""

    def mined(number: int) -> Mining:
        return replace(mining, number=number, puzzles=tuple((vary if mining.near else mine)(mining, number)))

    done = {each.number for each in read(file) if replace(each, number=0, puzzles=()) == mining}
    return ladder.add_lines(file, (number for number in numbers if number not in done), mined)


def chosen(puzzles: Iterable[Puzzle], most: int = 0) -> list[Puzzle]:
    """Return puzzles of which no two are alike, by their number of turns and their strength.

    With `most`, no more than so many of each number of turns: of each strength as many, as far as there are.
    """
    found: dict[tuple[int, int], list[Puzzle]] = {}
    seen: list[frozenset[tuple[Any, ...]]] = []
    # Those of most turns first: they are rare, so of two that are alike theirs stays, or else the first.
    for each in sorted(puzzles, key=lambda each: -each.turns):
        marks = pieces(each)
        if not any(alike(marks, other) for other in seen):
            found.setdefault((each.turns, each.strength), []).append(each)
            seen.append(marks)
    ranked = sorted(
        ((place, each) for same in found.values() for place, each in enumerate(same)), key=lambda pair: pair[0]
    )
    taken = [[each for _, each in ranked if each.turns == turns][: most or None] for turns in TURNS]
    return sorted(itertools.chain(*taken), key=lambda each: (each.turns, each.strength, each.key))


def pieces(puzzle: Puzzle) -> frozenset[tuple[Any, ...]]:
    """Return the pieces of a position with their squares, as the side that is to win sees them."""
    _, state = start(puzzle)
    if isinstance(state, ReplicaState):
        return frozenset(
            (state.owner(square) == state.seat, square if state.seat == 1 else 63 - square, state.kings >> square & 1)
            for square in range(64)
            if state.owner(square) is not None
        )
    return frozenset(
        (seat == state.seat, code >> 10, _turned(code >> 3 & 127, state.seat))
        for seat, side in enumerate(state.sides, 1)
        for code in side.pieces
    )


def alike(one: frozenset[tuple[Any, ...]], other: frozenset[tuple[Any, ...]]) -> bool:
    """Return whether two positions (`pieces`) differ by a few pieces at most."""
    return len(one ^ other) <= 2 * _NEAR


def _turned(cell: int, seat: Seat) -> str:
    """Return the name of a hex, for the second seat that of the hex opposite."""
    name = NAMES[cell]
    return name if seat == 1 else f"{chr(ord('A') + ord('I') - ord(name[0]))}{10 - int(name[1:])}"


# Solving: what a turn is worth and why, the other side's best defence, a hint, and which puzzle is the day's.


Fact: TypeAlias = Literal["piece", "kind", "end"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a solver's turn is worth.

    Attributes:
        right: Whether it wins, or still wins by force within the turns that are left.
        over: Whether the game is over after it.
        reply: The other side's turn, its best defence or what refutes this one; empty where the game is over or no turn
            is left.
        idea: Whether a wrong turn has the right second action, and only its third one is wrong.
        left: The solver's turns that are left after it.
    """

    right: bool
    over: bool
    reply: str = ""
    idea: bool = False
    left: int = 0


def judge(puzzle: Puzzle, after: World, played: int) -> Verdict:
    """Return what a turn is worth that led to a position; `played` are the solver's turns before it.

    It tries replies, some milliseconds to some tenths of a second long.
    """
    game = registry.get(puzzle.game)
    left, outcome = puzzle.turns - played - 1, game.outcome(after)
    if outcome is not None:
        return Verdict(outcome.ranks[puzzle.seat - 1] == 1, over=True, left=left)
    if left == 0:
        return Verdict(False, over=False)
    prover = Prover(game, puzzle.seat)
    # Which first turns win is known from the data; later there may be more ways than the solution's.
    right = after in _answers(puzzle) if played == 0 else prover.wins(after, left)
    if not right:
        idea = played == 0 and puzzle.game == "replicants" and _pieces_of(after) in map(_pieces_of, _answers(puzzle))
        return Verdict(False, over=False, reply=_refutation(game, after, left, prover), idea=idea, left=left)
    if after == solved(puzzle)[2 * played + 1]:
        return Verdict(True, over=False, reply=puzzle.solution[2 * played + 1], left=left)
    return Verdict(True, over=False, reply=_reply(game, after, left, prover)[0], left=left)


@functools.lru_cache(maxsize=64)
def _answers(puzzle: Puzzle) -> frozenset[World]:
    """Return the positions after each first turn that wins by force."""
    game, state = start(puzzle)
    before, _, _ = puzzle.solution[0].rpartition(SEPARATOR)
    texts = (puzzle.solution[0], *(f"{before}{SEPARATOR}{third}" for third in puzzle.also))
    return frozenset(parse_turn(game, state, puzzle.seat, text).state for text in texts)


def _pieces_of(state: ReplicantsState) -> tuple[frozenset[int], ...]:
    """Return where the Replicants stand, and which: what a second action changes, and a third one doesn't."""
    return tuple(frozenset(code >> 3 for code in side.pieces) for side in state.sides)


def _refutation(game: AnyGame, after: World, left: int, prover: Prover) -> str:
    """Return a reply after which the side of a proof doesn't win in time: one with another third action comes last."""
    replies = itertools.chain(turns_of(game, after), turns_of(game, after, every=True))
    return next(text for text, state in replies if not prover.wins(state, left))


def hint(puzzle: Puzzle) -> tuple[Fact, str]:
    """Return one fact about the first idea that leaves several actions: its piece, its kind, or the end it leads to."""
    game, state = start(puzzle)
    here = choice(state)
    known = [kind_of(game, here, move) for move in game.legal(here, puzzle.seat)]
    if puzzle.piece and sum(piece == puzzle.piece for _, piece in known) > 1:
        return "piece", puzzle.piece
    if sum(kind == puzzle.kind for kind, _ in known) > 1:
        return "kind", puzzle.kind
    return "end", puzzle.end


def load() -> None:
    """Read everything that ships, and the order of the days' puzzles."""
    _by_key()
    for weekday in range(len(_WEEK)):
        _of_weekday(weekday)


def find(key: str) -> Puzzle | None:
    """Return a shipped puzzle by its key."""
    return _by_key().get(key)


@functools.cache
def _by_key() -> dict[str, Puzzle]:
    return {each.key: each for game in GAMES for each in shipped(game)}


_WEEK = ("easy", "easy", "medium", "medium", "medium", "hard", "hardest")
"""What each day of a week has, from Monday."""


def _kind_of_day(puzzle: Puzzle) -> str:
    if puzzle.strength < 3:
        return ("easy", "medium")[puzzle.strength - 1]
    return "hardest" if puzzle.turns == 3 else "hard"


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day, given as `date.toordinal`: the easiest on Mondays, the hardest on Sundays.

    None comes twice before all that are as hard.
    """
    week, weekday = divmod(day - 1, len(_WEEK))
    found = _of_weekday(weekday)
    kind = _WEEK[weekday]
    return found[(week * _WEEK.count(kind) + weekday - _WEEK.index(kind)) % len(found)]


@functools.cache
def _of_weekday(weekday: int) -> tuple[Puzzle, ...]:
    return in_order((each for each in _by_key().values() if _kind_of_day(each) == _WEEK[weekday]), "day")


def in_order(puzzles: Iterable[Puzzle], seed: str) -> tuple[Puzzle, ...]:
    """Return puzzles in an order that follows from a seed, in which new ones don't change that of the others."""
    return tuple(sorted(puzzles, key=lambda each: hashlib.sha256(f"{seed} {each.key}".encode()).digest()))


# Mining.


def mine(mining: Mining, number: int) -> Iterator[Puzzle]:
    """Yield the puzzles of one game of self-play; the same each time."""
    key, seed = mining.game, mining.seed
    game = registry.get(key)
    levels = (("1", "1"), ("1", "2"), ("2", "1"), ("1", "1"))[number % 4]
    players = [player(key, MODE, level) for level in levels]
    chance = Chance.from_text(f"puzzles {key} {seed} {number}")
    state = game.initial(Setup(MODE), chance)
    opening, chance = chance.below(4)
    last: dict[int, int] = {}
    quiet: dict[int, World] = {}
    for turn in range(_LONGEST):
        if game.outcome(state) is not None:
            return
        seat = state.seat
        stray, chance = chance.below(8)
        if turn < 2 + 2 * opening or stray == 0:
            state, chance = _random_turn(game, state, chance)
            continue
        turns, found = _puzzle(game, state, min(mining.most, 2))
        if turns == 0:
            quiet[turn] = state
        elif mining.most == 3 and turn - 2 in quiet:
            # A position is tried for three turns only where its side had a shorter win in its next turn.
            _, longer = _puzzle(game, quiet[turn - 2], 3)
            found = longer or found
        if found is not None and turn - last.get(found.turns, -_APART) >= _APART:
            last[found.turns] = turn
            yield found
        decision = players[seat - 1](game, known(game, state, seat), seat, f"{seed} {number} {turn}")
        state = position_after(game, state, seat, decision.moves)


def vary(mining: Mining, number: int) -> Iterator[Puzzle]:
    """Yield a puzzle of Replicants in three turns near a shipped one, if some attempts find one; the same each time.

    Where a side wins in two turns, it often still wins in three if a piece stands differently, mostly one of the other
    side's. In games such positions are rare. Numbers go through the puzzles of two turns again and again, those with
    the fewest pieces first; a puzzle that is found takes the place of the one that it is like (`chosen`).
    """
    game = registry.get(mining.game)
    origins = sorted((each for each in shipped(mining.game) if each.turns == 2), key=lambda each: len(pieces(each)))
    origin = origins[number % len(origins)]
    chance = Chance.from_text(f"puzzles near {mining.seed} {number}")
    for _ in range(_VARIANTS):
        position, chance = variant(origin, chance)
        state = game.initial(Setup(MODE, position=position), Chance.from_text("puzzle"))
        turns, found = _puzzle(game, state, 3)
        if turns == 3 and found is not None:
            yield found
            return


def variant(puzzle: Puzzle, chance: Chance) -> tuple[str, Chance]:
    """Return a position in which some pieces stand or look differently: a move away at most."""
    turn, *texts = puzzle.position.split(" | ")
    _, state = start(puzzle)
    arena = state.rules.board.cells
    sides = [text.split() for text in texts]
    for _ in range(_CHANGES):
        mine, chance = chance.below(4)
        side = sides[puzzle.seat - 1 if mine == 0 else 2 - puzzle.seat]
        place, chance = chance.below(len(side) - _STOCK)
        value, cell = side[_STOCK + place][0], _cell(side[_STOCK + place])
        taken = {_cell(each) for each in (*sides[0][_STOCK:], *sides[1][_STOCK:])}
        cells = [cell, *(name for name in _around(cell) if name in arena and name not in taken)]
        to, chance = chance.below(len(cells))
        heading, chance = chance.below(6)
        side[_STOCK + place] = f"{value}{cells[to]}:{heading}"
    for side in sides:
        side[_STOCK:] = sorted(side[_STOCK:])
    return " | ".join((turn, *map(" ".join, sides))), chance


def _cell(text: str) -> str:
    """Return the hex of a piece of a position."""
    return text[1:].partition(":")[0]


def _around(cell: str) -> list[str]:
    """Return the names of the hexes beside one, some of which no arena has."""
    column, row = ord(cell[0]), int(cell[1:])
    return [f"{chr(column + x)}{row + y}" for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))]


def _random_turn(game: AnyGame, state: World, chance: Chance) -> tuple[World, Chance]:
    turn, seat = game.turn(state), state.seat
    while game.outcome(state) is None and game.turn(state) == turn:
        legal = game.legal(state, seat)
        pick, chance = chance.below(len(legal))
        state = game.apply(state, {seat: legal[pick]}).state
    return state, chance


def _puzzle(game: AnyGame, state: World, most: int) -> tuple[int, Puzzle | None]:
    """Return in how many turns a position is won, up to so many, else 0, and the puzzle that it is, if it is one.

    One that would take more than `_POSITIONS` to prove is none.
    """
    if isinstance(state, ReplicantsState) and state.sides[state.seat - 1].energy == FULL:
        return 0, None  # the overload's strike would be a choice of its own
    prover = Prover(game, state.seat, _POSITIONS)
    try:
        for turns in TURNS[:most]:
            forced = turns > 1 and isinstance(state, ReplicantsState)
            found = _forcing(prover, choice(state), turns) if forced else ideas(prover, state, turns, most=2)
            if not found:
                continue
            # Threats alone don't find every win in fewer turns.
            sure = len(found) == 1 and (turns < 3 or not prover.wins(choice(state), turns - 1))
            sure = sure and (not forced or ideas(prover, state, turns, most=2) == found)
            return turns, _described(game, state, found[0], turns, prover) if sure else None
    except TooManyPositionsError:
        return 0, None
    return 0, None


def _described(game: AnyGame, state: World, idea: AnyMove, turns: int, prover: Prover) -> Puzzle | None:
    """Return a puzzle of a position with one idea, or None if it would be no good one."""
    here, seat = choice(state), state.seat
    after = game.apply(here, {seat: idea}).state
    thirds = []
    if isinstance(after, ReplicantsState) and after.end is None:
        thirds = prover.winning(after, turns)
    kind, piece = kind_of(game, here, idea)
    ends = [game.apply(after, {seat: each}).state for each in thirds] or [after]
    struck = turns > 1 and kind in ("capture", "move") and all(_struck(game, each, idea.target) for each in ends)
    if turns > 1 and kind == "capture" and not struck:
        return None
    if turns == 1:
        strength = 2 if kind in ("arcs", "transform") else 1
    else:
        offered = kind == "move" and struck
        strength = 2 if turns == 2 and not offered and any(_threatens(prover, each) for each in ends) else 3
    solution, end = _line(game, state, turns, prover)
    if len(solution) < 2 * turns - 1:
        return None  # the other side's own overload ends it (R26)
    position = game.write_position(state)
    return Puzzle(
        key=hashlib.sha256(f"{game.info.key} {position}".encode()).hexdigest()[:8],
        game=game.info.key,
        turns=turns,
        strength=strength,
        position=position,
        seat=seat,
        solution=tuple(solution),
        also=tuple(game.format(after, seat, each) for each in thirds[1:]),
        whole=len(thirds) < 2,
        piece=piece,
        kind=kind,
        end=end,
    )


def kind_of(game: AnyGame, state: World, idea: AnyMove) -> tuple[str, str]:
    """Return what kind of action an idea is, and where its piece stands."""
    if isinstance(idea, Arcs):
        return "arcs", ""
    if isinstance(idea, Create):
        return "create", ""
    if isinstance(idea, Transform):
        return "transform", game.format(state, state.seat, idea)[:2]
    if isinstance(state, ReplicaState):
        name = game.format(state, state.seat, idea)[:2]
        return ("capture" if state.theirs >> idea.target & 1 else "move"), name
    enemies = state.sides[2 - state.seat].mask
    return ("capture" if enemies >> idea.target & 1 else "move"), NAMES[idea.origin]


def _threatens(prover: Prover, after: World) -> bool:
    """Return whether the seat of a proof would win at once if the other side did nothing."""
    action = {"action": 2} if isinstance(after, ReplicantsState) else {}
    return prover.wins(replace(after, seat=prover.seat, **action), 1)


def _struck(game: AnyGame, after: World, target: int) -> bool:
    """Return whether the other side could destroy or capture what has gone to a square or hex."""
    if isinstance(after, ReplicantsState):
        after = replace(after, action=2)
    return any(
        getattr(move, "target", None) == target or (isinstance(move, Arcs) and move.targets >> target & 1)
        for move in game.legal(after, after.seat)
    )


def _line(game: AnyGame, state: World, turns: int, prover: Prover) -> tuple[list[str], str]:
    """Return the turns of a solution, each reply leaving as few ways to win as any, and the code of the end."""
    seat, line = state.seat, list[str]()
    for left in range(turns, 0, -1):
        text, state = _own_turn(game, state, left, prover)
        line.append(text)
        outcome = game.outcome(state)
        if outcome is None:
            text, state = _reply(game, state, left - 1, prover)
            line.append(text)
            outcome = game.outcome(state)
        if outcome is not None:
            return line, outcome.code
    raise AssertionError(f"{line} does not win for seat {seat}")


def _own_turn(game: AnyGame, state: World, turns: int, prover: Prover) -> tuple[str, World]:
    turn, seat, texts = game.turn(state), state.seat, list[str]()
    while game.outcome(state) is None and game.turn(state) == turn:
        legal = game.legal(state, seat)
        move = legal[0] if len(legal) == 1 else prover.winning(state, turns, most=1)[0]
        texts.append(game.format(state, seat, move))
        state = game.apply(state, {seat: move}).state
    return SEPARATOR.join(texts), state


def _reply(game: AnyGame, state: World, turns: int, prover: Prover) -> tuple[str, World]:
    """Return the reply after which the fewest actions win within so many turns, and none in fewer where possible."""
    best: tuple[tuple[bool, int], str, World] | None = None
    for text, after in turns_of(game, state):
        if game.outcome(after) is not None:
            merit = (True, 1000)
        elif turns > 1:
            merit = (prover.wins(after, turns - 1), 0)
        else:
            merit = (False, len(ideas(prover, after, 1)))
        if best is None or merit < best[0]:
            best = merit, text, after
        if best[0] in ((False, 0), (False, 1)):
            break
    if best is None:
        raise AssertionError("there is always a turn")
    return best[1:]


def turns_of(game: AnyGame, state: World, *, every: bool = False) -> Iterator[tuple[str, World]]:
    """Yield the whole turns of the side that acts; in Replicants one for each second action, or `every` one."""
    turn, seat = game.turn(state), state.seat
    left: list[tuple[tuple[str, ...], World]] = [((), state)]
    for texts, here in left:  # it grows on the way
        if game.outcome(here) is not None or game.turn(here) != turn:
            yield SEPARATOR.join(texts), here
            continue
        legal = game.legal(here, seat)
        if isinstance(here, ReplicantsState) and here.action == 3 and not every:
            legal = legal[:1]
        left += [((*texts, game.format(here, seat, move)), game.apply(here, {seat: move}).state) for move in legal]


# Candidates in Replicants: what wins by turns that threaten to win at once, as in threat-space search (Allis, van den
# Herik and Huntjens 1993).


def _forcing(prover: Prover, state: ReplicantsState, turns: int) -> list[AnyMove]:
    """Return second actions that win by threats alone; the search ends at the second one."""
    found = []
    for move in prover.game.legal(state, state.seat):
        if any(_holds(prover, threat, turns - 1) for threat in _threatening(prover, state, move)):
            found.append(move)
            if len(found) > 1:
                break
    return found


def _threatening(prover: Prover, state: ReplicantsState, move: AnyMove) -> Iterator[ReplicantsState]:
    """Yield the positions after a second action and each third action that threatens to win at once."""
    seat = state.seat
    here: ReplicantsState = prover.game.apply(state, {seat: move}).state
    if here.end is not None:
        return
    mine, theirs, board = here.sides[seat - 1], here.sides[2 - seat], here.rules.board
    goal = theirs.mask if len(theirs.pieces) <= LEAST + 1 else 1 << (theirs.pieces[0] >> 3 & 127)
    blocked, stops, threat = mine.mask | theirs.mask, board.stops, board.threat
    hits = {code >> 3 & 127 for code in mine.pieces if threat[code][blocked & stops[code]] & goal}
    headings = {code >> 3 & 127: code for code in mine.pieces}
    for third in prover.game.legal(here, seat):
        if isinstance(third, Rotate) and not hits - {third.cell}:
            code = headings[third.cell]
            turned = code & ~7 | ((code & 7) + third.by) % 6
            if not threat[turned][blocked & stops[turned]] & goal:
                continue
        elif not hits:
            continue
        after = replicants.advance(here, third)
        if after.end is None:
            yield after


def _holds(prover: Prover, state: ReplicantsState, turns: int) -> bool:
    """Return whether each reply loses, within so many turns by threats alone."""
    if turns == 1 or state.end is not None:
        return prover.wins(state, 1)
    legal = prover.game.legal(state, state.seat)
    if state.seat != prover.seat:
        if state.action == 3 and prover.wins(replicants.advance(state, legal[0]), 1):
            return True  # another third action changes nothing about a win at once
        return all(_holds(prover, replicants.advance(state, move), turns) for move in legal)
    return prover.wins(state, 1) or any(
        prover.wins(after, 1) for move in legal for after in _threatening(prover, state, move)
    )
