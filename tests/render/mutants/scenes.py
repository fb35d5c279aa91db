"""Positions to draw, put together by hand: everything in them exists in the game, not necessarily together."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

from engine.chance import Chance
from engine.events import Event
from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.duels import Flipped, ForceMoved, HealthChanged, KnockedOut, Parried, PointsGained, RoundScored
from engine.mutants.events import Bred, Crushed, Deployed, Discarded, Frozen, Gained, Incubated, Shifted
from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.mutants.view import Boss, Draft, MutantsView, Pile, Prompt, Side, Zone
from engine.outcome import Outcome
from engine.seat import Seat
from engine.text import Player, say

NAMES = ("Eric", "Lucy", "Maximiliane", "Zoé")
EVERY = components()
LONGEST = ("WRE", "AUT", "GOR", "STA", "ARM", "FAN", "BOS", "KOL", "TYR", "EVA", "NOB", "DRA")
"""The cards with long names, or that say most."""

HAPPENED: tuple[Event, ...] = (
    Crushed(1, points=2),
    Shifted(1, card="GOR", zone="L"),
    Discarded(1, cards=("ROB", "WAR")),
    Bred(1, card="WRE", pile=2),
    Deployed(1, card="WRE", origin="reserve"),
    ForceMoved(1, change=3, start=3, end=6),
    ForceMoved(2, change=-2, start=8, end=6),
    KnockedOut(2, card="STA", zone="R", by=1),
    Parried(3, card="EVA", zone="L"),
    Flipped(4, card="ARM", zone="A"),
    Frozen(2, card="DEV", origin="arena", zone="L"),
    Incubated(3, card="BOS", pile=1),
    Gained(4, card="TRI", zone="incubator", pile=3),
    PointsGained(4, points=1),
    RoundScored(None, round=2, order=(4, 2, 1), points=(5, 2, 0)),
)
"""One of every kind of event that a picture marks."""


def act(seat: Seat) -> Prompt:
    """A seat is asked for an action in its turn."""
    return Prompt("act", (seat,), seat, seat, 1, False, "", "", (), (), say("{player} acts.", player=Player(seat)))


def attacked(seat: Seat, owner: Seat, zones: tuple[str, ...] = ("A", "R")) -> Prompt:
    """A seat must choose who is K.O. in the turn of another."""
    why = say("{card} attacks {player}: one of their mutants is K.O.", card="Gorthaur the Cruel", player=Player(seat))
    return Prompt("ko", (seat,), seat, owner, 1, False, "GOR", "GOR", zones, (), why)


def side(seat: Seat, lot: random.Random, *, eyes: bool, full: bool) -> Side:
    """A player with something everywhere, or with what one begins with."""
    advanced = list(LONGEST) if full else [card.code for card in EVERY.advanced]
    arena = tuple(
        Zone(name, lot.choice(advanced) if full else "", full and lot.random() < 0.2) for name in ("A", "L", "R")
    )
    freezer = tuple(EVERY.sorted(lot.sample(advanced, 3))) if full else ()
    return Side(
        seat,
        arena,  # type: ignore[arg-type]
        lot.choice(advanced) if full else "",
        tuple(Pile(lot.choice(advanced), 4 if not full else lot.randint(1, 4)) for _ in range(3)),
        6,
        12 if full else 6,
        13 if full else 0,
        len(freezer),
        "ZOM" if full else "",
        0,
        3 + seat,
        21 + (seat + 1) // 2 if full else 0,
        False,
        False,
        False,
        ("ROB", "ZOM", "WAR", "LYC", "DEM", "ALN") if eyes else None,
        ("ROB", "ZOM") if eyes else None,
        ("ALN", "ROB", "ZOM") if eyes else None,
        freezer if eyes else None,
        tuple(EVERY.card(code).freeze for code in freezer) if eyes else None,
        ("KOL", "WAL") if eyes else None,
    )


def _scores(sides: tuple[Side, ...], *, full: bool) -> tuple[tuple[int, tuple[Seat, ...]], ...]:
    """The score track: pairs of seats on one space."""
    if not full:
        return ((0, tuple(each.seat for each in sides)),)
    spaces = sorted({each.points for each in sides})
    return tuple((space, tuple(each.seat for each in sides if each.points == space)) for space in spaces)


def position(mode: str = "4", *, full: bool = True, eyes: Seat | None = None, seed: int = 1) -> MutantsView:
    """A position in the middle of a round, with everything everywhere; or the first one."""
    lot = random.Random(f"{mode} {seed}")
    seats = 1 if mode == "solo" else int(mode)
    sides = tuple(side(seat, lot, eyes=seat == eyes, full=full) for seat in range(1, seats + 1))
    markers = list(range(1, seats + 1)) + ([2] if mode == "solo" else [])
    force: list[tuple[Seat, ...]] = [()] * EVERY.track.spaces
    if full:
        force[6] = tuple(markers[:3])
        force[12] = tuple(markers[3:])
    else:
        for place, seat in enumerate(markers):
            force[EVERY.track.challenger - place] = (seat,)
    boss = None
    if mode == "solo":
        arena = tuple(Zone(name, code) for name, code in (("A", "HDE"), ("L", "SPA"), ("R", "FAT")))
        boss = Boss("wizard", 31, 42, True, "BD", arena, 5, 3, "WHD", ("DKM",))  # type: ignore[arg-type]
    view = MutantsView(
        mode,
        "draft",
        EVERY.version,
        EVERY.reconstructed,
        eyes,
        "round",
        3 if full else 1,
        EVERY.rounds.red,
        EVERY.rounds.black,
        EVERY.track.dread,
        EVERY.track.challenger,
        tuple(force),
        _scores(sides, full=full) if mode != "solo" else (),
        1,
        1,
        sides,
        boss,
        None,
        None,
        14,
        None,
    )
    return replace(view, prompt=act(1))


def drafting(mode: str = "4", *, eyes: Seat | None = None) -> MutantsView:
    """A draft that goes on."""
    view = position(mode, full=False, eyes=eyes)
    sides = tuple(
        replace(each, piles=(), hand_size=0, deck_size=0, space=-1, hand=() if each.seat == eyes else None)
        for each in view.sides
    )
    seats = tuple(each.seat for each in sides)
    pack, picks = (("ORI", "GOR", "WAL", "KOL", "STA", "MRV", "EVA"), ("NOB", "DEV")) if eyes else (None, None)
    prompt = Prompt("pick", seats, 1, None, 1, False, "", "", (), (), say("All pick."))
    return replace(
        view,
        phase="draft",
        round=0,
        force=((),) * EVERY.track.spaces,
        score=(),
        first=None,
        owner=None,
        sides=sides,
        draft=Draft(3, 7, pack, picks),
        prompt=prompt,
    )


def ended(view: MutantsView, winners: tuple[Seat, ...] = (1,)) -> MutantsView:
    """The same position as the end of a game, freezers opened."""
    sides = tuple(
        replace(each, freezer=("ZOM", "NOB", "DEV", "KOL"), freezer_values=(1, 3, 4, 2), freezer_size=4)
        for each in view.sides
    )
    ranks = tuple(1 if each.seat in winners else 2 for each in sides)
    solo = view.boss is not None
    reason = say("{player} has the most points: {points}.", player=Player(winners[0] if winners else 1), points=36)
    against = say("Singularity Wizard") if solo else None
    outcome = Outcome(ranks, reason, "V", tuple(float(each.points + 10) for each in sides), against=against)
    return replace(view, phase="over", owner=None, prompt=None, sides=sides, outcome=outcome)


DAMAGE = (HealthChanged(2, change=-3, health=31, boss="Singularity Wizard"),)


# Random games of Mutants as they are drawn: what some eyes see after every decision, and what happened in its turn.


Options = tuple[tuple[str, str], ...]
Shown = tuple[MutantsView, tuple[Event, ...]]

FORMS: tuple[tuple[str, Options], ...] = (
    ("2", ()),
    ("3", (("reserve", "ready"),)),
    ("4", (("reserve", "draft"),)),
    ("solo", (("boss", "jack"), ("ultra", "yes"))),
    ("solo", (("boss", "wizard"), ("limits", "BD"))),
)


@lru_cache(maxsize=16)
def states(mode: str, options: Options, seed: str) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """A random game: the state after every decision, and what happened in the turn so far."""
    lot = random.Random(seed)
    state = MUTANTS.initial(Setup(mode, options=options), Chance.from_text(seed))
    found: list[tuple[State, tuple[Event, ...]]] = [(state, ())]
    events: tuple[Event, ...] = ()
    while to_act := MUTANTS.to_act(state):
        turn = MUTANTS.turn(state)
        step = MUTANTS.apply(state, {seat: lot.choice(MUTANTS.legal(state, seat)) for seat in sorted(to_act)})
        state, events = step.state, events + step.events
        found.append((state, events))
        if MUTANTS.turn(state) != turn:
            events = ()
    return tuple(found)


def game(mode: str, options: Options, seed: str, *, eyes: Seat | None = None) -> list[Shown]:
    """A random game as some eyes see it."""
    return [
        (MUTANTS.view(state, eyes), tuple(each for each in events if each.audience is None or eyes in each.audience))
        for state, events in states(mode, options, seed)
    ]
