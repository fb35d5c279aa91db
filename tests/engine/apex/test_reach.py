"""Where ships could go and where there could be battles."""

from __future__ import annotations

from engine.apex.game import APEX
from engine.apex.moves import CLOSE, Fight, Ship
from engine.extras import Reaching
from tests.engine.apex.positions import WORKED, play, position, session, state
from tests.engine.apex.test_choices import decisions

REST = ("MIN@H2 v0 e0/0/0/0 A1:1", "SHE@H3 v0 e0/0/0/0 H3:3")


def test_ships_can_be_asked_about_by_anybody_own_ones_first() -> None:
    assert isinstance(APEX, Reaching)
    now = state("3", WORKED)
    keys = [choice.key for choice in APEX.subjects(now, 2)]
    assert keys[:6] == ["H2 SHE", "A1 SHE", "B2 SHE", "C2 SHE", "D1 SHE", "WAR SHE"]
    assert sorted(keys) == sorted(choice.key for choice in APEX.subjects(now, None))
    assert [str(choice.text) for choice in APEX.subjects(now, 3)][:2] == [
        "Player 3 in H1, ships: 4",
        "Player 3 in B1, ships: 6",
    ]
    for choice in APEX.subjects(now, None):
        found = APEX.reach(now, None, choice.key)
        assert found is not None
        assert found.subject == choice
    for wrong in ("A3 HUM", "Q7 HUM", "A1 HUM", "WAR NAG", "A1 P1", "", "PORT", "MOVE H1", "WAR MIN"):
        assert APEX.reach(now, None, wrong) is None, wrong


def test_ships_reach_the_sectors_next_to_them() -> None:
    # A48
    now = state("3", WORKED)
    found = APEX.reach(now, 1, "B1 MIN")
    assert found is not None
    near = {now.rules.slots[slot] for slot in now.rules.near[now.rules.number["B1"]]}
    assert found.origin == "B1"
    assert found.walks | found.captures == near
    assert found.captures == {"A1", "D1"}
    assert found.leaps == frozenset()
    assert set(found.moves) == {f"MOVE B1>{slot} …" for slot in near}
    assert "A1: production · Player 2: 3 and a colony" in {str(note) for note in found.notes}


def test_in_an_expansion_ships_reach_what_its_actions_allow() -> None:
    # A45, A47
    for actions, near, far in (("1/0/0/0/0", False, True), ("0/1/0/0/0", True, False), ("0/0/1/0/0", False, False)):
        now = state("3", position("1:3X 2:7X 3:8X", "HUM@H1 v0 e0/0/0/0 H1:4", *REST, phase=f"expand 1 {actions}"))
        found = APEX.reach(now, 1, "H1 HUM")
        assert found is not None
        assert bool(found.walks) == near
        assert bool(found.leaps) == far
        legal = {move for move in APEX.legal(now, 1) if isinstance(move, Ship)}
        reached = found.walks | found.leaps | found.captures
        assert reached == {now.rules.slots[move.target] for move in legal}
        others = APEX.reach(now, 1, "H3 SHE")
        assert others is not None
        assert others.walks


def test_steps_towards_a_movement_show_where_it_goes() -> None:
    now = state("3", position("1:3X 2:7X 3:8X", "HUM@H1 v0 e0/0/0/0 H1:4", *REST, phase="expand 1 1/1/0/0/0"))
    lane = APEX.reach(now, 1, "MOVE H1>A1")
    assert lane is not None
    assert (lane.origin, set(lane.walks), set(lane.captures)) == ("H1", set(), {"A1"})
    portal = APEX.reach(now, 1, "PORT H1")
    assert portal is not None
    assert len(portal.walks | portal.leaps | portal.captures) == len(now.rules.slots) - 1
    for move in APEX.legal(now, 1):
        if move != CLOSE:
            assert APEX.reach(now, 1, APEX.choices(now, 1, move)[0].key) is not None


def test_battles_are_those_that_a_war_could_fight_now() -> None:
    # A31, A32
    war = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X").state
    found = APEX.reach(war, 1, "WAR HUM")
    assert found is not None
    assert found.moves == ("H2", "C2")
    assert found.captures == {"H2", "C2"}
    assert [str(note) for note in found.notes] == [
        str(event.text())
        for move in APEX.legal(war, 1)
        if isinstance(move, Fight)
        for event in APEX.apply(war, {1: move}).events[:1]
    ]


def test_nothing_is_told_of_what_lies_face_down() -> None:
    # A74
    for now, _ in decisions("3", 2, exploration=True):
        if now.age > 1:
            break
        for choice in APEX.subjects(now, None):
            found = APEX.reach(now, None, choice.key)
            assert found is not None
            hidden = {name for slot, name in enumerate(now.rules.slots) if now.hidden >> slot & 1}
            for note in map(str, found.notes):
                if note[:2] in hidden and note[2] == ":":
                    assert note[4:].startswith("unexplored")


def test_once_it_is_over_there_is_nothing_to_ask() -> None:
    *_, (last, seat) = decisions("2", 1)
    over = APEX.apply(last, {seat: APEX.legal(last, seat)[-1]}).state
    while APEX.outcome(over) is None:
        (seat,) = APEX.to_act(over)
        over = APEX.apply(over, {seat: CLOSE}).state
    assert APEX.subjects(over, 1) == ()
