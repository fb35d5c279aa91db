"""The command line, called as a user calls it."""

from __future__ import annotations

import json
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


def test_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "replicants", "--mode", "teams", "--depth", "3", "--divide"]) == 0
    assert capsys.readouterr().out == "E: 143\n143\n"


def test_selfplay_is_the_same_on_any_machine_and_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("2", "3", "4", "teams"):
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
