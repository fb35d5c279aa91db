"""Reading a move in a position: the intended legal move, or an error with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from string import whitespace
from typing import assert_never

from engine import errors
from engine.errors import AmbiguousMoveError, Fault, IllegalMoveError, NotationError
from engine.hexgrid import distance
from engine.replicants.attacks import Volley, aim, below_least, finishes, real_threats, shots, threats_to
from engine.replicants.board import CELLS, FIVE, MATRIX, NAMES, VALUES, bits, place_of, value_of
from engine.replicants.legal import FULL, legal
from engine.replicants.moves import Arcs, Charge, Create, Go, Move, Rotate, Skip, Strike
from engine.replicants.notation import (
    Written,
    WrittenArcs,
    WrittenCharge,
    WrittenCreate,
    WrittenGo,
    WrittenRotate,
    WrittenSkip,
    WrittenStrike,
    format_move,
    read_move,
    targets_text,
)
from engine.replicants.position import write_position
from engine.replicants.state import LEAST, Side, State, cell_on, moved, occupied, owner_of, piece_on, removed
from engine.script import MARKS, action_text, blanked, without_number
from engine.seat import Seat
from engine.text import Player, Text, listed, say, say_n, shortened

# What a player may have meant: legal moves near an illegal one.


def similar(state: State, text: str) -> tuple[str, ...]:
    return errors.similar([format_move(state, move) for move in legal(state)], text)


def like(state: State, fits: Callable[[Move], bool], near: int | None = None) -> tuple[str, ...]:
    found = [move for move in legal(state) if fits(move)]
    if near is not None:
        found.sort(key=lambda move: distance(CELLS[_end(move, near)], CELLS[near]))
    return tuple(format_move(state, move) for move in found[: errors.MOST_SIMILAR])


def _end(move: Move, otherwise: int) -> int:
    match move:
        case Go(_, _, cell) | Arcs(_, Go(_, _, cell)) | Create(_, cell) | Strike(cell) | Rotate(cell, _):
            return cell
        case _:
            return otherwise


# Faults of a plain move (R7, R8, R14 to R16, R24, R28).


_RANK = ("out-of-reach", "arcs-only", "blocked")
"""The error explains the Replicant that comes closest to the target: the last fault in this order."""


def go_fault(state: State, written: WrittenGo) -> Fault:
    target = cell_on(state, written.target)
    found = (
        missing(state, written)
        or _taken(state, target)
        or unreachable(state, written, occupied(state.sides))
        or _uncaptured(state, written, target)
        or _too_risky(state, written, target)
        or forbidden(state, 1 << target)
    )
    if found is None:
        raise AssertionError(f"nothing is wrong with {written}")
    return Fault(found.code, found.rule, found.reason, found.suggestions or _instead(state, written, target))


def missing(state: State, written: WrittenGo) -> Fault | None:
    if not any(value_of(code) == written.value for code in state.sides[state.seat - 1].pieces):
        reason = say("You have no {value} in the arena.", value=written.value)
        return Fault("no-such-piece", "R14", reason)
    if written.origin and not candidates(state, written):
        reason = say("Your {value} isn't on {hex}.", value=written.value, hex=written.origin)
        return Fault("wrong-origin", "N4", reason)
    return None


def candidates(state: State, written: WrittenGo) -> list[int]:
    return [
        code
        for code in state.sides[state.seat - 1].pieces
        if value_of(code) == written.value and written.origin in ("", NAMES[place_of(code)])
    ]


def unreachable(state: State, written: WrittenGo, blocked: int, excluded: Collection[int] = ()) -> Fault | None:
    """Return the fault if no intended piece, except the excluded ones, reaches the target."""
    target = cell_on(state, written.target)
    board = state.rules.board
    meant = [code for code in candidates(state, written) if code not in excluded]
    if any(board.reach[code][blocked & board.stops[code]] >> target & 1 for code in meant):
        return None
    nearest = max((_far(state, code, target, blocked) for code in meant), key=lambda each: _RANK.index(each.code))
    if nearest.code != "out-of-reach" or len(meant) == 1:
        return nearest
    reason = say(
        "None of your {value}s can go to {hex}: they're on {origins}.",
        value=written.value,
        hex=NAMES[target],
        origins=listed((NAMES[place_of(code)] for code in meant), "comma"),
    )
    return Fault(nearest.code, nearest.rule, reason)


def risky(state: State, sides: tuple[Side, ...], target: int) -> Fault:
    """Return the fault of a matrix that would be under threat on the target (R16)."""
    index = state.seat - 1
    origin = place_of(sides[index].pieces[0])
    after = tuple(
        moved(each, MATRIX, origin, target) if number == index else removed(each, 1 << target)
        for number, each in enumerate(sides)
    )
    other, code = real_threats(state.rules, after, index, target)[0]
    reason = say(
        "Your matrix can't go to {hex}, which is under threat: {threat}.",
        hex=NAMES[target],
        threat=stands(other + 1, value_of(code), place_of(code)),
    )
    return Fault("matrix-threatened", "R16", reason)


def forbidden(state: State, targets: int) -> Fault | None:
    """Return the fault if R24 forbids to end the game by destroying all of these."""
    index, sides = state.seat - 1, state.sides
    out = finishes(sides, index, targets)
    if not out or not state.rules.counts_points:
        return None
    struck = list(bits(targets))
    matrices = sum(1 for other in out if targets >> place_of(sides[other].pieces[0]) & 1)
    mine = len(sides[index].trophies) + len(struck) + matrices + 0.5
    rivals = [other for other in range(len(sides)) if other not in (*out, index)]
    if not rivals:
        return None
    best = max(rivals, key=lambda other: len(sides[other].trophies))
    theirs = len(sides[best].trophies)
    if mine > theirs:
        return None
    reason = say(
        "You can't make this destruction: it would end the game with {mine} points for you and {theirs} for {rival}.",
        mine=f"{mine:g}",
        theirs=theirs,
        rival=Player(best + 1),
    )
    return Fault("forbidden-destruction", "R24", reason)


def stands(seat: Seat, value: int, cell: int) -> Text:
    return say("{player}'s {value} on {hex}", player=Player(seat), value=value, hex=NAMES[cell])


def _taken(state: State, target: int) -> Fault | None:
    owner = owner_of(state, target)
    if owner == state.seat:
        reason = say("Your own Replicant is on {hex}.", hex=NAMES[target])
        return Fault("own-piece", "R7", reason)
    if owner is not None and owner - 1 in state.rules.friends[state.seat - 1]:
        return Fault("ally", "R28", say("{player} on {hex} is your partner.", player=Player(owner), hex=NAMES[target]))
    return None


def _far(state: State, code: int, target: int, blocked: int) -> Fault:
    board = state.rules.board
    value, origin = value_of(code), place_of(code)
    stops = board.blockers(code, target) & blocked
    if stops:
        stop = next(bits(stops))
        owner = owner_of(state, stop)
        if owner is None:
            raise AssertionError(f"nothing blocks {NAMES[stop]}")
        return Fault(
            "blocked",
            "R8",
            say(
                ("Your {value} on {origin} can't walk over {stop} to {hex}: the Replicant in the way is {blocker}."),
                value=value,
                origin=NAMES[origin],
                hex=NAMES[target],
                stop=NAMES[stop],
                blocker=stands(owner, _value_on(state, stop), stop),
            ),
        )
    if value == FIVE and board.arcs[code] >> target & 1:
        reason = say(
            "Your 5 on {origin} only reaches {hex} with arcs; it can't move there.",
            origin=NAMES[origin],
            hex=NAMES[target],
        )
        volleys = like(state, lambda move: isinstance(move, Arcs) and move.targets == 1 << target)
        return Fault("arcs-only", "R17", reason, volleys)
    reason = say("Your {value} on {origin} can't go to {hex}.", value=value, origin=NAMES[origin], hex=NAMES[target])
    return Fault("out-of-reach", "R7", reason)


def _value_on(state: State, cell: int) -> int:
    codes = (piece_on(each, cell) for each in state.sides)
    return next(value_of(code) for code in codes if code is not None)


def _uncaptured(state: State, written: WrittenGo, target: int) -> Fault | None:
    if not written.captures or owner_of(state, target) is not None:
        return None
    reason = say("There's nothing to destroy on {hex}: leave out the x.", hex=NAMES[target])
    same = like(state, lambda move: _is(move, written, target))
    return Fault("nothing-captured", "N7", reason, same)


def _too_risky(state: State, written: WrittenGo, target: int) -> Fault | None:
    if written.value != MATRIX or finishes(state.sides, state.seat - 1, 1 << target):
        return None
    return risky(state, state.sides, target)


def _instead(state: State, written: WrittenGo, target: int) -> tuple[str, ...]:
    """Return other moves of that Replicant, or else moves of others to the target, or else any moves."""
    return (
        like(state, lambda move: _is(move, written), target)
        or like(state, lambda move: isinstance(move, Go) and move.value == written.value, target)
        or like(state, lambda move: isinstance(move, Go) and move.target == target)
        or like(state, lambda _: True)
    )


def _is(move: Move, written: WrittenGo, target: int | None = None) -> bool:
    return (
        isinstance(move, Go)
        and move.value == written.value
        and written.origin in ("", NAMES[move.origin])
        and target in (None, move.target)
    )


# Faults of arcs, or of the move after them (R17, R18, R24).


def arcs_fault(state: State, written: WrittenArcs) -> Fault:
    cells = [cell_on(state, name) for name in written.targets]
    targets = sum(1 << cell for cell in cells)
    found = _untouchable(state, cells) or _out_of_range(state, cells, targets) or _destruction(state, targets)
    if found is None:
        shooters = shots(state)[targets]
        volley = aim(state, targets, shooters)
        if volley is None:
            raise AssertionError(f"nothing is wrong with {written}")
        found = _following(state, written, volley, shooters)
    near = cell_on(state, written.companion.target) if written.companion is not None else None
    suggestions = like(state, lambda move: isinstance(move, Arcs) and move.targets == targets, near) or like(
        state, lambda move: isinstance(move, Arcs), near
    )
    return Fault(found.code, found.rule, found.reason, suggestions)


def _untouchable(state: State, cells: Iterable[int]) -> Fault | None:
    for cell in cells:
        owner = owner_of(state, cell)
        if owner is None:
            return Fault("arcs-empty", "R17", say("There's no enemy on {hex}.", hex=NAMES[cell]))
        if owner == state.seat:
            return Fault("arcs-own", "R17", say("The Replicant on {hex} is your own.", hex=NAMES[cell]))
        if owner - 1 in state.rules.friends[state.seat - 1]:
            return Fault(
                "ally", "R28", say("{player} on {hex} is your partner.", player=Player(owner), hex=NAMES[cell])
            )
    return None


def _out_of_range(state: State, cells: Iterable[int], targets: int) -> Fault | None:
    fives = [code for code in state.sides[state.seat - 1].pieces if value_of(code) == FIVE]
    if not fives:
        return Fault("arcs-no-five", "R17", say("Only a 5 fires arcs, and you have none in the arena."))
    if targets in shots(state):
        return None
    for cell in cells:
        if not any(state.rules.board.arcs[code] >> cell & 1 for code in fives):
            reason = say("Your 5's arcs don't reach {hex}.", hex=NAMES[cell])
            return Fault("arcs-out-of-reach", "R17", reason)
    reason = say("One 5 must reach all of {targets}, and none of yours does.", targets=targets_text(targets))
    return Fault("arcs-not-one", "R17", reason)


def _destruction(state: State, targets: int) -> Fault | None:
    too_few = below_least(state.rules, state.sides, state.seat - 1, targets)
    if too_few:
        reason = say_n(
            "These arcs would leave {player} with fewer than {count} Replicant.",
            "These arcs would leave {player} with fewer than {count} Replicants.",
            LEAST,
            player=Player(too_few[0] + 1),
        )
        return Fault("arcs-below-three", "R18", reason)
    return forbidden(state, targets)


def _following(state: State, written: WrittenArcs, volley: Volley, shooters: list[int]) -> Fault:
    companion = written.companion
    if volley.ends:
        reason = say("These arcs end the game at once: no Replicant moves after them.")
        return Fault("arcs-over", "R17", reason)
    if not volley.companions:
        reason = say("You can't fire these arcs: no other Replicant of yours could then move to a free hex.")
        return Fault("arcs-nobody-moves", "R17", reason)
    if companion is None:
        reason = say(
            "After the arcs, another of your Replicants moves to a free hex: write it after them, as in xG8.4E6."
        )
        return Fault("arcs-unfinished", "R17", reason)
    excluded = shooters if len(shooters) == 1 else []
    found = (
        missing(state, companion)
        or _own_shooter(state, companion, excluded)
        or _landing(state, companion, volley, excluded)
    )
    if found is None:
        raise AssertionError(f"nothing is wrong with {written}")
    return found


def _own_shooter(state: State, companion: WrittenGo, excluded: list[int]) -> Fault | None:
    if excluded and candidates(state, companion) == excluded:
        hex_name = NAMES[place_of(excluded[0])]
        reason = say("The 5 on {hex} fires the arcs; another Replicant must move.", hex=hex_name)
        return Fault("arcs-same-five", "R17", reason)
    return None


def _landing(state: State, companion: WrittenGo, volley: Volley, excluded: list[int]) -> Fault | None:
    """Return the fault of the companion's own move, on the board after the arcs."""
    after = tuple(removed(each, volley.targets) for each in state.sides)
    target = cell_on(state, companion.target)
    blocked = occupied(after)
    if blocked >> target & 1:
        reason = say("After arcs, a Replicant must move to a free hex, and {hex} isn't free.", hex=NAMES[target])
        return Fault("arcs-not-free", "R17", reason)
    if companion.captures:
        reason = say("The move after arcs can't destroy anything: leave out its x.")
        return Fault("arcs-capture", "R17", reason)
    far = unreachable(state, companion, blocked, excluded)
    if far is not None:
        return far
    return risky(state, after, target) if companion.value == MATRIX else None


# Errors for readable illegal moves: the rule, the reason, and legal alternatives.


_IN_ACTION: dict[int, tuple[type, ...]] = {
    1: (WrittenCharge, WrittenStrike),
    2: (WrittenGo, WrittenArcs, WrittenCreate, WrittenSkip),
    3: (WrittenCharge, WrittenRotate),
}


def refuse_seat(state: State, seat: Seat, text: str) -> None:
    if state.end is not None:
        raise Fault("game-over", "R22", say("The game is over.")).error(text, write_position(state))
    if seat != state.seat:
        reason = say("It's {player}'s turn.", player=Player(state.seat))
        raise Fault("not-to-act", "R10", reason).error(text, write_position(state))


def check_hexes(state: State, written: Written, text: str) -> None:
    names: list[tuple[str, str]] = []  # and the rule to cite for a missing hex: R7 if a piece would go there
    values: list[int] = []
    match written:
        case WrittenStrike(name) | WrittenRotate(name, _):
            names.append((name, "R2"))
        case WrittenCreate(value, name):
            names.append((name, "R2"))
            values.append(value)
        case WrittenGo(value, origin, target, _):
            names += [(origin, "R2"), (target, "R7")]
            values.append(value)
        case WrittenArcs(targets, companion):
            names += [(name, "R2") for name in targets]
            if companion is not None:
                names += [(companion.origin, "R2"), (companion.target, "R7")]
                values.append(companion.value)
        case _:
            pass
    for name, rule in names:
        if name and name not in state.rules.board.cells:
            raise NotationError(
                say("There's no hex {hex} in the arena.", hex=name), code="no-such-hex", rule=rule, given=text
            )
    for value in values:
        if value not in VALUES:
            raise NotationError(
                say("There's no soul {value}; they go from 1 to 7.", value=value),
                code="no-such-soul",
                rule="N1",
                given=text,
            )


def refusal(state: State, written: Written, text: str) -> IllegalMoveError:
    fault = _fault(state, written, text)
    suggestions = fault.suggestions or like(state, lambda _: True)
    return replace(fault, suggestions=suggestions).error(text, write_position(state))


def _fault(state: State, written: Written, text: str) -> Fault:
    if not isinstance(written, _IN_ACTION[state.action]):
        return _wrong_action(state, text)
    match written:
        case WrittenCharge():
            return _full(state)
        case WrittenStrike(name):
            return _strike(state, name)
        case WrittenRotate(name, _):
            return _rotate(state, name)
        case WrittenCreate(value, name):
            return _create(state, value, name)
        case WrittenGo():
            return go_fault(state, written)
        case WrittenArcs():
            return arcs_fault(state, written)
        case WrittenSkip():
            reason = say("You can only skip the second action when you have nothing to move or create.")
            return Fault("skip", "R21", reason, like(state, lambda _: True))
        case _:
            assert_never(written)


def _wrong_action(state: State, text: str) -> Fault:
    suggestions = like(state, lambda _: True)
    if state.action == 2:
        reason = say("Your second action must be a move, arcs or a creation, and {text} is none of these.", text=text)
        return Fault("wrong-action", "R11", reason, suggestions)
    if state.action == 3:
        reason = say("Your third action must be a charge or a rotation, and {text} is neither.", text=text)
        return Fault("wrong-action", "R11", reason, suggestions)
    if state.sides[state.seat - 1].energy == FULL:
        reason = say("Your first action is the overload: strike one of your own Replicants before {text}.", text=text)
        return Fault("wrong-action", "R13", reason, suggestions)
    return Fault(
        "wrong-action", "R11", say("Your first action is the charge: write E before {text}.", text=text), ("E",)
    )


def _full(state: State) -> Fault:
    energy = state.sides[state.seat - 1].energy
    if state.action == 1:
        reason = say("Your matrix has {energy} energy and overloads: strike one of your own Replicants.", energy=energy)
        return Fault("overload", "R13", reason, like(state, lambda move: isinstance(move, Strike)))
    reason = say("You can't charge as your third action with {energy} energy: rotate a Replicant.", energy=energy)
    return Fault("charge-full", "R20", reason, like(state, lambda move: isinstance(move, Rotate)))


def _strike(state: State, name: str) -> Fault:
    mine, cell = state.sides[state.seat - 1], cell_on(state, name)
    if mine.energy < FULL:
        reason = say("Your matrix only overloads at {full} energy; it has {energy}.", full=FULL, energy=mine.energy)
        return Fault("no-overload", "R13", reason, like(state, lambda move: isinstance(move, Charge)))
    suggestions = like(state, lambda move: isinstance(move, Strike), cell)
    if piece_on(mine, cell) is not None:
        return Fault("strike-matrix", "R13", say("Your matrix can't strike itself."), suggestions)
    return Fault("strike-foreign", "R13", say("You have no Replicant on {hex}.", hex=name), suggestions)


def _rotate(state: State, name: str) -> Fault:
    cell = cell_on(state, name)
    suggestions = like(state, lambda move: isinstance(move, Rotate), cell)
    owner = owner_of(state, cell)
    if owner is None:
        return Fault("rotate-empty", "R20", say("There's no Replicant on {hex}.", hex=name), suggestions)
    reason = say("The Replicant on {hex} is {player}'s; you can only rotate your own.", hex=name, player=Player(owner))
    return Fault("rotate-foreign", "R20", reason, suggestions)


def _create(state: State, value: int, name: str) -> Fault:
    cell = cell_on(state, name)
    fault = _unpayable(state, value) or _unplaceable(state, cell)
    suggestions = like(state, lambda move: isinstance(move, Create) and move.value == value, cell) or like(
        state, lambda move: isinstance(move, Create), cell
    )
    return Fault(fault.code, "R19", fault.reason, suggestions)


def _unpayable(state: State, value: int) -> Fault | None:
    mine = state.sides[state.seat - 1]
    if value == MATRIX:
        return Fault("create-matrix", "R19", say("You can't create a matrix."))
    if not mine.reserve[value - 2]:
        return Fault("create-no-soul", "R19", say("You have no soul {value} in your reserve.", value=value))
    if not mine.hearts:
        return Fault("create-no-heart", "R19", say("You have no heart in your reserve."))
    if mine.energy < value:
        missing = value - mine.energy
        reason = say(
            "A {value} costs {value} energy; you have {energy}, so you're {missing} short.",
            value=value,
            energy=mine.energy,
            missing=missing,
        )
        return Fault("create-energy", "R19", reason)
    return None


def _unplaceable(state: State, cell: int) -> Fault:
    index = state.seat - 1
    matrix = place_of(state.sides[index].pieces[0])
    blocked = occupied(state.sides)
    if not state.rules.board.near[matrix] >> cell & 1:
        reason = say("{hex} isn't next to your matrix on {matrix}.", hex=NAMES[cell], matrix=NAMES[matrix])
        return Fault("create-far", "R19", reason)
    if blocked >> cell & 1:
        return Fault("create-occupied", "R19", say("{hex} isn't free.", hex=NAMES[cell]))
    other, code = threats_to(state.rules, state.sides, index, blocked, cell)[0]
    reason = say(
        "{hex} is under threat: {threat}.", hex=NAMES[cell], threat=stands(other + 1, value_of(code), place_of(code))
    )
    return Fault("create-threatened", "R19", reason)


_WRITTEN = {1: "N3", 2: "N4", 3: "N5"}
"""The rule on writing each action of the turn."""

_NUMBER = re.compile(r"\s*[Tt](?P<number>[0-9]{1,6})\s*(?=\.\.|\u2026)")
_GAP = re.compile(r"\.{2,}|\u2026")


def unnumbered(state: State, text: str) -> str:
    """Return a pasted turn with spaces for its number and for empty places (N2, N7); errors as in `Game.unnumbered`.

    `T7..E/2E6/E`, `..E/2E3/E` and `E/2E6/E..` are such turns.
    """

    def wrong(found: int) -> Text:
        return say("That's turn {found}, but it's turn {number} now.", found=found, number=state.round)

    bare = without_number(text, _NUMBER, state.round, wrong=wrong, rule="N2")
    if sum(1 for part in _GAP.split(bare) if part.strip(whitespace + MARKS)) > 1:
        raise NotationError(
            say("Those are several players' turns: write only your own."),
            code="turns",
            rule="N2",
            given=shortened(bare.strip()),
        )
    return blanked(bare, _GAP)


def parse_move(state: State, seat: Seat, text: str) -> Move:
    """Return the legal move that a text means; errors as in `Game.parse`."""
    refuse_seat(state, seat, shortened(text))
    try:
        plain = action_text(text, rule="N2")
        written = read_move(plain)
        check_hexes(state, written, plain)
    except NotationError as error:
        raise NotationError(
            error.text,
            code=error.code,
            rule=_WRITTEN[state.action] if error.rule == "N2" else error.rule,
            given=shortened(text),
            position=write_position(state),
            suggestions=similar(state, text),
        ) from None
    found = [move for move in legal(state) if _means(state, written, move)]
    if not found:
        raise refusal(state, written, plain)
    if len(found) > 1:
        raise AmbiguousMoveError(
            say("{text} could mean several of your Replicants: write the hex it starts from.", text=plain),
            candidates=tuple(format_move(state, move) for move in found),
            given=plain,
            rule="N4",
            position=write_position(state),
        )
    return found[0]


def _means(state: State, written: Written, move: Move) -> bool:
    match written, move:
        case (WrittenCharge(), Charge()) | (WrittenSkip(), Skip()):
            return True
        case WrittenStrike(name), Strike(cell):
            return name == NAMES[cell]
        case WrittenRotate(name, by), Rotate(cell, way):
            return (name, by) == (NAMES[cell], way)
        case WrittenCreate(value, name), Create(soul, cell):
            return (value, name) == (soul, NAMES[cell])
        case WrittenGo(), Go():
            captured = occupied(state.sides) >> move.target & 1
            return _goes(written, move) and (bool(captured) or not written.captures)  # N7: x only on a capture
        case WrittenArcs(), Arcs():
            return _fires(written, move)
    return False


def _fires(written: WrittenArcs, move: Arcs) -> bool:
    if {*written.targets} != {NAMES[cell] for cell in bits(move.targets)}:
        return False
    if written.companion is None or move.companion is None:
        return written.companion is None and move.companion is None
    return _goes(written.companion, move.companion) and not written.companion.captures


def _goes(written: WrittenGo, move: Go) -> bool:
    return (
        written.value == move.value
        and written.target == NAMES[move.target]
        and written.origin in ("", NAMES[move.origin])
    )
