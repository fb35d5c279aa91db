"""Set-up in all forms: decks, draft, ready decks, constructed reserves, piles, markers, mulligan (M7 to M15, M54)."""

from __future__ import annotations

import random

import pytest

from engine.chance import Chance
from engine.errors import IllegalMoveError, NotationError, SetupError
from engine.game import Setup
from engine.mutants.components import components
from engine.mutants.game import MUTANTS
from engine.mutants.moves import Move
from engine.mutants.rules import rules_of
from engine.mutants.state import State
from engine.session import Session
from tests.engine.mutants.tables import asked, force, told

BOX = components()
READY = (("reserve", "ready"),)


def begun(mode: str, options: tuple[tuple[str, str], ...] = (), seed: str = "x") -> State:
    return MUTANTS.initial(Setup(mode, options), Chance.from_text(seed))


def drafted(state: State, picks: int, draw: random.Random) -> State:
    for _ in range(picks):
        moves: dict[int, Move] = {seat: draw.choice(MUTANTS.legal(state, seat)) for seat in MUTANTS.to_act(state)}
        state = MUTANTS.apply(state, moves).state
    return state


@pytest.mark.parametrize("mode", ["2", "3", "4"])
def test_hands_and_decks(mode: str) -> None:
    """M7."""
    for side in begun(mode, READY).sides:
        assert side.hand == ("ROB", "ZOM", "WAR", "LYC", "DEM", "ALN")
        assert sorted(side.deck) == sorted(side.hand)


@pytest.mark.parametrize("mode", ["2", "3", "4"])
def test_markers(mode: str) -> None:
    """M8 to M10: the right neighbour of the first player on Challenger, the first player furthest left."""
    firsts, count = set(), int(mode)
    for seed in range(20):
        state = begun(mode, READY, str(seed))
        first = state.first
        clockwise = [(first - 1 + step) % count + 1 for step in range(count)]
        assert list(force(state)) == clockwise == list(state.standing)
        assert list(force(state).values()) == list(range(7 - count, 7))
        firsts.add(first)
    assert firsts == set(range(1, count + 1))


@pytest.mark.parametrize("mode", ["2", "3", "4"])
def test_the_draft(mode: str) -> None:
    """M11: nine cards each, six picks, the rest to the left, twins."""
    state, count = begun(mode), int(mode)
    assert [len(pack) for pack in state.packs] == [9] * count
    dealt = [code for pack in state.packs for code in pack]
    assert len(set(dealt)) == 9 * count
    after = drafted(state, 1, random.Random(1))
    for seat in range(1, count + 1):
        passed = set(state.packs[(seat - 2) % count]) - {after.picks[(seat - 2) % count][0]}
        assert set(after.packs[seat - 1]) == passed
    last = drafted(after, 5, random.Random(2))
    for seat, side in enumerate(last.sides, 1):
        reserve = [code for pile in side.piles for code in pile]
        assert sorted(reserve) == sorted(last.picks[seat - 1] * 2)
    assert not last.packs  # M73


def test_ready_decks() -> None:
    """M12: different for all, drawn or assigned."""
    state = begun("4", READY)
    assert sorted(side.ready for side in state.sides) == [1, 2, 3, 4]
    assigned = begun("3", (*READY, ("decks", "412")))
    assert [side.ready for side in assigned.sides] == [4, 1, 2]
    for side in assigned.sides:
        reserve = [code for pile in side.piles for code in pile]
        assert sorted(reserve) == sorted(BOX.decks[side.ready].cards * 2)


def test_constructed_reserves() -> None:
    """M13, M75: what was chosen, or ready deck k for seat k; a choice uses up no copies of others."""
    chosen = "+".join(card.code for card in BOX.advanced[:12])
    session = Session.start(
        MUTANTS, Setup("3", (("reserve", "constructed"),), loadouts=(chosen, chosen)), Chance.from_text("x")
    )
    reserves = [sorted(code for pile in side.piles for code in pile) for side in session.state.sides]
    assert reserves[0] == reserves[1] == sorted(chosen.split("+"))
    assert reserves[2] == sorted(BOX.decks[3].cards * 2)
    assert session.setup.loadouts[2].count("+") == 11


def test_the_usual_reserve_of_the_revolt() -> None:
    """M75: the first six allowed cards, each twice."""
    setup = Setup("solo", (("limits", "A"),))
    allowed = [card.code for card in rules_of(setup).allowed[:6]]
    assert MUTANTS.usual_loadout(setup, 1) == "+".join(code for code in allowed for _ in "12")


CONSTRUCTED, REVOLT = Setup("2", (("reserve", "constructed"),)), Setup("solo", (("limits", "AC"),))
TWELVE = ["AND", "AND", "NOB", "NOB", "BRI", "BRI", "RHI", "RHI", "KRU", "KRU", "INF", "INF"]


def test_reading_a_reserve() -> None:
    """N1, N4: by names, in any order; written in data-file order."""
    written = "Android+android, krunk + KRU+inf+INF+nob+Lord Blood+britany+BRI+rhi+Rhinotaur"
    assert MUTANTS.parse_loadout(CONSTRUCTED, 1, written) == "+".join(BOX.sorted(TWELVE))


@pytest.mark.parametrize(
    ("setup", "codes", "code", "rule"),
    [
        (CONSTRUCTED, TWELVE[:11], "count", "M13"),
        (CONSTRUCTED, [*TWELVE, "TRI"], "count", "M13"),
        (CONSTRUCTED, ["AND", *TWELVE[:11]], "too-many", "M13"),
        (CONSTRUCTED, ["ROB", *TWELVE[:11]], "not-advanced", "M13"),
        (REVOLT, ["WAL", *TWELVE[:11]], "banned", "M61"),
        (REVOLT, ["KRU", *TWELVE[:11]], "limited", "M70"),
    ],
)
def test_reserves_that_are_not_allowed(setup: Setup, codes: list[str], code: str, rule: str) -> None:
    """M13, M61, M70."""
    with pytest.raises(IllegalMoveError) as caught:
        MUTANTS.parse_loadout(setup, 1, "+".join(codes))
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.parametrize("text", ["", "AND", "XXX+AND", "z" * 900, "AND++AND"])
def test_what_is_no_reserve(text: str) -> None:
    with pytest.raises((NotationError, IllegalMoveError)):
        MUTANTS.parse_loadout(CONSTRUCTED, 1, text)


def test_piles() -> None:
    """M2, M14: cards 1 to 4 of the shuffle are pile 1 from the top down, and so on."""
    state = begun("2", READY)
    (line,) = (hidden for head, hidden in state.said if head == "* RESERVE S1 ")
    assert [code for pile in state.sides[0].piles for code in pile] == line.split(",")
    assert [len(pile) for pile in state.sides[0].piles] == [4, 4, 4]


def test_mulligans() -> None:
    """M15: once, clockwise from the first player; all three or none."""
    state = begun("3", READY)
    before, order = state, []
    for answer in ("Y", "N", "Y"):
        order.append(asked(state))
        state, _ = told(state, answer)
    assert order == [f"mulligan {(before.first - 1 + step) % 3 + 1}" for step in range(3)]
    first, second = before.first - 1, before.first % 3
    assert state.sides[first].piles == tuple((*pile[1:], pile[0]) for pile in before.sides[first].piles)
    assert state.sides[second].piles == before.sides[second].piles
    assert (state.round, asked(state)) == (1, f"act {before.first}")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup("5"), "unknown-mode"),
        (Setup("2", (("boss", "jack"),)), "unknown-option"),
        (Setup("solo", (("reserve", "draft"),)), "unknown-option"),
        (Setup("2", (("reserve", "ready"), ("decks", "412"))), "unknown-option"),
        (Setup("2", (("decks", "42"),)), "option-idle"),
        (Setup("solo", (("limits", "DB"),)), "unknown-option"),
        (Setup("solo", (("limits", "ABCD"),)), "unknown-option"),
        (Setup("2", data="0"), "unknown-data"),
    ],
)
def test_setups_that_do_not_exist(setup: Setup, code: str) -> None:
    """N10: an option of another mode is an error."""
    with pytest.raises(SetupError) as caught:
        MUTANTS.initial(setup, Chance.from_text("x"))
    assert caught.value.code == code


def test_options_are_all_enumerated() -> None:
    """N10."""
    counts = {(option.key, option.modes): len(option.choices) for option in MUTANTS.info.options}
    assert counts["decks", ("2",)] == 13
    assert counts["decks", ("4",)] == 25
    assert counts["limits", ("solo",)] == 42
    for option in MUTANTS.info.options:
        assert len(option.labels) == len(option.choices)
        assert all(len(str(label)) <= 100 for label in option.labels)


def test_without_a_reserve_of_ones_own_the_ready_deck_of_the_seat_is_played() -> None:
    """M75: seat k plays ready deck k, also where only some have chosen."""
    chosen = "+".join(["AND", "AUT", "WRE", "BIO", "MRV", "EVA"] * 2)
    setup = Setup("3", (("reserve", "constructed"),), loadouts=("", chosen))
    state = MUTANTS.initial(setup, Chance.from_text("x"))
    reserves = [sorted(code for pile in side.piles for code in pile) for side in state.sides]
    decks = components().decks
    assert reserves == [sorted(decks[1].cards * 2), sorted(chosen.split("+")), sorted(decks[3].cards * 2)]
