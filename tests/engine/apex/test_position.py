"""Set-up positions: what is written is read, and what cannot be is refused."""

from __future__ import annotations

import json

import pytest

from engine.apex.game import APEX
from engine.apex.position import masked_position
from engine.chance import Chance
from engine.errors import SetupError
from engine.game import Setup
from tests.engine.apex.positions import EXPLORATION, WORKED, position, session, state

WAR = position("1:3W 2:7E 3:8E", "HUM@H1 v0 e0/0/0/2 A1:2", "MIN@H2 v0 e0/0/0/0 A1:1c", "SHE@H3 v0 e0/0/0/1 H3:2")


@pytest.mark.parametrize("text", [WORKED, WAR, WAR.replace("war 1", "war 1 fought A1,B2 begun left 3")])
def test_what_is_read_is_written(text: str) -> None:
    assert APEX.write_position(state("3", text)) == text


def test_face_down_sectors_are_marked() -> None:
    text = APEX.write_position(session("3", exploration=True).state)
    assert text.count("?") == 12
    assert APEX.write_position(state("3", text, exploration=True)) == text
    assert "N" not in masked_position(state("3", text, exploration=True), None).split("|")[1]


def test_a_dump_keeps_what_is_still_to_be_drawn() -> None:
    told = Chance.scripted([("N01", 3), (1,)])
    for chance in (Chance.from_text("x"), told):
        here = APEX.initial(Setup("3", EXPLORATION, position=WORKED), chance)
        again = APEX.load(json.loads(json.dumps(APEX.dump(here))))
        assert again == here
        assert again.chance == chance


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("A2.4 choose", "A2.4", "position-when"),
        ("A2.4 choose", "A2.4 think", "position-when"),
        ("A2.4 choose", "A2.4 choose 1", "position-moment"),
        ("A2.4 choose", "A0.4 choose", "position-moment"),
        ("A2.4 choose", "A0.0 choose", "position-moment"),
        ("A2.4 choose", "A2.4 setup 1", "position-moment"),
        ("A2.4 choose", "A2.4 war", "position-moment"),
        ("A2.4 choose", "A2.4 war 4", "position-moment"),
        ("A2.4 choose", "A2.4 over", "position-moment"),
        ("A2.4 choose", "A2.4 choose left 1,2", "position-moment"),
        ("A2.4 choose", "A2.4 choose left 5", "position-moment"),
        ("A2.4 choose", "A2.4 choose fought A1", "position-moment"),
        ("A2.4 choose", "A2.4 war 1", "position-hand"),
        ("A2.4 choose", "A2.3 choose", "position-hand"),
        ("N07 N19", "N07 N07", "position-galaxy"),
        ("N07 N19", "N19", "position-galaxy"),
        ("N07 N19", "N25 N19", "position-tile"),
        ("N07 N19", "N07? N19", "position-hidden"),
        ("out 1,4 spent", "left 1,4 spent", "position-cards"),
        ("out 1,4 spent", "out 1 spent", "position-cards"),
        ("out 1,4 spent", "out 1,2 spent", "position-cards"),
        ("out 1,4 spent", "out 1,3 spent", "position-cards"),
        ("29 | - |", "29 | 1:3W |", "position-plays"),
        ("29 | - |", "29 | 1:6W step 1 |", "position-plays"),
        ("29 | - |", "29 | 1:8W 2:6W 3:12W step 3 |", "position-plays"),
        ("HUM@H3", "XYZ@H3", "position-civ"),
        ("HUM@H3", "HUM@H2", "position-home"),
        ("HUM@H3", "HUM@H9", "position-slot"),
        ("HUM@H3", "SHE@H3", "position-home"),
        ("HUM@H3 v2", "HUM@H3", "position-side"),
        ("H3:2", "H3:16", "position-ships"),
        ("H3:2", "Z3:2", "position-slot"),
        ("H3:2", "H3:2c", "position-colonies"),
        ("H3:2", "A1:2c", "position-colonies"),
        ("H3:2", "B3:1c C3:1c D3:1c", "position-colonies"),
        ("e1/0/1/4 h3", "e6/0/1/4 h3", "position-levels"),
        ("HUM@H3 v2 e1/0/1/4 h3,23,28 H2:3 H3:2 A2:1c C2:1", "-", "position-setup"),
        ("| - |", "|", "position-parts"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new: str, code: str) -> None:
    assert old in WORKED
    with pytest.raises(SetupError) as caught:
        state("3", WORKED.replace(old, new, 1))
    assert caught.value.code == code


def test_pawns_do_not_lie_on_face_down_sectors() -> None:
    with pytest.raises(SetupError) as caught:
        state("3", WORKED.replace("N07 ", "N07? "), exploration=True)
    assert (caught.value.code, caught.value.rule) == ("position-hidden", "A74")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A1.1 war 1", f"A1.1 expand 1 {'9' * 5_000}/0/0/0/0"),
        ("out ", f"out {'9' * 5_000},"),
        ("spent 3", f"spent {'1' * 5_000}"),
        (" h", f" h{'7' * 5_000},"),
        ("step 0", f"step {'0' * 5_000}"),
        ("1:3W", f"1:{'3' * 5_000}W"),
        ("1:3W", "1:²W"),
        ("v0", "v٠"),
    ],
)
def test_numbers_of_any_length_and_script_are_refused(old: str, new: str) -> None:
    """Python itself reads no number of more than 4,300 digits, and knows digits of other scripts."""
    assert old in WAR, old
    with pytest.raises(SetupError):
        state("3", WAR.replace(old, new, 1))
