"""The lines of a record that are no moves (section 11): what was drawn, what the score was, who won.

    * APEX players=3 mode=standard
    * GALAXY A1=N08 A2=N20 ...
    * DEAL 1 HUM=3,7 SHE=... MIN=... OUT=12,13
    * SCORE 1 HUM=4 SHE=3 MIN=5
    * END HUM=20 SHE=17 MIN=20 WINNER HUM,MIN

Hands of others and what lies face down are `?` for readers who may not know them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.apex.outcome import outcome, result_text
from engine.apex.rules import AGES
from engine.apex.state import Phase, State, code
from engine.chance import Draw
from engine.seat import Seat

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
    """Return the lines that stand in a record where one position follows another; see `engine.extras.Noting`."""
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
    """Return whether a line as a person wrote it says the same; spaces, case and the order of players do not matter."""
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
    """Return the words of a line in the one spelling to compare by, the order within lists and of players left out."""
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
