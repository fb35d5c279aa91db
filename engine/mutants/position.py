"""Positions in one line: whole, for set-up positions and dumps; or what a reader may know, for errors.

    position = words " | " frames { " | " side }
    words    = key "=" value …      the fields of `State` that are not empty; lists with commas, lists of lists with /
    frames   = what has still to resolve, the next one last (`frames.write_frame`)
    side     = [ "h=" hand ] [ "d=" deck ] [ "x=" discard ] [ "f=" freezer ] [ "a=" active "," left "," right ]
               [ "i=" incubator ] [ "p=" pile "/" pile "/" pile ] [ "b" ] [ "r=" ready deck ] [ "s=" shuffles ] | "-"

Decks and piles go from the top down, discards from the bottom up. Behind a card of hand, deck or freezer stands the
number of the shuffle that put it there (`state.Side`), behind one in the arena `!` if it is K.O. What an error shows
its asker is made from their own view:

    R2 act S1 | force 5:2 7:1 | vp 1:4 2:6 | S1 A=TRI L=WAR! I=BIO res ORI/3,-,DEV/4 h=ROB+ZOM d6 x2:ALN f1:ZOM | S2 …
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from engine.chance import Chance
from engine.errors import SetupError
from engine.mutants.frames import read_frame, write_frame
from engine.mutants.observer import view
from engine.mutants.rules import Rules
from engine.mutants.state import Side, State
from engine.mutants.validation import wrong_with
from engine.mutants.view import Boss, MutantsView, Zone
from engine.mutants.view import Side as Seen
from engine.seat import Seat
from engine.text import say, shortened
from engine.typed import refuse_long_position

_MOST = 8_000
"""Characters of a position; four sides in the middle of a copied copy take about two thousand."""
_NUMBERS = ("spaces", "line", "points", "standing", "gone", "pending", "seen")
_NUMBER = ("first", "active", "round", "turn", "health")
_CARD_LISTS = ("packs", "picks")
_FIELDS = {
    each.name: each.default for each in fields(State) if each.name not in ("rules", "chance", "stack", "sides", "said")
}
_HELD = re.compile(r"(?P<code>[A-Z]{3})(?P<mark>[0-9]{0,3})")
_ARENA = re.compile(r"(?P<code>[A-Z]{3}|-)(?P<down>!?)")


def write_position(state: State) -> str:
    """Return a position in one line, with all that is hidden: not for players while the match runs."""
    words = [
        f"{name}={_value(getattr(state, name))}" for name, usual in _FIELDS.items() if getattr(state, name) != usual
    ]
    frames = " ".join(map(write_frame, state.stack))
    return " | ".join([" ".join(words), frames or "-", *map(_written_side, state.sides)])


def load_position(rules: Rules, text: str, chance: Chance) -> State:
    """Return the position that `write_position` wrote.

    Raises:
        KeyError: There is no such field.
        ValueError: Something in it is not written like that.
    """
    words, frames, *sides = text.split(" | ")
    values: dict[str, Any] = {"points": (), "standing": ()}
    for word in words.split():
        name, _, value = word.partition("=")
        if name not in _FIELDS:
            raise KeyError(name)
        values[name] = _read_value(name, value)
    stack = () if frames == "-" else tuple(map(read_frame, frames.split()))
    return State(rules=rules, chance=chance, stack=stack, sides=tuple(map(_read_side, sides)), **values)


def read_position(rules: Rules, text: str, chance: Chance) -> State:
    """Return a position as `write_position` writes it, with the chance for what is still to be drawn.

    Raises:
        SetupError: It cannot be read, or no game could come to it.
    """
    refuse_long_position(text, _MOST)
    try:
        state = load_position(rules, text, chance)
    except (ValueError, TypeError, KeyError) as error:
        reason = say("This isn't a position of Mutants as the program writes them: {text}", text=shortened(text))
        raise SetupError(reason, code="position", given=text) from error
    wrong = wrong_with(state)
    if wrong is not None:
        raise SetupError(wrong, code="position-wrong", given=text)
    return state


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


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ("/" if value and isinstance(value[0], tuple) else ",").join(map(_value, value)) or "-"
    return str(value)


def _read_value(name: str, text: str) -> object:
    if name in _NUMBER:
        return int(text)
    if name in _NUMBERS:
        return tuple(map(int, _items(text)))
    if name in _CARD_LISTS:
        return tuple(map(_items, text.split("/")))
    return _items(text) if name == "boxed" else text


def _items(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def _written_side(side: Side) -> str:
    zones = [f"{code or '-'}{'!' if down else ''}" for code, down in zip(side.arena, side.down, strict=True)]
    words = [
        _word("h", _marked(side.hand, side.hand_marks)),
        _word("d", _marked(side.deck, side.deck_marks)),
        _word("x", side.discard),
        _word("f", _marked(side.freezer, side.freezer_marks)),
        _word("a", zones if any(side.arena) else ()),
        _word("i", [side.incubator] if side.incubator else ()),
        f"p={'/'.join(','.join(pile) or '-' for pile in side.piles)}" if any(side.piles) else "",
        "b" if side.buried else "",
        f"r={side.ready}" if side.ready else "",
        f"s={side.shuffles}" if side.shuffles else "",
    ]
    return " ".join(word for word in words if word) or "-"


def _word(key: str, items: Iterable[str]) -> str:
    text = ",".join(items)
    return f"{key}={text}" if text else ""


def _marked(codes: Iterable[str], marks: Iterable[int]) -> list[str]:
    return [f"{code}{mark or ''}" for code, mark in zip(codes, marks, strict=True)]


def _read_side(text: str) -> Side:
    if text == "-":
        return Side()
    words = dict[str, str]()
    for word in text.split():
        key, _, value = word.partition("=")
        if key not in tuple("hdxfaipbrs") or key in words:
            raise ValueError(f"not a word of a side: {word!r}")
        words[key] = value
    held = {key: _read_held(words.get(key, "")) for key in "hdf"}
    zones = [_matched(_ARENA, each) for each in words.get("a", "-,-,-").split(",")]
    return Side(
        *held["h"],
        *held["d"],
        tuple(filter(None, words.get("x", "").split(","))),
        *held["f"],
        tuple(each["code"].replace("-", "") for each in zones),
        tuple(bool(each["down"]) for each in zones),
        words.get("i", ""),
        tuple(map(_items, words.get("p", "-/-/-").split("/"))),
        "b" in words,
        int(words.get("r", "0")),
        int(words.get("s", "0")),
    )


def _read_held(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    found = [_matched(_HELD, each) for each in text.split(",")] if text else []
    return tuple(each["code"] for each in found), tuple(int(each["mark"] or 0) for each in found)


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(f"not written like that: {text!r}")
    return found


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
