"""R22 to R31: how a game ends and who wins."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.errors import IllegalMoveError, SetupError
from engine.events import Surrendered
from engine.game import Point, Setup, Topic
from engine.hexgrid import Hex, distance, neighbour, parse_hex, pointy_top_centre, walk
from engine.outcome import Outcome, Termination
from engine.registry import games
from engine.replicants.board import CELLS, VALUES, Path, board, in_arena, souls
from engine.replicants.game import REPLICANTS
from engine.replicants.notation import read_move
from engine.replicants.state import State
from engine.replicants.teaching import TOPICS
from tests.engine.replicants.kit import CHANCE, arrange, legal_texts, play, refused, start, targets

RED = "1E8:3 2D8:3 2F8:3 3D7:3"
YELLOW = "1E2:0 2F2:0 2D2:0 2D1:0"


def result(state: State) -> Outcome:
    outcome = REPLICANTS.outcome(state)
    assert outcome is not None
    assert not REPLICANTS.to_act(state)
    assert not REPLICANTS.legal(state, state.seat)
    assert str(outcome.reason).endswith(".")
    return outcome


# R22, two players


def test_r22_destroying_the_matrix_wins() -> None:
    outcome = result(play(arrange("2", f"{RED} 6E5:3", "1E4:0 2F2:0 2D2:0 2D1:0 3C1:0 3B1:0"), "6E4x"))
    assert (outcome.ranks, outcome.code, outcome.by, outcome.points) == ((1, 2), "M", 1, ())
    assert outcome.termination is Termination.RULES
    assert str(outcome.reason) == "Player 1 destroyed Player 2's matrix."


def test_r22_leaving_three_wins() -> None:
    outcome = result(play(arrange("2", f"{RED} 6E5:3", "1E2:0 2E4:0 2D2:0 2D1:0"), "6E4x"))
    assert (outcome.ranks, outcome.code, outcome.by) == ((1, 2), "R", 1)


def test_r22_four_left_is_not_the_end() -> None:
    after = play(arrange("2", f"{RED} 6E5:3", "1E2:0 2E4:0 2D2:0 2D1:0 3C1:0"), "6E4x")
    assert REPLICANTS.outcome(after) is None


def test_r22_ones_own_overload_loses() -> None:
    outcome = result(play(arrange("2", RED, YELLOW, when="T5.1.1", energy=(9, 9)), "#D8"))
    assert (outcome.ranks, outcome.code, outcome.by) == ((2, 1), "R", 1)


# R23, R24: three players. The 7 on E5 stands before both matrices, on G7 (player 2) and C5 (player 3).

ADRIEN = "1E2:0 2D2:0 2F2:0 2D1:0 7E5:0"
BART = "1G7:3 2G8:3 2H8:3 2H9:3 3F9:3"
CAROLE = "1C5:1 2B5:1 2B4:1 2A4:1 3A3:1"
FOURTH = "1J5:0 2J6:0 2K6:0 2K5:0"


def contest(trophies: tuple[str, str, str] = ("34", "3355", "33446"), *, adrien: str = ADRIEN) -> State:
    return arrange("3", adrien, BART, CAROLE, trophies=trophies)


def test_r24_the_worked_example() -> None:
    """With 2, 4 and 5 points Adrien may destroy Carole's matrix, and may not destroy Bart's."""
    state = contest()
    assert "7C5x" in legal_texts(state)
    assert "7G7x" not in legal_texts(state)
    error = refused(state, "7G7x")
    assert (error.code, error.rule) == ("forbidden-destruction", "R24")
    assert "4.5 points for you and 5 for Player 3" in str(error)
    outcome = result(play(state, "7C5x"))
    assert outcome.points == (4.5, 4.0, 5.0)
    assert (outcome.ranks, outcome.code) == ((1, 2, 3), "M")
    assert REPLICANTS.result_text(outcome, ("Adrien", "Bart", "Carole")) == "(M.Adrien.4,5.Bart.4)"


def test_r23_points_of_souls_matrix_and_the_end() -> None:
    # A soul: 1. The last soul of a player with four: 1.5. A matrix: 2.5.
    view = REPLICANTS.view(play(arrange("3", ADRIEN, f"{BART} 3E6:0", CAROLE), "7E6x"), None)
    assert [side.half_points for side in view.sides] == [2, 0, 0]
    four = arrange("3", ADRIEN, "1G7:3 2G8:3 2H8:3 3E6:3", CAROLE)
    outcome = result(play(four, "7E6x"))
    assert (outcome.points, outcome.ranks, outcome.code) == ((1.5, 0.0, 0.0), (1, 3, 2), "R")
    assert result(play(contest(("", "", "")), "7C5x")).points == (2.5, 0.0, 0.0)


@pytest.mark.parametrize(("mine", "theirs", "legal"), [("", "3", True), ("", "33", False), ("4", "33", True)])
def test_r24_leaving_three_must_win_too(mine: str, theirs: str, legal: bool) -> None:
    # Destroying player 2's fourth brings 1.5 points.
    state = arrange("3", ADRIEN, "1G7:3 2G8:3 2H8:3 3E6:3", CAROLE, trophies=(mine, "", theirs))
    assert ("7E6x" in legal_texts(state)) is legal
    if not legal:
        assert refused(state, "7E6x").rule == "R24"


def test_r24_holds_for_arcs() -> None:
    # The 5 on E6, heading up, reaches player 2's matrix on F8 and a soul of player 3 on D7.
    armies = ("1E2:0 2D2:0 2F2:0 2D1:0 5E6:0", "1F8:3 2G8:3 2H8:3 2H9:3 3F9:3", "1C5:1 2B5:1 2B4:1 2A4:1 3D7:1")
    behind = arrange("3", *armies, trophies=("", "", "333"))
    assert "xF8" not in legal_texts(behind)
    assert refused(behind, "xF8").rule == "R24"
    assert "xF8.xD7" not in legal_texts(behind)  # written by column
    assert "xD7.xF8" in legal_texts(behind)  # 2 and 1 and 0.5 beat 3
    outcome = result(play(behind, "xF8.xD7"))
    assert (outcome.points, outcome.code) == ((3.5, 0.0, 3.0), "M")


def test_r24_holds_for_a_matrix_that_nothing_would_threaten() -> None:
    armies = ("1F6:0 2D2:0 2F2:0 2D1:0 7A3:0", "1G7:3 2H9:3 2H8:3 3G9:3", CAROLE)
    state = arrange("3", *(army.replace("3A3:1", "3B6:1") for army in armies), trophies=("34", "3355", "33446"))
    assert refused(state, "1G7x").code == "forbidden-destruction"


def test_r24_does_not_hold_in_teams() -> None:
    assert "7G7x" in legal_texts(team_game())
    assert "7G7x" not in legal_texts(arrange("4", ADRIEN, BART, CAROLE, FOURTH, trophies=("", "", "", "333")))


# R25: player 2's matrix, on F6, and the hex G7, which player 1's 7 on E5 threatens.


def entering(trophies: tuple[str, str, str], first: str = ADRIEN, third: str = CAROLE) -> State:
    return arrange("3", first, "1F7:3 2G9:3 2H8:3 2H9:3 3F9:3", third, when="T5.2.2", trophies=trophies)


def test_r25_a_matrix_may_enter_where_only_forbidden_players_threaten() -> None:
    # Destroying player 2's matrix would leave player 1 at 2.5, behind player 3's 3.
    assert "G7" in targets(entering(("", "", "333")), 1)
    # At 3.5 player 1 would win.
    error = refused(entering(("4", "", "333")), "1G7")
    assert (error.code, error.rule) == ("matrix-threatened", "R16")


def test_r25_everybody_who_threatens_must_be_forbidden() -> None:
    # Player 3's 4 on G5, heading up, leaps to G7 and may destroy there.
    assert refused(entering(("", "", "333"), third=f"{CAROLE} 4G5:0"), "1G7").rule == "R16"


def test_r25_a_5_that_can_strike_more_is_not_forbidden() -> None:
    # The 5 on G5, heading up, sends arcs to G7 and H7, among others.
    five = "1E2:0 2D2:0 2F2:0 2D1:0 5G5:0"
    assert "G7" in targets(entering(("", "", "333"), first=five), 1)
    with_more = entering(("", "", "333"), first=five, third="1C5:1 2B5:1 2B4:1 2A4:1 3A3:1 3H7:1")
    assert refused(with_more, "1G7").rule == "R16"  # 2 and 1 and 0.5 beat 3


def test_r25_further_targets_may_eliminate_the_leader() -> None:
    five = "1E2:0 2D2:0 2F2:0 2D1:0 5G5:0"
    safe = entering(("", "", "3333"), first=five, third="1C5:1 2B5:1 2B4:1 2A4:1 3H7:1")
    assert "G7" in targets(entering(("", "", "3333"), first=five), 1)
    last = entering(("", "", "3333"), first=five, third="1C5:1 2B5:1 2B4:1 3H7:1")
    assert "G7" in targets(safe, 1)  # 3.5 against 4
    assert refused(last, "1G7").rule == "R16"  # player 3 would be out as well


def test_r25_is_for_the_matrix_alone() -> None:
    state = arrange(
        "3",
        ADRIEN,
        "1F7:3 2G9:3 2H8:3 2H9:3 3F9:3",
        CAROLE,
        when="T5.2.2",
        energy=(1, 9, 1),
        reserve=("", "6", ""),
        trophies=("", "", "333"),
    )
    assert "G7" in targets(state, 1)
    assert "!6G8" in legal_texts(state)
    assert refused(state, "!6G7").code == "create-threatened"


def test_r25_does_not_hold_with_two_players() -> None:
    state = arrange("2", ADRIEN, "1F7:3 2G9:3 2H8:3 2H9:3 3F9:3", when="T5.2.2")
    assert refused(state, "1G7").rule == "R16"


# R26, overloads


def test_r26_an_overload_may_end_the_game_without_half_a_point() -> None:
    state = arrange("3", YELLOW, BART, CAROLE, when="T5.1.1", energy=(9, 0, 0), trophies=("33", "3", "34"))
    outcome = result(play(state, "#D1"))
    assert (outcome.code, outcome.by, outcome.points) == ("R", 1, (2.0, 1.0, 2.0))
    assert outcome.ranks == (3, 2, 1)


def test_r26_an_overload_may_end_in_a_tie() -> None:
    state = arrange(
        "3",
        BART,
        YELLOW,
        CAROLE,
        when="T5.2.1",
        energy=(0, 9, 0),
        trophies=("33333", "", "33444"),
    )
    outcome = result(play(state, "#D1"))
    assert outcome.ranks == (1, 3, 1)
    assert outcome.winners == (1, 3)
    assert REPLICANTS.result_text(outcome, ("Eric", "Lucy", "Paul")) == "(R.Paul=Eric.5)"


# R27: four players individually


def test_r27_three_are_ranked() -> None:
    state = arrange("4", ADRIEN, BART, CAROLE, FOURTH, trophies=("44", "3", "", "33"))
    outcome = result(play(state, "7C5x"))
    assert (outcome.points, outcome.ranks) == ((4.5, 1.0, 0.0, 2.0), (1, 3, 4, 2))
    names = ("Eric", "Lucy", "Paul", "Carole")
    assert REPLICANTS.result_text(outcome, names) == "(M.Eric.4,5.Carole.2.Lucy.1)"


def test_r27_arcs_may_finish_several_players() -> None:
    armies = ("1E2:0 2D2:0 2F2:0 2D1:0 5E6:0", "1G7:3 2F8:3 2H8:3 2H9:3", "1C5:1 2B5:1 2B4:1 3D7:1")
    state = arrange("4", *armies, FOURTH, trophies=("", "", "", "33"))
    outcome = result(play(state, "xD7.xF8"))
    assert (outcome.points, outcome.code) == ((2.5, 0.0, 0.0, 2.0), "R")
    assert outcome.ranks == (1, 3, 3, 2)
    assert REPLICANTS.result_text(outcome, ("a", "b", "c", "d")) == "(R.a.2,5.d.2)"
    assert [side.out for side in REPLICANTS.view(play(state, "xD7.xF8"), None).sides] == [False, True, True, False]
    # Either alone would leave the leader ahead.
    assert refused(state, "xD7").rule == refused(state, "xF8").rule == "R24"


def test_r27_finishing_everybody_wins() -> None:
    armies = ("1E2:0 2D2:0 2F2:0 2D1:0 5E6:0", "1G7:3 2F8:3 2H8:3 2H9:3", "1C5:1 2B5:1 2B4:1 3D7:1")
    state = arrange("3", *armies, trophies=("", "33333", "33333"))
    outcome = result(play(state, "xD7.xF8"))
    assert outcome.ranks == (1, 2, 2)
    assert REPLICANTS.result_text(outcome, ("a", "b", "c")) == "(R.a.2,5)"


# R28, teams


def team_game(third: str = FOURTH) -> State:
    return arrange("teams", ADRIEN, BART, third, "1C5:1 2B5:1 2B4:1 2A4:1 3A3:1")


def test_r28_allies_cannot_be_destroyed() -> None:
    state = team_game(f"{FOURTH} 3E6:0")
    assert "E6" not in targets(state, 7)
    error = refused(state, "7E6x")
    assert (error.code, error.rule) == ("ally", "R28")
    arcs = arrange("teams", "1E2:0 2D2:0 2F2:0 2D1:0 5E5:0", BART, f"{FOURTH} 3E7:0", CAROLE)
    assert not any(text.startswith("x") for text in legal_texts(arcs))
    assert refused(arcs, "xE7.2D3").rule == "R28"


def test_r28_allies_do_not_threaten() -> None:
    enemy = arrange("4", "1F7:3 2G9:3 2H8:3 2H9:3", "1A2:1 2A3:1 2B2:1 2B3:1", ADRIEN, FOURTH)
    ally = arrange("teams", "1F7:3 2G9:3 2H8:3 2H9:3", "1A2:1 2A3:1 2B2:1 2B3:1", ADRIEN, FOURTH)
    assert "G7" not in targets(enemy, 1)
    assert "G7" in targets(ally, 1)


def test_r28_a_team_wins_with_a_matrix_or_three_left() -> None:
    outcome = result(play(team_game(), "7G7x"))
    assert (outcome.ranks, outcome.points, outcome.code) == ((1, 2, 1, 2), (), "M")
    names = ("Eric", "Lucy", "Paul", "Carole")
    assert REPLICANTS.result_text(outcome, names) == "(M.Eric.Paul)"
    overload = arrange("teams", YELLOW, BART, FOURTH, CAROLE, when="T5.1.1", energy=(9,) * 4)
    outcome = result(play(overload, "#D1"))
    assert (outcome.ranks, outcome.code) == ((2, 1, 2, 1), "R")
    assert REPLICANTS.result_text(outcome, names) == "(R.Lucy.Carole)"


def test_r28_no_points_in_teams() -> None:
    view = REPLICANTS.view(play(team_game(), "7C5x"), None)
    assert not view.counts_points
    assert all(side.half_points == 0 and side.trophies == () for side in view.sides)
    assert [side.team for side in view.sides] == [0, 1, 0, 1]


def test_r29_the_team_mode_is_silent() -> None:
    assert {mode.key: mode.silent for mode in REPLICANTS.info.modes} == {
        "2": False,
        "3": False,
        "4": False,
        "teams": True,
    }


# R30: giving up


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_r30_any_seat_may_give_up_at_any_time(mode: str) -> None:
    state = start(mode)
    for _ in range(4):
        for seat in range(1, len(state.sides) + 1):
            step = REPLICANTS.forfeit(state, seat)
            assert step.events == (Surrendered(seat),)
            outcome = result(step.state)
            assert (outcome.code, outcome.by, outcome.termination) == ("F", seat, Termination.FORFEIT)
            assert outcome.ranks[seat - 1] == max(outcome.ranks) > 1
            if mode == "teams":
                assert outcome.ranks == ((2, 1, 2, 1) if seat in (1, 3) else (1, 2, 1, 2))
        state = play(state, legal_texts(state)[0])


def test_r30_brings_nobody_half_a_point() -> None:
    outcome = result(REPLICANTS.forfeit(contest(), 2).state)
    assert (outcome.points, outcome.ranks) == ((2.0, 4.0, 5.0), (2, 3, 1))
    assert REPLICANTS.result_text(outcome, ("a", "b", "c")) == "(F.c.5.a.2)"


def test_r30_nobody_gives_up_twice_or_after_the_end() -> None:
    over = REPLICANTS.forfeit(start("3"), 2).state
    for seat in (1, 2, 3):
        with pytest.raises(IllegalMoveError) as caught:
            REPLICANTS.forfeit(over, seat)
        assert (caught.value.code, caught.value.rule) == ("game-over", "R30")
        with pytest.raises(IllegalMoveError):
            REPLICANTS.parse(over, seat, "E")


# R31


@pytest.mark.parametrize("mode", ["2", "3", "4", "teams"])
def test_r31_a_game_without_destructions_ends_by_overloads(mode: str) -> None:
    """Nobody ever destroys anything, everybody creates when they can: the longest kind of game ends all the same."""
    state, actions = start(mode), 0
    while REPLICANTS.outcome(state) is None:
        texts = legal_texts(state)
        peaceful = [text for text in texts if "x" not in text] or texts
        creations = [text for text in peaceful if text.startswith("!")]
        state, actions = play(state, (creations or peaceful)[-1]), actions + 1
        # 9 souls to create at most, 15 to lose; every two turns bring an overload or pay for a creation.
        assert actions < 3 * len(state.sides) * 100
    assert result(state).code == "R"


# R1 to R6 and R9: the arena, the pieces and their charts.


CIRCLE, OVAL = ({place for place in CELLS if in_arena(place, oval=oval)} for oval in (False, True))
CORNERS = {False: ["A1", "A5", "E1", "E9", "I5", "I9"], True: ["A1", "A5", "E9", "H1", "L5", "L9"]}
MODES = ("2", "3", "4", "teams")


def view(mode: str) -> Any:
    return REPLICANTS.view(start(mode), None)


def test_r1_neighbours_and_distance() -> None:
    names = [str(neighbour(parse_hex("E5"), direction)) for direction in range(6)]
    assert names == ["E6", "F6", "F5", "E4", "D4", "D5"]
    assert distance(parse_hex("E5"), parse_hex("G7")) == 2
    assert distance(parse_hex("E5"), parse_hex("G4")) == 3


def test_r2_the_circle_has_55_hexes_and_the_oval_82() -> None:
    assert (len(CIRCLE), len(OVAL)) == (55, 82)


@pytest.mark.parametrize("oval", [False, True])
def test_r2_the_arena_is_convex_but_for_its_corners(oval: bool) -> None:
    cells = OVAL if oval else CIRCLE
    assert not {str(place) for place in cells} & set(CORNERS[oval])
    for corner in map(parse_hex, CORNERS[oval]):
        assert sum(neighbour(corner, direction) in cells for direction in range(6)) == 3
    assert board("1", oval=oval).mask.bit_count() == len(cells)


def test_r2_lookups_know_only_hexes_of_the_arena() -> None:
    assert board("1", oval=False).cells["E8"] == board("1", oval=True).cells["E8"]
    for name in ("A1", "J8", "E0", "E10", "nonsense", "Z5"):
        assert name not in board("1", oval=False).cells
    assert "J8" in board("1", oval=True).cells


@pytest.mark.parametrize(
    ("mode", "hexes"),
    [("2", "E8 E2"), ("3", "E8 H5 B2"), ("4", "E8 K8 H2 B2"), ("teams", "E8 K8 H2 B2")],
)
def test_r3_the_matrices_start_on_their_hexes_beside_one_corner(mode: str, hexes: str) -> None:
    matrices = [piece for piece in view(mode).pieces if piece.value == 1]
    assert [piece.hex for piece in matrices] == hexes.split()
    for piece in matrices:
        corners = [
            each for each in CORNERS[mode in ("4", "teams")] if distance(parse_hex(each), parse_hex(piece.hex)) == 1
        ]
        assert len(corners) == 1
        # R4: away from it
        assert str(neighbour(parse_hex(piece.hex), piece.heading + 3)) == corners[0]


@pytest.mark.parametrize(
    ("mode", "seat", "heading", "twos", "threes"),
    [
        ("2", 1, 3, "E7 D7 F8", "D8 F9"),
        ("2", 2, 0, "E3 F3 D2", "F2 D1"),
        ("3", 2, 5, "G5 H6 G4", "I6 H4"),
        ("3", 3, 1, "C3 C2 B3", "B1 A2"),
        ("4", 2, 4, "J7 J8 K7", "K9 L8"),
        ("teams", 3, 0, "H3 I3 G2", "I2 G1"),
    ],
)
def test_r4_the_escorts_at_the_start(mode: str, seat: int, heading: int, twos: str, threes: str) -> None:
    pieces = [piece for piece in view(mode).pieces if piece.seat == seat]
    assert {piece.heading for piece in pieces} == {heading}
    assert {piece.hex for piece in pieces if piece.value == 2} == set(twos.split())
    assert {piece.hex for piece in pieces if piece.value == 3} == set(threes.split())


def test_r5_the_four_matrices_form_a_rectangle() -> None:
    points = [pointy_top_centre(parse_hex(name)) for name in ("E8", "K8", "H2", "B2")]
    (left, top), (right, top2), (right2, bottom), (left2, bottom2) = points
    assert (left, right, top, bottom) == pytest.approx((left2, right2, top2, bottom2))


@pytest.mark.parametrize("mode", MODES)
def test_r6_pieces_and_reserves_at_the_start(mode: str) -> None:
    shown = view(mode)
    for side in shown.sides:
        values = Counter(piece.value for piece in shown.pieces if piece.seat == side.seat)
        assert values == {1: 1, 2: 3, 3: 2}
        assert side.reserve == (0, 2, 2, 2, 2, 1)
        assert side.hearts == (3 if mode == "2" else 2)
        assert (side.energy, side.half_points, side.trophies, side.out) == (0, 0, (), False)
    assert sum(souls().souls) == 15


# R9, the charts


def ends(paths: tuple[Path, ...], heading: int = 0) -> set[Hex]:
    return {walk(parse_hex("E5"), path, heading) for path in paths}


@pytest.mark.parametrize("key", sorted(souls().sets))
def test_r9_every_chart_is_its_own_mirror_image(key: str) -> None:
    for chart in souls().sets[key].charts.values():
        for paths in (chart.walk, chart.leap, chart.arc):
            mirrored = tuple(tuple(-step % 6 for step in path) for path in paths)
            assert ends(paths) == ends(mirrored)


@pytest.mark.parametrize("key", sorted(souls().sets))
def test_r9_every_chart_is_well_formed(key: str) -> None:
    chart_set = souls().sets[key]
    assert sorted(chart_set.charts) == list(VALUES)
    assert chart_set.label
    for chart in chart_set.charts.values():
        assert all(len(set(path)) == 1 and len(path) <= 2 for path in chart.walk)  # walks go straight
        every = [*chart.walk, *chart.leap, *chart.arc]
        assert len(ends(tuple(every))) == len(every)  # no hex twice
        assert parse_hex("E5") not in ends(tuple(every))


def test_r9_what_the_texts_say_of_the_souls() -> None:
    charts = souls().sets["1"].charts
    assert (len(charts[6].walk), len(charts[6].leap)) == (5, 5)
    assert (len(charts[5].walk), len(charts[5].leap)) == (3, 0)
    assert not ends(charts[5].walk) & ends(charts[5].arc)
    passed = {walk(parse_hex("E5"), path[:1]) for path in charts[5].walk}
    assert passed & ends(charts[5].arc)  # a walk can be blocked by what its arcs can hit
    four = charts[4].walk + charts[4].leap
    assert any(walk(parse_hex("G8"), path, heading) == parse_hex("E7") for path in four for heading in range(6))


def test_r9_an_unknown_chart_set_is_refused() -> None:
    with pytest.raises(SetupError) as caught:
        REPLICANTS.initial(Setup("2", data="99"), CHANCE)
    assert (caught.value.code, caught.value.rule, caught.value.suggestions) == ("unknown-charts", "R9", ("1",))


def test_r9_a_setup_names_its_chart_set() -> None:
    assert REPLICANTS.initial(Setup("2", data="1"), CHANCE) == start("2")
    assert REPLICANTS.info.data_version == "1"
    assert view("2").charts == "1"


# The rules as the help restates them.


POINTS = [(topic, point) for topic in TOPICS for point in topic.points]


def test_every_game_brings_its_help_in_one_menu() -> None:
    for game in games():
        keys = [topic.key for topic in game.topics]
        # The rulings have a button of their own.
        assert keys.count("rulings") == 1
        assert 0 < len(keys) - 1 <= 25
        assert len(set(keys)) == len(keys)
        assert all(0 < len(key) <= 40 for key in keys)


@pytest.mark.parametrize(("topic", "point"), POINTS, ids=lambda each: each.key if isinstance(each, Topic) else "")
def test_every_point_is_a_sentence_with_its_rules(topic: Topic, point: Point) -> None:
    assert point.rules or topic.key in ("reconstructed", "rulings"), f"{topic.key}: {point.text} cites no rule"
    for rule in point.rules:
        number = re.fullmatch(r"([RN])(\d+)", rule)
        assert number is not None
        assert 1 <= int(number[2]) <= {"R": 31, "N": 7}[number[1]]
    assert point.example or str(point.text)[-1] in ".!"


def test_every_rule_of_play_is_explained() -> None:
    cited = {rule for _, point in POINTS for rule in point.rules}
    # R5 is about drawing and R31 a theorem.
    assert cited >= {f"R{number}" for number in range(1, 31)} - {"R5"}
    assert cited >= {f"N{number}" for number in range(1, 8)}


def test_examples_are_readable_notation() -> None:
    examples = [point.example for _, point in POINTS if point.example and not point.example.startswith("(")]
    assert len(examples) >= 10
    for example in examples:
        for action in example.split("/"):
            read_move(action)


def test_the_reconstructed_parts_are_named() -> None:
    topic = next(topic for topic in TOPICS if topic.key == "reconstructed")
    assert {"R4", "R9"} <= {rule for point in topic.points for rule in point.rules}
    assert next(topic for topic in TOPICS if topic.key == "charts").sheet
