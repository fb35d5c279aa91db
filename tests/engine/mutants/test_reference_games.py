"""The second implementation in whole games: set-up, draft, defaults, and that every game comes to its end."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from tests.engine.mutants.arranged import arranged
from tests.engine.mutants.counting import counts, kinds
from tests.engine.mutants.lots import Lot, random_game
from tests.engine.mutants.reference import Reference
from tests.engine.mutants.reference_data import ADVANCED, BASICS, CARDS
from tests.volume import many

SETUPS = [
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


@pytest.mark.parametrize(("mode", "options"), SETUPS)
def test_random_games_end(mode: str, options: Mapping[str, str]) -> None:
    for seed in range(many(5, 100)):
        game, decisions = random_game(started(mode, options, f"draws {seed}"), f"answers {seed}")
        assert decisions < 1_000
        assert game.told()["result"] is not None
        assert game.unread() == 0


@pytest.mark.parametrize(("mode", "options"), SETUPS)
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
