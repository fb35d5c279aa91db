"""Positions and records of the parlour game.

* PARLOUR 2
* DEAL 4,11,3,9,...                 all cards (P1); or: * CHOSEN 2+18,4+9
S1 4
S2 9
* DECK 5,3,...                      from the top, when it is shuffled (P2, P3)
* FIRST 2,1                         the order of play; not alone
S1 A 2
S2 -
* DIE 3                             alone, behind an attack (P8)
* END 20,17
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.chance import Chance, Draw
from engine.errors import RecordError, SetupError
from engine.game import Setup
from engine.script import Drawn, Entry, Note, Script, Source
from engine.seat import Seat
from engine.text import say, shortened
from tests.engine.parlour.table import CARDS, STOCK, Piles, State, Table

UNKNOWN = "?"
_POSITION = re.compile(
    r"(?P<phase>pick|act|answer|keep|over) (?P<turn>\d{1,3}) (?P<order>[\d,-]+) (?P<seat>\d) (?P<attacked>\d)"
    r" (?P<done>\d{1,2}) (?P<packs>[\d,/-]+) (?P<hands>[\d,/-]+) (?P<asides>[\d,/-]+) (?P<points>[-\d,]+)"
    r" (?P<dealer>-?\d{1,3}) (?P<deck>[\d,-]+) (?P<discard>[\d,-]+) (?P<loadouts>[\d,/-]+) (?P<gone>[\d,-]+)",
    re.ASCII,
)


def write_position(state: State, *, mask: bool = False, reader: Seat | None = None) -> str:
    """Return a position in one line; masked, as far as a seat or a spectator (None) may know it."""

    def piles(value: Piles) -> str:
        shown = (
            _list(pile) if not mask or seat == reader else f"{UNKNOWN}x{len(pile)}"
            for seat, pile in enumerate(value, 1)
        )
        return "/".join(shown) or "-"

    deck = f"{UNKNOWN}x{len(state.deck)}" if mask else _list(state.deck)
    words = [state.phase, state.turn, _list(state.order), state.seat, state.attacked, state.done]
    words += [piles(state.packs), piles(state.hands), piles(state.asides), _list(state.points), state.dealer, deck]
    return " ".join(map(str, [*words, _list(state.discard), piles(state.loadouts), _list(state.gone)]))


def read_position(table: Table, text: str, chance: Chance) -> State:
    """Return the position that `write_position` wrote whole."""
    found = _POSITION.fullmatch(text)
    wrong = SetupError(say("This is no position."), code="position", given=text)
    if found is None:
        raise wrong
    try:
        part = {key: _numbers(value) for key, value in found.groupdict().items() if key in _LISTS}
        packs, hands, asides = (_piles(found[key]) for key in ("packs", "hands", "asides"))
        loadouts = () if found["loadouts"] == "-" else _piles(found["loadouts"])
    except ValueError as error:
        raise wrong from error
    seats, cards = table.seats, {*CARDS, *STOCK}
    held = [card for pile in (*packs, *hands, *asides, part["deck"]) for card in pile]
    sound = len(packs) == len(hands) == len(asides) == len(part["points"]) == seats and set(held) <= cards
    acting = {"over": 0, "pick": 0}.get(found["phase"], 1)
    sound = sound and (int(found["seat"]) in part["order"]) == bool(acting)
    sound = sound and (found["phase"] == "answer") == (0 < int(found["attacked"]) <= seats)
    if not sound or (found["phase"] == "pick" and not all(packs)):
        raise wrong
    turn, seat, attacked, done, dealer = (int(found[key]) for key in ("turn", "seat", "attacked", "done", "dealer"))
    return State(
        table=table,
        chance=chance,
        phase=found["phase"],
        turn=turn,
        order=part["order"],
        seat=seat,
        attacked=attacked,
        done=done,
        packs=packs,
        hands=hands,
        asides=asides,
        points=part["points"],
        dealer=dealer,
        deck=part["deck"],
        discard=part["discard"],
        loadouts=loadouts,
        gone=part["gone"],
    )


_LISTS = ("order", "points", "deck", "discard", "gone")


def notes(
    before: State | None,
    after: State,
    now: State,  # noqa: ARG001 - nothing that was drawn comes to light before the end
    seat: Seat | None,  # noqa: ARG001 - nobody knows it, no matter who reads
    *,
    whole: bool,
    drawn: Sequence[Draw] = (),
) -> tuple[str, ...]:
    """Return the lines that are no moves (`Game.notes`); after the start, draws come from `drawn`."""
    table = after.table

    def cards(draw: Sequence[object]) -> str:
        return ",".join(map(str, draw)) if whole else ",".join(UNKNOWN for _ in draw)

    if before is None:
        head = f"* PARLOUR {'solo' if table.solo else table.seats}"
        if table.draft:
            dealt = [card for pack in after.packs for card in pack]
            return head, f"* DEAL {cards((*dealt, *after.deck))}"
        deck = (*after.hands[0], *after.deck) if table.solo else after.deck
        first = () if table.solo else (f"* FIRST {_list(after.order)}",)
        return head, f"* DECK {cards(deck)}", *first
    found = []
    if len(drawn) == 2:
        found += [f"* DECK {cards(drawn[0])}", f"* FIRST {','.join(map(str, drawn[1]))}"]
    elif drawn:
        found.append(f"* DIE {drawn[0][0]}")
    if after.phase == "over" != before.phase:
        found.append(f"* END {_list(after.points)}")
    return tuple(found)


def same_note(written: str, note: str) -> bool:
    """Return whether a line as a person wrote it says the same."""
    return " ".join(written.upper().split()) == " ".join(note.upper().split())


def read_script(tags: Sequence[str], text: str, first_line: int, setup: Setup) -> tuple[Setup, Script]:
    """Read the part of a record below its tags."""
    entries: list[Entry] = []
    draws: list[Drawn] = []
    found_notes: list[Note] = []
    loadouts: tuple[str, ...] = ()
    for match in re.finditer(r"\S[^\n]*", text):
        line, where = match[0].strip(), Source(text, first_line).where(match.start())
        head, _, rest = line.removeprefix("*").strip().partition(" ")
        if line.startswith("*"):
            if UNKNOWN in rest:
                raise RecordError(say("What is ? was hidden."), code="masked", where=where, action=shortened(line))
            if head == "PARLOUR":
                setup = setup if setup.mode else Setup(rest.strip(), setup.options)
            if head == "CHOSEN":
                loadouts = tuple(rest.split(","))
                continue
            if head in ("DEAL", "DECK", "FIRST", "DIE") and not (setup.position and not entries):
                if re.fullmatch(r"\d{1,3}(,\d{1,3})*", rest, re.ASCII) is None:
                    raise RecordError(say("These are no numbers."), code="draw", where=where, action=shortened(line))
                draws.append(Drawn(tuple(map(int, rest.split(","))), where))
            found_notes.append(Note(len(entries), line, where))
            continue
        decision = re.fullmatch(r"S([1-3]) (\S.*)", line, re.ASCII)
        if decision is None:
            raise RecordError(say("This is no line."), code="line", where=where, action=shortened(line), rule="P4")
        forfeit = decision[2] == "F"
        entries.append(Entry(0, int(decision[1]), decision[2], forfeit, where))
    if setup.mode not in ("2", "3", "solo"):
        raise RecordError(say("There is no such mode."), code="unknown-mode", where=Source(text, first_line).where(0))
    setup = Setup(setup.mode, setup.options, setup.data, setup.position, setup.rules, loadouts)
    seats = 1 if setup.mode == "solo" else int(setup.mode)
    over = next((entry for entry in entries if entry.seat > seats), None)
    if over is not None:
        raise RecordError(say("There's no such seat."), code="no-such-player", where=over.where, action=over.text)
    return setup, Script(tuple(tags[:seats]), tuple(entries), draws=tuple(draws), notes=tuple(found_notes))


def write_script(setup: Setup, script: Script) -> str:
    """Return the part of a record below its tags; the end stands in its notes."""
    notes, lines = list(script.notes), list[str]()
    for count in range(len(script.entries) + 1):
        while notes and notes[0].after <= count:
            lines.append(notes.pop(0).text)
            if setup.loadouts and len(lines) == 1:
                lines.append(f"* CHOSEN {','.join(setup.loadouts)}")
        lines += [f"S{entry.seat} {entry.text}" for entry in script.entries[count : count + 1]]
    return "".join(f"{line}\n" for line in lines)


def _list(values: Sequence[int]) -> str:
    return ",".join(map(str, values)) or "-"


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))


def _piles(text: str) -> Piles:
    return tuple(map(_numbers, text.split("/")))
