"""The part of a record below its tags (section 11): decisions, draws and scores.

    * APEX players=3 mode=standard
    * GALAXY A1=N08 A2=N20 ...
    P1 HUM@H3
    P2 SHE@H2
    P3 MIN@H1
    * DEAL 1 HUM=3,7,... SHE=... MIN=... OUT=12,13
    HUM 3W
    SHE 7C
    MIN 22X
    HUM H2,C2
    SHE D1
    MIN MOVE B1>A1 x6/PROD H1/-

`HUM F` is a surrender; the moves that the defaults then play for its player are not written. A war with `,` at its end,
or an expansion without `/-`, is unfinished. The names of the players are in the tags `P1`, `P2`, ….
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.apex.notation import ACTIONS, BATTLES, CLOSING, WrittenSecret, join, plain, read_move, spread
from engine.apex.outcome import outcome, result_text
from engine.apex.position import read_position
from engine.apex.rules import AGES, EXPLORATION, MODES, Rules, rules_of
from engine.apex.state import NONE, Phase, State, code
from engine.chance import Chance, Draw
from engine.errors import RecordError, Where
from engine.game import Setup
from engine.script import Drawn, Entry, Line, Note, Script, lines_of, unmarked
from engine.seat import Seat
from engine.text import say, say_n, shortened

# The notes of a record (section 11): draws, scores, the winner.
#
#     * APEX players=3 mode=standard
#     * GALAXY A1=N08 A2=N20 ...
#     * DEAL 1 HUM=3,7 SHE=... MIN=... OUT=12,13
#     * SCORE 1 HUM=4 SHE=3 MIN=5
#     * END HUM=20 SHE=17 MIN=20 WINNER HUM,MIN
#
# Other hands and face-down sectors are `?` for readers who may not know them.


MARK = "*"
UNKNOWN = "?"


def notes(
    before: State | None,
    after: State,
    now: State,
    seat: Seat | None,
    *,
    whole: bool,
    drawn: Sequence[Draw] = (),  # noqa: ARG001 - what was dealt is in the hands
) -> tuple[str, ...]:
    if before is None:
        return _head(after), _galaxy(after, 0 if whole else now.hidden)
    found = []
    ended = after.phase is Phase.OVER and before.phase is not Phase.OVER
    played_out = ended and len(after.gone) == len(before.gone)
    if after.age > before.age > 0 or played_out:
        found.append(_score(after, AGES if played_out else before.age))
    if after.age > before.age:
        found.append(_deal(after, seat, whole=whole))
    if ended:
        found.append(_end(after))
    return tuple(found)


def same_note(written: str, note: str) -> bool:
    """Return whether a person's line says the same; spaces, case and the order of players do not matter."""
    return _items(written) == _items(note)


def _head(state: State) -> str:
    mode = "exploration" if state.rules.exploration else "standard"
    return f"* APEX players={state.rules.seats} mode={mode}"


def _galaxy(state: State, hidden: int) -> str:
    rules = state.rules
    items = []
    for slot, tile in enumerate(state.tiles, rules.seats):
        items.append(f"{rules.slots[slot]}={UNKNOWN if hidden >> slot & 1 else rules.tiles[tile].name}")
    return f"* GALAXY {' '.join(items)}"


def _deal(state: State, seat: Seat | None, *, whole: bool) -> str:
    items = []
    for each, side in enumerate(state.sides, 1):
        known = whole or each == seat
        items.append(f"{code(state, each)}={_numbers(side.hand) if known else UNKNOWN}")
    return f"* DEAL {state.age} {' '.join(items)} OUT={_numbers(state.undealt)}"


def _score(state: State, age: int) -> str:
    items = [f"{code(state, seat)}={side.points}" for seat, side in enumerate(state.sides, 1)]
    return f"* SCORE {age} {' '.join(items)}"


def _end(state: State) -> str:
    result = outcome(state)
    if result is None:
        raise AssertionError("the game goes on")
    return f"* END {result_text(result, [code(state, seat) for seat in range(1, state.rules.seats + 1)])}"


def _numbers(cards: tuple[int, ...]) -> str:
    return ",".join(map(str, cards)) or "-"


def _items(text: str) -> list[str]:
    spelt = re.sub(
        r"\b0+(?=\d)", "", re.sub(r"\s*([=,])\s*", r"\1", " ".join(text.upper().replace(MARK, f"{MARK} ").split()))
    )
    spelt = re.sub(r"=N0+(?=\d)", "=N", spelt)
    words = [
        "=".join([name, ",".join(sorted(values.split(",")))]) if equals else name
        for name, equals, values in (word.partition("=") for word in spelt.split())
    ]
    plain = [word for word in words if "=" not in word]
    head, _, winners = " ".join(plain).partition(" WINNER ")
    return [head, ",".join(sorted(winners.split(","))), *sorted(word for word in words if "=" in word)]


# The player that a line of a record means, and the decision that it answers, from the lines before it.


FORFEIT = "F"
"""A surrender."""


class Table:
    """The names of the seats (A2), the seats that have left, and the last side that each played."""

    def __init__(self, setup: Setup) -> None:
        self.rules: Rules = rules_of(setup)
        self._names = [""] * self.rules.seats
        self._gone: set[Seat] = set()
        self._played = [""] * self.rules.seats
        if setup.position:
            self._place(read_position(self.rules, setup.position, Chance.from_text("")))

    def name(self, seat: Seat) -> str:
        return self._names[seat - 1] or f"P{seat}"

    def seat(self, name: str) -> Seat | None:
        wanted = name.upper()
        if wanted in self._names:
            return self._names.index(wanted) + 1
        return next((seat for seat in range(1, self.rules.seats + 1) if wanted == f"P{seat}"), None)

    def kind(self, seat: Seat, text: str) -> str:
        """Return what a text answers: `"F"` surrender, `"H"` home, `"S"` secret, else a side `"W"`, `"C"`, `"X"`."""
        if unmarked(text.strip()).upper() == FORFEIT:
            return "F"
        if not self._names[seat - 1]:
            return "H"
        if isinstance(read_move(Phase.CHOOSE, text), WrittenSecret):
            return "S"
        return self._played[seat - 1] or "S"

    def note(self, seat: Seat, text: str) -> None:
        match self.kind(seat, text):
            case "F":
                self._gone.add(seat)
            case "H":
                codes = [civilisation.code for civilisation in self.rules.civilisations]
                chosen = plain(text)[:3]
                self._names[seat - 1] = chosen if chosen in codes and chosen not in self._names else ""
            case "S":
                written = read_move(Phase.CHOOSE, text)
                self._played[seat - 1] = written.side if isinstance(written, WrittenSecret) else ""
        self._settle()

    def _settle(self) -> None:
        """Name the seats that left before they chose a civilisation: they get the first free one (A25)."""
        if len(self._gone) >= self.rules.seats - 1:
            return  # A64: the game is over
        for index, name in enumerate(self._names):
            if not name and index + 1 not in self._gone:
                return
            if not name:
                codes = [civilisation.code for civilisation in self.rules.civilisations]
                self._names[index] = next(each for each in codes if each not in self._names)

    def _place(self, state: State) -> None:
        self._gone = set(state.gone)
        for strategy in state.strategies:
            self._played[strategy.seat - 1] = strategy.side
        for seat, side in enumerate(state.sides, 1):
            if side.civ != NONE:
                self._names[seat - 1] = code(state, seat)


_SEALED = "??"
_HEAD = re.compile(r"\*\s*APEX\b(?P<pairs>.*)", re.IGNORECASE)
_PAIR = re.compile(r"\b(?P<key>\w+)\s*=\s*(?P<value>[^\s=,]*(?:\s*,\s*[^\s=,]+)*)")
_GALAXY = re.compile(r"\*\s*GALAXY\b(?P<pairs>.*)", re.IGNORECASE)
_DEAL = re.compile(r"\*\s*DEAL\s+(?P<age>[0-9]+)\b(?P<pairs>.*)", re.IGNORECASE)
_MOVE = re.compile(r"(?P<actor>[A-Za-z]{3}|[Pp][0-9])\s+(?P<text>\S.*)")


@dataclass(frozen=True, slots=True)
class _Answer:
    line: Line
    seat: Seat
    kind: str
    text: str
    offset: int


def read_script(text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
    """Read the part of a record below its tags; without a mode in `setup`, the line `* APEX` names it."""
    lines = list(lines_of(text, first_line))
    setup = _setup(lines, first_line, setup)
    table = Table(setup)
    read: list[Line | _Answer] = []
    draws: list[Drawn] = []
    for line in lines:
        if line.text.startswith(MARK):
            read.append(line)
            draws += _drawn(line, table, positioned=bool(setup.position))
            continue
        answer = _answer(line, table)
        if answer.text != _SEALED:
            table.note(answer.seat, answer.text)
            read.append(answer)
    entries: list[Entry] = []
    notes: list[Note] = []
    for index, each in enumerate(read):
        if isinstance(each, Line):
            notes.append(Note(len(entries), each.text, each.where()))
        else:
            entries += _entries(each, read, index)
    names = tuple(f"P{seat}" for seat in range(1, table.rules.seats + 1))
    return setup, Script(names, tuple(entries), draws=tuple(draws), notes=tuple(notes))


def write_script(setup: Setup, script: Script) -> str:
    table, notes, lines = Table(setup), list(script.notes), []
    rest = list(script.entries)
    while True:
        while notes and notes[0].after <= len(script.entries) - len(rest):
            lines.append(notes.pop(0).text)
        if not rest:
            return "".join(f"{line}\n" for line in lines)
        turn = [rest.pop(0)]
        while rest and _together(turn[-1], rest[0]):
            turn.append(rest.pop(0))
        seat, texts = turn[0].seat, [entry.text for entry in turn]
        lines.append(f"{table.name(seat)} {_written(texts, table.kind(seat, texts[0]))}")
        table.note(seat, texts[0])


def _together(one: Entry, other: Entry) -> bool:
    return not (one.forfeit or other.forfeit) and (one.turn, one.seat) == (other.turn, other.seat)


def _written(texts: list[str], kind: str) -> str:
    """Return the moves of a turn as one text, with a comma after an unfinished war."""
    return join(texts) + (BATTLES if kind == "W" and texts[-1] != CLOSING else "")


def _setup(lines: list[Line], first_line: int, setup: Setup) -> Setup:
    head = _HEAD.fullmatch(lines[0].text) if lines else None
    pairs = dict(_pairs(head["pairs"])) if head else {}
    if not setup.mode:
        players = pairs.get("PLAYERS", "")
        if players not in {mode.key for mode in MODES}:
            reason = say("A record of APEX begins with a line like: * APEX players=3 mode=standard")
            raise RecordError(reason, code="no-record", where=lines[0].where() if lines else Where(first_line))
        setup = replace(setup, mode=players)
    mode_key = pairs.get("MODE", "").lower()
    if mode_key == EXPLORATION.choices[1] and EXPLORATION.key not in dict(setup.options):
        setup = replace(setup, options=(*setup.options, (EXPLORATION.key, mode_key)))
    return setup


def _answer(line: Line, table: Table) -> _Answer:
    found = _MOVE.fullmatch(line.text)
    if found is None:
        reason = say(
            "A line names a player and what they do, for example HUM 3W; the program writes the lines that "
            "begin with *."
        )
        raise RecordError(reason, code="line", where=line.where(), action=shortened(line.text))
    seat = table.seat(found["actor"])
    if seat is None:
        reason = say("Nobody is called {name} here.", name=found["actor"])
        raise RecordError(reason, code="no-such-player", where=line.where(), action=found["actor"], rule="A2")
    return _Answer(line, seat, table.kind(seat, found["text"]), found["text"], found.start("text"))


def _entries(answer: _Answer, read: Sequence[Line | _Answer], index: int) -> Iterator[Entry]:
    if answer.kind not in "WX":
        yield _entry(answer, answer.text, 0)
        return
    offset, last, open_end = 0, "", False
    for part in re.split("[,/]" if answer.kind == "W" else ACTIONS, answer.text):
        text = part.strip()
        open_end = not text
        if text:
            start = offset + len(part) - len(part.lstrip())
            for last in spread(text) if answer.kind == "X" else (text,):
                yield _entry(answer, last, start)
        offset += len(part) + 1
    closed = plain(last) == CLOSING
    if not closed and (not open_end if answer.kind == "W" else _is_closed_by(answer, read, index)):
        yield _entry(answer, CLOSING, len(answer.text))


def _is_closed_by(answer: _Answer, read: Sequence[Line | _Answer], index: int) -> bool:
    """Return whether the lines after an expansion show that it ended, though it does not say so."""
    surrenders = False
    for place in range(index + 1, len(read)):
        each = read[place]
        if isinstance(each, _Answer) and each.seat == answer.seat:
            return each.kind not in "XF"
        if isinstance(each, Line) or each.kind != "F":
            return isinstance(each, _Answer) or not surrenders
        surrenders = True
    return False


def _entry(answer: _Answer, text: str, offset: int) -> Entry:
    forfeit = answer.kind == "F"
    where = answer.line.where(answer.offset + offset)
    return Entry(0, answer.seat, FORFEIT if forfeit else text, forfeit, where)


def _drawn(line: Line, table: Table, *, positioned: bool) -> Iterator[Drawn]:
    galaxy, deal = _GALAXY.fullmatch(line.text), _DEAL.fullmatch(line.text)
    if galaxy is not None and not positioned:
        slots = table.rules.slots[table.rules.seats :]
        yield Drawn(_values(line, galaxy, slots), line.where())
    elif deal is not None:
        hands = {}
        for name, value in _pairs(deal["pairs"]):
            seat = table.seat(name)
            hands["OUT" if name == "OUT" else str(seat)] = value
        keys = [*map(str, range(1, table.rules.seats + 1)), *(["OUT"] if "OUT" in hands else [])]
        cards: list[str | int] = []
        for key in keys:
            listed = hands.get(key, "")
            numbers = [] if listed == CLOSING else [number.strip() for number in listed.split(",")]
            if UNKNOWN in listed:
                raise _masked(line)
            count = table.rules.dealt if key != "OUT" else len(numbers)
            if len(numbers) != count or not all(re.fullmatch("[0-9]{1,2}", number) for number in numbers):
                reason = say_n(
                    "In this deal every hand has {count} card.",
                    "In this deal every hand has {count} cards.",
                    table.rules.dealt,
                )
                raise RecordError(reason, code="deal", where=line.where(), action=shortened(line.text), rule="A16")
            cards += map(int, numbers)
        yield Drawn(tuple(cards), line.where())


def _values(line: Line, found: re.Match[str], slots: tuple[str, ...]) -> tuple[str, ...]:
    pairs = dict(_pairs(found["pairs"]))
    missing = next((slot for slot in slots if slot not in pairs), None)
    if missing is not None or len(pairs) != len(slots):
        reason = say("The galaxy must name a neutral sector for each of {slots}.", slots=" ".join(slots))
        raise RecordError(reason, code="galaxy", where=line.where(), action=shortened(line.text), rule="A11")
    if UNKNOWN in pairs.values():
        raise _masked(line)
    return tuple(re.sub(r"^N(\d)$", r"N0\1", pairs[slot]) for slot in slots)


def _masked(line: Line) -> RecordError:
    reason = say("This record was made for a player during the match: what it shows as ? was still hidden.")
    return RecordError(reason, code="masked", where=line.where(), action=shortened(line.text))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for found in _PAIR.finditer(text):
        yield found["key"].upper(), "".join(found["value"].split()).upper()
