"""Making the view of a seat, or of a spectator, from a position (M56 to M60)."""

from __future__ import annotations

from engine.mutants import view as seen
from engine.mutants.frames import Mulligans, Picking
from engine.mutants.outcome import outcome
from engine.mutants.prompts import prompt
from engine.mutants.score import freezer_values
from engine.mutants.state import BOSS, ZONES, Side, State
from engine.seat import Seat


def view(state: State, seat: Seat | None) -> seen.MutantsView:
    """Return what a seat, or a spectator (None), may know; who left sees what a spectator sees (M78)."""
    rules, box = state.rules, state.rules.components
    eyes = None if seat in state.gone else seat
    return seen.MutantsView(
        mode=rules.mode.key,
        reserve=rules.reserve,
        data=rules.data,
        reconstruction=box.reconstructed,
        viewer=seat,
        phase=_phase(state),
        round=state.round,
        red=box.rounds.red,
        black=box.rounds.black,
        dread=box.track.dread,
        challenger=box.track.challenger,
        force=tuple(
            tuple(each for each in state.line if state.spaces[each - 1] == space) for space in range(box.track.spaces)
        ),
        score=tuple(
            (points, tuple(each for each in state.standing if state.points[each - 1] == points))
            for points in sorted({state.points[each - 1] for each in state.standing})
        ),
        first=state.first or None,
        owner=state.active or None,
        sides=tuple(_side(state, each, eyes) for each in range(1, rules.seats + 1)),
        boss=_boss(state),
        draft=_draft(state, eyes),
        prompt=prompt(state),
        turn=state.turn,
        outcome=outcome(state),
    )


def _phase(state: State) -> str:
    if state.over:
        return "over"
    if state.stack and isinstance(state.stack[-1], Picking):
        return "draft"
    return "mulligan" if any(isinstance(each, Mulligans) for each in state.stack) else "round"


def _arena(side: Side) -> tuple[seen.Zone, seen.Zone, seen.Zone]:
    active, left, right = (
        seen.Zone(name, card, down) for name, card, down in zip(ZONES, side.arena, side.down, strict=True)
    )
    return active, left, right


def _side(state: State, seat: Seat, eyes: Seat | None) -> seen.Side:
    side, box = state.sides[seat - 1], state.rules.components
    known = seat == eyes or bool(state.over)  # M58, M60, M74
    freezer = box.sorted(side.freezer) if known or state.rules.solo else None  # M68
    space = state.spaces[seat - 1]
    return seen.Side(
        seat=seat,
        arena=_arena(side),
        incubator=side.incubator,
        piles=tuple(seen.Pile(pile[0] if pile else "", len(pile)) for pile in side.piles),
        hand_size=len(side.hand),
        deck_size=len(side.deck),
        discard_size=len(side.discard),
        freezer_size=len(side.freezer),
        discard_top=side.discard[-1] if side.discard else "",
        ready=side.ready,
        space=space,
        points=state.points[seat - 1] if state.points else 0,
        dread=0 <= space < box.track.dread,
        fury=space == box.track.fury,
        left=seat in state.gone,
        hand=side.hand if known else None,
        deck=box.sorted(side.deck) if known else None,
        discard=side.discard if known else None,
        freezer=freezer,
        freezer_values=None if freezer is None else freezer_values(box, freezer),
        unseen=box.sorted([code for pile in side.piles for code in pile[1:]]) if known else None,
    )


def _boss(state: State) -> seen.Boss | None:
    boss = state.rules.boss
    if boss is None:
        return None
    side = state.sides[BOSS - 1]
    return seen.Boss(
        key=boss.key,
        health=state.health,
        full=state.rules.health,
        ultra=state.rules.ultra,
        limits=state.rules.limits,
        arena=_arena(side),
        deck_size=len(side.deck),
        discard_size=len(side.discard),
        discard_top=side.discard[-1] if side.discard else "",
        boxed=state.rules.components.sorted(state.boxed),
        space=state.spaces[BOSS - 1],
    )


def _draft(state: State, eyes: Seat | None) -> seen.Draft | None:
    if not state.packs:
        return None
    pack = None if eyes is None else state.packs[eyes - 1]
    picks = None if eyes is None else state.picks[eyes - 1]
    return seen.Draft(len(state.picks[0]) + 1, len(state.packs[0]), pack, picks)
