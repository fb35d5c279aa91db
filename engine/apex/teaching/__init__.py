"""Pages and lesson of APEX, points generated from the box, and the checks of the lesson."""

from __future__ import annotations

from collections.abc import Mapping

from engine.apex.cards import bonus_name, bonus_text, card_text, civilisation_text
from engine.apex.components import Bonus, Track, components
from engine.apex.events import Battle, Colonised, Converted, Evolved, Moved, Produced, Revealed
from engine.apex.state import State, controller
from engine.game import Attempt, Check, Point
from engine.teaching import read_lesson, read_pages
from engine.text import listed, say


def _side(tried: Attempt) -> str:
    return next((each.side for each in tried.found(Revealed)), "")


def _holds(tried: Attempt, slot: str) -> bool:
    """Return whether the learner controls a sector (A26)."""
    state: State = tried.after
    return controller(state, state.rules.slots.index(slot)) == tried.seat


def _battles(tried: Attempt) -> tuple[Battle, ...]:
    return tuple(each for each in tried.events if isinstance(each, Battle))


def _wins_all(tried: Attempt) -> bool:
    fought = _battles(tried)
    return bool(fought) and all(each.winner == tried.seat for each in fought)


_CHECKS: Mapping[str, Check] = {
    "chose-war": lambda tried: _side(tried) == "W",
    "chose-evolution": lambda tried: _side(tried) == "E",
    "chose-colonisation": lambda tried: _side(tried) == "C",
    "chose-expansion": lambda tried: _side(tried) == "X",
    "raised-armament": lambda tried: any(each.track == Track.ARMAMENT and each.rose for each in tried.found(Evolved)),
    "produced": lambda tried: bool(tried.found(Produced)),
    "moved": lambda tried: bool(tried.found(Moved)),
    "moved-to-c1": lambda tried: any(each.target == "C1" for each in tried.found(Moved)),
    "produced-and-moved": lambda tried: bool(tried.found(Produced) and tried.found(Moved)),
    "controls-c1": lambda tried: _holds(tried, "C1"),
    "colonised": lambda tried: bool(tried.found(Colonised)),
    "colonised-for-production": lambda tried: any(each.bonus == Bonus.PRODUCTION for each in tried.found(Colonised)),
    "fought": lambda tried: bool(_battles(tried)),
    "won-every-battle": _wins_all,
    "converted": lambda tried: bool(tried.found(Converted)),
    "won": lambda tried: tried.won,
}

_BOX = components()

_INSERTS = {
    "civilisations": [Point(civilisation_text(each), ("A2", "A13")) for each in _BOX.civilisations],
    "cards": [Point(card_text(card)) for card in _BOX.cards],
    "sectors": [
        Point(
            say(
                "{tiles}, {name}: {effect}",
                tiles=listed((tile.name for tile in _BOX.tiles if tile.bonus is bonus), "comma"),
                name=bonus_name(bonus),
                effect=bonus_text(bonus),
            ),
            ("A43",),
        )
        for bonus in Bonus
    ],
    "reconstruction": [
        Point(
            say(
                "We had the rulebook without its pictures. What's printed on the cards, sectors, civilisation boards "
                "and star maps is our own reconstruction: these aren't the published values."
            )
        )
    ],
}

LESSON = read_lesson(__name__, _CHECKS)
GUIDE = read_pages(__name__, "guide", LESSON)
TOPICS = read_pages(__name__, "help", LESSON, inserts=_INSERTS)
