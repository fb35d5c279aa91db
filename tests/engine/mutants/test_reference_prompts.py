"""The second implementation: every kind of prompt, its answers, its default (M77) and who may read the answer (N8)."""

from __future__ import annotations

import pytest

from tests.engine.mutants.arranged import Laid, arranged, play
from tests.engine.mutants.reference_data import BOSS

THREE = ("TRI", "NOB", "AST")


@pytest.mark.parametrize(
    ("laid", "texts", "kind", "answers", "default"),
    [
        (Laid(A="ROB"), "", "flank", "L R", "L"),
        (Laid(hand="WAR ROB"), "", "act", "D ROB;D WAR", "D ROB"),
        (Laid(hand="ROB WAR", deck="", discard="ALN DEM ALN"), "D ROB", "freeze-empty", "DEM ALN", "DEM"),
        (Laid(hand="WAR ROB ROB", A="ROB", L="AUT", R="rob"), "L", "freeze-hand", "ROB WAR N", "N"),
        (Laid(hand="NOB ROB", discard="WAR ALN ZOM WAR"), "D NOB", "freeze-discard", "ZOM WAR ALN N", "N"),
        (Laid(A="ROB", L="ZOM", R="rob"), "L", "freeze-self", "Y N", "N"),
        (Laid(A="ROB", L="BON", R="ZOM"), "L", "freeze-arena", "A R N", "N"),
        (Laid(hand="ROB WAR WAR", deck="DEM"), "D ROB", "cycle", "WAR DEM", "WAR"),
        (Laid(hand="LYC WAR ROB DEM", reserve=THREE), "D LYC/Y", "cost", "ROB+WAR ROB+DEM WAR+DEM", "ROB+WAR"),
        (Laid(hand="TAO ROB", discard="WAR ZOM"), "D TAO", "take", "ZOM WAR", "ZOM"),
        (Laid(hand="TAO ROB", discard="WAR ZOM"), "D TAO/WAR", "take-discard", "ROB WAR", "ROB"),
        (Laid(hand="LYC WAR ROB", reserve=THREE), "D LYC", "gain-hand", "Y N", "N"),
        (Laid(hand="LYC WAR ROB DEM", reserve=THREE), "D LYC/Y/ROB+WAR", "gain-hand", "TRI NOB AST", "TRI"),
        (Laid(hand="RHI ROB", reserve=("", "NOB", "NOB")), "D RHI", "gain-deck", "NOB NOB@3", "NOB"),
        (Laid(hand="WAM ROB", reserve=THREE), "D WAM", "gain-incubator", "TRI NOB AST", "TRI"),
        (Laid(A="ROB", L="BUF", R="rob", reserve=THREE), "L", "gain-discard", "TRI NOB AST", "TRI"),
        (Laid(A="ROB", L="ORI", R="rob", reserve=THREE), "L", "gain-freezer", "TRI NOB AST", "TRI"),
        (Laid(A="LYC", L="ALN", R="ZOM"), "L", "copy", "A R", "A"),
        (Laid(A="OMI", L="KRU", R="DEM"), "L", "copy", "A.L R.L", "A.L"),
        (Laid(hand="MRV WAR ROB"), "D MRV", "copy", "ROB WAR", "ROB"),
        (Laid(hand="NEB ROB", discard="WAR DEM ZOM"), "D NEB", "copy", "ZOM WAR", "ZOM"),
        (Laid(hand="SUP ROB", reserve=THREE), "D SUP", "copy", "TRI NOB AST", "NOB"),
        (Laid(hand="EVA ROB", L="rob", R="zom"), "D EVA", "flip", "L R", "L"),
    ],
)
def test_own_prompts(laid: Laid, texts: str, kind: str, answers: str, default: str) -> None:
    game = play(arranged(laid, {}, force={1: 5, 2: 6}), *filter(None, texts.split("/")))
    assert game.told()["asked"] == {1: kind}
    assert game.answers(1) == set(answers.split(";") if kind == "act" else answers.split())
    assert game.default(1) == default
    own = kind in ("freeze-empty", "freeze-hand", "freeze-discard", "take")
    assert [game.shown(reader)[1] for reader in (1, 2, None)] == [True, not own, not own]
    for answer in game.answers(1):
        # Every answer can be given: what it leads to is asked, or drawn.
        game.after({1: answer}, [("ALN",) * 2 if answer == "DEM" else ("DEM", "ALN")] if kind == "freeze-empty" else ())


@pytest.mark.parametrize(
    ("hand", "victim", "kind", "answers"),
    [
        ("RAK ROB", Laid(hand="WAR ZOM ZOM"), "discard", "ZOM WAR"),
        ("STA ROB", Laid(A="DEM", L="BRI", R="inf"), "parry", "A L"),
        ("BON ROB", Laid(A="DEV", L="DEV", R="DEV"), "ko", "L R"),
        ("ARM ROB", Laid(A="DEV", L="dev", R="DEV"), "ko", "A R"),
    ],
)
def test_prompts_of_the_attacked(hand: str, victim: Laid, kind: str, answers: str) -> None:
    game = play(arranged({"hand": hand}, victim, force={1: 3, 2: 8}), f"D {hand.split(maxsplit=1)[0]}")
    assert game.told()["asked"] == {2: kind}
    assert (game.answers(2), game.default(2)) == (set(answers.split()), answers.split(maxsplit=1)[0])
    assert (game.answers(1), game.told()["owner"]) == (set(), 1)
    assert [game.shown(reader)[2] for reader in (1, 2, None)] == [True] * 3


@pytest.mark.parametrize(
    ("boss", "side", "kind", "answers"),
    [
        # Blizzard leaves and hits a flank, Dark Matter arrives and does so, Heat Death leaves and lets a card go.
        ("jack", Laid(deck="AVA", L="BLZ", A="IWL"), "ko", "L R"),
        ("wizard", Laid(deck="DKM"), "ko", "L R"),
        ("wizard", Laid(deck="EVH", A="HDE", L="HDE"), "discard", "ZOM LYC"),
    ],
)
def test_prompts_of_the_boss(boss: str, side: Laid, kind: str, answers: str) -> None:
    laid = Laid(hand="ZOM WAR LYC", L="DEV", R="DEV")
    game = play(arranged(laid, force={1: 8, BOSS: 5}, boss=boss, boss_side=side), "D WAR")
    assert (game.told()["asked"], game.answers(1)) == ({1: kind}, set(answers.split()))


def test_points_and_conditions() -> None:
    told = play(arranged({"A": "ROB", "L": "KOL", "R": "rob"}, {}, force={2: 6, 1: 12}), "L").told()
    assert told["score"] == {0: (2,), 1: (1,)}
    told = play(arranged({"A": "ROB", "L": "KOL", "R": "rob"}, {}, force={2: 6, 1: 11}), "L").told()
    assert told["score"] == {0: (1, 2)}


@pytest.mark.parametrize(("dwarf", "health"), [("WHD", 42), ("whd", 40)])
def test_the_boss_grows_as_a_card_leaves(dwarf: str, health: int) -> None:
    side = Laid(deck="EVH EVH", A="FAT", R=dwarf)
    game = play(arranged({"hand": "ZOM WAR LYC"}, force={1: 6, BOSS: 2}, boss="wizard", boss_side=side), "D WAR")
    assert game.told()["health"] == health
