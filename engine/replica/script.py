"""The part of a record below its tags: a numbered line for each round, then the result (P10).

    1. b2-c3 g7-f6
    2. a1-b2/- F
    1-0

`...` stands for an absent turn: White's where a set-up position begins with Black's or where Black resigns. The names
of the players are in the tags.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from engine.errors import RecordError, Where
from engine.game import Setup
from engine.outcome import Outcome
from engine.replica.outcome import result_text
from engine.replica.position import When, read_when
from engine.replica.rules import MODES
from engine.script import Entry, Script, Source, unmarked
from engine.seat import Seat
from engine.text import Text, say

NAMES = ("White", "Black")
"""The players' names if the tags have none."""

_FORFEIT = "F"
_GAP = "..."
_TOKEN = re.compile(
    r"(?P<result>(?:1\s*[-:\u2010-\u2015\u2212]\s*0|0\s*[-:\u2010-\u2015\u2212]\s*1|1/2\s*-\s*1/2)(?=\s*$))"
    r"|(?P<open>\*(?=\s*$))"
    r"|(?P<gap>\.{2,}|\u2026)|(?P<mark>[!?]+)"
    r"|(?P<number>[0-9]{1,6})\s*(?:\.|(?=\u2026))"
    r"|(?P<turn>[^\s/]+(?:\s*/\s*[^\s/]+)*/?)"
)


def read_script(text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
    """Read the part of a record below its tags; errors as in `Game.read_script`."""
    when, source = read_when(setup.position), Source(text, first_line)
    setup = setup if setup.mode else replace(setup, mode=MODES[0].key)
    end: list[re.Match[str]] = []
    entries = tuple(_entries(source, _moves(source, end), when))
    result, where = None, Where()
    if end and end[0]["result"]:
        result, where = "".join(end[0]["result"].split()), source.where(end[0].start())
    return setup, Script(NAMES, entries, result, where)


def write_script(setup: Setup, script: Script, outcome: Outcome | None) -> str:
    when = read_when(setup.position)
    places: dict[int, list[str]] = {}
    for entry in script.entries:
        turn = entry.turn + (entry.turn - entry.seat) % 2  # a resignation out of turn is in that player's next turn
        places.setdefault(turn, []).append(_FORFEIT if entry.forfeit else entry.text)
    first = _turn(when.round, when.seat)
    last = max(places, default=first - 1)
    lines = []
    for number in range(when.round, (last + 1) // 2 + 1):
        turns = ["/".join(places.get(turn, [_GAP])) for turn in (2 * number - 1, 2 * number) if turn <= last]
        lines.append(f"{number}. {' '.join(turns)}")
    if not lines:
        lines.append(f"{when.round}. {_GAP}" if when.seat > 1 else f"{when.round}.")
    if outcome is not None:
        lines.append(result_text(outcome))
    return "".join(f"{line}\n" for line in lines)


def _turn(number: int, seat: Seat) -> int:
    return 2 * number - 2 + seat


def _tokens(source: Source) -> Iterator[re.Match[str]]:
    offset = 0
    while offset < len(source.text):
        if source.text[offset].isspace():
            offset += 1
            continue
        found = _TOKEN.match(source.text, offset)
        if found is None:
            raise _error(source, offset, "unreadable", say("This is neither a round number nor a turn."))
        if found.lastgroup != "mark":
            yield found
        offset = found.end()


def _moves(source: Source, end: list[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the tokens before the result, and append the result to `end`; no list of tokens is built."""
    for token in _tokens(source):
        if token.lastgroup in ("result", "open"):
            end.append(token)
        else:
            yield token


def _entries(source: Source, tokens: Iterator[re.Match[str]], when: When) -> Iterator[Entry]:
    begun = next(tokens, None)
    if begun is None or begun.lastgroup != "number":
        reason = say("The moves begin with the round number, as in 1. b2-c3 g7-f6")
        raise _error(source, begun.start() if begun is not None else 0, "no-number", reason)
    first = _turn(when.round, when.seat)
    number, seat = when.round - 1, 2
    gap: tuple[int, Seat, int] | None = None
    for token in itertools.chain([begun], tokens):
        offset = token.start()
        if token.lastgroup == "number":
            number, seat, expected = int(token["number"]), 0, number + 1
            if number != expected:
                reason = say("Round {expected} should come here, not {found}.", expected=expected, found=number)
                raise _error(source, offset, "round-number", reason, turn=number)
            continue
        seat += 1
        if seat == 3 and token.lastgroup == "gap":
            continue  # `..` after the last turn is optional
        if seat > 2:
            reason = say("A round has two turns; this is the third.")
            raise _error(source, offset, "places", reason, turn=number)
        early = _turn(number, seat) < first
        if token.lastgroup == "gap":
            gap = gap or (None if early else (number, seat, offset))
            continue
        text = unmarked(token["turn"] or token[0])
        if early:
            reason = say("The position starts with Black's turn; this one comes before it.")
            raise _error(source, offset, "place-early", reason, turn=number, seat=seat)
        if gap is not None and text.upper() != _FORFEIT:
            reason = say("A turn is missing here; only resigning can follow.")
            raise _error(source, gap[2], "place-empty", reason, turn=gap[0], seat=gap[1])
        yield from _turn_entries(source, offset, text, number, seat)


def _turn_entries(source: Source, offset: int, text: str, number: int, seat: Seat) -> Iterator[Entry]:
    for part in text.split("/"):
        move, start = unmarked(part.strip()), offset + len(part) - len(part.lstrip())
        if not move:
            reason = say("A move is missing after the slash.")
            raise _error(source, start, "action-empty", reason, turn=number, seat=seat)
        forfeit = move.upper() == _FORFEIT
        yield Entry(number, seat, _FORFEIT if forfeit else move, forfeit, source.where(start))
        offset += len(part) + 1


def _error(source: Source, offset: int, code: str, reason: Text, *, turn: int = 0, seat: Seat = 0) -> RecordError:
    return RecordError(reason, code=code, where=source.where(offset), turn=turn, seat=seat, rule="P10")
