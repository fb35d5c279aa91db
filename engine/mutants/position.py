"""Positions in one line: all of one as JSON, for set-up positions and dumps; or what a reader may know, in words.

The whole position is an object with the fields of `State` but for the rules, the chance and the record's lines; sides
and frames are lists of their fields in order. What an error shows its asker is made from their own view:

    R2 act S1 | force 5:2 7:1 | vp 1:4 2:6 | S1 A=TRI L=WAR! I=BIO res ORI/3,-,DEV/4 h=ROB+ZOM d6 x2:ALN f1:ZOM | S2 …
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, TypeAlias

from engine.chance import Chance
from engine.errors import SetupError
from engine.game import Seat
from engine.mutants.frames import dump_frame, load_frame
from engine.mutants.observer import view
from engine.mutants.rules import Rules
from engine.mutants.state import Side, State
from engine.mutants.validation import wrong_with
from engine.mutants.view import Boss, MutantsView, Zone
from engine.mutants.view import Side as Seen
from engine.text import say, shortened
from engine.typed import refuse_long_position

_MOST = 20_000
"""Characters of a position; four sides in the middle of a copied copy take about five thousand."""
_FIELDS = tuple(each.name for each in fields(State) if each.name not in ("rules", "chance", "stack", "sides", "said"))
_SIDE = tuple(each.name for each in fields(Side))

Data: TypeAlias = dict[str, Any]


def write_position(state: State) -> str:
    """Return a position in one line, with all that is hidden: not for players while the match runs."""
    return json.dumps(dump_position(state), separators=(",", ":"))


def dump_position(state: State) -> Data:
    """Return a position as JSON, without rules, chance and lines of the record."""
    data: Data = {name: getattr(state, name) for name in _FIELDS}
    data["stack"] = [dump_frame(frame) for frame in state.stack]
    data["sides"] = [[getattr(side, name) for name in _SIDE] for side in state.sides]
    return data


def read_position(rules: Rules, text: str, chance: Chance) -> State:
    """Return a position as `write_position` writes it, with the chance for what is still to be drawn.

    Raises:
        SetupError: It cannot be read, or no game could come to it.
    """
    refuse_long_position(text, _MOST)
    try:
        state = load_position(rules, json.loads(text), chance)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        reason = say("This is no position of Mutants as the program writes them: {text}", text=shortened(text))
        raise SetupError(reason, code="position", given=text) from error
    wrong = wrong_with(state)
    if wrong is not None:
        raise SetupError(wrong, code="position-wrong", given=text)
    return state


def load_position(rules: Rules, data: Any, chance: Chance) -> State:  # noqa: ANN401 - whatever was read
    """Return the position that `dump_position` wrote.

    Raises:
        KeyError: A field is missing.
        TypeError: A field is of another kind.
        ValueError: A frame is none.
    """
    if not isinstance(data, dict):
        raise TypeError("a position is an object")
    sides = tuple(_side(values) for values in data["sides"])
    stack = tuple(load_frame(frame) for frame in data["stack"])
    values = {name: _tupled(data[name]) for name in _FIELDS}
    return State(rules=rules, chance=chance, stack=stack, sides=sides, **values)


def masked_position(state: State, seat: Seat | None) -> str:
    """Return a position in one line, as far as a seat, or a spectator (None), may know it."""
    seen = view(state, seat)
    parts = [_moment(seen)]
    if seen.first is not None:
        spaces = [f"{space}:{'+'.join(map(str, stack))}" for space, stack in enumerate(seen.force) if stack]
        parts.append(f"force {' '.join(spaces)}")
    if seen.score:
        parts.append(f"vp {' '.join(f'{points}:{_joined(stack)}' for points, stack in seen.score)}")
    if seen.draft is not None:
        parts.append(f"pick {seen.draft.pick} pack {_cards(seen.draft.pack)} own {_cards(seen.draft.picks)}")
    parts += [_written(side) for side in seen.sides]
    if seen.boss is not None:
        parts.append(_boss(seen.boss))
    return " | ".join(parts)


def _side(values: Any) -> Side:  # noqa: ANN401 - whatever was read
    if not isinstance(values, list) or len(values) != len(_SIDE):
        raise TypeError("a side is a list of its fields")
    return Side(**{name: _tupled(value) for name, value in zip(_SIDE, values, strict=True)})


def _tupled(value: Any) -> Any:  # noqa: ANN401 - whatever was read
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


def _moment(seen: MutantsView) -> str:
    asked = "" if seen.prompt is None else f" {seen.prompt.kind} {','.join(f'S{each}' for each in seen.to_act)}"
    return f"R{seen.round}{asked or ' over'}"


def _written(side: Seen) -> str:
    zones = [_zone(zone) for zone in side.arena if zone.card]
    piles = ",".join(f"{pile.top}/{pile.size}" if pile.size else "-" for pile in side.piles)
    words = [
        f"S{side.seat}",
        *zones,
        *([f"I={side.incubator}"] if side.incubator else []),
        f"res {piles}",
        f"h{side.hand_size}" if side.hand is None else f"h={_cards(side.hand)}",
        f"d{side.deck_size}",
        f"x{side.discard_size}" + (f":{side.discard_top}" if side.discard_top else ""),
        f"f{side.freezer_size}" + (f":{_cards(side.freezer)}" if side.freezer else ""),
    ]
    return " ".join(words)


def _boss(boss: Boss) -> str:
    zones = [_zone(zone) for zone in boss.arena if zone.card]
    return " ".join([boss.key, f"health {boss.health}", *zones, f"d{boss.deck_size}", f"x{boss.discard_size}"])


def _zone(zone: Zone) -> str:
    return f"{zone.name}={zone.card}{'!' if zone.down else ''}"


def _cards(codes: tuple[str, ...] | None) -> str:
    return "?" if codes is None else "+".join(codes) or "-"


def _joined(seats: tuple[Seat, ...]) -> str:
    return "+".join(map(str, seats))
