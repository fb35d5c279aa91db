"""The command line as the rules page tells it, and random games of every form through files."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from engine.__main__ import main
from tests.engine.mutants.test_rules_page import PAGE

COMMANDS = re.findall(r"^python -m engine (\S.*?)(?:  +#.*)?$", PAGE, re.MULTILINE)
UNCHECKED = 3


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Put the first lines of a game of two into `game.txt`, and messages without a hash beside it."""
    monkeypatch.chdir(tmp_path)
    assert main(["selfplay", "mutants", "--mode", "2", "--seed", "page"]) == 0
    lines = capsys.readouterr().out.splitlines()[:60]
    lines = [line for line in lines if not line.startswith("[Termination")]
    Path("game.txt").write_text("\n".join(lines), encoding="utf-8")
    Path("messages.txt").write_text("nothing of interest", encoding="utf-8")
    return lines


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_of_the_page_runs(command: str, game: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert game
    assert main(shlex.split(command)) == (UNCHECKED if command.startswith("verify") else 0)
    assert capsys.readouterr().out.strip()


def test_what_would_be_drawn_is_not_known_without_a_seed(game: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    unseeded = [line for line in game if not line.startswith("[Seed")]
    Path("game.txt").write_text("\n".join(unseeded), encoding="utf-8")
    assert main(["legal", "game.txt"]) == 0
    capsys.readouterr()
    assert main(["perft", "mutants", "--sample", "5", "--depth", "40", "--from", "game.txt"]) == 1
    assert capsys.readouterr().err == "error: game.txt has no seed, so what would be drawn behind it is not known\n"


def test_the_page_has_every_command() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"games", "selfplay", "replay", "verify", "legal", "perft"}


@pytest.mark.parametrize(
    "options",
    [
        ["--mode", "2"],
        ["--mode", "3", "--option", "reserve=constructed"],
        ["--mode", "4", "--option", "reserve=ready"],
        ["--mode", "2", "--option", "reserve=ready", "--option", "decks=42"],
        ["--mode", "solo"],
        ["--mode", "solo", "--option", "boss=jack", "--option", "limits=ABD"],
    ],
    ids=" ".join,
)
def test_a_random_game_of_each_form_replays(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """N10 to N13, M55: with its seed, and without."""
    assert main(["selfplay", "mutants", *options]) == 0
    text = capsys.readouterr().out
    told = []
    for number, record in enumerate((text, re.sub(r"(?m)^\[Seed .*\n", "", text))):
        file = tmp_path / f"{number}.txt"
        file.write_text(record, encoding="utf-8")
        assert main(["replay", str(file), "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
        assert main(["legal", str(file)]) == 0
        assert capsys.readouterr().out == ""  # it is over
    assert told[0] == told[1]
    assert told[0]["outcome"]["termination"] == "rules"
    assert told[0]["moves"] < 1_000


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--mode", "2", "--option", "boss=jack"], "The option boss is only for the Revolt"),
        (["--mode", "solo", "--option", "reserve=draft"], "The option reserve is only for"),
        (["--mode", "2", "--option", "decks=42"], "decks means nothing without reserve=ready"),
        (["--mode", "2", "--option", "reserve=ready", "--option", "decks=44"], "decks can't be 44"),
        (["--mode", "solo", "--option", "limits=DB"], "limits can't be DB"),
        (["--mode", "5"], "Mutants has no mode 5"),
    ],
)
def test_options_of_another_mode_are_refused(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """N10."""
    assert main(["selfplay", "mutants", *options]) == 1
    assert said in capsys.readouterr().err
