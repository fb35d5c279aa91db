"""The second implementation against the cases that the rules page takes from the rulebook (C1-C10)."""

from __future__ import annotations

import pytest

from tests.engine.mutants.arranged import arranged, cards, play
from tests.engine.mutants.reference_data import BOSS, freeze_value


def test_c1_variable_freeze_values() -> None:
    freezer = cards("DEV DEV ZOM ZOM NOB TRI WAR")
    assert [freeze_value(card, freezer) for card in freezer] == [6, 6, 1, 1, 3, 4, 1]


@pytest.mark.parametrize(
    ("hand", "can", "cannot"),
    [
        ("ZOM TRI", "NOB BIO TRI ORI", "DEV GOR"),
        ("ROB ZOM", "BBB", "DEV"),
    ],
)
def test_c2_what_two_cards_breed(hand: str, can: str, cannot: str) -> None:
    for top in [*can.split(), *cannot.split()]:
        game = arranged({"hand": hand, "reserve": (top, "", "")}, {}, force={1: 6, 2: 5})
        pair = "+".join(sorted(hand.split(), key=["ROB", "ZOM", "TRI"].index))
        assert (f"B {pair}>{top}" in game.answers(1)) is (top in can)


def test_c3_the_turn_of_the_example() -> None:
    game = arranged(
        {
            "hand": "ROB WAR DEM",
            "deck": "ZOM",
            "A": "LYC",
            "L": "ALN",
            "R": "ZOM",
            "reserve": ("TRI AND", "NOB", "BIO"),
        },
        {},
        force={1: 5, 2: 6},
    )
    game = play(game, "L")
    assert game.answers(1) == {"A", "R"}
    game = play(game, "A", "Y", "ROB+WAR")
    assert game.answers(1) == {"TRI", "NOB", "BIO"}
    side = game.told()["sides"][1]
    assert side["arena"]["L"] is None
    assert side["discard"] == ("ROB", "WAR")
    game = play(game, "TRI")
    side = game.told()["sides"][1]
    assert side["discard"] == ("ROB", "WAR", "ALN")
    assert side["arena"] == {"A": None, "L": ("LYC", True), "R": ("ZOM", True)}
    game = play(game, "D TRI")
    assert game.told()["force"][7] == (1,)
    assert game.told()["asked"] == {1: "cycle"}
    assert game.answers(1) == {"ZOM", "DEM"}
    assert play(game, "ZOM").told()["sides"][1]["hand"] == ("DEM",)


def test_c4_the_attack_of_the_example() -> None:
    game = arranged(
        {"A": "ROB", "L": "WAR", "R": "ROB"},
        {"A": "DEV", "R": "DEV"},
        {"L": "DEV"},
        {"A": "DEV", "L": "DEV", "R": "DEV"},
        force={1: 5, 2: 7, 3: 4, 4: 5},
    )
    sides = play(game, "L").told()["sides"]
    assert sides[2]["arena"] == {"A": ("DEV", True), "L": None, "R": ("DEV", True)}
    assert sides[3]["arena"]["L"] == ("DEV", True)
    assert sides[4]["arena"] == {"A": ("DEV", True), "L": ("DEV", False), "R": ("DEV", True)}


def test_c5_tech_tao() -> None:
    game = arranged(
        {"hand": "TAO LYC DEM", "deck": "ZOM ROB", "discard": "WAR ALN"},
        {},
        force={1: 5, 2: 6},
    )
    game = play(game, "D TAO")
    assert game.told()["asked"] == {1: "take"}
    assert game.answers(1) == {"WAR", "ALN"}
    game = play(game, "WAR")
    assert game.told()["sides"][1]["discard"] == ("ALN",)
    assert game.told()["asked"] == {1: "take-discard"}
    game = play(game, "LYC")
    side = game.told()["sides"][1]
    assert side["discard"] == ("ALN", "LYC", "TAO")
    assert side["arena"]["A"] == ("ZOM", True)
    assert game.told()["force"][7] == (1,)


def test_c6_xeleroth() -> None:
    game = arranged(
        {"hand": "XEL ROB", "deck": "", "discard": "LYC ALN DEM", "L": "WAR"},
        {},
        force={1: 5, 2: 6},
        draws=[("ALN", "XEL", "LYC")],
    )
    game = play(game, "D XEL")
    assert game.told()["force"][6] == (2, 1)
    assert game.told()["asked"] == {1: "freeze-empty"}
    assert game.answers(1) == {"LYC", "ALN", "DEM", "XEL"}
    game = play(game, "DEM")
    side = game.told()["sides"][1]
    assert side["freezer"] == ("DEM",)
    assert side["deck"] == ("XEL", "LYC")
    assert side["arena"]["A"] == ("ALN", True)
    assert game.told()["force"][7] == (1,)


def test_c7_who_parries_the_black_tyrant() -> None:
    game = arranged(
        {"hand": "TYR ROB"},
        {"L": "DEM"},
        {"L": "DEM"},
        force={1: 6, 2: 5, 3: 8},
    )
    told = play(game, "D TYR").told()
    assert told["sides"][2]["arena"]["L"] == ("DEM", True)
    assert told["sides"][3]["arena"]["L"] == ("DEM", False)
    assert told["force"][9] == (3, 1)
    assert told["force"][5] == (2,)


@pytest.mark.parametrize(("right", "space"), [("NOB", 9), ("nob", 7)])
def test_c8_two_lords(right: str, space: int) -> None:
    game = arranged({"A": "NOB", "L": "ZOM", "R": right}, {}, force={1: 5, 2: 6})
    game = play(game, "L", "Y")
    assert game.told()["force"][space] == (1,)
    assert game.told()["sides"][1]["freezer"] == ("ZOM",)


def test_c9_supernovus_freezes_itself() -> None:
    game = arranged(
        {"A": "ROB", "L": "SUP", "R": "ZOM"},
        {},
        force={1: 5, 2: 6},
    )
    game = play(game, "L")
    assert game.answers(1) == {"A.D", "A.L", "R.D", "R.L"}
    game = play(game, "R.L")
    assert game.told()["asked"] == {1: "freeze-self"}
    side = play(game, "Y").told()["sides"][1]
    assert (side["freezer"], side["discard"]) == (("SUP",), ())
    assert side["arena"]["R"] == ("ZOM", True)


def test_c10_heat_death_goes_left() -> None:
    game = arranged(
        {"hand": "ROB ROB ROB", "deck": "ROB ROB ROB"},
        force={1: 6, BOSS: 5},
        boss="wizard",
        boss_side={"A": "HDE", "L": "EVH", "deck": "EVH FAT"},
    )
    arena = play(game, "D ROB", "ROB").told()["boss"]
    assert arena["arena"] == {"A": ("EVH", True), "L": ("HDE", True), "R": None}
    assert arena["discard"] == ("EVH",)
