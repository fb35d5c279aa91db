"""What each reader may know (M56 to M60, M78), read a second time and compared with the engine's views."""

from __future__ import annotations

from typing import Any

from engine.mutants.game import MUTANTS
from engine.mutants.state import State
from engine.mutants.view import MutantsView
from engine.mutants.view import Side as Seen
from engine.seat import Seat
from tests.engine.mutants import reference_table
from tests.engine.mutants.reference import Reference
from tests.engine.mutants.reference_data import BOSS, Card, codes, in_file_order


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


def _known_side(side: reference_table.Side, *, own: bool, face_up: bool) -> dict[str, Any]:
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


def _public(side: reference_table.Side) -> dict[str, Any]:
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
