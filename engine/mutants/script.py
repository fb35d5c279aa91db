"""The part of a record below its tags (N10 to N14): moves, draws, rounds and scores.

    * MUTANTS players=2 setup=ready
    * READY 4,2
    * DECK S1 ALN,WAR,ROB,DEM,LYC,ZOM
    * RESERVE S1 INF,MRV,...
    * DECK S2 ...
    * RESERVE S2 ...
    * FIRST S1
    S1 N
    S2 Y
    * ROUND 1 first=S1 force=5,6 vp=0,0
    S1 B ROB+ZOM>MRV

`S1 F` is a resignation. Constructed reserves follow the first line, one for each seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.chance import Draw
from engine.errors import MoveError, RecordError, Where
from engine.game import HIDDEN, Setup
from engine.mutants.loadouts import parse_loadout
from engine.mutants.outcome import final_order, final_points
from engine.mutants.rules import SOLO, Rules, rules_of
from engine.mutants.state import State
from engine.script import Drawn, Entry, Line, Note, Script, lines_of
from engine.seat import Seat
from engine.text import Text, say, say_n, shortened

# The notes of a record (N11): draws, rounds, scores, the end.
#
# They are made at their event (`Table.note`) and stay in the position for one step. Draws are `?` in copies
# for readers during the match (N14).


MARK = "*"
UNKNOWN = "?"


def notes(
    before: State | None,
    after: State,
    _now: State,
    _seat: Seat | None,
    *,
    whole: bool,
    drawn: Sequence[Draw] = (),  # noqa: ARG001 - the position has kept what was drawn, in its lines
) -> tuple[str, ...]:
    lines = [] if before is not None else [head(after.rules)]
    lines += [f"{line}{hidden if whole or not hidden else UNKNOWN}" for line, hidden in after.said]
    if after.over and before is not None and not before.over:
        lines.append(_end(after))
    return tuple(lines)


def head(rules: Rules) -> str:
    if rules.boss is None:
        return f"* MUTANTS players={rules.seats} setup={rules.reserve}"
    words = [f"* MUTANTS players=1 setup=solo boss={rules.boss.key}"]
    words += ["ultra"] if rules.ultra else []
    words += [f"limits={rules.limits}"] if rules.limits else []
    return " ".join(words)


def same_note(written: str, note: str) -> bool:
    """Return whether a person's line says the same; spaces and case do not matter."""
    return _folded(written) == _folded(note)


def _folded(text: str) -> str:
    spaced = " ".join(text.upper().replace(MARK, f"{MARK} ").split())
    return re.sub(r"\s*([=,])\s*", r"\1", spaced)


def _end(state: State) -> str:
    if state.rules.solo:
        won = "VICTORY" if state.over == "W" else "DEFEAT"
        return f"* END {won} HEALTH={state.health} ROUND={state.round}"
    order, points = final_order(state), final_points(state)
    totals = " ".join(f"S{seat}={points[seat - 1]}" for seat in sorted(order))
    return f"* END {totals} RANK {','.join(f'S{seat}' for seat in order)}"


_FORFEIT = "F"
_HEAD = re.compile(r"\*\s*MUTANTS\b(?P<pairs>.*)", re.IGNORECASE)
_PAIR = re.compile(r"(?P<key>[A-Za-z]{1,20})(?:\s*=\s*(?P<value>[A-Za-z0-9]{1,20}))?")
_DRAW = re.compile(
    r"\*\s*(?:(?P<kind>DRAFT|READY|FIRST)|(?P<pile>DECK|RESERVE|SHUFFLE)\s+(?P<whose>S[1-4]|BOSS))\s+(?P<items>\S.*)",
    re.IGNORECASE,
)
_MOVE = re.compile(r"[Ss](?P<seat>[0-9]{1,2})\s+(?P<text>\S.*)")
_SEAT = re.compile(r"S(?P<seat>[1-4])")


def read_script(text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
    """Read the part of a record below its tags; without a mode in `setup`, the line `* MUTANTS` names it."""
    lines = list(lines_of(text, first_line))
    setup = _setup(lines, first_line, setup)
    rules = rules_of(setup)
    wanted = rules.seats if rules.reserve == "constructed" and not setup.position else 0
    loadouts: dict[Seat, str] = {}
    entries: list[Entry] = []
    draws: list[Drawn] = []
    notes: list[Note] = []
    gone: set[Seat] = set()
    for line in lines:
        if line.text.startswith(MARK):
            drawn = _drawn(line, [seat for seat in range(1, rules.seats + 1) if seat not in gone])
            if drawn is not None and rules.decks and _names_decks(line):
                _check_decks(line, drawn, rules.decks, first=not draws and not entries)
                continue
            draws += [drawn] if drawn is not None else []
            notes.append(Note(len(entries), line.text, line.where()))
            continue
        entry = _entry(line, rules.seats)
        if len(loadouts) < wanted:
            loadouts[_next(line, entry, loadouts)] = _loadout(line, entry, setup)
            continue
        gone |= {entry.seat} if entry.forfeit else set()
        entries.append(entry)
    chosen = tuple(loadouts[seat] for seat in sorted(loadouts))
    names = tuple(f"S{seat}" for seat in range(1, rules.seats + 1))
    return replace(setup, loadouts=chosen), Script(names, tuple(entries), draws=tuple(draws), notes=tuple(notes))


def write_script(setup: Setup, script: Script) -> str:
    notes, lines = list(script.notes), list[str]()
    for count in range(len(script.entries) + 1):
        while notes and notes[0].after <= count:
            lines.append(notes.pop(0).text)
            if len(lines) == 1 and not setup.position:
                lines += [f"S{seat} {text}" for seat, text in enumerate(setup.loadouts, 1) if text]
        lines += [f"S{entry.seat} {entry.text}" for entry in script.entries[count : count + 1]]
    return "".join(f"{line}\n" for line in lines)


def _setup(lines: list[Line], first_line: int, setup: Setup) -> Setup:
    if setup.mode:
        return setup
    found = _HEAD.fullmatch(lines[0].text) if lines else None
    pairs = (
        {}
        if found is None
        else {each["key"].lower(): each["value"] or "yes" for each in _PAIR.finditer(found["pairs"])}
    )
    kind, players = pairs.get("setup", "").lower(), pairs.get("players", "")
    if kind == SOLO:
        options = [(key, pairs[key]) for key in ("boss", "ultra", "limits") if key in pairs]
        cased = tuple((key, value.upper() if key == "limits" else value.lower()) for key, value in options)
        return replace(setup, mode=SOLO, options=(*setup.options, *cased))
    if kind in ("draft", "ready", "constructed") and players in ("2", "3", "4"):
        return replace(setup, mode=players, options=(*setup.options, ("reserve", kind)))
    reason = say("A record of Mutants begins with a line like: * MUTANTS players=2 setup=draft")
    raise RecordError(reason, code="no-record", where=lines[0].where() if lines else Where(first_line), rule="N11")


def _entry(line: Line, seats: int) -> Entry:
    found = _MOVE.fullmatch(line.text)
    if found is None:
        reason = say(
            "A line names a seat and its answer, for example S1 D ZOM; the program writes the lines that begin with *."
        )
        raise RecordError(reason, code="line", where=line.where(), action=shortened(line.text), rule="N13")
    seat = int(found["seat"])
    if not 1 <= seat <= seats:
        reason = say_n("This match has only {count} seat.", "This match has only {count} seats.", seats)
        raise RecordError(reason, code="no-such-player", where=line.where(), action=shortened(line.text), rule="N13")
    text = found["text"].strip()
    forfeit = text.upper() == _FORFEIT
    return Entry(0, seat, _FORFEIT if forfeit else text, forfeit, line.where(found.start("text")))


def _next(line: Line, entry: Entry, loadouts: dict[Seat, str]) -> Seat:
    """Return the seat of a line's reserve: they are in the order of seats."""
    if entry.seat != len(loadouts) + 1 or entry.forfeit:
        reason = say("The reserve of seat {seat} must come here: its 12 cards.", seat=len(loadouts) + 1)
        raise RecordError(reason, code="loadout", where=line.where(), action=shortened(line.text), rule="N11")
    return entry.seat


def _loadout(line: Line, entry: Entry, setup: Setup) -> str:
    """Return a line's reserve in canonical notation (N4)."""
    if entry.text == HIDDEN:
        raise _masked(line)
    try:
        return parse_loadout(setup, entry.seat, entry.text)
    except MoveError as error:
        raise RecordError(
            error.text,
            code=error.code,
            where=entry.where,
            seat=entry.seat,
            action=shortened(entry.text),
            rule=error.rule,
            suggestions=error.suggestions,
        ) from error


def _drawn(line: Line, staying: list[Seat]) -> Drawn | None:
    """Return the draw that a line names (N12); None for other lines."""
    found = _DRAW.fullmatch(line.text)
    if found is None:
        return None
    kind, items = (found["kind"] or "").upper(), [word.strip().upper() for word in found["items"].split(",")]
    if UNKNOWN in found["items"]:
        raise _masked(line)
    if kind == "READY":
        if not all(re.fullmatch("[1-9]", item) for item in items):
            raise _no_draw(line, say("Give ready-made decks by number, e.g. 4,2."), "M12")
        return Drawn(tuple(map(int, items)), line.where())
    if kind == "FIRST":
        seat = _SEAT.fullmatch(items[0])
        if seat is None or len(items) != 1 or int(seat["seat"]) not in staying:
            raise _no_draw(line, say("The first player must be a seat that's playing, like S1."), "M8")
        return Drawn((staying.index(int(seat["seat"])),), line.where())
    if not all(re.fullmatch("[A-Z]{3}", item) for item in items):
        raise _no_draw(line, say("Cards are codes joined by commas, like ALN,WAR."), "N11")
    return Drawn(tuple(items), line.where())


def _names_decks(line: Line) -> bool:
    found = _DRAW.fullmatch(line.text)
    return found is not None and (found["kind"] or "").upper() == "READY"


def _check_decks(line: Line, drawn: Drawn, decks: Sequence[int], *, first: bool) -> None:
    """Accept the line of assigned ready decks, if it fits and stands before all draws (N12)."""
    right = f"* READY {','.join(map(str, decks))}"
    if not first:
        raise _no_draw(line, say("The ready decks are listed once, before anything is drawn."), "N12")
    if drawn.values != tuple(decks):
        raise RecordError(
            say("This game has assigned ready decks, and the record names different ones."),
            code="draw",
            where=line.where(),
            action=shortened(line.text),
            rule="M12",
            suggestions=(right,),
        )


def _no_draw(line: Line, reason: Text, rule: str) -> RecordError:
    return RecordError(reason, code="draw", where=line.where(), action=shortened(line.text), rule=rule)


def _masked(line: Line) -> RecordError:
    reason = say("This record was made for one reader during the match: what it shows as ? was still hidden.")
    return RecordError(reason, code="masked", where=line.where(), action=shortened(line.text), rule="N14")
