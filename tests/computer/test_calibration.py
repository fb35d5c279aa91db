"""From values to chances: self-play that goes on, a fit that finds what is there, and the data that ships."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from computer import calibration, players
from computer.__main__ import main
from computer.calibration import Fit, Kind, Outlook, Sample
from engine.chance import Chance
from engine.game import Setup
from engine.registry import get
from engine.session import Session

KIND = Kind("replica", Setup("2"), "2")


def test_games_can_be_repeated_and_a_file_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games"
    for numbers in (range(1, 2), range(2)):
        list(calibration.run(KIND, numbers, file))
    games = calibration.read(file)
    assert games == [calibration.play(KIND, number) for number in (1, 0)]
    assert all(sum(each.shares) == 1 for each in games)


def made_up(count: int) -> list[Sample]:
    """Return positions whose chances follow from a value and from who has played."""
    found = []
    for number in range(count):
        chance = Chance.from_text(f"made up {number}")
        value, chance = chance.below(201)
        roll, _ = chance.below(1000)
        share = value / 100 - 1
        wins = roll / 1000 < 1 / (1 + math.exp(-2 * 1.5 * share - 0.4))
        shares = (1.0, 0.0) if wins else (0.0, 1.0)
        found.append(Sample(1 + number % 2, Outlook((), ((share, 0.0), (-share, 0.0))), shares))
    return found


def test_a_fit_finds_the_weights_behind_what_happened_and_its_buckets_hold() -> None:
    fitted, found = calibration.calibrated(KIND, {number: [each] for number, each in enumerate(made_up(1500))})
    assert (fitted.kind, fitted.games) == (KIND, 1500)
    for place, value, forced in fitted.weights:
        assert place == pytest.approx(-0.4, abs=0.25)
        assert value == pytest.approx(1.5, abs=0.35)
        assert forced == 0
    assert [each.positions for each in found] == [300] * calibration.BUCKETS
    assert all(each.low <= each.share <= each.high for each in found)
    assert all(abs(each.chance - each.share) < 0.08 for each in found)
    assert found[0].chance < found[-1].chance


def test_no_fit_is_tried_on_a_game_that_it_was_made_from() -> None:
    """Where the first side wins the games of one part alone, the others' fit is surest against it just there."""
    blank = Outlook((), ((0.0, 0.0), (0.0, 0.0)))
    won = {number: float(number % calibration.PARTS == 0) for number in range(400)}
    found = {number: [Sample(seat, blank, (each, 1 - each)) for seat in (1, 2)] for number, each in won.items()}
    _, tried = calibration.calibrated(KIND, found)
    assert (tried[0].share, tried[-1].share) == (0.25, 0.75)


def test_chances_are_in_the_order_of_sides_as_they_are_counted() -> None:
    fit = Fit(KIND, 1, ((0.0, 2.0, 0.0), (0.0, 2.0, 0.0)))
    ahead = Outlook((), ((0.5, 0.0), (-0.5, 0.0)))
    assert fit.chances(ahead, 1)[0] > 0.8
    assert fit.chances(ahead, 2)[1] > 0.8
    assert fit.chances(Outlook((0.25, 0.75)), 1) == (0.25, 0.75)


def test_every_mode_has_a_fit_and_options_without_one_have_that_of_the_game() -> None:
    for key in players.SEARCHED:
        for mode in get(key).info.modes:
            fit = calibration.fit_for(key, Setup(mode.key))
            assert (fit.kind.game, fit.kind.mode) == (key, mode)
            assert len(fit.weights) == mode.seats
            assert fit.games > 0
    usual = calibration.fit_for("replica", Setup("2"))
    for options in ((("sight", "all"), ("king_power", "none")), (("sight", "backward"),)):
        assert calibration.fit_for("replica", Setup("2", options)) is usual


def test_the_command_line_plays_fits_and_writes_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, data = tmp_path / "games", tmp_path / "chances.toml"
    call = ["calibrate", "replica", "--out", str(out), "--data", str(data)]
    assert main([*call, "--games", "9"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.startswith("| replica 2: level 2 | ") for line in lines)
    assert main([*call, "--games", "9", "--option", "king_power=double"]) == 0
    fits = calibration.fits(data.read_text(encoding="utf-8"))
    assert [(each.kind.setup.options, each.games) for each in fits] == [((), 9), ((("king_power", "double"),), 9)]
    assert calibration.written(fits) == data.read_text(encoding="utf-8")
    assert main(["calibrate", "replicants", "--mode", "9", "--games", "1", "--out", str(out)]) == 2


def test_every_sampled_mode_that_can_be_analysed_has_a_fit_to_playouts() -> None:
    for key in players.SAMPLED:
        for mode in players.outlays(key):
            fitted = calibration.fit_for(key, Setup(mode))
            assert (fitted.kind.level, len(fitted.weights)) == (calibration.PLAYOUTS, 1)
            found = calibration.sampled(fitted.kind, 1)
            assert calibration.sampled(fitted.kind, 1) == found
            for each in found:
                assert len(each.seen.facts) == int(mode)
                assert len(fitted.weights[0]) == int(mode) - 1 + len(each.seen.facts[0])
        assert set(players.outlays(key)) == {mode for game, mode in players.games() if game == key}


def test_who_has_resigned_expects_nothing() -> None:
    game, rules = get("apex"), players.domain("apex", "3")
    fitted = calibration.fit_for("apex", Setup("3"))
    state = Session.start(game, Setup("3"), Chance.from_text("x")).state
    before = fitted.expected(rules, state)
    after = fitted.expected(rules, game.forfeit(state, 2).state)
    assert min(before) > 0.1
    assert after[1] == 0
    assert sum(after) == pytest.approx(1)


def test_the_command_line_fits_to_playouts_without_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "chances.toml"
    assert main(["calibrate", "apex", "--games", "9", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.startswith("| apex 2: playouts | ") for line in lines)
    assert [each.kind.level for each in calibration.fits(data.read_text(encoding="utf-8"))] == [calibration.PLAYOUTS]
    assert main(["calibrate", "replica", "--games", "1"]) == 2
    assert "--out" in capsys.readouterr().err
    assert main(["calibrate", "replica", "--games", "0", "--out", str(tmp_path / "none")]) == 2
    assert "0 games are too few to fit chances to" in capsys.readouterr().err
