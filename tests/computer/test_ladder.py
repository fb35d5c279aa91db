"""The ladder: games that can be repeated, files that go on, and intervals."""

from __future__ import annotations

from pathlib import Path

import pytest

from computer import ladder
from computer.__main__ import main
from engine.game import Setup
from engine.registry import get

PAIRING = ladder.Pairing("replica", Setup("2"), "1", "random")


def test_a_game_is_the_same_each_time_and_both_play_each_side_of_an_opening() -> None:
    first, again = ladder.play(PAIRING, 3), ladder.play(PAIRING, 3)
    assert (first.share, first.turns) == (again.share, again.turns)
    mode = get("replica").info.modes[0]
    assert [ladder.seats_of_one(mode, number) for number in range(4)] == [{1}, {2}, {1}, {2}]


def test_teams_and_several_seats_are_rotated() -> None:
    three, _, teams = get("replicants").info.modes[1:4]
    assert [ladder.seats_of_one(three, number) for number in range(4)] == [{1}, {2}, {3}, {1}]
    assert [ladder.seats_of_one(teams, number) for number in range(3)] == [{1, 3}, {2, 4}, {1, 3}]


def test_a_file_goes_on_where_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "results"
    assert [each.number for each in ladder.run(PAIRING, range(2), file)] == [0, 1]
    assert [each.number for each in ladder.run(PAIRING, range(1, 4, 2), file)] == [3]
    assert [each.number for each in ladder.run(PAIRING, range(4), file)] == [2]
    assert list(ladder.run(PAIRING, range(4), file)) == []
    assert sorted(each.number for each in ladder.read(file)) == [0, 1, 2, 3]


def test_the_interval_is_that_of_wilson() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for won, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert ladder.interval(won / games, games) == pytest.approx((low, high), abs=0.0001)


def test_a_sequential_test_ends_once_the_games_say_enough(tmp_path: Path) -> None:
    # Wald's bounds: each game won is worth ln(0.75 / 0.68), each one lost ln(0.25 / 0.32), and ln(19) = 2.94 decides.
    assert ladder.decided([1.0] * 30, 0.68, 0.75) is None
    assert ladder.decided([1.0] * 31, 0.68, 0.75) is True
    assert ladder.decided([0.0] * 11, 0.68, 0.75) is None
    assert ladder.decided([0.0] * 12, 0.68, 0.75) is False
    assert ladder.decided([0.5] * 39, 0.68, 0.75) is None
    assert ladder.decided([0.5] * 40, 0.68, 0.75) is False
    played = list(ladder.run(PAIRING, range(20), tmp_path / "results", between=(0.1, 0.9)))
    shares = [each.share for each in played]
    assert ladder.decided(shares, 0.1, 0.9) is not None
    assert ladder.decided(shares[:-1], 0.1, 0.9) is None
    assert list(ladder.run(PAIRING, range(20), tmp_path / "results", between=(0.1, 0.9))) == []


def test_the_command_line_plays_and_sums_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path / "results")]
    assert main(["ladder", "replica", "1", "random", "--games", "2", *out]) == 0
    assert "replica 2: 1 - random: " in capsys.readouterr().out
    options = ["--option", "king_power=double", "--effort", "0.1"]
    assert main(["ladder", "replica", "1", "random", "--games", "1", *options, *out]) == 0
    assert "replica 2 king_power=double: 1 - random at 0.1: " in capsys.readouterr().out
    assert main(["levels"]) == 0
    assert "replica 2: 1 2 3 4" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        ["chess", "1", "2"],
        ["replica", "1", "9"],
        ["replica", "1", "2", "--option", "speed=high"],
        ["replica", "1", "2", "--between", "0.8", "0.7"],
    ],
)
def test_a_wrong_call_says_what_is_wrong(wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", *wrong, "--out", str(tmp_path / "results")]) == 2
    assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize(
    "wrong",
    [
        ["--part", "2"],
        ["--part", "0/2"],
        ["--part", "3/2"],
        ["--part", "1/0"],
        ["--games", "-1"],
        ["--effort", "0"],
        ["--effort", "nan"],
        ["--effort", "half"],
    ],
)
def test_numbers_that_mean_nothing_are_refused(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["ladder", "replica", "1", "random", *wrong, "--out", str(tmp_path / "results")])
    assert f"error: argument {wrong[0]}: {wrong[1]} is not " in capsys.readouterr().err
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("command", ["play", "ladder", "tune", "calibrate"])
def test_what_computers_cannot_play_is_refused_by_every_command(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players, out = (["1", "random"] if command == "ladder" else []), ["--out", str(tmp_path / "file")]
    games = [] if command == "play" else ["--games", "1"]
    for wrong, said in (
        (["replica", "--mode", "3"], "replica has no computer players for mode 3; its modes: 2"),
        (["mutants", "--mode", "solo"], "mutants has no computer players for mode solo; its modes: 2, 3, 4"),
        (["replica", "--option", "sight=far"], "sight can't be far. (in 'sight')"),
    ):
        assert main([command, wrong[0], *players, *wrong[1:], *games, *out]) == 2
        assert capsys.readouterr().err == f"error: {said}\n"


@pytest.mark.parametrize("command", ["puzzles", "calibrate"])
def test_a_file_that_is_only_read_has_to_be_there(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, none = tmp_path / "own", tmp_path / "none"
    assert main([command, "replica", "--games", "1", "--out", str(own), str(none)]) == 2
    assert capsys.readouterr().err == f"error: {none}: No such file or directory\n"
    assert not own.exists(), "nothing was played"


@pytest.mark.parametrize("text", ["no results\n", "1\n", '{"cpu": 1}\n', '{"game": "replica"}\n'])
@pytest.mark.parametrize("call", ["ladder replica 1 random", "tune replica", "calibrate replica", "puzzles replica"])
def test_a_file_that_holds_something_else_is_left_alone(
    call: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results"
    file.write_text(text, encoding="utf-8")
    assert main([*call.split(), "--games", "2", "--out", str(file)]) == 2
    assert capsys.readouterr().err == f"error: {file} holds something else than such results\n"
    assert file.read_text(encoding="utf-8") == text
