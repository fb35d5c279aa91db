"""What hides a secret in what is looked at turn by turn, and in what a player is told of their own sealed choice."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from cogs.ui.replay import MATCH, ReplayedGame
from cogs.ui.turn_text import cautions
from engine.chance import Chance
from engine.game import Setup
from engine.history import moments
from engine.mutants.game import MUTANTS
from engine.seat import Seat
from engine.session import Session
from engine.text import Text, say
from tests.engine.mutants.tables import table


def story(*, over: bool) -> ReplayedGame:
    """Return a match in which seat 1 froze a card of the discard, which nobody else may know."""
    line = MUTANTS.write_position(
        table({"hand": "NOB ROB", "deck": "", "discard": "ZOM WAR"}, {"hand": "LYC DEM", "deck": ""})
    )
    start = Session.start(MUTANTS, Setup("2", (("reserve", "ready"),), position=line), Chance.from_text("story"))
    session = start.play(1, "D NOB/ZOM")
    return ReplayedGame(MATCH, 1, session, moments(session), ("Ann", "Bob"), over)


def test_the_side_of_a_player_shows_nothing_more_while_the_match_runs() -> None:
    """M58: whoever asks for it, the player included."""
    running, finished = story(over=False), story(over=True)
    for moment in running.history:
        for side in (1, 2):
            assert running.view(moment, side) == running.view(moment, None)
            assert running.told(moment, side) == running.told(moment, None)
    last = finished.history[-1]
    assert finished.view(last, 1).sides[0].freezer == ("ZOM",)
    assert finished.view(last, None).sides[0].freezer is None
    assert len(finished.told(last, 1)) > len(finished.told(last, 2)) == len(finished.told(last, None))


class Warns:
    """A game that has something to say of every choice."""

    def caution(self, _state: object, _seat: Seat, move: str) -> Text:
        return say("{move} brings nothing.", move=move)


def test_a_player_is_warned_of_their_own_sealed_choice_alone() -> None:
    sealed = ((1, "12W", None), (2, "7E", None))
    match: Any = SimpleNamespace(session=SimpleNamespace(game=Warns(), state=None, sealed=sealed))
    assert [str(each) for each in cautions(match, 2)] == ["⚠️ 7E brings nothing."]
    assert cautions(match, 3) == []
