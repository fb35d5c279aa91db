"""What menus say of moves: it comes true, and it tells nothing that nobody may know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.apex.choices import after_ship, enough, outlook
from engine.apex.components import BONUS_NAMES, components
from engine.apex.events import Battle
from engine.apex.game import APEX
from engine.apex.moves import Close, Fight, Produce, Ship
from engine.apex.state import Phase, State, controller
from engine.chance import Chance
from engine.choices import Choice
from engine.seat import Seat
from engine.session import Session
from tests.engine.apex.positions import WORKED, play, position, session, setup, state


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
    assert str(outlook(now, 3, track, "C")) == "Right now there's no sector for it."


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
