"""What menus say of moves: it comes true, and it tells nothing that nobody may know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.apex.choices import after_ship, enough, outlook
from engine.apex.components import BONUS_NAMES, Track, components
from engine.apex.events import Battle, Closed, Evolved
from engine.apex.game import APEX
from engine.apex.legal import OWN_REASONS, REASONS, RULES, Idle
from engine.apex.moves import CLOSE, Close, Fight, Produce, Secret, Ship
from engine.apex.rules import TOP
from engine.apex.state import Phase, State, controller, with_side
from engine.chance import Chance
from engine.choices import Choice
from engine.game import Setup
from engine.seat import Seat
from engine.session import Session
from tests.engine.apex.kit import WORKED, play, position, session, setup, state


def decisions(mode: str, seed: int, *, exploration: bool = False) -> Iterator[tuple[State, Seat]]:
    """Yield the decisions of a random game in which everybody does as much as they can."""
    rng = random.Random(seed)
    now = Session.start(APEX, setup(mode, exploration=exploration), Chance.from_text(str(seed)))
    while now.to_act:
        seat = min(now.to_act)
        yield now.state, seat
        moves = APEX.legal(now.state, seat)
        now = now.move(
            seat, APEX.format(now.state, seat, rng.choice([each for each in moves if each != Close()] or moves))
        )


def note(choice: Choice) -> str:
    assert choice.note is not None
    return str(choice.note)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_of_a_move_comes_true(seed: int) -> None:
    # A27, A33 to A38
    battles = movements = 0
    for now, seat in decisions("4", seed):
        if now.phase not in (Phase.WAR, Phase.EXPAND):
            continue
        for move in APEX.legal(now, seat)[::3]:
            after = APEX.apply(now, {seat: move})
            first, *others = APEX.choices(now, seat, move)
            match move:
                case Fight():
                    battles += 1
                    (fought,) = [each for each in after.events if isinstance(each, Battle)]
                    said = {seat: "you win", None: "a tie"}.get(fought.winner, f"Player {fought.winner} wins")
                    assert said in str(first.text)
                    assert ("1 point" in note(first)) == (fought.winner is not None)
                case Ship(portal, origin, target, count) if count == now.sides[seat - 1].ships[origin]:
                    movements += 1
                    said = note(others[0] if portal else first)
                    assert ("yours" in said.split(" · ")[1]) == (controller(after.state, target) == seat)
                    assert str(others[-1].text) == f"All {count}"
                case Produce(slot) if first.note is not None:
                    assert ("yours" in note(first).split(" · ")[1]) == (controller(after.state, slot) == seat)
    assert movements > 50
    assert battles or seed


def test_so_many_ships_are_enough_and_no_fewer() -> None:
    # A27
    found = 0
    for now, seat in decisions("4", 1):
        if now.phase is not Phase.EXPAND:
            continue
        for move in APEX.legal(now, seat):
            if isinstance(move, Ship) and (least := enough(now, seat, move.origin, move.target)):
                found += least > 1
                held = controller(after_ship(now, seat, move.origin, move.target, move.count), move.target) == seat
                assert held == (move.count >= least)
    assert found


def test_alternatives_say_what_lies_there_and_what_it_comes_to() -> None:
    now = play(session("3", WORKED), "HUM 3W", "SHE 7C", "MIN 22X", "HUM H2,C2", "SHE D1").state
    said = {
        choice.key: (str(choice.text), note(choice), str(choice.group))
        for move in APEX.legal(now, 3)
        for choice in APEX.choices(now, 3, move)[:1]
        if choice.note is not None
    }
    assert said["MOVE B1>A1"] == (
        "B1 → A1 (ships: 6)",
        "production · becomes yours · Player 2: 3 and a colony",
        "Movement, 1 left: from where to where…",
    )
    assert said["MOVE H1>B1"] == (
        "H1 → B1 (ships: 4)",
        "conversion · yours · you: 6 and a colony",
        "Movement, 1 left: from where to where…",
    )
    assert said["PORT H1"] == ("Portal from H1 (ships: 4)", "your home", "Portal, 1 left: from where…")
    through = {move: APEX.choices(now, 3, move)[1] for move in APEX.legal(now, 3) if isinstance(move, Ship)}
    (home,) = {note(choice) for choice in through.values() if choice.key == "H2"}
    assert home == "Player 2's home · becomes yours · Player 1: 1 · Player 2: a colony"


def test_strikes_say_who_holds_the_sector_then() -> None:
    # A51, A52
    rest = ("MIN@H2 v0 e0/0/0/0 A1:1", "SHE@H3 v0 e0/0/0/0 A1:1")
    now = state("3", position("1:3X 2:7X 3:8X", "HUM@H1 v0 e0/0/1/0 A1:1", *rest, phase="expand 1 0/0/0/1/1"))
    said = {
        choice.key: (str(choice.text), note(choice))
        for move in APEX.legal(now, 1)[:-1]
        for choice in APEX.choices(now, 1, move)
    }
    assert said["AMB A1 MIN"] == ("Ambush Player 2 in A1", "production · yours · you: 1 · Player 2: 1 · Player 3: 1")
    assert said["CONV A1 SHE"][0] == "Convert Player 3's ship in A1"


def test_a_strike_may_give_the_sector_to_another_opponent() -> None:
    # A27, A51
    rest = ("MIN@H2 v0 e0/0/0/0 A1:2", "SHE@H3 v0 e0/0/0/0 A1:2")
    now = state("3", position("1:3X 2:7X 3:8X", "HUM@H1 v0 e0/0/0/0 A1:1", *rest, phase="expand 1 0/0/0/1/0"))
    said = {choice.key: note(choice) for move in APEX.legal(now, 1)[:-1] for choice in APEX.choices(now, 1, move)}
    assert said["AMB A1 MIN"].split(" · ")[1] == "goes to Player 3"


def test_battles_say_what_is_left() -> None:
    # A33 to A37
    sides = (
        "HUM@H1 v0 e0/0/0/0 A1:2 A2:2 B1:3 H2:1",
        "MIN@H2 v0 e0/0/0/1 A1:1 B1:2c H2:0",
        "SHE@H3 v0 e0/0/0/3 A2:1",
    )
    now = state("3", position("1:3W 2:7E 3:8E", *sides))
    said = {
        choice.key: (str(choice.text), note(choice))
        for move in APEX.legal(now, 1)[:-1]
        for choice in APEX.choices(now, 1, move)
    }
    assert said == {
        "H2": ("H2: Player 2 wins, you 1 to 2", "1 point for Player 2 · you lose ships: 1 · Player 2 loses nothing"),
        "A1": ("A1: a tie, 2 to 2", "nobody wins · you lose ships: 2 · Player 2 loses ships: 1"),
        "A2": ("A2: Player 3 wins, you 2 to 4", "1 point for Player 3 · you lose ships: 2 · Player 3 loses nothing"),
        "B1": ("B1: Player 2 wins, you 3 to 4", "1 point for Player 2 · you lose ships: 3 · Player 2 loses ships: 2"),
    }


def test_a_tie_says_whose_it_is_and_what_it_costs() -> None:
    # A36, A37
    sides = (
        "HUM@H1 v0 e0/0/0/0 A1:1 B1:2 B2:1 H2:1",
        "MIN@H2 v0 e0/0/0/0 A1:2 B1:1c B2:0c H2:0",
        "SHE@H3 v0 e0/0/0/0 A1:2",
    )
    now = state("3", position("1:3W 2:7E 3:8E", *sides))
    said = {str(choice.text): note(choice) for move in APEX.legal(now, 1)[:-1] for choice in APEX.choices(now, 1, move)}
    one, two, three = "you lose", "Player 2 loses", "Player 3 loses"
    assert said == {
        "H2: a tie, 1 to 1": f"nobody wins · {one} ships: 1 · {two} nothing",
        "A1: others tie, you 1 to 2": f"nobody wins · {one} ships: 1 · {two} ships: 2 · {three} ships: 2",
        "B1: a tie, 2 to 2": f"nobody wins · {one} ships: 2 · {two} ships: 1, and a colony",
        "B2: a tie, 1 to 1": f"nobody wins · {one} ships: 1 · {two} a colony",
    }


def test_what_lies_face_down_is_not_told() -> None:
    # A74
    names = {str(name) for name in BONUS_NAMES}
    hidden = 0
    for now, seat in decisions("3", 5, exploration=True):
        if now.phase not in (Phase.SETUP, Phase.EXPAND) or now.age > 1:
            continue
        for move in APEX.legal(now, seat):
            for choice in APEX.choices(now, seat, move):
                target = move.target if isinstance(move, Ship) else 0
                if now.hidden >> target & 1 and choice.key.endswith(now.rules.slots[target]):
                    hidden += 1
                    assert note(choice).startswith("unexplored · ")
                if now.phase is Phase.SETUP and choice.key.startswith("H") and len(choice.key) == 2:
                    assert not any(name in note(choice) for name in names)
    assert hidden


def test_the_sides_of_a_card_say_what_they_would_bring() -> None:
    now = state("3", WORKED)
    cards = components().cards
    assert {side: str(outlook(now, 1, cards[22], side)) for side in "WECX"} == {
        "W": "Right now you could fight in H2, C2.",
        "E": "It rises from 1 to 2.",
        "C": "Right now you could place one on C2.",
        "X": "With your levels and colonies: movement 1, production 2, conversion 1.",
    }
    assert str(outlook(now, 3, cards[24], "W")) == "Right now there's nobody to fight."
    assert str(outlook(now, 2, cards[6], "C")) == "Right now you could place one on D1."


def test_sides_without_effect_say_so() -> None:
    # A41, A42
    full = "HUM@H1 v0 e5/0/0/0 h3,23,28 A1:1c A2:1c A3:1c"
    text = WORKED.split(" | ")
    now = state(
        "3", " | ".join([*text[:4], full, "SHE@H2 v3 e1/0/0/3 h7,10,16 H2:2", "MIN@H3 v2 e1/0/1/4 h15,22,25 H3:4"])
    )
    cards = components().cards
    track = next(card for card in cards if card.evolution == 0)
    assert str(outlook(now, 1, track, "E")) == "No effect: this track is already at the top."
    assert str(outlook(now, 1, track, "C")) == "No effect: you've placed all your colonies."
    assert str(outlook(now, 3, track, "C")) == "Right now there's no sector to place one on."


def test_each_decision_is_asked_in_words() -> None:
    before = session("3", WORKED)
    first = APEX.question(before.state, 1, ())
    assert str(first.heading) == "Your secret choice · age 2 of 3, round 4 of 5"
    assert [str(line) for line in first.about] == [
        "The cards left in your hand go to Player 3 after this round."
    ]  # A22
    assert str(first.ask).startswith("Which card do you play?")
    card, _ = APEX.choices(before.state, 1, APEX.parse(before.state, 1, "3W"))
    assert str(APEX.question(before.state, 1, (card,)).ask) == "Which side of card 3? War comes first, Expansion last."
    war = play(before, "HUM 3W", "SHE 7C", "MIN 22X")
    asked = APEX.question(war.state, 1, ())
    assert str(asked.heading) == "Your War · card 3 · age 2 of 3, round 4 of 5"
    assert str(asked.about[0]) == "Armament adds 4 to your pawns in each battle."
    assert str(asked.ask) == "Where do you fight?"
    colony = APEX.question(play(war, "HUM -").state, 2, ())
    assert str(colony.heading).startswith("Your Colonisation · card 7")
    assert [str(line) for line in colony.about] == ["Colonies left: 1."]
    expansion = play(war, "HUM H2,C2", "SHE D1").state
    asked = APEX.question(expansion, 3, ())
    assert [str(line) for line in asked.about] == ["Actions left: portal 1, movement 1, production 1, conversion 1."]
    assert str(asked.ask) == "What do you do first?"
    lane, _ = APEX.choices(expansion, 3, APEX.parse(expansion, 3, "MOVE B1>A1 x6"))
    assert str(APEX.question(expansion, 3, (lane,)).ask) == "B1 → A1: how many ships? With 4 or more you control A1."
    start, end, _ = APEX.choices(expansion, 3, APEX.parse(expansion, 3, "PORT H1>C2 x4"))
    assert str(APEX.question(expansion, 3, (start,)).ask) == "Where do the ships in H1 go?"
    assert str(APEX.question(expansion, 3, (start, end)).ask).startswith("H1 → C2: how many ships?")
    begun = play(
        Session.start(APEX, setup("3", APEX.write_position(expansion)), Chance.from_text("")), "MIN MOVE B1>A1 x6"
    )
    assert str(APEX.question(begun.state, 3, ()).ask) == "What next?"


def test_the_set_up_is_asked_in_words() -> None:
    now = state("3")
    assert str(APEX.question(now, 1, ()).ask) == "Which civilisation do you lead?"
    civilisation, home = APEX.choices(now, 1, APEX.parse(now, 1, "NAG@H2"))
    assert note(civilisation) == "Each level counts as one more ship for control, wherever you have a ship or a colony."
    assert str(APEX.question(now, 1, (civilisation,)).ask).startswith("Where should its home be?")
    near = [now.rules.slots[slot] for slot in now.rules.near[now.rules.number["H2"]]]
    assert [part.split()[0] for part in note(home).split(" · ")] == near


def test_giving_up_a_sector_is_said() -> None:
    rest = ("MIN@H2 v0 e0/0/0/0 H2:1", "SHE@H3 v0 e0/0/0/0 H3:1")
    now = state("3", position("1:3X 2:7X 3:8X", "HUM@H1 v0 e0/0/0/0 A1:3", *rest, phase="expand 1 0/2/0/0/0"))
    lane, _ = APEX.choices(now, 1, APEX.parse(now, 1, "MOVE A1>B1 x3"))
    assert "gives up A1" in note(lane)
    assert str(APEX.question(now, 1, (lane,)).ask) == "A1 → B1: how many ships? If they all go, you lose control of A1."


# Where ships could go and where there could be battles.


REST = ("MIN@H2 v0 e0/0/0/0 A1:1", "SHE@H3 v0 e0/0/0/0 H3:3")


def test_ships_can_be_asked_about_by_anybody_own_ones_first() -> None:
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


# A21, A55: a strategy that has no effect says why, and is warned of before it is chosen.


def test_every_reason_has_words_and_a_rule() -> None:
    assert set(REASONS) == set(OWN_REASONS) == set(RULES) == set(Idle)


def choosing(mode: str, seed: int, rounds: int) -> State:
    """A position of a random game in which all choose, so many rounds from the start."""
    lot = random.Random(seed)
    state = APEX.initial(Setup(mode), Chance.from_text(str(seed)))
    while state.phase is not Phase.CHOOSE or (state.age - 1) * 5 + state.round <= rounds:
        moves = {seat: lot.choice(APEX.legal(state, seat)) for seat in sorted(APEX.to_act(state))}
        state = APEX.apply(state, moves).state
    return state


@pytest.mark.parametrize("mode", ["3", "4"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_warned_of_comes_true_if_nothing_happens_before(mode: str, seed: int) -> None:
    state = choosing(mode, seed, 2 * seed)
    for move in APEX.legal(state, 1):
        if not isinstance(move, Secret) or move.side == "X":
            continue
        # Expansion comes last (A19): what the others do then changes nothing for the first.
        others = {
            seat: next(each for each in APEX.legal(state, seat) if isinstance(each, Secret) and each.side == "X")
            for seat in range(2, int(mode) + 1)
        }
        happened = APEX.apply(state, {1: move, **others}).events
        idle = [
            str(each.text())
            for each in happened
            if each.seat == 1
            and ((isinstance(each, Closed) and each.idle) or (isinstance(each, Evolved) and not each.rose))
        ]
        caution = APEX.caution(state, 1, move)
        assert (caution is not None) == bool(idle)
        if caution is not None:
            assert str(caution).rpartition("(")[2].rstrip(").") == idle[0].rpartition("(")[2].rstrip(").")


def test_a_track_at_its_top_is_warned_of() -> None:  # A41
    state = choosing("3", 1, 1)
    side = state.sides[0]
    move = next(each for each in APEX.legal(state, 1) if isinstance(each, Secret) and each.side == "E")
    assert APEX.caution(state, 1, move) is None
    levels = [TOP] * len(Track)
    full = with_side(state, 1, type(side)(side.civ, side.home, side.ships, side.colonies, tuple(levels), 0, side.hand))
    assert "the track is already at level 5 (A41)" in str(APEX.caution(full, 1, move))


def test_an_expansion_that_can_do_nothing_is_warned_of() -> None:  # A55
    state = choosing("3", 1, 1)
    side = state.sides[0]
    nowhere = type(side)(side.civ, side.home, (0,) * len(side.ships), (), (0, 0, 0, 0), 0, side.hand)
    bare = with_side(state, 1, nowhere)
    warned = {
        each.card: APEX.caution(bare, 1, each)
        for each in APEX.legal(bare, 1)
        if isinstance(each, Secret) and each.side == "X"
    }
    for card, caution in warned.items():
        ways = {action.name for action in bare.rules.cards[card - 1].expansion}
        assert (caution is not None) == ("PRODUCTION" not in ways and "AMBUSH" not in ways), ways


def test_nothing_else_is_warned_of() -> None:
    state = APEX.initial(Setup("2"), Chance.from_text("start"))
    assert APEX.caution(state, 1, APEX.legal(state, 1)[0]) is None
