"""Tuning: steps towards what wins, files that go on, and weights that are written only where they are better."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import pytest

from computer import ladder, tuning
from computer.__main__ import main
from computer.players import Decision, games, known, numbers, player, section, weighing
from engine.game import Setup
from engine.registry import get

TUNING = tuning.Tuning("replica", Setup("2"), "1", 1.0, 4)
TABLES = sorted({(game, section(game, mode)): mode for game, mode in games()}.items())
"""The tables of weights by game and section, each with a mode that uses it."""


def shipped(game: str) -> str:
    return resources.files("computer").joinpath("data", f"{game}.toml").read_text(encoding="utf-8")


def write(file: Path, pairing: ladder.Pairing, shares: Sequence[float]) -> None:
    found = [ladder.Result(pairing.name, number, share, 1, (0.0, 0.0)) for number, share in enumerate(shares)]
    list(ladder.add_lines(file, range(len(found)), found.__getitem__))


@pytest.mark.parametrize(("table", "mode"), TABLES)
def test_a_data_file_is_written_with_other_weights_and_nothing_else(table: tuple[str, str], mode: str) -> None:
    game, name = table
    text = shipped(game)
    values = tuning.values_of(numbers(game, mode))
    assert tuning.rewritten(text, name, values) == text
    doubled = tuning.rewritten(text, name, tuple(2 * value for value in values))
    assert tuning.values_of(tomllib.loads(doubled)[name]) == tuple(2 * value for value in values)
    assert {**tomllib.loads(doubled), name: 0} == {**tomllib.loads(text), name: 0}
    assert [line.partition("#")[2] for line in doubled.splitlines()] == [
        line.partition("#")[2] for line in text.splitlines()
    ]


@pytest.mark.parametrize(("game", "mode"), [(game, mode) for (game, _), mode in TABLES])
def test_every_game_is_played_with_weights_of_its_own(game: str, mode: str) -> None:
    table = numbers(game, mode)
    state = ladder.opened(get(game), Setup(mode), 8, "own")
    seat = min(get(game).to_act(state))
    world = known(get(game), state, seat)

    def decided(values: tuning.Values | None) -> Decision:
        weights = None if values is None else weighing(game, tuning.with_values(table, values))
        return player(game, mode, "1", 0.01, weights)(get(game), world, seat, "a")

    values = tuning.values_of(table)
    assert decided(values) == decided(None)
    assert decided(tuple(3 * value for value in values)).value != decided(None).value


def test_weights_go_towards_what_wins(tmp_path: Path) -> None:
    file = tmp_path / "games"
    start, after_one, after_two = tuning.tuned(TUNING, file)
    assert start == tuning.values_of(numbers("replica", "2"))
    results = ladder.read(file)
    assert [each.number for each in results] == [0, 1, 2, 3]
    moved = [after_one, after_two]
    for step, (before, after) in enumerate(zip([start, after_one], moved, strict=True)):
        gain = sum(each.share for each in results if each.number // 2 == step) - 1
        assert (before == after) == (gain == 0)
    assert [value for value in after_two if value == 0] == [0, 0], "weights of 0 stay"


@pytest.mark.parametrize(("shares", "way"), [((1.0, 1.0), 1), ((0.0, 0.0), -1), ((1.0, 0.0), 0)])
def test_a_file_is_not_played_again(tmp_path: Path, shares: tuple[float, float], way: int) -> None:
    work = tuning.Tuning("replica", Setup("2"), "1", 1.0, 2)
    file = tmp_path / "games"
    write(file, work.steps, shares)
    start, after = tuning.tuned(work, file)
    assert len(ladder.read(file)) == 2
    signs = {(new > old) - (new < old) for new, old in zip(after, start, strict=True) if old}
    assert signs == ({1, -1} if way else {0})
    _, other = tuning.tuned(tuning.Tuning("replica", Setup("2"), "1", 1.0, 2), file)
    assert other == after


def test_only_weights_that_win_are_better(tmp_path: Path) -> None:
    for won, games_, better in ((11, 20, True), (10, 20, False), (15, 19, False)):
        file = tmp_path / f"{won}-{games_}"
        write(file, TUNING.match, [1.0] * won + [0.0] * (games_ - won))
        assert tuning.better(TUNING, file, 20) == better
    lost = tmp_path / "10-20"
    assert list(tuning.match(TUNING, tuning.values_of(numbers("replica", "2")), lost, 21)) == []


def test_games_from_other_weights_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, table = tmp_path / "games", numbers("replica", "2")
    write(file, TUNING.match, [1.0] * 20)
    assert tuning.better(TUNING, file, 20)
    others = tuning.with_values(table, tuple(2 * value for value in tuning.values_of(table)))
    monkeypatch.setattr(tuning, "numbers", lambda *_: others)
    assert not tuning.better(TUNING, file, 20), "they would be written again each time"


def test_the_command_line_tunes_and_says_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "GAMES", 2)
    monkeypatch.setattr(tuning, "KEPT", 0.0)
    data = tmp_path / "replica.toml"
    data.write_text(shipped("replica"), encoding="utf-8")
    call = ["tune", "replica", "--games", "2", "--out", str(tmp_path / "games"), "--data", str(data)]
    assert main([*call, "--match", "1"]) == 2
    assert "--data needs a match of 2 games" in capsys.readouterr().err
    assert main([*call, "--match", "2"]) == 0
    said = capsys.readouterr().out
    assert "replica 2: 1 tuned by 2 - 1 of weights " in said
    assert "has them now" in said
    weights = tomllib.loads(data.read_text(encoding="utf-8"))["weights"]
    assert said.splitlines()[0] == f"weights: {' '.join(f'{value:g}' for value in tuning.values_of(weights))}"
