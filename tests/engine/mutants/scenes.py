"""Tables of the second implementation as positions of the engine, and scenes on which two readings would part."""

from __future__ import annotations

import functools
import random
from dataclasses import replace
from typing import Any

from engine.chance import Chance
from engine.game import Setup
from engine.mutants.game import MUTANTS
from engine.mutants.state import Side, State
from engine.mutants.view import MutantsView
from engine.mutants.view import Side as Seen
from engine.seat import Seat
from tests.engine.mutants import reference
from tests.engine.mutants.comparing import ChanceLot
from tests.engine.mutants.kit import Laid, arranged
from tests.engine.mutants.reference import BOSS, Card, Reference, codes, in_file_order

CHANCE = Chance.from_text("scenes")
EVEN = {1: 5, 2: 6}
THREE = ("TRI NOB", "RHI KRU", "ORI AST")


@functools.cache
def _turn_of_seat_1(mode: str, boss: str, kind: str) -> State:
    """Return a position of the engine in which seat 1 has the turn and is asked for its move or its action."""
    setup = Setup(mode, (("boss", boss),) if boss else (("reserve", "ready"),))
    for number in range(1_000):
        draw = random.Random(number)
        state = MUTANTS.initial(setup, Chance.from_text(f"{number}"))
        while state.round < 2:
            if MUTANTS.owner(state) == 1 and state.ask is not None and state.ask.kind == kind and state.round:
                return state
            (seat,) = MUTANTS.to_act(state)
            state = MUTANTS.apply(state, {seat: draw.choice(MUTANTS.legal(state, seat))}).state
    raise AssertionError("no such turn")


def likewise(game: Reference) -> State:
    """Return the engine's position like a game in which seat 1 is asked for its move or its action."""
    match = game.run.match
    ((seat, kind),) = game.told()["asked"].items()
    assert seat == 1
    state = _turn_of_seat_1(game.mode, game.options.get("boss", ""), kind)
    numbers = {each: 2 if each == BOSS else each for each in match.sides}
    line = [each for stack in match.track for each in stack]
    return replace(
        state,
        chance=CHANCE,
        sides=tuple(_side(match.sides[each]) for each in match.sides),
        spaces=tuple(match.place(each)[0] for each in match.sides),
        line=tuple(numbers[each] for each in line),
        points=() if match.solo else tuple(match.sides[each].points for each in match.seats),
        standing=tuple(each for _, stack in sorted(match.score.items()) for each in stack),
        first=state.first if match.solo else match.first or 0,
        round=match.round,
        health=match.health,
    )


def _side(side: reference.Side) -> Side:
    hand = codes(in_file_order(side.hand))
    lying = [side.arena[zone] for zone in "ALR"]
    return Side(
        hand=hand,
        hand_marks=(0,) * len(hand),
        deck=codes(side.deck),
        deck_marks=(0,) * len(side.deck),
        discard=codes(side.discard),
        freezer=codes(side.freezer),
        freezer_marks=(0,) * len(side.freezer),
        arena=tuple(card.code if card else "" for card in lying),
        down=tuple(card is not None and not card.up for card in lying),
        incubator=side.incubator.code if side.incubator else "",
        piles=tuple(codes(pile) for pile in side.reserve),
        shuffles=1,
    )


def scene(*sides: Laid, force: dict[int, int] | None = None, round_: int = 1) -> Reference:
    """Return a turn of seat 1 in a game among players, at the same chance as `likewise`."""
    return arranged(*sides, force=force or EVEN, round_=round_, lot=ChanceLot(CHANCE))


def revolt(boss: str, boss_side: Laid, laid: Laid, *, health: int = 40, mine: int = 6, its: int = 5) -> Reference:
    """Return a turn in the Revolt, at the same chance as `likewise`."""
    lot = ChanceLot(CHANCE)
    return arranged(laid, force={1: mine, BOSS: its}, boss=boss, boss_side=boss_side, health=health, lot=lot)


SCENES = {
    "M48: NOB frozen out of the arena by BON": scene({"A": "NOB", "L": "BON", "R": "NOB"}, {}),
    "M48: ARM's permanent between opponents who parry": scene(
        {"hand": "WAL ROB", "L": "ARM", "R": "ARM"},
        {"A": "ROB", "L": "ROB", "R": "DEV"},
        {"R": "DEM"},
        {"R": "ROB", "L": "BRI"},
        force={4: 10, 2: 3, 3: 8, 1: 9},
    ),
    "M48: NOB and a cycle over an empty deck": scene(
        {"hand": "AND ROB", "L": "NOB", "deck": "", "discard": "ROB ZOM ZOM"}, {}, force={2: 12, 1: 11}
    ),
    "M36: pushed one behind the other, who was stacked": scene(
        {"hand": "KOL AND ROB", "L": "NOB"}, {}, {}, {}, force={4: 7, 3: 7, 2: 7, 1: 10}
    ),
    "M36: pushed by one who is not active": scene(
        {"hand": "STA GOR ROB"}, {"L": "INF"}, {"L": "NEB"}, {}, force={4: 8, 1: 5, 3: 11, 2: 12}
    ),
    "M43: FAN's two effects, three opponents": scene(
        {"A": "ROB", "L": "FAN", "R": "ROB"}, {"L": "ROB"}, {"L": "DEM"}, {}, force={1: 5, 2: 7, 3: 7, 4: 7}
    ),
    "M43: who is hit is judged first": scene(
        {"A": "ROB", "L": "WAR", "R": "NOB"}, {"L": "INF"}, {"L": "ROB"}, force={1: 5, 2: 11, 3: 7}
    ),
    "M44: a parry pushes the active player": scene(
        {"hand": "STA ROB"}, {"A": "GOR", "L": "NEB"}, {"L": "INF"}, force={1: 5, 2: 12, 3: 12}
    ),
    "M46: transformations in a row, the deck renewed": scene(
        {"hand": "XEL ANU TAO", "L": "WAR", "R": "MRV", "deck": "OMI", "discard": "TAO ZOM LYC", "reserve": THREE}, {}
    ),
    "M46: transformations with nothing left": scene({"hand": "TAO ANU", "deck": "", "discard": ""}, {}),
    "M50: copies of copies in the arena": scene({"A": "KRU", "L": "SUP", "R": "PYR", "reserve": THREE}, {}),
    "M50: copies of copies, two SUP": scene({"A": "SUP", "L": "KRU", "R": "SUP", "reserve": ("SUP", "KOL", "")}, {}),
    "M50: equal cards in the hand": scene({"hand": "MRV NEB NEB ROB", "discard": "MRV"}, {}),
    "M50: equal cards in the discard": scene({"hand": "NEB MRV ROB", "discard": "NEB MRV MRV"}, {}),
    "M50: MRV copied by XEL, then drawn": scene(
        {"hand": "XEL ROB NEB LYC", "L": "MRV", "deck": "MRV", "discard": "ZOM KOL", "reserve": THREE}, {}
    ),
    "M50: NEB in the hand, equal tops": scene(
        {"hand": "SUP NEB ZOM", "discard": "SUP", "reserve": ("NEB", "NEB", "KOL")}, {}
    ),
    "M51: costs": scene({"hand": "LYC ROB ROB ZOM", "reserve": THREE}, {}),
    "M51: a cost for nothing": scene({"hand": "LYC ROB ROB ZOM"}, {}),
    "take with an empty discard": scene({"hand": "TAO ROB ROB WAR", "deck": "ZOM"}, {}),
    "M47: the incubator is full": scene({"hand": "WAM FAN ROB", "incubator": "TRI", "reserve": THREE}, {}),
    "M40: a card on its way out": scene({"A": "ROB", "L": "MRV", "R": "ROB", "deck": "", "discard": "ZOM"}, {}),
    "M21: the leaving card in the middle of a shuffle": scene(
        {"A": "ROB", "L": "WRE", "R": "BBB", "deck": "ZOM", "discard": "LYC DEM"}, {}, force={1: 5, 2: 1}
    ),
    "M22: the hand is emptied as a card leaves": scene({"hand": "ROB", "A": "ROB", "L": "AUT", "R": "TAO"}, {}),
    "M52: ORI and BUF gain": scene({"A": "NOB", "L": "ORI", "R": "BUF", "reserve": THREE, "discard": "ZOM"}, {}),
    "M42: PYR copied, then frozen": scene({"A": "LYC", "L": "KRU", "R": "PYR", "discard": "WAR", "reserve": THREE}, {}),
    "M31: NOB between rounds": scene(
        {"hand": "ROB DEM", "L": "NOB", "deck": "ZOM", "discard": "DEM DEM WAR", "incubator": "TRI"},
        {"hand": "", "deck": "", "discard": "ROB WAR WAR", "L": "NOB"},
        {"hand": ""},
        force={2: 12, 3: 4, 1: 11},
    ),
    "M53: ties": scene(
        {"hand": "ROB DEM", "points": 1, "incubator": "TRI", "deck": ""},
        {"hand": "", "points": 3},
        {"hand": "", "points": 9, "freezer": "DEV ZOM"},
        round_=5,
        force={1: 2, 2: 9, 3: 5},
    ),
    "M66: K.O. by BON": revolt(
        "jack", {"A": "BLZ", "L": "CLD", "R": "CLD", "deck": "AVA AVA"}, {"hand": "BON ARM ROB"}
    ),
    "M66: WAL's like, by two cards": revolt(
        "wizard", {"A": "HDE", "L": "HDE", "R": "EVH", "deck": "FAT"}, {"A": "BOS", "L": "KOL", "R": "ARM"}, its=8
    ),
    "M66: a parry against Hailstorm": revolt(
        "jack",
        {"deck": "HAI HAI AVA", "A": "HAI", "L": "HAI"},
        {"hand": "ROB WAR LYC", "A": "DEM", "L": "BRI", "R": "INF"},
    ),
    "M66: Fury by a parry and a permanent": revolt(
        "jack", {"deck": "BLI GLA", "A": "GLA"}, {"hand": "AND WAR ZOM", "L": "INF", "discard": "ROB"}, mine=11
    ),
    "M66: incubation and gains": revolt(
        "jack", {"A": "AVA", "L": "IWL", "R": "ava", "deck": "AVA"}, {"hand": "WAM RHI ROB", "reserve": THREE}
    ),
    "M66: breeding before the deploy ability": revolt(
        "wizard",
        {"A": "FAT", "L": "HDE", "R": "FAT", "deck": "EVH EVH"},
        {"hand": "ALN WAR LYC", "reserve": ("SUP", "ARM", "BON")},
        its=9,
    ),
    "M68: freezing with NOB": revolt(
        "wizard",
        {"A": "WHD", "L": "DKM", "R": "SPA", "deck": "EVH"},
        {"A": "NOB", "L": "ORI", "R": "DEV", "freezer": "ZOM DEV", "reserve": THREE},
        mine=10,
    ),
    "M65: the boss's cards run out": revolt("jack", {"discard": "GLA"}, {"hand": "ROB ROB WAR DEM"}, health=6),
    "M65: no card left": revolt("wizard", {}, {"hand": "ROB ROB WAR DEM"}),
    "M63: the hand is emptied by the boss": revolt(
        "jack", {"deck": "PER AVA"}, {"hand": "ROB WAR", "incubator": "TRI", "deck": "ZOM"}, health=30
    ),
    "M63: no card at the start of a round": revolt(
        "wizard", {"deck": "EVH EVH WHD", "discard": "EVH"}, {"hand": "KOL WAR", "deck": ""}, health=30
    ),
    "M64: the boss crushes": revolt(
        "wizard", {"A": "HDE", "L": "WHD", "deck": "EVH"}, {"hand": "ROB ROB WAR"}, mine=0, its=12
    ),
    "M61: victory in the middle of an ability": revolt(
        "wizard", {"A": "DKM", "L": "WHD", "deck": "EVH"}, {"A": "NOB", "L": "ZOM", "R": "DEV"}, health=3, mine=11
    ),
}


# What each reader may know (M56 to M60, M78), read a second time and compared with the engine's views.


def known(game: Reference, reader: Seat | None) -> dict[str, Any]:
    """Return what a reader knows while the game goes on."""
    match = game.run.match
    eyes = None if reader in game.left() else reader
    packs = getattr(match, "packs", {}) if "pick" in game.told()["asked"].values() else {}
    return {
        "sides": {
            seat: _known_side(match.sides[seat], own=seat == eyes, face_up=match.solo)
            for seat in match.seats
            if seat not in match.gone
        },
        "boss": _public(match.sides[BOSS]) if match.solo else None,
        "pack": sorted(packs[eyes]) if eyes and packs else None,
        "picks": list(match.picks[eyes]) if eyes and packs else None,
        "pack size": len(next(iter(packs.values()))) if packs else None,
    }


def _known_side(side: reference.Side, *, own: bool, face_up: bool) -> dict[str, Any]:
    piles = [(pile[0].code if pile else "", len(pile)) for pile in side.reserve if any(side.reserve)]
    below = [card for pile in side.reserve for card in pile[1:]]
    return {
        **_public(side),
        "incubator": side.incubator.code if side.incubator else "",
        "piles": piles,
        "hand size": len(side.hand),
        "freezer size": len(side.freezer),
        "hand": _sorted(side.hand) if own else None,
        "deck": _sorted(side.deck) if own else None,
        "discard": codes(side.discard) if own else None,
        # M68: in a Revolt it lies face up.
        "freezer": _sorted(side.freezer) if own or face_up else None,
        "unseen": _sorted(below) if own else None,
    }


def _public(side: reference.Side) -> dict[str, Any]:
    return {
        "arena": [(card.code, not card.up) if card else ("", False) for card in side.arena.values()],
        "deck size": len(side.deck),
        "discard size": len(side.discard),
        "discard top": side.discard[-1].code if side.discard else "",
    }


def _sorted(cards: list[Card]) -> tuple[str, ...]:
    return codes(in_file_order(cards))


def seen(view: MutantsView) -> dict[str, Any]:
    """Return of a view what `known` returns."""
    draft, boss = view.draft, view.boss
    return {
        "sides": {side.seat: _seen_side(side) for side in view.sides if not side.left or side.space >= 0},
        "boss": boss
        and {
            "arena": [(zone.card, zone.down) for zone in boss.arena],
            "deck size": boss.deck_size,
            "discard size": boss.discard_size,
            "discard top": boss.discard_top,
        },
        "pack": sorted(draft.pack) if draft and draft.pack is not None else None,
        "picks": list(draft.picks) if draft and draft.picks is not None else None,
        "pack size": draft.pack_size if draft else None,
    }


def _seen_side(side: Seen) -> dict[str, Any]:
    return {
        "arena": [(zone.card, zone.down) for zone in side.arena],
        "deck size": side.deck_size,
        "discard size": side.discard_size,
        "discard top": side.discard_top,
        "incubator": side.incubator,
        "piles": [(pile.top, pile.size) for pile in side.piles if any(each.size for each in side.piles)],
        "hand size": side.hand_size,
        "freezer size": side.freezer_size,
        "hand": side.hand,
        "deck": side.deck,
        "discard": side.discard,
        "freezer": side.freezer,
        "unseen": side.unseen,
    }


def compare_views(state: State, game: Reference) -> None:
    """Check that every reader, a spectator too, knows what both implementations let them know."""
    for reader in (None, *game.run.match.seats):
        assert seen(MUTANTS.view(state, reader)) == known(game, reader)
