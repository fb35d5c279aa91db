"""The command line, called as a user calls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main

ROOT = Path(__file__).parent.parent.parent


def test_games_lists_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert all(f"--mode {mode}" in printed for mode in ("2", "3", "4", "teams"))


def test_perft_counts_the_known_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "replicants", "--mode", "2", "--depth", "5"]) == 0
    assert capsys.readouterr().out == "1573\n"
    assert main(["perft", "replicants", "--mode", "2", "--depth", "0"]) == 0
    assert capsys.readouterr().out == "1\n"


def test_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "replicants", "--mode", "teams", "--depth", "3", "--divide"]) == 0
    assert capsys.readouterr().out == "E: 143\n143\n"


def test_selfplay_is_the_same_on_any_machine_and_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("2", "teams"):
        assert main(["selfplay", "replicants", "--mode", mode, "--seed", "s"]) == 0
        text = capsys.readouterr().out
        assert main(["selfplay", "replicants", "--mode", mode, "--seed", "s"]) == 0
        assert capsys.readouterr().out == text
        file = tmp_path / f"{mode}.txt"
        file.write_text(text, encoding="utf-8")
        assert main(["replay", str(file), "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["outcome"]["result"] in text
        assert shown["to_act"] == []


@pytest.mark.parametrize(
    ("options", "leaves"), [((), 1849), (("king_power=double",), 1732), (("sight=forward", "king_power=none"), 1849)]
)
def test_a_game_is_counted_and_played_under_its_options(
    options: tuple[str, ...], leaves: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word for option in options for word in ("--option", option)]
    assert main(["perft", "replica", "--depth", "2", *given]) == 0
    assert capsys.readouterr().out == f"{leaves}\n"
    assert main(["selfplay", "replica", *given]) == 0
    text = capsys.readouterr().out
    assert (f'[Options "{" ".join(options)}"]' in text) == bool(options)
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert main(["legal", str(file)]) == 0
    assert main(["perft", "replica", "--depth", "1", "--from", str(file), *given]) == 0
    assert main(["perft", "replica", "--depth", "1", "--from", str(file), "--option", "sight=all"]) == 1
    assert "has its own options" in capsys.readouterr().err


@pytest.mark.parametrize(("mode", "options"), [("2", ()), ("6", ("--option", "mode=exploration"))])
def test_apex_is_played_and_read_again(
    mode: str, options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["selfplay", "apex", "--mode", mode, *options]) == 0
    text = capsys.readouterr().out
    assert ("mode=exploration" in text) == bool(options)
    whole, body = tmp_path / "whole.txt", tmp_path / "body.txt"
    whole.write_text(text, encoding="utf-8")
    body.write_text(text.split("\n\n", 1)[1], encoding="utf-8")  # as made elsewhere: no tags, no seed
    assert main(["replay", str(whole), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["to_act"] == []
    assert len(shown["outcome"]["points"]) == int(mode)
    assert main(["replay", str(body), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["position"], again["outcome"]["points"]) == (shown["position"], shown["outcome"]["points"])


def test_a_tree_too_big_for_a_floating_point_number_is_estimated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "replicants", "--mode", "teams", "--depth", "420", "--sample", "5", "--seed", "1"]) == 0
    assert re.match(r"about \d\.\d{3}e\+\d{3} ± ", capsys.readouterr().out)


def test_a_complaint_does_not_repeat_a_whole_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"T0..(a.b)\nT1..{'q' * 100_000}", encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    complaint = capsys.readouterr().err
    assert complaint.startswith("line 2, column 5, turn 1, seat 1, action qqq")
    assert len(complaint) < 3_000


def test_joint_decisions_are_counted_sampled_and_listed_by_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", "apex", "--mode", "3", "--depth", "3"]) == 0
    assert capsys.readouterr().out == "720\n"
    assert main(["perft", "apex", "--mode", "3", "--depth", "3", "--sample", "9"]) == 0
    assert capsys.readouterr().out == "about 720 ± 0 (9 walks, 0 ended early)\n"
    assert main(["selfplay", "apex", "--mode", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    dealt = next(number for number, line in enumerate(lines, 1) if line.startswith("* DEAL"))
    file = tmp_path / "game.txt"
    file.write_text("\n".join(line for line in lines[:dealt] if "Termination" not in line), encoding="utf-8")
    assert main(["legal", str(file)]) == 0
    texts = capsys.readouterr().out.splitlines()
    assert len(texts) == 3 * 6 * 4
    assert {text.split()[0] for text in texts} == {"1", "2", "3"}
    assert main(["perft", "apex", "--depth", "1", "--from", str(file)]) == 0
    assert capsys.readouterr().out == f"{24**3}\n"


def test_a_wrong_score_exits_1_with_its_line_and_the_right_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["selfplay", "apex", "--mode", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("* SCORE 2"))
    right = lines[number - 1]
    lines[number - 1] = right.replace("=", "=7", 1)
    file = tmp_path / "game.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    printed = capsys.readouterr()
    assert f"line {number}, column 1" in printed.err
    assert f"Possible: {right}" in printed.err


def test_legal_and_perft_go_on_from_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("T0..(red.yellow)\nT1..E\n", encoding="utf-8")
    assert main(["legal", str(file)]) == 0
    texts = capsys.readouterr().out.split()
    assert len(texts) == len(set(texts)) == 11
    assert main(["perft", "replicants", "--depth", "2", "--from", str(file)]) == 0
    assert capsys.readouterr().out == "143\n"


def test_replay_says_whose_action_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("T0..(red.yellow)\nT1..E/2E6/E\n", encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert "to act: seat 2 (yellow)" in capsys.readouterr().out


def test_an_illegal_action_exits_1_and_is_named_on_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("T0..(red.yellow)\nT1..E/7D7/E\n", encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    for part in ("line 2, column 7", "turn 1", "seat 1", "action 7D7", "rule "):
        assert part in printed.err
    assert printed.err.count("\n") == 1


def test_a_missing_file_is_an_error_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "no-such-file"]) == 1
    assert "no-such-file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["perft", "chess", "--depth", "1"], "There's no game chess. Possible: replicants"),
        (["selfplay", "replicants", "--option", "sight=all"], "Replicants has no option sight"),
        (["selfplay", "replica", "--option", "sight=none"], "can't be none. Possible: all, forward"),
        (["perft", "replicants", "--mode", "9", "--depth", "1"], "no mode 9. Possible: 2, 3, 4, teams"),
        (["selfplay", "replicants", "--mode", "9"], "no mode 9. Possible: 2, 3, 4, teams"),
        (["perft", "replicants", "--mode", "3", "--depth", "1", "--from", "{file}"], "has mode 2, not 3"),
        (["perft", "replica", "--depth", "1", "--from", "{file}"], "is a game of replicants"),
        (["legal", "{folder}"], "directory"),
        (["legal", "{binary}"], "isn't UTF-8 text: can't read byte 1"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, binary = tmp_path / "game.txt", tmp_path / "binary"
    file.write_text("T0..(red.yellow)\nT1..E\n", encoding="utf-8")
    binary.write_bytes(b"T\xff\xfe")
    filled = [each.format(file=file, folder=tmp_path, binary=binary) for each in arguments]
    assert main(filled) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["perft", "replicants"],
        ["perft", "replicants", "--depth", "-1"],
        ["perft", "replicants", "--depth", "x"],
        ["perft", "replicants", "--depth", "9", "--sample", "1"],
        ["selfplay", "replica", "--option", "sight"],
    ],
)
def test_a_wrong_call_exits_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_it_runs_as_a_module_reading_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "legal", "-"],
        input="T0..(red.yellow)\nT1..E/2E6\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 13
