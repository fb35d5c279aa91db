"""The worked round of the rules page (section 11), typed in both ways."""

from __future__ import annotations

import pytest

from engine.apex import events as happened
from engine.events import Event
from tests.engine.apex.positions import WORKED, play, points, session, ships

SECRETS = ("HUM 3W", "SHE 7C", "MIN 22X")
AT_ONCE = ("MIN MOVE B1>A1 x6/PORT H1>C2 x4/CONV A1 SHE/PROD H1/-",)
ONE_BY_ONE = ("MIN move b1>a1", "MIN port h1 > c2", "MIN conv a1", "MIN prod h1")


def test_the_first_two_decide_before_the_third() -> None:
    before = session("3", WORKED)
    assert before.view(None).sector("C2").controller == 1
    chosen = play(before, *SECRETS)
    assert [(each.seat, each.side) for each in chosen.view(None).strategies] == [(1, "W"), (2, "C"), (3, "X")]
    assert chosen.to_act == {1}
    fought = play(chosen, "HUM H2,C2")
    assert ships(fought, "H2") == {"HUM": 1, "SHE": 0}
    assert ships(fought, "C2") == {"HUM": 1}
    assert points(fought) == (4, 3, 2)
    scores = [
        [fighter.score for fighter in each.fighters] for each in _battles(fought.last.events if fought.last else ())
    ]
    assert scores == [[7, 6], [5, 4]]
    colonised = play(fought, "SHE D1")
    assert colonised.view(None).sides[1].colonies == ("A1", "B2", "D1")
    assert colonised.view(3).actions == (1, 1, 1, 0, 1)


@pytest.mark.parametrize("typed", [AT_ONCE, ONE_BY_ONE], ids=["at once", "one by one"])
def test_both_ways_of_typing_come_to_the_same(typed: tuple[str, ...]) -> None:
    done = play(session("3", WORKED), *SECRETS, "HUM H2,C2", "SHE D1", *typed)
    whole = play(session("3", WORKED), *SECRETS, "HUM H2,C2", "SHE D1", *AT_ONCE)
    assert done.state == whole.state
    assert done.entries == whole.entries
    assert done.last is not None
    assert done.last.text == "MOVE B1>A1 x6/PORT H1>C2 x4/CONV A1 SHE/PROD H1/-"
    assert ships(done, "A1") == {"SHE": 2, "MIN": 7}
    assert ships(done, "C2") == {"HUM": 1, "MIN": 4}
    view = done.view(None)
    assert view.sector("A1").controller == view.sector("C2").controller == 3
    assert (view.age, view.round) == (2, 5)
    hands = [done.view(seat).sides[seat - 1].hand for seat in (1, 2, 3)]
    assert hands == [(10, 16), (15, 25), (23, 28)]  # to the right


def test_a_war_may_be_entered_battle_by_battle() -> None:
    chosen = play(session("3", WORKED), *SECRETS)
    assert play(chosen, "HUM h2/c2/-").state == play(chosen, "HUM H2 , C2").state
    atoms = chosen.move(1, "H2").move(1, "C2").move(1, "-")
    assert atoms.state == play(chosen, "HUM H2,C2").state
    assert atoms.last is not None
    assert atoms.last.text == "H2,C2"


def _battles(events: tuple[Event, ...]) -> list[happened.Battle]:
    return [event for event in events if isinstance(event, happened.Battle)]
