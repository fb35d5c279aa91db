"""The second implementation against the cases that the rules page takes from the rulebook (C1-C10)."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from engine.game import Setup
from engine.mutants.game import MUTANTS
from tests.engine.kit import label
from tests.engine.mutants.comparing import (
    Manner,
    compare,
    compare_draws,
    crowded,
    like,
    options,
    played,
    whole_game,
    with_reserves,
)
from tests.engine.mutants.kit import Laid, Lot, arranged, cards, counts, kinds, play, random_game
from tests.engine.mutants.reference import ADVANCED, BASICS, BOSS, CARDS, DrawNeeded, Reference, freeze_value
from tests.engine.mutants.scenes import SCENES, compare_views, likewise
from tests.volume import many


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


# The engine against a second reading of the rules page: whole random games, compared at every decision.


SETUPS = [
    *(Setup(mode, options(reserve=kind)) for mode in ("2", "3", "4") for kind in ("draft", "ready", "constructed")),
    Setup("3", options(reserve="ready", decks="421")),
    *(Setup("solo", options(boss=boss, ultra=ultra)) for boss in ("wizard", "jack") for ultra in ("no", "yes")),
    Setup("solo", options(boss="jack", limits="BDF")),
]
PLAIN, LATE, DWINDLING = Manner(), Manner(late=0.5, keen=0.9), Manner(leaving=0.03, late=0.1)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_whole_games(setup: Setup) -> None:
    for number in range(many(2, 100)):
        for manner in (PLAIN, LATE):
            seed = f"{label(setup)} {number} {manner}"
            whole_game(with_reserves(setup, seed), seed, manner)


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.mode in ("3", "4")], ids=label)
def test_games_that_players_leave(setup: Setup) -> None:
    for number in range(many(4, 200)):
        seed = f"{label(setup)} {number} leaving"
        whole_game(with_reserves(setup, seed), seed, DWINDLING)


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_what_every_reader_knows(setup: Setup) -> None:
    """M56 to M60, M78."""
    for number in range(many(1, 40)):
        seed = f"{label(setup)} {number} views"
        manner = DWINDLING if setup.mode in ("3", "4") else PLAIN
        whole_game(with_reserves(setup, seed), seed, manner, compare_views)


@pytest.mark.parametrize("setup", SETUPS[2:9:3] + SETUPS[-5:], ids=label)
def test_crowded_positions(setup: Setup) -> None:
    for number in range(many(10, 500)):
        draw = random.Random(f"{label(setup)} {number} crowded")
        state = crowded(draw, setup)
        played(state, like(state), draw, Manner(late=0.1, keen=0.7), most=12)


@pytest.mark.parametrize("name", SCENES)
def test_scenes_on_which_readings_could_part(name: str) -> None:
    """Every way through some decisions of scenes that are made for single rules and rulings."""
    game = SCENES[name]
    waiting = [(likewise(game), game, many(3, 4))]
    while waiting:
        state, here, depth = waiting.pop()
        found = compare(state, here)
        if depth:
            for seat, texts in found.items():
                for text, move in texts.items():
                    step, after = MUTANTS.apply(state, {seat: move}), here.after({seat: text})
                    compare_draws(step, here, after)
                    waiting.append((step.state, after, depth - 1))


# The second implementation in whole games: set-up, draft, defaults, and that every game comes to its end.


REFERENCE_GAMES_SETUPS = [
    *((mode, {"reserve": reserve}) for mode in ("2", "3", "4") for reserve in ("draft", "ready", "constructed")),
    ("2", {"reserve": "ready", "decks": "42"}),
    *(("solo", {"boss": boss, "ultra": ultra}) for boss in ("wizard", "jack") for ultra in ("no", "yes")),
    ("solo", {"limits": "BDF"}),
]


def reserves(seed: str, number: int, *, solo: bool, limits: str) -> list[str]:
    """Return constructed reserves that are drawn by lot."""
    draw = random.Random(seed)
    allowed = [
        code
        for code in ADVANCED
        if not (solo and CARDS[code].get("solo_banned")) and not set(CARDS[code]["genes"]) & set(limits)
    ]
    return ["+".join(sorted(draw.sample(allowed * 2, 12), key=ADVANCED.index)) for _ in range(number)]


def started(mode: str, options: Mapping[str, str], seed: str) -> Reference:
    solo = mode == "solo"
    number = 1 if solo else int(mode)
    chosen = options.get("reserve") == "constructed" or solo
    loadouts = reserves(seed, number, solo=solo, limits=options.get("limits", "")) if chosen else []
    return Reference(mode, options, loadouts, lot=Lot(seed))


@pytest.mark.parametrize(("mode", "options"), REFERENCE_GAMES_SETUPS)
def test_random_games_end(mode: str, options: Mapping[str, str]) -> None:
    for seed in range(many(5, 100)):
        game, decisions = random_game(started(mode, options, f"draws {seed}"), f"answers {seed}")
        assert decisions < 1_000
        assert game.told()["result"] is not None
        assert game.unread() == 0


@pytest.mark.parametrize(("mode", "options"), REFERENCE_GAMES_SETUPS)
def test_games_of_defaults_end(mode: str, options: Mapping[str, str]) -> None:
    game = started(mode, options, "defaults")
    while seats := game.acting():
        assert all(game.default(seat) in game.answers(seat) for seat in seats)
        game = game.after({seat: game.default(seat) for seat in seats})
    result = game.told()["result"]
    assert result["end"] in ("RULES", "DEFEAT")


@pytest.mark.parametrize("seed", range(many(10, 200)))
def test_games_that_players_leave_end(seed: int) -> None:
    draw = random.Random(seed)
    game = started(draw.choice("34"), {"reserve": draw.choice(["draft", "ready"])}, f"draws {seed}")
    while seats := game.acting():
        here = sorted(set(game.run.match.seats) - game.left())
        if draw.random() < 0.02:
            game = game.forfeit(draw.choice(here))
        else:
            game = game.after({seat: draw.choice(sorted(game.answers(seat))) for seat in seats})
    result = game.told()["result"]
    assert sorted([*result["rank"], *result["left"]]) == game.run.match.seats


def test_no_card_comes_from_nowhere() -> None:
    game = started("3", {"reserve": "ready", "decks": "123"}, "cards")
    draw = random.Random("cards")
    while seats := game.acting():
        game = game.after({seat: draw.choice(sorted(game.answers(seat))) for seat in seats})
        for side in game.told()["sides"].values():
            arena = [card[0] for card in side["arena"].values() if card]
            piles = [side[each] for each in ("hand", "deck", "discard", "freezer")]
            held = [*arena, *(code for pile in [*piles, *side["reserve"]] for code in pile)]
            # One card more can be on its way out of an arena (M21).
            assert 24 - len(held) - bool(side["incubator"]) in (0, 1)


def test_a_game_can_be_asked_again_behind_others() -> None:
    start = started("2", {"reserve": "ready"}, "again")
    one = start.after({start.acting()[0]: "Y"})
    other = start.after({start.acting()[0]: "N"})
    assert one.told()["asked"] == other.told()["asked"]
    assert one.told()["sides"] != other.told()["sides"]
    assert start.told()["round"] == 0


def test_m9_the_first_player_stands_furthest_left() -> None:
    told = Reference("4", {"reserve": "ready", "decks": "1234"}, lot=Lot("m9")).told()
    first = told["first"]
    behind = [(first + step - 1) % 4 + 1 for step in range(4)]
    assert [stack for stack in told["force"] if stack] == [(seat,) for seat in behind]
    assert told["force"][6] == (behind[-1],)
    assert told["score"] == {0: tuple(behind)}


def test_m11_packs_go_to_the_left() -> None:
    game = Reference("3", draws=[ADVANCED], lot=Lot("m11"))
    packs = game.told()["packs"]
    assert packs[1] == sorted(ADVANCED[:9])
    picks = {seat: packs[seat][0] for seat in (1, 2, 3)}
    assert [game.shown(reader)[1] for reader in (1, 2, None)] == [True, False, False]
    game = game.after(picks)
    assert game.told()["packs"] == {1: packs[3][1:], 2: packs[1][1:], 3: packs[2][1:]}
    assert game.told()["picks"] == {seat: [code] for seat, code in picks.items()}


def test_m54_defaults_pick_for_who_has_left_the_draft() -> None:
    game = Reference("3", draws=[ADVANCED], lot=Lot("m54")).forfeit(2)
    assert game.acting() == [1, 3]
    while game.told()["asked"] == {1: "pick", 3: "pick"}:
        game = game.after({seat: game.default(seat) for seat in (1, 3)})
    told = game.told()
    # What everybody picks first is the first card of the pack in the order of the data file.
    assert told["picks"][2][:2] == [ADVANCED[9], ADVANCED[1]]
    assert (sorted(told["sides"]), told["left"]) == ([1, 3], [2])
    assert told["first"] in (1, 3)


def test_m15_a_mulligan_changes_all_tops() -> None:
    game = Reference("2", {"reserve": "ready"}, lot=Lot("m15"))
    (seat,) = game.acting()
    assert (game.told()["asked"], game.default(seat)) == ({seat: "mulligan"}, "N")
    piles = game.told()["sides"][seat]["reserve"]
    after = game.after({seat: "Y"}).told()["sides"][seat]["reserve"]
    assert after == tuple((*pile[1:], pile[0]) for pile in piles)


def test_m61_the_revolt_begins_with_the_mulligan_then_the_boss() -> None:
    game = Reference("solo", {"boss": "jack", "ultra": "yes"}, lot=Lot("m61"))
    told = game.told()
    assert (told["asked"], told["health"], told["force"][6], told["force"][5]) == ({1: "mulligan"}, 56, (1,), (0,))
    assert sorted(told["sides"][1]["deck"]) == sorted(BASICS)
    told = game.after({1: "N"}).told()
    assert told["round"] == 1
    assert told["boss"]["arena"]["A"] is not None


def test_counting_sequences() -> None:
    game = arranged(
        {"hand": "ROB LYC WAR", "deck": "ZOM", "A": "ROB", "L": "zom", "R": "DEV", "reserve": ("KRU", "RHI", "")},
        {"A": "DEM"},
        force={1: 5, 2: 6},
        lot=Lot("counting"),
    )
    # L: nothing is resolved; R: the Devourer may freeze itself.
    # Then 3 cards to deploy, 3 to incubate either top, and RHI to breed with LYC and one of two others: 11.
    # Behind L: 3 to cycle (ROB), a cost to pay or not (LYC), else the flank of seat 2, twice for each of the other 9.
    assert counts(game, 3) == [2, 11 + 2, 3 + 2 + 2 * 9 + 2 * 11]
    assert kinds(game, 3) == {"flank", "act", "freeze-self", "cycle", "gain-hand"}


# The second implementation: every kind of prompt, its answers, its default (M77) and who may read the answer (N8).


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


# The second implementation in the Revolt, where a rule is easily read in two ways.


def revolt(hand: str, side: Laid, *, health: int = 40) -> Reference:
    """Return a game against Jack Ice, whose deck holds what does no harm."""
    laid = Laid(hand=hand, reserve=("KRU NOB", "RHI", "ORI"), discard="ZOM ROB")
    boss_side: Laid = {"deck": "AVA AVA AVA", **side}
    return arranged(laid, force={1: 6, BOSS: 5}, boss="jack", boss_side=boss_side, health=health)


def test_m66_one_event_exploits_every_card_it_fits() -> None:
    game = play(revolt("ROB LYC WAR", {"A": "AVA", "L": "AVA", "R": "ava"}), "I ROB>RHI")
    # Two are up: 2 each. The one that is down goes on as its arrow shows.
    assert game.told()["health"] == 36
    assert game.told()["boss"]["arena"] == {"A": ("AVA", True), "L": None, "R": ("AVA", False)}


@pytest.mark.parametrize(
    ("hand", "move", "left"), [("ROB ALN DEM", "B ROB+ALN>KRU", 38), ("ZOM LYC DEM", "B ZOM+LYC>ORI", 40)]
)
def test_m66_a_weakness_names_a_gene(hand: str, move: str, left: int) -> None:
    assert play(revolt(hand, {"R": "BLI"}), move).told()["health"] == left


def test_m68_freezing_hurts_at_once_by_the_current_value() -> None:
    game = arranged(
        {"A": "ROB", "L": "DEV", "R": "ROB", "freezer": "NOB ZOM"},
        force={1: 6, BOSS: 5},
        boss="wizard",
        boss_side={"deck": "EVH EVH", "R": "DKM"},
    )
    # NOB twice, ZOM and DEV itself: 4; then 2 by the weakness of Dark Matter.
    told = play(game, "L", "Y").told()
    assert (told["health"], told["boss"]["arena"]["R"]) == (34, None)


def test_m61_victory_at_once() -> None:
    told = play(revolt("ROB LYC WAR", {"L": "AVA"}, health=2), "I ROB>RHI").told()
    assert told["result"] == {"end": "VICTORY", "health": 0, "round": 1}
    assert told["asked"] == {}


def test_m63_the_last_card_ends_the_round() -> None:
    game = play(revolt("DEM", {"L": "AVA"}), "D DEM")
    # Ahead of the boss: the red value of round 1; then the boss has begun round 2.
    assert (game.told()["round"], game.told()["health"]) == (2, 36)


def test_m65_jack_grows_when_his_cards_are_shuffled() -> None:
    game = revolt("ROB LYC WAR", {"deck": "", "discard": "AVA GLA"})
    with pytest.raises(DrawNeeded) as caught:
        play(game, "D WAR")
    assert caught.value.draw.owner == "BOSS"
    told = game.after({1: "D WAR"}, [("GLA", "AVA")]).told()
    assert (told["health"], told["boss"]["deck"], told["boss"]["arena"]["A"]) == (45, ("AVA",), ("GLA", True))


def test_m67_choices_of_the_boss_are_the_players() -> None:
    game = arranged(
        {"hand": "BON ROB"}, force={1: 6, BOSS: 5}, boss="jack", boss_side={"L": "CLD", "R": "IWL", "deck": "AVA"}
    )
    game = play(game, "D BON")
    assert (game.told()["asked"], game.answers(1)) == ({1: "ko"}, {"L", "R"})
    # M66: the Cold Snap goes to the box if it is hit itself, and by the K.O. of the other card as well.
    assert play(game, "L").told()["boss"]["arena"] == {"A": ("AVA", True), "L": None, "R": ("IWL", True)}
    told = play(game, "R").told()
    assert (told["health"], told["boss"]["arena"]["L"], told["boss"]["arena"]["R"]) == (38, None, ("IWL", False))


def test_m66_a_parry_exploits_the_attacker_itself() -> None:
    game = arranged(
        {"hand": "ROB LYC WAR", "L": "DEM", "A": "ROB"},
        force={1: 6, BOSS: 5},
        boss="jack",
        boss_side={"deck": "HAI AVA"},
    )
    told = play(game, "D WAR").told()
    assert (told["health"], told["boss"]["arena"]["A"]) == (37, None)
    assert told["asked"] == {1: "flank"}


# The second implementation where a rule is easily read in two ways, and every kind of prompt at least once.


EVEN = {1: 5, 2: 6}


def kind(game: Reference) -> dict[int, str]:
    """Return who is asked what."""
    found = game.told()["asked"]
    assert isinstance(found, dict)
    return found


# Force and its stacks


def test_m36_force_beyond_fury_pushes_everybody_point_by_point() -> None:
    game = arranged({"hand": "KOL ROB"}, {}, {}, {}, force={1: 9, 2: 12, 4: 8, 3: 8})
    # Three of the five bring it to Fury, on top, so nobody dominates it any more when KOL asks.
    force = play(game, "D KOL").told()["force"]
    assert force[12] == (1,)
    assert force[10] == (2,)
    # Seat 3 is pushed before seat 4 each time, so 4 comes to lie on top.
    assert force[6] == (3, 4)


def test_m36_a_marker_on_fury_keeps_its_place_in_the_stack() -> None:
    game = arranged({"hand": "ZOM ROB"}, {}, {}, force={1: 12, 2: 12, 3: 12})
    force = play(game, "D ZOM").told()["force"]
    assert force[12] == (1,)
    assert force[10] == (2, 3)


def test_m37_who_cannot_move_left_keeps_its_place() -> None:
    game = arranged({"hand": "BBB ROB"}, {}, {}, force={2: 0, 3: 0, 1: 5})
    assert play(game, "D BBB").told()["force"][0] == (2, 3)


def test_if_dominated_means_the_one_who_acts() -> None:
    for place, gained in ((3, 5), (12, 6)):
        force = play(arranged({"hand": "KOL ROB"}, {}, force={1: 4, 2: place}), "D KOL").told()["force"]
        assert 1 in force[4 + gained]


@pytest.mark.parametrize(("dread", "score"), [(2, {0: (2, 3), 2: (1,)}), (3, {0: (1, 2, 3)})])
def test_m19_crush_counts_once(dread: int, score: dict[int, tuple[int, ...]]) -> None:
    assert arranged({}, {}, {}, force={1: 12, 2: dread, 3: dread}).told()["score"] == score


# Moving and leaving


def test_m20_a_single_empty_flank_is_not_asked() -> None:
    game = arranged({"A": "ROB", "L": "zom"}, {}, force=EVEN)
    assert kind(game) == {1: "act"}
    assert game.told()["sides"][1]["arena"]["R"] == ("ROB", True)


@pytest.mark.parametrize("laid", [Laid(A="ROB"), Laid(A="ROB", L="zom", R="ZOM")])
def test_m20_flank_is_asked_where_both_are_alike(laid: Laid) -> None:
    game = arranged(laid, {}, force=EVEN)
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "flank"}, {"L", "R"}, "L")


def test_m20_a_mutant_knocked_out_leaves_without_ability() -> None:
    game = play(arranged({"A": "ROB", "L": "zom", "R": "ROB"}, {}, force=EVEN), "L")
    assert kind(game) == {1: "act"}
    assert game.told()["sides"][1]["discard"] == ("ZOM",)


def test_m22_no_action_without_a_hand() -> None:
    game = arranged(
        {"hand": "WAR ZOM", "A": "LYC", "L": "ALN", "R": "ZOM", "reserve": ("TRI NOB", "", "")}, {}, force=EVEN
    )
    game = play(game, "L", "A", "Y")
    # The whole hand pays, and the only top comes: neither is asked (N6). The hand is not empty, so the turn goes on.
    assert kind(game) == {1: "act"}
    game = arranged({"hand": "ROB", "A": "ROB", "L": "AUT", "R": "ZOM"}, {}, force=EVEN)
    game = play(game, "L")
    assert kind(game) == {1: "freeze-hand"}
    game = play(game, "ROB")
    assert kind(game) == {2: "act"}


def test_m42_bon_freezes_the_active_mutant() -> None:
    game = arranged({"A": "DEV", "L": "BON", "R": "zom", "reserve": ("TRI", "", "")}, {}, force=EVEN)
    game = play(game, "L")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "freeze-arena"}, {"A", "N"}, "N")
    side = play(game, "A").told()["sides"][1]
    assert side["arena"] == {"A": None, "L": None, "R": ("ZOM", False)}
    assert side["freezer"] == ("DEV",)


def test_m48_a_permanent_that_is_frozen_out_of_the_arena_does_not_act() -> None:
    game = arranged({"A": "NOB", "L": "BON", "R": "zom"}, {}, force=EVEN)
    # Only the 1 of BON's own ability.
    assert play(game, "L", "A").told()["force"][6] == (2, 1)


# What is not asked


def test_n6_cycle_of_the_whole_hand_is_not_asked() -> None:
    game = arranged({"hand": "ROB", "incubator": "TRI", "deck": "ZOM"}, {}, force=EVEN)
    # One card in hand and nothing to incubate: deployed at once, the drawn card is the whole hand.
    assert kind(game) == {2: "act"}
    assert game.told()["sides"][1]["discard"] == ("ZOM",)


def test_n6_equal_cards_in_hand_are_asked() -> None:
    game = arranged({"hand": "ROB ZOM", "deck": "ZOM"}, {}, force=EVEN)
    game = play(game, "D ROB")
    assert (kind(game), game.answers(1)) == ({1: "cycle"}, {"ZOM"})


def test_n6_one_card_in_hand_can_still_be_incubated() -> None:
    game = arranged({"hand": "ROB", "reserve": ("TRI", "", "")}, {}, force=EVEN)
    assert game.answers(1) == {"D ROB", "I ROB>TRI"}


def test_n3_the_pile_is_named_where_it_is_not_the_first() -> None:
    game = arranged({"hand": "ROB", "reserve": ("TRI", "NOB", "TRI AND")}, {}, force=EVEN)
    assert game.answers(1) == {"D ROB", "I ROB>TRI", "I ROB>NOB", "I ROB>TRI@3"}


@pytest.mark.parametrize(("reserve", "answers"), [(("TRI ROB", "", ""), None), (("TRI", "TRI", ""), {"TRI", "TRI@2"})])
def test_m47_piles_are_told_apart(reserve: tuple[str, ...], answers: set[str] | None) -> None:
    game = play(arranged({"hand": "RHI ROB", "reserve": reserve}, {}, force=EVEN), "D RHI")
    assert (game.answers(1) or None) == answers
    if answers:
        assert (kind(game), game.default(1)) == ({1: "gain-deck"}, "TRI")


def test_m51_a_cost_that_cannot_be_paid_in_full_is_not_offered() -> None:
    lycan = Laid(hand="LYC ROB", reserve=("TRI", "NOB", ""))
    assert kind(play(arranged(lycan, {}, force=EVEN), "D LYC")) == {2: "act"}
    game = play(arranged({**lycan, "hand": "LYC ROB WAR ZOM"}, {}, force=EVEN), "D LYC")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "gain-hand"}, {"Y", "N"}, "N")
    game = play(game, "Y")
    assert (kind(game), game.answers(1)) == ({1: "cost"}, {"ROB+ZOM", "ROB+WAR", "ZOM+WAR"})
    assert (game.default(1), kind(play(game, "ZOM+WAR"))) == ("ROB+ZOM", {1: "gain-hand"})


def test_m51_nothing_is_paid_where_the_reserve_is_empty() -> None:
    assert kind(play(arranged({"hand": "LYC ROB WAR ZOM"}, {}, force=EVEN), "D LYC")) == {2: "act"}


def test_m25_an_effect_does_not_fill_a_full_incubator() -> None:
    game = arranged({"hand": "WAM ROB", "incubator": "TRI", "reserve": ("TRI", "NOB", "")}, {}, force=EVEN)
    assert not any(text.startswith("I") for text in game.answers(1))
    assert kind(play(game, "D WAM")) == {2: "act"}


# Empty decks


def test_m40_the_deck_is_renewed_only_when_a_card_is_needed() -> None:
    side = play(
        arranged({"hand": "ROB WAR", "deck": "ZOM", "discard": "ALN DEM"}, {}, force=EVEN), "D ROB", "WAR"
    ).told()
    assert side["sides"][1]["deck"] == ()
    assert side["sides"][1]["discard"] == ("ALN", "DEM", "WAR")


def test_m40_what_is_to_be_shuffled_is_told() -> None:
    game = play(arranged({"hand": "ROB WAR", "deck": "", "discard": "ALN DEM ALN"}, {}, force=EVEN), "D ROB")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "freeze-empty"}, {"DEM", "ALN"}, "DEM")
    with pytest.raises(DrawNeeded) as caught:
        game.after({1: "ALN"})
    assert (caught.value.draw.kind, caught.value.draw.owner) == ("SHUFFLE", "S1")
    assert sorted(caught.value.draw.cards) == ["ALN", "DEM"]
    # The game that was asked is still as it was.
    assert game.after({1: "ALN"}, [("DEM", "ALN")]).told()["sides"][1]["hand"] == ("WAR", "DEM")


def test_m40_a_single_card_is_frozen_unasked_and_nothing_drawn() -> None:
    game = play(arranged({"hand": "ROB WAR", "deck": "", "discard": "ALN"}, {}, force=EVEN), "D ROB")
    side = game.told()["sides"][1]
    assert (side["freezer"], side["hand"], kind(game)) == (("ALN",), ("WAR",), {2: "act"})


def test_m39_cycle_discards_what_was_drawn() -> None:
    game = play(arranged({"hand": "AND WAR ZOM", "deck": "DEM"}, {}, force=EVEN), "D AND")
    assert (kind(game), game.answers(1)) == ({1: "cycle"}, {"WAR", "ZOM", "DEM"})
    # The permanent acts behind the whole cycle, of the mutant itself as well: 5 + 3 + 1.
    assert game.told()["force"][8] == (1,)
    assert play(game, "WAR").told()["force"][9] == (1,)


def test_take_with_an_empty_discard_still_discards() -> None:
    game = play(arranged({"hand": "TAO ROB WAR", "deck": "ZOM"}, {}, force=EVEN), "D TAO")
    assert (kind(game), game.answers(1)) == ({1: "take-discard"}, {"ROB", "WAR"})


# Attacks


def test_m43_a_discard_from_an_empty_hand_is_no_attack() -> None:
    game = arranged({"hand": "RAK ROB"}, {"hand": "", "L": "DEM"}, force=EVEN)
    assert play(game, "D RAK").told()["sides"][2]["arena"]["L"] == ("DEM", True)


def test_m43_the_attacked_discards() -> None:
    game = play(arranged({"hand": "RAK ROB"}, {"hand": "WAR ZOM"}, force={1: 5, 2: 12}), "D RAK")
    assert (kind(game), game.answers(2), game.default(2)) == ({2: "discard"}, {"WAR", "ZOM"}, "ZOM")
    assert game.told()["owner"] == 1


def test_m44_parries_are_chosen_each_time() -> None:
    game = arranged({"hand": "STA ROB"}, {"A": "DEM", "L": "BRI", "R": "inf"}, force={1: 5, 2: 12})
    game = play(game, "D STA")
    assert (kind(game), game.answers(2), game.default(2)) == ({2: "parry"}, {"A", "L"}, "A")
    told = play(game, "L").told()
    assert told["sides"][2]["arena"]["L"] == ("BRI", False)
    # Two points of the parry on Fury push seat 1, which is the active one (M36).
    assert told["force"][6] == (1,)


def test_m45_the_victim_chooses() -> None:
    game = arranged(
        {"hand": "BON ROB"}, {"A": "ROB", "L": "ROB", "R": "ZOM"}, {"L": "ROB", "R": "zom"}, force={3: 1, **EVEN}
    )
    game = play(game, "D BON")
    assert (kind(game), game.answers(2), game.default(2)) == ({2: "ko"}, {"L", "R"}, "L")
    told = play(game, "R").told()
    assert told["sides"][2]["arena"]["R"] == ("ZOM", False)
    assert told["sides"][3]["arena"] == {"A": None, "L": ("ROB", False), "R": ("ZOM", False)}


def test_m43_all_effects_of_an_attack_act_on_one_opponent_before_the_next() -> None:
    game = arranged({"A": "ROB", "L": "FAN", "R": "ROB"}, {"L": "ROB"}, {"L": "ROB"}, force={1: 5, 2: 7, 3: 7})
    assert play(game, "L").told()["force"][5] == (1, 2, 3)


def test_m48_the_masters_permanent_acts_behind_each_card() -> None:
    game = arranged(
        {"hand": "WAL ROB", "L": "ARM"},
        {"A": "ROB", "L": "ROB"},
        {"R": "DEM"},
        {"R": "ROB"},
        force={4: 2, 2: 3, 3: 8, 1: 5},
    )
    # Two cards of seat 2, none of seat 3, which parries, one of seat 4, then two by WAL itself.
    assert play(game, "D WAL").told()["force"][10] == (1,)


def test_flip_turns_one_up() -> None:
    game = play(arranged({"hand": "EVA ROB", "L": "rob", "R": "zom"}, {}, force=EVEN), "D EVA")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "flip"}, {"L", "R"}, "L")
    assert play(game, "R").told()["sides"][1]["arena"]["R"] == ("ZOM", True)


# Copies


def test_m50_copies_of_copies_end() -> None:
    game = play(arranged({"A": "KRU", "L": "SUP", "R": "SUP"}, {}, force=EVEN), "L")
    assert game.answers(1) == {"A.D", "A.L", "R.D", "R.L"}
    game = play(game, "R.L")
    assert game.answers(1) == {"A.D", "A.L", "R.D"}
    game = play(game, "A.L")
    # With an empty reserve SUP's deploy ability finds nothing.
    assert game.answers(1) == {"A.D", "R.D"}


def test_m50_two_equal_cards_are_two_cards() -> None:
    game = arranged({"hand": "MRV NEB NEB ROB", "discard": "MRV"}, {}, force=EVEN)
    game = play(game, "D MRV", "NEB")
    # The only card of the discard is copied unasked; it copies from the hand again, where one NEB is left.
    assert (kind(game), game.answers(1)) == ({1: "copy"}, {"ROB", "NEB"})


def test_n6_a_copy_that_hidden_cards_force_is_asked() -> None:
    game = play(arranged({"hand": "MRV DEM WAR"}, {}, force=EVEN), "D MRV")
    assert (kind(game), game.answers(1)) == ({1: "copy"}, {"WAR"})
    assert kind(play(arranged({"hand": "MRV DEM DEM"}, {}, force=EVEN), "D MRV")) == {2: "act"}


def test_copies_from_the_reserve_name_cards() -> None:
    game = play(arranged({"hand": "SUP ROB", "reserve": ("KOL", "KOL", "DRA")}, {}, force=EVEN), "D SUP")
    assert (kind(game), game.answers(1), game.default(1)) == ({1: "copy"}, {"KOL", "DRA"}, "KOL")
    alike = play(arranged({"hand": "SUP ROB", "reserve": ("KOL", "KOL", "TAO")}, {}, force=EVEN), "D SUP")
    assert kind(alike) == {2: "act"}


# The end of a round


def last_cards(**extra: int) -> Reference:
    one = Laid(hand="DEM", incubator="TRI", points=extra.get("one", 0))
    two = Laid(hand="DEM", incubator="NOB", points=extra.get("two", 0))
    return arranged(
        one, two, {**one, "points": extra.get("three", 0)}, force={1: 5, 2: 7, 3: 7}, round_=extra.get("round_", 1)
    )


def test_m28_to_m32_in_order() -> None:
    told = last_cards(one=5, two=1, three=3).told()
    # The leader is on top of the stack on 7: 3 gains 4, 2 gains 2 and 1, the last, nothing.
    assert told["score"] == {3: (2,), 5: (1,), 7: (3,)}
    assert (told["round"], told["first"], told["owner"]) == (2, 3, 3)
    assert [space for space, stack in enumerate(told["force"]) if stack] == [4, 5, 6]
    assert (told["force"][6], told["force"][4]) == ((2,), (3,))
    assert told["sides"][1]["hand"] == ("ROB", "ROB", "ROB", "ROB", "ROB", "TRI")


def test_m32_of_equal_scores_the_lower_in_the_stack_is_lower() -> None:
    told = last_cards(one=4, two=2, three=0).told()
    # Clockwise from seat 1: 2 comes on top of 1, then 3 on top of 2.
    assert told["score"] == {4: (1, 2, 3)}
    assert told["first"] == 3


def test_m53_fewest_points_from_the_freezer_break_a_tie() -> None:
    game = arranged(
        {"hand": "DEM", "incubator": "TRI", "points": 2, "freezer": "TRI TRI"},
        {"hand": "DEM", "incubator": "TRI", "points": 2},
        force={1: 5, 2: 7},
        round_=5,
    )
    assert game.told()["result"] == {"end": "RULES", "totals": {2: 10, 1: 10}, "rank": [2, 1], "left": []}


# Who leaves (M54)


def test_m54_who_leaves_in_their_own_turn_ends_it() -> None:
    told = arranged({}, {}, {}, force={1: 5, 2: 6, 3: 7}).forfeit(1).told()
    assert (told["asked"], told["left"], told["force"][5]) == ({2: "act"}, [1], ())


def test_m54_an_ability_is_finished_first() -> None:
    game = arranged({"hand": "BON ROB"}, {"L": "ROB", "R": "ZOM"}, {"L": "ROB", "R": "ZOM"}, force={1: 5, 2: 6, 3: 7})
    game = play(game, "D BON").forfeit(2)
    assert game.told()["asked"] == {3: "ko"}
    assert game.told()["sides"][2]["arena"]["L"] == ("ROB", False)
    told = play(game, "L").told()
    assert (told["asked"], sorted(told["sides"]), told["force"][6]) == ({3: "act"}, [1, 3], ())


def test_m54_who_asks_leaves_and_the_others_answer() -> None:
    game = arranged({"hand": "BON ROB"}, {"L": "ROB", "R": "ZOM"}, {}, force={1: 5, 2: 6, 3: 7})
    game = play(game, "D BON").forfeit(1)
    assert (game.acting(), game.answers(2)) == ([2], {"L", "R"})
    assert sorted(play(game, "R").told()["sides"]) == [2, 3]


def test_m54_the_last_one_has_won() -> None:
    game = arranged({}, {"points": 9}, {}, force={1: 5, 2: 6, 3: 7}).forfeit(3).forfeit(1)
    assert game.told()["result"] == {"end": "F", "totals": {2: 9}, "rank": [2], "left": [1, 3]}
    assert game.acting() == []
