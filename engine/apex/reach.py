"""Where ships could go, and where there could be battles: for any reader, at any time."""

from __future__ import annotations

from collections.abc import Iterator

from engine.apex.battle import battle
from engine.apex.components import Action
from engine.apex.control import present
from engine.apex.hints import joined, place_text, there_text
from engine.apex.legal import battlefields
from engine.apex.state import Phase, State, code
from engine.choices import Choice, Invitation, Reach
from engine.seat import Seat
from engine.text import Player, Text, say

BATTLES = "WAR"
"""Begins the key of a seat's battles: `WAR HUM`. That of ships is their sector and their civilisation: `B1 HUM`."""
NOBODY = 0
"""The seat of a spectator."""

INVITATION = Invitation(
    say("Pick ships or a battle"),
    say("Pick ships to see where they can go, or a battle to see where you can fight."),
)


def subjects(state: State, seat: Seat | None) -> tuple[Choice, ...]:
    """Return the ships in each sector and the battles of each seat; those of the one that asks come first."""
    if state.phase is Phase.OVER:
        return ()
    seats = sorted(range(1, state.rules.seats + 1), key=lambda each: each != seat)
    return tuple(subject for each in seats for subject in _subjects(state, each))


def reach(state: State, key: str) -> Reach | None:
    """Return what ships could do in an expansion, or where a war could be fought; None if there is no such thing.

    Keys of the steps towards a movement or a portal (`engine.apex.choices`) are those of the ships that are moved.
    """
    step, _, names = key.partition(" ")
    if step in ("MOVE", "PORT"):
        origin, _, target = names.partition(">")
        found = _ships(state, state.seat, origin, portal=step == "PORT")
        return found if found is None or not target else _lane(found, target)
    for seat in range(1, state.rules.seats + 1):
        if names == code(state, seat):
            return _battles(state, seat) if step == BATTLES else _ships(state, seat, step, portal=None)
    return None


def _subjects(state: State, seat: Seat) -> Iterator[Choice]:
    for slot, ships in enumerate(state.sides[seat - 1].ships):
        if ships:
            yield _fleet(state, seat, slot)
    if battlefields(state, seat):
        yield _war(state, seat)


def _fleet(state: State, seat: Seat, slot: int) -> Choice:
    name, ships = state.rules.slots[slot], state.sides[seat - 1].ships[slot]
    text = say("{player} in {slot}, ships: {count}", player=Player(seat), slot=name, count=ships)
    return Choice(f"{name} {code(state, seat)}", text)


def _war(state: State, seat: Seat) -> Choice:
    return Choice(f"{BATTLES} {code(state, seat)}", say("{player}, battles", player=Player(seat)))


def _ships(state: State, seat: Seat, origin: str, *, portal: bool | None) -> Reach | None:
    """Return where the ships in a sector could go: by movement, through a portal, or (None) by what there is."""
    rules = state.rules
    slot = rules.number.get(origin)
    if slot is None or not seat or not state.sides[seat - 1].ships[slot]:
        return None
    expands = state.phase is Phase.EXPAND and state.seat == seat
    moves = bool(state.actions[Action.MOVEMENT]) if expands else True
    ports = bool(state.actions[Action.PORTAL]) if expands else False
    near = rules.near[slot] if moves and portal is not True else ()
    far = [each for each in range(len(rules.slots)) if each != slot] if ports and portal is not False else []
    met = {each for each in (*near, *far) if any(other != seat for other in present(state, each))}
    return Reach(
        subject=_fleet(state, seat, slot),
        origin=origin,
        moves=(
            *(f"PORT {origin}>{rules.slots[each]} …" for each in far),
            *(f"MOVE {origin}>{rules.slots[each]} …" for each in near),
        ),
        walks=frozenset(rules.slots[each] for each in near if each not in met),
        leaps=frozenset(rules.slots[each] for each in far if each not in near and each not in met),
        captures=frozenset(rules.slots[each] for each in met),
        notes=tuple(_note(state, each) for each in near),
    )


def _note(state: State, slot: int) -> Text:
    """Return what lies next to ships, and who is there, as anybody would say it."""
    what = joined([place_text(state, NOBODY, slot), *there_text(state, NOBODY, slot)])
    return say("{slot}: {sector}", slot=state.rules.slots[slot], sector=what)


def _lane(found: Reach, target: str) -> Reach:
    """Return the part of what ships could do that concerns one sector."""
    one = frozenset({target})
    return Reach(found.subject, found.origin, (), found.walks & one, found.leaps & one, found.captures & one)


def _battles(state: State, seat: Seat) -> Reach | None:
    """Return where a seat could fight in a war now, and how that would end: a battle has no chance in it (A32)."""
    fields = battlefields(state, seat)
    if not fields:
        return None
    names = [state.rules.slots[slot] for slot in fields]
    ends = (battle(state, seat, slot)[1].text() for slot in fields)
    return Reach(_war(state, seat), moves=tuple(names), captures=frozenset(names), notes=tuple(ends))
