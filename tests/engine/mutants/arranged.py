"""Tables of the second implementation in the middle of a round, laid out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from tests.engine.mutants.reference import Drawn, Lot, Reference
from tests.engine.mutants.reference_data import BOSS, Card
from tests.engine.mutants.reference_rounds import Match
from tests.engine.mutants.reference_table import ZONES, Side


class Laid(TypedDict, total=False):
    """What lies before a player, by codes with spaces between; a K.O. mutant in lower case.

    Of whom nothing is said has two cards in hand and nine in the deck.
    """

    hand: str
    deck: str
    discard: str
    freezer: str
    incubator: str
    A: str
    L: str
    R: str
    reserve: Sequence[str]
    points: int


def cards(text: str) -> list[Card]:
    return [card(code) for code in text.split()]


def card(text: str) -> Card:
    found = Card(text.upper())
    found.up = text.isupper()
    return found


def _lay(side: Side, laid: Laid, *, boss: bool) -> None:
    side.hand = cards(laid.get("hand", "" if boss else "ROB DEM"))
    side.deck = cards(laid.get("deck", "" if boss else " ".join(["ROB"] * 9)))
    side.discard, side.freezer = cards(laid.get("discard", "")), cards(laid.get("freezer", ""))
    side.incubator = card(laid["incubator"]) if laid.get("incubator") else None
    side.reserve = [cards(text) for text in laid.get("reserve", ("", "", ""))]
    side.points = laid.get("points", 0)
    arena = {"A": laid.get("A"), "L": laid.get("L"), "R": laid.get("R")}
    side.arena = {zone: card(text) if (text := arena[zone]) else None for zone in ZONES}


def arranged(
    *sides: Laid,
    force: Mapping[int, int],
    turn: int = 1,
    first: int = 1,
    round_: int = 1,
    boss: str = "",
    boss_side: Laid | None = None,
    health: int = 40,
    draws: Sequence[Drawn] = (),
    lot: Lot | None = None,
) -> Reference:
    """Return a game in which seats 1, 2, … have these sides.

    Args:
        sides: In the order of seats.
        force: The spaces of all, in the order in which they came there.
        turn: Who has the next turn.
        first: The first player.
        round_: Which round it is.
        boss: The boss's key in a solo game.
        boss_side: What lies before the boss.
        health: The boss's.
        draws: What comes up.
        lot: Draws the rest.
    """

    def arrange(match: Match) -> int:
        for seat, laid in enumerate(sides, 1):
            _lay(match.sides[seat], laid, boss=False)
            match.score.setdefault(match.sides[seat].points, []).append(seat)
        if boss:
            _lay(match.sides[BOSS], boss_side or {}, boss=True)
            match.health, match.score = health, {}
        for seat, space in force.items():
            match.put(seat, space)
        match.round, match.first = round_, None if boss else first
        return turn

    options = {"boss": boss} if boss else {}
    return Reference("solo" if boss else str(len(sides)), options, draws=draws, lot=lot, arrange=arrange)


def play(game: Reference, *texts: str) -> Reference:
    """Return the game after answers of the one seat that is asked each time; `2:text` says whose the answer must be."""
    for text in texts:
        seat, _, answer = text.rpartition(":")
        (asked,) = game.acting()
        assert not seat or int(seat) == asked
        game = game.after({asked: answer})
    return game
