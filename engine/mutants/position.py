"""Positions in one line, whole or as a reader may know them, and checks that one is possible.

    position = words " | " frames { " | " side }
    words    = key "=" value …      the fields of `State` that are not empty; lists with commas, lists of lists with /
    frames   = the stack, the next frame last (`stack.write_frame`)
    side     = [ "h=" hand ] [ "d=" deck ] [ "x=" discard ] [ "f=" freezer ] [ "a=" active "," left "," right ]
               [ "i=" incubator ] [ "p=" pile "/" pile "/" pile ] [ "b" ] [ "r=" ready deck ] [ "s=" shuffles ] | "-"

Decks and piles go from the top down, discards from the bottom up. A card of hand, deck or freezer is followed by the
number of the shuffle that put it there (`state.Side`), one in the arena by `!` if it is K.O. The position in an error
is made from the asking player's view:

    R2 act S1 | force 5:2 7:1 | vp 1:4 2:6 | S1 A=TRI L=WAR! I=BIO res ORI/3,-,DEV/4 h=ROB+ZOM d6 x2:ALN f1:ZOM | S2 …
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import pairwise, zip_longest
from typing import Any

from engine.chance import Chance
from engine.errors import SetupError
from engine.mutants.abilities import Attack, Copy, Cycle, Discard, Draw, Effect, Flip, Freeze, Gain, Ko, Take
from engine.mutants.apply import asked_anew
from engine.mutants.legal import legal
from engine.mutants.rules import HAND, MOST_COPIES, PACK, PICKS, RESERVE_SIZE, Rules
from engine.mutants.stack import (
    Ability,
    Acting,
    Ask,
    Attacking,
    BossPlays,
    BossTurn,
    Discarding,
    Drawing,
    DrawingHands,
    Flipping,
    Frame,
    Freezing,
    Gaining,
    KnockingOut,
    Leaving,
    Moving,
    Mulligans,
    NewRound,
    Parrying,
    Picking,
    Reset,
    Shifting,
    Taking,
    Turns,
    read_frame,
    write_frame,
)
from engine.mutants.state import BOSS, ZONES, Side, State, to_act
from engine.mutants.view import Boss, MutantsView, Zone, view
from engine.mutants.view import Side as Seen
from engine.script import refuse_long_position
from engine.seat import Seat
from engine.text import Text, say, shortened

# Checks of the stack: which frame waits for which, and that they ask the open prompt.


_LOWEST = (Picking, Mulligans, NewRound, Turns, Reset)
"""Frames that resume after all others."""
_LIES_ON: dict[type[Any], tuple[type[Any], ...]] = {
    BossTurn: (Turns,),
    BossPlays: (Turns,),
    Acting: (Turns,),
    Moving: (Acting, BossPlays),
    Shifting: (Acting, BossPlays),
    DrawingHands: (Reset,),
    Leaving: (Shifting, Drawing),
    Ability: (NewRound, Turns, BossTurn, BossPlays, Moving, Shifting, Leaving, Ability, Parrying),
    Attacking: (Ability,),
    Parrying: (Attacking,),
    KnockingOut: (Ability, Attacking),
    Flipping: (Ability,),
    Drawing: (Ability, DrawingHands, Turns),
    Discarding: (Ability, Attacking, Gaining),
    Taking: (Discarding,),
    Gaining: (Ability,),
    Freezing: (Ability,),
    Ask: (
        Mulligans,
        Moving,
        Acting,
        Drawing,
        Discarding,
        Taking,
        Gaining,
        Freezing,
        Flipping,
        KnockingOut,
        Attacking,
        Ability,
    ),
}
"""For each frame but the lowest, the frame below, which resumes after it."""


def can_resolve(state: State) -> bool:
    """Return whether the stack of an unfinished game is possible, and ends in its prompt."""
    stack = state.stack
    try:
        return (
            isinstance(stack[0], _LOWEST)
            and all(isinstance(below, _LIES_ON.get(type(frame), ())) for below, frame in pairwise(stack))
            and all(_sound(state, place) for place in range(len(stack)))
            and (isinstance(stack[-1], Picking) or _asks(state))
            and not to_act(state) & set(state.gone)
            and bool(to_act(state))
            and all(legal(state, seat) for seat in to_act(state))
        )
    except (TypeError, ValueError, LookupError):  # a card, zone or ability that does not exist
        return False


def _asks(state: State) -> bool:
    *_, below, ask = state.stack
    if isinstance(below, Mulligans) and isinstance(ask, Ask):
        return ask == Ask("mulligan", state.active, state.active)
    return isinstance(ask, Ask) and state.stack in asked_anew(state)


def _sound(state: State, place: int) -> bool:  # noqa: PLR0911 - one line for each kind of frame
    """Return whether a frame's seats, cards and abilities fit the frame that it waits for."""
    rules, frame, below = state.rules, state.stack[place], state.stack[place - 1] if place else None
    if getattr(frame, "seat", 1) not in range(1, rules.sides + 1):
        return False
    match frame:
        case Picking() | Turns() | Reset() | Ask() | Taking() | Parrying():
            return True
        case NewRound() | BossTurn() | BossPlays():
            return rules.solo
        case Mulligans(seats) | DrawingHands(seats):
            return len(set(seats)) == len(seats) and set(seats) <= set(range(1, rules.seats + 1))
        case Acting(seat) | Moving(seat) | Shifting(seat):
            zone = getattr(frame, "zone", "L")
            return (
                seat == state.active
                and (seat == BOSS and rules.solo) == _is_of_boss(state, place)
                and zone in ("L", "R")
            )
        case Leaving(seat, card, zone):
            whence = below.zone if isinstance(below, Shifting) else "A"
            transforms = not isinstance(below, Drawing) or below.purpose == "deploy"
            return seat == state.active and card in rules.components.cards and zone == whence and transforms
        case Ability() if not _of_copy(frame, below):
            return _begins(rules, frame, below)
        case Drawing(seat, left, drawn, purpose) if not isinstance(below, Ability):
            whole = {"deploy": 1, "round": HAND}.get(purpose, 0)
            fits = isinstance(below, Turns) == (purpose == "deploy")
            return fits and left > 0 and drawn >= 0 and left + drawn == whole and seat <= rules.seats
        case Discarding(seat, count, "cost") if isinstance(below, Gaining):
            (effect,) = _effects(rules, state.stack[place - 2])
            return isinstance(effect, Gain) and count == effect.cost and seat == below.seat
    return any(_carries_out(frame, effect, below) for effect in _effects(rules, below))


def _is_of_boss(state: State, place: int) -> bool:
    return any(isinstance(frame, BossPlays) for frame in state.stack[:place])


def _of_copy(frame: Ability, below: Frame | None) -> bool:
    """Return whether an ability is copied by the one below it, and not a power of the boss after another."""
    return isinstance(below, Ability) and frame.nested


def _begins(rules: Rules, frame: Ability, below: Frame | None) -> bool:
    """Return whether an ability that is not copied can follow from the frame below it."""
    if frame.nested or not 0 <= frame.index <= len(rules.abilities[frame.source, frame.half]):
        return False
    own = frame.source == frame.card
    match below:
        case Leaving(seat, card, zone, _, able):
            wanted = (seat, card, zone, "leave", True)
            return own and able and (frame.seat, frame.card, frame.zone, frame.half, frame.leaving) == wanted
        case Turns():
            return own and (frame.zone, frame.half, frame.leaving) == ("A", "deploy", False)
        case Parrying(seat):
            return own and (frame.seat, frame.half, frame.leaving) == (seat, "parry", False)
    boss = rules.boss
    if boss is None or (frame.seat, frame.source, frame.card, frame.zone) != (BOSS, boss.key, "", ""):
        return False
    if isinstance(below, NewRound):
        return frame.half == "setup"
    return frame.half in {f"power{place}" for place in range(len(boss.power))}


def _effects(rules: Rules, below: Frame | None) -> tuple[Effect, ...]:
    """Return the effects that a frame may carry out for the one that waits for it."""
    if isinstance(below, Attacking):
        attack = rules.abilities[below.source, below.half][below.index]
        return attack.effects if isinstance(attack, Attack) else ()
    if isinstance(below, Ability) and below.index > 0:
        return (rules.abilities[below.source, below.half][below.index - 1],)
    return ()


def _carries_out(frame: Frame, effect: Effect, below: Frame | None) -> bool:  # noqa: PLR0911 - one line for each verb
    """Return whether a frame carries out an effect of the ability, or of the attack, below it."""
    attacked = isinstance(below, Attacking)
    if not attacked and getattr(frame, "seat", 0) != getattr(below, "seat", 0):
        return False
    match frame, effect:
        case Attacking(), Attack(_, effects):
            same = isinstance(below, Ability) and _acting(frame) == _acting(below) and frame.index == below.index - 1
            others = frame.seat not in frame.victims and len(set(frame.victims)) == len(frame.victims)
            return same and others and set(frame.victims) <= {1, 2, 3, 4} and -1 <= frame.step < len(effects)
        case Ability(), Copy():
            same = isinstance(below, Ability) and _acting(frame)[:3] == _acting(below)[:3]
            return same and frame.half in ("deploy", "leave") and frame.leaving == getattr(below, "leaving", None)
        case KnockingOut(_, by), Ko():
            return by == (getattr(below, "seat", 0) if attacked else 0)
        case Drawing(_, left, drawn, purpose), Draw(n) | Cycle(n):
            fits = purpose == ("cycle" if isinstance(effect, Cycle) else "hand")
            return fits and left > 0 and drawn >= 0 and left + drawn == n
        case Discarding(_, count, kind), Cycle(n):
            return kind == "cycle" and 0 < count <= n
        case Discarding(_, count, kind), Discard(n):
            return kind == "discard" and count == n
        case Discarding(_, count, kind), Take(n):
            return kind == "take-discard" and count == n
        case Gaining(_, zone, cost, may), Gain():
            return zone == effect.zone and (cost, may) in ((effect.cost, effect.may), (0, False))
        case Freezing(_, what, may), Freeze():
            return (what, may) == (effect.what, effect.may)
        case Flipping(), Flip():
            return True
    return False


def _acting(frame: Ability | Attacking) -> tuple[object, ...]:
    return frame.seat, frame.card, frame.zone, frame.source, frame.half


# Checks of a parsed position.


_PILES = 3
_ROUNDS = 5
_OVER = ("", "V", "F", "W", "L")
_MOST_COUNTED = 9_999
"""The most turns, points and health: far more than any game reaches, and short enough to show."""

_MOST_SHUFFLES = 99
"""Of one side: far more than the turns of a game, which need at most one each."""


def wrong_with(state: State) -> Text | None:
    checks: tuple[Callable[[State], Text | None], ...] = (
        _kinds,
        _check_cards,
        _piles,
        _tracks,
        _check_moment,
        _draft,
        _stack,
    )
    for check in checks:
        wrong = check(state)
        if wrong is not None:
            return wrong
    return None


def _kinds(state: State) -> Text | None:
    """Check the types of fields, before anything uses them."""
    counts = (state.first, state.active, state.round, state.turn, state.health)
    seats = (state.spaces, state.line, state.points, state.standing, state.gone, state.pending, state.seen)
    right = (
        all(type(each) is int and 0 <= each <= _MOST_COUNTED for each in counts)
        and all(_all_of(each, int) for each in seats)
        and all(_all_of(each, str) for each in (state.boxed, *state.packs, *state.picks))
        and state.over in _OVER
        and len(state.sides) == state.rules.sides
        and all(map(_is_side, state.sides))
    )
    return None if right else say("A field of the position has the wrong type.")


def _is_side(side: Side) -> bool:
    piles = side.piles
    return (
        all(_all_of(each, str) for each in (side.hand, side.deck, side.discard, side.freezer, side.arena))
        and all(_all_of(each, int) for each in (side.hand_marks, side.deck_marks, side.freezer_marks))
        and _all_of(side.down, bool)
        and len(side.arena) == len(side.down) == len(ZONES)
        and (len(side.hand), len(side.deck), len(side.freezer))
        == (len(side.hand_marks), len(side.deck_marks), len(side.freezer_marks))
        and _all_of((side.incubator,), str)
        and _all_of(piles, tuple)
        and len(piles) == _PILES
        and all(_all_of(each, str) for each in piles)
        and _all_of((side.ready, side.shuffles), int)
        and 0 <= side.shuffles <= _MOST_SHUFFLES
        and all(mark <= side.shuffles for mark in (*side.hand_marks, *side.deck_marks, *side.freezer_marks))
        and _all_of((side.buried,), bool)
        and not any(down and not card for card, down in zip(side.arena, side.down, strict=True))
    )


def _all_of(values: object, kind: type) -> bool:
    return isinstance(values, tuple) and all(type(value) is kind for value in values)


def _check_cards(state: State) -> Text | None:
    box = state.rules.components
    for code in _codes(state):
        if code not in box.cards:
            return say("There's no card {code}.", code=code)
    for side in state.sides:
        if side.hand != box.sorted(side.hand):
            return say("Hands are written in the order of the data file.")
    return None


def _piles(state: State) -> Text | None:
    """Check that each card belongs to its owner, in its number (M2, M3, M7, M13)."""
    rules, mutants = state.rules, range(state.rules.seats)
    leaving = [frame for frame in state.stack if isinstance(frame, Leaving) and not frame.frozen]
    for place, side in enumerate(state.sides):
        cards = Counter(_lying(side))
        cards.update(frame.card for frame in leaving if frame.seat == place + 1)
        reserve = [code for pile in side.piles for code in pile] + ([side.incubator] if side.incubator else [])
        right = _of_player(rules, cards, reserve) if place in mutants else _of_boss(state, cards)
        if not right:
            return say("Some cards can't be there, or there are too many of one.")
    return say("Only a boss's cards go to the box.") if state.boxed and not rules.solo else None


def _of_player(rules: Rules, cards: Counter[str], reserve: list[str]) -> bool:
    box = rules.components
    advanced = {card.code for card in rules.allowed}
    return (
        set(cards) <= advanced | {card.code for card in box.basics}
        and set(reserve) <= advanced
        and all(count <= MOST_COPIES for count in cards.values())
        and sum(count for code, count in cards.items() if code in advanced) <= RESERVE_SIZE
    )


def _of_boss(state: State, cards: Counter[str]) -> bool:
    boss, side = state.rules.boss, state.sides[BOSS - 1]
    copies = {card.code: card.copies for card in boss.cards} if boss is not None else {}
    cards.update(state.boxed)
    return not (side.hand or side.freezer or side.incubator or any(side.piles)) and all(
        count <= copies.get(code, 0) for code, count in cards.items()
    )


def _lying(side: Side) -> Iterator[str]:
    yield from (*side.hand, *side.deck, *side.discard, *side.freezer)
    yield from (code for code in (*side.arena, side.incubator) if code)
    for pile in side.piles:
        yield from pile


def _codes(state: State) -> Iterator[str]:
    for side in state.sides:
        yield from _lying(side)
    for cards in (state.boxed, *state.packs, *state.picks):
        yield from cards


def _tracks(state: State) -> Text | None:
    rules, placed = state.rules, [seat for seat, space in enumerate(state.spaces, 1) if space >= 0]
    spaces = rules.components.track.spaces
    right = (
        len(state.spaces) == rules.sides
        and all(-1 <= space < spaces for space in state.spaces)
        and sorted(state.line) == placed
        and _ascending(state.spaces[seat - 1] for seat in state.line)
        and len(state.points) == (0 if rules.solo else rules.seats)
        and sorted(state.standing) == ([] if rules.solo else placed)
        and _ascending(state.points[seat - 1] for seat in state.standing)
        and all(0 <= points <= _MOST_COUNTED for points in state.points)
    )
    return None if right else say("The markers can't be on their tracks like that.")


def _ascending(values: Iterable[int]) -> bool:
    listed = list(values)
    return listed == sorted(listed)


def _check_moment(state: State) -> Text | None:
    rules = state.rules
    seats = range(1, rules.seats + 1)
    right = (
        state.round <= _ROUNDS
        and 0 <= state.first <= rules.sides
        and 0 <= state.active <= rules.sides
        and all(seat in seats for seat in (*state.gone, *state.pending))
        and len(set(state.gone)) == len(state.gone)
        and set(state.pending) <= set(state.gone)
        and bool(state.over) == (not state.stack)
        and (not rules.solo or state.over == "W" or state.health > 0)
        and (_at_the_end(state) if state.over else _on_the_way(state))
    )
    return None if right else say("No game can reach that moment.")


def _at_the_end(state: State) -> bool:
    """Return whether a game can end like that: by points, a boss, or resignations of all but one (M54)."""
    left = len(state.gone) >= max(state.rules.seats - 1, 1)
    if state.over == "F":
        return left
    return not left and (state.over == "V") != state.rules.solo and sorted(state.line) == _staying(state)


def _on_the_way(state: State) -> bool:
    """Return whether the stack fits the round, the turn and the markers."""
    lowest, rules = state.stack[0], state.rules
    if len(state.gone) >= max(rules.seats - 1, 1):
        return False
    if not state.round and any(state.points):
        return False
    if isinstance(lowest, Picking):
        return not (state.round or state.active or state.first or state.line)
    placed = sorted({*_staying(state), *state.pending})
    begun = isinstance(lowest, Turns | Reset)
    return (
        bool(state.round) == begun
        and not (state.active and isinstance(lowest, NewRound | Reset))
        and not (isinstance(lowest, Mulligans) and state.active not in _staying(state))
        and not (isinstance(lowest, Reset) and state.round == _ROUNDS)
        and sorted(state.line) == placed
        and state.first in placed
        and state.active in (0, *placed)
    )


def _draft(state: State) -> Text | None:
    """Check the picks, and the possible ones (M11)."""
    rules, box = state.rules, state.rules.components
    every = [code for cards in (*state.packs, *state.picks) for code in cards]
    drafting = bool(state.stack) and isinstance(state.stack[0], Picking)
    if rules.reserve != "draft":
        right = not (every or state.seen or drafting)
    else:
        # If all players resigned in the draft, the packs are still there.
        sizes = {(len(picks), len(pack)) for picks, pack in zip_longest(state.picks, state.packs, fillvalue=())}
        under_way = sizes <= {(count, PACK - count) for count in range(PICKS)} and len(sizes) == 1
        right = (
            len(state.picks) == len(state.seen) == rules.seats
            and (under_way and (drafting or bool(state.over)) if state.packs else sizes == {(PICKS, 0)})
            and drafting <= bool(state.packs)
            and len(set(every)) == len(every)
            and set(every) <= {card.code for card in box.advanced}
            and all(pack == box.sorted(pack) for pack in state.packs)
            and all(bits >= 0 for bits in state.seen)
        )
    return None if right else say("No draft can lead to that.")


def _staying(state: State) -> list[int]:
    return [seat for seat in range(1, state.rules.sides + 1) if seat not in state.gone]


def _stack(state: State) -> Text | None:
    if state.over or can_resolve(state):
        return None
    return say("What's still to be resolved can't happen in this game.")


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
    """Return a position with all its secrets: not for players during the match."""
    words = [
        f"{name}={_value(getattr(state, name))}" for name, usual in _FIELDS.items() if getattr(state, name) != usual
    ]
    frames = " ".join(map(write_frame, state.stack))
    return " | ".join([" ".join(words), frames or "-", *map(_written_side, state.sides)])


def load_position(rules: Rules, text: str, chance: Chance) -> State:
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
    """Return a position in the form of `write_position`, with the chance for future draws."""
    refuse_long_position(text, _MOST)
    try:
        state = load_position(rules, text, chance)
    except (ValueError, TypeError, KeyError) as error:
        reason = say("This isn't a Mutants position as the program writes it: {text}", text=shortened(text))
        raise SetupError(reason, code="position", given=text) from error
    wrong = wrong_with(state)
    if wrong is not None:
        raise SetupError(wrong, code="position-wrong", given=text)
    return state


def masked_position(state: State, seat: Seat | None) -> str:
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
